"""How good a view is (`Game.evaluate`): Revenue, and what Office, industries, trains and cards promise."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from railrules import value
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import CABOOSE, COACH, MOST_CARS, Row, Token, cut_off, empty, is_freight, is_made_up, kind_of, loaded, outer_cars
from railrules.games.railroad_operations.content import LIMIT_CARD, STAGES, Content, Industry, LineType, TrainCard
from railrules.games.railroad_operations.rules.cards import HAND_LIMIT
from railrules.games.railroad_operations.rules.freight import laborers, serves_passengers
from railrules.games.railroad_operations.rules.ground import Ground, may_leave, within_budget
from railrules.games.railroad_operations.rules.phases import FLOOR
from railrules.games.railroad_operations.rules.placing import LAYOUTS_KEPT, Layout, layout_of
from railrules.games.railroad_operations.track import EAST, OFFICE, WEST, column_of, meeting, row_of, square_at, walk
from railrules.games.railroad_operations.view import View

COLLISION_WORTH = 3.0
# passengers
RIDE = 0.62
BOX = 0.28
COACH_USE = 1.4
SPARE_COACH = 0.03
# freight
POTENTIAL = 0.30
COMING = 0.75
HERE = 0.80
SWITCHING = 0.95
SPOTTED = 0.48
STOCKED = 0.72
OUT = (0.79, 0.86, 0.93)
IN = (0.93, 0.86, 0.79)
TAKEN_IN = 0.60
SITE = 0.30
LEG = 0.12
REACHED = 0.15
IN_HAND = 0.92
PLACING = 0.96


@value
class Geometry:
    """What the track of an area promises, by side."""

    reached: tuple[frozenset[int], frozenset[int]]
    sites: tuple[int, int]
    legs: tuple[frozenset[str], frozenset[str]]


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
        all_sites: list[int] = []
        all_legs: list[frozenset[str]] = []
        for heading in (WEST, EAST):
            entered = frozenset(walk(plan, OFFICE, heading, lambda square: None if square in ends else True))
            reached.append(entered)
            sites: set[int] = set()
            legs: set[str] = set()
            for square in entered:
                for port in plan[square].ports:
                    met = meeting(square, port)
                    if met is None or met[0] in there or row_of(met[0]) == 0 or not limits[0] <= column_of(met[0]) <= limits[1]:
                        continue
                    if met[1] in ("W", "E"):
                        if met[1] == ("E" if heading == WEST else "W"):
                            sites.add(met[0])
                    else:
                        legs.add(met[1])
            all_sites.append(len(sites))
            all_legs.append(frozenset(legs))
        return Geometry((reached[0], reached[1]), (all_sites[0], all_sites[1]), (all_legs[0], all_legs[1]))


_ROW_LEG = {WEST: ("N\\", "S/"), EAST: ("N/", "S\\")}
_AWAY = {WEST: "E", EAST: "W"}
"""The common end of a turnout that branches off away from the Office."""


class _Look:
    """One look at the area of a seat."""

    def __init__(self, outlook: Outlook, view: View, seat: int) -> None:
        self.content = content = outlook.content
        self.view = view
        self.seat = seat
        self.area = area = view.areas[seat]
        self.level = area.office.level
        self.yard = view.division.yards.division
        clock, pending = view.clock, view.pending
        self.now = (clock.day - 1) * STAGES + clock.stage - 1
        self.end = (view.config.options.days + view.books.extra_days_run) * STAGES
        self.choosing = clock.phase == "local" and isinstance(pending, st.OptionPending)
        self.turns = self.end - self.now - (0 if self.choosing else 1)
        self.works = self.end - self.now
        self.days_left = self.turns / STAGES
        self.share = min(1.0, self.days_left / 2.5)
        self.geometry = outlook.geometry(layout_of(area), area.limits)
        self.sides = tuple([[square for square in area.squares if square.facility is not None and square.square in reach] for reach in self.geometry.reached])
        self.facilities = [square for square in area.squares if square.facility is not None]
        self.ground = Ground.of(content, area, seat, view.division.trays)
        self.travel = (self._travel(WEST), self._travel(EAST))

    # ---- time ----

    def _travel(self, heading: int) -> int:
        """Stages from a Division Point to the Office."""
        gaps = self.view.division.gaps
        passed = gaps[: self.seat + 1] if heading == EAST else gaps[self.seat + 1 :]
        return sum(self._crossing(self.content.line[card.card], card.top, heading) for gap in passed for card in gap)

    def _crossing(self, line: LineType, top: int | None, heading: int) -> int:
        if line.kind == "heavy-grade":
            return line.up if heading == top else line.down
        return line.slow

    def arrivals(self, stage: int, heading: int) -> list[int]:
        """When the runs of a slot come to the Office, as Stages counted from the first of the game."""
        clock = self.view.clock
        today = (clock.day - 1) * STAGES + stage - 1
        first = today if stage > clock.stage or (stage == clock.stage and clock.phase == "local") else today + STAGES
        return [made_up + self.travel[heading] for made_up in range(first, self.end - self.travel[heading], STAGES)]

    def runs(self) -> list[tuple[TrainCard, int, list[int]]]:
        """Trains of the timetable, with heading and arrivals."""
        found = []
        for index, slot in enumerate(self.view.division.timetable):
            if slot is not None:
                card = self.content.trains[slot.card]
                heading = card.heading or 0
                times = self.arrivals(index + 1, heading)
                if slot.second:
                    times = times[:1] + times
                found.append((card, heading, times))
        for number, _ in self.view.division.extras:
            card = self.content.trains[number]
            heading = self._extra_heading(card)
            time = self.now + 1 + self.travel[heading]
            if time < self.end:
                found.append((card, heading, [time]))
        return found

    def _extra_heading(self, card: TrainCard) -> int:
        def use(heading: int) -> int:
            return sum(token in card.takes for square in self.sides[1 - heading] for token in self._demand(square))

        return EAST if use(EAST) >= use(WEST) else WEST

    # ---- the sum ----

    def worth(self) -> float:
        runs = self.runs()
        self.base_runs = runs
        self.pass_base = self._passengers(self.level, runs)
        self.freight_base = self._potential(runs)
        worth = self.pass_base + self.freight_base
        worth += self._tracks(self.level)
        worth += sum(self._industry(square, square.standing) for square in self.facilities)
        worth += self._structure()
        worth += self._trains()
        worth += self._hand()
        worth += self._waiting()
        worth += self._congestion(len([slot for slot in self.view.division.timetable if slot is not None]))
        worth += 0.1 * len(self.area.enhancements) * self.share
        return worth

    def _tracks(self, level: int) -> float:
        return (0.0, 0.8, 1.2, 1.4)[min(3, level)] * self.share

    def _congestion(self, trains: int) -> float:
        return -0.4 * self.share * max(0, trains - 2 - 2 * self.level)

    def _structure(self) -> float:
        worth = 0.0
        for side in (WEST, EAST):
            worth += SITE * (2.0 - 2.0 ** (1 - min(3, self.geometry.sites[side]))) * self.share
            worth += LEG * min(3, len(self.geometry.legs[side])) * self.share
            worth += REACHED * len(self.sides[side]) * self.share
        return worth

    # ---- passengers ----

    def _passengers(self, level: int, runs: Sequence[tuple[TrainCard, int, list[int]]]) -> float:
        grade = self.content.grades[level]
        office = self.area.office
        spare = SPARE_COACH * (self.yard[empty(COACH)] + self.yard[loaded(COACH)])
        if not grade.porters:
            # coaches on trains are wasted
            return spare + 0.3 * 0.25 * (self.yard[empty(COACH)] + self.yard[loaded(COACH)]) * self.share
        green, room = office.green, grade.red - office.red
        capacity = 0.3 * grade.porters * self.days_left
        for card, _, times in runs:
            if COACH in [kind_of(token) for token in card.takes] and _serves(self.content, card, level):
                capacity += grade.porters * len(times)
        coaches = self.yard[empty(COACH)] + self.yard[loaded(COACH)] + green
        soon = 0.0
        for train in self.view.division.trays:
            if train is None or not serves_passengers(self.content, train, level):
                continue
            on_board = (train.consist.count(loaded(COACH)), train.consist.count(empty(COACH)))
            if not sum(on_board):
                continue
            wait = self._wait(train)
            if wait is None:
                continue
            ready = _services(*on_board, green, room, self.yard[empty(COACH)], grade.porters)
            missing = grade.porters - ready
            capacity += ready + min(missing, 0.5 * wait)
            soon += ready
            coaches += sum(on_board)
            if self._at_office(train) and not self._leaves(train):
                capacity += 0.8 * min(self.turns, 6)
        sure = min(capacity, coaches / COACH_USE, 0.7 * self.turns + green + room)
        return spare + RIDE * sure + BOX * (min(green, capacity) + min(room, capacity))

    def _at_office(self, train: st.Train) -> bool:
        return train.place == st.InArea(self.seat, OFFICE)

    def _wait(self, train: st.Train) -> int | None:
        """How many own turns there are until the train is served at the Office, None if it will not be."""
        phase = self.view.clock.phase
        before = phase in ("local", "new-train", "mainline")
        if self._at_office(train):
            if phase in ("local", "new-train") and self._leaves(train):
                return None
            return 0 if not self.choosing else 1
        stages = self._eta(train)
        if stages is None:
            return None
        time = self.now + stages - (1 if before else 0)
        if time >= self.end:
            return None
        return time - self.now + (1 if self.choosing else 0)

    def _eta(self, train: st.Train) -> int | None:
        """How many Mainline phases until it comes to the Office."""
        place, heading = train.place, train.heading
        gaps = self.view.division.gaps
        if isinstance(place, st.AtPoint):
            return self.travel[heading] + 1
        if isinstance(place, st.AtLimits) and place.seat == self.seat:
            return 1
        if isinstance(place, (st.OnLine, st.AtInterchange)):
            if (place.gap > self.seat) == (heading == EAST):
                return None
            line = self.content.line[gaps[place.gap][place.index].card]
            stages = line.regions - place.region + 1 if isinstance(place, st.OnLine) else line.regions + 1
            way: list[st.LineCard] = []
            if heading == EAST:
                way += gaps[place.gap][place.index + 1 :]
                for gap in gaps[place.gap + 1 : self.seat + 1]:
                    way += gap
            else:
                way += gaps[place.gap][: place.index]
                for gap in gaps[self.seat + 1 : place.gap]:
                    way += gap
            return stages + sum(self._crossing(self.content.line[card.card], card.top, heading) for card in way)
        return None

    def _leaves(self, train: st.Train) -> bool:
        """Whether a train at the Office will leave in the next Mainline phase, as far as can be seen."""
        if not is_made_up(train.consist) or self._fouled(train.heading):
            return False
        gap = self.view.division.gaps[self.seat + (1 if train.heading == EAST else 0)]
        place = self.seat + (1 if train.heading == EAST else 0)
        effects = self.content.by_effect
        if any(effects.get("opposing_trains") in card.modifiers or effects.get("two_trains") in card.modifiers for card in gap):
            return True
        return not any(
            other is not None and isinstance(other.place, st.OnLine) and other.place.gap == place and other.heading != train.heading
            for other in self.view.division.trays
        )

    def _fouled(self, side: int) -> bool:
        west, east = self.area.limits
        columns = range(west, 0) if side == WEST else range(1, east + 1)
        squares = self.ground.squares
        return any(squares[square_at(column, 0)].standing or self.ground.occupied.get(square_at(column, 0)) for column in columns)

    # ---- industries ----

    def _demand(self, square: st.Square) -> tuple[Token, ...]:
        return _demand_of(self.content.industries[square.card])

    def _industry(self, square: st.Square, standing: Row) -> float:
        """What loads and cars at an industry are worth with these cars standing there."""
        facility = square.facility
        assert facility is not None
        industry = self.content.industries[square.card]
        steps = self.works * laborers(industry, facility)
        worth, needed = 0.0, 0
        loads = [(place, token) for place, token in enumerate(facility.pipeline) if token is not None]
        if facility.outbound:
            for place, _ in reversed(loads):
                needed += 3 - place
                worth += OUT[place] if needed <= steps else 0.1
        else:
            for place, _ in loads:
                needed += place + 1
                worth += IN[place] if needed <= steps else 0.1
        for _ in facility.green:
            needed += 4
            worth += STOCKED if needed <= steps else 0.1
        claimed = len(facility.green) + (len(loads) if facility.outbound else 0)
        free = 0
        useful = 0
        for kind in industry.outbound:
            cars = standing.count(empty(kind))
            useful += cars
            free += min(max(0, cars - claimed), self.yard[loaded(kind)])
            claimed = max(0, claimed - cars)
        turns = self.turns
        for place in range(free):
            needed += 4
            turns -= 1
            worth += SPOTTED * (1.0 - 0.04 * place) if needed <= steps and turns >= 0 else 0.0
        boxes = industry.red + facility.warehouses - len(facility.red)
        taken = 0
        for kind in industry.inbound:
            cars = standing.count(loaded(kind))
            useful += cars
            taken += min(cars, self.yard[empty(kind)])
        for place in range(taken):
            needed += 4
            worth += (TAKEN_IN if place < boxes else SPOTTED * (1.0 - 0.04 * place)) if needed <= steps else 0.0
        waiting = taken + (0 if facility.outbound else len(loads))
        worth -= 0.22 * min(len(facility.red), max(0, waiting - boxes)) if waiting else 0.0
        worth -= 0.06 * len(facility.red)
        return worth - 0.03 * (len(standing) - useful)

    def _potential(self, runs: Sequence[tuple[TrainCard, int, list[int]]]) -> float:
        """What later runs can bring to the industries."""
        total = 0.0
        for side in (WEST, EAST):
            for square in self.sides[side]:
                assert square.facility is not None
                total += self._served(self.content.industries[square.card], MOST_CARS - len(square.standing), side, runs, laborers(self.content.industries[square.card], square.facility))
        return total

    def _served(self, industry: Industry, room: int, side: int, runs: Sequence[tuple[TrainCard, int, list[int]]], hands: int) -> float:
        demand = _demand_of(industry)
        cars = 0.35 * self.days_left
        tokens = sum(self.yard[token] for token in demand)
        last = 0
        for card, heading, times in runs:
            if heading == side or "no_switching" in card.restrictions:
                continue
            there = sum(self.yard[token] for token in demand if token in card.takes)
            most = 1 if "one_freight_per_square" in card.restrictions else card.maximum - card.caboose
            for time in times:
                fitting = min(most, there, (self.end - time - 1) * hands // 4)
                if fitting > 0:
                    cars += 0.7 * fitting
                    last = max(last, self.end - time)
        return POTENTIAL * min(room, cars, tokens)

    def _best_roll(self, train: st.Train, row: Row, here: bool, worked: tuple[int, ...] = (), only: tuple[int, int] | None = None) -> float:
        """What rolling cuts of a train from the Office brings, the best cut first, then what is left of the row."""
        card = self.content.trains[train.card]
        if "no_switching" in card.restrictions:
            return 0.0
        at_office = st.Train(train.card, train.section, train.serial, train.heading, st.InArea(self.seat, OFFICE), row)
        best, rest = 0.0 if only is None else -1.0, None
        for end in (WEST, EAST):
            if only is not None and only[0] != end:
                continue
            for count in range(1, outer_cars(row, end) + 1):
                if only is not None and only[1] != count:
                    continue
                left, cut = cut_off(row, end, count)
                if not may_leave(card, cut):
                    break
                if here:
                    targets: Iterable[int] = self.ground.rolls(at_office, card, end, count, worked)
                else:
                    targets = [square.square for square in self.sides[end] if len(square.standing) + count <= MOST_CARS and within_budget(card, square.square, cut, ())]
                lost = 0.3 * sum(kind_of(token) == COACH for token in cut)
                for target in targets:
                    square = self.ground.squares[target]
                    gain = self._industry(square, square.standing + cut) - self._industry(square, square.standing) - lost - 0.01 * count
                    if gain > best:
                        best, rest = gain, (left, target)
        if rest is None:
            return best
        return best

    # ---- trains ----

    def _trains(self) -> float:
        pending = self.view.pending
        switched = pending.tray if isinstance(pending, st.SwitchPending) else None
        phase = self.view.clock.phase
        worth = 0.0
        stuck = here = 0
        for tray, train in enumerate(self.view.division.trays):
            if train is None:
                continue
            if self._at_office(train):
                here += 1
                leaves = self._leaves(train)
                stuck += not leaves and not is_made_up(train.consist)
                if tray == switched:
                    assert isinstance(pending, st.SwitchPending)
                    if pending.moves:
                        worth += SWITCHING * self._best_roll(train, train.consist, True, pending.worked)
                elif isinstance(pending, st.RollPending) and pending.switch.tray == tray:
                    worth += 0.97 * self._best_roll(train, train.consist, True, pending.switch.worked, (pending.end, pending.count))
                elif self.choosing or phase not in ("local", "new-train") or not leaves:
                    worth += HERE * self._best_roll(train, train.consist, True)
            elif isinstance(train.place, st.InArea) and train.place.seat == self.seat:
                worth -= 0.05 if tray == switched and isinstance(pending, st.SwitchPending) and pending.moves else 1.0
            elif self._eta(train) is not None:
                worth += COMING * self._best_roll(train, train.consist, False)
        return worth - 0.3 * stuck

    # ---- cards ----

    def _hand(self) -> float:
        hand = self.view.people.hand or ()
        if not hand:
            return 0.0
        held: list[float] = []
        worth = 0.0
        for number in hand:
            value, playable = self._card(number)
            if playable:
                worth += IN_HAND * value
            else:
                held.append(value)
        limit = HAND_LIMIT + self.view.people.players[self.view.player or 0].red_flags
        return worth + sum(sorted(held, reverse=True)[:limit])

    def _card(self, number: int) -> tuple[float, bool]:
        """What a card is worth, and whether it can be played at once."""
        card = self.content.cards[number]
        if card.kind == "upgrade":
            return self._upgrade(number)
        if card.kind in ("timetabled", "extra"):
            return self._train_card(number)
        if card.kind == "facility":
            return self._facility_card(number)
        if card.kind == "track":
            return self._track_card(number)
        if card.kind == "modifier":
            return (0.15 * self.share if self.facilities else 0.02), bool(self.facilities)
        if card.kind == "enhancement":
            return 0.1 * self.share, True
        if card.kind == "second-section":
            return 0.2 * self.share, True
        return 0.08 * self.share, True

    def _upgrade(self, number: int) -> tuple[float, bool]:
        start = getattr(self.content.cards[number].detail, "start", None)
        if start is None or start < self.level:
            return 0.0, False
        gain = self._passengers(start + 1, self.base_runs) - self._passengers(start, self.base_runs) + self._tracks(start + 1) - self._tracks(start)
        if start == self.level:
            return gain, True
        return gain * (0.5 if start == self.level + 1 else 0.25), False

    def _train_card(self, number: int) -> tuple[float, bool]:
        card = self.content.trains[number]
        if card.extra:
            heading = self._extra_heading(card)
            times = [self.now + 1 + self.travel[heading]]
        else:
            heading = card.heading or 0
            times = list(range(self.now + 6 + self.travel[heading], self.end, STAGES))
        times = [time for time in times if time < self.end]
        runs = [*self.base_runs, (card, heading, times)]
        now = self._passengers(self.level, runs) - self.pass_base + self._potential(runs) - self.freight_base
        slots = len([slot for slot in self.view.division.timetable if slot is not None])
        if not card.extra:
            now += self._congestion(slots + 1) - self._congestion(slots)
        if COACH in [kind_of(token) for token in card.takes] and self.level < 3:
            later = 0.45 * (self._passengers(self.level + 1, runs) - self._passengers(self.level + 1, self.base_runs))
            if later > now:
                return later, False
        if not self.level and any(kind_of(token) == COACH for token in card.takes):
            return 0.3 * self.share, False
        return now + 0.1 * self.share, True

    def _facility_card(self, number: int) -> tuple[float, bool]:
        industry = self.content.industries[number]
        hand = self.view.people.hand or ()
        best, playable = 0.0, False
        for side in (WEST, EAST):
            full = self._served(industry, MOST_CARS, side, self.base_runs, 1) + REACHED * self.share
            if self.geometry.sites[side]:
                value, ready = full, True
            else:
                legs = self.geometry.legs[side]
                fitting = any(self._fits(card, legs) for card in hand)
                value = full * (0.75 if fitting else 0.5 if legs else 0.35)
                ready = False
            if value > best:
                best, playable = value, ready
        return best, playable

    def _fits(self, card: int, legs: frozenset[str]) -> bool:
        trackage = self.content.trackage.get(card)
        return trackage is not None and trackage.shape in ("curve", "turnout") and any(port in legs for port in trackage.piece.ports)

    def _track_card(self, number: int) -> tuple[float, bool]:
        trackage = self.content.trackage[number]
        legs, sites = self.geometry.legs, self.geometry.sites
        best = 0.0
        for side in (WEST, EAST):
            if self._fits(number, legs[side]):
                best = max(best, SITE * 0.5 ** sites[side] - LEG)
        if trackage.shape == "turnout":
            common = trackage.piece.routes[0][0]
            for side in (WEST, EAST):
                if common == _AWAY[side] and len(legs[side]) < 3:
                    best = max(best, LEG)
            return best * self.share, True
        if trackage.shape == "curve":
            return (best * self.share, True) if best else (0.05 * self.share, False)
        return 0.03 * self.share, True

    # ---- the open decision ----

    def _waiting(self) -> float:
        pending = self.view.pending
        if pending is None or pending.player != self.view.player:
            return 0.0
        if isinstance(pending, st.FreightPending):
            return self._freight_offer()
        if isinstance(pending, (st.PlacePending, st.AttachPending, st.SectionPending, st.ImprovePending)):
            return PLACING * self._card(pending.card)[0]
        return 0.0

    def _freight_offer(self) -> float:
        office, grade = self.area.office, self.content.grades[self.level]
        offers = [0.0]
        if office.green < grade.green and self.yard[loaded(COACH)]:
            offers.append(0.9 * BOX)
        if office.red:
            offers.append(0.9 * BOX)
        for square in self.facilities:
            facility = square.facility
            assert facility is not None
            industry = self.content.industries[square.card]
            if len(facility.green) < industry.green + facility.docks and self._industry(square, square.standing) > 0.3:
                for kind in industry.outbound:
                    claimed = facility.green.count(loaded(kind)) + (sum(t is not None for t in facility.pipeline) if facility.outbound else 0)
                    if self.yard[loaded(kind)] and square.standing.count(empty(kind)) > claimed:
                        offers.append(0.9 * (STOCKED - SPOTTED))
            if facility.red:
                offers.append(0.2)
        return max(offers)


def _demand_of(industry: Industry) -> tuple[Token, ...]:
    return (*(empty(kind) for kind in industry.outbound), *(loaded(kind) for kind in industry.inbound))


def _serves(content: Content, card: TrainCard, level: int) -> bool:
    return "no_passenger_work" not in card.restrictions and ("terminal_passengers_only" not in card.restrictions or level == len(content.grades) - 1)


def _services(full: int, free: int, green: int, room: int, empties: int, porters: int) -> int:
    """How many coaches Porters can serve one after another: full ones are emptied into red boxes, free ones filled from green boxes."""
    done = 0
    while done < porters:
        if full and room and empties:
            full, free, room, empties = full - 1, free + 1, room - 1, empties - 1
        elif free and green:
            full, free, green = full + 1, free - 1, green - 1
        else:
            break
        done += 1
    return done
