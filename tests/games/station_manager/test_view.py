"""Who sees what (section 2.3), redacted events (section 4) and positions guessed from a view (section 2.4)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, Unpack

import attrs
import pytest

from railrules import SeededChance, enumerate_chance
from railrules.games.station_manager import (
    ActPending,
    DrawFreight,
    FulfilOrder,
    IntakePending,
    LayPending,
    PilePending,
    Place,
    State,
    View,
)
from railrules.games.station_manager.events import (
    FreightDealt,
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    GameEnded,
    GameStarted,
    OpenFreightTaken,
    OpenFreightTurned,
    OrderNamed,
    OrderTaken,
    PileClaimed,
    PileLeft,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from railrules.parts import Pool
from tests.games.station_manager.given import GAME, HouseRules, Item, Table, all_cards_present, cards, codes, given


def s14(**kwargs: Any) -> Table:
    """Player 0 after the draw with four coals; player 1 has three bananas."""
    return given(hands=("CLr CLo CLw", "BAr BAo BAw"), pile="WIr", draw="CLk GRr", **kwargs).do("draw")


def random_states(players: int, seed: int, **options: Unpack[HouseRules]) -> Iterator[State]:
    """Every position of a random game."""
    chance = SeededChance(seed)
    state = GAME.initial_state(GAME.config(players, **options), chance)
    yield state
    while GAME.outcome(state) is None:
        legal = GAME.legal_actions(state)
        state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
        yield state


def swapped(state: State, one: int, other: int) -> State:
    """The same position with a card of the hand of `one` changed for one of the draw pile, or of the hand of `other`, that is no known card."""
    hands = [list(place.hand) for place in state.places]
    pile = list(state.draw_pile.items)
    free_one = _unproved(state.places[one])
    if one != other:
        free_other = _unproved(state.places[other])
        card, instead = next((a, b) for a in free_one for b in free_other if a != b)
        hands[other].remove(instead)
        hands[other].append(card)
    else:
        card, instead = next((a, b) for a in free_one for b in pile if a != b)
        pile.remove(instead)
        pile.append(card)
    hands[one].remove(card)
    hands[one].append(instead)
    places = tuple(Place(tuple(sorted(hand)), place.known, place.row) for hand, place in zip(hands, state.places, strict=True))
    found = attrs.evolve(state, draw_pile=Pool.of(pile), places=places)
    all_cards_present(found)
    assert found != state
    return found


def _unproved(place: Place) -> list[int]:
    left = list(place.hand)
    for card in place.known:
        left.remove(card)
    return left


# ---- the table of visibility -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("wrong", [-1, True, False, "last", 1.0, "0"])
@pytest.mark.rule("MGR-9.1")
def test_nobody_looks_from_a_seat_that_is_not_there(players: int, wrong: Any) -> None:
    """A view of player -1, of True, or of one more than sit at the table is a mistake of the caller, and shows no hand."""
    state = given(players, hands=(3,) * players, pile="WIr").state
    player = players if wrong == "last" else wrong
    with pytest.raises(ValueError, match=rf"^no player {player!r}; expected 0\.\.{players - 1}, or None for a spectator$"):
        GAME.view(state, player)


@pytest.mark.rule("MGR-9.1")
def test_who_does_not_act_has_nothing_to_choose_from() -> None:
    """Of a view the legal actions are its player's own: none for the others, for a spectator, and after the end."""
    table = s14()
    assert table.acts == 0
    assert GAME.legal_at(table.view(0)) == GAME.legal_actions(table.state) != ()
    assert GAME.legal_at(table.view(1)) == GAME.legal_at(table.view(None)) == ()
    choosing = table.do("fulfil blue-a")
    assert GAME.legal_at(choosing.view(0)) == GAME.legal_actions(choosing.state) != ()
    assert GAME.legal_at(choosing.view(1)) == ()
    over = given(hands=("CLr CLo CLw", 3), pile="WIr", rows=(22,)).do("draw", "fulfil blue-a", "leave")
    assert [GAME.legal_at(over.view(viewer)) for viewer in (0, 1, None)] == [(), (), ()]


@pytest.mark.rule("MGR-9.1", "MGR-9.2")
def test_the_owner_sees_the_hand_and_others_its_size() -> None:
    """A view has the faces of the own hand only, and the sizes of all hands and of the draw pile."""
    table = given(3, hands=("CLr CFo", "TIr TIo TIw", "WIk"), pile="OIw", draw="BAr")
    for player, hand in enumerate(("CLr CFo", "TIr TIo TIw", "WIk")):
        view = table.view(player)
        assert view.player == player
        assert codes(view.hand) == hand
    assert table.view(None).hand == ()
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).hand_sizes == (2, 3, 1)
        assert table.view(viewer).draw_pile_size == table.draw_size
        assert table.view(viewer).known == ((), (), ())


@pytest.mark.rule("MGR-9.1", "MGR-I12")
def test_the_faces_of_other_hands_and_of_the_draw_pile_are_hidden() -> None:
    """Positions that differ only in cards hidden from a player give that player the same view."""
    table = given(3, hands=("CLr CFo", "TIr TIo TIw", "WIk"), pile="OIw")
    state = table.state
    for one, other, blind in ((1, 1, (0, 2, None)), (1, 2, (0, None)), (0, 2, (1, None)), (2, 2, (0, 1, None))):
        changed = swapped(state, one, other)
        for viewer in (0, 1, 2, None):
            assert (GAME.view(changed, viewer) == GAME.view(state, viewer)) == (viewer in blind)


@pytest.mark.rule("MGR-9.1", "MGR-9.3", "MGR-4.4", "MGR-9.7")
def test_public_items_are_in_every_view() -> None:
    """Known cards, discard pile, rows, holders, counters, scores and results are the same in all views."""
    table = given(
        3,
        hands=("CLr CFo WIr", 3, 3),
        known={0: "WIr"},
        pile="OIw TIk",
        rows=(4, "CAr", ""),
        holders={"grey": 1},
        idle=2,
        turn=9,
        start=1,
        scores=(3, 4, 5),
        order_totals=(1, 0, 2),
        acts=2,
    )
    state = table.state
    for viewer in (0, 1, 2, None):
        view = table.view(viewer)
        assert (view.config, view.clock, view.standings, view.holders) == (state.config, state.clock, state.standings, state.holders)
        assert view.discard_pile == state.discard_pile
        assert view.rows == tuple(place.row for place in state.places)
        assert view.known == tuple(place.known for place in state.places)
        assert codes(view.known[0]) == "WIr"
        assert view.open_card == cards("TIk")[0]
        assert view.open_available
        assert view.to_act == 2


@pytest.mark.rule("MGR-6.5")
def test_pending_decisions_in_views() -> None:
    """Everybody sees who decides and at which step; choosing cards looks to others like the step before."""
    intake = given(hands=(3, 3), pile="WIr")
    act = s14()
    lay = act.do("fulfil blue-a", "lay CLr")
    pile = lay.do("lay CLw")
    for viewer in (0, 1, None):
        assert intake.view(viewer).pending == IntakePending(0)
        assert act.view(viewer).pending == ActPending(0, None)
        assert pile.view(viewer).pending == PilePending(0, "blue-a")
        masked = LayPending(0, "blue-a", cards("CLr"), None) if viewer == 0 else ActPending(0, None)
        assert lay.view(viewer).pending == masked
        assert [table.view(viewer).to_act for table in (intake, act, lay, pile)] == [0, 0, 0, 0]


@pytest.mark.rule("MGR-6.5", "MGR-9.1")
def test_a_masked_choice_shows_the_open_card_taken() -> None:
    """Others see `taken` in place of the order and the cards, since they saw it being taken."""
    table = given(hands=("CLr CLo CLw", 3), pile="WIr CLk").do("open", "fulfil blue-a", "lay CLr")
    assert table.view(1).pending == ActPending(0, cards("CLk")[0])
    assert table.view(None).pending == ActPending(0, cards("CLk")[0])


@pytest.mark.rule("MGR-9.1", "MGR-9.6")
def test_legal_actions_are_for_the_one_who_decides() -> None:
    """A client gets legal actions for the acting player alone, and none after the end."""
    match = s14().match()
    assert match.seat(0).legal_actions == GAME.legal_actions(match.state)
    assert match.seat(1).legal_actions == ()
    assert match.seat(None).legal_actions == ()
    assert not hasattr(match.seat(1).view, "legal_actions")


@pytest.mark.rule("MGR-9.1")
def test_no_generator_in_any_state_or_view() -> None:
    """Neither a state nor a view has a field for a generator, a seed, submitted actions or digests."""
    names = {field.name for field in attrs.fields(State)} | {field.name for field in attrs.fields(View)}
    assert names == {
        "player",
        "config",
        "clock",
        "draw_pile",
        "draw_pile_size",
        "discard_pile",
        "places",
        "holders",
        "pending",
        "standings",
        "hand",
    }


@pytest.mark.rule("MGR-9.1")
def test_the_draw_pile_has_no_order() -> None:
    """The draw pile of a state ascends, so nothing in a state foretells a draw."""
    for state in random_states(3, 4):
        assert list(state.draw_pile) == sorted(state.draw_pile)


@pytest.mark.rule("MGR-9.1", "MGR-D2")
def test_unseen_counts() -> None:
    """`unseen` is two per type minus discard pile, rows, own hand and the known cards of the others."""
    table = given(hands=("CLr CFo", "TIr TIo WIr"), known={0: "CFo", 1: "WIr"}, pile="OIw OIw", rows=("CAr", "CAr CAo"))
    expected: dict[int | None, str] = {0: "CLr CFo WIr", 1: "TIr TIo WIr CFo", None: "CFo WIr"}
    for viewer, seen in expected.items():
        left = Counter(dict.fromkeys(range(52), 2))
        left.subtract(cards(f"OIw OIw CAr CAr CAo {seen}"))
        assert table.view(viewer).unseen == tuple(left[card] for card in range(52))
        assert GAME.unseen(table.view(viewer)) == table.view(viewer).unseen


@pytest.mark.rule("MGR-6.5", "MGR-I13")
def test_views_of_others_do_not_change_while_cards_are_chosen() -> None:
    """Naming an order and every choice that does not complete the set leave the views of the others as they were."""
    before = s14()
    for line in (["fulfil blue-a"], ["fulfil blue-a", "lay CLr"], ["fulfil blue-b", "lay CLr", "lay CLo"]):
        after = before.do(*line)
        assert after.view(0) != before.view(0)
        assert after.view(1) == before.view(1)
        assert after.view(None) == before.view(None)


def test_views_are_hashable_values() -> None:
    """Equal views have equal hashes, and a view survives JSON."""
    for state in random_states(2, 6):
        for viewer in (0, 1, None):
            view = GAME.view(state, viewer)
            assert hash(view) == hash(GAME.view(state, viewer))
            assert GAME.load_view(GAME.dump(view)) == view


# ---- events ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MGR-9.1", "MGR-3.5", "MGR-6.5")
def test_private_parts_of_events() -> None:
    """Dealt and drawn cards are shown to their player only; naming and staging are no event for the others."""
    dealt, drawn = FreightDealt(1, 3, (0, 1, 2)), FreightDrawn(1, 2, (5, 4), 90, None)
    named, staged = OrderNamed(1, "grey"), FreightStaged(1, 4, True)
    for event in (dealt, drawn, named, staged):
        assert GAME.view_event(event, 1) == event
    for other in (0, 2, None):
        assert GAME.view_event(dealt, other) == FreightDealt(1, 3, None)
        assert GAME.view_event(drawn, other) == FreightDrawn(1, 2, None, 90, None)
        assert GAME.view_event(named, other) is None
        assert GAME.view_event(staged, other) is None
    forced = FreightDrawn(0, 1, (5,), 0, "idle-limit-reached")
    assert GAME.view_event(forced, 1) == FreightDrawn(0, 1, None, 0, "idle-limit-reached")


@pytest.mark.rule("MGR-9.1")
def test_all_other_events_are_seen_by_all() -> None:
    """Every event of a kind without private parts reaches everybody unchanged; all kinds occur."""
    public = {
        GameStarted,
        RoundStarted,
        OpenFreightTurned,
        TurnStarted,
        OpenFreightTaken,
        FreightDiscarded,
        FreightLaid,
        PileClaimed,
        PileLeft,
        OrderTaken,
        RoundEnded,
        RoundScored,
        GameEnded,
    }
    seen = set()
    log: list[Any] = []
    for seed in range(5):
        chance = SeededChance(seed)
        state = GAME.initial_state(GAME.config(3), chance, log)
        while GAME.outcome(state) is None:
            legal = GAME.legal_actions(state)
            state = GAME.transition(state, legal[chance.pick(len(legal))], chance, log)
    for event in log:
        seen.add(type(event))
        if type(event) in public:
            assert all(GAME.view_event(event, viewer) == event for viewer in (0, 1, 2, None))
    assert seen == public | {FreightDealt, FreightDrawn, OrderNamed, FreightStaged} == set(GAME.event_types)


@pytest.mark.rule("MGR-9.1", "MGR-9.3")
def test_events_shown_to_others_never_hold_hidden_cards() -> None:
    """Two positions that look alike to a player lead to the same events for that player when the same things are seen to happen."""
    table = s14()
    for viewer in (1, None):
        for seed in range(20):
            twin = GAME.determinize(table.view(viewer), SeededChance(seed))
            first = GAME.apply(table.state, table.read("discard CLr"), table.chance)
            # the same visible act from another hand: discard what both have
            card = twin.places[0].hand[0]
            other = GAME.apply(twin, table.read(f"discard {codes((card,))}"), table.chance)
            shown = [GAME.view_event(event, viewer) for event in first.events]
            told = [GAME.view_event(event, viewer) for event in other.events]
            assert shown[1:] == told[1:]
            assert isinstance(shown[0], FreightDiscarded)
            assert told[0] == attrs.evolve(shown[0], card=card)


# ---- determinization ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("MGR-D1", "MGR-D2", "MGR-D4", "MGR-D5", "MGR-D7", "MGR-I12")
def test_guesses_look_like_the_view(players: int) -> None:
    """Along random games, for every player and a spectator: all cards are there, and the guess gives the view it was made from."""
    for game_seed in range(4):
        for number, state in enumerate(random_states(players, game_seed)):
            for viewer in (*range(players), None):
                view = GAME.view(state, viewer)
                free = [size - len(known) for size, known in zip(view.hand_sizes, view.known, strict=True)]
                others = [player for player in range(players) if player != viewer]
                assert sum(view.unseen) == view.draw_pile_size + sum(free[player] for player in others)
                sample = GAME.determinize(view, SeededChance(1000 * game_seed + number))
                all_cards_present(sample)
                assert GAME.view(sample, viewer) == view
                for player, place in enumerate(sample.places):
                    assert not Counter(place.known) - Counter(place.hand)
                    assert list(place.hand) == sorted(place.hand)
                    assert len(place.hand) == len(state.places[player].hand)
                if viewer == GAME.current_player(state):
                    assert GAME.legal_actions(sample) == GAME.legal_actions(state)


@pytest.mark.rule("MGR-D1", "MGR-D3", "MGR-D4")
def test_hidden_hands_are_dealt_clockwise_from_the_viewer() -> None:
    """The unseen cards go to the other players in order after the viewer, for a spectator from player 0; the rest is the draw pile."""

    class FromTheFront:
        def pick(self, n: int) -> int:
            return 0

        def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
            asked.append(count)
            return pool.items[:count], pool.remove(pool.items[:count])

    asked: list[int] = []
    table = given(4, hands=("CLr CLo", "TIr TIo TIw TIk", "WIr WIo WIw", "OIr OIo OIw OIk OIk"), known={2: "WIr"}, pile="BAr")
    sample = GAME.determinize(table.view(2), FromTheFront())
    assert asked == [5, 2, 4]  # players 3, 0, 1
    unseen = [card for card, count in enumerate(table.view(2).unseen) for _ in range(count)]
    assert sample.places[3].hand == tuple(unseen[:5])
    assert sample.places[0].hand == tuple(unseen[5:7])
    assert sample.places[1].hand == tuple(unseen[7:11])
    assert sample.draw_pile == Pool(tuple(unseen[11:]))
    asked.clear()
    spectated = GAME.determinize(table.view(None), FromTheFront())
    assert [count for count in asked if count] == [2, 4, 2, 5]  # players 0 to 3, one card of player 2 being known
    assert cards("WIr")[0] in spectated.places[2].hand


@pytest.mark.rule("MGR-D5")
def test_public_fields_are_copied() -> None:
    """All that a view shows of a position is the same in a guess."""
    table = given(
        3,
        hands=("CLr CFo WIr", 3, 3),
        known={0: "WIr"},
        pile="OIw TIk",
        rows=(4, 2, ""),
        holders={"grey": 1},
        idle=2,
        turn=9,
        start=1,
        scores=(3, 4, 5),
        order_totals=(1, 0, 2),
        acts=2,
    )
    for viewer in (0, 1, 2, None):
        sample = GAME.determinize(table.view(viewer), SeededChance(5))
        for field in ("config", "clock", "discard_pile", "holders", "pending", "standings"):
            assert getattr(sample, field) == getattr(table.state, field)
        for mine, true in zip(sample.places, table.state.places, strict=True):
            assert (mine.known, mine.row) == (true.known, true.row)


@pytest.mark.rule("MGR-D5", "MGR-D7", "MGR-6.5")
def test_an_own_choice_of_cards_is_kept_and_a_masked_one_is_the_step_before() -> None:
    """The chooser's guess goes on with the staged cards; in a guess of anybody else the chooser is at the step before."""
    table = s14().do("fulfil blue-a", "lay CLr", "lay CLo")
    for seed in range(20):
        own = GAME.determinize(table.view(0), SeededChance(seed))
        assert own.pending == LayPending(0, "blue-a", cards("CLr CLo"), None)
        assert own.places[0] == table.state.places[0]
        assert GAME.legal_actions(own) == GAME.legal_actions(table.state)
        for viewer in (1, None):
            masked = GAME.determinize(table.view(viewer), SeededChance(seed))
            assert masked.pending == ActPending(0, None)
            assert GAME.view(masked, viewer) == table.view(viewer)
            assert GAME.legal_actions(masked)


@pytest.mark.rule("MGR-D6", "MGR-D8", "MGR-9.1")
def test_a_guess_reads_nothing_but_the_view() -> None:
    """Positions that look alike to a player give the same guesses for the same chance, so a guess cannot know the truth."""
    table = given(3, hands=("CLr CFo", "TIr TIo TIw", "WIk"), pile="OIw", known={1: "TIr"})
    for one, other, blind in ((1, 1, (0, 2, None)), (1, 2, (0, None))):
        changed = swapped(table.state, one, other)
        for viewer in blind:
            for seed in range(10):
                guess = GAME.determinize(GAME.view(changed, viewer), SeededChance(seed))
                assert guess == GAME.determinize(table.view(viewer), SeededChance(seed))


@pytest.mark.rule("MGR-D6")
def test_what_comes_after_a_guess_is_up_to_the_chance_given_then() -> None:
    """Two chances draw different cards from the same guess: nothing in it decides the next draw."""
    guess = GAME.determinize(given(hands=(3, 3), pile="WIr").view(0), SeededChance(3))
    drawn = {GAME.transition(guess, DrawFreight(), SeededChance(seed)).places[0].hand for seed in range(30)}
    assert len(drawn) > 20


@pytest.mark.rule("MGR-D8")
def test_guesses_are_uniform_over_all_deals() -> None:
    """Each deal of the unseen copies has exactly the same probability: checked by enumeration of a small rest."""
    # given six unseen cards CLr CLr CFo TIk TIk WIw, two of them in the hand of player 1, beside a known OIk; four in the draw pile
    rest = "CLr CLr CFo TIk TIk WIw"
    table = given(hands=("BAr", "CLr CFo OIk"), known={1: "OIk"}, pile="BAo", draw="CLr TIk TIk WIw", rows=(47, 48))
    assert table.draw_size == 4
    view = table.view(0)
    assert Counter({card: count for card, count in enumerate(view.unseen) if count}) == Counter(cards(rest))
    # when
    found = {state: probability for probability, state in enumerate_chance(lambda chance: GAME.determinize(view, chance))}
    # then
    deals = Counter(tuple(sorted((*pair, cards("OIk")[0]))) for pair in combinations(cards(rest), 2))
    expected = {hand: Fraction(count, 15) for hand, count in deals.items()}
    assert {state.places[1].hand: probability for state, probability in found.items()} == expected
    assert sum(expected.values()) == 1
    assert all(sorted((*state.places[1].hand, *state.draw_pile)) == sorted(cards(rest + " OIk")) for state in found)


@pytest.mark.rule("MGR-D8", "MGR-9.4")
def test_guesses_are_uniform_over_three_hands() -> None:
    """The same with two hidden hands and a spectator who sees neither."""
    table = given(hands=("CLr CFo", "TIk"), draw="CLr WIw", pile="BAo", rows=(49, 49))
    view = table.view(None)
    unseen = cards("CLr CLr CFo TIk WIw")
    assert sum(view.unseen) == 5
    found = {state: probability for probability, state in enumerate_chance(lambda chance: GAME.determinize(view, chance))}
    deals: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for pair in combinations(range(5), 2):
        for single in set(range(5)) - set(pair):
            deals[tuple(sorted(unseen[index] for index in pair)), (unseen[single],)] += 1
    expected = {hands: Fraction(count, 30) for hands, count in deals.items()}
    assert {(state.places[0].hand, state.places[1].hand): probability for state, probability in found.items()} == expected


@pytest.mark.rule("MGR-D7")
def test_the_acting_player_may_do_the_same_in_every_guess() -> None:
    """At each kind of step the legal actions of a guess made by the acting player are the true ones."""
    tables = [
        given(hands=("CLr CFo TIk", 3), pile="OIw WIr"),
        given(hands=("CLr CFo TIk", 3), pile="OIw WIr", discard_taken_card=False).do("open"),
        given(hands=("CLr CLo CLw", 3), pile="OIw WIr", holders={"blue-a": 0}, own_refulfil=False).do("draw"),
        s14(green_four_alike=True).do("fulfil green-a"),
        s14().do("fulfil blue-a", "lay CLr"),
        s14().do("fulfil purple"),
    ]
    assert [type(table.state.pending).__name__ for table in tables[-3:]] == ["PilePending", "LayPending", "PilePending"]
    for table in tables:
        for seed in range(10):
            guess = GAME.determinize(table.view(table.acts), SeededChance(seed))
            assert GAME.legal_actions(guess) == GAME.legal_actions(table.state)
            assert GAME.validate(guess, FulfilOrder("beige")) == GAME.validate(table.state, FulfilOrder("beige"))
            assert GAME.legal_at(table.view(table.acts)) == GAME.legal_actions(table.state)
