"""From a content file to `Content`: the shape of the file, and the vocabulary of rewards and abilities. The checks of the whole are in `checks`."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import attrs

from railrules import ContentFile
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station.abilities import Ability, Counts, Effect, Reward, Row, Season
from railrules.games.station_to_station.checks import check_content
from railrules.games.station_to_station.content import (
    REGIONS,
    SEASONS,
    Caboose,
    Cargo,
    City,
    Content,
    Crew,
    Economy,
    Order,
    Railcar,
    Route,
    SupplyToken,
)
from railrules.serialize import optional_key

CODE = "invalid-content"
GAME = "station-to-station"
FORMAT = 1

Raw = dict[str, Any]


@attrs.frozen
class _Meta:
    game: str
    format: int
    name: str
    provenance: str


@attrs.frozen
class _Economy:
    provenance: str
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
    work: tuple[Raw, ...]


@attrs.frozen
class _Removed:
    summer: int
    autumn: int
    winter: int
    countdown: int


@attrs.frozen
class _Seasons:
    provenance: str
    order: tuple[str, ...]
    removed: Raw


@attrs.frozen
class _Cargo:
    id: str
    name: str
    colour: str
    pair_price: int
    supply: int


@attrs.frozen
class _CargoTable:
    provenance: str
    items: tuple[_Cargo, ...]


@attrs.frozen
class _Region:
    id: str
    name: str


@attrs.frozen
class _Regions:
    provenance: str
    items: tuple[_Region, ...]


@attrs.frozen
class _City:
    id: str
    name: str
    region: str
    coal: bool
    market: tuple[str, ...]
    x: int | float
    y: int | float


@attrs.frozen
class _Cities:
    provenance: str
    items: tuple[_City, ...]


@attrs.frozen
class _Links:
    provenance: str
    items: tuple[tuple[str, str], ...]


@attrs.frozen
class _StartingRoute:
    id: str
    start: str
    cities: tuple[str, str]
    reward: Raw


@attrs.frozen
class _StartingRoutes:
    provenance: str
    items: tuple[_StartingRoute, ...]


@attrs.frozen
class _Route:
    id: str
    cities: tuple[str, str]
    reward: Raw


@attrs.frozen
class _Routes:
    provenance: str
    items: tuple[_Route, ...]


@attrs.frozen
class _Display:
    provenance: str
    route_display_size: int


@attrs.frozen
class _Order:
    id: str
    season: Season
    cost: Raw
    rewards: tuple[Raw, ...]


@attrs.frozen
class _Orders:
    provenance: str
    items: tuple[_Order, ...]


@attrs.frozen
class _SupplyToken:
    id: str
    season: Season
    base: Raw
    improved: Raw


@attrs.frozen
class _SupplyTokens:
    provenance: str
    items: tuple[_SupplyToken, ...]


@attrs.frozen
class _Railcar:
    id: str
    season: Season
    base: tuple[str, ...]
    improved: tuple[str, ...]


@attrs.frozen
class _Railcars:
    provenance: str
    items: tuple[_Railcar, ...]


@attrs.frozen
class _Caboose:
    id: str
    points: int


@attrs.frozen
class _Cabooses:
    provenance: str
    items: tuple[_Caboose, ...]


@attrs.frozen
class _Crew:
    id: str
    name: str
    row: Row
    copies: int
    text: str
    abilities: tuple[Raw, ...]


@attrs.frozen
class _CrewTable:
    provenance: str
    items: tuple[_Crew, ...]


@attrs.frozen
class _File:
    """A whole file as it is written."""

    meta: _Meta
    economy: _Economy
    seasons: _Seasons
    cargo: _CargoTable
    regions: _Regions
    cities: _Cities
    links: _Links
    starting_routes: _StartingRoutes
    routes: _Routes
    display: _Display
    orders: _Orders
    supply_tokens: _SupplyTokens
    railcars: _Railcars
    cabooses: _Cabooses
    crew: _CrewTable


@attrs.frozen
class _Reward:
    points: int = optional_key(0)
    cash: int = optional_key(0)
    coal: int = optional_key(0)
    cargo: Raw | None = optional_key()
    any_cargo: int = optional_key(0)


_OWNERS: dict[str, dict[str, str]] = {
    "cargo": {"pair_price": "INV-11", "supply": "INV-11"},
    "cities": {"market": "INV-4", "x": "INV-12", "y": "INV-12"},
    "links": {"items": "INV-3"},
    "starting_routes": {"cities": "INV-5", "start": "INV-5"},
    "routes": {"cities": "INV-5"},
    "display": {"route_display_size": "INV-13"},
    "supply_tokens": {"season": "INV-7", "base": "INV-7", "improved": "INV-7"},
    "railcars": {"season": "INV-7", "base": "INV-7", "improved": "INV-7"},
    "cabooses": {"points": "INV-9"},
    "crew": {"row": "INV-10", "copies": "INV-10", "abilities": "INV-10"},
    "economy": {field.name: "INV-11" for field in attrs.fields(_Economy) if field.name not in ("provenance", "work")},
}
"""The checks that say something about a value, by table and key; about all others INV-1 does."""


def _check_of(path: str) -> str:
    """The check that a value of a wrong type fails, by its place, such as ``cities.items[0].market[1]``."""
    table, _, rest = path.partition(".")
    return _OWNERS.get(table, {}).get(rest.rpartition(".")[2].partition("[")[0], "INV-1")


PASSIVES = {
    "cargo_capacity": ab.CargoCapacity,
    "coal_capacity": ab.CoalCapacity,
    "wild_ticket": ab.WildTicket,
    "final_rate": ab.FinalRate,
}
PRICES = {"coal_price": ab.CoalPrice, "pair_price": ab.PairPrice, "import_coal": ab.ImportCoal}
EFFECTS = {
    "exchange": ab.Exchange,
    "replace_route": ab.ReplaceRoute,
    "free_steps": ab.FreeSteps,
    "sea_step": ab.SeaStep,
    "check_on_pass": ab.CheckOnPass,
    "order_discount": ab.OrderDiscount,
    "all_options": ab.AllOptions,
    "improve_token": ab.ImproveToken,
    "bonus_cargo": ab.BonusCargo,
    "work_reward": ab.WorkReward,
    "hire_discount": ab.HireDiscount,
    "ticket_wild": ab.TicketWild,
    "bag_choice": ab.BagChoice,
}
"""The classes of the effects by op; `gain` is read apart, as its parameters are those of a reward."""


@attrs.frozen
class _Trigger:
    on: tuple[ab.Occasion, ...]
    effects: tuple[Raw, ...]
    where: ab.Where | None = optional_key()


@attrs.frozen
class _Activate:
    windows: tuple[ab.Window, ...]
    effects: tuple[Raw, ...]
    where: ab.Where | None = optional_key()
    cost: ab.Cost | None = optional_key()


class _Reader:
    """Turns the irregular parts of one file into values."""

    def __init__(self, source: ContentFile, cargo: tuple[str, ...]) -> None:
        self._source = source
        self._cargo = cargo

    def _structure(self, data: Any, kind: type, at: str, check: str) -> Any:
        return self._source.structure(data, kind, check=lambda _: check, keys=check, code=CODE, at=at)

    def fail(self, path: str, check: str, expected: object, found: object) -> NoReturn:
        """Raise the `ContentError` of a check that fails."""
        self._source.fail(path, check, expected, found, CODE)

    def counts(self, data: Raw, at: str, check: str) -> Counts:
        """Return numbers of cargo by type."""
        for name, count in data.items():
            if name not in self._cargo:
                self.fail(f"{at}.{name}", check, f"one of the cargo types {', '.join(self._cargo)}", repr(name))
            if type(count) is not int or count < 1:
                self.fail(f"{at}.{name}", check, "an integer >= 1", repr(count))
        first, second, third, fourth = (data.get(name, 0) for name in self._cargo)
        return first, second, third, fourth

    def reward(self, data: Any, at: str, check: str = "INV-1") -> Reward:
        """Return a reward, which is not empty."""
        found = self._structure(data, _Reward, at, check)
        if not data:
            self.fail(at, check, "a reward with points, cash, coal, cargo or any_cargo", "an empty one")
        for name in ("points", "cash", "coal"):
            if getattr(found, name) < 0:
                self.fail(f"{at}.{name}", check, "an integer >= 0", getattr(found, name))
        if "any_cargo" in data and found.any_cargo < 1:
            self.fail(f"{at}.any_cargo", check, "an integer >= 1", found.any_cargo)
        reward = Reward(found.points, found.cash, found.coal, self.counts(found.cargo or {}, f"{at}.cargo", check), found.any_cargo)
        if reward == Reward():
            self.fail(at, check, "a reward with points, cash, coal, cargo or any_cargo", "one that brings nothing")
        return reward

    def rewards(self, data: tuple[Any, ...], at: str, check: str = "INV-1") -> tuple[Reward, ...]:
        """Return several rewards."""
        return tuple(self.reward(item, f"{at}[{index}]", check) for index, item in enumerate(data))

    def ability(self, data: Raw, at: str) -> Ability:
        """Return an ability of a crew card (INV-10)."""
        match data.get("mode"):
            case "passive":
                ability: Ability = self._by_op(data, PASSIVES, at, "passive")
            case "price":
                ability = self._by_op(data, PRICES, at, "price")
            case "trigger":
                trigger = self._structure(_without(data, "mode"), _Trigger, at, "INV-10")
                ability = ab.Trigger(trigger.on, self._effects(trigger.effects, f"{at}.effects"), trigger.where or ab.ALWAYS)
            case "activate":
                use = self._structure(_without(data, "mode"), _Activate, at, "INV-10")
                ability = ab.Activate(use.windows, self._effects(use.effects, f"{at}.effects"), use.where or ab.ALWAYS, use.cost or ab.Cost())
            case mode:
                self.fail(f"{at}.mode", "INV-10", "one of passive, price, trigger, activate", _named(mode))
        return ability

    def _effects(self, data: tuple[Raw, ...], at: str) -> tuple[Effect, ...]:
        return tuple(self._effect(item, f"{at}[{index}]") for index, item in enumerate(data))

    def _effect(self, data: Any, at: str) -> Effect:
        if type(data) is dict and data.get("op") == "gain":
            return ab.Gain(self.reward(_without(data, "op"), at, "INV-10"))
        effect: Effect = self._by_op(data, EFFECTS, at, None)
        return effect

    def _by_op(self, data: Any, kinds: dict[str, Any], at: str, mode: str | None) -> Any:
        op = data.get("op") if type(data) is dict else data
        kind = kinds.get(op) if type(op) is str else None
        if kind is None:
            names = kinds if mode else ("gain", *kinds)
            self.fail(f"{at}.op", "INV-10", f"one of {', '.join(names)}", _named(op))
        return self._structure(_without(data, "op", *(["mode"] if mode else [])), kind, at, "INV-10")


def _without(data: Raw, *keys: str) -> Raw:
    return {key: item for key, item in data.items() if key not in keys}


def _named(found: object) -> str:
    return "nothing" if found is None else repr(found)


def shipped_text() -> str:
    """Return the text of the content file that comes with the game."""
    return files("railrules.games.station_to_station").joinpath("content.toml").read_text(encoding="utf-8")


@cache
def shipped_content() -> Content:
    """Return the content that comes with the game, read once: it is a value."""
    return parse(ContentFile("station_to_station/content.toml", shipped_text(), CODE))


def read(path: Path) -> Content:
    """Return the content of a user's file; raises `ContentError`."""
    return parse(ContentFile.read(path, CODE))


def parse(source: ContentFile) -> Content:
    """Return the checked content of a parsed file; raises `ContentError` naming table, item and the first check that fails (INV-1 to 13)."""
    source.expect_game(GAME, "INV-1", CODE)
    raw = source.structure(source.data, _File, check=_check_of, keys="INV-1", missing="INV-1", texts="INV-1", code=CODE)
    _check_frame(source, raw)
    content = _content(_Reader(source, tuple(cargo.id for cargo in raw.cargo.items)), raw)
    check_content(source, content)
    return content


def _check_frame(source: ContentFile, raw: _File) -> None:
    """What the reading itself relies on (INV-1, 2)."""

    def need(path: str, check: str, expected: object, found: object, holds: bool) -> None:
        if not holds:
            source.fail(path, check, expected, found, CODE)

    need("meta.format", "INV-1", FORMAT, raw.meta.format, raw.meta.format == FORMAT)
    for table in attrs.fields(_File):
        provenance = getattr(raw, table.name).provenance
        need(f"{table.name}.provenance", "INV-1", "a text that is not empty", "an empty one", bool(provenance.strip()))
    regions = [region.id for region in raw.regions.items]
    need("regions.items", "INV-2", f"the regions {', '.join(REGIONS)}", ", ".join(regions) or "none", regions == list(REGIONS))
    cargo = [cargo.id for cargo in raw.cargo.items]
    need("cargo.items", "INV-2", "four types of cargo", len(cargo), len(cargo) == 4)
    for index, name in enumerate(cargo):  # it could not be told from coal, in the notation to begin with
        need(f"cargo.items[{index}].id", "INV-1", "an id other than coal, which is no cargo", repr(name), name.lower() != "coal")
    need("cargo.items", "INV-1", "different ids", ", ".join(cargo), len(set(cargo)) == 4)
    need("economy.work", "INV-2", "three Work options", len(raw.economy.work), len(raw.economy.work) == 3)
    need("seasons.order", "INV-1", list(SEASONS), list(raw.seasons.order), raw.seasons.order == SEASONS)
    need("seasons.removed", "INV-1", "the player counts 2, 3, 4", ", ".join(raw.seasons.removed), set(raw.seasons.removed) == {"2", "3", "4"})


def _content(reader: _Reader, raw: _File) -> Content:
    economy = raw.economy
    numbers = {field.name: getattr(economy, field.name) for field in attrs.fields(_Economy) if field.name not in ("provenance", "work")}
    first, second, third = reader.rewards(economy.work, "economy.work")
    removed = [reader._structure(raw.seasons.removed[players], _Removed, f"seasons.removed.{players}", "INV-1") for players in ("2", "3", "4")]
    steel, oil, grain, timber = (Cargo(item.id, item.pair_price, item.supply, item.name, item.colour) for item in raw.cargo.items)
    return Content(
        Economy(**numbers, work=(first, second, third)),
        tuple((counts.summer, counts.autumn, counts.winter, counts.countdown) for counts in removed),
        (steel, oil, grain, timber),
        tuple(City(item.id, item.region, item.coal, item.market, item.name, item.x, item.y) for item in raw.cities.items),
        raw.links.items,
        tuple(
            Route(item.id, item.cities, reader.reward(item.reward, f"starting_routes.items[{index}].reward"), item.start)
            for index, item in enumerate(raw.starting_routes.items)
        ),
        tuple(
            Route(item.id, item.cities, reader.reward(item.reward, f"routes.items[{index}].reward"), None)
            for index, item in enumerate(raw.routes.items)
        ),
        raw.display.route_display_size,
        tuple(_order(reader, item, f"orders.items[{index}]") for index, item in enumerate(raw.orders.items)),
        tuple(_supply_token(reader, item, f"supply_tokens.items[{index}]") for index, item in enumerate(raw.supply_tokens.items)),
        tuple(Railcar(item.id, item.season, item.base, item.improved) for item in raw.railcars.items),
        tuple(Caboose(item.id, item.points) for item in raw.cabooses.items),
        tuple(_crew(reader, item, f"crew.items[{index}]") for index, item in enumerate(raw.crew.items)),
        raw.meta.name,
    )


def _order(reader: _Reader, item: _Order, at: str) -> Order:
    return Order(item.id, item.season, reader.counts(item.cost, f"{at}.cost", "INV-1"), reader.rewards(item.rewards, f"{at}.rewards"))


def _supply_token(reader: _Reader, item: _SupplyToken, at: str) -> SupplyToken:
    base, improved = reader.reward(item.base, f"{at}.base", "INV-7"), reader.reward(item.improved, f"{at}.improved", "INV-7")
    return SupplyToken(item.id, item.season, base, improved)


def _crew(reader: _Reader, item: _Crew, at: str) -> Crew:
    abilities = tuple(reader.ability(ability, f"{at}.abilities[{index}]") for index, ability in enumerate(item.abilities))
    return Crew(item.id, item.row, item.copies, abilities, item.name, item.text)
