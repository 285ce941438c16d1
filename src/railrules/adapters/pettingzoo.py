"""Games as PettingZoo environments: ``make_env("station-manager")``. Needs the extra ``railrules[pettingzoo]``."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from railrules import AnyGame
from railrules.adapters._setting import peer_module

if TYPE_CHECKING:
    from railrules.adapters._pettingzoo_env import RailrulesAECEnv

__all__ = ["make_env"]


def make_env(
    game: str | AnyGame,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    content: Any = None,
    illegal: Literal["terminate", "raise"] = "terminate",
    illegal_reward: float | None = None,
    max_cycles: int | None = None,
    render_mode: Literal["ansi", "human"] | None = "ansi",
) -> "RailrulesAECEnv":
    """Return a game as an AEC environment of PettingZoo: the agents ``player_0``, ``player_1`` and so on act in turn.

    `game` (an id, or a `Game`), `players`, `options` and `content` are those of `new_match`.

    * Observations are ``{"observation": float32[observer.size], "action_mask": int8[num_actions]}``: the features of the agent's own view,
      which ``env.observer.features`` lists with name, slice, meaning and range, and 1 for each legal action; the mask of who does not act is 0.
    * Actions are the ids of ``game.codec``.
    * Rewards are 0 until the end of the game and then ``game.outcome(state).returns``; ``infos`` says then how the game ended
      (``terminations``), and each agent's ``score`` and ``rank``.
    * ``env.reset(seed=7)`` deals the very game of ``new_match(..., seed=7)``; without a seed the next one follows from the seed before it, and
      ``env.match_seed`` tells it.
    * ``env.render()`` returns the table as who acts sees it, as text; with `render_mode` ``human`` it is printed.
    * ``env.state()`` is the observation vectors of all players, one after the other, for training that may see all.

    An illegal action ends the game, as PettingZoo's ``TerminateIllegalWrapper`` does it: who tried it gets `illegal_reward` (by default 1 below
    the worst return of the game: -1 where returns are 0 to 1), the others 0, and ``infos`` says why under ``illegal``. With `illegal` ``raise``
    the environment raises `IllegalActionError` instead and stays as it was. An id outside ``0 .. num_actions-1`` raises `InvalidActionError`
    either way.

    After `max_cycles` decisions, if it is given, the game is truncated, without rewards.

    Raises `MissingExtraError` without PettingZoo, `UnknownGameError`, `ConfigError` and the other errors of `new_match`, `PluginError` for a
    game without features to observe, `ValueError` for other arguments that are out of bounds.
    """
    module = peer_module("_pettingzoo_env", "a PettingZoo environment", "pettingzoo", "pettingzoo")
    env: RailrulesAECEnv = module.RailrulesAECEnv(
        game, players, options, content=content, illegal=illegal, illegal_reward=illegal_reward, max_cycles=max_cycles, render_mode=render_mode
    )
    return env
