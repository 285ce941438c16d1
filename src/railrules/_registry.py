"""Finding games: every installed package may offer some through the entry-point group ``railrules.games``.

An entry point names a callable without arguments that returns a `Game`; the entry point's name is the id of the game. The bundled games are
found in the same way as anybody else's.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from railrules._errors import PluginError, RailrulesError, UnknownGameError
from railrules._game import AnyGame, Game, GameInfo

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "railrules.games"


@attrs.frozen
class PluginFault:
    """An entry point that gives no game: its id, the package that offers it, and what went wrong."""

    id: str
    package: str
    message: str


@cache
def _entry_points() -> dict[str, tuple["EntryPoint", ...]]:
    """All entry points of the group by id, ids and then packages ascending. Scanned once: packages do not come and go while Python runs."""
    from importlib.metadata import entry_points  # heavy, and not needed by who builds games themselves

    found: dict[str, list[EntryPoint]] = {}
    # One package may be met twice on the path; two packages are two, even with the same callable.
    different = {(entry.name, _package(entry), entry.value): entry for entry in entry_points(group=GROUP)}
    for key in sorted(different):
        found.setdefault(key[0], []).append(different[key])
    return {name: tuple(entries) for name, entries in found.items()}


def _package(entry: "EntryPoint") -> str:
    return entry.dist.name if entry.dist is not None else "(unknown)"


@cache
def _game(entry: "EntryPoint") -> AnyGame:
    """The game behind one entry point, with its own content."""
    where = f"game {entry.name!r} of package {_package(entry)}"
    try:
        game = entry.load()()
    except RailrulesError as error:
        raise PluginError(f"{where} cannot be loaded: {error}") from error
    except (Exception, SystemExit) as error:  # a module that ends the program when it is imported must not take the others down
        raise PluginError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise PluginError(f"{where}: {entry.value} returned {game!r}; expected a railrules.Game")
    if not hasattr(game, "book"):
        raise PluginError(f"{where}: {type(game).__name__} was not set up; its __init__ must call super().__init__(book, content)")
    if game.info.id != entry.name:
        raise PluginError(f"{where} calls itself {game.info.id!r}; expected the name of its entry point, {entry.name!r}")
    return game


def _the_one(game_id: str, entries: tuple["EntryPoint", ...]) -> "EntryPoint":
    first, *others = entries
    if others:
        packages = " and ".join(f"{_package(entry)} ({entry.value})" for entry in entries)
        raise PluginError(f"more than one package offers game {game_id!r}: {packages}; uninstall all but one")
    return first


def load(game_id: str, content: Any = None) -> AnyGame:
    """Return the game of this id, with its own content or with `content`: a path or a content object.

    Raises `UnknownGameError`; `PluginError` if the package that offers it is broken or two packages offer it; `ContentError`.
    """
    if not isinstance(game_id, str):
        raise TypeError(f"load takes the id of a game, found {game_id!r}")
    entries = _entry_points().get(game_id)
    if entries is None:
        known = ", ".join(_entry_points()) or "none"
        raise UnknownGameError(f"no game {game_id!r}; installed: {known}")
    game = _game(_the_one(game_id, entries))
    return game if content is None else game.with_content(content)


def available_games() -> tuple[GameInfo, ...]:
    """Return what the installed games declare, by id. A broken plugin is left out and told by `plugin_errors`."""
    return tuple(game.info for game, _ in _survey() if game is not None)


def plugin_errors() -> tuple[PluginFault, ...]:
    """Return the entry points that give no game, by id; empty when all is well."""
    return tuple(fault for _, fault in _survey() if fault is not None)


def _survey() -> list[tuple[AnyGame | None, PluginFault | None]]:
    found: list[tuple[AnyGame | None, PluginFault | None]] = []
    for game_id, entries in _entry_points().items():
        try:
            found.append((_game(_the_one(game_id, entries)), None))
        except PluginError as error:
            packages = ", ".join(_package(entry) for entry in entries)
            found.append((None, PluginFault(game_id, packages, str(error))))
    return found
