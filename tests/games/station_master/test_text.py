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
from railrules.games.station_master.state import Passenger
from tests.games.station_master.given import GAME, HouseRules, Table, given

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


def unread(text: object, code: str) -> str:
    """Why `text` cannot be read, refused with `code`."""
    with pytest.raises(InvalidActionError) as raised:
        GAME.parse_action(VIEW, text)  # type: ignore[arg-type]  # what a client may send
    assert raised.value.code == code
    return str(raised.value)


def board(table: Table, viewer: int | None = 0, names: list[str] | None = None) -> str:
    return GAME.describe(table.view(viewer), names)


# ---- actions -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "text"), NOTATION)
def test_notation(action: Action, text: str) -> None:
    """Each kind of action has its words, read back in any case and spacing."""
    assert GAME.action_to_str(VIEW, action) == text
    for written in (text, text.upper(), f"  {text.replace(' ', '   ')}\n"):
        assert GAME.parse_action(VIEW, written) == action


@pytest.mark.parametrize("thing", ["board 3", None, AssignPassenger])
def test_what_has_no_notation(thing: object) -> None:
    """What is no action is told as such."""
    with pytest.raises(TypeError, match=r" is no action of Station Master$"):
        GAME.action_to_str(VIEW, thing)  # type: ignore[arg-type]  # as a client may


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


@pytest.mark.parametrize("text", ["", "pass", "on 0"])
def test_what_is_no_action(text: str) -> None:
    """Text of another shape is an unknown intent, and the answer lists what there is, each form once."""
    assert unread(text, "unknown-intent") == (
        f"{text!r} is no action; expected board VALUE on SLOT, play CARD on SLOT, play CARD, depot on SLOT, board VALUE, decline, "
        "reassign from SLOT, reassign to SLOT, repair DEPTH, repair on SLOT, uncouple COUNT from SLOT, transfer from SLOT, transfer pawn POSITION, "
        "transfer to SLOT or end transfer"
    )


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("board", "board VALUE on SLOT or board VALUE"),
        ("BOARD 3 in 1", "board VALUE on SLOT or board VALUE"),
        ("play", "play CARD on SLOT or play CARD"),
        ("play coach-1 on", "play CARD on SLOT or play CARD"),
        ("depot 0", "depot on SLOT"),
        ("uncouple 1", "uncouple COUNT from SLOT"),
        ("transfer 0", "transfer from SLOT, transfer pawn POSITION or transfer to SLOT"),
        ("end", "end transfer"),
        ("end of game", "end transfer"),
    ],
)
def test_an_action_in_another_form(text: str, forms: str) -> None:
    """Where the first word is known, the forms that begin with it are told."""
    assert unread(text, "unknown-intent") == f"{text!r} is no action; expected {forms}"


@pytest.mark.parametrize("thing", [None, 3, b"decline", ["decline"]])
def test_what_is_no_text(thing: object) -> None:
    """What is no text at all is refused like one that cannot be read, in a line."""
    message = unread(thing, "unknown-intent")
    assert message.startswith(f"{type(thing).__name__} is no text; expected board VALUE on SLOT")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board x on 0", "'x' is no value; expected a number"),
        ("board 3 on zero", "'zero' is no slot; expected a number"),
        ("board 1.5", "'1.5' is no value; expected a number"),
        ("board --1", "'--1' is no value; expected a number"),
        ("board - on 0", "'-' is no value; expected a number"),
        ("play standing-room on x", "'x' is no slot; expected a number"),
        ("play coach-1 on x", "'x' is no slot; expected a number"),
        ("repair ²", "'²' is no depth; expected a number"),
        ("uncouple two from 0", "'two' is no count; expected a number"),
        ("transfer pawn b", "'b' is no position; expected a number"),
        ("uncouple 1 from 9999999999", "the slot has 10 digits; expected at most 9"),
        (f"board -{'9' * 5000}", "the value has 5000 digits; expected at most 9"),
    ],
)
def test_what_is_no_number(text: str, message: str) -> None:
    """A word where a number stands is told with what it should be, and so is a number too long to be one."""
    assert unread(text, "bad-parameter") == message


def test_cards_and_slots_as_the_table_names_them() -> None:
    """A card may be written in the words of its name, and a slot with the word before it."""
    for written, text in (
        ("play Standing Room on 1", "play standing-room on 1"),
        ("play rush hour", "play rush-hour"),
        ("play royal carriage on slot 2", "play royal-carriage on 2"),
        ("board 3 on slot 0", "board 3 on 0"),
        ("uncouple 2 from slot 1", "uncouple 2 from 1"),
    ):
        assert GAME.parse_action(VIEW, written) == GAME.parse_action(VIEW, text)


@pytest.mark.parametrize("text", ["play coach-9 on 0", "play caboos", "play C2 on 0"])
def test_what_is_no_card(text: str) -> None:
    """An unknown face is told with those that there are."""
    with pytest.raises(InvalidActionError, match=r"is no card; expected one of: coach-1, coach-2"):
        GAME.parse_action(VIEW, text)


# ---- the table ---------------------------------------------------------------------------------------------------------------------------


def train(table: Table, slot: int, viewer: int | None = 0) -> tuple[str, str]:
    """The two lines about a train, without the spaces of the columns."""
    lines = board(table, viewer).splitlines()
    place = next(index for index, line in enumerate(lines) if line.startswith(f"{slot:>4}  "))
    first, second = (" ".join(line.split()) for line in lines[place : place + 2])
    return first, second


@pytest.mark.rule("MST-4.3", "MST-6.1", "MST-19.3", "MST-4.7", "MST-7.10")
def test_a_train_in_words() -> None:
    """Locomotive first, railcars with what they count, the Depot in its place, pawns by position as far as they are known, limit and value."""
    table = given("0: exe-5 [C2 F3 X5/3] {0:3 1:2} D1@2 SR1; 1: frt-6 [C2 F3 X5/3]")
    assert train(table, 0) == (
        "0 exe-5 executive coach-2 freight-3 [Depot of Player 1] exec-5-3(+5)",
        "3 of 5 railcars, worth 5 now; 2 of 6 pawns with 1 Standing Room: #0 Player 0:3, #1 Player 1:?",
    )
    assert train(table, 1) == ("1 frt-6 freight coach-2(-2) freight-3(+3) exec-5-3(-3)", "3 of 6 railcars, worth -2 now; 0 of 6 pawns: -")
    assert train(table, 0, 1)[1].endswith("#0 Player 0:?, #1 Player 1:2")
    assert train(table, 0, None)[1].endswith("#0 Player 0:?, #1 Player 1:?")


@pytest.mark.rule("MST-9.2", "MST-9.4", "MST-9.5", "MST-7.11", "MST-7.12")
@pytest.mark.parametrize(
    ("cars", "stacking", "said", "worth"),
    [
        ("[C5 F1 RC C2]", False, "coach-5(+5) freight-1(-1x2) royal-carriage coach-2(+2x2)", 7),
        ("[RC C2]", False, "royal-carriage coach-2(+2x2)", 4),
        ("[RC]", False, "royal-carriage", 0),
        ("[RC RC C2]", True, "royal-carriage royal-carriage coach-2(+2x4)", 8),
        ("[RC C4 C2] D0@2", False, "royal-carriage coach-4 [Depot of Player 0] coach-2(+2)", 2),
        ("[C6 C4 C2 RC] D0@2", False, "coach-6 coach-4 [Depot of Player 0] coach-2(+2x2) royal-carriage", 4),
    ],
)
def test_values_add_up(cars: str, stacking: bool, said: str, worth: int) -> None:
    """What stands behind the railcars is what the train is worth: doubled where a Royal Carriage acts, nothing before a Depot."""
    first, second = train(given(f"0: std-6 {cars}", royal_stacking=stacking), 0)
    assert first == f"0 std-6 standard {said}"
    assert f"worth {worth} now;" in second


@pytest.mark.rule("MST-4.3", "MST-10.2")
def test_standing_room_in_words() -> None:
    """It raises the limit, or is said not to count."""
    for counted, said in ((True, "4 of 6 pawns with 2 Standing Rooms:"), (False, "4 of 4 pawns, 2 Standing Rooms not counted:")):
        table = given("0: std-4 [C1 C2] {0:3 0:2 1:3 1:2} D1@2 SR2", depot_standing_room=counted)
        assert said in train(table, 0)[1]
    assert "0 of 5 pawns with 1 Standing Room: -" in train(given("0: std-4 [] SR1", depot_standing_room=False), 0)[1]


@pytest.mark.rule("MST-19.1", "MST-19.2", "MST-16.5")
def test_the_table_in_words() -> None:
    """Whose turn it is, all piles, everybody's points and pawns, and the own hand and supply; a spectator has none."""
    table = given(hands=("C2 UN C3",), discard="C1 C2 C4 F1 F2 F3 F4", scores=(7, 0, 12), best=(5, 0, 9), used=(1,))
    text = board(table, 0, ["Ann", "Bob", "Cid"])
    assert text.startswith("Station Master, turn 1\nAnn puts a pawn on a train")
    assert "Draw pile     77 cards\n" in text
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
    alone = given("0: std-6 [C1] {0:all}", dry=True, sole=True)
    assert "Your hand: empty\nYour pawns at home: none" in board(alone)
    assert "   1  closed" in board(alone)
    assert board(alone).splitlines()[1] == "Player 0 has no legal play"  # no game comes to such a position


@pytest.mark.rule("MST-16.5", "MST-6.11", "MST-6.12")
def test_the_discard_piles_in_words() -> None:
    """The top cards in their order, all cards by face where there are more, and the locomotives that are gone."""
    text = board(given(discard="C1 C2 F4 C2 F2 F3 F4"))
    assert "Discard pile  7 cards, the top first: freight-4, freight-3, freight-2, coach-2, freight-4, coach-2, ...\n" in text
    assert "              in all: 1 coach-1, 2 coach-2, 1 freight-2, 1 freight-3, 2 freight-4\n" in text
    assert "Locomotives   10 left; departed: none" in text
    few = board(given(discard="C1 C2"))
    assert "Discard pile  2 cards, the top first: coach-2, coach-1\n" in few
    assert "in all" not in few
    assert "Discard pile  empty" in board(given())
    departed = given("0: std-3 []; 1: frt-3 []", hands=("CB", "CB")).do("play CB on 0", "play CB on 1")
    assert "Locomotives   8 left; departed: std-3, frt-3" in board(departed)


@pytest.mark.rule("MST-4.1")
def test_one_of_a_kind() -> None:
    """One card, one pawn and one point are not several."""
    text = board(given("0: std-8 [C1] {0:3 0:2 0:2 0:1 0:1}", hands=("C2",), draw="C1", dry=True, scores=(1, 0, 0)))
    assert "1 point, best train 0; 1 card, 1 pawn at home, Depot unused" in text
    assert "Draw pile     1 card\n" in text


@pytest.mark.rule("MST-2.10", "MST-9.5", "MST-4.3", "MST-17.1", "MST-17.5")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first_seat": 1}, "Bob had the first turn"),
        ({"first_seat": "random"}, "the first turn was drawn"),
        ({"royal_stacking": True}, "each Royal Carriage doubles again"),
        ({"depot_standing_room": False}, "Standing Room does not count on a train with a Depot"),
        ({"idle_actions": False}, "action cards need an effect and cannot be declined"),
        ({"stalled_trains": "scored"}, "trains score at a standstill"),
        (
            {"royal_stacking": True, "stalled_trains": "scored"},
            "each Royal Carriage doubles again; trains score at a standstill",
        ),
    ],
)
def test_house_rules_in_words(options: HouseRules, said: str) -> None:
    """Options that are not as usual stand below the question, and below the result."""
    names = ["Ann", "Bob", "Cid"]
    assert board(given(**options), 0, names).splitlines()[2] == f"House rules: {said}."
    over = given("0: std-3 [C4 C1]", sole=True, hands=("C3",), **options).do("play C3 on 0")
    assert board(over, None, names).splitlines()[2] == f"House rules: {said}."
    assert "House rules" not in board(given())


PAWN, BOTH, DEPOT = "puts a pawn on a train (board VALUE on SLOT)", "(play CARD on SLOT, play CARD)", "plays the Depot (depot on SLOT)"


@pytest.mark.rule("MST-3.1", "MST-19.1")
@pytest.mark.parametrize(
    ("table", "own", "others"),
    [
        (given("0: std-6 [C1 C2]", hands=("C1 UN C2",)), f"{PAWN}, plays a card {BOTH} or {DEPOT}", f"{PAWN}, plays a card {BOTH} or {DEPOT}"),
        (given("0: std-6 [C1]", hands=("C1 SR C2",)), f"{PAWN} or plays a card (play CARD on SLOT)", f"{PAWN} or plays a card {BOTH}"),
        (given("0: std-6 [C1]", hands=("UN RA TR",)), f"{PAWN} or plays a card (play CARD)", f"{PAWN} or plays a card {BOTH}"),
        (given("0: std-6 [C1 C2]", dry=True, sole=True, used=(0,)), PAWN, PAWN),
        (given("0: std-6 [C1 C2]", dry=True, sole=True), f"{PAWN} or {DEPOT}", f"{PAWN} or {DEPOT}"),
        (given("0: std-6 [C1 C2] D1@2", dry=True, sole=True), PAWN, PAWN),
        (given("0: std-6 [C1] {0:all}", hands=("C1",), dry=True), "plays a card (play CARD on SLOT)", f"plays a card {BOTH}"),
        (given("0: std-3 [C1] {1:3 1:2 1:1}", hands=("C1",), dry=True, sole=True), "plays a card (play CARD on SLOT)", f"plays a card {BOTH}"),
        (given(hands=("UN RA TR",), idle_actions=False), PAWN, f"{PAWN} or plays a card {BOTH}"),
        (given("0: std-6 [C1]", hands=("UN RA TR",), idle_actions=False), f"{PAWN} or plays a card (play CARD)", f"{PAWN} or plays a card {BOTH}"),
    ],
)
def test_what_a_turn_can_be(table: Table, own: str, others: str) -> None:
    """Only what is possible is offered, as far as the one who looks knows; for the player whose turn it is that is what is legal."""
    for viewer, said in ((0, own), (1, others), (None, others)):
        assert board(table, viewer).splitlines()[1] == f"Player 0 {said}"
    kinds = {type(action) for action in GAME.legal_actions(table.state)}
    offered = {
        AssignPassenger: "board" in own,
        AddRailcar: "play CARD on SLOT" in own,
        PlayAction: "play CARD)" in own,
        PlaceDepot: "depot" in own,
    }
    assert offered == {kind: kind in kinds for kind in offered}


QUESTIONS = {
    ("play SR on 0",): "Player 0 may put a pawn on the train in slot 0 (board VALUE, decline)",
    ("depot on 0",): "Player 0 puts a pawn on the train in slot 0 (board VALUE)",
    ("play RA",): "Player 0 may take the tail railcar of a train (reassign from SLOT, decline)",
    ("play RA", "reassign from 0"): "Player 0 couples the railcar of slot 0 to another train (reassign to SLOT)",
    ("play RP",): "Player 0 may take a railcar from the discard pile (repair DEPTH, decline): 1 coach-6, 2 freight-1",
    ("play RP", "repair 1"): "Player 0 couples coach-6 to a train (repair on SLOT)",
    ("play UN",): "Player 0 may take railcars off a train (uncouple COUNT from SLOT, decline)",
    ("play TR",): "Player 0 may take pawns off a train (transfer from SLOT, decline)",
    ("play TR", "transfer from 0"): "Player 0 takes a pawn off slot 0 (transfer pawn POSITION); 0 taken",
    ("play TR", "transfer from 0", "transfer pawn 1"): "Player 0 puts #1 of slot 0, a pawn of Player 2, on another train (transfer to SLOT)",
    ("play TR", "transfer from 0", "transfer pawn 1", "transfer to 1"): (
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


@pytest.mark.rule("MST-17.1")
def test_the_question_where_nothing_can_be_declined() -> None:
    """With `idle_actions` off nobody is told of declining."""
    for card, asked in (("RA", "reassign from SLOT"), ("RP", "repair DEPTH"), ("UN", "uncouple COUNT from SLOT"), ("TR", "transfer from SLOT")):
        trains = "0: std-6 [C1 C2] {1:2 2:3}; 1: std-4 [C3] {0:1}"
        text = board(given(trains, hands=(card,), discard="F1 C6 UN", idle_actions=False).do(f"play {card}"))
        assert text.startswith("Station Master, turn 1\nPlayer 0 takes ")
        assert f"({asked})" in text.splitlines()[1]


@pytest.mark.rule("MST-18.4", "MST-18.5", "MST-18.1", "MST-17.4")
def test_the_end_in_words() -> None:
    """After the end it says who won and why."""
    table = given("0: std-3 [C4 C1] {0:2 1:1}", sole=True, hands=("C3",)).do("play C3 on 0")
    head = "Station Master, turn 1: over, as the last train has left\nPlayer 0 won. Points: Player 0 16, Player 1 8, Player 2 0"
    assert board(table).startswith(head)
    stalled = given("0: std-6 [C1] {0:all}; 1: std-7 [] {1:all}; 2: std-8 [] {2:all}", sole=True, dry=True, no_depots=True, hands=("C6",))
    assert board(stalled.do("play C6 on 1")).startswith("Station Master, turn 1: over, as nobody has a legal play\n")
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
        "std-3 scores 10 (coach-4 +8, royal-carriage, coach-1 +2): Ann 10 x 2 = +20, now 20; Bob 10 x -1 = -10, now 0.",
        "std-3 leaves slot 0.",
        "exe-7 comes into slot 0.",
        "Ann draws freight-6.",
    ]
    assert "Ann draws freight-6." not in told(table, 1)
    empty = given("0: std-3 []", sole=True, hands=("CB",)).do("play CB on 0")
    assert told(empty)[1:4] == ["std-3 scores 0 (caboose): nobody rides.", "std-3 leaves slot 0.", "Slot 0 is closed."]


@pytest.mark.rule("MST-6.9", "MST-19.5")
def test_a_scoring_tells_what_it_shows() -> None:
    """Everybody reads the value of each pawn that rode, in the order of the train."""
    table = given("0: std-8 [C4 C3] {0:3 1:2 0:1 1:-1 2:-1 1:2}").do("depot on 0")
    for viewer in (0, 1, 2, None):
        assert told(table, viewer)[1] == (
            "std-8 scores 7 (coach-4 +4, coach-3 +3): Ann 7 x (3+1) = +28, now 28; Bob 7 x (2-1+2) = +21, now 21; Cid 7 x -1 = -7, now 0."
        )
    nothing = given("0: std-6 [C1] {0:-1 0:1}; 1: std-7 [C2] {1:all}; 2: std-8 [C5] {2:all}", sole=True, hands=("CB",)).do("play CB on 0")
    assert told(nothing)[1] == "std-6 scores 1 (coach-1 +1, caboose): Ann 1 x (-1+1) = +0, now 0."


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
    (ev.StandingRoomAdded(0, 1, 5), "Ann adds Standing Room to the train in slot 1, which takes 5 pawns."),
    (ev.DepotPlaced(0, 1, 2), "Ann puts the Depot behind the 2 railcars in slot 1."),
    (ev.RailcarsUncoupled(0, 1, ("freight-5", "coach-1")), "Ann uncouples freight-5 and coach-1 from the train in slot 1."),
    (ev.PassengerMoved(0, 1, 3, 2, 2, 4), "Ann moves #3 of slot 1, a pawn of Cid, to the end of slot 2."),
    (ev.PassengerSentHome(0, 1, 3, 2, 4), "Ann sends #3 of slot 1, a pawn of Cid, home."),
    (ev.EffectDeclined(0, "repair"), "Ann declines the effect of repair."),
    (ev.ActionWasted(0, "repair"), "The repair of Ann has nothing to act on."),
    (ev.ActionDiscarded("repair"), ""),
    (ev.ChoiceForced(0, "RepairTrainPending"), ""),
    (ev.PassengersReturned(0, ()), ""),
    (
        ev.GameEnded("stalled", (1, 2, 0), (1, 2, 0), (2, 1, 3), (1,)),
        "Over, as nobody has a legal play: Bob wins. Points: Ann 1, Bob 2, Cid 0.",
    ),
    (
        ev.GameEnded("last-train", (2, 2, 0), (2, 2, 0), (1, 1, 3), (0, 1)),
        "Over, as the last train has left: Ann and Bob win. Points: Ann 2, Bob 2, Cid 0.",
    ),
    (
        ev.TrainScored(9, 0, "std-3", "departure", (), (), 0, (Passenger(0, 1, 3),), ((0, 3),), ((0, 0),), (5, 0, 0)),
        "std-3 scores 0 (no railcar counts): Ann 0 x 3 = +0, now 5.",
    ),
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
