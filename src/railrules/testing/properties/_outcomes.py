"""Property 10: how games end."""

from railrules import Outcome
from railrules.testing._breach import Breach, shorten
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Outcomes(Property):
    """A game that is over has one entry per player in every list, a ranking that follows from its keys, declared reasons and bounded returns.

    Tables, ratings and learning read the outcome and nothing else. A reason that was not declared is one that no statistic counts.
    """

    name = "outcomes"

    def check(self, play: Play) -> None:
        """No outcome on the way, a sound one at the end."""
        game = play.game
        for state in play.states():
            outcome = game.outcome(state)
            over = game.current_player(state) is None
            if outcome is not None and not over:
                raise Breach(f"player {game.current_player(state)} is to act and there is an outcome already")
            if over and outcome is not None:  # that there is one, `progress` says
                self._check_outcome(play, outcome)

    def _check_outcome(self, play: Play, outcome: Outcome) -> None:
        info, players = play.game.info, play.config.players
        if not outcome.terminations:
            raise Breach("the outcome names no reason for the end")
        for reason in outcome.terminations:
            if reason not in info.terminations:
                raise Breach(f"the game ended by {reason!r}, which info.terminations does not declare: {', '.join(info.terminations)}")
        for name in ("scores", "keys", "ranking", "returns"):
            found = getattr(outcome, name)
            if type(found) is not tuple or len(found) != players:
                raise Breach(f"outcome.{name} is {shorten(found)}; expected a tuple of {players}, one entry per player")
        for player, keys in enumerate(outcome.keys):
            if type(keys) is not tuple or any(type(key) is not int for key in keys):
                raise Breach(f"outcome.keys[{player}] is {shorten(keys)}; expected a tuple of ints: what decides, then the tie-breaks")
        expected = tuple(1 + sum(other > key for other in outcome.keys) for key in outcome.keys)
        if outcome.ranking != expected:
            raise Breach(f"outcome.ranking is {outcome.ranking}; by the keys {outcome.keys} it is {expected}")
        low, high = info.returns_range
        for player, share in enumerate(outcome.returns):
            if not low <= share <= high:
                raise Breach(f"the return of player {player} is {share!r}, outside info.returns_range, {low} to {high}")
        for better in range(players):
            for worse in range(players):
                if outcome.ranking[better] < outcome.ranking[worse] and outcome.returns[better] < outcome.returns[worse]:
                    raise Breach(f"player {better} ranks before player {worse} and returns less: {outcome.ranking}, {outcome.returns}")
