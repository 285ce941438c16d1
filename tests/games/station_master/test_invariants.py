"""The invariants MST-I1 to I20 and the bounds of MST-20 (sections 7 and 20 of the rules page), held over random games."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from railrules import Config, SeededChance
from railrules.games.station_master.options import Options
from railrules.games.station_master.state import (
    Boardings,
    BoardPending,
    Depot,
    Passenger,
    ReassignTargetPending,
    RepairTrainPending,
    Scoring,
    State,
    Train,
    TransferPassengerPending,
    TransferTargetPending,
)
from railrules.parts import Pool
from tests.games.station_master.checker import Choose, anyhow, play_out, stalling, uniform
from tests.games.station_master.given import GAME, given, new_game

STYLES: tuple[Choose, ...] = (uniform, anyhow, stalling)


def varied(seed: int) -> Config[Options]:
    """A configuration determined by the seed; every third one has the default options."""
    chance = SeededChance(seed).spawn("options")
    n = 2 + seed % 5
    options: dict[str, Any] = {}
    if seed % 3:
        options = {
            "first_seat": ("random", *range(n))[chance.pick(n + 1)],
            "royal_stacking": bool(chance.pick(2)),
            "depot_standing_room": bool(chance.pick(2)),
            "idle_actions": bool(chance.pick(2)),
            "stalled_trains": ("unscored", "scored")[chance.pick(2)],
        }
    return GAME.config(n, **options)


@pytest.mark.rule(
    "MST-I1", "MST-I2", "MST-I3", "MST-I4", "MST-I5", "MST-I6", "MST-I7", "MST-I8", "MST-I9", "MST-I10", "MST-I11", "MST-I12", "MST-I13"
)
@pytest.mark.rule("MST-I14", "MST-I15", "MST-I16", "MST-I17", "MST-I18", "MST-I19", "MST-I20")
@pytest.mark.rule("MST-20.1", "MST-20.2", "MST-20.3", "MST-20.4", "MST-20.5", "MST-16.4", "MST-6.15")
@pytest.mark.parametrize("batch", range(6))
def test_random_games_keep_the_invariants(batch: int) -> None:
    """All invariants hold after every step of random games, for all player counts, varied options and three ways to choose."""
    seen: Counter[str] = Counter()
    for seed in range(5 * batch, 5 * (batch + 1)):
        _, watch = play_out(varied(seed), seed, STYLES[seed // 2 % 3])
        seen += watch.seen
    assert seen["departure"] > 40
    assert seen["depot"] > 2


@pytest.mark.slow
@pytest.mark.rule(
    "MST-I1", "MST-I2", "MST-I3", "MST-I4", "MST-I5", "MST-I6", "MST-I7", "MST-I8", "MST-I9", "MST-I10", "MST-I11", "MST-I12", "MST-I13"
)
@pytest.mark.parametrize("batch", range(20))
def test_many_random_games_keep_the_invariants(batch: int) -> None:
    """The same over 1,200 games."""
    seen: Counter[str] = Counter()
    for seed in range(10_000 + 60 * batch, 10_000 + 60 * (batch + 1)):
        _, watch = play_out(varied(seed), seed, STYLES[seed // 2 % 3])
        seen += watch.seen
    assert min(seen["last-train"], seen["stalled"], seen["one choice left open"]) > 0


@pytest.mark.rule("MST-20.5", "MST-17.4", "MST-17.5", "MST-18.1", "MST-I10")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("trains", ["unscored", "scored"])
def test_play_that_aims_at_a_standstill(n: int, trains: str) -> None:
    """It gets there: nobody can move, and the trains score only if the option says so."""
    for seed in (1, 2):
        state, watch = play_out(GAME.config(n, stalled_trains=trains), seed, stalling, thorough=25)
        assert watch.seen["stalled"] == 1
        assert any(state.station.slots) == (trains == "unscored")
        assert state.cards.hands == ((),) * n
        assert not len(state.cards.draw_pile)


@pytest.mark.rule("MST-20.5", "MST-18.1")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_random_play_ends_with_the_last_train(n: int) -> None:
    """Uniform random play ends by MST-18.1, far below the bounds."""
    for seed in range(8):
        chance = SeededChance(seed)
        state = GAME.initial_state(GAME.config(n), chance)
        intents = 0
        while GAME.outcome(state) is None:
            legal = GAME.legal_actions(state)
            state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
            intents += 1
        assert state.turn.over == "last-train"
        assert 60 < intents < 313 + 20 * n


@pytest.mark.rule("MST-I17", "MST-I18", "MST-2.11")
def test_the_same_seed_gives_the_same_game() -> None:
    """Same seed, options and actions: the same states and events, whatever else is drawn meanwhile."""
    for n in (2, 5):
        config = GAME.config(n, first_seat="random")
        one, other = play_out(config, 77, uniform, thorough=1000), play_out(config, 77, uniform, thorough=1000)
        assert one[0] == other[0]
        different, _ = play_out(config, 78, uniform, thorough=1000)
        assert different != one[0]
    assert new_game(3, 5).state == new_game(3, 5).state
    assert new_game(3, 5).events == new_game(3, 5).events


@pytest.mark.rule("MST-I9")
def test_the_largest_train() -> None:
    """A full train of eight with a Royal Carriage and seven railcars of six is the bound, 54; three stacked Royal Carriages reach 114."""
    assert 6 * (8 - 1 - 2 + 2 * 2) == 54
    assert 6 * (8 - 3 - 2 + 2 * 2**3) == 114
    table = given("0: std-8 [RC C5 C5 C5 C4 C6 C6] {0:3 0:2 0:2 0:1 0:1}", hands=("C6",)).do("play C6 on 0")
    assert table.scoring.train_value == 19 + 6 + 2 * 12 == 49
    assert table.scores == (49 * 9, 0, 0)
    stacked = given("0: std-8 [RC RC RC C4 C5 C5 C6] {0:3}", hands=("C6",), royal_stacking=True).do("play C6 on 0")
    assert stacked.scoring.train_value == 4 + 5 + 5 + 2 * 48 == 110


# ---- the checks of the library notice what they are there for ----------------------------------------------------------------------------


def sound() -> State:
    """A position with a bit of everything."""
    return new_game(3, 3).do("board 3 on 0", "board 2 on 0", "board -1 on 1").state


def _train(state: State, slot: int, **changes: Any) -> State:
    slots = list(state.station.slots)
    train = slots[slot]
    assert train is not None
    slots[slot] = attrs.evolve(train, **changes)
    return attrs.evolve(state, station=attrs.evolve(state.station, slots=tuple(slots)))


def _hand(state: State, hand: tuple[str, ...]) -> State:
    return attrs.evolve(state, cards=attrs.evolve(state.cards, hands=(hand, *state.cards.hands[1:])))


def _people(state: State, **changes: Any) -> State:
    return attrs.evolve(state, people=attrs.evolve(state.people, **changes))


BROKEN: dict[str, Callable[[State], State]] = {
    "a card too many": lambda state: attrs.evolve(state, cards=attrs.evolve(state.cards, discard=("coach-1",))),
    "a card that there is not": lambda state: attrs.evolve(state, cards=attrs.evolve(state.cards, discard=("coach-9",))),
    "a locomotive lost": lambda state: attrs.evolve(state, station=attrs.evolve(state.station, loco_deck=Pool(state.station.loco_deck.items[1:]))),
    "the Rush Hour in a hand": lambda state: _hand(state, ("rush-hour", "coach-1", "coach-1")),
    "a hand of four": lambda state: _hand(state, (*state.cards.hands[0], "coach-1")),
    "a hand of two between turns": lambda state: _hand(state, state.cards.hands[0][:2]),
    "a pawn too many": lambda state: _people(state, supply=((1, 2, 2, 1), *state.people.supply[1:])),
    "a boarding forgotten": lambda state: _people(state, boardings=(Boardings(), *state.people.boardings[1:])),
    "a Depot lost": lambda state: _people(state, depot_unused=(False, True, True)),
    "a Caboose in the Station": lambda state: _train(state, 0, cars=("caboose",)),
    "a full train": lambda state: _train(state, 0, cars=("coach-1",) * 8),
    "a crowd": lambda state: _train(state, 0, passengers=tuple(Passenger(0, token, 1) for token in range(9))),
    "a Depot behind one railcar": lambda state: _train(state, 0, cars=("coach-1",), depot=Depot(0, 1)),
    "a Depot behind more than there are": lambda state: _train(state, 0, cars=("coach-1", "coach-1"), depot=Depot(0, 3)),
    "an empty slot": lambda state: attrs.evolve(state, station=attrs.evolve(state.station, slots=(*state.station.slots[:2], None))),
    "a fifth slot": lambda state: attrs.evolve(
        state,
        station=attrs.evolve(
            state.station,
            slots=(*state.station.slots, *map(Train, state.station.loco_deck.items[:2])),
            loco_deck=Pool(state.station.loco_deck.items[2:]),
        ),
    ),
    "points from nowhere": lambda state: attrs.evolve(state, pad=attrs.evolve(state.pad, scores=(1, 0, 0))),
    "nobody's turn": lambda state: attrs.evolve(state, turn=attrs.evolve(state.turn, active=9)),
    "a turn from behind": lambda state: attrs.evolve(state, turn=attrs.evolve(state.turn, active=-1)),
    "nine players": lambda state: attrs.evolve(state, config=attrs.evolve(state.config, players=9)),
    "five players with the hands of three": lambda state: attrs.evolve(state, config=attrs.evolve(state.config, players=5)),
    "a score too many": lambda state: attrs.evolve(state, pad=attrs.evolve(state.pad, scores=(0, 0, 0, 0))),
    "an unknown locomotive": lambda state: _train(state, 0, loco="std-9"),
    "a pawn of nobody": lambda state: _train(state, 2, passengers=(Passenger(7, 0, 1),)),
    "a Depot of nobody": lambda state: _train(state, 2, cars=("coach-1", "coach-1"), depot=Depot(3, 2)),
    "a memory with a gap": lambda state: _people(state, boardings=(Boardings((1,), (None,)), *state.people.boardings[1:])),
    "a scoring of nobody": lambda state: attrs.evolve(
        state, pad=attrs.evolve(state.pad, scorings=(Scoring(1, 0, "std-3", "departure", (), (), (Passenger(3, 0, 1),)),))
    ),
    "a pawn for a slot that there is not": lambda state: attrs.evolve(state, pending=BoardPending(99, "depot")),
    "a source that there is not": lambda state: attrs.evolve(state, pending=ReassignTargetPending(-1)),
    "a Transfer from nowhere": lambda state: attrs.evolve(state, pending=TransferPassengerPending(3, 0)),
    "a Transfer of a pawn that there is not": lambda state: attrs.evolve(state, pending=TransferTargetPending(0, 2, 0)),
    "a Transfer of four": lambda state: attrs.evolve(state, pending=TransferTargetPending(0, 0, 3)),
    "a repair of nothing": lambda state: attrs.evolve(state, pending=RepairTrainPending(0)),
    "a decision after the end": lambda state: attrs.evolve(
        state, turn=attrs.evolve(state.turn, over="stalled"), pending=BoardPending(0, "standing-room")
    ),
    "a best train from nowhere": lambda state: attrs.evolve(state, pad=attrs.evolve(state.pad, best=(1, 0, 0))),
}


@pytest.mark.rule("MST-I1", "MST-I2", "MST-I3", "MST-I4", "MST-I5", "MST-I6", "MST-I7", "MST-I8", "MST-I10", "MST-I11", "MST-I19")
@pytest.mark.parametrize("case", BROKEN)
def test_broken_positions_are_noticed(case: str) -> None:
    """A position that breaks a law is told with the id of the law."""
    assert [*GAME.invariant_faults(sound())] == []
    faults = [*GAME.invariant_faults(BROKEN[case](sound()))]
    assert faults
    assert all(fault.startswith("MST-") for fault in faults)


@pytest.mark.rule("MST-I11")
@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("nobody's turn", "MST-3.5: seat 9 is no player; expected 0..2"),
        ("nine players", "MST-2.1: 9 players; expected 2 to 6"),
        ("an unknown locomotive", "MST-I2: there is no locomotive 'std-9'"),
        ("a pawn for a slot that there is not", "MST-I11: the pending decision is about slot 99, where there is no train"),
        ("a Transfer of a pawn that there is not", "MST-I11: the pending decision is about pawn 2 of the 2 in slot 0"),
        ("a Transfer of four", "MST-I11: the pending Transfer has moved 3 pawns; expected 0..2"),
        ("a repair of nothing", "MST-I11: the pending decision is about the card at depth 0, which cannot be repaired"),
        ("a decision after the end", "MST-I10: a decision is pending after the end"),
    ],
)
def test_what_is_told_of_a_broken_position(case: str, told: str) -> None:
    """What there is not is named."""
    assert told in [*GAME.invariant_faults(BROKEN[case](sound()))]


@pytest.mark.rule("MST-I20")
def test_a_scoring_too_many_is_noticed() -> None:
    """Scorings are one for each departure and each Depot."""
    table = given("0: std-3 [C1 C2]", hands=("C3",)).do("play C3 on 0")
    doubled = attrs.evolve(table.state, pad=attrs.evolve(table.state.pad, scorings=table.state.pad.scorings * 3))
    assert any(fault.startswith("MST-I20") for fault in GAME.invariant_faults(doubled))
