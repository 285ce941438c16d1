"""`Record`: round trips, every corruption, replay and resume, migrations, files."""

import copy
import json
import os
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

import railrules
from railrules import (
    ConfigError,
    Divergence,
    DivergenceError,
    Match,
    Record,
    RecordError,
    Report,
    ScriptedChance,
    SeededChance,
    UnknownGameError,
    VersionError,
    digest,
    new_match,
    replay,
    resume,
    verify,
)
from tests.unit.toy import Cancel, Confirm, Draw, Heap, Keep, Mark, Parcels, Patience, Take

GAME = Parcels()
FORMAT = "railrules/record@1"


@cache
def station() -> Match:
    """A finished game of Station Manager, of more than 128 moves."""
    match = new_match("station-manager", players=3, seed=1, names=["Ann", "Bjørn", "Çem"])
    while match.outcome is None:
        legal = match.legal_actions
        match = match.play(legal[len(match.moves) % len(legal)])
    assert len(match.moves) > 128
    return match


@cache
def parcels() -> Match:
    """A finished game of Parcels, of 75 moves and more: choosing and taking back, drawing, throwing."""
    match = new_match(GAME, 2, seed=11, options={"hand": 1})
    for _ in range(34):
        player = match.to_act
        assert player is not None
        match = match.play(Mark(match.state.shelves[player].hand[0])).play(Cancel())
    match = match.play(Draw()).play(Draw())
    while match.outcome is None:
        legal = match.legal_actions
        throwing = [action for action in legal if isinstance(action, (Mark, Confirm))]
        match = match.play(throwing[-1] if throwing and len(match.state.pool) % 2 else legal[len(legal) // 2])
    assert len(match.moves) > 70
    return match


def short() -> Match:
    """An unfinished game of Parcels with a draw and a secret choice."""
    match = new_match(GAME, 2, seed=11, options={"hand": 1, "first": 0})
    match = match.play(Draw())
    return match.play(Mark(match.state.shelves[1].hand[0]))


def data_of(match: Match) -> Any:
    """The record's JSON, to be changed."""
    return json.loads(match.record().to_json())


def read(data: Any) -> Record:
    """The record that changed JSON describes."""
    return Record.from_json(json.dumps(data))


def fault(data: Any) -> str:
    """Why JSON is no record."""
    with pytest.raises(RecordError) as caught:
        read(data)
    assert not isinstance(caught.value, (VersionError, DivergenceError))
    return str(caught.value)


def diverges(data: Any, game: railrules.AnyGame | None = None) -> tuple[int, str]:
    """Where and why a record does not verify."""
    report = verify(read(data), game)
    assert not report.ok
    assert report.divergence is not None
    assert report.moves == max(report.divergence.move, 0)
    return report.divergence.move, report.divergence.why


# ---- writing and reading -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [station, parcels, short])
def test_round_trip(make: Callable[[], Match]) -> None:
    """A record read back is the same record, and writes the same bytes."""
    record = make().record()
    text = record.to_json()
    again = Record.from_json(text)
    assert again == record
    assert again.to_json() == text
    assert Record.from_json(text.encode()) == record
    assert Record.from_data(json.loads(text)) == record


def test_text_is_canonical() -> None:
    """One line with sorted keys, without spaces, in UTF-8, and a newline at the end."""
    text = station().record().to_json()
    assert text.endswith("}\n")
    assert text.count("\n") == 1
    assert "Bjørn" in text
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def test_what_a_record_holds() -> None:
    """Format, game, setup, moves with the answers of chance, position, digests of states, and why it ended."""
    match = short()
    data = data_of(match)
    card = match.state.pending.card
    assert data == {
        "format": FORMAT,
        "game": {
            "id": "parcels",
            "rules_version": 3,
            "state_schema": GAME.state_schema,
            "event_schema": GAME.event_schema,
            "content": GAME.content_digest,
        },
        "setup": {
            "players": 2,
            "options": {"hand": 1, "first": 0, "finish": "all", "dice": True},
            "names": ["Player 0", "Player 1"],
            "seed": 11,
            "picks": [list(pick) for pick in match.setup.picks if isinstance(pick, tuple)],
            "events": digest(match.setup.events, 4),
        },
        "moves": [
            {"player": 0, "action": {"kind": "Draw"}, "picks": [list(match.moves[0].picks[0])], "events": digest(match.moves[0].events, 4)},  # type: ignore[arg-type]
            {"player": 1, "action": {"kind": "Mark", "card": card}, "picks": [], "events": digest(match.moves[1].events, 4)},
        ],
        "rng_position": match.position,
        "states": [{"moves": 0, "digest": digest(match.setup.state)}, {"moves": 2, "digest": digest(match.state)}],
        "outcome": None,
        "stopped": "unfinished",
    }


def test_states_are_digested_now_and_then() -> None:
    """At the setup, after every 32nd move, and at the end."""
    moves = len(parcels().moves)
    assert [state["moves"] for state in data_of(parcels())["states"]] == [0, 32, 64, moves]
    exact = new_match(GAME, 2, seed=11)
    for _ in range(16):
        player = exact.to_act or 0
        exact = exact.play(Mark(exact.state.shelves[player].hand[0])).play(Cancel())
    assert [state["moves"] for state in data_of(exact)["states"]] == [0, 32]
    assert [state["moves"] for state in data_of(new_match(GAME))["states"]] == [0]


def test_the_outcome_is_kept() -> None:
    """A finished play has its result and was not stopped."""
    match = station()
    data = data_of(match)
    assert match.outcome is not None
    assert data["outcome"] == {
        "terminations": list(match.outcome.terminations),
        "scores": list(match.outcome.scores),
        "ranking": list(match.outcome.ranking),
    }
    assert data["stopped"] is None


def test_why_it_was_stopped() -> None:
    """An unfinished play says why it ended, a finished one cannot have been stopped."""
    assert short().record("player 1 left").stopped == "player 1 left"
    with pytest.raises(ValueError, match=r"^the game is over; it was not stopped \('tired'\)$"):
        station().record("tired")


# ---- what is no record -------------------------------------------------------------------------------------------------------------------


def test_cut_short_anywhere() -> None:
    """A record cut at any byte is no whole document, and says so; only the last newline may be missing."""
    text = short().record().to_json().encode()
    for length in range(len(text) - 1):
        with pytest.raises(RecordError, match=r"^record: not a whole JSON document: "):
            Record.from_json(text[:length])
    assert Record.from_json(text[:-1]) == short().record()


def test_cut_short_in_a_long_record() -> None:
    """So for a long one, at many places."""
    text = station().record().to_json()
    for length in range(0, len(text) - 1, 997):
        with pytest.raises(RecordError, match=r"not a whole JSON document"):
            Record.from_json(text[:length])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("railrules", "Expecting value"),
        ('{"format": "railrules/record@1"} trailing', "Extra data"),
        (b"\xff\xfe\x00", "codec can't decode"),
        (b'{"format": "\xe4"}', "codec can't decode"),
        ('{"format": "railrules/record@1"}'.encode("utf-8-sig"), "Unexpected UTF-8 BOM"),
        ('\ufeff{"format": "railrules/record@1"}', "Unexpected UTF-8 BOM"),
        ('{"format": "railrules/record@1"}'.encode("utf-16"), "codec can't decode"),
        ('{"format": "railrules/record@1"}'.encode("utf-16-le"), "Expecting property name"),
        ('{"format": "railrules/record@1"}'.encode("utf-32-le"), "Expecting property name"),
        ('{"rng_position": ' + "9" * 5000 + "}", "digits"),
        ('{"rng_position": NaN}', "NaN is no JSON number"),
        ('{"rng_position": Infinity}', "Infinity is no JSON number"),
        ('{"rng_position": -Infinity}', "-Infinity is no JSON number"),
        ('{"format": "railrules/record@1", "format": "railrules/record@1"}', "the key 'format' stands twice in one object"),
        ('{"setup": {"seed": 1, "players": 2, "seed": 2}}', "the key 'seed' stands twice in one object"),
        ("[" * 100_000, "recursion"),
    ],
    ids=[
        "empty",
        "word",
        "trailing",
        "bytes",
        "latin-1",
        "bom of bytes",
        "bom of text",
        "utf-16",
        "utf-16-le",
        "utf-32-le",
        "long integer",
        "nan",
        "infinity",
        "minus infinity",
        "twice at the top",
        "twice inside",
        "deep",
    ],
)
def test_what_is_no_json(text: str | bytes, reason: str) -> None:
    """Broken text, numbers that JSON does not have, and keys that stand twice are told."""
    with pytest.raises(RecordError) as caught:
        Record.from_json(text, source="my.json")
    assert str(caught.value).startswith("my.json: not a whole JSON document: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("data", "found"),
    [([], "an array of 0"), (5, "an integer (5)"), (None, "null (None)"), ("record", "a string ('record')"), (1.5, "a float (1.5)")],
)
def test_json_that_is_no_object(data: Any, found: str) -> None:
    """A record is an object."""
    assert fault(data) == f"record: top level: expected an object (Record), found {found}"


PATHS: list[tuple[str | int, ...]] = [
    (),
    ("game",),
    ("setup",),
    ("moves", 1),
    ("states", 1),
]


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def dotted(path: tuple[str | int, ...]) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


@pytest.mark.parametrize("path", PATHS, ids=dotted)
def test_every_missing_field_is_told(path: tuple[str | int, ...]) -> None:
    """No key may be missing anywhere, and its place is told."""
    for name in at(data_of(short()), path):
        data = data_of(short())
        del at(data, path)[name]
        assert fault(data) == f"record: {dotted((*path, name))}: expected a value, found nothing (the key is missing)"


@pytest.mark.parametrize("path", PATHS, ids=dotted)
def test_every_unknown_field_is_told(path: tuple[str | int, ...]) -> None:
    """No key may be added anywhere."""
    data = data_of(short())
    at(data, path)["extra"] = 1
    message = fault(data)
    assert message.startswith(f"record: {dotted((*path, 'extra'))}: expected one of the keys ")
    assert message.endswith(", found an unknown key")


@pytest.mark.parametrize("name", ["terminations", "scores", "ranking"])
def test_the_outcome_is_read_as_strictly(name: str) -> None:
    """Missing, unknown and wrong fields of the outcome are told."""
    data = data_of(station())
    del data["outcome"][name]
    assert fault(data) == f"record: outcome.{name}: expected a value, found nothing (the key is missing)"
    data = data_of(station())
    data["outcome"]["extra"] = 1
    assert fault(data).startswith("record: outcome.extra: expected one of the keys")
    data = data_of(station())
    data["outcome"][name] = "x"
    assert fault(data) == f"record: outcome.{name}: expected an array, found a string ('x')"


WRONG_TYPES: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("game",), [], "an object (RecordedGame)"),
    (("game", "id"), 5, "a string"),
    (("game", "rules_version"), "3", "an integer"),
    (("game", "rules_version"), 3.0, "an integer"),
    (("game", "rules_version"), True, "an integer"),
    (("game", "event_schema"), 5, "a string"),
    (("game", "content"), None, "a string"),
    (("setup", "players"), "2", "an integer"),
    (("setup", "options"), [], "an object"),
    (("setup", "names"), "Ann", "an array"),
    (("setup", "names", 0), 1, "a string"),
    (("setup", "seed"), 11.0, "an integer or null"),
    (("setup", "seed"), True, "an integer or null"),
    (("setup", "seed"), "11", "an integer or null"),
    (("setup", "picks"), {}, "an array"),
    (("setup", "picks", 0), 1.5, "an integer or an array"),
    (("setup", "picks", 0), True, "an integer or an array"),
    (("setup", "picks", 0), None, "an integer or an array"),
    (("setup", "events"), 5, "a string"),
    (("moves",), {}, "an array"),
    (("moves", 1), "Draw", "an object (RecordedMove)"),
    (("moves", 1, "player"), True, "an integer"),
    (("moves", 1, "action"), "Draw", "an object"),
    (("moves", 1, "picks"), "", "an array"),
    (("moves", 1, "events"), None, "a string"),
    (("rng_position",), "2", "an integer"),
    (("rng_position",), 2.0, "an integer"),
    (("states",), None, "an array"),
    (("states", 0, "moves"), "0", "an integer"),
    (("states", 0, "digest"), 0, "a string"),
    (("outcome",), 5, "an object (RecordedOutcome) or null"),
    (("stopped",), 5, "a string or null"),
]


@pytest.mark.parametrize(("path", "wrong", "expected"), WRONG_TYPES, ids=lambda item: dotted(item) if isinstance(item, tuple) else None)
def test_wrong_types_are_told(path: tuple[str | int, ...], wrong: Any, expected: str) -> None:
    """A value of another type is told with its place; nothing is coerced."""
    data = data_of(short())
    at(data, path[:-1])[path[-1]] = wrong
    assert fault(data).startswith(f"record: {dotted(path)}: expected {expected}, found ")


def test_a_wrong_item_of_a_draw_is_told() -> None:
    """Items of a draw are ints or strings, told by their place in the draw."""
    data = data_of(short())
    data["moves"][0]["picks"] = [[1.5]]
    assert fault(data).startswith("record: moves[0].picks[0][0]: expected an integer or a string, found a float (1.5)")


@pytest.mark.parametrize("seed", [-1, 2**53])
def test_a_seed_out_of_range(seed: int) -> None:
    """Seeds are those of `new_match`."""
    data = data_of(short())
    data["setup"]["seed"] = seed
    assert fault(data) == f"record: setup.seed: expected an integer in 0..9007199254740991, or null, found {seed}"


def test_the_largest_seed_is_one() -> None:
    """2**53 - 1 is in range, here as in `new_match`."""
    data = data_of(short())
    data["setup"]["seed"] = 2**53 - 1
    assert Record.from_data(data).setup.seed == 2**53 - 1


def test_names_are_printable() -> None:
    """A name that cannot be shown is refused with the names that were found."""
    data = data_of(short())
    data["setup"]["names"][1] = "a\nb"
    assert fault(data) == f"record: setup.names: expected names that are printable and not empty, found {tuple(data['setup']['names'])!r}"


def test_the_key_that_stands_twice_is_told() -> None:
    """Not the first key of the object, but the one that is there twice."""
    with pytest.raises(RecordError, match="the key 'seed' stands twice in one object"):
        Record.from_json('{"players": 2, "seed": 1, "seed": 2}')


def test_where_the_data_come_from() -> None:
    """By default a fault is one of the record."""
    with pytest.raises(RecordError, match=r"^record: top level: expected an object \(Record\), found null \(None\)$"):
        Record.from_data(None)


def test_one_name_for_each_player() -> None:
    """Names and player count belong together."""
    data = data_of(short())
    data["setup"]["names"].append("Dee")
    assert fault(data) == "record: setup.names: expected 2 names, found 3"


def test_why_it_was_stopped_is_one_line() -> None:
    """The reason is shown at terminals, where a line break could forge a second report."""
    forged = "x\nother.json: ok, 99 moves, finished"
    with pytest.raises(ValueError, match=r"^stopped is 'x\\nother.*'; expected printable characters, on one line$"):
        short().record(forged)
    data = data_of(short())
    data["stopped"] = forged
    assert fault(data) == f"record: stopped: expected a reason that is printable, on one line, found {forged!r}"


def test_outcome_and_stopped_exclude_each_other() -> None:
    """Just the plays without an outcome were stopped."""
    data = data_of(station())
    data["stopped"] = "tired"
    assert fault(data) == "record: stopped: expected a reason just where outcome is null, found 'tired'"
    data = data_of(short())
    data["stopped"] = None
    assert fault(data) == "record: stopped: expected a reason just where outcome is null, found None"


def test_moves_removed_are_noticed_at_once() -> None:
    """The digests of states say how many moves there were."""
    data = data_of(short())
    data["moves"].pop()
    assert fault(data) == "record: states: expected digests after 0, 1 moves, found 0, 2"
    data = data_of(parcels())
    total = len(data["moves"])
    del data["moves"][40:]
    assert fault(data) == f"record: states: expected digests after 0, 32, 40 moves, found 0, 32, 64, {total}"
    data = data_of(station())
    total = len(data["moves"])
    del data["moves"][128:]
    assert fault(data) == f"record: states: expected digests after 0, 32, ..., 128 moves, found 0, 32, ..., {total}"
    data = data_of(station())
    del data["moves"][-1]
    assert fault(data) == f"record: states: expected digests after 0, 32, ..., {total - 1} moves, found 0, 32, ..., {total}"


def test_states_out_of_order_or_missing() -> None:
    """Each digest is there once, in order."""
    for change in (list.pop, list.reverse, lambda states: states.append(states[-1]), list.clear):
        data = data_of(short())
        change(data["states"])
        assert fault(data).startswith("record: states: expected digests after 0, 2 moves, found ")


# ---- another format, game, version, content ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["railrules/record@2", "", 5, None, ["railrules/record@1"]])
def test_another_format(other: Any) -> None:
    """Another format is told before anything else is looked at."""
    data = {"format": other, "whatever": 1}
    with pytest.raises(VersionError) as caught:
        Record.from_data(data, "old.json")
    assert str(caught.value) == f"old.json: format: expected {FORMAT!r}, found {other!r}"


ASKS = pytest.mark.parametrize("ask", [replay, resume, verify])


@ASKS
def test_newer_rules(ask: Any) -> None:
    """A record of rules to come needs a newer release."""
    data = data_of(short())
    data["game"]["rules_version"] = 4
    with pytest.raises(VersionError, match=r"^rules_version: parcels here knows up to 3, found 4; a newer release is needed$"):
        ask(read(data), game=GAME)


@ASKS
def test_older_rules_without_migration(ask: Any) -> None:
    """A record of old rules that nobody can lift is refused."""
    data = data_of(short())
    data["game"]["rules_version"] = 2
    with pytest.raises(VersionError, match=r"^rules_version: parcels is at 3, found 2, and no migration leads from there$"):
        ask(read(data), game=GAME)


@ASKS
def test_another_game(ask: Any) -> None:
    """A record is read by its own game."""
    with pytest.raises(RecordError, match=r"^game: expected a record of 'heap', found 'parcels'$"):
        ask(short().record(), game=Heap())


@ASKS
def test_a_game_that_is_not_installed(ask: Any) -> None:
    """Without a game handed in, that of the record's id is looked up."""
    with pytest.raises(UnknownGameError, match="no game 'parcels'"):
        ask(short().record())


@ASKS
def test_another_content(ask: Any) -> None:
    """A record of other content is told both digests, and is read by a game with the right one."""
    other = Parcels(attrs.evolve(GAME.content, copies=3))
    record = new_match(other, 2, seed=1).play(new_match(other, 2, seed=1).legal_actions[0]).record()
    with pytest.raises(RecordError) as caught:
        ask(record, game=GAME)
    assert str(caught.value) == (
        f"content: the record was played with content {other.content_digest}, this parcels has {GAME.content_digest};"
        " load the game with the content file of the record (content=..., --content FILE)"
    )
    assert ask(record, game=other)


@ASKS
def test_options_that_cannot_be_read(ask: Any) -> None:
    """Options are read against the game: exact keys, right types, and within bounds."""
    for change, message in (
        ({"speed": 1}, "not a parcels options: speed: expected one of the keys hand, first, finish, dice, found an unknown key"),
        ({"hand": True}, r"not a parcels options: hand: expected an integer, found a boolean \(True\)"),
    ):
        data = data_of(short())
        data["setup"]["options"].update(change)
        with pytest.raises(RecordError, match=f"^{message}$"):
            ask(read(data), game=GAME)
    data = data_of(short())
    del data["setup"]["options"]["dice"]
    with pytest.raises(RecordError, match="not a parcels options: dice: expected a value, found nothing"):
        ask(read(data), game=GAME)
    data = data_of(short())
    data["setup"]["options"]["hand"] = 9
    with pytest.raises(ConfigError, match=r"bad-option-value: hand = 9"):
        ask(read(data), game=GAME)


# ---- migrations --------------------------------------------------------------------------------------------------------------------------


def lift_1(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2 called an action otherwise."""
    for move in data["moves"]:
        if move["action"]["kind"] == "Pull":
            move["action"]["kind"] = "Draw"
    data["game"]["rules_version"] = 2
    return data


def lift_2(data: dict[str, Any]) -> dict[str, Any]:
    """Version 3 has one option more."""
    data["setup"]["options"]["dice"] = True
    data["game"]["rules_version"] = 3
    return data


class Lifting(Parcels):
    """Parcels that reads its records of versions 1 and 2."""

    migrations: ClassVar[Any] = {1: lift_1, 2: lift_2}


def old_record() -> Record:
    """A record as version 1 would have written it."""
    data = data_of(short())
    data["game"]["rules_version"] = 1
    data["moves"][0]["action"]["kind"] = "Pull"
    del data["setup"]["options"]["dice"]
    return read(data)


def test_migrations_lift_step_by_step() -> None:
    """A chain of migrations leads an old record to the present rules: it verifies, replays and resumes."""
    record = old_record()
    assert verify(record, Lifting()).ok
    assert replay(record, game=Lifting()).state == short().state
    assert resume(record, game=Lifting()).record() == short().record()


def test_migrations_leave_the_record_alone() -> None:
    """Lifting works on a copy, nested parts included."""
    record = old_record()
    before = record.to_json()
    verify(record, Lifting())
    assert record.to_json() == before
    assert record.moves[0].action == {"kind": "Pull"}


def test_a_broken_chain_is_told() -> None:
    """Where the chain breaks off, the version that nothing leads from is named."""

    class Gap(Parcels):
        migrations: ClassVar[Any] = {1: lift_1}

    with pytest.raises(VersionError, match=r"^rules_version: parcels is at 3, found 2, and no migration leads from there$"):
        verify(old_record(), Gap())


def test_a_migration_may_skip_versions() -> None:
    """One function may lead further than the next version."""

    class Skip(Parcels):
        migrations: ClassVar[Any] = {1: lambda data: lift_2(lift_1(data))}

    assert verify(old_record(), Skip()).ok


@pytest.mark.parametrize("version", [1, 0])
def test_a_migration_that_does_not_rise(version: int) -> None:
    """A migration that leads nowhere does not run for ever."""

    class Circle(Parcels):
        migrations: ClassVar[Any] = {1: lambda data: {**data, "game": {**data["game"], "rules_version": version}}}

    with pytest.raises(VersionError, match=rf"^rules_version: the migration from 1 gave {version}; expected 2..3$"):
        verify(old_record(), Circle())


def test_a_migration_that_rises_too_far() -> None:
    """A migration beyond the present rules gives a record that is too new."""

    class Beyond(Parcels):
        migrations: ClassVar[Any] = {1: lambda data: {**lift_2(lift_1(data)), "game": {**data["game"], "rules_version": 9}}}

    with pytest.raises(VersionError, match=r"rules_version: .*9"):
        verify(old_record(), Beyond())


@pytest.mark.parametrize("error", [KeyError("kind"), RuntimeError("lost"), RecordError("no such move")])
def test_a_migration_that_fails(error: Exception) -> None:
    """A migration that raises, whatever it is, means that no migration leads here; the cause is kept for its author."""

    def fail(_: dict[str, Any]) -> dict[str, Any]:
        raise error

    class Clumsy(Parcels):
        migrations: ClassVar[Any] = {1: fail}

    for ask in (verify, replay, resume):
        with pytest.raises(VersionError) as caught:
            ask(old_record(), game=Clumsy())
        assert str(caught.value) == f"rules_version: the migration of parcels from 1 failed: {type(error).__name__}: {error}"
        assert caught.value.__cause__ is error


def test_a_stated_break_gives_its_reason() -> None:
    """A version whose records are given up says why; one that a migration leads from does not ask for it."""

    class Broken(Parcels):
        migrations: ClassVar[Any] = {1: lift_1}
        breaks: ClassVar[Any] = {2: "the die was thrown before the card was laid", 1: "never told"}

    for ask in (verify, replay, resume):
        with pytest.raises(VersionError, match=r"^rules_version: parcels is at 3, found 2: the die was thrown before the card was laid$"):
            ask(old_record(), game=Broken())
    data = data_of(short())
    data["game"]["rules_version"] = 0
    with pytest.raises(VersionError, match=r"^rules_version: parcels is at 3, found 0, and no migration leads from there$"):
        verify(read(data), Broken())
    assert Parcels.breaks == {}


def test_a_migration_that_gives_no_record() -> None:
    """What a migration gives is read as strictly, and named."""

    class Careless(Parcels):
        migrations: ClassVar[Any] = {1: lambda data: {key: item for key, item in data.items() if key != "moves"}}

    with pytest.raises(RecordError, match=r"^record lifted from rules version 1: moves: expected a value, found nothing"):
        verify(old_record(), Careless())


# ---- verify ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "game"), [(station, None), (parcels, GAME), (short, GAME)])
def test_true_records_verify(make: Callable[[], Match], game: Any) -> None:
    """A record of a real play is right in every respect."""
    report = verify(make().record(), game)
    assert report == Report(len(make().moves), True, True, None)
    assert report.ok


def test_unfinished_records_verify() -> None:
    """A play stopped after any move verifies."""
    match = new_match(GAME, 2, seed=11, options={"hand": 1})
    for move in parcels().moves:
        assert verify(match.record("paused"), GAME) == Report(len(match.moves), True, True, None)
        match = match.play(move.action)
    assert match.outcome is not None


def test_records_after_an_undo_verify() -> None:
    """What was taken back stands nowhere."""
    match = short()
    undone = match.undo(1)
    assert undone.record() == new_match(GAME, 2, seed=11, options={"hand": 1, "first": 0}).play(Draw()).record()
    assert verify(undone.record(), GAME).ok
    alone = new_match(GAME, 1, seed=4).play(Draw()).undo(0).play(Draw())
    assert verify(alone.record(), GAME).ok


MOVES = pytest.mark.parametrize("k", [0, 1, 30, 31, 32, 63, -2, -1])


def index(data: Any, k: int) -> int:
    """The move that is meant."""
    total = len(data["moves"])
    assert total > 66
    return k % total


@MOVES
def test_a_changed_player_is_found(k: int) -> None:
    """Another player than the one who decides is told at this move."""
    data = data_of(station())
    k = index(data, k)
    player = data["moves"][k]["player"]
    data["moves"][k]["player"] = (player + 1) % 3
    move, why = diverges(data)
    assert (move, why) == (k, f"player: expected {player}, who decides, found {(player + 1) % 3}")


@MOVES
def test_a_changed_action_is_found(k: int) -> None:
    """An action in place of another one, legal or not, is told at this move."""
    match = station()
    data = data_of(match)
    k = index(data, k)
    before = match.state_after(k)
    for action in match.game.legal_actions(before):
        if action != match.moves[k].action:
            data["moves"][k]["action"] = match.game.dump(action)
            assert diverges(data)[0] == k
    data["moves"][k]["action"] = {"kind": "LayFreight", "card": 77}
    move, why = diverges(data)
    assert move == k
    assert why.startswith("LayFreight(card=77) is refused: ")


@MOVES
def test_an_unreadable_action_is_found(k: int) -> None:
    """An action that is none is told at this move, with the place inside it."""
    data = data_of(station())
    k = index(data, k)
    data["moves"][k]["action"] = {"kind": "DiscardFreight", "card": "7"}
    assert diverges(data) == (k, "not an action: card: expected an integer, found a string ('7')")
    data["moves"][k]["action"] = {}
    assert diverges(data)[1].startswith("not an action: kind: expected ")


def drawing_moves(data: Any) -> list[int]:
    """Moves with picks: the first, one in the middle, the last."""
    found = [k for k, move in enumerate(data["moves"]) if move["picks"]]
    return [found[0], found[len(found) // 2], found[-1]]


@pytest.mark.parametrize("make", [station, parcels])
@pytest.mark.parametrize("which", [0, 1, 2])
def test_changed_picks_are_found(make: Callable[[], Match], which: int) -> None:
    """Other, more or fewer answers of chance than the seed gives are told at this move."""
    k = drawing_moves(data_of(make()))[which]
    changes: list[Callable[[list[Any]], Any]] = [
        lambda picks: picks.append(0),
        list.clear,
        lambda picks: picks.append([1]),
        lambda picks: picks.__setitem__(0, picks[0] + 1 if isinstance(picks[0], int) else [picks[0][0] + 1, *picks[0][1:]]),
        lambda picks: picks.__setitem__(0, ["x"]),
    ]
    for change in changes:
        data = data_of(make())
        change(data["moves"][k]["picks"])
        move, why = diverges(data, None if make is station else GAME)
        assert move == k
        assert re.match(r"picks\[\d\](\[0\])?: the record says ", why)


@MOVES
def test_a_changed_event_digest_is_found(k: int) -> None:
    """The digest of what a move led to is compared."""
    data = data_of(station())
    k = index(data, k)
    right = data["moves"][k]["events"]
    data["moves"][k]["events"] = "00000000"
    assert diverges(data) == (k, f"digest of events: the record says '00000000', the replay gives {right!r}")


@pytest.mark.parametrize("entry", [0, 1, 2, -1])
def test_a_changed_state_digest_is_found(entry: int) -> None:
    """The digest after so many moves is told at the last of them; that of the setup at the setup."""
    data = data_of(station())
    state = data["states"][entry]
    right, state["digest"] = state["digest"], "00"
    assert diverges(data) == (state["moves"] - 1, f"digest of the state: the record says '00', the replay gives {right!r}")


def test_a_changed_outcome_is_found() -> None:
    """Terminations, scores and ranking are compared at the end."""
    total = len(station().moves)
    for name, change in (("scores", 1), ("ranking", 1)):
        data = data_of(station())
        data["outcome"][name][0] += change
        move, why = diverges(data)
        assert move == total
        assert why.startswith("outcome: the record says RecordedOutcome(")
    data = data_of(station())
    data["outcome"]["terminations"] = ["boredom"]
    assert diverges(data)[0] == total
    data = data_of(station())
    data["outcome"], data["stopped"] = None, "unfinished"
    move, why = diverges(data)
    assert (move, why[:40]) == (total, "outcome: the record says None, the repla")


def test_an_invented_outcome_is_found() -> None:
    """A play that is not over has none."""
    data = data_of(short())
    data["outcome"], data["stopped"] = {"terminations": ["passed"], "scores": [9, 0], "ranking": [1, 2]}, None
    move, why = diverges(data, GAME)
    assert move == 2
    assert why.endswith("the replay gives None")


def test_a_changed_position_is_found() -> None:
    """Where the generator stands at the end is compared."""
    data = data_of(station())
    right = data["rng_position"]
    data["rng_position"] += 1
    assert diverges(data) == (len(data["moves"]), f"rng_position: the record says {right + 1}, the replay gives {right}")


def test_a_changed_setup_is_found() -> None:
    """Seed, picks, events and options of the setup are told at the setup."""

    def changed(change: Callable[[Any], Any]) -> tuple[int, str]:
        data = data_of(station())
        change(data["setup"])
        return diverges(data)

    assert changed(lambda setup: setup.update(seed=8))[0] == -1
    assert changed(lambda setup: setup["picks"].append(0))[1].endswith(": the record says 0, the replay gives nothing")
    assert changed(lambda setup: setup["picks"].pop())[0] == -1
    assert changed(lambda setup: setup.update(events="00000000"))[1].startswith("digest of events: ")
    assert changed(lambda setup: setup["options"].update(first_seat=1))[0] == -1
    assert changed(lambda setup: setup["options"].update(laid_limit=26))[0] == -1


@pytest.mark.parametrize("k", [0, 17, 40])
def test_a_move_left_out_is_found(k: int) -> None:
    """A move taken out of the middle is told where the next one does not fit, even with the digests made to fit the number."""
    match = parcels()
    data = data_of(match)
    del data["moves"][k]
    data["states"][-1]["moves"] -= 1
    assert diverges(data, GAME)[0] == k


def test_the_last_moves_left_out_are_found() -> None:
    """So are moves taken from the end: the state or the outcome is not the one told."""
    data = data_of(parcels())
    del data["moves"][-1]
    data["states"][-1]["moves"] -= 1
    total = len(data["moves"])
    move, why = diverges(data, GAME)
    assert (move, why.partition(":")[0]) == (total - 1, "digest of the state")
    data["states"][-1]["digest"] = digest(parcels().state_after(total))
    move, why = diverges(data, GAME)
    assert (move, why.partition(":")[0]) == (total, "outcome")


def test_moves_after_the_end_are_found() -> None:
    """A move added to a finished play is refused there."""
    data = data_of(station())
    total = len(data["moves"])
    data["moves"].append(data["moves"][0])
    data["states"][-1]["moves"] += 1
    move, why = diverges(data)
    assert move == total
    assert "game-over" in why


def test_states_of_another_layout_are_not_compared() -> None:
    """Where states looked otherwise when the record was written, picks, events and outcome are compared all the same."""
    data = data_of(station())
    data["game"]["state_schema"] = "000000000000"
    for state in data["states"]:
        state["digest"] = "of another layout"
    assert verify(read(data)) == Report(len(data["moves"]), False, True, None)
    data["moves"][5]["events"] = "00000000"
    report = verify(read(data))
    assert (report.states_compared, report.divergence and report.divergence.move) == (False, 5)


def test_events_of_another_layout_are_not_compared() -> None:
    """Where events looked otherwise when the record was written, picks, states and outcome are compared all the same."""
    data = data_of(station())
    data["game"]["event_schema"] = "000000000000"
    for entry in (data["setup"], *data["moves"]):
        entry["events"] = "of another layout"
    total = len(data["moves"])
    assert verify(read(data)) == Report(total, True, False, None)
    data["states"][1]["digest"] = "00"
    report = verify(read(data))
    assert (report.states_compared, report.events_compared, report.divergence and report.divergence.move) == (True, False, 31)
    data["game"]["state_schema"] = "000000000000"
    assert verify(read(data)) == Report(total, False, False, None)
    data["rng_position"] += 1
    assert verify(read(data)).divergence == Divergence(
        total, f"rng_position: the record says {data['rng_position']}, the replay gives {data['rng_position'] - 1}", "end"
    )


PLACES: list[tuple[str, int, str]] = [("setup", -1, "setup"), ("first", 0, "moves[0] (move 1)"), ("later", 7, "moves[7] (move 8)")]


@pytest.mark.parametrize(("where", "move", "place"), PLACES)
def test_a_divergence_tells_its_place(where: str, move: int, place: str) -> None:
    """The setup, or a move by its index in the JSON and by the number that people count."""
    data = data_of(station())
    entry = data["setup"] if where == "setup" else data["moves"][move]
    right, entry["events"] = entry["events"], "00000000"
    report = verify(read(data))
    why = f"digest of events: the record says '00000000', the replay gives {right!r}"
    assert report.divergence == Divergence(move, why, place)
    assert str(report.divergence) == f"{place}: {why}"
    assert str(DivergenceError(move, why)) == str(report.divergence)


@pytest.mark.parametrize("make", [short, lambda: new_match(GAME, 2, seed=11)], ids=["short", "no moves"])
def test_a_divergence_at_the_end(make: Callable[[], Match]) -> None:
    """What differs after the last move is told of the end, of a play without moves too."""
    data = data_of(make())
    data["rng_position"] += 3
    report = verify(read(data), GAME)
    assert report.divergence is not None
    assert (report.divergence.move, report.divergence.place) == (len(data["moves"]), "end")
    assert str(report.divergence).startswith("end: rng_position: the record says ")


@pytest.mark.parametrize("record", ["x", None, 5, {"format": FORMAT}, b"{}", Record, Path("game.json")])
@ASKS
def test_what_is_no_record_at_all(ask: Any, record: Any) -> None:
    """A path, a text or parsed JSON has to be read first; the error says how."""
    with pytest.raises(TypeError) as caught:
        ask(record)
    assert str(caught.value) == f"{record!r} is no Record; read one with Record.read or Record.from_json"


# ---- without a seed ----------------------------------------------------------------------------------------------------------------------


def by_hand() -> Match:
    """A match whose cards were drawn at a table."""
    match = new_match(GAME, 2, seed=None, options={"first": 0}, chance=ScriptedChance([(0, 2), (1, 1)]))
    return match.play(Draw(), ScriptedChance([(2,)])).play(Mark(1)).play(Confirm(True), ScriptedChance([5]))


def test_records_without_a_seed() -> None:
    """They round-trip, verify, replay, and resume with chance from outside."""
    match = by_hand()
    data = data_of(match)
    assert (data["setup"]["seed"], data["rng_position"]) == (None, 0)
    record = read(data)
    assert verify(record, GAME) == Report(3, True, True, None)
    assert replay(record, game=GAME) == resume(record, game=GAME) == match
    resumed = resume(record, to=0, game=GAME)
    assert resumed.play(Draw(), ScriptedChance([(0,)])).moves[0].picks == ((0,),)


def test_without_a_seed_the_picks_must_still_fit() -> None:
    """What was drawn must have been there, and no more than was asked for."""

    def changed(move: int, picks: list[Any]) -> tuple[int, str]:
        data = data_of(by_hand())
        data["moves"][move]["picks"] = picks
        return diverges(data, GAME)

    assert changed(0, [[1]]) == (0, "picks: entry 0 of the script is (1,); asked for 1 of 2 items, but 1 is not in the pool")
    assert changed(0, [])[1] == "picks: the script has 0 entries and is used up; asked for 1 of 2 items"
    assert changed(0, [[2], [0]]) == (0, "picks[1]: the record says (0,), the replay gives nothing")
    assert changed(0, [1]) == (0, "picks[0]: the record says 1, the replay gives (2,)")
    assert changed(1, [3]) == (1, "picks[0]: the record says 3, the replay gives nothing")
    assert changed(2, [6]) == (2, "picks: entry 0 of the script is 6; asked for pick(6), an int in 0..5")
    assert changed(2, [4])[1].startswith("digest of events: ")
    data = data_of(by_hand())
    data["setup"]["picks"][1] = [2, 2]
    assert diverges(data, GAME)[0] == -1


def test_without_a_seed_there_is_no_position() -> None:
    """No generator ran, so a position other than 0 is a fault like any other, told when it is read or when it is verified."""
    data = data_of(by_hand())
    data["rng_position"] = 5
    with pytest.raises(RecordError, match="rng_position"):
        raise_divergence(verify(read(data), GAME))


def raise_divergence(report: Report) -> None:
    """Make an error of a report that is not right."""
    if report.divergence is not None:
        raise DivergenceError(report.divergence.move, report.divergence.why)


# ---- replay and resume -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "game"), [(station, None), (parcels, GAME)])
def test_resume_at_every_move_goes_on_alike(make: Callable[[], Match], game: Any) -> None:
    """Resumed after any number of moves, the play is what it was then, and a few moves more give what they gave."""
    match = make()
    record = Record.from_json(match.record().to_json())
    total = len(match.moves)
    for count in range(total + 1):
        resumed = resume(record, to=count, game=game)
        assert resumed.state == match.state_after(count)
        assert resumed.moves == match.moves[:count]
        for move in match.moves[count : count + 3]:
            resumed = resumed.play(move.action)
        assert resumed.moves == match.moves[: count + 3]
    assert resume(record, game=game) == match


@pytest.mark.parametrize("count", [0, 1, 33])
def test_a_resumed_play_ends_as_the_uninterrupted_one(count: int) -> None:
    """Resumed and played to the end it is the same match and writes the same record."""
    match = station()
    resumed = resume(match.record(), to=count)
    for move in match.moves[count:]:
        resumed = resumed.play(move.action)
    assert resumed == match
    assert resumed.record() == match.record()


def test_resume_does_not_go_on_with_what_was_altered() -> None:
    """A digest that differs stops the play there; what is not resumed cannot be saved again as if it were right."""
    data = data_of(station())
    data["moves"][2]["events"] = "00000000"
    record = Record.from_data(data)
    with pytest.raises(DivergenceError, match="digest of events: the record says '00000000'"):
        resume(record)
    assert len(resume(record, to=2).moves) == 2


def test_replay_at_every_move() -> None:
    """Replayed to any move, states, events and picks are those of the play; no seed goes on from there."""
    match = parcels()
    record = match.record()
    for count in range(len(match.moves) + 1):
        replayed = replay(record, to=count, game=GAME)
        assert replayed.seed is None
        assert replayed.state == match.state_after(count)
        assert [(move.picks, move.events) for move in replayed.moves] == [(move.picks, move.events) for move in match.moves[:count]]
    assert replay(record, game=GAME).outcome == match.outcome


def test_replay_obeys_the_picks() -> None:
    """Where picks and seed disagree, replay follows the picks; verify and resume do not."""
    data = data_of(short())
    state = new_match(GAME, 2, seed=11, options={"hand": 1, "first": 0}).state
    drawn = data["moves"][0]["picks"][0][0]
    other = next(kind for kind, _ in state.pool.kinds() if kind != drawn)
    data["moves"][0]["picks"] = [[other]]
    replayed = replay(read(data), game=GAME)
    assert replayed.moves[0].picks == ((other,),)
    assert replayed.state.pool == state.pool.remove([other])
    assert diverges(data, GAME)[0] == 0
    with pytest.raises(DivergenceError) as caught:
        resume(read(data), game=GAME)
    assert caught.value.move == 0


def test_replay_goes_on_with_chance_from_outside() -> None:
    """A replayed match is one without a seed."""
    replayed = replay(short().record(), game=GAME)
    assert replayed.play(Confirm(True), ScriptedChance([2])).moves[-1].picks == (2,)
    assert verify(replayed.record(), GAME).ok


@pytest.mark.parametrize("to", [-1, 3, True, 1.0, "1"])
@pytest.mark.parametrize("ask", [replay, resume])
def test_no_such_move(ask: Any, to: Any) -> None:
    """Only as many moves as there are can be replayed."""
    with pytest.raises(RecordError, match=rf"^no move {to!r}; expected 0\.\.2$"):
        ask(short().record(), to=to, game=GAME)


@pytest.mark.parametrize("ask", [replay, resume])
def test_replay_stops_at_a_fault(ask: Any) -> None:
    """A move that is not legal raises at its place; before it everything can still be had."""
    data = data_of(short())
    data["moves"][1]["action"]["card"] = 9
    with pytest.raises(DivergenceError) as caught:
        ask(read(data), game=GAME)
    assert caught.value.move == 1
    assert str(caught.value).startswith("moves[1] (move 2): Mark(card=9) is refused: unknown-card: ")
    assert len(ask(read(data), to=1, game=GAME).moves) == 1


def test_replay_of_a_wrong_setup() -> None:
    """A setup whose picks do not fit raises at the setup."""
    data = data_of(short())
    data["setup"]["picks"] = []
    with pytest.raises(DivergenceError, match=r"^setup: picks: the script has 0 entries and is used up"):
        replay(read(data), game=GAME)


@pytest.mark.parametrize("game", [Heap(), Patience()])
def test_other_games_round_trip(game: railrules.AnyGame) -> None:
    """Games without chance and for a single player are saved like any other."""
    match = new_match(game, 1, seed=2)
    match = match.play(match.legal_actions[0]).play(match.legal_actions[0])
    record = Record.from_json(match.record().to_json())
    assert verify(record, game).ok
    assert resume(record, game=game) == match


def test_a_record_is_frozen_and_does_not_hash() -> None:
    """A record is not changed by anybody; it holds dicts, so it is no key."""
    record: Any = short().record()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        record.stopped = None
    with pytest.raises(TypeError, match="unhashable"):
        hash(record)


# ---- files -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [str, Path])
def test_save_and_read(tmp_path: Path, form: Callable[[Path], Any]) -> None:
    """What was saved is read back; the bytes are those of `to_json`, on every platform; nothing else lies beside it."""
    path = tmp_path / "game.json"
    record = station().record()
    record.save(form(path))
    assert path.read_bytes() == record.to_json().encode()
    assert Record.read(form(path)) == record
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_reading_never_changes_the_file(tmp_path: Path) -> None:
    """Reading, verifying, replaying and resuming leave bytes, times and record as they are."""
    path = tmp_path / "game.json"
    text = json.dumps(json.loads(station().record().to_json()), indent=1)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o444)
    before = path.stat()
    record = Record.read(path)
    copied = copy.deepcopy(record)
    verify(record)
    replay(record, to=10)
    resume(record, to=10).play(station().moves[10].action)
    after = path.stat()
    assert path.read_text(encoding="utf-8") == text
    assert (after.st_mtime_ns, after.st_size, after.st_ino) == (before.st_mtime_ns, before.st_size, before.st_ino)
    assert record == copied
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_read_of_what_is_not_there(tmp_path: Path) -> None:
    """A file that cannot be read is told with the system's reason."""
    with pytest.raises(RecordError, match=r"none\.json: cannot be read: No such file or directory$"):
        Record.read(tmp_path / "none.json")
    with pytest.raises(RecordError, match=r": cannot be read: Is a directory$"):
        Record.read(tmp_path)


def test_read_of_a_path_that_is_none() -> None:
    """A name with a null byte cannot be opened anywhere."""
    with pytest.raises(RecordError, match=r"^my\x00\.json: cannot be read: embedded null byte$"):
        Record.read("my\0.json")


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    """A record is UTF-8 without a mark; a file that an editor saved otherwise is refused by its name."""
    path = tmp_path / "edited.json"
    for encoding in ("utf-8-sig", "utf-16", "utf-16-be", "latin-1"):
        path.write_text(station().record().to_json().replace("Çem", "Cém"), encoding=encoding)
        with pytest.raises(RecordError, match=r"edited\.json: not a whole JSON document: "):
            Record.read(path)


def test_faults_in_a_file_name_the_file(tmp_path: Path) -> None:
    """Errors of reading say which file."""
    path = tmp_path / "cut.json"
    path.write_bytes(short().record().to_json().encode()[:-10])
    with pytest.raises(RecordError, match=r"cut\.json: not a whole JSON document: "):
        Record.read(path)
    path.write_text('{"format": "other"}', encoding="utf-8")
    with pytest.raises(VersionError, match=r"cut\.json: format: expected "):
        Record.read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """What is no file is written to, and not replaced by a file; a device would be gone for everybody."""
    record = new_match("station-manager", 2, seed=1).record()
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    record.save(path)
    reader.join()
    assert read == [record.to_json().encode()]
    assert path.is_fifo()


@pytest.mark.parametrize("method", ["write_bytes", "replace"])
def test_save_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """When writing fails halfway, the old file is as it was and no half one is left."""
    path = tmp_path / "game.json"
    station().record().save(path)
    before = path.read_bytes()

    def full(self: Path, *_: Any, **__: Any) -> None:
        if method == "write_bytes":
            with self.open("wb") as file:
                file.write(b'{"format":"rail')
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, method, full)
    with pytest.raises(OSError, match="No space left on device"):
        short().record().save(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_save_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A folder that is not there is the system's error."""
    target = tmp_path / "none" / "game.json"
    with pytest.raises(FileNotFoundError) as caught:
        short().record().save(target)
    assert (caught.value.filename, caught.value.strerror) == (str(target), "No such file or directory")


def test_save_onto_a_folder(tmp_path: Path) -> None:
    """A folder in the way is told by the name that was asked for, not by one that nobody knows; nothing is left beside it."""
    target = tmp_path / "game.json"
    target.mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        short().record().save(target)
    assert caught.value.filename == str(target)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_save_in_several_threads_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each writes to a file of its own before it takes the place of the target, which is whole at every moment."""
    target = tmp_path / "game.json"
    records = [station().record(), parcels().record()]
    written = threading.Barrier(2)
    names: list[str] = []
    plain = Path.replace

    def together(self: Path, to: Path) -> Path:
        names.append(self.name)
        written.wait(timeout=30)  # both files are there now
        return plain(self, to)

    monkeypatch.setattr(Path, "replace", together)
    with ThreadPoolExecutor(2) as pool:
        for saved in [pool.submit(record.save, target) for record in records]:
            saved.result()
    assert len(set(names)) == 2
    assert Record.read(target) in records
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_save_replaces_what_was_there(tmp_path: Path) -> None:
    """Saving again overwrites."""
    path = tmp_path / "game.json"
    station().record().save(path)
    short().record().save(path)
    assert Record.read(path) == short().record()


def test_moves_keep_their_luck_whoever_played() -> None:
    """A record of a resumed play with more luck verifies from the same seed."""
    match = resume(short().record(), to=1, game=GAME)
    match = match.play(Draw()).play(Keep(match.state.shelves[0].hand[0]))
    assert verify(match.record(), GAME).ok
    assert match.position == SeededChance(11, match.position).position
    assert new_match(Heap(), 2, seed=5).play(Take(2)).record().rng_position == 0


@pytest.mark.parametrize("name", ["", "Ann\n", "\udcff"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    """Names in a record obey the rule of `new_match`."""
    data = data_of(short())
    data["setup"]["names"][0] = name
    assert "setup.names: expected names that are printable and not empty" in fault(data)
