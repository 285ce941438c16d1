"""Around the game (OPS-10.5, W7, W8): what its record is called, what is told before the end, undo, and a record that does not hold."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

import railrules
from railrules import ConfigError, IllegalActionError, Match, SeededChance
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations import events as ev
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.state import ExtendPending, OptionPending, State
from railrules.games.railroad_operations.text import plural
from tests.games.railroad_operations.given import GAME, given


def position(match: Match) -> State:
    state: State = match.state
    return state


def passed(match: Match, stages: int) -> Match:
    """The match after so many Stages in which everybody passes."""
    start = position(match).clock
    while match.outcome is None and 12 * (position(match).clock.day - start.day) + position(match).clock.stage - start.stage < stages:
        opening = isinstance(position(match).pending, OptionPending)
        match = match.play(acts.CallFreightAgent() if opening else match.legal_actions[0])
    return match


def random_play(match: Match, seed: int = 5) -> Match:
    """The match played at random to its end."""
    chance = SeededChance(seed)
    while match.outcome is None:
        match = match.play(match.legal_actions[chance.pick(len(match.legal_actions))])
    return match


# ---- the name of a record ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-10.5")
def test_a_record_is_named_by_seed_and_day() -> None:
    """And not by players; the name changes when a Day is over, and keeps the last Day after the end."""
    match = railrules.new_match(GAME, 1, 42, {"days": 2})
    assert match.file_name == "railroad-operations-seed42-day1.json"
    match = passed(match, 12)
    assert position(match).clock.day == 2
    assert match.file_name == "railroad-operations-seed42-day2.json"
    over = passed(match, 12)
    assert over.outcome is not None
    assert over.file_name == "railroad-operations-seed42-day2.json"
    assert railrules.new_match(GAME, 4, 0).file_name == "railroad-operations-seed0-day1.json"


@pytest.mark.rule("OPS-10.5", "OPS-10.3")
def test_an_added_day_counts_for_the_name() -> None:
    """A record of extended play has the number of the added Day."""
    match = passed(railrules.new_match(GAME, 1, 3, {"days": 1, "extra_days": 1}), 11).play(acts.CallFreightAgent())
    assert isinstance(match.state.pending, ExtendPending)
    assert match.file_name == "railroad-operations-seed3-day1.json"
    assert match.play(acts.RunAnotherDay()).file_name == "railroad-operations-seed3-day2.json"


@pytest.mark.rule("OPS-10.5")
def test_a_record_without_a_seed_is_named_too() -> None:
    """Where luck comes from outside the name says so."""
    match = attrs.evolve(railrules.new_match(GAME, 1, 42), seed=None)
    assert match.file_name == "railroad-operations-seedless-day1.json"


# ---- undo --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-10.5", "OPS-W7")
def test_undo_goes_back_to_the_start() -> None:
    """Alone every action can be taken back, one after another, also those that drew a card or rolled a die, and after the end of the game."""
    match = railrules.new_match(GAME, 1, 11, {"days": 1, "starting_hand": "six_random"})
    states = [match.state]
    chance = SeededChance(2)
    while match.outcome is None:
        kinds = (acts.PlayCard, acts.DrawHomeOffice)
        liked = [action for action in match.legal_actions if isinstance(action, kinds)] or match.legal_actions
        match = match.play(liked[chance.pick(len(liked))])
        states.append(match.state)
    told = [event for move in match.moves for event in move.events]
    assert any(isinstance(event, ev.CardDrawn) for event in told)
    assert any(isinstance(event, ev.TrainTimetabled) for event in told)
    for state in reversed(states[:-1]):
        assert match.check_undo(0) is None
        match = match.undo(0)
        assert match.state == state
    refused = match.check_undo(0)
    assert refused is not None
    assert refused.code == "nothing-to-undo"


@pytest.mark.rule("OPS-10.5", "OPS-W7")
@pytest.mark.parametrize(("players", "mode"), [(2, "competitive"), (2, "coop"), (4, "competitive"), (4, "coop")])
def test_undo_is_refused_at_a_table(players: int, mode: str) -> None:
    """With two players or more nobody takes back anything, neither a pass that told nothing nor the last action of a game."""
    match = railrules.new_match(GAME, players, 11, {"days": 1, "mode": mode})
    passing = match.play(acts.CallFreightAgent())
    for shown in (passing, random_play(passing)):
        for asking in range(players):
            refused = shown.check_undo(asking)
            assert refused is not None
            assert (refused.code, refused.rule) == ("undo-not-allowed", "OPS-3.2")
            with pytest.raises(IllegalActionError):
                shown.undo(asking)


# ---- what is told before the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-10.5", "OPS-9")
@pytest.mark.parametrize(("players", "mode"), [(1, "solitaire"), (2, "competitive"), (3, "coop")])
def test_the_public_part(players: int, mode: str) -> None:
    """It is what a spectator has seen: each event once, hidden cards left out, no seed and no actions; after the end with the outcome."""
    match = railrules.new_match(GAME, players, 11, {"days": 1, "mode": mode})
    for shown in (match, passed(match, 3), random_play(match)):
        public = shown.record(full=False)
        assert public == shown.transcript(None)
        logged = [*shown.setup.events, *(event for move in shown.moves for event in move.events)]
        assert list(public.events) == [GAME.view_event(event, None) for event in logged]
        assert all(event.card is None for event in public.events if isinstance(event, ev.CardDrawn))
        assert all(event.cards is None for event in public.events if isinstance(event, ev.HandDealt))
        fields = {field.name for field in attrs.fields(type(public))}
        assert not {"seed", "moves", "picks", "setup"} & fields
        assert public.outcome == shown.outcome
        assert shown.record(full=True) == shown.record()


@pytest.mark.rule("OPS-10.5")
def test_the_full_record_has_what_the_public_part_has_not() -> None:
    """Seed, options and the accepted actions, at any time and in any mode; keeping it back is up to whoever runs the game."""
    match = passed(railrules.new_match(GAME, 2, 11, {"mode": "competitive"}), 2)
    record = match.record()
    assert (record.setup.seed, record.setup.players, record.setup.options["mode"]) == (11, 2, "competitive")
    assert [GAME.load_action(move.action) for move in record.moves] == [move.action for move in match.moves]


# ---- a record that does not hold ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-10.5", "OPS-W8")
@pytest.mark.parametrize("command", ["replay", "verify", "map"])
def test_the_command_line_names_the_first_illegal_action(tmp_path: Path, command: str) -> None:
    """Number, action, code and rule, whatever the record is wanted for; the file stays as it is and no other is written."""
    record = passed(railrules.new_match(GAME, 1, 7), 3).record()
    moves = list(record.moves)
    moves[2] = attrs.evolve(moves[2], action=GAME.dump(acts.DrawNothing()))
    path = tmp_path / "play.json"
    attrs.evolve(record, moves=tuple(moves)).save(path)
    before = path.read_bytes()
    arguments = (
        ["map", "railroad-operations", "--record", str(path), "--out", str(tmp_path / "map.svg")] if command == "map" else [command, str(path)]
    )
    done = subprocess.run([sys.executable, "-m", "railrules", *arguments], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (1, 2)
    told = done.stdout + done.stderr
    assert "Traceback" not in told
    for word in ("move 3", "DrawNothing", "card-can-be-drawn", "OPS-4.3"):
        assert word in told
    assert path.read_bytes() == before
    assert [there.name for there in tmp_path.iterdir()] == ["play.json"]


@pytest.mark.rule("OPS-10.5", "OPS-11")
def test_a_record_with_other_options_is_refused() -> None:
    """An option that the game does not take is told before anything is replayed."""
    record = railrules.new_match(GAME, 1, 7).record()
    options: dict[str, Any] = {**record.setup.options, "days": 31}
    changed = attrs.evolve(record, setup=attrs.evolve(record.setup, options=options))
    with pytest.raises(ConfigError, match="days"):
        railrules.replay(changed, game=GAME)


# ---- shortages ---------------------------------------------------------------------------------------------------------------------------


def warned(state: State) -> set[str]:
    """The kinds of which `describe` tells a shortage."""
    lines = GAME.describe(GAME.view(state, None)).splitlines()
    yards = lines.index("Yards:")
    return {line.split(":")[0] for line in lines[yards + 3 : lines.index("", yards)]}


@pytest.mark.rule("OPS-1.4", "OPS-8.3")
def test_the_yard_is_refilled_only_when_bare() -> None:
    """Along long games: tokens come back only all at once, out of a bare yard, and a kind is told of exactly while none of it is there."""
    warnings, refills = 0, 0
    for seed in (47, 7):
        config = GAME.config(4, days=12, collisions_per_stage=9, collisions_per_day=9, extra_start="anywhere", starting_hand="six_random")
        chance = SeededChance(seed)
        state = GAME.initial_state(config, chance)
        while state.pending is not None:
            yards = state.division.yards
            out = {plural(stock.name.lower()) for kind, stock in enumerate(GAME.content.stock) if not any(yards.division[2 * kind : 2 * kind + 2])}
            if warnings < 200 or not out:
                assert warned(state) == out
            warnings += bool(out)
            legal = GAME.legal_actions(state)
            among: Sequence[Action] = [action for action in legal if isinstance(action, (acts.PlayCard, acts.AddCar, acts.DrawHomeOffice))]
            among = among or legal
            log: list[Any] = []
            after = GAME.transition(state, among[chance.pick(len(among))], chance, log)
            refilled = [event for event in log if isinstance(event, ev.DivisionYardRefilled)]
            refills += len(refilled)
            if not refilled:  # what is in the Classification Yard stays there
                for token, count in enumerate(yards.classification):
                    assert after.division.yards.classification[token] >= count
            state = after
    assert warnings > 100
    assert refills


@pytest.mark.rule("OPS-1.4", "OPS-1.7", "OPS-8.3")
def test_a_shortage_of_coaches_ends_with_a_refill() -> None:
    """All sixteen wait and are missed until the last token has left the Division Yard; then they are back, and the warning is gone."""
    table = given(slots="4: T12", division="k B")
    assert "coaches" in warned(table.state)
    assert "coaches: 16 of 16 in the Classification Yard" in GAME.describe(table.view(0))
    table = table.do("pass")
    assert len(table.told(ev.DivisionYardRefilled)) == 1
    assert warned(table.state) == set()
    assert table.classification == ""
    assert table.has("c8 C8")
