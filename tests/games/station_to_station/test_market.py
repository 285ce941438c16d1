"""The Market (section STS-4 of the rules page) and the procedures of section STS-3: worked scenarios SC-05 to SC-13."""

import attrs
import pytest

from railrules import SeededChance
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import CoalPrice, Gain, PairPrice, Reward, Trigger
from railrules.games.station_to_station.actions import (
    Action,
    BuyCargo,
    BuyCoal,
    ChooseCargo,
    DiscardCargo,
    EndMarket,
    EndTurn,
    StepTo,
    StopHere,
    TakeRoute,
    TakeSupply,
    UseCrew,
    Work,
)
from tests.games.station_to_station.given import CONTENT, GAME, SPARE, Phase, Seat, given, made, new_game, random_states, remade

STEEL, OIL, GRAIN, TIMBER = (BuyCargo(cargo) for cargo in CONTENT.cargo_ids)
HOUSTON = (StepTo("houston"), StopHere())

# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-4.1", "STS-4.4", "STS-4.5", "STS-3.5")
def test_sc05_the_example_of_the_rulebook() -> None:
    """Local oil and imported grain for $8 and a coal; with nothing left to buy the Market ends by itself."""
    # given
    table = given("market", "houston")
    # when
    table = table.do(OIL, GRAIN)
    # then
    assert table.has() == (0, 1, 0)
    assert table.train() == "O2 G2"
    assert table.forced == [EndMarket()]
    assert table.open == "Travel"


@pytest.mark.rule("STS-4.6", "STS-4.3")
def test_sc06_coal_bought_pays_for_imports() -> None:
    """Without coal grain cannot be imported; a coal bought first pays for it."""
    table = given("market", "houston", coal=0)
    assert table.code(GRAIN) == "not-enough-coal"
    table = table.do(BuyCoal(), GRAIN)
    assert table.has() == (2, 0, 0)
    assert table.train() == "G2"
    assert table.forced == [EndMarket()]


@pytest.mark.rule("STS-4.3", "STS-1.14")
def test_sc07_nine_coal() -> None:
    """The ninth coal can be bought, the tenth cannot."""
    table = given("market", "houston", coal=8).do(BuyCoal())
    assert table.has() == (5, 9, 0)
    assert table.code(BuyCoal()) == "coal-full"


@pytest.mark.rule("STS-4.8", "STS-3.4", "STS-1.14")
def test_sc08_a_full_train() -> None:
    """The pair is paid in full; then one cargo goes, new or old."""
    table = given("market", "houston", cargo="T7").do(OIL)
    assert table.has() == (3, 2, 0)
    assert table.train() == "O2 T7"
    assert table.legal == (DiscardCargo("oil"), DiscardCargo("timber"))
    fewer, space = table.do(DiscardCargo("oil")), table.do(DiscardCargo("timber"))
    assert (fewer.train(), space.train()) == ("O1 T7", "O2 T6")
    assert fewer.has() == space.has() == (3, 2, 0)


@pytest.mark.rule("STS-4.7", "STS-1.6")
def test_sc09_one_oil_left() -> None:
    """It costs as much as two; with none left there is nothing to buy."""
    table = given("market", "houston", n=3, cash=20, b=Seat(cargo="O8"), c=Seat(cargo="O6")).do(OIL)
    assert table.has() == (15, 2, 0)
    assert table.train() == "O1"
    assert table.state.supply.cargo[1] == 0
    assert table.code(OIL) == "cargo-supply-empty"


@pytest.mark.rule("STS-4.9", "STS-9.5")
def test_sc10_brokers() -> None:
    """The first pair of metals and the first two of produce cost $2 less each."""
    table = given("market", "chicago", cash=20, crew="N: metals-broker#2; E: produce-broker#2")
    cash = []
    for purchase in (STEEL, STEEL, GRAIN, GRAIN):
        table = table.do(purchase)
        cash.append(table.has()[0])
    assert cash == [17, 12, 11, 10]
    assert table.train() == "S4 G4"
    assert table.do(GRAIN).has() == (7, 2, 0)


@pytest.mark.rule("STS-4.9", "STS-9.5", "STS-9.1")
def test_sc11_coal_merchants() -> None:
    """One makes three coal cheaper; two work together, and the first coal uses both."""
    table = given("market", "chicago", cash=20, coal=0, crew="W: coal-merchant#2")
    cash = []
    for _ in range(4):
        table = table.do(BuyCoal())
        cash.append(table.has()[0])
    assert cash == [18, 16, 14, 11]
    assert table.has()[1] == 4
    both = given("market", "chicago", crew="E: coal-merchant#1; N: coal-merchant#2").do(BuyCoal())
    assert both.has() == (7, 3, 0)
    assert both.crew() == "N: coal-merchant#2 used; E: coal-merchant#1 used"


@pytest.mark.rule("STS-4.9", "STS-4.5")
def test_sc12_the_customs_clerk() -> None:
    """The first import needs no coal, the second does."""
    table = given("market", "houston", cash=20, coal=1, crew="S: customs-clerk#2").do(GRAIN)
    assert table.has() == (17, 1, 0)
    table = table.do(TIMBER)
    assert table.has() == (14, 0, 0)
    assert table.code(TIMBER) == "not-enough-coal"


@pytest.mark.rule("STS-4.10", "STS-3.4")
def test_sc13_the_storekeeper() -> None:
    """A third oil comes before the train is trimmed."""
    table = given("market", "houston", cash=20, cargo="G6", crew="S: storekeeper#2").do(OIL)
    assert table.has() == (15, 2, 0)
    assert (table.train(), table.open) == ("O3 G6", "Trim")
    assert table.do(DiscardCargo("grain")).train() == "O3 G5"


# ---- the Market --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-4.1", "STS-4.2", "STS-3.1")
def test_the_market_is_optional_and_ends_for_good() -> None:
    """Nothing need be bought; once it is over nothing can be, in no later phase."""
    table = given("market", "houston", on="oklahoma: SO-02", tickets="W: SO-03")
    assert table.do(STEEL, BuyCoal()).state == table.do(BuyCoal(), STEEL).state
    travel = table.do(EndMarket())
    assert travel.has() == (8, 2, 0)
    for later in (travel, travel.do(StepTo("oklahoma"), StopHere()), travel.do(StepTo("oklahoma"), StopHere(), Work(1))):
        assert later.open in ("Travel", "Station", "Crew")
        for action in (BuyCoal(), OIL, EndMarket()):
            assert later.code(action) == "wrong-decision"


@pytest.mark.rule("STS-4.4", "STS-4.5")
@pytest.mark.parametrize("city", ["houston", "chicago", "minneapolis"])
def test_prices(city: str) -> None:
    """Steel and oil cost $5 a pair, grain and timber $3; what the city does not show costs a coal more."""
    table = given("market", city, cash=20)
    for cargo, price in zip(CONTENT.cargo_ids, (5, 5, 3, 3), strict=True):
        coal = 2 if cargo in CONTENT.city[city].market else 1
        assert table.do(BuyCargo(cargo)).has() == (20 - price, coal, 0)


@pytest.mark.rule("STS-4.7", "STS-1.6")
def test_an_unlimited_supply() -> None:
    """With the option a pair is a pair, however much is on the trains."""
    table = given("market", "houston", n=3, cash=20, b=Seat(cargo="O8"), c=Seat(cargo="O6"), rules={"cargo_supply": "unlimited"})
    assert table.do(OIL, OIL).train() == "O4"


@pytest.mark.rule("STS-4.9", "STS-9.5")
def test_the_floor_of_prices() -> None:
    """No price is below $1, no import below no coal, and an ability is used even where the floor leaves nothing of it."""
    game = remade(coal_merchant=(CoalPrice(-2, 1),), porter=(PairPrice(("grain",), -9, 1),))
    table = given("market", "chicago", game=game, crew="N: coal-merchant#1; E: coal-merchant#2; S: porter#1").do(BuyCoal(), GRAIN)
    assert table.has() == (6, 3, 0)
    assert table.crew() == "N: coal-merchant#1 used; E: coal-merchant#2 used; S: porter#1 used"
    clerks = given("market", "houston", coal=0, cash=3, crew="N: customs-clerk#1; S: customs-clerk#2").do(GRAIN)
    assert clerks.has() == (0, 0, 0)


@pytest.mark.rule("STS-4.10")
def test_the_order_of_a_purchase_of_cargo() -> None:
    """Payment and pair, the price ability used, the answers to it, the trim."""
    table = given("market", "houston", cash=20, cargo="G7", crew="N: metals-broker#1; S: storekeeper#2")
    assert table.kinds(OIL) == ["CargoBought", "CrewUsed", "CrewUsed", "Gained"]
    log = table.log(OIL)
    assert log[0] == ev.CargoBought(0, "oil", 2, 3, 0, imported=False)
    assert log[1:3] == (
        ev.CrewUsed(0, "metals-broker#1", "N", "price", "buy_cargo"),
        ev.CrewUsed(0, "storekeeper#2", "S", "trigger", "buy_cargo"),
    )
    assert table.do(OIL).open == "Trim"


@pytest.mark.rule("STS-4.11")
def test_the_order_of_a_purchase_of_coal() -> None:
    """Payment and coal, then the answers to it: with eight coal the ninth is bought, and a tenth is lost."""
    game = remade(porter=(Trigger(("buy_coal",), (Gain(Reward(coal=1)),)),))
    table = given("market", "houston", coal=8, crew="N: porter#1", game=game)
    assert table.log(BuyCoal()) == (
        ev.CoalBought(0, 3),
        ev.CrewUsed(0, "porter#1", "N", "trigger", "buy_coal"),
        ev.Gained(0, 0, 0, 0, 1, (0, 0, 0, 0), (0, 0, 0, 0), "porter#1"),
    )


@pytest.mark.rule("STS-4.12", "STS-9.5")
def test_what_is_left_of_a_price_ability_ends_with_the_market() -> None:
    """After one of three cheaper coal there are two to come, and none when the Market is over."""
    table = given("market", "houston", cash=20, crew="N: coal-merchant#1").do(BuyCoal())
    assert [there.left for there in table.turn.allowances] == [2]
    assert table.do(EndMarket()).turn.allowances == ()


# ---- procedures --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-3.3")
def test_gain() -> None:
    """Coal as far as there is space, fixed cargo, then cargo of choice one by one, then the trim."""
    table = given("travel", "new-orleans", coal=9, cargo="T7", on="houston: SS-5+")
    table = table.do(*HOUSTON, TakeSupply())
    gained = table.events[-1]
    assert gained == ev.Gained(0, 0, 0, 0, 2, (0, 0, 0, 0), (0, 0, 0, 0), "SS-5")
    for left in (3, 2, 1):
        assert table.legal == tuple(ChooseCargo(cargo) for cargo in CONTENT.cargo_ids)
        assert getattr(table.top, "left", None) == left
        table = table.do(ChooseCargo("oil"))
    assert (table.train(), table.open) == ("O3 T7", "Trim")
    table = table.do(DiscardCargo("oil"), DiscardCargo("oil"), draws=[SPARE["summer"]])
    assert table.train(0) == "O1 T7"


@pytest.mark.rule("STS-3.3", "STS-1.6")
def test_gain_of_what_is_there() -> None:
    """Cargo of choice is of the types that are left; with one type left it comes by itself, with none nothing does."""
    b, c, d = Seat(cargo="S2 G2 T2"), Seat(cargo="S1 O1"), Seat(cargo="O2")
    three = tuple(attrs.evolve(cargo, supply=3) for cargo in CONTENT.cargo)
    small = made(cargo=three)
    table = given("travel", "new-orleans", n=4, cargo="G1", on="houston: SS-5", game=small, b=b, c=c, d=d)
    table = table.do(*HOUSTON, TakeSupply(), draws=[SPARE["summer"]])
    assert table.forced[:1] == [ChooseCargo("timber")]
    assert table.train() == "G1 T1"


@pytest.mark.rule("STS-3.5")
def test_what_needs_no_choice_is_not_asked() -> None:
    """In random games nobody is ever shown a decision with one choice; whoever has one finds it taken and told."""
    for n in (2, 4):
        for state in random_states(n, 6):
            assert len(GAME.legal_actions(state)) != 1
    table = given("market", "houston", cash=0, coal=0)
    *_, last = given("travel", "new-orleans", coal=0, on="houston: SO-02").log(StepTo("houston"))
    assert table.legal == (EndMarket(),)  # as it is written, no step led here
    assert isinstance(last, ev.TokenPickedUp)


@pytest.mark.rule("STS-3.6")
def test_cargo_is_not_thrown_away() -> None:
    """With room on the train no cargo can be discarded, in no phase; in whole games cargo leaves for orders, trims and exchanges alone."""
    phases: tuple[Phase, ...] = ("market", "travel", "crew")
    for phase in phases:
        table = given(phase, "houston", cargo="S8")
        for cargo in CONTENT.cargo_ids:
            assert table.code(DiscardCargo(cargo)) == "wrong-decision"
    chance = SeededChance(2)
    state = new_game(3, 2).state
    left = 0
    while legal := GAME.legal_actions(state):
        step = GAME.apply(state, legal[chance.pick(len(legal))], chance)
        change = [sum(after.train.cargo) - sum(before.train.cargo) for before, after in zip(state.players, step.state.players, strict=True)]
        for event in step.events:
            match event:
                case ev.CargoBought(seat, _, count):
                    change[seat] -= count
                case ev.Gained(seat, cargo=came):
                    change[seat] -= sum(came)
                case ev.CargoChosen(seat):
                    change[seat] -= 1
                case ev.CargoDiscarded(seat):
                    change[seat] += 1
                    left += 1
                case ev.OrderCompleted(seat, paid=paid):
                    change[seat] += sum(paid)
                    left += sum(paid)
        assert change == [0, 0, 0]
        state = step.state
    assert left > 5


@pytest.mark.rule("STS-3.7", "STS-9.6")
def test_depth_first() -> None:
    """A route is marked and answered to, another one is completed with its answer and replaced, before the city is found to be shared."""
    table = given(
        "travel",
        "new-orleans",
        coal=2,
        crew="N: conductor#1; E: ticket-agent#1; W: switchman#1",
        routes="RT-29; RT-21@minneapolis",
        b=Seat(at="houston"),
    )
    assert table.kinds(StepTo("houston"), StopHere()) == [
        "TrainMoved",
        "TrainStopped",
        "RouteMarked",
        "CrewUsed",
        "Gained",
        "RouteCompleted",
        "Gained",
        "CrewUsed",
        "Gained",
    ]
    table = table.do(*HOUSTON)
    assert table.kinds(TakeRoute(0), draws=["RT-04"]) == ["RouteTaken", "RouteDisplayFilled", "TravelRepeated", "CrewUsed", "Gained"]


@pytest.mark.rule("STS-3.8")
def test_only_the_deciding_player_acts() -> None:
    """There is one of them until the end, and others are refused."""
    table = given("market", "houston", n=3)
    assert table.intent(0, BuyCoal()) is None
    for seat in (1, 2):
        refused = table.intent(seat, BuyCoal())
        assert refused is not None
        assert (refused.code, refused.rule) == ("not-your-turn", "STS-3.8")
        assert GAME.legal_at(table.view(seat)) == ()
    for state in random_states(2, 4):
        assert (GAME.current_player(state) is None) == (GAME.outcome(state) is not None)


@pytest.mark.rule("STS-3.1", "STS-3.2", "STS-10.1")
def test_the_phases_of_a_turn() -> None:
    """Market, Travel, Station, Crew, and the Market of the next player after a clean-up that asks nobody."""
    table = given("market", "new-orleans", on="houston: SO-02", tickets="N: SO-03")
    phases = []
    actions: tuple[Action, ...] = (EndMarket(), StepTo("houston"), StopHere(), Work(0))
    for action in actions:
        phases.append(table.open)
        table = table.do(action)
    phases.append(table.open)
    assert phases == ["Market", "Travel", "Travel", "Station", "Crew"]
    table = table.do(EndTurn(), draws=[SPARE["summer"]])
    assert (table.open, table.acts, table.turn.start_city) == ("Market", 1, "seattle")


@pytest.mark.rule("STS-3.2", "STS-9.2")
def test_turn_start() -> None:
    """The crew is no longer fresh, nothing is armed, the city of the train is where the turn starts, and triggers answer."""
    table = given("crew", "houston", b=Seat(at="seattle", crew="N: stoker#1 fresh; W: fireman#1 fresh"))
    log = table.log(EndTurn(), draws=[SPARE["summer"]])
    assert log[-3:] == (
        ev.TurnStarted(1, table.number + 1, "seattle", ("stoker#1", "fireman#1")),
        ev.CrewUsed(1, "stoker#1", "N", "trigger", "turn_start"),
        ev.Gained(1, 0, 0, 1, 0, (0, 0, 0, 0), (0, 0, 0, 0), "stoker#1"),
    )
    table = table.do(EndTurn(), draws=[SPARE["summer"]])
    assert table.crew(1) == "N: stoker#1 used; W: fireman#1"
    assert table.turn == type(table.turn)("seattle")
    assert table.code(UseCrew("W")) == "wrong-window"
