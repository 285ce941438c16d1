"""The conformance kit: thirteen properties that every game keeps, tried on any game in one line.

In a test file of your plugin::

    import railrules.testing

    test_conformance = railrules.testing.conformance("my-game")

or without a file, ``pytest --railrules-game my-game``, or in a terminal, ``railrules check my-game``. pytest comes with
``railrules[testing]``; the kit itself needs nothing but railrules.

`railrules.testing.games` holds a tiny healthy game of hidden information, for trying tools on.
"""

from typing import TYPE_CHECKING, Any

from railrules.testing._kit import (
    DECLARATION,
    GOLDEN,
    PROFILES,
    Failure,
    Profile,
    Result,
    check,
    check_property,
    names,
    speed,
)
from railrules.testing._playout import Play, Playout, Step
from railrules.testing._property import Property
from railrules.testing.properties import PROPERTIES

if TYPE_CHECKING:
    from railrules.testing._pytest import conformance

__all__ = [
    "DECLARATION",
    "GOLDEN",
    "PROFILES",
    "PROPERTIES",
    "Failure",
    "Play",
    "Playout",
    "Profile",
    "Property",
    "Result",
    "Step",
    "check",
    "check_property",
    "conformance",
    "names",
    "speed",
]


def __getattr__(name: str) -> Any:
    if name == "conformance":  # imports pytest, without which the kit runs in a terminal
        from railrules.testing._pytest import conformance

        return conformance
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
