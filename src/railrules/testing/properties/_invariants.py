"""Property 11: nothing is lost, nothing comes from nowhere."""

from collections.abc import Iterable
from typing import Any

from railrules import AnyGame, Game
from railrules.testing._breach import Breach, shorten
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Invariants(Property):
    """After every step the game's own laws of conservation hold, those that `Game.invariant_faults` knows.

    A card that vanishes spoils no single rule, and so no test of a rule finds it; it spoils the game fifty moves later.
    """

    name = "invariants"

    def check(self, play: Play) -> None:
        """Ask the game about every position."""
        for state in play.states():
            for fault in faults_of(play.game, state):
                raise Breach(fault)

    @property
    def remark(self) -> str:
        """Say so where there is nothing to check."""
        return "no laws declared" if type(self.subject.game).invariant_faults is Game.invariant_faults else ""


def faults_of(game: AnyGame, state: Any) -> Iterable[str]:
    """Return what the game says about a position; raises `Breach` if that is no collection of sentences."""
    found: Any = game.invariant_faults(state)
    if isinstance(found, str) or not isinstance(found, Iterable):
        raise Breach(f"invariant_faults returns {shorten(found)}; expected sentences, one for each law that is broken: yield them, or return a list")
    return found
