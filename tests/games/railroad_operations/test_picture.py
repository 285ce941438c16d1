"""The Division as a drawing: what is on it, and that the same table always gives the same picture.

``python -m tests.games.railroad_operations.test_picture`` draws the reference picture anew.
"""

import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from railrules import MissingExtraError, SeededChance
from railrules.games.railroad_operations.consist import CABOOSE
from railrules.games.railroad_operations.picture import AREA_TOP, CELL, INK, LINE_TOP, LOCKED, OFFICES, RAIL, ROW, RUNNING
from railrules.games.railroad_operations.state import AtLimits, InArea
from railrules.games.railroad_operations.track import OFFICE, column_of, row_of
from tests.games.railroad_operations.given import CONTENT, GAME, LETTERS, Table, given

REFERENCE = Path(__file__).parents[2] / "golden" / "railroad-operations-map.svg"
NAMES = ["<Ann & Bob>", 'Cid "the train"']


def table() -> Table:
    """Trains in every sort of place, two facilities at work and one waiting, all sorts of track, a section, an Extra and a shortage."""
    return given(
        "DE -3..4 il tg green 1: (1,0) tWN; (1,-1) cES; (2,-1) Foundry [gg] pipe - G -; (3,-1) sy [bB]; (2,-2) ld>(2,-1); (-1,0) tWS; "
        "(-1,1) cEN; (0,1) Fuel Dealer red T pipe - H -; (-2,0) tEN; (-2,-1) cWS; (3,0) tES; (3,1) cWN; (4,1) yo [k]",
        "T16 kb@ Office 0",
        "T9 @rk Office 0",
        "T14 kG@ Limits 0W",
        "T4 cB@ Line 1 1/3",
        "X22> k@ 0(3,-1)",
        a1="WP -1..2: (1,0) tWN; (1,-1) cES; (2,-1) Oil Loading Rack [t] green T; (2,-2) sg>(2,-1)",
        players=2,
        line="Ge+bs / 3+ps+dt / I",
        hands=("Straight Track, Depot, Warehouse", "Coal Tipple, T1"),
        slots="3: T5+, 4: T6",
        sections=(3,),
        queue="X20 (1)",
        classification="c7 C7",
        piles={1: "Water Column, Station"},
        revenue=(4, -1),
    )


def along_the_line() -> Table:
    """Two trains at each Division Point, beside an Interchange, and in both directions on cards of three regions."""
    return given(
        "TE",
        "T6 c@ Point W",
        "T4 @ Point W",
        "X17> k@ Beside 0.1",
        "T7 @c Line 0 1/3",
        "T8 c@ Line 0 1/3",
        "T1 @ Point E",
        a1="DE",
        players=3,
        line="3, I / H, 2 / 1, 1 / 1, 2",
        mainline_cards_per_gap=2,
    )


def picture(shown: Table, viewer: int | None = None, names: list[str] | None = None) -> str:
    return GAME.picture(shown.view(viewer), names)


# ---- reading a picture -------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Element:
    """An element of a picture; numbers are numbers, so that 7 and 7.0 are the same, to a thousandth of a pixel."""

    tag: str
    attributes: dict[str, Any]
    text: str

    @property
    def points(self) -> list[tuple[float, float]]:
        """The corners of a path."""
        numbers = [round(float(number), 3) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", str(self.attributes["d"]))]
        return list(zip(numbers[0::2], numbers[1::2], strict=True))

    @property
    def at(self) -> tuple[float, float]:
        """The corner of a rectangle, or where a text stands."""
        return self.attributes["x"], self.attributes["y"]

    @property
    def shape(self) -> Any:
        """What is compared with the reference: tag, attributes with the points of a path for its text, and words."""
        path = tuple(self.points) if self.tag == "path" else ()
        return self.tag, {name: value for name, value in self.attributes.items() if name != "d"}, path, self.text


def _number(text: str) -> float | str:
    try:
        return round(float(text), 3)
    except ValueError:
        return text


def elements(svg: str) -> list[Element]:
    """All elements in the order of drawing; raises if the text is no XML."""
    return [
        Element(node.tag.rpartition("}")[2], {name: _number(text) for name, text in node.attrib.items()}, (node.text or "").strip())
        for node in ElementTree.fromstring(svg).iter()
    ]


def drawn(svg: str, tag: str, **attributes: float | str) -> list[Element]:
    """The elements with a tag and these attributes."""
    wanted = {name.replace("_", "-"): round(value, 3) if isinstance(value, float) else value for name, value in attributes.items()}
    return [element for element in elements(svg) if element.tag == tag and wanted.items() <= element.attributes.items()]


def texts(svg: str, **attributes: float | str) -> list[str]:
    """The words that are not empty, in the order of drawing."""
    return [element.text for element in drawn(svg, "text", **attributes) if element.text]


def signs(svg: str) -> dict[str, Element]:
    """The signs of the trains on the line, by their names."""
    names = [element.text for element in drawn(svg, "text", fill="white", font_size=14)]
    return dict(zip(names, drawn(svg, "path", fill="#1f3d5c"), strict=True))


def heads_east(sign: Element) -> bool:
    """Whether the tip of a sign is its east end."""
    (tip,) = [point for point in sign.points if [y for _, y in sign.points].count(point[1]) == 1]
    return tip[0] == max(x for x, _ in sign.points)


def middle(sign: Element) -> tuple[float, float]:
    """The middle of a sign without its tip."""
    (tip,) = [point for point in sign.points if [y for _, y in sign.points].count(point[1]) == 1]
    xs = sorted({x for x, y in sign.points if (x, y) != tip})
    return sum(xs) / 2, tip[1]


def squares(svg: str) -> list[Element]:
    """The squares of the Office Areas."""
    return drawn(svg, "rect", width=CELL - 2, height=ROW - 2)


def inside(svg: str, square: Element) -> list[str]:
    """The words on a square, those of trains and cars too."""
    x, y = square.at
    found = [element for element in drawn(svg, "text") if x < element.attributes["x"] < x + CELL and y < element.attributes["y"] < y + ROW]
    return [element.text for element in found if element.text]


def square_of(svg: str, shown: Table, seat: int, column: int, row: int) -> Element:
    """The square of an area in a column and a row."""
    areas = [there for area in shown.state.areas for there in area.squares]
    before = sum(len(area.squares) for area in shown.state.areas[:seat])
    numbers = [(column_of(there.square), row_of(there.square)) for there in shown.state.areas[seat].squares]
    assert len(areas) == len(squares(svg))
    return squares(svg)[before + numbers.index((column, row))]


# ---- the picture -------------------------------------------------------------------------------------------------------------------------


def test_the_reference_picture() -> None:
    """The Division looks as it did: the same shapes at the same places, the same words.

    Elements are compared and not bytes, as another version of drawsvg may put blanks and attributes in another order.
    """
    there = elements(REFERENCE.read_text(encoding="utf-8"))
    assert [element.shape for element in elements(picture(table(), None, NAMES))] == [element.shape for element in there]


def test_the_same_table_gives_the_same_picture() -> None:
    """Byte for byte, whatever was drawn in between; another table gives another one."""
    first = picture(table(), None, NAMES)
    other = picture(given(revenue=(4,)))
    assert picture(table(), None, NAMES) == first
    assert other != picture(given(revenue=(5,)))


@pytest.mark.rule("OPS-6.2", "OPS-6.5")
def test_on_which_side_of_a_train_cars_stand() -> None:
    """A stroke of the colour of ink is the train among the cars on its square: each split gives another picture."""
    shown = given("Branch", "T16 bh@gk 0(2,0)").do("BeginSwitch(T16)")
    sides = {
        steps: [element.at for element in elements(picture(shown.do(*steps))) if element.text in ("b", "h", "g", "k")]
        for steps in (("SetOut(W, 1)",), ("SetOut(E, 1)",), ("SetOut(W, 1)", "SetOut(E, 1)"))
    }
    assert len({tuple(places) for places in sides.values()}) == 3
    plain, beside = picture(shown), picture(shown.do("SetOut(W, 1)"))
    strokes = [len(drawn(svg, "path", stroke=INK, stroke_width=2.0)) for svg in (plain, beside)]
    assert strokes[1] == strokes[0] + 1


@pytest.mark.rule("OPS-9")
def test_everybody_sees_the_same_picture() -> None:
    """There is nothing on it that is hidden from anybody, and a guess at what is hidden looks the same."""
    for shown in (table(), along_the_line()):
        players = range(shown.state.config.players)
        assert {picture(shown, viewer) for viewer in players} == {picture(shown)}
        guess = GAME.determinize(shown.view(None), SeededChance(5))
        assert GAME.picture(GAME.view(guess, None)) == picture(shown)
    assert not {"Straight Track", "Warehouse", "Coal Tipple"} & set(texts(picture(table(), 0)))


@pytest.mark.parametrize("shown", [table(), along_the_line(), given(), given(players=4)])
def test_nothing_lies_outside(shown: Table) -> None:
    """Every rectangle, circle, line and word begins on the paper."""
    svg = picture(shown)
    root, paper, *rest = [element for element in elements(svg) if element.tag != "defs"]
    width, height = root.attributes["width"], root.attributes["height"]
    assert (paper.tag, paper.attributes["width"], paper.attributes["height"]) == ("rect", width, height)
    for element in rest:
        if element.tag == "path":
            places = element.points
        elif element.tag == "circle":
            places = [(element.attributes["cx"], element.attributes["cy"])]
        else:
            places = [element.at]
        assert all(0 <= x <= width and 0 <= y <= height for x, y in places)


def test_names_are_escaped() -> None:
    """Whatever a player is called, the picture is XML and shows the name."""
    svg = picture(table(), None, NAMES)
    assert "&lt;Ann &amp; Bob&gt;" in svg
    assert '<Ann & Bob>: Revenue 4; Cid "the train": Revenue -1' in texts(svg)
    assert "Office 0, <Ann & Bob>" in texts(svg)
    assert 'Office 1, Cid "the train"' in texts(svg)
    assert "Player 0: Revenue 4; Player 1: Revenue -1" in texts(picture(table()))
    with pytest.raises(ValueError, match="expected one for each of the 2 players"):
        picture(table(), None, ["Ann"])


def test_titles() -> None:
    """Day, Stage and phase, how far the Revenue is from the floor; after the end that the books are closed."""
    svg = picture(table())
    for told in (
        "Railroad Operations",
        "Day 1 of 5, Stage 4, Local Operations",
        "Revenue 3 of the 30 that 5 Days must bring; collisions: 0 of 2 this Stage, 0 of 3 this Day",
    ):
        assert texts(svg).count(told) == 1
    over = picture(given(day=5, stage=12).do("pass"))
    assert "Day 5 of 5, Stage 12, Shift Change; the books are closed" in texts(over)
    longer = given(day=5, stage=12, extra_days=1).do("pass", "RunAnotherDay")
    assert "Day 6 of 6, Stage 1, Local Operations" in texts(picture(longer))


# ---- the line ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-2.4", "OPS-8.7", "OPS-8.13", "OPS-2.5", "OPS-W12")
def test_the_line() -> None:
    """From west to east a point, the cards of each gap with their regions and modifiers, the Offices with their grades, and the other point."""
    svg = picture(table())
    heads = drawn(svg, "text", y=LINE_TOP - 6)
    assert [element.text for element in heads] == [
        "West Point",
        "Heavy Grade, top E",
        "Depot",
        "River Gorge",
        "Whistle Post",
        "Interchange",
        "East Point",
    ]
    assert [element.attributes["x"] for element in heads] == sorted(element.attributes["x"] for element in heads)
    assert [name for name in texts(svg, font_size=14) if name.startswith("Office")] == ["Office 0", "Office 1"]
    assert [element.text for element in drawn(svg, "text", font_size=13) if "," in element.text or element.text == "Block Signals"] == [
        "Block Signals",
        "Passing Siding, Double Track",
    ]
    assert len(drawn(svg, "circle", r=16)) == 2
    assert len(drawn(svg, "path", stroke_dasharray="4 3")) == 2 + 2  # three regions of a Heavy Grade, three of the River Gorge, one
    assert "Heavy Grade, top W" in texts(picture(given(line="Gw / 1")))
    many = along_the_line()
    assert len(drawn(picture(many), "text", y=LINE_TOP - 6)) == 2 + 8 + 3


@pytest.mark.rule("OPS-8.7", "OPS-8.17")
def test_trains_on_the_line() -> None:
    """Each is a sign that points where it heads, in its region; at the points, beside an Interchange and at Offices one below the other."""
    shown = along_the_line()
    svg = picture(shown)
    found = signs(svg)
    assert list(found) == ["T6", "T4", "T8", "T7", "X17", "T1"]
    assert [name for name, sign in found.items() if heads_east(sign)] == ["T6", "T4", "T8", "X17"]
    heads = drawn(svg, "text", y=LINE_TOP - 6)
    place = {element.text: element.attributes["x"] for element in heads[:3]}
    width = place["Interchange"] - place["River Gorge"]
    share = (width - 12) / 3
    rail = LINE_TOP + 35
    assert middle(found["T8"]) == pytest.approx((place["River Gorge"] - share, rail), abs=0.01)  # region 1 of an eastbound train lies west
    assert middle(found["T7"]) == pytest.approx((place["River Gorge"] + share, rail), abs=0.01)  # of a westbound one east
    assert middle(found["X17"]) == pytest.approx((place["Interchange"], rail + 69), abs=0.01)
    for name, y in (("T6", 34), ("T4", 58)):
        assert middle(found[name]) == pytest.approx((place["West Point"], rail + y), abs=0.01)
    assert middle(found["T1"]) == pytest.approx((heads[-1].attributes["x"], rail + 34), abs=0.01)
    office = signs(picture(table()))
    assert list(office) == ["T16", "T9", "T4"]
    (first, top), (second, below) = middle(office["T16"]), middle(office["T9"])
    assert first == second
    assert below == top + 24
    assert heads_east(office["T16"])
    assert not heads_east(office["T9"])


@pytest.mark.parametrize("heading", [">", "<"])
@pytest.mark.parametrize("region", [1, 2, 3])
def test_regions_count_in_the_direction_of_the_train(heading: str, region: int) -> None:
    """OPS-8.7: region r of an eastbound train is region R + 1 - r of a westbound one."""
    svg = picture(given("", f"X22{heading} @ Line 0 {region}/3", line="3 / 1"))
    (sign,) = signs(svg).values()
    (card,) = [element.attributes["x"] for element in drawn(svg, "text", y=LINE_TOP - 6) if element.text == "River Gorge"]
    x, _ = middle(sign)
    from_west = region if heading == ">" else 4 - region
    assert (x > card + 1, x < card - 1) == (from_west == 3, from_west == 1)
    assert heads_east(sign) == (heading == ">")


# ---- Office Areas ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.1", "OPS-5.3", "OPS-5.12")
def test_squares_and_track() -> None:
    """Each card is a square in its column and row, with its routes, those of the Running Track darker; Offices have the colour of their grade."""
    shown = table()
    svg = picture(shown)
    count = sum(len(area.squares) for area in shown.state.areas)
    assert len(squares(svg)) == count
    west, east = square_of(svg, shown, 0, 1, 0).at, square_of(svg, shown, 0, 2, -1).at
    assert east == pytest.approx((west[0] + CELL, west[1] - ROW), abs=0.01)
    routes = [(there, len(CONTENT.pieces[there.card].routes)) for area in shown.state.areas for there in area.squares if there.card in CONTENT.pieces]
    running = sum(number for there, number in routes if row_of(there.square) == 0)
    assert len(drawn(svg, "path", stroke=RUNNING, fill="none")) == running
    assert len(drawn(svg, "path", stroke=RAIL, fill="none")) == sum(number for _, number in routes) - running
    assert square_of(svg, shown, 0, 0, 0).attributes["fill"] == OFFICES[1]
    assert square_of(svg, shown, 1, 0, 0).attributes["fill"] == OFFICES[0]


@pytest.mark.rule("OPS-5.2", "OPS-5.3")
@pytest.mark.parametrize(
    ("card", "ends"),
    [("cWN", [(0, 0.5), (0.5, 0)]), ("cWS", [(0, 0.5), (0.5, 1)]), ("cEN", [(1, 0.5), (0.5, 0)]), ("cES", [(1, 0.5), (0.5, 1)])],
)
def test_curves(card: str, ends: list[tuple[float, float]]) -> None:
    """They lead from the middle of a side to the middle of the top or the bottom, with a bend."""
    shown = given(f"WP -1..2: (1,-1) {card}")
    svg = picture(shown)
    (path,) = drawn(svg, "path", stroke=RAIL, fill="none")
    x, y = square_of(svg, shown, 0, 1, -1).at
    corner = (x - 1, y - 1)
    assert len(path.points) == 3
    assert [path.points[0], path.points[-1]] == [
        pytest.approx((corner[0] + across * CELL, corner[1] + down * ROW), abs=0.01) for across, down in ends
    ]


def test_every_office_and_its_facts() -> None:
    """Who sits there, grade, enhancements and trains held at the Limits; columns and rows are numbered."""
    svg = picture(table())
    assert "Depot; Interlocking; Telegraph; W holds T14" in texts(svg)
    assert texts(svg, font_size=15).count("Whistle Post") == 2  # on the line, and beside its area
    columns = texts(svg, text_anchor="middle", fill=RAIL)
    assert columns == ["-6", "-5", "-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4", "+5", "+6"] * 2
    assert texts(svg, text_anchor="end", fill=RAIL) == ["-2", "-1", "0", "+1", "-2", "-1", "0"]
    tops = [element.attributes["y"] for element in drawn(svg, "text", font_size=18)]
    assert tops[0] == AREA_TOP + 12
    assert tops == sorted(tops)


@pytest.mark.rule("OPS-5.12", "OPS-5.13", "OPS-7.5")
def test_what_is_written_on_squares() -> None:
    """Limits, the Office with its boxes, facilities with what goes out and in or with their pipeline, modifiers with what they serve, yards."""
    shown = table()
    svg = picture(shown)

    def words(seat: int, column: int, row: int) -> list[str]:
        return [text for text in inside(svg, square_of(svg, shown, seat, column, row)) if text not in (*LETTERS, "T16", "T9", "X22")]

    assert words(0, -3, 0) == words(0, 4, 0) == ["Limit"]
    assert words(0, 0, 0) == ["green 1/1 red 0/1"]
    assert words(1, 0, 0) == ["Whistle Post"]
    assert words(0, 2, -1) == ["Foundry", "- G -"]
    assert words(0, 0, 1) == ["Fuel Dealer", "- H -"]
    assert words(1, 2, -1) == ["Oil Loading Rack", "out t"]
    assert words(0, 2, -2) == ["Loading Dock", "for +2,-1"]
    assert words(1, 2, -2) == ["Section Gang", "for +2,-1"]
    assert words(0, 3, -1) == ["Small Yard"]
    assert words(0, 4, 1) == ["Yard Office"]
    assert words(0, 1, 0) == words(0, 1, -1) == words(0, 2, 0) == []
    both = given("Branch Foundry")
    assert inside(picture(both), square_of(picture(both), both, 0, 2, -1)) == ["Foundry", "out g in h"]
    inbound = given("Branch Fuel Dealer")
    assert inside(picture(inbound), square_of(picture(inbound), inbound, 0, 2, -1)) == ["Fuel Dealer", "in th"]


@pytest.mark.rule("OPS-7.5")
def test_locked_facilities_are_framed() -> None:
    """In red, and no other square is."""
    shown = table()
    svg = picture(shown)
    framed = [square for square in squares(svg) if square.attributes["stroke"] == LOCKED]
    assert framed == [square_of(svg, shown, 0, 2, -1), square_of(svg, shown, 0, 0, 1)]
    assert {square.attributes["stroke"] for square in squares(svg)} == {LOCKED, RAIL}


def test_long_names_are_written_smaller() -> None:
    """So that a facility's name stays within its square."""
    svg = picture(table())
    sizes = {
        element.text: element.attributes["font-size"] for element in drawn(svg, "text", font_weight="bold") if element.attributes["font-size"] <= 12
    }
    assert sizes["Foundry"] == 12
    assert sizes["Oil Loading Rack"] == 11
    longest = attrs.evolve(CONTENT.cards[CONTENT.card_places["oil-rack"]], name="Oil Loading Rack of the Eastern Company")
    content = attrs.evolve(CONTENT, cards=tuple(longest if there.id == "oil-rack" else there for there in CONTENT.cards))
    drawing = type(GAME)(content).picture(table().view(None))
    (written,) = [element for element in drawn(drawing, "text") if element.text == longest.name]
    assert written.attributes["font-size"] < 8


@pytest.mark.rule("OPS-6.2")
def test_rows_of_cars() -> None:
    """Trains with engine and cars from west to east below their name, standing cars by themselves; loaded ones are filled, empty ones outlined."""
    shown = table()
    svg = picture(shown)
    for (seat, column, row), told in {
        (0, 0, 0): ["T16", *"kb@", "T9", *"@rk", "green 1/1 red 0/1"],
        (0, 3, -1): ["X22", *"k@", "Small Yard", *"bB"],
        (0, 2, -1): ["Foundry", "- G -", *"gg"],
        (0, 4, 1): ["Yard Office", "k"],
        (1, 2, -1): ["Oil Loading Rack", "out t", "t"],
    }.items():
        assert sorted(inside(svg, square_of(svg, shown, seat, column, row))) == sorted(told)
    x, y = square_of(svg, shown, 0, 3, -1).at
    cars = [element for element in drawn(svg, "rect", width=14) if x < element.attributes["x"] < x + CELL and y < element.attributes["y"] < y + ROW]
    fills = [(element.attributes["fill"], element.attributes.get("stroke")) for element in cars]
    assert fills == [("white", "#a8703a"), ("#a8703a", "#a8703a"), ("#c0392b", "#c0392b"), ("black", None)]  # b, B; the train comes last: k, @
    lefts = [element.attributes["x"] for element in cars]
    assert lefts[0] < lefts[1]
    assert lefts[2] < lefts[3]


def test_two_trains_with_one_name() -> None:
    """They are told apart on the line and in the area."""
    svg = picture(given("DE", "T6 c@ Office 0", "T6 @ Point W"))
    assert list(signs(svg)) == ["T6@1", "T6@0"]
    assert texts(svg, font_size=12, text_anchor="end", font_weight="bold") == ["T6@0"]


# ---- timetable and yards -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.1", "OPS-8.4")
def test_the_timetable() -> None:
    """Twelve slots with number, train and what it takes, a section that is ordered, and the Stage of now marked."""
    svg = picture(table())
    slots = drawn(svg, "rect", height=46, width=(1500 - 2 * 40) / 12 - 4)
    assert len(slots) == 12
    assert [place for place, slot in enumerate(slots, 1) if slot.attributes["stroke"] == INK] == [4]
    numbers = [element for element in drawn(svg, "text", font_size=12, fill=RAIL) if "text-anchor" not in element.attributes]
    assert [element.text for element in numbers] == [str(stage) for stage in range(1, 13)]
    top = slots[0].attributes["y"]
    trains = {
        1 + int((element.attributes["x"] - slots[0].attributes["x"]) / (slots[1].attributes["x"] - slots[0].attributes["x"])): element.text
        for element in drawn(svg, "text", y=top + 20)
    }
    assert trains == {3: "T5 x2", 4: "T6", 9: "T16", 10: "T14", 11: "T9", 12: "T4"}
    assert texts(svg, y=top + 37) == ["3 of cC", "3 of cC", "3 of bBrRgGhHtTsS", "4 of GH", "4 of rs", "4 of cCbBrR"]


@pytest.mark.rule("OPS-1.3", "OPS-1.4")
def test_the_yards() -> None:
    """Each token that a yard has with its number, the deck, the tops of the piles, and a warning for each shortage."""
    shown = table()
    svg = picture(shown)
    yards = shown.state.division.yards
    assert texts(svg).count(f"Division Yard {sum(yards.division)}") == 1
    assert texts(svg).count("Classification Yard 14") == 1
    there = [(LETTERS[token], f"x {number}") for yard in (yards.division, yards.classification) for token, number in enumerate(yard) if number]
    found = texts(svg)
    start = found.index(f"Division Yard {sum(yards.division)}")
    listed = [text for text in found[start + 1 :] if text in LETTERS or text.startswith("x ")]
    assert listed == [word for pair in there for word in pair]
    assert len(there) == sum(map(bool, yards.division)) + 2
    assert f"Home Office deck {shown.deck}; pile 0: Facing Point Locks; pile 1: Station; pile 2: Overpass" in found
    warning = "Warning: Coach shortage: 14 of 16 in the Classification Yard, back only when the Division Yard is bare"
    assert [text.partition(" (")[0] for text in texts(svg, fill=LOCKED)] == [warning]
    assert texts(picture(given()), fill=LOCKED) == []
    bare = given(deck_none=True, piles={0: ""})
    assert "Home Office deck 0; pile 0: empty; pile 1: Water Column; pile 2: Overpass" in texts(picture(bare))


def test_a_shortage_makes_room() -> None:
    """Each warning has a line of its own below everything else."""
    plain = given()
    short = given(classification="c8 C8 r4 R4 k8")
    heights = [elements(picture(shown))[0].attributes["height"] for shown in (plain, short)]
    assert heights[1] == heights[0] + 3 * 22
    lines = [element.attributes["y"] for element in drawn(picture(short), "text", fill=LOCKED)]
    assert lines == sorted(set(lines))
    assert len(lines) == 3
    assert short.state.division.yards.division[CABOOSE] == 0


# ---- without drawsvg ---------------------------------------------------------------------------------------------------------------------


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra to install is named."""
    monkeypatch.setitem(sys.modules, "drawsvg", None)
    with pytest.raises(MissingExtraError) as raised:
        picture(table())
    assert (raised.value.library, raised.value.extra) == ("drawsvg", "map")
    assert str(raised.value) == "drawing a map needs drawsvg, which is not installed; pip install 'railrules[map]'"


def test_pictures_of_whole_games() -> None:
    """Positions of a game can be drawn, and all squares and trains are there: as a row in an area, as a sign on the line, or as held."""
    chance = SeededChance(4)
    state = GAME.initial_state(
        GAME.config(2, days=3, mainline_cards_per_gap=2, extra_start="anywhere", collisions_per_day=9, collisions_per_stage=9), chance
    )
    steps = 0
    while state.pending is not None:
        legal = GAME.legal_actions(state)
        state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
        steps += 1
        if steps % 9 == 0 or state.pending is None:
            svg = GAME.picture(GAME.view(state, None))
            assert len(squares(svg)) == sum(len(area.squares) for area in state.areas)
            running = [train for train in state.division.trays if train is not None]
            assert texts(svg).count("@") == sum(isinstance(train.place, InArea) for train in running)
            held = [train for train in running if isinstance(train.place, AtLimits)]
            assert sum("holds" in text for text in texts(svg)) == len({there.place for there in held})
            elsewhere = [train for train in running if train not in held and not (isinstance(train.place, InArea) and train.place.square != OFFICE)]
            assert len(signs(svg)) == len(elsewhere)
    assert steps > 100


if __name__ == "__main__":
    REFERENCE.write_text(picture(table(), None, NAMES), encoding="utf-8", newline="\n")
