"""Every refusal of section 3.2 of the rules page, with its rule, in the order of the page: worked scenario SC-61."""

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
import pytest

from railrules import InvalidActionError
from railrules.games.station_to_station.abilities import Activate, Cost, Gain, Reward, Where
from railrules.games.station_to_station.actions import (
    Action,
    BuyCargo,
    BuyCoal,
    ChooseCargo,
    ChooseReward,
    ChooseWork,
    CompleteOrder,
    DiscardCargo,
    DropRoute,
    EndMarket,
    EndTurn,
    GainCaboose,
    GiveCargo,
    HireCrew,
    KeepCrew,
    KeepRoute,
    PayTicket,
    PlaceToken,
    SaveCargo,
    StepTo,
    StopHere,
    TakeRailcar,
    TakeRoute,
    TakeSupply,
    UseCrew,
    Work,
)
from railrules.games.station_to_station.state import PendingDropRoute, PendingMarket, PendingTakeRoute, PendingTravel, Turn
from tests.games.station_to_station.given import CONTENT, GAME, Seat, Table, dealt, given, made, random_states, remade

Case: TypeAlias = tuple[Action, str, Callable[[], Table]]

PAGE: dict[type, tuple[str, dict[str, str]]] = {
    KeepRoute: ("KeepRoute", {}),
    BuyCoal: ("Market", {"coal-full": "STS-4.3", "coal-supply-empty": "STS-1.7", "not-enough-cash": "STS-4.3"}),
    BuyCargo: ("Market", {"cargo-supply-empty": "STS-4.7", "not-enough-cash": "STS-4.4", "not-enough-coal": "STS-4.5"}),
    EndMarket: ("Market", {}),
    StepTo: ("Travel", {"no-track": "STS-5.1", "no-step-left": "STS-5.2", "cannot-finish-travel": "STS-5.10"}),
    StopHere: (
        "Travel",
        {
            "must-move-first": "STS-5.5",
            "stop-at-start-city": "STS-5.6",
            "already-stopped-there": "STS-5.7",
            "cannot-finish-travel": "STS-5.10",
        },
    ),
    TakeRoute: ("TakeRoute", {"display-space-empty": "STS-6.7", "no-route-cards": "STS-6.8"}),
    CompleteOrder: ("Station", {"not-an-order": "STS-7.4", "cargo-missing": "STS-7.5"}),
    TakeSupply: ("Station", {"not-a-supply": "STS-7.12"}),
    TakeRailcar: ("Station", {"not-a-railcar": "STS-7.13"}),
    Work: ("Station", {}),
    SaveCargo: ("Discount", {"discount-wrong-type": "STS-7.9", "cargo-not-in-order": "STS-7.10", "order-unpayable": "STS-7.10"}),
    ChooseReward: ("Reward", {"no-such-option": "STS-7.6"}),
    ChooseWork: ("WorkReward", {}),
    ChooseCargo: ("AnyCargo GetCargo", {"same-cargo": "STS-9.10", "cargo-supply-empty": "STS-3.3"}),
    GiveCargo: ("GiveCargo", {"cargo-not-held": "STS-9.10", "nothing-to-get": "STS-9.10"}),
    DiscardCargo: ("Trim", {"cargo-not-held": "STS-3.4"}),
    UseCrew: (
        "Market Travel Station Crew",
        {
            "empty-crew-slot": "STS-9.7",
            "crew-just-hired": "STS-9.2",
            "crew-not-activated": "STS-9.7",
            "crew-already-used": "STS-9.1",
            "wrong-window": "STS-9.7",
            "condition-not-met": "STS-9.7",
            "not-enough-cash": "STS-9.7",
            "not-enough-coal": "STS-9.7",
        },
    ),
    HireCrew: ("Crew", {"crew-action-done": "STS-8.1", "no-crew-on-offer": "STS-8.11", "not-enough-tickets": "STS-8.8"}),
    GainCaboose: (
        "Crew",
        {
            "crew-action-done": "STS-8.1",
            "caboose-owned": "STS-8.14",
            "no-caboose-left": "STS-8.14",
            "not-enough-tickets": "STS-8.12",
        },
    ),
    PayTicket: ("Payment", {"no-such-ticket": "STS-8.3", "region-already-covered": "STS-8.13"}),
    KeepCrew: ("KeepCrew", {}),
    DropRoute: ("DropRoute", {"no-route-in-slot": "STS-9.11", "starting-route": "STS-9.11"}),
    PlaceToken: ("PlaceToken", {"no-such-token": "STS-9.17"}),
    EndTurn: ("Crew", {}),
}
"""The decisions at which each intent is possible, and its codes with their rules, in the order in which they are checked."""


def refused(table: Table, action: object, code: str, rule: str) -> None:
    """`action` is refused with this code and rule."""
    found = table.refusal(action)
    assert (found.code, found.rule) == (code, rule)


def in_houston(token: str, **mine: Any) -> Table:
    """A holds this token of Houston."""
    return given("station", "houston", token=token, **mine)


# ---- the worked scenario -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-3.8", "STS-3.1", "STS-5.1", "STS-5.2", "STS-5.5", "STS-7.12", "STS-8.8", "STS-9.7", "STS-11.1")
def test_sc61_refusals() -> None:
    """Each with the code that the page gives."""
    market, travel = given("market", "houston", crew="S: porter#1; W: foreman#1"), given("travel", "new-orleans")
    found = market.intent(1, BuyCoal())
    assert found is not None
    assert found.code == "not-your-turn"
    assert travel.code(StopHere()) == "must-move-first"
    assert travel.code(StepTo("boston")) == "no-track"
    fireman = given("travel", "new-orleans", coal=0, crew="E: fireman#1").do(StepTo("houston"))
    assert fireman.code(StepTo("oklahoma")) == "no-step-left"
    assert in_houston("SO-01").code(TakeSupply()) == "not-a-supply"
    assert travel.code(BuyCoal()) == "wrong-decision"
    assert market.code(UseCrew("N")) == "empty-crew-slot"
    assert market.code(UseCrew("S")) == "crew-not-activated"
    assert market.code(UseCrew("W")) == "wrong-window"
    assert given("crew", "houston").code(HireCrew("basic", "N")) == "not-enough-tickets"
    over = given("crew", "houston", season="countdown", bag="CO-3").do(EndTurn(), draws=["CO-3"])
    for action in all_actions():
        refused(over, action, "game-over", "STS-11.1")


def all_actions() -> list[Action]:
    codec = GAME.codec(GAME.config(2))
    return [codec.decode(None, number) for number in range(codec.num_actions)]


# ---- each code, in a position where as many of the later ones as can be would apply too --------------------------------------------------

ROUND_TRIP = Turn("new-orleans", 0, 0, 1, ("charleston",))
COSTLY = remade(publicist=(Activate(("market",), (Gain(Reward(points=2)),), Where(has_cargo=True), Cost(cash=9, coal=3)),))
HIRED = (HireCrew("basic", "W"), PayTicket("order", "W"))
COAL = ["coal-merchant#2"]


def no_coal_left() -> Table:
    """Stokers have added coal spaces to those for which there is coal."""
    b, c, d = Seat(coal=11, crew="N: stoker#1"), Seat(coal=11, crew="N: stoker#2"), Seat(coal=9)
    return given("market", "houston", n=4, coal=5, cash=0, b=b, c=c, d=d)


def few_left() -> Table:
    """A holds three types, and the supply has one of them alone; the market of the game has three of each."""
    three = tuple(attrs.evolve(cargo, supply=3) for cargo in CONTENT.cargo)
    return given("market", "houston", cargo="S1 O1 G1", crew="E: trader#1", b=Seat(cargo="O2 G2 T3"), game=made(cargo=three)).do(UseCrew("E"))


def hired(**mine: Any) -> Table:
    """A has hired in this turn, and has the publicist left to use."""
    return given("crew", "houston", tickets="W: SO-03", cargo="S1", crew="N: publicist#1", **mine).do(*HIRED, draws=COAL)


CASES: tuple[Case, ...] = (
    (BuyCoal(), "coal-full", lambda: given("market", "houston", coal=9, cash=0)),
    (BuyCoal(), "coal-supply-empty", no_coal_left),
    (BuyCoal(), "not-enough-cash", lambda: given("market", "houston", cash=2)),
    (BuyCargo("steel"), "cargo-supply-empty", lambda: given("market", "houston", n=3, cash=0, coal=0, b=Seat(cargo="S8"), c=Seat(cargo="S7"))),
    (BuyCargo("steel"), "not-enough-cash", lambda: given("market", "houston", cash=4, coal=0)),
    (BuyCargo("steel"), "not-enough-coal", lambda: given("market", "houston", cash=5, coal=0)),
    (StepTo("boston"), "no-track", lambda: given("travel", "new-orleans", coal=0, crew="E: fireman#1").do(StepTo("houston"))),
    (StepTo("new-orleans"), "no-step-left", lambda: given("travel", "new-orleans", coal=0, crew="E: fireman#1").do(StepTo("houston"))),
    (StepTo("new-orleans"), "cannot-finish-travel", lambda: given("travel", "new-orleans", coal=1).do(StepTo("houston"))),
    (StopHere(), "must-move-first", lambda: given("travel", "new-orleans")),
    (StopHere(), "stop-at-start-city", lambda: given("travel", "new-orleans").do(StepTo("houston"), StepTo("new-orleans"))),
    (
        StopHere(),
        "already-stopped-there",
        lambda: given("travel", "new-orleans", b=Seat(at="houston")).do(StepTo("houston"), StopHere(), StepTo("oklahoma"), StepTo("houston")),
    ),
    (
        # No steps lead there: a train that can reach a shared city can go on from it. A and B are in Miami, C in Charleston, where A has stopped.
        StopHere(),
        "cannot-finish-travel",
        lambda: given("travel", "miami", n=3, coal=0, b=Seat(at="miami"), c=Seat(at="charleston"), turn=ROUND_TRIP),
    ),
    (TakeRoute(3), "display-space-empty", lambda: waiting("TakeRoute")),
    (
        TakeRoute("deck"),
        "no-route-cards",
        lambda: given(
            "travel",
            "houston",
            routes="ST-S@new-orleans; -",
            b=Seat(routes="ST-N@minneapolis; ST-E@pittsburgh"),
            display="RT-01 RT-02 RT-03",
            pending=(PendingTravel(), PendingTakeRoute(1)),
            game=made(routes=CONTENT.routes[:3]),
        ),
    ),
    (CompleteOrder(), "not-an-order", lambda: in_houston("SS-1")),
    (CompleteOrder(), "cargo-missing", lambda: in_houston("SO-01", cargo="S2")),
    (TakeSupply(), "not-a-supply", lambda: in_houston("SR-1")),
    (TakeRailcar(), "not-a-railcar", lambda: in_houston("SS-1")),
    (SaveCargo("grain"), "discount-wrong-type", lambda: in_houston("SO-17", cargo="S2 O2", railcars="SR-1+").do(CompleteOrder())),
    (SaveCargo("timber"), "cargo-not-in-order", lambda: in_houston("SO-16", cargo="S1 O1 G1", railcars="SR-6+").do(CompleteOrder())),
    (SaveCargo("grain"), "order-unpayable", lambda: in_houston("SO-19", cargo="G1 T1", railcars="SR-6+ SR-1+").do(CompleteOrder())),
    (ChooseReward(2), "no-such-option", lambda: waiting("Reward")),
    (ChooseCargo("oil"), "same-cargo", lambda: waiting("GetCargo")),
    (
        ChooseCargo("oil"),
        "cargo-supply-empty",
        lambda: in_houston("SS-5", n=3, b=Seat(cargo="O8"), c=Seat(cargo="O7")).do(TakeSupply()),
    ),
    (GiveCargo("timber"), "cargo-not-held", few_left),
    (GiveCargo("steel"), "nothing-to-get", few_left),
    (DiscardCargo("steel"), "cargo-not-held", lambda: waiting("Trim")),
    (UseCrew("E"), "empty-crew-slot", lambda: given("market", "houston")),
    (UseCrew("W"), "crew-just-hired", hired),
    (
        UseCrew("E"),
        "crew-not-activated",
        lambda: given("travel", "new-orleans", crew="E: labourer#1", on="houston: SO-02").do(StepTo("houston"), StopHere(), Work(0)),
    ),
    (
        UseCrew("E"),
        "crew-already-used",
        lambda: given("travel", "new-orleans", crew="E: fireman#1").do(UseCrew("E"), StepTo("houston"), StopHere()),
    ),
    (UseCrew("E"), "wrong-window", lambda: given("market", "houston", crew="E: foreman#1")),
    (UseCrew("E"), "condition-not-met", lambda: given("market", "houston", crew="E: publicist#1", game=COSTLY)),
    (UseCrew("E"), "not-enough-cash", lambda: given("market", "houston", cargo="S1", crew="E: publicist#1", game=COSTLY)),
    (UseCrew("E"), "not-enough-coal", lambda: given("market", "houston", cargo="S1", cash=9, crew="E: publicist#1", game=COSTLY)),
    (HireCrew("skilled", "S"), "crew-action-done", lambda: hired(market="skilled S: -")),
    (HireCrew("basic", "S"), "no-crew-on-offer", lambda: given("crew", "houston", market="basic S: -")),
    (HireCrew("basic", "S"), "not-enough-tickets", lambda: given("crew", "houston", tickets="N: SO-03")),
    (GainCaboose(), "crew-action-done", lambda: hired(caboose="CB-1")),
    (GainCaboose(), "caboose-owned", lambda: given("crew", "houston", caboose="CB-1", game=made(cabooses=CONTENT.cabooses[:1]))),
    (GainCaboose(), "no-caboose-left", lambda: given("crew", "houston", b=Seat(caboose="CB-1"), game=made(cabooses=CONTENT.cabooses[:1]))),
    (GainCaboose(), "not-enough-tickets", lambda: given("crew", "houston", tickets="N: SO-03 SO-07; E: SO-04; S: SO-05")),
    (PayTicket("order", "N"), "no-such-ticket", lambda: waiting("Payment").do(PayTicket("order", "N"))),
    (
        PayTicket("order", "N"),
        "region-already-covered",
        lambda: given("crew", "houston", tickets="N: SO-03 SO-07; E: SO-04; S: SO-05; W: SO-06").do(GainCaboose(), PayTicket("order", "N")),
    ),
    # With one card that can be dropped it is dropped by itself, so no steps lead to these two.
    (
        DropRoute(0),
        "no-route-in-slot",
        lambda: given("market", "houston", routes="-; RT-31", pending=(PendingMarket(), PendingDropRoute())),
    ),
    (DropRoute(0), "starting-route", lambda: given("market", "houston", pending=(PendingMarket(), PendingDropRoute()))),
    (PlaceToken(2), "no-such-token", lambda: waiting("PlaceToken")),
)


@pytest.mark.rule(
    "STS-1.7", "STS-3.3", "STS-3.4", "STS-4.3", "STS-4.4", "STS-4.5", "STS-4.7", "STS-5.1", "STS-5.2", "STS-5.5", "STS-5.6", "STS-5.7", "STS-5.10"
)
@pytest.mark.rule("STS-6.7", "STS-6.8", "STS-7.4", "STS-7.5", "STS-7.6", "STS-7.9", "STS-7.10", "STS-7.12", "STS-7.13")
@pytest.mark.rule(
    "STS-8.1", "STS-8.3", "STS-8.8", "STS-8.11", "STS-8.12", "STS-8.13", "STS-8.14", "STS-9.1", "STS-9.2", "STS-9.7", "STS-9.10", "STS-9.17"
)
@pytest.mark.parametrize(("action", "code", "table"), CASES, ids=[f"{type(action).__name__}-{code}" for action, code, _ in CASES])
def test_each_code(action: Action, code: str, table: Callable[[], Table]) -> None:
    """The first test of the page that fails gives the code, with its rule."""
    refused(table(), action, code, PAGE[type(action)][1][code])


def test_the_cases_are_those_of_the_page() -> None:
    """Each code of each intent has one case, in the order of the page."""
    for kind, (_, codes) in PAGE.items():
        assert [code for action, code, _ in CASES if type(action) is kind] == list(codes)
    assert set(PAGE) == set(GAME.action_types)


# ---- the common codes --------------------------------------------------------------------------------------------------------------------


WAITING: dict[str, Callable[[], Table]] = {
    "KeepRoute": lambda: dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32"),
    "Market": lambda: given("market", "houston", crew="E: trader#1"),
    "Travel": lambda: given("travel", "new-orleans", crew="E: fireman#1").do(StepTo("houston")),
    "Station": lambda: in_houston("SO-01", cargo="S1 O1", crew="S: negotiator#2"),
    "Crew": lambda: given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05; W: SO-06"),
    "Trim": lambda: given("market", "houston", cargo="T7").do(BuyCargo("oil")),
    "TakeRoute": lambda: given("travel", "omaha", routes="RT-04@santa-fe; RT-31").do(StepTo("st-louis"), StopHere()),
    "Discount": lambda: in_houston("SO-17", cargo="S2 O2", railcars="SR-1+").do(CompleteOrder()),
    "Reward": lambda: in_houston("SO-01", cargo="S1 O1").do(CompleteOrder()),
    "WorkReward": lambda: in_houston("SO-01", cargo="S1 O1", crew="W: superintendent#1").do(CompleteOrder(), ChooseReward(0)),
    "AnyCargo": lambda: in_houston("SS-5").do(TakeSupply()),
    "GiveCargo": lambda: given("market", "houston", cargo="O2 G1", crew="E: trader#1").do(UseCrew("E")),
    "GetCargo": lambda: given("market", "houston", cargo="O2", crew="E: trader#1").do(UseCrew("E")),
    "DropRoute": lambda: given("market", "houston", routes="RT-30; RT-31", crew="E: surveyor#2").do(UseCrew("E")),
    "Payment": lambda: given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05; W: SO-06").do(GainCaboose()),
    "KeepCrew": lambda: given("crew", "houston", tickets="N: SO-03", crew="N: porter#2").do(HireCrew("basic", "N"), PayTicket("order", "N")),
    "PlaceToken": lambda: given("crew", "houston", crew="W: yardmaster#1", bag="SO-20 SS-5 SO-21").do(
        UseCrew("W"), EndTurn(), draws=["SO-20", "SS-5"]
    ),
}
"""A position at each decision."""


def waiting(name: str) -> Table:
    table = WAITING[name]()
    assert table.open == name
    return table


@pytest.mark.rule("STS-3.1", "P-10")
@pytest.mark.parametrize("name", WAITING)
def test_every_intent_at_every_decision(name: str) -> None:
    """What does not belong there is a `wrong-decision`; all else is legal, or refused with a code of its own."""
    table = waiting(name)
    for action in all_actions():
        at, codes = PAGE[type(action)]
        if name not in at.split():
            refused(table, action, "wrong-decision", "STS-3.1")
        elif action in table.legal:
            assert table.game.validate(table.state, action) is None
        else:
            found = table.refusal(action)
            assert codes[found.code] == found.rule


@pytest.mark.rule("STS-9.7", "STS-5.10")
def test_coal_that_the_train_needs() -> None:
    """An activation may not take the last coal of a train that must go on."""
    game = remade(publicist=(Activate(("travel",), (Gain(Reward(points=2)),), cost=Cost(coal=1)),))
    table = given("travel", "new-orleans", crew="E: publicist#1", game=game)
    assert table.do(StepTo("houston"), UseCrew("E")).has() == (8, 1, 2)
    refused(table.do(StepTo("houston"), StepTo("new-orleans")), UseCrew("E"), "not-enough-coal", "STS-9.7")


@pytest.mark.rule("STS-3.8")
@pytest.mark.parametrize("name", WAITING)
def test_nobody_else_decides(name: str) -> None:
    """At every decision the other seat is refused, and the one whose turn it is is not."""
    table = waiting(name)
    assert table.acts == 0
    assert table.intent(0, table.legal[0]) is None
    found = table.intent(1, table.legal[0])
    assert found is not None
    assert (found.code, found.rule) == ("not-your-turn", "STS-3.8")


@pytest.mark.rule("STS-3.8")
@pytest.mark.parametrize(
    "action",
    [
        KeepRoute(2),
        KeepRoute(-1),
        KeepRoute(True),
        BuyCargo("coal"),
        BuyCargo(""),
        StepTo("dallas"),
        StepTo("Houston"),
        TakeRoute(6),
        TakeRoute(-1),
        TakeRoute("display"),  # type: ignore[arg-type]
        Work(3),
        ChooseWork(-1),
        SaveCargo("water"),
        ChooseReward(4),
        ChooseCargo("coal"),
        GiveCargo("coal"),
        DiscardCargo("coal"),
        UseCrew("n"),  # type: ignore[arg-type]
        HireCrew("expert", "N"),  # type: ignore[arg-type]
        HireCrew("basic", "X"),  # type: ignore[arg-type]
        PayTicket("order", None),
        PayTicket("wild", "N"),
        PayTicket("coal", "N"),  # type: ignore[arg-type]
        KeepCrew("both"),  # type: ignore[arg-type]
        DropRoute(2),
        PlaceToken(4),
        BuyCargo(3),  # type: ignore[arg-type]
        BuyCoal,
        "buy-coal",
        None,
    ],
)
def test_values_that_there_are_not(action: object) -> None:
    """A parameter outside its domain is told before the decision, and so is what is no intent at all."""
    for name in ("Market", "Station"):
        refused(waiting(name), action, "unknown-value", "STS-3.8")


@pytest.mark.rule("STS-3.8")
@pytest.mark.parametrize(
    "data",
    [
        {"kind": "BuyCargo"},
        {"kind": "BuyCargo", "cargo": "oil", "seat": 0},
        {"kind": "KeepRoute", "index": True},
        {"kind": "Pass"},
        {"index": 0},
        {},
        [],
    ],
)
def test_intents_that_cannot_be_read(data: object) -> None:
    """A parameter missing or extra, or no known kind, is unreadable."""
    with pytest.raises(InvalidActionError):
        GAME.load_action(data)


VALUES: list[tuple[Action, str]] = [
    (KeepRoute(2), "KeepRoute.index is 2; expected an int in 0..1"),
    (BuyCargo("coal"), "BuyCargo.cargo is 'coal'; expected 'steel' or 'oil' or 'grain' or 'timber'"),
    (TakeRoute(6), "TakeRoute.source is 6; expected an int in 0..5 or 'deck'"),
    (Work(-1), "Work.option is -1; expected an int in 0..2"),
    (ChooseReward(10**5000), "ChooseReward.option is an int of more than 18 digits; expected an int in 0..3"),
    (SaveCargo("x" * 100), f"SaveCargo.cargo is '{'x' * 59}...; expected 'steel' or 'oil' or 'grain' or 'timber'"),
    (PayTicket("wild", "N"), "PayTicket.region is 'N'; expected None"),
    (PayTicket("crew", None), "PayTicket.region is None; expected 'N' or 'E' or 'S' or 'W'"),
]


@pytest.mark.rule("STS-3.8")
@pytest.mark.parametrize(("action", "message"), VALUES)
def test_a_value_outside_its_domain_is_told_with_the_domain(action: Action, message: str) -> None:
    """Which field it is, what it has, and what it may have."""
    assert str(given("market", "houston").refusal(action)) == f"unknown-value: {message} [STS-3.8]"


MESSAGES: list[tuple[Table, Action, str]] = [
    (given("market", "houston"), EndTurn(), "EndTurn is not possible now; expected BuyCoal or BuyCargo or EndMarket or UseCrew"),
    (given("market", "houston", coal=9), BuyCoal(), "all 9 coal spaces are taken"),
    (given("market", "houston", cash=2), BuyCoal(), "coal costs $3; found $2"),
    (given("market", "houston", cash=4), BuyCargo("oil"), "a pair of oil costs $5; found $4"),
    (given("market", "houston", coal=0), BuyCargo("grain"), "a pair of grain is imported here and costs 1 coal; found 0"),
    (given("market", "houston", cash=2, crew="N: publicist#1"), UseCrew("N"), "publicist#1 costs $3; found $2"),
    (given("travel", "miami"), StepTo("boston"), "there is no track from miami to boston; expected one of: charleston, new-orleans"),
    (in_houston("SR-1"), CompleteOrder(), "the token in hand is no order; found the railcar SR-1"),
    (in_houston("SO-01"), TakeSupply(), "the token in hand is no Supply token; found the order SO-01"),
    (in_houston("SS-2"), TakeRailcar(), "the token in hand is no railcar; found the Supply token SS-2"),
    (in_houston("SO-01"), CompleteOrder(), "SO-01 asks for 1 steel, 1 oil; found no cargo"),
    (
        in_houston("SO-17", cargo="S1 O1", railcars="SR-1"),
        CompleteOrder(),
        "SO-17 asks for 2 steel, 2 oil; found 1 steel, 1 oil and discounts of SR-1",
    ),
    (
        given("crew", "houston", tickets="N: SO-03"),
        HireCrew("skilled", "W"),
        "the tickets are not enough for a skilled crew of W; expected 2 with one of W, or 3; found 1 of N",
    ),
    (
        given("crew", "houston"),
        HireCrew("basic", "W"),
        "the tickets are not enough for a basic crew of W; expected 1 with one of W, or 2; found none",
    ),
    (
        given("crew", "houston", tickets="N: SO-03 SO-04", wild="ST-S", routes="RT-30; RT-31"),
        GainCaboose(),
        "a caboose costs a ticket of each region; found 2 of N, 1 wild",
    ),
    (
        given("crew", "houston", tickets="N: SO-03 SO-04; E: SO-05; S: SO-06; W: SO-07").do(GainCaboose(), PayTicket("order", "N")),
        PayTicket("order", "N"),
        "a ticket of N was paid; expected one of: E, S, W",
    ),
]


@pytest.mark.rule("STS-3.1", "STS-3.8")
@pytest.mark.parametrize(("table", "action", "message"), MESSAGES)
def test_a_refusal_tells_what_was_expected_and_found(table: Table, action: Action, message: str) -> None:
    """In numbers and names, so that nobody has to look them up."""
    assert table.refusal(action).message == message


@pytest.mark.rule("STS-6.7", "STS-7.9", "STS-7.10")
def test_a_refusal_tells_what_can_be_taken_and_saved() -> None:
    """The spaces that have a card, the types that a discount shows, and what is left to pay."""
    taking = given("travel", "boston", routes="ST-S@new-orleans; RT-31", display="RT-01 - RT-03").do(StepTo("new-york"), StopHere())
    assert taking.refusal(TakeRoute(1)).message == "there is no card in space 1; expected one of: 0, 2, deck"
    saving = in_houston("SO-19", cargo="S1 O1 G1 T1", railcars="SR-1+").do(CompleteOrder())
    assert saving.refusal(SaveCargo("grain")).message == "SR-1 does not show grain; expected one of: steel, oil"
    paid = in_houston("SO-17", cargo="S2 O2", railcars="SR-6+").do(CompleteOrder())
    assert paid.refusal(SaveCargo("timber")).message == "no timber is left to pay; found 2 steel, 2 oil"


@pytest.mark.rule("STS-11.1", "STS-3.8")
def test_game_over_comes_first() -> None:
    """Before the seat, and before anything that is wrong with the intent."""
    over = given("crew", "houston", season="countdown", bag="CO-3").do(EndTurn(), draws=["CO-3"])
    for seat in (0, 1):
        found = over.intent(seat, BuyCargo("coal"))
        assert found is not None
        assert found.code == "game-over"
    refused(over, "pass", "game-over", "STS-11.1")
    market = given("market", "houston").intent(1, BuyCargo("coal"))
    assert market is not None
    assert market.code == "not-your-turn"


@pytest.mark.rule("STS-3.1", "STS-3.8", "P-10")
def test_legal_is_what_is_not_refused() -> None:
    """In random games, at every tenth position: each of the 100 intents is listed or refused with a code of the page."""
    met = set()
    actions = all_actions()
    for n in (2, 4):
        for state in random_states(n, 14)[:-1:10]:
            legal = set(GAME.legal_actions(state))
            for action in actions:
                found = GAME.validate(state, action)
                assert (found is None) == (action in legal)
                if found is not None:
                    assert {**PAGE[type(action)][1], "wrong-decision": "STS-3.1"}[found.code] == found.rule
                    met.add(found.code)
    assert len(met) > 10
