"""Property 7: guessing what is hidden."""

from railrules import SeededChance
from railrules.testing._breach import Breach, demand_equal
from railrules.testing._playout import Play
from railrules.testing._property import Property
from railrules.testing._subject import Subject
from railrules.testing.properties._invariants import faults_of


class Determinization(Property):
    """`determinize` gives full positions that look just like the view, break no law, and are not always the truth.

    Bots that search under hidden information think in such positions. A guess that is impossible teaches them nonsense; one that is always right
    has read more than the view.
    """

    name = "determinization"

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._guessed = 0
        self._differed = self._varied = False

    def check(self, play: Play) -> None:
        """Guess for every viewer at every position."""
        game = play.game
        chance = play.luck("guesses")
        for state in play.states():
            for viewer in play.viewers:
                view = game.view(state, viewer)
                if view.player != viewer or view.to_act != game.current_player(state):
                    found = f"player={view.player!r}, to_act={view.to_act!r}"
                    raise Breach(f"the view says {found}; expected {viewer!r} and {game.current_player(state)!r}")
                seed = chance.pick(2**32)
                guess = game.determinize(view, SeededChance(seed))
                demand_equal("two determinizations of one view with the same chance", guess, game.determinize(view, SeededChance(seed)))
                demand_equal("a view and the view of its determinization", view, game.view(guess, viewer))
                for fault in faults_of(game, guess):
                    raise Breach(f"a determinization breaks a law: {fault}")
                if viewer is not None and viewer == view.to_act:
                    demand_equal("the legal actions of a state and of its view", game.legal_actions(state), game.legal_at(view))
                if game.info.information == "perfect" and guess != state:
                    raise Breach("the game declares perfect information, and the view does not tell the whole position")
                self._guessed += 1
                self._differed = self._differed or guess != state
                self._varied = self._varied or guess != game.determinize(view, SeededChance(seed + 1))

    def finish(self) -> None:
        """Among all the guesses there must be wrong ones."""
        if self.subject.game.info.information == "imperfect" and self._guessed and not self._differed:
            raise Breach(f"all of {self._guessed} determinizations were the truth; with imperfect information a view cannot tell so much")
        if self._differed and not self._varied:
            raise Breach(f"in {self._guessed} positions another chance never gave another determinization")
