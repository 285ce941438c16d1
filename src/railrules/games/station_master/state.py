"""Positions of Station Master: everything that is true at the table, and nothing else.

Cards are faces, locomotives ids. Tuples have their front or first at index 0, but the discard piles, whose top is the last.
"""

from typing import Literal, TypeAlias

from railrules import Config, value
from railrules.games.station_master.content import PAWN_VALUES
from railrules.games.station_master.options import Options
from railrules.parts import Pool

Via: TypeAlias = Literal["turn", "standing-room", "depot"]


@value
class Passenger:
    """A pawn on a train: its owner, its token (MST-4.9), and its value, which only the owner sees (MST-4.4)."""

    seat: int
    token: int
    value: int


@value
class Depot:
    """A Depot on a train: its owner, and how many railcars are in front of it, locked (MST-7.8)."""

    owner: int
    behind: int


@value
class Train:
    """A train in the Station: railcars from front to tail, pawns in the order of arrival."""

    loco: str
    cars: tuple[str, ...] = ()
    depot: Depot | None = None
    standing_room: int = 0
    passengers: tuple[Passenger, ...] = ()

    @property
    def locked(self) -> int:
        """How many railcars stand in front of the Depot."""
        return 0 if self.depot is None else self.depot.behind


@value
class Station:
    """The trains by slot, and the locomotives that are no more or not yet in the Station."""

    slots: tuple[Train | None, ...]
    loco_deck: Pool[str]
    loco_discard: tuple[str, ...] = ()
    depots_removed: tuple[int, ...] = ()


@value
class Cards:
    """The Station Master cards: draw pile, hands in drawing order, discard pile."""

    draw_pile: Pool[str]
    hands: tuple[tuple[str, ...], ...]
    discard: tuple[str, ...] = ()


@value
class Boardings:
    """What became of the pawns of one player, by token: the ticks at which each boarded and came home, and its value.

    The value of a pawn that came home unseen is None for good; that of one which came home in a scoring was shown to all.
    """

    on: tuple[int, ...] = ()
    off: tuple[int | None, ...] = ()
    values: tuple[int | None, ...] = ()


@value
class People:
    """The pawns: supplies by value in the order 3, 2, 1, -1, the memory of boardings, the count of happenings, and who has a Depot left."""

    supply: tuple[tuple[int, int, int, int], ...]
    boardings: tuple[Boardings, ...]
    tick: int
    depot_unused: tuple[bool, ...]


@value
class Scoring:
    """One settlement of a train (MST-6, 7.5): where, why, the railcars that counted with their values, and the pawns, shown to all."""

    turn: int
    slot: int
    loco: str
    reason: Literal["depot", "departure"]
    cars: tuple[str, ...]
    car_values: tuple[int | None, ...]
    passengers: tuple[Passenger, ...]

    @property
    def train_value(self) -> int:
        """The sum of the railcar values (MST-6.3)."""
        return sum([car_value for car_value in self.car_values if car_value])

    @property
    def totals(self) -> tuple[tuple[int, int], ...]:
        """For each seat with pawns there (seat, passenger value), ascending (MST-6.5)."""
        found: dict[int, int] = {}
        for pawn in self.passengers:
            seat = pawn.seat
            found[seat] = found.get(seat, 0) + pawn.value
        return tuple(sorted(found.items()))

    @property
    def deltas(self) -> tuple[tuple[int, int], ...]:
        """For each seat with pawns there (seat, change of score), ascending (MST-6.6)."""
        value = self.train_value
        return tuple((seat, value * total) for seat, total in self.totals)


@value
class ScorePad:
    """Points, the largest single change of each seat (MST-6.8), and all scorings, which were public (MST-19.5)."""

    scores: tuple[int, ...]
    best: tuple[int, ...]
    scorings: tuple[Scoring, ...] = ()


@value
class BoardPending:
    """The active player may, or after a Depot must, put a pawn on the train in `slot`."""

    slot: int
    source: Literal["standing-room", "depot"]


@value
class ReassignSourcePending:
    """The active player chooses the train that loses its tail railcar."""


@value
class ReassignTargetPending:
    """The active player chooses where the railcar of `source` goes."""

    source: int


@value
class RepairCardPending:
    """The active player chooses a railcar of the discard pile."""


@value
class RepairTrainPending:
    """The active player chooses the train for the railcar at `depth`."""

    depth: int


@value
class UncouplePending:
    """The active player chooses railcars to take off."""


@value
class TransferTrainPending:
    """The active player chooses the train that pawns leave."""


@value
class TransferPassengerPending:
    """The active player chooses the next pawn of `source`; `moved` were taken already."""

    source: int
    moved: int


@value
class TransferTargetPending:
    """The active player chooses where the pawn at `position` of `source` goes."""

    source: int
    position: int
    moved: int


Pending: TypeAlias = (
    BoardPending
    | ReassignSourcePending
    | ReassignTargetPending
    | RepairCardPending
    | RepairTrainPending
    | UncouplePending
    | TransferTrainPending
    | TransferPassengerPending
    | TransferTargetPending
)


def slot_of(pending: Pending) -> int | None:
    """Return the slot of the train that a pending decision is about, None if it is about none yet."""
    match pending:
        case BoardPending(slot, _) | ReassignTargetPending(slot) | TransferPassengerPending(slot, _) | TransferTargetPending(slot, _, _):
            return slot
        case _:
            return None


@value
class Turn:
    """Which turn it is (MST-3.9), whose, and why the game is over if it is."""

    number: int
    active: int
    over: Literal["last-train", "stalled"] | None = None


@value
class State:
    """A full position."""

    config: Config[Options]
    turn: Turn
    station: Station
    cards: Cards
    people: People
    pad: ScorePad
    pending: Pending | None


def pawns(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pawn values of a supply, falling."""
    return tuple(value for value, count in zip(PAWN_VALUES, counts, strict=True) for _ in range(count))
