"""What happens in Station Master. A field marked *private* is None for everybody but the seat of the event."""

from typing import Literal, TypeAlias

from railrules import value
from railrules.games.station_master.options import Options
from railrules.games.station_master.state import Passenger, Scoring, Via


@value
class GameStarted:
    """A game begins: the locomotives in the slots, and how many cards lie where before the deal."""

    players: int
    options: Options
    first_seat: int
    slots: tuple[str, ...]
    loco_deck: int
    draw_pile: int


@value
class CardDrawn:
    """A card came to a hand; `card` is private."""

    seat: int
    card: str | None
    draw_left: int


@value
class RushHourDrawn:
    """The Rush Hour came up: a new slot with a locomotive, or nothing where the deck is empty."""

    seat: int
    slot: int | None
    loco: str | None
    draw_left: int


@value
class NothingToDraw:
    """The draw pile is empty, and the hand shrinks."""

    seat: int


@value
class TurnStarted:
    """A turn begins."""

    seat: int
    turn: int


@value
class TurnPassed:
    """A seat without a legal play was skipped."""

    seat: int


@value
class PassengerAssigned:
    """A pawn boarded; `value` is private."""

    seat: int
    slot: int
    token: int
    value: int | None
    via: Via


@value
class CardPlayed:
    """A card left the hand, onto the train in `slot` or to act."""

    seat: int
    card: str
    slot: int | None


@value
class RailcarAdded:
    """A railcar was coupled: from the hand, from the discard pile at `depth`, or from the train in `from_slot`."""

    seat: int
    slot: int
    card: str
    origin: Literal["hand", "discard", "train"]
    from_slot: int | None
    depth: int | None


@value
class StandingRoomAdded:
    """A train takes one pawn more; `limit` is how many it takes now."""

    seat: int
    slot: int
    limit: int


@value
class DepotPlaced:
    """A Depot was put on a train, behind so many railcars."""

    seat: int
    slot: int
    behind: int


@value
class TrainScored:
    """A train was settled."""

    turn: int
    slot: int
    loco: str
    reason: Literal["depot", "departure"]
    cars: tuple[str, ...]
    car_values: tuple[int | None, ...]
    train_value: int
    passengers: tuple[Passenger, ...]
    totals: tuple[tuple[int, int], ...]
    deltas: tuple[tuple[int, int], ...]
    scores_after: tuple[int, ...]

    @classmethod
    def of(cls, scoring: Scoring, scores_after: tuple[int, ...]) -> "TrainScored":
        """Return the event of a scoring."""
        return cls(
            scoring.turn,
            scoring.slot,
            scoring.loco,
            scoring.reason,
            scoring.cars,
            scoring.car_values,
            scoring.train_value,
            scoring.passengers,
            scoring.totals,
            scoring.deltas,
            scores_after,
        )


@value
class PassengersReturned:
    """The pawns of a scored train came home, shown to all."""

    slot: int
    passengers: tuple[Passenger, ...]


@value
class TrainDeparted:
    """A train left; `discarded` are its cards in the order in which they went on the discard pile."""

    slot: int
    loco: str
    discarded: tuple[str, ...]
    depot_owner: int | None


@value
class LocomotiveArrived:
    """A new train came into a slot."""

    slot: int
    loco: str
    deck_left: int


@value
class SlotClosed:
    """No locomotive is left for a slot."""

    slot: int


@value
class RailcarsUncoupled:
    """Railcars were taken off, tail first."""

    seat: int
    slot: int
    cards: tuple[str, ...]


@value
class PassengerMoved:
    """A pawn moved from one train to another."""

    seat: int
    source: int
    position: int
    target: int
    owner: int
    token: int


@value
class PassengerSentHome:
    """A pawn found no other train and went home unseen."""

    seat: int
    source: int
    position: int
    owner: int
    token: int


@value
class EffectDeclined:
    """A player left out what a card allows."""

    seat: int
    card: str


@value
class ActionWasted:
    """An action card had nothing to act on."""

    seat: int
    card: str


@value
class ActionDiscarded:
    """An action card went on the discard pile after its effect."""

    card: str


@value
class ChoiceForced:
    """There was one choice only, and the engine took it; `decision` is the name of the pending record."""

    seat: int
    decision: str


@value
class GameEnded:
    """The game is over."""

    reason: Literal["last-train", "stalled"]
    scores: tuple[int, ...]
    best: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]


Event: TypeAlias = (
    GameStarted
    | CardDrawn
    | RushHourDrawn
    | NothingToDraw
    | TurnStarted
    | TurnPassed
    | PassengerAssigned
    | CardPlayed
    | RailcarAdded
    | StandingRoomAdded
    | DepotPlaced
    | TrainScored
    | PassengersReturned
    | TrainDeparted
    | LocomotiveArrived
    | SlotClosed
    | RailcarsUncoupled
    | PassengerMoved
    | PassengerSentHome
    | EffectDeclined
    | ActionWasted
    | ActionDiscarded
    | ChoiceForced
    | GameEnded
)
