"""What is told, in which order (section 4 of the rules page): worked scenario S-57, and each row of the table of steps."""

import pytest

from railrules.games.station_master import events as ev
from railrules.games.station_master.options import Options
from railrules.games.station_master.state import Passenger
from tests.games.station_master.given import FACE, GAME, given, new_game


@pytest.mark.rule("MST-3.8", "MST-11.3", "MST-6.14")
def test_s57_events_of_a_reassign() -> None:
    """The events of S-22 step by step, with their fields."""
    table = given("0: std-5a [C1 C6]; 1: exe-4 [C2 X4/2 F1] {2:3}", hands=("RA",), draw="F2")
    assert table.log("play RA") == (ev.CardPlayed(0, "reassign", None),)
    table = table.do("play RA")
    assert table.log("reassign from 0") == ()
    table = table.do("reassign from 0")
    added, scored, home, gone, arrived, away, drawn, started = table.log("reassign to 1")
    assert added == ev.RailcarAdded(0, 1, "coach-6", "train", 0, None)
    assert scored == ev.TrainScored(
        1,
        1,
        "exe-4",
        "departure",
        ("coach-2", "exec-4-2", "freight-1", "coach-6"),
        (2, 4, -1, 6),
        11,
        (Passenger(2, 0, 3),),
        ((2, 3),),
        ((2, 33),),
        (0, 0, 33),
    )
    assert home == ev.PassengersReturned(1, (Passenger(2, 0, 3),))
    assert gone == ev.TrainDeparted(1, "exe-4", ("coach-2", "exec-4-2", "freight-1", "coach-6"), None)
    assert arrived == ev.LocomotiveArrived(1, "std-4", 9)
    assert away == ev.ActionDiscarded("reassign")
    assert drawn == ev.CardDrawn(0, "freight-2", 78)
    assert started == ev.TurnStarted(1, 2)


@pytest.mark.rule("MST-3.7")
def test_s57_events_of_a_forced_target() -> None:
    """The events of S-55 after the source: the forced choice stands before the events of its step."""
    table = given("0: std-5a [C1 C6]; 1: std-4 []", sole=True, hands=("RA",), draw="F2").do("play RA")
    assert table.log("reassign from 0") == (
        ev.ChoiceForced(0, "ReassignTargetPending"),
        ev.RailcarAdded(0, 1, "coach-6", "train", 0, None),
        ev.ActionDiscarded("reassign"),
        ev.CardDrawn(0, "freight-2", 81),
        ev.TurnStarted(1, 2),
    )


@pytest.mark.rule("MST-2.4", "MST-2.6", "MST-2.7")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_set_up(n: int) -> None:
    """GameStarted, then per dealt card (RushHourDrawn)* CardDrawn, then TurnStarted."""
    opened = 0
    for seed in range(60):
        table = new_game(n, seed)
        first, *deal, last = table.events
        locos = tuple(train.loco for train in table.state.station.slots[: max(n, 3)] if train)
        assert first == ev.GameStarted(n, Options(), 0, locos, 13 - max(n, 3), 92 if n == 2 else 93)
        assert last == ev.TurnStarted(0, 1)
        left, seats = 92 if n == 2 else 93, []
        for index, event in enumerate(deal):
            left -= 1
            assert isinstance(event, (ev.CardDrawn, ev.RushHourDrawn))
            assert event.draw_left == left
            if isinstance(event, ev.RushHourDrawn):
                opened += 1
                following = deal[index + 1]
                assert isinstance(following, ev.CardDrawn)
                assert (event.slot, event.seat) == (max(n, 3), following.seat)
            else:
                seats.append(event.seat)
        assert seats == list(range(n)) * 3
    assert (opened > 0) == (n > 2)


@pytest.mark.rule("MST-4.1", "MST-3.3")
def test_assign() -> None:
    """PassengerAssigned, END."""
    assert given().log("board -1 on 2") == (ev.PassengerAssigned(0, 2, 0, -1, "turn"), ev.TurnStarted(1, 2))


@pytest.mark.rule("MST-5.1", "MST-3.4", "MST-6.13")
def test_railcar() -> None:
    """CardPlayed, RailcarAdded, DEPARTURE?, DRAW, END."""
    table = given("0: std-3 [C1] {1:2}; 1: std-4 []", hands=("C2", "C3"), draw="F1 F2")
    assert table.log("play C2 on 0") == (
        ev.CardPlayed(0, "coach-2", 0),
        ev.RailcarAdded(0, 0, "coach-2", "hand", None, None),
        ev.CardDrawn(0, "freight-1", 82),
        ev.TurnStarted(1, 2),
    )
    table = table.do("play C2 on 0")
    assert table.kinds("play C3 on 0") == [
        "CardPlayed",
        "RailcarAdded",
        "TrainScored",
        "PassengersReturned",
        "TrainDeparted",
        "LocomotiveArrived",
        "CardDrawn",
        "TurnStarted",
    ]


@pytest.mark.rule("MST-6.13", "MST-6.12", "MST-6.11")
def test_departure() -> None:
    """TrainScored, PassengersReturned if there were pawns, TrainDeparted, LocomotiveArrived or SlotClosed."""
    empty = given("0: std-3 [C1 C2] D1@2 SR1; 1: std-4 []", sole=True, hands=("C3",))
    kinds = empty.kinds("play C3 on 0")
    assert kinds == ["CardPlayed", "RailcarAdded", "TrainScored", "TrainDeparted", "SlotClosed", "CardDrawn", "TurnStarted"]
    log = empty.log("play C3 on 0")
    assert log[3:5] == (ev.TrainDeparted(0, "std-3", ("coach-1", "coach-2", "coach-3", "standing-room"), 1), ev.SlotClosed(0))


@pytest.mark.rule("MST-10.1", "MST-10.3", "MST-10.2")
def test_standing_room() -> None:
    """CardPlayed, StandingRoomAdded, [pending] PassengerAssigned or EffectDeclined, DRAW, END."""
    table = given("0: std-3 []", hands=("SR",), draw="F1")
    assert table.log("play SR on 0") == (ev.CardPlayed(0, "standing-room", 0), ev.StandingRoomAdded(0, 0, 4))
    pending = table.do("play SR on 0")
    assert pending.log("board 3") == (
        ev.PassengerAssigned(0, 0, 0, 3, "standing-room"),
        ev.CardDrawn(0, "freight-1", 83),
        ev.TurnStarted(1, 2),
    )
    assert pending.log("decline") == (ev.EffectDeclined(0, "standing-room"), ev.CardDrawn(0, "freight-1", 83), ev.TurnStarted(1, 2))
    empty = given("0: std-3 []; 1: std-8 [] {0:all}", hands=("SR",))
    assert empty.kinds("play SR on 0") == ["CardPlayed", "StandingRoomAdded", "CardDrawn", "TurnStarted"]


@pytest.mark.rule("MST-7.1", "MST-7.7", "MST-3.3")
def test_depot() -> None:
    """DepotPlaced, TrainScored, PassengersReturned?, [pending] PassengerAssigned, END."""
    table = given("0: std-6 [C4 C3] {1:2}")
    placed, scored, home = table.log("depot on 0")
    assert placed == ev.DepotPlaced(0, 0, 2)
    assert isinstance(scored, ev.TrainScored)
    assert (scored.reason, scored.train_value, scored.scores_after) == ("depot", 7, (0, 14, 0))
    assert home == ev.PassengersReturned(0, (Passenger(1, 0, 2),))
    assert table.do("depot on 0").log("board 1") == (ev.PassengerAssigned(0, 0, 0, 1, "depot"), ev.TurnStarted(1, 2))
    assert given("0: std-6 [C4 C3]").kinds("depot on 0") == ["DepotPlaced", "TrainScored"]
    nobody = given("0: std-6 [C4 C3]; 1: std-8 [] {0:all}")
    assert nobody.kinds("depot on 0") == ["DepotPlaced", "TrainScored", "TurnStarted"]
    forced = given("0: std-6 [C4 C3]; 1: std-8 [] {0:3 0:2 0:2 0:1 0:1}")
    assert forced.kinds("depot on 0") == ["DepotPlaced", "TrainScored", "ChoiceForced", "PassengerAssigned", "TurnStarted"]


@pytest.mark.rule("MST-12.2", "MST-12.4", "MST-3.8")
def test_repair() -> None:
    """CardPlayed, [pending], RailcarAdded, DEPARTURE?, ActionDiscarded, DRAW, END."""
    table = given("0: std-3 [C1 C2]", hands=("RP",), discard="C5 UN", draw="F1").do("play RP")
    assert table.log("repair 1") == ()
    log = table.do("repair 1").log("repair on 1")
    assert log[0] == ev.RailcarAdded(0, 1, "coach-5", "discard", None, 1)
    assert [type(event).__name__ for event in log] == ["RailcarAdded", "ActionDiscarded", "CardDrawn", "TurnStarted"]
    assert table.kinds("repair 1", "repair on 0") == [
        "RailcarAdded",
        "TrainScored",
        "TrainDeparted",
        "LocomotiveArrived",
        "ActionDiscarded",
        "CardDrawn",
        "TurnStarted",
    ]


@pytest.mark.rule("MST-13.3", "MST-3.8")
def test_uncouple() -> None:
    """CardPlayed, [pending], RailcarsUncoupled, ActionDiscarded, DRAW, END."""
    table = given("0: std-6 [C1 F5 RC]", hands=("UN",), draw="F1")
    assert table.log("play UN", "uncouple 2 from 0") == (
        ev.CardPlayed(0, "uncouple", None),
        ev.RailcarsUncoupled(0, 0, ("royal-carriage", "freight-5")),
        ev.ActionDiscarded("uncouple"),
        ev.CardDrawn(0, "freight-1", 80),
        ev.TurnStarted(1, 2),
    )


@pytest.mark.rule("MST-14.1", "MST-14.4", "MST-14.6")
def test_transfer() -> None:
    """CardPlayed, [pending], (PassengerMoved or PassengerSentHome) x 1..3, ActionDiscarded, DRAW, END."""
    table = given("0: std-5a [] {0:3 1:2 2:1 1:-1}; 1: std-3 [] {0:1 1:1}", sole=True, hands=("TR",), draw="F1")
    log = table.log("play TR", "transfer from 0", "transfer pawn 1", "transfer pawn 2", "end transfer")
    assert log == (
        ev.CardPlayed(0, "transfer", None),
        ev.ChoiceForced(0, "TransferTargetPending"),
        ev.PassengerMoved(0, 0, 1, 1, 1, 0),
        ev.PassengerSentHome(0, 0, 2, 1, 1),
        ev.ActionDiscarded("transfer"),
        ev.CardDrawn(0, "freight-1", 83),
        ev.TurnStarted(1, 2),
    )


@pytest.mark.rule("MST-17.1", "MST-3.8")
def test_declined_and_wasted() -> None:
    """CardPlayed, EffectDeclined or ActionWasted, ActionDiscarded, DRAW, END."""
    table = given("0: std-6 [C1]", hands=("UN",))
    assert table.log("play UN", "decline")[1:3] == (ev.EffectDeclined(0, "uncouple"), ev.ActionDiscarded("uncouple"))
    wasted = given(hands=("UN",)).log("play UN")
    assert wasted[:3] == (ev.CardPlayed(0, "uncouple", None), ev.ActionWasted(0, "uncouple"), ev.ActionDiscarded("uncouple"))
    assert [type(event).__name__ for event in wasted[3:]] == ["CardDrawn", "TurnStarted"]


@pytest.mark.rule("MST-15.5", "MST-16.3", "MST-18.1")
def test_draw() -> None:
    """RushHourDrawn*, then CardDrawn or NothingToDraw; nothing if all slots are empty."""
    hit = given("0: std-6 [C1]", hands=("C2",), draw="RH F1", deck="frt-6").log("play C2 on 0")
    assert hit[2:] == (ev.RushHourDrawn(0, 3, "frt-6", 82), ev.CardDrawn(0, "freight-1", 81), ev.TurnStarted(1, 2))
    dry = given("0: std-6 [C1]", hands=("C2", "C3"), dry=True).log("play C2 on 0")
    assert dry[2:] == (ev.NothingToDraw(0), ev.TurnStarted(1, 2))
    last = given("0: std-3 [C4 C1]", sole=True, hands=("C3",)).kinds("play C3 on 0")
    assert last[-2:] == ["SlotClosed", "GameEnded"]


@pytest.mark.rule("MST-17.2", "MST-17.4", "MST-18.6")
def test_end() -> None:
    """GameEnded, or TurnPassed* and TurnStarted."""
    trains = "0: std-6 [C1] {1:all}; 1: std-7 [C2] {2:all}"
    table = given(trains, sole=True, dry=True, no_depots=True, hands=("C3 C4",))
    assert table.log("play C3 on 1")[-3:] == (ev.TurnPassed(1), ev.TurnPassed(2), ev.TurnStarted(0, 2))
    ended = given("0: std-3 [C4 C1] {0:2 2:2}", sole=True, hands=("C3",)).log("play C3 on 0")
    assert ended[-1] == ev.GameEnded("last-train", (16, 0, 16), (16, 0, 16), (1, 3, 1), (0, 2))


@pytest.mark.rule("MST-17.5")
def test_a_standstill_that_scores() -> None:
    """Per train in slot order TrainScored, PassengersReturned?, TrainDeparted, SlotClosed; then GameEnded."""
    trains = "0: std-6 [C1] {0:all}; 1: std-7 [C2] {1:all}; 2: std-8 [C5] {2:all}"
    table = given(trains, sole=True, dry=True, no_depots=True, hands=("C6",), stalled_trains="scored")
    assert table.kinds("play C6 on 1") == [
        "CardPlayed",
        "RailcarAdded",
        "NothingToDraw",
        *["TrainScored", "PassengersReturned", "TrainDeparted", "SlotClosed"] * 3,
        "GameEnded",
    ]
    scored = [event for event in table.log("play C6 on 1") if isinstance(event, ev.TrainScored)]
    assert [(event.turn, event.slot, event.train_value, event.scores_after) for event in scored] == [
        (1, 0, 1, (8, 0, 0)),
        (1, 1, 8, (8, 64, 0)),
        (1, 2, 5, (8, 64, 40)),
    ]


@pytest.mark.rule("MST-I17")
def test_events_go_to_json_and_back() -> None:
    """Every kind of event comes back exactly from its saved form."""
    samples = {
        event
        for table in (
            new_game(3),
            given("0: std-3 [C4 C1] {0:2 1:1}", hands=("C3",)).do("play C3 on 0"),
            given("0: std-5a [C1] {0:3 1:2}", sole=True, hands=("TR",)).do("play TR", "transfer from 0", "transfer pawn 1", "end transfer"),
            given("0: std-6 [C1 C2]", hands=("SR UN",)).do("play SR on 0", "board 3"),
            given("0: std-6 [C1 C2]", hands=("UN",), draw="RH").do("play UN", "uncouple 1 from 0"),
        )
        for event in table.events
    }
    assert len({type(event) for event in samples}) > 12
    for event in samples:
        assert GAME.load_event(GAME.dump(event)) == event
        for viewer in (0, 1, None):
            told = GAME.view_event(event, viewer)
            assert GAME.load_event(GAME.dump(told)) == told
    assert FACE["C1"] == "coach-1"
