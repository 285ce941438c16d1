"""`play`: what a person at the terminal is told, what is kept, and what is refused before the first move."""

import json
import re
import signal
import sys
from io import StringIO
from pathlib import Path

import attrs
import pytest

from railrules import Match, Record, new_match, resume, verify
from railrules.cli._play import HELP, LEGEND_HINT, Table, free_path
from tests.cli.given import Run, one_line_error, told_in_one_line
from tests.unit.toy import Keep, Mark, Parcels

TOYS = pytest.mark.usefixtures("toys")
STATION = ("play", "station-manager", "--players", "2", "--option", "first_seat=0")


def saved(folder: Path) -> Record:
    """The one record in a folder."""
    (path,) = folder.iterdir()
    return Record.read(path)


# ---- what is told ------------------------------------------------------------------------------------------------------------------------


def test_the_seed_is_shown_and_can_be_given_again(run: Run, tmp_path: Path) -> None:
    """Without a seed a new one is drawn; given again it deals the same cards."""
    first = run(*STATION, "--out", str(tmp_path / "aa"), input="q\n")
    (seed,) = re.findall(r"^Seed (\d+)\.$", first.stdout, flags=re.MULTILINE)
    assert saved(tmp_path / "aa").setup.seed == int(seed)
    again = run(*STATION, "--seed", seed, "--out", str(tmp_path / "bb"), input="q\n")
    assert again.stdout.replace("/bb/", "/aa/") == first.stdout
    other = run(*STATION, "--out", str(tmp_path / "three"), input="q\n")
    assert f"Seed {seed}." not in other.stdout


@pytest.mark.parametrize(("game_id", "agent"), [("station-manager", "greedy"), ("parcels", "greedy"), ("heap", "random")])
@TOYS
def test_the_other_seats_by_default(run: Run, tmp_path: Path, game_id: str, agent: str) -> None:
    """They are played by greedy, or by random where the game says nothing of what is good."""
    assert run("play", game_id, "--players", "3", "--human", "1", "--out", str(tmp_path), input="q\n").exit_code == 0
    assert saved(tmp_path).setup.names == (f"{agent} 0", "Player 1", f"{agent} 2")


@pytest.mark.parametrize(
    ("agents", "names"),
    [("random", ("Player 0", "random 1", "random 2")), ("random,greedy", ("Player 0", "random 1", "greedy 2"))],
)
def test_agents_by_seat(run: Run, tmp_path: Path, agents: str, names: tuple[str, ...]) -> None:
    """One name serves all seats without a person, or there is one for each."""
    assert run("play", "station-manager", "--agents", agents, "--out", str(tmp_path), input="q\n").exit_code == 0
    assert saved(tmp_path).setup.names == names


@pytest.mark.parametrize(
    ("agents", "parts"),
    [
        ("genius", ("--agents: no agent 'genius'", "greedy, ismcts, random")),
        ("random,random,random", ("--agents: 3 names; expected 1, or 2 in the order of the seats",)),
        ("", ("--agents: no agent ''",)),
    ],
)
def test_agents_that_cannot_sit_down(run: Run, tmp_path: Path, agents: str, parts: tuple[str, ...]) -> None:
    """They are refused before anything is dealt or written."""
    one_line_error(run("play", "station-manager", "--agents", agents, "--out", str(tmp_path / "new")), *parts)
    assert not (tmp_path / "new").exists()


def test_events_of_two_rounds_are_told(run: Run, tmp_path: Path) -> None:
    """The deal, the moves of the others, draws without a choice, the end of a round and the points: all that a table would say."""
    options = ("--option", "rounds=2", "--option", "laid_limit=10", "--seed", "4")
    result = run("play", "station-manager", "--players", "2", *options, "--out", str(tmp_path), input="1\n" * 400)
    assert result.exit_code == 0
    match = resume(saved(tmp_path))
    game = match.game
    view = game.view(match.state, 0)
    sentences = [text for event in match.events(0) if (text := game.event_to_str(view, event, match.names))]
    lines = [line.removeprefix("Player 0> ") for line in result.stdout.splitlines()]
    told = [line for line in lines if line in set(sentences)]
    assert told == sentences
    assert "Round 1 begins; Player 0 starts." in told
    for start in (
        "Player 0 is dealt ",
        "The open card is ",
        "greedy 1 draws 2 cards",
        "Round 1 is over by ",
        "Points, laid and bonus: Player 0 ",
        "Round 2 begins; ",
    ):
        assert [line for line in told if line.startswith(start)], start
    assert [line for line in told if line.endswith(", as there is no open card.")]
    assert told[-1] == "greedy 1 wins."
    assert "greedy 1 is dealt" not in result.stdout
    assert "greedy 1 chooses" not in result.stdout


@TOYS
def test_moves_of_a_game_without_events_are_told(run: Run, tmp_path: Path) -> None:
    """Where no event tells of a move, the action stands for itself."""
    result = run("play", "silent", "--seed", "1", "--out", str(tmp_path), input="3\n" * 9)
    match = resume(saved(tmp_path), game=new_match("silent").game)
    told = [line.removeprefix("Player 0> ") for line in result.stdout.splitlines() if re.search(r"\d: take \d$", line)]
    assert told == [f"{match.names[move.player]}: take {move.action.count}" for move in match.moves]
    assert len(told) >= 3


def dealt() -> Match:
    """The match of Parcels that `PARCELS` begins."""
    return new_match(Parcels(), 2, seed=3, options={"first": 0})


PARCELS = ("play", "parcels", "--option", "first=0", "--seed", "3")
CARD, OTHER = (dealt().state.shelves[player].hand[0] for player in (0, 1))


@TOYS
def test_nothing_hidden_is_told(run: Run, tmp_path: Path) -> None:
    """Of a secret choice the others hear nothing, its player does; of the deal two people at one terminal hear what all may know."""
    typed = f"mark {CARD}\ncancel\nkeep {CARD}\nq\n"
    result = run(*PARCELS, "--human", "0,1", "--out", str(tmp_path), input=typed)
    assert result.exit_code == 0
    lines = [line.removeprefix("Player 0> ") for line in result.stdout.splitlines()]
    assert [line for line in lines if line.startswith("dealt: ")] == ["dealt: Player 0", "dealt: Player 1"]
    assert lines.count(f"chosen: Player 0, card {CARD}") == 1
    assert lines.count("Player 0: cancel") == 1
    to_the_other = lines.index("kept: Player 0")
    assert to_the_other > lines.index("Player 0: cancel") > lines.index(f"chosen: Player 0, card {CARD}")
    assert lines[to_the_other + 1 : to_the_other + 3] == ["", "Player 0: Player 0"]  # the table comes next, and nothing else is told


# ---- words -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["q", "Q", "quit", "EXIT", "  quit  "])
def test_words_that_leave(run: Run, tmp_path: Path, word: str) -> None:
    """Several words end the game, in any case; nothing after them is read."""
    result = run(*STATION, "--out", str(tmp_path), input=f"{word}\ndraw\n")
    assert result.exit_code == 0
    assert (saved(tmp_path).stopped, saved(tmp_path).moves) == ("left by the player", ())


@pytest.mark.parametrize("word", ["h", "help", "HELP", "?"])
def test_words_that_help(run: Run, tmp_path: Path, word: str) -> None:
    """Help is shown at the start and again when asked for; before any refusal ``?`` is a call for help too."""
    result = run(*STATION, "--out", str(tmp_path), input=f"{word}\nq\n")
    assert result.stdout.startswith(f"{HELP}\nSeed ")
    assert f"Player 0> {HELP}\n" in result.stdout


@TOYS
def test_a_legend(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose table has signs explains them with the help, and this is said at the start."""
    monkeypatch.setattr(Parcels, "legend", lambda _: "o  a parcel\n-  none")
    result = run("play", "parcels", "--out", str(tmp_path), input="?\nhelp\nq\n")
    assert result.stdout.startswith(f"{HELP}\n{LEGEND_HINT}\nSeed ")
    assert result.stdout.count("a parcel") == 1
    assert f"> {HELP}\n\no  a parcel\n-  none\n" in result.stdout


def test_an_empty_line_asks_again(run: Run, tmp_path: Path) -> None:
    """Enter alone does nothing; ``t`` shows the table once more."""
    result = run(*STATION, "--out", str(tmp_path), input="\n   \nt\nq\n")
    assert result.stdout.count("Player 0> ") == 4
    assert result.stdout.count("Your hand:") == 2
    assert saved(tmp_path).moves == ()


def test_explaining_what_is_no_action(run: Run, tmp_path: Path) -> None:
    """``?TEXT`` of what cannot be read says so, of a number too high the range, and plays nothing."""
    result = run(*STATION, "--out", str(tmp_path), input=f"?jump\n? 99\n? 1\n{'9' * 5000}\nq\n")
    assert "'jump' is no action; expected one of: draw, open" in result.stdout
    assert "no action 99; expected a number in 1..2 or a notation" in result.stdout
    assert "That is legal." in result.stdout
    assert f"'{'9' * 5000}' is no action" in result.stdout
    assert saved(tmp_path).moves == ()


def test_a_refusal_speaks_of_actions_in_words(run: Run, tmp_path: Path) -> None:
    """Who plays at the terminal never met the classes: ``keep route``, not ``KeepRoute``."""
    result = run("play", "station-to-station", "--seed", "5", "--out", str(tmp_path), input="hire basic N\n?\n?end turn\nq\n")
    assert "Refused: hire crew is not possible now; expected keep route. (? shows the rule)" in result.stdout
    assert "wrong-decision: hire crew is not possible now; expected keep route [STS-3.1]\n" in result.stdout
    assert "wrong-decision: end turn is not possible now; expected keep route [STS-3.1]\n" in result.stdout


def test_the_record_of_another_game(run: Run, tmp_path: Path) -> None:
    """It is not gone on with, and named."""
    run(*STATION, "--out", str(tmp_path), input="q\n")
    (path,) = tmp_path.iterdir()
    one_line_error(
        run("play", "station-master", "--resume", str(path)), f"{path}: game: expected a record of 'station-master', found 'station-manager'"
    )


@TOYS
def test_a_rule_that_stands_on_no_page(run: Run, tmp_path: Path) -> None:
    """Without a rules page the refusal is explained by its id alone."""
    result = run("play", "heap", "--out", str(tmp_path), input="take 5\n?\nu\n?\nq\n")
    assert "Refused: 5 matches cannot be taken from 7. (? shows the rule)" in result.stdout
    assert "Player 0> bad-count: 5 matches cannot be taken from 7 [HEAP-1]\n" in result.stdout
    assert "Not undone: no move was made yet." in result.stdout
    assert "nothing-to-undo: no move was made yet [HEAP-1]\n" in result.stdout


@TOYS
def test_undo_between_two_people(run: Run, tmp_path: Path) -> None:
    """What was taken back is told again when it is done again, and the other person hears of what stands only."""
    typed = f"mark {CARD}\nu\nmark {CARD}\ncancel\nu\nu\nkeep {CARD}\nkeep {OTHER}\nq\n"
    result = run(*PARCELS, "--human", "0,1", "--out", str(tmp_path), input=typed)
    assert "Not undone" not in result.stdout
    lines = [line.removeprefix("Player 0> ").removeprefix("Player 1> ") for line in result.stdout.splitlines()]
    assert lines.count(f"chosen: Player 0, card {CARD}") == 2
    assert [line for line in lines if line.startswith("kept: ")] == [
        "kept: Player 0",
        f"kept: Player 0, card {CARD}",
        "kept: Player 1",
    ]
    record = saved(tmp_path)
    assert [move.action["kind"] for move in record.moves] == ["Keep", "Keep"]
    assert verify(record, Parcels()).ok


# ---- refused before the first move -------------------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_used(run: Run, tmp_path: Path) -> None:
    """A file in the way of the folder is told before a game is played in vain."""
    (tmp_path / "taken").write_text("mine")
    for folder in (tmp_path / "taken", tmp_path / "taken" / "deeper"):
        result = run(*STATION, "--out", str(folder), input="draw\n")
        one_line_error(result, f"--out {folder}: records cannot be written there: ")
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is one where no file can be made, and the try leaves nothing behind."""

    def full(dir: Path) -> None:
        raise PermissionError(13, "Permission denied", str(dir))

    assert run(*STATION, "--out", str(tmp_path / "good"), input="q\n").exit_code == 0
    assert [path.suffix for path in (tmp_path / "good").iterdir()] == [".json"]
    monkeypatch.setattr("railrules.cli._play.tempfile.TemporaryFile", full)
    one_line_error(run(*STATION, "--out", str(tmp_path / "bad"), input="draw\n"), "records cannot be written there: Permission denied")
    assert list((tmp_path / "bad").iterdir()) == []


def test_a_closed_input(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot type cannot play; nothing is dealt."""
    monkeypatch.setattr("railrules.cli._play.sys", type("NoInput", (), {"stdin": None}))
    one_line_error(run(*STATION, "--out", str(tmp_path)), "play reads from the terminal, and its input is closed")
    assert list(tmp_path.iterdir()) == []


# ---- going on ----------------------------------------------------------------------------------------------------------------------------


def test_resume_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    """A saved game is taken up with its seed, options, names and moves; the whole of it is saved beside the old record."""
    first = run(*STATION, "--option", "rounds=2", "--seed", "3", "--out", str(tmp_path), input="1\n1\nq\n")
    assert first.exit_code == 0
    (path,) = tmp_path.iterdir()
    before = path.read_bytes()
    second = run("play", "station-manager", "--resume", str(path), "--out", str(tmp_path), input="1\nq\n")
    assert second.exit_code == 0
    assert "Seed 3." in second.stdout
    assert "round 1 of 2" in second.stdout
    assert "is dealt" not in second.stdout
    assert path.read_bytes() == before
    other = Record.read(tmp_path / "station-manager-2p-seed3-2.json")
    old = Record.read(path)
    assert (other.setup, other.moves[: len(old.moves)]) == (old.setup, old.moves)
    assert len(other.moves) == len(old.moves) + 1
    assert verify(other).ok


def test_resume_takes_nothing_else_from_the_call(run: Run, record_file: Path) -> None:
    """Players, seed and options are those of the record, and a game that is over is not gone on with."""
    for arguments in (("--players", "2"), ("--seed", "5"), ("--option", "rounds=1")):
        result = run("play", "station-manager", "--resume", str(record_file), *arguments)
        one_line_error(result, "--resume takes players, seed and options from the record; leave out --players, --seed and --option")
    one_line_error(run("play", "station-manager", "--resume", str(record_file)), str(record_file), "the game is over", "railrules replay")


@TOYS
def test_records_that_cannot_be_gone_on_with(run: Run, tmp_path: Path) -> None:
    """One of another game, one without a seed, one that is cut: each is told, and nothing is written."""
    folder = tmp_path / "out"
    match = new_match(Parcels(), 2, seed=3)
    file = tmp_path / "game.json"
    match.record().save(file)
    one_line_error(run("play", "heap", "--resume", str(file), "--out", str(folder)), "expected a record of 'heap', found 'parcels'")
    data = json.loads(file.read_text())
    data["setup"]["seed"] = None
    data["rng_position"] = 0
    file.write_text(json.dumps(data))
    message = f"{file}: its chance came from outside; expected a record with a seed"
    one_line_error(run("play", "parcels", "--resume", str(file), "--out", str(folder)), message)
    file.write_text("{")
    one_line_error(run("play", "parcels", "--resume", str(file), "--out", str(folder)), "not a whole JSON document")
    assert not folder.exists()


# ---- whatever happens, the record is written ---------------------------------------------------------------------------------------------


@TOYS
def test_the_record_is_saved_when_the_game_falls_over(run: Run, tmp_path: Path) -> None:
    """A fault in the rules costs nobody the game so far: the record is there, and the fault is told in one line."""
    result = run("play", "crashing", "--players", "1", "--out", str(tmp_path), input="take 2\ntake 2\n")
    assert result.exit_code == 2
    told_in_one_line(result.stderr, "unexpected RuntimeError: three matches in current_player, ")
    assert f"Record saved: {tmp_path}" in result.stdout
    assert [move.action["count"] for move in saved(tmp_path).moves] == [2, 2]


def test_a_terminal_that_is_closed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal to end is taken as Ctrl-C is: the record is saved."""

    def killed(_: str) -> str:
        signal.raise_signal(signal.SIGTERM)
        return "draw"

    monkeypatch.setattr("builtins.input", killed)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # in case nobody takes it
    result = run(*STATION, "--out", str(tmp_path))
    assert result.exit_code == 0
    assert "Record saved: " in result.stdout
    assert saved(tmp_path).moves == ()


def test_a_platform_without_closed_terminals(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no such signal, one plays without."""
    monkeypatch.delattr(signal, "SIGHUP", raising=False)
    assert run(*STATION, "--out", str(tmp_path), input="draw\nq\n").exit_code == 0
    assert len(saved(tmp_path).moves) == 1


def test_a_folder_that_goes_away(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder cannot be written any more at the end, the record goes elsewhere and the place is told."""
    folder, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()

    def leave(_: str) -> str:
        folder.rmdir()
        return "q"

    monkeypatch.setattr("builtins.input", leave)
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    result = run(*STATION, "--seed", "3", "--out", str(folder))
    assert result.exit_code == 0
    told_in_one_line(result.stderr, f"{folder}: No such file or directory; the record goes elsewhere")
    (path,) = elsewhere.rglob("*.json")
    assert f"Record saved: {path}\n" in result.stdout
    assert Record.read(path).setup.seed == 3


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """A number is added to the name as long as a file of that name exists."""
    path = tmp_path / "game.json"
    found = []
    for _ in range(3):
        free = free_path(path)
        free.touch()
        found.append(free.name)
    assert found == ["game.json", "game-2.json", "game-3.json"]


# ---- several people ----------------------------------------------------------------------------------------------------------------------


class Terminal(StringIO):
    """An input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(match: Match, typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    Table(match, tuple(range(match.config.players)), {}, folder).run()


def test_a_hand_is_hidden_from_the_next_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With several people at one terminal each presses Enter before their hand is shown."""
    match = attrs.evolve(dealt(), names=("Ann", "Bob"))
    at_a_terminal(match, f"\nkeep {CARD}\n\nkeep {OTHER}\n", tmp_path, monkeypatch)
    shown = capsys.readouterr().out
    asked = re.findall(r"(Ann|Bob)(, press Enter to see your table\. |> )", shown)
    assert [name if what == "> " else f"{name}?" for name, what in asked] == ["Ann?", "Ann", "Bob?", "Bob", "Ann?"]
    assert shown.count("ParcelView") == 2
    assert [move.action["kind"] for move in saved(tmp_path).moves] == ["Keep", "Keep"]


def test_one_person_presses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Alone at the terminal there is nobody to hide a hand from."""
    match = new_match(Parcels(), 1, seed=3)
    at_a_terminal(match, "t\nq\n", tmp_path, monkeypatch)
    assert "press Enter" not in capsys.readouterr().out
    assert saved(tmp_path).stopped == "left by the player"


def test_a_game_gone_on_with_tells_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Who takes up a game is told of what happens from now on."""
    match = attrs.evolve(dealt(), names=("Ann", "Bob")).play(Keep(CARD)).play(Mark(OTHER))
    at_a_terminal(match, "\nconfirm false\n\nq\n", tmp_path, monkeypatch)
    shown = capsys.readouterr().out
    assert "kept: Ann" not in shown
    assert "dealt: " not in shown
    assert shown.count("laid: Bob, ") == 1
