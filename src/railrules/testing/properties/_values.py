"""Property 2: everything is a value."""

from typing import Any

import attrs

from railrules.serialize import digest
from railrules.testing._breach import Breach, shorten
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Values(Property):
    """States, views, actions and events are values: frozen, hashable, without floats, and they stay as they are.

    Search keeps thousands of positions and sets of them; a position that changes behind its back, or that two machines round differently, is a
    fault that no test of the rules finds.
    """

    name = "values"

    def check(self, play: Play) -> None:
        """Walk through every value; at the end, look at the first ones again."""
        game = play.game
        taken: list[tuple[int, Any, str]] = []
        for state in play.states():
            _demand_value("state", state)
            taken.append((play.at, state, digest(state)))
            for viewer in play.viewers:
                view = game.view(state, viewer)
                if not isinstance(view, game.view_type):
                    raise Breach(f"the view is of the class {type(view).__name__}; expected {game.view_type.__name__}, the view_type")
                _demand_value("view", view)
                _demand_value("unseen", game.unseen(view))
            for action in game.legal_actions(state):
                if type(action) not in game.action_types:
                    raise Breach(f"the legal action {action!r} is of no class in action_types")
                _demand_value("action", action)
        for moves, events in enumerate([play.setup_events, *(step.events for step in play.steps)]):
            for event in events:
                if type(event) not in game.event_types:
                    raise Breach(f"the event {event!r} is of no class in event_types", moves)
                _demand_value("event", event, moves)
        for moves, state, before in taken:
            if digest(state) != before:
                raise Breach(f"the state after {moves} moves was changed by a later move", moves)


_ATOMS = (int, str, bool, type(None))


def _demand_value(path: str, value: Any, moves: int | None = None) -> None:
    fault = _value_fault(path, value)
    if fault:
        raise Breach(fault, moves)
    try:
        hash(value)
    except TypeError as error:
        raise Breach(f"{path} cannot be hashed: {error}", moves) from None


def _value_fault(path: str, value: Any) -> str:
    kind: Any = type(value)
    if kind in _ATOMS:
        return ""
    if kind is tuple:
        return next((fault for index, item in enumerate(value) if (fault := _value_fault(f"{path}[{index}]", item))), "")
    if kind is float:
        return f"{path} is the float {value!r}; use ints, or a pair of ints for a fraction"
    if not attrs.has(kind):
        instead = {list: "a tuple", set: "a sorted tuple", frozenset: "a sorted tuple", dict: "a tuple of pairs"}
        return f"{path} is a {kind.__name__}, {shorten(value)}; expected {instead.get(kind, 'an int, a text, a tuple or a frozen attrs class')}"
    if not _is_frozen(value):
        return f"{path} is a {kind.__name__}, which can be changed; make the class with @railrules.value or @attrs.frozen"
    for field in attrs.fields(kind):
        if not field.eq:
            return f"{path}.{field.name} takes no part in comparisons (eq=False); a state is equal to another where all of it is"
    faults = (_value_fault(f"{path}.{field.name}", getattr(value, field.name)) for field in attrs.fields(kind))
    return next(filter(None, faults), "")


def _is_frozen(value: Any) -> bool:
    names = [field.name for field in attrs.fields(type(value))]
    try:
        for name in names[:1]:
            setattr(value, name, getattr(value, name))
    except attrs.exceptions.FrozenInstanceError:
        return True
    return not names
