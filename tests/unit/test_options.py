"""Options: declared once, checked in one place."""

from typing import Any, Literal

import attrs
import pytest

from railrules import Bounds, ConfigError, NoOptions, Option, a_player, int_range, on_off, one_of, option, options_of, value
from railrules._options import check_options


@value
class Options:
    """One option of each kind."""

    rounds: int = option(1, int_range(1, 20), help="rounds per game", rule="R-1")
    first: int | Literal["random"] = option("random", a_player("random"), help="who begins", rule="R-2")
    pile: Literal["open", "end"] = option("open", one_of("open", "end"), help="an empty pile", rule="R-3")
    undo: bool = option(True, on_off(), help="whether it is allowed", rule="R-4")
    limit: int | bool | Literal["none"] = option("none", Bounds(2, 5, ("none",), True), help="a mixture", rule="R-5")


DECLARED = options_of(Options)


def check(players: int = 3, /, **given: object) -> Options:
    return check_options(DECLARED, Options, players, given)


def test_declarations_follow_from_the_class() -> None:
    """Name, type in words, default, bounds, help and rule of each option, in order."""
    assert options_of(Options) == (
        Option("rounds", "int", 1, Bounds(1, 20), "rounds per game", "R-1"),
        Option("first", "int or str", "random", Bounds(0, None, ("random",)), "who begins", "R-2"),
        Option("pile", "str", "open", Bounds(words=("open", "end")), "an empty pile", "R-3"),
        Option("undo", "bool", True, Bounds(flag=True), "whether it is allowed", "R-4"),
        Option("limit", "int or str or bool", "none", Bounds(2, 5, ("none",), True), "a mixture", "R-5"),
    )
    assert options_of(NoOptions) == ()


def test_defaults_fill_what_is_not_given() -> None:
    """Without options all are at their default; with some, the others are."""
    assert check() == Options() == Options(1, "random", "open", True, "none")
    assert check(rounds=20, first=2) == Options(20, 2, "open", True, "none")


@pytest.mark.parametrize(
    "given",
    [{"rounds": 1}, {"rounds": 20}, {"first": 0}, {"first": 2}, {"first": "random"}, {"pile": "end"}, {"undo": False}]
    + [{"limit": limit} for limit in (2, 5, "none", True, False)],
)
def test_values_within_bounds_are_taken(given: dict[str, Any]) -> None:
    """Both ends of a range, every word, both booleans."""
    ((name, wanted),) = given.items()
    taken = getattr(check(**given), name)
    assert taken == wanted
    assert type(taken) is type(wanted)


@pytest.mark.parametrize(
    ("name", "wrong", "bounds"),
    [
        ("rounds", True, "an int in 1..20"),
        ("rounds", 1.0, "an int in 1..20"),
        ("rounds", "1", "an int in 1..20"),
        ("rounds", None, "an int in 1..20"),
        ("first", True, "'random' or an int in 0..2"),
        ("first", None, "'random' or an int in 0..2"),
        ("pile", 0, "'open' or 'end'"),
        ("pile", False, "'open' or 'end'"),
        ("undo", 1, "True or False"),
        ("undo", "yes", "True or False"),
        ("limit", 2.0, "'none' or an int in 2..5 or True or False"),
        ("limit", ("none",), "'none' or an int in 2..5 or True or False"),
    ],
)
def test_a_wrong_type_is_told(name: str, wrong: object, bounds: str) -> None:
    """A value of a type the option never takes: name, value and bounds; a bool is no int."""
    with pytest.raises(ConfigError) as caught:
        check(**{name: wrong})
    error = caught.value
    assert (error.code, error.option, error.value, error.bounds) == ("bad-option-type", name, wrong, bounds)


@pytest.mark.parametrize(
    ("players", "name", "wrong", "bounds"),
    [
        (3, "rounds", 0, "an int in 1..20"),
        (3, "rounds", 21, "an int in 1..20"),
        (3, "first", 3, "'random' or an int in 0..2"),
        (2, "first", 2, "'random' or an int in 0..1"),
        (3, "first", -1, "'random' or an int in 0..2"),
        (3, "first", "Random", "'random' or an int in 0..2"),
        (3, "pile", "", "'open' or 'end'"),
        (3, "limit", 1, "'none' or an int in 2..5 or True or False"),
        (3, "limit", 6, "'none' or an int in 2..5 or True or False"),
        (3, "limit", "all", "'none' or an int in 2..5 or True or False"),
    ],
)
def test_a_value_out_of_bounds_is_told(players: int, name: str, wrong: object, bounds: str) -> None:
    """A value of the right type outside the bounds; a player must sit at this very table."""
    with pytest.raises(ConfigError) as caught:
        check(players, **{name: wrong})
    error = caught.value
    assert (error.code, error.option, error.value, error.bounds) == ("bad-option-value", name, wrong, bounds)


def test_unknown_names_come_before_all() -> None:
    """A name that is no option is told first, with those that are."""
    with pytest.raises(ConfigError) as caught:
        check(rounds=0, speed=3)
    assert (caught.value.code, caught.value.option, caught.value.value) == ("unknown-option", "speed", 3)
    assert caught.value.bounds == "rounds, first, pile, undo, limit"


def test_faults_are_told_in_declared_order() -> None:
    """Of several faults the first declared option is told, whatever the order given."""
    with pytest.raises(ConfigError) as caught:
        check(undo=3, pile="x", first=9)
    assert (caught.value.code, caught.value.option) == ("bad-option-value", "first")


def test_a_game_without_options_takes_none() -> None:
    """Any name is unknown there, and the text says that there are none."""
    assert check_options((), NoOptions, 2, {}) == NoOptions()
    with pytest.raises(ConfigError, match=r"no option 'x' \(given 1\); expected one of: none \(this game has no options\)$"):
        check_options((), NoOptions, 2, {"x": 1})


@pytest.mark.parametrize("declared", [DECLARED, ()])
def test_the_number_of_players_is_no_option(declared: tuple[Option, ...]) -> None:
    """Who looks for it among the options is told where it goes."""
    kind = Options if declared else NoOptions
    with pytest.raises(
        ConfigError, match=r"^unknown-option: no option 'players' \(given 2\); .*; the number of players is no option, it goes first: config\(3\)$"
    ):
        check_options(declared, kind, 2, {"players": 2})
    with pytest.raises(ConfigError) as caught:
        check_options(declared, kind, 2, {"player": 2})
    assert "goes first" not in str(caught.value)


@pytest.mark.parametrize("value", [10**5000, -(10**5000)], ids=["positive", "negative"])
def test_an_int_without_a_readable_form(value: int) -> None:
    """An int of 5000 digits is out of bounds like any other, and the error can be read."""
    with pytest.raises(ConfigError) as caught:
        check(rounds=value)
    assert str(caught.value) == "bad-option-value: rounds = (int without a readable form); expected an int in 1..20"
    assert caught.value.value == value
    with pytest.raises(
        ConfigError, match=r"^unknown-option: no option 'wheels' \(given \(int without a readable form\)\); expected one of: rounds, "
    ):
        check(wheels=value)


def test_bounds_describe_themselves_without_a_table() -> None:
    """Before the number of players is known, the last player is called players-1."""
    assert a_player("random").describe() == "'random' or an int in 0..players-1"
    assert a_player().describe(4) == "an int in 0..3"
    assert int_range(1, 20).describe() == "an int in 1..20"
    assert one_of("a", "b").describe() == "'a' or 'b'"
    assert on_off().describe() == "True or False"


def test_a_default_out_of_bounds_is_told() -> None:
    """A default that this table does not allow is a fault of the setup like any other."""

    @value
    class Strict:
        first: int = option(3, a_player(), help="who begins", rule="R-2")

    assert check_options(options_of(Strict), Strict, 4, {}) == Strict(3)
    with pytest.raises(ConfigError, match=r"bad-option-value: first = 3; expected an int in 0\.\.1"):
        check_options(options_of(Strict), Strict, 2, {})


def test_options_are_values() -> None:
    """Options, bounds and declarations are frozen and hash."""
    assert len({Options(), Options(2), Options()}) == 2
    assert hash(DECLARED) == hash(options_of(Options))
    frozen: Any = DECLARED[0]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        frozen.default = 2
