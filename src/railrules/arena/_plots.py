"""Pictures of results by matplotlib."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from railrules import ConfigError, MissingExtraError
from railrules.arena._play import GameResult
from railrules.arena._ratings import rate
from railrules.arena._summary import summarize

PICTURES = (".png", ".svg")
LONGEST_NAME = 40


def check_plot(path: Path | str) -> None:
    """Raise what `plot` would raise for this file, before anything is played for it. Folders that are missing are made when it is drawn."""
    if Path(path).suffix.lower() not in PICTURES:
        raise ConfigError("bad-option-value", "plot", str(path), f"a file name that ends in {' or '.join(PICTURES)}")
    folder = next(parent for parent in Path(path).absolute().parents if parent.exists())
    if Path(path).is_dir() or not os.access(folder, os.W_OK | os.X_OK) or not folder.is_dir():
        raise ConfigError("bad-option-value", "plot", str(path), "the name of a file that can be written")
    try:
        import matplotlib.figure  # noqa: F401 - that it is installed is not enough
    except ImportError:
        raise MissingExtraError("a plot", "matplotlib", "arena") from None
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
        strength.set_yticks(list(places), [_shortened(name) for name in names])
        strength.invert_yaxis()
        figure.suptitle(title or f"{summary.games} games")
        metadata: dict[str, Any] = {"Date": None} if Path(path).suffix.lower() == ".svg" else {}
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata=metadata)


def _shortened(name: str) -> str:
    """Return the name of an agent so that it leaves room for the picture."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}...{name[3 - LONGEST_NAME // 2 :]}"


def _scores(results: Sequence[GameResult], name: str) -> list[float]:
    over = [result for result in results if result.forfeit is None]
    return [float(result.outcome.scores[seat]) for result in over for seat, agent in enumerate(result.agents) if agent == name]
