"""The benchmark: its arithmetic, its words for what is missing, and that every case of ours runs. Speed itself is never a test."""

import json

import pytest
from click.testing import CliRunner

from railrules import load
from railrules.cli import _bench
from railrules.cli._bench_worker import CASES, measure
from railrules.cli._main import cli


def test_a_ratio_is_the_median_over_pairs() -> None:
    """Each piece is divided by the piece measured beside it, so a slow moment hits both."""
    moods = iter([1.0, 1.0, 0.1, 0.1, 5.0, 5.0])
    ratio = _bench.paired_ratio(lambda: 30 * next(moods), lambda: 10 * next(moods), 3)
    assert [round(value, 9) for value in ratio] == [3, 3, 3]


@pytest.mark.parametrize("kind", ["decisions", "apply", "view", "save-load", "simulate", "verify"])
def test_our_cases_count_what_they_do(kind: str) -> None:
    """Every case of the library yields units without end."""
    units, used = measure(CASES[kind]("station-manager"), 0.01)
    assert units >= 1
    assert used >= 0.01


def test_a_worker_answers_pieces() -> None:
    """A child process measures piece after piece."""
    worker = _bench.Worker("decisions:station-manager")
    assert worker.missing == ""
    assert worker.speed(0.01) > 0
    assert worker.speed(0.01) > 0
    worker.close()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that cannot be imported is reported with its name, in the table and in JSON, and so is an unknown game."""
    monkeypatch.setattr(_bench, "_PEERS", (("python-chess:", "decisions per python-chess ply"),))
    monkeypatch.setattr(_bench, "_GENERAL", (("view:{}", "decisions:{}", "views per decision", 0.0001),))
    arguments = ["bench", "station-manager", "--pieces", "2", "--seconds", "0.01"]
    report = json.loads(CliRunner().invoke(cli, [*arguments, "--json"]).stdout)
    chess, views = report["ratios"]
    assert chess["median"] is not None or "chess" in chess["missing"]
    assert views["met"] is True
    assert report["state_bytes"]["station-manager"] > 500
    assert report["import"] > 0
    text = CliRunner().invoke(cli, arguments).stdout
    assert "views per decision" in text
    assert "a mid-game state takes" in text
    refused = CliRunner().invoke(cli, ["bench", "nothing"])
    assert refused.exit_code == 2
    assert "no game 'nothing'" in refused.stderr


def test_bars_are_met_or_not() -> None:
    """A bar is met from its value on; without a bar or a measurement there is no verdict."""
    assert _bench.Ratio("g", "w", 1.0, 1.0, 0.9, 1.1).met is True
    assert _bench.Ratio("g", "w", 1.0, 0.99, 0.9, 1.1).met is False
    assert _bench.Ratio("g", "w", 0.0, 0.99, 0.9, 1.1).met is None
    assert _bench.Ratio("g", "w", 1.0, None, None, None, "no module").met is None


def test_the_state_is_small() -> None:
    """A mid-game state stays under its size."""
    assert _bench.state_bytes(load("station-manager").info.id) < _bench.STATE_BYTES
