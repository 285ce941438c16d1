"""The components of Station Master: what the content file says, checked (MST-C1 to C10), and lookups that follow from it."""

from collections import Counter
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs

from railrules import ContentFile
from railrules.serialize import label, optional_key

CABOOSE = "caboose"
ROYAL_CARRIAGE = "royal-carriage"
REASSIGN = "reassign"
REPAIR = "repair"
RUSH_HOUR = "rush-hour"
STANDING_ROOM = "standing-room"
TRANSFER = "transfer"
UNCOUPLE = "uncouple"
ACTIONS = (CABOOSE, ROYAL_CARRIAGE, REASSIGN, REPAIR, RUSH_HOUR, STANDING_ROOM, TRANSFER, UNCOUPLE)
TARGETED = (REASSIGN, REPAIR, TRANSFER, UNCOUPLE)

PAWN_VALUES = (3, 2, 1, -1)
PAWNS = (3, 2, 2, 1, 1, -1)
PAWN_COUNTS = (1, 2, 2, 1)
"""How many pawns of each value a player owns, and so a whole supply."""

CARDS = 93
LOCOMOTIVES = 13
DEPOTS = 6
HAND = 3
SLOTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6}
MOST_PASSENGERS = 16
DEPOT_RAILCARS = 2

KINDS = ("standard", "executive", "freight")


@attrs.frozen
class Meta:
    """Which content this is."""

    content_id: str
    game: str
    format: int
    provenance: str = label()


@attrs.frozen(hash=False)
class SetupTable:
    """How the game is set up; the same in every content (MST-C10), so no part of the digest."""

    provenance: str = label()
    min_players: int = label()
    max_players: int = label()
    hand_size: int = label()
    station_slots: dict[str, Any] = label()
    rush_hour_boxed_at: tuple[int, ...] = label()


@attrs.frozen
class PassengerTable:
    """The pawns of each player."""

    values: tuple[int, ...]
    sets: int
    provenance: str = label()


@attrs.frozen
class DepotTable:
    """The Depots."""

    count: int
    min_railcars: int
    provenance: str = label()


@attrs.frozen
class Locomotive:
    """A locomotive: the `capacity` counts railcars, and pawns before Standing Room is added."""

    id: str
    kind: str
    capacity: int
    name: str = optional_key("", label=True)


@attrs.frozen
class LocomotiveTable:
    """All locomotives."""

    total: int
    items: tuple[Locomotive, ...]
    provenance: str = label()


@attrs.frozen
class ValuedCard:
    """A coach (1..6) or a freight car (-6..-1)."""

    id: str
    value: int
    count: int
    name: str = optional_key("", label=True)


@attrs.frozen
class ValuedTable:
    """All coaches, or all freight cars."""

    total: int
    items: tuple[ValuedCard, ...]
    provenance: str = label()


@attrs.frozen
class ExecutiveCoach:
    """An executive coach: `green` on executive trains, `red` on all others."""

    id: str
    green: int
    red: int
    count: int
    name: str = optional_key("", label=True)


@attrs.frozen
class ExecutiveTable:
    """All executive coaches."""

    total: int
    items: tuple[ExecutiveCoach, ...]
    provenance: str = label()


@attrs.frozen
class ActionCard:
    """One of the eight kinds of action cards; `railcar`: it is coupled to a train."""

    id: str
    count: int
    railcar: bool
    name: str = optional_key("", label=True)


@attrs.frozen
class ActionTable:
    """All action cards."""

    total: int
    items: tuple[ActionCard, ...]
    provenance: str = label()


@attrs.frozen(slots=False)  # unslotted, so that the lookups below are computed once
class Content:
    """A whole content file. Equal files are equal values; the lookups are no part of that."""

    meta: Meta
    passengers: PassengerTable
    depots: DepotTable
    locomotives: LocomotiveTable
    coaches: ValuedTable
    freight_cars: ValuedTable
    executive_coaches: ExecutiveTable
    actions: ActionTable
    setup: SetupTable = label()

    @cached_property
    def locomotive(self) -> dict[str, Locomotive]:
        """The locomotives by id."""
        return {engine.id: engine for engine in self.locomotives.items}

    @cached_property
    def capacity(self) -> dict[str, int]:
        """The capacity of each locomotive by id."""
        return {engine.id: engine.capacity for engine in self.locomotives.items}

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many cards of each face there are, in the order of the file."""
        tables = (self.coaches.items, self.freight_cars.items, self.executive_coaches.items, self.actions.items)
        return {card.id: card.count for items in tables for card in items}

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """All faces in the order of the file."""
        return tuple(self.counts)

    @cached_property
    def railcars(self) -> frozenset[str]:
        """The faces that are coupled to trains (MST-1.9)."""
        valued = [card.id for table in (self.coaches, self.freight_cars, self.executive_coaches) for card in table.items]
        return frozenset([*valued, CABOOSE, ROYAL_CARRIAGE])

    @cached_property
    def car_values(self) -> dict[str, dict[str, int]]:
        """What each valued railcar counts on each kind of train (MST-6.1, 6.2)."""
        plain = {card.id: card.value for card in (*self.coaches.items, *self.freight_cars.items)}
        red = {card.id: card.red for card in self.executive_coaches.items}
        green = {card.id: card.green for card in self.executive_coaches.items}
        reversed_values = {face: -value for face, value in plain.items()}
        return {"standard": plain | red, "executive": plain | green, "freight": reversed_values | red}

    def deck(self, players: int) -> tuple[str, ...]:
        """Return the cards in the game, by face in the order of the file; with two players the Rush Hour stays in the box (MST-2.2)."""
        boxed = self.boxed(players)
        return tuple(face for face, count in self.counts.items() if face not in boxed for _ in range(count))

    def boxed(self, players: int) -> tuple[str, ...]:
        """Return the cards that stay in the box."""
        return (RUSH_HOUR,) if players == 2 else ()


def shipped_text() -> str:
    """Return the text of the content file that comes with the game."""
    return files("railrules.games.station_master").joinpath("content.toml").read_text(encoding="utf-8")


def shipped_content() -> Content:
    """Return the content that comes with the game."""
    return parse(ContentFile("station_master/content.toml", shipped_text()))


def read(path: Path) -> Content:
    """Return the content of a user's file; raises `ContentError`."""
    return parse(ContentFile.read(path))


CODES = {
    "MST-C1": "content-shape",
    "MST-C2": "content-total",
    "MST-C3": "content-count",
    "MST-C4": "content-locomotive",
    "MST-C5": "content-value",
    "MST-C6": "content-id",
    "MST-C7": "content-action",
    "MST-C8": "content-limit",
    "MST-C9": "content-example",
    "MST-C10": "content-setup",
}
"""The code of each check."""
_OF_COMPONENTS = {
    "count": "MST-C3",
    "total": "MST-C3",
    "capacity": "MST-C4",
    "kind": "MST-C4",
    "value": "MST-C5",
    "green": "MST-C5",
    "red": "MST-C5",
    "railcar": "MST-C7",
    "id": "MST-C6",
}
"""The check that owns a key in the tables of locomotives and cards."""
_OF_OTHERS: dict[str, dict[str, str]] = {
    "meta": {},
    "locomotives": _OF_COMPONENTS | {"id": "MST-C4"},
    "setup": dict.fromkeys(("min_players", "max_players", "hand_size", "station_slots", "rush_hour_boxed_at"), "MST-C10"),
    "passengers": {"values": "MST-C2", "sets": "MST-C2"},
    "depots": {"count": "MST-C2", "min_railcars": "MST-C10"},
}
"""The same for the other tables."""


def _check_of(path: str) -> str:
    """The check that a value of a wrong type fails, by its place, such as ``coaches.items[0].count`` or ``passengers.values[1]``."""
    table, _, rest = path.partition(".")
    key = rest.rpartition(".")[2].partition("[")[0]
    return _OF_OTHERS.get(table, _OF_COMPONENTS).get(key, "MST-C1")


def parse(source: ContentFile) -> Content:
    """Return the checked content of a parsed file; raises `ContentError` with the code and the id of the first check that fails."""
    source.expect_game("station-master", "MST-C1", CODES["MST-C1"])
    content = source.structure(source.data, Content, check=_check_of, keys="MST-C1", missing="MST-C1", code=CODES.__getitem__)
    for check in (_shape, _totals, _counts, _locomotives, _values, _ids, _actions, _limit, _example, _setup):
        check(source, content)
    return content


def _tables(content: Content) -> dict[str, Any]:
    return {name: getattr(content, name) for name in ("locomotives", "coaches", "freight_cars", "executive_coaches", "actions")}


def _shape(source: ContentFile, content: Content) -> None:
    for name in ("meta", "setup", "passengers", "depots", *_tables(content)):
        if not getattr(content, name).provenance.strip():
            source.fail(f"{name}.provenance", "MST-C1", "a text that is not empty", "an empty one", "content-shape")
    if not content.meta.content_id.strip():
        source.fail("meta.content_id", "MST-C1", "a text that is not empty", "an empty one", "content-shape")
    if content.meta.format != 1:
        source.fail("meta.format", "MST-C1", "1", content.meta.format, "content-shape")


def _totals(source: ContentFile, content: Content) -> None:
    wanted = {
        "locomotives.items": (LOCOMOTIVES, len(content.locomotives.items)),
        "depots.count": (DEPOTS, content.depots.count),
        "passengers.values": (list(PAWNS), list(content.passengers.values)),
        "passengers.sets": (DEPOTS, content.passengers.sets),
    }
    for place, (expected, found) in wanted.items():
        if expected != found:
            source.fail(place, "MST-C2", expected, found, "content-total")
    found = sum(card.count for name, table in _tables(content).items() if name != "locomotives" for card in table.items)
    if found != CARDS:
        counted = {name: sum(card.count for card in table.items) for name, table in _tables(content).items() if name != "locomotives"}
        told = ", ".join(f"{name} {count}" for name, count in counted.items())
        source.fail("items of all card tables", "MST-C2", f"{CARDS} Station Master cards", f"{found} ({told})", "content-total")


def _counts(source: ContentFile, content: Content) -> None:
    for name, table in _tables(content).items():
        for index, card in enumerate(table.items):
            if name != "locomotives" and card.count < 1:
                source.fail(f"{name}.items[{index}].count", "MST-C3", "an integer >= 1", card.count, "content-count")
        count = len(table.items) if name == "locomotives" else sum(card.count for card in table.items)
        if table.total != count:
            source.fail(f"{name}.total", "MST-C3", f"{count}, the sum of the table", table.total, "content-count")


def _locomotives(source: ContentFile, content: Content) -> None:
    engines = content.locomotives.items
    for index, engine in enumerate(engines):
        if not 3 <= engine.capacity <= 8:
            source.fail(f"locomotives.items[{index}].capacity", "MST-C4", "an integer in 3..8", engine.capacity, "content-locomotive")
        if engine.kind not in KINDS:
            source.fail(f"locomotives.items[{index}].kind", "MST-C4", f"one of {', '.join(KINDS)}", repr(engine.kind), "content-locomotive")
        if not engine.id:
            source.fail(f"locomotives.items[{index}].id", "MST-C4", "an id that is not empty", "an empty one", "content-locomotive")
        if engine.id in [other.id for other in engines[:index]]:
            source.fail(f"locomotives.items[{index}].id", "MST-C4", "a different id for each", repr(engine.id), "content-locomotive")
    for kind in KINDS:
        if kind not in [engine.kind for engine in engines]:
            source.fail("locomotives.items", "MST-C4", f"a locomotive of the kind {kind!r}", "none", "content-locomotive")


def _values(source: ContentFile, content: Content) -> None:
    def check(place: str, low: int, high: int, found: int) -> None:
        if not low <= found <= high:
            source.fail(place, "MST-C5", f"an integer in {low}..{high}", found, "content-value")

    pairs: list[tuple[str, Any]] = []
    for name, low, high in (("coaches", 1, 6), ("freight_cars", -6, -1)):
        for index, card in enumerate(getattr(content, name).items):
            check(f"{name}.items[{index}].value", low, high, card.value)
            pairs.append((f"{name}.items[{index}].value", card.value))
    for index, coach in enumerate(content.executive_coaches.items):
        check(f"executive_coaches.items[{index}].green", 1, 6, coach.green)
        check(f"executive_coaches.items[{index}].red", -6, -1, coach.red)
        pairs.append((f"executive_coaches.items[{index}]", (coach.green, coach.red)))
    met: set[Any] = set()
    for place, worth in pairs:
        if worth in met:
            source.fail(place, "MST-C5", "a value that no other card of the table has", worth, "content-value")
        met.add(worth)


def _ids(source: ContentFile, content: Content) -> None:
    wanted = [(f"coaches.items[{index}].id", f"coach-{card.value}", card.id) for index, card in enumerate(content.coaches.items)]
    wanted += [(f"freight_cars.items[{index}].id", f"freight-{-card.value}", card.id) for index, card in enumerate(content.freight_cars.items)]
    wanted += [
        (f"executive_coaches.items[{index}].id", f"exec-{card.green}-{-card.red}", card.id)
        for index, card in enumerate(content.executive_coaches.items)
    ]
    for place, expected, found in wanted:
        if expected != found:
            source.fail(place, "MST-C6", repr(expected), repr(found), "content-id")
    for index, card in enumerate(content.actions.items):
        if card.id not in ACTIONS:
            source.fail(f"actions.items[{index}].id", "MST-C6", f"one of {', '.join(ACTIONS)}", repr(card.id), "content-id")


def _actions(source: ContentFile, content: Content) -> None:
    kinds = Counter(card.id for card in content.actions.items)
    for kind in ACTIONS:
        if kinds[kind] != 1:
            source.fail("actions.items", "MST-C7", f"one entry for {kind}", kinds[kind], "content-action")
    for index, card in enumerate(content.actions.items):
        if card.id == RUSH_HOUR and card.count != 1:
            source.fail(f"actions.items[{index}].count", "MST-C7", "1: there is one Rush Hour", card.count, "content-action")
        if card.railcar != (card.id in (CABOOSE, ROYAL_CARRIAGE)):
            expected = "true" if card.id in (CABOOSE, ROYAL_CARRIAGE) else "false"
            source.fail(f"actions.items[{index}].railcar", "MST-C7", expected, str(card.railcar).lower(), "content-action")


def _limit(source: ContentFile, content: Content) -> None:
    most = max(content.capacity.values()) + content.counts[STANDING_ROOM]
    if most > MOST_PASSENGERS:
        expected = f"at most {MOST_PASSENGERS}: the largest capacity and all Standing Room cards"
        source.fail("actions.items", "MST-C8", expected, most, "content-limit")


def _example(source: ContentFile, content: Content) -> None:
    if not any(engine.kind == "standard" and engine.capacity == 5 for engine in content.locomotives.items):
        source.fail("locomotives.items", "MST-C9", "a standard locomotive of capacity 5", "none", "content-example")
    for table, face in (("coaches", "coach-5"), ("coaches", "coach-6"), ("freight_cars", "freight-1"), ("freight_cars", "freight-2")):
        if face not in content.counts:
            source.fail(f"{table}.items", "MST-C9", face, "none", "content-example")
    if not any(coach.red == -3 for coach in content.executive_coaches.items):
        source.fail("executive_coaches.items", "MST-C9", "an executive coach with red -3", "none", "content-example")


def _setup(source: ContentFile, content: Content) -> None:
    wanted = {
        "setup.min_players": (min(SLOTS), content.setup.min_players),
        "setup.max_players": (max(SLOTS), content.setup.max_players),
        "setup.hand_size": (HAND, content.setup.hand_size),
        "setup.station_slots": ({str(players): slots for players, slots in SLOTS.items()}, dict(sorted(content.setup.station_slots.items()))),
        "setup.rush_hour_boxed_at": ([2], list(content.setup.rush_hour_boxed_at)),
        "depots.min_railcars": (DEPOT_RAILCARS, content.depots.min_railcars),
    }
    for place, (expected, found) in wanted.items():
        if repr(expected) != repr(found):  # 6.0 and true are no integers, though equal to some
            source.fail(place, "MST-C10", expected, found, "content-setup")
