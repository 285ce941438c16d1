"""Golden records: written by one command, held by the kit, and lifted by migrations."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from click.testing import CliRunner

from railrules import Record, VersionError, verify
from railrules.cli._main import cli
from railrules.testing import Playout, Profile, check
from railrules.testing import _golden as kit
from railrules.testing._breach import Breach
from railrules.testing.games import RightOfWay
from tests.testing.saboteurs import info

GAME = RightOfWay()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the golden records of the healthy game."""
    kit.write(tmp_path / "golden", kit.refreshed(GAME, tmp_path / "golden"))
    return tmp_path / "golden"


def fault(game: RightOfWay, folder: Path) -> str:
    with pytest.raises(Breach) as caught:
        kit.check_golden(game, folder)
    return caught.value.what


def test_what_is_written(folder: Path) -> None:
    """One record per way of ending, one long game per player count, each with its text; all of it holds."""
    assert sorted(path.name for path in folder.iterdir()) == ["ends-last-round.json", "ends-last-round.txt", "long-2p.json", "long-2p.txt"]
    assert kit.check_golden(GAME, folder) == 2
    assert verify(Record.read(folder / "long-2p.json"), GAME).ok
    assert list(kit.changes(folder, kit.refreshed(GAME, folder))) == []


def test_the_text_can_be_read(folder: Path) -> None:
    """Setup, turns with the state of things, and the end."""
    lines = (folder / "long-2p.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("Right of Way, rules version 1: Player 0, Player 1; default options; seed ")
    assert any(line.startswith("   1  Player 0: set-route ") and line.endswith("[scores 0 0]") for line in lines)
    assert lines[-1].startswith("Over by last-round after ")


class Renamed(RightOfWay):
    """The same rules, other words."""

    def action_to_str(self, view: Any, action: Any) -> str:
        return f"to {super().action_to_str(view, action)}"


class Dearer(RightOfWay):
    """Other rules under the same version: the first score is another."""

    def initial_state(self, config: Any, chance: Any, log: Any = None) -> Any:
        return attrs.evolve(super().initial_state(config, chance, log), scores=(1, -1))


class Younger(Dearer):
    """The other rules under a version of their own, without a migration."""

    info = info(rules_version=2)


class Broken(Younger):
    """The other rules, and a stated break."""

    breaks: ClassVar[Any] = {1: "the first score was another"}


class Lifted(RightOfWay):
    """The next version of the same rules, with a migration."""

    info = info(rules_version=2)
    migrations: ClassVar[Any] = {1: lambda data: data | {"game": data["game"] | {"rules_version": 2}}}


def test_other_words_are_shown(folder: Path) -> None:
    """A text that reads differently is a fault, told with its line."""
    assert f"{folder / 'ends-last-round.txt'} reads differently now, from line 5; see railrules golden right-of-way" in fault(Renamed(), folder)


def test_other_rules_need_another_version(folder: Path) -> None:
    """A record that diverges says that the rules have changed."""
    text = fault(Dearer(), folder)
    assert "does not hold: it diverges at setup: " in text
    assert "if that is meant, rules_version must rise" in text


def test_another_version_needs_a_migration(folder: Path) -> None:
    """Without migration and without a stated break the kit fails."""
    text = fault(Younger(), folder)
    assert "found 1, and no migration leads from there; give the game a migration, or state the break in Game.breaks" in text


def test_a_stated_break_is_taken(folder: Path) -> None:
    """Old records may be given up by saying so; new ones are wanted then."""
    assert "holds no game that ends by 'last-round'" in fault(Broken(), folder)
    with pytest.raises(VersionError, match=r"found 1: the first score was another$"):
        verify(Record.read(folder / "long-2p.json"), Broken())


def test_a_migration_is_held_to_the_old_records(folder: Path) -> None:
    """Records of an older version go through the migration; their texts are of their time."""
    assert kit.check_golden(Lifted(), folder) == 2
    (folder / "long-2p.txt").unlink()
    assert kit.check_golden(Lifted(), folder) == 2


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (lambda folder: (folder / "long-2p.txt").unlink(), "long-2p.json has no long-2p.txt beside it"),
        (lambda folder: (folder / "long-2p.json").unlink(), "holds no long-2p.json"),
        (lambda folder: (folder / "long-2p.json").write_text("{"), "a golden record cannot be read: "),
        (lambda folder: [path.unlink() for path in list(folder.iterdir())], "holds no records; write them with: railrules golden right-of-way"),
    ],
)
def test_a_spoiled_folder(folder: Path, spoil: Callable[[Path], Any], text: str) -> None:
    """What is missing or broken is named."""
    spoil(folder)
    assert text in fault(GAME, folder)


def test_a_record_of_an_unfinished_game_may_be_kept(folder: Path) -> None:
    """More records than the kit asks for are welcome, unfinished ones too."""
    data = json.loads((folder / "long-2p.json").read_text(encoding="utf-8"))
    match = kit._played(GAME, Playout(2, (("rounds", 2),), 3, 4))
    assert match.outcome is None
    kit.write(folder, [kit.Golden("left", match.record().to_json(), kit.written_down(match))])
    assert kit.check_golden(GAME, folder) == 3
    text = (folder / "left.txt").read_text(encoding="utf-8")
    assert "rounds=2; seed 3" in text
    assert text.endswith("Left after 4 moves.\n")
    assert data["outcome"] is not None


def test_refreshing_replays_what_is_there(folder: Path) -> None:
    """Under changed rules the kept actions are played again; what the rules no longer take is looked for anew."""
    changed = list(kit.changes(folder, kit.refreshed(Renamed(), folder)))
    assert [golden.name for golden, _ in changed] == ["ends-last-round", "long-2p"]
    assert "+   1  Player 0: to set-route" in changed[0][1]
    kit.write(folder, [golden for golden, _ in changed])
    assert kit.check_golden(Renamed(), folder) == 2


def test_the_command_shows_before_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --write nothing is touched and the exit code is 1; afterwards all is as it should be."""
    monkeypatch.setattr("railrules.cli._check.load", lambda _: GAME)
    target = tmp_path / "golden"
    run = CliRunner().invoke
    shown = run(cli, ["golden", "right-of-way", str(target)])
    assert (shown.exit_code, target.exists()) == (1, False)
    assert "+   1  Player 0: set-route" in shown.stdout
    assert "2 golden records would change; --write changes them" in shown.stdout
    assert run(cli, ["golden", "right-of-way", str(target), "--write"]).stdout.endswith(f"wrote 2 golden records to {target}\n")
    again = run(cli, ["golden", "right-of-way", str(target)])
    assert (again.exit_code, again.stdout) == (0, f"2 golden records in {target}, all as they should be\n")


def test_the_kit_checks_golden_records(folder: Path) -> None:
    """The check comes last, and only where a folder is given."""
    results = list(check(RightOfWay, Profile("few", 2), golden=folder))
    assert (results[-1].name, results[-1].ok, results[-1].playouts) == ("golden", True, 2)
    (result,) = check(Renamed, Profile("few", 2), golden=folder, only=["golden"])
    assert result.failure is not None
    assert "reads differently now" in result.failure.text
