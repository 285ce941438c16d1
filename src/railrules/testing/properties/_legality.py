"""Property 3: listed just where accepted."""

import re
from collections.abc import Iterator
from typing import Any

import attrs

from railrules import IllegalActionError, Rejection, SeededChance
from railrules.serialize import digest
from railrules.testing._breach import Breach, demand_equal, shorten
from railrules.testing._ids import IdSampler
from railrules.testing._playout import Play
from railrules.testing._property import Property

APPLIED = 2
"""How many refused actions of a position are tried on `apply` too."""


class Legality(Property):
    """An action is listed just where it is accepted; a refusal has a code, a rule and a sentence, and changes nothing.

    Interfaces offer what `legal_actions` lists and servers trust `validate`. Where the two differ somebody is offered a move that fails, or plays
    one that nobody was offered. Masks for learning rely on the ascending order.
    """

    name = "legality"

    def begin(self) -> None:
        """Read which rules the page has."""
        text = self.subject.game.rules_text()
        self._page = text

    def check(self, play: Play) -> None:
        """Try ids of all kinds in every position, and objects that are no actions."""
        ids, chance = IdSampler(play), play.luck("refusals")
        for state in play.states():
            self._check_list(play, ids, state)
            legal = set(play.game.legal_actions(state))
            refused = []
            for action in ids.actions(state):
                rejection: Any = play.game.validate(state, action)
                if rejection is not None and not isinstance(rejection, Rejection):
                    raise Breach(f"validate({action!r}) returns {shorten(rejection)}; expected a Rejection or None")
                if rejection is None and action not in legal:
                    raise Breach(f"{action!r} is accepted and not listed")
                if rejection is not None:
                    if action in legal:
                        raise Breach(f"{action!r} is listed and refused: {rejection}")
                    self._check_refusal(action, rejection)
                    refused.append((action, rejection))
            for action, rejection in [refused[chance.pick(len(refused))] for _ in range(min(APPLIED, len(refused)))]:
                _check_applied(play, state, action, rejection)
            for action in _out_of_bounds([*sorted(legal, key=repr)[:4], *(action for action, _ in refused[:4])]):
                if action not in legal and play.game.validate(state, action) is None:
                    raise Breach(f"{action!r} is accepted and not listed")
            for nonsense in (*_malformed(sorted(legal, key=repr)), None, 0, "", object):
                if play.game.validate(state, nonsense) is None:
                    raise Breach(f"{nonsense!r} is no well-formed action and is accepted")

    def _check_list(self, play: Play, ids: IdSampler, state: Any) -> None:
        game = play.game
        legal = game.legal_actions(state)
        if type(legal) is not tuple:
            raise Breach(f"legal_actions returns a {type(legal).__name__}; expected a tuple")
        over = game.current_player(state) is None
        if over and legal:
            raise Breach(f"nobody is to act and {legal[0]!r} is listed")
        if len(set(legal)) < len(legal):
            twice = next(action for action in legal if legal.count(action) > 1)
            raise Breach(f"{twice!r} is listed twice")
        numbers = [ids.codec.encode(state, action) for action in legal]
        for first, second, left, right in zip(numbers, numbers[1:], legal, legal[1:], strict=False):
            if first > second:
                raise Breach(f"the legal actions do not ascend by id: {left!r} has {first}, {right!r} after it has {second}")

    def _check_refusal(self, action: Any, rejection: Rejection) -> None:
        if not rejection.code or not rejection.rule:
            raise Breach(f"the refusal of {action!r} has no {'rule' if rejection.code else 'code'}: {rejection}")
        message = rejection.message
        if type(message) is not str or not message.strip():
            raise Breach(f"the refusal of {action!r} has no message: {rejection}")
        if re.search(r"\{\w*\}", message):
            raise Breach(f"the refusal of {action!r} has a blank that nothing fills: {message}")
        if self._page is not None and f"**{rejection.rule}**" not in self._page:
            raise Breach(f"the refusal of {action!r} names the rule {rejection.rule}, which the rules page does not have")


def _check_applied(play: Play, state: Any, action: Any, rejection: Rejection) -> None:
    chance = SeededChance(0)
    before = digest(state)
    try:
        play.game.apply(state, action, chance)
    except IllegalActionError as error:
        demand_equal("the refusals of validate and of apply", rejection, error.rejection)
    else:
        raise Breach(f"{action!r} is refused by validate and taken by apply")
    if chance.position or digest(state) != before:
        raise Breach(f"the refused action {action!r} changed something")


def _out_of_bounds(actions: list[Any]) -> Iterator[Any]:
    """Well-formed actions with numbers and texts that nobody would mean."""
    for action in actions:
        for field in attrs.fields(type(action)):
            found = getattr(action, field.name)
            numbers: tuple[Any, ...] = (-1, 0, found + 1, 99, 10**9) if type(found) is int else ()
            for odd in (*numbers, *(("", "no such thing") if type(found) is str else ())):
                yield attrs.evolve(action, **{field.alias: odd})


def _malformed(legal: list[Any]) -> Iterator[Any]:
    """Actions of the right class with a field of a wrong type: True for 1, 1.0 for 1, a text for a number."""
    for action in legal[:3]:
        for field in attrs.fields(type(action)):
            found = getattr(action, field.name)
            for wrong in (1.5, b"", [found]) if type(found) is not int else (bool(found), float(found), str(found)):
                yield attrs.evolve(action, **{field.alias: wrong})
