"""The options (section 5 of the rules page): names, types, defaults, bounds, and what each of them changes at the table."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from railrules import Config, ConfigError, ContentError, Record, SeededChance, new_match, replay
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station.actions import (
    BuyCargo,
    ChooseCargo,
    CompleteOrder,
    KeepRoute,
    StepTo,
    StopHere,
    TakeRoute,
    TakeSupply,
)
from railrules.games.station_to_station.content import MOST_DISPLAYED
from railrules.games.station_to_station.events import GameStarted, RouteDisplayFilled, RouteMarked, RoutesDealt
from railrules.games.station_to_station.options import Options
from railrules.games.station_to_station.reading import shipped_content, shipped_text
from railrules.games.station_to_station.state import (
    Board,
    HeldRoute,
    PendingDiscount,
    PendingMarket,
    PendingStation,
    PendingTakeRoute,
    PendingTravel,
    State,
    Token,
)
from railrules.parts import Deck, Display, Pool

GAME = StationToStation()
CONTENT = shipped_content()
NAMES = (
    "first_player",
    "route_display_size",
    "mark_new_routes",
    "railcars_cumulative",
    "cargo_supply",
    "starting_cash",
    "starting_coal",
)
DEFAULTS = ("random", 3, False, True, "limited", 8, 2)
RULES = ("STS-2.9", "STS-2.12", "STS-6.9", "STS-7.11", "STS-1.6", "STS-2.6", "STS-2.6")
INTS = {"route_display_size": 6, "starting_cash": 50, "starting_coal": 9}
BOOLS = ("mark_new_routes", "railcars_cumulative")


def options(config: Config[Any]) -> Options:
    found: Options = config.options
    return found


def fault(players: int = 3, /, **given: Any) -> ConfigError:
    """The error with which a configuration is refused; everywhere it is refused in the same way."""
    with pytest.raises(ConfigError) as raised:
        GAME.config(players, **given)
    error = raised.value
    assert error.code in str(error)
    assert error.bounds
    return error


def begun(game: StationToStation = GAME, players: int = 2, seed: int = 1, **given: Any) -> State:
    """The position at the first Market of seat 0, everybody having kept the first of the dealt routes."""
    chance = SeededChance(seed)
    state = game.initial_state(game.config(players, **{"first_player": 0, **given}), chance)
    for _ in range(players):
        state = game.transition(state, KeepRoute(0), chance)
    assert isinstance(state.pending[-1], PendingMarket)
    assert not [*game.invariant_faults(state)]
    return state


def mine(state: State, **changed: Any) -> State:
    """The position with other things before seat 0; changes of the train go by ``train``."""
    me = attrs.evolve(state.players[0], **changed)
    return attrs.evolve(state, players=(me, *state.players[1:]))


# ---- how they are declared and given -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-1.6", "STS-2.6", "STS-2.9", "STS-2.12", "STS-6.9", "STS-7.11")
def test_options_are_declared_as_the_page_lists_them() -> None:
    """Names in the order of the page, with defaults and the rules they change."""
    found = GAME.info.options
    assert tuple(option.name for option in found) == NAMES
    assert tuple(option.default for option in found) == DEFAULTS
    assert tuple(option.rule for option in found) == RULES
    assert all(option.help for option in found)
    for players in (2, 3, 4):
        assert GAME.config(players).options == Options()
    assert attrs.astuple(Options()) == DEFAULTS
    assert GAME.config().players == 3


@pytest.mark.rule("STS-2.1")
@pytest.mark.parametrize("players", [0, 1, 5, -1, 2.0, "3", True])
def test_other_player_counts_are_refused(players: Any) -> None:
    """Two, three or four play."""
    error = fault(players)
    assert (error.code, error.option, error.value) == ("bad-player-count", "players", players)
    assert "2..4" in error.bounds


@pytest.mark.parametrize("name", ["seed", "First_player", "route-display-size", "speed", "players"])
def test_unknown_names_are_refused(name: str) -> None:
    """With the name, what was given, and the names that there are."""
    error = fault(**{name: 2})
    assert (error.code, error.option, error.value) == ("unknown-option", name, 2)
    assert all(option in error.bounds for option in NAMES)


@pytest.mark.rule("STS-2.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player(players: int) -> None:
    """A seat of the game, or "random"."""
    for right in (*range(players), "random"):
        assert options(GAME.config(players, first_player=right)).first_player == right
    for wrong in (-1, players, "first", "", "0", True, None, 1.0, [0]):
        error = fault(players, first_player=wrong)
        assert (error.code, error.option, error.value) == ("invalid-option", "first_player", wrong)
        assert f"0..{players - 1}" in error.bounds


@pytest.mark.rule("STS-2.6", "STS-2.12")
@pytest.mark.parametrize("name", INTS)
def test_numbers(name: str) -> None:
    """From 0 to their bound; nothing is clamped, and a bool, a float or a text is no int."""
    most = INTS[name]
    for right in (0, 1, most):
        assert getattr(options(GAME.config(3, **{name: right})), name) == right
    for wrong in (-1, most + 1, True, False, 1.0, "1", None, [1]):
        error = fault(**{name: wrong})
        assert (error.code, error.option, error.value) == ("invalid-option", name, wrong)
        assert f"0..{most}" in error.bounds


@pytest.mark.rule("STS-6.9", "STS-7.11")
@pytest.mark.parametrize("name", BOOLS)
def test_switches(name: str) -> None:
    """True and False; 1 is not a bool, and neither is a word."""
    for right in (True, False):
        assert getattr(options(GAME.config(3, **{name: right})), name) is right
    for wrong in (0, 1, "true", "", None, 1.0):
        error = fault(**{name: wrong})
        assert (error.code, error.option, error.value) == ("invalid-option", name, wrong)


@pytest.mark.rule("STS-1.6")
def test_cargo_supply() -> None:
    """One of two words."""
    for right in ("limited", "unlimited"):
        assert options(GAME.config(3, cargo_supply=right)).cargo_supply == right
    for wrong in ("Limited", "unlimited ", "", True, 1, None):
        error = fault(cargo_supply=wrong)
        assert (error.code, error.option, error.value) == ("invalid-option", "cargo_supply", wrong)
        assert "'unlimited'" in error.bounds


@pytest.mark.rule("STS-2.1")
def test_which_fault_is_told() -> None:
    """The number of players first, then unknown names, then the options in their order."""
    assert fault(5, speed=2, starting_cash=99).code == "bad-player-count"
    assert fault(starting_cash=99, speed=2).code == "unknown-option"
    assert fault(starting_coal=99, first_player=9, starting_cash="x").option == "first_player"


def test_options_are_public_and_part_of_the_state() -> None:
    """They stand in every state and view and in the first event, and come back from a saved state and a saved play."""
    given: dict[str, Any] = {"route_display_size": 5, "mark_new_routes": True, "starting_cash": 11, "cargo_supply": "unlimited"}
    log: list[Any] = []
    state = GAME.initial_state(GAME.config(3, **given), SeededChance(4), log)
    wanted = options(state.config)
    assert (wanted.route_display_size, wanted.mark_new_routes, wanted.starting_cash, wanted.cargo_supply) == (5, True, 11, "unlimited")
    assert isinstance(log[0], GameStarted)
    assert (log[0].players, log[0].options) == (3, wanted)
    for viewer in (0, 1, 2, None):
        assert GAME.view(state, viewer).config.options == wanted
    assert GAME.load_state(GAME.dump(state)) == state
    assert GAME.load_options(GAME.dump(wanted)) == wanted
    match = new_match(GAME, players=3, seed=4, options=given)
    match = match.play(match.legal_actions[0])
    again = replay(Record.from_json(match.record().to_json()), game=GAME)
    assert again.state == match.state


# ---- what they do ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-2.9", "STS-2.10", "STS-2.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_begins(players: int) -> None:
    """The one named is dealt to first, chooses first and has the first turn."""
    for first in range(players):
        log: list[Any] = []
        chance = SeededChance(first)
        state = GAME.initial_state(GAME.config(players, first_player=first), chance, log)
        order = [(first + offset) % players for offset in range(players)]
        assert [event.seat for event in log if isinstance(event, RoutesDealt)] == order
        for seat in order:
            assert GAME.current_player(state) == seat
            state = GAME.transition(state, KeepRoute(1), chance)
        assert (state.clock.first, state.clock.active, state.clock.turn_number) == (first, first, 1)


@pytest.mark.rule("STS-2.9")
def test_a_random_player_begins() -> None:
    """Each of the players does in some game."""
    for players in (2, 3, 4):
        firsts = {GAME.initial_state(GAME.config(players), SeededChance(seed)).clock.first for seed in range(40)}
        assert firsts == set(range(players))


@pytest.mark.rule("STS-2.12", "STS-6.7")
@pytest.mark.parametrize("size", range(MOST_DISPLAYED + 1))
def test_the_route_display_has_so_many_spaces(size: int) -> None:
    """All of them filled; whoever takes a route has these cards on offer, and the deck; with none the deck alone, which is no choice."""
    log: list[Any] = []
    state = GAME.initial_state(GAME.config(4, route_display_size=size), SeededChance(size), log)
    assert len(state.routes.display.cards()) == len(state.routes.display.spaces) == size
    assert sum(isinstance(event, RouteDisplayFilled) for event in log) == size
    assert len(state.routes.deck.pool) == 32 - 8 - size
    state = begun(route_display_size=size)
    taking = attrs.evolve(mine(state, routes=(state.players[0].routes[0], None)), pending=(PendingMarket(), PendingTakeRoute(1)))
    assert GAME.legal_actions(taking) == (*(TakeRoute(space) for space in range(size)), TakeRoute("deck"))
    refused = GAME.validate(taking, TakeRoute(MOST_DISPLAYED - 1))
    assert (refused is None) == (size == MOST_DISPLAYED)
    assert refused is None or refused.code == "display-space-empty"
    after = GAME.transition(taking, TakeRoute("deck"), SeededChance(3))
    assert after.players[0].routes[1] is not None
    assert len(after.routes.display.cards()) == size


@pytest.mark.rule("STS-6.9")
@pytest.mark.parametrize("marks", [False, True])
def test_new_routes_are_marked_at_once_if_the_option_says_so(marks: bool) -> None:
    """A card that lists the city of the train, from the display and from the deck; one that does not is not marked."""
    state = begun(mark_new_routes=marks)
    here, there = (route.id for route in CONTENT.routes if route.id in ("RT-21", "RT-22"))  # Houston and Minneapolis; Minneapolis, San Francisco
    me = state.players[0]
    held = {route.card for player in state.players for route in player.routes if route is not None}
    rest = [route.id for route in CONTENT.routes if route.id not in {*held, here, there}]
    slots = tuple(route.card for route in state.players[1].routes if route is not None)
    assert not {here, there} & {*slots, me.routes[0].card if me.routes[0] else ""}
    dropped = me.routes[1].card if me.routes[1] else ""
    piles = attrs.evolve(
        state.routes,
        display=Display((here, there, rest[0])),
        deck=Deck(Pool.of([*rest[1:], *([dropped] if dropped not in (here, there) else [])])),
    )
    moved = mine(state, routes=(me.routes[0], None), train=attrs.evolve(me.train, city="houston"))
    taking = attrs.evolve(moved, routes=piles, pending=(PendingMarket(), PendingTakeRoute(1)))
    log: list[Any] = []
    after = GAME.transition(taking, TakeRoute(0), SeededChance(1), log)
    assert after.players[0].routes[1] == HeldRoute(here, "houston" if marks else None)
    assert [event.city for event in log if isinstance(event, RouteMarked)] == (["houston"] if marks else [])
    assert GAME.transition(taking, TakeRoute(1), SeededChance(1)).players[0].routes[1] == HeldRoute(there, None)
    deck = attrs.evolve(taking, routes=attrs.evolve(piles, display=Display((rest[0],)), deck=Deck(Pool.of([here]))))
    assert GAME.transition(deck, TakeRoute("deck"), SeededChance(1)).players[0].routes[1] == HeldRoute(here, "houston" if marks else None)


@pytest.mark.rule("STS-7.9", "STS-7.11")
@pytest.mark.parametrize("cumulative", [True, False])
def test_railcars_add_up_or_are_one(cumulative: bool) -> None:
    """SO-19 asks for one of each: three railcars save three cargo, or together one of the types that any of them shows."""
    state = begun(railcars_cumulative=cumulative)
    railcars = (Token("SR-1"), Token("SR-3", True), Token("SR-5"))  # steel; oil or timber; grain

    def at_station(cargo: tuple[int, int, int, int], token: str = "SO-19") -> State:
        train = attrs.evolve(state.players[0].train, cargo=cargo, railcars=railcars)
        return attrs.evolve(mine(state, train=train, token=Token(token)), pending=(PendingStation(),))

    legal = [CompleteOrder() in GAME.legal_actions(at_station(cargo)) for cargo in ((0, 0, 0, 1), (0, 0, 0, 0), (1, 0, 1, 1), (1, 0, 0, 1))]
    assert legal == ([True, False, True, True] if cumulative else [False, False, True, False])
    after = GAME.transition(at_station((1, 1, 1, 1)), CompleteOrder(), SeededChance(1))
    pending = after.pending[-1]
    assert isinstance(pending, PendingDiscount)
    shown = [discount.types for discount in pending.discounts]
    # The two railcars of one type were used without asking.
    assert shown == ([("oil", "timber")] if cumulative else [("steel", "oil", "grain", "timber")])
    assert pending.cost_left == ((0, 1, 0, 1) if cumulative else (1, 1, 1, 1))


@pytest.mark.rule("STS-1.6", "STS-4.7", "STS-3.3")
def test_an_unlimited_supply_never_runs_out() -> None:
    """With an empty supply pairs are bought and cargo is gained all the same; a limited one refuses."""
    for supply in ("limited", "unlimited"):
        state = begun(cargo_supply=supply)
        limited = supply == "limited"
        empty = attrs.evolve(mine(state, cash=50), supply=attrs.evolve(state.supply, cargo=(0, 0, 0, 0)))
        refused = GAME.validate(empty, BuyCargo("oil"))
        assert (refused is not None and refused.code == "cargo-supply-empty") == limited
        assert any(isinstance(action, BuyCargo) for action in GAME.legal_actions(empty)) != limited
        holding = attrs.evolve(mine(empty, token=Token("SS-4")), pending=(PendingStation(),))  # two grain, two timber
        after = GAME.transition(holding, TakeSupply(), SeededChance(1))
        assert after.players[0].train.cargo == ((0, 0, 0, 0) if limited else (0, 0, 2, 2))
        choosing = attrs.evolve(mine(empty, token=Token("SS-5")), pending=(PendingStation(),))  # three of choice
        after = GAME.transition(choosing, TakeSupply(), SeededChance(1))
        assert (ChooseCargo("steel") in GAME.legal_actions(after)) != limited
    bought = GAME.transition(begun(cargo_supply="unlimited", starting_cash=50), BuyCargo("oil"), SeededChance(1))
    assert not [*GAME.invariant_faults(bought)]
    assert bought.players[0].train.cargo == (0, 2, 0, 0)


@pytest.mark.rule("STS-2.6", "STS-1.7")
@pytest.mark.parametrize(("cash", "coal"), [(0, 0), (8, 2), (50, 9), (13, 1)])
def test_starting_money(cash: int, coal: int) -> None:
    """Each player has so much, and the supply of coal the rest."""
    for players in (2, 3, 4):
        state = GAME.initial_state(GAME.config(players, starting_cash=cash, starting_coal=coal), SeededChance(2))
        assert [(player.cash, player.coal) for player in state.players] == [(cash, coal)] * players
        assert state.supply.coal == 36 - players * coal
        assert not [*GAME.invariant_faults(state)]


def test_without_money_the_market_is_over_at_once() -> None:
    """Nothing can be bought, so the engine ends the Market (STS-3.5) and the train gets under way."""
    chance = SeededChance(1)
    state = GAME.initial_state(GAME.config(2, starting_cash=0, starting_coal=0), chance)
    for _ in range(2):
        state = GAME.transition(state, KeepRoute(0), chance)
    assert isinstance(state.pending[-1], PendingTravel)
    assert all(isinstance(action, (StepTo, StopHere)) for action in GAME.legal_actions(state))


# ---- content -----------------------------------------------------------------------------------------------------------------------------

OWN = (
    shipped_text()
    .replace("starting_cash = 8", "starting_cash = 15")
    .replace("starting_coal = 2", "starting_coal = 4")
    .replace("route_display_size = 3", "route_display_size = 5")
)


@pytest.mark.rule("STS-2.6", "STS-2.12")
def test_content_is_an_option_of_the_game(tmp_path: Path) -> None:
    """A path or a content object gives a game with other content; a broken one is `invalid-content`."""
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    for given in (file, str(file), GAME.read_content(file)):
        game = GAME.with_content(given)
        assert isinstance(game, StationToStation)
        assert game.content.economy.starting_cash == 15
        assert game.content_digest != GAME.content_digest
        match = new_match(GAME, players=2, seed=3, content=given, options={"starting_coal": 1})
        assert [(player.cash, player.coal) for player in match.state.players] == [(15, 1)] * 2
    file.write_text(OWN.replace("min_price = 1", "min_price = 0"), encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        GAME.with_content(file)
    assert (raised.value.code, raised.value.check, raised.value.path) == ("invalid-content", "INV-11", "economy.min_price")


@pytest.mark.rule("STS-2.6", "STS-2.12")
def test_defaults_come_from_the_content(tmp_path: Path) -> None:
    """Where the content says other numbers for cash, coal and the display, they hold unless the option is given; bounds are the same."""
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    game = GAME.with_content(file)
    assert game.config(3).options == Options(route_display_size=5, starting_cash=15, starting_coal=4)
    state = game.initial_state(game.config(3), SeededChance(1))
    assert [(player.cash, player.coal) for player in state.players] == [(15, 4)] * 3
    assert len(state.routes.display.cards()) == 5
    assert state.supply.coal == 36 - 3 * 4
    given: dict[str, Any] = {"route_display_size": 3, "starting_cash": 8, "starting_coal": 2}
    assert game.config(3, **given).options == Options()
    assert game.config(3, starting_cash=0).options == Options(route_display_size=5, starting_cash=0, starting_coal=4)
    for name, wrong in (("starting_cash", 51), ("starting_coal", 10), ("route_display_size", 7), ("starting_cash", None)):
        with pytest.raises(ConfigError) as raised:
            game.config(3, **{name: wrong})
        assert (raised.value.code, raised.value.option) == ("invalid-option", name)
    assert GAME.config(3).options == Options()


@pytest.mark.rule("STS-2.6", "INV-11")
@pytest.mark.parametrize(("changes", "most"), [({"coal_capacity": 4}, (4, 4, 4)), ({"coal_supply": 14}, (7, 4, 3))])
def test_starting_coal_that_a_content_does_not_have(changes: dict[str, Any], most: tuple[int, ...]) -> None:
    """More than there are coal spaces, or than the supply has for everybody, is refused and not cut down."""
    game = StationToStation(attrs.evolve(CONTENT, economy=attrs.evolve(CONTENT.economy, **changes)))
    for players, coal in zip((2, 3, 4), most, strict=True):
        state = game.initial_state(game.config(players, starting_coal=coal), SeededChance(1))
        assert [player.coal for player in state.players] == [coal] * players
        assert state.supply.coal == game.content.economy.coal_supply - players * coal
        with pytest.raises(ConfigError) as raised:
            game.config(players, starting_coal=coal + 1)
        assert (raised.value.code, raised.value.option, raised.value.value) == ("invalid-option", "starting_coal", coal + 1)
        assert raised.value.bounds == f"an int in 0..{coal}, as there are coal spaces and coal in this content"


def test_the_board_has_the_cabooses_of_the_content() -> None:
    """A small cross-check that a game is set up from its own content and no other."""
    game = StationToStation(attrs.evolve(CONTENT, cabooses=CONTENT.cabooses[:2]))
    state = game.initial_state(game.config(2), SeededChance(1))
    board: Board = state.board
    assert board.cabooses == ("CB-1", "CB-2")
