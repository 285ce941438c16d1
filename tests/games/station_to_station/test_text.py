"""Station to Station in words: the notation of actions both ways, what happens as sentences, and the table as a person reads it."""

import re

import pytest

from railrules import InvalidActionError
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station import state as st
from railrules.games.station_to_station.abilities import Reward
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
from railrules.games.station_to_station.codec import all_actions
from railrules.games.station_to_station.notation import NOTATION as LISTED
from railrules.games.station_to_station.options import Options
from railrules.games.station_to_station.text import Text
from tests.games.station_to_station.given import CONTENT, GAME, Seat, Table, dealt, given, new_game, random_states

VIEW = given("market", "houston").view(0)
NAMES = ["Ann", "Bob", "Cid", "Dee"]
NOTATION: list[tuple[Action, str]] = [
    (KeepRoute(1), "keep route 1"),
    (BuyCoal(), "buy coal"),
    (BuyCargo("grain"), "buy grain"),
    (EndMarket(), "end market"),
    (StepTo("new-orleans"), "step new-orleans"),
    (StopHere(), "stop"),
    (TakeRoute(2), "take 2"),
    (TakeRoute("deck"), "take deck"),
    (CompleteOrder(), "deliver"),
    (TakeSupply(), "supply"),
    (TakeRailcar(), "railcar"),
    (Work(0), "work 0"),
    (ChooseWork(2), "bonus 2"),
    (SaveCargo("oil"), "save oil"),
    (ChooseReward(3), "reward 3"),
    (ChooseCargo("steel"), "choose steel"),
    (GiveCargo("timber"), "give timber"),
    (DiscardCargo("oil"), "discard oil"),
    (UseCrew("W"), "use W"),
    (HireCrew("skilled", "E"), "hire skilled E"),
    (GainCaboose(), "caboose"),
    (PayTicket("order", "S"), "pay order S"),
    (PayTicket("crew", "N"), "pay crew N"),
    (PayTicket("wild", None), "pay wild"),
    (KeepCrew("old"), "keep old"),
    (KeepCrew("new"), "keep new"),
    (EndTurn(), "end turn"),
    (DropRoute(1), "drop 1"),
    (PlaceToken(3), "place 3"),
]


def board(table: Table, viewer: int | None = 0, names: list[str] | None = None) -> str:
    return GAME.describe(table.view(viewer), names)


def section(text: str, begins: str) -> list[str]:
    """The lines of the section of a description that begins so, an empty list if there is none."""
    return next((part.splitlines() for part in text.split("\n\n") if part.startswith(begins)), [])


def question(table: Table, viewer: int | None = 0) -> str:
    """The line of a description that says what is asked."""
    return board(table, viewer).splitlines()[1]


# ---- actions -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "text"), NOTATION)
def test_notation(action: Action, text: str) -> None:
    """Each kind of action has its words, read back in any case and spacing."""
    assert GAME.action_to_str(VIEW, action) == text
    for written in (text, text.upper(), text.title(), f"  {text.replace(' ', '   ')}\n"):
        assert GAME.parse_action(VIEW, written) == action


def test_every_kind_of_action_has_a_notation() -> None:
    """No kind of action is missing above."""
    assert {type(action) for action, _ in NOTATION} == set(GAME.action_types)


@pytest.mark.rule("STS-3.8")
def test_all_actions_have_different_texts() -> None:
    """No two of the hundred actions share a text, and each is read back as itself."""
    table = given("market", "houston")
    codec = GAME.codec(table.state.config)
    actions = [codec.decode(table.state, number) for number in range(codec.num_actions)]
    texts = [GAME.action_to_str(VIEW, action) for action in actions]
    assert len(set(texts)) == 100
    assert [GAME.parse_action(VIEW, text) for text in texts] == actions


def test_the_notation_of_something_else() -> None:
    """What is no action of the game has none."""
    with pytest.raises(TypeError, match="'stop' is no action of Station to Station"):
        GAME.action_to_str(VIEW, "stop")  # type: ignore[arg-type]


def forms(text: str) -> list[Action]:
    """What the forms in a listing of the notation are read as, with words in the place of placeholders."""
    words = {"INDEX": "1", "SPACE": "1", "OPTION": "1", "SLOT": "1", "CARGO": "oil", "CITY": "st-louis", "REGION": "S", "ROW": "basic"}
    return [GAME.parse_action(VIEW, re.sub("[A-Z]+", lambda found: words[found[0]], form)) for form in text.split(", ")]


def test_the_listings_of_the_notation() -> None:
    """What the rules page and the answer to an unknown text list is understood, and is all that there is."""
    page = (GAME.rules_text() or "").partition("## Notation")[2].partition("\n## ")[0]
    told = [form for row in re.findall(r"^\| (`.*`) \|", page, flags=re.MULTILINE) for form in re.findall("`(.*?)`", row)]
    for listing in (LISTED, ", ".join(told)):
        actions = forms(listing)
        assert len(set(actions)) == len(actions)
        assert {type(action) for action in actions} == set(GAME.action_types)


def test_cities_are_named_with_spaces_or_hyphens() -> None:
    """Every city can be written in the words of its id, and as it stands on the map."""
    for city in CONTENT.city:
        for written in (city, city.replace("-", " "), city.replace("-", "  ").upper(), CONTENT.city[city].name):
            assert GAME.parse_action(VIEW, f"step {written}") == StepTo(city)
    assert GAME.parse_action(VIEW, "step St. Louis") == StepTo("st-louis")


@pytest.mark.parametrize("thing", [None, 5, b"stop", ["stop"]])
def test_what_is_no_text(thing: object) -> None:
    """What is no text at all is refused like one that cannot be read, in a line."""
    with pytest.raises(InvalidActionError, match=f"{type(thing).__name__} is no text; expected one of: keep route INDEX") as raised:
        GAME.parse_action(VIEW, thing)  # type: ignore[arg-type]  # what a client may send
    assert raised.value.code == "unknown-value"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "houston", "buy", "buy oil oil", "end", "end game", "step", "stop here", "take", "take 1 2", "deliver SO-01"),
        *("work", "keep", "keep both", "keep route", "use", "hire basic", "hire N", "pay", "pay wild N", "pay order", "pay token N", "drop", "place"),
    ],
)
def test_what_is_no_action(text: str) -> None:
    """Text of another shape is an unknown value, and the answer repeats it and lists what there is."""
    with pytest.raises(InvalidActionError) as raised:
        GAME.parse_action(VIEW, f"  {text}\n")
    assert raised.value.code == "unknown-value"
    assert str(raised.value) == f"{text.strip()!r} is no action; expected one of: {LISTED}"


NUMBERED = [
    ("keep route", "index", "0..1", 1),
    ("take", "space", "0..5 or deck", 5),
    ("work", "option", "0..2", 2),
    ("bonus", "option", "0..2", 2),
    ("reward", "option", "0..3", 3),
    ("drop", "slot", "0..1", 1),
    ("place", "index", "0..3", 3),
]
"""The forms of the notation that end with a number, how it is called, what it may be, and the last one that it may be."""


@pytest.mark.parametrize("text", ["x", "-1", "1.5", "\u0661", "\u00b2", "9999999999", "+1", "1_0"])
def test_what_is_no_number(text: str) -> None:
    """A word where a number stands is told, be it for an index, a space, an option or a slot, and what may stand there."""
    for form, what, numbers, _ in NUMBERED:
        with pytest.raises(InvalidActionError) as raised:
            GAME.parse_action(VIEW, f"{form} {text}")
        assert raised.value.code == "unknown-value"
        assert str(raised.value) == f"{text!r} is no {what}; expected {numbers}"


@pytest.mark.parametrize(("form", "what", "numbers", "last"), NUMBERED)
def test_a_number_that_cannot_stand_there(form: str, what: str, numbers: str, last: int) -> None:
    """Numbers go up to the last one that is possible anywhere."""
    assert GAME.parse_action(VIEW, f"{form} {last}") in all_actions(CONTENT)
    with pytest.raises(InvalidActionError, match=f"'{last + 1}' is no {what}; expected {numbers}"):
        GAME.parse_action(VIEW, f"{form} {last + 1}")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        *(
            (f"{verb} Gold", "'gold' is no cargo; expected one of: steel, oil, grain, timber")
            for verb in ("buy", "save", "choose", "give", "discard")
        ),
        ("step New Town", "'new town' is no city; expected one of: helena, fargo, "),
        ("step new", "'new' is no city; expected one of: helena, fargo, "),
        ("use M", "'m' is no region; expected one of: N, E, S, W"),
        ("hire basic north", "'north' is no region; expected one of: N, E, S, W"),
        ("hire expert N", "'expert' is no row; expected one of: basic, skilled"),
        ("pay order 1", "'1' is no region; expected one of: N, E, S, W"),
        ("pay crew x", "'x' is no region; expected one of: N, E, S, W"),
    ],
)
def test_what_names_nothing(text: str, answer: str) -> None:
    """An unknown cargo, city, region or row is told with those that there are."""
    with pytest.raises(InvalidActionError) as raised:
        GAME.parse_action(VIEW, text)
    assert raised.value.code == "unknown-value"
    assert str(raised.value).startswith(answer)


# ---- small things ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reward", "text"),
    [
        (Reward(points=1), "1 point"),
        (Reward(points=5, cash=8, coal=1), "5 points, $8, 1 coal"),
        (Reward(cargo=(2, 0, 1, 0)), "2 steel, 1 grain"),
        (Reward(coal=2, any_cargo=3), "2 coal, 3 of any cargo"),
    ],
)
def test_rewards_in_words(reward: Reward, text: str) -> None:
    """Points, dollars, coal and cargo, as far as there are any."""
    assert Text(CONTENT).reward(reward) == text


@pytest.mark.rule("STS-1.4", "STS-12.3")
@pytest.mark.parametrize(
    ("token", "text"),
    [
        (st.Token("SO-01"), "SO-01 order 1 steel, 1 oil -> $8, 1 coal or 5 points"),
        (st.Token("SS-3"), "SS-3 supply 1 coal, 1 steel, 1 oil"),
        (st.Token("SS-3", improved=True), "SS-3 supply 2 steel, 2 oil"),
        (st.Token("SR-3"), "SR-3 railcar oil"),
        (st.Token("SR-3", improved=True), "SR-3 railcar oil/timber"),
    ],
)
def test_tokens_in_words(token: st.Token, text: str) -> None:
    """What a token offers with the side that is up."""
    assert Text(CONTENT).token(token) == text


# ---- events ------------------------------------------------------------------------------------------------------------------------------

OPTIONS = Options("random", 3, mark_new_routes=False, railcars_cumulative=True, cargo_supply="limited", starting_cash=8, starting_coal=2)
NOTHING = (0, 0, 0, 0)
SCORES = (ev.FinalScore(60, 2, 2, 64, 1), ev.FinalScore(50, 1, 1, 52, 2))
SENTENCES: list[tuple[ev.Event, str]] = [
    (ev.GameStarted(3, 1, OPTIONS, "ff"), "3 players set out; Bob begins."),
    (ev.CrewMarketFilled("basic", "N", "porter#1"), "The basic crew of N is now porter#1."),
    (ev.StartingRouteDealt(0, "ST-S", "new-orleans"), "Ann starts in New Orleans with ST-S New Orleans* - New York (6 points, $3)."),
    (
        ev.RoutesDealt(0, ("RT-10", "RT-29"), 2),
        "Ann chooses between RT-10 Los Angeles - New Orleans (4 points, 2 oil) and RT-29 Houston - New York (8 points, $8).",
    ),
    (ev.RoutesDealt(1, None, 2), "Bob gets 2 routes to choose from."),
    (ev.RouteDisplayFilled(0, "RT-01"), "On offer: RT-01 Chicago - Omaha (3 points, 1 coal)."),
    (ev.TokenPlaced("miami", "SS-2", improved=True, season_change=False), "Miami gets SS-2 supply $12."),
    (
        ev.RouteKept(0, "RT-10", "RT-29", "new-orleans"),
        "Ann keeps RT-10 Los Angeles - New Orleans* (4 points, 2 oil) and discards RT-29.",
    ),
    (ev.RouteKept(0, "RT-29", "RT-10", None), "Ann keeps RT-29 Houston - New York (8 points, $8) and discards RT-10."),
    (ev.TurnStarted(1, 4, "houston", ("porter#1",)), "Bob begins turn 4 in Houston."),
    (ev.CoalBought(0, 2), "Ann buys coal for $2."),
    (ev.CargoBought(0, "oil", 2, 5, 0, imported=False), "Ann buys 2 oil for $5."),
    (ev.CargoBought(0, "grain", 1, 3, 1, imported=True), "Ann imports 1 grain for $3 and 1 coal."),
    (ev.CargoBought(0, "grain", 2, 3, 0, imported=True), "Ann imports 2 grain for $3."),
    (ev.CrewUsed(0, "fireman#2", "E", "activate", "travel"), "Ann uses fireman#2."),
    (ev.Gained(0, 3, 5, 1, 0, NOTHING, NOTHING, "RT-02"), "Ann gains 3 points, $5, 1 coal."),
    (ev.Gained(0, 0, 0, 0, 2, (0, 1, 0, 0), (1, 0, 2, 0), "SS-3"), "Ann gains 1 oil (lost: 2 coal, 1 steel, 2 grain)."),
    (ev.Gained(0, 0, 0, 0, 3, NOTHING, NOTHING, "SS-1"), "Ann gains nothing (lost: 3 coal)."),
    (ev.Gained(0, 0, 0, 0, 0, NOTHING, NOTHING, "SS-5"), ""),
    (ev.CargoChosen(0, "oil", "RT-24"), "Ann takes 1 oil."),
    (ev.CargoDiscarded(0, "oil", "trim"), "Ann discards 1 oil."),
    (ev.CargoDiscarded(0, "oil", "exchange"), "Ann gives back 1 oil."),
    (ev.CoalSpilled(0, 2), "Ann loses 2 coal for want of space."),
    (ev.TrainMoved(0, "houston", "oklahoma", "base", sea=False), "Ann moves to Oklahoma."),
    (ev.TrainMoved(0, "houston", "oklahoma", "coal", sea=False), "Ann moves to Oklahoma for 1 coal."),
    (ev.TrainMoved(0, "miami", "seattle", "extra", sea=True), "Ann sails to Seattle."),
    (ev.TrainStopped(0, "houston", shared=False), "Ann stops in Houston."),
    (ev.TrainStopped(0, "houston", shared=True), "Ann stops in Houston, which is occupied, and travels on."),
    (ev.RouteMarked(0, "RT-29", "houston"), "Ann marks Houston on RT-29."),
    (ev.RouteCompleted(0, "RT-29", "new-york"), "Ann completes RT-29 Houston - New York (8 points, $8)."),
    (ev.RouteDropped(0, "RT-29", "houston"), "Ann discards RT-29."),
    (ev.RouteTaken(0, 1, "RT-01", 2), "Ann takes RT-01 Chicago - Omaha (3 points, 1 coal) from the display."),
    (ev.RouteTaken(0, 1, "RT-01", "deck"), "Ann takes RT-01 Chicago - Omaha (3 points, 1 coal) from the deck."),
    (ev.RouteDeckReshuffled(12), "The 12 discarded routes become a new deck."),
    (ev.TokenPickedUp(0, "houston", "SR-1", improved=True), "Ann picks up SR-1 railcar steel/oil."),
    (ev.TokenImproved(0, "SS-1"), "Ann turns SS-1 to its improved side."),
    (ev.DiscountUsed(0, "SR-1", "steel"), "Ann saves 1 steel thanks to SR-1."),
    (
        ev.OrderCompleted(0, "SO-01", "st-louis", "S", (1, 0, 0, 0), (0, 1, 0, 0)),
        "Ann delivers 1 steel for SO-01 in St. Louis, a ticket of S.",
    ),
    (ev.OrderCompleted(0, "SO-01", "st-louis", "S", NOTHING, (1, 1, 0, 0)), "Ann delivers nothing for SO-01 in St. Louis, a ticket of S."),
    (ev.SupplyTaken(0, "SS-1", improved=False), "Ann uses SS-1."),
    (ev.RailcarTaken(0, "SR-6", improved=True), "Ann hitches the railcar SR-6 (steel/oil/grain/timber)."),
    (ev.TokenWorked(0, "SO-01", 0), "Ann gives up SO-01 and works."),
    (ev.TicketPaid(0, "order", "N", "SO-03", "match"), "Ann pays the ticket SO-03."),
    (ev.TicketPaid(0, "wild", None, "ST-S", "wild"), "Ann pays the ticket ST-S as a wild one."),
    (ev.CrewHired(0, "porter#1", "basic", "N"), "Ann hires porter#1 for N."),
    (ev.CrewDismissed(0, "porter#1", "N"), "Ann dismisses porter#1."),
    (ev.CrewDeckReshuffled("skilled", 5), "The 5 discarded skilled crew cards become a new deck."),
    (ev.CabooseGained(0, "CB-1", 10), "Ann couples the caboose CB-1 for 10 points."),
    (ev.TokensDrawn(0, ("SO-20", "SS-5")), "Ann draws SO-20 and SS-5 to choose from."),
    (
        ev.SeasonEnded("summer", "autumn", ("SR-1", "SS-5"), 8),
        "Summer is over; SR-1, SS-5 turn to their improved sides. Autumn begins with 8 tokens in the bag.",
    ),
    (ev.SeasonEnded("summer", "autumn", ("SR-1",), 8), "Summer is over; SR-1 turns to its improved side. Autumn begins with 8 tokens in the bag."),
    (ev.SeasonEnded("winter", "countdown", (), 2), "Winter is over. Countdown begins with 2 tokens in the bag."),
    (ev.MarketEnded(0), "Ann leaves the market."),
    (ev.GameEnded(SCORES, (0,)), "The journey is over: Ann wins. Points: Ann 64, Bob 52."),
    (ev.GameEnded((SCORES[0], SCORES[0]), (0, 1)), "The journey is over: Ann and Bob win. Points: Ann 64, Bob 64."),
]
SILENT: dict[ev.Event, str] = {
    ev.TokensRemoved("summer", 3): "nobody sees which",
    ev.EffectArmed(0, "free_steps", 1): "the card that was used is told",
    ev.WildTicketGained(0, "ST-S"): "the completed route is told",
    ev.TravelRepeated(0, "houston"): "the stop is told with it",
    ev.RewardChosen(0, "SO-01", 0): "what is gained is told",
    ev.TokenReturned("SO-20"): "what was drawn and what is placed are told",
    ev.TurnEnded(0, 3): "the next turn is told",
    ev.AutoResolved(0, EndTurn()): "what comes of the choice is told",
}
"""The events that are no sentence, and why not."""


@pytest.mark.parametrize(("event", "text"), SENTENCES)
def test_events_in_words(event: ev.Event, text: str) -> None:
    """Each kind of event is a sentence, or nothing where it brings nothing."""
    assert GAME.event_to_str(VIEW, event, NAMES[: len(event.scores) if isinstance(event, ev.GameEnded) else 2]) == text


@pytest.mark.parametrize("event", SILENT)
def test_events_without_words(event: ev.Event) -> None:
    """What another sentence says anyway is silent."""
    assert GAME.event_to_str(VIEW, event, NAMES[:2]) == ""


def test_every_kind_of_event_is_told_or_silent() -> None:
    """No kind of event is missing above, and none is both."""
    told, silent = {type(event) for event, _ in SENTENCES}, {type(event) for event in SILENT}
    assert told | silent == set(GAME.event_types)
    assert not told & silent


def test_people_without_names() -> None:
    """Without names they are called by number."""
    assert GAME.event_to_str(VIEW, ev.CoalBought(1, 3)) == "Player 1 buys coal for $3."


def told(table: Table, viewer: int | None, names: list[str]) -> list[str]:
    """What a player is told of all events of a table."""
    view = table.view(viewer)
    seen = [GAME.view_event(event, viewer) for event in table.events]
    return [text for event in seen if (text := GAME.event_to_str(view, event, names))]


def test_a_turn_in_words() -> None:
    """What a player does reads as a story, from the market to the next turn."""
    table = given("market", "oklahoma", cargo="O1", cash=8, on="st-louis: SO-01", crew="N: freight-clerk#1", bag="SO-20 SO-21")
    actions = (BuyCargo("steel"), EndMarket(), StepTo("st-louis"), StopHere(), CompleteOrder(), ChooseReward(0), EndTurn())
    table = table.do(*actions, draws=["SO-20"])
    assert told(table, 1, NAMES[:2]) == [
        "Ann imports 2 steel for $5 and 1 coal.",
        "Ann leaves the market.",
        "Ann moves to St. Louis.",
        "Ann stops in St. Louis.",
        "Ann picks up SO-01 order 1 steel, 1 oil -> $8, 1 coal or 5 points.",
        "Ann delivers 1 steel, 1 oil for SO-01 in St. Louis, a ticket of S.",
        "Ann gains $8, 1 coal.",
        "Ann uses freight-clerk#1.",
        "Ann gains $2.",
        "Oklahoma gets SO-20 order 2 steel, 2 grain -> $17 or 9 points.",
        f"Bob begins turn {table.number} in Seattle.",
    ]


@pytest.mark.rule("STS-12.2")
def test_nobody_is_told_the_routes_of_others() -> None:
    """At set-up a player hears of the own two routes; of those of the others, that there are two."""
    table = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
    own = "Ann chooses between RT-10 Los Angeles - New Orleans (4 points, 2 oil) and RT-24 Oklahoma - Washington (6 points, 3 of any cargo)."
    for viewer in (0, 1, None):
        lines = told(table, viewer, NAMES[:2])
        for seat, cards in enumerate((("RT-10", "RT-24"), ("RT-31", "RT-32"))):
            assert any(card in line for line in lines for card in cards) == (viewer == seat)
            assert (f"{NAMES[seat]} gets 2 routes to choose from." in lines) == (viewer != seat)
        assert (own in lines) == (viewer == 0)


# ---- what is asked -----------------------------------------------------------------------------------------------------------------------

KEEPING = dealt(2, "ST-S ST-N", "RT-10 RT-24", "RT-31 RT-32")
AT_STATION = given("travel", "oklahoma", on="st-louis: SO-01", cargo="S1 O1").do(StepTo("st-louis"), StopHere())
TRADING = given("market", "houston", cargo="S1 O2", crew="E: trader#2").do(UseCrew("E"))
ALL_TICKETS = given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05; W: SO-06", wild="ST-S", routes="RT-30; RT-31").do(GainCaboose())
WORKS = "work 0: 2 coal, work 1: $5, work 2: $2, 1 coal"
TICKETS_OR = "(pay order REGION, pay crew REGION, pay wild)"
QUESTIONS: list[tuple[Table, str]] = [
    (given("market", "houston"), "buys in the market (buy coal, buy CARGO, use REGION, end market)"),
    (given("travel", "new-orleans"), "travels from New Orleans: 1 free step (step CITY, stop, use REGION)"),
    (
        given("travel", "new-orleans", crew="E: chief-engineer#2").do(UseCrew("E"), StepTo("houston")),
        "travels from Houston: 2 free steps (step CITY, stop, use REGION)",
    ),
    (
        AT_STATION,
        f"is at the station with SO-01 order 1 steel, 1 oil -> $8, 1 coal or 5 points (deliver, {WORKS}, use REGION)",
    ),
    (given("station", "houston", token="SS-2"), f"is at the station with SS-2 supply $8 (supply, {WORKS}, use REGION)"),
    (given("station", "houston", token="SR-1"), f"is at the station with SR-1 railcar steel (railcar, {WORKS}, use REGION)"),
    (
        given("crew", "houston", tickets="N: SO-03", crew="E: publicist#1", cash=20).do(
            HireCrew("basic", "N"), PayTicket("order", "N"), draws=["coal-merchant#2"]
        ),
        "may use crew (use REGION), and ends the turn (end turn)",
    ),
    (
        given("crew", "houston", tickets="N: SO-03"),
        "may hire (hire ROW REGION), gain a caboose (caboose) or use crew (use REGION), and ends the turn (end turn)",
    ),
    (given("market", "houston", cargo="T7").do(BuyCargo("oil")), "has 2 oil, 7 timber on a train of 8 and discards one (discard CARGO)"),
    (
        given("market", "houston", cargo="T9", crew="N: porter#1").do(BuyCargo("oil")),
        "has 2 oil, 9 timber on a train of 10 and discards one (discard CARGO)",
    ),
    (
        given("travel", "boston", routes="ST-S@new-orleans; RT-31").do(StepTo("new-york"), StopHere()),
        "takes a route for slot 0 (take SPACE, take deck)",
    ),
    (
        given("travel", "oklahoma", on="houston: SO-19", cargo="S1 O1 G1 T1", railcars="SR-1+ SR-5").do(
            StepTo("houston"), StopHere(), CompleteOrder()
        ),
        "still pays 1 steel, 1 oil, 1 timber; SR-1 saves one of steel/oil (save CARGO)",
    ),
    (AT_STATION.do(CompleteOrder()), "chooses the reward of SO-01 (reward OPTION): 0: $8, 1 coal; 1: 5 points"),
    (
        given("travel", "new-orleans", season="autumn", on="houston: AO-04", cargo="G1 T2", crew="W: superintendent#2").do(
            StepTo("houston"), StopHere(), CompleteOrder()
        ),
        "gets a Work reward from superintendent#2 (bonus 0: 2 coal, bonus 1: $5, bonus 2: $2, 1 coal)",
    ),
    (
        given("travel", "charleston", routes="RT-24@oklahoma; RT-31").do(StepTo("washington"), StopHere(), ChooseCargo("oil")),
        "chooses 2 cargo (choose CARGO)",
    ),
    (TRADING, "gives back a cargo for another one (give CARGO)"),
    (TRADING.do(GiveCargo("oil")), "takes another cargo than oil (choose CARGO)"),
    (given("market", "houston", routes="RT-30; RT-31", crew="E: surveyor#2").do(UseCrew("E")), "discards a standard route for a new one (drop SLOT)"),
    (
        given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05").do(HireCrew("skilled", "N")),
        f"pays for chief-engineer#1 (skilled, N): 0 tickets so far, still 2 more with one that matches N among them, else 3 {TICKETS_OR}",
    ),
    (
        given("crew", "houston", tickets="N: SO-03; E: SO-04; S: SO-05").do(HireCrew("skilled", "N"), PayTicket("order", "N")),
        f"pays for chief-engineer#1 (skilled, N): 1 ticket so far, still 1 more {TICKETS_OR}",
    ),
    (ALL_TICKETS, f"pays for a caboose, 0 of 4 tickets so far, regions covered: none {TICKETS_OR}"),
    (
        ALL_TICKETS.do(PayTicket("order", "W"), PayTicket("order", "N")),
        f"pays for a caboose, 2 of 4 tickets so far, regions covered: N W {TICKETS_OR}",
    ),
    (
        given("crew", "houston", tickets="N: SO-03", crew="N: porter#2").do(HireCrew("basic", "N"), PayTicket("order", "N")),
        "keeps porter#2 or coal-merchant#1 in N (keep old, keep new)",
    ),
    (
        given("crew", "houston", crew="W: yardmaster#1", bag="SO-20 SS-5 SO-21").do(UseCrew("W"), EndTurn(), draws=["SO-20", "SS-5"]),
        "places one of the tokens (place INDEX): 0: SO-20 order 2 steel, 2 grain -> $17 or 9 points; 1: SS-5 supply 3 of any cargo",
    ),
]


@pytest.mark.rule("STS-3.8", "STS-12.3")
@pytest.mark.parametrize(("table", "text"), QUESTIONS, ids=[f"{table.open} {text.split(' (')[0]}" for table, text in QUESTIONS])
def test_the_question_in_words(table: Table, text: str) -> None:
    """Every open decision says who decides, what is asked and how it is answered, the same to everybody."""
    for viewer in (0, 1, None):
        assert question(table, viewer) == f"Player 0 {text}"
    assert board(table, 1, ["Ann", "Bob"]).splitlines()[1] == f"Ann {text}"


@pytest.mark.rule("STS-2.11", "STS-12.2")
def test_the_question_which_route_to_keep() -> None:
    """Who chooses sees the two routes, and nobody else does."""
    pair = "0: RT-10 Los Angeles - New Orleans (4 points, 2 oil); 1: RT-24 Oklahoma - Washington (6 points, 3 of any cargo)"
    assert question(KEEPING, 0) == f"Player 0 keeps one of two routes (keep route INDEX): {pair}"
    for viewer in (1, None):
        assert question(KEEPING, viewer) == "Player 0 keeps one of two routes (keep route INDEX)"
        assert not [card for card in ("RT-10", "RT-24") if card in board(KEEPING, viewer)]


def test_every_kind_of_decision_is_asked() -> None:
    """No kind of decision is missing above."""
    kinds = {kind for name, kind in vars(st).items() if name.startswith("Pending") and name != "Pending"}
    assert {type(table.top) for table, _ in QUESTIONS} | {st.PendingKeepRoute} == kinds


@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_position_of_a_game_can_be_told(n: int) -> None:
    """In random games every view asks something as long as there is something to decide, in lines without stray blanks, and names everybody."""
    for state in random_states(n, 3):
        for viewer in (*range(n), None):
            text = GAME.describe(GAME.view(state, viewer), NAMES[:n])
            head, line, *_ = text.splitlines()
            assert head.startswith(f"Station to Station, turn {state.clock.turn_number} of {12 * n}, {state.clock.season}, ")
            assert re.fullmatch(f"{NAMES[state.clock.active]} .*[a-z].*" if state.pending else r".* won\.", line)
            assert all(name in text for name in NAMES[:n])
            assert not re.search(r" +$|\n\n\n|\bNone\b", text, flags=re.MULTILINE)


@pytest.mark.rule("STS-2.14", "STS-11.2")
def test_the_headline() -> None:
    """The turn of how many, the season, and the tokens in the bag."""
    assert board(new_game(4)).startswith("Station to Station, turn 0 of 48, summer, 16 tokens in the bag\n")
    assert board(given("market", "houston", season="countdown", bag="CO-1")).startswith(
        "Station to Station, turn 24 of 24, countdown, 1 token in the bag\n"
    )


@pytest.mark.rule("STS-2.14", "STS-12.3")
def test_the_tokens_that_are_known_to_be_in_the_bag() -> None:
    """A token that was seen going into the bag is named."""
    text = board(given("market", "houston", bag="SO-20 SO-21", known="SO-21"))
    assert text.splitlines()[0].endswith("2 tokens in the bag, SO-21 among them")


@pytest.mark.rule("STS-9.8", "STS-12.3")
@pytest.mark.parametrize(
    ("armed", "text"),
    [
        (st.Armed(sea_steps=2), "may sail 2 steps"),
        (st.Armed(pass_cards=("RT-01", "RT-02")), "RT-01 and RT-02 can be marked in passing"),
        (st.Armed(order_discounts=(st.Discount("foreman#1", ("steel", "oil")),)), "foreman#1 saves one of steel/oil on an order"),
        (st.Armed(all_options=True), "an order brings all its rewards"),
        (st.Armed(hire_discount=1), "hiring costs 1 ticket less"),
        (st.Armed(ticket_wilds=2), "2 tickets may count as wild"),
        (st.Armed(bag_choice=3), "the next token is chosen of 3"),
        (st.Armed(sea_steps=1, all_options=True), "may sail 1 step; an order brings all its rewards"),
        (st.NOT_ARMED, ""),
    ],
)
def test_what_used_crew_cards_left_for_later(armed: st.Armed, text: str) -> None:
    """All see it, also when the card is gone."""
    turn = st.Turn("houston", armed=armed)
    assert section(board(given("market", "houston", turn=turn)), "In effect") == ([f"In effect: {text}"] if text else [])


# ---- the table ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-1.10", "STS-1.11", "STS-1.12", "STS-1.13", "STS-12.3")
def test_the_map_around_the_train() -> None:
    """All cities by their distance from the own train: region, market, token or trains, and links; a wave where there is bonus coal."""
    table = given("market", "houston", on="new-orleans: SS-1; oklahoma: SO-01; santa-fe: SR-3+")
    lines = section(board(table, 0, ["Ann", "Bob"]), "steps")
    assert " ".join(lines[0].split()) == "steps city region market token or train; links (~ bonus coal)"
    rows = [" ".join(f"{one} {two}".split()) for one, two in zip(lines[1::2], lines[2::2], strict=True)]
    assert rows[:4] == [
        "0 Houston S oil [Ann] to oklahoma, new-orleans, santa-fe",
        "1 Oklahoma S oil SO-01 order 1 steel, 1 oil -> $8, 1 coal or 5 points to st-louis, houston, denver, santa-fe",
        "1 New Orleans S oil/timber SS-1 supply 3 coal to atlanta, houston, miami",
        "1 Santa Fe W oil SR-3 railcar oil/timber to oklahoma, houston, los-angeles, denver",
    ]
    assert next(row for row in rows if "Seattle" in row).endswith(" Seattle ~ W timber [Bob] to helena, san-francisco, salt-lake-city")
    far = [int(row.split()[0]) for row in rows]
    assert far == sorted(far)
    assert sorted(re.sub(r"^\d+ (.*?)( ~)? [NESW] .*", r"\1", row) for row in rows) == sorted(city.name for city in CONTENT.cities)
    assert len([row for row in rows if " ~ " in row]) == 7


def test_whose_train_the_map_is_around() -> None:
    """A player sees it around the own train, a spectator around that of who decides; trains in one city stand together; a bare city is told."""
    table = given("travel", "new-orleans", b=Seat(at="houston")).do(StepTo("houston"))
    for viewer, city in ((0, "Houston"), (1, "Houston"), (None, "Houston")):
        assert section(board(table, viewer), "steps")[1].split()[:2] == ["0", city]
    assert "[Player 0] [Player 1]" in section(board(table), "steps")[1]
    assert next(line for line in section(board(table), "steps") if "New Orleans" in line).endswith("  -")
    apart = given("market", "houston", b=Seat(at="seattle"))
    assert [section(board(apart, viewer), "steps")[1].split()[1] for viewer in (0, 1, None)] == ["Houston", "Seattle", "Houston"]


@pytest.mark.rule("STS-4.3", "STS-4.4", "STS-4.5", "STS-4.9", "STS-9.5")
def test_market_prices_and_why() -> None:
    """What coal and a pair of each cargo cost where the active player stands, what is left of them, and the cards that make it so."""
    told_plain = (
        "Market in Chicago: coal $3 each (32 left); per pair steel $5 (local, 13 left); oil $5 + 1 coal (imported, 15 left); "
        "grain $3 (local, 15 left); timber $3 + 1 coal (imported, 15 left)"
    )
    for viewer in (0, 1, None):
        assert section(board(given("market", "chicago", cargo="S2"), viewer), "Market") == [told_plain]
    crew = "N: coal-merchant#1; E: metals-broker#2; S: customs-clerk#1; W: produce-broker#1"
    table = given("market", "chicago", cash=30, coal=5, crew=crew)
    (line,) = section(board(table), "Market")
    for part in (
        "coal $2 each (29 left) [coal-merchant#1 -1]; ",
        " steel $3 (local, 15 left) [metals-broker#2 -2]; ",
        " oil $3 (imported, 15 left) [metals-broker#2 -2, customs-clerk#1 -1 coal]; ",
        " grain $1 (local, 15 left) [produce-broker#1 -2]; ",
    ):
        assert part in line
    (after,) = section(board(table.do(BuyCargo("oil"))), "Market")
    assert " steel $5 (local, 15 left); oil $5 + 1 coal (imported, 13 left); " in after


def test_market_of_an_unlimited_supply() -> None:
    """Where cargo is unlimited no number is told."""
    (line,) = section(board(given("market", "chicago", rules={"cargo_supply": "unlimited"})), "Market")
    assert line.endswith("per pair steel $5 (local); oil $5 + 1 coal (imported); grain $3 (local); timber $3 + 1 coal (imported)")


def test_no_market_and_no_reach_before_the_first_turn() -> None:
    """At set-up there is nothing to buy and nowhere to go."""
    for text in (board(KEEPING, 0), board(KEEPING, None)):
        assert "Market in" not in text
        assert "Orders within" not in text


ORDERS = "new-orleans: SO-01; oklahoma: SO-19; santa-fe: SS-1; atlanta: SO-03; st-louis: SO-02; denver: SS-2; miami: SS-3; los-angeles: SS-4"


@pytest.mark.rule("STS-5.2", "STS-7.4")
def test_orders_within_reach() -> None:
    """Those as far as the free step and the coal in hand carry, nearest first, with the cargo that is missing."""
    table = given("market", "houston", coal=1, cargo="S1 O1", on=ORDERS)
    assert section(board(table), "Orders") == [
        "Orders within 2 steps:",
        "  1 to Oklahoma: SO-19, missing 1 grain, 1 timber",
        "  1 to New Orleans: SO-01, ready to deliver",
        "  2 to St. Louis: SO-02, missing 1 grain, 1 timber",
        "  2 to Atlanta: SO-03, missing 1 steel",
    ]
    near = given("market", "houston", coal=0, cargo="S1 O1", on=ORDERS)
    assert section(board(near), "Orders") == ["Orders within 1 step:", *section(board(table), "Orders")[1:3]]
    assert section(board(table, None), "Orders") == []
    assert section(board(given("market", "houston", coal=0, on=f"{ORDERS}; new-orleans: SS-5; oklahoma: SS-6")), "Orders") == []


def test_the_reach_of_who_waits() -> None:
    """Another player sees the own way to go: the free step of the next Travel and the own coal."""
    table = given("travel", "houston", b=Seat(at="new-orleans", coal=0, cargo="S2"), on="atlanta: SO-03; miami: SO-05")
    assert section(board(table, 1), "Orders") == [
        "Orders within 1 step:",
        "  1 to Atlanta: SO-03, ready to deliver",
        "  1 to Miami: SO-05, missing 2 grain",
    ]


@pytest.mark.rule("STS-5.2", "STS-5.3")
def test_the_reach_of_a_train_under_way() -> None:
    """While it travels the free steps that are left count, and the order where it stands is one to stop for."""
    table = given("travel", "new-orleans", coal=0, crew="E: chief-engineer#1", on="houston: SO-01; oklahoma: SO-03; santa-fe: SS-1; atlanta: SS-2")
    assert section(board(table), "Orders")[0] == "Orders within 1 step:"
    extra = table.do(UseCrew("E"))
    assert section(board(extra), "Orders")[0] == "Orders within 3 steps:"
    there = extra.do(StepTo("houston"))
    assert section(board(there), "Orders")[:3] == [
        "Orders within 2 steps:",
        "  0 to Houston: SO-01, missing 1 steel, 1 oil",
        "  1 to Oklahoma: SO-03, missing 2 steel",
    ]
    station = there.do(StopHere())
    assert section(board(station), "Orders")[0] == "Orders within 1 step:"


@pytest.mark.rule("STS-7.9", "STS-7.10", "STS-7.11")
def test_railcars_make_an_order_ready() -> None:
    """What railcars save need not be on the train; where they do not add up, one of them counts."""
    on = "new-orleans: SO-01; oklahoma: SO-03; santa-fe: SS-1"
    table = given("market", "houston", coal=0, on=on, cargo="S1", railcars="SR-3 SR-1")
    assert section(board(table), "Orders")[1:] == [
        "  1 to Oklahoma: SO-03, ready to deliver, as railcars save 1 steel",
        "  1 to New Orleans: SO-01, ready to deliver, as railcars save 1 oil",
    ]
    one = given("market", "houston", coal=0, on=on, railcars="SR-3 SR-1", rules={"railcars_cumulative": False})
    assert section(board(one), "Orders")[1:] == [
        "  1 to Oklahoma: SO-03, missing 2 steel",
        "  1 to New Orleans: SO-01, missing 1 steel, 1 oil",
    ]


@pytest.mark.rule("STS-1.5", "STS-1.15", "STS-2.12", "STS-12.3")
def test_what_is_on_offer() -> None:
    """The route display, both rows of the crew market with what the cards do, the decks by number, and the next caboose."""
    lines = section(board(given("market", "houston", display="RT-01 - RT-02", market="basic W: -")), "Routes")
    assert lines == [
        "Routes on offer (deck 28):",
        "  0: RT-01 Chicago - Omaha (3 points, 1 coal)",
        "  2: RT-02 Cincinnati - Oklahoma (3 points, $3)",
        "Basic crew (deck 29):",
        "  N: coal-merchant#1: The first 3 coal bought each turn cost $1 less.",
        "  E: metals-broker#1: The first pair of steel or oil bought each turn costs $2 less.",
        "  S: produce-broker#1: The first 2 pairs of grain or timber bought each turn cost $2 less each (never below $1).",
        "Skilled crew (deck 20):",
        "  N: chief-engineer#1: Two extra free steps in the Travel phase.",
        "  E: foreman#1: Complete this order with one cargo less, of a type of your choice.",
        "  S: negotiator#1: Gain every reward option of this order instead of one.",
        "  W: superintendent#1: After completing an order, also gain one Work reward.",
        "Next caboose: CB-1, 10 points for a ticket of each region",
    ]


@pytest.mark.rule("STS-12.3")
def test_discard_piles_are_told() -> None:
    """The cards that come back when a deck is used up."""
    assert section(board(given("market", "houston", thrown="RT-03 RT-04")), "Routes")[0] == "Routes on offer (deck 25, discarded RT-03, RT-04):"


def test_what_is_not_on_offer() -> None:
    """Without a display there is no route on offer, and with all cabooses gone none is next."""
    b, c, d = [Seat(caboose=f"CB-{number}") for number in (2, 3, 4)]
    text = board(given("market", "houston", n=4, caboose="CB-1", b=b, c=c, d=d, display="", rules={"route_display_size": 0}))
    assert section(text, "Routes")[:2] == ["Routes on offer (deck 28):", "  none"]
    assert "Next caboose" not in text
    assert "Next caboose: CB-3, 6 points for a ticket of each region" in board(given("market", "houston", caboose="CB-1", b=Seat(caboose="CB-2")))


@pytest.mark.rule("STS-1.14", "STS-11.4", "STS-12.3")
def test_players_and_what_they_have() -> None:
    """Points with those for coal and cash, goods with their limits, routes with their markers, railcars, tickets, crew and the token in hand."""
    table = given(
        "travel",
        "new-orleans",
        cash=11,
        coal=3,
        points=1,
        cargo="S2 T1",
        routes="ST-S@new-orleans; RT-30@pittsburgh",
        railcars="SR-1+ SR-3",
        caboose="CB-2",
        tickets="N: SO-03 SO-04; W: SO-05",
        crew="N: porter#1; E: stoker#1 used; S: treasurer#1 fresh",
        on="houston: SO-01",
        b=Seat(routes="-; RT-32", wild="ST-N"),
    ).do(StepTo("houston"), StopHere())
    lines = section(board(table, 0, ["Ann", "Bob"]), "Ann (you)")
    assert lines == [
        "Ann (you) in Houston: 1 point (+3 for coal and cash), $11, 3 of 11 coal",
        "  cargo    2 steel, 1 timber (3 of 10)",
        "  route 0  ST-S New Orleans* - New York (6 points, $3)",
        "  route 1  RT-30 Los Angeles - Pittsburgh* (8 points, $3, 2 coal)",
        "  railcars SR-1 railcar steel/oil; SR-3 railcar oil",
        "  caboose  CB-2",
        "  tickets  N SO-03, SO-04; W SO-05",
        "  crew N   porter#1: Two more cargo spaces.",
        "  crew E   stoker#1: Two more coal spaces; gain 1 coal at the start of each turn. (used)",
        "  crew S   treasurer#1: At the end of the game score 1 point for every $2 and for every coal. (just hired)",
        "  in hand  SO-01 order 1 steel, 1 oil -> $8, 1 coal or 5 points",
        "Bob in Seattle: 0 points (+3 for coal and cash), $8, 2 of 9 coal",
        "  cargo    none (0 of 8)",
        "  route 0  none",
        "  route 1  RT-32 Fargo - Miami (10 points, $10)",
        "  tickets  wild ST-N",
    ]
    other = [line.replace(" (you)", "").replace("Bob in", "Bob (you) in") for line in lines]
    assert section(board(table, 1, ["Ann", "Bob"]), "Ann in") == other
    assert "(you)" not in board(table, None)


@pytest.mark.rule("STS-12.1", "STS-12.3")
def test_no_hidden_card_is_told() -> None:
    """What lies in bag and decks is in nobody's description."""
    table = given("market", "houston", tickets="N: SO-03", cargo="S2")
    hidden = [*table.bag.unseen, *table.route_deck.pool, *table.crew_deck("basic").pool, *table.crew_deck("skilled").pool]
    for viewer in (0, 1, None):
        words = set(re.findall(r"[\w#-]+", board(table, viewer)))
        assert not words & set(hidden)


@pytest.mark.rule("STS-11.1", "STS-11.4", "STS-11.8")
def test_the_end_in_words() -> None:
    """After the end it says who won, and of what everybody's points are made; market and reach are gone."""
    table = given("crew", "houston", season="countdown", bag="CO-3", cash=11, coal=5, points=60, b=Seat(points=50, cash=7, coal=3))
    text = board(table.do(EndTurn(), draws=["CO-3"]), 0, ["Ann", "Robert"])
    assert text.splitlines()[:4] == [
        "Station to Station, turn 24 of 24, countdown, 0 tokens in the bag: over",
        "Ann won.",
        "Ann      64 points: 60 in play, 2 for coal, 2 for cash",
        "Robert   52 points: 50 in play, 1 for coal, 1 for cash",
    ]
    assert "Market in" not in text
    assert "Orders within" not in text
    assert section(text, "Routes")
    even = given("crew", "houston", season="countdown", bag="CO-3", cash=8, coal=2, points=50, b=Seat(points=50)).do(EndTurn(), draws=["CO-3"])
    assert board(even, None, ["Ann", "Bob"]).splitlines()[1] == "Ann and Bob won."
    assert board(even).splitlines()[1] == "Player 0 and Player 1 won."


def test_the_summary() -> None:
    """One line with turn, season, bag, and points, dollars, coal, cargo and place of each player."""
    table = given("market", "houston", points=4, cargo="S2 O1", bag="SO-20 SO-21", b=Seat(cash=0))
    turn = table.number
    assert GAME.summary(table.view(None)) == f"turn {turn} summer bag 2: 4p $8 2c 3 cargo houston; 0p $0 2c 0 cargo seattle"
