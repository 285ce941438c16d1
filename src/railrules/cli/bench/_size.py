"""How much room a state takes. Not timed, so it needs no child process."""

import gc
import random
import sys
from enum import Enum
from typing import Any

from railrules import load, new_match
from railrules.serialize import canonical_json

_SHARED_INTS = range(-5, 257)  # CPython keeps one object for each
_SHARED_TEXT = 20  # texts up to this length are names: one object, however many states hold it
_GAMES = 8


def deep_size(value: Any) -> int:
    """Return the bytes of `value` and of all it holds, each object once, without what all states share.

    Shared are None, bools, ints in -5..256, texts of at most 20 characters, enum members and classes. All else counts, the configuration too.
    """
    seen: set[int] = set()
    waiting = [value]
    total = 0
    while waiting:
        item = waiting.pop()
        if id(item) in seen or _is_shared(item):
            continue
        seen.add(id(item))
        total += sys.getsizeof(item)
        waiting.extend(gc.get_referents(item))
    return total


def _is_shared(item: Any) -> bool:
    if item is None or isinstance(item, (bool, type, Enum)):
        return True
    if isinstance(item, int):
        return item in _SHARED_INTS
    return isinstance(item, str) and len(item) <= _SHARED_TEXT


def state_sizes(game_id: str, players: int) -> tuple[int, int, float]:
    """Return the bytes of memory and of JSON of the largest among the states halfway through eight random games, and the decisions of a game."""
    game = load(game_id)
    memory, texts, decisions = [], [], 0
    for seed in range(_GAMES):
        choose = random.Random(seed).choice  # noqa: S311 - chooses moves, keeps no secrets
        match = new_match(game, players, seed)
        while legal := match.legal_actions:
            match = match.play(choose(legal))
        state = match.state_after(len(match.moves) // 2)
        memory.append(deep_size(state))
        texts.append(len(canonical_json(game.dump(state))))
        decisions += len(match.moves)
    return max(memory), max(texts), decisions / _GAMES
