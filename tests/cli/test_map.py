"""``railrules map``: the table of a new or a saved play as a picture."""

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from railrules import Record, new_match, replay
from tests.cli.given import Install, Run, entry, one_line_error
from tests.unit.toy import Parcels

GAME = "station-to-station"


class Painted(Parcels):
    """A game with a picture that says who looks."""

    info = attrs.evolve(Parcels.info, id="painted")

    def picture(self, view: Any, names: Sequence[str] | None = None) -> str:
        return f"<svg>{view.player} of {', '.join(names or ())}</svg>\n"


@pytest.fixture
def journey(run: Run, tmp_path: Path) -> Path:
    """A record of Station to Station."""
    result = run("simulate", GAME, "--players", "2", "--seed", "5", "--out", str(tmp_path / "records"))
    assert result.exit_code == 0, result.output
    return tmp_path / "records" / "station-to-station-2p-seed5.json"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where the picture goes: a file that is not there."""
    return tmp_path / "map.svg"


def refused(run: Run, target: Path, *arguments: str, parts: tuple[str, ...]) -> None:
    """The call ends in one line, and the folder is as it was."""
    before = {path: path.read_bytes() for path in target.parent.iterdir() if path.is_file()}
    one_line_error(run("map", *arguments, "--out", str(target)), *parts)
    assert {path: path.read_bytes() for path in target.parent.iterdir() if path.is_file()} == before


# ---- what is drawn -----------------------------------------------------------------------------------------------------------------------


def test_a_new_game(run: Run, target: Path) -> None:
    """By default the map of a new game is drawn, as a spectator sees it, and said where."""
    result = run("map", GAME, "--out", str(target))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"Station to Station after 0 moves, drawn in {target}\n"
    match = new_match(GAME, seed=0)
    assert target.read_bytes().decode() == match.game.picture(match.game.view(match.state, None), match.names)
    assert ElementTree.parse(target).getroot().tag.endswith("svg")


def test_a_new_game_of_a_kind(run: Run, target: Path) -> None:
    """Players, seed and options are those of the game that is drawn; the name may end in capitals."""
    target = target.with_suffix(".SVG")
    assert run("map", GAME, "--players", "4", "--seed", "8", "--option", "first_player=2", "--out", str(target)).exit_code == 0
    match = new_match(GAME, players=4, seed=8, options={"first_player": 2})
    assert target.read_text(encoding="utf-8") == match.game.picture(match.game.view(match.state, None), match.names)


def test_a_game_with_another_content(run: Run, tmp_path: Path, target: Path) -> None:
    """The map of a content file is drawn."""
    content = tmp_path / "mine.toml"
    assert run("content", "export", GAME, str(content)).exit_code == 0
    content.write_text(content.read_text(encoding="utf-8").replace('name = "Boston"', 'name = "Bostonia"'), encoding="utf-8")
    assert run("map", GAME, "--content", str(content), "--out", str(target)).exit_code == 0
    assert ">Bostonia<" in target.read_text(encoding="utf-8")


def test_a_record(run: Run, journey: Path, target: Path) -> None:
    """A saved play is drawn as it ended, or after so many moves; the record stays as it is."""
    before = journey.read_bytes()
    record = Record.read(journey)
    last = len(record.moves)
    for number, (arguments, moves) in enumerate((((), last), (("--move", "0"), 0), (("--move", "1"), 1), (("--move", str(last)), last))):
        out = target.with_stem(f"map{number}")
        result = run("map", GAME, "--record", str(journey), *arguments, "--out", str(out))
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == f"Station to Station after {moves} move{'s' * (moves != 1)}, drawn in {out}\n"
        match = replay(record, moves)
        assert out.read_text(encoding="utf-8") == match.game.picture(match.game.view(match.state, None), match.names)
        assert ("the game is over" in out.read_text(encoding="utf-8")) == (moves == last)
    assert journey.read_bytes() == before


def test_whose_view_is_drawn(run: Run, install: Install, tmp_path: Path) -> None:
    """A spectator's by default, or that of a player by number or name, in a new game and in a record."""
    install(entry("painted", "tests.cli.test_map:Painted"))
    assert run("simulate", "painted", "--seed", "3", "--out", str(tmp_path)).exit_code == 0
    record = str(tmp_path / "painted-2p-seed3.json")
    calls: list[tuple[tuple[str, ...], str]] = [
        ((), "None of Player 0, Player 1"),
        (("--as", "1"), "1 of Player 0, Player 1"),
        (("--as", "Player 0"), "0 of Player 0, Player 1"),
        (("--record", record), "None of random 0, random 1"),
        (("--record", record, "--as", "0"), "0 of random 0, random 1"),
        (("--record", record, "--as", "random 1"), "1 of random 0, random 1"),
    ]
    for number, (arguments, told) in enumerate(calls):
        out = tmp_path / f"{number}.svg"
        result = run("map", "painted", *arguments, "--out", str(out))
        assert (result.exit_code, result.stderr) == (0, "")
        assert out.read_bytes() == f"<svg>{told}</svg>\n".encode()


# ---- what is refused ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["map.png", "map", ".svg", "map.svg.gz", "map.svgz"])
def test_another_suffix(run: Run, tmp_path: Path, name: str) -> None:
    """A picture is SVG, and its name says so."""
    target = tmp_path / name
    refused(run, target, GAME, parts=(f"--out {target}: expected a name that ends with .svg",))


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("chess",), ("no game 'chess'", GAME)),
        (("station-manager",), ("station-manager draws no map",)),
        ((GAME, "--move", "3"), ("--move 3: a new game has no moves; expected --record FILE with it",)),
        ((GAME, "--move", "0"), ("--move 0: a new game has no moves",)),
        ((GAME, "--players", "5"), ("bad-player-count", "2..4", "5")),
        ((GAME, "--seed", "-1"), ("--seed",)),
        ((GAME, "--option", "wheels=4"), ("unknown-option", "wheels")),
        ((GAME, "--content", "nowhere.toml"), ("nowhere.toml",)),
        ((GAME, "--as", "3"), ("--as 3: expected a player in 0..2 or a name: Player 0, Player 1, Player 2",)),
        ((GAME, "--as", "Ann"), ("--as Ann: expected a player in 0..2 or a name",)),
        ((GAME, "--record", "none.json"), ("none.json", "No such file")),
    ],
)
def test_a_new_game_is_refused(run: Run, target: Path, arguments: tuple[str, ...], parts: tuple[str, ...]) -> None:
    """What is wrong with the call is told in one line, and no file is left behind."""
    refused(run, target, *arguments, parts=parts)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--move", "9999"), ("no move 9999", "0..")),
        (("--move", "-1"), ("--move",)),
        (("--players", "2"), ("--players, --seed and --option are for a new game; the record has its own",)),
        (("--seed", "0"), ("--players, --seed and --option are for a new game; the record has its own",)),
        (("--option", "first_player=0"), ("--players, --seed and --option are for a new game; the record has its own",)),
        (("--as", "2"), ("--as 2: expected a player in 0..1 or a name: random 0, random 1",)),
        (("--content", "nowhere.toml"), ("nowhere.toml",)),
    ],
)
def test_a_record_is_refused(run: Run, journey: Path, target: Path, arguments: tuple[str, ...], parts: tuple[str, ...]) -> None:
    """So is what does not go with a record, and no file is left behind."""
    refused(run, target, GAME, "--record", str(journey), *arguments, parts=parts)


def test_a_record_of_another_game(run: Run, record_file: Path, target: Path) -> None:
    """The game that was named and the game of the record must be one."""
    parts = (f"{record_file} is a record of station-manager; expected one of station-to-station",)
    refused(run, target, GAME, "--record", str(record_file), parts=parts)
    refused(run, target, "station-manager", "--record", str(record_file), parts=("station-manager draws no map",))


def test_a_record_that_cannot_be_read(run: Run, journey: Path, target: Path) -> None:
    """A record that is cut is told as by every other command."""
    journey.write_text(journey.read_text(encoding="utf-8")[:400], encoding="utf-8")
    refused(run, target, GAME, "--record", str(journey), parts=(str(journey), "not a whole JSON document"))


def test_without_the_library(run: Run, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra to install is named."""
    monkeypatch.setitem(sys.modules, "drawsvg", None)
    refused(run, target, GAME, parts=("drawing a map needs drawsvg", "pip install 'railrules[map]'"))


# ---- where it is written -----------------------------------------------------------------------------------------------------------------


def test_nothing_is_written_over(run: Run, target: Path) -> None:
    """A file of that name stays as it is, even one with the same picture, and so does a folder."""
    assert run("map", GAME, "--out", str(target)).exit_code == 0
    refused(run, target, GAME, parts=(f"{target} exists already and is left as it is; expected a new file",))
    refused(run, target, GAME, "--seed", "1", parts=(f"{target} exists already",))
    folder = target.with_name("folder.svg")
    folder.mkdir()
    refused(run, folder, GAME, parts=(f"{folder} exists already",))
    assert list(folder.iterdir()) == []


def test_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    """A folder that is not there, or a file in its place, is told by its name."""
    (tmp_path / "taken").write_text("mine")
    for place, reason in (("none", errno.ENOENT), ("taken", errno.ENOTDIR)):
        target = tmp_path / place / "map.svg"
        one_line_error(run("map", GAME, "--out", str(target)), f"{target}: {os.strerror(reason)}")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken").read_text() == "mine"


class Full:
    """A file on a disk that is full."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def __enter__(self) -> "Full":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, text: str) -> None:
        self._file.write(text[:100])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_is_full(run: Run, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is written whole or not at all, and the file is named."""
    real = Path.open

    def opened(path: Path, *arguments: Any, **options: Any) -> Any:
        file = real(path, *arguments, **options)
        return Full(file) if path == target else file

    monkeypatch.setattr(Path, "open", opened)
    refused(run, target, GAME, parts=(f"{target}: {os.strerror(errno.ENOSPC)}",))
    assert not target.exists()
