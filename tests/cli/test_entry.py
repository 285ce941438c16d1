"""The ways to start the command line, and what it says when its extra is missing."""

import builtins
import runpy
import sys
from typing import Any

import pytest

from railrules.cli import main


@pytest.mark.parametrize("module", ["railrules", "railrules.cli"])
def test_started_as_a_module(module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``python -m`` is the same as the installed command."""
    monkeypatch.setattr(sys, "argv", ["railrules", "--version"])
    sys.modules.pop(f"{module}.__main__", None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__")
    assert ended.value.code == 0
    assert "version" in capsys.readouterr().out


def test_missing_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without click the command says in one line what to install."""
    real = builtins.__import__

    def without_click(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "railrules.cli._main":
            raise ModuleNotFoundError("No module named 'click'", name="click")
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without_click)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "railrules: the command line needs click; install it with: pip install 'railrules[cli]'\n"
