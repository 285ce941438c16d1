"""`Pool`: the unordered multiset behind every face-down deck, bag and heap.

Only the value lives here. Who decides which item comes next is the business of `railrules.Chance`.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Generic, TypeVar

from railrules._values import value

Item = TypeVar("Item", bound=int | str)
"""What a pool holds: codes of pieces, ints or strings, so that they sort, hash and go into JSON as they are."""


@value
class Pool(Generic[Item]):
    """A multiset of items in canonical order: ascending, copies adjacent.

    A deck whose order nobody knows is no sequence but a multiset: any of its cards may come next, each copy with the same chance. So two pools
    are equal exactly when they hold the same items, and a state that holds one has nothing to hide.

    The constructor takes `items` as they are and trusts that they ascend (it runs once per draw); build a pool from anything else with
    `Pool.of`. ``game.load_state`` refuses pools out of order.
    """

    items: tuple[Item, ...] = ()

    @classmethod
    def of(cls, items: Iterable[Item]) -> "Pool[Item]":
        """Return the pool of `items`, given in any order."""
        return cls(tuple(sorted(items)))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def count(self, item: Item) -> int:
        """Return how many copies of `item` are in the pool."""
        return self.items.count(item)

    def kinds(self) -> tuple[tuple[Item, int], ...]:
        """Return (item, copies) for each different item, ascending."""
        return tuple((item, len(tuple(copies))) for item, copies in groupby(self.items))

    def add(self, items: Iterable[Item]) -> "Pool[Item]":
        """Return the pool with `items` put in."""
        return Pool(tuple(sorted((*self.items, *items))))

    def remove(self, items: Iterable[Item]) -> "Pool[Item]":
        """Return the pool with `items` taken out; raises `ValueError` naming the first item that is not there."""
        left = list(self.items)
        for item in items:
            try:
                left.remove(item)
            except ValueError:
                raise ValueError(f"{item!r} is not in the pool") from None
        return Pool(tuple(left))
