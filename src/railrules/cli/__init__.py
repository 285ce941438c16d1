"""The command line: ``railrules games | simulate | arena | play | replay | verify | rules | content | bench``.

click and rich come with the extra: ``pip install 'railrules[cli]'``.
"""

import os
import sys


def main() -> None:
    """Run the command line; without its extra say in one line how to install it."""
    if sys.stdout is None:  # closed by whoever started us; exit codes count all the same
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open as long as the program runs
    try:
        _run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _run() -> None:
    try:
        from railrules.cli._main import cli
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"railrules: the command line needs {error.name}; install it with: pip install 'railrules[cli]'", file=sys.stderr)
        raise SystemExit(2) from None
    cli()
