"""Games as Gymnasium environments, for one agent: ``make_env("station-manager", ["greedy"])``. Needs the extra ``railrules[gymnasium]``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from railrules import AnyGame
from railrules.adapters._setting import peer_module
from railrules.agents import AgentFactory

if TYPE_CHECKING:
    from railrules.adapters._gymnasium_env import RailrulesEnv

__all__ = ["make_env"]


def make_env(
    game: str | AnyGame,
    opponents: Sequence[str | AgentFactory] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    seat: int | Literal["random"] = 0,
    content: Any = None,
    illegal: Literal["terminate", "raise"] = "terminate",
    illegal_reward: float | None = None,
    render_mode: Literal["ansi", "human"] | None = "ansi",
) -> "RailrulesEnv":
    """Return a game as a Gymnasium environment in which one seat learns and `opponents` have the others.

    `game` (an id, or a `Game`), `options` and `content` are those of `new_match`. `opponents` has an entry for each other seat, by ascending
    player: the name of an agent for `make_agent`, or an agent factory, for agents of your own and for parameters
    (``functools.partial(GreedyAgent, samples=8)``); by default they are random and as many as the game's default asks for. A game for one
    player has none: ``[]``. `seat` is the player that learns; ``random`` draws it anew for each game.

    * The observation is ``float32[observer.size]``: the features of the learner's own view, which ``env.observer.features`` lists with name,
      slice, meaning and range.
    * An action is an id of ``game.codec``. ``info["action_mask"]`` is ``int8[num_actions]``, 1 for each legal one, and ``env.action_masks()`` the
      same as bools, as sb3-contrib's MaskablePPO asks for it. After the end it is all 0.
    * The reward is 0 until the end of the game and then the learner's entry of ``game.outcome(state).returns``; ``info`` says then how the game
      ended (``terminations``), and the learner's ``score`` and ``rank``. ``info["seat"]`` is the learner's player.
    * A step is one decision of the learner and all of the others up to the learner's next one.
    * ``env.reset(seed=7)`` deals the very game of ``new_match(..., seed=7)`` against agents with the luck that the arena gives them; without a
      seed one is drawn from ``env.np_random``; ``info["match_seed"]`` tells it. A game that is over before the learner decides is dealt
      again with another seed.
    * ``env.render()`` returns the table as the learner sees it, as text; with `render_mode` ``human`` it is printed.

    An illegal action ends the game: the reward is `illegal_reward` (by default 1 below the worst return of the game: -1 where returns are 0 to
    1), and ``info`` says why under ``illegal``. That is what Gymnasium's checker and algorithms without masks need, who try any id. With
    `illegal` ``raise`` the environment raises `IllegalActionError` instead and stays as it was. An id outside ``0 .. num_actions-1`` raises
    `InvalidActionError` either way.

    The environment has a spec, so ``gymnasium.make(env.spec)`` and ``gymnasium.make_vec(env.spec)`` make more of it. Limits of time are
    Gymnasium's ``TimeLimit``.

    Raises `MissingExtraError` without Gymnasium, `UnknownGameError`, `ConfigError` and the other errors of `new_match`, `UnknownAgentError`,
    `PluginError` for a game without features to observe, `ValueError` for other arguments that are out of bounds.
    """
    module = peer_module("_gymnasium_env", "a Gymnasium environment", "gymnasium", "gymnasium")
    env: RailrulesEnv = module.RailrulesEnv(
        game, opponents, options, seat=seat, content=content, illegal=illegal, illegal_reward=illegal_reward, render_mode=render_mode
    )
    return env
