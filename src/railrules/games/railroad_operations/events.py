"""What happens in Railroad Operations (section E of the page). A field marked *private* is None for everybody but the player of the event.

Beside the number of a tray an event has what the train there is called at that moment, such as ``T6``: at the end of the step the train may be gone,
and another one on its tray.
"""

from typing import Literal, TypeAlias

from railrules import value
from railrules.games.railroad_operations.consist import Row, Token
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.state import End, Ending, LineCard, Phase, Place, Result


@value
class GameStarted:
    """A game begins; `content_id` is the digest of its content."""

    players: int
    options: Options
    content_id: str


@value
class DiceRolled:
    """A player rolled D12s for a seat or for the Fedora, again after ties."""

    purpose: Literal["seat", "fedora"]
    player: int
    rolls: tuple[int, ...]


@value
class SeatsTaken:
    """Who sits where, from west to east, and who has the Fedora."""

    seats: tuple[int, ...]
    fedora: int


@value
class LineLaid:
    """The Mainline cards of each gap."""

    gaps: tuple[tuple[LineCard, ...], ...]


@value
class HandDealt:
    """A hand was dealt; `cards` is private."""

    player: int
    count: int
    cards: tuple[int, ...] | None


@value
class DepartmentFilled:
    """An empty Department pile got a card from the deck."""

    pile: int
    card: int
    deck_size: int


@value
class StageStarted:
    """A Stage begins."""

    day: int
    stage: int


@value
class PhaseStarted:
    """A phase begins."""

    phase: Phase


@value
class DivisionYardRefilled:
    """The Division Yard was bare and got everything of the Classification Yard."""

    yard: tuple[int, ...]


@value
class RevenueChanged:
    """The Revenue of a player changed by `amount`."""

    player: int
    amount: int
    reason: Literal["passenger", "freight", "transit", "collision", "expedite"]
    revenue: int


@value
class CardDrawn:
    """A card came from the deck to a hand; `card` is private."""

    player: int
    card: int | None
    deck_size: int


@value
class DepartmentDrawn:
    """The top card of a Department pile came to a hand."""

    player: int
    pile: int
    card: int


@value
class CardDiscarded:
    """A card went from a hand on a Department pile."""

    player: int
    card: int
    pile: int


@value
class CardPlayed:
    """A card was played."""

    player: int
    card: int


@value
class TrackLaid:
    """Track or a facility was laid; `replaced` is the card that it took the place of."""

    seat: int
    square: int
    card: int
    replaced: int | None


@value
class LimitsMoved:
    """A Limit moved outward, to a column."""

    seat: int
    end: End
    column: int


@value
class ModifierLaid:
    """A modifier was laid beside a facility."""

    seat: int
    square: int
    card: int
    facility: int


@value
class OfficeUpgraded:
    """An Office has a new grade."""

    seat: int
    level: int


@value
class EnhancementPlaced:
    """An area, or a player, has an enhancement."""

    seat: int
    player: int
    card: int


@value
class TrainTimetabled:
    """A train has its Stage in the timetable, after a roll."""

    card: int
    roll: int
    stage: int


@value
class ExtraQueued:
    """An Extra waits for a tray."""

    player: int
    card: int


@value
class SectionOrdered:
    """A Second Section is ordered of the train of a Stage."""

    stage: int


@value
class LineImproved:
    """A Mainline card has a modifier."""

    gap: int
    index: int
    card: int


@value
class SwitchBegun:
    """A train is switched."""

    player: int
    tray: int
    moves: int
    train: str


@value
class TrainMoved:
    """A train made a Move."""

    tray: int
    from_square: int
    square: int
    heading: End
    train: str


@value
class CarsCoupled:
    """A train coupled standing cars, west to east."""

    tray: int
    square: int
    cars: Row
    train: str


@value
class CarsSetOut:
    """A train left cars of one end."""

    tray: int
    square: int
    end: End
    cars: Row
    train: str


@value
class CarsRolled:
    """Cars of one end rolled to a facility."""

    tray: int
    square: int
    end: End
    cars: Row
    train: str


@value
class TrainSorted:
    """A train was re-ordered."""

    tray: int
    before: Row
    after: Row
    train: str


@value
class SwitchEnded:
    """Switching ended."""

    tray: int
    train: str


@value
class BoxStocked:
    """A load came into a green box."""

    seat: int
    square: int
    token: Token


@value
class BoxCleared:
    """A load left a red box, empty."""

    seat: int
    square: int
    token: Token


@value
class LoadUnjammed:
    """A load was taken away as it was; `load` says from which place."""

    seat: int
    square: int
    load: int
    token: Token


@value
class FreightEnded:
    """The Freight Agent did nothing."""

    player: int


@value
class TrainStarted:
    """A train gets a tray and stands where it starts."""

    tray: int
    card: int
    section: int
    place: Place
    heading: End
    train: str


@value
class CarAdded:
    """A car was added to a train that is made up."""

    player: int
    tray: int
    token: Token
    train: str


@value
class TrainMadeUp:
    """A train is made up."""

    tray: int
    consist: Row
    train: str


@value
class TrainShort:
    """A train got fewer cars than its card says, for want of tokens.

    `wanted` are the tokens its card takes; `waiting` is, for each kind among them, (kind, loaded, empty) in the Classification Yard.
    """

    tray: int
    card: int
    cars: int
    maximum: int
    wanted: Row
    caboose_missing: bool
    waiting: tuple[tuple[int, int, int], ...]
    division_total: int
    train: str


@value
class TrainAnnulled:
    """A train of the timetable found no tray."""

    card: int
    stage: int


@value
class SectionLapsed:
    """A second section found no tray that Day."""

    stage: int


@value
class ExpediteFined:
    """An expedited train stood about in an area."""

    player: int
    tray: int
    train: str


@value
class TelegraphUsed:
    """A train is held at its Office by Telegraph for this phase."""

    player: int
    tray: int
    train: str


@value
class TrainStayed:
    """A train could not leave its Office."""

    tray: int
    reason: Literal["engine-between-cars", "caboose-not-at-end", "running-track-fouled"]
    train: str


@value
class TrainHeld:
    """A train was held because of the trains found ahead; `by` is the player who held it, None where the rules do."""

    tray: int
    found: tuple[int, ...]
    by: int | None
    train: str
    found_trains: tuple[str, ...]


@value
class TrainCleared:
    """A train was cleared into an occupied Subdivision."""

    tray: int
    by: int
    train: str


@value
class TrainAdvanced:
    """A train moved on on the Mainline."""

    tray: int
    place: Place
    train: str


@value
class TrainWaited:
    """Block Signals held a train behind another one."""

    tray: int
    behind: int
    train: str
    behind_train: str


@value
class TrainArrived:
    """A train took an A/D track."""

    tray: int
    seat: int
    train: str


@value
class TrainDiverted:
    """A train went to a Yard Office."""

    tray: int
    seat: int
    square: int
    train: str


@value
class TrainHeldAtLimits:
    """A train waits at the Limits."""

    tray: int
    seat: int
    end: End
    train: str


@value
class TrainAdmitted:
    """A train held at the Limits took an A/D track."""

    tray: int
    seat: int
    train: str


@value
class LineCollision:
    """Two trains collided on the line; `charged` are the players who cleared them."""

    tray: int
    other: int
    gap: int
    index: int
    charged: tuple[int, ...]
    train: str
    other_train: str


@value
class OfficeCollision:
    """An arriving train collided."""

    tray: int
    seat: int
    reason: Literal["fouled", "limits-occupied", "office-full"]
    train: str


@value
class TrainWrecked:
    """A train is gone after a collision."""

    tray: int
    cars: Row
    train: str


@value
class TrainLeft:
    """A train left the Division."""

    tray: int
    end: End
    cars: Row
    train: str


@value
class LaborerWorked:
    """A Laborer made a step; `load` says from where, `token` what, `done`: it earned Revenue."""

    seat: int
    square: int
    load: int
    token: Token
    done: bool


@value
class PassengersBoarded:
    """A Porter loaded a coach."""

    seat: int
    tray: int
    train: str


@value
class PassengersDetrained:
    """A Porter unloaded a coach."""

    seat: int
    tray: int
    train: str


@value
class FedoraPassed:
    """A player is Superintendent now."""

    player: int


@value
class PlayersRotated:
    """The players moved one seat east."""

    seats: tuple[int, ...]


@value
class DayEnded:
    """A Day is over."""

    day: int


@value
class OfficialResult:
    """The timetable ran out, or the railroad is unsafe: this is the result."""

    result: Result


@value
class DayAdded:
    """Another Day is run."""

    day: int


@value
class GameEnded:
    """The game is over; `result` is the official one."""

    ending: Ending
    result: Result


Event: TypeAlias = (
    GameStarted
    | DiceRolled
    | SeatsTaken
    | LineLaid
    | HandDealt
    | DepartmentFilled
    | StageStarted
    | PhaseStarted
    | DivisionYardRefilled
    | RevenueChanged
    | CardDrawn
    | DepartmentDrawn
    | CardDiscarded
    | CardPlayed
    | TrackLaid
    | LimitsMoved
    | ModifierLaid
    | OfficeUpgraded
    | EnhancementPlaced
    | TrainTimetabled
    | ExtraQueued
    | SectionOrdered
    | LineImproved
    | SwitchBegun
    | TrainMoved
    | CarsCoupled
    | CarsSetOut
    | CarsRolled
    | TrainSorted
    | SwitchEnded
    | BoxStocked
    | BoxCleared
    | LoadUnjammed
    | FreightEnded
    | TrainStarted
    | CarAdded
    | TrainMadeUp
    | TrainShort
    | TrainAnnulled
    | SectionLapsed
    | ExpediteFined
    | TelegraphUsed
    | TrainStayed
    | TrainHeld
    | TrainCleared
    | TrainAdvanced
    | TrainWaited
    | TrainArrived
    | TrainDiverted
    | TrainHeldAtLimits
    | TrainAdmitted
    | LineCollision
    | OfficeCollision
    | TrainWrecked
    | TrainLeft
    | LaborerWorked
    | PassengersBoarded
    | PassengersDetrained
    | FedoraPassed
    | PlayersRotated
    | DayEnded
    | OfficialResult
    | DayAdded
    | GameEnded
)
