"""The frame of the game: set-up (STS-2), turn start (STS-3.2), clean-up, seasons (STS-10) and the end (STS-11)."""

from collections.abc import Callable, Iterable

from railrules import Chance, Config, Rejection
from railrules.games.station_to_station.abilities import Season
from railrules.games.station_to_station.actions import EndTurn, KeepRoute, PlaceToken
from railrules.games.station_to_station.content import MOST_DRAWN, REGIONS, ROUTE_SLOTS, ROUTES_DEALT, ROWS, SEASONS, Content
from railrules.games.station_to_station.events import (
    CrewMarketFilled,
    GameEnded,
    GameStarted,
    RouteDisplayFilled,
    RouteKept,
    RoutesDealt,
    SeasonEnded,
    StartingRouteDealt,
    TokenPlaced,
    TokenReturned,
    TokensDrawn,
    TokensRemoved,
    TurnEnded,
    TurnStarted,
)
from railrules.games.station_to_station.options import Options
from railrules.games.station_to_station.rules.scoring import final_scores
from railrules.games.station_to_station.rules.work import Log, Work, WorkRule, replaced
from railrules.games.station_to_station.state import (
    NO_CARGO,
    Board,
    Clock,
    CrewMember,
    CrewRow,
    DueCleanUp,
    DueTriggers,
    HeldRoute,
    PendingKeepRoute,
    PendingMarket,
    PendingPlaceToken,
    Player,
    RoutePiles,
    State,
    Supply,
    Token,
    Train,
    Turn,
)
from railrules.parts import Bag, Deck, Display, Pool

MARKET = PendingMarket()
CLEAN_UP = DueCleanUp()
TURN_START = DueTriggers("turn_start")
TURN_END = DueTriggers("turn_end")
ENDS = (EndTurn(),)
KEEPS = tuple(KeepRoute(index) for index in range(ROUTES_DEALT))
PLACES = tuple(PlaceToken(index) for index in range(MOST_DRAWN))


class Setup:
    """STS-2: how a game with one content begins."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._season = {season: Pool.of(tokens) for season, tokens in content.tokens.items()}
        self._crew = {row: Pool.of(content.crew_cards(row)) for row in ROWS}
        self._starting = Pool.of(route.id for route in content.starting_routes)
        self._routes = Pool.of(route.id for route in content.routes)

    def bag(self, season: Season, players: int) -> Bag[str]:
        """Return the bag of a season: all its tokens may be in it, some were removed unseen (STS-2.2, 10.7)."""
        return Bag(self._season[season], self.content.in_play(season, players))

    def start(self, config: Config[Options], chance: Chance, log: Log) -> State:
        """Return the position at the first choice of routes."""
        content, players, options = self.content, config.players, config.options
        first = chance.pick(players) if options.first_player == "random" else options.first_player
        order = [(first + offset) % players for offset in range(players)]
        if log is not None:
            log.append(GameStarted(players, first, options, config.content))
            log += [TokensRemoved(season, count) for season, count in zip(SEASONS, content.removed[players - 2], strict=True)]
        basic, skilled = (self._crew_row(index, chance, log) for index in range(len(ROWS)))
        starting, out = chance.draw(self._starting, players)
        cards = dict(zip(order, starting, strict=True))
        seats = self._players(config, [cards[seat] for seat in range(players)])
        if log is not None:
            log += [StartingRouteDealt(seat, cards[seat], seats[seat].train.city) for seat in order]
        deck = Deck(self._routes)
        dealt: list[tuple[str, ...]] = [()] * players
        for seat in order:
            dealt[seat], rest = chance.draw(deck.pool, ROUTES_DEALT)
            deck = Deck(rest)
            if log is not None:
                log.append(RoutesDealt(seat, dealt[seat], ROUTES_DEALT))
        empty: Display[str] = Display((None,) * options.route_display_size)
        display, deck, filled = empty.refill(deck, chance)
        if log is not None:
            log += [RouteDisplayFilled(space, card) for space, card, _ in filled]
        board = self._board(players, {player.train.city for player in seats}, chance, log)
        coal = content.economy.coal_supply - sum(player.coal for player in seats)
        steel, oil, grain, timber = (cargo.supply for cargo in content.cargo)
        return State(
            config,
            Clock(0, first, first, "summer"),
            seats,
            board,
            Supply(coal, (steel, oil, grain, timber)),
            (basic, skilled),
            RoutePiles(display, deck, tuple(dealt), out.items),
            Turn(seats[first].train.city),
            tuple(PendingKeepRoute(seat) for seat in reversed(order)),
        )

    def _crew_row(self, index: int, chance: Chance, log: Log) -> CrewRow:
        """STS-2.4: four cards on offer."""
        row = ROWS[index]
        empty: Display[str] = Display((None,) * len(REGIONS))
        market, deck, filled = empty.refill(Deck(self._crew[row]), chance)
        if log is not None:
            log += [CrewMarketFilled(row, REGIONS[space], card) for space, card, _ in filled]
        return CrewRow(market, deck)

    def _players(self, config: Config[Options], cards: list[str]) -> tuple[Player, ...]:
        """STS-2.6 to 2.8: money, coal, and the train where the starting route starts."""
        options = config.options
        seats = []
        for card in cards:
            start = self.content.route[card].start
            assert start is not None  # it is a starting route
            seats.append(Player(options.starting_cash, options.starting_coal, 0, Train(start, NO_CARGO), (HeldRoute(card, start), None)))
        return tuple(seats)

    def _board(self, players: int, bare: set[str], chance: Chance, log: Log) -> Board:
        """STS-2.3, 2.13: a token on every city without a train."""
        bag = self.bag("summer", players)
        to_fill = [city.id for city in self.content.cities if city.id not in bare]
        drawn, unseen = chance.draw(bag.unseen, len(to_fill))
        lying = dict(zip(to_fill, drawn, strict=True))
        if log is not None:
            log += [TokenPlaced(city, token, False, False) for city, token in lying.items()]
        tokens = tuple(Token(lying[city.id]) if city.id in lying else None for city in self.content.cities)
        return Board(tokens, Bag(unseen, bag.count - len(drawn)), (), tuple(caboose.id for caboose in self.content.cabooses))


class KeepRouteRule(WorkRule[KeepRoute]):
    """STS-2.11, 2.16: keep one of the two routes; after the last choice the first turn begins."""

    action = KeepRoute

    def candidates(self, state: State) -> Iterable[KeepRoute]:
        return KEEPS

    def reject(self, state: State, action: KeepRoute) -> Rejection | None:
        return None

    def perform(self, work: Work, action: KeepRoute) -> None:
        seat, piles = work.seat, work.route_piles
        pair = piles.dealt[seat]
        kept, discarded = pair[action.index], pair[1 - action.index]
        marker = work.city if work.city in self.content.route[kept].cities else None
        work.set_route(ROUTE_SLOTS - 1, HeldRoute(kept, marker))
        dealt = tuple(() if other == seat else cards for other, cards in enumerate(piles.dealt))
        work.route_piles = RoutePiles(piles.display, piles.deck.discarded(discarded), dealt, piles.out)
        if work.log is not None:
            work.log.append(RouteKept(seat, kept, discarded, marker))
        work.pending.pop()
        after = work.pending[-1] if work.pending else None
        if isinstance(after, PendingKeepRoute):
            _hand_on(work, after.seat, 0)
        else:
            start_turn(work, work.clock.first)


def _hand_on(work: Work, seat: int, turn_number: int) -> None:
    """Somebody else acts."""
    clock = work.clock
    work.stand()
    work.clock = Clock(turn_number, seat, clock.first, clock.season)
    work.sit(seat)


def start_turn(work: Work, seat: int) -> None:
    """STS-3.2: a player's crew is no longer fresh, the Market opens, and what answers to a turn start answers."""
    turn_number = work.clock.turn_number + 1
    _hand_on(work, seat, turn_number)
    unfrozen: tuple[str, ...] = ()
    for slot, member in enumerate(work.crew):
        if member is not None and member.fresh:
            unfrozen += (member.card,)
            work.set_crew(slot, CrewMember(member.card, False, member.used))
    work.turn = Turn(work.city)
    if work.log is not None:
        work.log.append(TurnStarted(seat, turn_number, work.city, unfrozen))
    work.pending.append(MARKET)
    work.expect(TURN_START)


class EndTurnRule(WorkRule[EndTurn]):
    """STS-8.1, 10.1: the Crew phase is over, and clean-up follows."""

    action = EndTurn

    def candidates(self, state: State) -> Iterable[EndTurn]:
        return ENDS

    def reject(self, state: State, action: EndTurn) -> Rejection | None:
        return None

    def perform(self, work: Work, action: EndTurn) -> None:
        work.pending[-1] = CLEAN_UP
        work.expect(TURN_END)


class TurnEnd:
    """STS-10, 11.1: clean-up with one content."""

    def __init__(self, content: Content, setup: Setup) -> None:
        self.content = content
        self._setup = setup

    def clean_up(self, work: Work, due: DueCleanUp) -> None:
        """STS-10.2, 10.3, 9.17: a token is drawn and placed, or several are drawn to choose from."""
        board, wanted = work.board, work.turn.armed.bag_choice
        bag = board.bag
        drawn: list[str] = []
        for _ in range(min(max(1, wanted), bag.count)):
            token, bag = bag.draw(work.chance)
            drawn.append(token)
        if wanted and work.log is not None:
            work.log.append(TokensDrawn(work.seat, tuple(drawn)))
        if len(drawn) > 1:
            work.board = Board(board.tokens, bag, board.box, board.cabooses)
            work.pending.append(PendingPlaceToken(tuple(drawn)))
        else:
            self.place(work, bag, drawn[0])

    def place(self, work: Work, bag: Bag[str], token: str) -> None:
        """STS-10.3 to 10.5, 11.1: the token lies on the city where the turn began; the last one ends the season, or the game."""
        city, board = work.turn.start_city, work.board
        last = not bag.count
        tokens = replaced(board.tokens, self.content.city_index[city], Token(token))
        work.board = Board(tokens, bag, board.box, board.cabooses)
        if work.log is not None:
            work.log.append(TokenPlaced(city, token, False, last))
        if last and work.clock.season == SEASONS[-1]:
            self._end_game(work)
            return
        if last:
            self._end_season(work)
        self._end_turn(work)

    def _end_season(self, work: Work) -> None:
        """STS-10.5 to 10.8: base sides are flipped, and the next season goes into the bag."""
        board, kinds, clock = work.board, self.content.token_kind, work.clock
        flips = [token is not None and not token.improved and kinds[token.id] != "order" for token in board.tokens]
        tokens = tuple(Token(token.id, True) if token is not None and flip else token for token, flip in zip(board.tokens, flips, strict=True))
        following = SEASONS[SEASONS.index(clock.season) + 1]
        bag = self._setup.bag(following, work.config.players)
        work.board = Board(tokens, bag, board.box, board.cabooses)
        work.clock = Clock(clock.turn_number, clock.active, clock.first, following)
        if work.log is not None:
            flipped = tuple(token.id for token, flip in zip(board.tokens, flips, strict=True) if flip and token is not None)
            work.log.append(SeasonEnded(clock.season, following, flipped, bag.count))

    def _end_turn(self, work: Work) -> None:
        """STS-10.2, 10.10: the crew can be used again, and the next player begins."""
        if any(work.crew):
            for slot, member in enumerate(work.crew):
                if member is not None and member.used:
                    work.set_crew(slot, CrewMember(member.card, member.fresh, False))
        if work.log is not None:
            work.log.append(TurnEnded(work.seat, work.clock.turn_number))
        start_turn(work, (work.seat + 1) % work.config.players)

    def _end_game(self, work: Work) -> None:
        """STS-11.1: nothing else of the clean-up happens."""
        work.pending.clear()
        if work.log is not None:
            work.stand()
            scores = final_scores(self.content, work.players)
            winners = tuple(seat for seat, score in enumerate(scores) if score.place == 1)
            work.log.append(GameEnded(scores, winners))


class PlaceTokenRule(WorkRule[PlaceToken]):
    """STS-9.17: one of the drawn tokens is placed; the others go back into the bag, seen by all."""

    action = PlaceToken

    def __init__(self, content: Content, settle: Callable[[Work], None], ending: TurnEnd) -> None:
        super().__init__(content, settle)
        self._ending = ending

    def candidates(self, state: State) -> Iterable[PlaceToken]:
        return PLACES

    def reject(self, state: State, action: PlaceToken) -> Rejection | None:
        pending = state.pending[-1]
        assert isinstance(pending, PendingPlaceToken)  # the book opens it at no other decision
        if action.index >= len(pending.tokens):
            text = "there is no token {index}; expected 0..{last}"
            return Rejection.of("no-such-token", "STS-9.17", text, index=action.index, last=len(pending.tokens) - 1)
        return None

    def perform(self, work: Work, action: PlaceToken) -> None:
        pending = work.pending.pop()
        assert isinstance(pending, PendingPlaceToken)  # as above
        back = [token for index, token in enumerate(pending.tokens) if index != action.index]
        if work.log is not None:
            work.log += [TokenReturned(token) for token in back]
        self._ending.place(work, work.board.bag.put_back(*back), pending.tokens[action.index])
