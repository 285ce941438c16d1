"""`Outcome`: ranking and returns follow from the keys."""

import pickle
from typing import Any

import pytest

from railrules import Outcome

Keys = tuple[tuple[int, ...], ...]


@pytest.mark.parametrize(
    ("keys", "ranking", "returns", "winners"),
    [
        (((5,), (9,), (7,)), (3, 1, 2), (0.0, 1.0, 0.0), (1,)),
        (((9,), (9,), (7,)), (1, 1, 3), (0.5, 0.5, 0.0), (0, 1)),
        (((9,), (7,), (7,), (1,)), (1, 2, 2, 4), (1.0, 0.0, 0.0, 0.0), (0,)),
        (((3, 1), (3, 2), (2, 9)), (2, 1, 3), (0.0, 1.0, 0.0), (1,)),
        (((-4,), (-5,)), (1, 2), (1.0, 0.0), (0,)),
        (((1,), (1,), (1,), (1,)), (1, 1, 1, 1), (0.25, 0.25, 0.25, 0.25), (0, 1, 2, 3)),
        (((8,),), (1,), (1.0,), (0,)),
    ],
)
def test_ranking_and_returns_follow_from_keys(keys: Keys, ranking: tuple[int, ...], returns: tuple[float, ...], winners: tuple[int, ...]) -> None:
    """Larger keys rank first, equal ones share a rank and the next is left out; the k winners get 1/k each."""
    outcome = Outcome(("end",), tuple(key[0] for key in keys), keys)
    assert outcome.ranking == ranking
    assert outcome.returns == returns
    assert outcome.winners == winners
    assert sum(outcome.returns) == pytest.approx(1)


def test_given_ranking_and_returns_stand() -> None:
    """A game may say both itself, for instance where all lose together."""
    outcome = Outcome(("lost",), (3, 4), ((0,), (0,)), returns=(0.0, 0.0))
    assert (outcome.ranking, outcome.returns) == ((1, 1), (0.0, 0.0))
    other = Outcome(("lost",), (3, 4), ((0,), (0,)), ranking=(2, 2))
    assert (other.returns, other.winners) == ((0.0, 0.0), ())


@pytest.mark.parametrize("keys", [((5,), (9,), (7,)), ((1,), (1,)), ((8,),)])
def test_a_lost_game_has_no_winners(keys: Keys) -> None:
    """Where the game beat the players, alone or together, the ranking stands and nobody gets anything."""
    scores = tuple(key[0] for key in keys)
    lost = Outcome(("lost",), scores, keys, lost=True)
    won = Outcome(("lost",), scores, keys)
    assert lost.ranking == won.ranking
    assert (lost.returns, lost.winners) == ((0.0,) * len(keys), ())
    assert won.winners != ()
    assert lost != won
    assert not won.lost


def test_a_lost_game_may_say_its_returns() -> None:
    """Given returns stand in a lost game too, winners do not."""
    outcome = Outcome(("lost",), (3,), ((3,),), lost=True, returns=(-1.0,))
    assert (outcome.returns, outcome.winners) == ((-1.0,), ())


def test_outcome_is_a_value() -> None:
    """Outcomes are equal, hash and pickle by what they hold, and are frozen."""
    outcome: Any = Outcome(("end",), (1, 0), ((1,), (0,)))
    assert outcome == Outcome(("end",), (1, 0), ((1,), (0,)), (1, 2), (1.0, 0.0))
    assert hash(outcome) == hash(pickle.loads(pickle.dumps(outcome)))
    with pytest.raises(AttributeError):
        outcome.scores = ()
