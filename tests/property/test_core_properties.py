"""Properties of the core: pools, chance, digests and whole plays, whatever the input."""

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railrules import (
    Chance,
    ChanceNeeded,
    Match,
    Record,
    RecordingChance,
    ScriptedChance,
    SeededChance,
    SuspendingChance,
    chance_outcomes,
    enumerate_chance,
    new_match,
    resume,
    shuffle,
    verify,
)
from railrules.parts import Pool
from tests.unit.toy import Parcels

GAME = Parcels()

items = st.lists(st.integers(0, 5), max_size=12)
seeds = st.integers(0, 2**53 - 1)
questions = st.lists(st.one_of(st.tuples(st.just("pick"), st.integers(1, 2**64)), st.tuples(st.just("draw"), st.integers(0, 6))), max_size=12)


def ask(chance: Chance, asked: list[tuple[str, int]]) -> list[Any]:
    """Put questions to a chance: picks, and draws from one pool until it is empty."""
    pool = Pool.of([0, 0, 1, 2, 2, 2, 3, 4, 5, 5])
    answers: list[Any] = []
    for what, number in asked:
        if what == "pick":
            answers.append(chance.pick(number))
        else:
            drawn, pool = chance.draw(pool, min(number, len(pool)))
            answers.append(drawn)
    return answers


# ---- pools -------------------------------------------------------------------------------------------------------------------------------


@given(items, items)
def test_pools_are_multisets(first: list[int], second: list[int]) -> None:
    """Putting in and taking out is arithmetic on counts; order never matters."""
    pool = Pool.of(first)
    assert Counter(pool) == Counter(first)
    assert pool == Pool.of(reversed(first))
    assert pool.items == tuple(sorted(first))
    assert dict(pool.kinds()) == Counter(first)
    together = pool.add(second)
    assert Counter(together) == Counter(first) + Counter(second)
    assert together.remove(second) == pool
    assert together.remove(first) == Pool.of(second)


@given(items, st.integers(0, 7))
def test_removing_what_is_not_there_fails(held: list[int], item: int) -> None:
    """One copy more than there is cannot be taken out."""
    with pytest.raises(ValueError, match=f"{item} is not in the pool"):
        Pool.of(held).remove([item] * (held.count(item) + 1))


# ---- chance ------------------------------------------------------------------------------------------------------------------------------


@given(seeds, questions)
def test_scripted_equals_recorded(seed: int, asked: list[tuple[str, int]]) -> None:
    """Answers that were recorded, scripted again, are the same, and none is left over."""
    recording = RecordingChance(SeededChance(seed))
    answers = ask(recording, asked)
    scripted = ScriptedChance(recording.picks)
    again = RecordingChance(scripted)
    assert ask(again, asked) == answers == ask(SeededChance(seed), asked)
    assert again.picks == recording.picks
    assert scripted.left == 0


@given(seeds, questions, questions)
def test_a_generator_goes_on_from_its_position(seed: int, before: list[tuple[str, int]], after: list[tuple[str, int]]) -> None:
    """Seed and position are all there is to it."""
    chance = SeededChance(seed)
    ask(chance, before)
    assert ask(SeededChance(seed, chance.position), after) == ask(chance, after)


@given(seeds, st.integers(1, 2**64))
def test_picks_are_in_range(seed: int, n: int) -> None:
    """Whatever the seed and the number of results."""
    assert 0 <= SeededChance(seed).pick(n) < n


@given(seeds, items, st.data())
def test_draws_conserve_items(seed: int, held: list[int], data: st.DataObject) -> None:
    """Drawn and left together are what was there, by every kind of chance."""
    pool = Pool.of(held)
    count = data.draw(st.integers(0, len(held)))
    by_index = [data.draw(st.integers(0, len(held) - 1 - drawn)) for drawn in range(count)]
    for chance in (SeededChance(seed), ScriptedChance(by_index), SuspendingChance([0] * count)):
        drawn, left = chance.draw(pool, count)
        assert len(drawn) == count
        assert left.add(drawn) == pool
        assert left.items == tuple(sorted(left.items))


@given(seeds, st.lists(st.text(max_size=2), max_size=20))
def test_shuffles_are_permutations(seed: int, order: list[str]) -> None:
    """Nothing is lost, nothing doubled, and the same luck gives the same order."""
    shuffled = shuffle(order, SeededChance(seed))
    assert Counter(shuffled) == Counter(order)
    recording = RecordingChance(SeededChance(seed))
    shuffle(order, recording)
    assert shuffle(order, ScriptedChance(recording.picks)) == shuffled


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2), min_size=1, max_size=6), st.data())
def test_enumerated_draws_are_exact(held: list[int], data: st.DataObject) -> None:
    """Each order of items has the probability that counting copies gives, and all sum to 1."""
    pool = Pool.of(held)
    count = data.draw(st.integers(1, min(3, len(held))))
    outcomes = enumerate_chance(lambda chance: chance.draw(pool, count)[0])
    assert sum(probability for probability, _ in outcomes) == 1
    total = factorial(len(held)) // factorial(len(held) - count)
    for probability, drawn in outcomes:
        ways = prod(factorial(held.count(kind)) // factorial(held.count(kind) - copies) for kind, copies in Counter(drawn).items())
        assert probability == Fraction(ways, total)


@given(st.lists(st.integers(1, 4), max_size=4))
def test_suspension_asks_for_one_answer_at_a_time(sizes: list[int]) -> None:
    """Answering each `ChanceNeeded` and running again gets every question answered, those with one result unasked."""
    answers: list[int] = []
    found: list[int] | None = None
    while found is None:
        chance = SuspendingChance(answers)
        try:
            found = [chance.pick(size) for size in sizes]
        except ChanceNeeded as needed:
            answers.append(needed.n - 1)
    assert found == [size - 1 for size in sizes]
    assert answers == [size - 1 for size in sizes if size > 1]


# ---- plays -------------------------------------------------------------------------------------------------------------------------------


def play(seed: int, choices: list[int], players: int) -> Match:
    """A play of Parcels: each choice names a legal action."""
    match = new_match(GAME, players, seed=seed)
    for choice in choices:
        if match.outcome is not None:
            break
        legal = match.legal_actions
        match = match.play(legal[choice % len(legal)])
    return match


choices = st.lists(st.integers(0, 20), max_size=30)


@settings(max_examples=60)
@given(seeds, choices, st.integers(1, 3))
def test_any_play_survives_its_record(seed: int, chosen: list[int], players: int) -> None:
    """Whatever is played is written, read, verified and resumed as the same."""
    match = play(seed, chosen, players)
    record = Record.from_json(match.record().to_json())
    assert record == match.record()
    assert verify(record, GAME).ok
    assert resume(record, game=GAME) == match


@settings(max_examples=60)
@given(seeds, choices, st.integers(2, 3))
def test_any_step_is_the_same_by_every_way(seed: int, chosen: list[int], players: int) -> None:
    """With a log, without one, checked, and scripted with what was recorded: equal states, events and picks."""
    match = play(seed, chosen, players)
    before = match.setup.state
    for move in match.moves:
        step = GAME.apply(before, move.action, ScriptedChance(move.picks))
        assert (step.state, step.events, step.picks) == (move.state, move.events, move.picks)
        assert GAME.transition(before, move.action, ScriptedChance(move.picks)) == move.state
        assert hash(step.state) == hash(move.state)
        before = move.state


@settings(max_examples=40)
@given(seeds, choices)
def test_any_step_is_among_its_outcomes(seed: int, chosen: list[int]) -> None:
    """The exact outcomes of an action sum to 1 and hold what really happened."""
    match = play(seed, chosen, 2)
    before = match.setup.state
    for move in match.moves[:6]:
        outcomes = chance_outcomes(GAME, before, move.action)
        assert sum(probability for probability, _ in outcomes) == 1
        assert move.state in [state for _, state in outcomes]
        before = move.state


@settings(max_examples=40)
@given(seeds, choices, st.integers(1, 3), st.integers(0, 2**32))
def test_what_a_seat_sees_can_be_completed(seed: int, chosen: list[int], players: int, guess: int) -> None:
    """A state guessed from any view looks the same from that seat."""
    match = play(seed, chosen, players)
    for player in (*range(players), None):
        view = GAME.view(match.state, player)
        assert GAME.view(GAME.determinize(view, SeededChance(guess)), player) == view


CHILD = """
import json, sys
from railrules import digest, new_match
from tests.unit.toy import Parcels
for seed, players in json.load(sys.stdin):
    match = new_match(Parcels(), players, seed=seed)
    while match.outcome is None and len(match.moves) < 40:
        legal = match.legal_actions
        match = match.play(legal[(seed + len(match.moves)) % len(legal)])
    real = new_match("station-manager", 2 + players % 3, seed=seed)
    while real.outcome is None and len(real.moves) < 40:
        real = real.play(real.legal_actions[seed % len(real.legal_actions)])
    print(match.record().to_json() + real.record().to_json() + digest((match.state, real.state)))
"""


def in_a_child(hash_seed: str, plays: list[tuple[int, int]]) -> str:
    """The records of some plays, as a fresh interpreter writes them."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=json.dumps(plays),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=environment,
        cwd=root,
    )
    return done.stdout


@settings(max_examples=3)
@given(st.lists(st.tuples(seeds, st.integers(1, 3)), min_size=5, max_size=10))
def test_seeds_reproduce_in_another_process(plays: list[tuple[int, int]]) -> None:
    """The same seeds give byte for byte the same records, however strings hash."""
    first, second = in_a_child("1", plays), in_a_child("4242", plays)
    assert first == second
    assert len(first.splitlines()) == 3 * len(plays)
