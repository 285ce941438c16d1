"""`Work`: a position while one transition works on it.

A train that leaves an Office lets in the one held at the Limits, a token that moves can refill a yard: procedures work on an unfrozen copy, made
from a state at the beginning of a transition and frozen into the next one at its end. No `Work` outlives a transition.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeVar

from railrules import ActionRule, Chance
from railrules.games.railroad_operations.consist import CABOOSE, Row, Token, kind_of
from railrules.games.railroad_operations.content import Content, Grade
from railrules.games.railroad_operations.events import DivisionYardRefilled, PhaseStarted, RevenueChanged
from railrules.games.railroad_operations.naming import train_name
from railrules.games.railroad_operations.state import (
    Area,
    Books,
    Cards,
    Clock,
    Division,
    End,
    InArea,
    LineCard,
    Office,
    Pending,
    People,
    Phase,
    Place,
    Player,
    Result,
    Slot,
    Square,
    State,
    Train,
    Yards,
)
from railrules.games.railroad_operations.track import OFFICE

A = TypeVar("A")
T = TypeVar("T")
Log = list[Any] | None
Reason = Literal["passenger", "freight", "transit", "collision", "expedite"]


class AreaWork:
    """An Office Area laid open, its squares by number."""

    __slots__ = ("enhancements", "held", "limits", "office", "squares", "telegraph_used")

    def __init__(self, area: Area) -> None:
        self.office = area.office
        self.limits = area.limits
        self.squares: dict[int, Square] = {square.square: square for square in area.squares}
        self.enhancements = area.enhancements
        self.held: tuple[tuple[End, int], ...] = area.held
        self.telegraph_used = area.telegraph_used

    def area(self) -> Area:
        """Return the area as it is now."""
        squares = tuple([self.squares[square] for square in sorted(self.squares)])
        return Area(self.office, self.limits, squares, self.enhancements, self.held, self.telegraph_used)


class Work:
    """The parts of a position that a transition may change."""

    __slots__ = (
        "_areas",
        "_drafts",
        "books",
        "chance",
        "classification",
        "config",
        "content",
        "day",
        "deck",
        "division",
        "extras",
        "fedora",
        "gaps",
        "gone",
        "log",
        "pending",
        "phase",
        "piles",
        "players",
        "seats",
        "sections",
        "serial",
        "stage",
        "timetable",
        "trays",
        "turn",
    )

    def __init__(self, content: Content, state: State, chance: Chance, log: Log) -> None:
        self.content = content
        self.chance = chance
        self.log = log
        self.config = state.config
        clock, people, division, cards = state.clock, state.people, state.division, state.cards
        self.day, self.stage, self.turn = clock.day, clock.stage, clock.turn
        self.phase: Phase = clock.phase
        self.seats, self.fedora = people.seats, people.fedora
        self.players: list[Player] = list(people.players)
        self._areas = state.areas
        self._drafts: dict[int, AreaWork] = {}
        self.gaps: list[tuple[LineCard, ...]] = list(division.gaps)
        self.trays: list[Train | None] = list(division.trays)
        self.timetable: list[Slot | None] = list(division.timetable)
        self.sections: list[int] = list(division.sections)
        self.extras: list[tuple[int, int]] = list(division.extras)
        self.division: list[int] = list(division.yards.division)
        self.classification: list[int] = list(division.yards.classification)
        self.serial = division.serial
        self.deck = cards.deck
        self.piles: list[tuple[int, ...]] = list(cards.piles)
        self.gone = cards.gone
        self.books = state.books
        self.pending: Pending | None = state.pending

    def state(self) -> State:
        """Return the position as a state."""
        areas = self._areas
        if self._drafts:
            drafts = self._drafts
            areas = tuple([drafts[seat].area() if seat in drafts else area for seat, area in enumerate(areas)])
        first, second, third = self.piles
        return State(
            self.config,
            Clock(self.day, self.stage, self.phase, self.turn),
            People(self.seats, self.fedora, tuple(self.players)),
            areas,
            Division(
                tuple(self.gaps),
                tuple(self.trays),
                tuple(self.timetable),
                tuple(self.sections),
                tuple(self.extras),
                Yards(tuple(self.division), tuple(self.classification)),
                self.serial,
            ),
            Cards(self.deck, (first, second, third), self.gone),
            self.pending,
            self.books,
        )

    def tell(self, event: Any) -> None:
        """Add an event to the log, if there is one; hot code asks for the log before it makes the event."""
        if self.log is not None:
            self.log.append(event)

    # ---- seats and players -------------------------------------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """Return the players in acting order: the Superintendent, then by seat eastward (OPS-3.2)."""
        seats = self.seats
        first = seats.index(self.fedora)
        return [*seats[first:], *seats[:first]]

    def seat_of(self, player: int) -> int:
        """Return the seat of a player."""
        return self.seats.index(player)

    def pay(self, player: int, amount: int, reason: Reason) -> None:
        """Change the Revenue of a player; a payment of 0 is none (OPS-7.13)."""
        if not amount:
            return
        old = self.players[player]
        revenue = old.revenue + amount
        self.players[player] = Player(revenue, old.hand, old.known, old.red_flags)
        if self.log is not None:
            self.log.append(RevenueChanged(player, amount, reason, revenue))

    # ---- areas and trains --------------------------------------------------------------------------------------------------------------

    def area(self, seat: int) -> AreaWork:
        """Return an Office Area, laid open."""
        draft = self._drafts.get(seat)
        if draft is None:
            draft = self._drafts[seat] = AreaWork(self._areas[seat])
        return draft

    def office(self, seat: int) -> Office:
        """Return the Office of a seat without laying its area open."""
        return self._drafts[seat].office if seat in self._drafts else self._areas[seat].office

    def grade(self, seat: int) -> Grade:
        """Return the grade of the Office of a seat."""
        return self.content.grades[self.office(seat).level]

    def held(self, seat: int) -> tuple[tuple[End, int], ...]:
        """Return the trains held at the Limits of a seat."""
        return self._drafts[seat].held if seat in self._drafts else self._areas[seat].held

    def area_telegraph_used(self, seat: int) -> bool:
        """Return whether the Telegraph of a seat was used in this Day."""
        return self._drafts[seat].telegraph_used if seat in self._drafts else self._areas[seat].telegraph_used

    def has_enhancement(self, seat: int, effect: str) -> bool:
        """Return whether an area has the enhancement with an effect."""
        enhancements = self._drafts[seat].enhancements if seat in self._drafts else self._areas[seat].enhancements
        return self.content.by_effect.get(effect) in enhancements

    def train(self, tray: int) -> Train:
        """Return the train on a tray that is known to have one."""
        train = self.trays[tray]
        assert train is not None  # whoever names a tray has looked
        return train

    def name(self, tray: int) -> str:
        """Return what the train on a tray is called at this moment, for events."""
        return train_name(self.content, self.trays, tray)

    def running(self) -> Iterator[tuple[int, Train]]:
        """Yield (tray, train) for each train."""
        return ((tray, train) for tray, train in enumerate(self.trays) if train is not None)

    def free_tray(self) -> int | None:
        """Return the lowest free tray (OPS-R21), None if there is none."""
        return next((tray for tray, train in enumerate(self.trays) if train is None), None)

    def trains_on(self, seat: int, square: int) -> int:
        """Return how many trains stand on a square."""
        place = InArea(seat, square)
        return sum([train is not None and train.place == place for train in self.trays])

    def has_free_track(self, seat: int) -> bool:
        """Return whether an A/D track of an Office is free (OPS-5.12)."""
        return self.trains_on(seat, OFFICE) < self.grade(seat).ad_tracks

    def put(self, tray: int, place: Place, *, cleared_by: int | None = None, arrived: bool = False) -> None:
        """Put a train in a place."""
        old = self.train(tray)
        self.trays[tray] = Train(old.card, old.section, old.serial, old.heading, place, old.consist, cleared_by, arrived)

    def couple(self, tray: int, consist: Row, place: Place) -> None:
        """Change the row of a train, and where it stands."""
        old = self.train(tray)
        self.trays[tray] = Train(old.card, old.section, old.serial, old.heading, place, consist, old.cleared_by, old.arrived)

    # ---- yards -------------------------------------------------------------------------------------------------------------------------

    def take(self, token: Token) -> None:
        """Take a token out of the Division Yard; that may leave it bare (OPS-1.4, R11)."""
        self.division[token] -= 1
        self._refill()

    def retire(self, tokens: Iterable[Token]) -> None:
        """Put tokens into the Classification Yard, as one move (OPS-1.3, R11)."""
        for token in tokens:
            self.classification[token] += 1
        self._refill()

    def _refill(self) -> None:
        """OPS-1.4, 1.7: a bare Division Yard gets all of the Classification Yard, half of each kind loaded."""
        if any(self.division) or not any(self.classification):
            return
        old = self.classification
        for token in range(0, CABOOSE, 2):
            both = old[token] + old[token + 1]
            self.division[token], self.division[token + 1] = both - both // 2, both // 2
        self.division[CABOOSE] = old[CABOOSE]
        self.classification = [0] * len(old)
        if self.log is not None:
            self.log.append(DivisionYardRefilled(tuple(self.division)))

    def waiting(self, kinds: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
        """Return (kind, loaded, empty) in the Classification Yard for each of some kinds (OPS-R36)."""
        yard = self.classification
        caboose = kind_of(CABOOSE)
        return tuple([(kind, 0, yard[CABOOSE]) if kind == caboose else (kind, yard[2 * kind + 1], yard[2 * kind]) for kind in kinds])

    # ---- cards -------------------------------------------------------------------------------------------------------------------------

    def hand(self, player: int, hand: tuple[int, ...], known: tuple[int, ...]) -> None:
        """Change the hand of a player."""
        old = self.players[player]
        self.players[player] = Player(old.revenue, hand, known, old.red_flags)

    def enter(self, phase: Phase) -> None:
        """A phase begins."""
        self.phase, self.turn = phase, 0
        if self.log is not None:
            self.log.append(PhaseStarted(phase))

    def end_turn(self) -> None:
        """The player of the turn is done; the phase goes on."""
        self.turn += 1
        self.pending = None

    def out_of_game(self, card: int) -> None:
        """A card leaves the game (OPS-4.9)."""
        self.gone = self.gone.add((card,))

    def set_books(self, **changed: Any) -> None:
        """Change the books, by the names of `Books`."""
        old = self.books
        names = ("stage_collisions", "day_collisions", "official", "extra_days_run", "ended")
        self.books = Books(*[changed.get(name, getattr(old, name)) for name in names])

    def result(self, ending: Any) -> Result:
        """Return how it stands now."""
        return Result(ending, tuple(player.revenue for player in self.players))


class WorkRule(ActionRule[State, A]):
    """A rule that does its work on a `Work`: `perform` is what the action does, up to the next decision."""

    def __init__(self, content: Content, run: Callable[[Work], None]) -> None:
        self.content = content
        self._run = run

    def legal(self, state: State) -> tuple[A, ...]:
        return tuple([action for action in self.candidates(state) if self.reject(state, action) is None])

    def iter_legal(self, state: State) -> Iterator[A]:
        return iter(self.legal(state))

    @abstractmethod
    def perform(self, work: Work, action: A) -> None:
        """Do what `action`, which is legal, does; leaves the next decision in `work.pending`, or None there if the phase goes on by itself."""

    def transition(self, state: State, action: A, chance: Chance, log: Log) -> State:
        work = Work(self.content, state, chance, log)
        self.perform(work, action)
        self._run(work)
        return work.state()


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return ascending `items` with one copy of `item` taken out, as far as there is one."""
    if item not in items:
        return items
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def with_item(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return ascending `items` with `item` put in."""
    return tuple(sorted((*items, item)))


def own_area(state: State) -> tuple[int, Area]:
    """Return the seat and the area of the player who decides."""
    assert state.pending is not None  # somebody decides
    seat = state.people.seats.index(state.pending.player)
    return seat, state.areas[seat]
