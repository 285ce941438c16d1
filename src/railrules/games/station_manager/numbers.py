"""Station Manager for machines that learn and bots that climb: the feature vector of a view, and how good a view is."""

from collections.abc import Iterable

from railrules import Observer
from railrules.games.station_manager.actions import CARD_TYPES
from railrules.games.station_manager.content import COPIES, Content
from railrules.games.station_manager.rules.flow import colours_held, outcome_of
from railrules.games.station_manager.rules.patterns import colour_of, merchandise_of
from railrules.games.station_manager.state import ActPending, IntakePending, LayPending, PilePending
from railrules.games.station_manager.view import View

MAX_PLAYERS = 4
_STEPS = (IntakePending, ActPending, LayPending, PilePending)


def _seats(view: View) -> list[int]:
    """The players clockwise from the one who looks; a spectator looks from player 0."""
    first = view.player or 0
    return [(first + offset) % view.config.players for offset in range(view.config.players)]


def _counts(cards: Iterable[int]) -> list[float]:
    found = [0.0] * CARD_TYPES
    for card in cards:
        found[card] += 1 / COPIES
    return found


def observer(content: Content) -> Observer[View]:
    """Return the feature vector: the same layout for every player count, seats clockwise from the player who looks, all in 0..1."""
    orders = len(content.orders.item)
    deck = content.freight.total

    def per_seat(view: View, values: dict[int, float]) -> list[float]:
        seats = [values[player] for player in _seats(view)]
        return seats + [0.0] * (MAX_PLAYERS - len(seats))

    def holders(view: View) -> list[float]:
        found = [0.0] * (orders * (MAX_PLAYERS + 1))
        seats = _seats(view)
        for index, holder in enumerate(view.holders):
            found[index * (MAX_PLAYERS + 1) + (MAX_PLAYERS if holder is None else seats.index(holder))] = 1.0
        return found

    def known(view: View) -> list[float]:
        found: list[float] = []
        for player in _seats(view):
            found += _counts(view.places[player].known)
        return found + [0.0] * (CARD_TYPES * MAX_PLAYERS - len(found))

    def open_card(view: View) -> list[float]:
        found = [0.0] * CARD_TYPES
        if view.discard_pile:
            found[view.discard_pile[-1]] = 1.0
        return found

    def step(view: View) -> list[float]:
        return [float(type(view.pending) is kind) for kind in _STEPS]

    def staged(view: View) -> list[float]:
        return _counts(view.pending.staged if isinstance(view.pending, LayPending) else ())

    def named(view: View) -> list[float]:
        found = [0.0] * orders
        if isinstance(view.pending, (LayPending, PilePending)):
            found[content.order_index[view.pending.order]] = 1.0
        return found

    def idle(view: View) -> list[float]:
        limit = view.config.options.idle_rounds * view.config.players
        return [min(1.0, view.clock.idle_turns / limit) if limit else 0.0]

    unit = (0.0, 1.0)
    return Observer(
        [
            ("hand", CARD_TYPES, "own hand: copies per card type / 2", unit, lambda view: _counts(view.hand)),
            ("open", CARD_TYPES, "the open card, one-hot", unit, open_card),
            ("discard", CARD_TYPES, "discard pile: copies per card type / 2", unit, lambda view: _counts(view.discard_pile)),
            ("known", CARD_TYPES * MAX_PLAYERS, "cards all can prove to be in a hand, per seat / 2", unit, known),
            (
                "unseen",
                CARD_TYPES,
                "cards that cannot be placed: copies per card type / 2",
                unit,
                lambda view: [count / COPIES for count in view.unseen],
            ),
            ("holders", orders * (MAX_PLAYERS + 1), "holder of each Order Card, one-hot: seats, then the middle", unit, holders),
            ("step", len(_STEPS), "the present step, one-hot: intake, act, lay, pile", unit, step),
            ("order", orders, "the order being fulfilled, one-hot", unit, named),
            ("staged", CARD_TYPES, "own cards chosen for it: copies per card type / 2", unit, staged),
            (
                "actor",
                MAX_PLAYERS,
                "who decides, one-hot by seat",
                unit,
                lambda view: per_seat(view, {p: float(p == view.to_act) for p in range(view.config.players)}),
            ),
            (
                "hand_sizes",
                MAX_PLAYERS,
                "hand sizes by seat / 104",
                unit,
                lambda view: per_seat(view, {p: place.hand_size / deck for p, place in enumerate(view.places)}),
            ),
            (
                "rows",
                MAX_PLAYERS,
                "cards laid by seat / 104",
                unit,
                lambda view: per_seat(view, {p: len(place.row) / deck for p, place in enumerate(view.places)}),
            ),
            ("draw_pile", 1, "cards in the draw pile / 104", unit, lambda view: [view.draw_pile_size / deck]),
            ("idle", 1, "idle turns / idle limit", unit, idle),
            (
                "rounds",
                1,
                "rounds played / rounds",
                unit,
                lambda view: [len(view.standings.round_results) / view.config.options.rounds],
            ),
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
    points = [
        view.standings.scores[player]
        + len(place.row)
        + sum(order.bonus for order, holder in zip(content.orders.item, view.holders, strict=True) if holder == player)
        for player, place in enumerate(view.places)
    ]
    best_other = max(score for player, score in enumerate(points) if player != me)
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
    colours = colours_held(content, view.holders, me)
    return ahead + promise - pile + (0.5 * colours if ahead > 0 else 0.0)


def _promise(hand: Iterable[int]) -> float:
    """How near the hand is to the patterns: groups of equal merchandise, and cards of one colour."""
    groups: dict[int, int] = {}
    colours = [0, 0, 0, 0]
    for card in hand:
        groups[merchandise_of(card)] = groups.get(merchandise_of(card), 0) + 1
        colours[colour_of(card)] += 1
    worth = (0.0, 0.2, 1.2, 3.0, 4.4, 5.5)
    return sum(worth[min(count, 5)] for count in groups.values()) + 0.25 * min(5, max(colours))
