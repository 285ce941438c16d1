"""The PettingZoo adapter: PettingZoo's own tests pass, and what an environment shows is what the game says."""

import pickle
from typing import Any

import pytest

from railrules import (
    AnyGame,
    ConfigError,
    IllegalActionError,
    InvalidActionError,
    Match,
    PluginError,
    RailrulesError,
    UnknownGameError,
    load,
    new_match,
)
from railrules.adapters.pettingzoo import make_env
from railrules.testing.games import RightOfWay
from tests.adapters.given import BAD_GAMES, GAMES, NAMES, TABLE_NAMES, TABLES, Unseen

np = pytest.importorskip("numpy")
peer = pytest.importorskip("pettingzoo.test")
states = pytest.importorskip("pettingzoo.test.state_test")
wrappers = pytest.importorskip("pettingzoo.utils.wrappers")

# PettingZoo says so of every environment with masks that is not on a list of its own.
dictionaries = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def marked(test: Any) -> Any:
    """A test in which PettingZoo may complain that observations are dictionaries."""
    for mark in dictionaries:
        test = mark(test)
    return test


def play(env: Any, chooser: Any, seed: int | None = None) -> dict[str, float]:
    """Play a game to its end with uniform choices; return the rewards, summed by agent."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else int(chooser.choice(np.flatnonzero(observation["action_mask"]))))
    return total


# ---- PettingZoo's own tests ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES, ids=TABLE_NAMES)
@marked
def test_api(game: AnyGame, players: int) -> None:
    """PettingZoo's API test passes for each game with the fewest and the most players."""
    peer.api_test(make_env(game, players), num_cycles=500)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_seeds(game: AnyGame) -> None:
    """PettingZoo's seed test passes: a seed and actions give one play."""
    peer.seed_test(lambda: make_env(game), num_cycles=200)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_rendering(game: AnyGame) -> None:
    """PettingZoo's render test passes."""
    peer.render_test(lambda render_mode: make_env(game, render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_states(game: AnyGame) -> None:
    """PettingZoo's state tests pass, but for that of parallel environments: there is a state of all players together."""
    env = make_env(game)
    env.reset(seed=1)
    assert env.state() in env.state_space
    states.test_state_space(env)
    states.test_state(env, num_cycles=3)


# ---- what is shown ---------------------------------------------------------------------------------------------------------------------


def test_the_seed_is_that_of_the_match() -> None:
    """``reset(seed=7)`` deals the game of ``new_match(seed=7)``, and goes on as it does."""
    env = make_env("station-manager", 2)
    env.reset(seed=7)
    match = new_match("station-manager", 2, seed=7)
    game, config = match.game, match.config
    codec, observer = game.codec(config), game.observer(config)
    chooser = np.random.default_rng(1)
    while match.outcome is None:
        assert env.agent_selection == f"player_{match.to_act}"
        observation = env.observe(env.agent_selection)
        assert observation["observation"].tolist() == observer.encode(game.view(match.state, match.to_act)).tolist()
        assert observation["action_mask"].tobytes() == codec.mask(match.state)
        action_id = int(chooser.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action_id)
        match = match.play(codec.decode(match.state, action_id))
    assert tuple(env.rewards.values()) == match.outcome.returns
    assert env.infos["player_1"] == {
        "terminations": match.outcome.terminations,
        "score": match.outcome.scores[1],
        "rank": match.outcome.ranking[1],
        "lost": False,
    }


def test_seeds_follow_from_each_other() -> None:
    """Two environments of one seed agree on the next games too, which differ; without any seed a game is dealt."""
    first, second, unseeded = make_env("station-manager"), make_env("station-manager"), make_env("station-manager")
    seeds = []
    for env in (first, second):
        env.reset(seed=3)
        seeds.append([env.match_seed])
        for _ in range(3):
            env.reset()
            seeds[-1].append(env.match_seed)
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 4
    unseeded.reset()
    assert unseeded.agents
    unseeded.reset(seed=np.int64(3))
    assert unseeded.match_seed == 3


def test_the_array_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """The observation is the memory that the game's observer wrote."""
    env = make_env("station-manager")
    env.reset(seed=1)
    written = []
    kind = type(env.observer)
    encode = kind.encode

    def noting(self: Any, view: Any) -> Any:
        written.append(encode(self, view))
        return written[-1]

    monkeypatch.setattr(kind, "encode", noting)
    observed = env.observe("player_0")["observation"]
    (array,) = written
    array[0] = 0.25
    assert observed[0] == np.float32(0.25)


def test_who_does_not_act_has_no_legal_action() -> None:
    """Masks of the others are all 0, and of everybody at the end; arrays can be written to and are fresh each time."""
    env = make_env("station-manager", 2, {"first_seat": 1})
    env.reset(seed=1)
    assert env.agent_selection == "player_1"
    assert not env.observe("player_0")["action_mask"].any()
    observation = env.observe("player_1")
    observation["action_mask"][:] = 0
    observation["observation"][:] = 0
    assert env.observe("player_1")["action_mask"].any()
    play(env, np.random.default_rng(1))
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert not env.observe(env.agent_selection)["action_mask"].any()


def test_rewards_are_the_returns() -> None:
    """Nothing before the end; then what the outcome says, to each agent once."""
    for seed in range(20):
        total = play(make_env(RightOfWay(), options={"rounds": 2}), np.random.default_rng(seed), seed)
        assert sum(total.values()) == 0
        assert all(-1 <= value <= 1 for value in total.values())


def test_the_table_is_shown_as_who_acts_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    """``ansi`` returns the description, ``human`` prints it, without a mode nothing is shown."""
    shown, printed, silent = [make_env("station-manager", render_mode=mode) for mode in ("ansi", "human", None)]
    for env in (shown, printed, silent):
        env.reset(seed=1)
    match = new_match("station-manager", seed=1)
    expected = match.game.describe(match.game.view(match.state, match.to_act), ["player_0", "player_1", "player_2"])
    assert shown.render() == expected
    assert printed.render() is None
    assert capsys.readouterr().out == expected + "\n"
    assert silent.render() is None
    assert capsys.readouterr().out == ""


# ---- what is refused -------------------------------------------------------------------------------------------------------------------


def test_an_illegal_action_ends_the_game() -> None:
    """Who tried it gets a point less than the worst return, the others nothing, and all are told why."""
    env = make_env("station-manager", 2, {"first_seat": 0})
    env.reset(seed=1)
    env.step(5)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())
    assert env.infos["player_1"]["illegal"] == "player_0: wrong-step: a turn begins with drawing or taking the open card [MGR-3.1]"
    assert not env.observe("player_0")["action_mask"].any()
    seen = []
    for agent in env.agent_iter():
        seen.append((agent, env.last()[1]))
        env.step(None)
    assert seen == [("player_0", -1.0), ("player_1", 0.0)]
    with pytest.raises(ValueError, match="the game is over and every agent was told"):
        env.step(None)


def test_what_an_illegal_action_costs() -> None:
    """By default 1 below the worst return of the game, else what is said."""
    for reward_asked, expected in ((None, -2.0), (-7, -7.0)):
        env = make_env(RightOfWay(), illegal_reward=reward_asked)
        env.reset(seed=1)
        env.step(3)
        assert env.rewards["player_0"] == expected


def test_an_illegal_action_can_raise() -> None:
    """The rules say why, and the game stands as it stood."""
    env = make_env("station-manager", 2, {"first_seat": 0}, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="wrong-step"):
        env.step(np.int64(5))
    assert not any(env.terminations.values())
    env.step(np.int64(0))
    assert env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize("action", [-1, 116, 1.0, None, "0"])
def test_what_is_no_id_raises(action: Any) -> None:
    """A number outside the space is a mistake of the program and no move, whatever the mode."""
    env = make_env("station-manager")
    env.reset(seed=1)
    with pytest.raises(InvalidActionError, match=r"expected an int in 0\.\.115"):
        env.step(action)


def test_ids_that_name_nothing_are_illegal() -> None:
    """Where ids depend on the position, one that means nothing there ends the game as other illegal ones do."""
    game = load("station-master")
    env = make_env(game)
    env.reset(seed=1)
    legal = env.observe(env.agent_selection)["action_mask"]
    for action_id in np.flatnonzero(legal == 0):
        env.reset(seed=1)
        env.step(int(action_id))
        assert env.infos["player_0"]["illegal"]


def test_calls_out_of_order_are_told() -> None:
    """Before the first reset there is nothing, and that is what is said."""
    env = make_env("station-manager")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render, lambda: env.agent_selection, env.state):
        with pytest.raises(AttributeError, match=r"is not there before reset\(\)"):
            call()
    with pytest.raises(AttributeError, match="has no attribute 'agent_selectoin'"):
        _ = env.agent_selectoin


def test_a_game_can_be_cut_short() -> None:
    """After `max_cycles` decisions all agents are truncated, without rewards."""
    env = make_env("station-manager", max_cycles=5)
    total = play(env, np.random.default_rng(1), seed=1)
    assert set(total.values()) == {0.0}
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_game_that_ends_in_time_is_not_cut() -> None:
    """The last decision that is allowed may end the game, with its returns."""
    for cycles, cut in ((4, False), (3, True)):
        env = make_env(RightOfWay(), max_cycles=cycles)
        env.reset(seed=1)
        for action_id in (0, 0, 3, 5)[:cycles]:  # north, north, claim, insist
            env.step(action_id)
        assert all(env.truncations.values()) is cut
        assert all(env.terminations.values()) is not cut


@pytest.mark.parametrize(("arguments", "message"), BAD_GAMES)
def test_bad_setups_are_told(arguments: dict[str, Any], message: str) -> None:
    """The library's own errors, in one line."""
    with pytest.raises((UnknownGameError, ConfigError)) as caught:
        make_env(**arguments)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, RailrulesError)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"illegal": "lose"}, "illegal = 'lose'; expected 'terminate' or 'raise'"),
        ({"render_mode": "rgb_array"}, "render_mode = 'rgb_array'; expected 'ansi' or 'human' or None"),
        ({"max_cycles": 0}, "max_cycles = 0; expected an int >= 1, or None"),
    ],
)
def test_bad_arguments_are_told(arguments: dict[str, Any], message: str) -> None:
    """Name, value and what was expected."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole text is compared
        make_env("station-manager", **arguments)
    assert str(caught.value) == message


def test_a_game_without_features_is_refused() -> None:
    """There would be nothing to observe."""
    with pytest.raises(PluginError, match="game 'right-of-way' describes no features"):
        make_env(Unseen())


# ---- in company ------------------------------------------------------------------------------------------------------------------------


def test_pickled_amid_a_game_it_goes_on() -> None:
    """A copy in another process stands where the original stands, and has the same luck."""
    env = make_env("station-manager", 2)
    env.reset(seed=4)
    for _ in range(9):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    copy = pickle.loads(pickle.dumps(env))
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        assert (mask == copy.observe(copy.agent_selection)["action_mask"]).all()
        for one in (env, copy):
            one.step(int(np.flatnonzero(mask)[-1]))
    assert env.rewards == copy.rewards
    assert env.infos == copy.infos


def test_the_wrappers_of_the_field_fit() -> None:
    """An environment can be wrapped as PettingZoo wraps its own."""
    env = make_env("station-manager", 2)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)))
    assert sorted(play(env, np.random.default_rng(1), seed=2).values()) == [0.0, 1.0]


def test_the_layout_is_told() -> None:
    """The features of an observation are at hand, with name, slice, meaning and range."""
    env = make_env("station-manager")
    hand = env.observer.features[0]
    assert (hand.name, hand.start, hand.stop, hand.low, hand.high) == ("hand", 0, 52, 0.0, 1.0)
    space = env.observation_space("player_0")["observation"]
    assert space.shape == (env.observer.size,)
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert str(env) == "railrules_station_manager_v1"


def test_equal_choices_give_the_record_of_the_match() -> None:
    """What was played in an environment can be saved: its seed and actions make a match."""
    env: Any = make_env("station-manager", 2)
    env.reset(seed=11)
    match: Match = new_match("station-manager", 2, seed=env.match_seed)
    codec = match.game.codec(match.config)
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        if terminated:
            env.step(None)
            continue
        action_id = int(np.flatnonzero(observation["action_mask"])[-1])
        match = match.play(codec.decode(match.state, action_id))
        assert agent == f"player_{match.moves[-1].player}"
        env.step(action_id)
    assert match.outcome is not None
    assert match.record().outcome is not None
