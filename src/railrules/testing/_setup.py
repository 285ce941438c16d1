"""What a game says when it is set up: player counts, options, limits, codec. `Game.__init__` has checked the declarations already."""

from collections.abc import Iterator
from typing import Any

from railrules import ActionCodec, AnyGame, Config, ConfigError, Limits, RailrulesError
from railrules.testing._breach import Breach, shorten


def check_setup(game: AnyGame) -> None:
    """Raise `Breach` for the first thing that is wrong."""
    for fault in _setup_faults(game):
        raise Breach(fault)


def _setup_faults(game: AnyGame) -> Iterator[str]:
    name, info = type(game).__name__, game.info
    wrong: tuple[Any, ...] = (info.min_players - 1, info.max_players + 1, str(info.min_players), True)
    for players in wrong:
        try:
            game.config(players)
        except ConfigError:
            continue
        yield f"{name}.config({players!r}) is accepted; expected a ConfigError outside {info.min_players}..{info.max_players}"
    for players in range(info.min_players, info.max_players + 1):
        try:
            config = game.config(players)
        except RailrulesError as error:
            yield f"{name}.config({players}) with default options raises {type(error).__name__}: {error}"
            continue
        if not isinstance(config, Config):
            yield f"{name}.config({players}) is {shorten(config)}; expected a railrules.Config"
        limits: Any = game.limits(config)
        if not isinstance(limits, Limits) or any(type(bound) is not int or bound < 1 for bound in (limits.actions or 1, limits.chance_outcomes)):
            yield f"{name}.limits is {shorten(limits)}; expected a railrules.Limits of ints >= 1"
        codec: Any = game.codec(config)
        if not isinstance(codec, ActionCodec) or type(codec.num_actions) is not int or codec.num_actions < 1:
            yield f"{name}.codec is {shorten(codec)}; expected a railrules.ActionCodec with at least one id"
