"""What `evaluate` promises: values before and after the end that fit together."""

from pathlib import Path

import attrs
import pytest

from railrules.arena import Table as Seats
from railrules.arena import play_game
from railrules.games.railroad_operations import RailroadOperations
from railrules.games.railroad_operations.outlook import Outlook
from railrules.games.railroad_operations.state import Books, Pending, Result, TelegraphPending
from tests.games.railroad_operations.given import Table, given

GAME = RailroadOperations()


def test_in_competition_a_finished_game_counts_what_a_player_is_ahead() -> None:
    """As before the end: the own Revenue less that of the best rival."""
    table = given(players=3, revenue=(20, 31, 24))
    over = attrs.evolve(table.state, pending=None, books=Books(0, 0, Result("timetable-complete", (20, 31, 24)), 0, "timetable-complete"))
    assert [GAME.evaluate(GAME.view(over, player)) for player in range(3)] == [-11.0, 7.0, -7.0]


@pytest.mark.rule("OPS-C6")
def test_a_depot_without_porters(tmp_path: Path) -> None:
    """Content may have one, and a game is played with it to its end."""
    text = GAME.content_text() or ""
    assert "porters = 1, green = 1, red = 1" in text
    path = tmp_path / "bare.toml"
    path.write_text(text.replace("porters = 1, green = 1, red = 1", "porters = 0, green = 0, red = 0"), encoding="utf-8")
    result = play_game(Seats("railroad-operations", 1, ("greedy",), (("days", 1),), str(path)), 1)
    assert result.forfeit is None


def worth(table: Table, pending: Pending | None = None) -> float:
    """What the position of a Given is worth to the only player, with another decision open if one is named."""
    state = table.state if pending is None else attrs.evolve(table.state, pending=pending, clock=attrs.evolve(table.state.clock, phase="mainline"))
    return GAME.evaluate(GAME.view(state, 0))


@pytest.mark.rule("OPS-5.14")
def test_a_train_held_by_telegraph_keeps_its_track() -> None:
    """Whoever comes next then collides, which costs far more than a held train can bring."""
    table = given("A0 WP tg", "T14 kh@ Office 0", "T16 kb@ Line 0 1/1")
    free, held = (worth(table, TelegraphPending(0, 0, stopped)) for stopped in ((), (0,)))
    assert held < free - 3.0


@pytest.mark.rule("OPS-8.10")
def test_trains_of_the_timetable_that_will_come_upon_cars_are_foreseen() -> None:
    """Cars on the east side are in the way of westbound trains, due later on the same Day, and not of eastbound ones."""
    fouled, clear = ("A0 DE -1..2: (1,0) st [c]", "A0 DE -1..2")
    cost = {slots: worth(given(clear, slots=slots)) - worth(given(fouled, slots=slots)) for slots in ("8: T15", "8: T16")}
    assert cost["8: T15"] > cost["8: T16"] + 1.0


@pytest.mark.rule("OPS-6.9")
def test_a_small_yard_promises_much_to_a_train_on_its_way() -> None:
    """There its engine can be sorted between its cars, so that it stays; on the last Day no other train with coaches will come."""
    train = "T8 Ct@ Line 0 1/1"
    assert worth(given("A0 DE -1..2: (1,0) sy", train, day=5, stage=2)) > worth(given("A0 DE -1..2", train, day=5, stage=2)) + 0.5


def test_what_is_kept_of_plans_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is worth the same to who looks for the first time and to who has looked at it and at others before."""
    tables = [given("A0 DE Branch", train) for train in ("T16 kH@ Office 0", "T7 @ch Office 0", "T16 kh@ 0(2,-1)", "T16 kH@ Office 0")]
    views = [GAME.view(table.state, 0) for table in tables]
    first = [Outlook(GAME.content).evaluate(view) for view in views]
    outlook = Outlook(GAME.content)
    assert [outlook.evaluate(view) for view in (*views, *views)] == [*first, *first]
    assert (len(outlook.plans), len(outlook.ways)) == (3, 2)
    monkeypatch.setattr("railrules.games.railroad_operations.outlook.PLANS_KEPT", 1)
    monkeypatch.setattr("railrules.games.railroad_operations.outlook.WAYS_KEPT", 1)
    forgetful = Outlook(GAME.content)
    assert [forgetful.evaluate(view) for view in views] == first
    assert (len(forgetful.plans), len(forgetful.ways)) == (1, 1)
