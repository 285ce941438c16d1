"""Positions of Station to Station: everything that is true at the table, and nothing else.

Cargo stands as four numbers in the order of the content file, what belongs to regions in the order N, E, S, W. Piles nobody knows the order of are
pools. `State.pending` is a stack whose last item is looked at first: the decision that is open, and below it what waits. Classes called
``Pending...`` are decisions, classes called ``Due...`` are steps that the rules take by themselves as soon as they come to the top.
"""

from typing import Literal, TypeAlias

from railrules import Config, value
from railrules.games.station_to_station.abilities import Counts, Occasion, Region, Row, Season
from railrules.games.station_to_station.options import Options
from railrules.parts import Bag, Deck, Display

NO_CARGO: Counts = (0, 0, 0, 0)


# ---- on the table ----------------------------------------------------------------------------------------------------------------------


@value
class Token:
    """A station token and the side that is up."""

    id: str
    improved: bool = False


@value
class Board:
    """The map with its tokens by city, the bag, the tokens that are out of the game, and the cabooses, the next one first."""

    tokens: tuple[Token | None, ...]
    bag: Bag[str]
    box: tuple[str, ...]
    cabooses: tuple[str, ...]


@value
class Supply:
    """Coal and cargo that nobody has; with unlimited cargo the numbers of cargo mean nothing."""

    coal: int
    cargo: Counts


@value
class CrewRow:
    """One row of the crew market: the cards on offer by region, and their deck."""

    market: Display[str]
    deck: Deck[str]


@value
class RoutePiles:
    """The route cards that nobody has, those dealt to players who have not chosen yet, and the starting routes that are out of the game."""

    display: Display[str]
    deck: Deck[str]
    dealt: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]


# ---- players ---------------------------------------------------------------------------------------------------------------------------


@value
class Train:
    """A train: where it is and what it carries; railcars in the order in which they were hitched."""

    city: str
    cargo: Counts
    railcars: tuple[Token, ...] = ()
    caboose: str | None = None


@value
class HeldRoute:
    """A route card in a slot, and the city on it that holds the marker."""

    card: str
    marker: str | None


@value
class CrewMember:
    """A crew card in a slot: hired since the last turn of its owner (STS-9.2), used in this turn (STS-9.1)."""

    card: str
    fresh: bool = False
    used: bool = False


Slots: TypeAlias = tuple[HeldRoute | None, HeldRoute | None]
Tickets: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Completed orders by region, the top of each stack first."""
CrewSlots: TypeAlias = tuple[CrewMember | None, CrewMember | None, CrewMember | None, CrewMember | None]
NO_CREW: CrewSlots = (None, None, None, None)


@value
class Player:
    """All that lies before one player; `token` is the station token picked up and not yet resolved."""

    cash: int
    coal: int
    points: int
    train: Train
    routes: Slots
    wild_route: str | None = None
    tickets: Tickets = ((), (), (), ())
    crew: CrewSlots = NO_CREW
    token: Token | None = None


# ---- the turn --------------------------------------------------------------------------------------------------------------------------


@value
class Allowance:
    """A price ability in use that has applications left in this Market phase (STS-9.5): the slot of its card, its place there."""

    slot: int
    ability: int
    left: int


@value
class Discount:
    """A discount of one cargo of one of the `types`, and where it comes from (STS-7.10)."""

    source: str
    types: tuple[str, ...]


@value
class Armed:
    """What used crew cards left for later in the turn (STS-9.8)."""

    sea_steps: int = 0
    pass_cards: tuple[str, ...] = ()
    order_discounts: tuple[Discount, ...] = ()
    all_options: bool = False
    hire_discount: int = 0
    ticket_wilds: int = 0
    bag_choice: int = 0


NOT_ARMED = Armed()


@value
class Turn:
    """The turn so far; steps are those of the present Travel, `stopped` the shared cities stopped in."""

    start_city: str
    base_steps: int = 0
    extra_steps: int = 0
    steps_taken: int = 0
    stopped: tuple[str, ...] = ()
    crew_action_done: bool = False
    allowances: tuple[Allowance, ...] = ()
    armed: Armed = NOT_ARMED


@value
class Clock:
    """Which turn it is (0 in set-up), who decides, who was first, and which season it is."""

    turn_number: int
    active: int
    first: int
    season: Season


# ---- decisions -------------------------------------------------------------------------------------------------------------------------


@value
class PendingKeepRoute:
    """A player keeps one of the two dealt routes."""

    seat: int


@value
class PendingMarket:
    """The Market phase is open."""


@value
class PendingTravel:
    """The train moves."""


@value
class PendingStation:
    """The token in hand is used or given up."""


@value
class PendingCrew:
    """The Crew phase is open."""


@value
class PendingTrim:
    """There is more cargo on the train than it has spaces; dissolves when there is not."""


@value
class PendingTakeRoute:
    """A new route card for a slot."""

    slot: int


@value
class PendingDiscount:
    """The order in hand is being paid: what is still to pay, and the discounts still to use."""

    cost_left: Counts
    discounts: tuple[Discount, ...]


@value
class PendingReward:
    """A reward of a completed order is chosen."""

    order: str


@value
class PendingWorkReward:
    """A Work reward is chosen, given by a card."""

    card: str


@value
class PendingAnyCargo:
    """So many cargo of chosen types are gained, because of `cause`."""

    left: int
    cause: str


@value
class PendingGiveCargo:
    """One cargo is given back for another."""


@value
class PendingGetCargo:
    """The other one is chosen."""

    given: str


@value
class PendingDropRoute:
    """A standard route card is discarded for a new one."""


@value
class PendingPayment:
    """Tickets are paid for a crew card in a space of the market, or for a caboose.

    `paid` counts the tickets, `matched` those that match the region of the card, `covered` are the regions of the tickets for a caboose.
    """

    purpose: Literal["hire", "caboose"]
    row: Row | None
    region: Region | None
    paid: int = 0
    matched: int = 0
    covered: tuple[Region, ...] = ()


@value
class PendingKeepCrew:
    """Two crew cards claim one slot."""

    region: Region
    row: Row
    new_card: str


@value
class PendingPlaceToken:
    """One of the tokens drawn is placed."""

    tokens: tuple[str, ...]


# ---- steps that are due ----------------------------------------------------------------------------------------------------------------


@value
class DueTriggers:
    """Triggers answer to an occasion; `subject` is the order completed, the cargo bought or the row hired from."""

    occasion: Occasion
    subject: str | None = None


@value
class DueEffect:
    """An effect of an ability of a crew card, both counted from 0."""

    card: str
    ability: int
    effect: int
    subject: str | None = None


@value
class DueRoute:
    """The route in a slot is completed (STS-6.6)."""

    slot: int


@value
class DueRouteChange:
    """The completed route leaves its slot, and a new one is taken."""

    slot: int


@value
class DueStopCheck:
    """After a stop: is the city shared (STS-5.9)?"""


@value
class DueReward:
    """A reward of a completed order, one of several that are all gained (STS-9.14)."""

    order: str
    option: int


@value
class DueTicket:
    """The completed order becomes a ticket (STS-7.7)."""


@value
class DueToken:
    """The Supply token or railcar in hand does what it does (STS-7.12, 7.13)."""


@value
class DueRefill:
    """A row of the crew market is refilled (STS-8.9)."""

    row: Row


@value
class DueCleanUp:
    """Clean-up (STS-10)."""


Pending: TypeAlias = (
    PendingKeepRoute
    | PendingMarket
    | PendingTravel
    | PendingStation
    | PendingCrew
    | PendingTrim
    | PendingTakeRoute
    | PendingDiscount
    | PendingReward
    | PendingWorkReward
    | PendingAnyCargo
    | PendingGiveCargo
    | PendingGetCargo
    | PendingDropRoute
    | PendingPayment
    | PendingKeepCrew
    | PendingPlaceToken
    | DueTriggers
    | DueEffect
    | DueRoute
    | DueRouteChange
    | DueStopCheck
    | DueReward
    | DueTicket
    | DueToken
    | DueRefill
    | DueCleanUp
)


@value
class State:
    """A full position. The game is over when nothing is pending."""

    config: Config[Options]
    clock: Clock
    players: tuple[Player, ...]
    board: Board
    supply: Supply
    crew: tuple[CrewRow, CrewRow]
    routes: RoutePiles
    turn: Turn
    pending: tuple[Pending, ...]
