"""Components and set-up (sections STS-1 and 2 of the rules page): worked scenarios SC-01 to SC-04."""

from collections import Counter
from functools import partial

import pytest

from railrules import ConfigError, RecordingChance, ScriptedChance, SeededChance
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.actions import (
    BuyCargo,
    ChooseReward,
    CompleteOrder,
    EndMarket,
    KeepRoute,
    StepTo,
    StopHere,
    TakeRailcar,
    TakeSupply,
    Work,
)
from railrules.games.station_to_station.content import REGIONS, ROWS, SEASONS
from railrules.games.station_to_station.state import PendingKeepRoute
from tests.games.station_to_station.given import CONTENT, GAME, MARKET, SPARE, Seat, Table, dealt, given, new_game, random_states

STARTS = {route.id: route.start for route in CONTENT.starting_routes}
REMOVED = {2: (6, 8, 6, 2), 3: (3, 4, 3, 1), 4: (0, 0, 0, 0)}


def removed(table: Table) -> tuple[int, ...]:
    """The tokens removed, by season."""
    return tuple(event.count for event in table.events if isinstance(event, ev.TokensRemoved))


def waiting(n: int) -> tuple[int, ...]:
    """The sizes of the waiting stacks."""
    return tuple(CONTENT.in_play(season, n) for season in SEASONS[1:])


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-2.2", "STS-2.3", "STS-2.4", "STS-2.5", "STS-2.7", "STS-2.13", "STS-2.14")
def test_sc01_four_players() -> None:
    """Nothing is removed; only the four starting cities are bare."""
    table = new_game(4)
    assert removed(table) == (0, 0, 0, 0)
    assert table.bare == set(STARTS.values()) == {table.city(seat) for seat in range(4)}
    assert (table.bag.count, len(table.bag.unseen)) == (16, 16)
    assert waiting(4) == (16, 12, 4)
    assert [len(table.crew_deck(row)) for row in ROWS] == [28, 20]
    assert len(table.route_deck) == 21
    assert table.state.routes.out == ()


@pytest.mark.rule("STS-2.2", "STS-2.7", "STS-2.13", "STS-2.14")
def test_sc02_three_players() -> None:
    """The starting route that nobody got is out, and the city where it starts has a token."""
    table = new_game(3)
    assert removed(table) == (3, 4, 3, 1)
    assert len(table.bare) == 3
    assert (table.bag.count, len(table.bag.unseen)) == (12, 15)
    assert waiting(3) == (12, 9, 3)
    assert len(table.route_deck) == 23
    (out,) = table.state.routes.out
    assert table.token(STARTS[out] or "") != "-"


@pytest.mark.rule("STS-2.2", "STS-2.13", "STS-2.14", "STS-11.2")
def test_sc03_two_players() -> None:
    """Twenty-two tokens lie on the map, and the game ends with turn 24."""
    table = new_game(2)
    assert removed(table) == (6, 8, 6, 2)
    assert len(table.bare) == 2
    assert (table.bag.count, len(table.bag.unseen)) == (8, 14)
    assert waiting(2) == (8, 6, 2)
    assert random_states(2, 5)[-1].clock.turn_number == 24


@pytest.mark.rule("STS-2.8", "STS-2.11", "STS-12.2")
def test_sc04_keeping_a_route() -> None:
    """The kept card is marked if it lists the starting city; the other one lies open. Till then others see two cards only."""
    # given
    table = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
    assert table.view(1).routes.dealt_counts == (2, 2)
    assert table.view(1).routes.dealt == ("RT-31", "RT-32")
    # when
    first = table.do(KeepRoute(0))
    # then
    assert first.routes() == "ST-S@new-orleans; RT-10@new-orleans"
    assert first.view(1).routes.discard == first.view(None).routes.discard == ("RT-24",)
    # when instead
    second = table.do(KeepRoute(1))
    # then
    assert second.routes() == "ST-S@new-orleans; RT-24"
    assert second.route_deck.discard == ("RT-10",)
    assert second.view(1).routes.dealt_counts == (0, 2)


# ---- components --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-1.1", "STS-1.2", "STS-1.3", "STS-1.4", "STS-1.5")
def test_cards_and_tokens() -> None:
    """36 routes, 56 crew cards, 68 tokens with their sides, 4 cabooses."""
    assert (len(CONTENT.starting_routes), len(CONTENT.routes)) == (4, 32)
    assert all(len(set(route.cities)) == 2 and route.reward.points for route in CONTENT.route.values())
    assert [len(CONTENT.crew_cards(row)) for row in ROWS] == [32, 24]
    assert [card for card in CONTENT.crew_cards("basic") if card.startswith("porter")] == ["porter#1", "porter#2"]
    kinds = {season: Counter(CONTENT.token_kind[token] for token in CONTENT.tokens[season]) for season in SEASONS}
    assert kinds == {
        "summer": {"order": 22, "railcar": 8, "supply": 6},
        "autumn": {"order": 12, "supply": 4},
        "winter": {"order": 12},
        "countdown": {"order": 4},
    }
    assert all(token.base != token.improved for token in CONTENT.supply_tokens)
    assert all(railcar.base != railcar.improved for railcar in CONTENT.railcars)
    assert list(CONTENT.caboose_points.values()) == [10, 8, 6, 4]
    for n in (2, 3, 4):
        assert new_game(n).state.board.cabooses == ("CB-1", "CB-2", "CB-3", "CB-4")


@pytest.mark.rule("STS-1.10", "STS-1.11", "STS-1.12", "STS-1.13")
def test_the_map() -> None:
    """24 cities, 7 of them with coal, 41 two-way links, local markets."""
    assert Counter(city.region for city in CONTENT.cities) == dict.fromkeys(REGIONS, 6)
    assert CONTENT.city["st-louis"].region == "S"
    assert set(CONTENT.coal_cities) == {"seattle", "san-francisco", "los-angeles", "boston", "new-york", "charleston", "miami"}
    beside = CONTENT.map.neighbours
    assert len(CONTENT.links) == 41
    assert all(len(beside[city]) >= 2 and all(city in beside[other] for other in beside[city]) for city in beside)
    assert {"new-orleans", "oklahoma"} <= set(beside["houston"])
    assert "st-louis" in beside["oklahoma"]
    assert "oklahoma" not in beside["new-orleans"]
    assert Counter(len(city.market) for city in CONTENT.cities) == {1: 12, 2: 12}
    assert Counter(cargo for city in CONTENT.cities for cargo in city.market) == dict.fromkeys(CONTENT.cargo_ids, 9)


@pytest.mark.rule("STS-1.4")
def test_the_side_that_is_up() -> None:
    """A Supply token gives what its upper side shows."""
    for side, cash in (("SS-2", 16), ("SS-2+", 20)):
        table = given("travel", "new-orleans", on=f"houston: {side}").do(StepTo("houston"), StopHere(), TakeSupply(), draws=[SPARE["summer"]])
        assert table.has() == (cash, 2, 0)


@pytest.mark.rule("STS-1.6", "STS-1.7", "STS-1.14")
def test_the_supply() -> None:
    """At the start there are 15 of each cargo, and 36 coal less what the players have."""
    for n in (2, 3, 4):
        table = new_game(n)
        assert table.state.supply.cargo == (15, 15, 15, 15)
        assert table.state.supply.coal == 36 - 2 * n


@pytest.mark.rule("STS-1.6")
def test_a_gain_takes_the_cargo_that_is_left() -> None:
    """Of two oil one is left; a choice of any cargo offers no oil any more. With an unlimited supply both come."""
    here = partial(given, "travel", "new-orleans", n=3, on="houston: AS-2+", season="autumn", b=Seat(cargo="O8"), c=Seat(cargo="O6"))
    arrive = (StepTo("houston"), StopHere(), TakeSupply())
    table = here().do(*arrive, draws=[SPARE["autumn"]])
    assert table.train() == "S2 O1"
    gained = next(event for event in table.events if isinstance(event, ev.Gained))
    assert (gained.cargo, gained.cargo_missing) == ((2, 1, 0, 0), (0, 1, 0, 0))
    endless = here(rules={"cargo_supply": "unlimited"})
    assert endless.do(*arrive, draws=[SPARE["autumn"]]).train() == "S2 O2"


@pytest.mark.rule("STS-1.7")
def test_a_gain_takes_the_coal_that_is_left() -> None:
    """With two stokers in play the supply can run out: of three coal one comes."""
    b, c, d = Seat(coal=11, crew="N: stoker#1"), Seat(coal=11, crew="N: stoker#2"), Seat(coal=9)
    table = given("travel", "new-orleans", n=4, coal=4, on="houston: SS-1", b=b, c=c, d=d)
    table = table.do(StepTo("houston"), StopHere(), TakeSupply(), draws=[SPARE["summer"]])
    assert table.has() == (8, 5, 0)
    assert table.state.supply.coal == 0


@pytest.mark.rule("STS-1.8")
def test_the_bank_is_unlimited() -> None:
    """A player can have more than all cash tokens together."""
    table = given("travel", "new-orleans", cash=500, on="houston: SS-2").do(StepTo("houston"), StopHere(), TakeSupply(), draws=[SPARE["summer"]])
    assert table.has() == (508, 2, 0)


@pytest.mark.rule("STS-1.9")
def test_points_never_fall() -> None:
    """Over whole random games no player loses a point, and no number is negative."""
    for n in (2, 4):
        before = (0,) * n
        for state in random_states(n, 3):
            points = tuple(player.points for player in state.players)
            assert all(now >= then for now, then in zip(points, before, strict=True))
            assert all(min(player.cash, player.coal, *player.train.cargo) >= 0 for player in state.players)
            before = points


@pytest.mark.rule("STS-1.14", "STS-1.15", "STS-1.16")
def test_railcars_and_cabooses_take_no_space() -> None:
    """With four railcars and a caboose eight cargo fit; a fifth railcar is hitched behind them."""
    laden = given("market", "houston", cash=5, cargo="T6", railcars="SR-1 SR-2 SR-3+ SR-4", caboose="CB-1", on="santa-fe: SR-5")
    table = laden.do(BuyCargo("oil"))
    assert table.train() == "O2 T6"
    assert table.open == "Travel"
    table = table.do(StepTo("santa-fe"), StopHere(), TakeRailcar(), draws=[SPARE["summer"]])
    assert table.railcars() == "SR-1 SR-2 SR-3+ SR-4 SR-5"
    assert table.caboose() == "CB-1"
    assert [len(table.offer(row).split()) for row in ROWS] == [len(REGIONS)] * 2


# ---- set-up ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-2.1")
@pytest.mark.parametrize("count", [0, 1, 5, True, "3"])
def test_who_can_play(count: int) -> None:
    """Two, three or four play."""
    with pytest.raises(ConfigError) as raised:
        GAME.config(count)
    assert raised.value.code == "bad-player-count"
    assert [GAME.config(n).players for n in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.rule("STS-2.4", "STS-2.5", "STS-1.15")
def test_the_crew_market_is_filled_from_north_to_west() -> None:
    """Four cards of each deck, in the order of the regions; the rest are the decks."""
    table = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
    filled = [event for event in table.events if isinstance(event, ev.CrewMarketFilled)]
    assert [(event.row, event.region) for event in filled] == [(row, region) for row in ROWS for region in REGIONS]
    for row in ROWS:
        assert tuple(table.offer(row).split()) == MARKET[row]
        assert set(table.crew_deck(row).pool) == set(CONTENT.crew_cards(row)) - set(MARKET[row])
    assert set(table.route_deck.pool) == {route.id for route in CONTENT.routes} - {"RT-10", "RT-24", "RT-31", "RT-32", "RT-01", "RT-02", "RT-03"}


@pytest.mark.rule("STS-2.6", "STS-1.8", "STS-1.9")
def test_what_each_player_gets() -> None:
    """$8, 2 coal, no cargo, no points; options say otherwise."""
    table = new_game(3)
    assert [(table.has(seat), table.train(seat)) for seat in range(3)] == [((8, 2, 0), "")] * 3
    rich = new_game(2, starting_cash=20, starting_coal=9)
    assert rich.has(0) == rich.has(1) == (20, 9, 0)


@pytest.mark.rule("STS-2.7", "STS-2.8")
def test_starting_routes() -> None:
    """Each player has one in slot 0, marked where it starts, with the train there; the rest are out, seen by all."""
    table = dealt(3, "ST-W ST-E ST-N", "RT-10 RT-24", "RT-31 RT-32", "RT-05 RT-06")
    assert [table.routes(seat) for seat in range(3)] == ["ST-W@salt-lake-city; -", "ST-E@pittsburgh; -", "ST-N@minneapolis; -"]
    assert [table.city(seat) for seat in range(3)] == ["salt-lake-city", "pittsburgh", "minneapolis"]
    assert table.view(None).routes.out == ("ST-S",)


@pytest.mark.rule("STS-2.9", "STS-2.10", "STS-2.11")
def test_the_first_player() -> None:
    """Anybody can be the first; routes are dealt and chosen in turn order from there."""
    assert {new_game(3, seed).state.clock.first for seed in range(20)} == {0, 1, 2}
    table = new_game(3, first_player=2)
    assert [event.seat for event in table.events if isinstance(event, ev.RoutesDealt)] == [2, 0, 1]
    assert [event.seat for event in table.events if isinstance(event, ev.StartingRouteDealt)] == [2, 0, 1]
    for seat in (2, 0, 1):
        assert table.acts == seat
        assert table.top == PendingKeepRoute(seat)
        assert table.legal == (KeepRoute(0), KeepRoute(1))
        table = table.do(KeepRoute(1))
    assert table.acts == 2


@pytest.mark.rule("STS-2.12")
def test_the_display_is_filled_before_anyone_chooses() -> None:
    """Three cards by default, after the pairs; the option says otherwise."""
    table = new_game(2)
    names = [type(event).__name__ for event in table.events]
    assert names.index("RouteDisplayFilled") > max(index for index, name in enumerate(names) if name == "RoutesDealt")
    assert len(table.display.split()) == 3
    for size in (0, 1, 6):
        sized = new_game(2, route_display_size=size)
        assert len(sized.display.split()) == size
        assert len(sized.route_deck) == 32 - 4 - size


@pytest.mark.rule("STS-2.13", "STS-2.3")
def test_the_map_is_filled_in_city_order() -> None:
    """Every city without a train gets one summer token, base or order side up, in the order of the cities."""
    table = new_game(2)
    placed = [event for event in table.events if isinstance(event, ev.TokenPlaced)]
    assert [event.city for event in placed] == [city for city in CONTENT.city if city not in table.bare]
    assert all((event.improved, event.season_change) == (False, False) for event in placed)
    assert all(event.token in CONTENT.tokens["summer"] for event in placed)
    assert len({event.token for event in placed}) == 22


@pytest.mark.rule("STS-2.15", "STS-12.6")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_set_up_is_chance_and_nothing_else(n: int) -> None:
    """The answers of chance decide the whole set-up, whatever gave them; with a first player named there is one question less."""
    recording = RecordingChance(SeededChance(8))
    table = new_game(n, chance=recording)
    again = new_game(n, chance=ScriptedChance(recording.picks))
    assert (again.state, again.events) == (table.state, table.events)
    assert recording.picks[0] == table.state.clock.first
    named = RecordingChance(SeededChance(8))
    new_game(n, chance=named, first_player=1)
    assert len(named.picks) == len(recording.picks) - 1 == 4 + 4 + 1 + n + 3 + 1


@pytest.mark.rule("STS-2.16", "STS-3.1", "STS-3.2")
def test_the_last_choice_starts_the_first_turn() -> None:
    """After it the first player's Market is open, in turn 1."""
    table = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
    assert table.number == 0
    *_, started = table.do(KeepRoute(0)).log(KeepRoute(1))
    table = table.do(KeepRoute(0), KeepRoute(1))
    assert started == ev.TurnStarted(0, 1, "new-orleans", ())
    assert (table.number, table.acts, table.open, table.turn.start_city) == (1, 0, "Market", "new-orleans")


@pytest.mark.rule("STS-2.9", "STS-10.10", "STS-3.1")
def test_play_runs_clockwise() -> None:
    """After the turn of the last seat comes seat 0."""
    table = new_game(3, first_player=2)
    table = table.do(KeepRoute(0), KeepRoute(0), KeepRoute(0))
    seats = []
    for number in range(1, 5):
        seats.append(table.acts)
        assert table.number == number
        table = table.do(EndMarket(), StepTo(min(table.do(EndMarket()).steps - {table.city(seat) for seat in range(3)})))
        table = table.do(StopHere()) if table.open == "Travel" else table
        table = table.do(Work(1), draws=[table.any_token])
    assert seats == [2, 0, 1, 2]


@pytest.mark.rule("STS-1.4", "STS-7.7")
def test_a_completed_order_shows_its_ticket_side() -> None:
    """The order is flipped and lies with the tickets, neither in the box nor on the map."""
    table = given("travel", "oklahoma", cargo="S1 O1", on="st-louis: SO-01").do(StepTo("st-louis"), StopHere(), CompleteOrder(), ChooseReward(1))
    assert table.tickets() == "S: SO-01"
    assert "SO-01" not in table.box
    assert table.token("st-louis") == "-"
