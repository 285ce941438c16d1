"""``python -m railrules.cli``, the same as ``railrules``."""

from railrules.cli import main

main()
