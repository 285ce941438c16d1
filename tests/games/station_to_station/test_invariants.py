"""The laws P-1 to P-15 and the bounds of section 7 of the rules page: broken positions are noticed, random games keep them."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs
import pytest

from railrules import Config, ScriptedChance, SeededChance
from railrules.games.station_to_station import StationToStation, invariants
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.actions import (
    Action,
    BuyCargo,
    BuyCoal,
    CompleteOrder,
    GainCaboose,
    HireCrew,
    KeepCrew,
    KeepRoute,
    StopHere,
    TakeRailcar,
    TakeSupply,
    UseCrew,
)
from railrules.games.station_to_station.content import SEASONS
from railrules.games.station_to_station.options import Options
from railrules.games.station_to_station.state import (
    CrewMember,
    HeldRoute,
    PendingCrew,
    PendingMarket,
    PendingPlaceToken,
    PendingTravel,
    PendingTrim,
    State,
    Token,
)
from railrules.parts import Bag, Pool
from tests.games.station_to_station.given import remade

GAME = StationToStation()
CONTENT = GAME.content
CODES = {
    "game-over",
    "not-your-turn",
    "unknown-value",
    "wrong-decision",
    "coal-full",
    "coal-supply-empty",
    "not-enough-cash",
    "not-enough-coal",
    "cargo-supply-empty",
    "no-track",
    "no-step-left",
    "cannot-finish-travel",
    "must-move-first",
    "stop-at-start-city",
    "already-stopped-there",
    "display-space-empty",
    "no-route-cards",
    "not-an-order",
    "cargo-missing",
    "not-a-supply",
    "not-a-railcar",
    "discount-wrong-type",
    "cargo-not-in-order",
    "order-unpayable",
    "no-such-option",
    "same-cargo",
    "cargo-not-held",
    "nothing-to-get",
    "empty-crew-slot",
    "crew-just-hired",
    "crew-not-activated",
    "crew-already-used",
    "wrong-window",
    "condition-not-met",
    "crew-action-done",
    "no-crew-on-offer",
    "not-enough-tickets",
    "caboose-owned",
    "no-caboose-left",
    "no-such-ticket",
    "region-already-covered",
    "no-route-in-slot",
    "starting-route",
    "no-such-token",
}
"""The rejection codes of section 3.2."""

# ---- random games ------------------------------------------------------------------------------------------------------------------------

Choose: TypeAlias = Callable[[Sequence[Action], SeededChance], Action]


def uniform(legal: Sequence[Action], chance: SeededChance) -> Action:
    return legal[chance.pick(len(legal))]


def weighted(legal: Sequence[Action], chance: SeededChance, weights: dict[type, int]) -> Action:
    bowl = [action for action in legal for _ in range(weights.get(type(action), 1))]
    return bowl[chance.pick(len(bowl))]


def eager(legal: Sequence[Action], chance: SeededChance) -> Action:
    """Prefers what leads deeper into the rules: orders, railcars, crew."""
    weights = {CompleteOrder: 30, TakeRailcar: 8, TakeSupply: 4, HireCrew: 6, GainCaboose: 60, UseCrew: 6, BuyCargo: 3, KeepCrew: 2, StopHere: 2}
    return weighted(legal, chance, weights)


def collector(legal: Sequence[Action], chance: SeededChance) -> Action:
    """Buys what there is to buy, and keeps tickets for a caboose."""
    if GainCaboose() in legal:
        return GainCaboose()
    thrifty = [action for action in legal if not isinstance(action, HireCrew)] or legal
    return weighted(thrifty, chance, {CompleteOrder: 40, TakeRailcar: 30, BuyCargo: 6, BuyCoal: 2, UseCrew: 5, StopHere: 3})


STYLES: tuple[Choose, ...] = (uniform, eager, collector)


def varied(seed: int) -> Config[Options]:
    """A configuration determined by the seed; every third one has the default options."""
    chance = SeededChance(seed).spawn("options")
    players = 2 + seed % 3
    options: dict[str, Any] = {}
    if seed % 4:
        options = {
            "first_player": ("random", *range(players))[chance.pick(players + 1)],
            "route_display_size": chance.pick(7),
            "mark_new_routes": bool(chance.pick(2)),
            "railcars_cumulative": bool(chance.pick(2)),
            "cargo_supply": ("limited", "unlimited")[chance.pick(2)],
            "starting_cash": chance.pick(51),
            "starting_coal": chance.pick(10),
        }
    return GAME.config(players, **options)


def play(config: Config[Any], seed: int, choose: Choose = uniform, moves: int | None = None, game: StationToStation = GAME) -> list[State]:
    """The positions of a game, to its end or for so many moves."""
    chance, taste = SeededChance(seed), SeededChance(seed).spawn("taste")
    states = [game.initial_state(config, chance)]
    while states[-1].pending and (moves is None or len(states) <= moves):
        states.append(game.transition(states[-1], choose(game.legal_actions(states[-1]), taste), chance))
    return states


def laws(state: State, game: StationToStation = GAME) -> set[str]:
    """The ids of the laws that a position breaks."""
    return {fault.partition(":")[0] for fault in game.invariant_faults(state)}


# ---- the checks of the library notice what they are there for ----------------------------------------------------------------------------


def sound() -> State:
    """The Market of a game that is well under way: with crew, tickets, railcars and cargo about."""
    for state in reversed(play(GAME.config(3, first_player=0), 8, eager, 150)):
        if isinstance(state.pending[-1], PendingMarket) and len(state.pending) == 1 and state.clock.season == "summer":
            return state
    raise AssertionError("there is no such position in this game")


SOUND = sound()


def player(state: State, seat: int, **changed: Any) -> State:
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], **changed)
    return attrs.evolve(state, players=tuple(players))


def train(state: State, seat: int, **changed: Any) -> State:
    return player(state, seat, train=attrs.evolve(state.players[seat].train, **changed))


def board(state: State, **changed: Any) -> State:
    return attrs.evolve(state, board=attrs.evolve(state.board, **changed))


def lay(state: State, city: str, token: Token | None) -> State:
    tokens = list(state.board.tokens)
    tokens[CONTENT.city_index[city]] = token
    return board(state, tokens=tuple(tokens))


def piles(state: State, **changed: Any) -> State:
    return attrs.evolve(state, routes=attrs.evolve(state.routes, **changed))


def supply(state: State, **changed: Any) -> State:
    return attrs.evolve(state, supply=attrs.evolve(state.supply, **changed))


def clock(state: State, **changed: Any) -> State:
    return attrs.evolve(state, clock=attrs.evolve(state.clock, **changed))


def row(state: State, number: int, **changed: Any) -> State:
    basic, skilled = (attrs.evolve(there, **changed) if place == number else there for place, there in enumerate(state.crew))
    return attrs.evolve(state, crew=(basic, skilled))


def a_token(state: State) -> tuple[str, Token]:
    """A city with a token, and the token."""
    return next((city, token) for city, token in zip(CONTENT.city, state.board.tokens, strict=True) if token is not None)


def loaded(state: State, count: int, seat: int | None = None) -> State:
    """The acting player, or another one, has so many steel on the train and nothing else; the supply has the others."""
    who = state.clock.active if seat is None else seat
    held = [sum(other.train.cargo[index] for place, other in enumerate(state.players) if place != who) for index in range(4)]
    rest = tuple(15 - there - (count if index == 0 else 0) for index, there in enumerate(held))
    return train(supply(state, cargo=rest), who, cargo=(count, 0, 0, 0))


def heated(state: State, count: int) -> State:
    """The acting player has so much coal, the supply the rest."""
    me = state.clock.active
    return player(supply(state, coal=state.supply.coal + state.players[me].coal - count), me, coal=count)


def elsewhere(state: State) -> str:
    """The city of a player who does not act."""
    return state.players[(state.clock.active + 1) % 3].train.city


BROKEN: list[tuple[str, str, Callable[[State], State]]] = [
    ("P-1", "a steel too many", lambda state: supply(state, cargo=(state.supply.cargo[0] + 1, *state.supply.cargo[1:]))),
    ("P-1", "a timber lost", lambda state: supply(state, cargo=(*state.supply.cargo[:3], state.supply.cargo[3] - 1))),
    ("P-1", "cargo from nowhere", lambda state: train(state, 1, cargo=tuple(count + 1 for count in state.players[1].train.cargo))),
    ("P-1", "a coal too many", lambda state: supply(state, coal=state.supply.coal + 1)),
    (
        "P-1",
        "a coal lost",
        lambda state: player(state, 0, coal=max(0, state.players[0].coal - 1)) if state.players[0].coal else supply(state, coal=0),
    ),
    ("P-2", "a token lost", lambda state: lay(state, a_token(state)[0], None)),
    ("P-2", "a token twice", lambda state: board(state, box=(*state.board.box, a_token(state)[1].id))),
    ("P-2", "a token of a coming season", lambda state: board(state, box=(*state.board.box, "WO-01"))),
    ("P-2", "a token that there is not", lambda state: board(state, box=(*state.board.box, "XX-1"))),
    (
        "P-2",
        "a token known and unseen",
        lambda state: board(state, bag=attrs.evolve(state.board.bag, known=Pool.of(state.board.bag.unseen.items[:1]))),
    ),
    ("P-2", "a bag that is too full", lambda state: board(state, bag=attrs.evolve(state.board.bag, count=state.board.bag.count + 1))),
    ("P-2", "a bag without what is known", lambda state: board(state, bag=Bag(Pool[str](), 0, state.board.bag.unseen))),
    ("P-2", "a token of the past lost", lambda state: clock(state, season="autumn")),
    ("P-2", "a railcar in two trains", lambda state: train(train(state, 0, railcars=(Token("SR-1"),)), 1, railcars=(Token("SR-1"),))),
    ("P-2", "a ticket that lies on the map", lambda state: player(state, 0, tickets=((a_token(state)[1].id,), (), (), ()))),
    ("P-2", "a token drawn twice", lambda state: attrs.evolve(state, pending=(*state.pending, PendingPlaceToken((a_token(state)[1].id, "SO-99"))))),
    ("P-3", "a route lost", lambda state: piles(state, deck=attrs.evolve(state.routes.deck, pool=Pool(state.routes.deck.pool.items[1:])))),
    ("P-3", "a route twice", lambda state: piles(state, out=(*state.routes.out, "RT-01"))),
    ("P-3", "a route dealt again", lambda state: piles(state, dealt=(("RT-01", "RT-02"), (), ()))),
    ("P-3", "a route in two slots", lambda state: player(state, 0, routes=state.players[1].routes)),
    ("P-3", "a wild route from nowhere", lambda state: player(state, 0, wild_route="ST-N")),
    ("P-3", "a crew card lost", lambda state: row(state, 0, deck=attrs.evolve(state.crew[0].deck, pool=Pool(state.crew[0].deck.pool.items[1:])))),
    ("P-3", "a crew card twice", lambda state: row(state, 1, deck=state.crew[1].deck.discarded(state.crew[1].deck.pool.items[0]))),
    ("P-3", "a crew card in the wrong row", lambda state: row(row(state, 0, deck=state.crew[1].deck), 1, deck=state.crew[0].deck)),
    ("P-3", "a caboose lost", lambda state: board(state, cabooses=state.board.cabooses[1:])),
    ("P-3", "a caboose twice", lambda state: train(state, 0, caboose="CB-4")),
    ("P-4", "a full train and one more", lambda state: loaded(state, 15)),
    ("P-4", "a full train of somebody else", lambda state: loaded(state, 15, (state.clock.active + 1) % 3)),
    (
        "P-4",
        "a trim without end",
        lambda state: attrs.evolve(train(state, state.clock.active, cargo=(9, 9, 9, 9)), pending=(*state.pending, PendingTrim())),
    ),
    ("P-4", "coal without spaces", lambda state: heated(state, 14)),
    ("P-5", "debts", lambda state: player(state, 2, cash=-1)),
    ("P-5", "points below nothing", lambda state: player(state, 2, points=-1)),
    ("P-5", "coal below nothing", lambda state: player(state, 2, coal=-1)),
    ("P-5", "cargo below nothing", lambda state: train(state, 2, cargo=(0, -1, 0, 0))),
    ("P-5", "a supply below nothing", lambda state: supply(state, coal=-1)),
    ("P-5", "a supply of cargo below nothing", lambda state: supply(state, cargo=(15, 15, -1, 15))),
    ("P-6", "a bare city", lambda state: lay(state, a_token(state)[0], None)),
    ("P-6", "a token below another train", lambda state: lay(state, elsewhere(state), Token("SO-01"))),
    ("P-6", "a token where the turn began", lambda state: lay(state, state.turn.start_city, Token("SO-01"))),
    ("P-6", "a train that was put elsewhere", lambda state: train(state, (state.clock.active + 1) % 3, city=a_token(state)[0])),
    ("P-7", "two trains in a city", lambda state: train(state, (state.clock.active + 2) % 3, city=elsewhere(state))),
    ("P-7", "a train beside the one that begins", lambda state: train(state, (state.clock.active + 1) % 3, city=state.turn.start_city)),
    ("P-8", "a marker beside the card", lambda state: player(state, 0, routes=(_astray(state.players[0].routes[0]), state.players[0].routes[1]))),
    (
        "P-8",
        "a marker beside the second card",
        lambda state: player(state, 1, routes=(state.players[1].routes[0], _astray(state.players[1].routes[1]))),
    ),
    ("P-9", "a token in hand out of turn", lambda state: player(state, (state.clock.active + 1) % 3, token=Token("SO-01"))),
    ("P-11", "a turn too many", lambda state: clock(state, turn_number=state.clock.turn_number + 1)),
    ("P-11", "a turn too few", lambda state: clock(state, turn_number=state.clock.turn_number - 1)),
    ("P-11", "a bag with a token less", lambda state: board(state, bag=attrs.evolve(state.board.bag, count=state.board.bag.count - 1))),
    ("P-11", "a season too early", lambda state: clock(state, season="autumn")),
    ("P-11", "an end before the last turn", lambda state: attrs.evolve(state, pending=())),
]


def _astray(route: HeldRoute | None) -> HeldRoute:
    """The card with its marker on a city that it does not list."""
    assert route is not None
    return HeldRoute(route.card, next(city for city in CONTENT.city if city not in CONTENT.route[route.card].cities))


@pytest.mark.rule("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-9", "P-11")
@pytest.mark.parametrize(("law", "break_it"), [pytest.param(law, break_it, id=f"{law} {what}") for law, what, break_it in BROKEN])
def test_broken_positions_are_noticed(law: str, break_it: Callable[[State], State]) -> None:
    """A position that breaks a law is told with the id of the law."""
    assert laws(SOUND) == set()
    broken = break_it(SOUND)
    assert broken != SOUND
    assert law in laws(broken)
    assert all(len(fault.partition(": ")[2]) > 10 for fault in GAME.invariant_faults(broken))


@pytest.mark.rule("P-2")
def test_tokens_of_past_seasons_are_watched_too() -> None:
    """Once they are all drawn, so many of them lie somewhere, and none of them twice."""
    states = play(GAME.config(2, first_player=0), 3, eager)
    late = next(state for state in states if state.clock.season == "winter" and isinstance(state.pending[-1], PendingMarket))
    assert laws(late) == set()
    box = late.board.box
    assert laws(board(late, box=(*box, box[0]))) == {"P-2"}
    assert laws(board(late, box=box[1:])) == {"P-2"}
    strangers = [token for token in CONTENT.tokens["summer"] if token not in str(GAME.dump(late))]
    assert len(strangers) == 6  # those removed in the set-up: nobody knows them, so one more is one too many
    assert laws(board(late, box=(*box, strangers[0]))) == {"P-2"}


@pytest.mark.rule("P-1", "STS-1.6")
def test_an_unlimited_supply_is_not_conserved() -> None:
    """With the option the law is about coal alone."""
    state = play(GAME.config(3, first_player=0, cargo_supply="unlimited"), 8, eager, 60)[-1]
    assert laws(state) == set()
    more = train(state, 1, cargo=tuple(count + 1 for count in state.players[1].train.cargo))
    assert "P-1" not in laws(more)
    assert "P-1" in laws(supply(state, coal=state.supply.coal + 1))


@pytest.mark.rule("P-4")
def test_p4_counts_with_the_gains_of_other_content() -> None:
    """The bound is 8, or a pair and the largest gain, be it of a card or of Work, or the spaces that a card takes with it."""

    def bound(*abilities: ab.Ability, **economy: Any) -> int:
        game = remade(drifter=abilities)
        return invariants.most_gained(attrs.evolve(game.content, economy=attrs.evolve(CONTENT.economy, **economy)))

    assert bound() == 8
    assert bound(ab.Trigger(("work",), (ab.Gain(Reward(cargo=(3, 2, 0, 0), any_cargo=5)),))) == 2 + 10
    assert bound(ab.Trigger(("buy_cargo",), (ab.BonusCargo(9),)), pair_size=4) == 4 + 9
    assert bound(ab.CargoCapacity(7), ab.CargoCapacity(6)) == 13
    assert bound(work=(Reward(any_cargo=11), Reward(cash=5), Reward(cash=1))) == 2 + 11


@pytest.mark.rule("P-4")
def test_what_a_trim_may_hold() -> None:
    """Eight more than there are spaces while it is open, none in a main decision; inside other decisions nothing is said."""
    me = SOUND.clock.active
    plain = player(SOUND, me, crew=(None,) * 4)
    trimming = attrs.evolve(plain, pending=(*plain.pending, PendingTrim()))
    for count, open_trim, law in ((8, False, False), (9, False, True), (9, True, False), (15, True, False)):
        state = loaded(trimming if open_trim else plain, count)
        assert ("P-4" in laws(state)) == law
    huge = train(trimming, me, cargo=(8, 8, 0, 0))
    assert "P-4" not in laws(huge)
    assert "P-4" in laws(train(trimming, me, cargo=(8, 9, 0, 0)))


@pytest.mark.rule("P-6", "P-7")
def test_trains_may_meet_while_they_travel() -> None:
    """A train that passes through a shared city breaks no law; at the start of a turn it would."""
    passing = train(attrs.evolve(SOUND, pending=(PendingTravel(),)), SOUND.clock.active, city=elsewhere(SOUND))
    assert laws(passing) == set()
    assert "P-7" in laws(attrs.evolve(passing, pending=(PendingMarket(),)))


# ---- random games keep the laws ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-9", "P-11")
@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_the_laws(seed: int) -> None:
    """After every step of a hundred, for all player counts, varied options and three ways to choose."""
    points = [0, 0, 0, 0]
    for state in play(varied(seed), seed, STYLES[seed % 3], 100):
        assert [*GAME.invariant_faults(state)] == []
        for seat, there in enumerate(state.players):
            assert there.points >= points[seat]
            points[seat] = there.points
            assert len({route.card for route in there.routes if route is not None}) == sum(route is not None for route in there.routes)
        if isinstance(state.pending[-1], (PendingMarket, PendingTravel, PendingCrew)):
            assert all(there.token is None for there in state.players)


@pytest.mark.rule("P-10", "STS-3.5", "STS-5.11")
@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_a_choice(seed: int) -> None:
    """Two legal actions at least wherever somebody is asked; each is accepted, and every other refused with a code of the page."""
    config = varied(seed)
    codec = GAME.codec(config)
    every = [codec.decode(None, action_id) for action_id in range(codec.num_actions)]
    for state in play(config, seed, STYLES[seed % 3], 100):
        legal = GAME.legal_actions(state)
        assert len(legal) >= 2
        assert [codec.encode(state, action) for action in legal] == sorted({codec.encode(state, action) for action in legal})
        for action in every:
            rejection = GAME.validate(state, action)
            assert (rejection is None) == (action in legal)
            if rejection is not None:
                assert rejection.code in CODES - {"game-over", "not-your-turn", "unknown-value"}
                assert rejection.rule.startswith("STS-")


@pytest.mark.rule("P-10", "STS-11.1")
def test_after_the_end_nothing_is_legal() -> None:
    """Every action is refused as `game-over`."""
    state = play(GAME.config(2), 5)[-1]
    codec = GAME.codec(state.config)
    assert GAME.legal_actions(state) == ()
    assert GAME.current_player(state) is None
    for action_id in range(codec.num_actions):
        rejection = GAME.validate(state, codec.decode(None, action_id))
        assert rejection is not None
        assert rejection.code == "game-over"


@pytest.mark.rule("P-11", "STS-11.1", "STS-11.2", "STS-11.3", "STS-10.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_has_twelve_turns_for_each_player(players: int) -> None:
    """Whoever begins: the last turn is number 12n, by the player before the first; the seasons have 4, 4, 3 and 1 rounds."""
    for seed in range(3):
        config = GAME.config(players, first_player=seed % players)
        states = play(config, seed, STYLES[seed])
        assert states[-1].clock.turn_number == 12 * players
        assert all(state.pending for state in states[:-1])
        turns: dict[int, tuple[int, str]] = {}
        for state in states:
            if state.clock.turn_number:
                turns.setdefault(state.clock.turn_number, (state.clock.active, state.clock.season))
        assert sorted(turns) == list(range(1, 12 * players + 1))
        assert [seat for _, (seat, _) in sorted(turns.items())] == [(seed + turn) % players for turn in range(12 * players)]
        assert Counter(season for _, season in turns.values()) == {
            "summer": 4 * players,
            "autumn": 4 * players,
            "winter": 3 * players,
            "countdown": players,
        }


@pytest.mark.rule("P-11")
def test_a_token_is_placed_in_every_turn() -> None:
    """As many as turns are finished, and what is in the bag and waits falls by one each."""
    chance = SeededChance(3)
    log: list[Any] = []
    state = GAME.initial_state(GAME.config(3), chance, log)
    log.clear()
    finished = 0
    while state.pending:
        state = GAME.transition(state, uniform(GAME.legal_actions(state), chance), chance, log)
        placed = sum(isinstance(event, ev.TokenPlaced) for event in log)
        finished = state.clock.turn_number - bool(state.pending) if state.clock.turn_number else 0
        assert placed == finished
        waiting = sum(CONTENT.in_play(season, 3) for season in SEASONS[SEASONS.index(state.clock.season) + 1 :])
        drawn = sum(len(pending.tokens) for pending in state.pending if isinstance(pending, PendingPlaceToken))
        assert len(state.board.bag) + drawn + waiting == 36 - finished
    assert finished == 36


@pytest.mark.rule("P-5", "P-15", "STS-11.4", "STS-11.7")
@pytest.mark.parametrize("seed", range(6))
def test_final_scores(seed: int) -> None:
    """Never less than the points of the game, and more by what coal and cash are worth; a treasurer who is not fresh makes them worth more."""
    states = play(varied(seed), 100 + seed, eager)
    state = states[-1]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.terminations == ("countdown",)
    for there, score, key in zip(state.players, outcome.scores, outcome.keys, strict=True):
        rich = any(member is not None and member.card == "treasurer#1" and not member.fresh for member in there.crew)
        coal, cash = (1, 2) if rich else (2, 4)
        assert score - there.points == there.coal // coal + there.cash // cash
        assert key == (score, there.cash, there.coal)
    assert all(GAME.outcome(earlier) is None for earlier in states[:-1])
    best = max(outcome.keys)
    assert [rank == 1 for rank in outcome.ranking] == [key == best for key in outcome.keys]


@pytest.mark.rule("P-15", "STS-11.4")
def test_final_scores_with_a_treasurer() -> None:
    """The divisors of the card hold, for its owner alone."""
    state = play(GAME.config(2), 5)[-1]
    for fresh, coal, cash in ((False, 1, 2), (True, 2, 4)):
        plain = player(player(state, 0, cash=23, coal=7, points=10, crew=(None,) * 4), 1, cash=23, coal=7, points=10, crew=(None,) * 4)
        outcome = GAME.outcome(player(plain, 0, crew=(None, CrewMember("treasurer#1", fresh), None, None)))
        assert outcome is not None
        assert outcome.scores == (10 + 7 // coal + 23 // cash, 10 + 3 + 5)


# ---- who sees what -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-12", "STS-12.1", "STS-12.2", "STS-12.3")
@pytest.mark.parametrize("seed", range(4))
def test_views_agree_on_what_is_public(seed: int) -> None:
    """All seats and a spectator see the same, but for who looks and the own pair of routes."""
    for state in play(varied(seed), seed, STYLES[seed % 3], 60):
        views = [GAME.view(state, viewer) for viewer in (None, *range(state.config.players))]
        public = [attrs.evolve(view, player=None, routes=attrs.evolve(view.routes, dealt=())) for view in views]
        assert all(view == public[0] for view in public)
        for seat, view in enumerate(views[1:]):
            assert view.player == seat
            assert view.routes.dealt == state.routes.dealt[seat]
            assert view.routes.dealt_counts == tuple(len(pair) for pair in state.routes.dealt)
            assert view.to_act == GAME.current_player(state)


@pytest.mark.rule("P-12", "STS-12.1", "STS-12.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_hide_what_is_hidden(players: int) -> None:
    """Another pair for somebody else, or another choice of what was removed, is not seen; the own pair is."""
    state = GAME.initial_state(GAME.config(players), SeededChance(players))
    routes = state.routes
    pair, (first, second) = routes.dealt[1], routes.deck.pool.items[:2]
    deck = attrs.evolve(routes.deck, pool=routes.deck.pool.remove([first, second]).add(pair))
    other = piles(state, deck=deck, dealt=(routes.dealt[0], (first, second), *routes.dealt[2:]))
    assert laws(other) == set()
    for viewer in (None, *range(players)):
        assert (GAME.view(state, viewer) == GAME.view(other, viewer)) == (viewer != 1)
        text = str(GAME.dump(GAME.view(state, viewer)))
        hidden = {card for seat, cards in enumerate(routes.dealt) if seat != viewer for card in cards} | {*routes.deck.pool}
        assert not any(f"'{card}'" in text for card in hidden)
        unseen = [token for season in SEASONS for token in CONTENT.tokens[season] if token not in {there.id for there in state.board.tokens if there}]
        assert not any(f"'{token}'" in text for token in unseen)
        assert not any(f"'{card}'" in text for crew in state.crew for card in crew.deck.pool)


@pytest.mark.rule("P-12", "STS-12.2")
def test_dealt_routes_are_told_to_their_player_alone() -> None:
    """Of all events of a game only these are not the same to all."""
    chance = SeededChance(9)
    log: list[Any] = []
    state = GAME.initial_state(GAME.config(3), chance, log)
    while state.pending and state.clock.turn_number < 12:
        state = GAME.transition(state, eager(GAME.legal_actions(state), chance), chance, log)
    for event in log:
        for viewer in (None, 0, 1, 2):
            seen = GAME.view_event(event, viewer)
            if isinstance(event, ev.RoutesDealt) and event.seat != viewer:
                assert seen == ev.RoutesDealt(event.seat, None, 2)
            else:
                assert seen == event


@pytest.mark.rule("P-13", "P-1", "P-2", "P-3", "STS-12.7")
@pytest.mark.parametrize("seed", range(4))
def test_determinizations_look_the_same(seed: int) -> None:
    """To the player whose view it was, in every position; they break no law, and their actions are the same."""
    for number, state in enumerate(play(varied(seed), seed, STYLES[seed % 3], 100)):
        for viewer in (number % state.config.players, None):
            view = GAME.view(state, viewer)
            guess = GAME.determinize(view, SeededChance(number))
            assert GAME.view(guess, viewer) == view
            assert laws(guess) == set()
            assert GAME.current_player(guess) == GAME.current_player(state)
        actor = GAME.current_player(state)
        assert GAME.legal_at(GAME.view(state, actor)) == GAME.legal_actions(state)


@pytest.mark.rule("P-13", "STS-12.7")
def test_determinizations_differ_where_nobody_knows() -> None:
    """The pairs of the others are drawn anew, from all that the own view cannot place; the own pair stays."""
    state = GAME.initial_state(GAME.config(3, first_player=0), SeededChance(5))
    guesses = [GAME.determinize(GAME.view(state, 0), SeededChance(seed)) for seed in range(60)]
    assert {guess.routes.dealt[0] for guess in guesses} == {state.routes.dealt[0]}
    drawn = {card for guess in guesses for pair in guess.routes.dealt[1:] for card in pair}
    assert drawn == {*state.routes.deck.pool, *state.routes.dealt[1], *state.routes.dealt[2]}
    after = GAME.transition(state, KeepRoute(0), SeededChance(1))
    assert GAME.determinize(GAME.view(after, 1), SeededChance(2)).routes.dealt[0] == ()


# ---- the same again ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-14", "STS-2.15", "STS-12.6")
@pytest.mark.parametrize("seed", range(3))
def test_the_same_actions_give_the_same_game(seed: int) -> None:
    """With the same seed and options: equal states and events, with a log or without; the answers of chance alone do it too."""
    config = varied(seed)
    chance, again, taste = SeededChance(seed), SeededChance(seed), SeededChance(seed).spawn("taste")
    logs: tuple[list[Any], list[Any]] = ([], [])
    state = GAME.initial_state(config, chance, logs[0])
    assert GAME.initial_state(config, again, logs[1]) == state
    for _ in range(100):
        action = STYLES[seed](GAME.legal_actions(state), taste)
        step = GAME.apply(state, action, chance)
        logs[0].extend(step.events)
        assert GAME.transition(state, action, again, logs[1]) == step.state
        script = ScriptedChance(step.picks)
        assert GAME.transition(state, action, script) == step.state
        assert script.left == 0
        assert GAME.load_state(GAME.dump(step.state)) == step.state
        state = step.state
    assert logs[0] == logs[1]
    assert chance.position == again.position
    assert [GAME.load_event(GAME.dump(event)) for event in logs[0]] == logs[0]


DRAWS = (ev.TokenPlaced, ev.TokensDrawn, ev.RouteTaken, ev.RouteDisplayFilled, ev.CrewMarketFilled)


@pytest.mark.rule("STS-12.6")
@pytest.mark.parametrize("seed", range(3))
def test_nothing_else_is_left_to_chance(seed: int) -> None:
    """A step in which no card and no token is drawn asks for nothing, so it is the same whatever the luck."""
    chance = SeededChance(seed)
    state = GAME.initial_state(varied(seed), chance)
    for _ in range(120):
        step = GAME.apply(state, eager(GAME.legal_actions(state), chance), chance)
        if not any(isinstance(event, DRAWS) for event in step.events):
            assert step.picks == ()
        state = step.state


# ---- many games --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-9", "P-10", "P-11", "P-15")
def test_many_random_games_keep_the_laws() -> None:
    """300 games to their end, with the laws after every step, far below the bound of 10,000 actions for each player; every kind of action is met."""
    met: Counter[type] = Counter()
    for seed in range(1_000, 1_300):
        config = varied(seed)
        chance, taste = SeededChance(seed), SeededChance(seed).spawn("taste")
        state = GAME.initial_state(config, chance)
        count = 0
        while state.pending:
            assert [*GAME.invariant_faults(state)] == [], seed
            legal = GAME.legal_actions(state)
            assert len(legal) >= 2, seed
            action = STYLES[seed // 3 % 3](legal, taste)
            assert GAME.validate(state, action) is None, seed
            before = state
            state = GAME.transition(state, action, chance)
            assert all(now.points >= then.points for now, then in zip(state.players, before.players, strict=True)), seed
            met[type(action)] += 1
            count += 1
        assert [*GAME.invariant_faults(state)] == [], seed
        assert state.clock.turn_number == 12 * config.players
        assert count < 500 * config.players
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert all(score >= there.points for score, there in zip(outcome.scores, state.players, strict=True)), seed
    assert set(met) == set(GAME.action_types)
