"""The Gymnasium adapter: Gymnasium's checker passes, and one seat plays the game that the arena would play."""

import pickle
from functools import partial
from typing import Any

import pytest

from railrules import (
    AnyGame,
    Chance,
    ConfigError,
    IllegalActionError,
    InvalidActionError,
    PluginError,
    SeededChance,
    UnknownGameError,
    new_match,
)
from railrules.adapters.gymnasium import make_env
from railrules.agents import GreedyAgent, UnknownAgentError
from railrules.arena import Table, play_game
from railrules.testing.games import RightOfWay
from tests.adapters.given import BAD_GAMES, GAMES, NAMES, TABLE_NAMES, TABLES, Agent, Unseen

np = pytest.importorskip("numpy")
peer = pytest.importorskip("gymnasium")
checker = pytest.importorskip("gymnasium.utils.env_checker")


def legal(env: Any) -> list[int]:
    """The ids of the legal actions."""
    return [int(action_id) for action_id in np.flatnonzero(env.action_masks())]


def play(env: Any, chooser: Any, seed: int | None = None) -> tuple[float, dict[str, Any], int]:
    """Play a game to its end with uniform choices; return reward, last info and number of steps."""
    env.reset(seed=seed)
    steps, total, over = 0, 0.0, False
    info: dict[str, Any] = {}
    while not over:
        _, reward, over, truncated, info = env.step(chooser.choice(legal(env)))
        assert not truncated
        assert over or reward == 0
        total += reward
        steps += 1
    return total, info, steps


# ---- Gymnasium's own check -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES, ids=TABLE_NAMES)
def test_checker(game: AnyGame, players: int) -> None:
    """``check_env`` passes without a warning, for each game with the fewest and the most players, in a seat drawn anew."""
    checker.check_env(make_env(game, ["random"] * (players - 1), seat="random"))


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_checker_with_legal_actions(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker tries any id and mostly ends the game by it; it passes too where each id is led to a legal one."""
    env = make_env(game)
    step = env.step
    monkeypatch.setattr(env, "step", lambda action: step(legal(env)[int(action) % len(legal(env))]))
    checker.check_env(env, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_observations_stay_in_their_space(game: AnyGame) -> None:
    """Through a whole game each feature is within the range that it declares."""
    env = make_env(game)
    chooser = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        assert observation in env.observation_space
        assert info["action_mask"].dtype == np.int8
        observation, _, over, _, info = env.step(chooser.choice(legal(env)))
    assert observation in env.observation_space


# ---- the game that is played -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seed_gives_the_game_of_the_arena(seat: int) -> None:
    """With the agent's own luck in the learner's place, seed by seed the same outcome as in the arena."""
    agents = ("random", "greedy") if seat == 0 else ("greedy", "random")
    for seed in range(3):
        expected = play_game(Table("station-manager", 2, agents), seed)
        env = make_env("station-manager", ["greedy"], seat=seat)
        _, info = env.reset(seed=seed)
        luck = SeededChance(seed).spawn(f"agent {seat}")
        over, reward = False, 0.0
        while not over:
            choices = legal(env)
            _, reward, over, _, info = env.step(choices[luck.pick(len(choices))])
        assert reward == expected.outcome.returns[seat]
        assert info["score"] == expected.outcome.scores[seat]
        assert info["rank"] == expected.outcome.ranking[seat]
        assert info["terminations"] == expected.outcome.terminations
        assert not info["action_mask"].any()


def test_opponents_can_be_factories() -> None:
    """Agents of one's own, and agents with parameters, one for each other seat in ascending order, fresh for each game."""
    made: list[Agent] = []

    def factory(game: Any, config: Any) -> Agent:
        made.append(Agent(game, config))
        return made[-1]

    env = make_env("station-manager", [factory, partial(GreedyAgent, samples=1)], seat=1)
    made.clear()  # one was made to see whether it can be
    for game in (1, 2):
        play(env, np.random.default_rng(1), seed=1)
        assert len(made) == game
    assert made[0].asked == made[1].asked > 0


def test_the_learners_view_is_shown() -> None:
    """Observation, mask and picture are those of the learner's seat, wherever that is."""
    env = make_env("station-manager", ["random", "random"], seat=2)
    observation, info = env.reset(seed=3)
    match = new_match("station-manager", 3, seed=3)
    codec = match.game.codec(match.config)
    base = SeededChance(3)
    luck = [base.spawn(f"agent {player}") for player in range(3)]
    while match.to_act != 2:
        assert match.to_act is not None
        match = match.play(match.legal_actions[luck[match.to_act].pick(len(match.legal_actions))])
    view = match.seat(2).view
    assert observation.tolist() == match.game.observer(match.config).encode(view).tolist()
    assert info["action_mask"].tobytes() == codec.mask(match.state) == env.action_masks().tobytes()
    assert env.action_masks().dtype == np.bool_
    assert (info["seat"], info["match_seed"]) == (2, 3)
    assert env.render() == match.game.describe(view)


def test_the_seat_can_be_drawn() -> None:
    """``random`` gives every seat, by the seed of the game."""
    env = make_env("station-manager", ["random", "random"], seat="random")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(seats) == {0, 1, 2}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(20)]


def test_without_a_seed_games_differ() -> None:
    """The seed of the next game comes from the generator of the environment, which a seed sets."""
    env = make_env("station-manager")
    env.reset(seed=1)
    first = [env.reset()[1]["match_seed"] for _ in range(3)]
    env.reset(seed=1)
    assert first == [env.reset()[1]["match_seed"] for _ in range(3)]
    assert len(set(first)) == 3


def test_one_player_needs_no_opponent() -> None:
    """A game for one is a game for the learner alone."""
    env = make_env("railroad-operations", [])
    _, info, steps = play(env, np.random.default_rng(1), seed=1)
    assert steps > 50
    assert {"score", "rank", "lost", "terminations"} <= set(info)
    assert make_env("railroad-operations").reset(seed=1)[1]["seat"] == 0


def test_a_game_that_is_over_too_soon_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reset ends where the learner decides; if no deal leads there, that is told."""
    env = make_env(RightOfWay())
    deal = type(env)._deal
    seeds: list[int] = []

    def hasty(self: Any) -> None:
        seeds.append(self.match_seed)
        deal(self)
        if len(seeds) < 3:
            self._choices = {}

    monkeypatch.setattr(type(env), "_deal", hasty)
    _, info = env.reset(seed=1)
    assert (seeds[0], info["match_seed"]) == (1, seeds[2])
    assert legal(env)
    monkeypatch.setattr(type(env), "_deal", lambda self: setattr(self, "seat", 0))
    env._choices = {}
    with pytest.raises(PluginError, match="was over 1000 times in a row before player 0 could decide"):
        env.reset(seed=1)


# ---- what is refused -------------------------------------------------------------------------------------------------------------------


def test_an_illegal_action_ends_the_game() -> None:
    """The reward is 1 below the worst return, or what is said, and the info says why."""
    for reward_asked, expected in ((None, -1.0), (-5, -5.0)):
        env = make_env("station-manager", ["random"], {"first_seat": 0}, illegal_reward=reward_asked)
        env.reset(seed=1)
        observation, reward, over, truncated, info = env.step(5)
        assert (reward, over, truncated) == (expected, True, False)
        assert observation in env.observation_space
        assert info["illegal"] == "wrong-step: a turn begins with drawing or taking the open card [MGR-3.1]"
        assert not info["action_mask"].any()
        assert not env.action_masks().any()
    assert make_env(RightOfWay())._illegal_reward == -2


def test_an_illegal_action_can_raise() -> None:
    """The rules say why, and the game stands as it stood."""
    env = make_env("station-manager", ["random"], {"first_seat": 0}, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="wrong-step"):
        env.step(5)
    assert legal(env) == [0, 1]
    assert env.step(np.int64(0))[2] is False


@pytest.mark.parametrize("action", [-1, 116, 0.5, None])
def test_what_is_no_id_raises(action: Any) -> None:
    """A number outside the space is a mistake of the program and no move, whatever the mode."""
    env = make_env("station-manager")
    env.reset(seed=1)
    with pytest.raises(InvalidActionError, match=r"expected an int in 0\.\.115"):
        env.step(action)


def test_calls_out_of_order_are_told() -> None:
    """Neither before the first reset nor after the end is there a game to play."""
    env = make_env("station-manager")
    for call in (lambda: env.step(0), env.render):
        with pytest.raises(peer.error.ResetNeeded):
            call()
    play(env, np.random.default_rng(1), seed=1)
    with pytest.raises(peer.error.ResetNeeded):
        env.step(0)


def test_an_opponent_that_cheats_is_told() -> None:
    """What an agent of one's own plays is checked by the rules."""

    class Cheat(Agent):
        def act(self, view: Any, legal_actions: Any, chance: Chance) -> Any:
            return "win"

    env = make_env("station-manager", [Cheat], {"first_seat": 1})
    with pytest.raises(IllegalActionError, match="is no kind of action here"):
        env.reset(seed=1)


@pytest.mark.parametrize(("arguments", "message"), [entry for entry in BAD_GAMES if "players" not in entry[0]])
def test_bad_setups_are_told(arguments: dict[str, Any], message: str) -> None:
    """The library's own errors, in one line."""
    with pytest.raises((UnknownGameError, ConfigError)) as caught:
        make_env(**arguments)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"opponents": ["random"] * 8}, ConfigError, "bad-player-count: players = 9; expected an int in 2..4"),
        ({"opponents": ["grandmaster"]}, UnknownAgentError, "no agent 'grandmaster'; expected one of: flat-mc, greedy, ismcts, random"),
        ({"opponents": "random"}, TypeError, "opponents is 'random'; expected a list with an agent for each other seat"),
        ({"seat": 3}, ValueError, "seat = 3; expected 0 or 1 or 2 or 'random'"),
        ({"seat": True}, ValueError, "seat = True; expected 0 or 1 or 2 or 'random'"),
        ({"illegal": "lose"}, ValueError, "illegal = 'lose'; expected 'terminate' or 'raise'"),
        ({"render_mode": "rgb_array"}, ValueError, "render_mode = 'rgb_array'; expected 'ansi' or 'human' or None"),
    ],
)
def test_bad_arguments_are_told(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    """What was given and what was expected."""
    with pytest.raises(error) as caught:
        make_env("station-manager", **arguments)
    assert str(caught.value).startswith(message)


def test_a_game_without_features_is_refused() -> None:
    """There would be nothing to observe."""
    with pytest.raises(PluginError, match="game 'right-of-way' describes no features"):
        make_env(Unseen())


# ---- in company ------------------------------------------------------------------------------------------------------------------------


def test_gymnasium_can_make_more_of_it() -> None:
    """The spec of an environment makes others like it, one by one and as a vector; wrappers let the masks through."""
    env: Any = make_env("station-manager", ["greedy"], {"first_seat": 0}, seat=1)
    assert env.spec.id == "railrules/station-manager-v1"
    made = peer.make(env.spec)
    observation, _ = made.reset(seed=5)
    assert (observation == env.reset(seed=5)[0]).all()
    assert (made.get_wrapper_attr("action_masks")() == env.action_masks()).all()  # where MaskablePPO looks for them
    vector = peer.make_vec(env.spec, num_envs=2, vectorization_mode="sync")
    observations, infos = vector.reset(seed=5)
    assert observations.shape == (2, env.observer.size)
    assert infos["action_mask"].shape == (2, env.action_space.n)
    vector.close()


def test_pickled_amid_a_game_it_goes_on() -> None:
    """A copy in another process stands where the original stands, and has the same luck."""
    env = make_env("station-manager", ["greedy"])
    env.reset(seed=4)
    for _ in range(5):
        env.step(legal(env)[0])
    copy = pickle.loads(pickle.dumps(env))
    over = False
    while not over:
        action_id = legal(env)[-1]
        assert legal(copy)[-1] == action_id
        _, reward, over, _, info = env.step(action_id)
        _, copied_reward, copied_over, _, copied_info = copy.step(action_id)
        assert (reward, over, info["match_seed"]) == (copied_reward, copied_over, copied_info["match_seed"])


def test_the_table_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """``human`` prints what ``ansi`` returns; without a mode nothing is shown."""
    shown, printed, silent = [make_env("station-manager", render_mode=mode) for mode in ("ansi", "human", None)]
    for env in (shown, printed, silent):
        env.reset(seed=1)
    text = shown.render()
    assert text is not None
    assert printed.render() is None
    assert capsys.readouterr().out == text + "\n"
    assert silent.render() is None
    assert capsys.readouterr().out == ""
