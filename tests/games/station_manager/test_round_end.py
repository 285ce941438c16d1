"""End of a round, scoring and winning (sections 1.7 and 1.8 of the rules page, worked scenarios 8.6 and S63)."""

from typing import Unpack

import attrs
import pytest

from railrules import GameOverError, Outcome, SeededChance
from railrules.games.station_manager import ClaimPile, DiscardFreight, DrawFreight, RoundResult, Standings
from railrules.games.station_manager.events import (
    FreightDealt,
    GameEnded,
    OpenFreightTurned,
    OrderTaken,
    PileClaimed,
    PileLeft,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from tests.games.station_manager.given import GAME, NO_CHANCE, HouseRules, Table, given


def outcome(table: Table) -> Outcome:
    found = table.game.outcome(table.state)
    assert found is not None
    return found


def final(scores: tuple[int, ...], order_totals: tuple[int, ...]) -> Outcome:
    """The outcome of a game that is over with these sums."""
    players = len(scores)
    zeros = (0,) * players
    result = RoundResult(0, 0, 0, ("laid-limit",), 30, zeros, ((),) * players, zeros, zeros)
    state = given(players, hands=(3,) * players, pile="WIr").state
    found = GAME.outcome(attrs.evolve(state, pending=None, standings=Standings(scores, order_totals, (result,))))
    assert found is not None
    return found


def s32(**options: Unpack[HouseRules]) -> Table:
    holders = {"green-a": 0, "green-b": 0, "blue-a": 0}
    return given(hands=("CLr CLo CLw CLk", 3), rows=(8,), pile="WIr", draw="TIk GRr", holders=holders, **options)


def s35(rows: tuple[int, int] = (22, 5), holders: dict[str, int] | None = None) -> Table:
    return given(hands=("CLr CLo CLw", 3), rows=rows, pile="WIr", draw="TIk GRr", holders={"green-b": 1} if holders is None else holders)


def s39(idle: int = 0) -> Table:
    return given(hands=("CLr CFo TIk", ""), rows=(24, 24), pile="OIw WIr", rest_to_hand=1, idle=idle)


def s41(**options: Unpack[HouseRules]) -> Table:
    return given(hands=("CLr CLo CLw", ""), rows=(10, 20), pile="1 + WIr", rest_to_hand=1, **options)


@pytest.mark.rule("MGR-7.1", "MGR-8.1", "MGR-8.2", "MGR-7.10", "MGR-1.6")
def test_s32_three_colours_end_the_round() -> None:
    """Order Cards of three colours end the round; the points are row plus bonuses."""
    # when
    table = s32().do("draw", "fulfil purple", "claim")
    # then
    assert table.result.reasons == ("colour-limit",)
    assert table.row_sizes[0] == 13
    assert table.result == RoundResult(
        index=0,
        start_player=0,
        end_player=0,
        reasons=("colour-limit",),
        turns=1,
        laid=(13, 0),
        orders=(("green-a", "green-b", "blue-a", "purple"), ()),
        bonus=(1 + 2 + 4 + 7, 0),
        points=(27, 0),
    )
    assert outcome(table).scores == (27, 0)
    assert outcome(table).terminations == ("colour-limit",)
    assert table.state.pending is None


@pytest.mark.rule("MGR-7.1")
def test_s33_two_of_one_colour_count_once() -> None:
    """Both greens and both blues are two colours, and the round goes on."""
    # when
    table = s32().do("draw", "fulfil blue-b", "lay CLr", "lay CLo", "lay CLw", "claim")
    # then
    assert table.game.colours_held(table.state, 0) == ("green", "blue")
    assert table.row_sizes[0] == 12
    assert not table.over
    assert (table.at_act, table.turn) == (1, 2)


@pytest.mark.rule("MGR-7.11", "MGR-7.1", "MGR-6.10")
def test_s34_the_loser_of_an_order_card() -> None:
    """Who lost an Order Card is counted by what is left, so a new colour may be the second and not the third."""
    # given
    table = given(
        3,
        hands=("CFr CFo CFw MAr", "BAr BAr CLr GRr", 3),
        rows=("", 9),
        pile="WIr",
        draw="MAk TIr",
        holders={"purple": 1, "yellow": 1},
    )
    # when
    table = table.do("draw", "fulfil yellow", "leave")
    assert table.row(0) == "CFr CFo CFw MAr MAk"
    assert table.game.colours_held(table.state, 1) == ("purple",)
    assert not table.over  # losing one never ends a round
    table = table.do("open", "fulfil grey")
    # then
    assert table.game.colours_held(table.state, 1) == ("purple", "grey")
    assert table.row_sizes[1] == 14
    assert not table.over
    assert table.turn == 3


@pytest.mark.rule("MGR-7.2", "MGR-7.3", "MGR-8.1", "MGR-8.2")
def test_s35_twenty_five_cards_end_the_round() -> None:
    """A row of 25 ends the round after the claim step and after the Order Card is taken, which counts."""
    # when
    table = s35().do("draw", "fulfil blue-a")
    # then
    assert table.row_sizes[0] == 25
    assert table.legal == ["leave", "claim"]
    # when
    table = table.do("leave")
    # then
    assert table.over
    assert table.result.reasons == ("laid-limit",)
    assert table.holder("blue-a") == 0
    assert table.result.points == (25 + 4, 5 + 2)
    assert table.pile == "WIr"


@pytest.mark.rule("MGR-7.2", "MGR-6.7")
def test_s36_claimed_cards_count_towards_the_limit() -> None:
    """24 cards do not end the round; a claimed card can be the 25th."""
    # given
    table = s35((21, 5), {}).do("draw", "fulfil blue-a")
    # when left
    left = table.do("leave")
    # then
    assert left.row_sizes[0] == 24
    assert not left.over
    # when claimed
    claimed = table.do("claim")
    # then
    assert claimed.row_sizes[0] == 25
    assert claimed.over
    assert claimed.result.points == (29, 5)


@pytest.mark.rule("MGR-7.4", "MGR-7.10")
def test_s37_both_reasons() -> None:
    """If both limits are reached both reasons are recorded, `colour-limit` first."""
    # when
    holders = {"green-a": 0, "yellow": 0}
    table = given(hands=("CLr CLo CLw", 3), rows=(20,), pile="2 + WIr", draw="TIk GRr", holders=holders)
    table = table.do("draw", "fulfil blue-b", "claim")
    # then
    assert table.row_sizes[0] == 26
    assert table.result.reasons == ("colour-limit", "laid-limit")
    assert table.result.points == (26 + 1 + 6 + 5, 0)
    assert table.result.points[0] == 38
    assert outcome(table).terminations == ("colour-limit", "laid-limit")


@pytest.mark.rule("MGR-3.6", "MGR-7.8", "MGR-7.6")
def test_s38_the_last_card_of_the_draw_pile() -> None:
    """Drawing the last card does not end the round; the turn is completed, and the next player may take the open card."""
    # given
    table = given(hands=("CLr CFo TIk", ""), rows=(24, 24), pile="WIr", draw="OIw", rest_to_hand=1)
    # when
    table = table.do("draw")
    # then
    assert table.hand(0) == "CLr CFo OIw TIk"
    assert table.draw_size == 0
    # when
    table = table.do("discard CFo")
    # then
    assert (table.at_intake, table.legal) == (1, ["draw", "open"])
    assert not table.over


@pytest.mark.rule("MGR-7.8")
def test_the_last_two_cards_of_the_draw_pile() -> None:
    """Drawing the last two cards does not end the round either."""
    table = given(hands=("CLr CFo TIk", ""), rows=(24, 24), pile="WIr", draw="OIw OIk", rest_to_hand=1).do("draw")
    assert (table.draw_size, table.over) == (0, False)
    assert table.do("discard CFo").at_intake == 1


@pytest.mark.rule("MGR-7.6")
def test_s39_an_open_card_keeps_the_round_going() -> None:
    """With an empty draw pile the open card can still be taken, and the round goes on."""
    # given
    table = s39()
    assert table.draw_size == 0
    # when
    table = table.do("open", "discard CFo")
    # then
    assert table.idle == 1
    assert (table.at_intake, table.legal) == (1, ["draw", "open"])


@pytest.mark.rule("MGR-7.7", "MGR-7.10", "MGR-8.6")
def test_s40_drawing_from_an_empty_pile_ends_the_round() -> None:
    """To draw from the empty pile ends the round at once, and no card moves."""
    # given
    table = given(hands=("CLr CFo TIk", ""), rows=(24, 20), pile="OIw WIr", rest_to_hand=1, holders={"purple": 1})
    # when
    ended = table.do("draw")
    # then
    assert (ended.result.reasons, ended.result.end_player, ended.result.turns) == (("draw-pile-exhausted",), 0, 1)
    assert ended.state.places == table.state.places
    assert (ended.pile, ended.draw_size) == ("OIw WIr", 0)
    assert ended.result.points == (24, 20 + 7)
    assert outcome(ended).winners == (1,)
    assert outcome(ended).ranking == (2, 1)
    assert ended.events[1:] == (
        RoundEnded(0, 0, ("draw-pile-exhausted",), 1),
        RoundScored(ended.result, (24, 27), (0, 1)),
        GameEnded((24, 27), (0, 1), (2, 1), (1,)),
    )


@pytest.mark.rule("MGR-7.5", "MGR-7.10", "MGR-7.9")
def test_s41_nothing_to_take() -> None:
    """The round ends as a turn begins with an empty draw pile and no open card; that player is recorded."""
    # when
    table = s41().do("open", "fulfil blue-a", "claim")
    # then
    assert table.row_sizes[0] == 14
    assert table.pile == ""
    assert table.over
    assert (table.result.reasons, table.result.end_player, table.result.turns) == (("draw-pile-exhausted",), 1, 2)
    assert (table.state.clock.turn_player, table.turn) == (1, 2)
    assert table.result.points == (14 + 4, 20)
    assert [type(event) for event in table.events[-4:]] == [TurnStarted, RoundEnded, RoundScored, GameEnded]


@pytest.mark.rule("MGR-7.5")
def test_s42_an_empty_draw_pile_is_enough_by_option() -> None:
    """With `empty_draw_pile` end the round ends as the turn begins, although there is an open card."""
    # given, when
    table = s41(empty_draw_pile="end")
    # then
    assert table.over
    assert table.result.reasons == ("draw-pile-exhausted",)
    assert table.result.points == (10, 20)
    assert (table.result.end_player, table.result.turns) == (0, 1)
    assert not s41().over  # by default it goes on


@pytest.mark.rule("MGR-8.6", "MGR-8.7")
def test_s43_ranks() -> None:
    """Points decide, then Order Cards held; equal in both share a rank, and the next rank is left out."""
    assert final((30, 30, 28), (2, 3, 5)).ranking == (2, 1, 3)
    tied = final((30, 30, 28), (3, 3, 5))
    assert tied.ranking == (1, 1, 3)
    assert tied.winners == (0, 1)
    assert final((30, 30, 28), (2, 3, 5)).winners == (1,)
    assert final((20, 20, 20, 20), (1, 1, 1, 1)).ranking == (1, 1, 1, 1)
    assert final((20, 30, 20, 25), (1, 1, 1, 1)).ranking == (3, 1, 3, 2)


@pytest.mark.rule("MGR-8.3", "MGR-8.4", "MGR-8.5", "MGR-10.4", "MGR-2.9")
def test_s44a_the_next_round_is_dealt_at_once() -> None:
    """After a round that is not the last one the points are added up and everything else is set up anew, by itself."""
    # when
    table = s32(rounds=2).do("draw", "fulfil purple", "claim")
    # then
    ended, scored = table.events[-7:-5]
    assert isinstance(ended, RoundEnded)
    assert isinstance(scored, RoundScored)
    kinds = [type(event) for event in table.events[-5:]]
    assert kinds == [RoundStarted, FreightDealt, FreightDealt, OpenFreightTurned, TurnStarted]
    standings = table.state.standings
    assert (scored.scores, scored.order_totals) == (standings.scores, standings.order_totals) == ((27, 0), (4, 0))
    assert scored.result == standings.round_results[0]
    assert not table.over
    clock = table.state.clock
    assert (clock.round_index, clock.start_player, clock.turn_number, clock.idle_turns) == (1, 1, 1, 0)
    assert table.at_intake == 1
    assert (table.hand_sizes, table.row_sizes, table.draw_size) == ((3, 3), (0, 0), 97)
    assert table.state.holders == (None,) * 8
    assert [table.known(player) for player in (0, 1)] == ["", ""]


@pytest.mark.rule("MGR-8.3", "MGR-8.4", "MGR-8.5", "MGR-8.6", "MGR-8.7")
def test_s44b_the_last_round_ends_the_game() -> None:
    """After the last round the sums of all rounds decide; equal points and equal Order Cards share the win."""
    # given a first round of 4 + 1 and 25 + 2 points
    first = RoundResult(0, 1, 1, ("laid-limit",), 30, (4, 25), (("green-a",), ("green-b",)), (1, 2), (5, 27))
    table = given(
        hands=("CLr CLo CLw", 3),
        rows=(22, 5),
        pile="WIr",
        draw="TIk GRr",
        holders={"green-b": 1},
        rounds=2,
        round_index=1,
        round_results=(first,),
        scores=(5, 27),
        order_totals=(1, 1),
    )
    # when
    table = table.do("draw", "fulfil blue-a", "leave")
    # then
    assert table.result.index == 1
    assert table.result.points == (29, 7)
    standings = table.state.standings
    assert (standings.scores, standings.order_totals) == ((34, 34), (2, 2))
    assert standings.round_results == (first, table.result)
    assert outcome(table).ranking == (1, 1)
    assert outcome(table).winners == (0, 1)
    assert table.events[-1] == GameEnded((34, 34), (2, 2), (1, 1), (0, 1))


@pytest.mark.rule("MGR-10.2", "MGR-7.5", "MGR-8.7")
def test_s46_the_idle_limit_on_an_empty_draw_pile() -> None:
    """At the idle limit the open card is not available, so a turn that begins with an empty draw pile ends the round."""
    # when
    table = s39(idle=5).do("open", "discard TIk")
    # then
    assert table.idle == 6
    assert table.over
    assert table.result.reasons == ("draw-pile-exhausted",)
    assert (table.result.end_player, table.result.turns) == (1, 2)
    assert table.result.points == (24, 24)
    assert outcome(table).ranking == (1, 1)


@pytest.mark.rule("MGR-7.9", "MGR-6.13", "MGR-8.5")
def test_s63_nothing_follows_the_end() -> None:
    """After the fulfilment that ends the game nobody gets another turn, and any action is refused; else the next turn begins."""
    # given
    table = s35((21, 5), {}).do("draw", "fulfil blue-a")
    # when
    ended = table.do("claim")
    # then
    assert [type(event) for event in ended.events[-5:]] == [PileClaimed, OrderTaken, RoundEnded, RoundScored, GameEnded]
    assert TurnStarted(1, 2) not in ended.events
    assert ended.legal == []
    for action in (DrawFreight(), DiscardFreight(0), ClaimPile(True)):
        assert ended.code(action) == "game-over"
        assert ended.refusal(action).rule == "MGR-8.5"
    with pytest.raises(GameOverError):
        ended.game.apply(ended.state, DrawFreight(), NO_CHANCE)
    # when left
    left = table.do("leave")
    # then
    assert isinstance(left.events[-2], OrderTaken)
    assert left.events[-1] == TurnStarted(1, 2)
    assert isinstance(left.events[-3], PileLeft)


@pytest.mark.rule("MGR-7.9")
def test_the_end_of_a_fulfilment_precedes_the_test_of_the_next_turn() -> None:
    """If an order ends the round and the draw pile is empty too, the reason is that of the order and its player is recorded."""
    table = given(hands=("CLr CLo CLw", ""), rows=(22, 20), pile="1 + WIr", rest_to_hand=1)
    table = table.do("open", "fulfil blue-a", "claim")
    assert (table.result.reasons, table.result.end_player, table.result.turns) == (("laid-limit",), 0, 1)


@pytest.mark.rule("MGR-7.3")
def test_the_limits_are_tested_for_the_acting_player_after_a_fulfilment_only() -> None:
    """Neither a discard nor somebody else's row or colours end a round."""
    # given player 1 with three colours and 30 cards, which no play can lead to
    holders = {"green-a": 1, "purple": 1, "grey": 1}
    table = given(hands=("CLr CLo CLw", 3), rows=(0, 30), pile="WIr", draw="TIk GRr", holders=holders)
    # then neither a discard nor an order of player 0 ends the round
    assert not table.do("draw", "discard TIk").over
    assert not table.do("draw", "fulfil blue-a", "claim").over
    # nor a discard of player 1
    other = table.do("draw", "discard TIk", "draw")
    assert not other.do(other.legal[0]).over


@pytest.mark.rule("MGR-7.1", "MGR-7.2")
def test_the_limits_are_options() -> None:
    """`colour_limit` and `laid_limit` set how many colours and cards end the round."""
    assert not s32(colour_limit=4).do("draw", "fulfil purple", "claim").over
    two = s32(colour_limit=2).do("draw", "fulfil blue-b", "lay CLr", "lay CLo", "lay CLw", "claim")
    assert two.result.reasons == ("colour-limit",)
    assert not given(hands=("CLr CLo CLw", 3), rows=(30,), pile="WIr", laid_limit=35).do("draw", "fulfil blue-a", "claim").over
    assert given(hands=("CLr CLo CLw", 3), rows=(6,), pile="WIr", laid_limit=10).do("draw", "fulfil blue-a", "claim").over


@pytest.mark.rule("MGR-7.2", "MGR-7.3")
def test_an_own_order_fulfilled_again_can_end_the_round() -> None:
    """Refulfilling adds cards and is followed by the same test."""
    table = given(hands=("CLr CLo CLw", 3), rows=(22,), pile="WIr", holders={"blue-a": 0}).do("draw", "fulfil blue-a", "leave")
    assert table.result.reasons == ("laid-limit",)
    assert table.result.bonus == (4, 0)


@pytest.mark.rule("MGR-10.3", "MGR-7.10")
def test_the_clock_of_a_round_that_ended() -> None:
    """After the end the clock keeps the recorded player and turn; an order that ended the round has set the idle turns to 0."""
    table = given(hands=("CLr CLo TIk", 3), rows=(22,), pile="OIw CLw", idle=5, turn=14, acts=0)
    table = table.do("open", "fulfil blue-a", "leave")
    clock = table.state.clock
    assert (clock.turn_player, clock.turn_number, clock.idle_turns) == (0, 14, 0)
    assert (table.result.end_player, table.result.turns) == (0, 14)


@pytest.mark.rule("MGR-7.5")
def test_an_open_card_out_of_reach_is_no_card_to_take() -> None:
    """A turn that begins at the idle limit on an empty draw pile ends the round, open card or not."""
    assert s39(idle=6).result.reasons == ("draw-pile-exhausted",)
    assert not s39(idle=5).over


@pytest.mark.rule("MGR-8.2")
def test_hands_and_discard_pile_score_nothing() -> None:
    """Positions that differ in hands and discard pile alone give the same points."""
    small = given(hands=("", ""), rows=(10, 20), pile="WIr WIr", rest_to_hand=0, empty_draw_pile="end")
    large = given(hands=("", ""), rows=(10, 20), pile="30", rest_to_hand=1, empty_draw_pile="end")
    assert small.result.points == large.result.points == (10, 20)


@pytest.mark.rule("MGR-8.3", "MGR-8.4")
def test_scores_are_the_sums_of_the_rounds() -> None:
    """Over several rounds scores and order totals are the sums of what the round results list."""
    chance = SeededChance(3)
    state = GAME.initial_state(GAME.config(3, rounds=5, laid_limit=12), chance)
    while GAME.outcome(state) is None:
        legal = GAME.legal_actions(state)
        state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
    results = state.standings.round_results
    assert [result.index for result in results] == [0, 1, 2, 3, 4]
    for player in range(3):
        assert state.standings.scores[player] == sum(result.points[player] for result in results)
        assert state.standings.order_totals[player] == sum(len(result.orders[player]) for result in results)
    found = GAME.outcome(state)
    assert found is not None
    assert found.scores == state.standings.scores


@pytest.mark.rule("MGR-8.6")
def test_order_totals_only_break_ties() -> None:
    """More points win whatever the Order Cards are."""
    assert final((31, 30), (0, 8)).winners == (0,)
    assert final((30, 30), (0, 1)).winners == (1,)
