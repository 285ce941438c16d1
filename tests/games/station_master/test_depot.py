"""Depots (section MST-7 of the rules page): worked scenarios S-12 to S-19."""

import pytest

from railrules.games.station_master.state import BoardPending
from tests.games.station_master.given import Table, given, shorts


def s12() -> Table:
    return given("0: std-6 [C4 C3] {0:2 1:3 1:-1}", active=1)


@pytest.mark.rule("MST-7.1", "MST-7.5", "MST-7.6", "MST-7.7", "MST-3.3", "MST-1.6")
def test_s12_placing_a_depot() -> None:
    """The train is scored at once, its pawns go home, and the player puts a pawn on it; nothing is drawn."""
    # given
    start = s12()
    # when
    table = start.do("depot on 0")
    # then
    assert (table.scoring.reason, table.scoring.train_value) == ("depot", 7)
    assert table.scoring.deltas == ((0, 14), (1, 14))
    assert table.scores == (14, 14, 0)
    assert table.pending == BoardPending(0, "depot")
    assert table.legal == ["board 3", "board 2", "board 1", "board -1"]
    assert table.train(0) == "std-6 [C4 C3] D1@2"
    # when
    table = table.do("board 3")
    # then
    assert table.train(0) == "std-6 [C4 C3] {1:3} D1@2"
    assert table.hand(1) == start.hand(1)
    assert table.discard == ""
    assert table.draw_left == start.draw_left
    assert table.acts == 2
    assert table.state.people.depot_unused == (True, False, True)


@pytest.mark.rule("MST-7.10", "MST-7.13", "MST-6.8", "MST-6.4", "MST-6.12")
def test_s13_behind_the_depot() -> None:
    """At the departure only the free railcars count; the Depot leaves the game."""
    table = given("0: std-6 [C4 C3 C5 F2 C1] {1:3} D1@2", hands=("C6",), scores=(14, 14, 0), best=(14, 14, 0)).do("play C6 on 0")
    assert shorts(table.scoring.cars) == "C5 F2 C1 C6"
    assert table.scoring.train_value == 10
    assert table.scores == (14, 44, 0)
    assert table.best == (14, 30, 0)
    assert table.discard == "C4 C3 C5 F2 C1 C6"
    assert table.state.station.depots_removed == (1,)
    assert table.state.people.depot_unused == (True, False, True)
    assert given("0: std-6 [C4 C3]", active=1, used=(1,)).code("depot on 0") == "depot-already-used"


@pytest.mark.rule("MST-7.1", "MST-7.2", "MST-7.3")
def test_s14_where_no_depot_goes() -> None:
    """Two railcars are needed, one Depot a train, and each seat has one in the game."""
    table = given("0: std-6 [C4]; 1: std-5a [C1 C2] D1@2; 2: std-4 [C3 C3]")
    assert table.code("depot on 0") == "too-few-railcars"
    assert table.code("depot on 1") == "depot-already-there"
    assert "depot on 2" in table.legal
    spent = given("0: std-6 [C4]; 1: std-5a [C1 C2] D1@2; 2: std-4 [C3 C3]", used=(0,))
    assert spent.code("depot on 2") == "depot-already-used"
    assert not any(text.startswith("depot") for text in spent.legal)


@pytest.mark.rule("MST-7.11", "MST-7.2")
def test_s15_a_royal_carriage_in_front_of_the_depot() -> None:
    """In front of the Depot a Royal Carriage does nothing, then and later; it counts among the two railcars."""
    a = given("0: std-6 [RC C4 C2] {2:1}").do("depot on 0")
    assert (a.scoring.car_values, a.scoring.train_value) == ((None, 4, 2), 6)
    assert a.train(0) == "std-6 [RC C4 C2] D0@3"
    b = given("0: std-6 [RC C4 C2 C3 F1] {0:2} D0@3", hands=("C2",), scores=(0, 0, 6)).do("play C2 on 0")
    assert (b.scoring.car_values, b.scoring.train_value) == ((3, -1, 2), 4)
    assert b.scores == (8, 0, 6)
    two = given("0: std-6 [RC RC]").do("depot on 0")
    assert two.scoring.train_value == 0


@pytest.mark.rule("MST-7.12", "MST-9.4")
def test_s16_a_royal_carriage_behind_the_depot() -> None:
    """Behind the Depot a Royal Carriage doubles free railcars only."""
    a = given("0: std-6 [C4 C2 C3 RC F1] {0:1} D0@2", hands=("C5",)).do("play C5 on 0")
    assert (a.scoring.car_values, a.scoring.train_value) == ((3, None, -2, 10), 11)
    b = given("0: std-6 [C4 C2 RC C5] {0:1} D0@2", hands=("CB",)).do("play CB on 0")
    assert (b.scoring.car_values, b.scoring.train_value) == ((None, 10, None), 10)


@pytest.mark.rule("MST-8.2", "MST-7.10")
def test_s17_a_caboose_right_behind_a_depot() -> None:
    """With nothing of value behind the Depot the train is worth 0."""
    table = given("0: std-7 [C6 C5] {2:3 0:-1} D2@2", hands=("CB",), scores=(9, 9, 9)).do("play CB on 0")
    assert table.scoring.train_value == 0
    assert table.scores == (9, 9, 9)
    assert table.supply(0) == table.supply(2) == (3, 2, 2, 1, 1, -1)
    assert table.state.station.depots_removed == (2,)
    assert table.discard == "C6 C5 CB"


@pytest.mark.rule("MST-7.7", "MST-7.4")
def test_s18_a_depot_with_an_empty_supply() -> None:
    """With no pawn at home the step of boarding is left out, and the turn is over."""
    table = given("0: std-6 [C4 C3] {1:2}; 1: std-7 [] {0:3 0:2 0:2}; 2: std-5a [] {0:1 0:1 0:-1}").do("depot on 0")
    assert table.scores == (0, 14, 0)
    assert table.pending is None
    assert table.train(0) == "std-6 [C4 C3] D0@2"
    assert table.acts == 1


@pytest.mark.rule("MST-4.3")
def test_s19_standing_room_on_a_train_with_a_depot() -> None:
    """Standing Room counts with a Depot too, unless `depot_standing_room` is off."""
    train = "0: std-4 [C1 C2] {0:3 0:2 1:3 1:2} D1@2 SR1"
    table = given(train)
    assert table.limit(0) == 5
    assert table.do("board 1 on 0").train(0).count(":") == 5
    off = given(train, depot_standing_room=False)
    assert off.limit(0) == 4
    assert off.code("board 1 on 0") == "train-at-passenger-limit"


@pytest.mark.rule("MST-4.3", "MST-10.4")
def test_an_uncounted_standing_room() -> None:
    """Without `depot_standing_room` a Standing Room on a full train with a Depot gives no choice; below the limit it does."""
    train = "0: std-4 [C1 C2] {0:3 0:2 1:3 1:2} D1@2"
    full = given(train, hands=("SR",), depot_standing_room=False)
    assert full.kinds("play SR on 0") == ["CardPlayed", "StandingRoomAdded", "CardDrawn", "TurnStarted"]
    assert full.do("play SR on 0").train(0).endswith("D1@2 SR1")
    counted = given(train, hands=("SR",)).do("play SR on 0")
    assert counted.pending == BoardPending(0, "standing-room")
    below = given("0: std-4 [C1 C2] {1:3} D1@2", hands=("SR",), depot_standing_room=False).do("play SR on 0")
    assert below.pending == BoardPending(0, "standing-room")
    assert below.limit(0) == 4


@pytest.mark.rule("MST-7.4", "MST-7.5")
def test_a_depot_on_a_train_without_pawns() -> None:
    """The train may be empty of pawns, and the value is counted with doubling left out."""
    table = given("0: std-6 [C4 RC C3]").do("depot on 0")
    assert (table.scoring.train_value, table.scoring.passengers) == (7, ())
    assert table.state.people.tick == 0
    assert "PassengersReturned" not in [type(event).__name__ for event in table.events]
    assert given("0: exe-4 [X5/3 C1] {1:1}").do("depot on 0").scoring.train_value == 6


@pytest.mark.rule("MST-7.6")
def test_standing_room_stays_at_a_depot_scoring() -> None:
    """Locomotive, railcars and Standing Room cards stay where they are."""
    table = given("0: std-4 [C4 C3] {1:2} SR2").do("depot on 0", "board 1")
    assert table.train(0) == "std-4 [C4 C3] {0:1} D0@2 SR2"
    assert table.discard == ""


@pytest.mark.rule("MST-7.8", "MST-7.9", "MST-5.3")
def test_locked_railcars_count_for_the_capacity_and_the_depot_does_not() -> None:
    """A train of four with two locked railcars is full with two more; what is locked cannot be uncoupled or reassigned."""
    table = given("0: std-4 [C4 C3] D1@2; 1: std-5a [C1]", hands=("C1", "C2", "C3"))
    three = table.do("play C1 on 0")
    assert three.train(0) == "std-4 [C4 C3 C1] D1@2"
    assert three.do("play C2 on 0").scoring.cars == ("coach-1", "coach-2")
    locked = given("0: std-4 [C4 C3] D1@2; 1: std-5a [C1]", hands=("UN RA",))
    assert locked.do("play UN").code("uncouple 1 from 0") == "no-free-railcar"
    assert locked.do("play RA").code("reassign from 0") == "no-free-railcar"


@pytest.mark.rule("MST-7.14", "MST-7.7")
@pytest.mark.parametrize("loco", ["std-3", "frt-3"])
def test_the_pawn_of_a_depot_always_finds_room(loco: str) -> None:
    """Even a train that was at its limit has room, since its pawns have just gone home."""
    table = given(f"0: {loco} [C1 C2] {{1:3 1:2 2:3}}").do("depot on 0")
    assert table.legal == ["board 3", "board 2", "board 1", "board -1"]
    assert table.do("board -1").train(0) == f"{loco} [C1 C2] {{0:-1}} D0@2"


@pytest.mark.rule("MST-7.3", "MST-3.2")
def test_a_depot_stays_and_its_pawn_must_be_placed() -> None:
    """The pawn cannot be declined, and nobody puts a second Depot on the train."""
    table = s12().do("depot on 0")
    assert table.code("decline") == "must-resolve"
    after = table.do("board 3")
    assert after.code("depot on 0") == "depot-already-there"


@pytest.mark.rule("MST-3.7", "MST-7.7")
def test_the_last_pawn_boards_by_itself_and_several_alike_do_not() -> None:
    """One pawn at home is placed by the engine; two of one value stay a question with one answer, which tells nobody of the supply."""
    one = given("0: std-6 [C4 C3]; 1: std-7 [] {0:3 0:2 0:2 0:1 0:-1}").do("depot on 0")
    assert one.pending is None
    assert one.train(0) == "std-6 [C4 C3] {0:1} D0@2"
    assert one.kinds() == []
    assert "ChoiceForced" in [type(event).__name__ for event in one.events]
    two = given("0: std-6 [C4 C3]; 1: std-7 [] {0:3 0:2 0:2 0:-1}").do("depot on 0")
    assert two.pending == BoardPending(0, "depot")
    assert two.legal == ["board 1"]
    assert "ChoiceForced" not in [type(event).__name__ for event in two.do("board 1").events]


@pytest.mark.rule("MST-7.5", "MST-7.7", "MST-3.7")
def test_a_pawn_that_the_scoring_brings_home_can_board() -> None:
    """The supply is read after the scoring: a pawn that was on the train itself comes back to it."""
    table = given("0: std-6 [C4 C3] {0:3}; 1: std-7 [] {0:2 0:2 0:1 0:1 0:-1}").do("depot on 0")
    assert table.train(0) == "std-6 [C4 C3] {0:3} D0@2"
    assert table.state.station.slots[0].passengers[0].token == 6  # type: ignore[union-attr]
