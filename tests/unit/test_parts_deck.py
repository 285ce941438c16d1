"""`Deck`, a face-down pile with its discard pile, and `Display`, the cards on offer beside it."""

import pickle
from collections import Counter
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railrules import ScriptedChance, SeededChance, enumerate_chance
from railrules.parts import Deck, Display, Pool

NO_CHANCE = ScriptedChance([])
DECK = Deck(Pool.of("aab"), ("c", "d"))


# ---- decks -------------------------------------------------------------------------------------------------------------------------------


def test_a_deck_is_a_value() -> None:
    """Equal piles make equal decks with equal hashes; its discard pile begins empty."""
    assert Deck(Pool.of("baa"), ("c", "d")) == DECK
    assert hash(Deck(Pool.of("baa"), ("c", "d"))) == hash(DECK)
    assert Deck(Pool.of("aab"), ("d", "c")) != DECK
    assert Deck(Pool.of("ab")) == Deck(Pool.of("ab"), ())
    assert pickle.loads(pickle.dumps(DECK)) == DECK
    frozen: Any = DECK
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        frozen.discard = ()


def test_the_length_is_that_of_the_pile_to_draw_from() -> None:
    """The discard pile does not count, so a deck without cards to draw is false."""
    assert len(DECK) == 3
    assert len(Deck(Pool[str](), ("c",))) == 0
    assert not Deck(Pool[str](), ("c",))


def test_a_card_is_drawn() -> None:
    """The next card leaves the pile; the discard pile stays, nothing is shuffled, and the old deck is as it was."""
    assert DECK.draw(ScriptedChance([("b",)])) == ("b", Deck(Pool.of("aa"), ("c", "d")), 0)
    assert DECK.draw(ScriptedChance([1])) == ("a", Deck(Pool.of("ab"), ("c", "d")), 0)
    assert Deck(Pool.of("aab"), ("c", "d")) == DECK


def test_each_copy_is_as_likely() -> None:
    """The chance of a card is its share of the pile, or of the discard pile when that is shuffled."""
    drawn = {card: share for share, (card, _, _) in enumerate_chance(DECK.draw)}
    assert drawn == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    shuffled = Deck(Pool[str](), ("x", "y", "x", "x"))
    assert {card: (share, rest, count) for share, (card, rest, count) in enumerate_chance(shuffled.draw)} == {
        "x": (Fraction(3, 4), Deck(Pool.of("xxy")), 4),
        "y": (Fraction(1, 4), Deck(Pool.of("xxx")), 4),
    }


def test_the_last_card_leaves_the_discard_pile_alone() -> None:
    """The discard pile is shuffled when a card is needed and none is there, not before."""
    card, rest, shuffled = Deck(Pool.of("a"), ("c",)).draw(ScriptedChance([0]))
    assert (card, rest, shuffled) == ("a", Deck(Pool[str](), ("c",)), 0)
    assert rest.draw(ScriptedChance([0])) == ("c", Deck(Pool[str]()), 1)


def test_an_empty_deck_gives_nothing() -> None:
    """Without any card left the answer is None, and the deck is the same."""
    empty: Deck[str] = Deck(Pool())
    card, rest, shuffled = empty.draw(NO_CHANCE)
    assert (card, shuffled) == (None, 0)
    assert rest is empty


def test_the_top_of_the_discard_pile_is_its_last_card() -> None:
    """Cards are put on in their order."""
    assert DECK.discarded("e", "f") == Deck(Pool.of("aab"), ("c", "d", "e", "f"))
    assert DECK.discarded() == DECK
    assert Deck(Pool.of([1])).discarded(2).discard == (2,)


# ---- displays ----------------------------------------------------------------------------------------------------------------------------

OFFER = Display(("p", None, "q", None))


def test_the_cards_on_offer() -> None:
    """Each card with its space; empty spaces are passed over; falsy cards are cards."""
    assert OFFER.cards() == ((0, "p"), (2, "q"))
    nothing: Display[str] = Display((None, None))
    assert nothing.cards() == ()
    assert Display((None, 0, 3)).cards() == ((1, 0), (2, 3))


def test_a_card_is_taken() -> None:
    """The card leaves its space empty; the old display is as it was."""
    assert OFFER.take(2) == ("q", Display(("p", None, None, None)))
    assert Display((5, 0)).take(1) == (0, Display((5, None)))
    assert Display(("p", None, "q", None)) == OFFER


@pytest.mark.parametrize("space", [1, 3, 4, -1, -2, 99])
def test_an_empty_space_gives_nothing(space: int) -> None:
    """An empty space, and one that there is not, are told together with the spaces that have a card; -1 is not the last one."""
    with pytest.raises(ValueError, match=rf"^space {space} of the display is empty; it has cards in \[0, 2\]$"):
        OFFER.take(space)


def test_empty_spaces_are_filled_in_order() -> None:
    """Cards come to the empty spaces from the first to the last; the others keep theirs."""
    display, deck, filled = OFFER.refill(Deck(Pool.of("xyz")), ScriptedChance([("z",), ("x",)]))
    assert display == Display(("p", "z", "q", "x"))
    assert deck == Deck(Pool.of("y"))
    assert filled == ((1, "z", 0), (3, "x", 0))


def test_a_full_display_needs_nothing() -> None:
    """Neither cards nor chance are asked for; a display without spaces is full."""
    deck = Deck(Pool.of("xy"))
    for full in (Display(("p", "q")), Display[str](())):
        assert full.refill(deck, NO_CHANCE) == (full, deck, ())


def test_a_refill_shuffles_the_discard_pile_where_it_is_needed() -> None:
    """The card before which the discard pile was shuffled says how many there were."""
    empty: Display[str] = Display((None, None, None))
    display, deck, filled = empty.refill(Deck(Pool.of("x"), ("s", "t", "u")), ScriptedChance([("x",), ("u",), ("s",)]))
    assert display == Display(("x", "u", "s"))
    assert deck == Deck(Pool.of("t"))
    assert filled == ((0, "x", 0), (1, "u", 3), (2, "s", 0))


def test_spaces_stay_empty_when_no_card_is_left() -> None:
    """The first spaces get what there is."""
    display, deck, filled = OFFER.refill(Deck(Pool[str](), ("t",)), ScriptedChance([("t",)]))
    assert display == Display(("p", "t", "q", None))
    assert deck == Deck(Pool[str]())
    assert filled == ((1, "t", 1),)
    assert display.refill(deck, NO_CHANCE) == (display, deck, ())


def test_a_refill_is_as_likely_as_drawing_by_hand() -> None:
    """Each order of the cards that come has the chance of drawing them one by one."""
    empty: Display[str] = Display((None, None))
    found = {display.spaces: share for share, (display, _, _) in enumerate_chance(lambda chance: empty.refill(Deck(Pool.of("aab")), chance))}
    assert found == {("a", "a"): Fraction(1, 3), ("a", "b"): Fraction(1, 3), ("b", "a"): Fraction(1, 3)}


# ---- any of them -------------------------------------------------------------------------------------------------------------------------

cards = st.lists(st.integers(0, 4), max_size=7)
spaces = st.lists(st.one_of(st.none(), st.integers(0, 4)), max_size=6)
seeds = st.integers(0, 2**32)


def all_cards(deck: Deck[int], display: Display[int]) -> Counter[int]:
    return Counter([*deck.pool, *deck.discard, *(card for _, card in display.cards())])


@settings(deadline=None)
@given(cards, cards, spaces, seeds)
def test_a_refill_conserves_the_cards(pile: list[int], discard: list[int], offer: list[int | None], seed: int) -> None:
    """No card is lost or made; full spaces stay, empty ones fill up as far as cards go; the report says just what came."""
    deck, display = Deck(Pool.of(pile), tuple(discard)), Display(tuple(offer))
    after, rest, filled = display.refill(deck, SeededChance(seed))
    assert all_cards(rest, after) == all_cards(deck, display)
    assert len(after.spaces) == len(display.spaces)
    came = {space: card for space, card, _ in filled}
    assert list(came) == sorted(came)
    empty = [space for space, card in enumerate(offer) if card is None]
    assert list(came) == empty[: len(pile) + len(discard)]
    assert all(after.spaces[space] == came.get(space, offer[space]) for space in range(len(offer)))
    shuffled = [count for _, _, count in filled if count]
    assert shuffled == ([len(discard)] if discard and len(empty) > len(pile) else [])
    assert list(rest.pool.items) == sorted(rest.pool.items)


@settings(deadline=None)
@given(cards, cards, seeds)
def test_a_deck_is_drawn_to_the_end(pile: list[int], discard: list[int], seed: int) -> None:
    """First the whole pile, then the whole discard pile, then nothing."""
    deck, chance, drawn = Deck(Pool.of(pile), tuple(discard)), SeededChance(seed), list[int]()
    while True:
        card, deck, shuffled = deck.draw(chance)
        assert shuffled == (len(discard) if discard and card is not None and len(drawn) == len(pile) else 0)
        if card is None:
            break
        drawn.append(card)
    assert Counter(drawn[: len(pile)]) == Counter(pile)
    assert Counter(drawn[len(pile) :]) == Counter(discard)
    assert deck == Deck(Pool[int]())


@settings(deadline=None)
@given(spaces)
def test_taking_all_cards_empties_a_display(offer: list[int | None]) -> None:
    """Each card can be taken once, wherever one begins."""
    display = Display(tuple(offer))
    taken = []
    for space, card in reversed(display.cards()):
        found, display = display.take(space)
        taken.append(found)
        assert found == card
    assert display == Display((None,) * len(offer))
    assert Counter(taken) == Counter(card for card in offer if card is not None)
