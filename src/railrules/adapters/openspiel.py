"""Games as OpenSpiel games, with explicit chance nodes: ``load_game("station-manager")``. Needs the extra ``railrules[openspiel]``."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from railrules import AnyGame
from railrules.adapters._setting import peer_module

if TYPE_CHECKING:
    from railrules.adapters._openspiel_game import RailrulesGame

__all__ = ["load_game"]


def load_game(
    game: str | AnyGame,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    content: Any = None,
    utility_sum: float | None = None,
) -> "RailrulesGame":
    """Return a game as a game of OpenSpiel, and register it there: ``railrules_station_manager``, with the parameters that it shows.

    `game` (an id, or a `Game`), `players`, `options` and `content` are those of `new_match`. `utility_sum` is what the returns of all players
    always sum to, for games in which they do: OpenSpiel then knows the game as zero-sum (0) or constant-sum, and as general-sum without it.

    * Actions of players are the ids of ``game.codec``.
    * Chance nodes are the questions of the rules, one at a time: an outcome of a pick is its number, an outcome of a draw a *kind* of item with
      its copies as weight, a draw of several items a node for each. Questions with one answer are none. The deal is played by chance nodes.
    * ``state.returns()`` is 0 until the end and then ``outcome.returns``.
    * ``state.observation_string(player)`` is the player's view as JSON, which ``game.load_view(json.loads(text))`` reads;
      ``state.observation_tensor(player)`` is ``game.observer(config).encode(view)``, and the pieces of a Python observer
      (``game.make_py_observer()``) are its features by name.
    * ``state.information_state_string(player)`` is all that the player was ever told, in order, a line each: events as that player learned of
      them; own actions, each with a digest of the view that they were chosen by; and last a digest of the present view. So recall is perfect,
      and equal information states have equal legal actions. While chance decides, players know what they knew before, and what they chose.
    * ``state.information_state_tensor(player)`` has a row for each own decision so far, the observation and then the action chosen, one-hot; and
      then the present observation. It remembers what the observer shows and no more. It is there where it has at most 2**16 numbers, in
      small games that declare how long they can last (`Game.limits`).
    * ``state.resample_from_infostate(player, sampler)``, at decisions, is ``game.determinize`` of that player's view: a state with the same
      information state for that player, as information-set search in Python needs it. It begins a history of its own.

    Raises `MissingExtraError` without OpenSpiel, `UnknownGameError`, `ConfigError` and the other errors of `new_match`.
    """
    module = peer_module("_openspiel_game", "an OpenSpiel game", "open_spiel", "openspiel")
    loaded: RailrulesGame = module.load_game(game, players, options, content, utility_sum)
    return loaded
