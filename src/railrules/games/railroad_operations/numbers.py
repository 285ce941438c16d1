"""Railroad Operations in numbers: the feature vector of a view, and how good it is."""

from collections.abc import Iterator
from typing import Any

from railrules import Config, Observer
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import CABOOSE, COACH, empty, is_loaded, is_made_up, kind_of, loaded
from railrules.games.railroad_operations.content import OFFICE_CARD, STAGES, Content
from railrules.games.railroad_operations.rules.freight import serves_passengers, steps, stockable
from railrules.games.railroad_operations.rules.phases import FLOOR
from railrules.games.railroad_operations.track import EAST, OFFICE, SQUARES
from railrules.games.railroad_operations.view import View

DECISIONS: tuple[type, ...] = (
    st.OptionPending,
    st.DrawPending,
    st.PlacePending,
    st.AttachPending,
    st.SectionPending,
    st.ImprovePending,
    st.SwitchPending,
    st.SortPending,
    st.RollPending,
    st.FreightPending,
    st.WorkPending,
    st.NamePending,
    st.StartPending,
    st.MakeUpPending,
    st.TelegraphPending,
    st.ClearancePending,
    st.DivertPending,
    st.ExtendPending,
)
PHASES = ("local", "new-train", "mainline", "load-unload", "shift-change")
PLACE_KINDS = (st.AtPoint, st.AtInterchange, st.OnLine, st.AtLimits, st.InArea)
TOKENS = CABOOSE + 1
PER_TRAY = len(PLACE_KINDS) + TOKENS + 8
PER_SQUARE = 12


class _Features:
    """Reads features off views of one content."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def order(self, view: View) -> list[int]:
        """The seats from the own one eastward; a spectator looks from seat 0."""
        seats = view.people.seats
        first = 0 if view.player is None else seats.index(view.player)
        return [(first + offset) % len(seats) for offset in range(len(seats))]

    def decision(self, view: View) -> Iterator[float]:
        return (float(isinstance(view.pending, kind)) for kind in DECISIONS)

    def clock(self, view: View) -> Iterator[float]:
        clock, books, options = view.clock, view.books, view.config.options
        yield min(1.0, clock.day / 60)
        yield clock.stage / STAGES
        yield from (float(clock.phase == phase) for phase in PHASES)
        yield min(1.0, books.stage_collisions / options.collisions_per_stage)
        yield min(1.0, books.day_collisions / options.collisions_per_day)
        yield float(view.player is not None and view.to_act == view.player)

    def players(self, view: View) -> Iterator[float]:
        for seat in self.order(view):
            player = view.people.seats[seat]
            there = view.people.players[player]
            yield max(-1.0, min(1.0, there.revenue / 100))
            yield there.hand_size / 7
            yield float(there.red_flags)
            yield float(player == view.people.fedora)

    def hand(self, view: View) -> Iterator[float]:
        hand = view.people.hand or ()
        return (hand.count(card) / 7 for card in range(len(self.content.cards)))

    def piles(self, view: View) -> Iterator[float]:
        tops = [pile[-1] for pile in view.cards.piles if pile]
        return (tops.count(card) / 3 for card in range(len(self.content.cards)))

    def yards(self, view: View) -> Iterator[float]:
        for yard in (view.division.yards.division, view.division.yards.classification):
            yield from (count / max(1, of_kind) for count, of_kind in zip(yard, self._totals(), strict=True))

    def _totals(self) -> list[int]:
        supply = self.content.supply
        return [supply[token] + (supply[token ^ 1] if token < CABOOSE else 0) for token in range(TOKENS)]

    def timetable(self, view: View) -> Iterator[float]:
        most = max(train.number for train in self.content.trains.values())
        for slot in view.division.timetable:
            yield 0.0 if slot is None else self.content.trains[slot.card].number / most
            yield float(slot is not None and slot.second)

    def trains(self, view: View) -> Iterator[float]:
        for train in view.division.trays:
            if train is None:
                yield from (0.0,) * PER_TRAY
                continue
            place = train.place
            yield 1.0
            yield float(train.heading)
            yield float(is_made_up(train.consist))
            yield float(train.arrived)
            yield from (float(isinstance(place, kind)) for kind in PLACE_KINDS)
            yield from self._where(view, place)
            yield from (train.consist.count(token) / 4 for token in range(TOKENS))

    def _where(self, view: View, place: st.Place) -> tuple[float, float, float, float]:
        """Seat or gap from the west, column and row or region, each as a share."""
        seats = len(view.people.seats)
        match place:
            case st.AtPoint(end):
                return float(end), 0.0, 0.0, 0.0
            case st.AtInterchange(gap, index):
                return gap / seats, index / 2, 0.0, 0.0
            case st.OnLine(gap, index, region):
                return gap / seats, index / 2, region / 3 if region <= 3 else 1.0, 0.0
            case st.AtLimits(seat, end):
                return seat / seats, float(end), 0.0, 0.0
            case st.InArea(seat, square):
                return seat / seats, 0.0, 0.0, square / (SQUARES - 1)

    def areas(self, view: View) -> Iterator[float]:
        for seat in self.order(view):
            area = view.areas[seat]
            squares = {square.square: square for square in area.squares}
            yield area.office.level / 3
            yield min(1.0, area.office.green / 3)
            yield min(1.0, area.office.red / 3)
            yield len(area.enhancements) / 8
            for number in range(SQUARES):
                yield from self._square(squares.get(number))

    def _square(self, square: st.Square | None) -> tuple[float, ...]:
        if square is None:
            return (0.0,) * PER_SQUARE
        piece = self.content.pieces.get(square.card)
        facility = square.facility
        cars = square.standing
        loads = () if facility is None else tuple(token for token in facility.pipeline if token is not None)
        return (
            1.0,
            float(piece is not None and piece.operational),
            float(piece is not None and len(piece.routes) > 1),
            float(square.card == OFFICE_CARD),
            float(facility is not None),
            float(square.beside is not None),
            len(cars) / 4,
            sum(map(is_loaded, cars)) / 4,
            0.0 if facility is None else min(1.0, len(facility.green) / 3),
            0.0 if facility is None else min(1.0, len(facility.red) / 3),
            len(loads) / 3,
            float(facility is not None and facility.outbound is True),
        )

    def line(self, view: View) -> Iterator[float]:
        most = 3
        for gap in view.division.gaps:
            for index in range(most):
                card = gap[index] if index < len(gap) else None
                if card is None:
                    yield from (0.0,) * 5
                    continue
                yield min(1.0, self.content.line[card.card].regions / most)
                yield float(card.top == EAST)
                effects = [self.content.effects[modifier] for modifier in card.modifiers]
                yield from (float(word in effects) for word in ("two_trains", "opposing_trains", "follow_safely"))


def observer(content: Content, config: Config[Any]) -> Observer[View]:
    """Return the reader of feature vectors; seats come from the own one eastward, cards and tokens by their numbers."""
    read = _Features(content)
    players, cards = config.players, len(content.cards)
    zero_one = (0.0, 1.0)
    return Observer(
        [
            ("decision", len(DECISIONS), "which decision is open", zero_one, read.decision),
            ("clock", 10, "Day of 60, Stage of 12, phase (5 flags), collisions of the Stage and the Day, to act", zero_one, read.clock),
            ("players", players * 4, "Revenue of 100, hand, Red Flags, Fedora", (-1.0, 1.0), read.players),
            ("hand", cards, "own cards by type, as a share of 7", zero_one, read.hand),
            ("piles", cards, "tops of the Department piles by type, as a share of 3", zero_one, read.piles),
            ("yards", 2 * TOKENS, "Division Yard, then Classification Yard, by token, as a share of the kind", zero_one, read.yards),
            ("timetable", 2 * STAGES, "per Stage: number of the train, section ordered", zero_one, read.timetable),
            ("trains", (players + 3) * PER_TRAY, "per tray: there, heading, made up, arrived, place, consist", zero_one, read.trains),
            ("areas", players * (4 + PER_SQUARE * SQUARES), "per seat: Office, then each square", zero_one, read.areas),
            ("line", (players + 1) * 15, "per gap three cards: regions, top east, modifiers (3)", zero_one, read.line),
        ]
    )


# ---- how good --------------------------------------------------------------------------------------------------------------------------

GRADE_WORTH = (0.0, 2.2, 3.0, 3.6)
"""What a grade of Office is worth with all Days to come, in Revenue."""
COLLISION_WORTH = 4.0
STEP_WORTH = 0.22
"""What a step of a load on a pipeline is worth."""


def evaluate(content: Content, view: View) -> float:
    """Return about how much Revenue the player who looks will have, or in competition be ahead: Revenue, and what area and trains promise."""
    if view.player is None:
        return 0.0
    revenues = [player.revenue for player in view.people.players]
    own = float(revenues[view.player])
    competitive = view.config.options.mode == "competitive"
    if view.pending is None:
        floor = FLOOR * len(revenues) * view.config.options.days
        lost = view.books.official is not None and view.books.official.ending != "timetable-complete"
        return (own if competitive else float(sum(revenues))) - (floor if lost else 0)
    seat = view.people.seats.index(view.player)
    worth = (own if competitive else float(sum(revenues))) + _promise(content, view, seat)
    if competitive:
        worth -= max(revenue for player, revenue in enumerate(revenues) if player != view.player)
    return worth - COLLISION_WORTH * view.books.day_collisions


def _days_left(view: View) -> float:
    """How much of the timetable is still to come, in Days."""
    options, clock = view.config.options, view.clock
    return max(0.0, options.days + view.books.extra_days_run - clock.day + 1 - (clock.stage - 1) / STAGES)


def _promise(content: Content, view: View, seat: int) -> float:
    left = _days_left(view)
    share = min(1.0, left / 3)
    area = view.areas[seat]
    level = area.office.level
    worth = GRADE_WORTH[min(level, len(GRADE_WORTH) - 1)] * share
    worth += _passengers(content, view, seat, area) + _trains(content, view, seat, left)
    worth += sum(_facility(content, view, square, left) for square in area.squares if square.facility is not None)
    worth += 0.05 * sum(1 for square in area.squares if square.card >= 0) + 0.15 * len(area.enhancements)
    return worth + _hand(content, view, level, share) + _waiting(content, view, area, share)


def _passengers(content: Content, view: View, seat: int, area: st.Area) -> float:
    """The boxes of the Office, and the coaches that stand there."""
    grade = content.grades[area.office.level]
    worth = 0.45 * area.office.green - 0.25 * area.office.red
    here = st.InArea(seat, OFFICE)
    for train in view.division.trays:
        if train is None or train.place != here or not serves_passengers(content, train, area.office.level):
            continue
        boarding = min(train.consist.count(empty(COACH)), area.office.green, grade.porters)
        leaving = min(train.consist.count(loaded(COACH)), grade.red - area.office.red, grade.porters)
        worth += 0.35 * boarding + 0.3 * max(0, leaving)
    return worth


def _trains(content: Content, view: View, seat: int, left: float) -> float:
    """The timetable, and trains that come to an Office without a free track."""
    level = view.areas[seat].office.level
    tracks = content.grades[level].ad_tracks
    worth = 0.0
    slots = [slot for slot in view.division.timetable if slot is not None]
    for place, slot in enumerate(slots):
        card = content.trains[slot.card]
        coaches = any(kind_of(token) == COACH for token in card.takes)
        useful = coaches and level > 0 and "terminal_passengers_only" not in card.restrictions
        worth += (0.5 if useful else 0.05) * min(left, 4.0) if place < 2 * tracks else -0.6
    here = st.InArea(seat, OFFICE)
    at_office = [train for train in view.division.trays if train is not None and train.place == here]
    stuck = sum(not is_made_up(train.consist) for train in at_office)
    coming = sum(train is not None and isinstance(train.place, (st.OnLine, st.AtPoint)) for train in view.division.trays)
    worth -= 0.8 * max(0, stuck + coming - tracks) + 0.3 * stuck
    about = sum(
        train is not None and isinstance(train.place, st.InArea) and train.place.seat == seat and train.place.square != OFFICE
        for train in view.division.trays
    )
    worth -= 0.7 * about
    for train in view.division.trays:
        if train is not None and not isinstance(train.place, st.InArea) and level > 0:
            worth += 0.12 * train.consist.count(loaded(COACH)) + 0.08 * train.consist.count(empty(COACH))
    return worth


def _facility(content: Content, view: View, square: st.Square, left: float) -> float:
    """A facility: the loads on their way, and the cars that wait for them."""
    facility = square.facility
    assert facility is not None  # facilities are asked
    industry = content.industries[square.card]
    worth = 0.25 * min(1.0, left / 2)
    places = [place for place, token in enumerate(facility.pipeline) if token is not None]
    if facility.outbound is True:
        worth += sum(STEP_WORTH * (place + 2) for place in places)
    elif facility.outbound is False:
        worth += sum(STEP_WORTH * (4 - place) for place in places)
    worth += STEP_WORTH * len(facility.green) - 0.2 * len(facility.red)
    yard = view.division.yards.division
    outbound = [empty(kind) for kind in industry.outbound]
    inbound = [loaded(kind) for kind in industry.inbound]
    worth += 0.5 * min(2, sum(square.standing.count(token) for token in outbound))
    worth += 0.6 * min(2, sum(square.standing.count(token) for token in inbound))
    return worth + 0.05 * bool(steps(industry, square, yard))


def _hand(content: Content, view: View, level: int, share: float) -> float:
    """What the own cards are good for."""
    worth = 0.0
    for number in view.people.hand or ():
        card = content.cards[number]
        if card.kind == "upgrade":
            worth += 0.9 * share if getattr(card.detail, "start", None) == level else 0.35 * share
        elif card.kind in ("timetabled", "extra"):
            coaches = any(kind_of(token) == COACH for token in content.trains[number].takes)
            worth += 0.4 * share if coaches else 0.1
        elif card.kind in ("facility", "track"):
            worth += 0.12 * share
        else:
            worth += 0.06
    return worth


def _waiting(content: Content, view: View, area: st.Area, share: float) -> float:
    """What the open decision offers that no position shows yet: greedy players look one action ahead only."""
    pending = view.pending
    if pending is None or pending.player != view.player:
        return 0.0
    if isinstance(pending, st.FreightPending):
        return _freight_offer(content, view, area)
    if isinstance(pending, st.PlacePending):
        return 0.3 * share if content.cards[pending.card].kind != "modifier" else 0.2
    return 0.0


def _freight_offer(content: Content, view: View, area: st.Area) -> float:
    """What the Freight Agent could do best."""
    grade, yard = content.grades[area.office.level], view.division.yards.division
    offers = [0.0]
    if area.office.green < grade.green and yard[loaded(COACH)]:
        offers.append(0.45)
    if area.office.red:
        offers.append(0.25)
    for square in area.squares:
        if square.facility is not None:
            if stockable(content.industries[square.card], square, yard):
                offers.append(STEP_WORTH)
            if square.facility.red:
                offers.append(0.2)
    return max(offers)
