"""Chance as an argument: who decides what the dice show and which card comes next.

The rules of a game are straight-line code that asks a `Chance` when something is left to luck. The same code then runs

* seeded (`SeededChance`): play, reproducible on every platform;
* scripted (`ScriptedChance`): tests and replays, where the answers are known;
* recorded (`RecordingChance`): another chance decides, its answers are kept;
* suspended (`SuspendingChance`): the rules stop with `ChanceNeeded` where an answer is missing, for explicit chance nodes and physical tables;
* enumerated (`chance_outcomes`): every answer in turn, with exact probabilities.

No state ever holds a generator. Agents use the same interface for their own luck.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from railrules._errors import TooManyOutcomesError, refusal
from railrules.parts._pool import Item, Pool

if TYPE_CHECKING:
    from fractions import Fraction

    from railrules._rules import Rejection

T = TypeVar("T")

Pick: TypeAlias = int | tuple[int | str, ...]
"""One recorded answer of chance: an int for `Chance.pick`, the drawn items in drawing order for `Chance.draw`."""

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Chance(Protocol):
    """What the rules may ask of luck."""

    def pick(self, n: int) -> int:
        """Return one of ``0 .. n-1``, each with the same chance.

        ``pick(1)`` is 0 and consumes nothing; ``pick(0)`` raises `ValueError`.
        """
        ...

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """Return `count` items drawn one after the other from `pool`, in drawing order, and the pool without them.

        Each copy has the same chance. Raises `ValueError` when the pool holds fewer than `count` items.
        """
        ...


def _check_pick(n: int) -> None:
    if n < 1:
        raise ValueError(f"nothing to pick from: pick({n})")


def _check_draw(pool: Pool[Item], count: int) -> None:
    if not 0 <= count <= len(pool):
        raise ValueError(f"cannot draw {count} from a pool of {len(pool)}")


class SeededChance:
    """Reproducible chance: SplitMix64 with unbiased bounded picks.

    The generator is the published SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). Output
    number k is ``mix(seed + k * 0x9E3779B97F4A7C15)`` modulo 2**64, so the whole state of the generator is the pair of `seed` and `position`,
    the number of outputs taken so far. A bounded pick takes the high half of ``output * n`` and rejects the few outputs that would favour some
    results (Lemire: "Fast random integer generation in an interval", 2019). A draw takes two items of the pool's canonical order at a time: one
    pick of ``n * (n - 1)`` gives ``n - 1`` times the index of the first plus the index of the second among the rest; a last odd item is a pick.

    Seeds are ints in ``0 .. 2**64 - 1``; records hold seeds up to ``2**53 - 1``, which every JSON reader takes exactly.
    """

    __slots__ = ("_next", "seed")

    def __init__(self, seed: int, position: int = 0) -> None:
        if type(seed) is not int or not 0 <= seed <= _MASK:
            raise ValueError(f"seed = {seed!r}; expected an int in 0..2**64-1")
        if type(position) is not int or position < 0:
            raise ValueError(f"position = {position!r}; expected an int >= 0")
        self.seed = seed
        self._next = seed + position * _GAMMA  # unreduced: the position can be read back from it

    @property
    def position(self) -> int:
        """How many outputs of the generator were taken."""
        return (self._next - self.seed) // _GAMMA

    def pick(self, n: int) -> int:
        """See `Chance.pick`."""
        if n <= 1:
            _check_pick(n)
            return 0
        if n > _MASK + 1:
            raise ValueError(f"pick({n}); expected at most 2**64")
        while True:
            self._next = raw = self._next + _GAMMA
            raw &= _MASK
            raw = ((raw ^ (raw >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            raw = ((raw ^ (raw >> 27)) * 0x94D049BB133111EB) & _MASK
            product = (raw ^ (raw >> 31)) * n
            # An output is unfair iff its low half falls below 2**64 mod n, which is below n: the division is rarely reached.
            low = product & _MASK
            if low >= n or low >= (1 << 64) % n:
                return product >> 64

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """See `Chance.draw`."""
        size = len(pool.items)
        if not 0 <= count <= size:
            _check_draw(pool, count)
        if count == 1:  # the commonest draw
            index = self.pick(size)
            return (pool.items[index],), Pool(pool.items[:index] + pool.items[index + 1 :])
        left = list(pool.items)
        items: tuple[Item, ...] = ()
        for _ in range(count // 2):
            first, second = divmod(self.pick(size * (size - 1)), size - 1)
            items += (left.pop(first), left.pop(second))
            size -= 2
        if count % 2:
            items += (left.pop(self.pick(size)),)
        return items, Pool(tuple(left))

    def spawn(self, label: str) -> "SeededChance":
        """Return an independent chance for another purpose, determined by this seed and `label` alone.

        Bots that play a seeded match get theirs this way, so that their luck never moves the game's.
        """
        from hashlib import blake2b  # not needed to import the library

        source = f"{self.seed}/{label}".encode()
        return SeededChance(int.from_bytes(blake2b(source, digest_size=8).digest(), "big"))


class ScriptedChance:
    """Chance whose answers are written down beforehand, for tests and for replays.

    `script` has one entry per question, in order:

    * an int answers a `pick` with itself; asked to draw, each int is the *index* of the next item in the pool's canonical order;
    * a tuple or list answers a whole `draw` by *value*: the items in drawing order, as a `RecordingChance` keeps them.

    ``pick(1)`` and ``draw(pool, 0)`` consume nothing. An answer that does not fit raises `ValueError` saying what was asked and what stood in
    the script. `left` counts the entries not used yet.
    """

    def __init__(self, script: Iterable[int | Sequence[int | str]]) -> None:
        self._script = tuple(script)
        self._used = 0

    @property
    def left(self) -> int:
        """How many entries were not asked for yet."""
        return len(self._script) - self._used

    def _answer(self, question: str) -> int | Sequence[int | str]:
        if not self.left:
            raise ValueError(f"the script has {len(self._script)} entries and is used up; asked for {question}")
        self._used += 1
        return self._script[self._used - 1]

    def _refuse(self, question: str, answer: object) -> ValueError:
        return ValueError(f"entry {self._used - 1} of the script is {answer!r}; asked for {question}")

    def pick(self, n: int) -> int:
        """See `Chance.pick`."""
        _check_pick(n)
        if n == 1:
            return 0
        answer = self._answer(f"pick({n})")
        if type(answer) is not int or not 0 <= answer < n:
            raise self._refuse(f"pick({n}), an int in 0..{n - 1}", answer)
        return answer

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """See `Chance.draw`."""
        _check_draw(pool, count)
        if not count:
            return (), pool
        question = f"{count} of {len(pool)} items"
        answer = self._answer(question)
        if type(answer) is not int:
            return self._by_value(pool, count, answer, question)
        left = list(pool.items)
        drawn: list[Item] = []
        while True:
            if type(answer) is not int or not 0 <= answer < len(left):
                raise self._refuse(f"the index of an item in 0..{len(left) - 1}", answer)
            drawn.append(left.pop(answer))
            if len(drawn) == count:
                return tuple(drawn), Pool(tuple(left))
            answer = self._answer(question)

    def _by_value(self, pool: Pool[Item], count: int, answer: object, question: str) -> tuple[tuple[Item, ...], Pool[Item]]:
        if not isinstance(answer, (tuple, list)) or len(answer) != count:
            raise self._refuse(question, answer)
        items: tuple[Item, ...] = tuple(answer)
        if any(type(item) is not type(pool.items[0]) for item in items):  # True == 1 would pass for a card
            raise self._refuse(question, answer)
        try:
            return items, pool.remove(items)
        except ValueError as error:
            raise self._refuse(f"{question}, but {error}", answer) from None


class RecordingChance:
    """Chance that lets another one decide and keeps its answers in `picks`."""

    __slots__ = ("_source", "picks")

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.picks: list[Pick] = []

    def pick(self, n: int) -> int:
        """See `Chance.pick`."""
        answer = self._source.pick(n)
        if n > 1:
            self.picks.append(answer)
        return answer

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """See `Chance.draw`."""
        answer = self._source.draw(pool, count)
        if count:
            self.picks.append(answer[0])
        return answer


class ChanceNeeded(BaseException):
    """The rules need one more answer of chance than `SuspendingChance` was given: a signal and no error, hence a `BaseException`.

    There are `n` possible answers ``0 .. n-1``; `weights` are their relative integer weights and `labels` names them: the number itself for a
    pick, the kind of item for a draw. The caller drops the log of events and runs again from the same state with one more answer.
    """

    def __init__(self, n: int, weights: tuple[int, ...], labels: tuple[int | str, ...]) -> None:
        super().__init__(n, weights, labels)
        self.n = n
        self.weights = weights
        self.labels = labels


class SuspendingChance:
    """Chance that answers from `answers` and raises `ChanceNeeded` at the first question beyond them.

    A draw asks once per item and branches on kinds with their copies as weights, not on copies. A question with one possible answer is no
    question and is passed over.
    """

    def __init__(self, answers: Sequence[int] = ()) -> None:
        self._answers = tuple(answers)
        self._used = 0

    def _answer(self, weights: tuple[int, ...], labels: tuple[int | str, ...]) -> int:
        n = len(weights)
        if n == 1:
            return 0
        if self._used == len(self._answers):
            raise ChanceNeeded(n, weights, labels)
        answer = self._answers[self._used]
        self._used += 1
        if type(answer) is not int or not 0 <= answer < n:
            raise ValueError(f"answer {self._used - 1} is {answer!r}; expected an int in 0..{n - 1}")
        return answer

    def pick(self, n: int) -> int:
        """See `Chance.pick`."""
        _check_pick(n)
        return self._answer((1,) * n, tuple(range(n)))

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """See `Chance.draw`."""
        _check_draw(pool, count)
        drawn: list[Item] = []
        for _ in range(count):
            kinds = pool.kinds()
            labels = tuple(kind for kind, _ in kinds)
            item = labels[self._answer(tuple(copies for _, copies in kinds), labels)]
            drawn.append(item)
            pool = pool.remove((item,))
        return tuple(drawn), pool


def shuffle(items: Iterable[T], chance: Chance) -> tuple[T, ...]:
    """Return `items` in random order (Fisher and Yates, from the last place down).

    For piles whose order somebody will know. What nobody knows is a `Pool` and needs no shuffling.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = chance.pick(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def roll(sides: int, chance: Chance) -> int:
    """Return the throw of one die: ``1 .. sides``."""
    return 1 + chance.pick(sides)


def enumerate_chance(run: Callable[[Chance], T], limit: int = 10_000) -> "tuple[tuple[Fraction, T], ...]":
    """Return every result that `run` can have, each with its exact probability, in order of first meeting.

    `run` is called once per branch and must depend on its chance alone. Equal results are merged, so they must be hashable. Raises
    `TooManyOutcomesError` when more than `limit` runs would end.
    """
    from fractions import Fraction  # not needed to import the library

    found: dict[T, Fraction] = {}
    ended = 0
    open_branches: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_branches:
        answers, probability = open_branches.pop()
        try:
            result = run(SuspendingChance(answers))
        except ChanceNeeded as needed:
            total = sum(needed.weights)
            if ended + len(open_branches) + needed.n > limit:
                raise TooManyOutcomesError(f"more than {limit} outcomes; raise the limit or sample with a seeded chance") from None
            for answer in reversed(range(needed.n)):
                share = Fraction(needed.weights[answer], total)
                open_branches.append(((*answers, answer), probability * share))
        else:
            ended += 1
            found[result] = found.get(result, Fraction(0)) + probability
    return tuple((probability, result) for result, probability in found.items())


class _Transitions(Protocol):
    """As much of a `Game` as `chance_outcomes` needs."""

    def validate(self, state: Any, action: object) -> "Rejection | None": ...

    def transition(self, state: Any, action: Any, chance: Chance, log: None = None) -> Any: ...


def chance_outcomes(game: _Transitions, state: T, action: object, limit: int = 10_000) -> "tuple[tuple[Fraction, T], ...]":
    """Return every state that `action` can lead to, each with its exact probability, merged by state.

    Raises `IllegalActionError` if `action` is refused in `state`, `TooManyOutcomesError` past `limit` branches.
    """
    rejection = game.validate(state, action)
    if rejection is not None:
        raise refusal(rejection)

    def run(chance: Chance) -> T:
        result: T = game.transition(state, action, chance)
        return result

    return enumerate_chance(run, limit)
