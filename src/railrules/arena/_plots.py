"""Pictures of results by matplotlib."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from railrules import ConfigError, MissingExtraError
from railrules.arena._play import GameResult
from railrules.arena._ratings import rate
from railrules.arena._summary import summarize

PICTURES = (".png", ".svg")


def check_plot(path: Path | str) -> None:
    """Raise what `plot` would raise for this file, before anything is played for it."""
    if Path(path).suffix.lower() not in PICTURES:
        raise ConfigError("bad-option-value", "plot", str(path), f"a file name that ends in {' or '.join(PICTURES)}")
    if find_spec("matplotlib") is None:
        raise MissingExtraError("a plot", "matplotlib", "arena")
    rate([])


def plot(results: Sequence[GameResult], path: Path | str, title: str = "") -> None:
    """Draw ratings (with two standard deviations), win shares (with 95% intervals) and the distribution of scores, as PNG or SVG by the file's name.

    Games that were given away have no scores. Raises as `check_plot` does.
    """
    check_plot(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    summary = summarize(results)
    ratings = rate(results)
    names = [player.agent for player in summary.players]
    places = range(len(names))
    with rc_context({"svg.hashsalt": "railrules"}):  # the same results, the same file
        figure = Figure(figsize=(12, 1.6 + 0.5 * len(names)), layout="constrained")
        strength, wins, scores = figure.subplots(1, 3, sharey=True)
        strength.errorbar([ratings[name].mu for name in names], places, xerr=[2 * ratings[name].sigma for name in names], fmt="o", capsize=4)
        strength.set_xlabel("rating, ± 2 standard deviations")
        shares = [player.win_share for player in summary.players]
        bars = [[player.win_share - player.low for player in summary.players], [player.high - player.win_share for player in summary.players]]
        wins.errorbar(shares, places, xerr=bars, fmt="o", capsize=4)
        wins.set_xlabel("share of wins, 95% interval")
        wins.set_xlim(-0.02, 1.02)
        spread = [_scores(results, name) for name in names]
        scores.boxplot([values or [float("nan")] for values in spread], positions=list(places), orientation="horizontal", widths=0.5)
        scores.set_xlabel("score")
        strength.set_yticks(list(places), names)
        strength.invert_yaxis()
        figure.suptitle(title or f"{summary.games} games")
        metadata: dict[str, Any] = {"Date": None} if Path(path).suffix.lower() == ".svg" else {}
        figure.savefig(path, metadata=metadata)


def _scores(results: Sequence[GameResult], name: str) -> list[float]:
    over = [result for result in results if result.forfeit is None]
    return [float(result.outcome.scores[seat]) for result in over for seat, agent in enumerate(result.agents) if agent == name]
