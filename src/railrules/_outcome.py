"""`Outcome`: how a game ended, and the ranking that follows from its keys."""

from typing import Any

import attrs

__all__ = ["Outcome", "ranking_of", "returns_of"]


def ranking_of(keys: tuple[Any, ...]) -> tuple[int, ...]:
    """Return each player's rank, 1 for the best; equal keys share a rank and the next one is left out (1, 1, 3)."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def returns_of(ranking: tuple[int, ...], lost: bool = False) -> tuple[float, ...]:
    """Return 1/k to each of the k players of rank 1 and 0 to the others; 0 to all if the game is `lost`."""
    winners = ranking.count(1)
    return tuple(1 / winners if rank == 1 and not lost else 0.0 for rank in ranking)


@attrs.frozen
class Outcome:
    """The result of a game that is over. All tuples but `terminations` have one entry per player.

    `terminations` says why it ended, in the words of ``game.info.terminations``; `scores` is what the score pad shows; `keys` is what decides:
    one comparable tuple per player, the score and then the tie-breaks, larger is better (a constant where all win or all lose together).
    `ranking` and `returns` (utilities for AI, within ``game.info.returns_range``) follow from the keys unless they are given. `lost`: the game
    beat the players, all of them or the only one, so that nobody won, whatever the ranking.
    """

    terminations: tuple[str, ...]
    scores: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]
    lost: bool = attrs.field(default=False, kw_only=True)
    ranking: tuple[int, ...] = attrs.field(default=attrs.Factory(lambda self: ranking_of(self.keys), takes_self=True))
    returns: tuple[float, ...] = attrs.field(default=attrs.Factory(lambda self: returns_of(self.ranking, self.lost), takes_self=True))

    @property
    def winners(self) -> tuple[int, ...]:
        """The players of rank 1, ascending; none in a lost game."""
        return tuple(player for player, rank in enumerate(self.ranking) if rank == 1 and not self.lost)
