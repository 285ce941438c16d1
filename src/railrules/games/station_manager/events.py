"""What happens in Station Manager, in the order in which the table would notice it.

A field marked *private* is None for everybody but its player.
"""

from typing import Literal, TypeAlias

from railrules import value
from railrules.games.station_manager.options import Options
from railrules.games.station_manager.state import RoundResult


@value
class GameStarted:
    """A game begins."""

    players: int
    options: Options
    content_id: str


@value
class RoundStarted:
    """A round begins with all cards."""

    round_index: int
    start_player: int


@value
class FreightDealt:
    """A player was dealt the opening hand; `cards` (private) ascend."""

    player: int
    count: int
    cards: tuple[int, ...] | None


@value
class OpenFreightTurned:
    """The first card of the discard pile was turned up."""

    card: int
    draw_pile_size: int


@value
class TurnStarted:
    """A turn begins."""

    player: int
    turn_number: int


ForcedDraw: TypeAlias = Literal["discard-pile-empty", "idle-limit-reached"]


@value
class FreightDrawn:
    """Cards came from the draw pile, `cards` (private) in drawing order; `forced` says why there was no choice."""

    player: int
    count: int
    cards: tuple[int, ...] | None
    draw_pile_size: int
    forced: ForcedDraw | None


@value
class OpenFreightTaken:
    """The open card was taken."""

    player: int
    card: int
    discard_pile_size: int


@value
class FreightDiscarded:
    """A card was put on the discard pile; `forced`: it was the only one in hand."""

    player: int
    card: int
    discard_pile_size: int
    forced: bool


@value
class OrderNamed:
    """A player named the order to fulfil; nobody else learns of it before the cards lie."""

    player: int
    order: str


@value
class FreightStaged:
    """A player chose a card for the named order; nobody else learns of it. `forced`: it was the only choice."""

    player: int
    card: int
    forced: bool


@value
class FreightLaid:
    """A full set, ascending, went down at the end of the row."""

    player: int
    order: str
    cards: tuple[int, ...]
    row_size: int


@value
class PileClaimed:
    """The whole discard pile, oldest first, joined the row."""

    player: int
    cards: tuple[int, ...]
    row_size: int


@value
class PileLeft:
    """The discard pile stays where it is."""

    player: int
    count: int


@value
class OrderTaken:
    """An Order Card came to a player, from another one, from the middle (None), or stayed (the player's own number)."""

    player: int
    order: str
    from_player: int | None
    colours_held: int


@value
class RoundEnded:
    """A round is over."""

    round_index: int
    player: int
    reasons: tuple[str, ...]
    turn_number: int


@value
class RoundScored:
    """The points of a round, and the totals with them."""

    result: RoundResult
    scores: tuple[int, ...]
    order_totals: tuple[int, ...]


@value
class GameEnded:
    """The game is over; ranks are competition ranks, winners all players of rank 1."""

    scores: tuple[int, ...]
    order_totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]


Event: TypeAlias = (
    GameStarted
    | RoundStarted
    | FreightDealt
    | OpenFreightTurned
    | TurnStarted
    | FreightDrawn
    | OpenFreightTaken
    | FreightDiscarded
    | OrderNamed
    | FreightStaged
    | FreightLaid
    | PileClaimed
    | PileLeft
    | OrderTaken
    | RoundEnded
    | RoundScored
    | GameEnded
)
