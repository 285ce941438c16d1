"""The command line: what a person and a script get from each command, and one line for every mistake."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import railrules.arena
from railrules import Record, load, verify
from tests.cli.given import Install, Run, entry, one_line_error, told_in_one_line

TOYS = pytest.mark.usefixtures("toys")


def test_games_as_table_and_json(run: Run) -> None:
    """`games` lists the installed games; its JSON is a list of objects with the promised keys."""
    assert "Station Manager" in run("games").stdout
    (game,) = [entry for entry in json.loads(run("games", "--json").stdout) if entry["id"] == "station-manager"]
    options = game.pop("options")
    assert game == {
        "id": "station-manager",
        "title": "Station Manager",
        "players": [2, 4],
        "designer": "Michael Schacht",
        "rules_version": 1,
        "package": "railrules",
    }
    assert [option["name"] for option in options] == [option.name for option in load("station-manager").info.options]
    assert options[0] == {"name": "rounds", "default": 1, "bounds": "an int in 1..20", "help": "rounds per game", "rule": "MGR-8.4"}
    assert options[1]["bounds"] == "'random' or an int in 0..players-1"
    assert options[2]["default"] is True


def test_one_game(run: Run) -> None:
    """`games GAME` shows how many play, the options with their bounds and rules, and who can play it."""
    shown = run("games", "station-manager")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.startswith("Station Manager (Michael Schacht): 2-4 players, 3 by default\n")
    for option in load("station-manager").info.options:
        row = next(line for line in shown.stdout.splitlines() if option.name in line)
        for part in (str(option.default), option.rule):
            assert part in row
    assert "Agents: flat-mc, greedy, ismcts, random\n" in shown.stdout
    (data,) = json.loads(run("games", "station-manager", "--json").stdout)
    assert data in json.loads(run("games", "--json").stdout)
    one_line_error(run("games", "chess-manager"), "no game 'chess-manager'", "station-manager")


@TOYS
def test_one_game_that_leaves_things_out(run: Run) -> None:
    """Without options there is no table of them, without a year none is shown, and an agent that cannot play it is not offered."""
    heap = run("games", "heap").stdout
    assert heap == "Heap (everybody, 1900): 1-4 players, 2 by default\nAgents: flat-mc, ismcts, random\n"
    assert run("games", "parcels").stdout.startswith("Parcels (nobody): 1-3 players, 2 by default\n")
    assert json.loads(run("games", "heap", "--json").stdout)[0]["options"] == []


def test_a_broken_plugin_is_left_out_and_told(run: Run, install: Install) -> None:
    """The list goes on without it, stderr says why in one line, and asking for it is an error."""
    install(entry("careless", "tests.cli.given:Careless"), entry("heap", "tests.unit.toy:Heap"))
    for shown in (run("games"), run("games", "--json")):
        assert shown.exit_code == 0
        assert "heap" in shown.stdout
        assert "careless" not in shown.stdout
        told_in_one_line(shown.stderr, "left out: game 'careless' of package (unknown) cannot be loaded: Careless.info.title is ''; expected a text")
    assert run("games", "heap").stderr == ""
    one_line_error(run("games", "careless"), "Careless.info.title is ''; expected a text")


def test_simulate_table(run: Run) -> None:
    """`simulate` shows scores, win shares with intervals, turns and speed."""
    result = run("simulate", "station-manager", "--players", "2", "--agents", "greedy,random", "--games", "4", "--seed", "3")
    assert result.exit_code == 0
    for part in ("greedy", "random", "mean score", "win share", "95% interval", "turns", "decisions a second"):
        assert part in result.stdout


def test_simulate_json_is_one_document_and_reproducible(run: Run) -> None:
    """The same seeds give the same games; speed is the only thing that may differ."""
    arguments = ("simulate", "station-manager", "--players", "3", "--agents", "random", "--games", "3", "--seed", "9", "--json")
    first, second = (json.loads(run(*arguments).stdout) for _ in range(2))
    assert first["games"] == second["games"]
    assert [game["seed"] for game in first["games"]] == [9, 10, 11]
    assert first["summary"]["players"][0]["seats"] == 9


def test_simulate_in_processes_gives_the_same_games(run: Run, tmp_path: Path) -> None:
    """The number of processes changes neither results nor records."""
    shared = ("simulate", "station-manager", "--players", "2", "--agents", "random,greedy", "--games", "4", "--json")
    alone = run(*shared, "--out", str(tmp_path / "one"))
    together = run(*shared, "--jobs", "2", "--out", str(tmp_path / "two"))
    assert json.loads(alone.stdout)["games"] == json.loads(together.stdout)["games"]
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == [f"station-manager-2p-seed{seed}.json" for seed in range(4)]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_records_do_not_change_what_is_played(run: Run, tmp_path: Path) -> None:
    """Games are the same with and without records."""
    shared = ("simulate", "station-manager", "--games", "2", "--agents", "greedy", "--json", "--option", "rounds=2")
    plain, kept = run(*shared), run(*shared, "--out", str(tmp_path))
    assert json.loads(plain.stdout)["games"] == json.loads(kept.stdout)["games"]
    assert json.loads(plain.stdout)["options"] == {"rounds": 2}


def test_agents_change_seats_unless_fixed(run: Run) -> None:
    """By default agents move on by one seat from game to game."""
    shared = ("simulate", "station-manager", "--players", "2", "--agents", "greedy,random", "--games", "2", "--json")
    moved = [game["agents"] for game in json.loads(run(*shared).stdout)["games"]]
    fixed = [game["agents"] for game in json.loads(run(*shared, "--fixed-seats").stdout)["games"]]
    assert moved == [["greedy", "random"], ["random", "greedy"]]
    assert fixed == [["greedy", "random"]] * 2


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("chess-manager",), ("no game 'chess-manager'", "station-manager")),
        (("station-manager", "--players", "5"), ("bad-player-count", "2..4", "5")),
        (("station-manager", "--agents", "genius"), ("no agent 'genius'", "random", "greedy")),
        (("station-manager", "--agents", "random,greedy"), ("2 names", "expected 1, or 3 in the order of the seats")),
        (("station-manager", "--option", "rounds=0"), ("bad-option-value", "rounds", "1..20")),
        (("station-manager", "--option", "rounds=true"), ("bad-option-type", "rounds")),
        (("station-manager", "--option", "wheels=4"), ("unknown-option", "wheels", "rounds")),
        (("station-manager", "--option", "rounds"), ("name=value",)),
        (("station-manager", "--option", "rounds=2", "--option", "rounds=3"), ("rounds is given twice",)),
        (("station-manager", "--option", f"rounds={'9' * 5000}"), ("bad-option-type", "rounds = '999", " ... 9", "1..20")),
        (("station-manager", "--option", f"rounds={'9' * 18}"), ("bad-option-value", "9" * 18)),
        (("station-manager", "--option", "rounds=-3"), ("bad-option-value", "rounds = -3", "1..20")),
        (("station-manager", "--option", "rounds=--3"), ("bad-option-type", "rounds = '--3'")),
        (("station-manager", "--option", "rounds=\u0663"), ("bad-option-type", "rounds = '\u0663'")),
        (("station-manager", "--option", "=3"), ("name=value",)),
        (("station-manager", "--option", "players=3"), ("unknown-option", "no option 'players' (given 3)", "goes first")),
        (("station-manager", "--players", "9" * 5000), ("--players",)),
        (("station-manager", "--players", "9" * 1000), ("bad-player-count", " ... ")),
        (("station-manager", "--seed", "9" * 5000), ("--seed",)),
        (("station-manager", "--games", "0"), ("--games",)),
        (("station-manager", "--seed", "-1"), ("--seed",)),
        (("station-manager", "--seed", str(2**53 - 1), "--games", "2"), ("last seed",)),
        (("station-manager", "--speed", "9"), ("--speed",)),
        (("station-manager", "--content", "nowhere.toml"), ("nowhere.toml", "bad-content")),
    ],
)
def test_simulate_refuses_in_one_line(run: Run, arguments: tuple[str, ...], parts: tuple[str, ...]) -> None:
    """What is wrong with the call is told in one line with the bounds."""
    one_line_error(run("simulate", *arguments), *parts)


def test_simulate_refuses_to_write_over_other_records(run: Run, tmp_path: Path) -> None:
    """A file of the name that holds something else stays as it is; the same record may be there already."""
    call = ("simulate", "station-manager", "--players", "2", "--seed", "5", "--games", "2", "--out", str(tmp_path))
    names = [f"station-manager-2p-seed{seed}.json" for seed in (5, 6)]
    assert run(*call).exit_code == 0
    written = [(tmp_path / name).read_bytes() for name in names]
    again = run(*call)
    assert (again.exit_code, again.stderr) == (0, "")
    assert f"2 records in {tmp_path}" in again.stdout
    assert [(tmp_path / name).read_bytes() for name in names] == written
    other = (*call, "--option", "rounds=2")
    one_line_error(run(*other), names[0], "exists already with another content and is left as it is", "--out", "--seed")
    assert [(tmp_path / name).read_bytes() for name in names] == written
    (tmp_path / names[1]).unlink()
    (tmp_path / names[1]).mkdir()
    one_line_error(run(*call), names[1], "exists already")
    assert sorted(path.name for path in tmp_path.iterdir()) == names


@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_simulate_one_game(run: Run, tmp_path: Path, json_too: tuple[str, ...]) -> None:
    """One of a thing is not told in the plural, and JSON is the only thing on stdout."""
    result = run("simulate", "station-manager", "--players", "2", "--out", str(tmp_path), *json_too)
    assert result.exit_code == 0
    if json_too:
        assert len(json.loads(result.stdout)["games"]) == 1
    else:
        assert "2 players, 1 game" in result.stdout
        assert f"1 record in {tmp_path}\n" in result.stdout


def test_simulate_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    """A file in the way of the folder is told by its name."""
    (tmp_path / "taken").write_text("mine")
    one_line_error(run("simulate", "station-manager", "--out", str(tmp_path / "taken")), str(tmp_path / "taken"), "File exists")
    assert (tmp_path / "taken").read_text() == "mine"


@TOYS
@pytest.mark.parametrize(
    ("game_id", "parts"),
    [
        ("stuck", ("game 'stuck' is broken: player ", " is to act and has no legal action")),
        ("endless", ("game 'endless' is broken: nobody is to act and there is no outcome",)),
    ],
)
@pytest.mark.parametrize("keep", [True, False])
def test_simulate_a_broken_game(run: Run, tmp_path: Path, game_id: str, parts: tuple[str, ...], keep: bool) -> None:
    """A plugin that breaks the contract is told as such, with and without records."""
    one_line_error(run("simulate", game_id, *(("--out", str(tmp_path)) if keep else ())), *parts)
    assert list(tmp_path.iterdir()) == []


def test_simulate_drops_records_once_they_are_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long series keeps no play in memory: what is summed up holds results alone, and the plays are in the files."""
    real = railrules.arena.summarize
    kept: list[railrules.arena.GameResult] = []

    def watched(results: list[railrules.arena.GameResult]) -> railrules.arena.Summary:
        kept.extend(results)
        return real(results)

    monkeypatch.setattr("railrules.cli._simulate.summarize", watched)
    assert run("simulate", "station-manager", "--games", "3", "--out", str(tmp_path)).exit_code == 0
    assert [(result.seed, result.record) for result in kept] == [(0, None), (1, None), (2, None)]
    assert len(list(tmp_path.iterdir())) == 3


def test_simulate_interrupted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with the exit code that shells expect and no summary; records of the games that were played are whole."""
    real = railrules.arena.play_games

    def interrupted(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield next(iter(real(*arguments, **options)))
        raise KeyboardInterrupt

    monkeypatch.setattr("railrules.cli._simulate.play_games", interrupted)
    result = run("simulate", "station-manager", "--games", "5", "--out", str(tmp_path))
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "")
    (path,) = tmp_path.iterdir()
    assert verify(Record.read(path)).ok


@TOYS
def test_a_fault_in_a_plugin_is_one_line(run: Run, tmp_path: Path) -> None:
    """An exception that nobody expected is told with its place and the way to see more, and is let through there."""
    call = ("simulate", "crashing", "--out", str(tmp_path))
    one_line_error(run(*call), "unexpected RuntimeError: three matches in current_player, ", "given.py:", "RAILRULES_TRACEBACK=1")
    through = run(*call, RAILRULES_TRACEBACK="1")
    assert isinstance(through.exception, RuntimeError)
    assert str(through.exception) == "three\nmatches"
    assert "railrules:" not in through.stderr
    for off in ("", "0"):
        one_line_error(run(*call, RAILRULES_TRACEBACK=off), "unexpected RuntimeError")


def test_bad_agents_leave_no_folder(run: Run, tmp_path: Path) -> None:
    """A call that is refused has made no folder and no file."""
    one_line_error(run("simulate", "station-manager", "--agents", "genius", "--out", str(tmp_path / "new")))
    assert not (tmp_path / "new").exists()


def test_verify_good_records(run: Run, record_file: Path) -> None:
    """`verify` says ok and leaves the file as it is."""
    before = record_file.read_bytes()
    result = run("verify", str(record_file))
    assert result.exit_code == 0
    assert re.search(r": ok, \d+ moves, finished", result.stdout)
    assert record_file.read_bytes() == before
    (report,) = json.loads(run("verify", "--json", str(record_file)).stdout)
    assert report["ok"]
    assert report["divergence"] is None


def test_verify_names_the_first_divergent_move(run: Run, record_file: Path) -> None:
    """A changed move gives exit code 1 and its number."""
    data = json.loads(record_file.read_text())
    data["moves"][4]["events"] = "00000000"
    record_file.write_text(json.dumps(data))
    result = run("verify", str(record_file))
    assert result.exit_code == 1
    assert "DIVERGES at moves[4] (move 5): digest of events" in result.stdout


def test_verify_goes_on_after_a_file_that_cannot_be_read(run: Run, record_file: Path, tmp_path: Path) -> None:
    """Each file has its verdict; what cannot be read is told on stderr, and the exit code is that of the worst."""
    diverging = tmp_path / "changed.json"
    data = json.loads(record_file.read_text())
    data["moves"][4]["events"] = "00000000"
    diverging.write_text(json.dumps(data))
    (tmp_path / "cut.json").write_text('{"format"')
    cut, none = str(tmp_path / "cut.json"), str(tmp_path / "none.json")
    files = [none, str(record_file), cut, str(diverging)]
    result = run("verify", *files)
    assert result.exit_code == 2
    assert [line.rpartition("json: ")[2].split()[0] for line in result.stdout.splitlines()] == ["ok,", "DIVERGES"]
    first, second = result.stderr.splitlines()
    assert first == f"railrules: {none}: cannot be read: No such file or directory"
    assert second.startswith(f"railrules: {cut}: not a whole JSON document: ")
    as_json = run("verify", "--json", *files)
    assert (as_json.exit_code, as_json.stderr) == (2, "")
    reports = json.loads(as_json.stdout)
    assert [report["file"] for report in reports] == files
    assert [report["ok"] for report in reports] == [False, True, False, False]
    assert [report["error"] is None for report in reports] == [False, True, False, True]
    assert reports[0]["error"] == f"{none}: cannot be read: No such file or directory"
    assert reports[3]["divergence"].startswith("moves[4] (move 5): digest of events: ")
    assert reports[1] == {
        "file": str(record_file),
        "ok": True,
        "moves": len(data["moves"]),
        "stopped": None,
        "compared": ["states", "events"],
        "divergence": None,
        "error": None,
    }
    assert run("verify", str(record_file), str(diverging)).exit_code == 1
    one_line_error(run("verify", none), none)


def test_verify_says_what_was_not_compared(run: Run, record_file: Path) -> None:
    """A record of another layout verifies as far as that goes, and the report says how far."""
    data = json.loads(record_file.read_text())
    for name, left_out in (("state_schema", "states have"), ("event_schema", "states and events have")):
        data["game"][name] = "000000000000"
        record_file.write_text(json.dumps(data))
        result = run("verify", str(record_file))
        assert result.exit_code == 0
        assert result.stdout.endswith(f", finished ({left_out} another layout here and were not compared)\n")
    (report,) = json.loads(run("verify", "--json", str(record_file)).stdout)
    assert (report["ok"], report["compared"]) == (True, [])


def test_verify_names_the_file_of_every_error(run: Run, record_file: Path) -> None:
    """Also where the error is about the game and not about the file."""
    record_file.write_text(record_file.read_text().replace('"station-manager"', '"station-monger"'))
    result = run("verify", str(record_file))
    assert result.stderr.startswith(f"railrules: {record_file}: no game 'station-monger'; installed: ")


@pytest.mark.parametrize(
    ("damage", "parts"),
    [
        (lambda text: text[: len(text) // 2], ("not a whole JSON document",)),
        (lambda text: text.replace('"rng_position"', '"rng"'), ("rng_position", "missing")),
        (lambda text: text.replace('"stopped"', '"extra":1,"stopped"'), ("extra", "unknown key")),
        (lambda text: text.replace('"rules_version":1', '"rules_version":2'), ("rules_version", "found 2")),
        (lambda text: text.replace("record@1", "record@9"), ("format", "record@9")),
        (lambda text: text.replace('"station-manager"', '"station-monger"'), ("no game 'station-monger'",)),
        (lambda text: re.sub(r'"content":"[0-9a-f]+"', '"content":"ff"', text), ("content",)),
    ],
)
def test_unreadable_records(run: Run, record_file: Path, damage: Callable[[str], str], parts: tuple[str, ...]) -> None:
    """A record that is cut, foreign or of another version gives its own error, and the file stays as it is."""
    record_file.write_text(damage(record_file.read_text()))
    before = record_file.read_bytes()
    one_line_error(run("verify", str(record_file)), *parts)
    one_line_error(run("replay", str(record_file)), *parts)
    assert record_file.read_bytes() == before


def test_missing_record(run: Run, tmp_path: Path) -> None:
    """A file that is not there is named."""
    one_line_error(run("verify", str(tmp_path / "none.json")), "none.json", "No such file")


def test_replay_shows_moves_and_table(run: Run, record_file: Path) -> None:
    """`replay` lists the moves with names and shows the table; `--to` stops on the way."""
    whole = run("replay", str(record_file))
    assert whole.exit_code == 0
    assert "random 0: " in whole.stdout
    assert "won. Points:" in whole.stdout
    part = run("replay", str(record_file), "--to", "3")
    assert "turn" in part.stdout
    assert len(re.findall(r"^ +\d+  random", part.stdout, flags=re.MULTILINE)) == 3
    one_line_error(run("replay", str(record_file), "--to", "9999"), "no move 9999", "0..")


def test_replay_as_player_hides_hands(run: Run, record_file: Path) -> None:
    """A player sees the own hand, a spectator none; nobody sees a private step of another."""
    mine = run("replay", str(record_file), "--to", "4", "--as", "1")
    assert "Your hand:" in mine.stdout
    assert "Your hand:" in run("replay", str(record_file), "--as", "random 1").stdout
    assert "Your hand:" not in run("replay", str(record_file)).stdout
    for wrong in ("7", "2", "-1", "nobody", "", "9" * 5000, "\u0661"):
        one_line_error(run("replay", str(record_file), "--as", wrong), f"--as {wrong}: expected a player in 0..1 or a name: random 0, random 1")


def test_a_chapter_whose_ids_have_no_point(run: Run) -> None:
    """INV-1 to INV-13 are the chapter INV."""
    lines = run("rules", "station-to-station", "inv").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [f"INV-{number}" for number in range(1, 14)]
    one_line_error(run("rules", "station-to-station", "NOPE-1"), "or of a chapter: STS-1, STS-2, ", ", INV, P\n")


def test_the_content_of_another_game(run: Run, tmp_path: Path) -> None:
    """It is told as such, not by the first table that is missing."""
    for game, other in (
        ("station-manager", "station-master"),
        ("station-master", "station-to-station"),
        ("station-to-station", "station-manager"),
        ("railroad-operations", "station-master"),
    ):
        file = tmp_path / f"{other}.toml"
        run("content", "export", other, str(file))
        one_line_error(run("content", "check", game, str(file)), f"{file}", "meta.game", f"expected '{game}'", f"found '{other}'")


def test_rules_page_and_one_rule(run: Run) -> None:
    """`rules` shows the page, or one rule by its id in any case."""
    assert "# Station Manager" in run("rules", "station-manager").stdout
    one = run("rules", "station-manager", "mgr-3.2")
    assert one.stdout.startswith("MGR-3.2 ")
    assert one.stdout.count("\n") == 1
    families = "MGR-1, MGR-2, MGR-3, MGR-4, MGR-5, MGR-6, MGR-7, MGR-8, MGR-9, MGR-10, MGR-D, MGR-C, MGR-I\n"
    for wrong in ("MGR-99.9", "MGR-99", "MGR", "3.2", "", "*", "MGR-3.2.1", "(", "9" * 5000):
        one_line_error(
            run("rules", "station-manager", wrong), f"no rule {wrong!r}; expected the id of a rule, such as ", f", or of a chapter: {families}"
        )


@pytest.mark.parametrize(
    ("wanted", "first", "least"),
    [("MGR-4", "MGR-4.1 ", 5), ("mgr-1", "MGR-1.1 ", 5), ("MGR-10", "MGR-10.1 ", 5), ("MGR-C", "MGR-C1 ", 9), ("mgr-d", "MGR-D1 ", 2)],
)
def test_a_chapter_of_the_rules(run: Run, wanted: str, first: str, least: int) -> None:
    """The id without its last number shows all rules of the chapter, one a line, and no others; a star or a dot may follow it."""
    result = run("rules", "station-manager", wanted)
    lines = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines[0].startswith(first)
    assert len(lines) >= least
    assert all(re.match(rf"{wanted.upper()}\.?[0-9]+ ", line) for line in lines)
    for form in (f"{wanted}.", f"{wanted}*", f"{wanted}.*"):
        assert run("rules", "station-manager", form).stdout == result.stdout


def test_the_rules_page_at_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal the page is set, with the marks of its Markdown gone."""
    written = StringIO()
    monkeypatch.setattr("railrules.cli._pages.out", Console(file=written, force_terminal=True, width=100))
    result = run("rules", "station-manager")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Station Manager" in written.getvalue()
    assert "**MGR-1.1**" not in written.getvalue()


@TOYS
def test_a_game_without_pages(run: Run, tmp_path: Path) -> None:
    """A game that has no rules page, no content file, or no content at all says so."""
    one_line_error(run("rules", "heap"), "heap has no rules page")
    one_line_error(run("content", "export", "heap", str(tmp_path / "heap.toml")), "heap has no content file")
    one_line_error(run("content", "check", "heap"), "heap has no content file")
    one_line_error(run("content", "check", "heap", "heap.toml"), "heap.toml", "Heap has no content to replace")
    assert list(tmp_path.iterdir()) == []
    assert run("content", "export", "parcels").stdout.startswith('game = "parcels"\n')


def test_every_rule_that_a_rejection_cites_is_on_the_page() -> None:
    """The rule ids in the code of the game exist on its rules page."""
    game = load("station-manager")
    page = game.rules_text() or ""
    package = Path(sys.modules[type(game).__module__].__file__ or "").parent
    cited = {rule for path in package.rglob("*.py") for rule in re.findall(r"MGR-[A-Z]?[0-9]+(?:\.[0-9]+)?", path.read_text())}
    assert len(cited) > 40
    assert not [rule for rule in sorted(cited) if f"**{rule}**" not in page]


def test_content_export_and_check(run: Run, tmp_path: Path) -> None:
    """The shipped content can be written out, changed and checked; an existing file is never written over."""
    path = tmp_path / "mine.toml"
    assert run("content", "export", "station-manager", str(path)).exit_code == 0
    assert run("content", "export", "station-manager").stdout == path.read_text()
    assert "ok for Station Manager" in run("content", "check", "station-manager", str(path)).stdout
    one_line_error(run("content", "export", "station-manager", str(path)), "exists already")
    path.write_text(path.read_text().replace("bonus = 8", "bonus = 21"))
    one_line_error(run("content", "check", "station-manager", str(path)), "MGR-C9", "orders.item[5].bonus", "1..20", "21")
    assert run("content", "check", "station-manager").exit_code == 0


def test_own_content_plays_and_verifies_with_itself_only(run: Run, tmp_path: Path) -> None:
    """A record of other content verifies with that content and is refused without it."""
    path = tmp_path / "mine.toml"
    run("content", "export", "station-manager", str(path))
    path.write_text(path.read_text().replace("bonus = 8", "bonus = 9"))
    played = run("simulate", "station-manager", "--content", str(path), "--out", str(tmp_path), "--players", "2")
    assert played.exit_code == 0
    record = str(tmp_path / "station-manager-2p-seed0.json")
    assert run("verify", record, "--content", str(path)).exit_code == 0
    one_line_error(run("verify", record), record, "content", "--content FILE")
    one_line_error(run("replay", record), "content", "--content FILE")


def test_play_by_number_notation_and_refusal(run: Run, tmp_path: Path) -> None:
    """A person plays by number or notation, has a refusal explained with its rule, and leaves with a saved record."""
    typed = "?\nclaim\n?\n99\nnonsense\n?discard CLr\n?draw\nt\n1\nq\n"
    result = run("play", "station-manager", "--players", "2", "--option", "first_seat=0", "--seed", "3", "--out", str(tmp_path), input=typed)
    assert result.exit_code == 0, result.output
    assert "Your hand:" in result.stdout
    assert "Refused: a turn begins with" in result.stdout
    assert "MGR-3.1 " in result.stdout
    assert "no action 99; expected a number in 1..2" in result.stdout
    assert "'nonsense' is no action" in result.stdout
    assert "That is legal." in result.stdout
    (path,) = tmp_path.glob("*.json")
    assert f"Record saved: {path}" in result.stdout.replace("\n", "")
    record = Record.read(path)
    assert record.stopped == "left by the player"
    assert len(record.moves) == 1
    assert run("verify", str(path)).exit_code == 0


def test_play_undo_where_allowed(run: Run, tmp_path: Path) -> None:
    """`u` takes back the open card, but not a draw."""
    typed = "open\nu\ndraw\nu\nq\n"
    result = run("play", "station-manager", "--players", "2", "--option", "first_seat=0", "--out", str(tmp_path), input=typed)
    assert "Not undone: the last move drew by chance or revealed something." in result.stdout
    (path,) = tmp_path.glob("*.json")
    assert [move.action["kind"] for move in Record.read(path).moves] == ["DrawFreight"]


def test_play_saves_when_input_ends(run: Run, tmp_path: Path) -> None:
    """The end of the input, like Ctrl-C, saves the record and says where; a second play writes over nothing."""
    for _ in range(2):
        result = run("play", "station-manager", "--human", "0,1,2", "--out", str(tmp_path))
        assert result.exit_code == 0
        assert "Record saved: " in result.stdout
    assert len(list(tmp_path.glob("*.json"))) == 2


def test_play_to_the_end(run: Run, tmp_path: Path) -> None:
    """A person who always takes the first action reaches the end of the game."""
    result = run("play", "station-manager", "--players", "2", "--agents", "greedy", "--out", str(tmp_path), input="1\n" * 400)
    assert result.exit_code == 0
    assert "won. Points:" in result.stdout
    (path,) = tmp_path.glob("*.json")
    assert Record.read(path).stopped is None


@pytest.mark.parametrize("humans", ["5", "3", "x", "0,-1", "", "0,", "0,0", "1,0,1", "9" * 5000, "0,\u0661"])
def test_play_refuses_seats(run: Run, humans: str) -> None:
    """Seats that are not there, or stand there twice, are refused."""
    one_line_error(run("play", "station-manager", "--human", humans), "--human", "0..2")


def test_bench_prints_a_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bench` prints tables or one JSON document, tells its progress on stderr, and refuses an unknown game before it measures."""
    monkeypatch.setattr("railrules.cli.bench._run.RATIOS", ())
    shown = run("bench", "--pieces", "2", "--seconds", "0.01")
    assert shown.exit_code == 0, shown.output
    assert "bytes" in shown.stdout
    assert "import time ..." in shown.stderr
    assert json.loads(run("bench", "--json", "--pieces", "2", "--seconds", "0.01").stdout)
    one_line_error(run("bench", "nothing"), "no game 'nothing'")
    one_line_error(run("bench", "--pieces", "1"), "--pieces")


def test_help_and_version(run: Run) -> None:
    """Help names all commands; no command at all shows it too."""
    for result in (run("--help"), run()):
        assert result.exit_code == 0
        for name in ("games", "simulate", "play", "replay", "verify", "rules", "content", "bench"):
            assert name in result.output
    assert re.match(r"railrules, version \d", run("--version").stdout)
    one_line_error(run("fly"), "fly")


def test_no_traceback_as_a_process(tmp_path: Path) -> None:
    """The installed command ends with exit code 2 and one line."""
    (tmp_path / "cut.json").write_bytes(b'{"format": "railrules/re')
    child = subprocess.run(
        [sys.executable, "-m", "railrules", "verify", str(tmp_path / "cut.json")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert child.returncode == 2
    assert child.stdout == ""
    assert child.stderr.count("\n") == 1
    assert "Traceback" not in child.stderr
