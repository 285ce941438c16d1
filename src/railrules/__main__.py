"""``python -m railrules``, the same as ``railrules``."""

from railrules.cli import main

main()
