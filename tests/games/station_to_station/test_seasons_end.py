"""Clean-up and seasons (section STS-10 of the rules page), and the end of the game (STS-11): worked scenarios SC-55 to SC-60."""

from functools import partial

import pytest

from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import Gain, Reward, Trigger
from railrules.games.station_to_station.actions import Action, BuyCoal, EndTurn, HireCrew, PayTicket, PlaceToken, StepTo, StopHere, UseCrew, Work
from railrules.games.station_to_station.content import SEASONS
from railrules.games.station_to_station.state import Token
from railrules.parts import Pool
from tests.games.station_to_station.given import CONTENT, GAME, SPARE, Seat, Table, given, new_game, random_states, remade

HOUSTON: tuple[Action, ...] = (StepTo("houston"), StopHere(), Work(0))
TOKEN = SPARE["summer"]


def last_turn(b: Seat, crew: str = "") -> Table:
    """A at the beginning of the last Travel of a game of two."""
    return given("travel", "new-orleans", season="countdown", bag="CO-3", points=60, cash=11, coal=3, crew=crew, b=b)


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-10.1", "STS-10.3", "STS-10.4", "STS-10.10")
def test_sc55_clean_up() -> None:
    """The city where the turn began gets the next token of the bag, base side up; nothing else on the map changes."""
    table = given("travel", "new-orleans", bag="SS-5 SO-20", on="denver: SR-1; houston: SO-02").do(*HOUSTON, draws=["SS-5"])
    assert table.forced == [EndTurn()]
    assert table.token("new-orleans") == "SS-5"
    assert (table.season, table.token("denver")) == ("summer", "SR-1")
    assert table.bag.count == 1
    assert (table.acts, table.open) == (1, "Market")


@pytest.mark.rule("STS-10.5", "STS-10.6", "STS-10.7", "STS-10.8", "STS-10.9")
def test_sc56_the_end_of_a_season() -> None:
    """The last token ends it at once: base sides flip, the one just placed too, orders stay, and the autumn stack is in the bag."""
    start = given("travel", "new-orleans", bag="SS-5", on="denver: SR-1; houston: SO-02; miami: SS-2+; omaha: SO-04")
    orders = {city: start.token(city) for city in CONTENT.city if start.token(city).startswith("SO") and city != "houston"}
    table = start.do(*HOUSTON, draws=["SS-5"])
    assert [table.token(city) for city in ("new-orleans", "denver", "miami", "omaha")] == ["SS-5+", "SR-1+", "SS-2+", "SO-04"]
    assert {city: table.token(city) for city in orders} == orders
    assert table.season == "autumn"
    assert (table.bag.count, table.bag.unseen) == (8, Pool.of(CONTENT.tokens["autumn"]))
    assert table.token("houston") == "-"
    assert (table.acts, table.open, table.number) == (1, "Market", start.number + 1)


@pytest.mark.rule("STS-9.17", "STS-12.5")
def test_sc57_the_yardmaster() -> None:
    """Of two tokens drawn one is placed; the other goes back into the bag, and all know it is there."""
    table = given("crew", "houston", crew="W: yardmaster#1", bag="SO-20 SS-5 SO-21").do(UseCrew("W"))
    assert table.has()[0] == 10
    table = table.do(EndTurn(), draws=["SO-20", "SS-5"])
    assert table.legal == (PlaceToken(0), PlaceToken(1))
    assert ev.TokensDrawn(0, ("SO-20", "SS-5")) in table.events
    table = table.do(PlaceToken(1))
    assert table.token("new-orleans") == "SS-5"
    assert (table.bag.count, table.bag.known) == (2, Pool.of(["SO-20"]))
    for seat in (0, 1, None):
        assert table.view(seat).board.bag_known == Pool.of(["SO-20"])


@pytest.mark.rule("STS-11.1", "STS-11.4", "STS-11.6", "STS-11.7", "STS-11.8")
def test_sc58_the_end() -> None:
    """The last countdown token ends the game at once; of equal scores more cash wins."""
    table = last_turn(Seat(points=60, cash=8, coal=5)).do(*HOUSTON, draws=["CO-3"])
    assert table.forced == [EndTurn()]
    assert table.token("new-orleans") == "CO-3"
    assert (table.over, table.open) == (True, "NoneType")
    assert table.scores == (64, 64)
    assert table.result is not None
    assert (table.result.winners, table.result.terminations) == ((0,), ("countdown",))
    assert table.has() == (11, 5, 60)


@pytest.mark.rule("STS-11.8")
@pytest.mark.parametrize(
    ("points", "cash", "coal", "winners"),
    [(61, 11, 3, (0,)), (60, 11, 5, (0, 1)), (60, 11, 4, (0,))],
)
def test_sc59_ties(points: int, cash: int, coal: int, winners: tuple[int, ...]) -> None:
    """After equal cash more coal wins; if that is equal too, both do."""
    table = last_turn(Seat(points=points, cash=cash, coal=coal)).do(*HOUSTON, draws=["CO-3"])
    assert table.scores == (64, 64)
    assert table.result is not None
    assert table.result.winners == winners


@pytest.mark.rule("STS-11.4", "STS-11.5", "STS-9.4", "STS-9.2")
def test_sc60_the_treasurer() -> None:
    """A point for each $2 and each coal; not if he was hired in this turn."""
    b = Seat(points=60, cash=8, coal=5)
    table = last_turn(b, crew="E: treasurer#1").do(*HOUSTON, EndTurn(), draws=["CO-3"])
    assert table.scores[0] == 70
    late = given(
        "travel",
        "new-orleans",
        season="countdown",
        bag="CO-3",
        points=60,
        cash=11,
        coal=3,
        tickets="E: SO-03; S: SO-04",
        market="skilled E: treasurer#1",
        b=b,
    ).do(*HOUSTON, HireCrew("skilled", "E"), PayTicket("order", "E"), draws=["chief-engineer#2", "CO-3"])
    assert late.crew() == "E: treasurer#1 fresh"
    assert late.scores[0] == 64


# ---- clean-up ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-10.2", "STS-9.1", "STS-9.8")
def test_the_order_of_clean_up() -> None:
    """Answers to the end of the turn, draw and place, season, then the crew can be used again and the next turn starts."""
    game = remade(porter=(Trigger(("turn_end",), (Gain(Reward(cash=1)),)),))
    table = given("crew", "houston", crew="N: porter#1", bag="SS-5", on="denver: SR-1", game=game)
    log = table.log(EndTurn(), draws=["SS-5"])
    assert [type(event).__name__ for event in log] == ["CrewUsed", "Gained", "TokenPlaced", "SeasonEnded", "TurnEnded", "TurnStarted"]
    assert log[2] == ev.TokenPlaced("new-orleans", "SS-5", improved=False, season_change=True)
    assert log[4] == ev.TurnEnded(0, table.number)
    after = table.do(EndTurn(), draws=["SS-5"])
    assert after.crew() == "N: porter#1"
    assert after.turn == type(after.turn)("seattle")


@pytest.mark.rule("STS-10.3", "STS-10.1")
def test_the_city_left_is_the_one_without_a_token() -> None:
    """At the end of every turn of a game it is filled, and cities with trains alone are bare."""
    for n in (2, 3, 4):
        for state in random_states(n, 9):
            if type(state.pending[-1] if state.pending else None).__name__ == "PendingMarket":
                bare = {city for city, token in zip(CONTENT.city, state.board.tokens, strict=True) if token is None}
                assert bare == {player.train.city for player in state.players}
                assert len(bare) == n


@pytest.mark.rule("STS-10.6", "STS-10.8", "STS-7.13")
def test_what_flips() -> None:
    """Each base side of the map once; the event names them; railcars on trains stay."""
    table = given(
        "travel", "new-orleans", bag="SO-21", railcars="SR-6", b=Seat(railcars="SR-7+"), on="denver: SR-1; houston: SO-02; miami: SS-2+; boston: SS-3"
    )
    table = table.do(*HOUSTON, draws=["SO-21"])
    (ended,) = [event for event in table.events if isinstance(event, ev.SeasonEnded)]
    assert (ended.season, ended.next_season, ended.bag_count) == ("summer", "autumn", 8)
    assert {"SR-1", "SS-3"} <= set(ended.flipped)
    assert not {"SS-2", "SR-6", "SR-7", "SO-21"} & set(ended.flipped)
    assert all(token is None or token.improved == (token.id not in CONTENT.order) for token in table.state.board.tokens)
    assert (table.railcars(0), table.railcars(1)) == ("SR-6", "SR-7+")


@pytest.mark.rule("STS-10.7", "STS-10.9", "STS-11.1", "STS-11.2", "STS-11.3")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_seasons_and_turns(n: int) -> None:
    """4, 4, 3 and 1 turns for each player, whatever they do; when the countdown begins each has one turn left."""
    turns: dict[str, dict[int, int]] = {season: dict.fromkeys(range(n), 0) for season in SEASONS}
    states = random_states(n, 12)
    seen = 0
    for state in states:
        if state.clock.turn_number > seen and state.pending:
            seen = state.clock.turn_number
            turns[state.clock.season][state.clock.active] += 1
    assert turns == {season: dict.fromkeys(range(n), count) for season, count in zip(SEASONS, (4, 4, 3, 1), strict=True)}
    assert (seen, states[-1].clock.active) == (12 * n, (states[-1].clock.first - 1) % n)


@pytest.mark.rule("STS-10.9")
def test_a_season_ends_for_all() -> None:
    """There is no turn in between: the next player's turn is one of the new season."""
    table = given("travel", "new-orleans", n=3, bag="SO-21", on="houston: SO-02").do(*HOUSTON, draws=["SO-21"])
    assert (table.season, table.acts, table.open) == ("autumn", 1, "Market")


@pytest.mark.rule("STS-9.17", "STS-12.5", "STS-12.6")
def test_tokens_drawn_for_a_choice() -> None:
    """With one token in the bag it is placed; a token put back is as likely to come as any other, and then no longer known."""
    alone = given("crew", "houston", crew="W: yardmaster#1", bag="SO-20").do(UseCrew("W"), EndTurn(), draws=["SO-20"])
    assert (alone.season, alone.token("new-orleans")) == ("autumn", "SO-20")
    assert ev.TokensDrawn(0, ("SO-20",)) in alone.events
    known = given("travel", "new-orleans", bag="SO-20 SO-21", known="SO-20", on="houston: SO-02")
    first = known.do(*HOUSTON, draws=[0, "SO-20"])  # the first of two, which is the known one
    assert (first.token("new-orleans"), first.bag.known) == ("SO-20", Pool())
    second = known.do(*HOUSTON, draws=[1, "SO-21"])
    assert (second.token("new-orleans"), second.bag.known) == ("SO-21", Pool.of(["SO-20"]))


@pytest.mark.rule("STS-9.17")
def test_the_last_tokens_and_a_choice() -> None:
    """Two tokens left, one placed: the other is still in the bag, and the season goes on."""
    table = given("crew", "houston", crew="W: yardmaster#1", bag="SO-20 SO-21").do(UseCrew("W"), EndTurn(), PlaceToken(0), draws=["SO-20", "SO-21"])
    assert (table.season, table.bag.count, table.bag.known) == ("summer", 1, Pool.of(["SO-21"]))


# ---- the end -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-11.1")
def test_nothing_else_happens_at_the_end() -> None:
    """No token flips, no card is reset, no turn starts."""
    table = given("crew", "houston", season="countdown", bag="CO-3", crew="N: publicist#1", on="denver: AS-1").do(UseCrew("N"))
    assert [type(event).__name__ for event in table.log(EndTurn(), draws=["CO-3"])] == ["TokenPlaced", "GameEnded"]
    table = table.do(EndTurn(), draws=["CO-3"])
    assert table.state.board.tokens[CONTENT.city_index["denver"]] == Token("AS-1")
    assert table.crew() == "N: publicist#1 used"
    assert (table.acts, table.legal) == (None, ())
    assert table.code(BuyCoal()) == "game-over"


@pytest.mark.rule("STS-11.4", "STS-11.7")
@pytest.mark.parametrize(("cash", "coal", "bonus"), [(0, 0, 0), (3, 1, 0), (4, 2, 2), (7, 3, 2), (40, 9, 14)])
def test_points_for_cash_and_coal(cash: int, coal: int, bonus: int) -> None:
    """One for each two coal and each $4, rounded down; neither is spent."""
    table = given("crew", "houston", season="countdown", bag="CO-3", cash=cash, coal=coal, points=5).do(EndTurn(), draws=["CO-3"])
    assert table.scores[0] == 5 + bonus
    assert table.has() == (cash, coal, 5)


@pytest.mark.rule("STS-11.6")
def test_what_is_worth_nothing() -> None:
    """Cargo, tickets, crew, railcars, unfinished routes; and a caboose was counted when it was gained."""
    plain = given("crew", "houston", season="countdown", bag="CO-3").do(EndTurn(), draws=["CO-3"])
    rich = given(
        "crew",
        "houston",
        season="countdown",
        bag="CO-3",
        cargo="S4 O2",
        tickets="N: SO-03 SO-04",
        crew="N: porter#1",
        railcars="SR-1",
        caboose="CB-1",
        routes="RT-29@houston; RT-31@boston",
    ).do(EndTurn(), draws=["CO-3"])
    assert plain.scores == rich.scores


@pytest.mark.rule("STS-11.8", "STS-11.9")
def test_places() -> None:
    """Equal keys share a place, and the next one is left out; the same order holds below the first."""
    last = partial(given, "crew", "houston", n=4, season="countdown", bag="CO-3", cash=8, coal=2)
    table = last(points=50, b=Seat(points=50), c=Seat(points=50), d=Seat(points=40)).do(EndTurn(), draws=["CO-3"])
    assert table.result is not None
    assert table.result.ranking == (1, 1, 1, 4)
    mixed = last(points=70, b=Seat(points=50, cash=12), c=Seat(points=51), d=Seat(points=51)).do(EndTurn(), draws=["CO-3"])
    assert mixed.scores == (73, 54, 54, 54)
    assert mixed.result is not None
    assert mixed.result.ranking == (1, 2, 3, 3)
    ended = mixed.events[-1]
    assert isinstance(ended, ev.GameEnded)
    assert ended.scores[1] == ev.FinalScore(50, 1, 3, 54, 2)


@pytest.mark.rule("STS-11.2", "STS-11.3")
def test_the_last_turn_is_that_of_the_seat_before_the_first() -> None:
    """Whoever begins, each has twelve turns."""
    for first in range(3):
        last = random_states(3, 5, first_player=first)[-1]
        assert (last.clock.turn_number, last.clock.active) == (36, (first - 1) % 3)
    assert GAME.outcome(new_game(3).state) is None
