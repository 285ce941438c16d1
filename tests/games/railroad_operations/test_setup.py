"""Setup and options (section 2 of the scenarios): OPS-S01 to OPS-S04."""

from typing import Any

import pytest

import railrules
from railrules import Config, ConfigError, SeededChance
from railrules.games.railroad_operations.consist import CABOOSE
from railrules.games.railroad_operations.events import DiceRolled, HandDealt, LineLaid, PhaseStarted, SeatsTaken, StageStarted
from railrules.parts import Item, Pool
from tests.games.railroad_operations.given import CONTENT, GAME, NO_CHANCE, Answer, HouseRules, card_names, cards, line_cards, opened

# ---- OPS-S01 ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-1.2", "OPS-1.3", "OPS-1.5", "OPS-2.3", "OPS-2.4", "OPS-2.8", "OPS-2.10", "OPS-1.1")
@pytest.mark.parametrize(("players", "gaps", "trays"), [(1, 2, 4), (2, 3, 5), (3, 4, 6), (4, 5, 7)])
def test_s01_new_game(players: int, gaps: int, trays: int) -> None:
    """All tokens in the Division Yard, Whistle Posts between two Limits, piles of one card, nothing on the timetable, the Superintendent acts."""
    table = opened(players)
    assert table.has("c8 C8 b4 B4 r4 R4 g4 G4 h4 H4 t4 T4 s4 S4 k8")
    assert table.division_total == 72
    assert table.classification == ""
    for seat in range(players):
        assert table.office(seat) == (0, 0, 0)
        assert table.limits(seat) == (-1, 1)
        assert [(there.square, there.card) for there in table.area(seat).squares] == [(44, -2), (45, -1), (46, -2)]
        assert table.enhancements(seat) == ""
    assert [len(pile) for pile in table.state.cards.piles] == [1, 1, 1]
    assert [table.slot(stage) for stage in range(1, 13)] == ["-"] * 12
    assert table.revenue == (0,) * players
    assert table.when == (1, 1)
    assert table.state.clock.phase == "local"
    assert table.asks.endswith("Option")
    assert table.acts == table.fedora
    assert len(table.state.division.gaps) == gaps
    assert [len(gap) for gap in table.state.division.gaps] == [1] * gaps
    assert table.state.division.trays == (None,) * trays
    assert table.state.division.serial == 0
    assert table.events[-2:] == (StageStarted(1, 1), PhaseStarted("local"))


@pytest.mark.rule("OPS-2.7", "OPS-2.6", "OPS-2.8")
@pytest.mark.parametrize(("players", "three", "six"), [(1, 114, 111), (2, 111, 105), (3, 108, 99), (4, 105, 93)])
def test_s01_deck_after_the_deal(players: int, three: int, six: int) -> None:
    """The deck has 120 cards less hands and piles, and no space-use or action card is in deck, hand or pile."""
    hands: list[tuple[HouseRules, int]] = [
        ({}, three),
        ({"starting_hand": "three_random"}, three),
        ({"starting_hand": "six_random"}, six),
        ({"starting_hand": "three_and_three"}, six),
    ]
    for options, deck in hands:
        table = opened(players, **options)
        assert table.deck == deck
        dealt = [place for player in table.state.people.players for place in player.hand]
        assert len(dealt) == 117 - deck
        everywhere = [*dealt, *table.state.cards.deck, *(place for pile in table.state.cards.piles for place in pile)]
        assert len(everywhere) == 120
        assert not [place for place in everywhere if CONTENT.cards[place].kind == "excluded"]
    assert sum(card.count for card in CONTENT.cards if card.kind == "excluded") == 22


@pytest.mark.rule("OPS-2.4")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("per_gap", [1, 2, 3])
def test_s01_mainline_cards_per_gap(players: int, per_gap: int) -> None:
    """With three cards in a gap the line of 1 to 4 players has 6, 9, 12, 15 cards."""
    table = opened(players, mainline_cards_per_gap=per_gap)
    assert [len(gap) for gap in table.state.division.gaps] == [per_gap] * (players + 1)
    (laid,) = table.told(LineLaid)
    assert laid.gaps == table.state.division.gaps


# ---- OPS-S02 ---------------------------------------------------------------------------------------------------------------------------


def rolled(table: Any, purpose: str) -> list[tuple[int, ...]]:
    """The dice of each player."""
    found = [event for event in table.told(DiceRolled) if event.purpose == purpose]
    assert [event.player for event in found] == list(range(table.state.config.players))
    return [event.rolls for event in found]


@pytest.mark.rule("OPS-2.2", "OPS-R5", "OPS-2.7", "OPS-3.2")
def test_s02_a_tie_is_thrown_again() -> None:
    """Only the tied roll again; the highest of the second roll has the Fedora and is dealt to first."""
    table = opened(3, dice=(9, 9, 4, 3, 8, 5, 12, 7))
    assert table.seats == (1, 0, 2)
    assert table.fedora == 1
    assert rolled(table, "seat") == [(9, 3), (9, 8), (4,)]
    assert rolled(table, "fedora") == [(5,), (12,), (7,)]
    assert table.told(SeatsTaken) == [SeatsTaken((1, 0, 2), 1)]
    assert [event.player for event in table.told(HandDealt)] == [1, 0, 2]
    order = []
    for _ in range(3):
        order.append(table.acts)
        table = table.do("pass")
    assert order == [1, 0, 2]
    assert table.when == (1, 2)


@pytest.mark.rule("OPS-2.2", "OPS-R5", "OPS-W1")
def test_s02_lots_after_three_ties() -> None:
    """Three re-rolls that end in a tie, then lots."""
    first, again, third, lots = (7, 7, 2, 7), (5, 5, 1), (6, 6, 2, 2), 0
    table = opened(4, dice=(*first, *again, *third, 1, 2, 3, 4), answers=(lots,))
    assert table.seats == (1, 0, 3, 2)
    assert rolled(table, "seat") == [(7, 5, 6, 2), (7, 5, 6, 2), (2,), (7, 1)]
    assert table.fedora == 3


@pytest.mark.rule("OPS-2.2", "OPS-W1")
def test_s02_only_the_highest_tie_decides_the_fedora() -> None:
    """In the Superintendent roll only the players tied for the highest number roll again."""
    table = opened(4, dice=(12, 11, 10, 9, 8, 8, 3, 3, 2, 9))
    assert rolled(table, "fedora") == [(8, 2), (8, 9), (3,), (3,)]
    assert table.fedora == 1
    assert table.seats == (0, 1, 2, 3)
    assert [event.player for event in table.told(HandDealt)] == [1, 2, 3, 0]


@pytest.mark.rule("OPS-2.2")
def test_s02_one_player_rolls_nothing() -> None:
    """A single player has seat 0 and the Fedora without a roll."""
    table = opened(1)
    assert table.told(DiceRolled) == []
    assert (table.seats, table.fedora) == ((0,), 0)


@pytest.mark.rule("OPS-W1", "OPS-R5")
def test_w1_groups_roll_from_the_highest_down() -> None:
    """A tied group finishes its re-rolls, with the ties inside it, before the next group rolls."""
    table = opened(4, dice=(9, 4, 9, 4, 5, 5, 1, 2, 6, 3, 1, 2, 3, 4))
    assert rolled(table, "seat") == [(9, 5, 1), (4, 6), (9, 5, 2), (4, 3)]
    assert table.seats == (2, 0, 1, 3)


# ---- OPS-S03 ---------------------------------------------------------------------------------------------------------------------------

DICE = (10, 3, 2, 11)
HANDS = ("Straight Track, tWN, cES", "Coal Tipple, Depot, Train 5", "Small Yard, Straight Track, tES", "Train 6, Extra 22, Telegraph")
LINE = {line.name: place for place, line in enumerate(CONTENT.line)}


def s03_answers() -> list[Answer]:
    line: list[Answer] = [(LINE["Farm Country"],), (LINE["Heavy Grade"],), 1, (LINE["Prairie Tangent"],)]
    return [*line, *map(cards, HANDS), *map(cards, ("Depot", "Straight Track", "Section Gang"))]


@pytest.mark.rule("OPS-2.4", "OPS-2.5", "OPS-2.7", "OPS-2.8", "OPS-4.5", "OPS-R35")
def test_s03_a_whole_setup() -> None:
    """Dice, line, Heavy Grade, hands in halves, piles: all in the order of B.1."""
    table = opened(2, dice=DICE, answers=s03_answers(), starting_hand="three_and_three")
    assert table.state.division.gaps == line_cards("2 / Ge / 1")
    assert table.seats == (0, 1)
    assert table.fedora == 1
    assert [event.player for event in table.told(HandDealt)] == [1, 0]
    assert table.hand(1) == "Straight Track, cES, tWN, Coal Tipple, Depot, Train 5"
    assert table.hand(0) == "Straight Track, tES, Small Yard, Telegraph, Train 6, Extra 22"
    assert [table.pile(pile) for pile in range(3)] == ["Depot", "Straight Track", "Section Gang"]
    assert table.deck == 105
    assert sum(place in CONTENT.track_cards for place in table.state.cards.deck) == 30
    assert (table.known(0), table.known(1)) == ("", "")
    assert table.asks == "1 Option"


class Watching(SeededChance):
    """Chance that remembers what was drawn from."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.pools: list[tuple[tuple[object, ...], int]] = []

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        self.pools.append((pool.items, count))
        return super().draw(pool, count)


@pytest.mark.rule("OPS-2.7", "OPS-R35", "OPS-2.8")
def test_s03_halves_come_from_their_own_cards() -> None:
    """Each first half is drawn from the track cards, each second half from the others, the piles from all that is left."""
    config: Config[Any] = GAME.config(2, starting_hand="three_and_three")
    chance = Watching(3)
    GAME.initial_state(config, chance)
    asked = chance.pools[3:]  # after the line
    assert [count for _, count in asked] == [3, 3, 3, 3, 1, 1, 1]
    assert [len(pool) for pool, _ in asked] == [37, 83, 34, 80, 108, 107, 106]
    for place, (pool, _) in enumerate(asked[:4]):
        track = [card in CONTENT.track_cards for card in pool]
        assert all(track) if place % 2 == 0 else not any(track)


@pytest.mark.rule("OPS-2.7", "OPS-4.6")
def test_s03_other_hands() -> None:
    """With `six_random` and `three_random` whole hands of six and three, the Superintendent's first."""
    six = opened(2, dice=DICE, starting_hand="six_random")
    assert [(event.player, event.count) for event in six.told(HandDealt)] == [(1, 6), (0, 6)]
    three = opened(2, dice=DICE, starting_hand="three_random")
    assert [(event.player, event.count) for event in three.told(HandDealt)] == [(1, 3), (0, 3)]
    assert [event.cards for event in three.told(HandDealt)] == [three.state.people.players[player].hand for player in (1, 0)]
    assert card_names(three.state.people.players[0].hand) == three.hand(0)


@pytest.mark.rule("OPS-2.5")
@pytest.mark.parametrize("top", [0, 1])
def test_a_heavy_grade_is_turned_by_chance(top: int) -> None:
    """`pick(2)` 0 is top west, 1 top east; no other card asks."""
    table = opened(1, answers=[(LINE["Heavy Grade"],), top, (LINE["Hilly"],)])
    assert table.state.division.gaps == line_cards(f"{('Gw', 'Ge')[top]} / H")


# ---- OPS-S04 ---------------------------------------------------------------------------------------------------------------------------

REVENUES = ("passenger_revenue", "freight_revenue", "transit_revenue")


@pytest.mark.rule("OPS-7.13", "OPS-7.10", "OPS-7.6", "OPS-8.15")
@pytest.mark.parametrize("name", REVENUES)
@pytest.mark.parametrize(("number", "amount"), [(7, 5), (-2, 0), (2.5, 3), (4.5, 5), (0.4, 0), (0.5, 1), (0, 0), (5, 5)])
def test_s04_revenues_are_rounded_and_clamped(name: str, number: float, amount: int) -> None:
    """Any number, rounded half up, clamped to 0..5."""
    config: Config[Any] = GAME.config(1, **{name: number})
    found = getattr(config.options, name)
    assert found == amount
    assert type(found) is int


@pytest.mark.rule("OPS-7.13")
@pytest.mark.parametrize("name", REVENUES)
@pytest.mark.parametrize("bad", ["2", float("nan"), float("inf"), True, None])
def test_s04_revenues_that_are_no_numbers(name: str, bad: object) -> None:
    """What is no number is a `ConfigError`."""
    options: dict[str, Any] = {name: bad}
    with pytest.raises(ConfigError) as raised:
        GAME.config(1, **options)
    assert raised.value.option == name
    assert raised.value.bounds


BAD: list[tuple[int, str, object]] = [
    (2, "mode", "solitaire"),
    (1, "mode", "coop"),
    (1, "mode", "competitive"),
    (1, "days", 0),
    (1, "days", 31),
    (1, "days", True),
    (1, "extra_days", -1),
    (1, "starting_hand", "four"),
    (1, "extra_start", "siding"),
    (1, "mainline_cards_per_gap", 4),
    (1, "collisions_per_stage", 0),
    (1, "expedite", "never"),
    (1, "sister_trains", True),
]


@pytest.mark.rule("OPS-2.1")
@pytest.mark.parametrize(("players", "name", "bad"), BAD)
def test_s04_options_out_of_bounds(players: int, name: str, bad: object) -> None:
    """A `ConfigError` names option, value and what is allowed, before anything is rolled or dealt."""
    options: dict[str, Any] = {name: bad}
    with pytest.raises(ConfigError) as raised:
        railrules.new_match(GAME, players, None, options, chance=NO_CHANCE)
    assert raised.value.option == name
    assert raised.value.value == bad
    assert raised.value.bounds
    assert name in str(raised.value)


@pytest.mark.rule("OPS-1.5", "OPS-2.1")
@pytest.mark.parametrize("players", [0, 5, -1])
def test_s04_numbers_of_players(players: int) -> None:
    """One to four players."""
    with pytest.raises(ConfigError) as raised:
        railrules.new_match(GAME, players, None, chance=NO_CHANCE)
    assert (raised.value.option, raised.value.value) == ("players", players)
    assert "1..4" in raised.value.bounds


@pytest.mark.rule("OPS-2.1", "OPS-10.1")
def test_s04_defaults() -> None:
    """One player plays solitaire, more compete; the defaults are those of section 11."""
    alone: Config[Any] = GAME.config(1)
    assert alone.options.mode == "solitaire"
    two: Config[Any] = GAME.config(2)
    assert two.options.mode == "competitive"
    options = alone.options
    assert (options.days, options.extra_days, options.starting_hand, options.extra_start) == (5, 0, "three_random", "division_point")
    assert (options.passenger_revenue, options.freight_revenue, options.transit_revenue) == (1, 1, 0)
    assert (options.reduced_visibility, options.employee_rotation, options.emergency_toolbox) == (False, False, False)
    assert (options.mainline_cards_per_gap, options.collisions_per_stage, options.collisions_per_day, options.expedite) == (1, 2, 3, "fine")


@pytest.mark.rule("OPS-2.9")
def test_emergency_toolbox() -> None:
    """Every player starts with the Red Flags status, and both cards stay in the deck."""
    table = opened(3, emergency_toolbox=True)
    assert [player.red_flags for player in table.state.people.players] == [True] * 3
    assert not any(player.red_flags for player in opened(3).state.people.players)


@pytest.mark.rule("OPS-1.2", "OPS-1.1")
def test_supply() -> None:
    """16 coaches, six freight kinds of 8, half of each loaded, and 8 cabooses that are never loaded."""
    assert sum(CONTENT.supply) == 72
    assert CONTENT.supply == (8, 8, *(4,) * 12, 8)
    assert CONTENT.supply[CABOOSE] == 8
    assert [stock.id for stock in CONTENT.stock] == ["coach", "boxcar", "reefer", "gondola", "hopper", "tank", "stock", "caboose"]
