"""What many games say about their agents."""

from collections.abc import Sequence
from math import sqrt

import attrs

from railrules.arena._play import GameResult


@attrs.frozen
class PlayerSummary:
    """One agent over all its seats: seats played, mean score, share of wins (shared ones count in part) with its 95% Wilson interval.

    `forfeits`: how many games it gave away. Such games count as wins of the others, and not in anybody's mean score (None without any other).
    """

    agent: str
    seats: int
    mean_score: float | None
    win_share: float
    low: float
    high: float
    forfeits: int


@attrs.frozen
class Summary:
    """All games of one table. `decisions_per_second` is per processor second, agents' thinking included."""

    games: int
    players: tuple[PlayerSummary, ...]
    mean_turns: float
    mean_decisions: float
    decisions_per_second: float
    terminations: tuple[tuple[str, int], ...]


def wilson_interval(wins: float, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the Wilson score interval of a share (Wilson 1927; z = 1.96 for 95%); (0, 1) without trials."""
    if not trials:
        return 0.0, 1.0
    share = wins / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return (low if wins > 0 else 0.0), (high if wins < trials else 1.0)  # exact at the ends, where rounding would not be


def summarize(results: Sequence[GameResult]) -> Summary:
    """Return the summary of at least one game (`ValueError` for none); agents in order of first appearance."""
    if not results:
        raise ValueError("no games to summarize")
    names = dict.fromkeys(name for result in results for name in result.agents)
    players = []
    for name in names:
        seats = [(result, seat) for result in results for seat, agent in enumerate(result.agents) if agent == name]
        wins = sum(1 / len(result.outcome.winners) if seat in result.outcome.winners else 0.0 for result, seat in seats)
        scores = [result.outcome.scores[seat] for result, seat in seats if result.forfeit is None]
        forfeits = sum(result.forfeit is not None and result.forfeit.player == seat for result, seat in seats)
        low, high = wilson_interval(wins, len(seats))
        players.append(PlayerSummary(name, len(seats), sum(scores) / len(scores) if scores else None, wins / len(seats), low, high, forfeits))
    games = len(results)
    decisions = sum(result.decisions for result in results)
    reasons: dict[str, int] = {}
    for result in results:
        for reason in result.outcome.terminations:
            reasons[reason] = reasons.get(reason, 0) + 1
    return Summary(
        games,
        tuple(players),
        sum(result.turns for result in results) / games,
        decisions / games,
        decisions / max(1e-9, sum(result.seconds for result in results)),
        tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
    )
