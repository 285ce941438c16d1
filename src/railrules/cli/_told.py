"""What a person at a terminal is told of moves, without learning more than their seat may know."""

from collections.abc import Iterable
from typing import Any

from railrules import Match


def told(match: Match, index: int, viewer: int | None) -> list[str]:
    """Return a line for each thing that `viewer` (None: a spectator) noticed of move number `index`: the events shown to them.

    Where no event tells of it, the action stands for itself if it is the viewer's own or the game has no events and hides nothing.
    """
    game, move = match.game, match.moves[index]
    lines = _sentences(match, game.view(move.state, viewer), move.events)
    if not lines and (move.player == viewer or (not game.event_types and game.info.information == "perfect")):
        before = game.view(match.state_after(index), move.player)
        lines = [f"{match.names[move.player]}: {game.action_to_str(before, move.action)}"]
    return lines


def told_of_setup(match: Match, viewer: int | None) -> list[str]:
    """As `told`, of the setup."""
    return _sentences(match, match.game.view(match.setup.state, viewer), match.setup.events)


def _sentences(match: Match, view: Any, events: Iterable[Any]) -> list[str]:
    game = match.game
    shown = [seen for event in events if (seen := game.view_event(event, view.player)) is not None]
    return [text for event in shown if (text := game.event_to_str(view, event, match.names))]
