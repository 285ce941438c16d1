"""The cases: one endless iterator each, which does some work and yields how many units it did. Taking the time is the business of `worker`.

Play is random everywhere: legal actions, ``random.Random.choice``, transition. Setting up a game is part of its time. Each peer is imported by its
case, so that a missing one is told when the case starts. No case names a game of ours; its argument does (``station-manager:3``).
"""

import json
import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import count, cycle
from typing import Any, TypeAlias

from railrules import AnyGame, Match, Record, SeededChance, load, new_match, verify
from railrules.agents import InformationSetTreeAgent
from railrules.serialize import canonical_json

# ruff: noqa: S311 - these dice choose moves and keep no secrets

MAX_CHESS_PLIES = 200
RECORDS = 8
SAVED_GAMES = 8
VIEWED_GAMES = 4
SEARCHED_GAMES = 4
DEPTH, PLAYOUTS = 10, 5
"""How far and how often a simulation plays on at random; the peers play each of theirs once, to the end."""
SIMULATIONS = 200

Case: TypeAlias = Callable[[str], Iterator[int]]
"""From the argument of a case to the units it did since the last time, for ever."""


# ---- ours ------------------------------------------------------------------------------------------------------------------------------


def _table(argument: str) -> tuple[AnyGame, int]:
    """Game and number of players of ``id:players``."""
    game_id, _, players = argument.rpartition(":")
    return load(game_id), int(players)


def _random_match(game: AnyGame, players: int, seed: int) -> Match:
    """A finished random game."""
    choose = random.Random(seed).choice
    match = new_match(game, players, seed)
    while legal := match.legal_actions:
        match = match.play(choose(legal))
    return match


def decisions(argument: str) -> Iterator[int]:
    """Unit: one decision - legal actions, choice, transition."""
    game, players = _table(argument)
    config, chance, choose = game.config(players), SeededChance(1), random.Random(1).choice
    while True:
        state = game.initial_state(config, chance)
        done = 0
        while legal := game.legal_actions(state):
            state = game.transition(state, choose(legal), chance)
            done += 1
        yield done


def apply(argument: str) -> Iterator[int]:
    """Unit: one checked decision - legal actions, choice, validation, transition with its events and picks."""
    game, players = _table(argument)
    config, chance, choose = game.config(players), SeededChance(1), random.Random(1).choice
    while True:
        state = game.initial_state(config, chance)
        done = 0
        while legal := game.legal_actions(state):
            state = game.apply(state, choose(legal), chance).state
            done += 1
        yield done


def view(argument: str) -> Iterator[int]:
    """Unit: one view; every player looks at every state of four random games."""
    game, players = _table(argument)
    matches = [_random_match(game, players, seed) for seed in range(VIEWED_GAMES)]
    seats = [(move.state, player) for match in matches for move in match.moves for player in range(players)]
    while True:
        for state, player in seats:
            game.view(state, player)
        yield len(seats)


def observe(argument: str) -> Iterator[int]:
    """Unit: one vector of numbers for learning; the views are those of `view`."""
    game, players = _table(argument)
    observer = game.observer(game.config(players))
    matches = [_random_match(game, players, seed) for seed in range(VIEWED_GAMES)]
    views = [game.view(move.state, player) for match in matches for move in match.moves for player in range(players)]
    while True:
        for view in views:
            observer.encode(view)
        yield len(views)


def ismcts(argument: str) -> Iterator[int]:
    """Unit: one simulation of our information-set search with playouts, 200 for a decision; decisions of random games take turns."""
    game, players = _table(argument)
    config, luck = game.config(players), SeededChance(1)
    agent = InformationSetTreeAgent(game, config, simulations=SIMULATIONS, depth=DEPTH, playouts=PLAYOUTS)
    matches = [_random_match(game, players, seed) for seed in range(SEARCHED_GAMES)]
    states = [move.state for match in matches for move in match.moves if len(game.legal_actions(move.state)) > 1]
    random.Random(1).shuffle(states)
    while True:
        for state in states:
            agent.act(game.view(state, game.current_player(state)), game.legal_actions(state), luck)
            yield SIMULATIONS


def pettingzoo(argument: str) -> Iterator[int]:
    """Unit: one decision in our PettingZoo environment, with its observation and mask."""
    from railrules.adapters.pettingzoo import make_env

    game, players = _table(argument)
    return _environment(make_env(game, players=players))


def save_load(argument: str) -> Iterator[int]:
    """Unit: one state to canonical JSON and back; the states halfway through eight random games take turns."""
    game, players = _table(argument)
    matches = [_random_match(game, players, seed) for seed in range(SAVED_GAMES)]
    states = [match.state_after(len(match.moves) // 2) for match in matches]
    if [game.load_state(json.loads(canonical_json(game.dump(state)))) for state in states] != states:
        raise AssertionError("a state did not come back as it was saved")
    while True:
        for state in states:
            game.load_state(json.loads(canonical_json(game.dump(state))))
        yield SAVED_GAMES


def _recorded_game(game: AnyGame, players: int, seed: int) -> str:
    """The record of a game of random agents, each of which is given its view."""
    choose = random.Random(seed).choice
    match = new_match(game, players, seed)
    while (player := match.to_act) is not None:
        game.view(match.state, player)
        match = match.play(choose(match.legal_actions))
    return match.record().to_json()


def simulate(argument: str) -> Iterator[int]:
    """Unit: one game of random agents with views, events and history, its record written out; the same eight games again and again."""
    game, players = _table(argument)
    while True:
        for seed in range(RECORDS):
            _recorded_game(game, players, seed)
        yield RECORDS


def verify_records(argument: str) -> Iterator[int]:
    """Unit: one record of those eight games, read and verified."""
    game, players = _table(argument)
    texts = [_recorded_game(game, players, seed) for seed in range(RECORDS)]
    while True:
        for text in texts:
            if not verify(Record.from_json(text), game).ok:
                raise AssertionError("a record did not verify")
        yield RECORDS


def _environment(env: Any) -> Iterator[int]:
    """Random play in a PettingZoo environment, ours or theirs."""
    import numpy as np  # comes with it

    luck = random.Random(1)
    while True:
        env.reset(seed=luck.randrange(2**31))
        done = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(luck.choice(np.flatnonzero(observation["action_mask"]))))
                done += 1
        yield done


# ---- peers -----------------------------------------------------------------------------------------------------------------------------


def openspiel(name: str) -> Iterator[int]:
    """Unit: one decision of a player in OpenSpiel's C++ game, through its Python binding; chance moves are played and timed, not counted."""
    import pyspiel  # a peer, which need not be installed

    root = pyspiel.load_game(name).new_initial_state()
    terminal = int(pyspiel.PlayerId.TERMINAL)
    choose = random.Random(1).choice
    while True:
        state = root.clone()
        done = 0
        while (player := state.current_player()) != terminal:
            state.apply_action(choose(state.legal_actions()))
            if player >= 0:
                done += 1
        yield done


def _openspiel_decisions(name: str) -> list[Any]:
    """States of random OpenSpiel games in which a player decides, shuffled."""
    import pyspiel  # a peer, which need not be installed

    luck = random.Random(1)
    states = []
    for _ in range(SEARCHED_GAMES):
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and len(state.legal_actions()) > 1:
                states.append(state.clone())
            state.apply_action(luck.choice(state.legal_actions()))
    luck.shuffle(states)
    return states


def openspiel_ismcts(name: str) -> Iterator[int]:
    """Unit: one simulation of OpenSpiel's information-set search in C++, 200 for a decision, random rollouts."""
    import pyspiel  # a peer, which need not be installed

    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, SIMULATIONS, -1, best, False, False)
    for state in cycle(_openspiel_decisions(name)):
        bot.step(state)
        yield SIMULATIONS


def openspiel_mcts(name: str) -> Iterator[int]:
    """Unit: one simulation of OpenSpiel's tree search in Python over a game in C++, 200 for a decision, random rollouts."""
    import numpy as np
    import pyspiel  # a peer, which need not be installed
    from open_spiel.python.algorithms import mcts

    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(pyspiel.load_game(name), 1.4, SIMULATIONS, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    for state in cycle(_openspiel_decisions(name)):
        bot.step(state)
        yield SIMULATIONS


def pettingzoo_hanabi(_: str) -> Iterator[int]:
    """Unit: one decision in PettingZoo's own environment of Hanabi."""
    from pettingzoo.classic import hanabi_v5  # a peer, which need not be installed

    return _environment(hanabi_v5.env())


def rlcard(name: str) -> Iterator[int]:
    """Unit: one decision in an RLCard environment, which encodes each state for the agent."""
    import rlcard as library  # a peer, which need not be installed

    env = library.make(name, config={"seed": 1})
    choose = random.Random(1).choice
    while True:
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            state, _ = env.step(choose(list(state["legal_actions"])))
            done += 1
        yield done


def _random_catan(seed: int, most: int | None = None) -> tuple[Any, int]:
    """A Catanatron game of four players after its last or `most` decisions, and their number."""
    from catanatron import Color, Game, RandomPlayer  # a peer, which need not be installed
    from catanatron.game import TURNS_LIMIT

    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=seed)
    choose = random.Random(seed).choice
    done = 0
    while done != most and game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.execute(choose(game.state.playable_actions), validate_action=False)
        done += 1
    return game, done


def catanatron(_: str) -> Iterator[int]:
    """Unit: one decision in Catanatron, by its list of playable actions and `execute` without the check, as ours is without."""
    for seed in count(1):
        yield _random_catan(seed)[1]


def catanatron_pickle(_: str) -> Iterator[int]:
    """Unit: a Catanatron game pickled and back; eight random games, each halfway, take turns, since one takes twice as long as another."""
    lengths = [_random_catan(seed)[1] for seed in range(1, SAVED_GAMES + 1)]
    games = [_random_catan(seed, length // 2)[0] for seed, length in enumerate(lengths, 1)]
    while True:
        for game in games:
            pickle.loads(pickle.dumps(game))  # noqa: S301 - our own bytes
        yield SAVED_GAMES


def python_chess(_: str) -> Iterator[int]:
    """Unit: one ply in python-chess; a game is cut at 200 plies."""
    import chess  # a peer, which need not be installed

    choose = random.Random(1).choice
    while True:
        board = chess.Board()
        done = 0
        while done < MAX_CHESS_PLIES and (legal := list(board.legal_moves)):
            board.push(choose(legal))
            done += 1
        yield done


CASES: Mapping[str, Case] = {
    "decisions": decisions,
    "apply": apply,
    "view": view,
    "observe": observe,
    "ismcts": ismcts,
    "pettingzoo": pettingzoo,
    "save-load": save_load,
    "simulate": simulate,
    "verify": verify_records,
    "openspiel": openspiel,
    "openspiel-ismcts": openspiel_ismcts,
    "openspiel-mcts": openspiel_mcts,
    "pettingzoo-hanabi": pettingzoo_hanabi,
    "rlcard": rlcard,
    "catanatron": catanatron,
    "catanatron-pickle": catanatron_pickle,
    "python-chess": python_chess,
}
"""By kind; a case is ``kind`` or ``kind:argument``."""

DISTRIBUTIONS: Mapping[str, str] = {
    "openspiel": "open_spiel",
    "openspiel-ismcts": "open_spiel",
    "openspiel-mcts": "open_spiel",
    "pettingzoo-hanabi": "pettingzoo",
    "rlcard": "rlcard",
    "catanatron": "catanatron",
    "catanatron-pickle": "catanatron",
    "python-chess": "chess",
}
"""By kind of peer: the distribution whose version is told."""
