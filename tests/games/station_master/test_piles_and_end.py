"""Rush Hour, piles, standstill and the end (sections MST-15 to 18 and 20): worked scenarios S-32, S-34 to S-41, S-45."""

import pytest

from railrules.games.station_master.events import ChoiceForced, GameEnded, NothingToDraw, RushHourDrawn, TurnPassed, TurnStarted
from tests.games.station_master.given import GAME, Table, given

# ---- Rush Hour and the draw pile ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-15.1", "MST-15.2", "MST-15.4", "MST-15.5", "MST-16.2", "MST-3.4")
def test_s32_a_rush_hour_is_drawn() -> None:
    """It goes on the discard pile, opens a new slot with a locomotive, and is replaced."""
    table = given("0: std-5a [C1]", deck="exe-7", draw="RH C4", hands=("C2",)).do("play C2 on 0")
    assert table.slots == 4
    assert table.train(3) == "exe-7 []"
    assert table.discard == "RH"
    assert table.hand(0).split()[-1] == "C4"
    assert len(table.hand(0).split()) == 3
    assert table.acts == 1
    assert RushHourDrawn(0, 3, "exe-7", 82) in table.events


@pytest.mark.rule("MST-15.3", "MST-2.5")
def test_the_new_slot_is_a_slot_like_the_others() -> None:
    """All may play on the new slot, and when its train departs a locomotive comes in its place."""
    table = given("0: std-5a [C1]", deck="exe-4 exe-5", draw="RH C4", hands=("C2", "CB")).do("play C2 on 0")
    assert "board 3 on 3" in table.legal
    table = table.do("play CB on 3")
    assert table.train(3) == "exe-5 []"
    assert table.code("board 3 on 4") == "no-such-slot"


@pytest.mark.rule("MST-15.4")
def test_s34_a_rush_hour_without_locomotives() -> None:
    """With an empty locomotive deck no slot is added; the replacement is drawn all the same."""
    table = given("0: std-5a [C1]", deck=None, draw="RH C4", hands=("C2",)).do("play C2 on 0")
    assert table.slots == 3
    assert table.discard == "RH"
    assert table.hand(0).split()[-1] == "C4"
    assert RushHourDrawn(0, None, None, 82) in table.events


@pytest.mark.rule("MST-15.4")
def test_a_rush_hour_refills_no_empty_slot() -> None:
    """An empty slot stays empty: where one is, no locomotive is left."""
    table = given("1: std-5a [C1]", sole=True, draw="RH C4", hands=("C2",)).do("play C2 on 1")
    assert (table.train(0), table.train(2), table.slots) == ("-", "-", 3)


@pytest.mark.rule("MST-15.2")
def test_a_departure_takes_its_locomotive_before_the_rush_hour_does() -> None:
    """With one locomotive left it replaces the departing train, and the Rush Hour drawn afterwards finds none."""
    table = given("0: std-3 [C1 C2]; 1: std-4 []; 2: std-5a []", deck="exe-4", draw="RH C4", hands=("C3",))
    # all others are gone
    last = given("0: std-3 [C1 C2]; 1: std-4 []; 2: std-5a []", deck=None, draw="RH C4", hands=("C3",)).do("play C3 on 0")
    assert (last.train(0), last.slots) == ("-", 3)
    after = table.do("play C3 on 0")
    assert after.train(0) == "exe-4 []"
    assert after.slots == 4
    assert [type(event).__name__ for event in after.events][4:7] == ["LocomotiveArrived", "RushHourDrawn", "CardDrawn"]


@pytest.mark.rule("MST-15.5", "MST-16.3")
def test_s35_the_rush_hour_as_the_last_card() -> None:
    """It acts, and nothing replaces it; the hand shrinks."""
    table = given(dry=True, draw="RH", hands=("C2 C3 C1",)).do("play C2 on 0")
    assert table.slots == 4
    assert table.hand(0) == "C3 C1"
    assert table.draw_left == 0
    assert table.kinds() == []
    assert [type(event).__name__ for event in table.events[-3:]] == ["RushHourDrawn", "NothingToDraw", "TurnStarted"]


@pytest.mark.rule("MST-16.1", "MST-16.3")
def test_s36_a_dry_draw_pile() -> None:
    """Nothing is drawn and nothing reshuffled; the game goes on."""
    start = given(dry=True, hands=("C2 C3 C1", "C4"))
    table = start.do("play C2 on 0")
    assert table.hand(0) == "C3 C1"
    assert NothingToDraw(0) in table.events
    assert table.discard == start.discard
    assert len(table.discard.split()) > 80
    assert table.over is None


@pytest.mark.rule("MST-16.2", "MST-16.4")
def test_a_drawn_card_goes_to_the_end_of_the_hand() -> None:
    """Hands keep the order of drawing, and are three cards between turns while the draw pile lasts."""
    table = given(hands=("C2 C3 C1", "C4 C5 C6"), draw="F1 F2").do("play C3 on 0", "play C4 on 1")
    assert table.hand(0) == "C2 C1 F1"
    assert table.hand(1) == "C5 C6 F2"


@pytest.mark.rule("MST-16.5")
def test_the_discard_piles_are_open_to_all() -> None:
    """Everybody, spectators too, sees both discard piles in their order."""
    table = given("0: std-3 [C4 C1] {0:1}", hands=("C2",), discard="F1 UN").do("play C2 on 0")
    for seat in (0, 1, 2, None):
        view = table.view(seat)
        assert view.cards.discard == ("freight-1", "uncouple", "coach-4", "coach-1", "coach-2")
        assert view.station.loco_discard == ("std-3",)


# ---- skipping and the standstill ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MST-17.2", "MST-17.3", "MST-3.9")
def test_s37_a_seat_without_a_legal_play_is_skipped() -> None:
    """It starts no turn, so the number of turns rises by one."""
    table = given("0: std-6 [C1] {1:all}; 1: std-7 [C2]", sole=True, dry=True, no_depots=True, hands=("C3", "", "C4"), turn=9)
    table = table.do("play C3 on 1")
    assert table.events[-2:] == (TurnPassed(1), TurnStarted(2, 10))
    assert table.acts == 2
    assert table.turn == 10


CROWDED = "0: std-6 [C1] {0:all}; 1: std-7 [C2] {1:all}; 2: std-8 [C5] {2:all}"


def s39(hand: str = "C6", **options: str) -> Table:
    scores, best = (10, 11, 3), (9, 4, 3)
    return given(CROWDED, sole=True, dry=True, no_depots=True, hands=(hand,), scores=scores, best=best, **options)  # type: ignore[arg-type]


@pytest.mark.rule("MST-17.3", "MST-3.7", "MST-3.2")
def test_s38_one_seat_can_still_do_something() -> None:
    """A single legal play at a main decision is left to its player."""
    trains = "0: std-6 [C1] {0:all}; 1: std-7 [C2] {1:all}; 2: std-5a [C5] {2:3 2:2 2:2 2:1 2:1}"
    table = given(trains, sole=True, dry=True, no_depots=True, hands=("C6",), scores=(10, 11, 3), best=(9, 4, 3)).do("play C6 on 1")
    assert table.over is None
    assert table.events[-2:] == (TurnPassed(1), TurnStarted(2, 2))
    assert table.legal == ["board -1 on 1"]
    assert not any(isinstance(event, ChoiceForced) for event in table.events)


@pytest.mark.rule("MST-17.4", "MST-17.5", "MST-18.2", "MST-19.8")
def test_s39_a_standstill() -> None:
    """When nobody has a legal play the game is over; the trains score only if the option says so."""
    table = s39().do("play C6 on 1")
    assert table.over == "stalled"
    assert table.scores == (10, 11, 3)
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert not any(isinstance(event, TurnPassed) for event in table.events)
    assert table.events[-1] == GameEnded("stalled", (10, 11, 3), (9, 4, 3), (2, 1, 3), (1,))
    assert table.view(None).people.boardings[0].values == (None,) * 6  # their pawns stay hidden
    assert table.train(1) == "std-7 [C2 C6] {1:3 1:2 1:2 1:1 1:1 1:-1}"


@pytest.mark.rule("MST-17.5")
def test_s39_a_standstill_that_scores() -> None:
    """With `stalled_trains` scored each train departs in slot order, and none comes in its place."""
    table = s39(stalled_trains="scored").do("play C6 on 1")
    assert [(scoring.slot, scoring.train_value, scoring.reason) for scoring in table.state.pad.scorings] == [
        (0, 1, "departure"),
        (1, 8, "departure"),
        (2, 5, "departure"),
    ]
    assert table.scores == (18, 75, 43)
    assert table.best == (9, 64, 40)
    assert table.over == "stalled"
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert [table.train(slot) for slot in range(3)] == ["-", "-", "-"]


@pytest.mark.rule("MST-17.5")
def test_a_standstill_that_scores_takes_no_new_locomotive() -> None:
    """Even with locomotives left the slots are closed one after the other."""
    trains = "0: std-6 [C1] {0:all}; 1: std-7 [C2] {1:all} D1@1; 2: std-8 [C5] {2:all} SR1"
    trains = trains.replace("[C2] {1:all} D1@1", "[C2 C3] {1:all} D1@2")
    table = given(trains, sole=True, deck="std-3 std-4", dry=True, no_depots=True, hands=("C6",), stalled_trains="scored", n=3)
    room = [slot for slot in range(3) if any(text.endswith(f"on {slot}") for text in table.legal if text.startswith("board"))]
    assert room == []
    kinds = table.kinds("play C6 on 1")
    assert kinds[:3] == ["CardPlayed", "RailcarAdded", "NothingToDraw"]
    assert kinds[3:] == ["TrainScored", "PassengersReturned", "TrainDeparted", "SlotClosed"] * 3 + ["GameEnded"]
    after = table.do("play C6 on 1")
    assert after.deck_left == 2
    assert after.state.station.depots_removed == (0, 2, 1)
    assert after.discard.endswith("C1 C2 C3 C6 C5 SR")


@pytest.mark.rule("MST-17.2")
def test_two_seats_are_skipped_and_the_turn_may_come_back() -> None:
    """Seats are skipped again and again until one has a legal play, which may be the seat that has just played."""
    table = given("0: std-6 [C1] {1:all}; 1: std-7 [C2] {2:all}", sole=True, dry=True, no_depots=True, hands=("C3 C4",)).do("play C3 on 1")
    assert table.events[-3:] == (TurnPassed(1), TurnPassed(2), TurnStarted(0, 2))


@pytest.mark.rule("MST-17.3")
def test_what_counts_as_a_legal_play() -> None:
    """A card in the hand, a pawn with a train to go to, or a Depot with a train for it: each alone saves a seat from being skipped."""
    trains = "0: std-6 [C1] {1:all}; 1: std-7 [C2] {2:all}"

    def second(trains: str, hand: str, used: tuple[int, ...]) -> int | None:
        table = given(trains, sole=True, dry=True, used=used, hands=("C3", hand, "C4"))
        return table.do("play C3 on 1").acts

    assert second(trains, "", (0, 1, 2)) == 2
    assert second(trains, "UN", (0, 1, 2)) == 1  # a wasted card is a play
    assert second(trains, "", (0, 2)) == 1  # slot 1 takes a Depot now
    assert second(trains.replace("{1:all}", "{1:3}"), "", (0, 1, 2)) == 1
    placed = trains.replace("std-7 [C2] {2:all}", "std-7 [C2 C5] {2:all} D2@2")
    assert second(placed, "", (0,)) == 2  # its Depot finds no train


@pytest.mark.rule("MST-17.2", "MST-17.1")
def test_without_idle_actions_a_seat_with_cards_may_be_skipped() -> None:
    """Action cards without effect are no legal play then."""
    trains = "0: std-6 [C1 C2] {1:all} D0@2; 1: std-8 [C2 C3] {2:all} D2@2"
    table = given(trains, sole=True, dry=True, no_depots=True, hands=("C4 C3", "UN", "C4"), idle_actions=False, discard="SR SR SR")
    stuck = table.do("play C4 on 1")
    assert stuck.acts == 1  # C4 is free to be uncoupled
    reassign = given(trains, sole=True, dry=True, no_depots=True, hands=("C4 C3", "RP", "C4"), idle_actions=False, discard="SR SR SR")
    assert reassign.do("play C4 on 1").events[-2:] == (TurnPassed(1), TurnStarted(2, 2))
    idle = given(trains, sole=True, dry=True, no_depots=True, hands=("C4 C3", "RP", "C4"), discard="SR SR SR")
    assert idle.do("play C4 on 1").acts == 1


# ---- the end -----------------------------------------------------------------------------------------------------------------------------


def s40(best: tuple[int, int, int] = (12, 20, 5)) -> Table:
    return given("0: std-3 [C4 C1] {0:2 1:1}", sole=True, hands=("C3",), scores=(24, 32, 5), best=best)


@pytest.mark.rule("MST-18.1", "MST-18.4", "MST-18.3", "MST-18.6", "MST-18.7", "MST-3.4")
def test_s40_the_last_train() -> None:
    """When the last train has left the game is over at once; equal scores are parted by the best train."""
    start = s40()
    table = start.do("play C3 on 0")
    assert table.scoring.train_value == 8
    assert table.scores == (40, 40, 5)
    assert table.best == (16, 20, 5)
    assert table.over == "last-train"
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.ranking == (2, 1, 3)
    assert outcome.keys == ((40, 16), (40, 20), (5, 5))
    assert table.draw_left == start.draw_left
    assert len(table.hand(0).split()) == 2
    assert table.legal == []
    assert table.code("board 3 on 0") == "game-over"
    assert table.refusal("decline").rule == "MST-18.1"
    assert table.acts is None
    kinds = [type(event).__name__ for event in table.events]
    assert kinds == ["CardPlayed", "RailcarAdded", "TrainScored", "PassengersReturned", "TrainDeparted", "SlotClosed", "GameEnded"]


@pytest.mark.rule("MST-18.5", "MST-18.6")
def test_s41_a_shared_victory() -> None:
    """Equal in score and best train, they share the victory and the rank."""
    table = s40((12, 16, 5)).do("play C3 on 0")
    assert table.best == (16, 16, 5)
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert outcome.ranking == (1, 1, 3)
    assert outcome.returns == (0.5, 0.5, 0.0)


@pytest.mark.rule("MST-18.1", "MST-3.8")
def test_the_last_train_may_leave_by_a_reassign() -> None:
    """Two trains are needed for a Reassign, so the game goes on; a Repair can end it, and its card is put away before."""
    table = given("0: std-3 [C4 C1] {0:2}", sole=True, hands=("RP",), discard="C3").do("play RP", "repair 0")
    assert table.over == "last-train"
    assert table.discard == "C4 C1 C3 RP"
    kinds = [type(event).__name__ for event in table.events]
    assert kinds[-3:] == ["SlotClosed", "ActionDiscarded", "GameEnded"]


@pytest.mark.rule("MST-18.2")
def test_what_is_left_over_is_worth_nothing() -> None:
    """Hands, unused Depots and pawns at home change no score."""
    table = given("0: std-3 [C4 C1]", sole=True, hands=("C3", "C6 C6 C6"), scores=(1, 0, 2), used=(0,)).do("play C3 on 0")
    assert table.scores == (1, 0, 2)
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.ranking == (2, 3, 1)


@pytest.mark.rule("MST-19.8")
def test_the_end_reveals_nothing() -> None:
    """After the end hands, piles and pawns on trains stay as hidden as they were."""
    table = s39("C6").do("play C6 on 1")
    view = table.view(0)
    assert view.people.boardings[1].values == (None,) * 6
    assert view.cards.hand == ()
    ended = s40().do("play C3 on 0")
    assert ended.view(1).cards.hand == ended.state.cards.hands[1]
    assert not hasattr(ended.view(1).cards, "hands")
    assert GAME.legal_at(ended.view(0)) == ()


@pytest.mark.rule("MST-6.13")
def test_s45_a_closed_slot() -> None:
    """With no locomotive left the slot is empty for the rest of the game, which goes on with the other trains."""
    table = given("0: std-3 [C4 C1]; 1: std-4 []", sole=True, hands=("C2",)).do("play C2 on 0")
    assert table.train(0) == "-"
    assert table.over is None
    assert table.acts == 1
    assert table.code("board 1 on 0") == "empty-slot"
    assert table.code("board 1 on 9") == "no-such-slot"
    assert "SlotClosed" in [type(event).__name__ for event in table.events]


@pytest.mark.rule("MST-20.1", "MST-20.2", "MST-20.3", "MST-20.4", "MST-I13")
@pytest.mark.parametrize(("n", "actions"), [(2, 353), (3, 373), (4, 393), (5, 413), (6, 433)])
def test_the_declared_bound_is_the_one_of_the_page(n: int, actions: int) -> None:
    """At most 313 + 20n intents: 92 card turns, n Depots, all boardings, and the steps beyond one a turn."""
    assert GAME.limits(GAME.config(n)).actions == actions
