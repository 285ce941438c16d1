"""Shift Change, Day end and endings (section 9 of the scenarios): OPS-S47 and OPS-S48."""

from collections.abc import Sequence

import attrs
import pytest

from railrules.games.railroad_operations.events import (
    DayAdded,
    DayEnded,
    FedoraPassed,
    GameEnded,
    OfficeCollision,
    OfficialResult,
    PhaseStarted,
    PlayersRotated,
    SectionLapsed,
    StageStarted,
    TrainAnnulled,
)
from railrules.games.railroad_operations.state import Books, Result
from tests.games.railroad_operations.given import HouseRules, Table, card, given, lawful


def order(table: Table) -> list[int | None]:
    """The players in the order of their turns in this Stage."""
    found = []
    stage = table.when
    while table.when == stage and table.asks.endswith("Option"):
        found.append(table.acts)
        table = table.do("pass")
    return found


# ---- OPS-S47: Fedora, rotation, Day end ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-3.2", "OPS-3.3")
def test_s47_the_fedora_passes() -> None:
    """After the Stages 3, 6, 9 and 12, to the player of the next seat eastward, wrapping."""
    table = given(players=3, stage=3).do("pass")
    assert table.told(FedoraPassed) == [FedoraPassed(1)]
    assert order(table) == [1, 2, 0]
    wrapping = given(players=3, stage=6, fedora=2).do("pass")
    assert wrapping.told(FedoraPassed) == [FedoraPassed(0)]
    assert wrapping.fedora == 0
    for stage in range(1, 13):
        passed = given(players=3, stage=stage).do("pass").told(FedoraPassed)
        assert passed == ([FedoraPassed(1)] if stage % 3 == 0 else [])


@pytest.mark.rule("OPS-3.4", "OPS-3.2", "OPS-3.3")
def test_s47_rotation() -> None:
    """The Fedora passes first, then everybody moves one seat east; what is the player's goes along, what is the seat's stays."""
    start = given("DE", players=3, a1="ST tg", employee_rotation=True, stage=12, revenue=(4, 7, 2), hands=("Straight Track",))
    table = start.do("pass")
    assert table.told(FedoraPassed) == [FedoraPassed(1)]
    assert table.told(PlayersRotated) == [PlayersRotated((2, 0, 1))]
    assert table.seats == (2, 0, 1)
    assert table.when == (2, 1)
    assert table.revenue == (4, 7, 2)
    assert [table.hand(player) for player in range(3)] == ["Straight Track", "", ""]
    assert [table.office(seat)[0] for seat in range(3)] == [1, 2, 0]
    assert table.enhancements(1) == "Telegraph"
    assert order(table) == [1, 2, 0]
    assert given(players=3, stage=12).do("pass").seats == (0, 1, 2)


@pytest.mark.rule("OPS-3.4", "OPS-3.5", "OPS-8.4", "OPS-5.14")
def test_s47_day_end() -> None:
    """Telegraph, collision counts and waiting sections are reset; the timetable stays."""
    trains = ("T7 b@b Office 0", "T9 r@k Office 0", "T13 h@k Office 0", "T15 h@k Office 0")
    table = given("A0 TE tg", *trains, stage=12, telegraph_used=(0,), collisions="0/2", slots="4: T6", sections=(4,)).do("pass")
    assert table.told(TrainAnnulled) == [TrainAnnulled(card("T7"), 12)]
    assert table.when == (2, 1)
    assert not table.area().telegraph_used
    assert table.collisions == (0, 0)
    assert table.told(SectionLapsed) == [SectionLapsed(4)]
    assert table.sections == ()
    assert table.slot(4) == "T6"
    assert table.told(DayEnded) == [DayEnded(1)]


@pytest.mark.rule("OPS-8.4", "OPS-R8")
def test_an_order_outlives_the_day() -> None:
    """Only a section whose first section was made lapses; the order on a slot stays."""
    table = given(stage=12, slots="4: T6+").do("pass")
    assert table.when == (2, 1)
    assert table.slot(4) == "T6+"
    assert table.told(SectionLapsed) == []


@pytest.mark.rule("OPS-3.1")
def test_the_phases_of_a_stage() -> None:
    """Local Operations, New Train, Mainline, Load/Unload, Shift Change, twelve times a Day."""
    table = given(stage=1)
    for _ in range(12):
        table = table.do("pass")
    phases = [event.phase for event in table.told(PhaseStarted)]
    assert phases == ["new-train", "mainline", "load-unload", "shift-change", "local"] * 12
    assert [(event.day, event.stage) for event in table.told(StageStarted)] == [*((1, stage) for stage in range(2, 13)), (2, 1)]


@pytest.mark.rule("OPS-3.5", "OPS-10.2")
def test_the_count_of_the_stage_starts_anew() -> None:
    """One collision in each of two Stages is never two in one."""
    table = given("", "T5 b@b Office 0", "T14 k@ Line 0 2/2", "T16 kb@ Line 0 1/2", line="2 / 1").do("pass")
    assert (table.collisions, table.when) == ((0, 1), (1, 5))
    table = table.do("pass")
    assert (table.collisions, table.when, table.asks) == ((0, 2), (1, 6), "Option")
    assert table.revenue == (-10,)


# ---- OPS-S48: endings ----------------------------------------------------------------------------------------------------------------------

COOP: HouseRules = {"mode": "coop"}


@pytest.mark.rule("OPS-10.1", "OPS-10.4", "OPS-R31")
@pytest.mark.parametrize(
    ("revenue", "options", "day", "outcome", "ranks", "returns"),
    [
        ((15,), {}, 5, "timetable-complete", (1,), (1,)),
        ((14,), {}, 5, "short-of-floor", (1,), (0,)),
        ((2,), {"days": 1}, 1, "short-of-floor", (1,), (0,)),
        ((20, 10), {}, 5, "timetable-complete", (1, 2), (1, 0)),
        ((15, 15), {}, 5, "timetable-complete", (1, 1), (0.5, 0.5)),
        ((-5, 35), {}, 5, "timetable-complete", (2, 1), (0, 1)),
        ((20, 9), {}, 5, "short-of-floor", (1, 1), (0, 0)),
        ((20, 20, 5), {}, 5, "timetable-complete", (1, 1, 3), (0.5, 0.5, 0)),
        ((20, 10), COOP, 5, "timetable-complete", (1, 1), (1, 1)),
        ((12, 17), COOP, 5, "short-of-floor", (1, 1), (0, 0)),
    ],
)
def test_s48_after_the_last_day(
    revenue: Sequence[int], options: HouseRules, day: int, outcome: str, ranks: tuple[int, ...], returns: tuple[float, ...]
) -> None:
    """Combined Revenue below 3 x players x days: all lose; else all win, or in Competitive the highest Revenue, ties shared."""
    table = given(players=len(revenue), revenue=revenue, day=day, stage=12, **options).do("pass")
    found = table.outcome
    assert table.asks == "over"
    assert found is not None
    assert found.terminations == (outcome,)
    assert found.ranking == ranks
    assert found.returns == returns
    assert found.scores == tuple(revenue)
    assert found.lost == (outcome != "timetable-complete")
    (ended,) = table.told(GameEnded)
    assert ended.ending == outcome


@pytest.mark.rule("OPS-10.1")
def test_the_game_goes_on_before_the_last_day() -> None:
    """After Day 4 of five nobody counts Revenue."""
    table = given(day=4, stage=12).do("pass")
    assert (table.asks, table.when) == ("Option", (5, 1))
    assert table.told(OfficialResult) == []


def crash(*more: str, collisions: str = "0/0", players: int = 1, revenue: Sequence[int] = (), day: int = 1, stage: int = 4, **options: int) -> Table:
    limits: HouseRules = {}
    if "collisions_per_stage" in options:
        limits["collisions_per_stage"] = options["collisions_per_stage"]
    trains = ("T5 b@b Office 0", "T16 kb@ Line 0 1/1", *more)
    slots = "1: T5, 2: T16, 5: T15" if more else "1: T5, 2: T16"
    return given("", *trains, collisions=collisions, players=players, revenue=revenue, day=day, stage=stage, slots=slots, **limits)


@pytest.mark.rule("OPS-10.2", "OPS-3.3", "OPS-10.4", "OPS-R31")
def test_s48_too_many_collisions_in_a_day() -> None:
    """The third of a Day ends the game in this Shift Change, before anything else of it."""
    second = crash(collisions="0/1").do("pass")
    assert (second.asks, second.when, second.collisions, second.revenue) == ("Option", (1, 5), (0, 2), (-5,))
    third = crash(collisions="0/2", stage=3).do("pass")
    assert third.asks == "over"
    assert third.told(FedoraPassed) == []
    assert third.when == (1, 3)
    found = third.outcome
    assert found is not None
    assert (found.terminations, found.ranking, found.returns, found.lost) == (("unsafe",), (1,), (0.0,), True)
    assert third.told(OfficialResult) == [OfficialResult(Result("unsafe", (-5,)))]


@pytest.mark.rule("OPS-10.2")
def test_s48_two_collisions_in_a_stage() -> None:
    """Both trains of the Stage collide; with a higher limit the game goes on."""
    table = crash("T15 @k Line 1 1/1").do("pass")
    assert len(table.told(OfficeCollision)) == 2
    assert (table.asks, table.revenue) == ("over", (-10,))
    assert table.outcome is not None
    assert table.outcome.terminations == ("unsafe",)
    more = crash("T15 @k Line 1 1/1", collisions_per_stage=3).do("pass")
    assert (more.asks, more.when, more.collisions) == ("Option", (1, 5), (0, 2))


@pytest.mark.rule("OPS-10.2", "OPS-R31")
@pytest.mark.parametrize("mode", ["coop", "competitive"])
def test_s48_unsafe_for_everybody(mode: str) -> None:
    """Everybody loses, whatever the Revenue."""
    options: HouseRules = {"mode": "coop"} if mode == "coop" else {}
    trains = ("T5 b@b Office 0", "T16 kb@ Line 0 1/1")
    table = given("", *trains, players=2, collisions="0/2", revenue=(0, 40), **options).do("pass")
    found = table.outcome
    assert found is not None
    assert (found.terminations, found.ranking, found.returns) == (("unsafe",), (1, 1), (0.0, 0.0))
    assert found.scores == (-5, 40)


@pytest.mark.rule("OPS-R30", "OPS-10.2", "OPS-3.3", "OPS-8.16")
def test_s48_the_second_collision_in_shift_change() -> None:
    """One collision in the Mainline phase, one in an expedited departure: two in the Stage, judged at once."""
    trains = ("T6 c@ Line 0 1/1", "T12 k@ Office 0", "T7 b@b Office 1", "T9 @k Line 2 1/1")
    table = given("DE", *trains, players=2, expedite="depart", stage=3).do("pass")
    assert (table.asks, table.collisions) == ("0 Clearance", (1, 1))  # T12, in the Mainline phase; T9 has collided
    table = table.do("ClearTrain")
    assert (table.asks, table.state.clock.phase, table.collisions) == ("0 Clearance", "shift-change", (1, 1))
    assert (table.place("T6"), table.place("T12")) == ("Office 0", "Line 1 1/1")
    over = table.do("ClearTrain")
    assert (over.asks, over.collisions, over.revenue) == ("over", (2, 2), (-5, -5))
    assert over.outcome is not None
    assert over.outcome.terminations == ("unsafe",)
    assert over.told(FedoraPassed) == []


# ---- extended play ---------------------------------------------------------------------------------------------------------------------------


def later(table: Table, revenue: int) -> Table:
    """The same game at the end of its Day, with another Revenue."""
    state = table.state
    players = tuple(attrs.evolve(player, revenue=revenue) for player in state.people.players)
    clock = attrs.evolve(state.clock, stage=12)
    return lawful(attrs.evolve(table, state=attrs.evolve(state, people=attrs.evolve(state.people, players=players), clock=clock)))


@pytest.mark.rule("OPS-10.3", "OPS-10.1")
def test_s48_another_day() -> None:
    """The official result is frozen when the timetable first runs out; later Days change neither it nor the ranking."""
    table = given(extra_days=2, revenue=(14,), day=5, stage=12).do("pass")
    frozen = Result("short-of-floor", (14,))
    assert table.told(OfficialResult) == [OfficialResult(frozen)]
    assert (table.asks, table.acts) == ("Extend", 0)
    assert table.legal == ["RunAnotherDay", "CloseBooks"]
    table = table.do("RunAnotherDay")
    assert (table.asks, table.when) == ("Option", (6, 1))
    assert table.told(DayAdded) == [DayAdded(6)]
    table = later(table, 40).do("pass")
    assert (table.asks, table.state.books.extra_days_run) == ("Extend", 1)
    assert table.state.books.official == frozen
    table = table.do("CloseBooks")
    found = table.outcome
    assert found is not None
    assert (found.terminations, found.scores, found.returns) == (("short-of-floor",), (14,), (0.0,))
    assert len(table.told(OfficialResult)) == 1


@pytest.mark.rule("OPS-10.3")
def test_s48_the_last_extra_day() -> None:
    """No question is left to ask."""
    table = given(extra_days=1, revenue=(14,), day=5, stage=12).do("pass", "RunAnotherDay")
    table = later(table, 40).do("pass")
    assert table.asks == "over"
    assert table.outcome is not None
    assert table.outcome.scores == (14,)


@pytest.mark.rule("OPS-10.3", "OPS-W6", "OPS-3.3")
def test_s48_the_new_superintendent_is_asked() -> None:
    """After the Fedora has passed, and after rotation."""
    table = given(players=2, extra_days=1, revenue=(20, 10), day=5, stage=12).do("pass")
    assert table.asks == "1 Extend"
    rotated = given(players=2, extra_days=1, revenue=(20, 10), day=5, stage=12, employee_rotation=True).do("pass")
    assert (rotated.asks, rotated.seats) == ("1 Extend", (1, 0))


@pytest.mark.rule("OPS-10.3", "OPS-10.2", "OPS-W6")
def test_s48_a_collision_ending_is_never_extendable() -> None:
    """On an added Day it ends the play at once, and the outcome is still the official one; on Day 5 it is `unsafe`."""
    start = given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1", day=6, stage=4, extra_days=2, collisions="0/2", revenue=(20,))
    official = Result("timetable-complete", (20,))
    sixth = attrs.evolve(start, state=attrs.evolve(start.state, books=Books(0, 2, official, 1))).do("pass")
    assert sixth.asks == "over"
    assert sixth.state.books.ended == "unsafe"
    found = sixth.outcome
    assert found is not None
    assert (found.terminations, found.scores, found.returns) == (("timetable-complete",), (20,), (1.0,))
    (ended,) = sixth.told(GameEnded)
    assert (ended.ending, ended.result) == ("unsafe", official)
    fifth = given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1", day=5, stage=4, extra_days=2, collisions="0/2").do("pass")
    assert fifth.asks == "over"
    assert fifth.outcome is not None
    assert fifth.outcome.terminations == ("unsafe",)


@pytest.mark.rule("OPS-10.2", "OPS-10.3")
def test_the_last_stage_of_the_last_day_is_judged_first() -> None:
    """Collisions end the game before the timetable runs out."""
    trains = ("T5 b@b Office 0", "T16 kb@ Line 0 1/1")
    table = given("", *trains, day=5, stage=12, collisions="0/2", revenue=(40,), slots="3: T5, 5: T16", extra_days=1).do("pass")
    assert table.outcome is not None
    assert table.outcome.terminations == ("unsafe",)
