"""The Mainline (section 8 of the scenarios): order, entry points, clearance, signals, sidings: OPS-S38 to OPS-S42."""

import pytest

from railrules.games.railroad_operations.events import (
    LineCollision,
    OfficeCollision,
    RevenueChanged,
    TrainAdvanced,
    TrainArrived,
    TrainCleared,
    TrainHeld,
    TrainLeft,
    TrainWaited,
    TrainWrecked,
)
from railrules.games.railroad_operations.state import InArea, OnLine
from railrules.games.railroad_operations.track import OFFICE
from tests.games.railroad_operations.given import Table, given, tokens


def places(table: Table, train: str, stages: int) -> list[str]:
    """Where a train stands after each of some Stages in which all pass."""
    found = []
    for _ in range(stages):
        stage = table.when
        while table.when == stage:
            table = table.do("pass")
        found.append(table.place(train))
    return found


# ---- OPS-S38: order and entry points -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.6", "OPS-8.10", "OPS-8.14", "OPS-7.13")
def test_s38_the_lower_number_first() -> None:
    """T3 arrives, T4 finds the Whistle Post full; its cars are gone, its slot is kept."""
    table = given("", "T4 @ Line 0 1/1", "T3 @ Line 1 1/1").do("pass")
    assert table.place("T3") == "Office 0"
    assert table.told(OfficeCollision) == [OfficeCollision(0, 0, "office-full", "T4")]
    assert table.revenue == (-5,)
    assert table.running == ["T3"]
    assert table.collisions == (0, 1)
    assert table.told(TrainWrecked) == [TrainWrecked(0, (), "T4")]
    assert table.slot(11) == "T4"


@pytest.mark.rule("OPS-8.6", "OPS-8.14", "OPS-R10")
def test_s38_a_timetabled_train_before_an_extra() -> None:
    """Of the same number; the card of the Extra that collides is out of the game."""
    table = given("", "X13> k@ Line 0 1/1", "T13 @k Line 1 1/1").do("pass")
    assert table.place("T13") == "Office 0"
    assert table.running == ["T13"]
    assert table.gone("Extra 13") == 1
    assert table.classification == "k1"


@pytest.mark.rule("OPS-8.6", "OPS-8.4")
def test_s38_a_first_section_before_its_second() -> None:
    """It leaves the A/D track that the second then takes."""
    table = given("", "T2b @ Line 0 1/1", "T2 @ Office 0").do("pass")
    assert (table.place("T2"), table.place("T2b")) == ("Line 1 1/1", "Office 0")


@pytest.mark.rule("OPS-R10", "OPS-8.6", "OPS-8.2")
def test_the_train_made_up_earlier_goes_first() -> None:
    """An earlier run that is still out does not stop today's, and of the two it acts first: today's finds nothing ahead."""
    table = given("A0 DE", "T6 @ Line 0 1/1", slots="4: T6").do("pass", "AddCar(c)", "AddCar(c)", "AddCar(c)")
    assert table.running == ["T6", "T6"]
    old, new, *_ = table.state.division.trays
    assert old is not None
    assert new is not None
    assert (old.place, new.place) == (InArea(0, OFFICE), OnLine(0, 0, 1))
    assert new.cleared_by is None


@pytest.mark.rule("OPS-8.7", "OPS-R16")
@pytest.mark.parametrize(
    ("train", "found"),
    [("T2 @ Point W", ["Line 0 2/3", "Line 0 3/3", "Office 0"]), ("T14 k@ Point W", ["Line 0 1/3", "Line 0 2/3", "Line 0 3/3", "Office 0"])],
)
def test_s38_hilly(train: str, found: list[str]) -> None:
    """A fast train enters a Hilly card at its second region, a slow one at its first."""
    table = given("A0 DE", train, line="H / 1")
    assert places(table, train.split(maxsplit=1)[0], len(found)) == found


@pytest.mark.rule("OPS-8.7", "OPS-2.5", "OPS-R16")
@pytest.mark.parametrize(
    ("grade", "train", "found"),
    [
        ("Ge", "T9 @k Office 1", ["Line 1 3/3", "Office 0"]),
        ("Ge", "T10 k@ Office 0", ["Line 1 1/3", "Line 1 2/3", "Line 1 3/3", "Office 1"]),
        ("Gw", "T10 k@ Office 0", ["Line 1 3/3", "Office 1"]),
        ("Gw", "T9 @k Office 1", ["Line 1 1/3", "Line 1 2/3", "Line 1 3/3", "Office 0"]),
    ],
)
def test_s38_heavy_grade(grade: str, train: str, found: list[str]) -> None:
    """Uphill three Stages, downhill one, whatever the speed."""
    table = given("A0 DE", train, players=2, a1="DE", line=f"1 / {grade} / 1")
    assert places(table, train.split(maxsplit=1)[0], len(found)) == found


@pytest.mark.rule("OPS-8.15", "OPS-1.6", "OPS-W10")
def test_s38_leaving_the_division() -> None:
    """Cars to the Classification Yard as they are, the tray free, the slot kept; every player earns."""
    table = given("", "T2 Cc@ Line 2 1/1", players=2, transit_revenue=2).do("pass")
    assert table.running == []
    assert table.slot(12) == "T2"
    assert table.classification == "c1 C1"
    assert table.revenue == (2, 2)
    assert table.told(TrainLeft) == [TrainLeft(0, 1, tokens("Cc"), "T2")]
    assert table.told(RevenueChanged) == [RevenueChanged(player, 2, "transit", 2) for player in (0, 1)]
    plain = given("", "T2 Cc@ Line 2 1/1", players=2).do("pass")
    assert plain.running == []
    assert plain.revenue == (0, 0)
    assert plain.told(RevenueChanged) == []


@pytest.mark.rule("OPS-8.7")
def test_the_cards_of_a_gap_one_after_another() -> None:
    """Leaving the last region of a card a train comes to the next card of the gap, then to the Office, either way."""
    east = given("A0 DE", "T4 @ Point W", line="1, 2 / 1, 1", mainline_cards_per_gap=2)
    assert places(east, "T4", 4) == ["Line 0 1/1", "Line 0.1 1/2", "Line 0.1 2/2", "Office 0"]
    west = given("A0 DE", "T3 @ Point E", line="1, 1 / 2, 1", mainline_cards_per_gap=2)
    assert places(west, "T3", 4) == ["Line 1.1 1/1", "Line 1 1/2", "Line 1 2/2", "Office 0"]


# ---- OPS-S39: released or held -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.8", "OPS-R18")
def test_s39_nothing_ahead() -> None:
    """Released."""
    table = given("", "T4 @ Point W", line="2 / 1").do("pass")
    assert table.place("T4") == "Line 0 1/2"
    assert table.train("T4").cleared_by is None
    assert table.told(TrainAdvanced) == [TrainAdvanced(0, OnLine(0, 0, 1), "T4")]


@pytest.mark.rule("OPS-8.8")
def test_s39_an_opposing_train() -> None:
    """Held by rule, the other having moved first."""
    table = given("", "T4 @ Point W", "T1 @ Line 0 1/2", line="2 / 1").do("pass")
    assert (table.place("T4"), table.place("T1")) == ("Point W", "Line 0 2/2")
    assert table.told(TrainHeld) == [TrainHeld(0, (1,), None, "T4", ("T1",))]


@pytest.mark.rule("OPS-8.8", "OPS-5.12")
def test_s39_a_whistle_post_lies_inside() -> None:
    """The Subdivision goes on beyond it, and ends at a Depot."""
    table = given("", "T4 @ Point W", "T1 @ Line 1 1/2", line="1 / 2").do("pass")
    assert table.place("T4") == "Point W"
    assert table.told(TrainHeld) == [TrainHeld(0, (1,), None, "T4", ("T1",))]
    depot = given("A0 DE", "T4 @ Point W", "T1 @ Line 1 1/2", line="1 / 2").do("pass")
    assert depot.place("T4") == "Line 0 1/1"


@pytest.mark.rule("OPS-8.8", "OPS-R18")
def test_s39_a_train_at_a_whistle_post() -> None:
    """The Superintendent decides; one on another square of the area does not count."""
    table = given("", "T4 @ Point W", "T8 @ Office 0").do("pass")
    assert table.asks == "Clearance"
    assert table.legal == ["ClearTrain", "HoldTrain"]
    elsewhere = given("A0 WP -1..2", "T4 @ Point W", "T8 @ 0(1,0)").do("pass")
    assert elsewhere.place("T4") == "Line 0 1/1"


@pytest.mark.rule("OPS-8.8", "OPS-R18", "OPS-8.11")
def test_s39_trains_at_the_limits_count() -> None:
    """At a Whistle Post; at a Control Point neither they nor those at the Office."""
    table = given("A0 WP il", "T4 @ Point W", "T7 @ Limits 0E", "T5 b@b Office 0").do("pass")
    assert table.asks == "Clearance"
    (held,) = table.do("HoldTrain").told(TrainHeld)
    assert sorted(held.found) == [1, 2]
    depot = given("A0 DE il", "T4 @ Point W", "T7 @ Limits 0E", "T5 b@b Office 0", "T9 r@k Office 0").do("pass")
    assert depot.place("T4") == "Line 0 1/1"


@pytest.mark.rule("OPS-8.8")
def test_b6_found_trains_come_in_order_of_distance() -> None:
    """The near Limits, the Office, the far Limits (B.6), whatever their trays."""
    table = given("A0 WP il", "T4 @ Point W", "T7 @ Limits 0E", "T5 b@b Office 0").do("pass", "HoldTrain")
    assert table.told(TrainHeld) == [TrainHeld(0, (2, 1), 0, "T4", ("T5", "T7"))]


@pytest.mark.rule("OPS-8.8")
def test_b6_found_trains_of_one_card() -> None:
    """The nearer region first, in whose direction it is ever counted."""
    table = given("A0 DE", "T4 @ Point W", "T9 @k Line 0 1/3", "T8 @ Line 0 2/3", line="3+dt / 1").do("pass", "HoldTrain")
    assert table.told(TrainHeld) == [TrainHeld(0, (2, 1), 0, "T4", ("T8", "T9"))]


@pytest.mark.rule("OPS-8.8", "OPS-3.2")
def test_s39_three_whistle_posts() -> None:
    """One Subdivision, unless a Depot lies between."""
    table = given("", "T4 @ Point W", "T1 @ Line 3 1/1", players=3).do("pass")
    assert table.place("T1") == "Office 2"
    assert table.asks == "0 Clearance"
    depot = given("", "T4 @ Point W", "T1 @ Line 3 1/1", players=3, a1="DE").do("pass")
    assert depot.place("T4") == "Line 0 1/1"


# ---- OPS-S40: clear or hold, and who pays -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.8", "OPS-R17")
def test_s40_clear_or_hold() -> None:
    """The Superintendent is asked again each Stage; a clearance lasts until arrival."""
    table = given("A0 DE", "T4 @ Point W", "T8 @ Line 0 2/3", players=2, fedora=1, a1="DE", line="3 / 1 / 1").do("pass")
    assert table.asks == "1 Clearance"
    table = table.do("HoldTrain")
    assert table.told(TrainHeld) == [TrainHeld(0, (1,), 1, "T4", ("T8",))]
    assert (table.place("T4"), table.place("T8")) == ("Point W", "Line 0 3/3")
    table = table.do("pass", "pass")
    assert (table.asks, table.when) == ("1 Clearance", (1, 5))
    table = table.do("ClearTrain")
    assert table.told(TrainCleared) == [TrainCleared(0, 1, "T4")]
    assert (table.place("T4"), table.train("T4").cleared_by) == ("Line 0 1/3", 1)
    assert table.place("T8") == "Office 0"
    table = table.do("pass", "pass", "pass", "pass")
    assert (table.place("T4"), table.train("T4").cleared_by) == ("Line 0 3/3", 1)
    table = table.do("pass", "pass")
    assert (table.place("T4"), table.train("T4").cleared_by) == ("Office 0", None)


@pytest.mark.rule("OPS-8.12", "OPS-8.14", "OPS-R17")
def test_s40_who_cleared_it_pays() -> None:
    """Both trains are wrecked, trays free, slots kept."""
    table = given("A0 DE", "T4 bb@ Point W", "T8 c@ Line 0 1/2", players=2, fedora=1, a1="DE", line="2 / 1 / 1").do("pass", "ClearTrain")
    assert table.told(LineCollision) == [LineCollision(0, 1, 0, 0, (1,), "T4", "T8")]
    assert table.revenue == (0, -5)
    assert table.running == []
    assert (table.slot(12), table.slot(11)) == ("T4", "T8")
    assert table.classification == "c1 b2"
    assert table.collisions == (0, 1)


@pytest.mark.rule("OPS-8.12", "OPS-8.14")
def test_two_runs_of_one_train_collide() -> None:
    """Both keep the name by which they were told apart, though the second one to be taken away is the only one left by then."""
    table = given("A0 DE", "T4 b@ Line 0 1/2", "T4 c@ Line 0 2/2", line="2 / 1").do("pass")
    assert table.told(LineCollision) == [LineCollision(0, 1, 0, 0, (), "T4@0", "T4@1")]
    assert table.told(TrainWrecked) == [TrainWrecked(0, tokens("b"), "T4@0"), TrainWrecked(1, tokens("c"), "T4@1")]


@pytest.mark.rule("OPS-8.12", "OPS-R17", "OPS-W10")
@pytest.mark.parametrize(("clearances", "revenue", "charged"), [((0, 1), (-5, -5), (0, 1)), ((1, 1), (0, -5), (1,)), ((1, 0), (-5, -5), (0, 1))])
def test_s40_both_clearances_pay(clearances: tuple[int, int], revenue: tuple[int, int], charged: tuple[int, ...]) -> None:
    """Each player on whose clearance one of the two runs, nobody twice, in ascending order."""
    one, other = clearances
    trains = (f"T4 b@ Line 0 1/2 !{one}", f"T8 c@ Line 0 2/2 !{other}")
    table = given("A0 DE", *trains, players=2, fedora=1, a1="DE", line="2 / 1 / 1").do("pass")
    assert table.told(LineCollision) == [LineCollision(0, 1, 0, 0, charged, "T4", "T8")]
    assert table.revenue == revenue
    assert [event.player for event in table.told(RevenueChanged)] == list(charged)


@pytest.mark.rule("OPS-8.12", "OPS-R17", "OPS-8.13")
def test_s40_a_third_train_on_a_siding() -> None:
    """Three trains on it: a collision in the region, and nobody pays who cleared nothing."""
    table = given("A0 DE", "T1 @ Line 0 1/3", "T4 @ Line 0 1/3", "T5 @ Line 0 3/3", line="3+ps / 1").do("pass")
    assert TrainAdvanced(0, OnLine(0, 0, 2), "T1") in table.events
    assert table.told(LineCollision) == [LineCollision(1, 0, 0, 0, (), "T4", "T1")]
    assert table.revenue == (0,)
    assert table.running == []
    assert [event.tray for event in table.told(TrainLeft)] == [2]
    assert table.collisions == (0, 1)


@pytest.mark.rule("OPS-R37", "OPS-W14", "OPS-8.12")
def test_of_several_trains_the_earliest_is_hit() -> None:
    """Two trains in one place of a siding: a third hits the one with the lowest serial, the other stays."""
    for first, second in (("T6", "T12"), ("T12", "T6")):
        trains = [f"{first} @ Line 0 2/3", f"{second} @ Line 0 2/3", "T4 @ Line 0 1/3"]
        table = given("A0 DE", *trains, line="3+ps / 1").do("pass")
        assert table.told(LineCollision) == [LineCollision(2, 0, 0, 0, (), "T4", first)]
        assert table.running == [second]


# ---- OPS-S41: Block Signals --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.8", "OPS-8.12", "OPS-R15", "OPS-8.13")
def test_s41_it_waits_behind() -> None:
    """Released unasked, it never closes up to a collision; the test is made anew in the next Stage."""
    table = given("A0 DE", "T6 @ Point W", "T8 @ Line 0 1/2", line="2+bs / 1").do("pass")
    assert table.told(TrainWaited) == [TrainWaited(0, 1, "T6", "T8")]
    assert (table.place("T6"), table.place("T8")) == ("Point W", "Line 0 2/2")
    assert table.train("T6").cleared_by is None
    table = table.do("pass")
    assert table.place("T6") == "Line 0 1/2"


@pytest.mark.rule("OPS-8.8", "OPS-R15")
def test_s41_one_that_moved_on() -> None:
    """Behind a train that has moved it follows at once."""
    table = given("A0 DE", "T6 @ Point W", "T2 @ Line 0 1/2", line="2+bs / 1").do("pass")
    assert (table.place("T6"), table.place("T2")) == ("Line 0 1/2", "Line 0 2/2")
    assert table.told(TrainWaited) == []


@pytest.mark.rule("OPS-R15", "OPS-8.8")
def test_s41_every_card_up_to_the_next_train() -> None:
    """One without signals is enough for the question; the card of that train counts too."""
    line = "2+bs, 2 / 1, 1"
    asked = given("A0 DE", "T6 @ Point W", "T8 @ Line 0.1 2/2", line=line, mainline_cards_per_gap=2).do("pass")
    assert asked.asks == "Clearance"
    released = given("A0 DE", "T6 @ Point W", "T8 @ Line 0 2/2", line=line, mainline_cards_per_gap=2).do("pass")
    assert (released.place("T6"), released.place("T8")) == ("Line 0 1/2", "Line 0.1 1/2")


@pytest.mark.rule("OPS-R15", "OPS-8.8")
def test_signals_for_a_westbound_train() -> None:
    """The cards are counted from where it enters, through a Whistle Post too."""
    for line, asks in (("1, 2+bs / 2, 2+bs", "Clearance"), ("1, 2 / 2+bs, 2+bs", "Option")):
        table = given("A0 DE", "T7 @ Point E", "T15 @ Line 1 1/2", line=line, mainline_cards_per_gap=2).do("pass")
        assert table.asks == asks
    both = given("A0 WP", "T7 @ Point E", "T9 @ Line 0 1/2", line="2+bs / 1+bs").do("pass")
    assert (both.asks, both.place("T7")) == ("Option", "Line 1 1/1")
    east = given("A0 WP", "T6 @ Point W", "T8 @ Line 1 1/2", line="1+bs / 2+bs").do("pass")
    assert (east.asks, east.place("T6")) == ("Option", "Line 0 1/1")


@pytest.mark.rule("OPS-R15", "OPS-8.8")
def test_s41_signals_do_not_help_otherwise() -> None:
    """Against an opposing train it is held; behind one at an Office the Superintendent is asked."""
    opposing = given("A0 DE", "T6 @ Point W", "T3 @ Line 0 1/2", line="2+bs / 1").do("pass")
    assert opposing.place("T6") == "Point W"
    assert opposing.told(TrainHeld) == [TrainHeld(0, (1,), None, "T6", ("T3",))]
    office = given("A0 WP", "T6 @ Point W", "T8 @ Office 0", line="1+bs / 1+bs").do("pass")
    assert office.asks == "Clearance"


@pytest.mark.rule("OPS-R15", "OPS-8.12")
def test_signals_on_the_line() -> None:
    """A train waits in its region behind one of its direction; against an opposing one signals do nothing."""
    waiting = given("A0 DE", "T4 @ Line 0 1/3", "T8 @ Line 0 2/3", line="3+bs / 1").do("pass")
    assert waiting.told(TrainWaited) == [TrainWaited(0, 1, "T4", "T8")]
    assert (waiting.place("T4"), waiting.place("T8")) == ("Line 0 1/3", "Line 0 3/3")
    meeting = given("A0 DE", "T4 @ Line 0 1/3", "T9 @k Line 0 2/3", line="3+bs / 1").do("pass")
    assert len(meeting.told(LineCollision)) == 1


# ---- OPS-S42: Passing Siding and Double Track --------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.8", "OPS-8.12", "OPS-8.13")
def test_s42_passing_on_a_siding() -> None:
    """With one opposing train on it a train is released, and two stand in one place."""
    table = given("A0 DE", "T4 @ Point W", "T3 @ Line 0 1/2", line="2+ps / 1").do("pass")
    assert (table.place("T3"), table.place("T4")) == ("Line 0 2/2", "Line 0 1/2")
    table = table.do("pass")
    assert table.running == ["T4"]
    assert table.place("T4") == "Line 0 2/2"
    assert table.told(LineCollision) == []


@pytest.mark.rule("OPS-8.8", "OPS-8.13")
def test_s42_a_siding_has_room_for_two() -> None:
    """Two opposing trains on it hold; Double Track takes any number."""
    trains = ("T4 @ Point W", "T1 @ Line 0 2/3", "T3 @ Line 0 1/3")
    siding = given("A0 DE", *trains, line="3+ps / 1").do("pass")
    assert [siding.place(train) for train in ("T4", "T1", "T3")] == ["Point W", "Line 0 3/3", "Line 0 2/3"]
    (held,) = siding.told(TrainHeld)
    assert held.by is None
    double = given("A0 DE", *trains, line="3+dt / 1").do("pass")
    assert [double.place(train) for train in ("T4", "T1", "T3")] == ["Line 0 1/3", "Line 0 3/3", "Line 0 2/3"]


@pytest.mark.rule("OPS-8.8", "OPS-8.13")
def test_s42_the_siding_must_be_on_the_same_card() -> None:
    """An opposing train on a card without one holds."""
    table = given("A0 DE", "T4 @ Point W", "T3 @ Line 0.1 1/2", line="2+ps, 2 / 1, 1", mainline_cards_per_gap=2).do("pass")
    assert table.place("T4") == "Point W"
    assert table.told(TrainHeld) == [TrainHeld(0, (1,), None, "T4", ("T3",))]


@pytest.mark.rule("OPS-8.12", "OPS-8.13", "OPS-R17")
def test_s42_behind_another_train() -> None:
    """Double Track does not help behind a train of the same direction; a Passing Siding does."""
    double = given("A0 DE", "T4 @ Point W", "T8 @ Line 0 1/2", line="2+dt / 1").do("pass", "ClearTrain")
    assert double.told(LineCollision) == [LineCollision(0, 1, 0, 0, (0,), "T4", "T8")]
    assert double.revenue == (-5,)
    siding = given("A0 DE", "T4 @ Point W", "T8 @ Line 0 1/2", line="2+ps / 1").do("pass", "ClearTrain")
    assert siding.told(LineCollision) == []
    assert TrainAdvanced(0, OnLine(0, 0, 1), "T4") in siding.events
    assert (siding.place("T4"), siding.place("T8")) == ("Line 0 1/2", "Line 0 2/2")


@pytest.mark.rule("OPS-R18", "OPS-8.8")
def test_an_opposing_train_that_is_excused_no_longer_counts() -> None:
    """Rule 2 lets it pass, and rule 3 does not ask about it."""
    table = given("A0 DE", "T4 @ Point W", "T9 @k Line 0 1/2", line="2+dt / 1").do("pass")
    assert table.place("T4") == "Line 0 1/2"
    assert table.told(TrainHeld) == []
    assert table.train("T4").cleared_by is None


@pytest.mark.rule("OPS-8.12")
def test_opposing_trains_meet_head_on() -> None:
    """A train that would enter the place of an opposing one collides; Double Track lets them pass."""
    plain = given("A0 DE", "T4 @ Line 0 1/3", "T9 @k Line 0 2/3", line="3 / 1").do("pass")
    assert plain.told(LineCollision) == [LineCollision(0, 1, 0, 0, (), "T4", "T9")]
    double = given("A0 DE", "T4 @ Line 0 1/3", "T9 @k Line 0 2/3", line="3+dt / 1").do("pass")
    assert double.told(LineCollision) == []
    assert (double.place("T4"), double.place("T9")) == ("Line 0 2/3", "Line 0 3/3")


@pytest.mark.rule("OPS-R14", "OPS-8.17", "OPS-8.8", "OPS-W13", "OPS-R18")
def test_a_train_beside_an_interchange() -> None:
    """It stands outside every Subdivision, holds nobody, and is held like any other when it enters."""
    table = given("", "X17> k@ Beside 0", "T4 @ Point W", line="I / 1").do("pass")
    assert table.place("T4") == "Line 0 1/1"  # X17 beside the line was no reason
    assert table.asks == "Clearance"  # T4 now is, to X17
    assert table.do("HoldTrain").place("X17") == "Beside 0"
    hit = table.do("ClearTrain")
    assert hit.told(LineCollision) == [LineCollision(0, 1, 0, 0, (0,), "X17", "T4")]


@pytest.mark.rule("OPS-8.6")
def test_each_train_acts_once() -> None:
    """A train that comes to an Office stays there in this Stage though others move later."""
    table = given("", "T2 @ Line 0 1/1", "T16 kb@ Point W", line="1 / 2").do("pass")
    assert [type(event) for event in table.events if isinstance(event, (TrainArrived, TrainAdvanced))] == [TrainArrived]
    assert table.place("T2") == "Office 0"
