"""The Python code of the documentation runs, page by page, in order, and the tutorial writes just the package that is tested as an example."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"
INGLENOOK = DOCS.parent / "examples" / "plugin_inglenook"
PAGES = [
    "index.md",
    "concepts.md",
    "randomness.md",
    "records.md",
    "tutorial/index.md",
    *sorted(f"howto/{path.name}" for path in (DOCS / "howto").glob("*.md")),
]


def blocks(page: str, language: str) -> list[tuple[str, str]]:
    """Title and text of each block of a language."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf'```{language}(?: title="(.*?)")?\n(.*?)```', text, flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_code_of_a_page_runs(page: str) -> None:
    """Each page's blocks run one after the other in one namespace."""
    found = blocks(page, "python")
    assert found
    namespace: dict[str, Any] = {"__name__": "docs"}
    for _, block in found:
        exec(compile(block, page, "exec"), namespace)


def test_the_tutorial_writes_the_example() -> None:
    """The blocks of each file, one after the other, are that file of the example."""
    written: dict[str, str] = {}
    for language in ("python", "toml", "markdown"):
        for title, block in blocks("tutorial/inglenook.md", language):
            written[title] = written.get(title, "") + block
    for name in ("pyproject.toml", "src/railrules_inglenook/rules.md", "src/railrules_inglenook/__init__.py"):
        there = (INGLENOOK / name).read_text(encoding="utf-8")
        assert _lines(written[name]) == _lines(there), name


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_tutorial_runs() -> None:
    """Piece by piece, with the trials in between, as a reader would run it."""
    namespace: dict[str, Any] = {"__name__": "railrules_inglenook"}
    pieces: list[str] = []
    for title, block in blocks("tutorial/inglenook.md", "python"):
        if block.startswith("    "):  # more methods of the class above
            pieces[-1] += block
        elif not title.startswith("tests/"):
            pieces.append(block)
    for piece in pieces:
        exec(compile(piece, "tutorial", "exec"), namespace)
    assert namespace["match"].game.info.id == "inglenook"


def test_the_tutorial_ends_with_the_kit_passing(tmp_path: Path) -> None:
    """In a folder of its own, with nothing but what the page says, the commands of the page work."""
    package = tmp_path / "src" / "railrules_inglenook"
    package.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    for language in ("python", "toml", "markdown"):
        for title, block in blocks("tutorial/inglenook.md", language):
            if title:
                with (tmp_path / title).open("a", encoding="utf-8") as file:
                    file.write(block + "\n\n")
    info = tmp_path / "src" / "railrules_inglenook-0.1.0.dist-info"  # what pip install -e . would make
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: railrules-inglenook\nVersion: 0.1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[railrules.games]\ninglenook = railrules_inglenook:Inglenook\n", encoding="utf-8")
    environment = {name: text for name, text in os.environ.items() if not name.startswith("COVERAGE")}  # at full speed
    environment["PYTHONPATH"] = str(tmp_path / "src")
    commands = [line for _, block in blocks("tutorial/inglenook.md", "sh") for line in block.splitlines()]
    assert "pytest" in commands
    for command in commands:
        if command.startswith("pip "):
            continue
        program, *arguments = command.split()
        modules = {"pytest": ["pytest", "-p", "no:cacheprovider", "--railrules-profile", "quick"], "railrules": ["railrules.cli"]}
        done = subprocess.run(
            [sys.executable, "-m", *modules[program], *arguments],
            cwd=tmp_path,
            env=environment,
            input="pull 2 from 1\nq\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
