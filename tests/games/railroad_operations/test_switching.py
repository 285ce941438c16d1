"""Switching (section 5 of the scenarios): OPS-S16 to OPS-S27."""

import pytest

from railrules.games.railroad_operations.consist import is_made_up
from railrules.games.railroad_operations.events import (
    CarsCoupled,
    CarsRolled,
    CarsSetOut,
    SwitchBegun,
    SwitchEnded,
    TrainMoved,
    TrainSorted,
)
from railrules.games.railroad_operations.state import RollPending, SortPending
from tests.games.railroad_operations.given import HouseRules, Table, given, square, tokens


def switching(area: str, *trains: str, stage: int = 4) -> Table:
    """A Given in which the first train is being switched."""
    return given(area, *trains, stage=stage).do(f"BeginSwitch({trains[0].split(' ', maxsplit=1)[0].rstrip('<>')})")


def made_up(table: Table, train: str) -> bool:
    return is_made_up(table.train(train).consist)


# ---- OPS-S16: reach and its order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.4", "OPS-5.5", "OPS-6.3", "OPS-6.4", "OPS-6.7")
def test_s16_reach_and_its_order() -> None:
    """Depth first, the straight leg before the other; turnouts and Limits are no stops; a Move has one direction."""
    table = switching("Loop", "T16 kb@ 0(2,0)")
    assert table.stops("W") == "(0,0) (-1,0) (-3,0) (1,-1) (0,-1) (-1,-1) (-2,-1)"
    assert table.stops("E") == ""
    table = table.do("MoveTrain(W, (0,0))")
    assert table.stops("W") == "(-1,0) (-3,0)"
    assert table.stops("E") == "(2,0)"


@pytest.mark.rule("OPS-6.4", "OPS-6.7", "OPS-6.11")
def test_s16_round_a_full_office() -> None:
    """The other leg leads round it, both ways."""
    table = switching("Loop", "T16 kb@ 0(2,0)", "T7 @ Office 0")
    assert table.stops("W") == "(1,-1) (0,-1) (-1,-1) (-2,-1) (-3,0)"
    table = table.do("MoveTrain(W, (-3,0))")
    assert table.stops("E") == "(-1,0) (-2,-1) (-1,-1) (0,-1) (1,-1) (2,0)"


@pytest.mark.rule("OPS-6.4", "OPS-6.7")
def test_s16_a_train_on_the_loop() -> None:
    """It blocks the loop, not what lies before it."""
    table = switching("Loop", "T16 kb@ 0(-3,0)", "T7 @ 0(-1,-1)")
    assert table.stops("E") == "(-1,0) (0,0) (2,0) (-2,-1)"


# ---- OPS-S17: leg to leg, and why a stop is refused ----------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-5.4", "OPS-6.3", "OPS-6.4", "OPS-6.5", "OPS-W4")
def test_s17_never_leg_to_leg() -> None:
    """The branch takes two Moves; each refusal names the first obstacle on the way."""
    table = switching("Branch", "T16 kb@ 0(2,0)")
    assert set(table.legal) == {
        "MoveTrain(W, (0,0))",
        "MoveTrain(W, (-1,0))",
        "MoveTrain(W, (-2,0))",
        "SetOut(W, 1)",
        "SetOut(W, 2)",
        "EndSwitch",
    }
    assert table.code("MoveTrain(W, (1,-1))") == "not-connected"
    assert table.code("MoveTrain(W, (2,-1))") == "not-connected"
    assert table.code("MoveTrain(W, (-3,0))") == "leaves-by-limits"
    assert table.code("MoveTrain(E, (3,0))") == "leaves-by-limits"
    assert table.code("MoveTrain(W, (1,0))") == "not-operational-rail"
    assert table.code("MoveTrain(E, (0,0))") == "not-connected"
    table = table.do("MoveTrain(W, (0,0))")
    assert table.stops("E") == "(2,0) (1,-1) (2,-1)"
    moved = table.told(TrainMoved)[-1]
    assert (moved.from_square, moved.square, moved.heading) == (square("(2,0)"), square("(0,0)"), 0)


# ---- OPS-S18: coupling order ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.5", "OPS-6.6", "OPS-R1", "OPS-6.2")
@pytest.mark.parametrize(("train", "row"), [("T16 kB@ Office 0", "kB@hH"), ("T15 @Bk Office 0", "@BkhH")])
def test_s18_cars_join_at_the_leading_end(train: str, row: str) -> None:
    """Ahead of the engine when it leads, behind when it backs: the row is the physical one, west to east."""
    table = switching("Branch; (2,-1) [hH]", train).do("MoveTrain(E, (2,-1))")
    name = train[:3]
    assert table.row(name) == row
    assert table.moves == 5
    assert table.standing("(2,-1)") == ""
    assert not made_up(table, name)
    assert table.told(CarsCoupled) == [CarsCoupled(0, square("(2,-1)"), tokens("hH"), name)]


@pytest.mark.rule("OPS-6.5", "OPS-6.6", "OPS-R1")
def test_s18_cars_join_at_the_west_end() -> None:
    """A westbound Move couples at the west end; the square before the cars is a stop of its own."""
    table = switching("Branch; (-2,0) [hH]", "T15 @Bk Office 0")
    assert table.stops("W") == "(-1,0) (-2,0)"
    table = table.do("MoveTrain(W, (-2,0))")
    assert table.row("T15") == "hH@Bk"


# ---- OPS-S19: five cars --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.5", "OPS-1.5", "OPS-W4")
def test_s19_never_five_cars() -> None:
    """A square whose cars would be too many cannot be entered, nor passed."""
    table = switching("Branch; (2,-1) [hH]; (3,-1) st", "T16 kbb@ Office 0")
    assert set(table.legal) == {
        "MoveTrain(W, (-1,0))",
        "MoveTrain(W, (-2,0))",
        "MoveTrain(E, (2,0))",
        "MoveTrain(E, (1,-1))",
        "EndSwitch",
    }
    assert table.code("MoveTrain(E, (2,-1))") == "consist-too-long"
    assert table.code("MoveTrain(E, (3,-1))") == "stands-behind-cars"


@pytest.mark.rule("OPS-6.5")
def test_s19_a_move_ends_where_it_couples() -> None:
    """With room for them the cars are coupled, and the Move goes no further."""
    table = switching("Branch; (2,-1) [hH]; (3,-1) st", "T16 kb@ Office 0")
    assert table.code("MoveTrain(E, (3,-1))") == "stands-behind-cars"
    table = table.do("MoveTrain(E, (2,-1))")
    assert table.row("T16") == "kb@hH"
    assert "(3,-1)" in table.stops("E")


# ---- OPS-S20: set-outs and Moves of length zero ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.8", "OPS-6.5", "OPS-6.1")
def test_s20_setting_out_and_coupling_again() -> None:
    """A set-out costs no Move; the cars beside the train are a Move of length zero."""
    table = switching("Branch", "T15 @hbk Office 0")
    assert table.code("SetOut(E, 1)") == "not-on-office"
    table = table.do("MoveTrain(E, (2,-1))")
    assert table.among("SetOut") == ["E, 1", "E, 2", "E, 3"]
    assert table.code("SetOut(W, 1)") == "nothing-to-cut"
    table = table.do("SetOut(E, 2)")
    assert (table.row("T15"), table.standing("(2,-1)"), table.split("(2,-1)"), table.moves) == ("@h", "bk", 0, 5)
    assert table.told(CarsSetOut) == [CarsSetOut(0, square("(2,-1)"), 1, tokens("bk"), "T15")]
    table = table.do("MoveTrain(E, (2,-1))")
    assert (table.row("T15"), table.standing("(2,-1)"), table.moves) == ("@hbk", "", 4)
    table = table.do("SetOut(E, 1)", "SetOut(E, 1)")
    assert (table.row("T15"), table.standing("(2,-1)")) == ("@h", "bk")
    table = table.do("MoveTrain(W, (0,0))", "MoveTrain(E, (2,-1))")
    assert (table.row("T15"), table.moves) == ("@hbk", 2)


@pytest.mark.rule("OPS-6.8", "OPS-6.5", "OPS-6.2")
def test_s20_cars_on_both_sides() -> None:
    """The split says how many stand west of the train; the side it leaves by is coupled first, the other stays."""
    table = switching("Branch", "T16 bh@gk 0(2,0)").do("SetOut(W, 1)", "SetOut(E, 1)")
    assert (table.row("T16"), table.standing("(2,0)"), table.split("(2,0)")) == ("h@g", "bk", 1)
    assert table.code("MoveTrain(W, (0,0))") == "cars-must-couple-first"
    table = table.do("SetOut(W, 1)")
    assert (table.row("T16"), table.standing("(2,0)"), table.split("(2,0)")) == ("@g", "bhk", 2)
    table = table.do("MoveTrain(W, (2,0))")
    assert (table.row("T16"), table.standing("(2,0)"), table.split("(2,0)"), table.moves) == ("bh@g", "k", 0, 5)
    table = table.do("MoveTrain(W, (0,0))")
    assert (table.standing("(2,0)"), table.place("T16"), table.row("T16")) == ("k", "Office 0", "bh@g")


@pytest.mark.rule("OPS-6.8", "OPS-6.5", "OPS-5.11")
def test_s20_a_bare_engine_between_its_cars() -> None:
    """It may only couple again, on either side."""
    table = switching("Branch", "T16 kbh@g 0(2,0)").do("SetOut(W, 3)", "SetOut(E, 1)")
    assert (table.row("T16"), table.standing("(2,0)"), table.split("(2,0)")) == ("@", "kbhg", 3)
    assert set(table.legal) == {"MoveTrain(W, (2,0))", "MoveTrain(E, (2,0))", "EndSwitch"}


@pytest.mark.rule("OPS-5.11", "OPS-6.8")
def test_s20_four_cars_on_a_square() -> None:
    """A set-out that would make five is refused."""
    table = switching("Branch; (2,0) st [rr]", "T16 kbh@ 0(2,0)")
    assert "SetOut(W, 2)" in table.legal
    assert table.code("SetOut(W, 3)") == "square-full"


# ---- OPS-S21: a locked facility ----------------------------------------------------------------------------------------------------------

S21 = "Branch; (2,-1) [h] pipe - H -; (3,-1) st"


@pytest.mark.rule("OPS-5.5", "OPS-6.4", "OPS-7.5", "OPS-W4")
def test_s21_a_locked_facility_cannot_be_entered() -> None:
    """Nor passed."""
    table = switching(S21, "T16 kb@ Office 0")
    assert table.stops("E") == "(2,0) (1,-1)"
    assert table.code("MoveTrain(E, (2,-1))") == "track-locked"
    assert table.code("MoveTrain(E, (3,-1))") == "track-locked"


@pytest.mark.rule("OPS-R26", "OPS-6.5", "OPS-6.8", "OPS-W9")
def test_s21_a_train_locked_in_may_leave() -> None:
    """By the side without cars; it does not couple, set out or roll there, and once gone it cannot come back."""
    table = switching(S21, "T16 kb@ 0(2,-1)")
    assert table.split("(2,-1)") == 0
    assert set(table.legal) == {
        "MoveTrain(W, (1,-1))",
        "MoveTrain(W, (0,0))",
        "MoveTrain(W, (-1,0))",
        "MoveTrain(W, (-2,0))",
        "EndSwitch",
    }
    assert table.code("MoveTrain(E, (2,-1))") == "track-locked"
    assert table.code("SetOut(W, 1)") == "track-locked"
    assert table.code("FlyingSwitch(W, 1)") == "no-facility-in-reach"
    table = table.do("MoveTrain(W, (1,-1))")
    assert table.code("MoveTrain(E, (2,-1))") == "track-locked"


# ---- OPS-S22: the Office -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.4", "OPS-6.11", "OPS-5.12")
def test_s22_a_full_office() -> None:
    """It cannot be entered or passed; a Depot with a free A/D track can."""
    table = switching("Branch", "T16 kb@ 0(2,0)", "T7 @ Office 0")
    assert set(table.legal) == {"SetOut(W, 1)", "SetOut(W, 2)", "EndSwitch"}
    assert table.code("MoveTrain(W, (0,0))") == "blocked-by-train"
    assert table.code("MoveTrain(W, (-1,0))") == "blocked-by-train"
    depot = switching("DE Branch", "T16 kb@ 0(2,0)", "T7 @ Office 0")
    assert depot.stops("W") == "(0,0) (-1,0) (-2,0)"
    entered = depot.do("MoveTrain(W, (0,0))")
    assert (entered.place("T16"), entered.place("T7")) == ("Office 0", "Office 0")


@pytest.mark.rule("OPS-6.11", "OPS-4.3")
def test_s22_a_track_is_free_at_once() -> None:
    """Who leaves the Office may move back into it."""
    table = given("Branch", "T7 @ Office 0", "T16 kb@ 0(2,0)")
    assert table.among("BeginSwitch") == ["T7", "T16"]
    table = table.do("BeginSwitch(T7)", "MoveTrain(W, (-1,0))")
    assert table.stops("E") == "(0,0) (1,-1) (2,-1)"
    assert table.do("MoveTrain(E, (0,0))").place("T7") == "Office 0"


# ---- OPS-S23: Small Yard -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.9", "OPS-R6")
def test_s23_sorting() -> None:
    """One Move, any order, named from the west; the last token follows by itself."""
    table = switching("Loop", "T16 b@k 0(0,-1)").do("BeginSort")
    pending = table.pending
    assert isinstance(pending, SortPending)
    assert pending.switch.moves == 5
    assert set(table.legal) == {"SortNext(@)", "SortNext(b)", "SortNext(k)"}
    table = table.do("SortNext(k)")
    assert set(table.legal) == {"SortNext(@)", "SortNext(b)"}
    table = table.do("SortNext(b)")
    assert table.row("T16") == "kb@"
    assert made_up(table, "T16")
    assert table.moves == 5
    assert table.told(TrainSorted) == [TrainSorted(0, tokens("b@k"), tokens("kb@"), "T16")]


@pytest.mark.rule("OPS-R25", "OPS-R6", "OPS-6.9")
@pytest.mark.parametrize(("row", "first", "result"), [("bb@", "b", "b@b"), ("b@k", "b", "bk@"), ("bb@", "@", "@bb")])
def test_s23_the_row_must_change(row: str, first: str, result: str) -> None:
    """A token after which only the old row could come is not offered; what is then left follows by itself."""
    table = switching("Loop", f"T16 {row} 0(0,-1)").do("BeginSort")
    assert set(table.among("SortNext")) == set(row)
    assert table.do(f"SortNext({first})").row("T16") == result


@pytest.mark.rule("OPS-R25", "OPS-R6")
def test_s23_two_tokens() -> None:
    """The one other order comes by itself."""
    table = switching("Loop", "T16 b@ 0(0,-1)").do("BeginSort")
    assert (table.asks, table.row("T16"), table.moves) == ("Switch", "@b", 5)


@pytest.mark.rule("OPS-6.9", "OPS-R25")
def test_s23_where_there_is_nothing_to_sort() -> None:
    """A bare engine has one order; elsewhere than on a Small Yard no train is sorted."""
    assert switching("Loop", "T16 @ 0(0,-1)").code("BeginSort") == "only-one-order"
    assert switching("Loop", "T16 @ 0(2,0)").code("BeginSort") == "not-on-small-yard"
    assert switching("Loop", "T16 kb@ Office 0").code("BeginSort") == "not-on-small-yard"


# ---- OPS-S24: Flying Switch ----------------------------------------------------------------------------------------------------------------

S24 = "Branch; (3,-1) Foundry [h]"


@pytest.mark.rule("OPS-6.10", "OPS-R24", "OPS-R7")
def test_s24_a_cut_rolls_out_of_the_office() -> None:
    """For one Move, to a facility; the train stays."""
    table = switching(S24, "T16 k@hh Office 0")
    assert table.among("FlyingSwitch") == ["E, 1", "E, 2"]
    assert table.code("FlyingSwitch(W, 1)") == "no-facility-in-reach"
    assert table.code("FlyingSwitch(E, 3)") == "nothing-to-cut"
    table = table.do("FlyingSwitch(E, 2)")
    pending = table.pending
    assert isinstance(pending, RollPending)
    assert pending.switch.moves == 5
    assert table.legal == ["RollTo((2,-1))", "RollTo((3,-1))"]
    assert table.code("RollTo((2,0))") == "not-a-facility"
    table = table.do("RollTo((3,-1))")
    assert (table.standing("(3,-1)"), table.row("T16"), table.place("T16"), table.moves) == ("hhh", "k@", "Office 0", 5)
    assert table.told(CarsRolled) == [CarsRolled(0, square("(3,-1)"), 1, tokens("hh"), "T16")]


@pytest.mark.rule("OPS-R24", "OPS-6.10")
def test_s24_the_cut_joins_on_the_near_side() -> None:
    """What rolls east stands west of the cars that are there, in its own order; what rolls west stands east of them."""
    table = switching(S24, "T16 k@bg Office 0").do("FlyingSwitch(E, 2)", "RollTo((3,-1))")
    assert table.standing("(3,-1)") == "bgh"
    west = "A0 -3..3: (-1,0) tEN; (-1,-1) cWS; (-2,-1) Coal Tipple [h]"
    table = switching(west, "T15 bg@k Office 0").do("FlyingSwitch(W, 2)")
    assert table.standing("(-2,-1)") == "hbg"
    assert table.row("T15") == "@k"


@pytest.mark.rule("OPS-R24", "OPS-R6", "OPS-5.11")
def test_s24_cars_end_a_roll() -> None:
    """Only the target may hold cars; a single target is taken by the engine."""
    table = switching(S24, "T16 k@hh Office 0").do("FlyingSwitch(E, 1)", "RollTo((2,-1))")
    assert table.standing("(2,-1)") == "h"
    table = table.do("FlyingSwitch(E, 1)")
    assert table.asks == "Switch"
    assert (table.standing("(2,-1)"), table.row("T16"), table.moves) == ("hh", "k@", 4)


@pytest.mark.rule("OPS-6.10", "OPS-5.11", "OPS-W9")
def test_s24_room_and_locks() -> None:
    """Four cars on the target at most, and no locked square."""
    table = switching("Branch; (2,-1) [hhh]", "T16 k@hh Office 0")
    assert "FlyingSwitch(E, 1)" in table.legal
    assert table.code("FlyingSwitch(E, 2)") == "no-facility-in-reach"
    locked = switching("Branch; (2,-1) [hhh] pipe - H -", "T16 k@hh Office 0")
    assert locked.code("FlyingSwitch(E, 1)") == "no-facility-in-reach"
    assert locked.code("FlyingSwitch(E, 2)") == "no-facility-in-reach"


@pytest.mark.rule("OPS-W9", "OPS-6.10", "OPS-R24")
def test_w9_what_a_roll_does_not_reach() -> None:
    """Cars beside the train, trains and cars on the way stop it; `RollTo` says why a facility is no target."""
    beside = switching("Branch; (1,-1) cES [b]", "T16 k@h 0(1,-1)")
    assert beside.code("FlyingSwitch(E, 1)") == "no-facility-in-reach"
    assert beside.code("FlyingSwitch(W, 1)") == "no-facility-in-reach"
    train = switching("Branch", "T16 k@h Office 0", "T7 @ 0(1,-1)")
    assert train.code("FlyingSwitch(E, 1)") == "no-facility-in-reach"
    cars = switching("Branch; (1,-1) cES [b]", "T16 k@h Office 0")
    assert cars.code("FlyingSwitch(E, 1)") == "no-facility-in-reach"
    rolling = switching("Branch; (2,-1) [hhh]; (3,-1) Foundry", "T16 k@hh Office 0").do("FlyingSwitch(E, 1)")
    assert rolling.standing("(2,-1)") == "hhhh"  # the only target, for it ends the roll
    yard = (
        "A0 -3..5: (1,0) tWN; (1,-1) cES; (2,-1) tWN; (2,-2) cES; (3,-2) Stock Pens; (3,-1) Coal Tipple [h]; (4,-1) Oil Loading Rack;"
        "(2,0) tWS; (2,1) cEN; (3,1) Foundry [hhh]"
    )
    roll = switching(yard, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)")
    assert roll.targets("RollTo") == "(3,-2) (3,-1)"
    assert roll.code("RollTo((4,-1))") == "path-blocked"
    assert roll.code("RollTo((3,1))") == "square-full"
    assert roll.code("RollTo((2,0))") == "not-a-facility"
    assert roll.code("RollTo((0,-2))") == "not-a-facility"


# ---- OPS-S25: trains 3 and 4 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.14", "OPS-R3")
def test_s25_one_freight_car_a_square() -> None:
    """Picked up or set out, in sum; another square has its own budget."""
    table = switching("Branch Fruit Shed", "T4 b@r Office 0").do("MoveTrain(E, (2,-1))", "SetOut(E, 1)")
    assert (table.row("T4"), table.standing("(2,-1)"), table.worked) == ("b@", "r", "(2,-1)")
    assert table.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    assert table.code("SetOut(W, 1)") == "setout-forbidden"
    table = table.do("MoveTrain(W, (1,-1))")
    assert "SetOut(W, 1)" in table.legal


@pytest.mark.rule("OPS-6.14", "OPS-R3")
def test_s25_coupling_spends_the_budget() -> None:
    """After one freight car was coupled none is set out there."""
    table = switching("Branch Fruit Shed; (2,-1) [r]", "T4 rcb@ Office 0").do("MoveTrain(E, (2,-1))")
    assert table.row("T4") == "rcb@r"
    assert table.worked == "(2,-1)"
    assert table.among("SetOut") == []


@pytest.mark.rule("OPS-6.14")
def test_s25_two_freight_cars_are_too_many() -> None:
    """Coaches do not count."""
    assert switching("Branch Fruit Shed; (2,-1) [rr]", "T4 b@ Office 0").code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    table = switching("Branch Fruit Shed; (2,-1) [cCr]", "T4 b@ Office 0").do("MoveTrain(E, (2,-1))")
    assert table.row("T4") == "b@cCr"
    coaches = switching("Branch Fruit Shed; (2,-1) [cC]", "T4 b@ Office 0").do("MoveTrain(E, (2,-1))")
    assert (coaches.row("T4"), coaches.worked) == ("b@cC", "")


@pytest.mark.rule("OPS-6.14", "OPS-R3", "OPS-R6")
def test_s25_a_roll_spends_the_budget_of_its_target() -> None:
    """One freight car may roll, and the square it rolls to is spent."""
    table = switching("Branch Fruit Shed; (2,-1) [r]", "T4 @rr Office 0")
    assert table.code("FlyingSwitch(E, 2)") == "setout-forbidden"
    table = table.do("FlyingSwitch(E, 1)")
    assert table.standing("(2,-1)") == "rr"
    assert table.worked == "(2,-1)"
    assert table.code("FlyingSwitch(E, 1)") == "setout-forbidden"


@pytest.mark.rule("OPS-6.10", "OPS-6.14", "OPS-R3")
def test_the_budget_is_spent_by_the_roll() -> None:
    """A Flying Switch costs a Move at once, the freight car of a square only when it is said which; that square is closed then, others are open."""
    table = switching("Branch Fruit Shed; (3,-1) Foundry", "T4 @brr Office 0").do("FlyingSwitch(E, 1)")
    pending = table.state.pending
    assert isinstance(pending, RollPending)
    assert (pending.switch.moves, pending.switch.worked) == (5, ())
    assert table.among("RollTo") == ["(2,-1)", "(3,-1)"]
    table = table.do("RollTo((3,-1))")
    assert (table.worked, table.moves) == ("(3,-1)", 5)
    table = table.do("FlyingSwitch(E, 1)")  # one facility is left, so the engine names it
    assert (table.standing("(2,-1)"), table.standing("(3,-1)"), table.row("T4")) == ("r", "r", "@b")


@pytest.mark.rule("OPS-R3", "OPS-6.14")
def test_the_budget_is_of_one_switch() -> None:
    """A train is switched once a Stage at most; in the next Stage the budget is whole again."""
    table = switching("Branch Fruit Shed", "T4 b@r Office 0").do("MoveTrain(E, (2,-1))", "SetOut(E, 1)", "EndSwitch")
    assert (table.asks, table.when) == ("Option", (1, 5))
    table = table.do("BeginSwitch(T4)")
    assert table.worked == ""
    assert table.do("MoveTrain(E, (2,-1))").row("T4") == "b@r"


# ---- OPS-S26: the other restrictions ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.14")
def test_s26_trains_7_and_8_keep_their_coaches() -> None:
    """No cut with a coach is set out."""
    table = switching("Branch", "T8 cb@Ct 0(2,0)")
    assert "SetOut(E, 1)" in table.legal
    for refused in ("SetOut(E, 2)", "SetOut(W, 1)", "SetOut(W, 2)"):
        assert table.code(refused) == "setout-forbidden"


@pytest.mark.rule("OPS-6.14")
def test_s26_x13_never_couples() -> None:
    """It may set out and roll; what it has set out on one side it leaves behind by the other."""
    table = switching("Branch; (2,-1) [h]", "X13> k@g Office 0")
    assert table.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    assert {"MoveTrain(E, (1,-1))", "FlyingSwitch(E, 1)"} <= set(table.legal)
    table = switching("Branch", "X13> k@g 0(2,0)").do("SetOut(E, 1)")
    assert table.code("MoveTrain(E, (2,0))") == "coupling-forbidden"
    assert table.stops("E") == ""
    assert table.stops("W") == "(0,0) (-1,0) (-2,0)"


@pytest.mark.rule("OPS-6.14")
def test_s26_x22_couples_empties_only() -> None:
    """A square with a loaded car cannot be entered."""
    assert switching("Branch; (2,-1) [hH]", "X22> k@ Office 0").code("MoveTrain(E, (2,-1))") == "coupling-forbidden"
    assert switching("Branch; (2,-1) [hh]", "X22> k@ Office 0").do("MoveTrain(E, (2,-1))").row("X22") == "k@hh"


@pytest.mark.rule("OPS-6.14", "OPS-4.3")
@pytest.mark.parametrize("train", ["T1 @C Office 0", "X11< @c 0(2,0)", "X15> kB@ Office 0"])
def test_s26_no_switching(train: str) -> None:
    """Some trains take no step at all; with no other there is no Switch."""
    table = given("Branch", train)
    name = train.split(" ", maxsplit=1)[0].rstrip("<>")
    assert table.code(f"BeginSwitch({name})") == "train-may-not-switch"
    assert table.among("BeginSwitch") == []


# ---- OPS-S27: Moves ------------------------------------------------------------------------------------------------------------------------

SHUTTLE = tuple(f"MoveTrain({('E', 'W')[turn % 2]}, ({(2, 0)[turn % 2]},0))" for turn in range(6))


@pytest.mark.rule("OPS-6.1")
@pytest.mark.parametrize("stage", range(1, 13))
def test_s27_reduced_visibility(stage: int) -> None:
    """Five Moves in the Stages 1, 2, 3, 11 and 12, else six."""
    option: HouseRules = {"reduced_visibility": True}
    fewer = given("Branch", "T16 kb@ Office 0", stage=stage, **option).do("BeginSwitch(T16)")
    moves = 5 if stage in (1, 2, 3, 11, 12) else 6
    assert fewer.moves == moves
    assert fewer.told(SwitchBegun) == [SwitchBegun(0, 0, moves, "T16")]
    assert switching("Branch", "T16 kb@ Office 0", stage=stage).moves == 6


@pytest.mark.rule("OPS-6.1", "OPS-6.8", "OPS-R6")
def test_s27_after_the_last_move() -> None:
    """Set-outs stay possible; when nothing is left to do the Switch ends by itself."""
    table = given("Branch", "T16 kb@ Office 0", stage=2, reduced_visibility=True).do("BeginSwitch(T16)", *SHUTTLE[:5])
    assert table.moves == 0
    assert set(table.legal) == {"SetOut(W, 1)", "SetOut(W, 2)", "EndSwitch"}
    assert table.code("MoveTrain(W, (0,0))") == "no-moves-left"
    table = table.do("SetOut(W, 2)")
    assert (table.asks, table.when) == ("Option", (1, 3))
    assert table.told(SwitchEnded) == [SwitchEnded(0, "T16")]
    assert table.standing("(2,0)") == "kb"


@pytest.mark.rule("OPS-6.1", "OPS-R6")
def test_s27_a_bare_engine_is_done_with_its_moves() -> None:
    """The turn ends after the last Move."""
    table = given("Branch", "T16 @ Office 0", stage=2, reduced_visibility=True).do("BeginSwitch(T16)", *SHUTTLE[:4])
    assert table.when == (1, 2)
    table = table.do(SHUTTLE[4])
    assert (table.asks, table.when) == ("Option", (1, 3))


@pytest.mark.rule("OPS-4.3", "OPS-6.1", "OPS-R27")
def test_s27_which_trains_may_be_named() -> None:
    """One in the own area, with a step to make; one held at the Limits is not in the area."""
    two = given("Branch", "T16 kb@ Office 0", players=2)
    assert two.acts == 1
    assert two.code("BeginSwitch(T16)") == "train-not-in-area"
    assert two.code("BeginSwitch(tray 4)") == "no-such-train"
    assert two.among("BeginSwitch") == []
    held = given("A0 DE il", "T16 kb@ Limits 0W", "T7 @ Office 0", "T5 @ Office 0")
    assert held.code("BeginSwitch(T16)") == "train-not-in-area"
    bare = given("", "T16 @ Office 0")
    assert bare.code("BeginSwitch(T16)") == "train-cannot-move"
    line = given("", "T16 @ Line 0 1/1")
    assert line.code("BeginSwitch(T16)") == "train-not-in-area"


# ---- further -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-6.13")
def test_cars_set_out_belong_to_nobody() -> None:
    """Another train couples what one has set out."""
    table = given("DE Branch", "T16 kb@ Office 0", "T7 b@b Office 0")
    table = table.do("BeginSwitch(T16)", "MoveTrain(E, (1,-1))", "SetOut(W, 1)", "MoveTrain(E, (2,-1))")
    assert table.standing("(1,-1)") == "k"
    table = table.do("EndSwitch", "BeginSwitch(T7)")
    assert table.do("MoveTrain(E, (1,-1))").row("T7") == "b@bk"


@pytest.mark.rule("OPS-W4", "OPS-6.5", "OPS-6.14")
def test_w4_cars_on_the_own_square() -> None:
    """Another target is refused first; the own square says why it cannot be coupled."""
    forbidden = given("Branch; (2,0) st [h]", "X13> k@ 0(2,0)").do("BeginSwitch(X13)")
    assert forbidden.code("MoveTrain(E, (2,0))") == "coupling-forbidden"
    assert forbidden.code("MoveTrain(E, (3,0))") == "cars-must-couple-first"
    long = given("Branch; (2,0) st [hhh]", "T16 kb@ 0(2,0)").do("BeginSwitch(T16)")
    assert long.code("MoveTrain(E, (2,0))") == "consist-too-long"
    both = given("Branch; (2,-1) [HHHH]", "X22> k@ Office 0").do("BeginSwitch(X22)")
    assert both.code("MoveTrain(E, (2,-1))") == "coupling-forbidden"


@pytest.mark.rule("OPS-W4", "OPS-6.7")
def test_w4_the_first_way_decides() -> None:
    """Of two ways to a target the straight leg's first obstacle is named."""
    table = switching("Loop; (-1,-1) st [bb]", "T16 kbg@ 0(-3,0)", "T7 @ Office 0")
    assert table.code("MoveTrain(E, (2,0))") == "blocked-by-train"
    assert table.code("MoveTrain(E, (0,-1))") == "stands-behind-cars"
    assert table.code("MoveTrain(E, (-1,-1))") == "consist-too-long"
    assert table.code("MoveTrain(E, (-2,0))") == "not-operational-rail"
    assert table.code("MoveTrain(E, (4,2))") == "not-connected"


@pytest.mark.rule("OPS-R27", "OPS-4.3")
def test_a_train_that_can_only_set_out_may_be_switched() -> None:
    """One legal step of any kind is enough."""
    table = given("A0 WP -1..2: (1,0) st", "T7 @ Office 0", "T16 kb@ 0(1,0)")
    assert "T16" in table.among("BeginSwitch")
    table = table.do("BeginSwitch(T16)")
    assert set(table.legal) == {"SetOut(W, 1)", "SetOut(W, 2)", "EndSwitch"}
    one = given("A0 WP -1..2: (1,0) st [bbb]", "T7 @ Office 0", "T16 kb@ 0(1,0)").do("BeginSwitch(T16)")
    assert set(one.legal) == {"SetOut(W, 1)", "EndSwitch"}
