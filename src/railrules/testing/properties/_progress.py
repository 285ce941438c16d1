"""Property 4: every game comes to its end."""

from typing import Any

from railrules import Outcome
from railrules.testing._breach import Breach, shorten
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Progress(Property):
    """Every game goes on until it ends: somebody can always act, every action changes something, and the declared bound holds.

    Search, self-play and tournaments run games without anybody watching. One that gets stuck, or goes round in circles, stops them all.
    """

    name = "progress"
    longest = None

    def check(self, play: Play) -> None:
        """Play to the end, or beyond the bound."""
        game = play.game
        for step in play:
            if type(step.player) is not int or not 0 <= step.player < play.config.players:
                raise Breach(f"current_player is {step.player!r}; expected 0..{play.config.players - 1}, or None at the end")
            if step.after == step.before:
                raise Breach(f"{step.action!r} is legal and changes nothing")
        player = game.current_player(play.state)
        if player is not None and not game.legal_actions(play.state):
            raise Breach(f"player {player} is to act and has no legal action")
        if play.playout.stop is not None and len(play.steps) >= play.playout.stop:
            return
        if player is not None:
            declared = game.limits(play.config).actions
            if declared is None:
                raise Breach(f"the game is not over after {play.bound} moves and promises no bound; a move limit gives every game an end")
            raise Breach(f"the game is not over after {declared} moves, which limits() declares as the most")
        outcome: Any = game.outcome(play.state)
        if outcome is None:
            raise Breach("nobody is to act and there is no outcome")
        if not isinstance(outcome, Outcome):
            raise Breach(f"the outcome is {shorten(outcome)}; expected a railrules.Outcome")
