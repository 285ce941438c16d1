"""The command as a process of its own: pipes that close, streams that are not there, and games that other packages bring."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from railrules import Record, replay
from tests.cli.given import Crashing, told_in_one_line

ROOT = Path(__file__).parents[2]


def environment(**more: str) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if name != "RAILRULES_TRACEBACK"}
    return {**kept, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **more}


def shell(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run what a person would type; ``railrules`` is this installation's."""
    text = f'railrules() {{ "{sys.executable}" -m railrules "$@"; }}\n{command}'
    return subprocess.run(["sh", "-c", text], capture_output=True, text=True, check=False, timeout=60, env=environment(**more), encoding="utf-8")


@pytest.fixture
def plugin(tmp_path: Path) -> str:
    """The path of a package that brings a game with a fault."""
    folder = tmp_path / "plugins" / "toys-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[railrules.games]\ncrashing = tests.cli.given:Crashing\n")
    return os.pathsep.join([str(folder.parent), str(ROOT)])


LONG = [
    "games",
    "games --json",
    "games station-manager",
    "rules station-manager",
    "rules station-manager MGR-4",
    "content export station-manager",
    "--help",
]


@pytest.mark.parametrize("command", [*LONG, "simulate station-manager", "simulate station-manager --games 3 --json"])
def test_a_pipe_that_nobody_reads(command: str) -> None:
    """Where whoever read us has gone, the command ends without a word."""
    read, write = os.pipe()
    os.close(read)
    try:
        child = subprocess.run(
            [sys.executable, "-m", "railrules", *command.split()],
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
            env=environment(),
        )
    finally:
        os.close(write)
    assert child.stderr == ""
    assert child.returncode not in (0, 2)


@pytest.mark.parametrize("command", ["rules station-manager", "games", "content export station-manager"])
def test_a_pipe_that_is_read_in_part(command: str) -> None:
    """``| head -1`` shows the first line and nothing else."""
    child = shell(f"railrules {command} | head -1")
    assert child.stderr == ""
    assert child.stdout.count("\n") == 1


@pytest.mark.parametrize("command", [*LONG, "simulate station-manager", "verify {record}", "replay {record}"])
def test_a_closed_stdout(command: str, record_file: Path) -> None:
    """Without a stdout at all the exit code still says what came of it."""
    child = shell(f"railrules {command.format(record=record_file)} >&-")
    assert (child.returncode, child.stdout, child.stderr) == (0, "", "")


def test_closed_streams_and_errors(tmp_path: Path) -> None:
    """So does it for an error, told as long as there is a stderr."""
    missing = tmp_path / "none.json"
    child = shell(f"railrules verify {missing} >&-")
    assert child.returncode == 2
    told_in_one_line(child.stderr, "none.json", "No such file")
    silent = shell(f"railrules verify {missing} >&- 2>&-")
    assert (silent.returncode, silent.stdout, silent.stderr) == (2, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", ["games", "rules station-manager", "games --json"])
def test_a_stdout_that_is_full(command: str) -> None:
    """What cannot be written is told in one line."""
    child = shell(f"railrules {command} > /dev/full")
    assert child.returncode == 2
    told_in_one_line(child.stderr, "the output cannot be written: No space left on device")


def test_a_closed_stdin(tmp_path: Path) -> None:
    """`play` without anything to read from is refused before anything is written; other commands do not mind."""
    child = shell(f"railrules play station-manager --out {tmp_path / 'new'} <&-")
    assert (child.returncode, child.stdout) == (2, "")
    told_in_one_line(child.stderr, "play reads from the terminal, and its input is closed")
    assert not (tmp_path / "new").exists()
    assert shell("railrules games <&-").returncode == 0


def test_a_fault_of_a_plugin(plugin: str, tmp_path: Path) -> None:
    """A game of another package that falls over ends in one line, or in all that Python knows where that is asked for."""
    command = f"railrules play crashing --players 1 --out {tmp_path / 'out'}"
    typed = "printf 'take 2\\ntake 2\\n' | "
    child = shell(typed + command, PYTHONPATH=plugin)
    assert child.returncode == 2
    told_in_one_line(child.stderr, "unexpected RuntimeError: three matches in current_player, ", "given.py:", "with RAILRULES_TRACEBACK=1")
    (path,) = (tmp_path / "out").iterdir()
    assert f"Record saved: {path}" in child.stdout
    assert len(replay(Record.read(path), to=1, game=Crashing()).moves) == 1
    through = shell(typed + command, PYTHONPATH=plugin, RAILRULES_TRACEBACK="1")
    assert through.returncode == 1
    assert "Traceback (most recent call last)" in through.stderr
    assert through.stderr.endswith("RuntimeError: three\nmatches\n")
    assert len(list((tmp_path / "out").iterdir())) == 2


@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_terminal_that_goes_away(tmp_path: Path, number: str) -> None:
    """A terminal that is closed, or Ctrl-C, ends `play` with the record saved."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "railrules", "play", "station-manager", "--players", "2", "--option", "first_seat=0", "--out", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"draw\n")
        child.stdin.flush()
        seen = b""
        while seen.count(b"Player 0> ") < 2:  # it has played, and asks for the next action
            seen += os.read(child.stdout.fileno(), 4096)
            assert child.poll() is None, seen
        child.send_signal(getattr(signal, number))
        rest, stderr = child.communicate(timeout=60)
    assert (child.returncode, stderr) == (0, b"")
    assert b"Record saved: " in rest
    (path,) = tmp_path.iterdir()
    assert len(Record.read(path).moves) == 1
