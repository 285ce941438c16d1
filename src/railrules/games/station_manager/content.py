"""The components of Station Manager: what the content file says, checked (MGR-C1 to C10), and lookups that follow from it."""

import re
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs

from railrules import ContentFile
from railrules.games.station_manager.actions import CARD_TYPES
from railrules.serialize import label, optional_key

COLOURS = 4
MERCHANDISE = 13
COPIES = 2

# Order colour -> how many such cards, groups of equal merchandise, or how many cards of one freight colour (MGR-5.3 to 5.8, C6, C7).
PATTERNS: dict[str, tuple[int, tuple[int, ...] | None, int | None]] = {
    "green": (2, (2, 2), None),
    "blue": (2, (3,), None),
    "purple": (1, (4,), None),
    "beige": (1, (5,), None),
    "yellow": (1, (3, 2), None),
    "grey": (1, None, 5),
}


@attrs.frozen
class Meta:
    """Which content this is."""

    game: str
    content_id: str
    content_version: int = label()
    provenance: str = label()


@attrs.frozen
class Colour:
    """A freight colour; `letter` is the last character of a card's short code."""

    id: str
    letter: str = label()
    name: str = label()


@attrs.frozen
class Colours:
    """The four freight colours in index order."""

    item: tuple[Colour, ...]
    provenance: str = label()


@attrs.frozen
class Merchandise:
    """A kind of merchandise; `symbol` is the first two characters of a card's short code."""

    id: str
    symbol: str = label()
    name: str = label()


@attrs.frozen
class MerchandiseTable:
    """The thirteen kinds of merchandise in index order."""

    item: tuple[Merchandise, ...]
    provenance: str = label()


@attrs.frozen
class Freight:
    """The deck: copies of each pair of merchandise and colour, and cards in all."""

    copies: int
    total: int
    provenance: str = label()


@attrs.frozen
class Order:
    """An Order Card: `groups` of equal merchandise or `same_colour` cards of one freight colour, `size` cards in all, worth `bonus` points."""

    id: str
    colour: str
    size: int
    bonus: int
    name: str = label()
    groups: tuple[int, ...] | None = optional_key()
    same_colour: int | None = optional_key()


@attrs.frozen
class Orders:
    """The eight Order Cards in index order."""

    item: tuple[Order, ...]
    provenance: str = label()


@attrs.frozen(slots=False)  # unslotted, so that the lookups below are computed once
class Content:
    """A whole content file. Equal files are equal values; the lookups are no part of that."""

    meta: Meta
    colours: Colours
    merchandise: MerchandiseTable
    freight: Freight
    orders: Orders

    @cached_property
    def order_index(self) -> dict[str, int]:
        """The index of each Order Card by its id."""
        return {order.id: index for index, order in enumerate(self.orders.item)}

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The short code of each card type, such as ``CLw``."""
        return tuple(merchandise.symbol + colour.letter for merchandise in self.merchandise.item for colour in self.colours.item)

    @cached_property
    def card_by_code(self) -> dict[str, int]:
        """The card type of each short code in lower case."""
        return {code.lower(): card for card, code in enumerate(self.codes)}

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All freight cards, ascending (MGR-2.4)."""
        return tuple(card for card in range(CARD_TYPES) for _ in range(self.freight.copies))


def shipped_text() -> str:
    """Return the text of the content file that comes with the game."""
    return files("railrules.games.station_manager").joinpath("content.toml").read_text(encoding="utf-8")


def shipped_content() -> Content:
    """Return the content that comes with the game."""
    return parse(ContentFile("station_manager/content.toml", shipped_text()))


def read(path: Path) -> Content:
    """Return the content of a user's file; raises `ContentError`."""
    return parse(ContentFile.read(path))


def parse(source: ContentFile) -> Content:
    """Return the checked content of a parsed file; raises `ContentError` naming check and place."""
    source.expect_game("station-manager", "MGR-C2")
    content = source.structure(source.data, Content, check=_check_of, keys="MGR-C1")
    _check_meta(source, content)
    _check_deck(source, content)
    _check_orders(source, content)
    return content


def _check_of(path: str) -> str:
    """Which check a value that is missing or of the wrong type at `path` fails."""
    if path.endswith("provenance"):
        return "MGR-C1"
    if path.startswith("orders.item"):
        key = path.rpartition("].")[2].partition("[")[0]
        return {"bonus": "MGR-C9", "size": "MGR-C8", "groups": "MGR-C7", "same_colour": "MGR-C7"}.get(key, "MGR-C6")
    table, dot, _ = path.partition(".")
    tables = {"meta": "MGR-C2", "colours": "MGR-C3", "merchandise": "MGR-C4", "freight": "MGR-C5", "orders": "MGR-C6"}
    return tables.get(table, "MGR-C1") if dot else "MGR-C1"


def _check_meta(source: ContentFile, content: Content) -> None:
    for name in ("meta", "colours", "merchandise", "freight", "orders"):
        if not getattr(content, name).provenance.strip():
            source.fail(f"{name}.provenance", "MGR-C1", "a text that is not empty", "an empty one")
    meta = content.meta
    if not meta.content_id.strip():
        source.fail("meta.content_id", "MGR-C2", "a text that is not empty", "an empty one")
    if meta.content_version < 1:
        source.fail("meta.content_version", "MGR-C2", "an integer >= 1", meta.content_version)


def _check_deck(source: ContentFile, content: Content) -> None:
    colours, merchandise, freight = content.colours.item, content.merchandise.item, content.freight
    _check_items(source, "colours.item", "MGR-C3", colours, COLOURS, ("id", "letter", "name"))
    for index, colour in enumerate(colours):
        if len(colour.letter) != 1 or not (colour.letter.isalpha() and colour.letter.islower()):
            source.fail(f"colours.item[{index}].letter", "MGR-C3", "one lower-case letter", repr(colour.letter))
    _check_items(source, "merchandise.item", "MGR-C4", merchandise, MERCHANDISE, ("id", "symbol", "name"))
    for index, kind in enumerate(merchandise):
        if len(kind.symbol) != 2 or not (kind.symbol.isalpha() and kind.symbol.isupper()):
            source.fail(f"merchandise.item[{index}].symbol", "MGR-C4", "two upper-case letters", repr(kind.symbol))
    if freight.copies != COPIES:
        source.fail("freight.copies", "MGR-C5", COPIES, freight.copies)
    if freight.total != MERCHANDISE * COLOURS * COPIES:
        source.fail("freight.total", "MGR-C5", MERCHANDISE * COLOURS * COPIES, freight.total)


def _check_orders(source: ContentFile, content: Content) -> None:
    orders = content.orders.item
    _check_items(source, "orders.item", "MGR-C6", orders, sum(count for count, _, _ in PATTERNS.values()), ("id",))
    for colour, (count, _, _) in PATTERNS.items():
        found = sum(order.colour == colour for order in orders)
        if found > count:
            source.fail("orders.item", "MGR-C6", f"{count} {colour} Order Cards", found)
    for index, order in enumerate(orders):
        path = f"orders.item[{index}]"
        if order.colour not in PATTERNS:
            source.fail(f"{path}.colour", "MGR-C6", " or ".join(PATTERNS), repr(order.colour))
        _, groups, same_colour = PATTERNS[order.colour]
        if (order.groups, order.same_colour) != (groups, same_colour):
            wanted = f"groups = {list(groups)}" if groups else f"same_colour = {same_colour}"
            found_text = ", ".join(
                f"{key} = {list(value) if isinstance(value, tuple) else value}"
                for key, value in (("groups", order.groups), ("same_colour", order.same_colour))
                if value is not None
            )
            source.fail(f"{path}", "MGR-C7", f"{wanted} for a {order.colour} Order Card", found_text or "neither")
        size = sum(groups) if groups else same_colour
        if order.size != size:
            source.fail(f"{path}.size", "MGR-C8", size, order.size)
        if not 1 <= order.bonus <= 20:
            source.fail(f"{path}.bonus", "MGR-C9", "an integer in 1..20", order.bonus)


def _check_items(source: ContentFile, path: str, check: str, items: tuple[Any, ...], count: int, distinct: tuple[str, ...]) -> None:
    """So many items, with ids in the one form, and the `distinct` keys different and not empty."""
    if len(items) != count:
        source.fail(path, check, f"{count} items", len(items))
    for key in distinct:
        seen: dict[str, int] = {}
        for index, item in enumerate(items):
            value = getattr(item, key)
            place = f"{path}[{index}].{key}"
            if not value.strip():
                source.fail(place, check, "a text that is not empty", "an empty one")
            if value in seen:
                source.fail(place, check, f"a different {key} for each", f"{value!r}, which item {seen[value]} has too")
            seen[value] = index
    for index, item in enumerate(items):
        if not re.fullmatch(r"[a-z][a-z0-9-]*", item.id):
            source.fail(f"{path}[{index}].id", "MGR-C10", "lower-case letters, digits and hyphens", repr(item.id))
