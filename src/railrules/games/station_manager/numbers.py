"""Station Manager for machines that learn and bots that climb: the feature vector of a view, and how good a view is."""

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from struct import Struct
from types import NoneType

from railrules import Observer, one_hot, zeros
from railrules.games.station_manager.actions import CARD_TYPES
from railrules.games.station_manager.content import COLOURS, COPIES, MERCHANDISE, Content
from railrules.games.station_manager.rules.flow import colours_held, outcome_of
from railrules.games.station_manager.rules.patterns import colour_of, merchandise_of
from railrules.games.station_manager.state import ActPending, IntakePending, LayPending, PilePending
from railrules.games.station_manager.view import View, not_laid

MAX_PLAYERS = 4
KEPT = 2_000
_SHARE = 1 / COPIES


_KINDS = (IntakePending, ActPending, LayPending, PilePending)
_STEPS = {NoneType: zeros(len(_KINDS)), **{kind: one_hot(place, len(_KINDS)) for place, kind in enumerate(_KINDS)}}
_SEATS = [one_hot(seat, MAX_PLAYERS) for seat in range(MAX_PLAYERS)]
_NO_SEAT = zeros(MAX_PLAYERS)
_NO_CARDS = zeros(CARD_TYPES)
_NO_KNOWN = zeros(CARD_TYPES * MAX_PLAYERS)


def _counts(cards: Sequence[int]) -> "array[float]":
    """Copies per card type, as a share."""
    if not cards:
        return _NO_CARDS
    found = _NO_CARDS[:]
    for card in cards:
        found[card] += _SHARE
    return found


@lru_cache(KEPT)
def _shares_not_laid(rows: tuple[tuple[int, ...], ...]) -> list[float]:
    return [count / COPIES for count in not_laid(rows)]


_pack = Struct(f"{CARD_TYPES}f").pack  # all numbers at once: an array takes them one by one


class _Features:
    """Reads features off views of one content. Seats are told clockwise from the one who looks; a spectator looks from seat 0."""

    def __init__(self, content: Content) -> None:
        self._order_index = content.order_index
        self._orders = len(content.orders.item)
        self._deck = content.freight.total
        self._open = [_counts((card,) * COPIES) for card in range(CARD_TYPES)]
        self._orders_held = lru_cache(KEPT)(self._marked_holders)  # orders, like rows, stay for many turns
        self._named = [one_hot(order, self._orders) for order in range(self._orders)]
        self._no_order = zeros(self._orders)

    def hand(self, view: View) -> Iterable[float]:
        return _counts(view.hand)

    def open_card(self, view: View) -> Iterable[float]:
        pile = view.discard_pile
        return self._open[pile[-1]] if pile else _NO_CARDS

    def discard(self, view: View) -> Iterable[float]:
        return _counts(view.discard_pile)

    def known(self, view: View) -> Iterable[float]:
        found = _NO_KNOWN[:]
        players, first = len(view.places), view.player or 0
        for player, place in enumerate(view.places):
            if place.known:
                start = (player - first) % players * CARD_TYPES
                for card in place.known:
                    found[start + card] += _SHARE
        return found

    def unseen(self, view: View) -> Iterable[float]:
        left = _shares_not_laid(view.rows)[:]
        for card in view.in_sight:
            left[card] -= _SHARE
        return array("f", _pack(*left))

    def holders(self, view: View) -> Iterable[float]:
        return self._orders_held(view.holders, view.player or 0, len(view.places))

    def _marked_holders(self, holders: tuple[int | None, ...], first: int, players: int) -> "array[float]":
        found = zeros(self._orders * (MAX_PLAYERS + 1))
        for start, holder in zip(range(0, len(found), MAX_PLAYERS + 1), holders, strict=True):
            found[start + (MAX_PLAYERS if holder is None else (holder - first) % players)] = 1.0
        return found

    def step(self, view: View) -> Iterable[float]:
        return _STEPS[type(view.pending)]

    def order(self, view: View) -> Iterable[float]:
        if not isinstance(view.pending, (LayPending, PilePending)):
            return self._no_order
        return self._named[self._order_index[view.pending.order]]

    def staged(self, view: View) -> Iterable[float]:
        return _counts(view.pending.staged if isinstance(view.pending, LayPending) else ())

    def actor(self, view: View) -> Iterable[float]:
        pending = view.pending
        return _NO_SEAT if pending is None else _SEATS[(pending.player - (view.player or 0)) % len(view.places)]

    def hand_sizes(self, view: View) -> Iterable[float]:
        return self._seats(view, [place.hand_size for place in view.places])

    def rows(self, view: View) -> Iterable[float]:
        return self._seats(view, [len(place.row) for place in view.places])

    def _seats(self, view: View, sizes: list[int]) -> Iterable[float]:
        """Numbers of cards by seat, as shares of the deck."""
        first, deck = view.player or 0, self._deck
        return [size / deck for size in sizes[first:] + sizes[:first]] + [0.0] * (MAX_PLAYERS - len(sizes))

    def draw_pile(self, view: View) -> Iterable[float]:
        return (view.draw_pile_size / self._deck,)

    def idle(self, view: View) -> Iterable[float]:
        limit = view.config.options.idle_rounds * view.config.players
        return (min(1.0, view.clock.idle_turns / limit) if limit else 0.0,)

    def rounds(self, view: View) -> Iterable[float]:
        return (len(view.standings.round_results) / view.config.options.rounds,)


def observer(content: Content) -> Observer[View]:
    """Return the feature vector: the same layout for every player count, seats clockwise from the player who looks, all in 0..1."""
    read = _Features(content)
    orders = len(content.orders.item)
    unit = (0.0, 1.0)
    return Observer(
        [
            ("hand", CARD_TYPES, "own hand: copies per card type / 2", unit, read.hand),
            ("open", CARD_TYPES, "the open card, one-hot", unit, read.open_card),
            ("discard", CARD_TYPES, "discard pile: copies per card type / 2", unit, read.discard),
            ("known", CARD_TYPES * MAX_PLAYERS, "cards all can prove to be in a hand, per seat / 2", unit, read.known),
            ("unseen", CARD_TYPES, "cards that cannot be placed: copies per card type / 2", unit, read.unseen),
            ("holders", orders * (MAX_PLAYERS + 1), "holder of each Order Card, one-hot: seats, then the middle", unit, read.holders),
            ("step", len(_KINDS), "the present step, one-hot: intake, act, lay, pile", unit, read.step),
            ("order", orders, "the order being fulfilled, one-hot", unit, read.order),
            ("staged", CARD_TYPES, "own cards chosen for it: copies per card type / 2", unit, read.staged),
            ("actor", MAX_PLAYERS, "who decides, one-hot by seat", unit, read.actor),
            ("hand_sizes", MAX_PLAYERS, "hand sizes by seat / 104", unit, read.hand_sizes),
            ("rows", MAX_PLAYERS, "cards laid by seat / 104", unit, read.rows),
            ("draw_pile", 1, "cards in the draw pile / 104", unit, read.draw_pile),
            ("idle", 1, "idle turns / idle limit", unit, read.idle),
            ("rounds", 1, "rounds played / rounds", unit, read.rounds),
        ]
    )


def evaluate(content: Content, view: View) -> float:
    """Return about how many points ahead ``view.player`` is, promise of the hand included; a finished game counts by rank."""
    me = view.player
    if me is None:
        return 0.0
    if view.pending is None:
        outcome = outcome_of(view.standings)
        best_other = max(score for player, score in enumerate(outcome.scores) if player != me)
        return (1000.0 if outcome.ranking[me] == 1 else -1000.0) + outcome.scores[me] - best_other
    points = [score + len(place.row) for score, place in zip(view.standings.scores, view.places, strict=True)]
    for order, holder in zip(content.orders.item, view.holders, strict=True):
        if holder is not None:
            points[holder] += order.bonus
    best_other = max([score for player, score in enumerate(points) if player != me])
    promise = _promise(view.hand)
    if view.to_act == me and isinstance(view.pending, LayPending):
        order = content.orders.item[content.order_index[view.pending.order]]
        left = list(view.hand)
        for card in view.pending.staged:
            left.remove(card)
        gain = order.size + len(view.discard_pile)
        gain += order.bonus if view.holders[content.order_index[order.id]] != me else 0
        points[me] += gain
        promise = _promise(left) * max(0.0, 1 - (order.size - len(view.pending.staged)) / max(1, len(left)))
    elif view.to_act == me and isinstance(view.pending, PilePending):
        points[me] += len(view.discard_pile)
    # A pile left lying is a prize for the next player; an order of a third colour ends the round while one is ahead.
    pile = 0.0 if view.to_act == me else 0.3 * len(view.discard_pile)
    ahead = points[me] - best_other
    return ahead + promise - pile + (0.5 * colours_held(content, view.holders, me) if ahead > 0 else 0.0)


_NEXT_ALIKE = (0.2, 1.0, 1.8, 1.4, 1.1, 0.0, 0.0, 0.0, 0.0)
"""What a card of some merchandise adds to the promise of a hand that has so many of it; there are eight of each."""


def _promise(hand: Sequence[int]) -> float:
    """How near the hand is to the patterns: groups of equal merchandise, and cards of one colour."""
    groups = [0] * MERCHANDISE
    colours = [0] * COLOURS
    promise = 0.0
    for card in hand:
        merchandise = merchandise_of(card)
        promise += _NEXT_ALIKE[groups[merchandise]]
        groups[merchandise] += 1
        colours[colour_of(card)] += 1
    return promise + 0.25 * min(5, max(colours))
