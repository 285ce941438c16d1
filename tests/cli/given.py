"""What the tests of the command line share: how an error looks, and games of other packages to be found."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any, ClassVar

import attrs
from click.testing import Result

from railrules import Game, RuleBook
from tests.unit.toy import Heap, HeapBook, HeapState, Parcels, Take, TakeRule

Run = Callable[..., Result]
Install = Callable[..., None]


def one_line_error(result: Result, *parts: str) -> None:
    """An error is one line on stderr, exit code 2, and names what matters."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    told_in_one_line(result.stderr, *parts)


def told_in_one_line(stderr: str, *parts: str) -> None:
    assert stderr.startswith("railrules: ")
    assert stderr.count("\n") == 1
    assert "Traceback" not in stderr
    for part in parts:
        assert part in stderr


def entry(game_id: str, value: str) -> EntryPoint:
    """An entry point as the package of a game has it."""
    return EntryPoint(game_id, value, "railrules.games")


class Crashing(Heap):
    """A game with a fault: it falls over when three matches are left, or fewer."""

    info = attrs.evolve(Heap.info, id="crashing")

    def current_player(self, state: HeapState) -> int | None:
        if state.left <= 3:
            raise RuntimeError("three\nmatches")
        return super().current_player(state)


class Stuck(Heap):
    """A game with a fault: with five matches left somebody is to act and cannot."""

    info = attrs.evolve(Heap.info, id="stuck")

    def legal_actions(self, state: HeapState) -> tuple[Take, ...]:
        return () if state.left <= 5 else super().legal_actions(state)


class Endless(Heap):
    """A game with a fault: when nobody is to act it has no outcome."""

    info = attrs.evolve(Heap.info, id="endless")

    def outcome(self, state: HeapState) -> None:
        return None


class SilentTake(TakeRule):
    """Taking without a word."""

    def transition(self, state: HeapState, action: Take, chance: Any, log: Any) -> HeapState:
        return super().transition(state, action, chance, None)


class SilentBook(HeapBook):
    """The rules of Heap without a word."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {"main": (SilentTake(),)})


class Silent(Heap):
    """A game of perfect information without events."""

    info = attrs.evolve(Heap.info, id="silent")
    event_types: ClassVar[Any] = ()

    def __init__(self) -> None:
        Game.__init__(self, SilentBook())


class Careless(Parcels):
    """A game that cannot be loaded."""

    info = attrs.evolve(Parcels.info, id="careless", title="")


TOYS = [
    entry("parcels", "tests.unit.toy:Parcels"),
    entry("heap", "tests.unit.toy:Heap"),
    *(entry(kind.__name__.lower(), f"tests.cli.given:{kind.__name__}") for kind in (Crashing, Stuck, Endless, Silent)),
]
