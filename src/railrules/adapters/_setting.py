"""What all adapters need of a game: one configuration of it, its action ids and its feature vector. No peer is imported here."""

from collections.abc import Mapping
from importlib import import_module
from operator import index
from typing import Any

import attrs

from railrules import (
    ActionCodec,
    AnyGame,
    Config,
    GameOverError,
    IllegalActionError,
    InvalidActionError,
    MissingExtraError,
    Observer,
    PluginError,
    new_match,
)


@attrs.frozen(eq=False)
class Setting:
    """A game as it is played here: rules, configuration, numbers of actions, numbers of views."""

    game: AnyGame
    config: Config[Any]
    codec: ActionCodec[Any]
    observer: Observer[Any]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as game and configuration: codecs and observers are made of functions that do not pickle."""
        return setting_for, (self.game, self.config)

    def choices(self, state: Any) -> dict[int, Any]:
        """Return the legal actions by their ids, ascending; empty when the game is over."""
        encode = self.codec.encode
        return {encode(state, action): action for action in self.game.legal_actions(state)}

    def refusal(self, state: Any, action_id: int) -> InvalidActionError | IllegalActionError:
        """Return why an id that is none of `choices` is refused: it names nothing here, or the rules say no."""
        try:
            action = self.codec.decode(state, action_id)
        except InvalidActionError as error:
            return error
        rejection = self.game.validate(state, action)
        if rejection is None:
            raise PluginError(f"game {self.game.info.id!r} is broken: it accepts {action!r}, which it does not list")
        return GameOverError(rejection) if rejection.code == "game-over" else IllegalActionError(rejection)

    def checked_id(self, action_id: object) -> int:
        """Return an id as a plain int, numpy's ints too; raises `InvalidActionError` unless it is in ``0 .. num_actions-1``."""
        try:
            number: object = index(action_id)  # type: ignore[arg-type]  # it may be anything, and says so itself
        except TypeError:
            number = action_id
        self.codec.check_id(number)
        assert isinstance(number, int)  # or it would have been refused
        return number


def setting_of(game: str | AnyGame, players: int | None, options: Mapping[str, Any] | None, content: Any) -> Setting:
    """Return the setting of a game, given by id or as a `Game`; what is wrong with it is told as `new_match` tells it."""
    match = new_match(game, players, 0, options, content)
    return setting_for(match.game, match.config)


def setting_for(game: AnyGame, config: Config[Any]) -> Setting:
    """Return the setting of a game with a configuration that was checked."""
    return Setting(game, config, game.codec(config), game.observer(config))


def needs_features(setting: Setting, what: str) -> None:
    """Raise `PluginError` for a game whose observer shows nothing, which leaves `what` nothing to give."""
    if not setting.observer.size:
        raise PluginError(f"game {setting.game.info.id!r} describes no features (Game.observer), so {what} would have nothing to observe")


def expect(name: str, value: object, *expected: object) -> None:
    """Raise `ValueError` naming the argument unless `value` is among the expected ones."""
    if not any(value is word or (type(value) is type(word) and value == word) for word in expected):
        raise ValueError(f"{name} = {value!r}; expected {' or '.join(map(repr, expected))}")


def peer_module(module: str, what: str, library: str, extra: str) -> Any:
    """Return the private module of an adapter, which imports its peer; raises `MissingExtraError` where the peer is not installed.

    An import that fails for another reason - the peer is there and broken - is told as it is.
    """
    try:
        return import_module(f"railrules.adapters.{module}")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] in {"gymnasium", "numpy", "pettingzoo", "pyspiel"}:
            raise MissingExtraError(what, library, extra) from None
        raise
