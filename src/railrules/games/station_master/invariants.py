"""Laws that every position of Station Master keeps (MST-I1 to I8, I10, I11, I19, I20), for tests and for who edits positions."""

from collections import Counter
from collections.abc import Iterator

from railrules.games.station_master.content import CABOOSE, DEPOT_RAILCARS, HAND, PAWNS, RUSH_HOUR, SLOTS, STANDING_ROOM, Content
from railrules.games.station_master.rules.choices import MOST_MOVED, acting_card
from railrules.games.station_master.rules.effects import repairable
from railrules.games.station_master.rules.trains import limit
from railrules.games.station_master.state import (
    BoardPending,
    RepairTrainPending,
    State,
    TransferPassengerPending,
    TransferTargetPending,
    pawns,
    slot_of,
)


def faults(content: Content, state: State) -> Iterator[str]:
    """Yield a sentence for each law that `state` breaks, beginning with its id."""
    unknown = [*_unknown(content, state)]
    yield from unknown
    if unknown:
        return  # the other laws count what these name
    yield from _card_faults(content, state)
    yield from _people_faults(state)
    yield from _train_faults(content, state)
    yield from _score_faults(state)
    yield from _pending_faults(content, state)


def _unknown(content: Content, state: State) -> Iterator[str]:
    """Players and locomotives that there are not."""
    players, station, people, pad = state.config.players, state.station, state.people, state.pad
    if players not in SLOTS:
        yield f"MST-2.1: {players} players; expected {min(SLOTS)} to {max(SLOTS)}"
    sizes = {*map(len, (state.cards.hands, people.supply, people.boardings, people.depot_unused, pad.scores, pad.best))}
    if sizes != {players}:
        yield f"MST-2.8: hands, pawns, Depots or scores of {' or '.join(map(str, sorted(sizes)))} players; expected {players}"
    trains = [train for train in station.slots if train is not None]
    seats = [state.turn.active, *station.depots_removed, *(train.depot.owner for train in trains if train.depot is not None)]
    seats += [pawn.seat for train in trains for pawn in train.passengers]
    seats += [pawn.seat for scoring in pad.scorings for pawn in scoring.passengers]
    for seat in sorted({*seats} - {*range(players)}):
        yield f"MST-3.5: seat {seat} is no player; expected 0..{players - 1}"
    for loco in sorted({train.loco for train in trains} - {*content.locomotive}):
        yield f"MST-I2: there is no locomotive {loco!r}"


def _card_faults(content: Content, state: State) -> Iterator[str]:
    players, cards, station = state.config.players, state.cards, state.station
    found = Counter([*cards.draw_pile, *cards.discard, *(card for hand in cards.hands for card in hand), *content.boxed(players)])
    trains = [train for train in station.slots if train is not None]
    for train in trains:
        found.update(train.cars)
        found[STANDING_ROOM] += train.standing_room
    if state.pending is not None and not isinstance(state.pending, BoardPending):
        found[acting_card(state.pending)] += 1
    for face in content.faces:
        if found[face] != content.counts[face]:
            yield f"MST-I1: {found[face]} cards {face} are there; expected {content.counts[face]}"
    if set(found) - set(content.faces):
        yield f"MST-I1: cards that there are not: {sorted(set(found) - set(content.faces))}"
    if sorted([*station.loco_deck, *station.loco_discard, *(train.loco for train in trains)]) != sorted(content.locomotive):
        yield "MST-I2: the locomotives are not all there, each once"
    for seat, hand in enumerate(cards.hands):
        if RUSH_HOUR in hand or len(hand) > HAND:
            yield f"MST-I6: seat {seat} has the hand {hand}"
        if len(cards.draw_pile) and state.pending is None and state.turn.over is None and len(hand) != HAND:
            yield f"MST-16.4: seat {seat} holds {len(hand)} cards between turns"
    if len(station.loco_deck) and state.turn.over is None and len(trains) < len(station.slots):
        yield "MST-I7: a slot is empty while locomotives are left"
    more = players > 2
    if not SLOTS[players] <= len(station.slots) <= SLOTS[players] + more:
        yield f"MST-I7: {len(station.slots)} slots with {players} players"


def _people_faults(state: State) -> Iterator[str]:
    people, station = state.people, state.station
    riding = [pawn for train in station.slots if train is not None for pawn in train.passengers]
    for seat, counts in enumerate(people.supply):
        out = sorted((pawn.token, pawn.value) for pawn in riding if pawn.seat == seat)
        if sorted([*pawns(counts), *(worth for _, worth in out)]) != sorted(PAWNS):
            yield f"MST-I3: seat {seat} has the pawns {pawns(counts)} at home and {[worth for _, worth in out]} on trains"
        memory = people.boardings[seat]
        if not len(memory.on) == len(memory.off) == len(memory.values):
            yield f"MST-I19: the memory of seat {seat} has {len(memory.on)}, {len(memory.off)} and {len(memory.values)} entries"
            continue
        remembered = [(token, worth) for token, (off, worth) in enumerate(zip(memory.off, memory.values, strict=True)) if off is None]
        if remembered != out:
            yield f"MST-I19: seat {seat} has the boardings {remembered} and the pawns {out} on trains"
    placed = sum(train is not None and train.depot is not None for train in station.slots)
    if sum(people.depot_unused) + placed + len(station.depots_removed) != state.config.players:
        yield "MST-I4: a Depot is missing, or there is one too many"


def _train_faults(content: Content, state: State) -> Iterator[str]:
    for slot, train in enumerate(state.station.slots):
        if train is None:
            continue
        if len(train.cars) >= content.capacity[train.loco] or CABOOSE in train.cars:
            yield f"MST-I5: the train in slot {slot} should have departed: {train.cars}"
        if len(train.passengers) > limit(content, state.config.options, train):
            yield f"MST-I5: the train in slot {slot} holds {len(train.passengers)} pawns, more than its limit"
        if train.depot is not None and not DEPOT_RAILCARS <= train.depot.behind <= len(train.cars):
            yield f"MST-I5: the Depot in slot {slot} stands behind {train.depot.behind} of {len(train.cars)} railcars"


def _score_faults(state: State) -> Iterator[str]:
    pad = state.pad
    scores, best = [0] * state.config.players, [0] * state.config.players
    for scoring in pad.scorings:
        for seat, delta in scoring.deltas:
            scores[seat] = max(0, scores[seat] + delta)
            best[seat] = max(best[seat], delta)
    if (tuple(scores), tuple(best)) != (pad.scores, pad.best):
        yield f"MST-I8: the scorings give {scores} and best {best}; the pad shows {pad.scores} and {pad.best}"
    placed = sum(train is not None and train.depot is not None for train in state.station.slots)
    departures = sum(scoring.reason == "departure" for scoring in pad.scorings)
    if departures > len(state.station.loco_discard) or len(pad.scorings) - departures != placed + len(state.station.depots_removed):
        yield f"MST-I20: {len(pad.scorings)} scorings, {departures} of them departures"


def _pending_faults(content: Content, state: State) -> Iterator[str]:
    """MST-I11: what is pending is about a train, pawns and a card that are there."""
    pending, slots = state.pending, state.station.slots
    if pending is None:
        return
    if state.turn.over is not None:
        yield "MST-I10: a decision is pending after the end"
    slot = slot_of(pending)
    train = slots[slot] if slot is not None and 0 <= slot < len(slots) else None
    if slot is not None and train is None:
        yield f"MST-I11: the pending decision is about slot {slot}, where there is no train"
    if train is not None and isinstance(pending, TransferTargetPending) and not 0 <= pending.position < len(train.passengers):
        yield f"MST-I11: the pending decision is about pawn {pending.position} of the {len(train.passengers)} in slot {slot}"
    if isinstance(pending, (TransferPassengerPending, TransferTargetPending)) and not 0 <= pending.moved < MOST_MOVED:
        yield f"MST-I11: the pending Transfer has moved {pending.moved} pawns; expected 0..{MOST_MOVED - 1}"
    if isinstance(pending, RepairTrainPending) and pending.depth not in repairable(content, state.cards.discard):
        yield f"MST-I11: the pending decision is about the card at depth {pending.depth}, which cannot be repaired"
