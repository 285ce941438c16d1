"""The how-to page on the adapters: its blocks that need their peers run, where the peers are installed."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "ai.md"


def test_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """All blocks without a title, one after the other, in one namespace; what is marked ``python`` the tests of the documentation run too."""
    for peer in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(peer)
    blocks = re.findall(r"```py(?:thon)?\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) == 6
    namespace: dict[str, Any] = {"__name__": "docs"}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), namespace)
    printed = capsys.readouterr().out
    for shown in re.findall(r"^# (hand .*|open .*|discard .*|draw .*)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE):
        assert shown in printed
    assert "\n0.0375" in printed
