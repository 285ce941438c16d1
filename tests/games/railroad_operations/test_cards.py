"""Draw, discard, hand limit (section 3 of the scenarios): OPS-S05 to OPS-S09."""

import pytest

from railrules.games.railroad_operations.events import CardDiscarded, CardDrawn, CardPlayed, DepartmentDrawn, DepartmentFilled, PhaseStarted
from tests.games.railroad_operations.given import CONTENT, Table, card, given

# ---- OPS-S05 ---------------------------------------------------------------------------------------------------------------------------


def s05() -> Table:
    return given(hands=("Straight Track, tWN, Coal Tipple",))


@pytest.mark.rule("OPS-4.1", "OPS-4.3", "OPS-4.4", "OPS-4.2")
def test_s05_the_three_options() -> None:
    """Nine discards, four ways to draw, and the Freight Agent."""
    table = s05()
    assert table.asks == "Option"
    assert len(table.legal) == 14
    assert len(table.among("DiscardCard")) == 9
    assert table.among("DrawDepartment") == ["0", "1", "2"]
    assert {"DrawHomeOffice", "CallFreightAgent"} <= set(table.legal)


@pytest.mark.rule("OPS-4.4", "OPS-4.6", "OPS-8.1")
def test_s05_after_the_draw() -> None:
    """Only what has a place is played, and the turn does not end over the limit."""
    table = s05().do("DrawHomeOffice", "draws Train 5")
    assert table.asks == "Draw"
    assert len(table.legal) == 15
    assert table.among("PlayCard") == ["Straight Track", "tWN", "Train 5"]
    assert len(table.among("DiscardCard")) == 12
    assert table.code("EndDraw") == "hand-over-limit"
    assert table.code("PlayCard(Coal Tipple)") == "no-square-for-card"
    table = table.do("PlayCard(Train 5)", "D12 7")
    assert table.slot(7) == "T5"
    assert table.hand() == "Straight Track, tWN, Coal Tipple"
    assert len(table.legal) == 12
    assert "EndDraw" in table.legal


@pytest.mark.rule("OPS-4.6", "OPS-4.7")
def test_s05_discard_and_end() -> None:
    """A discard lies on top of the pile of the player's choice; the next Stage begins."""
    table = s05().do("DrawHomeOffice", "draws Train 5", "PlayCard(Train 5)", "D12 7", "DiscardCard(Coal Tipple, 1)", "EndDraw")
    assert table.pile(1) == "Water Column, Coal Tipple"
    assert (table.pile(0), table.pile(2)) == ("Facing Point Locks", "Overpass")
    assert table.told(CardPlayed) == [CardPlayed(0, card("Train 5"))]
    assert table.told(CardDiscarded) == [CardDiscarded(0, card("Coal Tipple"), 1)]
    assert table.deck == 113
    assert table.when == (1, 5)
    assert table.asks == "Option"


# ---- OPS-S06 ---------------------------------------------------------------------------------------------------------------------------

S06_PILES = {0: "Straight Track, Coal Tipple"}


@pytest.mark.rule("OPS-4.4", "OPS-4.5", "OPS-4.7", "OPS-R6", "OPS-R35")
def test_s06_a_pile_that_still_has_cards() -> None:
    """It is not refilled; a card taken from a pile is known until it leaves; an empty hand ends the turn."""
    table = given(piles=S06_PILES)
    assert table.deck == 116
    table = table.do("DrawDepartment(0)")
    assert (table.hand(), table.known()) == ("Coal Tipple", "Coal Tipple")
    assert table.pile(0) == "Straight Track"
    assert table.deck == 116
    assert table.told(DepartmentFilled) == []
    table = table.do("DiscardCard(Coal Tipple, 1)")
    assert table.pile(1) == "Water Column, Coal Tipple"
    assert (table.hand(), table.known()) == ("", "")
    assert (table.asks, table.when) == ("Option", (1, 5))


@pytest.mark.rule("OPS-4.5", "OPS-4.4")
def test_s06_a_pile_that_is_empty_is_refilled() -> None:
    """At once, with one card of the deck, face up."""
    table = given(piles=S06_PILES).do("DrawDepartment(1)", "draws Train 6")
    assert (table.hand(), table.known()) == ("Water Column", "Water Column")
    assert table.pile(1) == "Train 6"
    assert table.deck == 115
    assert table.told(DepartmentFilled) == [DepartmentFilled(1, card("Train 6"), 115)]


@pytest.mark.rule("OPS-4.5", "OPS-4.4", "OPS-4.3", "OPS-4.9")
def test_s06_without_a_deck() -> None:
    """An empty pile stays an empty pile; neither it nor the deck can be drawn from, and nothing is reshuffled."""
    table = given(piles=S06_PILES, deck_none=True).do("DrawDepartment(1)")
    assert table.pile(1) == ""
    assert table.deck == 0
    table = table.do("EndDraw")
    assert (table.asks, table.when) == ("Option", (1, 5))
    assert table.code("DrawDepartment(1)") == "pile-empty"
    assert table.code("DrawHomeOffice") == "deck-empty"
    assert table.among("DrawDepartment") == ["0", "2"]


@pytest.mark.rule("OPS-4.4")
def test_s06_what_the_others_see_of_a_draw() -> None:
    """A card of the deck is for its player only; a card of a pile is seen by all."""
    table = given(players=2, piles=S06_PILES)
    drawn = table.do("DrawHomeOffice", "draws Train 6")
    assert drawn.acts == 1
    assert CardDrawn(1, card("Train 6"), drawn.deck) in drawn.seen(1)
    for viewer in (0, None):
        assert CardDrawn(1, None, drawn.deck) in drawn.seen(viewer)
        assert drawn.view(viewer).people.players[1].known == ()
    taken = table.do("DrawDepartment(0)")
    for viewer in (0, 1, None):
        assert DepartmentDrawn(1, 0, card("Coal Tipple")) in taken.seen(viewer)
        assert taken.view(viewer).people.players[1].known == (card("Coal Tipple"),)


# ---- OPS-S07 ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-4.1", "OPS-4.2", "OPS-4.6", "OPS-R35")
def test_s07_a_discard_before_the_option() -> None:
    """It uses no option up; the card, taken back from the pile, is known."""
    table = given(hands=("Straight Track, Coal Tipple",))
    assert table.code("PlayCard(Straight Track)") == "not-open-now"
    table = table.do("DiscardCard(Coal Tipple, 2)")
    assert table.pile(2) == "Overpass, Coal Tipple"
    assert (table.asks, table.when) == ("Option", (1, 4))
    assert table.known() == ""
    assert len(table.among("DrawDepartment")) == 3
    table = table.do("DrawDepartment(2)")
    assert table.hand() == "Straight Track, Coal Tipple"
    assert table.known() == "Coal Tipple"
    assert table.pile(2) == "Overpass"


@pytest.mark.rule("OPS-R35")
def test_s07_what_a_player_discarded_is_not_known() -> None:
    """A card left on a pile by its owner is not in anybody's `known`."""
    table = given(hands=("Straight Track, Coal Tipple",)).do("DiscardCard(Coal Tipple, 2)", "pass")
    assert (table.hand(), table.known()) == ("Straight Track", "")


@pytest.mark.rule("OPS-R35", "OPS-4.4")
def test_a_known_card_is_known_until_one_of_its_kind_leaves() -> None:
    """Of two copies, one taken from a pile, the known one goes first: nobody can tell them apart."""
    table = given(hands=("Coal Tipple, Straight Track",), piles={0: "Coal Tipple"}).do("DrawDepartment(0)", "draws Depot")
    assert (table.hand(), table.known()) == ("Straight Track, Coal Tipple, Coal Tipple", "Coal Tipple")
    assert table.do("DiscardCard(Straight Track, 0)").known() == "Coal Tipple"
    assert table.do("DiscardCard(Coal Tipple, 0)").known() == ""


# ---- OPS-S08 ---------------------------------------------------------------------------------------------------------------------------


def s08(*, emergency_toolbox: bool = False) -> Table:
    hand = "Straight Track, Straight Track, tWN, Coal Tipple, Red Flags, Train 6"
    return given(hands=(hand,), emergency_toolbox=emergency_toolbox)


@pytest.mark.rule("OPS-4.6", "OPS-2.7")
def test_s08_only_a_draw_turn_asks_for_the_limit() -> None:
    """With six cards in hand the Freight Agent may be called."""
    table = s08().do("CallFreightAgent")
    assert (table.asks, table.when) == ("Option", (1, 5))
    assert len(table.state.people.players[0].hand) == 6


@pytest.mark.rule("OPS-5.14", "OPS-4.6", "OPS-R34", "OPS-4.9")
def test_s08_red_flags() -> None:
    """The status raises the limit to four; its card is out of the game; each card of a hand can be discarded on three piles."""
    table = s08().do("DrawHomeOffice", "draws Section Gang")
    assert len(table.legal) == 22
    assert table.among("PlayCard") == ["Straight Track", "tWN", "Red Flags", "Train 6"]
    assert len(table.among("DiscardCard")) == 18
    table = table.do("PlayCard(Red Flags)")
    assert table.state.people.players[0].red_flags
    assert table.gone("Red Flags") == 1
    assert table.enhancements() == ""
    assert len(table.state.people.players[0].hand) == 6
    table = table.do("DiscardCard(Coal Tipple, 0)")
    assert table.code("EndDraw") == "hand-over-limit"
    table = table.do("DiscardCard(Section Gang, 0)", "EndDraw")
    assert table.hand() == "Straight Track, Straight Track, tWN, Train 6"
    assert (table.asks, table.when) == ("Option", (1, 5))


@pytest.mark.rule("OPS-2.9", "OPS-5.14", "OPS-4.6")
def test_s08_emergency_toolbox() -> None:
    """The limit is four from the start, and a second Red Flags has no place."""
    table = s08(emergency_toolbox=True).do("DrawHomeOffice", "draws Section Gang")
    assert table.code("PlayCard(Red Flags)") == "enhancement-present"
    assert "Red Flags" not in table.among("PlayCard")
    table = table.do("DiscardCard(Coal Tipple, 0)", "DiscardCard(Section Gang, 0)")
    assert table.code("EndDraw") == "hand-over-limit"
    table = table.do("DiscardCard(Red Flags, 0)")
    assert "EndDraw" in table.legal
    assert len(table.state.people.players[0].hand) == 4


# ---- OPS-S09 ---------------------------------------------------------------------------------------------------------------------------

NO_PILES = {0: "", 1: "", 2: ""}


def s09() -> Table:
    return given(deck_none=True, piles=NO_PILES, hands=("Straight Track",))


@pytest.mark.rule("OPS-4.3")
def test_s09_a_draw_turn_without_a_card() -> None:
    """With nothing to draw and a card in hand the Draw turn can be opened all the same."""
    table = s09()
    discards = [f"DiscardCard(Straight Track, {pile})" for pile in range(3)]
    assert table.legal == ["DrawNothing", "CallFreightAgent", *discards]
    table = table.do("DrawNothing")
    assert table.asks == "Draw"
    assert table.legal == ["EndDraw", "PlayCard(Straight Track)", *discards]


@pytest.mark.rule("OPS-4.3", "OPS-4.5", "OPS-R35")
def test_s09_the_discard_can_be_drawn() -> None:
    """A card on a pile is a card to draw."""
    table = s09().do("DiscardCard(Straight Track, 1)")
    assert table.legal == ["CallFreightAgent", "DrawDepartment(1)"]
    assert table.code("DrawNothing") == "card-can-be-drawn"
    table = table.do("DrawDepartment(1)")
    assert (table.hand(), table.known()) == ("Straight Track", "Straight Track")
    assert table.pile(1) == ""


@pytest.mark.rule("OPS-R6", "OPS-10.1", "OPS-10.6")
def test_s09_no_decision_is_left() -> None:
    """Every decision that is left has one choice, so the game runs to its end by itself."""
    table = s09().do("DrawNothing", "PlayCard(Straight Track)", "PlaceCard((1,0))")
    assert table.asks == "over"
    assert table.outcome is not None
    assert table.outcome.terminations == ("short-of-floor",)
    assert table.outcome.lost
    assert table.revenue == (0,)


@pytest.mark.rule("OPS-4.1", "OPS-R6")
def test_a_turn_is_one_option() -> None:
    """After the Freight Agent, which has nothing to do, the turn is over: the phases follow, each once."""
    table = given().do("CallFreightAgent")
    phases = [event.phase for event in table.told(PhaseStarted)]
    assert phases == ["new-train", "mainline", "load-unload", "shift-change", "local"]
    assert table.when == (1, 5)
    assert sum(there.count for there in CONTENT.cards if there.kind != "excluded") == 120
