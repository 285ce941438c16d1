"""The command line: ``railrules games | simulate | play | replay | verify | rules | content | bench``.

click and rich come with the extra: ``pip install 'railrules[cli]'``.
"""

import sys


def main() -> None:
    """Run the command line; without its extra say in one line how to install it."""
    try:
        from railrules.cli._main import cli
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"railrules: the command line needs {error.name}; install it with: pip install 'railrules[cli]'", file=sys.stderr)
        raise SystemExit(2) from None
    cli()
