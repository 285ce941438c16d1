"""All the commands. Each prints a result for a person, or one JSON document with ``--json``; every error is one line on stderr and exit code 2."""

from railrules.cli import _arena, _bench, _check, _games, _map, _pages, _play, _records, _simulate
from railrules.cli._common import cli

__all__ = ["_arena", "_bench", "_check", "_games", "_map", "_pages", "_play", "_records", "_simulate", "cli"]
