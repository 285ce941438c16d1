"""Playouts: random games that a property can look at step by step, and that shrink.

A `Playout` is a setup, a seed, an optional stop and a few edits. Chance and the choice of actions both come from the seed, so a playout of a
hundred moves is still a handful of numbers: it reaches the end of long games, and a failing one is cut and simplified number by number.
"""

import json
from collections.abc import Iterator
from typing import Any

import attrs

from railrules import AnyGame, Chance, Config, ConfigError, RecordingChance, SeededChance
from railrules.testing._breach import Breach, shorten

MAX_EDITS = 8
UNBOUNDED = 50_000
"""How many moves a game may take that promises no bound: Station Manager over 20 rounds without a limit of idle turns has needed 11,533."""


@attrs.frozen
class Playout:
    """A random game, written down in a few numbers.

    `options` are pairs of name and value, those left out have their defaults. After `stop` moves the game is left; None plays it out. Each of
    `edits` is a pair (move, choice): at that move the legal action with that number is taken, modulo their count, whatever the seed says.
    """

    players: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    stop: int | None = None
    edits: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> str:
        """Return the one-line form that `railrules check --playout` takes."""
        return json.dumps(attrs.asdict(self) | {"options": dict(self.options)}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Playout":
        """Return what `to_json` wrote; raises `ValueError`."""
        try:
            data = json.loads(text)
            known = {field.name for field in attrs.fields(cls)}
            if type(data) is not dict or not {"players"} <= set(data) <= known:
                raise ValueError(f"expected an object with players and some of {', '.join(sorted(known - {'players'}))}")
            playout = cls(
                _int(data["players"]),
                tuple(dict(data.get("options", {})).items()),
                _int(data.get("seed", 0)),
                None if data.get("stop") is None else _int(data["stop"]),
                tuple((_int(move), _int(choice)) for move, choice in data.get("edits", ())),
            )
            SeededChance(playout.seed)
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"{text!r} is no playout: {error}") from None
        return playout


def _int(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"expected an int, found {value!r}")
    return value


@attrs.frozen
class Step:
    """One move of a playout: the position, who acted, what could be done, what was done, and what came of it."""

    index: int
    before: Any
    player: int
    legal: tuple[Any, ...]
    action: Any
    after: Any
    events: tuple[Any, ...]
    picks: tuple[Any, ...]


class Play:
    """A playout as it is played: what a property looks at.

    Iterating goes through the steps done and then plays on. `at` is the number of moves made where the iteration stands, which tells where a
    fault lies. Nothing is checked here but that the game can be played at all.
    """

    def __init__(self, game: AnyGame, playout: Playout, longest: int | None = None) -> None:
        self.game = game
        self.playout = playout
        self.config: Config[Any] = game.config(playout.players, **dict(playout.options))
        self.steps: list[Step] = []
        self.at = 0
        bound = game.limits(self.config).actions
        self.bound = UNBOUNDED if bound is None else bound
        self._longest = self.bound if longest is None else min(self.bound, longest)
        self._chance = SeededChance(playout.seed)
        setup, log = RecordingChance(self._chance), []  # type: ignore[var-annotated]
        self.initial: Any = game.initial_state(self.config, setup, log)
        _demand_state(game, "initial_state", self.initial)
        self.setup_events: tuple[Any, ...] = tuple(log)
        self.setup_picks = tuple(setup.picks)
        self._taste = _Taste(self.luck("actions"), kinds=playout.seed % 2 == 1)
        self._edits = dict(playout.edits)

    def luck(self, purpose: str) -> SeededChance:
        """Return chance for the purposes of a check, which moves nothing in the game."""
        return SeededChance(self.playout.seed).spawn(purpose)

    @property
    def state(self) -> Any:
        """The position reached."""
        return self.steps[-1].after if self.steps else self.initial

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """The players, and None for the spectator."""
        return (*range(self.config.players), None)

    def states(self) -> Iterator[Any]:
        """Yield all positions, the first one and those after each step, playing on as far as needed."""
        self.at = 0
        yield self.initial
        for step in self:
            yield step.after

    def __iter__(self) -> Iterator[Step]:
        for known in self.steps:
            self.at = known.index + 1
            yield known
        while (step := self._next()) is not None:
            self.steps.append(step)
            self.at = step.index + 1
            yield step

    def finish(self) -> "Play":
        """Play to the end, or where the playout stops."""
        for _ in self:
            pass
        return self

    def _next(self) -> Step | None:
        index, state, game = len(self.steps), self.state, self.game
        if index >= self._longest or index == self.playout.stop:
            return None
        player = game.current_player(state)
        if player is None:
            return None
        legal = game.legal_actions(state)
        if not legal:
            return None  # a game that gets stuck; a property says so
        choice = self._edits.get(index)
        action = self._taste.choose(legal) if choice is None else legal[choice % len(legal)]
        recording, log = RecordingChance(self._chance), []  # type: ignore[var-annotated]
        after = game.transition(state, action, recording, log)
        _demand_state(game, f"the transition of {type(action).__name__}", after)
        return Step(index, state, player, legal, action, after, tuple(log), tuple(recording.picks))


def _demand_state(game: AnyGame, what: str, found: Any) -> None:
    if type(found) is not game.state_type:
        raise Breach(f"{what} returns {shorten(found)}; expected an object of {game.state_type.__name__}, the state_type")


class _Taste:
    """How actions are chosen: uniformly, or so that some kinds of action are met far more often than others.

    Uniform play draws for ever where one action among many ends a round; a taste for kinds leads there, and away from there, quickly.
    """

    def __init__(self, chance: Chance, *, kinds: bool) -> None:
        self._chance = chance
        self._weights: dict[type, int] | None = {} if kinds else None

    def choose(self, legal: tuple[Any, ...]) -> Any:
        chance = self._chance
        if self._weights is None:
            return legal[chance.pick(len(legal))]
        kinds = list(dict.fromkeys(map(type, legal)))
        for kind in kinds:
            if kind not in self._weights:
                self._weights[kind] = (1, 3, 9, 27)[chance.pick(4)]
        pick = chance.pick(sum(self._weights[kind] for kind in kinds))
        kind = kinds[0]
        for kind in kinds:
            pick -= self._weights[kind]
            if pick < 0:
                break
        of_kind = [action for action in legal if type(action) is kind]
        return of_kind[chance.pick(len(of_kind))]


def play(game: AnyGame, playout: Playout, longest: int | None = None) -> Play:
    """Return the play of `playout`, not begun but for its setup; raises `ConfigError` if the game does not take the setup."""
    return Play(game, playout, longest)


def is_possible(game: AnyGame, playout: Playout) -> bool:
    """Return whether the game takes the setup; options may exclude each other."""
    try:
        game.config(playout.players, **dict(playout.options))
    except ConfigError:
        return False
    return True
