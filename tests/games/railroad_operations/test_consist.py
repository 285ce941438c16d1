"""`consist` as a library: rows of tokens, cuts and couplings, exchanges, orders (OPS-1.1, 6.2, 6.5 to 6.9, 8.9, R29), whatever the row.

Rows are written in the letters of G.3: c coach, b boxcar, r reefer, g gondola, h hopper, t tank, s stock, upper case when loaded; k caboose, @
engine.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railrules.games.railroad_operations.consist import (
    CABOOSE,
    COACH,
    ENGINE,
    MOST_CARS,
    Row,
    beside_train,
    cars_of,
    counted,
    coupled,
    cut_off,
    empty,
    exchanged,
    is_freight,
    is_loaded,
    is_made_up,
    kind_of,
    left_over,
    loaded,
    orders,
    outer_cars,
    placed_beside,
)
from railrules.games.railroad_operations.reading import shipped_content
from railrules.games.railroad_operations.track import EAST, WEST, Heading

LETTERS = "cCbBrRgGhHtTsSk@"
CARS = tuple(range(CABOOSE + 1))

cars = st.lists(st.sampled_from(CARS), max_size=MOST_CARS).map(tuple)
ends = st.sampled_from((WEST, EAST))


@st.composite
def trains(draw: st.DrawFn) -> Row:
    """A row with one engine and up to four cars."""
    row = draw(cars)
    place = draw(st.integers(0, len(row)))
    return (*row[:place], ENGINE, *row[place:])


def row(text: str) -> Row:
    return tuple(map(LETTERS.index, text))


def text(tokens: Iterable[int]) -> str:
    return "".join(LETTERS[token] for token in tokens)


# ---- tokens ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-1.1")
def test_tokens_are_kinds_loaded_or_empty() -> None:
    """Fourteen tokens of seven kinds, empty and loaded; the caboose, which is never loaded; the engine."""
    assert (COACH, CABOOSE, ENGINE, MOST_CARS) == (0, 14, 15, 4)
    for kind in range(7):
        assert (empty(kind), loaded(kind)) == (2 * kind, 2 * kind + 1)
        assert kind_of(empty(kind)) == kind_of(loaded(kind)) == kind
        assert is_loaded(loaded(kind))
        assert not is_loaded(empty(kind))
        assert is_freight(empty(kind)) == is_freight(loaded(kind)) == (kind != COACH)
    assert kind_of(CABOOSE) == kind_of(ENGINE) == 7
    assert not any(is_loaded(token) or is_freight(token) for token in (CABOOSE, ENGINE))


@pytest.mark.rule("OPS-1.1", "OPS-1.2")
def test_kinds_of_the_shipped_content() -> None:
    """The coach is kind 0, the freight kinds follow, the caboose is the eighth."""
    assert [stock.id for stock in shipped_content().stock] == ["coach", "boxcar", "reefer", "gondola", "hopper", "tank", "stock", "caboose"]


# ---- cuts and couplings ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.8")
@pytest.mark.parametrize(
    ("train", "west", "east"),
    [("@", 0, 0), ("@cc", 0, 2), ("kb@", 2, 0), ("k@b", 1, 1), ("bB@hH", 2, 2), ("@bbbk", 0, 4)],
)
def test_outer_cars(train: str, west: int, east: int) -> None:
    """Cars of an end up to the engine."""
    assert outer_cars(row(train), WEST) == west
    assert outer_cars(row(train), EAST) == east


@pytest.mark.rule("OPS-6.8")
@pytest.mark.parametrize(
    ("train", "end", "count", "left", "cut"),
    [
        ("kbr@", WEST, 1, "br@", "k"),
        ("kbr@", WEST, 2, "r@", "kb"),
        ("kbr@", WEST, 3, "@", "kbr"),
        ("@hHk", EAST, 1, "@hH", "k"),
        ("@hHk", EAST, 3, "@", "hHk"),
        ("k@bB", EAST, 2, "k@", "bB"),
        ("k@bB", WEST, 1, "@bB", "k"),
    ],
)
def test_cutting_off(train: str, end: Heading, count: int, left: str, cut: str) -> None:
    """The outer cars of an end, in the order in which they stand."""
    assert cut_off(row(train), end, count) == (row(left), row(cut))


@pytest.mark.rule("OPS-6.8")
@pytest.mark.parametrize(
    ("train", "end", "count", "word", "most"),
    [("kb@", EAST, 1, "east", 0), ("kb@", WEST, 3, "west", 2), ("kb@", WEST, 0, "west", 2), ("@", WEST, -1, "west", 0)],
)
def test_the_engine_is_never_cut_off(train: str, end: Heading, count: int, word: str, most: int) -> None:
    """Nor is a cut of no cars one."""
    with pytest.raises(ValueError, match=rf"{count} cars of the {word} end; expected 1\.\.{most}"):
        cut_off(row(train), end, count)


@pytest.mark.rule("OPS-6.5", "OPS-6.6")
def test_coupling_keeps_the_physical_order() -> None:
    """Cars join at the leading end in the order in which they stand, forward or backing."""
    assert text(coupled(row("kb@"), row("hH"), EAST)) == "kb@hH"
    assert text(coupled(row("kb@"), row("hH"), WEST)) == "hHkb@"
    assert text(coupled(row("@"), (), WEST)) == "@"


@pytest.mark.rule("OPS-6.5", "OPS-6.8")
@settings(deadline=None)
@given(trains(), ends, st.data())
def test_what_is_cut_and_coupled_again_is_as_before(train: Row, end: Heading, data: st.DataObject) -> None:
    """Cut, then couple: the same row; couple, then cut: the same row and the same cars. No token comes or goes."""
    most = outer_cars(train, end)
    if most:
        count = data.draw(st.integers(1, most))
        left, cut = cut_off(train, end, count)
        assert coupled(left, cut, end) == train
        assert Counter(left) + Counter(cut) == Counter(train)
        assert (len(cut), left.count(ENGINE), ENGINE in cut) == (count, 1, False)
        assert outer_cars(left, end) == most - count
        assert outer_cars(left, WEST if end == EAST else EAST) == outer_cars(train, WEST if end == EAST else EAST)
    found = data.draw(cars.filter(bool))
    longer = coupled(train, found, end)
    assert cut_off(longer, end, len(found)) == (train, found)
    assert Counter(longer) == Counter(train) + Counter(found)


# ---- cars beside a train -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.2", "OPS-6.8")
def test_where_a_cut_comes_to_stand() -> None:
    """Next to the train, on the side of the end that it is cut off."""
    assert placed_beside((), 0, row("hH"), EAST) == (row("hH"), 0)
    assert placed_beside((), 0, row("hH"), WEST) == (row("hH"), 2)
    assert placed_beside(row("bc"), 1, row("h"), EAST) == (row("bhc"), 1)
    assert placed_beside(row("bc"), 1, row("h"), WEST) == (row("bhc"), 2)
    assert placed_beside(row("bc"), 0, row("hH"), EAST) == (row("hHbc"), 0)
    assert placed_beside(row("bc"), 2, row("hH"), WEST) == (row("bchH"), 4)
    assert (beside_train(row("bhc"), 2, WEST), beside_train(row("bhc"), 2, EAST)) == (row("bh"), row("c"))


@pytest.mark.rule("OPS-6.2", "OPS-6.5", "OPS-6.8")
@settings(deadline=None)
@given(trains(), cars, st.integers(0, MOST_CARS), ends, st.data())
def test_a_square_seen_as_a_whole_does_not_change(train: Row, standing: Row, split: int, end: Heading, data: st.DataObject) -> None:
    """Cars west of the train, the train, cars east of it: setting out moves no token in this row, and neither does coupling them again."""
    split = min(split, len(standing))
    most = outer_cars(train, end)
    if not most:
        return
    left, cut = cut_off(train, end, data.draw(st.integers(1, most)))
    after, place = placed_beside(standing, split, cut, end)
    assert (*after[:place], *left, *after[place:]) == (*standing[:split], *train, *standing[split:])
    west, east = beside_train(after, place, WEST), beside_train(after, place, EAST)
    assert west + east == after
    on_other_side = beside_train(standing, split, WEST if end == EAST else EAST)
    assert (west if end == EAST else east) == on_other_side
    again = coupled(left, east if end == EAST else west, end)  # a Move of length zero takes all of that side
    whole = (*west, *again) if end == EAST else (*again, *east)
    assert whole == (*standing[:split], *train, *standing[split:])


# ---- made up -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.9")
@pytest.mark.parametrize(
    ("train", "made_up"),
    [
        ("@", True),
        ("@k", True),
        ("k@", True),
        ("@cC", True),
        ("cC@", True),
        ("@bbbk", True),
        ("kbbb@", True),
        ("k@b", False),
        ("b@k", False),
        ("b@b", False),
        ("@kb", False),
        ("@bkb", False),
        ("bk@", False),
        ("bkb@", False),
        ("kk@", True),
        ("k@k", False),
        ("@kk", True),
        ("@kkb", False),
    ],
)
def test_made_up(train: str, made_up: bool) -> None:
    """The engine at one end of the row, whichever; and with a caboose anywhere in it, one at the other end."""
    assert is_made_up(row(train)) is made_up


@pytest.mark.rule("OPS-8.9")
@settings(deadline=None)
@given(trains())
def test_made_up_is_the_same_from_both_sides(train: Row) -> None:
    """A row read from its east end is made up just as well, and the cars between do not matter."""
    assert is_made_up(train) == is_made_up(train[::-1])
    at_end = ENGINE in (train[0], train[-1])
    far = train[-1] if train[0] == ENGINE else train[0]
    assert is_made_up(train) == (at_end and (CABOOSE not in train or far == CABOOSE))


# ---- exchanges, orders, counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-R29")
def test_exchanges_take_the_westernmost() -> None:
    """The first of its kind from the west, in its place; nothing can be exchanged that is not there."""
    assert text(exchanged(row("HhHh"), row("h")[0], row("H")[0])) == "HHHh"
    assert text(exchanged(row("cC@c"), row("c")[0], row("C")[0])) == "CC@c"
    assert text(exchanged(row("@cC"), row("C")[0], row("c")[0])) == "@cc"
    with pytest.raises(ValueError, match="not in tuple"):
        exchanged(row("bb"), row("B")[0], row("b")[0])


@pytest.mark.rule("OPS-R29", "OPS-1.6")
@settings(deadline=None)
@given(cars.filter(bool), st.sampled_from(CARS), st.data())
def test_an_exchange_changes_one_token(standing: Row, put: int, data: st.DataObject) -> None:
    """All others stay where they are, and none before the place is of the wanted kind."""
    wanted = data.draw(st.sampled_from(standing))
    after = exchanged(standing, wanted, put)
    assert len(after) == len(standing)
    place = standing.index(wanted)
    assert after[place] == put
    assert after[:place] + after[place + 1 :] == standing[:place] + standing[place + 1 :]
    assert wanted not in standing[:place]


@pytest.mark.rule("OPS-6.9", "OPS-R25")
@settings(deadline=None)
@given(trains())
def test_how_many_orders_a_train_has(train: Row) -> None:
    """One if all its tokens are alike, else at least two."""
    assert orders(train) == min(2, len(set(permutations(train))))


@pytest.mark.rule("OPS-6.9")
def test_orders_of_some_rows() -> None:
    """An engine alone has one, an engine with a car two."""
    assert [orders(row(train)) for train in ("@", "@b", "bb@", "@bBk")] == [1, 2, 2, 2]


@pytest.mark.rule("OPS-6.9")
@settings(deadline=None)
@given(trains(), st.randoms(use_true_random=False), st.data())
def test_what_is_left_while_sorting(train: Row, random: Random, data: st.DataObject) -> None:
    """The tokens of the row that were not picked, ascending; with those picked they are the row; what is not left cannot be picked."""
    order = list(train)
    random.shuffle(order)
    picked = order[: data.draw(st.integers(0, len(order)))]
    left = left_over(train, picked)
    assert left == tuple(sorted(left))
    assert Counter(left) + Counter(picked) == Counter(train)
    for token in (*CARS, ENGINE):
        if token not in left:
            with pytest.raises(ValueError, match="not in list"):
                left_over(train, [*picked, token])


@settings(deadline=None)
@given(trains())
def test_cars_and_counts(train: Row) -> None:
    """The cars of a row are all but the engine, in their order; counts are ascending and add up."""
    assert cars_of(train) == tuple(token for token in train if token != ENGINE)
    assert len(cars_of(train)) == len(train) - 1 <= MOST_CARS
    found = counted(train)
    assert found == dict(Counter(train))
    assert list(found) == sorted(found)
    assert counted(()) == {}
