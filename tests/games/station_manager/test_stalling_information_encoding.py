"""Stalling, information and encoding (sections 1.9, 1.10, 3.2 and 3.3 of the rules page, worked scenarios 8.7)."""

import json
from collections import Counter
from typing import Unpack

import pytest

from railrules import InvalidActionError, Match, SeededChance, new_match
from railrules.games.station_manager import (
    Action,
    ActPending,
    ClaimPile,
    DiscardFreight,
    DrawFreight,
    FulfilOrder,
    LayFreight,
    LayPending,
    TakeOpenFreight,
)
from railrules.games.station_manager.events import FreightDiscarded, FreightDrawn, OpenFreightTaken, TurnStarted
from tests.games.station_manager.given import GAME, HouseRules, Table, all_cards_present, cards, codes, given


def s05() -> Table:
    return given(hands=("CLr CFo TIk", 3), pile="WIr", draw="BAr BAo")


def s14(known: str = "", **options: Unpack[HouseRules]) -> Table:
    known_cards = {0: known} if known else {}
    return given(hands=("CLr CLo CLw", "BAr BAo BAw"), pile="WIr", draw="CLk GRr", known=known_cards, **options).do("draw")


def swapping(idle: int, **options: Unpack[HouseRules]) -> Table:
    return given(hands=("CLr CFo TIk", 3), pile="OIw WIr", idle=idle, **options)


@pytest.mark.rule("MGR-10.1", "MGR-10.2", "MGR-10.3", "MGR-3.2", "MGR-3.3")
def test_s45_the_idle_limit_forces_a_draw() -> None:
    """At the idle limit the next player must draw, which sets the count of idle turns to 0."""
    # when
    table = swapping(5).do("open", "discard TIk")
    # then
    forced = table.events[-1]
    assert isinstance(forced, FreightDrawn)
    assert (forced.player, forced.count, forced.forced) == (1, 2, "idle-limit-reached")
    assert table.idle == 0
    assert table.pile == "OIw TIk"
    assert table.draw_size == 94
    assert table.at_act == 1


@pytest.mark.rule("MGR-10.2")
def test_below_the_idle_limit_the_open_card_is_available() -> None:
    """One idle turn less and there is a choice; with `idle_rounds` 0 there is one for ever."""
    table = swapping(4).do("open", "discard TIk")
    assert (table.idle, table.legal) == (5, ["draw", "open"])
    unlimited = swapping(500, idle_rounds=0).do("open", "discard TIk")
    assert (unlimited.idle, unlimited.legal) == (501, ["draw", "open"])
    assert GAME.limits(GAME.config(2, idle_rounds=0)).actions is None


@pytest.mark.parametrize(("players", "idle_rounds", "limit"), [(2, 3, 6), (3, 3, 9), (4, 3, 12), (3, 1, 3), (4, 20, 80)])
@pytest.mark.rule("MGR-10.2")
def test_the_idle_limit_counts_rounds_of_the_table(players: int, idle_rounds: int, limit: int) -> None:
    """The idle limit is `idle_rounds` times the number of players."""
    hands = (3,) * players
    at = given(players, hands=hands, pile="OIw WIr", idle=limit, idle_rounds=idle_rounds)
    below = given(players, hands=hands, pile="OIw WIr", idle=limit - 1, idle_rounds=idle_rounds)
    assert at.at_act == 0  # the draw was forced
    assert below.at_intake == 0


@pytest.mark.rule("MGR-10.1")
def test_the_idle_turns_of_all_players_count() -> None:
    """Idle turns in a row add up whoever has them."""
    table = given(3, hands=(3, 3, 3), pile="OIw WIr")
    for turn in range(1, 9):
        table = table.do("open")
        table = table.do(table.legal[0])
        assert table.idle == turn
    assert table.at_intake == 2


@pytest.mark.rule("MGR-10.3")
def test_s47_taking_an_order_card_is_not_idle() -> None:
    """A fulfilment sets the count of idle turns to 0."""
    # when
    table = given(hands=("CLr CLo TIk", 3), pile="OIw CLw", idle=5).do("open", "fulfil blue-a", "leave")
    # then
    assert table.idle == 0
    assert table.at_intake == 1


@pytest.mark.rule("MGR-10.3", "MGR-10.1")
def test_drawing_is_not_idle() -> None:
    """A draw sets the count to 0, and the discard after it leaves it there."""
    table = swapping(4).do("draw")
    assert table.idle == 0
    assert table.do("discard TIk").idle == 0
    # a single last card counts too
    table = given(hands=("CLr CFo TIk", ""), rows=(24, 24), pile="WIr", draw="OIw", rest_to_hand=1, idle=4).do("draw")
    assert table.idle == 0


@pytest.mark.rule("MGR-10.3")
def test_a_new_round_begins_without_idle_turns() -> None:
    """Idle turns of one round do not count in the next."""
    table = given(hands=("CLr CFo TIk", ""), rows=(24, 24), pile="OIw WIr", rest_to_hand=1, idle=5, rounds=2)
    table = table.do("open", "discard TIk")
    assert table.state.clock.round_index == 1
    assert table.idle == 0


@pytest.mark.rule("MGR-9.3", "MGR-9.4", "MGR-9.5")
def test_s48_what_all_can_prove() -> None:
    """When one of two twins goes, nobody can prove any more that the other one is in the hand."""
    # given
    table = given(hands=("CLr CFo TIk", 3), pile="OIw CLr")
    # when
    table = table.do("open")
    # then
    assert table.hand(0) == "CLr CLr CFo TIk"
    assert table.known(0) == "CLr"
    # when
    table = table.do("discard CLr")
    # then
    assert table.known(0) == ""
    assert table.hand(0) == "CLr CFo TIk"


@pytest.mark.rule("MGR-9.4")
def test_s49_laying_a_known_card() -> None:
    """A laid card leaves the known cards, other laid cards do not touch them."""
    # given
    table = s14(known="CLw").do("fulfil blue-a")
    # when, then
    with_it = table.do("lay CLr", "lay CLw")
    assert with_it.row(0) == "CLr CLw CLk"
    assert with_it.known(0) == ""
    without_it = table.do("lay CLr", "lay CLo", "lay CLk")
    assert without_it.row(0) == "CLr CLo CLk"
    assert without_it.known(0) == "CLw"


@pytest.mark.rule("MGR-9.4")
def test_a_discard_of_another_card_leaves_the_known_ones() -> None:
    """Discarding a card that is not among the known ones changes nothing about them."""
    table = given(hands=("CLr CFo TIk", 3), pile="OIw WIr", known={0: "CFo"}).do("open")
    assert table.known(0) == "CFo WIr"
    assert table.do("discard CLr").known(0) == "CFo WIr"
    assert table.do("discard CFo").known(0) == "WIr"


@pytest.mark.rule("MGR-9.4")
def test_of_two_known_twins_one_goes_with_each_card() -> None:
    """A discarded twin takes one known twin with it, two laid twins take both."""
    table = given(hands=("CLr CLr CFo", 3), pile="OIw CLo", known={0: "CLr CLr"}).do("open")
    assert table.known(0) == "CLr CLr CLo"
    assert table.do("discard CLr").known(0) == "CLr CLo"
    assert table.do("fulfil blue-a", "leave").known(0) == ""


@pytest.mark.rule("MGR-9.5", "MGR-9.1")
def test_cards_drawn_unseen_are_never_known() -> None:
    """A draw adds nothing to the known cards, even twins of known ones."""
    table = given(hands=("CLr CFo TIk", 3), pile="WIr", draw="CLr BAo", known={0: "CLr"}).do("draw")
    assert table.hand(0) == "BAo CLr CLr CFo TIk"
    assert table.known(0) == "CLr"


@pytest.mark.rule("MGR-6.5", "MGR-9.1", "MGR-I13")
def test_s50_choosing_cards_is_private() -> None:
    """The one who chooses sees order and cards; for the others the view stays as it was before the order was named."""
    # given
    before = s14()
    # when
    table = before.do("fulfil blue-a", "lay CLr", "lay CLo")
    # then
    mine = table.view(0)
    assert mine.pending == LayPending(0, "blue-a", cards("CLr CLo"), None)
    seat = table.match().seat(0)
    assert [GAME.action_to_str(mine, action) for action in seat.legal_actions] == ["lay CLw", "lay CLk"]
    theirs = table.view(1)
    assert theirs.pending == ActPending(0, None)
    assert theirs.hand_sizes[0] == 5
    assert theirs.rows[0] == ()
    for player in (1, None):
        assert table.view(player) == before.view(player)
        assert table.seen(player) == before.seen(player)
        assert table.match().seat(player).legal_actions == ()


@pytest.mark.rule("MGR-6.5", "MGR-I13")
def test_choosing_cards_moves_nobody_elses_version() -> None:
    """In a match, naming an order and choosing its cards is a step for the one who chooses and for nobody else."""
    match = s14().match()
    for action in (FulfilOrder("blue-a"), LayFreight(cards("CLr")[0]), LayFreight(cards("CLo")[0])):
        versions = [match.version(player) for player in (0, 1, None)]
        match = match.play(action)
        assert [match.version(player) for player in (0, 1, None)] == [versions[0] + 1, *versions[1:]]
        assert match.events(1, versions[1]) == ()
    match = match.play(LayFreight(cards("CLk")[0]))
    assert [match.version(player) for player in (0, 1, None)] == [4, 1, 1]


@pytest.mark.parametrize(("players", "of_a_player", "of_a_spectator"), [(2, 97 + 3, 103), (3, 94 + 6, 103), (4, 91 + 9, 103)])
@pytest.mark.rule("MGR-D2", "MGR-9.2")
def test_s51_unseen_cards_after_the_setup(players: int, of_a_player: int, of_a_spectator: int) -> None:
    """What a view cannot place is the draw pile and the cards of other hands that nobody proved."""
    state = GAME.initial_state(GAME.config(players), SeededChance(3))
    for player in range(players):
        view = GAME.view(state, player)
        assert sum(view.unseen) == of_a_player == 100
        assert sum(view.unseen) == view.draw_pile_size + 3 * (players - 1)
    assert sum(GAME.view(state, None).unseen) == of_a_spectator
    assert len(GAME.view(state, None).unseen) == 52


@pytest.mark.rule("MGR-D1", "MGR-D2", "MGR-D3", "MGR-D4", "MGR-D5", "MGR-D6", "MGR-D7")
def test_s52_samples_of_a_view() -> None:
    """Every guess keeps what is known and gives the same view again."""
    # given
    table = given(hands=("CLr CFo TIk", 3), pile="OIw WIr").do("open", "discard TIk")
    view = table.view(1)
    assert view.hand_sizes[0] == 3
    assert codes(view.known[0]) == "WIr"
    assert view.hand_sizes[0] - len(view.known[0]) == 2
    assert sum(view.unseen) == 98 == view.draw_pile_size + 2
    hands = set()
    for seed in range(200):
        # when
        sample = GAME.determinize(view, SeededChance(seed))
        # then
        all_cards_present(sample)
        assert cards("WIr")[0] in sample.places[0].hand
        assert codes(sample.discard_pile) == "OIw TIk"
        assert sample.places[1] == table.state.places[1]
        assert GAME.view(sample, 1) == view
        assert GAME.legal_actions(sample) == GAME.legal_actions(table.state)
        hands.add(sample.places[0].hand)
    assert len(hands) > 150


@pytest.mark.rule("MGR-C10")
def test_s53_action_ids() -> None:
    """The 116 ids stand for the actions in the order of the page, whatever the number of players."""
    for players in (2, 3, 4):
        config = GAME.config(players)
        codec = GAME.codec(config)
        state = GAME.initial_state(config, SeededChance(0))
        expected: dict[int, Action] = {
            0: DrawFreight(),
            1: TakeOpenFreight(),
            2: DiscardFreight(cards("BAr")[0]),
            10: DiscardFreight(cards("CLr")[0]),
            53: DiscardFreight(cards("WIk")[0]),
            54: FulfilOrder("green-a"),
            55: FulfilOrder("green-b"),
            56: FulfilOrder("blue-a"),
            57: FulfilOrder("blue-b"),
            58: FulfilOrder("purple"),
            59: FulfilOrder("beige"),
            60: FulfilOrder("yellow"),
            61: FulfilOrder("grey"),
            62: LayFreight(cards("BAr")[0]),
            70: LayFreight(cards("CLr")[0]),
            113: LayFreight(cards("WIk")[0]),
            114: ClaimPile(False),
            115: ClaimPile(True),
        }
        assert codec.num_actions == 116
        for action_id, action in expected.items():
            assert codec.decode(state, action_id) == action
            assert codec.encode(state, action) == action_id
        for action_id in (116, -1, 1000):
            with pytest.raises(InvalidActionError) as raised:
                codec.decode(state, action_id)
            assert raised.value.code == "bad-parameter"
        with pytest.raises(InvalidActionError):
            codec.decode(state, True)
        assert all(codec.encode(state, codec.decode(state, action_id)) == action_id for action_id in range(116))


@pytest.mark.parametrize("action", [DiscardFreight(52), DiscardFreight(-1), LayFreight(True), FulfilOrder("pink"), DiscardFreight(card="CLr")])  # type: ignore[arg-type]  # malformed on purpose
@pytest.mark.rule("MGR-1.3", "MGR-1.4")
def test_what_is_no_action_has_no_id(action: Action) -> None:
    """An action outside its domain or of a wrong type cannot be encoded."""
    table = s05()
    with pytest.raises(InvalidActionError) as raised:
        GAME.codec(table.state.config).encode(table.state, action)
    assert raised.value.code == "bad-parameter"


@pytest.mark.rule("MGR-2.1", "MGR-3.1", "MGR-1.3", "MGR-1.4", "MGR-4.1", "MGR-8.5")
def test_s54_the_order_of_refusals() -> None:
    """The first test that fails gives the code: turn before step, step before card, card before hand."""
    # given
    table = s05()
    # then
    assert table.intent(1, DiscardFreight(99)) == "not-your-turn"
    assert table.intent(0, DiscardFreight(99)) == "wrong-step"
    # when
    table = table.do("draw")
    # then
    assert table.intent(0, DiscardFreight(99)) == "unknown-card"
    assert table.intent(0, DiscardFreight(cards("WIk")[0])) == "card-not-in-hand"
    assert table.intent(0, FulfilOrder("pink")) == "unknown-order"
    assert table.intent(7, DiscardFreight(0)) == "unknown-player"
    assert table.intent(0, DiscardFreight("CLr")) == "bad-parameter"  # type: ignore[arg-type]  # the point
    assert table.intent(0, DiscardFreight(True)) == "bad-parameter"
    assert table.intent(0, DiscardFreight(cards("CLr")[0])) is None
    # when
    over = given(hands=(3, 3), pile="WIr", draw="", rest_to_hand=1, empty_draw_pile="end")
    # then
    for player, action in ((0, DrawFreight()), (1, DrawFreight()), (7, DiscardFreight(99)), (0, "rubbish")):
        assert over.intent(player, action) == "game-over"


@pytest.mark.rule("MGR-2.1", "MGR-3.1")
def test_a_match_asks_for_the_sender_before_the_action() -> None:
    """Whoever sends rubbish out of turn is told about the turn, and a stranger that there is no such player."""
    table = s05()
    assert table.intent(1, "rubbish") == "not-your-turn"
    assert table.intent(7, "rubbish") == "unknown-player"
    assert table.intent(0, "rubbish") == "bad-parameter"
    assert table.intent(-1, DrawFreight()) == "unknown-player"


@pytest.mark.parametrize(
    "action",
    [
        None,
        "draw",
        0,
        object(),
        DiscardFreight,
        DiscardFreight(card=1.0),  # type: ignore[arg-type]  # all of these are malformed on purpose
        DiscardFreight(card=None),  # type: ignore[arg-type]
        DiscardFreight(card=[1]),  # type: ignore[arg-type]
        LayFreight(card=False),
        FulfilOrder(order=3),  # type: ignore[arg-type]
        FulfilOrder(order=None),  # type: ignore[arg-type]
        ClaimPile(claim=1),  # type: ignore[arg-type]
        ClaimPile(claim="true"),  # type: ignore[arg-type]
        TurnStarted(0, 1),
    ],
)
@pytest.mark.rule("MGR-3.1")
def test_malformed_actions(action: object) -> None:
    """An unknown kind and a field of a wrong type are `bad-parameter` at every step, before the step is asked for."""
    for table in (s05(), s05().do("draw"), s14().do("fulfil blue-a"), s14().do("fulfil purple")):
        refused = GAME.validate(table.state, action)
        assert refused is not None
        assert refused.code == "bad-parameter"
        assert refused.message


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "draw",
        {},
        {"kind": "Draw"},
        {"kind": "draw-freight"},
        {"kind": "DrawFreight", "count": 2},
        {"kind": "DiscardFreight"},
        {"kind": "DiscardFreight", "card": "CLr"},
        {"kind": "DiscardFreight", "card": True},
        {"kind": "DiscardFreight", "card": 1.0},
        {"kind": "DiscardFreight", "card": 1, "seat": 0},
        {"kind": "FulfilOrder", "order": 2},
        {"kind": "ClaimPile", "claim": 1},
    ],
)
def test_malformed_json(data: object) -> None:
    """JSON that describes no action raises `InvalidActionError` with the code `bad-parameter`."""
    with pytest.raises(InvalidActionError) as raised:
        GAME.load_action(data)
    assert raised.value.code == "bad-parameter"


@pytest.mark.rule("MGR-1.3")
def test_actions_as_json() -> None:
    """Every one of the 116 actions survives JSON exactly; cards are ints, orders ids, and `kind` is the class name."""
    table = s05()
    codec = GAME.codec(table.state.config)
    for action_id in range(116):
        action = codec.decode(table.state, action_id)
        data = json.loads(json.dumps(GAME.dump(action)))
        assert data["kind"] == type(action).__name__
        assert GAME.load_action(data) == action
    assert GAME.dump(DiscardFreight(10)) == {"kind": "DiscardFreight", "card": 10}
    assert GAME.dump(FulfilOrder("blue-a")) == {"kind": "FulfilOrder", "order": "blue-a"}


@pytest.mark.rule("MGR-6.5")
def test_pending_decisions_as_json() -> None:
    """A pending decision in JSON has its class name as `kind`, cards as ints and orders as ids; null when the game is over."""
    act = s14(known="CLw")
    lay = act.do("fulfil blue-a", "lay CLr")
    pile = lay.do("lay CLw")
    assert GAME.dump(s05().state)["pending"] == {"kind": "IntakePending", "player": 0}
    assert GAME.dump(act.state)["pending"] == {"kind": "ActPending", "player": 0, "taken": None}
    assert GAME.dump(lay.state)["pending"] == {"kind": "LayPending", "player": 0, "order": "blue-a", "staged": [8], "taken": None}
    assert GAME.dump(pile.state)["pending"] == {"kind": "PilePending", "player": 0, "order": "blue-a"}
    over = given(hands=(3, 3), pile="WIr", draw="", rest_to_hand=1, empty_draw_pile="end")
    assert GAME.dump(over.state)["pending"] is None
    for table in (act, lay, pile, over):
        assert GAME.load_state(json.loads(json.dumps(GAME.dump(table.state)))) == table.state


@pytest.mark.rule("MGR-3.6", "MGR-4.8", "MGR-7.8", "MGR-10.3")
def test_s55_the_last_card_is_drawn_and_discarded_at_once() -> None:
    """A single last card in an otherwise empty hand goes on the discard pile by itself, and the round goes on."""
    # given
    table = given(hands=("", ""), rows=(24, 24), pile="OIw", draw="CLr", rest_to_hand=1)
    # when
    table = table.do("draw")
    # then
    assert table.pile == "OIw CLr"
    assert table.draw_size == 0
    assert table.idle == 0
    assert table.at_intake == 1
    assert table.hand_sizes[0] == 0
    card = cards("CLr")
    assert table.events[-3:] == (FreightDrawn(0, 1, card, 0, None), FreightDiscarded(0, card[0], 2, True), TurnStarted(1, 2))


@pytest.mark.parametrize(
    ("players", "sizes", "last_count"),
    [(3, [*range(94, -1, -2)], 2), (2, [*range(97, 0, -2), 0], 1), (4, [*range(91, 0, -2), 0], 1)],
)
@pytest.mark.rule("MGR-I5", "MGR-3.6", "MGR-2.8")
def test_s56_sizes_of_the_draw_pile(players: int, sizes: list[int], last_count: int) -> None:
    """With three players the draw pile runs out in pairs, with two and four a single card is left for the last draw."""
    # given
    table = Table(GAME.initial_state(GAME.config(players, first_seat=0), SeededChance(1)), SeededChance(2))
    found = [table.draw_size]
    # when everybody always draws and discards
    while table.draw_size:
        table = table.do("draw")
        found.append(table.draw_size)
        table = table.do(table.legal[0])
    # then
    assert found == sizes
    counts = [event.count for event in table.events if isinstance(event, FreightDrawn)]
    assert counts == [2] * (len(counts) - 1) + [last_count]


@pytest.mark.rule("MGR-9.1", "MGR-9.2", "MGR-9.6", "MGR-D2")
def test_s59_a_view_after_the_end() -> None:
    """The end shows no hand: sizes and own cards, nothing pending, nothing legal, and no generator."""
    # given S35 and its end
    table = given(hands=("CLr CLo CLw", 3), rows=(22, 5), pile="WIr", draw="TIk GRr", holders={"green-b": 1})
    table = table.do("draw", "fulfil blue-a", "leave")
    assert table.hand(0) == "GRr TIk"
    # when
    view = table.view(1)
    # then
    assert view.hand_sizes == (2, 3)
    assert view.hand == table.state.places[1].hand
    assert sum(view.unseen) == 70 == view.draw_pile_size + 2
    assert view.draw_pile_size == 68
    assert view.pending is None
    assert view.to_act is None
    assert table.match().seat(1).legal_actions == ()
    # no face of hand 0: another hand gives the same view
    other = given(hands=("CLr CLo CLw", 3), rows=(22, 5), pile="WIr", draw="WIk SPk", holders={"green-b": 1})
    other = other.do("draw", "fulfil blue-a", "leave")
    assert other.hand(0) == "SPk WIk"
    assert other.view(1) == view
    # no seed, no generator, not even as a name
    text = json.dumps(GAME.dump(view)).lower()
    assert not any(word in text for word in ("seed", "rng", "generator", "position"))
    seat = table.match(chance_seed=987654321).seat(1)
    assert "987654321" not in repr(seat)


@pytest.mark.rule("MGR-9.6")
def test_no_event_of_an_end_shows_a_hand() -> None:
    """The events at the end of a round and of the game are the same for any hands of the same size."""
    first = given(hands=("CLr CLo CLw", 3), rows=(22, 5), pile="WIr", draw="TIk GRr").do("draw", "fulfil blue-a", "leave")
    second = given(hands=("CLr CLo CLw", 3), rows=(22, 5), pile="WIr", draw="WIk SPk").do("draw", "fulfil blue-a", "leave")
    assert first.seen(1) == second.seen(1)
    assert first.seen(None) == second.seen(None)
    assert first.seen(0) != second.seen(0)


@pytest.mark.rule("MGR-9.6", "MGR-I11")
def test_a_record_replays_everything() -> None:
    """Whoever holds the record of a play can see all of it again, hands included."""
    match: Match = new_match("station-manager", players=2, seed=5)
    rng = SeededChance(1)
    while match.outcome is None:
        match = match.play(match.legal_actions[rng.pick(len(match.legal_actions))])
    from railrules import replay

    again = replay(match.record())
    assert again.state == match.state
    assert again.state.places[0].hand == match.state.places[0].hand


@pytest.mark.rule("MGR-10.4")
def test_automatic_steps_emit_the_events_of_chosen_ones() -> None:
    """Forced draw, single discard and automatic claim are reported like choices, marked as forced where the page says so."""
    chosen = given(hands=("CLr CLo", 3), pile="WIr", draw="TIk GRr").do("draw").events[-1]
    forced = given(hands=("CLr CLo", 3), draw="TIk GRr").events[-1]
    assert isinstance(chosen, FreightDrawn)
    assert isinstance(forced, FreightDrawn)
    assert (chosen.cards, chosen.forced, forced.cards, forced.forced) == (cards("TIk GRr"), None, cards("TIk GRr"), "discard-pile-empty")
    both = given(hands=("", 3), idle=9, pile="OIw", draw="TIk GRr")
    assert both.events[-1] == FreightDrawn(0, 2, cards("TIk GRr"), 98, "idle-limit-reached")


@pytest.mark.rule("MGR-10.4")
def test_the_first_reason_of_a_forced_draw_is_told() -> None:
    """With an empty discard pile at the idle limit the draw is forced by the empty pile."""
    forced = given(hands=(3, 3), idle=6).events[-1]
    assert isinstance(forced, FreightDrawn)
    assert forced.forced == "discard-pile-empty"


@pytest.mark.rule("MGR-10.4", "MGR-4.8")
def test_automatic_steps_follow_one_another() -> None:
    """At the idle limit with an empty hand and one card left, draw and discard of that card are both automatic."""
    table = given(hands=("", ""), rows=(24, 24), pile="OIw", draw="CLr", rest_to_hand=1, idle=6)
    card = cards("CLr")
    assert table.events == (
        TurnStarted(0, 1),
        FreightDrawn(0, 1, card, 0, "idle-limit-reached"),
        FreightDiscarded(0, card[0], 2, True),
        TurnStarted(1, 2),
    )


@pytest.mark.rule("MGR-10.6", "MGR-4.6")
def test_a_single_legal_discard_from_two_cards_is_a_decision() -> None:
    """With `discard_taken_card` off only the other card may go, yet the player does it, since the hand is not public."""
    table = given(hands=("CLr", 3), pile="OIw WIr", discard_taken_card=False).do("open")
    assert table.state.pending == ActPending(0, cards("WIr")[0])
    assert table.legal == ["discard CLr"]


@pytest.mark.rule("MGR-10.6")
def test_what_others_see_happen_by_itself_depends_on_public_facts() -> None:
    """Two hands of the same size lead to the same visible events, whatever is in them."""
    same = given(hands=("CLr", 3), pile="OIw CLr").do("open")
    mixed = given(hands=("WIk", 3), pile="OIw CLr").do("open")
    assert same.seen(1) == mixed.seen(1)
    assert isinstance(same.events[-1], OpenFreightTaken)
    assert same.view(1).pending == mixed.view(1).pending == ActPending(0, cards("CLr")[0])


@pytest.mark.rule("MGR-10.5", "MGR-6.5")
def test_the_public_events_of_a_set_do_not_tell_how_it_was_chosen() -> None:
    """A set laid card by card and one laid automatically look the same to others."""
    chosen = s14().do("fulfil blue-a", "lay CLr", "lay CLo", "lay CLw", "leave")
    automatic = given(hands=("CLr CLo CLw", "BAr BAo BAw"), pile="WIr", draw="WIk GRr").do("draw", "fulfil blue-a", "leave")
    assert chosen.seen(1) == automatic.seen(1)


@pytest.mark.rule("MGR-9.3")
def test_a_card_taken_openly_is_remembered_by_all() -> None:
    """Every view lists the open cards taken that are still in a hand, twins included."""
    table = given(hands=("CLr CFo", "TIr TIo"), pile="OIw WIr").do("open", "discard CLr", "draw", "discard TIo", "open")
    for player in (0, 1, None):
        assert Counter(table.view(player).known[0]) == Counter(cards("WIr TIo"))


@pytest.mark.rule("MGR-9.7")
def test_what_was_shown_stays_shown() -> None:
    """Discard pile, rows and round results keep all that was laid open, in every view."""
    table = given(hands=("CLr CLo CLw", 3), rows=(4,), pile="BAk WIr", draw="TIk GRr", rounds=2, laid_limit=10)
    rows = table.state.places[0].row
    table = table.do("draw", "fulfil blue-a", "leave")
    for player in (0, 1, None):
        assert table.view(player).rows[0] == rows + cards("CLr CLo CLw")
        assert codes(table.view(player).discard_pile) == "BAk WIr"
