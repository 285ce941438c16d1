"""Station Master in words: the notation of actions both ways, what happens as sentences, and the Station as a person reads it."""

import pytest

from railrules import InvalidActionError
from railrules.games.station_master import events as ev
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
from railrules.games.station_master.options import Options
from tests.games.station_master.given import GAME, Table, given

VIEW = given().view(0)
NOTATION: list[tuple[Action, str]] = [
    (AssignPassenger(2, -1), "board -1 on 2"),
    (AddRailcar("exec-5-3", 1), "play exec-5-3 on 1"),
    (PlayStandingRoom(0), "play standing-room on 0"),
    (PlayAction("uncouple"), "play uncouple"),
    (PlaceDepot(3), "depot on 3"),
    (BoardPassenger(3), "board 3"),
    (DeclineEffect(), "decline"),
    (ChooseReassignSource(0), "reassign from 0"),
    (ChooseReassignTarget(1), "reassign to 1"),
    (ChooseRepairCard(2), "repair 2"),
    (ChooseRepairTrain(0), "repair on 0"),
    (UncoupleRailcars(1, 2), "uncouple 2 from 1"),
    (ChooseTransferTrain(0), "transfer from 0"),
    (ChooseTransferPassenger(3), "transfer pawn 3"),
    (ChooseTransferTarget(2), "transfer to 2"),
    (EndTransfer(), "end transfer"),
]


def board(table: Table, viewer: int | None = 0, names: list[str] | None = None) -> str:
    return GAME.describe(table.view(viewer), names)


# ---- actions -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "text"), NOTATION)
def test_notation(action: Action, text: str) -> None:
    """Each kind of action has its words, read back in any case and spacing."""
    assert GAME.action_to_str(VIEW, action) == text
    for written in (text, text.upper(), f"  {text.replace(' ', '   ')}\n"):
        assert GAME.parse_action(VIEW, written) == action


def test_all_actions_have_different_texts() -> None:
    """No two actions of the numbering share a text, and each is read back as itself."""
    table = given(n=6, hands=("C2 SR UN",))
    codec = GAME.codec(table.state.config)
    actions = []
    for number in range(codec.num_actions):
        try:
            actions.append(codec.decode(table.state, number))
        except InvalidActionError:
            continue
    texts = [GAME.action_to_str(table.view(0), action) for action in actions]
    assert len(set(texts)) == len(actions) == 7 * 15 + 28 - 7 - 2
    assert [GAME.parse_action(table.view(0), text) for text in texts] == actions


@pytest.mark.parametrize(
    "text", ["", "pass", "board", "board 3 in 1", "play", "play coach-1 on", "depot 0", "uncouple 1", "end of game", "transfer 0"]
)
def test_what_is_no_action(text: str) -> None:
    """Text of another shape is an unknown intent, and the answer lists what there is."""
    with pytest.raises(InvalidActionError, match="expected one of: board VALUE on SLOT") as raised:
        GAME.parse_action(VIEW, text)
    assert raised.value.code == "unknown-intent"


@pytest.mark.parametrize(
    "text", ["board x on 0", "board 3 on zero", "board 1.5", "board --1", "repair ²", "uncouple 1 from 9999999999", "board - on 0"]
)
def test_what_is_no_number(text: str) -> None:
    """A word where a number stands is told."""
    with pytest.raises(InvalidActionError, match="is no number"):
        GAME.parse_action(VIEW, text)


@pytest.mark.parametrize("text", ["play coach-9 on 0", "play caboos", "play C2 on 0"])
def test_what_is_no_card(text: str) -> None:
    """An unknown face is told with those that there are."""
    with pytest.raises(InvalidActionError, match=r"is no card; expected one of: coach-1, coach-2"):
        GAME.parse_action(VIEW, text)


# ---- the table ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-4.3", "MST-6.1", "MST-19.3")
def test_a_train_in_words() -> None:
    """Locomotive first, railcars with their values behind this one, the Depot in its place, pawns as far as they are known, limit and value."""
    table = given("0: exe-5 [C2 F3 X5/3 RC] {0:3 1:2} D1@2 SR1; 1: frt-6 [C2 F3 X5/3]")
    text = board(table)
    line, load = next((one, two) for one, two in zip(text.splitlines(), text.splitlines()[1:], strict=False) if "exe-5" in one)
    assert " ".join(line.split()) == "0 exe-5 executive coach-2(+2) freight-3(-3) [Depot of Player 1] exec-5-3(+5) royal-carriage"
    assert load.strip() == "4 of 5 railcars, worth 10 now; 2 of 6 pawns with 1 Standing Room: Player 0:3 Player 1:?"
    assert "coach-2(-2) freight-3(+3) exec-5-3(-3)" in text
    assert "Player 0:? Player 1:2" in board(table, 1)
    assert "Player 0:? Player 1:?" in board(table, None)
    assert "0 of 6 pawns: -" in text


@pytest.mark.rule("MST-19.1", "MST-19.2", "MST-16.5")
def test_the_table_in_words() -> None:
    """Whose turn it is, all piles, everybody's points and pawns, and the own hand and supply; a spectator has none."""
    table = given(hands=("C2 UN C3",), discard="C1 C2 C4 F1 F2 F3 F4", scores=(7, 0, 12), best=(5, 0, 9), used=(1,))
    text = board(table, 0, ["Ann", "Bob", "Cid"])
    assert text.startswith("Station Master, turn 1\nAnn puts a pawn on a train")
    assert "... coach-2 coach-4 freight-1 freight-2 freight-3 freight-4 (top)" in text
    assert "Draw pile     77 cards; locomotives left: 10" in text
    assert "Ann (you)" in text
    assert "7 points, best train 5; 3 cards, 6 pawns at home, Depot unused" in text
    assert "Bob" in text
    assert "Depot used" in text
    assert "Your hand: coach-2  uncouple  coach-3" in text
    assert "Your pawns at home: 3 2 2 1 1 -1" in text
    other = board(table, None)
    assert "Your" not in other
    assert "(you)" not in other
    assert "coach-3" not in other
    assert "Discard pile  empty" in board(given())
    alone = given("0: std-6 [C1] {0:all}", dry=True, sole=True)
    assert "Your hand: empty\nYour pawns at home: none" in board(alone)
    assert "   1  closed" in board(alone)


QUESTIONS = {
    ("play SR on 0",): "Player 0 may put a pawn on the train in slot 0 (board VALUE, decline)",
    ("depot on 0",): "Player 0 puts a pawn on the train in slot 0 (board VALUE)",
    ("play RA",): "Player 0 takes the tail railcar of a train (reassign from SLOT) or declines (decline)",
    ("play RA", "reassign from 0"): "Player 0 couples the railcar of slot 0 to another train (reassign to SLOT)",
    ("play RP",): "Player 0 takes a railcar from the discard pile (repair DEPTH of 0 uncouple, 1 coach-6, 2 freight-1) or declines (decline)",
    ("play RP", "repair 1"): "Player 0 couples coach-6 to a train (repair on SLOT)",
    ("play UN",): "Player 0 takes railcars off a train (uncouple COUNT from SLOT) or declines (decline)",
    ("play TR",): "Player 0 takes pawns off a train (transfer from SLOT) or declines (decline)",
    ("play TR", "transfer from 0"): "Player 0 takes a pawn off slot 0 (transfer pawn POSITION); 0 taken",
    ("play TR", "transfer from 0", "transfer pawn 0"): "Player 0 puts pawn 0 of slot 0 on another train (transfer to SLOT)",
    ("play TR", "transfer from 0", "transfer pawn 0", "transfer to 1"): (
        "Player 0 takes a pawn off slot 0 (transfer pawn POSITION, end transfer); 1 taken"
    ),
}


@pytest.mark.rule("MST-19.6")
@pytest.mark.parametrize("steps", QUESTIONS)
def test_the_question_in_words(steps: tuple[str, ...]) -> None:
    """Every pending decision says what is asked and how it is answered; the card that acts is in play."""
    card = next((word for word in steps[0].split() if word.isupper()), "UN")
    table = given("0: std-6 [C1 C2] {1:2 2:3}; 1: std-4 [C3]", hands=(card,), discard="F1 C6 UN").do(*steps)
    names = {"RA": "reassign", "RP": "repair", "UN": "uncouple", "TR": "transfer"}
    for viewer in (0, 1, None):
        text = board(table, viewer)
        assert text.splitlines()[1] == QUESTIONS[steps]
        assert ("In play" in text) == (card in names and steps[0].startswith("play"))
        if "In play" in text:
            assert f"In play       {names[card]}" in text


@pytest.mark.rule("MST-18.4", "MST-18.5")
def test_the_end_in_words() -> None:
    """After the end it says who won and why."""
    table = given("0: std-3 [C4 C1] {0:2 1:1}", sole=True, hands=("C3",)).do("play C3 on 0")
    assert board(table).startswith("Station Master, turn 1: over by last-train\nPlayer 0 won. Points: Player 0 16, Player 1 8, Player 2 0")
    shared = given("0: std-3 [C4 C1] {0:2 1:2}", sole=True, hands=("C3",)).do("play C3 on 0")
    assert "Ann and Bob won" in board(shared, 0, ["Ann", "Bob", "Cid"])


def test_the_summary() -> None:
    """One line with trains, draw pile and points."""
    table = given("0: std-5a [C1 C2] {0:3}", sole=True, scores=(1, 2, 3))
    assert GAME.summary(table.view(None)) == "std-5a 2c 1p | closed | closed; draw pile 82; scores 1 2 3"


# ---- events ------------------------------------------------------------------------------------------------------------------------------


def told(table: Table, viewer: int | None = 0) -> list[str]:
    return [text for event in table.seen(viewer) if (text := GAME.event_to_str(table.view(viewer), event, ["Ann", "Bob", "Cid"]))]


def test_a_departure_in_words() -> None:
    """Card, value of the train, points of each, what leaves and what comes."""
    table = given("0: std-3 [C4 RC] {0:2 1:-1}", deck="exe-7", hands=("C1",), draw="F6").do("play C1 on 0")
    assert told(table) == [
        "Ann couples coach-1 to the train in slot 0.",
        "std-3 scores +8 . +2, 10 in all: Ann 10 x 2 = +20, now 20; Bob 10 x -1 = -10, now 0.",
        "std-3 leaves slot 0.",
        "exe-7 comes into slot 0.",
        "Ann draws freight-6.",
    ]
    assert "Ann draws freight-6." not in told(table, 1)
    empty = given("0: std-3 []", sole=True, hands=("CB",)).do("play CB on 0")
    assert told(empty)[1:4] == ["std-3 scores ., 0 in all: nobody rides.", "std-3 leaves slot 0.", "Slot 0 is closed."]


SENTENCES: list[tuple[ev.Event, str]] = [
    (ev.GameStarted(3, Options(), 1, ("std-3", "exe-4"), 10, 93), "The Station opens with std-3, exe-4; Bob begins."),
    (ev.CardDrawn(0, "coach-1", 9), "Ann draws coach-1."),
    (ev.CardDrawn(0, None, 9), ""),
    (ev.RushHourDrawn(2, 3, "exe-7", 9), "Cid draws the Rush Hour: exe-7 opens slot 3."),
    (ev.RushHourDrawn(2, None, None, 9), "Cid draws the Rush Hour: no locomotive is left."),
    (ev.NothingToDraw(0), "Ann finds the draw pile empty."),
    (ev.TurnStarted(1, 4), ""),
    (ev.TurnPassed(1), "Bob has no legal play."),
    (ev.PassengerAssigned(0, 2, 0, 3, "turn"), "Ann puts a pawn of value 3 on the train in slot 2."),
    (ev.PassengerAssigned(0, 2, 0, None, "depot"), "Ann puts a pawn on the train in slot 2."),
    (ev.CardPlayed(0, "uncouple", None), "Ann plays uncouple."),
    (ev.CardPlayed(0, "coach-1", 0), ""),
    (ev.RailcarAdded(0, 1, "coach-6", "train", 0, None), "Ann couples coach-6 from slot 0 to the train in slot 1."),
    (ev.RailcarAdded(0, 1, "coach-6", "discard", None, 2), "Ann couples coach-6 from the discard pile to the train in slot 1."),
    (ev.StandingRoomAdded(0, 1, 5), "Ann makes standing room in slot 1, for 5 pawns."),
    (ev.DepotPlaced(0, 1, 2), "Ann puts the Depot behind the 2 railcars in slot 1."),
    (ev.RailcarsUncoupled(0, 1, ("freight-5", "coach-1")), "Ann uncouples freight-5 and coach-1 from the train in slot 1."),
    (ev.PassengerMoved(0, 1, 0, 2, 2, 4), "Ann moves a pawn of Cid from slot 1 to slot 2."),
    (ev.PassengerSentHome(0, 1, 0, 2, 4), "Ann sends a pawn of Cid home from slot 1."),
    (ev.EffectDeclined(0, "repair"), "Ann leaves the repair at that."),
    (ev.ActionWasted(0, "repair"), "The repair of Ann has nothing to act on."),
    (ev.ActionDiscarded("repair"), ""),
    (ev.ChoiceForced(0, "RepairTrainPending"), ""),
    (ev.PassengersReturned(0, ()), ""),
    (ev.GameEnded("stalled", (1, 2, 0), (1, 2, 0), (2, 1, 3), (1,)), "Over by stalled: Bob wins. Points: Ann 1, Bob 2, Cid 0."),
    (ev.GameEnded("last-train", (2, 2, 0), (2, 2, 0), (1, 1, 3), (0, 1)), "Over by last-train: Ann and Bob win. Points: Ann 2, Bob 2, Cid 0."),
]


@pytest.mark.parametrize(("event", "text"), SENTENCES)
def test_events_in_words(event: ev.Event, text: str) -> None:
    """Each kind of event is a sentence, or nothing where another one says it."""
    assert GAME.event_to_str(VIEW, event, ["Ann", "Bob", "Cid"]) == text


def test_nobody_is_told_a_hidden_value() -> None:
    """The sentences of others name neither the card drawn nor the value boarded."""
    table = given("0: std-6 [C1]", hands=("C2",), draw="F6").do("play C2 on 0", "board 3 on 0")
    assert "Ann draws freight-6." in told(table, 0)
    assert not any("freight-6" in text for text in told(table, 2))
    assert "Bob puts a pawn on the train in slot 0." in told(table, 2)
    assert "Bob puts a pawn of value 3 on the train in slot 0." in told(table, 1)
