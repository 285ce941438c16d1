"""Many games at one table, in the order of their seeds."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import attrs

from railrules.arena._backends import Backend, backend
from railrules.arena._play import GameResult, Table, play_game

Task: TypeAlias = tuple[Table, int, bool, int]
"""What `play_game` takes."""


def play_task(task: Task) -> GameResult:
    """Play one game, wherever this runs."""
    return play_game(*task)


def rotated(table: Table, by: int) -> Table:
    """Return the table with all agents moved on by so many seats."""
    start = -by % len(table.agents)
    return attrs.evolve(table, agents=table.agents[start:] + table.agents[:start])


def play_games(
    table: Table,
    seeds: range,
    *,
    rotate: bool = True,
    keep_records: bool = False,
    jobs: int = 1,
    done: Callable[[], None] = lambda: None,
) -> Iterator[GameResult]:
    """Yield the result of one game per seed, in the order of the seeds whatever the number of processes.

    `rotate`: the agents move on by one seat from game to game, so that no seat favours one of them. `done` is called after each game.
    """
    orders = [rotated(table, by) if rotate else table for by in range(len(table.agents))]
    tasks: Iterator[Task] = ((orders[number % len(orders)], seed, keep_records, number) for number, seed in enumerate(seeds))
    where: Backend = backend("serial" if jobs == 1 else "processes", jobs)
    early: dict[int, GameResult] = {}
    following = 0
    for result in where.run(play_task, tasks):
        done()
        early[result.number] = result
        while following in early:
            yield early.pop(following)
            following += 1
