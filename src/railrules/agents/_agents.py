"""The agents that come with railrules, and how they are found by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from railrules import AnyGame, Chance, Config, Game, RailrulesError


class UnknownAgentError(RailrulesError):
    """No agent of this name, or one that cannot play this game; the text lists the names."""


class Agent(Protocol):
    """Who decides for one player."""

    def act(self, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Any:
        """Return one of `legal_actions`, which are not empty. `chance` is the agent's own luck."""
        ...


AgentFactory: TypeAlias = Callable[..., Agent]
"""``make(game, config, **params) -> Agent``."""


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
        if type(game).evaluate is Game.evaluate:
            raise UnknownAgentError(f"greedy cannot play {game.info.id}: the game offers no evaluation; use random")
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


AGENTS: Mapping[str, AgentFactory] = {"random": RandomAgent, "greedy": GreedyAgent}
"""The agents that come with railrules, by name."""


def make_agent(name: str, game: AnyGame, config: Config[Any], **params: Any) -> Agent:
    """Return a fresh agent by name, made with `params`; raises `UnknownAgentError`."""
    factory = AGENTS.get(name)
    if factory is None:
        raise UnknownAgentError(f"no agent {name!r}; expected one of: {', '.join(AGENTS)}")
    return factory(game, config, **params)
