"""Running commands as a person or a script would."""

import signal
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railrules._registry import _entry_points, _game
from railrules.cli._main import cli
from tests.cli.given import TOYS, Install, Run


@pytest.fixture
def run() -> Run:
    def invoke(*arguments: str, input: str = "", **env: str) -> Result:
        return CliRunner().invoke(cli, list(arguments), input=input, env={"COLUMNS": "160", **env})

    return invoke


@pytest.fixture
def record_file(run: Run, tmp_path: Path) -> Path:
    result = run("simulate", "station-manager", "--players", "2", "--seed", "5", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    return tmp_path / "station-manager-2p-seed5.json"


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """What a command does about signals ends with it."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Pretend that these entry points are installed beside those that are."""
    real = tuple(entry_points(group="railrules.games"))

    def pretend(*points: EntryPoint) -> None:
        monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: EntryPoints([*real, *points]) if group else None)
        _entry_points.cache_clear()
        _game.cache_clear()

    yield pretend
    _entry_points.cache_clear()
    _game.cache_clear()


@pytest.fixture
def toys(install: Install) -> None:
    """The small games of the tests are installed, healthy and broken ones."""
    install(*TOYS)
