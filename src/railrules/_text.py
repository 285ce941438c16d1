"""The text forms that a game has before it writes its own: plain, complete and reversible, not pretty."""

import re
from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from railrules._errors import InvalidActionError


def kebab_case(name: str) -> str:
    """Return ``MoveTrain`` as ``move-train``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def action_to_str(action: Any) -> str:
    """Return the kind in kebab case and the values of the fields, separated by spaces."""
    values = [getattr(action, field.name) for field in attrs.fields(type(action))]
    return " ".join([kebab_case(type(action).__name__), *map(str, values)])


def parse_action(kinds: Sequence[type], text: str) -> Any:
    """Return the action that `action_to_str` writes as `text`; raises `InvalidActionError`. Values must not contain spaces."""
    word, *values = text.split() or [""]
    by_name = {kebab_case(kind.__name__): kind for kind in kinds}
    kind = by_name.get(word.lower())
    if kind is None:
        raise InvalidActionError(f"{text!r} is no action; expected one of: {', '.join(by_name)}")
    fields = attrs.fields(kind)
    if len(values) != len(fields):
        wanted = " ".join([word.lower(), *(f"<{field.name}>" for field in fields)])
        raise InvalidActionError(f"{text!r} has {len(values)} values; expected: {wanted}")
    hints = get_type_hints(kind)
    return kind(*(_read(value, hints[field.name], field.name) for value, field in zip(values, fields, strict=True)))


def _read(value: str, annotation: Any, name: str) -> Any:
    """The value of a field. Texts come last: what can be read as something else is that."""
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
