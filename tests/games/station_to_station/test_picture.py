"""The map of Station to Station as a drawing: what is on it, and that the same table always gives the same picture.

``python -m tests.games.station_to_station.test_picture`` draws the reference picture anew.
"""

import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from railrules import MissingExtraError
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.actions import EndTurn, StepTo
from railrules.games.station_to_station.picture import TRAIN_COLOURS
from tests.games.station_to_station.given import CONTENT, Seat, Table, dealt, given, made, new_game

REFERENCE = Path(__file__).parents[2] / "golden" / "station-to-station-map.svg"
NAMES = ["<Ann & Bob>", 'Cid "the train"', "Dée", "Eve"]
ON = "chicago: SO-01; omaha: SO-19; denver: SR-6; atlanta: SR-8+; miami: SS-1; seattle: SS-4+; helena: SS-6; detroit: SS-5; boston: SO-17"


def table() -> Table:
    """Tokens of all sorts on both sides, and two trains in one city."""
    seats = {"b": Seat(at="houston", points=7), "c": Seat(at="fargo", points=12), "d": Seat(at="san-francisco")}
    return given("travel", "new-orleans", n=4, points=3, on=ON, **seats).do(StepTo("houston"))  # type: ignore[arg-type]  # seats alone


def picture(shown: Table, viewer: int | None = None, names: list[str] | None = None) -> str:
    return shown.game.picture(shown.view(viewer), names)


# ---- reading a picture -------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Element:
    """An element of a picture; numbers among its attributes are numbers, so that 7 and 7.0 are the same."""

    tag: str
    attributes: dict[str, Any]
    text: str

    @property
    def points(self) -> list[float]:
        """The numbers of a path."""
        return [float(number) for number in re.findall(r"-?[\d.]+", self.attributes["d"])]


def _number(text: str) -> float | str:
    try:
        return float(text)
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
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return [element for element in elements(svg) if element.tag == tag and wanted.items() <= element.attributes.items()]


def texts(svg: str) -> list[str]:
    return [element.text for element in drawn(svg, "text")]


def places(svg: str) -> dict[str, tuple[float, float]]:
    """Where the cities lie."""
    circles = drawn(svg, "circle", r=10)
    return {city: (circle.attributes["cx"], circle.attributes["cy"]) for city, circle in zip(CONTENT.city, circles, strict=True)}


# ---- the picture -------------------------------------------------------------------------------------------------------------------------


def test_the_reference_picture() -> None:
    """The map looks as it did: the same shapes at the same places, the same words.

    Elements are compared and not bytes, as another version of drawsvg may put blanks and attributes in another order.
    """
    assert elements(picture(table(), None, NAMES)) == elements(REFERENCE.read_text(encoding="utf-8"))


def test_the_same_table_gives_the_same_picture() -> None:
    """Byte for byte, whatever was drawn in between; another table gives another one."""
    first = picture(table(), None, NAMES)
    other = picture(given("market", "houston"))
    assert picture(table(), None, NAMES) == first
    assert other != picture(given("market", "oklahoma"))


@pytest.mark.rule("STS-12.2", "STS-12.3")
def test_everybody_sees_the_same_map() -> None:
    """There is nothing on it that is hidden from anybody, also before the routes are chosen."""
    for shown in (table(), dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")):
        assert {picture(shown, viewer) for viewer in range(shown.n)} == {picture(shown)}


@pytest.mark.rule("STS-1.10", "STS-1.11", "STS-1.13")
def test_cities() -> None:
    """Each has its name below it, the signs of its market, and a ring if it gives bonus coal; none lies outside or on another."""
    svg = picture(table())
    where = places(svg)
    root, signs = elements(svg)[0].attributes, drawn(svg, "circle", r=5)
    for city in CONTENT.cities:
        x, y = where[city.id]
        named = drawn(svg, "text", x=x, y=y + 29)
        assert {element.text for element in named} == {city.name}
        assert len([sign for sign in signs if sign.attributes["cy"] == y + 40 and abs(sign.attributes["cx"] - x) < 10]) == len(city.market)
        assert bool(drawn(svg, "circle", cx=x, cy=y, r=15)) == city.coal
        assert 50 < x < root["width"] - 50
        assert 100 < y < root["height"] - 50
    assert len(set(where.values())) == 24
    assert len(signs) == sum(len(city.market) for city in CONTENT.cities)


@pytest.mark.rule("STS-1.12")
def test_tracks() -> None:
    """Each link is a line between its cities, and there are no others; north is up and west is left."""
    svg = picture(table())
    where = places(svg)
    lines = [tuple(element.points) for element in drawn(svg, "path", stroke_width=7)]
    assert sorted(lines) == sorted((*where[one], *where[other]) for one, other in CONTENT.links)
    assert where["seattle"][0] < where["boston"][0]
    assert where["fargo"][1] < where["houston"][1]


def card_of(svg: str, city: str) -> tuple[Element, list[Element], list[str]]:
    """The card of the token on a city: its frame, its squares of cargo, and its words."""
    x, y = places(svg)[city]
    (frame,) = [element for element in drawn(svg, "rect", width=78) if element.attributes["x"] + 39 == x and 0 < y - element.attributes["y"] < 60]
    top = frame.attributes["y"]
    inside = [
        element
        for element in elements(svg)
        if abs(element.attributes.get("x", -99) - x) < 39 and top < element.attributes.get("y", -99) < top + 34 and element != frame
    ]
    return frame, [element for element in inside if element.tag == "rect"], [element.text for element in inside if element.tag == "text"]


@pytest.mark.rule("STS-1.4", "STS-12.3")
def test_tokens() -> None:
    """Each token of the map is a card above its city: cargo asked for or saved, what it brings, and a golden frame on the improved side."""
    shown = table()
    svg = picture(shown)
    lying = [token for token in shown.state.board.tokens if token is not None]
    frames = drawn(svg, "rect", width=78)
    assert len(frames) == len(lying) == 20
    assert len([frame for frame in frames if frame.attributes["stroke-width"] == 3]) == len([token for token in lying if token.improved]) == 2
    grey, yellow, red, green = ("#8e8e8e", "#e3b505", "#c0392b", "#3f8f4f")
    for city, cargo, words in (
        ("chicago", [grey, yellow], "$8+1c / 5p"),
        ("omaha", [grey, yellow, red, green], "$17 / 9p"),
        ("denver", [red], "railcar"),
        ("atlanta", [grey, yellow, red, green], "railcar"),
        ("miami", [], "supply 3c"),
        ("seattle", [red, red, green, green], "supply $4"),
        ("helena", [], "supply 3p"),
        ("detroit", [], "supply 3?"),
    ):
        frame, squares, told = card_of(svg, city)
        assert [square.attributes["fill"] for square in squares] == cargo
        assert told == [words]
        assert (frame.attributes["stroke-width"] == 3) == (city in ("atlanta", "seattle"))


def test_trains() -> None:
    """One for each player in the own colour with the own number, beside one another where they share a city."""
    svg = picture(table())
    where = places(svg)
    left = []
    for seat, colour in enumerate(TRAIN_COLOURS):
        (train,) = drawn(svg, "path", fill=colour)
        xs, ys = train.points[0::2], train.points[1::2]
        left.append(((min(xs), max(xs)), (min(ys) + max(ys)) / 2))
        (number,) = [element for element in drawn(svg, "text", fill="white") if element.text == str(seat)]
        assert min(xs) < number.attributes["x"] < max(xs)
        assert min(ys) < number.attributes["y"] < max(ys)
    (first, y), (second, same), (third, _), _ = left
    assert first[0] < where["houston"][0] < first[1] < second[0]
    assert y == same == where["houston"][1]
    assert third[0] < where["fargo"][0] < third[1]
    assert len([element for element in drawn(svg, "path") if "fill" in element.attributes]) == 4


def test_legend_and_names() -> None:
    """Every player is named with points, beside the own colour; cargo and regions are explained."""
    svg = picture(table(), None, NAMES)
    for told in ("0 <Ann & Bob>: 3", '1 Cid "the train": 7', "2 Dée: 12", "3 Eve: 0", "Steel", "Oil", "Grain", "Timber", "N", "E", "S", "W"):
        assert texts(svg).count(told) == 1
    assert "0 &lt;Ann &amp; Bob&gt;: 3" in svg
    assert len([element for element in drawn(svg, "rect", width=18) if element.attributes["fill"] in TRAIN_COLOURS]) == 4
    assert "1 Player 1: 7" in texts(picture(table()))


@pytest.mark.rule("STS-2.14", "STS-11.1")
def test_titles() -> None:
    """The turn, the season and the bag; before the first turn and after the last one that is told instead."""
    begun = picture(new_game(4))
    assert "Station to Station" in texts(begun)
    assert "set-up; 16 tokens in the bag" in texts(begun)
    assert f"turn {table().number}, summer; {table().bag.count} tokens in the bag" in texts(picture(table()))
    over = given("crew", "houston", season="countdown", bag="CO-3").do(EndTurn(), draws=["CO-3"])
    assert "turn 24, countdown; 0 tokens in the bag; the game is over" in texts(picture(over))


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra to install is named."""
    monkeypatch.setitem(sys.modules, "drawsvg", None)
    with pytest.raises(MissingExtraError) as raised:
        picture(table())
    assert (raised.value.library, raised.value.extra) == ("drawsvg", "map")
    assert str(raised.value) == "drawing a map needs drawsvg, which is not installed; pip install 'railrules[map]'"


# ---- another content ---------------------------------------------------------------------------------------------------------------------


def moved(**places: tuple[float, float]) -> StationToStation:
    """The game with some cities elsewhere, named with underscores; without any all lie on one another."""
    found = {name.replace("_", "-"): place for name, place in places.items()}
    return made(cities=tuple(attrs.evolve(city, x=found.get(city.id, (0, 0))[0], y=found.get(city.id, (0, 0))[1]) for city in CONTENT.cities))


def test_colours_of_another_content() -> None:
    """A colour that is no name of ours is taken as it is, whatever signs it has."""
    steel, *others = CONTENT.cargo
    for colour in ("#123456", 'light"blue<&'):
        game = made(cargo=(attrs.evolve(steel, colour=colour), *others))
        svg = picture(new_game(2, game=game))
        assert drawn(svg, "rect", width=14, fill=colour)


def test_an_order_of_many_rewards() -> None:
    """A card has room for two rewards; that there are more is shown."""
    first, *others = CONTENT.orders
    rewards = (*first.rewards, Reward(cash=1), Reward(points=1))
    game = made(orders=(attrs.evolve(first, rewards=rewards), *others))
    svg = picture(given("market", "houston", on="chicago: SO-01", game=game))
    assert card_of(svg, "chicago")[2] == ["$8+1c / 5p ..."]


@pytest.mark.rule("INV-12")
def test_coordinates_of_another_content() -> None:
    """Any coordinates can be drawn: all in one place, at a pole, or no degrees at all."""
    assert len(set(places(picture(new_game(2, game=moved()))).values())) == 1
    for name, y in (("a pole", 90.0), ("no degrees", 500.0), ("far south", -1000.0)):
        svg = picture(new_game(2, game=moved(boston=(100.0, y), seattle=(0.0, y - 20), miami=(100.0, y - 40), houston=(50.0, 2 * y))))
        where, root = places(svg), elements(svg)[0].attributes
        assert all(0 <= x <= root["width"] and 0 <= y <= root["height"] for x, y in where.values()), name
        assert where["boston"][1] < where["seattle"][1] < where["miami"][1], name


if __name__ == "__main__":
    REFERENCE.write_text(picture(table(), None, NAMES), encoding="utf-8", newline="\n")
