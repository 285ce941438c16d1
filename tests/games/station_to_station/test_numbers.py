"""Feature vectors and the evaluation of Station to Station: bounded, documented, and made of nothing that the player does not see."""

from functools import partial

import attrs
import pytest

from railrules import Feature, SeededChance
from railrules.games.station_to_station.actions import CompleteOrder, EndTurn, StepTo, StopHere, UseCrew
from railrules.games.station_to_station.numbers import DECISIONS
from railrules.games.station_to_station.state import Token
from railrules.games.station_to_station.view import View
from tests.games.station_to_station.given import CONTENT, GAME, Seat, Table, dealt, given, random_states

OBSERVER = GAME.observer(GAME.config(2))


def positions(n: int, games: int = 3) -> list[View]:
    """Views of all players and a spectator along random games."""
    views = []
    for seed in range(games):
        states = random_states(n, seed)
        views += [GAME.view(state, (*range(n), None)[index % (n + 1)]) for index, state in enumerate(states)]
        views += [GAME.view(states[-1], viewer) for viewer in (*range(n), None)]
    return views


def feature(name: str) -> Feature:
    """The description of a feature for two players."""
    return next(feature for feature in OBSERVER.features if feature.name == name)


def numbers(table: Table, name: str, viewer: int | None = 0) -> list[float]:
    """What a feature says of a table of two players, rounded."""
    found = feature(name)
    return [round(entry, 3) for entry in OBSERVER.encode(table.view(viewer))[found.start : found.stop]]


def worth(table: Table, viewer: int | None = 0) -> float:
    return GAME.evaluate(table.view(viewer))


# ---- features ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_vectors_are_bounded_and_documented(n: int) -> None:
    """Features lie end to end, every entry is within the range its feature declares, and none is dead."""
    observer = GAME.observer(GAME.config(n))
    assert [feature.start for feature in observer.features] == [0, *(feature.stop for feature in observer.features[:-1])]
    assert observer.features[-1].stop == observer.size
    assert all(feature.meaning for feature in observer.features)
    seen = set()
    for view in positions(n):
        vector = observer.encode(view)
        assert (vector.typecode, len(vector)) == ("f", observer.size)
        for feature in observer.features:
            part = vector[feature.start : feature.stop]
            assert all(feature.low <= entry <= feature.high for entry in part), feature.name
            if any(part):
                seen.add(feature.name)
    assert seen == {feature.name for feature in observer.features}


def test_large_numbers_stay_in_bounds() -> None:
    """What lies beyond the scale of a feature counts as its end."""
    rich = given("market", "houston", cash=500, coal=9, points=900, cargo="S8", crew="N: stoker#1; E: stoker#2", railcars="SR-6+ SR-8+")
    vector = OBSERVER.encode(rich.view(0))
    for found in OBSERVER.features:
        assert all(found.low <= entry <= found.high for entry in vector[found.start : found.stop]), found.name
    assert numbers(rich, "players")[:3] == [1.0, 0.45, 1.0]


@pytest.mark.rule("STS-12.2", "STS-12.7")
def test_vectors_follow_from_views() -> None:
    """Two positions that look alike to a player give one vector and one evaluation: nothing hidden is in them."""
    observer = GAME.observer(GAME.config(3))
    for index, view in enumerate(positions(3, games=2)[::5]):
        twin = GAME.view(GAME.determinize(view, SeededChance(index)), view.player)
        assert observer.encode(twin) == observer.encode(view)
        assert GAME.evaluate(twin) == GAME.evaluate(view)


@pytest.mark.rule("STS-12.2")
def test_dealt_routes_are_in_the_vector_of_their_player_alone() -> None:
    """The own pair is among the offers; of the pairs of others nothing is."""
    one = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
    two = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-11 RT-12")
    assert numbers(one, "offers") == numbers(two, "offers")
    assert numbers(one, "offers", None) == numbers(two, "offers", None)
    assert numbers(one, "offers", 1) != numbers(two, "offers", 1)
    assert numbers(one, "offers")[6 * 25 :] == [*card("RT-10"), *card("RT-24")]
    assert numbers(one, "offers", None)[6 * 25 :] == [0.0] * 50


def card(name: str, marker: str | None = None) -> list[float]:
    """A route card as the features tell it: points, then the cities."""
    route = CONTENT.route[name]
    return [route.reward.points / 25, *(1.0 if city == marker else 0.5 * (city in route.cities) for city in CONTENT.city)]


def test_the_open_decision() -> None:
    """One flag says which decision is open, and none is set when the game is over."""
    for state in random_states(2, 4):
        view = GAME.view(state, 0)
        found = feature("decision")
        flags = list(OBSERVER.encode(view)[found.start : found.stop])
        assert flags == [float(bool(view.pending) and type(view.pending[-1]) is kind) for kind in DECISIONS]


def test_seats_are_told_from_the_own_place() -> None:
    """Who looks comes first with goods, train, routes and crew; a spectator looks from seat 0."""
    seats = {"b": Seat(at="seattle", points=20, crew="S: porter#1"), "c": Seat(at="fargo", points=40)}
    table = given("market", "houston", n=3, points=10, **seats)  # type: ignore[arg-type]  # named seats, and no other parameter
    observer = GAME.observer(table.state.config)
    places = {feature.name: feature for feature in observer.features}
    cities, kinds = list(CONTENT.city), [kind.id for kind in CONTENT.crew]
    for viewer, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1)), (None, (0, 1, 2))):
        vector = observer.encode(table.view(viewer))
        for place, seat in enumerate(order):
            player = table.player(seat)
            assert round(vector[places["players"].start + 18 * place + 2] * 200) == player.points
            assert vector[places["players"].start + 18 * place + 13] == float(seat == 0)
            train = list(vector[places["trains"].start + 24 * place :][:24])
            assert train == [float(city == player.train.city) for city in cities]
            routes = [round(entry, 3) for entry in vector[places["routes"].start + 50 * place :][:50]]
            assert routes == [entry for route in player.routes if route is not None for entry in card(route.card, route.marker)]
            crew = list(vector[places["crew"].start + 32 * place :][:32])
            assert crew == [float(seat == 1 and kind == "porter") for kind in kinds]


def test_clock_and_turn() -> None:
    """Turn, season, bag and whether one acts; steps and all that is armed."""
    table = given("travel", "new-orleans", season="winter", bag="WO-01 WO-02", crew="E: chief-engineer#1; N: express-conductor#1; S: harbour-pilot#1")
    table = table.do(UseCrew("E"), UseCrew("N"), UseCrew("S"))
    turn = table.number
    assert numbers(table, "clock") == [round(turn / 48, 3), 0, 0, 1, 0, round(2 / 36, 3), 1]
    assert numbers(table, "clock", 1)[-1] == 0
    assert numbers(table, "clock", None)[-1] == 0
    assert numbers(table, "turn") == [1 / 8, 2 / 8, 0, 0, 1 / 4, 2 / 4, 0, 0, 0, 0, 0]
    station = given("travel", "new-orleans", on="houston: SO-01", crew="N: foreman#1; E: negotiator#1").do(StepTo("houston"), StopHere())
    assert numbers(station.do(UseCrew("N"), UseCrew("E")), "turn")[6:8] == [1 / 4, 1]
    crew = given("crew", "houston", tickets="N: SO-03 SO-04", crew="N: personnel-chief#1; E: ticket-master#1; S: yardmaster#1")
    assert numbers(crew.do(UseCrew("N"), UseCrew("E"), UseCrew("S")), "turn")[8:] == [1 / 4, 1 / 4, 2 / 4]


@pytest.mark.rule("STS-1.4")
def test_tokens_of_the_map_and_in_hand() -> None:
    """Kind, side, cargo asked for or saved, and what there is at most in points and in dollars and coal; nothing for a bare city."""
    table = given("travel", "new-orleans", on="houston: SO-01; miami: SS-1+; denver: SR-1+; boston: SS-6", crew="N: trader#1", cargo="O1")

    def token(city: str) -> list[float]:
        start = 10 * CONTENT.city_index[city]
        return numbers(table, "tokens")[start : start + 10]

    order = [1, 0, 0, 0, round(1 / 6, 3), round(1 / 6, 3), 0, 0, 5 / 25, 10 / 25]
    assert token("houston") == order
    assert token("miami") == [0, 1, 0, 1, 0, 0, 0, 0, 0, 10 / 25]
    assert token("denver") == [0, 0, 1, 1, 1, 1, 0, 0, 0, 0]
    assert token("boston") == [0, 1, 0, 0, 0, 0, 0, 0, 3 / 25, 0]
    assert token("new-orleans") == [0] * 10
    assert numbers(table, "hand") == [0] * 10
    there = table.do(StepTo("houston"), StopHere())
    assert there.player().token == Token("SO-01")
    for viewer in (0, 1, None):
        assert numbers(there, "hand", viewer) == order


def test_what_players_have() -> None:
    """Goods, caboose, tickets and what railcars show; crew that is ready, and crew that is fresh or used."""
    table = given(
        "market",
        "houston",
        cash=25,
        coal=5,
        points=50,
        cargo="S3 T6",
        crew="N: porter#1; E: trader#1 fresh; S: surveyor#1 used",
        railcars="SR-1+ SR-2",
        caboose="CB-1",
        wild="ST-S",
        routes="RT-29@houston; -",
        tickets="N: SO-03 SO-04; W: SO-05",
    )
    assert numbers(table, "players")[:18] == [
        *(0.25, 0.25, 0.25),
        *(0.2, 0, 0, 0.4),
        *(1, 1),
        *(0.2, 0, 0, 0.1),
        1,
        *(2 / 8, 1 / 8, 0, 0),
    ]
    assert numbers(table, "routes")[:50] == [*card("RT-29", "houston"), *[0.0] * 25]
    crew = dict(zip([kind.id for kind in CONTENT.crew], numbers(table, "crew"), strict=False))
    assert {kind: ready for kind, ready in crew.items() if ready} == {"porter": 1.0, "trader": 0.5, "surveyor": 0.5}


def test_what_is_on_offer() -> None:
    """The spaces of the display in order, and one flag for each card in the crew market."""
    table = given("market", "houston", display="RT-01 - RT-02", market="basic W: -")
    assert numbers(table, "offers") == [*card("RT-01"), *[0.0] * 25, *card("RT-02"), *[0.0] * 25 * 5]
    kinds = [kind.id for kind in CONTENT.crew]
    market = numbers(table, "market")
    spaces = [[kind for kind, there in zip(kinds, market[32 * space :], strict=False) if there] for space in range(8)]
    assert spaces == [
        ["coal-merchant"],
        ["metals-broker"],
        ["produce-broker"],
        [],
        ["chief-engineer"],
        ["foreman"],
        ["negotiator"],
        ["superintendent"],
    ]


# ---- the evaluation ----------------------------------------------------------------------------------------------------------------------

at_houston = partial(given, "market", "houston", coal=0, routes="RT-30; RT-31")
last_turn = partial(given, "crew", "houston", season="countdown", bag="CO-3")


def test_the_evaluation_prefers_to_have_more() -> None:
    """Points, dollars, coal, railcars, crew, tickets and a wild ticket are good to have, and better not had by others."""
    plain = at_houston()
    for better in (
        at_houston(points=1),
        at_houston(cash=9),
        given("market", "houston", coal=1, routes="RT-30; RT-31"),
        at_houston(railcars="SR-8"),
        at_houston(crew="N: porter#1"),
        at_houston(tickets="N: SO-22"),
        at_houston(wild="ST-S"),
    ):
        assert worth(better) > worth(plain)
    assert worth(at_houston(b=Seat(points=1))) == worth(plain) - 1
    assert worth(at_houston(b=Seat(cash=12))) == worth(plain) - 1


def test_the_best_of_the_others_counts() -> None:
    """How far one is ahead is told by the strongest of the others."""
    base = partial(given, "market", "houston", n=3)
    assert worth(base(b=Seat(points=5), c=Seat(points=9))) == worth(base(b=Seat(points=9), c=Seat(points=5)))
    assert worth(base(b=Seat(points=5), c=Seat(points=9))) == worth(base(b=Seat(points=9), c=Seat(points=9)))


@pytest.mark.rule("STS-7.4")
def test_the_evaluation_prefers_orders_that_are_ready_and_near() -> None:
    """An order that can be delivered near by is better than far off, and better than one without the cargo for it; railcars stand in for cargo."""
    near, far = "new-orleans: SO-17; boston: SS-1", "new-orleans: SS-1; boston: SO-17"
    assert worth(at_houston(cargo="S2 O2", on=near)) > worth(at_houston(cargo="S2 O2", on=far))
    amounts = [worth(at_houston(cargo=cargo, on=near)) for cargo in ("", "S2", "S2 O1", "S2 O2")]
    assert amounts == sorted(set(amounts))
    with_railcar, without = (worth(at_houston(cargo="S2 O1", on=f"{near}; miami: SR-3", **more)) for more in ({"railcars": "SR-4"}, {}))  # type: ignore[arg-type]  # one named thing
    assert with_railcar > without + 1


@pytest.mark.rule("STS-7.6")
def test_the_evaluation_prefers_to_take_what_is_promised() -> None:
    """An order in hand is better than one that lies near, and its reward is better than the order."""
    before = given("travel", "new-orleans", cargo="S2 O2", on="houston: SO-17").do(StepTo("houston"))
    in_hand = before.do(StopHere())
    assert worth(in_hand) > worth(before)
    rewards = in_hand.do(CompleteOrder())
    assert max(worth(rewards.do(action)) for action in rewards.legal) > worth(in_hand)


@pytest.mark.rule("STS-6.4")
def test_the_evaluation_prefers_routes_that_are_nearly_done() -> None:
    """A marker is better than none, a city near by better than one far off, a card better than an empty slot."""
    values = [worth(given("market", "houston", routes=f"{first}; -")) for first in ("-", "RT-27", "RT-29", "RT-29@new-york")]
    assert values == sorted(set(values))


@pytest.mark.rule("STS-11.4", "STS-11.5", "STS-11.6")
def test_the_last_turn_is_counted_as_the_end_counts() -> None:
    """With no turn to come dollars and coal are worth what they bring at the end, and railcars, routes and tickets nothing."""
    plain = worth(last_turn())
    assert worth(last_turn(cash=12)) == pytest.approx(plain + 1)
    assert worth(last_turn(coal=6)) == pytest.approx(plain + 1)
    treasurer = partial(last_turn, crew="E: treasurer#1")
    assert worth(treasurer(cash=12)) == pytest.approx(worth(treasurer()) + 2)
    assert worth(treasurer(coal=5)) == pytest.approx(worth(treasurer()) + 1)
    for worthless in ({"railcars": "SR-1"}, {"tickets": "N: SO-03"}, {"routes": "RT-29@houston; RT-31@boston"}):
        assert worth(last_turn(**worthless)) == pytest.approx(plain)  # type: ignore[arg-type]  # one named thing


@pytest.mark.rule("STS-11.2")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_turns_to_come_are_counted(n: int) -> None:
    """What a player has for all turns to come loses worth with every turn that the player begins: twelve times, whoever was first."""
    for first in (0, n - 1):
        states = random_states(n, 8, first_player=first)
        for seat in range(n):
            begun = set()
            for state in states[:-1]:
                if state.clock.turn_number and state.clock.active == seat:
                    begun.add(state.clock.turn_number)
                view = GAME.view(state, seat)
                player = view.players[seat]
                other = attrs.evolve(player, wild_route="ST-S" if player.wild_route is None else None)
                changed = attrs.evolve(view, players=(*view.players[:seat], other, *view.players[seat + 1 :]))
                difference = abs(GAME.evaluate(changed) - GAME.evaluate(view))
                assert difference == pytest.approx(0.3 * (12 - len(begun)))  # what a wild ticket is worth in a turn


def test_a_spectator_has_no_opinion() -> None:
    """Who does not play is neither ahead nor behind."""
    assert worth(given("market", "houston", points=50), None) == 0.0


@pytest.mark.rule("STS-11.4")
def test_the_end_is_the_difference_of_scores() -> None:
    """When the game is over the evaluation is how far one is ahead of the best other player."""
    table = last_turn(n=3, cash=11, coal=5, points=60, b=Seat(points=50, cash=7, coal=3), c=Seat(points=10)).do(EndTurn(), draws=["CO-3"])
    assert table.scores == (64, 52, 13)
    assert [worth(table, viewer) for viewer in (0, 1, 2, None)] == [12, -12, -51, 0]
