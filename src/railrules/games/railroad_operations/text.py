"""Railroad Operations in words: what happens as sentences, and the Division as a dispatcher sees it (section G)."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from railrules import SeededChance
from railrules.games.railroad_operations import events as ev
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import CABOOSE, Row, cars_of, coupled, is_loaded, kind_of, left_over, make_up_fault
from railrules.games.railroad_operations.content import LIMIT_CARD, OFFICE_CARD, STAGES, Content, Stock
from railrules.games.railroad_operations.events import Event
from railrules.games.railroad_operations.legend import (
    GRADE_SIGNS,
    MODIFIER_SIGNS,
    asked,
    card_note,
    facility_sign,
    in_columns,
    legend,
    track_sign,
    traffic,
)
from railrules.games.railroad_operations.notation import LOADS, Notation
from railrules.games.railroad_operations.rules.freight import laborers, named_loads
from railrules.games.railroad_operations.rules.ground import Ground
from railrules.games.railroad_operations.rules.mainline import first_place, found_ahead, why_stay
from railrules.games.railroad_operations.rules.phases import FLOOR
from railrules.games.railroad_operations.rules.work import Work
from railrules.games.railroad_operations.scoring import outcome_of
from railrules.games.railroad_operations.track import END_NAMES, OFFICE, column_of, row_of, signed, square_at, square_name
from railrules.games.railroad_operations.view import View, determinize

PHASES = {
    "local": "Local Operations",
    "new-train": "New Train",
    "mainline": "Mainline",
    "load-unload": "Load/Unload",
    "shift-change": "Shift Change",
}
DECIDES: dict[type, str] = {
    st.OptionPending: "which option to take",
    st.DrawPending: "what to play and discard",
    st.PlacePending: "where the card lies",
    st.AttachPending: "which facility the modifier serves",
    st.SectionPending: "which train gets a second section",
    st.ImprovePending: "which Mainline card is improved",
    st.SwitchPending: "how to switch",
    st.SortPending: "the new order of the train",
    st.RollPending: "where the cars roll",
    st.FreightPending: "what the Freight Agent does",
    st.NamePending: "which load is meant",
    st.StartPending: "where the Extra starts",
    st.MakeUpPending: "which car is added",
    st.TelegraphPending: "whether a train is held by Telegraph",
    st.ClearancePending: "whether the train is cleared",
    st.DivertPending: "whether the train is diverted",
    st.WorkPending: "what the workers do",
    st.ExtendPending: "whether another Day is run",
}
"""What is decided, for the headline; the question itself comes last."""
STAYS = {
    "engine-between-cars": "engine between cars",
    "caboose-not-at-end": "caboose not at the far end",
    "running-track-fouled": "Running Track fouled",
}
"""Why a train does not leave its Office."""
NO_WAY_IN = {
    "fouled": "the Running Track is fouled",
    "limits-occupied": "no A/D track is free, and a train is held at the Limits already",
    "office-full": "no A/D track is free",
}
"""Why a train that arrives collides."""
VERDICTS = {
    "timetable-complete": "The last Day is over, and the Revenue is enough",
    "short-of-floor": "The last Day is over, and the Revenue is too low",
    "unsafe": "Too many collisions make the railroad unsafe",
}
"""How it ended; what each player earned is told with the table."""
PLACES = ("a green box", "a green box", "a red box", "a red box", "a car", "a car", "MEN", "AT", "WORK")
"""Where a load was, by the numbers of `LOADS`."""
OUT = "in the Classification Yard, back only when the Division Yard is bare"
"""Where tokens are of which the Division Yard has run out."""


class Text:
    """The words of Railroad Operations with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.notation = Notation(content)

    def people(self, view: View, names: Sequence[str] | None) -> list[str]:
        """Return how the players are called."""
        return view.config.people(names)

    def card(self, card: int) -> str:
        """Return the name of a card."""
        return self.content.cards[card].name

    def kind(self, kind: int) -> str:
        """Return the name of a kind of cars as it stands in a sentence; a content can have fewer kinds before the caboose than there are numbers."""
        return self.content.stock[-1 if kind == kind_of(CABOOSE) else kind].name.lower()

    # ---- events ------------------------------------------------------------------------------------------------------------------------

    def event_to_str(self, view: View, event: Event, people: Sequence[str]) -> str:
        """Return what the table says when `event` happens; empty for what another sentence says anyway."""
        return _Told(self, view, people).sentence(event)

    def legend(self) -> str:
        """Return what the signs on the table mean."""
        return legend(self.content, self.notation)

    # ---- the Division ------------------------------------------------------------------------------------------------------------------

    def summary(self, view: View) -> str:
        """Return how things stand, in a line."""
        clock = view.clock
        revenues = " ".join(str(player.revenue) for player in view.people.players)
        trains = " ".join(self._train_sign(view, tray) for tray, train in enumerate(view.division.trays) if train is not None)
        return f"day {clock.day} stage {clock.stage} {clock.phase}: revenue {revenues}; trains {trains or 'none'}; deck {view.cards.deck_size}"

    def describe(self, view: View, names: Sequence[str] | None) -> str:
        """Return the Division as `view` shows it."""
        people = self.people(view, names)
        sections = [
            self._headline(view, people),
            self._players(view, people),
            self._line(view),
            *(self._area(view, seat) for seat in range(len(view.areas))),
            self._trains(view, people),
            self._timetable(view, people),
            self._yards(view),
            self._cards(view),
            self._question(view, people),
        ]
        return "\n\n".join(section for section in sections if section)

    def _headline(self, view: View, people: list[str]) -> str:
        clock, options = view.clock, view.config.options
        head = f"Railroad Operations, Day {clock.day} of {options.days + view.books.extra_days_run}, Stage {clock.stage}, {PHASES[clock.phase]}"
        if view.pending is None:
            return f"{head}: over\n{self._result(view, people)}"
        return f"{head}\n{people[view.pending.player]} decides {DECIDES[type(view.pending)]}"

    def _players(self, view: View, people: list[str]) -> str:
        books = view.books
        lines = []
        for seat, player in enumerate(view.people.seats):
            there = view.people.players[player]
            known = f", known: {', '.join(map(self.notation.card, there.known))}" if there.known else ""
            marks = ", Red Flags" * there.red_flags + ", Fedora" * (player == view.people.fedora)
            own = " (you)" if player == view.player else ""
            lines.append(f"seat {seat}  {people[player]}{own}: Revenue {there.revenue}, {counted(there.hand_size, 'card')}{known}{marks}")
        if books.official is None:
            lines.append(self.goal(view))
        else:
            lines.append(f"Collisions: {self._collisions(view)}")
            if view.pending is not None:  # else the headline has the result
                lines.append(f"The result is official. {self._result(view, people)}")
        return "\n".join(lines)

    def goal(self, view: View) -> str:
        """Return how far the Revenue is from the floor, and how near the collisions are to their limits."""
        total = sum(player.revenue for player in view.people.players)
        return f"Revenue {self._of_the_floor(view, total)}; collisions: {self._collisions(view)}"

    def _of_the_floor(self, view: View, total: int) -> str:
        days = view.config.options.days
        return f"{total} of the {_floor(view)} that {counted(days, 'Day')} must bring"

    def _collisions(self, view: View) -> str:
        options, books = view.config.options, view.books
        stage = f"{books.stage_collisions} of {options.collisions_per_stage} this Stage"
        return f"{stage}, {books.day_collisions} of {options.collisions_per_day} this Day"

    def _result(self, view: View, people: Sequence[str]) -> str:
        """Who has won or lost, by which Revenue, and what was missed."""
        options, books = view.config.options, view.books
        outcome = outcome_of(options, books)
        ending, revenues = outcome.terminations[0], outcome.scores
        total = sum(revenues)
        if outcome.winners:
            verdict = f"{_joined([people[player] for player in outcome.winners])} {'has' if len(outcome.winners) == 1 else 'have'} won"
        else:
            missed = "as too many collisions made the railroad unsafe" if ending == "unsafe" else f"{_floor(view) - total} short of the floor"
            verdict = f"{people[0] if len(people) == 1 else 'Everybody'} has lost, {missed}"
        each = _joined([f"{revenue} of {name}" for name, revenue in zip(people, revenues, strict=True)])
        shares = f"{each}, together " if len(people) > 1 else ""
        stopped = " The Day that was added was unsafe." if books.ended not in (None, ending) else ""
        return f"{verdict}: Revenue {shares}{self._of_the_floor(view, total)}.{stopped}"

    # ---- the line ----------------------------------------------------------------------------------------------------------------------

    def _train_sign(self, view: View, tray: int) -> str:
        train = view.division.trays[tray]
        name = self.notation.train(view.division.trays, tray)
        return f"<{name}" if train is not None and train.heading == 0 else f"{name}>"

    def _at(self, view: View, place: st.Place) -> str:
        return " ".join(self._train_sign(view, tray) for tray, train in enumerate(view.division.trays) if train is not None and train.place == place)

    def _line(self, view: View) -> str:
        """G.2: the Division from west to east, one item a line: its name, then what there is on it."""
        rows = [("West Point", f"waiting: {self._at(view, st.AtPoint(0)) or '-'}")]
        for gap, cards in enumerate(view.division.gaps):
            rows += [(self._line_name(card, f"{gap}.{index}"), self._on_card(view, gap, index)) for index, card in enumerate(cards)]
            if gap < len(view.areas):
                rows.append(self._office_line(view, gap))
        rows.append(("East Point", f"waiting: {self._at(view, st.AtPoint(1)) or '-'}"))
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {there}".rstrip() for name, there in rows)

    def _line_name(self, card: st.LineCard, number: str) -> str:
        line = self.content.line[card.card]
        stages = {"hilly": f"{line.fast}/{line.slow}", "heavy-grade": f"{line.up}/{line.down} top {'E' if card.top else 'W'}"}
        return f"{number} {line.name} {stages.get(line.kind, line.regions)}"

    def _on_card(self, view: View, gap: int, index: int) -> str:
        """The modifiers of a Mainline card, and the trains on it and beside it."""
        card = view.division.gaps[gap][index]
        regions = self.content.line[card.card].regions
        found = []
        for tray, train in enumerate(view.division.trays):
            if train is None:
                continue
            if isinstance(train.place, st.OnLine) and (train.place.gap, train.place.index) == (gap, index):
                found.append(f"{self._train_sign(view, tray)} {train.place.region}/{regions}")
            elif train.place == st.AtInterchange(gap, index):
                found.append(f"beside: {self._train_sign(view, tray)}")
        return " | ".join(part for part in (", ".join(map(self.card, card.modifiers)), "  ".join(found)) if part)

    def _office_line(self, view: View, seat: int) -> tuple[str, str]:
        area = view.areas[seat]
        grade = self.content.grades[area.office.level]
        there = self._at(view, st.InArea(seat, OFFICE))
        used = sum(train is not None and train.place == st.InArea(seat, OFFICE) for train in view.division.trays)
        held = " ".join(f"{'WE'[end]} holds {self._train_sign(view, tray)}" for end, tray in area.held)
        return f"Office {seat}", f"{grade.name}, A/D {used} of {grade.ad_tracks}: {there or '-'} | Limits: {held or '-'}"

    # ---- Office Areas ------------------------------------------------------------------------------------------------------------------

    def _area(self, view: View, seat: int) -> str:
        """G.3: the used part of the grid, five characters a square. Two blanks follow the name, three the number of a row."""
        area = view.areas[seat]
        squares = {square.square: square for square in area.squares}
        columns = range(min(map(column_of, squares)), max(map(column_of, squares)) + 1)
        rows = range(min(map(row_of, squares)), max(map(row_of, squares)) + 1)
        trains = self._trains_here(view, seat)
        name = f"Office {seat}"
        margin = len(name) + 2
        lines = [f"{name}  {' '.join(f'{signed(column):^5}' for column in columns)}".rstrip()]
        for row in rows:
            numbers = [square_at(column, row) for column in columns]
            signs = [self._sign(area, squares.get(number)) for number in numbers]
            notes = [self._note(squares[number], area) for number in numbers if number in squares]
            label = f"{signed(row):>{margin - 3}}   "
            lines.append(f"{label}{' '.join(signs)}   {' | '.join(note for note in notes if note)}".rstrip())
            standing = [self._standing(squares.get(number), trains.get(number, ())) for number in numbers]
            lines += [f"{'':{margin}}{' '.join(f'{text:^5}' for text in below)}".rstrip() for below in zip_longest(*standing, fillvalue="")]
        return "\n".join(lines)

    def _trains_here(self, view: View, seat: int) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for tray, train in enumerate(view.division.trays):
            if train is not None and isinstance(train.place, st.InArea) and train.place.seat == seat:
                found.setdefault(train.place.square, []).append(self.notation.train(view.division.trays, tray))
        return found

    def _sign(self, area: st.Area, square: st.Square | None) -> str:
        """Five characters for a square."""
        if square is None:
            return "     "
        if square.card == LIMIT_CARD:
            return "|----" if column_of(square.square) == area.limits[0] else "----|"
        if square.card == OFFICE_CARD:
            return f"-{GRADE_SIGNS[area.office.level]}--"
        if square.beside is not None:
            return MODIFIER_SIGNS[self.content.effects[square.card]]
        if square.facility is not None:
            return facility_sign(self.card(square.card), locked=square.facility.locked)
        return track_sign(self.content.trackage[square.card])

    def _standing(self, square: st.Square | None, trains: Sequence[str]) -> list[str]:
        """What stands on a square, one below the other: its trains, then its standing cars, between which a stroke is the train."""
        if square is None or not square.standing:
            return list(trains)
        sides = (square.standing[: square.split], square.standing[square.split :])
        if not trains:
            return [self.notation.row(square.standing)]
        return [*trains, "|".join("".join(map(self.notation.token, side)) for side in sides)]

    def _note(self, square: st.Square, area: st.Area) -> str:
        """What there is to say of an Office or a facility."""
        if square.card == OFFICE_CARD:
            return self._office_note(area)
        facility = square.facility
        if facility is None:
            return ""
        industry = self.content.industries[square.card]
        ways = (
            ("green", industry.outbound, facility.green, industry.green + facility.docks),
            ("red", industry.inbound, facility.red, industry.red + facility.warehouses),
        )
        head = f"{square_name(square.square)} {self.card(square.card)} ({traffic(self.notation, industry)})"
        if facility.locked:
            men, at, work = (self.notation.row(() if token is None else (token,)) for token in facility.pipeline)
            head += f", locked: MEN {men}, AT {at}, WORK {work}"
        boxes = [f"{box} {len(held)}/{room}{f' {self.notation.row(held)}' if held else ''}" for box, kinds, held, room in ways if kinds]
        return "; ".join([head, *boxes, f"Laborers {laborers(industry, facility)}"])

    def _office_note(self, area: st.Area) -> str:
        grade = self.content.grades[area.office.level]
        boxes = f": green {area.office.green}/{grade.green}, red {area.office.red}/{grade.red}, Porters {grade.porters}" if grade.porters else ""
        enhancements = ", ".join([*map(self.card, area.enhancements), *["Telegraph used today"] * area.telegraph_used])
        return "; ".join(part for part in (f"{grade.name}{boxes}", enhancements) if part)

    # ---- trains, timetable, yards, cards -----------------------------------------------------------------------------------------------

    def _trains(self, view: View, people: list[str]) -> str:
        """G.4: each train with its row, and why it would not leave."""
        lines = []
        work = self._work(view)
        for tray, train in enumerate(view.division.trays):
            if train is not None:
                card = self.content.trains[train.card]
                flags = [f"tray {tray}", "fast" if card.fast else "slow", *(restriction.replace("_", " ") for restriction in card.restrictions)]
                note = f"[{', '.join(flags + ['expedited'] * card.expedited)}]"
                arrived = ", arrived now" if train.arrived else ""
                cleared = "" if train.cleared_by is None else f", on the clearance of {people[train.cleared_by]}"
                row = f"row {self.notation.row(train.consist)} (west to east){self._beside(view, train.place)}"
                where = self.place(view, train.place)
                name, heading = self.notation.train(view.division.trays, tray), "east>" if train.heading else "<west"
                lines.append(f"{name} {heading}, {where}, {row}, {ready(work, train)}{arrived}{cleared} {note}")
        free = sum(train is None for train in view.division.trays)
        return "\n".join(["Trains:", *(lines or ["none"]), f"{free} of {len(view.division.trays)} trays free"])

    def _beside(self, view: View, place: st.Place) -> str:
        """The cars that stand on the square of a train, which is where they lie in the way of a Move (OPS-6.5)."""
        if not isinstance(place, st.InArea):
            return ""
        square = next(square for square in view.areas[place.seat].squares if square.square == place.square)
        sides = ((square.standing[: square.split], "west"), (square.standing[square.split :], "east"))
        there = ", ".join(f"{self.notation.row(cars)} to the {side}" for cars, side in sides if cars)
        return f", beside it {there}" if there else ""

    def _work(self, view: View) -> Work:
        """A position that looks like `view`, for questions that the rules answer; what is hidden has no part in them."""
        return Work(self.content, determinize(self.content, view, SeededChance(0)), SeededChance(0), None)

    def place(self, view: View, place: st.Place) -> str:
        """Return where a train is, in words."""
        match place:
            case st.AtPoint(end):
                return f"{END_NAMES[end].capitalize()} Point"
            case st.AtInterchange(gap, index):
                return f"beside Interchange {gap}.{index}"
            case st.OnLine(gap, index, region):
                line = self.content.line[view.division.gaps[gap][index].card]
                return f"{line.name} {gap}.{index}, region {region}/{line.regions}"
            case st.AtLimits(seat, end):
                return f"held at the {END_NAMES[end]} Limits of Office {seat}"
            case st.InArea(seat, square):
                return f"Office {seat}" if square == OFFICE else f"Office {seat}, square {square_name(square)}"

    def _timetable(self, view: View, people: list[str]) -> str:
        lines = []
        for stage in range(1, STAGES + 1):
            slot = view.division.timetable[stage - 1]
            if slot is not None:
                card = self.content.trains[slot.card]
                second = ", second section ordered" * slot.second
                lines.append(
                    f"  Stage {stage:>2}: {self.notation.train_card(slot.card)} {self.card(slot.card)}, {asked(self.notation, card)}{second}"
                )
        lines += [f"  second section of Stage {stage} waits for a tray" for stage in view.division.sections]
        for number, player in view.division.extras:
            lines.append(f"  {self.notation.train_card(number)} {self.card(number)} of {people[player]} waits for a tray")
        return "\n".join(["Timetable:", *(lines or ["  empty"])])

    def _yards(self, view: View) -> str:
        """G.4: what lies in both yards, none of a token too, and of which kinds the Division Yard has run out."""
        yards, tokens = view.division.yards, (*range(2 * self.content.kinds), CABOOSE)
        lines = ["Yards:"]
        for name, yard in (("Division", yards.division), ("Classification", yards.classification)):
            lines.append(f"{name} {sum(yard)}: {' '.join(f'{self.notation.token(token)}{yard[token]}' for token in tokens)}")
        lines += [f"{plural(stock.name.lower())}: {waiting} of {total} {OUT}" for stock, waiting, total in self.shortages(view)]
        return "\n".join(lines)

    def shortages(self, view: View) -> list[tuple[Stock, int, int]]:
        """Return each kind of which nothing lies in the Division Yard, how much of it lies in the Classification Yard, and how much there is."""
        yards = view.division.yards
        found = []
        for kind, stock in enumerate(self.content.stock):
            tokens = (CABOOSE,) if stock.role == "caboose" else (2 * kind, 2 * kind + 1)
            division, waiting, total = (sum(yard[token] for token in tokens) for yard in (yards.division, yards.classification, self.content.supply))
            if not division:
                found.append((stock, waiting, total))
        return found

    def _cards(self, view: View) -> str:
        """The tops of the piles, the deck, the own hand: cards by their ids, which one types, with what they are, one a line."""
        piles = [
            (f"pile {pile} ({counted(len(cards), 'card')})", f"{self.notation.card(cards[-1])}  {self._card_note(cards[-1])}" if cards else "empty")
            for pile, cards in enumerate(view.cards.piles)
        ]
        lines = [*in_columns(piles, ""), f"Home Office deck {view.cards.deck_size}"]
        if view.people.hand is not None:
            lines.append(f"Your hand:{'' if view.people.hand else ' empty'}")
            lines += in_columns((self.notation.card(card), self._card_note(card)) for card in view.people.hand)
        return "\n".join(lines)

    def _card_note(self, card: int) -> str:
        return card_note(self.content, self.notation, card)

    # ---- the question ------------------------------------------------------------------------------------------------------------------

    def _question(self, view: View, people: list[str]) -> str:
        pending = view.pending
        if pending is None:
            return ""
        name, trays = people[pending.player], view.division.trays
        match pending:
            case st.OptionPending():
                return f"{name} switches (switch TRAIN), draws (draw deck, draw pile PILE), calls the Freight Agent (agent), or discards first"
            case st.DrawPending():
                return f"{name} plays (play CARD), discards (discard CARD on PILE) and ends the Draw turn (end draw)"
            case st.PlacePending(_, card):
                return f"{name} puts {self.card(card)} on a square (place SQUARE)"
            case st.AttachPending(_, card, square):
                return f"{name} says which facility {self.card(card)} on {square_name(square)} serves (attach SIDE)"
            case st.SectionPending():
                return f"{name} says which train gets a second section (section STAGE)"
            case st.ImprovePending(_, card):
                return f"{name} puts {self.card(card)} on a Mainline card (improve GAP.INDEX)"
            case st.SwitchPending():
                return self._switching(view, pending, name)
            case st.SortPending(_, switch, picked):
                return self._sorting(_there(trays, switch.tray).consist, picked, name)
            case st.RollPending(_, switch, end, count):
                train = self.notation.train(trays, switch.tray)
                return f"{name} lets {counted(count, 'car')} of the {END_NAMES[end]} end of {train} roll to a facility (roll SQUARE)"
            case st.FreightPending():
                return f"{name} has the Freight Agent stock (stock SQUARE), clear (clear SQUARE), unjam (unjam SQUARE) or do nothing (dismiss)"
            case st.WorkPending(_, used, porters):
                worked = ", ".join(f"{square_name(square)} {count}" for square, count in used) or "none"
                return f"{name} works (work SQUARE, board TRAIN, detrain TRAIN, end work); Laborers used: {worked}; Porters used: {porters}"
            case st.NamePending(_, op, square, _):
                offered = named_loads(self.content, self._work(view), op, view.people.seats.index(pending.player), square)
                return f"{name} says which load at {square_name(square)} to {op} (load NAME of {', '.join(LOADS[load] for load in offered)})"
            case st.StartPending():
                card, _ = view.division.extras[0]
                return f"{name} starts {self.notation.train_card(card)} {self.card(card)} (start point END, office END, interchange GAP.INDEX END)"
            case st.MakeUpPending(_, tray, turn):
                there = _there(trays, tray)
                cars = f"{len(cars_of(there.consist))} of {counted(self.content.trains[there.card].maximum, 'car')}"
                close = ", or closes it (close)" if turn is None else ""
                return f"{name} adds a car to {self.notation.train(trays, tray)}, now {self.notation.row(there.consist)}, {cars} (add TOKEN){close}"
            case st.TelegraphPending():
                return f"{name} may hold a train by Telegraph (telegraph TRAIN, let run)"
            case st.ClearancePending(_, tray, _, _):
                work = self._work(view)
                ahead = [f"{self._train_sign(view, other)} {self.place(view, work.train(other).place)}" for other in found_ahead(work, tray)]
                asked = f"{name} clears {self.notation.train(trays, tray)} into an occupied Subdivision or holds it (clear train, hold train)"
                return f"{asked}; it would come to {self.place(view, first_place(work, tray))}; ahead: {'; '.join(ahead)}"
            case st.DivertPending(_, tray, _, _):
                return f"{name} diverts {self.notation.train(trays, tray)} to a Yard Office or lets it take the Office (divert SQUARE, take office)"
            case st.ExtendPending():
                return f"{name} runs another Day or closes the books (another day, close books)"

    def _switching(self, view: View, pending: st.SwitchPending, name: str) -> str:
        """The steps of a train with the row that each Move gives (G.4)."""
        train = _there(view.division.trays, pending.tray)
        worked = f", no more freight cars at {' '.join(map(square_name, pending.worked))}" if pending.worked else ""
        head = f"{name} switches {self.notation.train(view.division.trays, pending.tray)}: {counted(pending.moves, 'Move')} left{worked}"
        asked = "move END SQUARE, set out COUNT END, fly COUNT END, sort, end switch"
        seat = view.people.seats.index(pending.player)
        ground = Ground.of(self.content, view.areas[seat], seat, view.division.trays)
        lines = []
        ends: tuple[st.End, ...] = (0, 1)
        for end in ends if pending.moves else ():
            for square, cars in ground.stops(train, self.content.trains[train.card], end, pending.worked).items():
                row = coupled(train.consist, cars, end)
                lines.append(f"  move {END_NAMES[end]} {square_name(square)}: {self.notation.row(row)}, {made_up(row)}")
        return "\n".join([f"{head} ({asked})", *lines])

    def _sorting(self, old: Row, picked: Row, name: str) -> str:
        """The tokens that may come next with the row that each gives (G.4); what then is without a choice stands in the row (R6)."""
        lines = []
        for token in next_tokens(old, picked):
            row = (*picked, token)
            while len(rest := next_tokens(old, row)) == 1:
                row += rest
            end = f", {made_up(row)}" if len(row) == len(old) else ""
            lines.append(f"  next {self.notation.token(token)}: {self.notation.row(row)}{end}")
        return "\n".join([f"{name} re-orders {self.notation.row(old)}; so far from the west: {self.notation.row(picked)} (next TOKEN)", *lines])


def _floor(view: View) -> int:
    """The Revenue that all must bring together (OPS-10.1)."""
    return FLOOR * len(view.people.seats) * view.config.options.days


def _joined(things: Sequence[str]) -> str:
    """Things as a list in a sentence."""
    return " and ".join([*[", ".join(things[:-1])] * (len(things) > 1), things[-1]])


def counted(count: int, thing: str) -> str:
    """Return how many things there are."""
    return f"{count} {thing if count == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """Return the plural of a thing: coaches, boxcars."""
    return f"{thing}{'es' if thing.endswith(('s', 'x', 'z', 'ch', 'sh')) else 's'}"


def next_tokens(old: Row, picked: Row) -> Row:
    """Return the tokens that may come next in a new order of a row (OPS-6.9), which must not be the old one (R25)."""
    found = []
    for token in dict.fromkeys(left_over(old, picked)):
        row = (*picked, token)
        if row != old[: len(row)] or len(set(left_over(old, row))) > 1:
            found.append(token)
    return tuple(found)


def _there(trays: Sequence[st.Train | None], tray: int) -> st.Train:
    train = trays[tray]
    assert train is not None  # the decision is about it
    return train


def ready(work: Work, train: st.Train) -> str:
    """Return that a train is made up, or else why it would not leave (G.4)."""
    match train.place:
        case st.InArea(seat, square) if square == OFFICE:
            fault: str | None = why_stay(work, train, seat)
        case _:
            fault = make_up_fault(train.consist)
    return "made up" if fault is None else STAYS[fault]


def made_up(row: Row) -> str:
    """Return whether a train with this row is made up, and if not why (G.4)."""
    fault = make_up_fault(row)
    return "made up" if fault is None else f"not made up: {STAYS[fault]}"


class _Told:
    """Tells events to somebody."""

    def __init__(self, text: Text, view: View, people: Sequence[str]) -> None:
        self._text = text
        self._view = view
        self._people = people

    def _cars(self, cars: Iterable[int]) -> str:
        return self._text.notation.row(cars)

    def sentence(self, event: Event) -> str:
        """Return the sentence of an event."""
        people, card = self._people, self._text.card
        match event:
            case ev.GameStarted(players, options, _):
                return f"{counted(players, 'player')}, {options.mode}, {counted(options.days, 'Day')}."
            case ev.DiceRolled(purpose, player, rolls):
                return f"{people[player]} rolls {', '.join(map(str, rolls))} for the {'seat' if purpose == 'seat' else 'Fedora'}."
            case ev.SeatsTaken() | ev.FedoraPassed() if len(people) == 1:
                return ""  # a single player has no choice of either
            case ev.SeatsTaken(seats, fedora):
                order = ", ".join(people[player] for player in seats)
                return f"Seats from west to east: {order}; {people[fedora]} is Superintendent."
            case ev.HandDealt(player, count, cards):
                return f"{people[player]} gets {counted(count, 'card')}{'' if cards is None else ': ' + '; '.join(map(card, cards))}."
            case ev.DepartmentFilled(pile, number, _):
                return f"Department pile {pile} shows {card(number)}."
            case ev.StageStarted(day, stage):
                return f"Day {day}, Stage {stage}."
            case ev.DivisionYardRefilled(yard):
                return f"The Division Yard was bare and has {counted(sum(yard), 'token')} again."
            case ev.RevenueChanged(player, amount, reason, revenue):
                return f"{people[player]} {'earns' if amount > 0 else 'loses'} {abs(amount)} ({reason}), Revenue {revenue}."
            case ev.CardDrawn(player, number, _):
                return f"{people[player]} draws {'a card' if number is None else card(number)}."
            case ev.DepartmentDrawn(player, pile, number):
                return f"{people[player]} takes {card(number)} from pile {pile}."
            case ev.CardDiscarded(player, number, pile):
                return f"{people[player]} discards {card(number)} on pile {pile}."
            case ev.CardPlayed(player, number):
                return f"{people[player]} plays {card(number)}."
            case ev.TrackLaid(seat, square, number, _):
                return f"{card(number)} lies on {square_name(square)} of Office {seat}."
            case ev.LimitsMoved(seat, end, column):
                return f"The {END_NAMES[end]} Limit of Office {seat} moves to column {signed(column)}."
            case ev.ModifierLaid(seat, square, number, facility):
                return f"{card(number)} on {square_name(square)} of Office {seat} serves {square_name(facility)}."
            case ev.OfficeUpgraded(seat, level):
                return f"Office {seat} is a {self._text.content.grades[level].name} now."
            case ev.TrainTimetabled(number, rolled, stage):
                return f"A {rolled} is rolled: {self._text.notation.train_card(number)} is due at Stage {stage}."
            case ev.SectionOrdered(stage):
                return f"The train of Stage {stage} gets a second section."
            case ev.LineImproved(gap, index, number):
                return f"{card(number)} improves Mainline card {gap}.{index}."
            case ev.SwitchBegun(player, _, moves, train):
                return f"{people[player]} switches {train}, {counted(moves, 'Move')}."
            case ev.TrainMoved(_, start, square, _, train) if start != square:
                return f"{train} moves from {square_name(start)} to {square_name(square)}."
            case ev.CarsCoupled(_, _, cars, train):
                return f"{train} couples {self._cars(cars)}."
            case ev.CarsSetOut(_, square, _, cars, train):
                return f"{train} sets out {self._cars(cars)} on {square_name(square)}."
            case ev.CarsRolled(_, square, _, cars, train):
                return f"{train} lets {self._cars(cars)} roll to {square_name(square)}."
            case ev.TrainSorted(_, before, after, train):
                return f"{train} is re-ordered from {self._cars(before)} to {self._cars(after)}."
            case ev.BoxStocked(seat, square, token):
                return f"{self._cars((token,))} is stocked on {square_name(square)} of Office {seat}."
            case ev.BoxCleared(seat, square, _):
                return f"A red box on {square_name(square)} of Office {seat} is cleared."
            case ev.FreightEnded(player):
                return f"{people[player]} sends the Freight Agent away."
            case ev.LoadUnjammed(seat, square, load, token):
                return f"{self._cars((token,))} is taken from {PLACES[load]} on {square_name(square)} of Office {seat}."
            case _:
                return self._of_trains(event)

    def _of_trains(self, event: Event) -> str:
        people = self._people
        match event:
            case ev.TrainStarted(_, number, _, place, _, train):
                at = "" if isinstance(place, st.AtInterchange) else "at "
                return f"{train} {self._text.card(number)} is made up {at}{self._text.place(self._view, place)}."
            case ev.CarAdded(player, _, token, train):
                return f"{people[player]} adds {self._cars((token,))} to {train}."
            case ev.TrainMadeUp(_, consist, train):
                return f"{train} is made up: {self._cars(consist)}."
            case ev.TrainShort():
                return self._short(event)
            case ev.TrainAnnulled(number, _):
                return f"{self._text.notation.train_card(number)} is annulled: no tray is free."
            case ev.SectionLapsed(stage):
                return f"The second section of Stage {stage} lapses."
            case ev.TelegraphUsed(player, _, train):
                return f"{people[player]} holds {train} by Telegraph."
            case ev.ExpediteFined(player, _, train):
                return f"{people[player]} is fined for {train}, which stands about."
            case ev.TrainStayed(_, reason, train):
                return f"{train} stays: {STAYS[reason]}."
            case ev.TrainHeld(_, _, by, train, found):
                return f"{train} is held{'' if by is None else f' by {people[by]}'}; ahead: {', '.join(found)}."
            case ev.TrainCleared(_, by, train):
                return f"{people[by]} clears {train}."
            case ev.TrainAdvanced(_, place, train):
                return f"{train} runs to {self._text.place(self._view, place)}."
            case ev.TrainWaited(_, _, train, behind):
                return f"{train} waits behind {behind}."
            case ev.TrainArrived(_, seat, train) | ev.TrainAdmitted(_, seat, train):
                return f"{train} arrives at Office {seat}."
            case ev.TrainDiverted(_, seat, square, train):
                return f"{train} is diverted to the Yard Office on {square_name(square)} of Office {seat}."
            case ev.TrainHeldAtLimits(_, seat, end, train):
                return f"{train} waits at the {END_NAMES[end]} Limits of Office {seat}."
            case ev.LineCollision(_, _, gap, index, charged, train, other):
                blamed = f"; cleared by {' and '.join(people[player] for player in charged)}" if charged else ""
                return f"Collision on Mainline card {gap}.{index}: {train} runs into {other}{blamed}!"
            case ev.OfficeCollision(_, seat, reason, train):
                return f"Collision of {train} at Office {seat}: {NO_WAY_IN[reason]}!"
            case ev.TrainWrecked(_, cars, train):
                come = f", {self._cars(cars)} {'comes' if len(cars) == 1 else 'come'} to the Classification Yard" if cars else ""
                return f"{train} is wrecked{come}."
            case ev.TrainLeft(_, end, cars, train):
                return f"{train} leaves by the {END_NAMES[end].capitalize()} Point with {self._cars(cars) if cars else 'no cars'}."
            case _:
                return self._of_the_day(event)

    def _of_the_day(self, event: Event) -> str:
        people = self._people
        match event:
            case ev.LaborerWorked(seat, square, load, token, done):
                way = f"from {PLACES[load]}{self._to(seat, square, load, done)}"
                return f"A Laborer on {square_name(square)} of Office {seat} moves {self._cars((token,))} {way}."
            case ev.PassengersBoarded(seat, _, train):
                return f"Passengers board {train} at Office {seat}."
            case ev.PassengersDetrained(seat, _, train):
                return f"Passengers leave {train} at Office {seat}."
            case ev.FedoraPassed(player):
                return f"{people[player]} is Superintendent now."
            case ev.PlayersRotated(seats):
                return f"Seats from west to east: {', '.join(people[player] for player in seats)}."
            case ev.DayEnded(day):
                return f"Day {day} is over."
            case ev.OfficialResult(result):
                return f"{VERDICTS[result.ending]}: the result is official."
            case ev.DayAdded(day):
                return f"Day {day} is run as well."
            case ev.GameEnded(ending, result):
                return f"{'' if ending == result.ending else f'{VERDICTS[ending]}. '}The books are closed."
            case _:
                return ""

    def _to(self, seat: int, square: int, load: int, done: bool) -> str:
        """Where a Laborer has put a load. From AT it goes to either side; that the pipeline tells, as it is now."""
        name = LOADS[load]
        if done:
            return " into a red box and earns" if name == "men" else " onto a car and earns"
        if name != "at":
            return " to WORK" if name.startswith("car") else " to MEN" if name.startswith("green") else " to AT"
        there = next((found.facility for found in self._view.areas[seat].squares if found.square == square), None)
        if there is None or there.outbound is None:
            return ""
        return " to WORK" if there.outbound else " to MEN"

    def _short(self, event: ev.TrainShort) -> str:
        """G.5: what a train made up short wanted, and what lies where. What waits is named where it could be one kind or another."""
        kind = self._text.kind
        states: dict[int, list[str]] = {}
        for token in event.wanted:
            states.setdefault(kind_of(token), []).append("loaded" if is_loaded(token) else "empty")
        wants = ", ".join(f"{plural(kind(there))} ({found[0] if len(found) == 1 else 'any'})" for there, found in states.items())
        waiting = [(there, loaded + empty) for there, loaded, empty in event.waiting if loaded + empty]
        total = sum(count for _, count in waiting)
        several = len(event.waiting) > 1
        counts = ", ".join(counted(count, kind(there)) if several else str(count) for there, count in waiting) or "none"
        caboose = " It lacks its caboose." if event.caboose_missing else ""
        return (
            f"{event.train} made up short, {event.cars} of {counted(event.maximum, 'car')}.{caboose} "
            f"It wants {wants}; {counts} {'waits' if total == 1 else 'wait'} in the Classification Yard. "
            f"The Division Yard holds {counted(event.division_total, 'token')} and is refilled only when bare."
        )
