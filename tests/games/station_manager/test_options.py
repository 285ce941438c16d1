"""The options (section 5 of the rules page): names, types, defaults, bounds, and which fault is told."""

from typing import Any

import pytest

from railrules import ConfigError, Option, SeededChance
from railrules.games.station_manager import Options
from tests.games.station_manager.given import GAME, given, options_of

NAMES = (
    "rounds",
    "first_seat",
    "discard_taken_card",
    "own_refulfil",
    "green_four_alike",
    "pile_claim",
    "empty_draw_pile",
    "idle_rounds",
    "laid_limit",
    "colour_limit",
)
INTS = {"rounds": (1, 20), "idle_rounds": (0, 20), "laid_limit": (10, 104), "colour_limit": (2, 6)}
BOOLS = ("discard_taken_card", "own_refulfil", "green_four_alike")
WORDS = {"pile_claim": ("optional", "always"), "empty_draw_pile": ("open-card", "end")}


def fault(players: int = 3, /, **options: Any) -> ConfigError:
    with pytest.raises(ConfigError) as raised:
        GAME.config(players, **options)
    return raised.value


def declared() -> dict[str, Option]:
    return {option.name: option for option in GAME.info.options}


def test_options_are_declared_as_the_page_lists_them() -> None:
    """Names in the order of the page, with their defaults and the rules they change."""
    found = GAME.info.options
    assert tuple(option.name for option in found) == NAMES
    assert [option.default for option in found] == [1, "random", True, True, False, "optional", "open-card", 3, 25, 3]
    rules = ["8.4", "2.2", "4.5", "6.9", "5.4", "6.8", "7.5", "10.2", "7.2", "7.1"]
    assert [option.rule for option in found] == [f"MGR-{rule}" for rule in rules]
    assert all(option.help for option in found)


@pytest.mark.rule("MGR-8.4", "MGR-2.2", "MGR-4.5", "MGR-6.9", "MGR-5.4", "MGR-6.8", "MGR-7.5", "MGR-10.2", "MGR-7.2", "MGR-7.1")
def test_defaults() -> None:
    """Without options a game has the defaults of the page, types included."""
    expected = {
        "rounds": 1,
        "first_seat": "random",
        "discard_taken_card": True,
        "own_refulfil": True,
        "green_four_alike": False,
        "pile_claim": "optional",
        "empty_draw_pile": "open-card",
        "idle_rounds": 3,
        "laid_limit": 25,
        "colour_limit": 3,
    }
    options = GAME.config(3).options
    assert options == Options()
    for name, value in expected.items():
        assert getattr(options, name) == value
        assert type(getattr(options, name)) is type(value)


@pytest.mark.parametrize("name", INTS)
def test_bounds_of_ints(name: str) -> None:
    """The bounds themselves are taken, one beyond either is not."""
    low, high = INTS[name]
    for value in (low, high, (low + high) // 2):
        assert getattr(GAME.config(3, **{name: value}).options, name) == value
    for value in (low - 1, high + 1, -1000, 10**9):
        error = fault(**{name: value})
        assert (error.code, error.option, error.value) == ("bad-option-value", name, value)
        assert name in str(error)
        assert str(value) in str(error)
        assert f"{low}..{high}" in str(error)


@pytest.mark.parametrize("name", INTS)
@pytest.mark.parametrize("value", [True, False, 3.0, "3", "", None, [3], (3,), {"value": 3}])
def test_what_is_no_int(name: str, value: object) -> None:
    """A bool is no int, and nothing else is converted."""
    error = fault(**{name: value})
    assert (error.code, error.option) == ("bad-option-type", name)


@pytest.mark.parametrize("name", BOOLS)
def test_bools(name: str) -> None:
    """True and False are taken, an int is no bool, and neither is a word."""
    for value in (True, False):
        assert getattr(GAME.config(3, **{name: value}).options, name) is value
    for wrong in (0, 1, 1.0, "true", "on", None, [True]):
        error = fault(**{name: wrong})
        assert (error.code, error.option) == ("bad-option-type", name)


@pytest.mark.parametrize("name", WORDS)
def test_words(name: str) -> None:
    """The listed words are taken; another string is a wrong value, anything else a wrong type."""
    for word in WORDS[name]:
        assert getattr(GAME.config(3, **{name: word}).options, name) == word
    for wrong in ("never", "", WORDS[name][0].upper(), WORDS[name][0] + " "):
        error = fault(**{name: wrong})
        assert (error.code, error.option) == ("bad-option-value", name)
        assert all(word in str(error) for word in WORDS[name])
    for wrong_type in (1, True, None, 1.5, [WORDS[name][0]]):
        assert fault(**{name: wrong_type}).code == "bad-option-type"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("MGR-2.2")
def test_first_seat(players: int) -> None:
    """`first_seat` takes "random" or a player of the game."""
    for value in ("random", *range(players)):
        assert GAME.config(players, first_seat=value).options.first_seat == value
    for wrong in (players, -1, "0", "first", ""):
        error = fault(players, first_seat=wrong)
        assert (error.code, error.option) == ("bad-option-value", "first_seat")
        assert f"0..{players - 1}" in str(error)
    for wrong_type in (True, None, 0.0, [0]):
        assert fault(players, first_seat=wrong_type).code == "bad-option-type"


def test_unknown_names() -> None:
    """A name that is no option is refused, and the message lists those that are."""
    error = fault(round=2)
    assert (error.code, error.option) == ("unknown-option", "round")
    assert all(name in str(error) for name in NAMES)
    for name in ("Rounds", "players", "seed", "content", "first-seat"):
        assert fault(**{name: 1}).code == "unknown-option"


WRONG = {
    "rounds": 0,
    "first_seat": 9,
    "discard_taken_card": 1,
    "own_refulfil": "yes",
    "green_four_alike": None,
    "pile_claim": "never",
    "empty_draw_pile": 3,
    "idle_rounds": 21,
    "laid_limit": 9,
    "colour_limit": 7,
}


@pytest.mark.parametrize("index", range(len(NAMES)))
def test_of_several_faults_the_first_of_the_table_is_told(index: int) -> None:
    """With this option and all later ones wrong, in any order of the arguments, this one is told."""
    names = NAMES[index:]
    for order in (names, names[::-1]):
        error = fault(**{name: WRONG[name] for name in order})
        assert error.option == NAMES[index]
        typed = NAMES[index] in ("discard_taken_card", "own_refulfil", "green_four_alike", "empty_draw_pile")
        assert error.code == ("bad-option-type" if typed else "bad-option-value")


def test_unknown_names_come_before_all_wrong_values() -> None:
    """An unknown name is told before the wrong value of any option, wherever it stands."""
    assert fault(rounds=0, zzz=1).option == "zzz"
    assert fault(zzz=1, rounds=0).code == "unknown-option"


def test_the_type_is_tested_before_the_value_option_by_option() -> None:
    """An earlier wrong value is told before a later wrong type."""
    assert fault(rounds=0, laid_limit="x").option == "rounds"
    assert fault(rounds="x", laid_limit=0).option == "rounds"


@pytest.mark.rule("MGR-2.1")
def test_the_player_count_comes_first() -> None:
    """A wrong number of players is told before any option, whose bounds may depend on it."""
    assert fault(5, zzz=1, rounds=0).code == "bad-player-count"


@pytest.mark.rule("MGR-9.1")
def test_options_are_public() -> None:
    """Options stand in every state and in the view of every player and of a spectator."""
    table = given(hands=(3, 3), pile="WIr", laid_limit=30, own_refulfil=False, pile_claim="always")
    options = options_of(table.state)
    assert (options.laid_limit, options.own_refulfil, options.pile_claim) == (30, False, "always")
    for player in (0, 1, None):
        assert table.view(player).config.options == options


def test_options_and_saved_states() -> None:
    """The saved state holds the options, and they come back exactly."""
    config = GAME.config(2, rounds=2, first_seat=1, idle_rounds=0, green_four_alike=True)
    state = GAME.initial_state(config, SeededChance(4))
    data = GAME.dump(state)
    assert data["config"]["options"] == GAME.dump(config.options)
    assert data["config"]["options"]["first_seat"] == 1
    assert GAME.load_state(data).config == config
    assert GAME.load_options(GAME.dump(config.options)) == config.options
