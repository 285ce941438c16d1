"""Feature vectors and the evaluation of Station Manager: bounded, documented, and made of nothing that the player does not see."""

import random

import pytest

from railrules import SeededChance, new_match
from railrules.games.station_manager import LayPending, PilePending, StationManager, View

GAME = StationManager()


def positions(players: int, games: int = 6) -> list[View]:
    """Views of all players and a spectator along random games of two rounds."""
    views = []
    for seed in range(games):
        choose = random.Random(seed)
        match = new_match(GAME, players, seed, {"rounds": 2})
        while match.to_act is not None:
            match = match.play(choose.choice(match.legal_actions))
            viewer = choose.choice([match.to_act, None, *range(players)])
            views.append(GAME.view(match.state, viewer))
    return views


@pytest.mark.parametrize("players", [2, 3, 4])
def test_vectors_are_bounded_and_documented(players: int) -> None:
    """Features lie end to end, and every entry is within the range its feature declares."""
    observer = GAME.observer(GAME.config(players, rounds=2))
    assert [feature.start for feature in observer.features] == [0, *(feature.stop for feature in observer.features[:-1])]
    assert observer.features[-1].stop == observer.size
    seen = set()
    for view in positions(players):
        vector = observer.encode(view)
        assert vector.typecode == "f"
        assert len(vector) == observer.size
        for feature in observer.features:
            part = vector[feature.start : feature.stop]
            assert all(feature.low <= entry <= feature.high for entry in part), feature.name
            if any(part):
                seen.add(feature.name)
    assert seen == {feature.name for feature in observer.features}  # none is dead


def test_vectors_follow_from_views() -> None:
    """Two positions that look alike to a player give one vector: nothing hidden is in it."""
    observer = GAME.observer(GAME.config(3))
    for index, view in enumerate(positions(3, games=2)):
        twin = GAME.view(GAME.determinize(view, SeededChance(index)), view.player)
        assert observer.encode(twin) == observer.encode(view)


def test_seats_are_told_from_the_own_place() -> None:
    """Who looks comes first: the entry of the own hand size is the own one."""
    observer = GAME.observer(GAME.config(4))
    sizes = next(feature for feature in observer.features if feature.name == "hand_sizes")
    for view in positions(4, games=1):
        if view.player is not None:
            assert round(observer.encode(view)[sizes.start] * 104) == view.hand_sizes[view.player]


def test_the_evaluation_prefers_what_a_person_would() -> None:
    """A finished game counts by rank, naming an order and claiming a pile promise their points, a spectator has no opinion."""
    kinds = set()
    for view in positions(2):
        value = GAME.evaluate(view)
        assert value == GAME.evaluate(view)
        if view.player is None:
            assert value == 0.0
        elif view.pending is None:
            best = max(view.standings.scores)
            assert (value > 500) == (view.standings.scores[view.player] == best) or len(set(view.standings.scores)) == 1
        elif view.to_act == view.player:
            kinds.add(type(view.pending))
    assert {LayPending, PilePending} <= kinds
