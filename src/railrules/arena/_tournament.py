"""Tournaments: who meets whom in which game, played on any back end and kept as JSON Lines."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import IO, Any

import attrs

from railrules import MAX_SEED, ConfigError, RailrulesError, Record, RecordError, __version__, load
from railrules.agents import make_agent
from railrules.arena._backends import Backend, Serial
from railrules.arena._play import GameResult, Table, seated_match
from railrules.arena._series import Task, play_task, rotated
from railrules.serialize import ShapeError, canonical_json, structure, unstructure, write_whole

FORMAT = "railrules/arena@1"
DEFAULT_LIMIT = 60.0


class ResultsError(RailrulesError):
    """Results, or records, that cannot be read or belong to another tournament; the text says where, what was expected and what was found."""


@attrs.frozen
class Tournament:
    """Who meets whom: every game has its number, and with it its seed, its agents and their seats, so that each can be played alone.

    Round robin: all choices of `players` among the agents meet in turn, `games` times each; with `fixed` the agents are one table, seat for seat, and
    may be there more than once. At each meeting the agents of a table move on by one seat. Game n has the seed ``seed + n``. `limit`: seconds for a
    decision, None for no limit. Make one with `Tournament.of`, which checks it all.
    """

    game: str
    players: int
    agents: tuple[str, ...]
    games: int
    seed: int = 0
    fixed: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    content: str | None = None
    limit: float | None = DEFAULT_LIMIT

    @classmethod
    def of(
        cls,
        game_id: str,
        agents: Iterable[str],
        *,
        players: int | None = None,
        games: int = 100,
        seed: int = 0,
        fixed: bool = False,
        options: Mapping[str, Any] | None = None,
        content: str | None = None,
        limit: float | None = DEFAULT_LIMIT,
    ) -> "Tournament":
        """Return a tournament that can be played.

        By default a table has as many players as the game likes best, or as there are agents if those are fewer; with `fixed` one for each agent.
        Raises `ConfigError`, `UnknownGameError`, `ContentError` or `UnknownAgentError`.
        """
        game = load(game_id, content)
        entries = tuple(agents)
        if players is None:
            players = len(entries) if fixed else max(game.info.min_players, min(game.info.default_players, len(entries)))
        config = game.config(players, **(options or {}))
        if fixed and len(entries) != players:
            raise ConfigError("bad-player-count", "agents", len(entries), f"{players}, one for each player of the table")
        if not fixed and len(set(entries)) != len(entries):
            twice = next(name for name in entries if entries.count(name) > 1)
            raise ConfigError("bad-option-value", "agents", twice, "each once in a round robin; a fixed table takes it twice")
        if not fixed and len(entries) < players:
            raise ConfigError("bad-player-count", "agents", len(entries), f"at least {players}, the players of a table; or a fixed table")
        for name in dict.fromkeys(entries):
            make_agent(name, game, config)
        found = cls(game_id, players, entries, games, seed, fixed, tuple((options or {}).items()), content, limit)
        if games < 1:
            raise ConfigError("bad-option-value", "games", games, "at least 1")
        if seed < 0 or seed + len(found) - 1 > MAX_SEED:
            raise ConfigError("bad-option-value", "seed", seed, f"0..{MAX_SEED - len(found) + 1}, as {len(found)} games follow it")
        found.table(0)
        return found

    @property
    def meetings(self) -> tuple[tuple[str, ...], ...]:
        """Which agents meet, in the order of play."""
        return (self.agents,) if self.fixed else tuple(combinations(self.agents, self.players))

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.meetings) * self.games

    def table(self, number: int) -> Table:
        """Return the table of a game, 0 to ``len(self) - 1``; with `seed_of` all that `play_game` needs."""
        meetings = self.meetings
        agents = meetings[number % len(meetings)]
        return rotated(Table(self.game, self.players, agents, self.options, self.content, self.limit), number // len(meetings))

    def seed_of(self, number: int) -> int:
        """Return the seed of a game."""
        return self.seed + number

    def header(self) -> dict[str, Any]:
        """Return what pins the results, as the first line of a results file has it; the number of games may grow later."""
        game = load(self.game, self.content)
        return {
            "format": FORMAT,
            "railrules": __version__,
            "game": self.game,
            "rules_version": game.info.rules_version,
            "content_digest": game.content_digest,
            "players": self.players,
            "options": dict(self.options),
            "agents": list(self.agents),
            "fixed": self.fixed,
            "seed": self.seed,
            "limit": self.limit,
        }


def play_tournament(
    tournament: Tournament,
    *,
    backend: Backend | None = None,
    results: Path | str | None = None,
    records: Path | str | None = None,
    done: Callable[[GameResult], None] = lambda _: None,
) -> list[GameResult]:
    """Play what is not yet in the file `results`, and return the results of all games by number.

    Each game is written to `results` as soon as it is over, so that a tournament that was interrupted goes on where it was; at the end the lines
    stand in the order of the games, and the file is the same byte for byte whatever the back end, as long as no agent is `timed`. `records`: a
    folder that gets a record of each game that is played now. `done` is called with each result, those of the file first. Raises `ResultsError`
    for a file or a record of another tournament, which stays as it is, and `BackendError` where the games cannot go on.
    """
    folder = _Folder(tournament, Path(records)) if records is not None else None
    store = Store(Path(results), tournament) if results is not None else None
    finished = {number: result for number, result in store.results.items() if number < len(tournament)} if store is not None else {}
    if folder is not None:
        folder.prepare(number for number in range(len(tournament)) if number not in finished)
    missing = (number for number in range(len(tournament)) if number not in finished)
    tasks: Iterator[Task] = ((tournament.table(number), tournament.seed_of(number), folder is not None, number) for number in missing)
    if store is not None:
        store.open()
    try:
        for number in sorted(finished):
            done(finished[number])
        for result in (backend or Serial()).run(play_task, tasks):
            if folder is not None:
                folder.save(result)
            finished[result.number] = attrs.evolve(result, record=None)
            if store is not None:
                store.add(result)
            done(finished[result.number])
    finally:
        if store is not None:
            store.close()
    return [finished[number] for number in sorted(finished)]


def save_record(tournament: Tournament, result: GameResult, records: Path | str) -> None:
    """Write the record of one game as `play_tournament` would."""
    folder = _Folder(tournament, Path(records))
    folder.prepare([result.number])
    folder.save(result)


class _Folder:
    """The folder of a tournament's records."""

    def __init__(self, tournament: Tournament, path: Path) -> None:
        self._tournament = tournament
        self._path = path
        if path.exists() and not path.is_dir():
            raise ResultsError(f"{path}: expected a folder for records, found a file")

    def prepare(self, numbers: Iterable[int]) -> None:
        """Make the folder. Raises `ResultsError` where the record of one of these games would take the place of something else."""
        self._path.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in self._path.iterdir()}
        for number in numbers if there else ():
            if (name := record_name(self._tournament, number)) in there and not self._is_of(self._path / name, number):
                raise ResultsError(f"{self._path / name}: expected no file or a record of this game, found something else; the file is left as it is")

    def save(self, result: GameResult) -> None:
        """Write the record of a game."""
        if result.record is not None:
            Record.from_json(result.record).save(self._path / record_name(self._tournament, result.number))

    def _is_of(self, path: Path, number: int) -> bool:
        """Tell whether a file is the record of this very game: of a run that was interrupted before it wrote the result."""
        try:
            found = Record.read(path)
        except (RecordError, OSError):
            return False
        new = seated_match(self._tournament.table(number), self._tournament.seed_of(number)).record()
        return (found.game, found.setup) == (new.game, new.setup)


def record_name(tournament: Tournament, number: int) -> str:
    """Return the file name of the record of a game."""
    return f"{tournament.game}-{tournament.players}p-game{number}-seed{tournament.seed_of(number)}.json"


class Store:
    """A results file: a header, and a line for each game. Raises `ResultsError` for one that was written by something else."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.results: dict[int, GameResult] = {}
        self._tournament = tournament
        header = tournament.header()
        self._header = canonical_json(header) + b"\n"
        self._whole = 0
        if path.exists():
            if not path.is_file():
                raise ResultsError(f"{path}: expected a file for results, found a folder or a device")
            # What follows the last line break was being written when the run was interrupted; its game is played again.
            whole, _, _ = path.read_bytes().rpartition(b"\n")
            if whole:
                self._read(whole.split(b"\n"), header)
                self._whole = len(whole) + 1
            elif path.stat().st_size:
                raise ResultsError(f"{path}: expected the results of a tournament, found no line")

    def open(self) -> None:
        """Begin to write: what is whole stays, and lines can be added. Raises `ResultsError` where another run does so already."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self._whole:
            write_whole(self.path, self._header)
        self._file = self.path.open("ab")
        try:
            _lock(self._file)
        except OSError:
            self._file.close()
            raise ResultsError(f"{self.path}: another run is writing its results there; the file is left as it is") from None
        if self._whole:
            self._file.truncate(self._whole)

    def _read(self, lines: list[bytes], header: Mapping[str, Any]) -> None:
        found = self._json(lines[0], 1)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ResultsError(f"{self.path}: line 1: expected the header of results ({FORMAT}), found something else")
        for key, value in header.items():
            if found.get(key) != json.loads(json.dumps(value)):
                what = f"{key} is {found.get(key)!r} there and {value!r} here"
                raise ResultsError(f"{self.path}: results of another run: {what}; the file is left as it is")
        for place, line in enumerate(lines[1:], 2):
            try:
                result = structure({**_an_object(self._json(line, place)), "seconds": 0.0, "record": None}, GameResult)
            except ShapeError as error:
                raise ResultsError(f"{self.path}: line {place}: {error}") from None
            if result.number < 0 or (result.seed, result.agents) != self._game(result.number):
                raise ResultsError(f"{self.path}: line {place}: number, seed and agents are not those of a game of this tournament")
            if result.number in self.results:
                raise ResultsError(f"{self.path}: line {place}: game {result.number} is there twice")
            self.results[result.number] = result

    def _game(self, number: int) -> tuple[int, tuple[str, ...]]:
        return self._tournament.seed_of(number), self._tournament.table(number).agents

    def _json(self, line: bytes, place: int) -> Any:
        try:
            return json.loads(line)
        except ValueError as error:
            raise ResultsError(f"{self.path}: line {place}: expected JSON, found {str(error)!r}") from None

    def add(self, result: GameResult) -> None:
        """Write the line of a game."""
        self.results[result.number] = result
        self._file.write(_line(result))
        self._file.flush()

    def close(self) -> None:
        """Bring the lines into the order of the games."""
        self._file.close()
        write_whole(self.path, self._header + b"".join(_line(self.results[number]) for number in sorted(self.results)))


def _lock(file: IO[bytes]) -> None:
    """Keep other runs away from a file until it is closed; raises `OSError` where one was first. Not every system can do that."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _an_object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ShapeError("", "an object", repr(data))
    return data


def _line(result: GameResult) -> bytes:
    """What a results file says of a game: all but how long it took, and the record."""
    data = unstructure(result)
    del data["seconds"], data["record"]
    return canonical_json(data) + b"\n"
