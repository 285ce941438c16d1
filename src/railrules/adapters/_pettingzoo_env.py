"""The environment behind `railrules.adapters.pettingzoo`; imports PettingZoo."""

from collections.abc import Mapping
from operator import index
from secrets import randbelow
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from railrules import MAX_SEED, AnyGame, Observer, SeededChance
from railrules.adapters._setting import expect, needs_features, setting_of
from railrules.adapters._spaces import mask, observation_box, vector

_AFTER_RESET = frozenset({"agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "match_seed", "_state"})


class RailrulesAECEnv(AECEnv):
    """One game as an AEC environment; `railrules.adapters.pettingzoo.make_env` says what it does.

    Wrappers of PettingZoo go around it as around any other; it needs none, as it looks after illegal actions and the order of calls itself.
    """

    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    match_seed: int
    """The seed of the game that is being played."""

    def __init__(
        self,
        game: str | AnyGame,
        players: int | None,
        options: Mapping[str, Any] | None,
        *,
        content: Any,
        illegal: str,
        illegal_reward: float | None,
        max_cycles: int | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        setting = setting_of(game, players, options, content)
        needs_features(setting, "an environment")
        expect("illegal", illegal, "terminate", "raise")
        expect("render_mode", render_mode, "ansi", "human", None)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles = {max_cycles!r}; expected an int >= 1, or None")
        info = setting.game.info
        self.metadata = {
            "name": f"railrules_{info.id.replace('-', '_')}_v{info.rules_version}",
            "render_modes": ["ansi", "human"],
            "render_fps": 1,
            "is_parallelizable": False,  # one agent acts at a time, and not each as often as the others
        }
        self.render_mode = render_mode
        self._setting = setting
        self._raises = illegal == "raise"
        self._illegal_reward = info.returns_range[0] - 1 if illegal_reward is None else float(illegal_reward)
        self._max_cycles = max_cycles
        self.possible_agents = [f"player_{player}" for player in range(setting.config.players)]
        self._player = {agent: player for player, agent in enumerate(self.possible_agents)}
        box, size = observation_box(setting.observer), setting.codec.num_actions
        # A space each: a space has a generator of its own, which users seed by agent.
        self.observation_spaces = {
            agent: Dict({"observation": Box(box.low, box.high, dtype=np.float32), "action_mask": Box(0, 1, (size,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self.state_space = Box(np.tile(box.low, len(self.possible_agents)), np.tile(box.high, len(self.possible_agents)), dtype=np.float32)
        self._next_seeds: SeededChance | None = None

    def __getattr__(self, name: str) -> Any:
        """Say of what is missing before the first `reset` that it is missing before the first `reset`."""
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} is not there before reset()")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def observer(self) -> Observer[Any]:
        """Which feature stands where in an observation: its `features`."""
        return self._setting.observer

    # ---- spaces ------------------------------------------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of `agent`, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of `agent`, the same object every time."""
        return self.action_spaces[agent]

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: that of `seed`, or of a seed that follows from the last one; `options` are not used."""
        if seed is not None:
            self.match_seed = index(seed)  # numpy's ints too
            self._next_seeds = SeededChance(self.match_seed).spawn("next seeds")
        else:
            if self._next_seeds is None:
                self._next_seeds = SeededChance(randbelow(MAX_SEED + 1))
            self.match_seed = self._next_seeds.pick(MAX_SEED + 1)
        self._chance = SeededChance(self.match_seed)
        self._state = self._setting.game.initial_state(self._setting.config, self._chance)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._arrive()

    def _arrive(self) -> None:
        """Say who acts now, or that the game is over."""
        game = self._setting.game
        self._choices: dict[int, Any] | None = None  # listed when somebody asks
        player = game.current_player(self._state)
        if player is not None:
            self.agent_selection = self.possible_agents[player]
            return
        outcome = game.outcome(self._state)
        assert outcome is not None  # a game in which nobody acts is over, as the conformance kit promises
        self._end(outcome.returns, self.terminations)
        for player, agent in enumerate(self.possible_agents):
            self.infos[agent].update(terminations=outcome.terminations, score=outcome.scores[player], rank=outcome.ranking[player], lost=outcome.lost)

    def _end(self, rewards: tuple[float, ...], ended: dict[str, bool]) -> None:
        """End the play for all agents, who are each taken once more, to learn of it."""
        ended.update(dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _legal(self) -> dict[int, Any]:
        if self._choices is None:
            self._choices = self._setting.choices(self._state)
        return self._choices

    def step(self, action: Any) -> None:
        """Play the action of this id for the agent who acts; for one whose game is over `action` must be None."""
        if not self.agents:
            raise ValueError("the game is over and every agent was told; reset() deals a new one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._legal().get(action) if type(action) is int else self._legal().get(self._setting.checked_id(action))
        if chosen is None:
            self._refuse(agent, self._setting.checked_id(action))
            return
        # Rewards need no clearing: until the end there are none.
        self._state = self._setting.game.transition(self._state, chosen, self._chance)
        self._cycles += 1
        self._arrive()
        if self._cycles == self._max_cycles and not self.terminations[agent]:
            self._end((0.0,) * len(self.agents), self.truncations)

    def _refuse(self, agent: str, action_id: int) -> None:
        refusal = self._setting.refusal(self._state, action_id)
        if self._raises:
            raise refusal
        self._end(tuple([self._illegal_reward if other == agent else 0.0 for other in self.agents]), self.terminations)
        for info in self.infos.values():
            info["illegal"] = f"{agent}: {refusal}"

    # ---- seeing ------------------------------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what `agent` sees now, and what it may do if it acts."""
        acts = agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent])
        return {
            "observation": vector(self._setting, self._state, self._player[agent]),
            "action_mask": mask(self._setting.codec.num_actions, self._legal() if acts else ()),
        }

    def state(self) -> Any:
        """Return the observation vectors of all players, one after the other."""
        return np.concatenate([vector(self._setting, self._state, player) for player in range(len(self.possible_agents))])

    def render(self) -> str | None:
        """Return the table as who acts sees it (a spectator, when the game is over), or print it, as `render_mode` says."""
        game = self._setting.game
        if self.render_mode is None:
            return None
        text = game.describe(game.view(self._state, game.current_player(self._state)), self.possible_agents)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - the mode is for a person
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
