"""Invariants and bounds (section 7 of the rules page), held over random games; worked scenario S60."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from railrules import Config, Limits, SeededChance
from railrules.games.station_manager import (
    ClaimPile,
    Clock,
    DiscardFreight,
    DrawFreight,
    FulfilOrder,
    LayPending,
    Options,
    PilePending,
    Place,
    RoundResult,
    State,
    StationManager,
    TakeOpenFreight,
)
from railrules.games.station_manager.events import (
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    RoundEnded,
    RoundStarted,
    TurnStarted,
)
from railrules.parts import Pool
from tests.games.station_manager.checker import Bounds, Watch, play_out
from tests.games.station_manager.given import GAME, given

RULES = tuple(f"MGR-I{number}" for number in range(1, 16))

TASTES: tuple[dict[type, float], ...] = (
    {},
    {FulfilOrder: 8.0, TakeOpenFreight: 0.3},
    {FulfilOrder: 0.02},  # long rounds, exhausted draw piles
    {TakeOpenFreight: 6.0, FulfilOrder: 0.1},  # idle turns
    {DrawFreight: 9.0, FulfilOrder: 0.01, ClaimPile: 1.0},
    {FulfilOrder: 3.0, DiscardFreight: 0.5},
)


def test_a_game_built_anew_plays_alike() -> None:
    """Rules keep nothing of a game in progress: another object lists, refuses and does the same."""
    fresh = StationManager()
    for seed in range(6):
        config, chance = GAME.config(2 + seed % 3), SeededChance(seed)
        state, luck = GAME.initial_state(config, chance), chance.spawn("actions")
        while legal := GAME.legal_actions(state):
            assert fresh.legal_actions(state) == legal
            action = legal[luck.pick(len(legal))]
            assert fresh.validate(state, action) is None
            told: list[Any] = []
            events: list[Any] = []
            again = SeededChance(seed, chance.position)
            after = GAME.transition(state, action, chance, told)
            assert fresh.transition(state, action, again, events) == after
            assert (events, again.position) == (told, chance.position)
            state = after
        assert fresh.outcome(state) == GAME.outcome(state)


def varied(seed: int) -> tuple[Config[Options], dict[type, float]]:
    """A configuration and a taste in actions, both determined by the seed; every third game has the default options."""
    chance = SeededChance(seed).spawn("options")
    players = 2 + seed % 3
    options: dict[str, Any] = {}
    if seed % 9 >= 3:
        options = {
            "rounds": 1 + chance.pick(3) // 2,
            "first_seat": ("random", *range(players))[chance.pick(players + 1)],
            "discard_taken_card": bool(chance.pick(2)),
            "own_refulfil": bool(chance.pick(2)),
            "green_four_alike": bool(chance.pick(2)),
            "pile_claim": ("optional", "always")[chance.pick(2)],
            "empty_draw_pile": ("open-card", "end")[chance.pick(2)],
            "idle_rounds": chance.pick(4),
            "laid_limit": 10 + chance.pick(40),
            "colour_limit": 2 + chance.pick(5),
        }
    return GAME.config(players, **options), TASTES[chance.pick(len(TASTES))]


@pytest.mark.parametrize("batch", range(10))
@pytest.mark.rule(*RULES, "MGR-10.7", "MGR-D7", "MGR-9.5")
def test_random_games_keep_the_invariants(batch: int) -> None:
    """All invariants hold after every step of random games, for all player counts and varied options."""
    seen: Counter[str] = Counter()
    for seed in range(15 * batch, 15 * (batch + 1)):
        config, taste = varied(seed)
        seen += play_out(GAME, config, seed, taste).seen
    assert seen["counted out"] > 20
    assert seen["private"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(20))
@pytest.mark.rule(*RULES, "MGR-10.7", "MGR-D7", "MGR-9.5")
def test_many_random_games_keep_the_invariants(batch: int) -> None:
    """The same over 2,000 games."""
    seen: Counter[str] = Counter()
    for seed in range(10_000 + 100 * batch, 10_000 + 100 * (batch + 1)):
        config, taste = varied(seed)
        seen += play_out(GAME, config, seed, taste).seen
    assert min(seen[reason] for reason in ("colour-limit", "laid-limit", "draw-pile-exhausted")) > 0


@pytest.mark.rule("MGR-I15", "MGR-7.1", "MGR-7.2", "MGR-7.5")
def test_random_games_end_in_every_way() -> None:
    """Among the random games of the normal run are ends for each of the three reasons; the watch is not blind to any."""
    seen: Counter[str] = Counter()
    for seed in range(60):
        config, taste = varied(seed)
        seen += play_out(GAME, config, seed, taste, thorough=False).seen
    assert min(seen[reason] for reason in ("colour-limit", "laid-limit", "draw-pile-exhausted")) >= 3
    assert set(seen) >= set(GAME.info.terminations)


# ---- the checks notice what they are there for ---------------------------------------------------------------------------------------------


def _sound() -> State:
    return given(3, hands=("CLr CLo TIw", 3, 3), known={0: "CLo"}, rows=(4, 5, 6), pile="3 + WIr", holders={"blue-a": 0}).state


def _place(state: State, player: int, **changes: tuple[int, ...]) -> State:
    places = list(state.places)
    places[player] = attrs.evolve(places[player], **changes)
    return attrs.evolve(state, places=tuple(places))


def _lost_card(state: State) -> State:
    return attrs.evolve(state, draw_pile=Pool(state.draw_pile.items[1:]))


def _odd_pile(state: State) -> State:
    top = state.draw_pile.items[0]
    return attrs.evolve(state, draw_pile=Pool(state.draw_pile.items[1:]), discard_pile=(*state.discard_pile, top))


def _third_copy(state: State) -> State:
    return attrs.evolve(state, discard_pile=(state.discard_pile[0],) * len(state.discard_pile))


def _unsorted_hand(state: State) -> State:
    return _place(state, 0, hand=state.places[0].hand[::-1])


def _unsorted_known(state: State) -> State:
    return _place(state, 0, known=state.places[0].hand[::-1])


def _known_but_not_held(state: State) -> State:
    return _place(state, 0, known=(51,))


def _staged_but_not_held(state: State) -> State:
    return attrs.evolve(state, pending=LayPending(0, "blue-a", (51,), None))


def _too_many_colours(state: State) -> State:
    return attrs.evolve(state, holders=(0, None, 0, None, 0, None, None, None))


def _too_long_a_row(state: State) -> State:
    row = state.places[0].row
    top = state.draw_pile.items[:22]
    return attrs.evolve(_place(state, 0, row=row + top), draw_pile=Pool(state.draw_pile.items[22:]))


def _stranger_holds(state: State) -> State:
    return attrs.evolve(state, holders=(5, *state.holders[1:]))


def _too_idle(state: State) -> State:
    return attrs.evolve(state, clock=Clock(0, 0, 1, 0, 10))


def _wrong_scores(state: State) -> State:
    return attrs.evolve(state, standings=attrs.evolve(state.standings, scores=(1, 0, 0)))


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (_lost_card, "I1"),
        (_third_copy, "I1"),
        (_odd_pile, "I5"),
        (_unsorted_hand, "I2"),
        (_unsorted_known, "I2"),
        (_known_but_not_held, "I2"),
        (_staged_but_not_held, "I2"),
        (_too_many_colours, "I3"),
        (_too_long_a_row, "I3"),
        (_stranger_holds, "I3"),
        (_too_idle, "I8"),
        (_wrong_scores, "I14"),
    ],
)
@pytest.mark.rule("MGR-I1", "MGR-I2", "MGR-I3", "MGR-I5", "MGR-I8", "MGR-I14")
def test_the_watch_notices_a_broken_position(damage: Callable[[State], State], found: str) -> None:
    """A position that breaks one invariant is reported with that invariant; the sound one passes."""
    state = _sound()
    config: Config[Options] = state.config
    Watch(GAME, config).position(state)
    with pytest.raises(AssertionError, match=found):
        Watch(GAME, config).position(damage(state))


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((FreightDrawn(0, 2, (0, 1), 93, None),), "3.10"),
        ((FreightDrawn(0, 1, (0,), 93, None),), "3.6"),
        ((FreightDrawn(0, 2, (0, 1), 92, None), FreightDiscarded(0, 0, 2, True)), "4.8"),
        ((FreightDrawn(0, 2, (0, 1), 92, None), TurnStarted(1, 2)), "MGR-3.1$"),
        ((TurnStarted(1, 2),), "MGR-3.1$"),
        ((FreightDrawn(0, 2, (0, 1), 92, None), FreightLaid(0, "blue-a", (0, 1), 2)), "MGR-5.3"),
        ((FreightDrawn(0, 2, (0, 1), 92, None), FreightDiscarded(0, 0, 2, False), FreightDiscarded(0, 1, 3, False)), "I6"),
        (
            (FreightDrawn(0, 2, (0, 1), 92, None), FreightLaid(0, "blue-a", (0, 1, 2), 3), FreightDiscarded(0, 3, 2, False), TurnStarted(1, 2)),
            "MGR-3.1$",
        ),
        ((FreightDrawn(0, 2, (0, 1), 92, None), FreightDiscarded(0, 0, 2, False), TurnStarted(1, 3)), "3.2"),
        ((RoundEnded(0, 0, (), 1),), "MGR-3.1$"),
        ((FreightDrawn(0, 2, (0, 1), 92, None), FreightDiscarded(0, 0, 2, False), RoundEnded(0, 0, (), 1)), "I15"),
        ((RoundEnded(0, 0, ("draw-pile-exhausted",), 1),), "I15"),
    ],
)
@pytest.mark.rule("MGR-I6", "MGR-I7", "MGR-I15", "MGR-3.6", "MGR-3.10")
def test_the_watch_notices_impossible_events(events: tuple[Any, ...], found: str) -> None:
    """Events that break one invariant are reported with it."""
    watch = Watch(GAME, GAME.config(3))
    with pytest.raises(AssertionError, match=found):
        watch._events((RoundStarted(0, 0), TurnStarted(0, 1), *events))


@pytest.mark.rule("MGR-I14", "MGR-I15")
def test_the_watch_notices_a_wrong_result() -> None:
    """A result whose reason is not true, or whose points are not row plus bonuses, is reported."""
    right = RoundResult(0, 0, 1, ("laid-limit",), 30, (4, 25, 0), (("green-a",), ("green-b",), ()), (1, 2, 0), (5, 27, 0))
    watch = Watch(GAME, GAME.config(3))
    watch.check_result(right)
    for change in (
        {"reasons": ("colour-limit",)},
        {"reasons": ("colour-limit", "laid-limit")},
        {"reasons": ()},
        {"reasons": ("draw-pile-exhausted",)},
        {"end_player": 0},
        {"points": (5, 28, 0)},
        {"bonus": (1, 3, 0)},
        {"orders": (("green-b",), ("green-b",), ())},
    ):
        changed: dict[str, Any] = dict(change)
        with pytest.raises(AssertionError, match="I"):
            watch.check_result(attrs.evolve(right, **changed))


# ---- invariants on their own -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MGR-I4", "MGR-6.6", "MGR-3.10")
def test_piles_and_rows_move_one_way() -> None:
    """Within a round the draw pile never grows and no card ever leaves a row."""
    for seed in range(12):
        chance = SeededChance(seed)
        state = GAME.initial_state(GAME.config(2 + seed % 3), chance)
        while GAME.outcome(state) is None:
            legal = GAME.legal_actions(state)
            after = GAME.transition(state, legal[chance.pick(len(legal))], chance)
            assert len(after.draw_pile) <= len(state.draw_pile)
            for old, new in zip(state.places, after.places, strict=True):
                assert new.row[: len(old.row)] == old.row
            state = after


@pytest.mark.rule("MGR-I11")
def test_same_seed_same_game() -> None:
    """The same seed, options and actions give equal states and events; playing on from a state leaves it as it was."""

    def play(seed: int) -> tuple[list[State], list[Any]]:
        dealer, taste = SeededChance(seed), SeededChance(77)
        log: list[Any] = []
        states = [GAME.initial_state(GAME.config(3, rounds=2, laid_limit=15), dealer, log)]
        while GAME.outcome(states[-1]) is None:
            legal = GAME.legal_actions(states[-1])
            states.append(GAME.transition(states[-1], legal[taste.pick(len(legal))], dealer, log))
        return states, log

    first, second = play(5), play(5)
    assert first == second
    assert [hash(state) for state in first[0]] == [hash(state) for state in second[0]]
    assert play(6)[0][0] != first[0][0]


@pytest.mark.rule("MGR-I9")
def test_the_longest_lists_of_actions() -> None:
    """A hand with all types that fits all orders has the 60 legal actions that are the most there can be."""
    table = given(hands=("", "BAr BAo BAw"), pile="WIr", rest_to_hand=0, draw="").do("open")
    assert len(table.legal) == 60
    assert len(table.legal_of("discard").split()) == 52
    assert len(table.legal_of("fulfil").split()) == 8


# ---- bounds --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "actions", "turns"), [(2, 1039, 469), (3, 1609, 730), (4, 2277, 1040)])
@pytest.mark.rule("MGR-10.8")
def test_limits(players: int, actions: int, turns: int) -> None:
    """`game.limits` promises the numbers of section 7.2, times the rounds, and nothing without an idle limit."""
    assert GAME.limits(GAME.config(players)) == Limits(actions, 52)
    assert GAME.limits(GAME.config(players, rounds=4)).actions == 4 * actions
    assert GAME.limits(GAME.config(players, idle_rounds=0)).actions is None
    bounds = Bounds.of(players, Options())
    assert (bounds.turns_begun, bounds.actions) == (turns, actions)
    for options in (Options(idle_rounds=1), Options(laid_limit=104), Options(laid_limit=10, idle_rounds=20), Options(laid_limit=40)):
        config = Config(players, options, "")
        assert GAME.limits(config).actions == Bounds.of(players, options).actions


def test_bounds_of_the_page() -> None:
    """The checker's own bounds are the table of section 7.2."""
    found = [attrs.astuple(Bounds.of(players, Options())) for players in (2, 3, 4)]
    assert found == [(49, 17, 469, 1039, 79), (47, 25, 730, 1609, 77), (46, 33, 1040, 2277, 76)]


@pytest.mark.parametrize(("players", "turns"), [(2, 350), (3, 480), (4, 611)])
@pytest.mark.rule("MGR-10.1", "MGR-10.2", "MGR-10.8", "MGR-7.5", "MGR-I8")
def test_s60_stallers(players: int, turns: int) -> None:
    """Players who always take the open card and never fulfil end the round after exactly so many turns begun."""
    for seed in range(3):
        # given
        chance = SeededChance(seed)
        log: list[Any] = []
        state = GAME.initial_state(GAME.config(players), chance, log)
        # when
        while GAME.outcome(state) is None:
            legal = GAME.legal_actions(state)
            action = TakeOpenFreight() if TakeOpenFreight() in legal else next(item for item in legal if not isinstance(item, FulfilOrder))
            state = GAME.transition(state, action, chance, log)
        # then
        assert state.standings.round_results[-1].reasons == ("draw-pile-exhausted",)
        assert state.clock.turn_number == turns
        assert sum(isinstance(event, TurnStarted) for event in log) == turns
        assert sum(isinstance(event, FreightDrawn) for event in log) == Bounds.of(players, Options()).draws


def random_play(players: int, games: int, first: int) -> Counter[str]:
    """Random games without a watch, held to the bounds of section 7.2; how often each reason ended them."""
    config = GAME.config(players)
    bounds = Bounds.of(players, config.options)
    found: Counter[str] = Counter()
    for seed in range(first, first + games):
        chance = SeededChance(seed)
        state = GAME.initial_state(config, chance)
        actions = 0
        while (outcome := GAME.outcome(state)) is None:
            legal = GAME.legal_actions(state)
            state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
            actions += 1
        result = state.standings.round_results[-1]
        assert bounds.turns_begun is not None
        assert bounds.actions is not None
        assert result.turns <= bounds.turns_begun
        assert actions <= bounds.actions
        assert max(result.laid) <= bounds.row
        assert max(result.bonus) <= 24
        assert max(result.points) <= {2: 103, 3: 101, 4: 100}[players]
        found.update(outcome.terminations)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("MGR-10.8", "MGR-7.2")
def test_s60_random_play(players: int) -> None:
    """Random play stays within the bounds and mostly ends by `laid-limit`."""
    found = random_play(players, 150, 0)
    assert found["laid-limit"] > 75


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("MGR-10.8", "MGR-7.2")
def test_s60_random_play_of_a_thousand_seeds(players: int) -> None:
    """The same over 1,000 seeds per player count."""
    found = random_play(players, 1000, 0)
    assert found["laid-limit"] > 500


@pytest.mark.rule("MGR-10.8")
def test_without_an_idle_limit_swapping_never_ends() -> None:
    """With `idle_rounds` 0 the open card can be swapped for longer than any bound of the page."""
    table = given(hands=(3, 3), pile="OIw WIr", idle_rounds=0)
    state = table.state
    for _ in range(1200):
        state = GAME.transition(state, TakeOpenFreight(), table.chance)
        state = GAME.transition(state, GAME.legal_actions(state)[0], table.chance)
    assert GAME.outcome(state) is None
    assert state.clock.idle_turns == 1200
    assert isinstance(state.places[0], Place)


# ---- the game's own checker --------------------------------------------------------------------------------------------------------------


def positions() -> dict[str, State]:
    """A real position for each pending decision, and one after the end (under ``over``), of random games of two; all of them keep the laws."""
    found: dict[str, State] = {}
    for seed in range(6):
        chance = SeededChance(seed)
        state = GAME.initial_state(GAME.config(2, first_seat=0), chance)
        while legal := GAME.legal_actions(state):
            assert tuple(GAME.invariant_faults(state)) == ()
            found.setdefault(type(state.pending).__name__, state)
            state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
        assert tuple(GAME.invariant_faults(state)) == ()
        found.setdefault("over", state)
    assert len(found) == 5
    return found


def with_place(state: State, player: int, **changes: Any) -> State:
    """The position with something else in front of a player."""
    places = list(state.places)
    places[player] = attrs.evolve(places[player], **changes)
    return attrs.evolve(state, places=tuple(places))


def told(state: State) -> list[str]:
    return list(GAME.invariant_faults(state))


@pytest.mark.rule("MGR-I1", "MGR-I5")
def test_the_checker_counts_cards() -> None:
    """A card too few, a card that does not exist, and a draw pile of a size that no deal leads to are each told by their law."""
    state = positions()["IntakePending"]
    wine = GAME.parse_card("WIr")
    elsewhere = attrs.evolve(state, discard_pile=(*state.discard_pile, wine))
    assert told(elsewhere) == ["MGR-I1: 3 cards of the type WIr are there; expected 2"]
    assert told(attrs.evolve(state, discard_pile=(*state.discard_pile, 99))) == ["MGR-I1: 1 cards of the type 99 are there; expected 0"]
    pile = state.draw_pile
    moved = attrs.evolve(state, draw_pile=pile.remove(pile.items[:1]), discard_pile=(*state.discard_pile, pile.items[0]))
    assert told(moved) == [f"MGR-I5: the draw pile has {len(pile) - 1} cards with 2 players"]
    emptied = attrs.evolve(state, draw_pile=Pool(), discard_pile=(*state.discard_pile, *pile.items))
    assert told(emptied) == []
    three = GAME.initial_state(GAME.config(3), SeededChance(1))
    assert told(three) == []
    odd = attrs.evolve(
        three, draw_pile=three.draw_pile.remove(three.draw_pile.items[:1]), discard_pile=(*three.discard_pile, three.draw_pile.items[0])
    )
    assert told(odd) == [f"MGR-I5: the draw pile has {len(three.draw_pile) - 1} cards with 3 players"]


@pytest.mark.rule("MGR-I2")
def test_the_checker_looks_at_hands() -> None:
    """Hands and known cards ascend, and known and chosen cards are in the hand."""
    found = positions()
    state = found["IntakePending"]
    hand = state.places[1].hand
    assert hand[0] < hand[-1]
    missing = next(card for card in range(52) if card not in hand)
    assert told(with_place(state, 1, hand=hand[::-1])) == ["MGR-I2: hand or known cards of player 1 do not ascend"]
    assert told(with_place(state, 1, known=(hand[-1], hand[0]))) == ["MGR-I2: hand or known cards of player 1 do not ascend"]
    assert told(with_place(state, 1, known=hand)) == []
    assert told(with_place(state, 1, known=(missing,))) == ["MGR-I2: player 1 is known to hold cards that are not in the hand"]
    laying = found["LayPending"]
    pending = laying.pending
    assert isinstance(pending, LayPending)
    absent = next(card for card in range(52) if card not in laying.places[pending.player].hand)
    staged = attrs.evolve(laying, pending=attrs.evolve(pending, staged=(absent,)))
    assert told(staged) == [f"MGR-I2: player {pending.player} has chosen cards that are not in the hand"]


@pytest.mark.rule("MGR-I3", "MGR-I8")
def test_the_checker_knows_when_a_round_should_be_over() -> None:
    """Limits of colours, cards laid and idle turns, passed while the round goes on; after the end and before a claim they may be."""
    found = positions()
    state = found["IntakePending"]
    all_orders = attrs.evolve(state, holders=(1,) * 8)
    assert told(all_orders) == ["MGR-I3: player 1 holds 6 colours and the round goes on; the limit is 3"]

    def laid(state: State, player: int) -> State:
        pile = state.draw_pile
        kept = pile.items[:1] if len(pile) % 2 else ()
        return attrs.evolve(with_place(state, player, row=(*state.places[player].row, *pile.items[len(kept) :])), draw_pile=Pool(kept))

    row = len(laid(state, 0).places[0].row)
    assert told(laid(state, 0)) == [f"MGR-I3: player 0 has laid {row} cards and the round goes on; the limit is 25"]
    claiming = found["PilePending"]
    assert isinstance(claiming.pending, PilePending)
    assert told(laid(claiming, claiming.pending.player)) == []
    assert told(laid(found["over"], 0)) == []
    assert told(attrs.evolve(found["over"], holders=(1,) * 8)) == []
    assert told(attrs.evolve(state, clock=attrs.evolve(state.clock, idle_turns=6))) == []
    assert told(attrs.evolve(state, clock=attrs.evolve(state.clock, idle_turns=7))) == ["MGR-I8: 7 idle turns; the limit is 6"]
    unlimited = GAME.initial_state(GAME.config(2, idle_rounds=0), SeededChance(1))
    assert told(attrs.evolve(unlimited, clock=attrs.evolve(unlimited.clock, idle_turns=99))) == []
