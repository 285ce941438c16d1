"""The Given of a worked scenario: a position built as section 8 of the rules page says, and a table to play on from there.

Things are written as on the page: cargo ``"S7 O2"``, tickets ``"N: SO-03 SO-04; W: SO-05"`` (the top of each stack first), crew
``"N: trader#2; E: publicist#1 fresh"``, routes ``"RT-02@cincinnati; RT-31"`` (``-`` for an empty slot), tokens of the map
``"houston: SO-01; miami: SS-2+"``, where ``+`` is the improved side up. Everything that a Given does not name is put somewhere, so that no
token and no card is missing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

import attrs
import pytest

from railrules import Chance, Config, IllegalActionError, Intent, Match, Outcome, Rejection, ScriptedChance, SeededChance, Setup
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station.abilities import Ability, Counts, Row, Season
from railrules.games.station_to_station.actions import Action, StepTo
from railrules.games.station_to_station.content import REGIONS, ROWS, SEASONS, Content
from railrules.games.station_to_station.events import AutoResolved, Event
from railrules.games.station_to_station.state import (
    Board,
    Clock,
    CrewMember,
    CrewRow,
    CrewSlots,
    HeldRoute,
    Pending,
    PendingCrew,
    PendingMarket,
    PendingStation,
    PendingTravel,
    Player,
    RoutePiles,
    Slots,
    State,
    Supply,
    Tickets,
    Token,
    Train,
    Turn,
)
from railrules.games.station_to_station.view import View
from railrules.parts import Bag, Deck, Display, Pool

Phase: TypeAlias = Literal["market", "travel", "station", "crew"]
Draw: TypeAlias = str | int | tuple[str, ...]
"""One answer of chance: a card or token that comes, several that come at once, or a pick."""


class HouseRules(TypedDict, total=False):
    """The options of section 5 as keyword arguments."""

    first_player: int | Literal["random"]
    route_display_size: int
    mark_new_routes: bool
    railcars_cumulative: bool
    cargo_supply: Literal["limited", "unlimited"]
    starting_cash: int
    starting_coal: int


GAME = StationToStation()
CONTENT: Content = GAME.content
LETTERS = "SOGT"
PLAYERS = "ABCD"
TRAINS = ("houston", "seattle", "fargo", "boston")
ROUTES = ("ST-S@new-orleans; RT-31", "ST-N@minneapolis; RT-32", "ST-E@pittsburgh; RT-30", "ST-W@salt-lake-city; RT-28")
MARKET = {
    "basic": ("coal-merchant#1", "metals-broker#1", "produce-broker#1", "customs-clerk#1"),
    "skilled": ("chief-engineer#1", "foreman#1", "negotiator#1", "superintendent#1"),
}
"""The crew market of the basic position, N E S W."""
SPARE: dict[Season, str] = {"summer": "SO-22", "autumn": "AO-12", "winter": "WO-12", "countdown": "CO-4"}
"""A token of each season that can come out of the bag of every Given that does not name it."""


# ---- notation --------------------------------------------------------------------------------------------------------------------------


def _parts(text: str, by: str = ";") -> list[str]:
    return [part.strip() for part in text.split(by) if part.strip()]


def _pairs(text: str) -> Iterator[tuple[str, list[str]]]:
    for part in _parts(text):
        key, words = part.split(":")
        yield key.strip(), words.split()


def cargo(text: str) -> Counts:
    """``"S7 O2"`` as counts."""
    counts = [0, 0, 0, 0]
    for word in text.split():
        counts[LETTERS.index(word[0])] += int(word[1:])
    steel, oil, grain, timber = counts
    return steel, oil, grain, timber


def cargo_text(counts: Counts) -> str:
    """Counts as ``"S7 O2"``."""
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, counts, strict=True) if count)


def side(text: str) -> Token:
    """``"SS-2+"`` as a token."""
    return Token(text.removesuffix("+"), text.endswith("+"))


def side_text(token: Token | None) -> str:
    """A token as ``"SS-2+"``, ``-`` for none."""
    return "-" if token is None else token.id + "+" * token.improved


def _routes(text: str) -> Slots:
    first, second = (None if part == "-" else _held(*part.split("@")) for part in _parts(text))
    return first, second


def _held(card: str, marker: str | None = None) -> HeldRoute:
    return HeldRoute(card, marker)


def _tickets(text: str) -> Tickets:
    stacks = dict(_pairs(text))
    north, east, south, west = (tuple(stacks.get(region, ())) for region in REGIONS)
    return north, east, south, west


def _crew(text: str) -> CrewSlots:
    slots: dict[str, CrewMember] = {}
    for region, (card, *marks) in _pairs(text):
        slots[region] = CrewMember(card, "fresh" in marks, "used" in marks)
    north, east, south, west = (slots.get(region) for region in REGIONS)
    return north, east, south, west


# ---- the table -------------------------------------------------------------------------------------------------------------------------


class _NoChance:
    """Chance that nobody may ask."""

    def pick(self, n: int) -> int:
        raise AssertionError(f"asked for pick({n})")

    def draw(self, pool: Any, count: int = 1) -> Any:
        raise AssertionError(f"asked to draw {count}")


NO_CHANCE = _NoChance()


def scripted(draws: Iterable[Draw]) -> ScriptedChance:
    """Chance that answers so; a single card or token may stand for itself."""
    return ScriptedChance([(draw,) if isinstance(draw, str) else draw for draw in draws])


@attrs.frozen
class Table:
    """A position, and all events since the Given. A, B, C and D are the seats 0 to 3; where no seat is said, it is A's."""

    state: State
    events: tuple[Event, ...] = ()
    game: StationToStation = GAME

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def do(self, *actions: Action, draws: Iterable[Draw] = ()) -> "Table":
        """The table after these actions, each of which must be legal, and all that is forced; this one stays as it was.

        `draws` are the answers of chance in the order of its questions, all of which must come.
        """
        chance = scripted(draws)
        table = self
        for action in actions:
            assert action in table.legal, f"{action} is not listed; legal: {table.legal}"
            step = self.game.apply(table.state, action, chance)
            table = attrs.evolve(table, state=step.state, events=table.events + step.events)
            lawful(table)
            assert len(table.legal) > 1 or table.over, f"{table.legal} was not taken by itself"
        assert not chance.left, f"{chance.left} answers of chance were not asked for"
        return table

    def log(self, *actions: Action, draws: Iterable[Draw] = ()) -> tuple[Event, ...]:
        """The events of these actions."""
        return self.do(*actions, draws=draws).events[len(self.events) :]

    def kinds(self, *actions: Action, draws: Iterable[Draw] = ()) -> list[str]:
        """The names of the events of these actions."""
        return [type(event).__name__ for event in self.log(*actions, draws=draws)]

    def refusal(self, action: object) -> Rejection:
        """Why `action` is refused, the same from validate and apply; a refused action changes nothing and emits nothing."""
        found = self.game.validate(self.state, action)
        assert found is not None, f"{action} is accepted"
        assert not any(type(action) is type(legal) and action == legal for legal in self.legal) or found.code == "unknown-value"
        with pytest.raises(IllegalActionError) as raised:
            self.game.apply(self.state, action, NO_CHANCE)
        assert raised.value.rejection == found
        assert found.message
        return found

    def code(self, action: object) -> str:
        """The code with which `action` is refused."""
        return self.refusal(action).code

    def intent(self, seat: int, action: object) -> Rejection | None:
        """Why a match at this position refuses `action` from `seat`, None if it does not."""
        match = Match(self.game, self.state.config, tuple(PLAYERS[: self.n]), 1, Setup((), self.state, (), 0))
        return match.check(Intent(seat, action, match.version(seat)))

    # ---- looking at the game -----------------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        return self.state.config.players

    @property
    def acts(self) -> int | None:
        return self.game.current_player(self.state)

    @property
    def legal(self) -> tuple[Action, ...]:
        return self.game.legal_actions(self.state)

    @property
    def steps(self) -> set[str]:
        """The cities that the train may step to."""
        return {action.city for action in self.legal if isinstance(action, StepTo)}

    @property
    def top(self) -> Pending | None:
        """The decision that is open."""
        return self.state.pending[-1] if self.state.pending else None

    @property
    def open(self) -> str:
        """Its name: ``Market``, ``TakeRoute``."""
        return type(self.top).__name__.removeprefix("Pending")

    @property
    def forced(self) -> list[Action]:
        """What the engine did by itself."""
        return [event.intent for event in self.events if isinstance(event, AutoResolved)]

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def result(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        """The final scores."""
        assert self.result is not None
        return self.result.scores

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def number(self) -> int:
        """The number of the turn."""
        return self.state.clock.turn_number

    @property
    def season(self) -> Season:
        return self.state.clock.season

    def view(self, seat: int | None) -> View:
        return self.game.view(self.state, seat)

    # ---- looking at players ------------------------------------------------------------------------------------------------------------

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def has(self, seat: int = 0) -> tuple[int, int, int]:
        """Dollars, coal and points."""
        player = self.player(seat)
        return player.cash, player.coal, player.points

    def train(self, seat: int = 0) -> str:
        """The cargo on a train."""
        return cargo_text(self.player(seat).train.cargo)

    def city(self, seat: int = 0) -> str:
        return self.player(seat).train.city

    def railcars(self, seat: int = 0) -> str:
        return " ".join(side_text(token) for token in self.player(seat).train.railcars)

    def caboose(self, seat: int = 0) -> str | None:
        return self.player(seat).train.caboose

    def routes(self, seat: int = 0) -> str:
        """The route slots."""
        written = ["-" if route is None else route.card + (f"@{route.marker}" if route.marker else "") for route in self.player(seat).routes]
        return "; ".join(written)

    def tickets(self, seat: int = 0) -> str:
        stacks = zip(REGIONS, self.player(seat).tickets, strict=True)
        return "; ".join(f"{region}: {' '.join(stack)}" for region, stack in stacks if stack)

    def crew(self, seat: int = 0) -> str:
        slots = zip(REGIONS, self.player(seat).crew, strict=True)
        return "; ".join(f"{region}: {held.card}{' fresh' * held.fresh}{' used' * held.used}" for region, held in slots if held is not None)

    # ---- looking at the middle ---------------------------------------------------------------------------------------------------------

    def token(self, city: str) -> str:
        """The token on a city."""
        return side_text(self.state.board.tokens[self.game.content.city_index[city]])

    @property
    def bare(self) -> set[str]:
        """The cities without a token."""
        return {city for city in self.game.content.city if self.token(city) == "-"}

    @property
    def bag(self) -> Bag[str]:
        return self.state.board.bag

    @property
    def any_token(self) -> str:
        """A token that can come out of the bag next."""
        return self.bag.unseen.items[0]

    @property
    def box(self) -> tuple[str, ...]:
        return self.state.board.box

    @property
    def display(self) -> str:
        """The route display."""
        return " ".join(card or "-" for card in self.state.routes.display.spaces)

    @property
    def route_deck(self) -> Deck[str]:
        return self.state.routes.deck

    def offer(self, row: Row) -> str:
        """A row of the crew market."""
        return " ".join(card or "-" for card in self.state.crew[ROWS.index(row)].market.spaces)

    def crew_deck(self, row: Row) -> Deck[str]:
        return self.state.crew[ROWS.index(row)].deck


def lawful(table: Table) -> Table:
    """The table itself, after a look at all laws of conservation."""
    faults = [*table.game.invariant_faults(table.state)]
    assert not faults, faults
    return table


# ---- the Given -------------------------------------------------------------------------------------------------------------------------


class Belongings(TypedDict, total=False):
    """What a player has other than in the basic position."""

    cash: int
    coal: int
    points: int
    cargo: str
    routes: str
    wild: str
    tickets: str
    crew: str
    railcars: str
    caboose: str
    token: str


@attrs.frozen
class Seat:
    """A player of a Given: the train, and what the player has."""

    at: str = ""
    cash: int = 8
    coal: int = 2
    points: int = 0
    cargo: str = ""
    routes: str = ""
    wild: str | None = None
    tickets: str = ""
    crew: str = ""
    railcars: str = ""
    caboose: str | None = None
    token: str | None = None

    def player(self, seat: int) -> Player:
        train = Train(self.at or TRAINS[seat], cargo(self.cargo), tuple(map(side, self.railcars.split())), self.caboose)
        token = side(self.token) if self.token else None
        routes = _routes(self.routes or ROUTES[seat])
        return Player(self.cash, self.coal, self.points, train, routes, self.wild, _tickets(self.tickets), _crew(self.crew), token)


PLAIN = Seat()


def given(
    phase: Phase,
    at: str,
    *,
    n: int = 2,
    b: Seat = PLAIN,
    c: Seat = PLAIN,
    d: Seat = PLAIN,
    on: str = "",
    bag: str | None = None,
    known: str = "",
    box: str = "",
    season: Season = "summer",
    display: str | None = None,
    thrown: str = "",
    market: str = "",
    dry: str = "",
    turn: Turn | None = None,
    pending: tuple[Pending, ...] = (),
    game: StationToStation = GAME,
    rules: HouseRules | None = None,
    **mine: Unpack[Belongings],
) -> Table:
    """The basic position with A in a phase, the train in `at`, and the changes named.

    `on` are tokens of the map, `bag` the tokens in the bag, `known` those of them that were seen going in, `market` spaces of the crew market
    (``"basic N: stoker#1"``), `thrown` discarded route cards; `dry` names the decks (basic, skilled, routes) whose cards are all discarded. In the
    Crew phase A has come from New Orleans, and has chosen Work 0 (SO-02 in the box, 2 coal more).
    """
    content = game.content
    config = game.config(n, **(rules or {}))
    if phase == "crew":
        mine = {**mine, "coal": mine.get("coal", 4)}
        box = f"{box} SO-02"
    seats = [Seat(at=at, **mine), b, c, d][:n]
    players = tuple(belongs.player(seat) for seat, belongs in enumerate(seats))
    start = at if phase in ("market", "travel") else "new-orleans"
    turns = {"market": Turn(start), "travel": Turn(start, content.economy.free_steps)}
    turn = turn or turns.get(phase, Turn(start, 0, 0, 1))
    board, clock = _board(content, config, players, turn, _Tokens(on, bag, known, box, season))
    opened: dict[Phase, Pending] = {"market": PendingMarket(), "travel": PendingTravel(), "station": PendingStation(), "crew": PendingCrew()}
    carried = [sum(counts) for counts in zip(*(player.train.cargo for player in players), strict=True)]
    steel, oil, grain, timber = (there.supply - count for there, count in zip(content.cargo, carried, strict=True))
    state = State(
        config,
        clock,
        players,
        board,
        Supply(content.economy.coal_supply - sum(player.coal for player in players), (steel, oil, grain, timber)),
        _crew_rows(content, players, market, dry.split()),
        _route_piles(content, config, players, display, thrown.split(), dry="routes" in dry),
        turn,
        pending or (opened[phase],),
    )
    return lawful(Table(state, (), game))


@attrs.frozen
class _Tokens:
    on: str
    bag: str | None
    known: str
    box: str
    season: Season


def _board(content: Content, config: Config[Any], players: tuple[Player, ...], turn: Turn, named: _Tokens) -> tuple[Board, Clock]:
    """The map, the bag and the box, and the number of the turn that goes with them: each turn takes one token off the map and places one."""
    n, season = config.players, named.season
    placed = {city: side(token) for city, (token,) in _pairs(named.on)}
    bare = {turn.start_city, *(player.train.city for player in players)} - set(placed)
    held = [order for player in players for stack in player.tickets for order in stack]
    held += [token.id for player in players for token in (*player.train.railcars, player.token) if token is not None]
    boxed, known = named.box.split(), named.known.split()
    seen = [*(token.id for token in placed.values()), *held, *boxed]
    now = SEASONS.index(season)
    mapped = len(content.cities) - len(bare)
    dealt = len(content.cities) - n
    past = sum(content.in_play(one, n) for one in SEASONS[:now])
    fresh = content.in_play(season, n) - (0 if past else dealt)
    of_now = len([token for token in seen if token in content.tokens[season]])
    least = max(len(held) + len(boxed) + mapped, past + of_now) - past - (0 if past else dealt)
    count = fresh - max(least, 0) if named.bag is None else len(named.bag.split())
    assert 0 < count <= fresh, f"a bag of {count} is none of {season}"
    bagged = {*(named.bag or "").split(), *known}

    fillers: list[str] = []
    for one in SEASONS[: now + 1]:
        free = [token for token in content.tokens[one] if token not in seen and token not in bagged]
        free.sort(key=lambda token: token == SPARE[season])
        in_sight = content.in_play(one, n) - (count if one == season else 0)
        fillers += free[: in_sight - len([token for token in seen if token in content.tokens[one]])]
    old = {token for one in SEASONS[:now] for token in content.tokens[one] if token not in content.order}
    lying = iter(fillers)
    tokens = tuple(None if city in bare else placed.get(city) or _filler(next(lying), old) for city in content.city)
    unseen = Pool.of(token for token in content.tokens[season] if token not in {*seen, *fillers, *known})
    cabooses = tuple(one.id for one in content.cabooses if one.id not in [player.train.caboose for player in players])
    board = Board(tokens, Bag(unseen, count, Pool.of(known)), (*lying, *boxed), cabooses)
    finished = past + fresh - count - (dealt if past else 0)
    return board, Clock(finished + 1, 0, -finished % n, season)


def _filler(token: str, old: set[str]) -> Token:
    return Token(token, token in old)


def _crew_rows(content: Content, players: tuple[Player, ...], market: str, dry: Sequence[str]) -> tuple[CrewRow, CrewRow]:
    named = {tuple(space.split()): card for space, (card,) in _pairs(market)}
    held = [member.card for player in players for member in player.crew if member is not None]
    rows = []
    for row in ROWS:
        left = [card for card in content.crew_cards(row) if card not in held and card not in named.values()]
        offer = []
        for region, usual in zip(REGIONS, MARKET[row], strict=True):
            space = (row, region)
            card = named[space] if space in named else usual if usual in left else next((one for one in left if one not in MARKET[row]), None)
            offer.append(None if card == "-" else card)
            left = [one for one in left if one != card]
        rows.append(CrewRow(Display(tuple(offer)), Deck(Pool(), tuple(left)) if row in dry else Deck(Pool.of(left))))
    basic, skilled = rows
    return basic, skilled


def _route_piles(
    content: Content, config: Config[Any], players: tuple[Player, ...], display: str | None, thrown: Sequence[str], *, dry: bool
) -> RoutePiles:
    held = [route.card for player in players for route in player.routes if route is not None]
    left = [route.id for route in content.routes if route.id not in held and route.id not in thrown]
    size = config.options.route_display_size
    shown = [None if card == "-" else card for card in display.split()] if display is not None else [*left[:size], *[None] * size][:size]
    left = [card for card in left if card not in shown]
    deck = Deck(Pool(), (*left, *thrown)) if dry else Deck(Pool.of(left), tuple(thrown))
    wild = [player.wild_route for player in players]
    out = tuple(route.id for route in content.starting_routes if route.id not in held and route.id not in wild)
    return RoutePiles(Display(tuple(shown)), deck, ((),) * config.players, tuple(sorted(out)))


# ---- new games -------------------------------------------------------------------------------------------------------------------------


def new_game(n: int = 3, seed: int = 1, chance: Chance | None = None, game: StationToStation = GAME, **options: Unpack[HouseRules]) -> Table:
    """A fresh game with its events."""
    log: list[Any] = []
    state = game.initial_state(game.config(n, **options), SeededChance(seed) if chance is None else chance, log)
    return lawful(Table(state, tuple(log), game))


def dealt(n: int, starting: str, *pairs: str, display: str = "RT-01 RT-02 RT-03", **options: Unpack[HouseRules]) -> Table:
    """A fresh game in which A begins, and these starting routes and pairs are dealt; the crew market is that of the basic position."""
    tokens = CONTENT.tokens["summer"][: 24 - n]
    script: list[Draw] = [*MARKET["basic"], *MARKET["skilled"], tuple(starting.split())]
    script += [*(tuple(pair.split()) for pair in pairs), *display.split(), tokens]
    chance = scripted(script)
    options.setdefault("first_player", 0)
    table = new_game(n, chance=chance, **options)
    assert not chance.left
    return table


def random_states(n: int, seed: int, **options: Unpack[HouseRules]) -> list[State]:
    """Every position of a random game."""
    chance = SeededChance(seed)
    states = [GAME.initial_state(GAME.config(n, **options), chance)]
    while legal := GAME.legal_actions(states[-1]):
        states.append(GAME.transition(states[-1], legal[chance.pick(len(legal))], chance))
    return states


def made(**changes: Any) -> StationToStation:
    """The game with another content: some parts of the default one are replaced."""
    return StationToStation(attrs.evolve(CONTENT, **changes))


def remade(**abilities: tuple[Ability, ...]) -> StationToStation:
    """The game with other abilities on some crew cards, named with underscores: what no card of the default content does."""
    named = {kind.replace("_", "-"): found for kind, found in abilities.items()}
    assert named.keys() <= {kind.id for kind in CONTENT.crew}
    return made(crew=tuple(attrs.evolve(kind, abilities=named.get(kind.id, kind.abilities)) for kind in CONTENT.crew))
