"""Tournaments: who meets whom in which game, played on any back end and kept as JSON Lines."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs

from railrules import MAX_SEED, ConfigError, RailrulesError, Record, __version__, load
from railrules.agents import make_agent
from railrules.arena._backends import Backend, Serial
from railrules.arena._play import GameResult, Table
from railrules.arena._series import Task, play_task, rotated
from railrules.serialize import ShapeError, canonical_json, structure, unstructure, write_whole

FORMAT = "railrules/arena@1"
DEFAULT_LIMIT = 60.0


class ResultsError(RailrulesError):
    """A results file that cannot be read or belongs to another tournament; the text says where, what was expected and what was found."""


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
    folder that gets a record of each game. `done` is called with each result, those of the file first. Raises `ResultsError` for a file of another
    tournament.
    """
    store = Store(Path(results), tournament.header()) if results is not None else None
    finished = dict(store.results) if store is not None else {}
    folder = Path(records) if records is not None else None
    for number in sorted(finished):
        done(finished[number])
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    missing = (number for number in range(len(tournament)) if number not in finished)
    tasks: Iterator[Task] = ((tournament.table(number), tournament.seed_of(number), folder is not None, number) for number in missing)
    try:
        for result in (backend or Serial()).run(play_task, tasks):
            if folder is not None and result.record is not None:
                Record.from_json(result.record).save(folder / record_name(tournament, result.number))
            finished[result.number] = attrs.evolve(result, record=None)
            if store is not None:
                store.add(result)
            done(finished[result.number])
    finally:
        if store is not None:
            store.close()
    return [finished[number] for number in sorted(finished)]


def record_name(tournament: Tournament, number: int) -> str:
    """Return the file name of the record of a game."""
    return f"{tournament.game}-{tournament.players}p-game{number}-seed{tournament.seed_of(number)}.json"


class Store:
    """A results file: a header, and a line for each game. Raises `ResultsError` for one that was written by something else."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[int, GameResult] = {}
        self._header = canonical_json(header) + b"\n"
        kept = self._header
        if path.exists():
            # What follows the last line break was being written when the run was interrupted; its game is played again.
            whole, _, _ = path.read_bytes().rpartition(b"\n")
            if whole:
                self._read(whole.split(b"\n"), header)
                kept = whole + b"\n"
            elif path.stat().st_size:
                raise ResultsError(f"{path}: expected the results of a tournament, found no line")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, kept)
        self._file = path.open("ab")

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
            if result.number in self.results:
                raise ResultsError(f"{self.path}: line {place}: game {result.number} is there twice")
            self.results[result.number] = result

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


def _an_object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ShapeError("", "an object", repr(data))
    return data


def _line(result: GameResult) -> bytes:
    """What a results file says of a game: all but how long it took, and the record."""
    data = unstructure(result)
    del data["seconds"], data["record"]
    return canonical_json(data) + b"\n"
