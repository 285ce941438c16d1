"""Which cards fulfil which Order Card (MGR-5.1 to 5.11), and how a full set is chosen card by card (MGR-6.3, 6.4).

Two questions are answered here and nowhere else: which orders a hand fits at all, fast, since it is asked in every turn (`Matcher`); and which
card may be chosen next (`next_cards`), from which all full sets follow (`complete_sets`).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from railrules.games.station_manager.actions import CARD_TYPES, FulfilOrder
from railrules.games.station_manager.content import COLOURS, MERCHANDISE, Order


def merchandise_of(card: int) -> int:
    """Return the merchandise index 0..12 of a card type."""
    return card >> 2


def colour_of(card: int) -> int:
    """Return the colour index 0..3 of a card type."""
    return card & 3


# A hand as one int: 4 bits per merchandise (at most 8 cards each), above them 8 bits per colour (at most 26 cards each). Adding a constant to
# every lane carries into its top bit just where the count reaches a limit, so one addition tests all lanes.
_COLOUR_SHIFT = 4 * MERCHANDISE
_WEIGHTS = tuple(
    (1 << 4 * merchandise_of(card)) | (1 << (_COLOUR_SHIFT + 8 * colour_of(card))) for card in range(CARD_TYPES)
)
_MERCHANDISE_ONES = sum(1 << 4 * merchandise for merchandise in range(MERCHANDISE))
_MERCHANDISE_TOPS = 8 * _MERCHANDISE_ONES
_MERCHANDISE_MASK = 15 * _MERCHANDISE_ONES
_COLOUR_ONES = sum(1 << (_COLOUR_SHIFT + 8 * colour) for colour in range(COLOURS))
_COLOUR_TOPS = 128 * _COLOUR_ONES

_ADD_TWO, _ADD_THREE, _ADD_FOUR, _ADD_FIVE = ((8 - count) * _MERCHANDISE_ONES for count in (2, 3, 4, 5))
_ADD_FIVE_COLOUR = (128 - 5) * _COLOUR_ONES

GREEN, BLUE, PURPLE, BEIGE, YELLOW, GREY = (1 << bit for bit in range(6))
_BIT_OF_COLOUR = {"green": GREEN, "blue": BLUE, "purple": PURPLE, "beige": BEIGE, "yellow": YELLOW, "grey": GREY}


class Matcher:
    """Finds the orders that a hand fits: the table of section 1.5, by order colour."""

    def __init__(self, orders: Sequence[Order]) -> None:
        actions = tuple((_BIT_OF_COLOUR[order.colour], FulfilOrder(order.id)) for order in orders)
        # For each set of matching colours the actions that name an order of one, in index order.
        self._actions = tuple(
            tuple(action for bit, action in actions if bit & matching) for matching in range(1 << len(_BIT_OF_COLOUR))
        )

    def colours(self, hand: Sequence[int], *, four_alike: bool) -> int:
        """Return the set of order colours that `hand` fits, as bits; `four_alike` is the option ``green_four_alike``."""
        counts = sum([_WEIGHTS[card] for card in hand])
        colours = GREY if (counts + _ADD_FIVE_COLOUR) & _COLOUR_TOPS else 0
        counts &= _MERCHANDISE_MASK
        pairs = (counts + _ADD_TWO) & _MERCHANDISE_TOPS
        if not pairs:
            return colours
        two_pairs = pairs & (pairs - 1)  # more than one bit is set
        if two_pairs:
            colours |= GREEN
        if (counts + _ADD_THREE) & _MERCHANDISE_TOPS:
            colours |= BLUE | YELLOW if two_pairs else BLUE
            if (counts + _ADD_FOUR) & _MERCHANDISE_TOPS:
                colours |= PURPLE | GREEN if four_alike else PURPLE
                if (counts + _ADD_FIVE) & _MERCHANDISE_TOPS:
                    colours |= BEIGE
        return colours

    def orders(self, hand: Sequence[int], *, four_alike: bool) -> tuple[FulfilOrder, ...]:
        """Return the actions that name an order which `hand` fits, in index order."""
        return self._actions[self.colours(hand, four_alike=four_alike)]


def group_choices(order: Order, *, four_alike: bool) -> tuple[tuple[int, ...], ...]:
    """Return the group sizes that fulfil an order of equal merchandise: its own, and four alike for green if the option is on."""
    groups = order.groups or ()
    return (groups, (sum(groups),)) if four_alike and order.colour == "green" else (groups,)


def next_cards(order: Order, staged: tuple[int, ...], hand: tuple[int, ...], *, four_alike: bool) -> tuple[int, ...]:
    """Return the card types, ascending, that may be chosen after `staged` (ascending, part of the ascending `hand`).

    A card may be chosen if some full set within the hand, in ascending order, begins with the staged cards and it (MGR-6.4).
    """
    left = list(hand)
    for card in staged:
        left.remove(card)
    last = staged[-1] if staged else 0
    left = [card for card in left if card >= last]
    if order.same_colour is not None:
        return _next_of_colour(order.same_colour, staged, left)
    choices = group_choices(order, four_alike=four_alike)
    found = []
    for card in dict.fromkeys(left):
        rest = left[left.index(card) + 1 :]
        if any(_can_complete(groups, (*staged, card), rest) for groups in choices):
            found.append(card)
    return tuple(found)


def _next_of_colour(size: int, staged: tuple[int, ...], left: list[int]) -> tuple[int, ...]:
    missing = size - len(staged)
    found = []
    for position, card in enumerate(left):
        same = colour_of(staged[0] if staged else card)
        enough = sum(colour_of(other) == same for other in left[position:]) >= missing
        if missing and colour_of(card) == same and enough:
            found.append(card)
    return tuple(dict.fromkeys(found))


def _can_complete(groups: tuple[int, ...], chosen: tuple[int, ...], rest: list[int]) -> bool:
    """Whether `chosen` can become groups of these sizes, each of another merchandise, with cards of `rest`, which do not precede its last."""
    blocks = [(merchandise, len(list(cards))) for merchandise, cards in groupby(chosen, merchandise_of)]
    open_groups = list(groups)
    for _, size in blocks[:-1]:  # these can grow no more
        if size not in open_groups:
            return False
        open_groups.remove(size)
    present, size = blocks[-1]
    counts = Counter(map(merchandise_of, rest))
    available = size + counts.pop(present, 0)
    later = sorted(counts.values(), reverse=True)
    for group in dict.fromkeys(open_groups):
        if size <= group <= available:
            others = sorted(open_groups, reverse=True)
            others.remove(group)
            if len(later) >= len(others) and all(have >= want for have, want in zip(later, others, strict=False)):
                return True
    return False


def complete_sets(order: Order, hand: tuple[int, ...], *, four_alike: bool) -> tuple[tuple[int, ...], ...]:
    """Return all full sets of `order` within the ascending `hand`, each an ascending tuple, ascending."""
    found: list[tuple[int, ...]] = []

    def extend(staged: tuple[int, ...]) -> None:
        if len(staged) == order.size:
            found.append(staged)
            return
        for card in next_cards(order, staged, hand, four_alike=four_alike):
            extend((*staged, card))

    extend(())
    return tuple(found)
