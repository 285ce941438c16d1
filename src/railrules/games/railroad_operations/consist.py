"""Consists and cuts of cars (OPS-6): rows of tokens from west to east. Usable alone; nothing here knows a square or a yard.

A token is ``2 * kind + loaded`` for a car, `CABOOSE` or `ENGINE`. A row never turns round, so it is kept from the west end to the east end.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from railrules.games.railroad_operations.track import EAST, Heading

Token: TypeAlias = int
Row: TypeAlias = tuple[Token, ...]
"""Tokens from west to east."""

COACH = 0
"""The kind of coaches."""
CABOOSE = 14
ENGINE = 15
MOST_CARS = 4
"""The most cars of a train, and of a square (OPS-1.5, 5.11)."""


def is_loaded(token: Token) -> bool:
    """Return whether a token is a loaded car."""
    return token < CABOOSE and token % 2 == 1


def kind_of(token: Token) -> int:
    """Return the kind of a token: its place among the kinds of rolling stock, 7 for cabooses and engines."""
    return token // 2


def loaded(kind: int) -> Token:
    """Return the loaded token of a kind."""
    return 2 * kind + 1


def empty(kind: int) -> Token:
    """Return the empty token of a kind."""
    return 2 * kind


def is_freight(token: Token) -> bool:
    """Return whether a token is a freight car: no coach, no caboose, no engine."""
    return 2 <= token < CABOOSE


def cars_of(row: Row) -> Row:
    """Return the cars of a row, without the engine."""
    return tuple(token for token in row if token != ENGINE)


def is_made_up(row: Row) -> bool:
    """Return whether a train may run: the engine at one end, and a caboose, if there is any, at the other (OPS-8.9)."""
    if row[0] == ENGINE:
        far = row[-1]
    elif row[-1] == ENGINE:
        far = row[0]
    else:
        return False
    return CABOOSE not in row or far == CABOOSE


def make_up_fault(row: Row) -> Literal["engine-between-cars", "caboose-not-at-end"] | None:
    """Return why a train may not run, None if it is made up."""
    if is_made_up(row):
        return None
    return "caboose-not-at-end" if ENGINE in (row[0], row[-1]) else "engine-between-cars"


def outer_cars(row: Row, end: Heading) -> int:
    """Return how many cars could be cut off at an end: those before the engine is reached (OPS-6.8)."""
    place = row.index(ENGINE)
    return len(row) - 1 - place if end == EAST else place


def cut_off(row: Row, end: Heading, count: int) -> tuple[Row, Row]:
    """Return the row without `count` cars of an end, and those cars; raises `ValueError` if the engine would be cut off too."""
    if not 1 <= count <= outer_cars(row, end):
        raise ValueError(f"{count} cars of the {'east' if end == EAST else 'west'} end; expected 1..{outer_cars(row, end)}")
    if end == EAST:
        return row[:-count], row[-count:]
    return row[count:], row[:count]


def coupled(row: Row, cars: Row, end: Heading) -> Row:
    """Return the row with standing cars joined at an end, in the order in which they stand (OPS-6.5, 6.6)."""
    return row + cars if end == EAST else cars + row


def placed_beside(standing: Row, split: int, cut: Row, end: Heading) -> tuple[Row, int]:
    """Return the standing cars of a square after a train on it has set out a cut at one of its ends, and how many of them lie west of it.

    `split` is how many lay west of it before.
    """
    if end == EAST:
        return standing[:split] + cut + standing[split:], split
    return standing[:split] + cut + standing[split:], split + len(cut)


def beside_train(standing: Row, split: int, end: Heading) -> Row:
    """Return the standing cars on one side of the train on their square."""
    return standing[split:] if end == EAST else standing[:split]


def orders(row: Row) -> int:
    """Return in how many different orders the tokens of a row can stand, up to 2: 1 if they are all alike."""
    return 1 if len(set(row)) <= 1 else 2


def left_over(row: Row, picked: Sequence[Token]) -> Row:
    """Return the tokens of a row that were not picked yet, ascending; raises `ValueError` for one that is not in it."""
    left = sorted(row)
    for token in picked:
        left.remove(token)
    return tuple(left)


def exchanged(row: Row, wanted: Token, given: Token) -> Row:
    """Return the row with its westernmost `wanted` token replaced by `given` (OPS-R29); raises `ValueError` if there is none."""
    place = row.index(wanted)
    return (*row[:place], given, *row[place + 1 :])


def counted(tokens: Iterable[Token]) -> dict[Token, int]:
    """Return how many of each token there are, ascending."""
    found: dict[Token, int] = {}
    for token in sorted(tokens):
        found[token] = found.get(token, 0) + 1
    return found
