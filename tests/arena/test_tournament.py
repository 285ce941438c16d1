"""Tournaments: who meets whom, and results that survive a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest

from railrules import MAX_SEED, ConfigError, PluginError, Record, UnknownGameError, verify
from railrules.agents import UnknownAgentError
from railrules.arena import BackendError, Processes, ResultsError, Serial, Tournament, backend, play_game, play_tournament
from railrules.serialize import canonical_json

SMALL = Tournament.of("station-manager", ("random", "greedy", "flat-mc:simulations=4,depth=0"), players=2, games=4, seed=7)


def test_everybody_meets_everybody_in_every_seat() -> None:
    """All choices meet equally often, agents change seats at each meeting, and seeds follow each other."""
    tournament = Tournament.of("station-manager", ("random", "greedy", "flat-mc", "ismcts"), players=3, games=6, seed=5)
    assert len(tournament) == 4 * 6
    tables = [tournament.table(number) for number in range(len(tournament))]
    assert Counter(frozenset(table.agents) for table in tables) == dict.fromkeys({frozenset(meeting) for meeting in tournament.meetings}, 6)
    seats = Counter((seat, agent) for table in tables for seat, agent in enumerate(table.agents))
    assert set(seats.values()) == {6}
    assert [tournament.seed_of(number) for number in (0, 23)] == [5, 28]


def test_a_fixed_table() -> None:
    """These agents at one table, one of them twice."""
    tournament = Tournament.of("station-manager", ("random", "greedy", "random"), fixed=True, games=3)
    assert tournament.players == 3
    assert [tournament.table(number).agents for number in range(3)] == [
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
        ("greedy", "random", "random"),
    ]


def test_how_many_play_by_default() -> None:
    """What the game likes best, but no more than there are agents; a game for one is played by each."""
    assert Tournament.of("station-manager", ("random", "greedy")).players == 2
    assert Tournament.of("station-manager", ("random", "greedy", "flat-mc", "ismcts")).players == 3
    alone = Tournament.of("railroad-operations", ("random", "greedy"), players=1)
    assert alone.meetings == (("random",), ("greedy",))


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"game_id": "chess"}, UnknownGameError, "no game 'chess'"),
        ({"agents": ("random", "deep")}, UnknownAgentError, "no agent 'deep'"),
        ({"agents": ("random", "ismcts:simulations=0")}, ConfigError, "simulations = 0; expected an integer in 1..10000000"),
        ({"agents": ("random", "random")}, ConfigError, "agents = 'random'; expected each once in a round robin; a fixed table takes it twice"),
        ({"players": 3}, ConfigError, "agents = 2; expected at least 3, the players of a table; or a fixed table"),
        ({"players": 9}, ConfigError, "players = 9; expected an int in 2..4"),
        ({"agents": ("random",) * 9, "fixed": True}, ConfigError, "players = 9"),
        ({"fixed": True, "players": 3}, ConfigError, "agents = 2; expected 3, one for each player of the table"),
        ({"agents": ("random",)}, ConfigError, "agents = 1; expected at least 2"),
        ({"games": 0}, ConfigError, "games = 0; expected at least 1"),
        ({"seed": -1}, ConfigError, "seed = -1"),
        ({"seed": MAX_SEED}, ConfigError, "as 100 games follow it"),
        ({"limit": 0}, ConfigError, "limit = 0; expected seconds above 0"),
        ({"limit": -1.0}, ConfigError, "limit = -1.0; expected seconds above 0"),
        ({"options": {"speed": 3}}, ConfigError, "no option 'speed'"),
    ],
)
def test_what_cannot_be_played(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    """It is told before anything is played."""
    with pytest.raises(error) as caught:
        Tournament.of(**{"game_id": "station-manager", "agents": ("random", "greedy"), **arguments})
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("threads",), "backend = 'threads'; expected one of: serial, processes, ray"),
        (("processes", 0), "jobs = 0; expected at least 1"),
        (("processes", 2, "auto"), "address = 'auto'; expected nothing, as the back end processes has no address"),
    ],
)
def test_unknown_back_ends(arguments: Any, text: str) -> None:
    """They are refused with what there is."""
    with pytest.raises(ConfigError) as caught:
        backend(*arguments)
    assert text in str(caught.value)


def test_one_game_alone() -> None:
    """Any game of a tournament is the same when it is played by itself."""
    results = play_tournament(SMALL)
    assert [result.number for result in results] == list(range(12))
    for number in (0, 5, 11):
        again = play_game(SMALL.table(number), SMALL.seed_of(number), number=number)
        assert attrs.evolve(again, seconds=0.0) == attrs.evolve(results[number], seconds=0.0)


def test_processes_change_nothing(tmp_path: Path) -> None:
    """The file is the same, byte for byte."""
    play_tournament(SMALL, backend=Serial(), results=tmp_path / "serial.jsonl")
    play_tournament(SMALL, backend=Processes(2), results=tmp_path / "processes.jsonl")
    assert (tmp_path / "serial.jsonl").read_bytes() == (tmp_path / "processes.jsonl").read_bytes()


def test_results_hold_all(tmp_path: Path) -> None:
    """A header, a line for each game in order, and a record for each that verifies."""
    results = play_tournament(SMALL, results=tmp_path / "r.jsonl", records=tmp_path / "records")
    header, *lines = (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(header) == SMALL.header()
    assert [json.loads(line)["number"] for line in lines] == list(range(12))
    assert json.loads(lines[3])["outcome"]["scores"] == list(results[3].outcome.scores)
    records = sorted((tmp_path / "records").iterdir())
    assert len(records) == 12
    for number in (0, 11):
        record = Record.read(tmp_path / "records" / f"station-manager-2p-game{number}-seed{7 + number}.json")
        assert verify(record).ok
        assert record.outcome is not None
        assert record.outcome.scores == results[number].outcome.scores


@pytest.mark.parametrize("lines", [0, 1, 5, 12, 13])
@pytest.mark.parametrize("torn", [b"", b'{"number":', b'{"agents":["random"'])
def test_what_was_interrupted_goes_on(tmp_path: Path, lines: int, torn: bytes) -> None:
    """After a kill, whatever stood in the file, no game is lost, none is played twice, and the file ends up the same."""
    whole = tmp_path / "whole.jsonl"
    expected = play_tournament(SMALL, results=whole)
    kept = whole.read_bytes().splitlines(keepends=True)[:lines]
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(kept[:1] + kept[:0:-1]) + (torn if lines else b""))
    played: list[int] = []

    class Counting(Serial):
        def run(self, function: Any, tasks: Any) -> Any:
            for task in tasks:
                played.append(task[3])
                yield function(task)

    done: list[int] = []
    results = play_tournament(SMALL, backend=Counting(), results=part, done=lambda result: done.append(result.number))
    assert part.read_bytes() == whole.read_bytes()
    assert played == list(range(max(0, lines - 1), 12))
    assert sorted(done) == list(range(12))
    assert [attrs.evolve(result, seconds=0.0) for result in results] == [attrs.evolve(result, seconds=0.0) for result in expected]
    assert {path.name for path in tmp_path.iterdir()} == {"whole.jsonl", "part.jsonl"}


def test_more_games_later(tmp_path: Path) -> None:
    """A longer tournament of the same kind goes on from the shorter one."""
    path = tmp_path / "r.jsonl"
    play_tournament(attrs.evolve(SMALL, games=2), results=path)
    done: list[int] = []
    play_tournament(SMALL, results=path, done=lambda result: done.append(result.number))
    assert done == list(range(12))
    play_tournament(SMALL, results=tmp_path / "once.jsonl")
    assert path.read_bytes() == (tmp_path / "once.jsonl").read_bytes()


HEADER = canonical_json(SMALL.header())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (canonical_json({**SMALL.header(), "seed": 8}) + b"\n", "results of another run: seed is 8 there and 7 here; the file is left as it is"),
        (canonical_json({**SMALL.header(), "agents": ["a"]}) + b"\n", "results of another run: agents is ['a'] there"),
        (b"{}\n", "line 1: expected the header of results (railrules/arena@1), found something else"),
        (b"[]\n", "line 1: expected the header"),
        (b"hello\n", "line 1: expected JSON, found"),
        (b"\xff\n", "line 1: expected JSON, found"),
        (b"hello", "expected the results of a tournament, found no line"),
        (HEADER + b"\n\n", "line 2: expected JSON"),
        (HEADER + b"\n3\n", "line 2: top level: expected an object, found 3"),
        (HEADER + b'\n{"number":1}\n', "line 2: "),
    ],
)
def test_files_of_something_else(tmp_path: Path, text: bytes, message: str) -> None:
    """They are told with line, expectation and finding, and stay as they are."""
    path = tmp_path / "r.jsonl"
    path.write_bytes(text)
    with pytest.raises(ResultsError) as caught:
        play_tournament(SMALL, results=path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert path.read_bytes() == text


def test_a_game_that_is_there_twice(tmp_path: Path) -> None:
    """Two lines of one number are told."""
    path = tmp_path / "r.jsonl"
    play_tournament(attrs.evolve(SMALL, games=1), results=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(ResultsError, match="line 5: game 0 is there twice"):
        play_tournament(SMALL, results=path)


def run_of(path: Path, *more: str) -> list[str]:
    arguments = [
        "station-manager",
        "--agents",
        "random,greedy,flat-mc:simulations=30,depth=0",
        "--players",
        "2",
        "--games",
        "10",
        "--results",
        str(path),
    ]
    return [sys.executable, "-m", "railrules.cli", "arena", *arguments, *more]


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
@pytest.mark.parametrize("more", [[], ["--jobs", "2"]])
def test_a_kill_loses_nothing(tmp_path: Path, more: list[str]) -> None:
    """Killed in the middle and started again, a run gives the file that it would have given."""
    path, whole = tmp_path / "r.jsonl", tmp_path / "whole.jsonl"
    with subprocess.Popen(run_of(path, *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        patience = time.monotonic() + 60
        while (not path.exists() or path.read_bytes().count(b"\n") < 4) and time.monotonic() < patience and process.poll() is None:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    kept = path.read_bytes().count(b"\n") - 1
    assert kept >= 3
    subprocess.run(run_of(path, *more), check=True, capture_output=True)
    subprocess.run(run_of(whole), check=True, capture_output=True)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("strangers")
def test_strangers_play_in_other_processes(tmp_path: Path) -> None:
    """An agent of another package plays wherever the games are; one that gives its games away does not stop the others."""
    tournament = Tournament.of("station-manager", ("random", "raises", "watches"), players=2, games=2)
    play_tournament(tournament, backend=Processes(2), results=tmp_path / "p.jsonl")
    results = play_tournament(tournament, results=tmp_path / "s.jsonl")
    assert (tmp_path / "s.jsonl").read_bytes() == (tmp_path / "p.jsonl").read_bytes()
    assert [result.forfeit is not None for result in results] == ["raises" in result.agents for result in results]
    assert [result.timed for result in results] == ["watches" in result.agents for result in results]
    with pytest.raises(PluginError, match="agent 'lost' cannot be loaded: AttributeError"):
        Tournament.of("station-manager", ("random", "lost"))
    with pytest.raises(PluginError, match="agent 'breaks' cannot be made: RuntimeError: no model file"):
        Tournament.of("station-manager", ("random", "breaks"))


@pytest.mark.parametrize("change", [{"number": 5}, {"number": -1}, {"seed": 9}, {"agents": ["random", "random"]}])
def test_games_of_something_else(tmp_path: Path, change: dict[str, Any]) -> None:
    """A line whose number, seed and agents do not belong together is told, and the file stays as it is."""
    path = tmp_path / "r.jsonl"
    play_tournament(attrs.evolve(SMALL, games=1), results=path)
    header, first, *others = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([header, canonical_json({**json.loads(first), **change}) + b"\n", *others]))
    text = path.read_bytes()
    with pytest.raises(ResultsError, match="line 2: number, seed and agents are not those of a game of this tournament"):
        play_tournament(SMALL, results=path)
    assert path.read_bytes() == text


def test_fewer_games_than_there_are(tmp_path: Path) -> None:
    """A shorter tournament takes its own games from a longer one, whose file keeps the others."""
    path = tmp_path / "r.jsonl"
    play_tournament(SMALL, results=path)
    text = path.read_bytes()
    assert [result.number for result in play_tournament(attrs.evolve(SMALL, games=1), results=path)] == [0, 1, 2]
    assert path.read_bytes() == text


def test_results_are_a_file(tmp_path: Path) -> None:
    """A folder, and what has no end, is refused."""
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(ResultsError, match="expected a file for results, found a folder or a device"):
            play_tournament(SMALL, results=path)


@pytest.mark.skipif(os.name != "posix", reason="files are not locked")
def test_one_run_at_a_time(tmp_path: Path) -> None:
    """While a tournament is played no other run writes to its file."""
    path = tmp_path / "r.jsonl"
    refused: list[str] = []

    def meanwhile(_: object) -> None:
        with pytest.raises(ResultsError) as caught:
            play_tournament(SMALL, results=path)
        refused.append(str(caught.value))

    play_tournament(SMALL, results=path, done=meanwhile)
    assert set(refused) == {f"{path}: another run is writing its results there; the file is left as it is"}
    assert path.read_bytes().count(b"\n") == 13


def test_records_of_other_games_stay(tmp_path: Path) -> None:
    """A record is never written over what is not the same game, and nothing is played before that is known."""
    small = attrs.evolve(SMALL, games=1)
    play_tournament(small, records=tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for other in (
        attrs.evolve(small, agents=("greedy", "random", "flat-mc:simulations=4,depth=0")),
        attrs.evolve(small, options=(("laid_limit", 20),)),
    ):
        with pytest.raises(ResultsError, match="expected no file or a record of this game, found something else; the file is left as it is"):
            play_tournament(other, records=tmp_path, results=tmp_path / "new" / "r.jsonl")
    play_tournament(small, records=tmp_path)  # the same games again
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / min(before)).write_text("mine", encoding="utf-8")
    with pytest.raises(ResultsError, match="found something else"):
        play_tournament(small, records=tmp_path)
    with pytest.raises(ResultsError, match="expected a folder for records, found a file"):
        play_tournament(small, records=tmp_path / min(before))


@pytest.mark.usefixtures("strangers")
def test_a_process_that_dies(tmp_path: Path) -> None:
    """It is told in words, and the games that were over before are kept."""
    tournament = Tournament.of("station-manager", ("random", "dies"), players=2, games=3)
    with pytest.raises(BackendError, match=r"a process that played games ended by itself \(EXIT\(9\).*what was finished before is kept"):
        play_tournament(tournament, backend=Processes(1), results=tmp_path / "r.jsonl")
    assert json.loads((tmp_path / "r.jsonl").read_bytes().splitlines()[0]) == tournament.header()


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    """Where the run is killed and cannot end them, they find out."""
    script = tmp_path / "parent.py"
    run = "import os, time\nfrom railrules.arena import Processes\nworkers = Processes(1).run(os.getpgid, [0, 0])\n"
    script.write_text(f"{run}print(next(workers), flush=True)\ntime.sleep(60)\n", encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            process.kill()
            pytest.skip("the system does not tell who the children are")
        found = [Path("/proc") / number for number in children.read_text().split()]
        assert found
        process.kill()
    patience = time.monotonic() + 20
    while any(path.exists() for path in found) and time.monotonic() < patience:
        time.sleep(0.1)
    assert not any(path.exists() for path in found)
