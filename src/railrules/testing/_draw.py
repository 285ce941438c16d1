"""Which playouts are tried, and how one that fails is simplified.

The playouts are drawn evenly: player counts in turn, every third one with default options, the others with each option changed by even chance, bounds
more often than what lies between. A search that prefers simple cases would try the same few over and over, and games break at the edges.
"""

from collections.abc import Iterator
from typing import Any

from railrules import AnyGame, Option, SeededChance
from railrules.testing._playout import MAX_EDITS, Playout, is_possible

SEEDS = 2**32
STOPS = 200
"""Half of the playouts stop after fewer moves than this, the others are played to the end."""

TRIES = 20
RESTARTS = 12
"""With how many seeds a shorter game is looked for."""


def drawn(game: AnyGame, seed: int, purpose: str, index: int) -> Playout:
    """Return playout number `index` of a search; other purposes get others."""
    info = game.info
    chance = SeededChance(seed).spawn(f"{purpose} {index}")
    players = info.min_players + index % (info.max_players - info.min_players + 1)
    options = drawn_options(game, players, chance) if index % 3 else ()
    stop = chance.pick(STOPS) if chance.pick(2) else None
    count = chance.pick(MAX_EDITS + 1) if chance.pick(3) == 0 else 0
    edits = {chance.pick(STOPS): chance.pick(30) for _ in range(count)}
    return Playout(players, options, chance.pick(SEEDS), stop, tuple(sorted(edits.items())))


def drawn_options(game: AnyGame, players: int, chance: SeededChance) -> tuple[tuple[str, Any], ...]:
    """Return a set of options that the game takes, each changed by even chance; where some exclude each other, after a few tries none."""
    for _ in range(TRIES):
        pairs = [(option.name, _value(option, players, chance), option.default) for option in game.info.options if chance.pick(2)]
        options = tuple((name, value) for name, value, default in pairs if value != default)
        if is_possible(game, Playout(players, options)):
            return options
    return ()


def _value(option: Option, players: int, chance: SeededChance) -> int | bool | str:
    bounds = option.bounds
    values: list[int | bool | str] = [*bounds.words, *((False, True) if bounds.flag else ())]
    if bounds.low is not None:
        high = players - 1 if bounds.high is None else bounds.high
        values += [bounds.low, high, bounds.low + chance.pick(high - bounds.low + 1)]
    return values[chance.pick(len(values))]


def simpler(game: AnyGame, playout: Playout, moves: int) -> Iterator[Playout]:
    """Yield playouts that are simpler than `playout`, which fails after so many moves, the best first: shorter, fewer players, plainer options."""
    info = game.info
    fewest, options, edits = info.min_players, playout.options, playout.edits
    for stop in range(min(moves, STOPS)):
        for seed in range(RESTARTS if stop else 2):
            yield Playout(fewest, (), seed, stop)
    if playout.stop is None or playout.stop > moves:
        yield Playout(playout.players, options, playout.seed, moves, edits)
    for players in range(fewest, playout.players):
        yield Playout(players, options, playout.seed, moves, edits)
    if options:
        yield Playout(playout.players, (), playout.seed, moves, edits)
        for index in range(len(options)):
            yield Playout(playout.players, options[:index] + options[index + 1 :], playout.seed, moves, edits)
    for index in range(len(edits)):
        yield Playout(playout.players, options, playout.seed, moves, edits[:index] + edits[index + 1 :])
    for stop in range(min(moves, STOPS)):
        for seed in range(2):
            yield Playout(playout.players, options, seed, stop)
    for seed in range(min(playout.seed, RESTARTS)):
        yield Playout(playout.players, options, seed, moves, edits)
