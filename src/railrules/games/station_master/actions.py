"""What a player can decide in Station Master. A slot is a place in the Station, 0 first; a card is its face, such as ``coach-3``."""

from typing import TypeAlias

from railrules import value


@value
class AssignPassenger:
    """Put a pawn of this value on the train in a slot (MST-4)."""

    slot: int
    value: int


@value
class AddRailcar:
    """Couple a railcar of the hand to the train in a slot (MST-5, 8, 9)."""

    card: str
    slot: int


@value
class PlayStandingRoom:
    """Put a Standing Room card of the hand on the train in a slot (MST-10)."""

    slot: int


@value
class PlayAction:
    """Play a Reassign, Repair, Uncouple or Transfer of the hand (MST-11 to 14)."""

    card: str


@value
class PlaceDepot:
    """Put the own Depot on the train in a slot (MST-7)."""

    slot: int


@value
class BoardPassenger:
    """Put a pawn of this value on the train that has just got the Standing Room or the Depot (MST-10.3, 7.7)."""

    value: int


@value
class DeclineEffect:
    """Leave out what the card allows (MST-17.1, 10.3)."""


@value
class ChooseReassignSource:
    """Take the tail railcar of the train in this slot (MST-11.1)."""

    slot: int


@value
class ChooseReassignTarget:
    """Couple it to the train in this slot (MST-11.1)."""

    slot: int


@value
class ChooseRepairCard:
    """Take the railcar that lies so deep in the discard pile, 0 on top (MST-12.2)."""

    depth: int


@value
class ChooseRepairTrain:
    """Couple it to the train in this slot (MST-12.2)."""

    slot: int


@value
class UncoupleRailcars:
    """Take the last one or two railcars off the train in a slot (MST-13)."""

    slot: int
    count: int


@value
class ChooseTransferTrain:
    """Take pawns off the train in this slot (MST-14.1)."""

    slot: int


@value
class ChooseTransferPassenger:
    """Take the pawn at this place of the train's list, 0 first (MST-14.3)."""

    position: int


@value
class ChooseTransferTarget:
    """Put it on the train in this slot (MST-14.2)."""

    slot: int


@value
class EndTransfer:
    """Take no more pawns (MST-14.6)."""


Action: TypeAlias = (
    AssignPassenger
    | AddRailcar
    | PlayStandingRoom
    | PlayAction
    | PlaceDepot
    | BoardPassenger
    | DeclineEffect
    | ChooseReassignSource
    | ChooseReassignTarget
    | ChooseRepairCard
    | ChooseRepairTrain
    | UncoupleRailcars
    | ChooseTransferTrain
    | ChooseTransferPassenger
    | ChooseTransferTarget
    | EndTransfer
)
