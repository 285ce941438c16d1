"""The Mainline phase (OPS-8.6 to 8.16, sections B.5 to B.7): trains move, are held, arrive, collide."""

from collections.abc import Iterable, Sequence
from typing import Literal

from railrules import Rejection, SeededChance
from railrules.games.railroad_operations.actions import ClearTrain, DivertTrain, HoldTrain, LetRun, TakeOffice, TelegraphHold
from railrules.games.railroad_operations.consist import COACH, Row, cars_of, is_made_up, kind_of, make_up_fault
from railrules.games.railroad_operations.content import Content, TrainCard
from railrules.games.railroad_operations.events import (
    ExpediteFined,
    LineCollision,
    OfficeCollision,
    TelegraphUsed,
    TrainAdmitted,
    TrainAdvanced,
    TrainArrived,
    TrainCleared,
    TrainDiverted,
    TrainHeld,
    TrainHeldAtLimits,
    TrainLeft,
    TrainStayed,
    TrainWaited,
    TrainWrecked,
)
from railrules.games.railroad_operations.rules.ground import Ground, occupied_squares
from railrules.games.railroad_operations.rules.work import Work, WorkRule
from railrules.games.railroad_operations.state import (
    AtInterchange,
    AtLimits,
    AtPoint,
    ClearancePending,
    DivertPending,
    End,
    InArea,
    LineCard,
    OnLine,
    State,
    TelegraphPending,
    Train,
)
from railrules.games.railroad_operations.track import EAST, OFFICE, SQUARES, WEST, square_at, walk

COLLISION_COST = 5
EXPEDITE_FINE = 1
CLEAR_TRAIN = ClearTrain()
HOLD_TRAIN = HoldTrain()
LET_RUN = LetRun()
TAKE_OFFICE = TakeOffice()
DIVERTS = tuple(DivertTrain(square) for square in range(SQUARES))

Verdict = Literal["release", "held", "ask"]


# ---- the beginning of the phase --------------------------------------------------------------------------------------------------------


def begin_mainline(work: Work) -> None:
    """Section B.5: fines, admissions, then the Telegraphs, then the trains."""
    for tray, train in work.running():
        if train.arrived:
            work.put(tray, train.place, cleared_by=train.cleared_by)
    for tray in in_order(work, [tray for tray, _ in work.running()]):
        train = work.train(tray)
        place = train.place
        if work.content.trains[train.card].expedited and isinstance(place, InArea) and place.square != OFFICE:
            player = work.seats[place.seat]
            if work.log is not None:
                work.log.append(ExpediteFined(player, tray, work.name(tray)))
            work.pay(player, -EXPEDITE_FINE, "expedite")
    for seat in range(len(work.seats)):
        settle(work, seat)
    ask_telegraphs(work, 0, ())


def in_order(work: Work, trays: Iterable[int]) -> list[int]:
    """Return trains in the order of OPS-8.6, R10."""

    def key(tray: int) -> tuple[int, int, int]:
        train = work.train(tray)
        card = work.content.trains[train.card]
        return card.number, 2 if card.extra else train.section, train.serial

    return sorted(trays, key=key)


def ask_telegraphs(work: Work, turn: int, stopped: tuple[int, ...]) -> None:
    """OPS-5.14, R13: each owner of an unused Telegraph with a train that could try to leave is asked; then the trains move."""
    order = work.order()
    for place in range(turn, len(order)):
        seat = work.seat_of(order[place])
        if work.has_enhancement(seat, "hold_departure") and not work.area(seat).telegraph_used and ready(work, seat):
            work.pending = TelegraphPending(order[place], place, stopped)
            return
    queue = [tray for tray, train in work.running() if _acts(train) and tray not in stopped]
    sweep(work, in_order(work, queue), stopped)


def ready(work: Work, seat: int) -> list[int]:
    """Return the trains at an Office that could try to leave (R13)."""
    place = InArea(seat, OFFICE)
    return [tray for tray, train in work.running() if train.place == place and not train.arrived and is_made_up(train.consist)]


def _acts(train: Train) -> bool:
    """Whether a train acts in this phase by itself: one held at the Limits, or standing about in an area, does not."""
    place = train.place
    if isinstance(place, InArea):
        return place.square == OFFICE and not train.arrived
    return not isinstance(place, AtLimits)


# ---- the trains, one after another -----------------------------------------------------------------------------------------------------


def sweep(work: Work, queue: list[int], stopped: tuple[int, ...]) -> None:
    """Section B.5: each train of the queue acts once; a question leaves the rest of the queue in the pending record."""
    while queue:
        tray = queue.pop(0)
        train = work.trays[tray]
        if train is None:
            continue  # wrecked meanwhile
        place = train.place
        asked = _run(work, tray, place, queue, stopped) if isinstance(place, OnLine) else depart(work, tray, queue, stopped)
        if asked:
            return
    work.pending = None
    if work.phase == "mainline":
        for seat in range(len(work.seats)):
            settle(work, seat)
        work.enter("load-unload")


def _run(work: Work, tray: int, place: OnLine, queue: list[int], stopped: tuple[int, ...]) -> bool:
    """A train on the line goes on; returns whether somebody is asked."""
    train = work.train(tray)
    cards = work.gaps[place.gap]
    line = work.content.line[cards[place.index].card]
    if place.region < line.regions:
        step(work, tray, place.gap, place.index, place.region + 1)
        return False
    following = place.index + (1 if train.heading == EAST else -1)
    if 0 <= following < len(cards):
        step(work, tray, place.gap, following, entry(work.content, cards[following], work.content.trains[train.card], train.heading))
        return False
    seat = place.gap if train.heading == EAST else place.gap - 1
    if 0 <= seat < len(work.seats):
        return arrive(work, tray, seat, queue, stopped)
    leave(work, tray)
    return False


def entry(content: Content, line: LineCard, card: TrainCard, heading: End) -> int:
    """Return the region at which a train enters a Mainline card (OPS-8.7, R16)."""
    kind = content.line[line.card]
    by_speed = kind.fast if card.fast else kind.slow
    by_slope = kind.up if heading == line.top else kind.down
    return kind.regions - (by_slope if kind.kind == "heavy-grade" else by_speed) + 1


def first_card(work: Work, train: Train) -> tuple[int, int]:
    """Return the Mainline card that a train enters from where it stands."""
    place = train.place
    if isinstance(place, AtInterchange):
        return place.gap, place.index
    if isinstance(place, AtPoint):
        gap = 0 if place.end == WEST else len(work.gaps) - 1
    else:
        assert isinstance(place, InArea)  # it departs
        gap = place.seat + (1 if train.heading == EAST else 0)
    return gap, 0 if train.heading == EAST else len(work.gaps[gap]) - 1


def first_place(work: Work, tray: int) -> OnLine:
    """Return where on the line a train comes if it is let out."""
    train = work.train(tray)
    gap, index = first_card(work, train)
    return OnLine(gap, index, entry(work.content, work.gaps[gap][index], work.content.trains[train.card], train.heading))


# ---- departures ------------------------------------------------------------------------------------------------------------------------


def depart(work: Work, tray: int, queue: list[int], stopped: tuple[int, ...]) -> bool:
    """OPS-8.8, 8.9: a train tries to enter the line; returns whether the Superintendent is asked."""
    train = work.train(tray)
    place = train.place
    if isinstance(place, InArea):
        reason = why_stay(work, train, place.seat)
        if reason is not None:
            if work.log is not None:
                work.log.append(TrainStayed(tray, reason, work.name(tray)))
            return False
    found = found_ahead(work, tray)
    verdict = clearance(work, tray, found)
    if verdict == "held":
        if work.log is not None:
            work.log.append(_held(work, tray, found, None))
    elif verdict == "release":
        enter(work, tray, None)
    else:
        work.pending = ClearancePending(work.fedora, tray, tuple(queue), stopped)
        return True
    return False


def _held(work: Work, tray: int, found: Sequence[int], by: int | None) -> TrainHeld:
    """The event of a train that is held, by a player or by the rules."""
    return TrainHeld(tray, tuple(found), by, work.name(tray), tuple(map(work.name, found)))


def why_stay(work: Work, train: Train, seat: int) -> Literal["engine-between-cars", "caboose-not-at-end", "running-track-fouled"] | None:
    """OPS-8.9, R39: why a train does not leave its Office, None if it could."""
    fault = make_up_fault(train.consist)
    if fault is not None:
        return fault
    return "running-track-fouled" if is_fouled(work, seat, train.heading) else None


def enter(work: Work, tray: int, by: int | None) -> None:
    """A train enters the line on the clearance of `by`, or by the rules."""
    old = work.train(tray)
    work.put(tray, old.place, cleared_by=by, arrived=old.arrived)
    gap, index = first_card(work, old)
    step(work, tray, gap, index, entry(work.content, work.gaps[gap][index], work.content.trains[old.card], old.heading))
    after = work.trays[tray]
    if after is not None and after.place == old.place:
        work.put(tray, old.place, arrived=old.arrived)  # it waits, and the clearance is gone
    elif isinstance(old.place, InArea):
        settle(work, old.place.seat)


def found_ahead(work: Work, tray: int) -> list[int]:
    """Return the trains in the Subdivision ahead in order of distance (section B.6, R18)."""
    train = work.train(tray)
    gap, index = first_card(work, train)
    east = train.heading == EAST
    found: list[int] = []
    while True:
        cards = work.gaps[gap]
        for place in range(index, len(cards)) if east else range(index, -1, -1):
            found += sorted(on_card(work, gap, place, tray), key=lambda other: _distance(work, other, train.heading))
        seat = gap if east else gap - 1
        if not 0 <= seat < len(work.seats) or work.grade(seat).control_point:
            return found
        for there in (AtLimits(seat, WEST if east else EAST), InArea(seat, OFFICE), AtLimits(seat, EAST if east else WEST)):
            found += [other for other, running in work.running() if other != tray and running.place == there]
        gap += 1 if east else -1
        index = 0 if east else len(work.gaps[gap]) - 1


def on_card(work: Work, gap: int, index: int, but: int) -> list[int]:
    """Return the other trains on a Mainline card."""
    return [
        tray
        for tray, train in work.running()
        if tray != but and isinstance(train.place, OnLine) and (train.place.gap, train.place.index) == (gap, index)
    ]


def _distance(work: Work, tray: int, heading: End) -> int:
    """How deep in a card a train is, seen by one that heads so and enters it."""
    train = work.train(tray)
    place = train.place
    assert isinstance(place, OnLine)  # it is on a card
    regions = work.content.line[work.gaps[place.gap][place.index].card].regions
    return place.region if train.heading == heading else regions + 1 - place.region


def clearance(work: Work, tray: int, found: list[int]) -> Verdict:
    """OPS-8.8, section B.6: released, held, or for the Superintendent to say."""
    train = work.train(tray)
    rest: list[int] = []
    for other in found:
        there = work.train(other)
        if isinstance(there.place, OnLine) and there.heading != train.heading:
            if not _passes(work, there.place):
                return "held"
        else:
            rest.append(other)
    if not rest:
        return "release"
    nearest = work.train(rest[0]).place
    if isinstance(nearest, OnLine) and _signalled(work, tray, nearest):
        return "release"
    return "ask"


def _passes(work: Work, place: OnLine) -> bool:
    """Whether an opposing train on a card is no reason to hold: Double Track, or a Passing Siding with fewer than two trains."""
    card = work.gaps[place.gap][place.index]
    if has_effect(work.content, card, "opposing_trains"):
        return True
    return has_effect(work.content, card, "two_trains") and len(on_card(work, place.gap, place.index, -1)) < 2


def has_effect(content: Content, card: LineCard, effect: str) -> bool:
    """Return whether a Mainline card has the modifier with an effect (OPS-8.13)."""
    return content.by_effect.get(effect) in card.modifiers


def _signalled(work: Work, tray: int, until: OnLine) -> bool:
    """Whether every card up to the one of the next train has Block Signals (R15)."""
    train = work.train(tray)
    gap, index = first_card(work, train)
    ahead = 1 if train.heading == EAST else -1
    while True:
        if not has_effect(work.content, work.gaps[gap][index], "follow_safely"):
            return False
        if (gap, index) == (until.gap, until.index):
            return True
        index += ahead
        if not 0 <= index < len(work.gaps[gap]):
            gap += ahead
            index = 0 if ahead > 0 else len(work.gaps[gap]) - 1


# ---- on the line -----------------------------------------------------------------------------------------------------------------------


def step(work: Work, tray: int, gap: int, index: int, region: int) -> None:
    """OPS-8.12, 8.13: a train comes into a region, waits, or collides."""
    train = work.train(tray)
    card = work.gaps[gap][index]
    regions = work.content.line[card.card].regions
    others = on_card(work, gap, index, tray)
    met = []
    for other in others:
        there = work.train(other)
        assert isinstance(there.place, OnLine)  # it is on the card
        same_way = there.heading == train.heading
        if there.place.region == (region if same_way else regions + 1 - region):
            met.append(other)
    if has_effect(work.content, card, "opposing_trains"):
        met = [other for other in met if work.train(other).heading == train.heading]
    if has_effect(work.content, card, "two_trains") and len(others) < 2:
        met = []
    if not met:
        place = OnLine(gap, index, region)
        work.put(tray, place, cleared_by=train.cleared_by)
        if work.log is not None:
            work.log.append(TrainAdvanced(tray, place, work.name(tray)))
    elif has_effect(work.content, card, "follow_safely") and all(work.train(other).heading == train.heading for other in met):
        if work.log is not None:
            behind = min(met, key=lambda other: work.train(other).serial)
            work.log.append(TrainWaited(tray, behind, work.name(tray), work.name(behind)))
    else:
        _line_collision(work, tray, min(met, key=lambda other: work.train(other).serial), gap, index)


def _line_collision(work: Work, tray: int, other: int, gap: int, index: int) -> None:
    """OPS-8.12, 8.14, R17, W10: who cleared one of the two pays; both are wrecked."""
    cleared = {work.train(tray).cleared_by, work.train(other).cleared_by}
    charged = tuple(sorted(player for player in cleared if player is not None))
    if work.log is not None:
        work.log.append(LineCollision(tray, other, gap, index, charged, work.name(tray), work.name(other)))
    for player in charged:
        work.pay(player, -COLLISION_COST, "collision")
    wreck(work, tray, other)
    _count_collision(work)


def _count_collision(work: Work) -> None:
    work.set_books(stage_collisions=work.books.stage_collisions + 1, day_collisions=work.books.day_collisions + 1)


def wreck(work: Work, *trays: int) -> None:
    """OPS-8.14: trains are gone, the cars of one after the other come to the Classification Yard."""
    names = [work.name(tray) for tray in trays]  # the first one that goes can make another name shorter
    for tray, name in zip(trays, names, strict=True):
        cars = _off_the_division(work, tray)
        if work.log is not None:
            work.log.append(TrainWrecked(tray, cars, name))
        work.retire(cars)


def leave(work: Work, tray: int) -> None:
    """OPS-8.15: a train leaves by the far Division Point, and everybody earns."""
    if work.log is not None:
        train = work.train(tray)
        work.log.append(TrainLeft(tray, train.heading, cars_of(train.consist), work.name(tray)))
    work.retire(_off_the_division(work, tray))
    for player in range(len(work.players)):
        work.pay(player, work.config.options.transit_revenue, "transit")


def _off_the_division(work: Work, tray: int) -> Row:
    """The tray is free; an Extra's card goes out of the game. Returns the cars."""
    train = work.train(tray)
    work.trays[tray] = None
    if work.content.trains[train.card].extra:
        work.out_of_game(train.card)
    return cars_of(train.consist)


# ---- arrivals --------------------------------------------------------------------------------------------------------------------------


def arrive(work: Work, tray: int, seat: int, queue: list[int], stopped: tuple[int, ...]) -> bool:
    """OPS-8.10, section B.7: a train comes to an Office; returns whether its player is asked."""
    train = work.train(tray)
    end: End = WEST if train.heading == EAST else EAST
    settle(work, seat)
    if is_fouled(work, seat, end):
        _office_collision(work, tray, seat, "fouled")
        return False
    if diverts(work, tray, seat, end):
        work.pending = DivertPending(work.seats[seat], tray, tuple(queue), stopped)
        return True
    take_track(work, tray, seat)
    return False


def take_track(work: Work, tray: int, seat: int) -> None:
    """OPS-8.10: an A/D track, the Limits, or a collision."""
    train = work.train(tray)
    end: End = WEST if train.heading == EAST else EAST
    if work.has_free_track(seat):
        work.put(tray, InArea(seat, OFFICE), arrived=True)
        if work.log is not None:
            work.log.append(TrainArrived(tray, seat, work.name(tray)))
    elif not work.has_enhancement(seat, "hold_at_limits"):
        _office_collision(work, tray, seat, "office-full")
    elif end in [held for held, _ in work.held(seat)]:
        _office_collision(work, tray, seat, "limits-occupied")
    else:
        area = work.area(seat)
        area.held = (*area.held, (end, tray))
        work.put(tray, AtLimits(seat, end))
        if work.log is not None:
            work.log.append(TrainHeldAtLimits(tray, seat, end, work.name(tray)))


def settle(work: Work, seat: int) -> None:
    """OPS-8.11, R20: trains held at the Limits take the A/D tracks that are free, oldest first; one whose side is fouled waits."""
    for end, tray in work.held(seat):
        if work.has_free_track(seat) and not is_fouled(work, seat, end):
            area = work.area(seat)
            area.held = tuple(held for held in area.held if held != (end, tray))
            work.put(tray, InArea(seat, OFFICE), arrived=True)
            if work.log is not None:
                work.log.append(TrainAdmitted(tray, seat, work.name(tray)))


def is_fouled(work: Work, seat: int, end: End) -> bool:
    """OPS-6.12, 8.9, 8.10, R22: whether cars or a train stand on the Running Track between the Office and a Limit."""
    area = work.area(seat)
    west, east = area.limits
    columns = range(west, 0) if end == WEST else range(1, east + 1)
    squares = [square_at(column, 0) for column in columns]
    if any(area.squares[square].standing for square in squares if square in area.squares):
        return True
    occupied = occupied_squares(seat, work.trays)
    return any(square in occupied for square in squares)


def diverts(work: Work, tray: int, seat: int, end: End) -> tuple[int, ...]:
    """OPS-8.10, R19, R23: the Yard Offices to which an arriving train may be diverted, ascending."""
    train = work.train(tray)
    card = work.content.trains[train.card]
    if any(kind_of(token) == COACH for token in train.consist) or "no_switching" in card.restrictions:
        return ()
    area = work.area(seat)
    content = work.content
    ground = Ground(content, area.squares, occupied_squares(seat, work.trays), work.grade(seat).ad_tracks)
    found = []

    def look(square: int) -> bool | None:
        if area.squares[square].standing or ground.blocked(square):
            return None
        trackage = content.trackage.get(area.squares[square].card)
        if trackage is not None and trackage.shape == "yard-office":
            found.append(square)
        return True

    limit = square_at(area.limits[end], 0)
    for _ in walk(ground.plan, limit, EAST if end == WEST else WEST, look):
        pass
    return tuple(sorted(found))


def _office_collision(work: Work, tray: int, seat: int, reason: Literal["fouled", "limits-occupied", "office-full"]) -> None:
    """OPS-8.10, 8.14: the player of the Office pays, and the arriving train is wrecked."""
    if work.log is not None:
        work.log.append(OfficeCollision(tray, seat, reason, work.name(tray)))
    work.pay(work.seats[seat], -COLLISION_COST, "collision")
    wreck(work, tray)
    _count_collision(work)


# ---- the decisions ---------------------------------------------------------------------------------------------------------------------


class ClearTrainRule(WorkRule[ClearTrain]):
    """OPS-8.8: the Superintendent clears the train."""

    action = ClearTrain

    def candidates(self, state: State) -> Iterable[ClearTrain]:
        return (CLEAR_TRAIN,)

    def reject(self, state: State, action: ClearTrain) -> Rejection | None:
        return None

    def perform(self, work: Work, action: ClearTrain) -> None:
        pending = work.pending
        assert isinstance(pending, ClearancePending)  # the book opens it at no other decision
        work.pending = None
        if work.log is not None:
            work.log.append(TrainCleared(pending.tray, pending.player, work.name(pending.tray)))
        enter(work, pending.tray, pending.player)
        sweep(work, list(pending.queue), pending.stopped)


class HoldTrainRule(WorkRule[HoldTrain]):
    """OPS-8.8: the Superintendent holds the train."""

    action = HoldTrain

    def candidates(self, state: State) -> Iterable[HoldTrain]:
        return (HOLD_TRAIN,)

    def reject(self, state: State, action: HoldTrain) -> Rejection | None:
        return None

    def perform(self, work: Work, action: HoldTrain) -> None:
        pending = work.pending
        assert isinstance(pending, ClearancePending)  # the book opens it at no other decision
        work.pending = None
        if work.log is not None:
            work.log.append(_held(work, pending.tray, found_ahead(work, pending.tray), pending.player))
        sweep(work, list(pending.queue), pending.stopped)


class DivertTrainRule(WorkRule[DivertTrain]):
    """OPS-8.10: the train goes to a Yard Office."""

    action = DivertTrain

    def candidates(self, state: State) -> Iterable[DivertTrain]:
        return DIVERTS

    def _targets(self, state: State) -> tuple[int, ...]:
        work = Work(self.content, state, SeededChance(0), None)  # chance is not asked
        tray, seat, end = arriving(work)
        return diverts(work, tray, seat, end)

    def legal(self, state: State) -> tuple[DivertTrain, ...]:
        return tuple([DIVERTS[square] for square in self._targets(state)])

    def reject(self, state: State, action: DivertTrain) -> Rejection | None:
        if action.square in self._targets(state):
            return None
        return Rejection("no-yard-office-there", "OPS-8.10", "no Yard Office that the train could reach lies there")

    def perform(self, work: Work, action: DivertTrain) -> None:
        tray, seat, _ = arriving(work)
        pending = work.pending
        assert isinstance(pending, DivertPending)  # as above
        work.pending = None
        work.put(tray, InArea(seat, action.square))
        if work.log is not None:
            work.log.append(TrainDiverted(tray, seat, action.square, work.name(tray)))
        sweep(work, list(pending.queue), pending.stopped)


def arriving(work: Work) -> tuple[int, int, End]:
    """Return the tray of the train that is to be diverted or not, the seat where it arrives, and the end by which it comes."""
    pending = work.pending
    assert isinstance(pending, DivertPending)  # the book asks at no other decision
    heading = work.train(pending.tray).heading
    return pending.tray, work.seat_of(pending.player), WEST if heading == EAST else EAST


class TakeOfficeRule(WorkRule[TakeOffice]):
    """OPS-8.10: the train is not diverted."""

    action = TakeOffice

    def candidates(self, state: State) -> Iterable[TakeOffice]:
        return (TAKE_OFFICE,)

    def reject(self, state: State, action: TakeOffice) -> Rejection | None:
        return None

    def perform(self, work: Work, action: TakeOffice) -> None:
        tray, seat, _ = arriving(work)
        pending = work.pending
        assert isinstance(pending, DivertPending)  # as above
        work.pending = None
        take_track(work, tray, seat)
        sweep(work, list(pending.queue), pending.stopped)


class TelegraphHoldRule(WorkRule[TelegraphHold]):
    """OPS-5.14: a train stays at the own Office in this phase."""

    action = TelegraphHold

    def candidates(self, state: State) -> Iterable[TelegraphHold]:
        return [TelegraphHold(tray) for tray, train in enumerate(state.division.trays) if train is not None]

    def reject(self, state: State, action: TelegraphHold) -> Rejection | None:
        trays = state.division.trays
        pending = state.pending
        assert isinstance(pending, TelegraphPending)  # the book opens it at no other decision
        train = trays[action.tray] if action.tray < len(trays) else None
        place = InArea(state.people.seats.index(pending.player), OFFICE)
        if train is None or train.place != place or train.arrived or not is_made_up(train.consist):
            return Rejection("train-not-ready", "OPS-5.14", "that train does not stand ready at the own Office")
        return None

    def perform(self, work: Work, action: TelegraphHold) -> None:
        pending = work.pending
        assert isinstance(pending, TelegraphPending)  # as above
        work.pending = None
        work.area(work.seat_of(pending.player)).telegraph_used = True
        if work.log is not None:
            work.log.append(TelegraphUsed(pending.player, action.tray, work.name(action.tray)))
        ask_telegraphs(work, pending.turn + 1, (*pending.stopped, action.tray))


class LetRunRule(WorkRule[LetRun]):
    """OPS-5.14: no train is held; the Telegraph is not used."""

    action = LetRun

    def candidates(self, state: State) -> Iterable[LetRun]:
        return (LET_RUN,)

    def reject(self, state: State, action: LetRun) -> Rejection | None:
        return None

    def perform(self, work: Work, action: LetRun) -> None:
        pending = work.pending
        assert isinstance(pending, TelegraphPending)  # the book opens it at no other decision
        work.pending = None
        ask_telegraphs(work, pending.turn + 1, pending.stopped)
