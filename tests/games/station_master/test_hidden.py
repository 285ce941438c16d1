"""Who sees what (sections MST-19, 2.1), exact deductions (2.2) and guesses (2.3): worked scenarios S-46 to S-49."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import attrs
import pytest

from railrules import Match, SeededChance, Setup, chance_outcomes, enumerate_chance
from railrules.games.station_master.events import CardDrawn, PassengerAssigned
from railrules.games.station_master.state import Boardings, Cards, Passenger, People, State, Train
from railrules.parts import Pool
from tests.games.station_master.given import FACE, GAME, PAWNS, Table, all_there, given, new_game, random_states

VIEWERS = (0, 1, 2, None)


def shown(state: State, seat: int, viewer: int | None = None) -> tuple[tuple[int, ...], frozenset[tuple[int, ...]]]:
    """What `viewer` can deduce about `seat`."""
    return GAME.beliefs(GAME.view(state, viewer), seat)


# ---- the worked scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-19.5", "MST-I15", "MST-19.3")
def test_s46_what_a_scoring_tells_about_the_other_pawns() -> None:
    """A pawn shown while another is out cannot be that other; one that boards later may be it again."""
    # given: seat 0 has boarded a 3 and a -1
    table = given("0: std-3 [C1 C1] {0:3}; 1: frt-3 [C2] {0:-1}", hands=("C1 C2 C3", "C4 C5"))
    # when the first train departs
    table = table.do("play C1 on 0")
    # then
    assert shown(table.state, 0) == ((1,), frozenset({(2,), (1,), (-1,)}))
    # when token 2 boards
    table = table.do("play C4 on 1", "board 1 on 2", "board 2 on 2")
    tokens, guesses = shown(table.state, 0)
    assert tokens == (1, 2)
    assert {guess[1] for guess in guesses} == {3, 2, 1, -1}
    # when token 1 is shown as -1
    table = table.do("play C5 on 1")
    assert table.scoring.passengers == (Passenger(0, 1, -1),)
    assert shown(table.state, 0) == ((2,), frozenset({(3,), (2,), (1,)}))


@pytest.mark.rule("MST-I15", "MST-19.5")
def test_s47_the_last_pawn_is_known() -> None:
    """When five of six are shown while the sixth is out, everybody knows the sixth."""
    table = given("0: std-6 [C4 C3 C1 C1 C1] {0:3 0:2 0:2 0:1 0:1}; 1: std-4 [] {0:-1}", hands=("C2",)).do("play C2 on 0")
    for viewer in VIEWERS:
        assert shown(table.state, 0, viewer) == ((5,), frozenset({(-1,)}))
    assert table.view(1).people.boardings[0].values == (3, 2, 2, 1, 1, None)


@pytest.mark.rule("MST-I15")
def test_beliefs_are_about_a_player_and_read_from_a_view() -> None:
    """A player that there is not, a spectator included, and a whole position are refused in a line."""
    table = given("0: std-5a [] {0:3 2:1}")
    for viewer in VIEWERS:
        for wrong in (-1, 3, True, 1.0, "x", None):
            with pytest.raises(ValueError, match=rf"^no player {wrong!r}; expected 0\.\.2$"):
                GAME.beliefs(table.view(viewer), wrong)  # type: ignore[arg-type]  # what a slip in a server may give
    with pytest.raises(TypeError, match=r"^State is no view; expected what Game\.view returns$"):
        GAME.beliefs(table.state, 0)  # type: ignore[arg-type]


@pytest.mark.rule("MST-19.3", "MST-19.4", "MST-19.5", "MST-4.4")
def test_s48_views_after_a_depot() -> None:
    """Seat 0 sees owner and token of the new pawn and how many are at home; the owner sees the values; both see the scoring."""
    table = given("0: std-6 [C4 C3] {0:2 1:3 1:-1}", active=1).do("depot on 0", "board 3")
    other, own = table.view(0), table.view(1)
    (pawn,) = other.station.slots[0].passengers  # type: ignore[union-attr]
    assert (pawn.seat, pawn.token, pawn.value) == (1, 2, None)
    assert other.people.supply_sizes[1] == 5
    (mine,) = own.station.slots[0].passengers  # type: ignore[union-attr]
    assert (mine.seat, mine.token, mine.value) == (1, 2, 3)
    assert own.people.supply == (0, 2, 2, 1)
    for view in (other, own, table.view(None)):
        assert [(pawn.seat, pawn.token, pawn.value) for pawn in view.pad.scorings[0].passengers] == [(0, 0, 2), (1, 0, 3), (1, 1, -1)]
    assert other.people.boardings[1] == Boardings((2, 3, 5), (4, 4, None), (3, -1, None))
    assert own.people.boardings[1] == Boardings((2, 3, 5), (4, 4, None), (3, -1, 3))


@pytest.mark.rule("MST-19.6", "MST-19.1")
def test_s49_redacted_events() -> None:
    """The value of a boarding and the face of a drawn card are for the seat of the event only."""
    table = given().do("board -1 on 0", "board 3 on 1")
    assert table.seen(0)[0] == PassengerAssigned(0, 0, 0, -1, "turn")
    for viewer in (1, 2, None):
        assert table.seen(viewer)[0] == PassengerAssigned(0, 0, 0, None, "turn")
    played = given("0: std-6 [C1]", hands=("C2",), draw="F3").do("play C2 on 0")
    assert CardDrawn(0, FACE["F3"], 82) in played.seen(0)
    for viewer in (1, 2, None):
        assert CardDrawn(0, None, 82) in played.seen(viewer)
        assert CardDrawn(0, FACE["F3"], 82) not in played.seen(viewer)


@pytest.mark.rule("MST-19.6")
@pytest.mark.parametrize(("steps", "via"), [(("play SR on 0", "board 2"), "standing-room"), (("depot on 0", "board 2"), "depot")])
def test_boarding_by_a_card_is_as_private(steps: tuple[str, ...], via: str) -> None:
    """Also behind a Standing Room and a Depot the value is told to the owner only, the pending decision to all."""
    table = given("0: std-6 [C1 C2]", hands=("SR",))
    pending = table.do(steps[0])
    for viewer in VIEWERS:
        assert pending.view(viewer).pending == pending.pending
    after = table.do(*steps)
    found = {viewer: [event for event in after.seen(viewer) if isinstance(event, PassengerAssigned)] for viewer in VIEWERS}
    assert found[0] == [PassengerAssigned(0, 0, 0, 2, via)]  # type: ignore[arg-type]
    for viewer in (1, 2, None):
        assert found[viewer] == [PassengerAssigned(0, 0, 0, None, via)]  # type: ignore[arg-type]


@pytest.mark.rule("MST-19.6")
def test_all_other_events_are_public() -> None:
    """Over random games only a drawn face and a boarded value are taken out of an event."""
    kinds = set()
    for n in (2, 4):
        chance = SeededChance(n)
        state = GAME.initial_state(GAME.config(n), chance)
        while GAME.outcome(state) is None:
            legal = GAME.legal_actions(state)
            step = GAME.apply(state, legal[chance.pick(len(legal))], chance)
            state = step.state
            for event in step.events:
                kinds.add(type(event).__name__)
                for viewer in (*range(n), None):
                    told = GAME.view_event(event, viewer)
                    if isinstance(event, CardDrawn) and event.seat != viewer:
                        assert told == attrs.evolve(event, card=None)
                    elif isinstance(event, PassengerAssigned) and event.seat != viewer:
                        assert told == attrs.evolve(event, value=None)
                    else:
                        assert told == event
    assert len(kinds) > 18


# ---- the table of visibility -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-19.1", "MST-19.2")
def test_hands_and_piles() -> None:
    """A hand is seen by its owner, its size by all; of draw pile and locomotive deck only the sizes are seen."""
    table = given(hands=("C2 UN C3", "F1 F2 F3", "SR SR SR"))
    for seat in range(3):
        assert table.view(seat).cards.hand == table.state.cards.hands[seat]
    assert table.view(None).cards.hand == ()
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert view.cards.hand_sizes == (3, 3, 3)
        assert view.cards.draw_pile_size == table.draw_left
        assert view.station.loco_deck_size == table.deck_left
        assert not any(isinstance(part, Pool) for part in _parts(view))


def _parts(thing: Any) -> list[Any]:
    found = [thing]
    if attrs.has(type(thing)):
        for field in attrs.fields(type(thing)):
            found += _parts(getattr(thing, field.name))
    elif isinstance(thing, tuple):
        for item in thing:
            found += _parts(item)
    return found


@pytest.mark.rule("MST-19.7")
def test_a_view_has_no_generator_and_no_record() -> None:
    """Neither state nor view holds a generator, a seed or the list of intents."""
    table = given().do("board 3 on 0")
    names = {field.name for part in _parts(table.view(0)) + _parts(table.state) if attrs.has(type(part)) for field in attrs.fields(type(part))}
    assert not {"rng", "seed", "chance", "intents", "actions", "moves", "record", "legal"} & names


@pytest.mark.rule("MST-19.4", "MST-19.3")
def test_supplies() -> None:
    """The own supply is seen by value, the others as a number, a spectator sees numbers only; so too right after a scoring."""
    table = given("0: std-3 [C1 C2] {0:3 1:2 1:-1}", hands=("C3",))
    after = table.do("play C3 on 0")
    for position, sizes in ((table, (5, 4, 6)), (after, (6, 6, 6))):
        for viewer in VIEWERS:
            view = position.view(viewer)
            assert view.people.supply_sizes == sizes
            assert view.people.supply == (None if viewer is None else position.state.people.supply[viewer])


def hidden_twins(table: Table) -> list[tuple[tuple[int | None, ...], State]]:
    """Positions that differ from `table` in something hidden, with those who cannot tell: a card of hand 1, a pawn of seat 1, both piles."""
    state = table.state
    hands, pile = list(state.cards.hands), list(state.cards.draw_pile.items)
    card = next(card for card in pile if card != hands[1][0] and card != FACE["RH"])
    pile.remove(card)
    pile.append(hands[1][0])
    hands[1] = (card, *hands[1][1:])
    cards = Cards(Pool.of(pile), tuple(hands), state.cards.discard)
    one = attrs.evolve(state, cards=cards)
    # a pawn of seat 1
    slot, place, pawn = next(
        (slot, place, pawn)
        for slot, train in enumerate(state.station.slots)
        if train is not None
        for place, pawn in enumerate(train.passengers)
        if pawn.seat == 1
    )
    counts: dict[int, int] = dict(zip((3, 2, 1, -1), state.people.supply[1], strict=True))
    other = next(value for value, count in counts.items() if count and value != pawn.value)
    counts[other] -= 1
    counts[pawn.value] += 1
    train = state.station.slots[slot]
    assert train is not None
    passengers = (*train.passengers[:place], Passenger(1, pawn.token, other), *train.passengers[place + 1 :])
    slots = list(state.station.slots)
    slots[slot] = Train(train.loco, train.cars, train.depot, train.standing_room, passengers)
    memory = state.people.boardings[1]
    values = (*memory.values[: pawn.token], other, *memory.values[pawn.token + 1 :])
    boardings = (state.people.boardings[0], Boardings(memory.on, memory.off, values), *state.people.boardings[2:])
    supply = (state.people.supply[0], tuple(counts.values()), *state.people.supply[2:])
    people = People(supply, boardings, state.people.tick, state.people.depot_unused)  # type: ignore[arg-type]
    two = attrs.evolve(state, station=attrs.evolve(state.station, slots=tuple(slots)), people=people)
    for twin in (one, two):
        all_there(twin)
        assert twin != state
    return [((0, 2, None), one), ((0, 2, None), two)]


@pytest.mark.rule("MST-I14", "MST-19.1", "MST-19.3", "MST-19.4")
def test_what_is_hidden_changes_no_view() -> None:
    """Another hand, or another pawn, of seat 1 leaves the views, deductions and guesses of all others as they were."""
    table = given("0: std-5a [C1] {0:3 1:2 2:-1}; 1: std-4 [C2] {1:1}", hands=("C5",))
    for blind, twin in hidden_twins(table):
        assert GAME.view(twin, 1) != table.view(1)
        for viewer in blind:
            assert GAME.view(twin, viewer) == table.view(viewer)
            assert GAME.unseen(GAME.view(twin, viewer)) == GAME.unseen(table.view(viewer))
            assert GAME.determinize(GAME.view(twin, viewer), SeededChance(4)) == GAME.determinize(table.view(viewer), SeededChance(4))
        assert GAME.legal_actions(twin) == GAME.legal_actions(table.state)


@pytest.mark.rule("MST-I14", "MST-14.7")
def test_what_is_hidden_changes_no_events() -> None:
    """The same steps from two positions that look alike give the same redacted events, a Transfer of the hidden pawn included."""
    table = given("0: std-5a [C1] {0:3 1:2 2:-1}; 1: std-4 [C2] {1:1}", hands=("TR",), draw="C1")
    for blind, twin in hidden_twins(table):
        chance = table.chance
        if twin.cards != table.state.cards:
            continue
        for actions in (("play TR", "transfer from 0", "transfer pawn 1", "transfer to 2", "end transfer"), ("board 2 on 1",)):
            one = table.do(*actions)
            two = Table(twin, chance).do(*actions)
            for viewer in blind:
                assert one.seen(viewer) == two.seen(viewer)
                assert one.view(viewer) == two.view(viewer)


@pytest.mark.rule("MST-17.2", "MST-3.6")
@pytest.mark.parametrize(("idle_actions", "code"), [(True, None), (False, "undo-irreversible")])
def test_with_idle_actions_off_the_end_of_a_turn_tells_something_of_a_hand(idle_actions: bool, code: str | None) -> None:
    """Whether seat 1 is skipped depends on the cards it holds, so the pawn assigned before cannot be taken back."""
    table = given("0: std-6 [C1]; 1: std-7 []", hands=("C1", "UN RP RA", "C2"), dry=True, idle_actions=idle_actions)
    match = Match(GAME, table.state.config, ("a", "b", "c"), None, Setup((), table.state, (), 0))
    # when
    rejection = match.play(table.read("board 1 on 1")).check_undo(0)
    # then
    assert (rejection and rejection.code) == code


@pytest.mark.rule("MST-14.7", "MST-19.3")
def test_a_transfer_shows_its_player_nothing() -> None:
    """While and after seat 0 moves a pawn of seat 1, its value stays hidden from seat 0."""
    table = given("0: std-5a [C1] {1:2}; 1: std-4 [C2]", hands=("TR",))
    steps = ("play TR", "transfer from 0", "transfer to 1")
    for upto in range(len(steps) + 1):
        view = table.do(*steps[:upto]).view(0)
        riding = [pawn for train in view.station.slots if train for pawn in train.passengers]
        assert [(pawn.seat, pawn.token, pawn.value) for pawn in riding] == [(1, 0, None)]
        assert shown(table.do(*steps[:upto]).state, 1, 0)[1] == frozenset({(3,), (2,), (1,), (-1,)})


# ---- deductions --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-I15")
def test_the_number_of_possibilities() -> None:
    """For one to six fresh pawns: 4, 14, 42, 102, 180, 180 tuples, none with more copies than there are."""
    sizes = []
    for count in range(7):
        riding = " ".join(f"0:{value}" for value in PAWNS[:count])
        train = f"0: std-8 [] {{{riding}}}" if count else "0: std-8 []"
        tokens, guesses = shown(given(train).state, 0)
        assert tokens == tuple(range(count))
        assert guesses == frozenset(guess[:count] for guess in permutations(PAWNS))
        sizes.append(len(guesses))
    assert sizes == [1, 4, 14, 42, 102, 180, 180]


def by_hand(memory: Boardings) -> frozenset[tuple[int, ...]]:
    """Deductions by brute force: all ways in which the six distinct pawns can have gone on and off, told apart by their values at the end."""
    ticks: list[tuple[int, bool, int]] = [(on, False, token) for token, on in enumerate(memory.on)]
    ticks += [(off, True, token) for token, off in enumerate(memory.off) if off is not None]
    worlds: set[tuple[tuple[int, int], ...]] = {()}  # (token, value) of the pawns that are out
    for _, home, token in sorted(ticks):
        following: set[tuple[tuple[int, int], ...]] = set()
        for world in worlds:
            if home:
                value = dict(world)[token]
                if memory.values[token] in (None, value):
                    following.add(tuple(pair for pair in world if pair[0] != token))
            else:
                left = Counter(PAWNS)
                left.subtract(value for _, value in world)
                following.update((*world, (token, value)) for value, count in left.items() if count > 0)
        worlds = following
    return frozenset(tuple(value for _, value in world) for world in worlds)


def public(memory: Boardings) -> Boardings:
    return Boardings(memory.on, memory.off, tuple(None if off is None else value for off, value in zip(memory.off, memory.values, strict=True)))


@pytest.mark.rule("MST-I15")
@pytest.mark.parametrize("n", [2, 3, 6])
def test_deductions_are_exact(n: int) -> None:
    """Along random games they equal those of a brute force over all worlds, hold the truth, and are the same for all viewers."""
    sizes = set()

    def taste(action: object) -> int:
        return 6 if type(action).__name__ in ("AssignPassenger", "BoardPassenger") else 2 if "Transfer" in type(action).__name__ else 1

    for seed in range(2):
        for state in random_states(n, seed, taste)[::6]:
            for seat in range(n):
                found = {shown(state, seat, viewer) for viewer in (*range(n), None)}
                assert len(found) == 1
                ((tokens, guesses),) = found
                memory = state.people.boardings[seat]
                assert guesses == by_hand(public(memory))
                assert tokens == tuple(token for token, off in enumerate(memory.off) if off is None)
                assert tuple(memory.values[token] for token in tokens) in guesses
                assert all(not Counter(guess) - Counter(PAWNS) for guess in guesses)
                sizes.add(len(guesses))
    assert len(sizes) > 4


@pytest.mark.rule("MST-I15", "MST-14.4")
def test_a_pawn_sent_home_unseen_takes_its_secret_along() -> None:
    """Its place is dropped and equal tuples are merged; later boardings may be the same pawn."""
    table = given("0: std-5a [] {0:3 1:2 0:2}", sole=True, hands=("TR",)).do("play TR", "transfer from 0", "transfer pawn 0")
    tokens, guesses = shown(table.state, 0)
    assert tokens == (1,)
    assert guesses == frozenset({(3,), (2,), (1,), (-1,)})


# ---- guesses -----------------------------------------------------------------------------------------------------------------------------


def sample_table() -> Table:
    return given("0: std-5a [C1 F2] {0:3 1:2 2:-1} SR1; 1: std-4 [C2 C3] {1:1} D1@2", hands=("TR C5 C6", "UN", "RP"), discard="C4 RA F1", used=(2,))


@pytest.mark.rule("MST-D1", "MST-D3", "MST-I16")
@pytest.mark.parametrize("steps", [(), ("play TR",), ("play TR", "transfer from 0", "transfer pawn 1")])
def test_a_guess_keeps_all_cards_and_the_view(steps: tuple[str, ...]) -> None:
    """All components are there, the acting card included, and the guess looks like the view to its viewer."""
    table = sample_table().do(*steps)
    for viewer in VIEWERS:
        for seed in range(8):
            guess = GAME.determinize(table.view(viewer), SeededChance(seed))
            all_there(guess)
            assert GAME.view(guess, viewer) == table.view(viewer)
            assert guess.cards.discard == table.state.cards.discard
            assert (guess.turn, guess.pad, guess.pending) == (table.state.turn, table.state.pad, table.state.pending)


@pytest.mark.rule("MST-D2", "MST-15.1")
def test_an_unseen_rush_hour_lies_in_the_draw_pile() -> None:
    """It never comes to a hand, and each place of the draw pile is as likely: the next card is it with the chance of one of them."""
    table = given(dry=True, draw="RH C1 C2 C3", hands=("C4", "C5 C6", "F1"))
    for viewer in VIEWERS:
        for seed in range(30):
            guess = GAME.determinize(table.view(viewer), SeededChance(seed))
            assert guess.cards.draw_pile.count("rush-hour") == 1
            assert not any("rush-hour" in hand for hand in guess.cards.hands)
    outcomes = chance_outcomes(GAME, table.state, table.read("play C4 on 0"), limit=100_000)
    opened = sum((probability for probability, state in outcomes if len(state.station.slots) == 4), Fraction(0))
    assert opened == Fraction(1, 4)
    seen = given(hands=("C4",), discard="RH")
    assert GAME.determinize(seen.view(0), SeededChance(1)).cards.draw_pile.count("rush-hour") == 0


@pytest.mark.rule("MST-D3", "MST-D1")
def test_hands_are_guessed_evenly() -> None:
    """Each way to deal the unseen cards has the same probability: checked by enumeration."""
    table = given(dry=True, draw="C1 C2 C2 RH", hands=("C4", "C3", "F1"))
    view = table.view(0)
    total = Fraction(0)
    unseen = ["C1", "C2", "C2", "C3", "F1"]
    expected: Counter[tuple[str, str]] = Counter()
    for one, other in permutations(range(5), 2):
        expected[unseen[one], unseen[other]] += 1
    shares: dict[tuple[str, str], Fraction] = {}
    for probability, state in enumerate_chance(lambda chance: GAME.determinize(view, chance)):
        key = Table(state, table.chance).hand(1), Table(state, table.chance).hand(2)
        shares[key] = shares.get(key, Fraction(0)) + probability
        total += probability
    assert total == 1
    assert shares == {key: Fraction(count, 20) for key, count in expected.items()}


@pytest.mark.rule("MST-D4")
def test_unseen_locomotives_are_in_the_deck() -> None:
    """The deck of a guess is all that is neither in the Station nor on the discard pile."""
    table = sample_table()
    for viewer in VIEWERS:
        guess = GAME.determinize(table.view(viewer), SeededChance(3))
        assert guess.station.loco_deck == table.state.station.loco_deck
    arrivals = chance_outcomes(GAME, given("0: std-3 [C1 C2]", dry=True, hands=("C3", "C1")).state, table.read("play C3 on 0"))
    assert len(arrivals) == 10
    assert {probability for probability, _ in arrivals} == {Fraction(1, 10)}


@pytest.mark.rule("MST-D5")
@pytest.mark.parametrize("riding", [(3,), (2, -1), (1, 1, 2)])
def test_pawns_are_guessed_by_the_ways_to_hand_out_distinct_pawns(riding: tuple[int, ...]) -> None:
    """The probability of a tuple is the share of the orders of six distinct pawns that begin with it: checked by enumeration."""
    pawns = " ".join(f"1:{value}" for value in riding)
    table = given(f"0: std-8 [] {{{pawns}}}", dry=True, hands=("C1",))
    view = table.view(0)
    found: dict[tuple[int | None, ...], Fraction] = {}
    for probability, state in enumerate_chance(lambda chance: GAME.determinize(view, chance)):
        values = state.people.boardings[1].values
        found[values] = found.get(values, Fraction(0)) + probability
        train = state.station.slots[0]
        assert train is not None
        assert tuple(pawn.value for pawn in train.passengers) == values
        all_there(state)
    orders = Counter(order[: len(riding)] for order in permutations(PAWNS))
    assert found == {order: Fraction(count, 720) for order, count in orders.items()}


@pytest.mark.rule("MST-D5", "MST-19.5")
def test_guessed_pawns_fit_what_was_shown() -> None:
    """A pawn that was shown while another was out is no candidate for that one; the other values keep their weights."""
    table = given("0: std-3 [C1 C2] {1:2 1:3}; 1: std-4 [] {1:-1}", dry=True, hands=("C3",)).do("play C3 on 0")
    view = table.view(0)
    found: dict[int | None, Fraction] = {}
    for probability, state in enumerate_chance(lambda chance: GAME.determinize(view, chance)):
        value = state.people.boardings[1].values[2]
        found[value] = found.get(value, Fraction(0)) + probability
        assert state.people.boardings[1].values[:2] == (2, 3)
    # 2 and 3 were shown: one 2, two 1, one -1 are left; the weight is that of a pawn among all six (D5)
    assert found == {2: Fraction(2, 5), 1: Fraction(2, 5), -1: Fraction(1, 5)}


@pytest.mark.rule("MST-D5", "MST-D3")
def test_the_own_secrets_are_kept_and_a_spectator_has_none() -> None:
    """The viewer's hand and pawns are the true ones; in the guess of a spectator all are drawn."""
    table = sample_table()
    met = set()
    for seed in range(20):
        guess = GAME.determinize(table.view(1), SeededChance(seed))
        assert guess.cards.hands[1] == table.state.cards.hands[1]
        assert guess.people.supply[1] == table.state.people.supply[1]
        assert guess.people.boardings[1] == table.state.people.boardings[1]
        met.add(GAME.determinize(table.view(None), SeededChance(seed)).people.boardings[1].values)
    assert len(met) > 3


@pytest.mark.rule("MST-D6", "MST-19.7")
def test_nothing_in_a_guess_decides_what_comes_next() -> None:
    """A guess holds no generator: two chances draw different cards from it."""
    guess = GAME.determinize(new_game(3).view(0), SeededChance(3))
    action = GAME.legal_actions(guess)
    card = next(one for one in action if type(one).__name__ in ("AddRailcar", "PlayStandingRoom", "PlayAction"))
    after = set()
    for seed in range(20):
        state = GAME.transition(guess, card, SeededChance(seed))
        while state.pending is not None:
            state = GAME.transition(state, GAME.legal_actions(state)[-1], SeededChance(seed))
        after.add(state.cards.hands[0])
    assert len(after) > 5


@pytest.mark.rule("MST-D1", "MST-D2", "MST-D3", "MST-D4", "MST-D5", "MST-I16")
@pytest.mark.parametrize("n", [2, 3, 6])
def test_guesses_along_random_games(n: int) -> None:
    """At every fifth position, for each seat and the spectator: conservation, the same view, the same legal actions for who acts."""
    differs = 0
    for index, state in enumerate(random_states(n, 21)):
        if index % 5:
            continue
        for viewer in (*range(n), None):
            view = GAME.view(state, viewer)
            guess = GAME.determinize(view, SeededChance(index))
            all_there(guess)
            assert GAME.view(guess, viewer) == view
            assert not [*GAME.invariant_faults(guess)]
            if viewer == state.turn.active:
                assert GAME.legal_actions(guess) == GAME.legal_actions(state)
            differs += guess != state
    assert differs > 20


@pytest.mark.rule("MST-19.1", "MST-3.5")
def test_only_who_acts_has_legal_actions() -> None:
    """Of a view the legal actions are its player's own, of a spectator's none."""
    table = given()
    assert GAME.legal_at(table.view(0)) == GAME.legal_actions(table.state) != ()
    assert GAME.legal_at(table.view(1)) == GAME.legal_at(table.view(None)) == ()
    assert table.view(1).to_act == 0


@pytest.mark.rule("MST-19.1")
@pytest.mark.parametrize("wrong", [-1, 3, True, "0"])
def test_nobody_looks_from_a_seat_that_is_not_there(wrong: Any) -> None:
    """A view of a seat that does not exist is a mistake of the caller."""
    with pytest.raises(ValueError, match="no player"):
        GAME.view(given().state, wrong)
