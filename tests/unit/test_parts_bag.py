"""`Bag`: pieces drawn blindly, some of which may have been left out of the game unseen."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railrules import Chance, RecordingChance, ScriptedChance, SeededChance, enumerate_chance
from railrules.parts import Bag, Pool

NO_CHANCE = ScriptedChance([])


def drawn_in_order(bag: Bag[int], count: int) -> dict[tuple[int, ...], Fraction]:
    """The chance of each sequence of pieces drawn one after the other."""

    def run(chance: Chance) -> tuple[int, ...]:
        left, pieces = bag, tuple[int, ...]()
        for _ in range(count):
            piece, left = left.draw(chance)
            pieces += (piece,)
        return pieces

    return {pieces: share for share, pieces in enumerate_chance(run, 100_000)}


def by_hand(unseen: tuple[int, ...], known: tuple[int, ...], count: int, draws: int) -> dict[tuple[int, ...], Fraction]:
    """The same from what a bag stands for: each choice of the unseen pieces is as likely to be in it, and each order to come out."""
    found: Counter[tuple[int, ...]] = Counter()
    ways = 0
    for there in combinations(range(len(unseen)), count - len(known)):
        inside = [unseen[index] for index in there] + list(known)
        for order in permutations(inside, draws):
            found[order] += 1
            ways += 1
    return {pieces: Fraction(number, ways) for pieces, number in found.items()}


# ---- the value ---------------------------------------------------------------------------------------------------------------------------


def test_a_bag_is_a_value() -> None:
    """Equal bags are equal with equal hashes; nothing is known of a fresh one."""
    bag = Bag(Pool.of("abc"), 2)
    assert bag == Bag(Pool.of("cab"), 2, Pool())
    assert hash(bag) == hash(Bag(Pool.of("cab"), 2, Pool()))
    assert bag != Bag(Pool.of("abc"), 3)
    assert bag != Bag(Pool.of("abc"), 2, Pool.of("d"))
    assert pickle.loads(pickle.dumps(bag)) == bag
    frozen: Any = bag
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        frozen.count = 3


def test_the_length_is_the_number_of_pieces_in_it() -> None:
    """What was left out does not count; what is known to be inside does."""
    assert len(Bag(Pool.of("abcd"), 2)) == 2
    assert len(Bag(Pool.of("abcd"), 3, Pool.of("x"))) == 3
    assert not Bag(Pool.of("abcd"), 0)


# ---- drawing -----------------------------------------------------------------------------------------------------------------------------


def test_a_piece_is_drawn() -> None:
    """The piece is gone, and there is one fewer; the old bag is as it was."""
    bag = Bag(Pool.of("aabc"), 3)
    assert bag.draw(ScriptedChance([("b",)])) == ("b", Bag(Pool.of("aac"), 2))
    assert bag.draw(ScriptedChance([0])) == ("a", Bag(Pool.of("abc"), 2))
    assert bag == Bag(Pool.of("aabc"), 3)


def test_the_last_piece_may_be_any_that_nobody_saw() -> None:
    """With one piece in the bag and three unseen, each of the three may be it; two were left out and stay unseen."""
    assert drawn_in_order(Bag(Pool.of([1, 2, 3]), 1), 1) == {(piece,): Fraction(1, 3) for piece in (1, 2, 3)}
    _, rest = Bag(Pool.of([1, 2, 3]), 1).draw(ScriptedChance([(2,)]))
    assert rest == Bag(Pool.of([1, 3]), 0)


@pytest.mark.parametrize("bag", [Bag(Pool[str](), 0), Bag(Pool.of("abc"), 0)])
def test_an_empty_bag_gives_nothing(bag: Bag[str]) -> None:
    """Nothing can be drawn, even if pieces are unseen: those were left out of the game."""
    with pytest.raises(ValueError, match=r"^the bag is empty$"):
        bag.draw(NO_CHANCE)


def test_pieces_put_back_are_known() -> None:
    """All saw them go in: they are in the bag for certain."""
    bag = Bag(Pool.of("abc"), 2).put_back("y", "x")
    assert bag == Bag(Pool.of("abc"), 4, Pool.of("xy"))
    assert bag.put_back("w").known == Pool.of("wxy")
    assert bag.put_back() == bag
    assert Bag(Pool.of("abc"), 0).put_back("x") == Bag(Pool.of("abc"), 1, Pool.of("x"))


def test_a_known_piece_is_drawn() -> None:
    """It is no longer known, and nothing is learned of the others."""
    bag = Bag(Pool.of("abc"), 3, Pool.of("xy"))
    assert bag.draw(ScriptedChance([1, ("y",)])) == ("y", Bag(Pool.of("abc"), 2, Pool.of("x")))
    assert bag.draw(ScriptedChance([2, ("c",)])) == ("c", Bag(Pool.of("ab"), 2, Pool.of("xy")))


def test_a_bag_of_known_pieces_alone() -> None:
    """Whether it is a known one is no question then, and with a single one nothing is."""
    asked = RecordingChance(ScriptedChance([("y",)]))
    assert Bag(Pool.of("abc"), 2, Pool.of("xy")).draw(asked) == ("y", Bag(Pool.of("abc"), 1, Pool.of("x")))
    assert asked.picks == [("y",)]
    single = Bag(Pool.of("abc"), 1, Pool.of("x"))
    assert [result for _, result in enumerate_chance(single.draw)] == [("x", Bag(Pool.of("abc"), 0))]


def test_known_and_unseen_by_counting_all_answers() -> None:
    """Of the answers to "which of the four", two mean a known piece: with every answer of chance once, each piece has its share."""
    bag = Bag(Pool.of("abcd"), 4, Pool.of("xy"))
    found: Counter[str] = Counter()
    for which in range(4):
        for index in range(4):  # two answers for known pieces are written down twice, so that all weigh the same
            script = [which, index % 2 if which < 2 else index]
            found[bag.draw(ScriptedChance(script))[0]] += 1
    assert found == {"x": 4, "y": 4, "a": 2, "b": 2, "c": 2, "d": 2}


# ---- exactly as likely as it should be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unseen", "known", "count", "draws"),
    [
        ((1, 2, 3, 4), (), 4, 4),
        ((1, 2, 3, 4), (), 2, 2),
        ((1, 1, 2, 3, 3), (), 3, 3),
        ((1, 2, 3), (7, 8), 4, 3),
        ((1, 2, 3), (7, 7), 3, 3),
        ((1, 2), (7, 8, 9), 3, 3),
        ((1, 2, 3), (2,), 3, 2),
        ((), (7, 8), 2, 2),
    ],
)
def test_sequences_are_as_likely_as_from_a_real_bag(unseen: tuple[int, ...], known: tuple[int, ...], count: int, draws: int) -> None:
    """Drawing at the moment gives each sequence the chance it has when the removed pieces and the order are fixed beforehand."""
    assert drawn_in_order(Bag(Pool.of(unseen), count, Pool.of(known)), draws) == by_hand(unseen, known, count, draws)


@settings(deadline=None)
@given(st.lists(st.integers(0, 3), max_size=5), st.lists(st.integers(2, 6), max_size=3), st.data())
def test_any_bag_is_a_real_bag(unseen: list[int], known: list[int], data: st.DataObject) -> None:
    """The same for any pieces, two of which may be alike, and the first two draws."""
    inside = data.draw(st.integers(0, len(unseen)))
    count = inside + len(known)
    bag = Bag(Pool.of(unseen), count, Pool.of(known))
    draws = min(2, count)
    assert drawn_in_order(bag, draws) == by_hand(tuple(unseen), tuple(known), count, draws)


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), max_size=8), st.lists(st.integers(0, 9), max_size=4), st.data(), st.integers(0, 2**32))
def test_a_bag_conserves_its_pieces(unseen: list[int], known: list[int], data: st.DataObject, seed: int) -> None:
    """What is drawn is no longer there; what is put back is; what was left out never comes."""
    left_out = data.draw(st.integers(0, len(unseen)))
    bag, chance = Bag(Pool.of(unseen), len(unseen) - left_out + len(known), Pool.of(known)).put_back(11), SeededChance(seed)
    every = Counter([*unseen, *known, 11])
    drawn: Counter[int] = Counter()
    while bag:
        before = len(bag)
        piece, bag = bag.draw(chance)
        drawn[piece] += 1
        assert len(bag) == before - 1
        assert drawn + Counter(bag.unseen) + Counter(bag.known) == every
        assert len(bag.unseen) + len(bag.known) - len(bag) == left_out
    assert not bag.known.items
    assert Counter([*known, 11]) <= drawn
