"""Intake and discard (sections 1.3 and 1.4 of the rules page, worked scenarios 8.3)."""

from collections import Counter
from typing import Unpack

import pytest

from railrules import ScriptedChance, SeededChance
from railrules.games.station_manager import ActPending, DiscardFreight, Event, IntakePending
from railrules.games.station_manager.events import (
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    OpenFreightTaken,
    OpenFreightTurned,
    OrderTaken,
    PileClaimed,
    TurnStarted,
)
from tests.games.station_manager.given import HouseRules, Table, cards, given


def s05() -> Table:
    return given(hands=("CLr CFo TIk", 3), pile="WIr", draw="BAr BAo")


def s06(hand: str = "CLr CFo TIk", **options: Unpack[HouseRules]) -> Table:
    return given(hands=(hand, 3), pile="OIw WIr", **options)


@pytest.mark.rule("MGR-3.1", "MGR-3.5", "MGR-4.1", "MGR-4.2", "MGR-4.3")
def test_s05_drawing_two_and_discarding_one() -> None:
    """A draw brings the top two cards; then one hand card goes on top of the discard pile and the next turn begins."""
    # given
    table = s05()
    assert (table.at_intake, table.legal) == (0, ["draw", "open"])
    # when
    table = table.do("draw")
    # then
    assert table.hand(0) == "BAr BAo CLr CFo TIk"
    assert table.draw_size == 95
    assert table.legal == [f"discard {code}" for code in ("BAr", "BAo", "CLr", "CFo", "TIk")]
    # when
    table = table.do("discard CFo")
    # then
    assert table.pile == "WIr CFo"
    assert table.hand(0) == "BAr BAo CLr TIk"
    assert table.hand_sizes == (4, 3)
    assert (table.at_intake, table.turn, table.idle) == (1, 2, 0)
    assert table.legal == ["draw", "open"]


@pytest.mark.rule("MGR-3.5")
def test_drawn_cards_come_from_chance_in_drawing_order() -> None:
    """The event of a draw keeps the drawing order, the hand ascends."""
    table = s05()
    step = table.game.apply(table.state, table.read("draw"), ScriptedChance([cards("WIk BAo")]))
    assert step.events == (FreightDrawn(0, 2, cards("WIk BAo"), 95, None),)
    assert step.picks == (cards("WIk BAo"),)
    assert step.state.places[0].hand == cards("BAo CLr CFo TIk WIk")


@pytest.mark.rule("MGR-3.7", "MGR-3.8", "MGR-4.1", "MGR-4.2", "MGR-4.3", "MGR-9.3", "MGR-10.1")
def test_s06_taking_the_open_card() -> None:
    """Taking the open card moves that one card, seen by all, and the turn still ends with a discard."""
    # when
    table = s06().do("open")
    # then
    assert table.hand(0) == "CLr CFo TIk WIr"
    assert table.pile == "OIw"
    assert table.draw_size == 96
    assert table.known(0) == "WIr"
    assert table.legal == ["discard CLr", "discard CFo", "discard TIk", "discard WIr"]  # and no way to skip
    assert table.state.pending == ActPending(0, cards("WIr")[0])
    # when
    table = table.do("discard TIk")
    # then
    assert table.pile == "OIw TIk"
    assert table.hand_sizes == (3, 3)
    assert table.idle == 1
    assert table.at_intake == 1
    assert table.events[1:] == (
        OpenFreightTaken(0, cards("WIr")[0], 1),
        FreightDiscarded(0, cards("TIk")[0], 2, False),
        TurnStarted(1, 2),
    )


@pytest.mark.rule("MGR-4.5", "MGR-9.4", "MGR-10.1")
def test_s07_discarding_the_card_just_taken() -> None:
    """By default the open card may go straight back; then only the data of the turn have changed."""
    # given
    before = s06()
    # when
    table = before.do("open", "discard WIr")
    # then
    assert table.hand(0) == "CLr CFo TIk"
    assert table.pile == "OIw WIr"
    assert table.known(0) == ""
    assert (table.idle, table.turn, table.at_intake) == (1, 2, 1)
    assert table.state.places == before.state.places
    assert table.state.draw_pile == before.state.draw_pile
    assert table.state.discard_pile == before.state.discard_pile
    assert table.state.holders == before.state.holders
    assert table.state.standings == before.state.standings


@pytest.mark.rule("MGR-4.5")
def test_a_card_just_drawn_may_be_discarded() -> None:
    """Drawn cards may go at once, whatever the option says."""
    for option in (True, False):
        table = given(hands=("CLr CFo TIk", 3), pile="WIr", draw="BAr BAo", discard_taken_card=option)
        assert table.do("draw", "discard BAo").pile == "WIr BAo"


@pytest.mark.rule("MGR-4.6")
def test_s08_the_card_just_taken_may_not_be_discarded() -> None:
    """With `discard_taken_card` off the only copy of the open card just taken has to stay."""
    # when
    table = s06(discard_taken_card=False).do("open")
    # then
    assert table.legal_of("discard") == "CLr CFo TIk"
    refused = table.refusal("discard WIr")
    assert (refused.code, refused.rule) == ("just-taken-card", "MGR-4.6")
    assert table.do("discard CFo").pile == "OIw CFo"


@pytest.mark.rule("MGR-4.7", "MGR-9.4")
def test_s09_a_twin_was_held_already() -> None:
    """Who held a twin of the open card may discard one of the two, and then nothing is known of the other."""
    # when
    table = s06("CFo TIk WIr", discard_taken_card=False).do("open")
    # then
    assert table.hand(0) == "CFo TIk WIr WIr"
    assert table.known(0) == "WIr"
    assert table.legal_of("discard") == "CFo TIk WIr"
    # when
    table = table.do("discard WIr")
    # then
    assert table.known(0) == ""
    assert table.hand(0) == "CFo TIk WIr"


@pytest.mark.rule("MGR-3.11", "MGR-4.7", "MGR-4.8", "MGR-10.4")
def test_s10_a_single_card_is_discarded_automatically() -> None:
    """A hand of one card is discarded at once, even a card just taken with `discard_taken_card` off; an empty hand is legal."""
    # given
    table = s06("", discard_taken_card=False)
    # when
    table = table.do("open")
    # then
    assert table.hand_sizes == (0, 3)
    assert table.pile == "OIw WIr"
    assert (table.idle, table.at_intake, table.turn) == (1, 1, 2)
    assert table.known(0) == ""
    wine = cards("WIr")[0]
    assert table.events[1:] == (OpenFreightTaken(0, wine, 1), FreightDiscarded(0, wine, 2, True), TurnStarted(1, 2))


@pytest.mark.rule("MGR-3.4")
def test_s11_one_intake_per_turn() -> None:
    """No second intake of the other kind, and no order before the intake."""
    table = s06()
    assert table.do("open").code("draw") == "wrong-step"
    assert table.do("draw").code("open") == "wrong-step"
    assert table.code("fulfil blue-a") == "wrong-step"
    # nor a second one of the same kind, nor a discard before it
    assert table.do("open").code("open") == "wrong-step"
    assert table.do("draw").code("draw") == "wrong-step"
    assert table.code("discard CLr") == "wrong-step"
    assert table.code("lay CLr") == "wrong-step"
    assert table.code("claim") == "wrong-step"
    assert table.do("open").refusal("draw").rule == "MGR-3.4"


@pytest.mark.rule("MGR-3.4", "MGR-6.1")
def test_which_rule_a_wrong_step_breaks() -> None:
    """After the intake a second one breaks the rule of the turn, a card or a claim the rule that an order is named first."""
    for table in (s06().do("open"), s06().do("draw")):
        for text in ("lay CLr", "claim", "leave"):
            refused = table.refusal(text)
            assert (refused.code, refused.rule, refused.message) == ("wrong-step", "MGR-6.1", "no order was named yet")
        assert [table.refusal(text).rule for text in ("draw", "open")] == ["MGR-3.4", "MGR-3.4"]


@pytest.mark.rule("MGR-10.6")
def test_s12_a_hand_of_twins_is_not_discarded_automatically() -> None:
    """A discard from a hand of two is a decision even if only one is legal: doing it at once would tell what the hand is."""
    # given
    table = given(hands=("CLr", 3), pile="OIw CLr")
    # when
    table = table.do("open")
    # then
    assert table.hand(0) == "CLr CLr"
    assert table.state.pending == ActPending(0, cards("CLr")[0])
    assert table.legal == ["discard CLr"]
    assert not any(isinstance(event, FreightDiscarded) for event in table.events)


@pytest.mark.rule("MGR-3.2", "MGR-3.3", "MGR-3.9", "MGR-6.8", "MGR-6.12", "MGR-10.4")
def test_s13_a_forced_draw_on_an_empty_discard_pile() -> None:
    """After a claim nothing is turned up: the next player can only draw, so the draw is done at once."""
    # given
    table = given(hands=("CLr CLo TIw", "BAr BAo BAw"), pile="WIr", draw="TIk GRr")
    # when
    table = table.do("draw", "fulfil green-b", "claim")
    # then
    assert table.row(0) == "CLr CLo TIw TIk WIr"
    assert table.pile == ""
    assert table.holder("green-b") == 0
    assert len(table.state.places[1].hand) == 5
    assert table.draw_size == 93
    assert (table.at_act, table.turn) == (1, 2)
    assert table.hand(0) == "GRr"
    drawn = table.events[-1]
    assert isinstance(drawn, FreightDrawn)
    assert (drawn.player, drawn.count, drawn.draw_pile_size, drawn.forced) == (1, 2, 93, "discard-pile-empty")
    assert any(isinstance(event, FreightLaid) for event in table.events)  # and that without one LayFreight


@pytest.mark.rule("MGR-3.2", "MGR-3.3")
def test_a_turn_begins_with_its_number_then_the_forced_draw() -> None:
    """`TurnStarted` comes first; a forced draw follows it and leads straight to the second step of the turn."""
    table = given(3, hands=(3, 3, 3), acts=2, turn=7, draw="WIk BAo")
    assert table.events == (TurnStarted(2, 7), FreightDrawn(2, 2, cards("WIk BAo"), 93, "discard-pile-empty"))
    assert table.state.pending == ActPending(2, None)


@pytest.mark.rule("MGR-3.3", "MGR-3.2")
def test_with_an_open_card_the_player_decides() -> None:
    """One card on the discard pile is enough for a choice of intake."""
    table = given(hands=(3, 3), pile="WIr")
    assert table.events == (TurnStarted(0, 1),)
    assert table.state.pending == IntakePending(0)


@pytest.mark.rule("MGR-3.8")
def test_only_the_newest_discard_can_be_taken() -> None:
    """Deeper cards come up one by one as those above are taken; there is no way to reach below the open card."""
    table = given(hands=("CLr CLo", "TIr TIo"), pile="BAk OIw WIr").do("open")
    assert table.hand(0) == "CLr CLo WIr"
    table = table.do("discard CLo", "open")
    assert table.hand(1) == "CLo TIr TIo"
    assert table.pile == "BAk OIw"


@pytest.mark.rule("MGR-3.6", "MGR-4.2", "MGR-7.8")
def test_the_last_card_alone() -> None:
    """With one card in the draw pile a draw brings that card, and the turn goes on to its discard."""
    table = given(hands=("CLr CFo", ""), rows=(24, 24), pile="WIr", draw="OIw", rest_to_hand=1).do("draw")
    assert table.hand(0) == "CLr CFo OIw"
    assert table.draw_size == 0
    assert table.at_act == 0
    assert table.events[-1] == FreightDrawn(0, 1, cards("OIw"), 0, None)
    assert table.do("discard CLr").hand_sizes[0] == 2


@pytest.mark.rule("MGR-3.10", "MGR-3.9", "MGR-2.7")
def test_the_draw_pile_is_never_refilled_and_no_card_is_turned_up() -> None:
    """Over whole games the draw pile loses just the cards drawn, and a discard pile grows by discards alone."""
    for seed in range(10):
        table = given(hands=(3, 3), pile="WIr")
        rng = SeededChance(seed)
        size, pile = table.draw_size, 1
        while not table.over:
            done = table.do(table.legal[rng.pick(len(table.legal))])
            new: tuple[Event, ...] = done.events[len(table.events) :]
            size -= sum(event.count for event in new if isinstance(event, FreightDrawn))
            pile += sum(isinstance(event, FreightDiscarded) for event in new) - sum(isinstance(event, OpenFreightTaken) for event in new)
            if any(isinstance(event, PileClaimed) for event in new):
                pile = sum(isinstance(event, FreightDiscarded) for event in new)
            assert not any(isinstance(event, OpenFreightTurned) for event in new)
            table = done
            assert table.draw_size == size
            assert len(table.state.discard_pile) == pile


@pytest.mark.rule("MGR-3.11")
def test_there_is_no_hand_limit() -> None:
    """A hand of dozens of cards can still draw, and keeps what it drew."""
    table = given(hands=(60, 3), pile="WIr").do("draw")
    assert table.hand_sizes[0] == 62
    assert table.do(table.legal[0]).hand_sizes[0] == 61


@pytest.mark.rule("MGR-3.12", "MGR-10.7")
def test_after_any_intake_the_turn_can_be_completed() -> None:
    """From an empty hand, one or two drawn cards or the open card always leave something to discard."""
    two = given(hands=("", 3), pile="WIr", draw="OIw OIk").do("draw")
    assert two.legal == ["discard OIw", "discard OIk"]
    one = given(hands=("", ""), rows=(24, 24), pile="WIr", draw="OIw", rest_to_hand=1).do("draw")
    assert one.pile == "WIr OIw"  # done automatically
    taken = given(hands=("", 3), pile="WIr").do("open")
    assert taken.pile == "WIr"


@pytest.mark.rule("MGR-3.1")
def test_a_turn_is_one_intake_and_one_discard_or_order() -> None:
    """In random games the visible events of every turn are one intake and then exactly one discard or one order taken."""
    for seed in range(15):
        table = given(3, hands=(3, 3, 3), pile="WIr")
        rng = SeededChance(seed)
        while not table.over:
            table = table.do(table.legal[rng.pick(len(table.legal))])
        turns: list[Counter[str]] = []
        for event in table.events:
            if isinstance(event, TurnStarted):
                turns.append(Counter())
            if isinstance(event, (FreightDrawn, OpenFreightTaken)):
                assert not turns[-1]["end"]
                turns[-1]["intake"] += 1
            if isinstance(event, (FreightDiscarded, OrderTaken)):
                turns[-1]["end"] += 1
        assert len(turns) > 5
        assert all(turn == {"intake": 1, "end": 1} for turn in turns[:-1])


@pytest.mark.rule("MGR-4.1")
def test_passing_is_not_possible() -> None:
    """After either intake only discards of cards in hand are legal for a hand that fits no order; each is exactly one card."""
    for intake in ("draw", "open"):
        table = s05().do(intake)
        assert table.legal
        assert all(text.startswith("discard ") for text in table.legal)
        for text in table.legal:
            assert table.do(text).hand_sizes[0] == table.hand_sizes[0] - 1
    refused = s05().do("draw").refusal("discard WIk")
    assert (refused.code, refused.rule) == ("card-not-in-hand", "MGR-4.1")


@pytest.mark.rule("MGR-4.4", "MGR-9.7")
def test_the_whole_discard_pile_is_public() -> None:
    """Every player and a spectator see size, order and faces of the discard pile."""
    table = s06().do("open", "discard TIk", "draw", "discard BAr")
    for player in (0, 1, None):
        assert table.view(player).discard_pile == cards("OIw TIk BAr")
        assert table.view(player).open_card == cards("BAr")[0]


@pytest.mark.rule("MGR-4.3")
def test_the_discard_is_the_new_open_card() -> None:
    """The next player may take the card just discarded, and gets that one."""
    table = s05().do("draw", "discard CFo", "open")
    assert table.known(1) == "CFo"
    assert table.pile == "WIr"


@pytest.mark.rule("MGR-4.8")
def test_two_cards_are_no_automatic_discard() -> None:
    """Only a hand of exactly one card is discarded by the engine."""
    table = given(hands=("CLr", 3), pile="WIr").do("open")
    assert table.legal == ["discard CLr", "discard WIr"]
    assert table.do(DiscardFreight(cards("CLr")[0])).hand(0) == "WIr"
