"""Station Manager in words: the notation of actions both ways, and the table as a person reads it."""

import re
from typing import Unpack

import pytest

from railrules import InvalidActionError, SeededChance
from railrules.games.station_manager import (
    Action,
    ClaimPile,
    DiscardFreight,
    DrawFreight,
    Event,
    FulfilOrder,
    LayFreight,
    Options,
    RoundResult,
    TakeOpenFreight,
)
from railrules.games.station_manager.events import (
    FreightDealt,
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    GameEnded,
    GameStarted,
    OpenFreightTaken,
    OpenFreightTurned,
    OrderNamed,
    OrderTaken,
    PileClaimed,
    PileLeft,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from tests.games.station_manager.given import GAME, HouseRules, Table, cards, given

ANY = given(hands=(3, 3), pile="WIr")


def parse(text: str) -> Action:
    return GAME.parse_action(ANY.view(0), text)


def write(action: Action) -> str:
    return GAME.action_to_str(ANY.view(0), action)


def board(table: Table, player: int | None = 0, names: list[str] | None = None) -> str:
    return GAME.describe(table.view(player), names)


@pytest.mark.rule("MGR-1.3", "MGR-1.4")
def test_all_actions_both_ways() -> None:
    """Each of the 116 actions has its own text, and the text is read back as that action."""
    codec = GAME.codec(ANY.state.config)
    actions = [codec.decode(ANY.state, action_id) for action_id in range(116)]
    texts = [write(action) for action in actions]
    assert len(set(texts)) == 116
    assert [parse(text) for text in texts] == actions
    assert [parse(text.upper()) for text in texts] == actions
    assert [parse(f"  {text.replace(' ', '   ')}\n") for text in texts] == actions


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (DrawFreight(), "draw"),
        (TakeOpenFreight(), "open"),
        (DiscardFreight(10), "discard CLw"),
        (FulfilOrder("blue-a"), "fulfil blue-a"),
        (LayFreight(51), "lay WIk"),
        (ClaimPile(True), "claim"),
        (ClaimPile(False), "leave"),
    ],
)
def test_notation(action: Action, text: str) -> None:
    """The notation is that of the worked scenarios."""
    assert write(action) == text
    assert parse(text) == action


def test_the_other_spelling() -> None:
    """`fulfill` is understood."""
    assert parse("fulfill grey") == FulfilOrder("grey")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "pass",
        "draw 2",
        "open CLr",
        "discard",
        "discard CLx",
        "discard CLr CLo",
        "lay",
        "lay 8",
        "fulfil",
        "fulfil pink",
        "claim all",
        "leave it",
    ],
)
def test_what_is_no_action(text: str) -> None:
    """Other text raises `InvalidActionError` with the code `bad-parameter` and a message that helps."""
    with pytest.raises(InvalidActionError) as raised:
        parse(text)
    assert raised.value.code == "bad-parameter"
    assert "expected" in str(raised.value)


@pytest.mark.rule("MGR-1.9")
def test_s62_rows_in_groups_of_five() -> None:
    """A row is shown in groups of five with its total; an empty row has the total 0."""
    # given
    row = "CLr CLo CLw CLk BAr BAo TIr TIo TIw WIr WIo WIw"
    table = given(hands=(3, 3), pile="OIw", rows=(row,))
    # when
    text = board(table)
    # then
    assert "CLr CLo CLw CLk BAr | BAo TIr TIo TIw WIr | WIo WIw (12)" in text
    assert re.search(r"row\s+\(0\)", text)
    full = board(given(hands=(3, 3), pile="OIw", rows=("CLr CLo CLw CLk BAr",)))
    assert re.search(r"row\s+CLr CLo CLw CLk BAr \(5\)", full)


@pytest.mark.rule("MGR-1.9")
def test_the_grouping_has_no_effect() -> None:
    """Rows in laying order are all that a state knows; groups exist in the text alone."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr", rows=(4,)).do("draw", "fulfil blue-a", "leave")
    row = table.state.places[0].row
    assert len(row) == 7
    assert all(type(card) is int for card in row)


@pytest.mark.rule("MGR-9.1", "MGR-9.2", "MGR-4.4")
def test_the_table_in_words() -> None:
    """A person finds everything public and the own hand: turn, piles, Order Cards, rows, known cards, points, and what to do."""
    table = given(
        hands=("CLr CFo TIk", 3),
        pile="OIw WIr",
        rows=("BAr BAo", 4),
        holders={"blue-b": 0, "grey": 1},
        turn=7,
        idle=2,
        known={0: "CFo"},
    )
    text = board(table, 0, ["Ann", "Bob"])
    assert "turn 7" in text
    assert "round 1 of 1" in text
    assert re.search(rf"Draw pile\s+{table.draw_size} cards", text)
    assert "OIw WIr (2)" in text
    assert "open card: WIr" in text
    assert re.search(r"Idle turns\s+2 of 6", text)
    assert re.search(r"blue-b\s+5\s+three alike\s+Ann", text)
    assert re.search(r"grey\s+3\s+five of one colour\s+Bob", text)
    assert re.search(r"purple\s+7\s+four alike\s+-", text)
    assert re.search(r"yellow\s+6\s+three alike and a pair\s+-", text)
    assert re.search(r"green-a\s+1\s+two different pairs\s+-", text)
    assert "Ann (you)" in text
    assert "known to hold CFo" in text
    assert "7 points now" in text  # 2 cards and 5
    assert re.search(r"Your hand: CLr\s+CFo\s+TIk", text)
    assert "Ann draws two cards (draw) or takes the open card WIr (open)" in text
    assert "3 colours" in text
    assert "25 cards" in text


@pytest.mark.rule("MGR-9.1")
def test_words_keep_the_secrets_of_the_view() -> None:
    """A description follows from the view alone: hands of others and the draw pile are not in it."""
    one = given(hands=("CLr CFo TIk", "SPr SPo SPw"), pile="OIw WIr", draw="RUr")
    other = given(hands=("CLr CFo TIk", "RUr RUo RUw"), pile="OIw WIr", draw="SPr")
    assert board(one) == board(other)
    assert board(one, None) == board(other, None)
    assert "SPr" not in board(one)
    assert "SPr" in board(one, 1)
    assert "Your hand" not in board(one, None)
    lay = given(hands=("CLr CLo CLw", 3), pile="WIr", draw="CLk GRr").do("draw", "fulfil blue-a", "lay CLr")
    assert "blue-a in ascending order" in board(lay)
    assert "chosen: CLr" in board(lay)
    assert "ascending" not in board(lay, 1)
    assert board(lay, 1).splitlines()[1] == "Player 0 discards a card (discard CARD) or fulfils an order (fulfil ORDER)"


def test_each_step_says_what_to_do() -> None:
    """The second line names who decides and the notation of what may be done."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr CLk")
    lines = {0: board(table).splitlines()[1]}
    table = table.do("open")
    lines[1] = board(table).splitlines()[1]
    table = table.do("fulfil blue-a")
    lines[2] = board(table).splitlines()[1]
    table = table.do("lay CLo")
    lines[3] = board(table).splitlines()[1]
    assert "(draw)" in lines[0]
    assert "(open)" in lines[0]
    assert "discard CARD" in lines[1]
    assert "fulfil ORDER" in lines[1]
    assert "CLk" in lines[1]
    assert "lay CARD" in lines[2]
    assert "(claim)" in lines[3]
    assert "discard pile of 1 to the row" in lines[3]
    assert all(line.startswith("Player 0 ") for line in lines.values())


def test_an_empty_discard_pile_and_no_idle_limit() -> None:
    """Without a discard pile there is no open card, and without an idle limit no count of idle turns."""
    table = given(hands=(3, 3), idle_rounds=0, draw="WIr WIo")
    text = board(table)
    assert re.search(r"Discard pile\s+empty", text)
    assert "Idle" not in text


@pytest.mark.rule("MGR-8.6", "MGR-8.7")
def test_the_end_in_words() -> None:
    """After the end the reasons, the winners by name and all points are told."""
    table = given(hands=("CLr CLo CLw", 3), rows=(22, 5), pile="WIr", draw="TIk GRr", holders={"green-b": 1})
    table = table.do("draw", "fulfil blue-a", "leave")
    head = board(table, 1, ["Ann", "Bob"]).splitlines()[:2]
    assert "laid-limit" in head[0]
    assert "Ann won" in head[1]
    assert "Ann 29" in head[1]
    assert "Bob 7" in head[1]
    shared = given(hands=("CLr CFo TIk", ""), rows=(24, 24), pile="OIw WIr", rest_to_hand=1).do("draw")
    assert "Ann and Bob won" in board(shared, None, ["Ann", "Bob"])


@pytest.mark.rule("MGR-8.3")
def test_earlier_rounds_in_words() -> None:
    """In a later round the points of earlier ones stand beside those of this one."""
    table = given(hands=("CLr CLo CLw CLk", 3), rows=(22,), pile="WIr", draw="TIk GRr", rounds=2)
    table = table.do("draw", "fulfil purple", "claim")
    text = board(table)
    assert "round 2 of 2" in text
    assert "34 from earlier rounds" in text
    assert table.state.standings.scores == (27 + 7, 0)


def test_names_take_the_place_of_numbers() -> None:
    """Without names players are numbered; with names the numbers do not show."""
    table = given(3, hands=(3, 3, 3), pile="WIr", holders={"grey": 2})
    assert "Player 2" in board(table)
    named = board(table, 1, ["Ann", "Bob", "Cleo"])
    assert "Player" not in named
    assert "Cleo" in named
    assert "Bob (you)" in named


def test_every_position_can_be_described() -> None:
    """No position of whole random games is beyond words, for any viewer."""
    for players in (2, 3, 4):
        chance = SeededChance(players)
        state = GAME.initial_state(GAME.config(players, rounds=2, laid_limit=12), chance)
        while GAME.outcome(state) is None:
            for viewer in (*range(players), None):
                text = GAME.describe(GAME.view(state, viewer))
                assert f"turn {state.clock.turn_number}" in text
            legal = GAME.legal_actions(state)
            state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
        assert "won" in GAME.describe(GAME.view(state, None))


# ---- events ------------------------------------------------------------------------------------------------------------------------------

COAL = cards("CLr CLo CLw")
FIRST = RoundResult(0, 0, 1, ("laid-limit",), 9, (12, 25), (("grey",), ()), (3, 0), (15, 25))
SECOND = RoundResult(1, 1, 0, ("laid-limit", "colour-limit"), 20, (26, 4), (("grey",), ("purple",)), (3, 7), (29, 11))

SENTENCES: list[tuple[Event, str]] = [
    (GameStarted(2, Options(), "station-manager/default"), ""),
    (RoundStarted(0, 1), "Round 1 begins; Bob starts."),
    (RoundStarted(4, 0), "Round 5 begins; Ann starts."),
    (FreightDealt(0, 3, COAL), "Ann is dealt CLr CLo CLw."),
    (FreightDealt(1, 3, None), ""),
    (OpenFreightTurned(cards("WIr")[0], 97), "The open card is WIr."),
    (TurnStarted(1, 8), ""),
    (FreightDrawn(0, 2, cards("CLr WIk"), 40, None), "Ann draws CLr WIk."),
    (FreightDrawn(1, 2, None, 40, None), "Bob draws 2 cards."),
    (FreightDrawn(1, 1, None, 0, None), "Bob draws a card."),
    (FreightDrawn(0, 1, cards("CLr"), 0, "discard-pile-empty"), "Ann draws CLr, as there is no open card."),
    (FreightDrawn(1, 2, None, 40, "discard-pile-empty"), "Bob draws 2 cards, as there is no open card."),
    (FreightDrawn(1, 2, None, 40, "idle-limit-reached"), "Bob draws 2 cards, as the open card is barred."),
    (OpenFreightTaken(0, cards("WIr")[0], 3), "Ann takes the open card WIr."),
    (FreightDiscarded(1, cards("WIr")[0], 4, False), "Bob discards WIr."),
    (FreightDiscarded(1, cards("WIr")[0], 4, True), "Bob discards WIr, the only card."),
    (OrderNamed(0, "blue-a"), "Ann chooses cards for blue-a."),
    (FreightStaged(0, COAL[0], False), "Ann chooses CLr."),
    (FreightStaged(0, COAL[0], True), "Ann chooses CLr, the only choice."),
    (FreightLaid(0, "blue-a", COAL, 9), "Ann fulfils blue-a with CLr CLo CLw."),
    (PileClaimed(1, cards("WIr WIo"), 11), "Bob claims the discard pile, WIr WIo: 11 cards laid."),
    (PileLeft(1, 2), "Bob leaves the discard pile of 2."),
    (OrderTaken(0, "blue-a", None, 1), "Ann takes blue-a from the middle: 1 colour held."),
    (OrderTaken(0, "blue-a", 1, 2), "Ann takes blue-a from Bob: 2 colours held."),
    (OrderTaken(0, "blue-a", 0, 2), "Ann keeps blue-a: 2 colours held."),
    (RoundEnded(0, 1, ("laid-limit",), 9), "Round 1 is over by laid-limit."),
    (RoundEnded(1, 0, ("laid-limit", "colour-limit"), 20), "Round 2 is over by laid-limit and colour-limit."),
    (RoundScored(FIRST, (15, 25), (1, 0)), "Points, laid and bonus: Ann 12 + 3 = 15, Bob 25 + 0 = 25."),
    (RoundScored(SECOND, (44, 36), (2, 1)), "Points, laid and bonus: Ann 26 + 3 = 29 (44 in all), Bob 4 + 7 = 11 (36 in all)."),
    (GameEnded((44, 36), (2, 1), (1, 2), (0,)), "Ann wins."),
    (GameEnded((44, 44), (2, 2), (1, 1), (0, 1)), "Ann and Bob win."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda item: type(item).__name__ if not isinstance(item, str) else "")
def test_events_in_words(event: Event, sentence: str) -> None:
    """Each event is one sentence as the table would say it, with names or numbers; what the next one says anyway is left out."""
    for viewer in (0, 1, None):
        assert GAME.event_to_str(ANY.view(viewer), event, ["Ann", "Bob"]) == sentence
        numbered = sentence.replace("Ann", "Player 0").replace("Bob", "Player 1")
        assert GAME.event_to_str(ANY.view(viewer), event) == numbered


def test_there_is_a_sentence_for_every_kind_of_event() -> None:
    """No kind is forgotten, and what is left out by kind are the two beginnings that the first event after them tells."""
    assert {type(event) for event, _ in SENTENCES} == set(GAME.event_types)
    assert {type(event) for event, _ in SENTENCES} - {type(event) for event, text in SENTENCES if text} == {GameStarted, TurnStarted}


@pytest.mark.rule("MGR-9.1", "MGR-9.2")
def test_sentences_keep_the_secrets_of_the_events() -> None:
    """Told of the events as they learn of them, nobody reads a card of another hand before it lies; its owner does."""
    table = given(hands=("CLr CLo CLw", "SPr SPo SPw"), pile="WIr", draw="CLk GRr").do("draw", "fulfil blue-a", "lay CLr", "lay CLw")
    told = {
        viewer: [text for event in table.seen(viewer) if (text := GAME.event_to_str(table.view(viewer), event, ["Ann", "Bob"]))]
        for viewer in (0, 1, None)
    }
    assert told[0] == [
        "Ann draws CLk GRr.",
        "Ann chooses cards for blue-a.",
        "Ann chooses CLr.",
        "Ann chooses CLw.",
        "Ann chooses CLk, the only choice.",
        "Ann fulfils blue-a with CLr CLw CLk.",
    ]
    assert told[1] == told[None] == ["Ann draws 2 cards.", "Ann fulfils blue-a with CLr CLw CLk."]


# ---- house rules -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"discard_taken_card": False}, "the open card just taken may not be discarded"),
        ({"own_refulfil": False}, "own Order Cards cannot be fulfilled again"),
        ({"green_four_alike": True}, "four alike fulfil green too"),
        ({"pile_claim": "always"}, "the discard pile is always claimed"),
        ({"empty_draw_pile": "end"}, "the round ends when the draw pile is empty"),
        (
            {"empty_draw_pile": "end", "own_refulfil": False, "rounds": 3},
            "own Order Cards cannot be fulfilled again; the round ends when the draw pile is empty",
        ),
    ],
)
@pytest.mark.rule("MGR-4.5", "MGR-6.9", "MGR-5.4", "MGR-6.8", "MGR-7.5")
def test_house_rules_in_words(options: HouseRules, said: str) -> None:
    """What is played otherwise than usual stands in one line, for every viewer."""
    table = given(hands=(3, 3), pile="WIr", **options)
    for viewer in (0, 1, None):
        assert f"\nHouse rules: {said}.\n" in board(table, viewer)


@pytest.mark.parametrize("options", [{}, {"rounds": 3, "first_seat": 1, "idle_rounds": 0, "laid_limit": 30, "colour_limit": 4}])
def test_no_house_rules_in_words(options: HouseRules) -> None:
    """What one sees elsewhere on the table, or cannot choose, is no house rule."""
    assert "House rules" not in board(given(hands=(3, 3), pile="WIr", **options))


@pytest.mark.rule("MGR-5.4")
def test_what_green_asks_for() -> None:
    """With the option both Order Cards say what else will do, and the columns still stand under each other."""

    def rows(**options: Unpack[HouseRules]) -> list[str]:
        text = board(given(hands=(3, 3), pile="WIr", holders={"green-b": 1}, **options), 0, ["Ann", "Bob"])
        return [line for line in text.splitlines() if re.match(r"  (green|blue|purple|beige|yellow|grey)", line)]

    plain, lifted = rows(), rows(green_four_alike=True)
    for lines, green in ((plain, "two different pairs"), (lifted, "two different pairs or four alike")):
        assert [line.split()[-1] for line in lines] == ["-", "Bob", *["-"] * 6]
        assert len({line.rindex("  ") for line in lines}) == 1
        assert [green in line for line in lines] == [True, True, *[False] * 6]
    assert not [line for line in plain if "or four alike" in line]


def test_a_card_in_words() -> None:
    """The legend below the hand explains the codes of the cards that matter now."""
    text = board(given(hands=("CLr CFo", 3), pile="OIw"))
    for name in ("CL Coal", "CF Coffee", "OI Oil", "r Red", "o Orange", "w White", "k Black"):
        assert name in text
    assert cards("OIw") == (30,)
