"""`Breach`: a promise that a game does not keep, and how two values are told apart in words."""

from typing import Any

import attrs


class Breach(Exception):  # noqa: N818 - it is no error of this code, but what was looked for
    """What went wrong, in a sentence. It was seen at the step under way, unless `moves` says after how many moves."""

    def __init__(self, what: str, moves: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.moves = moves


def shorten(value: object, limit: int = 200) -> str:
    """Return the repr of `value`, cut in the middle if it is long."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit // 2]} ... {text[-limit // 2 :]}"


def who(viewer: int | None) -> str:
    """Return how a viewer is called in a sentence."""
    return "a spectator" if viewer is None else f"player {viewer}"


def difference(first: Any, second: Any) -> str:
    """Return where two values differ first, and how: ``places[1].hand: (3, 4) and (3, 5)``; empty if they are equal."""
    if first == second and type(first) is type(second):
        return ""
    path, left, right = _first_difference("", first, second)
    return f"{path.removeprefix('.') + ': ' if path else ''}{shorten(left)} and {shorten(right)}"


def _first_difference(path: str, first: Any, second: Any) -> tuple[str, Any, Any]:
    if type(first) is type(second):
        if attrs.has(type(first)):
            for field in attrs.fields(type(first)):
                left, right = getattr(first, field.name), getattr(second, field.name)
                if field.eq and left != right:
                    return _first_difference(f"{path}.{field.name}", left, right)
        elif isinstance(first, (tuple, list)) and len(first) == len(second):
            for index, (left, right) in enumerate(zip(first, second, strict=True)):
                if left != right or type(left) is not type(right):
                    inside = attrs.has(type(left)) or (isinstance(left, tuple) and any(attrs.has(type(item)) for item in left))
                    return _first_difference(f"{path}[{index}]", left, right) if inside else (path, first, second)
    return path, first, second


def demand_equal(what: str, first: Any, second: Any) -> None:
    """Raise `Breach` unless both are equal; `what` names both sides: "the state with a log and without"."""
    found = difference(first, second)
    if found:
        raise Breach(f"{what} differ at {found}" if ": " in found else f"{what} differ: {found}")
