"""The Crew phase (section STS-8 of the rules page) and crew abilities (STS-9): worked scenarios SC-40 to SC-54."""

from itertools import permutations

import pytest

from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import (
    Activate,
    CargoCapacity,
    CoalCapacity,
    Cost,
    FinalRate,
    Gain,
    OrderDiscount,
    Reward,
    Trigger,
    Where,
    WildTicket,
)
from railrules.games.station_to_station.actions import (
    Action,
    BuyCargo,
    BuyCoal,
    ChooseCargo,
    CompleteOrder,
    DiscardCargo,
    DropRoute,
    EndMarket,
    EndTurn,
    GainCaboose,
    GiveCargo,
    HireCrew,
    KeepCrew,
    PayTicket,
    StepTo,
    StopHere,
    TakeRoute,
    UseCrew,
    Work,
)
from railrules.games.station_to_station.content import REGIONS, ROWS
from railrules.games.station_to_station.rules.work import cargo_spaces, coal_spaces
from tests.games.station_to_station.given import CONTENT, SPARE, Seat, Table, given, made, remade

NOTHING = (0, 0, 0, 0)
TOKEN = SPARE["summer"]
N, E, S, W = (PayTicket("order", region) for region in REGIONS)
WILD = PayTicket("wild", None)
HIRES = tuple(HireCrew(row, region) for row in ROWS for region in REGIONS)
CABOOSE = GainCaboose()


def hires(table: Table) -> set[Action]:
    """The cards that can be hired."""
    return {action for action in table.legal if isinstance(action, HireCrew)}


def counted(table: Table) -> list[str]:
    """What the tickets paid counted as."""
    return [event.counts_as for event in table.events if isinstance(event, ev.TicketPaid)]


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-8.5", "STS-8.9", "STS-8.3", "STS-8.15", "STS-3.5")
def test_sc40_the_first_example_of_the_rulebook() -> None:
    """A ticket of the West hires the basic card of the West, from a train in the South."""
    # given
    table = given("crew", "houston", tickets="W: SO-03")
    # when
    table = table.do(HireCrew("basic", "W"), draws=["coal-merchant#2", TOKEN])
    # then
    assert table.forced == [W, EndTurn()]
    assert table.crew() == "W: customs-clerk#1 fresh"
    assert table.box[-1] == "SO-03"
    assert table.offer("basic") == "coal-merchant#1 metals-broker#1 produce-broker#1 coal-merchant#2"
    assert table.acts == 1


@pytest.mark.rule("STS-8.5", "STS-8.8", "STS-8.6")
def test_sc41_two_other_tickets() -> None:
    """Any two tickets hire a basic card; a skilled one wants one of its region among two, or three."""
    table = given("crew", "houston", tickets="N: SO-03; E: SO-04")
    assert table.code(HireCrew("skilled", "W")) == "not-enough-tickets"
    assert {HireCrew("skilled", "N"), HireCrew("skilled", "E")} <= hires(table)
    table = table.do(HireCrew("basic", "W"), N, draws=["coal-merchant#2", TOKEN])
    assert table.forced == [E, EndTurn()]
    assert table.crew() == "W: customs-clerk#1 fresh"
    assert table.tickets() == ""


@pytest.mark.rule("STS-8.6", "STS-8.10", "STS-8.3")
def test_sc42_the_second_example_of_the_rulebook() -> None:
    """The card that lies in the slot is paid as a ticket, so there is no conflict."""
    table = given("crew", "houston", tickets="S: SO-03", crew="N: trader#2").do(HireCrew("skilled", "N"))
    table = table.do(S, draws=["chief-engineer#2", TOKEN])
    assert table.forced == [PayTicket("crew", "N"), EndTurn()]
    assert table.crew_deck("basic").discard == ("trader#2",)
    assert table.crew() == "N: chief-engineer#1 fresh"


@pytest.mark.rule("STS-8.6", "STS-8.7")
def test_sc43_three_tickets() -> None:
    """Without a ticket of the region a skilled card costs three; with one it is complete after two."""
    table = given("crew", "houston", tickets="S: SO-03 SO-04; E: SO-05")
    three = table.do(HireCrew("skilled", "N"), S, S, draws=["chief-engineer#2", TOKEN])
    assert three.forced == [E, EndTurn()]
    assert (three.crew(), three.tickets()) == ("N: chief-engineer#1 fresh", "")
    two = table.do(HireCrew("skilled", "S"), S, S, draws=["chief-engineer#2", TOKEN])
    assert (two.crew(), two.tickets()) == ("S: negotiator#1 fresh", "E: SO-05")


@pytest.mark.rule("STS-8.7", "STS-8.8")
def test_sc44_the_personnel_chief() -> None:
    """One ticket less: any skilled card for one of its region or any two, any basic one for one."""
    table = given("crew", "houston", tickets="S: SO-03", crew="N: personnel-chief#2")
    assert table.code(HireCrew("skilled", "W")) == "not-enough-tickets"
    table = table.do(UseCrew("N"))
    assert hires(table) == set(HIRES)
    table = table.do(HireCrew("skilled", "S"), S, draws=["chief-engineer#2", TOKEN])
    assert table.crew() == "N: personnel-chief#2; S: negotiator#1 fresh"


@pytest.mark.rule("STS-8.10", "STS-8.17")
def test_sc45_the_new_card_is_kept() -> None:
    """The porter goes, and with him two cargo spaces: the train is trimmed."""
    table = given("crew", "houston", tickets="N: SO-03", crew="N: porter#2", cargo="S8 O2")
    table = table.do(HireCrew("basic", "N"), N, KeepCrew("new"))
    assert table.open == "Trim"
    assert table.crew_deck("basic").discard == ("porter#2",)
    table = table.do(DiscardCargo("oil"), DiscardCargo("oil"), draws=["coal-merchant#2", TOKEN])
    assert table.train() == "S8"
    assert table.crew() == "N: coal-merchant#1 fresh"


@pytest.mark.rule("STS-8.10", "STS-8.9")
def test_sc46_the_old_card_is_kept() -> None:
    """The new one is discarded, the porter stays as he was."""
    table = given("crew", "houston", tickets="N: SO-03", crew="N: porter#2", cargo="S8 O2")
    table = table.do(HireCrew("basic", "N"), N, KeepCrew("old"), draws=["coal-merchant#2", TOKEN])
    assert table.crew_deck("basic").discard == ("coal-merchant#1",)
    assert (table.crew(), table.train()) == ("N: porter#2", "S8 O2")
    assert table.offer("basic").split()[0] == "coal-merchant#2"


@pytest.mark.rule("STS-9.2", "STS-3.2", "STS-8.16", "STS-9.4")
def test_sc47_a_fresh_stoker() -> None:
    """Two more coal spaces, and a coal, begin with the owner's next turn."""
    table = given("crew", "houston", cash=13, coal=2, market="basic N: stoker#1", tickets="N: SO-03")
    table = table.do(HireCrew("basic", "N"), draws=["coal-merchant#1", TOKEN])
    assert table.forced == [N, EndTurn()]
    assert table.crew() == "N: stoker#1 fresh"
    assert (table.acts, coal_spaces(CONTENT, table.player().crew)) == (1, 9)
    table = table.do(EndMarket(), StepTo("helena"), StopHere(), Work(1), draws=[table.any_token])
    assert (table.acts, coal_spaces(CONTENT, table.player().crew)) == (0, 11)
    assert table.has() == (13, 3, 0)
    assert table.crew() == "N: stoker#1 used"


@pytest.mark.rule("STS-9.1", "STS-9.8", "STS-8.6")
def test_sc48_a_card_is_used_and_then_paid() -> None:
    """Once a turn, and what it gave stays."""
    table = given("crew", "houston", cash=10, tickets="N: SO-03", crew="E: publicist#1").do(UseCrew("E"))
    assert table.has() == (7, 4, 2)
    assert table.code(UseCrew("E")) == "crew-already-used"
    table = table.do(HireCrew("skilled", "N"), PayTicket("crew", "E"), draws=["chief-engineer#2", TOKEN])
    assert table.forced == [N, EndTurn()]
    assert table.crew() == "N: chief-engineer#1 fresh"
    assert table.has() == (7, 4, 2)


@pytest.mark.rule("STS-8.12", "STS-8.13", "STS-8.4")
def test_sc49_a_caboose_with_a_wild_ticket() -> None:
    """Three regions and a starting route, paid in any order, bring the top caboose and 10 points."""
    start = given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05", wild="ST-S", routes="RT-29; RT-31")
    for order in permutations((N, E, S, WILD)):
        table = start.do(CABOOSE, *order[:3], draws=[TOKEN])
        assert table.forced == [order[3], EndTurn()]
        assert (table.caboose(), table.has()) == ("CB-1", (8, 4, 10))
        assert table.state.routes.out == ("ST-E", "ST-S", "ST-W")
        assert (table.tickets(), table.player().wild_route) == ("", None)


@pytest.mark.rule("STS-8.13")
def test_sc50_each_ticket_covers_its_own_region() -> None:
    """A second ticket of a region is refused; the wild one stood for the region that was left out."""
    table = given("crew", "houston", tickets="N: SO-03 SO-07; E: SO-04; S: SO-05; W: SO-06", wild="ST-S", routes="RT-29; RT-31")
    table = table.do(CABOOSE, WILD, N)
    assert table.code(N) == "region-already-covered"
    table = table.do(E, W, draws=[TOKEN])
    assert table.caboose() == "CB-1"
    assert table.tickets() == "N: SO-07; S: SO-05"


@pytest.mark.rule("STS-8.14", "STS-8.12", "STS-1.5")
def test_sc51_the_second_caboose() -> None:
    """It is worth 8 points, and nobody has two."""
    table = given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05; W: SO-06", b=Seat(caboose="CB-1"))
    table = table.do(CABOOSE, N, E, S, draws=[TOKEN])
    assert (table.caboose(), table.has()[2]) == ("CB-2", 8)
    later = given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05; W: SO-06", caboose="CB-2", b=Seat(caboose="CB-1"))
    assert later.code(CABOOSE) == "caboose-owned"
    assert CABOOSE not in later.legal


@pytest.mark.rule("STS-8.1", "STS-3.5")
def test_sc52_one_crew_action_a_turn() -> None:
    """After a hire the turn is over, though two tickets are left."""
    table = given("crew", "houston", tickets="N: SO-03 SO-04 SO-05").do(HireCrew("basic", "N"), draws=["coal-merchant#2", TOKEN])
    assert table.forced == [N, EndTurn()]
    assert table.tickets() == "N: SO-04 SO-05"
    assert table.acts == 1


@pytest.mark.rule("STS-8.11", "STS-12.6")
def test_sc53_the_crew_deck_runs_out() -> None:
    """The discarded cards of the row are shuffled into a new deck."""
    table = given("crew", "houston", tickets="W: SO-03", dry="basic")
    assert (len(table.crew_deck("basic")), len(table.crew_deck("basic").discard)) == (0, 28)
    log = table.log(HireCrew("basic", "W"), draws=["drifter#1", TOKEN])
    assert ev.CrewDeckReshuffled("basic", 28) in log
    table = table.do(HireCrew("basic", "W"), draws=["drifter#1", TOKEN])
    assert (len(table.crew_deck("basic")), table.crew_deck("basic").discard) == (27, ())
    assert table.offer("basic").split()[3] == "drifter#1"


@pytest.mark.rule("STS-9.10", "STS-9.11", "STS-9.7")
def test_sc54_the_trader_and_the_surveyor() -> None:
    """One cargo for another one; a standard route for a new one, without points."""
    table = given("market", "houston", cargo="O2", crew="E: trader#2").do(UseCrew("E"))
    assert table.forced == [GiveCargo("oil")]
    assert table.code(ChooseCargo("oil")) == "same-cargo"
    assert table.do(ChooseCargo("steel")).train() == "S1 O1"
    assert given("market", "houston", crew="E: trader#2").code(UseCrew("E")) == "condition-not-met"
    table = given("market", "houston", crew="E: surveyor#2", routes="ST-S@new-orleans; RT-30@pittsburgh").do(UseCrew("E"))
    assert table.forced == [DropRoute(1)]
    table = table.do(TakeRoute(1), draws=["RT-04"])
    assert table.routes() == "ST-S@new-orleans; RT-02"
    assert table.display == "RT-01 RT-04 RT-03"
    assert table.route_deck.discard == ("RT-30",)
    assert table.has() == (8, 2, 0)


# ---- tickets -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-8.1")
def test_the_crew_phase_is_optional() -> None:
    """A player with tickets may end the turn, and keeps them."""
    table = given("crew", "houston", tickets="N: SO-03").do(EndTurn(), draws=[TOKEN])
    assert table.tickets() == "N: SO-03"
    assert table.forced == []


@pytest.mark.rule("STS-8.1")
def test_no_caboose_after_a_hire() -> None:
    """With a card left to use the phase stays open, but neither a card nor a caboose can be had."""
    table = given("crew", "houston", tickets="N: SO-03 SO-07; E: SO-04; S: SO-05; W: SO-06", crew="E: publicist#1")
    table = table.do(HireCrew("basic", "N"), N, draws=["coal-merchant#2"])
    assert table.legal == (UseCrew("E"), EndTurn())
    assert table.code(CABOOSE) == table.code(HireCrew("basic", "S")) == "crew-action-done"


@pytest.mark.rule("STS-8.2", "STS-8.3", "STS-8.4")
def test_what_can_be_paid() -> None:
    """The top order of each stack, each crew card, and the starting route; each goes where it belongs."""
    table = given("crew", "houston", tickets="N: SO-03 SO-04; W: SO-05", crew="E: porter#1; S: foreman#2", wild="ST-S", routes="RT-29; RT-31").do(
        HireCrew("skilled", "W")
    )
    assert table.legal == (N, W, PayTicket("crew", "E"), PayTicket("crew", "S"), WILD)
    assert table.do(N).box[-1] == "SO-03"
    assert table.do(N).tickets() == "N: SO-04; W: SO-05"
    assert table.do(PayTicket("crew", "E")).crew_deck("basic").discard == ("porter#1",)
    assert table.do(PayTicket("crew", "S")).crew_deck("skilled").discard == ("foreman#2",)
    assert table.do(WILD).state.routes.out == ("ST-E", "ST-S", "ST-W")
    assert counted(table.do(N)) == ["other"]
    assert counted(table.do(W)) == ["match"]
    assert counted(table.do(WILD)) == ["wild"]


@pytest.mark.rule("STS-8.4", "STS-8.5", "STS-8.6", "STS-8.7")
def test_a_starting_route_hires_in_any_region() -> None:
    """Alone it pays for any basic card; with one more ticket for any skilled one."""
    alone = given("crew", "houston", wild="ST-S", routes="RT-29; RT-31")
    assert hires(alone) == set(HIRES[:4])
    assert hires(given("crew", "houston", tickets="N: SO-03", wild="ST-S", routes="RT-29; RT-31")) == set(HIRES)
    table = alone.do(HireCrew("basic", "E"), draws=["coal-merchant#2", TOKEN])
    assert table.forced == [WILD, EndTurn()]
    assert table.crew() == "E: metals-broker#1 fresh"


@pytest.mark.rule("STS-8.7")
@pytest.mark.parametrize(
    ("row", "discount", "tickets", "complete"),
    [
        ("basic", 0, "N", True),
        ("basic", 0, "E", False),
        ("basic", 0, "EE", True),
        ("basic", 1, "E", True),
        ("basic", 2, "N", True),
        ("skilled", 0, "N", False),
        ("skilled", 0, "NN", True),
        ("skilled", 0, "EN", True),
        ("skilled", 0, "EE", False),
        ("skilled", 0, "EEE", True),
        ("skilled", 1, "N", True),
        ("skilled", 1, "E", False),
        ("skilled", 1, "EE", True),
        ("skilled", 2, "E", True),
    ],
)
def test_when_a_payment_is_complete(row: str, discount: int, tickets: str, complete: bool) -> None:
    """With a match after a - d tickets, else after b - d, and never before the first."""
    chiefs = "; ".join(f"{region}: personnel-chief#{copy}" for copy, region in enumerate("SW"[:discount], 1))
    table = given("crew", "houston", tickets="N: SO-03 SO-04 SO-05; E: SO-06 SO-07 SO-08", crew=chiefs)
    table = table.do(*(UseCrew("S"), UseCrew("W"))[:discount])
    hire = next(action for action in HIRES if (action.row, action.region) == (row, "N"))
    pay = tuple({"N": N, "E": E}[letter] for letter in tickets)
    before = table.do(hire, *pay[:-1])
    assert before.open == "Payment"
    top = CONTENT.crew_cards(hire.row)[1]
    after = before.do(pay[-1], draws=[top, TOKEN] if complete else [])
    assert (after.open != "Payment") == complete


@pytest.mark.rule("STS-8.8")
def test_a_hire_cannot_be_taken_back() -> None:
    """Once begun it is paid to the end."""
    table = given("crew", "houston", tickets="N: SO-03; E: SO-04").do(HireCrew("basic", "W"))
    assert table.legal == (N, E)
    for action in (EndTurn(), HireCrew("basic", "N"), CABOOSE):
        assert table.code(action) == "wrong-decision"


@pytest.mark.rule("STS-8.9", "STS-9.1")
@pytest.mark.parametrize("kept", ["old", "new"])
def test_the_order_of_a_hire(kept: str) -> None:
    """The card leaves the market, the slot is settled, the row is refilled, triggers answer, whichever card was kept."""
    game = remade(drifter=(Trigger(("hire",), (Gain(Reward(cash=1)),), Where(row=("basic",))),))
    table = given("crew", "houston", tickets="N: SO-03", crew="N: porter#1; S: drifter#1", game=game).do(HireCrew("basic", "N"), N)
    assert table.offer("basic").split()[0] == "-"
    keep = KeepCrew("old") if kept == "old" else KeepCrew("new")
    gone = "coal-merchant#1" if kept == "old" else "porter#1"
    assert table.log(keep, draws=["coal-merchant#2", TOKEN])[:4] == (
        ev.CrewDismissed(0, gone, "N"),
        ev.CrewMarketFilled("basic", "N", "coal-merchant#2"),
        ev.CrewUsed(0, "drifter#1", "S", "trigger", "hire"),
        ev.Gained(0, 0, 1, 0, 0, NOTHING, NOTHING, "drifter#1"),
    )
    skilled = given("crew", "houston", tickets="N: SO-03 SO-04", crew="S: drifter#1", game=game)
    assert "CrewUsed" not in skilled.kinds(HireCrew("skilled", "N"), N, N, draws=["chief-engineer#2", TOKEN])


@pytest.mark.rule("STS-8.11")
def test_no_crew_card_is_left() -> None:
    """The space stays empty, and is filled when the row is filled again and there is a card."""
    kinds = tuple(kind for kind in CONTENT.crew if kind.row == "skilled" or kind.id in ("coal-merchant", "metals-broker", "produce-broker"))
    few = made(crew=kinds)
    table = given(
        "crew",
        "houston",
        tickets="N: SO-03; W: SO-04",
        b=Seat(crew="N: coal-merchant#2; E: produce-broker#2"),
        market="basic W: metals-broker#2",
        game=few,
    )
    table = table.do(HireCrew("basic", "N"), N, draws=[TOKEN])
    assert table.offer("basic") == "- metals-broker#1 produce-broker#1 metals-broker#2"
    again = given(
        "crew",
        "houston",
        tickets="W: SO-04",
        crew="N: coal-merchant#1; W: coal-merchant#2",
        b=Seat(crew="E: produce-broker#2"),
        market="basic N: -; basic W: metals-broker#2",
        game=few,
    )
    assert again.code(HireCrew("basic", "N")) == "no-crew-on-offer"
    again = again.do(HireCrew("basic", "W"), PayTicket("crew", "W"), draws=["coal-merchant#2", TOKEN])
    assert again.offer("basic") == "coal-merchant#2 metals-broker#1 produce-broker#1 -"


@pytest.mark.rule("STS-8.12")
def test_a_caboose_wants_all_four_regions() -> None:
    """Three regions are not enough, however many tickets there are; crew cards are tickets of their slots."""
    assert given("crew", "houston", tickets="N: SO-03 SO-04; E: SO-05; S: SO-06").code(CABOOSE) == "not-enough-tickets"
    table = given("crew", "houston", tickets="N: SO-03; E: SO-05; S: SO-06", crew="W: porter#1").do(
        CABOOSE, PayTicket("crew", "W"), N, E, draws=[TOKEN]
    )
    assert (table.caboose(), table.crew()) == ("CB-1", "")


@pytest.mark.rule("STS-8.12")
def test_a_caboose_is_answered_to() -> None:
    """After its points came."""
    game = remade(porter=(Trigger(("caboose",), (Gain(Reward(cash=1)),)),))
    table = given("crew", "houston", tickets="N: SO-03 SO-07; E: SO-05; S: SO-06; W: SO-04", crew="N: porter#1", game=game)
    log = table.log(CABOOSE, N, E, S, draws=[TOKEN])
    names = [type(event).__name__ for event in log]
    assert names[names.index("CabooseGained") :][:3] == ["CabooseGained", "CrewUsed", "Gained"]


@pytest.mark.rule("STS-8.14")
def test_no_caboose_is_left() -> None:
    """With one caboose in the game the second player gets none."""
    game = made(cabooses=CONTENT.cabooses[:1])
    table = given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05; W: SO-06", b=Seat(caboose="CB-1"), game=game)
    assert table.code(CABOOSE) == "no-caboose-left"


@pytest.mark.rule("STS-8.15", "STS-9.3")
@pytest.mark.parametrize("city", ["houston", "atlanta", "miami"])
def test_where_the_train_is_does_not_matter(city: str) -> None:
    """The same cards can be hired, and used, from everywhere."""
    table = given("crew", city, tickets="W: SO-03", crew="N: publicist#1")
    assert hires(table) == {*HIRES[:4], HireCrew("skilled", "W"), HireCrew("skilled", "N")}
    assert UseCrew("N") in table.legal


@pytest.mark.rule("STS-8.16", "STS-9.2")
def test_a_fresh_card_is_a_ticket_later() -> None:
    """In the turn of its hire there is no second crew action; in the next it can be paid."""
    table = given("crew", "houston", tickets="W: SO-03", crew="E: publicist#1").do(HireCrew("basic", "W"), W, draws=["coal-merchant#2"])
    assert table.crew() == "E: publicist#1; W: customs-clerk#1 fresh"
    assert hires(table) == set()
    next_turn = given("crew", "houston", crew="W: customs-clerk#1")
    assert HireCrew("basic", "W") in next_turn.legal


@pytest.mark.rule("STS-8.17")
def test_a_bunker_that_shrinks() -> None:
    """A stoker who is paid takes his two spaces along: the coal goes back at once, and the payment goes on."""
    table = given("crew", "houston", coal=11, tickets="E: SO-03; S: SO-05", crew="N: stoker#1").do(HireCrew("skilled", "W"))
    assert table.log(PayTicket("crew", "N")) == (
        ev.TicketPaid(0, "crew", "N", "stoker#1", "other"),
        ev.CoalSpilled(0, 2),
    )
    table = table.do(PayTicket("crew", "N"))
    assert (table.has()[1], table.state.supply.coal, table.open) == (9, 25, "Payment")
    porter = given("crew", "houston", cargo="S9 O1", tickets="E: SO-03; S: SO-05", crew="N: porter#1").do(
        HireCrew("skilled", "W"), PayTicket("crew", "N")
    )
    assert porter.open == "Trim"
    porter = porter.do(DiscardCargo("oil"))
    assert porter.forced == [DiscardCargo("steel")]
    assert (porter.train(), porter.open) == ("S8", "Payment")


# ---- crew abilities ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.1", "STS-9.7")
def test_once_a_turn() -> None:
    """A card used in the Market cannot be used in Travel; after clean-up it can."""
    table = given("market", "houston", cash=20, crew="E: publicist#1").do(UseCrew("E"), EndMarket())
    assert table.code(UseCrew("E")) == "crew-already-used"
    table = table.do(StepTo("oklahoma"), StopHere(), Work(1), EndTurn(), draws=[TOKEN])
    assert table.crew() == "E: publicist#1"


@pytest.mark.rule("STS-9.1")
def test_one_ability_of_a_card_a_turn() -> None:
    """A card that has answered a trigger cannot be used by hand in the same turn; its passive ability goes on."""
    game = remade(porter=(CargoCapacity(2), Trigger(("work",), (Gain(Reward(cash=1)),)), Activate(("crew",), (Gain(Reward(points=1)),))))
    table = given("travel", "new-orleans", cargo="S9", crew="E: porter#1", on="houston: SO-02", game=game)
    table = table.do(StepTo("houston"), StopHere(), Work(1))
    assert table.has() == (14, 2, 0)
    assert table.code(UseCrew("E")) == "crew-already-used"
    assert table.train() == "S9"


@pytest.mark.rule("STS-9.2")
def test_a_fresh_card_has_no_ability() -> None:
    """No spaces, no lower price, no answer, no wild ticket, and no use."""
    fresh = given("crew", "houston", cargo="S8", tickets="N: SO-03", crew="E: porter#1 fresh; S: publicist#1 fresh; W: drifter#1 fresh")
    assert cargo_spaces(CONTENT, fresh.player().crew) == 8
    assert fresh.code(UseCrew("S")) == "crew-just-hired"
    assert HireCrew("skilled", "S") in fresh.legal
    paid = fresh.do(HireCrew("skilled", "S"), PayTicket("crew", "W"))
    assert counted(paid) == ["other"]
    market = given("market", "houston", crew="N: coal-merchant#1 fresh").do(BuyCoal())
    assert market.has() == (5, 3, 0)


@pytest.mark.rule("STS-9.3", "STS-9.7")
@pytest.mark.parametrize("region", REGIONS)
def test_a_card_works_in_any_slot(region: str) -> None:
    """The publicist gives 2 points for $3 wherever he lies; no ability of the content names a region or a city."""
    table = given("market", "houston", crew=f"{region}: publicist#1")
    (use,) = [action for action in table.legal if isinstance(action, UseCrew)]
    assert table.do(use).has() == (5, 2, 2)
    named = {*CONTENT.city, *REGIONS}
    assert not any(name in repr(ability).replace("'", '"').split('"') for kind in CONTENT.crew for ability in kind.abilities for name in named)


@pytest.mark.rule("STS-9.4")
def test_passive_abilities_add_up() -> None:
    """Two porters make twelve cargo spaces, two stokers thirteen coal spaces."""
    crew = given("market", "houston", crew="N: porter#1; E: porter#2; S: stoker#1; W: stoker#2").player().crew
    assert (cargo_spaces(CONTENT, crew), coal_spaces(CONTENT, crew)) == (12, 13)
    table = given("market", "houston", cash=20, cargo="T10", crew="N: porter#1; E: porter#2")
    assert table.code(DiscardCargo("timber")) == "wrong-decision"


@pytest.mark.rule("STS-9.7")
def test_windows_conditions_and_costs() -> None:
    """By hand, while a main decision of a window of the card is open, its condition holds and its cost can be paid; never in between."""
    assert given("market", "houston", crew="E: foreman#1").code(UseCrew("E")) == "wrong-window"
    assert given("market", "houston", cash=2, crew="E: publicist#1").code(UseCrew("E")) == "not-enough-cash"
    table = given("market", "houston", cargo="T7", crew="E: publicist#1").do(BuyCargo("oil"))
    assert table.open == "Trim"
    assert table.code(UseCrew("E")) == "wrong-decision"
    game = remade(publicist=(Activate(("market",), (Gain(Reward(points=2)),), cost=Cost(coal=2)),))
    assert given("market", "houston", crew="E: publicist#1", game=game).do(UseCrew("E")).has() == (8, 0, 2)


@pytest.mark.rule("STS-9.8", "STS-9.9")
def test_armed_effects_belong_to_the_player() -> None:
    """The personnel chief is paid as a ticket, and his discount stays; armed and not used it is lost."""
    table = given("crew", "houston", tickets="S: SO-03", crew="N: personnel-chief#2").do(UseCrew("N"), HireCrew("skilled", "W"))
    table = table.do(PayTicket("crew", "N"), draws=["chief-engineer#2", TOKEN])
    assert table.forced == [S, EndTurn()]
    assert table.crew() == "W: superintendent#1 fresh"
    unused = given("crew", "houston", tickets="S: SO-03", crew="N: personnel-chief#2").do(UseCrew("N"), EndTurn(), draws=[TOKEN])
    assert unused.turn.armed.hire_discount == 0


@pytest.mark.rule("STS-9.10")
def test_an_exchange_in_every_phase() -> None:
    """One cargo goes back to the supply, and one of another type comes."""
    for table in (given("market", "houston", cargo="O2 G1", crew="E: trader#1"), given("crew", "houston", cargo="O2 G1", crew="E: trader#1")):
        asked = table.do(UseCrew("E"))
        assert asked.legal == (GiveCargo("oil"), GiveCargo("grain"))
        given_up = asked.do(GiveCargo("grain"))
        assert given_up.legal == (ChooseCargo("steel"), ChooseCargo("oil"), ChooseCargo("timber"))
        assert given_up.state.supply.cargo == (15, 13, 15, 15)
        after = given_up.do(ChooseCargo("timber"))
        assert (after.train(), after.open) == ("O2 T1", table.open)


@pytest.mark.rule("STS-9.16", "STS-8.7")
def test_the_ticket_master_and_a_hire() -> None:
    """The first ticket that does not match counts as if it did; one that matches leaves the effect for later."""
    table = given("crew", "houston", tickets="S: SO-03 SO-04", crew="N: ticket-master#1").do(UseCrew("N"))
    assert table.has()[0] == 10
    assert hires(table) == set(HIRES)
    table = table.do(HireCrew("skilled", "W"), S)
    assert counted(table) == ["wild"]
    assert table.turn.armed.ticket_wilds == 0
    done = table.do(S, draws=["chief-engineer#2", TOKEN])
    assert done.crew() == "N: ticket-master#1; W: superintendent#1 fresh"
    south = given("crew", "houston", tickets="S: SO-03 SO-04", crew="N: ticket-master#1").do(UseCrew("N"), HireCrew("skilled", "S"), S)
    assert counted(south) == ["match"]
    assert south.turn.armed.ticket_wilds == 1


@pytest.mark.rule("STS-9.16", "STS-8.13")
def test_the_ticket_master_and_a_caboose() -> None:
    """The first ticket of a region that is covered counts as wild; the second is refused."""
    table = given("crew", "houston", tickets="N: SO-03 SO-04 SO-05; E: SO-06; S: SO-07", crew="E: ticket-master#1")
    assert table.code(CABOOSE) == "not-enough-tickets"
    table = table.do(UseCrew("E"), CABOOSE, N, N)
    assert counted(table) == ["region", "wild"]
    assert table.code(N) == "region-already-covered"
    table = table.do(S, E, draws=[TOKEN])
    assert (table.caboose(), table.tickets()) == ("CB-1", "N: SO-05")


@pytest.mark.rule("STS-8.4", "STS-9.4")
def test_the_drifter() -> None:
    """As a ticket he is wild: alone he pays for any basic card, and covers any region."""
    table = given("crew", "houston", crew="S: drifter#1")
    assert hires(table) == set(HIRES[:4])
    hired = table.do(HireCrew("basic", "N"), draws=["coal-merchant#2", TOKEN])
    assert counted(hired) == ["wild"]
    caboose = given("crew", "houston", tickets="N: SO-03; E: SO-04; W: SO-05 SO-06", crew="E: drifter#1").do(CABOOSE, N, E, W, draws=[TOKEN])
    assert counted(caboose) == ["region", "region", "region", "wild"]


@pytest.mark.rule("STS-9.4", "STS-11.4")
def test_the_best_of_two_rates_counts() -> None:
    """Of several final rates for one resource the best one counts; they do not add up."""
    game = remade(porter=(FinalRate("cash", 3),), drifter=(FinalRate("cash", 2), CoalCapacity(1), WildTicket()))
    table = given("crew", "houston", season="countdown", bag="CO-3", cash=12, coal=3, crew="N: porter#1; E: drifter#1", game=game)
    assert table.do(EndTurn(), draws=["CO-3"]).scores[0] == 6 + 1
    worse = remade(porter=(FinalRate("cash", 9),))
    table = given("crew", "houston", season="countdown", bag="CO-3", cash=12, coal=3, crew="N: porter#1", game=worse)
    assert table.do(EndTurn(), draws=["CO-3"]).scores[0] == 3 + 1


@pytest.mark.rule("STS-7.10", "STS-9.8")
def test_two_armed_discounts() -> None:
    """They are used in the order in which they were armed."""
    game = remade(porter=(Activate(("station",), (OrderDiscount(("oil",), 1),)),))
    table = given("travel", "new-orleans", crew="N: foreman#1; W: porter#1", on="houston: SO-01", game=game).do(StepTo("houston"), StopHere())
    table = table.do(UseCrew("W"), UseCrew("N"), CompleteOrder())
    assert [event.source for event in table.events if isinstance(event, ev.DiscountUsed)] == ["porter#1", "foreman#1"]
