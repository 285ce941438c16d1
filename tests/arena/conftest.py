"""Agents of another package, found by their entry points here and in every process that is started from here."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from railrules.agents import _registry

AGENTS = ("raises", "hangs", "cheats", "leaves", "swallows", "breaks", "dumb", "watches", "names", "shouts")
MORE_AGENTS = ("gives_up", "plain", "dies", "exits", "sulks")


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the agents of `tests.arena.strangers`."""
    folder = tmp_path / "packages" / "strangers-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(f"{name} = tests.arena.strangers:{name}\n" for name in (*AGENTS, *MORE_AGENTS))
    (folder / "entry_points.txt").write_text(
        f"[railrules.agents]\n{points}lost = tests.arena.strangers:nowhere\nnumber = tests.arena:__name__\n", encoding="utf-8"
    )
    root = str(Path(__file__).parents[2])
    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.setenv("PYTHONPATH", ":".join([str(folder.parent), root, *sys.path[:0]]))
    _registry._entry_points.cache_clear()
    _registry.agent_factory.cache_clear()
    yield
    monkeypatch.undo()
    _registry._entry_points.cache_clear()
    _registry.agent_factory.cache_clear()
