"""The examples run, and say what they promise; so does the Python code of the README."""

import json
import re
import runpy
import sys
from pathlib import Path

import pytest

from railrules.agents import UnknownAgentError
from railrules.arena import Tournament, play_tournament

HERE = Path(__file__).parent


def run(name: str) -> None:
    """Run an example as a script."""
    runpy.run_path(str(HERE / name), run_name="__main__")


def test_quickstart(capsys: pytest.CaptureFixture[str]) -> None:
    """The quickstart plays a game to its end and its record verifies."""
    run("quickstart.py")
    text = capsys.readouterr().out
    assert re.search(r"won after \d+ moves", text)
    assert "verifies: True" in text
    assert "Your hand:" in text


def test_custom_frontend(capsys: pytest.CaptureFixture[str]) -> None:
    """The clients play through JSON alone; who is out of turn or late is refused."""
    run("custom_frontend.py")
    text = capsys.readouterr().out
    assert "FreightD" in text
    assert "not-your-turn" in text
    assert "stale-version" in text


def test_compare_agents(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All agents meet, and there is a table and a picture; a second run has nothing left to play."""
    monkeypatch.setenv("GAMES", "1")
    monkeypatch.setenv("FOLDER", str(tmp_path))
    run("compare_agents.py")
    first = capsys.readouterr().out
    assert "6 pairs, 6 games" in first
    assert all(name in first for name in ("random", "greedy", "flat-mc:simulations=50", "ismcts:simulations=50"))
    assert (tmp_path / "compared.png").read_bytes().startswith(b"\x89PNG")
    results = (tmp_path / "results.jsonl").read_bytes()
    run("compare_agents.py")
    assert capsys.readouterr().out == first
    assert (tmp_path / "results.jsonl").read_bytes() == results


def test_selfplay_parquet(tmp_path: Path) -> None:
    """The file holds every decision with what was seen, what was legal and what came of it; other tools read it."""
    parquet = pytest.importorskip("pyarrow.parquet")
    main = runpy.run_path(str(HERE / "selfplay_parquet.py"))["main"]
    path = tmp_path / "games.parquet"
    count = main([str(path), "--agent", "random", "--games", "3", "--players", "3", "--game", "station-master"])
    table = parquet.read_table(path)
    assert table.num_rows == count > 100
    layout = json.loads(table.schema.metadata[b"railrules"])
    assert (layout["game"], layout["players"]) == ("station-master", 3)
    rows = table.slice(0, 50).to_pylist()
    assert all(row["mask"][row["action"]] == 1 for row in rows)
    assert all(len(row["observation"]) == layout["features"][-1]["stop"] for row in rows)
    assert all(0 <= value <= 1 for value in table.column("return").to_pylist())
    with pytest.raises(UnknownAgentError):
        main([str(path), "--agent", "nobody"])
    with pytest.raises(SystemExit):
        main([str(path), "--games", "0"])
    assert parquet.read_table(path).num_rows == count  # a call that fails leaves the file as it was


def test_train_maskable_ppo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short training leaves a policy that plays in the arena, and a learning curve."""
    pytest.importorskip("sb3_contrib")
    main = runpy.run_path(str(HERE / "train_maskable_ppo.py"))["main"]
    share = main(["--minutes", "0.1", "--games", "10", "--out", str(tmp_path)])
    assert 0 <= share <= 1
    assert (tmp_path / "curve.csv").read_text(encoding="utf-8").startswith("steps,seconds,win_share\n")
    assert (tmp_path / "curve.png").exists()
    monkeypatch.syspath_prepend(str(HERE))
    policy = f"train_maskable_ppo.PolicyAgent:model={tmp_path / 'policy.zip'}"
    results = play_tournament(Tournament.of("station-manager", ["random", policy], players=2, games=2))
    assert [result.forfeit for result in results] == [None, None]


def test_readme_code(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python example of the README runs as it stands."""
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", readme, flags=re.DOTALL)
    assert block.count("\n") <= 18
    exec(compile(block, "README.md", "exec"), {})
    assert "won. Points:" in capsys.readouterr().out


def test_ci_runs_the_readmes_command() -> None:
    """The continuous integration calls the test command of the README, word for word, and nothing else."""
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"```sh\n(.*?)\n```", readme, flags=re.DOTALL)
    script = (HERE.parent / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == commands[1]
    assert all(line.startswith(("#", "set ", "cd ")) for line in script[:-1])
    assert sys.version_info >= (3, 11)
