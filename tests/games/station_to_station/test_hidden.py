"""Who sees what (section STS-12 of the rules page), and guesses at what is hidden: worked scenario SC-62."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import attrs
import pytest

from railrules import SeededChance, enumerate_chance
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.actions import Action, CompleteOrder, EndTurn, HireCrew, KeepRoute, PayTicket, StepTo, StopHere, UseCrew
from railrules.games.station_to_station.content import SEASONS
from railrules.games.station_to_station.events import RoutesDealt
from railrules.games.station_to_station.state import RoutePiles, State
from railrules.games.station_to_station.view import View
from railrules.parts import Deck, Pool
from tests.games.station_to_station.given import CONTENT, GAME, Table, dealt, given, lawful, made, new_game, random_states

DRAWS = (ev.TokenPlaced, ev.TokensDrawn, ev.CrewMarketFilled, ev.RouteDisplayFilled, ev.RouteTaken)


def unseen(view: View, game: StationToStation = GAME) -> Any:
    """What a view cannot place: tokens by season, crew cards by row, routes."""
    return game.unseen(view)


def sizes(view: View) -> tuple[list[int], list[int], int]:
    """How many tokens by season, crew cards by row, and routes a view cannot place."""
    tokens, crew, routes = unseen(view)
    return [len(pool) for pool in tokens], [len(pool) for pool in crew], len(routes)


def set_up() -> Table:
    """Before any choice of routes."""
    return dealt(3, "ST-W ST-E ST-N", "RT-10 RT-24", "RT-31 RT-32", "RT-05 RT-06")


def twin(table: Table) -> Table:
    """The same table, but B was dealt two other routes."""
    piles = table.state.routes
    others = ("RT-07", "RT-08")
    a, b, c = piles.dealt
    pool = piles.deck.pool.remove(others).add(b)
    routes = RoutePiles(piles.display, Deck(pool, piles.deck.discard), (a, others, c), piles.out)
    return lawful(attrs.evolve(table, state=attrs.evolve(table.state, routes=routes)))


def views(state: State) -> Iterator[View]:
    for viewer in (*range(state.config.players), None):
        yield GAME.view(state, viewer)


# ---- the worked scenario -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-12.1", "STS-12.2", "STS-12.4", "STS-12.7")
def test_sc62_what_a_view_cannot_place() -> None:
    """After set-up with three players: 15, 16, 12 and 4 tokens and 27 routes; every guess respects the numbers."""
    # given
    table = new_game(3)
    view = table.view(0)
    # then
    assert sizes(view) == ([15, 16, 12, 4], [28, 20], 27)
    assert view.board.bag_count == 12
    for seed in range(10):
        guess = GAME.determinize(view, SeededChance(seed))
        lawful(Table(guess))
        assert (guess.board.bag.count, len(guess.board.bag.unseen)) == (12, 15)
        assert [len(pair) for pair in guess.routes.dealt] == [2, 2, 2]
        assert guess.routes.dealt[0] == table.state.routes.dealt[0]
        assert len(guess.routes.deck) == 23


# ---- views -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-12.1", "STS-12.3")
def test_what_a_view_shows_of_the_piles() -> None:
    """Counts of the bag and the decks, no card or token of them; discards, the box and all that lies open."""
    table = given("market", "houston", tickets="N: SO-03", thrown="RT-09", box="SO-04", cargo="S2")
    for view in views(table.state):
        assert not any(isinstance(part, (Pool, Deck)) for part in (view.board, view.crew, view.routes, *attrs.astuple(view, recurse=False)))
        assert (view.board.bag_count, view.board.bag_known) == (table.bag.count, Pool())
        assert [row.deck_size for row in view.crew] == [28, 20]
        assert (view.routes.deck_size, view.routes.discard) == (32 - 2 - 3 - 1, ("RT-09",))
        assert (view.players, view.supply, view.board.tokens) == (table.state.players, table.state.supply, table.state.board.tokens)
        assert (view.board.box, view.turn, view.pending) == (table.box, table.turn, table.state.pending)
        text = json.dumps(GAME.dump(view))
        hidden = [*table.bag.unseen, *table.route_deck.pool, *table.crew_deck("basic").pool, *table.crew_deck("skilled").pool]
        assert not [item for item in hidden if f'"{item}"' in text]


@pytest.mark.rule("STS-12.2", "STS-12.3")
def test_dealt_routes_are_seen_by_their_player_alone() -> None:
    """Others see that there are two; after the choice both are public, and those of who has not chosen are not."""
    table = set_up()
    assert [table.view(seat).routes.dealt for seat in range(3)] == [("RT-10", "RT-24"), ("RT-31", "RT-32"), ("RT-05", "RT-06")]
    assert table.view(None).routes.dealt == ()
    assert {view.routes.dealt_counts for view in views(table.state)} == {(2, 2, 2)}
    after = table.do(KeepRoute(1))
    for view in views(after.state):
        assert view.routes.dealt_counts == (0, 2, 2)
        assert view.routes.discard == ("RT-10",)
        assert view.players[0].routes[1] == after.player().routes[1]
    assert after.view(2).routes.dealt == ("RT-05", "RT-06")


@pytest.mark.rule("STS-12.2", "STS-12.3")
def test_what_is_hidden_changes_no_view() -> None:
    """Two other routes dealt to B leave views, what cannot be placed, guesses and events of the others as they were."""
    one, two = set_up(), twin(set_up())
    assert one.view(1) != two.view(1)
    for viewer in (0, 2, None):
        assert one.view(viewer) == two.view(viewer)
        assert GAME.unseen(one.view(viewer)) == GAME.unseen(two.view(viewer))
        assert GAME.determinize(one.view(viewer), SeededChance(4)) == GAME.determinize(two.view(viewer), SeededChance(4))
        assert [GAME.view_event(event, viewer) for event in one.log(KeepRoute(0))] == [
            GAME.view_event(event, viewer) for event in two.log(KeepRoute(0))
        ]
    assert one.legal == two.legal


@pytest.mark.rule("STS-12.2")
def test_redacted_events() -> None:
    """The cards of `RoutesDealt` are for their seat; to others it says how many there were."""
    table = set_up()
    (event,) = [event for event in table.events if isinstance(event, RoutesDealt) and event.seat == 1]
    assert GAME.view_event(event, 1) == RoutesDealt(1, ("RT-31", "RT-32"), 2)
    for viewer in (0, 2, None):
        assert GAME.view_event(event, viewer) == RoutesDealt(1, None, 2)


@pytest.mark.rule("STS-12.3")
def test_all_other_events_are_public() -> None:
    """Whole games with their set-up are told to everybody alike, but for the routes dealt."""
    for n in (2, 4):
        chance = SeededChance(n)
        table = new_game(n, chance=chance)
        events = list(table.events)
        state = table.state
        while legal := GAME.legal_actions(state):
            step = GAME.apply(state, legal[chance.pick(len(legal))], chance)
            state = step.state
            events += step.events
        for event in events:
            for viewer in (*range(n), None):
                if not isinstance(event, RoutesDealt):
                    assert GAME.view_event(event, viewer) == event


@pytest.mark.rule("STS-12.1", "STS-12.3", "P-12")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_views_agree(n: int) -> None:
    """Over random games the views of all differ in nothing but their player, once the routes are chosen."""
    for state in random_states(n, 21)[n:-1:5]:
        assert len({attrs.evolve(view, player=None) for view in views(state)}) == 1


@pytest.mark.rule("STS-12.4")
@pytest.mark.parametrize(("n", "more"), [(2, 6), (3, 3), (4, 0)])
def test_who_knows_what_is_in_the_bag(n: int, more: int) -> None:
    """With four players all know; with fewer some of what may be in it was removed."""
    view = new_game(n).view(0)
    assert len(unseen(view)[0][0]) == view.board.bag_count + more


@pytest.mark.rule("STS-12.5", "STS-9.17")
def test_tokens_put_back_are_known() -> None:
    """They are in the view till they are drawn, and no longer among what cannot be placed."""
    table = given("travel", "new-orleans", bag="SO-20 SO-21 SS-5", known="SO-20", on="houston: SO-02")
    for view in views(table.state):
        assert view.board.bag_known == Pool.of(["SO-20"])
        assert "SO-20" not in unseen(view)[0][0]
        guess = GAME.determinize(view, SeededChance(1))
        assert guess.board.bag == table.bag


@pytest.mark.rule("STS-12.6")
@pytest.mark.parametrize("n", [2, 4])
def test_where_chance_is_asked(n: int) -> None:
    """In play a step asks chance when a card or a token comes, and at no other time."""
    chance = SeededChance(n)
    state = new_game(n, chance=chance).state
    asked = 0
    while legal := GAME.legal_actions(state):
        step = GAME.apply(state, legal[chance.pick(len(legal))], chance)
        state = step.state
        assert bool(step.picks) <= any(isinstance(event, DRAWS) for event in step.events)
        asked += bool(step.picks)
    assert asked > 12 * n - 1


# ---- guesses -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STS-12.7", "STS-12.3", "P-13")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_guesses_along_random_games(n: int) -> None:
    """A guess looks like the view to its player, keeps all laws, and lists the same intents; after set-up it is the position itself."""
    for index, state in enumerate(random_states(n, 31)):
        if index % 6 and index > n:
            continue
        for view in views(state):
            guess = GAME.determinize(view, SeededChance(index))
            lawful(Table(guess))
            assert GAME.view(guess, view.player) == view
            assert GAME.legal_actions(guess) == GAME.legal_actions(state)
            assert index < n or guess == state


NESTED: dict[str, Callable[[], Table]] = {
    "KeepCrew": lambda: given("crew", "houston", tickets="N: SO-03", crew="N: porter#2").do(HireCrew("basic", "N"), PayTicket("order", "N")),
    "Payment": lambda: given("crew", "houston", tickets="N: SO-03; E: SO-04").do(HireCrew("basic", "W")),
    "PlaceToken": lambda: given("crew", "houston", crew="W: yardmaster#1", bag="SO-20 SS-5 SO-21").do(
        UseCrew("W"), EndTurn(), draws=["SO-20", "SS-5"]
    ),
    "Reward": lambda: given("station", "houston", token="SO-01", cargo="S1 O1").do(CompleteOrder()),
}


@pytest.mark.rule("STS-12.7")
@pytest.mark.parametrize("name", NESTED)
def test_guesses_in_the_middle_of_things(name: str) -> None:
    """What is being hired, paid, drawn or delivered lies open, so the guess is the position."""
    table = NESTED[name]()
    assert table.open == name
    for view in views(table.state):
        assert GAME.determinize(view, SeededChance(1)) == table.state


@pytest.mark.rule("STS-12.7")
def test_waiting_and_past_seasons() -> None:
    """Of a season to come nothing can be placed; of a past one what is unseen was removed, and no guess brings it back."""
    table = given("market", "houston", season="winter")
    tokens, _, _ = unseen(table.view(0))
    assert [len(pool) for pool in tokens] == [6, 8, len(table.bag.unseen), 4]
    guess = GAME.determinize(table.view(0), SeededChance(1))
    assert set(guess.board.bag.unseen) <= set(CONTENT.tokens["winter"])
    assert SEASONS.index(guess.clock.season) == 2


@pytest.mark.rule("STS-12.7", "STS-12.2")
def test_dealt_routes_are_guessed_evenly() -> None:
    """Each pair of unseen routes is as likely for B: checked by enumeration; the rest is the deck, and the own pair stays."""
    small = made(routes=CONTENT.routes[:9])
    table = new_game(2, game=small, first_player=0)
    view = table.view(0)
    left = set(unseen(view, small)[2])
    assert len(left) == 9 - 2 - 3
    found: dict[tuple[str, ...], Fraction] = {}
    for probability, state in enumerate_chance(lambda chance: small.determinize(view, chance)):
        own, pair = state.routes.dealt
        assert own == table.state.routes.dealt[0]
        assert {*pair, *state.routes.deck.pool} == left
        found[pair] = found.get(pair, Fraction(0)) + probability
    assert len(found) == 4 * 3
    assert set(found.values()) == {Fraction(1, 12)}


@pytest.mark.rule("STS-12.7", "STS-12.1")
def test_nothing_in_a_guess_decides_what_comes_next() -> None:
    """A guess holds no generator and no order: the next token differs from chance to chance."""
    table = given("travel", "new-orleans", on="houston: SO-02").do(StepTo("houston"), StopHere())
    guess = GAME.determinize(table.view(1), SeededChance(3))
    work: Action = GAME.legal_actions(guess)[0]
    placed = {GAME.transition(guess, work, SeededChance(seed)).board.tokens[CONTENT.city_index["new-orleans"]] for seed in range(40)}
    assert len(placed) > 8


@pytest.mark.rule("STS-12.1", "STS-12.3")
def test_legal_actions_of_a_view() -> None:
    """Of a view they are its player's own; a spectator has none."""
    table = given("market", "houston")
    assert GAME.legal_at(table.view(0)) == table.legal != ()
    assert GAME.legal_at(table.view(1)) == GAME.legal_at(table.view(None)) == ()
    assert (table.view(1).to_act, table.view(1).player) == (0, 1)


@pytest.mark.rule("STS-12.3")
@pytest.mark.parametrize("wrong", [-1, 2, True, "0"])
def test_nobody_looks_from_a_seat_that_is_not_there(wrong: Any) -> None:
    """A view of a seat that does not exist is a mistake of the caller."""
    with pytest.raises(ValueError, match="no player"):
        GAME.view(given("market", "houston").state, wrong)
