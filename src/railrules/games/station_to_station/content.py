"""The components of Station to Station as the rules read them, and the lookups that follow. `reading` makes them from a content file."""

from functools import cached_property
from typing import Any, TypeAlias

import attrs

from railrules.games.station_to_station.abilities import (
    Ability,
    Activate,
    CargoCapacity,
    CoalCapacity,
    CoalPrice,
    Counts,
    FinalRate,
    ImportCoal,
    Occasion,
    PairPrice,
    Price,
    Region,
    Reward,
    Row,
    Season,
    TokenKind,
    Trigger,
    WildTicket,
)
from railrules.parts import Graph
from railrules.serialize import label

REGIONS: tuple[Region, ...] = ("N", "E", "S", "W")
ROWS: tuple[Row, ...] = ("basic", "skilled")
SEASONS: tuple[Season, ...] = ("summer", "autumn", "winter", "countdown")
MOST_PLAYERS = 4
ROUTES_DEALT = 2
ROUTE_SLOTS = 2
MOST_DISPLAYED = 6
MOST_OPTIONS = 4
"""The most reward options that an order may offer (INV-6)."""
MOST_DRAWN = 4
"""The most tokens that a `bag_choice` may draw (INV-10)."""
WORK_OPTIONS = 3
MARKER = "#"
"""What stands between a crew id and the number of a copy: ``porter#2``."""


@attrs.frozen
class Economy:
    """Prices, limits and rates."""

    starting_cash: int
    starting_coal: int
    coal_price: int
    coal_capacity: int
    coal_supply: int
    pair_size: int
    import_coal: int
    cargo_capacity: int
    free_steps: int
    bonus_coal: int
    min_price: int
    final_cash_per_point: int
    final_coal_per_point: int
    work: tuple[Reward, Reward, Reward]


@attrs.frozen
class Cargo:
    """A type of cargo: what a pair costs, and how many tokens there are."""

    id: str
    pair_price: int
    supply: int
    name: str = label()
    colour: str = label()


@attrs.frozen
class City:
    """A city: its region, whether it gives bonus coal, what its local market shows, and where it lies on a drawing, in degrees."""

    id: str
    region: str
    coal: bool
    market: tuple[str, ...]
    name: str = label()
    x: int | float = label()
    y: int | float = label()


@attrs.frozen
class Route:
    """A route card; `start` is the starting city of a starting route."""

    id: str
    cities: tuple[str, str]
    reward: Reward
    start: str | None


@attrs.frozen
class Order:
    """An Order token: what it asks for, and the rewards of which one is chosen."""

    id: str
    season: Season
    cost: Counts
    rewards: tuple[Reward, ...]


@attrs.frozen
class SupplyToken:
    """A Supply token with its two sides."""

    id: str
    season: Season
    base: Reward
    improved: Reward


@attrs.frozen
class Railcar:
    """A Railcar token: the types of cargo that its two sides show."""

    id: str
    season: Season
    base: tuple[str, ...]
    improved: tuple[str, ...]


@attrs.frozen
class Caboose:
    """A Caboose."""

    id: str
    points: int


@attrs.frozen
class Crew:
    """A kind of crew card."""

    id: str
    row: Row
    copies: int
    abilities: tuple[Ability, ...]
    name: str = label()
    text: str = label()


Offer: TypeAlias = tuple[int, int]
"""What a pair of cargo costs in a city before any crew: dollars and coal."""


@attrs.frozen(slots=False)  # unslotted, so that the lookups below are computed once
class Content:
    """All components. Equal contents are equal values; the lookups are no part of that."""

    economy: Economy
    removed: tuple[tuple[int, int, int, int], ...]
    """The tokens removed by season, for 2, 3 and 4 players."""
    cargo: tuple[Cargo, Cargo, Cargo, Cargo]
    cities: tuple[City, ...]
    links: tuple[tuple[str, str], ...]
    starting_routes: tuple[Route, ...]
    routes: tuple[Route, ...]
    route_display_size: int
    orders: tuple[Order, ...]
    supply_tokens: tuple[SupplyToken, ...]
    railcars: tuple[Railcar, ...]
    cabooses: tuple[Caboose, ...]
    crew: tuple[Crew, ...]
    name: str = label()

    # ---- the map -----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def map(self) -> Graph[str]:
        """Cities and links."""
        return Graph.of([city.id for city in self.cities], self.links)

    @cached_property
    def city(self) -> dict[str, City]:
        """The cities by id, in the order of the file."""
        return {city.id: city for city in self.cities}

    @cached_property
    def city_index(self) -> dict[str, int]:
        """The place of each city in the order of the file."""
        return {city.id: index for index, city in enumerate(self.cities)}

    @cached_property
    def coal_cities(self) -> tuple[str, ...]:
        """The cities that give bonus coal, in the order of the file."""
        return tuple(city.id for city in self.cities if city.coal)

    @cached_property
    def region_index(self) -> dict[str, int]:
        """For each city the place of its region."""
        return {city.id: REGIONS.index(city.region) for city in self.cities}

    # ---- cargo -------------------------------------------------------------------------------------------------------------------------

    @cached_property
    def cargo_ids(self) -> tuple[str, ...]:
        """The types of cargo in canonical order."""
        return tuple(cargo.id for cargo in self.cargo)

    @cached_property
    def cargo_index(self) -> dict[str, int]:
        """The place of each type of cargo."""
        return {cargo.id: index for index, cargo in enumerate(self.cargo)}

    @cached_property
    def offers(self) -> dict[str, tuple[Offer, ...]]:
        """For each city and type of cargo what a pair costs there (STS-4.4, 4.5)."""
        imported = self.economy.import_coal
        return {city.id: tuple((cargo.pair_price, 0 if cargo.id in city.market else imported) for cargo in self.cargo) for city in self.cities}

    # ---- tokens and cards --------------------------------------------------------------------------------------------------------------

    @cached_property
    def tokens(self) -> dict[Season, tuple[str, ...]]:
        """The ids of all station tokens by season, in the order of the file."""
        every: list[Order | SupplyToken | Railcar] = [*self.orders, *self.supply_tokens, *self.railcars]
        return {season: tuple(token.id for token in every if token.season == season) for season in SEASONS}

    def in_play(self, season: Season, players: int) -> int:
        """Return how many tokens of a season are in the game (STS-2.2)."""
        return len(self.tokens[season]) - self.removed[players - 2][SEASONS.index(season)]

    @cached_property
    def token_kind(self) -> dict[str, TokenKind]:
        """The kind of each station token."""
        kinds: dict[str, TokenKind] = {order.id: "order" for order in self.orders}
        kinds.update({token.id: "supply" for token in self.supply_tokens})
        kinds.update({railcar.id: "railcar" for railcar in self.railcars})
        return kinds

    @cached_property
    def order(self) -> dict[str, Order]:
        """The orders by id."""
        return {order.id: order for order in self.orders}

    @cached_property
    def supply_token(self) -> dict[str, SupplyToken]:
        """The Supply tokens by id."""
        return {token.id: token for token in self.supply_tokens}

    @cached_property
    def railcar(self) -> dict[str, Railcar]:
        """The Railcar tokens by id."""
        return {railcar.id: railcar for railcar in self.railcars}

    @cached_property
    def route(self) -> dict[str, Route]:
        """All route cards by id."""
        return {route.id: route for route in (*self.starting_routes, *self.routes)}

    @cached_property
    def caboose_points(self) -> dict[str, int]:
        """The points of each Caboose."""
        return {caboose.id: caboose.points for caboose in self.cabooses}

    # ---- crew --------------------------------------------------------------------------------------------------------------------------

    @cached_property
    def crew_kind(self) -> dict[str, Crew]:
        """The kind of each crew card, copies being cards of their own."""
        return {f"{kind.id}{MARKER}{copy}": kind for kind in self.crew for copy in range(1, kind.copies + 1)}

    def crew_cards(self, row: Row) -> tuple[str, ...]:
        """Return the cards of a row, in the order of the file."""
        return tuple(card for card, kind in self.crew_kind.items() if kind.row == row)

    @cached_property
    def spaces(self) -> dict[str, tuple[int, int]]:
        """For each crew card that has any the cargo and the coal spaces it adds (STS-9.4)."""
        found = {}
        for card, kind in self.crew_kind.items():
            cargo = sum(ability.n for ability in kind.abilities if isinstance(ability, CargoCapacity))
            coal = sum(ability.n for ability in kind.abilities if isinstance(ability, CoalCapacity))
            if cargo or coal:
                found[card] = (cargo, coal)
        return found

    @cached_property
    def wild_crew(self) -> frozenset[str]:
        """The crew cards that are wild tickets."""
        return frozenset(card for card, kind in self.crew_kind.items() if any(isinstance(ability, WildTicket) for ability in kind.abilities))

    @cached_property
    def final_rates(self) -> dict[str, tuple[FinalRate, ...]]:
        """The final rates of each crew card that has any."""
        rates = {card: tuple(found for found in kind.abilities if isinstance(found, FinalRate)) for card, kind in self.crew_kind.items()}
        return {card: found for card, found in rates.items() if found}

    @cached_property
    def prices(self) -> dict[str, tuple[tuple[int, Price], ...]]:
        """The price abilities of each crew card that has any, with their places among its abilities."""
        return _numbered(self, (CoalPrice, PairPrice, ImportCoal))

    @cached_property
    def activations(self) -> dict[str, tuple[tuple[int, Activate], ...]]:
        """The abilities that can be activated of each crew card that has any, with their places."""
        return _numbered(self, (Activate,))

    @cached_property
    def triggers(self) -> dict[Occasion, dict[str, tuple[tuple[int, Trigger], ...]]]:
        """For each occasion the triggers that answer to it, by crew card, with their places."""
        found: dict[Occasion, dict[str, tuple[tuple[int, Trigger], ...]]] = {}
        for card, numbered in _numbered(self, (Trigger,)).items():
            for place, trigger in numbered:
                for occasion in trigger.on:
                    of_card = found.setdefault(occasion, {})
                    of_card[card] = (*of_card.get(card, ()), (place, trigger))
        return found


def _numbered(content: Content, kinds: tuple[type, ...]) -> dict[str, Any]:
    """The abilities of some kinds by crew card, with their places; cards without any are left out."""
    found = {}
    for card, kind in content.crew_kind.items():
        of_card = tuple((place, ability) for place, ability in enumerate(kind.abilities) if isinstance(ability, kinds))
        if of_card:
            found[card] = of_card
    return found
