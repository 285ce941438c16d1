"""How good a view is (`Game.evaluate`): Revenue, and what Office, industries, trains and cards promise.

Bots that look one action ahead see only what this module sees, so every step of a plan has to be worth a little more than the one before: a turnout,
the curve behind it, an industry that can be reached, an empty car on the train, the car beside the industry, the load in its box, on its way, paid.
All figures are in Revenue and were found by trying.
"""

from functools import lru_cache

from railrules import value
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import COACH, MOST_CARS, Row, empty, is_made_up, kind_of, loaded, outer_cars
from railrules.games.railroad_operations.content import LIMIT_CARD, STAGES, Content, Industry
from railrules.games.railroad_operations.rules.freight import serves_passengers, stockable
from railrules.games.railroad_operations.rules.phases import FLOOR
from railrules.games.railroad_operations.rules.placing import LAYOUTS_KEPT, Layout, layout_of
from railrules.games.railroad_operations.track import EAST, OFFICE, WEST, column_of, meeting, row_of, walk
from railrules.games.railroad_operations.view import View

GRADE_WORTH = (0.0, 2.5, 4.5, 6.5)
"""What a grade of Office is worth with all Days to come."""
COLLISION_WORTH = 4.0
OUTBOUND = (0.70, 0.78, 0.88)
"""What a load on MEN, AT and WORK is worth on its way out, its car included; a paid one is worth 1."""
INBOUND = (0.82, 0.72, 0.60)
"""What a load on MEN, AT and WORK is worth on its way in."""
STOCKED = 0.62
"""What a load in a green box is worth, its car included."""
SPOTTED = 0.42
"""What an empty car beside an industry that can use it is worth, or a loaded one that it takes in."""
CARRIED = 0.22
"""What such a car is worth on a train at the Office from which it can roll there."""
COMING = 0.12
"""What it is worth on a train that is on its way."""
REACHED = 0.5
"""What an industry is worth to which cars can roll from the Office."""
SITE = 0.32
"""What an empty square is worth on which an industry could be reached."""
OPEN_LEG = 0.16
"""What a leg that leads nowhere yet is worth."""


@value
class Geometry:
    """What the track of an area promises: the squares that a cut can roll to from the Office, sites for industries, open legs with their ports."""

    west: frozenset[int]
    east: frozenset[int]
    sites: int
    legs: int
    leg_ports: frozenset[str]


class Outlook:
    """Looks at views of one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.geometry = lru_cache(LAYOUTS_KEPT)(self._geometry)

    def evaluate(self, view: View) -> float:
        """Return about how much Revenue the player who looks will have, or in competition be ahead."""
        if view.player is None:
            return 0.0
        revenues = [player.revenue for player in view.people.players]
        own = float(revenues[view.player])
        competitive = view.config.options.mode == "competitive"
        total = own if competitive else float(sum(revenues))
        if view.pending is None:
            floor = FLOOR * len(revenues) * view.config.options.days
            lost = view.books.official is not None and view.books.official.ending != "timetable-complete"
            return total - (floor if lost else 0)
        if competitive:
            total -= max(revenue for player, revenue in enumerate(revenues) if player != view.player)
        seat = view.people.seats.index(view.player)
        return total + _Look(self, view, seat).worth() - COLLISION_WORTH * view.books.day_collisions

    def _geometry(self, layout: Layout, limits: tuple[int, int]) -> Geometry:
        pieces = self.content.pieces
        plan = {square: pieces[card] for square, card in layout if card in pieces}
        there = {square for square, _ in layout}
        ends = {square for square, card in layout if card == LIMIT_CARD}
        reached: list[frozenset[int]] = []
        sites: set[int] = set()
        legs: set[tuple[int, str]] = set()
        for heading in (WEST, EAST):
            entered = frozenset(walk(plan, OFFICE, heading, lambda square: None if square in ends else True))
            reached.append(entered)
            for square in entered:
                for port in plan[square].ports:
                    met = meeting(square, port)
                    if met is None or met[0] in there or row_of(met[0]) == 0 or not limits[0] <= column_of(met[0]) <= limits[1]:
                        continue
                    if met[1] in ("W", "E"):
                        sites.add(met[0])
                    else:
                        legs.add((square, port))
        return Geometry(reached[0], reached[1], len(sites), len(legs), frozenset(port for _, port in legs))


_MEETS = {"N/": "S/", "N\\": "S\\", "S/": "N/", "S\\": "N\\"}


class _Look:
    """One look at the area of a seat."""

    def __init__(self, outlook: Outlook, view: View, seat: int) -> None:
        self.content = outlook.content
        self.view = view
        self.seat = seat
        self.area = area = view.areas[seat]
        self.level = area.office.level
        options, clock = view.config.options, view.clock
        self.left = max(0.0, options.days + view.books.extra_days_run - clock.day + 1 - (clock.stage - 1) / STAGES)
        self.share = min(1.0, self.left / 2.5)
        ground = outlook.geometry(layout_of(area), area.limits)
        self.west, self.east, self.sites, self.legs, self.leg_ports = ground.west, ground.east, ground.sites, ground.legs, ground.leg_ports
        self.facilities = [square for square in area.squares if square.facility is not None]

    def worth(self) -> float:
        """Return what everything but the Revenue promises."""
        worth = GRADE_WORTH[min(self.level, len(GRADE_WORTH) - 1)] * self.share
        worth += (SITE * min(2, self.sites) + OPEN_LEG * min(3, self.legs)) * self.share
        worth += sum(self._facility(square) for square in self.facilities)
        return worth + self._passengers() + self._timetable() + self._trains() + self._hand() + self._waiting() + 0.15 * len(self.area.enhancements)

    # ---- industries --------------------------------------------------------------------------------------------------------------------

    def _demand(self, square: st.Square) -> tuple[int, ...]:
        """The tokens that an industry can still use on its square."""
        industry = self.content.industries[square.card]
        return (*(empty(kind) for kind in industry.outbound), *(loaded(kind) for kind in industry.inbound))

    def _facility(self, square: st.Square) -> float:
        facility = square.facility
        assert facility is not None  # facilities are asked
        industry = self.content.industries[square.card]
        reached = square.square in self.west or square.square in self.east
        worth = (REACHED if reached else 0.1) * self.share
        for place, token in enumerate(facility.pipeline):
            if token is not None:
                worth += OUTBOUND[place] if facility.outbound else INBOUND[place]
        worth += STOCKED * len(facility.green) - 0.14 * len(facility.red)
        outbound, inbound, rest = self._standing(industry, square)
        return worth + SPOTTED * (outbound + inbound) * min(1.0, self.left) - 0.05 * rest

    def _standing(self, industry: Industry, square: st.Square) -> tuple[int, int, int]:
        """Cars on the square of an industry: empty ones that no load claims, loaded ones for it, all others."""
        facility = square.facility
        assert facility is not None  # facilities are asked
        empties = sum(square.standing.count(empty(kind)) for kind in industry.outbound)
        claimed = len(facility.green) + (sum(token is not None for token in facility.pipeline) if facility.outbound else 0)
        inbound = sum(square.standing.count(loaded(kind)) for kind in industry.inbound)
        outbound = max(0, empties - claimed)
        return outbound, inbound, len(square.standing) - empties - inbound

    def _matching(self, train: st.Train) -> int:
        """How many cars of the outer end of a train some industry could use that they can roll to from the Office."""
        row = train.consist
        best = 0
        for end, reach in ((WEST, self.west), (EAST, self.east)):
            cars = self._outer(row, end)
            for square in self.facilities:
                if square.square in reach:
                    demand = self._demand(square)
                    room = MOST_CARS - len(square.standing)
                    best = max(best, min(room, _prefix(cars, demand)))
        return best

    def _outer(self, row: Row, end: st.End) -> Row:
        """The cars of an end, the outermost first."""
        count = outer_cars(row, end)
        cut = row[len(row) - count :] if end else row[:count]
        return cut[::-1] if end else cut

    # ---- passengers and trains ---------------------------------------------------------------------------------------------------------

    def _passengers(self) -> float:
        """The boxes of the Office, the coaches at it and on their way to it, and those that are left in the Division Yard."""
        office, grade = self.area.office, self.content.grades[self.level]
        yard = self.view.division.yards.division
        worth = 0.45 * office.green - 0.3 * office.red + 0.1 * (yard[empty(COACH)] + yard[loaded(COACH)])
        here, free = st.InArea(self.seat, OFFICE), grade.red - office.red
        for train in self.view.division.trays:
            if train is None or not serves_passengers(self.content, train, self.level):
                continue
            boarding = min(train.consist.count(empty(COACH)), office.green)
            leaving = min(train.consist.count(loaded(COACH)), max(0, free))
            served = min(grade.porters, boarding + leaving)
            if train.place == here:
                worth += 0.4 * served
            elif _is_coming(train):
                worth += 0.3 * served + 0.12 * min(grade.porters, _coaches(train.consist))
        return worth

    def _train_worth(self, number: int, level: int) -> float:
        """What the runs of a train bring an Office of a grade: coaches for its Porters, cars for its industries."""
        card = self.content.trains[number]
        demand = {token for square in self.facilities for token in self._demand(square) if square.square in self.west or square.square in self.east}
        freight = 0.45 if "no_switching" not in card.restrictions and demand & set(card.takes) else 0.0
        coaches = [token for token in card.takes if kind_of(token) == COACH]
        if not coaches or "no_passenger_work" in card.restrictions or not level:
            return freight if freight and level else -0.5
        if "terminal_passengers_only" in card.restrictions and level < len(self.content.grades) - 1:
            return -0.4
        mixed = len(coaches) < len(card.takes) or card.extra
        return (0.9 if mixed else 0.45) * self.content.grades[level].porters + freight

    def _timetable(self) -> float:
        tracks = self.content.grades[self.level].ad_tracks
        slots = [slot.card for slot in self.view.division.timetable if slot is not None]
        values = sorted([self._train_worth(card, self.level) for card in slots], reverse=True)
        worth = sum(value * min(self.left, 4.0) * 0.45 for value in values[: tracks + 2]) - 1.0 * max(0, len(values) - tracks - 2)
        return worth + sum(self._train_worth(card, self.level) for card, _ in self.view.division.extras) * 0.5

    def _trains(self) -> float:
        """Cars for industries on trains; trains that find no track, that cannot leave, that stand about."""
        here = st.InArea(self.seat, OFFICE)
        switched = self.view.pending.tray if isinstance(self.view.pending, st.SwitchPending) and self.view.pending.moves else None
        tracks = self.content.grades[self.level].ad_tracks
        worth, stuck, coming = 0.0, 0, 0
        for tray, train in enumerate(self.view.division.trays):
            if train is None:
                continue
            place = train.place
            if place == here:
                worth += CARRIED * self._matching(train)
                stuck += not is_made_up(train.consist)
            elif _is_coming(train):
                coming += 1
                if "no_switching" not in self.content.trains[train.card].restrictions:
                    worth += COMING * self._matching(train)
            elif isinstance(place, st.InArea) and place.seat == self.seat:
                worth -= 0.1 if tray == switched else 0.9
        return worth - 0.8 * max(0, stuck + coming - tracks) - 0.25 * stuck

    # ---- cards and decisions -----------------------------------------------------------------------------------------------------------

    def _card(self, number: int) -> float:
        """What a card in hand is good for."""
        card = self.content.cards[number]
        share = self.share
        if card.kind == "upgrade":
            return (1.8 if getattr(card.detail, "start", None) == self.level else 0.6) * share
        if card.kind in ("timetabled", "extra"):
            return max(0.05, 0.55 * share * self._train_worth(number, max(1, self.level)))
        if card.kind == "facility":
            return (0.4 if self.sites else 0.22) * share
        if card.kind == "track":
            return self._track(number) * share
        if card.kind == "modifier":
            return 0.12 * share if self.facilities else 0.04
        return 0.06

    def _track(self, number: int) -> float:
        trackage = self.content.trackage[number]
        if trackage.shape == "turnout":
            return 0.26 if self.legs < 2 else 0.12
        if trackage.shape == "curve":
            fits = any(_MEETS.get(port) in self.leg_ports for port in trackage.piece.ports)
            return 0.34 if fits else 0.14
        return 0.08

    def _hand(self) -> float:
        return sum(self._card(number) for number in self.view.people.hand or ())

    def _waiting(self) -> float:
        """What the open decision offers that no position shows yet."""
        pending = self.view.pending
        if pending is None or pending.player != self.view.player:
            return 0.0
        if isinstance(pending, st.FreightPending):
            return self._freight_offer()
        if isinstance(pending, st.PlacePending):
            return self._card(pending.card) + 0.12
        if isinstance(pending, st.SwitchPending):
            train = self.view.division.trays[pending.tray]
            matching = 0 if train is None or not pending.moves or train.place != st.InArea(self.seat, OFFICE) else self._matching(train)
            return (SPOTTED - CARRIED) * 0.9 * matching
        if isinstance(pending, st.RollPending):
            train = self.view.division.trays[pending.switch.tray]
            matching = 0 if train is None else min(pending.count, self._matching(train))
            wrong = pending.count - matching
            return (SPOTTED - CARRIED) * 0.95 * matching - 0.3 * wrong
        return 0.0

    def _freight_offer(self) -> float:
        """What the Freight Agent could do best."""
        office, grade = self.area.office, self.content.grades[self.level]
        yard = self.view.division.yards.division
        offers = [0.0]
        if office.green < grade.green and yard[loaded(COACH)]:
            offers.append(0.35)
        if office.red:
            offers.append(0.3)
        for square in self.facilities:
            assert square.facility is not None  # they are facilities
            if stockable(self.content.industries[square.card], square, yard):
                offers.append(STOCKED - SPOTTED)
            if square.facility.red:
                offers.append(0.14)
        return max(offers)


def _prefix(cars: Row, demand: tuple[int, ...]) -> int:
    """How many cars from the outermost on are wanted."""
    count = 0
    for token in cars:
        if token not in demand:
            break
        count += 1
    return count


def _coaches(row: Row) -> int:
    return sum(kind_of(token) == COACH for token in row)


def _is_coming(train: st.Train) -> bool:
    """Whether a train is on the line or about to enter it."""
    return isinstance(train.place, (st.OnLine, st.AtPoint, st.AtInterchange))
