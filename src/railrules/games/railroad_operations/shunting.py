"""Plans of switching, worked out in thought: where one train could bring itself and the cars with a few Moves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from railrules.games.railroad_operations.consist import Row, coupled, cut_off, orders, outer_cars, placed_beside
from railrules.games.railroad_operations.rules.ground import Ground, spent
from railrules.games.railroad_operations.state import End, InArea, Square, Train
from railrules.games.railroad_operations.track import row_of

_ENDS: tuple[End, ...] = (0, 1)

Standing: TypeAlias = tuple[tuple[int, Row, int], ...]
"""Squares with standing cars, ascending: the cars, and how many of them lie west of the train there."""


class Lie(NamedTuple):
    """Where a train and the standing cars of an area are."""

    square: int
    row: Row
    standing: Standing


class Point:
    """A lie of train and cars with the squares worked so far; and, once asked for, the points to which setting out and Moves lead."""

    __slots__ = ("free", "lie", "moves", "worked")

    def __init__(self, lie: Lie, worked: tuple[int, ...]) -> None:
        self.lie, self.worked = lie, worked
        self.free: list[Point] | None = None
        self.moves: list[Point] | None = None


class Ways:
    """Which lies lead to which when one train is switched, whatever they are worth; trains of the same flags on the same track share it."""

    def __init__(self, ground: Ground, train: Train, seat: int) -> None:
        self._train, self._seat = train, seat
        self._card = ground.content.trains[train.card]
        self._bare = {number: Square(number, there.card, (), 0, there.facility, there.beside) for number, there in ground.squares.items()}
        self._occupied = others(ground, train)
        self._ground = Ground(ground.content, self._bare, self._occupied, ground.ad_tracks)
        self._points: dict[tuple[Lie, tuple[int, ...]], Point] = {}

    def point(self, lie: Lie, worked: tuple[int, ...]) -> Point:
        """Return the point of a lie; it is always the same object."""
        known = self._points.get((lie, worked))
        if known is None:
            known = self._points[lie, worked] = Point(lie, worked)
        return known

    def set_outs(self, point: Point) -> list[Point]:
        """Return what setting out leads to, which takes no Move."""
        if point.free is None:
            point.free = [self.point(lie, worked) for lie, worked in self._set_outs(point.lie, point.worked)]
        return point.free

    def moves(self, point: Point) -> list[Point]:
        """Return what single Moves other than sorting lead to."""
        if point.moves is None:
            point.moves = [self.point(lie, worked) for lie, worked in self._moves(point.lie, point.worked)]
        return point.moves

    def sorts(self, lie: Lie) -> bool:
        """Return whether the train can be sorted where it is."""
        trackage = self._ground.content.trackage.get(self._bare[lie.square].card)
        return trackage is not None and trackage.shape == "small-yard" and orders(lie.row) > 1

    def rolled(self, point: Point, end: End, count: int) -> list[Point]:
        """Return where a cut could roll."""
        lie = point.lie
        return [self.point(after, worked) for after, worked in self._rolls(self._enter(lie), lie, end, count, point.worked)]

    def _enter(self, lie: Lie) -> Train:
        """Lay everything as a lie has it, and return the train."""
        self._ground.squares = laid(self._bare, lie)
        occupied = dict(self._occupied)
        occupied[lie.square] = occupied.get(lie.square, 0) + 1
        self._ground.occupied = occupied
        train = self._train
        return Train(train.card, train.section, train.serial, train.heading, InArea(self._seat, lie.square), lie.row)

    def _set_outs(self, lie: Lie, worked: tuple[int, ...]) -> Iterator[tuple[Lie, tuple[int, ...]]]:
        if not row_of(lie.square):
            return  # cars there would foul the Running Track
        card, train = self._card, self._enter(lie)
        here = self._ground.squares[lie.square]
        for end in _ENDS:
            for count in range(1, outer_cars(lie.row, end) + 1):
                if self._ground.set_out_fault(train, card, end, count, worked) is None:
                    row, cut = cut_off(lie.row, end, count)
                    after = Lie(lie.square, row, _with(lie.standing, lie.square, *placed_beside(here.standing, here.split, cut, end)))
                    yield after, spent(card, lie.square, cut, worked)

    def _moves(self, lie: Lie, worked: tuple[int, ...]) -> Iterator[tuple[Lie, tuple[int, ...]]]:
        card, train = self._card, self._enter(lie)
        for end in _ENDS:
            for count in range(1, outer_cars(lie.row, end) + 1):
                yield from self._rolls(train, lie, end, count, worked)
            for stop, cars in self._ground.stops(train, card, end, worked).items():
                yield self._moved(lie, end, stop, cars), spent(card, stop, cars, worked)

    def _moved(self, lie: Lie, heading: End, stop: int, cars: Row) -> Lie:
        here = self._ground.squares[lie.square]
        if stop == lie.square:  # the cars beside it, without moving
            rest = here.standing[: here.split] if heading else here.standing[here.split :]
            standing = _with(lie.standing, stop, rest, len(rest) if heading else 0)
        else:
            standing = _with(_with(lie.standing, lie.square, here.standing, 0), stop, (), 0)
        return Lie(stop, coupled(lie.row, cars, heading), standing)

    def _rolls(self, train: Train, lie: Lie, end: End, count: int, worked: tuple[int, ...]) -> Iterator[tuple[Lie, tuple[int, ...]]]:
        targets = self._ground.rolls(train, self._card, end, count, worked)
        for target in targets:
            row, cut = cut_off(lie.row, end, count)
            there = next((cars for number, cars, _ in lie.standing if number == target), ())
            joined = cut + there if end else there + cut
            yield Lie(lie.square, row, _with(lie.standing, target, joined, 0)), spent(self._card, target, cut, worked)


class Shunting:
    """What can be reached by switching one train, with the same lie of everything else."""

    def __init__(
        self,
        ways: Ways,
        worth: Callable[[Lie], float],
        orders: Callable[[Row], Iterable[Row]],
        step: float,
    ) -> None:
        """`worth` tells what a lie is worth if switching ends there, `orders` into which rows to sort one, `step` what a Move costs."""
        self._ways = ways
        self._worth, self._orders, self._step = worth, orders, step
        self._ended: dict[Lie, float] = {}
        self._best: dict[tuple[Point, int], tuple[float, Lie]] = {}

    def ended(self, lie: Lie) -> float:
        """Return what a lie is worth if switching ends there."""
        known = self._ended.get(lie)
        if known is None:
            known = self._ended[lie] = self._worth(lie)
        return known

    def best(self, lie: Lie, moves: int, worked: tuple[int, ...]) -> tuple[float, Lie]:
        """Return what is the best that can be reached with some Moves, and how everything lies then."""
        return self._reached(self._ways.point(lie, worked), moves)

    def _reached(self, point: Point, moves: int) -> tuple[float, Lie]:
        known = self._best.get((point, moves))
        if known is None:
            worth, there = self.ended(point.lie), point.lie
            for after in self._ways.set_outs(point):
                found, final = self._reached(after, moves)
                if found > worth + 1e-9:
                    worth, there = found, final
            if moves:
                for after in self._moves(point):
                    found, final = self._reached(after, moves - 1)
                    if found - self._step > worth + 1e-9:
                        worth, there = found - self._step, final
            known = self._best[point, moves] = worth, there
        return known

    def _moves(self, point: Point) -> list[Point]:
        lie = point.lie
        if not self._ways.sorts(lie):
            return self._ways.moves(point)
        sorted_rows = [self._ways.point(Lie(lie.square, row, lie.standing), point.worked) for row in self._orders(lie.row) if row != lie.row]
        return [*self._ways.moves(point), *sorted_rows]

    def rolled(self, lie: Lie, end: End, count: int, moves: int, worked: tuple[int, ...]) -> tuple[float, Lie]:
        """Return the best that can be reached after a cut has rolled that is about to."""
        points = self._ways.rolled(self._ways.point(lie, worked), end, count)
        return max((self._reached(point, moves) for point in points), key=lambda found: found[0], default=(self.ended(lie), lie))

    def sorted(self, lie: Lie, picked: Row, moves: int, worked: tuple[int, ...]) -> tuple[float, Lie]:
        """Return the best that can be reached after a sorting of which some tokens are named."""
        rows = [row for row in self._orders(lie.row) if row[: len(picked)] == picked and row != lie.row]
        found = [self.best(Lie(lie.square, row, lie.standing), moves, worked) for row in rows]
        return max(found, key=lambda there: there[0], default=(self.ended(lie) - 1.0, lie))


def others(ground: Ground, train: Train) -> dict[int, int]:
    """Return how many trains other than one of the area stand on its squares."""
    assert isinstance(train.place, InArea)  # only trains in the area are switched
    occupied = dict(ground.occupied)
    occupied[train.place.square] -= 1
    return {square: count for square, count in occupied.items() if count}


def laid(bare: Mapping[int, Square], lie: Lie) -> dict[int, Square]:
    """Return squares on which nothing stands with the cars of a lie on them."""
    squares = dict(bare)
    for number, cars, split in lie.standing:
        there = squares[number]
        squares[number] = Square(number, there.card, cars, split, there.facility, there.beside)
    return squares


def _with(standing: Standing, square: int, cars: Row, split: int) -> Standing:
    """Return standing cars with those of a square changed."""
    rest = tuple(there for there in standing if there[0] != square)
    return tuple(sorted((*rest, (square, cars, split)))) if cars else rest


def lie_of(train: Train, squares: Mapping[int, Square]) -> Lie:
    """Return how a train and the cars lie."""
    assert isinstance(train.place, InArea)  # as above
    standing = tuple((number, there.standing, there.split) for number, there in sorted(squares.items()) if there.standing)
    return Lie(train.place.square, train.consist, standing)
