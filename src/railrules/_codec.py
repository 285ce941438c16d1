"""Numbers for machine learning: `ActionCodec` names actions by ints, `Observer` turns views into float vectors.

Both are thin and standard library only, so that any framework can be put on top of them without a copy.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, Generic, TypeVar

import attrs

from railrules._errors import InvalidActionError, shown
from railrules._rules import shape_fault

A = TypeVar("A")
V = TypeVar("V")


class ActionCodec(ABC, Generic[A]):
    """A fixed numbering of all actions of one configuration: ids ``0 .. num_actions-1``.

    Where the meaning of an id depends on the position (an index into the own hand, say), `position` tells: a state, or the view of the player who
    acts. The layout is frozen for a rules version of the game. Legal actions are listed in ascending order of these ids.
    """

    num_actions: int

    def __init__(self, num_actions: int, legal: Callable[[Any], Sequence[A]]) -> None:
        self.num_actions = num_actions
        self._legal = legal

    @staticmethod
    def table(rows: Iterable[tuple[Any, ...]], legal: Callable[[Any], Sequence[Any]]) -> "ActionCodec[Any]":
        """Return the codec of a plain layout: the kinds one after the other.

        Each of `rows` is an action class followed by the domain of each of its fields; the last field changes fastest. `legal` gives the legal
        actions of a position: ``Game.legal_at``.
        """
        return _TableCodec(
            [kind(*values) for kind, *domains in rows for values in product(*domains)],
            legal,
        )

    @abstractmethod
    def encode(self, position: Any, action: A) -> int:
        """Return the id of `action`; raises `InvalidActionError` for what has none."""

    @abstractmethod
    def decode(self, position: Any, action_id: int) -> A:
        """Return the action of this id; raises `InvalidActionError` where the id names nothing."""

    def mask(self, position: Any) -> bytes:
        """Return one byte per id: 1 for a legal action, else 0. All are 0 when the game is over."""
        mask = bytearray(self.num_actions)
        for action in self._legal(position):
            mask[self.encode(position, action)] = 1
        return bytes(mask)

    def check_id(self, action_id: object) -> None:
        """Raise `InvalidActionError` unless `action_id` is an int in ``0 .. num_actions-1``."""
        if type(action_id) is not int or not 0 <= action_id < self.num_actions:
            raise InvalidActionError(f"action id {shown(action_id)}; expected an int in 0..{self.num_actions - 1}")


class _TableCodec(ActionCodec[Any]):
    """A codec whose ids mean the same in every position."""

    def __init__(self, actions: Sequence[Any], legal: Callable[[Any], Sequence[Any]]) -> None:
        super().__init__(len(actions), legal)
        self._actions = tuple(actions)
        self._ids = {action: action_id for action_id, action in enumerate(self._actions)}
        if len(self._ids) < len(self._actions):
            raise ValueError("two rows of the action table make the same action")

    def encode(self, position: Any, action: Any) -> int:
        try:
            action_id = self._ids.get(action)
        except TypeError:  # a field holds something unhashable
            action_id = None
        # True == 1 and hash(True) == hash(1): an equal action is not yet of the right shape.
        if action_id is None or (self._actions[action_id] is not action and shape_fault(action)):
            raise InvalidActionError(f"{shown(action)} has no action id")
        return action_id

    def decode(self, position: Any, action_id: int) -> Any:
        self.check_id(action_id)
        return self._actions[action_id]


@attrs.frozen
class Feature:
    """A part of an observation vector: entries ``start .. stop-1`` of the array, each within `low` .. `high`."""

    name: str
    start: int
    stop: int
    meaning: str
    low: float
    high: float


def zeros(size: int) -> "array[float]":
    """Return a piece of an observation vector, all 0: what a reader of a feature begins with."""
    return array("f", bytes(4 * size))


def one_hot(place: int, size: int) -> "array[float]":
    """Return a piece of an observation vector that is 1 at one place and 0 elsewhere."""
    found = zeros(size)
    found[place] = 1.0
    return found


class Observer(Generic[V]):
    """The view of one player as a flat array of 32-bit floats, for learning.

    `features` says what stands where. `parts` gives for each feature its name, size, meaning, range and the function that reads it from a view.
    What such a function returns as an ``array('f')`` - see `zeros` and `one_hot` - is copied as a whole, several times as fast as any other iterable.
    """

    def __init__(self, parts: Iterable[tuple[str, int, str, tuple[float, float], Callable[[V], Iterable[float]]]]) -> None:
        start = 0
        self._readers: list[tuple[Feature, int, Callable[[V], Iterable[float]]]] = []
        for name, size, meaning, (low, high), reader in parts:
            stop = start + size
            self._readers.append((Feature(name, start, stop, meaning, low, high), stop, reader))
            start = stop
        self.features = tuple([feature for feature, _, _ in self._readers])
        self.size = start

    def encode(self, view: V) -> "array[float]":
        """Return the features of `view` as an ``array('f')`` of length `size`; raises `ValueError` for a feature of another size."""
        vector = array("f")
        extend = vector.extend
        for feature, stop, read in self._readers:
            extend(read(view))
            if len(vector) != stop:
                raise ValueError(f"feature {feature.name} gave {len(vector) - feature.start} numbers; expected {stop - feature.start}")
        return vector
