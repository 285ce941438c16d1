"""Agents and games between them."""

from collections.abc import Iterable

import attrs
import pytest

from railrules import Outcome, PluginError, Record, verify
from railrules.agents import UnknownAgentError
from railrules.arena import GameResult, Table, play_game, play_games, summarize, wilson_interval
from railrules.arena._backends import MOST_AT_A_TIME
from tests.cli.given import Endless, Stuck
from tests.unit.toy import Heap


def test_greedy_beats_random_clearly() -> None:
    """Over 30 two-player games greedy wins nearly all."""
    table = Table("station-manager", 2, ("greedy", "random"))
    summary = summarize(list(play_games(table, range(30))))
    greedy = next(player for player in summary.players if player.agent == "greedy")
    assert greedy.low > 0.8


def test_a_game_can_be_played_again_alone() -> None:
    """One game of a series is the same when played by itself."""
    table = Table("station-manager", 3, ("greedy", "random", "random"))
    series = list(play_games(table, range(5, 8), rotate=False))
    again = play_game(table, 6)
    assert attrs.evolve(again, seconds=0.0, number=1) == attrs.evolve(series[1], seconds=0.0)


def timeless(results: Iterable[GameResult]) -> list[GameResult]:
    """Results without how long they took."""
    return [attrs.evolve(result, seconds=0.0) for result in results]


@pytest.mark.parametrize("rotate", [True, False])
def test_processes_change_nothing(rotate: bool) -> None:
    """More games than the processes are given at once come back in the order of their seeds, the same as from one process."""
    table = Table("station-manager", 2, ("greedy", "random"), (("rounds", 1),))
    seeds = range(3, 3 + 2 * MOST_AT_A_TIME + 3)
    done: list[int] = []
    together = timeless(play_games(table, seeds, rotate=rotate, keep_records=True, jobs=2, done=lambda: done.append(1)))
    assert [result.seed for result in together] == list(seeds)
    assert together == timeless(play_games(table, seeds, rotate=rotate, keep_records=True))
    assert len(done) == len(seeds)
    assert {result.agents for result in together} == ({("greedy", "random"), ("random", "greedy")} if rotate else {("greedy", "random")})


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_are_kept_if_wanted(jobs: int) -> None:
    """By default no record comes back with a result; if wanted it is the whole play, with the agents as names."""
    table = Table("station-manager", 2, ("random", "random"))
    assert [result.record for result in play_games(table, range(2), jobs=jobs)] == [None, None]
    for result in play_games(table, range(2), keep_records=True, jobs=jobs):
        assert result.record is not None
        record = Record.from_json(result.record)
        assert (record.setup.seed, record.setup.names) == (result.seed, ("random 0", "random 1"))
        assert len(record.moves) == result.decisions
        assert verify(record).ok


def test_records_change_nothing_else() -> None:
    """A game is the same with and without its record."""
    table = Table("station-manager", 3, ("random", "greedy", "random"), (("rounds", 2),))
    kept, plain = play_game(table, 4, keep_record=True), play_game(table, 4)
    assert timeless([attrs.evolve(kept, record=None)]) == timeless([plain])


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_games(jobs: int) -> None:
    """No seeds give no results, and `done` is not called."""
    assert list(play_games(Table("station-manager", 2, ("random", "random")), range(0), jobs=jobs, done=lambda: pytest.fail("called"))) == []


def test_who_has_seen_enough_stops() -> None:
    """A series that is left after its first results ends, with what is left of it not played."""
    done: list[int] = []
    series = play_games(Table("station-manager", 2, ("random", "random")), range(10**9), jobs=2, done=lambda: done.append(1))
    assert [next(series).seed for _ in range(3)] == [0, 1, 2]
    series.close()  # type: ignore[attr-defined]  # a generator
    assert 3 <= len(done) < 1000
    assert list(series) == []


def test_a_fault_in_another_process_arrives() -> None:
    """What a game raises there is raised here, with its class and text."""
    with pytest.raises(UnknownAgentError, match="no agent 'deep'; expected one of: flat-mc, greedy, ismcts, random"):
        list(play_games(Table("station-manager", 2, ("random", "deep")), range(40), jobs=2))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Stuck(), r"^game 'stuck' is broken: player [01] is to act and has no legal action$"),
        (Endless(), r"^game 'endless' is broken: nobody is to act and there is no outcome$"),
    ],
)
@pytest.mark.parametrize("keep", [True, False])
def test_broken_games(monkeypatch: pytest.MonkeyPatch, game: Heap, message: str, keep: bool) -> None:
    """A game that leaves its player without an action, or ends without an outcome, is told as a broken plugin."""
    monkeypatch.setattr("railrules.arena._play.load", lambda *_: game)
    with pytest.raises(PluginError, match=message):
        play_game(Table(game.info.id, 2, ("random", "random")), 3, keep)


def test_no_games_have_no_summary() -> None:
    """There is no mean of nothing."""
    with pytest.raises(ValueError, match=r"^no games to summarize$"):
        summarize([])


def test_a_lost_game_has_no_win_to_share() -> None:
    """Where the game beat the players, nobody's share of wins rises."""
    outcome = Outcome(("lost",), (3, 3), ((3,), (3,)), lost=True)
    (player,) = summarize([GameResult(0, ("a", "a"), outcome, 10, 5, 2.0, None)]).players
    assert (player.seats, player.mean_score, player.win_share) == (2, 3.0, 0.0)


def test_wilson_interval() -> None:
    """Known values of the interval (Wilson 1927); no trials say nothing."""
    low, high = wilson_interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(0, 10)[0] == 0.0
    assert wilson_interval(10, 10)[1] == 1.0


def test_summary_counts_shared_wins_in_part() -> None:
    """Two winners have half a win each; scores are means over seats."""
    outcome = Outcome(("end",), (3, 3, 1), ((3,), (3,), (1,)))
    result = GameResult(0, ("a", "b", "b"), outcome, 10, 5, 2.0, None)
    summary = summarize([result])
    a, b = summary.players
    assert (a.win_share, b.win_share) == (0.5, 0.25)
    assert (a.mean_score, b.mean_score) == (3.0, 2.0)
    assert summary.decisions_per_second == 5.0
    assert summary.terminations == (("end", 1),)
