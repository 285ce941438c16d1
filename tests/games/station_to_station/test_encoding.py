"""The numbering of intents (section 3.3 of the rules page)."""

import pytest

from railrules import InvalidActionError
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
from tests.games.station_to_station.given import CONTENT, GAME, given, made, random_states

CARGO = ("steel", "oil", "grain", "timber")
CITIES = (
    *("helena", "fargo", "minneapolis", "omaha", "chicago", "detroit"),
    *("boston", "new-york", "pittsburgh", "washington", "cincinnati", "charleston"),
    *("st-louis", "atlanta", "oklahoma", "houston", "new-orleans", "miami"),
    *("seattle", "san-francisco", "los-angeles", "salt-lake-city", "denver", "santa-fe"),
)

LAYOUT: dict[int, tuple[Action, ...]] = {
    0: (KeepRoute(0), KeepRoute(1)),
    2: (BuyCoal(),),
    3: tuple(BuyCargo(cargo) for cargo in CARGO),
    7: (EndMarket(),),
    8: tuple(StepTo(city) for city in CITIES),
    32: (StopHere(),),
    33: (TakeRoute(0), TakeRoute(1), TakeRoute(2), TakeRoute(3), TakeRoute(4), TakeRoute(5), TakeRoute("deck")),
    40: (CompleteOrder(), TakeSupply(), TakeRailcar()),
    43: (Work(0), Work(1), Work(2)),
    46: (ChooseWork(0), ChooseWork(1), ChooseWork(2)),
    49: tuple(SaveCargo(cargo) for cargo in CARGO),
    53: (ChooseReward(0), ChooseReward(1), ChooseReward(2), ChooseReward(3)),
    57: tuple(ChooseCargo(cargo) for cargo in CARGO),
    61: tuple(GiveCargo(cargo) for cargo in CARGO),
    65: tuple(DiscardCargo(cargo) for cargo in CARGO),
    69: (UseCrew("N"), UseCrew("E"), UseCrew("S"), UseCrew("W")),
    73: (HireCrew("basic", "N"), HireCrew("basic", "E"), HireCrew("basic", "S"), HireCrew("basic", "W")),
    77: (HireCrew("skilled", "N"), HireCrew("skilled", "E"), HireCrew("skilled", "S"), HireCrew("skilled", "W")),
    81: (GainCaboose(),),
    82: (PayTicket("order", "N"), PayTicket("order", "E"), PayTicket("order", "S"), PayTicket("order", "W")),
    86: (PayTicket("crew", "N"), PayTicket("crew", "E"), PayTicket("crew", "S"), PayTicket("crew", "W")),
    90: (PayTicket("wild", None),),
    91: (KeepCrew("old"), KeepCrew("new")),
    93: (EndTurn(),),
    94: (DropRoute(0), DropRoute(1)),
    96: (PlaceToken(0), PlaceToken(1), PlaceToken(2), PlaceToken(3)),
}
"""The table of section 3.3, written out; records hold these numbers, so they never change."""


@pytest.mark.rule("STS-3.8")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_whole_table(n: int) -> None:
    """The 100 numbers are these intents, for every player count, from a state and from a view, both ways."""
    table = given("market", "houston", n=n)
    codec = GAME.codec(table.state.config)
    assert codec.num_actions == 100 == sum(map(len, LAYOUT.values()))
    for position in (table.state, table.view(0)):
        for start, actions in LAYOUT.items():
            for number, action in enumerate(actions, start):
                assert codec.encode(position, action) == number
                assert codec.decode(position, number) == action
    for number in (-1, 100, 10**6):
        with pytest.raises(InvalidActionError):
            codec.decode(table.state, number)


def test_another_map_shifts_the_numbers() -> None:
    """There are 76 numbers and one for each city."""
    cities = CONTENT.cities[:20]
    game = made(cities=cities, links=tuple(link for link in CONTENT.links if {*link} <= {city.id for city in cities}))
    codec = game.codec(game.config(2))
    assert codec.num_actions == 96
    assert codec.encode(None, StopHere()) == 28


@pytest.mark.parametrize(
    "action",
    [BuyCargo("coal"), StepTo("dallas"), TakeRoute(6), Work(3), ChooseReward(4), PayTicket("wild", "N"), PayTicket("order", None), KeepRoute(True)],
)
def test_intents_without_a_number(action: Action) -> None:
    """What is outside the table cannot be encoded."""
    with pytest.raises(InvalidActionError):
        GAME.codec(GAME.config(2)).encode(None, action)


@pytest.mark.rule("STS-3.5", "STS-3.8")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_legal_intents_ascend(n: int) -> None:
    """In random games they are listed by ascending number, each once, two at least and thirteen at most."""
    codec = GAME.codec(GAME.config(n))
    most = 0
    for seed in range(3):
        for state in random_states(n, seed)[:-1]:
            legal = GAME.legal_actions(state)
            numbers = [codec.encode(state, action) for action in legal]
            assert numbers == sorted(set(numbers))
            assert tuple(codec.decode(state, number) for number in numbers) == legal
            mask = codec.mask(state)
            assert [number for number in range(100) if mask[number]] == numbers
            assert codec.mask(GAME.view(state, state.clock.active)) == mask
            assert 2 <= len(numbers) <= 13
            most = max(most, len(numbers))
    assert most > 6


def test_long_lists_ascend() -> None:
    """Also by sea, and in a Crew phase where everything can be had: the longest list has fourteen."""
    codec = GAME.codec(GAME.config(2))
    sea = given("travel", "new-york", crew="E: harbour-pilot#1; W: trader#1", cargo="O1").do(UseCrew("E"))
    crew = given(
        "crew",
        "houston",
        tickets="N: SO-03 SO-07; E: SO-04; S: SO-05; W: SO-06",
        cargo="O1",
        crew="N: trader#1; E: trader#2; S: publicist#1; W: yardmaster#1",
    )
    for table, count in ((sea, 9), (crew, 14)):
        numbers = [codec.encode(table.state, action) for action in table.legal]
        assert numbers == sorted(numbers)
        assert len(numbers) == count
