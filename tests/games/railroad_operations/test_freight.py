"""Freight Agent, Laborers, Porters (section 6 of the scenarios): OPS-S28 to OPS-S32."""

from pathlib import Path

import pytest

from railrules import ContentError
from railrules.games.railroad_operations.events import (
    BoxCleared,
    BoxStocked,
    FreightEnded,
    LaborerWorked,
    LoadUnjammed,
    PassengersBoarded,
    PassengersDetrained,
    RevenueChanged,
)
from railrules.games.railroad_operations.reading import shipped_text
from tests.games.railroad_operations.given import CONTENT, GAME, LOADS, TOKENS, Table, given, square

PLANT = square("(2,-1)")


# ---- OPS-S28: outbound ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-7.2", "OPS-7.5", "OPS-7.6", "OPS-7.12", "OPS-1.6", "OPS-R6", "OPS-R2")
def test_s28_a_load_goes_out() -> None:
    """Green, MEN, AT, WORK, car: four steps of one Laborer in four Stages; the last exchanges the claimed empty car and pays."""
    table = given("Branch; (2,-1) [h]")
    assert table.division_total == 71
    assert table.has("h3 H4 c8 C8 b4 B4 k8")
    table = table.do("CallFreightAgent", "StockBox((2,-1))")
    assert table.green() == "H"
    assert table.division_total == 70
    assert table.has("h3 H3")
    assert table.told(BoxStocked) == [BoxStocked(0, PLANT, TOKENS["H"])]
    assert table.asks == "Work"
    assert table.legal == ["EndWork", "WorkFacility((2,-1))"]
    table = table.do("WorkFacility((2,-1))")
    assert (table.pipe(), table.green()) == ("H - -", "")
    assert table.facility().locked
    assert (table.asks, table.when) == ("Option", (1, 5))
    assert table.do("CallFreightAgent").code("StockBox((2,-1))") == "no-unclaimed-car"
    table = table.do("WorkFacility((2,-1))")
    assert (table.pipe(), table.when) == ("- H -", (1, 6))
    table = table.do("WorkFacility((2,-1))")
    assert (table.pipe(), table.when, table.revenue) == ("- - H", (1, 7), (0,))
    table = table.do("WorkFacility((2,-1))")
    assert (table.standing("(2,-1)"), table.pipe()) == ("H", "- - -")
    assert not table.facility().locked
    assert table.classification == "h1"
    assert table.division_total == 70
    assert table.revenue == (1,)
    assert [(event.load, event.done) for event in table.told(LaborerWorked)] == [(0, False), (6, False), (7, False), (8, True)]
    assert table.told(RevenueChanged) == [RevenueChanged(0, 1, "freight", 1)]
    assert table.when == (1, 8)
    table = table.do("CallFreightAgent")
    assert (table.asks, table.when) == ("Option", (1, 9))
    assert table.told(FreightEnded)[-1] == FreightEnded(0)


@pytest.mark.rule("OPS-7.6", "OPS-7.5")
def test_s28_the_loaded_car_may_be_coupled() -> None:
    """Once the pipeline is bare the track is free again."""
    table = given("Branch; (2,-1) [h] pipe - - H", "T16 kb@ 0(-1,0)")
    assert table.do("BeginSwitch(T16)").code("MoveTrain(E, (2,-1))") == "track-locked"
    table = table.do("pass", "WorkFacility((2,-1))", "BeginSwitch(T16)", "MoveTrain(E, (2,-1))")
    assert table.row("T16") == "kb@H"


# ---- OPS-S29: inbound ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-7.3", "OPS-7.7", "OPS-7.9", "OPS-1.6")
def test_s29_a_load_comes_in() -> None:
    """Car, WORK, AT, MEN, red: the first step takes an empty car of the Division Yard, the last pays; the cleared token is empty."""
    table = given("Branch Fuel Dealer; (2,-1) [tH]")
    assert table.division_total == 70
    assert table.has("h4 H3 t3 T4")
    table = table.do("pass", "WorkFacility((2,-1))")
    assert (table.standing("(2,-1)"), table.pipe()) == ("th", "- - H")
    assert table.division_total == 69
    assert table.has("h3 H3 t3 T4")
    table = table.do("WorkFacility((2,-1))")
    assert table.pipe() == "- H -"
    table = table.do("WorkFacility((2,-1))")
    assert (table.pipe(), table.revenue) == ("H - -", (0,))
    table = table.do("WorkFacility((2,-1))")
    assert (table.red(), table.pipe()) == ("H", "- - -")
    assert table.revenue == (1,)
    assert table.classification == ""
    assert [(event.load, event.done) for event in table.told(LaborerWorked)] == [(5, False), (8, False), (7, False), (6, True)]
    assert table.when == (1, 8)
    table = table.do("ClearBox((2,-1))")
    assert table.red() == ""
    assert table.classification == "h1"
    assert table.revenue == (1,)
    assert table.told(BoxCleared) == [BoxCleared(0, PLANT, TOKENS["h"])]
    loaded, empty = table.division["H"], table.division["h"] + table.standing("(2,-1)").count("h") + 1
    assert (loaded, empty) == (3, 5)


# ---- OPS-S30: claims -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-7.2", "OPS-5.13")
def test_s30_two_boxes_two_cars() -> None:
    """With a Loading Dock two loads, a Stage each; a third finds no box."""
    table = given("Branch; (2,-1) [hh]; (2,-2) ld>(2,-1)").do("StockBox((2,-1))", "EndWork", "StockBox((2,-1))")
    assert table.green() == "HH"
    assert table.has("h2 H2")
    table = table.do("EndWork", "CallFreightAgent")
    assert table.code("StockBox((2,-1))") == "box-full"


@pytest.mark.rule("OPS-7.2", "OPS-7.6")
def test_s30_why_a_box_is_not_stocked() -> None:
    """No box, no room, no load in the yard, no car that is not claimed."""
    claimed = given("Branch; (2,-1) [h] green H; (2,-2) ld>(2,-1)").do("CallFreightAgent")
    assert claimed.code("StockBox((2,-1))") == "no-unclaimed-car"
    full = given("Branch; (2,-1) [h] green H").do("CallFreightAgent")
    assert full.code("StockBox((2,-1))") == "box-full"
    assert full.code("StockBox((0,0))") == "no-box"  # a Whistle Post
    bare = given("DE Branch; (2,-1) [hh]", classification="H4").do("CallFreightAgent")
    assert "StockBox((0,0))" in bare.legal
    assert bare.code("StockBox((2,-1))") == "yard-has-none"


@pytest.mark.rule("OPS-7.6", "OPS-R28")
def test_s30_a_load_starts_only_with_a_car_for_it() -> None:
    """Each outbound load of the pipeline needs its own empty car on the square."""
    table = given("Branch; (2,-1) [h] green H pipe - H -; (2,-2) ld>(2,-1)").do("pass", "WorkFacility((2,-1))")
    assert (table.green(), table.pipe()) == ("H", "- - H")
    two = given("Branch; (2,-1) [hh] green H pipe - H -; (2,-2) ld>(2,-1)").do("pass", "WorkFacility((2,-1))")
    assert two.asks == "Name"
    assert two.among("NameLoad") == ["green-0", "at"]


@pytest.mark.rule("OPS-7.6", "OPS-R28", "OPS-R6", "OPS-7.4")
def test_s30_a_green_load_waits_for_a_car() -> None:
    """Its car was taken away, which a green load does not prevent: no step; it waits, or is unjammed."""
    table = given("Branch; (2,-1) green H")
    assert table.do("pass").when == (1, 5)
    after = table.do("UnjamLoad((2,-1))")
    assert (after.green(), after.classification) == ("", "H1")
    taking = given("Branch; (2,-1) [h] green H", "T16 kb@ 0(-1,0)").do("BeginSwitch(T16)", "MoveTrain(E, (2,-1))")
    assert taking.row("T16") == "kb@h"


# ---- OPS-S31: two kinds, directions, names, unjam ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-7.4", "OPS-7.2", "OPS-7.6", "OPS-R6")
def test_s31_two_outbound_kinds() -> None:
    """Which of two loads is meant is asked; one alone is named by the engine. What is unjammed stays loaded and pays nothing."""
    table = given("Branch Saw Mill; (2,-1) [bg]; (2,-2) ld>(2,-1)").do("StockBox((2,-1))")
    assert table.asks == "Name"
    assert table.among("NameLoad") == ["green-0", "green-1"]
    table = table.do("NameLoad(green-1)")
    assert table.green() == "G"
    table = table.do("EndWork", "StockBox((2,-1))")
    assert table.green() == "BG"
    table = table.do("WorkFacility((2,-1))")
    assert table.among("NameLoad") == ["green-0", "green-1"]
    table = table.do("NameLoad(green-0)")
    assert (table.pipe(), table.green(), table.when) == ("B - -", "G", (1, 6))
    table = table.do("UnjamLoad((2,-1))")
    assert table.among("NameLoad") == ["green-1", "men"]
    table = table.do("NameLoad(men)")
    assert table.pipe() == "- - -"
    assert not table.facility().locked
    assert table.classification == "B1"
    assert table.division_total == 68
    assert table.revenue == (0,)
    assert table.told(LoadUnjammed) == [LoadUnjammed(0, PLANT, LOADS.index("men"), TOKENS["B"])]


@pytest.mark.rule("OPS-7.2", "OPS-7.5", "OPS-R6")
@pytest.mark.parametrize(
    ("standing", "classification", "stocked"),
    [
        ("b", "", "B"),  # a car for one kind only
        ("g", "", "G"),
        ("bg", "B4", "G"),  # cars for both, but one load
        ("b", "B4", "no-unclaimed-car"),  # a car for one kind, a load of the other
        ("h", "", "no-unclaimed-car"),
        ("bg", "B4 G4", "yard-has-none"),
    ],
)
def test_stocking_one_of_two_outbound_kinds(standing: str, classification: str, stocked: str) -> None:
    """Nothing is asked where one kind fits, and a refusal looks at both kinds together; the one box is full for both."""
    table = given(f"DE Branch Saw Mill; (2,-1) [{standing}]", classification=classification).do("CallFreightAgent")
    if len(stocked) > 1:
        assert table.code("StockBox((2,-1))") == stocked
        return
    table = table.do("StockBox((2,-1))")
    assert table.green() == stocked
    assert table.do("EndWork", "CallFreightAgent").code("StockBox((2,-1))") == "box-full"


@pytest.mark.rule("OPS-7.3", "OPS-7.7", "OPS-7.9", "OPS-R29")
def test_s31_two_inbound_kinds() -> None:
    """Named by their place among the kinds of the facility."""
    table = given("Branch Fuel Dealer; (2,-1) [TH] red HT; (2,-2) wh>(2,-1)").do("ClearBox((2,-1))")
    assert table.among("NameLoad") == ["red-0", "red-1"]
    table = table.do("NameLoad(red-0)")
    assert (table.red(), table.classification) == ("H", "t1")
    table = table.do("WorkFacility((2,-1))")
    assert table.among("NameLoad") == ["car-0", "car-1"]
    table = table.do("NameLoad(car-1)")
    assert (table.standing("(2,-1)"), table.pipe()) == ("Th", "- - H")


@pytest.mark.rule("OPS-7.8", "OPS-7.7", "OPS-7.6")
def test_s31_one_direction_at_a_time() -> None:
    """While a load comes in, one that goes out waits until the pipeline is bare."""
    table = given("Branch Meat Packer; (2,-1) [rS] green R").do("pass", "WorkFacility((2,-1))")
    assert table.among("NameLoad") == ["green-0", "car-0"]
    table = table.do("NameLoad(car-0)")
    assert (table.standing("(2,-1)"), table.pipe()) == ("rs", "- - S")
    pipes = []
    for _ in range(3):
        table = table.do("WorkFacility((2,-1))")
        pipes.append(table.pipe())
    assert pipes == ["- S -", "S - -", "- - -"]
    assert (table.red(), table.green()) == ("S", "R")
    assert table.do("WorkFacility((2,-1))").pipe() == "R - -"


@pytest.mark.rule("OPS-7.8", "OPS-7.6")
def test_s31_two_loads_may_move_the_same_way() -> None:
    """An inbound load does not start behind an outbound one; a second outbound one does."""
    table = given("Branch Meat Packer; (2,-1) [rrS] green R pipe - R -").do("pass", "WorkFacility((2,-1))")
    assert table.among("NameLoad") == ["green-0", "at"]
    table = table.do("NameLoad(green-0)")
    assert table.pipe() == "R R -"


@pytest.mark.rule("OPS-7.7", "OPS-5.13")
def test_a_warehouse_is_a_second_red_box() -> None:
    """The last step goes on while one is free."""
    table = given("Branch Fuel Dealer; (2,-1) [h] red H pipe T T -; (2,-2) wh>(2,-1)").do("pass", "WorkFacility((2,-1))")
    assert (table.red(), table.pipe(), table.revenue) == ("HT", "- T -", (1,))
    table = table.do("WorkFacility((2,-1))")
    assert table.pipe() == "T - -"
    assert table.do("pass").when == (1, 7)


@pytest.mark.rule("OPS-7.4", "OPS-7.3", "OPS-7.7")
def test_s31_a_jam() -> None:
    """A full red box stops the pipeline; clearing or unjamming helps."""
    table = given("Branch Fuel Dealer; (2,-1) [h] red H pipe T - -")
    assert table.do("pass").when == (1, 5)
    cleared = table.do("ClearBox((2,-1))")
    assert cleared.asks == "Work"
    assert cleared.do("WorkFacility((2,-1))").red() == "T"
    unjamming = table.do("UnjamLoad((2,-1))")
    assert unjamming.among("NameLoad") == ["red-1", "men"]
    assert unjamming.do("NameLoad(red-1)").classification == "H1"
    assert unjamming.do("NameLoad(men)").classification == "T1"


# ---- OPS-S32: Porters ----------------------------------------------------------------------------------------------------------------------


def s32(passenger_revenue: int = 1) -> Table:
    return given("A0 DE green 1", "T5 @cC Office 0 *", work=0, passenger_revenue=passenger_revenue)


@pytest.mark.rule("OPS-7.10", "OPS-7.12", "OPS-1.6", "OPS-R6", "OPS-5.12")
def test_s32_a_porter_boards() -> None:
    """The empty coach goes to the Classification Yard; the one Porter is used."""
    table = s32()
    assert set(table.legal) == {"BoardCoach(T5)", "DetrainCoach(T5)", "EndWork"}
    assert table.division_total == 69
    table = table.do("BoardCoach(T5)")
    assert table.row("T5") == "@CC"
    assert table.office() == (1, 0, 0)
    assert table.classification == "c1"
    assert table.division_total == 69
    assert table.revenue == (1,)
    assert (table.asks, table.when) == ("Option", (1, 5))
    assert table.told(PassengersBoarded) == [PassengersBoarded(0, 0, "T5")]
    assert table.told(RevenueChanged) == [RevenueChanged(0, 1, "passenger", 1)]


@pytest.mark.rule("OPS-7.10", "OPS-7.12", "OPS-R29", "OPS-1.6")
def test_s32_two_porters() -> None:
    """One boards, one detrains; the westernmost loaded coach gets off, an empty one of the Division Yard takes its place."""
    table = given("A0 ST green 2 red 1", "T5 @cC Office 0 *", work=0)
    assert table.division_total == 67
    assert table.has("c7 C4")
    table = table.do("BoardCoach(T5)")
    assert table.row("T5") == "@CC"
    table = table.do("DetrainCoach(T5)")
    assert table.row("T5") == "@cC"
    assert table.office() == (2, 1, 2)
    assert table.division_total == 66
    assert table.has("c6 C4")
    assert table.classification == "c1"
    assert table.revenue == (2,)
    assert table.told(PassengersDetrained) == [PassengersDetrained(0, 0, "T5")]
    full = given("A0 ST green 2 red 2", "T5 @cC Office 0 *", work=0)
    assert set(full.legal) == {"BoardCoach(T5)", "EndWork"}
    assert full.code("DetrainCoach(T5)") == "box-full"


@pytest.mark.rule("OPS-7.11", "OPS-R6", "OPS-5.12")
@pytest.mark.parametrize(
    ("grade", "train"),
    [
        ("ST green 1", "T1 @C Line 1 1/1"),
        ("ST green 1", "X15> kBC@ Line 0 1/1"),
        ("TE green 1", "X15> kBC@ Line 0 1/1"),
        ("TE green 1", "X11< @C Line 1 1/1"),
        ("DE green 1", "X11< @C Line 1 1/1"),
        ("WP", "T5 @cC Line 1 1/1"),
    ],
)
def test_s32_no_passenger_work(grade: str, train: str) -> None:
    """The train arrives, and nobody may work: `Work` is not opened."""
    table = given(f"A0 {grade}", train).do("pass")
    assert (table.asks, table.when) == ("Option", (1, 5))
    assert table.place(table.running[0]) == "Office 0"


@pytest.mark.rule("OPS-7.11")
def test_s32_the_crack_limited_at_a_terminal() -> None:
    """There its passengers get off."""
    table = given("A0 TE", "T1 @C Line 1 1/1").do("pass")
    assert table.legal == ["EndWork", "DetrainCoach(T1)"]


@pytest.mark.rule("OPS-7.11", "OPS-7.12")
def test_s32_refusals_beside_another_train() -> None:
    """A train without passenger work here, or one that does not stand at the Office, is refused."""
    table = given("A0 ST -2..2 il green 2", "T5 @cC Office 0", "T1 @C Office 0", "X15> kBC@ Office 0", "T7 @c 0(1,0)", work=0)
    assert table.code("BoardCoach(T1)") == "no-passenger-work"
    assert table.code("DetrainCoach(T1)") == "no-passenger-work"
    assert table.code("DetrainCoach(X15)") == "no-passenger-work"
    assert table.code("BoardCoach(T7)") == "train-not-at-office"
    other = given("A0 DE il green 1", "T5 @cC Office 0", "X11< @C Office 0", "T8 C@ Limits 0W", work=0)
    assert other.code("DetrainCoach(X11)") == "no-passenger-work"
    assert other.code("DetrainCoach(T8)") == "train-not-at-office"
    assert other.code("DetrainCoach(tray 3)") == "train-not-at-office"


@pytest.mark.rule("OPS-7.2", "OPS-7.3", "OPS-7.9")
def test_s32_the_boxes_of_the_office() -> None:
    """Stocking them needs no train; a red one is cleared like any other."""
    table = given("A0 DE").do("StockBox((0,0))")
    assert table.office() == (1, 1, 0)
    assert table.has("c8 C7")
    assert table.told(BoxStocked) == [BoxStocked(0, square("(0,0)"), TOKENS["C"])]
    assert table.do("CallFreightAgent").code("StockBox((0,0))") == "box-full"
    cleared = given("A0 DE red 1").do("ClearBox((0,0))")
    assert cleared.office() == (1, 0, 0)
    assert cleared.classification == "c1"


@pytest.mark.rule("OPS-7.13", "OPS-7.10")
def test_s32_a_revenue_of_nothing() -> None:
    """The operation is done, the payment is none."""
    table = s32(passenger_revenue=0).do("DetrainCoach(T5)")
    assert table.row("T5") == "@cc"
    assert table.office() == (1, 1, 1)
    assert table.told(RevenueChanged) == []
    assert table.revenue == (0,)


@pytest.mark.rule("OPS-7.10", "OPS-R6")
@pytest.mark.parametrize(
    ("office", "row", "work"),
    [
        ("DE green 1", "@c", ["BoardCoach(T5)"]),
        ("DE green 1", "@C", ["DetrainCoach(T5)"]),
        ("DE green 1 red 1", "@C", []),
        ("DE", "@c", []),
        ("DE red 1", "@cC", []),
    ],
)
def test_work_is_opened_for_what_can_be_done(office: str, row: str, work: list[str]) -> None:
    """Boarding alone, detraining alone; and not at all with nothing to do."""
    table = given(f"A0 {office}", f"T5 {row} Line 1 1/1").do("pass")
    assert table.asks == ("Work" if work else "Option")
    if work:
        assert table.legal == ["EndWork", *work]


# ---- further -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-7.4")
def test_the_office_is_unjammed_too() -> None:
    """A coach of a green or red box, still loaded; with both full the load is named."""
    table = given("A0 DE green 1 red 1").do("UnjamLoad((0,0))")
    assert table.among("NameLoad") == ["green-0", "red-0"]
    assert table.do("NameLoad(red-0)").office() == (1, 1, 0)
    after = given("A0 DE green 1").do("UnjamLoad((0,0))")
    assert (after.office(), after.classification, after.revenue) == ((1, 0, 0), "C1", (0,))


@pytest.mark.rule("OPS-7.12", "OPS-5.13", "OPS-7.5")
def test_a_section_gang_works_too() -> None:
    """Two Laborers make two steps in a Stage, and no more."""
    table = given("Branch; (2,-1) [h] green H; (2,-2) sg>(2,-1)").do("pass", "WorkFacility((2,-1))", "WorkFacility((2,-1))")
    assert table.pipe() == "- H -"
    assert table.when == (1, 5)
    two = given("DE Branch; (2,-1) [h] green H; (2,-2) sg>(2,-1)", "T5 @C Line 1 1/1").do("pass")
    two = two.do("WorkFacility((2,-1))", "WorkFacility((2,-1))")
    assert two.code("WorkFacility((2,-1))") == "laborers-used"
    assert set(two.legal) == {"DetrainCoach(T5)", "EndWork"}


@pytest.mark.rule("OPS-7.12")
def test_only_cars_that_stand_uncoupled_count() -> None:
    """The cars of a train on the facility's square are no cars of the square."""
    table = given("Branch; (2,-1) green H", "T16 kh@ 0(2,-1)")
    assert table.do("pass").when == (1, 5)
    assert given("Branch; (2,-1) [h] green H", "T16 kb@ 0(2,-1)").do("pass").asks == "Work"


@pytest.mark.rule("OPS-7.1", "OPS-4.1")
def test_one_operation_ends_the_turn() -> None:
    """Stock, clear, unjam, or end: one of them, then the next player."""
    table = given("DE red 1", players=2, acts=0).do("CallFreightAgent")
    assert set(table.legal) == {"EndFreight", "StockBox((0,0))", "ClearBox((0,0))", "UnjamLoad((0,0))"}
    for choice in ("EndFreight", "StockBox((0,0))", "ClearBox((0,0))", "UnjamLoad((0,0))"):
        assert table.do(choice).asks == "1 Option"


@pytest.mark.rule("OPS-7.6", "OPS-7.13", "OPS-3.4")
def test_the_facilitys_owner_earns() -> None:
    """After a rotation the player of the seat is another."""
    table = given("Branch; (2,-1) [h] pipe - - H", players=2, employee_rotation=True, freight_revenue=3, stage=12)
    table = table.do("pass", "EndWork")
    assert (table.seats, table.when) == ((1, 0), (2, 1))
    assert table.acts == 1
    table = table.do("pass", "pass")
    assert table.asks == "1 Work"
    assert table.do("WorkFacility((2,-1))").revenue == (0, 3)


@pytest.mark.rule("OPS-R4", "OPS-W2")
def test_no_kind_goes_both_ways(tmp_path: Path) -> None:
    """No facility has a kind on both sides, or more than two on one; a content file with such a facility is refused."""
    for industry in CONTENT.industries.values():
        assert not set(industry.outbound) & set(industry.inbound)
        assert max(len(industry.outbound), len(industry.inbound)) <= 2
    path = tmp_path / "content.toml"
    text = shipped_text()
    path.write_text(text, encoding="utf-8")
    assert GAME.read_content(path) == CONTENT
    for old, new in (
        ('outbound = ["tank"], inbound = ["hopper"]', 'outbound = ["tank"], inbound = ["tank"]'),
        ('["boxcar", "gondola"]', '["boxcar", "gondola", "tank"]'),
    ):
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(ContentError):
            GAME.read_content(path)
