"""Feature vectors and the evaluation of Station Master: bounded, documented, and made of nothing that the player does not see."""

from collections.abc import Sequence

import pytest

from railrules import SeededChance
from railrules.games.station_master.view import View
from tests.games.station_master.checker import anyhow, stalling
from tests.games.station_master.given import GAME, Table, given


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


Vector = Sequence[float]


def read(table: Table, viewer: int | None, name: str) -> Vector:
    """A feature as `viewer` sees it."""
    observer = GAME.observer(table.state.config)
    feature = next(feature for feature in observer.features if feature.name == name)
    return observer.encode(table.view(viewer))[feature.start : feature.stop]


def hot(part: Vector) -> list[int]:
    """Where a feature is not 0."""
    return [place for place, entry in enumerate(part) if entry]


def test_own_pawns_on_trains_are_told_by_value() -> None:
    """Per slot the pawns of all players from the own seat on, and the own ones by value; those of others have none."""
    table = given("0: std-5a [] {0:3 1:2 0:1 1:2}; 2: std-4 [] {0:-1 2:3}")
    for viewer, riding, values in (
        (0, {0: (2, 2, 0), 2: (1, 0, 1)}, {0: (1, 0, 1, 0), 2: (0, 0, 0, 1)}),
        (1, {0: (2, 0, 2), 2: (0, 1, 1)}, {0: (0, 2, 0, 0), 2: (0, 0, 0, 0)}),
        (2, {0: (0, 2, 2), 2: (1, 1, 0)}, {0: (0, 0, 0, 0), 2: (1, 0, 0, 0)}),
        (None, {0: (2, 2, 0), 2: (1, 0, 1)}, {}),
    ):
        part = read(table, viewer, "riding")
        for slot in range(4):
            row = part[7 * slot : 7 * slot + 7]
            assert tuple(round(entry * 6, 4) for entry in row[:3]) == riding.get(slot, (0, 0, 0))
            assert tuple(entry * 2 for entry in row[3:]) == values.get(slot, (0, 0, 0, 0))


def test_trains_are_told_with_what_a_depot_locks() -> None:
    """Kind, sizes, value, Depot and the railcars before it, and how full the train is of pawns."""
    part = read(given("0: exe-5 [C2 F3 X5/3] {0:3 1:2} D1@2 SR1; 1: frt-4 [C3]"), 0, "trains")
    assert [round(entry, 4) for entry in part[:9]] == [0, 1, 0, 5 / 8, 3 / 8, round(5 / 30, 4), 1, 2 / 8, round(2 / 6, 4)]
    assert [round(entry, 4) for entry in part[9:18]] == [0, 0, 1, 4 / 8, 1 / 8, -0.1, 0, 0, 0]
    assert not any(part[27:])  # the slot that only a Rush Hour brings


def test_piles_are_told_with_their_top() -> None:
    """The three top cards one by one, the shares of the whole discard pile, and what is left of cards and locomotives."""
    faces = GAME.content.faces
    table = given(discard="C1 C4 F1 C4")
    assert hot(read(table, 0, "top")) == [index * len(faces) + faces.index(face) for index, face in enumerate(("coach-4", "freight-1", "coach-4"))]
    assert read(table, 0, "discarded")[faces.index("coach-4")] == pytest.approx(2 / 7)
    assert hot(read(given(discard="UN"), 0, "top")) == [faces.index("uncouple")]
    assert not hot(read(given(), 0, "top"))
    assert [*read(table, None, "piles")] == pytest.approx([80 / 93, 10 / 13])


STEPS: list[tuple[tuple[str, ...], int, int | None, tuple[float, ...]]] = [
    ((), 0, None, (0, 0, 0, 0)),
    (("play SR on 1",), 1, 1, (1, 0, 0, 0)),
    (("depot on 0",), 1, 0, (0, 0, 0, 0)),
    (("play RA",), 2, None, (1, 0, 0, 0)),
    (("play RA", "reassign from 0"), 3, 0, (0, 0, 0, 0)),
    (("play RP",), 4, None, (1, 0, 0, 0)),
    (("play RP", "repair 1"), 5, None, (0, 1 / 3, 0, 0)),
    (("play UN",), 6, None, (1, 0, 0, 0)),
    (("play TR",), 7, None, (1, 0, 0, 0)),
    (("play TR", "transfer from 0"), 8, 0, (0, 0, 0, 0)),
    (("play TR", "transfer from 0", "transfer pawn 1"), 9, 0, (0, 0, 1 / 16, 0)),
    (("play TR", "transfer from 0", "transfer pawn 1", "transfer to 1"), 8, 0, (0, 0, 0, 1 / 3)),
]


@pytest.mark.parametrize(("steps", "decision", "slot", "facts"), STEPS)
def test_the_pending_decision_is_told(steps: tuple[str, ...], decision: int, slot: int | None, facts: tuple[float, ...]) -> None:
    """Which decision is open, about which train, whether it may be declined, and how far it is; the same to everybody."""
    card = next((word for step in steps for word in step.split() if word.isupper()), "C1")
    table = given("0: std-6 [C1 C2] {1:2 2:3}; 1: std-4 [C3]", hands=(card,), discard="F1 C6 UN").do(*steps)
    for viewer in (0, 1, None):
        assert hot(read(table, viewer, "decision")) == [decision]
        asked = read(table, viewer, "asked")
        assert hot(asked[:4]) == ([] if slot is None else [slot])
        assert tuple(asked[4:]) == pytest.approx(facts)


def test_nothing_is_open_after_the_end() -> None:
    """No decision, and nobody to act."""
    over = given("0: std-3 [C4 C1] {0:2 1:1}", sole=True, hands=("C3",)).do("play C3 on 0")
    assert not hot(read(over, 0, "decision"))
    assert not any(read(over, 0, "players")[4::5])


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
