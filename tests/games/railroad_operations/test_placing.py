"""Placing cards (section 4 of the scenarios): OPS-S10 to OPS-S15."""

import pytest

from railrules.games.railroad_operations.events import (
    EnhancementPlaced,
    ExtraQueued,
    LimitsMoved,
    LineImproved,
    ModifierLaid,
    OfficeUpgraded,
    SectionOrdered,
    TrackLaid,
    TrainTimetabled,
)
from tests.games.railroad_operations.given import CONTENT, Table, card, card_name, given, square

# ---- OPS-S10: row 0 ----------------------------------------------------------------------------------------------------------------------


def s10() -> Table:
    return given(hands=("Straight Track, tWN",)).do("DrawHomeOffice", "draws cES")


@pytest.mark.rule("OPS-5.6", "OPS-5.7", "OPS-5.8", "OPS-R32", "OPS-W3", "OPS-2.3")
def test_s10_extending_the_running_track() -> None:
    """A card on a Limit's square moves the Limit outward; a curve has no place yet."""
    table = s10()
    assert table.code("PlayCard(cES)") == "no-square-for-card"
    table = table.do("PlayCard(Straight Track)")
    assert table.asks == "Place"
    assert table.legal == ["PlaceCard((-1,0))", "PlaceCard((1,0))"]
    assert table.code("PlaceCard((0,0))") == "square-occupied"
    assert table.code("PlaceCard((2,0))") == "outside-limits"
    table = table.do("PlaceCard((1,0))")
    assert table.limits() == (-1, 2)
    assert table.lies("(1,0)") == "Straight Track"
    assert table.told(TrackLaid) == [TrackLaid(0, square("(1,0)"), card("st"), None)]
    assert table.told(LimitsMoved) == [LimitsMoved(0, 1, 2)]
    assert table.asks == "Draw"


@pytest.mark.rule("OPS-5.7", "OPS-5.8", "OPS-5.9", "OPS-R6", "OPS-4.9")
def test_s10_a_turnout_replaces_a_straight() -> None:
    """The straight leaves the game, the Limits stay; the curve has one square and lies there by itself, and the turn ends."""
    table = s10().do("PlayCard(Straight Track)", "PlaceCard((1,0))", "PlayCard(tWN)")
    assert table.targets("PlaceCard") == "(-1,0) (1,0) (2,0)"
    table = table.do("PlaceCard((1,0))")
    assert table.lies("(1,0)") == "tWN"
    assert table.gone("Straight Track") == 1
    assert table.limits() == (-1, 2)
    table = table.do("PlayCard(cES)")
    assert table.lies("(1,-1)") == "cES"
    assert table.hand() == ""
    assert (table.asks, table.when) == ("Option", (1, 5))


def s10_in_use() -> Table:
    return given("A0 WP -1..3: (2,0) st [b]")


@pytest.mark.rule("OPS-5.7")
def test_s10_a_straight_in_use() -> None:
    """A turnout does not replace a straight on which cars, or a train, stand."""
    table = s10_in_use().placing("tWN")
    assert table.targets("PlaceCard") == "(-1,0) (1,0) (3,0)"
    assert table.code("PlaceCard((2,0))") == "square-in-use"
    occupied = given("A0 WP -1..3", "T16 kb@ 0(2,0)").placing("tWN")
    assert occupied.targets("PlaceCard") == "(-1,0) (1,0) (3,0)"
    assert occupied.code("PlaceCard((2,0))") == "square-in-use"


@pytest.mark.rule("OPS-W3", "OPS-5.6", "OPS-5.7", "OPS-5.8", "OPS-5.10", "OPS-5.15", "OPS-R32")
@pytest.mark.parametrize(
    ("name", "at", "code"),
    [
        ("cES", "(1,0)", "running-track-broken"),
        ("cES", "(3,0)", "running-track-broken"),
        ("Yard Office", "(1,0)", "running-track-broken"),
        ("Yard Office", "(3,0)", "running-track-broken"),
        ("Coal Tipple", "(3,0)", "facility-on-running-track"),
        ("Coal Tipple", "(1,0)", "square-occupied"),
        ("Small Yard", "(1,0)", "square-occupied"),
        ("Straight Track", "(4,0)", "outside-limits"),
        ("Straight Track", "(2,1)", "not-connected"),
        # The order of W3: outside the Limits a curve is refused as a curve, inside them a curve and a Yard Office before all else.
        ("cES", "(5,0)", "running-track-broken"),
        ("Yard Office", "(0,0)", "running-track-broken"),
        ("Coal Tipple", "(4,0)", "outside-limits"),
        ("Straight Track", "(0,0)", "square-occupied"),
        ("tWN", "(0,0)", "square-occupied"),
        ("Straight Track", "(4,1)", "outside-limits"),
        ("Loading Dock", "(1,0)", "square-occupied"),
        ("Loading Dock", "(3,0)", "square-occupied"),
        ("Loading Dock", "(4,0)", "outside-limits"),
        ("Loading Dock", "(4,-1)", "outside-limits"),
        ("Loading Dock", "(2,-1)", "no-facility-beside"),
    ],
)
def test_s10_codes_of_row_0(name: str, at: str, code: str) -> None:
    """Each refusal in the order of W3."""
    assert s10_in_use().placing(name).code(f"PlaceCard({at})") == code


@pytest.mark.rule("OPS-5.7", "OPS-5.1", "OPS-W3")
def test_s10_the_edge_of_the_grid() -> None:
    """A Limit in the outermost column does not move, but a straight beside it can be replaced."""
    table = given("A0 WP -6..1").placing("tWN")
    assert table.code("PlaceCard((-6,0))") == "limits-at-edge"
    assert "(-5,0)" in table.targets("PlaceCard").split()
    placed = table.do("PlaceCard((-5,0))")
    assert placed.lies("(-5,0)") == "tWN"
    assert placed.gone("Straight Track") == 1
    assert placed.limits() == (-6, 1)
    assert given("A0 WP -6..1").placing("cES").code("PlaceCard((-6,0))") == "limits-at-edge"


@pytest.mark.rule("OPS-5.7", "OPS-5.15")
def test_a_small_yard_extends_the_running_track() -> None:
    """Any card with a W-E route but a facility may lie on a Limit's square; a train or cars may stand elsewhere."""
    table = given(hands=("Small Yard, Straight Track",)).do("DrawDepartment(0)", "draws tWN", "PlayCard(Small Yard)")
    assert table.targets("PlaceCard") == "(-1,0) (1,0)"
    table = table.do("PlaceCard((-1,0))")
    assert table.limits() == (-2, 1)
    assert table.told(LimitsMoved) == [LimitsMoved(0, 0, -2)]


# ---- OPS-S11: which card meets a branch --------------------------------------------------------------------------------------------------

TRACK = [place for place, there in enumerate(CONTENT.cards) if there.kind == "track"]
FACILITIES = list(CONTENT.industries)


@pytest.mark.rule("OPS-5.2", "OPS-5.3", "OPS-5.8", "OPS-5.9", "OPS-5.10")
@pytest.mark.parametrize(
    ("at", "turnout", "leads_to", "meeting"),
    [
        ("(1,0)", "tWN", "(1,-1)", ["cES", "tES"]),
        ("(1,0)", "tWS", "(1,1)", ["cEN", "tEN"]),
        ("(-1,0)", "tEN", "(-1,-1)", ["cWS", "tWS"]),
        ("(-1,0)", "tES", "(-1,1)", ["cWN", "tWN"]),
    ],
)
def test_s11_which_card_meets_a_branch(at: str, turnout: str, leads_to: str, meeting: list[str]) -> None:
    """Of eleven track kinds and all facilities only the two with the same diagonal meet the leg; touching is not connecting."""
    assert (len(TRACK), len(FACILITIES)) == (11, 14)
    table = given(f"A0 WP -2..2: {at} {turnout}")
    column = at[1:].split(",", maxsplit=1)[0]
    found: dict[str, list[str]] = {}
    for where in (f"({column},-1)", f"({column},1)"):
        for place in (*TRACK, *FACILITIES):
            trying = table.placing(card_name(place))
            if where in trying.targets("PlaceCard").split():
                found.setdefault(where, []).append(card_name(place))
            else:
                assert trying.code(f"PlaceCard({where})") == "not-connected"
    assert found == {leads_to: meeting}


# ---- OPS-S12: Secondary Track ------------------------------------------------------------------------------------------------------------

S12 = "A0 WP -1..3: (1,0) tWN; (1,-1) cES"


@pytest.mark.rule("OPS-5.8", "OPS-5.10", "OPS-5.15", "OPS-R6")
@pytest.mark.parametrize("name", ["Coal Tipple", "Yard Office"])
def test_s12_one_square(name: str) -> None:
    """It is the only square, so the card lies there by itself."""
    assert given(S12).placing(name).targets("PlaceCard") == "(2,-1)"
    table = given(S12, hands=("tWN, tWN",)).do("DrawHomeOffice", f"draws {name}", f"PlayCard({name})")
    assert table.lies("(2,-1)") == name
    assert table.asks == "Draw"


@pytest.mark.rule("OPS-5.8", "OPS-5.10", "OPS-5.15", "OPS-5.1")
def test_s12_what_meets_the_curve() -> None:
    """A Small Yard also on the Limits' squares; curves by their side ports only."""
    table = given(S12)
    assert sorted(table.placing("Small Yard").targets("PlaceCard").split()) == sorted(["(2,-1)", "(-1,0)", "(3,0)"])
    assert table.placing("cWN").targets("PlaceCard") == "(2,-1)"
    assert table.placing("cWS").targets("PlaceCard") == "(2,-1)"
    drawing = given(S12, hands=("tWN",)).do("DrawHomeOffice", "draws cEN")
    assert drawing.code("PlayCard(cEN)") == "no-square-for-card"


@pytest.mark.rule("OPS-5.8")
def test_s12_a_turnout_instead_of_the_curve() -> None:
    """Its straight leg opens the square west of it too."""
    table = given("A0 WP -1..3: (1,0) tWN; (1,-1) tES").placing("Coal Tipple")
    assert table.targets("PlaceCard") == "(0,-1) (2,-1)"


@pytest.mark.rule("OPS-5.8", "OPS-5.10", "OPS-5.1", "OPS-W3")
def test_s12_within_the_limits() -> None:
    """Secondary Track takes cards in columns from Limit to Limit only."""
    table = given("Branch").placing("Coal Tipple")
    assert table.targets("PlaceCard") == "(3,-1)"
    assert table.code("PlaceCard((4,-1))") == "outside-limits"
    assert table.code("PlaceCard((2,-2))") == "not-connected"
    assert table.code("PlaceCard((0,-1))") == "not-connected"
    assert table.code("PlaceCard((2,-1))") == "square-occupied"
    assert table.code("PlaceCard((3,0))") == "facility-on-running-track"
    table = given("Branch").placing("Straight Track").do("PlaceCard((3,0))")
    assert table.limits() == (-3, 4)
    assert table.placing("Coal Tipple").targets("PlaceCard") == "(3,-1)"
    table = table.placing("Small Yard").do("PlaceCard((3,-1))")
    assert table.placing("Coal Tipple").targets("PlaceCard") == "(4,-1)"


@pytest.mark.rule("OPS-5.8", "OPS-5.13", "OPS-W3")
def test_the_columns_of_the_limits_are_inside() -> None:
    """Both included, for track and for modifiers, west and east."""
    west = given("A0 WP -2..1: (-1,0) tEN; (-1,-1) cWS")
    assert west.placing("Coal Tipple").targets("PlaceCard") == "(-2,-1)"
    beside = given("A0 WP -2..2: (-1,0) tEN; (-1,-1) cWS; (-2,-1) Coal Tipple")
    assert beside.placing("Section Gang").targets("PlaceCard") == "(-2,-2)"
    east = given("A0 WP -2..2: (1,0) tWN; (1,-1) cES; (2,-1) Coal Tipple")
    assert east.placing("Section Gang").targets("PlaceCard") == "(2,-2)"


# ---- OPS-S13: modifiers ------------------------------------------------------------------------------------------------------------------

S13 = "A0 WP -1..5: (1,0) tWN; (1,-1) cES; (2,-1) tWN; (2,-2) cES; (3,-2) st; (3,-1) Coal Tipple; (4,-2) Meat Packer"


@pytest.mark.rule("OPS-5.13", "OPS-R32", "OPS-W3")
@pytest.mark.parametrize("name", ["Loading Dock", "Warehouse", "Section Gang"])
def test_s13_where_a_modifier_lies(name: str) -> None:
    """On an empty square beside a facility that it can serve."""
    table = given(S13).placing(name)
    assert table.targets("PlaceCard") == "(4,-3) (5,-2) (4,-1)"
    assert table.code("PlaceCard((3,-3))") == "no-facility-beside"
    assert table.code("PlaceCard((4,0))") == "square-occupied"


@pytest.mark.rule("OPS-5.13", "OPS-R7")
def test_s13_two_facilities() -> None:
    """The player says which of two facilities a Loading Dock serves."""
    table = given(S13).placing("Loading Dock").do("PlaceCard((4,-1))")
    assert table.asks == "Attach"
    assert table.legal == ["AttachTo(N)", "AttachTo(W)"]
    assert table.code("AttachTo(E)") == "no-facility-beside"
    table = table.do("AttachTo(W)")
    assert (table.facility("(3,-1)").docks, table.facility("(4,-2)").docks) == (1, 0)
    there = table.at("(4,-1)")
    assert there is not None
    assert (card_name(there.card), there.beside) == ("Loading Dock", square("(3,-1)"))
    assert table.told(ModifierLaid) == [ModifierLaid(0, square("(4,-1)"), card("ld"), square("(3,-1)"))]


@pytest.mark.rule("OPS-5.13", "OPS-R6")
def test_s13_one_that_it_can_serve() -> None:
    """A Warehouse serves only a facility with an inbound kind, and a Section Gang beside one facility serves that."""
    table = given(S13).placing("Warehouse").do("PlaceCard((4,-1))")
    assert (table.facility("(3,-1)").warehouses, table.facility("(4,-2)").warehouses) == (0, 1)
    table = given(S13).placing("Section Gang").do("PlaceCard((4,-3))")
    assert table.facility("(4,-2)").gangs == 1


@pytest.mark.rule("OPS-5.13", "OPS-5.8")
def test_s13_a_modifier_fills_its_square() -> None:
    """Track may lie there before, not after."""
    table = given(S13)
    assert "(4,-1)" in table.placing("Straight Track").targets("PlaceCard").split()
    after = table.placing("Loading Dock").do("PlaceCard((4,-1))", "AttachTo(W)")
    assert after.placing("Straight Track").code("PlaceCard((4,-1))") == "square-occupied"


@pytest.mark.rule("OPS-5.13", "OPS-5.11")
def test_a_modifier_adds_no_room_for_cars() -> None:
    """With a Loading Dock a facility square still holds four cars."""
    table = given("Branch; (2,-1) [hhh]; (2,-2) ld>(2,-1)", "T16 @bb Office 0").do("BeginSwitch(T16)")
    assert table.code("FlyingSwitch(E, 2)") == "no-facility-in-reach"
    assert "FlyingSwitch(E, 1)" in table.legal


# ---- OPS-S14: upgrades, enhancements, refused cards ----------------------------------------------------------------------------------------


def s14() -> Table:
    table = given(hands=("Station, Interlocking, Overpass",), piles={2: "Depot"})
    return table.do("DrawDepartment(2)", "draws Interlocking")


@pytest.mark.rule("OPS-5.12", "OPS-4.9", "OPS-4.5")
def test_s14_one_step_at_a_time() -> None:
    """Depot before Station; each step is an A/D track, a Porter, a green and a red box more; the cards are out of the game."""
    table = s14()
    assert table.code("PlayCard(Station)") == "office-step-wrong"
    table = table.do("PlayCard(Depot)")
    assert table.office() == (1, 0, 0)
    grade = CONTENT.grades[1]
    assert (grade.ad_tracks, grade.porters, grade.green, grade.red, grade.control_point) == (2, 1, 1, 1, True)
    table = table.do("PlayCard(Station)")
    assert table.office() == (2, 0, 0)
    assert table.told(OfficeUpgraded) == [OfficeUpgraded(0, 1), OfficeUpgraded(0, 2)]
    assert (table.gone("Depot"), table.gone("Station")) == (1, 1)
    assert [(there.ad_tracks, there.porters, there.green, there.red) for there in CONTENT.grades] == [
        (1, 0, 0, 0),
        (2, 1, 1, 1),
        (3, 2, 2, 2),
        (4, 3, 3, 3),
    ]


@pytest.mark.rule("OPS-5.14", "OPS-R34", "OPS-R6")
def test_s14_enhancements_belong_to_the_area() -> None:
    """One of each: a second Interlocking has no place."""
    table = s14().do("PlayCard(Depot)", "PlayCard(Station)", "PlayCard(Interlocking)", "PlayCard(Overpass)")
    assert table.enhancements() == "Interlocking, Overpass"
    assert table.told(EnhancementPlaced) == [EnhancementPlaced(0, 0, card("Interlocking")), EnhancementPlaced(0, 0, card("Overpass"))]
    assert (table.asks, table.when) == ("Option", (1, 5))
    table = table.do("DrawDepartment(2)", "draws Depot")
    assert table.hand() == "Interlocking"
    assert table.code("PlayCard(Interlocking)") == "enhancement-present"


@pytest.mark.rule("OPS-5.14")
@pytest.mark.parametrize("name", ["Facing Point Locks", "Water Column", "Overpass", "Telegraph"])
def test_every_enhancement_can_be_played_once(name: str) -> None:
    """Dormant ones too; they have no effect."""
    piles = {0: "tWN", 1: "tWS", 2: "tEN"}
    table = given(hands=("Straight Track",), piles=piles).do("DrawHomeOffice", f"draws {name}", f"PlayCard({name})")
    assert table.enhancements() == name
    assert table.office() == (0, 0, 0)
    assert table.limits() == (-1, 1)


@pytest.mark.rule("OPS-4.8", "OPS-4.7", "OPS-2.6")
def test_s14_cards_against_others_are_refused() -> None:
    """In hand or not; while another option is open the kind of action is refused before."""
    table = s14()
    assert table.code("PlayCard(Derail)") == "card-attacks-excluded"
    assert table.code("DiscardCard(Derail, 0)") == "card-not-in-hand"
    assert given().code("PlayCard(Derail)") == "not-open-now"
    for name in [there.name for there in CONTENT.cards if there.kind == "excluded"]:
        assert table.code(f"PlayCard({name})") == "card-attacks-excluded"
    assert table.holding("Derail").code("PlayCard(Derail)") == "card-attacks-excluded"


@pytest.mark.rule("OPS-5.14", "OPS-R34", "OPS-3.4")
def test_s14_rotation() -> None:
    """Red Flags go with the player, Interlocking stays with the seat."""
    table = given("il", players=2, employee_rotation=True, red_flags=(0,), stage=12).do("pass")
    assert table.seats == (1, 0)
    assert [player.red_flags for player in table.state.people.players] == [True, False]
    assert (table.enhancements(0), table.enhancements(1)) == ("Interlocking", "")


# ---- OPS-S15: timetable, sections, line modifiers -------------------------------------------------------------------------------------------


def s15() -> Table:
    return given(slots="11: T1, 12: T2", hands=("Train 6, Train 15",)).do("DrawHomeOffice", "draws Second Section")


@pytest.mark.rule("OPS-8.1")
def test_s15_a_slot_that_is_taken() -> None:
    """The next free slot, cyclically."""
    table = s15().do("PlayCard(Train 15)", "D12 11")
    assert table.slot(1) == "T15"
    assert (table.slot(11), table.slot(12)) == ("T1", "T2")
    assert table.told(TrainTimetabled) == [TrainTimetabled(card("Train 15"), 11, 1)]


@pytest.mark.rule("OPS-8.4", "OPS-4.9", "OPS-R7")
def test_s15_a_section_is_ordered() -> None:
    """Of a slot that is taken; the order goes out of the game."""
    table = s15().do("PlayCard(Train 15)", "D12 11", "PlayCard(Second Section)")
    assert table.asks == "Section"
    assert table.among("OrderSection") == ["1", "11", "12"]
    assert len(table.legal) == 3
    assert table.code("OrderSection(3)") == "slot-empty"
    table = table.do("OrderSection(1)")
    assert table.slot(1) == "T15+"
    assert table.gone("Second Section") == 1
    assert table.told(SectionOrdered) == [SectionOrdered(1)]
    assert table.hand() == "Train 6"


@pytest.mark.rule("OPS-R8", "OPS-8.4")
def test_s15_one_section_for_a_slot() -> None:
    """A second order for the same slot is refused, and without a train to follow the card has no place."""
    table = given(slots="1: T15+, 11: T1, 12: T2", hands=("Train 6",)).do("DrawHomeOffice", "draws Second Section")
    table = table.do("PlayCard(Second Section)")
    assert table.code("OrderSection(1)") == "section-already-ordered"
    assert table.among("OrderSection") == ["11", "12"]
    for slots in ("", "1: T15+"):
        table = given(slots=slots, hands=("Train 6",)).do("DrawHomeOffice", "draws Second Section")
        assert table.code("PlayCard(Second Section)") == "no-train-to-follow"


@pytest.mark.rule("OPS-8.1", "OPS-R6")
def test_s15_a_train_is_due_in_the_stage_of_its_roll() -> None:
    """Rolled for this Stage, it is made up in the New Train phase that follows."""
    table = s15().do("PlayCard(Train 15)", "D12 11", "PlayCard(Second Section)", "OrderSection(1)", "PlayCard(Train 6)", "D12 4")
    assert table.slot(4) == "T6"
    assert table.when == (1, 4)
    assert table.asks == "MakeUp"
    assert table.cars == "cC"
    assert table.place("T6") == "Point W"


@pytest.mark.rule("OPS-8.5")
def test_s15_an_extra_is_queued() -> None:
    """At the end of the queue."""
    table = given(queue="X22 (0)", hands=("tWN",)).do("DrawHomeOffice", "draws Extra 20", "PlayCard(Extra 20)")
    assert table.queue == ["X22 (0)", "X20 (0)"]
    assert table.told(ExtraQueued) == [ExtraQueued(0, card("Extra 20"))]


@pytest.mark.rule("OPS-8.13")
def test_s15_mainline_modifiers() -> None:
    """One of each kind on a card; different kinds share one."""
    table = given(players=2, line="2+bs / 2 / 2", hands=("", "tWN")).do("DrawHomeOffice", "draws Block Signals", "PlayCard(Block Signals)")
    assert table.asks == "1 Improve"
    assert table.among("ImproveLine") == ["1, 0", "2, 0"]
    assert table.code("ImproveLine(0, 0)") == "modifier-present"
    assert table.code("ImproveLine(3, 0)") == "no-line-card"
    assert table.code("ImproveLine(0, 1)") == "no-line-card"
    table = table.do("ImproveLine(1, 0)")
    assert table.state.division.gaps[1][0].modifiers == (card("Block Signals"),)
    assert table.told(LineImproved) == [LineImproved(1, 0, card("Block Signals"))]
    siding = given(players=2, line="2+bs / 2 / 2", hands=("", "tWN")).do("DrawHomeOffice", "draws Passing Siding", "PlayCard(Passing Siding)")
    assert siding.among("ImproveLine") == ["0, 0", "1, 0", "2, 0"]
    siding = siding.do("ImproveLine(0, 0)")
    assert siding.state.division.gaps[0][0].modifiers == tuple(sorted([card("Block Signals"), card("Passing Siding")]))
