"""Switching (OPS-6, section B.8): Moves, set-outs, Flying Switches and re-ordering."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import attrs

from railrules import Rejection
from railrules.games.railroad_operations.actions import (
    BeginSort,
    BeginSwitch,
    EndSwitch,
    FlyingSwitch,
    MoveTrain,
    RollTo,
    SetOut,
    SortNext,
)
from railrules.games.railroad_operations.consist import (
    MOST_CARS,
    Row,
    coupled,
    cut_off,
    left_over,
    outer_cars,
    placed_beside,
)
from railrules.games.railroad_operations.content import Content, TrainCard
from railrules.games.railroad_operations.events import (
    CarsCoupled,
    CarsRolled,
    CarsSetOut,
    SwitchBegun,
    SwitchEnded,
    TrainMoved,
    TrainSorted,
)
from railrules.games.railroad_operations.rules.ground import Ground, may_leave, spent
from railrules.games.railroad_operations.rules.work import AreaWork, Work, WorkRule
from railrules.games.railroad_operations.state import (
    End,
    InArea,
    OptionPending,
    RollPending,
    SortPending,
    Square,
    State,
    SwitchPending,
    Train,
)
from railrules.games.railroad_operations.track import END_NAMES, SQUARES, square_name

A = TypeVar("A")

MOVES = 6
POOR_VISIBILITY = (1, 2, 3, 11, 12)
"""The Stages of Reduced Visibility, which has one Move less (OPS-6.1)."""

ENDS: tuple[End, ...] = (0, 1)
END_SWITCH = EndSwitch()
BEGIN_SORT = BeginSort()
MOVE_TRAIN = tuple(tuple(MoveTrain(heading, square) for square in range(SQUARES)) for heading in ENDS)
SET_OUTS = tuple(tuple(SetOut(end, count) for count in range(1, MOST_CARS + 1)) for end in ENDS)
FLYING = tuple(tuple(FlyingSwitch(end, count) for count in range(1, MOST_CARS + 1)) for end in ENDS)
ROLLS = tuple(RollTo(square) for square in range(SQUARES))

_RULES = {
    "cars-must-couple-first": "OPS-6.5",
    "coupling-forbidden": "OPS-6.14",
    "consist-too-long": "OPS-6.5",
    "blocked-by-train": "OPS-6.4",
    "track-locked": "OPS-6.4",
    "leaves-by-limits": "OPS-6.4",
    "not-operational-rail": "OPS-6.3",
    "stands-behind-cars": "OPS-6.5",
    "not-connected": "OPS-6.3",
}
_TEXTS = {
    "cars-must-couple-first": "the cars beside the train on {square} must be coupled first",
    "coupling-forbidden": "this train may not couple the cars on {square}",
    "consist-too-long": "with the cars on {square} the train would have more than four",
    "blocked-by-train": "a train on {square} is in the way",
    "track-locked": "a load locks the track of the facility on {square}",
    "leaves-by-limits": "a Move does not leave by the Limit on {square}",
    "not-operational-rail": "a Move does not end on {square}, which is no Operational Rail",
    "stands-behind-cars": "standing cars on {square} are in the way",
    "not-connected": "no track leads {heading} to {square}",
    "nothing-to-cut": "asked to cut {count} from the {end} end; expected at most {cars}, what stands before the engine",
    "not-on-office": "no cars are set out at the Office",
    "square-full": "no room for {count} more on {square}, where four fit; found {standing}",
    "setout-forbidden": "this train may not set out those cars here",
}
"""Sentences with the facts that `refused` puts in."""


class Yardmaster:
    """Looks at areas; the last one looked at is kept, as several rules ask about the same position one after another."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._last: tuple[State | None, int, Ground | None] = (None, 0, None)

    def ground(self, state: State, seat: int) -> Ground:
        """Return the ground of a seat in a position."""
        seen, at, ground = self._last
        if seen is not state or at != seat or ground is None:
            ground = Ground.in_state(self.content, state, seat)
            self._last = state, seat, ground
        return ground

    def own(self, state: State) -> Ground:
        """Return the ground of the player who decides."""
        assert state.pending is not None  # somebody decides
        return self.ground(state, state.people.seats.index(state.pending.player))


def switching(state: State) -> SwitchPending:
    """Return the pending `Switch`; the book opens the rules here at no other decision."""
    pending = state.pending
    assert isinstance(pending, SwitchPending)
    return pending


class SwitchRule(WorkRule[A], Generic[A]):
    """What the rules of switching share."""

    def __init__(self, content: Content, run: Callable[[Work], None], yardmaster: Yardmaster) -> None:
        super().__init__(content, run)
        self._yardmaster = yardmaster

    def _train(self, state: State, tray: int) -> tuple[Train, TrainCard]:
        train = state.division.trays[tray]
        assert train is not None  # it is being switched
        return train, self.content.trains[train.card]


def refused(code: str, rule: str | None = None, /, **facts: int | str | None) -> Rejection:
    """Return the refusal of a step of switching."""
    return Rejection.of(code, rule or _RULES[code], _TEXTS[code], **facts)


def not_so_many(train: Train, end: End, count: int, rule: str) -> Rejection:
    """Return the refusal of a cut that would reach the engine."""
    return refused("nothing-to-cut", rule, count=count, end=END_NAMES[end], cars=outer_cars(train.consist, end))


def square_of(train: Train) -> int:
    """Return the square of a train in an area."""
    place = train.place
    assert isinstance(place, InArea)  # only trains in an area are switched
    return place.square


def with_standing(area: AreaWork, square: int, standing: Row, split: int) -> None:
    """Change the cars that stand on a square."""
    old = area.squares[square]
    area.squares[square] = Square(square, old.card, standing, split, old.facility, old.beside)


class BeginSwitchRule(SwitchRule[BeginSwitch]):
    """OPS-4.3, 6.1, R27: switch a train of the own area that can make a step."""

    action = BeginSwitch

    def candidates(self, state: State) -> Iterable[BeginSwitch]:
        return [BeginSwitch(tray) for tray, train in enumerate(state.division.trays) if train is not None and type(train.place) is InArea]

    def reject(self, state: State, action: BeginSwitch) -> Rejection | None:
        trays = state.division.trays
        train = trays[action.tray] if action.tray < len(trays) else None
        if train is None:
            return Rejection.of("no-such-train", "OPS-6.1", "there is no train on tray {tray}", tray=action.tray)
        assert state.pending is not None  # somebody decides
        seat = state.people.seats.index(state.pending.player)
        if type(train.place) is not InArea or train.place.seat != seat:
            return Rejection("train-not-in-area", "OPS-4.3", "the train is not in the own Office Area")
        card = self.content.trains[train.card]
        if "no_switching" in card.restrictions:
            return Rejection("train-may-not-switch", "OPS-6.14", "this train may not be switched")
        if not self._yardmaster.ground(state, seat).can_switch(train, card):
            return Rejection("train-cannot-move", "OPS-4.3", "the train can make no step")
        return None

    def perform(self, work: Work, action: BeginSwitch) -> None:
        pending = work.pending
        assert isinstance(pending, OptionPending)  # the book opens it at no other decision
        fewer = work.config.options.reduced_visibility and work.stage in POOR_VISIBILITY
        moves = MOVES - fewer
        work.pending = SwitchPending(pending.player, action.tray, moves)
        if work.log is not None:
            work.log.append(SwitchBegun(pending.player, action.tray, moves, work.name(action.tray)))


class EndSwitchRule(WorkRule[EndSwitch]):
    """OPS-6.1: enough; also when no Move is left and nothing can be set out."""

    action = EndSwitch

    def candidates(self, state: State) -> Iterable[EndSwitch]:
        return (END_SWITCH,)

    def reject(self, state: State, action: EndSwitch) -> Rejection | None:
        return None

    def perform(self, work: Work, action: EndSwitch) -> None:
        pending = work.pending
        assert isinstance(pending, SwitchPending)  # the book opens it at no other decision
        if work.log is not None:
            work.log.append(SwitchEnded(pending.tray, work.name(pending.tray)))
        work.end_turn()


class MoveTrainRule(SwitchRule[MoveTrain]):
    """OPS-6.3 to 6.7, 6.11, W4: a Move, which couples the cars that it reaches."""

    action = MoveTrain

    def candidates(self, state: State) -> Iterable[MoveTrain]:
        return [action for actions in MOVE_TRAIN for action in actions]

    def legal(self, state: State) -> tuple[MoveTrain, ...]:
        pending = switching(state)
        if not pending.moves:
            return ()
        train, card = self._train(state, pending.tray)
        ground = self._yardmaster.own(state)
        return tuple([MOVE_TRAIN[end][square] for end in ENDS for square in sorted(ground.stops(train, card, end, pending.worked))])

    def reject(self, state: State, action: MoveTrain) -> Rejection | None:
        pending = switching(state)
        if not pending.moves:
            return Rejection("no-moves-left", "OPS-6.1", "no Move is left")
        train, card = self._train(state, pending.tray)
        ground = self._yardmaster.own(state)
        heading: End = 1 if action.heading else 0
        if action.square in ground.stops(train, card, heading, pending.worked):
            return None
        code, where = ground.why_no_stop(train, card, heading, action.square, pending.worked)
        return refused(code, square=square_name(where), heading=END_NAMES[heading])

    def perform(self, work: Work, action: MoveTrain) -> None:
        pending = work.pending
        assert isinstance(pending, SwitchPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        train, area = work.train(pending.tray), work.area(seat)
        card = self.content.trains[train.card]
        start, target = square_of(train), action.square
        heading: End = 1 if action.heading else 0
        here = area.squares[start]
        if start == target:  # the cars beside it, without moving
            cars = here.standing[here.split :] if heading else here.standing[: here.split]
            rest = here.standing[: here.split] if heading else here.standing[here.split :]
            with_standing(area, start, rest, len(rest) if heading else 0)
        else:
            with_standing(area, start, here.standing, 0)
            cars = area.squares[target].standing
            with_standing(area, target, (), 0)
        work.couple(pending.tray, coupled(train.consist, cars, heading), InArea(seat, target))
        if work.log is not None:
            name = work.name(pending.tray)
            work.log.append(TrainMoved(pending.tray, start, target, heading, name))
            if cars:
                work.log.append(CarsCoupled(pending.tray, target, cars, name))
        work.pending = SwitchPending(pending.player, pending.tray, pending.moves - 1, spent(card, target, cars, pending.worked))


class SetOutRule(SwitchRule[SetOut]):
    """OPS-6.8, 6.14: leave cars of one end where the train stands; that is no Move."""

    action = SetOut

    def candidates(self, state: State) -> Iterable[SetOut]:
        return [action for actions in SET_OUTS for action in actions]

    def legal(self, state: State) -> tuple[SetOut, ...]:
        pending = switching(state)
        train, card = self._train(state, pending.tray)
        ground = self._yardmaster.own(state)
        return tuple(
            [
                SET_OUTS[end][count - 1]
                for end in ENDS
                for count in range(1, outer_cars(train.consist, end) + 1)
                if ground.set_out_fault(train, card, end, count, pending.worked) is None
            ]
        )

    def reject(self, state: State, action: SetOut) -> Rejection | None:
        pending = switching(state)
        train, card = self._train(state, pending.tray)
        end: End = 1 if action.end else 0
        ground = self._yardmaster.own(state)
        fault = ground.set_out_fault(train, card, end, action.count, pending.worked)
        if fault is None:
            return None
        if fault == "nothing-to-cut":
            return not_so_many(train, end, action.count, "OPS-6.8")
        rules = {"square-full": "OPS-5.11", "setout-forbidden": "OPS-6.14"}
        square = square_of(train)
        standing = len(ground.squares[square].standing)
        return refused(fault, rules.get(fault, "OPS-6.8"), count=action.count, square=square_name(square), standing=standing)

    def perform(self, work: Work, action: SetOut) -> None:
        pending = work.pending
        assert isinstance(pending, SwitchPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        train, area = work.train(pending.tray), work.area(seat)
        end: End = 1 if action.end else 0
        square = square_of(train)
        row, cut = cut_off(train.consist, end, action.count)
        here = area.squares[square]
        with_standing(area, square, *placed_beside(here.standing, here.split, cut, end))
        work.couple(pending.tray, row, train.place)
        if work.log is not None:
            work.log.append(CarsSetOut(pending.tray, square, end, cut, work.name(pending.tray)))
        card = self.content.trains[train.card]
        work.pending = SwitchPending(pending.player, pending.tray, pending.moves, spent(card, square, cut, pending.worked))


class FlyingSwitchRule(SwitchRule[FlyingSwitch]):
    """OPS-6.10, W9: cars of one end roll out to a facility, for one Move."""

    action = FlyingSwitch

    def candidates(self, state: State) -> Iterable[FlyingSwitch]:
        return [action for actions in FLYING for action in actions]

    def legal(self, state: State) -> tuple[FlyingSwitch, ...]:
        pending = switching(state)
        if not pending.moves:
            return ()
        train, card = self._train(state, pending.tray)
        ground = self._yardmaster.own(state)
        return tuple(
            [
                FLYING[end][count - 1]
                for end in ENDS
                for count in range(1, outer_cars(train.consist, end) + 1)
                if ground.rolls(train, card, end, count, pending.worked)
            ]
        )

    def reject(self, state: State, action: FlyingSwitch) -> Rejection | None:
        pending = switching(state)
        if not pending.moves:
            return Rejection("no-moves-left", "OPS-6.1", "no Move is left")
        train, card = self._train(state, pending.tray)
        end: End = 1 if action.end else 0
        if action.count > outer_cars(train.consist, end):
            return not_so_many(train, end, action.count, "OPS-6.10")
        ground = self._yardmaster.own(state)
        if ground.rolls(train, card, end, action.count, pending.worked):
            return None
        _, cut = cut_off(train.consist, end, action.count)
        if not may_leave(card, cut) or ground.rolls(train, _unbound(card), end, action.count, ()):
            return refused("setout-forbidden", "OPS-6.14")
        return Rejection("no-facility-in-reach", "OPS-6.10", "no facility that has room can be reached")

    def perform(self, work: Work, action: FlyingSwitch) -> None:
        pending = work.pending
        assert isinstance(pending, SwitchPending)  # the book opens it at no other decision
        after = SwitchPending(pending.player, pending.tray, pending.moves - 1, pending.worked)
        work.pending = RollPending(pending.player, after, 1 if action.end else 0, action.count)


def _unbound(card: TrainCard) -> TrainCard:
    """The train card without restrictions."""
    return attrs.evolve(card, restrictions=())


class RollToRule(SwitchRule[RollTo]):
    """OPS-6.10, R24, W9: the facility to which the cut rolls."""

    action = RollTo

    def candidates(self, state: State) -> Iterable[RollTo]:
        return ROLLS

    def _targets(self, state: State) -> tuple[int, ...]:
        pending = self._pending(state)
        train, card = self._train(state, pending.switch.tray)
        return self._yardmaster.own(state).rolls(train, card, pending.end, pending.count, pending.switch.worked)

    def _pending(self, state: State) -> RollPending:
        pending = state.pending
        assert isinstance(pending, RollPending)  # the book opens it at no other decision
        return pending

    def legal(self, state: State) -> tuple[RollTo, ...]:
        return tuple([ROLLS[square] for square in sorted(self._targets(state))])

    def reject(self, state: State, action: RollTo) -> Rejection | None:
        if action.square in self._targets(state):
            return None
        ground, pending = self._yardmaster.own(state), self._pending(state)
        there = ground.squares.get(action.square)
        if there is None or there.facility is None:
            return Rejection("not-a-facility", "OPS-6.10", "there is no facility on that square")
        train, _ = self._train(state, pending.switch.tray)
        if action.square not in ground.rolling_reach(train, pending.end):
            return Rejection.of("path-blocked", "OPS-6.10", "the cars cannot roll to {square}", square=square_name(action.square))
        if len(there.standing) + pending.count > MOST_CARS:
            where, standing = square_name(action.square), len(there.standing)
            return refused("square-full", "OPS-5.11", count=pending.count, square=where, standing=standing)
        return refused("setout-forbidden", "OPS-6.14")

    def perform(self, work: Work, action: RollTo) -> None:
        pending = work.pending
        assert isinstance(pending, RollPending)  # the book opens it at no other decision
        seat, tray = work.seat_of(pending.player), pending.switch.tray
        train, area = work.train(tray), work.area(seat)
        row, cut = cut_off(train.consist, pending.end, pending.count)
        there = area.squares[action.square].standing
        # The cut joins on the near side: what rolls east comes from the west.
        with_standing(area, action.square, cut + there if pending.end else there + cut, 0)
        work.couple(tray, row, train.place)
        if work.log is not None:
            work.log.append(CarsRolled(tray, action.square, pending.end, cut, work.name(tray)))
        card = self.content.trains[train.card]
        switch = pending.switch
        work.pending = SwitchPending(switch.player, tray, switch.moves, spent(card, action.square, cut, switch.worked))


class BeginSortRule(SwitchRule[BeginSort]):
    """OPS-6.9: re-order the train on a Small Yard, for one Move."""

    action = BeginSort

    def candidates(self, state: State) -> Iterable[BeginSort]:
        return (BEGIN_SORT,)

    def reject(self, state: State, action: BeginSort) -> Rejection | None:
        pending = switching(state)
        if not pending.moves:
            return Rejection("no-moves-left", "OPS-6.1", "no Move is left")
        train, _ = self._train(state, pending.tray)
        fault = self._yardmaster.own(state).sort_fault(train)
        if fault == "not-on-small-yard":
            return Rejection(fault, "OPS-6.9", "the train does not stand on a Small Yard")
        return None if fault is None else Rejection(fault, "OPS-6.9", "the train has one order only")

    def perform(self, work: Work, action: BeginSort) -> None:
        pending = work.pending
        assert isinstance(pending, SwitchPending)  # the book opens it at no other decision
        after = SwitchPending(pending.player, pending.tray, pending.moves - 1, pending.worked)
        work.pending = SortPending(pending.player, after)


class SortNextRule(SwitchRule[SortNext]):
    """OPS-6.9, R25: the next token of the new order, which must not be the old one."""

    action = SortNext

    def candidates(self, state: State) -> Iterable[SortNext]:
        pending, train = self._pending(state)
        return [SortNext(token) for token in dict.fromkeys(left_over(train.consist, pending.picked))]

    def _pending(self, state: State) -> tuple[SortPending, Train]:
        pending = state.pending
        assert isinstance(pending, SortPending)  # the book opens it at no other decision
        train, _ = self._train(state, pending.switch.tray)
        return pending, train

    def reject(self, state: State, action: SortNext) -> Rejection | None:
        pending, train = self._pending(state)
        left = left_over(train.consist, pending.picked)
        if action.token not in left:
            return Rejection("token-not-left", "OPS-6.9", "the train has no such token left")
        picked = (*pending.picked, action.token)
        rest = left_over(train.consist, picked)
        if picked == train.consist[: len(picked)] and len(set(rest)) <= 1:
            return Rejection("same-order", "OPS-6.9", "that could only give the order that the train has")
        return None

    def perform(self, work: Work, action: SortNext) -> None:
        pending = work.pending
        assert isinstance(pending, SortPending)  # the book opens it at no other decision
        tray = pending.switch.tray
        train = work.train(tray)
        picked = (*pending.picked, action.token)
        if len(picked) < len(train.consist):
            work.pending = SortPending(pending.player, pending.switch, picked)
            return
        work.couple(tray, picked, train.place)
        if work.log is not None:
            work.log.append(TrainSorted(tray, train.consist, picked, work.name(tray)))
        work.pending = pending.switch
