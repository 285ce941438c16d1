"""The checks that a content file must pass before the rules may rely on it (OPS-C1 to OPS-C14 of the rules page)."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from railrules import ContentFile
from railrules.games.railroad_operations.consist import MOST_CARS
from railrules.games.railroad_operations.track import EAST_PORTS, WEST_PORTS

if TYPE_CHECKING:
    from railrules.games.railroad_operations.reading import File

GAME = "railroad-operations"
CARD_TABLES = (
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
MOST_FREIGHT_KINDS = 6
"""The encoding of actions has room for a coach and six freight kinds."""
MOST_CARD_TYPES = 128
MOST_OF_A_KIND = 99
"""The most copies of a card, tokens of a kind, Porters and boxes of an Office, regions of a Mainline card: far more than a game can use, and no
number with which a file could fill the memory."""
MOST_TRAIN_NUMBER = 999
MOST_WORKPLACES = 40
"""How many facilities and Section Gangs there may be, so that no list of actions is longer than the page says."""
FEWEST_DEALT = 27
FEWEST_LINE_CARDS = 15
FEWEST_TRACK_CARDS = 12
"""Three for each of four players, for the starting hand `three_and_three`."""
SPACE_USE_CARDS = 12
ACTION_CARDS = 10

_ID = re.compile(r"[a-z][a-z0-9-]*")
_WORD = re.compile(r"[a-z][a-z_]*")
_CODE = re.compile(r"[A-Z]{2}")

Fail = Callable[[str, str, object, object], None]
"""``fail(path, check, expected, found)``."""


def check_file(source: ContentFile, raw: "File") -> None:
    """Raise the `ContentError` of the first check that fails."""

    def fail(path: str, check: str, expected: object, found: object) -> None:
        source.fail(path, check, expected, found, "invalid-content")

    checks: tuple[Callable[[Any, Fail], None], ...] = (
        _frame,
        _ids,
        _counts,
        _stock,
        _trays,
        _offices,
        _track,
        _facilities,
        _effects,
        _trains,
        _timetable,
        _extras,
        _excluded,
        _line,
    )
    for check in checks:
        check(raw, fail)


def _items(raw: "File", tables: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Each item of some tables with its place."""
    for table in tables:
        for index, item in enumerate(getattr(raw, table).items):
            yield f"{table}.items[{index}]", item


def _frame(raw: "File", fail: Fail) -> None:
    """OPS-C1: a provenance for each table."""
    if not raw.meta.content_id.strip():
        fail("meta.content_id", "OPS-C1", "a text that is not empty", "an empty one")
    for table in attrs.fields(type(raw)):
        if not getattr(raw, table.name).provenance.strip():
            fail(f"{table.name}.provenance", "OPS-C1", "a text that is not empty", "an empty one")


def _ids(raw: "File", fail: Fail) -> None:
    """OPS-C2: ids, names and codes."""
    for tables, pattern, wanted in (
        ((*CARD_TABLES, "mainline"), _ID, "lower-case letters, digits and hyphens, a letter first"),
        (("rolling_stock",), _ID, "lower-case letters, digits and hyphens, a letter first"),
        (("offices",), _ID, "lower-case letters, digits and hyphens, a letter first"),
        (("restrictions",), _WORD, "lower-case letters and underscores, a letter first"),
    ):
        met: dict[str, str] = {}
        for place, item in _items(raw, tables):
            if not pattern.fullmatch(item.id):
                fail(f"{place}.id", "OPS-C2", wanted, repr(item.id))
            if item.id in met:
                fail(f"{place}.id", "OPS-C2", f"an id that is not there yet (see {met[item.id]})", repr(item.id))
            met[item.id] = place
            if not getattr(item, "name", "x").strip():
                fail(f"{place}.name", "OPS-C2", "a text that is not empty", "an empty one")
    if not raw.limit.name.strip():
        fail("limit.name", "OPS-C2", "a text that is not empty", "an empty one")
    codes: list[str] = []
    for place, item in _items(raw, ("rolling_stock",)):
        if not _CODE.fullmatch(item.code) or item.code in codes:
            fail(f"{place}.code", "OPS-C2", "two capitals that no other kind has", repr(item.code))
        codes.append(item.code)


def _counts(raw: "File", fail: Fail) -> None:
    """OPS-C3: counts and totals, and the tables of the Home Office deck."""
    for place, item in _items(raw, (*CARD_TABLES, "mainline")):
        if not 1 <= item.count <= MOST_OF_A_KIND:
            fail(f"{place}.count", "OPS-C3", f"an integer in 1..{MOST_OF_A_KIND}", item.count)
    for table in (*CARD_TABLES, "mainline"):
        count = sum(item.count for item in getattr(raw, table).items)
        if getattr(raw, table).total != count:
            fail(f"{table}.total", "OPS-C3", f"{count}, the sum of the counts", getattr(raw, table).total)
    tokens = sum(item.loaded + item.empty for item in raw.rolling_stock.items)
    if raw.rolling_stock.total != tokens:
        fail("rolling_stock.total", "OPS-C3", f"{tokens}, the sum of the counts", raw.rolling_stock.total)
    deck = raw.home_deck
    listed = (*deck.dealt_tables, *deck.excluded_tables)
    for key in ("dealt_tables", "excluded_tables"):
        for index, table in enumerate(getattr(deck, key)):
            if table not in CARD_TABLES or listed.count(table) > 1:
                fail(f"home_deck.{key}[{index}]", "OPS-C3", f"each of {', '.join(CARD_TABLES)} once", repr(table))
    for table in CARD_TABLES:
        if table not in listed:
            fail("home_deck.dealt_tables", "OPS-C3", f"every card table listed: {table} too", "a list without it")
    if set(deck.excluded_tables) != {"space_use", "actions"}:
        fail("home_deck.excluded_tables", "OPS-C3", "space_use and actions", ", ".join(deck.excluded_tables))
    for key, tables in (("dealt", deck.dealt_tables), ("excluded", deck.excluded_tables)):
        count = sum(getattr(raw, table).total for table in tables)
        if getattr(deck, key) != count:
            fail(f"home_deck.{key}", "OPS-C3", f"{count}, the sum of its tables", getattr(deck, key))
    if deck.dealt < FEWEST_DEALT:
        fail("home_deck.dealt", "OPS-C3", f"at least {FEWEST_DEALT} cards", deck.dealt)
    if raw.track.total < FEWEST_TRACK_CARDS:
        fail("track.total", "OPS-C3", f"at least {FEWEST_TRACK_CARDS} cards", raw.track.total)
    types = sum(len(getattr(raw, table).items) for table in CARD_TABLES)
    if types > MOST_CARD_TYPES:
        fail("home_deck.dealt_tables", "OPS-C3", f"at most {MOST_CARD_TYPES} types of cards", types)


def _stock(raw: "File", fail: Fail) -> None:
    """OPS-C4: rolling stock."""
    by_class = {name: [item for item in raw.rolling_stock.items if item.class_ == name] for name in ("passenger", "freight", "caboose")}
    for name, wanted in (("passenger", "one kind"), ("caboose", "one kind"), ("freight", f"1 to {MOST_FREIGHT_KINDS} kinds")):
        count = len(by_class[name])
        if count < 1 or count > (MOST_FREIGHT_KINDS if name == "freight" else 1):
            fail("rolling_stock.items", "OPS-C4", f"{wanted} of class {name}", count)
    for place, item in _items(raw, ("rolling_stock",)):
        both = item.loaded + item.empty
        if item.empty < 0 or both < 1:
            fail(f"{place}.empty", "OPS-C4", "an integer >= 0, and at least one token of each kind", item.empty)
        half = 0 if item.class_ == "caboose" else both // 2
        if item.loaded != half:
            fail(f"{place}.loaded", "OPS-C4", f"{half}" + ("" if item.class_ == "caboose" else f", half of {both}"), item.loaded)
        if both > MOST_OF_A_KIND:
            fail(f"{place}.empty", "OPS-C4", f"at most {MOST_OF_A_KIND} tokens of a kind", both)


def _trays(raw: "File", fail: Fail) -> None:
    """OPS-C5: Crew Trays and Limits."""
    for name, wanted in (("base", 3), ("per_player", 1), ("cars", MOST_CARS)):
        if getattr(raw.crew_trays, name) != wanted:
            fail(f"crew_trays.{name}", "OPS-C5", wanted, getattr(raw.crew_trays, name))
    if raw.limit.per_office_area != 2:
        fail("limit.per_office_area", "OPS-C5", 2, raw.limit.per_office_area)
    if raw.limit.operational:
        fail("limit.operational", "OPS-C5", "false", "true")


def _offices(raw: "File", fail: Fail) -> None:
    """OPS-C6: grades and upgrades."""
    grades = raw.offices.items
    if len(grades) != 4:
        fail("offices.items", "OPS-C6", "four grades", len(grades))
    for number, (place, grade) in enumerate(_items(raw, ("offices",))):
        if grade.ad_tracks != number + 1:
            fail(f"{place}.ad_tracks", "OPS-C6", number + 1, grade.ad_tracks)
        if grade.control_point != (number > 0):
            fail(f"{place}.control_point", "OPS-C6", str(number > 0).lower(), str(grade.control_point).lower())
        for name in ("porters", "green", "red"):
            found = getattr(grade, name)
            least = 0 if number == 0 else getattr(grades[number - 1], name)
            most = MOST_OF_A_KIND if number else 0
            if not least <= found <= most:
                fail(f"{place}.{name}", "OPS-C6", f"an integer in {least}..{most}" if number else "0", found)
    names = [grade.id for grade in grades]
    steps = set()
    for place, item in _items(raw, ("upgrades",)):
        for key in ("from_", "to"):
            if getattr(item, key) not in names:
                fail(f"{place}.{key.rstrip('_')}", "OPS-C6", f"one of {', '.join(names)}", repr(getattr(item, key)))
        if names.index(item.to) != names.index(item.from_) + 1:
            fail(f"{place}.to", "OPS-C6", f"the grade after {item.from_}", repr(item.to))
        steps.add(item.from_)
    for name in names[:-1]:
        if name not in steps:
            fail("upgrades.items", "OPS-C6", f"an upgrade from {name}", "none")


_HANDS = {
    "curve": {("W", "N/"), ("W", "S\\"), ("E", "N\\"), ("E", "S/")},
    "turnout": {("W", "N/"), ("W", "S\\"), ("E", "N\\"), ("E", "S/")},
}
"""The routes that a curve, and the branch of a turnout, may have (OPS-5.3)."""


def _track(raw: "File", fail: Fail) -> None:
    """OPS-C7: routes."""
    through = (("W", "E"),)
    for place, routes in (("limit", raw.limit.routes), ("offices", raw.offices.routes), ("facilities", raw.facilities.routes)):
        if routes != through:
            fail(f"{place}.routes", "OPS-C7", "one route W - E", [list(route) for route in routes])
    for place, operational in (("offices", raw.offices.operational), ("facilities", raw.facilities.operational)):
        if not operational:
            fail(f"{place}.operational", "OPS-C7", "true", "false")
    found: dict[str, set[tuple[str, str]]] = {"curve": set(), "turnout": set()}
    for place, item in _items(raw, ("track",)):
        for number, (one, other) in enumerate(item.routes):
            if (one in WEST_PORTS) == (other in WEST_PORTS) or ((one in EAST_PORTS) == (other in EAST_PORTS)):
                fail(f"{place}.routes[{number}]", "OPS-C7", "a west port (W, N\\, S/) joined to an east port (E, N/, S\\)", f"{one} - {other}")
        if item.operational != (item.kind != "turnout"):
            fail(f"{place}.operational", "OPS-C7", str(item.kind != "turnout").lower(), str(item.operational).lower())
        if item.kind == "curve":
            if len(item.routes) != 1 or item.routes[0] not in _HANDS["curve"]:
                fail(f"{place}.routes", "OPS-C7", "one route from a side to an edge port", [list(route) for route in item.routes])
            found["curve"].add(item.routes[0])
        elif item.kind == "turnout":
            straight = {"W": ("W", "E"), "E": ("E", "W")}
            sound = len(item.routes) == 2 and item.routes[0] == straight.get(item.routes[0][0]) and item.routes[1] in _HANDS["turnout"]
            if not sound or item.routes[0][0] != item.routes[1][0]:
                expected = "the straight leg and a branch, both from the common end"
                fail(f"{place}.routes", "OPS-C7", expected, [list(route) for route in item.routes])
            found["turnout"].add(item.routes[1])
        elif item.routes != through:
            fail(f"{place}.routes", "OPS-C7", "one route W - E", [list(route) for route in item.routes])
    for kind, hands in _HANDS.items():
        for one, other in sorted(hands - found[kind]):
            fail("track.items", "OPS-C7", f"a {kind} from {one} to {other}", "none")
    for kind in ("straight", "small-yard", "yard-office"):
        if not any(item.kind == kind for item in raw.track.items):
            fail("track.items", "OPS-C7", f"a {kind}", "none")


def _kinds(raw: "File", *classes: str) -> list[str]:
    return [item.id for item in raw.rolling_stock.items if item.class_ in classes]


def _facilities(raw: "File", fail: Fail) -> None:
    """OPS-C8: facilities."""
    freight = _kinds(raw, "freight")
    used: dict[str, set[str]] = {"outbound": set(), "inbound": set()}
    for place, item in _items(raw, ("facilities",)):
        for key in ("outbound", "inbound"):
            names = getattr(item, key)
            for index, name in enumerate(names):
                if name not in freight:
                    fail(f"{place}.{key}[{index}]", "OPS-C8", f"one of the freight kinds {', '.join(freight)}", repr(name))
                if name in names[:index]:
                    fail(f"{place}.{key}[{index}]", "OPS-C8", "a kind that is not listed before", repr(name))
            if len(names) > 2:
                fail(f"{place}.{key}", "OPS-C8", "at most two kinds", len(names))
            used[key].update(names)
        for name in item.inbound:
            if name in item.outbound:
                fail(f"{place}.inbound", "OPS-C8", "kinds that do not go out", repr(name))
        if not item.outbound and not item.inbound:
            fail(f"{place}.outbound", "OPS-C8", "a kind that goes out or comes in", "none")
        for key, wanted in (("green", int(bool(item.outbound))), ("red", int(bool(item.inbound))), ("laborers", 1)):
            if getattr(item, key) != wanted:
                fail(f"{place}.{key}", "OPS-C8", wanted, getattr(item, key))
    for key, word in (("outbound", "out of"), ("inbound", "into")):
        for name in freight:
            if name not in used[key]:
                fail("facilities.items", "OPS-C8", f"a facility that {name} goes {word}", "none")
    gangs = sum(item.count for item in raw.modifiers.items if item.effect == "laborer")
    if raw.facilities.total + gangs > MOST_WORKPLACES:
        fail("facilities.total", "OPS-C8", f"at most {MOST_WORKPLACES} facilities and Section Gangs", raw.facilities.total + gangs)


def _effects(raw: "File", fail: Fail) -> None:
    """OPS-C9: each effect is carried once."""
    for table, words in (
        ("modifiers", ("green_box", "red_box", "laborer")),
        ("enhancements", ("hold_at_limits", "hold_departure", "hand_limit")),
        ("mainline_modifiers", ("two_trains", "opposing_trains", "follow_safely")),
    ):
        found = [item.effect for _, item in _items(raw, (table,))]
        for word in words:
            if found.count(word) != 1:
                fail(f"{table}.items", "OPS-C9", f"one item with the effect {word}", found.count(word))
    for place, item in _items(raw, ("enhancements",)):
        wanted = "player" if item.effect == "hand_limit" else "area"
        if item.holder != wanted:
            fail(f"{place}.holder", "OPS-C9", wanted, item.holder)


def _trains(raw: "File", fail: Fail) -> None:
    """OPS-C10: what train cards say."""
    known = [item.id for item in raw.restrictions.items]
    carried = _kinds(raw, "passenger", "freight")
    for place, item in _items(raw, ("timetable", "extras")):
        if not item.takes:
            fail(f"{place}.takes", "OPS-C10", "at least one kind of car", 0)
        for index, take in enumerate(item.takes):
            if take.kind not in carried:
                fail(f"{place}.takes[{index}].kind", "OPS-C10", f"one of the kinds {', '.join(carried)}", repr(take.kind))
            if take.kind in [other.kind for other in item.takes[:index]]:
                fail(f"{place}.takes[{index}].kind", "OPS-C10", "a kind that is not listed before", repr(take.kind))
        least = 2 if item.caboose else 1
        if not least <= item.maximum <= raw.crew_trays.cars:
            fail(f"{place}.maximum", "OPS-C10", f"an integer in {least}..{raw.crew_trays.cars}", item.maximum)
        for index, restriction in enumerate(item.restrictions):
            if restriction not in known:
                fail(f"{place}.restrictions[{index}]", "OPS-C10", f"one of {', '.join(known)}", repr(restriction))
            if restriction in item.restrictions[:index]:
                fail(f"{place}.restrictions[{index}]", "OPS-C10", "a restriction that is not listed before", repr(restriction))
        if not 1 <= item.number <= MOST_TRAIN_NUMBER:
            fail(f"{place}.number", "OPS-C10", f"an integer in 1..{MOST_TRAIN_NUMBER}", item.number)


def _only_on(raw: "File", fail: Fail, table: str, check: str, restriction: str, numbers: tuple[int, ...]) -> None:
    """A restriction is on the trains of the table with these numbers, and on no others of either table."""
    for place, item in _items(raw, ("timetable", "extras")):
        wanted = place.startswith(table) and item.number in numbers
        if (restriction in item.restrictions) != wanted:
            expected = f"{restriction} on {' and '.join(map(str, numbers))} only"
            fail(f"{place}.restrictions", check, expected, f"train {item.number} {'without' if wanted else 'with'} it")


def _timetable(raw: "File", fail: Fail) -> None:
    """OPS-C11: timetabled trains."""
    numbers: list[int] = []
    for place, item in _items(raw, ("timetable",)):
        if item.number in numbers:
            fail(f"{place}.number", "OPS-C11", "a number that no other timetabled train has", item.number)
        numbers.append(item.number)
        wanted = "west" if item.number % 2 else "east"
        if item.direction != wanted:
            fail(f"{place}.direction", "OPS-C11", f"{wanted} for number {item.number}", item.direction)
        if item.count != 1:
            fail(f"{place}.count", "OPS-C11", "1: each train is one card", item.count)
    _only_on(raw, fail, "timetable", "OPS-C11", "one_freight_per_square", (3, 4))
    _only_on(raw, fail, "timetable", "OPS-C11", "no_coach_set_out", (7, 8))
    (coach,) = _kinds(raw, "passenger")
    for place, item in _items(raw, ("timetable",)):
        if item.number in (7, 8) and coach not in [take.kind for take in item.takes]:
            fail(f"{place}.takes", "OPS-C11", "coaches among them", "none")
    crack = sorted(item.number for item in raw.timetable.items if "terminal_passengers_only" in item.restrictions)
    for place, item in _items(raw, ("extras",)):
        if "terminal_passengers_only" in item.restrictions:
            fail(f"{place}.restrictions", "OPS-C11", "terminal_passengers_only on timetabled trains only", f"Extra {item.number} with it")
    if len(crack) != 2 or crack[0] % 2 == 0 or crack[1] != crack[0] + 1:
        fail("timetable.items", "OPS-C11", "terminal_passengers_only on one pair of trains, an odd number and the next", crack)
    for stock in raw.rolling_stock.items:
        for state, count in (("loaded", stock.loaded), ("empty", stock.empty)):
            taken = [take for item in raw.timetable.items for take in item.takes if take.kind == stock.id and take.state in (state, "any")]
            if stock.class_ != "caboose" and count and not taken:
                fail("timetable.items", "OPS-C11", f"a train that takes {state} {stock.id} cars", "none")
    if not any(item.caboose for item in raw.timetable.items):
        fail("timetable.items", "OPS-C11", "a train with a caboose", "none")


def _extras(raw: "File", fail: Fail) -> None:
    """OPS-C12: Extras."""
    numbers: list[int] = []
    for place, item in _items(raw, ("extras",)):
        if item.number in numbers:
            fail(f"{place}.number", "OPS-C12", "a number that no other Extra has", item.number)
        numbers.append(item.number)
        if item.count != 1:
            fail(f"{place}.count", "OPS-C12", "1: each Extra is one card", item.count)
        if item.work and "no_passenger_work" in item.restrictions:
            fail(f"{place}.work", "OPS-C12", "false for a train without passenger work", "true")
    _only_on(raw, fail, "extras", "OPS-C12", "no_coupling", (13,))
    _only_on(raw, fail, "extras", "OPS-C12", "empty_coupling_only", (22,))
    quiet = [item.number for item in raw.extras.items if "no_passenger_work" in item.restrictions]
    for place, item in _items(raw, ("timetable",)):
        if "no_passenger_work" in item.restrictions:
            fail(f"{place}.restrictions", "OPS-C12", "no_passenger_work on Extras only", f"train {item.number} with it")
    if len(quiet) != 2:
        fail("extras.items", "OPS-C12", "no_passenger_work on exactly two cards", len(quiet))
    if not any(item.work for item in raw.extras.items):
        fail("extras.items", "OPS-C12", "at least one work Extra", "none")


def _excluded(raw: "File", fail: Fail) -> None:
    """OPS-C13: the cards directed at opponents."""
    for table, wanted in (("space_use", SPACE_USE_CARDS), ("actions", ACTION_CARDS)):
        if getattr(raw, table).total != wanted:
            fail(f"{table}.total", "OPS-C13", wanted, getattr(raw, table).total)


_REGIONS = {
    "normal": ("regions",),
    "interchange": ("regions",),
    "hilly": ("regions_fast", "regions_slow"),
    "heavy-grade": ("regions_down", "regions_up"),
}
_ALL_REGIONS = ("regions", "regions_fast", "regions_slow", "regions_up", "regions_down")


def _line(raw: "File", fail: Fail) -> None:
    """OPS-C14: the Mainline deck."""
    if raw.mainline.total < FEWEST_LINE_CARDS:
        fail("mainline.total", "OPS-C14", f"at least {FEWEST_LINE_CARDS} cards: 3 for each of 5 gaps", raw.mainline.total)
    for place, item in _items(raw, ("mainline",)):
        wanted = _REGIONS[item.kind]
        for name in _ALL_REGIONS:
            found = getattr(item, name)
            if (found is not None) != (name in wanted):
                fail(
                    f"{place}.{name}", "OPS-C14", "a value" if name in wanted else f"none for a {item.kind} card", "none" if found is None else found
                )
            if found is not None and not 1 <= found <= MOST_OF_A_KIND:
                fail(f"{place}.{name}", "OPS-C14", f"an integer in 1..{MOST_OF_A_KIND}", found)
        if len(wanted) == 2 and getattr(item, wanted[0]) >= getattr(item, wanted[1]):
            fail(f"{place}.{wanted[0]}", "OPS-C14", f"less than {wanted[1]}, {getattr(item, wanted[1])}", getattr(item, wanted[0]))
    for kind in _REGIONS:
        if not any(item.kind == kind for item in raw.mainline.items):
            fail("mainline.items", "OPS-C14", f"{'an' if kind == 'interchange' else 'a'} {kind} card", "none")
    for regions in (1, 2, 3):
        if not any(item.kind == "normal" and item.regions == regions for item in raw.mainline.items):
            fail("mainline.items", "OPS-C14", f"a normal card of {regions} region{'s' if regions > 1 else ''}", "none")
