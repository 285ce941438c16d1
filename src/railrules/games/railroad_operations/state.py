"""Positions of Railroad Operations: everything that is true at the table, and nothing else (section A of the page).

Cards are places among the card types of the content, tokens and squares as in `consist` and `track`. Ends and headings are 0 for west, 1 for east.
"""

from typing import Literal, TypeAlias

from railrules import Config, value
from railrules.games.railroad_operations.consist import Row, Token
from railrules.games.railroad_operations.options import Options
from railrules.parts import Pool

Phase: TypeAlias = Literal["local", "new-train", "mainline", "load-unload", "shift-change"]
End: TypeAlias = Literal[0, 1]


@value
class Clock:
    """Day and Stage from 1, the phase, and whose turn it is as a place in the acting order."""

    day: int
    stage: int
    phase: Phase
    turn: int


@value
class Player:
    """A player: Revenue, hand and the part of it that all know, ascending, and the Red Flags status."""

    revenue: int = 0
    hand: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    red_flags: bool = False


@value
class People:
    """Who sits where (seat to player), who has the Fedora, and the players."""

    seats: tuple[int, ...]
    fedora: int
    players: tuple[Player, ...]


# ---- Office Areas ----------------------------------------------------------------------------------------------------------------------


@value
class Facility:
    """An industry at work: boxes ascending, the places MEN, AT, WORK, which way the loads on them go (None: there are none), and its modifiers."""

    green: Row = ()
    red: Row = ()
    pipeline: tuple[Token | None, Token | None, Token | None] = (None, None, None)
    outbound: bool | None = None
    docks: int = 0
    warehouses: int = 0
    gangs: int = 0

    @property
    def locked(self) -> bool:
        """Whether a load on the pipeline locks the track (OPS-7.5)."""
        return self.outbound is not None


@value
class Square:
    """A square with a card: standing cars from west to east, of which `split` lie west of a train, the facility, what a modifier serves."""

    square: int
    card: int
    standing: Row = ()
    split: int = 0
    facility: Facility | None = None
    beside: int | None = None


@value
class Office:
    """The Office: its grade, and how many loaded coaches are in its boxes."""

    level: int = 0
    green: int = 0
    red: int = 0


@value
class Area:
    """An Office Area: squares ascending, the columns of the Limits, enhancements ascending, trains held at the Limits, oldest first."""

    office: Office
    limits: tuple[int, int]
    squares: tuple[Square, ...]
    enhancements: tuple[int, ...] = ()
    held: tuple[tuple[End, int], ...] = ()
    telegraph_used: bool = False


# ---- the Division ----------------------------------------------------------------------------------------------------------------------


@value
class LineCard:
    """A Mainline card: its type, the end that is the top of a Heavy Grade, its modifiers ascending."""

    card: int
    top: End | None = None
    modifiers: tuple[int, ...] = ()


@value
class AtPoint:
    """At a Division Point."""

    end: End


@value
class AtInterchange:
    """Beside the line, at an Interchange."""

    gap: int
    index: int


@value
class OnLine:
    """On a Mainline card, in a region counted in the direction of the train."""

    gap: int
    index: int
    region: int


@value
class AtLimits:
    """Held at the Limits of an Office Area."""

    seat: int
    end: End


@value
class InArea:
    """On a square of an Office Area."""

    seat: int
    square: int


Place: TypeAlias = AtPoint | AtInterchange | OnLine | AtLimits | InArea


@value
class Train:
    """A train on a Crew Tray: its card, 1 for a second section, its serial number, where it is and what it carries.

    `cleared_by` is the player on whose clearance it runs; `arrived`: it came to an Office in the last Mainline phase.
    """

    card: int
    section: int
    serial: int
    heading: End
    place: Place
    consist: Row
    cleared_by: int | None = None
    arrived: bool = False


@value
class Slot:
    """A train of the timetable, and whether a Second Section is ordered for its next make-up."""

    card: int
    second: bool = False


@value
class Yards:
    """The Division Yard and the Classification Yard: how many there are of each token, 15 counts."""

    division: tuple[int, ...]
    classification: tuple[int, ...]


@value
class Division:
    """The line between the Offices, the trains by tray, the timetable by Stage, what waits for a tray, the yards, the serial numbers given."""

    gaps: tuple[tuple[LineCard, ...], ...]
    trays: tuple[Train | None, ...]
    timetable: tuple[Slot | None, ...]
    sections: tuple[int, ...]
    extras: tuple[tuple[int, int], ...]
    yards: Yards
    serial: int


@value
class Cards:
    """The Home Office deck, the Department piles with their tops last, and the cards that are out of the game."""

    deck: Pool[int]
    piles: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    gone: Pool[int]


Ending: TypeAlias = Literal["timetable-complete", "short-of-floor", "unsafe"]


@value
class Result:
    """How it stood when the books closed: why, and the Revenues by player."""

    ending: Ending
    revenues: tuple[int, ...]


@value
class Books:
    """Collisions of the Stage and of the Day, the official result, how many Days were added, why play ended."""

    stage_collisions: int = 0
    day_collisions: int = 0
    official: Result | None = None
    extra_days_run: int = 0
    ended: Ending | None = None


# ---- decisions -------------------------------------------------------------------------------------------------------------------------


@value
class OptionPending:
    """Which of the three options of Local Operations, or a discard first."""

    player: int


@value
class DrawPending:
    """Play, discard, or end the Draw turn."""

    player: int


@value
class PlacePending:
    """On which square the card is put."""

    player: int
    card: int


@value
class AttachPending:
    """Which facility a modifier serves."""

    player: int
    card: int
    square: int


@value
class SectionPending:
    """Which timetabled train gets a second section."""

    player: int
    card: int


@value
class ImprovePending:
    """Which Mainline card gets the modifier."""

    player: int
    card: int


@value
class SwitchPending:
    """The next step of switching; `worked` are the squares where the one-car budget is spent (OPS-R3)."""

    player: int
    tray: int
    moves: int
    worked: tuple[int, ...] = ()


@value
class SortPending:
    """The next token of the new order, from the west."""

    player: int
    switch: SwitchPending
    picked: Row = ()


@value
class RollPending:
    """Where the cut rolls to."""

    player: int
    switch: SwitchPending
    end: End
    count: int


@value
class FreightPending:
    """What the Freight Agent does."""

    player: int


@value
class WorkPending:
    """The next worker: how many Laborers were used where, and how many Porters."""

    player: int
    used: tuple[tuple[int, int], ...] = ()
    porters: int = 0


@value
class NamePending:
    """Which load, or which step, of a square is meant; then the turn goes on at `back`."""

    player: int
    op: Literal["stock", "clear", "unjam", "work"]
    square: int
    back: FreightPending | WorkPending


@value
class StartPending:
    """Where the first Extra of the queue starts."""

    player: int


@value
class MakeUpPending:
    """Which car comes next; `turn` is a place in the acting order, None for an Extra."""

    player: int
    tray: int
    turn: int | None


@value
class TelegraphPending:
    """Whether a train is held by Telegraph; `stopped` are the trays held so far."""

    player: int
    turn: int
    stopped: tuple[int, ...] = ()


@value
class ClearancePending:
    """Whether the train is cleared; `queue` are the trays that move after it."""

    player: int
    tray: int
    queue: tuple[int, ...]
    stopped: tuple[int, ...] = ()


@value
class DivertPending:
    """Whether the arriving train is diverted; `queue` as for a clearance."""

    player: int
    tray: int
    queue: tuple[int, ...]
    stopped: tuple[int, ...] = ()


@value
class ExtendPending:
    """Whether another Day is run."""

    player: int


Pending: TypeAlias = (
    OptionPending
    | DrawPending
    | PlacePending
    | AttachPending
    | SectionPending
    | ImprovePending
    | SwitchPending
    | SortPending
    | RollPending
    | FreightPending
    | WorkPending
    | NamePending
    | StartPending
    | MakeUpPending
    | TelegraphPending
    | ClearancePending
    | DivertPending
    | ExtendPending
)


@value
class State:
    """A full position. The game is over when nothing is pending."""

    config: Config[Options]
    clock: Clock
    people: People
    areas: tuple[Area, ...]
    division: Division
    cards: Cards
    pending: Pending | None
    books: Books
