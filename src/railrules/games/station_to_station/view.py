"""What each player sees of Station to Station (STS-12): views, redacted events, and guesses at what is hidden.

Little is: the routes dealt to a player who has not chosen yet. What lies in the piles nobody knows the order of, all know as far as it follows from
what lies open.
"""

from railrules import Chance, Config, check_viewer, value
from railrules.games.station_to_station.abilities import Row
from railrules.games.station_to_station.content import ROUTES_DEALT, ROWS, SEASONS, Content
from railrules.games.station_to_station.events import Event, RoutesDealt
from railrules.games.station_to_station.options import Options
from railrules.games.station_to_station.state import (
    Board,
    Clock,
    CrewRow,
    Pending,
    PendingKeepCrew,
    PendingPlaceToken,
    Player,
    RoutePiles,
    State,
    Supply,
    Token,
    Turn,
)
from railrules.parts import Bag, Deck, Display, Pool


@value
class SeenBoard:
    """The board as all see it: the bag by number, and the tokens in it that were seen going in."""

    tokens: tuple[Token | None, ...]
    bag_count: int
    bag_known: Pool[str]
    box: tuple[str, ...]
    cabooses: tuple[str, ...]


@value
class SeenCrewRow:
    """A row of the crew market as all see it."""

    market: Display[str]
    deck_size: int
    discard: tuple[str, ...]


@value
class SeenRoutes:
    """The route cards as somebody sees them: the own pair to choose from, and how many cards each player has to choose from."""

    display: Display[str]
    deck_size: int
    discard: tuple[str, ...]
    dealt: tuple[str, ...]
    dealt_counts: tuple[int, ...]
    out: tuple[str, ...]


@value
class View:
    """All that `player` (None: a spectator) sees."""

    player: int | None
    config: Config[Options]
    clock: Clock
    players: tuple[Player, ...]
    board: SeenBoard
    supply: Supply
    crew: tuple[SeenCrewRow, SeenCrewRow]
    routes: SeenRoutes
    turn: Turn
    pending: tuple[Pending, ...]

    @property
    def to_act(self) -> int | None:
        """The player who decides, None when the game is over."""
        return self.clock.active if self.pending else None


def view_of(state: State, player: int | None) -> View:
    """Return what `player` sees of `state` (STS-12.1 to 12.3)."""
    check_viewer(player, state.config.players)
    board, routes = state.board, state.routes
    basic, skilled = state.crew
    return View(
        player,
        state.config,
        state.clock,
        state.players,
        SeenBoard(board.tokens, board.bag.count, board.bag.known, board.box, board.cabooses),
        state.supply,
        (_seen_row(basic), _seen_row(skilled)),
        SeenRoutes(
            routes.display,
            len(routes.deck.pool.items),
            routes.deck.discard,
            () if player is None else routes.dealt[player],
            tuple([len(cards) for cards in routes.dealt]),
            routes.out,
        ),
        state.turn,
        state.pending,
    )


def _seen_row(row: CrewRow) -> SeenCrewRow:
    return SeenCrewRow(row.market, len(row.deck.pool.items), row.deck.discard)


def view_event(event: Event, player: int | None) -> Event:
    """Return `event` as `player` learns of it (STS-12.2)."""
    if isinstance(event, RoutesDealt) and event.seat != player:
        return RoutesDealt(event.seat, None, event.count)
    return event


# ---- what nobody can place -------------------------------------------------------------------------------------------------------------


def unseen_tokens(content: Content, view: View) -> tuple[Pool[str], ...]:
    """Return for each season the tokens that lie nowhere open: in the bag, in a waiting stack, or removed; without those known to be in the bag."""
    seen = [token.id for token in view.board.tokens if token is not None]
    seen += view.board.box
    seen += view.board.bag_known.items
    for player in view.players:
        seen += [token.id for token in player.train.railcars]
        seen += [order for stack in player.tickets for order in stack]
        if player.token is not None:
            seen.append(player.token.id)
    for pending in view.pending:
        if isinstance(pending, PendingPlaceToken):
            seen += pending.tokens
    there = set(seen)
    return tuple(Pool.of(token for token in content.tokens[season] if token not in there) for season in SEASONS)


def unseen_crew(content: Content, view: View, row: Row) -> Pool[str]:
    """Return the crew cards of a row that lie nowhere open: those of its deck."""
    seen = view.crew[ROWS.index(row)]
    there = {card for _, card in seen.market.cards()} | set(seen.discard)
    there |= {member.card for player in view.players for member in player.crew if member is not None}
    there |= {pending.new_card for pending in view.pending if isinstance(pending, PendingKeepCrew)}
    return Pool.of(card for card in content.crew_cards(row) if card not in there)


def unseen_routes(content: Content, view: View) -> Pool[str]:
    """Return the standard routes that the player of `view` cannot place: in the deck, or dealt to somebody else."""
    seen = view.routes
    there = {card for _, card in seen.display.cards()} | {*seen.discard, *seen.dealt}
    there |= {route.card for player in view.players for route in player.routes if route is not None}
    return Pool.of(route.id for route in content.routes if route.id not in there)


def unseen(content: Content, view: View) -> tuple[object, ...]:
    """Return all that a view cannot place."""
    crew = tuple(unseen_crew(content, view, row) for row in ROWS)
    return unseen_tokens(content, view), crew, unseen_routes(content, view)


def determinize(content: Content, view: View, chance: Chance) -> State:
    """Return a full position that looks like `view` to its player (STS-12.7). The pools are what they are; only dealt routes are drawn."""
    board, seen = view.board, view.routes
    tokens = unseen_tokens(content, view)[SEASONS.index(view.clock.season)]
    routes = unseen_routes(content, view)
    dealt: list[tuple[str, ...]] = []
    for seat, count in enumerate(seen.dealt_counts):
        if seat == view.player or not count:
            dealt.append(seen.dealt if seat == view.player else ())
        else:
            cards, routes = chance.draw(routes, ROUTES_DEALT)
            dealt.append(cards)
    basic, skilled = (CrewRow(row.market, Deck(unseen_crew(content, view, name), row.discard)) for name, row in zip(ROWS, view.crew, strict=True))
    return State(
        view.config,
        view.clock,
        view.players,
        Board(board.tokens, Bag(tokens, board.bag_count, board.bag_known), board.box, board.cabooses),
        view.supply,
        (basic, skilled),
        RoutePiles(seen.display, Deck(routes, seen.discard), tuple(dealt), seen.out),
        view.turn,
        view.pending,
    )
