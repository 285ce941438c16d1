"""The checks that a content must pass before the rules may rely on it (INV-1 to INV-13 of the rules page)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from railrules import ContentFile
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station.abilities import Ability, Effect, Reward
from railrules.games.station_to_station.content import (
    MOST_DISPLAYED,
    MOST_DRAWN,
    MOST_OPTIONS,
    MOST_PLAYERS,
    REGIONS,
    ROUTES_DEALT,
    ROWS,
    SEASONS,
    Content,
    Order,
)

FEWEST_CITIES = 8
FEWEST_ROUTES = MOST_PLAYERS * ROUTES_DEALT + MOST_DISPLAYED
FEWEST_CREW = 5
MOST_COPIES = 99
MOST_STARTING_CASH = 50
MOST_STARTING_COAL = 9
COST_SIZES = {"summer": (2, 4), "autumn": (3, 4), "winter": (5, 6), "countdown": (4, 6)}
"""How many cargo an order asks for, by season (STS-7.8)."""

_ID = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")

Fail = Callable[[str, str, object, object], None]
"""``fail(path, check, expected, found)``."""


def check_content(source: ContentFile, content: Content) -> None:
    """Raise the `ContentError` of the first check that fails."""

    def fail(path: str, check: str, expected: object, found: object) -> None:
        source.fail(path, check, expected, found, "invalid-content")

    for check in (_ids, _references, _regions, _map, _markets, _routes, _orders, _tokens, _turns, _cabooses, _crew, _economy, _display):
        check(content, fail)


def _names(content: Content) -> Iterator[tuple[str, str]]:
    """Each id of the file with its place."""
    tables: dict[str, Iterable[Any]] = {
        "cargo": content.cargo,
        "cities": content.cities,
        "starting_routes": content.starting_routes,
        "routes": content.routes,
        "orders": content.orders,
        "supply_tokens": content.supply_tokens,
        "railcars": content.railcars,
        "cabooses": content.cabooses,
        "crew": content.crew,
    }
    for region in REGIONS:
        yield "regions.items", region
    for table, items in tables.items():
        for index, item in enumerate(items):
            yield f"{table}.items[{index}].id", item.id


def _ids(content: Content, fail: Fail) -> None:
    """INV-1: ids are words, and different over the whole file, also in the notation, which is read in any case."""
    met: dict[str, str] = {}
    for place, name in _names(content):
        if not _ID.fullmatch(name):
            fail(place, "INV-1", "an id of letters, digits and single hyphens", repr(name))
        word = name.lower()
        if word in met:
            fail(place, "INV-1", f"an id that is not used elsewhere, in any case (see {met[word]})", repr(name))
        met[word] = place


def _references(content: Content, fail: Fail) -> None:
    """INV-1: every reference leads somewhere."""

    def cargo(place: str, types: Iterable[str]) -> None:
        for index, name in enumerate(types):
            if name not in content.cargo_index:
                fail(f"{place}[{index}]", "INV-1", f"one of the cargo types {', '.join(content.cargo_ids)}", repr(name))

    def cities(place: str, names: Iterable[str]) -> None:
        for index, name in enumerate(names):
            if name not in content.city:
                fail(f"{place}[{index}]", "INV-1", "the id of a city", repr(name))

    for index, city in enumerate(content.cities):
        if city.region not in REGIONS:
            fail(f"cities.items[{index}].region", "INV-1", f"one of the regions {', '.join(REGIONS)}", repr(city.region))
        cargo(f"cities.items[{index}].market", city.market)
    for index, link in enumerate(content.links):
        cities(f"links.items[{index}]", link)
    for table, routes in (("starting_routes", content.starting_routes), ("routes", content.routes)):
        for index, route in enumerate(routes):
            cities(f"{table}.items[{index}].cities", route.cities)
    for index, railcar in enumerate(content.railcars):
        cargo(f"railcars.items[{index}].base", railcar.base)
        cargo(f"railcars.items[{index}].improved", railcar.improved)
    for place, part in _parts_of_crew(content):
        if isinstance(part, (ab.PairPrice, ab.OrderDiscount)):
            cargo(f"{place}.types", part.types)


def _regions(content: Content, fail: Fail) -> None:
    """INV-2: each region has a city."""
    for region in REGIONS:
        if not any(city.region == region for city in content.cities):
            fail("cities.items", "INV-2", f"a city in region {region}", "none")


def _map(content: Content, fail: Fail) -> None:
    """INV-3: enough cities, sound links, and no city on which the map hangs."""
    if len(content.cities) < FEWEST_CITIES:
        fail("cities.items", "INV-3", f"at least {FEWEST_CITIES} cities", len(content.cities))
    met: dict[frozenset[str], int] = {}
    for index, link in enumerate(content.links):
        pair = frozenset(link)
        if len(pair) < 2:
            fail(f"links.items[{index}]", "INV-3", "two different cities", repr(link[0]))
        if pair in met:
            fail(f"links.items[{index}]", "INV-3", f"a link that is not there yet (see links.items[{met[pair]}])", " - ".join(link))
        met[pair] = index
    graph = content.map
    for index, city in enumerate(content.cities):
        if len(graph.neighbours[city.id]) < 2:
            found = f"{len(graph.neighbours[city.id])} for {city.id}"
            fail(f"cities.items[{index}]", "INV-3", "at least two links to every city", found)
    if not graph.is_connected():
        cut_off = next(city for city in graph.nodes if graph.distance(graph.nodes[0], city) is None)
        fail("links.items", "INV-3", "a connected map", f"no way from {graph.nodes[0]} to {cut_off}")
    for city_id in graph.cut_nodes:
        fail("links.items", "INV-3", "a map that stays connected when any one city is removed", f"it falls apart without {city_id}")


def _markets(content: Content, fail: Fail) -> None:
    """INV-4: a market is a set."""
    for index, city in enumerate(content.cities):
        _different(f"cities.items[{index}].market", "INV-4", city.market, fail)


def _different(place: str, check: str, items: tuple[Any, ...], fail: Fail) -> None:
    for index, item in enumerate(items):
        if item in items[:index]:
            fail(f"{place}[{index}]", check, "something that is not listed before", repr(item))


def _routes(content: Content, fail: Fail) -> None:
    """INV-5: routes and starting cities."""
    starting = content.starting_routes
    if len(starting) < MOST_PLAYERS:
        fail("starting_routes.items", "INV-5", f"at least {MOST_PLAYERS} starting routes", len(starting))
    if len(content.routes) < FEWEST_ROUTES:
        fail("routes.items", "INV-5", f"at least {FEWEST_ROUTES} standard routes", len(content.routes))
    for index, route in enumerate(starting):
        if route.start not in route.cities:
            fail(f"starting_routes.items[{index}].start", "INV-5", f"one of the cities {', '.join(route.cities)}", repr(route.start))
        if route.start in [other.start for other in starting[:index]]:
            fail(f"starting_routes.items[{index}].start", "INV-5", "a city where no other starting route starts", repr(route.start))
    for table, routes in (("starting_routes", starting), ("routes", content.routes)):
        for index, route in enumerate(routes):
            if len(set(route.cities)) < 2:
                fail(f"{table}.items[{index}].cities", "INV-5", "two different cities", repr(route.cities[0]))


def _orders(content: Content, fail: Fail) -> None:
    """INV-6: orders ask and give what their season allows."""
    for index, order in enumerate(content.orders):
        place = f"orders.items[{index}]"
        least, most = COST_SIZES[order.season]
        if not least <= sum(order.cost) <= most:
            fail(f"{place}.cost", "INV-6", f"{least} to {most} cargo in {order.season}", f"{sum(order.cost)} for {order.id}")
        if order.season == "countdown" and sum(count > 0 for count in order.cost) > 1:
            fail(f"{place}.cost", "INV-6", "cargo of a single type in countdown", f"several types for {order.id}")
        _rewards(place, order, fail)


def _rewards(place: str, order: Order, fail: Fail) -> None:
    least, most = {"summer": (2, MOST_OPTIONS), "autumn": (1, MOST_OPTIONS)}.get(order.season, (1, 1))
    if not least <= len(order.rewards) <= most:
        expected = "one reward option" if least == most else f"{least} to {most} reward options"
        fail(f"{place}.rewards", "INV-6", f"{expected} in {order.season}", f"{len(order.rewards)} for {order.id}")
    if order.season == "summer":
        if not any(reward.cash and not reward.points for reward in order.rewards):
            fail(f"{place}.rewards", "INV-6", "an option with cash and no points in summer", f"none for {order.id}")
        if not any(reward.points and not reward.cash for reward in order.rewards):
            fail(f"{place}.rewards", "INV-6", "an option with points and no cash in summer", f"none for {order.id}")
    for number, reward in enumerate(order.rewards):
        mixed = reward.points and (reward.cash > 0) != (reward.coal > 0) and reward == Reward(reward.points, reward.cash, reward.coal)
        if order.season == "autumn" and not mixed:
            fail(f"{place}.rewards[{number}]", "INV-6", "points with cash or with coal in autumn", f"another reward for {order.id}")
        if order.season in ("winter", "countdown") and reward != Reward(points=reward.points):
            fail(f"{place}.rewards[{number}]", "INV-6", f"points only in {order.season}", f"another reward for {order.id}")


def _tokens(content: Content, fail: Fail) -> None:
    """INV-7: Supply tokens and railcars."""
    for index, railcar in enumerate(content.railcars):
        for side in ("base", "improved"):
            types = getattr(railcar, side)
            if not 1 <= len(types) <= len(content.cargo):
                fail(f"railcars.items[{index}].{side}", "INV-7", f"1 to {len(content.cargo)} types of cargo", len(types))
            _different(f"railcars.items[{index}].{side}", "INV-7", types, fail)
    tables: dict[str, Iterable[Any]] = {"supply_tokens": content.supply_tokens, "railcars": content.railcars}
    for table, tokens in tables.items():
        for index, token in enumerate(tokens):
            if token.season not in ("summer", "autumn"):
                fail(f"{table}.items[{index}].season", "INV-7", "summer or autumn", repr(token.season))


def _turns(content: Content, fail: Fail) -> None:
    """INV-8: every player gets the same number of turns."""
    for players in range(2, MOST_PLAYERS + 1):
        for number, season in enumerate(SEASONS):
            place = f"seasons.removed.{players}.{season}"
            taken, stack = content.removed[players - 2][number], len(content.tokens[season])
            if not 0 <= taken <= stack:
                fail(place, "INV-8", f"an integer in 0..{stack}, the tokens of the season", taken)
            drawn = stack - taken - (len(content.cities) - players if season == "summer" else 0)
            if drawn < 1 or drawn % players:
                what = "left after the map is filled" if season == "summer" else "left"
                fail(place, "INV-8", f"a positive multiple of {players} tokens {what}", drawn)


def _cabooses(content: Content, fail: Fail) -> None:
    """INV-9: points of cabooses fall."""
    if not content.cabooses:
        fail("cabooses.items", "INV-9", "at least one caboose", 0)
    for index, caboose in enumerate(content.cabooses):
        if caboose.points < 1:
            fail(f"cabooses.items[{index}].points", "INV-9", "an integer >= 1", caboose.points)
        if index and caboose.points >= content.cabooses[index - 1].points:
            fail(f"cabooses.items[{index}].points", "INV-9", "less than the caboose before", caboose.points)


# ---- crew ------------------------------------------------------------------------------------------------------------------------------

_ACTIVATED_IN: dict[type, str | None] = {
    ab.Gain: None,
    ab.Exchange: None,
    ab.ReplaceRoute: None,
    ab.FreeSteps: "travel",
    ab.SeaStep: "travel",
    ab.CheckOnPass: "travel",
    ab.OrderDiscount: "station",
    ab.AllOptions: "station",
    ab.HireDiscount: "crew",
    ab.TicketWild: "crew",
    ab.BagChoice: "crew",
}
"""The effects that an activation may have, with the one window in which it may (None: in all)."""
_TRIGGERED_BY: dict[type, tuple[str, ...] | None] = {
    ab.Gain: None,
    ab.ImproveToken: ("take_supply", "take_railcar"),
    ab.BonusCargo: ("buy_cargo",),
    ab.WorkReward: ("complete_order",),
}
"""The effects that a trigger may have, with the occasions on which it may (None: on all)."""


def _parts_of_crew(content: Content) -> Iterator[tuple[str, Ability | Effect]]:
    """Each ability and each effect with its place."""
    for index, kind in enumerate(content.crew):
        for number, ability in enumerate(kind.abilities):
            place = f"crew.items[{index}].abilities[{number}]"
            yield place, ability
            if isinstance(ability, (ab.Trigger, ab.Activate)):
                for step, effect in enumerate(ability.effects):
                    yield f"{place}.effects[{step}]", effect


def _crew(content: Content, fail: Fail) -> None:
    """INV-10: enough cards, and abilities that the vocabulary allows."""
    for index, kind in enumerate(content.crew):
        if not 1 <= kind.copies <= MOST_COPIES:
            fail(f"crew.items[{index}].copies", "INV-10", f"an integer in 1..{MOST_COPIES}", kind.copies)
    for row in ROWS:
        cards = len(content.crew_cards(row))
        if cards < FEWEST_CREW:
            fail("crew.items", "INV-10", f"at least {FEWEST_CREW} {row} crew cards", cards)
    for place, part in _parts_of_crew(content):
        _numbers(place, part, fail)
        if isinstance(part, ab.Trigger):
            _effects(place, part.effects, part.on, _TRIGGERED_BY, "on", fail)
            _where(place, part.where, fail)
        elif isinstance(part, ab.Activate):
            windows = {kind: None if window is None else (window,) for kind, window in _ACTIVATED_IN.items()}
            _effects(place, part.effects, part.windows, windows, "windows", fail)
            _where(place, part.where, fail)
            for name in ("cash", "coal"):
                if getattr(part.cost, name) < 0:
                    fail(f"{place}.cost.{name}", "INV-10", "an integer >= 0", getattr(part.cost, name))


def _numbers(place: str, part: Ability | Effect, fail: Fail) -> None:
    """The parameters of one ability or effect."""
    for name in ("n", "uses", "per"):
        found = getattr(part, name, None)
        least, most = (2, MOST_DRAWN) if isinstance(part, ab.BagChoice) else (1, None)
        if found is not None and (found < least or (most is not None and found > most)):
            expected = f"an integer >= {least}" if most is None else f"an integer in {least}..{most}"
            fail(f"{place}.{name}", "INV-10", expected, found)
    if getattr(part, "delta", -1) >= 0:
        fail(f"{place}.delta", "INV-10", "an integer < 0", getattr(part, "delta", None))
    if isinstance(part, (ab.PairPrice, ab.OrderDiscount)):
        if not part.types:
            fail(f"{place}.types", "INV-10", "at least one type of cargo", 0)
        _different(f"{place}.types", "INV-10", part.types, fail)


def _effects(
    place: str,
    effects: tuple[Effect, ...],
    times: tuple[str, ...],
    allowed: Mapping[type, tuple[str, ...] | None],
    key: str,
    fail: Fail,
) -> None:
    """Which effects go with which occasions, or windows."""
    if not times:
        fail(f"{place}.{key}", "INV-10", "at least one", 0)
    _different(f"{place}.{key}", "INV-10", times, fail)
    if not effects:
        fail(f"{place}.effects", "INV-10", "at least one effect", 0)
    for step, effect in enumerate(effects):
        kind = type(effect)
        if kind not in allowed:
            fail(f"{place}.effects[{step}].op", "INV-10", f"an effect that goes with `{key}`", _word(kind))
        only = allowed[kind]
        wrong = [time for time in times if only is not None and time not in only]
        if only is not None and wrong:
            fail(f"{place}.{key}", "INV-10", f"{' or '.join(only)} alone for {_word(kind)}", ", ".join(wrong))


def _word(kind: type) -> str:
    """The word of an effect in a content file: ``free_steps`` for `FreeSteps`."""
    return re.sub(r"\B(?=[A-Z])", "_", kind.__name__).lower()


def _where(place: str, where: ab.Where, fail: Fail) -> None:
    for field in attrs.fields(ab.Where):
        found = getattr(where, field.name)
        if type(found) is int and found < 1:
            fail(f"{place}.where.{field.name}", "INV-10", "an integer >= 1", found)
        if type(found) is tuple:
            if not found:
                fail(f"{place}.where.{field.name}", "INV-10", "at least one", 0)
            _different(f"{place}.where.{field.name}", "INV-10", found, fail)


def most_starting_coal(content: Content, players: int) -> int:
    """Return how much coal each player can begin with (STS-2.6): no more than there are spaces, and enough for all."""
    return min(MOST_STARTING_COAL, content.economy.coal_capacity, content.economy.coal_supply // players)


# ---- numbers ---------------------------------------------------------------------------------------------------------------------------

_MAY_BE_ZERO = ("starting_cash", "starting_coal", "import_coal", "bonus_coal")


def _economy(content: Content, fail: Fail) -> None:
    """INV-11: prices, limits and rates; starting cash and coal are within the bounds of the options that stand for them."""
    for field in attrs.fields(type(content.economy)):
        found = getattr(content.economy, field.name)
        least = 0 if field.name in _MAY_BE_ZERO else 1
        if type(found) is int and found < least:
            fail(f"economy.{field.name}", "INV-11", f"an integer >= {least}", found)
    for name, most in (("starting_cash", MOST_STARTING_CASH), ("starting_coal", MOST_STARTING_COAL)):
        if getattr(content.economy, name) > most:
            fail(f"economy.{name}", "INV-11", f"an integer in 0..{most}", getattr(content.economy, name))
    most = most_starting_coal(content, MOST_PLAYERS)
    if content.economy.starting_coal > most:
        expected = f"an integer in 0..{most}, as there are coal spaces and coal for {MOST_PLAYERS} players"
        fail("economy.starting_coal", "INV-11", expected, content.economy.starting_coal)
    for index, cargo in enumerate(content.cargo):
        for name in ("pair_price", "supply"):
            if getattr(cargo, name) < 1:
                fail(f"cargo.items[{index}].{name}", "INV-11", "an integer >= 1", getattr(cargo, name))


def _display(content: Content, fail: Fail) -> None:
    """INV-13: the size of the route display."""
    if not 0 <= content.route_display_size <= MOST_DISPLAYED:
        fail("display.route_display_size", "INV-13", f"an integer in 0..{MOST_DISPLAYED}", content.route_display_size)
