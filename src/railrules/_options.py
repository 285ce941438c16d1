"""Options of a game: declared once as an attrs class, known to the world as `Option` values, checked in one place.

A game writes ::

    @attrs.frozen
    class Options:
        rounds: int = option(1, int_range(1, 20), help="rounds per game", rule="MGR-8.4")

and gets from it the typed object that its rules read, the tuple in ``game.info.options`` and the checks of ``game.config``.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import attrs

from railrules._errors import ConfigError

O_co = TypeVar("O_co", covariant=True)

_KEY = "railrules.option"


@attrs.frozen
class Bounds:
    """Which values an option takes: ints in `low` .. `high`, any of `words`, and booleans if `flag`.

    `low` is None where no int is taken. `high` None with `low` given means a player of the game: the number of players minus 1.
    """

    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()
    flag: bool = False

    def type_fault(self, value: object) -> bool:
        """Return whether `value` is of a type that the option never takes (a bool is no int)."""
        if type(value) is bool:
            return not self.flag
        if type(value) is int:
            return self.low is None
        return not (type(value) is str and self.words)

    def contains(self, value: object, players: int) -> bool:
        """Return whether a value of the right type is within the bounds, in a game of `players`."""
        if type(value) is str:
            return value in self.words
        if type(value) is int and self.low is not None:
            return self.low <= value <= (players - 1 if self.high is None else self.high)
        return True

    def describe(self, players: int | None = None) -> str:
        """Return the bounds for a person to read, such as ``an int in 1..20``."""
        choices = [repr(word) for word in self.words]
        if self.low is not None:
            last = "players-1" if players is None else str(players - 1)
            choices.append(f"an int in {self.low}..{last if self.high is None else self.high}")
        if self.flag:
            choices.append("True or False")
        return " or ".join(choices)


def int_range(low: int, high: int) -> Bounds:
    """Return the bounds of an option that takes the ints ``low .. high``."""
    return Bounds(low=low, high=high)


def one_of(*words: str) -> Bounds:
    """Return the bounds of an option that takes one of `words`, as its annotation says: ``Literal["optional", "always"]``."""
    return Bounds(words=words)


def a_player(*words: str) -> Bounds:
    """Return the bounds of an option that takes a player ``0 .. players-1`` or one of `words`: ``int | Literal["random"]``."""
    return Bounds(low=0, words=words)


def on_off() -> Bounds:
    """Return the bounds of an option that takes True or False."""
    return Bounds(flag=True)


@attrs.frozen
class Option:
    """One option of a game as its `GameInfo` declares it. `type` is what its values are called: int, bool, str or a mixture."""

    name: str
    type: str
    default: int | bool | str
    bounds: Bounds
    help: str
    rule: str


def option(default: int | bool | str, bounds: Bounds, *, help: str, rule: str) -> Any:
    """Return an attrs field that is an option. `help` is one line for a person, `rule` the id of the rule that it changes."""
    return attrs.field(default=default, metadata={_KEY: (bounds, help, rule)})


def options_of(options_type: type) -> tuple[Option, ...]:
    """Return the declared options of an attrs class whose fields are made with `option`, in order.

    Raises `TypeError` for a field made in another way, and for what is no attrs class.
    """
    declared = []
    for field in attrs.fields(options_type):
        if _KEY not in field.metadata:
            raise TypeError(f"{options_type.__name__}.{field.name} is no option; make it with railrules.option")
        bounds, help_text, rule = field.metadata[_KEY]
        names = ("int",) * (bounds.low is not None) + ("str",) * bool(bounds.words) + ("bool",) * bounds.flag
        declared.append(Option(field.name, " or ".join(names), field.default, bounds, help_text, rule))
    return tuple(declared)


@attrs.frozen
class NoOptions:
    """The options of a game that has none."""


def check_options(declared: tuple[Option, ...], options_type: type[O_co], players: int, given: Mapping[str, object]) -> O_co:
    """Return the options object for `given`; defaults fill the rest.

    Raises `ConfigError` for the first fault: unknown names before all, then in declared order a wrong type before a wrong value.
    """
    known = {declaration.name: declaration for declaration in declared}
    for name in given:
        if name not in known:
            expected = ", ".join(known) or "none (this game has no options)"
            hint = "; the number of players is no option, it goes first: config(3)" if name == "players" else ""
            raise ConfigError("unknown-option", name, given[name], expected + hint)
    for declaration in declared:
        value = given.get(declaration.name, declaration.default)
        bounds = declaration.bounds
        if bounds.type_fault(value):
            raise ConfigError("bad-option-type", declaration.name, value, bounds.describe(players))
        if not bounds.contains(value, players):
            raise ConfigError("bad-option-value", declaration.name, value, bounds.describe(players))
    return options_type(**given)
