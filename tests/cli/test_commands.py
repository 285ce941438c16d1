"""The command line: what a person and a script get from each command, and one line for every mistake."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railrules import Record, load
from railrules.cli._main import cli

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    def invoke(*arguments: str, input: str = "") -> Result:
        return CliRunner().invoke(cli, list(arguments), input=input, env={"COLUMNS": "160"})

    return invoke


@pytest.fixture
def record_file(run: Run, tmp_path: Path) -> Path:
    result = run("simulate", "station-manager", "--players", "2", "--seed", "5", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    return tmp_path / "station-manager-2p-seed5.json"


def one_line_error(result: Result, *parts: str) -> None:
    """An error is one line on stderr, exit code 2, and names what matters."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("railrules: ")
    assert result.stderr.count("\n") == 1
    for part in parts:
        assert part in result.stderr


def test_games_as_table_and_json(run: Run) -> None:
    """`games` lists the installed games; its JSON is a list of objects with the promised keys."""
    assert "Station Manager" in run("games").stdout
    (game,) = [entry for entry in json.loads(run("games", "--json").stdout) if entry["id"] == "station-manager"]
    assert game == {"id": "station-manager", "title": "Station Manager", "players": [2, 4], "rules_version": 1, "package": "railrules"}


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
        (("station-manager", "--agents", "random,greedy"), ("2 names", "expected 1 or 3")),
        (("station-manager", "--option", "rounds=0"), ("bad-option-value", "rounds", "1..20")),
        (("station-manager", "--option", "rounds=true"), ("bad-option-type", "rounds")),
        (("station-manager", "--option", "wheels=4"), ("unknown-option", "wheels", "rounds")),
        (("station-manager", "--option", "rounds"), ("name=value",)),
        (("station-manager", "--option", "rounds=2", "--option", "rounds=3"), ("rounds is given twice",)),
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
    assert "DIVERGES at move 4: digest of events" in result.stdout


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
    one_line_error(run("replay", str(record_file), "--as", "7"), "--as 7", "0..1")


def test_rules_page_and_one_rule(run: Run) -> None:
    """`rules` shows the page, or one rule by its id in any case."""
    assert "# Station Manager" in run("rules", "station-manager").stdout
    one = run("rules", "station-manager", "mgr-3.2")
    assert one.stdout.startswith("MGR-3.2 ")
    assert one.stdout.count("\n") == 1
    one_line_error(run("rules", "station-manager", "MGR-99.9"), "no rule 'MGR-99.9'", "MGR-3.*")


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
    one_line_error(run("verify", record), "content", "content file of the record")


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


@pytest.mark.parametrize("humans", ["5", "x", "0,-1", ""])
def test_play_refuses_seats(run: Run, humans: str) -> None:
    """Seats that are not there are refused."""
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
