"""The content file and its checks MST-C1 to C10 (section 6 of the rules page): worked scenario S-56."""

import re
from pathlib import Path

import pytest

from railrules import ContentError, ContentFile, SeededChance
from railrules.games.station_master import StationMaster
from railrules.games.station_master.content import Content, parse, shipped_text
from tests.games.station_master.given import GAME

TEXT = shipped_text()
TABLES = ("meta", "setup", "passengers", "depots", "locomotives", "coaches", "freight_cars", "executive_coaches", "actions")
CODES = {
    1: "content-shape",
    2: "content-total",
    3: "content-count",
    4: "content-locomotive",
    5: "content-value",
    6: "content-id",
    7: "content-action",
    8: "content-limit",
    9: "content-example",
    10: "content-setup",
}


def changed(*edits: tuple[str, str]) -> str:
    """The shipped text with the first occurrence of each of these texts replaced."""
    text = TEXT
    for old, new in edits:
        assert old in text, f"{old!r} is not in the shipped file"
        text = text.replace(old, new, 1)
    return text


def fault(text: str) -> ContentError:
    """The error with which `text` is refused."""
    with pytest.raises(ContentError) as raised:
        parse(ContentFile("broken.toml", text))
    error = raised.value
    assert error.file == "broken.toml"
    assert error.code in str(error)
    return error


def refused(text: str, check: int, place: str, expected: str = "", found: str = "") -> None:
    """`text` fails this check, with its code, at this place, and the texts of what was expected and found hold these words."""
    error = fault(text)
    assert (error.code, error.check, error.path) == (CODES[check], f"MST-C{check}", place)
    assert expected in str(error.expected)
    assert found in str(error.found)
    assert place in str(error)


def accepted(text: str) -> Content:
    return parse(ContentFile("own.toml", text))


# ---- the shipped file --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-C1", "MST-C2", "MST-C3", "MST-C4", "MST-C5", "MST-C6", "MST-C7", "MST-C8", "MST-C9", "MST-C10")
def test_the_shipped_file_is_that_of_the_page() -> None:
    """It passes all checks, and is read from the file beside the code."""
    content = accepted(TEXT)
    assert content == GAME.content
    assert content.meta.content_id == "default"
    assert GAME.content_text() == TEXT


# ---- the worked scenario -----------------------------------------------------------------------------------------------------------------

S56 = {
    "two Rush Hours and one Uncouple fewer": (
        changed(('"Rush Hour",      count = 1', '"Rush Hour",      count = 2'), ('"Uncouple",       count = 5', '"Uncouple",       count = 4')),
        7,
    ),
    "92 cards": (changed(("value = 1, count = 4", "value = 1, count = 3"), ("total = 33", "total = 32")), 2),
    "a capacity 9": (changed(("capacity = 8", "capacity = 9")), 4),
    "both standard 5s changed to 4": (changed(("capacity = 5", "capacity = 4"), ("capacity = 5", "capacity = 4")), 9),
    "9 Standing Rooms and five coaches fewer": (
        changed(
            ('"Standing Room",  count = 4', '"Standing Room",  count = 9'),
            ("total = 30", "total = 35"),
            ("value = 4, count = 7", "value = 4, count = 2"),
            ("total = 33", "total = 28"),
        ),
        8,
    ),
}


@pytest.mark.rule("MST-C2", "MST-C4", "MST-C7", "MST-C8", "MST-C9", "MST-1.5", "MST-1.3")
@pytest.mark.parametrize("case", S56)
def test_s56_broken_content(case: str, tmp_path: Path) -> None:
    """Each fault has its code, and no game is built."""
    text, check = S56[case]
    error = fault(text)
    assert (error.code, error.check) == (CODES[check], f"MST-C{check}")
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        GAME.read_content(file)
    assert (raised.value.code, raised.value.file) == (CODES[check], str(file))


# ---- each check --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-C1")
@pytest.mark.parametrize("table", TABLES)
def test_c1_tables_keys_and_provenance(table: str) -> None:
    """Each table is there with a provenance text and no unknown key."""
    start = TEXT.index(f"[{table}]")
    end = TEXT.index("\n[", start + 1) if "\n[" in TEXT[start + 1 :] else len(TEXT)
    block = TEXT[start:end]
    statement = re.search(r'^provenance = (""".*?"""|"[^\n]*")$', block, re.MULTILINE | re.DOTALL)
    assert statement is not None
    refused(TEXT.replace(block, "", 1), 1, table)
    for replacement in ("", "provenance = 3"):
        refused(TEXT.replace(block, block.replace(statement.group(), replacement, 1), 1), 1, f"{table}.provenance")
    for blank in ('provenance = ""', 'provenance = " "'):
        refused(TEXT.replace(block, block.replace(statement.group(), blank, 1), 1), 1, f"{table}.provenance", "not empty", "empty")
    error = fault(TEXT.replace(block, block.replace(statement.group(), f"{statement.group()}\nweight = 3", 1), 1))
    assert (error.code, error.check) == ("content-shape", "MST-C1")
    assert error.path.startswith(table)


@pytest.mark.rule("MST-C1", "MST-C2", "MST-C3", "MST-C4", "MST-C5", "MST-C6", "MST-C7", "MST-C10")
@pytest.mark.parametrize(
    ("edit", "check", "place"),
    [
        (("count = 4 }", "count = 4.0 }"), 3, "coaches.items[0].count"),
        (("capacity = 3", 'capacity = "3"'), 4, "locomotives.items[0].capacity"),
        (("value = 1,", "value = true,"), 5, "coaches.items[0].value"),
        (("railcar = true", "railcar = 1"), 7, "actions.items[0].railcar"),
        (('id = "std-3",', "id = 3,"), 4, "locomotives.items[0].id"),
        (('id = "coach-1",', "id = 1,"), 6, "coaches.items[0].id"),
        (('id = "caboose",', "id = true,"), 6, "actions.items[0].id"),
        (('kind = "standard"', "kind = 1"), 4, "locomotives.items[0].kind"),
        (("total = 13", "total = true"), 3, "locomotives.total"),
        (("[3, 2, 2, 1, 1, -1]", "3"), 2, "passengers.values"),
        (("[3, 2, 2, 1, 1, -1]", "[3, 2, 2, true, 1, -1]"), 2, "passengers.values[3]"),
        (("sets = 6", 'sets = "6"'), 2, "passengers.sets"),
        (("count = 6\nmin_railcars", "count = 6.0\nmin_railcars"), 2, "depots.count"),
        (("min_railcars = 2", "min_railcars = true"), 10, "depots.min_railcars"),
        (("hand_size = 3", 'hand_size = "3"'), 10, "setup.hand_size"),
        (("min_players = 2", "min_players = 2.0"), 10, "setup.min_players"),
        (("max_players = 6", "max_players = true"), 10, "setup.max_players"),
        (("{ 2 = 3, 3 = 3, 4 = 4, 5 = 5, 6 = 6 }", "3"), 10, "setup.station_slots"),
        (("rush_hour_boxed_at = [2]", 'rush_hour_boxed_at = ["2"]'), 10, "setup.rush_hour_boxed_at[0]"),
    ],
)
def test_a_value_of_a_wrong_type_fails_the_check_it_belongs_to(edit: tuple[str, str], check: int, place: str) -> None:
    """A count that is no integer is a wrong count, a capacity that is none a wrong capacity, and so on."""
    refused(changed(edit), check, place)


@pytest.mark.rule("MST-C1")
def test_c1_keys_of_items_and_of_the_file() -> None:
    """A key of an item that is missing or unknown is told; `name` is optional; an unknown table is one too many."""
    refused(changed(('id = "std-3",  ', "")), 1, "locomotives.items[0].id")
    refused(changed(('id = "coach-1", value = 1, ', 'id = "coach-1", ')), 1, "coaches.items[0].value")
    error = fault(changed(('id = "coach-1", ', 'id = "coach-1", colour = "red", ')))
    assert (error.code, error.path.startswith("coaches.items[0]")) == ("content-shape", True)
    assert fault(TEXT + '\n[extra]\nprovenance = "x"\n').code == "content-shape"
    nameless = re.sub(r', +name = "[^"]*"', "", TEXT)
    assert nameless != TEXT
    assert accepted(nameless).counts == GAME.content.counts


@pytest.mark.rule("MST-C1")
@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (('game = "station-master"', 'game = "station-manager"'), "meta.game"),
        (('content_id = "default"', 'content_id = " "'), "meta.content_id"),
        (("format = 1", "format = 2"), "meta.format"),
    ],
)
def test_c1_meta(edit: tuple[str, str], place: str) -> None:
    """The file says which game it is for, what it is called, and its format."""
    refused(changed(edit), 1, place)


@pytest.mark.rule("MST-C2", "MST-1.2", "MST-1.4", "MST-1.6", "MST-1.7")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([('  { id = "std-3",  kind = "standard",  capacity = 3, name = "Branch Line Shuttle" },\n', "")], "locomotives.items", "13", "12"),
        ([("count = 6\nmin_railcars", "count = 5\nmin_railcars")], "depots.count", "6", "5"),
        ([("[3, 2, 2, 1, 1, -1]", "[3, 2, 2, 1, 1]")], "passengers.values", "[3, 2, 2, 1, 1, -1]", "[3, 2, 2, 1, 1]"),
        ([("[3, 2, 2, 1, 1, -1]", "[2, 3, 2, 1, 1, -1]")], "passengers.values", "[3, 2, 2, 1, 1, -1]", "[2, 3, 2, 1, 1, -1]"),
        ([("sets = 6", "sets = 5")], "passengers.sets", "6", "5"),
    ],
)
def test_c2_totals(edits: list[tuple[str, str]], place: str, expected: str, found: str) -> None:
    """13 locomotives, 6 Depots, the pawn values."""
    refused(changed(*edits), 2, place, expected, found)


@pytest.mark.rule("MST-C2", "MST-1.4")
def test_c2_cards() -> None:
    """93 Station Master cards, whatever the totals of the tables say."""
    error = fault(changed(("value = 1, count = 4", "value = 1, count = 3")))
    assert (error.code, error.check) == ("content-total", "MST-C2")
    assert "93" in str(error.expected)
    assert "92" in str(error.found)


@pytest.mark.rule("MST-C3")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("total = 13", "total = 12")], "locomotives.total", "13", "12"),
        ([("total = 33", "total = 34")], "coaches.total", "33", "34"),
        ([("total = 22", "total = 23")], "freight_cars.total", "22", "23"),
        ([("total = 8", "total = 7")], "executive_coaches.total", "8", "7"),
        ([("total = 30", "total = 29")], "actions.total", "30", "29"),
        (
            [("value = 1, count = 4", "value = 1, count = 0"), ("value = 2, count = 6", "value = 2, count = 10")],
            "coaches.items[0].count",
            ">= 1",
            "0",
        ),
        (
            [("value = 1, count = 4", "value = 1, count = -1"), ("value = 2, count = 6", "value = 2, count = 11")],
            "coaches.items[0].count",
            ">= 1",
            "-1",
        ),
    ],
)
def test_c3_counts(edits: list[tuple[str, str]], place: str, expected: str, found: str) -> None:
    """Each total is the sum of its counts, which are at least 1."""
    refused(changed(*edits), 3, place, expected, found)


@pytest.mark.rule("MST-C4", "MST-1.2", "MST-1.3", "MST-1.10")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("capacity = 3", "capacity = 2")], "locomotives.items[0].capacity", "3..8", "2"),
        ([("capacity = 8", "capacity = 9")], "locomotives.items[6].capacity", "3..8", "9"),
        ([('id = "std-4"', 'id = "std-3"')], "locomotives.items[1].id", "different", "std-3"),
        ([('id = "std-4"', 'id = ""')], "locomotives.items[1].id", "an id that is not empty", "an empty one"),
        ([('kind = "executive"', 'kind = "freight"')] * 3, "locomotives.items", "executive", "none"),
        ([('kind = "freight"', 'kind = "executive"')] * 3, "locomotives.items", "freight", "none"),
        ([('kind = "standard"', 'kind = "steam"')], "locomotives.items[0].kind", "standard", "steam"),
    ],
)
def test_c4_locomotives(edits: list[tuple[str, str]], place: str, expected: str, found: str) -> None:
    """Capacities 3 to 8, one of three kinds, all three kinds there, ids unique and not empty."""
    refused(changed(*edits), 4, place, expected, found)


@pytest.mark.rule("MST-C5", "MST-1.8")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("value = 1,", "value = 0,")], "coaches.items[0].value", "1..6", "0"),
        ([("value = 6,", "value = 7,")], "coaches.items[5].value", "1..6", "7"),
        ([("value = -1,", "value = 1,")], "freight_cars.items[0].value", "-6..-1", "1"),
        ([("value = -6,", "value = -7,")], "freight_cars.items[5].value", "-6..-1", "-7"),
        ([("green = 4,", "green = 0,")], "executive_coaches.items[0].green", "1..6", "0"),
        ([("red = -2,", "red = 2,")], "executive_coaches.items[0].red", "-6..-1", "2"),
        ([("red = -4,", "red = -7,")], "executive_coaches.items[2].red", "-6..-1", "-7"),
        ([("value = 2,", "value = 1,")], "coaches.items[1].value", "no other", "1"),
        ([("value = -2,", "value = -1,")], "freight_cars.items[1].value", "no other", "-1"),
        ([("green = 5, red = -3", "green = 4, red = -2")], "executive_coaches.items[1]", "no other", "(4, -2)"),
    ],
)
def test_c5_values(edits: list[tuple[str, str]], place: str, expected: str, found: str) -> None:
    """Values in their ranges, none twice; a pair of an executive coach may share one of its two values."""
    refused(changed(*edits), 5, place, expected, found)


@pytest.mark.rule("MST-C5")
def test_c5_half_a_pair_may_come_again() -> None:
    """Two executive coaches with one red value and different green ones are fine."""
    text = changed(('{ id = "exec-6-4", green = 6, red = -4', '{ id = "exec-6-3", green = 6, red = -3'))
    assert accepted(text).counts["exec-6-3"] == 2


@pytest.mark.rule("MST-C6")
@pytest.mark.parametrize(
    ("edit", "place", "expected", "found"),
    [
        (('id = "coach-1"', 'id = "coach-one"'), "coaches.items[0].id", "coach-1", "coach-one"),
        (('id = "freight-3"', 'id = "freight--3"'), "freight_cars.items[2].id", "freight-3", "freight--3"),
        (('id = "exec-5-3"', 'id = "exec-3-5"'), "executive_coaches.items[1].id", "exec-5-3", "exec-3-5"),
        (('id = "caboose"', 'id = "cabin"'), "actions.items[0].id", "caboose", "cabin"),
    ],
)
def test_c6_ids(edit: tuple[str, str], place: str, expected: str, found: str) -> None:
    """Ids follow from the values, and are those of the eight actions."""
    refused(changed(edit), 6, place, expected, found)


@pytest.mark.rule("MST-C7", "MST-1.5", "MST-1.9")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([('id = "repair", ', 'id = "reassign", ')], "actions.items", "reassign", "2"),
        (
            [
                ('  { id = "uncouple",       name = "Uncouple",       count = 5, railcar = false },\n', ""),
                ('"Caboose",        count = 5', '"Caboose",        count = 10'),
            ],
            "actions.items",
            "uncouple",
            "0",
        ),
        (
            [('"Rush Hour",      count = 1', '"Rush Hour",      count = 2'), ('"Uncouple",       count = 5', '"Uncouple",       count = 4')],
            "actions.items[4].count",
            "1",
            "2",
        ),
        ([("count = 5, railcar = true", "count = 5, railcar = false")], "actions.items[0].railcar", "true", "false"),
        ([("railcar = false", "railcar = true")], "actions.items[2].railcar", "false", "true"),
    ],
)
def test_c7_actions(edits: list[tuple[str, str]], place: str, expected: str, found: str) -> None:
    """All eight kinds once, one Rush Hour, and two kinds that are railcars."""
    refused(changed(*edits), 7, place, expected, found)


@pytest.mark.rule("MST-C8")
def test_c8_limit() -> None:
    """The largest capacity and all Standing Rooms are at most 16: 8 are fine, 9 are one too many."""
    refused(S56["9 Standing Rooms and five coaches fewer"][0], 8, "actions.items", "16", "17")
    eight = changed(
        ('"Standing Room",  count = 4', '"Standing Room",  count = 8'),
        ("total = 30", "total = 34"),
        ("value = 4, count = 7", "value = 4, count = 3"),
        ("total = 33", "total = 29"),
    )
    assert accepted(eight).counts["standing-room"] == 8


@pytest.mark.rule("MST-C9")
@pytest.mark.parametrize(
    ("edits", "place", "expected"),
    [
        ([("capacity = 5", "capacity = 4")] * 2, "locomotives.items", "standard"),
        ([('  { id = "coach-5", value = 5, count = 6 },\n', ""), ("value = 4, count = 7", "value = 4, count = 13")], "coaches.items", "coach-5"),
        ([('  { id = "coach-6", value = 6, count = 3 },\n', ""), ("value = 4, count = 7", "value = 4, count = 10")], "coaches.items", "coach-6"),
        (
            [('  { id = "freight-1", value = -1, count = 4 },\n', ""), ("value = -2, count = 5", "value = -2, count = 9")],
            "freight_cars.items",
            "freight-1",
        ),
        (
            [('  { id = "freight-2", value = -2, count = 5 },\n', ""), ("value = -1, count = 4", "value = -1, count = 9")],
            "freight_cars.items",
            "freight-2",
        ),
        ([('{ id = "exec-5-3", green = 5, red = -3', '{ id = "exec-5-2", green = 5, red = -2')], "executive_coaches.items", "-3"),
    ],
)
def test_c9_the_scoring_example(edits: list[tuple[str, str]], place: str, expected: str) -> None:
    """A standard 5, coaches +5 and +6, freight -1 and -2, an executive coach with red -3."""
    refused(changed(*edits), 9, place, expected, "none")


@pytest.mark.rule("MST-C10")
@pytest.mark.parametrize(
    ("edit", "place", "expected", "found"),
    [
        (("min_players = 2", "min_players = 1"), "setup.min_players", "2", "1"),
        (("max_players = 6", "max_players = 7"), "setup.max_players", "6", "7"),
        (("hand_size = 3", "hand_size = 4"), "setup.hand_size", "3", "4"),
        (("5 = 5, 6 = 6 }", "5 = 5, 6 = 7 }"), "setup.station_slots", "'6': 6", "'6': 7"),
        (("5 = 5, 6 = 6 }", "5 = 5, 6 = 6.0 }"), "setup.station_slots", "'6': 6}", "'6': 6.0"),
        (("5 = 5, 6 = 6 }", "5 = 5 }"), "setup.station_slots", "'6': 6", "'5': 5"),
        (("rush_hour_boxed_at = [2]", "rush_hour_boxed_at = [2, 3]"), "setup.rush_hour_boxed_at", "[2]", "[2, 3]"),
        (("min_railcars = 2", "min_railcars = 1"), "depots.min_railcars", "2", "1"),
    ],
)
def test_c10_setup(edit: tuple[str, str], place: str, expected: str, found: str) -> None:
    """The set-up is the same in every content."""
    refused(changed(edit), 10, place, expected, found)


@pytest.mark.rule("MST-C1", "MST-C2", "MST-C3", "MST-C4", "MST-C5", "MST-C6", "MST-C7", "MST-C8", "MST-C9", "MST-C10")
def test_the_first_failure_is_told() -> None:
    """With a fault of every check, mended one after the other, they are told in their order."""
    faults = [
        ('content_id = "default"', 'content_id = ""'),
        ("sets = 6", "sets = 7"),
        ("total = 13", "total = 14"),
        ('id = "frt-6"', 'id = "frt-4"'),
        ("green = 6, red = -4", "green = 7, red = -4"),
        ('id = "coach-3"', 'id = "coach-x"'),
        ("count = 5, railcar = true", "count = 5, railcar = false"),
        ('"Standing Room",  count = 4', '"Standing Room",  count = 9'),  # with five Cabooses fewer below
        ('{ id = "exec-5-3", green = 5, red = -3', '{ id = "exec-5-1", green = 5, red = -1'),
        ("hand_size = 3", "hand_size = 5"),
    ]
    for first in range(10):
        edits = faults[first:]
        text = TEXT
        for old, new in edits:
            text = text.replace(old, new, 1)
        if first <= 7:
            text = text.replace("value = 4, count = 7", "value = 4, count = 2", 1)
            text = text.replace("total = 33", "total = 28", 1).replace("total = 30", "total = 35", 1)
        error = fault(text)
        assert (error.code, error.check) == (CODES[first + 1], f"MST-C{first + 1}")


@pytest.mark.rule("MST-C3", "MST-C4", "MST-C5", "MST-C7")
@pytest.mark.parametrize("wrong", ['"4"', "4.0", "true", "[4]"])
def test_numbers_are_ints(wrong: str) -> None:
    """A text, a float, a bool or a list is no int, wherever an int stands."""
    for old, new in (
        ("value = 1, count = 4", f"value = 1, count = {wrong}"),
        ("capacity = 4", f"capacity = {wrong}"),
        ("value = 4,", f"value = {wrong},"),
        ("green = 4,", f"green = {wrong},"),
        ("total = 33", f"total = {wrong}"),
        ("hand_size = 3", f"hand_size = {wrong}"),
    ):
        assert fault(changed((old, new))).code.startswith("content-")


# ---- other contents ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-1.3", "MST-I9", "MST-20.4", "MST-6.1")
def test_a_game_with_own_values() -> None:
    """Other counts and capacities are played with, and the bounds follow from them."""
    text = changed(
        ('content_id = "default"', 'content_id = "mine"'),
        ('"Transfer",       count = 4', '"Transfer",       count = 6'),
        ("value = 4, count = 7", "value = 4, count = 5"),
        ("total = 33", "total = 31"),
        ("total = 30", "total = 32"),
    )
    game = StationMaster(accepted(text))
    assert game.content != GAME.content
    config = game.config(2)
    assert config != GAME.config(2)
    assert game.limits(config).actions == 353 + 2 * 3 + 2 * 7  # each Transfer sends home three more and has seven more steps
    chance = SeededChance(2)
    state = game.initial_state(config, chance)
    while game.outcome(state) is None:
        legal = game.legal_actions(state)
        state = game.transition(state, legal[chance.pick(len(legal))], chance)
        assert not [*game.invariant_faults(state)]


@pytest.mark.rule("MST-C1")
def test_names_and_provenance_change_no_game() -> None:
    """Two files that differ in words only have one digest, so a config of one is a config of the other."""
    renamed = accepted(TEXT.replace("Branch Line Shuttle", "Milk Train").replace("CHOSEN: designed", "CHOSEN: drawn"))
    assert StationMaster(renamed).config(3) == GAME.config(3)


@pytest.mark.rule("MST-C1")
def test_what_is_no_toml(tmp_path: Path) -> None:
    """A file that cannot be parsed or read is told as such."""
    with pytest.raises(ContentError):
        ContentFile("broken.toml", "[meta")
    with pytest.raises(ContentError):
        GAME.read_content(tmp_path / "none.toml")
