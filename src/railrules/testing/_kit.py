"""The kit: profiles, the search for a playout that breaks a property, and what is told of it."""

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import attrs

from railrules import AnyGame, RailrulesError, SeededChance, UnknownGameError
from railrules.testing._breach import Breach
from railrules.testing._draw import drawn, simpler
from railrules.testing._golden import check_golden
from railrules.testing._playout import Play, Playout, is_possible
from railrules.testing._property import Property
from railrules.testing._setup import check_setup
from railrules.testing._subject import Subject, find
from railrules.testing.properties import PROPERTIES
from railrules.testing.properties._determinism import PlayoutBreach

DECLARATION = "declaration"
"""The name of the check that comes before all properties: what the game declares about itself."""

GOLDEN = "golden"
"""The name of the check of golden records, which comes last and only where a folder is given."""

SIMPLIFYING_SECONDS = 20.0


@attrs.frozen
class Profile:
    """How hard the kit looks: so many playouts for each property, found from this seed."""

    name: str
    playouts: int
    seed: int = 0


PROFILES: dict[str, Profile] = {profile.name: profile for profile in (Profile("quick", 20), Profile("thorough", 5000))}
"""``quick`` is for every push, ``thorough`` for the night."""


@attrs.frozen
class Failure:
    """How a game breaks a property: the shortest playout found, what differed, and all of it as `text` for a person."""

    what: str
    playout: Playout | None
    moves: int
    text: str


@attrs.frozen
class Result:
    """What came of one property: how many playouts and moves were looked at, processor seconds, and the failure if there is one.

    `remark` tells what a reader should know, such as that the game declares no laws that could be broken.
    """

    name: str
    promise: str
    playouts: int
    moves: int
    seconds: float
    failure: Failure | None
    remark: str = ""

    @property
    def ok(self) -> bool:
        """Whether the game keeps the promise, as far as the playouts tell."""
        return self.failure is None


TOLD_FIRST, TOLD_LAST = 12, 30
"""How many lines of a long game a failure shows."""


def speed(game: AnyGame, seconds: float = 0.5) -> float:
    """Return the decisions per processor second of random play with the default players and options, as measured now on this machine."""
    config, chance, luck = game.config(), SeededChance(1), SeededChance(2)
    done = 0
    started = time.process_time()
    while (used := time.process_time() - started) < seconds:
        state = game.initial_state(config, chance)
        while (legal := game.legal_actions(state)) and done % 1000 != 999:
            state = game.transition(state, legal[luck.pick(len(legal))], chance)
            done += 1
        done += 1
    return done / used


def names() -> tuple[str, ...]:
    """Return the names of all checks in order: the declaration, then the thirteen properties."""
    return (DECLARATION, *(kind.name for kind in PROPERTIES))


def check(
    game: "str | AnyGame | Callable[[], AnyGame]",
    profile: Profile,
    *,
    only: Sequence[str] = (),
    playout: Playout | None = None,
    golden: Path | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> Iterator[Result]:
    """Yield the result of each check in order, all of them or `only` those named.

    After a failed declaration nothing else is checked. `playout`: just this one is played instead of a search. `golden`: the folder of the game's
    golden records, which are checked last. `progress` is told the name and the number of playouts done. Raises `UnknownGameError`.
    """
    subject, result = _declared(game)
    if DECLARATION in only or not only or not result.ok:
        yield result
    if subject is None or not result.ok:
        return
    told: dict[str, str] = {}
    for kind in PROPERTIES:
        if not only or kind.name in only:
            result = check_property(subject, kind, profile, playout=playout, progress=progress)
            yield _once(told, subject, result)
    if golden is not None and (not only or GOLDEN in only):
        yield _golden(subject, golden)


def _once(told: dict[str, str], subject: Subject, result: Result) -> Result:
    """A game that crashes breaks many properties in the same way: it is told at length once. `told` are the properties by what went wrong."""
    failure = result.failure
    if failure is None:
        return result
    first = told.setdefault(failure.what, result.name)
    if first == result.name:
        return result
    return attrs.evolve(result, failure=attrs.evolve(failure, text=f"{subject.id} breaks {result.name} as it breaks {first}: {failure.what}"))


def _golden(subject: Subject, folder: Path) -> Result:
    started = time.process_time()
    count, failure = 0, None
    try:
        count = check_golden(subject.game, folder)
    except Breach as breach:
        failure = _failure(subject, GOLDEN, breach.what, None, 0, [])
    except Exception as error:
        failure = _failure(subject, GOLDEN, _in_words(error), None, 0, [])
    promise = "The golden records replay, read as they did, and show every way of ending."
    return Result(GOLDEN, promise, count, 0, time.process_time() - started, failure)


def _declared(game: "str | AnyGame | Callable[[], AnyGame]") -> tuple[Subject | None, Result]:
    started = time.process_time()
    subject = failure = None
    try:
        subject = find(game)
        check_setup(subject.game)
    except UnknownGameError:
        raise
    except (Breach, RailrulesError) as error:
        failure = _failure(subject or game, DECLARATION, str(error), None, 0, [])
    except Exception as error:
        failure = _failure(subject or game, DECLARATION, _in_words(error), None, 0, [])
    promise = "What the game declares about itself is complete and consistent."
    return subject, Result(DECLARATION, promise, 0, 0, time.process_time() - started, failure)


def check_property(
    subject: Subject,
    kind: type[Property],
    profile: Profile,
    *,
    playout: Playout | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> Result:
    """Search for a playout that breaks one property, and simplify it."""
    started = time.process_time()
    batch = _Batch(subject, kind(subject), progress)
    try:
        batch.guard(None, batch.property.begin)
        if playout is not None:
            batch.one(playout)
        else:
            batch.search(profile)
        batch.guard(None, batch.property.finish)
        failure = None
    except Breach:
        failure = batch.failure()
    remark = batch.property.remark if failure is None else ""
    return Result(kind.name, batch.property.docs, batch.playouts, batch.moves, time.process_time() - started, failure, remark)


class _Batch:
    """The playouts of one property, and the worst that was found."""

    def __init__(self, subject: Subject, prop: Property, progress: Callable[[str, int], None] | None) -> None:
        self.subject = subject
        self.property = prop
        self.playouts = 0
        self.moves = 0
        self._progress = progress
        self._last: tuple[Playout | None, Breach] | None = None

    def guard(self, playout: Playout | None, run: Callable[[], None], play: Callable[[], int] = lambda: 0) -> None:
        """Run a part of the property; whatever goes wrong becomes a breach that is remembered."""
        try:
            run()
        except Breach as breach:
            found = breach
        except Exception as error:
            found = Breach(_in_words(error))
        else:
            return
        if found.moves is None:
            found.moves = play()
        self._last = (found.playout if isinstance(found, PlayoutBreach) else playout, found)
        raise found from None

    def one(self, playout: Playout) -> None:
        """Check one playout."""
        current: list[Play] = []

        def run() -> None:
            current.append(Play(self.subject.game, playout, self.property.longest))
            self.property.check(current[0])

        try:
            self.guard(playout, run, lambda: current[0].at if current else 0)
        finally:
            self.playouts += 1
            self.moves += len(current[0].steps) if current else 0

    def search(self, profile: Profile) -> None:
        """Try many playouts; simplify one that fails."""
        for index in range(profile.playouts):
            if self._progress is not None:
                self._progress(self.property.name, index)
            try:
                self.one(drawn(self.subject.game, profile.seed, self.property.name, index))
            except Breach:
                self._simplify()
                raise

    def _simplify(self) -> None:
        """Look for shorter and plainer playouts that fail too, for a while. The one that failed last is the best, and is played once more."""
        until = time.monotonic() + SIMPLIFYING_SECONDS
        counted = self.playouts, self.moves
        while time.monotonic() < until and self._step_simpler(until):
            pass
        assert self._last is not None  # a playout has failed
        best, breach = self._last
        if best is not None and not self._fails(best):
            breach.what += " (not every time: the same playout also passed, so something outside the rules has a say)"
        self.playouts, self.moves = counted

    def _step_simpler(self, until: float) -> bool:
        """Find one playout that is simpler than the last that failed, and fails too."""
        assert self._last is not None  # a playout has failed
        best, breach = self._last
        if best is None:
            return False
        candidates = (playout for playout in simpler(self.subject.game, best, breach.moves or 0) if is_possible(self.subject.game, playout))
        return any(self._fails(playout) for playout in takewhile(lambda _: time.monotonic() < until, candidates))

    def _fails(self, playout: Playout) -> bool:
        try:
            self.one(playout)
        except Breach:
            return True
        return False

    def failure(self) -> Failure:
        """Return the failure in words."""
        assert self._last is not None  # called after a breach
        playout, breach = self._last
        moves = breach.moves or 0
        lines = [] if playout is None else _told(self.subject.game, playout, moves)
        return _failure(self.subject, self.property.name, breach.what, playout, moves, lines)


def _failure(game: object, name: str, what: str, playout: Playout | None, moves: int, lines: list[str]) -> Failure:
    called = game.id if isinstance(game, Subject) else getattr(game, "__qualname__", str(game))
    reference = game.reference if isinstance(game, Subject) and game.reference else called
    text = [f"{called} breaks {name}: {what}"]
    if playout is not None:
        text += ["", "The shortest game found that shows it:", *(f"  {line}" for line in lines)]
        text += ["", f"Again: railrules check {reference} --only {name} --playout '{playout.to_json()}'"]
    elif name not in (DECLARATION, GOLDEN):
        text += ["", f"Again: railrules check {reference} --only {name}"]
    return Failure(what, playout, moves, "\n".join(text))


def _told(game: AnyGame, playout: Playout, moves: int) -> list[str]:
    """The setup and the moves of a playout as far as they count, in words."""
    options = ", ".join(f"{name}={value}" for name, value in playout.options) or "default options"
    lines = [f"{playout.players} {'player' if playout.players == 1 else 'players'}, {options}, seed {playout.seed}"]
    try:
        play = Play(game, playout)
        for step in play:
            if step.index >= moves:
                lines.append(f"(next would be player {step.player}: {_text(game, step)})")
                break
            lines.append(f"move {step.index + 1:>3}  player {step.player}: {_text(game, step)}")
    except Exception as error:
        lines.append(f"(then: {type(error).__name__}: {error})")
    if len(lines) > TOLD_FIRST + TOLD_LAST:
        lines[TOLD_FIRST:-TOLD_LAST] = [f"... {len(lines) - TOLD_FIRST - TOLD_LAST} moves ..."]
    return lines


def _text(game: AnyGame, step: Any) -> str:
    try:
        return game.action_to_str(game.view(step.before, step.player), step.action)
    except Exception:  # texts are a property of their own
        return repr(step.action)


def _in_words(error: BaseException) -> str:
    """An exception of the game under test: what it says, and where in the author's code."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/railrules/testing/" not in frame.filename.replace("\\", "/") or frame.filename.endswith("games.py")]
    where = ""
    if own:
        where = f" (in {own[-1].name}, {own[-1].filename}:{own[-1].lineno})"
    if "abstract method" in str(error):
        return f"{error}"
    return f"{type(error).__name__}: {error}{where}"
