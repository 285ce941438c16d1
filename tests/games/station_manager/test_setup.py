"""Components and setup (sections 1.1 and 1.2 of the rules page, worked scenarios 8.2)."""

from collections import Counter
from collections.abc import Sequence
from typing import Unpack

import attrs
import pytest

from railrules import Config, ConfigError, RecordingChance, ScriptedChance, SeededChance, enumerate_chance
from railrules.games.station_manager import Event, IntakePending, Options, State
from railrules.games.station_manager.events import FreightDealt, GameStarted, OpenFreightTurned, RoundStarted, TurnStarted
from railrules.parts import Pool
from tests.games.station_manager.given import DECK, GAME, HouseRules, Item, Table, all_cards_present, cards, codes, given

FIRST_COPIES = DECK  # 0,0,1,1,...,51,51: the list before it is shuffled (MGR-2.4)


class InOrder:
    """Chance that picks the last of n and deals a pool from its first copy on: a shuffle in which nothing is swapped."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def pick(self, n: int) -> int:
        self.asked.append(f"pick {n}")
        return n - 1

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        self.asked.append(f"draw {count} of {len(pool)}")
        drawn = pool.items[:count]
        return drawn, pool.remove(drawn)


def new_game(players: int, script: Sequence[int | Sequence[int]] | None = None, seed: int = 1, **options: Unpack[HouseRules]) -> Table:
    chance = SeededChance(seed) if script is None else ScriptedChance(script)
    log: list[Event] = []
    state = GAME.initial_state(GAME.config(players, **options), chance, log)
    return Table(state, chance, tuple(log))


@pytest.mark.parametrize(("players", "draw_pile"), [(2, 97), (3, 94), (4, 91)])
@pytest.mark.rule("MGR-1.1", "MGR-1.2", "MGR-2.6", "MGR-2.7", "MGR-2.8", "MGR-2.9", "MGR-2.10")
def test_s01_new_games(players: int, draw_pile: int) -> None:
    """A new game has 3 cards a hand, one open card, all others in the draw pile and all Order Cards in the middle."""
    for seed in range(5):
        # when
        table = new_game(players, seed=seed)
        # then
        state = table.state
        assert table.hand_sizes == (3,) * players
        assert len(state.discard_pile) == 1
        assert table.draw_size == draw_pile == 104 - 3 * players - 1
        assert state.holders == (None,) * 8
        zones = [*state.draw_pile, *state.discard_pile, *(card for place in state.places for card in (*place.hand, *place.row))]
        assert Counter(zones) == dict.fromkeys(range(52), 2)
        assert Counter(card // 4 for card in zones) == dict.fromkeys(range(13), 8)
        assert Counter(card % 4 for card in zones) == dict.fromkeys(range(4), 26)
        assert len(zones) == 104


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("MGR-2.9", "MGR-1.8")
def test_everything_else_begins_at_nothing(players: int) -> None:
    """Rows and known cards are empty, the idle counter is 0, the score pad shows 0, and the first turn is turn 1."""
    state = new_game(players).state
    assert [place.row for place in state.places] == [()] * players
    assert [place.known for place in state.places] == [()] * players
    assert (state.clock.idle_turns, state.clock.turn_number, state.clock.round_index) == (0, 1, 0)
    assert state.standings.scores == state.standings.order_totals == (0,) * players
    assert state.standings.round_results == ()


@pytest.mark.rule("MGR-2.4", "MGR-2.6", "MGR-2.7", "MGR-2.11", "MGR-3.2")
def test_s02_deal_from_a_known_order() -> None:
    """Cards go one at a time, clockwise from the start player, three times round; the next one is turned up."""
    # given
    chance = InOrder()
    log: list[Event] = []
    # when
    state = GAME.initial_state(GAME.config(3, first_seat=1), chance, log)
    # then
    table = Table(state, chance, tuple(log))
    assert table.hand(1) == "BAr BAo BAk"
    assert table.hand(2) == "BAr BAw BAk"
    assert table.hand(0) == "BAo BAw CAr"
    assert table.pile == "CAr"
    assert table.draw_size == 94
    assert codes(InOrder().draw(state.draw_pile)[0]) == "CAo"  # the top
    assert state.pending == IntakePending(1)
    assert table.turn == 1
    assert log == [
        GameStarted(3, Options(first_seat=1), "station-manager/default"),
        RoundStarted(0, 1),
        FreightDealt(1, 3, cards("BAr BAo BAk")),
        FreightDealt(2, 3, cards("BAr BAw BAk")),
        FreightDealt(0, 3, cards("BAo BAw CAr")),
        OpenFreightTurned(cards("CAr")[0], 94),
        TurnStarted(1, 1),
    ]


@pytest.mark.rule("MGR-2.6")
def test_the_deal_interleaves_any_cards() -> None:
    """Whatever the order of the cards is, every n-th one goes to the same player, and hands ascend."""
    # given ten cards that do not ascend, player 2 beginning
    dealt = cards("WIk TIr BAr CLw CLw OIk GRo MAr SPo POw")
    # when
    table = new_game(3, [dealt], first_seat=2)
    # then
    assert table.hand(2) == codes(sorted(cards("WIk CLw GRo")))
    assert table.hand(0) == codes(sorted(cards("TIr CLw MAr")))
    assert table.hand(1) == codes(sorted(cards("BAr OIk SPo")))
    assert table.pile == "POw"


@pytest.mark.rule("MGR-2.3", "MGR-8.4")
def test_s03_start_players_of_the_rounds() -> None:
    """The start player of round r is r places clockwise from that of round 0."""
    # given
    table = new_game(3, rounds=3, first_seat=2, laid_limit=10)
    rng = SeededChance(5)
    # when
    while not table.over:
        table = table.do(table.legal[rng.pick(len(table.legal))])
    # then
    assert [event.start_player for event in table.events if isinstance(event, RoundStarted)] == [2, 0, 1]
    assert [result.start_player for result in table.state.standings.round_results] == [2, 0, 1]
    first_turns = [event.player for event in table.events if isinstance(event, TurnStarted) and event.turn_number == 1]
    assert first_turns == [2, 0, 1]


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (1, {}, "bad-player-count"),
        (5, {}, "bad-player-count"),
        (2, {"round": 2}, "unknown-option"),
        (2, {"rounds": True}, "bad-option-type"),
        (2, {"rounds": 0}, "bad-option-value"),
        (2, {"first_seat": 2}, "bad-option-value"),
        (2, {"pile_claim": "never"}, "bad-option-value"),
    ],
)
@pytest.mark.rule("MGR-2.1")
def test_s04_games_that_cannot_begin(players: int, options: dict[str, int | str], code: str) -> None:
    """A wrong player count, an unknown option, a wrong type and a wrong value each have their code."""
    with pytest.raises(ConfigError) as raised:
        GAME.config(players, **options)
    assert raised.value.code == code


@pytest.mark.parametrize("players", [0, -1, 1, 5, 6, True, 2.0, "2"])
@pytest.mark.rule("MGR-2.1")
def test_any_other_player_count_is_rejected(players: object) -> None:
    """Nothing but 2, 3 and 4 is a player count."""
    with pytest.raises(ConfigError) as raised:
        GAME.config(players)  # type: ignore[arg-type]  # the point of the test
    assert raised.value.code == "bad-player-count"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("MGR-2.1", "MGR-2.11")
def test_turns_go_clockwise(players: int) -> None:
    """The start player takes the first turn, and the player after s is (s + 1) mod n."""
    table = new_game(players, first_seat=players - 1, seed=3)
    for turn in range(1, 4 * players):
        assert table.at_intake == (players - 2 + turn) % players
        assert table.turn == turn
        table = table.do("draw")
        table = table.do(table.legal[0])


@pytest.mark.rule("MGR-2.2")
def test_random_start_player_is_the_first_question_to_chance() -> None:
    """With `first_seat` random each of the n players starts with the same chance, and chance is asked for it before the deal."""
    for players in (2, 3, 4):
        count = 3 * players + 1
        for start in range(players):
            chance = ScriptedChance([start, FIRST_COPIES[:count]])
            state = GAME.initial_state(GAME.config(players), chance)
            assert state.clock.start_player == state.clock.turn_player == start
            assert chance.left == 0


@pytest.mark.rule("MGR-2.2")
def test_random_start_players_are_equally_likely() -> None:
    """Over the start players alone the chances are 1/n each."""

    def start_player(chance: object) -> int:
        class Fixed:
            """Asks the enumeration for the pick, deals from the first copy on."""

            pick = staticmethod(chance.pick)  # type: ignore[attr-defined]  # enumerate_chance hands over a Chance
            draw = staticmethod(InOrder().draw)

        return GAME.initial_state(GAME.config(4), Fixed()).clock.start_player

    outcomes = enumerate_chance(start_player)
    assert sorted(player for _, player in outcomes) == [0, 1, 2, 3]
    assert {probability for probability, _ in outcomes} == {outcomes[0][0]}
    assert 4 * outcomes[0][0] == 1


@pytest.mark.rule("MGR-2.2", "MGR-2.5")
def test_a_named_start_player_asks_no_chance() -> None:
    """With an int for `first_seat` the deal is the only question to chance."""
    recording = RecordingChance(SeededChance(9))
    state = GAME.initial_state(GAME.config(3, first_seat=2), recording)
    assert state.clock.start_player == 2
    assert len(recording.picks) == 1
    assert isinstance(recording.picks[0], tuple)
    assert len(recording.picks[0]) == 10


@pytest.mark.parametrize("first_seat", ["random", 1])
@pytest.mark.rule("MGR-2.2", "MGR-2.4", "MGR-2.5", "MGR-2.6")
def test_s58_a_shuffle_that_swaps_nothing(first_seat: int | str) -> None:
    """Chance that always gives n-1 starts player 1 and deals from 0,0,1,1,...; a named start player 1 gives the same position."""
    # given
    chance = InOrder()
    # when
    table = Table(GAME.initial_state(GAME.config(2, first_seat=first_seat), chance), chance)
    # then
    assert table.state.clock.start_player == table.at_intake == 1
    assert table.hand(1) == "BAr BAo BAw"
    assert table.hand(0) == "BAr BAo BAw"
    assert table.pile == "BAk"
    assert codes(InOrder().draw(table.state.draw_pile)[0]) == "BAk"
    picks = [question for question in chance.asked if question.startswith("pick")]
    assert picks == (["pick 2"] if first_seat == "random" else [])  # what else is asked is the deal and no more
    assert chance.asked[0] == ("pick 2" if first_seat == "random" else "draw 7 of 104")


@pytest.mark.rule("MGR-2.4", "MGR-2.5")
def test_every_copy_is_equally_likely_to_be_dealt() -> None:
    """Over many deals each of the 52 types turns up with the same frequency."""
    found: Counter[int] = Counter()
    config = GAME.config(4, first_seat=0)
    for seed in range(1500):
        state = GAME.initial_state(config, SeededChance(seed))
        found.update(card for place in state.places for card in place.hand)
        found.update(state.discard_pile)
    mean = 1500 * 13 / 52
    assert len(found) == 52
    # 375 expected for each type, with a standard deviation of about 18
    assert all(abs(count - mean) < 90 for count in found.values())


@pytest.mark.rule("MGR-2.4", "MGR-2.10", "MGR-8.4")
def test_every_round_begins_with_all_cards() -> None:
    """A later round is dealt from all 104 cards again, with all Order Cards back in the middle."""
    table = new_game(2, rounds=4, laid_limit=10, seed=8)
    rng = SeededChance(8)
    sizes = []
    while not table.over:
        before = table.state.clock.round_index
        table = table.do(table.legal[rng.pick(len(table.legal))])
        if table.state.clock.round_index != before:
            all_cards_present(table.state)
            sizes.append(table.draw_size)
            assert table.state.holders == (None,) * 8
            assert table.row_sizes == (0, 0)
    assert sizes == [97, 97, 97]


@pytest.mark.rule("MGR-1.3")
def test_copies_have_no_identity() -> None:
    """Either copy of a pair gives the same position, so a card is no more than its type 4*m + c."""
    # given two BAr in the draw pile of 97; drawing "the one" or "the other" is the same draw
    config = GAME.config(2, first_seat=0)
    deal = cards("CLr CLo TIr TIo WIr WIo GRr")
    state = GAME.initial_state(config, ScriptedChance([deal]))
    # when drawing by index in the pool, where the copies lie side by side
    draw = GAME.legal_actions(state)[0]
    after = {GAME.transition(state, draw, ScriptedChance([index, other])) for index, other in [(0, 1), (0, 0), (1, 0), (1, 1)]}
    # then
    assert state.draw_pile.items[:3] == (0, 0, 1)
    assert len(after) == 2  # BAr BAr and BAr BAo
    assert {codes(found.places[0].hand[:2]) for found in after} == {"BAr BAr", "BAr BAo"}
    assert GAME.card_code(4 * 2 + 2) == "CLw"


@pytest.mark.rule("MGR-1.8")
def test_the_score_pad_has_no_effect_on_play() -> None:
    """Positions that differ in scores alone have the same legal actions, events and results of the round, up to the sums."""
    # given
    hands = ("CLr CLo CLw", 3)
    plain = given(hands=hands, pile="WIr", draw="TIk GRr", rows=(22, 0))
    scored = given(hands=hands, pile="WIr", draw="TIk GRr", rows=(22, 0), scores=(40, 3), order_totals=(5, 1))
    # when
    for action in ("draw", "fulfil blue-a", "claim"):
        assert plain.legal == scored.legal
        plain, scored = plain.do(action), scored.do(action)
    # then
    assert plain.result == scored.result
    assert plain.state.standings.scores == (30, 0)
    assert scored.state.standings.scores == (70, 3)
    assert attrs.evolve(scored.state, standings=plain.state.standings) == plain.state


@pytest.mark.rule("MGR-2.1")
def test_a_config_says_how_many_play() -> None:
    """The default is three players, the bounds are two and four."""
    config: Config[Options] = GAME.config()
    assert config.players == 3
    assert (GAME.info.min_players, GAME.info.max_players) == (2, 4)
    state: State = GAME.initial_state(config, SeededChance(0))
    assert len(state.places) == 3
