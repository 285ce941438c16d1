"""Agents and games between them."""

import attrs
import pytest

from railrules import Outcome, SeededChance, load
from railrules.agents import AGENTS, UnknownAgentError, make_agent
from railrules.arena import GameResult, Table, play_game, play_games, summarize, wilson_interval
from tests.unit.toy import Heap


def test_agents_see_a_view_and_nothing_else() -> None:
    """An agent decides from a view that has no way to the state."""
    game = load("station-manager")
    config = game.config(3)
    state = game.initial_state(config, SeededChance(1))
    player = game.current_player(state)
    view = game.load_view(game.dump(game.view(state, player)))  # rebuilt from JSON: nothing else can hang on it
    legal = game.legal_actions(state)
    for name in AGENTS:
        agent = make_agent(name, game, config)
        assert agent.act(view, legal, SeededChance(2)) in legal
        assert agent.act(view, legal, SeededChance(2)) == agent.act(view, legal, SeededChance(2))


def test_unknown_agents_are_named() -> None:
    """An unknown agent is refused with the known names; greedy refuses a game without an evaluation."""
    game = load("station-manager")
    with pytest.raises(UnknownAgentError, match="no agent 'deep'; expected one of: random, greedy"):
        make_agent("deep", game, game.config(2))
    heap = Heap()
    with pytest.raises(UnknownAgentError, match="greedy cannot play heap: the game offers no evaluation"):
        make_agent("greedy", heap, heap.config())


def test_greedy_beats_random_clearly() -> None:
    """Over 60 two-player games greedy wins nearly all."""
    table = Table("station-manager", 2, ("greedy", "random"))
    summary = summarize(list(play_games(table, range(60))))
    greedy = next(player for player in summary.players if player.agent == "greedy")
    assert greedy.low > 0.8


def test_a_game_can_be_played_again_alone() -> None:
    """One game of a series is the same when played by itself."""
    table = Table("station-manager", 3, ("greedy", "random", "random"))
    series = list(play_games(table, range(5, 8), rotate=False))
    again = play_game(table, 6)
    assert attrs.evolve(again, seconds=0.0) == attrs.evolve(series[1], seconds=0.0)


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
