"""Order patterns and the choice of cards (sections 1.5, 3.2 and MGR-6.3, 6.4; worked scenarios 8.4)."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Unpack

import pytest

from railrules.games.station_manager import FulfilOrder, LayFreight, LayPending, Options
from railrules.games.station_manager.events import FreightLaid, FreightStaged
from tests.games.station_manager.given import DECK, GAME, HouseRules, Table, act_with, cards, codes, given

FOUR_ALIKE = Options(green_four_alike=True)
COLOURS = {"green-a": "green", "green-b": "green", "blue-a": "blue", "blue-b": "blue"}
ORDERS = ("green-a", "green-b", "blue-a", "blue-b", "purple", "beige", "yellow", "grey")


def fits(chosen: Sequence[int], order: str, *, four_alike: bool = False) -> bool:
    """The table of section 1.5, said of one set of cards and written down independently of the library."""
    alike = sorted(Counter(card // 4 for card in chosen).values(), reverse=True)
    match COLOURS.get(order, order):
        case "green":
            return alike == [2, 2] or (four_alike and alike == [4])
        case "blue":
            return alike == [3]
        case "purple":
            return alike == [4]
        case "beige":
            return alike == [5]
        case "yellow":
            return alike == [3, 2]
        case _:
            return len(chosen) == 5 and len({card % 4 for card in chosen}) == 1


def all_sets(hand: Sequence[int], order: str, *, four_alike: bool = False) -> list[tuple[int, ...]]:
    """All sets of cards within `hand` that fit, by trying every combination."""
    size = {"green": 4, "blue": 3, "purple": 4}.get(COLOURS.get(order, order), 5)
    return sorted({chosen for chosen in combinations(sorted(hand), size) if fits(chosen, order, four_alike=four_alike)})


def sets_of(hand: str, order: str) -> list[str]:
    return [codes(found) for found in GAME.complete_sets(cards(hand), order)]


def s14(**options: Unpack[HouseRules]) -> Table:
    return given(hands=("CLr CLo CLw", "BAr BAo BAw"), pile="WIr", draw="CLk GRr", **options).do("draw")


@pytest.mark.rule("MGR-5.1", "MGR-5.4", "MGR-5.8", "MGR-5.11")
def test_s14_four_alike() -> None:
    """Four alike fit purple and, in part, both blues; they fit green under `green_four_alike` only."""
    # given, when
    table = s14()
    # then
    assert table.legal_of("fulfil") == "blue-a blue-b purple"
    refused = table.refusal("fulfil green-a")
    assert (refused.code, refused.rule) == ("order-not-matched", "MGR-5.1")
    # and with the option
    table = s14(green_four_alike=True)
    assert table.legal_of("fulfil") == "green-a green-b blue-a blue-b purple"
    laid = table.do("fulfil green-a", "leave")
    assert laid.row(0) == "CLr CLo CLw CLk"
    assert laid.holder("green-a") == 0


@pytest.mark.rule("MGR-5.8", "MGR-6.2", "MGR-6.3", "MGR-10.5")
def test_s15_choosing_cards() -> None:
    """Cards are chosen in ascending order; a step with one legal card is done at once, as often as it applies."""
    # given
    table = s14().do("fulfil blue-a")
    assert sets_of("CLr CLo CLw CLk", "blue-a") == ["CLr CLo CLw", "CLr CLo CLk", "CLr CLw CLk", "CLo CLw CLk"]
    assert table.at_lay == 0
    assert table.legal == ["lay CLr", "lay CLo"]
    # (a)
    a = table.do("lay CLo")
    assert a.row(0) == "CLo CLw CLk"
    assert a.hand(0) == "CLr GRr"
    assert [event.forced for event in a.events if isinstance(event, FreightStaged)] == [False, True, True]
    # (b)
    b = table.do("lay CLr")
    assert b.legal == ["lay CLo", "lay CLw"]
    b = b.do("lay CLw")
    assert b.row(0) == "CLr CLw CLk"
    assert b.hand(0) == "CLo GRr"
    assert [event.forced for event in b.events if isinstance(event, FreightStaged)] == [False, False, True]
    # (c)
    c = table.do("lay CLr", "lay CLo")
    assert c.legal == ["lay CLw", "lay CLk"]
    c = c.do("lay CLk")
    assert c.row(0) == "CLr CLo CLk"
    assert c.hand(0) == "CLw GRr"
    # then
    assert [done.at_pile for done in (a, b, c)] == [0, 0, 0]
    assert [done.legal for done in (a, b, c)] == [["leave", "claim"]] * 3


@pytest.mark.rule("MGR-6.4", "MGR-5.9", "MGR-1.3")
def test_s16_cards_that_cannot_be_chosen() -> None:
    """Each reason why a card cannot be chosen has its code."""
    # given
    table = s14().do("fulfil blue-a")
    # then
    assert table.code("lay CLw") == "card-breaks-order"
    assert table.code("lay GRr") == "card-breaks-order"
    assert table.code("lay BAr") == "card-not-in-hand"
    assert table.code("discard GRr") == "wrong-step"
    assert table.code(LayFreight(52)) == "unknown-card"
    assert str(GAME.validate(table.state, LayFreight(52))) == "unknown-card: there is no card 52; expected 0..51 [MGR-1.3]"
    # when
    table = table.do("lay CLr")
    # then
    assert table.code("lay CLr") == "card-not-in-hand"
    assert table.code("lay CLk") == "card-breaks-order"
    # and more of the same
    assert table.code(LayFreight(-1)) == "unknown-card"
    assert table.code("fulfil purple") == "wrong-step"
    assert table.code("claim") == "wrong-step"
    assert table.refusal("lay CLk").rule == "MGR-6.4"
    assert table.refusal("lay CLr").rule == "MGR-5.9"


@pytest.mark.rule("MGR-6.3")
def test_s17_a_card_out_of_order() -> None:
    """A card lower than the last one chosen is refused even if it is in the hand."""
    # given
    table = given(hands=("CLr CLr CLo", "BAr BAo BAw"), pile="WIr", draw="CLw CLk").do("draw", "fulfil blue-a")
    assert table.legal == ["lay CLr", "lay CLo"]
    # when
    table = table.do("lay CLr")
    # then
    assert table.legal == ["lay CLr", "lay CLo", "lay CLw"]
    # when
    table = table.do("lay CLo")
    # then
    assert table.legal == ["lay CLw", "lay CLk"]
    refused = table.refusal("lay CLr")
    assert (refused.code, refused.rule) == ("card-out-of-order", "MGR-6.3")


@pytest.mark.rule("MGR-5.1", "MGR-5.3", "MGR-5.7")
def test_s18_purple_and_beige_sets() -> None:
    """Purple is exactly four, beige exactly five of one merchandise, copies counting like any other cards."""
    hand = "OIr OIr OIo OIo OIw"
    assert sets_of(hand, "purple") == ["OIr OIr OIo OIo", "OIr OIr OIo OIw", "OIr OIo OIo OIw"]
    assert sets_of(hand, "beige") == [hand]
    assert "purple" in act_with(hand).legal_of("fulfil").split()
    assert "beige" in act_with(hand).legal_of("fulfil").split()
    # and with four of them
    table = act_with("OIr OIr OIo OIo TIk")
    assert "purple" in table.legal_of("fulfil").split()
    assert table.code("fulfil beige") == "order-not-matched"


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("CFr CFo CFw MAr MAo", 1),
        ("CFr CFr CFo CFw CFk", 0),
        ("CFo CFw CFk MAo", 0),
        ("CFr CFo CFw MAr MAo MAw", 6),
        ("CFr CFr CFo CFw CFk MAr MAk", 7),
    ],
)
@pytest.mark.rule("MGR-5.5")
def test_s19_yellow_sets(hand: str, count: int) -> None:
    """Yellow is three of one merchandise and a pair of another; five alike never do."""
    sets = sets_of(hand, "yellow")
    assert len(sets) == len(set(sets)) == count
    assert all(fits(cards(found), "yellow") for found in sets)
    if count == 7:
        assert all(found.endswith("MAr MAk") for found in sets)
    assert ("fulfil yellow" in act_with(hand).legal) == bool(count)


@pytest.mark.parametrize(
    ("hand", "count"),
    [("BAr BAr CLr GRr WIr", 1), ("BAr CLr GRr WIr WIo", 0), ("BAr BAr CLr GRr OIr WIr", 5)],
)
@pytest.mark.rule("MGR-5.6")
def test_s20_grey_sets(hand: str, count: int) -> None:
    """Grey is five cards of one freight colour, whatever their merchandise, both copies of a type included."""
    assert len(sets_of(hand, "grey")) == count
    assert ("fulfil grey" in act_with(hand).legal) == bool(count)


@pytest.mark.rule("MGR-5.2", "MGR-5.6")
def test_s21_colours_matter_for_grey_alone() -> None:
    """Colours are irrelevant to pairs; five of one colour fit nothing but grey."""
    table = act_with("BAr BAo CLr CLo GRw")
    assert "fulfil green-a" in table.legal
    assert table.code("fulfil grey") == "order-not-matched"
    assert act_with("BAr CLr GRr OIr WIr").legal_of("fulfil") == "grey"


@pytest.mark.rule("MGR-5.6")
def test_the_colour_of_an_order_card_is_not_asked_for() -> None:
    """Grey takes five cards of any of the four freight colours."""
    for letter in "rowk":
        hand = " ".join(symbol + letter for symbol in ("BA", "CL", "GR", "OI", "WI"))
        assert act_with(hand).legal_of("fulfil") == "grey"
        assert sets_of(hand, "grey") == [hand]


@pytest.mark.rule("MGR-5.9")
def test_s22_only_hand_cards_count() -> None:
    """A third card in the own row, or as the open card, does not help."""
    # given
    table = given(hands=("CLr", 3), rows=("CLw",), pile="CLk CLo").do("open")
    assert table.hand(0) == "CLr CLo"
    assert table.row(0) == "CLw"
    assert table.pile == "CLk"
    # then
    assert table.legal_of("fulfil") == ""
    assert table.code("fulfil blue-a") == table.code("fulfil blue-b") == "order-not-matched"


@pytest.mark.rule("MGR-5.3")
def test_exactly_the_cards_of_the_pattern_are_laid() -> None:
    """Every fulfilment lays as many cards as its pattern has."""
    hand = "BAr BAr BAo BAw BAk CLr CLr OIr OIr"
    for order in GAME.content.orders.item:
        table = act_with(hand).do(f"fulfil {order.id}")
        while table.at_lay == 0:
            table = table.do(table.legal[-1])
        table = table.do("leave") if table.at_pile == 0 else table
        laid = [event for event in table.events if isinstance(event, FreightLaid)]
        assert [len(event.cards) for event in laid] == [order.size]
        assert fits(laid[0].cards, order.id)
        assert table.row_sizes[0] == order.size
        assert table.hand_sizes[0] == 9 - order.size


@pytest.mark.rule("MGR-5.1", "MGR-5.2", "MGR-5.3", "MGR-5.4", "MGR-5.5", "MGR-5.6", "MGR-5.8", "MGR-6.3")
@pytest.mark.parametrize("four_alike", [False, True])
def test_full_sets_are_those_of_the_table(four_alike: bool) -> None:
    """For random hands the full sets of every order are the combinations that the table of patterns describes, ascending."""
    rng = random.Random(1)
    options = Options(green_four_alike=four_alike)
    counts: Counter[str] = Counter()
    for _ in range(400):
        if rng.random() < 0.5:  # narrow hands, so that rare patterns occur
            kinds = rng.sample(range(13), 3)
            deck: list[int] = [card for card in DECK if card // 4 in kinds]
        else:
            deck = list(DECK)
        hand = sorted(rng.sample(deck, rng.randint(3, 12)))
        legal = set()
        for order in ORDERS:
            expected = all_sets(hand, order, four_alike=four_alike)
            assert list(GAME.complete_sets(hand, order, options)) == expected
            counts[order] += len(expected)
            if expected:
                legal.add(order)
        table = act_with(codes(rng.sample(hand, len(hand))), green_four_alike=four_alike)
        assert set(table.legal_of("fulfil").split()) == legal
    assert min(counts.values()) > 100


@pytest.mark.rule("MGR-6.4")
def test_a_card_may_be_chosen_iff_the_set_can_be_completed() -> None:
    """At any point of the choice the legal cards are the next cards of the full sets that begin with the staged ones."""
    rng = random.Random(2)
    checked = 0
    for _ in range(150):
        kinds = rng.sample(range(13), 4)
        hand = sorted(rng.sample([card for card in DECK if card // 4 in kinds], rng.randint(5, 10)))
        table = act_with(codes(rng.sample(hand, len(hand))))
        for order in table.legal_of("fulfil").split():
            line = table.do(f"fulfil {order}")
            while isinstance(line.state.pending, LayPending):
                staged = line.state.pending.staged
                starts = {found[len(staged)] for found in all_sets(hand, order) if found[: len(staged)] == staged}
                assert line.legal_of("lay") == codes(sorted(starts))
                assert len(starts) > 1  # else the engine would have chosen
                line = line.do(rng.choice(line.legal))
                checked += 1
    assert checked > 500


@pytest.mark.rule("MGR-5.7")
def test_colours_shown_by_sets_of_one_merchandise() -> None:
    """As each type exists twice, a beige set shows three colours or more, a purple or blue set two or more."""
    everything = [card for card in DECK if card // 4 == 2]
    for order, least in (("beige", 3), ("purple", 2), ("blue-a", 2)):
        shown = {len(set(found)) for found in GAME.complete_sets(everything, order)}
        assert min(shown) == least


@pytest.mark.rule("MGR-5.4", "MGR-5.10")
def test_s61_no_set_fits_two_patterns() -> None:
    """By default full sets of different colours are different; under `green_four_alike` just four alike are both green and purple."""
    rng = random.Random(61)
    by_colour = {"green": "green-a", "blue": "blue-a", "purple": "purple", "beige": "beige", "yellow": "yellow", "grey": "grey"}
    shared = 0
    for size in [*range(3, 19)] * 4 + [*range(19, 31)]:
        hand = sorted(rng.sample(DECK, size))
        found = {colour: set(GAME.complete_sets(hand, order)) for colour, order in by_colour.items()}
        for (one, sets), (other, more) in combinations(found.items(), 2):
            assert not sets & more, (one, other)
        for colour, sets in found.items():
            # by the rules themselves, not by comparison of lists: no set of this colour fits another pattern
            for chosen in rng.sample(sorted(sets), min(20, len(sets))):
                assert [name for name, order in by_colour.items() if fits(chosen, order)] == [colour]
        lifted = {colour: set(GAME.complete_sets(hand, order, FOUR_ALIKE)) for colour, order in by_colour.items()}
        both = lifted["green"] & lifted["purple"]
        assert both == found["purple"] == lifted["purple"]
        assert lifted["green"] - both == found["green"]
        shared += len(both)
        for colour in ("blue", "purple", "beige", "yellow", "grey"):
            assert lifted[colour] == found[colour]
    assert shared > 20


@pytest.mark.rule("MGR-5.10", "MGR-5.4")
def test_matching_orders_of_large_hands() -> None:
    """Which orders a hand fits follows from the counts per merchandise and colour alone, for hands of 3 to 30 cards."""
    rng = random.Random(4)
    for _ in range(500):
        size = rng.randint(3, 30)
        hand = rng.sample(DECK, size)
        alike = sorted(Counter(card // 4 for card in hand).values(), reverse=True)
        k1, k2 = alike[0], alike[1] if len(alike) > 1 else 0
        c1 = max(Counter(card % 4 for card in hand).values())
        expected = [*["green-a", "green-b"] * (k2 >= 2), *["blue-a", "blue-b"] * (k1 >= 3)]
        expected += ["purple"] * (k1 >= 4) + ["beige"] * (k1 >= 5) + ["yellow"] * (k1 >= 3 and k2 >= 2) + ["grey"] * (c1 >= 5)
        assert act_with(codes(hand)).legal_of("fulfil").split() == expected


@pytest.mark.rule("MGR-5.11")
def test_orders_never_run_out() -> None:
    """The same order can be fulfilled wherever it lies: in the middle, before another player, before oneself."""
    for holders in ({}, {"blue-a": 1}, {"blue-a": 0}):
        table = given(hands=("CLr CLo CLw", 3), pile="WIr", holders=holders).do("draw")
        assert FulfilOrder("blue-a") in table.game.legal_actions(table.state)
        assert table.do("fulfil blue-a", *([] if table.do("fulfil blue-a").at_pile == 0 else ["lay CLr"])).at_pile == 0
