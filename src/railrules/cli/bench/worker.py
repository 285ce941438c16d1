"""The child process of the benchmark: ``python -m railrules.cli.bench.worker CASE`` measures one case in pieces, on demand.

The protocol is JSON, a line each way. The worker begins with ``{"version": "2.0.2"}`` (empty for a case of ours) when it is warm, or with
``{"missing": "why"}``, and ends then. Each line it reads is a number of processor seconds; it works at least so long and answers
``[units done, processor seconds used]``. It ends with its input. What the cases do is in `_cases`.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from railrules.cli.bench._cases import CASES, DISTRIBUTIONS

WARM_UP = 0.05


def measure(units: Iterator[int], seconds: float) -> tuple[int, float]:
    """Return units done and processor seconds used, which are at least `seconds`; whole steps of `units` only."""
    done = 0
    started = time.process_time()
    while True:
        done += next(units)
        used = time.process_time() - started
        if used >= seconds:
            return done, used


def _version(kind: str) -> str:
    if kind not in DISTRIBUTIONS:
        return ""
    try:
        return version(DISTRIBUTIONS[kind])
    except PackageNotFoundError:
        return "unknown"


def main(case: str) -> None:
    """Serve one case until stdin ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a peer prints is no answer

    def answer(data: Any) -> None:
        print(json.dumps(data), file=answers, flush=True)

    kind, _, argument = case.partition(":")
    case_of = CASES[kind]
    try:
        units = case_of(argument)
        measure(units, WARM_UP)
    except Exception as error:  # a peer of another version may fail in any way, and the report says how
        answer({"missing": f"{type(error).__name__}: {error}"})
        return
    answer({"version": _version(kind)})
    for line in sys.stdin:
        answer(measure(units, float(line)))


if __name__ == "__main__":
    main(sys.argv[1])
