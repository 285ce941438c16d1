"""The benchmark: its cases count what they do, its arithmetic is right, and what is missing is said. Speed itself is never a test."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from railrules import UnknownGameError, value
from railrules.cli.bench import BenchReport, Comparison, ImportTime, Missing, Size, Speed, render, run
from railrules.cli.bench import _run as running
from railrules.cli.bench._bars import ARENA, GAME_SECONDS, RATIOS, STATE_BYTES, UNITS, Bar, bar_of
from railrules.cli.bench._cases import CASES, DISTRIBUTIONS
from railrules.cli.bench._run import Worker, compare, paired_ratio
from railrules.cli.bench._size import deep_size, state_sizes
from railrules.cli.bench.worker import measure

GAME = "station-manager"
OURS = tuple(ratio for ratio in RATIOS if "{}" in ratio.over and "{}" in ratio.under)


def printed(report: BenchReport) -> str:
    """What a person reads."""
    console = Console(file=io.StringIO(), width=250)
    render(report, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# ---- arithmetic ------------------------------------------------------------------------------------------------------------------------


def test_each_piece_is_divided_by_the_one_beside_it() -> None:
    """A slow moment that meets both of a pair does not move the ratio."""
    moods = iter([1.0, 1.0, 0.1, 0.1, 5.0, 5.0])
    figures = paired_ratio(lambda: 30 * next(moods), lambda: 10 * next(moods), 3)
    assert figures == pytest.approx((3, 3, 3))


def test_the_ratio_is_the_median_of_ratios() -> None:
    """Not the ratio of medians or sums: ratios 1, 2, 3, 4, 100 give 3, and quartiles 2 and 4."""
    over, under = iter([1.0, 20.0, 3.0, 40.0, 100.0]), iter([1.0, 10.0, 1.0, 10.0, 1.0])
    assert paired_ratio(lambda: next(over), lambda: next(under), 5) == (3, 2, 4)


def test_the_two_of_a_pair_take_turns_in_being_first() -> None:
    """Neither case always meets the warmer machine."""
    order = []

    def piece(name: str) -> float:
        order.append(name)
        return 1.0

    paired_ratio(lambda: piece("over"), lambda: piece("under"), 3)
    assert order == ["over", "under", "under", "over", "over", "under"]


def test_a_bar_is_met_from_its_value_on() -> None:
    """At the value itself a bar is met, but for a strict one."""
    assert Bar(">=", 5).met_by(5)
    assert not Bar(">=", 5).met_by(4.99)
    assert Bar("<=", 1.5).met_by(1.5)
    assert not Bar("<=", 1.5).met_by(1.51)
    assert not Bar("<", 4096).met_by(4096)
    assert str(Bar("<", 4096)) == "< 4,096"


def test_bars_of_one_game_do_not_bind_another() -> None:
    """What was promised of one game beside its peers is asked of no other; the bars of all games are."""
    peer = "decisions per Catanatron decision"
    assert bar_of(GAME, peer) == Bar(">=", 4)
    assert bar_of("another-game", peer) is None
    assert bar_of("another-game", "cost of a view, in decisions") == Bar("<=", 1.5)


def test_every_bar_and_case_of_the_tables_exists() -> None:
    """A misspelt name would never be measured."""
    kinds = {case.partition(":")[0] for ratio in RATIOS for case in (ratio.over, ratio.under)}
    assert kinds == set(CASES) == set(UNITS)
    assert set(DISTRIBUTIONS) < kinds


# ---- cases -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in CASES if kind not in DISTRIBUTIONS])
def test_our_cases_count_what_they_do(kind: str) -> None:
    """Every case of the library yields units without end, in pieces of at least the time asked for."""
    if kind == "pettingzoo":
        pytest.importorskip(kind)
    units = CASES[kind](f"{GAME}:3")
    for _ in range(2):
        done, used = measure(units, 0.02)
        assert done >= 1
        assert used >= 0.02


@value
class Holder:
    """Something of the size of a state."""

    items: tuple[object, ...]


def test_memory_counts_each_object_once_and_nothing_shared() -> None:
    """Small ints, bools, None, names and classes are free; large ints and long texts count, once each."""
    free = deep_size(Holder((1, 256, None, True, "red", Holder)))
    large, text = 10**6, "x" * 50
    assert deep_size(Holder((large, 256, None, True, "red", Holder))) - free == large.__sizeof__()
    assert deep_size(Holder((large, large, None, True, "red", Holder))) - free == large.__sizeof__()
    assert deep_size(Holder((text, 256, None, True, "red", Holder))) - free == text.__sizeof__()


def test_a_state_has_a_size() -> None:
    """A mid-game state of a random game can be weighed, and the decisions of a game counted."""
    memory, text, decisions = state_sizes(GAME, 3)
    assert memory > 500
    assert text > 500
    assert 10 < decisions < 500


# ---- what is missing -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("case", "module"), [("python-chess", "chess"), ("pettingzoo-hanabi", "pettingzoo")])
def test_a_peer_that_does_not_import_is_missing(case: str, module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The child process says why, and the comparison carries it; nothing is skipped in silence."""
    (tmp_path / f"{module}.py").write_text("raise ImportError('hidden by the test')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ratio = next(ratio for ratio in RATIOS if ratio.under == case)
    with Worker(f"decisions:{GAME}:3") as ours, Worker(ratio.under) as peer:
        assert ours.missing == ""
        assert peer.missing == "ImportError: hidden by the test"
        found = compare(GAME, ratio, ours, peer, 2, 0.02)
    assert (found.median, found.missing) == (None, "ImportError: hidden by the test")


def test_a_case_that_dies_is_told() -> None:
    """A child process without an answer is missing, with its exit code."""
    with Worker("nonsense") as worker:
        assert "exit code 1" in worker.missing


def test_missing_peers_stand_in_table_and_data() -> None:
    """A bar whose peer is missing is neither met nor missed, and the reason is printed."""
    name = "decisions per Catanatron decision"
    report = BenchReport(
        "CPython",
        "Linux",
        2,
        0.02,
        (Comparison(GAME, name, f"decisions:{GAME}:3", "catanatron", None, None, None, "no such module"),),
        (Speed(f"decisions:{GAME}:3", "decisions", 123456.0, ""),),
        (Missing("catanatron", "no such module"),),
        (Size(GAME, 3, 5000, 1000, 80.0), Size("station-to-station", 4, 5000, 1000, 80.0)),
        ImportTime(0.03, 0.02),
    )
    catan, size, memory, text_size, seconds, imports = report.bars
    assert (memory.game, memory.met, text_size.met) == ("station-to-station", True, True)
    assert (seconds.name, seconds.measured, seconds.met) == (GAME_SECONDS, None, None)
    assert (catan.wanted, catan.measured, catan.met) == (">= 4", None, None)
    assert (size.measured, size.met) == (5000, False)
    assert (imports.measured, imports.met) == (1.5, True)
    text = printed(report)
    assert "missing: no such module" in text
    assert "not measured" in text
    assert "MISSED" in text
    assert "123,456" in text
    assert "nothing to copy" in text


# ---- the whole -------------------------------------------------------------------------------------------------------------------------


def test_a_whole_run_of_our_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny pieces in child processes give a report with a figure everywhere, which prints and goes into JSON."""
    monkeypatch.setattr(running, "RATIOS", OURS)
    told: list[str] = []
    report = run([GAME], 2, 0.02, told.append)
    assert [ratio.name for ratio in report.comparisons] == [*(ratio.name for ratio in OURS), ARENA]
    for ratio in report.comparisons:
        assert ratio.missing == ""
        assert ratio.median is not None
        assert ratio.low is not None
        assert ratio.high is not None
        assert 0 < ratio.low <= ratio.median <= ratio.high
    assert {speed.case.partition(":")[0] for speed in report.speeds} == {"decisions", "view", "observe", "apply", "verify", "simulate"}
    assert [(size.game, size.players) for size in report.sizes] == [(GAME, 3)]
    assert report.missing == ()
    assert [bar.name for bar in report.bars if bar.game == GAME] == [*(ratio.name for ratio in OURS if bar_of(GAME, ratio.name)), ARENA, STATE_BYTES]
    assert f"{GAME}: {OURS[0].name}" in told
    data = json.loads(json.dumps(report.to_data()))
    assert data["imports"]["ratio"] > 0
    assert data["bars"][0]["name"] == "cost of a view, in decisions"
    assert OURS[0].name in printed(report)


def test_what_cannot_be_run_is_refused_first() -> None:
    """An unknown game, one piece or no time is told before anything is measured."""
    with pytest.raises(UnknownGameError):
        run(["nothing"], 2, 0.02, print)
    with pytest.raises(ValueError, match="at least 2 pieces"):
        run([GAME], 1, 0.02, print)
    with pytest.raises(ValueError, match="more than 0 seconds"):
        run([GAME], 2, 0.0, print)


def test_all_bundled_games_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ids every game that comes with railrules is measured."""
    monkeypatch.setattr(running, "RATIOS", ())
    assert GAME in [size.game for size in run(pieces=2, seconds=0.02).sizes]
