"""`Record`: a play written down, to be read, replayed, verified and resumed - today, on another machine, or in years.

A record holds what decided the play: game, options, seed, and for each move player, action and the answers of chance. Beside that stand digests,
so that a reader can tell where a replay goes another way. Reading a record never changes it.

Replaying obeys the recorded answers of chance. `verify` demands more: that the seed gives just these answers, that every move is legal and every
digest right, and that outcome and end are as told.
"""

import json
import os
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import attrs

from railrules._chance import RecordingChance, ScriptedChance, SeededChance
from railrules._errors import DivergenceError, InvalidActionError, RecordError, VersionError, place_of, shown
from railrules._game import AnyGame, Config
from railrules._match import MAX_SEED, Match, Move, Setup, is_name
from railrules._outcome import Outcome
from railrules.serialize import ShapeError, canonical_json, digest, structure, unstructure, write_whole

FORMAT = "railrules/record@1"
STATE_DIGEST_EVERY = 32
_EVENT_DIGEST_SIZE = 4

Pick = int | tuple[int | str, ...]


@attrs.frozen
class RecordedGame:
    """Which game with which rules: digests of the layout of states, of the layout of events, and of the content."""

    id: str
    rules_version: int
    state_schema: str
    event_schema: str
    content: str


@attrs.frozen(hash=False)
class RecordedSetup:
    """How the play was set up. `seed` is null when the answers of chance came from outside."""

    players: int
    options: dict[str, Any]
    names: tuple[str, ...]
    seed: int | None
    picks: tuple[Pick, ...]
    events: str


@attrs.frozen(hash=False)
class RecordedMove:
    """One move: `events` is a short digest of what it led to."""

    player: int
    action: dict[str, Any]
    picks: tuple[Pick, ...]
    events: str


@attrs.frozen
class RecordedState:
    """The digest of the full state after so many moves."""

    moves: int
    digest: str


@attrs.frozen
class RecordedOutcome:
    """The result, as whole numbers."""

    terminations: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]


@attrs.frozen(hash=False)
class Record:
    """A saved play; its JSON form has the same names. `stopped` says why it ended early, null if it came to its end."""

    format: str
    game: RecordedGame
    setup: RecordedSetup
    moves: tuple[RecordedMove, ...]
    rng_position: int
    states: tuple[RecordedState, ...]
    outcome: RecordedOutcome | None
    stopped: str | None

    def to_json(self) -> str:
        """Return the canonical JSON text, one line and a newline."""
        return canonical_json(unstructure(self)).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes, source: str = "record") -> "Record":
        """Return the record that `text` holds, bytes being UTF-8; `source` names it in errors.

        Raises `RecordError` for anything that is no whole record, `VersionError` for another format.
        """
        try:
            if isinstance(text, bytes):
                text = text.decode("utf-8")
            data = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:  # JSONDecodeError, UnicodeDecodeError and the two hooks are ValueErrors
            raise RecordError(f"{source}: not a whole JSON document: {error}") from None
        return cls.from_data(data, source)

    @classmethod
    def from_data(cls, data: Any, source: str = "record") -> "Record":
        """Return the record that parsed JSON describes; errors as in `from_json`."""
        if type(data) is dict and data.get("format", FORMAT) != FORMAT:
            raise VersionError(f"{source}: format: expected {FORMAT!r}, found {data['format']!r}")
        try:
            record: Record = structure(data, cls)
            _check_consistency(record)
        except ShapeError as error:
            raise RecordError(f"{source}: {error}") from None
        return record

    @classmethod
    def read(cls, path: "str | os.PathLike[str]") -> "Record":
        """Return the record in a file; raises `RecordError`, also when the file cannot be read. The file is not touched."""
        try:
            text = Path(path).read_bytes()
        except (OSError, ValueError) as error:  # a ValueError is a path that is none
            reason = error.strerror if isinstance(error, OSError) else error
            raise RecordError(f"{os.fspath(path)}: cannot be read: {reason}") from None
        return cls.from_json(text, source=os.fspath(path))

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Write the record to a file, whole or not at all; raises `OSError`."""
        write_whole(path, self.to_json().encode())


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _check_consistency(record: Record) -> None:
    """Facts that hold in every record, whatever the game."""
    setup = record.setup
    if setup.seed is not None and not 0 <= setup.seed <= MAX_SEED:
        raise ShapeError("setup.seed", f"an integer in 0..{MAX_SEED}, or null", str(setup.seed))
    if not all(map(is_name, setup.names)):
        raise ShapeError("setup.names", "names that are printable and not empty", repr(setup.names))
    if len(setup.names) != setup.players:
        raise ShapeError("setup.names", f"{setup.players} names", str(len(setup.names)))
    counts = [state.moves for state in record.states]
    expected = _digested(len(record.moves))
    if counts != expected:
        raise ShapeError("states", f"digests after {_short(expected)} moves", _short(counts))
    if record.stopped is not None and not record.stopped.isprintable():
        raise ShapeError("stopped", "a reason that is printable, on one line", repr(record.stopped))
    if (record.outcome is None) == (record.stopped is None):
        raise ShapeError("stopped", "a reason just where outcome is null", repr(record.stopped))


def _short(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) if len(numbers) <= 4 else f"{numbers[0]}, {numbers[1]}, ..., {numbers[-1]}"


def _digested(moves: int) -> list[int]:
    """After how many moves a record of this length holds a digest of the state: the setup, every 32nd move, the end."""
    counts = list(range(0, moves + 1, STATE_DIGEST_EVERY))
    return counts if counts[-1] == moves else [*counts, moves]


def _event_digest(events: tuple[Any, ...]) -> str:
    return digest(events, _EVENT_DIGEST_SIZE)


def _recorded_outcome(outcome: Outcome | None) -> RecordedOutcome | None:
    return None if outcome is None else RecordedOutcome(outcome.terminations, outcome.scores, outcome.ranking)


def record_of(match: Match, stopped: str | None = None) -> Record:
    """Return the record of `match`; see `Match.record`."""
    game, setup = match.game, match.setup
    outcome = _recorded_outcome(match.outcome)
    if outcome is None and stopped is None:
        stopped = "unfinished"
    elif outcome is not None and stopped is not None:
        raise ValueError(f"the game is over; it was not stopped ({stopped!r})")
    return Record(
        FORMAT,
        RecordedGame(game.info.id, game.info.rules_version, game.state_schema, game.event_schema, game.content_digest),
        RecordedSetup(
            match.config.players,
            game.dump(match.config.options),
            match.names,
            match.seed,
            setup.picks,
            _event_digest(setup.events),
        ),
        tuple(RecordedMove(move.player, game.dump(move.action), move.picks, _event_digest(move.events)) for move in match.moves),
        match.position,
        tuple(RecordedState(count, digest(match.state_after(count))) for count in _digested(len(match.moves))),
        outcome,
        stopped,
    )


# ---- reading a record against a game ---------------------------------------------------------------------------------------------------


def _prepare(record: Record, game: AnyGame | None) -> tuple[Record, AnyGame, Config[Any]]:
    """The record at the game's rules version, its game, and its checked configuration."""
    if not isinstance(record, Record):
        raise TypeError(f"{shown(record)} is no Record; read one with Record.read or Record.from_json")
    if game is None:
        from railrules._registry import load

        game = load(record.game.id)
    record = _lift(record, game)
    if record.game.content != game.content_digest:
        raise RecordError(
            f"content: the record was played with content {record.game.content}, this {game.info.id} has {game.content_digest};"
            " load the game with the content file of the record (content=..., --content FILE)"
        )
    game.load_options(record.setup.options)  # the exact keys, none missing: the record's own defaults, not today's
    return record, game, game.config(record.setup.players, **record.setup.options)


def _lift(record: Record, game: AnyGame) -> Record:
    """The record as if played by the present rules version, step by step through the game's migrations."""
    info = game.info
    if record.game.id != info.id:
        raise RecordError(f"game: expected a record of {info.id!r}, found {record.game.id!r}")
    version = record.game.rules_version
    if version > info.rules_version:
        raise VersionError(f"rules_version: {info.id} here knows up to {info.rules_version}, found {version}; a newer release is needed")
    while version < info.rules_version:
        lift = game.migrations.get(version)
        if lift is None:
            why = f": {game.breaks[version]}" if version in game.breaks else ", and no migration leads from there"
            raise VersionError(f"rules_version: {info.id} is at {info.rules_version}, found {version}{why}")
        try:
            data = lift(unstructure(record))
        except Exception as error:
            raise VersionError(f"rules_version: the migration of {info.id} from {version} failed: {type(error).__name__}: {error}") from error
        lifted = Record.from_data(data, f"record lifted from rules version {version}")
        if not version < lifted.game.rules_version <= info.rules_version:
            expected = f"{version + 1}..{info.rules_version}"
            raise VersionError(f"rules_version: the migration from {version} gave {lifted.game.rules_version}; expected {expected}")
        record, version = lifted, lifted.game.rules_version
    return record


def _steps(record: Record, game: AnyGame, config: Config[Any], *, seeded: bool, check: bool, moves: int) -> Iterator[Setup | Move]:
    """Replay: the setup, then that many moves. Raises `DivergenceError` at the first fault.

    `seeded`: chance is asked again from the seed and must answer as recorded; `check`: the digests must be right too.
    """
    generator = SeededChance(record.setup.seed) if seeded and record.setup.seed is not None else None
    state_digests = {state.moves: state.digest for state in record.states} if check and _same_states(record, game) else {}
    check_events = check and _same_events(record, game)
    state: Any = None
    action: Any = None
    for index in range(-1, moves):
        entry: RecordedSetup | RecordedMove = record.setup if index < 0 else record.moves[index]
        scripted = ScriptedChance(entry.picks)
        source = RecordingChance(generator or scripted)
        log: list[Any] = []
        try:
            if isinstance(entry, RecordedMove):
                action = _checked_action(game, state, entry)
                state = game.transition(state, action, source, log)
            else:
                state = game.initial_state(config, source, log)
        except ValueError as error:  # the script of picks does not fit what the rules ask for
            raise DivergenceError(index, f"picks: {error}") from None
        except InvalidActionError as error:
            raise DivergenceError(index, str(error)) from None
        picks, events = tuple(source.picks), tuple(log)
        _compare(index, "picks", entry.picks, picks)
        if check_events:
            _compare(index, "digest of events", entry.events, _event_digest(events))
        if index + 1 in state_digests:
            _compare(index, "digest of the state", state_digests[index + 1], digest(state))
        position = generator.position if generator is not None else 0
        if isinstance(entry, RecordedMove):
            yield Move(entry.player, action, picks, state, events, position)
        else:
            yield Setup(picks, state, events, position)


def _same_states(record: Record, game: AnyGame) -> bool:
    return record.game.state_schema == game.state_schema


def _same_events(record: Record, game: AnyGame) -> bool:
    return record.game.event_schema == game.event_schema


def _checked_action(game: AnyGame, state: Any, move: RecordedMove) -> Any:
    """The action of a recorded move, found legal; raises `InvalidActionError` saying why not."""
    to_act = game.current_player(state)
    if to_act is not None and move.player != to_act:
        raise InvalidActionError(f"player: expected {to_act}, who decides, found {move.player}")
    action = game.load_action(move.action)
    rejection = game.validate(state, action)
    if rejection is not None:
        raise InvalidActionError(f"{action!r} is refused: {rejection}")
    return action


def _compare(index: int, what: str, recorded: object, replayed: object) -> None:
    """Raise `DivergenceError` where both differ, at the first place within tuples where they do."""
    if recorded != replayed:
        while isinstance(recorded, tuple) and isinstance(replayed, tuple):
            pairs = enumerate(zip_longest(recorded, replayed, fillvalue=_NOTHING))
            place, (recorded, replayed) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
            what = f"{what}[{place}]"
        raise DivergenceError(index, f"{what}: the record says {_told(recorded)}, the replay gives {_told(replayed)}")


_NOTHING = object()
"""What stands where one list is at its end and the other is not."""


def _told(value: object) -> str:
    return "nothing" if value is _NOTHING else repr(value)


def _match_of(record: Record, game: AnyGame | None, to: int | None, *, seeded: bool) -> Match:
    record, game, config = _prepare(record, game)
    count = len(record.moves) if to is None else to
    if type(count) is not int or not 0 <= count <= len(record.moves):
        raise RecordError(f"no move {shown(to)}; expected 0..{len(record.moves)}")
    setup, *moves = _steps(record, game, config, seeded=seeded, check=seeded, moves=count)
    assert isinstance(setup, Setup)  # the first thing that _steps gives
    seed = record.setup.seed if seeded else None
    return Match(game, config, record.setup.names, seed, setup, tuple(move for move in moves if isinstance(move, Move)))


def replay(record: Record, to: int | None = None, game: AnyGame | None = None) -> Match:
    """Return the play after `to` moves (default: all), obeying the recorded answers of chance.

    The seed is not asked, so the match has none and goes on only with chance from outside: see `resume`. `game` replaces the installed game of
    the record's id, for records played with other content.

    Raises `DivergenceError` at the first move that is not legal, `VersionError`, `RecordError`.
    """
    return _match_of(record, game, to, seeded=False)


def resume(record: Record, to: int | None = None, game: AnyGame | None = None) -> Match:
    """Return the play after `to` moves (default: all), ready to go on as if it had never been interrupted.

    Chance is asked again from the seed, to find where its generator stands; a `DivergenceError` tells if it does not answer as recorded, or if a
    digest differs. Otherwise as `replay`.
    """
    return _match_of(record, game, to, seeded=True)


@attrs.frozen
class Divergence:
    """The first place where a replay differs: index of the move (-1: the setup, number of moves: the end), why, and the place in words."""

    move: int
    why: str
    place: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


@attrs.frozen
class Report:
    """What `verify` found: `moves` were replayed; `divergence` is None if all is right.

    `states_compared` and `events_compared` are False for a record whose states or events had another layout; the rest was compared all the same.
    """

    moves: int
    states_compared: bool
    events_compared: bool
    divergence: Divergence | None

    @property
    def ok(self) -> bool:
        """Whether the record is right in every respect."""
        return self.divergence is None


def verify(record: Record, game: AnyGame | None = None) -> Report:
    """Replay `record` from its seed and compare everything; unfinished records verify too.

    `game` as in `replay`. A record that does not replay gives a report; one that cannot be read against this game raises `VersionError`,
    `RecordError`, `ConfigError`, `UnknownGameError` or `PluginError`.
    """
    record, game, config = _prepare(record, game)
    compared = _same_states(record, game), _same_events(record, game)
    total = len(record.moves)
    done = 0
    try:
        steps = _steps(record, game, config, seeded=True, check=True, moves=total)
        last = next(steps)
        for last in steps:  # noqa: B007 - the last one is looked at below
            done += 1
        _compare(total, "outcome", record.outcome, _recorded_outcome(game.outcome(last.state)))
        _compare(total, "rng_position", record.rng_position, last.position)
    except DivergenceError as error:
        place = "end" if error.move == total else place_of(error.move)
        return Report(done, *compared, Divergence(error.move, error.why, place))
    return Report(total, *compared, None)


__all__ = [
    "Divergence",
    "Record",
    "RecordedGame",
    "RecordedMove",
    "RecordedOutcome",
    "RecordedSetup",
    "RecordedState",
    "Report",
    "record_of",
    "replay",
    "resume",
    "verify",
]
