"""What a game says when it is set up: player counts, options, limits, codec. `Game.__init__` has checked the declarations already."""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from railrules import ActionCodec, AnyGame, Config, ConfigError, ContentError, Limits, RailrulesError, SeededChance
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
    page = game.rules_text()
    for option in info.options:
        if page is not None and f"**{option.rule}**" not in page:
            yield f"the option {option.name} names the rule {option.rule}, which the rules page does not have"
    yield from _content_faults(game)
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
    yield from _first_position_faults(game)


def _first_position_faults(game: AnyGame) -> Iterator[str]:
    """The default setup gives a position, and the rules that are open in it list something that can be gone through."""
    state = game.initial_state(game.config(), SeededChance(0))
    if type(state) is not game.state_type:
        yield f"{type(game).__name__}.initial_state returns {shorten(state)}; expected an object of {game.state_type.__name__}, the state_type"
        return
    for rule in game.book.openings.get(game.book.decision(state), ()):
        found: Any = rule.candidates(state)
        if not isinstance(found, Iterable):
            yield f"{type(rule).__name__}.candidates returns {shorten(found)}; expected actions: yield them, or return a tuple"


def _content_faults(game: AnyGame) -> Iterator[str]:
    """A game with content reads its own file back, and refuses another."""
    name, text = type(game).__name__, game.content_text()
    if text is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "content.toml"
        file.write_text(text, encoding="utf-8")
        if game.with_content(file).content_digest != game.content_digest:
            yield f"{name}.content_text() is not the content that the game has: read back it has another digest"
        file.write_text("surplus = 1\n" + text, encoding="utf-8")
        try:
            game.with_content(file)
        except ContentError:
            return
        yield f"{name}.read_content takes a file with a key too many; expected a ContentError"
