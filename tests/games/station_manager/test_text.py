"""Station Manager in words: the notation of actions both ways, and the table as a person reads it."""

import re

import pytest

from railrules import InvalidActionError, SeededChance
from railrules.games.station_manager import Action, ClaimPile, DiscardFreight, DrawFreight, FulfilOrder, LayFreight, TakeOpenFreight
from tests.games.station_manager.given import GAME, Table, cards, given

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


def test_a_card_in_words() -> None:
    """The legend below the hand explains the codes of the cards that matter now."""
    text = board(given(hands=("CLr CFo", 3), pile="OIw"))
    for name in ("CL Coal", "CF Coffee", "OI Oil", "r Red", "o Orange", "w White", "k Black"):
        assert name in text
    assert cards("OIw") == (30,)
