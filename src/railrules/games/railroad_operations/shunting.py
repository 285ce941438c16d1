"""Plans of switching, worked out in thought: where one train could bring itself and the cars with a few Moves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from railrules.games.railroad_operations.consist import Row, coupled, cut_off, outer_cars, placed_beside
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


class Shunting:
    """What can be reached by switching one train, with the same lie of everything else."""

    def __init__(
        self,
        ground: Ground,
        train: Train,
        seat: int,
        worth: Callable[[Lie, Mapping[int, Square]], float],
        orders: Callable[[Row], Iterable[Row]],
        step: float,
    ) -> None:
        """`worth` tells what a lie is worth if switching ends there, `orders` into which rows to sort one, `step` what a Move costs."""
        self._train, self._seat = train, seat
        self._card = ground.content.trains[train.card]
        self._bare = {number: Square(number, there.card, (), 0, there.facility, there.beside) for number, there in ground.squares.items()}
        self._occupied = dict(ground.occupied)
        self._ad_tracks = ground.ad_tracks
        self._content = ground.content
        self._worth, self._orders, self._step = worth, orders, step
        self._ground = Ground(ground.content, self._bare, self._occupied, ground.ad_tracks)
        assert isinstance(train.place, InArea)  # only trains in the area are switched
        self._occupied[train.place.square] -= 1
        self._ended: dict[Lie, float] = {}
        self._best: dict[tuple[Lie, int, tuple[int, ...]], tuple[float, Lie]] = {}

    def ended(self, lie: Lie) -> float:
        """Return what a lie is worth if switching ends there."""
        known = self._ended.get(lie)
        if known is None:
            known = self._ended[lie] = self._worth(lie, self._squares(lie))
        return known

    def best(self, lie: Lie, moves: int, worked: tuple[int, ...]) -> tuple[float, Lie]:
        """Return what is the best that can be reached with some Moves, and how everything lies then."""
        key = lie, moves, worked
        known = self._best.get(key)
        if known is None:
            known = self.ended(lie), lie
            for after, taken, spent_then in self._steps(lie, moves, worked):
                found, there = self.best(after, moves - taken, spent_then)
                if found - taken * self._step > known[0] + 1e-9:
                    known = found - taken * self._step, there
            self._best[key] = known
        return known

    def rolled(self, lie: Lie, end: End, count: int, moves: int, worked: tuple[int, ...]) -> tuple[float, Lie]:
        """Return the best that can be reached after a cut has rolled that is about to."""
        steps = list(self._rolls(self._enter(lie), lie, end, count, worked))
        return max((self.best(after, moves, then) for after, then in steps), key=lambda found: found[0], default=(self.ended(lie), lie))

    def sorted(self, lie: Lie, picked: Row, moves: int, worked: tuple[int, ...]) -> tuple[float, Lie]:
        """Return the best that can be reached after a sorting of which some tokens are named."""
        rows = [row for row in self._orders(lie.row) if row[: len(picked)] == picked and row != lie.row]
        found = [self.best(Lie(lie.square, row, lie.standing), moves, worked) for row in rows]
        return max(found, key=lambda there: there[0], default=(self.ended(lie) - 1.0, lie))

    # ---- one step ----

    def _squares(self, lie: Lie) -> dict[int, Square]:
        squares = dict(self._bare)
        for number, cars, split in lie.standing:
            there = squares[number]
            squares[number] = Square(number, there.card, cars, split, there.facility, there.beside)
        return squares

    def _enter(self, lie: Lie) -> Train:
        """Lay everything as a lie has it, and return the train."""
        self._ground.squares = self._squares(lie)
        occupied = dict(self._occupied)
        occupied[lie.square] = occupied.get(lie.square, 0) + 1
        self._ground.occupied = occupied
        train = self._train
        return Train(train.card, train.section, train.serial, train.heading, InArea(self._seat, lie.square), lie.row)

    def _steps(self, lie: Lie, moves: int, worked: tuple[int, ...]) -> list[tuple[Lie, int, tuple[int, ...]]]:
        """Return what single steps lead to, with the Moves they take and the squares then worked."""
        card = self._card
        train = self._enter(lie)
        found: list[tuple[Lie, int, tuple[int, ...]]] = []
        for end in _ENDS:
            for count in range(1, outer_cars(lie.row, end) + 1):
                if row_of(lie.square) and self._ground.set_out_fault(train, card, end, count, worked) is None:
                    row, cut = cut_off(lie.row, end, count)
                    here = self._ground.squares[lie.square]
                    after = Lie(lie.square, row, _with(lie.standing, lie.square, *placed_beside(here.standing, here.split, cut, end)))
                    found.append((after, 0, spent(card, lie.square, cut, worked)))
                if moves:
                    found += [(after, 1, then) for after, then in self._rolls(train, lie, end, count, worked)]
            if moves:
                for stop, cars in self._ground.stops(train, card, end, worked).items():
                    found.append((self._moved(lie, end, stop, cars), 1, spent(card, stop, cars, worked)))
        if moves and self._ground.sort_fault(train) is None:
            found += [(Lie(lie.square, row, lie.standing), 1, worked) for row in self._orders(lie.row) if row != lie.row]
        return found

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


def _with(standing: Standing, square: int, cars: Row, split: int) -> Standing:
    """Return standing cars with those of a square changed."""
    rest = tuple(there for there in standing if there[0] != square)
    return tuple(sorted((*rest, (square, cars, split)))) if cars else rest


def lie_of(train: Train, squares: Mapping[int, Square]) -> Lie:
    """Return how a train and the cars lie."""
    assert isinstance(train.place, InArea)  # as above
    standing = tuple((number, there.standing, there.split) for number, there in sorted(squares.items()) if there.standing)
    return Lie(train.place.square, train.consist, standing)
