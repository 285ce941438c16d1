"""Playing one game between agents."""

import re
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import Any

import attrs

from railrules import AnyGame, Chance, ConfigError, Match, Outcome, PluginError, SeededChance, load, new_match
from railrules.agents import Agent, make_agent

LONGEST_REASON = 200
MAX_LIMIT = 86_400.0
_ALARMS = hasattr(signal, "setitimer")


@attrs.frozen
class Table:
    """Who plays what: game id, players, agents by seat (as `make_agent` takes them), options as pairs, path of a content file or None.

    `limit`: seconds that an agent has for a decision, None for no limit.
    """

    game: str
    players: int
    agents: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    content: str | None = None
    limit: float | None = None

    def __attrs_post_init__(self) -> None:
        if len(self.agents) != self.players:
            raise ConfigError("bad-player-count", "agents", len(self.agents), f"{self.players}, one for each player")
        if self.limit is not None and not 0 < self.limit <= MAX_LIMIT:
            raise ConfigError("bad-option-value", "limit", self.limit, f"seconds above 0, at most {MAX_LIMIT:,.0f}")

    @property
    def option_map(self) -> Mapping[str, Any]:
        """The options by name."""
        return dict(self.options)


@attrs.frozen
class Forfeit:
    """An agent gave a game away: whose it was, at which move (the first is 1), and what was wrong."""

    player: int
    move: int
    reason: str


@attrs.frozen
class GameResult:
    """One game: its seed, the agents by seat, how it ended, decisions and turns made, processor seconds, and its record if kept.

    In a game that was given away the forfeiting player comes last and the others share the win; its scores are all 0 and mean nothing. `timed`: an
    agent looked at a clock, so the same seed may give another game. `number`: the game's place in a tournament.
    """

    seed: int
    agents: tuple[str, ...]
    outcome: Outcome
    decisions: int
    turns: int
    seconds: float
    record: str | None
    forfeit: Forfeit | None = None
    timed: bool = False
    number: int = 0


def play_game(table: Table, seed: int, keep_record: bool = False, number: int = 0) -> GameResult:
    """Play one game to its end.

    The luck of each agent is spawned from the game's seed, so the result depends on `table` and `seed` alone, unless an agent is `timed` or reaches
    the limit. An agent that raises, thinks for longer than the limit or returns what is no legal action forfeits the game, which ends there. Raises
    what `new_match` raises, and `UnknownAgentError` or `ConfigError` for an agent that does not exist or cannot play this.
    """
    started = time.process_time()
    match = seated_match(table, seed)
    play = _Play(match, table, seed)
    forfeit, outcome = None, None
    try:
        play.seat_agents()
        match, outcome = play.recorded() if keep_record else play.plain()
    except _GivenAwayError as error:
        forfeit = Forfeit(error.player, play.decisions + 1, error.reason)
        outcome = _forfeited(forfeit.player, table.players)
        match = play.match
    if outcome is None:
        raise PluginError(f"game {match.game.info.id!r} is broken: nobody is to act and there is no outcome")
    record = None
    if keep_record:
        stopped = None
        if forfeit is not None:
            stopped = f"player {forfeit.player} ({table.agents[forfeit.player]}) forfeits at move {forfeit.move}: {forfeit.reason}"
        record = match.record(stopped).to_json()
    seconds = time.process_time() - started
    return GameResult(seed, table.agents, outcome, play.decisions, play.turns, seconds, record, forfeit, play.timed, number)


def seated_match(table: Table, seed: int) -> Match:
    """Return the new match of a game; its players are called by their agents."""
    names = [f"{name} {player}" for player, name in enumerate(table.agents)]
    return new_match(load(table.game, table.content), table.players, seed, table.option_map, names=names)


def _forfeited(player: int, players: int) -> Outcome:
    keys = tuple((int(other != player),) for other in range(players))
    return Outcome(("forfeit",), (0,) * players, keys, lost=players == 1)


class _GivenAwayError(Exception):
    def __init__(self, player: int, reason: str) -> None:
        super().__init__(player, reason)
        self.player = player
        self.reason = reason


class _Play:
    """A game under way: its agents, their luck and what is counted."""

    def __init__(self, match: Match, table: Table, seed: int) -> None:
        self.match = match
        self.timed = False
        self.decisions = self.turns = 0
        self._table = table
        self._seed = seed
        self._actor: int | None = None
        self._agents: list[Agent] = []
        base = SeededChance(seed)
        self._luck = [base.spawn(f"agent {player}") for player in range(table.players)]

    def seat_agents(self) -> None:
        """Make the agents."""
        game, config = self.match.game, self.match.config
        for player, spec in enumerate(self._table.agents):
            try:
                agent = make_agent(spec, game, config)
            except PluginError as error:  # it exists, and fails
                raise _GivenAwayError(player, _printable(str(error))) from error
            self._agents.append(agent)
            self.timed = self.timed or bool(getattr(agent, "timed", False))

    def recorded(self) -> tuple[Match, Outcome | None]:
        """Play by moves of the match, which remembers them."""
        game = self.match.game
        while (player := self.match.to_act) is not None:
            view = game.view(self.match.state, player)
            self.match = self.match.play(self._decided(game, player, view, self.match.legal_actions))
        return self.match, self.match.outcome

    def plain(self) -> tuple[Match, Outcome | None]:
        """Play the same without events and history."""
        game, state, chance = self.match.game, self.match.state, SeededChance(self._seed, self.match.position)
        while (player := game.current_player(state)) is not None:
            action = self._decided(game, player, game.view(state, player), game.legal_actions(state))
            state = game.transition(state, action, chance)
        return self.match, game.outcome(state)

    def _decided(self, game: AnyGame, player: int, view: Any, legal: tuple[Any, ...]) -> Any:
        """Return what the player's agent does, and count it."""
        if not legal:
            raise PluginError(f"game {game.info.id!r} is broken: player {player} is to act and has no legal action")
        action = _decide(self._agents[player], player, view, legal, self._luck[player], self._table.limit)
        self.decisions += 1
        self.turns += player != self._actor
        self._actor = player
        return action


def _decide(agent: Agent, player: int, view: Any, legal: Sequence[Any], luck: Chance, limit: float | None) -> Any:
    """Return the legal action that an agent chooses; raises `_GivenAwayError`."""
    try:
        with _at_most(limit):
            action = agent.act(view, legal, luck)
    except _OverLimit:
        raise _GivenAwayError(player, f"no decision within {limit:g} seconds") from None
    except KeyboardInterrupt:  # of a person, who means all of us
        raise
    except BaseException as error:
        raise _GivenAwayError(player, _raised(error)) from error
    try:
        return legal[legal.index(action)]
    except Exception:  # not there, or not to be compared
        raise _GivenAwayError(player, f"no legal action: {_printable(_shown(action))}") from None


def _raised(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        text = "(no text)"
    return _printable(f"raised {type(error).__name__}: {text}" if text else f"raised {type(error).__name__}")


def _shown(thing: object) -> str:
    try:
        return repr(thing)
    except Exception:
        return f"something of class {type(thing).__name__}"


def _printable(text: str) -> str:
    """Return `text` on one line, so short that it is read, without the addresses of objects, which change from run to run."""
    line = "".join(char if char.isprintable() else " " for char in " ".join(text.split()))
    line = re.sub(r" at 0x[0-9a-fA-F]+", "", line)
    return line if len(line) <= LONGEST_REASON else f"{line[: LONGEST_REASON - 3]}..."


class _OverLimit(BaseException):
    """The time for a decision is over."""


@contextmanager
def _at_most(seconds: float | None) -> Iterator[None]:
    """Stop what runs inside after so many seconds of the clock, and raise `_OverLimit`.

    Python itself can be stopped in the main thread of a process on systems with alarms (all but Windows). Elsewhere, and inside a call of compiled
    code, an agent is only found too slow when it comes back; one that never does and catches all that is raised in it cannot be stopped.
    """
    if seconds is None:
        yield
        return
    started = time.monotonic()
    with _alarm(seconds) if _ALARMS and threading.current_thread() is threading.main_thread() else nullcontext():
        yield
    if time.monotonic() - started > seconds:
        raise _OverLimit


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    previous = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again each second, for an agent that swallows the first
    try:
        yield
    finally:  # the next alarm is a second away, so this ends what it began
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _OverLimit
