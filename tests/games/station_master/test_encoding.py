"""The numbering of actions (section 3.4 of the rules page): worked scenario S-50."""

import attrs
import pytest

from railrules import InvalidActionError, SeededChance
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
from tests.games.station_master.given import GAME, Table, given, random_states

SLOTS = {2: 3, 3: 4, 4: 5, 5: 6, 6: 7}
SIZES = {2: 73, 3: 88, 4: 103, 5: 118, 6: 133}
VALUES = (3, 2, 1, -1)


def table_of(slots: int) -> list[tuple[int, Action]]:
    """The table of section 3.4, written out for a hand of a coach, a Standing Room and an Uncouple."""
    s = slots
    found: list[tuple[int, Action]] = [(4 * slot + v, AssignPassenger(slot, value)) for slot in range(s) for v, value in enumerate(VALUES)]
    found += [(4 * s + slot, AddRailcar("coach-2", slot)) for slot in range(s)]
    found += [(5 * s + slot, PlayStandingRoom(slot)) for slot in range(s)]
    found += [(7 * s + 2, PlayAction("uncouple"))]
    found += [(7 * s + 3 + slot, PlaceDepot(slot)) for slot in range(s)]
    found += [(8 * s + 3 + v, BoardPassenger(value)) for v, value in enumerate(VALUES)]
    found += [(8 * s + 7, DeclineEffect())]
    found += [(8 * s + 8 + slot, ChooseReassignSource(slot)) for slot in range(s)]
    found += [(9 * s + 8 + slot, ChooseReassignTarget(slot)) for slot in range(s)]
    found += [(10 * s + 8 + depth, ChooseRepairCard(depth)) for depth in range(3)]
    found += [(10 * s + 11 + slot, ChooseRepairTrain(slot)) for slot in range(s)]
    found += [(11 * s + 11 + 2 * slot + count - 1, UncoupleRailcars(slot, count)) for slot in range(s) for count in (1, 2)]
    found += [(13 * s + 11 + slot, ChooseTransferTrain(slot)) for slot in range(s)]
    found += [(14 * s + 11 + position, ChooseTransferPassenger(position)) for position in range(16)]
    found += [(14 * s + 27 + slot, ChooseTransferTarget(slot)) for slot in range(s)]
    return [*found, (15 * s + 27, EndTransfer())]


def hand(n: int = 3, cards: str = "C2 SR UN") -> Table:
    return given(n=n, hands=(cards,))


@pytest.mark.rule("MST-I12")
def test_s50_some_numbers() -> None:
    """With three players there are four slots and 88 actions."""
    table = given(hands=("C2 C3 UN",))
    codec = GAME.codec(table.state.config)
    assert codec.num_actions == 88
    expected: dict[int, Action] = {
        11: AssignPassenger(2, -1),
        23: AddRailcar("coach-3", 3),
        30: PlayAction("uncouple"),
        31: PlaceDepot(0),
        35: BoardPassenger(3),
        39: DeclineEffect(),
        40: ChooseReassignSource(0),
        47: ChooseReassignTarget(3),
        50: ChooseRepairCard(2),
        51: ChooseRepairTrain(0),
        58: UncoupleRailcars(1, 2),
        63: ChooseTransferTrain(0),
        67: ChooseTransferPassenger(0),
        83: ChooseTransferTarget(0),
        87: EndTransfer(),
    }
    for number, action in expected.items():
        assert codec.encode(table.state, action) == number
        assert codec.decode(table.state, number) == action


@pytest.mark.rule("MST-I12")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_whole_table(n: int) -> None:
    """Every number of the table is its action and the other way round, from the state and from the view of who acts; the rest is nothing."""
    table = hand(n)
    codec = GAME.codec(table.state.config)
    assert codec.num_actions == SIZES[n] == 15 * SLOTS[n] + 28
    named = table_of(SLOTS[n])
    assert len({number for number, _ in named}) == len(named)
    for position in (table.state, table.view(0)):
        for number, action in named:
            assert codec.encode(position, action) == number
            assert codec.decode(position, number) == action
        for number in set(range(SIZES[n])) - {number for number, _ in named}:
            with pytest.raises(InvalidActionError):
                codec.decode(position, number)
    for number in (-1, SIZES[n], 10**6):
        with pytest.raises(InvalidActionError):
            codec.decode(table.state, number)


@pytest.mark.rule("MST-I12", "MST-1.10")
def test_only_the_first_copy_has_a_number() -> None:
    """A place of the hand that holds a second copy, or nothing, stands for no action."""
    table = hand(cards="C2 C2 UN")
    codec = GAME.codec(table.state.config)
    assert codec.encode(table.state, AddRailcar("coach-2", 1)) == 17
    for number in (20, 21, 22, 23, 24, 28, 29):  # the copy's railcar ids, the Uncouple as a railcar, both coaches as actions
        with pytest.raises(InvalidActionError):
            codec.decode(table.state, number)
    short = given(dry=True, hands=("C2",))
    with pytest.raises(InvalidActionError):
        codec.decode(short.state, 20)
    twice = hand(cards="UN UN SR")
    assert codec.encode(twice.state, PlayAction("uncouple")) == 28
    with pytest.raises(InvalidActionError):
        codec.decode(twice.state, 29)


@pytest.mark.rule("MST-I12")
@pytest.mark.parametrize(
    "action",
    [
        AddRailcar("coach-6", 0),
        AddRailcar("uncouple", 0),
        AddRailcar("coach-2", 4),
        PlayAction("coach-2"),
        PlayAction("repair"),
        PlayAction("standing-room"),
        PlayStandingRoom(4),
        PlayStandingRoom(-1),
        AssignPassenger(0, 4),
        AssignPassenger(4, 3),
        UncoupleRailcars(0, 3),
        ChooseTransferPassenger(16),
        ChooseRepairCard(3),
    ],
)
def test_actions_without_a_number(action: Action) -> None:
    """What is outside the table, or not in the hand, cannot be encoded."""
    table = hand()
    with pytest.raises(InvalidActionError):
        GAME.codec(table.state.config).encode(table.state, action)


@pytest.mark.rule("MST-I12")
@pytest.mark.parametrize(
    "action",
    [
        AssignPassenger(True, 2),
        AssignPassenger(0, True),
        AssignPassenger(1.0, 2),  # type: ignore[arg-type]
        AssignPassenger("0", 2),  # type: ignore[arg-type]
        AssignPassenger([0], 2),  # type: ignore[arg-type]
        AddRailcar("coach-2", True),
        AddRailcar("coach-2", 1.0),  # type: ignore[arg-type]
        AddRailcar("coach-2", "0"),  # type: ignore[arg-type]
        AddRailcar(["coach-2"], 0),  # type: ignore[arg-type]
        PlayStandingRoom(False),
        PlayStandingRoom(None),  # type: ignore[arg-type]
        PlayAction(["uncouple"]),  # type: ignore[arg-type]
        PlaceDepot(True),
        BoardPassenger(True),
        ChooseReassignSource(False),
        ChooseReassignTarget(1.0),  # type: ignore[arg-type]
        ChooseRepairCard(False),
        ChooseRepairTrain(False),
        UncoupleRailcars(0, True),
        ChooseTransferTrain(0.0),  # type: ignore[arg-type]
        ChooseTransferPassenger(True),
        ChooseTransferTarget(False),
        "board 2 on 0",
        None,
    ],
)
def test_a_wrong_type_has_no_number(action: Action) -> None:
    """A boolean or a float is no integer, though it equals one."""
    table = hand()
    for position in (table.state, table.view(0)):
        with pytest.raises(InvalidActionError, match="has no action id here"):
            GAME.codec(table.state.config).encode(position, action)


@pytest.mark.rule("MST-I12")
def test_an_equal_action_has_the_number() -> None:
    """It does not matter who built an action."""
    table = hand()
    codec = GAME.codec(table.state.config)
    for number, action in table_of(SLOTS[3]):
        assert codec.encode(table.state, attrs.evolve(action)) == number


@pytest.mark.rule("MST-I12")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_legal_actions_ascend(n: int) -> None:
    """In random games legal actions are listed by ascending number, each once, at most 8S of a main decision, at most 17 of a Transfer."""
    most = 0
    for seed in range(3):
        for state in random_states(n, seed)[:-1]:
            codec = GAME.codec(state.config)
            numbers = [codec.encode(state, action) for action in GAME.legal_actions(state)]
            assert numbers == sorted(set(numbers))
            assert all(0 <= number < SIZES[n] for number in numbers)
            assert [codec.decode(state, number) for number in numbers] == list(GAME.legal_actions(state))
            mask = codec.mask(state)
            assert [number for number in range(SIZES[n]) if mask[number]] == numbers
            assert codec.mask(GAME.view(state, state.turn.active)) == mask
            most = max(most, len(numbers))
            assert len(numbers) <= (8 * SLOTS[n] if state.pending is None else max(2 * SLOTS[n] + 1, 17))
    assert most > 2 * SLOTS[n]


@pytest.mark.rule("MST-I12")
def test_a_guess_has_the_numbers_of_the_view() -> None:
    """The numbers follow from what the acting player sees."""
    for state in random_states(3, 8)[:-1:7]:
        codec = GAME.codec(state.config)
        guess = GAME.determinize(GAME.view(state, state.turn.active), SeededChance(1))
        assert [codec.encode(guess, action) for action in GAME.legal_actions(guess)] == [
            codec.encode(state, action) for action in GAME.legal_actions(state)
        ]
