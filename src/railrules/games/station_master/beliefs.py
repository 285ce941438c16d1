"""What can be deduced about hidden pawns (rules page, Guessing the rest): exactly, from public facts alone."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from railrules.games.station_master.content import PAWN_COUNTS, PAWN_VALUES
from railrules.games.station_master.state import Boardings

Guess: TypeAlias = tuple[int, ...]

MEMORIES_KEPT = 20_000
"""What can be deduced from a memory is worked out once, as bots and views ask for it again and again."""


@lru_cache(MEMORIES_KEPT)
def beliefs(memory: Boardings) -> tuple[tuple[int, ...], frozenset[Guess]]:
    """Return the tokens of a player that are out, ascending, and all value tuples for them that fit what was seen.

    A value in `memory` counts only where it was shown: the pawn has come home, and not unseen.
    """
    out: list[int] = []
    guesses: frozenset[Guess] = frozenset([()])
    for home, tokens in _happenings(memory):
        if not home:
            out += tokens
            guesses = frozenset((*guess, value) for guess in guesses for value in _left(guess))
            continue
        places = [out.index(token) for token in tokens]
        shown = [memory.values[token] for token in tokens]
        if None not in shown:
            guesses = frozenset(guess for guess in guesses if [guess[place] for place in places] == shown)
        guesses = frozenset(tuple(value for place, value in enumerate(guess) if place not in places) for guess in guesses)
        out = [token for token in out if token not in tokens]
    return tuple(out), guesses


@lru_cache(MEMORIES_KEPT)
def weighted(memory: Boardings) -> tuple[tuple[int, ...], tuple[Guess, ...], tuple[int, ...]]:
    """Return the tokens that are out, the guesses in ascending order, and in how many ways it and those before it come about (D5)."""
    tokens, guesses = beliefs(memory)
    ordered = tuple(sorted(guesses))
    return tokens, ordered, tuple(accumulate(map(ways, ordered)))


def _happenings(memory: Boardings) -> Iterator[tuple[bool, list[int]]]:
    """Boardings and homecomings in the order of their ticks: whether tokens came home, and which."""
    at: dict[int, tuple[bool, list[int]]] = {}
    for token, (on, off) in enumerate(zip(memory.on, memory.off, strict=True)):
        at.setdefault(on, (False, []))[1].append(token)
        if off is not None:
            at.setdefault(off, (True, []))[1].append(token)
    for tick in sorted(at):
        yield at[tick]


def _left(guess: Guess) -> list[int]:
    """The values of which a player has a pawn left beside those of `guess`."""
    return [value for value, count in zip(PAWN_VALUES, PAWN_COUNTS, strict=True) if guess.count(value) < count]


def ways(guess: Guess) -> int:
    """Return in how many ways the distinct pawns of a player give these values in this order (D5)."""
    found = 1
    for value, count in zip(PAWN_VALUES, PAWN_COUNTS, strict=True):
        for used in range(guess.count(value)):
            found *= count - used
    return found
