"""The Freight Agent (OPS-7.1 to 7.4) and the workers (OPS-7.5 to 7.12): boxes, pipelines, Porters (section B.9)."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from railrules import Rejection
from railrules.games.railroad_operations.actions import (
    BoardCoach,
    CallFreightAgent,
    ClearBox,
    DetrainCoach,
    EndFreight,
    EndWork,
    NameLoad,
    StockBox,
    UnjamLoad,
    WorkFacility,
)
from railrules.games.railroad_operations.consist import COACH, Row, Token, empty, exchanged, kind_of, loaded
from railrules.games.railroad_operations.content import Content, Industry
from railrules.games.railroad_operations.events import (
    BoxCleared,
    BoxStocked,
    FreightEnded,
    LaborerWorked,
    LoadUnjammed,
    PassengersBoarded,
    PassengersDetrained,
)
from railrules.games.railroad_operations.rules.work import Work, WorkRule, own_area
from railrules.games.railroad_operations.state import (
    Area,
    Facility,
    FreightPending,
    InArea,
    NamePending,
    Office,
    OptionPending,
    Square,
    State,
    Train,
    WorkPending,
)
from railrules.games.railroad_operations.track import OFFICE, SQUARES

GREEN, RED, CAR, MEN, AT, WORK = 0, 2, 4, 6, 7, 8
"""What the numbers of loads stand for; green, red and car have two each, by place among the kinds of the facility."""
LOADS = 9

CALL_FREIGHT_AGENT = CallFreightAgent()
END_FREIGHT = EndFreight()
END_WORK = EndWork()
STOCKS = tuple(StockBox(square) for square in range(SQUARES))
CLEARS = tuple(ClearBox(square) for square in range(SQUARES))
UNJAMS = tuple(UnjamLoad(square) for square in range(SQUARES))
WORKS = tuple(WorkFacility(square) for square in range(SQUARES))
NAMES = tuple(NameLoad(load) for load in range(LOADS))

Yard: TypeAlias = list[int] | tuple[int, ...]
"""The counts of a yard by token."""


# ---- what can be done at a facility -----------------------------------------------------------------------------------------------------


def outbound_loads(facility: Facility, kind: int) -> int:
    """Return how many loads of a kind are on the pipeline on their way to a car."""
    return sum([token is not None and kind_of(token) == kind for token in facility.pipeline]) if facility.outbound else 0


def stockable(industry: Industry, square: Square, yard: Yard) -> list[int]:
    """Return the places of the kinds that could be stocked at a facility (OPS-7.2)."""
    facility = square.facility
    assert facility is not None  # an industry is asked
    if not industry.outbound or len(facility.green) >= industry.green + facility.docks:
        return []
    found = []
    for place, kind in enumerate(industry.outbound):
        claimed = facility.green.count(loaded(kind)) + outbound_loads(facility, kind)
        if yard[loaded(kind)] and square.standing.count(empty(kind)) > claimed:
            found.append(place)
    return found


def clearable(industry: Industry, facility: Facility) -> list[int]:
    """Return the places of the kinds that lie in the red boxes of a facility (OPS-7.3)."""
    return [place for place, kind in enumerate(industry.inbound) if loaded(kind) in facility.red]


def unjammable(industry: Industry, facility: Facility) -> list[int]:
    """Return the loads that could be taken away from a facility (OPS-7.4), ascending."""
    found = [GREEN + place for place, kind in enumerate(industry.outbound) if loaded(kind) in facility.green]
    found += [RED + place for place in clearable(industry, facility)]
    return found + [MEN + place for place, token in enumerate(facility.pipeline) if token is not None]


def steps(industry: Industry, square: Square, yard: Yard) -> list[int]:
    """Return the steps that a Laborer could make at a facility, each by the load that it moves (OPS-7.6 to 7.8), ascending."""
    facility = square.facility
    assert facility is not None  # an industry is asked
    men, at, work = facility.pipeline
    found: list[int] = []
    if facility.outbound is not False and men is None:
        for place, kind in enumerate(industry.outbound):
            standing = square.standing.count(empty(kind))
            if loaded(kind) in facility.green and standing > outbound_loads(facility, kind):
                found.append(GREEN + place)
    if facility.outbound is not True and work is None:
        for place, kind in enumerate(industry.inbound):
            if loaded(kind) in square.standing and yard[empty(kind)]:
                found.append(CAR + place)
    if facility.outbound is True:
        if men is not None and at is None:
            found.append(MEN)
        if at is not None and work is None:
            found.append(AT)
        if work is not None and empty(kind_of(work)) in square.standing:
            found.append(WORK)
    elif facility.outbound is False:
        if men is not None and len(facility.red) < industry.red + facility.warehouses:
            found.append(MEN)
        if at is not None and men is None:
            found.append(AT)
        if work is not None and at is None:
            found.append(WORK)
    return found


def laborers(industry: Industry, facility: Facility) -> int:
    """Return how many steps Laborers can make at a facility in a Stage (OPS-7.5, 5.13)."""
    return industry.laborers + facility.gangs


# ---- Freight Agent ---------------------------------------------------------------------------------------------------------------------


def find_square(area: Area, number: int) -> Square | None:
    """Return a square of an area, None if nothing lies there."""
    return next((square for square in area.squares if square.square == number), None)


class CallFreightAgentRule(WorkRule[CallFreightAgent]):
    """OPS-4.1, 7.1: the third option of Local Operations."""

    action = CallFreightAgent

    def candidates(self, state: State) -> Iterable[CallFreightAgent]:
        return (CALL_FREIGHT_AGENT,)

    def reject(self, state: State, action: CallFreightAgent) -> Rejection | None:
        return None

    def perform(self, work: Work, action: CallFreightAgent) -> None:
        pending = work.pending
        assert isinstance(pending, OptionPending)  # the book opens it at no other decision
        work.pending = FreightPending(pending.player)


class EndFreightRule(WorkRule[EndFreight]):
    """OPS-4.1, 7.1: the Freight Agent does nothing."""

    action = EndFreight

    def candidates(self, state: State) -> Iterable[EndFreight]:
        return (END_FREIGHT,)

    def reject(self, state: State, action: EndFreight) -> Rejection | None:
        return None

    def perform(self, work: Work, action: EndFreight) -> None:
        pending = work.pending
        assert isinstance(pending, FreightPending)  # the book opens it at no other decision
        if work.log is not None:
            work.log.append(FreightEnded(pending.player))
        work.end_turn()


class StockBoxRule(WorkRule[StockBox]):
    """OPS-7.2: a load into a green box of a facility or of the Office."""

    action = StockBox

    def candidates(self, state: State) -> Iterable[StockBox]:
        return STOCKS

    def legal(self, state: State) -> tuple[StockBox, ...]:
        _, area = own_area(state)
        return tuple([STOCKS[square.square] for square in area.squares if self._reject(state, area, square) is None])

    def reject(self, state: State, action: StockBox) -> Rejection | None:
        _, area = own_area(state)
        return self._reject(state, area, find_square(area, action.square))

    def _reject(self, state: State, area: Area, square: Square | None) -> Rejection | None:
        yard = state.division.yards.division
        if square is not None and square.square == OFFICE:
            boxes = self.content.grades[area.office.level].green
            if not boxes:
                return Rejection("no-box", "OPS-7.2", "the Office has no green box")
            if area.office.green >= boxes:
                return Rejection("box-full", "OPS-7.2", "the green boxes of the Office are full")
            return None if yard[loaded(COACH)] else Rejection("yard-has-none", "OPS-7.2", "the Division Yard has no loaded coach")
        if square is None or square.facility is None or not self.content.industries[square.card].outbound:
            return Rejection("no-box", "OPS-7.2", "there is no green box on that square")
        industry = self.content.industries[square.card]
        if stockable(industry, square, yard):
            return None
        if len(square.facility.green) >= industry.green + square.facility.docks:
            return Rejection("box-full", "OPS-7.2", "the green boxes there are full")
        if not any(yard[loaded(kind)] for kind in industry.outbound):
            return Rejection("yard-has-none", "OPS-7.2", "the Division Yard has no such load")
        return Rejection("no-unclaimed-car", "OPS-7.2", "no empty car that is not claimed stands there for a load of the Division Yard")

    def perform(self, work: Work, action: StockBox) -> None:
        pending = work.pending
        assert isinstance(pending, FreightPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        if action.square == OFFICE:
            area = work.area(seat)
            area.office = Office(area.office.level, area.office.green + 1, area.office.red)
            if work.log is not None:
                work.log.append(BoxStocked(seat, OFFICE, loaded(COACH)))
            work.take(loaded(COACH))
            work.end_turn()
            return
        square = work.area(seat).squares[action.square]
        places = stockable(self.content.industries[square.card], square, work.division)
        name_or_do(work, pending, "stock", seat, action.square, places, GREEN)


class ClearBoxRule(WorkRule[ClearBox]):
    """OPS-7.3, 7.9: a load out of a red box, empty."""

    action = ClearBox

    def candidates(self, state: State) -> Iterable[ClearBox]:
        return CLEARS

    def legal(self, state: State) -> tuple[ClearBox, ...]:
        _, area = own_area(state)
        return tuple([CLEARS[square.square] for square in area.squares if self._reject(area, square) is None])

    def reject(self, state: State, action: ClearBox) -> Rejection | None:
        _, area = own_area(state)
        return self._reject(area, find_square(area, action.square))

    def _reject(self, area: Area, square: Square | None) -> Rejection | None:
        if square is not None and square.square == OFFICE:
            if not self.content.grades[area.office.level].red:
                return Rejection("no-box", "OPS-7.3", "the Office has no red box")
            return None if area.office.red else Rejection("box-empty", "OPS-7.3", "the red boxes of the Office are empty")
        if square is None or square.facility is None or not self.content.industries[square.card].inbound:
            return Rejection("no-box", "OPS-7.3", "there is no red box on that square")
        return None if square.facility.red else Rejection("box-empty", "OPS-7.3", "the red boxes there are empty")

    def perform(self, work: Work, action: ClearBox) -> None:
        pending = work.pending
        assert isinstance(pending, FreightPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        if action.square == OFFICE:
            area = work.area(seat)
            area.office = Office(area.office.level, area.office.green, area.office.red - 1)
            if work.log is not None:
                work.log.append(BoxCleared(seat, OFFICE, empty(COACH)))
            work.retire((empty(COACH),))
            work.end_turn()
            return
        square = work.area(seat).squares[action.square]
        assert square.facility is not None  # reject has looked
        places = clearable(self.content.industries[square.card], square.facility)
        name_or_do(work, pending, "clear", seat, action.square, places, RED)


class UnjamLoadRule(WorkRule[UnjamLoad]):
    """OPS-7.4: a load away from a box or the pipeline, as it is."""

    action = UnjamLoad

    def candidates(self, state: State) -> Iterable[UnjamLoad]:
        return UNJAMS

    def legal(self, state: State) -> tuple[UnjamLoad, ...]:
        _, area = own_area(state)
        return tuple([UNJAMS[square.square] for square in area.squares if self._reject(area, square) is None])

    def reject(self, state: State, action: UnjamLoad) -> Rejection | None:
        _, area = own_area(state)
        return self._reject(area, find_square(area, action.square))

    def _reject(self, area: Area, square: Square | None) -> Rejection | None:
        if square is not None and square.square == OFFICE:
            grade = self.content.grades[area.office.level]
            if not grade.green and not grade.red:
                return Rejection("no-box", "OPS-7.4", "the Office has no boxes")
            full = area.office.green or area.office.red
            return None if full else Rejection("nothing-to-unjam", "OPS-7.4", "the boxes of the Office are empty")
        if square is None or square.facility is None:
            return Rejection("no-box", "OPS-7.4", "there is no facility on that square")
        if unjammable(self.content.industries[square.card], square.facility):
            return None
        return Rejection("nothing-to-unjam", "OPS-7.4", "there is no load at that facility")

    def perform(self, work: Work, action: UnjamLoad) -> None:
        pending = work.pending
        assert isinstance(pending, FreightPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        name_or_do(work, pending, "unjam", seat, action.square, named_loads(self.content, work, "unjam", seat, action.square), 0)


def named_loads(content: Content, work: Work, op: str, seat: int, number: int) -> list[int]:
    """Return the loads, or steps, of a square that an operation could mean, ascending."""
    if number == OFFICE:
        office = work.office(seat)
        return [GREEN] * bool(office.green) + [RED] * bool(office.red)
    square = work.area(seat).squares[number]
    assert square.facility is not None  # only facilities and the Office have loads
    return loads_of(content.industries[square.card], square, work.division, op)


def loads_of(industry: Industry, square: Square, yard: Yard, op: str) -> list[int]:
    """Return the loads, or steps, of a facility that an operation could mean, ascending."""
    assert square.facility is not None  # an industry is asked
    if op == "stock":
        return [GREEN + place for place in stockable(industry, square, yard)]
    if op == "clear":
        return [RED + place for place in clearable(industry, square.facility)]
    return unjammable(industry, square.facility) if op == "unjam" else steps(industry, square, yard)


def name_or_do(work: Work, back: FreightPending | WorkPending, op: str, seat: int, square: int, places: list[int], first: int) -> None:
    """Do an operation if one load is meant, else ask which (section B.3)."""
    loads = [first + place for place in places]
    if len(loads) > 1:
        word = {"stock": "stock", "clear": "clear", "unjam": "unjam", "work": "work"}
        work.pending = NamePending(back.player, word[op], square, back)  # type: ignore[arg-type]  # one of its words
        return
    DO[op](work, back, seat, square, loads[0])


def facility_at(work: Work, seat: int, number: int) -> tuple[Square, Facility, Industry]:
    """Return a facility of an area with its square and industry."""
    square = work.area(seat).squares[number]
    assert square.facility is not None  # it was looked for
    return square, square.facility, work.content.industries[square.card]


def set_facility(work: Work, seat: int, square: Square, facility: Facility, standing: Row | None = None) -> None:
    """Change a facility, and the cars that stand there."""
    row = square.standing if standing is None else standing
    work.area(seat).squares[square.square] = Square(square.square, square.card, row, square.split, facility, square.beside)


def with_boxes(facility: Facility, green: Row, red: Row) -> Facility:
    """Return a facility with other boxes."""
    return Facility(green, red, facility.pipeline, facility.outbound, facility.docks, facility.warehouses, facility.gangs)


def with_pipeline(facility: Facility, pipeline: list[Token | None], *, outbound: bool) -> Facility:
    """Return a facility with another pipeline; an empty one has no direction."""
    men, at, work = pipeline
    way = outbound if any(token is not None for token in pipeline) else None
    return Facility(facility.green, facility.red, (men, at, work), way, facility.docks, facility.warehouses, facility.gangs)


def less(row: Row, token: Token) -> Row:
    """Return ascending tokens without one of them."""
    place = row.index(token)
    return row[:place] + row[place + 1 :]


def do_stock(work: Work, back: FreightPending | WorkPending, seat: int, number: int, load: int) -> None:
    """OPS-7.2: the load comes out of the Division Yard."""
    square, facility, industry = facility_at(work, seat, number)
    token = loaded(industry.outbound[load - GREEN])
    set_facility(work, seat, square, with_boxes(facility, tuple(sorted((*facility.green, token))), facility.red))
    if work.log is not None:
        work.log.append(BoxStocked(seat, number, token))
    work.take(token)
    work.end_turn()


def do_clear(work: Work, back: FreightPending | WorkPending, seat: int, number: int, load: int) -> None:
    """OPS-7.3, 7.9: the load goes to the Classification Yard, empty."""
    square, facility, industry = facility_at(work, seat, number)
    kind = industry.inbound[load - RED]
    set_facility(work, seat, square, with_boxes(facility, facility.green, less(facility.red, loaded(kind))))
    if work.log is not None:
        work.log.append(BoxCleared(seat, number, empty(kind)))
    work.retire((empty(kind),))
    work.end_turn()


def do_unjam(work: Work, back: FreightPending | WorkPending, seat: int, number: int, load: int) -> None:
    """OPS-7.4: the load goes to the Classification Yard as it is."""
    if number == OFFICE:
        area = work.area(seat)
        green, red = area.office.green - (load == GREEN), area.office.red - (load == RED)
        area.office = Office(area.office.level, green, red)
        token = loaded(COACH)
    else:
        square, facility, industry = facility_at(work, seat, number)
        if load >= MEN:
            pipeline = list(facility.pipeline)
            there = pipeline[load - MEN]
            assert there is not None  # the load was offered
            token, pipeline[load - MEN] = there, None
            changed = with_pipeline(facility, pipeline, outbound=bool(facility.outbound))
        elif load >= RED:
            token = loaded(industry.inbound[load - RED])
            changed = with_boxes(facility, facility.green, less(facility.red, token))
        else:
            token = loaded(industry.outbound[load - GREEN])
            changed = with_boxes(facility, less(facility.green, token), facility.red)
        set_facility(work, seat, square, changed)
    if work.log is not None:
        work.log.append(LoadUnjammed(seat, number, load, token))
    work.retire((token,))
    work.end_turn()


# ---- Laborers --------------------------------------------------------------------------------------------------------------------------


def do_work(work: Work, back: FreightPending | WorkPending, seat: int, number: int, load: int) -> None:
    """OPS-7.6 to 7.8: a step of the pipeline."""
    assert isinstance(back, WorkPending)  # Laborers work in Load/Unload only
    square, facility, industry = facility_at(work, seat, number)
    pipeline = list(facility.pipeline)
    standing, done = square.standing, False
    green, red = facility.green, facility.red
    outbound = facility.outbound if load >= MEN else load < CAR
    retired: tuple[Token, ...] = ()
    taken: Token | None = None
    if load < RED:  # a green box to MEN
        token = loaded(industry.outbound[load - GREEN])
        green, pipeline[0] = less(green, token), token
    elif load < MEN:  # a car to WORK
        kind = industry.inbound[load - CAR]
        token = loaded(kind)
        standing, taken, pipeline[2] = exchanged(standing, token, empty(kind)), empty(kind), token
    else:
        there = pipeline[load - MEN]
        assert there is not None  # the step was offered
        token, pipeline[load - MEN] = there, None
        following = load - MEN + (1 if outbound else -1)
        if following == len(pipeline):  # WORK to the car
            standing, done = exchanged(standing, empty(kind_of(token)), token), True
            retired = (empty(kind_of(token)),)
        elif following < 0:  # MEN to a red box
            red, done = tuple(sorted((*red, token))), True
        else:
            pipeline[following] = token
    changed = with_pipeline(with_boxes(facility, green, red), pipeline, outbound=bool(outbound))
    set_facility(work, seat, square, changed, standing)
    if work.log is not None:
        work.log.append(LaborerWorked(seat, number, load, token, done))
    if taken is not None:
        work.take(taken)
    if retired:
        work.retire(retired)
    if done:
        work.pay(work.seats[seat], work.config.options.freight_revenue, "freight")
    used = dict(back.used)
    used[number] = used.get(number, 0) + 1
    work.pending = WorkPending(back.player, tuple(sorted(used.items())), back.porters)


DO: dict[str, Callable[[Work, FreightPending | WorkPending, int, int, int], None]] = {
    "stock": do_stock,
    "clear": do_clear,
    "unjam": do_unjam,
    "work": do_work,
}


class NameLoadRule(WorkRule[NameLoad]):
    """OPS-7.4, 7.6: which load, or which step, is meant."""

    action = NameLoad

    def candidates(self, state: State) -> Iterable[NameLoad]:
        return NAMES

    def _loads(self, state: State) -> list[int]:
        pending = self._pending(state)
        _, area = own_area(state)
        if pending.square == OFFICE:
            return [GREEN] * bool(area.office.green) + [RED] * bool(area.office.red)
        square = find_square(area, pending.square)
        assert square is not None  # it was named
        return loads_of(self.content.industries[square.card], square, state.division.yards.division, pending.op)

    def _pending(self, state: State) -> NamePending:
        pending = state.pending
        assert isinstance(pending, NamePending)  # the book opens it at no other decision
        return pending

    def legal(self, state: State) -> tuple[NameLoad, ...]:
        return tuple([NAMES[load] for load in self._loads(state)])

    def reject(self, state: State, action: NameLoad) -> Rejection | None:
        if action.load in self._loads(state):
            return None
        rule = "OPS-7.6" if self._pending(state).op == "work" else "OPS-7.4"
        return Rejection("no-such-load", rule, "there is no such load, or it cannot be moved now")

    def perform(self, work: Work, action: NameLoad) -> None:
        pending = work.pending
        assert isinstance(pending, NamePending)  # the book opens it at no other decision
        DO[pending.op](work, pending.back, work.seat_of(pending.player), pending.square, action.load)


class WorkFacilityRule(WorkRule[WorkFacility]):
    """OPS-7.5 to 7.8, 7.12: a Laborer makes a step."""

    action = WorkFacility

    def candidates(self, state: State) -> Iterable[WorkFacility]:
        return WORKS

    def legal(self, state: State) -> tuple[WorkFacility, ...]:
        _, area = own_area(state)
        return tuple([WORKS[square.square] for square in area.squares if square.facility is not None and self._reject(state, square) is None])

    def reject(self, state: State, action: WorkFacility) -> Rejection | None:
        _, area = own_area(state)
        return self._reject(state, find_square(area, action.square))

    def _reject(self, state: State, square: Square | None) -> Rejection | None:
        pending = state.pending
        assert isinstance(pending, WorkPending)  # the book opens it at no other decision
        if square is None or square.facility is None:
            return Rejection("no-facility", "OPS-7.5", "there is no facility on that square")
        industry = self.content.industries[square.card]
        if dict(pending.used).get(square.square, 0) >= laborers(industry, square.facility):
            return Rejection("laborers-used", "OPS-7.12", "all Laborers there have worked in this Stage")
        if not steps(industry, square, state.division.yards.division):
            return Rejection("no-step", "OPS-7.6", "no load there can be moved")
        return None

    def perform(self, work: Work, action: WorkFacility) -> None:
        pending = work.pending
        assert isinstance(pending, WorkPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        name_or_do(work, pending, "work", seat, action.square, named_loads(self.content, work, "work", seat, action.square), 0)


# ---- Porters ---------------------------------------------------------------------------------------------------------------------------


class PorterRule(WorkRule):  # type: ignore[type-arg]  # the kind of action is that of the subclass
    """What boarding and detraining share (OPS-7.10 to 7.12)."""

    def _reject_train(self, state: State, tray: int) -> Rejection | None:
        pending = state.pending
        assert isinstance(pending, WorkPending)  # the book opens it at no other decision
        seat, area = own_area(state)
        if pending.porters >= self.content.grades[area.office.level].porters:
            return Rejection("no-porter", "OPS-7.10", "there is no Porter left")
        trays = state.division.trays
        train = trays[tray] if tray < len(trays) else None
        if train is None or train.place != InArea(seat, OFFICE):
            return Rejection("train-not-at-office", "OPS-7.12", "the train does not stand at the own Office")
        if not serves_passengers(self.content, train, area.office.level):
            return Rejection("no-passenger-work", "OPS-7.11", "this train does no passenger work here")
        return None

    def _row(self, state: State, tray: int) -> Row:
        train = state.division.trays[tray]
        assert train is not None  # the train was looked for
        return train.consist

    def _at_office(self, state: State) -> list[int]:
        seat, _ = own_area(state)
        place = InArea(seat, OFFICE)
        return [tray for tray, train in enumerate(state.division.trays) if train is not None and train.place == place]

    def _exchange(self, work: Work, tray: int, wanted: Token, given: Token) -> None:
        train = work.train(tray)
        work.couple(tray, exchanged(train.consist, wanted, given), train.place)


class BoardCoachRule(PorterRule):
    """OPS-7.10: a loaded coach of a green box for an empty one of a train."""

    action = BoardCoach

    def candidates(self, state: State) -> Iterable[BoardCoach]:
        return [BoardCoach(tray) for tray in self._at_office(state)]

    def reject(self, state: State, action: BoardCoach) -> Rejection | None:
        unfit = self._reject_train(state, action.tray)
        if unfit is not None:
            return unfit
        _, area = own_area(state)
        if not area.office.green:
            return Rejection("box-empty", "OPS-7.10", "the green boxes of the Office are empty")
        return None if empty(COACH) in self._row(state, action.tray) else Rejection("no-coach", "OPS-7.10", "the train has no empty coach")

    def perform(self, work: Work, action: BoardCoach) -> None:
        pending = work.pending
        assert isinstance(pending, WorkPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        area = work.area(seat)
        area.office = Office(area.office.level, area.office.green - 1, area.office.red)
        self._exchange(work, action.tray, empty(COACH), loaded(COACH))
        if work.log is not None:
            work.log.append(PassengersBoarded(seat, action.tray, work.name(action.tray)))
        work.retire((empty(COACH),))
        work.pay(pending.player, work.config.options.passenger_revenue, "passenger")
        work.pending = WorkPending(pending.player, pending.used, pending.porters + 1)


class DetrainCoachRule(PorterRule):
    """OPS-7.10: a loaded coach of a train goes to a red box, for an empty one."""

    action = DetrainCoach

    def candidates(self, state: State) -> Iterable[DetrainCoach]:
        return [DetrainCoach(tray) for tray in self._at_office(state)]

    def reject(self, state: State, action: DetrainCoach) -> Rejection | None:
        unfit = self._reject_train(state, action.tray)
        if unfit is not None:
            return unfit
        _, area = own_area(state)
        if loaded(COACH) not in self._row(state, action.tray):
            return Rejection("no-coach", "OPS-7.10", "the train has no loaded coach")
        if area.office.red >= self.content.grades[area.office.level].red:
            return Rejection("box-full", "OPS-7.10", "the red boxes of the Office are full")
        if not state.division.yards.division[empty(COACH)]:
            return Rejection("yard-has-none", "OPS-7.10", "the Division Yard has no empty coach")
        return None

    def perform(self, work: Work, action: DetrainCoach) -> None:
        pending = work.pending
        assert isinstance(pending, WorkPending)  # the book opens it at no other decision
        seat = work.seat_of(pending.player)
        area = work.area(seat)
        area.office = Office(area.office.level, area.office.green, area.office.red + 1)
        self._exchange(work, action.tray, loaded(COACH), empty(COACH))
        if work.log is not None:
            work.log.append(PassengersDetrained(seat, action.tray, work.name(action.tray)))
        work.take(empty(COACH))
        work.pay(pending.player, work.config.options.passenger_revenue, "passenger")
        work.pending = WorkPending(pending.player, pending.used, pending.porters + 1)


class EndWorkRule(WorkRule[EndWork]):
    """OPS-7.12: Load/Unload is over for this player."""

    action = EndWork

    def candidates(self, state: State) -> Iterable[EndWork]:
        return (END_WORK,)

    def reject(self, state: State, action: EndWork) -> Rejection | None:
        return None

    def perform(self, work: Work, action: EndWork) -> None:
        work.end_turn()


def has_work(content: Content, work: Work, seat: int) -> bool:
    """Return whether any worker of a seat could do anything (R6: else `Work` is not opened)."""
    area = work.area(seat)
    yard = work.division
    for square in area.squares.values():
        if square.facility is not None and steps(content.industries[square.card], square, yard):
            return True
    grade = content.grades[area.office.level]
    if not grade.porters:
        return False
    place = InArea(seat, OFFICE)
    for _, train in work.running():
        if train.place == place and serves_passengers(content, train, area.office.level):
            if area.office.green and empty(COACH) in train.consist:
                return True
            if loaded(COACH) in train.consist and area.office.red < grade.red and yard[empty(COACH)]:
                return True
    return False


def serves_passengers(content: Content, train: Train, level: int) -> bool:
    """OPS-7.11: return whether the passengers of a train are served at an Office of a grade."""
    restrictions = content.trains[train.card].restrictions
    return "no_passenger_work" not in restrictions and ("terminal_passengers_only" not in restrictions or level == len(content.grades) - 1)
