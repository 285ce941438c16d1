"""Station Master in numbers: the feature vector of a view, and how good it is."""

from collections.abc import Iterator
from typing import Any

from railrules import Config, Observer
from railrules.games.station_master.beliefs import beliefs
from railrules.games.station_master.content import PAWN_VALUES, SLOTS, Content
from railrules.games.station_master.rules.trains import limit, section_values
from railrules.games.station_master.view import SeenTrain, View, public_memory

MOST_POINTS = 500.0


def observer(content: Content, config: Config[Any]) -> Observer[View]:
    """Return the reader of feature vectors: own hand and pawns, trains by slot, all players from the own seat on."""
    players = config.players
    slots = SLOTS[players] + (players > 2)
    faces = content.faces

    def hand(view: View) -> Iterator[float]:
        return (view.cards.hand.count(face) / 3 for face in faces)

    def trains(view: View) -> Iterator[float]:
        for slot in range(slots):
            train = view.station.slots[slot] if slot < len(view.station.slots) else None
            yield from _train(content, view, train)

    def seats(view: View) -> Iterator[float]:
        for seat in _order(view):
            yield min(1.0, view.pad.scores[seat] / MOST_POINTS)
            yield view.people.supply_sizes[seat] / 6
            yield view.cards.hand_sizes[seat] / 3
            yield float(view.people.depot_unused[seat])
            yield float(view.to_act == seat)

    def riding(view: View) -> Iterator[float]:
        for slot in range(slots):
            train = view.station.slots[slot] if slot < len(view.station.slots) else None
            pawns = () if train is None else train.passengers
            for seat in _order(view):
                yield sum(pawn.seat == seat for pawn in pawns) / 6

    def own(view: View) -> Iterator[float]:
        supply = view.people.supply or (0, 0, 0, 0)
        return (count / 2 for count in supply)

    def discarded(view: View) -> Iterator[float]:
        return (view.cards.discard.count(face) / content.counts[face] for face in faces)

    return Observer(
        [
            ("hand", len(faces), "own cards by face, in the order of the content file, as a share of 3", (0.0, 1.0), hand),
            ("pawns", 4, "own pawns at home of the values 3, 2, 1, -1, as a share of 2", (0.0, 1.0), own),
            ("trains", slots * 8, "per slot: kind (3 flags), capacity, railcars, limit used up, value now, Depot", (-1.0, 1.0), trains),
            ("riding", slots * players, "per slot and player from the own seat on: pawns, as a share of 6", (0.0, 1.0), riding),
            ("players", players * 5, "from the own seat on: points, pawns at home, cards, Depot unused, to act", (0.0, 1.0), seats),
            ("discarded", len(faces), "cards in the discard pile by face, as a share of all", (0.0, 1.0), discarded),
            ("draw-pile", 1, "cards left to draw, as a share of 93", (0.0, 1.0), lambda view: (view.cards.draw_pile_size / 93,)),
        ]
    )


def _order(view: View) -> list[int]:
    """The players from the one who looks on; a spectator looks from seat 0."""
    players = view.config.players
    return [((view.player or 0) + offset) % players for offset in range(players)]


def _train(content: Content, view: View, train: SeenTrain | None) -> tuple[float, ...]:
    if train is None:
        return (0.0,) * 8
    engine = content.locomotive[train.loco]
    worth = value_now(content, view, train)
    kinds = [float(engine.kind == kind) for kind in ("standard", "executive", "freight")]
    full = len(train.passengers) / limit(content, view.config.options, train)
    return (*kinds, engine.capacity / 8, len(train.cars) / 8, full, max(-1.0, min(1.0, worth / 30)), float(train.depot is not None))


def value_now(content: Content, view: View, train: SeenTrain) -> int:
    """Return what a train would be worth if it left now."""
    _, values = section_values(content, view.config.options, train, departing=True)
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
    expected = value_now(content, view, train) + 0.3 * missing
    share = 0.9 - 0.05 * missing
    for pawn in train.passengers:
        worth[pawn.seat] += share * expected * (mean[pawn.seat] if pawn.value is None else pawn.value)
