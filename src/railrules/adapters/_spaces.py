"""Spaces and arrays of the environments: what PettingZoo and Gymnasium have in common. Imports Gymnasium and numpy."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.spaces import Box

from railrules import Observer
from railrules.adapters._setting import Setting


def observation_box(observer: Observer[Any]) -> Any:
    """Return the space of feature vectors: 32-bit floats, each within the range that its feature declares."""
    low = np.concatenate([np.full(feature.stop - feature.start, feature.low, np.float32) for feature in observer.features])
    high = np.concatenate([np.full(feature.stop - feature.start, feature.high, np.float32) for feature in observer.features])
    return Box(low, high, dtype=np.float32)


def vector(setting: Setting, state: Any, player: int) -> Any:
    """Return what `player` sees as an array of 32-bit floats, which is the memory that the observer wrote and no copy of it."""
    return np.frombuffer(setting.observer.encode(setting.game.view(state, player)), dtype=np.float32)


def mask(size: int, ids: Iterable[int]) -> Any:
    """Return a writable array of `size` 8-bit ints: 1 for each of `ids`, else 0."""
    flags = bytearray(size)
    for action_id in ids:
        flags[action_id] = 1
    return np.frombuffer(flags, dtype=np.int8)
