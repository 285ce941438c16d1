"""What a game declares about itself: the first fault is told when the game is built."""

import math
from typing import Any, Generic, Literal, Optional, TypeVar, Union

import attrs
import pytest

from railrules import (
    MAIN,
    Config,
    Game,
    ListRule,
    NoOptions,
    OpenView,
    Playouts,
    PluginError,
    RuleBook,
    _declaration,
    a_player,
    int_range,
    load,
    on_off,
    one_of,
    option,
    options_of,
    value,
)
from railrules._declaration import declaration_fault, is_frozen
from railrules.parts import Pool
from tests.unit.toy import (
    Draw,
    Heap,
    HeapBook,
    HeapState,
    Lay,
    Parcels,
    Patience,
    Take,
    Taken,
    TakeRule,
)

T = TypeVar("T")
MAKE = "make it with @railrules.value or @attrs.frozen"
ABSTRACT = ("initial_state", "current_player", "outcome", "codec")
FIT = "int, str, bool, None, Literal, a tuple or a union of these, Pool, or a frozen attrs class"


def fault(base: type[Game[Any, Any, Any]], **declared: Any) -> str:
    """Why a game that declares this and is otherwise `base` cannot be built."""
    make: Any = type("Bad", (base,), declared)
    with pytest.raises(PluginError) as caught:
        make()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def accepted(base: type[Game[Any, Any, Any]], **declared: Any) -> bool:
    """Whether such a game can be built."""
    make: Any = type("Good", (base,), declared)
    return declaration_fault(make()) == ""


def of_info(**changes: Any) -> str:
    """The fault of Heap whose info is changed."""
    return fault(Heap, info=attrs.evolve(Heap.info, **changes))


@pytest.mark.parametrize("game", [Heap(), Parcels(), Patience(), load("station-manager")], ids=lambda game: game.info.id)
def test_healthy_games_have_no_fault(game: Game[Any, Any, Any]) -> None:
    """Of a game that declares everything as it should there is nothing to say."""
    assert declaration_fault(game) == ""


def test_the_first_fault_is_told() -> None:
    """One fault at a time: info before classes, classes before options, options before the book, the book before views."""
    broken: dict[str, Any] = {"view_type": int, "action_types": (Take, Lay), "options_type": int, "event_types": [], "info": None}
    found = []
    while broken:
        found.append(fault(Heap, **broken))
        broken.popitem()
    assert [text.partition(" is ")[0] for text in found] == [
        "Bad.info",
        "Bad.event_types",
        "Bad.options_type",
        "Bad.action_types has Lay, for which the book opens no rule",
        "Bad.view_type: <class 'int'>",
    ]


# ---- info --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("info", [None, "heap", {"id": "heap"}, Heap])
def test_info_is_a_game_info(info: Any) -> None:
    """Anything else is shown."""
    assert fault(Heap, info=info) == f"Bad.info is {info!r}; expected a railrules.GameInfo"


def test_info_must_be_there() -> None:
    """A game that declares nothing at all is told to."""
    bare: Any = type("Bare", (Game,), {name: vars(Heap)[name] for name in ABSTRACT})
    with pytest.raises(PluginError, match=r"^Bare\.info is None; expected a railrules\.GameInfo$"):
        bare(HeapBook())


@pytest.mark.parametrize("field", ["id", "title", "package", "designer"])
@pytest.mark.parametrize("wrong", ["", None, 3, b"heap", ["heap"]])
def test_texts_of_info(field: str, wrong: Any) -> None:
    """A text of the info is a text and not empty."""
    assert of_info(**{field: wrong}) == f"Bad.info.{field} is {wrong!r}; expected a text"


@pytest.mark.parametrize("field", ["rules_version", "min_players", "max_players", "default_players"])
@pytest.mark.parametrize("wrong", [0, True, 2.0, "2", None])
def test_numbers_of_info(field: str, wrong: Any) -> None:
    """A number of the info is a positive int, and a bool is none."""
    assert of_info(**{field: wrong}) == f"Bad.info.{field} is {wrong!r}; expected an int >= 1"


@pytest.mark.parametrize(("least", "usual", "most"), [(3, 2, 4), (1, 5, 4), (3, 3, 2)])
def test_player_counts_of_info(least: int, usual: int, most: int) -> None:
    """The usual number of players lies between the least and the most."""
    assert of_info(min_players=least, default_players=usual, max_players=most) == (
        f"Bad.info: min_players, default_players and max_players are {least}, {usual} and {most}; expected 1 <= min <= default <= max"
    )


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("information", "perfect, imperfect"),
        ("chance", "none, setup, play"),
        ("undo", "free, information, solitaire"),
        ("stage", "experimental, beta, stable"),
    ],
)
@pytest.mark.parametrize("wrong", ["Perfect", "", None, True, ["none"]])
def test_words_of_info(field: str, words: str, wrong: Any) -> None:
    """Where there are words to choose from, they are listed."""
    assert of_info(**{field: wrong}) == f"Bad.info.{field} is {wrong!r}; expected one of: {words}"


@pytest.mark.parametrize("wrong", [(), ["empty"], "empty", None, ("empty", "empty"), ("",), (1,), (None, "empty")])
def test_terminations_of_info(wrong: Any) -> None:
    """The reasons for which a game ends are a tuple of different texts."""
    assert of_info(terminations=wrong) == (
        f"Bad.info.terminations is {wrong!r}; expected a tuple of different texts, at least one: the reasons for which a game can end"
    )


@pytest.mark.parametrize("wrong", [(1.0, 0.0), (0.0, 0.0), (math.nan, 1.0), (0.0, math.inf), (-math.inf, 1.0)])
def test_returns_of_info(wrong: tuple[float, float]) -> None:
    """The range of returns is finite and has a lower and a higher end."""
    assert of_info(returns_range=wrong) == f"Bad.info.returns_range is {wrong!r}; expected two finite numbers, the lower one first"


def test_what_info_may_leave_open() -> None:
    """No year, whole numbers for returns, one possible number of players."""
    info = attrs.evolve(Heap.info, year=None, returns_range=(-1, 1), min_players=2, default_players=2, max_players=2)
    assert accepted(Heap, info=info)


# ---- classes of values -------------------------------------------------------------------------------------------------------------------


@value
class Box(Generic[T]):
    """A generic class."""

    content: T


@value
class Tree:
    """A class that holds itself."""

    leaves: tuple["Tree", ...]
    weight: int


@value
class Left:
    """A member of a union."""

    x: int


@value
class Right:
    """Another one, without a field."""


@value
class Fine:
    """Each annotation that a value may have."""

    whole: int
    word: str
    flag: bool
    nothing: None
    one: Literal["a", 1, True, None]
    maybe: int | None
    old_maybe: Optional[str]  # noqa: UP045 - both spellings of a union count
    either: Union[int, str]  # noqa: UP007 - as above
    many: tuple[int, ...]
    pair: tuple[int, str]
    empty: tuple[()]
    nested: tuple[tuple[int, bool | None], ...]
    part: Left | Right | None
    parts: tuple[Left | Right, ...]
    pool: Pool[str]
    pools: tuple[Pool[int], ...] | None
    box: Box[int]
    boxes: Box[Box[tuple[str, ...]]]
    either_box: Box[int] | Left
    tree: Tree
    config: Config[NoOptions]
    text: "tuple[int, ...]"


def test_annotations_that_values_may_have() -> None:
    """Ints, texts, bools, None, literals, tuples, unions, pools and frozen classes, generic, nested and recursive ones, fit."""
    assert accepted(Heap, state_type=Fine, event_types=(Fine, Left), view_type=OpenView)
    assert accepted(Heap, event_types=())


def with_field(annotation: Any, name: str = "field") -> Any:
    """A frozen class named Piece with one field of this annotation."""
    return value(type("Piece", (), {"__annotations__": {name: annotation}, "__module__": __name__}))


@attrs.define
class Open:
    """A class whose objects can be changed."""

    x: int


@attrs.define(slots=False)
class Airy:
    """Another one, to which fields can even be added."""

    x: int


@attrs.frozen(eq=False)
class Single:
    """A class whose objects are equal to themselves alone."""

    x: int


@attrs.define
class Stubborn:
    """A class that refuses to be changed, but not as a frozen class does."""

    x: int

    def __setattr__(self, name: str, new: object) -> None:
        raise TypeError("do not touch")


@value
class Tagged:
    """A class with a field that has the name of the tag."""

    kind: str


@value
class TaggedBox(Generic[T]):
    """A generic one."""

    kind: T


ANNOTATIONS: list[tuple[Any, str]] = [
    (float, "Piece.field is a float, which no two machines need round alike; use ints, or a pair of ints for a fraction"),
    (float | None, "Piece.field is a float, which no two machines need round alike; use ints, or a pair of ints for a fraction"),
    (tuple[int, float], "Piece.field is a float, which no two machines need round alike; use ints, or a pair of ints for a fraction"),
    (Literal["a", b"b"], "Piece.field: a Literal may hold ints, texts, bools and None"),
    (list[int], "Piece.field is annotated list[int]; expected tuple[..., ...]"),
    (list, "Piece.field is annotated list; expected tuple[..., ...]"),
    (set[int], "Piece.field is annotated set[int]; expected a sorted tuple"),
    (frozenset[str] | None, "Piece.field is annotated frozenset[str]; expected a sorted tuple"),
    (dict[str, int], "Piece.field is annotated dict[str, int]; expected a tuple of pairs"),
    (tuple, "Piece.field is annotated tuple; expected tuple[int, ...]"),
    (tuple[list[int], ...], "Piece.field is annotated list[int]; expected tuple[..., ...]"),
    (bytes, f"Piece.field is annotated bytes; expected {FIT}"),
    (object, f"Piece.field is annotated object; expected {FIT}"),
    (Any, f"Piece.field is annotated Any; expected {FIT}"),
    (type[int], f"Piece.field is annotated type[int]; expected {FIT}"),
    (Box[float], "Box.content is a float, which no two machines need round alike; use ints, or a pair of ints for a fraction"),
    (Box[Box[list[int]]], "Box.content is annotated list[int]; expected tuple[..., ...]"),
    (Config[Any], f"Config.options is annotated Any; expected {FIT}"),
    (Open, f"Open can be changed; {MAKE}"),
    (tuple[Airy, ...], f"Airy can be changed; {MAKE}"),
    (Stubborn | None, f"Stubborn can be changed; {MAKE}"),
    (Single, "Single compares by identity (eq=False); equal values must be equal objects"),
    (Tagged | Left, "Tagged has a field `kind`, which is the tag of unions such as Piece.field: give it another name"),
    (Left | Right | TaggedBox[int] | None, "TaggedBox has a field `kind`, which is the tag of unions such as Piece.field: give it another name"),
    ("NoSuchClass", "Piece: an annotation cannot be read: name 'NoSuchClass' is not defined"),
]


@pytest.mark.parametrize(("annotation", "message"), ANNOTATIONS, ids=lambda item: str(item)[:40])
def test_annotations_that_values_may_not_have(annotation: Any, message: str) -> None:
    """What can change, has no order of its own or no JSON form is told with its place, in whichever class of the game it stands."""
    piece = with_field(annotation)
    assert fault(Heap, state_type=piece) == message
    assert fault(Heap, event_types=(Taken, piece)) == message
    assert fault(Heap, action_types=(Take, piece)) == message
    assert fault(Parcels, view_type=piece) == message


def test_a_tag_may_be_a_field_where_no_tag_is_needed() -> None:
    """Alone in a union a class needs no tag, and in a state the name is free."""
    assert accepted(Heap, state_type=with_field(Tagged | None))
    assert accepted(Heap, state_type=Tagged)


def test_the_type_variables_of_a_class_that_stands_alone() -> None:
    """A type variable that nothing fills has no form: the class needs its brackets, alone and in a field."""
    text = "Box is annotated without the type of its content; expected Box[...], such as Config[Options]"
    assert fault(Heap, state_type=Box) == text
    assert fault(Heap, state_type=with_field(Box)) == text


@pytest.mark.parametrize("kind", [int, None, HeapState(1, 0, 2), "HeapState", dict])
def test_a_class_that_is_none(kind: Any) -> None:
    """States, actions, events and views are attrs classes."""
    assert fault(Heap, state_type=kind) == f"Bad.state_type: {kind!r} is no attrs class; {MAKE}"
    assert fault(Heap, action_types=(Take, kind)) == f"Bad.action_types: {kind!r} is no attrs class; {MAKE}"
    assert fault(Heap, event_types=(kind,)) == f"Bad.event_types: {kind!r} is no attrs class; {MAKE}"
    assert fault(Heap, view_type=kind) == f"Bad.view_type: {kind!r} is no attrs class; {MAKE}"


def test_a_game_without_a_class_of_states() -> None:
    """What is not declared is told like what is declared wrongly."""
    stateless: Any = type("Stateless", (Game,), {name: vars(Heap)[name] for name in (*ABSTRACT, "info")})
    with pytest.raises(PluginError, match=r"^Stateless\.state_type: None is no attrs class; make it with @railrules\.value or @attrs\.frozen$"):
        stateless(HeapBook())
    idle: Any = type("Idle", (Game,), {name: vars(Heap)[name] for name in (*ABSTRACT, "info", "state_type")})
    with pytest.raises(PluginError, match=r"^Idle\.action_types is None; expected a tuple of classes$"):
        idle(HeapBook())


@pytest.mark.parametrize(
    ("name", "wrong"), [("action_types", [Take]), ("action_types", ()), ("action_types", Take), ("event_types", [Taken]), ("event_types", None)]
)
def test_kinds_are_a_tuple(name: str, wrong: Any) -> None:
    """Actions and events are listed in a tuple; there is at least one action."""
    assert fault(Heap, **{name: wrong}) == f"Bad.{name} is {wrong!r}; expected a tuple of classes"


@pytest.mark.parametrize("wrong", [10, (10, 5), Playouts(-1), Playouts(0, 0), Playouts(True), Playouts(1, 2.0), None])  # type: ignore[arg-type]
def test_playouts_are_advised_in_numbers(wrong: Any) -> None:
    """A hint that no search could follow is told."""
    expected = "expected railrules.Playouts(depth, count) with a depth of at least 0 and a count of at least 1"
    assert fault(Heap, playouts=wrong) == f"Bad.playouts is {wrong!r}; {expected}"


@pytest.mark.parametrize("name", ["action_types", "event_types"])
def test_the_tag_is_no_field_of_actions_and_events(name: str) -> None:
    """Their saved form has it for itself."""
    message = "Tagged has a field `kind`, which is the tag of saved actions and events: give it another name"
    assert fault(Heap, **{name: (Tagged,)}) == message


@pytest.mark.parametrize("name", ["action_types", "event_types"])
def test_kinds_have_names_of_their_own(name: str) -> None:
    """Two classes of one name could not be told apart in a saved play; an action and an event can."""
    other = with_field(int, "count")
    same = with_field(str, "text")
    assert fault(Heap, **{name: (other, same)}) == f"Bad.{name} has two classes named Piece; saved values are told apart by the name"
    assert accepted(Heap, event_types=(value(type("Take", (), {"__annotations__": {"left": int}})),))


@pytest.mark.parametrize(
    ("kind", "frozen"),
    [(Left, True), (Right, True), (attrs.make_class("Made", ["x"], frozen=True), True), (Open, False), (Airy, False), (Stubborn, False)],
)
def test_what_is_frozen(kind: type, frozen: bool) -> None:
    """A frozen class refuses in the way of attrs, with fields or without; another refusal is not the same."""
    assert is_frozen(kind) is frozen


# ---- options -----------------------------------------------------------------------------------------------------------------------------


def with_options(base: type[Game[Any, Any, Any]] = Heap, /, *, options: Any = None, **fields: tuple[Any, Any]) -> dict[str, Any]:
    """The declaration of a game whose options class, named Rules, has these fields: annotation and `option`."""
    namespace = {"__annotations__": {name: annotation for name, (annotation, _) in fields.items()}, "__module__": __name__}
    rules = attrs.frozen(type("Rules", (), namespace | {name: declared for name, (_, declared) in fields.items()}))
    listed = options_of(rules) if options is None else options
    return {"options_type": rules, "info": attrs.evolve(base.info, options=listed)}


def an_option(default: Any, bounds: Any) -> Any:
    return option(default, bounds, help="what it is about", rule="R-1")


@pytest.mark.parametrize("kind", [int, dict])
def test_the_class_of_options(kind: Any) -> None:
    """Options are an attrs class."""
    assert fault(Heap, options_type=kind) == f"Bad.options_type is {kind!r}; expected an attrs class, each of its fields made with railrules.option"


def test_the_fields_of_options() -> None:
    """Each of them is made with `option`, and the one that is not is named."""
    kind = with_field(int)
    assert fault(Heap, options_type=kind) == f"{kind.__name__}.field is no option; make it with railrules.option"
    with pytest.raises(TypeError, match=rf"^{kind.__name__}\.field is no option"):
        options_of(kind)


def test_options_are_declared_in_the_info() -> None:
    """What the info says is what the class says."""
    named = {"speed": (int, an_option(1, int_range(1, 3))), "pile": (str, an_option("a", one_of("a", "b")))}
    assert accepted(Heap, **with_options(**named))
    assert fault(Heap, **with_options(options=(), **named)) == "Bad.info.options are []; expected options_of(Rules)"
    half = options_of(with_options(**named)["options_type"])[:1]
    assert fault(Heap, **with_options(options=half, **named)) == "Bad.info.options are ['speed']; expected options_of(Rules)"
    assert fault(Parcels, options_type=NoOptions) == "Bad.info.options are ['hand', 'first', 'finish', 'dice']; expected options_of(NoOptions)"


def test_options_are_values() -> None:
    """The class of options is held to what all values are."""
    named = with_options(speed=(list[int], an_option(1, int_range(1, 3))))
    assert fault(Heap, **named) == "Rules.speed is annotated list[int]; expected tuple[..., ...]"
    rules = attrs.define(type("Rules", (), {"__annotations__": {"speed": int}, "speed": an_option(1, int_range(1, 3))}))
    assert fault(Heap, options_type=rules, info=attrs.evolve(Heap.info, options=options_of(rules))) == f"Rules can be changed; {MAKE}"


@pytest.mark.parametrize(
    ("annotation", "default", "bounds"),
    [
        (int, 1, int_range(1, 3)),
        (int | None, 1, int_range(1, 3)),
        (str, "a", one_of("a", "b")),
        (Literal["b", "a", "c"], "a", one_of("a", "b")),
        (bool, True, on_off()),
        (int | Literal["random"], 0, a_player("random")),
        (Union[str, int], "random", a_player("random")),  # noqa: UP007 - both spellings of a union count
    ],
)
def test_annotations_of_options(annotation: Any, default: Any, bounds: Any) -> None:
    """An annotation that holds all that the bounds allow, or more, fits."""
    assert accepted(Heap, **with_options(speed=(annotation, an_option(default, bounds))))


@pytest.mark.parametrize(
    ("annotation", "default", "bounds", "allowed"),
    [
        (bool, 1, int_range(1, 3), "an int in 1..3"),
        (str, 1, int_range(1, 3), "an int in 1..3"),
        (int, "a", one_of("a", "b"), "'a' or 'b'"),
        (Literal["a"], "a", one_of("a", "b"), "'a' or 'b'"),
        (int, True, on_off(), "True or False"),
        (Literal["random"], "random", a_player("random"), "'random' or an int in 0..players-1"),
        (int, 0, a_player("random"), "'random' or an int in 0..players-1"),
        (None, True, on_off(), "True or False"),
    ],
)
def test_annotations_that_do_not_hold_the_bounds(annotation: Any, default: Any, bounds: Any, allowed: str) -> None:
    """What the bounds let in must be of the annotated type."""
    shown = type(None) if annotation is None else annotation
    assert fault(Heap, **with_options(speed=(annotation, an_option(default, bounds)))) == (
        f"Rules.speed is annotated {shown}, which does not hold what its bounds allow: {allowed}"
    )


@pytest.mark.parametrize(
    ("annotation", "default", "bounds", "allowed"),
    [
        (int, 0, int_range(1, 3), "an int in 1..3"),
        (int, True, int_range(1, 3), "an int in 1..3"),
        (str, "c", one_of("a", "b"), "'a' or 'b'"),
        (str, 1, one_of("a", "b"), "'a' or 'b'"),
        (bool, 1, on_off(), "True or False"),
        (int, 1, a_player(), "an int in 0..0"),
    ],
)
def test_defaults_of_options(annotation: Any, default: Any, bounds: Any, allowed: str) -> None:
    """The default is within the bounds, whatever number of players the game takes: Heap takes one too."""
    assert fault(Heap, **with_options(speed=(annotation, an_option(default, bounds)))) == (
        f"Rules.speed has the default {default!r}, outside its own bounds: {allowed}"
    )


# ---- book --------------------------------------------------------------------------------------------------------------------------------


def with_book(book: Any) -> dict[str, Any]:
    """The declaration of a game that is built with this book."""
    return {"__init__": lambda self: Game.__init__(self, book)}


class LooseHeapBook(HeapBook):
    """The rules of Heap, open as wanted."""

    def __init__(self, *rules: Any) -> None:
        RuleBook.__init__(self, {MAIN: rules})


class WaitRule(TakeRule):
    """A rule of an action that Heap does not list."""

    action: Any = Right


class Both(ListRule[HeapState]):
    """Two kinds in one list."""

    def candidates(self, state: HeapState) -> tuple[Any, ...]:
        return (Take(1), Right())


@pytest.mark.parametrize("book", [None, 5, HeapBook, {}])
def test_the_book_is_a_rule_book(book: Any) -> None:
    """Rules are given as a book, an object of it."""
    assert fault(Heap, **with_book(book)) == f"Bad.book is {book!r}; expected a railrules.RuleBook"


def test_the_book_has_a_frame() -> None:
    """Refusals that belong to no kind need rules too."""

    class Frameless(RuleBook[HeapState]):
        def decision(self, state: HeapState) -> str:
            return MAIN

    assert fault(Heap, **with_book(Frameless({MAIN: (TakeRule(),)}))) == (
        "Frameless.frame is missing; it says under which rules actions are refused that fit no rule of their own"
    )


def test_the_book_has_rules_for_all_actions_and_no_others() -> None:
    """What can be done and what is ruled are the same kinds, those of lists included."""
    assert fault(Heap, action_types=(Take, Draw)) == "Bad.action_types has Draw, for which the book opens no rule"
    assert fault(Parcels, action_types=(*Parcels.action_types, Take)) == "Bad.action_types has Take, for which the book opens no rule"
    message = "the book has a rule for Right, which Bad.action_types does not list"
    assert fault(Heap, **with_book(LooseHeapBook(TakeRule(), WaitRule()))) == message
    assert fault(Heap, **with_book(LooseHeapBook(Both(TakeRule(), WaitRule())))) == message
    assert accepted(Heap, action_types=(Right, Take), **with_book(LooseHeapBook(Both(TakeRule(), WaitRule()))))
    less = tuple(kind for kind in Parcels.action_types if kind is not Lay)
    assert fault(Parcels, action_types=less) == "the book has a rule for Lay, which Bad.action_types does not list"


# ---- views -------------------------------------------------------------------------------------------------------------------------------


@value
class Blind:
    """A view that does not say who looks."""

    to_act: int | None


@value
class Aimless:
    """A view that does not say who decides."""

    player: int | None


@value
class Seen:
    """A view that computes who decides."""

    player: int | None

    @property
    def to_act(self) -> int | None:
        return self.player


@pytest.mark.parametrize("base", [Heap, Parcels])
def test_a_view_says_who_looks_and_who_decides(base: type[Game[Any, Any, Any]]) -> None:
    """As fields or computed, both are there."""
    assert fault(base, view_type=Blind) == "Bad.view_type: Blind has no player, which says who looks"
    assert fault(base, view_type=Aimless) == "Bad.view_type: Aimless has no to_act, which says who decides"
    assert accepted(base, view_type=Seen)


@pytest.mark.parametrize("method", ["view", "view_event", "unseen", "determinize"])
def test_imperfect_information_needs_all_four_methods(method: str) -> None:
    """A default that shows everything must not stand beside three that hide something."""
    assert fault(Parcels, **{method: getattr(Game, method)}) == (
        f"Bad declares imperfect information and does not override {method}; view, view_event, unseen, determinize belong together"
    )


def test_a_game_that_only_says_that_it_hides_something() -> None:
    """Declared and not done is the first of the four."""
    assert of_info(information="imperfect").startswith("Bad declares imperfect information and does not override view; ")
    assert accepted(Parcels, info=attrs.evolve(Parcels.info, information="perfect"))


# ---- what cannot be looked into ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "declared"),
    [
        (_declaration._info_faults, {"info": None}),
        (_declaration._class_faults, {"action_types": [Take]}),
        (_declaration._class_faults, {"state_type": with_field("NoSuchClass")}),
        (_declaration._option_faults, {"options_type": int}),
        (_declaration._book_faults, {"book": None}),
        (_declaration._book_faults, {"book": object.__new__(HeapBook)}),
    ],
)
def test_where_nothing_more_can_be_read_nothing_more_is_said(look: Any, declared: dict[str, Any]) -> None:
    """Without an info, a tuple of kinds, annotations, options or a book that one is the only fault of its part."""
    kind: Any = type("Bad", (Heap,), declared)
    assert len(list(look(kind.__new__(kind)))) == 1


# ---- what else can go wrong ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [None, [], ("speed",)])
def test_options_of_info_are_options(options: Any) -> None:
    """What stands for the options is shown."""
    assert of_info(options=options) == f"Bad.info.options is {options!r}; expected options_of(the class of the options)"


def test_two_classes_of_one_name_in_a_union() -> None:
    """Saved values could not tell them apart."""
    first, second = with_field(int), with_field(str)
    found = fault(Heap, state_type=with_field(first | second, "pending"))
    assert found == "Piece.pending is a union with two classes named Piece; saved values are told apart by the name"


def test_a_field_without_an_annotation() -> None:
    """Nobody knows what belongs there."""
    bare = attrs.make_class("Bare", {"field": attrs.field()}, frozen=True)
    assert fault(Heap, state_type=bare) == "Bare.field has no annotation"


def test_a_book_that_was_not_set_up() -> None:
    """A book that forgot the constructor of its base is told to call it."""

    class Forgetful(HeapBook):
        def __init__(self) -> None:
            pass

    def build(self: Any) -> None:
        Game.__init__(self, Forgetful())

    assert fault(Heap, __init__=build) == "Forgetful was not set up; its __init__ must call super().__init__(openings)"
