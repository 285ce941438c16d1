"""How agents decide."""

from collections.abc import Callable
from typing import Any

import pytest

from railrules import AnyGame, ConfigError, Game, Playouts, SeededChance, load
from railrules.agents import Agent, Budget, FlatMonteCarloAgent, InformationSetTreeAgent, Search, available_agents, make_agent
from railrules.agents._search import DEFAULT_SIMULATIONS
from railrules.arena import Table, play_games, summarize
from railrules.games.station_manager import StationManager, View
from railrules.testing.games import RightOfWay
from tests.unit.toy import Heap, HeapState, Take

GAMES = ("station-manager", "station-master", "station-to-station", "railroad-operations")
SEARCHERS: list[Callable[..., Any]] = [FlatMonteCarloAgent, InformationSetTreeAgent]


def decision(game: AnyGame, players: int | None, seed: int, moves: int) -> tuple[Any, tuple[Any, ...]]:
    """A view after some random moves, with at least two legal actions, and these."""
    chance = SeededChance(seed)
    state = game.initial_state(game.config(players), chance)
    done = 0
    while len(legal := game.legal_actions(state)) < 2 or done < moves:
        state = game.transition(state, legal[chance.pick(len(legal))], chance)
        done += 1
    player = game.current_player(state)
    return game.view(state, player), legal


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("name", ["random", "greedy", "flat-mc", "ismcts"])
def test_agents_see_a_view_and_nothing_else(game_id: str, name: str) -> None:
    """An agent decides from a view that has no way to the state, and the same luck gives the same choice."""
    game = load(game_id)
    view, legal = decision(game, None, 3, 10)
    view = game.load_view(game.dump(view))  # rebuilt from JSON: nothing else can hang on it
    params = {} if name in ("random", "greedy") else {"simulations": 8}
    choices = []
    for _ in range(2):
        agent = make_agent(name, game, game.config(), **params)
        choices.append(agent.act(view, legal, SeededChance(2)))
    assert choices[0] in legal
    assert choices[0] == choices[1]


@pytest.mark.parametrize("kind", SEARCHERS)
def test_searches_tell_what_they_found(kind: Callable[..., Any]) -> None:
    """Visits and values are reported for each legal action in its order; the choice is one of them."""
    game = load("station-manager")
    view, legal = decision(game, 3, 5, 6)
    agent = kind(game, game.config(3), simulations=60)
    choice = agent.act(view, legal, SeededChance(1))
    found: Search = agent.last
    assert found.best == choice
    assert found.simulations == 60
    assert tuple(entry.action for entry in found.considered) == legal
    assert all(0.0 <= entry.value <= 1.0 for entry in found.considered)
    assert sum(entry.visits for entry in found.considered) >= 60


@pytest.mark.parametrize("kind", SEARCHERS)
def test_without_a_choice_there_is_nothing_to_search(kind: Callable[..., Any]) -> None:
    """A single legal action is taken without a simulation."""
    game = load("station-manager")
    view, legal = decision(game, 2, 5, 6)
    agent = kind(game, game.config(2))
    assert agent.act(view, legal[:1], SeededChance(1)) == legal[0]
    assert agent.last.simulations == 0


@pytest.mark.parametrize("kind", SEARCHERS)
def test_milliseconds(kind: Callable[..., Any]) -> None:
    """A budget of time is spent, makes one simulation at least, and marks the agent."""
    game = load("station-manager")
    view, legal = decision(game, 2, 5, 6)
    agent = kind(game, game.config(2), milliseconds=1)
    assert agent.timed
    agent.act(view, legal, SeededChance(1))
    assert agent.last.simulations >= 1
    assert not kind(game, game.config(2)).timed


def test_budgets() -> None:
    """So many rounds; without a number the usual one; a clock always gives one."""
    assert list(Budget(simulations=3).rounds()) == [0, 1, 2]
    assert len(list(Budget().rounds())) == DEFAULT_SIMULATIONS
    assert next(Budget(milliseconds=1).rounds()) == 0


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"simulations": 0}, "simulations = 0; expected an integer in 1..10000000"),
        ({"simulations": 2.5}, "simulations = 2.5; expected an integer in 1..10000000"),
        ({"simulations": True}, "simulations = True; expected an integer in 1..10000000"),
        ({"milliseconds": 0}, "milliseconds = 0; expected an integer in 1..86400000"),
        ({"simulations": 5, "milliseconds": 5}, "milliseconds = 5; expected no milliseconds beside simulations: one budget"),
        ({"playouts": 0}, "playouts = 0; expected an integer in 1..10000"),
        ({"depth": -1}, "depth = -1; expected an integer in 0..1000000"),
    ],
)
@pytest.mark.parametrize("kind", SEARCHERS)
def test_parameters_out_of_bounds(kind: Callable[..., Any], params: dict[str, Any], message: str) -> None:
    """They are refused with their bounds."""
    game = load("station-manager")
    with pytest.raises(ConfigError) as caught:
        kind(game, game.config(2), **params)
    assert str(caught.value) == f"bad-option-value: {message}"


@pytest.mark.parametrize("exploration", [-0.1, 101, "much", True])
def test_exploration_out_of_bounds(exploration: Any) -> None:
    """As the others."""
    game = load("station-manager")
    with pytest.raises(ConfigError, match=r"exploration = .*; expected a number in 0\.\.100"):
        InformationSetTreeAgent(game, game.config(2), exploration=exploration)


@pytest.mark.parametrize(("left", "best"), [(5, 1), (6, 2), (7, 3)])
def test_the_tree_finds_what_wins(left: int, best: int) -> None:
    """A game without an evaluation is played to its end, and the tree learns what the other would answer: who leaves four matches wins."""
    game = Heap()
    state = HeapState(left, 0, 2)
    agent = make_agent("ismcts:simulations=400", game, game.config(2))
    assert agent.act(game.view(state, 0), game.legal_actions(state), SeededChance(1)) == Take(best)


def test_hidden_facts_are_guessed() -> None:
    """In a game of bluff every search keeps to what can be seen: positions drawn for it look like the view."""
    game = RightOfWay()
    drawn = []

    class Watched(RightOfWay):
        def determinize(self, view: Any, chance: Any) -> Any:
            state = super().determinize(view, chance)
            drawn.append((view, state))
            return state

    watched = Watched()
    view, legal = decision(game, None, 3, 1)
    for kind in SEARCHERS:
        kind(watched, watched.config(), simulations=20).act(view, legal, SeededChance(4))
    assert len(drawn) >= 40
    assert all(game.view(state, view.player) == view == seen for seen, state in drawn)


@pytest.mark.parametrize("spec", ["greedy", "flat-mc:simulations=20,depth=0", "ismcts:simulations=20,depth=0"])
def test_thinking_beats_luck(spec: str) -> None:
    """Over two-player games of Station Manager whoever thinks wins nearly all against random play."""
    summary = summarize(list(play_games(Table("station-manager", 2, (spec, "random")), range(10))))
    (thinker,) = [player for player in summary.players if player.agent == spec]
    assert thinker.win_share >= 0.7


class Counted(StationManager):
    """Station Manager that counts how often it is asked what a view is worth."""

    asked = 0

    def evaluate(self, view: View) -> float:
        Counted.asked += 1
        return super().evaluate(view)


@pytest.mark.parametrize("kind", SEARCHERS)
def test_playouts_as_the_game_advises(kind: Callable[..., Any]) -> None:
    """Depth and number of playouts follow the game where they are to."""

    class Shallow(Counted):
        playouts = Playouts(2, 3)

    view, legal = decision(load("station-manager"), 2, 5, 6)
    asked = {}
    cases: list[tuple[str, AnyGame, dict[str, Any]]] = [
        ("advised", Shallow(), {"depth": "game", "playouts": "game"}),
        ("the same", Counted(), {"depth": 2, "playouts": 3}),
        ("fewer", Counted(), {"depth": 2, "playouts": 1}),
    ]
    for name, game, params in cases:
        Counted.asked = 0
        kind(game, game.config(2), simulations=30, **params).act(view, legal, SeededChance(4))
        asked[name] = Counted.asked
    assert asked["advised"] == asked["the same"]
    assert asked["fewer"] < asked["advised"]


def test_what_games_advise() -> None:
    """Without more words the tree search follows the game: Station Manager has playouts, the others an evaluation that looks ahead."""
    assert {game_id: load(game_id).playouts for game_id in GAMES} == dict.fromkeys(GAMES, Playouts(0)) | {"station-manager": Playouts(10, 5)}
    game = load("station-manager")
    view, legal = decision(game, 2, 5, 6)
    choices = []
    both: list[dict[str, Any]] = [{}, {"depth": 10, "playouts": 5}]
    for params in both:
        agent = InformationSetTreeAgent(game, game.config(2), simulations=20, **params)
        agent.act(view, legal, SeededChance(1))
        choices.append(agent.last)
    assert choices[0] == choices[1]


def test_a_game_without_an_evaluation_can_be_searched() -> None:
    """All agents but greedy play it."""
    game = Heap()
    assert type(game).evaluate is Game.evaluate
    for name in ("random", "flat-mc", "ismcts"):
        assert name in available_agents()
        agent: Agent = make_agent(name, game, game.config(2))
        state = game.initial_state(game.config(2), SeededChance(0))
        assert agent.act(game.view(state, 0), game.legal_actions(state), SeededChance(0)) in game.legal_actions(state)
