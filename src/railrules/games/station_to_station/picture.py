"""The map of Station to Station as a drawing: cities, tracks, regions, tokens and trains. Needs drawsvg, the extra ``railrules[map]``."""

from collections.abc import Sequence
from math import cos, radians
from typing import Any
from xml.sax.saxutils import escape

from railrules import MissingExtraError
from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.rules.station import side
from railrules.games.station_to_station.state import Token
from railrules.games.station_to_station.view import View

WIDTH = 1500
MARGIN = 90
HEAD = 70
FOOT = 120
REGION_COLOURS = {"N": "#7d9fc4", "E": "#c98f8f", "S": "#d3ab66", "W": "#8fb083"}
TRAIN_COLOURS = ("#c62828", "#1565c0", "#2e7d32", "#6a1b9a")
PAPER = "#f6f1e4"
INK = "#33302a"
TRACK = "#8b8072"
SEA = "#3b7ea1"
CARGO_COLOURS = {"grey": "#8e8e8e", "yellow": "#e3b505", "red": "#c0392b", "green": "#3f8f4f"}
"""How the colours that the content file names are drawn; others are taken as they are."""
MOST_LATITUDE = 80
"""Coordinates whose middle lies beyond are no degrees, and are taken as they are."""
CARD_WIDTH = 78
CARD_HEIGHT = 34
PIP = 12


def draw(content: Content, view: View, names: Sequence[str]) -> str:
    """Return the map as SVG text; raises `MissingExtraError` without drawsvg."""
    try:
        import drawsvg
    except ImportError:
        raise MissingExtraError("drawing a map", "drawsvg", "map") from None
    return str(_Picture(drawsvg, content).of(view, names).as_svg())


class _Picture:
    """Draws views of one content."""

    def __init__(self, svg: Any, content: Content) -> None:
        self._svg = svg
        self.content = content
        west, east = min(city.x for city in content.cities), max(city.x for city in content.cities)
        south, north = min(city.y for city in content.cities), max(city.y for city in content.cities)
        per_degree = (WIDTH - 2 * MARGIN) / max(1, east - west)
        middle = (south + north) / 2
        per_latitude = per_degree / (cos(radians(middle)) if abs(middle) < MOST_LATITUDE else 1)
        self._places = {
            city.id: (round(MARGIN + (city.x - west) * per_degree), round(HEAD + MARGIN + (north - city.y) * per_latitude)) for city in content.cities
        }
        self._height = max(y for _, y in self._places.values()) + FOOT

    def of(self, view: View, names: Sequence[str]) -> Any:
        drawing = self._svg.Drawing(WIDTH, self._height, id_prefix="railrules")
        drawing.append(self._svg.Rectangle(0, 0, WIDTH, self._height, fill=PAPER))
        self._title(drawing, view)
        for one, other in self.content.links:
            self._track(drawing, self._places[one], self._places[other])
        for city, token in zip(self.content.city, view.board.tokens, strict=True):
            if token is not None:
                self._token(drawing, city, token)
        for city in self.content.city:
            self._city(drawing, city)
        cities = [player.train.city for player in view.players]
        for seat, city in enumerate(cities):
            self._train(drawing, city, seat, cities[:seat].count(city))
        self._legend(drawing, view, names)
        return drawing

    def _text(self, drawing: Any, text: str, size: int, x: float, y: float, **style: Any) -> None:
        drawing.append(self._svg.Text(text, size, x, y, font_family="Georgia, serif", **({"fill": INK} | style)))

    def _title(self, drawing: Any, view: View) -> None:
        clock = view.clock
        self._text(drawing, "Station to Station", 30, MARGIN, 48, font_weight="bold")
        state = "set-up" if clock.turn_number == 0 else f"turn {clock.turn_number}, {clock.season}"
        over = "" if view.pending else "; the game is over"
        told = f"{state}; {view.board.bag_count} tokens in the bag{over}"
        self._text(drawing, told, 20, WIDTH - MARGIN, 48, text_anchor="end")

    def _track(self, drawing: Any, one: tuple[int, int], other: tuple[int, int]) -> None:
        drawing.append(self._svg.Line(*one, *other, stroke=TRACK, stroke_width=7, stroke_linecap="round"))
        drawing.append(self._svg.Line(*one, *other, stroke=PAPER, stroke_width=3, stroke_dasharray="5 5"))

    def _city(self, drawing: Any, city: str) -> None:
        info, (x, y) = self.content.city[city], self._places[city]
        if info.coal:
            drawing.append(self._svg.Circle(x, y, 15, fill="none", stroke=SEA, stroke_width=3, stroke_dasharray="6 3"))
        drawing.append(self._svg.Circle(x, y, 10, fill=REGION_COLOURS[info.region], stroke=INK, stroke_width=2))
        for style in ({"stroke": PAPER, "stroke_width": 4}, {}):  # a halo first, so that tracks do not cross letters
            self._text(drawing, info.name, 14, x, y + 29, text_anchor="middle", font_weight="bold", **style)
        left = x - (len(info.market) - 1) * 7
        for index, cargo in enumerate(info.market):
            drawing.append(self._svg.Circle(left + 14 * index, y + 40, 5, fill=self._colour(cargo), stroke=INK, stroke_width=1))

    def _colour(self, cargo: str) -> str:
        colour = self.content.cargo[self.content.cargo_index[cargo]].colour
        return CARGO_COLOURS.get(colour, escape(colour, {'"': "&quot;"}))  # drawsvg escapes texts, not styles

    def _token(self, drawing: Any, city: str, token: Token) -> None:
        """A card above the city: what the token asks for, and what it gives."""
        content, (x, y) = self.content, self._places[city]
        left, top = x - CARD_WIDTH / 2, y - 18 - CARD_HEIGHT
        edge = "#b8912f" if token.improved else INK
        width = 3 if token.improved else 1.2
        drawing.append(
            self._svg.Rectangle(left, top, CARD_WIDTH, CARD_HEIGHT, rx=5, fill="white", stroke=edge, stroke_width=width, fill_opacity=0.94)
        )
        kind = content.token_kind[token.id]
        if kind == "order":
            order = content.order[token.id]
            pips = [cargo for cargo, count in zip(content.cargo_ids, order.cost, strict=True) for _ in range(count)]
            words = " / ".join(_short(reward) for reward in order.rewards[:2]) + (" ..." if len(order.rewards) > 2 else "")
        elif kind == "railcar":
            pips, words = list(side(content, token)), "railcar"
        else:
            supply = content.supply_token[token.id]
            reward = supply.improved if token.improved else supply.base
            pips = [cargo for cargo, count in zip(content.cargo_ids, reward.cargo, strict=True) for _ in range(count)]
            words = f"supply {_short(reward)}".rstrip()
        start = x - (len(pips) * PIP - 2) / 2
        for index, cargo in enumerate(pips):
            fill = self._colour(cargo)
            drawing.append(self._svg.Rectangle(start + index * PIP, top + 4, PIP - 2, PIP - 2, fill=fill, stroke=INK, stroke_width=0.7))
        self._text(drawing, words, 11, x, top + (29 if pips else 21), text_anchor="middle")

    def _train(self, drawing: Any, city: str, seat: int, before: int) -> None:
        """A locomotive with the number of its player; in a shared city beside those that were drawn `before`."""
        x, y = self._places[city]
        x += 34 * before
        outline = (x - 15, y + 9, x - 15, y - 9, x + 6, y - 9, x + 16, y + 9)
        drawing.append(self._svg.Lines(*outline, close=True, fill=TRAIN_COLOURS[seat], stroke="white", stroke_width=2))
        self._text(drawing, str(seat), 14, x - 3, y + 5, text_anchor="middle", fill="white", font_weight="bold")

    def _legend(self, drawing: Any, view: View, names: Sequence[str]) -> None:
        y = self._height - 34
        x: float = MARGIN
        for seat, name in enumerate(names):
            told = f"{seat} {name}: {view.players[seat].points}"
            drawing.append(self._svg.Rectangle(x, y - 14, 18, 18, rx=3, fill=TRAIN_COLOURS[seat]))
            self._text(drawing, told, 16, x + 26, y)
            x += 60 + 9 * len(told)
        x = WIDTH - MARGIN
        signs = [(self._colour(cargo.id), cargo.name, 0) for cargo in self.content.cargo]
        signs += [(colour, region, 8) for region, colour in REGION_COLOURS.items()]
        for colour, name, rounded in reversed(signs):
            x -= 8 * len(name)
            self._text(drawing, name, 14, x, y)
            x -= 20
            drawing.append(self._svg.Rectangle(x, y - 12, 14, 14, rx=rounded, fill=colour, stroke=INK, stroke_width=1))
            x -= 18


def _short(reward: Reward) -> str:
    """A reward in as few signs as a card has room for."""
    parts = [f"{reward.points}p"] if reward.points else []
    parts += [f"${reward.cash}"] if reward.cash else []
    parts += [f"{reward.coal}c"] if reward.coal else []
    parts += [f"{reward.any_cargo}?"] if reward.any_cargo else []
    return "+".join(parts)
