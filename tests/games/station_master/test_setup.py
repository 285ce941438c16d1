"""Components and set-up (sections MST-1 and 2): worked scenarios S-33 and S-43."""

from collections import Counter

import pytest

from railrules import ConfigError, RecordingChance, ScriptedChance, SeededChance
from railrules.games.station_master.events import CardDrawn, GameStarted, RushHourDrawn, TurnStarted
from railrules.games.station_master.state import Boardings
from railrules.parts import Pool
from tests.games.station_master.given import CAPACITY, COUNTS, FACE, GAME, Item, Table, faces, new_game, shorts

TABLE = {2: (3, 10, 92, 86, 4), 3: (3, 10, 93, 84, 3), 4: (4, 9, 93, 81, 2), 5: (5, 8, 93, 78, 1), 6: (6, 7, 93, 75, 0)}
"""The counts after set-up: slots, locomotive deck, cards in the game, draw pile, boxed Depots."""


class FirstOf:
    """Chance that deals every pool in canonical order, and writes down what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def pick(self, n: int) -> int:
        self.asked.append(f"pick {n}")
        return n - 1

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        self.asked.append(f"draw {count} of {len(pool)}")
        return pool.items[:count], Pool(pool.items[count:])


def dealt(cards: str, n: int = 3, **options: int) -> Table:
    """A new game in which these cards come, in this order."""
    locos = tuple(CAPACITY)[: TABLE[n][0]]
    script: list[tuple[str, ...]] = [locos]
    for short in cards.split():
        script.append(faces(short))
        if short == "RH":
            script.append(("std-8",))
    return new_game(n, chance=ScriptedChance(script), **options)  # type: ignore[arg-type]


@pytest.mark.rule("MST-2.7", "MST-15.1", "MST-15.2")
def test_s33_a_rush_hour_in_the_deal() -> None:
    """It acts at once, and its seat gets the next card before the deal goes on."""
    table = dealt("C1 C2 C3 C4 RH C5 C6 F1 F2 F3")
    assert table.slots == 4
    assert table.train(3) == "std-8 []"
    assert table.deck_left == 9
    assert table.draw_left == 83
    assert table.discard == "RH"
    assert [table.hand(seat) for seat in range(3)] == ["C1 C4 F1", "C2 C5 F2", "C3 C6 F3"]
    assert RushHourDrawn(1, 3, "std-8", 88) in table.events


@pytest.mark.rule("MST-1.1", "MST-1.4", "MST-1.5", "MST-1.6", "MST-1.7", "MST-2.2", "MST-2.3", "MST-2.5", "MST-2.6", "MST-2.8", "MST-2.9", "MST-2.11")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_s43_counts_after_set_up(n: int) -> None:
    """The table of section MST-2 holds, with the Rush Hour dealt or not; with two players it never appears."""
    slots, deck, cards, pile, boxed = TABLE[n]
    met = Counter[bool]()
    for seed in range(120):
        table = new_game(n, seed)
        opened = table.discard == "RH"
        met[opened] += 1
        assert table.slots == slots + opened
        assert table.deck_left == deck - opened
        assert table.draw_left == pile - opened
        assert len(table.discard.split()) == opened
        assert [len(hand) for hand in table.state.cards.hands] == [3] * n
        everywhere = [*table.state.cards.draw_pile, *table.state.cards.discard, *(card for hand in table.state.cards.hands for card in hand)]
        assert len(everywhere) == cards
        assert everywhere.count("rush-hour") == (n > 2)
        assert all(train is not None and train.cars == () and train.passengers == () for train in table.state.station.slots)
        people = table.state.people
        assert people.supply == ((1, 2, 2, 1),) * n
        assert people.depot_unused == (True,) * n
        assert 6 - len(people.depot_unused) == boxed
        assert people.boardings == (Boardings(),) * n
        assert people.tick == 0
        assert (table.scores, table.best) == ((0,) * n, (0,) * n)
        assert (table.acts, table.turn, table.pending, table.over) == (0, 1, None, None)
    assert met[True] > 0 or n == 2
    assert met[True] == 0 or n > 2
    assert met[False] > 60


@pytest.mark.rule("MST-1.1", "MST-2.1")
@pytest.mark.parametrize("n", [-1, 0, 1, 7, 100])
def test_s43_player_counts_that_are_refused(n: int) -> None:
    """Fewer than two and more than six cannot play."""
    with pytest.raises(ConfigError) as raised:
        GAME.config(n)
    assert raised.value.code == "bad-player-count"


@pytest.mark.rule("MST-2.2", "MST-2.9")
def test_two_players_never_meet_the_rush_hour() -> None:
    """In games of two all 92 cards come by, and none of them is the Rush Hour."""
    for seed in range(3):
        chance = SeededChance(seed)
        state = GAME.initial_state(GAME.config(2), chance)
        while GAME.outcome(state) is None:
            legal = GAME.legal_actions(state)
            state = GAME.transition(state, legal[chance.pick(len(legal))], chance)
            assert "rush-hour" not in (*state.cards.draw_pile, *state.cards.discard, *state.cards.hands[0], *state.cards.hands[1])
            assert len(state.station.slots) == 3


@pytest.mark.rule("MST-2.4", "MST-2.5", "MST-2.6")
def test_the_order_of_chance() -> None:
    """Locomotives first, then the first seat if it is random, then one card after the other."""
    chance = FirstOf()
    new_game(3, chance=chance)
    assert chance.asked == ["draw 3 of 13", *(f"draw 1 of {left}" for left in range(93, 84, -1))]
    random = FirstOf()
    table = new_game(3, chance=random, first_seat="random")
    assert random.asked[:3] == ["draw 3 of 13", "pick 3", "draw 1 of 93"]
    assert table.acts == 2


@pytest.mark.rule("MST-2.5")
def test_locomotives_fill_the_slots_in_drawing_order() -> None:
    """The first locomotive drawn stands in slot 0, and so on."""
    locos = ("std-8", "frt-3", "exe-5")
    table = new_game(3, chance=ScriptedChance([locos, *(faces("C3"),) * 7, *(faces("C4"),) * 2]))
    assert [table.train(slot) for slot in range(3)] == ["std-8 []", "frt-3 []", "exe-5 []"]
    assert table.events[0] == GameStarted(3, table.state.config.options, 0, locos, 10, 93)


@pytest.mark.rule("MST-2.6", "MST-2.10", "MST-3.5")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_dealing_goes_round_from_the_first_seat(first: int) -> None:
    """One card each, three times round from the first seat on, which has the first turn."""
    table = dealt("C1 C2 C3 C4 C5 C6 F1 F2 F3", first_seat=first)
    order = [(first + offset) % 3 for offset in range(3)]
    drawn = [event.seat for event in table.events if isinstance(event, CardDrawn)]
    assert drawn == order * 3
    assert [table.hand(seat) for seat in order] == ["C1 C4 F1", "C2 C5 F2", "C3 C6 F3"]
    assert table.events[-1] == TurnStarted(first, 1)
    assert table.acts == first


@pytest.mark.rule("MST-2.10", "MST-2.4")
def test_a_random_first_seat_is_fair() -> None:
    """With `first_seat` random every seat begins about as often."""
    met = Counter(new_game(3, seed, first_seat="random").acts for seed in range(300))
    assert set(met) == {0, 1, 2}
    assert min(met.values()) > 70


@pytest.mark.rule("MST-1.2", "MST-1.3", "MST-1.10", "MST-2.3")
def test_the_locomotives() -> None:
    """Thirteen, each once, with the capacities of the page; all are used at every player count."""
    content = GAME.content
    assert content.capacity == CAPACITY
    assert sum(CAPACITY.values()) == 67
    kinds: dict[str, list[int]] = {}
    for engine in content.locomotives.items:
        kinds.setdefault(engine.kind, []).append(engine.capacity)
    assert kinds == {"standard": [3, 4, 5, 5, 6, 7, 8], "executive": [4, 5, 7], "freight": [3, 4, 6]}
    for n in range(2, 7):
        station = new_game(n).state.station
        assert sorted([*station.loco_deck, *(train.loco for train in station.slots if train)]) == sorted(CAPACITY)


@pytest.mark.rule("MST-1.4", "MST-1.5", "MST-1.8")
def test_the_cards() -> None:
    """Ninety-three cards with the faces, counts and values of the page, one of them a Rush Hour."""
    content = GAME.content
    assert {shorts([face]): count for face, count in content.counts.items()} == COUNTS
    assert list(content.counts) == [FACE[short] for short in COUNTS]
    assert sum(COUNTS.values()) == 93
    assert content.counts["rush-hour"] == 1
    assert sum(card.value * card.count for card in content.coaches.items) == 113
    assert sum(card.value * card.count for card in content.freight_cars.items) == -67
    assert sum(card.red * card.count for card in content.executive_coaches.items) == -23
    assert all(1 <= coach.green <= 6 and -6 <= coach.red <= -1 for coach in content.executive_coaches.items)


@pytest.mark.rule("MST-1.7", "MST-1.6", "MST-2.8")
def test_pawns_and_depots() -> None:
    """Each seat has the pawns 3, 2, 2, 1, 1, -1, in all 8, and one Depot that is no Station Master card."""
    for n in range(2, 7):
        table = new_game(n)
        for seat in range(n):
            assert table.supply(seat) == (3, 2, 2, 1, 1, -1)
            assert sum(table.supply(seat)) == 8
        assert table.state.people.depot_unused == (True,) * n
        assert not [face for face in GAME.content.faces if "depot" in face]


@pytest.mark.rule("MST-2.11")
def test_only_drawing_asks_chance() -> None:
    """After set-up chance is asked for the next card and the next locomotive only, never for a number."""

    class NoNumbers(SeededChance):
        def pick(self, n: int) -> int:
            raise AssertionError(f"asked for pick({n})")

        def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
            return SeededChance(len(pool)).draw(pool, count)

    chooser = SeededChance(5)
    state = new_game(4, 5).state
    while GAME.outcome(state) is None:
        legal = GAME.legal_actions(state)
        recording = RecordingChance(NoNumbers(1))
        state = GAME.transition(state, legal[chooser.pick(len(legal))], recording)
        assert all(isinstance(pick, tuple) and len(pick) == 1 for pick in recording.picks)


@pytest.mark.rule("MST-1.11")
def test_there_is_nothing_to_colours_and_the_score_pad() -> None:
    """No option, field or event is about colours; seats are numbers."""
    assert not [option.name for option in GAME.info.options if "colour" in option.name]
    view = new_game(3).view(0)
    assert "colour" not in repr(view)
