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
        walker = _Walker()
        taken: list[tuple[int, Any, str]] = []
        for number, state in enumerate(play.states()):
            walker.demand("state", state)
            taken.append((play.at, state, digest(state)))
            view = game.view(state, play.viewers[number % len(play.viewers)])  # in turns: views of one position have most in common
            if not isinstance(view, game.view_type):
                raise Breach(f"the view is of the class {type(view).__name__}; expected {game.view_type.__name__}, the view_type")
            walker.demand("view", view)
            walker.demand("unseen", game.unseen(view))
            for action in game.legal_actions(state):
                if type(action) not in game.action_types:
                    raise Breach(f"the legal action {action!r} is of no class in action_types")
                walker.demand("action", action)
        for moves, events in enumerate([play.setup_events, *(step.events for step in play.steps)]):
            for event in events:
                if type(event) not in game.event_types:
                    raise Breach(f"the event {event!r} is of no class in event_types", moves)
                walker.demand("event", event, moves)
        for moves, state, before in taken:
            if digest(state) != before:
                raise Breach(f"the state after {moves} moves was changed by a later move", moves)


_ATOMS = (int, str, bool, type(None))


class _Walker:
    """Walks through values to the last atom. Parts that were found sound are known again: positions share most of theirs."""

    def __init__(self) -> None:
        self._sound: dict[int, Any] = {}  # by identity; an object in it lives on, so its number is not given to another

    def demand(self, path: str, value: Any, moves: int | None = None) -> None:
        """Raise `Breach` for the first thing that makes `value` none."""
        fault = self._fault(path, value)
        if fault:
            raise Breach(fault, moves)
        try:
            hash(value)
        except TypeError as error:
            raise Breach(f"{path} cannot be hashed: {error}", moves) from None

    def _fault(self, path: str, value: Any) -> str:
        kind: Any = type(value)
        if kind in _ATOMS or id(value) in self._sound:
            return ""
        if kind is tuple:
            fault = next((fault for index, item in enumerate(value) if (fault := self._fault(f"{path}[{index}]", item))), "")
        elif kind is float:
            fault = f"{path} is the float {value!r}; use ints, or a pair of ints for a fraction"
        elif not attrs.has(kind):
            instead = {list: "a tuple", set: "a sorted tuple", frozenset: "a sorted tuple", dict: "a tuple of pairs"}
            fault = f"{path} is a {kind.__name__}, {shorten(value)}; expected {instead.get(kind, 'an int, a text, a tuple or a frozen attrs class')}"
        elif not _is_frozen(value):
            fault = f"{path} is a {kind.__name__}, which can be changed; make the class with @railrules.value or @attrs.frozen"
        else:
            fault = next(filter(None, (self._field_fault(path, value, field) for field in attrs.fields(kind))), "")
        if not fault:
            self._sound[id(value)] = value
        return fault

    def _field_fault(self, path: str, value: Any, field: "attrs.Attribute[Any]") -> str:
        if not field.eq:
            return f"{path}.{field.name} takes no part in comparisons (eq=False); a state is equal to another where all of it is"
        return self._fault(f"{path}.{field.name}", getattr(value, field.name))


def _is_frozen(value: Any) -> bool:
    names = [field.name for field in attrs.fields(type(value))]
    try:
        for name in names[:1]:
            setattr(value, name, getattr(value, name))
    except attrs.exceptions.FrozenInstanceError:
        return True
    return not names
