"""What a player reads when an action is refused, with code and rule (section on rejection codes)."""

import pytest

from railrules import Config, SeededChance
from railrules.games.station_manager import (
    Action,
    ClaimPile,
    DiscardFreight,
    DrawFreight,
    FulfilOrder,
    IntakePending,
    LayFreight,
    Options,
    State,
    StationManager,
    TakeOpenFreight,
)
from railrules.games.station_manager.events import OpenFreightTurned
from railrules.games.station_manager.rules.patterns import next_cards
from railrules.games.station_manager.state import Clock
from tests.games.station_manager.given import GAME, Table, act_with, cards, given

BLUE = "CLr CLo CLw"
"""Three clocks, which fulfil a blue order."""


def intake() -> Table:
    """At the intake, with an open card."""
    return given(hands=(BLUE, 3), pile="WIr", draw="CLk GRr")


def laying(*laid: str) -> Table:
    """In the middle of an order."""
    return intake().do("draw", "fulfil blue-a", *(f"lay {card}" for card in laid))


def card(code: str) -> int:
    return cards(code)[0]


WRONG_STEPS: list[tuple[Table, Action, str, str]] = [
    (intake(), DiscardFreight(card("CLr")), "MGR-3.1", "a turn begins with drawing or taking the open card"),
    (intake(), ClaimPile(True), "MGR-3.1", "a turn begins with drawing or taking the open card"),
    (intake().do("draw"), DrawFreight(), "MGR-3.4", "there is one intake per turn, and it was made"),
    (laying(), TakeOpenFreight(), "MGR-3.4", "there is one intake per turn, and it was made"),
    (intake().do("draw"), LayFreight(card("CLr")), "MGR-6.1", "no order was named yet"),
    (intake().do("draw"), ClaimPile(False), "MGR-6.1", "no order was named yet"),
    (laying(), DiscardFreight(card("GRr")), "MGR-6.1", "an order was named; a turn has one order or one discard"),
    (laying("CLr", "CLo", "CLk"), FulfilOrder("blue-b"), "MGR-6.1", "an order was named; a turn has one order or one discard"),
    (laying(), ClaimPile(True), "MGR-6.4", "this step of the order is over or has not come yet"),
    (laying("CLr", "CLo", "CLk"), LayFreight(card("CLw")), "MGR-6.4", "this step of the order is over or has not come yet"),
]


@pytest.mark.rule("MGR-3.1", "MGR-3.4", "MGR-6.1", "MGR-6.4")
@pytest.mark.parametrize(("table", "action", "rule", "message"), WRONG_STEPS, ids=lambda item: str(item)[:40])
def test_steps_out_of_order(table: Table, action: Action, rule: str, message: str) -> None:
    """A kind of action that is not open is refused with the rule that says when it is."""
    found = table.refusal(action)
    assert (found.code, found.rule, found.message) == ("wrong-step", rule, message)


def holding() -> Table:
    """Blue A is held by the player who acts."""
    return given(hands=(BLUE, 3), pile="WIr", draw="CLk GRr", holders={"blue-a": 0}, own_refulfil=False).do("draw")


ORDERS = ", ".join(order.id for order in GAME.content.orders.item)

REFUSED: list[tuple[Table, Action, str, str, str]] = [
    (intake().do("draw"), DiscardFreight(52), "unknown-card", "MGR-1.3", "there is no card 52; expected 0..51"),
    (intake().do("draw"), DiscardFreight(-1), "unknown-card", "MGR-1.3", "there is no card -1; expected 0..51"),
    (intake().do("draw"), DiscardFreight(card("WIw")), "card-not-in-hand", "MGR-4.1", "WIw is not in the hand"),
    (
        act_with("CLr CLo WIr", discard_taken_card=False),
        DiscardFreight(card("WIr")),
        "just-taken-card",
        "MGR-4.6",
        "WIr was just taken and may not be discarded at once",
    ),
    (intake().do("draw"), FulfilOrder("red"), "unknown-order", "MGR-1.4", f"there is no Order Card red; expected one of: {ORDERS}"),
    (holding(), FulfilOrder("blue-a"), "own-order", "MGR-6.9", "the Order Card blue-a is held already"),
    (intake().do("draw"), FulfilOrder("beige"), "order-not-matched", "MGR-5.1", "no cards of the hand fulfil beige"),
    (laying(), LayFreight(52), "unknown-card", "MGR-1.3", "there is no card 52; expected 0..51"),
    (laying(), LayFreight(card("WIw")), "card-not-in-hand", "MGR-5.9", "no WIw is left in the hand"),
    (laying("CLr", "CLo"), LayFreight(card("CLo")), "card-not-in-hand", "MGR-5.9", "no CLo is left in the hand"),
    (
        laying("CLr", "CLo"),
        LayFreight(card("CLr")),
        "card-not-in-hand",
        "MGR-5.9",
        "no CLr is left in the hand",
    ),
    (
        given(hands=("CLr CLo CLw CLk CLk", 3), pile="WIr", draw="GRr GRo").do("draw", "fulfil blue-a", "lay CLo"),
        LayFreight(card("CLr")),
        "card-out-of-order",
        "MGR-6.3",
        "CLr comes before CLo; cards are chosen in ascending order",
    ),
    (
        given(hands=("CLr CLo CLw CLk", 3), pile="WIr", draw="GRr GRo").do("draw", "fulfil blue-a"),
        LayFreight(card("GRr")),
        "card-breaks-order",
        "MGR-6.4",
        "no full set for blue-a begins with the cards chosen and GRr",
    ),
]


@pytest.mark.parametrize(("table", "action", "code", "rule", "message"), REFUSED, ids=lambda item: str(item)[:40])
def test_refusals(table: Table, action: Action, code: str, rule: str, message: str) -> None:
    """The cards and orders concerned are named, by every game of this content."""
    found = table.refusal(action)
    assert (found.code, found.rule, found.message) == (code, rule, message)
    again = StationManager().validate(table.state, action)
    assert again is not None
    assert again.message == message


def at_intake(config: Config[Options], discard_pile: tuple[int, ...]) -> State:
    """A position at an intake, with that discard pile, as the engine meets it before it takes what is forced."""
    start = GAME.initial_state(config, SeededChance(1))
    clock = Clock(0, 0, 1, 0, 0)
    return State(config, clock, start.draw_pile, discard_pile, start.places, start.holders, IntakePending(0), start.standings)


@pytest.mark.rule("MGR-3.3")
def test_no_open_card() -> None:
    """Without a discard pile there is nothing to take; the card that lies open can be taken."""
    config = GAME.config(2)
    bare = at_intake(config, ())
    assert GAME.legal_actions(bare) == (DrawFreight(),)
    found = GAME.validate(bare, TakeOpenFreight())
    assert found is not None
    assert (found.code, found.rule, found.message) == ("wrong-step", "MGR-3.3", "the open card is not available")
    assert GAME.legal_actions(at_intake(config, (3,))) == (DrawFreight(), TakeOpenFreight())


@pytest.mark.rule("MGR-6.8")
def test_a_pile_that_is_always_claimed() -> None:
    """Under the house rule it cannot be left."""
    table = laying("CLr", "CLo", "CLk")
    strict = given(hands=(BLUE, 3), pile="WIr", draw="CLk GRr", pile_claim="always")
    state = table.state
    always = State(strict.state.config, state.clock, state.draw_pile, state.discard_pile, state.places, state.holders, state.pending, state.standings)
    found = GAME.validate(always, ClaimPile(False))
    assert found is not None
    assert (found.code, found.rule, found.message) == ("wrong-step", "MGR-6.8", "the discard pile is always claimed")


@pytest.mark.rule("MGR-2.8")
@pytest.mark.parametrize("seed", range(5))
def test_the_event_of_the_open_card(seed: int) -> None:
    """It names the card that lies on the discard pile."""
    log: list[object] = []
    state = GAME.initial_state(GAME.config(3), SeededChance(seed), log)
    turned = [event for event in log if isinstance(event, OpenFreightTurned)]
    assert [event.card for event in turned] == list(state.discard_pile)


@pytest.mark.rule("MGR-6.4")
def test_nothing_follows_a_full_set() -> None:
    """When all cards of a set are chosen there is no next one."""
    grey = next(order for order in GAME.content.orders.item if order.colour == "grey")
    hand = cards("BAr CLr GRr OIr TIr WIr")
    assert next_cards(grey, hand[: grey.size], hand, four_alike=False) == ()
    assert next_cards(grey, hand[: grey.size - 1], hand, four_alike=False) == hand[grey.size - 1 :]


@pytest.mark.rule("MGR-7.5", "MGR-8.2")
@pytest.mark.parametrize("pile", ["WIr", ""])
def test_an_order_may_end_a_round_with_the_draw_pile(pile: str) -> None:
    """The last draw, an order, and nothing left for the next player: the next round is dealt at once, by the same chance."""
    table = given(
        hands=("CLr CLo", 3),
        pile=pile,
        draw="CLk",
        rest_to_hand=1,
        rounds=2,
        empty_draw_pile="end",
        game=StationManager(),
    )
    table = table.do(*(["draw"] if table.at_intake == 0 else []), "fulfil blue-a")
    table = table.do(*[f"lay {code}" for code in ("CLr", "CLo", "CLk") if table.at_lay == 0 and f"lay {code}" in table.legal])
    if table.at_pile == 0:
        table = table.do("leave")
    assert table.result.reasons == ("draw-pile-exhausted",)
    assert table.state.clock.round_index == 1
    assert table.draw_size == 104 - 2 * 3 - 1
