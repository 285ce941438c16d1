"""Ratings by openskill."""

from collections.abc import Sequence

import attrs

from railrules import MissingExtraError
from railrules.arena._play import GameResult


@attrs.frozen
class Rating:
    """How strong an agent is thought to be, and the standard deviation of that thought; everybody starts at 25 and 25/3."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the agent is worth at least, all but surely: mu - 3 sigma."""
        return self.mu - 3 * self.sigma


def rate(results: Sequence[GameResult]) -> dict[str, Rating]:
    """Return the ratings after these games, in their order, by the Plackett-Luce model of openskill (Weng and Lin 2011).

    An agent that sits at a table more than once moves by the mean of what its seats would move. Games of one player say nothing and are left out.
    Raises `MissingExtraError`.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtraError("rating", "openskill", "arena") from None
    model = PlackettLuce()
    known = {name: model.rating() for result in results for name in result.agents}
    for result in results:
        if len(result.agents) == 1:
            continue
        teams = [[model.rating(known[name].mu, known[name].sigma)] for name in result.agents]
        after = model.rate(teams, ranks=[float(rank) for rank in result.outcome.ranking])
        moved: dict[str, list[tuple[float, float]]] = {}
        for name, (rating,) in zip(result.agents, after, strict=True):
            moved.setdefault(name, []).append((rating.mu, rating.sigma))
        for name, seats in moved.items():
            known[name] = model.rating(sum(mu for mu, _ in seats) / len(seats), sum(sigma for _, sigma in seats) / len(seats))
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items()}
