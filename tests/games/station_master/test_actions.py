"""Standing Room, Reassign, Repair, Uncouple and Transfer (sections MST-10 to 14): worked scenarios S-20 to S-28, S-30, S-31, S-55."""

import pytest

from railrules.games.station_master.events import ActionWasted, ChoiceForced, PassengerMoved, PassengerSentHome
from railrules.games.station_master.state import BoardPending, ReassignSourcePending, TransferPassengerPending, TransferTargetPending
from tests.games.station_master.given import Table, given

# ---- Uncouple ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-13.2", "MST-7.8")
def test_s20_uncoupling_behind_a_depot() -> None:
    """Only free railcars can be uncoupled, and two only if two are free."""
    table = given("0: std-6 [C4 C3 F6] D1@2", hands=("UN",)).do("play UN")
    assert table.legal == ["decline", "uncouple 1 from 0"]
    assert table.code("uncouple 2 from 0") == "too-few-free-railcars"
    table = table.do("uncouple 1 from 0")
    assert table.discard == "F6 UN"
    assert table.train(0) == "std-6 [C4 C3] D1@2"


@pytest.mark.rule("MST-13.1", "MST-13.3", "MST-3.8")
def test_s21_uncoupling_two() -> None:
    """They go on the discard pile tail first, and the Uncouple on top."""
    start = given("0: std-6 [C1 F5 RC]", hands=("UN",))
    table = start.do("play UN", "uncouple 2 from 0")
    assert table.discard == "RC F5 UN"
    assert table.train(0) == "std-6 [C1]"
    assert table.draw_left == start.draw_left - 1
    assert len(table.hand(0).split()) == 3


# ---- Reassign ----------------------------------------------------------------------------------------------------------------------------


def s22() -> Table:
    return given("0: std-5a [C1 C6]; 1: exe-4 [C2 X4/2 F1] {2:3}", hands=("RA",))


@pytest.mark.rule("MST-11.3", "MST-6.11", "MST-3.8", "MST-11.1", "MST-6.13")
def test_s22_a_reassigned_railcar_fills_a_train() -> None:
    """The tail railcar moves; the train that it fills departs, the source never does."""
    start = s22()
    table = start.do("play RA")
    assert table.legal == ["decline", "reassign from 0", "reassign from 1"]
    table = table.do("reassign from 0")
    assert table.legal == ["reassign to 1", "reassign to 2"]
    table = table.do("reassign to 1")
    assert table.scoring.car_values == (2, 4, -1, 6)
    assert table.scoring.train_value == 11
    assert table.scores == (0, 0, 33)
    assert table.discard == "C2 X4/2 F1 C6 RA"
    assert table.train(0) == "std-5a [C1]"
    assert table.train(1) == "std-4 []"
    assert table.draw_left == start.draw_left - 1
    assert table.acts == 1


@pytest.mark.rule("MST-17.1", "MST-11.2")
def test_s23_a_wasted_reassign() -> None:
    """With one train in the Station a Reassign has nothing to do; without `idle_actions` it cannot be played."""
    start = given("0: std-5a [C1 C6]", sole=True, hands=("RA",))
    table = start.do("play RA")
    assert ActionWasted(0, "reassign") in table.events
    assert table.pending is None
    assert table.discard == "RA"
    assert table.draw_left == start.draw_left - 1
    assert table.acts == 1
    assert given("0: std-5a [C1 C6]", sole=True, hands=("RA",), idle_actions=False).code("play RA") == "no-effect"


@pytest.mark.rule("MST-11.4")
def test_s24_a_moved_executive_coach_changes_its_sign() -> None:
    """Values are read at the departure, behind the new locomotive."""
    table = given("0: std-4 [C2 X6/4]; 1: exe-4 [C1 F2 C3] {0:1}", hands=("RA",)).do("play RA", "reassign from 0", "reassign to 1")
    assert table.scoring.car_values == (1, -2, 3, 6)
    assert table.scoring.train_value == 8


@pytest.mark.rule("MST-11.2", "MST-3.7")
def test_s55_a_forced_target() -> None:
    """With one other train the target is no choice."""
    table = given("0: std-5a [C1 C6]; 1: std-4 []", sole=True, hands=("RA",)).do("play RA")
    assert table.legal == ["decline", "reassign from 0"]
    assert table.kinds("reassign from 0") == ["ChoiceForced", "RailcarAdded", "ActionDiscarded", "CardDrawn", "TurnStarted"]
    table = table.do("reassign from 0")
    assert ChoiceForced(0, "ReassignTargetPending") in table.events
    assert table.train(1) == "std-4 [C6]"
    assert table.acts == 1


@pytest.mark.rule("MST-11.2")
def test_a_reassign_behind_depots() -> None:
    """The target may have a Depot; a train whose railcars are all locked is no source, so with no other there is nothing to do."""
    table = given("0: std-6 [C4 C3 F6] D1@2; 1: std-5a [C1 C2] D2@2", hands=("RA",)).do("play RA", "reassign from 0", "reassign to 1")
    assert (table.train(0), table.train(1)) == ("std-6 [C4 C3] D1@2", "std-5a [C1 C2 F6] D2@2")
    locked = given("0: std-6 [C4 C3] D1@2; 1: std-5a [C1 C2] D2@2", hands=("RA UN",))
    assert ActionWasted(0, "reassign") in locked.do("play RA").events
    assert ActionWasted(0, "uncouple") in locked.do("play UN").events


@pytest.mark.rule("MST-11.5", "MST-3.6")
def test_a_reassign_is_binding_after_its_source() -> None:
    """After the source there is no way back: only targets are legal."""
    table = s22().do("play RA", "reassign from 0")
    assert table.code("decline") == "must-resolve"
    assert table.code("reassign from 1") == "no-such-decision"


@pytest.mark.rule("MST-11.3")
def test_the_source_of_a_reassign_never_departs() -> None:
    """A source that had one place left has two afterwards."""
    table = given("0: std-3 [C1 C6] {0:3}; 1: exe-4 [C2]", hands=("RA",)).do("play RA", "reassign from 0", "reassign to 1")
    assert table.train(0) == "std-3 [C1] {0:3}"
    assert table.state.pad.scorings == ()


# ---- Repair ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-12.1", "MST-12.2", "MST-12.3")
def test_s25_repairing() -> None:
    """One of the top three cards, if it is a railcar, comes back to a train; the others keep their places."""
    table = given("0: std-5a [C1]", hands=("RP",), discard="C3 C6 TR F2").do("play RP")
    assert table.legal == ["decline", "repair 0", "repair 2"]
    assert table.code("repair 1") == "not-a-railcar"
    assert table.code("repair 3") == "no-such-card"
    table = table.do("repair 2", "repair on 0")
    assert table.train(0) == "std-5a [C1 C6]"
    assert table.discard == "C3 TR F2 RP"


@pytest.mark.rule("MST-12.1", "MST-17.1")
def test_s26_a_wasted_repair() -> None:
    """With no railcar among the top three, or no card at all, a Repair does nothing; it does not look at itself."""
    table = given(hands=("RP",), discard="C3 TR SR UN").do("play RP")
    assert ActionWasted(0, "repair") in table.events
    assert table.discard == "C3 TR SR UN RP"
    empty = given(hands=("RP",)).do("play RP")
    assert ActionWasted(0, "repair") in empty.events
    assert empty.discard == "RP"


@pytest.mark.rule("MST-12.2", "MST-12.4", "MST-8.1")
def test_s27_a_repaired_caboose() -> None:
    """A Caboose taken from the discard pile sends the train away; one card is drawn, for the Repair."""
    start = given("0: std-7 [C4 F1] {1:2}", hands=("RP",), discard="CB UN")
    table = start.do("play RP", "repair 1", "repair on 0")
    assert table.scoring.train_value == 3
    assert table.scores == (0, 6, 0)
    assert table.discard == "UN C4 F1 CB RP"
    assert table.draw_left == start.draw_left - 1


@pytest.mark.rule("MST-12.1")
def test_a_repair_of_a_short_discard_pile() -> None:
    """With two cards only these two can be looked at."""
    table = given(hands=("RP",), discard="C3 C4").do("play RP")
    assert table.legal == ["decline", "repair 0", "repair 1"]
    assert table.code("repair 2") == "no-such-card"


@pytest.mark.rule("MST-12.5")
def test_a_repair_is_binding_after_its_card() -> None:
    """Once the card is chosen the train must be chosen, of all in the Station."""
    table = given(hands=("RP",), discard="C3 C4").do("play RP", "repair 1")
    assert table.legal == ["repair on 0", "repair on 1", "repair on 2"]
    assert table.code("decline") == "must-resolve"
    assert table.code("repair 0") == "no-such-decision"
    assert table.discard == "C3 C4"  # the card stays where it is until it moves


@pytest.mark.rule("MST-3.7", "MST-12.5")
def test_a_repair_with_one_train() -> None:
    """With one train in the Station the train is no choice."""
    table = given("0: std-5a [C1]", sole=True, hands=("RP",), discard="C3").do("play RP", "repair 0")
    assert ChoiceForced(0, "RepairTrainPending") in table.events
    assert table.train(0) == "std-5a [C1 C3]"


# ---- Standing Room -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-10.1", "MST-10.2", "MST-10.3", "MST-4.2")
def test_s28_standing_room() -> None:
    """A place more, and a pawn for it at once if one likes."""
    start = given("0: std-3 [C4] {0:1 1:2 2:3}", hands=("SR",))
    assert start.code("board 3 on 0") == "train-at-passenger-limit"
    table = start.do("play SR on 0")
    assert table.pending == BoardPending(0, "standing-room")
    assert table.legal == ["board 3", "board 2", "board 1", "board -1", "decline"]
    # (a)
    boarded = table.do("board -1")
    assert boarded.train(0) == "std-3 [C4] {0:1 1:2 2:3 0:-1} SR1"
    assert boarded.discard == ""
    assert boarded.draw_left == start.draw_left - 1
    assert boarded.acts == 1
    assert boarded.code("board 2 on 0") == "train-at-passenger-limit"
    # (b)
    declined = table.do("decline")
    assert declined.limit(0) == 4
    assert declined.draw_left == start.draw_left - 1
    assert declined.do("board 3 on 0").train(0) == "std-3 [C4] {0:1 1:2 2:3 1:3} SR1"


@pytest.mark.rule("MST-10.4")
def test_standing_room_with_an_empty_supply() -> None:
    """Without a pawn at home there is no choice; the card lies on the train and the turn is over."""
    table = given("0: std-8 [C4] {0:all}", hands=("SR",)).do("play SR on 1")
    assert table.pending is None
    assert table.acts == 1
    assert table.train(1).endswith("SR1")


@pytest.mark.rule("MST-10.1", "MST-10.2", "MST-4.3")
def test_standing_rooms_add_up() -> None:
    """Any number may lie on a train, each for one pawn, also on one with pawns of nobody."""
    table = given("0: std-3 [C4] SR3", hands=("SR",))
    assert table.limit(0) == 6
    table = table.do("play SR on 0", "decline")
    assert table.limit(0) == 7
    assert table.train(0) == "std-3 [C4] SR4"


@pytest.mark.rule("MST-10.5")
def test_standing_room_cannot_be_taken_away() -> None:
    """Uncouple and Reassign do not find a railcar in it, and Repair does not take it from the discard pile."""
    table = given("0: std-3 [] SR1", hands=("UN RA",))
    assert ActionWasted(0, "uncouple") in table.do("play UN").events
    assert ActionWasted(0, "reassign") in table.do("play RA").events
    assert given(hands=("RP",), discard="C1 SR").do("play RP").code("repair 0") == "not-a-railcar"


# ---- Transfer ----------------------------------------------------------------------------------------------------------------------------


def s30() -> Table:
    return given("0: std-5a [] {0:3 1:2 2:1 1:-1}; 1: std-3 [] {0:1 1:1}; 2: std-4 []", hands=("TR",))


@pytest.mark.rule("MST-14.1", "MST-14.2", "MST-14.3", "MST-14.6", "MST-14.7", "MST-4.9")
def test_s30_a_transfer_pawn_by_pawn() -> None:
    """Up to three pawns of anybody, one at a time, each to a train with room; no value is shown and tokens are kept."""
    table = s30().do("play TR", "transfer from 0")
    assert table.legal == [f"transfer pawn {position}" for position in range(4)]
    assert table.code("end transfer") == "nothing-moved"
    table = table.do("transfer pawn 1")
    assert table.pending == TransferTargetPending(0, 1, 0)
    assert table.legal == ["transfer to 1", "transfer to 2"]
    table = table.do("transfer to 1")
    assert table.train(1) == "std-3 [] {0:1 1:1 1:2}"
    assert table.code("transfer to 1") == "no-such-decision"
    assert table.train(0) == "std-5a [] {0:3 2:1 1:-1}"
    assert table.pending == TransferPassengerPending(0, 1)
    table = table.do("transfer pawn 2")
    assert ChoiceForced(0, "TransferTargetPending") in table.events
    assert table.train(2) == "std-4 [] {1:-1}"
    table = table.do("end transfer")
    assert table.discard == "TR"
    assert table.train(0) == "std-5a [] {0:3 2:1}"
    assert [pawn.token for pawn in table.view(None).station.slots[1].passengers] == [1, 2, 0]  # type: ignore[union-attr]
    assert [pawn.token for pawn in table.view(None).station.slots[2].passengers] == [1]  # type: ignore[union-attr]
    assert table.state.people.tick == s30().state.people.tick
    assert [PassengerMoved(0, 0, 1, 1, 1, 0), PassengerMoved(0, 0, 2, 2, 1, 1)] == [
        event for event in table.seen(0) if isinstance(event, PassengerMoved)
    ]
    assert all(pawn.value is None for train in table.view(2).station.slots if train for pawn in train.passengers if pawn.seat != 2)
    assert table.view(2).people.boardings[1].values == (None, None, None)


@pytest.mark.rule("MST-14.4", "MST-19.3", "MST-4.8")
def test_s31_pawns_that_find_no_train() -> None:
    """With no other train a picked pawn goes home unseen, and its value is forgotten."""
    table = given("0: std-5a [] {0:3 1:2 2:1}", sole=True, hands=("TR",)).do("play TR")
    assert table.legal == ["decline", "transfer from 0"]
    table = table.do("transfer from 0", "transfer pawn 1")
    assert PassengerSentHome(0, 0, 1, 1, 0) in table.events
    assert table.supply(1) == (3, 2, 2, 1, 1, -1)
    memory = table.state.people.boardings[1]
    assert (memory.on, memory.off, memory.values) == ((2,), (4,), (None,))
    for seat in (0, 1, 2, None):
        assert table.view(seat).people.boardings[1].values == (None,)
    table = table.do("transfer pawn 0")
    assert table.supply(0) == (3, 2, 2, 1, 1, -1)
    assert table.do("end transfer").train(0) == "std-5a [] {2:1}"


@pytest.mark.rule("MST-14.5", "MST-14.4")
def test_a_pawn_goes_home_only_if_no_train_has_room() -> None:
    """While a target exists it must be chosen; when the last place is taken the next pawn goes home and counts as one of three."""
    table = given("0: std-5a [] {0:3 1:2 2:1 1:-1}; 1: std-3 [] {0:1 1:1}", sole=True, hands=("TR",)).do("play TR", "transfer from 0")
    table = table.do("transfer pawn 0")
    assert table.train(1) == "std-3 [] {0:1 1:1 0:3}"  # forced
    table = table.do("transfer pawn 0")
    assert table.supply(1) == (3, 2, 2, 1)
    assert table.train(1) == "std-3 [] {0:1 1:1 0:3}"
    table = table.do("transfer pawn 0")
    assert table.pending is None
    assert table.train(0) == "std-5a [] {1:-1}"
    assert table.discard == "TR"


@pytest.mark.rule("MST-14.6")
def test_a_transfer_ends_by_itself() -> None:
    """It ends after the third pawn, and when the train has no pawn left."""
    three = s30().do("play TR", "transfer from 0", *["transfer pawn 0", "transfer to 2"] * 3)
    assert three.pending is None
    assert three.train(2) == "std-4 [] {0:3 1:2 2:1}"
    two = given("0: std-5a [] {0:3 1:2}", hands=("TR",)).do("play TR", "transfer from 0", "transfer pawn 1", "transfer to 2")
    assert two.pending == TransferPassengerPending(0, 1)
    assert two.legal == ["transfer pawn 0", "end transfer"]
    assert two.do("transfer pawn 0", "transfer to 1").pending is None


@pytest.mark.rule("MST-14.6", "MST-3.7")
def test_a_transfer_of_the_only_pawn() -> None:
    """The only pawn of the train is picked by the engine."""
    table = given("0: std-5a [] {1:2}", hands=("TR",)).do("play TR", "transfer from 0")
    assert ChoiceForced(0, "TransferPassengerPending") in table.events
    assert table.pending == TransferTargetPending(0, 0, 0)


@pytest.mark.rule("MST-14.8", "MST-14.2")
def test_transfers_and_depots() -> None:
    """Trains with a Depot are sources and targets like any other."""
    table = given("0: std-5a [C1 C2] {1:2 0:3} D1@2; 1: std-4 [C1 C2] D2@2", hands=("TR",))
    table = table.do("play TR", "transfer from 0", "transfer pawn 0", "transfer to 1", "end transfer")
    assert (table.train(0), table.train(1)) == ("std-5a [C1 C2] {0:3} D1@2", "std-4 [C1 C2] {1:2} D2@2")


@pytest.mark.rule("MST-14.1", "MST-17.1")
def test_a_wasted_transfer() -> None:
    """Without a pawn on any train a Transfer does nothing."""
    assert ActionWasted(0, "transfer") in given(hands=("TR",)).do("play TR").events


# ---- all of them -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-17.1", "MST-3.4", "MST-3.8")
@pytest.mark.parametrize("card", ["RA", "RP", "UN", "TR"])
def test_what_a_card_allows_may_be_declined(card: str) -> None:
    """Each of the four can be declined: the card goes away, then a card is drawn."""
    start = given("0: std-5a [C1 C6] {0:3}", hands=(card,), discard="C3")
    table = start.do(f"play {card}")
    assert table.discard == "C3"  # while it acts the card is in no pile
    assert table.kinds("decline") == ["EffectDeclined", "ActionDiscarded", "CardDrawn", "TurnStarted"]
    assert table.do("decline").discard == f"C3 {card}"
    assert table.do("decline").draw_left == start.draw_left - 1


@pytest.mark.rule("MST-17.1")
@pytest.mark.parametrize("card", ["RA", "RP", "UN", "TR"])
def test_without_idle_actions_nothing_is_declined(card: str) -> None:
    """With `idle_actions` off a played card must be used, and one without effect stays in the hand."""
    table = given("0: std-5a [C1 C6] {0:3}; 1: std-4 [C2] {0:2}", hands=(card,), discard="C3 C4", idle_actions=False).do(f"play {card}")
    assert "decline" not in table.legal
    assert table.code("decline") == "must-resolve"
    idle = given(hands=(card,), idle_actions=False)
    assert idle.code(f"play {card}") == "no-effect"
    assert f"play {card}" not in idle.legal
    assert f"play {card}" in given(hands=(card,)).legal


@pytest.mark.rule("MST-17.1", "MST-3.7")
def test_without_idle_actions_one_choice_is_forced() -> None:
    """With nothing to decline the only source, the only card and the only railcar are taken by the engine."""
    table = given("0: std-5a [C1 C6]", hands=("RA UN",), idle_actions=False).do("play RA")
    assert table.events[1] == ChoiceForced(0, "ReassignSourcePending")
    assert table.pending != ReassignSourcePending()
    repair = given(hands=("RP",), discard="C3", idle_actions=False).do("play RP")
    assert ChoiceForced(0, "RepairCardPending") in repair.events
    uncouple = given("0: std-5a [C1]", hands=("UN",), idle_actions=False).do("play UN")
    assert uncouple.discard == "C1 UN"
    assert uncouple.acts == 1


@pytest.mark.rule("MST-10.3", "MST-17.1")
def test_standing_room_is_declined_without_idle_actions_too() -> None:
    """The pawn of a Standing Room stays optional."""
    table = given("0: std-3 []", hands=("SR",), idle_actions=False).do("play SR on 0")
    assert table.legal[-1] == "decline"
