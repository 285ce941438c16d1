"""Chance: the published generator, scripted, recorded, suspended and enumerated answers."""

import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import islice, permutations
from typing import Any

import pytest

from railrules import (
    Chance,
    ChanceNeeded,
    IllegalActionError,
    RecordingChance,
    ScriptedChance,
    SeededChance,
    SuspendingChance,
    TooManyOutcomesError,
    chance_outcomes,
    enumerate_chance,
    new_match,
    roll,
    shuffle,
)
from railrules.parts import Pool
from tests.unit.toy import Confirm, Draw, Heap, HeapState, Mark, Parcels, Take

SEEDS = [0, 1, 7, 2**53 - 1, 2**64 - 1]
FULL = 2**64
LETTERS = Pool(("a", "a", "b", "c"))


def splitmix64(seed: int) -> Iterator[int]:
    """The reference in its published form: Vigna's splitmix64.c, a state that is stepped and mixed."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % FULL
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % FULL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % FULL
        yield z ^ (z >> 31)


def bounded(outputs: Iterator[int], n: int) -> int:
    """Lemire's bounded draw, algorithm 5 of his paper, with nothing left out."""
    product = next(outputs) * n
    while product % FULL < FULL % n:
        product = next(outputs) * n
    return product // FULL


class NoChance:
    """A chance that must not be asked."""

    def pick(self, n: int) -> int:
        raise AssertionError(f"asked to pick({n})")

    def draw(self, pool: Pool[Any], count: int = 1) -> tuple[tuple[Any, ...], Pool[Any]]:
        raise AssertionError(f"asked to draw {count}")


# ---- the seeded generator --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]),
    ],
)
def test_published_vectors(seed: int, outputs: list[int]) -> None:
    """The generator gives the outputs published for SplitMix64."""
    chance = SeededChance(seed)
    assert [chance.pick(FULL) for _ in outputs] == outputs


@pytest.mark.parametrize("seed", SEEDS)
def test_raw_outputs_follow_the_reference(seed: int) -> None:
    """A pick out of all 64-bit numbers is the reference's output itself, for seeds at both ends of the range."""
    chance = SeededChance(seed)
    assert [chance.pick(FULL) for _ in range(50)] == list(islice(splitmix64(seed), 50))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n", [2, 3, 6, 52, 104 * 103, 2**31 - 1, 2**63 + 1, 3 * 2**62, FULL - 1])
def test_bounded_picks_follow_the_reference(seed: int, n: int) -> None:
    """A bounded pick is Lemire's, and consumes one output for each try."""
    chance, outputs = SeededChance(seed), splitmix64(seed)
    taken = 0

    def counted() -> Iterator[int]:
        nonlocal taken
        for output in outputs:
            taken += 1
            yield output

    source = counted()
    for _ in range(40):
        assert chance.pick(n) == bounded(source, n)
        assert chance.position == taken


def test_first_picks_are_fixed_for_ever() -> None:
    """Small picks of well-known seeds never change: records depend on them."""
    assert {seed: [SeededChance(seed, position).pick(1000) for position in range(6)] for seed in SEEDS} == {
        0: [883, 431, 26, 970, 106, 327],
        1: [566, 745, 971, 444, 444, 762],
        7: [389, 16, 900, 582, 452, 249],
        2**53 - 1: [143, 190, 529, 255, 368, 965],
        2**64 - 1: [893, 912, 219, 426, 705, 824],
    }


def test_rejection_happens_and_is_counted() -> None:
    """Where a quarter of the outputs is unfair, some are thrown away, and the position says so."""
    chance = SeededChance(5)
    for _ in range(200):
        chance.pick(3 * 2**62)
    assert 230 < chance.position < 310


def test_rejection_makes_picks_fair() -> None:
    """Multiplication alone would favour every third result by half; with rejection all are alike."""
    chance = SeededChance(11)
    share = sum(chance.pick(3 * 2**62) % 3 == 0 for _ in range(9000)) / 9000
    assert abs(share - 1 / 3) < 0.02


def test_small_picks_are_even() -> None:
    """A die shows each side about equally often."""
    chance = SeededChance(3)
    counts = Counter(chance.pick(6) for _ in range(30_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 5000) < 300 for count in counts.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_position_resumes(seed: int) -> None:
    """A generator made at a position goes on exactly like the one that stood there."""
    first = SeededChance(seed)
    for n in (6, 2**63 + 1, 2, 1000):
        first.pick(n)
    second = SeededChance(seed, first.position)
    assert second.position == first.position
    assert [first.pick(997) for _ in range(20)] == [second.pick(997) for _ in range(20)]
    assert second.position == first.position


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "7", None])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    """A seed is an int of 64 bits, and a bool is none."""
    with pytest.raises(ValueError, match=r"^seed = .*; expected an int in 0\.\.2\*\*64-1$"):
        SeededChance(seed)


@pytest.mark.parametrize("position", [-1, 1.0, True, "7", None])
def test_wrong_positions_are_refused(position: Any) -> None:
    """A position is an int from 0 on."""
    with pytest.raises(ValueError, match=r"^position = .*; expected an int >= 0$"):
        SeededChance(1, position)


def test_seeded_chance_pickles_at_its_position() -> None:
    """A generator sent to another process goes on there."""
    chance = SeededChance(9)
    chance.pick(100)
    copy = pickle.loads(pickle.dumps(chance))
    assert [copy.pick(100) for _ in range(5)] == [chance.pick(100) for _ in range(5)]


def test_pick_beyond_64_bits_is_refused() -> None:
    """More results than the generator has outputs cannot be picked fairly; that is told and does not run for ever."""
    with pytest.raises(ValueError, match=r"^pick\(18446744073709551617\); expected at most 2\*\*64$"):
        SeededChance(1).pick(2**64 + 1)


def test_a_draw_beyond_64_bits_is_refused_in_time() -> None:
    """The refusal comes at once, in a process of its own that a hang would not take down with it."""
    code = "from railrules import SeededChance\ntry:\n    SeededChance(1).pick(2**64 + 1)\nexcept ValueError as error:\n    print('refused:', error)"
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=3, check=True)
    except subprocess.TimeoutExpired:
        pytest.fail("pick(2**64 + 1) runs for ever")
    assert done.stdout.startswith("refused:")


def test_spawn_depends_on_seed_and_label_alone() -> None:
    """A spawned chance is determined by seed and label, wherever the parent stands, and never moves the parent."""
    parent = SeededChance(7)
    early = parent.spawn("bot 0")
    parent.pick(1000)
    late = parent.spawn("bot 0")
    assert (early.seed, early.position) == (late.seed, 0)
    assert parent.position == 1
    assert early.seed == int.from_bytes(blake2b(b"7/bot 0", digest_size=8).digest(), "big")
    others = {parent.spawn("bot 1").seed, SeededChance(8).spawn("bot 0").seed, parent.seed}
    assert early.seed not in others


# ---- pick(1), pick(0), draw: the same for every kind -------------------------------------------------------------------------------------

KINDS: list[Any] = [
    pytest.param(lambda: SeededChance(1), id="seeded"),
    pytest.param(lambda: ScriptedChance([]), id="scripted"),
    pytest.param(lambda: RecordingChance(SeededChance(1)), id="recording"),
    pytest.param(SuspendingChance, id="suspending"),
]


@pytest.mark.parametrize("make", KINDS)
def test_pick_of_one_is_zero_and_free(make: Any) -> None:
    """``pick(1)`` is 0 and consumes nothing, whoever answers."""
    chance = make()
    assert [chance.pick(1) for _ in range(3)] == [0, 0, 0]
    assert getattr(chance, "position", 0) == 0
    assert getattr(chance, "picks", []) == []


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("n", [0, -1])
def test_pick_out_of_nothing_is_refused(make: Any, n: int) -> None:
    """``pick(0)`` raises, whoever answers."""
    with pytest.raises(ValueError, match=rf"^nothing to pick from: pick\({n}\)$"):
        make().pick(n)


@pytest.mark.parametrize("make", KINDS)
def test_draw_of_none_is_free(make: Any) -> None:
    """Drawing no item gives none, leaves the pool and consumes nothing, even from an empty pool."""
    chance = make()
    assert chance.draw(LETTERS, 0) == ((), LETTERS)
    assert chance.draw(Pool(()), 0) == ((), Pool(()))
    assert getattr(chance, "position", 0) == 0
    assert getattr(chance, "picks", []) == []


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize(("count", "size"), [(5, 4), (-1, 4), (1, 0)])
def test_draw_beyond_the_pool_is_refused(make: Any, count: int, size: int) -> None:
    """Nobody draws more than there is, or less than nothing."""
    with pytest.raises(ValueError, match=rf"^cannot draw {count} from a pool of {size}$"):
        make().draw(Pool(LETTERS.items[:size]), count)


# ---- seeded draws ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", [1, 2, 3, 6, 7])
def test_seeded_draw_is_the_documented_one(seed: int, count: int) -> None:
    """Two items cost one pick of n * (n - 1), a last odd one a pick of n: the layout that records depend on."""
    pool = Pool.of([10, 10, 20, 30, 40, 40, 50])
    outputs = splitmix64(seed)
    left = list(pool.items)
    expected: list[int] = []
    while len(expected) + 2 <= count:
        n = len(left)
        both = bounded(outputs, n * (n - 1))
        expected += [left.pop(both // (n - 1)), left.pop(both % (n - 1))]
    if len(expected) < count:
        expected.append(left.pop(bounded(outputs, len(left)) if len(left) > 1 else 0))

    drawn, rest = SeededChance(seed).draw(pool, count)

    assert drawn == tuple(expected)
    assert rest == Pool(tuple(left))


def test_seeded_draw_of_pairs_is_even() -> None:
    """Each ordered pair of copies comes about equally often."""
    chance = SeededChance(2)
    counts = Counter(chance.draw(Pool((0, 1, 2, 3)), 2)[0] for _ in range(12_000))
    assert set(counts) == set(permutations(range(4), 2))
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_seeded_draw_from_a_single_item_consumes_nothing() -> None:
    """The last card of a pile is no luck."""
    chance = SeededChance(2)
    assert chance.draw(Pool((4,))) == ((4,), Pool(()))
    assert chance.position == 0


# ---- scripted ----------------------------------------------------------------------------------------------------------------------------


def test_script_answers_picks_in_order() -> None:
    """Each pick is answered by the next int, and `left` counts what was not used."""
    chance = ScriptedChance([5, 0, 1])
    assert [chance.pick(6), chance.pick(1), chance.pick(2)] == [5, 0, 0]
    assert chance.left == 1
    assert chance.pick(2) == 1
    assert chance.left == 0


def test_script_draws_by_index() -> None:
    """An int names the place in canonical order among what is left, one for each item drawn."""
    chance = ScriptedChance([3, 1, 1])
    assert chance.draw(LETTERS, 2) == (("c", "a"), Pool(("a", "b")))
    assert chance.draw(LETTERS) == (("a",), Pool(("a", "b", "c")))
    assert chance.left == 0


@pytest.mark.parametrize("answer", [("b", "a"), ["b", "a"]])
def test_script_draws_by_value(answer: Any) -> None:
    """A tuple or a list answers a whole draw with its items."""
    chance = ScriptedChance([answer])
    assert chance.draw(LETTERS, 2) == (("b", "a"), Pool(("a", "c")))
    assert chance.left == 0


@pytest.mark.parametrize(
    ("answer", "shown"),
    [(6, "6"), (-1, "-1"), (True, "True"), (2.0, "2.0"), ("2", "'2'"), (("a",), r"\('a',\)"), (None, "None")],
)
def test_script_refuses_a_wrong_pick(answer: Any, shown: str) -> None:
    """A pick takes an int in range and nothing that only equals one; the text shows entry and question."""
    chance = ScriptedChance([0, answer])
    chance.pick(2)
    with pytest.raises(ValueError, match=rf"^entry 1 of the script is {shown}; asked for pick\(6\), an int in 0\.\.5$"):
        chance.pick(6)


@pytest.mark.parametrize(
    ("script", "entry", "shown", "last"), [([4], 0, "4", 3), ([-1], 0, "-1", 3), ([0, 3], 1, "3", 2), ([0, ("a",)], 1, r"\('a',\)", 2)]
)
def test_script_refuses_a_wrong_index(script: list[Any], entry: int, shown: str, last: int) -> None:
    """An index must name an item that is still there, and by value nothing is drawn halfway."""
    with pytest.raises(ValueError, match=rf"^entry {entry} of the script is {shown}; asked for the index of an item in 0\.\.{last}$"):
        ScriptedChance(script).draw(LETTERS, 2)


@pytest.mark.parametrize("answer", [("a",), ("a", "b", "c"), "ab", None, True, 1.0, ("a", 1), (True, "a")])
def test_script_refuses_a_wrong_value(answer: Any) -> None:
    """A draw by value takes just as many items of the pool's own type; text is no list of items."""
    with pytest.raises(ValueError, match=rf"^entry 0 of the script is {re.escape(repr(answer))}; asked for 2 of 4 items$"):
        ScriptedChance([answer]).draw(LETTERS, 2)


def test_script_refuses_true_for_a_card() -> None:
    """True equals 1 but is no card."""
    with pytest.raises(ValueError, match=r"asked for 1 of 2 items$"):
        ScriptedChance([(True,)]).draw(Pool((1, 2)))


def test_script_refuses_items_that_are_not_there() -> None:
    """What cannot be drawn is named."""
    with pytest.raises(ValueError, match=r"^entry 0 of the script is \('b', 'b'\); asked for 2 of 4 items, but 'b' is not in the pool$"):
        ScriptedChance([("b", "b")]).draw(LETTERS, 2)


def test_script_used_up_is_told() -> None:
    """A question beyond the script is an error that names the question."""
    chance = ScriptedChance([1])
    chance.pick(2)
    with pytest.raises(ValueError, match=r"^the script has 1 entries and is used up; asked for pick\(6\)$"):
        chance.pick(6)
    with pytest.raises(ValueError, match=r"used up; asked for 2 of 4 items$"):
        chance.draw(LETTERS, 2)
    halfway = ScriptedChance([0])
    with pytest.raises(ValueError, match=r"^the script has 1 entries and is used up; asked for 2 of 4 items$"):
        halfway.draw(LETTERS, 2)


# ---- recorded ----------------------------------------------------------------------------------------------------------------------------


class WatchedChance:
    """A chance that notes which of its methods was called and answers the lowest."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int]] = []

    def pick(self, n: int) -> int:
        self.calls.append(("pick", n))
        return n - 1

    def draw(self, pool: Pool[Any], count: int = 1) -> tuple[tuple[Any, ...], Pool[Any]]:
        self.calls.append(("draw", count))
        return pool.items[:count], Pool(pool.items[count:])


def test_recording_delegates_picks_and_draws_whole() -> None:
    """Both methods reach the source as they were asked, so that a draw stays a draw; answers are kept, free ones are not."""
    source = WatchedChance()
    chance = RecordingChance(source)
    assert chance.pick(6) == 5
    assert chance.pick(1) == 0
    assert chance.draw(LETTERS, 2) == (("a", "a"), Pool(("b", "c")))
    assert chance.draw(LETTERS) == (("a",), Pool(("a", "b", "c")))
    assert chance.draw(LETTERS, 0) == ((), LETTERS)
    assert source.calls == [("pick", 6), ("pick", 1), ("draw", 2), ("draw", 1), ("draw", 0)]
    assert chance.picks == [5, ("a", "a"), ("a",)]


def test_a_record_is_a_script() -> None:
    """What was recorded, scripted again, gives the same answers."""

    def ask(chance: Chance) -> list[Any]:
        return [chance.pick(6), chance.draw(LETTERS, 3), chance.pick(1), chance.draw(Pool((1, 2)), 1), shuffle("abcd", chance)]

    recording = RecordingChance(SeededChance(21))
    answers = ask(recording)
    scripted = ScriptedChance(recording.picks)
    assert ask(scripted) == answers
    assert scripted.left == 0


def test_a_failed_question_is_not_recorded() -> None:
    """A signal from the source passes through and leaves no answer behind."""
    chance = RecordingChance(SuspendingChance())
    with pytest.raises(ChanceNeeded):
        chance.pick(6)
    assert chance.picks == []


# ---- suspended ---------------------------------------------------------------------------------------------------------------------------


def test_suspended_pick_names_its_answers() -> None:
    """An unanswered pick has n answers of equal weight, labelled by themselves."""
    with pytest.raises(ChanceNeeded) as caught:
        SuspendingChance().pick(3)
    assert (caught.value.n, caught.value.weights, caught.value.labels) == (3, (1, 1, 1), (0, 1, 2))


def test_suspended_draw_branches_on_kinds() -> None:
    """An unanswered draw has an answer for each kind, weighted by its copies."""
    with pytest.raises(ChanceNeeded) as caught:
        SuspendingChance().draw(LETTERS, 2)
    assert (caught.value.n, caught.value.weights, caught.value.labels) == (3, (2, 1, 1), ("a", "b", "c"))
    with pytest.raises(ChanceNeeded) as caught:
        SuspendingChance([1]).draw(LETTERS, 2)
    assert (caught.value.n, caught.value.weights, caught.value.labels) == (2, (2, 1), ("a", "c"))


def test_suspended_answers_are_used_in_order() -> None:
    """With enough answers the questions are answered: picks by number, draws by kind."""
    chance = SuspendingChance([4, 2, 0])
    assert chance.pick(6) == 4
    assert chance.draw(LETTERS, 2) == (("c", "a"), Pool(("a", "b")))


def test_a_question_with_one_answer_is_passed_over() -> None:
    """A pool of one kind asks nothing."""
    assert SuspendingChance().draw(Pool(("a", "a", "a")), 2) == (("a", "a"), Pool(("a",)))


@pytest.mark.parametrize("answer", [6, -1, True, 1.0, "1", None])
def test_suspended_answers_are_checked(answer: Any) -> None:
    """An answer out of range or of another type is refused with its place."""
    chance = SuspendingChance([0, answer])
    chance.pick(2)
    with pytest.raises(ValueError, match=r"^answer 1 is .*; expected an int in 0\.\.5$"):
        chance.pick(6)


def test_chance_needed_is_no_exception() -> None:
    """Rules that catch Exception do not swallow the signal; it travels between processes."""
    assert not issubclass(ChanceNeeded, Exception)
    assert issubclass(ChanceNeeded, BaseException)
    signal = pickle.loads(pickle.dumps(ChanceNeeded(2, (3, 1), ("a", "b"))))
    assert (signal.n, signal.weights, signal.labels) == signal.args == (2, (3, 1), ("a", "b"))


def test_a_suspended_transition_runs_again_with_one_more_answer() -> None:
    """Explicit chance nodes: the caller answers, runs again from the same state, and gets what the recorded chance would give."""
    game = Parcels()
    match = new_match(game, 2, seed=4, options={"first": 0})
    before = match.state
    answers: list[int] = []
    while True:
        try:
            after = game.transition(before, Draw(), SuspendingChance(answers))
            break
        except ChanceNeeded as needed:
            assert match.state == before
            answers.append(needed.n - 1)
    kinds = before.pool.kinds()
    assert after.pool == before.pool.remove([kinds[-1][0]])
    assert len(answers) == 1


# ---- enumerated --------------------------------------------------------------------------------------------------------------------------


def test_enumeration_is_exact() -> None:
    """Two dice: probabilities are exact fractions, merged by result, and sum to 1."""
    outcomes = enumerate_chance(lambda chance: roll(6, chance) + roll(6, chance))
    assert sum(probability for probability, _ in outcomes) == 1
    assert {total: probability for probability, total in outcomes} == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    assert [total for _, total in outcomes] == list(range(2, 13))


def test_enumeration_of_draws_counts_copies() -> None:
    """Drawing two of a, a, b, c: each order with its exact weight, without branching on copies."""
    outcomes = enumerate_chance(lambda chance: chance.draw(LETTERS, 2)[0])
    exact = Counter(permutations("aabc", 2))
    assert {items: probability for probability, items in outcomes} == {items: Fraction(count, 12) for items, count in exact.items()}


def test_enumeration_follows_questions_that_depend_on_answers() -> None:
    """A second question asked only after some answers is asked only there."""
    outcomes = enumerate_chance(lambda chance: 10 + chance.pick(2) if chance.pick(3) == 0 else 0)
    assert outcomes == ((Fraction(1, 6), 10), (Fraction(1, 6), 11), (Fraction(2, 3), 0))


def test_enumeration_without_chance_is_certain() -> None:
    """What asks nothing has one result."""
    assert enumerate_chance(lambda _: "same") == ((Fraction(1), "same"),)


def test_enumeration_stops_at_its_limit() -> None:
    """Just as many branches as the limit are fine, one more is an error that says so."""
    assert len(enumerate_chance(lambda chance: (chance.pick(6), chance.pick(6)), limit=36)) == 36
    with pytest.raises(TooManyOutcomesError, match=r"^more than 35 outcomes; raise the limit or sample with a seeded chance$"):
        enumerate_chance(lambda chance: (chance.pick(6), chance.pick(6)), limit=35)


def test_the_limit_is_noticed_early() -> None:
    """As soon as the open branches alone are too many, nothing more is run."""
    runs = 0

    def run(chance: Chance) -> tuple[int, int]:
        nonlocal runs
        runs += 1
        return chance.pick(100), chance.pick(200)

    with pytest.raises(TooManyOutcomesError, match="more than 250 outcomes"):
        enumerate_chance(run, limit=250)
    assert runs == 2


def test_chance_outcomes_of_a_draw() -> None:
    """The states after drawing a card: one for each kind left in the pile, weighted by its copies."""
    game = Parcels()
    state = new_match(game, 2, seed=0, options={"hand": 1, "first": 0}).state
    outcomes = chance_outcomes(game, state, Draw())
    assert sum(probability for probability, _ in outcomes) == 1
    weights = {state.pool.items[0]: Fraction(0)}
    for probability, after in outcomes:
        (drawn,) = (kind for kind, _ in state.pool.kinds() if after.pool.count(kind) < state.pool.count(kind))
        weights[drawn] = probability
    assert weights == {kind: Fraction(copies, len(state.pool)) for kind, copies in state.pool.kinds()}


def test_chance_outcomes_merge_equal_states() -> None:
    """A thrown die gives six states, a step without luck gives one."""
    game = Parcels()
    state = new_match(game, 2, seed=0, options={"first": 0}).state
    marked = game.transition(state, Mark(state.shelves[0].hand[0]), NoChance())
    assert [probability for probability, _ in chance_outcomes(game, marked, Confirm(True))] == [Fraction(1, 6)] * 6
    heap = Heap()
    start = new_match(heap).state
    assert chance_outcomes(heap, start, Take(2)) == ((Fraction(1), heap.transition(start, Take(2), NoChance())),)


def test_chance_outcomes_obey_the_limit() -> None:
    """The limit is passed on."""
    game = Parcels()
    state = new_match(game, 2, seed=0, options={"first": 0}).state
    marked = game.transition(state, Mark(state.shelves[0].hand[0]), NoChance())
    with pytest.raises(TooManyOutcomesError, match="more than 5 outcomes"):
        chance_outcomes(game, marked, Confirm(True), limit=5)


def test_chance_outcomes_of_what_is_refused() -> None:
    """What the rules refuse leads nowhere, and neither does what is no action; the rejection is the game's."""
    game = Parcels()
    state = new_match(game, 2, seed=0, options={"first": 0}).state
    for action in (Confirm(True), Mark(9), Take(1), "draw", None):
        with pytest.raises(IllegalActionError) as caught:
            chance_outcomes(game, state, action)
        assert caught.value.rejection == game.validate(state, action)
    with pytest.raises(IllegalActionError, match=r"^game-over: the game is over \[HEAP-2\]$"):
        chance_outcomes(Heap(), HeapState(0, 0, 2), Take(1))


class Wheel:
    """As much of a game as `chance_outcomes` needs: the action is the number of places on the wheel."""

    def validate(self, state: int, action: object) -> None:
        return None

    def transition(self, state: int, action: int, chance: Chance, log: None = None) -> int:
        return state + chance.pick(action)


def test_the_default_limit() -> None:
    """Ten thousand outcomes are enumerated unless somebody wants more."""
    assert len(enumerate_chance(lambda chance: chance.pick(10_000))) == len(chance_outcomes(Wheel(), 0, 10_000)) == 10_000
    with pytest.raises(TooManyOutcomesError, match="more than 10000 outcomes"):
        enumerate_chance(lambda chance: chance.pick(10_001))
    with pytest.raises(TooManyOutcomesError, match="more than 10000 outcomes"):
        chance_outcomes(Wheel(), 0, 10_001)


# ---- helpers -----------------------------------------------------------------------------------------------------------------------------


def test_shuffle_is_fisher_yates_from_the_last_place_down() -> None:
    """The picks are of n, n-1, ..., 2, each naming the place to change with."""
    assert shuffle("abcd", ScriptedChance([0, 2, 1])) == ("d", "b", "c", "a")
    assert shuffle([1, 2, 3], ScriptedChance([2, 1])) == (1, 2, 3)


@pytest.mark.parametrize("items", [(), ("only",)])
def test_shuffle_of_nothing_asks_nothing(items: tuple[str, ...]) -> None:
    """No item and one item are in order already."""
    assert shuffle(items, NoChance()) == items


def test_shuffle_gives_every_order_alike() -> None:
    """All 24 orders of four items have probability 1/24 exactly."""
    outcomes = enumerate_chance(lambda chance: shuffle(range(4), chance))
    assert {order: probability for probability, order in outcomes} == dict.fromkeys(permutations(range(4)), Fraction(1, 24))


def test_roll_shows_one_to_sides() -> None:
    """A die shows 1 .. sides; one of a single side asks nothing."""
    assert [roll(6, ScriptedChance([answer])) for answer in range(6)] == [1, 2, 3, 4, 5, 6]
    assert roll(1, ScriptedChance([])) == 1
    with pytest.raises(ValueError, match="nothing to pick from"):
        roll(0, SeededChance(1))
