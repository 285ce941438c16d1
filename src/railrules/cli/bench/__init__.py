"""The work behind ``railrules bench``: how fast and how large the games are, beside their peers, measured in one run.

`run` measures and returns a `BenchReport`; `render` prints one. A speed is told as a ratio: two cases run in two child processes and take turns in
short pieces of processor time, so that both meet the same moods of the machine, and the median over the pairs of pieces is told with its quartiles.

The command itself - its options, its exit code - is not here, nor is any judgement but the table of bars (`_bars`). What is measured stands in
`_cases` (speed), `_size` (memory) and `_imports` (import time); `_run` takes the turns, `worker` is the child process, `_report` holds the values.
"""

from railrules.cli.bench._render import render
from railrules.cli.bench._report import BarResult, BenchReport, Comparison, ImportTime, Missing, Size, Speed
from railrules.cli.bench._run import run

__all__ = ["BarResult", "BenchReport", "Comparison", "ImportTime", "Missing", "Size", "Speed", "render", "run"]
