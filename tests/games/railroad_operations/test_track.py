r"""`track` as a library: squares, ports, pieces and walks (OPS-5.1 to 5.4, 5.8, 5.9, 6.7), whatever the plan.

Every route joins a west port (`W`, ``N\``, ``S/``) with an east port (`E`, ``N/``, ``S\``), so a way that begins eastward goes on eastward.
"""

from collections.abc import Iterator
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railrules.games.railroad_operations.content import LIMIT_CARD, OFFICE_CARD
from railrules.games.railroad_operations.reading import shipped_content
from railrules.games.railroad_operations.track import (
    COLUMNS,
    EAST,
    EAST_PORTS,
    OFFICE,
    PORTS,
    ROWS,
    SIDES,
    SQUARES,
    STRAIGHT,
    WEST,
    WEST_PORTS,
    Heading,
    Piece,
    Port,
    beside,
    column_of,
    connects,
    meeting,
    reachable,
    row_of,
    square_at,
    walk,
)

CONTENT = shipped_content()
HEADINGS: tuple[Heading, Heading] = (WEST, EAST)

CURVES: dict[str, Piece] = {
    "cWN": Piece((("W", "N/"),)),
    "cWS": Piece((("W", "S\\"),)),
    "cEN": Piece((("E", "N\\"),)),
    "cES": Piece((("E", "S/"),)),
}
TURNOUTS: dict[str, Piece] = {
    "tWN": Piece((("W", "E"), ("W", "N/")), operational=False),
    "tWS": Piece((("W", "E"), ("W", "S\\")), operational=False),
    "tEN": Piece((("E", "W"), ("E", "N\\")), operational=False),
    "tES": Piece((("E", "W"), ("E", "S/")), operational=False),
}
PIECES: dict[str, Piece] = {"st": STRAIGHT, **CURVES, **TURNOUTS}
"""All shapes of track there are, by the short names of the scenarios."""

CARDS = {
    "st": "straight",
    "cWN": "curve-w-north",
    "cWS": "curve-w-south",
    "cEN": "curve-e-north",
    "cES": "curve-e-south",
    "tWN": "turnout-w-north",
    "tWS": "turnout-w-south",
    "tEN": "turnout-e-north",
    "tES": "turnout-e-south",
}


def laid(text: str) -> dict[int, Piece]:
    """The plan of a text such as ``0,0 tWN; 0,-1 cES``: column, row and the name of a piece."""
    plan: dict[int, Piece] = {}
    for part in text.split(";"):
        place, name = part.split()
        column, row = map(int, place.split(","))
        plan[square_at(column, row)] = PIECES[name]
    return plan


def at(*places: tuple[int, int]) -> tuple[int, ...]:
    return tuple(square_at(column, row) for column, row in places)


LOOP = laid("-4,0 st; -3,0 st; -2,0 tWN; -1,0 st; 0,0 st; 1,0 tEN; 2,0 st; 3,0 st; -2,-1 cES; -1,-1 st; 0,-1 st; 1,-1 cWS")
r"""A passing loop north of row 0::

      -4    -3    -2    -1     0    +1    +2    +3
  -1              /-- ----- -----  --\
   0 ----- ----- -<^-- ----- ----- --^>- ----- -----
"""

# ---- squares -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.1")
def test_squares_are_numbered_row_by_row() -> None:
    """Columns -6..6 and rows -3..3, from the north-west corner; the Office lies on 45; off the grid there is no square."""
    assert (list(COLUMNS), list(ROWS)) == (list(range(-6, 7)), list(range(-3, 4)))
    numbered = [square_at(column, row) for row in ROWS for column in COLUMNS]
    assert numbered == list(range(SQUARES)) == list(range(91))
    assert [(column_of(square), row_of(square)) for square in numbered] == [(column, row) for row in ROWS for column in COLUMNS]
    assert OFFICE == square_at(0, 0) == 45
    assert all(square_at(column, row) == 13 * (row + 3) + (column + 6) for row in ROWS for column in COLUMNS)
    for column, row in ((-7, 0), (7, 0), (0, -4), (0, 4), (7, 4)):
        with pytest.raises(ValueError, match=rf"column {column}, row {row} is off the grid; expected columns -6\.\.6 and rows -3\.\.3"):
            square_at(column, row)


@pytest.mark.rule("OPS-5.1")
def test_what_lies_beside_a_square() -> None:
    """North, east, south and west, in this order, and nothing beyond the edges."""
    assert SIDES == ("N", "E", "S", "W")
    assert [beside(OFFICE, side) for side in range(4)] == [*at((0, -1), (1, 0), (0, 1), (-1, 0))]
    for square in range(SQUARES):
        column, row = column_of(square), row_of(square)
        expected = [row > -3, column < 6, row < 3, column > -6]
        assert [beside(square, side) is not None for side in range(4)] == expected
        for side in range(4):
            other = beside(square, side)
            assert other is None or beside(other, (side + 2) % 4) == square


# ---- ports (OPS-5.2) ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.2")
def test_six_ports_three_on_each_side_of_a_way() -> None:
    """`W`, `E` and four at the edges; each is a west port or an east port."""
    assert PORTS == ("W", "E", "N/", "N\\", "S/", "S\\")
    assert set(WEST_PORTS) | set(EAST_PORTS) == set(PORTS)
    assert not set(WEST_PORTS) & set(EAST_PORTS)
    assert (set(WEST_PORTS), set(EAST_PORTS)) == ({"W", "N\\", "S/"}, {"E", "N/", "S\\"})


@pytest.mark.rule("OPS-5.2", "OPS-5.9")
@pytest.mark.parametrize(
    ("port", "column", "row", "other"),
    [("E", 1, 0, "W"), ("W", -1, 0, "E"), ("N/", 0, -1, "S/"), ("N\\", 0, -1, "S\\"), ("S/", 0, 1, "N/"), ("S\\", 0, 1, "N\\")],
)
def test_which_ports_meet(port: Port, column: int, row: int, other: Port) -> None:
    """Sides meet sides, an edge port meets the one with its diagonal; nothing else meets."""
    assert meeting(OFFICE, port) == (square_at(column, row), other)


@pytest.mark.rule("OPS-5.2")
def test_ports_meet_both_ways() -> None:
    """What a port meets meets it, on every square; a west port meets an east port; at the edge of the grid there is nothing."""
    for square, port in product(range(SQUARES), PORTS):
        met = meeting(square, port)
        if met is None:
            column, row = column_of(square), row_of(square)
            assert {"W": column == -6, "E": column == 6, "N": row == -3, "S": row == 3}[port[0]]
        else:
            assert meeting(*met) == (square, port)
            assert (port in WEST_PORTS) == (met[1] in EAST_PORTS)
    edges = sum(meeting(square, port) is None for square, port in product(range(SQUARES), PORTS))
    assert edges == 2 * 7 + 4 * 13


@pytest.mark.rule("OPS-5.2")
def test_each_port_meets_another_one() -> None:
    """No two ports meet the same port."""
    met = [found for square, port in product(range(SQUARES), PORTS) if (found := meeting(square, port)) is not None]
    assert len(met) == len(set(met)) == 6 * SQUARES - 66


# ---- pieces (OPS-5.3, 5.4) ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.3", "OPS-5.5")
@pytest.mark.parametrize("name", PIECES)
def test_the_cards_have_the_routes_of_the_page(name: str) -> None:
    """The eleven track cards of the shipped content have the pieces named here; only turnouts are not operational."""
    assert CONTENT.pieces[CONTENT.card_places[CARDS[name]]] == PIECES[name]
    assert PIECES[name].operational == (name not in TURNOUTS)


@pytest.mark.rule("OPS-5.3", "OPS-5.5", "OPS-5.15")
def test_the_other_cards_are_straight() -> None:
    """Office, facilities, Small Yard, Yard Office and Limits have one route from west to east; of them only a Limit is not operational."""
    straight = [OFFICE_CARD, *CONTENT.industries, CONTENT.card_places["small-yard"], CONTENT.card_places["yard-office"]]
    assert all(CONTENT.pieces[card] == Piece((("W", "E"),)) == STRAIGHT for card in straight)
    assert CONTENT.pieces[LIMIT_CARD] == Piece((("W", "E"),), operational=False)
    assert set(CONTENT.pieces) == {*straight, LIMIT_CARD, *(CONTENT.card_places[card] for card in CARDS.values())}


@pytest.mark.rule("OPS-5.3")
@pytest.mark.parametrize("name", PIECES)
def test_routes_join_west_with_east(name: str) -> None:
    """Each route has a west port and an east port, so nobody turns round."""
    for one, other in PIECES[name].routes:
        assert (one in WEST_PORTS) == (other in EAST_PORTS)


@pytest.mark.rule("OPS-5.3", "OPS-5.4")
@pytest.mark.parametrize(
    ("name", "exits"),
    [
        ("st", {"W": "E", "E": "W"}),
        ("cWN", {"W": "N/", "N/": "W"}),
        ("cWS", {"W": "S\\", "S\\": "W"}),
        ("cEN", {"E": "N\\", "N\\": "E"}),
        ("cES", {"E": "S/", "S/": "E"}),
        ("tWN", {"W": "E N/", "E": "W", "N/": "W"}),
        ("tWS", {"W": "E S\\", "E": "W", "S\\": "W"}),
        ("tEN", {"E": "W N\\", "W": "E", "N\\": "E"}),
        ("tES", {"E": "W S/", "W": "E", "S/": "E"}),
    ],
)
def test_exits(name: str, exits: dict[Port, str]) -> None:
    """Common end to either leg, the straight one first; leg to common end; never leg to leg; by a port that is not there nobody comes in."""
    piece = PIECES[name]
    assert set(piece.ports) == set(exits)
    for port in PORTS:
        assert piece.exits(port) == tuple(exits.get(port, "").split())


@pytest.mark.rule("OPS-5.4")
@pytest.mark.parametrize("name", TURNOUTS)
def test_turnouts_have_three_ports(name: str) -> None:
    """The common end is told first, then the straight leg and the branch; whoever comes back comes out where they came in."""
    piece = TURNOUTS[name]
    common, *legs = piece.ports
    assert piece.exits(common) == tuple(legs)
    assert legs[0] in ("W", "E")
    assert legs[1][0] in "NS"
    assert all(piece.exits(leg) == (common,) for leg in legs)


@pytest.mark.rule("OPS-5.3", "OPS-6.2")
@pytest.mark.parametrize("name", PIECES)
def test_which_port_faces_west_and_east(name: str) -> None:
    """A piece has one route for a train that stands on it, with a west end and an east end; of a turnout it is the straight leg."""
    piece = PIECES[name]
    west, east = piece.port_towards(WEST), piece.port_towards(EAST)
    assert west in WEST_PORTS
    assert east in EAST_PORTS
    assert {west, east} == set(piece.routes[0])
    if name in TURNOUTS or name == "st":
        assert (west, east) == ("W", "E")


# ---- what connects (OPS-5.8, 5.9) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.8", "OPS-5.9")
@pytest.mark.parametrize(
    ("turnout", "row", "meets"),
    [("tWN", -1, "cES tES"), ("tWS", 1, "cEN tEN"), ("tEN", -1, "cWS tWS"), ("tES", 1, "cWN tWN")],
)
def test_what_meets_a_branch(turnout: str, row: int, meets: str) -> None:
    """On the square where the branch leads, only a curve and a turnout of one hand each meet it; the straight leg meets all with a side port."""
    plan = laid(f"0,0 {turnout}")
    square = square_at(0, row)
    assert [name for name, piece in PIECES.items() if connects(plan, square, piece)] == meets.split()
    for column in (-1, 1):
        side = "W" if column == 1 else "E"
        found = [name for name, piece in PIECES.items() if connects(plan, square_at(column, 0), piece)]
        assert found == [name for name, piece in PIECES.items() if side in piece.ports]


@pytest.mark.rule("OPS-5.9")
@pytest.mark.parametrize("name", PIECES)
def test_touching_is_not_connecting(name: str) -> None:
    """A straight connects nothing that lies north or south of it, nor cornerwise; and a card alone connects with nothing."""
    plan = laid("0,0 st")
    for place in ((0, -1), (0, 1), (1, 1), (-1, -1), (1, -1), (-1, 1), (2, 0), (-2, 0)):
        assert not connects(plan, square_at(*place), PIECES[name])
    assert not connects({}, OFFICE, PIECES[name])


@pytest.mark.rule("OPS-5.8")
def test_at_the_edge_of_the_grid_nothing_meets() -> None:
    """Ports that lead off the grid meet nothing, and break nothing."""
    for square in (square_at(-6, -3), square_at(6, -3), square_at(-6, 3), square_at(6, 3)):
        for piece in PIECES.values():
            assert not connects({}, square, piece)
            assert not connects({OFFICE: STRAIGHT}, square, piece)
    assert connects(laid("-5,-3 st"), square_at(-6, -3), STRAIGHT)
    assert connects(laid("6,2 tEN"), square_at(6, 3), STRAIGHT) is False


# ---- walks (OPS-6.7) ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.7", "OPS-5.4")
def test_the_order_of_a_walk() -> None:
    """Depth first, at each turnout entered by its common end the straight leg first; a square that two legs lead to is entered once."""
    straight = ((-1, 0), (0, 0), (1, 0), (2, 0), (3, 0))
    branch = ((-2, -1), (-1, -1), (0, -1), (1, -1))
    assert reachable(LOOP, square_at(-4, 0), EAST) == at((-3, 0), (-2, 0), *straight, *branch)
    back = ((0, 0), (-1, 0), (-2, 0), (-3, 0), (-4, 0))
    assert reachable(LOOP, square_at(3, 0), WEST) == at((2, 0), (1, 0), *back, (1, -1), (0, -1), (-1, -1), (-2, -1))


@pytest.mark.rule("OPS-5.4", "OPS-6.3")
def test_a_walk_goes_one_way() -> None:
    """East of a leg there is the common end, never the other leg; without track on the other side there is no way."""
    assert reachable(LOOP, square_at(0, -1), EAST) == at((1, -1), (1, 0), (2, 0), (3, 0))
    assert reachable(LOOP, square_at(-1, 0), WEST) == at((-2, 0), (-3, 0), (-4, 0))
    assert reachable(LOOP, square_at(3, 0), EAST) == ()
    assert reachable(LOOP, square_at(-4, 0), WEST) == ()
    assert reachable(laid("0,0 cWN; 1,0 st"), OFFICE, EAST) == ()
    assert reachable(laid("0,0 st; 1,0 cES"), OFFICE, EAST) == ()


@pytest.mark.rule("OPS-5.2", "OPS-6.3")
def test_walks_end_at_the_edges_of_the_grid() -> None:
    """A straight over the whole of a row is left at neither end, and a branch over the top edge leads nowhere."""
    row = {square_at(column, 0): STRAIGHT for column in COLUMNS}
    assert reachable(row, square_at(-6, 0), EAST) == tuple(square_at(column, 0) for column in range(-5, 7))
    assert reachable(row, square_at(6, 0), WEST) == tuple(square_at(column, 0) for column in range(5, -7, -1))
    assert reachable(row, square_at(6, 0), EAST) == ()
    top = laid("0,-3 st; 1,-3 tWN; 2,-3 st; -6,-3 st; 6,-3 st")
    assert reachable(top, square_at(0, -3), EAST) == at((1, -3), (2, -3))


@pytest.mark.rule("OPS-6.4", "OPS-6.7")
def test_what_a_walk_asks() -> None:
    """None keeps out, False lets in and no further, True lets on; what is kept out of one leg may be come to by another."""
    asked: list[int] = []

    def look(square: int) -> bool | None:
        asked.append(square)
        return {square_at(0, 0): None, square_at(2, 0): False}.get(square, True)

    entered = [*walk(LOOP, square_at(-4, 0), EAST, look)]
    assert entered == [*at((-3, 0), (-2, 0), (-1, 0), (-2, -1), (-1, -1), (0, -1), (1, -1), (1, 0), (2, 0))]
    assert asked == [*at((-3, 0), (-2, 0), (-1, 0), (0, 0), (-2, -1), (-1, -1), (0, -1), (1, -1), (1, 0), (2, 0))]
    assert [*walk(LOOP, square_at(-4, 0), EAST, lambda _: None)] == []
    assert [*walk(LOOP, square_at(-4, 0), EAST, lambda _: False)] == [square_at(-3, 0)]


@pytest.mark.rule("OPS-6.7")
def test_a_square_kept_shut_is_asked_by_each_leg() -> None:
    """The common end of a turnout that nobody may enter is asked for by both legs, and entered by none."""
    asked: list[int] = []

    def look(square: int) -> bool | None:
        asked.append(square)
        return None if square == square_at(1, 0) else True

    entered = [*walk(LOOP, square_at(-3, 0), EAST, look)]
    assert square_at(1, 0) not in entered
    assert asked.count(square_at(1, 0)) == 2


# ---- any plan ----------------------------------------------------------------------------------------------------------------------------

WINDOW = [(column, row) for row in (-1, 0, 1) for column in range(-3, 4)]


@st.composite
def plans(draw: st.DrawFn) -> dict[int, Piece]:
    """Track on a window of seven by three squares in the middle or at a corner of the grid; most squares have some."""
    shift_column, shift_row = draw(st.sampled_from([(0, 0), (-3, -2), (3, 2)]))
    names = draw(st.lists(st.sampled_from(["", *PIECES, "st"]), min_size=len(WINDOW), max_size=len(WINDOW)))
    squares = [square_at(column + shift_column, row + shift_row) for column, row in WINDOW]
    plan = {square: PIECES[name] for square, name in zip(squares, names, strict=True) if name}
    return plan or {squares[0]: STRAIGHT}


def routes(plan: dict[int, Piece], start: int, port: Port) -> Iterator[tuple[int, ...]]:
    """Every way out of a square by a port, up to where the track ends: the squares with `start`. Written without a list of squares seen."""
    met = meeting(start, port)
    piece = plan.get(met[0]) if met is not None else None
    if met is None or piece is None or met[1] not in piece.ports:
        yield (start,)
        return
    entered, entry = met
    for one, other in piece.routes:
        if entry in (one, other):
            for rest in routes(plan, entered, other if entry == one else one):
                yield (start, *rest)


def reached(plan: dict[int, Piece], start: int, ports: tuple[Port, ...]) -> set[int]:
    """All squares on the ways out of a square by some ports."""
    return {square for port in ports for way in routes(plan, start, port) for square in way[1:]}


def towards(piece: Piece, heading: Heading) -> tuple[Port, ...]:
    """The ports of a piece on one side: two of a turnout on the side of its legs, else one."""
    return tuple(port for port in piece.ports if port in (EAST_PORTS if heading == EAST else WEST_PORTS))


@pytest.mark.rule("OPS-6.2", "OPS-6.3")
@settings(deadline=None)
@given(plans())
def test_no_way_comes_back_to_a_square(plan: dict[int, Piece]) -> None:
    """Along every way there is, each square comes once, and so does a walk, which never enters where it began."""
    for square, piece in plan.items():
        for heading in HEADINGS:
            for port in towards(piece, heading):
                for way in routes(plan, square, port):
                    assert len(set(way)) == len(way)
            entered = reachable(plan, square, heading)
            assert square not in entered
            assert len(set(entered)) == len(entered)


@pytest.mark.rule("OPS-5.2", "OPS-6.3")
@settings(deadline=None)
@given(plans())
def test_columns_never_fall_going_east(plan: dict[int, Piece]) -> None:
    """Each step east keeps the column, up or down to the next row, or comes to the next one; two steps in a row never keep it. West mirrors it."""
    for square, piece in plan.items():
        for heading in HEADINGS:
            forward = 1 if heading == EAST else -1
            for port in towards(piece, heading):
                for way in routes(plan, square, port):
                    steps = [((column_of(to) - column_of(start)) * forward, row_of(to) - row_of(start)) for start, to in pairwise(way)]
                    assert all(step in ((1, 0), (0, 1), (0, -1)) for step in steps)
                    assert all(one[0] + other[0] >= 1 for one, other in pairwise(steps))


@pytest.mark.rule("OPS-6.3", "OPS-6.7")
@settings(deadline=None)
@given(plans())
def test_a_walk_finds_all_that_can_be_reached(plan: dict[int, Piece]) -> None:
    """It enters just the squares on the ways out of the port that faces so, however many ways lead to one of them."""
    for square, piece in plan.items():
        for heading in HEADINGS:
            assert set(reachable(plan, square, heading)) == reached(plan, square, (piece.port_towards(heading),))


@pytest.mark.rule("OPS-6.3", "OPS-5.4")
@settings(deadline=None)
@given(plans())
def test_what_is_reached_eastward_is_left_westward(plan: dict[int, Piece]) -> None:
    """Between two squares that are no turnouts a way east is a way west.

    From a turnout a walk begins by the straight leg only, so with one at an end it depends on the legs: with all ports of the side tried, every
    way east is a way west, turnouts or not.
    """
    for one, other in product(plan, plan):
        if len(plan[one].routes) == len(plan[other].routes) == 1:
            assert (other in reachable(plan, one, EAST)) == (one in reachable(plan, other, WEST))
        assert (other in reached(plan, one, towards(plan[one], EAST))) == (one in reached(plan, other, towards(plan[other], WEST)))
        if len(towards(plan[one], EAST)) == len(towards(plan[other], WEST)) == 1:  # as for no turnouts: no leg faces the other square
            assert (other in reachable(plan, one, EAST)) == (one in reachable(plan, other, WEST))


@pytest.mark.rule("OPS-5.4")
def test_the_legs_of_a_turnout_forbid_one_way() -> None:
    """A turnout entered by its branch is not left by it: what comes in from the branch is not what a walk from the turnout finds."""
    plan = laid("0,0 tWN; 0,-1 cES; 1,-1 st; 1,0 st")
    assert square_at(0, 0) in reachable(plan, square_at(1, -1), WEST)
    assert square_at(1, -1) not in reachable(plan, square_at(0, 0), EAST)
    assert square_at(1, 0) in reachable(plan, square_at(0, 0), EAST)


@pytest.mark.rule("OPS-6.4")
@settings(deadline=None)
@given(plans(), st.sets(st.sampled_from(WINDOW)), st.sets(st.sampled_from(WINDOW)))
def test_nobody_walks_past_what_is_shut(plan: dict[int, Piece], shut: set[tuple[int, int]], last: set[tuple[int, int]]) -> None:
    """A square is entered if and only if some way leads to it on which no square before it is shut or the last, and it is not shut itself."""
    closed = {square_at(*place) for place in shut}
    final = {square_at(*place) for place in last} - closed

    def look(square: int) -> bool | None:
        return None if square in closed else square not in final

    for start, piece in plan.items():
        for heading in HEADINGS:
            expected = set()
            for way in routes(plan, start, piece.port_towards(heading)):
                for square in way[1:]:
                    if square in closed:
                        break
                    expected.add(square)
                    if square in final:
                        break
            assert set(walk(plan, start, heading, look)) == expected


@pytest.mark.rule("OPS-5.8", "OPS-5.9")
@settings(deadline=None)
@given(plans(), st.sampled_from(WINDOW), st.sampled_from(sorted(PIECES)))
def test_what_connects_can_be_reached(plan: dict[int, Piece], place: tuple[int, int], name: str) -> None:
    """A card connects if and only if a port of some neighbour leads into it and one of its own leads back."""
    square = square_at(*place)
    piece = PIECES[name]
    rest = {other: there for other, there in plan.items() if other != square}
    led_into = any(meeting(other, port) == (square, own) for other, there in rest.items() for port in there.ports for own in piece.ports)
    assert connects(rest, square, piece) == led_into
    whole = {**rest, square: piece}
    assert connects(rest, square, piece) == bool(reached(whole, square, piece.ports))
