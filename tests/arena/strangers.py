"""Agents that a stranger might bring."""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from railrules import AnyGame, Chance, Config

MOVES_BEFORE = 2


class _Stranger:
    """Plays at random for two moves, then does its own thing."""

    timed = False

    def __init__(self, game: AnyGame, config: Config[Any]) -> None:
        self.moves = 0

    def act(self, view: Any, legal_actions: tuple[Any, ...], chance: Chance) -> Any:
        self.moves += 1
        if self.moves <= MOVES_BEFORE:
            return legal_actions[chance.pick(len(legal_actions))]
        return self.thing(legal_actions)

    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        raise NotImplementedError


class raises(_Stranger):  # noqa: N801 - called as it is installed
    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        raise RuntimeError("boom\nin two lines")


class hangs(_Stranger):  # noqa: N801
    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        while True:
            time.sleep(0.01)


class swallows(_Stranger):  # noqa: N801
    """Catches whatever it can, once, and comes back too late."""

    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        try:
            time.sleep(5)
        except BaseException:
            return legal_actions[0]


class cheats(_Stranger):  # noqa: N801
    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        return "the best move"


class Odd:
    """Neither to be compared nor to be shown."""

    def __eq__(self, other: object) -> bool:
        raise TypeError("incomparable")

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise TypeError("unspeakable")


class dumb(_Stranger):  # noqa: N801
    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        return Odd()


class shouts(_Stranger):  # noqa: N801
    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        class Loud(Exception):  # noqa: N818
            def __str__(self) -> str:
                raise TypeError("no text")

        raise Loud("x" * 1000)


class leaves(_Stranger):  # noqa: N801
    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        sys.exit(3)


class gives_up(_Stranger):  # noqa: N801
    """Raises what is no `Exception`."""

    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        raise BaseException("enough")


class plain(_Stranger):  # noqa: N801
    """Returns an object that is shown with its address."""

    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        return self


class dies(_Stranger):  # noqa: N801
    """Ends its process."""

    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        os._exit(9)


class watches(_Stranger):  # noqa: N801
    """Looks at a clock, it says."""

    timed = True

    def thing(self, legal_actions: tuple[Any, ...]) -> Any:
        return legal_actions[-1]


def breaks(*_: object) -> Any:
    """Cannot be made."""
    raise RuntimeError("no model file")


def exits(*_: object) -> Any:
    """Leaves when it is to be made."""
    sys.exit(1)


def sulks(*_: object) -> Any:
    """Cannot be made, and does not say why."""

    class Mute(Exception):  # noqa: N818
        def __str__(self) -> str:
            raise TypeError("no text")

    raise Mute


def names(*_: object) -> Any:
    """Makes what is no agent."""
    return "agent"


nowhere: Callable[..., Any]
