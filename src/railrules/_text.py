"""The text forms that a game has before it writes its own: plain and complete, not pretty.

They are read back where the fields are ints, words, truth values or tuples of these.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from railrules._errors import InvalidActionError


def kebab_case(name: str) -> str:
    """Return ``MoveTrain`` as ``move-train``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def action_to_str(action: Any) -> str:
    """Return the kind in kebab case and the values of the fields, separated by spaces; texts with spaces in quotes, tuples with commas."""
    values = [getattr(action, field.name) for field in attrs.fields(type(action))]
    return " ".join([kebab_case(type(action).__name__), *map(_written, values)])


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_written, value)) or "()"
    return shlex.quote(value) if type(value) is str else str(value)


def event_to_str(event: Any, names: Sequence[str] | None) -> str:
    """Return the kind in words and the fields that are not None: ``wagon drawn: Ann, wagon 3``, or without names ``player 0, wagon 3``."""
    words = kebab_case(type(event).__name__).replace("-", " ")
    told = []
    for field in attrs.fields(type(event)):
        value = getattr(event, field.name)
        if field.name == "player" and names is not None and type(value) is int and 0 <= value < len(names):
            told.append(names[value])
        elif value is not None:
            told.append(f"{field.name} {_written(value)}")
    return f"{words}: {', '.join(told)}" if told else words


def check_text(text: object, expected: str, code: str = "bad-parameter") -> str:
    """Return what somebody typed; raises `InvalidActionError` for what is no text, such as a field that a client left out.

    For the first line of a `parse_action`: `expected` says what actions look like, `code` is what the game refuses others with.
    """
    if not isinstance(text, str):
        raise InvalidActionError(f"{type(text).__name__} is no text; expected {expected}", code)
    return text


def parse_action(kinds: Sequence[type], text: object) -> Any:
    """Return the action that `action_to_str` writes as `text`; raises `InvalidActionError`."""
    by_name = {kebab_case(kind.__name__): kind for kind in kinds}
    try:
        word, *values = shlex.split(check_text(text, f"one of: {', '.join(by_name)}")) or [""]
    except ValueError as error:
        raise InvalidActionError(f"{text!r} is no action: {error}") from None
    kind = by_name.get(word.lower())
    if kind is None:
        raise InvalidActionError(f"{text!r} is no action; expected one of: {', '.join(by_name)}")
    fields = attrs.fields(kind)
    if len(values) != len(fields):
        wanted = " ".join([word.lower(), *(f"<{field.name}>" for field in fields)])
        count = f"{len(values)} {'value' if len(values) == 1 else 'values'}"
        raise InvalidActionError(f"{text!r} has {count}; expected: {wanted}")
    hints = get_type_hints(kind)
    return kind(*(_read(value, hints[field.name], field.name) for value, field in zip(values, fields, strict=True)))


def _read(value: str, annotation: Any, name: str) -> Any:
    """The value of a field. Texts come last: what can be read as something else is that."""
    if get_origin(annotation) is tuple:
        return _read_tuple(value, get_args(annotation), name)
    choices = list(_choices(annotation))
    for choice in choices:
        if choice is int and re.fullmatch(r"-?[0-9]{1,4000}", value):
            return int(value)
        if type(choice) is not type and str(choice).lower() == value.lower():
            return choice
    if str in choices:
        return value
    expected = " or ".join(choice.__name__ if isinstance(choice, type) else repr(choice) for choice in choices)
    raise InvalidActionError(f"{value!r} is no value for {name}; expected {expected or 'nothing that text can hold'}")


def _read_tuple(value: str, annotations: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    parts = [] if value == "()" else value.split(",")
    if annotations[-1:] == (Ellipsis,):
        annotations = annotations[:1] * len(parts)
    if len(parts) != len(annotations):
        raise InvalidActionError(f"{value!r} is no value for {name}; expected {len(annotations)} values joined by commas")
    return tuple(_read(part, annotation, name) for part, annotation in zip(parts, annotations, strict=True))


def _choices(annotation: Any) -> Iterator[Any]:
    """What a field may be: single values, and the types int and str."""
    if annotation is bool:
        yield from (True, False)
    elif annotation is NoneType:
        yield None
    elif annotation in (int, str):
        yield annotation
    elif get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif get_origin(annotation) in (UnionType, Union):
        for member in get_args(annotation):
            yield from _choices(member)


def describe(view: Any, names: Sequence[str] | None) -> str:
    """Return the fields of a view, one a line, nested values indented; `names` are listed first."""
    lines = [f"Player {player}: {name}" for player, name in enumerate(names or ())]
    _describe("", view, 0, lines)
    return "\n".join(lines)


def _describe(name: str, value: Any, depth: int, lines: list[str]) -> None:
    head = f"{'  ' * depth}{name}: " if name else "  " * depth
    if attrs.has(type(value)):
        lines.append(f"{head}{type(value).__name__}")
        for field in attrs.fields(type(value)):
            _describe(field.name, getattr(value, field.name), depth + 1, lines)
    elif isinstance(value, tuple) and any(attrs.has(type(item)) for item in value):
        lines.append(f"{head}{len(value)} items")
        for index, item in enumerate(value):
            _describe(str(index), item, depth + 1, lines)
    else:
        text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        lines.append(head + text)
