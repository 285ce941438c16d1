"""What a player can decide in Station to Station. Cities, cargo and regions are named by their ids, spaces and options counted from 0."""

from typing import Literal, TypeAlias

from railrules import value
from railrules.games.station_to_station.abilities import Region, Row


@value
class KeepRoute:
    """Keep one of the two dealt routes and discard the other (STS-2.11)."""

    index: int


@value
class BuyCoal:
    """Buy one coal (STS-4.3)."""


@value
class BuyCargo:
    """Buy a pair of a type of cargo, local or imported (STS-4.4 to 4.10)."""

    cargo: str


@value
class EndMarket:
    """End the Market phase (STS-4.2)."""


@value
class StepTo:
    """Move the train to a city beside its own, or by sea (STS-5.1 to 5.4, 9.12, 9.13)."""

    city: str


@value
class StopHere:
    """End the movement in this city (STS-5.5 to 5.9)."""


@value
class TakeRoute:
    """Take a route card from a space of the display, or the next one of the deck (STS-6.7)."""

    source: int | Literal["deck"]


@value
class CompleteOrder:
    """Deliver what the order in hand asks for (STS-7.4)."""


@value
class TakeSupply:
    """Use the Supply token in hand (STS-7.12)."""


@value
class TakeRailcar:
    """Hitch the railcar in hand to the train (STS-7.13)."""


@value
class Work:
    """Give up the token in hand for one of the Work rewards (STS-7.14)."""

    option: int


@value
class ChooseWork:
    """Take one of the Work rewards, which an ability gives (STS-9.15)."""

    option: int


@value
class SaveCargo:
    """Name the cargo that need not be paid thanks to the next discount (STS-7.10)."""

    cargo: str


@value
class ChooseReward:
    """Take one of the rewards of the completed order (STS-7.6)."""

    option: int


@value
class ChooseCargo:
    """Take a cargo token of this type (STS-3.3, 9.10)."""

    cargo: str


@value
class GiveCargo:
    """Give a cargo token of this type back for another one (STS-9.10)."""

    cargo: str


@value
class DiscardCargo:
    """Discard a cargo token of this type, for which there is no space (STS-3.4)."""

    cargo: str


@value
class UseCrew:
    """Use the crew card in the slot of a region (STS-9.7)."""

    region: Region


@value
class HireCrew:
    """Begin to hire the card in a space of the crew market (STS-8.5 to 8.10)."""

    row: Row
    region: Region


@value
class GainCaboose:
    """Begin to pay for a caboose (STS-8.12 to 8.14)."""


@value
class PayTicket:
    """Pay a ticket: the top order of a region, the crew card of a region, or the completed starting route (STS-8.3)."""

    ticket: Literal["order", "crew", "wild"]
    region: Region | None


@value
class KeepCrew:
    """Keep the card that lies in the slot or the one just hired (STS-8.10)."""

    which: Literal["old", "new"]


@value
class EndTurn:
    """End the Crew phase, and with it the turn (STS-10.1)."""


@value
class DropRoute:
    """Discard the standard route card in a slot for a new one (STS-9.11)."""

    slot: int


@value
class PlaceToken:
    """Place one of the tokens drawn (STS-9.17)."""

    index: int


Action: TypeAlias = (
    KeepRoute
    | BuyCoal
    | BuyCargo
    | EndMarket
    | StepTo
    | StopHere
    | TakeRoute
    | CompleteOrder
    | TakeSupply
    | TakeRailcar
    | Work
    | ChooseWork
    | SaveCargo
    | ChooseReward
    | ChooseCargo
    | GiveCargo
    | DiscardCargo
    | UseCrew
    | HireCrew
    | GainCaboose
    | PayTicket
    | KeepCrew
    | EndTurn
    | DropRoute
    | PlaceToken
)
