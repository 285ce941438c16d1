"""Route check and route cards (STS-6)."""

from collections.abc import Iterable

from railrules import Rejection
from railrules.games.station_to_station.actions import TakeRoute
from railrules.games.station_to_station.content import MOST_DISPLAYED
from railrules.games.station_to_station.events import (
    RouteCompleted,
    RouteDeckReshuffled,
    RouteDisplayFilled,
    RouteMarked,
    RouteTaken,
    WildTicketGained,
)
from railrules.games.station_to_station.rules.effects import leave_slot
from railrules.games.station_to_station.rules.gains import gain
from railrules.games.station_to_station.rules.work import Work, WorkRule
from railrules.games.station_to_station.state import (
    DueRoute,
    DueRouteChange,
    DueTriggers,
    HeldRoute,
    PendingTakeRoute,
    RoutePiles,
    State,
)

MARKED = DueTriggers("mark_route")
COMPLETED = DueTriggers("complete_route")
TAKES = (*(TakeRoute(space) for space in range(MOST_DISPLAYED)), TakeRoute("deck"))


def check_routes(work: Work, noted: tuple[str, ...] | None = None) -> None:
    """STS-6.1 to 6.5: mark the cards that list the city and have no marker yet, then complete those marked on their other city.

    `noted`: look at these cards alone (STS-9.13).
    """
    city, marked = work.city, 0
    completed: list[DueRoute] = []
    for slot, route in enumerate(work.routes):
        if route is None or city not in work.content.route[route.card].cities or (noted is not None and route.card not in noted):
            continue
        if route.marker is None:
            mark(work, slot, route.card)
            marked += 1
        elif route.marker != city:
            completed.append(DueRoute(slot))
    work.pending += reversed(completed)
    for _ in range(marked):
        work.expect(MARKED)


def mark(work: Work, slot: int, card: str) -> None:
    """Put a marker on the city of the train."""
    work.set_route(slot, HeldRoute(card, work.city))
    if work.log is not None:
        work.log.append(RouteMarked(work.seat, card, work.city))


def complete(work: Work, due: DueRoute) -> None:
    """STS-6.6 (1) to (3): the marker comes back, then the reward, then what answers to it."""
    route = work.routes[due.slot]
    assert route is not None  # the check has seen it
    work.set_route(due.slot, HeldRoute(route.card, None))
    if work.log is not None:
        work.log.append(RouteCompleted(work.seat, route.card, work.city))
    work.pending.append(DueRouteChange(due.slot))
    work.expect(COMPLETED)
    gain(work, work.content.route[route.card].reward, route.card)


def change(work: Work, due: DueRouteChange) -> None:
    """STS-6.6 (4), (5), 6.8, 6.11: the card leaves its slot, and another one is taken, if there is any."""
    route = work.routes[due.slot]
    assert route is not None  # it was completed
    leave_slot(work, due.slot, route.card)
    if work.content.route[route.card].start is None:
        work.discard_route(route.card)
    else:
        work.wild_route = route.card
        if work.log is not None:
            work.log.append(WildTicketGained(work.seat, route.card))
    piles = work.route_piles
    if piles.display.cards() or piles.deck.pool.items or piles.deck.discard:
        work.pending.append(PendingTakeRoute(due.slot))


class TakeRouteRule(WorkRule[TakeRoute]):
    """STS-6.7 to 6.9: a card on offer, or the next one of the deck; the display is filled up again."""

    action = TakeRoute

    def candidates(self, state: State) -> Iterable[TakeRoute]:
        return TAKES

    def legal(self, state: State) -> tuple[TakeRoute, ...]:
        piles = state.routes
        on_offer = [action for action, card in zip(TAKES, piles.display.spaces, strict=False) if card is not None]
        return (*on_offer, TAKES[-1]) if piles.deck.pool.items or piles.deck.discard else tuple(on_offer)

    def reject(self, state: State, action: TakeRoute) -> Rejection | None:
        piles, source = state.routes, action.source
        if source == "deck":
            if not piles.deck.pool.items and not piles.deck.discard:
                return Rejection("no-route-cards", "STS-6.8", "the deck and the discard pile are empty")
        elif source >= len(piles.display.spaces) or piles.display.spaces[source] is None:
            taken = ", ".join(str(take.source) for take in self.legal(state))
            text = "there is no card in space {space}; expected one of: {taken}"
            return Rejection.of("display-space-empty", "STS-6.7", text, space=source, taken=taken)
        return None

    def perform(self, work: Work, action: TakeRoute) -> None:
        pending = work.pending.pop()
        assert isinstance(pending, PendingTakeRoute)  # the book opens it at no other decision
        slot, piles = pending.slot, work.route_piles
        display, deck = piles.display, piles.deck
        if action.source == "deck":
            drawn, deck, shuffled = deck.draw(work.chance)
            assert drawn is not None  # reject has looked
            card = drawn
            _reshuffled(work, shuffled)
        else:
            card, display = display.take(action.source)
        work.set_route(slot, HeldRoute(card, None))
        if work.log is not None:
            work.log.append(RouteTaken(work.seat, slot, card, action.source))
        display, deck, filled = display.refill(deck, work.chance)
        for space, came, shuffled in filled:
            _reshuffled(work, shuffled)
            if work.log is not None:
                work.log.append(RouteDisplayFilled(space, came))
        work.route_piles = RoutePiles(display, deck, piles.dealt, piles.out)
        if work.config.options.mark_new_routes and work.city in work.content.route[card].cities:
            mark(work, slot, card)
            work.expect(MARKED)


def _reshuffled(work: Work, count: int) -> None:
    if count and work.log is not None:
        work.log.append(RouteDeckReshuffled(count))
