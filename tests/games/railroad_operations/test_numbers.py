"""Feature vectors and the evaluation of Railroad Operations: bounded, documented, and made of nothing that the player does not see."""

from collections.abc import Sequence
from functools import cache
from math import isfinite
from typing import Any

import attrs
import pytest

from railrules import Config, SeededChance
from railrules.agents import make_agent
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.content import Content
from railrules.games.railroad_operations.game import RailroadOperations
from railrules.games.railroad_operations.numbers import DECISIONS, PER_SQUARE, PER_TRAY
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.view import View
from tests.games.railroad_operations.given import CONTENT, GAME, HouseRules, Table, card, given, tokens

EAGER = (
    acts.PlayCard,
    acts.PlaceCard,
    acts.WorkFacility,
    acts.BoardCoach,
    acts.DetrainCoach,
    acts.StockBox,
    acts.BeginSwitch,
    acts.SetOut,
    acts.RunAnotherDay,
)
"""What an eager player rather does than anything else."""


def eager(legal: Sequence[Action], chance: SeededChance) -> Action:
    """A random action, three times in four one that gets on."""
    liked = [action for action in legal if isinstance(action, EAGER)]
    among = liked if liked and chance.pick(4) else legal
    return among[chance.pick(len(among))]


SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"days": 2, "extra_days": 1, "extra_start": "anywhere", "collisions_per_stage": 9, "collisions_per_day": 9}),
    (1, {"starting_hand": "six_random", "reduced_visibility": True, "expedite": "depart"}),
    (2, {"days": 2, "mode": "coop", "mainline_cards_per_gap": 2, "emergency_toolbox": True, "collisions_per_day": 9}),
    (3, {"days": 2, "extra_days": 1, "mainline_cards_per_gap": 3, "extra_start": "interchange", "collisions_per_stage": 9, "collisions_per_day": 9}),
    (4, {"days": 2, "starting_hand": "three_and_three", "employee_rotation": True, "transit_revenue": 2, "collisions_per_day": 9}),
)
"""Players and options of the games that are looked at."""


def played(config: Config[Options], seed: int) -> list[View]:
    """Views of all players and a spectator along a game of eager players."""
    views = []
    chance = SeededChance(seed)
    state = GAME.initial_state(config, chance)
    while state.pending is not None:
        views.append(GAME.view(state, (*range(config.players), None)[chance.pick(config.players + 1)]))
        state = GAME.transition(state, eager(GAME.legal_actions(state), chance), chance)
    return views + [GAME.view(state, viewer) for viewer in (*range(config.players), None)]


@cache
def positions(setup: int, games: int = 4) -> tuple[View, ...]:
    """Views along some games of a setup."""
    players, options = SETUPS[setup]
    config = GAME.config(players, **options)
    return tuple(view for seed in range(games) for view in played(config, seed))


GIVENS = (
    given("DE il tg", "T6 @ Point W", "X17> k@ Beside 0", "T7 @c Limits 0E", "T16 b@k Office 0", line="I / Ge+dt+ps"),
    given(
        "TE -1..3 green 3 red 1: (1,0) tWN; (1,-1) cES; (2,-1) Foundry [ggHH] green G red H pipe - G -; (2,-2) ld>(2,-1)",
        "T5 @cC Office 0 *",
        "T1 @C Line 0 1/1",
    ),
    given(slots="4: T6+, 12: T15", sections=(4,), queue="X22 (0)", red_flags=(0,)),
    given("TE tg", "T16 kb@ Office 0").do("pass"),
    given("A0 WP -2..2: (-1,0) tWN; (-1,-1) cES; (0,-1) yo", "T10 kR@ Line 0 1/1").do("pass"),
    given("Loop", "T16 b@k 0(0,-1)").do("BeginSwitch(T16)", "BeginSort"),
    given("Branch; (3,-1) Foundry [h]", "T16 k@hh Office 0").do("BeginSwitch(T16)", "FlyingSwitch(E, 1)"),
    given("", "T4 @ Point W", "T8 @ Office 0").do("pass"),
    given("A0 DE green 1 red 1").do("UnjamLoad((0,0))"),
    given(slots="11: T6, 12: T1", hands=("tWN",)).do("DrawHomeOffice", "draws Second Section", "PlayCard(Second Section)"),
    given("WP -1..5: (1,0) tWN; (1,-1) cES; (2,-1) st; (3,-1) Coal Tipple; (3,-2) st; (4,-2) Foundry")
    .placing("Loading Dock")
    .do("PlaceCard((4,-1))"),
    given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1", collisions="0/2").do("pass"),
)
"""Positions that games seldom reach."""


def one_player() -> list[View]:
    """Views of games alone, and of positions that these seldom reach."""
    return [*positions(0), *positions(1), *(table.view(0) for table in GIVENS)]


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_vectors_are_bounded_and_documented(setup: int) -> None:
    """Features lie end to end, every entry is within the range its feature declares, and none is dead."""
    players, options = SETUPS[setup]
    observer = GAME.observer(GAME.config(players, **options))
    assert [feature.start for feature in observer.features] == [0, *(feature.stop for feature in observer.features[:-1])]
    assert observer.features[-1].stop == observer.size
    assert len({feature.name for feature in observer.features}) == len(observer.features)
    assert all(feature.meaning for feature in observer.features)
    seen = set()
    for view in positions(setup):
        vector = observer.encode(view)
        assert (vector.typecode, len(vector)) == ("f", observer.size)
        for feature in observer.features:
            entries = vector[feature.start : feature.stop]
            assert all(feature.low <= entry <= feature.high for entry in entries), feature.name
            if any(entries):
                seen.add(feature.name)
    assert seen == {feature.name for feature in observer.features}


def test_a_greedy_game_is_in_bounds() -> None:
    """Also along a game in which one player is greedy and another plays at random."""
    config = GAME.config(2, days=1, mode="competitive")
    observer = GAME.observer(config)
    agents = [make_agent("greedy", GAME, config, samples=1), make_agent("random", GAME, config)]
    chance = SeededChance(3)
    state = GAME.initial_state(config, chance)
    steps = 0
    while state.pending is not None and steps < 120:
        player = state.pending.player
        view = GAME.view(state, player)
        vector = observer.encode(view)
        for feature in observer.features:
            assert all(feature.low <= entry <= feature.high for entry in vector[feature.start : feature.stop])
        state = GAME.transition(state, agents[player].act(view, GAME.legal_actions(state), chance), chance)
        steps += 1
    assert steps > 50


def entries(views: Sequence[View], players: int, name: str) -> list[set[float]]:
    """The values that each entry of a feature takes over some views."""
    observer = GAME.observer(GAME.config(players))
    (feature,) = [feature for feature in observer.features if feature.name == name]
    found: list[set[float]] = [set() for _ in range(feature.stop - feature.start)]
    for view in views:
        for place, entry in enumerate(observer.encode(view)[feature.start : feature.stop]):
            found[place].add(entry)
    return found


def test_no_entry_is_dead() -> None:
    """Each decision, phase, property of a train, kind of place and property of a square shows in some position."""
    views = one_player()
    decisions = entries(views, 1, "decision")
    assert len(decisions) == len(DECISIONS) == 18
    assert all(values == {0.0, 1.0} for values in decisions)
    clock = entries(views, 1, "clock")
    assert all(len(values) > 1 for values in clock)
    trains = entries(views, 1, "trains")
    for entry in range(PER_TRAY):
        assert len(set().union(*trains[entry::PER_TRAY])) > 1, f"entry {entry} of a train"
    areas = entries(views, 1, "areas")
    assert all(len(values) > 1 for values in areas[:4])
    for entry in range(PER_SQUARE):
        assert len(set().union(*areas[4 + entry :: PER_SQUARE])) > 1, f"entry {entry} of a square"
    line = entries(views, 1, "line")
    for entry in range(5):
        assert len(set().union(*line[entry::5])) > 1, f"entry {entry} of a Mainline card"
    assert all(len(values) > 1 for values in entries(views, 1, "yards"))
    for entry in range(2):
        assert sum(len(values) > 1 for values in entries(views, 1, "timetable")[entry::2]) > 0
    assert all(len(values) > 1 for values in entries(positions(3), 3, "players"))


def test_vectors_follow_from_views() -> None:
    """Two positions that look alike to a player give one vector and one evaluation: nothing hidden is in them."""
    for setup in (2, 4):
        players, options = SETUPS[setup]
        observer = GAME.observer(GAME.config(players, **options))
        for index, view in enumerate(positions(setup)[::23]):
            twin = GAME.view(GAME.determinize(view, SeededChance(index)), view.player)
            assert twin is not view
            assert observer.encode(twin) == observer.encode(view)
            assert GAME.evaluate(twin) == GAME.evaluate(view)


def test_seats_are_told_from_the_own_place() -> None:
    """Who looks comes first, then the seats eastward; a spectator looks from seat 0."""
    table = given(
        "DE",
        a1="ST",
        a2="TE",
        players=3,
        revenue=(10, 20, 30),
        red_flags=(1,),
        fedora=2,
        stage=12,
        employee_rotation=True,
        hands=("", "tWN", "tWN, tWS"),
    )
    rotated = table.do("pass", "pass", "pass")
    observer = GAME.observer(table.state.config)
    starts = {feature.name: feature.start for feature in observer.features}
    area = (observer.features[-1].start - starts["areas"]) // 3
    for now, orders in (
        (table, {0: (0, 1, 2), 1: (1, 2, 0), 2: (2, 0, 1), None: (0, 1, 2)}),
        (rotated, {0: (0, 1, 2), 1: (1, 2, 0), 2: (2, 0, 1), None: (2, 0, 1)}),
    ):
        for viewer, order in orders.items():
            vector = observer.encode(now.view(viewer))
            told = [vector[starts["players"] + 4 * place : starts["players"] + 4 * place + 4] for place in range(3)]
            assert [round(entry[0] * 100) for entry in told] == [(10, 20, 30)[player] for player in order]
            assert [round(entry[1] * 7) for entry in told] == [(0, 1, 2)[player] for player in order]
            assert [entry[2] for entry in told] == [float(player == 1) for player in order]
            assert [entry[3] for entry in told] == [float(player == now.fedora) for player in order]
            levels = [round(vector[starts["areas"] + area * place] * 3) for place in range(3)]
            seats = [now.seats.index(player) for player in order]
            assert levels == [(1, 2, 3)[seat] for seat in seats]


def test_a_vector_shows_what_its_feature_says() -> None:
    """The figures of one position, read by hand."""
    table = given(
        "DE -1..3 green 1: (1,0) tWN; (1,-1) cES; (2,-1) Foundry [gH] green G pipe - - -; (2,-2) ld>(2,-1)",
        "T16 kb@ Office 0",
        "T7 @cC Line 1 2/3",
        line="Ge+dt / 3",
        slots="4: T6+",
        hands=("Straight Track, Straight Track",),
        day=3,
        collisions="0/1",
        classification="c2 C1",
    )
    observer = GAME.observer(table.state.config)
    vector = observer.encode(table.view(0))
    parts = {feature.name: [round(entry, 4) for entry in vector[feature.start : feature.stop]] for feature in observer.features}
    assert parts["decision"] == [1.0] + [0.0] * 17
    assert parts["clock"] == [0.05, 0.3333, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333, 1.0]
    assert parts["hand"] == [0.2857] + [0.0] * (len(CONTENT.cards) - 1)
    assert {place: entry for place, entry in enumerate(parts["piles"]) if entry} == {
        card(name): 0.3333 for name in ("Facing Point Locks", "Water Column", "Overpass")
    }
    assert parts["yards"][15:17] == [0.125, 0.0625]
    assert parts["timetable"][6:8] == [0.25, 1.0]  # T6, and the highest number is that of X24
    place_and_row = parts["trains"][: 2 * PER_TRAY]
    assert place_and_row[:4] == [1.0, 1.0, 1.0, 0.0]
    assert place_and_row[4:9] == [0.0, 0.0, 0.0, 0.0, 1.0]
    assert place_and_row[9:13] == [0.0, 0.0, 0.0, 0.5]
    assert [place_and_row[13 + token] for token in tokens("kb")] == [0.25, 0.25]
    second = place_and_row[PER_TRAY:]
    assert second[:4] == [1.0, 0.0, 1.0, 0.0]
    assert second[4:13] == [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.6667, 0.0]
    assert parts["areas"][:4] == [0.3333, 0.3333, 0.0, 0.0]
    squares = {there.square: parts["areas"][4 + PER_SQUARE * there.square :][:PER_SQUARE] for there in table.area().squares}
    assert squares[45] == [1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert squares[46] == [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert squares[34] == [1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.5, 0.25, 0.3333, 0.0, 0.0, 0.0]
    assert squares[21] == [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert parts["line"][:5] == [1.0, 1.0, 0.0, 1.0, 0.0]
    assert parts["line"][5:15] == [0.0] * 10


def test_figures_of_other_contents_stay_in_bounds() -> None:
    """A content may have more boxes and longer Mainline cards than the shipped one: shares end at 1."""
    line = tuple(attrs.evolve(there, regions=5, fast=5, slow=5, up=5, down=5) if there.kind == "normal" else there for there in CONTENT.line)
    grades = tuple(attrs.evolve(there, green=9 * place, red=9 * place) for place, there in enumerate(CONTENT.grades))
    content: Content = attrs.evolve(CONTENT, line=line, grades=grades)
    game = RailroadOperations(content)
    old = given("TE", "T4 @ Line 0 1/1").state
    train = old.division.trays[0]
    assert train is not None
    moved = attrs.evolve(train, place=st.OnLine(0, 0, 4))
    (area,) = old.areas
    state = attrs.evolve(
        old,
        config=game.config(1),
        division=attrs.evolve(old.division, trays=(moved, *old.division.trays[1:])),
        areas=(attrs.evolve(area, office=st.Office(3, 8, 8)),),
    )
    observer = game.observer(state.config)
    vector = observer.encode(game.view(state, 0))
    for feature in observer.features:
        assert all(feature.low <= entry <= feature.high for entry in vector[feature.start : feature.stop]), feature.name


# ---- the evaluation ----------------------------------------------------------------------------------------------------------------------


def test_the_evaluation_is_a_finite_number() -> None:
    """In every position, for each player; asked again it says the same, and a spectator has no opinion."""
    other = RailroadOperations()
    for setup in range(len(SETUPS)):
        for view in positions(setup)[::17]:
            worth = GAME.evaluate(view)
            assert type(worth) is float
            assert isfinite(worth)
            assert GAME.evaluate(view) == worth == other.evaluate(view)
            if view.player is None:
                assert worth == 0.0
    for table in GIVENS:
        assert isfinite(GAME.evaluate(table.view(0)))


def ended(*revenue: int, **options: Any) -> Table:
    return given(players=len(revenue), revenue=revenue, day=5, stage=12, **options).do("pass")


@pytest.mark.rule("OPS-10.1", "OPS-10.2", "OPS-10.4")
def test_a_win_is_better_than_a_loss() -> None:
    """When the game is over: the floor that was met, the play that was safe, the Revenue that was higher."""
    assert GAME.evaluate(ended(15).view(0)) > GAME.evaluate(ended(14).view(0))
    crash = given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1", collisions="0/2", revenue=(25,), day=5, stage=12, slots="1: T5, 2: T16").do("pass")
    assert crash.revenue == (20,)
    assert GAME.evaluate(ended(20).view(0)) > GAME.evaluate(crash.view(0))
    for winner, loser in ((0, 1), (1, 0)):
        revenue = [0, 0]
        revenue[winner], revenue[loser] = 25, 12
        table = ended(*revenue)
        assert GAME.evaluate(table.view(winner)) > GAME.evaluate(table.view(loser))
        assert GAME.evaluate(table.view(None)) == 0.0
    together = ended(25, 12, mode="coop")
    assert GAME.evaluate(together.view(0)) == GAME.evaluate(together.view(1)) > GAME.evaluate(ended(17, 12, mode="coop").view(0))


def test_more_revenue_is_better() -> None:
    """All else alike, own Revenue counts for a player, and that of others in Co-op."""
    rules: tuple[HouseRules, ...] = ({"mode": "competitive"}, {"mode": "coop"})
    for options in rules:
        worth = [GAME.evaluate(given(players=2, revenue=(revenue, 3), **options).view(0)) for revenue in (-5, 0, 4, 30)]
        assert worth == sorted(set(worth))
    assert GAME.evaluate(given(players=2, revenue=(3, 9), mode="coop").view(0)) > GAME.evaluate(given(players=2, revenue=(3, 4), mode="coop").view(0))
