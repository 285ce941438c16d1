"""`rules.ground` on any small area: what a train may do while it is switched, held against a search written here from the page (OPS-6, B.8).

The search knows the routes of the cards from OPS-5.3, tries every way there is, one after the other, and reads the restrictions of OPS-6.14 by the
numbers of the trains. Positions are built from the cards and tokens that there are, so all laws of conservation hold in them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import attrs
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as whatever
from hypothesis import strategies as st

from railrules import SeededChance
from railrules.games.railroad_operations.actions import (
    Action,
    BeginSort,
    BeginSwitch,
    EndSwitch,
    FlyingSwitch,
    MoveTrain,
    RollTo,
    SetOut,
    SortNext,
)
from railrules.games.railroad_operations.consist import CABOOSE, COACH, ENGINE, Row, is_freight, is_loaded
from railrules.games.railroad_operations.content import LIMIT_CARD, OFFICE_CARD
from railrules.games.railroad_operations.rules.ground import Ground
from railrules.games.railroad_operations.rules.placing import Placing
from railrules.games.railroad_operations.state import (
    Area,
    End,
    Facility,
    InArea,
    Office,
    OptionPending,
    RollPending,
    Slot,
    SortPending,
    Square,
    State,
    SwitchPending,
    Train,
    Yards,
)
from railrules.games.railroad_operations.track import OFFICE, column_of, row_of, square_at
from railrules.parts import Pool
from tests.games.railroad_operations.given import CONTENT, GAME, GRADES, NO_CHANCE, Table, card, given

T = TypeVar("T")
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A position takes as long as the machine takes."""

# ---- positions ---------------------------------------------------------------------------------------------------------------------------

ROW_ZERO = ("st", "st", "tWN", "tWS", "tEN", "tES", "sy")
ANYWHERE = ("", "st", "cWN", "cWS", "cEN", "cES", "tWN", "tWS", "tEN", "tES", "sy", "yo", "Coal Tipple", "Fuel Dealer", "Foundry", "Freight House")
"""What lies on a square of the Secondary Track; the names of the scenarios."""
GROWN = (*ANYWHERE[1:], "tWN", "tWS", "tEN", "tES", "tWN", "tES", "Coal Tipple", "Saw Mill", "Foundry", "sy", "st")
"""What is laid in an area that grows."""
PLACING = Placing(CONTENT)
SWITCHED = ("T16", "T15", "T12", "T3", "T4", "T7", "T8", "X13", "X22", "X24")
OTHERS = ("T9", "T10", "T11")
SUPPLY = [stock.loaded + stock.empty for stock in CONTENT.stock]
"""How many tokens of each kind there are, the caboose last."""


@attrs.define
class Box:
    """The cards and tokens that are left while a position is built."""

    cards: Counter[int] = attrs.field(factory=lambda: Counter(CONTENT.deck))
    kinds: list[int] = attrs.field(factory=lambda: list(SUPPLY))

    def card(self, name: str) -> int | None:
        """A copy of a card if one is left."""
        place = card(name)
        if not self.cards[place]:
            return None
        self.cards[place] -= 1
        return place

    def row(self, wanted: Row) -> Row:
        """As many of these tokens as there are."""
        found = []
        for token in wanted:
            if token == ENGINE or self.kinds[token // 2]:
                found.append(token)
                if token != ENGINE:
                    self.kinds[token // 2] -= 1
        return tuple(found)


class Luck(SeededChance):
    """Chance with a few words more."""

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.pick(len(things))]

    def within(self, least: int, most: int) -> int:
        return least + self.pick(most - least + 1)

    def row(self, bare: int) -> Row:
        """A row of one to four cars; in `bare` cases of ten it has none."""
        return () if self.pick(10) < bare else tuple(self.pick(CABOOSE + 1) for _ in range(self.within(1, 4)))


def patchwork(luck: Luck, box: Box) -> dict[int, Square]:
    """Up to nine columns and three rows with any card on any square, whether it connects or not."""
    west, east = -luck.within(2, 4), luck.within(2, 4)
    squares: dict[int, Square] = {}
    for column in range(west, east + 1):
        number = square_at(column, 0)
        if column in (west, east):
            squares[number] = Square(number, LIMIT_CARD)
        elif column == 0:
            squares[number] = Square(number, OFFICE_CARD)
        else:
            names = (luck.one_of(ROW_ZERO), *ROW_ZERO)
            place = next(found for name in names if (found := box.card(name)) is not None)
            squares[number] = Square(number, place)
    for row in (-1, 1):
        for column in range(west, east + 1):
            name = luck.one_of(ANYWHERE)
            found = box.card(name) if name else None
            if found is not None:
                squares[square_at(column, row)] = Square(square_at(column, row), found)
    return squares


def grown(luck: Luck, box: Box) -> dict[int, Square]:
    """What players lay: from the first three cards on, each card on a square where it may be put."""
    squares = {square_at(column, 0): Square(square_at(column, 0), LIMIT_CARD) for column in (-1, 1)}
    squares[OFFICE] = Square(OFFICE, OFFICE_CARD)
    limits = -1, 1
    for _ in range(luck.within(8, 40)):
        name = luck.one_of(GROWN)
        area = Area(Office(), limits, tuple(squares[number] for number in sorted(squares)))
        free = [number for number in PLACING.squares(area, card(name), frozenset()) if number not in squares or squares[number].card == LIMIT_CARD]
        place = box.card(name) if free else None
        if place is None:
            continue
        number = luck.one_of(free)
        if number in squares:
            west = column_of(number) < 0
            limits = (limits[0] - 1, limits[1]) if west else (limits[0], limits[1] + 1)
            outward = square_at(limits[0] if west else limits[1], 0)
            squares[outward] = Square(outward, LIMIT_CARD)
        squares[number] = Square(number, place)
    return squares


def built_area(luck: Luck, box: Box) -> Area:
    """An area in which cars stand about; some facilities are locked."""
    squares = patchwork(luck, box) if luck.pick(3) == 0 else grown(luck, box)
    for number, square in squares.items():
        facility = Facility() if square.card in CONTENT.industries else None
        standing: Row = ()
        if number != OFFICE and CONTENT.pieces[square.card].operational:
            standing = box.row(luck.row(bare=8))
        if facility is not None and luck.pick(6) == 0:
            facility = locked(box, square.card, standing)
        squares[number] = attrs.evolve(square, standing=standing, facility=facility)
    columns = [column_of(number) for number, square in squares.items() if square.card == LIMIT_CARD]
    return Area(Office(luck.pick(4)), (min(columns), max(columns)), tuple(squares[number] for number in sorted(squares)))


def locked(box: Box, place: int, standing: Row) -> Facility:
    """A facility with a load on its pipeline: inbound, or outbound if an empty car for it stands there."""
    industry = CONTENT.industries[place]
    for kind in industry.inbound:
        if box.row((2 * kind + 1,)):
            return Facility((), (), (None, 2 * kind + 1, None), outbound=False)
    for kind in industry.outbound:
        if 2 * kind in standing and box.row((2 * kind + 1,)):
            return Facility((), (), (2 * kind + 1, None, None), outbound=True)
    return Facility()


@cache
def plain(level: int) -> State:
    """One player with nothing but an Office of a grade."""
    return given(GRADES[level]).state


def built(seed: int, names: tuple[str, ...]) -> State:
    """The position of a seed."""
    luck, box = Luck(seed), Box()
    area = built_area(luck, box)
    standable = [square.square for square in area.squares if CONTENT.pieces[square.card].operational]
    trains: list[Train] = []
    taken: Counter[int] = Counter()
    for name in (luck.one_of(names), *OTHERS[: luck.pick(3)]):
        free = [number for number in standable if taken[number] < (area.office.level + 1 if number == OFFICE else 1)]
        if not free:
            break
        number = luck.one_of(free)
        taken[number] += 1
        cars = box.row(luck.row(bare=2))
        place = luck.within(0, len(cars))
        found = box.card(name)
        assert found is not None
        trains.append(Train(found, 0, len(trains), 1, InArea(0, number), (*cars[:place], ENGINE, *cars[place:])))
    squares = [attrs.evolve(square, split=luck.within(0, len(square.standing)) if taken[square.square] else 0) for square in area.squares]
    state = plain(area.office.level)
    cards, division = state.cards, state.division
    worked: tuple[int, ...] = ()
    if number_of(trains[0]) in ((3, False), (4, False)):
        worked = tuple(number for number in standable if luck.pick(3) == 0)
    slots = [Slot(train.card) for train in trains if not CONTENT.trains[train.card].extra]
    deck = Pool.of(box.cards.elements()).remove([*cards.gone, *(card for pile in cards.piles for card in pile)])
    counts: list[int] = []
    for left in box.kinds[:-1]:
        counts += [left - left // 2, left // 2]
    state = attrs.evolve(
        state,
        areas=(attrs.evolve(area, squares=tuple(squares)),),
        division=attrs.evolve(
            division,
            trays=(*trains, *[None] * (len(division.trays) - len(trains))),
            timetable=(*slots, *[None] * (12 - len(slots))),
            yards=Yards((*counts, box.kinds[-1]), (0,) * 15),
            serial=len(trains),
        ),
        cards=attrs.evolve(cards, deck=deck),
        pending=SwitchPending(0, 0, 6, worked),
    )
    assert not [*GAME.invariant_faults(state)]
    return state


def positions(names: tuple[str, ...] = SWITCHED) -> st.SearchStrategy[State]:
    """Any position in which the train on tray 0, one of these, is being switched; up to two others stand about."""
    return st.integers(0, 2**64 - 1).map(lambda seed: built(seed, names))


def number_of(train: Train) -> tuple[int, bool]:
    """The number of a train, and whether it is an Extra."""
    there = CONTENT.trains[train.card]
    return there.number, there.extra


def switched(state: State) -> tuple[Train, int]:
    """The train on tray 0 and its square."""
    train = state.division.trays[0]
    assert train is not None
    assert isinstance(train.place, InArea)
    return train, train.place.square


def squares_of(state: State) -> dict[int, Square]:
    return {square.square: square for square in state.areas[0].squares}


def switch_of(state: State) -> SwitchPending:
    assert isinstance(state.pending, SwitchPending)
    return state.pending


def legal(state: State, kind: type) -> list[Any]:
    return [action for action in GAME.legal_actions(state) if isinstance(action, kind)]


def after(state: State, action: Action) -> State:
    """The position after a step of switching, which asks no chance and keeps all laws."""
    assert GAME.validate(state, action) is None
    changed = GAME.transition(state, action, NO_CHANCE)
    assert not [*GAME.invariant_faults(changed)]
    return changed


# ---- the page once more ------------------------------------------------------------------------------------------------------------------

ROUTES = {
    "curve-w-north": "W N/",
    "curve-w-south": "W S\\",
    "curve-e-north": "E N\\",
    "curve-e-south": "E S/",
    "turnout-w-north": "W E|W N/",
    "turnout-w-south": "W E|W S\\",
    "turnout-e-north": "E W|E N\\",
    "turnout-e-south": "E W|E S/",
}
"""OPS-5.3; all other cards with track have one route from W to E."""
MEETS = {"W": (-1, 0, "E"), "E": (1, 0, "W"), "N/": (0, -1, "S/"), "N\\": (0, -1, "S\\"), "S/": (0, 1, "N/"), "S\\": (0, 1, "N\\")}


def routes_of(square: Square) -> list[list[str]]:
    name = CONTENT.cards[square.card].id if square.card >= 0 else ""
    return [route.split() for route in ROUTES.get(name, "W E").split("|")]


def ways(state: State, start: int, heading: int) -> Iterator[tuple[int, ...]]:
    """Every way out of a square, west or east, each up to where the track ends: the squares entered."""
    squares = squares_of(state)

    def on(number: int, port: str) -> Iterator[tuple[int, ...]]:
        column, row, entry = MEETS[port]
        place = (column_of(number) + column, row_of(number) + row)
        entered = squares.get(square_at(*place)) if -7 < place[0] < 7 and -4 < place[1] < 4 else None
        exits = [] if entered is None else [(set(route) - {entry}).pop() for route in routes_of(entered) if entry in route]
        if entered is None or not exits:
            yield ()
            return
        for leaving in exits:
            for rest in on(entered.square, leaving):
                yield (entered.square, *rest)

    (route,) = routes_of(squares[start])  # nobody stands on a turnout
    yield from on(start, next(port for port in route if port in (("E", "N/", "S\\") if heading else ("W", "N\\", "S/"))))


def is_shut(state: State, number: int) -> bool:
    """OPS-6.4: a Limit, a locked facility, a square with another train, an Office without a free track."""
    square = squares_of(state)[number]
    there = sum(train is not None and train.place == InArea(0, number) for train in state.division.trays)
    if number == OFFICE:
        return there > state.areas[0].office.level
    is_locked = square.facility is not None and any(load is not None for load in square.facility.pipeline)
    return square.card == LIMIT_CARD or is_locked or there > 0


def is_operational(state: State, number: int) -> bool:
    return len(routes_of(squares_of(state)[number])) == 1 and squares_of(state)[number].card != LIMIT_CARD


def may_join(state: State, cars: Row, number: int) -> bool:
    """OPS-6.5, 6.14: the train on tray 0 may couple these cars on a square."""
    train, _ = switched(state)
    freight = sum(2 <= token < 14 for token in cars)
    match number_of(train):
        case (13, True):
            allowed = False
        case (22, True):
            allowed = all(token in (0, 2, 4, 6, 8, 10, 12, 14) for token in cars)
        case (3 | 4, False):
            allowed = freight == 0 or (freight == 1 and number not in switch_of(state).worked)
        case _:
            allowed = True
    return allowed and len(train.consist) + len(cars) <= 5


def may_stay(state: State, cut: Row, number: int) -> bool:
    """OPS-6.14: the train on tray 0 may leave these cars on a square."""
    train, _ = switched(state)
    freight = sum(2 <= token < 14 for token in cut)
    match number_of(train):
        case (7 | 8, False):
            return 0 not in cut and 1 not in cut
        case (3 | 4, False):
            return freight == 0 or (freight == 1 and number not in switch_of(state).worked)
        case _:
            return True


def sides(state: State) -> tuple[Row, Row]:
    """The cars west and east of the train on tray 0."""
    _, start = switched(state)
    here = squares_of(state)[start]
    return here.standing[: here.split], here.standing[here.split :]


def is_locked_in(state: State) -> bool:
    _, start = switched(state)
    facility = squares_of(state)[start].facility
    return facility is not None and any(load is not None for load in facility.pipeline)


def moves_by_hand(state: State) -> dict[MoveTrain, Row]:
    """OPS-6.3 to 6.7: all Moves, with the cars that are coupled."""
    _, start = switched(state)
    squares = squares_of(state)
    found: dict[MoveTrain, Row] = {}
    for heading in (0, 1):
        beside = sides(state)[heading]
        if beside:
            if not is_locked_in(state) and may_join(state, beside, start):
                found[MoveTrain(heading, start)] = beside
            continue
        for way in ways(state, start, heading):
            for number in way:
                if is_shut(state, number):
                    break
                cars = squares[number].standing
                if is_operational(state, number) and (not cars or may_join(state, cars, number)):
                    found[MoveTrain(heading, number)] = cars
                if cars:
                    break
    return found


def cuts(train: Train) -> Iterator[tuple[int, int, Row]]:
    """Every cut of cars of an outer end: end, count, the cars."""
    engine = train.consist.index(ENGINE)
    for count in range(1, engine + 1):
        yield 0, count, train.consist[:count]
    for count in range(1, len(train.consist) - engine):
        yield 1, count, train.consist[len(train.consist) - count :]


def set_outs_by_hand(state: State) -> dict[SetOut, Row]:
    """OPS-6.8: all set-outs, with the cars."""
    train, start = switched(state)
    standing = squares_of(state)[start].standing
    if start == OFFICE or is_locked_in(state):
        return {}
    return {SetOut(end, count): cut for end, count, cut in cuts(train) if len(standing) + count <= 4 and may_stay(state, cut, start)}


def rolls_by_hand(state: State) -> dict[FlyingSwitch, set[int]]:
    """OPS-6.10, R24: all Flying Switches, with the facilities that the cut may roll to."""
    train, start = switched(state)
    squares = squares_of(state)
    found: dict[FlyingSwitch, set[int]] = {}
    for end, count, cut in cuts(train):
        if is_locked_in(state) or sides(state)[end]:
            continue
        targets = set()
        for way in ways(state, start, end):
            for number in way:
                if is_shut(state, number):
                    break
                standing = squares[number].standing
                if squares[number].facility is not None and len(standing) + count <= 4 and may_stay(state, cut, number):
                    targets.add(number)
                if standing:
                    break
        if targets:
            found[FlyingSwitch(end, count)] = targets
    return found


# ---- Moves -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.3", "OPS-6.4", "OPS-6.5", "OPS-6.7", "OPS-6.11", "OPS-6.14", "OPS-R26")
@PATIENT
@whatever(positions())
def test_the_moves_offered_are_those_of_the_search(state: State) -> None:
    """Neither more nor fewer, each with the cars that it couples; all others are refused for a reason."""
    expected = moves_by_hand(state)
    assert set(legal(state, MoveTrain)) == set(expected)
    train, _ = switched(state)
    ground = Ground.in_state(CONTENT, state, 0)
    headings: tuple[End, End] = (0, 1)
    for heading in headings:
        stops = ground.stops(train, CONTENT.trains[train.card], heading, switch_of(state).worked)
        assert stops == {move.square: cars for move, cars in expected.items() if move.heading == heading}
        for number in range(91):
            fault = GAME.validate(state, MoveTrain(heading, number))
            assert (fault is None) == (MoveTrain(heading, number) in expected)


@pytest.mark.rule("OPS-6.3", "OPS-6.4", "OPS-6.5")
@PATIENT
@whatever(positions())
def test_no_move_passes_what_it_may_not_pass(state: State) -> None:
    """Some way leads there on which no square before the last has cars, and none is a Limit, locked, or has another train but for the Office."""
    _, start = switched(state)
    squares = squares_of(state)
    for move in legal(state, MoveTrain):
        assert is_operational(state, move.square)
        if move.square == start:
            assert sides(state)[move.heading]
            continue
        assert not sides(state)[move.heading]
        led = [way[: way.index(move.square) + 1] for way in ways(state, start, move.heading) if move.square in way]
        free = [way for way in led if not any(squares[number].standing for number in way[:-1]) and not any(is_shut(state, number) for number in way)]
        assert free
        for way in free:
            assert LIMIT_CARD not in [squares[number].card for number in way]
            columns = [column_of(number) for number in (start, *way)]
            assert all((to - one) * (1 if move.heading else -1) in (0, 1) for one, to in pairwise(columns))


@pytest.mark.rule("OPS-6.5", "OPS-6.6", "OPS-6.8", "OPS-6.11", "OPS-6.14")
@PATIENT
@whatever(positions())
def test_what_a_move_does(state: State) -> None:
    """The train stands there with the cars of that square at its leading end, in order; what was on the other side of it stays."""
    train, start = switched(state)
    for move, cars in moves_by_hand(state).items():
        changed = after(state, move)
        if not isinstance(changed.pending, SwitchPending):
            continue  # nothing was left to do, and the Stage has gone on
        moved, square = switched(changed)
        assert square == move.square
        assert moved.consist == (train.consist + cars if move.heading else cars + train.consist)
        assert len(moved.consist) <= 5
        rest = sides(state)[1 - move.heading] if move.square == start else squares_of(state)[start].standing
        there = squares_of(changed)
        assert there[start].standing == rest
        assert there[move.square].standing == (rest if move.square == start else ())
        assert there[start].split == (len(rest) if move.square == start and move.heading else 0)
        assert changed.pending.moves == 5
        untouched = {number: square for number, square in squares_of(state).items() if number not in (start, move.square)}
        assert {number: there[number] for number in untouched} == untouched
        before, now = switch_of(state).worked, switch_of(changed).worked
        spends = number_of(train) in ((3, False), (4, False)) and any(map(is_freight, cars))
        assert set(now) == {*before, move.square} if spends else now == before


@pytest.mark.rule("OPS-6.3", "OPS-6.11")
@PATIENT
@whatever(positions())
def test_a_move_without_coupling_can_be_reversed(state: State) -> None:
    """Where no cars stand and no load locks the square that was left, the Move back is offered, and all is as before but for two Moves."""
    _, start = switched(state)
    here = squares_of(state)[start]
    for move, cars in moves_by_hand(state).items():
        if cars:
            continue
        moved = after(state, move)
        back = MoveTrain(1 - move.heading, start)
        if here.standing or is_locked_in(state):
            if isinstance(moved.pending, SwitchPending) and back in legal(moved, MoveTrain):
                assert here.standing
                assert moves_by_hand(moved)[back] == here.standing  # coming back couples them
            continue
        assert back in legal(moved, MoveTrain)
        again = after(moved, back)
        assert attrs.evolve(again, pending=state.pending) == state
        assert switch_of(again).moves == 4


@pytest.mark.rule("OPS-6.1", "OPS-R6")
@PATIENT
@whatever(positions(), st.integers(1, 6))
def test_moves_run_out(state: State, moves: int) -> None:
    """Each Move, Flying Switch and re-ordering takes one, set-outs none; without one there are only set-outs."""
    state = attrs.evolve(state, pending=attrs.evolve(switch_of(state), moves=moves))
    for action in GAME.legal_actions(state):
        changed = after(state, action)
        pending = changed.pending
        if isinstance(pending, (SortPending, RollPending)):
            pending = pending.switch
        if isinstance(pending, SwitchPending):
            assert pending.moves == moves - (not isinstance(action, SetOut))
    out = attrs.evolve(state, pending=attrs.evolve(switch_of(state), moves=0))
    assert GAME.legal_actions(out) == (EndSwitch(), *legal(state, SetOut))
    for action in (*legal(state, MoveTrain), *legal(state, FlyingSwitch), *legal(state, BeginSort)):
        fault = GAME.validate(out, action)
        assert fault is not None
        assert (fault.code, fault.rule) == ("no-moves-left", "OPS-6.1")


# ---- set-outs, Flying Switches, re-ordering ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.8", "OPS-5.11", "OPS-6.14", "OPS-R26")
@PATIENT
@whatever(positions())
def test_the_set_outs_offered_are_those_of_the_search(state: State) -> None:
    """Cars of an outer end that fit beside those that stand there; the whole square keeps its order."""
    train, start = switched(state)
    west, east = sides(state)
    expected = set_outs_by_hand(state)
    assert set(legal(state, SetOut)) == set(expected)
    for action, cut in expected.items():
        changed = after(state, action)
        if not isinstance(changed.pending, SwitchPending):
            continue  # nothing was left to do
        left, square = switched(changed)
        assert square == start
        assert Counter(left.consist) + Counter(cut) == Counter(train.consist)
        assert (*sides(changed)[0], *left.consist, *sides(changed)[1]) == (*west, *train.consist, *east)
        assert changed.pending.moves == 6


@pytest.mark.rule("OPS-6.10", "OPS-R24", "OPS-R3", "OPS-6.14", "OPS-5.11")
@PATIENT
@whatever(positions())
def test_the_flying_switches_offered_are_those_of_the_search(state: State) -> None:
    """With just the facilities that the cut can roll to; the train stays, the cut joins what stands there on the near side."""
    train, start = switched(state)
    expected = rolls_by_hand(state)
    assert set(legal(state, FlyingSwitch)) == set(expected)
    for action, targets in expected.items():
        asked = GAME.transition(state, action, NO_CHANCE)
        if len(targets) > 1:
            assert isinstance(asked.pending, RollPending)
            assert {roll.square for roll in legal(asked, RollTo)} == targets
            results = {target: after(asked, RollTo(target)) for target in targets}
        else:
            results = dict.fromkeys(targets, asked)
        for target, changed in results.items():
            if not isinstance(changed.pending, SwitchPending):
                continue  # nothing was left to do
            left, square = switched(changed)
            cut = train.consist[-action.count :] if action.end else train.consist[: action.count]
            assert square == start
            assert left.consist == (train.consist[: -action.count] if action.end else train.consist[action.count :])
            there = squares_of(state)[target].standing
            assert squares_of(changed)[target].standing == (cut + there if action.end else there + cut)
            assert squares_of(changed)[start] == squares_of(state)[start]
            budget = number_of(train) in ((3, False), (4, False)) and any(map(is_freight, cut))
            assert set(changed.pending.worked) - set(switch_of(state).worked) <= ({target} if budget else set())
            assert not budget or target in changed.pending.worked


@pytest.mark.rule("OPS-6.9", "OPS-R25", "OPS-R7")
@settings(PATIENT, max_examples=50)
@whatever(positions())
def test_re_ordering_is_offered_on_a_small_yard(state: State) -> None:
    """To a train with two orders; every other order can be made, the present one cannot."""
    train, start = switched(state)
    on_yard = squares_of(state)[start].card == card("sy")
    assert bool(legal(state, BeginSort)) == (on_yard and len(set(train.consist)) > 1)
    if not legal(state, BeginSort):
        return
    results: set[Row] = set()
    waiting = [after(state, BeginSort())]
    while waiting:
        there = waiting.pop()
        if isinstance(there.pending, SortPending):
            waiting += [after(there, action) for action in legal(there, SortNext)]
        else:
            results.add(switched(there)[0].consist)
    assert train.consist not in results
    tokens_of = Counter(train.consist)
    assert all(Counter(row) == tokens_of for row in results)
    orders = 1
    for place in range(2, len(train.consist) + 1):
        orders *= place
    for count in tokens_of.values():
        for place in range(2, count + 1):
            orders //= place
    assert len(results) == orders - 1


# ---- whole sequences ---------------------------------------------------------------------------------------------------------------------


def all_tokens(state: State) -> Counter[int]:
    """The cars in trains and standing about, loaded and empty ones told apart."""
    found: Counter[int] = Counter()
    for train in state.division.trays:
        if train is not None:
            found.update(token for token in train.consist if token != ENGINE)
    for square in state.areas[0].squares:
        found.update(square.standing)
    return found


@pytest.mark.rule("OPS-I1", "OPS-I2", "OPS-I13", "OPS-6.13", "OPS-1.6")
@PATIENT
@whatever(positions(), st.integers(0, 2**32))
def test_switching_keeps_every_token(state: State, seed: int) -> None:
    """No step makes, loads, empties or loses a car; yards, facilities, other trains and all cards stay as they are; it ends in time."""
    chance = SeededChance(seed)
    before, others = all_tokens(state), state.division.trays[1:]
    facilities = {number: square.facility for number, square in squares_of(state).items()}
    for _ in range(60):
        actions = [action for action in GAME.legal_actions(state) if not isinstance(action, EndSwitch)]
        if not actions:
            break
        changed = after(state, actions[chance.pick(len(actions))])
        if not isinstance(changed.pending, (SwitchPending, SortPending, RollPending)):
            return  # nothing was left to do, and the Stage has gone on
        assert all_tokens(changed) == before
        assert changed.division.trays[1:] == others
        assert changed.division.yards == state.division.yards
        assert (changed.cards, changed.people, changed.books, changed.clock) == (state.cards, state.people, state.books, state.clock)
        assert {number: square.facility for number, square in squares_of(changed).items()} == facilities
        locked_ones = [number for number, facility in facilities.items() if facility is not None and facility.locked]
        assert all(squares_of(changed)[number].standing == squares_of(state)[number].standing for number in locked_ones)
        state = changed
    else:
        raise AssertionError("switching does not end")


@pytest.mark.rule("OPS-4.3", "OPS-R27", "OPS-6.14")
@PATIENT
@whatever(positions((*SWITCHED, "T1", "T2", "X11", "X15")))
def test_switch_is_open_to_a_train_that_can_make_a_step(state: State) -> None:
    """`BeginSwitch` is offered for a train of the area with a Move, set-out, Flying Switch or re-ordering, unless its card forbids all of them."""
    train, start = switched(state)
    asked = attrs.evolve(state, pending=OptionPending(0))
    fresh = attrs.evolve(state, pending=attrs.evolve(switch_of(state), worked=()))
    can = any((moves_by_hand(fresh), set_outs_by_hand(fresh), rolls_by_hand(fresh)))
    can = can or (squares_of(state)[start].card == card("sy") and len(train.consist) > 1)
    never = number_of(train) in ((1, False), (2, False), (11, True), (15, True))
    assert (BeginSwitch(0) in GAME.legal_actions(asked)) == (can and not never)
    fault = GAME.validate(asked, BeginSwitch(0))
    assert (fault.code if fault else None) == ("train-may-not-switch" if never else None if can else "train-cannot-move")


# ---- four cars (OPS-6.5) -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.5", "OPS-1.5")
@pytest.mark.parametrize("standing", ["h", "hH", "hHh", "hHhH"])
@pytest.mark.parametrize("train", ["@", "b@", "bb@", "bBk@", "bBbk@"])
def test_four_cars_are_the_most(train: str, standing: str) -> None:
    """A square is entered if its cars and those of the train are four at most; else it stops the way, and says why."""
    table = given(f"Branch; (2,-1) [{standing}]; (3,-1) st", f"T16 {train} Office 0").do("BeginSwitch(T16)")
    fits = len(train) - 1 + len(standing) <= 4
    assert ("E, (2,-1)" in table.among("MoveTrain")) == fits
    assert table.code("MoveTrain(E, (3,-1))") == "stands-behind-cars"
    if fits:
        assert table.do("MoveTrain(E, (2,-1))").row("T16") == train + standing
    else:
        assert table.code("MoveTrain(E, (2,-1))") == "consist-too-long"


@pytest.mark.rule("OPS-6.5", "OPS-1.5")
def test_four_cars_are_the_most_without_moving_too() -> None:
    """Cars beside the train are coupled by a Move of length zero if they are not too many; else the train does not leave by that side."""
    table = given("Branch; (2,-1) [hHh]; (3,-1) st", "T16 kb@ 0(2,-1)").do("BeginSwitch(T16)")
    assert table.code("MoveTrain(E, (2,-1))") == "consist-too-long"
    assert table.code("MoveTrain(E, (3,-1))") == "cars-must-couple-first"
    assert given("Branch; (2,-1) [hH]", "T16 kb@ 0(2,-1)").do("BeginSwitch(T16)", "MoveTrain(E, (2,-1))").row("T16") == "kb@hH"


@pytest.mark.rule("OPS-6.5")
@settings(PATIENT, max_examples=50)
@whatever(positions(("T16",)))
def test_what_would_be_five_cars_is_not_entered(state: State) -> None:
    """For a train without restrictions that is all that keeps it from standing cars on operational track."""
    train, start = switched(state)
    squares = squares_of(state)
    for heading in (0, 1):
        if sides(state)[heading]:
            continue
        out = list(ways(state, start, heading))
        for way in out:
            for place, number in enumerate(way):
                if is_shut(state, number):
                    break
                cars = squares[number].standing
                if cars:
                    fault = GAME.validate(state, MoveTrain(heading, number))
                    too_long = len(train.consist) - 1 + len(cars) > 4
                    assert (fault is not None) == too_long
                    if fault is not None and not any(number in other and other[: place + 1] != way[: place + 1] for other in out):
                        assert fault.code == "consist-too-long"  # of several ways there the first one names the obstacle (OPS-W4)
                    break


# ---- the restrictions of OPS-6.14, one by one --------------------------------------------------------------------------------------------

LONG = "Branch Fuel Dealer; (3,-1) st"


def at_work(area: str, train: str) -> Table:
    """A train on the Office, or where it says, that is being switched."""
    name = train.split(maxsplit=1)[0].rstrip("<>")
    return given(area, train).do(f"BeginSwitch({name})")


@pytest.mark.rule("OPS-6.14")
@pytest.mark.parametrize("train", ["T1 CC@", "T2 @CC", "X11> c@", "X15< @CBk"])
def test_no_switching(train: str) -> None:
    """These trains take no switching step: `BeginSwitch` is refused, though they could move."""
    table = given(LONG, f"{train} Office 0")
    name = train.split(maxsplit=1)[0].rstrip("<>")
    assert "BeginSwitch" not in " ".join(table.legal)
    assert table.code(f"BeginSwitch({name})") == "train-may-not-switch"
    assert Ground.in_state(CONTENT, table.state, 0).can_switch(table.train(name), CONTENT.trains[table.train(name).card])


@pytest.mark.rule("OPS-6.14", "OPS-R3")
@pytest.mark.parametrize("number", [3, 4])
def test_one_freight_car_a_square(number: int) -> None:
    """Trains 3 and 4 pick up or set out one freight car at each square, in sum."""
    name = f"T{number}"
    table = at_work("Branch Fuel Dealer; (2,-1) [b]; (3,-1) st", f"{name} r@ Office 0")
    there = table.do("MoveTrain(E, (2,-1))")
    assert (there.row(name), there.worked) == ("r@b", "(2,-1)")
    assert there.code("SetOut(E, 1)") == there.code("SetOut(W, 1)") == "setout-forbidden"
    beyond = there.do("MoveTrain(E, (3,-1))")
    assert sorted(beyond.among("SetOut")) == ["E, 1", "W, 1"]
    done = beyond.do("SetOut(E, 1)")
    assert (done.row(name), done.standing("(3,-1)"), done.worked) == ("r@", "b", "(2,-1) (3,-1)")
    assert done.code("SetOut(W, 1)") == "setout-forbidden"
    assert done.code("MoveTrain(E, (3,-1))") == "coupling-forbidden"
    back = done.do("MoveTrain(W, (2,-1))")
    assert back.code("SetOut(W, 1)") == "setout-forbidden"
    assert back.code("MoveTrain(E, (3,-1))") == "coupling-forbidden"


@pytest.mark.rule("OPS-6.14", "OPS-R3")
@pytest.mark.parametrize("number", [3, 4])
def test_one_freight_car_and_any_number_of_others(number: int) -> None:
    """Coaches and cabooses do not count; two freight cars at once are one too many, with others between them or not."""
    name = f"T{number}"
    for standing, fits in (("cCk", True), ("cbC", True), ("b", True), ("bB", False), ("bcR", False), ("cC", True), ("brgt", False)):
        table = at_work(f"{LONG}; (2,-1) [{standing}]", f"{name} @ Office 0")
        assert ("E, (2,-1)" in table.among("MoveTrain")) == fits
        if fits:
            has_freight = bool(set(standing) & set("bBrR"))
            assert table.do("MoveTrain(E, (2,-1))").worked == ("(2,-1)" if has_freight else "")
        else:
            assert table.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    for row, allowed in (("@bC", ["E, 1", "E, 2"]), ("@Cb", ["E, 1", "E, 2"]), ("@bB", ["E, 1"]), ("@CcC", ["E, 1", "E, 2", "E, 3"])):
        assert at_work(LONG, f"{name} {row} 0(3,-1)").among("SetOut") == allowed


@pytest.mark.rule("OPS-6.14", "OPS-R3", "OPS-6.10")
@pytest.mark.parametrize("number", [3, 4])
def test_one_freight_car_that_rolls(number: int) -> None:
    """A Flying Switch spends the budget of the square to which the cut rolls, and of no other."""
    name = f"T{number}"
    table = at_work("Branch Fuel Dealer", f"{name} @Cbr Office 0").do("MoveTrain(E, (1,-1))")
    assert table.among("FlyingSwitch") == ["E, 1"]
    assert table.code("FlyingSwitch(E, 2)") == "setout-forbidden"
    rolled = table.do("FlyingSwitch(E, 1)")
    assert (rolled.row(name), rolled.standing("(2,-1)"), rolled.worked) == ("@Cb", "r", "(2,-1)")
    assert rolled.among("FlyingSwitch") == []
    assert rolled.code("FlyingSwitch(E, 1)") == "setout-forbidden"
    assert rolled.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    assert rolled.among("SetOut") == ["E, 1", "E, 2"]  # the budget of its own square is whole; the second is a coach
    coaches = at_work("Branch Fuel Dealer", f"{name} @Cc Office 0").do("MoveTrain(E, (1,-1))", "FlyingSwitch(E, 1)")
    assert (coaches.standing("(2,-1)"), coaches.worked) == ("c", "")


@pytest.mark.rule("OPS-6.14")
@pytest.mark.parametrize("number", [7, 8])
def test_coaches_are_kept(number: int) -> None:
    """Trains 7 and 8 never set out a coach, neither by itself nor among others, nor by a Flying Switch; they couple coaches."""
    name = f"T{number}"
    table = at_work(LONG, f"{name} @cbB 0(3,-1)")
    assert table.among("SetOut") == ["E, 1", "E, 2"]
    assert table.code("SetOut(E, 3)") == "setout-forbidden"
    assert at_work(LONG, f"{name} C@b 0(3,-1)").code("SetOut(W, 1)") == "setout-forbidden"
    assert at_work("Branch; (2,-1) [cC]", f"{name} @b Office 0").do("MoveTrain(E, (2,-1))").row(name) == "@bcC"
    rolling = at_work("Branch", f"{name} @bC Office 0")
    assert rolling.among("FlyingSwitch") == []
    assert rolling.code("FlyingSwitch(E, 1)") == rolling.code("FlyingSwitch(E, 2)") == "setout-forbidden"
    assert at_work("Branch", f"{name} @Cb Office 0").among("FlyingSwitch") == ["E, 1"]


@pytest.mark.rule("OPS-6.14")
@pytest.mark.parametrize("heading", "<>")
@pytest.mark.parametrize("standing", ["h", "H", "k", "c", "hH"])
def test_x13_never_couples(heading: str, standing: str) -> None:
    """Not even an empty car or a caboose, by moving or without; it sets out, and then does not get its own cars again."""
    table = at_work(f"Branch; (2,-1) [{standing}]; (3,-1) st", f"X13{heading} bk@ Office 0")
    assert not [move for move in table.among("MoveTrain") if move in ("E, (2,-1)", "E, (3,-1)")]
    assert table.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    assert table.code("MoveTrain(E, (3,-1))") == "stands-behind-cars"
    beside = at_work(f"Branch; (2,-1) [{standing}]; (3,-1) st", f"X13{heading} bk@ 0(2,-1)")
    assert beside.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    cut = beside.do("SetOut(W, 1)")
    assert cut.code("MoveTrain(W, (2,-1))") == "coupling-forbidden"
    assert cut.code("MoveTrain(W, (1,-1))") == "cars-must-couple-first"


@pytest.mark.rule("OPS-6.14")
@pytest.mark.parametrize(("standing", "fits"), [("h", True), ("hb", True), ("c", True), ("k", True), ("H", False), ("hB", False), ("hCb", False)])
def test_x22_couples_empty_cars(standing: str, *, fits: bool) -> None:
    """A square with a loaded car cannot be entered, and what lies behind it not reached; loaded cars in the train may be set out."""
    table = at_work(f"Branch; (2,-1) [{standing}]; (3,-1) st", "X22> @ Office 0")
    assert ("E, (2,-1)" in table.among("MoveTrain")) == fits
    if not fits:
        assert table.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
        assert table.code("MoveTrain(E, (3,-1))") == "stands-behind-cars"
        beside = at_work(f"Branch; (2,-1) [{standing}]", "X22> bB@ 0(2,-1)")
        assert beside.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
        assert "W, 1" in beside.among("SetOut")


@pytest.mark.rule("OPS-6.14")
@settings(PATIENT, max_examples=50)
@whatever(positions(("T16",)), st.sampled_from(("T3", "T7", "X13", "X22")))
def test_restrictions_only_take_away(state: State, name: str) -> None:
    """A train with a restriction is offered what one without is, less what the restriction forbids."""
    train, start = switched(state)
    ground = Ground.in_state(CONTENT, state, 0)
    bound, free = CONTENT.trains[card(name)], CONTENT.trains[train.card]
    ends: tuple[End, End] = (0, 1)
    for end in ends:
        stops = ground.stops(train, free, end, ())
        keeps: dict[str, Callable[[Row], bool]] = {
            "T3": lambda row: sum(map(is_freight, row)) <= 1,
            "T7": lambda _: True,
            "X13": lambda row: not row,
            "X22": lambda row: not any(map(is_loaded, row)),
        }
        assert ground.stops(train, bound, end, ()) == {number: row for number, row in stops.items() if keeps[name](row)}
        for _, count, cut in (there for there in cuts(train) if there[0] == end):
            leaves = {"T3": sum(map(is_freight, cut)) <= 1, "T7": not {COACH, COACH + 1} & set(cut)}.get(name, True)
            fault = ground.set_out_fault(train, free, end, count, ())
            assert (ground.set_out_fault(train, bound, end, count, ()) is None) == (fault is None and leaves)
            rolls = ground.rolls(train, free, end, count, ())
            assert ground.rolls(train, bound, end, count, ()) == (rolls if leaves else ())
    assert ground.squares[start].square == start


# ---- some positions that must come up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.4", "OPS-7.5", "OPS-R26")
def test_a_train_on_a_locked_square() -> None:
    """It may leave by a side without cars, but not couple, set out, or cut; and it cannot come back."""
    table = at_work("Branch Fuel Dealer; (2,-1) [t] pipe - H -; (3,-1) st; (2,0) st", "T16 kb@ 0(2,-1)")
    assert table.among("SetOut") == []
    assert table.code("SetOut(W, 1)") == "track-locked"
    assert table.code("MoveTrain(E, (2,-1))") == "track-locked"
    assert table.code("MoveTrain(E, (3,-1))") == "cars-must-couple-first"
    assert table.code("FlyingSwitch(W, 1)") == "no-facility-in-reach"
    gone = table.do("MoveTrain(W, (1,-1))")
    assert gone.code("MoveTrain(E, (2,-1))") == gone.code("MoveTrain(E, (3,-1))") == "track-locked"
    assert table.state.pending == SwitchPending(0, 0, 6)


@pytest.mark.rule("OPS-6.10", "OPS-R26", "OPS-W9")
def test_no_cut_rolls_from_a_locked_square() -> None:
    """Nor past cars on that side; from an unlocked one without cars it does."""
    for there, rolls in (("; (2,-1) pipe - H -", False), ("", True), ("; (2,-1) [b]", False)):
        table = at_work(f"Branch Fuel Dealer{there}; (3,-1) Coal Tipple", "T16 @h 0(2,-1)")
        assert bool(table.among("FlyingSwitch")) == rolls
        if not rolls:
            assert table.code("FlyingSwitch(E, 1)") == "no-facility-in-reach"


@pytest.mark.rule("OPS-6.14", "OPS-6.10")
@pytest.mark.parametrize(
    ("train", "count", "code"), [("T3 @br", 2, "setout-forbidden"), ("T3 @br", 1, "no-facility-in-reach"), ("T8 @bC", 2, "setout-forbidden")]
)
def test_a_cut_that_may_not_be_left_is_refused_as_such(train: str, count: int, code: str) -> None:
    """Also where no facility is in reach: what the card forbids is told first."""
    assert at_work("-3..3", f"{train} Office 0").code(f"FlyingSwitch(E, {count})") == code


@pytest.mark.rule("OPS-6.3", "OPS-6.4", "OPS-6.11")
def test_what_stops_a_train_by_name() -> None:
    """A Limit, a turnout, a train on the line, a full Office and one with a free track."""
    table = at_work("DE Loop", "T16 @ 0(-3,0)")
    assert table.code("MoveTrain(W, (-4,0))") == "leaves-by-limits"
    assert table.code("MoveTrain(E, (-2,0))") == "not-operational-rail"
    assert table.stops("E") == "(-1,0) (0,0) (2,0) (-2,-1) (-1,-1) (0,-1) (1,-1)"
    one = given("DE Loop", "T16 @ 0(-3,0)", "T9 @ Office 0").do("BeginSwitch(T16)")
    assert one.stops("E") == table.stops("E")
    full = given("DE Loop", "T16 @ 0(-3,0)", "T9 @ Office 0", "T11 @ Office 0").do("BeginSwitch(T16)")
    assert full.code("MoveTrain(E, (0,0))") == "blocked-by-train"
    assert full.stops("E") == "(-1,0) (-2,-1) (-1,-1) (0,-1) (1,-1) (2,0)"
    blocked = given("DE Loop", "T16 @ 0(-3,0)", "T9 @ 0(-1,0)", "T11 @ 0(-1,-1)").do("BeginSwitch(T16)")
    assert blocked.stops("E") == "(-2,-1)"
    assert blocked.code("MoveTrain(E, (0,-1))") == "blocked-by-train"
