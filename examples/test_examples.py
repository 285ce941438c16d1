"""The examples run, and say what they promise; so does the Python code of the README."""

import re
import runpy
import sys
from pathlib import Path

import pytest

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
