"""The choices that a played card leaves: which pawn, which railcar, which train (MST-10 to 14)."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from railrules import ActionRule, Chance, Rejection
from railrules.games.station_master.actions import (
    BoardPassenger,
    ChooseReassignSource,
    ChooseReassignTarget,
    ChooseRepairCard,
    ChooseRepairTrain,
    ChooseTransferPassenger,
    ChooseTransferTarget,
    ChooseTransferTrain,
    DeclineEffect,
    EndTransfer,
    UncoupleRailcars,
)
from railrules.games.station_master.content import PAWN_VALUES, REASSIGN, REPAIR, STANDING_ROOM, TRANSFER, UNCOUPLE, Content
from railrules.games.station_master.events import EffectDeclined, PassengerMoved, PassengerSentHome, RailcarsUncoupled
from railrules.games.station_master.notation import FORMS, expected
from railrules.games.station_master.rules.effects import LOOKED_AT, may_decline, repairable
from railrules.games.station_master.rules.flow import Flow, Log, Parts, parts_of, with_train, without
from railrules.games.station_master.rules.plays import MOST_SLOTS, reject_full, reject_pawn, reject_slot, train_in
from railrules.games.station_master.rules.trains import free_railcars, limit
from railrules.games.station_master.state import (
    BoardPending,
    Cards,
    Pending,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    State,
    Train,
    TransferPassengerPending,
    TransferTargetPending,
    TransferTrainPending,
    UncouplePending,
)

A = TypeVar("A")

MOST_MOVED = 3
"""How many pawns a Transfer takes at most (MST-14.1)."""

BOARDS = tuple(BoardPassenger(value) for value in PAWN_VALUES)
DECLINE = DeclineEffect()
END_TRANSFER = EndTransfer()
SOURCES = tuple(ChooseReassignSource(slot) for slot in range(MOST_SLOTS))
TARGETS = tuple(ChooseReassignTarget(slot) for slot in range(MOST_SLOTS))
DEPTHS = tuple(ChooseRepairCard(depth) for depth in range(LOOKED_AT))
REPAIRED = tuple(ChooseRepairTrain(slot) for slot in range(MOST_SLOTS))
UNCOUPLINGS = tuple(tuple(UncoupleRailcars(slot, count) for count in (1, 2)) for slot in range(MOST_SLOTS))
TRANSFERRED = tuple(ChooseTransferTrain(slot) for slot in range(MOST_SLOTS))
POSITIONS = tuple(ChooseTransferPassenger(position) for position in range(16))
TRANSFER_TARGETS = tuple(ChooseTransferTarget(slot) for slot in range(MOST_SLOTS))


def waiting(state: State, pending: Pending) -> State:
    """Return `state` at the next decision of the same card."""
    return State(state.config, state.turn, state.station, state.cards, state.people, state.pad, pending)


def acting_card(pending: Pending | None) -> str:
    """Return the action card that is under way: the kind of the record tells it."""
    match pending:
        case ReassignSourcePending() | ReassignTargetPending():
            return REASSIGN
        case RepairCardPending() | RepairTrainPending():
            return REPAIR
        case UncouplePending():
            return UNCOUPLE
        case TransferTrainPending() | TransferPassengerPending() | TransferTargetPending():
            return TRANSFER
        case _:
            return STANDING_ROOM


class ExactRule(ActionRule[State, A]):
    """A rule whose `candidates` are exactly its legal actions, so that `reject` need not be asked about each."""

    def iter_legal(self, state: State) -> Iterator[A]:
        return iter(self.candidates(state))

    def legal(self, state: State) -> tuple[A, ...]:
        return tuple(self.candidates(state))


def trains(state: State) -> list[tuple[int, Train]]:
    """Return (slot, train) for each slot that has one, ascending."""
    return [(slot, train) for slot, train in enumerate(state.station.slots) if train is not None]


class BoardPassengerRule(ExactRule[BoardPassenger]):
    """MST-7.7, 10.3: a pawn onto the train that has just got a Depot or Standing Room."""

    action = BoardPassenger

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[BoardPassenger]:
        supply = state.people.supply[state.turn.active]
        return [action for action, count in zip(BOARDS, supply, strict=True) if count]

    def reject(self, state: State, action: BoardPassenger) -> Rejection | None:
        return reject_pawn(state, action.value)

    def transition(self, state: State, action: BoardPassenger, chance: Chance, log: Log) -> State:
        pending = state.pending
        assert isinstance(pending, BoardPending)  # the book opens it at no other decision
        parts = self._flow.board(state, pending.slot, action.value, pending.source, log)
        if pending.source == STANDING_ROOM:
            return self._flow.end_card(state, parts, None, chance, log)
        return self._flow.end_turn(state, parts, chance, log)


class DeclineEffectRule(ActionRule[State, DeclineEffect]):
    """MST-10.3, 17.1: leave out what a card allows, where it only allows it."""

    action = DeclineEffect

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[DeclineEffect]:
        return (DECLINE,)

    def reject(self, state: State, action: DeclineEffect) -> Rejection | None:
        pending = state.pending
        assert pending is not None  # the book opens it at no other decision
        return None if may_decline(state.config.options, pending) else refuse_decline(state)

    def transition(self, state: State, action: DeclineEffect, chance: Chance, log: Log) -> State:
        card = acting_card(state.pending)
        if log is not None:
            log.append(EffectDeclined(state.turn.active, card))
        return self._flow.end_card(state, parts_of(state), None if card == STANDING_ROOM else card, chance, log)


def refuse_decline(state: State) -> Rejection:
    """MST-3.6: a pending decision that has to be answered."""
    wanted = expected(state.config.options, state.pending)
    return Rejection.of("must-resolve", "MST-3.6", "the pending decision cannot be declined; expected {wanted}", wanted=wanted)


class ChooseReassignSourceRule(ExactRule[ChooseReassignSource]):
    """MST-11.1, 11.2, 11.5, 7.8: which train gives its tail railcar."""

    action = ChooseReassignSource

    def candidates(self, state: State) -> Iterable[ChooseReassignSource]:
        return [SOURCES[slot] for slot, train in trains(state) if free_railcars(train)]

    def reject(self, state: State, action: ChooseReassignSource) -> Rejection | None:
        return reject_slot(state, action.slot) or reject_locked(state, action.slot)

    def transition(self, state: State, action: ChooseReassignSource, chance: Chance, log: Log) -> State:
        return waiting(state, ReassignTargetPending(action.slot))


def reject_locked(state: State, slot: int) -> Rejection | None:
    """MST-7.8: a train without a free railcar."""
    if free_railcars(train_in(state, slot)):
        return None
    return Rejection.of("no-free-railcar", "MST-7.8", "the train in slot {slot} has no free railcar", slot=slot)


def reject_source(slot: int, source: int, rule: str) -> Rejection | None:
    """MST-11.2, 14.2: the same train as source and target."""
    return Rejection.of("same-train", rule, "slot {slot} is where it comes from", slot=slot) if slot == source else None


class ChooseReassignTargetRule(ExactRule[ChooseReassignTarget]):
    """MST-11.2, 11.3: where the railcar goes; a train that becomes full departs."""

    action = ChooseReassignTarget

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[ChooseReassignTarget]:
        source = self._source(state)
        return [TARGETS[slot] for slot, _ in trains(state) if slot != source]

    def reject(self, state: State, action: ChooseReassignTarget) -> Rejection | None:
        return reject_slot(state, action.slot) or reject_source(action.slot, self._source(state), "MST-11.2")

    def _source(self, state: State) -> int:
        pending = state.pending
        assert isinstance(pending, ReassignTargetPending)  # the book opens it at no other decision
        return pending.source

    def transition(self, state: State, action: ChooseReassignTarget, chance: Chance, log: Log) -> State:
        source = self._source(state)
        train = train_in(state, source)
        shorter = Train(train.loco, train.cars[:-1], train.depot, train.standing_room, train.passengers)
        station = with_train(state.station, source, shorter)
        parts = self._flow.couple(state, station, state.cards, action.slot, train.cars[-1], "train", source, None, chance, log)
        return self._flow.end_card(state, parts, REASSIGN, chance, log)


class ChooseRepairCardRule(ExactRule[ChooseRepairCard]):
    """MST-12.1, 12.2: a railcar among the top three of the discard pile."""

    action = ChooseRepairCard

    def __init__(self, content: Content) -> None:
        self._content = content

    def candidates(self, state: State) -> Iterable[ChooseRepairCard]:
        return [DEPTHS[depth] for depth in repairable(self._content, state.cards.discard)]

    def reject(self, state: State, action: ChooseRepairCard) -> Rejection | None:
        depth, pile = action.depth, state.cards.discard
        depths = repairable(self._content, pile)
        if depth in depths:
            return None
        known = ", ".join(map(str, depths))
        if not 0 <= depth < min(LOOKED_AT, len(pile)):
            text = "there is no card {depth} to look at; expected one of: {known}"
            return Rejection.of("no-such-card", "MST-12.1", text, depth=depth, known=known)
        text = "{card}, at depth {depth}, is no railcar; expected one of: {known}"
        return Rejection.of("not-a-railcar", "MST-1.9", text, card=pile[-1 - depth], depth=depth, known=known)

    def transition(self, state: State, action: ChooseRepairCard, chance: Chance, log: Log) -> State:
        return waiting(state, RepairTrainPending(action.depth))


class ChooseRepairTrainRule(ExactRule[ChooseRepairTrain]):
    """MST-12.2 to 12.5: the train for it, as if played from the hand."""

    action = ChooseRepairTrain

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[ChooseRepairTrain]:
        return [REPAIRED[slot] for slot, _ in trains(state)]

    def reject(self, state: State, action: ChooseRepairTrain) -> Rejection | None:
        return reject_slot(state, action.slot)

    def transition(self, state: State, action: ChooseRepairTrain, chance: Chance, log: Log) -> State:
        pending, cards = state.pending, state.cards
        assert isinstance(pending, RepairTrainPending)  # the book opens it at no other decision
        place = len(cards.discard) - 1 - pending.depth
        rest = Cards(cards.draw_pile, cards.hands, without(cards.discard, place))
        card = cards.discard[place]
        parts = self._flow.couple(state, state.station, rest, action.slot, card, "discard", None, pending.depth, chance, log)
        return self._flow.end_card(state, parts, REPAIR, chance, log)


class UncoupleRailcarsRule(ExactRule[UncoupleRailcars]):
    """MST-13.1 to 13.3: the last one or two railcars of a train, if they are free."""

    action = UncoupleRailcars

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[UncoupleRailcars]:
        return [action for slot, train in trains(state) for action in UNCOUPLINGS[slot][: free_railcars(train)]]

    def reject(self, state: State, action: UncoupleRailcars) -> Rejection | None:
        unfit = reject_slot(state, action.slot)
        if unfit is not None:
            return unfit
        if action.count not in (1, 2):
            return Rejection.of("bad-count", "MST-13.1", "{count} railcars cannot be uncoupled; expected 1 or 2", count=action.count)
        unfit = reject_locked(state, action.slot)
        if unfit is not None:
            return unfit
        if action.count > free_railcars(train_in(state, action.slot)):
            return Rejection.of("too-few-free-railcars", "MST-13.2", "the train in slot {slot} has one free railcar only", slot=action.slot)
        return None

    def transition(self, state: State, action: UncoupleRailcars, chance: Chance, log: Log) -> State:
        train, cards = train_in(state, action.slot), state.cards
        removed = train.cars[: -action.count - 1 : -1]
        if log is not None:
            log.append(RailcarsUncoupled(state.turn.active, action.slot, removed))
        shorter = Train(train.loco, train.cars[: -action.count], train.depot, train.standing_room, train.passengers)
        rest = Cards(cards.draw_pile, cards.hands, cards.discard + removed)
        return self._flow.end_card(state, (with_train(state.station, action.slot, shorter), rest, state.people, state.pad), UNCOUPLE, chance, log)


class ChooseTransferTrainRule(ExactRule[ChooseTransferTrain]):
    """MST-14.1, 14.8: the train that pawns leave."""

    action = ChooseTransferTrain

    def candidates(self, state: State) -> Iterable[ChooseTransferTrain]:
        return [TRANSFERRED[slot] for slot, train in trains(state) if train.passengers]

    def reject(self, state: State, action: ChooseTransferTrain) -> Rejection | None:
        unfit = reject_slot(state, action.slot)
        if unfit is None and not train_in(state, action.slot).passengers:
            unfit = Rejection.of("no-passengers", "MST-14.1", "the train in slot {slot} has no pawns", slot=action.slot)
        return unfit

    def transition(self, state: State, action: ChooseTransferTrain, chance: Chance, log: Log) -> State:
        return waiting(state, TransferPassengerPending(action.slot, 0))


class ChooseTransferPassengerRule(ExactRule[ChooseTransferPassenger]):
    """MST-14.1, 14.3 to 14.5: the next pawn; where no other train has room it goes home unseen."""

    action = ChooseTransferPassenger

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def candidates(self, state: State) -> Iterable[ChooseTransferPassenger]:
        return POSITIONS[: len(train_in(state, _choosing(state).source).passengers)]

    def reject(self, state: State, action: ChooseTransferPassenger) -> Rejection | None:
        count = len(train_in(state, _choosing(state).source).passengers)
        if not 0 <= action.position < count:
            text = "there is no pawn {position}; expected 0..{last}"
            return Rejection.of("no-such-passenger", "MST-14.1", text, position=action.position, last=count - 1)
        return None

    def transition(self, state: State, action: ChooseTransferPassenger, chance: Chance, log: Log) -> State:
        pending = _choosing(state)
        source, position = pending.source, action.position
        options = state.config.options
        if any(
            train is not None and slot != source and len(train.passengers) < limit(self._content, options, train)
            for slot, train in enumerate(state.station.slots)
        ):
            return waiting(state, TransferTargetPending(source, position, pending.moved))
        train = train_in(state, source)
        pawn = train.passengers[position]
        if log is not None:
            log.append(PassengerSentHome(state.turn.active, source, position, pawn.seat, pawn.token))
        left = Train(train.loco, train.cars, train.depot, train.standing_room, without(train.passengers, position))
        station, people = with_train(state.station, source, left), self._flow.send_home(state.people, pawn)
        return after_transfer(self._flow, state, (station, state.cards, people, state.pad), source, pending.moved + 1, chance, log)


def _choosing(state: State) -> TransferPassengerPending:
    pending = state.pending
    assert isinstance(pending, TransferPassengerPending)  # the book opens it at no other decision
    return pending


def after_transfer(flow: Flow, state: State, parts: Parts, source: int, moved: int, chance: Chance, log: Log) -> State:
    """MST-14.6: the Transfer goes on, or is over after the third pawn or the last one there."""
    station = parts[0]
    train = station.slots[source]
    if moved < MOST_MOVED and train is not None and train.passengers:
        return State(state.config, state.turn, *parts, TransferPassengerPending(source, moved))
    return flow.end_card(state, parts, TRANSFER, chance, log)


class ChooseTransferTargetRule(ExactRule[ChooseTransferTarget]):
    """MST-14.2, 14.7: the train that the pawn goes to."""

    action = ChooseTransferTarget

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def candidates(self, state: State) -> Iterable[ChooseTransferTarget]:
        source, content, options = self._pending(state).source, self._content, state.config.options
        return [TRANSFER_TARGETS[slot] for slot, train in trains(state) if slot != source and len(train.passengers) < limit(content, options, train)]

    def reject(self, state: State, action: ChooseTransferTarget) -> Rejection | None:
        source = self._pending(state).source
        unfit = reject_slot(state, action.slot) or reject_source(action.slot, source, "MST-14.2")
        return unfit or reject_full(self._content, state, action.slot)

    def _pending(self, state: State) -> TransferTargetPending:
        pending = state.pending
        assert isinstance(pending, TransferTargetPending)  # the book opens it at no other decision
        return pending

    def transition(self, state: State, action: ChooseTransferTarget, chance: Chance, log: Log) -> State:
        pending = self._pending(state)
        train, target = train_in(state, pending.source), train_in(state, action.slot)
        pawn = train.passengers[pending.position]
        if log is not None:
            log.append(PassengerMoved(state.turn.active, pending.source, pending.position, action.slot, pawn.seat, pawn.token))
        left = Train(train.loco, train.cars, train.depot, train.standing_room, without(train.passengers, pending.position))
        joined = Train(target.loco, target.cars, target.depot, target.standing_room, (*target.passengers, pawn))
        station = with_train(with_train(state.station, pending.source, left), action.slot, joined)
        parts = station, state.cards, state.people, state.pad
        return after_transfer(self._flow, state, parts, pending.source, pending.moved + 1, chance, log)


class EndTransferRule(ActionRule[State, EndTransfer]):
    """MST-14.1, 14.6: enough, after at least one pawn."""

    action = EndTransfer

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[EndTransfer]:
        return (END_TRANSFER,)

    def reject(self, state: State, action: EndTransfer) -> Rejection | None:
        if _choosing(state).moved:
            return None
        form = FORMS[ChooseTransferPassenger]
        return Rejection.of("nothing-moved", "MST-14.1", "a Transfer takes at least one pawn; expected {form}", form=form)

    def transition(self, state: State, action: EndTransfer, chance: Chance, log: Log) -> State:
        return self._flow.end_card(state, parts_of(state), TRANSFER, chance, log)
