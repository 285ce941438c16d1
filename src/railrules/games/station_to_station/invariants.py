"""The laws of conservation of section 7 of the rules page, which hold in all positions."""

from collections import Counter
from collections.abc import Iterator

from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station.content import ROWS, SEASONS, Content
from railrules.games.station_to_station.rules.work import cargo_spaces, coal_spaces
from railrules.games.station_to_station.state import (
    PendingCrew,
    PendingKeepCrew,
    PendingMarket,
    PendingPayment,
    PendingPlaceToken,
    PendingStation,
    PendingTravel,
    PendingTrim,
    State,
)

_MAIN = (PendingMarket, PendingTravel, PendingStation, PendingCrew)


def faults(content: Content, state: State) -> Iterator[str]:
    """Yield a sentence for each law that `state` breaks, beginning with its id."""
    yield from _supply_faults(content, state)
    yield from _token_faults(content, state)
    yield from _card_faults(content, state)
    yield from _player_faults(content, state)
    yield from _map_faults(content, state)
    yield from _clock_faults(content, state)


def most_gained(content: Content) -> int:
    """Return how much cargo more than a train has spaces may be on it while it is trimmed (P-4), which is 8 at least.

    That is a pair just bought and the largest gain that can answer to it, or the spaces that a crew card takes with it.
    """
    rewards = [reward for order in content.orders for reward in order.rewards]
    rewards += [reward for token in content.supply_tokens for reward in (token.base, token.improved)]
    rewards += [route.reward for route in content.route.values()]
    rewards += content.economy.work
    effects = [what for kind in content.crew for has in kind.abilities if isinstance(has, (ab.Trigger, ab.Activate)) for what in has.effects]
    rewards += [what.reward for what in effects if isinstance(what, ab.Gain)]
    bonuses = [what.n for what in effects if isinstance(what, ab.BonusCargo)]
    gains = max(*bonuses, *(sum(reward.cargo) + reward.any_cargo for reward in rewards))
    return max(8, content.economy.pair_size + gains, *(more for more, _ in content.spaces.values()))


def _supply_faults(content: Content, state: State) -> Iterator[str]:
    if state.config.options.cargo_supply == "limited":
        for index, cargo in enumerate(content.cargo):
            found = state.supply.cargo[index] + sum(player.train.cargo[index] for player in state.players)
            if found != cargo.supply:
                yield f"P-1: {found} {cargo.id} are there; expected {cargo.supply}"
    coal = state.supply.coal + sum(player.coal for player in state.players)
    if coal != content.economy.coal_supply:
        yield f"P-1: {coal} coal are there; expected {content.economy.coal_supply}"
    if min(state.supply.coal, *state.supply.cargo) < 0:
        yield f"P-5: the supply is {state.supply}"


def _token_faults(content: Content, state: State) -> Iterator[str]:
    board = state.board
    found = Counter([*board.bag.unseen, *board.bag.known, *board.box])
    found.update(token.id for token in board.tokens if token is not None)
    for player in state.players:
        found.update(token.id for token in player.train.railcars)
        found.update(order for stack in player.tickets for order in stack)
        found.update([player.token.id] if player.token is not None else [])
    for pending in state.pending:
        found.update(pending.tokens if isinstance(pending, PendingPlaceToken) else ())
    now = SEASONS.index(state.clock.season)
    for number, season in enumerate(SEASONS):
        for token in content.tokens[season]:
            there = found.pop(token, 0)
            # Of a past season some were removed unseen; a coming one waits.
            if there > 1 or (there != 1 and number == now) or (there and number > now):
                yield f"P-2: token {token} of {season} is there {there} times in {state.clock.season}"
        there = len([token for token in content.tokens[season] if token in _seen(state)])
        if number < now and there != content.in_play(season, state.config.players):
            yield f"P-2: {there} tokens of {season} came into play; expected {content.in_play(season, state.config.players)}"
    if found:
        yield f"P-2: tokens that there are not: {sorted(found)}"
    removed = len(board.bag.unseen) + len(board.bag.known) - board.bag.count
    if removed != content.removed[state.config.players - 2][now] or board.bag.count < len(board.bag.known):
        yield f"P-2: {removed} tokens of {state.clock.season} are out of the game"


def _seen(state: State) -> set[str]:
    """The tokens that lie open."""
    board = state.board
    seen = {*board.box, *(token.id for token in board.tokens if token is not None)}
    for player in state.players:
        seen.update(token.id for token in player.train.railcars)
        seen.update(order for stack in player.tickets for order in stack)
        seen.update([player.token.id] if player.token is not None else [])
    for pending in state.pending:
        seen.update(pending.tokens if isinstance(pending, PendingPlaceToken) else ())
    return seen


def _card_faults(content: Content, state: State) -> Iterator[str]:
    piles = state.routes
    routes = [*piles.deck.pool, *piles.deck.discard, *piles.out, *(card for _, card in piles.display.cards())]
    routes += [card for cards in piles.dealt for card in cards]
    for player in state.players:
        routes += [route.card for route in player.routes if route is not None]
        routes += [player.wild_route] if player.wild_route is not None else []
    if sorted(routes) != sorted(content.route):
        yield "P-3: the route cards are not all there, each once"
    for row, name in zip(state.crew, ROWS, strict=True):
        cards = [*row.deck.pool, *row.deck.discard, *(card for _, card in row.market.cards())]
        held = [member.card for player in state.players for member in player.crew if member is not None]
        held += [pending.new_card for pending in state.pending if isinstance(pending, PendingKeepCrew)]
        cards += [card for card in held if content.crew_kind[card].row == name]
        if sorted(cards) != sorted(content.crew_cards(name)):
            yield f"P-3: the {name} crew cards are not all there, each once"
    cabooses = [*state.board.cabooses, *(player.train.caboose for player in state.players if player.train.caboose is not None)]
    if sorted(cabooses) != sorted(content.caboose_points):
        yield "P-3: the cabooses are not all there, each once"


def _player_faults(content: Content, state: State) -> Iterator[str]:
    top = state.pending[-1] if state.pending else None
    for seat, player in enumerate(state.players):
        over = sum(player.train.cargo) - cargo_spaces(content, player.crew)
        trimming = any(isinstance(pending, PendingTrim) for pending in state.pending) and seat == state.clock.active
        if over > (most_gained(content) if trimming else 0) and (trimming or isinstance(top, _MAIN)):
            yield f"P-4: seat {seat} has {over} cargo more than spaces"
        if player.coal > coal_spaces(content, player.crew) and not isinstance(top, PendingPayment):
            yield f"P-4: seat {seat} has {player.coal} coal, more than spaces"
        if min(player.cash, player.coal, player.points, *player.train.cargo) < 0:
            yield f"P-5: seat {seat} has less than nothing: {player}"
        for route in player.routes:
            if route is not None and route.marker is not None and route.marker not in content.route[route.card].cities:
                yield f"P-8: the marker on {route.card} of seat {seat} lies on {route.marker}"
        if player.token is not None and seat != state.clock.active:
            yield f"P-9: seat {seat} holds the token {player.token.id} out of turn"


def _map_faults(content: Content, state: State) -> Iterator[str]:
    trains = [player.train.city for player in state.players]
    if isinstance(state.pending[-1] if state.pending else None, (PendingMarket, PendingTravel)):
        others = {city for seat, city in enumerate(trains) if seat != state.clock.active}
        bare = {city for city, token in zip(content.city, state.board.tokens, strict=True) if token is None}
        if bare != others | {state.turn.start_city}:
            yield f"P-6: the cities without a token are {sorted(bare)}; the trains stand in {sorted(trains)}"
    if isinstance(state.pending[-1] if state.pending else None, PendingMarket) and len(set(trains)) < len(trains):
        yield f"P-7: two trains stand in one city: {trains}"


def _clock_faults(content: Content, state: State) -> Iterator[str]:
    players, clock = state.config.players, state.clock
    now = SEASONS.index(clock.season)
    waiting = sum(content.in_play(season, players) for season in SEASONS[now + 1 :])
    turns = sum(content.in_play(season, players) for season in SEASONS) - (len(content.cities) - players)
    drawn = sum(len(pending.tokens) for pending in state.pending if isinstance(pending, PendingPlaceToken))
    finished = clock.turn_number - (1 if state.pending and clock.turn_number else 0)
    if state.board.bag.count + drawn + waiting != turns - finished:
        yield f"P-11: {state.board.bag.count} tokens in the bag and {waiting} waiting after {finished} of {turns} turns"
