"""The child process of ``railrules bench``: one case, measured in pieces on demand.

``python -m railrules.cli._bench_worker CASE`` prints ``ready``, or ``missing REASON`` where a peer is not installed. Then each line on stdin, a
number of processor seconds, is answered by one with the units done and the processor seconds used. What is a unit: see `CASES`.
"""

import json
import pickle
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from railrules import Match, Record, SeededChance, load, new_match, verify

MAX_CHESS_PLIES = 200

Case = Callable[[str], Iterator[int]]
"""Yields the number of units done since the last time, for ever."""


def _position(game_id: str) -> Match:
    """A mid-game match: half the moves of one random game."""
    choose = random.Random(1)
    match = new_match(game_id, seed=1)
    while match.to_act is not None:
        match = match.play(choose.choice(match.legal_actions))
    moves = match.moves[: len(match.moves) // 2]
    return Match(match.game, match.config, match.names, match.seed, match.setup, moves)


def decisions(game_id: str) -> Iterator[int]:
    """Unit: one decision of random play - legal actions, choice, transition."""
    game = load(game_id)
    config, chance, choose = game.config(), SeededChance(1), random.Random(1).choice
    while True:
        state = game.initial_state(config, chance)
        done = 0
        while legal := game.legal_actions(state):
            state = game.transition(state, choose(legal), chance)
            done += 1
        yield done


def apply(game_id: str) -> Iterator[int]:
    """Unit: one checked decision - legal actions, choice, validation, transition, events, picks."""
    game = load(game_id)
    config, chance, choose = game.config(), SeededChance(1), random.Random(1).choice
    while True:
        state = game.initial_state(config, chance)
        done = 0
        while legal := game.legal_actions(state):
            state = game.apply(state, choose(legal), chance).state
            done += 1
        yield done


def view(game_id: str) -> Iterator[int]:
    """Unit: the view of one player of one position; the positions are those of a random game."""
    game = load(game_id)
    choose = random.Random(1)
    match = new_match(game, seed=1)
    while match.to_act is not None:
        match = match.play(choose.choice(match.legal_actions))
    seats = [(move.state, player) for move in match.moves for player in range(match.config.players)]
    while True:
        for state, player in seats:
            game.view(state, player)
        yield len(seats)


def save_load(game_id: str) -> Iterator[int]:
    """Unit: a mid-game state, after half the moves of one random game, to JSON text and back."""
    match = _position(game_id)
    game, state = match.game, match.state
    while True:
        game.load_state(json.loads(json.dumps(game.dump(state))))
        yield 1


def _recorded_game(game_id: str, seed: int) -> str:
    match = new_match(game_id, seed=seed)
    game, luck = match.game, SeededChance(seed).spawn("agent")
    while (player := match.to_act) is not None:
        game.view(match.state, player)
        legal = match.legal_actions
        match = match.play(legal[luck.pick(len(legal))])
    return match.record().to_json()


def simulate(game_id: str) -> Iterator[int]:
    """Unit: one game of random agents, views given, its record written out."""
    seed = 0
    while True:
        _recorded_game(game_id, seed)
        seed += 1
        yield 1


def verify_records(game_id: str) -> Iterator[int]:
    """Unit: one such record read and verified."""
    texts = [_recorded_game(game_id, seed) for seed in range(20)]
    while True:
        for text in texts:
            assert verify(Record.from_json(text)).ok
            yield 1


def openspiel(name: str) -> Iterator[int]:
    """Unit: one decision of OpenSpiel's C++ game through its Python binding; chance nodes are played, not counted."""
    import pyspiel

    root = pyspiel.load_game(name).new_initial_state()
    choose = random.Random(1).choice
    while True:
        state = root.clone()
        done = 0
        while not state.is_terminal():
            done += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions()))
        yield done


def rlcard(name: str) -> Iterator[int]:
    """Unit: one decision of an RLCard environment, which encodes the state for the agent."""
    import rlcard as library

    env = library.make(name)
    choose = random.Random(1).choice
    while True:
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            state, _ = env.step(choose(list(state["legal_actions"])))
            done += 1
        yield done


def _catan(seed: int | None = None) -> Any:
    from catanatron import Color, Game, RandomPlayer

    return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=seed)


def catanatron(_: str) -> Iterator[int]:
    """Unit: one decision of Catanatron's random play."""
    while True:
        game = _catan()
        done = 0
        while game.winning_color() is None and done < 5000:
            game.play_tick()
            done += 1
        yield done


def catanatron_pickle(_: str) -> Iterator[int]:
    """Unit: a mid-game Catanatron game, after half the ticks of one random game, pickled and back, its way to save."""
    ticks = 0
    game = _catan(1)
    while game.winning_color() is None:
        game.play_tick()
        ticks += 1
    game = _catan(1)
    for _tick in range(ticks // 2):
        game.play_tick()
    while True:
        pickle.loads(pickle.dumps(game))  # noqa: S301 - our own bytes
        yield 1


def chess(_: str) -> Iterator[int]:
    """Unit: one ply of python-chess, games cut at 200 plies."""
    import chess as library

    choose = random.Random(1).choice
    while True:
        board = library.Board()
        done = 0
        while done < MAX_CHESS_PLIES and (legal := list(board.legal_moves)):
            board.push(choose(legal))
            done += 1
        yield done


CASES: dict[str, Case] = {
    "decisions": decisions,
    "apply": apply,
    "view": view,
    "save-load": save_load,
    "simulate": simulate,
    "verify": verify_records,
    "openspiel": openspiel,
    "rlcard": rlcard,
    "catanatron": catanatron,
    "catanatron-pickle": catanatron_pickle,
    "python-chess": chess,
}


def measure(units: Iterator[int], seconds: float) -> tuple[int, float]:
    """Return units done and processor seconds used, which are at least `seconds`."""
    started = time.process_time()
    done = 0
    while True:
        done += next(units)
        used = time.process_time() - started
        if used >= seconds:
            return done, used


def main(case: str) -> None:
    """Serve one case until stdin ends."""
    kind, _, argument = case.partition(":")
    units = CASES[kind](argument)
    try:
        next(units)  # imports, builds tables, warms up
    except ImportError as error:
        print(f"missing {error}", flush=True)
        return
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(measure(units, float(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
