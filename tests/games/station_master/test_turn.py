"""The turn and assigning a pawn (sections MST-3 to 5): worked scenarios S-42, S-51."""

import pytest

from railrules.games.station_master.events import CardDrawn, TurnStarted
from tests.games.station_master.given import GAME, given, new_game, random_states


@pytest.mark.rule("MST-3.3", "MST-3.1", "MST-4.1")
def test_s42_assigning_draws_nothing() -> None:
    """A pawn is a whole turn: hand and draw pile stay as they are."""
    start = given(hands=("C2 C3 UN",))
    table = start.do("board -1 on 0")
    assert table.hand(0) == "C2 C3 UN"
    assert table.draw_left == start.draw_left
    assert table.acts == 1
    assert table.train(0) == "std-3 [] {0:-1}"
    assert table.supply(0) == (3, 2, 2, 1, 1)


@pytest.mark.rule("MST-1.10", "MST-I12")
def test_s51_copies_of_a_face_are_one() -> None:
    """Two coaches of one face give one action per slot; playing it takes the first copy."""
    table = given(hands=("C2 UN C2",), draw="F1")
    codec = GAME.codec(table.state.config)
    listed = [action for action in GAME.legal_actions(table.state) if codec.encode(table.state, action) in range(16, 28)]
    assert len(listed) == 3
    assert [text for text in table.legal if text.startswith("play C2")] == ["play C2 on 0", "play C2 on 1", "play C2 on 2"]
    assert [codec.encode(table.state, action) for action in listed] == [16, 17, 18]
    assert table.do("play C2 on 1").hand(0) == "UN C2 F1"


@pytest.mark.rule("MST-3.1", "MST-3.2", "MST-3.6")
def test_what_a_turn_can_be() -> None:
    """A pawn, a card or the Depot: all of these and nothing else, and no pass."""
    table = given("0: std-3 [C1 C2]; 1: std-4 []; 2: std-8 [C3]", sole=True, hands=("C5 SR UN",))
    pawns = [f"board {value} on {slot}" for slot in range(3) for value in (3, 2, 1, -1)]
    cards = [f"play C5 on {slot}" for slot in range(3)] + [f"play SR on {slot}" for slot in range(3)]
    assert table.legal == [*pawns, *cards, "play UN", "depot on 0"]


@pytest.mark.rule("MST-3.5", "MST-3.9")
def test_turns_go_clockwise() -> None:
    """Each turn belongs to the next seat, and turns are counted from 1."""
    table = new_game(4)
    for turn in range(1, 10):
        assert (table.acts, table.turn) == ((turn - 1) % 4, turn)
        assert table.events[-1] == TurnStarted((turn - 1) % 4, turn)
        value = table.supply((turn - 1) % 4)[0]
        slot = next(text for text in table.legal if text.startswith(f"board {value}")).split()[-1]
        table = table.do(f"board {value} on {slot}")


@pytest.mark.rule("MST-3.4", "MST-3.3", "MST-6.14")
def test_the_draw_comes_last() -> None:
    """After a departure, the new locomotive and the discarding of the action card, a card is drawn, and then the turn ends."""
    table = given("0: std-3 [C4 C1] {0:1}; 1: std-4 [C2]", hands=("RA",)).do("play RA", "reassign from 1")
    assert table.kinds("reassign to 0") == [
        "RailcarAdded",
        "TrainScored",
        "PassengersReturned",
        "TrainDeparted",
        "LocomotiveArrived",
        "ActionDiscarded",
        "CardDrawn",
        "TurnStarted",
    ]


@pytest.mark.rule("MST-3.6")
def test_a_pending_decision_comes_before_everything() -> None:
    """While something is pending only its own actions are listed."""
    table = given("0: std-6 [C1 C2]", hands=("UN",)).do("play UN")
    assert all(text == "decline" or text.startswith("uncouple") for text in table.legal)
    for text in ("board 3 on 0", "depot on 0", "play C1 on 0"):
        assert table.code(text) == "decision-pending"


@pytest.mark.rule("MST-4.1", "MST-4.6", "MST-4.7", "MST-4.9")
def test_pawns_on_trains() -> None:
    """A seat may have several pawns on a train and on several trains; the list is in order of arrival, tokens count on."""
    table = given("0: std-8 []").do("board 3 on 0", "board 3 on 0", "board 1 on 0", "board 2 on 0", "board -1 on 1", "board 1 on 2")
    assert table.train(0) == "std-8 [] {0:3 1:3 2:1 0:2}"
    assert table.train(1).endswith("{1:-1}")
    tokens = [[(pawn.seat, pawn.token) for pawn in train.passengers] for train in table.view(None).station.slots if train]
    assert tokens == [[(0, 0), (1, 0), (2, 0), (0, 1)], [(1, 1)], [(2, 1)]]


@pytest.mark.rule("MST-4.2", "MST-4.3")
def test_the_limit_of_a_train() -> None:
    """A train takes as many pawns as its capacity, whatever its railcars."""
    table = given("0: std-3 [C1 C2] {0:1 1:1}")
    assert table.limit(0) == 3
    full = table.do("board 3 on 0")
    assert full.code("board 3 on 0") == "train-at-passenger-limit"
    assert not any(text.endswith(" on 0") for text in full.legal if text.startswith("board"))


@pytest.mark.rule("MST-4.5", "MST-7.6", "MST-7.7")
def test_pawns_before_and_after_the_depot_are_the_pawns_of_the_train() -> None:
    """Whether they stand on the locomotive or the Depot, the departure scores them all."""
    table = given("0: std-4 [C1 C2 C3] {0:1 2:3} D1@2", hands=("C5",)).do("play C5 on 0")
    assert table.scoring.totals == ((0, 1), (2, 3))
    assert table.scores == (8, 0, 24)


@pytest.mark.rule("MST-4.8", "MST-4.9")
def test_a_pawn_gets_a_new_token_each_time_it_boards() -> None:
    """Coming home ends a token; the same pawn boards with the next number."""
    table = given("0: std-3 [C1 C2] {0:3}", hands=("C3",)).do("play C3 on 0", "board 3 on 1", "board 3 on 1", "board 3 on 1")
    pawns = table.view(0).station.slots[1]
    assert pawns is not None
    assert [(pawn.seat, pawn.token) for pawn in pawns.passengers if pawn.seat == 0] == [(0, 1)]
    assert table.state.people.boardings[0].off == (2, None)


@pytest.mark.rule("MST-5.1", "MST-5.2")
def test_railcars_go_to_the_tail_of_any_train() -> None:
    """Also to one with pawns of others only; what was there keeps its order."""
    table = given("0: std-8 [C1 F2] {1:3}; 1: exe-7 []", hands=("C5", "RC")).do("play C5 on 0", "play RC on 0")
    assert table.train(0) == "std-8 [C1 F2 C5 RC] {1:3}"


@pytest.mark.rule("MST-5.5", "MST-I5")
@pytest.mark.parametrize("n", [2, 4, 6])
def test_a_train_in_the_station_takes_another_railcar(n: int) -> None:
    """Between actions no train is full, and a railcar of the hand can go to any of them."""
    for state in random_states(n, 11):
        trains = {slot for slot, train in enumerate(state.station.slots) if train is not None}
        for slot in trains:
            train = state.station.slots[slot]
            assert train is not None
            assert len(train.cars) < GAME.content.capacity[train.loco]
            assert "caboose" not in train.cars
        if state.pending is None and not state.turn.over:
            hand = [card for card in state.cards.hands[state.turn.active] if card.startswith(("coach", "freight", "exec", "cab", "royal"))]
            legal = [(action.card, action.slot) for action in GAME.legal_actions(state) if type(action).__name__ == "AddRailcar"]  # type: ignore[union-attr]
            assert sorted(legal) == sorted({(card, slot) for card in hand for slot in trains})


@pytest.mark.rule("MST-3.3")
def test_who_draws() -> None:
    """A card play is followed by one draw of the same seat; a pawn and a Depot by none."""
    table = given("0: std-6 [C1 C2]", hands=("C2", "SR"))
    assert [event.seat for event in table.log("play C2 on 0") if isinstance(event, CardDrawn)] == [0]
    after = table.do("play C2 on 0", "play SR on 1")
    assert not [event for event in after.events[3:] if isinstance(event, CardDrawn) and event.seat == 1]
    assert [event.seat for event in after.log("board 1") if isinstance(event, CardDrawn)] == [1]
    assert not [event for event in table.log("depot on 0", "board 1") if isinstance(event, CardDrawn)]
