"""Rule books: rejections, listing, validation, automatic steps, and the shape of actions."""

import math
from typing import Any, Literal, Optional, Union, cast

import attrs
import pytest

from railrules import (
    OVER,
    ActionRule,
    Chance,
    ListRule,
    Rejection,
    RuleBook,
    ScriptedChance,
    SeededChance,
    new_match,
    value,
)
from railrules._rules import shape_fault
from railrules.parts import Pool
from tests.unit.toy import (
    Cancel,
    CardList,
    Confirm,
    Draw,
    Drawn,
    DrawRule,
    Heap,
    HeapBook,
    HeapState,
    Keep,
    Laid,
    Lay,
    Mark,
    Marked,
    MarkRule,
    ParcelBook,
    ParcelOptions,
    Parcels,
    ParcelState,
    Pass,
    Passed,
    PassRule,
    Shelf,
    Take,
    Taken,
    TakeRule,
    Turn,
)

GAME = Parcels()
CONFIG = GAME.config(2)
FIRST = Turn(0)


def position(*hands: tuple[int, ...], pool: tuple[int, ...] = (), passes: int = 0, pending: Turn | Marked | None = FIRST) -> ParcelState:
    """A position of Parcels with these hands and nothing laid."""
    return ParcelState(CONFIG, Pool(pool), tuple(Shelf(hand, (), (), 0) for hand in hands), passes, pending)


def code(rejection: Rejection | None) -> tuple[str, str] | None:
    return None if rejection is None else (rejection.code, rejection.rule)


# ---- Rejection ---------------------------------------------------------------------------------------------------------------------------


def test_rejection_is_a_value() -> None:
    """Equal facts make equal, hashable rejections; the message is put together from the facts."""
    first = Rejection.of("bad-count", "HEAP-1", "{count} cannot be taken from {left}", count=3, left=2)
    assert first == Rejection("bad-count", "HEAP-1", "{count} cannot be taken from {left}", (("count", 3), ("left", 2)))
    assert hash(first) == hash(attrs.evolve(first))
    assert first.message == "3 cannot be taken from 2"
    assert str(first) == "bad-count: 3 cannot be taken from 2 [HEAP-1]"


class Counted(int):
    """A fact that counts how often it was written."""

    written = 0

    def __format__(self, spec: str) -> str:
        type(self).written += 1
        return super().__format__(spec)


def test_rejection_message_is_lazy() -> None:
    """Nothing is formatted until the message is read."""
    rejection = Rejection.of("x", "R-1", "{count}", count=Counted(3))
    assert (rejection.code, Counted.written) == ("x", 0)
    assert (rejection.message, Counted.written) == ("3", 1)


def test_a_fact_that_is_missing_stands_for_itself() -> None:
    """A template that lacks a fact shows its name, and the others all the same."""
    rejection = Rejection.of("x", "R-1", "{there} and {missing}", there=1)
    assert rejection.message == "1 and {missing}"
    assert str(rejection) == "x: 1 and {missing} [R-1]"
    assert Rejection("x", "R-1", "{missing}").message == "{missing}"


@pytest.mark.parametrize("number", [10**5000, -(10**5000)], ids=["positive", "negative"])
def test_a_number_too_long_for_a_text(number: int) -> None:
    """An int that Python does not write is named by its type; reading the message never fails."""
    rejection = Rejection.of("x", "R-1", "{count} of {left}, {missing}", count=number, left=3)
    assert rejection.message == "(int without a readable form) of 3, {missing}"
    assert str(rejection) == "x: (int without a readable form) of 3, {missing} [R-1]"
    assert rejection == Rejection.of("x", "R-1", "{count} of {left}, {missing}", count=number, left=3)
    refused = GAME.validate(position((1,), (1,)), Lay(number))
    assert refused is not None
    assert refused.message == "there is no card (int without a readable form); expected 0..2"


def test_rejection_params_may_have_the_names_of_its_fields() -> None:
    """A fact called code, rule or template is no clash."""
    rejection = Rejection.of("x", "R-1", "{code} {rule} {template}", code=1, rule=2, template=3)
    assert rejection.message == "1 2 3"


def test_braces_in_facts_are_text() -> None:
    """What a fact holds is shown as it is, whatever a client sent."""
    assert Rejection.of("x", "R-1", "{fault}", fault="{0} {evil}").message == "{0} {evil}"


# ---- listing -----------------------------------------------------------------------------------------------------------------------------


def test_list_rule_interleaves_its_kinds() -> None:
    """Lay and keep come card by card, draw before them, marks and pass after them: ascending by id."""
    state = position((0, 2), (1,), pool=(1,))
    assert GAME.legal_actions(state) == (Draw(), Lay(0), Keep(0), Lay(2), Keep(2), Mark(0), Mark(2))


def test_list_rule_asks_the_rule_of_each_kind() -> None:
    """What a list may name it still lists only if the kind's own rule passes it."""
    listed = CardList(3)
    state = position((1, 1), ())
    assert listed.legal(state) == tuple(listed.iter_legal(state)) == (Lay(1), Keep(1))
    assert [rule.action for rule in listed.rules] == [Lay, Keep]


@pytest.mark.parametrize("dice", [True, False])
def test_two_rules_are_listed_one_after_the_other(dice: bool) -> None:
    """The decision with two rules lists the first, then the second."""
    config = GAME.config(2, dice=dice)
    state = attrs.evolve(position((1,), (1,), pending=Marked(0, 1)), config=config)
    throwing = (Confirm(True),) if dice else ()
    assert GAME.legal_actions(state) == (Confirm(False), *throwing, Cancel())


class ThreeRules(ParcelBook):
    """A decision with three rules."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {Turn: (DrawRule(), MarkRule(3), PassRule())})


def test_three_rules_are_listed_one_after_the_other() -> None:
    """However many rules are open, none is left out."""
    book = ThreeRules()
    assert book.legal(position((0, 2), (1,), pool=(1,))) == (Draw(), Mark(0), Mark(2))
    assert book.legal(position((), (1,), pool=(1,))) == (Draw(), Pass())


def test_one_rule_is_listed_alone() -> None:
    """The decision with a single rule lists just what it lists."""
    heap = Heap()
    assert heap.legal_actions(HeapState(2, 0, 2)) == (Take(1), Take(2))


def test_nothing_is_legal_when_over() -> None:
    """A finished game lists nothing."""
    assert GAME.legal_actions(position((), (), pending=None)) == ()
    assert Heap().legal_actions(HeapState(0, 1, 2)) == ()


class StrayList(CardList):
    """A list that names an action of none of its kinds."""

    def candidates(self, state: ParcelState) -> Any:
        yield Lay(1)
        yield Draw()


def test_a_list_of_a_foreign_kind_is_named() -> None:
    """What none of its rules is about cannot be judged, and the list is told."""
    listed = StrayList(3)
    state = position((1,), ())
    assert next(listed.iter_legal(state)) == Lay(1)
    with pytest.raises(LookupError, match=r"^StrayList lists Draw\(\), which is of none of its kinds$"):
        listed.legal(state)


@pytest.mark.parametrize("pending", [Turn(0), Turn(1), Marked(0, 2), None])
def test_listed_iff_accepted(pending: Turn | Marked | None) -> None:
    """Of all actions with an id, just the listed ones are accepted."""
    state = position((0, 2), (1,), pool=(1,), pending=pending)
    codec = GAME.codec(CONFIG)
    every = [codec.decode(state, action_id) for action_id in range(codec.num_actions)]
    assert GAME.legal_actions(state) == tuple(action for action in every if GAME.validate(state, action) is None)


# ---- validation --------------------------------------------------------------------------------------------------------------------------


def test_validation_over_comes_first() -> None:
    """After the end anything is refused as game-over, nonsense too."""
    over = position((), (), pending=None)
    assert [code(GAME.validate(over, action)) for action in (Draw(), "nonsense", None)] == [("game-over", "PAR-10")] * 3


@pytest.mark.parametrize("action", [None, 5, "draw", (), Draw, Take(1), {"kind": "Draw"}])
def test_validation_of_what_is_no_action(action: object) -> None:
    """Any object at all may be validated; what is no kind of action here is malformed, and its type is named."""
    rejection = GAME.validate(position((1,), (1,)), action)
    assert rejection is not None
    assert (rejection.code, rejection.rule) == ("bad-parameter", "PAR-0")
    assert rejection.message == f"{type(action).__name__} is no kind of action here"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Lay(True), "Lay.card is True; expected int"),
        (Lay(1.0), "Lay.card is 1.0; expected int"),  # type: ignore[arg-type]
        (Lay("1"), "Lay.card is '1'; expected int"),  # type: ignore[arg-type]
        (Lay([1]), "Lay.card is [1]; expected int"),  # type: ignore[arg-type]
        (Confirm(1), "Confirm.throw is 1; expected bool"),  # type: ignore[arg-type]
        (Confirm(None), "Confirm.throw is None; expected bool"),  # type: ignore[arg-type]
    ],
)
def test_validation_of_types_comes_before_the_decision(action: object, message: str) -> None:
    """A field of a wrong type is malformed, open kind or not; a bool is no int."""
    for pending in (Turn(0), Marked(0, 1)):
        rejection = GAME.validate(position((1,), (1,), pending=pending), action)
        assert rejection is not None
        assert (rejection.code, rejection.rule, rejection.message) == ("bad-parameter", "PAR-0", message)


def test_validation_of_a_closed_kind() -> None:
    """A kind that is not open at the decision is refused before its own rule is asked."""
    closed = GAME.validate(position((1,), (1,)), Confirm(True))
    assert closed is not None
    assert (closed.code, closed.rule, closed.message) == ("wrong-step", "PAR-2", "Confirm is not possible now")
    assert code(GAME.validate(position((1,), (1,), pending=Marked(0, 1)), Lay(99))) == ("wrong-step", "PAR-2")


def test_validation_by_the_rule_of_the_kind() -> None:
    """Last comes what the kind's own rule says."""
    state = position((1,), (1,))
    assert code(GAME.validate(state, Lay(3))) == ("unknown-card", "PAR-1")
    assert code(GAME.validate(state, Keep(-1))) == ("unknown-card", "PAR-1")
    assert code(GAME.validate(state, Mark(0))) == ("card-not-in-hand", "PAR-4")
    assert code(GAME.validate(state, Draw())) == ("pile-empty", "PAR-3")
    assert code(GAME.validate(state, Pass())) == ("hand-not-empty", "PAR-9")
    assert GAME.validate(state, Lay(1)) is None


def test_an_action_that_was_never_built_whole() -> None:
    """An object that lacks a field is malformed, and the field is named."""
    half = Lay.__new__(Lay)
    assert shape_fault(half) == "Lay.card is missing; expected int"
    rejection = GAME.validate(position((1,), (1,)), half)
    assert rejection is not None
    assert (rejection.code, rejection.rule, rejection.message) == ("bad-parameter", "PAR-0", "Lay.card is missing; expected int")
    half_shape = Shape.__new__(Shape)
    assert shape_fault(half_shape) == "Shape.whole is missing; expected int"


def test_a_field_too_long_for_a_text() -> None:
    """What cannot be written out in the fault is cut or named by its type."""
    huge: Any = (10**5000,)
    assert shape_fault(Lay(huge)) == "Lay.card is (tuple without a readable form); expected int"
    long: Any = "x" * 1000
    assert shape_fault(Lay(long)) == f"Lay.card is '{'x' * 119} ... {'x' * 39}'; expected int"


def test_a_page_may_have_its_own_codes() -> None:
    """The frame of a book names the codes of malformed and closed actions."""
    heap = Heap()
    state = HeapState(3, 0, 2)
    assert code(heap.validate(state, Draw())) == ("no-such-thing", "HEAP-0")
    assert code(heap.validate(state, Take(True))) == ("no-such-thing", "HEAP-0")
    refusal = heap.book.refuse_closed(state, Take(1))
    assert (refusal.code, refusal.rule, refusal.message) == ("not-now", "HEAP-1", "Take is not possible now")


# ---- transitions and automatic steps -----------------------------------------------------------------------------------------------------


def test_transition_without_a_log_is_the_same() -> None:
    """With a log, without one and checked: equal states from equal picks, and the old state is as it was."""
    state = position((0, 2), (1,), pool=(1, 2))
    log: list[Any] = []
    after = GAME.transition(state, Draw(), ScriptedChance([(1,)]), log)
    assert GAME.transition(state, Draw(), ScriptedChance([(1,)])) == after
    step = GAME.apply(state, Draw(), ScriptedChance([(1,)]))
    assert (step.state, step.events, step.picks) == (after, tuple(log), ((1,),))
    assert log == [Drawn(0, 1)]
    assert state == position((0, 2), (1,), pool=(1, 2))


def test_engine_takes_forced_steps_and_announces_them() -> None:
    """Who has an empty hand and an empty pile passes without being asked; the log says so."""
    state = position((0, 2), ())
    log: list[Any] = []
    after = GAME.transition(state, Lay(2), ScriptedChance([]), log)
    assert log == [Laid(0, 2, 0), Passed(1, True)]
    assert after.pending == Turn(0)
    assert after.passes == 1


def test_engine_takes_forced_steps_to_the_end() -> None:
    """Several automatic steps follow each other until the game is over."""
    log: list[Any] = []
    after = GAME.transition(position((2,), ()), Lay(2), ScriptedChance([]), log)
    assert log == [Laid(0, 2, 0), Passed(1, True), Passed(0, True)]
    assert after.pending is None
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.terminations, outcome.scores, outcome.ranking) == (("passed",), (4, 0), (1, 2))


def test_engine_leaves_a_choice_alone() -> None:
    """Where the policy would act but two actions are legal, nobody is passed over."""
    after = GAME.transition(position((0, 2), (), pool=(1,)), Lay(2), ScriptedChance([]), None)
    assert after.pending == Turn(1)
    assert GAME.legal_actions(after) == (Draw(), Pass())


class CountingTake(TakeRule):
    """Counts how many candidates were tested."""

    tested = 0

    def reject(self, state: HeapState, action: Take) -> Rejection | None:
        type(self).tested += 1
        return super().reject(state, action)


class EagerBook(HeapBook):
    """Heap where every decision with one action is taken by the engine."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {"main": (CountingTake(),)})

    def forced(self, state: HeapState) -> bool:
        return True


def test_advance_looks_for_two_actions_at_most() -> None:
    """Whether a step is forced is found lazily: the third candidate is not tested."""
    CountingTake.tested = 0
    state = HeapState(9, 0, 2)
    assert EagerBook().advance(state, SeededChance(0), None) == state
    assert CountingTake.tested == 2


def test_a_policy_of_all_single_decisions_reaches_the_end() -> None:
    """``forced`` may simply say yes: a finished game has no legal action and so nothing is taken."""
    log: list[Any] = []
    after = EagerBook().transition(HeapState(2, 0, 2), Take(1), SeededChance(0), log)
    assert after == HeapState(0, 0, 2)
    assert log == [Taken(0, 1), Taken(1, 1)]


def test_by_default_nothing_is_forced_nor_announced() -> None:
    """Without a policy the engine takes no step and tells nothing."""
    book = HeapBook()
    log: list[Any] = []
    assert not book.forced(HeapState(1, 0, 2))
    assert book.advance(HeapState(1, 0, 2), SeededChance(0), log) == HeapState(1, 0, 2)
    EagerBook().announce(HeapState(1, 0, 2), Take(1), log)
    assert log == []


def test_the_abstract_faces_are_abstract() -> None:
    """A rule without its three faces, a list without its list, a book without its decision cannot be made."""
    kinds: list[tuple[Any, list[str]]] = [
        (ActionRule, ["candidates", "reject", "transition"]),
        (ListRule, ["candidates"]),
        (RuleBook, ["decision"]),
    ]
    for kind, missing in kinds:
        assert sorted(kind.__abstractmethods__) == missing
        with pytest.raises(TypeError, match="abstract"):
            kind()


class OneRule(ActionRule[HeapState, Take]):
    """The least a rule needs."""

    action = Take

    def candidates(self, state: HeapState) -> tuple[Take, ...]:
        return (Take(9), Take(1))

    def reject(self, state: HeapState, action: Take) -> Rejection | None:
        return None if action.count <= state.left else Rejection("bad-count", "HEAP-1", "too many")

    def transition(self, state: HeapState, action: Take, chance: Chance, log: list[Any] | None) -> HeapState:
        return state


class EmptyBook(HeapBook):
    """A decision at which no kind is open."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {"main": ()})


def test_legal_follows_from_candidates_and_reject() -> None:
    """By default the legal actions are the candidates that are not refused."""
    assert OneRule().legal(HeapState(3, 0, 2)) == (Take(1),)
    assert EmptyBook().legal(HeapState(3, 0, 2)) == ()
    assert EmptyBook().decision(HeapState(0, 0, 2)) == OVER


# ---- the shape of actions ----------------------------------------------------------------------------------------------------------------


@value
class Shape:
    """One field of each annotation that an action may have."""

    whole: int = 1
    word: str = "a"
    flag: bool = False
    nothing: None = None
    one: Literal["a", "b", 1] = "a"
    maybe: int | None = None
    old_maybe: Optional[str] = None  # noqa: UP045 - both spellings of a union count
    either: Union[int, str] = 1  # noqa: UP007 - as above
    all: tuple[int, ...] = ()
    pair: tuple[int, str] = (1, "a")
    empty: tuple[()] = ()
    nested: tuple[tuple[int, bool], ...] = ()
    mixed: int | Literal["random"] | tuple[int, ...] = 1


@value
class Anything:
    """A field that says nothing about its type."""

    odd: Any


FITTING: list[tuple[str, Any]] = [
    ("whole", -5),
    ("word", ""),
    ("flag", True),
    ("one", "b"),
    ("one", 1),
    ("maybe", 3),
    ("old_maybe", "x"),
    ("either", "x"),
    ("all", (1, 2, 3)),
    ("pair", (2, "b")),
    ("nested", ((1, True), (2, False))),
    ("mixed", "random"),
    ("mixed", (1,)),
]


@pytest.mark.parametrize(("name", "good"), FITTING)
def test_shape_accepts_what_is_annotated(name: str, good: Any) -> None:
    """Exact types, literals, unions and tuples fit."""
    assert shape_fault(Shape()) == ""
    assert shape_fault(attrs.evolve(Shape(), **{name: good})) == ""


MISFITS: list[tuple[str, Any, str]] = [
    ("whole", True, "int"),
    ("whole", 1.0, "int"),
    ("whole", None, "int"),
    ("word", 1, "str"),
    ("flag", 0, "bool"),
    ("nothing", 0, "None"),
    ("one", "c", "'a' or 'b' or 1"),
    ("one", True, "'a' or 'b' or 1"),
    ("maybe", False, "int or None"),
    ("old_maybe", 1, "str or None"),
    ("either", None, "int or str"),
    ("all", [1], "tuple[int, ...]"),
    ("all", (1, True), "tuple[int, ...]"),
    ("all", 1, "tuple[int, ...]"),
    ("pair", (1,), "tuple[int, str]"),
    ("pair", ("a", 1), "tuple[int, str]"),
    ("pair", (1, "a", 1), "tuple[int, str]"),
    ("empty", (1,), "tuple[()]"),
    ("nested", ((1, 1),), "tuple[tuple[int, bool], ...]"),
    ("mixed", "other", "int or 'random' or tuple[int, ...]"),
    ("mixed", True, "int or 'random' or tuple[int, ...]"),
]


@pytest.mark.parametrize(("name", "bad", "expected"), MISFITS)
def test_shape_refuses_everything_else(name: str, bad: Any, expected: str) -> None:
    """The fault names field, value and annotation; a bool is no int, equal is not the same, a list is no tuple."""
    assert shape_fault(attrs.evolve(Shape(), **{name: bad})) == f"Shape.{name} is {bad!r}; expected {expected}"


def test_a_field_of_any_type_fits_nothing() -> None:
    """Any is no type that an action's field may have: what cannot be checked is refused."""
    assert shape_fault(Anything(1)) == "Anything.odd is 1; expected Any"


def test_shape_names_the_first_fault() -> None:
    """Fields are looked at in order, and annotations written as text are read."""
    with_text = attrs.make_class("Text", {"first": attrs.field(type=int), "second": attrs.field(type=str)})
    with_text.__annotations__ = {"first": "int", "second": "str"}
    assert shape_fault(with_text(1, "b")) == ""
    assert shape_fault(with_text("a", 2)) == "Text.first is 'a'; expected int"
    assert shape_fault(with_text(1, 2)) == "Text.second is 2; expected str"


def test_played_games_obey_the_book() -> None:
    """A whole game of the first legal action ends, and every action was listed."""
    match = new_match(GAME, 3, seed=2, options={"hand": 2})
    assert match.config.options == ParcelOptions()
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    assert match.outcome.terminations == ("passed",)
    assert sum(len(shelf.row) for shelf in match.state.shelves) == 6


# ---- openings ------------------------------------------------------------------------------------------------------------------------------


class OpenBook(HeapBook):
    """Heap with whatever openings, and a decision that is told from outside."""

    def __init__(self, openings: Any, now: Any = "main") -> None:
        RuleBook.__init__(self, openings)
        self.now = now

    def decision(self, state: HeapState) -> type | str:
        found: type | str = self.now
        return found


class Untold(OneRule):
    """A rule that does not say what it is about."""

    action: Any = None


class BothCards(ListRule[Any]):
    """A list of whichever rules."""

    def candidates(self, state: Any) -> tuple[Any, ...]:
        return ()


class Hasty(BothCards):
    """A list that was never told its rules."""

    def __init__(self) -> None:
        pass


@pytest.mark.parametrize(
    ("decision", "rules", "message"),
    [
        ("main", (Hasty(),), "Hasty was not set up; its __init__ must call super().__init__(*rules)"),
        (
            "main",
            (BothCards(cast("Any", Take)),),
            "openings of 'main': {rules[0].rules[0]!r} is no rule; expected an object of a subclass of ActionRule",
        ),
        ("main", TakeRule(), "openings of 'main': {rules!r}; expected a tuple of rules"),
        ("main", {TakeRule()}, "openings of 'main': {rules!r}; expected a tuple of rules"),
        (Turn, None, "openings of Turn: None; expected a tuple of rules"),
        ("main", (TakeRule,), "openings of 'main': {rules[0]!r} is no rule; expected an object of a subclass of ActionRule or ListRule"),
        (Turn, [Take], "openings of Turn: {rules[0]!r} is no rule; expected an object of a subclass of ActionRule or ListRule"),
        ("main", (Untold(),), "Untold.action is missing; expected the class of the actions it is about"),
        ("main", (BothCards(Untold()),), "Untold.action is missing; expected the class of the actions it is about"),
    ],
)
def test_openings_are_rules(decision: Any, rules: Any, message: str) -> None:
    """For each decision a tuple or list of rule objects that say what they are about; the decision of another is named."""
    with pytest.raises(TypeError) as caught:
        OpenBook({decision: rules})
    assert str(caught.value) == message.format(rules=rules)


@pytest.mark.parametrize("rules", [(TakeRule(), TakeRule()), (OneRule(), BothCards(TakeRule())), (BothCards(TakeRule(), OneRule()),)])
def test_a_kind_is_open_once(rules: Any) -> None:
    """At one decision a kind of action stands once, alone or in a list."""
    with pytest.raises(ValueError, match=r"^openings of 'main': Take stands there twice$"):
        OpenBook({"main": rules})


def test_openings_may_be_lists() -> None:
    """They are kept as tuples, whatever is done to the list later."""
    rules: list[Any] = [TakeRule()]
    book = OpenBook({"main": rules})
    rules.clear()
    assert [type(rule) for rule in book.openings["main"]] == [TakeRule]
    assert book.legal(HeapState(1, 0, 2)) == (Take(1),)


@pytest.mark.parametrize(("now", "name"), [("lunch", "'lunch'"), (Turn, "Turn")])
def test_a_decision_without_openings_is_named(now: Any, name: str) -> None:
    """A book that says of a state what it has no rules for is at fault, and says which decision."""
    book = OpenBook({"main": (TakeRule(),), Marked: ()}, now)
    state = HeapState(3, 0, 2)
    with pytest.raises(LookupError, match=rf"^the book has no openings for the decision {name}; it has them for 'main', Marked"):
        book.legal(state)
    with pytest.raises(LookupError, match=rf"^the book has no openings for the decision {name}; it has them for 'main', Marked"):
        book.validate(state, Take(1))
    assert book.advance(state, SeededChance(0), None) == state


def test_open_kinds() -> None:
    """The kinds of the present decision in the order of the openings, those of lists one after the other; none after the end."""
    book = GAME.book
    assert book.open_kinds(position((1,), ())) == (Draw, Lay, Keep, Mark, Pass)
    assert book.open_kinds(position((1,), (), pending=Marked(0, 1))) == (Confirm, Cancel)
    assert book.open_kinds(position((), (), pending=None)) == ()
    assert EmptyBook().open_kinds(HeapState(3, 0, 2)) == ()


class EndlessRule(OneRule):
    """An action that changes nothing."""

    def candidates(self, state: HeapState) -> tuple[Take, ...]:
        return (Take(1),)


class EndlessBook(HeapBook):
    """A policy that takes it for ever, or as often as it is told."""

    def __init__(self, times: float) -> None:
        RuleBook.__init__(self, {"main": (EndlessRule(),)})
        self.left = times

    def forced(self, state: HeapState) -> bool:
        self.left -= 1
        return self.left >= 0


def test_automatic_steps_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of automatic steps that seems endless is told with its last action; a long one is not."""
    monkeypatch.setattr("railrules._rules.MAX_AUTOMATIC_STEPS", 10)
    state = HeapState(3, 0, 2)
    assert EndlessBook(9).advance(state, SeededChance(0), None) == state
    message = r"^10 automatic steps in a row, the last of them Take\(count=1\): `forced` finds no end$"
    with pytest.raises(RuntimeError, match=message):
        EndlessBook(math.inf).advance(state, SeededChance(0), None)
    with pytest.raises(RuntimeError, match=message):
        EndlessBook(math.inf).transition(state, Take(1), SeededChance(0), None)


def test_one_kind_of_action_has_one_rule() -> None:
    """Two rule objects for one kind would refuse by one and act by the other; the book does not take them."""

    class TwoRules(RuleBook[Any]):
        def decision(self, state: Any) -> str:
            return "now"

    with pytest.raises(ValueError, match="two rules for Take; one kind of action has one rule"):
        TwoRules({"now": (TakeRule(),), "later": (TakeRule(),)})


@pytest.mark.parametrize("template", ["{", "{0}", "{there.nothing}", "{there[x]}", "{missing:d}"])
def test_a_template_with_a_fault_stands_for_itself(template: str) -> None:
    """A refusal can be read whatever its author wrote."""
    assert Rejection.of("x", "R-1", template, there=1).message == template
