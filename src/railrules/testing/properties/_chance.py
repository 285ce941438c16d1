"""Property 5: chance is an argument."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from railrules import Chance, ChanceNeeded, ScriptedChance, SuspendingChance, TooManyOutcomesError, chance_outcomes
from railrules.parts import Item, Pool
from railrules.testing._breach import Breach, demand_equal
from railrules.testing._playout import Play, Step
from railrules.testing._property import Property


class ChanceIsAnArgument(Property):
    """Chance is an argument and nothing else: it can be recorded, scripted, suspended and enumerated.

    The same rules serve play, replay, exact expectations and explicit chance nodes, as long as they put all their questions to the chance that they
    are given, let `ChanceNeeded` pass, and ask just what the game declares.
    """

    name = "chance"

    def check(self, play: Play) -> None:
        """Answer every question one by one; enumerate some of them."""
        game, config = play.game, play.config
        kind = game.info.chance
        if play.setup_picks and kind == "none":
            raise Breach(f"the setup asked chance and info.chance is {kind!r}")
        most = game.limits(config).chance_outcomes
        _suspend(partial(game.initial_state, config), play.setup_picks, play.initial, most)
        enumerated = 0
        for step in play:
            if step.picks and kind != "play":
                raise Breach(f"{step.action!r} asked chance and info.chance is {kind!r}")
            _suspend(partial(game.transition, step.before, step.action), step.picks, step.after, most)
            if step.picks and enumerated < 3:
                enumerated += 1
                self._enumerate(play, step)

    def _enumerate(self, play: Play, step: Step) -> None:
        try:
            outcomes = chance_outcomes(play.game, step.before, step.action, limit=200)
        except TooManyOutcomesError:
            return
        total = sum((probability for probability, _ in outcomes), Fraction(0))
        if total != 1:
            raise Breach(f"the probabilities of {step.action!r} sum to {total}")
        if step.after not in {state for _, state in outcomes}:
            raise Breach(f"what {step.action!r} led to is not among its possible outcomes")


def _suspend(run: Callable[[Chance], Any], picks: tuple[Any, ...], expected: Any, most: int) -> None:
    """Run again with one answer more each time, as a physical table would, up to all the answers of `picks`."""
    questions = _Questions(picks)
    run(questions)
    answers = [answer for _, answer in questions.asked]
    for known, (outcomes, _) in enumerate(questions.asked):
        if outcomes > most:
            raise Breach(f"a question to chance has {outcomes} outcomes; limits() declares at most {most}")
        try:
            run(SuspendingChance(answers[:known]))
        except ChanceNeeded as needed:
            if needed.n != outcomes:
                raise Breach(f"question {known} to chance has {needed.n} outcomes when suspended and {outcomes} when recorded") from None
        else:
            raise Breach("ChanceNeeded does not come through; rules must never catch BaseException")
    demand_equal("the state with recorded and with suspended answers", expected, run(SuspendingChance(answers)))


class _Questions:
    """Chance that answers from recorded picks and notes what a `SuspendingChance` would have been asked: (outcomes, answer) for each kind."""

    def __init__(self, picks: tuple[Any, ...]) -> None:
        self._script = ScriptedChance(picks)
        self.asked: list[tuple[int, int]] = []

    def pick(self, n: int) -> int:
        """See `Chance.pick`."""
        answer = self._script.pick(n)
        if n > 1:
            self.asked.append((n, answer))
        return answer

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """See `Chance.draw`."""
        items, rest = self._script.draw(pool, count)
        for item in items:
            kinds = [kind for kind, _ in pool.kinds()]
            if len(kinds) > 1:
                self.asked.append((len(kinds), kinds.index(item)))
            pool = pool.remove((item,))
        return items, rest
