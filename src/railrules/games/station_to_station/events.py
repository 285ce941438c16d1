"""What happens in Station to Station. Everything is seen by all, but the routes dealt to a player (`RoutesDealt.cards`)."""

from typing import Literal, TypeAlias

from railrules import value
from railrules.games.station_to_station.abilities import Counts, Region, Row, Season
from railrules.games.station_to_station.actions import Action
from railrules.games.station_to_station.options import Options


@value
class GameStarted:
    """A game begins; `content_id` is the digest of its content."""

    players: int
    first_seat: int
    options: Options
    content_id: str


@value
class TokensRemoved:
    """So many tokens of a season were taken out unseen."""

    season: Season
    count: int


@value
class CrewMarketFilled:
    """A crew card came to a space of the market."""

    row: Row
    region: Region
    card: str


@value
class StartingRouteDealt:
    """A player got a starting route, and the train stands where it starts."""

    seat: int
    card: str
    city: str


@value
class RoutesDealt:
    """A player got two routes to choose from; `cards` is None for all others."""

    seat: int
    cards: tuple[str, ...] | None
    count: int


@value
class RouteDisplayFilled:
    """A route card came to a space of the display."""

    space: int
    card: str


@value
class TokenPlaced:
    """A token came to a city; `season_change`: it was the last one of the bag."""

    city: str
    token: str
    improved: bool
    season_change: bool


@value
class RouteKept:
    """A player chose between the dealt routes; `marker` is the city marked on the kept one."""

    seat: int
    kept: str
    discarded: str
    marker: str | None


@value
class TurnStarted:
    """A turn begins; `unfrozen` are the crew cards that are no longer fresh."""

    seat: int
    turn_number: int
    start_city: str
    unfrozen: tuple[str, ...]


@value
class CoalBought:
    """One coal was bought."""

    seat: int
    price: int


@value
class CargoBought:
    """A pair of cargo was bought; `count` tokens of it came."""

    seat: int
    cargo: str
    count: int
    price: int
    coal_paid: int
    imported: bool


@value
class MarketEnded:
    """The Market phase is over."""

    seat: int


@value
class CrewUsed:
    """A crew card was used: for a price, by a trigger on the occasion `cause`, or by its owner in the window `cause`."""

    seat: int
    card: str
    region: Region
    how: Literal["price", "trigger", "activate"]
    cause: str


@value
class EffectArmed:
    """An effect waits for its use in this turn."""

    seat: int
    op: str
    amount: int


@value
class Gained:
    """A player gained something, because of the card, token or phase `cause`; what found no room or no supply is told too."""

    seat: int
    points: int
    cash: int
    coal: int
    coal_lost: int
    cargo: Counts
    cargo_missing: Counts
    cause: str


@value
class CargoChosen:
    """A player took a cargo token of choice."""

    seat: int
    cargo: str
    cause: str


@value
class CargoDiscarded:
    """A cargo token left a train for want of space, or for another one."""

    seat: int
    cargo: str
    cause: Literal["trim", "exchange"]


@value
class CoalSpilled:
    """Coal went back to the supply for want of spaces."""

    seat: int
    amount: int


@value
class TrainMoved:
    """A train made a step."""

    seat: int
    source: str
    target: str
    paid: Literal["base", "extra", "coal"]
    sea: bool


@value
class TrainStopped:
    """A train stopped."""

    seat: int
    city: str
    shared: bool


@value
class RouteMarked:
    """A marker was put on a route card."""

    seat: int
    card: str
    city: str


@value
class RouteCompleted:
    """A route was completed."""

    seat: int
    card: str
    city: str


@value
class RouteDropped:
    """A route card was discarded for a new one; `marker` is the city whose marker came back."""

    seat: int
    card: str
    marker: str | None


@value
class WildTicketGained:
    """A completed starting route was put aside as a wild ticket."""

    seat: int
    card: str


@value
class RouteTaken:
    """A route card was taken from a space of the display, or from the deck."""

    seat: int
    slot: int
    card: str
    source: int | Literal["deck"]


@value
class RouteDeckReshuffled:
    """The discarded route cards became a new deck."""

    count: int


@value
class TravelRepeated:
    """The city is shared, so the train travels on."""

    seat: int
    city: str


@value
class TokenPickedUp:
    """A player picked up the token of a city."""

    seat: int
    city: str
    token: str
    improved: bool


@value
class TokenImproved:
    """The token in hand counts as improved side up."""

    seat: int
    token: str


@value
class DiscountUsed:
    """A railcar or a crew card saved one cargo."""

    seat: int
    source: str
    cargo: str


@value
class OrderCompleted:
    """An order was delivered: what was paid, and what was saved by discounts."""

    seat: int
    token: str
    city: str
    region: Region
    paid: Counts
    saved: Counts


@value
class RewardChosen:
    """A reward of a completed order was chosen."""

    seat: int
    token: str
    option: int


@value
class SupplyTaken:
    """A Supply token was used."""

    seat: int
    token: str
    improved: bool


@value
class RailcarTaken:
    """A railcar was hitched."""

    seat: int
    token: str
    improved: bool


@value
class TokenWorked:
    """A token was given up for Work."""

    seat: int
    token: str
    option: int


@value
class TicketPaid:
    """A ticket was paid: what it was, and what it counted as."""

    seat: int
    ticket: Literal["order", "crew", "wild"]
    region: Region | None
    item: str
    counts_as: Literal["match", "other", "region", "wild"]


@value
class CrewHired:
    """A crew card was hired; it may still have to be chosen against the one in its slot."""

    seat: int
    card: str
    row: Row
    region: Region


@value
class CrewDismissed:
    """A crew card went to its discard pile because its slot was claimed twice."""

    seat: int
    card: str
    region: Region


@value
class CrewDeckReshuffled:
    """The discarded crew cards of a row became a new deck."""

    row: Row
    count: int


@value
class CabooseGained:
    """A caboose was gained."""

    seat: int
    caboose: str
    points: int


@value
class TokensDrawn:
    """Tokens were drawn for a choice."""

    seat: int
    tokens: tuple[str, ...]


@value
class TokenReturned:
    """A drawn token went back into the bag."""

    token: str


@value
class SeasonEnded:
    """A season ended: the tokens that were flipped, and how many are in the bag now."""

    season: Season
    next_season: Season
    flipped: tuple[str, ...]
    bag_count: int


@value
class TurnEnded:
    """A turn ended."""

    seat: int
    turn_number: int


@value
class AutoResolved:
    """There was one choice only, and the engine took it."""

    seat: int
    intent: Action


@value
class FinalScore:
    """What one player got at the end: points in play, for coal, for cash, in all, and the place."""

    points: int
    coal_points: int
    cash_points: int
    total: int
    place: int


@value
class GameEnded:
    """The game is over."""

    scores: tuple[FinalScore, ...]
    winners: tuple[int, ...]


Event: TypeAlias = (
    GameStarted
    | TokensRemoved
    | CrewMarketFilled
    | StartingRouteDealt
    | RoutesDealt
    | RouteDisplayFilled
    | TokenPlaced
    | RouteKept
    | TurnStarted
    | CoalBought
    | CargoBought
    | MarketEnded
    | CrewUsed
    | EffectArmed
    | Gained
    | CargoChosen
    | CargoDiscarded
    | CoalSpilled
    | TrainMoved
    | TrainStopped
    | RouteMarked
    | RouteCompleted
    | RouteDropped
    | WildTicketGained
    | RouteTaken
    | RouteDeckReshuffled
    | TravelRepeated
    | TokenPickedUp
    | TokenImproved
    | DiscountUsed
    | OrderCompleted
    | RewardChosen
    | SupplyTaken
    | RailcarTaken
    | TokenWorked
    | TicketPaid
    | CrewHired
    | CrewDismissed
    | CrewDeckReshuffled
    | CabooseGained
    | TokensDrawn
    | TokenReturned
    | SeasonEnded
    | TurnEnded
    | AutoResolved
    | GameEnded
)
