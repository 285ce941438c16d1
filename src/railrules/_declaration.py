"""What a game declares about itself, checked once when it is built.

A fault in a declaration shows itself late and far away: an unfrozen state in a search, a missing type when a game that took an hour is saved. So
`Game.__init__` looks through all of it and tells the first fault in the author's words.
"""

import math
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from railrules._options import Option, options_of
from railrules._rules import FrameRules, ListRule, RuleBook

if TYPE_CHECKING:
    from railrules._game import AnyGame

_WORDS = {
    "information": ("perfect", "imperfect"),
    "chance": ("none", "setup", "play"),
    "undo": ("free", "information", "solitaire"),
    "stage": ("experimental", "beta", "stable"),
}
_INFO_TYPES = {
    "id": str,
    "title": str,
    "package": str,
    "designer": str,
    "rules_version": int,
    "min_players": int,
    "max_players": int,
    "default_players": int,
}
_ATOMS = (int, str, bool, NoneType)
_FROZEN = "make it with @railrules.value or @attrs.frozen"


def declaration_fault(game: "AnyGame") -> str:
    """Return the first thing that `game` declares wrongly, as a sentence; empty if all is well."""
    return next(_faults(game), "")


def _faults(game: Any) -> Iterator[str]:
    yield from _info_faults(game)
    yield from _class_faults(game)
    yield from _option_faults(game)
    yield from _book_faults(game)
    yield from _view_faults(game)


# ---- info ------------------------------------------------------------------------------------------------------------------------------


def _info_faults(game: Any) -> Iterator[str]:
    from railrules._game import GameInfo  # imports this module

    name = f"{type(game).__name__}.info"
    info = getattr(game, "info", None)
    if not isinstance(info, GameInfo):
        yield f"{name} is {info!r}; expected a railrules.GameInfo"
        return
    for field, kind in _INFO_TYPES.items():
        found = getattr(info, field)
        if type(found) is not kind or found == "" or (type(found) is int and found < 1):
            yield f"{name}.{field} is {found!r}; expected {'a text' if kind is str else 'an int >= 1'}"
    if not 1 <= info.min_players <= info.default_players <= info.max_players:
        found = f"{info.min_players}, {info.default_players} and {info.max_players}"
        yield f"{name}: min_players, default_players and max_players are {found}; expected 1 <= min <= default <= max"
    for field, words in _WORDS.items():
        if getattr(info, field) not in words:
            yield f"{name}.{field} is {getattr(info, field)!r}; expected one of: {', '.join(words)}"
    ends = info.terminations
    if type(ends) is not tuple or not ends or not all(type(end) is str and end for end in ends) or len(set(ends)) < len(ends):
        yield f"{name}.terminations is {ends!r}; expected a tuple of different texts, at least one: the reasons for which a game can end"
    span: Any = info.returns_range
    if type(span) is not tuple or len(span) != 2 or not all(type(end) in (int, float) and math.isfinite(end) for end in span) or span[0] >= span[1]:
        yield f"{name}.returns_range is {span!r}; expected two finite numbers, the lower one first"
    options: Any = info.options
    if type(options) is not tuple or not all(isinstance(option, Option) for option in options):
        yield f"{name}.options is {options!r}; expected options_of(the class of the options)"


# ---- classes of values -----------------------------------------------------------------------------------------------------------------


def _class_faults(game: Any) -> Iterator[str]:
    from railrules._game import Playouts  # imports this module

    name = type(game).__name__
    hint = game.playouts
    if not isinstance(hint, Playouts) or type(hint.depth) is not int or type(hint.count) is not int or hint.depth < 0 or hint.count < 1:
        yield f"{name}.playouts is {hint!r}; expected railrules.Playouts(depth, count) with a depth of at least 0 and a count of at least 1"
    state_type = getattr(game, "state_type", None)
    yield from _value_class_faults(f"{name}.state_type", state_type)
    for attribute in ("action_types", "event_types"):
        kinds = getattr(game, attribute, None)
        if type(kinds) is not tuple or (attribute == "action_types" and not kinds):
            yield f"{name}.{attribute} is {kinds!r}; expected a tuple of classes"
            return
        for kind in kinds:
            yield from _value_class_faults(f"{name}.{attribute}", kind)
            if "kind" in (field.name for field in attrs.fields(kind)):
                yield f"{kind.__name__} has a field `kind`, which is the tag of saved actions and events: give it another name"
        names = [kind.__name__ for kind in kinds]
        for word in names:
            if names.count(word) > 1:
                yield f"{name}.{attribute} has two classes named {word}; saved values are told apart by the name"


def _value_class_faults(place: str, kind: Any) -> Iterator[str]:
    if not isinstance(kind, type) or not attrs.has(kind):
        yield f"{place}: {kind!r} is no attrs class; {_FROZEN}"
    else:
        yield from _annotation_faults(kind.__name__, kind, {})


def _annotation_faults(place: str, annotation: Any, variables: dict[Any, Any], met: tuple[Any, ...] = ()) -> Iterator[str]:
    """What makes an annotation unfit for a value: anything that can change, has no order of its own, or no JSON form."""
    annotation = variables.get(annotation, annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in _ATOMS or annotation in met:
        return
    if annotation is float:
        yield f"{place} is a float, which no two machines need round alike; use ints, or a pair of ints for a fraction"
    elif origin is Literal:
        if not all(type(choice) in _ATOMS for choice in arguments):
            yield f"{place}: a Literal may hold ints, texts, bools and None"
    elif origin is UnionType or origin is Union:
        members = [member for member in arguments if attrs.has(get_origin(member) or member)]
        names = [(get_origin(member) or member).__name__ for member in members]
        for word in dict.fromkeys(names):
            if names.count(word) > 1:
                yield f"{place} is a union with two classes named {word}; saved values are told apart by the name"
        for member in arguments:
            if len(members) > 1 and member in members and "kind" in (field.name for field in attrs.fields(get_origin(member) or member)):
                yield f"{member.__name__} has a field `kind`, which is the tag of unions such as {place}: give it another name"
            yield from _annotation_faults(place, member, variables, met)
    elif origin is tuple:
        for item in arguments:
            if item is not Ellipsis:
                yield from _annotation_faults(place, item, variables, met)
    elif isinstance(origin or annotation, type) and attrs.has(origin or annotation):
        yield from _field_faults(origin or annotation, arguments, variables, (*met, annotation))
    elif isinstance(annotation, TypeVar):
        owner, _, field = place.rpartition(".")
        yield f"{owner} is annotated without the type of its {field}; expected {owner}[...], such as Config[Options]"
    else:
        name = getattr(annotation, "__name__", None) or str(annotation)
        hints = {list: "tuple[..., ...]", set: "a sorted tuple", frozenset: "a sorted tuple", dict: "a tuple of pairs", tuple: "tuple[int, ...]"}
        instead = hints.get(origin or annotation, "int, str, bool, None, Literal, a tuple or a union of these, Pool, or a frozen attrs class")
        yield f"{place} is annotated {name if not arguments else annotation}; expected {instead}"


def _field_faults(kind: Any, arguments: tuple[Any, ...], variables: dict[Any, Any], met: tuple[Any, ...]) -> Iterator[str]:
    if not is_frozen(kind):
        yield f"{kind.__name__} can be changed; {_FROZEN}"
    if kind.__eq__ is object.__eq__:
        yield f"{kind.__name__} compares by identity (eq=False); equal values must be equal objects"
    try:
        hints = get_type_hints(kind)
    except (NameError, SyntaxError, TypeError, AttributeError) as error:
        yield f"{kind.__name__}: an annotation cannot be read: {error}"
        return
    bound = dict(zip(getattr(kind, "__parameters__", ()), (variables.get(argument, argument) for argument in arguments), strict=False))
    for field in attrs.fields(kind):
        if field.name not in hints:
            yield f"{kind.__name__}.{field.name} has no annotation"
        else:
            yield from _annotation_faults(f"{kind.__name__}.{field.name}", hints[field.name], bound, met)


def is_frozen(kind: type) -> bool:
    """Return whether objects of an attrs class refuse to be changed."""
    try:
        setattr(object.__new__(kind), "x", None)  # noqa: B010 - what a user would do
    except attrs.exceptions.FrozenInstanceError:
        return True
    except Exception:  # whatever else it says, it does not refuse as a frozen class does
        return False
    return False


# ---- options, book, views --------------------------------------------------------------------------------------------------------------


def _option_faults(game: Any) -> Iterator[str]:
    name, kind = type(game).__name__, game.options_type
    try:
        declared = options_of(kind)
    except (TypeError, attrs.exceptions.NotAnAttrsClassError) as error:
        if isinstance(kind, type) and attrs.has(kind):
            yield str(error)
        else:
            yield f"{name}.options_type is {kind!r}; expected an attrs class, each of its fields made with railrules.option"
        return
    if declared != game.info.options:
        yield f"{name}.info.options are {[option.name for option in game.info.options]}; expected options_of({kind.__name__})"
    yield from _annotation_faults(kind.__name__, kind, {})
    hints = get_type_hints(kind)
    for option in declared:
        annotation, bounds = hints[option.name], option.bounds
        takes = set(_members(annotation))
        wanted: set[Any] = set() if str in takes else set(bounds.words)
        wanted |= {int} if bounds.low is not None else set()
        wanted |= {bool} if bounds.flag else set()
        if not wanted <= takes:
            yield f"{kind.__name__}.{option.name} is annotated {annotation}, which does not hold what its bounds allow: {bounds.describe()}"
        for players in range(game.info.min_players, game.info.max_players + 1):
            if bounds.type_fault(option.default) or not bounds.contains(option.default, players):
                yield f"{kind.__name__}.{option.name} has the default {option.default!r}, outside its own bounds: {bounds.describe(players)}"


def _members(annotation: Any) -> Iterator[Any]:
    """The types and single values that an annotation allows."""
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif get_origin(annotation) in (UnionType, Union):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation


def _book_faults(game: Any) -> Iterator[str]:
    name, book = type(game).__name__, game.book
    if not isinstance(book, RuleBook):
        yield f"{name}.book is {book!r}; expected a railrules.RuleBook"
        return
    if not hasattr(book, "openings"):
        yield f"{type(book).__name__} was not set up; its __init__ must call super().__init__(openings)"
        return
    if not isinstance(getattr(book, "frame", None), FrameRules):
        yield f"{type(book).__name__}.frame is missing; it says under which rules actions are refused that fit no rule of their own"
    ruled = dict.fromkeys(
        rule.action for rules in book.openings.values() for entry in rules for rule in (entry.rules if isinstance(entry, ListRule) else (entry,))
    )
    for kind in game.action_types:
        if kind not in ruled:
            yield f"{name}.action_types has {kind.__name__}, for which the book opens no rule"
    for kind in ruled:
        if kind not in game.action_types:
            yield f"the book has a rule for {kind.__name__}, which {name}.action_types does not list"


_ABOUT_VIEWS = ("view", "view_event", "unseen", "determinize")


def _view_faults(game: Any) -> Iterator[str]:
    from railrules._game import Game, OpenView  # imports this module

    name, kind = type(game).__name__, game.view_type
    if kind is not OpenView:
        yield from _value_class_faults(f"{name}.view_type", kind)
        for attribute, meaning in (("player", "who looks"), ("to_act", "who decides")):
            if not (hasattr(kind, attribute) or attribute in attrs.fields_dict(kind)):  # an unslotted class has no attribute for a field
                yield f"{name}.view_type: {kind.__name__} has no {attribute}, which says {meaning}"
    if game.info.information == "imperfect":
        for method in _ABOUT_VIEWS:
            if getattr(type(game), method) is getattr(Game, method):
                yield f"{name} declares imperfect information and does not override {method}; {', '.join(_ABOUT_VIEWS)} belong together"
