"""`Subject`: the game under test, and how another process finds it."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

import attrs

from railrules import AnyGame, Game, UnknownGameError, load
from railrules.testing._breach import Breach


@attrs.frozen
class Subject:
    """A game, and the `reference` by which a child process can build it again: its id or ``module:name``; None if there is none."""

    game: AnyGame
    reference: str | None

    @property
    def id(self) -> str:
        """The id that the game declares."""
        return self.game.info.id


def find(game: "str | AnyGame | Callable[[], AnyGame]") -> Subject:
    """Return the subject for an id, a `Game`, or a callable without arguments that returns one.

    Raises `Breach` when the callable fails, `UnknownGameError` for a reference that leads nowhere, and what `load` raises.
    """
    if isinstance(game, str):
        return Subject(load(game) if ":" not in game else _built(_imported(game)), game)
    if isinstance(game, Game):
        return Subject(game, _reference(type(game), game))
    built = _built(game)
    return Subject(built, _reference(game, built))


def _built(factory: Callable[[], AnyGame]) -> AnyGame:
    name = getattr(factory, "__qualname__", repr(factory))
    try:
        built = factory()
    except Exception as error:
        raise Breach(f"{name} cannot be built: {type(error).__name__}: {error}") from error
    if not isinstance(built, Game):
        raise Breach(f"{name} returned {built!r}; expected a railrules.Game")
    return built


def _imported(reference: str) -> Any:
    module, _, name = reference.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise UnknownGameError(f"{reference} leads nowhere: {error}") from None
    return found


def _reference(factory: Any, game: AnyGame) -> str | None:
    """``module:name`` if that leads to an equal game in another process too."""
    module, name = getattr(factory, "__module__", None), getattr(factory, "__qualname__", None)
    if not module or not name or module == "__main__" or "<" in name:
        return None
    reference = f"{module}:{name}"
    try:
        found = _built(_imported(reference))
    except (Breach, UnknownGameError):
        return None
    same = type(found) is type(game) and found.content_digest == game.content_digest
    return reference if same and module in sys.modules else None
