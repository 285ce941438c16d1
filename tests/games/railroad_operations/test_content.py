"""The content file: the figures of the shipped one (OPS-1, the head of the file), the checks OPS-C1 to OPS-C14, and games with other contents."""

import re
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import attrs
import pytest

from railrules import ContentError, ContentFile, SeededChance
from railrules.games.railroad_operations import RailroadOperations
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations.consist import CABOOSE, ENGINE
from railrules.games.railroad_operations.content import Card, Content, Effect, Industry, Trackage, TrainCard, Upgrade
from railrules.games.railroad_operations.reading import parse, read, shipped_content, shipped_text
from railrules.games.station_master.content import shipped_text as another_text

TEXT = shipped_text()
DATA = ContentFile("content.toml", TEXT).data
SHIPPED = shipped_content()
GAME = RailroadOperations()
TABLES = tuple(DATA)
GONE: Any = ...
"""In place of a value: the key, or the item of a list, is taken away."""
CARD_TABLES = (*DATA["home_deck"]["dealt_tables"], *DATA["home_deck"]["excluded_tables"])
ITEM_TABLES = tuple(table for table in TABLES if "items" in DATA[table])

# ---- editing a file ----------------------------------------------------------------------------------------------------------------------


def steps(path: str) -> list[str]:
    return re.findall(r"[^.\[\]]+", path)


def put(data: Any, path: str, value: Any) -> None:
    """Set what stands at a place such as ``track.items[3].count``; a list is one longer if the place is just behind its end."""
    *way, last = steps(path)
    for step in way:
        data = data[int(step)] if isinstance(data, list) else data[step]
    key: Any = int(last) if isinstance(data, list) else last
    if value is GONE:
        del data[key]
    elif isinstance(data, list) and key == len(data):
        data.append(value)
    else:
        data[key] = value


def at(path: str) -> Any:
    """What the shipped file has at a place, to be changed at will."""
    data: Any = DATA
    for step in steps(path):
        data = data[int(step)] if isinstance(data, list) else data[step]
    return deepcopy(data)


Edit = tuple[str, Any]


def source(*edits: Edit) -> ContentFile:
    """The shipped file with these changes, made in order."""
    edited = ContentFile("mine.toml", "")
    edited.data = deepcopy(DATA)  # several times faster than parsing the text again
    for path, value in edits:
        put(edited.data, path, deepcopy(value))
    return edited


def sums(file: ContentFile) -> ContentFile:
    """The file with all its totals set right."""
    data = file.data
    for table in (*CARD_TABLES, "mainline"):
        data[table]["total"] = sum(item.get("count", 1) for item in data[table]["items"])
    data["rolling_stock"]["total"] = sum(item["loaded"] + item["empty"] for item in data["rolling_stock"]["items"])
    for key in ("dealt", "excluded"):
        data["home_deck"][key] = sum(data[table]["total"] for table in data["home_deck"][f"{key}_tables"])
    return file


def accepted(*edits: Edit) -> Content:
    """The content of a file with these changes and with its totals set right."""
    return parse(sums(source(*edits)))


def fault_of(file: ContentFile) -> ContentError:
    with pytest.raises(ContentError) as raised:
        parse(file)
    error = raised.value
    assert (error.code, error.file) == ("invalid-content", file.file)
    assert all(word in str(error) for word in (error.code, error.file, error.path, error.check, error.expected, error.found))
    assert error.expected
    assert error.found
    return error


def fault(*edits: Edit) -> ContentError:
    """The error with which the changed file is refused."""
    return fault_of(source(*edits))


def told(error: ContentError, check: str, place: str, expected: str, found: str) -> None:
    assert (error.check, error.path) == (f"OPS-{check}", place), str(error)
    assert expected in error.expected, str(error)
    assert found in error.found, str(error)


def refused(check: str, place: str, *edits: Edit, expected: str = "", found: str = "") -> None:
    """The changed file fails this check at this place, and the texts of what was expected and found hold these words."""
    told(fault(*edits), check, place, expected, found)


def refused_with_sums(check: str, place: str, *edits: Edit, expected: str = "", found: str = "") -> None:
    """The same with all totals set right, so that nothing but the change is wrong."""
    told(fault_of(sums(source(*edits))), check, place, expected, found)


def item(table: str, name: str) -> str:
    """The place of an item."""
    return f"{table}.items[{[entry['id'] for entry in DATA[table]['items']].index(name)}]"


def train(number: int) -> str:
    return item("timetable", f"train-{number}")


def extra(number: int) -> str:
    return item("extras", f"extra-{number}")


def add(table: str, name: str, **changed: Any) -> Edit:
    """One item more, like another one but for some keys."""
    return f"{table}.items[{len(DATA[table]['items'])}]", {**at(item(table, name)), **changed}


# ---- the shipped file --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C1", "OPS-C2", "OPS-C3", "OPS-C4", "OPS-C5", "OPS-C6", "OPS-C7")
@pytest.mark.rule("OPS-C8", "OPS-C9", "OPS-C10", "OPS-C11", "OPS-C12", "OPS-C13", "OPS-C14")
def test_the_shipped_file_passes_all_checks(tmp_path: Path) -> None:
    """It is what the game plays with, and reads the same from anywhere."""
    assert parse(source()) == accepted() == SHIPPED == GAME.content
    assert GAME.content_text() == TEXT
    file = tmp_path / "copy.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert read(file) == GAME.read_content(file) == SHIPPED
    assert GAME.with_content(file).config(2) == GAME.config(2)
    assert SHIPPED.content_id == "railroad-operations/default"
    assert DATA["meta"]["game"] == "railroad-operations"


@pytest.mark.rule("OPS-C1")
def test_the_tables_of_the_file() -> None:
    """Nineteen, each with its provenance; eleven of them are card tables of the Home Office deck."""
    assert len(TABLES) == 19
    assert all(DATA[table]["provenance"].strip() for table in TABLES)
    assert set(CARD_TABLES) | {"meta", "rolling_stock", "crew_trays", "limit", "offices", "home_deck", "restrictions", "mainline"} == set(TABLES)


@pytest.mark.rule("OPS-1.1", "OPS-1.2", "OPS-C4")
def test_rolling_stock_of_the_shipped_file() -> None:
    """72 tokens: 16 coaches, 48 freight cars of six kinds, 8 cabooses; 32 are loaded, 40 empty."""
    assert [(stock.id, stock.code, stock.role, stock.loaded, stock.empty) for stock in SHIPPED.stock] == [
        ("coach", "CH", "passenger", 8, 8),
        ("boxcar", "BX", "freight", 4, 4),
        ("reefer", "RF", "freight", 4, 4),
        ("gondola", "GN", "freight", 4, 4),
        ("hopper", "HP", "freight", 4, 4),
        ("tank", "TK", "freight", 4, 4),
        ("stock", "SK", "freight", 4, 4),
        ("caboose", "CB", "caboose", 0, 8),
    ]
    assert SHIPPED.supply == (8, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8)
    assert sum(SHIPPED.supply) == DATA["rolling_stock"]["total"] == 72
    assert sum(stock.loaded for stock in SHIPPED.stock) == 32
    assert sum(stock.empty for stock in SHIPPED.stock) == 40
    assert sum(stock.loaded + stock.empty for stock in SHIPPED.stock if stock.role == "freight") == 48
    assert SHIPPED.kinds == 7


@pytest.mark.rule("OPS-1.5", "OPS-C5")
def test_crew_trays_of_the_shipped_file() -> None:
    """Three and one for each player, an engine and four cars each."""
    assert (DATA["crew_trays"]["base"], DATA["crew_trays"]["per_player"], DATA["crew_trays"]["cars"]) == (3, 1, 4)
    for players in (1, 2, 3, 4):
        assert len(GAME.initial_state(GAME.config(players), SeededChance(1)).division.trays) == players + 3


@pytest.mark.rule("OPS-5.12", "OPS-C6")
def test_grades_of_the_shipped_file() -> None:
    """A/D tracks 1 to 4; Porters, green and red boxes 0 to 3; all but the Whistle Post are Control Points."""
    assert [(grade.id, grade.ad_tracks, grade.control_point, grade.porters, grade.green, grade.red) for grade in SHIPPED.grades] == [
        ("whistle-post", 1, False, 0, 0, 0),
        ("depot", 2, True, 1, 1, 1),
        ("station", 3, True, 2, 2, 2),
        ("terminal", 4, True, 3, 3, 3),
    ]


def cards(kind: str) -> list[Card]:
    return [card for card in SHIPPED.cards if card.kind == kind]


def copies(kind: str) -> int:
    return sum(card.count for card in cards(kind))


@pytest.mark.rule("OPS-2.6", "OPS-C3", "OPS-C13")
def test_the_home_office_deck_of_the_shipped_file() -> None:
    """142 cards of 80 types: 120 are dealt, 22 directed at opponents are never."""
    assert sum(card.count for card in SHIPPED.cards) == 142
    assert len(SHIPPED.cards) == 80
    assert len(SHIPPED.deck) == DATA["home_deck"]["dealt"] == 120
    assert copies("excluded") == DATA["home_deck"]["excluded"] == 22
    assert sum(card.count for card in cards("excluded") if card.id in {entry["id"] for entry in DATA["space_use"]["items"]}) == 12
    assert Counter(SHIPPED.deck) == {place: card.count for place, card in enumerate(SHIPPED.cards) if card.kind != "excluded"}
    expected = {
        "track": (11, 37),
        "facility": (14, 18),
        "upgrade": (3, 16),
        "modifier": (3, 6),
        "enhancement": (6, 10),
        "timetabled": (16, 16),
        "extra": (8, 8),
        "second-section": (1, 3),
        "line-modifier": (3, 6),
        "excluded": (15, 22),
    }
    assert {kind: (len(cards(kind)), copies(kind)) for kind in expected} == expected
    assert {card.kind for card in SHIPPED.cards} == set(expected)


@pytest.mark.rule("OPS-C3")
def test_the_order_of_types_is_that_of_the_file() -> None:
    """Tables as the deck lists them, items as they stand: the index order of saved games and action ids."""
    assert [card.id for card in SHIPPED.cards] == [entry["id"] for table in CARD_TABLES for entry in DATA[table]["items"]]
    assert CARD_TABLES == (
        "track",
        "facilities",
        "upgrades",
        "modifiers",
        "enhancements",
        "timetable",
        "extras",
        "second_sections",
        "mainline_modifiers",
        "space_use",
        "actions",
    )
    assert SHIPPED.card_places == {card.id: place for place, card in enumerate(SHIPPED.cards)}
    assert [line.id for line in SHIPPED.line] == [entry["id"] for entry in DATA["mainline"]["items"]]
    assert (SHIPPED.card_places["straight"], SHIPPED.card_places["rate-inquiry"]) == (0, 79)


@pytest.mark.rule("OPS-5.3", "OPS-C7")
def test_track_cards_of_the_shipped_file() -> None:
    """5 straights, 12 curves and 16 turnouts of four hands each, 2 Small Yards, 2 Yard Offices."""
    counts: Counter[str] = Counter()
    for card in cards("track"):
        assert isinstance(card.detail, Trackage)
        counts[card.detail.shape] += card.count
    assert counts == {"straight": 5, "curve": 12, "turnout": 16, "small-yard": 2, "yard-office": 2}
    assert [card.count for card in cards("track")] == [5, 3, 3, 3, 3, 4, 4, 4, 4, 2, 2]
    assert set(SHIPPED.track_cards) == set(range(11))


@pytest.mark.rule("OPS-7.5", "OPS-C8", "OPS-R4")
def test_facilities_of_the_shipped_file() -> None:
    """14 industries on 18 cards, with so many cards by kind outbound and inbound; a box for each side that there is, one Laborer."""
    kinds = [stock.id for stock in SHIPPED.stock]
    outbound: Counter[str] = Counter()
    inbound: Counter[str] = Counter()
    for card in cards("facility"):
        industry = card.detail
        assert isinstance(industry, Industry)
        outbound.update({kinds[kind]: card.count for kind in industry.outbound})
        inbound.update({kinds[kind]: card.count for kind in industry.inbound})
        assert (industry.green, industry.red, industry.laborers) == (int(bool(industry.outbound)), int(bool(industry.inbound)), 1)
    assert outbound == {"boxcar": 5, "reefer": 3, "gondola": 3, "hopper": 2, "tank": 2, "stock": 3}
    assert inbound == {"boxcar": 1, "reefer": 3, "gondola": 1, "hopper": 3, "tank": 2, "stock": 2}


@pytest.mark.rule("OPS-5.12", "OPS-5.13", "OPS-5.14", "OPS-8.13", "OPS-C6", "OPS-C9")
def test_upgrades_and_effects_of_the_shipped_file() -> None:
    """8 Depots, 5 Stations, 3 Terminals; two of each modifier; 3 Interlockings, 2 Telegraphs, 2 Red Flags and three cards without effect."""
    assert [(card.id, card.count, card.detail) for card in cards("upgrade")] == [
        ("upgrade-depot", 8, Upgrade(0, 1)),
        ("upgrade-station", 5, Upgrade(1, 2)),
        ("upgrade-terminal", 3, Upgrade(2, 3)),
    ]
    assert [(card.id, card.count, card.detail) for kind in ("modifier", "enhancement", "line-modifier") for card in cards(kind)] == [
        ("loading-dock", 2, Effect("green_box", "square")),
        ("warehouse", 2, Effect("red_box", "square")),
        ("section-gang", 2, Effect("laborer", "square")),
        ("interlocking", 3, Effect("hold_at_limits", "area")),
        ("telegraph", 2, Effect("hold_departure", "area")),
        ("red-flags", 2, Effect("hand_limit", "player")),
        ("facing-point-locks", 1, Effect("none", "area")),
        ("water-column", 1, Effect("none", "area")),
        ("overpass", 1, Effect("none", "area")),
        ("passing-siding", 2, Effect("two_trains", "line")),
        ("double-track", 2, Effect("opposing_trains", "line")),
        ("block-signals", 2, Effect("follow_safely", "line")),
    ]
    assert {word: SHIPPED.cards[place].id for word, place in SHIPPED.by_effect.items()} == {
        "green_box": "loading-dock",
        "red_box": "warehouse",
        "laborer": "section-gang",
        "hold_at_limits": "interlocking",
        "hold_departure": "telegraph",
        "hand_limit": "red-flags",
        "two_trains": "passing-siding",
        "opposing_trains": "double-track",
        "follow_safely": "block-signals",
    }
    assert copies("second-section") == 3


def letters(details: TrainCard) -> str:
    return "".join("cCbBrRgGhHtTsSk"[token] for token in details.takes)


@pytest.mark.rule("OPS-8.1", "OPS-6.14", "OPS-7.11", "OPS-C10", "OPS-C11")
def test_timetabled_trains_of_the_shipped_file() -> None:
    """Numbers 1 to 16, odd ones west: what each takes, its maximum, `k` with a caboose, `f` if fast, `x` if expedited, and its restrictions."""
    found = {}
    for card in cards("timetabled"):
        details = card.detail
        assert isinstance(details, TrainCard)
        assert (details.extra, details.work, details.heading) == (False, False, 1 - details.number % 2)
        flags = "k" * details.caboose + "f" * details.fast + "x" * details.expedited
        found[details.number] = (letters(details), details.maximum, flags, " ".join(details.restrictions))
    mail, mixed, manifest, way = "cCbBrR", "cCbBtTsS", "bBrRgGtT", "bBrRgGhHtTsS"
    crack = "no_switching terminal_passengers_only"
    assert found == {
        1: ("C", 3, "fx", crack),
        2: ("C", 3, "fx", crack),
        3: (mail, 4, "f", "one_freight_per_square"),
        4: (mail, 4, "f", "one_freight_per_square"),
        5: ("cC", 3, "fx", ""),
        6: ("cC", 3, "fx", ""),
        7: (mixed, 4, "", "no_coach_set_out"),
        8: (mixed, 4, "", "no_coach_set_out"),
        9: ("rs", 4, "kf", ""),
        10: ("RS", 4, "kfx", ""),
        11: (manifest, 4, "kf", ""),
        12: (manifest, 4, "kf", ""),
        13: ("gh", 4, "k", ""),
        14: ("GH", 4, "k", ""),
        15: (way, 3, "k", ""),
        16: (way, 3, "k", ""),
    }


@pytest.mark.rule("OPS-8.5", "OPS-6.14", "OPS-7.11", "OPS-C10", "OPS-C12")
def test_extras_of_the_shipped_file() -> None:
    """Eight, without a direction of their own; two are work Extras (`w`)."""
    found = {}
    for card in cards("extra"):
        details = card.detail
        assert isinstance(details, TrainCard)
        assert (details.extra, details.heading) == (True, None)
        flags = "k" * details.caboose + "f" * details.fast + "x" * details.expedited + "w" * details.work
        found[details.number] = (letters(details), details.maximum, flags, " ".join(details.restrictions))
    assert found == {
        11: ("cC", 1, "fx", "no_passenger_work no_switching"),
        13: ("bBgGhH", 4, "k", "no_coupling"),
        15: ("CBG", 4, "kfx", "no_passenger_work no_switching"),
        17: ("gGhH", 3, "kw", ""),
        18: ("bBgG", 3, "kw", ""),
        20: ("cC", 4, "f", ""),
        22: ("brghts", 3, "k", "empty_coupling_only"),
        24: ("tTsS", 4, "k", ""),
    }


@pytest.mark.rule("OPS-8.7", "OPS-C14", "OPS-R16")
def test_the_mainline_deck_of_the_shipped_file() -> None:
    """24 cards: 6, 7 and 4 normal ones of 1, 2 and 3 regions, 3 Hilly, 2 Heavy Grades, 2 Interchanges; what differs is how long trains need."""
    assert len(SHIPPED.line_deck) == DATA["mainline"]["total"] == 24
    counts = Counter((SHIPPED.line[place].kind, SHIPPED.line[place].regions) for place in SHIPPED.line_deck)
    assert counts == {
        ("normal", 1): 6,
        ("normal", 2): 7,
        ("normal", 3): 4,
        ("hilly", 3): 3,
        ("heavy-grade", 3): 2,
        ("interchange", 1): 2,
    }
    for line in SHIPPED.line:
        needed = (line.fast, line.slow, line.up, line.down)
        if line.kind == "hilly":
            assert needed == (2, 3, 3, 3)
        elif line.kind == "heavy-grade":
            assert needed == (3, 3, 3, 1)
        else:
            assert needed == (line.regions,) * 4


@pytest.mark.rule("OPS-1.4", "OPS-C11")
def test_the_division_yard_can_run_empty() -> None:
    """Every token is taken by some timetabled train, loaded and empty ones, and the caboose too."""
    taken = {token for card in SHIPPED.trains.values() if not card.extra for token in card.takes}
    assert taken == set(range(CABOOSE))
    assert any(card.caboose for card in SHIPPED.trains.values() if not card.extra)
    assert not any(ENGINE in card.takes or CABOOSE in card.takes for card in SHIPPED.trains.values())


# ---- OPS-C1: tables, keys, provenance ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C1")
@pytest.mark.parametrize("table", TABLES)
def test_c1_tables_and_provenance(table: str) -> None:
    """Each table is there, is one, has a provenance that is a text and not empty, and no key that is not known."""
    refused("C1", table, (table, GONE), found="missing")
    wrongs: tuple[Any, ...] = (3, "x", [])
    for wrong in wrongs:
        refused("C1", table, (table, wrong))
    refused("C1", f"{table}.provenance", (f"{table}.provenance", GONE), found="missing")
    for blank in ("", " ", "\t"):
        refused("C1", f"{table}.provenance", (f"{table}.provenance", blank))
    for odd in (3, True, ["CHOSEN"]):
        refused("C1", f"{table}.provenance", (f"{table}.provenance", odd), expected="a string")
    refused("C1", f"{table}.weight", (f"{table}.weight", 3), expected="provenance", found="unknown")


@pytest.mark.rule("OPS-C1")
@pytest.mark.parametrize(("table", "key"), [(table, key) for table in TABLES for key in DATA[table] if key != "provenance"])
def test_c1_keys_of_tables(table: str, key: str) -> None:
    """None may be missing, and what is of another type is refused where it stands."""
    place = f"{table}.{key}"
    refused("C1", place, (place, GONE), found="missing")
    wrongs: tuple[Any, ...] = {str: (3, True, []), int: ("3", 3.0, True), bool: (1, "true"), list: ("x", {}, 3)}[type(DATA[table][key])]
    for wrong in wrongs:
        assert fault((place, wrong)).path == place


@pytest.mark.rule("OPS-C1")
@pytest.mark.parametrize(
    ("table", "key"),
    [(table, key) for table in ITEM_TABLES for key in DATA[table]["items"][0] if key not in ("count", "regions")],
)
def test_c1_keys_of_items(table: str, key: str) -> None:
    """None may be missing but `count`; what is of another type is refused where it stands."""
    place = f"{table}.items[0].{key}"
    refused("C1", place, (place, GONE), found="missing")
    wrongs: tuple[Any, ...] = {str: (3, True, []), int: ("3", 3.0, True), bool: (1, "true"), list: ("x", {}, 3)}[type(at(place))]
    for wrong in wrongs:
        assert fault((place, wrong)).path == place


@pytest.mark.rule("OPS-C1")
@pytest.mark.parametrize("table", ITEM_TABLES)
def test_c1_items_have_no_other_keys(table: str) -> None:
    """An unknown key of an item is told with its name; items are tables, and more of them are no text."""
    refused("C1", f"{table}.items[0].colour", (f"{table}.items[0].colour", "red"), expected="one of the keys", found="unknown")
    wrongs: tuple[Any, ...] = ("x", 3, [])
    for wrong in wrongs:
        assert fault((f"{table}.items[0]", wrong)).path == f"{table}.items[0]"


@pytest.mark.rule("OPS-C1")
def test_c1_keys_deeper_down() -> None:
    """What a train takes has two keys."""
    take = f"{train(3)}.takes[1]"
    for key in ("kind", "state"):
        refused("C1", f"{take}.{key}", (f"{take}.{key}", GONE), found="missing")
    refused("C1", f"{take}.count", (f"{take}.count", 2), expected="one of the keys", found="unknown")
    refused("C1", "tariffs", ("tariffs", {"provenance": "CHOSEN: mine"}), found="unknown")


@pytest.mark.rule("OPS-C1")
@pytest.mark.parametrize(
    ("place", "value", "expected", "found"),
    [
        ("meta.game", "station-master", "'railroad-operations'", "'station-master'"),
        ("meta.game", "", "'railroad-operations'", "''"),
        ("meta.game", "Railroad-Operations", "'railroad-operations'", "'Railroad-Operations'"),
        ("meta.content_id", " ", "not empty", "empty"),
    ],
)
def test_c1_what_the_file_is(place: str, value: object, expected: str, found: str) -> None:
    """A file of this game, with a name."""
    refused("C1", place, (place, value), expected=expected, found=found)


@pytest.mark.rule("OPS-C1")
def test_c1_the_file_of_another_game(tmp_path: Path) -> None:
    """A whole content file of another game is none of this one, and no game is built of it."""
    file = tmp_path / "other.toml"
    file.write_text(another_text(), encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        GAME.with_content(file)
    error = raised.value
    assert (error.code, error.check, error.file) == ("invalid-content", "OPS-C1", str(file))
    assert error.path
    assert error.path.split(".", maxsplit=1)[0] in {*TABLES, "setup", "passengers", "depots", "locomotives", "coaches"}


@pytest.mark.rule("OPS-C1")
@pytest.mark.parametrize("text", ["[meta", "meta = ", "a = 1\na = 2", "[meta]\ngame = 'x", "\x00", "[track]\ntotal = 1e", "x = [1, 2"])
def test_what_is_no_toml(text: str, tmp_path: Path) -> None:
    """A text that cannot be parsed is told as such, with the code of content."""
    with pytest.raises(ContentError) as raised:
        parse(ContentFile("broken.toml", text, "invalid-content"))
    assert (raised.value.code, raised.value.check, raised.value.expected) == ("invalid-content", "syntax", "a TOML file")
    file = tmp_path / "broken.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        GAME.read_content(file)
    assert (raised.value.code, raised.value.check, raised.value.file) == ("invalid-content", "syntax", str(file))


@pytest.mark.rule("OPS-C1")
def test_what_is_no_file(tmp_path: Path) -> None:
    """Nothing, a folder, and bytes that are no UTF-8."""
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.toml", tmp_path, binary):
        with pytest.raises(ContentError) as raised:
            GAME.read_content(path)
        assert (raised.value.code, raised.value.file) == ("invalid-content", str(path))


@pytest.mark.rule("OPS-C1", "OPS-C3")
def test_edits_of_the_text_itself(tmp_path: Path) -> None:
    """A file with a fault in its text, as a person would make one: place and check are told, and the game stays as it was."""
    text = TEXT.replace(
        'id = "straight", name = "Straight Track", kind = "straight", count = 5', 'id = "straight", name = "Straight Track", count = 5'
    )
    assert text != TEXT
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        GAME.read_content(file)
    assert (raised.value.code, raised.value.check, raised.value.path) == ("invalid-content", "OPS-C1", "track.items[0].kind")
    with pytest.raises(ContentError) as raised:
        GAME.with_content(file)
    assert raised.value.file == str(file)
    text = TEXT.replace('name = "Straight Track", kind = "straight", count = 5', 'name = "Straight Track", kind = "straight", count = 6')
    told(fault_of(ContentFile("mine.toml", text, "invalid-content")), "C3", "track.total", "38", "37")


# ---- values of a wrong sort --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C2", "OPS-C7", "OPS-C9", "OPS-C10", "OPS-C11", "OPS-C14")
@pytest.mark.parametrize(
    ("check", "place", "value"),
    [
        ("C2", "restrictions.items[0].id", "No-Switching"),
        ("C7", "track.items[1].routes[0][1]", "X"),
        ("C7", "limit.routes[0][0]", "west"),
        ("C9", "enhancements.items[0].holder", "division"),
        ("C9", "modifiers.items[0].effect", "steam"),
        ("C10", f"{train(5)}.takes[0].state", "full"),
        ("C10", f"{train(5)}.speed", "medium"),
        ("C10", f"{train(5)}.class", "fourth"),
        ("C10", f"{extra(20)}.class", "first"),
        ("C10", f"{train(5)}.restrictions", ["no_whistling"]),
        ("C11", f"{train(5)}.direction", "north"),
        ("C14", "mainline.items[0].kind", "tunnel"),
    ],
)
def test_a_word_that_may_not_stand_there_fails_the_check_that_names_the_words(check: str, place: str, value: object) -> None:
    """Where a check says which words may stand in a place, another one fails this check, not that of tables and keys."""
    error = fault((place, value))
    assert error.path.startswith(place)
    assert error.check == f"OPS-{check}"


@pytest.mark.rule("OPS-C1", "OPS-C3", "OPS-C10", "OPS-C14")
@pytest.mark.parametrize("value", ["3", 3.0, True, [3], {}])
@pytest.mark.parametrize(
    ("check", "place"),
    [("C3", "track.items[0].count"), ("C3", "upgrades.items[1].count"), ("C10", f"{train(5)}.maximum"), ("C14", "mainline.items[0].regions")],
)
def test_numbers_are_ints(check: str, place: str, value: object) -> None:
    """A text, a float, a bool, a list or a table is no int, also where the key may be left out."""
    error = fault((place, value))
    assert error.path == place
    assert error.check in ("OPS-C1", f"OPS-{check}")


# ---- OPS-C2: ids, names, codes -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C2")
@pytest.mark.parametrize("name", ["", " ", "Straight", "two words", "1-track", "-a", "a_b", "köln", "a/b"])
@pytest.mark.parametrize("table", ["track", "extras", "actions", "mainline", "offices"])
def test_c2_ids(table: str, name: str) -> None:
    """Lower-case letters, digits and hyphens, a letter first."""
    refused("C2", f"{table}.items[1].id", (f"{table}.items[1].id", name), expected="letter", found=repr(name))


@pytest.mark.rule("OPS-C2")
@pytest.mark.parametrize(
    ("changed", "name", "first"),
    [
        ("track.items[3].id", "straight", "track.items[0]"),
        ("facilities.items[2].id", "straight", "track.items[0]"),
        ("mainline.items[0].id", "telegraph", "enhancements.items[1]"),
        ("actions.items[4].id", "duck-pond", "space_use.items[0]"),
        ("extras.items[4].id", "train-1", "timetable.items[0]"),
        ("mainline.items[5].id", "hilly", "mainline.items[8]"),
        ("rolling_stock.items[2].id", "boxcar", "rolling_stock.items[1]"),
        ("offices.items[2].id", "depot", "offices.items[1]"),
        ("restrictions.items[2].id", "no_switching", "restrictions.items[0]"),
    ],
)
def test_c2_ids_occur_once(changed: str, name: str, first: str) -> None:
    """Among all cards of both decks, among the kinds of rolling stock, the grades, the restrictions; both places are told."""
    error = fault((changed, name))
    assert error.check == "OPS-C2"
    assert {error.path.removesuffix(".id"), *re.findall(r"\w+\.items\[\d+\]", error.expected)} == {changed.removesuffix(".id"), first}
    assert repr(name) in error.found


@pytest.mark.rule("OPS-C2")
def test_c2_ids_of_different_sorts_may_be_alike() -> None:
    """A grade may be called like a card, a card like a kind of car."""
    assert accepted((f"{item('upgrades', 'upgrade-depot')}.id", "depot"), (f"{item('track', 'straight')}.id", "coach")).card_places["coach"] == 0


@pytest.mark.rule("OPS-C2")
@pytest.mark.parametrize(
    "place", ["limit.name", *(f"{table}.items[1].name" for table in ITEM_TABLES if table not in ("restrictions", "second_sections"))]
)
def test_c2_names_are_not_empty(place: str) -> None:
    """Every item with a name has one, and so has the Limit."""
    for blank in ("", "  "):
        refused("C2", place, (place, blank), expected="not empty", found="empty")


@pytest.mark.rule("OPS-C2")
@pytest.mark.parametrize("code", ["", "B", "BOX", "bx", "B1", "B X", "ÄÖ", "CH"])
def test_c2_codes(code: str) -> None:
    """Two capitals that no other kind has."""
    refused("C2", "rolling_stock.items[1].code", ("rolling_stock.items[1].code", code), expected="two capitals", found=repr(code))


# ---- OPS-C3: counts and totals -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C3")
@pytest.mark.parametrize("table", [*CARD_TABLES, "mainline", "rolling_stock"])
@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_c3_totals(table: str, off: int) -> None:
    """Each is the sum of its counts."""
    right = at(f"{table}.total")
    refused("C3", f"{table}.total", (f"{table}.total", right + off), expected=str(right), found=str(right + off))


@pytest.mark.rule("OPS-C3")
@pytest.mark.parametrize("table", [*CARD_TABLES, "mainline"])
@pytest.mark.parametrize("count", [0, -1, 100, 1000000005])
def test_c3_counts(table: str, count: int) -> None:
    """At least one card of each item and no more than can be handled, whatever the total says."""
    place = f"{table}.items[0].count"
    refused("C3", place, (place, count), expected="1..99", found=str(count))
    refused_with_sums("C3", place, (place, count), expected="1..99", found=str(count))


@pytest.mark.rule("OPS-C3", "OPS-C4", "OPS-C6", "OPS-C10", "OPS-C14")
def test_the_greatest_numbers() -> None:
    """What is just not too much makes a game like any other."""
    most: list[Edit] = [
        ("track.items[0].count", 99),
        ("rolling_stock.items[1].loaded", 49),
        ("rolling_stock.items[1].empty", 50),
        ("offices.items[3].porters", 99),
        (f"{train(16)}.number", 998),
        (f"{extra(24)}.number", 999),
        ("mainline.items[0].regions", 99),
        ("mainline.items[0].count", 99),
    ]
    game = RailroadOperations(accepted(*most))
    state = game.initial_state(game.config(4), SeededChance(1))
    assert len(game.content.line_deck) == 120
    assert list(game.invariant_faults(state)) == []


@pytest.mark.rule("OPS-C3")
def test_c3_a_count_left_out_is_one() -> None:
    """Where the key is absent there is one card."""
    text = accepted(("facilities.items[1].count", GONE))
    assert text.cards[text.card_places["coal-tipple"]].count == 1
    assert len(text.deck) == 119
    refused("C3", "facilities.total", ("facilities.items[1].count", GONE), expected="17", found="18")


@pytest.mark.rule("OPS-C3")
@pytest.mark.parametrize(
    ("place", "value", "expected", "found"),
    [
        ("home_deck.dealt", 121, "120", "121"),
        ("home_deck.excluded", 21, "22", "21"),
        ("home_deck.dealt_tables[1]", "track", "once", "'track'"),
        ("home_deck.dealt_tables[9]", "mainline", "once", "'mainline'"),
        ("home_deck.dealt_tables[2]", "tracks", "once", "'tracks'"),
        ("home_deck.excluded_tables[1]", "space_use", "once", "'space_use'"),
        ("home_deck.excluded_tables[2]", "rolling_stock", "once", "'rolling_stock'"),
    ],
)
def test_c3_the_home_office_deck(place: str, value: object, expected: str, found: str) -> None:
    """Its numbers are the sums of its tables, and it lists card tables only, each once."""
    error = fault((place, value))
    assert error.check == "OPS-C3"
    assert error.path.split("[")[0] == place.split("[", maxsplit=1)[0]
    assert expected in error.expected
    assert found in error.found


@pytest.mark.rule("OPS-C3", "OPS-2.6")
@pytest.mark.parametrize(
    "place", [*(f"home_deck.dealt_tables[{index}]" for index in range(9)), *(f"home_deck.excluded_tables[{index}]" for index in range(2))]
)
def test_c3_every_card_table_is_listed(place: str) -> None:
    """One that is left out is told by name."""
    error = fault_of(sums(source((place, GONE))))
    assert error.check == "OPS-C3"
    assert error.path.startswith("home_deck.")
    assert at(place) in error.expected


@pytest.mark.rule("OPS-C3", "OPS-2.6", "OPS-4.8")
@pytest.mark.parametrize("table", ["space_use", "actions", "upgrades"])
def test_c3_what_is_directed_at_opponents_is_excluded(table: str) -> None:
    """Those tables, and no others: no such card is ever dealt."""
    dealt = [*(name for name in at("home_deck.dealt_tables") if name != table), *[table] * (table != "upgrades")]
    excluded = [*(name for name in at("home_deck.excluded_tables") if name != table), *[table] * (table == "upgrades")]
    error = fault_of(sums(source(("home_deck.dealt_tables", dealt), ("home_deck.excluded_tables", excluded))))
    assert error.path.startswith("home_deck.")


def smallest() -> list[Edit]:
    """The edits that leave as few cards as the other checks allow: 31, twelve of them track."""
    takes = [{"kind": "coach", "state": "any"}, {"kind": "hopper", "state": "any"}]
    trains = [{**at(train(number)), "takes": takes, "caboose": True, "restrictions": ["terminal_passengers_only"]} for number in (1, 2)]
    extras = [{**at(extra(number)), "takes": takes} for number in (11, 15, 17)]
    cold_store = {**at(item("facilities", "cold-store")), "inbound": ["hopper"]}
    stock = [at(f"rolling_stock.items[{index}]") for index in (0, 4, 7)]
    return [
        ("rolling_stock.items", stock),
        ("track.items[0].count", 2),
        *((f"track.items[{index}].count", 1) for index in range(1, 11)),
        ("facilities.items", [{**at(item("facilities", "coal-tipple")), "count": 1}, cold_store]),
        *((f"{table}.items[{index}].count", 1) for table in ("upgrades", "modifiers", "mainline_modifiers") for index in range(3)),
        ("enhancements.items", [{**entry, "count": 1} for entry in at("enhancements.items")[:3]]),
        ("timetable.items", trains),
        ("extras.items", extras),
        ("second_sections.items", []),
    ]


@pytest.mark.rule("OPS-C3", "OPS-2.7", "OPS-2.8")
def test_c3_the_fewest_cards() -> None:
    """27 are needed: six for each of four players and three for the piles (A.4); with 26 the file is refused. Twelve have to be track."""
    assert len(accepted(*smallest()).deck) == 31
    refused_with_sums("C3", "track.total", *smallest(), ("track.items[0].count", 1), expected="12", found="11")
    few: list[Edit] = [*smallest(), ("mainline_modifiers.items", []), ("modifiers.items", at("modifiers.items")[:1]), ("modifiers.items[0].count", 1)]
    refused_with_sums("C3", "home_deck.dealt", *few, expected="27", found="26")
    one_more = fault_of(sums(source(*few, ("modifiers.items[0].count", 2))))
    assert one_more.check == "OPS-C9"  # with 27 only the missing cards are told


@pytest.mark.rule("OPS-C3")
def test_at_most_128_types_of_cards() -> None:
    """There are no more numbers for them (A.4); 128 are fine."""
    more: list[Edit] = [(f"second_sections.items[{number}]", {"id": f"order-{number}", "name": "Order", "count": 1}) for number in range(1, 49)]
    assert len(accepted(*more).cards) == 128
    error = fault_of(sums(source(*more, ("second_sections.items[49]", {"id": "order-49", "name": "Order"}))))
    assert ("128" in error.expected, "129" in error.found) == (True, True)


# ---- OPS-C4: rolling stock ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C4", "OPS-1.7")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("rolling_stock.items[1].class", "passenger")], "rolling_stock.items", "class passenger", "2"),
        ([("rolling_stock.items[0].class", "freight")], "rolling_stock.items", "class passenger", "0"),
        ([("rolling_stock.items[1].class", "caboose")], "rolling_stock.items", "class caboose", "2"),
        ([("rolling_stock.items[7]", GONE)], "rolling_stock.items", "class caboose", "0"),
        ([("rolling_stock.items", [at("rolling_stock.items[0]"), at("rolling_stock.items[7]")])], "rolling_stock.items", "class freight", "0"),
        ([("rolling_stock.items[1].loaded", 3), ("rolling_stock.items[1].empty", 5)], "rolling_stock.items[1].loaded", "4", "3"),
        ([("rolling_stock.items[1].loaded", 5), ("rolling_stock.items[1].empty", 4)], "rolling_stock.items[1].loaded", "4", "5"),
        ([("rolling_stock.items[0].loaded", 16), ("rolling_stock.items[0].empty", 0)], "rolling_stock.items[0].loaded", "8", "16"),
        ([("rolling_stock.items[7].loaded", 4), ("rolling_stock.items[7].empty", 4)], "rolling_stock.items[7].loaded", "0", "4"),
        ([("rolling_stock.items[2].loaded", 0), ("rolling_stock.items[2].empty", 0)], "rolling_stock.items[2].empty", "at least one", "0"),
        ([("rolling_stock.items[7].empty", 0)], "rolling_stock.items[7].empty", "at least one", "0"),
        ([("rolling_stock.items[2].loaded", -1), ("rolling_stock.items[2].empty", 3)], "rolling_stock.items[2].loaded", "1", "-1"),
        ([("rolling_stock.items[2].loaded", 9), ("rolling_stock.items[2].empty", -1)], "rolling_stock.items[2].empty", ">= 0", "-1"),
        ([("rolling_stock.items[2].loaded", 50), ("rolling_stock.items[2].empty", 50)], "rolling_stock.items[2].empty", "at most 99", "100"),
        ([("rolling_stock.items[7].empty", 10**9)], "rolling_stock.items[7].empty", "at most 99", "1000000000"),
    ],
)
def test_c4_rolling_stock(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """One passenger kind, one caboose, freight kinds; half of each kind is loaded, rounded down, of the caboose none; none is without tokens."""
    refused_with_sums("C4", place, *edits, expected=expected, found=found)


@pytest.mark.rule("OPS-C4", "OPS-1.1")
def test_there_is_room_for_six_freight_kinds() -> None:
    """A seventh would have no token codes (A.1)."""
    seventh = {**at("rolling_stock.items[6]"), "id": "auto", "code": "AU", "name": "Auto Car"}
    error = fault_of(sums(source(("rolling_stock.items[8]", seventh))))
    assert error.path == "rolling_stock.items"
    assert ("6" in error.expected, "7" in error.found) == (True, True)


@pytest.mark.rule("OPS-C4", "OPS-1.7")
def test_c4_odd_numbers_are_rounded_down() -> None:
    """Of nine boxcars four are loaded, of one none, as OPS-1.7 makes them again."""
    content = accepted(
        ("rolling_stock.items[1].empty", 5),
        ("rolling_stock.items[2].loaded", 0),
        ("rolling_stock.items[2].empty", 1),
        ("rolling_stock.items[7].empty", 1),
    )
    assert content.supply == (8, 8, 5, 4, 1, 0, 4, 4, 4, 4, 4, 4, 4, 4, 1)


# ---- OPS-C5: Crew Trays and Limits -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C5", "OPS-1.5")
@pytest.mark.parametrize(
    ("place", "value", "expected"),
    [
        ("crew_trays.base", 2, "3"),
        ("crew_trays.base", 4, "3"),
        ("crew_trays.per_player", 0, "1"),
        ("crew_trays.per_player", 2, "1"),
        ("crew_trays.cars", 3, "4"),
        ("crew_trays.cars", 5, "4"),
    ],
)
def test_c5_crew_trays(place: str, value: int, expected: str) -> None:
    """Players + 3, each for four cars."""
    refused("C5", place, (place, value), expected=expected, found=str(value))


@pytest.mark.rule("OPS-5.5", "OPS-5.6", "OPS-2.3")
@pytest.mark.parametrize(("place", "value"), [("limit.per_office_area", 1), ("limit.per_office_area", 3), ("limit.operational", True)])
def test_the_limits_are_those_of_the_rules(place: str, value: object) -> None:
    """Two in each area, and no Move ends there."""
    assert fault((place, value)).path == place


# ---- OPS-C6: grades and upgrades ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C6", "OPS-5.12")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("offices.items[0].ad_tracks", 0)], "offices.items[0].ad_tracks", "1", "0"),
        ([("offices.items[2].ad_tracks", 4)], "offices.items[2].ad_tracks", "3", "4"),
        ([("offices.items[3].ad_tracks", 3)], "offices.items[3].ad_tracks", "4", "3"),
        ([("offices.items[0].control_point", True)], "offices.items[0].control_point", "false", "true"),
        ([("offices.items[1].control_point", False)], "offices.items[1].control_point", "true", "false"),
        ([("offices.items[3].control_point", False)], "offices.items[3].control_point", "true", "false"),
        ([("offices.items[0].porters", 1)], "offices.items[0].porters", "0", "1"),
        ([("offices.items[0].green", 1)], "offices.items[0].green", "0", "1"),
        ([("offices.items[0].red", 2)], "offices.items[0].red", "0", "2"),
        ([("offices.items[2].porters", 0)], "offices.items[2].porters", "1", "0"),
        ([("offices.items[3].green", 1)], "offices.items[3].green", "2", "1"),
        ([("offices.items[3].red", -1)], "offices.items[3].red", "2", "-1"),
        *(([(f"offices.items[3].{key}", 100)], f"offices.items[3].{key}", "99", "100") for key in ("porters", "green", "red")),
        ([("offices.items[0].porters", -1)], "offices.items[0].porters", "0", "-1"),
        ([("upgrades.items[0].from", "halt")], "upgrades.items[0].from", "whistle-post", "'halt'"),
        ([("upgrades.items[0].to", "halt")], "upgrades.items[0].to", "depot", "'halt'"),
        ([("upgrades.items[0].to", "station")], "upgrades.items[0].to", "whistle-post", "'station'"),
        ([("upgrades.items[1].to", "depot")], "upgrades.items[1].to", "depot", "'depot'"),
        ([("upgrades.items[2].from", "terminal")], "upgrades.items[2].to", "terminal", "'terminal'"),
        ([("upgrades.items[1].from", "station"), ("upgrades.items[1].to", "depot")], "upgrades.items[1].to", "station", "'depot'"),
        ([("upgrades.items[2].from", "depot"), ("upgrades.items[2].to", "station")], "upgrades.items", "station", "none"),
        ([("upgrades.items[0]", GONE)], "upgrades.items", "whistle-post", "none"),
    ],
)
def test_c6_grades_and_upgrades(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """Tracks 1, 2, 3, 4; the first is no Control Point and has nothing else; nothing falls from grade to grade; each step has a card, none skips."""
    refused_with_sums("C6", place, *edits, expected=expected, found=found)


# ---- OPS-C7: track -----------------------------------------------------------------------------------------------------------------------

WEST_WITH_WEST = [["W", "N\\"], ["W", "S/"], ["N\\", "S/"], ["W", "W"], ["N\\", "W"]]
EAST_WITH_EAST = [["E", "N/"], ["E", "S\\"], ["N/", "S\\"], ["E", "E"]]


@pytest.mark.rule("OPS-C7", "OPS-5.3")
@pytest.mark.parametrize("route", [*WEST_WITH_WEST, *EAST_WITH_EAST])
def test_c7_routes_join_west_with_east(route: list[str]) -> None:
    """A route of two west ports, or of two east ports, is refused wherever it stands."""
    for place in (f"{item('track', 'curve-w-north')}.routes[0]", f"{item('track', 'turnout-e-south')}.routes[1]"):
        refused("C7", place, (place, route), expected="west port", found=f"{route[0]} - {route[1]}")
    for table in ("limit", "offices", "facilities"):
        refused("C7", f"{table}.routes", (f"{table}.routes[0]", route), expected="W - E")


@pytest.mark.rule("OPS-C7", "OPS-5.3", "OPS-5.4", "OPS-5.5")
@pytest.mark.parametrize(
    ("name", "routes"),
    [
        ("straight", [["W", "N/"]]),
        ("straight", []),
        ("straight", [["W", "E"], ["W", "N/"]]),
        ("small-yard", [["E", "S/"]]),
        ("yard-office", [["W", "E"], ["E", "N\\"]]),
        ("curve-w-north", [["W", "E"]]),
        ("curve-w-north", []),
        ("curve-w-north", [["N\\", "N/"]]),
        ("curve-w-north", [["W", "N/"], ["W", "S\\"]]),
        ("turnout-w-north", [["W", "E"]]),
        ("turnout-w-north", []),
        ("turnout-w-north", [["W", "N/"], ["W", "E"]]),
        ("turnout-w-north", [["W", "E"], ["E", "N\\"]]),
        ("turnout-w-north", [["W", "E"], ["W", "E"]]),
        ("turnout-w-north", [["W", "N/"], ["W", "S\\"]]),
        ("turnout-w-north", [["E", "W"], ["W", "N/"]]),
        ("turnout-w-north", [["W", "E"], ["W", "N/"], ["W", "S\\"]]),
    ],
)
def test_c7_routes_of_each_shape(name: str, routes: list[list[str]]) -> None:
    """One straight route; one from a side to an edge; two with a common end, the straight leg first."""
    place = item("track", name)
    refused("C7", f"{place}.routes", (f"{place}.routes", routes))


@pytest.mark.rule("OPS-C7", "OPS-5.5")
@pytest.mark.parametrize("name", [entry["id"] for entry in DATA["track"]["items"]])
def test_c7_only_turnouts_are_not_operational(name: str) -> None:
    """For each card the other value is refused."""
    place = f"{item('track', name)}.operational"
    right = str(at(place)).lower()
    refused("C7", place, (place, not at(place)), expected=right, found="true" if right == "false" else "false")


@pytest.mark.rule("OPS-C7", "OPS-5.3")
@pytest.mark.parametrize("name", [entry["id"] for entry in DATA["track"]["items"] if entry["kind"] in ("curve", "turnout")])
def test_c7_all_hands_occur(name: str) -> None:
    """Four curves and four turnouts; one that is missing is told by its ports."""
    place = item("track", name)
    ports = at(f"{place}.routes")[-1]
    refused_with_sums("C7", "track.items", (place, GONE), expected=f"a {name.split('-', maxsplit=1)[0]} from {ports[0]} to {ports[1]}", found="none")


@pytest.mark.rule("OPS-C7", "OPS-5.5")
@pytest.mark.parametrize("place", ["offices.operational", "facilities.operational"])
def test_offices_and_facilities_are_operational(place: str) -> None:
    """A Move may end there (OPS-5.5)."""
    refused("C7", place, (place, False), expected="true", found="false")


@pytest.mark.rule("OPS-C7")
@pytest.mark.parametrize("name", ["straight", "small-yard", "yard-office"])
def test_c7_straight_small_yard_and_yard_office_occur(name: str) -> None:
    """As the rules page says; one that is missing is told."""
    refused_with_sums("C7", "track.items", (item("track", name), GONE), ("track.items[0].count", 9), expected=f"a {name}", found="none")


# ---- OPS-C8: facilities ------------------------------------------------------------------------------------------------------------------

MEAT = item("facilities", "meat-packer")
MILL = item("facilities", "saw-mill")
STORE = item("facilities", "cold-store")


@pytest.mark.rule("OPS-C8", "OPS-7.5", "OPS-R4", "OPS-W2")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([(f"{MEAT}.outbound[0]", "meat")], f"{MEAT}.outbound[0]", "boxcar, reefer", "'meat'"),
        ([(f"{MEAT}.outbound[0]", "Reefer")], f"{MEAT}.outbound[0]", "boxcar, reefer", "'Reefer'"),
        ([(f"{MEAT}.inbound[0]", "coach")], f"{MEAT}.inbound[0]", "freight kinds", "'coach'"),
        ([(f"{MEAT}.inbound[0]", "caboose")], f"{MEAT}.inbound[0]", "freight kinds", "'caboose'"),
        ([(f"{MEAT}.inbound[0]", "")], f"{MEAT}.inbound[0]", "freight kinds", "''"),
        ([(f"{MILL}.outbound[1]", "boxcar")], f"{MILL}.outbound[1]", "not listed before", "'boxcar'"),
        ([(f"{MILL}.outbound[2]", "tank")], f"{MILL}.outbound", "two", "3"),
        ([(f"{STORE}.inbound", ["reefer", "tank", "stock"])], f"{STORE}.inbound", "two", "3"),
        ([(f"{MEAT}.inbound[0]", "reefer")], f"{MEAT}.inbound", "do not go out", "'reefer'"),
        ([(f"{MILL}.inbound", ["gondola"]), (f"{MILL}.red", 1)], f"{MILL}.inbound", "do not go out", "'gondola'"),
        ([(f"{STORE}.inbound", []), (f"{STORE}.red", 0)], f"{STORE}.outbound", "goes out or comes in", "none"),
        ([(f"{MEAT}.green", 0)], f"{MEAT}.green", "1", "0"),
        ([(f"{MEAT}.green", 2)], f"{MEAT}.green", "1", "2"),
        ([(f"{STORE}.green", 1)], f"{STORE}.green", "0", "1"),
        ([(f"{MEAT}.red", 0)], f"{MEAT}.red", "1", "0"),
        ([(f"{MILL}.red", 1)], f"{MILL}.red", "0", "1"),
        ([(f"{MEAT}.laborers", 0)], f"{MEAT}.laborers", "1", "0"),
        ([(f"{MEAT}.laborers", 2)], f"{MEAT}.laborers", "1", "2"),
        ([(f"{MILL}.inbound", ["hopper"])], f"{MILL}.red", "1", "0"),
    ],
)
def test_c8_facilities(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """At most two freight kinds a side, none twice, none in both; a box for each side with kinds, no other; one Laborer."""
    refused("C8", place, *edits, expected=expected, found=found)


@pytest.mark.rule("OPS-C8")
@pytest.mark.parametrize("kind", ["boxcar", "reefer", "gondola", "hopper", "tank", "stock"])
@pytest.mark.parametrize("key", ["outbound", "inbound"])
def test_c8_every_freight_kind_goes_out_and_comes_in(kind: str, key: str) -> None:
    """A kind that no facility has on a side is told."""
    kept = [entry for entry in at("facilities.items") if kind not in entry[key]]
    error = fault_of(sums(source(("facilities.items", kept))))
    assert (error.check, error.path, error.found) == ("OPS-C8", "facilities.items", "none")
    assert {"outbound": "out of", "inbound": "into"}[key] in error.expected
    lost = {name for name in DATA_KINDS if not any(name in entry[key] for entry in kept)}
    assert any(name in error.expected for name in lost)


DATA_KINDS = [entry["id"] for entry in DATA["rolling_stock"]["items"] if entry["class"] == "freight"]


@pytest.mark.rule("OPS-C8", "OPS-C9")
def test_at_most_forty_workplaces() -> None:
    """Facilities and Section Gangs together, so that no list of actions is too long (A.4, OPS-I17)."""
    assert len(accepted(("modifiers.items[2].count", 22)).deck) == 140
    error = fault_of(sums(source(("modifiers.items[2].count", 23))))
    assert ("40" in error.expected, "41" in error.found) == (True, True)
    assert fault_of(sums(source(("facilities.items[1].count", 23)))).found == "41"


# ---- OPS-C9: effects ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C9", "OPS-5.13", "OPS-5.14", "OPS-8.13")
@pytest.mark.parametrize(
    ("table", "effects"),
    [(table, [entry["effect"] for entry in DATA[table]["items"]]) for table in ("modifiers", "enhancements", "mainline_modifiers")],
)
def test_c9_each_effect_is_carried_once(table: str, effects: list[str]) -> None:
    """Neither by two cards nor by none; `none` by any number."""
    for index, effect in enumerate(effects):
        if effect == "none":
            continue
        refused_with_sums("C9", f"{table}.items", (f"{table}.items[{index}]", GONE), expected=effect, found="0")
        twice = {**at(f"{table}.items[{index}]"), "id": "another"}
        refused_with_sums("C9", f"{table}.items", (f"{table}.items[{len(effects)}]", twice), expected=effect, found="2")
        other = next(there for there in effects if there not in (effect, "none"))
        error = fault((f"{table}.items[{index}].effect", other))
        assert (error.check, error.path) == ("OPS-C9", f"{table}.items")
        assert effect in error.expected or other in error.expected


@pytest.mark.rule("OPS-C9")
def test_c9_cards_without_effect() -> None:
    """There may be none of them, or many."""
    none = accepted(*[("enhancements.items[3]", GONE)] * 3)
    assert len(none.by_effect) == 9
    more = [("enhancements.items[6]", {**at("enhancements.items[5]"), "id": "trestle", "count": 4})]
    more.append(("enhancements.items[7]", {**at("enhancements.items[5]"), "id": "semaphore"}))
    many = accepted(*more)
    assert [many.effects[place] for place in sorted(many.effects)].count("none") == 5
    assert len(many.by_effect) == 9


@pytest.mark.rule("OPS-C9", "OPS-5.14", "OPS-R34")
def test_c9_holders() -> None:
    """Red Flags are the player's, all others the area's."""
    refused("C9", "enhancements.items[2].holder", ("enhancements.items[2].holder", "area"), expected="player", found="area")
    refused("C9", "enhancements.items[0].holder", ("enhancements.items[0].holder", "player"), expected="area", found="player")


# ---- OPS-C10: train cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C10", "OPS-8.2")
@pytest.mark.parametrize("place", [train(16), extra(24)])
@pytest.mark.parametrize(
    ("key", "value", "at_key", "expected", "found"),
    [
        ("takes", [], "takes", "at least one", "0"),
        ("takes[0].kind", "caboose", "takes[0].kind", "coach, boxcar", "'caboose'"),
        ("takes[0].kind", "tram", "takes[0].kind", "coach, boxcar", "'tram'"),
        ("takes[0].kind", "Boxcar", "takes[0].kind", "coach, boxcar", "'Boxcar'"),
        ("takes[1].kind", "engine", "takes[1].kind", "coach, boxcar", "'engine'"),
        ("maximum", 0, "maximum", "2..4", "0"),
        ("maximum", 1, "maximum", "2..4", "1"),
        ("maximum", 5, "maximum", "2..4", "5"),
        ("maximum", -1, "maximum", "2..4", "-1"),
        ("restrictions", ["no_switching", "no_switching"], "restrictions[1]", "not listed before", "'no_switching'"),
        ("number", 0, "number", "1..999", "0"),
        ("number", -1, "number", "1..999", "-1"),
        ("number", 1000, "number", "1..999", "1000"),
    ],
)
def test_c10_trains(place: str, key: str, value: object, at_key: str, expected: str, found: str) -> None:
    """Cars that exist, none twice, at least one; room for one car beside the caboose, and for four at most; no restriction twice; a number."""
    refused("C10", f"{place}.{at_key}", (f"{place}.{key}", value), expected=expected, found=found)


@pytest.mark.rule("OPS-C10")
def test_c10_kinds_are_listed_once() -> None:
    """A kind that is taken twice, in two states or in one, is refused: both states are `any`."""
    for state in ("loaded", "empty", "any"):
        place = f"{train(5)}.takes[1]"
        refused("C10", f"{place}.kind", (place, {"kind": "coach", "state": state}), expected="not listed before", found="'coach'")


@pytest.mark.rule("OPS-C10")
def test_c10_the_least_maximum() -> None:
    """One without a caboose, two with one."""
    refused("C10", f"{train(5)}.maximum", (f"{train(5)}.maximum", 0), expected="1..4", found="0")
    content = accepted((f"{train(5)}.maximum", 1), (f"{train(15)}.maximum", 2), (f"{extra(22)}.maximum", 2))
    assert [details.maximum for details in content.trains.values() if details.number in (5, 22) or (details.number == 15 and not details.extra)] == [
        1,
        2,
        2,
    ]


@pytest.mark.rule("OPS-C10", "OPS-6.14")
def test_c10_restrictions_are_those_of_the_file() -> None:
    """One that a train bears and the file does not explain is refused where it stands."""
    place = item("restrictions", "no_switching")
    refused("C10", f"{train(1)}.restrictions[0]", (place, GONE), expected="one_freight_per_square", found="'no_switching'")


# ---- OPS-C11: timetabled trains ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C11", "OPS-8.1")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([(f"{train(16)}.number", 14)], f"{train(16)}.number", "no other", "14"),
        ([(f"{train(15)}.direction", "east")], f"{train(15)}.direction", "west", "east"),
        ([(f"{train(16)}.direction", "west")], f"{train(16)}.direction", "east", "west"),
        ([(f"{train(16)}.number", 17)], f"{train(16)}.direction", "west", "east"),
        ([(f"{train(3)}.restrictions", [])], f"{train(3)}.restrictions", "one_freight_per_square on 3 and 4", "3"),
        ([(f"{train(4)}.restrictions", [])], f"{train(4)}.restrictions", "one_freight_per_square on 3 and 4", "4"),
        ([(f"{train(12)}.restrictions", ["one_freight_per_square"])], f"{train(12)}.restrictions", "one_freight_per_square on 3 and 4", "12"),
        ([(f"{train(7)}.restrictions", [])], f"{train(7)}.restrictions", "no_coach_set_out on 7 and 8", "7"),
        ([(f"{train(6)}.restrictions", ["no_coach_set_out"])], f"{train(6)}.restrictions", "no_coach_set_out on 7 and 8", "6"),
        ([(f"{extra(20)}.restrictions", ["one_freight_per_square"])], f"{extra(20)}.restrictions", "one_freight_per_square on 3 and 4", "20"),
        ([(f"{extra(20)}.restrictions", ["no_coach_set_out"])], f"{extra(20)}.restrictions", "no_coach_set_out on 7 and 8", "20"),
        ([(f"{extra(20)}.restrictions", ["terminal_passengers_only"])], f"{extra(20)}.restrictions", "terminal_passengers_only", "20"),
        ([(f"{train(8)}.takes[0]", GONE)], f"{train(8)}.takes", "coaches", "none"),
        ([(f"{train(7)}.takes[0]", GONE)], f"{train(7)}.takes", "coaches", "none"),
        ([(f"{train(1)}.restrictions", ["no_switching"])], "timetable.items", "terminal_passengers_only", "2"),
        ([(f"{train(n)}.restrictions", ["no_switching"]) for n in (1, 2)], "timetable.items", "terminal_passengers_only", ""),
        ([(f"{train(5)}.restrictions", ["terminal_passengers_only"])], "timetable.items", "terminal_passengers_only", "5"),
        (
            [
                (f"{train(1)}.restrictions", []),
                (f"{train(2)}.restrictions", []),
                *((f"{train(n)}.restrictions", ["terminal_passengers_only"]) for n in (10, 11)),
            ],
            "timetable.items",
            "terminal_passengers_only",
            "10",
        ),
        ([(f"{train(n)}.caboose", False) for n in range(9, 17)], "timetable.items", "caboose", "none"),
    ],
)
def test_c11_timetabled_trains(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """Numbers, directions, who bears which restriction, and a train with a caboose."""
    refused("C11", place, *edits, expected=expected, found=found)


@pytest.mark.rule("OPS-C11", "OPS-1.4")
@pytest.mark.parametrize("kind", ["coach", *DATA_KINDS])
@pytest.mark.parametrize("state", ["loaded", "empty"])
def test_c11_every_token_is_taken_by_some_train(kind: str, state: str) -> None:
    """By kind and state: where none takes it the Division Yard could never run empty, and the file is refused."""
    other = "empty" if state == "loaded" else "loaded"
    edits: list[Edit] = []
    for index, entry in enumerate(DATA["timetable"]["items"]):
        takes = [{"kind": take["kind"], "state": other} if take["kind"] == kind else take for take in entry["takes"]]
        edits.append((f"timetable.items[{index}].takes", takes))
    refused("C11", "timetable.items", *edits, expected=f"{state} {kind}", found="none")


@pytest.mark.rule("OPS-C11", "OPS-1.4")
def test_c11_what_does_not_exist_need_not_be_taken() -> None:
    """With one boxcar there is no loaded one, and no train need take it."""
    edits: list[Edit] = [("rolling_stock.items[1].loaded", 0), ("rolling_stock.items[1].empty", 1)]
    for index, entry in enumerate(DATA["timetable"]["items"]):
        takes = [{"kind": "boxcar", "state": "empty"} if take["kind"] == "boxcar" else take for take in entry["takes"]]
        edits.append((f"timetable.items[{index}].takes", takes))
    assert accepted(*edits).supply[2:4] == (1, 0)


@pytest.mark.rule("OPS-C11", "OPS-C12", "OPS-I12")
@pytest.mark.parametrize("place", [train(5), extra(20)])
def test_each_train_is_one_card(place: str) -> None:
    """Two cards of one train would be due at two Stages."""
    error = fault_of(sums(source((f"{place}.count", 2))))
    assert (error.path, error.found) == (f"{place}.count", "2")
    assert accepted((f"{place}.count", 1)) == SHIPPED


# ---- OPS-C12: Extras ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C12", "OPS-8.5", "OPS-6.14", "OPS-7.11")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([(f"{extra(24)}.number", 20)], f"{extra(24)}.number", "no other", "20"),
        ([(f"{extra(13)}.restrictions", [])], f"{extra(13)}.restrictions", "no_coupling on 13", "13"),
        ([(f"{extra(24)}.restrictions", ["no_coupling"])], f"{extra(24)}.restrictions", "no_coupling on 13", "24"),
        ([(f"{extra(13)}.number", 14)], f"{extra(13)}.restrictions", "no_coupling on 13", "14"),
        ([(f"{extra(22)}.restrictions", [])], f"{extra(22)}.restrictions", "empty_coupling_only on 22", "22"),
        ([(f"{extra(20)}.restrictions", ["empty_coupling_only"])], f"{extra(20)}.restrictions", "empty_coupling_only on 22", "20"),
        ([(f"{extra(11)}.restrictions", ["no_switching"])], "extras.items", "exactly two", "1"),
        ([(f"{extra(20)}.restrictions", ["no_passenger_work"])], "extras.items", "exactly two", "3"),
        ([(f"{train(13)}.restrictions", ["no_coupling"])], f"{train(13)}.restrictions", "no_coupling on 13", "13"),
        ([(f"{train(16)}.restrictions", ["empty_coupling_only"])], f"{train(16)}.restrictions", "empty_coupling_only on 22", "16"),
        ([(f"{train(5)}.restrictions", ["no_passenger_work"])], f"{train(5)}.restrictions", "no_passenger_work", "5"),
        ([(f"{extra(11)}.work", True)], f"{extra(11)}.work", "false", "true"),
        ([(f"{extra(17)}.work", False), (f"{extra(18)}.work", False)], "extras.items", "work", "none"),
        ([("extras.items", [])], "extras.items", "", ""),
    ],
)
def test_c12_extras(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """Numbers, who bears which restriction, two without passenger work that are no work Extras, and one work Extra at least."""
    refused_with_sums("C12", place, *edits, expected=expected, found=found)


@pytest.mark.rule("OPS-C12", "OPS-8.6")
def test_c12_an_extra_may_have_the_number_of_a_timetabled_train() -> None:
    """As 11, 13 and 15 have."""
    timetabled = {details.number for details in SHIPPED.trains.values() if not details.extra}
    assert {11, 13, 15} <= timetabled
    assert accepted((f"{extra(24)}.number", 16)) != SHIPPED


# ---- OPS-C13: cards directed at opponents ------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C13", "OPS-2.6")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("space_use.items[0].count", 1)], "space_use.total", "12", "11"),
        ([("space_use.items[0].count", 3)], "space_use.total", "12", "13"),
        ([("space_use.items[5]", GONE)], "space_use.total", "12", "10"),
        ([("actions.items[0].count", 1)], "actions.total", "10", "9"),
        ([add("actions", "hotbox", id="washout")], "actions.total", "10", "11"),
        ([("actions.items", [])], "actions.total", "10", "0"),
        ([("space_use.items[0].count", 1), ("actions.items[0].count", 3)], "space_use.total", "12", "11"),
    ],
)
def test_c13_excluded_cards(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """Twelve that use space and ten actions."""
    refused_with_sums("C13", place, *edits, expected=expected, found=found)


# ---- OPS-C14: the Mainline deck ----------------------------------------------------------------------------------------------------------

HILLY, GRADE, INTERCHANGE = item("mainline", "hilly"), item("mainline", "heavy-grade"), item("mainline", "interchange")


@pytest.mark.rule("OPS-C14", "OPS-8.7", "OPS-2.4")
@pytest.mark.parametrize(
    ("edits", "place", "expected", "found"),
    [
        ([("mainline.items[0].regions", 0)], "mainline.items[0].regions", "1..99", "0"),
        ([("mainline.items[0].regions", 100)], "mainline.items[0].regions", "1..99", "100"),
        ([("mainline.items[0].regions", -2)], "mainline.items[0].regions", "1..99", "-2"),
        ([("mainline.items[0].regions", GONE)], "mainline.items[0].regions", "a value", "none"),
        ([("mainline.items[0].regions_up", 2)], "mainline.items[0].regions_up", "none", "2"),
        ([("mainline.items[0].regions_fast", 0)], "mainline.items[0].regions_fast", "none", "0"),
        ([(f"{HILLY}.regions", 3)], f"{HILLY}.regions", "none", "3"),
        ([(f"{HILLY}.regions_fast", GONE)], f"{HILLY}.regions_fast", "a value", "none"),
        ([(f"{HILLY}.regions_slow", GONE)], f"{HILLY}.regions_slow", "a value", "none"),
        ([(f"{HILLY}.regions_fast", 3)], f"{HILLY}.regions_fast", "less than", "3"),
        ([(f"{HILLY}.regions_fast", 4)], f"{HILLY}.regions_fast", "less than", "4"),
        ([(f"{HILLY}.regions_fast", 0)], f"{HILLY}.regions_fast", "1..99", "0"),
        ([(f"{HILLY}.regions_slow", 10**9)], f"{HILLY}.regions_slow", "1..99", "1000000000"),
        ([(f"{GRADE}.regions_down", 3)], f"{GRADE}.regions_down", "less than", "3"),
        ([(f"{GRADE}.regions_up", GONE)], f"{GRADE}.regions_up", "a value", "none"),
        ([(f"{GRADE}.regions_fast", 2)], f"{GRADE}.regions_fast", "none", "2"),
        ([(f"{INTERCHANGE}.regions", GONE)], f"{INTERCHANGE}.regions", "a value", "none"),
        ([(f"{INTERCHANGE}.regions_slow", 2)], f"{INTERCHANGE}.regions_slow", "none", "2"),
        ([(HILLY, GONE)], "mainline.items", "hilly", "none"),
        ([(GRADE, GONE)], "mainline.items", "heavy-grade", "none"),
        ([(INTERCHANGE, GONE)], "mainline.items", "interchange", "none"),
        ([("mainline.items[0].regions", 4), ("mainline.items[1].regions", 4)], "mainline.items", "normal card of 1 region", "none"),
        ([(f"mainline.items[{index}].regions", 3) for index in (2, 3, 4)], "mainline.items", "normal card of 2 regions", "none"),
        ([(f"mainline.items[{index}].regions", 2) for index in (5, 6, 7)], "mainline.items", "normal card of 3 regions", "none"),
        ([("mainline.items", at("mainline.items")[8:])], "mainline.total", "15", "7"),
        ([(f"mainline.items[{index}].count", 1) for index in range(11)], "mainline.total", "15", "11"),
        ([("mainline.items[0].count", 4), *((f"mainline.items[{index}].count", 1) for index in range(1, 11))], "mainline.total", "15", "14"),
    ],
)
def test_c14_the_mainline(edits: list[Edit], place: str, expected: str, found: str) -> None:
    """Three cards for each of five gaps, all kinds, each with the numbers of its kind and no others, the lesser first where they differ."""
    refused_with_sums("C14", place, *edits, expected=expected, found=found)


@pytest.mark.rule("OPS-C14", "OPS-2.4")
def test_c14_fifteen_mainline_cards_are_enough() -> None:
    """Four players with three cards for each gap lay all of them."""
    content = accepted(("mainline.items[0].count", 5), *((f"mainline.items[{index}].count", 1) for index in range(1, 11)))
    assert len(content.line_deck) == 15
    game = RailroadOperations(content)
    gaps = game.initial_state(game.config(4, mainline_cards_per_gap=3), SeededChance(3)).division.gaps
    assert Counter(there.card for gap in gaps for there in gap) == Counter(content.line_deck)


# ---- the first fault ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-C1", "OPS-C2", "OPS-C3", "OPS-C4", "OPS-C5", "OPS-C6", "OPS-C7")
@pytest.mark.rule("OPS-C8", "OPS-C9", "OPS-C10", "OPS-C11", "OPS-C12", "OPS-C13", "OPS-C14")
def test_the_first_failure_is_told() -> None:
    """With a fault of every check, mended one after the other, they are told in the order of the page."""
    faults: list[Edit] = [
        ("meta.content_id", ""),
        ("rolling_stock.items[1].code", "bx"),
        ("track.items[0].count", 0),
        ("rolling_stock.items[7].loaded", 1),
        ("crew_trays.base", 4),
        ("offices.items[2].ad_tracks", 5),
        ("track.items[1].operational", False),
        (f"{MEAT}.laborers", 2),
        ("enhancements.items[2].effect", "none"),
        (f"{train(6)}.maximum", 9),
        (f"{train(16)}.direction", "west"),
        (f"{extra(24)}.number", 20),
        ("space_use.items[0].count", 3),
        (f"{HILLY}.regions_fast", 3),
    ]
    for first in range(14):
        error = fault_of(sums(source(*faults[first:])))
        assert error.check == f"OPS-C{first + 1}"


# ---- other contents ----------------------------------------------------------------------------------------------------------------------

PREFERENCES = {acts.PlayCard: 12, acts.BeginSwitch: 10, acts.StockBox: 10, acts.WorkFacility: 10, acts.MoveTrain: 3, acts.SetOut: 3, acts.AddCar: 3}


def played(game: RailroadOperations, seed: int, **options: Any) -> int:
    """A random game to its end, with a look at all laws after each step; returns how many actions it had."""
    chance, taste = SeededChance(seed), SeededChance(seed).spawn("taste")
    config = game.config(1 + seed % 4, **options)
    state = game.initial_state(config, chance)
    count = 0
    while state.pending is not None:
        legal = [action for action in game.legal_actions(state) for _ in range(PREFERENCES.get(type(action), 1))]
        state = game.transition(state, legal[taste.pick(len(legal))], chance)
        assert not [*game.invariant_faults(state)]
        count += 1
    assert game.outcome(state) is not None
    assert count <= (game.limits(config).actions or 0)
    return count


def fewer_kinds() -> list[Edit]:
    """The edits that take the stock cars out of the game, and the boxcar behind the tank car."""
    stock = [entry for entry in at("rolling_stock.items") if entry["id"] != "stock"]
    stock.insert(4, stock.pop(1))
    facilities = [entry for entry in at("facilities.items") if "stock" not in entry["outbound"]]
    for entry in facilities:
        if "stock" in entry["inbound"]:
            entry["inbound"] = ["tank"]
    edits: list[Edit] = [("rolling_stock.items", stock), ("facilities.items", facilities)]
    for table in ("timetable", "extras"):
        for index, entry in enumerate(DATA[table]["items"]):
            edits.append((f"{table}.items[{index}].takes", [take for take in entry["takes"] if take["kind"] != "stock"]))
    return edits


BOTH_KINDS = [{"kind": "coach", "state": "any"}, {"kind": "hopper", "state": "any"}]
OTHERS: dict[str, list[Edit]] = {
    "the smallest deck": smallest(),
    "other counts": [
        ("track.items[0].count", 9),
        (f"{item('facilities', 'gas-works')}.count", 4),
        ("upgrades.items[0].count", 12),
        ("enhancements.items[1].count", 4),
        ("second_sections.items[0].count", 6),
        ("mainline_modifiers.items[2].count", 5),
    ],
    "one card of each type": [
        *((f"{table}.items[{index}].count", 1) for table in CARD_TABLES[:9] for index in range(len(DATA[table]["items"]))),
        ("track.items[0].count", 2),
    ],
    "few cars": [
        ("rolling_stock.items[0].loaded", 1),
        ("rolling_stock.items[0].empty", 2),
        *((f"rolling_stock.items[{index}].{key}", 1) for index in range(1, 7) for key in ("loaded", "empty")),
        ("rolling_stock.items[7].empty", 1),
    ],
    "many cars": [(f"rolling_stock.items[{index}].{key}", 9) for index in range(1, 7) for key in ("loaded", "empty")],
    "five freight kinds in another order": fewer_kinds(),
    "one freight kind": [
        ("rolling_stock.items", [at("rolling_stock.items[7]"), at("rolling_stock.items[4]"), at("rolling_stock.items[0]")]),
        (
            "facilities.items",
            [{**at(item("facilities", "coal-tipple")), "count": 9}, {**at(item("facilities", "cold-store")), "inbound": ["hopper"]}],
        ),
        *((f"{table}.items[{index}].takes", BOTH_KINDS) for table in ("timetable", "extras") for index in range(len(DATA[table]["items"]))),
    ],
    "tables in another order": [
        ("home_deck.dealt_tables", at("home_deck.dealt_tables")[::-1]),
        ("home_deck.excluded_tables", ["actions", "space_use"]),
    ],
    "a longer line": [
        ("mainline.items[0].regions", 5),
        (f"{HILLY}.regions_slow", 6),
        (f"{GRADE}.regions_up", 4),
        (f"{GRADE}.regions_down", 2),
        (f"{INTERCHANGE}.regions", 2),
        (f"{INTERCHANGE}.count", 9),
    ],
    "grander offices": [(f"offices.items[{index}].{key}", 2 * index) for index in (1, 2, 3) for key in ("porters", "green", "red")],
    "offices without passengers": [(f"offices.items[{index}].{key}", 0) for index in (1, 2, 3) for key in ("porters", "green", "red")],
    "fewer trains": [("timetable.items", at("timetable.items")[:8] + at("timetable.items")[14:])],
    "more trains": [
        add("timetable", "train-16", id="train-18", number=18),
        add("timetable", "train-15", id="train-101", number=101, maximum=4),
        add("extras", "extra-24", id="extra-1", number=1, caboose=False),
    ],
    "two kinds both ways": [
        (f"{item('facilities', 'team-track')}.inbound", ["tank", "boxcar"]),
        (f"{item('facilities', 'team-track')}.count", 6),
    ],
}


@pytest.mark.rule("OPS-C3", "OPS-C4", "OPS-C6", "OPS-C8", "OPS-C10", "OPS-C11", "OPS-C14")
@pytest.mark.parametrize("name", OTHERS)
def test_other_contents_are_played(name: str) -> None:
    """What the checks leave open is accepted, has a digest of its own, and random games on it keep all laws and bounds."""
    content = accepted(*OTHERS[name])
    assert content != SHIPPED
    game = RailroadOperations(content)
    assert game.config(2) != GAME.config(2)
    assert game.content_digest != GAME.content_digest
    for seed in range(6):
        assert played(game, seed, extra_start="anywhere", mainline_cards_per_gap=1 + seed % 3, days=3) >= 12


@pytest.mark.rule("OPS-C1", "OPS-C2")
def test_words_change_no_game() -> None:
    """Two files that differ in names, texts and provenance only are one content for a config; ids tell them apart."""
    edits: list[Edit] = [(f"{table}.provenance", "CHOSEN: mine") for table in TABLES]
    edits += [(f"{table}.items[0].name", "Another Name") for table in ITEM_TABLES if table != "restrictions"]
    edits += [("restrictions.items[0].text", "Stays together."), ("limit.name", "Yard Limit")]
    other = RailroadOperations(accepted(*edits))
    assert other.content_digest == GAME.content_digest
    assert other.config(3) == GAME.config(3)
    assert RailroadOperations(accepted(("track.items[0].id", "plain"))).content_digest != GAME.content_digest


@pytest.mark.rule("OPS-C1")
def test_comments_and_layout_change_nothing() -> None:
    """Only what is written in the tables counts."""
    text = re.sub(r"(?m)^#.*\n", "", TEXT)
    assert text != TEXT
    assert parse(ContentFile("mine.toml", "# mine\n" + text, "invalid-content")) == SHIPPED


@pytest.mark.rule("OPS-C4")
def test_the_order_of_the_stock_is_that_of_tokens() -> None:
    """The coach has the first numbers and the caboose the last, wherever they stand in the file; freight kinds keep their order."""
    content = accepted(("rolling_stock.items", at("rolling_stock.items")[::-1]))
    assert [stock.id for stock in content.stock] == ["coach", "stock", "tank", "hopper", "gondola", "reefer", "boxcar", "caboose"]
    tipple = content.industries[content.card_places["coal-tipple"]]
    assert [content.stock[kind].id for kind in tipple.outbound] == ["hopper"]
    details = content.trains[content.card_places["train-9"]]
    assert {(content.stock[token // 2].id, token % 2) for token in details.takes} == {("stock", 0), ("reefer", 0)}
    assert attrs.evolve(content, stock=SHIPPED.stock) != SHIPPED


def test_the_kinder_content_of_the_rules_page(tmp_path: Path) -> None:
    """Ten loaded and ten empty coaches, as the chapter on difficulty says, make a content that can be played."""
    file = tmp_path / "kinder.toml"
    coaches = 'id = "coach", code = "CH", name = "Coach", class = "passenger", loaded = {0}, empty = {0}'
    kinder = TEXT.replace(coaches.format(8), coaches.format(10)).replace("total = 72", "total = 76")
    assert kinder.count("loaded = 10, empty = 10") == kinder.count("total = 76") == 1
    file.write_text(kinder, encoding="utf-8")
    game = GAME.with_content(file)
    state = game.initial_state(game.config(1), SeededChance(1))
    assert sum(state.division.yards.division) == 76
    assert not list(game.invariant_faults(state))
