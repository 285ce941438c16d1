"""Running the benchmark: child processes, their turns, and the median of the paired ratios."""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import median, quantiles
from types import TracebackType
from typing import Any, Self

from railrules import MissingExtraError, available_games, load
from railrules.arena import Backend, Processes, Serial, Tournament, play_tournament
from railrules.cli.bench._bars import ARENA, PLAYERS, RATIOS, UNITS, Ratio, bar_of
from railrules.cli.bench._imports import import_time
from railrules.cli.bench._report import BenchReport, Comparison, Missing, Size, Speed
from railrules.cli.bench._size import state_sizes


class Worker:
    """A child process that measures one case. `missing` says why it cannot, or is empty; `speeds` are those of all pieces so far."""

    def __init__(self, case: str) -> None:
        command = [sys.executable, "-m", "railrules.cli.bench.worker", case]
        self.case = case
        self.speeds: list[float] = []
        # Some peers walk through sets, so that their games depend on the seed of hashes as much as on their own.
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter, our own words
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", env=environment
        )
        first = self._read()
        self.missing: str = first.get("missing", "")
        self.version: str = first.get("version", "")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._process.communicate()

    def _read(self) -> Any:
        assert self._process.stdout is not None  # it is a pipe
        line = self._process.stdout.readline()
        return json.loads(line) if line else {"missing": f"the child process ended with exit code {self._process.wait()}"}

    def speed(self, seconds: float) -> float:
        """Return the units per processor second over one piece. Raises `RuntimeError` if the child process ended."""
        assert self._process.stdin is not None  # it is a pipe
        try:
            self._process.stdin.write(f"{seconds}\n")
            self._process.stdin.flush()
            answer = self._read()
        except BrokenPipeError:
            answer = self._read()
        if isinstance(answer, dict):
            raise RuntimeError(f"{self.case}: {answer['missing']}")
        units, used = answer
        self.speeds.append(units / used)
        return self.speeds[-1]


def paired_ratio(over: Callable[[], float], under: Callable[[], float], pieces: int) -> tuple[float, float, float]:
    """Return median, lower and upper quartile of ``over() / under()`` over so many pairs.

    The two of a pair run one right after the other, in turns who is first, so that a slow moment of the machine meets both.
    """
    ratios = []
    for piece in range(pieces):
        if piece % 2:
            divisor = under()
            ratios.append(over() / divisor)
        else:
            dividend = over()
            ratios.append(dividend / under())
    low, middle, high = quantiles(ratios, n=4, method="inclusive")
    return middle, low, high


def compare(game: str, ratio: Ratio, over: Worker, under: Worker, pieces: int, seconds: float) -> Comparison:
    """Return the ratio of two cases, or what is missing."""
    for worker in (over, under):
        if worker.missing:
            return Comparison(game, ratio.name, over.case, under.case, None, None, None, worker.missing)
    figures = paired_ratio(lambda: over.speed(seconds), lambda: under.speed(seconds), pieces)
    return Comparison(game, ratio.name, over.case, under.case, *figures)


def compare_arena(game: str, players: int, pieces: int, seconds: float) -> Comparison:
    """Return how much faster a tournament is in two processes than in one, by the clock."""
    agents = tuple(f"ismcts:simulations=20,exploration=0.{seat}" for seat in range(1, players + 1))

    def speed(backend: Backend, games: int) -> float:
        tournament = Tournament.of(game, agents, players=players, fixed=True, games=games)
        started = time.perf_counter()
        play_tournament(tournament, backend=backend)
        return games / (time.perf_counter() - started)

    wanted = max(4, 2 * round(seconds * 24 * speed(Serial(), 4)))  # ten seconds of play and more, so that starting the processes counts for little
    try:
        figures = paired_ratio(lambda: speed(Processes(2), wanted), lambda: speed(Serial(), wanted), pieces)
    except MissingExtraError as error:
        return Comparison(game, ARENA, "arena:processes", "arena:serial", None, None, None, str(error))
    return Comparison(game, ARENA, "arena:processes", "arena:serial", *figures)


def run(games: Sequence[str] = (), pieces: int = 24, seconds: float = 0.25, progress: Callable[[str], None] = lambda _: None) -> BenchReport:
    """Measure and return the report.

    `games` are ids (none: all that come with railrules); `pieces` pairs of pieces make a ratio, each of `seconds` processor seconds; `progress` is
    told each step. One case works at a time. A case that cannot run is reported with the reason.

    Raises `UnknownGameError` and `PluginError` before anything is measured, `ValueError` for less than two pieces or seconds not above zero,
    `RuntimeError` if a child process dies at work.
    """
    if pieces < 2 or not seconds > 0:
        raise ValueError(f"pieces = {pieces}, seconds = {seconds}; expected at least 2 pieces of more than 0 seconds")
    ids = tuple(games) or tuple(info.id for info in available_games() if info.package == "railrules")
    players = {game_id: PLAYERS.get(game_id, load(game_id).info.default_players) for game_id in ids}
    workers: dict[str, Worker] = {}
    comparisons = []
    with ExitStack() as stack:

        def worker(case: str) -> Worker:
            if case not in workers:
                workers[case] = stack.enter_context(Worker(case))
            return workers[case]

        for game_id in ids:
            table = f"{game_id}:{players[game_id]}"
            for ratio in RATIOS:
                progress(f"{game_id}: {ratio.name}")
                over, under = worker(ratio.over.format(table)), worker(ratio.under.format(table))
                comparisons.append(compare(game_id, ratio, over, under, pieces, seconds))
    speeds = [Speed(case, UNITS[_kind(case)], median(done.speeds), done.version) for case, done in workers.items() if done.speeds]
    missing = [Missing(case, done.missing) for case, done in workers.items() if done.missing]
    for game_id in ids:
        if bar_of(game_id, ARENA) is None:
            continue  # it takes its time, and says the same of every game
        progress(f"{game_id}: {ARENA}")
        comparisons.append(compare_arena(game_id, players[game_id], max(2, pieces // 8), seconds))
    progress("sizes of a state")
    sizes = [Size(game_id, players[game_id], *state_sizes(game_id, players[game_id])) for game_id in ids]
    progress("import time")
    imports = import_time(pieces)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{platform.system()} {platform.machine()}"
    return BenchReport(python, machine, pieces, seconds, tuple(comparisons), tuple(speeds), tuple(missing), tuple(sizes), imports)


def _kind(case: str) -> str:
    return case.partition(":")[0]
