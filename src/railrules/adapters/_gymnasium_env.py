"""The environment behind `railrules.adapters.gymnasium`; imports Gymnasium."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete

from railrules import MAX_SEED, AnyGame, IllegalActionError, Observer, Outcome, PluginError, SeededChance, load
from railrules.adapters._setting import expect, needs_features, setting_of
from railrules.adapters._spaces import mask, observation_box, vector
from railrules.agents import Agent, AgentFactory, make_agent

_DEALS = 1000
"""How many games in a row may be over before the learner decides."""


class RailrulesEnv(gymnasium.Env):
    """One game for one learner; `railrules.adapters.gymnasium.make_env` says what it does."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 - Gymnasium declares it so
    match_seed: int
    """The seed of the game that is being played."""
    seat: int
    """The player that learns in it."""

    def __init__(
        self,
        game: str | AnyGame,
        opponents: Sequence[str | AgentFactory] | None,
        options: Mapping[str, Any] | None,
        *,
        seat: int | str,
        content: Any,
        illegal: str,
        illegal_reward: float | None,
        render_mode: str | None,
    ) -> None:
        if opponents is None:
            info = (load(game) if isinstance(game, str) else game).info
            opponents = ("random",) * (info.default_players - 1)
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            raise TypeError(f"opponents is {opponents!r}; expected a list with an agent for each other seat")
        setting = setting_of(game, len(opponents) + 1, options, content)
        needs_features(setting, "an environment")
        expect("seat", seat, *range(setting.config.players), "random")
        expect("illegal", illegal, "terminate", "raise")
        expect("render_mode", render_mode, "ansi", "human", None)
        info = setting.game.info
        self._setting = setting
        self._opponents = tuple(opponents)
        self._make_agents()  # an unknown name is told now
        self._seat = seat
        self._raises = illegal == "raise"
        self._illegal_reward = float(info.returns_range[0] - 1 if illegal_reward is None else illegal_reward)
        self.render_mode = render_mode
        self.observation_space = observation_box(setting.observer)
        self.action_space = Discrete(setting.codec.num_actions)
        self.spec = EnvSpec(
            f"railrules/{info.id}-v{info.rules_version}",
            entry_point="railrules.adapters.gymnasium:make_env",
            kwargs={
                "game": game,
                "opponents": list(self._opponents),
                "options": None if options is None else dict(options),
                "seat": seat,
                "content": content,
                "illegal": illegal,
                "illegal_reward": illegal_reward,
                "render_mode": render_mode,
            },
        )
        self._state: Any = None
        self._choices: dict[int, Any] = {}

    @property
    def observer(self) -> Observer[Any]:
        """Which feature stands where in an observation: its `features`."""
        return self._setting.observer

    def _make_agents(self) -> list[Agent]:
        """One agent for each opponent, fresh, since agents may remember."""
        game, config = self._setting.game, self._setting.config
        return [make_agent(entry, game, config) if isinstance(entry, str) else entry(game, config) for entry in self._opponents]

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game: that of `seed`, or of one drawn from ``np_random``; `options` are not used."""
        super().reset(seed=seed)
        self.match_seed = self._drawn_seed() if seed is None else index(seed)
        for _ in range(_DEALS):
            self._deal()
            if self._choices:
                return self._observation(), self._info()
            self.match_seed = self._drawn_seed()
        raise PluginError(f"game {self._setting.game.info.id!r} was over {_DEALS} times in a row before player {self.seat} could decide")

    def _drawn_seed(self) -> int:
        return int(self.np_random.integers(MAX_SEED + 1))

    def _deal(self) -> None:
        players = self._setting.config.players
        base = SeededChance(self.match_seed)
        self.seat = base.spawn("seat").pick(players) if isinstance(self._seat, str) else self._seat
        others = [player for player in range(players) if player != self.seat]
        self._agents = dict(zip(others, self._make_agents(), strict=True))
        self._luck = {player: base.spawn(f"agent {player}") for player in others}
        self._chance = base
        self._state = self._setting.game.initial_state(self._setting.config, base)
        self._play_others()

    def _play_others(self) -> None:
        """Let the others decide until the learner does or the game is over."""
        game, state = self._setting.game, self._state
        while (player := game.current_player(state)) is not None and player != self.seat:
            action = self._agents[player].act(game.view(state, player), game.legal_actions(state), self._luck[player])
            rejection = game.validate(state, action)
            if rejection is not None:
                raise IllegalActionError(rejection)
            state = game.transition(state, action, self._chance)
        self._state = state
        self._choices = {} if player is None else self._setting.choices(state)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the action of this id; return observation, reward, whether the game is over, False, and info."""
        if not self._choices:
            raise ResetNeeded("no game is being played; reset() deals one")
        action_id = self._setting.checked_id(action)
        chosen = self._choices.get(action_id)
        if chosen is None:
            return self._refuse(action_id)
        self._state = self._setting.game.transition(self._state, chosen, self._chance)
        self._play_others()
        outcome = self._setting.game.outcome(self._state)
        reward = 0.0 if outcome is None else float(outcome.returns[self.seat])
        return self._observation(), reward, outcome is not None, False, self._info(outcome)

    def _refuse(self, action_id: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        refusal = self._setting.refusal(self._state, action_id)
        if self._raises:
            raise refusal
        self._choices = {}
        return self._observation(), self._illegal_reward, True, False, self._info() | {"illegal": str(refusal)}

    # ---- seeing ------------------------------------------------------------------------------------------------------------------------

    def _observation(self) -> Any:
        return vector(self._setting, self._state, self.seat)

    def _info(self, outcome: Outcome | None = None) -> dict[str, Any]:
        info = {"action_mask": mask(self._setting.codec.num_actions, self._choices), "seat": self.seat, "match_seed": self.match_seed}
        if outcome is not None:
            info.update(terminations=outcome.terminations, score=outcome.scores[self.seat], rank=outcome.ranking[self.seat], lost=outcome.lost)
        return info

    def action_masks(self) -> Any:
        """Return the legal actions as an array of bools, one per id: what sb3-contrib asks an environment for."""
        return mask(self._setting.codec.num_actions, self._choices).view(np.bool_)

    def render(self) -> str | None:
        """Return the table as the learner sees it, or print it, as `render_mode` says."""
        if self._state is None:
            raise ResetNeeded("nothing to show before reset()")
        if self.render_mode is None:
            return None
        game = self._setting.game
        text = game.describe(game.view(self._state, self.seat))
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - the mode is for a person
        return None
