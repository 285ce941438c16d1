"""The content file: the counts of the shipped one (STS-1, section 6 of the rules page), and the checks INV-1 to INV-13."""

import re
from collections import Counter
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest

from railrules import ContentError, ContentFile, SeededChance
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.content import REGIONS, ROWS, SEASONS, Content, Crew
from railrules.games.station_to_station.reading import parse, read, shipped_content, shipped_text

TEXT = shipped_text()
DATA = ContentFile("content.toml", TEXT).data
SHIPPED = shipped_content()
GAME = StationToStation()
TABLES = tuple(DATA)
GONE: Any = ...
"""In place of a value: the key, or the item of a list, is taken away."""


# ---- editing a file ----------------------------------------------------------------------------------------------------------------------


def put(data: Any, path: str, value: Any) -> None:
    """Set what stands at a place such as ``orders.items[3].cost``; a list is one longer if the place is just behind its end."""
    *steps, last = re.findall(r"[^.\[\]]+", path)
    for step in steps:
        data = data[int(step)] if isinstance(data, list) else data[step]
    key: Any = int(last) if isinstance(data, list) else last
    if value is GONE:
        del data[key]
    elif isinstance(data, list) and key == len(data):
        data.append(value)
    else:
        data[key] = value


def at(path: str) -> Any:
    """What the shipped file has at a place, to be changed at will."""
    data: Any = DATA
    for step in re.findall(r"[^.\[\]]+", path):
        data = data[int(step)] if isinstance(data, list) else data[step]
    return deepcopy(data)


def source(*edits: tuple[str, Any]) -> ContentFile:
    """The shipped file with these changes, made in order."""
    edited = ContentFile("mine.toml", "")
    edited.data = deepcopy(DATA)  # several times faster than parsing the text again
    for path, value in edits:
        put(edited.data, path, deepcopy(value))
    return edited


def accepted(*edits: tuple[str, Any]) -> Content:
    return parse(source(*edits))


def fault(*edits: tuple[str, Any]) -> ContentError:
    """The error with which the changed file is refused."""
    with pytest.raises(ContentError) as raised:
        parse(source(*edits))
    error = raised.value
    assert (error.code, error.file) == ("invalid-content", "mine.toml")
    assert all(word in str(error) for word in (error.code, error.file, error.path, error.check, error.expected, error.found))
    assert error.expected
    assert error.found
    return error


def refused(check: str, place: str, *edits: tuple[str, Any], expected: str = "", found: str = "") -> None:
    """The changed file fails this check at this place, and the texts of what was expected and found hold these words."""
    error = fault(*edits)
    assert (error.check, error.path) == (check, place), str(error)
    assert expected in error.expected
    assert found in error.found


def item(table: str, name: str) -> str:
    """The place of an item."""
    return f"{table}.items[{[entry['id'] for entry in DATA[table]['items']].index(name)}]"


# ---- the shipped file: the table and its pieces ------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-8", "INV-9", "INV-10", "INV-11", "INV-12", "INV-13")
def test_the_shipped_file_passes_all_checks(tmp_path: Path) -> None:
    """It is what the game plays with, and reads the same from anywhere."""
    assert accepted() == SHIPPED == GAME.content
    assert GAME.content_text() == TEXT
    file = tmp_path / "copy.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert read(file) == GAME.read_content(file) == SHIPPED
    assert GAME.with_content(file).config(2) == GAME.config(2)
    assert TABLES == (
        "meta",
        "economy",
        "seasons",
        "cargo",
        "regions",
        "cities",
        "links",
        "starting_routes",
        "routes",
        "display",
        "orders",
        "supply_tokens",
        "railcars",
        "cabooses",
        "crew",
    )
    assert SHIPPED.name == "Station to Station (railrules default content)"


@pytest.mark.rule("STS-1.1", "STS-1.3", "STS-1.5", "STS-1.10", "STS-1.12")
def test_totals_of_the_shipped_file() -> None:
    """The counts of section 6."""
    assert (len(SHIPPED.cities), len(SHIPPED.links)) == (24, 41)
    assert (len(SHIPPED.starting_routes), len(SHIPPED.routes), len(SHIPPED.route)) == (4, 32, 36)
    assert [sum(order.season == season for order in SHIPPED.orders) for season in SEASONS] == [22, 12, 12, 4]
    assert [sum(token.season == season for token in SHIPPED.supply_tokens) for season in SEASONS] == [6, 4, 0, 0]
    assert [sum(railcar.season == season for railcar in SHIPPED.railcars) for season in SEASONS] == [8, 0, 0, 0]
    assert [len(SHIPPED.tokens[season]) for season in SEASONS] == [36, 16, 12, 4]
    assert len(SHIPPED.token_kind) == 68
    assert [(caboose.id, caboose.points) for caboose in SHIPPED.cabooses] == [("CB-1", 10), ("CB-2", 8), ("CB-3", 6), ("CB-4", 4)]
    assert SHIPPED.caboose_points == {"CB-1": 10, "CB-2": 8, "CB-3": 6, "CB-4": 4}


@pytest.mark.rule("STS-1.2", "STS-9.3")
def test_crew_cards_of_the_shipped_file() -> None:
    """18 basic and 14 skilled kinds in 32 and 24 copies, which are cards of their own."""
    kinds = {row: [kind for kind in SHIPPED.crew if kind.row == row] for row in ROWS}
    assert [len(kinds[row]) for row in ROWS] == [18, 14]
    assert [len(SHIPPED.crew_cards(row)) for row in ROWS] == [32, 24]
    assert len(SHIPPED.crew_kind) == 56
    assert {kind.copies for kind in SHIPPED.crew} == {1, 2}
    assert [card for card in SHIPPED.crew_kind if card.startswith("porter")] == ["porter#1", "porter#2"]
    assert [card for card in SHIPPED.crew_kind if card.startswith("drifter")] == ["drifter#1"]
    assert SHIPPED.crew_cards("basic")[:3] == ("coal-merchant#1", "coal-merchant#2", "metals-broker#1")
    assert SHIPPED.crew_cards("skilled")[-2:] == ("yardmaster#1", "publicist#1")
    assert len({kind.abilities for kind in SHIPPED.crew}) == 32


@pytest.mark.rule("STS-1.6", "STS-1.7", "STS-1.14", "STS-2.6", "STS-4.3", "STS-4.4", "STS-4.5", "STS-5.2", "STS-7.2", "STS-7.14", "STS-11.4")
def test_numbers_of_the_shipped_file() -> None:
    """Supplies, prices, limits and rates of the printed game."""
    assert [(cargo.id, cargo.pair_price, cargo.supply) for cargo in SHIPPED.cargo] == [
        ("steel", 5, 15),
        ("oil", 5, 15),
        ("grain", 3, 15),
        ("timber", 3, 15),
    ]
    economy = SHIPPED.economy
    assert (economy.starting_cash, economy.starting_coal, economy.coal_price, economy.coal_capacity, economy.coal_supply) == (8, 2, 3, 9, 36)
    assert (economy.pair_size, economy.import_coal, economy.cargo_capacity, economy.free_steps, economy.bonus_coal) == (2, 1, 8, 1, 1)
    assert (economy.min_price, economy.final_cash_per_point, economy.final_coal_per_point) == (1, 4, 2)
    assert economy.work == (Reward(coal=2), Reward(cash=5), Reward(cash=2, coal=1))
    assert SHIPPED.route_display_size == 3
    assert SHIPPED.offers["houston"] == ((5, 1), (5, 0), (3, 1), (3, 1))


@pytest.mark.rule("STS-2.2", "STS-2.14", "STS-11.2")
def test_seasons_of_the_shipped_file() -> None:
    """The table of tokens removed and stacks left; each player has 4 + 4 + 3 + 1 turns at each player count."""
    assert SHIPPED.removed == ((6, 8, 6, 2), (3, 4, 3, 1), (0, 0, 0, 0))
    assert [[SHIPPED.in_play(season, players) for season in SEASONS] for players in (2, 3, 4)] == [[30, 8, 6, 2], [33, 12, 9, 3], [36, 16, 12, 4]]
    for players in (2, 3, 4):
        summer, *later = (SHIPPED.in_play(season, players) for season in SEASONS)
        after_setup = summer - (24 - players)
        assert after_setup == {2: 8, 3: 12, 4: 16}[players]
        assert [after_setup // players, *(stack // players for stack in later)] == [4, 4, 3, 1]


# ---- the shipped file: the map -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-1.10", "STS-1.11", "STS-1.13", "INV-2", "INV-4")
def test_cities_of_the_shipped_file() -> None:
    """Six in each region; the seven coal cities; twelve markets with one type and twelve with two, each type in nine."""
    assert Counter(city.region for city in SHIPPED.cities) == dict.fromkeys(REGIONS, 6)
    assert SHIPPED.city["st-louis"].region == "S"
    assert set(SHIPPED.coal_cities) == {"seattle", "san-francisco", "los-angeles", "boston", "new-york", "charleston", "miami"}
    assert Counter(len(city.market) for city in SHIPPED.cities) == {1: 12, 2: 12}
    assert Counter(cargo for city in SHIPPED.cities for cargo in city.market) == dict.fromkeys(SHIPPED.cargo_ids, 9)
    assert SHIPPED.city["houston"].market == ("oil",)


@pytest.mark.rule("STS-1.12", "STS-5.11", "INV-3")
def test_the_map_of_the_shipped_file() -> None:
    """41 links, two and more at each city, no city on which it hangs, diameter 7, mean distance 3.11, and the links of the travel example."""
    graph = SHIPPED.map
    assert min(len(beside) for beside in graph.neighbours.values()) == 2
    assert graph.is_connected()
    assert graph.cut_nodes == ()
    distances = [graph.distances[one][other] for one, other in combinations(graph.nodes, 2)]
    assert max(distances) == 7
    assert round(sum(distances) / len(distances), 2) == 3.11
    assert "houston" in graph.neighbours["new-orleans"]
    assert {"houston", "st-louis"} <= set(graph.neighbours["oklahoma"])
    assert "new-orleans" not in graph.neighbours["oklahoma"]
    assert len(graph.nodes) > 4 + 1


@pytest.mark.rule("STS-1.12", "INV-12")
def test_no_links_of_the_shipped_map_cross() -> None:
    """Drawn with x and y, two links without a common city have no point in common."""

    def side(a: Any, b: Any, c: Any) -> float:
        """On which side of the line from a to b the city c lies."""
        return float((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))

    tracks = [(SHIPPED.city[one], SHIPPED.city[other]) for one, other in SHIPPED.links]
    for (a, b), (c, d) in combinations(tracks, 2):
        if len({a.id, b.id, c.id, d.id}) == 4:
            assert side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0, (a.id, b.id, c.id, d.id)


# ---- the shipped file: cards and tokens --------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-1.1", "STS-2.8", "INV-5")
def test_routes_of_the_shipped_file() -> None:
    """Each city stands on three of the 36 cards; points follow from the distance; starting routes are of one distance and worth."""
    assert Counter(city for route in SHIPPED.route.values() for city in route.cities) == dict.fromkeys(SHIPPED.city, 3)
    points = {2: 3, 3: 4, 4: 6, 5: 8, 6: 10}
    met: Counter[int | None] = Counter()
    for route in SHIPPED.routes:
        distance = SHIPPED.map.distance(*route.cities)
        assert distance is not None
        assert route.reward.points == points[distance]
        assert route.reward != Reward(points=route.reward.points)
        met[distance] += 1
    assert met == {2: 4, 3: 10, 4: 10, 5: 6, 6: 2}
    for route in SHIPPED.starting_routes:
        assert (SHIPPED.map.distance(*route.cities), route.reward.points, route.start) == (4, 6, route.cities[0])
    assert [route.start for route in SHIPPED.starting_routes] == ["minneapolis", "pittsburgh", "new-orleans", "salt-lake-city"]
    assert [SHIPPED.city[route.cities[0]].region for route in SHIPPED.starting_routes] == ["N", "E", "S", "W"]
    assert {route.start for route in SHIPPED.routes} == {None}


@pytest.mark.rule("STS-1.3", "STS-7.8", "INV-6")
def test_orders_of_the_shipped_file() -> None:
    """Bounds by season; summer asks for 16 cargo of each type; the order of the rulebook example."""
    sizes = {"summer": {2, 3, 4}, "autumn": {3, 4}, "winter": {5, 6}, "countdown": {4, 5, 6}}
    for season in SEASONS:
        assert {sum(order.cost) for order in SHIPPED.orders if order.season == season} == sizes[season]
    summer = [order for order in SHIPPED.orders if order.season == "summer"]
    assert [sum(order.cost[index] for order in summer) for index in range(4)] == [16, 16, 16, 16]
    for order in summer:
        for reward in order.rewards:
            assert reward in (Reward(cash=reward.cash, coal=reward.coal), Reward(points=reward.points))
    for order in SHIPPED.orders:
        if order.season == "autumn":
            assert all(reward.points and bool(reward.cash) != bool(reward.coal) for reward in order.rewards)
        if order.season in ("winter", "countdown"):
            assert [reward == Reward(points=reward.points) for reward in order.rewards] == [True]
        if order.season == "countdown":
            assert sum(count > 0 for count in order.cost) == 1
    first = SHIPPED.order["SO-01"]
    assert (first.cost, first.rewards) == ((1, 1, 0, 0), (Reward(cash=8, coal=1), Reward(points=5)))


@pytest.mark.rule("STS-1.4", "STS-7.9", "INV-7")
def test_two_sided_tokens_of_the_shipped_file() -> None:
    """A railcar shows one type, and on its improved side that and more; an improved Supply token brings more than its base."""
    for railcar in SHIPPED.railcars:
        assert len(railcar.base) == 1
        assert set(railcar.base) < set(railcar.improved)
    assert Counter(railcar.base[0] for railcar in SHIPPED.railcars) == dict.fromkeys(SHIPPED.cargo_ids, 2)
    for token in SHIPPED.supply_tokens:
        assert token.base != token.improved
        worth = [reward.points + reward.cash + 3 * (reward.coal + sum(reward.cargo) + reward.any_cargo) for reward in (token.base, token.improved)]
        assert worth[0] < worth[1]
    assert (SHIPPED.supply_token["SS-1"].base, SHIPPED.supply_token["SS-1"].improved) == (Reward(coal=3), Reward(coal=5))


ALL_CARGO = ("steel", "oil", "grain", "timber")
ANYWHERE: tuple[ab.Window, ...] = ("market", "travel", "station", "crew")
TAKEN: tuple[ab.Occasion, ...] = ("take_supply", "take_railcar")
CREW: dict[str, tuple[str, int, tuple[ab.Ability, ...]]] = {
    "coal-merchant": ("basic", 2, (ab.CoalPrice(-1, 3),)),
    "metals-broker": ("basic", 2, (ab.PairPrice(("steel", "oil"), -2, 1),)),
    "produce-broker": ("basic", 2, (ab.PairPrice(("grain", "timber"), -2, 2),)),
    "customs-clerk": ("basic", 2, (ab.ImportCoal(-1, 1),)),
    "fireman": ("basic", 2, (ab.Activate(("travel",), (ab.FreeSteps(1),)),)),
    "conductor": ("basic", 2, (ab.Trigger(("complete_route",), (ab.Gain(Reward(points=2)),)),)),
    "porter": ("basic", 2, (ab.CargoCapacity(2),)),
    "stoker": ("basic", 2, (ab.CoalCapacity(2), ab.Trigger(("turn_start",), (ab.Gain(Reward(coal=1)),)))),
    "dock-hand": ("basic", 2, (ab.Trigger(("bonus_coal",), (ab.Gain(Reward(coal=1, cash=2)),)),)),
    "freight-clerk": ("basic", 2, (ab.Trigger(("complete_order",), (ab.Gain(Reward(cash=2)),)),)),
    "weighmaster": ("basic", 2, (ab.Trigger(("complete_order",), (ab.Gain(Reward(points=2)),), ab.Where(cost_min=4)),)),
    "trader": ("basic", 2, (ab.Activate(ANYWHERE, (ab.Exchange(),), ab.Where(has_cargo=True)),)),
    "labourer": ("basic", 2, (ab.Trigger(("work",), (ab.Gain(Reward(coal=1, cash=2)),)),)),
    "surveyor": ("basic", 2, (ab.Activate(("market", "crew"), (ab.ReplaceRoute(),), ab.Where(has_standard_route=True)),)),
    "switchman": ("basic", 1, (ab.Trigger(("shared_stop",), (ab.Gain(Reward(coal=1, cash=2)),)),)),
    "ticket-agent": ("basic", 1, (ab.Trigger(("mark_route",), (ab.Gain(Reward(cash=3)),)),)),
    "drifter": ("basic", 1, (ab.WildTicket(),)),
    "supply-clerk": ("basic", 1, (ab.Trigger(TAKEN, (ab.Gain(Reward(coal=1, cash=3)),)),)),
    "chief-engineer": ("skilled", 2, (ab.Activate(("travel",), (ab.FreeSteps(2),)),)),
    "foreman": ("skilled", 2, (ab.Activate(("station",), (ab.OrderDiscount(ALL_CARGO, 1),), ab.Where(token=("order",))),)),
    "negotiator": ("skilled", 2, (ab.Activate(("station",), (ab.AllOptions(),), ab.Where(token=("order",), options_min=2)),)),
    "superintendent": ("skilled", 2, (ab.Trigger(("complete_order",), (ab.WorkReward(),)),)),
    "express-conductor": ("skilled", 2, (ab.Activate(("travel",), (ab.CheckOnPass(),), ab.Where(has_route=True)),)),
    "quartermaster": ("skilled", 2, (ab.Trigger(TAKEN, (ab.ImproveToken(), ab.Gain(Reward(points=2)))),)),
    "personnel-chief": ("skilled", 2, (ab.Activate(("crew",), (ab.HireDiscount(1),)),)),
    "snowplough-captain": (
        "skilled",
        2,
        (ab.Trigger(("complete_order",), (ab.Gain(Reward(points=4)),), ab.Where(season=("winter", "countdown"))),),
    ),
    "storekeeper": ("skilled", 2, (ab.Trigger(("buy_cargo",), (ab.BonusCargo(1),)),)),
    "ticket-master": ("skilled", 2, (ab.Activate(("crew",), (ab.Gain(Reward(cash=2)), ab.TicketWild(1))),)),
    "harbour-pilot": ("skilled", 1, (ab.Activate(("travel",), (ab.SeaStep(1),)),)),
    "treasurer": ("skilled", 1, (ab.FinalRate("cash", 2), ab.FinalRate("coal", 1))),
    "yardmaster": ("skilled", 1, (ab.Activate(("crew",), (ab.Gain(Reward(cash=2)), ab.BagChoice(2))),)),
    "publicist": ("skilled", 1, (ab.Activate(ANYWHERE, (ab.Gain(Reward(points=2)),), cost=ab.Cost(cash=3)),)),
}
"""The table of STS-9: row, copies and abilities of each kind of crew card."""


@pytest.mark.rule("STS-1.2", "STS-9.4", "STS-9.5", "STS-9.6", "STS-9.7", "INV-10")
def test_the_crew_of_the_shipped_file_is_the_table_of_the_page() -> None:
    """Ids in this order, and each card as the table says it."""
    assert [kind.id for kind in SHIPPED.crew] == list(CREW)
    for kind in SHIPPED.crew:
        assert (kind.row, kind.copies, kind.abilities) == CREW[kind.id], kind.id
        assert kind.name
        assert kind.text


# ---- lookups of a content ----------------------------------------------------------------------------------------------------------------


def test_lookups_follow_from_the_components() -> None:
    """Equal components make equal contents whatever was looked up; what a card is good for is found by its name."""
    fresh = attrs.evolve(SHIPPED)
    assert fresh.spaces == {"porter#1": (2, 0), "porter#2": (2, 0), "stoker#1": (0, 2), "stoker#2": (0, 2)}
    assert fresh.wild_crew == {"drifter#1"}
    assert fresh.final_rates == {"treasurer#1": (ab.FinalRate("cash", 2), ab.FinalRate("coal", 1))}
    assert {card.partition("#")[0] for card in fresh.prices} == {"coal-merchant", "metals-broker", "produce-broker", "customs-clerk"}
    assert fresh.triggers["turn_start"] == {f"stoker#{copy}": ((1, CREW["stoker"][2][1]),) for copy in (1, 2)}
    assert fresh.activations["publicist#1"] == ((0, CREW["publicist"][2][0]),)
    assert fresh == SHIPPED
    assert (fresh.city_index["fargo"], fresh.region_index["miami"], fresh.cargo_index["grain"]) == (1, 2, 2)
    trader = Crew("jack", "basic", 1, (ab.CargoCapacity(1), ab.CargoCapacity(2), ab.CoalCapacity(3)), "Jack", "All trades.")
    assert attrs.evolve(SHIPPED, crew=(*SHIPPED.crew, trader)).spaces["jack#1"] == (3, 3)


# ---- INV-1: tables, keys, ids, references ------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize("table", TABLES)
def test_inv1_every_table_is_there(table: str) -> None:
    """A table that is missing is named; so is one that is no table, and one too many."""
    refused("INV-1", table, (table, GONE), found="missing")
    assert fault((table, 3)).path == table
    assert fault((table, [])).path == table
    refused("INV-1", "weather", ("weather", {"provenance": "x"}), expected=table, found="unknown")


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize("table", TABLES)
def test_inv1_every_table_has_a_provenance(table: str) -> None:
    """A text that says something."""
    place = f"{table}.provenance"
    refused("INV-1", place, (place, GONE), found="missing")
    for blank in ("", " ", "\u2002"):
        if blank.isprintable():
            refused("INV-1", place, (place, blank), expected="not empty", found="empty")
    for wrong in (3, ["SEED"]):
        assert fault((place, wrong)).path == place


KEYS = [
    *((table, key) for table in ("meta", "economy", "seasons", "display") for key in DATA[table]),
    *(
        (f"{table}.items[0]", key)
        for table in ("cargo", "regions", "cities", "starting_routes", "routes", "orders", "supply_tokens", "railcars", "cabooses", "crew")
        for key in DATA[table]["items"][0]
    ),
    *((table, "items") for table in TABLES if "items" in DATA[table]),
]


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize(("place", "key"), KEYS)
def test_inv1_every_key_is_there(place: str, key: str) -> None:
    """A key that is missing is named with its place."""
    refused("INV-1", f"{place}.{key}", (f"{place}.{key}", GONE), expected="a value", found="missing")


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize("place", sorted({place for place, _ in KEYS}))
def test_inv1_no_key_too_many(place: str) -> None:
    """An unknown key is named with its place, and the known ones are listed."""
    refused("INV-1", f"{place}.weight", (f"{place}.weight", 3), expected="one of the keys", found="unknown")


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize(
    ("place", "value", "expected", "found"),
    [
        ("meta.game", "station-master", "'station-to-station'", "'station-master'"),
        ("meta.game", "", "'station-to-station'", "''"),
        ("meta.format", 2, "1", "2"),
        ("seasons.order", ["autumn", "summer", "winter", "countdown"], "'summer', 'autumn'", "'autumn', 'summer'"),
        ("seasons.order", ["summer", "autumn", "winter"], "countdown", "'winter']"),
        ("seasons.removed", {"2": {}, "3": {}}, "2, 3, 4", "2, 3"),
    ],
)
def test_inv1_what_the_file_is(place: str, value: object, expected: str, found: str) -> None:
    """Another game, format or set of seasons or player counts is refused."""
    refused("INV-1", place, (place, value), expected=expected, found=found)


@pytest.mark.rule("INV-1")
def test_inv1_tokens_removed_are_said_for_each_season() -> None:
    """Four numbers for each of three player counts."""
    refused("INV-1", "seasons.removed.3.winter", ("seasons.removed.3.winter", GONE), found="missing")
    refused("INV-1", "seasons.removed.2.spring", ("seasons.removed.2.spring", 1), expected="summer", found="unknown")
    refused("INV-1", "seasons.removed", ("seasons.removed.5", at("seasons.removed.4")), expected="2, 3, 4", found="5")
    refused("INV-1", "seasons.removed", ("seasons.removed.4", GONE), expected="2, 3, 4", found="2, 3")
    for wrong in (3, [1, 2, 3, 4]):
        assert fault(("seasons.removed.3", wrong)).path == "seasons.removed.3"
    for text in ("1", 1.0, True):
        assert fault(("seasons.removed.3.summer", text)).path == "seasons.removed.3.summer"


@pytest.mark.rule("INV-1", "STS-1.2")
@pytest.mark.parametrize("name", ["", " ", "two words", "porter#2", "-a", "a-", "a--b", "a_b", "Köln", "a/b"])
def test_inv1_ids_are_words(name: str) -> None:
    """Letters, digits and single hyphens; a mark such as the one of copies would make two cards alike."""
    for table in ("routes", "orders", "crew", "cabooses"):
        place = f"{table}.items[1].id"
        refused("INV-1", place, (place, name), expected="an id", found=repr(name))


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize(
    ("changed", "name", "first", "second"),
    [
        ("cities.items[3].id", "detroit", "cities.items[3].id", "cities.items[5].id"),
        ("cities.items[0].id", "steel", "cargo.items[0].id", "cities.items[0].id"),
        ("routes.items[5].id", "RT-01", "routes.items[0].id", "routes.items[5].id"),
        ("routes.items[5].id", "ST-N", "starting_routes.items[0].id", "routes.items[5].id"),
        ("orders.items[7].id", "SO-07", "orders.items[6].id", "orders.items[7].id"),
        ("supply_tokens.items[2].id", "AO-01", "orders.items[22].id", "supply_tokens.items[2].id"),
        ("railcars.items[2].id", "SO-01", "orders.items[0].id", "railcars.items[2].id"),
        ("cabooses.items[0].id", "SR-1", "railcars.items[0].id", "cabooses.items[0].id"),
        ("crew.items[4].id", "N", "regions.items", "crew.items[4].id"),
        ("crew.items[4].id", "houston", "cities.items[15].id", "crew.items[4].id"),
    ],
)
def test_inv1_ids_are_unique(changed: str, name: str, first: str, second: str) -> None:
    """Over the whole file, tables and regions included; both places are told."""
    refused("INV-1", second, (changed, name), expected=first, found=repr(name))


@pytest.mark.rule("INV-1")
def test_inv1_cargo_ids_are_unique() -> None:
    """Two types with one id are no four types."""
    assert fault(("cargo.items[3].id", "steel")).check == "INV-1"


@pytest.mark.rule("INV-1", "INV-4")
@pytest.mark.parametrize(
    ("place", "name", "expected"),
    [
        ("cities.items[2].region", "X", "N, E, S, W"),
        ("cities.items[2].region", "", "N, E, S, W"),
        ("cities.items[2].market[1]", "coal", "steel, oil, grain, timber"),
        ("links.items[7][0]", "atlantis", "city"),
        ("links.items[7][1]", "N", "city"),
        ("starting_routes.items[1].cities[1]", "atlantis", "city"),
        ("routes.items[6].cities[0]", "Chicago", "city"),
        ("railcars.items[3].base[0]", "coal", "steel, oil, grain, timber"),
        ("railcars.items[3].improved[1]", "coal", "steel, oil, grain, timber"),
    ],
)
def test_inv1_references_lead_somewhere(place: str, name: str, expected: str) -> None:
    """Regions, cargo and cities that are named are there."""
    refused("INV-1", place, (place, name), expected=expected, found=repr(name))


@pytest.mark.rule("INV-1", "P-1")
@pytest.mark.parametrize("name", ["coal", "Coal", "COAL"])
def test_inv1_coal_is_no_cargo(name: str) -> None:
    """A type of cargo with this id could not be told from coal, in the notation to begin with."""
    place = "cargo.items[3].id"
    refused("INV-1", place, (place, name), expected="an id other than coal, which is no cargo", found=repr(name))


@pytest.mark.rule("INV-1")
def test_inv1_ids_differ_in_any_case() -> None:
    """The notation is read in any case."""
    refused("INV-1", "cities.items[3].id", ("cities.items[3].id", "FARGO"), expected="(see cities.items[1].id)", found="'FARGO'")


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize(
    "place",
    [
        "orders.items[3].cost.coal",
        "routes.items[6].reward.cargo.coal",
        "starting_routes.items[0].reward.cargo.coal",
        "orders.items[3].rewards[1].cargo.coal",
    ],
)
def test_inv1_cargo_of_costs_and_rewards_is_there(place: str) -> None:
    """Types of cargo that costs and rewards name are those of the file."""
    table = place.rpartition(".")[0]
    refused("INV-1", place, (table, {"coal": 1}), expected="steel, oil, grain, timber", found="'coal'")


@pytest.mark.rule("INV-1", "INV-10")
def test_inv1_cargo_of_abilities_is_there() -> None:
    """So are those that crew cards name."""
    broker, foreman = item("crew", "metals-broker"), item("crew", "foreman")
    for place in (f"{broker}.abilities[0].types[1]", f"{foreman}.abilities[0].effects[0].types[2]"):
        refused("INV-1", place, (place, "coal"), expected="steel, oil, grain, timber", found="'coal'")
    error = fault((f"{foreman}.abilities[0].effects[0]", {"op": "gain", "cargo": {"coal": 1}}))
    assert error.path == f"{foreman}.abilities[0].effects[0].cargo.coal"
    assert error.check in ("INV-1", "INV-10")


WRONG_INTS: tuple[Any, ...] = ("1", 1.5, True, [1], {})
REWARDS = [
    ("routes.items[4].reward", "INV-1"),
    ("starting_routes.items[2].reward", "INV-1"),
    ("orders.items[5].rewards[1]", "INV-1"),
    ("economy.work[1]", "INV-1"),
    ("supply_tokens.items[3].base", "INV-7"),
    ("supply_tokens.items[3].improved", "INV-7"),
]


@pytest.mark.rule("INV-1", "INV-7", "STS-3.3")
@pytest.mark.parametrize(("place", "check"), REWARDS)
def test_inv1_rewards_are_rewards(place: str, check: str) -> None:
    """Points, cash and coal from 0, any cargo and cargo from 1, nothing else, and not nothing at all."""
    refused(check, place, (place, {}), expected="points, cash, coal", found="empty")
    refused(check, place, (place, {"points": 0, "coal": 0}), expected="points, cash, coal", found="nothing")
    refused(check, f"{place}.fame", (place, {"points": 1, "fame": 2}), expected="one of the keys points", found="unknown")
    for key in ("points", "cash", "coal"):
        refused(check, f"{place}.{key}", (place, {"points": 3, key: -1}), expected=">= 0", found="-1")
    for count in (0, -1):
        refused(check, f"{place}.any_cargo", (place, {"points": 3, "any_cargo": count}), expected=">= 1", found=str(count))
        refused(check, f"{place}.cargo.oil", (place, {"points": 3, "cargo": {"oil": count}}), expected=">= 1", found=str(count))
    for key in ("points", "cash", "coal", "any_cargo"):
        for wrong in WRONG_INTS:
            assert fault((place, {"points": 3, key: wrong})).path == f"{place}.{key}"
    assert fault((place, {"points": 3, "cargo": ["oil"]})).path == f"{place}.cargo"
    for odd in ("1", 1.0, True):
        assert fault((place, {"points": 3, "cargo": {"oil": odd}})).path == f"{place}.cargo.oil"
    assert fault((place, "gold")).path == place


@pytest.mark.rule("INV-1", "INV-3", "INV-4", "INV-5", "INV-7", "INV-9", "INV-10", "INV-11", "INV-12", "INV-13")
@pytest.mark.parametrize(
    ("place", "check", "wrongs"),
    [
        ("meta.game", 1, (1, None)),
        ("meta.format", 1, ("1", 1.0, True)),
        ("meta.name", 1, (1, ["x"])),
        ("seasons.order", 1, ("summer", {})),
        ("seasons.removed", 1, ([], 3)),
        ("cargo.items", 1, ({}, "steel")),
        ("cargo.items[0]", 1, ("steel", [])),
        ("cargo.items[0].pair_price", 11, ("5", 5.0, True)),
        ("cargo.items[0].supply", 11, ("15", False)),
        ("cargo.items[0].colour", 1, (1,)),
        ("regions.items[0].name", 1, (1,)),
        ("cities.items[0].coal", 1, (1, "true")),
        ("cities.items[0].market", 4, ("timber", {"timber": 1})),
        ("cities.items[0].market[0]", 4, (1, True)),
        ("links.items[0]", 3, ("seattle", ["seattle"], ["seattle", "helena", "fargo"])),
        ("links.items[0][1]", 3, (1,)),
        ("starting_routes.items[0].cities", 5, (["fargo"], "fargo")),
        ("starting_routes.items[0].start", 5, (1,)),
        ("routes.items[0].cities", 5, (["fargo", "omaha", "helena"],)),
        ("display.route_display_size", 13, ("3", 3.0, True)),
        ("orders.items[0].season", 1, ("spring", 1, "Summer")),
        ("orders.items[0].cost", 1, ([], 2)),
        ("orders.items[0].cost.steel", 1, ("1", 1.0, True, 0, -1)),
        ("orders.items[0].rewards", 1, ({"cash": 8}, 3)),
        ("supply_tokens.items[0].season", 7, ("spring",)),
        ("railcars.items[0].base", 7, ("steel", 1)),
        ("railcars.items[0].season", 7, (1,)),
        ("cabooses.items[0].points", 9, ("10", 10.0, True)),
        ("crew.items[0].row", 10, ("expert", 1)),
        ("crew.items[0].copies", 10, ("2", 2.0, True)),
        ("crew.items[0].abilities", 10, ({}, "none")),
        ("crew.items[0].abilities[0]", 10, ("price", 3)),
        ("crew.items[0].text", 1, (1,)),
        ("crew.items[0].name", 1, (5,)),
        ("cities.items[0].x", 12, ("1", True)),
        ("economy.pair_size", 11, ("2", 2.0, True)),
        ("economy.provenance", 1, (1,)),
    ],
)
def test_wrong_types(place: str, check: int, wrongs: tuple[Any, ...]) -> None:
    """What is of another type is refused where it stands, by the check that its value belongs to: a bool is no int, a text no list."""
    for wrong in wrongs:
        error = fault((place, wrong))
        assert (error.path, error.check) == (place, f"INV-{check}")


@pytest.mark.rule("INV-1")
@pytest.mark.parametrize(
    "place", ["crew.items[0].id", "crew.items[0].name", "crew.items[0].text", "economy.provenance", "display.provenance", "cities.items[0].name"]
)
@pytest.mark.parametrize("wrong", ["a\nb", "a\tb", "a\u202eb"])
def test_inv1_texts_that_cannot_be_printed(place: str, wrong: str) -> None:
    """A line break or a sign that cannot be seen is the fault of the text, whatever else its table is about."""
    refused("INV-1", place, (place, wrong), expected="on one line", found=repr(wrong))


# ---- INV-2: regions, cargo, Work ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-2")
def test_inv2_regions() -> None:
    """N, E, S and W, no more, no fewer, no others, each with a city."""
    refused("INV-2", "regions.items", ("regions.items[3]", GONE), expected="N, E, S, W", found="N, E, S")
    refused("INV-2", "regions.items", ("regions.items[4]", {"id": "C", "name": "Centre"}), expected="N, E, S, W", found="C")
    refused("INV-2", "regions.items", ("regions.items[1].id", "O"), expected="N, E, S, W", found="O")
    refused("INV-2", "regions.items", ("regions.items", []), expected="N, E, S, W", found="none")
    for region in REGIONS:
        other = "N" if region != "N" else "E"
        edits = [(f"cities.items[{index}].region", other) for index, city in enumerate(SHIPPED.cities) if city.region == region]
        refused("INV-2", "cities.items", *edits, expected=f"region {region}", found="none")
        assert sum(city.region == region for city in accepted(*edits[1:]).cities) == 1


@pytest.mark.rule("INV-2")
def test_inv2_four_types_of_cargo() -> None:
    """Three are too few, five too many."""
    refused("INV-2", "cargo.items", ("cargo.items[3]", GONE), expected="four", found="3")
    fifth = {"id": "wool", "name": "Wool", "colour": "white", "pair_price": 3, "supply": 15}
    refused("INV-2", "cargo.items", ("cargo.items[4]", fifth), expected="four", found="5")


@pytest.mark.rule("INV-2", "STS-7.14")
def test_inv2_three_work_options() -> None:
    """Two are too few, four too many."""
    refused("INV-2", "economy.work", ("economy.work[2]", GONE), expected="three", found="2")
    refused("INV-2", "economy.work", ("economy.work[3]", {"points": 1}), expected="three", found="4")


# ---- INV-3: the map ----------------------------------------------------------------------------------------------------------------------


def link_index(one: str, other: str) -> int:
    return [set(link) for link in DATA["links"]["items"]].index({one, other})


def without_links(*pairs: tuple[str, str]) -> list[tuple[str, Any]]:
    """The edits that take links away."""
    return [(f"links.items[{index}]", GONE) for index in sorted((link_index(*pair) for pair in pairs), reverse=True)]


@pytest.mark.rule("INV-3", "STS-1.12")
def test_inv3_links() -> None:
    """Between two different cities, none twice, in no direction."""
    refused("INV-3", "links.items[41]", ("links.items[41]", ["omaha", "omaha"]), expected="two different cities", found="omaha")
    for twice in (["seattle", "helena"], ["helena", "seattle"]):
        refused("INV-3", "links.items[41]", ("links.items[41]", twice), expected="links.items[0]", found=" - ".join(twice))


@pytest.mark.rule("INV-3", "STS-1.12")
def test_inv3_every_city_has_two_links() -> None:
    """A terminus is refused, and named."""
    fargo = item("cities", "fargo")
    refused("INV-3", fargo, *without_links(("fargo", "minneapolis")), expected="at least two", found="1 for fargo")
    refused("INV-3", fargo, *without_links(("fargo", "minneapolis"), ("fargo", "helena")), expected="at least two", found="0 for fargo")


WEST = [("helena", "fargo"), ("helena", "omaha"), ("denver", "omaha"), ("denver", "oklahoma"), ("santa-fe", "oklahoma"), ("santa-fe", "houston")]


@pytest.mark.rule("INV-3", "STS-5.11")
def test_inv3_the_map_hangs_together() -> None:
    """Two halves are no map, and two halves joined in one city or by one link are none either."""
    parted = [*without_links(*WEST), ("links.items[35]", ["fargo", "omaha"])]  # cut from north to south
    error = fault(*parted)
    assert (error.check, error.path, error.expected) == ("INV-3", "links.items", "a connected map")
    assert re.fullmatch(r"no way from helena to (fargo|minneapolis|omaha)", error.found)
    expected = "a map that stays connected when any one city is removed"
    joined = ("links.items[36]", ["helena", "fargo"])
    refused("INV-3", "links.items", *parted, joined, expected=expected, found="without helena")
    twice = ("links.items[37]", ["helena", "omaha"])
    refused("INV-3", "links.items", *parted, joined, twice, expected=expected, found="without helena")
    other = ("links.items[37]", ["denver", "omaha"])
    assert accepted(*parted, joined, other).map.cut_nodes == ()


# ---- a content of another size -----------------------------------------------------------------------------------------------------------


def small(count: int) -> list[tuple[str, Any]]:
    """The edits that leave the first so many cities, in a ring, and mend all that follows from it."""
    region = ["N", "E", "S", "W"] * count
    cities = [{**city, "region": region[index]} for index, city in enumerate(at("cities.items")[:count])]
    cities += [{**cities[0], "id": f"town-{number}", "region": region[number]} for number in range(len(cities), count)]
    names = [city["id"] for city in cities]
    pairs = list(combinations(names, 2))
    starting = [
        {**route, "start": names[index], "cities": [names[index], names[index + 1]]} for index, route in enumerate(at("starting_routes.items"))
    ]
    routes = [{**route, "cities": list(pairs[index % len(pairs)])} for index, route in enumerate(at("routes.items"))]
    # Four turns in summer for each player, as in the shipped file.
    removed = [(f"seasons.removed.{players}.summer", 36 - count - 3 * players) for players in (2, 3, 4)]
    return [
        ("cities.items", cities),
        ("links.items", [[names[index - 1], names[index]] for index in range(count)]),
        ("starting_routes.items", starting),
        ("routes.items", routes),
        *removed,
    ]


@pytest.mark.rule("INV-3", "INV-8")
@pytest.mark.parametrize("count", [8, 9, 20, 24])
def test_another_number_of_cities(count: int) -> None:
    """Eight and more make a map; there are 76 actions and one for each city, and the game is played to its end."""
    content = accepted(*small(count))
    game = StationToStation(content)
    for players in (2, 3, 4):
        config = game.config(players)
        assert game.codec(config).num_actions == 76 + count
        chance = SeededChance(players)
        state = game.initial_state(config, chance)
        assert sum(token is None for token in state.board.tokens) == players
        while game.outcome(state) is None:
            legal = game.legal_actions(state)
            state = game.transition(state, legal[chance.pick(len(legal))], chance)
            assert not [*game.invariant_faults(state)]
        assert state.clock.turn_number == 12 * players


@pytest.mark.rule("INV-3")
def test_inv3_at_least_eight_cities() -> None:
    """Seven are too few, in whatever ring."""
    refused("INV-3", "cities.items", *small(7), expected="at least 8", found="7")


# ---- INV-4, INV-5: markets and routes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-4", "STS-1.13")
def test_inv4_markets_are_sets() -> None:
    """A type twice is refused; none at all is fine, and so are all four."""
    minneapolis = item("cities", "minneapolis")
    refused("INV-4", f"{minneapolis}.market[1]", (f"{minneapolis}.market[1]", "steel"), expected="not listed before", found="'steel'")
    content = accepted((f"{minneapolis}.market", []), ("cities.items[0].market", [*ALL_CARGO]))
    assert content.offers["minneapolis"] == ((5, 1), (5, 1), (3, 1), (3, 1))
    assert content.offers["helena"] == ((5, 0), (5, 0), (3, 0), (3, 0))


@pytest.mark.rule("INV-5", "STS-2.7", "STS-2.8")
def test_inv5_starting_routes() -> None:
    """Four and more, with different starting cities, each one of the two on the card."""
    refused("INV-5", "starting_routes.items", ("starting_routes.items[3]", GONE), expected="at least 4", found="3")
    place = "starting_routes.items[2].start"
    refused("INV-5", place, (place, "fargo"), expected="new-orleans, new-york", found="'fargo'")
    second = "starting_routes.items[1]"
    edits = [(f"{second}.start", "minneapolis"), (f"{second}.cities", ["minneapolis", "houston"])]
    refused("INV-5", f"{second}.start", *edits, expected="no other starting route", found="'minneapolis'")
    assert accepted((place, "new-york")).route["ST-S"].start == "new-york"
    fifth = {"id": "ST-X", "start": "miami", "cities": ["boston", "miami"], "reward": {"points": 6}}
    assert len(accepted(("starting_routes.items[4]", fifth)).starting_routes) == 5


@pytest.mark.rule("INV-5")
def test_inv5_standard_routes() -> None:
    """Fourteen and more: four pairs and the largest display."""
    refused("INV-5", "routes.items", ("routes.items", at("routes.items")[:13]), expected="at least 14", found="13")
    assert len(accepted(("routes.items", at("routes.items")[:14])).routes) == 14


@pytest.mark.rule("INV-5", "STS-1.1")
@pytest.mark.parametrize("place", ["routes.items[9].cities", "starting_routes.items[1].cities"])
def test_inv5_routes_name_two_cities(place: str) -> None:
    """From a city to itself is no route."""
    first = at(place)[0]
    refused("INV-5", place, (place, [first, first]), expected="two different cities", found=repr(first))


# ---- INV-6: orders -----------------------------------------------------------------------------------------------------------------------


def order_place(name: str) -> str:
    return item("orders", name)


@pytest.mark.rule("INV-6", "STS-7.8")
@pytest.mark.parametrize(
    ("name", "cost", "expected", "found"),
    [
        ("SO-05", {"grain": 1}, "2 to 4 cargo in summer", "1"),
        ("SO-05", {}, "2 to 4 cargo in summer", "0"),
        ("SO-05", {"grain": 2, "oil": 3}, "2 to 4 cargo in summer", "5"),
        ("AO-03", {"grain": 1, "timber": 1}, "3 to 4 cargo in autumn", "2"),
        ("AO-03", {"grain": 5}, "3 to 4 cargo in autumn", "5"),
        ("WO-01", {"steel": 4}, "5 to 6 cargo in winter", "4"),
        ("WO-01", {"steel": 4, "oil": 3}, "5 to 6 cargo in winter", "7"),
        ("CO-2", {"oil": 3}, "4 to 6 cargo in countdown", "3"),
        ("CO-2", {"oil": 7}, "4 to 6 cargo in countdown", "7"),
        ("CO-2", {"oil": 4, "steel": 1}, "a single type in countdown", "several"),
    ],
)
def test_inv6_costs(name: str, cost: dict[str, int], expected: str, found: str) -> None:
    """How many cargo an order may ask for is a matter of its season; the countdown asks for one type."""
    place = f"{order_place(name)}.cost"
    error = fault((place, cost))
    assert (error.check, error.path) == ("INV-6", place)
    assert expected in error.expected
    assert found in error.found
    assert name in error.found


@pytest.mark.rule("INV-6", "STS-7.8")
@pytest.mark.parametrize(
    ("name", "rewards", "deeper", "expected"),
    [
        ("SO-05", [{"cash": 7}], "", "2 to 4 reward options in summer"),
        ("SO-05", [], "", "2 to 4 reward options in summer"),
        ("SO-05", [{"cash": 7}, {"points": 3}, {"points": 1}, {"points": 2}, {"points": 4}], "", "2 to 4 reward options in summer"),
        ("SO-05", [{"points": 3}, {"points": 2}], "", "cash and no points in summer"),
        ("SO-05", [{"points": 3, "cash": 2}, {"points": 2}], "", "cash and no points in summer"),
        ("SO-05", [{"cash": 7}, {"cash": 3, "coal": 1}], "", "points and no cash in summer"),
        ("SO-05", [{"cash": 7}, {"cash": 3, "points": 1}], "", "points and no cash in summer"),
        ("AO-03", [], "", "1 to 4 reward options in autumn"),
        ("AO-03", [{"points": 1, "cash": 1}] * 5, "", "1 to 4 reward options in autumn"),
        ("AO-03", [{"points": 5}], "[0]", "points with cash or with coal in autumn"),
        ("AO-03", [{"cash": 5, "coal": 1}], "[0]", "points with cash or with coal in autumn"),
        ("AO-03", [{"points": 5, "cash": 1}, {"points": 5, "any_cargo": 1}], "[1]", "points with cash or with coal in autumn"),
        ("AO-03", [{"points": 5, "cash": 1, "coal": 1}], "[0]", "points with cash or with coal in autumn"),
        ("AO-03", [{"points": 5, "coal": 1, "cargo": {"oil": 1}}], "[0]", "points with cash or with coal in autumn"),
        ("WO-01", [{"points": 16, "cash": 1}], "[0]", "points only in winter"),
        ("WO-01", [{"points": 16, "cargo": {"oil": 1}}], "[0]", "points only in winter"),
        ("WO-01", [{"points": 16}, {"points": 15}], "", "one reward option in winter"),
        ("WO-01", [], "", "one reward option in winter"),
        ("CO-2", [{"points": 16, "coal": 1}], "[0]", "points only in countdown"),
        ("CO-2", [{"cash": 16}], "[0]", "points only in countdown"),
        ("CO-2", [{"points": 16}, {"points": 15}], "", "one reward option in countdown"),
    ],
)
def test_inv6_rewards(name: str, rewards: list[Any], deeper: str, expected: str) -> None:
    """What an order may bring is a matter of its season."""
    place = f"{order_place(name)}.rewards"
    refused("INV-6", f"{place}{deeper}", (place, rewards), expected=expected, found=name)


@pytest.mark.rule("INV-6", "STS-7.8")
def test_inv6_what_is_allowed() -> None:
    """Four options in summer and in autumn, coal beside cash, points with either in autumn."""
    four = [{"cash": 1, "coal": 2}, {"points": 2}, {"points": 1, "any_cargo": 1}, {"cash": 5}]
    content = accepted(
        (f"{order_place('SO-05')}.rewards", four), (f"{order_place('AO-03')}.rewards", [{"points": 1, "cash": 1}, {"points": 1, "coal": 1}])
    )
    assert content.order["SO-05"].rewards[2] == Reward(points=1, any_cargo=1)
    assert len(content.order["AO-03"].rewards) == 2


# ---- INV-7: Supply tokens and railcars ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-7", "STS-7.9")
@pytest.mark.parametrize("side", ["base", "improved"])
def test_inv7_railcars_show_types(side: str) -> None:
    """One to four different ones on each side."""
    place = f"railcars.items[4].{side}"
    refused("INV-7", place, (place, []), expected="1 to 4", found="0")
    refused("INV-7", place, (place, [*ALL_CARGO, "oil"]), expected="1 to 4", found="5")
    refused("INV-7", f"{place}[2]", (place, ["oil", "grain", "oil"]), expected="not listed before", found="'oil'")
    assert getattr(accepted((place, [*ALL_CARGO])).railcar["SR-5"], side) == ALL_CARGO


@pytest.mark.rule("INV-7", "STS-1.3")
@pytest.mark.parametrize("table", ["supply_tokens", "railcars"])
@pytest.mark.parametrize("season", ["winter", "countdown"])
def test_inv7_they_belong_to_summer_or_autumn(table: str, season: str) -> None:
    """Later seasons have orders alone."""
    place = f"{table}.items[1].season"
    refused("INV-7", place, (place, season), expected="summer or autumn", found=repr(season))


# ---- INV-8: equal numbers of turns -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-8", "STS-2.2", "STS-11.2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("season", SEASONS)
def test_inv8_stacks_are_multiples_of_the_players(players: int, season: ab.Season) -> None:
    """One token removed more is one too many; a whole round fewer is fine, unless nothing is left; none can be removed that is not there."""
    place = f"seasons.removed.{players}.{season}"
    removed = at(place)
    stack = len(SHIPPED.tokens[season])
    drawn = stack - removed - (24 - players if season == "summer" else 0)
    what = f"a positive multiple of {players} tokens left" + (" after the map is filled" if season == "summer" else "")
    refused("INV-8", place, (place, removed + 1), expected=what, found=str(drawn - 1))
    refused("INV-8", place, (place, removed + drawn), expected=what, found="0")
    refused("INV-8", place, (place, stack + 1), expected=f"0..{stack}", found=str(stack + 1))
    refused("INV-8", place, (place, -players), expected=f"0..{stack}", found=str(-players))
    if drawn > players:
        assert accepted((place, removed + players)).in_play(season, players) == stack - removed - players


@pytest.mark.rule("INV-8", "STS-2.13")
def test_inv8_another_number_of_cities_needs_other_numbers() -> None:
    """One city more takes one token more on the map."""
    town = {**at("cities.items[0]"), "id": "town"}
    edits = [("cities.items[24]", town), ("links.items[41]", ["town", "helena"]), ("links.items[42]", ["town", "fargo"])]
    refused("INV-8", "seasons.removed.2.summer", *edits, expected="multiple of 2", found="7")
    mended = [(f"seasons.removed.{players}.summer", 36 - 25 - 3 * players) for players in (2, 3)]
    refused("INV-8", "seasons.removed.4.summer", *edits, *mended, expected="multiple of 4", found="15")
    order = {"id": "SO-99", "season": "summer", "cost": {"oil": 2}, "rewards": [{"cash": 5}, {"points": 4}]}
    more = [("orders.items[50]", order), *((f"seasons.removed.{players}.summer", 37 - 25 - 3 * players) for players in (2, 3, 4))]
    assert StationToStation(accepted(*edits, *more)).codec(GAME.config(2)).num_actions == 101


# ---- INV-9: cabooses ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-9", "STS-1.5")
def test_inv9_cabooses_fall() -> None:
    """At least one, of points from 1 on, each worth less than the one before."""
    refused("INV-9", "cabooses.items", ("cabooses.items", []), expected="at least one", found="0")
    place = "cabooses.items[2].points"
    for points in (8, 9):
        refused("INV-9", place, (place, points), expected="less than", found=str(points))
    for points in (0, -1):
        refused("INV-9", "cabooses.items[3].points", ("cabooses.items[3].points", points), expected=">= 1", found=str(points))
    assert accepted(("cabooses.items", [{"id": "CB-1", "points": 3}])).caboose_points == {"CB-1": 3}
    assert accepted((place, 5)).caboose_points["CB-3"] == 5
    assert accepted(("cabooses.items[3].points", 1)).caboose_points["CB-4"] == 1


# ---- INV-10: crew ------------------------------------------------------------------------------------------------------------------------

ABILITY = f"{item('crew', 'labourer')}.abilities[0]"
"""The place of an ability that is replaced by others."""


def of_crew(ability: Any) -> ab.Ability:
    """What a crew card with this ability is read as."""
    content = accepted((ABILITY, ability))
    (found,) = next(kind for kind in content.crew if kind.id == "labourer").abilities
    return found


def trigger(*effects: Any, on: Any = ("work",), **more: Any) -> dict[str, Any]:
    return {"mode": "trigger", "on": [*on], "effects": [*effects], **more}


def activate(*effects: Any, windows: Any = ("crew",), **more: Any) -> dict[str, Any]:
    return {"mode": "activate", "windows": [*windows], "effects": [*effects], **more}


GAIN = {"op": "gain", "cash": 1}


@pytest.mark.rule("INV-10", "STS-1.15", "STS-8.11")
def test_inv10_enough_crew_cards() -> None:
    """Five cards of each row and one copy of each kind at least; the copies count."""
    for row, other in (("basic", "skilled"), ("skilled", "basic")):
        rest = [kind for kind in at("crew.items") if kind["row"] == other]
        few = [kind for kind in at("crew.items") if kind["row"] == row][:2]
        refused("INV-10", "crew.items", ("crew.items", [*rest, *few]), expected=f"5 {row}", found="4")
        few[1]["copies"] = 3
        assert len(accepted(("crew.items", [*rest, *few])).crew_cards("basic" if row == "basic" else "skilled")) == 5
    refused("INV-10", "crew.items", ("crew.items", []), expected="5 basic", found="0")
    for copies in (0, -1, 100, 10**11):
        refused("INV-10", "crew.items[6].copies", ("crew.items[6].copies", copies), expected="1..99", found=str(copies))
    assert fault(("crew.items[6].row", "expert")).check == "INV-10"
    assert fault(("crew.items[6].copies", "2")).check == "INV-10"


@pytest.mark.rule("INV-10", "STS-9.3")
@pytest.mark.parametrize("ability", [{"mode": "passive", "op": "wild_ticket"}, activate(GAIN), trigger(GAIN), {"mode": "price", "op": "coal_price"}])
@pytest.mark.parametrize("key", ["region", "slot", "city", "cause", "text"])
def test_inv10_no_ability_names_a_place(ability: dict[str, Any], key: str) -> None:
    """There is no key for a region, a slot or a city, and none for anything else that the vocabulary lacks."""
    complete = {**ability, **({"delta": -1, "uses": 1} if ability["mode"] == "price" else {})}
    of_crew(complete)
    refused("INV-10", f"{ABILITY}.{key}", (ABILITY, {**complete, key: "S"}), expected="one of the keys", found="unknown")


@pytest.mark.rule("INV-10", "STS-9.3")
@pytest.mark.parametrize("key", ["region", "slot", "city"])
def test_inv10_no_effect_and_no_condition_names_a_place(key: str) -> None:
    """Nor is there one in an effect, a condition or a cost."""
    for effect in (GAIN, {"op": "exchange"}, {"op": "hire_discount", "n": 1}):
        place = f"{ABILITY}.effects[0].{key}"
        refused("INV-10", place, (ABILITY, activate({**effect, key: "S"})), expected="one of the keys", found="unknown")
    refused("INV-10", f"{ABILITY}.where.{key}", (ABILITY, trigger(GAIN, where={key: ["S"]})), expected="one of the keys token", found="unknown")
    refused("INV-10", f"{ABILITY}.cost.{key}", (ABILITY, activate(GAIN, cost={key: 1})), expected="one of the keys cash", found="unknown")


@pytest.mark.rule("INV-10")
def test_inv10_modes() -> None:
    """Four modes; another one, or none, is refused."""
    for mode in ("reaction", "", "Passive", 1, None, ["trigger"]):
        refused("INV-10", f"{ABILITY}.mode", (ABILITY, {"mode": mode, "op": "wild_ticket"}), expected="passive, price, trigger, activate")
    refused("INV-10", f"{ABILITY}.mode", (ABILITY, {"op": "wild_ticket"}), found="nothing")
    refused("INV-10", f"{ABILITY}.mode", (ABILITY, {}), found="nothing")


@pytest.mark.rule("INV-10", "STS-9.4", "STS-9.5")
@pytest.mark.parametrize(
    ("mode", "op"),
    [
        ("passive", "coal_price"),
        ("passive", "gain"),
        ("passive", "speed"),
        ("price", "cargo_capacity"),
        ("price", "exchange"),
        ("price", ""),
        ("passive", 3),
        ("price", None),
        ("passive", ["wild_ticket"]),
    ],
)
def test_inv10_ops_of_passives_and_prices(mode: str, op: object) -> None:
    """Each mode has its own words."""
    expected = "cargo_capacity" if mode == "passive" else "coal_price"
    refused("INV-10", f"{ABILITY}.op", (ABILITY, {"mode": mode, "op": op}), expected=expected)
    refused("INV-10", f"{ABILITY}.op", (ABILITY, {"mode": mode}), expected=expected, found="nothing")


PARAMETERS: list[tuple[dict[str, Any], str, tuple[Any, ...]]] = [
    ({"mode": "passive", "op": "cargo_capacity", "n": 1}, "n", (0, -1)),
    ({"mode": "passive", "op": "coal_capacity", "n": 1}, "n", (0, -1)),
    ({"mode": "passive", "op": "final_rate", "resource": "cash", "per": 1}, "per", (0, -2)),
    ({"mode": "price", "op": "coal_price", "delta": -1, "uses": 1}, "uses", (0, -1)),
    ({"mode": "price", "op": "coal_price", "delta": -1, "uses": 1}, "delta", (0, 1)),
    ({"mode": "price", "op": "pair_price", "types": ["oil"], "delta": -1, "uses": 1}, "delta", (0, 2)),
    ({"mode": "price", "op": "pair_price", "types": ["oil"], "delta": -1, "uses": 1}, "uses", (0,)),
    ({"mode": "price", "op": "import_coal", "delta": -1, "uses": 1}, "delta", (0, 1)),
    ({"mode": "price", "op": "import_coal", "delta": -1, "uses": 1}, "uses", (0, -3)),
]


@pytest.mark.rule("INV-10", "STS-9.4", "STS-9.5")
@pytest.mark.parametrize(("ability", "key", "bad"), PARAMETERS)
def test_inv10_parameters_of_passives_and_prices(ability: dict[str, Any], key: str, bad: tuple[Any, ...]) -> None:
    """Each parameter is there, an int, and in its bounds."""
    place = f"{ABILITY}.{key}"
    assert getattr(of_crew(ability), key) == ability[key]
    for wrong in WRONG_INTS:
        refused("INV-10", place, (ABILITY, {**ability, key: wrong}), expected="an integer")
    for wrong in bad:
        refused("INV-10", place, (ABILITY, {**ability, key: wrong}), expected="< 0" if key == "delta" else ">= 1", found=str(wrong))
    missing = {name: found for name, found in ability.items() if name != key}
    refused("INV-10", place, (ABILITY, missing), found="missing")
    refused("INV-10", f"{ABILITY}.m", (ABILITY, {**ability, "m": 1}), expected="one of the keys", found="unknown")


@pytest.mark.rule("INV-10", "STS-9.4", "STS-9.5", "STS-7.10")
def test_inv10_words_as_parameters() -> None:
    """A resource is cash or coal; types are a set of cargo that is not empty."""
    for wrong in ("points", "Cash", 1, ["cash"]):
        rate = {"mode": "passive", "op": "final_rate", "resource": wrong, "per": 2}
        refused("INV-10", f"{ABILITY}.resource", (ABILITY, rate), expected="'cash' or 'coal'")
    pair = {"mode": "price", "op": "pair_price", "delta": -1, "uses": 1}
    discount = {"op": "order_discount", "n": 1}
    for types, deeper, expected in (
        ([], "", "at least one"),
        (["oil", "oil"], "[1]", "not listed before"),
        ("oil", "", "an array"),
        ([1], "[0]", ""),
    ):
        refused("INV-10", f"{ABILITY}.types{deeper}", (ABILITY, {**pair, "types": types}), expected=expected)
        effect = activate({**discount, "types": types}, windows=["station"])
        refused("INV-10", f"{ABILITY}.effects[0].types{deeper}", (ABILITY, effect), expected=expected)


OCCASIONS: tuple[ab.Occasion, ...] = (
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
)


@pytest.mark.rule("INV-10", "STS-9.6")
def test_inv10_occasions() -> None:
    """All fourteen can be answered, alone and together; another one, one twice, and none are refused."""
    for occasion in OCCASIONS:
        assert of_crew(trigger(GAIN, on=[occasion])) == ab.Trigger((occasion,), (ab.Gain(Reward(cash=1)),))
    assert of_crew(trigger(GAIN, on=OCCASIONS)) == ab.Trigger(OCCASIONS, (ab.Gain(Reward(cash=1)),))
    place = f"{ABILITY}.on"
    for wrong in ("sell_cargo", "Work", 1):
        refused("INV-10", f"{place}[1]", (ABILITY, trigger(GAIN, on=["work", wrong])), expected="'turn_start'")
    refused("INV-10", f"{place}[1]", (ABILITY, trigger(GAIN, on=["work", "work"])), expected="not listed before", found="'work'")
    refused("INV-10", place, (ABILITY, trigger(GAIN, on=[])), expected="at least one", found="0")
    assert fault((ABILITY, {**trigger(GAIN), "on": "work"})).path == place
    refused("INV-10", place, (ABILITY, {"mode": "trigger", "effects": [GAIN]}), found="missing")
    refused("INV-10", f"{ABILITY}.effects", (ABILITY, {"mode": "trigger", "on": ["work"]}), found="missing")
    refused("INV-10", f"{ABILITY}.effects", (ABILITY, trigger()), expected="at least one effect", found="0")
    refused("INV-10", f"{ABILITY}.windows", (ABILITY, trigger(GAIN, windows=["crew"])), found="unknown")
    refused("INV-10", f"{ABILITY}.cost", (ABILITY, trigger(GAIN, cost={"cash": 1})), found="unknown")


@pytest.mark.rule("INV-10", "STS-9.7")
def test_inv10_windows_and_costs() -> None:
    """All four windows, alone and together; costs in cash and coal from 0."""
    for window in ANYWHERE:
        assert of_crew(activate(GAIN, windows=[window])) == ab.Activate((window,), (ab.Gain(Reward(cash=1)),))
    both = activate(GAIN, windows=ANYWHERE, cost={"cash": 2, "coal": 1})
    assert of_crew(both) == ab.Activate(ANYWHERE, (ab.Gain(Reward(cash=1)),), cost=ab.Cost(2, 1))
    place = f"{ABILITY}.windows"
    for wrong in ("clean-up", "Crew", 1):
        refused("INV-10", f"{place}[1]", (ABILITY, activate(GAIN, windows=["crew", wrong])), expected="'market'")
    refused("INV-10", f"{place}[1]", (ABILITY, activate(GAIN, windows=["crew", "crew"])), expected="not listed before", found="'crew'")
    refused("INV-10", place, (ABILITY, activate(GAIN, windows=[])), expected="at least one", found="0")
    refused("INV-10", place, (ABILITY, {"mode": "activate", "effects": [GAIN]}), found="missing")
    refused("INV-10", f"{ABILITY}.effects", (ABILITY, activate()), expected="at least one effect", found="0")
    refused("INV-10", f"{ABILITY}.on", (ABILITY, activate(GAIN, on=["work"])), found="unknown")
    for key in ("cash", "coal"):
        refused("INV-10", f"{ABILITY}.cost.{key}", (ABILITY, activate(GAIN, cost={key: -1})), expected=">= 0", found="-1")
        for wrong in WRONG_INTS:
            refused("INV-10", f"{ABILITY}.cost.{key}", (ABILITY, activate(GAIN, cost={key: wrong})), expected="an integer")
    refused("INV-10", f"{ABILITY}.cost.points", (ABILITY, activate(GAIN, cost={"points": 1})), expected="cash, coal", found="unknown")
    assert fault((ABILITY, activate(GAIN, cost=3))).path == f"{ABILITY}.cost"


@pytest.mark.rule("INV-10", "STS-9.6", "STS-9.7")
def test_inv10_conditions() -> None:
    """Eight keys, each with its values; another key or value is refused, in triggers and in activations."""
    every = {
        "token": ["order", "supply", "railcar"],
        "options_min": 2,
        "cost_min": 4,
        "season": [*SEASONS],
        "row": [*ROWS],
        "has_cargo": True,
        "has_route": True,
        "has_standard_route": True,
    }
    where = ab.Where(("order", "supply", "railcar"), 2, 4, SEASONS, ROWS, True, True, True)
    for ability in (trigger(GAIN, where=every), activate(GAIN, where=every)):
        found = of_crew(ability)
        assert isinstance(found, (ab.Trigger, ab.Activate))
        assert found.where == where
        place = f"{ABILITY}.where"
        for key, wrongs in (
            ("token", ("order", [1], ["caboose"], {})),
            ("season", ("winter", ["spring"], [True])),
            ("row", ("basic", ["expert"], 1)),
            ("options_min", WRONG_INTS),
            ("cost_min", WRONG_INTS),
            ("has_cargo", (False, 1, "true")),
            ("has_route", (False, 0)),
            ("has_standard_route", (False, "yes")),
        ):
            for wrong in wrongs:
                error = fault((ABILITY, {**ability, "where": {key: wrong}}))
                assert error.check == "INV-10"
                assert error.path in (f"{place}.{key}", f"{place}.{key}[0]")
        for key in ("token", "season", "row"):
            refused("INV-10", f"{place}.{key}", (ABILITY, {**ability, "where": {key: []}}), expected="at least one", found="0")
            first = every[key][0]  # type: ignore[index]  # a list
            twice = {**ability, "where": {key: [first, first]}}
            refused("INV-10", f"{place}.{key}[1]", (ABILITY, twice), expected="not listed before", found=repr(first))
        for key in ("options_min", "cost_min"):
            refused("INV-10", f"{place}.{key}", (ABILITY, {**ability, "where": {key: -1}}), expected="an integer", found="-1")
            least = of_crew({**ability, "where": {key: 1}})
            assert isinstance(least, (ab.Trigger, ab.Activate))
            assert getattr(least.where, key) == 1
        refused("INV-10", f"{place}.has_coal", (ABILITY, {**ability, "where": {"has_coal": True}}), expected="has_cargo", found="unknown")
        refused("INV-10", place, (ABILITY, {**ability, "where": ["has_cargo"]}), expected="an object")
        assert of_crew({**ability, "where": {}}) == of_crew({key: found for key, found in ability.items() if key != "where"})


EFFECTS: dict[str, tuple[dict[str, Any], str, tuple[str, ...]]] = {
    "gain": ({"cash": 1}, "both", ()),
    "exchange": ({}, "windows", ANYWHERE),
    "replace_route": ({}, "windows", ANYWHERE),
    "free_steps": ({"n": 1}, "windows", ("travel",)),
    "sea_step": ({"n": 1}, "windows", ("travel",)),
    "check_on_pass": ({}, "windows", ("travel",)),
    "order_discount": ({"types": ["oil"], "n": 1}, "windows", ("station",)),
    "all_options": ({}, "windows", ("station",)),
    "improve_token": ({}, "on", ("take_supply", "take_railcar")),
    "bonus_cargo": ({"n": 1}, "on", ("buy_cargo",)),
    "work_reward": ({}, "on", ("complete_order",)),
    "hire_discount": ({"n": 1}, "windows", ("crew",)),
    "ticket_wild": ({"n": 1}, "windows", ("crew",)),
    "bag_choice": ({"n": 2}, "windows", ("crew",)),
}
"""For each effect its parameters, whether a trigger or an activation may have it, and on which occasions or in which windows."""


@pytest.mark.rule("INV-10", "STS-9.6", "STS-9.7")
@pytest.mark.parametrize("op", EFFECTS)
def test_inv10_where_an_effect_may_stand(op: str) -> None:
    """In the triggers of its occasions, or the activations of its windows, and nowhere else; nor beside one occasion more."""
    parameters, kind, times = EFFECTS[op]
    effect = {"op": op, **parameters}
    for occasion in OCCASIONS:
        ability = trigger(effect, on=[occasion])
        if kind == "both" or (kind == "on" and occasion in times):
            of_crew(ability)
        else:
            error = fault((ABILITY, ability))
            assert error.check == "INV-10"
            assert error.path in (f"{ABILITY}.on", f"{ABILITY}.effects[0].op")
    for window in ANYWHERE:
        ability = activate(effect, windows=[window])
        if kind == "both" or (kind == "windows" and window in times):
            of_crew(ability)
        else:
            error = fault((ABILITY, ability))
            assert error.check == "INV-10"
            assert error.path in (f"{ABILITY}.windows", f"{ABILITY}.effects[0].op")
    if len(times) == 1:
        wider = activate(effect, windows=[*times, "market"]) if kind == "windows" else trigger(effect, on=[*times, "work"])
        refused("INV-10", f"{ABILITY}.{kind}", (ABILITY, wider), expected=times[0], found=wider[kind][1])


@pytest.mark.rule("INV-10")
@pytest.mark.parametrize("op", EFFECTS)
def test_inv10_parameters_of_effects(op: str) -> None:
    """Each parameter is there, an int from 1 on, and there is no other; of a `bag_choice` 2 to 4."""
    parameters, kind, times = EFFECTS[op]
    effect = {"op": op, **parameters}

    def card(changed: Any) -> tuple[str, Any]:
        return ABILITY, trigger(changed, on=times) if kind == "on" else activate(changed, windows=times[:1] or ["crew"])

    place = f"{ABILITY}.effects[0]"
    refused("INV-10", f"{place}.m", card({**effect, "m": 1}), expected="one of the keys", found="unknown")
    refused("INV-10", f"{place}.mode", card({**effect, "mode": "activate"}), expected="one of the keys", found="unknown")
    if "n" in parameters:
        refused("INV-10", f"{place}.n", card({key: found for key, found in effect.items() if key != "n"}), found="missing")
        for wrong in WRONG_INTS:
            refused("INV-10", f"{place}.n", card({**effect, "n": wrong}), expected="an integer")
        bad, expected = ((1, 0, 5), "2..4") if op == "bag_choice" else ((0, -1), ">= 1")
        for number in bad:
            refused("INV-10", f"{place}.n", card({**effect, "n": number}), expected=expected, found=str(number))
        for number in (2, 3, 4):
            accepted(card({**effect, "n": number}))
    else:
        refused("INV-10", f"{place}.n", card({**effect, "n": 1}), expected="one of the keys", found="unknown")


@pytest.mark.rule("INV-10", "STS-3.3")
def test_inv10_gains_are_rewards() -> None:
    """All that a reward may be, of a trigger or an activation; nothing at all is none."""
    every = {"op": "gain", "points": 1, "cash": 2, "coal": 3, "cargo": {"oil": 1, "timber": 2}, "any_cargo": 4}
    wanted = ab.Gain(Reward(1, 2, 3, (0, 1, 0, 2), 4))
    for ability in (trigger(every), activate(every)):
        found = of_crew(ability)
        assert isinstance(found, (ab.Trigger, ab.Activate))
        assert found.effects == (wanted,)
    place = f"{ABILITY}.effects[0]"
    refused("INV-10", place, (ABILITY, trigger({"op": "gain"})), expected="points, cash, coal", found="empty")
    refused("INV-10", f"{place}.coal", (ABILITY, trigger({"op": "gain", "coal": -1})), expected=">= 0", found="-1")
    refused("INV-10", f"{place}.any_cargo", (ABILITY, trigger({"op": "gain", "any_cargo": 0})), expected=">= 1", found="0")
    refused("INV-10", f"{place}.cargo.oil", (ABILITY, trigger({"op": "gain", "cargo": {"oil": 0}})), expected=">= 1", found="0")
    refused("INV-10", f"{place}.fame", (ABILITY, trigger({"op": "gain", "fame": 1})), found="unknown")


@pytest.mark.rule("INV-10")
@pytest.mark.parametrize("op", ["teleport", "", "Gain", "coal_price", "cargo_capacity", 3, None, ["gain"]])
def test_inv10_unknown_effects(op: object) -> None:
    """A word that is no effect is refused, and the effects are listed; so is one without any."""
    for ability in (trigger({"op": op, "n": 1}), activate({"op": op, "n": 1})):
        refused("INV-10", f"{ABILITY}.effects[0].op", (ABILITY, ability), expected="gain, exchange, replace_route")
    refused("INV-10", f"{ABILITY}.effects[1].op", (ABILITY, trigger(GAIN, {"n": 1})), expected="gain, exchange", found="nothing")


@pytest.mark.rule("INV-10")
def test_inv10_effects_are_tables() -> None:
    """A text, a number or a list is no effect."""
    for wrong in ("gain", 3, ["gain"]):
        error = fault((ABILITY, trigger(wrong)))
        assert error.check == "INV-10"
        assert error.path.startswith(f"{ABILITY}.effects[0]")


@pytest.mark.rule("INV-10")
def test_inv10_effects_are_named_as_in_the_file() -> None:
    """Not by the names of our classes."""
    fireman, conductor = (f"{item('crew', name)}.abilities[0]" for name in ("fireman", "conductor"))
    refused("INV-10", f"{fireman}.windows", (f"{fireman}.windows", ["travel", "crew"]), expected="travel alone for free_steps", found="crew")
    wrong = (f"{conductor}.effects", [{"op": "replace_route"}])
    refused("INV-10", f"{conductor}.effects[0].op", wrong, expected="an effect that goes with `on`", found="replace_route")


# ---- INV-11 to INV-13: numbers -----------------------------------------------------------------------------------------------------------

LEAST = {name: 1 for name in DATA["economy"] if name not in ("provenance", "work")} | dict.fromkeys(
    ("starting_cash", "starting_coal", "import_coal", "bonus_coal"), 0
)


@pytest.mark.rule("INV-11")
@pytest.mark.parametrize("name", LEAST)
def test_inv11_economy(name: str) -> None:
    """Ints from 0, prices, capacities, supplies, sizes and divisors from 1."""
    place, least = f"economy.{name}", LEAST[name]
    for wrong in ("1", 1.0, True, [1]):
        refused("INV-11", place, (place, wrong), expected="an integer")
    for number in (least - 1, -7):
        refused("INV-11", place, (place, number), expected=f">= {least}", found=str(number))
    assert getattr(accepted(("economy.starting_coal", 0), (place, least)).economy, name) == least


@pytest.mark.rule("INV-11", "STS-2.6")
def test_inv11_starting_money_is_within_the_bounds_of_its_option() -> None:
    """It is the default of an option, whose bounds it must keep."""
    for name, most in (("starting_cash", 50), ("starting_coal", 9)):
        place = f"economy.{name}"
        refused("INV-11", place, (place, most + 1), expected=f"0..{most}", found=str(most + 1))
        assert getattr(accepted((place, most)).economy, name) == most


@pytest.mark.rule("INV-11", "STS-2.6")
@pytest.mark.parametrize(("key", "number", "most"), [("coal_capacity", 5, 5), ("coal_supply", 27, 6), ("coal_supply", 3, 0)])
def test_inv11_starting_coal_is_there(key: str, number: int, most: int) -> None:
    """There are coal spaces for it, and the supply has it for four players: it is never cut down."""
    place, small = "economy.starting_coal", (f"economy.{key}", number)
    refused("INV-11", place, small, (place, most + 1), expected=f"0..{most}, as there are coal spaces and coal", found=str(most + 1))
    assert accepted(small, (place, most)).economy.starting_coal == most


@pytest.mark.rule("INV-11", "STS-1.6", "STS-4.4")
@pytest.mark.parametrize("key", ["pair_price", "supply"])
def test_inv11_cargo(key: str) -> None:
    """A pair costs something, and there is some cargo of each type."""
    place = f"cargo.items[2].{key}"
    for number in (0, -1):
        refused("INV-11", place, (place, number), expected=">= 1", found=str(number))
    assert getattr(accepted((place, 1)).cargo[2], key) == 1


@pytest.mark.rule("INV-12")
@pytest.mark.parametrize("key", ["x", "y"])
def test_inv12_coordinates_are_numbers(key: str) -> None:
    """Ints and floats, but nothing that cannot be drawn."""
    place = f"cities.items[4].{key}"
    for wrong in ("west", True, [1.0], float("nan"), float("inf")):
        error = fault((place, wrong))
        assert (error.check, error.path) == ("INV-12", place)
    for right in (3, -3.5, 0):
        assert getattr(accepted((place, right)).cities[4], key) == right


@pytest.mark.rule("INV-12")
def test_inv12_links_may_cross() -> None:
    """Where cities are drawn is no matter of the rules: all at one point is fine, and changes no game."""
    content = accepted(*((f"cities.items[{index}].{key}", 0) for index in range(24) for key in "xy"))
    assert StationToStation(content).config(2) == GAME.config(2)


@pytest.mark.rule("INV-13", "STS-2.12")
def test_inv13_display() -> None:
    """Zero to six spaces."""
    place = "display.route_display_size"
    for number in (-1, 7):
        refused("INV-13", place, (place, number), expected="0..6", found=str(number))
    for wrong in ("3", 3.0, True):
        refused("INV-13", place, (place, wrong), expected="an integer")
    assert [accepted((place, number)).route_display_size for number in range(7)] == list(range(7))


# ---- what is no content ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-1")
def test_another_file(tmp_path: Path) -> None:
    """No TOML, nothing at all, no file, and another game's content are refused by name."""
    file = tmp_path / "mine.toml"
    for text, check in (("[meta", "syntax"), ("", "INV-1"), ('game = "parcels"\n', "INV-1")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ContentError) as raised:
            GAME.read_content(file)
        assert (raised.value.code, raised.value.file, raised.value.check) == ("invalid-content", str(file), check)
    with pytest.raises(ContentError) as raised:
        GAME.read_content(tmp_path / "none.toml")
    assert (raised.value.code, raised.value.file) == ("invalid-content", str(tmp_path / "none.toml"))
    master = Path(__file__).parents[3] / "src/railrules/games/station_master/content.toml"
    with pytest.raises(ContentError) as raised:
        GAME.with_content(master)
    assert (raised.value.code, raised.value.check, raised.value.file) == ("invalid-content", "INV-1", str(master))


def test_texts_are_printable() -> None:
    """They come to terminals: a line break or an escape sequence is refused where it stands."""
    for place in ("meta.name", "cities.items[3].name", "crew.items[2].text", f"{ABILITY}.effects[0].op", "economy.provenance"):
        for odd in ("a\nb", "a\x1b[31mb"):
            error = fault((place, odd))
            assert error.path == place
            assert "\\" in error.found


@pytest.mark.rule("INV-1", "INV-5", "INV-9")
def test_the_first_failure_is_told() -> None:
    """With a fault of several checks, mended one after the other, keys come first, then ids, the map and the rest in the order of the checks."""
    faults: list[tuple[str, str, Any]] = [
        ("INV-1", "railcars.items[1].season", GONE),
        ("INV-1", "routes.items[3].id", "RT-01"),
        ("INV-3", "links.items[41]", ["omaha", "omaha"]),
        ("INV-4", "cities.items[2].market", ["oil", "oil"]),
        ("INV-5", "routes.items[7].cities", ["omaha", "omaha"]),
        ("INV-6", "orders.items[7].cost", {"oil": 9}),
        ("INV-7", "railcars.items[0].base", []),
        ("INV-8", "seasons.removed.2.winter", 5),
        ("INV-9", "cabooses.items[1].points", 11),
        ("INV-10", "crew.items[0].copies", 0),
        ("INV-11", "economy.coal_price", 0),
        ("INV-13", "display.route_display_size", 9),
    ]
    for first, (check, _, _) in enumerate(faults):
        assert fault(*((place, value) for _, place, value in faults[first:])).check == check


# ---- what may differ ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-8", "STS-1.1", "STS-1.2", "STS-1.3")
def test_other_counts_are_accepted() -> None:
    """A game with other numbers of cards and tokens is played to the end of its own number of turns."""
    content = accepted(
        ("routes.items", at("routes.items")[:20]),
        ("crew.items[5].copies", 5),
        ("cabooses.items", at("cabooses.items")[:2]),
        ("orders.items", [order for order in at("orders.items") if order["id"] not in ("AO-01", "AO-02", "AO-03", "AO-04")]),
        ("seasons.removed.2.autumn", 6),  # 12 - 6: three turns each
        ("seasons.removed.3.autumn", 3),
        ("seasons.removed.4.autumn", 0),
    )
    game = StationToStation(content)
    assert len(content.crew_kind) == 59
    for players in (2, 3, 4):
        chance = SeededChance(players)
        state = game.initial_state(game.config(players), chance)
        while game.outcome(state) is None:
            legal = game.legal_actions(state)
            state = game.transition(state, legal[chance.pick(len(legal))], chance)
            assert not [*game.invariant_faults(state)]
        assert state.clock.turn_number == 11 * players


@pytest.mark.rule("INV-11", "STS-4.3", "STS-4.4")
def test_other_prices_are_accepted() -> None:
    """Prices, supplies and limits of one's own."""
    content = accepted(
        ("cargo.items[0].pair_price", 9),
        ("cargo.items[0].supply", 4),
        ("economy.coal_price", 1),
        ("economy.coal_capacity", 3),
        ("economy.cargo_capacity", 20),
        ("economy.min_price", 2),
        ("economy.import_coal", 0),
        ("economy.free_steps", 2),
    )
    assert content != SHIPPED
    assert content.offers["helena"] == ((9, 0), (5, 0), (3, 0), (3, 0))
    assert StationToStation(content).config(2) != GAME.config(2)


@pytest.mark.rule("INV-1")
def test_names_and_provenance_change_no_game() -> None:
    """Two files that differ in words alone have one digest, so a config of one is one of the other."""
    renamed = accepted(
        ("meta.name", "Mine"),
        ("meta.provenance", "made by me"),
        ("cities.items[0].name", "Elsewhere"),
        ("crew.items[0].name", "Collier"),
        ("crew.items[0].text", "Cheap."),
        ("cargo.items[0].colour", "pink"),
    )
    assert renamed.name == "Mine"
    assert StationToStation(renamed).config(3) == GAME.config(3)
    assert StationToStation(accepted(("crew.items[0].copies", 3))).config(3) != GAME.config(3)
