"""`replay` tells a saved play as one player saw it, or as a spectator did: everything they noticed, and nothing more."""

import re
from pathlib import Path

import pytest

from railrules import Match, new_match
from railrules.cli._told import told, told_of_setup
from tests.cli.given import Run, Silent
from tests.unit.toy import Cancel, Confirm, Draw, Keep, Mark, Parcels, Take

VIEWERS = pytest.mark.parametrize("viewer", [0, 1, None])


def parcels() -> Match:
    """Player 0 chooses in secret, thinks again, chooses and lays; player 1 draws, keeps and chooses."""
    match = new_match(Parcels(), 2, seed=3, options={"first": 0}, names=["Ann", "Bob"])
    card, other = (match.state.shelves[player].hand[0] for player in (0, 1))
    for action in (Mark(card), Cancel(), Mark(card), Confirm(False), Draw(), Keep(match.state.shelves[0].hand[1]), Mark(other)):
        match = match.play(action)
    return match


def arguments(viewer: int | None) -> tuple[str, ...]:
    return () if viewer is None else ("--as", str(viewer))


@VIEWERS
def test_what_each_player_is_told(viewer: int | None) -> None:
    """The shown events of each move; a secret step is told to its player alone, the taking back of it too."""
    match = parcels()
    card, other = match.moves[0].action.card, match.moves[-1].action.card
    drawn, kept = match.moves[4].picks[0][0], match.moves[5].action.card  # type: ignore[index]
    mine = viewer == 0
    assert [told(match, index, viewer) for index in range(len(match.moves))] == [
        [f"chosen: Ann, card {card}"] if mine else [],
        ["Ann: cancel"] if mine else [],
        [f"chosen: Ann, card {card}"] if mine else [],
        [f"laid: Ann, card {card}, thrown 0"],
        [f"drawn: Bob, card {drawn}" if viewer == 1 else "drawn: Bob"],
        [f"kept: Ann, card {kept}" if mine else "kept: Ann"],
        [f"chosen: Bob, card {other}"] if viewer == 1 else [],
    ]
    hands = [match.setup.picks[0], match.setup.picks[1]]
    assert told_of_setup(match, viewer) == [
        f"dealt: {name}, cards {','.join(map(str, hand))}" if viewer == player else f"dealt: {name}"  # type: ignore[arg-type]
        for player, (name, hand) in enumerate(zip(match.names, hands, strict=True))
    ]


@VIEWERS
def test_a_game_without_events_hides_nothing(viewer: int | None) -> None:
    """Its moves are told to everybody as actions, by the name of who made them."""
    match = new_match(Silent(), 2, names=["Ann", "Bob"]).play(Take(2)).play(Take(3))
    assert [told(match, index, viewer) for index in range(2)] == [["Ann: take 2"], ["Bob: take 3"]]
    assert told_of_setup(match, viewer) == []


@pytest.mark.usefixtures("toys")
@VIEWERS
def test_replay_tells_what_was_noticed(run: Run, tmp_path: Path, viewer: int | None) -> None:
    """A line for each thing, with the number of the move before the first; moves that nobody noticed have none, and no card of theirs shows."""
    file = tmp_path / "game.json"
    match = parcels()
    match.record().save(file)
    result = run("replay", str(file), *arguments(viewer))
    assert (result.exit_code, result.stderr) == (0, "")
    lines, _, table = result.stdout.partition("\n\n")
    expected = [f"      {line}" for line in told_of_setup(match, viewer)]
    for index in range(len(match.moves)):
        expected += [f"{index + 1:>4}  {line}" for line in told(match, index, viewer)]
    assert lines.splitlines() == expected
    assert table == match.game.describe(match.game.view(match.state, viewer), match.names) + "\n"
    numbers = [int(line.split()[0]) for line in expected if line[:4].strip()]
    assert numbers == {0: [1, 2, 3, 4, 5, 6], 1: [4, 5, 6, 7], None: [4, 5, 6]}[viewer]


@VIEWERS
def test_replay_of_the_bundled_game_hides_hands_and_choices(run: Run, record_file: Path, viewer: int | None) -> None:
    """Cards drawn and cards chosen are told to their player, of the others only how many; what lies is told to all."""
    text = run("replay", str(record_file), *arguments(viewer)).stdout
    for player in (0, 1):
        name = f"random {player}"
        own = [line for line in text.splitlines() if re.match(rf"[ 0-9]+ {name} (is dealt|chooses) ", line)]
        assert bool(own) == (player == viewer)
        draws = re.findall(rf"{name} draws (.*?)[.,]", text)
        assert draws
        assert all(re.fullmatch(r"a card|[0-9]+ cards", drawn) is None for drawn in draws) == (player == viewer)
        assert re.search(rf"{name} discards [A-Z]{{2}}[a-z]", text)
    assert re.search(r"fulfils [a-z-]+ with [A-Z]{2}[a-z] ", text)
    assert "Round 1 is over by " in text


def test_several_things_of_one_move(run: Run, record_file: Path) -> None:
    """The number of the move stands once, before the first of them, and numbers ascend without a repetition."""
    text = run("replay", str(record_file)).stdout
    lines, _, _ = text.partition("\n\n")
    numbered = [int(match[1]) for line in lines.splitlines() if (match := re.match(r" *([0-9]+)  ", line))]
    assert numbered == sorted(set(numbered))
    assert len(numbered) < len(lines.splitlines())
    assert re.search(r"^ +[0-9]+  random [01] fulfils .*\n      random [01] ", lines, flags=re.MULTILINE)
