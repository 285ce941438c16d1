"""What an agent is, and the two that do not search."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from railrules import AnyGame, Chance, Config, ConfigError, Game, RailrulesError


class UnknownAgentError(RailrulesError):
    """No agent of this name, or one that does not take these parameters or cannot play this game; the text says what is expected."""


class Agent(Protocol):
    """Who decides for one player.

    An agent that looks at a clock has an attribute `timed` that is true: its games may come out otherwise when they are played again.
    """

    def act(self, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Any:
        """Return one of `legal_actions`, which are not empty. `chance` is the agent's own luck."""
        ...


AgentFactory: TypeAlias = Callable[..., Agent]
"""``make(game, config, **params) -> Agent``."""


def bounded(name: str, value: object, low: int, high: int) -> None:
    """Raise `ConfigError` unless `value` is an integer in these bounds."""
    if type(value) is not int or not low <= value <= high:
        raise ConfigError("bad-option-value", name, value, f"an integer in {low}..{high}")


def evaluates(game: AnyGame) -> bool:
    """Whether a game says how good a view is."""
    return type(game).evaluate is not Game.evaluate


class RandomAgent:
    """Chooses uniformly among the legal actions."""

    def __init__(self, game: AnyGame, config: Config[Any]) -> None:
        pass

    def act(self, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Any:
        """See `Agent.act`."""
        return legal_actions[chance.pick(len(legal_actions))]


class GreedyAgent:
    """Looks one action ahead and takes the one after which ``game.evaluate`` likes its view best.

    What it cannot see it guesses: `samples` times it draws a full state that looks like its view (`Game.determinize`), plays each action there
    and averages the values. Ties are broken by chance.
    """

    def __init__(self, game: AnyGame, config: Config[Any], samples: int = 2) -> None:
        if not evaluates(game):
            raise UnknownAgentError(f"greedy cannot play {game.info.id}: the game offers no evaluation; use random, flat-mc or ismcts")
        bounded("samples", samples, 1, 1000)
        self._game = game
        self._samples = samples

    def act(self, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Any:
        """See `Agent.act`."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        game = self._game
        totals = [0.0] * len(legal_actions)
        for _ in range(self._samples):
            state = game.determinize(view, chance)
            for index, action in enumerate(legal_actions):
                after = game.transition(state, action, chance)
                totals[index] += game.evaluate(game.view(after, view.player))
        best = max(totals)
        choices = [action for action, total in zip(legal_actions, totals, strict=True) if total == best]
        return choices[chance.pick(len(choices))]
