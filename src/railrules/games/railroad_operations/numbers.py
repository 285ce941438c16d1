"""Railroad Operations in numbers: the feature vector of a view. How good a view is, `outlook` says."""

from collections.abc import Iterator
from typing import Any

from railrules import Config, Observer
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import CABOOSE, is_loaded, is_made_up
from railrules.games.railroad_operations.content import OFFICE_CARD, STAGES, Content
from railrules.games.railroad_operations.track import EAST, SQUARES
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
