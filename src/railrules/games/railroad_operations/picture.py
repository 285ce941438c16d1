"""The Division as a drawing: line, Office Areas, trains with their cars, timetable and yards. Needs drawsvg, the extra ``railrules[map]``."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import CABOOSE, ENGINE, is_loaded, kind_of
from railrules.games.railroad_operations.content import LIMIT_CARD, OFFICE_CARD, STAGES
from railrules.games.railroad_operations.text import OUT, PHASES, Text, counted
from railrules.games.railroad_operations.track import COLUMNS, EAST, OFFICE, Port, column_of, row_of, signed, square_name
from railrules.games.railroad_operations.view import View
from railrules.parts import Canvas

Point: TypeAlias = tuple[float, float]

TITLE = "Railroad Operations"
WIDTH = 1500
MARGIN = 40
PAPER = "#f4f1e6"
INK = "#2f2d29"
GROUND = "#e4ead2"
RAIL = "#6d6558"
RUNNING = "#3f3a33"
LOCKED = "#b3261e"
CARS = ("#7a2f2f", "#a8703a", "#c9a227", "#5c7f4a", "#4a4a4a", "#3b6f8f", "#7c5a8f", "#c0392b")
"""Colours of cars by kind, the caboose last."""
OFFICES = ("#d9cdb4", "#e8d5a0", "#e3b778", "#d58f5c")
"""Colours of Offices by grade."""
LINE_TOP = 120
LINE_HEIGHT = 70
AREA_TOP = 280
CELL = (WIDTH - 2 * MARGIN) / len(COLUMNS)
ROW = 74
CAR = 15
PORTS: dict[Port, Point] = {"W": (0, 0.5), "E": (1, 0.5), "N/": (0.5, 0), "N\\": (0.5, 0), "S/": (0.5, 1), "S\\": (0.5, 1)}
"""Where the ports of a square are, as shares of its width and height."""


def draw(text: Text, view: View, names: Sequence[str]) -> str:
    """Return the Division as SVG text; raises `MissingExtraError` without drawsvg."""
    return _Picture(text, view, names).svg()


def _rows(area: st.Area) -> range:
    """The rows of an Office Area that have cards."""
    rows = [row_of(square.square) for square in area.squares]
    return range(min(rows), max(rows) + 1)


class _Picture:
    """Draws one view."""

    def __init__(self, text: Text, view: View, names: Sequence[str]) -> None:
        self._text = text
        self._content = text.content
        self._view = view
        self._names = names
        self._tops: list[float] = []
        top = AREA_TOP
        for area in view.areas:
            self._tops.append(top)
            top += 50 + ROW * len(_rows(area)) + 30
        self._foot = top
        self._warnings = self._shortages()
        self._canvas = Canvas(WIDTH, top + 180 + 22 * len(self._warnings), paper=PAPER, ink=INK)

    def svg(self) -> str:
        self._title()
        self._line()
        for seat, area in enumerate(self._view.areas):
            self._area(seat, area)
        self._timetable()
        self._yards()
        return self._canvas.svg()

    def _title(self) -> None:
        view, canvas = self._view, self._canvas
        clock, options = view.clock, view.config.options
        canvas.text(TITLE, 28, MARGIN, 46, font_weight="bold")
        when = f"Day {clock.day} of {options.days + view.books.extra_days_run}, Stage {clock.stage}, {PHASES[clock.phase]}"
        over = "" if view.pending is not None else "; the books are closed"
        canvas.text(f"{when}{over}", 20, WIDTH - MARGIN, 46, text_anchor="end")
        told = [f"{name}: Revenue {player.revenue}" for name, player in zip(self._names, view.people.players, strict=True)]
        canvas.text("; ".join(told), 16, MARGIN, 78)
        canvas.text(self._text.goal(view), 16, WIDTH - MARGIN, 78, text_anchor="end")

    # ---- the line ----------------------------------------------------------------------------------------------------------------------

    def _line(self) -> None:
        """The Division from west to east: as many equal stretches as there are points, cards and Offices."""
        view, canvas = self._view, self._canvas
        stretches = 2 + len(view.areas) + sum(map(len, view.division.gaps))
        width = (WIDTH - 2 * MARGIN) / stretches
        middle = LINE_TOP + LINE_HEIGHT / 2
        canvas.lines([(MARGIN + width / 2, middle), (WIDTH - MARGIN - width / 2, middle)], stroke=RUNNING, stroke_width=5)
        x: float = MARGIN
        x = self._point(0, x, width)
        for gap, cards in enumerate(view.division.gaps):
            for index, card in enumerate(cards):
                self._line_card(card, gap, index, x, width)
                x += width
            if gap < len(view.areas):
                self._line_office(gap, x, width)
                x += width
        self._point(1, x, width)

    def _point(self, end: st.End, x: float, width: float) -> float:
        canvas, middle = self._canvas, x + width / 2
        canvas.circle(middle, LINE_TOP + LINE_HEIGHT / 2, 16, fill=RUNNING)
        canvas.text(self._text.place(self._view, st.AtPoint(end)), 15, middle, LINE_TOP - 6, text_anchor="middle", font_weight="bold")
        self._trains(self._at(st.AtPoint(end)), middle, LINE_TOP + LINE_HEIGHT / 2 + 34)
        return x + width

    def _line_card(self, card: st.LineCard, gap: int, index: int, x: float, width: float) -> None:
        """A Mainline card with its regions from west to east."""
        canvas, line = self._canvas, self._content.line[card.card]
        left, inner = x + 6, width - 12
        canvas.rectangle(left, LINE_TOP, inner, LINE_HEIGHT, rx=8, fill=GROUND, stroke=RAIL, stroke_width=1.5)
        canvas.lines([(left, LINE_TOP + LINE_HEIGHT / 2), (left + inner, LINE_TOP + LINE_HEIGHT / 2)], stroke=RUNNING, stroke_width=5)
        share = inner / line.regions
        for region in range(1, line.regions):
            border = left + region * share
            canvas.lines([(border, LINE_TOP), (border, LINE_TOP + LINE_HEIGHT)], stroke=RAIL, stroke_width=1, stroke_dasharray="4 3")
        top = "" if card.top is None else f", top {'WE'[card.top]}"
        canvas.text(f"{line.name}{top}", 15, x + width / 2, LINE_TOP - 6, text_anchor="middle", font_weight="bold")
        canvas.text(", ".join(map(self._text.card, card.modifiers)), 13, x + width / 2, LINE_TOP + LINE_HEIGHT + 16, text_anchor="middle")
        for region in range(1, line.regions + 1):
            here = [
                tray
                for tray, train in enumerate(self._view.division.trays)
                if train is not None
                and isinstance(train.place, st.OnLine)
                and (train.place.gap, train.place.index) == (gap, index)
                and (train.place.region if train.heading == EAST else line.regions + 1 - train.place.region) == region
            ]
            self._trains(here, left + (region - 0.5) * share, LINE_TOP + LINE_HEIGHT / 2)
        self._trains(self._at(st.AtInterchange(gap, index)), x + width / 2, LINE_TOP + LINE_HEIGHT + 34)

    def _line_office(self, seat: int, x: float, width: float) -> None:
        canvas, middle = self._canvas, x + width / 2
        level = self._view.areas[seat].office.level
        canvas.rectangle(middle - 32, LINE_TOP + 12, 64, LINE_HEIGHT - 24, rx=4, fill=OFFICES[level % len(OFFICES)], stroke=INK, stroke_width=2)
        canvas.text(f"Office {seat}", 14, middle, LINE_TOP + LINE_HEIGHT / 2 + 5, text_anchor="middle", font_weight="bold")
        canvas.text(self._content.grades[level].name, 15, middle, LINE_TOP - 6, text_anchor="middle")
        self._trains(self._at(st.InArea(seat, OFFICE)), middle, LINE_TOP + LINE_HEIGHT + 12)

    def _at(self, place: st.Place) -> list[int]:
        return [tray for tray, train in enumerate(self._view.division.trays) if train is not None and train.place == place]

    def _trains(self, trays: Iterable[int], x: float, y: float) -> None:
        """Trains one below the other, each a sign that points where it is heading."""
        canvas = self._canvas
        for place, tray in enumerate(trays):
            train = self._view.division.trays[tray]
            assert train is not None
            name, middle = self._text.notation.train(self._view.division.trays, tray), y + 24 * place
            half = 6 + 4.5 * len(name)
            tip = half + 10 if train.heading == EAST else -half - 10
            body = [(x - half, middle - 10), (x + half, middle - 10), (x + half, middle + 10), (x - half, middle + 10)]
            body.insert(2 if train.heading == EAST else 4, (x + tip, middle))
            canvas.lines(body, close=True, fill="#1f3d5c", stroke="white", stroke_width=1.5)
            canvas.text(name, 14, x, middle + 5, text_anchor="middle", fill="white", font_weight="bold")

    # ---- Office Areas ------------------------------------------------------------------------------------------------------------------

    def _area(self, seat: int, area: st.Area) -> None:
        canvas, top = self._canvas, self._tops[seat]
        rows = _rows(area)
        held = [f"{'WE'[end]} holds {self._text.notation.train(self._view.division.trays, tray)}" for end, tray in area.held]
        facts = [self._content.grades[area.office.level].name, *map(self._text.card, area.enhancements), *held]
        canvas.text(f"Office {seat}, {self._names[self._view.people.seats[seat]]}", 18, MARGIN, top + 12, font_weight="bold")
        canvas.text("; ".join(facts), 15, WIDTH - MARGIN, top + 12, text_anchor="end")
        for column in COLUMNS:
            canvas.text(signed(column), 12, MARGIN + (column - COLUMNS.start + 0.5) * CELL, top + 34, text_anchor="middle", fill=RAIL)
        for row in rows:
            canvas.text(signed(row), 12, MARGIN - 8, self._corner(seat, rows, 0, row)[1] + ROW / 2 + 4, text_anchor="end", fill=RAIL)
        for square in area.squares:
            corner = self._corner(seat, rows, column_of(square.square), row_of(square.square))
            self._square(area, square, corner)
            self._standing(square, corner, bool(self._at(st.InArea(seat, square.square))))
        for tray, train in enumerate(self._view.division.trays):
            if train is not None and isinstance(train.place, st.InArea) and train.place.seat == seat:
                x, y = self._corner(seat, rows, column_of(train.place.square), row_of(train.place.square))
                before = self._at(train.place).index(tray)
                self._consist(self._text.notation.train(self._view.division.trays, tray), train.consist, x + CELL / 2, y + 4 + CAR * before)

    def _corner(self, seat: int, rows: range, column: int, row: int) -> Point:
        return MARGIN + (column - COLUMNS.start) * CELL, self._tops[seat] + 42 + (row - rows.start) * ROW

    def _square(self, area: st.Area, square: st.Square, corner: Point) -> None:
        """A card: its track, and what it is."""
        canvas, (x, y) = self._canvas, corner
        industry = square.facility
        fill = GROUND
        if square.card == OFFICE_CARD:
            fill = OFFICES[area.office.level % len(OFFICES)]
        edge = LOCKED if industry is not None and industry.locked else RAIL
        canvas.rectangle(x + 1, y + 1, CELL - 2, ROW - 2, rx=5, fill=fill, stroke=edge, stroke_width=2.5 if edge == LOCKED else 1)
        piece = self._content.pieces.get(square.card)
        for route in piece.routes if piece is not None else ():
            points = [(x + PORTS[port][0] * CELL, y + PORTS[port][1] * ROW) for port in route]
            if "W" not in route or "E" not in route:  # a leg bends away half-way to the middle
                points.insert(1, (x + (0.25 if "W" in route else 0.75) * CELL, y + ROW / 2))
            colour = RUNNING if row_of(square.square) == 0 else RAIL
            canvas.lines(points, stroke=colour, stroke_width=5, fill="none", stroke_linejoin="round")
        self._label(area, square, x, y)

    def _standing(self, square: st.Square, corner: Point, train: bool) -> None:
        """The cars that stand on a square; a stroke among them is the train there."""
        x, y = corner[0] + CELL / 2, corner[1] + ROW / 2 - CAR / 2
        west, east = square.standing[: square.split], square.standing[square.split :]
        if not square.standing or not train:
            self._cars(square.standing, x, y)
            return
        self._cars(west, x - CAR / 4 - CAR * len(east) / 2, y)
        self._cars(east, x + CAR / 4 + CAR * len(west) / 2, y)
        between = x + CAR * (len(west) - len(east)) / 2
        self._canvas.lines([(between, y - 2), (between, y + CAR + 1)], stroke=INK, stroke_width=2)

    def _label(self, area: st.Area, square: st.Square, x: float, y: float) -> None:
        canvas = self._canvas
        if square.card == LIMIT_CARD:
            canvas.text("Limit", 12, x + CELL / 2, y + ROW - 10, text_anchor="middle")
        elif square.card == OFFICE_CARD:
            grade = self._content.grades[area.office.level]
            boxes = f"green {area.office.green}/{grade.green} red {area.office.red}/{grade.red}" if grade.porters else grade.name
            canvas.text(boxes, 11, x + CELL / 2, y + ROW - 4, text_anchor="middle")
        elif square.facility is not None:
            name = self._text.card(square.card)
            size = min(12, round(1.6 * CELL / len(name)))  # a long name is written smaller
            canvas.text(name, size, x + CELL / 2, y + ROW - 22, text_anchor="middle", font_weight="bold")
            canvas.text(self._business(square, square.facility), 11, x + CELL / 2, y + ROW - 8, text_anchor="middle")
        elif square.card in self._content.effects:
            served = "" if square.beside is None else f"for {square_name(square.beside)}"
            canvas.text(self._text.card(square.card), 12, x + CELL / 2, y + ROW / 2, text_anchor="middle")
            canvas.text(served, 11, x + CELL / 2, y + ROW / 2 + 14, text_anchor="middle")
        elif self._content.trackage[square.card].shape in ("small-yard", "yard-office"):
            canvas.text(self._text.card(square.card), 12, x + CELL / 2, y + ROW - 10, text_anchor="middle")

    def _business(self, square: st.Square, facility: st.Facility) -> str:
        """What goes out and comes in, and the pipeline when there is a load on it."""
        letters, industry = self._text.notation.letters, self._content.industries[square.card]
        if facility.locked:
            return " ".join(self._text.notation.row(() if token is None else (token,)) for token in facility.pipeline)
        parts = [f"out {''.join(letters[kind] for kind in industry.outbound)}"] if industry.outbound else []
        parts += [f"in {''.join(letters[kind] for kind in industry.inbound)}"] if industry.inbound else []
        return " ".join(parts)

    def _consist(self, name: str, row: Sequence[int], x: float, y: float) -> None:
        """A train: its name, its engine and its cars."""
        x += 4 * len(name)  # name and cars together stand in the middle
        self._canvas.text(name, 12, x - CAR * len(row) / 2 - 4, y + 11, text_anchor="end", font_weight="bold")
        self._cars(row, x, y)

    def _cars(self, row: Sequence[int], x: float, y: float) -> None:
        """Tokens from west to east around `x`: engines black, loaded cars filled, empty ones with a coloured edge."""
        canvas = self._canvas
        left = x - CAR * len(row) / 2
        for place, token in enumerate(row):
            corner = left + CAR * place
            if token == ENGINE:
                canvas.rectangle(corner, y, CAR - 1, CAR - 1, rx=4, fill="black")
                sign, ink = "@", "white"
            else:
                colour = CARS[-1] if token == CABOOSE else CARS[kind_of(token) % len(CARS)]
                filled = is_loaded(token) or token == CABOOSE
                canvas.rectangle(corner, y, CAR - 1, CAR - 1, rx=2, fill=colour if filled else "white", stroke=colour, stroke_width=2)
                sign, ink = self._text.notation.row((token,)), "white" if filled else INK
            canvas.text(sign, 11, corner + CAR / 2 - 0.5, y + 11, text_anchor="middle", fill=ink)

    # ---- timetable and yards -----------------------------------------------------------------------------------------------------------

    def _timetable(self) -> None:
        canvas, division = self._canvas, self._view.division
        width, top = (WIDTH - 2 * MARGIN) / STAGES, self._foot + 20
        canvas.text("Timetable", 16, MARGIN, top - 6, font_weight="bold")
        for stage, slot in enumerate(division.timetable, 1):
            x = MARGIN + (stage - 1) * width
            now = stage == self._view.clock.stage
            canvas.rectangle(x, top, width - 4, 46, rx=4, fill="#fff7d1" if now else "white", stroke=INK if now else RAIL, stroke_width=1 + now)
            canvas.text(str(stage), 12, x + 6, top + 15, fill=RAIL)
            if slot is not None:
                name = self._text.notation.train_card(slot.card) + (" x2" if slot.second else "")
                canvas.text(name, 15, x + width / 2, top + 20, text_anchor="middle", font_weight="bold")
                card = self._content.trains[slot.card]
                takes = f"{card.maximum} of {self._text.notation.row(card.takes)}"
                canvas.text(takes, 10, x + width / 2, top + 37, text_anchor="middle")

    def _shortages(self) -> list[str]:
        """A sentence for each kind that the Division Yard has run out of while tokens of it wait. It stands far from the yards, so it says more."""
        left = sum(self._view.division.yards.division)
        there = f"({counted(left, 'token')} {'is' if left == 1 else 'are'} left there)"
        found = self._text.shortages(self._view)
        return [f"Warning: {stock.name} shortage: {waiting} of {total} {OUT} {there}" for stock, waiting, total in found if waiting]

    def _yards(self) -> None:
        canvas, yards = self._canvas, self._view.division.yards
        y = self._foot + 100
        for name, yard in (("Division Yard", yards.division), ("Classification Yard", yards.classification)):
            canvas.text(f"{name} {sum(yard)}", 15, MARGIN, y, font_weight="bold")
            x: float = MARGIN + 210
            for token, count in enumerate(yard):
                if count:
                    self._cars((token,), x, y - 12)
                    canvas.text(f"x {count}", 14, x + 14, y)
                    x += 66
            y += 28
        cards = self._view.cards
        piles = "; ".join(f"pile {pile}: {self._text.card(stack[-1]) if stack else 'empty'}" for pile, stack in enumerate(cards.piles))
        canvas.text(f"Home Office deck {cards.deck_size}; {piles}", 15, MARGIN, y)
        for warning in self._warnings:
            y += 22
            canvas.text(warning, 14, MARGIN, y, fill=LOCKED)
