"""How long ``import railrules`` takes, beside the two libraries it stands on."""

import subprocess
import sys

from railrules.cli.bench._report import ImportTime

_TIMED = "import time; start = time.process_time(); import {}; print(time.process_time() - start)"


def import_time(rounds: int) -> ImportTime:
    """Return the best time of each import over so many rounds; in a round each runs once, in a fresh interpreter.

    The first round only warms the caches of files and bytecode.
    """
    mine, base = [], []
    for _ in range(rounds + 1):
        mine.append(_seconds("railrules"))
        base.append(_seconds("attrs, cattrs"))
    return ImportTime(min(mine[1:]), min(base[1:]))


def _seconds(modules: str) -> float:
    command = [sys.executable, "-c", _TIMED.format(modules)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - this interpreter, our own words
    return float(done.stdout)
