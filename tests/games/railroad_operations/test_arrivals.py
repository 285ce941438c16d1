"""The Mainline (section 8 of the scenarios): departures, arrivals, the Limits, Yard Offices, expedited trains: OPS-S43 to OPS-S46."""

import pytest

from railrules.games.railroad_operations.events import (
    ExpediteFined,
    LineCollision,
    OfficeCollision,
    PhaseStarted,
    RevenueChanged,
    StageStarted,
    TelegraphUsed,
    TrainAdmitted,
    TrainAdvanced,
    TrainArrived,
    TrainDiverted,
    TrainHeldAtLimits,
    TrainStayed,
    TrainWrecked,
)
from railrules.games.railroad_operations.state import OnLine
from tests.games.railroad_operations.given import Table, given, square, tokens

# ---- OPS-S43: departures -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.9")
@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("kb@", None),
        ("@bk", None),
        ("k@", None),
        ("@", None),
        ("kbk@", None),
        ("b@c", "engine-between-cars"),
        ("bk@", "caboose-not-at-end"),
        ("@kb", "caboose-not-at-end"),
    ],
)
def test_s43_made_up(row: str, reason: str | None) -> None:
    """Engine at one end, and a caboose, if any, at the other; then a train leaves in its own direction whichever end leads."""
    table = given("", f"T16 {row} Office 0").do("pass")
    if reason is None:
        assert table.place("T16") == "Line 1 1/1"
        assert table.told(TrainStayed) == []
    else:
        assert table.place("T16") == "Office 0"
        assert [(event.tray, event.reason) for event in table.told(TrainStayed)] == [(0, reason)]


@pytest.mark.rule("OPS-8.9", "OPS-R39", "OPS-6.12")
def test_s43_a_fouled_running_track() -> None:
    """Cars or a train between the Office and the Limit it leaves by stop it, without a collision; on the other side they do not."""
    stays = TrainStayed(0, "running-track-fouled", "T16")
    cars = given("A0 WP -2..2: (1,0) st [h]", "T16 kb@ Office 0").do("pass")
    assert cars.told(TrainStayed) == [stays]
    assert (cars.place("T16"), cars.collisions, cars.revenue) == ("Office 0", (0, 0), (0,))
    behind = given("A0 WP -2..2: (-1,0) st [h]", "T16 kb@ Office 0").do("pass")
    assert behind.place("T16") == "Line 1 1/1"
    train = given("A0 WP -2..2", "T16 kb@ Office 0", "T7 @ 0(1,0)").do("pass")
    assert train.told(TrainStayed) == [stays]


@pytest.mark.rule("OPS-R39", "OPS-8.9", "OPS-8.11")
def test_s43_a_train_held_at_the_limit_does_not_stop_it() -> None:
    """It stands clear, and takes the track that came free."""
    table = given("A0 WP il", "T16 kb@ Office 0", "T7 @ Limits 0E").do("pass")
    assert table.place("T16") == "Line 1 1/1"
    assert table.place("T7") == "Office 0"
    assert table.told(TrainAdmitted) == [TrainAdmitted(1, 0, "T7")]


@pytest.mark.rule("OPS-R39", "OPS-8.8")
def test_fouling_is_looked_at_before_clearance() -> None:
    """A train that cannot leave asks nobody."""
    table = given("A0 DE -2..2: (1,0) st [h]", "T16 kb@ Office 0", "T14 k@ Line 1 1/3", line="1 / 3").do("pass")
    assert table.asks == "Option"
    assert len(table.told(TrainStayed)) == 1


def s43_telegraph() -> Table:
    return given("A0 DE tg", "T16 kb@ Office 0", "T7 b@c Office 0").do("pass")


@pytest.mark.rule("OPS-5.14", "OPS-R13", "OPS-8.9")
def test_s43_a_train_is_held_by_telegraph() -> None:
    """Only one that could try to leave; once a Day."""
    table = s43_telegraph()
    assert table.asks == "Telegraph"
    assert table.legal == ["LetRun", "TelegraphHold(T16)"]
    assert table.code("TelegraphHold(T7)") == "train-not-ready"
    table = table.do("TelegraphHold(T16)")
    assert table.told(TelegraphUsed) == [TelegraphUsed(0, 0, "T16")]
    assert table.place("T16") == "Office 0"
    assert table.told(TrainStayed) == [TrainStayed(1, "engine-between-cars", "T7")]
    assert table.area().telegraph_used
    table = table.do("pass")
    assert (table.asks, table.when) == ("Option", (1, 6))
    assert table.place("T16") == "Line 1 1/1"


@pytest.mark.rule("OPS-R13", "OPS-5.14")
def test_s43_not_using_it_keeps_it() -> None:
    """With `LetRun` the train leaves, and the Telegraph is unused."""
    table = s43_telegraph().do("LetRun")
    assert table.place("T16") == "Line 1 1/1"
    assert not table.area().telegraph_used
    assert table.told(TelegraphUsed) == []


@pytest.mark.rule("OPS-5.14", "OPS-3.4", "OPS-R13")
def test_s43_on_the_next_day_it_is_asked_again() -> None:
    """The use is of one Day; without a train that could leave nobody is asked."""
    table = given("A0 DE tg", "T16 kb@ Line 0 1/1", slots="3: T16", stage=12, telegraph_used=(0,)).do("pass")
    assert table.when == (2, 1)
    assert not table.area().telegraph_used
    table = table.do("pass")
    assert table.asks == "Telegraph"
    nobody = given("A0 DE tg", "T7 b@c Office 0").do("pass")
    assert nobody.asks == "Option"


@pytest.mark.rule("OPS-R13", "OPS-3.2")
def test_telegraphs_are_asked_in_acting_order() -> None:
    """Each owner about the trains at the own Office, before any train moves."""
    table = given("A0 DE tg", "T16 kb@ Office 0", "T14 k@ Office 1", players=2, fedora=1, a1="DE tg").do("pass")
    assert (table.asks, table.among("TelegraphHold")) == ("1 Telegraph", ["T14"])
    table = table.do("TelegraphHold(T14)")
    assert (table.asks, table.among("TelegraphHold")) == ("0 Telegraph", ["T16"])
    table = table.do("LetRun")
    assert (table.place("T14"), table.place("T16")) == ("Office 1", "Line 1 1/1")


@pytest.mark.rule("OPS-8.9", "OPS-8.6")
def test_s43_a_train_that_arrived_does_not_leave_again() -> None:
    """Not in the same Stage; in the next it does. The same holds for one that was admitted."""
    table = given("", "T16 kb@ Line 0 1/1").do("pass")
    assert table.place("T16") == "Office 0"
    assert table.train("T16").arrived
    assert table.told(TrainArrived) == [TrainArrived(0, 0, "T16")]
    assert table.do("pass").place("T16") == "Line 1 1/1"
    admitted = given("A0 DE il", "T14 k@ Limits 0W").do("pass")
    assert admitted.place("T14") == "Office 0"
    assert admitted.do("pass").place("T14") == "Line 1 1/1"


# ---- OPS-S44: arrivals and the Limits --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.10", "OPS-R22", "OPS-6.12")
def test_s44_cars_foul_the_side_of_arrival() -> None:
    """A collision, Interlocking or not; on the other side they foul nothing."""
    fouled = given("A0 WP -2..2 il: (-1,0) st [h]", "T16 kb@ Line 0 1/1").do("pass")
    assert fouled.told(OfficeCollision) == [OfficeCollision(0, 0, "fouled", "T16")]
    assert fouled.revenue == (-5,)
    assert fouled.running == []
    assert fouled.standing("(-1,0)") == "h"
    other = given("A0 WP -2..2 il: (1,0) st [h]", "T16 kb@ Line 0 1/1").do("pass")
    assert other.place("T16") == "Office 0"
    train = given("A0 WP -2..2 il", "T16 kb@ Line 0 1/1", "T7 @ 0(-1,0)").do("pass")
    assert train.told(OfficeCollision) == [OfficeCollision(0, 0, "fouled", "T16")]
    assert train.place("T7") == "0(-1,0)"


@pytest.mark.rule("OPS-8.10", "OPS-8.14", "OPS-1.6")
def test_s44_a_full_office() -> None:
    """The arriving train alone is wrecked, and the Office's player loses 5."""
    table = given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1").do("pass")
    assert table.told(OfficeCollision) == [OfficeCollision(1, 0, "office-full", "T16")]
    assert table.told(TrainWrecked) == [TrainWrecked(1, tokens("kb"), "T16")]
    assert table.revenue == (-5,)
    assert table.told(RevenueChanged) == [RevenueChanged(0, -5, "collision", -5)]
    assert table.classification == "b1 k1"
    assert (table.row("T5"), table.place("T5")) == ("b@b", "Office 0")


@pytest.mark.rule("OPS-8.10", "OPS-8.11")
def test_s44_interlocking_holds_at_the_limits() -> None:
    """One train on each side; a second one there collides."""
    held = given("A0 WP il", "T5 b@b Office 0", "T16 kb@ Line 0 1/1").do("pass")
    assert held.place("T16") == "Limits 0W"
    assert held.held() == ["T16 W"]
    assert held.told(TrainHeldAtLimits) == [TrainHeldAtLimits(1, 0, 0, "T16")]
    assert held.revenue == (0,)
    second = given("A0 WP il", "T5 b@b Office 0", "T14 k@ Limits 0W", "T16 kb@ Line 0 1/1").do("pass")
    assert second.told(OfficeCollision) == [OfficeCollision(2, 0, "limits-occupied", "T16")]
    assert second.revenue == (-5,)
    assert second.place("T14") == "Limits 0W"
    other = given("A0 WP il", "T5 b@b Office 0", "T14 k@ Limits 0W", "T15 @k Line 1 1/1").do("pass")
    assert other.place("T15") == "Limits 0E"
    assert other.held() == ["T14 W", "T15 E"]


@pytest.mark.rule("OPS-8.11", "OPS-R20", "OPS-8.9")
def test_s44_the_older_is_admitted_first() -> None:
    """At once when the track frees, past the train that leaves; the other in the next Stage."""
    table = given("A0 WP il", "T14 k@ Limits 0W", "T15 @k Limits 0E", "T5 @b Office 0").do("pass")
    assert table.place("T5") == "Line 0 1/1"
    assert (table.place("T14"), table.place("T15")) == ("Office 0", "Limits 0E")
    assert table.told(TrainAdmitted) == [TrainAdmitted(0, 0, "T14")]
    table = table.do("pass")
    assert table.place("T14") == "Line 1 1/1"
    assert table.place("T15") == "Office 0"


@pytest.mark.rule("OPS-R20", "OPS-8.11")
def test_s44_admitted_before_the_next_train_moves() -> None:
    """The track that frees is taken at once, not at the end of the phase."""
    table = given("A0 WP il", "T14 k@ Limits 0W", "T5 @b Office 0", "T16 kb@ Line 1 1/2", line="1 / 2").do("pass")
    told = [event for event in table.events if isinstance(event, (TrainAdvanced, TrainAdmitted))]
    assert told == [TrainAdvanced(1, OnLine(0, 0, 1), "T5"), TrainAdmitted(0, 0, "T14"), TrainAdvanced(2, OnLine(1, 0, 2), "T16")]


@pytest.mark.rule("OPS-8.11", "OPS-R20")
def test_s44_before_any_later_arrival() -> None:
    """The train that was held takes the track; the one that arrives later is held."""
    table = given("A0 WP il", "T14 k@ Limits 0W", "T5 @b Office 0", "T9 @k Line 1 1/1").do("pass")
    assert table.place("T5") == "Line 0 1/1"
    assert table.place("T14") == "Office 0"
    assert table.place("T9") == "Limits 0E"


@pytest.mark.rule("OPS-R20", "OPS-8.11")
def test_s44_a_fouled_side_lets_the_next_go() -> None:
    """The older waits, for cars stand on its side."""
    table = given("A0 WP -2..2 il: (-1,0) st [h]", "T14 k@ Limits 0W", "T15 @k Limits 0E").do("pass")
    assert (table.place("T14"), table.place("T15")) == ("Limits 0W", "Office 0")


@pytest.mark.rule("OPS-8.11", "OPS-R20", "OPS-5.12")
def test_s44_a_new_track() -> None:
    """A Depot is built: the train held is admitted when the Mainline phase begins, and does not leave in it."""
    start = given("A0 WP il", "T14 k@ Limits 0W", "T5 b@b Office 0", hands=("Depot, tWN",))
    table = start.do("DrawHomeOffice", "draws tWS", "PlayCard(Depot)")
    assert table.place("T14") == "Limits 0W"
    table = table.do("EndDraw")
    assert table.place("T14") == "Office 0"
    events = [event for event in table.events if isinstance(event, (PhaseStarted, TrainAdmitted, TrainStayed))]
    stayed = TrainStayed(1, "engine-between-cars", "T5")
    assert events[:4] == [PhaseStarted("new-train"), PhaseStarted("mainline"), TrainAdmitted(0, 0, "T14"), stayed]


@pytest.mark.rule("OPS-R20", "OPS-6.11", "OPS-R27")
def test_a_switched_train_may_take_the_track_first() -> None:
    """In Local Operations nobody is admitted; a train that switches into the Office has it."""
    table = given("A0 WP -2..2 il", "T14 k@ Limits 0W", "T7 @c Office 0", "T16 kb@ 0(1,0)")
    table = table.do("BeginSwitch(T7)", "MoveTrain(W, (-1,0))")
    assert table.place("T14") == "Limits 0W"
    table = table.do("EndSwitch")
    # The side of T14 is fouled by T7, so it is not admitted, though the track is free.
    assert (table.place("T14"), table.when) == ("Limits 0W", (1, 5))
    table = table.do("BeginSwitch(T16)", "MoveTrain(W, (0,0))")
    assert table.place("T16") == "Office 0"


# ---- OPS-S45: Yard Office --------------------------------------------------------------------------------------------------------------------

S45 = "A0 WP -2..2: (-1,0) tWN; (-1,-1) cES; (0,-1) yo"


@pytest.mark.rule("OPS-8.10", "OPS-R23")
def test_s45_diverted() -> None:
    """It is asked before the A/D track is taken; a diverted train has not arrived, and must be switched to the Office to go on."""
    table = given(S45, "T10 kR@ Line 0 1/1").do("pass")
    assert table.asks == "Divert"
    assert table.legal == ["TakeOffice", "DivertTrain((0,-1))"]
    assert table.code("DivertTrain((1,-1))") == "no-yard-office-there"
    taken = table.do("TakeOffice")
    assert taken.place("T10") == "Office 0"
    table = table.do("DivertTrain((0,-1))")
    assert table.place("T10") == "0(0,-1)"
    assert not table.train("T10").arrived
    assert table.told(TrainDiverted) == [TrainDiverted(0, 0, square("(0,-1)"), "T10")]
    table = table.do("pass")
    assert table.place("T10") == "0(0,-1)"
    table = table.do("BeginSwitch(T10)", "MoveTrain(W, (-1,-1))")
    assert table.place("T10") == "0(-1,-1)"


@pytest.mark.rule("OPS-8.10", "OPS-R23", "OPS-8.14")
def test_s45_declining() -> None:
    """It means the Office, the Limits or the collision."""
    table = given(S45, "T5 b@b Office 0", "T10 kR@ Line 0 1/1").do("pass")
    assert table.asks == "Divert"
    assert table.do("DivertTrain((0,-1))").revenue == (0,)
    declined = table.do("TakeOffice")
    assert declined.told(OfficeCollision) == [OfficeCollision(1, 0, "office-full", "T10")]
    assert declined.revenue == (-5,)
    held = given(S45.replace("-2..2", "-2..2 il"), "T5 b@b Office 0", "T10 kR@ Line 0 1/1").do("pass", "TakeOffice")
    assert held.place("T10") == "Limits 0W"


@pytest.mark.rule("OPS-R19", "OPS-R23", "OPS-8.10", "OPS-5.4")
@pytest.mark.parametrize(
    "trains",
    [("T4 c@ Line 0 1/1",), ("X15> kB@ Line 0 1/1",), ("T10 kR@ Line 0 1/1", "T7 @ 0(0,-1)"), ("T9 @rk Line 1 1/1",)],
)
def test_s45_no_question(trains: tuple[str, ...]) -> None:
    """A coach, a train that may not switch, an occupied Yard Office, a branch that is leg to leg: they take the Office."""
    table = given(S45, *trains).do("pass")
    assert table.asks == "Option"
    assert table.place(table.running[0]) == "Office 0"


@pytest.mark.rule("OPS-R23", "OPS-6.11")
def test_s45_through_the_office() -> None:
    """A Yard Office beyond it is reached while an A/D track is free."""
    area = "A0 WP -2..2: (1,0) tWN; (1,-1) cES; (2,-1) yo"
    table = given(area, "T10 kR@ Line 0 1/1").do("pass")
    assert table.among("DivertTrain") == ["(2,-1)"]
    full = given(area, "T5 b@b Office 0", "T10 kR@ Line 0 1/1").do("pass")
    assert full.told(OfficeCollision) == [OfficeCollision(1, 0, "office-full", "T10")]


@pytest.mark.rule("OPS-R23", "OPS-8.10")
def test_r23_the_path_is_free() -> None:
    """Cars on the branch, or on the Yard Office itself, leave no question."""
    for area in (S45.replace("(-1,-1) cES", "(-1,-1) cES [h]"), S45 + " [h]"):
        assert given(area, "T10 kR@ Line 0 1/1").do("pass").place("T10") == "Office 0"
    locked = "A0 WP -3..3: (-2,0) tWN; (-2,-1) cES; (-1,-1) Coal Tipple [h] pipe - H -; (0,-1) yo"
    assert given(locked, "T10 kR@ Line 0 1/1").do("pass").place("T10") == "Office 0"
    free = locked.removesuffix("; (0,-1) yo").removesuffix(" [h] pipe - H -") + "; (0,-1) yo"
    assert given(free, "T10 kR@ Line 0 1/1").do("pass").asks == "Divert"


# ---- OPS-S46: expedite both ways ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.16", "OPS-R12")
def test_s46_a_diverted_train_is_fined() -> None:
    """Once for each Mainline phase."""
    table = given(S45, "T10 kR@ 0(0,-1)").do("pass")
    assert table.told(ExpediteFined) == [ExpediteFined(0, 0, "T10")]
    assert table.told(RevenueChanged) == [RevenueChanged(0, -1, "expedite", -1)]
    assert table.revenue == (-1,)
    assert table.do("pass").revenue == (-2,)


@pytest.mark.rule("OPS-8.16", "OPS-R12")
@pytest.mark.parametrize(
    ("area", "trains"),
    [
        (S45, ("T10 kR@ Office 0",)),
        ("A0 WP il", ("T10 kR@ Limits 0W", "T7 b@b Office 0")),
        (S45, ("T10 kR@ Line 0 1/2",)),
        (S45, ("T12 kR@ 0(0,-1)",)),
    ],
)
def test_s46_no_fine(area: str, trains: tuple[str, ...]) -> None:
    """At the Office, at the Limits, on the line, or for a train that is not expedited."""
    table = given(area, *trains, line="2 / 1").do("pass")
    assert table.told(ExpediteFined) == []
    assert table.revenue == (0,)


@pytest.mark.rule("OPS-W10", "OPS-8.16")
def test_fines_come_in_the_order_of_the_trains() -> None:
    """By number, and the area's player pays."""
    table = given("A0 WP -2..2", "T10 k@ 0(1,0)", "T5 @ 1(1,0)", players=2, a1="WP -2..2").do("pass")
    assert table.told(ExpediteFined) == [ExpediteFined(1, 1, "T5"), ExpediteFined(0, 0, "T10")]
    assert table.revenue == (-1, -1)


@pytest.mark.rule("OPS-8.16", "OPS-3.3")
def test_s46_expedite_departs_in_shift_change() -> None:
    """With the option a train that arrived leaves after Load/Unload; without it in the next Stage."""
    fine = given("", "T6 c@ Line 0 1/1").do("pass")
    assert (fine.place("T6"), fine.when) == ("Office 0", (1, 5))
    assert fine.do("pass").place("T6") == "Line 1 1/1"
    depart = given("", "T6 c@ Line 0 1/1", expedite="depart").do("pass")
    assert (depart.place("T6"), depart.when) == ("Line 1 1/1", (1, 5))
    kinds = (PhaseStarted, TrainArrived, TrainAdvanced, StageStarted)
    told = [getattr(event, "phase", type(event).__name__) for event in depart.events if isinstance(event, kinds)]
    assert told == ["new-train", "mainline", "TrainArrived", "load-unload", "shift-change", "TrainAdvanced", "StageStarted", "local"]
    slow = given("", "T12 kb@ Line 0 1/1", expedite="depart").do("pass")
    assert slow.place("T12") == "Office 0"


@pytest.mark.rule("OPS-8.16", "OPS-3.3", "OPS-8.8", "OPS-8.12")
def test_s46_clearance_in_shift_change() -> None:
    """The Superintendent is asked there too; what is cleared then can collide in the next Stage."""
    table = given("", "T6 c@ Line 0 1/1", "T8 @ Line 1 1/2", line="1 / 2", expedite="depart").do("pass")
    assert (table.asks, table.state.clock.phase, table.when) == ("Clearance", "shift-change", (1, 4))
    assert (table.place("T6"), table.place("T8")) == ("Office 0", "Line 1 2/2")
    held = table.do("HoldTrain")
    assert (held.place("T6"), held.when) == ("Office 0", (1, 5))
    held = held.do("pass")
    assert (held.asks, held.state.clock.phase) == ("Clearance", "mainline")
    cleared = table.do("ClearTrain")
    assert (cleared.place("T6"), cleared.when) == ("Line 1 1/2", (1, 5))
    cleared = cleared.do("pass")
    assert cleared.told(LineCollision) == [LineCollision(0, 1, 1, 0, (0,), "T6", "T8")]
    assert cleared.revenue == (-5,)


@pytest.mark.rule("OPS-R30", "OPS-10.2", "OPS-3.3")
def test_s46_a_collision_in_an_expedited_departure() -> None:
    """It is judged at once, by the same counts."""
    table = given("A0 DE", "T6 c@ Line 0 1/1", "T12 k@ Office 0", line="1 / 1", expedite="depart", collisions="0/2").do("pass")
    assert (table.asks, table.place("T12"), table.place("T6")) == ("Clearance", "Line 1 1/1", "Office 0")
    held = table.do("HoldTrain")
    assert (held.asks, held.collisions) == ("Option", (0, 2))
    unsafe = table.do("ClearTrain")
    assert unsafe.asks == "over"
    assert unsafe.outcome is not None
    assert unsafe.outcome.terminations == ("unsafe",)
    assert unsafe.revenue == (-5,)
    assert unsafe.collisions == (1, 3)
