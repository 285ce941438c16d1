"""What happens without a choice: the deal, drawing, scoring, departures, the next turn and the end."""

from functools import cache
from typing import Any, Literal, TypeVar

from railrules import Chance, Config, Outcome
from railrules.games.station_master.content import CABOOSE, DEPOT_RAILCARS, HAND, PAWN_COUNTS, RUSH_HOUR, SLOTS, STANDING_ROOM, TARGETED, Content
from railrules.games.station_master.events import (
    ActionDiscarded,
    CardDrawn,
    GameEnded,
    GameStarted,
    LocomotiveArrived,
    NothingToDraw,
    PassengerAssigned,
    PassengersReturned,
    RailcarAdded,
    RushHourDrawn,
    SlotClosed,
    TrainDeparted,
    TrainScored,
    TurnPassed,
    TurnStarted,
)
from railrules.games.station_master.options import Options
from railrules.games.station_master.rules.effects import has_effect
from railrules.games.station_master.rules.trains import can_assign, section_values, takes_depot
from railrules.games.station_master.state import (
    Boardings,
    Cards,
    Passenger,
    People,
    ScorePad,
    Scoring,
    State,
    Station,
    Train,
    Turn,
    Via,
)
from railrules.parts import Pool

T = TypeVar("T")
Log = list[Any] | None
Origin = Literal["hand", "discard", "train"]

PLACE = {3: 0, 2: 1, 1: 2, -1: 3}
"""Where the pawns of a value stand in a supply."""

LAST_TRAIN: Literal["last-train"] = "last-train"
STALLED: Literal["stalled"] = "stalled"


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return `items` with the one at `index` replaced."""
    return items[:index] + (item,) + items[index + 1 :]  # noqa: RUF005 - a third faster than unpacking, in every transition


def without(items: tuple[T, ...], index: int) -> tuple[T, ...]:
    """Return `items` without the one at `index`."""
    return items[:index] + items[index + 1 :]


def with_train(station: Station, slot: int, train: Train | None) -> Station:
    """Return `station` with another train in a slot."""
    return Station(replaced(station.slots, slot, train), station.loco_deck, station.loco_discard, station.depots_removed)


Counts = tuple[int, int, int, int]


@cache
def changed_counts(counts: Counts, value: int, by: int) -> Counts:
    """Return a supply with so many pawns of a value more; there are few supplies, so each is built once."""
    changed = list(counts)
    changed[PLACE[value]] += by
    threes, twos, ones, minus = changed
    return threes, twos, ones, minus


def changed_supply(people: People, seat: int, value: int, by: int) -> tuple[Counts, ...]:
    """Return all supplies after that of one seat has so many pawns of a value more."""
    return replaced(people.supply, seat, changed_counts(people.supply[seat], value, by))


Parts = tuple[Station, Cards, People, ScorePad]
"""What may change in a turn."""


def parts_of(state: State) -> Parts:
    """Return the parts of a state."""
    return state.station, state.cards, state.people, state.pad


class Flow:
    """The procedures of Station Master with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._decks = {players: Pool.of(content.deck(players)) for players in SLOTS}
        self._engines = Pool.of(engine.id for engine in content.locomotives.items)

    # ---- the beginning -----------------------------------------------------------------------------------------------------------------

    def start_game(self, config: Config[Options], chance: Chance, log: Log) -> State:
        """MST-2.2 to 2.10: the locomotives, the first seat, and three cards for each."""
        players = config.players
        engines, loco_deck = chance.draw(self._engines, SLOTS[players])
        first_seat = config.options.first_seat
        first = chance.pick(players) if first_seat == "random" else first_seat
        pile = self._decks[players]
        if log is not None:
            log.append(GameStarted(players, config.options, first, engines, len(loco_deck), len(pile)))
        state = State(
            config,
            Turn(1, first),
            Station(tuple(map(Train, engines)), loco_deck),
            Cards(pile, ((),) * players),
            People((PAWN_COUNTS,) * players, (Boardings(),) * players, 0, (True,) * players),
            ScorePad((0,) * players, (0,) * players),
            None,
        )
        station, cards = state.station, state.cards
        for number in range(HAND * players):
            station, cards = self.draw(station, cards, (first + number) % players, chance, log)  # MST-2.6, 2.7
        if log is not None:
            log.append(TurnStarted(first, 1))
        return State(config, state.turn, station, cards, state.people, state.pad, None)

    # ---- cards -------------------------------------------------------------------------------------------------------------------------

    def draw(self, station: Station, cards: Cards, seat: int, chance: Chance, log: Log) -> tuple[Station, Cards]:
        """MST-16.2, 16.3: one card into the hand; a Rush Hour acts at once (MST-15) and is replaced."""
        pile, hands, discard = cards.draw_pile, cards.hands, cards.discard
        while pile.items:
            (card,), pile = chance.draw(pile, 1)
            if card != RUSH_HOUR:
                if log is not None:
                    log.append(CardDrawn(seat, card, len(pile)))
                return station, Cards(pile, replaced(hands, seat, (*hands[seat], card)), discard)
            discard = (*discard, card)
            slot = loco = None
            if station.loco_deck.items:  # MST-15.2, 15.4
                (loco,), deck = chance.draw(station.loco_deck, 1)
                slot = len(station.slots)
                station = Station((*station.slots, Train(loco)), deck, station.loco_discard, station.depots_removed)
            if log is not None:
                log.append(RushHourDrawn(seat, slot, loco, len(pile)))
        if log is not None:
            log.append(NothingToDraw(seat))
        return station, Cards(pile, hands, discard)

    def end_card(self, state: State, parts: Parts, card: str | None, chance: Chance, log: Log) -> State:
        """MST-3.3, 3.4, 3.8: the action card goes away, then a card is drawn, then the turn ends. Nothing is drawn after the last train."""
        station, cards, people, pad = parts
        if card is not None:
            if log is not None:
                log.append(ActionDiscarded(card))
            cards = Cards(cards.draw_pile, cards.hands, (*cards.discard, card))
        if any(station.slots):
            station, cards = self.draw(station, cards, state.turn.active, chance, log)
        return self.end_turn(state, (station, cards, people, pad), chance, log)

    # ---- pawns -------------------------------------------------------------------------------------------------------------------------

    def board(self, state: State, slot: int, pawn_value: int, via: Via, log: Log) -> Parts:
        """MST-4.1, 4.7, 4.9: a pawn of the active seat boards a train."""
        seat = state.turn.active
        people, station = state.people, state.station
        train = station.slots[slot]
        assert train is not None  # the rules let nobody board an empty slot
        memory = people.boardings[seat]
        token, tick = len(memory.on), people.tick + 1
        if log is not None:
            log.append(PassengerAssigned(seat, slot, token, pawn_value, via))
        boarded = Train(train.loco, train.cars, train.depot, train.standing_room, (*train.passengers, Passenger(seat, token, pawn_value)))
        memory = Boardings((*memory.on, tick), (*memory.off, None), (*memory.values, pawn_value))
        supply = changed_supply(people, seat, pawn_value, -1)
        people = People(supply, replaced(people.boardings, seat, memory), tick, people.depot_unused)
        return with_train(station, slot, boarded), state.cards, people, state.pad

    def send_home(self, people: People, pawn: Passenger) -> People:
        """MST-14.4: a pawn goes home unseen, and its value is forgotten."""
        tick = people.tick + 1
        memory = people.boardings[pawn.seat]
        memory = Boardings(memory.on, replaced(memory.off, pawn.token, tick), replaced(memory.values, pawn.token, None))
        supply = changed_supply(people, pawn.seat, pawn.value, 1)
        return People(supply, replaced(people.boardings, pawn.seat, memory), tick, people.depot_unused)

    # ---- scoring -----------------------------------------------------------------------------------------------------------------------

    def score(self, config: Config[Options], turn: Turn, parts: Parts, slot: int, reason: Literal["depot", "departure"], log: Log) -> Parts:
        """MST-6.3 to 6.10, 7.5, 7.6: settle a train; its pawns go home, all else stays."""
        station, cards, people, pad = parts
        train = station.slots[slot]
        assert train is not None  # a train is settled, not a slot
        counted, values = section_values(self.content, config.options, train, departing=reason == "departure")
        passengers = train.passengers
        scoring = Scoring(turn.number, slot, train.loco, reason, counted, values, passengers)
        scores, best = pad.scores, pad.best
        for seat, delta in scoring.deltas if passengers else ():
            scores = replaced(scores, seat, max(0, scores[seat] + delta))  # MST-6.7
            if delta > best[seat]:
                best = replaced(best, seat, delta)  # MST-6.8
        pad = ScorePad(scores, best, (*pad.scorings, scoring))
        if log is not None:
            log.append(TrainScored.of(scoring, scores))
        if not passengers:
            return station, cards, people, pad
        if log is not None:
            log.append(PassengersReturned(slot, passengers))
        empty = Train(train.loco, train.cars, train.depot, train.standing_room)
        return with_train(station, slot, empty), cards, self._home(people, passengers), pad

    def _home(self, people: People, passengers: tuple[Passenger, ...]) -> People:
        """MST-6.9, 6.10: all pawns of a train come home at one tick, shown to all."""
        tick = people.tick + 1
        supplies, memories = list(people.supply), list(people.boardings)
        for pawn in passengers:
            seat = pawn.seat
            supplies[seat] = changed_counts(supplies[seat], pawn.value, 1)
            memory = memories[seat]
            memories[seat] = Boardings(memory.on, replaced(memory.off, pawn.token, tick), memory.values)
        return People(tuple(supplies), tuple(memories), tick, people.depot_unused)

    # ---- railcars and departures -------------------------------------------------------------------------------------------------------

    def couple(
        self,
        state: State,
        station: Station,
        cards: Cards,
        slot: int,
        card: str,
        origin: Origin,
        from_slot: int | None,
        depth: int | None,
        chance: Chance,
        log: Log,
    ) -> Parts:
        """MST-5.1, 5.3, 5.4, 8.1: a railcar at the tail; a full train, or one with a Caboose, departs at once."""
        train = station.slots[slot]
        assert train is not None  # no rule couples to an empty slot
        if log is not None:
            log.append(RailcarAdded(state.turn.active, slot, card, origin, from_slot, depth))
        coupled = (*train.cars, card)
        longer = Train(train.loco, coupled, train.depot, train.standing_room, train.passengers)
        station = with_train(station, slot, longer)
        if card == CABOOSE or len(coupled) >= self.content.capacity[train.loco]:
            return self.depart(state.config, state.turn, (station, cards, state.people, state.pad), slot, chance, log)
        return station, cards, state.people, state.pad

    def depart(self, config: Config[Options], turn: Turn, parts: Parts, slot: int, chance: Chance, log: Log, *, refill: bool = True) -> Parts:
        """MST-6.11 to 6.14: score, pawns home, cards and Depot and locomotive away, new locomotive."""
        station, cards, people, pad = self.score(config, turn, parts, slot, "departure", log)
        train = station.slots[slot]
        assert train is not None  # it departs
        discarded = train.cars + (STANDING_ROOM,) * train.standing_room
        owner = None if train.depot is None else train.depot.owner
        if log is not None:
            log.append(TrainDeparted(slot, train.loco, discarded, owner))
        deck, arrived = station.loco_deck, None
        if deck.items and refill:
            (loco,), deck = chance.draw(deck, 1)
            arrived = Train(loco)
        if log is not None:
            log.append(SlotClosed(slot) if arrived is None else LocomotiveArrived(slot, arrived.loco, len(deck)))
        removed = station.depots_removed if owner is None else (*station.depots_removed, owner)
        station = Station(replaced(station.slots, slot, arrived), deck, (*station.loco_discard, train.loco), removed)
        return station, Cards(cards.draw_pile, cards.hands, cards.discard + discarded), people, pad

    # ---- the next turn and the end -----------------------------------------------------------------------------------------------------

    def has_legal_play(self, state: State, seat: int) -> bool:
        """MST-17.2, 17.3: return whether a seat could do anything in a turn of its own."""
        hand, slots, discard = state.cards.hands[seat], state.station.slots, state.cards.discard
        if hand and state.config.options.idle_actions:
            return True
        if any(card not in TARGETED or has_effect(self.content, slots, discard, card) for card in hand):
            return True
        if can_assign(self.content, state, seat):
            return True
        return state.people.depot_unused[seat] and any(takes_depot(train, DEPOT_RAILCARS) for train in slots)

    def end_turn(self, state: State, parts: Parts, chance: Chance, log: Log) -> State:
        """MST-3.5, 17.2, 17.4, 18.1, 18.7: the game ends, or the next seat that can do something has its turn."""
        config, turn = state.config, state.turn
        station, cards, people, pad = parts
        seat = (turn.active + 1) % config.players
        following = State(config, Turn(turn.number + 1, seat), station, cards, people, pad, None)
        if not any(station.slots):
            return self._end(following, turn, LAST_TRAIN, log)
        surely = cards.hands[seat] and config.options.idle_actions  # the commonest case of `has_legal_play`, written out
        if not surely and not self.has_legal_play(following, seat):
            others = [(turn.active + offset) % config.players for offset in range(2, config.players + 1)]
            able = [other for other in others if self.has_legal_play(following, other)]
            if not able:
                return self._end(self._stalled(following, turn, chance, log), turn, STALLED, log)
            if log is not None:
                log.extend(map(TurnPassed, [seat, *others[: others.index(able[0])]]))
            seat = able[0]
            following = State(config, Turn(turn.number + 1, seat), *parts, None)
        if log is not None:
            log.append(TurnStarted(seat, turn.number + 1))
        return following

    def _stalled(self, state: State, turn: Turn, chance: Chance, log: Log) -> State:
        """MST-17.5: at a standstill the trains score only if the option says so."""
        if state.config.options.stalled_trains == "scored":
            parts = parts_of(state)
            for slot, train in enumerate(state.station.slots):
                if train is not None:
                    parts = self.depart(state.config, turn, parts, slot, chance, log, refill=False)
            return State(state.config, turn, *parts, None)
        return state

    def _end(self, state: State, turn: Turn, reason: Literal["last-train", "stalled"], log: Log) -> State:
        over = State(state.config, Turn(turn.number, turn.active, reason), *parts_of(state), None)
        if log is not None:
            outcome = outcome_of(over.pad, reason)
            log.append(GameEnded(reason, over.pad.scores, over.pad.best, outcome.ranking, outcome.winners))
        return over


def outcome_of(pad: ScorePad, reason: Literal["last-train", "stalled"]) -> Outcome:
    """MST-18.3 to 18.6: the highest score, then the best train; equal in both share a rank."""
    return Outcome((reason,), pad.scores, tuple(zip(pad.scores, pad.best, strict=True)))
