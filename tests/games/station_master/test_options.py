"""The options (section 5 of the rules page): worked scenario S-54, names, types, defaults, bounds."""

from typing import Any

import pytest

from railrules import ConfigError, SeededChance
from railrules.games.station_master.events import CardDrawn
from railrules.games.station_master.options import Options
from tests.games.station_master.given import GAME, given, new_game, options_of

NAMES = ("first_seat", "royal_stacking", "depot_standing_room", "idle_actions", "stalled_trains")
BOOLS = ("royal_stacking", "depot_standing_room", "idle_actions")


def fault(players: int = 3, /, **options: Any) -> ConfigError:
    with pytest.raises(ConfigError) as raised:
        GAME.config(players, **options)
    return raised.value


@pytest.mark.rule("MST-2.10", "MST-9.5", "MST-4.3", "MST-17.1", "MST-17.5", "MST-2.6")
def test_s54_options_that_are_refused() -> None:
    """Nothing is clamped or coerced; `first_seat` 2 deals 2, 0, 1 and lets seat 2 begin."""
    assert fault(royal_stacking=1).code == "bad-option-type"
    assert fault(first_seat=3).code == "bad-option-value"
    assert fault(stalled_trains="half").code == "bad-option-value"
    assert fault(speed=2).code == "unknown-option"
    table = new_game(3, 4, first_seat=2)
    drawn = [event.seat for event in table.events if isinstance(event, CardDrawn)]
    assert drawn == [2, 0, 1] * 3
    assert table.acts == 2


@pytest.mark.rule("MST-2.10", "MST-9.5", "MST-4.3", "MST-17.1", "MST-17.5")
def test_options_are_declared_as_the_page_lists_them() -> None:
    """Names in the order of the page, with defaults and the rules they change."""
    found = GAME.info.options
    assert tuple(option.name for option in found) == NAMES
    assert [option.default for option in found] == [0, False, True, True, "unscored"]
    assert [option.rule for option in found] == ["MST-2.10", "MST-9.5", "MST-4.3", "MST-17.1", "MST-17.5"]
    assert GAME.config(3).options == Options(0, False, True, True, "unscored")


@pytest.mark.rule("MST-2.10")
@pytest.mark.parametrize("n", [2, 3, 6])
def test_first_seat(n: int) -> None:
    """A seat of the game or "random"."""
    for value in (*range(n), "random"):
        assert GAME.config(n, first_seat=value).options.first_seat == value
    for wrong in (-1, n, "first", ""):
        assert fault(n, first_seat=wrong).code == "bad-option-value"
    for untyped in (True, None, 1.0, [0]):
        assert fault(n, first_seat=untyped).code == "bad-option-type"


@pytest.mark.rule("MST-9.5", "MST-4.3", "MST-17.1")
@pytest.mark.parametrize("name", BOOLS)
def test_switches(name: str) -> None:
    """True and False; 1 is not a bool, and neither is a word."""
    for value in (True, False):
        assert getattr(GAME.config(3, **{name: value}).options, name) is value
    for wrong in (0, 1, "true", None, 1.0):
        error = fault(**{name: wrong})
        assert (error.code, error.option, error.value) == ("bad-option-type", name, wrong)


@pytest.mark.rule("MST-17.5")
def test_stalled_trains() -> None:
    """One of two words."""
    for word in ("unscored", "scored"):
        assert GAME.config(3, stalled_trains=word).options.stalled_trains == word
    for wrong in ("Scored", "scored ", ""):
        assert fault(stalled_trains=wrong).code == "bad-option-value"
    for untyped in (True, 1, None):
        assert fault(stalled_trains=untyped).code == "bad-option-type"


@pytest.mark.rule("MST-2.1")
def test_which_fault_is_told() -> None:
    """The number of players first, then unknown names, then the options in their order."""
    assert fault(7, speed=2).code == "bad-player-count"
    assert fault(royal_stacking=1, speed=2).code == "unknown-option"
    assert fault(stalled_trains=1, first_seat=9).option == "first_seat"


@pytest.mark.rule("MST-2.10", "MST-I17")
def test_options_are_public_and_part_of_the_state() -> None:
    """They stand in every state and view, and come back from a saved state."""
    table = given(royal_stacking=True, idle_actions=False, stalled_trains="scored")
    options = options_of(table.state)
    assert (options.royal_stacking, options.idle_actions, options.stalled_trains) == (True, False, "scored")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).config.options == options
    state = GAME.initial_state(GAME.config(4, first_seat="random"), SeededChance(3))
    assert GAME.load_state(GAME.dump(state)) == state
