"""Which cards fulfil which Order Card (MGR-5.1 to 5.11), and how a full set is chosen card by card (MGR-6.3, 6.4).

Two questions are answered here and nowhere else: which orders a hand fits at all, fast, since it is asked in every turn (`Matcher`); and which
card may be chosen next (`next_cards`), from which all full sets follow (`complete_sets`).
"""

from bisect import bisect_left
from collections.abc import Sequence

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
_WEIGHTS = tuple((1 << 4 * merchandise_of(card)) | (1 << (_COLOUR_SHIFT + 8 * colour_of(card))) for card in range(CARD_TYPES))
_weight_of = _WEIGHTS.__getitem__
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
    """Finds the orders that a hand fits: MGR-5.3 to 5.8, by order colour."""

    def __init__(self, orders: Sequence[Order]) -> None:
        actions = tuple((_BIT_OF_COLOUR[order.colour], FulfilOrder(order.id)) for order in orders)
        # For each set of matching colours the actions that name an order of one, in index order.
        self._actions = tuple(tuple(action for bit, action in actions if bit & matching) for matching in range(1 << len(_BIT_OF_COLOUR)))

    def colours(self, hand: Sequence[int], *, four_alike: bool) -> int:
        """Return the set of order colours that `hand` fits, as bits; `four_alike` is the option ``green_four_alike``."""
        counts = sum(map(_weight_of, hand))
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


def next_cards(order: Order, staged: tuple[int, ...], hand: tuple[int, ...], *, four_alike: bool) -> tuple[int, ...]:
    """Return the card types, ascending, that may be chosen after `staged` (ascending, part of the ascending `hand`).

    A card may be chosen if some full set within the hand, in ascending order, begins with the staged cards and it (MGR-6.4).
    """
    left = hand
    if staged:  # the hand ascends, so what may still come stands behind the copies of the last card that are staged
        last = staged[-1]
        left = hand[bisect_left(hand, last) + staged.count(last) :]
    if order.groups is None:
        return tuple(_next_of_colour(order.size, staged, left))
    found = _next_of_groups(order.groups, staged, left)
    if four_alike and order.colour == "green":  # MGR-5.4: four of one merchandise do as well
        found = sorted({*found, *_next_of_groups((order.size,), staged, left)})
    return tuple(found)


def _next_of_colour(size: int, staged: tuple[int, ...], left: tuple[int, ...]) -> list[int]:
    """The next cards towards so many of one freight colour."""
    missing = size - len(staged)
    found: list[int] = []
    for colour in (colour_of(staged[0]),) if staged else range(COLOURS):
        same = [card for card in left if colour_of(card) == colour]
        if 0 < missing <= len(same):
            found += same[: len(same) - missing + 1]  # later ones have too few after them
    return sorted(dict.fromkeys(found))


def _next_of_groups(groups: tuple[int, ...], staged: tuple[int, ...], left: tuple[int, ...]) -> list[int]:
    """The next cards towards one or two groups (MGR-C7) of these sizes, each of another merchandise.

    Types ascend by merchandise, so the groups are chosen one after the other, and a group that was left can grow no more.
    """
    open_groups = groups
    present = staged[-1] >> 2 if staged else -1  # merchandise_of, written out: this runs for every card that is laid
    size = 0
    for card in reversed(staged):
        if card >> 2 != present:
            break
        size += 1
    closed = len(staged) - size
    if closed:
        if closed not in groups:
            return []
        open_groups = _without(groups, closed)
    # What the growing group may become, and what a new one may: pairs of its size and the size of the group that is to follow.
    growing = _choices(open_groups)
    fresh = growing if not staged else _choices(_without(open_groups, size)) if size in open_groups else ()
    found: list[int] = []
    longest = 0  # the most cards of one merchandise among those to come
    end = len(left)
    while end:  # one merchandise after the other, from the last
        start = end - 1
        merchandise = left[start] >> 2
        while start and left[start - 1] >> 2 == merchandise:
            start -= 1
        length = end - start
        have, choices = (size, growing) if merchandise == present else (0, fresh)
        missing = 0
        for group, following in choices:
            need = group - have
            if 0 < need <= length and following <= longest and (need < missing or not missing):
                missing = need
        if missing:
            found[:0] = dict.fromkeys(left[start : end - missing + 1])  # later ones have too few after them
        if length > longest:  # noqa: PLR1730 - as above, and max() is a call
            longest = length
        end = start
    return found


def _without(groups: tuple[int, ...], size: int) -> tuple[int, ...]:
    index = groups.index(size)
    return groups[:index] + groups[index + 1 :]


def _choices(groups: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each group with the size of the other one, which is 0 if there is none."""
    if len(groups) == 2:
        first, second = groups
        return ((first, second), (second, first)) if first != second else (groups,)
    return tuple((group, 0) for group in groups)


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
