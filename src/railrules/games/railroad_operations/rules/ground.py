"""`Ground`: an Office Area as switching sees it, and what a train can do there (OPS-6, section B.8). Asks questions, changes nothing."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from railrules.games.railroad_operations.consist import (
    COACH,
    MOST_CARS,
    Row,
    beside_train,
    is_freight,
    is_loaded,
    kind_of,
    orders,
    outer_cars,
)
from railrules.games.railroad_operations.content import LIMIT_CARD, Content, TrainCard
from railrules.games.railroad_operations.state import Area, End, InArea, Square, State, Train
from railrules.games.railroad_operations.track import OFFICE, Plan, Port, meeting, walk

LOCKED = "track-locked"


class Ground:
    """One Office Area: its squares, the trains on them, its Limits."""

    def __init__(self, content: Content, squares: Mapping[int, Square], occupied: Mapping[int, int], ad_tracks: int) -> None:
        """`occupied` counts the trains on each square, those on the Office too."""
        self.content = content
        self.squares = squares
        self.occupied = occupied
        self.ad_tracks = ad_tracks

    @classmethod
    def of(cls, content: Content, area: Area, seat: int, trains: Iterable[Train | None]) -> "Ground":
        """Return the ground of an area."""
        squares = {square.square: square for square in area.squares}
        return cls(content, squares, occupied_squares(seat, trains), content.grades[area.office.level].ad_tracks)

    @classmethod
    def in_state(cls, content: Content, state: State, seat: int) -> "Ground":
        """Return the ground of a seat in a position."""
        return cls.of(content, state.areas[seat], seat, state.division.trays)

    @cached_property
    def plan(self) -> Plan:
        """The track that lies there."""
        pieces = self.content.pieces
        return {number: pieces[square.card] for number, square in self.squares.items() if square.card in pieces}

    def has_free_track(self) -> bool:
        """Return whether an A/D track is free."""
        return self.occupied.get(OFFICE, 0) < self.ad_tracks

    def blocked(self, square: int) -> str | None:
        """Return why a train may not enter a square, None if it may: the obstacles of OPS-6.4, but for cars."""
        there = self.squares[square]
        if there.card == LIMIT_CARD:
            return "leaves-by-limits"
        if there.facility is not None and there.facility.locked:
            return LOCKED
        if square == OFFICE:
            return None if self.has_free_track() else "blocked-by-train"
        return "blocked-by-train" if self.occupied.get(square) else None

    # ---- coupling and Moves ------------------------------------------------------------------------------------------------------------

    def coupling_fault(self, train: Train, card: TrainCard, square: int, cars: Row, worked: tuple[int, ...]) -> str | None:
        """Return why a train may not couple the cars that stand on a square (OPS-6.5, 6.14), None if it may."""
        if not may_couple(card, square, cars, worked):
            return "coupling-forbidden"
        return "consist-too-long" if len(train.consist) - 1 + len(cars) > MOST_CARS else None

    def stops(self, train: Train, card: TrainCard, heading: End, worked: tuple[int, ...]) -> dict[int, Row]:
        """Return the squares where a Move may end, with the cars that are coupled there (OPS-6.3 to 6.7), in the order of the walk."""
        start = _square(train)
        here = self.squares[start]
        beside = beside_train(here.standing, here.split, heading)
        if beside:
            locked = here.facility is not None and here.facility.locked
            return {} if locked or self.coupling_fault(train, card, start, beside, worked) else {start: beside}
        found: dict[int, Row] = {}

        def look(square: int) -> bool | None:
            if self.blocked(square):
                return None
            cars = self.squares[square].standing
            if cars:
                if self.plan[square].operational and self.coupling_fault(train, card, square, cars, worked) is None:
                    found[square] = cars
                return False
            if self.plan[square].operational:
                found[square] = ()
            return True

        for _ in walk(self.plan, start, heading, look):
            pass
        return found

    def why_no_stop(self, train: Train, card: TrainCard, heading: End, target: int, worked: tuple[int, ...]) -> tuple[str, int]:
        """Return why a Move may not end on `target`, which is no stop, and the square where the obstacle is (OPS-W4)."""
        start = _square(train)
        here = self.squares[start]
        beside = beside_train(here.standing, here.split, heading)
        if beside:
            if target != start:
                return "cars-must-couple-first", start
            if here.facility is not None and here.facility.locked:
                return LOCKED, start
            return self.coupling_fault(train, card, start, beside, worked) or "not-connected", start
        for way in ways(self.plan, start, heading, target):
            for square in way:
                obstacle = self.blocked(square)
                if obstacle:
                    return obstacle, square
                cars = self.squares[square].standing
                if square != target:
                    if cars:
                        return "stands-behind-cars", square
                elif cars:
                    return self.coupling_fault(train, card, square, cars, worked) or "not-operational-rail", square
            return "not-operational-rail", target
        return "not-connected", target

    # ---- set-outs and Flying Switches --------------------------------------------------------------------------------------------------

    def may_set_out(self, train: Train, card: TrainCard, end: End, count: int, square: int, worked: tuple[int, ...]) -> bool:
        """Return whether the flags of a train let it leave `count` cars of an end on a square (OPS-6.14)."""
        cut = train.consist[-count:] if end else train.consist[:count]
        return may_leave(card, cut) and within_budget(card, square, cut, worked)

    def set_out_fault(self, train: Train, card: TrainCard, end: End, count: int, worked: tuple[int, ...]) -> str | None:
        """Return why cars cannot be set out (OPS-6.8), None if they can."""
        square = _square(train)
        here = self.squares[square]
        if count > outer_cars(train.consist, end):
            return "nothing-to-cut"
        if square == OFFICE:
            return "not-on-office"
        if here.facility is not None and here.facility.locked:
            return LOCKED
        if len(here.standing) + count > MOST_CARS:
            return "square-full"
        return None if self.may_set_out(train, card, end, count, square, worked) else "setout-forbidden"

    def rolls(self, train: Train, card: TrainCard, end: End, count: int, worked: tuple[int, ...]) -> tuple[int, ...]:
        """Return the facility squares to which a cut may roll (OPS-6.10, R24, W9)."""
        start = _square(train)
        here = self.squares[start]
        if (here.facility is not None and here.facility.locked) or beside_train(here.standing, here.split, end):
            return ()
        found: list[int] = []

        def look(square: int) -> bool | None:
            if self.blocked(square):
                return None
            there = self.squares[square]
            fits = len(there.standing) + count <= MOST_CARS
            if there.facility is not None and fits and self.may_set_out(train, card, end, count, square, worked):
                found.append(square)
            return not there.standing

        for _ in walk(self.plan, start, end, look):
            pass
        return tuple(found)

    def rolling_reach(self, train: Train, end: End) -> frozenset[int]:
        """Return the squares that a cut could reach, whatever room there is."""
        reached = set()

        def look(square: int) -> bool | None:
            if self.blocked(square):
                return None
            reached.add(square)
            return not self.squares[square].standing

        for _ in walk(self.plan, _square(train), end, look):
            pass
        return frozenset(reached)

    def sort_fault(self, train: Train) -> str | None:
        """Return why a train cannot be re-ordered where it stands (OPS-6.9), None if it can."""
        trackage = self.content.trackage.get(self.squares[_square(train)].card)
        if trackage is None or trackage.shape != "small-yard":
            return "not-on-small-yard"
        return "only-one-order" if orders(train.consist) == 1 else None

    def can_switch(self, train: Train, card: TrainCard) -> bool:
        """Return whether switching a train could begin with any step at all (OPS-R27)."""
        ends: tuple[End, ...] = (0, 1)
        if any(self.stops(train, card, heading, ()) for heading in ends) or self.sort_fault(train) is None:
            return True
        for end in ends:
            for count in range(1, outer_cars(train.consist, end) + 1):
                if self.set_out_fault(train, card, end, count, ()) is None or self.rolls(train, card, end, count, ()):
                    return True
        return False


def occupied_squares(seat: int, trains: Iterable[Train | None]) -> dict[int, int]:
    """Return how many trains stand on each square of an area."""
    found: dict[int, int] = {}
    for train in trains:
        if train is not None and type(train.place) is InArea and train.place.seat == seat:
            found[train.place.square] = found.get(train.place.square, 0) + 1
    return found


def _square(train: Train) -> int:
    place = train.place
    assert isinstance(place, InArea)  # only trains in an area are switched
    return place.square


def may_couple(card: TrainCard, square: int, cars: Row, worked: tuple[int, ...]) -> bool:
    """Return whether the flags of a train let it couple these cars (OPS-6.14)."""
    if "no_coupling" in card.restrictions:
        return False
    if "empty_coupling_only" in card.restrictions and any(map(is_loaded, cars)):
        return False
    return within_budget(card, square, cars, worked)


def may_leave(card: TrainCard, cut: Row) -> bool:
    """Return whether the flags of a train let it leave these cars anywhere (OPS-6.14)."""
    if "no_coach_set_out" in card.restrictions and any(kind_of(token) == COACH for token in cut):
        return False
    return "one_freight_per_square" not in card.restrictions or sum(map(is_freight, cut)) <= 1


def within_budget(card: TrainCard, square: int, cars: Row, worked: tuple[int, ...]) -> bool:
    """Return whether trains 3 and 4 may still pick up or set out these cars on a square: one freight car in all (OPS-6.14, R3)."""
    if "one_freight_per_square" not in card.restrictions:
        return True
    freight = sum(map(is_freight, cars))
    return freight == 0 or (freight == 1 and square not in worked)


def spent(card: TrainCard, square: int, cars: Row, worked: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares where the budget is spent after these cars were picked up or set out on `square`."""
    counts = "one_freight_per_square" in card.restrictions and any(map(is_freight, cars)) and square not in worked
    return tuple(sorted((*worked, square))) if counts else worked


def ways(plan: Plan, start: int, heading: End, target: int) -> Iterable[tuple[int, ...]]:
    """Yield the ways from `start` to `target` in the order of a walk that nothing stops, each as the squares entered."""
    waiting: list[tuple[tuple[int, ...], int, Port]] = [((), start, plan[start].port_towards(heading))]
    while waiting:
        way, square, port = waiting.pop()
        met = meeting(square, port)
        piece = None if met is None else plan.get(met[0])
        if met is None or piece is None or met[1] not in piece.ports:
            continue
        entered, entry = met
        if entered == target:
            yield (*way, entered)
        else:
            ways: list[tuple[tuple[int, ...], int, Port]] = [((*way, entered), entered, leaving) for leaving in reversed(piece.exits(entry))]
            waiting += ways
