"""`Pool`: the multiset behind face-down decks."""

import pickle
from collections import Counter
from typing import Any

import attrs
import pytest

from railrules.parts import Pool


def test_pools_of_the_same_items_are_equal() -> None:
    """Order does not matter: equal items make equal pools with equal hashes."""
    first, second = Pool.of(["b", "a", "b"]), Pool.of(["b", "b", "a"])
    assert first == second
    assert hash(first) == hash(second)
    assert first.items == ("a", "b", "b")
    assert first != Pool.of(["a", "b"])


def test_pool_behaves_like_a_collection() -> None:
    """Length, iteration, membership and truth are those of its items."""
    pool = Pool.of([3, 1, 3])
    assert len(pool) == 3
    assert list(pool) == [1, 3, 3]
    assert 3 in pool
    assert 2 not in pool
    assert not Pool[int]()
    assert pool


def test_count_and_kinds() -> None:
    """Copies of one item, and all kinds ascending with their copies."""
    pool = Pool.of([5, 2, 5, 9, 5])
    assert [pool.count(item) for item in (5, 2, 4)] == [3, 1, 0]
    assert pool.kinds() == ((2, 1), (5, 3), (9, 1))
    assert Pool[int]().kinds() == ()


def test_add_keeps_the_canonical_order() -> None:
    """Items put in stand at their place; the old pool is as it was."""
    pool = Pool.of([2, 4])
    assert pool.add([3, 1, 4]) == Pool((1, 2, 3, 4, 4))
    assert pool == Pool((2, 4))
    assert pool.add([]) == pool


def test_remove_takes_out_one_copy_for_each_item() -> None:
    """Items taken out are gone, other copies stay; the old pool is as it was."""
    pool = Pool.of([1, 2, 2, 3])
    assert pool.remove([2, 3]) == Pool((1, 2))
    assert pool.remove(iter([2, 2])) == Pool((1, 3))
    assert pool == Pool((1, 2, 2, 3))


@pytest.mark.parametrize(("items", "missing"), [(["x"], "'x'"), (["a", "a"], "'a'"), (["b", "y", "x"], "'y'")])
def test_remove_names_the_first_missing_item(items: list[str], missing: str) -> None:
    """What is not there cannot be taken out, and the first such item is named."""
    with pytest.raises(ValueError, match=rf"^{missing} is not in the pool$"):
        Pool.of(["a", "b", "c"]).remove(items)


def test_add_and_remove_undo_each_other() -> None:
    """Putting in what was taken out gives the same pool."""
    pool = Pool.of("station manager".replace(" ", ""))
    assert pool.remove("target").add("target") == pool
    assert Counter(pool) == Counter("stationmanager")


def test_pool_is_frozen() -> None:
    """A pool is a value."""
    pool: Any = Pool.of([1])
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        pool.items = ()


def test_pool_pickles() -> None:
    """A pool travels between processes."""
    pool = Pool.of(["b", "a"])
    assert pickle.loads(pickle.dumps(pool)) == pool
