"""The map of Station to Station as a drawing: cities, tracks, regions, tokens and trains. Needs drawsvg, the extra ``railrules[map]``."""

from collections.abc import Sequence
from math import cos, radians

from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.rules.station import side
from railrules.games.station_to_station.state import Token
from railrules.games.station_to_station.view import View
from railrules.parts import Canvas

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
    return _Picture(content).of(view, names)


class _Picture:
    """Draws views of one content."""

    def __init__(self, content: Content) -> None:
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
        self._canvas = Canvas(WIDTH, self._height, paper=PAPER, ink=INK)

    def of(self, view: View, names: Sequence[str]) -> str:
        self._title(view)
        for one, other in self.content.links:
            self._track(self._places[one], self._places[other])
        for city, token in zip(self.content.city, view.board.tokens, strict=True):
            if token is not None:
                self._token(city, token)
        for city in self.content.city:
            self._city(city)
        cities = [player.train.city for player in view.players]
        for seat, city in enumerate(cities):
            self._train(city, seat, cities[:seat].count(city))
        self._legend(view, names)
        return self._canvas.svg()

    def _title(self, view: View) -> None:
        clock = view.clock
        self._canvas.text("Station to Station", 30, MARGIN, 48, font_weight="bold")
        state = "set-up" if clock.turn_number == 0 else f"turn {clock.turn_number}, {clock.season}"
        over = "" if view.pending else "; the game is over"
        told = f"{state}; {view.board.bag_count} token{'' if view.board.bag_count == 1 else 's'} in the bag{over}"
        self._canvas.text(told, 20, WIDTH - MARGIN, 48, text_anchor="end")

    def _track(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        self._canvas.lines([one, other], stroke=TRACK, stroke_width=7, stroke_linecap="round")
        self._canvas.lines([one, other], stroke=PAPER, stroke_width=3, stroke_dasharray="5 5")

    def _city(self, city: str) -> None:
        info, (x, y) = self.content.city[city], self._places[city]
        if info.coal:
            self._canvas.circle(x, y, 15, fill="none", stroke=SEA, stroke_width=3, stroke_dasharray="6 3")
        self._canvas.circle(x, y, 10, fill=REGION_COLOURS[info.region], stroke=INK, stroke_width=2)
        self._canvas.text(info.name, 14, x, y + 29, halo=True, text_anchor="middle", font_weight="bold")
        left = x - (len(info.market) - 1) * 7
        for index, cargo in enumerate(info.market):
            self._canvas.circle(left + 14 * index, y + 40, 5, fill=self._colour(cargo), stroke=INK, stroke_width=1)

    def _colour(self, cargo: str) -> str:
        colour = self.content.cargo[self.content.cargo_index[cargo]].colour
        return CARGO_COLOURS.get(colour, colour)

    def _token(self, city: str, token: Token) -> None:
        """A card above the city: what the token asks for, and what it gives."""
        content, (x, y) = self.content, self._places[city]
        left, top = x - CARD_WIDTH / 2, y - 18 - CARD_HEIGHT
        edge = "#b8912f" if token.improved else INK
        width = 3 if token.improved else 1.2
        self._canvas.rectangle(left, top, CARD_WIDTH, CARD_HEIGHT, rx=5, fill="white", stroke=edge, stroke_width=width, fill_opacity=0.94)
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
            self._canvas.rectangle(start + index * PIP, top + 4, PIP - 2, PIP - 2, fill=fill, stroke=INK, stroke_width=0.7)
        self._canvas.text(words, 11, x, top + (29 if pips else 21), text_anchor="middle")

    def _train(self, city: str, seat: int, before: int) -> None:
        """A locomotive with the number of its player; in a shared city beside those that were drawn `before`."""
        x, y = self._places[city]
        x += 34 * before
        outline = [(x - 15, y + 9), (x - 15, y - 9), (x + 6, y - 9), (x + 16, y + 9)]
        self._canvas.lines(outline, close=True, fill=TRAIN_COLOURS[seat], stroke="white", stroke_width=2)
        self._canvas.text(str(seat), 14, x - 3, y + 5, text_anchor="middle", fill="white", font_weight="bold")

    def _legend(self, view: View, names: Sequence[str]) -> None:
        y = self._height - 34
        x: float = MARGIN
        for seat, name in enumerate(names):
            told = f"{seat} {name}: {view.players[seat].points}"
            self._canvas.rectangle(x, y - 14, 18, 18, rx=3, fill=TRAIN_COLOURS[seat])
            self._canvas.text(told, 16, x + 26, y)
            x += 60 + 9 * len(told)
        x = WIDTH - MARGIN
        signs = [(self._colour(cargo.id), cargo.name, 0) for cargo in self.content.cargo]
        signs += [(colour, region, 8) for region, colour in REGION_COLOURS.items()]
        for colour, name, rounded in reversed(signs):
            x -= 8 * len(name)
            self._canvas.text(name, 14, x, y)
            x -= 20
            self._canvas.rectangle(x, y - 12, 14, 14, rx=rounded, fill=colour, stroke=INK, stroke_width=1)
            x -= 18


def _short(reward: Reward) -> str:
    """A reward in as few signs as a card has room for."""
    parts = [f"{reward.points}p"] if reward.points else []
    parts += [f"${reward.cash}"] if reward.cash else []
    parts += [f"{reward.coal}c"] if reward.coal else []
    parts += [f"{reward.any_cargo}?"] if reward.any_cargo else []
    return "+".join(parts)
