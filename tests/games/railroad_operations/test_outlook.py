"""What `evaluate` promises: values before and after the end that fit together."""

import attrs

from railrules.games.railroad_operations import RailroadOperations
from railrules.games.railroad_operations.state import Books, Result
from tests.games.railroad_operations.given import given

GAME = RailroadOperations()


def test_in_competition_a_finished_game_counts_what_a_player_is_ahead() -> None:
    """As before the end: the own Revenue less that of the best rival."""
    table = given(players=3, revenue=(20, 31, 24))
    over = attrs.evolve(table.state, pending=None, books=Books(0, 0, Result("timetable-complete", (20, 31, 24)), 0, "timetable-complete"))
    assert [GAME.evaluate(GAME.view(over, player)) for player in range(3)] == [-11.0, 7.0, -7.0]
