"""`railrules arena`, and what agents do to a command."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from railrules import Record, verify
from railrules.agents import _registry
from tests.cli.given import Run, one_line_error, told_in_one_line

DUEL = ("arena", "station-manager", "--agents", "random,greedy", "--games", "2")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of bots, as somebody would write one, in a folder where Python looks."""
    (tmp_path / "noisy_bots.py").write_text(
        textwrap.dedent(
            """
            import sys

            class Noisy:
                def __init__(self, game, config):
                    print("made")

                def act(self, view, legal_actions, chance):
                    print("thinks")
                    return legal_actions[0]

            def leaves(game, config):
                sys.exit(0)
            """
        ),
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    _registry.agent_factory.cache_clear()
    return "noisy_bots"


@pytest.mark.parametrize("command", ["arena", "simulate"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_agents_print_is_no_result(bots: str, command: str, jobs: str) -> None:
    """It goes to stderr, from whatever process, so that stdout is one JSON document."""
    line = [command, "station-manager", "--players", "2", "--agents", f"random,{bots}.Noisy", "--games", "2", "--jobs", jobs, "--json"]
    result = subprocess.run([sys.executable, "-m", "railrules.cli", *line], capture_output=True, text=True, check=True)
    assert len(json.loads(result.stdout)["games"]) == 2
    assert "made" in result.stderr
    assert "thinks" in result.stderr


@pytest.mark.parametrize(
    ("agent", "parts"),
    [
        ("noisy_bots.leaves", ("agent 'noisy_bots.leaves' cannot be made: SystemExit: 0",)),
        ("no_bots.Good", ("agent 'no_bots.Good' cannot be loaded: ModuleNotFoundError", "is its folder in PYTHONPATH?")),
        ("good", ("--agents: no agent 'good'; expected one of: ", "; or module.Name of one of your own")),
    ],
)
@pytest.mark.usefixtures("bots")
def test_agents_that_do_not_come(run: Run, agent: str, parts: tuple[str, ...]) -> None:
    """One line says who and why."""
    one_line_error(run("arena", "station-manager", "--agents", f"random,{agent}", "--games", "1"), *parts)
    one_line_error(run("simulate", "station-manager", "--agents", agent), *parts)


def test_one_game_with_its_record(run: Run, tmp_path: Path) -> None:
    """`--only` plays one game, writes its record where that is asked for, and leaves results alone."""
    more = ("--only", "1", "--records", str(tmp_path / "records"), "--results", str(tmp_path / "r.jsonl"))
    assert json.loads(run(*DUEL, *more, "--json").stdout)["game"] == 1
    (path,) = (tmp_path / "records").iterdir()
    assert path.name == "station-manager-2p-game1-seed1.json"
    assert verify(Record.read(path)).ok
    assert not (tmp_path / "r.jsonl").exists()
    path.write_text("mine", encoding="utf-8")
    one_line_error(run(*DUEL, *more), f"{path}: expected no file or a record of this game")
    assert path.read_text(encoding="utf-8") == "mine"
    one_line_error(run(*DUEL, "--only", "2"), "--only 2: expected 0..1")


@pytest.mark.parametrize(
    ("option", "name", "parts"),
    [
        ("--plot", "folder.png", ("folder.png'; expected the name of a file that can be written",)),
        ("--plot", "file.txt/new/p.png", ("expected the name of a file that can be written",)),
        ("--plot", "p.gif", ("p.gif'; expected a file name that ends in .png or .svg",)),
        ("--results", "folder.png", ("folder.png: expected a file for results, found a folder or a device",)),
        ("--results", "pipe", ("pipe: expected a file for results, found a folder or a device",)),
        ("--records", "file.txt", ("file.txt: expected a folder for records, found a file",)),
    ],
)
def test_places_that_are_none(run: Run, tmp_path: Path, option: str, name: str, parts: tuple[str, ...]) -> None:
    """They are told before anything is played, and nothing is touched."""
    pytest.importorskip("openskill")
    pytest.importorskip("matplotlib")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file.txt").write_text("mine", encoding="utf-8")
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    os.mkfifo(tmp_path / "pipe")
    one_line_error(run(*DUEL, option, str(tmp_path / name)), *parts)
    assert {path.name for path in tmp_path.iterdir()} == {"folder.png", "file.txt", "pipe"}
    assert (tmp_path / "file.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends with the exit code that shells expect; the file keeps what was played, and the line says how to go on."""
    path = tmp_path / "r.jsonl"
    # What a shell starts in the background ignores the signal, and so would the child.
    heeding = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); runpy.run_module('railrules.cli', run_name='__main__')"
    command = ["arena", "station-manager", "--agents", "random,ismcts:simulations=50", "--results", str(path)]
    with subprocess.Popen([sys.executable, "-c", heeding, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        patience = time.monotonic() + 60
        while (not path.exists() or path.read_bytes().count(b"\n") < 2) and time.monotonic() < patience:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    told_in_one_line(errors.splitlines(keepends=True)[-1], "interrupted after ", f"the same command goes on from {path}")
    assert path.read_bytes().count(b"\n") >= 2
