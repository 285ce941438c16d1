"""Values, departures and scoring (sections MST-6, 8 and 9 of the rules page): worked scenarios S-01 to S-11, S-29, S-44."""

import pytest

from railrules.games.station_master.events import TrainScored
from tests.games.station_master.given import Table, given, shorts


def s01(last: int = 12) -> Table:
    return given("0: std-5a [C6 F1 X5/3 C5] {0:1 1:2 1:3 2:3 3:-1}", n=4, hands=("F2",), scores=(0, 0, 0, last))


@pytest.mark.rule("MST-6.3", "MST-6.6", "MST-6.9", "MST-6.5", "MST-6.10", "MST-6.11", "MST-6.14", "MST-5.3", "MST-3.4")
def test_s01_the_example_of_the_source() -> None:
    """A full train leaves: its value times the pawns of each seat, pawns home, cards away, a new locomotive, then the draw."""
    # when
    table = s01().do("play F2 on 0")
    # then
    scoring = table.scoring
    assert (scoring.turn, scoring.slot, scoring.loco, scoring.reason) == (1, 0, "std-5a", "departure")
    assert shorts(scoring.cars) == "C6 F1 X5/3 C5 F2"
    assert scoring.car_values == (6, -1, -3, 5, -2)
    assert scoring.train_value == 5
    assert scoring.totals == ((0, 1), (1, 5), (2, 3), (3, -1))
    assert scoring.deltas == ((0, 5), (1, 25), (2, 15), (3, -5))
    assert table.scores == (5, 25, 15, 7)
    assert table.best == (5, 25, 15, 0)
    assert table.discard == "C6 F1 X5/3 C5 F2"
    assert all(table.supply(seat) == (3, 2, 2, 1, 1, -1) for seat in range(4))
    assert table.train(0) == "std-6 []"
    assert len(table.hand(0).split()) == 3
    assert table.acts == 1


@pytest.mark.rule("MST-6.7")
def test_s02_no_score_falls_below_zero() -> None:
    """A loss stops at 0."""
    assert s01(last=3).do("play F2 on 0").scores == (5, 25, 15, 0)


@pytest.mark.rule("MST-6.1", "MST-1.2")
def test_s03_an_executive_train() -> None:
    """Behind an executive locomotive the green value of an executive coach counts."""
    table = given("0: exe-5 [C2 F3 X5/3 X4/2] {1:2}", hands=("C1",)).do("play C1 on 0")
    assert table.scoring.car_values == (2, -3, 5, 4, 1)
    assert table.scoring.train_value == 9
    assert table.scores == (0, 18, 0)


@pytest.mark.rule("MST-6.1", "MST-6.2", "MST-6.6")
def test_s04_a_freight_train() -> None:
    """A freight locomotive turns coaches and freight cars about, not the red of an executive coach; a change of 0 is listed."""
    table = given("0: frt-4 [C3 F5 X6/4] {0:3}", hands=("F2",), scores=(7, 0, 0)).do("play F2 on 0")
    assert table.scoring.car_values == (-3, 5, -4, 2)
    assert table.scoring.train_value == 0
    assert table.scoring.deltas == ((0, 0),)
    assert table.scores == (7, 0, 0)


@pytest.mark.rule("MST-6.5", "MST-6.6")
def test_s05_minus_times_minus() -> None:
    """A negative train gives a negative passenger points; pawns of one seat are added up first."""
    table = given("0: std-3 [F4 F3] {0:-1 1:3 1:-1}", hands=("C1",), scores=(0, 20, 0)).do("play C1 on 0")
    assert table.scoring.train_value == -6
    assert table.scoring.totals == ((0, -1), (1, 2))
    assert table.scoring.deltas == ((0, 6), (1, -12))
    assert table.scores == (6, 8, 0)


@pytest.mark.rule("MST-6.7")
def test_s06_losses_are_forgotten_in_order() -> None:
    """What a seat loses below 0 is not owed at the next scoring."""
    table = given("0: std-3 [F4 F3] {0:1}; 1: std-4 [C2 C1 C2] {0:1}", hands=("F3", "C1"), scores=(4, 0, 0))
    table = table.do("play F3 on 0")
    assert (table.scoring.deltas, table.scores) == (((0, -10),), (0, 0, 0))
    assert table.do("play C1 on 1").scores == (6, 0, 0)


@pytest.mark.rule("MST-9.2", "MST-9.3", "MST-9.1")
def test_s07_a_royal_carriage_doubles_the_last_two() -> None:
    """The last two valued railcars count double, wherever the Royal Carriage stands, plus or minus."""
    table = given("0: std-5a [RC C4 F2 C6] {0:1}", hands=("F1",)).do("play F1 on 0")
    assert table.scoring.car_values == (None, 4, -2, 12, -2)
    assert table.scoring.train_value == 12
    assert table.scores == (12, 0, 0)


@pytest.mark.rule("MST-8.3", "MST-9.3", "MST-8.1", "MST-1.9")
def test_s08_a_caboose_sends_a_train_away() -> None:
    """A train with a Caboose departs though it is not full; the doubling skips Caboose and Royal Carriage."""
    table = given("0: std-6 [C3 RC C5] {0:1}", hands=("CB",)).do("play CB on 0")
    assert len(table.scoring.cars) == 4
    assert table.scoring.car_values == (6, None, 10, None)
    assert table.scoring.train_value == 16
    assert table.discard == "C3 RC C5 CB"


@pytest.mark.rule("MST-9.4")
@pytest.mark.parametrize(("train", "value"), [("0: std-4 [RC C5] {0:1}", 10), ("0: std-4 [RC] {0:1}", 0)])
def test_s09_doubling_as_many_as_there_are(train: str, value: int) -> None:
    """One valued railcar is doubled, none is nothing."""
    assert given(train, hands=("CB",)).do("play CB on 0").scoring.train_value == value


@pytest.mark.rule("MST-9.5")
def test_s10_two_royal_carriages() -> None:
    """Two Royal Carriages double once, or twice with `royal_stacking`."""
    plain = given("0: std-4 [RC C3 F1] {0:1}", hands=("RC",)).do("play RC on 0")
    assert (plain.scoring.car_values, plain.scoring.train_value) == ((None, 6, -2, None), 4)
    stacked = given("0: std-4 [RC C3 F1] {0:1}", hands=("RC",), royal_stacking=True).do("play RC on 0")
    assert (stacked.scoring.car_values, stacked.scoring.train_value) == ((None, 12, -4, None), 8)


@pytest.mark.rule("MST-9.5")
def test_one_royal_carriage_is_no_stack() -> None:
    """With `royal_stacking` one Royal Carriage doubles, three multiply by eight."""
    one = given("0: std-4 [RC C3 F1] {0:1}", hands=("C5",), royal_stacking=True).do("play C5 on 0")
    assert one.scoring.car_values == (None, 3, -2, 10)
    three = given("0: std-5a [RC RC C3 F1] {0:1}", hands=("RC",), royal_stacking=True).do("play RC on 0")
    assert three.scoring.car_values == (None, None, 24, -8, None)


@pytest.mark.rule("MST-9.6", "MST-6.2")
def test_s11_doubling_comes_after_the_kind_of_train() -> None:
    """On a freight train the reversed value is doubled, and so is the red of an executive coach."""
    table = given("0: frt-4 [RC C2 F6] {0:1}", hands=("X5/3",)).do("play X5/3 on 0")
    assert table.scoring.car_values == (None, -2, 12, -6)
    assert table.scoring.train_value == 4


@pytest.mark.rule("MST-6.11", "MST-5.6")
def test_s29_standing_room_is_no_railcar() -> None:
    """Standing Room takes no railcar place; it goes on the discard pile behind the railcars."""
    table = given("0: std-3 [C4 C1] {0:1} SR2", hands=("F2",))
    assert table.limit(0) == 5
    table = table.do("play F2 on 0")
    assert table.scoring.train_value == 3
    assert table.discard == "C4 C1 F2 SR SR"


@pytest.mark.rule("MST-8.2", "MST-6.3", "MST-6.9")
def test_s44_a_caboose_alone() -> None:
    """A train of a Caboose alone is worth 0, and still shows its pawns and sends them home."""
    table = given("0: std-7 [] {1:3}", hands=("CB",), scores=(0, 5, 0)).do("play CB on 0")
    assert table.scoring.train_value == 0
    assert table.scores == (0, 5, 0)
    assert table.discard == "CB"
    assert table.supply(1) == (3, 2, 2, 1, 1, -1)
    shown = table.view(0).people.boardings[1]
    assert (shown.values, shown.off) == ((3,), (2,))


@pytest.mark.rule("MST-5.4", "MST-6.5", "MST-6.8")
def test_a_train_without_pawns_leaves_all_the_same() -> None:
    """A full train departs with nobody on it; nobody's score or best train changes, and no tick passes."""
    table = given("0: std-3 [C4 C1]", hands=("C2",), scores=(3, 4, 5), best=(3, 4, 5)).do("play C2 on 0")
    scoring = table.scoring
    assert (scoring.passengers, scoring.totals, scoring.deltas) == ((), (), ())
    assert (table.scores, table.best) == ((3, 4, 5), (3, 4, 5))
    assert table.state.people.tick == 0
    assert table.train(0) != "std-3 []"


@pytest.mark.rule("MST-6.8")
def test_best_train_is_the_largest_single_change() -> None:
    """A smaller change, and a loss, leave the best train as it was; a larger one replaces it, whatever the score."""
    table = given("0: std-3 [C4 C1] {0:1 1:3 2:-1}", hands=("C3",), scores=(0, 0, 50), best=(9, 9, 9)).do("play C3 on 0")
    assert table.scoring.deltas == ((0, 8), (1, 24), (2, -8))
    assert table.best == (9, 24, 9)
    assert table.scores == (8, 24, 42)


@pytest.mark.rule("MST-1.9", "MST-6.1", "MST-6.3")
@pytest.mark.parametrize("loco", ["std-3", "exe-4", "frt-3"])
def test_a_royal_carriage_has_no_value(loco: str) -> None:
    """Royal Carriage and Caboose are railcars that count nothing behind any locomotive, not even 0."""
    table = given(f"0: {loco} [RC] {{0:1}}", hands=("CB",)).do("play CB on 0")
    assert table.scoring.car_values == (None, None)
    assert table.scoring.train_value == 0


@pytest.mark.rule("MST-9.7")
def test_a_royal_carriage_moves_like_any_railcar() -> None:
    """A Royal Carriage can be uncoupled, reassigned and repaired."""
    off = given("0: std-6 [C1 RC]", hands=("UN",)).do("play UN", "uncouple 1 from 0")
    assert (off.train(0), off.discard) == ("std-6 [C1]", "RC UN")
    moved = given("0: std-6 [C1 RC]; 1: std-4 [C2]", hands=("RA",)).do("play RA", "reassign from 0", "reassign to 1")
    assert (moved.train(0), moved.train(1)) == ("std-6 [C1]", "std-4 [C2 RC]")
    back = given("0: std-6 [C1]", hands=("RP",), discard="RC").do("play RP", "repair 0", "repair on 0")
    assert back.train(0) == "std-6 [C1 RC]"


@pytest.mark.rule("MST-6.12", "MST-6.13")
def test_the_locomotive_goes_on_top_of_its_discard_pile() -> None:
    """Departed locomotives lie in the order of departure; the next one comes from the deck into the same slot."""
    table = given("0: std-3 [C1 C2]; 1: frt-3 [C1 C3]", deck="exe-7 std-8", hands=("C4", "C5"))
    table = table.do("play C4 on 0", "play C5 on 1")
    assert table.state.station.loco_discard == ("std-3", "frt-3")
    assert (table.train(0), table.train(1)) == ("exe-7 []", "std-8 []")
    assert table.deck_left == 8


@pytest.mark.rule("MST-6.15", "MST-5.5")
def test_one_departure_a_turn() -> None:
    """A departure leaves all other trains where they are, however full."""
    table = given("0: std-3 [C1 C2]; 1: frt-3 [C1 C3]; 2: std-4 [C1 C4 C5]", hands=("C4",))
    after = table.do("play C4 on 0")
    assert sum(isinstance(event, TrainScored) for event in after.events) == 1
    assert (after.train(1), after.train(2)) == (table.train(1), table.train(2))
