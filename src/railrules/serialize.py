"""Values to JSON and back, strictly; canonical bytes; digests; JSON Schema.

`Serializer` is the work behind ``game.dump``, ``game.load_action`` and their like. Reading never coerces: 1.7 is no int, True is no int, "5" is no
int, a string is no tuple, an unknown key is an error and so is a missing one, even where the class has a default. What was refused is told
with its path.

`digest` needs no converter: it hashes the *positional* form of a value, nested arrays that begin with the class name. That form is canonical by
construction, as it has no keys to sort, and several times cheaper than key-sorted JSON.

cattrs is imported by this module and nowhere else, and this module is imported at first use: ``import railrules`` stays light.
"""

import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, reduce
from hashlib import blake2b
from math import isfinite
from operator import attrgetter, or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from railrules._errors import shown
from railrules.parts import Pool

__all__ = [
    "KeyShapeError",
    "Serializer",
    "ShapeError",
    "canonical_json",
    "digest",
    "json_schema",
    "label",
    "optional_key",
    "positional_json",
    "structure",
    "unstructure",
    "write_whole",
]

_MISSING = "nothing (the key is missing)"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LABEL = "railrules.label"
_OPTIONAL = "railrules.optional"


class ShapeError(ValueError):
    """Data does not have the shape of its class: at `path` (``moves[3].action``), `expected` was wanted and `found` stood there."""

    def __init__(self, path: str, expected: str, found: str) -> None:
        super().__init__(path, expected, found)
        self.path = path
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.path or 'top level'}: expected {self.expected}, found {self.found}"


class KeyShapeError(ShapeError):
    """A key is missing, or unknown."""

    @property
    def missing(self) -> bool:
        """Whether the key is missing, and not unknown."""
        return self.found == _MISSING


def label(**kwargs: Any) -> Any:
    """Return an attrs field that no rule reads: a name to show, a provenance. It takes no part in digests."""
    return attrs.field(metadata={_LABEL: True}, **kwargs)


def optional_key(default: Any = None, *, label: bool = False) -> Any:
    """Return an attrs field whose key may be missing from a content file, where `default` is meant; with `label` also what `label` makes.

    In saved values every key is there, so this is for content classes only.
    """
    return attrs.field(default=default, metadata={_OPTIONAL: True, _LABEL: label})


# ---- canonical bytes and digests -------------------------------------------------------------------------------------------------------


def canonical_json(data: Any) -> bytes:
    """Return the one UTF-8 JSON text of `data`: keys sorted, no spaces, no NaN."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


@cache
def _field_reader(kind: Any) -> tuple[str, Callable[[Any], Any]]:
    """The class's name and a function that gives its digested fields, as a tuple even where there is one."""
    names = [field.name for field in attrs.fields(kind) if not field.metadata.get(_LABEL)]
    if not names:
        return kind.__name__, lambda _: ()
    if len(names) == 1:
        read_one = attrgetter(names[0])
        return kind.__name__, lambda value: (read_one(value),)
    return kind.__name__, attrgetter(*names)


def _positional(value: Any) -> list[Any]:
    """What the JSON encoder puts for an object it does not know: the class name and the fields in order."""
    try:
        kind: Any = type(value)
        name, fields = _field_reader(kind)
    except attrs.exceptions.NotAnAttrsClassError:
        raise TypeError(f"{type(value).__name__} has no canonical form; use attrs classes, tuples, ints and strings") from None
    return [name, *fields(value)]


_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False, default=_positional).encode


def positional_json(value: Any) -> str:
    """Return the positional JSON of a value made of attrs objects, tuples, ints, strings, bools and None."""
    return _encode(value)


def digest(value: Any, size: int = 16) -> str:
    """Return the BLAKE2b digest of the positional JSON of `value`, `size` bytes as lower-case hex.

    It tells apart values of one type. A tuple that begins with the name of a class and the fields of an object look alike.
    """
    return blake2b(_encode(value).encode(), digest_size=size).hexdigest()


# ---- the strict converter --------------------------------------------------------------------------------------------------------------


def _found(value: object) -> str:
    """How a refused value is shown: its JSON type and, if it is short, the value."""
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string", NoneType: "null"}
    if isinstance(value, Mapping):
        return f"an object with {len(value)} keys"
    if isinstance(value, (list, tuple)):
        return f"an array of {len(value)}"
    text = shown(value)
    return f"{names.get(type(value), type(value).__name__)} ({text if len(text) <= 40 else text[:37] + '...'})"


def _exactly(kind: type, expected: str) -> Callable[[Any, Any], Any]:
    def structure_exactly(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise ShapeError("", expected, _found(value))
        return value

    return structure_exactly


def _origin(kind: Any) -> Any:
    """The class of a generic alias, or the class itself."""
    return get_origin(kind) or kind


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (UnionType, Union)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _is_attrs(kind: Any) -> bool:
    return attrs.has(_origin(kind))


def _is_literal(kind: Any) -> bool:
    return get_origin(kind) is Literal


def _class_name(kind: Any) -> str:
    return str(_origin(kind).__name__)


_Hook = Callable[[Any, Any], Any]


def _tuple_structurer(kind: Any, converter: cattrs.Converter) -> _Hook:
    arguments = get_args(kind)
    variadic = arguments[-1:] == (Ellipsis,)
    hooks = [(item, converter.get_structure_hook(item)) for item in arguments if item is not Ellipsis]
    plain = {arguments[0]} if variadic and arguments[0] in (int, str) else None  # long ones, such as decks, are told by their types at once

    def structure_tuple(value: Any, _: Any) -> tuple[Any, ...]:
        if type(value) not in (list, tuple):
            raise ShapeError("", "an array", _found(value))
        if not variadic and len(value) != len(hooks):
            raise ShapeError("", f"an array of {len(hooks)}", _found(value))
        if plain is not None and set(map(type, value)) <= plain:
            return tuple(value)
        item_hooks = hooks * len(value) if variadic else hooks
        items = []
        for index, (item, (item_kind, hook)) in enumerate(zip(value, item_hooks, strict=True)):
            try:
                items.append(hook(item, item_kind))
            except ShapeError as error:
                raise _deeper(error, f"[{index}]") from None
        return tuple(items)

    return structure_tuple


def _key(name: str) -> str:
    """The key of a field: its name, without the underscore that keeps it apart from a word of Python (``class_``)."""
    return name.removesuffix("_")


def _renamed(kind: Any) -> dict[str, Any]:
    """What cattrs is told of the fields of an attrs class whose keys have other names."""
    return {field.name: override(rename=_key(field.name)) for field in attrs.fields(_origin(kind)) if _key(field.name) != field.name}


def _attrs_structurer(kind: Any, converter: cattrs.Converter) -> _Hook:
    plain = make_dict_structure_fn(kind, converter, **_renamed(kind))
    fields = attrs.fields(_origin(kind))
    names = [_key(field.name) for field in fields]
    wanted = set(names)
    required = [_key(field.name) for field in fields if not field.metadata.get(_OPTIONAL)]

    def structure_attrs(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise ShapeError("", f"an object ({_class_name(kind)})", _found(value))
        if value.keys() != wanted:
            _check_keys(value, names, required)
        try:
            return plain(value, kind)
        except cattrs.ClassValidationError as error:
            raise _flatten(error) from None

    return structure_attrs


def _attrs_unstructurer(kind: Any, converter: cattrs.Converter) -> Callable[[Any], dict[str, Any]]:
    return make_dict_unstructure_fn(kind, converter, **_renamed(kind))


def _pool_structurer(kind: Any, converter: cattrs.Converter) -> _Hook:
    hook = _attrs_structurer(kind, converter)

    def structure_pool(value: Any, _: Any) -> Any:
        pool: Pool[Any] = hook(value, kind)
        if list(pool.items) != sorted(pool.items):
            raise ShapeError("items", "items in ascending order", "items out of order")
        return pool

    return structure_pool


def _literal_structurer(kind: Any) -> _Hook:
    allowed = get_args(kind)

    def structure_literal(value: Any, _: Any) -> Any:
        for choice in allowed:
            if type(value) is type(choice) and value == choice:
                return choice
        raise ShapeError("", _type_words(kind), _found(value))

    return structure_literal


def _tags(kind: Any) -> dict[str, Any]:
    """The attrs members of a union by class name if they need the tag ``kind``: where there is but one, the shape tells."""
    members = [member for member in get_args(kind) if _is_attrs(member)]
    if len(members) == 1:
        return {}
    for member in members:
        if any(field.name == "kind" for field in attrs.fields(_origin(member))):
            raise TypeError(f"{_class_name(member)} has a field `kind`, which is the tag of unions: give it another name")
    return {_class_name(member): member for member in members}


def _union_structurer(kind: Any, converter: cattrs.Converter) -> _Hook:
    members = get_args(kind)
    tagged = _tags(kind)
    expected = " or ".join([*(_type_words(member) for member in members if not (tagged and _is_attrs(member))), *tagged])
    # An object or an array can be one member only, which then tells what is wrong inside.
    objects = [member for member in members if _is_attrs(member) or member == dict[str, Any]]
    arrays = [member for member in members if _is_tuple(member)]

    optional = NoneType in members

    def structure_union(value: Any, _: Any) -> Any:
        if value is None and optional:
            return None
        if type(value) is dict and tagged:
            return _structure_tagged(converter, tagged, value)
        if type(value) is dict and len(objects) == 1:
            return converter.structure(value, objects[0])
        if type(value) in (list, tuple) and len(arrays) == 1:
            return converter.structure(value, arrays[0])
        for member in members:
            try:
                return converter.structure(value, member)
            except ShapeError:
                continue
        raise ShapeError("", expected, _found(value))

    return structure_union


def _structure_mapping(value: Any, _: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise ShapeError("", "an object", _found(value))
    return value


def _structure_float(value: Any, _: Any) -> float:
    if type(value) is not float or not isfinite(value):
        raise ShapeError("", "a finite float", _found(value))
    return value


def _union_unstructurer(kind: Any, converter: cattrs.Converter) -> Callable[[Any], Any]:
    # By class, since that is what can be seen of a value; a member may know more of what is inside than the class does.
    members = {_origin(member): member for member in get_args(kind)}
    tagged = _tags(kind)

    def unstructure_union(value: Any) -> Any:
        data = converter.unstructure(value, unstructure_as=members.get(type(value)))
        return {"kind": type(value).__name__, **data} if type(value).__name__ in tagged else data

    return unstructure_union


def _tuple_unstructurer(kind: Any, converter: cattrs.Converter) -> Callable[[Any], list[Any]]:
    arguments = get_args(kind)
    if arguments[-1:] == (Ellipsis,):
        if arguments[0] in (int, str):
            return list
        hook = converter.get_unstructure_hook(arguments[0])
        return lambda value: [hook(item) for item in value]
    hooks = [converter.get_unstructure_hook(argument) for argument in arguments]
    return lambda value: [hook(item) for hook, item in zip(hooks, value, strict=True)]


@cache
def _converter() -> cattrs.Converter:
    """The one converter, built at first use. Of two hooks that fit, cattrs takes the one registered later."""
    converter = cattrs.Converter(detailed_validation=True)
    converter.register_structure_hook(int, _exactly(int, "an integer"))
    converter.register_structure_hook(bool, _exactly(bool, "true or false"))
    converter.register_structure_hook(str, _exactly(str, "a string"))
    converter.register_structure_hook(NoneType, _exactly(NoneType, "null"))
    converter.register_structure_hook(float, _structure_float)
    converter.register_structure_hook_func(lambda kind: kind == dict[str, Any], _structure_mapping)
    converter.register_structure_hook_factory(_is_attrs, _attrs_structurer)
    converter.register_structure_hook_factory(lambda kind: _origin(kind) is Pool, _pool_structurer)
    converter.register_structure_hook_factory(_is_tuple, _tuple_structurer)
    converter.register_structure_hook_factory(_is_literal, _literal_structurer)
    converter.register_structure_hook_factory(_is_union, _union_structurer)
    converter.register_unstructure_hook_factory(_is_attrs, _attrs_unstructurer)
    converter.register_unstructure_hook_factory(_is_tuple, _tuple_unstructurer)
    converter.register_unstructure_hook_factory(_is_union, _union_unstructurer)
    return converter


def _type_words(kind: Any) -> str:
    words = {int: "an integer", bool: "true or false", str: "a string", float: "a float", NoneType: "null"}
    if _is_literal(kind):
        return " or ".join(map(repr, get_args(kind)))
    if _is_attrs(kind):
        return f"an object ({_class_name(kind)})"
    return words.get(kind, "an array" if _is_tuple(kind) else "an object")


def _check_keys(value: Mapping[str, Any], names: Sequence[str], required: Sequence[str]) -> None:
    for name in required:
        if name not in value:
            raise KeyShapeError(name, "a value", _MISSING)
    for name in value:
        if name not in names:
            path = str(name) if str(name).isprintable() else repr(name)
            raise KeyShapeError(path, f"one of the keys {', '.join(names) or '(none)'}", "an unknown key")


def _structure_tagged(converter: cattrs.Converter, tagged: Mapping[str, Any], value: dict[str, Any]) -> Any:
    tag = value.get("kind")
    member = tagged.get(tag) if type(tag) is str else None
    if member is None:
        found = _found(tag) if "kind" in value else _MISSING
        raise ShapeError("kind", " or ".join(tagged) or "nothing (the game has no such values)", found)
    return converter.structure({key: item for key, item in value.items() if key != "kind"}, member)


def _deeper(error: Exception, step: str) -> ShapeError:
    """The same fault, seen from one level further out."""
    if isinstance(error, ShapeError):
        joint = "" if error.path.startswith("[") or not error.path else "."
        return type(error)(f"{step}{joint}{error.path}", error.expected, error.found)
    return ShapeError(step, "a valid value", str(error))


def _flatten(error: cattrs.ClassValidationError) -> ShapeError:
    """The first fault of a class, with the name of the field it is in."""
    with_notes, without = error.group_exceptions()
    if with_notes:
        cause, note = with_notes[0]
        return _deeper(cause, _key(note.name))
    return ShapeError("", "a valid object", str(without[0]))


def structure(data: Any, kind: Any) -> Any:
    """Return the object of type `kind` that `data` describes; raises `ShapeError`."""
    return _converter().structure(data, kind)


def unstructure(value: Any, kind: Any = None) -> Any:
    """Return plain dicts, lists, ints, strings, bools and None for `value`, seen as a `kind` (default: its class)."""
    return _converter().unstructure(value, unstructure_as=kind)


class Serializer:
    """JSON forms of one game's values.

    Actions and events are unions: their objects carry ``kind``, the name of their class. So do members of unions inside other values, such as
    pending decisions.
    """

    def __init__(self, actions: tuple[type, ...], events: tuple[type, ...], state: Any, view: Any, options: Any) -> None:
        self._tagged = {kind: kind.__name__ for kind in (*actions, *events)}
        self._kinds = {"state": state, "view": view, "options": options}
        self._members = {
            "action": {kind.__name__: kind for kind in actions},
            "event": {kind.__name__: kind for kind in events},
        }

    def dump(self, value: Any) -> Any:
        """Return the JSON form of `value`; raises `TypeError` for what is no action, event, state, view or options object of the game."""
        kind: Any = type(value)
        for generic in self._kinds.values():
            if get_origin(generic) is kind:
                return unstructure(value, generic)
        if kind in self._tagged:
            return {"kind": self._tagged[kind], **unstructure(value)}
        if kind not in self._kinds.values():
            known = [_class_name(known) for known in (*self._kinds.values(), *self._tagged)]
            raise TypeError(f"{kind.__name__} is no value of this game; expected one of: {', '.join(known)}")
        return unstructure(value)

    def load(self, what: str, data: Any) -> Any:
        """Return the action, event, state, view or options object that `data` describes; raises `ShapeError`."""
        if what in self._members:
            if type(data) is not dict:
                raise ShapeError("", f"an object ({what})", _found(data))
            return _structure_tagged(_converter(), self._members[what], data)
        return structure(data, self._kinds[what])

    def schema(self, what: str) -> dict[str, Any]:
        """Return the JSON Schema of ``action``, ``event``, ``state``, ``view`` or ``options``."""
        if what in self._members:
            members = self._members[what].values()
            return json_schema(reduce(or_, members), tagged=True) if members else {"$schema": _DIALECT, "not": {}}
        return json_schema(self._kinds[what])


# ---- JSON Schema -----------------------------------------------------------------------------------------------------------------------


def json_schema(kind: Any, tagged: bool = False) -> dict[str, Any]:
    """Return a JSON Schema (draft 2020-12) of what `structure` takes for `kind`; `tagged`: with ``kind`` at the top."""
    builder = _SchemaBuilder()
    body = builder.schema(kind, {}, tagged)
    return {"$schema": _DIALECT, **body, "$defs": builder.definitions}


class _SchemaBuilder:
    """Collects the definitions of one schema. `variables` are the arguments of the generic class being described."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}
        self._keys: dict[Any, str] = {}

    def schema(self, kind: Any, variables: Mapping[Any, Any], tagged: bool = False) -> dict[str, Any]:
        kind = _with_arguments(kind, variables)
        simple = {int: "integer", bool: "boolean", str: "string", float: "number", NoneType: "null"}
        if kind in simple:
            return {"type": simple[kind]}
        if kind == dict[str, Any]:
            return {"type": "object"}
        arguments = get_args(kind)
        if _is_literal(kind):
            return {"enum": list(arguments)}
        if _is_union(kind):
            tags = _tags(kind) or tagged
            return {"anyOf": [self.schema(member, {}, tagged=bool(tags) and _is_attrs(member)) for member in arguments]}
        if _is_tuple(kind):
            if arguments[-1:] == (Ellipsis,):
                return {"type": "array", "items": self.schema(arguments[0], {})}
            items = {"prefixItems": [self.schema(item, {}) for item in arguments]} if arguments else {}
            return {"type": "array", **items, "minItems": len(arguments), "maxItems": len(arguments)}
        if _is_attrs(kind):
            return {"$ref": f"#/$defs/{self._define(kind, tagged)}"}
        raise TypeError(f"{kind} has no JSON form")

    def _define(self, kind: Any, tagged: bool) -> str:
        """The key of the definition of an attrs class, made at the first meeting."""
        key = self._keys.get((kind, tagged))
        if key is not None:
            return key
        origin = _origin(kind)
        stem = key = f"{origin.__name__}.tagged" if tagged else str(origin.__name__)
        number = 2
        while key in self.definitions:  # the same name for another class, or other arguments
            key, number = f"{stem}.{number}", number + 1
        self._keys[kind, tagged] = key
        definition = self.definitions[key] = {}  # there before its fields, in case the class meets itself again
        inner = dict(zip(getattr(origin, "__parameters__", ()), get_args(kind), strict=False))
        attrs.resolve_types(origin)
        fields = attrs.fields(origin)
        properties = {"kind": {"const": origin.__name__}} if tagged else {}
        properties |= {_key(field.name): self.schema(field.type, inner) for field in fields}
        optional = {_key(field.name) for field in fields if field.metadata.get(_OPTIONAL)}
        definition |= {
            "type": "object",
            "properties": properties,
            "required": [name for name in properties if name not in optional],
            "additionalProperties": False,
        }
        return key


def _with_arguments(kind: Any, variables: Mapping[Any, Any]) -> Any:
    """`kind` with its type variables replaced."""
    if kind in variables:
        return variables[kind]
    parameters = getattr(kind, "__parameters__", ())
    if variables and parameters and get_origin(kind) is not None:
        return kind[tuple(variables[parameter] for parameter in parameters)]
    return kind


# ---- files -----------------------------------------------------------------------------------------------------------------------------


def write_whole(path: "str | os.PathLike[str]", data: bytes) -> None:
    """Write a file, whole or not at all, so that a fault or a kill leaves the old one or the new one; raises `OSError`.

    What is no file but can be written, such as a pipe or a device, is written to and never replaced.
    """
    target = Path(path)
    if target.exists() and not (target.is_file() or target.is_dir()):
        target.write_bytes(data)
        return
    # A name of its own, in case somebody else is writing the same file at this moment.
    partial = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(target)) from None
    finally:
        with suppress(OSError):  # where nothing can be written nothing can be removed
            partial.unlink()
