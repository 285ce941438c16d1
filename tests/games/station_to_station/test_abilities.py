"""Every word of the vocabulary of crew abilities (STS-9) at work, by crew cards that the shipped content does not have.

A new crew card is a change of content only: each test gives the shipped content one card more, or a few, and plays on from a position.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias, TypeVar

import attrs
import pytest

from railrules import Chance, ContentFile, IllegalActionError, Outcome, ScriptedChance, SeededChance
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import Ability, Counts, Region, Reward, Row, Season, Where, Window
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
from railrules.games.station_to_station.checks import check_content
from railrules.games.station_to_station.content import REGIONS, ROWS, SEASONS, Crew
from railrules.games.station_to_station.reading import parse, shipped_content, shipped_text
from railrules.games.station_to_station.state import (
    NO_CARGO,
    NOT_ARMED,
    Allowance,
    Board,
    Clock,
    CrewMember,
    CrewRow,
    HeldRoute,
    Pending,
    PendingCrew,
    PendingKeepCrew,
    PendingMarket,
    PendingPayment,
    PendingPlaceToken,
    PendingStation,
    PendingTakeRoute,
    PendingTravel,
    PendingTrim,
    Player,
    RoutePiles,
    State,
    Supply,
    Token,
    Train,
    Turn,
)
from railrules.parts import Bag, Deck, Display, Pool

SHIPPED = shipped_content()
GAME = StationToStation(SHIPPED)
E = TypeVar("E")

# ---- positions ---------------------------------------------------------------------------------------------------------------------------

Slot: TypeAlias = tuple[str, str | None] | None
"""A route card and its marker."""
STARTING: Slot = ("ST-S", "new-orleans")
LONG: Slot = ("RT-31", None)
"""Boston and Los Angeles: far from where the tests play."""
WINDOWS: dict[Window, Pending] = {"market": PendingMarket(), "travel": PendingTravel(), "station": PendingStation(), "crew": PendingCrew()}


def card(name: str, *abilities: Ability, row: Row = "basic") -> Crew:
    """A kind of crew card, in two copies."""
    return Crew(name, row, 2, abilities, name, f"What {name} does.")


@cache
def game_with(*kinds: Crew) -> StationToStation:
    """The shipped game with these crew cards added."""
    return StationToStation(attrs.evolve(SHIPPED, crew=(*SHIPPED.crew, *kinds))) if kinds else GAME


@attrs.frozen
class Table:
    """A position and what happened since it was laid out; seat 0 is the one whose crew is tried."""

    game: StationToStation
    state: State
    chance: Chance
    events: tuple[Any, ...] = ()

    def do(self, *actions: Action) -> "Table":
        """The table after these actions, each of which must be legal; this one stays as it was."""
        table = self
        for action in actions:
            assert action in table.legal, f"{action} is not listed; legal: {table.legal}"
            step = table.game.apply(table.state, action, table.chance)
            assert sound(table.game, step.state) == []
            table = attrs.evolve(table, state=step.state, events=table.events + step.events)
        return table

    @property
    def legal(self) -> tuple[Action, ...]:
        return self.game.legal_actions(self.state)

    def code(self, action: Action) -> str:
        """The code with which `action` is refused."""
        assert action not in self.legal
        with pytest.raises(IllegalActionError) as raised:
            self.game.apply(self.state, action, self.chance)
        assert raised.value.rejection == self.game.validate(self.state, action)
        assert raised.value.rejection.message
        return raised.value.rejection.code

    def told(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def me(self) -> Player:
        return self.state.players[0]

    @property
    def wealth(self) -> tuple[int, int, int]:
        """Dollars, coal and points."""
        return self.me.cash, self.me.coal, self.me.points

    @property
    def top(self) -> Pending | None:
        return self.state.pending[-1] if self.state.pending else None

    @property
    def used(self) -> list[str]:
        """The slots whose cards were used in this turn."""
        return [region for region, member in zip(REGIONS, self.me.crew, strict=True) if member is not None and member.used]

    @property
    def uses(self) -> list[tuple[str, str, str]]:
        """Which cards were used, how and why."""
        return [(event.card, event.how, event.cause) for event in self.told(ev.CrewUsed)]

    @property
    def paid(self) -> list[tuple[str, str]]:
        """Where the train went, and how the steps were paid."""
        return [(event.target, event.paid) for event in self.told(ev.TrainMoved)]

    @property
    def outcome(self) -> Outcome:
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return outcome


def sound(game: StationToStation, state: State) -> list[str]:
    """The laws that a position breaks; what is in the bag and how far the game is are made up here."""
    return [fault for fault in game.invariant_faults(state) if not fault.startswith(("P-2", "P-11"))]


def table(
    *kinds: Crew,
    crew: Mapping[str, str | CrewMember] | None = None,
    window: Window = "market",
    city: str = "houston",
    start: str = "new-orleans",
    cash: int = 20,
    coal: int = 2,
    cargo: Counts = NO_CARGO,
    token: str | Token = "SO-02",
    lying: Mapping[str, str | Token] | None = None,
    tickets: Mapping[str, Sequence[str]] | None = None,
    wild: str | None = None,
    routes: tuple[Slot, Slot] = (STARTING, LONG),
    railcars: Sequence[Token] = (),
    rival: str = "seattle",
    season: Season = "summer",
    bag: Sequence[str] | None = None,
    acting: int = 0,
    chance: Chance | None = None,
    **options: Any,
) -> Table:
    """A position of two players, in which seat 0 stands in `city` in one of its windows, with $20 and 2 coal.

    In the Station and Crew windows the turn began in `start`, and `token` is in the hand in the Station window; in the other two it begins here. With
    `acting` 1 the other player is about to end a turn that began in Helena.
    """
    game = game_with(*kinds)
    content, config = game.content, game.config(2, first_player=0, **options)
    members = {region: CrewMember(member) if isinstance(member, str) else member for region, member in (crew or {}).items()}
    stacks = {region: tuple(orders) for region, orders in (tickets or {}).items()}
    north, east, south, west = (members.get(region) for region in REGIONS)
    first, second, third, fourth = (stacks.get(region, ()) for region in REGIONS)
    one, other = (None if route is None else HeldRoute(*route) for route in routes)
    begun = start if window in ("station", "crew") else city
    hand = _side(token) if window == "station" else None
    me = Player(
        cash,
        coal,
        0,
        Train(city, cargo, tuple(railcars)),
        (one, other),
        wild,
        (first, second, third, fourth),
        (north, east, south, west),
        hand,
    )
    players = (me, Player(8, 2, 0, Train(rival, NO_CARGO), (HeldRoute("ST-N", "minneapolis"), HeldRoute("RT-32", None))))

    named = {place: _side(there) for place, there in (lying or {}).items()}
    gone = {order for stack in stacks.values() for order in stack} | {railcar.id for railcar in railcars} | {*(bag or ())}
    gone |= {there.id for there in (hand, *named.values()) if there is not None}
    free = [name for name in content.tokens["summer"] if name not in gone]
    bare = {rival, city, "helena"} if acting else {rival, begun, city} if window in ("station", "crew") else {rival, begun}
    lies = tuple(None if place in bare else named.get(place) or Token(free.pop(0)) for place in content.city)
    if bag is not None:
        inside = Bag(Pool.of(bag), len(bag))
    else:
        left = free if season == "summer" else [name for name in content.tokens[season] if name not in gone]
        inside = Bag(Pool.of(left), len(left) - content.removed[0][SEASONS.index(season)])
    steel, oil, grain, timber = (kind.supply - held for kind, held in zip(content.cargo, cargo, strict=True))
    state = State(
        config,
        Clock(1, acting, 0, season),
        players,
        Board(lies, inside, (), tuple(content.caboose_points)),
        Supply(content.economy.coal_supply - coal - 2, (steel, oil, grain, timber)),
        (_row(game, 0, members.values()), _row(game, 1, members.values())),
        _piles(game, (one, other, *players[1].routes), wild, config.options.route_display_size),
        Turn("helena" if acting else begun, content.economy.free_steps if window == "travel" else 0),
        (WINDOWS["crew" if acting else window],),
    )
    assert sound(game, state) == []
    return Table(game, state, SeededChance(7) if chance is None else chance)


def _side(token: str | Token) -> Token:
    return Token(token) if isinstance(token, str) else token


def _row(game: StationToStation, row: int, members: Iterable[CrewMember]) -> CrewRow:
    held = [member.card for member in members]
    cards = [name for name in game.content.crew_cards(ROWS[row]) if name not in held]
    return CrewRow(Display(tuple(cards[:4])), Deck(Pool.of(cards[4:])))


def _piles(game: StationToStation, slots: Iterable[HeldRoute | None], wild: str | None, size: int) -> RoutePiles:
    held = {route.card for route in slots if route is not None} | {wild}
    left = [route.id for route in game.content.routes if route.id not in held]
    out = tuple(route.id for route in game.content.starting_routes if route.id not in held)
    return RoutePiles(Display(tuple(left[:size])), Deck(Pool.of(left[size:])), ((), ()), out)


def on_offer(trial: Table, name: str, region: Region) -> Table:
    """The table with a basic crew card in a space of the crew market."""
    basic, skilled = trial.state.crew
    space = REGIONS.index(region)
    old = basic.market.spaces[space]
    assert old is not None
    market = Display((*basic.market.spaces[:space], name, *basic.market.spaces[space + 1 :]))
    offered = CrewRow(market, Deck(basic.deck.pool.remove([name]).add([old])))
    return attrs.evolve(trial, state=attrs.evolve(trial.state, crew=(offered, skilled)))


# ---- abilities in few words --------------------------------------------------------------------------------------------------------------


def gain(points: int = 0, cash: int = 0, coal: int = 0, cargo: Counts = NO_CARGO, any_cargo: int = 0) -> ab.Gain:
    return ab.Gain(Reward(points, cash, coal, cargo, any_cargo))


def on(*occasions: ab.Occasion, do: Sequence[ab.Effect] = (), where: Where = ab.ALWAYS) -> ab.Trigger:
    """A trigger, by default of one dollar."""
    return ab.Trigger(occasions, tuple(do) or (gain(cash=1),), where)


def use_in(*windows: Window, do: Sequence[ab.Effect] = (), where: Where = ab.ALWAYS, cash: int = 0, coal: int = 0) -> ab.Activate:
    """An activation, by default of one dollar."""
    return ab.Activate(windows, tuple(do) or (gain(cash=1),), where, ab.Cost(cash, coal))


ANYWHERE: tuple[Window, ...] = ("market", "travel", "station", "crew")
USE_E = UseCrew("E")
BOTH = (1, 1, 0, 0)
"""A steel and an oil: what SO-01 asks for."""

# ---- a card more is content alone --------------------------------------------------------------------------------------------------------

HARBOUR_MASTER = """
[[crew.items]]
id = "harbour-master"
name = "Harbour Master"
row = "basic"
copies = 3
text = "Bonus coal also gives $1 and 2 points; sail twice for 1 coal; one more coal space."
[[crew.items.abilities]]
mode = "trigger"
on = ["bonus_coal", "work"]
where = { has_standard_route = true }
effects = [{ op = "gain", cash = 1 }, { op = "gain", points = 2 }]
[[crew.items.abilities]]
mode = "activate"
windows = ["travel"]
cost = { coal = 1 }
effects = [{ op = "sea_step", n = 2 }, { op = "free_steps", n = 1 }]
[[crew.items.abilities]]
mode = "passive"
op = "coal_capacity"
n = 1
"""


@pytest.mark.rule("STS-9.1", "STS-9.3", "INV-10")
def test_a_new_card_is_a_change_of_content_alone() -> None:
    """A card that combines effects in its own way is read from a file and played with: nothing else has to know it."""
    content = parse(ContentFile("mine.toml", shipped_text() + HARBOUR_MASTER))
    game = StationToStation(content)
    kind = content.crew[-1]
    mine = table(kind, crew={"S": "harbour-master#1"}, window="travel", city="new-york", coal=3, lying={"seattle": "SO-01"}, rival="fargo")
    assert content == attrs.evolve(SHIPPED, crew=(*SHIPPED.crew, kind))
    mine = attrs.evolve(mine, game=game)
    sailed = mine.do(UseCrew("S"), StepTo("seattle"), StepTo("miami"), StopHere())
    assert sailed.paid == [("seattle", "base"), ("miami", "extra")]
    assert sailed.wealth == (20, 3, 0)  # one coal paid, one of the city; used, so the trigger is silent
    walked = mine.do(StepTo("boston"), StopHere())
    assert walked.wealth == (21, 4, 2)
    for seed in range(3):
        chance = SeededChance(seed)
        state = game.initial_state(game.config(3), chance)
        while game.outcome(state) is None:
            legal = game.legal_actions(state)
            state = game.transition(state, legal[chance.pick(len(legal))], chance)
            assert not [*game.invariant_faults(state)]


# ---- passive -----------------------------------------------------------------------------------------------------------------------------

WAREHOUSE = card("warehouse", ab.CargoCapacity(3), ab.CoalCapacity(1))
SHED = card("shed", ab.CargoCapacity(1), ab.CargoCapacity(1), row="skilled")


@pytest.mark.rule("STS-9.4", "STS-3.4")
@pytest.mark.parametrize(
    ("crew", "spaces"),
    [({}, 8), ({"N": "warehouse#1"}, 11), ({"N": "warehouse#1", "W": "warehouse#2"}, 14), ({"E": "shed#1", "S": "warehouse#2"}, 13)],
)
def test_cargo_capacity(crew: dict[str, str], spaces: int) -> None:
    """So many more cargo spaces; those of several cards, and of one card, add up."""
    full = table(WAREHOUSE, SHED, crew=crew, cargo=(spaces - 2, 0, 0, 0) if spaces < 17 else NO_CARGO, cash=60)
    bought = full.do(BuyCargo("oil"))
    assert bought.me.train.cargo == (spaces - 2, 2, 0, 0)
    assert isinstance(bought.top, PendingMarket)
    over = bought.do(BuyCargo("oil"))
    assert isinstance(over.top, PendingTrim)
    trimmed = over.do(DiscardCargo("oil"), DiscardCargo("oil"))
    assert sum(trimmed.me.train.cargo) == spaces
    assert isinstance(trimmed.top, PendingMarket)


@pytest.mark.rule("STS-9.4", "STS-4.3", "STS-3.3")
def test_coal_capacity() -> None:
    """So many more coal spaces, for coal that is bought and for coal that is gained."""
    one = table(WAREHOUSE, crew={"N": "warehouse#1"}, coal=9).do(BuyCoal())
    assert one.me.coal == 10
    assert one.code(BuyCoal()) == "coal-full"
    two = table(WAREHOUSE, crew={"N": "warehouse#1", "E": "warehouse#2"}, coal=10, window="station").do(Work(0))
    assert two.me.coal == 11
    (gained,) = two.told(ev.Gained)
    assert (gained.coal, gained.coal_lost) == (1, 1)


TRAMP = card("tramp", ab.WildTicket(), on("work"))


@pytest.mark.rule("STS-9.4", "STS-8.4", "STS-8.7")
def test_wild_ticket() -> None:
    """The card pays for any region, in a hire and in a caboose; a card that is no such ticket has the region of its slot."""
    alone = table(TRAMP, crew={"E": "tramp#1"}, window="crew")
    assert [action for action in alone.legal if isinstance(action, HireCrew)] == [HireCrew("basic", region) for region in REGIONS]
    hired = alone.do(HireCrew("basic", "W"))
    (paid,) = hired.told(ev.TicketPaid)
    assert (paid.ticket, paid.region, paid.counts_as) == ("crew", "E", "wild")
    assert hired.state.crew[0].deck.discard == ("tramp#1",)
    plain = table(WAREHOUSE, crew={"E": "warehouse#1"}, window="crew")
    assert [action for action in plain.legal if isinstance(action, HireCrew)] == [HireCrew("basic", "E")]
    stacks = {"E": ("SO-03",), "S": ("SO-04",), "W": ("SO-05",)}
    caboose = table(TRAMP, crew={"E": "tramp#1"}, window="crew", tickets=stacks).do(GainCaboose(), PayTicket("crew", "E"))
    assert caboose.code(PayTicket("order", "N")) == "no-such-ticket"
    done = caboose.do(PayTicket("order", "E"), PayTicket("order", "S"))  # the last one is forced
    assert (done.me.train.caboose, done.me.points) == ("CB-1", 10)
    assert table(WAREHOUSE, crew={"E": "warehouse#1"}, window="crew", tickets=stacks).code(GainCaboose()) == "not-enough-tickets"


BANKER = card("banker", ab.FinalRate("cash", 3), row="skilled")
USURER = card("usurer", ab.FinalRate("cash", 2), ab.FinalRate("coal", 1), row="skilled")
SPENDTHRIFT = card("spendthrift", ab.FinalRate("cash", 9), ab.FinalRate("coal", 5), row="skilled")


@pytest.mark.rule("STS-9.4", "STS-11.4", "STS-11.7")
@pytest.mark.parametrize(
    ("crew", "coal_rate", "cash_rate"),
    [
        ({}, 2, 4),
        ({"N": "banker#1"}, 2, 3),
        ({"N": "usurer#1"}, 1, 2),
        ({"N": "banker#1", "S": "usurer#1"}, 1, 2),
        ({"N": "usurer#1", "S": "banker#1"}, 1, 2),
        ({"N": "banker#1", "S": "banker#2"}, 2, 3),
        ({"E": "spendthrift#1"}, 2, 4),
        ({"E": "spendthrift#1", "W": "banker#1"}, 2, 3),
        ({"E": CrewMember("usurer#1", fresh=True)}, 2, 4),
        ({"E": CrewMember("usurer#1", fresh=True), "N": "banker#2"}, 2, 3),
        ({"E": CrewMember("usurer#1", used=True)}, 1, 2),
    ],
)
def test_final_rate(crew: dict[str, str | CrewMember], coal_rate: int, cash_rate: int) -> None:
    """At the end one point for so much, if that is better than the usual rate; of several cards the best counts, of fresh ones none."""
    for cash, coal in ((23, 7), (5, 1), (0, 0)):
        last = table(BANKER, USURER, SPENDTHRIFT, crew=crew, window="crew", season="countdown", bag=("CO-3",), cash=cash, coal=coal)
        over = last.do(EndTurn())
        assert over.outcome.scores[0] == coal // coal_rate + cash // cash_rate
        (ended,) = over.told(ev.GameEnded)
        assert (ended.scores[0].coal_points, ended.scores[0].cash_points) == (coal // coal_rate, cash // cash_rate)
        assert over.wealth == (cash, coal, 0)


# ---- prices ------------------------------------------------------------------------------------------------------------------------------

COLLIER = card("collier", ab.CoalPrice(-2, 2))
MISER = card("miser", ab.CoalPrice(-1, 1), ab.PairPrice(("oil", "grain"), -1, 3))
JOBBER = card("jobber", ab.PairPrice(("oil",), -3, 2), row="skilled")
RUNNER = card("runner", ab.ImportCoal(-1, 2))
SMUGGLER = card("smuggler", ab.ImportCoal(-3, 1), ab.PairPrice(("grain",), -1, 1))


def prices(after: Table) -> list[tuple[int, int]]:
    """What coal and pairs cost, in dollars and coal."""
    return [
        (event.price, event.coal_paid if isinstance(event, ev.CargoBought) else 0)
        for event in after.events
        if isinstance(event, (ev.CoalBought, ev.CargoBought))
    ]


@pytest.mark.rule("STS-9.5", "STS-4.9", "STS-9.1")
def test_coal_price() -> None:
    """The first coal of the turn are cheaper; the first one uses the card."""
    bought = table(COLLIER, crew={"E": "collier#1"}, coal=0).do(BuyCoal())
    assert bought.used == ["E"]
    assert bought.state.turn.allowances == (Allowance(1, 0, 1),)
    more = bought.do(BuyCoal(), BuyCoal())
    assert prices(more) == [(1, 0), (1, 0), (3, 0)]
    assert more.uses == [("collier#1", "price", "buy_coal")]
    assert more.state.turn.allowances == ()
    assert more.wealth == (15, 3, 0)


@pytest.mark.rule("STS-9.5", "STS-4.9")
def test_pair_price() -> None:
    """Pairs of its types are cheaper, local or imported; those of others cost what they cost and use nothing up."""
    local = table(JOBBER, crew={"E": "jobber#1"}, coal=3, cash=40)
    bought = local.do(BuyCargo("steel"), BuyCargo("oil"), BuyCargo("grain"), BuyCargo("oil"))
    assert prices(bought) == [(5, 1), (2, 0), (3, 1), (2, 0)]
    assert bought.used == ["E"]
    abroad = table(JOBBER, crew={"E": "jobber#1"}, coal=3, cash=40, city="omaha").do(BuyCargo("oil"), BuyCargo("oil"), BuyCargo("oil"))
    assert prices(abroad) == [(2, 1), (2, 1), (5, 1)]
    assert local.do(BuyCargo("steel")).used == []


@pytest.mark.rule("STS-9.5", "STS-4.5", "STS-4.9")
def test_import_coal() -> None:
    """Imported pairs need less coal, never less than none; local ones use nothing up."""
    bought = table(RUNNER, crew={"E": "runner#1"}, coal=1, cash=60).do(BuyCargo("oil"), BuyCargo("steel"), BuyCargo("grain"), BuyCargo("timber"))
    assert prices(bought) == [(5, 0), (5, 0), (3, 0), (3, 1)]
    assert bought.wealth == (44, 0, 0)
    floor = table(SMUGGLER, crew={"E": "smuggler#1"}, coal=0, cash=60)
    assert [action for action in floor.legal if isinstance(action, BuyCargo)] == [BuyCargo(cargo) for cargo in SHIPPED.cargo_ids]
    assert prices(floor.do(BuyCargo("steel"))) == [(5, 0)]
    assert floor.do(BuyCargo("steel")).code(BuyCargo("timber")) == "not-enough-coal"


@pytest.mark.rule("STS-9.5", "STS-4.9")
def test_all_prices_that_apply_are_used_together() -> None:
    """In slot order, even where the floor swallows what one of them saves."""
    both = table(COLLIER, crew={"S": "collier#1", "N": "collier#2"}, coal=0).do(BuyCoal())
    assert prices(both) == [(1, 0)]  # 3 - 2 - 2, and at least 1
    assert both.uses == [("collier#2", "price", "buy_coal"), ("collier#1", "price", "buy_coal")]
    assert both.state.turn.allowances == (Allowance(0, 0, 1), Allowance(2, 0, 1))
    three = table(COLLIER, MISER, crew={"S": "collier#1", "N": "miser#1"}, coal=0).do(BuyCoal(), BuyCoal(), BuyCoal())
    assert prices(three) == [(1, 0), (1, 0), (3, 0)]
    mixed = table(JOBBER, RUNNER, crew={"N": "jobber#1", "E": "runner#1"}, city="omaha", coal=0, cash=40).do(BuyCargo("oil"), BuyCargo("steel"))
    assert prices(mixed) == [(2, 0), (5, 0)]
    assert mixed.used == ["N", "E"]


@pytest.mark.rule("STS-9.5", "STS-9.1")
def test_one_price_of_a_card_is_used_in_a_turn() -> None:
    """The first that applies; the other one of the same card waits for another turn, and the allowance is for the first alone."""
    bought = table(MISER, crew={"E": "miser#1"}, cash=60).do(BuyCoal(), BuyCoal(), BuyCargo("oil"))
    assert prices(bought) == [(2, 0), (3, 0), (5, 0)]
    other = table(MISER, crew={"E": "miser#1"}, cash=60).do(BuyCargo("oil"), BuyCoal(), BuyCargo("grain"), BuyCargo("oil"), BuyCargo("oil"))
    assert prices(other) == [(4, 0), (3, 0), (2, 1), (4, 0), (5, 0)]
    both = table(SMUGGLER, crew={"E": "smuggler#1"}, cash=60).do(BuyCargo("grain"), BuyCargo("grain"))
    assert prices(both) == [(3, 0), (3, 1)]  # the pair fits both of its abilities, and the first is used


@pytest.mark.rule("STS-9.5", "STS-4.12")
def test_allowances_end_with_the_market() -> None:
    """What is left over is gone, the card stays used until the end of the turn and works again in the next."""
    left = table(COLLIER, crew={"E": "collier#1"}, coal=0).do(BuyCoal(), EndMarket())
    assert left.state.turn.allowances == ()
    assert left.used == ["E"]
    again = table(COLLIER, crew={"E": CrewMember("collier#1", used=True)}, coal=0).do(BuyCoal())
    assert prices(again) == [(3, 0)]


@pytest.mark.rule("STS-9.5", "STS-4.9")
def test_a_price_decides_what_can_be_bought() -> None:
    """Who has just enough for the lower price may buy; a fresh or used card lowers nothing."""
    assert BuyCoal() in table(COLLIER, crew={"E": "collier#1"}, cash=1).legal
    assert BuyCargo("oil") in table(JOBBER, crew={"E": "jobber#1"}, cash=2).legal
    assert table(COLLIER, crew={"E": CrewMember("collier#1", fresh=True)}, cash=2, cargo=(1, 0, 0, 0)).code(BuyCoal()) == "not-enough-cash"
    assert table(JOBBER, crew={"E": CrewMember("jobber#1", used=True)}, cash=4).code(BuyCargo("oil")) == "not-enough-cash"


# ---- triggers: occasions -----------------------------------------------------------------------------------------------------------------

TICKETS: dict[str, tuple[str, ...]] = {"N": ("SO-03",), "E": ("SO-04",), "S": ("SO-05",), "W": ("SO-06",)}
SCENES: dict[ab.Occasion, tuple[dict[str, Any], tuple[Action, ...]]] = {
    "turn_start": ({"acting": 1}, (EndTurn(),)),
    "buy_coal": ({}, (BuyCoal(),)),
    "buy_cargo": ({}, (BuyCargo("oil"),)),
    "shared_stop": ({"window": "travel", "city": "new-orleans", "rival": "houston"}, (StepTo("houston"), StopHere())),
    "mark_route": ({"window": "travel", "city": "new-orleans", "routes": (STARTING, ("RT-29", None))}, (StepTo("houston"), StopHere())),
    "complete_route": ({"window": "travel", "city": "new-orleans", "routes": (STARTING, ("RT-29", "new-york"))}, (StepTo("houston"), StopHere())),
    "bonus_coal": ({"window": "travel", "city": "new-orleans"}, (StepTo("miami"), StopHere())),
    "take_supply": ({"window": "station", "token": "SS-2"}, (TakeSupply(),)),
    "take_railcar": ({"window": "station", "token": "SR-1"}, (TakeRailcar(),)),
    "complete_order": ({"window": "station", "token": "SO-01", "cargo": BOTH}, (CompleteOrder(), ChooseReward(0))),
    "work": ({"window": "station"}, (Work(0),)),
    "hire": ({"window": "crew", "tickets": {"W": ("SO-03",)}}, (HireCrew("basic", "W"), PayTicket("order", "W"))),
    # The last ticket is forced.
    "caboose": ({"window": "crew", "tickets": TICKETS}, (GainCaboose(), *(PayTicket("order", region) for region in ("N", "E", "S")))),
    "turn_end": ({"window": "crew"}, (EndTurn(),)),
}
"""For each occasion a position and what brings it about, by a player who has the publicist in S: the Crew phase stays open."""


def scene(occasion: ab.Occasion, *kinds: Crew, crew: Mapping[str, str | CrewMember], **given: Any) -> Table:
    """What brings an occasion about, done; `given` is instead of what is usual there."""
    there, actions = SCENES[occasion]
    return table(*kinds, crew={"S": "publicist#1", **crew}, **{**there, **given}).do(*actions)


@pytest.mark.rule("STS-9.6")
@pytest.mark.parametrize("happening", SCENES)
def test_every_occasion(happening: ab.Occasion) -> None:
    """A card that answers to an occasion does so when it comes about, once and without asking, and at no other of the fourteen."""
    for occasion in SCENES:
        after = scene(happening, card("clerk", on(occasion)), crew={"E": "clerk#1"})
        gained = [(event.seat, event.cash) for event in after.told(ev.Gained) if event.cause == "clerk#1"]
        assert after.uses == ([("clerk#1", "trigger", occasion)] if occasion == happening else [])
        assert gained == ([(0, 1)] if occasion == happening else [])


@pytest.mark.rule("STS-9.6", "STS-9.1", "STS-9.2")
@pytest.mark.parametrize("occasion", SCENES)
def test_fresh_and_used_cards_answer_to_nothing(occasion: ab.Occasion) -> None:
    """Whatever happens; but a turn start takes the freshness away first."""
    kind = card("clerk", on(occasion))
    assert scene(occasion, kind, crew={"E": CrewMember("clerk#1", used=True)}).uses == []
    fresh = scene(occasion, kind, crew={"E": CrewMember("clerk#1", fresh=True)})
    assert fresh.uses == ([("clerk#1", "trigger", "turn_start")] if occasion == "turn_start" else [])


@pytest.mark.rule("STS-9.6")
def test_a_card_may_answer_to_several_occasions() -> None:
    """Once in a turn all the same: the first of them uses the card."""
    kind = card("clerk", on("buy_coal", "buy_cargo", "work", do=[gain(points=1)]))
    bought = table(kind, crew={"S": "clerk#1"}).do(BuyCargo("oil"), BuyCoal(), BuyCargo("oil"))
    assert bought.me.points == 1
    assert table(kind, crew={"S": "clerk#1"}, window="station").do(Work(1)).me.points == 1


@pytest.mark.rule("STS-9.6", "STS-3.2", "STS-9.2")
def test_a_card_hired_in_the_turn_before_answers_to_the_turn_start() -> None:
    """The freshness goes first, so its triggers and its spaces are there at once."""
    kind = card("early-bird", ab.CoalCapacity(3), on("turn_start", do=[gain(coal=3)]))
    fresh = CrewMember("early-bird#1", fresh=True)
    begun = table(kind, crew={"W": fresh}, acting=1, coal=9).do(EndTurn())
    assert begun.me.coal == 12
    (started,) = [event for event in begun.told(ev.TurnStarted) if event.seat == 0]
    assert started.unfrozen == ("early-bird#1",)
    assert begun.me.crew[3] == CrewMember("early-bird#1", fresh=False, used=True)


@pytest.mark.rule("STS-9.6", "STS-3.7")
def test_two_cards_answer_in_slot_order() -> None:
    """N before E before S before W, whatever the rows; of each card its effects in the order of the list."""
    first = card("first", on("work", do=[gain(cash=1), gain(points=1)]), row="skilled")
    second = card("second", on("work", do=[gain(cash=2), gain(coal=1), gain(cash=3)]))
    worked = table(first, second, crew={"N": "second#1", "E": "first#2", "W": "first#1"}, window="station").do(Work(0))
    assert worked.uses == [("second#1", "trigger", "work"), ("first#2", "trigger", "work"), ("first#1", "trigger", "work")]
    told = [(event.cause, event.cash, event.coal, event.points) for event in worked.told(ev.Gained)]
    assert told == [
        ("work", 0, 2, 0),
        ("second#1", 2, 0, 0),
        ("second#1", 0, 1, 0),
        ("second#1", 3, 0, 0),
        ("first#2", 1, 0, 0),
        ("first#2", 0, 0, 1),
        ("first#1", 1, 0, 0),
        ("first#1", 0, 0, 1),
    ]


@pytest.mark.rule("STS-9.6", "STS-3.7", "STS-3.3")
def test_effects_finish_before_the_next_card_answers() -> None:
    """Depth first: the choices that the first card asks for come before anything of the second."""
    first = card("first", on("work", do=[gain(any_cargo=1), gain(points=1)]))
    second = card("second", on("work", do=[gain(cargo=(0, 0, 0, 2))]))
    worked = table(first, second, crew={"N": "first#1", "E": "second#1"}, window="station", cargo=(8, 0, 0, 0)).do(Work(0))
    assert worked.me.points == 0
    assert worked.used == ["N", "E"]
    chosen = worked.do(ChooseCargo("oil"))
    assert isinstance(chosen.top, PendingTrim)
    assert chosen.me.points == 0
    trimmed = chosen.do(DiscardCargo("oil"))
    assert trimmed.me.points == 1
    assert trimmed.me.train.cargo == (8, 0, 0, 2)
    assert isinstance(trimmed.top, PendingTrim)


@pytest.mark.rule("STS-9.6")
def test_who_answers_is_settled_before_anything_happens() -> None:
    """A condition that an earlier answer makes true comes too late; it holds at the next occasion of the turn."""
    loader = card("loader", on("mark_route", do=[gain(cargo=(0, 1, 0, 0))]))
    guard = card("guard", on("mark_route", do=[gain(cash=5)], where=Where(has_cargo=True)))
    two = {"window": "travel", "city": "new-orleans", "routes": (("RT-21", None), ("RT-29", None))}
    given: dict[str, Any] = {"crew": {"N": "loader#1", "E": "guard#1"}, **two}
    marked = table(loader, guard, **given).do(StepTo("houston"), StopHere())
    # Two markers are two occasions (STS-6.3): the loader answers to the first, then the guard to the second.
    assert [event.cause for event in marked.told(ev.Gained)] == ["loader#1", "guard#1"]
    assert [route.marker for route in marked.me.routes if route is not None] == ["houston", "houston"]
    once = table(loader, guard, **{**given, "routes": (STARTING, ("RT-29", None))}).do(StepTo("houston"), StopHere())
    assert [event.cause for event in once.told(ev.Gained)] == ["loader#1"]
    assert once.used == ["N"]


@pytest.mark.rule("STS-9.6", "STS-9.1")
def test_a_lost_gain_uses_the_card() -> None:
    """Coal without space, and cargo without supply, are lost; the card has answered."""
    kind = card("stoker-boy", on("work", do=[gain(coal=2)]))
    worked = table(kind, crew={"N": "stoker-boy#1"}, window="station", coal=9).do(Work(1))
    assert worked.used == ["N"]
    assert worked.wealth == (25, 9, 0)
    (gained,) = [event for event in worked.told(ev.Gained) if event.cause == "stoker-boy#1"]
    assert (gained.coal, gained.coal_lost) == (0, 2)


@pytest.mark.rule("STS-9.1")
def test_one_ability_of_a_card_is_used_in_a_turn() -> None:
    """Of two triggers that fit the first one answers; of a trigger, a price and an activation the first that comes about."""
    twice = card("twice", on("work", do=[gain(cash=1)]), on("work", do=[gain(cash=10)]))
    assert table(twice, crew={"N": "twice#1"}, window="station").do(Work(0)).me.cash == 21
    choosy = card("choosy", on("work", do=[gain(cash=1)], where=Where(has_cargo=True)), on("work", do=[gain(cash=10)]))
    assert table(choosy, crew={"N": "choosy#1"}, window="station").do(Work(0)).me.cash == 30
    assert table(choosy, crew={"N": "choosy#1"}, window="station", cargo=BOTH).do(Work(0)).me.cash == 21
    jack = card("jack", ab.CoalPrice(-1, 2), on("buy_coal", do=[gain(points=1)]), on("buy_cargo", do=[gain(points=2)]), use_in("market"))
    dear = table(jack, crew={"N": "jack#1"}).do(BuyCoal(), BuyCoal())
    assert dear.wealth == (16, 4, 0)
    assert dear.code(UseCrew("N")) == "crew-already-used"
    cargo = table(jack, crew={"N": "jack#1"}).do(BuyCargo("oil"), BuyCoal())
    assert cargo.wealth == (12, 3, 2)
    by_hand = table(jack, crew={"N": "jack#1"}).do(UseCrew("N"), BuyCoal(), BuyCargo("oil"))
    assert by_hand.wealth == (13, 3, 0)


@pytest.mark.rule("STS-9.1", "STS-9.4")
def test_passives_of_a_used_card_hold() -> None:
    """Use takes nothing from what a card is."""
    kind = card("porter-guard", ab.CargoCapacity(2), ab.CoalCapacity(1), ab.WildTicket(), use_in("crew"))
    used = table(kind, crew={"N": "porter-guard#1"}, window="crew", cargo=(10, 0, 0, 0), coal=10).do(UseCrew("N"))
    assert sum(used.me.train.cargo) == 10
    assert HireCrew("basic", "W") in used.legal


@pytest.mark.rule("STS-9.1", "STS-10.2")
def test_use_ends_with_the_turn() -> None:
    """Clean-up makes all cards of the player ready again, fresh ones stay fresh."""
    kind = card("clerk", use_in(*ANYWHERE))
    spent = table(kind, crew={"E": "clerk#1", "W": CrewMember("clerk#2", fresh=True)}, window="crew").do(USE_E)
    assert spent.used == ["E"]
    assert spent.code(USE_E) == "crew-already-used"
    after = spent.do(EndTurn())
    assert after.me.crew == (None, CrewMember("clerk#1"), None, CrewMember("clerk#2", fresh=True))


# ---- conditions --------------------------------------------------------------------------------------------------------------------------

KINDS: dict[ab.TokenKind, str] = {"order": "SO-02", "supply": "SS-2", "railcar": "SR-1"}


def subsets(items: tuple[E, ...]) -> list[tuple[E, ...]]:
    """All choices of some of the items, but for none, in their order."""
    return [chosen for count in range(1, len(items) + 1) for chosen in combinations(items, count)]


def usable(where: Where, **given: Any) -> bool:
    """Whether a card with this condition can be used."""
    kind = card("judge", use_in(*ANYWHERE, where=where))
    trial = table(kind, crew={"E": "judge#1"}, **given)
    if USE_E in trial.legal:
        assert trial.do(USE_E).me.cash == 21
        return True
    assert trial.code(USE_E) == "condition-not-met"
    return False


def answers(where: Where, occasion: ab.Occasion, **given: Any) -> bool:
    """Whether a card with this condition answers to an occasion, as in its scene but for what is given."""
    kind = card("judge", on(occasion, where=where))
    return bool(scene(occasion, kind, crew={"E": "judge#1"}, **given).uses)


@pytest.mark.rule("STS-9.6", "STS-9.7")
@pytest.mark.parametrize("held", KINDS)
def test_where_token(held: ab.TokenKind) -> None:
    """The token in the hand space is of one of the kinds."""
    choices: list[tuple[ab.TokenKind, ...]] = subsets(tuple(KINDS))
    for kinds in choices:
        assert usable(Where(token=kinds), window="station", token=KINDS[held]) == (held in kinds)
    assert answers(Where(token=("supply",)), "take_supply")
    assert not answers(Where(token=("railcar", "order")), "take_supply")
    assert answers(Where(token=("railcar",)), "take_railcar")
    assert not answers(Where(token=("supply", "order")), "take_railcar")


@pytest.mark.rule("STS-9.6", "STS-9.7")
@pytest.mark.parametrize(
    ("token", "least", "holds"),
    [("SO-01", 1, True), ("SO-01", 2, True), ("SO-01", 3, False), ("AO-02", 1, True), ("AO-02", 2, False), ("SS-2", 1, False), ("SR-1", 1, False)],
)
def test_where_options_min(token: str, least: int, holds: bool) -> None:
    """The token in the hand space is an order with so many rewards to choose from."""
    assert usable(Where(options_min=least), window="station", token=token) == holds


@pytest.mark.rule("STS-9.6")
@pytest.mark.parametrize(("least", "holds"), [(1, True), (2, True), (3, False)])
def test_where_cost_min(least: int, holds: bool) -> None:
    """The completed order shows so many cargo, whatever was saved."""
    assert answers(Where(cost_min=least), "complete_order") == holds
    assert answers(Where(cost_min=least), "complete_order", cargo=(0, 1, 0, 0), railcars=[Token("SR-1")]) == holds
    assert answers(Where(cost_min=least), "complete_order", cargo=NO_CARGO, railcars=[Token("SR-1"), Token("SR-3")]) == holds


@pytest.mark.rule("STS-9.6")
def test_where_season() -> None:
    """The completed order belongs to one of the seasons, whatever the season is now."""
    orders: dict[Season, tuple[str, Counts]] = {
        "summer": ("SO-01", BOTH),
        "autumn": ("AO-03", (0, 0, 2, 1)),
        "winter": ("WO-06", (0, 0, 3, 2)),
        "countdown": ("CO-1", (4, 0, 0, 0)),
    }
    for season, (order, cargo) in orders.items():
        kind = card("judge", on("complete_order", where=Where(season=(season,))))
        others = card("others", on("complete_order", where=Where(season=tuple(other for other in SEASONS if other != season))))
        given: dict[str, Any] = {"window": "station", "token": order, "cargo": cargo, "season": "winter"}
        done = table(kind, others, crew={"E": "judge#1", "W": "others#1"}, **given).do(CompleteOrder())
        if season == "summer":
            done = done.do(ChooseReward(0))
        assert done.uses == [("judge#1", "trigger", "complete_order")]


@pytest.mark.rule("STS-9.6", "STS-8.9")
def test_where_row() -> None:
    """The hired card belongs to one of the rows."""
    skilled = (HireCrew("skilled", "W"), PayTicket("order", "W"), PayTicket("order", "W"))
    cases: list[tuple[tuple[Row, ...], bool, bool]] = [(("basic",), True, False), (("skilled",), False, True), (("basic", "skilled"), True, True)]
    for rows, basic_holds, skilled_holds in cases:
        assert answers(Where(row=rows), "hire") == basic_holds
        kind = card("judge", on("hire", where=Where(row=rows)))
        hired = table(kind, crew={"E": "judge#1"}, window="crew", tickets={"W": ("SO-03", "SO-04")}).do(*skilled)
        assert bool(hired.uses) == skilled_holds
        assert hired.told(ev.CrewHired)


@pytest.mark.rule("STS-9.6", "STS-9.7")
@pytest.mark.parametrize("window", ANYWHERE)
def test_where_has_cargo(window: Window) -> None:
    """There is cargo on the train, in whatever window."""
    assert not usable(Where(has_cargo=True), window=window)
    for index in range(4):
        one = [0, 0, 0, 0]
        one[index] = 1
        assert usable(Where(has_cargo=True), window=window, cargo=tuple(one))
    assert answers(Where(has_cargo=True), "work", cargo=BOTH)
    assert not answers(Where(has_cargo=True), "work")


@pytest.mark.rule("STS-9.6", "STS-9.7")
@pytest.mark.parametrize(
    ("routes", "any_route", "standard"),
    [
        ((STARTING, LONG), True, True),
        ((None, LONG), True, True),
        ((LONG, None), True, True),
        ((STARTING, None), True, False),
        ((None, None), False, False),
    ],
)
def test_where_has_route(routes: tuple[Slot, Slot], any_route: bool, standard: bool) -> None:
    """There is a card in a route slot, or one that is no starting route."""
    wild = None if routes[0] == STARTING else "ST-S"
    for window in ANYWHERE:
        assert usable(Where(has_route=True), window=window, routes=routes, wild=wild) == any_route
        assert usable(Where(has_standard_route=True), window=window, routes=routes, wild=wild) == standard
    assert answers(Where(has_route=True), "work", routes=routes, wild=wild) == any_route
    assert answers(Where(has_standard_route=True), "work", routes=routes, wild=wild) == standard


@pytest.mark.rule("STS-9.6")
@pytest.mark.parametrize(
    ("where", "occasion"),
    [
        (Where(token=("order", "supply", "railcar")), "turn_start"),
        (Where(token=("order", "supply", "railcar")), "buy_coal"),
        (Where(token=("order", "supply", "railcar")), "complete_order"),
        (Where(token=("order", "supply", "railcar")), "bonus_coal"),
        (Where(token=("order", "supply", "railcar")), "work"),
        (Where(token=("order", "supply", "railcar")), "turn_end"),
        (Where(options_min=1), "complete_order"),
        (Where(options_min=1), "hire"),
        (Where(cost_min=1), "take_supply"),
        (Where(cost_min=1), "work"),
        (Where(cost_min=1), "hire"),
        (Where(season=SEASONS), "buy_cargo"),
        (Where(season=SEASONS), "caboose"),
        (Where(row=ROWS), "complete_order"),
        (Where(row=ROWS), "buy_cargo"),
    ],
)
def test_a_key_without_its_context_does_not_hold(where: Where, occasion: ab.Occasion) -> None:
    """A condition on an order, a token or a row where there is none."""
    assert not answers(where, occasion)


@pytest.mark.rule("STS-9.7")
@pytest.mark.parametrize("window", ANYWHERE)
def test_an_activation_has_no_event_behind_it(window: Window) -> None:
    """So conditions on a completed order or a hired card never hold, and those on the token in hand in the Station alone."""
    assert not usable(Where(cost_min=1), window=window, token="SO-01")
    assert not usable(Where(season=SEASONS), window=window, token="SO-01")
    assert not usable(Where(row=ROWS), window=window, token="SO-01")
    assert usable(Where(token=("order",)), window=window, token="SO-01") == (window == "station")
    assert usable(Where(options_min=1), window=window, token="SO-01") == (window == "station")


@pytest.mark.rule("STS-9.6", "STS-9.7")
def test_all_keys_must_hold() -> None:
    """One that does not is enough."""
    four = Where(token=("order",), options_min=2, has_cargo=True, has_standard_route=True)
    given: dict[str, Any] = {"window": "station", "token": "SO-01", "cargo": BOTH}
    assert usable(four, **given)
    for changed in ({"token": "SR-1"}, {"token": "AO-02"}, {"cargo": NO_CARGO}, {"routes": (STARTING, None)}):
        assert not usable(four, **{**given, **changed})
    both = Where(cost_min=2, season=("summer",), has_route=True)
    assert answers(both, "complete_order")
    assert not answers(attrs.evolve(both, cost_min=3), "complete_order")
    assert not answers(attrs.evolve(both, season=("autumn",)), "complete_order")
    assert not answers(attrs.evolve(both, row=("basic",)), "complete_order")


# ---- activations -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.7", "STS-9.3")
@pytest.mark.parametrize("window", ANYWHERE)
def test_windows(window: Window) -> None:
    """A card is used in the windows it names and no other, from any slot, wherever the train is."""
    choices: list[tuple[Window, ...]] = subsets(ANYWHERE)
    for windows in choices:
        kind = card("clerk", use_in(*windows))
        for region in REGIONS if len(windows) == 1 else ("E",):
            for city in ("houston", "miami"):
                trial = table(kind, crew={region: "clerk#1"}, window=window, city=city)
                if window in windows:
                    used = trial.do(UseCrew(region))
                    assert used.me.cash == 21
                    assert used.uses == [("clerk#1", "activate", window)]
                    assert used.used == [region]
                else:
                    assert trial.code(UseCrew(region)) == "wrong-window"


@pytest.mark.rule("STS-9.7")
def test_never_inside_another_decision() -> None:
    """A trim, a payment, a choice of reward, of a route or of cargo must be made first."""
    kind = card("clerk", use_in(*ANYWHERE))
    crew = {"E": "clerk#1"}
    nested = [
        table(kind, crew=crew, cargo=(0, 0, 0, 8)).do(BuyCargo("oil")),
        table(kind, crew=crew, window="station", token="SO-01", cargo=BOTH).do(CompleteOrder()),
        table(kind, crew=crew, window="station", token="SS-5").do(TakeSupply()),
        table(kind, crew=crew, window="crew", tickets={"W": ("SO-03",)}).do(HireCrew("basic", "W")),
        table(kind, crew=crew, **SCENES["complete_route"][0]).do(*SCENES["complete_route"][1]),
    ]
    for trial in nested:
        assert not isinstance(trial.top, (PendingMarket, PendingTravel, PendingStation, PendingCrew))
        assert trial.code(USE_E) == "wrong-decision"


@pytest.mark.rule("STS-9.7")
def test_costs() -> None:
    """Cash and coal are paid, by who has them, and before anything is gained."""
    kind = card("dealer", use_in(*ANYWHERE, cash=3, coal=2, do=[gain(coal=4, cash=1)]))
    traded = table(kind, crew={"E": "dealer#1"}, coal=9, cash=3).do(USE_E)
    assert traded.wealth == (1, 9, 0)  # 9 - 2 + 4, of which two are lost
    assert traded.state.supply.coal == 36 - 9 - 2
    assert table(kind, crew={"E": "dealer#1"}, coal=9, cash=2).code(USE_E) == "not-enough-cash"
    assert table(kind, crew={"E": "dealer#1"}, coal=1, cash=3).code(USE_E) == "not-enough-coal"
    assert table(kind, crew={"E": "dealer#1"}, coal=1, cash=2).code(USE_E) == "not-enough-cash"
    strict = card("strict", use_in("market", cash=30, where=Where(has_cargo=True)))
    assert table(strict, crew={"E": "strict#1"}).code(USE_E) == "condition-not-met"
    assert table(strict, crew={"E": "strict#1"}, cargo=BOTH).code(USE_E) == "not-enough-cash"


@pytest.mark.rule("STS-9.7", "STS-5.10")
def test_a_cost_in_coal_must_leave_a_way_to_end_the_travel() -> None:
    """The last coal is not spent where the train cannot stop."""
    kind = card("dealer", use_in(*ANYWHERE, coal=1))
    back = table(kind, crew={"E": "dealer#1"}, window="travel", city="new-orleans").do(StepTo("houston"), StepTo("new-orleans"))
    assert back.me.coal == 1
    assert back.code(USE_E) == "not-enough-coal"
    away = table(kind, crew={"E": "dealer#1"}, window="travel", city="new-orleans", coal=1).do(StepTo("houston"), USE_E)
    assert away.me.coal == 0
    assert isinstance(away.top, PendingStation)  # without coal the stop in Houston was forced


@pytest.mark.rule("STS-9.2", "STS-9.7")
def test_fresh_cards_are_not_used() -> None:
    """Nor do their passives hold: no spaces, no wild ticket, no price."""
    kind = card("clerk", ab.CargoCapacity(2), ab.CoalCapacity(2), ab.WildTicket(), ab.CoalPrice(-1, 1), use_in(*ANYWHERE))
    crew = {"E": CrewMember("clerk#1", fresh=True)}
    for window in ANYWHERE:
        assert table(kind, crew=crew, window=window).code(USE_E) == "crew-just-hired"
    assert isinstance(table(kind, crew=crew, cargo=(0, 0, 0, 8)).do(BuyCargo("oil")).top, PendingTrim)
    assert table(kind, crew=crew, coal=9).code(BuyCoal()) == "coal-full"
    assert prices(table(kind, crew=crew).do(BuyCoal())) == [(3, 0)]
    hires = [action for action in table(kind, crew=crew, window="crew").legal if isinstance(action, HireCrew)]
    assert hires == [HireCrew("basic", "E")]


@pytest.mark.rule("STS-9.7", "STS-9.1")
def test_two_activations_on_one_card() -> None:
    """In each window the one that may be used there; one of them in a turn."""
    kind = card("jack", use_in("market", do=[gain(cash=1)]), use_in("crew", "station", do=[gain(points=1)]))
    assert table(kind, crew={"E": "jack#1"}).do(USE_E).wealth == (21, 2, 0)
    assert table(kind, crew={"E": "jack#1"}, window="crew").do(USE_E).wealth == (20, 2, 1)
    spent = table(kind, crew={"E": CrewMember("jack#1", used=True)}, window="crew")
    assert spent.code(USE_E) == "crew-already-used"
    assert table(kind, crew={"E": "jack#1"}, window="travel").code(USE_E) == "wrong-window"
    both = card("pair", use_in("market", cash=50, do=[gain(points=9)]), use_in("market", coal=1, do=[gain(points=1)]))
    assert table(both, crew={"E": "pair#1"}).do(USE_E).wealth == (20, 1, 1)  # the first cannot be paid


@pytest.mark.rule("STS-9.8", "STS-9.9")
def test_armed_effects_without_use() -> None:
    """What finds no use may be armed all the same, and is lost when the turn ends."""
    kind = card("general", use_in("crew", do=[ab.HireDiscount(1), ab.TicketWild(2)]))
    armed = table(kind, crew={"E": "general#1"}, window="crew").do(USE_E)
    assert armed.state.turn.armed == attrs.evolve(NOT_ARMED, hire_discount=1, ticket_wilds=2)
    assert [(event.op, event.amount) for event in armed.told(ev.EffectArmed)] == [("hire_discount", 1), ("ticket_wild", 2)]
    ended = armed.do(EndTurn())
    assert ended.state.turn.armed == NOT_ARMED
    assert ended.state.clock.active == 1
    foreman = table(crew={"E": "foreman#1"}, window="station", token="SO-17").do(USE_E)
    assert foreman.do(Work(1)).me.cash == 25
    runner = table(crew={"E": "fireman#1"}, window="travel").do(USE_E, StepTo("new-orleans"), StopHere(), Work(0))
    assert runner.state.turn.extra_steps == 1
    assert runner.do(EndTurn()).state.turn.extra_steps == 0


@pytest.mark.rule("STS-9.8", "STS-5.3")
def test_what_is_armed_is_told() -> None:
    """Each effect that waits for its use says what it is and how much."""
    riding = card("rider", use_in("travel", do=[ab.FreeSteps(2), ab.SeaStep(3), ab.CheckOnPass()]))
    judging = card("judge", use_in("station", do=[ab.OrderDiscount(("oil",), 2), ab.AllOptions()]))
    hiring = card("hirer", use_in("crew", do=[ab.HireDiscount(2), ab.TicketWild(3), ab.BagChoice(4)]))
    wanted: dict[Window, list[tuple[str, int]]] = {
        "travel": [("free_steps", 2), ("sea_step", 3), ("check_on_pass", 2)],
        "station": [("order_discount", 2), ("all_options", 1)],
        "crew": [("hire_discount", 2), ("ticket_wild", 3), ("bag_choice", 4)],
    }
    for (window, told), kind in zip(wanted.items(), (riding, judging, hiring), strict=True):
        used = table(kind, crew={"E": f"{kind.id}#1"}, window=window).do(USE_E)
        assert [(event.op, event.amount) for event in used.told(ev.EffectArmed)] == told
        assert {event.seat for event in used.told(ev.EffectArmed)} == {0}


@pytest.mark.rule("STS-9.8")
def test_armed_effects_outlive_their_card() -> None:
    """A card that was used may be paid in the same turn: the effect stays."""
    kind = card("general", use_in("crew", do=[ab.HireDiscount(1), ab.TicketWild(1)]))
    armed = table(kind, crew={"E": "general#1"}, window="crew", tickets={"N": ("SO-03",)}).do(USE_E)
    hired = armed.do(HireCrew("skilled", "W"), PayTicket("crew", "E"))
    assert hired.me.crew[1] is None
    (paid,) = hired.told(ev.TicketPaid)
    assert paid.counts_as == "wild"
    assert hired.told(ev.CrewHired)
    assert hired.me.tickets[0] == ("SO-03",)


# ---- effects: gain -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-3.3", "STS-9.6", "STS-9.7")
def test_gain() -> None:
    """Points, cash, coal and fixed cargo at once, then cargo of choice, then the trim."""
    kind = card("patron", use_in(*ANYWHERE, do=[gain(1, 2, 3, (0, 2, 0, 1), 2)]))
    for window in ANYWHERE:
        given = table(kind, crew={"E": "patron#1"}, window=window, cargo=(4, 0, 0, 0)).do(USE_E)
        assert given.wealth == (22, 5, 1)
        assert given.me.train.cargo == (4, 2, 0, 1)
        (gained,) = given.told(ev.Gained)
        assert (gained.points, gained.cash, gained.coal, gained.cargo, gained.cause) == (1, 2, 3, (0, 2, 0, 1), "patron#1")
        chosen = given.do(ChooseCargo("grain"), ChooseCargo("steel"))
        assert isinstance(chosen.top, PendingTrim)
        done = chosen.do(DiscardCargo("timber"))
        assert done.me.train.cargo == (5, 2, 1, 0)
        assert type(done.top) is type(WINDOWS[window])


# ---- effects: exchange -------------------------------------------------------------------------------------------------------------------

BARTER = card("barter", use_in(*ANYWHERE, do=[ab.Exchange(), ab.Exchange(), gain(points=1)]))


@pytest.mark.rule("STS-9.10")
def test_exchange() -> None:
    """One cargo for one of another type, before the next effect of the card; never for the same type."""
    for window in ANYWHERE:
        begun = table(BARTER, crew={"E": "barter#1"}, window=window, cargo=(1, 1, 0, 0)).do(USE_E)
        assert set(begun.legal) == {GiveCargo("steel"), GiveCargo("oil")}
        given = begun.do(GiveCargo("steel"))
        assert given.code(ChooseCargo("steel")) == "same-cargo"
        assert set(given.legal) == {ChooseCargo("oil"), ChooseCargo("grain"), ChooseCargo("timber")}
        second = given.do(ChooseCargo("oil"))  # then two oil: giving one is forced
        assert second.me.train.cargo == (0, 1, 0, 0)
        assert second.me.points == 0
        done = second.do(ChooseCargo("steel"))
        assert done.me.train.cargo == (1, 1, 0, 0)
        assert done.me.points == 1
        assert done.state.supply.cargo == (14, 14, 15, 15)


@pytest.mark.rule("STS-9.10", "STS-9.7")
def test_exchange_needs_a_swap() -> None:
    """Cargo on the train, and another type in the supply."""
    assert table(BARTER, crew={"E": "barter#1"}).code(USE_E) == "condition-not-met"
    held = table(BARTER, crew={"E": "barter#1"}, cargo=(1, 0, 0, 0))
    nothing = attrs.evolve(held.state, supply=attrs.evolve(held.state.supply, cargo=(14, 0, 0, 0)))
    assert attrs.evolve(held, state=nothing).code(USE_E) == "condition-not-met"
    unlimited = table(BARTER, crew={"E": "barter#1"}, cargo=(1, 0, 0, 0), cargo_supply="unlimited")
    empty = attrs.evolve(unlimited.state, supply=attrs.evolve(unlimited.state.supply, cargo=(0, 0, 0, 0)))
    assert USE_E in attrs.evolve(unlimited, state=empty).legal


@pytest.mark.rule("STS-9.10", "STS-9.9")
def test_an_exchange_that_is_no_longer_possible_is_passed_over() -> None:
    """What an earlier effect of the card took may have been the last there was to get."""
    kind = card("greedy", use_in("market", do=[gain(cargo=(0, 1, 0, 0)), ab.Exchange(), gain(points=1)]))
    held = table(kind, crew={"E": "greedy#1"}, cargo=(1, 0, 0, 0))
    last = attrs.evolve(held.state, supply=attrs.evolve(held.state.supply, cargo=(0, 1, 0, 0)))
    state = held.game.transition(last, USE_E, held.chance)
    assert state.players[0].train.cargo == (1, 1, 0, 0)
    assert state.players[0].points == 1
    assert isinstance(state.pending[-1], PendingMarket)


# ---- effects: replace_route --------------------------------------------------------------------------------------------------------------

SCOUT = card("scout", use_in(*ANYWHERE, do=[ab.ReplaceRoute(), gain(cash=1)]))


@pytest.mark.rule("STS-9.11", "STS-6.7")
def test_replace_route() -> None:
    """A standard card goes to the discard pile, its marker comes back, and another one is taken: no points, no check, no starting route."""
    for window in ANYWHERE:
        opened = table(SCOUT, crew={"E": "scout#1"}, window=window, routes=(STARTING, ("RT-30", "pittsburgh"))).do(USE_E)
        assert opened.top == PendingTakeRoute(1)  # slot 0 holds a starting route, so the drop was forced
        (dropped,) = opened.told(ev.RouteDropped)
        assert (dropped.card, dropped.marker) == ("RT-30", "pittsburgh")
        assert opened.state.routes.deck.discard == ("RT-30",)
        done = opened.do(TakeRoute(1))
        assert done.me.routes == (HeldRoute("ST-S", "new-orleans"), HeldRoute("RT-02", None))
        assert done.wealth == (21, 2, 0)
        assert len(done.state.routes.display.cards()) == 3


@pytest.mark.rule("STS-9.11", "STS-6.9")
def test_replace_route_of_two_standard_cards() -> None:
    """The player chooses the slot; a card that lists the city of the train is not marked, unless the option says so."""
    routes: tuple[Slot, Slot] = (("RT-30", None), ("RT-31", None))
    opened = table(SCOUT, crew={"E": "scout#1"}, routes=routes, wild="ST-S", city="omaha").do(USE_E)
    assert opened.legal == (DropRoute(0), DropRoute(1))
    done = opened.do(DropRoute(0), TakeRoute(0))
    assert done.me.routes == (HeldRoute("RT-01", None), HeldRoute("RT-31", None))
    marking = card("scribe", on("mark_route", do=[gain(points=1)]))
    crew = {"E": "scout#1", "W": "scribe#1"}
    option = table(SCOUT, marking, crew=crew, routes=routes, wild="ST-S", city="omaha", mark_new_routes=True).do(USE_E, DropRoute(0), TakeRoute(0))
    assert option.me.routes[0] == HeldRoute("RT-01", "omaha")
    assert option.wealth == (21, 2, 1)


@pytest.mark.rule("STS-9.11", "STS-9.7")
@pytest.mark.parametrize("routes", [(STARTING, None), (None, None)])
def test_replace_route_needs_a_standard_card(routes: tuple[Slot, Slot]) -> None:
    """Without one the card cannot be used."""
    wild = None if routes[0] else "ST-S"
    assert table(SCOUT, crew={"E": "scout#1"}, routes=routes, wild=wild).code(USE_E) == "condition-not-met"


# ---- effects: free_steps, sea_step, check_on_pass ----------------------------------------------------------------------------------------


@pytest.mark.rule("STS-5.3", "STS-9.7")
def test_free_steps() -> None:
    """After the base step and before coal; two cards add up; what is left goes on into a repeated Travel."""
    kind = card("driver", use_in("travel", do=[ab.FreeSteps(2)]))
    fast = table(kind, crew={"E": "driver#1"}, window="travel", city="new-orleans").do(USE_E)
    assert fast.state.turn.extra_steps == 2
    ridden = fast.do(StepTo("houston"), StepTo("oklahoma"), StepTo("denver"), StepTo("omaha"))
    assert ridden.paid == [("houston", "base"), ("oklahoma", "extra"), ("denver", "extra"), ("omaha", "coal")]
    assert ridden.me.coal == 1
    both = table(kind, crew={"E": "driver#1", "N": "driver#2"}, window="travel", city="new-orleans").do(USE_E, UseCrew("N"))
    assert both.state.turn.extra_steps == 4
    shared = table(kind, crew={"E": "driver#1"}, window="travel", city="new-orleans", rival="houston", coal=0).do(
        USE_E, StepTo("houston"), StopHere()
    )
    assert shared.state.turn.extra_steps == 2
    onward = shared.do(StepTo("oklahoma"), StepTo("denver"))
    assert onward.paid[1:] == [("oklahoma", "base"), ("denver", "extra")]


@pytest.mark.rule("STS-9.12", "STS-5.10")
def test_sea_step() -> None:
    """From a coal city to any other one, paid like a step; only a step without a link uses it up."""
    kind = card("pilot", use_in("travel", do=[ab.SeaStep(2)]))
    moored = table(kind, crew={"E": "pilot#1"}, window="travel", city="new-york", coal=1, rival="fargo")
    assert moored.code(StepTo("miami")) == "no-track"
    armed = moored.do(USE_E)
    wanted = {"boston", "pittsburgh", "washington", "charleston", "miami", "seattle", "san-francisco", "los-angeles"}
    steps = [action.city for action in armed.legal if isinstance(action, StepTo)]
    assert set(steps) == wanted
    assert steps == sorted(steps, key=list(SHIPPED.city).index)
    walked = armed.do(StepTo("boston"))
    assert walked.state.turn.armed.sea_steps == 2
    first = armed.do(StepTo("miami"))
    assert first.state.turn.armed.sea_steps == 1
    assert first.code(StepTo("miami")) == "no-track"
    second = first.do(StepTo("seattle"))
    assert second.paid == [("miami", "base"), ("seattle", "coal")]
    assert [event.sea for event in second.told(ev.TrainMoved)] == [True, True]
    assert second.state.turn.armed.sea_steps == 0
    inland = table(kind, crew={"E": "pilot#1"}, window="travel", city="houston").do(USE_E)
    assert {action.city for action in inland.legal if isinstance(action, StepTo)} == {"new-orleans", "oklahoma", "santa-fe"}
    assert inland.do(StepTo("new-orleans")).code(StepTo("seattle")) == "no-track"
    landed = inland.do(StepTo("santa-fe"), StepTo("los-angeles"))
    assert landed.do(StepTo("miami")).state.turn.armed.sea_steps == 1


@pytest.mark.rule("STS-9.12", "STS-5.10")
def test_a_step_by_sea_must_leave_a_way_to_end_the_travel() -> None:
    """By land, whatever is armed: with the last coal nobody sails back to where the turn began, but to a shared city one may."""
    kind = card("pilot", use_in("travel", do=[ab.SeaStep(3)]))
    away = table(kind, crew={"E": "pilot#1"}, window="travel", city="boston", coal=1, rival="miami").do(USE_E, StepTo("seattle"))
    assert away.code(StepTo("boston")) == "cannot-finish-travel"
    assert StepTo("miami") in away.legal  # a stop there is followed by a base step
    shared = away.do(StepTo("miami"))  # and with no coal left it is forced
    assert shared.state.turn.stopped == ("miami",)
    assert StepTo("boston") not in shared.legal
    assert {StepTo("new-orleans"), StepTo("charleston"), StepTo("los-angeles")} <= set(shared.legal)


INSPECTOR = card("inspector", use_in("travel", do=[ab.CheckOnPass()]))


@pytest.mark.rule("STS-9.13", "STS-6.1")
def test_check_on_pass() -> None:
    """Cards now held are marked and completed in cities passed through; the check at the stop runs for all cards."""
    line = table(
        INSPECTOR, crew={"E": "inspector#1"}, window="travel", city="new-orleans", routes=(("RT-21", "minneapolis"), ("RT-29", None)), coal=5
    )
    plain = line.do(StepTo("houston"), StepTo("oklahoma"))
    assert [route.marker for route in plain.me.routes if route is not None] == ["minneapolis", None]
    armed = line.do(USE_E)
    assert armed.state.turn.armed.pass_cards == ("RT-21", "RT-29")
    passed = armed.do(StepTo("houston"))
    assert passed.me.routes[1] == HeldRoute("RT-29", "houston")
    assert passed.me.points == 6
    assert passed.top == PendingTakeRoute(0)
    display = passed.state.routes.display.spaces
    assert display[1] == "RT-02"  # Cincinnati and Oklahoma
    onward = passed.do(TakeRoute(1), StepTo("oklahoma"))
    assert onward.me.routes[0] == HeldRoute("RT-02", None)  # taken later, so not looked at in passing
    assert onward.do(StopHere()).me.routes[0] == HeldRoute("RT-02", "oklahoma")


@pytest.mark.rule("STS-9.13")
def test_check_on_pass_notes_anew() -> None:
    """A second card notes what is held then, and only that."""
    crew = {"E": "inspector#1", "W": "inspector#2"}
    routes: tuple[Slot, Slot] = (STARTING, ("RT-21", "minneapolis"))
    line = table(INSPECTOR, crew=crew, window="travel", city="new-orleans", routes=routes, coal=5).do(USE_E)
    taken = line.do(StepTo("houston"), TakeRoute(1))
    assert taken.do(StepTo("oklahoma")).me.routes[1] == HeldRoute("RT-02", None)
    renewed = taken.do(UseCrew("W"))
    assert renewed.state.turn.armed.pass_cards == ("ST-S", "RT-02")
    assert renewed.do(StepTo("oklahoma")).me.routes[1] == HeldRoute("RT-02", "oklahoma")


@pytest.mark.rule("STS-9.13", "STS-6.8")
def test_check_on_pass_does_not_know_a_card_that_comes_back() -> None:
    """A card that is completed, shuffled into the deck and taken again was taken later: it is not noted any more."""
    routes: tuple[Slot, Slot] = (STARTING, ("RT-21", "minneapolis"))
    line = table(INSPECTOR, crew={"E": "inspector#1"}, window="travel", city="new-orleans", routes=routes, coal=5, route_display_size=0)
    few = attrs.evolve(line.state.routes, deck=Deck(Pool[str](), ()))  # the others lie in slots of players who are not there
    passed = attrs.evolve(line, state=attrs.evolve(line.state, routes=few), chance=ScriptedChance([0]))
    state = passed.game.transition(passed.state, USE_E, passed.chance)
    state = passed.game.transition(state, StepTo("houston"), passed.chance)  # completed; the deck, and so this card, is the only source
    assert state.players[0].routes[1] == HeldRoute("RT-21", None)
    assert state.players[0].points == 6
    state = passed.game.transition(state, StepTo("santa-fe"), passed.chance)
    state = passed.game.transition(state, StepTo("houston"), passed.chance)
    assert state.players[0].routes[1] == HeldRoute("RT-21", None)


# ---- effects: order_discount, all_options ------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-7.10", "STS-9.7")
def test_order_discount() -> None:
    """So many cargo of the types need not be paid; a choice is made where there is one, and what finds nothing lapses."""
    kind = card("haggler", use_in("station", do=[ab.OrderDiscount(("steel", "grain"), 2)]))
    given: dict[str, Any] = {"crew": {"E": "haggler#1"}, "window": "station"}
    free = table(kind, token="SO-07", **given).do(USE_E)  # a steel and a grain
    assert free.state.turn.armed.order_discounts[0].types == ("steel", "grain")
    assert free.do(CompleteOrder()).told(ev.OrderCompleted) == []  # which of the two first?
    done = free.do(CompleteOrder(), SaveCargo("grain"))
    (completed,) = done.told(ev.OrderCompleted)
    assert (completed.paid, completed.saved) == (NO_CARGO, (1, 0, 1, 0))
    assert done.state.turn.armed.order_discounts == ()
    assert table(kind, token="SO-01", **given).do(USE_E).code(CompleteOrder()) == "cargo-missing"
    oil = table(kind, token="SO-01", cargo=(0, 1, 0, 0), **given).do(USE_E, CompleteOrder())
    assert [(event.source, event.cargo) for event in oil.told(ev.DiscountUsed)] == [("haggler#1", "steel")]
    assert oil.me.train.cargo == NO_CARGO
    assert table(kind, token="SO-04", cargo=(0, 2, 0, 0), **given).do(USE_E, CompleteOrder()).told(ev.DiscountUsed) == []


@pytest.mark.rule("STS-7.10", "STS-7.9", "STS-3.7")
def test_order_discounts_come_after_railcars() -> None:
    """Railcars of one type, railcars of several, then what was armed, in the order in which it was."""
    kind = card("haggler", use_in("station", do=[ab.OrderDiscount(("timber",), 1), ab.OrderDiscount(("oil",), 1)]))
    railcars = (Token("SR-4", True), Token("SR-1"))  # oil or grain; steel
    done = table(kind, crew={"E": "haggler#1"}, window="station", token="SO-19", railcars=railcars).do(USE_E, CompleteOrder())
    # Saving oil with the railcar would leave the grain unpaid, so grain is forced.
    assert [(event.source, event.cargo) for event in done.told(ev.DiscountUsed)] == [
        ("SR-1", "steel"),
        ("SR-4", "grain"),
        ("haggler#1", "timber"),
        ("haggler#1", "oil"),
    ]


@pytest.mark.rule("STS-9.14", "STS-7.6")
def test_all_options() -> None:
    """Each reward of the order in turn, without a choice; of an order with one reward that one."""
    kind = card("envoy", use_in("station", do=[ab.AllOptions(), gain(cash=1)]))
    done = table(kind, crew={"E": "envoy#1"}, window="station", token="SO-01", cargo=BOTH).do(USE_E, CompleteOrder())
    assert done.wealth == (20 + 1 + 8, 3, 5)
    assert [(event.cash, event.coal, event.points) for event in done.told(ev.Gained)] == [(1, 0, 0), (8, 1, 0), (0, 0, 5)]
    assert done.told(ev.RewardChosen) == []
    assert not done.state.turn.armed.all_options
    single = table(kind, crew={"E": "envoy#1"}, window="station", token="AO-02", cargo=(1, 2, 0, 0)).do(USE_E, CompleteOrder())
    assert single.wealth == (21, 4, 7)
    supply = table(kind, crew={"E": "envoy#1"}, window="station", token="SS-2").do(USE_E, TakeSupply())
    assert supply.me.cash == 29


@pytest.mark.rule("STS-9.14", "STS-3.3", "STS-3.4")
def test_all_options_are_gained_one_by_one() -> None:
    """The first reward is trimmed before the second one comes."""
    rewards = (Reward(cash=1, any_cargo=3), Reward(points=5), Reward(cargo=(0, 0, 0, 1)))
    orders = tuple(attrs.evolve(order, rewards=rewards) if order.id == "SO-01" else order for order in SHIPPED.orders)
    kind = card("envoy", use_in("station", do=[ab.AllOptions()]))
    begun = table(kind, crew={"E": "envoy#1"}, window="station", token="SO-01", cargo=(7, 1, 0, 0))
    begun = attrs.evolve(begun, game=StationToStation(attrs.evolve(SHIPPED, crew=(*SHIPPED.crew, kind), orders=orders)))
    chosen = begun.do(USE_E, CompleteOrder(), *[ChooseCargo("oil")] * 3)
    assert isinstance(chosen.top, PendingTrim)
    assert chosen.wealth == (21, 2, 0)
    second = chosen.do(DiscardCargo("oil"))
    assert second.me.points == 5
    assert second.me.train.cargo == (6, 2, 0, 1)
    assert isinstance(second.top, PendingTrim)


# ---- effects: improve_token, bonus_cargo, work_reward ------------------------------------------------------------------------------------


@pytest.mark.rule("STS-7.16", "STS-7.12", "STS-7.13", "STS-9.6")
@pytest.mark.parametrize("improved", [False, True])
def test_improve_token(improved: bool) -> None:
    """The token counts as improved before it does what it does; one that is improved is no better for it."""
    kind = card("smith", on("take_supply", "take_railcar", do=[ab.ImproveToken(), gain(points=1)]))
    supply = table(kind, crew={"E": "smith#1"}, window="station", token=Token("SS-2", improved)).do(TakeSupply())
    assert supply.wealth == (32, 2, 1)
    assert [event.token for event in supply.told(ev.TokenImproved)] == ([] if improved else ["SS-2"])
    assert supply.state.board.box == ("SS-2",)
    railcar = table(kind, crew={"E": "smith#1"}, window="station", token=Token("SR-1", improved)).do(TakeRailcar())
    assert railcar.me.train.railcars == (Token("SR-1", True),)
    assert railcar.me.points == 1


@pytest.mark.rule("STS-4.10", "STS-9.6", "STS-4.7")
def test_bonus_cargo() -> None:
    """More of the type just bought, as far as the supply goes, once in a turn; the trim comes after it."""
    kind = card("grocer", on("buy_cargo", do=[ab.BonusCargo(3)]))
    bought = table(kind, crew={"E": "grocer#1"}, cash=50).do(BuyCargo("grain"), BuyCargo("oil"))
    assert bought.me.train.cargo == (0, 2, 5, 0)
    assert bought.state.supply.cargo == (15, 13, 10, 15)
    full = table(kind, crew={"E": "grocer#1"}, cash=50, cargo=(6, 0, 0, 0)).do(BuyCargo("oil"))
    assert full.me.train.cargo == (6, 5, 0, 0)
    assert isinstance(full.top, PendingTrim)
    scarce = table(kind, crew={"E": "grocer#1"}, cash=50)
    few = attrs.evolve(scarce.state, supply=attrs.evolve(scarce.state.supply, cargo=(15, 3, 15, 15)))
    state = scarce.game.transition(few, BuyCargo("oil"), scarce.chance)
    assert state.players[0].train.cargo == (0, 3, 0, 0)
    assert state.supply.cargo[1] == 0


@pytest.mark.rule("STS-3.3", "STS-3.7", "STS-4.10")
def test_a_gain_trims_a_purchase_that_it_answers_to() -> None:
    """GAIN ends with TRIM, also where it brings no cargo: the pair that was bought is trimmed before the next effect of the card runs."""
    kind = card("grocer", on("buy_cargo", do=[gain(points=1), ab.BonusCargo(2)]))
    bought = table(kind, crew={"E": "grocer#1"}, cash=50, cargo=(8, 0, 0, 0)).do(BuyCargo("oil"))
    assert bought.wealth == (50 - 5, 2, 1)
    assert bought.me.train.cargo == (8, 2, 0, 0)
    assert isinstance(bought.top, PendingTrim)
    trimmed = bought.do(DiscardCargo("oil"), DiscardCargo("oil"))
    assert trimmed.me.train.cargo == (8, 2, 0, 0)
    assert trimmed.state.supply.cargo[1] == 13
    assert isinstance(trimmed.do(DiscardCargo("oil"), DiscardCargo("steel")).top, PendingMarket)


@pytest.mark.rule("STS-9.15", "STS-7.14")
def test_work_reward() -> None:
    """A Work reward of choice for an order; it is no Work: the order becomes a ticket, and what answers to Work is silent."""
    kind = card("agent", on("complete_order", do=[ab.WorkReward(), ab.WorkReward()]))
    worker = card("worker", on("work", do=[gain(points=9)]))
    given: dict[str, Any] = {"window": "station", "token": "SO-01", "cargo": BOTH, "crew": {"E": "agent#1", "W": "worker#1"}}
    opened = table(kind, worker, **given).do(CompleteOrder(), ChooseReward(1))
    assert opened.legal == (ChooseWork(0), ChooseWork(1), ChooseWork(2))
    assert opened.me.tickets[2] == ("SO-01",)
    done = opened.do(ChooseWork(1), ChooseWork(2))
    assert done.wealth == (20 + 5 + 2, 3, 5)
    assert done.used == ["E"]
    assert done.state.board.box == ()


# ---- effects: hire_discount, ticket_wild -------------------------------------------------------------------------------------------------


def hires(trial: Table) -> dict[Row, str]:
    """The regions from which a card of each row can be hired."""
    found: dict[Row, str] = {"basic": "", "skilled": ""}
    for action in trial.legal:
        if isinstance(action, HireCrew):
            found[action.row] += action.region
    return found


@pytest.mark.rule("STS-8.7", "STS-8.8")
def test_hire_discount() -> None:
    """So many tickets fewer, never fewer than one; two cards add up."""
    kind = card("chief", use_in("crew", do=[ab.HireDiscount(1)]))
    base: dict[str, Any] = {"window": "crew", "tickets": {"W": ("SO-03",)}}
    # The chief in E is a ticket too: a basic card for one of its region or any two, a skilled one for two or any three.
    assert hires(table(kind, crew={"E": "chief#1"}, **base)) == {"basic": "NESW", "skilled": "EW"}
    one = table(kind, crew={"E": "chief#1"}, **base).do(USE_E)
    assert hires(one) == {"basic": "NESW", "skilled": "NESW"}
    counts: dict[Region, int] = {"W": 1, "N": 2}
    for region, count in counts.items():  # one matching ticket; two of any region instead of three
        hired = one.do(HireCrew("skilled", region), PayTicket("order", "W"))
        assert len(hired.told(ev.TicketPaid)) == count
        assert hired.told(ev.CrewHired)
    two = table(kind, crew={"E": "chief#1", "N": "chief#2"}, **base).do(USE_E, UseCrew("N"))
    assert two.state.turn.armed.hire_discount == 2
    far = two.do(HireCrew("skilled", "S"), PayTicket("order", "W"))
    assert len(far.told(ev.TicketPaid)) == 1
    assert far.told(ev.CrewHired)


@pytest.mark.rule("STS-9.16", "STS-8.7")
def test_ticket_wild_in_a_hire() -> None:
    """The first ticket that would not match counts as matching; a matching one does not use it up."""
    kind = card("boss", use_in("crew", do=[ab.TicketWild(1)]))
    tickets = {"N": ("SO-03", "SO-04")}
    trial = table(kind, crew={"E": "boss#1"}, window="crew", tickets=tickets)
    assert hires(trial) == {"basic": "NESW", "skilled": "NESW"}  # three tickets
    single = table(kind, crew={"E": "boss#1"}, window="crew")
    assert hires(single) == {"basic": "E", "skilled": ""}
    assert hires(single.do(USE_E)) == {"basic": "NESW", "skilled": ""}
    other = single.do(USE_E, HireCrew("basic", "W"))
    assert [event.counts_as for event in other.told(ev.TicketPaid)] == ["wild"]
    assert other.told(ev.CrewHired)
    lazy = trial.do(USE_E, HireCrew("skilled", "N"), PayTicket("order", "N"))
    assert lazy.state.turn.armed.ticket_wilds == 1
    spent = trial.do(USE_E, HireCrew("skilled", "W"), PayTicket("order", "N"))
    assert spent.state.turn.armed.ticket_wilds == 0
    assert spent.top == PendingPayment("hire", "skilled", "W", 1, 1)
    assert len(spent.do(PayTicket("order", "N")).told(ev.CrewHired)) == 1


@pytest.mark.rule("STS-9.16", "STS-8.13")
def test_ticket_wild_in_a_caboose() -> None:
    """The first ticket of a region that is covered counts as wild; two of them stand for two regions."""
    kind = card("boss", use_in("crew", do=[ab.TicketWild(1)]))
    tickets = {"N": ("SO-03", "SO-04"), "S": ("SO-05",)}
    trial = table(kind, crew={"E": "boss#1"}, window="crew", tickets=tickets)
    assert trial.code(GainCaboose()) == "not-enough-tickets"
    paying = trial.do(USE_E, GainCaboose(), PayTicket("order", "N"))
    assert paying.state.turn.armed.ticket_wilds == 1
    second = paying.do(PayTicket("order", "N"))
    assert second.state.turn.armed.ticket_wilds == 0
    done = second.do(PayTicket("order", "S"))  # the boss in E is the last, forced
    assert done.me.train.caboose == "CB-1"
    assert [event.counts_as for event in done.told(ev.TicketPaid)] == ["region", "wild", "region", "region"]
    late = paying.do(PayTicket("crew", "E"), PayTicket("order", "S"))
    assert late.me.train.caboose == "CB-1"
    double = card("twin", use_in("crew", do=[ab.TicketWild(2)]))
    rich = table(double, crew={"E": "twin#1"}, window="crew", tickets={"N": ("SO-03", "SO-04", "SO-06")})
    assert GainCaboose() in rich.do(USE_E).legal
    assert table(double, crew={"E": "twin#1"}, window="crew", tickets={"N": ("SO-03", "SO-04")}).do(USE_E).code(GainCaboose()) == "not-enough-tickets"


# ---- effects: bag_choice -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.17", "STS-12.5")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_bag_choice(count: int) -> None:
    """So many tokens are drawn and seen, one is placed where the turn began, and the others are known to be in the bag."""
    kind = card("sorter", use_in("crew", do=[ab.BagChoice(count)]))
    bag = ("SO-18", "SO-20", "SO-21", "SS-5", "SR-8")
    script = [(name,) for name in bag[:count]]
    drawn = table(kind, crew={"E": "sorter#1"}, window="crew", bag=bag, chance=ScriptedChance(script)).do(USE_E, EndTurn())
    assert drawn.top == PendingPlaceToken(bag[:count])
    assert drawn.legal == tuple(PlaceToken(index) for index in range(count))
    assert [event.tokens for event in drawn.told(ev.TokensDrawn)] == [bag[:count]]
    placed = drawn.do(PlaceToken(1))
    assert placed.state.board.tokens[SHIPPED.city_index["new-orleans"]] == Token("SO-20")
    back = tuple(name for name in bag[:count] if name != "SO-20")
    assert placed.state.board.bag == Bag(Pool.of(bag[count:]), 4, Pool.of(back))
    assert [event.token for event in placed.told(ev.TokenReturned)] == list(back)
    assert placed.state.clock.active == 1


@pytest.mark.rule("STS-9.17")
def test_bag_choice_of_two_cards_and_of_a_small_bag() -> None:
    """Armed twice the larger number counts; a bag with fewer tokens gives what it has, and with one there is no choice."""
    two = card("sorter", use_in("crew", do=[ab.BagChoice(2)]))
    three = card("sifter", use_in("crew", do=[ab.BagChoice(3)]))
    crew = {"E": "sorter#1", "N": "sifter#1"}
    bag = ("SO-18", "SO-20", "SO-21", "SS-5")
    for order in (("E", "N"), ("N", "E")):
        both = table(two, three, crew=crew, window="crew", bag=bag).do(*(UseCrew("E" if region == "E" else "N") for region in order))
        assert both.state.turn.armed.bag_choice == 3
        drawn = both.do(EndTurn()).top
        assert isinstance(drawn, PendingPlaceToken)
        assert len(drawn.tokens) == 3
    small = table(two, three, crew=crew, window="crew", bag=bag[:2]).do(UseCrew("N"), EndTurn())
    assert isinstance(small.top, PendingPlaceToken)
    assert len(small.top.tokens) == 2
    assert small.do(PlaceToken(0)).state.clock.season == "summer"  # one went back: the season is not over
    single = table(two, three, crew=crew, window="crew", bag=bag[:1]).do(UseCrew("N"), EndTurn())
    assert single.state.board.tokens[SHIPPED.city_index["new-orleans"]] == Token("SO-18")
    assert single.state.clock.season == "autumn"


@pytest.mark.rule("STS-9.17", "STS-12.5")
def test_known_tokens_come_out_again() -> None:
    """What was put back is known until it is drawn."""
    kind = card("sorter", use_in("crew", do=[ab.BagChoice(2)]))
    known = Bag(Pool.of(["SO-18", "SO-20"]), 3, Pool.of(["SS-5"]))
    trial = table(kind, crew={"E": "sorter#1"}, window="crew", chance=ScriptedChance([0, ("SS-5",), ("SO-18",)]))
    board = attrs.evolve(trial.state.board, bag=known)
    drawn = attrs.evolve(trial, state=attrs.evolve(trial.state, board=board)).do(USE_E)
    state = drawn.game.transition(drawn.state, EndTurn(), drawn.chance)
    assert state.pending[-1] == PendingPlaceToken(("SS-5", "SO-18"))
    assert state.board.bag == Bag(Pool.of(["SO-20"]), 1)


# ---- losing a card -----------------------------------------------------------------------------------------------------------------------

HALL = card("hall", ab.CargoCapacity(2), ab.CoalCapacity(2))


@pytest.mark.rule("STS-8.17", "STS-8.3")
def test_capacity_lost_in_a_payment() -> None:
    """Coal over the limit goes back at once, cargo is trimmed before the payment goes on."""
    rich = table(HALL, crew={"E": "hall#1"}, window="crew", cargo=(8, 2, 0, 0), coal=11, tickets={"W": ("SO-03",)})
    paid = rich.do(HireCrew("skilled", "E"), PayTicket("crew", "E"))
    assert paid.state.pending[-2:] == (PendingPayment("hire", "skilled", "E", 1, 1), PendingTrim())
    assert paid.me.coal == 9
    assert [event.amount for event in paid.told(ev.CoalSpilled)] == [2]
    assert paid.state.supply.coal == 36 - 9 - 2
    done = paid.do(DiscardCargo("oil"), DiscardCargo("steel"))  # then the last ticket is forced
    assert done.me.train.cargo == (7, 1, 0, 0)
    assert done.told(ev.CrewHired)
    assert done.me.crew[1] == CrewMember(rich.state.crew[1].market.spaces[1] or "", fresh=True)


@pytest.mark.rule("STS-8.17", "STS-8.10")
def test_capacity_lost_to_a_new_card() -> None:
    """Dismissing a card trims too; keeping it does not. The spaces of the new card are not there yet."""
    rich = table(HALL, crew={"E": "hall#1"}, window="crew", cargo=(8, 2, 0, 0), coal=11, tickets={"E": ("SO-03",), "W": ("SO-04",)})
    asked = rich.do(HireCrew("basic", "E"), PayTicket("order", "E"))
    assert isinstance(asked.top, PendingKeepCrew)
    old = asked.do(KeepCrew("old"))
    assert (old.me.coal, old.me.train.cargo) == (11, (8, 2, 0, 0))
    assert old.me.crew[1] == CrewMember("hall#1")
    new = asked.do(KeepCrew("new"))
    assert new.me.coal == 9
    assert isinstance(new.top, PendingTrim)
    assert sum(new.do(DiscardCargo("oil"), DiscardCargo("oil")).me.train.cargo) == 8


@pytest.mark.rule("STS-9.2", "STS-8.17")
def test_new_spaces_come_with_the_next_turn() -> None:
    """A second hall hired in the slot of the first one gives nothing until its owner's next turn."""
    rich = table(HALL, crew={"E": "hall#1"}, window="crew", cargo=(8, 2, 0, 0), coal=11, tickets={"E": ("SO-03",), "W": ("SO-04",)})
    offered = on_offer(rich, "hall#2", "E")
    new = offered.do(HireCrew("basic", "E"), PayTicket("order", "E"), KeepCrew("new"))
    assert new.me.coal == 9
    assert isinstance(new.top, PendingTrim)
    assert new.me.crew[1] == CrewMember("hall#2", fresh=True)


# ---- hiring and what answers to it -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-9.6", "STS-8.9", "STS-8.10")
@pytest.mark.parametrize("kept", ["old", "new"])
def test_hire_answers_whichever_card_is_kept(kept: Any) -> None:
    """The market is refilled first; the card just hired is fresh and does not answer."""
    kind = card("herald", on("hire", do=[gain(points=1)]))
    trial = table(kind, crew={"W": "herald#1", "E": "porter#1"}, window="crew", tickets={"E": ("SO-03",)})
    offered = on_offer(trial, "herald#2", "E")
    done = offered.do(HireCrew("basic", "E"), PayTicket("order", "E"), KeepCrew(kept))
    assert done.uses == [("herald#1", "trigger", "hire")]
    assert done.me.points == 1
    kinds = [type(event).__name__ for event in done.events]
    assert kinds.index("CrewMarketFilled") < kinds.index("CrewUsed")


@pytest.mark.rule("STS-9.6", "STS-8.12")
def test_a_card_that_was_paid_does_not_answer() -> None:
    """What is no longer in its slot when the occasion comes is silent."""
    kind = card("herald", on("hire", "caboose", do=[gain(points=1)]))
    hired = table(kind, crew={"W": "herald#1"}, window="crew", tickets={"E": ("SO-03",)}).do(HireCrew("basic", "W"), PayTicket("crew", "W"))
    assert (hired.uses, hired.me.points) == ([], 0)
    three = {region: orders for region, orders in TICKETS.items() if region != "W"}
    coupled = table(kind, crew={"W": "herald#1"}, window="crew", tickets=three).do(GainCaboose(), PayTicket("order", "N"), PayTicket("order", "E"))
    coupled = coupled.do(PayTicket("order", "S"))
    assert (coupled.me.train.caboose, coupled.me.points, coupled.uses) == ("CB-1", 10, [])


@pytest.mark.rule("STS-9.6", "STS-7.2", "STS-10.2")
def test_choices_of_an_answer_are_made_before_the_turn_goes_on() -> None:
    """At the bonus coal, at the turn start and at the turn end: the choice is open, and what waits goes on after it."""
    kind = card("donor", on("bonus_coal", "turn_start", "turn_end", do=[gain(any_cargo=1)]))
    asked = scene("bonus_coal", kind, crew={"E": "donor#1"})
    assert {type(action) for action in asked.legal} == {ChooseCargo}
    assert isinstance(asked.do(ChooseCargo("oil")).top, PendingStation)
    begun = scene("turn_start", kind, crew={"E": "donor#1"})
    assert {type(action) for action in begun.legal} == {ChooseCargo}
    chosen = begun.do(ChooseCargo("oil"))
    assert isinstance(chosen.top, PendingMarket)
    assert chosen.me.train.cargo == (0, 1, 0, 0)
    ending = table(kind, crew={"E": "donor#1"}, window="crew").do(EndTurn())
    assert ending.state.clock.active == 0
    assert ending.do(ChooseCargo("grain")).state.clock.active == 1


# ---- any card at all ---------------------------------------------------------------------------------------------------------------------

T = TypeVar("T")


class Inventor:
    """Makes up crew cards of all that the vocabulary has, determined by a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = SeededChance(seed)

    def some(self, items: Sequence[T], most: int = 3) -> tuple[T, ...]:
        """A few of the items, each once."""
        left, count = list(items), 1 + self.chance.pick(min(most, len(items)))
        return tuple(left.pop(self.chance.pick(len(left))) for _ in range(count))

    def one(self, items: Sequence[T]) -> T:
        return items[self.chance.pick(len(items))]

    def rarely(self, found: T) -> T | None:
        return None if self.chance.pick(5) else found

    def number(self, most: int, least: int = 1) -> int:
        return least + self.chance.pick(most - least + 1)

    def gain(self) -> ab.Gain:
        cargo = [max(0, self.number(3, 0) - 2) for _ in range(4)]
        return gain(self.number(2, 0), self.number(3), self.number(3, 0), (cargo[0], cargo[1], cargo[2], cargo[3]), max(0, self.number(4, 0) - 2))

    def where(self) -> Where:
        if self.chance.pick(3):
            return ab.ALWAYS
        return Where(
            self.rarely(self.some(tuple(KINDS))),
            self.rarely(self.number(2)),
            self.rarely(self.number(5)),
            self.rarely(self.some(SEASONS)),
            self.rarely(self.some(ROWS)),
            True if self.rarely(True) else None,
            True if self.rarely(True) else None,
            True if self.rarely(True) else None,
        )

    def passive(self) -> Ability:
        resources: tuple[ab.Resource, ab.Resource] = ("cash", "coal")
        rate = ab.FinalRate(self.one(resources), self.number(5))
        passives: list[Ability] = [ab.CargoCapacity(self.number(4)), ab.CoalCapacity(self.number(4)), ab.WildTicket(), rate]
        return self.one(passives)

    def price(self) -> Ability:
        delta, uses = -self.number(3), self.number(3)
        prices: list[Ability] = [ab.CoalPrice(delta, uses), ab.PairPrice(self.some(SHIPPED.cargo_ids), delta, uses), ab.ImportCoal(delta, uses)]
        return self.one(prices)

    def trigger(self) -> Ability:
        special: list[tuple[tuple[ab.Occasion, ...], ab.Effect]] = [
            (("take_supply", "take_railcar"), ab.ImproveToken()),
            (("buy_cargo",), ab.BonusCargo(self.number(3))),
            (("complete_order",), ab.WorkReward()),
        ]
        if self.chance.pick(3):
            return ab.Trigger(self.some(tuple(SCENES)), tuple(self.gain() for _ in range(self.number(2))), self.where())
        occasions, effect = self.one(special)
        return ab.Trigger(self.some(occasions), self.some([effect, self.gain()]), self.where())

    def activation(self) -> Ability:
        anywhere: list[ab.Effect] = [self.gain(), ab.Exchange(), ab.ReplaceRoute()]
        special: dict[Window, list[ab.Effect]] = {
            "market": [],
            "travel": [ab.FreeSteps(self.number(3)), ab.SeaStep(self.number(3)), ab.CheckOnPass()],
            "station": [ab.OrderDiscount(self.some(SHIPPED.cargo_ids), self.number(3)), ab.AllOptions()],
            "crew": [ab.HireDiscount(self.number(2)), ab.TicketWild(self.number(2)), ab.BagChoice(self.number(4, 2))],
        }
        window = self.one(ANYWHERE)
        effects = self.some([*special[window], *anywhere])
        windows = self.some(ANYWHERE) if all(effect in anywhere for effect in effects) else (window,)
        cost = ab.Cost(max(0, self.number(4, 0) - 2), max(0, self.number(4, 0) - 2))
        return ab.Activate(windows, effects, self.where(), cost)

    def kind(self, number: int) -> Crew:
        makers = (self.passive, self.price, self.trigger, self.trigger, self.activation, self.activation)
        abilities = tuple(self.one(makers)() for _ in range(self.number(4)))
        return Crew(f"made-{number}", ROWS[number % 2], self.number(3), abilities, "Made", "Whatever it does.")


def made_up_game(seed: int) -> int:
    """Play a game with made-up cards, of which everybody has four from the start; return how often cards were used."""
    inventor = Inventor(seed)
    content = attrs.evolve(SHIPPED, crew=tuple(inventor.kind(number) for number in range(20)))
    check_content(ContentFile("made-up.toml", ""), content)
    game, chance = StationToStation(content), SeededChance(seed)
    log: list[Any] = []
    state = game.initial_state(game.config(2 + seed % 3, mark_new_routes=seed % 2 == 0), chance, log)
    basic, skilled = state.crew
    players = []
    for there in state.players:
        (north, south), pool = chance.draw(basic.deck.pool, 2)
        (east, west), other = chance.draw(skilled.deck.pool, 2)
        basic, skilled = attrs.evolve(basic, deck=Deck(pool)), attrs.evolve(skilled, deck=Deck(other))
        players.append(attrs.evolve(there, crew=(CrewMember(north), CrewMember(east), CrewMember(south), CrewMember(west))))
    state = attrs.evolve(state, players=tuple(players), crew=(basic, skilled))
    while state.pending:
        assert [*game.invariant_faults(state)] == []
        legal = game.legal_actions(state)
        assert len(legal) > 1
        deeper = [action for action in legal if isinstance(action, (UseCrew, CompleteOrder, StopHere))]
        choices = deeper if deeper and chance.pick(2) else legal
        state = game.transition(state, choices[chance.pick(len(choices))], chance, log)
    assert [*game.invariant_faults(state)] == []
    assert state.clock.turn_number == 12 * len(players)
    assert game.load_state(game.dump(state)) == state
    return sum(isinstance(event, ev.CrewUsed) for event in log)


@pytest.mark.rule("STS-9.1", "STS-9.3", "INV-10", "P-10")
@pytest.mark.parametrize("seed", range(6))
def test_games_with_made_up_cards(seed: int) -> None:
    """Whatever cards the vocabulary makes, a game with them keeps the laws and comes to its end."""
    assert made_up_game(seed) > 15


@pytest.mark.slow
@pytest.mark.rule("STS-9.1", "STS-9.3", "INV-10", "P-10")
@pytest.mark.parametrize("batch", range(10))
def test_many_games_with_made_up_cards(batch: int) -> None:
    """The same over 100 games."""
    for seed in range(100 + 10 * batch, 110 + 10 * batch):
        assert made_up_game(seed) > 5


# ---- a saved game ------------------------------------------------------------------------------------------------------------------------


def test_positions_with_all_this_come_back_from_json() -> None:
    """Armed effects, allowances, bags, decks and displays are saved and read as they were."""
    kind = card("general", use_in("crew", do=[ab.HireDiscount(1), ab.TicketWild(1), ab.BagChoice(3)]))
    positions = [
        table(kind, crew={"E": "general#1"}, window="crew", tickets=TICKETS).do(USE_E),
        table(kind, crew={"E": "general#1"}, window="crew", tickets=TICKETS).do(USE_E, EndTurn()),
        table(kind, crew={"E": "general#1"}, window="crew", tickets=TICKETS).do(USE_E, EndTurn(), PlaceToken(2)),
        table(COLLIER, crew={"E": "collier#1"}, coal=0).do(BuyCoal()),
        table(INSPECTOR, crew={"E": "inspector#1"}, window="travel").do(USE_E),
        table(crew={"E": "foreman#1"}, window="station", token="SO-17").do(USE_E),
    ]
    for trial in positions:
        game, state = trial.game, trial.state
        assert game.load_state(game.dump(state)) == state
        for seat in (0, 1, None):
            view = game.view(state, seat)
            assert game.load_view(game.dump(view)) == view
        for event in trial.events:
            assert game.load_event(game.dump(event)) == event
