"""The Station phase (section STS-7 of the rules page), and crew at the station: worked scenarios SC-25 to SC-39."""

from functools import partial
from typing import Any

import pytest

from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import Gain, Reward, Season, Trigger, Where
from railrules.games.station_to_station.actions import (
    Action,
    ChooseCargo,
    ChooseReward,
    ChooseWork,
    CompleteOrder,
    EndMarket,
    EndTurn,
    SaveCargo,
    StepTo,
    StopHere,
    TakeRailcar,
    TakeSupply,
    UseCrew,
    Work,
)
from railrules.games.station_to_station.content import SEASONS
from railrules.games.station_to_station.state import Token
from tests.games.station_to_station.given import CONTENT, SPARE, HouseRules, Seat, Table, given, remade

NOTHING = (0, 0, 0, 0)
WORKS = (Work(0), Work(1), Work(2))
DELIVER = CompleteOrder()
HOUSTON = (StepTo("houston"), StopHere())
SPARED = (SPARE["summer"],)


def at_houston(token: str, season: Season = "summer", rules: HouseRules | None = None, **mine: Any) -> Table:
    """A has come from New Orleans, and holds this token of Houston."""
    return given("travel", "new-orleans", on=f"houston: {token}", season=season, rules=rules, **mine).do(*HOUSTON)


def saved(table: Table) -> list[tuple[str, str]]:
    """The discounts used: what gave them, and the cargo saved."""
    return [(event.source, event.cargo) for event in table.events if isinstance(event, ev.DiscountUsed)]


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-7.1", "STS-7.4", "STS-7.6", "STS-7.7", "STS-7.8")
def test_sc25_the_first_example_of_the_rulebook() -> None:
    """Steel and oil are delivered, a reward is chosen, the order becomes a ticket of the South."""
    # given
    table = given("travel", "oklahoma", cargo="S1 O1", on="st-louis: SO-01")
    # when
    table = table.do(StepTo("st-louis"), StopHere(), DELIVER)
    # then
    assert (table.train(), table.open) == ("", "Reward")
    assert table.state.supply.cargo == (15, 15, 15, 15)
    # when
    cash, points = table.do(ChooseReward(0)), table.do(ChooseReward(1))
    # then
    assert (cash.has(), cash.tickets()) == ((16, 3, 0), "S: SO-01")
    assert (points.has(), points.tickets()) == ((8, 2, 5), "S: SO-01")


@pytest.mark.rule("STS-7.5", "STS-7.14", "STS-7.15", "STS-8.1")
def test_sc26_the_second_example_of_the_rulebook() -> None:
    """An order that cannot be delivered is given up for Work; without tickets the turn is over."""
    table = given("travel", "denver", on="oklahoma: SO-02").do(StepTo("oklahoma"), StopHere())
    assert table.code(DELIVER) == "cargo-missing"
    table = table.do(Work(2), draws=SPARED)
    assert table.has() == (10, 3, 0)
    assert (table.box, table.tickets()) == (("SO-02",), "")
    assert table.forced == [EndTurn()]
    assert table.acts == 1


@pytest.mark.rule("STS-7.2", "STS-3.3", "STS-7.12", "STS-1.11")
def test_sc27_coal_that_is_lost() -> None:
    """The bonus coal of Miami fills the bunker; the coal of the token is lost."""
    table = given("travel", "new-orleans", coal=8, on="miami: SS-1").do(StepTo("miami"), StopHere())
    assert table.has()[1] == 9
    log = table.log(TakeSupply(), draws=SPARED)
    assert log[1] == ev.Gained(0, 0, 0, 0, 3, NOTHING, NOTHING, "SS-1")
    table = table.do(TakeSupply(), draws=SPARED)
    assert table.has()[1] == 9
    assert table.box == ("SS-1",)


@pytest.mark.rule("STS-7.6", "STS-7.8", "STS-3.5")
def test_sc28_an_order_with_one_reward() -> None:
    """The reward of an autumn order needs no choice."""
    table = at_houston("AO-02", "autumn", cargo="S1 O2").do(DELIVER)
    assert table.forced == [ChooseReward(0)]
    assert table.has() == (8, 4, 7)
    assert table.tickets() == "S: AO-02"


@pytest.mark.rule("STS-7.9", "STS-7.10")
def test_sc29_railcars() -> None:
    """A railcar saves one cargo of its type; one with two types asks which."""
    one = at_houston("SO-01", cargo="S1", railcars="SR-3").do(DELIVER)
    assert (one.train(), one.open) == ("", "Reward")
    assert one.state.supply.cargo == (15, 15, 15, 15)
    two = at_houston("SO-19", cargo="S1 O1 G1 T1", railcars="SR-1+ SR-5").do(DELIVER)
    assert two.events[-1] == ev.DiscountUsed(0, "SR-5", "grain")
    assert two.legal == (SaveCargo("steel"), SaveCargo("oil"))
    assert two.do(SaveCargo("steel")).train() == "S1 G1"


@pytest.mark.rule("STS-7.10", "STS-7.11", "STS-7.9")
def test_sc30_what_keeps_an_order_payable() -> None:
    """Only a saving that leaves the rest payable is possible; an order may cost nothing; without the option one railcar counts."""
    table = at_houston("SO-01", cargo="O1", railcars="SR-1+").do(DELIVER)
    assert table.forced == [SaveCargo("steel")]
    assert table.train() == ""
    free = at_houston("SO-01", railcars="SR-1 SR-3").do(DELIVER)
    assert free.open == "Reward"
    assert ev.OrderCompleted(0, "SO-01", "houston", "S", NOTHING, (1, 1, 0, 0)) in free.events
    single: HouseRules = {"railcars_cumulative": False}
    assert at_houston("SO-01", rules=single, railcars="SR-1 SR-3").code(DELIVER) == "cargo-missing"
    steel = at_houston("SO-01", rules=single, railcars="SR-1 SR-3", cargo="S1").do(DELIVER)
    assert steel.forced == [SaveCargo("oil")]
    assert (steel.train(), steel.open) == ("", "Reward")


@pytest.mark.rule("STS-7.12", "STS-10.6", "STS-1.4")
def test_sc31_the_sides_of_a_supply_token() -> None:
    """The improved side gives five coal, as far as there is space; the base side three."""
    assert at_houston("SS-1+", coal=7).do(TakeSupply(), draws=SPARED).has()[1] == 9
    assert at_houston("SS-1").do(TakeSupply(), draws=SPARED).has()[1] == 5


@pytest.mark.rule("STS-7.13", "STS-10.6")
def test_sc32_a_railcar_stays_as_it_was_taken() -> None:
    """It lies with the player with the side that was up, and does not flip when the season ends."""
    table = given("travel", "new-orleans", on="houston: SR-2; denver: SR-1", bag="SO-20")
    table = table.do(StepTo("houston"), StopHere(), TakeRailcar(), draws=["SO-20"])
    assert table.season == "autumn"
    assert table.railcars() == "SR-2"
    assert table.token("denver") == "SR-1+"


@pytest.mark.rule("STS-7.14", "STS-7.3")
def test_sc33_work_with_an_order_that_could_be_delivered() -> None:
    """The token goes into the box and gives no ticket; the cargo stays."""
    table = at_houston("SO-01", cargo="S1 O1").do(Work(0), draws=SPARED)
    assert table.has() == (8, 4, 0)
    assert (table.train(), table.tickets(), table.box) == ("S1 O1", "", ("SO-01",))


@pytest.mark.rule("STS-9.6", "STS-7.14")
def test_sc34_the_labourer() -> None:
    """Work gives him a coal and $2 more."""
    table = at_houston("SO-02", crew="E: labourer#2").do(Work(2))
    assert table.has() == (12, 4, 0)
    assert table.crew() == "E: labourer#2 used"


@pytest.mark.rule("STS-7.10", "STS-9.8")
def test_sc35_the_foreman() -> None:
    """His discount comes after that of the railcar."""
    table = at_houston("SO-17", cargo="O2", railcars="SR-2", crew="E: foreman#2")
    assert table.code(DELIVER) == "cargo-missing"
    table = table.do(UseCrew("E"), DELIVER)
    assert [(event.source, event.cargo) for event in table.events if isinstance(event, ev.DiscountUsed)] == [
        ("SR-2", "steel"),
        ("foreman#2", "steel"),
    ]
    assert table.train() == ""
    assert table.do(ChooseReward(1)).has() == (8, 2, 10)


@pytest.mark.rule("STS-9.14")
def test_sc36_the_negotiator() -> None:
    """All rewards of the order come, and none is chosen."""
    table = at_houston("SO-01", cargo="S1 O1", crew="S: negotiator#2").do(UseCrew("S"), DELIVER)
    assert table.has() == (16, 3, 5)
    assert table.open == "Crew"
    assert not any(isinstance(event, ev.RewardChosen) for event in table.events)


@pytest.mark.rule("STS-9.6", "STS-9.15", "STS-7.7")
def test_sc37_the_superintendent() -> None:
    """After the freight clerk's $2 a Work reward is chosen."""
    table = at_houston("AO-04", "autumn", cargo="G1 T2", crew="N: freight-clerk#2; W: superintendent#2").do(DELIVER)
    assert table.has() == (10, 4, 5)
    assert table.legal == (ChooseWork(0), ChooseWork(1), ChooseWork(2))
    assert table.do(ChooseWork(1)).has() == (15, 4, 5)


@pytest.mark.rule("STS-9.6")
def test_sc38_a_winter_order_with_five_cargo() -> None:
    """The snowplough captain gives 4 points, the weighmaster 2."""
    table = at_houston("WO-06", "winter", cargo="G3 T2", crew="S: snowplough-captain#2; W: weighmaster#2").do(DELIVER)
    assert table.has()[2] == 18


@pytest.mark.rule("STS-7.2", "STS-9.6")
def test_sc39_the_dock_hand() -> None:
    """Used by the bonus coal, though the coal of the card is lost."""
    table = given("travel", "new-orleans", coal=8, crew="E: dock-hand#2", on="miami: SO-02").do(StepTo("miami"), StopHere())
    assert table.has() == (10, 9, 0)
    assert table.crew() == "E: dock-hand#2 used"
    assert table.legal == WORKS


# ---- the token in hand -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-7.1", "STS-7.3")
@pytest.mark.parametrize(("token", "action"), [("SO-01", DELIVER), ("SS-2+", TakeSupply()), ("SR-2", TakeRailcar())])
def test_one_choice_for_each_kind_of_token(token: str, action: Action) -> None:
    """The token leaves the map for the hand; its own action or Work, and nothing else."""
    table = at_houston(token, cargo="S1 O1")
    assert (table.token("houston"), table.player().token) == ("-", Token(token.removesuffix("+"), token.endswith("+")))
    assert table.legal == (action, *WORKS)
    assert table.do(Work(1), draws=SPARED).box == (token.removesuffix("+"),)


@pytest.mark.rule("STS-7.2", "STS-1.11")
@pytest.mark.parametrize("city", CONTENT.coal_cities)
def test_bonus_coal(city: str) -> None:
    """Every coal city gives one, before anything is chosen, and for Work too."""
    table = given("travel", CONTENT.map.neighbours[city][0], on=f"{city}: SO-02", b=Seat(at="fargo"), routes="-; -").do(StepTo(city), StopHere())
    assert table.has()[1] == 3
    assert table.events[-1] == ev.Gained(0, 0, 0, 1, 0, NOTHING, NOTHING, "bonus_coal")


@pytest.mark.rule("STS-7.2")
def test_an_answer_to_a_bonus_coal_that_was_lost() -> None:
    """The dock hand answers though the bunker was full."""
    table = given("travel", "new-orleans", coal=9, crew="E: dock-hand#2", on="miami: SO-02").do(StepTo("miami"), StopHere())
    assert table.has() == (10, 9, 0)
    assert [event.coal_lost for event in table.events if isinstance(event, ev.Gained)] == [1, 1]


@pytest.mark.rule("STS-7.4", "STS-7.5")
def test_paying_an_order() -> None:
    """Exactly the cost goes to the supply; one cargo too few, and the order can only be worked."""
    table = at_houston("SO-16", cargo="S2 O1 G1 T3")
    assert table.do(DELIVER).train() == "S1 T3"
    assert table.do(DELIVER).state.supply.cargo == (14, 15, 15, 12)
    short = at_houston("SO-16", cargo="S2 G1 T3")
    assert short.code(DELIVER) == "cargo-missing"
    assert short.legal == WORKS


@pytest.mark.rule("STS-7.7", "STS-8.2")
@pytest.mark.parametrize(("city", "region"), [("omaha", "N"), ("cincinnati", "E"), ("atlanta", "S"), ("denver", "W")])
def test_the_region_of_a_ticket(city: str, region: str) -> None:
    """It is that of the city where the train is, and the new ticket lies on top."""
    table = given("travel", CONTENT.map.neighbours[city][-1], cargo="G1 T1", tickets=f"{region}: SO-03", on=f"{city}: SO-02", routes="-; -")
    table = table.do(StepTo(city), StopHere(), DELIVER, ChooseReward(1))
    assert table.tickets() == f"{region}: SO-02 SO-03"


@pytest.mark.rule("STS-7.8")
def test_the_bounds_of_orders() -> None:
    """Cost and rewards of every order are what its season allows."""
    sizes = {"summer": (2, 3, 4), "autumn": (3, 4), "winter": (5, 6), "countdown": (4, 5, 6)}
    assert [len([order for order in CONTENT.orders if order.season == season]) for season in SEASONS] == [22, 12, 12, 4]
    for order in CONTENT.orders:
        assert sum(order.cost) in sizes[order.season]
        kinds = [(reward.points > 0, reward.cash > 0, reward.coal > 0) for reward in order.rewards]
        match order.season:
            case "summer":
                assert (True, False, False) in kinds
                assert {kind for kind in kinds if not kind[0]} <= {(False, True, False), (False, True, True)} != set()
            case "autumn":
                assert set(kinds) <= {(True, True, False), (True, False, True)}
            case _:
                assert kinds == [(True, False, False)]
                assert order.season == "winter" or sum(map(bool, order.cost)) == 1


@pytest.mark.rule("STS-7.9", "STS-7.10")
def test_discounts_come_in_order() -> None:
    """Railcars with one type, then those with several as they were hitched, then crew; what fits nothing lapses."""
    table = at_houston("SO-17", cargo="S2 O2", railcars="SR-3+ SR-1+ SR-5 SR-4 SR-7", crew="E: foreman#1")
    table = table.do(UseCrew("E"), DELIVER)
    # SR-5 and SR-7 show nothing of the order; SR-4 shows oil alone; of SR-3+ (oil, timber) one type fits; SR-1+ finds steel only
    assert saved(table) == [("SR-4", "oil"), ("SR-3", "oil"), ("SR-1", "steel"), ("foreman#1", "steel")]
    assert table.train() == "S2 O2"
    assert table.open == "Reward"


@pytest.mark.rule("STS-7.11")
def test_railcars_as_one_discount() -> None:
    """With the option off it shows what any of them shows, and nothing else; it comes with those of several types, before crew."""
    single: HouseRules = {"railcars_cumulative": False}
    assert at_houston("SO-01", rules=single, cargo="S1", railcars="SR-1 SR-5 SR-7").code(DELIVER) == "cargo-missing"
    table = at_houston("SO-19", rules=single, cargo="S1 O1 G1 T1", railcars="SR-1 SR-5", crew="E: foreman#1").do(UseCrew("E"), DELIVER)
    assert table.legal == (SaveCargo("steel"), SaveCargo("grain"))
    table = table.do(SaveCargo("grain"))
    assert saved(table) == [("railcars", "grain")]
    assert table.legal == (SaveCargo("steel"), SaveCargo("oil"), SaveCargo("timber"))


@pytest.mark.rule("STS-7.9", "STS-7.13")
def test_a_railcar_saves_on_every_order() -> None:
    """It stays hitched, and saves again on the order of the next turn."""
    table = given("travel", "new-orleans", cargo="S1 T1", railcars="SR-3", on="houston: SO-01; oklahoma: SO-08")
    table = table.do(*HOUSTON, DELIVER, ChooseReward(1), EndTurn(), draws=SPARED)
    table = table.do(EndMarket(), StepTo("helena"), StopHere(), Work(1), draws=[table.any_token])
    table = table.do(EndMarket(), StepTo("oklahoma"), StopHere(), DELIVER)
    assert saved(table) == [("SR-3", "oil"), ("SR-3", "oil")]
    assert (table.train(), table.railcars()) == ("", "SR-3")


@pytest.mark.rule("STS-7.12", "STS-7.15", "STS-8.2")
def test_a_supply_token_is_no_ticket() -> None:
    """It goes into the box before it gives anything, and cannot be paid."""
    table = at_houston("SS-5").do(TakeSupply())
    assert (table.open, table.box) == ("AnyCargo", ("SS-5",))
    table = table.do(ChooseCargo("steel"), ChooseCargo("steel"), ChooseCargo("oil"), draws=SPARED)
    assert table.train() == "S2 O1"
    assert (table.tickets(), table.box) == ("", ("SS-5",))


@pytest.mark.rule("STS-7.14")
def test_the_work_rewards() -> None:
    """2 coal, $5, or 1 coal and $2."""
    table = at_houston("SO-02")
    assert [table.do(work, draws=SPARED).has() for work in WORKS] == [(8, 4, 0), (13, 2, 0), (10, 3, 0)]


@pytest.mark.rule("STS-7.16", "STS-9.6", "STS-7.13")
def test_a_card_improves_the_token_before_it_is_taken() -> None:
    """The quartermaster's token counts as improved, whether it gives something or is hitched."""
    table = at_houston("SS-1", crew="E: quartermaster#1; S: supply-clerk#1")
    log = table.log(TakeSupply())
    assert log == (
        ev.CrewUsed(0, "quartermaster#1", "E", "trigger", "take_supply"),
        ev.CrewUsed(0, "supply-clerk#1", "S", "trigger", "take_supply"),
        ev.TokenImproved(0, "SS-1"),
        ev.Gained(0, 2, 0, 0, 0, NOTHING, NOTHING, "quartermaster#1"),
        ev.Gained(0, 0, 3, 1, 0, NOTHING, NOTHING, "supply-clerk#1"),
        ev.SupplyTaken(0, "SS-1", improved=True),
        ev.Gained(0, 0, 0, 5, 0, NOTHING, NOTHING, "SS-1"),
    )
    assert at_houston("SR-2", crew="E: quartermaster#1").do(TakeRailcar()).railcars() == "SR-2+"
    already = at_houston("SR-2+", crew="E: quartermaster#1").do(TakeRailcar())
    assert not any(isinstance(event, ev.TokenImproved) for event in already.events)


# ---- crew at the station -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.14")
def test_all_rewards_of_the_next_order_only() -> None:
    """Armed once, used by one order; at a token that is no order, or has one reward, it cannot be."""
    table = at_houston("SO-01", cargo="S1 O1", crew="S: negotiator#2").do(UseCrew("S"))
    assert table.turn.armed.all_options
    after = table.do(DELIVER)
    assert not after.turn.armed.all_options
    gained = [(event.cash, event.coal, event.points) for event in after.events if isinstance(event, ev.Gained)]
    assert gained == [(8, 1, 0), (0, 0, 5)]
    assert at_houston("SS-2", crew="S: negotiator#2").code(UseCrew("S")) == "condition-not-met"
    assert at_houston("AO-02", "autumn", crew="S: negotiator#2").code(UseCrew("S")) == "condition-not-met"


@pytest.mark.rule("STS-9.15", "STS-7.14")
def test_a_work_reward_is_not_work() -> None:
    """The labourer does not answer to it, and nothing goes into the box."""
    table = at_houston("SO-02", cargo="G1 T1", crew="N: superintendent#1; E: labourer#1").do(DELIVER, ChooseReward(1), ChooseWork(2))
    assert table.has() == (10, 3, 3)
    assert table.crew() == "N: superintendent#1 used; E: labourer#1"
    assert table.box == ()


@pytest.mark.rule("STS-9.8", "STS-9.9", "STS-10.2")
def test_armed_and_not_used() -> None:
    """A discount may be armed and then given up; at clean-up it is lost."""
    table = at_houston("SO-02", cargo="G1 T1", crew="E: foreman#1").do(UseCrew("E"))
    assert [discount.source for discount in table.turn.armed.order_discounts] == ["foreman#1"]
    table = table.do(Work(0))
    assert table.turn.armed.order_discounts != ()
    table = table.do(EndTurn(), draws=SPARED)
    assert table.turn.armed == type(table.turn.armed)()


@pytest.mark.rule("STS-9.6")
def test_conditions_of_triggers() -> None:
    """The weighmaster wants four cargo as printed, the captain a late season; whose condition fails is not used."""
    small = at_houston("AO-02", "autumn", cargo="S1 O2", crew="N: weighmaster#1; E: snowplough-captain#1").do(DELIVER)
    assert small.crew() == "N: weighmaster#1; E: snowplough-captain#1"
    paid = at_houston("SO-19", cargo="S1 O1", railcars="SR-5 SR-7", crew="N: weighmaster#1").do(DELIVER, ChooseReward(1))
    assert paid.has()[2] == 11  # four are printed, two were paid


@pytest.mark.rule("STS-9.6", "STS-7.16")
def test_a_trigger_for_one_kind_of_token() -> None:
    """Where the token matters it is the one being taken; when a token is worked there is none to look at."""
    trigger = Trigger(("take_supply", "take_railcar", "work"), (Gain(Reward(cash=1)),), Where(token=("railcar",)))
    here = partial(at_houston, crew="N: porter#1", game=remade(porter=(trigger,)))
    assert here("SR-2").do(TakeRailcar()).has() == (9, 2, 0)
    assert here("SS-6").do(TakeSupply()).has() == (8, 2, 3)
    assert here("SR-2").do(Work(1)).has() == (13, 2, 0)


@pytest.mark.rule("STS-9.6", "STS-9.1")
def test_a_trigger_answers_once_a_turn() -> None:
    """Of several events of a turn the first is answered, and all cards that answer are marked before any effect runs."""
    game = remade(
        porter=(Trigger(("take_supply", "work", "bonus_coal"), (Gain(Reward(cash=1)),)),),
        drifter=(Trigger(("work",), (Gain(Reward(coal=1)),), Where(has_cargo=True)),),
    )
    table = given("travel", "new-orleans", crew="N: porter#1; W: drifter#1", on="miami: SO-02", game=game).do(StepTo("miami"), StopHere())
    assert table.crew() == "N: porter#1 used; W: drifter#1"
    assert table.has() == (9, 3, 0)
    assert table.do(Work(1)).has() == (14, 3, 0)
