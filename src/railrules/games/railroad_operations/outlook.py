"""How good a view is (`Game.evaluate`): Revenue, and what Office, industries, trains and cards promise."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs

from railrules import value
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import (
    CABOOSE,
    COACH,
    ENGINE,
    MOST_CARS,
    Row,
    Token,
    cars_of,
    cut_off,
    empty,
    is_made_up,
    kind_of,
    loaded,
    outer_cars,
)
from railrules.games.railroad_operations.content import LIMIT_CARD, STAGES, Content, Industry, LineType, TrainCard
from railrules.games.railroad_operations.rules.cards import HAND_LIMIT
from railrules.games.railroad_operations.rules.freight import laborers, serves_passengers
from railrules.games.railroad_operations.rules.ground import Ground, may_leave, within_budget
from railrules.games.railroad_operations.rules.phases import FLOOR
from railrules.games.railroad_operations.rules.placing import LAYOUTS_KEPT, Layout, layout_of
from railrules.games.railroad_operations.shunting import Lie, Shunting, Ways, laid, lie_of, others
from railrules.games.railroad_operations.track import EAST, OFFICE, WEST, Heading, Port, column_of, meeting, row_of, square_at
from railrules.games.railroad_operations.traffic import Traffic
from railrules.games.railroad_operations.view import View

# All in Revenue, unless a line says something else; found by playing many games.

COLLISION_WORTH = 3.0
"""What a collision of this Day costs beside its charge: the next ones end the game."""
COLLISION_COST = 5.0
"""What a collision costs that is coming (OPS-8.10, 8.12)."""
FORESEEN = 0.4
"""How much a collision counts of a train of the timetable that will come within a Day to a side of the Office where something is in its way."""
CROWDED = 0.7
"""What each timetabled train costs that the A/D tracks can hardly take: they collide, take coaches out of the yard, and trays from better trains."""
FOULING = 0.8
"""What a car costs that fouls the Running Track: trains collide with it (OPS-8.10)."""
LITTER = 0.15
"""What a car costs that stands on any other track where nobody works on it."""
BEHIND = 0.5
"""The share of its worth that an industry has which can be reached through another industry only, whose cars shut it off."""
TELEGRAPH = 0.3
"""What a Telegraph is worth per Day left."""
PARKED = 0.4
"""What the first train costs that stands beside an industry; it has to be fetched back, and each further one costs as much again."""
MISPLACED = 1.0
"""What a train costs that stands in the area, neither at the Office nor beside an industry."""
STUCK = 0.3
"""What a train costs that is not made up and so keeps its A/D track."""
FRONT = 0.12
"""How many of the cars of a train can be expected at an industry on the side it runs to, where its engine is in the way."""
STEADY = 0.6
"""The same on the side it comes from, where its cars can roll to."""
EXPEDITED = 2.0
"""What an expedited train costs that stands away from the Office: it is fined Stage after Stage (OPS-8.16)."""
STEP = 0.02
"""What a Move costs, so that none is made for nothing."""
HOPED_RATE = 0.8
"""How many passengers each Porter serves a Day on trains that are not on the timetable yet."""
SUPPLY_RATE = 0.35
"""How many cars a Day trains that are not on the timetable yet bring to an industry."""
TRACKS = (0.0, 0.8, 1.2, 1.4)
"""What the A/D tracks of each grade are worth, beside their Porters and boxes: fewer collisions."""
JAM = (1.0, 0.7, 0.5, 0.3)
"""How much a collision counts that is coming in the next Stages: the later, the more can still be done."""
UNJAMMED = 0.3
"""What it costs to unjam a load; which load, is told only later."""
# passengers: a coach that can be served now, one for which there is time to prepare, one of a train of the timetable, one of a train hoped for;
# and a box that is ready
READY = 0.85
PREPARED = 0.60
RUNNING = 0.50
HOPED = 0.35
BOX = 0.25
# freight: cars that may come one day, the first, second, third and fourth to the same industry; what the trains on their way can
# bring, what switching can at the next turn; then a car that stands at its industry, one with its load in a green box, loads MEN, AT, WORK
# outbound and inbound, a car to unload
POTENTIAL = (0.45, 0.32, 0.20, 0.12)
COMING = 0.75
HERE = 0.80
SPOTTED = 0.48
STOCKED = 0.72
OUT = (0.79, 0.86, 0.93)
IN = (0.93, 0.86, 0.79)
TAKEN_IN = 0.60
CLEARING = 0.12
"""What a load costs for which no red box is free yet: one has to be cleared for it. It is charged before a box fills up, lest none be filled."""
FULL = 0.03
"""What a red box costs that is full; less than what it brings to put the last load there."""
UNBUILT = 0.6
"""The share of its worth that bringing cars to an industry has while that is not built yet."""
BUILDING = 8
"""How many Stages it takes until an industry is built that is not there yet."""
INDUSTRIES = 3
"""How many industries an area can be expected to have."""
# ground: a free square where an industry could lie, a leg of a turnout that waits for track, an industry in reach
SITE = 0.30
LEG = 0.12
REACHED = 0.15
# cards: the share that playable ones keep in hand, and while they are placed; track kept for later; the share that an industry keeps while it waits
# for a site, with a leg laid and without
IN_HAND = 0.92
PLACING = 0.96
KEPT_TRACK = 0.12
KEPT_LEG = 0.5
KEPT_FACILITY = 0.35
ENHANCEMENT = 0.1
"""What an enhancement is worth, the Telegraph apart."""
MODIFIER = 0.15
"""What a modifier beside an industry is worth."""
SECTION = 0.3
"""What a second section costs an Office that has few A/D tracks."""
ORDER = ("upgrade", "timetabled", "extra", "second-section", "line-modifier", "enhancement", "modifier", "track", "facility", "excluded")
"""The kinds of cards in the order in which they are played in thought."""
UNSEEN = 0.25
"""What a card of the deck promises that nobody has seen, on average; a card of a Department pile is taken instead of one, and is worth so much less.

Who looks at a few cards that might come mostly sees poor ones, and would take a poor one that lies open."""
YARD = 0.8
"""The share of what a train kept at the Office would bring that a Small Yard promises, where its engine can be put between its cars."""
REFILL = 0.15
"""What each Stage is worth that is left when the Division Yard has been bare and is full again."""
NEARLY = 1.0
"""What it is worth that trains can take nearly all cars of the Division Yard: with a few more of them it will be bare."""
FEW = 20
"""How many cars may be left for that."""
NEXT = 0.4
"""The share of what switching a second train brings: there is one turn, and both may put right the same thing."""
PLANS_KEPT = 100
"""How many positions are kept for which plans of switching were worked out; the looks after single steps share them."""
WAYS_KEPT = 100
"""How many lays of track are kept for which it was worked out what trains can do there."""
HORIZON = 3
"""How many Moves ahead switching is planned."""
PASSING = ("opposing_trains", "two_trains")
"""Effects by which trains pass each other on a Mainline card (OPS-8.13)."""

Runs: TypeAlias = Sequence[tuple[TrainCard, Heading, list[int]]]
"""Trains with their heading and the Stages, counted from the first of the game, in which they come to the Office."""


@value
class Geometry:
    """What the track of an area promises, by side."""

    reached: tuple[frozenset[int], frozenset[int]]
    sites: tuple[float, float]
    legs: tuple[tuple[Port, ...], tuple[Port, ...]]
    behind: frozenset[int]


class Outlook:
    """Looks at views of one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.geometry = lru_cache(LAYOUTS_KEPT)(self._geometry)
        self.numbers = {(card.number, card.extra): number for number, card in content.trains.items()}
        self.bare = lru_cache(LAYOUTS_KEPT)(self._bare)
        self.plans: dict[object, Shunting] = {}
        self.ways: dict[object, Ways] = {}

    def evaluate(self, view: View) -> float:
        """Return about how much Revenue the player who looks will have, or in competition be ahead."""
        if view.player is None:
            return 0.0
        revenues = [player.revenue for player in view.people.players]
        if view.config.options.mode == "competitive":
            ahead = revenues[view.player] - max(revenue for player, revenue in enumerate(revenues) if player != view.player)
            total = float(ahead)
        else:
            total = float(sum(revenues))
        if view.pending is None:
            floor = FLOOR * len(revenues) * view.config.options.days
            lost = view.books.official is not None and view.books.official.ending != "timetable-complete"
            return total - (floor if lost else 0)
        seat = view.people.seats.index(view.player)
        return total + Look(self, view, seat).worth() - COLLISION_WORTH * view.books.day_collisions

    def _bare(self, yard: tuple[int, ...], runs: tuple[tuple[int, int], ...]) -> tuple[int | None, int]:
        """When the Division Yard is bare if trains take what they can, as Stages from now, None if it is not; and how many cars are left then.

        `runs` are, by time, Stages from now and the numbers of train cards.
        """
        left = list(yard)
        last = 0
        for time, number in runs:
            for _ in range((time - last) // 2):  # the work at the Office takes coaches too
                token = max((empty(COACH), loaded(COACH)), key=lambda token: left[token])
                left[token] = max(0, left[token] - 1)
            last = time
            card = self.content.trains[number]
            if card.caboose:
                left[CABOOSE] = max(0, left[CABOOSE] - 1)
            for _ in range(card.maximum - card.caboose):
                token = max(card.takes, key=lambda token: left[token])
                left[token] = max(0, left[token] - 1)
            if not any(left):
                return time, 0
        return None, sum(left)

    def _geometry(self, layout: Layout, limits: tuple[int, int]) -> Geometry:
        pieces = self.content.pieces
        plan = {square: pieces[card] for square, card in layout if card in pieces}
        there = {square for square, _ in layout}
        ends = {square for square, card in layout if card == LIMIT_CARD}
        reached: list[frozenset[int]] = []
        all_sites: list[float] = []
        behind: set[int] = set()
        cards = dict(layout)
        all_legs: list[tuple[Port, ...]] = []
        for heading in (WEST, EAST):
            seen: set[int] = set()
            sites: dict[int, float] = {}
            legs: list[Port] = []
            waiting: list[tuple[int, Port, bool]] = [(OFFICE, plan[OFFICE].port_towards(heading), False)]
            while waiting:
                square, port, passed = waiting.pop()
                met = meeting(square, port)
                if met is None or met[0] in seen or met[0] in ends:
                    continue
                entered, entry = met
                if entered in there:
                    piece = plan.get(entered)
                    if piece is not None and entry in piece.ports:
                        seen.add(entered)
                        if passed:
                            behind.add(entered)
                        through = passed or cards[entered] in self.content.industries
                        ways: list[tuple[int, Port, bool]] = [(entered, leaving, through) for leaving in piece.exits(entry)]
                        waiting += ways
                elif row_of(entered) and limits[0] <= column_of(entered) <= limits[1]:
                    if entry in ("W", "E"):
                        sites[entered] = BEHIND if passed else 1.0
                    else:
                        legs.append(entry)
            reached.append(frozenset(seen))
            all_sites.append(sum(sites.values()))
            all_legs.append(tuple(legs))
        return Geometry((reached[0], reached[1]), (all_sites[0], all_sites[1]), (all_legs[0], all_legs[1]), frozenset(behind))


_SIDES: tuple[Heading, Heading] = (WEST, EAST)

_AWAY = {WEST: "E", EAST: "W"}
"""The common end of a turnout that branches off away from the Office."""


class Look:
    """One look at the area of a seat."""

    def __init__(self, outlook: Outlook, view: View, seat: int) -> None:
        self.outlook = outlook
        self.numbers = outlook.numbers
        self.content = content = outlook.content
        self.view = view
        self._service: dict[object, float] = {}
        self.parked = 0
        self._thought: dict[tuple[int, Row, int], float] = {}
        self.seat = seat
        self.area = area = view.areas[seat]
        self.level = area.office.level
        self.yard = view.division.yards.division
        self.red_flags = view.people.players[view.player or 0].red_flags
        clock, pending = view.clock, view.pending
        self.now = (clock.day - 1) * STAGES + clock.stage - 1
        self.end = (view.config.options.days + view.books.extra_days_run) * STAGES
        self.choosing = clock.phase == "local" and isinstance(pending, st.OptionPending)
        self.turns = self.end - self.now - (0 if self.choosing else 1)
        self.works = self.end - self.now
        self.days_left = (self.end - self.now - 0.5) / STAGES
        self.share = min(1.0, self.days_left / 2.5)
        self.geometry = outlook.geometry(layout_of(area), area.limits)
        self.sides = tuple(
            [[square for square in area.squares if square.facility is not None and square.square in reach] for reach in self.geometry.reached]
        )
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

    def runs(self) -> list[tuple[TrainCard, Heading, list[int]]]:
        """Trains of the timetable, with heading and arrivals."""
        found: list[tuple[TrainCard, Heading, list[int]]] = []
        for index, slot in enumerate(self.view.division.timetable):
            if slot is not None:
                card = self.content.trains[slot.card]
                heading = card.heading or WEST
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

    def _extra_heading(self, card: TrainCard) -> Heading:
        def use(heading: int) -> int:
            return sum(token in card.takes for square in self.sides[1 - heading] for token in self._demand(square))

        return EAST if use(EAST) >= use(WEST) else WEST

    # ---- the sum ----

    def worth(self) -> float:
        """Return what all that is not Revenue yet promises."""
        runs = self.runs()
        self.base_runs = runs
        self.supply = {
            square.square: self.supply_of(self.content.industries[square.card], side, runs) for side in (WEST, EAST) for square in self.sides[side]
        }
        self.near: dict[int, int] = {}
        self.yards = sum(
            square.card in self.content.trackage and self.content.trackage[square.card].shape == "small-yard" for square in self.area.squares
        )
        trains = self._trains()
        self.pass_base = self.passengers(self.level, runs)
        self.freight_base = self.potential(runs)
        worth = trains + self.pass_base + self.freight_base
        if self.yards:
            worth += self.held(self.level, runs)
        worth += self.refilled(runs)
        worth += self.tracks(self.level)
        worth += sum(self._industry(square, square.standing) for square in self.facilities)
        worth += self._litter(self.area.squares) - COLLISION_COST * self._jam()
        worth += self._structure()
        worth += self._hand()
        worth += self._waiting()
        worth += self.congestion(len([slot for slot in self.view.division.timetable if slot is not None]))
        worth += ENHANCEMENT * (len(self.area.enhancements) + self.red_flags) * self.share
        worth += MODIFIER * sum(there.docks + there.warehouses + there.gangs for square in self.facilities if (there := square.facility)) * self.share
        if self.level and self.content.by_effect.get("hold_departure") in self.area.enhancements:
            worth += TELEGRAPH * self.days_left
        if not self.level:
            passing = [self.content.by_effect.get(effect) for effect in PASSING]
            worth -= 0.5 * sum(card in passing for gap in self.view.division.gaps for line in gap for card in line.modifiers)
        worth -= 0.05 * len(self.view.division.extras)
        worth -= SECTION * sum(slot is not None and slot.second for slot in self.view.division.timetable) * (self.level < 2)
        return worth

    def tracks(self, level: int) -> float:
        """Return what the A/D tracks of a grade are worth."""
        return TRACKS[min(3, level)] * self.share

    def congestion(self, trains: int) -> float:
        """Return what so many timetabled trains cost for want of A/D tracks."""
        return -CROWDED * self.share * max(0, trains - 1 - 2 * self.level)

    def _litter(self, squares: Iterable[st.Square]) -> float:
        """What cars that stand about, and beside no industry, cost."""
        worth = 0.0
        for square in squares:
            if square.standing and square.facility is None:
                worth -= (FOULING if row_of(square.square) == 0 else LITTER) * len(square.standing)
        return worth

    # ---- passengers ----

    def passengers(self, level: int, runs: Runs) -> float:
        """Return what the passengers of trains will bring at an Office of some grade."""
        if not level:
            return 0.5 * self.passengers(1, runs)
        grade = self.content.grades[level]
        office = self.area.office
        porters = grade.porters
        pending = self.view.pending
        used = pending.porters if isinstance(pending, st.WorkPending) else 0
        green, room = office.green, grade.red - office.red
        full, free = self.yard[loaded(COACH)], self.yard[empty(COACH)]
        capacity, drained = self._coaches_of(level, runs)
        worth = planned = 0.0
        visits = self._visits(level) if self.level else []
        for place, (wait, coaches, train) in enumerate(visits):
            here = self.at_office(train)
            most = porters - (used if here else 0)
            if place == 0:
                ready = _services(coaches[0], coaches[1], green, room, free, most)
                missing = min(most - ready, wait, green + full + coaches[0])
                worth += READY * ready + PREPARED * missing
                planned += ready + missing
            else:
                more = min(most, max(0, wait), full + green + coaches[0])
                worth += PREPARED * more
                planned += more
            if here and not self._leaves(train):
                stages = 0.8 * (self.turns - wait)
                later = min(stages, max(0.0, full + free + green - planned) / (1.0 + drained / max(1.0, stages)), 1.6 * (full + green))
                worth += PREPARED * later
                planned += later
        each = 1.0 + (drained / capacity if capacity else 1.0 / max(1, porters))
        left = max(0.0, full + free + green - planned) / each
        budget = max(0.0, min(left, 1.6 * max(0.0, full + green - 0.5 * planned), 0.6 * self.turns))
        sure = min(capacity, budget)
        worth += RUNNING * sure
        worth += HOPED * min(HOPED_RATE * porters * self.days_left, budget - sure)
        if visits or capacity or self.days_left > 1:
            worth += 0.1 * (green + room)
        return worth

    def _coaches_of(self, level: int, runs: Runs) -> tuple[float, float]:
        """How many passengers the Porters can serve on trains of the timetable, and how many coaches these take out of the yard.

        A train that takes freight cars too has one coach, and more only when the yard has no other cars that it takes (OPS-8.2).
        """
        porters = self.content.grades[level].porters
        capacity = drained = 0.0
        others: set[Token] = set()
        room = 0
        for card, _, times in runs:
            freight = [token for token in card.takes if kind_of(token) != COACH]
            if len(freight) == len(card.takes):
                continue
            if not freight:
                drained += len(times) * card.maximum
            elif not card.extra:
                drained += len(times)
                room += len(times) * (card.maximum - card.caboose - 1)
                others.update(freight)
            if _serves(self.content, card, level):
                capacity += porters * len(times)
        return capacity, drained + max(0, room - sum(self.yard[token] for token in others))

    def _visits(self, level: int) -> list[tuple[int, tuple[int, int], st.Train]]:
        """Trains with coaches that are here or on their way: Stages to wait, coaches loaded and empty; the soonest first."""
        visits = []
        for train in self.view.division.trays:
            if train is not None and serves_passengers(self.content, train, level):
                coaches = train.consist.count(loaded(COACH)), train.consist.count(empty(COACH))
                wait = self._wait(train)
                if sum(coaches) and wait is not None:
                    visits.append((wait, coaches, train))
        return sorted(visits, key=lambda visit: (visit[0], visit[1]))

    def refilled(self, runs: Runs) -> float:
        """Return what it promises that the Division Yard will be bare and so be filled again (OPS-1.4), or nearly bare.

        The second is there since hardly any single train makes the difference.
        """
        times = sorted((time - self.now, self.numbers[card.number, card.extra]) for card, _, arrivals in runs for time in arrivals)
        bare, left = self.outlook.bare(self.yard, tuple(times))
        return NEARLY * max(0.0, 1.0 - left / FEW) + (0.0 if bare is None else REFILL * min(24, max(0, self.works - bare)))

    def held(self, level: int, runs: Runs) -> float:
        """Return how much more passengers bring if a train with coaches can be kept at the Office by sorting its engine between its cars.

        That takes two cars.
        """
        full, free = self.yard[loaded(COACH)], self.yard[empty(COACH)]
        times = [
            time
            for card, _, arrivals in runs
            if card.maximum > 1
            and "no_switching" not in card.restrictions
            and _serves(self.content, card, max(1, level))
            and any(kind_of(t) == COACH for t in card.takes)
            for time in arrivals[:1]
        ]
        coming = [(wait, self.content.trains[train.card]) for wait, _, train in self._visits(max(1, level)) if wait and len(train.consist) > 2]
        times += [self.now + wait for wait, card in coming if "no_switching" not in card.restrictions]
        wait = min(times, default=self.end) - self.now if times else 12 if self.days_left > 2.5 else 60
        stages = 0.7 * max(0, self.turns - wait)
        drained = sum(len(arrivals) * card.maximum for card, _, arrivals in runs if all(kind_of(token) == COACH for token in card.takes))
        most = min(
            stages, max(0, full + free + self.area.office.green - 1) / (1.0 + drained / max(1.0, stages)), 1.6 * (full + self.area.office.green)
        )
        return YARD * max(0.0, PREPARED * most * (1.0 if level else 0.5) - self.passengers(level, runs)) * (1.0 if times else 0.5)

    def people(self, level: int, runs: Runs, yards: int) -> float:
        """Return what passengers bring, with what so many Small Yards promise."""
        return self.passengers(level, runs) + (self.held(level, runs) if yards else 0.0)

    def at_office(self, train: st.Train) -> bool:
        """Return whether a train stands at the Office."""
        return train.place == st.InArea(self.seat, OFFICE)

    def _wait(self, train: st.Train) -> int | None:
        """How many own turns there are until the train is served at the Office, None if it will not be."""
        phase = self.view.clock.phase
        before = phase in ("local", "new-train", "mainline")
        if self.at_office(train):
            if phase in ("local", "new-train") and self._leaves(train):
                return None
            return 0 if not self.choosing else 1
        stages = self.eta(train)
        if stages is None:
            return None
        time = self.now + stages - (1 if before else 0)
        if time >= self.end:
            return None
        return time - self.now + (1 if self.choosing else 0)

    def eta(self, train: st.Train) -> int | None:
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
        if not is_made_up(train.consist) or self.fouled(train.heading):
            return False
        return not self.meets(train, [other for other in self.view.division.trays if other is not None])

    def order(self, train: st.Train) -> tuple[int, int, int]:
        """The order of the Mainline phase (OPS-8.6)."""
        card = self.content.trains[train.card]
        return card.number, 2 if card.extra else train.section, train.serial

    def _jam(self) -> float:
        """How likely trains are to collide in the next Stages, on the line or where there is no track at the Office; the sooner the worse."""
        traffic = Traffic(self)
        jam = FORESEEN * self._foreseen()
        if traffic.coming or len(traffic.going) > 1:
            jam += sum(weight * traffic.phase() for weight in JAM)
        return jam

    def _foreseen(self) -> int:
        """How many trains of the timetable will come within a Day to a side of the Office where something is in their way."""
        fouled = (self.fouled(WEST), self.fouled(EAST))
        if not any(fouled):
            return 0
        return sum(fouled[1 - heading] for card, heading, times in self.base_runs if not card.extra and times and times[0] <= self.now + STAGES)

    def same_place(self, train: st.Train, other: st.Train, phases: Mapping[int, int]) -> bool:
        """Whether a train runs into one that goes the same way on the line."""
        one, two = train.place, other.place
        if train is other or train.heading != other.heading or not isinstance(one, st.OnLine) or not isinstance(two, st.OnLine):
            return False
        if one.gap != two.gap or phases[train.serial] != phases[other.serial]:
            return False
        return not self._helped(one.gap, "follow_safely", "two_trains")

    def _helped(self, gap: int, *effects: str) -> bool:
        """Whether a card of a gap has a modifier of one of these effects."""
        cards = [self.content.by_effect.get(effect) for effect in effects]
        return any(card in line.modifiers for line in self.view.division.gaps[gap] for card in cards)

    def meets(self, train: st.Train, coming: Iterable[st.Train]) -> bool:
        """Whether a train that comes the other way on the line keeps a train from leaving."""
        gap = self.seat + (1 if train.heading == EAST else 0)
        if self._helped(gap, *PASSING):
            return False
        return any(other.heading != train.heading and isinstance(other.place, st.OnLine) and other.place.gap == gap for other in coming)

    def fouled(self, side: int) -> bool:
        """Return whether cars stand in the way of trains on one side of the Office."""
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
        boxes = industry.red + facility.warehouses - len(facility.red)
        if facility.outbound:
            for place, _ in reversed(loads):
                needed += 3 - place
                worth += OUT[place] if needed <= steps else 0.1
        else:
            for index, (place, _) in enumerate(loads):
                needed += place + 1
                worth += IN[place] - CLEARING * (index >= boxes) if needed <= steps else 0.1
            boxes -= len(loads)
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
        taken = 0
        for kind in industry.inbound:
            cars = standing.count(loaded(kind))
            useful += cars
            taken += min(cars, self.yard[empty(kind)])
        for place in range(taken):
            needed += 4
            worth += TAKEN_IN - CLEARING * (place >= boxes) if needed <= steps else 0.0
        return worth - FULL * len(facility.red) - 0.03 * (len(standing) - useful)

    def potential(self, runs: Runs) -> float:
        """What later runs can bring to the industries."""
        total = 0.0
        for side in (WEST, EAST):
            for square in self.sides[side]:
                assert square.facility is not None
                industry = self.content.industries[square.card]
                supply = self.supply[square.square] if runs is self.base_runs else self.supply_of(industry, side, runs)
                room = MOST_CARS - len(square.standing) - self.near.get(square.square, 0)
                total += (BEHIND if square.square in self.geometry.behind else 1.0) * _rising(min(room, supply))
        return total + self._unbuilt(runs)

    def _unbuilt(self, runs: Runs) -> float:
        """What later runs can bring to industries that are not there yet; the more there are, the fewer are to come.

        Without this, trains that come before the first industry would be worth nothing. Every other visit brings a car.
        """
        missing = max(0, INDUSTRIES - len(self.facilities))
        if not missing:
            return 0.0
        visits = 0
        for card, _, times in runs:
            if "no_switching" not in card.restrictions and any(kind_of(token) != COACH for token in card.takes):
                visits += sum(time > self.now + BUILDING for time in times)
        return UNBUILT * missing / INDUSTRIES * _rising(visits / 2)

    def supply_of(self, industry: Industry, side: int, runs: Runs) -> float:
        """How many cars later runs can bring to an industry on a side."""
        demand = _demand_of(industry)
        cars = SUPPLY_RATE * self.days_left
        tokens = sum(self.yard[token] for token in demand)
        for card, heading, times in runs:
            if "no_switching" in card.restrictions or (heading == side and card.expedited):
                continue
            share = FRONT if heading == side else STEADY
            there = sum(self.yard[token] for token in demand if token in card.takes)
            most = 1 if "one_freight_per_square" in card.restrictions else card.maximum - card.caboose
            for time in times:
                fitting = min(most, there, (self.end - time - 1) // 4)
                if fitting > 0:
                    cars += share * fitting
        return min(cars, tokens)

    def _beside(self, number: int, standing: Row, room: int) -> float:
        """What an industry is worth with these cars standing there, and with room for so many that come later."""
        thought = number, standing, room
        known = self._thought.get(thought)
        if known is None:
            known = self._thought[thought] = self._industry(self.ground.squares[number], standing) + self._later(number, room)
        return known

    def _ended(self, train: st.Train, tray: int, lie: Lie, near: dict[int, int], parked: int) -> float:
        """What it is worth if switching ends with such a lie of train and cars, with so many cars near already and trains parked.

        It is reckoned from what the industries are worth without any cars.
        """
        squares = self.ground.squares
        worth = 0.0
        occupied = lie.square
        for number, cars, _ in lie.standing:
            if squares[number].facility is None:
                worth -= (FOULING if row_of(number) == 0 else LITTER) * len(cars)
            else:
                room = MOST_CARS - near.get(number, 0)
                there = 0 if number == occupied else room - len(cars)
                worth += self._beside(number, cars, there) - self._beside(number, (), room)
                if number == occupied:
                    occupied = OFFICE
        if squares[occupied].facility is not None:
            worth += self._beside(occupied, (), 0) - self._beside(occupied, (), MOST_CARS - near.get(occupied, 0))
        made_up = is_made_up(lie.row)
        here = lie.square == OFFICE
        if not here:
            beside = squares[lie.square].facility is not None
            worth -= (PARKED * (parked + 1) if beside else MISPLACED) + EXPEDITED * self.content.trains[train.card].expedited
        elif not made_up:
            worth -= STUCK
        fouling = tuple(number for number in (lie.square, *(number for number, _, _ in lie.standing)) if row_of(number) == 0)
        coaches = (lie.row.count(empty(COACH)), lie.row.count(loaded(COACH))) if here else (0, 0)
        key = tray, here, made_up, coaches, fouling
        known = self._service.get(key)
        if known is None:
            known = self._service[key] = self._served(tray, lie)
        return worth + known

    def _served(self, tray: int, lie: Lie) -> float:
        """What passengers promise, less what collisions threaten, with such a lie."""
        view = self.view
        train = view.division.trays[tray]
        assert train is not None
        moved = attrs.evolve(train, place=st.InArea(self.seat, lie.square), consist=lie.row)
        trays = (*view.division.trays[:tray], moved, *view.division.trays[tray + 1 :])
        bare = {there.square: attrs.evolve(there, standing=(), split=0) for there in self.area.squares}
        area = attrs.evolve(self.area, squares=tuple(laid(bare, lie).values()))
        areas = (*view.areas[: self.seat], area, *view.areas[self.seat + 1 :])
        look = Look(self.outlook, attrs.evolve(view, areas=areas, division=attrs.evolve(view.division, trays=trays)), self.seat)
        look.base_runs = self.base_runs
        held = look.held(look.level, self.base_runs) if self.yards else 0.0
        return look.passengers(look.level, self.base_runs) + held - COLLISION_COST * look._jam()

    def _shunting(self, train: st.Train, tray: int) -> Shunting:
        """The plans for switching a train, kept for the next looks at the same position."""
        view, pending = self.view, self.view.pending
        division = view.division
        used = pending.porters if isinstance(pending, st.WorkPending) else 0
        key = (
            (tray, train.card, train.section, train.serial, train.heading, train.arrived, self.seat, self.parked, tuple(self.near.items())),
            (self.choosing, view.clock, view.config, view.books.extra_days_run, used),
            (self.area.office, self.area.limits, self.area.enhancements, self.area.held),
            tuple([(square.square, square.card, square.facility, square.beside) for square in self.area.squares]),
            (*division.trays[:tray], *division.trays[tray + 1 :]),
            (division.gaps, division.timetable, division.extras, division.yards),
        )
        kept = self.outlook.plans
        plan = kept.get(key)
        if plan is None:
            if len(kept) >= PLANS_KEPT:
                kept.clear()
            near, parked = dict(self.near), self.parked
            plan = kept[key] = Shunting(
                self._ways(train),
                lambda lie: self._ended(train, tray, lie, near, parked),
                self._orders,
                STEP,
            )
        return plan

    def _ways(self, train: st.Train) -> Ways:
        """What can be done with a train on this track, kept for all looks at the same track."""
        ground, kept = self.ground, self.outlook.ways
        key = (
            frozenset(self.content.trains[train.card].restrictions),
            ground.ad_tracks,
            tuple(sorted(others(ground, train).items())),
            tuple([(number, there.card, there.facility is not None and there.facility.locked) for number, there in ground.squares.items()]),
        )
        ways = kept.get(key)
        if ways is None:
            if len(kept) >= WAYS_KEPT:
                kept.clear()
            ways = kept[key] = Ways(ground, train, self.seat)
        return ways

    def _orders(self, row: Row) -> list[Row]:
        """Rows into which it may be of use to sort one: wanted cars at an end, or the engine between cars, so that the train stays."""
        cars = sorted(cars_of(row), key=lambda token: (kind_of(token) == COACH, token))
        found: list[Row] = []
        if len(cars) > 1:
            found.append((cars[0], ENGINE, *cars[1:]))
        for side in (EAST, WEST):
            wanted = [token for square in self.sides[side] for token in self._demand(square)]
            rest = sorted(cars, key=lambda token: (token in wanted, wanted.index(token) if token in wanted else 0, token))
            found.append((ENGINE, *rest) if side == EAST else (*reversed(rest), ENGINE))
        return found

    def _switchable(self, train: st.Train, tray: int) -> float:
        """What switching a train of the area can bring, now or at the next turn."""
        if "no_switching" in self.content.trains[train.card].restrictions:
            return 0.0
        pending = self.view.pending
        plan = self._shunting(train, tray)
        lie = lie_of(train, self.ground.squares)
        if isinstance(pending, st.SwitchPending) and pending.tray == tray:
            share = 1.0
            best, there = plan.best(lie, min(pending.moves, HORIZON), pending.worked)
            gain = best - STEP * (6 - pending.moves)
        elif isinstance(pending, st.RollPending) and pending.switch.tray == tray:
            share = 1.0
            best, there = plan.rolled(lie, pending.end, pending.count, min(pending.switch.moves, HORIZON), pending.switch.worked)
            gain = best - STEP * (6 - pending.switch.moves)
        elif isinstance(pending, st.SortPending) and pending.switch.tray == tray:
            share = 1.0
            best, there = plan.sorted(lie, pending.picked, min(pending.switch.moves, HORIZON), pending.switch.worked)
            gain = best - STEP * (6 - pending.switch.moves)
        elif self.choosing or self.view.clock.phase not in ("local", "new-train") or not (self.at_office(train) and self._leaves(train)):
            share = HERE
            gain, there = plan.best(lie, HORIZON, ())
        else:
            return 0.0
        for number, cars, _ in there.standing:
            before = len(self.ground.squares[number].standing)
            if len(cars) > before:
                self.near[number] = self.near.get(number, 0) + len(cars) - before
        return share * (gain - plan.ended(lie))

    def _rolls(self, train: st.Train) -> tuple[float, int, int] | None:
        """The best cut to roll of a train that is coming: what it brings, to which square, how many cars; None if none is worth it."""
        card, row = self.content.trains[train.card], train.consist
        if "no_switching" in card.restrictions:
            return None
        best: tuple[float, int, int] | None = None
        for end in (WEST, EAST):
            for count in range(1, outer_cars(row, end) + 1):
                _, cut = cut_off(row, end, count)
                if not may_leave(card, cut):
                    break
                lost = 0.3 * sum(kind_of(token) == COACH for token in cut)
                for square in self.sides[end]:
                    if len(square.standing) + self.near.get(square.square, 0) + count > MOST_CARS:
                        continue
                    if not within_budget(card, square.square, cut, ()):
                        continue
                    gain = self._industry(square, square.standing + cut) - self._industry(square, square.standing) - lost
                    gain -= self._crowded(square.square, count)
                    if best is None or gain > best[0]:
                        best = (gain, square.square, count)
        return best if best is not None and best[0] > 0.0 else None

    def _set_out(self, train: st.Train, number: int) -> tuple[float, int]:
        """What the best set-out on the square of an industry brings, with the train staying beside it, and how many cars."""
        card = self.content.trains[train.card]
        square = self.ground.squares[number]
        best = (0.0, 0)
        if square.facility is None or square.facility.locked:
            return best
        for end in (WEST, EAST):
            for count in range(1, outer_cars(train.consist, end) + 1):
                _, cut = cut_off(train.consist, end, count)
                if not may_leave(card, cut) or not within_budget(card, number, cut, ()) or len(square.standing) + count > MOST_CARS:
                    break
                lost = 0.3 * sum(kind_of(token) == COACH for token in cut)
                gain = self._industry(square, square.standing + cut) - self._industry(square, square.standing) - lost
                best = max(best, (gain, count))
        return best

    def _spot(self, train: st.Train) -> tuple[float, int, int] | None:
        """The best industry for a train that is coming to bring cars to by standing there with them: what it brings, to which square, how many."""
        card = self.content.trains[train.card]
        if "no_switching" in card.restrictions or card.expedited:
            return None
        best: tuple[float, int, int] | None = None
        for heading in (WEST, EAST):
            for square in self.sides[heading]:
                number = square.square
                if square.standing or self.ground.occupied.get(number) or self.near.get(number):
                    continue
                gain, count = self._set_out(train, number)
                gain -= PARKED + self._later(number, MOST_CARS)
                if count and gain > 0.0 and (best is None or gain > best[0]):
                    best = (gain, number, count)
        return best

    # ---- trains ----

    def _trains(self) -> float:
        """What the cars of the trains promise to the industries, each train after the one that comes before it."""
        pending = self.view.pending
        switch = pending.switch if isinstance(pending, (st.RollPending, st.SortPending)) else pending
        switched = switch.tray if isinstance(switch, st.SwitchPending) else None
        worth = 0.0
        gains: list[float] = []
        self.parked = 0
        running = [(self.eta(train) or 0, tray, train) for tray, train in enumerate(self.view.division.trays) if train is not None]
        for _, tray, train in sorted(running, key=lambda there: (there[1] != switched, there[:2])):
            if isinstance(train.place, st.InArea) and train.place.seat == self.seat:
                gains.append(self._switchable(train, tray))
                if self.at_office(train):
                    worth -= STUCK * (not is_made_up(train.consist))
                else:
                    worth += self._stray(train)
            elif self.eta(train) is not None:
                worth += self._best_cars(train)
        if gains:  # one train is switched in a turn, and what it puts right cannot be put right by the next
            first = gains[0] if switched is not None else max(gains)
            gains.remove(first)
            worth += first + sum(NEXT * min(1.0, gain) for gain in gains)
        return worth

    def _stray(self, train: st.Train) -> float:
        """What a train costs that stands in the area, but not at the Office."""
        assert isinstance(train.place, st.InArea)
        self.parked += 1
        beside = self.ground.squares[train.place.square].facility is not None
        if beside:
            self.near[train.place.square] = MOST_CARS
        return -(PARKED * self.parked if beside else MISPLACED) - EXPEDITED * self.content.trains[train.card].expedited

    def _best_cars(self, train: st.Train) -> float:
        """What the best of rolling cars and of standing beside an industry with them is worth for a train that is coming."""
        roll, spot = self._rolls(train), self._spot(train)
        if spot is not None and (roll is None or spot[0] > roll[0]):
            later = self._later(spot[1], MOST_CARS)
            self.near[spot[1]] = MOST_CARS
            return COMING * spot[0] + later
        if roll is None:
            return 0.0
        gain, target, count = roll
        crowded = self._crowded(target, count)
        self.near[target] = self.near.get(target, 0) + count
        return COMING * gain + crowded

    def _later(self, number: int, room: int) -> float:
        """What later cars promise to an industry in reach with room for so many."""
        if number not in self.supply:
            return 0.0
        return (BEHIND if number in self.geometry.behind else 1.0) * _rising(min(room, self.supply[number]))

    def _crowded(self, target: int, count: int) -> float:
        """What is lost of later cars if some cars take room at an industry."""
        room = MOST_CARS - len(self.ground.squares[target].standing) - self.near.get(target, 0)
        return self._later(target, room) - self._later(target, room - count)

    # ---- cards ----

    def _hand(self) -> float:
        """What the hand is worth: the cards are played in thought, those that cannot be are kept."""
        hand = list(self.view.people.hand or ())
        pending = self.view.pending
        share = IN_HAND
        if isinstance(pending, (st.PlacePending, st.AttachPending, st.SectionPending, st.ImprovePending)) and pending.player == self.view.player:
            hand.append(pending.card)
            share = PLACING
        if not hand:
            return 0.0
        plan = _Plan(self)
        playable, held = plan.play(hand)
        limit = HAND_LIMIT + self.red_flags
        known = self.view.people.players[self.view.player or 0].known
        return share * playable + sum(sorted(held, reverse=True)[:limit]) - UNSEEN * self.share * len(known)

    def train_runs(self, card: TrainCard) -> tuple[TrainCard, Heading, list[int]]:
        """Return a train of the hand with its heading and arrivals."""
        if card.extra:
            heading = self._extra_heading(card)
            times = [self.now + 1 + self.travel[heading]]
        else:
            heading = card.heading or WEST
            times = list(range(self.now + 6 + self.travel[heading], self.end, STAGES))
        return card, heading, [time for time in times if time < self.end]

    def structure_of(self, sites: Sequence[float], legs: Sequence[int]) -> float:
        """Return what free sites and open legs by side are worth."""
        worth = 0.0
        for side in (WEST, EAST):
            worth += SITE * (2.0 - 2.0 ** (1 - min(3, sites[side])))
            worth += LEG * (2.0 - 2.0 ** (1 - min(3, legs[side])))
        return worth * self.share

    def _structure(self) -> float:
        legs = [len(legs) for legs in self.geometry.legs]
        return self.structure_of(self.geometry.sites, legs) + REACHED * (len(self.sides[WEST]) + len(self.sides[EAST])) * self.share

    # ---- the open decision ----

    def _waiting(self) -> float:
        pending = self.view.pending
        if pending is None or pending.player != self.view.player:
            return 0.0
        if isinstance(pending, st.FreightPending):
            return self._freight_offer()
        return -UNJAMMED if isinstance(pending, st.NamePending) and pending.op == "unjam" else 0.0

    def _freight_offer(self) -> float:
        office, grade = self.area.office, self.content.grades[self.level]
        offers = [-UNSEEN * self.share]
        if office.green < grade.green and self.yard[loaded(COACH)]:
            offers.append(BOX * (self._with_boxes(1, 0) > 0.0))
        if office.red:
            offers.append(BOX * (self._with_boxes(0, -1) > 0.0))
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

    def _with_boxes(self, green: int, red: int) -> float:
        """What it brings to passengers to change the boxes of the Office, a load for a green one coming from the Division Yard."""
        view = self.view
        office = attrs.evolve(self.area.office, green=self.area.office.green + green, red=self.area.office.red + red)
        areas = (*view.areas[: self.seat], attrs.evolve(self.area, office=office), *view.areas[self.seat + 1 :])
        yard = list(self.yard)
        yard[loaded(COACH)] -= green
        yards = attrs.evolve(view.division.yards, division=tuple(yard))
        look = Look(self.outlook, attrs.evolve(view, areas=areas, division=attrs.evolve(view.division, yards=yards)), self.seat)
        return look.passengers(look.level, self.base_runs) - self.pass_base


class _Plan:
    """Cards of a hand played in thought, one after another."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.content = look.content
        self.level = look.level
        self.runs = list(look.base_runs)
        self.slots = len([slot for slot in look.view.division.timetable if slot is not None])
        self.sites: list[float] = list(look.geometry.sites)
        self.legs = [list(look.geometry.legs[WEST]), list(look.geometry.legs[EAST])]
        west, east = look.area.limits
        self.room = [west > -6, east < 6]
        self.yards = look.yards

    def play(self, hand: list[int]) -> tuple[float, list[float]]:
        """Return what the cards that can be played are worth, and what each of the others is worth."""
        cards = self.content.cards
        left = sorted(hand, key=lambda card: (ORDER.index(cards[card].kind), getattr(cards[card].detail, "start", 0)))
        total = 0.0
        held: list[float] = []
        for number in left:
            kind = cards[number].kind
            if kind == "upgrade":
                gain, keep = self._upgrade(number)
            elif kind in ("timetabled", "extra"):
                gain, keep = self._train(number)
            elif kind == "track":
                gain, keep = 0.0, 0.0
            elif kind == "facility":
                continue
            elif kind == "modifier":
                gain, keep = (MODIFIER * self.look.share, 0.0) if self.look.facilities else (0.0, 0.02)
            elif kind == "second-section":
                gain, keep = self._second(), 0.0
            elif kind == "enhancement":
                gain, keep = self._enhancement(number), 0.0
            else:
                gain, keep = 0.0, 0.0
            if kind == "track":
                if self.content.trackage[number].shape == "small-yard" and not self.yards and any(self.room):
                    total += self.look.held(self.level, self.runs)
                    self.yards += 1
                continue
            if gain > 0.0:
                total += gain
            else:
                held.append(keep)
        gain, kept = self._build([card for card in left if cards[card].kind == "track"], [card for card in left if cards[card].kind == "facility"])
        return total + gain, held + kept

    def _enhancement(self, number: int) -> float:
        look = self.look
        effect = self.content.effects.get(number)
        if number in look.area.enhancements or (effect == "hand_limit" and look.red_flags):
            return 0.0
        return ENHANCEMENT * look.share + TELEGRAPH * look.days_left * (effect == "hold_departure" and self.level > 0)

    def _second(self) -> float:
        """What it brings to order a second section of the train where it brings most."""
        best = 0.0
        for place, (card, heading, times) in enumerate(self.runs):
            if not card.extra and times:
                runs = [*self.runs[:place], (card, heading, times[:1] + times), *self.runs[place + 1 :]]
                best = max(best, self._with_runs(runs) - SECTION * (self.level < 2))
        return best

    def _with_runs(self, runs: Runs) -> float:
        """How much more passengers, freight and refills bring with other runs of trains."""
        look = self.look
        gain = look.people(self.level, runs, self.yards) - look.people(self.level, self.runs, self.yards)
        gain += look.potential(runs) - look.potential(self.runs)
        return gain + look.refilled(runs) - look.refilled(self.runs)

    def _upgrade(self, number: int) -> tuple[float, float]:
        look = self.look
        start = getattr(self.content.cards[number].detail, "start", 0)
        if start < self.level:
            return 0.0, 0.0
        gain = look.people(start + 1, self.runs, self.yards) - look.people(start, self.runs, self.yards) + look.tracks(start + 1) - look.tracks(start)
        if start == self.level:
            self.level += 1
            return gain, 0.0
        return 0.0, gain * (0.5 if start == self.level + 1 else 0.3)

    def _train(self, number: int) -> tuple[float, float]:
        look, card = self.look, self.content.trains[number]
        runs = [*self.runs, look.train_runs(card)]
        gain = self._with_runs(runs)
        if not card.extra:
            gain += look.congestion(self.slots + 1) - look.congestion(self.slots)
        if self.level < 3 and COACH in [kind_of(token) for token in card.takes]:
            later = 0.6 * (look.people(self.level + 1, runs, self.yards) - look.people(self.level + 1, self.runs, self.yards))
            if later > gain:
                return 0.0, later
        if gain > 0.0:
            self.runs = runs
            self.slots += not card.extra
        return gain, 0.0

    def _structure(self) -> float:
        return self.look.structure_of(self.sites, [len(legs) for legs in self.legs])

    def _build(self, track: list[int], facilities: list[int]) -> tuple[float, list[float]]:
        """Track and industries: what fits is laid, what does not is kept."""
        laid, kept_track = self._lay(track)
        built, kept_facilities = self._settle(facilities)
        return laid + built, [*kept_track, *(kept * 0.4**place for place, kept in enumerate(sorted(kept_facilities, reverse=True)))]

    def _lay(self, track: list[int]) -> tuple[float, list[float]]:
        """Lay track where it makes sites and legs, until nothing fits any more."""
        total = 0.0
        waiting = sorted(track, key=lambda card: self.content.trackage[card].shape != "turnout")
        progress = True
        while progress and waiting:
            progress = False
            for number in list(waiting):
                best = max(self._ways_to_lay(number), key=lambda way: way[0], default=None)
                if best is not None and best[0] > 0.0:
                    total += best[0]
                    self._place(number, best[1], best[2])
                    waiting.remove(number)
                    progress = True
        shapes = [self.content.trackage[number].shape for number in waiting]
        return total, [KEPT_TRACK * self.look.share if shape in ("curve", "turnout") else 0.01 for shape in shapes]

    def _ways_to_lay(self, number: int) -> Iterable[tuple[float, Heading, Port | None]]:
        """Yield what it brings to lay a card on a side: on a leg that waits for it, or (None) as a turnout of the Running Track."""
        trackage = self.content.trackage[number]
        before = self._structure()
        for side in _SIDES:
            port: Port | None = None
            if trackage.shape in ("curve", "turnout"):
                port = next((leg for leg in self.legs[side] if leg in trackage.piece.ports), None)
            if port is not None:
                yield self._structure_with(side, 1, -1) - before, side, port
            if trackage.shape == "turnout" and trackage.piece.routes[0][0] == _AWAY[side] and self.room[side]:
                yield self._structure_with(side, 0, 1) - before, side, None

    def _structure_with(self, side: Heading, sites: int, legs: int) -> float:
        """What the structure would be worth with more sites and legs on a side."""
        counts = [len(there) for there in self.legs]
        counts[side] += legs
        more = list(self.sites)
        more[side] += sites
        return self.look.structure_of(more, counts)

    def _place(self, number: int, side: Heading, port: Port | None) -> None:
        if port is not None:
            self.legs[side].remove(port)
            self.sites[side] += 1
            return
        away: Port = next(leg for leg in self.content.trackage[number].piece.ports if leg not in ("W", "E"))
        met = meeting(OFFICE, away)
        assert met is not None
        self.legs[side].append(met[1])

    def _settle(self, facilities: list[int]) -> tuple[float, list[float]]:
        """Put industries on sites; returns what they bring, and what those are worth that are kept."""
        total = 0.0
        held: list[float] = []
        look = self.look
        for number in facilities:
            industry = self.content.industries[number]
            before = self._structure()
            best: tuple[float, Heading] | None = None
            kept = 0.0
            for side in _SIDES:
                full = _rising(min(MOST_CARS, look.supply_of(industry, side, self.runs))) + REACHED * look.share
                gain = full + self._structure_with(side, -1, 0) - before if self.sites[side] >= 1 else 0.0
                if gain > 0.0 and (best is None or gain > best[0]):
                    best = gain, side
                kept = max(kept, full * (KEPT_LEG if self.legs[side] else KEPT_FACILITY))
            if best is not None and best[0] > kept:
                self.sites[best[1]] -= 1
                total += best[0]
            else:
                held.append(kept)
        return total, held


def _rising(cars: float) -> float:
    """What so many cars are worth that may come one day to the same industry: each less than the one before."""
    return sum(share * max(0.0, min(1.0, cars - place)) for place, share in enumerate(POTENTIAL))


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
