"""The puzzle keeps the kit's promises, and its rules are what the rules page says."""

import sys
from pathlib import Path

import pytest

import railrules
import railrules.testing
from railrules_inglenook import Inglenook, Pull, Push, State, Yard

sys.path.insert(0, str(Path(__file__).parents[1]))
from solve import essence, main, solve

test_conformance = railrules.testing.conformance("inglenook")

GAME = Inglenook()
CHANCE = railrules.SeededChance(0)


def given(headshunt: tuple[int, ...], *sidings: tuple[int, ...], wanted: tuple[int, ...] = (1, 2, 3, 4, 5), moves: int = 0) -> State:
    return State(GAME.config(1), Yard(headshunt, sidings), wanted, moves)


def refusal(state: State, action: object) -> tuple[str, str]:
    rejection = GAME.validate(state, action)
    assert rejection is not None
    return rejection.code, rejection.rule


def test_setup() -> None:
    """ING-2, ING-3: five wagons, three wagons, nothing; five are wanted."""
    state = GAME.initial_state(GAME.config(), railrules.ScriptedChance([(8, 7, 6, 5, 4, 3, 2, 1), (2, 4, 6, 8, 1)]))
    assert state.yard == Yard((), ((8, 7, 6, 5, 4), (3, 2, 1), ()))
    assert state.wanted == (2, 4, 6, 8, 1)


def test_pull_and_push_are_inverse() -> None:
    """ING-4, ING-5: what was pulled goes back as it was, and elsewhere it goes in the same order."""
    state = given((6,), (1, 2, 3, 4), (7, 8), (5,))
    pulled = GAME.transition(state, Pull(1, 2), CHANCE)
    assert pulled.yard == Yard((6, 1, 2), ((3, 4), (7, 8), (5,)))
    assert GAME.transition(pulled, Push(1, 2), CHANCE).yard == state.yard
    assert GAME.transition(pulled, Push(3, 2), CHANCE).yard == Yard((6,), ((3, 4), (7, 8), (1, 2, 5)))


@pytest.mark.parametrize(
    ("action", "refused"),
    [
        (Pull(2, 3), ("too-few-wagons", "ING-6")),
        (Pull(1, 3), ("no-room", "ING-6")),
        (Push(2, 3), ("too-few-wagons", "ING-6")),
        (Push(3, 2), ("no-room", "ING-6")),
        (Pull(4, 1), ("no-such-move", "ING-1")),
        (Push(1, 0), ("no-such-move", "ING-1")),
    ],
)
def test_refusals(action: object, refused: tuple[str, str]) -> None:
    """ING-6: no more than there is, no more than fits."""
    assert refusal(given((7, 8), (1, 2, 3), (4,), (5, 6)), action) == refused


def test_the_end() -> None:
    """ING-7: solved when the train and nothing else stands on siding 1; lost when the moves are used up."""
    nearly = given((1,), (2, 3, 4, 5), (6, 7), (8,), moves=199)
    assert GAME.outcome(nearly) is None
    solved = GAME.outcome(GAME.transition(nearly, Push(1, 1), CHANCE))
    assert solved is not None
    assert (solved.terminations, solved.winners, solved.returns) == (("solved",), (0,), (1.0,))
    lost = GAME.outcome(GAME.transition(nearly, Push(3, 1), CHANCE))
    assert lost is not None
    assert (lost.terminations, lost.winners, lost.returns) == (("out-of-moves",), (), (0.0,))


@pytest.mark.parametrize("text", ["pull", "pull 2", "push 2 from 1", "pull x from 1", "pull 2 from 1 now"])
def test_no_moves(text: str) -> None:
    """What is no move is said to be none."""
    with pytest.raises(railrules.InvalidActionError, match="expected: pull COUNT from SIDING"):
        GAME.parse_action(GAME.view(given((), (1,), (), ()), 0), text)


@pytest.mark.parametrize(
    ("state", "length"),
    [
        (given((1,), (2, 3, 4, 5), (6, 7), (8,)), 1),
        (given((), (2, 3, 4, 5), (1, 6, 7), (8,)), 2),
        (given((), (3, 4, 5), (2, 6, 7), (1, 8)), 3),
        (given((), (3, 4, 5), (6, 1, 7), (2, 8)), 3),
    ],
)
def test_shortest_solutions(state: State, length: int) -> None:
    """The solver finds a shortest solution, and its moves solve the puzzle."""
    moves = solve(GAME, state)
    assert len(moves) == length
    for move in moves:
        state = GAME.transition(state, GAME.parse_action(GAME.view(state, 0), move), CHANCE)
    assert GAME.outcome(state) == railrules.Outcome(("solved",), (200 - length,), ((200 - length,),))


def test_what_is_not_wanted_is_alike() -> None:
    """The solver does not tell wagons apart that nobody wants."""
    assert essence(given((6,), (1,), (7,), (8,))) == essence(given((8,), (1,), (6,), (7,)))


def test_a_solver_that_has_no_moves_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few moves are told; the example prints puzzle and solution."""

    def one_move(game: Inglenook, state: State) -> list[str]:
        return [game.action_to_str(game.view(state, 0), game.legal_actions(state)[0])]

    with pytest.raises(LookupError, match="not to be solved"):
        solve(GAME, given((), (2, 3, 4, 5), (1, 6, 7), (8,), moves=199))
    monkeypatch.setattr("solve.solve", one_move)
    main(7)
    assert "A shortest solution has 1 moves:\n  pull 1 from 1" in capsys.readouterr().out
