"""Property 13: actions and positions as text."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from railrules import InvalidActionError
from railrules.testing._breach import Breach, demand_equal
from railrules.testing._playout import Play
from railrules.testing._property import Property

NONSENSE = ("", " ", "?!", "no such action 99", "\x00")


def _slips(texts: list[str]) -> Iterator[str]:
    """What somebody types who means one of `texts`: a word too few, too many, or another."""
    for text in texts:
        words = text.split()
        yield " ".join(words[:-1])
        yield f"{text} 1"
        for place in range(len(words)):
            yield " ".join([*words[:place], "foo", *words[place + 1 :]])
            yield " ".join([*words[:place], "-9999999999999999999999", *words[place + 1 :]])


class Notation(Property):
    """Every legal action has its own text, one line, that is read back as the same action; every view can be described.

    People type moves, transcripts name them, bug reports quote them. A text that two moves share cannot be played from.
    """

    name = "notation"

    def check(self, play: Play) -> None:
        """Write and read the actions at every position, and describe it for everybody."""
        game = play.game
        names = [f"Driver {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: play.config.players]]
        for number, state in enumerate(play.states()):
            view = game.view(state, game.current_player(state))
            texts: dict[str, Any] = {}
            for action in game.legal_actions(state):
                text = game.action_to_str(view, action)
                if type(text) is not str or not text.strip() or len(text.splitlines()) != 1:
                    raise Breach(f"the text of {action!r} is {text!r}; expected one line")
                if text in texts:
                    raise Breach(f"{texts[text]!r} and {action!r} have the same text {text!r}")
                texts[text] = action
            for text, action in texts.items():
                try:
                    back = game.parse_action(view, text)
                except InvalidActionError as error:
                    raise Breach(f"{text!r}, the text of {action!r}, is not read back: {error}") from None
                demand_equal(f"an action and what its text {text!r} means", action, back)
            seen = game.view(state, play.viewers[number % len(play.viewers)])  # in turns: views of one position have most in common
            for text in (game.describe(seen), game.describe(seen, names)):
                if type(text) is not str or not text.strip():
                    raise Breach(f"the description is {text!r}; expected a text")
            summary = game.summary(seen)
            if type(summary) is not str or len(summary.splitlines()) > 1:
                raise Breach(f"the summary is {summary!r}; expected at most one line")
            for nonsense in NONSENSE:
                try:
                    read = game.parse_action(view, nonsense)
                except InvalidActionError:
                    continue
                raise Breach(f"the text {nonsense!r} is read as {read!r}; expected an InvalidActionError")
            for slip in _slips(list(texts)[:3]):
                with suppress(InvalidActionError):  # any other exception is a fault
                    game.parse_action(view, slip)
        self._check_events(play)

    def _check_events(self, play: Play) -> None:
        game = play.game
        for moves, events in enumerate([play.setup_events, *(step.events for step in play.steps)]):
            for viewer in play.viewers:
                view = game.view(play.steps[moves - 1].after if moves else play.initial, viewer)
                for event in events:
                    seen = game.view_event(event, viewer)
                    text = "" if seen is None else game.event_to_str(view, seen)
                    if type(text) is not str or len(text.splitlines()) > 1:
                        raise Breach(f"the text of the event {seen!r} is {text!r}; expected at most one line", moves)
