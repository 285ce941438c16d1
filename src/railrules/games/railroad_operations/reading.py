"""From a content file to `Content`: the shape of the file (OPS-C1). The other checks are in `checks`."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import attrs

from railrules import ContentFile
from railrules.games.railroad_operations.checks import GAME, check_file
from railrules.games.railroad_operations.consist import Token, empty, loaded
from railrules.games.railroad_operations.content import (
    Card,
    CardKind,
    Content,
    Detail,
    Effect,
    Grade,
    Industry,
    LineType,
    Restriction,
    Stock,
    Trackage,
    TrainCard,
    Upgrade,
)
from railrules.games.railroad_operations.track import EAST, WEST, Piece, Port
from railrules.serialize import optional_key

CODE = "invalid-content"

Item = TypeVar("Item")

Routes = tuple[tuple[Port, Port], ...]
Shape = Literal["straight", "curve", "turnout", "small-yard", "yard-office"]


@attrs.frozen
class Meta:
    """Which content this is."""

    game: str
    content_id: str
    content_version: int
    provenance: str


@attrs.frozen
class Table(Generic[Item]):
    """All components of a kind: `total` counts copies."""

    provenance: str
    total: int
    items: tuple[Item, ...]


@attrs.frozen
class StockItem:
    """A kind of rolling stock."""

    id: str
    code: str
    name: str
    class_: Literal["passenger", "freight", "caboose"]
    loaded: int
    empty: int


@attrs.frozen
class Trays:
    """The Crew Trays."""

    provenance: str
    base: int
    per_player: int
    cars: int


@attrs.frozen
class LimitTable:
    """The Limits."""

    provenance: str
    name: str
    per_office_area: int
    routes: Routes
    operational: bool


@attrs.frozen
class GradeItem:
    """A grade of Office."""

    id: str
    name: str
    ad_tracks: int
    control_point: bool
    porters: int
    green: int
    red: int


@attrs.frozen
class Offices:
    """The grades of Office."""

    provenance: str
    routes: Routes
    operational: bool
    items: tuple[GradeItem, ...]


@attrs.frozen
class HomeDeck:
    """Which tables make up the Home Office deck."""

    provenance: str
    dealt: int
    excluded: int
    dealt_tables: tuple[str, ...]
    excluded_tables: tuple[str, ...]


@attrs.frozen
class TrackItem:
    """A track card."""

    id: str
    name: str
    kind: Shape
    operational: bool
    routes: Routes
    count: int = optional_key(1)


@attrs.frozen
class FacilityItem:
    """A facility."""

    id: str
    name: str
    outbound: tuple[str, ...]
    inbound: tuple[str, ...]
    green: int
    red: int
    laborers: int
    count: int = optional_key(1)


@attrs.frozen
class Facilities:
    """All facilities."""

    provenance: str
    total: int
    routes: Routes
    operational: bool
    items: tuple[FacilityItem, ...]


@attrs.frozen
class UpgradeItem:
    """An office upgrade."""

    id: str
    name: str
    from_: str
    to: str
    count: int = optional_key(1)


@attrs.frozen
class ModifierItem:
    """A modifier of a facility."""

    id: str
    name: str
    effect: Literal["green_box", "red_box", "laborer"]
    count: int = optional_key(1)


@attrs.frozen
class EnhancementItem:
    """An enhancement."""

    id: str
    name: str
    holder: Literal["area", "player"]
    effect: Literal["hold_at_limits", "hold_departure", "hand_limit", "none"]
    count: int = optional_key(1)


@attrs.frozen
class SectionItem:
    """A Second Section order."""

    id: str
    name: str
    count: int = optional_key(1)


@attrs.frozen
class LineModifierItem:
    """A modifier of a Mainline card."""

    id: str
    name: str
    effect: Literal["two_trains", "opposing_trains", "follow_safely"]
    count: int = optional_key(1)


@attrs.frozen
class SpaceItem:
    """A space-use card, which is never dealt."""

    id: str
    name: str
    count: int = optional_key(1)


@attrs.frozen
class ActionItem:
    """An action card, which is never dealt."""

    id: str
    name: str
    penalty: int
    count: int = optional_key(1)


@attrs.frozen
class RestrictionItem:
    """A restriction in words."""

    id: Restriction
    text: str


@attrs.frozen
class Restrictions:
    """All restrictions."""

    provenance: str
    items: tuple[RestrictionItem, ...]


@attrs.frozen
class Take:
    """A kind of car that a train takes, and in which state."""

    kind: str
    state: Literal["loaded", "empty", "any"]


@attrs.frozen
class TimetabledItem:
    """A timetabled train."""

    id: str
    number: int
    name: str
    direction: Literal["west", "east"]
    speed: Literal["fast", "slow"]
    class_: Literal["first", "second", "third"]
    takes: tuple[Take, ...]
    maximum: int
    caboose: bool
    expedited: bool
    restrictions: tuple[Restriction, ...]
    count: int = optional_key(1)


@attrs.frozen
class ExtraItem:
    """An Extra."""

    id: str
    number: int
    name: str
    speed: Literal["fast", "slow"]
    class_: Literal["extra"]
    work: bool
    takes: tuple[Take, ...]
    maximum: int
    caboose: bool
    expedited: bool
    restrictions: tuple[Restriction, ...]
    count: int = optional_key(1)


@attrs.frozen
class LineItem:
    """A Mainline card, with the numbers of regions that its kind has."""

    id: str
    name: str
    kind: Literal["normal", "hilly", "heavy-grade", "interchange"]
    mph: int
    count: int = optional_key(1)
    regions: int | None = optional_key()
    regions_fast: int | None = optional_key()
    regions_slow: int | None = optional_key()
    regions_up: int | None = optional_key()
    regions_down: int | None = optional_key()


@attrs.frozen
class File:
    """A whole file as it is written."""

    meta: Meta
    rolling_stock: Table[StockItem]
    crew_trays: Trays
    limit: LimitTable
    offices: Offices
    home_deck: HomeDeck
    track: Table[TrackItem]
    facilities: Facilities
    upgrades: Table[UpgradeItem]
    modifiers: Table[ModifierItem]
    enhancements: Table[EnhancementItem]
    second_sections: Table[SectionItem]
    mainline_modifiers: Table[LineModifierItem]
    space_use: Table[SpaceItem]
    actions: Table[ActionItem]
    restrictions: Restrictions
    timetable: Table[TimetabledItem]
    extras: Table[ExtraItem]
    mainline: Table[LineItem]


TABLES: dict[str, CardKind] = {
    "track": "track",
    "facilities": "facility",
    "upgrades": "upgrade",
    "modifiers": "modifier",
    "enhancements": "enhancement",
    "timetable": "timetabled",
    "extras": "extra",
    "second_sections": "second-section",
    "mainline_modifiers": "line-modifier",
    "space_use": "excluded",
    "actions": "excluded",
}
"""The tables of Home Office cards, and the kind of the cards in each."""


def shipped_text() -> str:
    """Return the text of the content file that comes with the game."""
    return files("railrules.games.railroad_operations").joinpath("content.toml").read_text(encoding="utf-8")


@cache
def shipped_content() -> Content:
    """Return the content that comes with the game, read once: it is a value."""
    return parse(ContentFile("railroad_operations/content.toml", shipped_text(), CODE))


def read(path: Path) -> Content:
    """Return the content of a user's file; raises `ContentError`."""
    return parse(ContentFile.read(path, CODE))


_OWNERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "OPS-C2": (("*",), ("id", "name", "code")),
    "OPS-C3": (("*",), ("count", "total", "dealt", "excluded", "dealt_tables", "excluded_tables")),
    "OPS-C4": (("rolling_stock",), ("class", "loaded", "empty")),
    "OPS-C5": (("crew_trays", "limit"), ("base", "per_player", "cars", "per_office_area", "operational")),
    "OPS-C6": (("offices", "upgrades"), ("ad_tracks", "control_point", "porters", "green", "red", "from", "to")),
    "OPS-C7": (("limit", "offices", "track", "facilities"), ("routes", "operational")),
    "OPS-C8": (("facilities",), ("outbound", "inbound", "green", "red", "laborers")),
    "OPS-C9": (("modifiers", "enhancements", "mainline_modifiers"), ("effect", "holder")),
    "OPS-C10": (("timetable", "extras"), ("takes", "maximum", "caboose", "restrictions", "speed", "class", "number")),
    "OPS-C11": (("timetable",), ("direction",)),
    "OPS-C12": (("extras",), ("direction", "work")),
    "OPS-C14": (("mainline",), ("kind", "regions", "regions_fast", "regions_slow", "regions_up", "regions_down")),
}
"""The keys whose values each check says something about, by table; where two share one, the first one asks for it."""


def _check_of(path: str) -> str:
    """The check that a value of a wrong sort fails, by its place, such as ``timetable.items[4].takes[0].state``."""
    table, _, rest = path.partition(".")
    key = re.sub(r"^items\[\d+\]\.", "", rest).split(".")[0].partition("[")[0]
    if table == "meta":
        return "OPS-C1"
    return next((check for check, (tables, keys) in _OWNERS.items() if key in keys and (table in tables or "*" in tables)), "OPS-C1")


def parse(source: ContentFile) -> Content:
    """Return the checked content of a parsed file; raises `ContentError` naming table, item, key and the first check that fails (OPS-C1 to 14)."""
    source.expect_game(GAME, "OPS-C1", CODE)
    raw = source.structure(source.data, File, check=_check_of, keys="OPS-C1", missing="OPS-C1", code=CODE)
    check_file(source, raw)
    stock = _in_order(raw.rolling_stock.items)
    kinds = {item.id: place for place, item in enumerate(stock)}
    grades = {item.id: place for place, item in enumerate(raw.offices.items)}
    return Content(
        tuple(Stock(item.id, item.code, item.class_, item.loaded, item.empty, item.name) for item in stock),
        tuple(Grade(item.id, item.ad_tracks, item.control_point, item.porters, item.green, item.red, item.name) for item in raw.offices.items),
        tuple(
            Card(item.id, TABLES[table], item.count, _detail(item, kinds, grades), item.name)
            for table in (*raw.home_deck.dealt_tables, *raw.home_deck.excluded_tables)
            for item in getattr(raw, table).items
        ),
        tuple(_line(item) for item in raw.mainline.items),
        raw.meta.content_id,
    )


def _in_order(items: tuple[StockItem, ...]) -> list[StockItem]:
    """Coaches first, cabooses last, freight cars between in the order of the file: the order of tokens."""
    roles = ("passenger", "freight", "caboose")
    return sorted(items, key=lambda item: roles.index(item.class_))


def _detail(item: Any, kinds: dict[str, int], grades: dict[str, int]) -> Detail:
    """What the rules read of a card beside its kind."""
    match item:
        case TrackItem():
            return Trackage(item.kind, Piece(item.routes, item.operational))
        case FacilityItem():
            outbound, inbound = (tuple(kinds[name] for name in names) for names in (item.outbound, item.inbound))
            return Industry(outbound, inbound, item.green, item.red, item.laborers)
        case UpgradeItem():
            return Upgrade(grades[item.from_], grades[item.to])
        case ModifierItem():
            return Effect(item.effect, "square")
        case EnhancementItem():
            return Effect(item.effect, item.holder)
        case LineModifierItem():
            return Effect(item.effect, "line")
        case TimetabledItem():
            heading: Literal[0, 1] = EAST if item.direction == "east" else WEST
            return _train(item, kinds, heading, extra=False, work=False)
        case ExtraItem():
            return _train(item, kinds, None, extra=True, work=item.work)
        case _:
            return None


def _train(item: Any, kinds: dict[str, int], heading: Literal[0, 1] | None, *, extra: bool, work: bool) -> TrainCard:
    takes: list[Token] = []
    for take in item.takes:
        kind = kinds[take.kind]
        takes += [empty(kind)] if take.state == "empty" else [loaded(kind)] if take.state == "loaded" else [empty(kind), loaded(kind)]
    restrictions = tuple(sorted(item.restrictions))
    speed = item.speed == "fast"
    return TrainCard(item.number, extra, heading, speed, tuple(sorted(takes)), item.maximum, item.caboose, item.expedited, restrictions, work)


def _line(item: LineItem) -> LineType:
    if item.kind == "hilly":
        fast, slow = item.regions_fast or 0, item.regions_slow or 0
        return LineType(item.id, item.kind, item.count, slow, fast, slow, slow, slow, item.name)
    if item.kind == "heavy-grade":
        up, down = item.regions_up or 0, item.regions_down or 0
        return LineType(item.id, item.kind, item.count, up, up, up, up, down, item.name)
    regions = item.regions or 0
    return LineType(item.id, item.kind, item.count, regions, regions, regions, regions, regions, item.name)
