"""``railrules bench``: how fast and how large the games are, beside their peers.

Speed is a ratio, never a number of seconds: two cases run in two child processes and take turns in short pieces of processor time, so that both
meet the same moods of the machine. The ratio told is the median over the pairs of pieces. The cases are in `railrules.cli._bench_worker`.
"""

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import quantiles
from typing import Any

import attrs
import click
from rich.table import Table as RichTable

from railrules import available_games, load, new_match
from railrules.cli._main import cli, out, print_json, reports_errors

SMALL_INTS = range(-5, 257)

# By game id: case, peer, what the ratio must be, and how it reads.
_GENERAL: tuple[tuple[str, str, str, float], ...] = (
    ("view:{}", "decisions:{}", "views per decision", 1 / 1.5),
    ("apply:{}", "decisions:{}", "checked decisions with events per decision", 0.0),
    ("verify:{}", "simulate:{}", "records verified per game simulated and recorded", 0.5),
    ("save-load:{}", "catanatron-pickle:", "states saved and loaded per Catanatron pickle", 10.0),
)
_PEERS: tuple[tuple[str, str], ...] = (
    ("openspiel:gin_rummy", "decisions per OpenSpiel gin_rummy decision"),
    ("openspiel:hanabi", "decisions per OpenSpiel hanabi decision"),
    ("rlcard:gin-rummy", "decisions per RLCard gin-rummy decision"),
    ("catanatron:", "decisions per Catanatron decision"),
    ("python-chess:", "decisions per python-chess ply"),
)
_BARS: dict[tuple[str, str], float] = {
    ("station-manager", "openspiel:gin_rummy"): 1.0,
    ("station-manager", "rlcard:gin-rummy"): 5.0,
    ("station-manager", "catanatron:"): 4.0,
}
STATE_BYTES = 4096
IMPORT_RATIO = 1.5


@attrs.frozen
class Ratio:
    """One line of the report: `median` with its quartiles (None: `missing` says why), and the bar to reach (0: none)."""

    game: str
    what: str
    bar: float
    median: float | None
    low: float | None
    high: float | None
    missing: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is reached; None where there is none or nothing was measured."""
        return None if self.median is None or not self.bar else self.median >= self.bar


class Worker:
    """A child process that measures one case."""

    def __init__(self, case: str) -> None:
        command = [sys.executable, "-m", "railrules.cli._bench_worker", case]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.missing = ""
        answer = self._read()
        if answer != "ready":
            self.missing = answer.removeprefix("missing ") or "the case ended without an answer"

    def _read(self) -> str:
        assert self._process.stdout is not None  # it is a pipe
        return self._process.stdout.readline().strip()

    def speed(self, seconds: float) -> float:
        """Return units per processor second over one piece."""
        assert self._process.stdin is not None  # it is a pipe
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        units, used = json.loads(self._read())
        return float(units / used)

    def close(self) -> None:
        """End the child process."""
        self._process.communicate()


def paired_ratio(speed: Callable[[], float], peer: Callable[[], float], pieces: int) -> tuple[float, float, float]:
    """Return median, lower and upper quartile of the ratios of `pieces` pairs, each measured one after the other, in turns who is first."""
    ratios = []
    for piece in range(pieces):
        if piece % 2:
            other = peer()
            ratios.append(speed() / other)
        else:
            mine = speed()
            ratios.append(mine / peer())
    low, median, high = quantiles(ratios, n=4, method="inclusive")
    return median, low, high


def compare(game_id: str, case: str, peer: str, what: str, bar: float, pieces: int, seconds: float) -> Ratio:
    """Return the ratio of two cases."""
    workers = [Worker(case), Worker(peer)]
    try:
        for worker in workers:
            if worker.missing:
                return Ratio(game_id, what, bar, None, None, None, worker.missing)
        first, second = workers
        median, low, high = paired_ratio(lambda: first.speed(seconds), lambda: second.speed(seconds), pieces)
        return Ratio(game_id, what, bar, median, low, high)
    finally:
        for worker in workers:
            worker.close()


def state_bytes(game_id: str) -> int:
    """Return the memory of a mid-game state of a random game, without small ints, strings, classes and the like, which are shared."""
    match = new_match(game_id, seed=1)
    states = []
    while match.to_act is not None:
        match = match.play(match.legal_actions[len(match.moves) % len(match.legal_actions)])
        states.append(match.state)
    seen: set[int] = set()
    waiting: list[Any] = [states[len(states) // 2]]
    total = 0
    while waiting:
        item = waiting.pop()
        shared = isinstance(item, (str, type, bool)) or item is None or (isinstance(item, int) and item in SMALL_INTS)
        if shared or id(item) in seen:
            continue
        seen.add(id(item))
        total += sys.getsizeof(item)
        waiting.extend(gc.get_referents(item))
    return total


def import_ratio(pieces: int) -> float:
    """Return the time of ``import railrules`` as a share of that of ``import attrs, cattrs``, best of `pieces` child processes each."""

    def best(statement: str, so_far: float) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        return min(so_far, time.perf_counter() - started)

    bare = mine = peer = float("inf")
    for _ in range(pieces):
        bare, mine, peer = best("pass", bare), best("import railrules", mine), best("import attrs, cattrs", peer)
    return (mine - bare) / (peer - bare)


@cli.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--pieces", type=click.IntRange(2), default=24, metavar="N", help="Pairs of pieces per ratio.")
@click.option("--seconds", type=click.FloatRange(0.01, 10), default=0.25, metavar="T", help="Processor seconds per piece.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@reports_errors
def bench(games: tuple[str, ...], pieces: int, seconds: float, as_json: bool) -> None:
    """Measure speed and size, as ratios to other libraries in the same run; a peer that is not installed is reported missing."""
    ids = games or tuple(info.id for info in available_games() if info.package == "railrules")
    for game_id in ids:
        load(game_id)  # an unknown game is told before anything is measured
    ratios: list[Ratio] = []
    for game_id, case, peer, what, bar in _plan(ids):
        click.echo(f"{game_id}: {what} ...", err=True)
        ratios.append(compare(game_id, case, peer, what, bar, pieces, seconds))
    sizes = {game_id: state_bytes(game_id) for game_id in ids}
    importing = import_ratio(pieces)
    if as_json:
        print_json({"ratios": [{**attrs.asdict(ratio), "met": ratio.met} for ratio in ratios], "state_bytes": sizes, "import": importing})
        return
    _print(ratios, sizes, importing, pieces)


def _plan(ids: Sequence[str]) -> list[tuple[str, str, str, str, float]]:
    plan = []
    for game_id in ids:
        for peer, what in _PEERS:
            plan.append((game_id, f"decisions:{game_id}", peer, what, _BARS.get((game_id, peer), 0.0)))
        for case, peer, what, bar in _GENERAL:
            plan.append((game_id, case.format(game_id), peer.format(game_id), what, bar))
    return plan


def _print(ratios: Sequence[Ratio], sizes: dict[str, int], importing: float, pieces: int) -> None:
    table = RichTable(title=f"Ratios: median of {pieces} pairs of pieces (quartiles)", title_justify="left")
    for heading in ("game", "what", "ratio", "bar", ""):
        table.add_column(heading, justify="right" if heading in ("ratio", "bar") else "left")
    words = {True: "met", False: "MISSED", None: ""}
    for ratio in ratios:
        if ratio.median is None:
            table.add_row(ratio.game, ratio.what, "-", f"{ratio.bar:.2f}" if ratio.bar else "", f"missing: {ratio.missing}")
        else:
            value = f"{ratio.median:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
            table.add_row(ratio.game, ratio.what, value, f">= {ratio.bar:.2f}" if ratio.bar else "", words[ratio.met])
    out.print(table)
    for game_id, size in sizes.items():
        out.print(f"{game_id}: a mid-game state takes {size:,} bytes (bar: {STATE_BYTES:,}); a look-ahead copy costs nothing, a state is a value")
    out.print(f"import railrules takes {importing:.2f} of the time of import attrs, cattrs (bar: {IMPORT_RATIO})")
