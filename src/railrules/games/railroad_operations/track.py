r"""Track geometry (OPS-5): squares, ports, pieces of track, and the ways through them. Usable alone; nothing here knows a train or a card.

An Office Area is a grid of squares, columns -6 to 6 from west to east and rows -3 to 3 from north to south. A square is written as one int,
``13 * (row + 3) + (column + 6)``; the Office lies on 45. Track enters and leaves a square by six ports: the sides `W` and `E`, and at the top and
the bottom edge two each, named for the diagonal of the 45-degree leg that ends there: ``N/``, ``N\``, ``S/``, ``S\``. Every route joins a west port
with an east port, so whoever leaves a square by an east port goes on eastward, and nobody comes back to a square without reversing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias, get_args

from railrules import value

Port: TypeAlias = Literal["W", "E", "N/", "N\\", "S/", "S\\"]
Heading: TypeAlias = Literal[0, 1]
"""A direction, or one of two ends: west or east."""

PORTS: tuple[Port, ...] = get_args(Port)
WEST: Literal[0] = 0
EAST: Literal[1] = 1
WEST_PORTS: tuple[Port, ...] = ("W", "N\\", "S/")
EAST_PORTS: tuple[Port, ...] = ("E", "N/", "S\\")

COLUMNS = range(-6, 7)
ROWS = range(-3, 4)
SQUARES = len(COLUMNS) * len(ROWS)
OFFICE = 45
"""The square of the Office: column 0, row 0."""

END_NAMES = ("west", "east")
"""How headings and ends are called."""
SIDES = ("N", "E", "S", "W")
"""The sides of a square, as `beside` counts them."""

Square: TypeAlias = int


def square_at(column: int, row: int) -> Square:
    """Return the square in a column and a row; raises `ValueError` off the grid."""
    if column not in COLUMNS or row not in ROWS:
        raise ValueError(f"column {column}, row {row} is off the grid; expected columns -6..6 and rows -3..3")
    return len(COLUMNS) * (row - ROWS.start) + column - COLUMNS.start


def column_of(square: Square) -> int:
    """Return the column of a square, west to east."""
    return square % len(COLUMNS) + COLUMNS.start


def row_of(square: Square) -> int:
    """Return the row of a square, north to south; 0 is the row of the Running Track."""
    return square // len(COLUMNS) + ROWS.start


def square_name(square: Square) -> str:
    """Return a square as ``column,row``: ``+1,-1``."""
    return f"{signed(column_of(square))},{signed(row_of(square))}"


def signed(number: int) -> str:
    """Return a number with its sign, 0 without one."""
    return f"{number:+d}" if number else "0"


def beside(square: Square, side: int) -> Square | None:
    """Return the square on a side (see `SIDES`), None off the grid."""
    column, row = column_of(square), row_of(square)
    column += (0, 1, 0, -1)[side]
    row += (-1, 0, 1, 0)[side]
    return square_at(column, row) if column in COLUMNS and row in ROWS else None


_MEETS: dict[Port, tuple[int, Port]] = {"W": (3, "E"), "E": (1, "W"), "N/": (0, "S/"), "N\\": (0, "S\\"), "S/": (2, "N/"), "S\\": (2, "N\\")}


def meeting(square: Square, port: Port) -> tuple[Square, Port] | None:
    """Return the square and the port that meet a port (OPS-5.2), None at the edge of the grid."""
    return _MEETINGS[square][port]


def _all_meetings() -> tuple[dict[Port, tuple[Square, Port] | None], ...]:
    found: list[dict[Port, tuple[Square, Port] | None]] = []
    for square in range(SQUARES):
        of_square: dict[Port, tuple[Square, Port] | None] = {}
        for port in PORTS:
            side, other = _MEETS[port]
            next_square = beside(square, side)
            of_square[port] = None if next_square is None else (next_square, other)
        found.append(of_square)
    return tuple(found)


_MEETINGS = _all_meetings()


@value
class Piece:
    """A piece of track: its routes, pairs of ports.

    Of a turnout the first port of both routes is the common end, and the first route the straight leg (OPS-5.3, 5.4). A train may end a Move on an
    `operational` piece only (OPS-5.5).
    """

    routes: tuple[tuple[Port, Port], ...]
    operational: bool = True

    @property
    def ports(self) -> tuple[Port, ...]:
        """All its ports, each once."""
        return tuple(dict.fromkeys(port for route in self.routes for port in route))

    def exits(self, entry: Port) -> tuple[Port, ...]:
        """Return the ports by which one can leave who came in by `entry`, the straight leg first; never leg to leg (OPS-5.4)."""
        return tuple(other if entry == one else one for one, other in self.routes if entry in (one, other))

    def port_towards(self, heading: Heading) -> Port:
        """Return the port of its first route that faces west or east."""
        ports = EAST_PORTS if heading == EAST else WEST_PORTS
        return next(port for port in self.routes[0] if port in ports)


STRAIGHT = Piece((("W", "E"),))
"""What Office, Limits, facilities, Small Yard and Yard Office have too."""

Plan: TypeAlias = Mapping[Square, Piece]
"""The track of an area: what lies on its squares."""


def connects(plan: Plan, square: Square, piece: Piece) -> bool:
    """Return whether a port of `piece` on `square` would meet a port of track that lies there (OPS-5.8, 5.9)."""
    for port in piece.ports:
        met = meeting(square, port)
        if met is not None and met[0] in plan and met[1] in plan[met[0]].ports:
            return True
    return False


Look: TypeAlias = Callable[[Square], bool | None]
"""What a walk asks of each square that it comes to: True goes in and on, False goes in and no further, None does not go in."""


def walk(plan: Plan, start: Square, heading: Heading, look: Look) -> Iterator[Square]:
    """Yield the squares that can be entered from `start` going west or east, depth first, at each turnout the straight leg first (OPS-6.7).

    Each square is entered once at most. There must be track on `start`.
    """
    seen = {start}
    waiting: list[tuple[Square, Port]] = [(start, plan[start].port_towards(heading))]
    while waiting:
        square, port = waiting.pop()
        met = meeting(square, port)
        if met is None:
            continue
        entered, entry = met
        piece = plan.get(entered)
        if entered in seen or piece is None or entry not in piece.ports:
            continue
        goes_on = look(entered)
        if goes_on is None:
            continue
        seen.add(entered)
        yield entered
        if goes_on:
            ways: list[tuple[Square, Port]] = [(entered, leaving) for leaving in reversed(piece.exits(entry))]
            waiting += ways


def reachable(plan: Plan, start: Square, heading: Heading) -> tuple[Square, ...]:
    """Return all squares that track leads to from `start` going west or east, in the order of `walk`."""
    return tuple(walk(plan, start, heading, lambda _: True))
