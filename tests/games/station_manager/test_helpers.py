"""The helpers of section 3.4 of the rules page: what front-ends and bots ask besides the contract."""

import random
from collections.abc import Sequence
from typing import Any, Unpack

import pytest

from railrules import InvalidActionError, Rejection
from railrules.games.station_manager import Action, LayPending, Options
from tests.games.station_manager.given import DECK, GAME, HouseRules, Table, act_with, cards, codes, given


def s14(**options: Unpack[HouseRules]) -> Table:
    return given(hands=("CLr CLo CLw", "BAr BAo BAw"), pile="WIr", draw="CLk GRr", **options).do("draw")


def plan(table: Table, order: str, wanted: str | Sequence[int]) -> list[str]:
    """The actions of `intents_for_set` in their notation."""
    found = GAME.intents_for_set(table.state, order, cards(wanted) if isinstance(wanted, str) else wanted)
    assert not isinstance(found, Rejection), str(found)
    return [GAME.action_to_str(table.view(table.acts), action) for action in found]


def refused(table: Table, order: str, wanted: str | Sequence[int]) -> str:
    """The code with which `intents_for_set` refuses."""
    found = GAME.intents_for_set(table.state, order, cards(wanted) if isinstance(wanted, str) else wanted)
    assert isinstance(found, Rejection)
    assert found.message
    assert found.rule.startswith("MGR-")
    return found.code


# ---- complete_sets -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MGR-5.1", "MGR-5.8")
def test_complete_sets_ascend() -> None:
    """The sets are ascending tuples in ascending order without repetition, whatever the order of the hand."""
    hand = list(cards("CLk GRr CLr CLw CLo CLr"))
    for order in GAME.content.order_index:
        sets = GAME.complete_sets(hand, order)
        assert list(sets) == sorted(set(sets))
        assert all(list(found) == sorted(found) for found in sets)
        assert sets == GAME.complete_sets(sorted(hand), order)
    assert [codes(found) for found in GAME.complete_sets(hand, "blue-a")] == [
        "CLr CLr CLo",
        "CLr CLr CLw",
        "CLr CLr CLk",
        "CLr CLo CLw",
        "CLr CLo CLk",
        "CLr CLw CLk",
        "CLo CLw CLk",
    ]


@pytest.mark.rule("MGR-5.4")
def test_complete_sets_obey_the_options() -> None:
    """`green_four_alike` adds four alike to the sets of green and to no others."""
    hand = cards("CLr CLo CLw CLk OIr OIo")
    plain = GAME.complete_sets(hand, "green-a")
    lifted = GAME.complete_sets(hand, "green-a", Options(green_four_alike=True))
    assert set(lifted) - set(plain) == {cards("CLr CLo CLw CLk")}
    assert len(plain) == 6
    assert GAME.complete_sets(hand, "green-b", Options(green_four_alike=True)) == lifted
    for order in ("blue-a", "purple", "yellow", "beige", "grey"):
        assert GAME.complete_sets(hand, order) == GAME.complete_sets(hand, order, Options(green_four_alike=True))


def test_complete_sets_of_hands_that_do_not_fit() -> None:
    """Too few cards give no set; an unknown order is a mistake of the caller."""
    for order in GAME.content.order_index:
        assert GAME.complete_sets((), order) == ()
        assert GAME.complete_sets(cards("CLr TIo"), order) == ()
    with pytest.raises(KeyError):
        GAME.complete_sets(cards("CLr"), "pink")


def test_the_number_of_sets_of_the_whole_deck() -> None:
    """Within all 104 cards the orders have as many sets as section 3.3 counts."""
    deck = list(DECK)
    counts = {order: len(GAME.complete_sets(deck, order)) for order in ("green-a", "blue-a", "purple", "beige", "yellow", "grey")}
    assert counts == {"green-a": 7800, "blue-a": 208, "purple": 247, "beige": 208, "yellow": 24960, "grey": 20020}
    assert 2 * counts["green-a"] + 2 * counts["blue-a"] + sum(counts[o] for o in ("purple", "beige", "yellow", "grey")) == 61451


# ---- intents_for_set ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MGR-6.3", "MGR-10.5")
def test_the_shortest_list_of_actions() -> None:
    """Clicks in any order become the fewest actions: what the engine chooses by itself is left out."""
    table = s14()
    assert plan(table, "blue-a", "CLo CLk CLw") == ["fulfil blue-a", "lay CLo"]
    assert plan(table, "blue-a", "CLw CLr CLk") == ["fulfil blue-a", "lay CLr", "lay CLw"]
    assert plan(table, "blue-b", "CLk CLo CLr") == ["fulfil blue-b", "lay CLr", "lay CLo", "lay CLk"]
    assert plan(table, "purple", "CLk CLw CLo CLr") == ["fulfil purple"]
    assert plan(s14(green_four_alike=True), "green-a", "CLr CLo CLw CLk") == ["fulfil green-a"]


def test_a_choice_that_was_begun_is_finished() -> None:
    """After the order was named, and after the first cards, only what is missing is listed."""
    named = s14().do("fulfil blue-a")
    assert plan(named, "blue-a", "CLr CLo CLk") == ["lay CLr", "lay CLo", "lay CLk"]
    assert plan(named, "blue-a", "CLo CLw CLk") == ["lay CLo"]
    begun = named.do("lay CLr")
    assert plan(begun, "blue-a", "CLr CLo CLk") == ["lay CLo", "lay CLk"]
    assert plan(begun, "blue-a", "CLk CLw CLr") == ["lay CLw"]


@pytest.mark.rule("MGR-I10", "MGR-6.3")
def test_every_full_set_is_laid_by_its_list() -> None:
    """For random hands, every full set of every order has its own list, each action of which is legal in turn and needed."""
    rng = random.Random(7)
    checked = 0
    for _ in range(60):
        kinds = rng.sample(range(13), 4)
        hand = sorted(rng.sample([card for card in DECK if card // 4 in kinds], rng.randint(5, 9)))
        table = act_with(codes(rng.sample(hand, len(hand))), green_four_alike=rng.random() < 0.3)
        options = table.state.config.options
        for order in table.legal_of("fulfil").split():
            lists = set()
            for wanted in GAME.complete_sets(hand, order, options):
                actions = GAME.intents_for_set(table.state, order, rng.sample(wanted, len(wanted)))
                assert not isinstance(actions, Rejection)
                line = table
                for action in actions:
                    assert action in GAME.legal_actions(line.state)
                    line = line.do(action)
                assert line.state.places[0].row == wanted
                assert not isinstance(line.state.pending, LayPending)
                lists.add(actions)
                checked += 1
            assert len(lists) == len(GAME.complete_sets(hand, order, options))
    assert checked > 500


@pytest.mark.rule("MGR-1.3", "MGR-1.4", "MGR-3.1", "MGR-5.1", "MGR-5.3", "MGR-5.9", "MGR-6.3", "MGR-6.4", "MGR-6.9", "MGR-8.5")
def test_the_rejection_that_applies() -> None:
    """Instead of a list the helper gives the rejection that the rules would give."""
    table = s14()
    assert refused(table, "pink", "CLr CLo CLw") == "unknown-order"
    assert refused(table, "beige", "CLr CLo CLw") == "order-not-matched"
    assert refused(table, "blue-a", "CLr CLo BAr") == "card-not-in-hand"
    assert refused(table, "blue-a", "CLr CLr CLo") == "card-not-in-hand"
    assert refused(table, "blue-a", "CLr CLo GRr") == "card-breaks-order"
    assert refused(table, "blue-a", "CLr CLo CLw CLk") == "card-breaks-order"
    assert refused(table, "blue-a", (8, 9, 52)) == "unknown-card"
    assert refused(table, "blue-a", (-1, 8, 9)) == "unknown-card"
    # too few cards: a full set is what is asked for
    assert refused(table, "blue-a", "CLr CLo") == "order-not-matched"
    assert refused(table, "blue-a", "") == "order-not-matched"
    # before the intake, and after the set lies
    assert refused(given(hands=("CLr CLo CLw", 3), pile="WIr"), "blue-a", "CLr CLo CLw") == "wrong-step"
    assert refused(table.do("fulfil purple"), "blue-a", "CLr CLo CLw") == "wrong-step"
    # another order was named
    assert refused(table.do("fulfil blue-b"), "blue-a", "CLr CLo CLw") == "wrong-step"
    # an own order that may not be fulfilled again
    own = given(hands=("CLr CLo CLw", 3), pile="WIr", holders={"blue-a": 0}, own_refulfil=False).do("draw")
    assert refused(own, "blue-a", "CLr CLo CLw") == "own-order"
    # the end
    over = given(hands=("CLr CLo CLw", 3), pile="WIr", rows=(22,)).do("draw", "fulfil blue-a", "leave")
    assert refused(over, "blue-a", "CLr CLo CLw") == "game-over"


@pytest.mark.parametrize(
    ("order", "wanted"),
    [("blue-a", ("CLr",)), ("blue-a", (None,)), ("blue-a", (99,)), ("blue-a", ()), (None, (8, 9, 10)), ("pink", (8, 9, 10))],
)
@pytest.mark.rule("MGR-8.6")
def test_after_the_end_nothing_else_is_told(order: Any, wanted: Any) -> None:
    """Whatever is asked for, the game is over: first of all reasons, as it is for actions."""
    over = given(hands=("CLr CLo CLw", 3), pile="WIr", rows=(22,)).do("draw", "fulfil blue-a", "leave")
    found = GAME.intents_for_set(over.state, order, wanted)
    assert found == GAME.validate(over.state, "nonsense")
    assert isinstance(found, Rejection)
    assert found.code == "game-over"


@pytest.mark.parametrize("wanted", [("BAr", "BAo", "BAw"), (0, 1.0, 2), (0, 1, None), (0, True, 2)])
def test_cards_of_a_wrong_type(wanted: Any) -> None:
    """A card that is no int is `bad-parameter`, as it is in an action; a bool is no int."""
    table = given(hands=("BAr BAo BAw", 3), pile="WIr", draw="TIk GRr").do("draw")
    assert plan(table, "blue-a", (0, 1, 2)) == ["fulfil blue-a"]
    found = GAME.intents_for_set(table.state, "blue-a", wanted)
    assert isinstance(found, Rejection)
    assert found.code == "bad-parameter"


@pytest.mark.parametrize("order", [None, 3, True, ("blue-a",)])
def test_an_order_of_a_wrong_type(order: Any) -> None:
    """An order that is no text is `bad-parameter`."""
    found = GAME.intents_for_set(s14().state, order, cards("CLr CLo CLw"))
    assert isinstance(found, Rejection)
    assert found.code == "bad-parameter"


@pytest.mark.rule("MGR-6.3", "MGR-6.4")
def test_a_set_that_the_choice_so_far_rules_out() -> None:
    """A staged card cannot be left out, nor a lower one be added to it."""
    begun = s14().do("fulfil blue-a", "lay CLr")
    assert refused(begun, "blue-a", "CLo CLw CLk") == "card-breaks-order"
    twins = given(hands=("CLr CLr CLo", 3), pile="WIr", draw="CLw CLk").do("draw", "fulfil blue-a", "lay CLr", "lay CLo")
    assert refused(twins, "blue-a", "CLr CLr CLo") == "card-out-of-order"


def test_planning_changes_nothing() -> None:
    """The helper is a question: the position is the same afterwards, and asking twice gives the same answer."""
    table = s14()
    before = table.state
    first: tuple[Action, ...] | Rejection = GAME.intents_for_set(table.state, "blue-a", cards("CLr CLo CLw"))
    assert first == GAME.intents_for_set(table.state, "blue-a", cards("CLr CLo CLw"))
    assert table.state == before


# ---- colours_held, standing --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MGR-7.1")
def test_colours_held() -> None:
    """The different colours of the Order Cards that a player holds; two of one colour are one."""
    holders = {"green-a": 0, "green-b": 0, "blue-b": 0, "grey": 1}
    state = given(3, hands=(3, 3, 3), pile="WIr", holders=holders).state
    assert GAME.colours_held(state, 0) == ("green", "blue")
    assert GAME.colours_held(state, 1) == ("grey",)
    assert GAME.colours_held(state, 2) == ()


@pytest.mark.rule("MGR-8.1")
def test_standing() -> None:
    """The points if the round ended now: one per card of the row, and the bonuses held."""
    table = given(3, hands=(3, 3, 3), pile="9", rows=(7, 2, 0), holders={"beige": 0, "green-a": 0, "grey": 2}, scores=(50, 0, 0))
    assert [GAME.standing(table.state, player) for player in range(3)] == [7 + 8 + 1, 2, 3]


@pytest.mark.rule("MGR-8.1", "MGR-I14")
def test_standing_is_what_the_round_scores() -> None:
    """At the end of a game the standings are the points of its last round."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", rows=(22, 5), holders={"green-b": 1}).do("draw", "fulfil blue-a", "leave")
    assert tuple(GAME.standing(table.state, player) for player in (0, 1)) == table.result.points == (29, 7)


# ---- card_code, parse_card ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MGR-1.3")
def test_card_codes_both_ways() -> None:
    """Each of the 52 types has its own short code, read back in any case of letters."""
    seen = {GAME.card_code(card) for card in range(52)}
    assert len(seen) == 52
    for card in range(52):
        code = GAME.card_code(card)
        assert GAME.parse_card(code) == GAME.parse_card(code.lower()) == GAME.parse_card(code.upper()) == card
    assert (GAME.card_code(10), GAME.card_code(51), GAME.card_code(0)) == ("CLw", "WIk", "BAr")


@pytest.mark.parametrize("text", ["", "CL", "CLx", "XXr", "CLrr", "8", "C Lr", "coal"])
def test_what_is_no_card(text: str) -> None:
    """Text that names no card raises `InvalidActionError` with the code `bad-parameter`."""
    with pytest.raises(InvalidActionError) as raised:
        GAME.parse_card(text)
    assert raised.value.code == "bad-parameter"


@pytest.mark.parametrize("card", [52, 1000, -1])
def test_what_is_no_card_type(card: int) -> None:
    """A number outside 0..51 has no code."""
    with pytest.raises(IndexError):
        GAME.card_code(card)
