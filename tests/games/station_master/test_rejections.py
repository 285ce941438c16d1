"""Every refusal of section 3.3, with its rule, in the order of the tables: worked scenarios S-52 and S-53."""

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from railrules import InvalidActionError
from railrules.games.station_master.actions import (
    Action,
    AddRailcar,
    AssignPassenger,
    BoardPassenger,
    ChooseReassignSource,
    ChooseReassignTarget,
    ChooseRepairCard,
    ChooseRepairTrain,
    ChooseTransferPassenger,
    ChooseTransferTarget,
    ChooseTransferTrain,
    DeclineEffect,
    EndTransfer,
    PlaceDepot,
    PlayAction,
    PlayStandingRoom,
    UncoupleRailcars,
)
from railrules.games.station_master.state import ReassignTargetPending, State
from tests.games.station_master.given import GAME, Table, given, random_states

CODES = {
    "game-over": "MST-18.1",
    "unknown-intent": "MST-3.1",
    "not-your-turn": "MST-3.5",
    "decision-pending": "MST-3.6",
    "no-such-decision": "MST-3.6",
    "bad-parameter": "MST-3.1",
    "no-such-slot": "MST-2.5",
    "empty-slot": "MST-6.13",
    "bad-value": "MST-1.7",
    "passenger-not-in-supply": "MST-4.1",
    "train-at-passenger-limit": "MST-4.2",
    "unknown-card": "MST-1.4",
    "card-not-in-hand": "MST-3.1",
    "not-a-railcar": "MST-1.9",
    "not-a-targeted-action": "MST-3.8",
    "no-effect": "MST-17.1",
    "depot-already-used": "MST-7.1",
    "depot-already-there": "MST-7.3",
    "too-few-railcars": "MST-7.2",
    "must-resolve": "MST-3.6",
    "no-free-railcar": "MST-7.8",
    "same-train": "MST-11.2",
    "no-such-card": "MST-12.1",
    "bad-count": "MST-13.1",
    "too-few-free-railcars": "MST-13.2",
    "no-passengers": "MST-14.1",
    "no-such-passenger": "MST-14.1",
    "nothing-moved": "MST-14.1",
}
"""The first table: codes and rules, in the order of the tests."""

PLAYS: tuple[Action, ...] = (AssignPassenger(0, 3), AddRailcar("coach-1", 0), PlayStandingRoom(0), PlayAction("uncouple"), PlaceDepot(0))
CHOICES: tuple[Action, ...] = (
    BoardPassenger(3),
    DeclineEffect(),
    ChooseReassignSource(0),
    ChooseReassignTarget(0),
    ChooseRepairCard(0),
    ChooseRepairTrain(0),
    UncoupleRailcars(0, 1),
    ChooseTransferTrain(0),
    ChooseTransferPassenger(0),
    ChooseTransferTarget(0),
    EndTransfer(),
)


def refused(table: Table, action: object, code: str, rule: str | None = None) -> None:
    """`action` is refused with `code` and the rule that the page gives for it."""
    found = table.refusal(action)
    assert (found.code, found.rule) == (code, rule or CODES[code])


CITY = "0: std-6 [C4 C3 F6] {0:3 1:2} D1@2; 1: std-5a [C1 C2] D2@2; 3: std-4 [C5 C5]"
"""Slot 0 has one free railcar, slot 1 none; slot 2 is empty."""


def city(*hand: str, steps: tuple[str, ...] = (), discard: str = "C1 UN", **options: Any) -> Table:
    """Four players; slot 2 is empty."""
    table = given(CITY, n=4, sole=True, hands=(" ".join(hand),), discard=discard, **options)
    return table.do(*steps)


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-3.5", "MST-3.6", "MST-11.2")
def test_s52_refusals_of_the_decision() -> None:
    """What does not belong to the present decision is refused, and why depends on what it is."""
    table = given("0: std-6 [C1 C2]; 1: std-4 [C3]", hands=("UN RA",))
    pending = table.do("play UN")
    refused(pending, "board 3 on 0", "decision-pending")
    refused(pending, "end transfer", "no-such-decision")
    other = pending.intent(1, "uncouple 1 from 0")
    assert other is not None
    assert (other.code, other.rule) == ("not-your-turn", "MST-3.5")
    assert pending.intent(0, "uncouple 1 from 0") is None
    refused(table, "decline", "no-such-decision")
    target = table.do("play RA", "reassign from 0")
    assert target.pending == ReassignTargetPending(0)
    refused(target, "decline", "must-resolve")
    refused(target, "reassign to 0", "same-train", "MST-11.2")


@pytest.mark.rule("MST-1.9", "MST-3.8", "MST-1.4", "MST-1.7", "MST-4.1", "MST-3.1")
def test_s53_refusals_of_parameters() -> None:
    """Cards that are something else, values that no pawn has, slots that are no numbers, and kinds that do not exist."""
    table = given(hands=("UN CB C1",))
    refused(table, AddRailcar("uncouple", 0), "not-a-railcar")
    refused(table, PlayAction("caboose"), "not-a-targeted-action")
    refused(table, PlayAction("coach-9"), "unknown-card")
    refused(table, AssignPassenger(0, 4), "bad-value")
    refused(given("1: std-4 [] {0:3}"), AssignPassenger(0, 3), "passenger-not-in-supply")
    refused(table, AssignPassenger(True, 3), "bad-parameter")

    @attrs.frozen
    class Pass:
        """No such action exists."""

    refused(table, Pass(), "unknown-intent")
    with pytest.raises(InvalidActionError) as raised:
        GAME.parse_action(table.view(0), "pass")
    assert raised.value.code == "unknown-intent"


# ---- the frame: over, kind, seat, decision, shape ----------------------------------------------------------------------------------------


@pytest.mark.rule("MST-18.1")
def test_game_over_comes_first() -> None:
    """After the end every action is refused so, of whatever kind, from whatever seat."""
    table = given("0: std-3 [C4 C1]", sole=True, hands=("C3",)).do("play C3 on 0")
    for action in (*PLAYS, *CHOICES, "pass", None, AssignPassenger(True, 9)):
        refused_action = table.game.validate(table.state, action)
        assert refused_action is not None
        assert (refused_action.code, refused_action.rule) == ("game-over", "MST-18.1")
    for seat in range(3):
        found = table.intent(seat, "board 3 on 0")
        assert found is not None
        assert found.code == "game-over"


@pytest.mark.rule("MST-3.1")
@pytest.mark.parametrize("thing", [None, 3, "pass", (0, 3), ["board"], {"kind": "Pass"}, AssignPassenger, object()])
def test_unknown_intents(thing: object) -> None:
    """What is no action at all is refused, whatever is pending."""
    for table in (given(), given("0: std-6 [C1]", hands=("UN",)).do("play UN")):
        found = table.game.validate(table.state, thing)
        assert found is not None
        assert (found.code, found.rule) == ("unknown-intent", "MST-3.1")


@pytest.mark.rule("MST-3.5")
def test_only_the_active_seat_decides() -> None:
    """Intents of all other seats are refused, at main decisions and pending ones."""
    table = given("0: std-6 [C1]", hands=("UN",))
    for position, action in ((table, "board 3 on 0"), (table.do("play UN"), "decline")):
        assert position.intent(0, action) is None
        for seat in (1, 2):
            found = position.intent(seat, action)
            assert found is not None
            assert (found.code, found.rule) == ("not-your-turn", "MST-3.5")


PENDING = {
    "BoardPending": (("SR",), ("play SR on 0",)),
    "ReassignSourcePending": (("RA",), ("play RA",)),
    "ReassignTargetPending": (("RA",), ("play RA", "reassign from 0")),
    "RepairCardPending": (("RP",), ("play RP",)),
    "RepairTrainPending": (("RP",), ("play RP", "repair 1")),
    "UncouplePending": (("UN",), ("play UN",)),
    "TransferTrainPending": (("TR",), ("play TR",)),
    "TransferPassengerPending": (("TR",), ("play TR", "transfer from 0")),
    "TransferTargetPending": (("TR",), ("play TR", "transfer from 0", "transfer pawn 1")),
}
ANSWERS: dict[str, tuple[type, ...]] = {
    "BoardPending": (BoardPassenger, DeclineEffect),
    "ReassignSourcePending": (ChooseReassignSource, DeclineEffect),
    "ReassignTargetPending": (ChooseReassignTarget,),
    "RepairCardPending": (ChooseRepairCard, DeclineEffect),
    "RepairTrainPending": (ChooseRepairTrain,),
    "UncouplePending": (UncoupleRailcars, DeclineEffect),
    "TransferTrainPending": (ChooseTransferTrain, DeclineEffect),
    "TransferPassengerPending": (ChooseTransferPassenger, EndTransfer),
    "TransferTargetPending": (ChooseTransferTarget,),
}


def waiting(name: str) -> Table:
    hand, steps = PENDING[name]
    table = city(*hand, steps=steps)
    assert type(table.pending).__name__ == name
    return table


@pytest.mark.rule("MST-3.6")
@pytest.mark.parametrize("name", PENDING)
def test_while_something_is_pending(name: str) -> None:
    """Plays give `decision-pending`, choices of another decision `no-such-decision`, a decline that is not offered `must-resolve`."""
    table = waiting(name)
    for play in PLAYS:
        refused(table, play, "decision-pending")
    for choice in CHOICES:
        if type(choice) in ANSWERS[name]:
            continue
        refused(table, choice, "must-resolve" if isinstance(choice, DeclineEffect) else "no-such-decision")


@pytest.mark.rule("MST-3.6")
def test_nothing_pending() -> None:
    """At a main decision every choice gives `no-such-decision`, even with parameters of wrong types."""
    for choice in CHOICES:
        refused(given(), choice, "no-such-decision")
    refused(given(), ChooseRepairTrain("x"), "no-such-decision")  # type: ignore[arg-type]
    refused(waiting("UncouplePending"), AssignPassenger(True, "x"), "decision-pending")  # type: ignore[arg-type]


@pytest.mark.rule("MST-3.1")
@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("", AssignPassenger(True, 3)),
        ("", AssignPassenger(0, False)),
        ("", AssignPassenger(0.0, 3)),  # type: ignore[arg-type]
        ("", AssignPassenger("0", 3)),  # type: ignore[arg-type]
        ("", AddRailcar(3, 0)),  # type: ignore[arg-type]
        ("", AddRailcar("coach-1", None)),  # type: ignore[arg-type]
        ("", PlayStandingRoom(False)),
        ("", PlayAction(None)),  # type: ignore[arg-type]
        ("", PlaceDepot((0,))),  # type: ignore[arg-type]
        ("BoardPending", BoardPassenger(True)),
        ("ReassignSourcePending", ChooseReassignSource(False)),
        ("ReassignTargetPending", ChooseReassignTarget(True)),
        ("RepairCardPending", ChooseRepairCard(False)),
        ("RepairTrainPending", ChooseRepairTrain(False)),
        ("UncouplePending", UncoupleRailcars(0, True)),
        ("TransferTrainPending", ChooseTransferTrain("0")),  # type: ignore[arg-type]
        ("TransferPassengerPending", ChooseTransferPassenger(True)),
        ("TransferTargetPending", ChooseTransferTarget(True)),
    ],
)
def test_parameters_of_a_wrong_type(name: str, action: Action) -> None:
    """A bool is no int, and nothing is converted; a wrong type comes before a wrong value."""
    refused(waiting(name) if name else city("C1", "SR"), action, "bad-parameter")


@pytest.mark.rule("MST-3.1")
@pytest.mark.parametrize(
    "data",
    [
        {"kind": "AssignPassenger", "slot": 0},
        {"kind": "AssignPassenger", "slot": 0, "value": 3, "seat": 0},
        {"kind": "AssignPassenger", "slot": True, "value": 3},
        {"kind": "Pass"},
        {"slot": 0, "value": 3},
        {},
    ],
)
def test_intents_that_cannot_be_read(data: dict[str, Any]) -> None:
    """A parameter missing or extra, or no known kind, is unreadable."""
    with pytest.raises(InvalidActionError):
        GAME.load_action(data)


# ---- the second table: each intent's tests, in their order -------------------------------------------------------------------------------

WRONG_SLOTS = (-1, 4, 9, 10**9)


@pytest.mark.rule("MST-2.5", "MST-6.13", "MST-1.7", "MST-4.1", "MST-4.2")
def test_assign_passenger() -> None:
    """`no-such-slot`, `empty-slot`, `bad-value`, `passenger-not-in-supply`, `train-at-passenger-limit`."""
    table = given("0: std-3 [] {0:3 1:1 1:2}; 2: std-4 []", sole=True)
    for slot in WRONG_SLOTS:
        refused(table, AssignPassenger(slot, 9), "no-such-slot")
    refused(table, AssignPassenger(1, 9), "empty-slot")
    for value in (0, 4, -2, -3, 10**9):
        refused(table, AssignPassenger(0, value), "bad-value")
    refused(table, AssignPassenger(0, 3), "passenger-not-in-supply")
    refused(table, AssignPassenger(0, 2), "train-at-passenger-limit")


@pytest.mark.rule("MST-1.4", "MST-3.1", "MST-1.9", "MST-2.5", "MST-6.13")
def test_add_railcar() -> None:
    """`unknown-card`, `card-not-in-hand`, `not-a-railcar`, `no-such-slot`, `empty-slot`."""
    table = city("UN", "C1", "SR")
    for face in ("coach-9", "", "std-3", "Coach-1", "coach-1 "):
        refused(table, AddRailcar(face, 9), "unknown-card")
    refused(table, AddRailcar("reassign", 9), "card-not-in-hand")
    refused(table, AddRailcar("coach-6", 9), "card-not-in-hand")
    refused(table, AddRailcar("uncouple", 9), "not-a-railcar")
    refused(table, AddRailcar("standing-room", 9), "not-a-railcar")
    for slot in WRONG_SLOTS:
        refused(table, AddRailcar("coach-1", slot), "no-such-slot")
    refused(table, AddRailcar("coach-1", 2), "empty-slot")


@pytest.mark.rule("MST-3.1", "MST-2.5", "MST-6.13", "MST-10.1")
def test_play_standing_room() -> None:
    """`card-not-in-hand`, `no-such-slot`, `empty-slot`."""
    refused(city("C1"), PlayStandingRoom(9), "card-not-in-hand")
    table = city("SR")
    for slot in WRONG_SLOTS:
        refused(table, PlayStandingRoom(slot), "no-such-slot")
    refused(table, PlayStandingRoom(2), "empty-slot")


@pytest.mark.rule("MST-1.4", "MST-3.1", "MST-3.8", "MST-17.1")
def test_play_action() -> None:
    """`unknown-card`, `card-not-in-hand`, `not-a-targeted-action`, `no-effect`."""
    table = given(hands=("RP C1 SR",), idle_actions=False)
    refused(table, PlayAction("pass"), "unknown-card")
    refused(table, PlayAction("reassign"), "card-not-in-hand")
    refused(table, PlayAction("rush-hour"), "card-not-in-hand")
    refused(table, PlayAction("coach-6"), "card-not-in-hand")
    refused(table, PlayAction("coach-1"), "not-a-targeted-action")
    refused(table, PlayAction("standing-room"), "not-a-targeted-action")
    refused(table, PlayAction("repair"), "no-effect")


@pytest.mark.rule("MST-7.1", "MST-2.5", "MST-6.13", "MST-7.3", "MST-7.2")
def test_place_depot() -> None:
    """`depot-already-used`, `no-such-slot`, `empty-slot`, `depot-already-there`, `too-few-railcars`."""
    refused(city(used=(0,)), PlaceDepot(9), "depot-already-used")
    table = given("0: std-6 [C4 C3] D1@2; 2: std-4 [C1]", sole=True)
    for slot in WRONG_SLOTS:
        refused(table, PlaceDepot(slot), "no-such-slot")
    refused(table, PlaceDepot(1), "empty-slot")
    refused(table, PlaceDepot(0), "depot-already-there")
    refused(table, PlaceDepot(2), "too-few-railcars")


@pytest.mark.rule("MST-1.7", "MST-4.1")
def test_board_passenger() -> None:
    """`bad-value`, `passenger-not-in-supply`."""
    table = waiting("BoardPending")
    refused(table, BoardPassenger(0), "bad-value")
    refused(table, BoardPassenger(3), "passenger-not-in-supply")


@pytest.mark.rule("MST-3.6")
def test_decline_effect() -> None:
    """`no-such-decision` with nothing pending, `must-resolve` where declining is not offered."""
    refused(given(), DeclineEffect(), "no-such-decision")
    refused(given("0: std-6 [C4 C3]").do("depot on 0"), DeclineEffect(), "must-resolve")
    moving = city("TR", steps=("play TR", "transfer from 0", "transfer pawn 0", "transfer to 1"))
    refused(moving, DeclineEffect(), "must-resolve")


@pytest.mark.rule("MST-2.5", "MST-6.13", "MST-7.8")
def test_choose_reassign_source() -> None:
    """`no-such-slot`, `empty-slot`, `no-free-railcar`."""
    table = waiting("ReassignSourcePending")
    for slot in WRONG_SLOTS:
        refused(table, ChooseReassignSource(slot), "no-such-slot")
    refused(table, ChooseReassignSource(2), "empty-slot")
    refused(table, ChooseReassignSource(1), "no-free-railcar")


@pytest.mark.rule("MST-2.5", "MST-6.13", "MST-11.2")
def test_choose_reassign_target() -> None:
    """`no-such-slot`, `empty-slot`, `same-train`."""
    table = waiting("ReassignTargetPending")
    for slot in WRONG_SLOTS:
        refused(table, ChooseReassignTarget(slot), "no-such-slot")
    refused(table, ChooseReassignTarget(2), "empty-slot")
    refused(table, ChooseReassignTarget(0), "same-train", "MST-11.2")


@pytest.mark.rule("MST-12.1", "MST-1.9")
def test_choose_repair_card() -> None:
    """`no-such-card`, `not-a-railcar`."""
    table = city("RP", steps=("play RP",), discard="C5 C1 UN")
    for depth in (-1, 3, 4, 10**9):
        refused(table, ChooseRepairCard(depth), "no-such-card")
    refused(table, ChooseRepairCard(0), "not-a-railcar")
    refused(city("RP", steps=("play RP",), discard="C1 UN"), ChooseRepairCard(2), "no-such-card")


@pytest.mark.rule("MST-2.5", "MST-6.13")
def test_choose_repair_train() -> None:
    """`no-such-slot`, `empty-slot`."""
    table = waiting("RepairTrainPending")
    for slot in WRONG_SLOTS:
        refused(table, ChooseRepairTrain(slot), "no-such-slot")
    refused(table, ChooseRepairTrain(2), "empty-slot")


@pytest.mark.rule("MST-2.5", "MST-6.13", "MST-13.1", "MST-7.8", "MST-13.2")
def test_uncouple_railcars() -> None:
    """`no-such-slot`, `empty-slot`, `bad-count`, `no-free-railcar`, `too-few-free-railcars`."""
    table = waiting("UncouplePending")
    for slot in WRONG_SLOTS:
        refused(table, UncoupleRailcars(slot, 9), "no-such-slot")
    refused(table, UncoupleRailcars(2, 9), "empty-slot")
    for count in (0, 3, -1):
        refused(table, UncoupleRailcars(1, count), "bad-count")
    refused(table, UncoupleRailcars(1, 2), "no-free-railcar")
    refused(table, UncoupleRailcars(0, 2), "too-few-free-railcars")


@pytest.mark.rule("MST-2.5", "MST-6.13", "MST-14.1")
def test_choose_transfer_train() -> None:
    """`no-such-slot`, `empty-slot`, `no-passengers`."""
    table = waiting("TransferTrainPending")
    for slot in WRONG_SLOTS:
        refused(table, ChooseTransferTrain(slot), "no-such-slot")
    refused(table, ChooseTransferTrain(2), "empty-slot")
    refused(table, ChooseTransferTrain(1), "no-passengers")


@pytest.mark.rule("MST-14.1")
def test_choose_transfer_passenger_and_end_transfer() -> None:
    """`no-such-passenger`; `nothing-moved` before the first pawn."""
    table = waiting("TransferPassengerPending")
    for position in (-1, 2, 16, 10**9):
        refused(table, ChooseTransferPassenger(position), "no-such-passenger")
    refused(table, EndTransfer(), "nothing-moved")


@pytest.mark.rule("MST-2.5", "MST-6.13", "MST-14.2", "MST-4.2")
def test_choose_transfer_target() -> None:
    """`no-such-slot`, `empty-slot`, `same-train`, `train-at-passenger-limit`."""
    trains = "0: std-3 [] {0:3 1:2 2:2}; 1: frt-3 [] {0:2 1:3 2:3}; 3: std-4 []; 4: std-5a []"
    table = given(trains, n=5, sole=True, hands=("TR",)).do("play TR", "transfer from 0", "transfer pawn 1")
    for slot in (-1, 5, 9):
        refused(table, ChooseTransferTarget(slot), "no-such-slot")
    refused(table, ChooseTransferTarget(2), "empty-slot")
    refused(table, ChooseTransferTarget(0), "same-train", "MST-14.2")
    refused(table, ChooseTransferTarget(1), "train-at-passenger-limit")


# ---- what a refusal says -----------------------------------------------------------------------------------------------------------------


def said(table: Table, action: object) -> str:
    """The sentence with which `action` is refused."""
    return table.refusal(action).message


FORMS = {
    "BoardPending": "board VALUE or decline",
    "ReassignSourcePending": "reassign from SLOT or decline",
    "ReassignTargetPending": "reassign to SLOT",
    "RepairCardPending": "repair DEPTH or decline",
    "RepairTrainPending": "repair on SLOT",
    "UncouplePending": "uncouple COUNT from SLOT or decline",
    "TransferTrainPending": "transfer from SLOT or decline",
    "TransferPassengerPending": "transfer pawn POSITION",
    "TransferTargetPending": "transfer to SLOT",
}


@pytest.mark.rule("MST-3.6")
@pytest.mark.parametrize("name", FORMS)
def test_a_refusal_says_what_is_expected(name: str) -> None:
    """While something is pending, each refusal of another kind names what answers it, in the notation; no name of a class is told."""
    table = waiting(name)
    for action in (*PLAYS, *CHOICES):
        if type(action) not in ANSWERS[name]:
            message = said(table, action)
            assert message.endswith(f"; expected {FORMS[name]}")
            assert not any(kind.__name__ in message for kind in (type(table.pending), type(action)))
    assert said(table, AssignPassenger(0, 3)) == f"a pending decision comes first; expected {FORMS[name]}"
    if DeclineEffect not in ANSWERS[name]:
        assert said(table, DeclineEffect()) == f"the pending decision cannot be declined; expected {FORMS[name]}"
    other = EndTransfer() if name != "TransferPassengerPending" else ChooseRepairCard(0)
    form = "end transfer" if name != "TransferPassengerPending" else "repair DEPTH"
    assert said(table, other) == f"nothing is pending that {form!r} answers; expected {FORMS[name]}"


@pytest.mark.rule("MST-3.6", "MST-14.6", "MST-7.7", "MST-17.1")
def test_what_is_expected_depends_on_the_position() -> None:
    """A Transfer can be ended after a pawn, a Depot cannot be declined, and with `idle_actions` off no card can."""
    moving = city("TR", steps=("play TR", "transfer from 0", "transfer pawn 0", "transfer to 1"))
    assert said(moving, "board 3 on 0").endswith("; expected transfer pawn POSITION or end transfer")
    assert said(given("0: std-6 [C4 C3]").do("depot on 0"), "decline") == "the pending decision cannot be declined; expected board VALUE"
    bound = city("UN", steps=("play UN",), idle_actions=False)
    assert said(bound, "decline") == "the pending decision cannot be declined; expected uncouple COUNT from SLOT"
    nothing = "nothing is pending that 'decline' answers; expected board VALUE on SLOT, play CARD on SLOT, play CARD or depot on SLOT"
    assert said(given(), "decline") == nothing
    fresh = city("TR", steps=("play TR", "transfer from 0"))
    assert said(fresh, "end transfer") == "a Transfer takes at least one pawn; expected transfer pawn POSITION"


@pytest.mark.rule("MST-3.8", "MST-1.9", "MST-3.1", "MST-1.4", "MST-4.1", "MST-7.1")
def test_a_play_in_the_wrong_form() -> None:
    """A slot too few or too many is told with the right form, and a card or pawn that is not there with those that are."""
    table = given("2: std-3 [] {0:3 0:2}", hands=("SR C1 TR",))
    assert said(table, "play SR") == "standing-room goes on a train; expected play standing-room on SLOT"
    assert said(table, "play C1") == "coach-1 goes on a train; expected play coach-1 on SLOT"
    assert said(table, "play TR on 0") == "transfer is no railcar; expected play transfer"
    assert said(table, AddRailcar("standing-room", 0)) == "standing-room is no railcar; expected play standing-room on SLOT"
    held = "is not in the hand, which has standing-room, coach-1, transfer"
    assert said(table, "play CB on 0") == f"caboose {held}"
    assert said(table, "play UN") == f"uncouple {held}"
    assert said(table, "board 3 on 0") == "there is no pawn of value 3 in the supply, which has 2, 1, 1, -1"
    empty = given("0: std-8 [C1 C2] {0:all}", dry=True, used=(0,))
    assert said(empty, "play SR on 0") == "standing-room is not in the hand, which has no cards"
    assert said(empty, "board 3 on 0") == "there is no pawn of value 3 in the supply, which has none"
    assert said(empty, "depot on 0") == "the own Depot was played before; expected a pawn or a card"
    known = ", ".join(GAME.content.faces)
    for face in ("", "coach 1"):
        assert said(table, AddRailcar(face, 0)) == said(table, PlayAction(face)) == f"there is no card {face!r}; expected one of: {known}"


@pytest.mark.rule("MST-12.1", "MST-1.9")
def test_a_card_that_cannot_be_repaired() -> None:
    """The depths that can be are told."""
    table = city("RP", steps=("play RP",), discard="C5 C1 UN")
    assert said(table, "repair 0") == "uncouple, at depth 0, is no railcar; expected one of: 1, 2"
    assert said(table, "repair 3") == "there is no card 3 to look at; expected one of: 1, 2"


# ---- all codes, and no others ------------------------------------------------------------------------------------------------------------


def anything() -> list[Action]:
    """Actions of all kinds with parameters in and out of bounds."""
    slots = (-1, 0, 1, 2, 3, 9)
    cards = ("coach-1", "coach-5", "freight-6", "caboose", "uncouple", "reassign", "repair", "transfer", "standing-room", "rush-hour", "coach-9")
    found: list[Action] = [AssignPassenger(slot, value) for slot in slots for value in (3, 2, 1, -1, 0)]
    found += [AddRailcar(card, slot) for card in cards for slot in slots]
    found += [*map(PlayStandingRoom, slots), *map(PlayAction, cards), *map(PlaceDepot, slots), *map(BoardPassenger, (3, 2, 1, -1, 0))]
    found += [DeclineEffect(), EndTransfer(), *(UncoupleRailcars(slot, count) for slot in slots for count in (0, 1, 2, 3))]
    for kind in (
        ChooseReassignSource,
        ChooseReassignTarget,
        ChooseRepairCard,
        ChooseRepairTrain,
        ChooseTransferTrain,
        ChooseTransferPassenger,
        ChooseTransferTarget,
    ):
        found += map(kind, slots)
    return found


@pytest.mark.rule("MST-I12", "MST-3.2")
@pytest.mark.parametrize("idle", [True, False])
def test_only_codes_of_the_table_are_given(idle: bool) -> None:
    """Over positions of random games every refusal has a code and a rule of the page, and what is not refused is listed."""
    met: set[str] = set()
    for seed in range(2):
        for state in random_states(4, seed, idle_actions=idle)[::-5]:
            legal = set(GAME.legal_actions(state))
            for action in anything():
                found = GAME.validate(state, action)
                assert (found is None) == (action in legal)
                if found is not None:
                    met.add(found.code)
                    assert found.rule == CODES[found.code] or (found.code, found.rule) == ("same-train", "MST-14.2")
    assert {"game-over", "decision-pending", "no-such-decision", "no-such-slot", "unknown-card", "card-not-in-hand", "bad-value"} <= met
    assert met <= set(CODES)


# ---- lists, candidates and refusals are one promise --------------------------------------------------------------------------------------


def books(idle: bool) -> Iterator[tuple[State, Any]]:
    """Positions of random games, each with the rules that are open there."""
    for n, seed in ((3, 5), (6, 6)):
        for state in random_states(n, seed, idle_actions=idle)[:-1:3]:
            for rule in GAME.rules.openings[GAME.rules.decision(state)]:
                yield state, rule


@pytest.mark.rule("MST-I12")
@pytest.mark.parametrize("idle", [True, False])
def test_written_out_lists_are_those_of_the_refusals(idle: bool) -> None:
    """Where a list of legal actions is written out for speed, it is what the refusals leave of the candidates, in the same order."""
    kinds: set[type] = set()
    for state, rule in books(idle):
        wanted = [action for action in rule.candidates(state) if GAME.validate(state, action) is None]
        assert list(rule.legal(state)) == wanted
        assert list(rule.iter_legal(state)) == wanted
        kinds.update(map(type, wanted))
    assert len(kinds) > 10


@pytest.mark.rule("MST-1.10", "MST-I12")
def test_candidates_hold_each_action_once() -> None:
    """A hand with two copies of a face gives each candidate once, for every kind of play."""
    table = given(hands=("C2 UN C2",))
    for rule in GAME.rules.openings[GAME.rules.decision(table.state)]:
        for single in (rule, *getattr(rule, "rules", ())):
            found = list(single.candidates(table.state))
            assert len(set(found)) == len(found), type(single).__name__
