"""The OpenSpiel adapter: OpenSpiel's simulations pass, its solvers solve, chance is the rules' chance, and recall is perfect."""

import json
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from railrules import (
    AnyGame,
    ConfigError,
    Game,
    GameOverError,
    IllegalActionError,
    InvalidActionError,
    Observer,
    SeededChance,
    UnknownGameError,
    available_games,
    chance_outcomes,
    load,
)
from railrules.adapters.openspiel import load_game
from railrules.testing.games import RightOfWay
from tests.adapters.given import BAD_GAMES, GAMES, NAMES, TABLE_NAMES, TABLES, Unseen

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

INGLENOOK = [info.id for info in available_games() if info.id == "inglenook"]


def played(game: Any, seed: int, moves: int | None = None) -> Iterator[Any]:
    """The states of a play with uniform choices, one object that moves on, to the end or through so many decisions."""
    chooser = np.random.RandomState(seed)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chooser.choice(outcomes, p=odds)))
        elif decisions == moves:
            return
        else:
            state.apply_action(int(chooser.choice(state.legal_actions())))
            decisions += 1
    yield state


def at_decision(game: Any, seed: int, moves: int) -> Any:
    """The state of such a play after so many decisions, at the next one."""
    *_, state = played(game, seed, moves)
    return state


def tree(state: Any) -> Iterator[Any]:
    """A state and all that can follow."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from tree(state.child(action))


# ---- OpenSpiel's own test --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES, ids=TABLE_NAMES)
def test_simulations(game: AnyGame, players: int) -> None:
    """OpenSpiel's simulation test passes for each game with the fewest and the most players, states saved and loaded on the way."""
    pyspiel.random_sim_test(load_game(game, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", INGLENOOK)
def test_simulations_without_features(name: str) -> None:
    """A game of perfect information that describes no features, and tells no events, has strings and no tensors."""
    game = load_game(name)
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert not kind.provides_observation_tensor
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_the_process_ends_in_peace() -> None:
    """OpenSpiel keeps what was registered until after the end of Python, which must not abort."""
    code = (
        "from railrules.adapters.openspiel import load_game\n"
        "from railrules.testing.games import RightOfWay\n"
        "print(load_game(RightOfWay()).new_initial_state(), load_game('station-manager'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ---- its solvers -----------------------------------------------------------------------------------------------------------------------


def test_cfr_drives_nash_conv_down_as_on_kuhn_poker() -> None:
    """After 20 iterations no more of the uniform policy's NashConv is left than in Kuhn poker, where 9% are."""
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    policy = pytest.importorskip("open_spiel.python.policy")
    left = []
    for game in (load_game(RightOfWay(), utility_sum=0), pyspiel.load_game("kuhn_poker")):
        solver = cfr.CFRSolver(game)
        before = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
        for _ in range(20):
            solver.evaluate_and_update_policy()
        left.append(exploitability.nash_conv(game, solver.average_policy()) / before)
    ours, kuhn = left
    assert 0 <= ours <= kuhn < 0.1


def test_the_solver_in_cpp_agrees() -> None:
    """OpenSpiel's compiled solver walks the same tree: after n iterations 1/n of the uniform policy's NashConv is left, as in Python."""
    game = load_game(RightOfWay(), utility_sum=0)
    solver = pyspiel.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) == pytest.approx(0.0375)


def test_ismcts_plays_station_manager() -> None:
    """OpenSpiel's information-set search plays a whole game, guessing hidden cards by `determinize`, and each choice is legal."""
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = load_game("station-manager", 2, utility_sum=1)
    chooser = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chooser), uct_c=1.4, max_simulations=4, random_state=chooser)
    state, searched = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = chooser.choice(outcomes, p=odds)
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            searched += len(state.legal_actions()) > 1
        else:
            action = chooser.choice(state.legal_actions())
        state.apply_action(int(action))
    assert searched > 20
    assert sum(state.returns()) == 1


def test_the_learning_environment_runs() -> None:
    """OpenSpiel's environment for reinforcement learning plays a game by observation tensors."""
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    env = rl_environment.Environment(load_game("station-manager", 2), seed=3)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 535
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 1


# ---- chance ----------------------------------------------------------------------------------------------------------------------------


def test_chance_nodes_have_the_odds_of_the_rules() -> None:
    """All that can follow from drawing two cards, and how likely it is, is what `chance_outcomes` says."""
    game = load("station-manager")
    state = at_decision(load_game(game, 2), seed=1, moves=4)
    before = state.position
    (drawing,) = [action for action in state.legal_actions() if state.action_to_string(action) == "draw"]
    reached: dict[Any, float] = defaultdict(float)
    waiting = [(state.child(drawing), 1.0, 0)]
    while waiting:
        after, likely, asked = waiting.pop()
        if after.is_chance_node():
            assert after.position == before
            assert asked < 2  # a card at a time
            waiting += [(after.child(answer), likely * odds, asked + 1) for answer, odds in after.chance_outcomes()]
        else:
            reached[after.position] += likely
    expected = chance_outcomes(game, before, game.parse_action(game.view(before, 0), "draw"))
    assert reached == {position: pytest.approx(float(odds)) for odds, position in expected}


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_questions_are_small(game: AnyGame) -> None:
    """The deal is played by chance, and no node has more outcomes than `Game.limits` says, whatever is drawn or shuffled."""
    spiel = load_game(game)
    most = game.limits(game.config()).chance_outcomes
    assert spiel.max_chance_outcomes() == most
    assert spiel.new_initial_state().is_chance_node()
    asked = 0
    for state in played(spiel, seed=1):
        if state.is_chance_node():
            odds = [share for _, share in state.chance_outcomes()]
            assert 2 <= len(odds) <= most
            assert sum(odds) == pytest.approx(1)
            asked += 1
    assert asked > 0


def test_outcomes_are_called_by_their_kind() -> None:
    """A drawn item is named as the rules name it."""
    state = load_game(RightOfWay()).new_initial_state()
    assert state.chance_outcomes() == [(0, 0.4), (1, 0.4), (2, 0.2)]
    assert [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()] == ["1", "2", "3"]
    assert str(state) == "the deal, after []"
    assert state.position is None
    assert state.information_state_string(0) == state.observation_string(0) == ""


# ---- what players know -----------------------------------------------------------------------------------------------------------------


def test_recall_is_perfect() -> None:
    """In the whole tree of Right of Way: equal information states have equal legal actions, and followed the same own ones by the same choices."""
    game = load_game(RightOfWay(), utility_sum=0)
    pasts: dict[tuple[int, str], Any] = {}

    def walk(state: Any, past: tuple[tuple[Any, ...], ...]) -> None:
        if state.is_terminal():
            return
        player, known = state.current_player(), ""
        if not state.is_chance_node():
            known = state.information_state_string(player)
            legal = tuple(state.legal_actions())
            view = game.setting.game.view(state.position, player)
            assert pasts.setdefault((player, known), (past[player], legal, view)) == (past[player], legal, view)
        for action in state.legal_actions():
            now = past
            if not state.is_chance_node():
                now = (*past[:player], (*past[player], (known, action)), *past[player + 1 :])
            walk(state.child(action), now)

    walk(game.new_initial_state(), ((), ()))
    assert len(pasts) == 30


@pytest.mark.parametrize("game", [*GAMES, *map(load, INGLENOOK)], ids=[*NAMES, *INGLENOOK])
def test_nothing_is_forgotten(game: AnyGame) -> None:
    """In a play, what a player was told only ever grows; own choices stand in it in order; decisions have different information states."""
    spiel = load_game(game)
    known: dict[int, list[str]] = defaultdict(list)
    chosen: dict[int, int] = defaultdict(int)
    decisions = set()
    for state in played(spiel, seed=2, moves=60):
        player = state.current_player()
        for viewer in range(spiel.num_players()):
            lines = state.information_state_string(viewer).splitlines()
            assert lines[: len(known[viewer])] == known[viewer]
            known[viewer] = lines[:-1]
            assert sum(line.startswith("> ") for line in lines) == chosen[viewer]
        if player >= 0:
            assert state.information_state_string() not in decisions
            decisions.add(state.information_state_string())
            chosen[player] += 1
    assert sum(chosen.values()) > 0


def test_nobody_is_told_more_than_their_seat() -> None:
    """Positions that differ only in what a player does not see give that player one information state and one observation."""
    game = load_game("station-manager", 3)
    luck = SeededChance(1)
    for moves in range(0, 60, 7):
        state = at_decision(game, seed=3, moves=moves)
        player = state.current_player()
        guess = state.resample_from_infostate(player, lambda: luck.pick(2**53) / 2**53)
        assert guess.position != state.position
        assert guess.information_state_string(player) == state.information_state_string(player)
        assert guess.observation_string(player) == state.observation_string(player)
        assert guess.observation_tensor(player) == state.observation_tensor(player)
        assert guess.legal_actions() == state.legal_actions()
        action = state.legal_actions()[0]
        state.apply_action(action)
        assert '"cards":null' in state.information_state_string((player + 1) % 3)


def test_a_guess_goes_on_and_can_be_guessed_from() -> None:
    """A resampled state is played like any other, remembers what was told before it, and is saved with that."""
    game = load_game("station-manager", 2)
    state = at_decision(game, seed=3, moves=20)
    player = state.current_player()
    guess = state.resample_from_infostate(player, lambda: 0.5)
    again = guess.resample_from_infostate(player, lambda: 0.25)
    assert again.information_state_string(player) == state.information_state_string(player)
    other = guess.information_state_string(1 - player).splitlines()
    assert other[-1] == other[-2]  # begun by what they see there
    while guess.is_chance_node() or guess.current_player() == player:
        guess.apply_action(guess.legal_actions()[0])
    assert guess.information_state_string(player).startswith(state.information_state_string(player).rpartition("\n")[0])
    loaded = game.deserialize_state(guess.serialize())
    assert loaded.position == guess.position
    for viewer in range(2):
        assert loaded.information_state_string(viewer) == guess.information_state_string(viewer)


def test_while_chance_decides_nothing_is_known_of_it() -> None:
    """After an action that draws, the player knows the own choice, the others nothing new, and the view is that from before."""
    state = at_decision(load_game("station-manager", 2), seed=1, moves=4)
    player = state.current_player()
    before = [state.information_state_string(viewer) for viewer in range(2)]
    view = state.observation_string(player)
    (drawing,) = [action for action in state.legal_actions() if state.action_to_string(action) == "draw"]
    state.apply_action(drawing)
    assert state.is_chance_node()
    assert state.information_state_string(1 - player) == before[1 - player]
    assert state.information_state_string(player).splitlines()[-2].startswith("> ")
    assert state.observation_string(player) == view
    assert "DrawFreight(), after []" in str(state)
    with pytest.raises(ValueError, match="while chance decides there is no information state to resample"):
        state.resample_from_infostate(player, lambda: 0.5)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_observation_is_the_view(game: AnyGame) -> None:
    """Its string is read back by `load_view`, its tensor is that of the observer, in pieces that are called as features are."""
    spiel = load_game(game)
    state = at_decision(spiel, seed=1, moves=3)
    config = game.config()
    observer = game.observer(config)
    eyes = spiel.make_py_observer()
    for player in range(spiel.num_players()):
        view = game.view(state.position, player)
        assert game.load_view(json.loads(state.observation_string(player))) == view
        assert state.observation_tensor(player) == observer.encode(view).tolist()
        eyes.set_from(state, player)
        for feature in observer.features:
            assert eyes.dict[feature.name].tolist() == observer.encode(view).tolist()[feature.start : feature.stop]


def test_the_information_state_tensor_tells_states_apart() -> None:
    """Where it is small there is one; in Right of Way it differs wherever the strings of a player differ. Large games have none."""
    game = load_game(RightOfWay())
    assert game.information_state_tensor_shape() == [5 * (20 + 6) + 20]
    tensors: dict[str, set[tuple[float, ...]]] = defaultdict(set)
    for state in tree(game.new_initial_state()):
        if state.current_player() >= 0:
            tensors[state.information_state_string()].add(tuple(state.information_state_tensor()))
    assert len(tensors) == 30
    assert all(len(found) == 1 for found in tensors.values())
    assert len(set.union(*tensors.values())) == 30
    large = load_game("station-manager")
    assert not large.get_type().provides_information_state_tensor
    assert large.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)).tensor is None


def test_only_what_one_player_knows_can_be_observed() -> None:
    """A view is not divided into public and private parts, and observers take no parameters."""
    game = load_game("station-manager")
    for kind in (
        pyspiel.IIGObservationType(public_info=False, perfect_recall=False),
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
    ):
        with pytest.raises(ValueError, match="a view is not divided"):
            game.make_py_observer(kind)
    with pytest.raises(ValueError, match="observers take no parameters"):
        game.make_py_observer(None, {"size": 3})


def test_features_of_one_name_are_kept_apart() -> None:
    """A game may call two features alike; the pieces of an observer may not."""

    class Twins(RightOfWay):
        def observer(self, config: Any) -> Any:
            unit = (0.0, 1.0)
            return Observer([("same", 1, "one", unit, lambda _: [0.25]), ("same", 2, "two", unit, lambda _: [0.5, 0.75])])

    game = load_game(Twins())
    state = at_decision(game, seed=1, moves=0)
    assert state.observation_tensor(0) == [0.25, 0.5, 0.75]
    assert set(game.make_py_observer().dict) == {"same", "same@1"}


# ---- the game as a whole ---------------------------------------------------------------------------------------------------------------


def test_returns_are_those_of_the_outcome() -> None:
    """0 for all until the end; then the outcome's."""
    game = load_game("station-manager", 3)
    state = game.new_initial_state()
    for state in played(game, seed=5):
        if not state.is_terminal():
            assert state.returns() == [0.0, 0.0, 0.0]
    outcome = load("station-manager").outcome(state.position)
    assert outcome is not None
    assert tuple(state.returns()) == outcome.returns
    assert state.legal_actions() == []


def test_what_utilities_sum_to_is_told() -> None:
    """OpenSpiel knows a game as general-sum unless it is told better."""
    utility = pyspiel.GameType.Utility
    for told, kind in ((None, utility.GENERAL_SUM), (0, utility.ZERO_SUM), (0.5, utility.CONSTANT_SUM)):
        game = load_game(RightOfWay(), utility_sum=told)
        assert game.get_type().utility == kind
        assert game.utility_sum() == told
        assert (game.min_utility(), game.max_utility()) == (-1.0, 1.0)


def test_a_game_is_found_by_its_text() -> None:
    """What `str` shows of a game loads it again, players and options with it."""
    options = {"rounds": 2, "first_seat": 1, "own_refulfil": False, "pile_claim": "always"}
    game = load_game("station-manager", 4, options)
    loaded = pyspiel.load_game(str(game))
    assert loaded.setting.config == game.setting.config == load("station-manager").config(4, **options)
    assert pyspiel.load_game("railrules(game=station-manager)").num_players() == 3
    solitaire = pyspiel.load_game("railrules(game=railroad-operations,players=1)")
    assert solitaire.setting.config == load("railroad-operations").config(1)
    assert pickle.loads(pickle.dumps(game)).setting.config == game.setting.config


def test_games_that_are_not_installed_have_names_too() -> None:
    """A game given as an object is kept under its id and a number, once for each class and content."""
    first, again, other = load_game(RightOfWay()), load_game(RightOfWay()), load_game(Unseen())
    assert str(first) == str(again) != str(other)
    assert type(pyspiel.load_game(str(other)).setting.game) is Unseen
    assert "game=station-manager," in str(load_game(load("station-manager")))


def test_copies_are_independent() -> None:
    """Clones, children, deep copies and saved states go their own ways."""
    game = load_game("station-manager", 2)
    state = at_decision(game, seed=1, moves=6)
    before = str(state)
    for copy in (state.clone(), deepcopy(state), pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
        assert str(copy) == before
        assert copy.history() == state.history()
        assert copy.information_state_string() == state.information_state_string()
        copy.apply_action(copy.legal_actions()[-1])
        assert str(copy) != before
        assert str(state) == before


def test_long_games_can_be_saved() -> None:
    """A state after hundreds of steps is written and read."""
    *_, state = played(load_game("railroad-operations", 2), seed=1)
    loaded = state.get_game().deserialize_state(state.serialize())
    assert (loaded.position, loaded.returns()) == (state.position, state.returns())
    assert len(state.history()) > 200


def test_actions_have_the_notation_of_the_game() -> None:
    """Legal ones and others."""
    game = load("station-manager")
    state = at_decision(load_game(game, 2), seed=1, moves=0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["draw", "open"]
    closed = game.codec(game.config(2)).decode(state.position, 115)
    assert state.action_to_string(0, 115) == game.action_to_str(game.view(state.position, 0), closed)


def test_a_bound_of_chance_nodes_is_not_promised() -> None:
    """The number given is beyond any play, and its sum with that of decisions fits OpenSpiel's ints."""
    assert load_game("station-manager").max_chance_nodes_in_history() == 10**9

    class Endless(RightOfWay):
        limits = Game.limits

    game = load_game(Endless())
    assert game.max_game_length() == 10**9
    assert game.max_history_length() == 2 * 10**9
    assert not game.get_type().provides_information_state_tensor


# ---- what is refused -------------------------------------------------------------------------------------------------------------------


def test_illegal_actions_are_refused() -> None:
    """By the rules, with their reason; the state stays as it was."""
    state = at_decision(load_game("station-manager", 2), seed=1, moves=0)
    before = str(state)
    with pytest.raises(IllegalActionError, match="wrong-step"):
        state.apply_action(5)
    with pytest.raises(InvalidActionError, match=r"expected an int in 0\.\.115"):
        state.apply_action(116)
    assert str(state) == before
    *_, over = played(load_game("station-manager", 2), seed=1)
    with pytest.raises(GameOverError):
        over.apply_action(0)
    chance = load_game("station-manager", 2).new_initial_state()
    with pytest.raises(ValueError, match=r"expected an int in 0\.\.1"):
        chance.apply_action(2)


@pytest.mark.parametrize(("arguments", "message"), BAD_GAMES)
def test_bad_setups_are_told(arguments: dict[str, Any], message: str) -> None:
    """The library's own errors, in one line."""
    with pytest.raises((UnknownGameError, ConfigError)) as caught:
        load_game(**arguments)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("railrules", "no game ''; installed: "),
        ("railrules(game=station-mangler)", "no game 'station-mangler'; installed: "),
        ("railrules(game=station-manager,players=9)", "bad-player-count: players = 9; expected an int in 2..4"),
        ("railrules(game=station-manager,options=rounds:99)", "bad-option-value: rounds = 99; expected an int in 1..20"),
        ("railrules(game=station-manager,options=rounds)", "bad-option-type: rounds = ''; expected an int in 1..20"),
        ("railrules(game=station-manager,options=round:1)", "unknown-option: no option 'round' (given '1')"),
    ],
)
def test_bad_texts_are_told(text: str, message: str) -> None:
    """By OpenSpiel's own loader too."""
    with pytest.raises((UnknownGameError, ConfigError)) as caught:
        pyspiel.load_game(text)
    assert str(caught.value).startswith(message)
