"""Find a shortest solution of Inglenook Sidings by breadth-first search: ``python solve.py [SEED]``.

Positions are values: they go into sets and dictionaries as they are, nothing is copied, and nothing can change behind the search's back.
"""

import sys

import railrules
from railrules_inglenook import Inglenook, State, Yard

CHANCE = railrules.SeededChance(0)  # after the setup nothing is left to luck


def essence(state: State) -> Yard:
    """Return the yard with all wagons alike that are not wanted: positions that differ only there are equally far from the end."""
    wanted = state.wanted
    tracks = [tuple(wagon if wagon in wanted else 0 for wagon in track) for track in (state.yard.headshunt, *state.yard.sidings)]
    return Yard(tracks[0], tuple(tracks[1:]))


def solve(game: Inglenook, start: State) -> list[str]:
    """Return the moves of a shortest solution, as text; raises `LookupError` if the moves do not suffice."""
    came_from: dict[Yard, tuple[Yard, str] | None] = {essence(start): None}
    frontier = [start]
    while frontier:
        following = []
        for state in frontier:
            for action in game.legal_actions(state):
                after = game.transition(state, action, CHANCE)
                yard = essence(after)
                if yard in came_from:
                    continue
                came_from[yard] = essence(state), game.action_to_str(game.view(state, 0), action)
                if after.yard.sidings[0] == after.wanted:
                    return _path(came_from, yard)
                following.append(after)
        frontier = following
    raise LookupError("not to be solved in so many moves")


def _path(came_from: dict[Yard, tuple[Yard, str] | None], yard: Yard) -> list[str]:
    moves = []
    while (step := came_from[yard]) is not None:
        yard, text = step
        moves.append(text)
    return moves[::-1]


def main(seed: int) -> None:
    """Show a puzzle and its solution."""
    match = railrules.new_match("inglenook", seed=seed)
    game = match.game
    assert isinstance(game, Inglenook)
    print(game.describe(match.seat(0).view))
    moves = solve(game, match.state)
    print(f"\nA shortest solution has {len(moves)} moves:")
    for move in moves:
        match = match.play(game.parse_action(match.seat(0).view, move))
        print(f"  {move:<14} {game.summary(match.seat(0).view)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
