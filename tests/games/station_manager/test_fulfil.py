"""Fulfilling an order (section 1.6 of the rules page, worked scenarios 8.5)."""

from typing import Unpack

import pytest

from railrules.games.station_manager import ActPending, ClaimPile, FulfilOrder, LayPending, PilePending
from railrules.games.station_manager.events import (
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    OpenFreightTaken,
    OrderNamed,
    OrderTaken,
    PileClaimed,
    PileLeft,
    TurnStarted,
)
from tests.games.station_manager.given import HouseRules, Table, cards, codes, given


def s27(**options: Unpack[HouseRules]) -> Table:
    return given(3, hands=("CLr CLo CLw", 3, 3), pile="5 + WIr", draw="TIk GRr", **options)


def last_taken(table: Table) -> OrderTaken:
    return [event for event in table.events if isinstance(event, OrderTaken)][-1]


@pytest.mark.rule("MGR-6.10", "MGR-7.11", "MGR-6.7", "MGR-6.13")
def test_s23_taking_an_order_card_from_its_holder() -> None:
    """The named Order Card moves from its holder, who keeps the freight; an untouched pile stays for the next player."""
    # given
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", draw="TIk GRr", holders={"blue-a": 1, "purple": 1})
    # when
    table = table.do("draw", "fulfil blue-a", "leave")
    # then
    assert table.holder("blue-a") == 0
    assert last_taken(table).from_player == 1
    assert len(table.game.colours_held(table.state, 1)) == 1
    assert table.row_sizes[0] == 3
    assert table.pile == "WIr"
    assert table.at_intake == 1
    assert "open" in table.legal
    assert table.do("open").known(1) == "WIr"


@pytest.mark.rule("MGR-6.10")
def test_the_former_holder_keeps_the_row() -> None:
    """Losing an Order Card leaves the freight cards of the loser's row where they are."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", draw="TIk GRr", rows=("", 7), holders={"blue-a": 1})
    row = table.row(1)
    after = table.do("draw", "fulfil blue-a", "claim")
    assert after.row(1) == row
    assert after.held(1) == []


@pytest.mark.rule("MGR-6.11")
def test_s24_either_copy_may_be_named() -> None:
    """The player chooses which green to take, the one in the middle or the one of another player."""
    # given
    table = given(hands=("CLr CLo TIw", 3), pile="WIr", draw="TIk GRr", holders={"green-a": 1}).do("draw")
    assert table.legal_of("fulfil") == "green-a green-b"
    # when, then
    a = table.do("fulfil green-a", "leave")
    assert (a.held(0), a.held(1)) == (["green-a"], [])
    assert last_taken(a).from_player == 1
    b = table.do("fulfil green-b", "leave")
    assert (b.held(0), b.held(1)) == (["green-b"], ["green-a"])
    assert last_taken(b).from_player is None


@pytest.mark.rule("MGR-6.9")
def test_s25_fulfilling_an_own_order() -> None:
    """An own Order Card can be fulfilled again and stays, unless `own_refulfil` is off."""
    # given
    hands = ("CLr CLo CLw", 3)
    mine = {"blue-a": 0, "blue-b": 0}
    # when
    table = given(hands=hands, pile="WIr", draw="TIk GRr", holders=mine).do("draw", "fulfil blue-a", "claim")
    # then
    assert table.row_sizes[0] == 4
    assert table.held(0) == ["blue-a", "blue-b"]
    assert (last_taken(table).from_player, last_taken(table).colours_held) == (0, 1)
    # and with the option off
    off = given(hands=hands, pile="WIr", draw="TIk GRr", holders=mine, own_refulfil=False).do("draw")
    assert off.legal_of("fulfil") == ""
    assert off.code("fulfil blue-a") == off.code("fulfil blue-b") == "own-order"
    assert off.refusal("fulfil blue-a").rule == "MGR-6.9"
    # and if the other copy is somebody else's
    other = given(hands=hands, pile="WIr", draw="TIk GRr", holders={"blue-a": 0, "blue-b": 1}, own_refulfil=False).do("draw")
    assert other.legal_of("fulfil") == "blue-b"
    assert other.code("fulfil blue-a") == "own-order"


@pytest.mark.rule("MGR-6.9")
def test_an_own_order_is_refused_before_its_pattern_is_tested() -> None:
    """`own-order` comes before `order-not-matched`."""
    table = given(hands=("CLr CFo", 3), pile="WIr", draw="TIk GRr", holders={"beige": 0}, own_refulfil=False).do("draw")
    assert table.code("fulfil beige") == "own-order"
    assert table.code("fulfil purple") == "order-not-matched"


@pytest.mark.rule("MGR-6.1", "MGR-6.13", "MGR-10.5")
def test_s26_one_order_a_turn_and_no_discard() -> None:
    """After one order the turn is over, whatever else the hand would fit."""
    # given
    table = given(hands=("CLr CLo CLw TIr TIo", 3), pile="WIr", draw="TIk GRr").do("draw")
    assert table.legal_of("fulfil") == "green-a green-b blue-a blue-b yellow"
    # when
    table = table.do("fulfil blue-b")
    assert table.legal == ["lay CLr", "lay TIr"]
    table = table.do("lay CLr", "leave")
    # then
    assert table.row(0) == "CLr CLo CLw"
    assert table.at_intake == 1
    assert table.hand(0) == "GRr TIr TIo TIk"
    assert table.pile == "WIr"
    assert not any(isinstance(event, FreightDiscarded) for event in table.events)


@pytest.mark.rule("MGR-6.7", "MGR-6.12", "MGR-3.9")
def test_s27_claiming_the_discard_pile_or_not() -> None:
    """All of the pile joins the row, or none of it."""
    # given
    table = s27()
    pile = table.pile
    table = table.do("draw", "fulfil blue-b")
    assert table.legal == ["leave", "claim"]
    # when claimed
    claimed = table.do("claim")
    # then
    assert claimed.row_sizes[0] == 9
    assert claimed.row(0) == f"CLr CLo CLw {pile}"  # oldest first
    assert claimed.pile == ""
    assert claimed.at_act == 1
    forced = claimed.events[-1]
    assert isinstance(forced, FreightDrawn)
    assert forced.forced == "discard-pile-empty"
    # when left
    left = table.do("leave")
    # then
    assert left.row_sizes[0] == 3
    assert left.pile == pile
    assert len(left.state.discard_pile) == 6
    assert left.at_intake == 1
    assert left.events[-3] == PileLeft(0, 6)
    opened = left.do("open")
    assert opened.known(1) == "WIr"
    assert len(opened.state.discard_pile) == 5


@pytest.mark.rule("MGR-6.8", "MGR-10.4")
def test_s28_a_claim_that_is_no_choice() -> None:
    """With `pile_claim` always the pile is claimed automatically, with the event of a claim."""
    # given, when
    table = s27(pile_claim="always").do("draw", "fulfil blue-b")
    # then
    assert table.row_sizes[0] == 9
    assert table.at_act == 1
    assert table.hand_sizes[1] == 5
    kinds = [type(event) for event in table.events[-5:]]
    assert kinds == [FreightLaid, PileClaimed, OrderTaken, TurnStarted, FreightDrawn]


@pytest.mark.rule("MGR-6.8")
def test_a_pile_that_is_always_claimed_cannot_be_left() -> None:
    """`leave` is no legal action under `pile_claim` always, even at a `PilePending`."""
    table = s27().do("draw", "fulfil blue-b")
    assert isinstance(table.state.pending, PilePending)
    # there is no way to get here by play, since the claim is automatic
    always = s27(pile_claim="always")
    state = type(table.state)(
        always.state.config,
        table.state.clock,
        table.state.draw_pile,
        table.state.discard_pile,
        table.state.places,
        table.state.holders,
        table.state.pending,
        table.state.standings,
    )
    assert always.game.legal_actions(state) == (ClaimPile(True),)
    refused = always.game.validate(state, ClaimPile(False))
    assert refused is not None
    assert refused.code == "wrong-step"


@pytest.mark.rule("MGR-6.8", "MGR-3.11", "MGR-9.4")
def test_s29_no_claim_step_on_an_empty_pile() -> None:
    """With an empty discard pile the Order Card is taken at once; a hand may be empty afterwards."""
    # given, when
    table = given(hands=("CLr CLo", 3), pile="CLw").do("open", "fulfil blue-a")
    # then
    assert table.row_sizes[0] == 3
    assert table.hand_sizes == (0, 5)
    assert table.holder("blue-a") == 0
    assert table.known(0) == ""
    assert table.at_act == 1
    assert not any(isinstance(event, (PileClaimed, PileLeft)) for event in table.events)
    forced = table.events[-1]
    assert isinstance(forced, FreightDrawn)
    assert forced.forced == "discard-pile-empty"


@pytest.mark.rule("MGR-4.8", "MGR-3.11", "MGR-6.1", "MGR-10.1")
def test_s30_an_order_empties_the_hand() -> None:
    """No discard follows an order even with an empty hand; a later single card goes at once again."""
    # given
    table = given(hands=("OIr OIr OIo", 3), pile="WIr", draw="OIw OIk")
    # when
    table = table.do("draw", "fulfil beige", "claim")
    # then
    assert table.row_sizes[0] == 6
    assert table.hand_sizes[0] == 0
    assert not any(isinstance(event, FreightDiscarded) for event in table.events)
    assert table.hand(1) == "BAr BAr BAo BAo BAw"
    # when
    table = table.do("discard BAr")
    assert table.at_intake == 0
    table = table.do("open")
    # then
    assert table.hand_sizes[0] == 0
    assert table.pile == "BAr"
    assert table.events[-2] == FreightDiscarded(0, 0, 1, True)
    assert (table.idle, table.at_intake, table.turn) == (1, 1, 4)


@pytest.mark.rule("MGR-6.2", "MGR-6.5", "MGR-6.6", "MGR-6.10")
def test_s31_events_of_an_order() -> None:
    """The events of an order come in the order of its steps; naming and choosing are told to the player alone."""
    # given
    table = given(hands=("CLr CLo TIk", 3), pile="BAk CLw", holders={"blue-b": 1})
    # when
    table = table.do("open", "fulfil blue-b", "claim")
    # then
    red, orange, white, banana = cards("CLr CLo CLw BAk")
    forced_draw = table.events[-1]
    assert isinstance(forced_draw, FreightDrawn)
    assert (forced_draw.player, forced_draw.count, forced_draw.forced) == (1, 2, "discard-pile-empty")
    private = (OrderNamed(0, "blue-b"), FreightStaged(0, red, True), FreightStaged(0, orange, True), FreightStaged(0, white, True))
    public = (
        FreightLaid(0, "blue-b", (red, orange, white), 3),
        PileClaimed(0, (banana,), 4),
        OrderTaken(0, "blue-b", 1, 1),
        TurnStarted(1, 2),
    )
    begin = (TurnStarted(0, 1), OpenFreightTaken(0, white, 1))
    assert table.events == (*begin, *private, *public, forced_draw)
    assert table.seen(0)[:-1] == [*begin, *private, *public]
    assert table.seen(1) == [*begin, *public, forced_draw]
    for player in (0, None):
        hidden = table.seen(player)[-1]
        assert isinstance(hidden, FreightDrawn)
        assert hidden.cards is None
    assert table.seen(None)[:-1] == [*begin, *public]


@pytest.mark.rule("MGR-6.2", "MGR-6.5")
def test_the_steps_of_an_order() -> None:
    """Naming, choosing, laying, claim and taking are steps of one turn; until the set is full its cards count as in hand."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", draw="CLk GRr").do("draw")
    assert table.state.pending == ActPending(0, None)
    named = table.do("fulfil blue-a")
    assert named.state.pending == LayPending(0, "blue-a", (), None)
    chosen = named.do("lay CLr", "lay CLo")
    assert chosen.state.pending == LayPending(0, "blue-a", cards("CLr CLo"), None)
    assert chosen.hand(0) == table.hand(0)
    assert chosen.row_sizes == (0, 0)
    laid = chosen.do("lay CLw")
    assert laid.state.pending == PilePending(0, "blue-a")
    assert laid.row(0) == "CLr CLo CLw"
    assert laid.holder("blue-a") is None
    assert laid.do("leave").holder("blue-a") == 0


@pytest.mark.rule("MGR-6.5", "MGR-6.2")
def test_the_open_card_taken_is_remembered_through_the_choice() -> None:
    """`taken` of the step before stands in the `LayPending` too."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr CLk").do("open", "fulfil blue-a")
    assert table.state.pending == LayPending(0, "blue-a", (), cards("CLk")[0])
    assert table.do("lay CLr").state.pending == LayPending(0, "blue-a", cards("CLr"), cards("CLk")[0])


@pytest.mark.rule("MGR-6.4")
def test_no_step_can_be_taken_back() -> None:
    """At every step of an order all legal actions lead on: none names another order, discards or gives up."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", draw="CLk GRr").do("draw", "fulfil blue-a")
    assert all(text.startswith("lay ") for text in table.legal)
    assert table.code(FulfilOrder("blue-b")) == "wrong-step"
    table = table.do("lay CLr")
    assert all(text.startswith("lay ") for text in table.legal)
    table = table.do("lay CLo", "lay CLk")
    assert table.legal == ["leave", "claim"]
    for text in ("fulfil blue-a", "discard GRr", "lay CLw", "draw", "open"):
        assert table.code(text) == "wrong-step"


@pytest.mark.rule("MGR-6.6")
def test_sets_join_the_end_of_the_row() -> None:
    """A new set goes behind what lies in the row, ascending in itself; what lay before stays as it was."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", draw="TIk GRr", rows=("TIw BAr WIk",)).do("draw", "fulfil blue-a", "leave")
    assert table.row(0) == "TIw BAr WIk CLr CLo CLw"
    for player in (0, 1, None):
        assert codes(table.view(player).rows[0]) == "TIw BAr WIk CLr CLo CLw"


@pytest.mark.rule("MGR-6.7")
def test_claimed_cards_join_the_row_oldest_first() -> None:
    """The pile goes into the row in the order in which it was discarded, not by type."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr BAk TIo", draw="TIk GRr").do("draw", "fulfil blue-a", "claim")
    assert table.row(0) == "CLr CLo CLw WIr BAk TIo"
    assert PileClaimed(0, cards("WIr BAk TIo"), 6) in table.events


@pytest.mark.rule("MGR-6.12", "MGR-3.9")
def test_a_claimed_pile_stays_empty_until_a_discard() -> None:
    """The player after a claim must draw; the discard of that turn is the new open card."""
    table = given(3, hands=("CLr CLo CLw", 3, 3), pile="WIr", draw="TIk GRr").do("draw", "fulfil blue-a", "claim")
    assert table.pile == ""
    table = table.do(table.legal[0])
    assert len(table.state.discard_pile) == 1
    assert (table.at_intake, table.legal) == (2, ["draw", "open"])


@pytest.mark.rule("MGR-6.12", "MGR-6.13", "MGR-3.9")
def test_order_after_order_with_an_empty_pile() -> None:
    """If the next player fulfils an order as well, the pile is still empty and the one after that must draw too."""
    table = given(3, hands=("CLr CLo CLw", "TIr TIo TIw", 3), pile="WIr", draw="TIk GRr BAk BAk")
    table = table.do("draw", "fulfil blue-a", "claim", "fulfil blue-b")
    assert table.held(1) == ["blue-b"]
    assert table.at_act == 2
    assert table.hand_sizes[2] == 5
