"""Station Master in numbers: the feature vector of a view, and how good it is."""

from array import array
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from types import NoneType
from typing import Any

from railrules import Config, Observer, one_hot, zeros
from railrules.games.station_master.beliefs import beliefs
from railrules.games.station_master.content import CARDS, HAND, KINDS, LOCOMOTIVES, MOST_PASSENGERS, PAWN_VALUES, SLOTS, Content
from railrules.games.station_master.options import Options
from railrules.games.station_master.rules.choices import MOST_MOVED
from railrules.games.station_master.rules.effects import LOOKED_AT, may_decline
from railrules.games.station_master.rules.flow import PLACE
from railrules.games.station_master.rules.trains import TrainLike, limit, section_values
from railrules.games.station_master.state import (
    BoardPending,
    Depot,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    Train,
    TransferPassengerPending,
    TransferTargetPending,
    TransferTrainPending,
    UncouplePending,
    slot_of,
)
from railrules.games.station_master.view import SeenTrain, View, public_memory

MOST_POINTS = 500.0
MOST_RAILCARS = 8
HIGH_VALUE = 30
PER_TRAIN = 9
ASKED = 4
KEPT = 20_000
"""Hands and trains come again and again, so what stands for them is worked out once."""
PILES_KEPT = 500
"""A whole pile comes again in the same game only."""

DECISIONS: tuple[type, ...] = (
    NoneType,  # a turn
    BoardPending,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    UncouplePending,
    TransferTrainPending,
    TransferPassengerPending,
    TransferTargetPending,
)


# ---- features --------------------------------------------------------------------------------------------------------------------------


class _Features:
    """Reads features off views of one configuration. Players are told from the one who looks on; a spectator looks from seat 0.

    What an `array` gives is copied as a whole, which is why much is kept in that form.
    """

    def __init__(self, content: Content, config: Config[Any]) -> None:
        self.content = content
        self.options = config.options
        self.players = config.players
        self.slots = SLOTS[config.players] + (config.players > 2)
        self.places = {face: place for place, face in enumerate(content.faces)}
        self._hand = lru_cache(KEPT)(self._counted_hand)
        self._train = lru_cache(KEPT)(self._measured_train)
        self._discarded = lru_cache(PILES_KEPT)(self._counted_pile)
        self._top = lru_cache(KEPT)(self._marked_top)
        self._decisions = {kind: one_hot(place, len(DECISIONS)) for place, kind in enumerate(DECISIONS)}
        self._nothing_asked = zeros(self.slots + ASKED)

    def hand(self, view: View) -> Iterable[float]:
        return self._hand(view.cards.hand)

    def _counted_hand(self, hand: tuple[str, ...]) -> Iterable[float]:
        return array("f", [hand.count(face) / HAND for face in self.places])

    def pawns(self, view: View) -> Iterable[float]:
        return [count / 2 for count in view.people.supply or (0, 0, 0, 0)]

    def trains(self, view: View) -> Iterable[float]:
        found = array("f")
        for train in view.station.slots:
            if train is None:
                found.extend(zeros(PER_TRAIN))
            else:
                found.extend(self._train(train.loco, train.cars, train.depot))
                found.append(len(train.passengers) / limit(self.content, self.options, train))
        found.extend(zeros(self.slots * PER_TRAIN - len(found)))
        return found

    def _measured_train(self, loco: str, cars: tuple[str, ...], depot: Depot | None) -> Iterable[float]:
        """All that pawns and Standing Room do not change."""
        train = Train(loco, cars, depot)
        engine = self.content.locomotive[loco]
        worth = value_now(self.content, self.options, train) / HIGH_VALUE
        sizes = (engine.capacity / MOST_RAILCARS, len(cars) / MOST_RAILCARS)
        kinds = [float(engine.kind == kind) for kind in KINDS]
        return array("f", [*kinds, *sizes, max(-1.0, min(1.0, worth)), float(depot is not None), train.locked / MOST_RAILCARS])

    def riding(self, view: View) -> Iterable[float]:
        players, first = self.players, view.player or 0
        per_slot = players + len(PAWN_VALUES)
        found = [0.0] * (self.slots * per_slot)
        start = 0
        for train in view.station.slots:
            if train is not None:
                for pawn in train.passengers:
                    found[start + (pawn.seat - first) % players] += 1 / 6
                    if pawn.value is not None:  # the own ones alone
                        found[start + players + PLACE[pawn.value]] += 1 / 2
            start += per_slot
        return found

    def seats(self, view: View) -> Iterable[float]:
        players, first, to_act = self.players, view.player or 0, view.to_act
        scores, people, hands = view.pad.scores, view.people, view.cards.hand_sizes
        found: list[float] = []
        for place in range(first, first + players):
            seat = place % players
            points = min(1.0, scores[seat] / MOST_POINTS)
            found += (points, people.supply_sizes[seat] / 6, hands[seat] / HAND, people.depot_unused[seat], seat == to_act)
        return found

    def discarded(self, view: View) -> Iterable[float]:
        return self._discarded(view.cards.discard)

    def _counted_pile(self, pile: tuple[str, ...]) -> Iterable[float]:
        counts = Counter(pile)
        return array("f", [counts[face] / most for face, most in self.content.counts.items()])

    def top(self, view: View) -> Iterable[float]:
        return self._top(view.cards.discard[: -LOOKED_AT - 1 : -1])

    def _marked_top(self, cards: tuple[str, ...]) -> Iterable[float]:
        found = zeros(LOOKED_AT * len(self.places))
        for depth, card in enumerate(cards):
            found[depth * len(self.places) + self.places[card]] = 1.0
        return found

    def piles(self, view: View) -> Iterable[float]:
        return view.cards.draw_pile_size / CARDS, view.station.loco_deck_size / LOCOMOTIVES

    def decision(self, view: View) -> Iterable[float]:
        return zeros(len(DECISIONS)) if view.turn.over else self._decisions[type(view.pending)]

    def asked(self, view: View) -> Iterable[float]:
        pending = view.pending
        if pending is None:
            return self._nothing_asked
        slots = [float(slot == slot_of(pending)) for slot in range(self.slots)]
        depth = pending.depth if isinstance(pending, RepairTrainPending) else 0
        position = pending.position if isinstance(pending, TransferTargetPending) else 0
        moved = pending.moved if isinstance(pending, (TransferPassengerPending, TransferTargetPending)) else 0
        return [*slots, float(may_decline(self.options, pending)), depth / LOOKED_AT, position / MOST_PASSENGERS, moved / MOST_MOVED]


def observer(content: Content, config: Config[Any]) -> Observer[View]:
    """Return the reader of feature vectors: own hand and pawns, trains by slot, all players from the own seat on, piles, and what is asked."""
    read = _Features(content, config)
    players, slots, faces = read.players, read.slots, len(read.places)
    trains = "per slot: kind (3 flags), capacity, railcars, value now, Depot, railcars that it locks, limit used up"
    riding = "per slot: pawns of each player from the own seat on, as a share of 6; own ones of the values 3, 2, 1, -1, as a share of 2"
    decision = "what is open, one-hot: a turn, or a pending decision, in the order of the rules page"
    asked = "the pending decision: which slot it is about (flags), may be declined, depth of 3, position of 16, pawns taken of 3"
    zero_one = (0.0, 1.0)
    return Observer(
        [
            ("hand", faces, "own cards by face, in the order of the content file, as a share of 3", zero_one, read.hand),
            ("pawns", len(PAWN_VALUES), "own pawns at home of the values 3, 2, 1, -1, as a share of 2", zero_one, read.pawns),
            ("trains", slots * PER_TRAIN, trains, (-1.0, 1.0), read.trains),
            ("riding", slots * (players + len(PAWN_VALUES)), riding, zero_one, read.riding),
            ("players", players * 5, "from the own seat on: points, pawns at home, cards, Depot unused, to act", zero_one, read.seats),
            ("discarded", faces, "cards in the discard pile by face, as a share of all", zero_one, read.discarded),
            ("top", LOOKED_AT * faces, "the three top cards of the discard pile, each by face, one-hot", zero_one, read.top),
            ("piles", 2, "cards left to draw, as a share of 93; locomotives left, as a share of 13", zero_one, read.piles),
            ("decision", len(DECISIONS), decision, zero_one, read.decision),
            ("asked", slots + ASKED, asked, zero_one, read.asked),
        ]
    )


def value_now(content: Content, options: Options, train: TrainLike) -> int:
    """Return what a train would be worth if it left now."""
    _, values = section_values(content, options, train, departing=True)
    return sum(filter(None, values))


def evaluate(content: Content, view: View) -> float:
    """Return about how many points the player who looks is ahead of the best other one: points, and what the trains promise."""
    if view.player is None:
        return 0.0
    players = range(view.config.players)
    worth = [float(score) for score in view.pad.scores]
    if view.turn.over is None:
        mean = [_mean_pawn(view, seat) for seat in players]
        for train in view.station.slots:
            if train is not None and train.passengers:
                _promise(content, view, train, worth, mean)
        for seat in players:
            worth[seat] += 0.5 * view.people.supply_sizes[seat] + view.people.depot_unused[seat]
    others = [worth[seat] for seat in players if seat != view.player]
    return worth[view.player] - max(others)


def _mean_pawn(view: View, seat: int) -> float:
    """The mean value of a pawn of `seat` that is out, as far as all can tell."""
    tokens, guesses = beliefs(public_memory(view.people.boardings[seat]))
    if not tokens:
        return sum(PAWN_VALUES) / 4
    return sum(map(sum, guesses)) / (len(guesses) * len(tokens))


def _promise(content: Content, view: View, train: SeenTrain, worth: list[float], mean: list[float]) -> None:
    capacity = content.capacity[train.loco]
    missing = capacity - len(train.cars)
    expected = value_now(content, view.config.options, train) + 0.3 * missing
    share = 0.9 - 0.05 * missing
    for pawn in train.passengers:
        worth[pawn.seat] += share * expected * (mean[pawn.seat] if pawn.value is None else pawn.value)
