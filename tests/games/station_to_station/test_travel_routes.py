"""Travel (section STS-5 of the rules page) and route cards (STS-6): worked scenarios SC-14 to SC-24."""

from functools import partial
from itertools import permutations

import attrs
import pytest

from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.actions import (
    ChooseCargo,
    DiscardCargo,
    DropRoute,
    StepTo,
    StopHere,
    TakeRoute,
    UseCrew,
    Work,
)
from railrules.games.station_to_station.state import PendingTakeRoute, Token
from tests.games.station_to_station.given import CONTENT, Seat, Table, given, made

STOP = StopHere()
DECK = TakeRoute("deck")
WORKS = (Work(0), Work(1), Work(2))


def stops(table: Table) -> int:
    """How often the engine stopped the train by itself."""
    return table.forced.count(STOP)


def paid(table: Table) -> list[str]:
    """What the steps were paid with."""
    return [event.paid for event in table.events if isinstance(event, ev.TrainMoved)]


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-5.1", "STS-5.2", "STS-5.9", "STS-6.1", "STS-6.4", "STS-6.6", "STS-6.7", "STS-7.5")
def test_sc14_the_example_of_the_rulebook() -> None:
    """A free step and one for a coal end a route in a shared city; a card is taken, and Travel begins again."""
    # given
    table = given("travel", "new-orleans", routes="RT-02@cincinnati; RT-31", b=Seat(at="oklahoma"), display="RT-01 RT-03 RT-04", on="st-louis: SO-01")
    # when
    table = table.do(StepTo("houston"))
    assert table.has() == (8, 2, 0)
    table = table.do(StepTo("oklahoma"), STOP)
    # then
    assert table.has() == (11, 1, 3)
    assert (table.open, table.routes()) == ("TakeRoute", "-; RT-31")
    # when
    table = table.do(TakeRoute(0), draws=["RT-05"])
    # then
    assert table.routes() == "RT-01; RT-31"
    assert table.display == "RT-05 RT-03 RT-04"
    assert table.route_deck.discard == ("RT-02",)
    assert table.steps == {"denver", "santa-fe", "houston", "st-louis"}
    # when
    table = table.do(StepTo("st-louis"), STOP)
    # then
    assert table.has() == (11, 1, 3)
    assert (table.player().token, table.legal) == (Token("SO-01"), WORKS)


@pytest.mark.rule("STS-5.4", "STS-5.6", "STS-5.2")
def test_sc15_back_to_where_the_turn_began() -> None:
    """The train may pass through the city but not stop there."""
    table = given("travel", "new-orleans").do(StepTo("houston"), StepTo("new-orleans"))
    assert table.has()[1] == 1
    assert table.code(STOP) == "stop-at-start-city"
    assert table.steps == {"atlanta", "houston", "miami"}
    table = table.do(StepTo("atlanta"))
    assert table.has()[1] == 0
    assert table.forced == [STOP]
    assert table.open == "Station"


@pytest.mark.rule("STS-5.10")
def test_sc16_the_look_ahead() -> None:
    """The last coal is not spent in a city where the train cannot stop."""
    table = given("travel", "new-orleans", coal=1).do(StepTo("houston"))
    assert table.code(StepTo("new-orleans")) == "cannot-finish-travel"
    assert table.legal == (StepTo("oklahoma"), StepTo("santa-fe"), STOP)


@pytest.mark.rule("STS-5.7", "STS-5.9", "STS-5.10", "STS-3.5")
def test_sc17_from_one_shared_city_to_the_next() -> None:
    """Each gives a step for nothing, but none of them twice."""
    table = given("travel", "new-orleans", n=3, coal=0, b=Seat(at="houston"), c=Seat(at="oklahoma")).do(StepTo("houston"))
    assert stops(table) == 1
    assert table.steps == {"oklahoma", "santa-fe"}
    table = table.do(StepTo("oklahoma"))
    assert stops(table) == 2
    assert table.steps == {"denver", "santa-fe", "st-louis"}
    assert table.code(StepTo("houston")) == "cannot-finish-travel"
    table = table.do(StepTo("denver"))
    assert stops(table) == 3
    assert paid(table) == ["base"] * 3
    assert table.open == "Station"


@pytest.mark.rule("STS-6.1", "STS-6.3")
def test_sc18_passing_through_is_not_stopping() -> None:
    """A route is marked where the train stops, not where it passes."""
    table = given("travel", "new-orleans", routes="ST-S@new-orleans; RT-29").do(StepTo("houston"))
    passed = table.do(StepTo("oklahoma"), STOP)
    assert passed.routes() == "ST-S@new-orleans; RT-29"
    assert passed.has()[1] == 1
    assert table.do(STOP).routes() == "ST-S@new-orleans; RT-29@houston"


@pytest.mark.rule("STS-6.2", "STS-6.3", "STS-6.4", "STS-6.9")
def test_sc19_marked_and_completed_at_one_stop() -> None:
    """A card taken at this stop is not marked by it, unless the option says so."""
    here = partial(given, "travel", "omaha", routes="RT-04@santa-fe; RT-14", display="RT-13 RT-01 RT-02")
    table = here().do(StepTo("st-louis"), STOP)
    assert table.routes() == "-; RT-14@st-louis"
    assert table.has() == (11, 2, 3)
    table = table.do(TakeRoute(0), draws=["RT-03"])
    assert table.routes() == "RT-13; RT-14@st-louis"
    assert table.display == "RT-03 RT-01 RT-02"
    option = here(rules={"mark_new_routes": True})
    assert option.do(StepTo("st-louis"), STOP, TakeRoute(0), draws=["RT-03"]).routes() == "RT-13@st-louis; RT-14@st-louis"


@pytest.mark.rule("STS-6.6", "STS-6.7", "STS-6.11", "STS-7.1", "STS-7.2")
def test_sc20_a_starting_route() -> None:
    """It is kept as a wild ticket; a new card from the deck takes its slot, and then the token of the city comes."""
    table = given("travel", "boston", on="new-york: SO-01").do(StepTo("new-york"), STOP)
    assert table.has() == (11, 2, 6)
    assert table.player().wild_route == "ST-S"
    assert (table.routes(), table.open) == ("-; RT-31", "TakeRoute")
    assert table.token("new-york") == "SO-01"
    table = table.do(DECK, draws=["RT-04"])
    assert table.routes() == "RT-04; RT-31"
    assert table.token("new-york") == "-"
    assert table.has() == (11, 3, 6)


@pytest.mark.rule("STS-3.3", "STS-3.4", "STS-6.6")
def test_sc21_a_reward_of_cargo() -> None:
    """The cargo is chosen and the train trimmed before a new route is taken."""
    table = given("travel", "charleston", cargo="S6", routes="RT-24@oklahoma; RT-31").do(StepTo("washington"), STOP)
    table = table.do(ChooseCargo("grain"), ChooseCargo("grain"), ChooseCargo("oil"))
    assert (table.train(), table.open) == ("S6 O1 G2", "Trim")
    table = table.do(DiscardCargo("steel"))
    assert (table.train(), table.open) == ("S5 O1 G2", "TakeRoute")


@pytest.mark.rule("STS-5.3", "STS-5.2")
def test_sc22_the_fireman() -> None:
    """His step is used when the base step is."""
    table = given("travel", "new-orleans", coal=0, crew="E: fireman#2").do(UseCrew("E"), StepTo("houston"))
    assert table.legal == (StepTo("oklahoma"), StepTo("santa-fe"), STOP)
    table = table.do(StepTo("oklahoma"))
    assert stops(table) == 1
    assert table.has()[1] == 0
    assert paid(table) == ["base", "extra"]


@pytest.mark.rule("STS-9.12", "STS-7.2")
def test_sc23_the_harbour_pilot() -> None:
    """Coal cities lie beside each other; a step along a link does not use the sea step up."""
    table = given("travel", "new-york", coal=0, crew="E: harbour-pilot#1", routes="RT-12; RT-28").do(UseCrew("E"))
    assert table.steps == {"boston", "pittsburgh", "washington", "charleston", "miami", "seattle", "san-francisco", "los-angeles"}
    table = table.do(StepTo("boston"))
    assert table.turn.armed.sea_steps == 1
    assert stops(table) == 1
    assert table.has()[1] == 1


@pytest.mark.rule("STS-6.3", "STS-9.6", "STS-5.9")
def test_sc24_markers_and_a_shared_city() -> None:
    """Two markers, one answer of the ticket agent; then the switchman's for the shared city."""
    table = given("travel", "new-orleans", coal=0, crew="N: switchman#1; E: ticket-agent#1", routes="RT-29; RT-21", b=Seat(at="houston")).do(
        StepTo("houston")
    )
    assert table.forced == [STOP]
    assert table.routes() == "RT-29@houston; RT-21@houston"
    assert table.has() == (13, 1, 0)
    assert table.open == "Travel"


# ---- Travel ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-5.1", "STS-5.5")
def test_the_train_must_move() -> None:
    """It cannot stop before its first step, nor after the stop in a shared city."""
    table = given("travel", "new-orleans", b=Seat(at="houston"))
    assert table.code(STOP) == "must-move-first"
    table = table.do(StepTo("houston"), STOP)
    assert table.code(STOP) == "must-move-first"
    assert STOP not in table.legal
    assert table.code(StepTo("boston")) == table.code(StepTo("houston")) == "no-track"


@pytest.mark.rule("STS-5.2", "STS-5.3")
def test_what_steps_are_paid_with() -> None:
    """First the base step, then extra steps, then coal, which goes back to the supply; extra steps outlast a repeat."""
    table = given("travel", "new-orleans", crew="E: chief-engineer#1", b=Seat(at="houston")).do(UseCrew("E"))
    table = table.do(StepTo("houston"), STOP, StepTo("oklahoma"), StepTo("st-louis"), StepTo("omaha"))
    assert paid(table) == ["base", "base", "extra", "extra"]
    table = table.do(StepTo("denver"))
    assert (paid(table)[-1], table.has()[1], table.state.supply.coal) == ("coal", 1, 33)
    assert table.turn.steps_taken == 4  # of the repeated Travel


@pytest.mark.rule("STS-5.4")
def test_passing_through_a_shared_city() -> None:
    """Another train does not stop one that goes on."""
    table = given("travel", "new-orleans", b=Seat(at="houston")).do(StepTo("houston"), StepTo("oklahoma"), STOP)
    assert (table.city(), table.open) == ("oklahoma", "Station")
    assert table.turn.stopped == ()


@pytest.mark.rule("STS-5.6", "STS-5.9")
def test_no_stop_where_the_turn_began_in_a_repeat() -> None:
    """A repeated Travel cannot end in the start city either."""
    table = given("travel", "new-orleans", b=Seat(at="houston")).do(StepTo("houston"), STOP, StepTo("new-orleans"))
    assert table.code(STOP) == "stop-at-start-city"


@pytest.mark.rule("STS-5.7", "STS-5.9")
def test_a_shared_city_is_stopped_in_once() -> None:
    """Coming back to it the train must go on."""
    table = given("travel", "new-orleans", b=Seat(at="houston")).do(StepTo("houston"), STOP)
    assert (table.turn.stopped, table.turn.base_steps, table.turn.steps_taken) == (("houston",), 1, 0)
    table = table.do(StepTo("oklahoma"), StepTo("houston"))
    assert table.code(STOP) == "already-stopped-there"
    assert table.steps == {"new-orleans", "oklahoma", "santa-fe"} - {"new-orleans"}


@pytest.mark.rule("STS-5.8", "STS-5.9", "STS-6.1")
def test_the_route_check_comes_before_the_capacity_check() -> None:
    """In a shared city too a stop checks the routes, and then Travel begins again."""
    table = given("travel", "new-orleans", routes="ST-S@new-orleans; RT-29", b=Seat(at="houston"))
    assert table.kinds(StepTo("houston"), STOP) == ["TrainMoved", "TrainStopped", "RouteMarked", "TravelRepeated"]
    assert table.log(StepTo("houston"), STOP)[1] == ev.TrainStopped(0, "houston", shared=True)


@pytest.mark.rule("STS-5.10")
def test_the_look_ahead_goes_through_shared_cities() -> None:
    """A stop and a repeat can be the way out; crew that is not used yet does not count."""
    table = given("travel", "new-orleans", n=3, coal=0, b=Seat(at="miami"), c=Seat(at="charleston")).do(StepTo("miami"))
    assert table.forced == [STOP, StepTo("charleston"), STOP]  # from New Orleans there would be no way on
    assert table.steps == {"atlanta", "washington"}
    hired = given("travel", "new-orleans", coal=0, crew="E: fireman#1").do(StepTo("houston"))
    assert hired.legal == (STOP, UseCrew("E"))
    assert hired.do(UseCrew("E")).code(StepTo("new-orleans")) == "cannot-finish-travel"


@pytest.mark.rule("STS-5.10", "STS-5.6")
def test_the_look_ahead_out_of_a_pocket() -> None:
    """Back in Miami, where the turn began, both ways out lead to shared cities: a coal more is needed to stop in one of them and go on."""
    trains = partial(given, "travel", "miami", n=3, b=Seat(at="new-orleans"), c=Seat(at="charleston"))
    assert trains(coal=1).do(StepTo("charleston")).code(StepTo("miami")) == "cannot-finish-travel"
    table = trains(coal=2).do(StepTo("charleston"), StepTo("miami"))
    assert table.legal == (StepTo("charleston"), StepTo("new-orleans"))
    table = table.do(StepTo("new-orleans"))
    assert table.forced == [STOP]
    assert table.steps == {"atlanta", "houston"}


@pytest.mark.rule("STS-5.2", "STS-5.10")
def test_a_content_with_two_base_steps() -> None:
    """Every Travel has two steps for nothing, and the look-ahead counts with them."""
    game = made(economy=attrs.evolve(CONTENT.economy, free_steps=2))
    table = given("travel", "new-orleans", coal=0, b=Seat(at="houston"), game=game).do(StepTo("houston"))
    assert table.legal == (StepTo("oklahoma"), StepTo("santa-fe"), STOP)
    assert table.do(STOP, StepTo("new-orleans")).steps == {"atlanta", "miami"}


@pytest.mark.rule("STS-5.10", "STS-5.11")
@pytest.mark.parametrize("city", CONTENT.city)
def test_there_is_always_a_step(city: str) -> None:
    """Without coal, and with three other trains anywhere near, a Travel can begin, and however it goes on, end."""
    near = list(CONTENT.map.neighbours[city])
    near += [other for one in near for other in CONTENT.map.neighbours[one] if other not in (city, *near)]
    for others in list(permutations(dict.fromkeys(near), 3))[::29]:
        b, c, d = (Seat(at=other) for other in others)
        table = given("travel", city, n=4, coal=0, routes="-; -", b=b, c=c, d=d)
        assert table.steps
        seen: list[Table] = [table]
        while seen:
            before = seen.pop()
            seen += [before.do(action) for action in before.legal if before.open == "Travel"]  # each has an action, as `do` asserts


# ---- route cards -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-6.2", "STS-6.4", "STS-6.7")
def test_two_routes_completed_at_one_stop() -> None:
    """In slot order, each with a new card; one that lists the city does not take part."""
    table = given("travel", "omaha", routes="RT-14@seattle; RT-04@santa-fe", display="RT-13 RT-01 RT-02").do(StepTo("st-louis"), STOP)
    assert table.top != PendingTakeRoute(0)  # cargo of choice first
    table = table.do(ChooseCargo("oil"), ChooseCargo("oil"))
    assert table.top == PendingTakeRoute(0)
    table = table.do(TakeRoute(0), draws=["RT-03"])
    assert table.top == PendingTakeRoute(1)
    assert table.routes() == "RT-13; -"
    table = table.do(TakeRoute(2), draws=["RT-05"])
    assert table.routes() == "RT-13; RT-02"
    assert table.display == "RT-03 RT-01 RT-05"
    assert table.has() == (11, 2, 7)
    assert table.route_deck.discard == ("RT-14", "RT-04")


@pytest.mark.rule("STS-6.5", "STS-6.10")
@pytest.mark.parametrize(("marker", "end"), [("houston", "minneapolis"), ("minneapolis", "houston")])
def test_the_cities_of_a_route_in_any_order(marker: str, end: str) -> None:
    """A stop where the marker is changes nothing; a stop in the other city completes the card."""
    beside = CONTENT.map.neighbours
    here = given("travel", beside[marker][0], routes=f"RT-21@{marker}; RT-31").do(StepTo(marker), STOP)
    assert (here.routes(), here.open) == (f"RT-21@{marker}; RT-31", "Station")
    assert here.has()[2] == 0
    there = given("travel", beside[end][0], routes=f"RT-21@{marker}; RT-31").do(StepTo(end), STOP)
    assert (there.open, there.has()) == ("TakeRoute", (11, 3, 6))


@pytest.mark.rule("STS-6.6")
def test_the_order_of_a_completion() -> None:
    """Marker, reward, what answers, and only then does the card leave its slot."""
    table = given("travel", "denver", crew="N: conductor#2", routes="RT-12@seattle; RT-31", on="oklahoma: SO-02")
    assert table.log(StepTo("oklahoma"), STOP)[2:] == (
        ev.RouteCompleted(0, "RT-12", "oklahoma"),
        ev.Gained(0, 4, 0, 2, 0, (0, 0, 0, 0), (0, 0, 0, 0), "RT-12"),
        ev.CrewUsed(0, "conductor#2", "N", "trigger", "complete_route"),
        ev.Gained(0, 2, 0, 0, 0, (0, 0, 0, 0), (0, 0, 0, 0), "conductor#2"),
    )
    full = given("travel", "denver", cargo="S8", routes="RT-24@washington; RT-31").do(StepTo("oklahoma"), STOP)
    assert (full.open, full.routes()) == ("AnyCargo", "RT-24; RT-31")
    assert full.route_deck.discard == ()


@pytest.mark.rule("STS-6.7")
def test_a_display_of_no_cards() -> None:
    """With a display of size 0 there is the deck alone, and it is taken by itself."""
    table = given("travel", "omaha", routes="RT-04@santa-fe; RT-31", rules={"route_display_size": 0}).do(StepTo("st-louis"), STOP, draws=["RT-09"])
    assert table.forced == [DECK]
    assert table.routes() == "RT-09; RT-31"


@pytest.mark.rule("STS-6.8", "STS-12.6")
def test_the_route_deck_runs_out() -> None:
    """When a card is needed the discarded ones are shuffled into a new deck."""
    table = given("travel", "omaha", routes="RT-04@santa-fe; RT-31", dry="routes").do(StepTo("st-louis"), STOP)
    thrown = len(table.route_deck.discard)
    assert (thrown, len(table.route_deck)) == (32 - 3 - 3 + 1, 0)  # all but two in slots and the display, and the one completed
    log = table.log(TakeRoute(0), draws=["RT-04"])
    assert log[:3] == (ev.RouteTaken(0, 0, "RT-01", 0), ev.RouteDeckReshuffled(thrown), ev.RouteDisplayFilled(0, "RT-04"))
    after = table.do(TakeRoute(0), draws=["RT-04"])
    assert (after.display, len(after.route_deck), after.route_deck.discard) == ("RT-04 RT-02 RT-03", thrown - 1, ())


@pytest.mark.rule("STS-6.8")
def test_no_route_card_is_left() -> None:
    """A display space that cannot be filled stays empty; with nothing to take at all the slot does."""
    few = made(routes=CONTENT.routes[:3])
    b = Seat(routes="ST-N@minneapolis; ST-E@pittsburgh")
    table = given("travel", "st-louis", routes="RT-01@chicago; ST-S@new-york", b=b, thrown="RT-02", display="RT-03 - -", game=few)
    table = table.do(StepTo("omaha"), STOP)
    assert table.legal == (TakeRoute(0), DECK)
    table = table.do(TakeRoute(0), draws=["RT-01", "RT-02"])
    assert (table.display, table.routes()) == ("RT-01 RT-02 -", "RT-03; ST-S@new-york")
    none = made(routes=())
    alone = given("travel", "miami", routes="-; ST-S@new-york", b=Seat(routes="-; ST-N@minneapolis"), display="- - -", game=none)
    alone = alone.do(StepTo("new-orleans"), STOP)
    assert (alone.routes(), alone.player().wild_route, alone.open) == ("-; -", "ST-S", "Station")


@pytest.mark.rule("STS-6.9")
def test_a_card_just_taken_is_marked_by_a_later_stop() -> None:
    """Not by the stop at which it was taken, also not when that was in a shared city and the train goes on."""
    shared = given("travel", "denver", routes="RT-12@seattle; RT-31", display="RT-24 RT-01 RT-03", b=Seat(at="oklahoma"))
    table = shared.do(StepTo("oklahoma"), STOP, TakeRoute(0), draws=["RT-05"])
    assert table.routes() == "RT-24; RT-31"
    option = given(
        "travel", "omaha", crew="W: ticket-agent#1", routes="RT-04@santa-fe; RT-31", display="RT-13 RT-01 RT-02", rules={"mark_new_routes": True}
    )
    table = option.do(StepTo("st-louis"), STOP, TakeRoute(0), draws=["RT-03"])
    assert table.routes() == "RT-13@st-louis; RT-31"
    assert table.has() == (14, 2, 3)


@pytest.mark.rule("STS-6.11", "STS-8.4")
def test_a_completed_starting_route_stays() -> None:
    """It lies with its player as one wild ticket, and goes to no discard pile."""
    table = given("travel", "boston", on="new-york: SO-02").do(StepTo("new-york"), STOP, TakeRoute(0), Work(0), draws=["RT-04"])
    assert table.player().wild_route == "ST-S"
    assert table.route_deck.discard == ()
    assert table.state.routes.out == ("ST-E", "ST-W")
    assert table.open == "Crew"


# ---- crew on the way ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.12")
def test_by_sea() -> None:
    """A sea step is paid like any other and then gone; no other city than a coal city begins or ends one."""
    table = given("travel", "new-york", crew="E: harbour-pilot#1", routes="RT-12; RT-28").do(UseCrew("E"), StepTo("miami"))
    assert table.events[-1] == ev.TrainMoved(0, "new-york", "miami", "base", sea=True)
    assert table.turn.armed.sea_steps == 0
    assert table.code(StepTo("seattle")) == "no-track"
    inland = given("travel", "new-orleans", crew="E: harbour-pilot#1").do(UseCrew("E"))
    assert inland.steps == {"atlanta", "houston", "miami"}
    onward = inland.do(StepTo("miami"))
    assert {"seattle", "boston", "charleston"} <= onward.steps
    assert onward.code(StepTo("houston")) == "no-track"
    assert onward.do(StepTo("seattle")).has()[1] == 1


@pytest.mark.rule("STS-9.13", "STS-6.1")
def test_the_express_conductor() -> None:
    """The routes held when the card is used are checked in each city entered; a card taken on the way is not."""
    table = given(
        "travel", "new-orleans", crew="E: express-conductor#1", routes="RT-29; RT-12@seattle", display="RT-24 RT-04 RT-03", on="denver: SO-02"
    ).do(UseCrew("E"))
    assert table.turn.armed.pass_cards == ("RT-29", "RT-12")
    table = table.do(StepTo("houston"))
    assert table.routes() == "RT-29@houston; RT-12@seattle"
    table = table.do(StepTo("oklahoma"))
    assert (table.has(), table.open) == ((8, 3, 4), "TakeRoute")
    table = table.do(TakeRoute(1), draws=["RT-05"])  # Santa Fe, St. Louis
    table = table.do(StepTo("santa-fe"), StepTo("houston"), StepTo("oklahoma"))
    assert table.routes() == "RT-29@houston; RT-04"
    assert table.forced == [STOP]  # without coal


@pytest.mark.rule("STS-9.13")
def test_the_express_conductor_and_the_stop() -> None:
    """A city entered and stopped in is checked at entering for the cards noted, and at the stop for all."""
    table = given("travel", "omaha", crew="E: express-conductor#1", routes="RT-04@santa-fe; RT-31", display="RT-13 RT-01 RT-02").do(UseCrew("E"))
    table = table.do(StepTo("st-louis"), TakeRoute(0), draws=["RT-03"])
    assert table.routes() == "RT-13; RT-31"
    assert table.do(STOP).routes() == "RT-13@st-louis; RT-31"


@pytest.mark.rule("STS-9.13")
def test_a_noted_card_that_comes_back_is_a_new_one() -> None:
    """It left its slot, so cities passed through do not mark it, nor do they count those in which the train was before."""
    table = given("travel", "denver", coal=4, crew="E: express-conductor#1", routes="RT-12@seattle; RT-29", dry="routes").do(UseCrew("E"))
    table = table.do(StepTo("oklahoma"), DECK, draws=["RT-12"])
    assert table.routes() == "RT-12; RT-29"
    assert table.turn.armed.pass_cards == ("RT-29",)
    table = table.do(StepTo("houston"), StepTo("oklahoma"))
    assert table.routes() == "RT-12; RT-29@houston"


@pytest.mark.rule("STS-9.11", "STS-6.7")
def test_a_replaced_route_is_not_completed() -> None:
    """A dropped card gives no points, and the new one is not checked."""
    table = given("market", "houston", crew="E: surveyor#1", routes="RT-12@seattle; RT-31", display="RT-29 RT-01 RT-02").do(UseCrew("E"))
    assert table.legal == (DropRoute(0), DropRoute(1))
    assert table.log(DropRoute(0)) == (ev.RouteDropped(0, "RT-12", "seattle"),)
    table = table.do(DropRoute(0), TakeRoute(0), draws=["RT-03"])
    assert (table.routes(), table.has()) == ("RT-29; RT-31", (8, 2, 0))
    assert table.route_deck.discard == ("RT-12",)
