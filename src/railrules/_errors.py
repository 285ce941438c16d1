"""Every error that railrules raises, in one tree.

::

    RailrulesError
    |-- ConfigError          a player count or an option that the game does not take
    |-- ContentError         a content file that does not meet the game's checks
    |-- UnknownGameError     no installed package offers a game of this id
    |-- PluginError          a package offers a game but cannot deliver it
    |-- InvalidActionError   JSON, text or an id that cannot be read as an action
    |-- IllegalActionError   an action that was read and is refused; carries the `Rejection`
    |   `-- GameOverError    ... because the game is over
    |-- MissingExtraError    something needs a library that is not installed
    |-- TooManyOutcomesError an exact expectation would branch further than its limit
    `-- RecordError          a saved play that cannot be read
        |-- VersionError     ... because it belongs to other rules or another format
        `-- DivergenceError  ... because its moves do not replay

Invalid and illegal are two things: *invalid* means nothing could be understood, *illegal* means it was understood and the rules say no.
`ChanceNeeded` (in `railrules._chance`) is a signal between the rules and whoever supplies chance, not an error, and stands outside this tree.
Argument mistakes in Python code (a pool drawn below zero, a pick out of nothing) are `ValueError` and `TypeError` as usual.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railrules._rules import Rejection

__all__ = [
    "ConfigError",
    "ContentError",
    "DivergenceError",
    "GameOverError",
    "IllegalActionError",
    "InvalidActionError",
    "MissingExtraError",
    "PluginError",
    "RailrulesError",
    "RecordError",
    "TooManyOutcomesError",
    "UnknownGameError",
    "VersionError",
]


class RailrulesError(Exception):
    """Base of all errors of this library; its text is one line for a person."""


class ConfigError(RailrulesError):
    """A game cannot be set up as asked.

    `code` is one of ``bad-player-count``, ``unknown-option``, ``bad-option-type`` and ``bad-option-value`` unless a game's rules page names
    others; `option` is the option's name (``players`` for the count), `value` what was given and `bounds` what would be taken, as text.
    """

    def __init__(self, code: str, option: str, value: object, bounds: str) -> None:
        super().__init__(code, option, value, bounds)
        self.code = code
        self.option = option
        self.value = value
        self.bounds = bounds

    def __str__(self) -> str:
        if self.code == "unknown-option":
            return f"{self.code}: no option {self.option!r} (given {shown(self.value)}); expected one of: {self.bounds}"
        return f"{self.code}: {self.option} = {shown(self.value)}; expected {self.bounds}"


def shown(value: object) -> str:
    """Return the repr of any object, cut where it is long; one that has none, such as an int of 10,000 digits, is named by its type."""
    try:
        text = repr(value)
    except Exception:
        return f"({type(value).__name__} without a readable form)"
    return text if len(text) <= 200 else f"{text[:120]} ... {text[-40:]}"


class ContentError(RailrulesError):
    """A content file is broken or not of this game.

    `file` names the source, `path` the place inside it (``orders.item[3].bonus``), `check` the rule id of the failed check or ``syntax``,
    `expected` and `found` say what was wanted and what stood there. `code` is ``bad-content`` unless a game's rules page names others.
    """

    def __init__(self, file: str, path: str, check: str, expected: str, found: str, code: str = "bad-content") -> None:
        super().__init__(file, path, check, expected, found, code)
        self.file = file
        self.path = path
        self.check = check
        self.expected = expected
        self.found = found
        self.code = code

    def __str__(self) -> str:
        place = f"{self.file}: {self.path}" if self.path else self.file
        return f"{self.code}: {place}: expected {self.expected}, found {self.found} [{self.check}]"


class UnknownGameError(RailrulesError):
    """No installed package offers a game of this id; the text lists the ids that are there."""


class MissingExtraError(RailrulesError):
    """`what` cannot be done because `library`, which the extra `extra` of this package brings, is not installed."""

    def __init__(self, what: str, library: str, extra: str) -> None:
        super().__init__(what, library, extra)
        self.what = what
        self.library = library
        self.extra = extra

    def __str__(self) -> str:
        return f"{self.what} needs {self.library}, which is not installed; pip install 'railrules[{self.extra}]'"


class PluginError(RailrulesError):
    """A package offers a game that cannot be used: it fails to import, is no `Game`, or shares its id with another package's game."""


class InvalidActionError(RailrulesError):
    """Nothing could be read as an action: broken JSON, text that is no notation, an id outside the codec.

    `code` is ``bad-parameter`` unless a game's rules page names another.
    """

    def __init__(self, message: str, code: str = "bad-parameter") -> None:
        super().__init__(message)
        self.code = code


class IllegalActionError(RailrulesError):
    """An action that could be read and that the rules refuse; `rejection` says why."""

    def __init__(self, rejection: "Rejection") -> None:
        super().__init__(rejection)
        self.rejection = rejection

    def __str__(self) -> str:
        return str(self.rejection)


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


def refusal(rejection: "Rejection") -> IllegalActionError:
    """Return the error that carries `rejection`."""
    return GameOverError(rejection) if rejection.code == "game-over" else IllegalActionError(rejection)


class TooManyOutcomesError(RailrulesError):
    """`chance_outcomes` met more branches than its limit allows."""


class RecordError(RailrulesError):
    """A saved play cannot be read: cut short, an unknown field, a wrong type, another content digest."""


class VersionError(RecordError):
    """A saved play belongs to other rules or another format, and no migration leads here."""


class DivergenceError(RecordError):
    """A saved play does not replay: `move` is the index of the first move that differs (``-1``: the setup), `why` the reason."""

    def __init__(self, move: int, why: str) -> None:
        super().__init__(move, why)
        self.move = move
        self.why = why

    def __str__(self) -> str:
        return f"{place_of(self.move)}: {self.why}"


def place_of(move: int) -> str:
    """Return where in a record index `move` lies: ``setup``, or ``moves[7] (move 8)``, as the JSON and as people count."""
    return "setup" if move < 0 else f"moves[{move}] (move {move + 1})"
