"""What `evaluate` promises: values before and after the end that fit together."""

from pathlib import Path

import attrs
import pytest

from railrules.arena import Table, play_game
from railrules.games.railroad_operations import RailroadOperations
from railrules.games.railroad_operations.state import Books, Result
from tests.games.railroad_operations.given import given

GAME = RailroadOperations()


def test_in_competition_a_finished_game_counts_what_a_player_is_ahead() -> None:
    """As before the end: the own Revenue less that of the best rival."""
    table = given(players=3, revenue=(20, 31, 24))
    over = attrs.evolve(table.state, pending=None, books=Books(0, 0, Result("timetable-complete", (20, 31, 24)), 0, "timetable-complete"))
    assert [GAME.evaluate(GAME.view(over, player)) for player in range(3)] == [-11.0, 7.0, -7.0]


@pytest.mark.rule("OPS-C6")
def test_a_depot_without_porters(tmp_path: Path) -> None:
    """Content may have one, and a game is played with it to its end."""
    text = GAME.content_text() or ""
    assert "porters = 1, green = 1, red = 1" in text
    path = tmp_path / "bare.toml"
    path.write_text(text.replace("porters = 1, green = 1, red = 1", "porters = 0, green = 0, red = 0"), encoding="utf-8")
    result = play_game(Table("railroad-operations", 1, ("greedy",), (("days", 1),), str(path)), 1)
    assert result.forfeit is None
