"""New Train (section 7 of the scenarios): OPS-S33 to OPS-S37."""

from typing import Literal

import attrs
import pytest

from railrules.games.railroad_operations.actions import CallFreightAgent
from railrules.games.railroad_operations.consist import is_made_up
from railrules.games.railroad_operations.events import (
    CarAdded,
    DivisionYardRefilled,
    LineCollision,
    TrainAnnulled,
    TrainHeld,
    TrainMadeUp,
    TrainShort,
    TrainStarted,
    TrainWrecked,
)
from railrules.games.railroad_operations.state import AtPoint, Yards
from tests.games.railroad_operations.given import GAME, NO_CHANCE, TOKENS, Table, card, given, tokens, yard_text


def plod(table: Table, until: tuple[int, int]) -> Table:
    """The table at an `Option` of a Stage: everybody passes, trains are held, of all else the first that is legal is done."""
    while table.when != until or not table.asks.endswith("Option"):
        legal = ["pass"] if table.asks.endswith("Option") else table.legal
        table = table.do("HoldTrain" if "HoldTrain" in legal else legal[0])
    return table


# ---- OPS-S33: the table makes up a train ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.2", "OPS-R9", "OPS-R21", "OPS-8.1", "OPS-3.1")
def test_s33_each_player_adds_a_car() -> None:
    """From the Superintendent eastward, round after round; the first car stands next to the engine; the train moves in this Stage."""
    table = given(players=2, fedora=1, slots="4: T6").do("pass")
    deciders = []
    for car in "CcC":
        assert table.asks.endswith("MakeUp")
        assert table.cars == "cC"
        deciders.append(table.acts)
        table = table.do(f"AddCar({car})")
    assert deciders == [1, 0, 1]
    assert table.tray("T6") == 0
    assert table.row("T6") == "CcC@"
    assert table.division_total == 69
    assert table.has("c7 C6")
    assert table.place("T6") == "Line 0 1/1"
    assert table.told(TrainStarted) == [TrainStarted(0, card("T6"), 0, AtPoint(0), 1, "T6")]
    assert table.told(CarAdded) == [CarAdded(1, 0, TOKENS["C"], "T6"), CarAdded(0, 0, TOKENS["c"], "T6"), CarAdded(1, 0, TOKENS["C"], "T6")]
    assert table.told(TrainMadeUp) == [TrainMadeUp(0, tokens("CcC@"), "T6")]
    assert (table.train("T6").serial, table.state.division.serial) == (0, 1)
    assert table.told(TrainShort) == []


@pytest.mark.rule("OPS-8.2", "OPS-R9")
def test_s33_the_caboose_comes_first() -> None:
    """At the rear; the maximum counts it; adding a car is a duty."""
    table = given(players=3, slots="4: T10").do("pass")
    assert table.row("T10") == "k@"
    assert table.code("AddCar(r)") == "car-not-taken"
    assert table.code("CloseConsist") == "car-must-be-added"
    for player, car in enumerate("RSR"):
        assert (table.acts, table.cars) == (player, "RS")
        table = table.do(f"AddCar({car})")
    assert table.row("T10") == "kRSR@"
    assert table.place("T10") == "Line 0 1/1"


@pytest.mark.rule("OPS-8.2", "OPS-R9", "OPS-8.1")
def test_s33_a_westbound_train() -> None:
    """Engine at the west end, caboose at the east; three of three with the caboose, so only two players add."""
    table = given(players=3, slots="4: T15").do("pass")
    assert table.acts == 0
    table = table.do("AddCar(b)")
    assert table.acts == 1
    table = table.do("AddCar(H)")
    assert table.row("T15") == "@bHk"
    assert table.place("T15") == "Line 3 1/1"


@pytest.mark.rule("OPS-R21", "OPS-1.5")
def test_a_new_train_takes_the_lowest_free_tray() -> None:
    """A tray that came free between others is taken first."""
    table = given("A0 ST", "T7 b@b Office 0", "T14 k@ Line 1 1/1", "T9 r@k Office 0", slots="5: T6").do("pass", "pass", "AddCar(c)")
    assert table.tray("T6") == 1
    assert table.code("AddCar(b)") == "car-not-taken"


# ---- OPS-S34: shortage ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.3", "OPS-R6", "OPS-R36", "OPS-W5")
def test_s34_one_coach_is_left() -> None:
    """It is added by itself, and the shortage is told."""
    table = given(slots="4: T5", classification="c8 C7").do("pass")
    assert table.row("T5") == "@C"
    assert table.place("T5") == "Line 1 1/1"
    wanted = TrainShort(0, card("T5"), 1, 3, tokens("cC"), False, ((0, 7, 8),), 56, "T5")
    assert table.told(TrainShort) == [wanted]


@pytest.mark.rule("OPS-8.3", "OPS-8.2", "OPS-R6", "OPS-R36")
def test_s34_no_coach_is_left() -> None:
    """Nobody is asked; the engine runs alone."""
    table = given(slots="4: T5", classification="c8 C8").do("pass")
    assert (table.asks, table.row("T5"), table.place("T5")) == ("Option", "@", "Line 1 1/1")
    assert table.told(TrainShort) == [TrainShort(0, card("T5"), 0, 3, tokens("cC"), False, ((0, 8, 8),), 56, "T5")]


@pytest.mark.rule("OPS-8.3", "OPS-R36", "OPS-W5", "OPS-8.9")
def test_s34_no_caboose_is_left() -> None:
    """A missing caboose is a shortage though the train is full, and it may run all the same."""
    table = given(players=2, slots="4: T16", classification="k8").do("pass")
    deciders = []
    for car in "htg":
        deciders.append(table.acts)
        table = table.do(f"AddCar({car})")
    assert deciders == [0, 1, 0]
    assert table.row("T16") == "gth@"
    assert is_made_up(table.train("T16").consist)
    assert table.place("T16") == "Line 0 1/1"
    waiting = tuple((kind, 0, 0) for kind in range(1, 7))
    wanted = tokens("bBrRgGhHtTsS")
    assert table.told(TrainShort) == [TrainShort(0, card("T16"), 3, 3, wanted, True, (*waiting, (7, 0, 8)), 61, "T16")]


# ---- OPS-S35: the yard goes bare in the middle of a train --------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-1.4", "OPS-1.7", "OPS-8.2", "OPS-R11", "OPS-R6", "OPS-1.6")
def test_s35_the_yard_goes_bare() -> None:
    """All of the Classification Yard moves in at once, half of each kind loaded, and making up goes on."""
    table = given(players=2, slots="4: T14", division="k H")
    assert table.division_total == 2
    table = table.do("pass")
    assert table.has("c8 C8 b4 B4 r4 R4 g4 G4 h4 H3 t4 T4 s4 S4 k7")
    assert table.division_total == 70
    assert table.classification == ""
    assert len(table.told(DivisionYardRefilled)) == 1
    assert (table.asks, table.cars) == ("1 MakeUp", "GH")
    table = table.do("AddCar(G)")
    assert table.acts == 0
    table = table.do("AddCar(H)")
    assert table.row("T14") == "kHGH@"
    assert table.division_total == 68
    assert table.told(TrainShort) == []


@pytest.mark.rule("OPS-1.7", "OPS-1.4", "OPS-1.1")
def test_s35_odd_numbers_are_halved_downward() -> None:
    """15 coaches are C7 c8, seven cabooses stay what they are."""
    table = given("", "T5 @c Line 1 1/1", slots="4: T16", division="k").do("pass")
    (refilled,) = table.told(DivisionYardRefilled)
    assert refilled.yard == (8, 7, *(4,) * 12, 7)
    assert table.asks == "MakeUp"
    assert table.row("T16") == "k@"


@pytest.mark.rule("OPS-1.4", "OPS-1.3")
def test_the_yard_is_refilled_at_no_other_time() -> None:
    """One token is enough for the Classification Yard to stay where it is."""
    table = given("", "T12 kbbb@ Line 1 1/1", division="k c").do("pass")
    assert table.running == []
    assert table.division_total == 2
    assert table.classification.startswith("c7 C8 b4 B4")
    assert table.told(DivisionYardRefilled) == []


@pytest.mark.rule("OPS-R11", "OPS-1.4", "OPS-1.7", "OPS-1.6")
@pytest.mark.parametrize(("row", "yard"), [("@CC", "c1 C1"), ("@CCC", "c2 C1"), ("@C", "c1")])
def test_the_cars_of_one_train_are_one_move(row: str, yard: str) -> None:
    """With both yards bare they come together into the Classification Yard, and from there, half of them loaded, into the Division Yard."""
    table = given("", f"T1 {row} Line 0 1/1")
    none = (0,) * 15
    bare = attrs.evolve(table.state, division=attrs.evolve(table.state.division, yards=Yards(none, none)))
    step = GAME.apply(bare, CallFreightAgent(), NO_CHANCE)
    assert step.state.division.trays[0] is None
    yards = step.state.division.yards
    assert (yard_text(yards.division), yard_text(yards.classification)) == (yard, "")
    assert sum(isinstance(event, DivisionYardRefilled) for event in step.events) == 1


# ---- OPS-S36: annulled trains and sections -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.2", "OPS-8.4", "OPS-R8")
def test_s36_annulled_for_today() -> None:
    """No tray is free: the train is annulled, keeps its slot and its order, and comes with its section on the next Day."""
    trains = ("T8 @ Line 0 3/3", "T10 k@ Line 0 1/3", "T12 k@ Line 1 1/3", "T14 k@ Line 1 3/3")
    table = given("A0 DE", *trains, line="3 / 3", slots="4: T6+").do("pass")
    assert table.told(TrainAnnulled) == [TrainAnnulled(card("T6"), 4)]
    assert table.slot(4) == "T6+"
    assert "T14" not in table.running
    table = plod(table, (1, 6))
    assert "T6" not in table.running
    assert table.slot(4) == "T6+"
    table = plod(table, (2, 4)).do("pass")
    assert (table.asks, table.row("T6")) == ("MakeUp", "@")
    assert table.slot(4) == "T6"
    assert table.sections == (4,)
    table = plod(table, (2, 8))
    started = [(event.card, event.section) for event in table.told(TrainStarted) if event.card == card("T6")]
    assert started == [(card("T6"), 0), (card("T6"), 1)]


@pytest.mark.rule("OPS-8.4", "OPS-R8", "OPS-R21")
def test_s36_a_section_waits_for_a_tray() -> None:
    """The train that is due takes the tray that came free; the section goes on waiting."""
    trains = ("T7 b@b Office 0", "T9 r@k Office 0", "T14 k@ Line 1 1/1")
    table = given("A0 ST", *trains, slots="4: T6+, 5: T12").do("pass", *["AddCar(c)"] * 3)
    assert table.tray("T6") == 3
    assert table.sections == (4,)
    assert table.slot(4) == "T6"
    assert "T14" not in table.running
    table = table.do("pass")
    assert table.when == (1, 5)
    assert table.tray("T12") == 2
    assert table.asks == "MakeUp"
    assert table.sections == (4,)


def s36_section() -> Table:
    return given(slots="4: T6+").do("pass", *["AddCar(C)"] * 3)


@pytest.mark.rule("OPS-8.4", "OPS-8.6", "OPS-8.8")
def test_s36_a_section_follows_at_once() -> None:
    """With the same card, directly behind its first section, which it finds in the Subdivision."""
    table = s36_section()
    assert (table.asks, table.running) == ("MakeUp", ["T6", "T6b"])
    assert table.slot(4) == "T6"
    table = table.do(*["AddCar(c)"] * 3)
    assert table.place("T6") == "Line 0 1/1"
    assert table.place("T6b") == "Point W"
    assert table.asks == "Clearance"
    assert table.sections == ()


@pytest.mark.rule("OPS-8.12", "OPS-8.14", "OPS-R17", "OPS-8.8")
def test_s36_the_section_is_cleared_or_held() -> None:
    """Cleared into the region of its first section it collides; held it waits at the Division Point."""
    table = s36_section().do(*["AddCar(c)"] * 3)
    cleared = table.do("ClearTrain")
    assert cleared.told(LineCollision) == [LineCollision(1, 0, 0, 0, (0,), "T6b", "T6")]
    assert cleared.revenue == (-5,)
    assert cleared.running == []
    assert cleared.classification == "c3 C3"
    assert cleared.told(TrainWrecked) == [TrainWrecked(1, tokens("ccc"), "T6b"), TrainWrecked(0, tokens("CCC"), "T6")]
    held = table.do("HoldTrain")
    assert held.place("T6b") == "Point W"
    assert held.told(TrainHeld) == [TrainHeld(1, (0,), 0, "T6b", ("T6",))]


# ---- OPS-S37: Extras -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.5", "OPS-R33", "OPS-R36", "OPS-8.14", "OPS-8.15")
def test_s37_from_a_division_point() -> None:
    """It heads in, is loaded as long as its player likes, runs once, and its card leaves the game."""
    table = given(queue="X22 (0)").do("pass")
    assert table.asks == "Start"
    assert table.among("StartExtra") == ["Point W", "Point E"]
    assert table.code("StartExtra(Office, W)") == "start-not-allowed"
    assert table.code("StartExtra(Interchange (0,0), W)") == "start-not-allowed"
    table = table.do("StartExtra(Point E)")
    assert table.queue == []
    assert (table.train("X22").heading, table.row("X22")) == (0, "@k")
    assert (table.cars, table.legal[0]) == ("brghts", "CloseConsist")
    assert len(table.legal) == 7
    table = table.do("AddCar(b)", "CloseConsist")
    assert (table.row("X22"), table.place("X22")) == ("@bk", "Line 1 1/1")
    assert table.told(TrainShort) == []
    table = table.do("pass", "pass")
    assert table.place("X22") == "Line 0 1/1"
    assert table.gone("Extra 22") == 0
    table = table.do("pass")
    assert table.running == []
    assert table.gone("Extra 22") == 1
    assert table.classification == "b1 k1"


@pytest.mark.rule("OPS-8.5", "OPS-8.17", "OPS-R14", "OPS-R33", "OPS-W13")
def test_s37_from_an_interchange() -> None:
    """It stands beside the line and enters the Interchange itself."""
    table = given(players=2, line="1 / I / 1", queue="X20 (1)", extra_start="anywhere").do("pass")
    assert table.asks == "1 Start"
    interchange = ["Interchange (1,0), W", "Interchange (1,0), E"]
    assert table.among("StartExtra") == ["Point W", "Point E", "Office, W", "Office, E", *interchange]
    assert table.code("StartExtra(Interchange (0,0), W)") == "no-interchange"
    table = table.do("StartExtra(Interchange (1,0), W)")
    assert table.place("X20") == "Beside 1"
    table = table.do("AddCar(C)", "CloseConsist")
    assert (table.row("X20"), table.place("X20")) == ("@C", "Line 1 1/1")
    plain = given(players=2, queue="X20 (1)", extra_start="anywhere").do("pass")
    assert plain.code("StartExtra(Interchange (1,0), W)") == "no-interchange"


@pytest.mark.rule("OPS-R33", "OPS-8.5")
@pytest.mark.parametrize(
    ("allowed", "starts"),
    [
        ("division_point", ["Point W", "Point E"]),
        ("interchange", ["Point W", "Point E", "Interchange (1,0), W", "Interchange (1,0), E"]),
        ("office", ["Point W", "Point E", "Office, W", "Office, E"]),
    ],
)
def test_r33_where_an_extra_may_start(allowed: Literal["division_point", "interchange", "office"], starts: list[str]) -> None:
    """Both Division Points always; an Office is the player's own."""
    table = given(players=2, line="1 / I / 1", queue="X20 (1)", extra_start=allowed).do("pass")
    assert table.among("StartExtra") == starts
    if allowed == "office":
        assert table.do("StartExtra(Office, W)").place("X20") == "Office 1"


@pytest.mark.rule("OPS-8.5", "OPS-8.6", "OPS-8.8")
def test_s37_from_an_office() -> None:
    """It needs a free A/D track; two Extras are made up in order of play."""
    table = given(queue="X22 (0), X20 (0)", extra_start="office").do("pass", "StartExtra(Office, W)", "CloseConsist")
    assert (table.row("X22"), table.place("X22")) == ("@k", "Office 0")
    assert table.asks == "Start"
    assert table.among("StartExtra") == ["Point W", "Point E"]
    assert table.code("StartExtra(Office, W)") == "office-full"
    table = table.do("StartExtra(Point W)", *["AddCar(c)"] * 4)
    assert table.row("X20") == "cccc@"
    assert table.told(TrainShort) == []
    assert table.asks == "Clearance"
    assert (table.place("X20"), table.place("X22")) == ("Point W", "Office 0")


@pytest.mark.rule("OPS-R38", "OPS-8.5", "OPS-8.11")
def test_s37_a_track_for_the_train_that_is_held() -> None:
    """More A/D tracks must be free than trains are held at the Limits."""
    table = given("A0 DE il", "T8 @ Limits 0W", "T6 @ Office 0", queue="X22 (0)", extra_start="office").do("pass")
    assert table.code("StartExtra(Office, W)") == "office-full"
    assert table.among("StartExtra") == ["Point W", "Point E"]


@pytest.mark.rule("OPS-8.5", "OPS-8.4")
def test_the_order_of_new_trains() -> None:
    """The train of the timetable, then sections, then Extras, as long as trays are free."""
    table = given(slots="4: T6+", queue="X20 (0)").do("pass", *["AddCar(c)"] * 6)
    assert table.asks == "Start"
    assert table.running == ["T6", "T6b"]
    full = given("A0 ST", "T7 b@b Office 0", "T9 r@k Office 0", "T13 h@k Office 0", slots="4: T6", queue="X20 (0)").do("pass", *["AddCar(c)"] * 3)
    assert full.queue == ["X20 (0)"]
    assert full.asks == "Option"


@pytest.mark.rule("OPS-8.5", "OPS-8.14")
def test_an_empty_extra() -> None:
    """Its player may close it at once, and with nothing suitable in the yard it is closed by itself, short."""
    table = given(queue="X20 (0)").do("pass", "StartExtra(Point W)", "CloseConsist")
    assert (table.row("X20"), table.place("X20")) == ("@", "Line 0 1/1")
    bare = given(queue="X20 (0)", classification="c8 C8").do("pass", "StartExtra(Point W)")
    assert (bare.row("X20"), bare.asks) == ("@", "Option")
    assert [event.cars for event in bare.told(TrainShort)] == [0]
