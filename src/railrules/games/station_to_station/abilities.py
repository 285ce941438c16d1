"""The vocabulary of crew abilities (STS-9): what a content file can give a crew card. The engine knows these words and no single card."""

from typing import Literal, TypeAlias

import attrs

from railrules.serialize import optional_key

Region: TypeAlias = Literal["N", "E", "S", "W"]
Row: TypeAlias = Literal["basic", "skilled"]
Window: TypeAlias = Literal["market", "travel", "station", "crew"]
Resource: TypeAlias = Literal["cash", "coal"]
Occasion: TypeAlias = Literal[
    "turn_start",
    "buy_coal",
    "buy_cargo",
    "shared_stop",
    "mark_route",
    "complete_route",
    "bonus_coal",
    "take_supply",
    "take_railcar",
    "complete_order",
    "work",
    "hire",
    "caboose",
    "turn_end",
]
"""What a trigger can answer to."""
Season: TypeAlias = Literal["summer", "autumn", "winter", "countdown"]
TokenKind: TypeAlias = Literal["order", "railcar", "supply"]

Counts: TypeAlias = tuple[int, int, int, int]
"""Numbers of cargo tokens, by type in the order of the content file."""


@attrs.frozen
class Reward:
    """What a GAIN brings (STS-3.3): points, dollars, coal, cargo of fixed types, cargo of chosen types."""

    points: int = 0
    cash: int = 0
    coal: int = 0
    cargo: Counts = (0, 0, 0, 0)
    any_cargo: int = 0


# ---- passive ---------------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class CargoCapacity:
    """`n` more cargo spaces."""

    n: int


@attrs.frozen
class CoalCapacity:
    """`n` more coal spaces."""

    n: int


@attrs.frozen
class WildTicket:
    """The card is a wild ticket when it is paid."""


@attrs.frozen
class FinalRate:
    """At the end one point for each `per` of a resource, if that is better than the standard rate."""

    resource: Resource
    per: int


Passive: TypeAlias = CargoCapacity | CoalCapacity | WildTicket | FinalRate


# ---- prices ----------------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class CoalPrice:
    """Coal costs `delta` dollars more (it is negative), `uses` times."""

    delta: int
    uses: int


@attrs.frozen
class PairPrice:
    """A pair of one of the cargo `types` costs `delta` dollars more (it is negative), `uses` times."""

    types: tuple[str, ...]
    delta: int
    uses: int


@attrs.frozen
class ImportCoal:
    """An imported pair costs `delta` coal more (it is negative), `uses` times."""

    delta: int
    uses: int


Price: TypeAlias = CoalPrice | PairPrice | ImportCoal


# ---- effects ---------------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Gain:
    """GAIN of a reward (STS-3.3)."""

    reward: Reward


@attrs.frozen
class Exchange:
    """One cargo for one of another type (STS-9.10)."""


@attrs.frozen
class ReplaceRoute:
    """A standard route card for a new one (STS-9.11)."""


@attrs.frozen
class FreeSteps:
    """`n` extra free steps (STS-5.3)."""

    n: int


@attrs.frozen
class SeaStep:
    """`n` steps may go from a coal city to any other (STS-9.12)."""

    n: int


@attrs.frozen
class CheckOnPass:
    """The routes now held are also checked in cities passed through (STS-9.13)."""


@attrs.frozen
class OrderDiscount:
    """`n` discounts of one cargo of one of the `types` on the order completed this turn (STS-7.10)."""

    types: tuple[str, ...]
    n: int


@attrs.frozen
class AllOptions:
    """The next order yields all its reward options (STS-9.14)."""


@attrs.frozen
class ImproveToken:
    """The token taken counts as improved side up."""


@attrs.frozen
class BonusCargo:
    """`n` more cargo of the type just bought."""

    n: int


@attrs.frozen
class WorkReward:
    """One of the Work rewards (STS-9.15)."""


@attrs.frozen
class HireDiscount:
    """Hiring costs `n` tickets less this turn (STS-8.7)."""

    n: int


@attrs.frozen
class TicketWild:
    """`n` tickets paid this turn count as wild (STS-9.16)."""

    n: int


@attrs.frozen
class BagChoice:
    """In clean-up `n` tokens are drawn and one of them is placed (STS-9.17)."""

    n: int


Effect: TypeAlias = (
    Gain
    | Exchange
    | ReplaceRoute
    | FreeSteps
    | SeaStep
    | CheckOnPass
    | OrderDiscount
    | AllOptions
    | ImproveToken
    | BonusCargo
    | WorkReward
    | HireDiscount
    | TicketWild
    | BagChoice
)


# ---- triggers and activations ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Where:
    """Conditions of an ability; those that are None do not matter, all others must hold."""

    token: tuple[TokenKind, ...] | None = optional_key()
    """The token in the hand space is of such a kind."""
    options_min: int | None = optional_key()
    """It is an order with at least so many reward options."""
    cost_min: int | None = optional_key()
    """The completed order shows at least so many cargo, before discounts."""
    season: tuple[Season, ...] | None = optional_key()
    """The completed order belongs to one of these seasons."""
    row: tuple[Row, ...] | None = optional_key()
    """The hired card belongs to one of these rows."""
    has_cargo: Literal[True] | None = optional_key()
    """There is cargo on the train."""
    has_route: Literal[True] | None = optional_key()
    """There is a card in a route slot."""
    has_standard_route: Literal[True] | None = optional_key()
    """There is a standard card in a route slot."""


ALWAYS = Where()


@attrs.frozen
class Trigger:
    """Applied without asking when something of `on` happens (STS-9.6)."""

    on: tuple[Occasion, ...]
    effects: tuple[Effect, ...]
    where: Where = ALWAYS


@attrs.frozen
class Cost:
    """What an activation costs, in dollars and coal."""

    cash: int = optional_key(0)
    coal: int = optional_key(0)


@attrs.frozen
class Activate:
    """Used by the player in one of the `windows` (STS-9.7)."""

    windows: tuple[Window, ...]
    effects: tuple[Effect, ...]
    where: Where = ALWAYS
    cost: Cost = Cost()


Ability: TypeAlias = Passive | Price | Trigger | Activate
