"""What is told, in which order (section 4 of the rules page): each event with its fields."""

from collections.abc import Callable, Iterable

import pytest

from railrules import SeededChance
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import Counts
from railrules.games.station_to_station.actions import (
    Action,
    BuyCargo,
    BuyCoal,
    ChooseCargo,
    ChooseReward,
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
from railrules.games.station_to_station.content import REGIONS, ROWS
from railrules.games.station_to_station.events import Event
from railrules.games.station_to_station.options import Options
from tests.games.station_to_station.given import CONTENT, GAME, MARKET, SPARE, Draw, Seat, Table, dealt, given, new_game

NOTHING = (0, 0, 0, 0)
TOKEN = SPARE["summer"]
N, E, S, W = (PayTicket("order", region) for region in REGIONS)
HOUSTON = (StepTo("houston"), StopHere())


def gained(cause: str, *, points: int = 0, cash: int = 0, coal: int = 0, lost: int = 0, cargo: Counts = NOTHING, seat: int = 0) -> ev.Gained:
    return ev.Gained(seat, points, cash, coal, lost, cargo, NOTHING, cause)


def turn_over(table: Table, token: str = TOKEN) -> tuple[Event, ...]:
    """The end of A's turn, and the beginning of B's."""
    return (
        ev.TokenPlaced("new-orleans", token, improved=False, season_change=False),
        ev.TurnEnded(0, table.number),
        ev.TurnStarted(1, table.number + 1, "seattle", ()),
    )


# ---- set-up ------------------------------------------------------------------------------------------------------------------------------


def new_game_log() -> tuple[Event, ...]:
    return dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32").events


@pytest.mark.rule("STS-2.2", "STS-2.4", "STS-2.7", "STS-2.10", "STS-2.12", "STS-2.13")
def test_set_up() -> None:
    """Game, removed tokens, crew market, starting routes, pairs, display, map."""
    placed = [ev.TokenPlaced(city, token, False, False) for city, token in zip(OTHERS, CONTENT.tokens["summer"], strict=False)]
    assert list(new_game_log()) == [
        ev.GameStarted(2, 0, Options(first_player=0), GAME.content_digest),
        ev.TokensRemoved("summer", 6),
        ev.TokensRemoved("autumn", 8),
        ev.TokensRemoved("winter", 6),
        ev.TokensRemoved("countdown", 2),
        *(ev.CrewMarketFilled(row, region, card) for row in ROWS for region, card in zip(REGIONS, MARKET[row], strict=True)),
        ev.StartingRouteDealt(0, "ST-S", "new-orleans"),
        ev.StartingRouteDealt(1, "ST-N", "minneapolis"),
        ev.RoutesDealt(0, ("RT-10", "RT-24"), 2),
        ev.RoutesDealt(1, ("RT-31", "RT-32"), 2),
        ev.RouteDisplayFilled(0, "RT-01"),
        ev.RouteDisplayFilled(1, "RT-02"),
        ev.RouteDisplayFilled(2, "RT-03"),
        *placed,
    ]


OTHERS = [city for city in CONTENT.city if city not in ("new-orleans", "minneapolis")]


@pytest.mark.rule("STS-2.11", "STS-2.16")
def test_routes_kept() -> None:
    """Kept and discarded, with the marker if there is one; after the last one the first turn."""
    table = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
    assert table.log(KeepRoute(0)) == (ev.RouteKept(0, "RT-10", "RT-24", "new-orleans"),)
    assert table.do(KeepRoute(0)).log(KeepRoute(1)) == (ev.RouteKept(1, "RT-32", "RT-31", None), ev.TurnStarted(0, 1, "new-orleans", ()))


# ---- Market ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-4.10", "STS-4.11", "STS-4.2", "STS-3.5")
def test_market() -> None:
    """Purchases with what was paid; the end of the Market, which stands behind its being forced."""
    table = given("market", "houston", cash=16)
    assert table.log(BuyCoal()) == (ev.CoalBought(0, 3),)
    assert table.log(BuyCargo("oil")) == (ev.CargoBought(0, "oil", 2, 5, 0, imported=False),)
    assert table.log(BuyCargo("grain")) == (ev.CargoBought(0, "grain", 2, 3, 1, imported=True),)
    assert table.log(EndMarket()) == (ev.MarketEnded(0),)
    assert given("market", "houston", cash=3).log(BuyCoal()) == (ev.CoalBought(0, 3), ev.AutoResolved(0, EndMarket()), ev.MarketEnded(0))


@pytest.mark.rule("STS-3.4", "STS-9.5", "STS-9.7")
def test_crew_and_cargo_in_the_market() -> None:
    """A price ability, a use by hand, an exchange, and a trim."""
    table = given("market", "houston", cash=20, cargo="T8", crew="N: coal-merchant#1; E: publicist#1; S: trader#1")
    assert table.log(BuyCoal()) == (ev.CoalBought(0, 2), ev.CrewUsed(0, "coal-merchant#1", "N", "price", "buy_coal"))
    assert table.log(UseCrew("E")) == (ev.CrewUsed(0, "publicist#1", "E", "activate", "market"), gained("publicist#1", points=2))
    assert table.log(UseCrew("S"), ChooseCargo("oil")) == (
        ev.CrewUsed(0, "trader#1", "S", "activate", "market"),
        ev.AutoResolved(0, GiveCargo("timber")),
        ev.CargoDiscarded(0, "timber", "exchange"),
        ev.CargoChosen(0, "oil", "exchange"),
    )
    full = given("market", "houston", cargo="T7").do(BuyCargo("oil"))
    assert full.log(DiscardCargo("timber")) == (ev.CargoDiscarded(0, "timber", "trim"),)


# ---- Travel ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-5.2", "STS-5.9", "STS-9.12", "STS-9.8")
def test_travel() -> None:
    """Steps with what paid for them, stops, repeats, what was armed, and the token picked up with its bonus coal."""
    table = given("travel", "new-orleans", crew="E: fireman#1; W: harbour-pilot#1; N: switchman#1", b=Seat(at="miami"), on="seattle: SO-02")
    assert table.log(UseCrew("E"), UseCrew("W")) == (
        ev.CrewUsed(0, "fireman#1", "E", "activate", "travel"),
        ev.EffectArmed(0, "free_steps", 1),
        ev.CrewUsed(0, "harbour-pilot#1", "W", "activate", "travel"),
        ev.EffectArmed(0, "sea_step", 1),
    )
    assert table.do(UseCrew("E"), UseCrew("W")).log(
        StepTo("miami"), StopHere(), StepTo("charleston"), StepTo("atlanta"), StepTo("charleston"), StepTo("seattle"), StopHere()
    ) == (
        ev.TrainMoved(0, "new-orleans", "miami", "base", sea=False),
        ev.TrainStopped(0, "miami", shared=True),
        ev.TravelRepeated(0, "miami"),
        ev.CrewUsed(0, "switchman#1", "N", "trigger", "shared_stop"),
        gained("switchman#1", cash=2, coal=1),
        ev.TrainMoved(0, "miami", "charleston", "base", sea=False),
        ev.TrainMoved(0, "charleston", "atlanta", "extra", sea=False),
        ev.TrainMoved(0, "atlanta", "charleston", "coal", sea=False),
        ev.TrainMoved(0, "charleston", "seattle", "coal", sea=True),
        ev.TrainStopped(0, "seattle", shared=False),
        ev.TokenPickedUp(0, "seattle", "SO-02", improved=False),
        gained("bonus_coal", coal=1),
    )


@pytest.mark.rule("STS-6.3", "STS-6.6", "STS-6.7", "STS-6.11", "STS-9.13")
def test_routes() -> None:
    """Marked, completed, put aside, taken; the display filled again; then the token."""
    table = given("travel", "boston", crew="N: express-conductor#1; W: ticket-agent#1", routes="ST-S@new-orleans; RT-29", on="new-york: SS-2+")
    assert table.log(UseCrew("N")) == (ev.CrewUsed(0, "express-conductor#1", "N", "activate", "travel"), ev.EffectArmed(0, "check_on_pass", 2))
    assert table.log(StepTo("new-york"), StopHere(), TakeRoute(1), draws=["RT-05"]) == (
        ev.TrainMoved(0, "boston", "new-york", "base", sea=False),
        ev.TrainStopped(0, "new-york", shared=False),
        ev.RouteMarked(0, "RT-29", "new-york"),
        ev.CrewUsed(0, "ticket-agent#1", "W", "trigger", "mark_route"),
        gained("ticket-agent#1", cash=3),
        ev.RouteCompleted(0, "ST-S", "new-york"),
        gained("ST-S", points=6, cash=3),
        ev.WildTicketGained(0, "ST-S"),
        ev.RouteTaken(0, 0, "RT-02", 1),
        ev.RouteDisplayFilled(1, "RT-05"),
        ev.TokenPickedUp(0, "new-york", "SS-2", improved=True),
        gained("bonus_coal", coal=1),
    )


@pytest.mark.rule("STS-6.8", "STS-9.11")
def test_a_dropped_route_and_a_new_deck() -> None:
    """Dropped with its marker; a card of the deck is told when it lies in the slot, after the shuffle that it came from."""
    table = given("market", "houston", crew="E: surveyor#1", routes="ST-S@new-orleans; RT-30@pittsburgh", dry="routes")
    assert table.log(UseCrew("E")) == (
        ev.CrewUsed(0, "surveyor#1", "E", "activate", "market"),
        ev.AutoResolved(0, DropRoute(1)),
        ev.RouteDropped(0, "RT-30", "pittsburgh"),
    )
    assert table.do(UseCrew("E")).log(TakeRoute("deck"), draws=["RT-30"]) == (ev.RouteDeckReshuffled(28), ev.RouteTaken(0, 1, "RT-30", "deck"))


# ---- Station -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-7.4", "STS-7.6", "STS-7.7", "STS-7.10", "STS-9.6")
def test_order() -> None:
    """Discounts, the delivery, the reward chosen and gained, what answers to it."""
    table = given("travel", "new-orleans", cargo="S2 O2", railcars="SR-2 SR-1+", crew="E: freight-clerk#1", on="houston: SO-17").do(*HOUSTON)
    assert table.log(CompleteOrder(), SaveCargo("oil"), ChooseReward(1)) == (
        ev.DiscountUsed(0, "SR-2", "steel"),
        ev.DiscountUsed(0, "SR-1", "oil"),
        ev.OrderCompleted(0, "SO-17", "houston", "S", (1, 1, 0, 0), (1, 1, 0, 0)),
        ev.RewardChosen(0, "SO-17", 1),
        gained("SO-17", points=10),
        ev.CrewUsed(0, "freight-clerk#1", "E", "trigger", "complete_order"),
        gained("freight-clerk#1", cash=2),
    )


@pytest.mark.rule("STS-7.12", "STS-7.13", "STS-7.14", "STS-7.16")
def test_other_tokens() -> None:
    """A Supply token is told before what it gives; a railcar; a token that is worked."""
    supply = given("travel", "new-orleans", crew="E: quartermaster#1", on="houston: SS-3").do(*HOUSTON)
    assert supply.log(TakeSupply()) == (
        ev.CrewUsed(0, "quartermaster#1", "E", "trigger", "take_supply"),
        ev.TokenImproved(0, "SS-3"),
        gained("quartermaster#1", points=2),
        ev.SupplyTaken(0, "SS-3", improved=True),
        gained("SS-3", cargo=(2, 2, 0, 0)),
    )
    chosen = given("travel", "new-orleans", on="houston: SS-5", tickets="W: SO-03").do(*HOUSTON, TakeSupply())
    assert chosen.log(ChooseCargo("oil")) == (ev.CargoChosen(0, "oil", "SS-5"),)
    railcar = given("travel", "new-orleans", on="houston: SR-2+", tickets="W: SO-03").do(*HOUSTON)
    assert railcar.log(TakeRailcar()) == (ev.RailcarTaken(0, "SR-2", improved=True),)
    work = given("travel", "new-orleans", on="houston: SR-2", tickets="W: SO-03").do(*HOUSTON)
    assert work.log(Work(2)) == (ev.TokenWorked(0, "SR-2", 2), gained("work", cash=2, coal=1))


# ---- Crew phase --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-8.3", "STS-8.9", "STS-8.10", "STS-8.17")
def test_hire() -> None:
    """Tickets, the hire, the card that goes with its spaces, the refill; then the turn is over by itself."""
    table = given("crew", "houston", coal=10, tickets="N: SO-03; E: SO-04", crew="N: stoker#1", dry="skilled")
    log = table.log(HireCrew("skilled", "N"), E, N, KeepCrew("new"), draws=["treasurer#1", TOKEN])
    assert log == (
        ev.TicketPaid(0, "order", "E", "SO-04", "other"),
        ev.TicketPaid(0, "order", "N", "SO-03", "match"),
        ev.CrewHired(0, "chief-engineer#1", "skilled", "N"),
        ev.CrewDismissed(0, "stoker#1", "N"),
        ev.CoalSpilled(0, 1),
        ev.CrewDeckReshuffled("skilled", 20),
        ev.CrewMarketFilled("skilled", "N", "treasurer#1"),
        ev.AutoResolved(0, EndTurn()),
        *turn_over(table),
    )


@pytest.mark.rule("STS-8.12", "STS-8.13", "STS-9.16")
def test_caboose() -> None:
    """Each ticket with what it counted as, and the caboose with its points."""
    table = given("crew", "houston", tickets="N: SO-03 SO-04; S: SO-05", crew="E: ticket-master#1", wild="ST-S", routes="RT-29; RT-31").do(
        UseCrew("E")
    )
    assert table.events[-2:] == (gained("ticket-master#1", cash=2), ev.EffectArmed(0, "ticket_wild", 1))
    assert table.log(GainCaboose(), N, N, S, PayTicket("wild", None), draws=[TOKEN]) == (
        ev.TicketPaid(0, "order", "N", "SO-03", "region"),
        ev.TicketPaid(0, "order", "N", "SO-04", "wild"),
        ev.TicketPaid(0, "order", "S", "SO-05", "region"),
        ev.TicketPaid(0, "wild", None, "ST-S", "wild"),
        ev.CabooseGained(0, "CB-1", 10),
        ev.AutoResolved(0, EndTurn()),
        *turn_over(table),
    )


@pytest.mark.rule("STS-8.4", "STS-9.8")
def test_what_is_armed_for_a_hire() -> None:
    """The personnel chief and the yardmaster arm what they say; a crew card is paid with its region."""
    table = given("crew", "houston", tickets="W: SO-03", crew="N: personnel-chief#1; E: yardmaster#1").do(UseCrew("N"))
    assert table.events == (ev.CrewUsed(0, "personnel-chief#1", "N", "activate", "crew"), ev.EffectArmed(0, "hire_discount", 1))
    assert table.log(UseCrew("E"))[-1] == ev.EffectArmed(0, "bag_choice", 2)
    assert table.do(HireCrew("skilled", "W")).log(PayTicket("crew", "N"))[0] == ev.TicketPaid(0, "crew", "N", "personnel-chief#1", "other")
    station = given("travel", "new-orleans", crew="N: foreman#1; E: negotiator#1", on="houston: SO-01").do(*HOUSTON, UseCrew("N"), UseCrew("E"))
    assert [event for event in station.events if isinstance(event, ev.EffectArmed)] == [
        ev.EffectArmed(0, "order_discount", 1),
        ev.EffectArmed(0, "all_options", 1),
    ]


# ---- clean-up and the end ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.17", "STS-10.2", "STS-10.5", "STS-10.6", "STS-10.7")
def test_clean_up() -> None:
    """Tokens drawn, returned and placed; the season; the next turn with the crew that is no longer fresh."""
    b = Seat(crew="N: porter#1 fresh")
    table = given("crew", "houston", crew="W: yardmaster#1", bag="SO-20 SS-5 SO-21", b=b).do(UseCrew("W"))
    assert table.log(EndTurn(), PlaceToken(1), draws=["SO-20", "SS-5"]) == (
        ev.TokensDrawn(0, ("SO-20", "SS-5")),
        ev.TokenReturned("SO-20"),
        ev.TokenPlaced("new-orleans", "SS-5", improved=False, season_change=False),
        ev.TurnEnded(0, table.number),
        ev.TurnStarted(1, table.number + 1, "seattle", ("porter#1",)),
    )
    last = given("crew", "houston", tickets="N: SO-03", bag="SS-5", on="denver: SR-1")
    flipped = tuple(token.id for token in last.state.board.tokens if token is not None and token.id not in CONTENT.order)
    placed, ended, *_ = last.log(EndTurn(), draws=["SS-5"])
    assert placed == ev.TokenPlaced("new-orleans", "SS-5", improved=False, season_change=True)
    assert isinstance(ended, ev.SeasonEnded)
    assert sorted(ended.flipped) == sorted((*flipped, "SS-5"))
    assert ended == ev.SeasonEnded("summer", "autumn", ended.flipped, 8)


@pytest.mark.rule("STS-11.1", "STS-11.4", "STS-11.9")
def test_the_end() -> None:
    """The last token, and the scores with places and winners."""
    table = given("crew", "houston", season="countdown", bag="CO-3", cash=11, coal=5, points=60, b=Seat(points=50, cash=7, coal=3))
    assert table.log(EndTurn(), draws=["CO-3"]) == (
        ev.TokenPlaced("new-orleans", "CO-3", improved=False, season_change=True),
        ev.GameEnded((ev.FinalScore(60, 2, 2, 64, 1), ev.FinalScore(50, 1, 1, 52, 2)), (0,)),
    )


# ---- all of them -------------------------------------------------------------------------------------------------------------------------

TESTS: tuple[Callable[[], None], ...] = (
    test_set_up,
    test_routes_kept,
    test_market,
    test_crew_and_cargo_in_the_market,
    test_travel,
    test_routes,
    test_a_dropped_route_and_a_new_deck,
    test_order,
    test_other_tokens,
    test_hire,
    test_caboose,
    test_clean_up,
    test_the_end,
)


def test_each_kind_of_event_is_told_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above name every class of event there is."""
    told: set[type] = {type(event) for event in new_game_log()}
    log = Table.log

    def noted(table: Table, *actions: Action, draws: Iterable[Draw] = ()) -> tuple[Event, ...]:
        events = log(table, *actions, draws=draws)
        told.update(map(type, events))
        return events

    monkeypatch.setattr(Table, "log", noted)
    for test in TESTS:
        test()
    assert told == set(GAME.event_types)


@pytest.mark.rule("STS-3.5")
def test_forced_intents_stand_before_their_events() -> None:
    """Over random games each is told with who decides at that moment, and something follows from it."""
    chance = SeededChance(3)
    state = new_game(3, chance=chance).state
    count = 0
    while legal := GAME.legal_actions(state):
        step = GAME.apply(state, legal[chance.pick(len(legal))], chance)
        seat = state.clock.active
        for event in step.events:
            if isinstance(event, ev.TurnStarted):
                seat = event.seat
            elif isinstance(event, ev.AutoResolved):
                assert event.seat == seat
                count += 1
        assert not step.events or not isinstance(step.events[-1], ev.AutoResolved)
        state = step.state
    assert count > 30
