"""`Deck`: a face-down pile nobody knows the order of, with the discard pile that it is made from again. `Display`: cards on offer beside it."""

from typing import TYPE_CHECKING, Generic

from railrules._values import value
from railrules.parts._pool import Item, Pool

if TYPE_CHECKING:
    from railrules._chance import Chance


@value
class Deck(Generic[Item]):
    """Cards to draw and the discard pile, whose top is the last.

    When a card is needed and `pool` is empty, the discard pile is shuffled into a new one.
    """

    pool: Pool[Item]
    discard: tuple[Item, ...] = ()

    def draw(self, chance: "Chance") -> tuple[Item | None, "Deck[Item]", int]:
        """Return the next card, the deck without it, and how many discarded cards were shuffled first (0 for none).

        The card is None, and the deck as it was, if no card is left at all.
        """
        pool, discard, shuffled = self.pool, self.discard, 0
        if not pool.items:
            if not discard:
                return None, self, 0
            pool, discard, shuffled = Pool.of(discard), (), len(discard)
        (card,), pool = chance.draw(pool, 1)
        return card, Deck(pool, discard), shuffled

    def discarded(self, *cards: Item) -> "Deck[Item]":
        """Return the deck with `cards` put on the discard pile, the last one on top."""
        return Deck(self.pool, (*self.discard, *cards))

    def __len__(self) -> int:
        """Return how many cards can be drawn before the discard pile is needed."""
        return len(self.pool.items)


@value
class Display(Generic[Item]):
    """A row of spaces, each with a card on offer or empty (None)."""

    spaces: tuple[Item | None, ...]

    def take(self, space: int) -> tuple[Item, "Display[Item]"]:
        """Return the card in `space` and the display without it; raises `ValueError` if there is none."""
        card = self.spaces[space] if 0 <= space < len(self.spaces) else None
        if card is None:
            raise ValueError(f"space {space} of the display is empty; it has cards in {[index for index, _ in self.cards()]}")
        return card, self._with(space, None)

    def cards(self) -> tuple[tuple[int, Item], ...]:
        """Return (space, card) for each space with a card."""
        return tuple((space, card) for space, card in enumerate(self.spaces) if card is not None)

    def refill(self, deck: Deck[Item], chance: "Chance") -> tuple["Display[Item]", Deck[Item], tuple[tuple[int, Item, int], ...]]:
        """Return the display with its empty spaces filled from `deck` in order, the deck, and (space, card, shuffled) for each card that came.

        `shuffled` is as in `Deck.draw`. Spaces stay empty when no card is left.
        """
        display = self
        filled: list[tuple[int, Item, int]] = []
        for space, there in enumerate(self.spaces):
            if there is None:
                card, deck, shuffled = deck.draw(chance)
                if card is None:
                    break
                display = display._with(space, card)
                filled.append((space, card, shuffled))
        return display, deck, tuple(filled)

    def _with(self, space: int, card: Item | None) -> "Display[Item]":
        return Display((*self.spaces[:space], card, *self.spaces[space + 1 :]))
