"""Playing games between agents."""

import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

import attrs

from railrules import AnyGame, Match, Outcome, PluginError, SeededChance, load, new_match
from railrules.agents import make_agent

GAMES_AT_A_TIME = 8
"""How many games a process is given at once."""


@attrs.frozen
class Table:
    """Who plays what: game id, players, agent names by seat, options as pairs, path of a content file or None."""

    game: str
    players: int
    agents: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    content: str | None = None

    @property
    def option_map(self) -> Mapping[str, Any]:
        """The options by name."""
        return dict(self.options)


@attrs.frozen
class GameResult:
    """One finished game: its seed, the agents by seat, how it ended, decisions and turns made, processor seconds, and its record if kept."""

    seed: int
    agents: tuple[str, ...]
    outcome: Outcome
    decisions: int
    turns: int
    seconds: float
    record: str | None


def play_game(table: Table, seed: int, keep_record: bool = False) -> GameResult:
    """Play one game to its end.

    The luck of each agent is spawned from the game's seed, so the result depends on `table` and `seed` alone. Raises what `new_match` and
    `make_agent` raise.
    """
    started = time.process_time()
    match = _seated_match(table, seed)
    game, config = match.game, match.config
    agents = [make_agent(name, game, config) for name in table.agents]
    base = SeededChance(seed)
    luck = [base.spawn(f"agent {player}") for player in range(len(agents))]
    outcome, decisions, turns, actor = None, 0, 0, None
    if keep_record:
        while (player := match.to_act) is not None:
            view = game.view(match.state, player)
            match = match.play(agents[player].act(view, _some(game, player, match.legal_actions), luck[player]))
            decisions += 1
            turns += player != actor
            actor = player
        outcome = match.outcome
    else:  # the same play without events and history
        state, chance = match.state, SeededChance(seed, match.position)
        while (player := game.current_player(state)) is not None:
            view = game.view(state, player)
            state = game.transition(state, agents[player].act(view, _some(game, player, game.legal_actions(state)), luck[player]), chance)
            decisions += 1
            turns += player != actor
            actor = player
        outcome = game.outcome(state)
    if outcome is None:
        raise PluginError(f"game {game.info.id!r} is broken: nobody is to act and there is no outcome")
    record = match.record().to_json() if keep_record else None
    return GameResult(seed, table.agents, outcome, decisions, turns, time.process_time() - started, record)


def _some(game: AnyGame, player: int, legal: tuple[Any, ...]) -> tuple[Any, ...]:
    if not legal:
        raise PluginError(f"game {game.info.id!r} is broken: player {player} is to act and has no legal action")
    return legal


def _seated_match(table: Table, seed: int) -> Match:
    names = [f"{name} {player}" for player, name in enumerate(table.agents)]
    return new_match(load(table.game, table.content), table.players, seed, table.option_map, names=names)


def play_games(
    table: Table, seeds: range, *, rotate: bool = True, keep_records: bool = False, jobs: int = 1, done: Callable[[], None] = lambda: None
) -> Iterator[GameResult]:
    """Yield the result of one game per seed, in the order of the seeds whatever the number of processes.

    `rotate`: the agents move on by one seat from game to game, so that no seat favours one of them. `done` is called after each game.
    """
    orders = [_rotated(table, by) if rotate else table for by in range(len(table.agents))]
    tasks = ((orders[index % len(orders)], seed, keep_records) for index, seed in enumerate(seeds))
    if jobs == 1:
        for task in tasks:
            yield play_game(*task)
            done()
        return
    # Spawned, not forked: the same on every platform, and safe with threads. An interrupt is for the parent, which lets the workers finish the
    # few games they are at.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        waiting: deque[Future[list[GameResult]]] = deque()
        try:
            while True:
                while len(waiting) < 2 * jobs and (chunk := list(islice(tasks, GAMES_AT_A_TIME))):
                    waiting.append(pool.submit(_play_all, chunk))
                if not waiting:
                    return
                for result in waiting.popleft().result():
                    yield result
                    done()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _play_all(tasks: list[tuple[Table, int, bool]]) -> list[GameResult]:
    return [play_game(*task) for task in tasks]


def _rotated(table: Table, by: int) -> Table:
    start = -by % len(table.agents)
    return attrs.evolve(table, agents=table.agents[start:] + table.agents[:start])
