"""The New Train phase (OPS-8.1 to 8.5, section B.4): making up what is due."""

from collections.abc import Iterable

from railrules import Rejection
from railrules.games.railroad_operations.actions import AddCar, CloseConsist, StartExtra
from railrules.games.railroad_operations.consist import CABOOSE, ENGINE, Row, Token, is_loaded, kind_of
from railrules.games.railroad_operations.content import MOST_PLAYERS, Content
from railrules.games.railroad_operations.events import CarAdded, TrainAnnulled, TrainMadeUp, TrainShort, TrainStarted
from railrules.games.railroad_operations.rules.work import Work, WorkRule
from railrules.games.railroad_operations.state import AtInterchange, AtPoint, End, InArea, MakeUpPending, Place, Slot, StartPending, State, Train
from railrules.games.railroad_operations.track import EAST, OFFICE, WEST

MOST_LINE_CARDS = 3
"""The most Mainline cards in a gap (option `mainline_cards_per_gap`)."""
START_PLACES = 4 + 2 * MOST_LINE_CARDS * (MOST_PLAYERS + 1)
STARTS = tuple(StartExtra(place) for place in range(START_PLACES))
CLOSE_CONSIST = CloseConsist()
CARS = tuple(AddCar(token) for token in range(CABOOSE))


def begin_new_train(work: Work) -> None:
    """Section B.4: the train of this Stage, then sections, then Extras."""
    slot = work.timetable[work.stage - 1]
    if slot is not None:
        if work.free_tray() is None:
            if work.log is not None:
                work.log.append(TrainAnnulled(slot.card, work.stage))
        else:
            if slot.second:
                work.timetable[work.stage - 1] = Slot(slot.card)
                work.sections.append(work.stage)
            _make_up_by_table(work, slot.card, 0)
            return
    run_sections(work)


def run_sections(work: Work) -> None:
    """OPS-8.4: second sections, as long as there are trays."""
    if work.sections and work.free_tray() is not None:
        slot = work.timetable[work.sections.pop(0) - 1]
        assert slot is not None  # sections are of slots that are taken
        _make_up_by_table(work, slot.card, 1)
        return
    run_extras(work)


def run_extras(work: Work) -> None:
    """OPS-8.5: Extras, as long as there are trays; then the Mainline."""
    if work.extras and work.free_tray() is not None:
        work.pending = StartPending(work.extras[0][1])
        return
    work.pending = None
    work.enter("mainline")


def _make_up_by_table(work: Work, card: int, section: int) -> None:
    heading = work.content.trains[card].heading
    assert heading is not None  # a timetabled train has one
    start: End = WEST if heading == EAST else EAST
    tray = _start(work, card, section, AtPoint(start), heading)
    work.pending = MakeUpPending(work.order()[0], tray, 0)
    go_on(work)


def _start(work: Work, card: int, section: int, place: Place, heading: End) -> int:
    """A train gets a tray, an engine, and the caboose if its card calls for one."""
    tray = work.free_tray()
    assert tray is not None  # it was looked for
    train_card = work.content.trains[card]
    work.serial += 1
    consist: Row = (ENGINE,)
    work.trays[tray] = Train(card, section, work.serial - 1, heading, place, consist)
    if work.log is not None:
        work.log.append(TrainStarted(tray, card, section, place, heading, work.name(tray)))
    if train_card.caboose and work.division[CABOOSE]:
        consist = (CABOOSE, ENGINE) if heading == EAST else (ENGINE, CABOOSE)
        work.couple(tray, consist, place)
        work.take(CABOOSE)
    return tray


def choices(content: Content, card: int, yard: Iterable[int]) -> list[Token]:
    """Return the tokens that a train takes and the Division Yard has, ascending."""
    counts = tuple(yard)
    return [token for token in content.trains[card].takes if counts[token]]


def room(content: Content, train: Train) -> int:
    """Return how many cars could be added to a train that is made up; the caboose counts (R9)."""
    return content.trains[train.card].maximum - (len(train.consist) - 1)


def go_on(work: Work) -> None:
    """The next car, or the train is made up and the phase goes on (section B.4)."""
    pending = work.pending
    assert isinstance(pending, MakeUpPending)  # a train is being made up
    train = work.train(pending.tray)
    wanted = room(work.content, train) > 0
    if wanted and choices(work.content, train.card, work.division):
        return
    _made_up(work, pending.tray, short=wanted)


def _made_up(work: Work, tray: int, *, short: bool) -> None:
    train = work.train(tray)
    card = work.content.trains[train.card]
    caboose_missing = card.caboose and CABOOSE not in train.consist
    if work.log is not None:
        name = work.name(tray)
        work.log.append(TrainMadeUp(tray, train.consist, name))
        if short or caboose_missing:
            kinds = list(dict.fromkeys(kind_of(token) for token in card.takes))
            kinds += [kind_of(CABOOSE)] * caboose_missing
            cars = len(train.consist) - 1
            waiting = work.waiting(kinds)
            total = sum(work.division)
            work.log.append(TrainShort(tray, train.card, cars, card.maximum, card.takes, caboose_missing, waiting, total, name))
    work.pending = None
    if card.extra:
        run_extras(work)
    else:
        run_sections(work)


class AddCarRule(WorkRule[AddCar]):
    """OPS-8.2, 8.5, R9: a car of the Division Yard, beside those added before, away from the engine, ahead of the caboose."""

    action = AddCar

    def candidates(self, state: State) -> Iterable[AddCar]:
        return CARS

    def _train(self, state: State) -> Train:
        pending = state.pending
        assert isinstance(pending, MakeUpPending)  # the book opens it at no other decision
        train = state.division.trays[pending.tray]
        assert train is not None  # it is being made up
        return train

    def legal(self, state: State) -> tuple[AddCar, ...]:
        return tuple([CARS[token] for token in choices(self.content, self._train(state).card, state.division.yards.division)])

    def reject(self, state: State, action: AddCar) -> Rejection | None:
        if action.token not in self.content.trains[self._train(state).card].takes:
            return Rejection.of("car-not-taken", "OPS-8.2", "the train takes no {car}", car=self._car(action.token))
        if not state.division.yards.division[action.token]:
            return Rejection.of("yard-has-none", "OPS-8.2", "the Division Yard has no {car}", car=self._car(action.token))
        return None

    def _car(self, token: Token) -> str:
        kinds = self.content.stock[:-1]  # the last one is the caboose; a content can have fewer kinds than there are tokens
        name = kinds[kind_of(token)].name if kind_of(token) < len(kinds) else "car of that kind"
        return f"{'loaded' if is_loaded(token) else 'empty'} {name}"

    def perform(self, work: Work, action: AddCar) -> None:
        pending = work.pending
        assert isinstance(pending, MakeUpPending)  # as above
        train = work.train(pending.tray)
        row = train.consist
        if train.heading == EAST:  # the engine leads at the east end; the first car stands next to it
            place = 1 if row[0] == CABOOSE else 0
            row = (*row[:place], action.token, *row[place:])
        else:
            place = len(row) - (row[-1] == CABOOSE)
            row = (*row[:place], action.token, *row[place:])
        work.couple(pending.tray, row, train.place)
        if work.log is not None:
            work.log.append(CarAdded(pending.player, pending.tray, action.token, work.name(pending.tray)))
        work.take(action.token)
        if pending.turn is None:
            work.pending = MakeUpPending(pending.player, pending.tray, None)
        else:
            order = work.order()
            turn = (pending.turn + 1) % len(order)
            work.pending = MakeUpPending(order[turn], pending.tray, turn)
        go_on(work)


class CloseConsistRule(WorkRule[CloseConsist]):
    """OPS-8.5: an Extra is long enough for its player."""

    action = CloseConsist

    def candidates(self, state: State) -> Iterable[CloseConsist]:
        return (CLOSE_CONSIST,)

    def reject(self, state: State, action: CloseConsist) -> Rejection | None:
        pending = state.pending
        assert isinstance(pending, MakeUpPending)  # the book opens it at no other decision
        return None if pending.turn is None else Rejection("car-must-be-added", "OPS-8.2", "adding a car to this train is a duty")

    def perform(self, work: Work, action: CloseConsist) -> None:
        pending = work.pending
        assert isinstance(pending, MakeUpPending)  # as above
        _made_up(work, pending.tray, short=False)


# ---- where Extras start ----------------------------------------------------------------------------------------------------------------


class StartExtraRule(WorkRule[StartExtra]):
    """OPS-8.5, R33, R38: where the Extra starts, and which way it heads."""

    action = StartExtra

    def candidates(self, state: State) -> Iterable[StartExtra]:
        return STARTS

    def reject(self, state: State, action: StartExtra) -> Rejection | None:
        allowed = state.config.options.extra_start
        place, _ = start_of(state.people.seats.index(_starter(state)), action.place)
        if isinstance(place, AtPoint):
            return None
        if isinstance(place, InArea):
            if allowed not in ("office", "anywhere"):
                return Rejection("start-not-allowed", "OPS-8.5", "the option extra_start lets no Extra start at an Office")
            area = state.areas[place.seat]
            there = sum(train is not None and train.place == place for train in state.division.trays)
            if there + len(area.held) >= self.content.grades[area.office.level].ad_tracks:
                return Rejection("office-full", "OPS-8.5", "no A/D track of the Office is free beyond those for the trains held")
            return None
        if allowed not in ("interchange", "anywhere"):
            return Rejection("start-not-allowed", "OPS-8.5", "the option extra_start lets no Extra start at an Interchange")
        gaps = state.division.gaps
        assert isinstance(place, AtInterchange)  # the third kind of start
        on_line = place.gap < len(gaps) and place.index < len(gaps[place.gap])
        if on_line and self.content.line[gaps[place.gap][place.index].card].kind == "interchange":
            return None
        return Rejection("no-interchange", "OPS-8.5", "there is no Interchange there")

    def perform(self, work: Work, action: StartExtra) -> None:
        pending = work.pending
        assert isinstance(pending, StartPending)  # the book opens it at no other decision
        card, player = work.extras.pop(0)
        place, heading = start_of(work.seat_of(player), action.place)
        tray = _start(work, card, 0, place, heading)
        work.pending = MakeUpPending(player, tray, None)
        go_on(work)


def _starter(state: State) -> int:
    pending = state.pending
    assert isinstance(pending, StartPending)  # the book opens it at no other decision
    return pending.player


def start_of(seat: int, number: int) -> tuple[Place, End]:
    """Return the place and the heading that a start stands for (see `actions`)."""
    if number < 2:
        return AtPoint(1 if number else 0), (0 if number else 1)
    heading: End = 1 if number % 2 else 0
    if number < 4:
        return InArea(seat, OFFICE), heading
    gap, index = divmod((number - 4) // 2, MOST_LINE_CARDS)
    return AtInterchange(gap, index), heading
