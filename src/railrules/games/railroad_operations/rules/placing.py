"""Where cards may be put in an Office Area (OPS-5.6 to 5.15, W3). Asks questions, changes nothing."""

from functools import lru_cache

from railrules.games.railroad_operations.content import LIMIT_CARD, Content
from railrules.games.railroad_operations.state import Area, Facility, Office, Square
from railrules.games.railroad_operations.track import COLUMNS, SQUARES, beside, column_of, connects, row_of

LAYOUTS_KEPT = 20_000
"""Where cards fit depends on what lies in an area, and that changes seldom, so it is worked out once."""

Layout = tuple[tuple[int, int], ...]
"""What lies where: (square, card), ascending."""


def layout_of(area: Area) -> Layout:
    """Return what lies on the squares of an area."""
    return tuple([(square.square, square.card) for square in area.squares])


class Placing:
    """The rules of placing with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._squares = lru_cache(LAYOUTS_KEPT)(self._all_squares)

    def squares(self, area: Area, card: int, occupied: frozenset[int]) -> tuple[int, ...]:
        """Return the squares on which a card may be put, ascending; `occupied` are those with trains."""
        found = self._squares(layout_of(area), area.limits, card)
        if not self._is_turnout(card):
            return found
        straights = [square.square for square in area.squares if self._is_replaceable(area, square, occupied)]
        return tuple(sorted((*found, *straights)))

    def fault(self, area: Area, card: int, number: int, occupied: frozenset[int]) -> str | None:
        """Return the code of why a card may not be put on a square, None if it may."""
        there = next((square for square in area.squares if square.square == number), None)
        if self.content.cards[card].kind == "modifier":
            return self._modifier_fault(area, card, number, there)
        if row_of(number) == 0:
            return self._running_track_fault(area, card, number, there, occupied)
        return self._secondary_fault(area, card, number, there)

    def sides(self, area: Area, card: int, number: int) -> list[int]:
        """Return the sides of a square on which there is a facility that a modifier could serve (OPS-5.13)."""
        effect = self.content.effects[card]
        found = []
        for side in range(4):
            place = beside(number, side)
            square = next((square for square in area.squares if square.square == place), None)
            if square is None or square.facility is None:
                continue
            industry = self.content.industries[square.card]
            if (effect != "green_box" or industry.outbound) and (effect != "red_box" or industry.inbound):
                found.append(side)
        return found

    # ---- the three kinds of squares ----------------------------------------------------------------------------------------------------

    def _running_track_fault(self, area: Area, card: int, number: int, there: Square | None, occupied: frozenset[int]) -> str | None:
        """W3: row 0."""
        column = column_of(number)
        on_limit = there is not None and there.card == LIMIT_CARD
        if on_limit and column in (COLUMNS[0], COLUMNS[-1]):
            return "limits-at-edge"
        if not self._fits_running_track(card):
            return "running-track-broken"
        if there is None:
            return "outside-limits"
        if not on_limit:
            if self._is_turnout(card) and self._shape(there.card) == "straight":
                return None if self._is_replaceable(area, there, occupied) else "square-in-use"
            return "square-occupied"
        return "facility-on-running-track" if self.content.cards[card].kind == "facility" else None

    def _secondary_fault(self, area: Area, card: int, number: int, there: Square | None) -> str | None:
        """OPS-5.8, 5.9: Secondary Track."""
        west, east = area.limits
        if there is not None:
            return "square-occupied"
        if not west <= column_of(number) <= east:
            return "outside-limits"
        plan = {square.square: self.content.pieces[square.card] for square in area.squares if square.card in self.content.pieces}
        return None if connects(plan, number, self.content.pieces[card]) else "not-connected"

    def _modifier_fault(self, area: Area, card: int, number: int, there: Square | None) -> str | None:
        """OPS-5.13, R32, W3: beside a facility, not on row 0."""
        west, east = area.limits
        if there is not None:
            return "square-occupied"
        if not west <= column_of(number) <= east:
            return "outside-limits"
        return None if self.sides(area, card, number) else "no-facility-beside"

    # ---- small questions ---------------------------------------------------------------------------------------------------------------

    def _shape(self, card: int) -> str | None:
        trackage = self.content.trackage.get(card)
        return None if trackage is None else trackage.shape

    def _is_turnout(self, card: int) -> bool:
        return self._shape(card) == "turnout"

    def _fits_running_track(self, card: int) -> bool:
        """OPS-5.6, 5.15: a card of the Running Track has a route from west to east, and is no Yard Office."""
        return self._shape(card) not in ("curve", "yard-office")

    def _is_replaceable(self, area: Area, square: Square, occupied: frozenset[int]) -> bool:
        """OPS-5.7: a straight of row 0 that is not in use."""
        on_running_track = row_of(square.square) == 0 and self._shape(square.card) == "straight"
        return on_running_track and not square.standing and square.square not in occupied

    def _all_squares(self, layout: Layout, limits: tuple[int, int], card: int) -> tuple[int, ...]:
        """The squares where a card may be put, whatever stands there; no straight that a turnout could replace."""
        squares = tuple(Square(number, there, facility=Facility() if there in self.content.industries else None) for number, there in layout)
        area = Area(Office(), limits, squares)
        everywhere = frozenset(number for number, _ in layout)
        return tuple(number for number in range(SQUARES) if self.fault(area, card, number, everywhere) is None)
