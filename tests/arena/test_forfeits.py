"""Agents that give a game away."""

import pytest

from railrules import Record, replay
from railrules.arena import Forfeit, Table, play_game, play_games, summarize

pytestmark = pytest.mark.usefixtures("strangers")


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        ("raises", "raised RuntimeError: boom in two lines"),
        ("hangs", "no decision within 0.2 seconds"),
        ("swallows", "no decision within 0.2 seconds"),
        ("cheats", "no legal action: 'the best move'"),
        ("dumb", "no legal action: something of class Odd"),
        ("leaves", "raised SystemExit: 3"),
        ("shouts", "raised Loud: (no text)"),
        ("gives_up", "raised BaseException: enough"),
        ("plain", "no legal action: <tests.arena.strangers.plain object>"),
    ],
)
def test_who_gives_a_game_away_comes_last(agent: str, reason: str) -> None:
    """The game ends there; the others share the win; result and record say who, where and why."""
    table = Table("station-manager", 3, ("random", agent, "random"), limit=0.2)
    result = play_game(table, 1, keep_record=True)
    assert result.outcome.terminations == ("forfeit",)
    assert result.outcome.ranking == (1, 3, 1)
    assert result.outcome.winners == (0, 2)
    assert result.forfeit is not None
    assert (result.forfeit.player, result.forfeit.reason) == (1, reason)
    assert result.forfeit.move == result.decisions + 1
    assert result.record is not None
    record = Record.from_json(result.record)
    assert record.stopped == f"player 1 ({agent}) forfeits at move {result.forfeit.move}: {reason}"
    assert len(record.moves) == result.decisions
    assert replay(record).to_act == 1
    plain = play_game(table, 1)
    assert (plain.forfeit, plain.outcome, plain.decisions) == (result.forfeit, result.outcome, result.decisions)


def test_who_cannot_be_made_gives_every_game_away() -> None:
    """An agent that fails as it is made forfeits before the first move."""
    result = play_game(Table("station-manager", 2, ("breaks", "random")), 1, keep_record=True)
    assert result.forfeit == Forfeit(0, 1, "agent 'breaks' cannot be made: RuntimeError: no model file")
    assert result.outcome.ranking == (2, 1)
    assert play_game(Table("station-manager", 2, ("random", "names")), 1).forfeit == Forfeit(
        1, 1, "agent 'names' was made as 'agent'; expected an object with a method act(view, legal_actions, chance)"
    )
    exits = play_game(Table("station-manager", 2, ("exits", "random")), 1)
    assert exits.forfeit == Forfeit(0, 1, "agent 'exits' cannot be made: SystemExit: 1")
    sulks = play_game(Table("station-manager", 2, ("sulks", "random")), 1)
    assert sulks.forfeit == Forfeit(0, 1, "agent 'sulks' cannot be made: Mute: (no text)")


def test_alone_it_has_lost() -> None:
    """In a game for one nobody wins a game that is given away."""
    result = play_game(Table("railroad-operations", 1, ("raises",)), 1)
    assert result.outcome.lost
    assert result.outcome.winners == ()


def test_the_others_play_on() -> None:
    """A series goes on after a game that was given away; such games count as won by the others and in nobody's mean score."""
    summary = summarize(list(play_games(Table("station-manager", 2, ("raises", "random")), range(4))))
    lost, won = summary.players
    assert (lost.agent, lost.forfeits, lost.win_share, lost.mean_score) == ("raises", 4, 0.0, None)
    assert (won.agent, won.forfeits, won.win_share, won.mean_score) == ("random", 0, 1.0, None)
    assert summary.terminations == (("forfeit", 4),)


def test_time_is_no_matter_without_a_limit() -> None:
    """By default a table has no limit, and an agent that is quick enough never meets one."""
    with_limit = play_game(Table("station-manager", 2, ("random", "greedy"), limit=60.0), 3)
    without = play_game(Table("station-manager", 2, ("random", "greedy")), 3)
    assert with_limit.outcome == without.outcome


def test_a_clock_is_told() -> None:
    """A game with an agent that looks at a clock is marked."""
    assert play_game(Table("station-manager", 2, ("random", "watches")), 3).timed
    assert play_game(Table("station-manager", 2, ("random", "ismcts:milliseconds=1")), 3).timed
    assert not play_game(Table("station-manager", 2, ("random", "ismcts:simulations=1")), 3).timed
