"""Feature vectors and the evaluation of Station Master: bounded, documented, and made of nothing that the player does not see."""

import pytest

from railrules import SeededChance
from railrules.games.station_master.view import View
from tests.games.station_master.checker import anyhow, stalling
from tests.games.station_master.given import GAME, given


def positions(n: int, games: int = 4) -> list[View]:
    """Views of all players and a spectator along random games."""
    views = []
    for seed in range(games):
        chance = SeededChance(seed)
        state = GAME.initial_state(GAME.config(n), chance)
        while GAME.outcome(state) is None:
            views.append(GAME.view(state, (*range(n), None)[chance.pick(n + 1)]))
            choose = (anyhow, stalling)[seed % 2]
            state = GAME.transition(state, choose(state, GAME.legal_actions(state), chance), chance)
        views += [GAME.view(state, viewer) for viewer in (*range(n), None)]
    return views


@pytest.mark.parametrize("n", [2, 3, 6])
def test_vectors_are_bounded_and_documented(n: int) -> None:
    """Features lie end to end, every entry is within the range its feature declares, and none is dead."""
    observer = GAME.observer(GAME.config(n))
    assert [feature.start for feature in observer.features] == [0, *(feature.stop for feature in observer.features[:-1])]
    assert observer.features[-1].stop == observer.size
    seen = set()
    for view in positions(n):
        vector = observer.encode(view)
        assert (vector.typecode, len(vector)) == ("f", observer.size)
        for feature in observer.features:
            part = vector[feature.start : feature.stop]
            assert all(feature.low <= entry <= feature.high for entry in part), feature.name
            if any(part):
                seen.add(feature.name)
    assert seen == {feature.name for feature in observer.features}


def test_vectors_follow_from_views() -> None:
    """Two positions that look alike to a player give one vector and one evaluation: nothing hidden is in them."""
    observer = GAME.observer(GAME.config(3))
    for index, view in enumerate(positions(3, games=2)[::5]):
        twin = GAME.view(GAME.determinize(view, SeededChance(index)), view.player)
        assert observer.encode(twin) == observer.encode(view)
        assert GAME.evaluate(twin) == GAME.evaluate(view)


def test_seats_are_told_from_the_own_place() -> None:
    """Who looks comes first: points and pawns at home are the own ones."""
    observer = GAME.observer(GAME.config(3))
    players = next(feature for feature in observer.features if feature.name == "players")
    table = given("0: std-5a [] {0:3 1:2 1:2}", scores=(50, 100, 150))
    for viewer, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1)), (None, (0, 1, 2))):
        vector = observer.encode(table.view(viewer))
        points = [round(vector[players.start + 5 * place] * 500) for place in range(3)]
        assert points == [(50, 100, 150)[seat] for seat in order]
        homes = [round(vector[players.start + 5 * place + 1] * 6) for place in range(3)]
        assert homes == [(5, 4, 6)[seat] for seat in order]


def test_the_evaluation_prefers_what_a_person_would() -> None:
    """More points are better, a good train with own pawns too, one with pawns of others worse; a spectator has no opinion."""
    plain = given("0: std-5a [C6 C5]")
    assert GAME.evaluate(given("0: std-5a [C6 C5]", scores=(9, 0, 0)).view(0)) > GAME.evaluate(plain.view(0))
    own = given("0: std-5a [C6 C5] {0:3}")
    assert GAME.evaluate(own.view(0)) > GAME.evaluate(plain.view(0)) > GAME.evaluate(given("0: std-5a [C6 C5] {1:3}").view(0))
    bad = given("0: std-5a [F6 F5] {0:3}")
    assert GAME.evaluate(bad.view(0)) < GAME.evaluate(given("0: std-5a [F6 F5] {0:-1}").view(0))
    assert GAME.evaluate(own.view(None)) == 0.0
    over = given("0: std-3 [C4 C1] {0:2 1:1}", sole=True, hands=("C3",)).do("play C3 on 0")
    assert GAME.evaluate(over.view(0)) == 8
    assert GAME.evaluate(over.view(1)) == -8
