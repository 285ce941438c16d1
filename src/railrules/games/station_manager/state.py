"""Positions of Station Manager: everything that is true at the table, and nothing else.

Cards are types 0..51; card tuples called ascending hold copies side by side. Players are 0..n-1, clockwise.
"""

from typing import TypeAlias

from railrules import Config, value
from railrules.games.station_manager.options import Options
from railrules.parts import Pool


@value
class IntakePending:
    """`player` draws or takes the open card."""

    player: int


@value
class ActPending:
    """`player` discards or names an order; `taken` is the open card taken this turn, if it was."""

    player: int
    taken: int | None


@value
class LayPending:
    """`player` chooses the next card for `order`; `staged` are the cards chosen so far, ascending and still in the hand."""

    player: int
    order: str
    staged: tuple[int, ...]
    taken: int | None


@value
class PilePending:
    """`player` claims the discard pile or leaves it; the set for `order` lies in the row already."""

    player: int
    order: str


Pending: TypeAlias = IntakePending | ActPending | LayPending | PilePending


@value
class Clock:
    """Where the game stands: `turn_number` counts the turns begun in this round, `idle_turns` the idle ones in a row (MGR-10.1).

    After the end `turn_player` is the player recorded by MGR-7.10.
    """

    round_index: int
    start_player: int
    turn_number: int
    turn_player: int
    idle_turns: int


@value
class Place:
    """What belongs to one player: hand and known cards ascending (MGR-9.3), row in laying order."""

    hand: tuple[int, ...]
    known: tuple[int, ...]
    row: tuple[int, ...]


@value
class RoundResult:
    """How a round ended: why, with whom and when (MGR-7.10), and per player the cards laid, the ids of orders held, bonus and points."""

    index: int
    start_player: int
    end_player: int
    reasons: tuple[str, ...]
    turns: int
    laid: tuple[int, ...]
    orders: tuple[tuple[str, ...], ...]
    bonus: tuple[int, ...]
    points: tuple[int, ...]


@value
class Standings:
    """The score pad: points and Order Cards held, summed over the rounds that ended (MGR-8.3)."""

    scores: tuple[int, ...]
    order_totals: tuple[int, ...]
    round_results: tuple[RoundResult, ...] = ()


@value
class State:
    """A full position. `discard_pile` is oldest first, its last card is open; `holders` has a player or None per Order Card."""

    config: Config[Options]
    clock: Clock
    draw_pile: Pool[int]
    discard_pile: tuple[int, ...]
    places: tuple[Place, ...]
    holders: tuple[int | None, ...]
    pending: Pending | None
    standings: Standings
