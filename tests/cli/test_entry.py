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


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C while the command line itself is loading ends with the exit code that shells expect."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("railrules.cli._run", interrupted)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_without_a_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stdout that was closed by whoever started the command takes what is written, and the exit code counts."""
    monkeypatch.setattr(sys, "argv", ["railrules", "--version"])
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert sys.stdout.writable()
    sys.stdout.close()


def without(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command line fail to import for want of this module."""
    real = builtins.__import__

    def importing(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "railrules.cli._main":
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", importing)


@pytest.mark.parametrize("module", ["click", "rich"])
def test_missing_extra(module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without click or rich the command says in one line what to install."""
    without(module, monkeypatch)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"railrules: the command line needs {module}; install it with: pip install 'railrules[cli]'\n"


def test_another_missing_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything else that is missing is a fault of the installation, and not hidden."""
    without("railrules.cli._common", monkeypatch)
    with pytest.raises(ModuleNotFoundError, match=r"railrules\.cli\._common"):
        main()
