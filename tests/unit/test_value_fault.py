"""Two hooks of `RuleBook`: `value_fault`, asked of every action before the decision is, and `only_action`, which may be overridden."""

from typing import Any

import attrs
import pytest

from railrules import OVER, FrameRules, Rejection, RuleBook, SeededChance
from tests.unit.toy import (
    Confirm,
    Draw,
    Heap,
    HeapBook,
    HeapState,
    Lay,
    Marked,
    ParcelBook,
    Parcels,
    ParcelState,
    Shelf,
    Take,
    Taken,
    TakeRule,
    Turn,
)

GAME = Parcels()
CONFIG = GAME.config(2)


class WordyBook(ParcelBook):
    """Parcels where a card that there is not is no value at all; keeps what it was asked."""

    def __init__(self, *, types_last: bool = False) -> None:
        super().__init__(3)
        self.frame = attrs.evolve(ParcelBook.frame, malformed_code="unknown-value", types_last=types_last)
        self.asked: list[object] = []

    def value_fault(self, action: object) -> str:
        self.asked.append(action)
        card = getattr(action, "card", 0)
        return "" if card in range(3) else f"there is no card {card}"


def position(hand: tuple[int, ...] = (1,), pending: Turn | Marked | None = None, *, over: bool = False) -> ParcelState:
    """A position of Parcels in which player 0 decides."""
    shelves = (Shelf(hand, (), (), 0), Shelf((0,), (), (), 0))
    return attrs.evolve(GAME.initial_state(CONFIG, SeededChance(1)), shelves=shelves, pending=None if over else pending or Turn(0))


def facts(rejection: Rejection | None) -> tuple[str, str, str]:
    assert rejection is not None
    return rejection.code, rejection.rule, rejection.message


OPEN, CLOSED = Turn(0), Marked(0, 1)
SHAPE = ("unknown-value", "PAR-0", "Lay.card is True; expected int")
VALUE = ("unknown-value", "PAR-0", "there is no card 3")
SHUT = ("wrong-step", "PAR-2", "Lay is not possible now")


# ---- value_fault -------------------------------------------------------------------------------------------------------------------------


def test_by_default_no_value_is_a_fault() -> None:
    """A book that does not say otherwise leaves values to the rule of the kind."""
    book = ParcelBook(3)
    assert [book.value_fault(action) for action in (Lay(99), Draw(), "nonsense", None)] == [""] * 4
    assert facts(book.validate(position(), Lay(99)))[0] == "unknown-card"


def test_a_value_that_there_is_not_is_malformed() -> None:
    """It is refused with the code and the rule of a wrong type and the text of the book, before the rule of the kind is asked."""
    book = WordyBook()
    assert facts(book.validate(position(), Lay(3))) == VALUE
    assert facts(book.validate(position(), Lay(-1))) == ("unknown-value", "PAR-0", "there is no card -1")
    assert facts(book.validate(position(), Lay(2)))[0] == "card-not-in-hand"
    assert book.validate(position(), Lay(1)) is None


def test_braces_in_a_fault_are_text() -> None:
    """The text of the book is shown as it is."""

    class Braces(ParcelBook):
        def value_fault(self, action: object) -> str:
            return "{fault} and {0}"

    assert facts(Braces(3).validate(position(), Draw()))[2] == "{fault} and {0}"


@pytest.mark.parametrize(
    ("pending", "action", "types_first", "types_last"),
    [
        (OPEN, Lay(True), SHAPE, SHAPE),
        (OPEN, Lay(3), VALUE, VALUE),
        (CLOSED, Lay(True), SHAPE, SHUT),
        (CLOSED, Lay(3), VALUE, SHUT),
        (CLOSED, Lay(1), SHUT, SHUT),
    ],
)
def test_shape_then_value_then_decision(
    pending: Turn | Marked, action: object, types_first: tuple[str, str, str], types_last: tuple[str, str, str]
) -> None:
    """The first of them that fails is told; with `types_last` a closed kind comes before both."""
    state = position(pending=pending)
    assert facts(WordyBook().validate(state, action)) == types_first
    assert facts(WordyBook(types_last=True).validate(state, action)) == types_last


def test_values_are_asked_for_only_where_the_types_are_right() -> None:
    """The hook never meets what is no action, has a wrong type or lacks a field, nor anything after the end."""
    book = WordyBook()
    for wrong in ("nonsense", None, Take(1), Lay(True), Lay.__new__(Lay)):
        assert book.validate(position(), wrong) is not None
    for right in (Lay(1), Lay(3)):
        assert facts(book.validate(position(over=True), right))[0] == "game-over"
    assert book.asked == []
    book.validate(position(), Lay(1))
    book.validate(position(), Confirm(True))
    assert book.asked == [Lay(1), Confirm(True)]


def test_with_types_last_no_value_of_a_closed_kind_is_asked_for() -> None:
    """What is not open is refused without a look inside."""
    book = WordyBook(types_last=True)
    book.validate(position(pending=CLOSED), Lay(3))
    assert book.asked == []
    book.validate(position(pending=CLOSED), Confirm(True))
    assert book.asked == [Confirm(True)]


def test_listing_does_not_ask_for_values() -> None:
    """What the rules list is right as it is: no time goes into it."""
    book = WordyBook()
    assert Lay(1) in book.legal(position())
    assert book.asked == []


# ---- only_action -------------------------------------------------------------------------------------------------------------------------


class QuickBook(HeapBook):
    """Heap where every single choice is taken by the engine, and the book itself says which one it is."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {"main": (TakeRule(),)})
        self.asked: list[int] = []

    def forced(self, state: HeapState) -> bool:
        return True

    def only_action(self, state: HeapState) -> Any:
        self.asked.append(state.left)
        return Take(1) if state.left == 1 else None


class SlowBook(QuickBook):
    """The same, as it is without an override."""

    def only_action(self, state: HeapState) -> Any:
        self.asked.append(state.left)
        return RuleBook.only_action(self, state)


@pytest.mark.parametrize("left", range(8))
def test_the_override_says_the_same(left: int) -> None:
    """One legal action, or none where there are more or none at all; so both books play the same."""
    quick, slow, state = QuickBook(), SlowBook(), HeapState(left, 0, 2)
    assert quick.only_action(state) == slow.only_action(state) == (Take(1) if left == 1 else None)
    logs: tuple[list[Any], list[Any]] = ([], [])
    assert quick.advance(state, SeededChance(0), logs[0]) == slow.advance(state, SeededChance(0), logs[1])
    assert logs[0] == logs[1] == ([Taken(0, 1)] if left == 1 else [])


def test_the_engine_asks_the_override() -> None:
    """`transition` and `advance` take what the book says, and go on until it says that there is nothing."""
    book = QuickBook()
    log: list[Any] = []
    assert book.transition(HeapState(3, 0, 2), Take(2), SeededChance(0), log) == HeapState(0, 0, 2)
    assert log == [Taken(0, 2), Taken(1, 1)]
    assert book.asked == [1, 0]
    assert book.advance(HeapState(5, 0, 2), SeededChance(0), None) == HeapState(5, 0, 2)
    assert book.asked == [1, 0, 5]


def test_the_override_is_asked_only_where_a_decision_is_forced() -> None:
    """A book that takes nothing by itself does not look."""

    class Patient(QuickBook):
        def forced(self, state: HeapState) -> bool:
            return False

    book = Patient()
    assert book.advance(HeapState(1, 0, 2), SeededChance(0), None) == HeapState(1, 0, 2)
    assert book.transition(HeapState(3, 0, 2), Take(2), SeededChance(0), None) == HeapState(1, 1, 2)
    assert book.asked == []


def test_the_default_knows_what_is_over() -> None:
    """At the end, and where no rule is open, there is no only action."""
    book = Heap().book
    assert book.decision(HeapState(0, 0, 2)) == OVER
    assert [book.only_action(HeapState(left, 0, 2)) for left in (0, 1, 2)] == [None, Take(1), None]


def test_the_frame_says_whether_types_come_last() -> None:
    """Unless it says so they come first."""
    frame = FrameRules(over="A", malformed="B", closed="C", player="D", turn="E")
    assert not frame.types_last
    assert attrs.evolve(frame, types_last=True) != frame
