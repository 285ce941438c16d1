"""Property 11: nothing is lost, nothing comes from nowhere."""

from railrules.testing._breach import Breach
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
            for fault in play.game.invariant_faults(state):
                raise Breach(fault)
