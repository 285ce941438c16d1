"""`railrules.value`: attrs.frozen in every respect, only cheaper to build."""

import copy
import inspect
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, get_type_hints

import attrs
import pytest

import railrules
from railrules import value

T = TypeVar("T")
U = TypeVar("U")


@value
class Point:
    """Two fields, the second with a default."""

    x: int
    y: int = 7


@value
class Empty:
    """No field."""


@value
class Box(Generic[T]):
    """A generic class."""

    content: T
    label: str = "box"


@value
class Both(Generic[T, U]):
    """Two parameters."""

    first: T
    second: U


@value
class Private:
    """Names that attrs strips of their underscores in the constructor."""

    _hidden: int
    _count: int = 0


@value
class Clever:
    """Methods, properties and class attributes beside the fields."""

    number: int
    limit: ClassVar[int] = 10

    @property
    def double(self) -> int:
        return self.number * 2

    @classmethod
    def of(cls, text: str) -> "Clever":
        return cls(int(text))

    def __len__(self) -> int:
        return self.number


@value
class Cached:
    """A property that is computed once."""

    number: int

    @cached_property
    def parts(self) -> list[int]:
        return list(range(self.number))


def positive(_: Any, attribute: Any, number: int) -> None:
    if number <= 0:
        raise ValueError(f"{attribute.name} must be positive")


@value
class Converted:
    """A converter."""

    number: int = attrs.field(converter=int)


@value
class Validated:
    """A validator."""

    number: int = attrs.field(validator=positive)


@value
class Made:
    """Defaults made by a function, one of them from the object."""

    items: list[int] = attrs.field(factory=list)
    size: int = attrs.field(default=attrs.Factory(lambda self: len(self.items), takes_self=True))


@value
class Checked:
    """Something to do after construction."""

    low: int
    high: int

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


@value
class Keyworded:
    """A field that is given by name only."""

    number: int
    flag: bool = attrs.field(default=False, kw_only=True)


@value
class NotGiven:
    """A field that the constructor does not take."""

    number: int
    fixed: int = attrs.field(default=3, init=False)


@value
class Odd:
    """Fields that take no part in comparison, text or hash."""

    number: int
    note: str = attrs.field(default="", eq=False, repr=False)
    size: tuple[int, ...] = attrs.field(default=(), eq=len)


@value
class Aliased:
    """A field with another name in the constructor."""

    number: int = attrs.field(alias="n")


SAMPLES: list[Any] = [
    Point(1, 2),
    Point(1),
    Empty(),
    Box((1, 2)),
    Box[int](5),
    Both(1, Point(2)),
    Private(3, 4),
    Clever(5),
    Converted("6"),
    Validated(7),
    Checked(1, 2),
    Keyworded(1, flag=True),
    NotGiven(1),
    Odd(1, "note", (1, 2)),
    Aliased(n=4),
]

EACH = pytest.mark.parametrize("sample", SAMPLES, ids=repr)


# ---- as attrs does it ------------------------------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(sample: Any, protocol: int) -> None:
    """A value travels by every protocol and arrives frozen."""
    again = pickle.loads(pickle.dumps(sample, protocol))
    assert again == sample
    assert type(again) is type(sample)
    assert repr(again) == repr(sample)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        again.x = 1


@EACH
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, attrs.evolve])
def test_copying(sample: Any, how: Callable[[Any], Any]) -> None:
    """A copy equals its original, has its class and is frozen."""
    again = how(sample)
    assert again == sample
    assert hash(again) == hash(sample)
    assert type(again) is type(sample)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        again.anything = 1


def test_evolve() -> None:
    """Single fields change, private ones by the name of their parameter."""
    assert attrs.evolve(Point(1, 2), y=5) == Point(1, 5)
    assert attrs.evolve(Private(1, 2), hidden=9) == Private(9, 2)
    assert attrs.evolve(Box(2), content=1) == Box(1)
    assert attrs.evolve(Aliased(n=4), n=5) == Aliased(n=5)
    with pytest.raises(TypeError):
        attrs.evolve(Point(1, 2), z=5)  # type: ignore[call-arg]


def test_equality_and_hash() -> None:
    """Values are equal iff class and fields are; equal ones hash alike."""
    assert Point(1, 2) == Point(1, 2)
    assert Point(1) == Point(1, 7)
    assert Point(1, 2) != Point(2, 1)
    assert len({Point(1, 2), Point(1, 2), Point(2, 1)}) == 2
    pair: Any = (1, 2)
    assert Point(1, 2) != pair
    both: Any = Both(1, 2)
    assert Point(1, 2) != both
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
    assert Odd(1, "a", (1,)) == Odd(1, "b", (2,)) != Odd(1, "a", ())


def test_text() -> None:
    """The text is that of attrs, and names the class, not the helper behind it."""
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"
    assert repr(Private(1)) == "Private(_hidden=1, _count=0)"
    assert repr(Odd(1, "note")) == "Odd(number=1, size=())"
    assert [type(sample).__name__ for sample in SAMPLES[:4]] == ["Point", "Point", "Empty", "Box"]
    assert Point.__qualname__ == "Point"
    assert Point.__init__.__qualname__ == "Point.__init__"
    assert Point.__doc__ == "Two fields, the second with a default."


@EACH
def test_no_field_can_be_assigned_or_deleted(sample: Any) -> None:
    """A value stays what it is: fields old and new, and its class, are out of reach."""
    before = repr(sample)
    for name in (*[field.name for field in attrs.fields(type(sample))], "anything"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(sample, name, 1)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(sample, name)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        sample.__class__ = Point
    assert repr(sample) == before
    assert not hasattr(sample, "__dict__")


def test_the_constructor() -> None:
    """Arguments by place and by name, defaults, and the usual errors with the usual name."""
    make: Any = Point
    assert make(1, 2) == make(1, y=2) == make(y=2, x=1)
    for arguments, keywords, message in (
        ((), {}, r"Point\.__init__\(\) missing 1 required positional argument: 'x'"),
        ((1, 2, 3), {}, r"Point\.__init__\(\) takes from 2 to 3 positional arguments but 4 were given"),
        ((1,), {"z": 3}, r"Point\.__init__\(\) got an unexpected keyword argument 'z'"),
        ((1,), {"x": 3}, r"Point\.__init__\(\) got multiple values for argument 'x'"),
    ):
        with pytest.raises(TypeError, match=message):
            make(*arguments, **keywords)
    nothing: Any = Empty
    with pytest.raises(TypeError):
        nothing(1)


@pytest.mark.parametrize("kind", [type(sample) for sample in SAMPLES])
def test_the_signature_is_that_of_attrs(kind: Any) -> None:
    """Parameters and defaults are those that `attrs.frozen` would give."""

    def plain(field: Any) -> Any:
        return inspect.Parameter.empty if field.default is attrs.NOTHING else field.default

    parameters = [parameter for name, parameter in inspect.signature(kind).parameters.items()]
    fields = [field for field in attrs.fields(kind) if field.init]
    assert [parameter.name for parameter in parameters] == [field.alias for field in fields]
    assert [parameter.default for parameter in parameters] == [plain(field) for field in fields]


def test_annotations_of_the_constructor() -> None:
    """The types of its parameters can be read."""
    assert get_type_hints(Point.__init__) == {"x": int, "y": int, "return": type(None)}


def test_match_statements() -> None:
    """Fields match by place in their order."""
    assert Point.__match_args__ == ("x", "y")
    thing: object = Point(1, 2)
    match thing:
        case Point(1, y):
            assert y == 2
        case _:
            pytest.fail("a point is a point")


def test_generics() -> None:
    """A generic value is parametrized like any class, keeps its parameters, and its objects are of the plain class."""
    assert Box[int](5) == Box(5)
    assert type(Box[int](5)) is Box
    assert Box.__parameters__ == (T,)  # type: ignore[attr-defined]
    assert Box[int].__args__ == (int,)  # type: ignore[attr-defined]
    assert Both[int, str](1, "a") == Both(1, "a")
    assert isinstance(Box(1), Box)
    assert pickle.loads(pickle.dumps(Box[int](5))).content == 5


def test_attrs_knows_it() -> None:
    """It is an attrs class with attrs fields."""
    kinds: list[Any] = [Point, Empty, Box]
    assert all(map(attrs.has, kinds))
    assert [field.name for field in attrs.fields(Point)] == ["x", "y"]
    assert attrs.asdict(Both(1, Point(2))) == {"first": 1, "second": {"x": 2, "y": 7}}
    assert attrs.astuple(Private(1)) == (1, 0)


def test_methods_and_class_attributes() -> None:
    """What stands beside the fields works."""
    assert (Clever(4).double, Clever.of("5"), len(Clever(6)), Clever.limit, Clever(1).limit) == (8, Clever(5), 6, 10, 10)


def test_cached_properties() -> None:
    """A cached property is computed once for each object and is no part of the value."""
    cached = Cached(3)
    assert cached.parts == [0, 1, 2]
    assert cached.parts is cached.parts
    assert cached == Cached(3)
    assert hash(cached) == hash(Cached(3))
    assert copy.copy(cached).parts == [0, 1, 2]


# ---- what makes attrs build the object itself ------------------------------------------------------------------------------------------------


def test_converters() -> None:
    """A converter is applied."""
    make: Any = Converted
    assert make("12").number == 12


def test_validators() -> None:
    """A validator is asked."""
    assert Validated(1).number == 1
    with pytest.raises(ValueError, match="number must be positive"):
        Validated(0)


def test_factories() -> None:
    """Each object gets its own, and a default may look at the object."""
    assert Made().items is not Made().items
    assert Made([1, 2]).size == 2
    assert Made([1, 2], 5).size == 5


def test_post_init() -> None:
    """What has to run after construction runs."""
    with pytest.raises(ValueError, match="low is above high"):
        Checked(2, 1)
    with pytest.raises(ValueError, match="low is above high"):
        attrs.evolve(Checked(1, 2), high=0)


def test_pre_init() -> None:
    """What has to run before construction runs too."""
    calls = []

    @value
    class Prepared:
        number: int

        def __attrs_pre_init__(self) -> None:
            calls.append("before")

    assert Prepared(1).number == 1
    assert calls == ["before"]


def test_own_constructor() -> None:
    """A constructor of the class's own is kept."""

    @value
    class Own:
        number: int

        def __init__(self, text: str) -> None:
            self.__attrs_init__(len(text))  # type: ignore[attr-defined]

    make: Any = Own
    assert make("four").number == 4


def test_keyword_only_and_fixed_fields() -> None:
    """Fields by name only, and fields that cannot be given."""
    assert Keyworded(1, flag=True).flag
    make: Any = Keyworded
    with pytest.raises(TypeError):
        make(1, True)
    assert NotGiven(1).fixed == 3
    with pytest.raises(TypeError):
        NotGiven(1, 2)  # type: ignore[call-arg]


def test_names_that_the_machinery_uses_itself() -> None:
    """Any name that attrs takes for a field may be used."""

    @value
    class Wagon:
        cls: int
        twin: int
        set_class: int = 3
        defaults: int = 4

    wagon = Wagon(1, 2)
    assert (wagon.cls, wagon.twin, wagon.set_class, wagon.defaults) == (1, 2, 3, 4)
    assert type(wagon) is Wagon


def test_a_base_class() -> None:
    """A value may extend a plain base class and a frozen attrs class, fields included."""

    @attrs.frozen
    class Base:
        number: int

        def twice(self) -> int:
            return 2 * self.number

    class Plain:
        __slots__ = ()

        def greet(self) -> str:
            return "hello"

    @value
    class Polite(Plain):
        name: str

    assert (Polite("Ann").greet(), Polite("Ann").name) == ("hello", "Ann")

    @value
    class Derived(Base):
        name: str

    derived = Derived(3, "Ann")
    assert (derived.twice(), derived.name) == (6, "Ann")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        derived.name = "Bob"  # type: ignore[misc]


def test_defaults_are_shared_not_copied() -> None:
    """A default stands for the very object that was declared."""
    marker = object()

    @value
    class Marked:
        item: object = marker

    assert Marked().item is marker


# ---- what value adds -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Point, Box, Private, Clever, Odd])
def test_no_subclassing(kind: Any) -> None:
    """A value class is final, and says so when its subclass is made, keywords or not."""
    with pytest.raises(TypeError, match=rf"^{kind.__name__} is a final value class and cannot be subclassed$"):
        type("Child", (kind,), {})
    with pytest.raises(TypeError, match="cannot be subclassed"):
        type("Child", (kind,), {}, flavour="sweet")


@pytest.mark.parametrize("kind", [Empty, Made, Checked, Converted, Validated, Keyworded])
def test_no_subclassing_however_it_is_built(kind: Any) -> None:
    """Whether a class may be extended does not depend on what its fields look like."""
    with pytest.raises(TypeError, match=rf"^{kind.__name__} is a final value class and cannot be subclassed$"):
        type("Child", (kind,), {})


def test_a_failed_construction_leaves_nothing() -> None:
    """An object under construction never gets out, and the next one is fine."""
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    assert Point(1, 2) == Point(1, 2)


def test_the_decorator_is_public_and_documented() -> None:
    """It stands on the public face with a docstring."""
    assert "value" in railrules.__all__
    assert "attrs" in (value.__doc__ or "")
