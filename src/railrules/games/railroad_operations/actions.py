"""What a player can decide in Railroad Operations (section C of the page). Squares, cards, tokens and trays are written as their numbers.

`end` and `heading` are 0 for west and 1 for east. `place` of `StartExtra` is a Division Point (0 west, 1 east, which heads in), the own Office (2
heading west, 3 heading east), or 4 and more for the Interchange on card `index` of gap `gap`: ``4 + 2 * (3 * gap + index) + heading``.
"""

from typing import TypeAlias

from railrules import value


@value
class DrawHomeOffice:
    """Draw the next card of the Home Office deck, unseen (OPS-4.4)."""


@value
class DrawNothing:
    """Open the Draw turn although no card is left to draw (OPS-4.3)."""


@value
class CallFreightAgent:
    """Call the Freight Agent (OPS-7.1)."""


@value
class EndDraw:
    """End the Draw turn (OPS-4.6)."""


@value
class EndSwitch:
    """End switching (OPS-6.1)."""


@value
class BeginSort:
    """Re-order the train on a Small Yard, for one Move (OPS-6.9)."""


@value
class EndFreight:
    """Send the Freight Agent away without acting (OPS-7.1)."""


@value
class CloseConsist:
    """Add no more cars to an Extra (OPS-8.5)."""


@value
class LetRun:
    """Hold no train by Telegraph now (OPS-5.14)."""


@value
class ClearTrain:
    """Clear the train into the occupied Subdivision (OPS-8.8)."""


@value
class HoldTrain:
    """Hold the train where it is (OPS-8.8)."""


@value
class TakeOffice:
    """Do not divert the arriving train (OPS-8.10)."""


@value
class EndWork:
    """End Load/Unload (OPS-7.12)."""


@value
class RunAnotherDay:
    """Add a Day (OPS-10.3)."""


@value
class CloseBooks:
    """Close the books (OPS-10.3)."""


@value
class DrawDepartment:
    """Draw the top card of a Department pile (OPS-4.4)."""

    pile: int


@value
class BeginSwitch:
    """Switch the train on a Crew Tray (OPS-6.1)."""

    tray: int


@value
class TelegraphHold:
    """Hold a train at the own Office by Telegraph (OPS-5.14)."""

    tray: int


@value
class BoardCoach:
    """A Porter loads a coach of a train at the Office (OPS-7.10)."""

    tray: int


@value
class DetrainCoach:
    """A Porter unloads a coach of a train at the Office (OPS-7.10)."""

    tray: int


@value
class SetOut:
    """Leave so many cars of an end on the square (OPS-6.8)."""

    end: int
    count: int


@value
class FlyingSwitch:
    """Let so many cars of an end roll out to a facility (OPS-6.10)."""

    end: int
    count: int


@value
class SortNext:
    """Name the next token of the new order, from the west (OPS-6.9)."""

    token: int


@value
class AddCar:
    """Add a car from the Division Yard to the train that is made up (OPS-8.2, 8.5)."""

    token: int


@value
class AttachTo:
    """Name the facility that a modifier serves, by its side: N, E, S, W (OPS-5.13)."""

    side: int


@value
class NameLoad:
    """Name the load, or the step, that is meant (OPS-7.4, 7.6)."""

    load: int


@value
class OrderSection:
    """Order a Second Section of the train of a Stage (OPS-8.4)."""

    stage: int


@value
class ImproveLine:
    """Put the modifier on a Mainline card (OPS-8.13)."""

    gap: int
    index: int


@value
class StartExtra:
    """Start the Extra at a place, with a heading (OPS-8.5)."""

    place: int


@value
class PlaceCard:
    """Put the card on a square (OPS-5.7, 5.8, 5.10, 5.13)."""

    square: int


@value
class MoveTrain:
    """Make a Move to a square (OPS-6.3 to 6.7)."""

    heading: int
    square: int


@value
class RollTo:
    """The facility square to which the cut rolls (OPS-6.10)."""

    square: int


@value
class DivertTrain:
    """Divert the arriving train to a Yard Office (OPS-8.10)."""

    square: int


@value
class StockBox:
    """Put a loaded token into a green box (OPS-7.2)."""

    square: int


@value
class ClearBox:
    """Take a token out of a red box (OPS-7.3)."""

    square: int


@value
class UnjamLoad:
    """Take a load out of a box or off the pipeline (OPS-7.4)."""

    square: int


@value
class WorkFacility:
    """A Laborer makes a step at a facility (OPS-7.6, 7.7)."""

    square: int


@value
class PlayCard:
    """Play a card of the hand (OPS-4.6)."""

    card: int


@value
class DiscardCard:
    """Put a card of the hand on a Department pile (OPS-4.2, 4.7)."""

    card: int
    pile: int


Action: TypeAlias = (
    DrawHomeOffice
    | DrawNothing
    | CallFreightAgent
    | EndDraw
    | EndSwitch
    | BeginSort
    | EndFreight
    | CloseConsist
    | LetRun
    | ClearTrain
    | HoldTrain
    | TakeOffice
    | EndWork
    | RunAnotherDay
    | CloseBooks
    | DrawDepartment
    | BeginSwitch
    | TelegraphHold
    | BoardCoach
    | DetrainCoach
    | SetOut
    | FlyingSwitch
    | SortNext
    | AddCar
    | AttachTo
    | NameLoad
    | OrderSection
    | ImproveLine
    | StartExtra
    | PlaceCard
    | MoveTrain
    | RollTo
    | DivertTrain
    | StockBox
    | ClearBox
    | UnjamLoad
    | WorkFacility
    | PlayCard
    | DiscardCard
)
