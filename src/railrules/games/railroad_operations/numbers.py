"""Railroad Operations in numbers: the feature vector of a view. How good a view is, `outlook` says."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from railrules import Config, Observer, one_hot, zeros
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
    """Reads features off views of one content. What most trays and squares look like is worked out once, and copied whole."""

    def __init__(self, content: Content) -> None:
        self.content = content
        supply = content.supply
        self._totals = [max(1, supply[token] + (supply[token ^ 1] if token < CABOOSE else 0)) for token in range(TOKENS)]
        self._highest = max(train.number for train in content.trains.values())
        self._decisions = {kind: one_hot(place, len(DECISIONS)) for place, kind in enumerate(DECISIONS)}
        self._bare = cache(self._bare_square)

    def order(self, view: View) -> list[int]:
        """The seats from the own one eastward; a spectator looks from seat 0."""
        seats = view.people.seats
        first = 0 if view.player is None else seats.index(view.player)
        return [(first + offset) % len(seats) for offset in range(len(seats))]

    def decision(self, view: View) -> Iterable[float]:
        return zeros(len(DECISIONS)) if view.pending is None else self._decisions[type(view.pending)]

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

    def hand(self, view: View) -> Iterable[float]:
        return self._shares(view.people.hand or (), 7)

    def piles(self, view: View) -> Iterable[float]:
        return self._shares([pile[-1] for pile in view.cards.piles if pile], 3)

    def _shares(self, cards: Sequence[int], most: int) -> "array[float]":
        """Copies per card type, as a share."""
        found = zeros(len(self.content.cards))
        for card in cards:
            found[card] = cards.count(card) / most
        return found

    def yards(self, view: View) -> Iterable[float]:
        yards = view.division.yards
        return [count / of_kind for yard in (yards.division, yards.classification) for count, of_kind in zip(yard, self._totals, strict=True)]

    def timetable(self, view: View) -> Iterator[float]:
        for slot in view.division.timetable:
            yield 0.0 if slot is None else self.content.trains[slot.card].number / self._highest
            yield float(slot is not None and slot.second)

    def trains(self, view: View) -> Iterable[float]:
        found = array("f")
        for train in view.division.trays:
            if train is None:
                found += _NO_TRAIN
                continue
            place, consist = train.place, train.consist
            found.append(1.0)
            found.append(train.heading)
            found.append(is_made_up(consist))
            found.append(train.arrived)
            found += _PLACES[type(place)]
            found.extend(self._where(view, place))
            cars = _NO_CARS[:]
            for token in consist:
                if token < TOKENS:  # the engine is no car
                    cars[token] += 1 / 4
            found += cars
        return found

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

    def areas(self, view: View) -> Iterable[float]:
        found = array("f")
        for seat in self.order(view):
            area = view.areas[seat]
            office = area.office
            found.extend((office.level / 3, min(1.0, office.green / 3), min(1.0, office.red / 3), len(area.enhancements) / 8))
            squares = _NO_SQUARES[:]
            for square in area.squares:
                start = PER_SQUARE * square.square
                bare = square.facility is None and not square.standing
                squares[start : start + PER_SQUARE] = self._bare(square.card, square.beside is not None) if bare else self._square(square)
            found += squares
        return found

    def _bare_square(self, card: int, beside: bool) -> "array[float]":
        return self._square(st.Square(0, card, beside=0 if beside else None))

    def _square(self, square: st.Square) -> "array[float]":
        piece = self.content.pieces.get(square.card)
        facility = square.facility
        cars = square.standing
        loads = () if facility is None else tuple(token for token in facility.pipeline if token is not None)
        return array(
            "f",
            (
                1.0,
                piece is not None and piece.operational,
                piece is not None and len(piece.routes) > 1,
                square.card == OFFICE_CARD,
                facility is not None,
                square.beside is not None,
                len(cars) / 4,
                sum(map(is_loaded, cars)) / 4,
                0.0 if facility is None else min(1.0, len(facility.green) / 3),
                0.0 if facility is None else min(1.0, len(facility.red) / 3),
                len(loads) / 3,
                facility is not None and facility.outbound is True,
            ),
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


_PLACES = {kind: one_hot(place, len(PLACE_KINDS)) for place, kind in enumerate(PLACE_KINDS)}
_NO_TRAIN = zeros(PER_TRAY)
_NO_CARS = zeros(TOKENS)
_NO_SQUARES = zeros(PER_SQUARE * SQUARES)


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
