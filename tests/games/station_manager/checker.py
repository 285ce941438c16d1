"""The invariants MGR-I1 to I15 (section 7.1 of the rules page) and the bounds of section 7.2, as something that watches a game being played.

Nothing here asks the library how it counts: hand changes, idle turns, drawing turns and reasons are worked out from the events.
"""

import json
from collections import Counter
from typing import Any

import attrs

from railrules import ActionCodec, Config, InvalidActionError, ScriptedChance, SeededChance, Step
from railrules.games.station_manager import (
    Action,
    ActPending,
    FulfilOrder,
    LayFreight,
    LayPending,
    Options,
    PilePending,
    RoundResult,
    State,
    StationManager,
)
from railrules.games.station_manager.events import (
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    OpenFreightTaken,
    OrderTaken,
    PileClaimed,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from railrules.serialize import digest
from tests.games.station_manager.given import DECK, NO_CHANCE

IDS = 116
SET_LIMIT = 40
"""Choices of cards are counted out (MGR-I10) where an order has at most so many full sets,"""
HAND_LIMIT = 16
"""and in larger hands at every eighth step only, since listing the sets takes longer than all the rest."""


@attrs.frozen
class Bounds:
    """The bounds of section 7.2 for one round; None where no idle limit is set."""

    draws: int
    fulfilments: int
    turns_begun: int | None
    actions: int | None
    row: int

    @classmethod
    def of(cls, players: int, options: Options) -> "Bounds":
        draws = (104 - 3 * players - 1 + 1) // 2
        fulfilments = min(34, players * ((options.laid_limit - 1) // 3) + 1)
        row = options.laid_limit - 1 + 6 + draws
        if not options.idle_rounds:
            return cls(draws, fulfilments, None, None, row)
        busy = draws + fulfilments
        turns = busy + (busy + 1) * options.idle_rounds * players
        return cls(draws, fulfilments, turns + 1, 2 * turns + 6 * fulfilments + 1, row)


@attrs.define
class _Turn:
    """What happened in the turn that is on."""

    player: int
    number: int
    hand: int
    discards: int
    change: int = 0
    drew: bool = False
    opened: bool = False
    size: int = 0
    endings: int = 0


@attrs.define
class _Round:
    """What happened in the round that is on."""

    drawing_turns: int = 0
    fulfilments: int = 0
    turns: int = 0
    actions: int = 0
    idle: int = 0
    draw_pile: int = 0
    discards: int = 1


@attrs.define
class Watch:
    """Checks every position and every step of one game; `check` runs all of it."""

    game: StationManager
    config: Config[Options]
    thorough: bool = True
    codec: ActionCodec[Action] = attrs.field(init=False)
    bounds: Bounds = attrs.field(init=False)
    hands: list[int] = attrs.field(init=False, factory=list)
    round: _Round = attrs.field(init=False, factory=_Round)
    turn: _Turn | None = attrs.field(init=False, default=None)
    results: list[RoundResult] = attrs.field(init=False, factory=list)
    seen: Counter[str] = attrs.field(init=False, factory=Counter)
    _steps: int = attrs.field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.codec = self.game.codec(self.config)
        self.bounds = Bounds.of(self.config.players, self.config.options)

    # ---- what a runner calls -----------------------------------------------------------------------------------------------------------

    def begin(self, state: State, events: tuple[Any, ...]) -> None:
        """The first position and the events that led to it."""
        self._events(events)
        self.position(state)

    def step(self, before: State, action: Action, step: Step[State]) -> None:
        """One chosen action, with the automatic steps after it."""
        self._steps += 1
        self.round.actions += 1
        rounds = len(self.results)
        self.check_pure(before, action, step)
        self.check_piles(before, step.state)
        self._events(step.events)
        if len(self.results) > rounds and self.game.outcome(step.state) is None:
            self.round.actions = 0
        self.check_private(before, action, step)
        if self.thorough or self._steps % 4 == 0:
            self.position(step.state)

    # ---- I1, I2, I3, I8, I9, I10, I11 (JSON), I12, I14: a position -----------------------------------------------------------------------

    def position(self, state: State) -> None:
        self.check_cards(state)
        self.check_hands(state)
        self.check_holders(state)
        self.check_idle(state)
        self.check_legal(state)
        self.check_choices(state)
        self.check_json(state)
        self.check_views(state)
        self.check_points(state)

    def check_cards(self, state: State) -> None:
        """I1, I5."""
        found = [*state.draw_pile, *state.discard_pile]
        for place in state.places:
            found += [*place.hand, *place.row]
        assert tuple(sorted(found)) == DECK, "I1"
        size = len(state.draw_pile)
        if self.config.players == 3:
            assert size % 2 == 0, "I5"
        else:
            assert size % 2 == 1 or size == 0, "I5"

    def check_hands(self, state: State) -> None:
        """I2."""
        for place in state.places:
            assert list(place.hand) == sorted(place.hand), "I2"
            assert list(place.known) == sorted(place.known), "I2"
            assert not Counter(place.known) - Counter(place.hand), "I2"
        if isinstance(state.pending, LayPending):
            hand = state.places[state.pending.player].hand
            assert list(state.pending.staged) == sorted(state.pending.staged), "I2"
            assert not Counter(state.pending.staged) - Counter(hand), "I2"

    def check_holders(self, state: State) -> None:
        """I3."""
        assert len(state.holders) == 8, "I3"
        assert all(holder is None or 0 <= holder < self.config.players for holder in state.holders), "I3"
        if state.pending is None:
            return
        for player, place in enumerate(state.places):
            assert len(self._colours(state, player)) < self.config.options.colour_limit, "I3"
            reached = isinstance(state.pending, PilePending) and state.pending.player == player
            assert len(place.row) < self.config.options.laid_limit or reached, "I3"

    def _colours(self, state: State, player: int) -> set[str]:
        return {order.colour for order, holder in zip(self.game.content.orders.item, state.holders, strict=True) if holder == player}

    def check_idle(self, state: State) -> None:
        """I8, and that the count is the number of idle turns in a row (MGR-10.1, 10.3)."""
        limit = self.config.options.idle_rounds * self.config.players
        if limit:
            assert state.clock.idle_turns <= limit, "I8"
        if self.turn is not None and state.pending is not None:
            assert state.clock.idle_turns == self.round.idle, "MGR-10.1"

    def check_legal(self, state: State) -> None:
        """I9, MGR-10.7."""
        legal = self.game.legal_actions(state)
        over = self.game.outcome(state) is not None
        assert bool(legal) != over, "I9"
        assert over == (state.pending is None), "I9"
        assert len(legal) <= 60, "I9"
        ids = [self.codec.encode(state, action) for action in legal]
        assert ids == sorted(set(ids)), "I9"
        assert [self.codec.decode(state, action_id) for action_id in ids] == list(legal), "I9"
        listed = set(ids)
        for action_id in range(IDS):
            rejection = self.game.validate(state, self.codec.decode(state, action_id))
            assert (rejection is None) == (action_id in listed), "I9"
        assert self.codec.mask(state) == bytes(action_id in listed for action_id in range(IDS)), "I9"
        try:
            self.codec.decode(state, IDS)
        except InvalidActionError:
            return
        raise AssertionError("I9")

    def check_choices(self, state: State) -> None:
        """I10: walks through every choice of cards for every order that has not too many sets."""
        if not isinstance(state.pending, ActPending):
            return
        hand = state.places[state.pending.player].hand
        if len(hand) > HAND_LIMIT and self._steps % 8:
            return
        for order in self.game.content.orders.item:
            if order.id in ("green-b", "blue-b") and self._steps % 4:
                continue  # the same pattern as its copy
            action = FulfilOrder(order.id)
            sets = self.game.complete_sets(hand, order.id, self.config.options)
            rejection = self.game.validate(state, action)
            if rejection is not None:
                assert not sets or rejection.code == "own-order", "I10"
                continue
            assert sets, "I10"
            if len(sets) > SET_LIMIT:
                continue
            log: list[Any] = []
            named = self.game.transition(state, action, SeededChance(1), log)
            laid = self._lines(named, log)
            assert laid == list(sets), "I10"
            self.seen["counted out"] += 1

    def _lines(self, state: State, log: list[Any]) -> list[tuple[int, ...]]:
        """The sets that the sequences of LayFreight from here on lay, automatic ones included, in the order of the legal lists."""
        for index, event in enumerate(log):
            if isinstance(event, FreightLaid):
                staged = tuple(event.card for event in log[:index] if isinstance(event, FreightStaged))
                assert staged == event.cards, "I10"
                return [event.cards]
        assert isinstance(state.pending, LayPending), "I10"
        found = []
        for action in self.game.legal_actions(state):
            further = list(log)
            after = self.game.transition(state, action, SeededChance(1), further)
            found += self._lines(after, further)
        return found

    def check_json(self, state: State) -> None:
        """I11, the part about JSON."""
        text = json.dumps(self.game.dump(state))
        again = self.game.load_state(json.loads(text))
        assert again == state, "I11"
        assert json.dumps(self.game.dump(again)) == text, "I11"

    def check_views(self, state: State) -> None:
        """I12, MGR-D2, D7."""
        for viewer in (*range(self.config.players), None):
            view = self.game.view(state, viewer)
            hidden = sum(size - len(known) for player, (size, known) in enumerate(zip(view.hand_sizes, view.known, strict=True)) if player != viewer)
            assert sum(view.unseen) == view.draw_pile_size + hidden, "D2"
            assert min(view.unseen) >= 0, "D2"
            # The guess differs from the truth in nothing but cards hidden from the viewer.
            guess = self.game.determinize(view, SeededChance(self._steps))
            assert self.game.view(guess, viewer) == view, "I12"
            if viewer is not None and viewer == self.game.current_player(state):
                assert self.game.legal_actions(guess) == self.game.legal_actions(state), "I12"

    def check_points(self, state: State) -> None:
        """I14."""
        assert sum(len(place.row) for place in state.places) <= 104, "I14"
        bonuses = [0] * self.config.players
        for order, holder in zip(self.game.content.orders.item, state.holders, strict=True):
            if holder is not None:
                bonuses[holder] += order.bonus
        assert sum(bonuses) <= 36, "I14"
        for player, place in enumerate(state.places):
            assert self.game.standing(state, player) == len(place.row) + bonuses[player] >= 0, "I14"
        standings = state.standings
        assert min((*standings.scores, *standings.order_totals)) >= 0, "I14"
        assert standings.scores == tuple(sum(result.points[player] for result in self.results) for player in range(self.config.players)), "I14"

    # ---- I4, I11, I13: a step ------------------------------------------------------------------------------------------------------------

    def check_pure(self, before: State, action: Action, step: Step[State]) -> None:
        """I11: the same action with the same answers of chance gives the same, without a log too, and the old state stays."""
        if not self.thorough:
            return
        mark = digest(before)
        log: list[Any] = []
        chance = ScriptedChance(step.picks)
        assert self.game.transition(before, action, chance, log) == step.state, "I11"
        assert chance.left == 0, "I11"
        assert tuple(log) == step.events, "I11"
        assert self.game.transition(before, action, ScriptedChance(step.picks)) == step.state, "I11"
        assert digest(before) == mark, "I11"

    def check_piles(self, before: State, after: State) -> None:
        """I4."""
        if before.clock.round_index != after.clock.round_index:
            return
        assert len(after.draw_pile) <= len(before.draw_pile), "I4"
        assert not Counter(after.draw_pile) - Counter(before.draw_pile), "I4"
        for old, new in zip(before.places, after.places, strict=True):
            assert new.row[: len(old.row)] == old.row, "I4"

    def check_private(self, before: State, action: Action, step: Step[State]) -> None:
        """I13."""
        if not isinstance(action, (FulfilOrder, LayFreight)) or not isinstance(step.state.pending, LayPending):
            return
        assert not step.picks, "I13"
        for viewer in (*range(self.config.players), None):
            if viewer != step.state.pending.player:
                assert self.game.view(before, viewer) == self.game.view(step.state, viewer), "I13"
                assert all(self.game.view_event(event, viewer) is None for event in step.events), "I13"
        self.seen["private"] += 1

    # ---- I6, I7, I15, bounds: the events ---------------------------------------------------------------------------------------------------

    def _events(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self._event(event)

    def _event(self, event: Any) -> None:
        players = self.config.players
        on = self.round
        turn = self.turn
        match event:
            case RoundStarted():
                self.round = _Round(draw_pile=104 - 3 * players - 1)
                self.hands = [3] * players
                self.turn = None
            case TurnStarted(player, number):
                self._turn_ends()
                on.turns += 1
                assert number == on.turns, "MGR-3.2"
                self.turn = _Turn(player, number, self.hands[player], on.discards)
            case FreightDrawn(player, count, _, draw_pile_size, _):
                assert turn is not None
                assert (turn.player, turn.drew, turn.opened) == (player, False, False)
                turn.drew = True
                on.drawing_turns += 1
                on.draw_pile -= count
                on.idle = 0
                assert count == 2 or (count == 1 and draw_pile_size == 0), "MGR-3.6"
                assert draw_pile_size == on.draw_pile, "MGR-3.10"
                self._hand(player, count)
            case OpenFreightTaken(player, _, discard_pile_size):
                assert turn is not None
                turn.opened = True
                on.discards -= 1
                assert discard_pile_size == on.discards
                self._hand(player, 1)
            case FreightDiscarded(player, _, discard_pile_size, forced):
                assert turn is not None
                assert forced == (self.hands[player] == 1), "MGR-4.8"
                turn.endings += 1
                on.discards += 1
                assert discard_pile_size == on.discards
                assert on.discards <= 1 + on.drawing_turns, "I6"
                on.idle = on.idle + 1 if turn.opened else 0
                self._hand(player, -1)
            case FreightLaid(player, order, laid, _):
                assert turn is not None
                turn.size = len(laid)
                turn.endings += 1
                assert turn.size == self.game.content.orders.item[self.game.content.order_index[order]].size, "MGR-5.3"
                self._hand(player, -len(laid))
            case PileClaimed():
                on.discards = 0
            case OrderTaken():
                on.fulfilments += 1
                on.idle = 0
            case RoundEnded(_, player, _, _):
                exhausted = "draw-pile-exhausted" in event.reasons
                if not exhausted:
                    self._turn_ends()
                self._ends(event)
            case RoundScored(result, _, _):
                self.check_result(result)
                self.results.append(result)
            case _:
                pass

    def _hand(self, player: int, change: int) -> None:
        assert self.turn is not None
        assert self.turn.player == player
        self.turn.change += change
        self.hands[player] += change
        assert self.hands[player] >= 0

    def _turn_ends(self) -> None:
        """I7, and the part of I4 about the discard pile."""
        turn = self.turn
        if turn is None:
            return
        assert turn.drew != turn.opened, "MGR-3.1"
        assert turn.endings == 1, "MGR-3.1"
        assert turn.change in ((2 - turn.size, 1 - turn.size) if turn.size else (1, 0)), "I7"
        assert self.round.discards - turn.discards <= 1, "I4"
        self.turn = None

    def _ends(self, event: RoundEnded) -> None:
        """The bounds of section 7.2, and the part of I15 about the draw pile."""
        on, bounds = self.round, self.bounds
        assert on.drawing_turns <= bounds.draws
        assert on.fulfilments <= bounds.fulfilments
        assert bounds.turns_begun is None or on.turns <= bounds.turns_begun
        assert bounds.actions is None or on.actions <= bounds.actions
        assert event.turn_number == on.turns, "MGR-7.10"
        assert event.reasons, "I15"
        for reason in event.reasons:
            self.seen[reason] += 1
        if "draw-pile-exhausted" in event.reasons:
            assert event.reasons == ("draw-pile-exhausted",), "I15"
            assert on.draw_pile == 0, "I15"

    def check_result(self, result: RoundResult) -> None:
        """I14 and I15 of a round that has ended."""
        options = self.config.options
        orders = {order.id: order for order in self.game.content.orders.item}
        named = [order for held in result.orders for order in held]
        assert len(named) == len(set(named)), "I3"
        for player in range(self.config.players):
            assert result.bonus[player] == sum(orders[order].bonus for order in result.orders[player]), "I14"
            assert result.points[player] == result.laid[player] + result.bonus[player] >= 0, "I14"
            assert result.laid[player] <= self.bounds.row
        assert sum(result.laid) <= 104, "I14"
        assert sum(result.bonus) <= 36, "I14"
        if options.colour_limit == 3:
            assert max(result.bonus) <= 24
        colours = {orders[order].colour for order in result.orders[result.end_player]}
        true_of_the_end = ("colour-limit",) * (len(colours) >= options.colour_limit)
        true_of_the_end += ("laid-limit",) * (result.laid[result.end_player] >= options.laid_limit)
        if result.reasons != ("draw-pile-exhausted",):
            assert result.reasons == true_of_the_end != (), "I15"
        else:
            assert true_of_the_end == (), "I15"


def play_out(game: StationManager, config: Config[Options], seed: int, weights: dict[type, float], *, thorough: bool = True) -> Watch:
    """A whole game of random actions under watch; `weights` say how likely each kind of action is chosen, 1 by default."""
    watch = Watch(game, config, thorough)
    dealer, taste = SeededChance(seed), SeededChance(seed).spawn("actions")
    log: list[Any] = []
    state = game.initial_state(config, dealer, log)
    watch.begin(state, tuple(log))
    first = digest(state)
    start = state
    while game.outcome(state) is None:
        legal = game.legal_actions(state)
        action = _choose(legal, weights, taste)
        step = game.apply(state, action, dealer)
        watch.step(state, action, step)
        state = step.state
    assert digest(start) == first, "I11"
    assert len(watch.results) == config.options.rounds
    assert game.validate(state, game.codec(config).decode(state, 0)) is not None
    assert game.book.advance(state, NO_CHANCE, None) == state
    return watch


def _choose(legal: tuple[Action, ...], weights: dict[type, float], taste: SeededChance) -> Action:
    shares = [round(1000 * weights.get(type(action), 1.0)) for action in legal]
    point = taste.pick(max(1, sum(shares)))
    for action, share in zip(legal, shares, strict=True):
        point -= share
        if point < 0:
            return action
    return legal[-1]
