"""The games and states behind `railrules.adapters.openspiel`; imports OpenSpiel."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import numpy as np
import pyspiel

from railrules import AnyGame, ChanceNeeded, PluginError, SeededChance, SuspendingChance, UnknownGameError, digest, load
from railrules.adapters._setting import Setting, setting_for, setting_of

MAX_TENSOR = 2**16
"""How many numbers an information state tensor has at most."""
NO_BOUND = 10**9
"""What stands for a length that is not bounded: OpenSpiel wants a number, and adds two of these in 32 bits."""

_Step = tuple[Any, tuple[int, ...]]
"""An action (None: the deal) and the answers of chance to the questions of its step."""


class Node:
    """One point of a play: a step from `base`, by `action`, with `answers` of chance; or a position that was guessed.

    Either `state` is the position that the step leads to, or `question` says what chance is asked next: weights and labels. A node is never
    changed, so states share it and copying one is free. What players are told of a step is worked out when somebody asks, by taking the step
    again with a log: search that looks at no information state pays nothing for it.
    """

    __slots__ = ("_choices", "_events", "_told", "action", "answers", "base", "guessed", "question", "setting", "state")

    def __init__(self, setting: Setting, base: "Node | None", action: Any, answers: tuple[int, ...]) -> None:
        self.setting = setting
        self.base = base
        self.action = action
        self.answers = answers
        self.guessed = False
        self.state: Any = None
        self.question: tuple[tuple[int, ...], tuple[int | str, ...]] | None = None
        self._choices: dict[int, Any] | None = None
        self._events: tuple[Any, ...] | None = None
        self._told: dict[int | None, tuple[str, ...]] = {}
        try:
            self.state = self._taken(None)
        except ChanceNeeded as needed:
            self.question = needed.weights, needed.labels

    @classmethod
    def from_guess(cls, setting: Setting, state: Any, told: Mapping[int | None, tuple[str, ...]]) -> "Node":
        """Return a node without a past but what each viewer was told of it."""
        node = cls.__new__(cls)
        node.setting, node.base, node.action, node.answers, node.guessed = setting, None, None, (), True
        node.state, node.question, node._choices, node._events, node._told = state, None, None, None, dict(told)
        return node

    def _taken(self, log: list[Any] | None) -> Any:
        """The position after the step."""
        game, chance = self.setting.game, SuspendingChance(self.answers)
        if self.base is None:
            return game.initial_state(self.setting.config, chance, log)
        return game.transition(self.base.state, self.action, chance, log)

    # ---- copies ------------------------------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the first node and the steps from it: nodes within nodes would be deeper than pickle goes."""
        steps: list[_Step] = []
        node = self
        while node.base is not None:
            steps.append((node.action, node.answers))
            node = node.base
        guess = (node.state, node._told) if node.guessed else None
        return _replayed, (self.setting, guess, node.answers, steps[::-1])

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> "Node | None":
        """The node whose position is on the table: while chance decides the one before the step, None before the deal."""
        return self if self.question is None else self.base

    @property
    def player(self) -> int:
        """Who decides, as OpenSpiel numbers it."""
        if self.question is not None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.setting.game.current_player(self.state)
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    @property
    def choices(self) -> dict[int, Any]:
        """The legal actions by id."""
        if self._choices is None:
            self._choices = self.setting.choices(self.state)
        return self._choices

    def after(self, action_id: int) -> "Node":
        """Return the node after this action or, while chance decides, this answer."""
        if self.question is not None:
            return Node(self.setting, self.base, self.action, (*self.answers, action_id))
        action = self.choices.get(action_id)
        if action is None:
            raise self.setting.refusal(self.state, self.setting.checked_id(action_id))
        return Node(self.setting, self, action, ())

    # ---- what players know -------------------------------------------------------------------------------------------------------------

    def _told_here(self, viewer: int | None) -> tuple[str, ...]:
        """The lines that this step adds to what `viewer` (None: a spectator) was told."""
        told = self._told.get(viewer)
        if told is None:
            game = self.setting.game
            lines = []
            if self.base is not None and viewer is not None and game.current_player(self.base.state) == viewer:
                lines.append(f"> {digest(game.view(self.base.state, viewer), 8)} {_json(game.dump(self.action))}")
            if self.question is None:
                if self._events is None:
                    log: list[Any] = []
                    self._taken(log)
                    self._events = tuple(log)
                lines += [_json(game.dump(seen)) for event in self._events if (seen := game.view_event(event, viewer)) is not None]
            told = self._told[viewer] = tuple(lines)
        return told

    def told(self, viewer: int | None) -> list[str]:
        """Return all that `viewer` was told up to here, a line for each event and each own action."""
        steps = []
        node: Node | None = self
        while node is not None:
            steps.append(node._told_here(viewer))
            node = node.base
        return [line for step in reversed(steps) for line in step]

    def information(self, player: int) -> str:
        """Return the information state: what the player was told, and a digest of the present view."""
        lines = self.told(player)
        if self.position is not None:
            lines.append(f"= {digest(self.setting.game.view(self.position.state, player), 8)}")
        return "\n".join(lines)

    def guess(self, player: int, luck: SeededChance) -> "Node":
        """Return a node that `player` could as well be at.

        The others are told there what a spectator was told of the true play, and then what they see of the guess.
        """
        game = self.setting.game
        state = game.determinize(game.view(self.state, player), luck)
        public = tuple(self.told(None))
        told: dict[int | None, tuple[str, ...]] = {None: public, player: tuple(self.told(player))}
        for other in range(self.setting.config.players):
            if other != player:
                told[other] = (*public, f"= {digest(game.view(state, other), 8)}")
        return Node.from_guess(self.setting, state, told)

    def decisions(self, player: int) -> list[tuple[Any, int]]:
        """Return the positions at which `player` decided up to here, and the ids of the actions chosen."""
        found = []
        node = self
        while node.base is not None:
            state = node.base.state
            if self.setting.game.current_player(state) == player:
                found.append((state, self.setting.codec.encode(state, node.action)))
            node = node.base
        return found[::-1]


def _json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _replayed(setting: Setting, guess: Any, dealt: tuple[int, ...], steps: Sequence[_Step]) -> Node:
    """The node after these steps from a guess or a deal."""
    node = Node(setting, None, None, dealt) if guess is None else Node.from_guess(setting, *guess)
    for action, answers in steps:
        node = Node(setting, node, action, answers)
    return node


# ---- OpenSpiel's classes ---------------------------------------------------------------------------------------------------------------


class RailrulesState(pyspiel.State):
    """A point of a play, as OpenSpiel asks for it; `railrules.adapters.openspiel.load_game` says what it answers."""

    def __init__(self, game: "RailrulesGame") -> None:
        super().__init__(game)
        self._node = game.start  # the only attribute: OpenSpiel copies and pickles all that there are

    @property
    def position(self) -> Any:
        """The state of railrules that is on the table, None before the deal; while chance decides the one before the step."""
        node = self._node.position
        return None if node is None else node.state

    def current_player(self) -> int:
        """Return who decides: a player, chance, or nobody any more."""
        return self._node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._node.player == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._node.choices)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the answers to the present question and their probabilities."""
        assert self._node.question is not None  # OpenSpiel asks at chance nodes only
        weights, _ = self._node.question
        total = sum(weights)
        return [(answer, weight / total) for answer, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self._node = self._node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self._node
        if player == pyspiel.PlayerId.CHANCE:
            assert node.question is not None  # as above
            return f"{node.question[1][action]}"
        game = node.setting.game
        chosen = node.choices.get(action)
        if chosen is None:
            chosen = node.setting.codec.decode(node.state, action)
        return game.action_to_str(game.view(node.state, player), chosen)

    def returns(self) -> list[float]:
        """Return the utility of each player: 0 until the end."""
        node = self._node
        outcome = None if node.question is not None else node.setting.game.outcome(node.state)
        return [0.0] * node.setting.config.players if outcome is None else [float(value) for value in outcome.returns]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RailrulesState":
        """Return a state that `player` could as well be in, drawn by `sampler`, which gives numbers of 0 to 1."""
        node = self._node
        if node.question is not None:
            raise ValueError("while chance decides there is no information state to resample; at decisions there is")
        state: RailrulesState = self.get_game().new_initial_state()
        state._node = node.guess(player, SeededChance(int(sampler() * 2**53)))
        return state

    def __str__(self) -> str:
        """The table as who acts sees it, and a digest of all of the position."""
        node, place = self._node, self._node.position
        if place is None:
            return f"the deal, after {list(node.answers)}"
        game = node.setting.game
        text = game.describe(game.view(place.state, game.current_player(place.state)))
        if node.question is not None:
            text += f"\n{node.action!r}, after {list(node.answers)}"
        return f"{text}\nposition {digest(place.state, 8)}"


class Eyes:
    """What a player sees of a state, by OpenSpiel's interface for observers: `tensor`, its named pieces in `dict`, and strings."""

    def __init__(self, setting: Setting, recall: bool, rows: int | None) -> None:
        """With `recall` the information state is seen, its tensor in so many rows (None: there is no tensor), else the observation."""
        self._setting = setting
        self._recall = recall
        size = setting.observer.size
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if not size or (recall and rows is None):
            return
        if recall:
            assert rows is not None
            width = size + setting.codec.num_actions
            self.tensor = np.zeros(rows * width + size, np.float32)
            self.dict["decisions"] = self.tensor[: rows * width].reshape(rows, width)
            self.dict["now"] = self.tensor[rows * width :]
        else:
            self.tensor = np.zeros(size, np.float32)
            for feature in setting.observer.features:
                # OpenSpiel copies piece by piece, so a second feature of one name needs another.
                name = feature.name if feature.name not in self.dict else f"{feature.name}@{feature.start}"
                self.dict[name] = self.tensor[feature.start : feature.stop]

    def set_from(self, state: RailrulesState, player: int) -> None:
        """Fill `tensor` with what `player` sees."""
        self.tensor.fill(0)
        node = state._node
        place = node.position
        if place is None:
            return
        if not self._recall:
            self.tensor[:] = self._seen(place.state, player)
            return
        size = self._setting.observer.size
        for row, (decided, action_id) in zip(self.dict["decisions"], node.decisions(player), strict=False):
            row[:size] = self._seen(decided, player)
            row[size + action_id] = 1
        self.dict["now"][:] = self._seen(place.state, player)

    def _seen(self, state: Any, player: int) -> Any:
        return np.frombuffer(self._setting.observer.encode(self._setting.game.view(state, player)), np.float32)

    def string_from(self, state: RailrulesState, player: int) -> str:
        """Return what `player` sees, as text."""
        node = state._node
        if self._recall:
            return node.information(player)
        game, place = self._setting.game, node.position
        return "" if place is None else _json(game.dump(game.view(place.state, player)))


class RailrulesGame(pyspiel.Game):
    """One configuration of a game, as OpenSpiel asks for it. Made by `railrules.adapters.openspiel.load_game`."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Make the game that `parameters` describe, as OpenSpiel's loader hands them over; see `_PARAMETERS`."""
        game = _game_named(parameters["game"])
        options = _read_options(game, parameters["options"])
        setting = setting_for(game, game.config(parameters["players"] or None, **options))
        limits = game.limits(setting.config)
        low, high = game.info.returns_range
        utility_sum = parameters["utility_sum"] if parameters["constant_sum"] else None
        self._rows = _rows(setting)
        self._start: Node | None = None
        self.setting = setting
        super().__init__(
            _type_of(setting, utility_sum, remembers=self._rows is not None),
            pyspiel.GameInfo(
                num_distinct_actions=setting.codec.num_actions,
                max_chance_outcomes=0 if game.info.chance == "none" else limits.chance_outcomes,
                num_players=setting.config.players,
                min_utility=low,
                max_utility=high,
                utility_sum=utility_sum,
                max_game_length=NO_BOUND if limits.actions is None else limits.actions,
            ),
            dict(parameters),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the text that loads it: OpenSpiel's own way brings back a game without the attributes of this class."""
        return pyspiel.load_game, (str(self),)

    @property
    def start(self) -> Node:
        """The node before the deal, or after it where nothing is left to chance."""
        if self._start is None:
            self._start = Node(self.setting, None, None, ())
        return self._start

    def new_initial_state(self) -> RailrulesState:
        """Return the state before the deal."""
        return RailrulesState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number that no play reaches: games promise no bound, and OpenSpiel's own guess would be one."""
        return 0 if self.setting.game.info.chance == "none" else NO_BOUND

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Eyes:
        """Return an observer of one player's view or, with perfect recall, information state; raises `ValueError` for other kinds."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        if iig_obs_type is not None and not (iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            raise ValueError("only what one player knows can be observed, public and private: a view is not divided")
        if params:
            raise ValueError(f"observers take no parameters, found {params}")
        return Eyes(self.setting, recall, self._rows)


def _rows(setting: Setting) -> int | None:
    """How many decisions an information state tensor has room for, None where it would be too large, or nothing is seen."""
    most = setting.game.limits(setting.config).actions
    width = setting.observer.size + setting.codec.num_actions
    return most if most is not None and setting.observer.size and (most + 1) * width <= MAX_TENSOR else None


def _type_of(setting: Setting, utility_sum: float | None, remembers: bool) -> Any:
    """What OpenSpiel is told of one configuration."""
    info, kind = setting.game.info, pyspiel.GameType
    constant = kind.Utility.CONSTANT_SUM if utility_sum else kind.Utility.ZERO_SUM
    return kind(
        short_name=NAME,
        long_name=info.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC if info.chance == "none" else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if info.information == "perfect" else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if utility_sum is None else constant,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=info.max_players,
        min_num_players=info.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=remembers,
        provides_observation_string=True,
        provides_observation_tensor=setting.observer.size > 0,
        parameter_specification=_PARAMETERS,
        default_loadable=False,
    )


# ---- names and parameters --------------------------------------------------------------------------------------------------------------

NAME = "railrules"
"""What OpenSpiel calls the games of this library, all of them: ``railrules(game=station-manager,players=3)``."""

_PARAMETERS = {"game": "", "players": 0, "options": "", "constant_sum": False, "utility_sum": 0.0}
"""The parameters with their defaults: 0 players are as many as the game prefers; the sum of utilities counts where it is said to be constant."""

_given: dict[str, AnyGame] = {}
"""Games that are not installed, or have other content, under the names that OpenSpiel has for them."""


def load_game(game: str | AnyGame, players: int | None, options: Mapping[str, Any] | None, content: Any, utility_sum: float | None) -> RailrulesGame:
    """Return the game as OpenSpiel's loader makes it; see `railrules.adapters.openspiel.load_game`."""
    setting = setting_of(game, players, options, content)
    parameters = {
        "game": _name_of(setting.game),
        "players": setting.config.players,
        "options": _options_text(setting),
        "constant_sum": utility_sum is not None,
        "utility_sum": float(utility_sum or 0.0),
    }
    loaded: RailrulesGame = pyspiel.load_game(NAME, parameters)
    return loaded


def _name_of(game: AnyGame) -> str:
    """The id of an installed game with its own content; of another game its id with a number, under which it is kept."""

    def same(other: AnyGame) -> bool:
        return type(other) is type(game) and other.content_digest == game.content_digest

    with suppress(UnknownGameError, PluginError):
        if same(load(game.info.id)):
            return game.info.id
    for number in count(1):
        name = f"{game.info.id}#{number}"
        if same(_given.setdefault(name, game)):
            return name
    raise AssertionError("numbers do not end")


def _game_named(name: str) -> AnyGame:
    return _given[name] if name in _given else load(name)


def _options_text(setting: Setting) -> str:
    """The options that are not at their default, as OpenSpiel can write them between commas and brackets: ``rounds:2;claims:False``."""
    chosen = [(option.name, getattr(setting.config.options, option.name), option.default) for option in setting.game.info.options]
    return ";".join(f"{name}:{value}" for name, value, default in chosen if value != default or type(value) is not type(default))


def _read_options(game: AnyGame, text: str) -> dict[str, Any]:
    """What `_options_text` wrote."""
    found: dict[str, Any] = {}
    bounds = {option.name: option.bounds for option in game.info.options}
    for entry in text.split(";") if text else ():
        name, _, word = entry.partition(":")
        value: Any = word
        if name in bounds and word not in bounds[name].words:
            value = {"True": True, "False": False}.get(word, word)
            if bounds[name].low is not None and word.removeprefix("-").isdecimal():
                value = int(word)
        found[name] = value
    return found


# OpenSpiel keeps what it is given here beyond the end of Python, when nothing can be freed any more: it must be a class, which lives on in its
# own circles of references; a function or a `partial` would be freed then, and the process would end in an abort.
pyspiel.register_game(
    pyspiel.GameType(
        short_name=NAME,
        long_name="Games of railrules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=100,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        default_loadable=False,
    ),
    RailrulesGame,
)
