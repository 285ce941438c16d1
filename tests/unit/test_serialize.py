"""Strict reading, canonical bytes, digests and JSON Schema."""

import contextlib
import json
import math
import pickle
from typing import Any, Generic, Literal, Optional, TypeVar, Union

import attrs
import jsonschema
import pytest

from railrules import serialize, value
from railrules.parts import Pool
from railrules.serialize import (
    KeyShapeError,
    Serializer,
    ShapeError,
    canonical_json,
    digest,
    json_schema,
    label,
    optional_key,
    positional_json,
    structure,
    unstructure,
)

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _new_converter() -> None:
    """Every test builds what it reads and writes with, so that nothing depends on what ran before it."""
    serialize._converter.cache_clear()


U = TypeVar("U")


@value
class Point:
    """Two ints, one with a default."""

    x: int
    y: int = 0


@value
class Circle:
    """A member of a union, holding another class."""

    centre: Point
    radius: int


@value
class Nothing:
    """A member of a union without fields."""


@value
class Box(Generic[T]):
    """A generic class."""

    content: T


@value
class Pair(Generic[T, U]):
    """A generic class of two parameters, nesting another."""

    first: T
    second: Box[U]


@value
class Everything:
    """A field of each kind that states, actions and events have."""

    whole: int
    word: str
    flag: bool
    real: float
    nothing: None
    one: Literal["a", "b", 3]
    maybe: int | None
    old_maybe: Optional[str]  # noqa: UP045 - both spellings of a union count
    either: Union[int, str]  # noqa: UP007 - as above
    many: tuple[int, ...]
    pair: tuple[int, str]
    nested: tuple[tuple[int, bool], ...]
    maybe_many: tuple[int, ...] | None
    shape: Point | Circle | Nothing
    maybe_shape: Point | None
    shapes: tuple[Point | Circle, ...]
    point: Point
    box: Box[int]
    shaped_box: Box[Point | Circle]
    deep: Pair[int, Pool[str]]
    pool: Pool[int]
    table: dict[str, Any]


GOOD = Everything(
    7,
    "word",
    True,
    1.5,
    None,
    "b",
    None,
    "x",
    4,
    (1, 2),
    (3, "c"),
    ((1, True), (2, False)),
    (5,),
    Circle(Point(1, 2), 3),
    None,
    (Point(1), Circle(Point(0), 1)),
    Point(8, 9),
    Box(6),
    Box(Point(4)),
    Pair(1, Box(Pool(("a", "b", "b")))),
    Pool((1, 1, 2)),
    {"any": [1, {"thing": None}]},
)

DATA: dict[str, Any] = {
    "whole": 7,
    "word": "word",
    "flag": True,
    "real": 1.5,
    "nothing": None,
    "one": "b",
    "maybe": None,
    "old_maybe": "x",
    "either": 4,
    "many": [1, 2],
    "pair": [3, "c"],
    "nested": [[1, True], [2, False]],
    "maybe_many": [5],
    "shape": {"kind": "Circle", "centre": {"x": 1, "y": 2}, "radius": 3},
    "maybe_shape": None,
    "shapes": [{"kind": "Point", "x": 1, "y": 0}, {"kind": "Circle", "centre": {"x": 0, "y": 0}, "radius": 1}],
    "point": {"x": 8, "y": 9},
    "box": {"content": 6},
    "shaped_box": {"content": {"kind": "Point", "x": 4, "y": 0}},
    "deep": {"first": 1, "second": {"content": {"items": ["a", "b", "b"]}}},
    "pool": {"items": [1, 1, 2]},
    "table": {"any": [1, {"thing": None}]},
}


def fault(data: Any, kind: Any) -> ShapeError:
    """Why data has not the shape of a class."""
    with pytest.raises(ShapeError) as caught:
        structure(data, kind)
    error = caught.value
    assert str(error) == f"{error.path or 'top level'}: expected {error.expected}, found {error.found}"
    return error


# ---- there and back ----------------------------------------------------------------------------------------------------------------------


def test_there() -> None:
    """Plain dicts, lists, ints, strings, bools and None; members of unions carry their kind."""
    assert unstructure(GOOD) == DATA


def test_and_back() -> None:
    """The same value comes back from JSON text."""
    again = structure(json.loads(json.dumps(DATA)), Everything)
    assert again == GOOD
    assert type(again.many) is tuple
    assert type(again.flag) is bool


ALTERNATIVES: list[tuple[str, Any, Any]] = [
    ("one", "a", "a"),
    ("one", 3, 3),
    ("maybe", 5, 5),
    ("old_maybe", None, None),
    ("either", "text", "text"),
    ("many", (), []),
    ("maybe_many", None, None),
    ("maybe_many", (), []),
    ("shape", Point(1, 2), {"kind": "Point", "x": 1, "y": 2}),
    ("shape", Nothing(), {"kind": "Nothing"}),
    ("maybe_shape", Point(1, 2), {"x": 1, "y": 2}),
    ("shaped_box", Box(Circle(Point(0), 1)), {"content": {"kind": "Circle", "centre": {"x": 0, "y": 0}, "radius": 1}}),
    ("pool", Pool(()), {"items": []}),
    ("table", {}, {}),
]


@pytest.mark.parametrize(("name", "item", "data"), ALTERNATIVES)
def test_alternatives_there_and_back(name: str, item: Any, data: Any) -> None:
    """Every member of a union, every literal, and the empty ones, in JSON and by the schema."""
    changed = attrs.evolve(GOOD, **{name: item})
    assert unstructure(changed) == {**DATA, name: data}
    assert structure({**DATA, name: data}, Everything) == changed
    jsonschema.validate({**DATA, name: data}, json_schema(Everything))


def test_simple_kinds() -> None:
    """Not only classes: whatever may be a field may be read by itself."""
    assert structure([1, 2], tuple[int, ...]) == (1, 2)
    assert structure((1, 2), tuple[int, ...]) == (1, 2)
    assert structure(None, int | None) is None
    assert structure({"content": [1]}, Box[tuple[int, ...]]) == Box((1,))
    assert structure("a", Literal["a"]) == "a"
    assert structure({"kind": "Nothing"}, Point | Nothing) == Nothing()
    assert structure({}, Nothing) == Nothing()


@value
class Hollow:
    """A tuple that never holds anything."""

    empty: tuple[()]


def test_a_tuple_without_items() -> None:
    """A tuple declared empty comes back, holds nothing else, and has a valid schema."""
    assert structure(unstructure(Hollow(())), Hollow) == Hollow(())
    assert str(fault({"empty": [1]}, Hollow)) == "empty: expected an array of 0, found an array of 1"
    schema = json_schema(Hollow)
    jsonschema.validate({"empty": []}, schema)
    assert not accepted({"empty": [1]}, schema)


@value
class Crowd:
    """Members of unions inside an optional tuple and an optional generic."""

    members: tuple[Point | Nothing, ...] | None
    boxed: Box[Point | Nothing] | None


@pytest.mark.parametrize(
    "crowd",
    [Crowd(None, None), Crowd((), None), Crowd((Point(1), Nothing()), None), Crowd(None, Box(Nothing())), Crowd(None, Box(Point(1)))],
)
def test_unions_inside_optional_things(crowd: Crowd) -> None:
    """An optional tuple of members of a union comes back like any other, and meets the schema."""
    data = json.loads(json.dumps(unstructure(crowd)))
    jsonschema.validate(data, json_schema(Crowd))
    assert structure(data, Crowd) == crowd


@value
class Wagon:
    """A class whose field has the name of the tag."""

    kind: str


@value
class Train:
    """A union with such a member."""

    first: Wagon | Point


def test_a_field_with_the_name_of_the_tag() -> None:
    """Such a class is refused as member of a union, or comes back; it is never written as what cannot be read."""
    with contextlib.suppress(TypeError):
        assert structure(unstructure(Train(Wagon("boxcar"))), Train) == Train(Wagon("boxcar"))
    with pytest.raises(TypeError, match=r"^Wagon has a field `kind`, which is the tag of unions: give it another name$"):
        structure({"kind": "Wagon"}, Wagon | Point)


# ---- strictness --------------------------------------------------------------------------------------------------------------------------

WRONG: list[tuple[str, Any, str, str]] = [
    ("whole", 1.7, "an integer", "a float (1.7)"),
    ("whole", 1.0, "an integer", "a float (1.0)"),
    ("whole", True, "an integer", "a boolean (True)"),
    ("whole", "5", "an integer", "a string ('5')"),
    ("whole", "1", "an integer", "a string ('1')"),
    ("whole", None, "an integer", "null (None)"),
    ("whole", [1], "an integer", "an array of 1"),
    ("whole", {"a": 1}, "an integer", "an object with 1 keys"),
    ("whole", math.nan, "an integer", "a float (nan)"),
    ("word", 5, "a string", "an integer (5)"),
    ("word", None, "a string", "null (None)"),
    ("word", ["word"], "a string", "an array of 1"),
    ("word", b"word", "a string", "bytes (b'word')"),
    ("flag", 1, "true or false", "an integer (1)"),
    ("flag", "true", "true or false", "a string ('true')"),
    ("flag", None, "true or false", "null (None)"),
    ("real", 1, "a finite float", "an integer (1)"),
    ("real", "1.5", "a finite float", "a string ('1.5')"),
    ("real", math.nan, "a finite float", "a float (nan)"),
    ("real", math.inf, "a finite float", "a float (inf)"),
    ("nothing", 0, "null", "an integer (0)"),
    ("nothing", False, "null", "a boolean (False)"),
    ("one", "c", "'a' or 'b' or 3", "a string ('c')"),
    ("one", 3.0, "'a' or 'b' or 3", "a float (3.0)"),
    ("one", None, "'a' or 'b' or 3", "null (None)"),
    ("maybe", "5", "an integer or null", "a string ('5')"),
    ("maybe", True, "an integer or null", "a boolean (True)"),
    ("old_maybe", 5, "a string or null", "an integer (5)"),
    ("either", True, "an integer or a string", "a boolean (True)"),
    ("either", None, "an integer or a string", "null (None)"),
    ("either", 1.0, "an integer or a string", "a float (1.0)"),
    ("many", "12", "an array", "a string ('12')"),
    ("many", {"1": 2}, "an array", "an object with 1 keys"),
    ("many", None, "an array", "null (None)"),
    ("many", 1, "an array", "an integer (1)"),
    ("pair", [3], "an array of 2", "an array of 1"),
    ("pair", [3, "c", 4], "an array of 2", "an array of 3"),
    ("pair", "3c", "an array", "a string ('3c')"),
    ("nested", [1], "an array", "an integer (1)"),
    ("maybe_many", "12", "an array or null", "a string ('12')"),
    ("shape", None, "Point or Circle or Nothing", "null (None)"),
    ("shape", [], "Point or Circle or Nothing", "an array of 0"),
    ("shape", "Point", "Point or Circle or Nothing", "a string ('Point')"),
    ("maybe_shape", 5, "an object (Point) or null", "an integer (5)"),
    ("point", None, "an object (Point)", "null (None)"),
    ("point", [1, 2], "an object (Point)", "an array of 2"),
    ("point", "Point", "an object (Point)", "a string ('Point')"),
    ("pool", [1, 2], "an object (Pool)", "an array of 2"),
    ("pool", None, "an object (Pool)", "null (None)"),
    ("table", [], "an object", "an array of 0"),
    ("table", None, "an object", "null (None)"),
]


@pytest.mark.parametrize(("name", "wrong", "expected", "found"), WRONG)
def test_nothing_is_coerced(name: str, wrong: Any, expected: str, found: str) -> None:
    """A value of another type is refused, told by path, what was expected and what stood there."""
    error = fault({**DATA, name: wrong}, Everything)
    top = error.path.partition("[")[0]
    assert (top, error.expected, error.found) == (name, expected, found)


DEEP: list[tuple[str, Any, str, str]] = [
    ("many", [1, 2, "3"], "many[2]", "an integer"),
    ("pair", [3, 4], "pair[1]", "a string"),
    ("nested", [[1, True], [2, 0]], "nested[1][1]", "true or false"),
    ("nested", [[1]], "nested[0]", "an array of 2"),
    ("shape", {"kind": "Circle", "centre": {"x": 1, "y": None}, "radius": 3}, "shape.centre.y", "an integer"),
    ("shapes", [{"kind": "Point", "x": 1, "y": 0}, {"kind": "Circle", "centre": 5, "radius": 1}], "shapes[1].centre", "an object (Point)"),
    ("shaped_box", {"content": {"kind": "Point", "x": 4, "y": "0"}}, "shaped_box.content.y", "an integer"),
    ("deep", {"first": 1, "second": {"content": {"items": ["a", 5]}}}, "deep.second.content.items[1]", "a string"),
    ("deep", {"first": "1", "second": {"content": {"items": []}}}, "deep.first", "an integer"),
    ("box", {"content": "6"}, "box.content", "an integer"),
    ("pool", {"items": ["a"]}, "pool.items[0]", "an integer"),
    ("maybe_shape", {"x": "1", "y": 0}, "maybe_shape.x", "an integer"),
    ("maybe_many", [1, "2"], "maybe_many[1]", "an integer"),
]


@pytest.mark.parametrize(("name", "wrong", "path", "expected"), DEEP)
def test_the_path_leads_to_the_fault(name: str, wrong: Any, path: str, expected: str) -> None:
    """However deep a fault lies, its place is told: fields with dots, items in brackets."""
    error = fault({**DATA, name: wrong}, Everything)
    assert (error.path, error.expected) == (path, expected)


def test_the_first_fault_is_told() -> None:
    """Of several faults the first field's is told."""
    assert fault({**DATA, "word": 5, "whole": "x"}, Everything).path == "whole"
    assert fault([1, "a", "b"], tuple[int, ...]).path == "[1]"
    assert fault("x", int).path == ""


def test_every_key_must_be_there() -> None:
    """A missing key is a fault, even where the class has a default."""
    for name in DATA:
        error = fault({key: item for key, item in DATA.items() if key != name}, Everything)
        assert isinstance(error, KeyShapeError)
        assert (error.path, error.expected, error.found) == (name, "a value", "nothing (the key is missing)")
    assert fault({"x": 1}, Point).path == "y"
    assert fault({"centre": {"x": 1}, "radius": 2}, Circle).path == "centre.y"
    assert isinstance(fault({"centre": {"x": 1}, "radius": 2}, Circle), KeyShapeError)


def test_no_other_key_may_be_there() -> None:
    """An unknown key is a fault, and the known ones are told."""
    error = fault({"x": 1, "y": 2, "z": 3}, Point)
    assert isinstance(error, KeyShapeError)
    assert str(error) == "z: expected one of the keys x, y, found an unknown key"
    assert str(fault({"x": 1}, Nothing)) == "x: expected one of the keys (none), found an unknown key"
    assert fault({**DATA, "point": {"x": 1, "y": 2, "kind": "Point"}}, Everything).path == "point.kind"
    assert fault({**DATA, "shape": {"kind": "Point", "x": 1, "y": 2, "z": 3}}, Everything).path == "shape.z"
    assert str(fault({1: 2, "x": 1, "y": 2}, Point)) == "1: expected one of the keys x, y, found an unknown key"
    assert str(fault({"a\nb": 2, "x": 1, "y": 2}, Point)) == "'a\\nb': expected one of the keys x, y, found an unknown key"


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        ({"x": 1, "y": 2}, "nothing (the key is missing)"),
        ({}, "nothing (the key is missing)"),
        ({"kind": "Square"}, "a string ('Square')"),
        ({"kind": "point", "x": 1, "y": 2}, "a string ('point')"),
        ({"kind": "Box", "content": 1}, "a string ('Box')"),
        ({"kind": None}, "null (None)"),
        ({"kind": 5}, "an integer (5)"),
        ({"kind": ["Point"]}, "an array of 1"),
    ],
)
def test_unknown_tags(shape: Any, found: str) -> None:
    """A tag must be there and name a member of this union."""
    error = fault({**DATA, "shape": shape}, Everything)
    assert (error.path, error.expected, error.found) == ("shape.kind", "Point or Circle or Nothing", found)


@pytest.mark.parametrize("items", [[2, 1], [1, 2, 1], [3, 3, 2]])
def test_a_pool_must_be_in_canonical_order(items: list[int]) -> None:
    """A pool out of order would not equal the pool it is, so it is refused."""
    error = fault({**DATA, "pool": {"items": items}}, Everything)
    assert (error.path, error.expected, error.found) == ("pool.items", "items in ascending order", "items out of order")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (bool | None, "true or false or null"),
        (float | None, "a float or null"),
        (Literal["a", "b"] | None, "'a' or 'b' or null"),
        (tuple[int, ...] | None, "an array or null"),
        (dict[str, Any] | None, "an object or null"),
        (Point | None, "an object (Point) or null"),
        (Point | Circle | None, "null or Point or Circle"),
    ],
    ids=str,
)
def test_alternatives_in_words(kind: Any, expected: str) -> None:
    """Of a union all members are told."""
    assert str(fault(7, kind)) == f"top level: expected {expected}, found an integer (7)"


def test_faults_can_be_sent_to_another_process() -> None:
    """A pickled fault says the same."""
    error = pickle.loads(pickle.dumps(fault({"x": "a", "y": 0}, Point)))
    assert (error.path, error.expected, error.found) == ("x", "an integer", "a string ('a')")
    assert error.args == ("x", "an integer", "a string ('a')")


def test_long_values_are_cut_in_messages() -> None:
    """What stood there is shown, but not at any length."""
    assert fault("x" * 38, int).found == f"a string ({'x' * 38!r})"
    assert fault("x" * 39, int).found == "a string ('" + "x" * 36 + "...)"
    assert fault("x" * 1000, int).found == "a string ('" + "x" * 36 + "...)"


def test_a_class_may_refuse_its_own_values() -> None:
    """A validator's refusal is told as the fault of the whole object, at its place."""

    def positive(_: Any, attribute: Any, number: int) -> None:
        if number <= 0:
            raise ValueError(f"{attribute.name} must be positive")

    @attrs.frozen
    class Coin:
        worth: int = attrs.field(validator=positive)

    @attrs.frozen
    class Purse:
        coins: tuple[Coin, ...]

    assert structure({"coins": [{"worth": 1}]}, Purse) == Purse((Coin(1),))
    assert str(fault({"worth": 0}, Coin)) == "top level: expected a valid object, found worth must be positive"
    assert str(fault({"coins": [{"worth": 1}, {"worth": 0}]}, Purse)) == "coins[1]: expected a valid object, found worth must be positive"


def test_a_field_of_another_library() -> None:
    """A field whose type this module does not know is read by cattrs; its refusal is a fault at that field."""
    from enum import Enum

    class Colour(Enum):
        RED = "red"

    @attrs.frozen
    class Car:
        colour: Colour

    assert structure({"colour": "red"}, Car) == Car(Colour.RED)
    assert structure(["red", "red"], tuple[Colour, ...]) == (Colour.RED, Colour.RED)
    error = fault({"colour": "blue"}, Car)
    assert (error.path, error.expected) == ("colour", "a valid value")
    assert "'blue' is not a valid" in error.found


def test_keys_that_may_be_missing() -> None:
    """Only a field made for it may be left out, in content files."""

    @attrs.frozen
    class Item:
        size: int
        groups: tuple[int, ...] | None = optional_key()
        bonus: int = optional_key(3)

    assert structure({"size": 1}, Item) == Item(1, None, 3)
    assert structure({"size": 1, "groups": [2], "bonus": 4}, Item) == Item(1, (2,), 4)
    assert fault({"groups": [2]}, Item).path == "size"
    assert fault({"size": 1, "bonus": "4"}, Item).path == "bonus"
    assert fault({"size": 1, "other": 4}, Item).path == "other"
    schema = json_schema(Item)
    for data in ({"size": 1}, {"size": 1, "groups": [2], "bonus": 4}):
        jsonschema.validate(data, schema)


def test_a_field_named_beside_a_word_of_python() -> None:
    """The underscore that keeps a name apart from a word of Python does not stand in the data."""

    @attrs.frozen
    class Seat:
        class_: int
        size: int

    assert structure({"class": 1, "size": 2}, Seat) == Seat(1, 2)
    assert unstructure(Seat(1, 2)) == {"class": 1, "size": 2}
    assert str(fault({"class": "1", "size": 2}, Seat)) == "class: expected an integer, found a string ('1')"
    assert fault({"class_": 1, "size": 2}, Seat).path == "class"
    assert accepted({"class": 1, "size": 2}, json_schema(Seat))
    assert not accepted({"class_": 1, "size": 2}, json_schema(Seat))


@pytest.mark.parametrize("real", [math.inf, -math.inf, math.nan])
def test_no_infinite_number_among_many(real: float) -> None:
    """A long row of numbers is read as strictly as one."""
    assert structure([1.0, 2.0], tuple[float, ...]) == (1.0, 2.0)
    error = fault([1.0, real], tuple[float, ...])
    assert (error.path, error.expected) == ("[1]", "a finite float")


def test_tuples_of_mixed_things() -> None:
    """Each place of a tuple is written as what stands there, and no place may be missing."""
    assert unstructure((Point(1, 2), 3), tuple[Point, int]) == [{"x": 1, "y": 2}, 3]
    for wrong in ((Point(1),), (Point(1), 2, 3)):
        with pytest.raises(ValueError, match="zip"):
            unstructure(wrong, tuple[Point, int])


# ---- canonical JSON and digests ----------------------------------------------------------------------------------------------------------


def test_canonical_json() -> None:
    """One text for each value: sorted keys, no spaces, UTF-8."""
    assert canonical_json({"b": [1, None, True], "a": "ü"}) == '{"a":"ü","b":[1,null,true]}'.encode()
    assert canonical_json({"x": {"d": 1, "c": 2}}) == canonical_json({"x": {"c": 2, "d": 1}})


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_canonical_json_refuses_what_json_does_not_have(number: float) -> None:
    """NaN and infinities are no JSON, here and in digests."""
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json([number])
    with pytest.raises(ValueError, match="JSON compliant"):
        digest((number,))


def test_positional_json() -> None:
    """Class names and fields in order, without keys; copies of nothing but what the value holds."""
    assert positional_json(Circle(Point(1, -2), 3)) == '["Circle",["Point",1,-2],3]'
    assert positional_json((Nothing(), Box("ü"), Pool((1, 2)), None, True)) == '[["Nothing"],["Box","ü"],["Pool",[1,2]],null,true]'


@pytest.mark.parametrize(
    ("item", "golden"),
    [
        (None, "941dffce4e4308ceb33e87326003257d"),
        (Point(1, 2), "88c3487e53d32d66c46776c4e93ec1f0"),
        (Circle(Point(1, 2), 3), "ac4d86c4687c611adcb7490a11f7504f"),
        ((Nothing(), Box((1, 2)), "ü", True, 10**30), "361b95fbe74d61e8c8e797f9026e2d9f"),
        (Pool((1, 1, 2)), "b91a275d5e4b454ba9a0e7bda5dd5b53"),
    ],
)
def test_digests_are_stable(item: Any, golden: str) -> None:
    """Digests stand in saved plays, so they never change."""
    assert digest(item) == golden


def test_digests_have_the_size_asked_for() -> None:
    """Hex of so many bytes, 16 by default."""
    assert [len(digest(Point(1), size)) for size in (4, 6, 32)] == [8, 12, 64]
    assert len(digest(Point(1))) == 32


DIFFERENT: list[Any] = [
    None,
    0,
    1,
    True,
    False,
    "1",
    "",
    (),
    (1,),
    ((1,),),
    (1, 2),
    (2, 1),
    Point(1, 2),
    Point(2, 1),
    Nothing(),
    Box(None),
    Box(()),
    Box(Point(1, 2)),
    Circle(Point(1, 2), 3),
    Circle(Point(1, 3), 2),
    Pool(()),
    Pool((1,)),
    Pool(("1",)),
]


def test_different_values_have_different_digests() -> None:
    """No two of these are taken for each other, whatever equals what in Python."""
    assert len({digest(item) for item in DIFFERENT}) == len(DIFFERENT)


def test_equal_values_have_equal_digests() -> None:
    """However they were made."""
    assert digest(attrs.evolve(Circle(Point(0, 0), 3), centre=Point(1, 2))) == digest(Circle(Point(1, 2), 3))
    assert digest(structure(DATA, Everything)) == digest(GOOD)


@pytest.mark.parametrize("item", [object(), {1, 2}, b"x", 1j])
def test_what_has_no_canonical_form(item: Any) -> None:
    """Other objects are refused, with what may be used instead."""
    with pytest.raises(TypeError, match=rf"^{type(item).__name__} has no canonical form; use attrs classes, tuples, ints and strings$"):
        digest((item,))


def test_labels_take_no_part_in_digests() -> None:
    """A name to show may change without anything being played otherwise; all else counts."""

    @attrs.frozen
    class Town:
        worth: int
        name: str = label()
        source: str = label(default="rules")
        bonus: int = optional_key(0)
        note: str = optional_key("", label=True)

    @attrs.frozen
    class Sign:
        text: str = label()

    assert digest(Town(1, "A")) == digest(Town(1, "B", "book"))
    assert digest(Town(1, "A")) != digest(Town(2, "A"))
    assert digest(Town(1, "A")) != digest(Town(1, "A", bonus=1))
    assert digest(Town(1, "A")) == digest(Town(1, "A", note="new"))
    assert positional_json(Town(1, "A")) == '["Town",1,0]'
    assert positional_json(Sign("x")) == '["Sign"]'
    assert Town(1, "A") != Town(1, "B")
    assert unstructure(Town(1, "A")) == {"worth": 1, "name": "A", "source": "rules", "bonus": 0, "note": ""}


# ---- JSON Schema -------------------------------------------------------------------------------------------------------------------------

SCHEMA = json_schema(Everything)


def accepted(data: Any, schema: Any = SCHEMA) -> bool:
    return bool(jsonschema.Draft202012Validator(schema).is_valid(data))


def test_the_schema_is_one() -> None:
    """It is a valid schema of the draft it names, and takes what is written."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert accepted(DATA)


# JSON Schema has no float without a fraction and takes an integer for a number; NaN, infinities and bytes are no JSON at all.
NO_MATTER_OF_SCHEMA = ["an integer (1)", "a float (1.0)", "a float (3.0)", "a float (nan)", "a float (inf)", "bytes (b'word')"]
REFUSED = [(name, wrong) for name, wrong, _, found in WRONG if found not in NO_MATTER_OF_SCHEMA or name in ("flag", "many", "nested")]


@pytest.mark.parametrize(("name", "wrong"), REFUSED)
def test_the_schema_refuses_what_is_refused(name: str, wrong: Any) -> None:
    """What reading refuses, the schema refuses - but for numbers that JSON Schema does not tell apart."""
    assert not accepted({**DATA, name: wrong})


@pytest.mark.parametrize(("name", "wrong"), [(name, wrong) for name, wrong, _, _ in DEEP])
def test_the_schema_refuses_deep_faults(name: str, wrong: Any) -> None:
    """So deep inside."""
    assert not accepted({**DATA, name: wrong})


def test_the_schema_wants_exact_keys() -> None:
    """No key may be missing, none may be added, and tags must fit."""
    for name in DATA:
        assert not accepted({key: item for key, item in DATA.items() if key != name})
    assert not accepted({**DATA, "extra": 1})
    assert not accepted({**DATA, "point": {"x": 1}})
    assert not accepted({**DATA, "point": {"x": 1, "y": 2, "kind": "Point"}})
    assert not accepted({**DATA, "shape": {"x": 1, "y": 2}})
    assert not accepted({**DATA, "shape": {"kind": "Square"}})


def test_a_tagged_schema() -> None:
    """At the top, too, a class may be described with its tag."""
    schema = json_schema(Point, tagged=True)
    assert accepted({"kind": "Point", "x": 1, "y": 2}, schema)
    assert not accepted({"x": 1, "y": 2}, schema)
    assert accepted({"x": 1, "y": 2}, json_schema(Point))
    assert not accepted({"kind": "Point", "x": 1, "y": 2}, json_schema(Point))


@value
class Tree:
    """A class that holds itself."""

    leaf: int
    branches: tuple["Tree", ...]


def test_the_schema_of_a_class_that_holds_itself() -> None:
    """Recursion ends in a reference."""
    schema = json_schema(Tree)
    assert accepted({"leaf": 1, "branches": [{"leaf": 2, "branches": []}]}, schema)
    assert not accepted({"leaf": 1, "branches": [{"leaf": "2", "branches": []}]}, schema)


def test_the_schema_of_a_type_written_as_text() -> None:
    """The schema resolves it; nobody need have read such an object before."""
    quoted = attrs.make_class("Quoted", {"number": attrs.field(type="int")}, frozen=True)  # type: ignore[call-overload]  # made anew each time
    assert not accepted({"number": "1"}, json_schema(quoted))
    assert accepted({"number": 1}, json_schema(quoted))


@value
class Boxes:
    """The same generic class with arguments whose short names are alike."""

    numbers: Box[tuple[int, ...]]
    words: Box[tuple[str, ...]]
    pool: Box[Pool[int]]
    other_pool: Box[Pool[str]]
    maybe: Box[int | None]


def test_a_generic_class_needs_its_arguments() -> None:
    """Without them nobody can say what is inside."""
    with pytest.raises(TypeError, match="T has no JSON form"):
        json_schema(Box)


def test_the_schema_tells_generic_arguments_apart() -> None:
    """Box of ints is not box of strings, whatever their arguments are called for short."""
    boxes = Boxes(Box((1,)), Box(("a",)), Box(Pool((1,))), Box(Pool(("a",))), Box(None))
    data = unstructure(boxes)
    schema = json_schema(Boxes)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(data, schema)
    assert not accepted({**data, "words": {"content": [1]}}, schema)
    assert not accepted({**data, "numbers": {"content": ["a"]}}, schema)
    assert not accepted({**data, "maybe": {"content": "a"}}, schema)


@pytest.mark.parametrize("kind", [list[int], set, bytes, T])
def test_types_without_json_form(kind: Any) -> None:
    """A type that values do not have is told."""
    with pytest.raises(TypeError, match=r" has no JSON form$"):
        json_schema(kind)


# ---- Serializer --------------------------------------------------------------------------------------------------------------------------


def new_serializer() -> Serializer:
    """Return one of values of this module."""
    return Serializer((Point, Nothing), (Circle,), Everything, Box[Point | Circle], Point)


SERIALIZER = new_serializer()


def test_serializer_tags_actions_and_events() -> None:
    """Actions and events carry their kind; states, views and options do not."""
    assert SERIALIZER.dump(Nothing()) == {"kind": "Nothing"}
    assert SERIALIZER.dump(Circle(Point(1), 2)) == {"kind": "Circle", "centre": {"x": 1, "y": 0}, "radius": 2}
    assert SERIALIZER.dump(GOOD) == DATA
    assert SERIALIZER.dump(Box(Circle(Point(1), 2)))["content"]["kind"] == "Circle"


def test_serializer_reads_each_kind() -> None:
    """What is read back is what was written."""
    assert SERIALIZER.load("action", {"kind": "Nothing"}) == Nothing()
    assert SERIALIZER.load("event", SERIALIZER.dump(Circle(Point(1), 2))) == Circle(Point(1), 2)
    assert SERIALIZER.load("state", DATA) == GOOD
    assert new_serializer().load("view", {"content": {"kind": "Point", "x": 1, "y": 2}}) == Box(Point(1, 2))
    assert SERIALIZER.load("options", {"x": 1, "y": 2}) == Point(1, 2)


def test_serializer_refuses() -> None:
    """An event is no action, and neither is a list."""
    with pytest.raises(ShapeError, match=r"^kind: expected Point or Nothing, found a string \('Circle'\)$"):
        SERIALIZER.load("action", {"kind": "Circle"})
    with pytest.raises(ShapeError, match=r"^top level: expected an object \(event\), found an array of 0$"):
        SERIALIZER.load("event", [])
    with pytest.raises(ShapeError) as caught:
        SERIALIZER.load("action", 5)
    assert caught.value.path == ""


@pytest.mark.parametrize("item", [5, None, (), {"kind": "Nothing"}, Nothing, Pair(1, Box(2)), Pool((1,))], ids=lambda item: type(item).__name__)
def test_serializer_dumps_its_own_values_only(item: Any) -> None:
    """What it could not read back as anything is not written either."""
    with pytest.raises(TypeError) as caught:
        SERIALIZER.dump(item)
    assert str(caught.value) == (f"{type(item).__name__} is no value of this game; expected one of: Everything, Box, Point, Point, Nothing, Circle")


def test_serializer_of_no_events() -> None:
    """Where there are none, the schema takes nothing and reading says so."""
    serializer = Serializer((Point,), (), Everything, Everything, Point)
    assert serializer.schema("event") == {"$schema": "https://json-schema.org/draft/2020-12/schema", "not": {}}
    assert not accepted({}, serializer.schema("event"))
    with pytest.raises(ShapeError, match=r"^kind: expected nothing \(the game has no such values\), found nothing \(the key is missing\)$"):
        serializer.load("event", {})


def test_missing_and_unknown_keys_are_told_apart() -> None:
    """Both are faults of keys; a program can ask which."""
    missing, unknown = fault({"x": 1}, Point), fault({"x": 1, "y": 2, "z": 3}, Point)
    assert isinstance(missing, KeyShapeError)
    assert isinstance(unknown, KeyShapeError)
    assert (missing.missing, unknown.missing) == (True, False)
    inside = fault({"centre": {"x": 1}, "radius": 2}, Circle)
    assert isinstance(inside, KeyShapeError)
    assert (inside.path, inside.missing) == ("centre.y", True)


def test_serializer_schemas() -> None:
    """Of a union of several and of one, and of the other kinds."""
    assert accepted({"kind": "Nothing"}, SERIALIZER.schema("action"))
    assert not accepted({"kind": "Circle", "centre": {"x": 1, "y": 0}, "radius": 2}, SERIALIZER.schema("action"))
    assert accepted({"kind": "Circle", "centre": {"x": 1, "y": 0}, "radius": 2}, SERIALIZER.schema("event"))
    assert not accepted({"centre": {"x": 1, "y": 0}, "radius": 2}, SERIALIZER.schema("event"))
    assert SERIALIZER.schema("state") == SCHEMA
    assert accepted({"content": {"kind": "Point", "x": 1, "y": 2}}, SERIALIZER.schema("view"))
    assert accepted({"x": 1, "y": 2}, SERIALIZER.schema("options"))
