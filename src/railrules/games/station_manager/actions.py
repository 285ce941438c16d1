"""What a player can decide in Station Manager. A card is its type ``4 * merchandise + colour``, 0..51 (MGR-1.3)."""

from typing import TypeAlias

from railrules import value

CARD_TYPES = 52


@value
class DrawFreight:
    """Draw two cards from the draw pile, or its last one (MGR-3.5, 3.6)."""


@value
class TakeOpenFreight:
    """Take the open card, the last of the discard pile (MGR-3.7)."""


@value
class DiscardFreight:
    """Put one hand card on the discard pile (MGR-4.1)."""

    card: int


@value
class FulfilOrder:
    """Name the Order Card, by its id, that the cards to come fulfil (MGR-6.2)."""

    order: str


@value
class LayFreight:
    """Choose the next card for the named order, in ascending order of types (MGR-6.3)."""

    card: int


@value
class ClaimPile:
    """Add the whole discard pile to the own row, or leave it (MGR-6.7)."""

    claim: bool


Action: TypeAlias = DrawFreight | TakeOpenFreight | DiscardFreight | FulfilOrder | LayFreight | ClaimPile

# One object each, handed out again and again: building them anew would cost a fifth of a decision.
DRAW = DrawFreight()
TAKE_OPEN = TakeOpenFreight()
DISCARDS = tuple(DiscardFreight(card) for card in range(CARD_TYPES))
LAYS = tuple(LayFreight(card) for card in range(CARD_TYPES))
CLAIMS = (ClaimPile(False), ClaimPile(True))
