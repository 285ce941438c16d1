"""How the rules of a game are written: one `ActionRule` per kind of action, gathered in a `RuleBook`.

An action kind has three faces - which actions there are, why one is refused, what one does - and they stand side by side in one class. From
the book follow `Game.legal_actions`, `Game.validate` and `Game.transition`; no game writes those three as parallel chains of ifs.

Procedures that are no action (the frame of a turn, a departure, scoring) do not belong here but into a game's ``rules/flow.py``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from railrules._chance import Chance
from railrules._errors import shown

S = TypeVar("S")
A = TypeVar("A")

Decision: TypeAlias = type | str
"""What a state waits for: the class of its pending record, `MAIN` or `OVER`."""

OVER: Final = "over"
"""The decision of a state in which nobody decides any more."""

MAX_AUTOMATIC_STEPS: Final = 100_000
"""How many steps in a row the engine takes by itself before it gives up on a game."""

MAIN: Final = "main"
"""The decision of a state in which nothing is pending, for games that have such a one."""


class _Named(dict[str, Any]):
    """Parameters of a message; a missing one stands for itself in braces."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@attrs.frozen
class Rejection:
    """Why an action is refused: a value, not an exception.

    `code` is stable and meant for programs, `rule` is the id of the rule on the game's rules page (``railrules rules GAME RULE``), `params`
    are the facts as (name, value) pairs, `message` is a sentence for a person, put together only when it is read.
    """

    code: str
    rule: str
    template: str
    params: tuple[tuple[str, int | str | None], ...] = ()

    @classmethod
    def of(cls, code: str, rule: str, template: str, /, **params: int | str | None) -> "Rejection":
        """Return a rejection whose `template` is filled with `params` by ``str.format`` when its message is read."""
        return cls(code, rule, template, tuple(params.items()))

    @property
    def message(self) -> str:
        """One sentence for a person. Reading it never fails: a parameter that is missing, or too long for a text, is shown by its name."""
        params = dict(self.params)
        for facts in (params, {name: found if type(found) is str else shown(found) for name, found in params.items()}):
            try:
                return self.template.format_map(_Named(facts))
            except (ValueError, LookupError, AttributeError, TypeError):  # an int of thousands of digits, or a template with a fault
                continue
        return self.template

    def __str__(self) -> str:
        return f"{self.code}: {self.message} [{self.rule}]"


@attrs.frozen
class FrameRules:
    """The rule ids, and where a page has its own the codes, of refusals that belong to no single kind of action.

    `over`: the game has ended; `malformed`: an object is no action (`unknown_code`, by default the next) or has a field of a wrong type
    (`malformed_code`); `closed`: the kind is not open at this decision; `player`: there is no such player; `turn`: somebody else decides, or the
    intent was meant for an older position. With `types_last` a closed kind is refused before the types of the fields are looked at, else after.
    """

    over: str
    malformed: str
    closed: str
    player: str
    turn: str
    malformed_code: str = "bad-parameter"
    closed_code: str = "wrong-step"
    unknown_code: str | None = None
    types_last: bool = False


class ActionRule(ABC, Generic[S, A]):
    """One kind of action and everything the rules say about it.

    `action` is the frozen attrs class of the kind. The docstring of a subclass names the rules it enforces. A rule may keep the content it
    reads; it never keeps anything of a game in progress.
    """

    action: type[A]

    @abstractmethod
    def candidates(self, state: S) -> Iterable[A]:
        """Yield actions of this kind in ascending id order: at least every legal one, each once.

        Called only where the book says the kind is open.
        """

    @abstractmethod
    def reject(self, state: S, action: A) -> Rejection | None:
        """Return why `action` is refused, or None.

        Called only where the kind is open and `action` has the right types, not values.
        """

    @abstractmethod
    def transition(self, state: S, action: A, chance: Chance, log: list[Any] | None) -> S:
        """Return the state after `action`, which is legal. Events go to `log`; none is built when it is None."""

    def iter_legal(self, state: S) -> Iterator[A]:
        """Yield the legal actions of this kind, ascending by id: the candidates that `reject` passes.

        Override it, or `legal`, only for speed, and with the same result.
        """
        return (action for action in self.candidates(state) if self.reject(state, action) is None)

    def legal(self, state: S) -> tuple[A, ...]:
        """Return all that `iter_legal` yields."""
        return tuple(self.iter_legal(state))


class ListRule(ABC, Generic[S]):
    """Several kinds whose action ids interleave, so that one place has to list them together.

    Each of `rules` keeps its three faces; only the order of the common list is decided here.
    """

    def __init__(self, *rules: ActionRule[S, Any]) -> None:
        self.rules = rules
        # What is no rule, or has no kind, is told by the book.
        self._rejects = {rule.action: rule.reject for rule in rules if hasattr(rule, "action") and hasattr(rule, "reject")}

    @abstractmethod
    def candidates(self, state: S) -> Iterable[Any]:
        """Yield actions of all `rules` in ascending id order: at least every legal one, each once."""

    def iter_legal(self, state: S) -> Iterator[Any]:
        """Yield the legal actions of all `rules`, ascending by id."""
        return (action for action in self.candidates(state) if self._reject(state, action) is None)

    def _reject(self, state: S, action: Any) -> Rejection | None:
        reject = self._rejects.get(type(action))
        if reject is None:
            raise LookupError(f"{type(self).__name__} lists {action!r}, which is of none of its kinds")
        return reject(state, action)

    def legal(self, state: S) -> tuple[Any, ...]:
        """Return all that `iter_legal` yields."""
        return tuple(self.iter_legal(state))


class RuleBook(ABC, Generic[S]):
    """Which rules are open at which decision, and the steps the engine takes by itself.

    `openings` maps each decision to its rules in ascending id order. A decision is what `decision` returns: the class of the pending
    record, `MAIN` or `OVER`. A subclass sets `frame`, the rules behind the refusals that are common to all kinds.
    """

    frame: FrameRules

    def __init__(self, openings: Mapping[Decision, Sequence[ActionRule[S, Any] | ListRule[S]]]) -> None:
        self.openings = {decision: _checked_rules(decision, rules) for decision, rules in openings.items()}
        self._legal = _ByDecision({decision: _lister(rules) for decision, rules in self.openings.items()})
        self._legal[OVER] = lambda _: ()
        self._open: dict[Decision, dict[type, ActionRule[S, Any]]] = _ByDecision(
            {decision: {rule.action: rule for entry in rules for rule in _single_rules(entry)} for decision, rules in self.openings.items()}
        )
        self._rules: dict[type, ActionRule[S, Any]] = {}
        for rules in self._open.values():
            for kind, rule in rules.items():
                if self._rules.setdefault(kind, rule) is not rule:
                    raise ValueError(f"two rules for {kind.__name__}; one kind of action has one rule, which may be open at several decisions")
        self._transitions = {kind: rule.transition for kind, rule in self._rules.items()}

    @abstractmethod
    def decision(self, state: S) -> Decision:
        """Return the decision that `state` is in."""

    def forced(self, state: S) -> bool:
        """Return whether the engine takes the present decision itself when just one action is legal.

        A game's page says which decisions these are. What the engine does is seen by all, so this must depend on public facts alone wherever
        an automatic step is visible. The default takes none.
        """
        return False

    def announce(self, state: S, action: Any, log: list[Any] | None) -> None:
        """Tell the log that the engine is about to take `action` by itself; by default nothing is told."""

    # ---- the three faces, for all kinds -----------------------------------------------------------------------------------------------

    def legal(self, state: S) -> tuple[Any, ...]:
        """Return the legal actions, ascending by id."""
        legal: tuple[Any, ...] = self._legal[self.decision(state)](state)
        return legal

    def open_kinds(self, state: S) -> tuple[type, ...]:
        """Return the kinds of action that are open at the present decision, in the order of `openings`; none after the end."""
        return tuple(self._open.get(self.decision(state), ()))

    def validate(self, state: S, action: object) -> Rejection | None:
        """Return why `action`, any object at all, is refused, or None: over, kind, types and decision, then what its rule says."""
        decision = self.decision(state)
        if decision == OVER:
            return self.refuse_over(state, action)
        kind = type(action)
        if kind not in self._rules:
            return self.refuse_unknown(state, action)
        rule = self._open[decision].get(kind)
        if rule is None and self.frame.types_last:
            return self.refuse_closed(state, action)
        fault = shape_fault(action) or self.value_fault(action)
        if fault:
            return self.refuse_malformed(state, fault)
        return self.refuse_closed(state, action) if rule is None else rule.reject(state, action)

    def transition(self, state: S, action: Any, chance: Chance, log: list[Any] | None) -> S:
        """Return the state after the legal `action` and all automatic steps that follow it."""
        after = self._transitions[type(action)](state, action, chance, log)
        return self._take_forced(after, chance, log) if self.forced(after) else after

    def advance(self, state: S, chance: Chance, log: list[Any] | None) -> S:
        """Return the state after the automatic steps that are due, the only place where any is taken.

        `transition` calls it, and `Game.initial_state` must. Raises `RuntimeError` for a chain of automatic steps that seems to have no end.
        """
        return self._take_forced(state, chance, log) if self.forced(state) else state

    def _take_forced(self, state: S, chance: Chance, log: list[Any] | None) -> S:
        """`advance` from a state whose decision is forced if it has one choice."""
        only: Any = None
        for _ in range(MAX_AUTOMATIC_STEPS):
            only = self.only_action(state)
            if only is None:
                return state
            self.announce(state, only, log)
            state = self._transitions[type(only)](state, only, chance, log)
            if not self.forced(state):
                return state
        raise RuntimeError(f"{MAX_AUTOMATIC_STEPS} automatic steps in a row, the last of them {only!r}: `forced` finds no end")

    def only_action(self, state: S) -> Any:
        """Return the one legal action, or None if there are more or none; looks for a second one and no further.

        Override it only for speed, and with the same result.
        """
        only = None
        for rule in self.openings.get(self.decision(state), ()):
            for action in rule.iter_legal(state):
                if only is not None:
                    return None
                only = action
        return only

    def value_fault(self, action: object) -> str:
        """Return what is wrong with the values of an action of the right types in every position, or an empty text.

        The default finds no fault. For games whose page refuses a value outside its domain as a type is refused: before it is asked whether the
        kind is open.
        """
        return ""

    # ---- refusals that belong to no single kind ---------------------------------------------------------------------------------------

    def refuse_over(self, state: S, action: object) -> Rejection:
        """Return the refusal of any action after the end."""
        return Rejection("game-over", self.frame.over, "the game is over")

    def refuse_unknown(self, state: S, action: object) -> Rejection:
        """Return the refusal of an object that is no action of this game."""
        code = self.frame.unknown_code or self.frame.malformed_code
        return Rejection.of(code, self.frame.malformed, "{kind} is no kind of action here", kind=type(action).__name__)

    def refuse_malformed(self, state: S, fault: str) -> Rejection:
        """Return the refusal of an action with a field of a wrong type; `fault` says which."""
        return Rejection.of(self.frame.malformed_code, self.frame.malformed, "{fault}", fault=fault)

    def refuse_closed(self, state: S, action: object) -> Rejection:
        """Return the refusal of an action whose kind is not open at the present decision."""
        kind = type(action).__name__
        return Rejection.of(self.frame.closed_code, self.frame.closed, "{kind} is not possible now", kind=kind)


class _ByDecision(dict[Decision, Any]):
    """What a book knows of each decision; one that it does not know is a fault of the book, and named."""

    def __missing__(self, decision: Decision) -> Any:
        name = decision.__name__ if isinstance(decision, type) else repr(decision)
        known = ", ".join(key.__name__ if isinstance(key, type) else repr(key) for key in self)
        hint = "; a decision is the class of the pending record, not the record" if type(decision) in self else ""
        raise LookupError(f"the book has no openings for the decision {name}; it has them for {known}{hint}")


def _checked_rules(decision: Decision, rules: Any) -> tuple[Any, ...]:
    """The rules of one decision; raises `TypeError` for what is none, `ValueError` for one that stands there twice."""
    name = decision.__name__ if isinstance(decision, type) else repr(decision)
    if not isinstance(rules, (tuple, list)):
        raise TypeError(f"openings of {name}: {rules!r}; expected a tuple of rules")
    for rule in rules:
        if not isinstance(rule, (ActionRule, ListRule)):
            raise TypeError(f"openings of {name}: {rule!r} is no rule; expected an object of a subclass of ActionRule or ListRule")
        if isinstance(rule, ListRule) and not hasattr(rule, "rules"):
            raise TypeError(f"{type(rule).__name__} was not set up; its __init__ must call super().__init__(*rules)")
    singles = [rule for entry in rules for rule in _single_rules(entry)]
    for rule in singles:
        if not isinstance(rule, ActionRule):
            raise TypeError(f"openings of {name}: {rule!r} is no rule; expected an object of a subclass of ActionRule")
        if not isinstance(getattr(rule, "action", None), type):
            raise TypeError(f"{type(rule).__name__}.action is missing; expected the class of the actions it is about")
    kinds = [rule.action for rule in singles]
    for kind in kinds:
        if kinds.count(kind) > 1:
            raise ValueError(f"openings of {name}: {kind.__name__} stands there twice")
    return tuple(rules)


def _single_rules(entry: ActionRule[S, Any] | ListRule[S]) -> tuple[ActionRule[S, Any], ...]:
    return entry.rules if isinstance(entry, ListRule) else (entry,)


def _lister(rules: tuple[ActionRule[S, Any] | ListRule[S], ...]) -> Callable[[S], tuple[Any, ...]]:
    """One function for all open rules, so that a decision with one rule costs one call."""
    if len(rules) == 1:
        return rules[0].legal
    if len(rules) == 2:
        first, second = rules[0].legal, rules[1].legal
        return lambda state: first(state) + second(state)
    if len(rules) == 3:
        first, second, third = rules[0].legal, rules[1].legal, rules[2].legal
        return lambda state: first(state) + second(state) + third(state)
    if len(rules) == 4:
        first, second, third, fourth = rules[0].legal, rules[1].legal, rules[2].legal, rules[3].legal
        return lambda state: first(state) + second(state) + third(state) + fourth(state)
    lists = [rule.legal for rule in rules]

    def listed(state: S) -> tuple[Any, ...]:
        found: tuple[Any, ...] = ()
        for legal in lists:
            found += legal(state)
        return found

    return listed


# ---- shape: does a field hold what its annotation says? --------------------------------------------------------------------------------

_MISSING: Final = object()
_FIELDS: dict[type, tuple[tuple[str, Any], ...]] = {}


def shape_fault(value: object) -> str:
    """Return what is wrong with the types of an attrs object's fields, or an empty string.

    Exact types count: a bool is no int. Fields may be annotated with int, str, bool, None, literals, tuples and unions of these.
    """
    kind: Any = type(value)
    fields = _FIELDS.get(kind)
    if fields is None:
        hints = get_type_hints(kind)
        _FIELDS[kind] = fields = tuple((field.name, hints[field.name]) for field in attrs.fields(kind))
    for name, annotation in fields:
        found = getattr(value, name, _MISSING)
        if found is _MISSING:
            return f"{kind.__name__}.{name} is missing; expected {_type_name(annotation)}"
        if not _fits(found, annotation):
            return f"{kind.__name__}.{name} is {shown(found)}; expected {_type_name(annotation)}"
    return ""


def _fits(value: object, annotation: Any) -> bool:
    if isinstance(annotation, type) and not get_origin(annotation):
        return type(value) is annotation
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return any(type(value) is type(allowed) and value == allowed for allowed in arguments)
    if origin is UnionType or origin is Union:
        return any(_fits(value, choice) for choice in arguments)
    if origin is tuple and type(value) is tuple:
        if arguments[-1:] == (Ellipsis,):
            return all(_fits(item, arguments[0]) for item in value)
        return len(value) == len(arguments) and all(map(_fits, value, arguments))
    return False


def _type_name(annotation: Any) -> str:
    if annotation is NoneType:
        return "None"
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(map(repr, arguments))
    if origin is UnionType or origin is Union:
        return " or ".join(map(_type_name, arguments))
    return str(annotation.__name__ if isinstance(annotation, type) and not origin else annotation)
