"""The six kinds of action of a turn: intake, then a discard or an order (MGR-3.1)."""

from collections.abc import Iterable, Iterator

from railrules import ActionRule, Chance, Rejection
from railrules.games.station_manager.actions import (
    CARD_TYPES,
    CLAIMS,
    DISCARDS,
    DRAW,
    LAYS,
    TAKE_OPEN,
    ClaimPile,
    DiscardFreight,
    DrawFreight,
    FulfilOrder,
    LayFreight,
    TakeOpenFreight,
)
from railrules.games.station_manager.content import Content, Order
from railrules.games.station_manager.events import (
    ForcedDraw,
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    OpenFreightTaken,
    OrderNamed,
    PileClaimed,
    PileLeft,
)
from railrules.games.station_manager.rules.flow import (
    DRAW_PILE_EXHAUSTED,
    Flow,
    Log,
    known_without,
    open_available,
    replaced,
    without,
)
from railrules.games.station_manager.rules.patterns import Matcher, next_cards
from railrules.games.station_manager.state import ActPending, Clock, LayPending, PilePending, Place, State

DRAW_COUNT = 2

_discard_of = DISCARDS.__getitem__
_DRAWS, _TAKES = (DRAW,), (TAKE_OPEN,)
# A pending decision knows little, so each one exists once: by player, and for ActPending by the open card taken (None: last place).
_ACTS = tuple(tuple(ActPending(player, taken) for taken in (*range(CARD_TYPES), None)) for player in range(4))


def unknown_card(card: int) -> Rejection:
    """MGR-1.3: a number that is no card type."""
    return Rejection.of("unknown-card", "MGR-1.3", "there is no card {card}; expected 0..51", card=card)


class DrawFreightRule(ActionRule[State, DrawFreight]):
    """MGR-3.5, 3.6: take two cards from the draw pile, or its last one. MGR-7.7: from an empty pile it ends the round."""

    action = DrawFreight

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> tuple[DrawFreight, ...]:
        return _DRAWS

    def legal(self, state: State) -> tuple[DrawFreight, ...]:
        return _DRAWS

    def reject(self, state: State, action: DrawFreight) -> Rejection | None:
        return None

    def transition(self, state: State, action: DrawFreight, chance: Chance, log: Log) -> State:
        pile = state.draw_pile
        if not pile.items:
            return self._flow.end_round(state, (DRAW_PILE_EXHAUSTED,), chance, log)
        drawn, left = chance.draw(pile, min(DRAW_COUNT, len(pile.items)))
        clock = state.clock
        player = clock.turn_player
        place = state.places[player]
        if log is not None:
            log.append(FreightDrawn(player, len(drawn), drawn, len(left), _forced(state)))
        if clock.idle_turns:  # MGR-10.3
            clock = Clock(clock.round_index, clock.start_player, clock.turn_number, player, 0)
        return State(
            state.config,
            clock,
            left,
            state.discard_pile,
            replaced(state.places, player, Place(tuple(sorted(place.hand + drawn)), place.known, place.row)),
            state.holders,
            _ACTS[player][-1],
            state.standings,
        )


def _forced(state: State) -> ForcedDraw | None:
    """Why the open card is not available, if so; the first reason that applies."""
    if not state.discard_pile:
        return "discard-pile-empty"
    available = open_available(state.config, state.clock.idle_turns, state.discard_pile)
    return None if available else "idle-limit-reached"


class TakeOpenFreightRule(ActionRule[State, TakeOpenFreight]):
    """MGR-3.7, 3.8, 9.3: take the last card of the discard pile, seen by all."""

    action = TakeOpenFreight

    def candidates(self, state: State) -> tuple[TakeOpenFreight, ...]:
        return _TAKES

    def legal(self, state: State) -> tuple[TakeOpenFreight, ...]:
        return _TAKES if open_available(state.config, state.clock.idle_turns, state.discard_pile) else ()

    def reject(self, state: State, action: TakeOpenFreight) -> Rejection | None:
        if open_available(state.config, state.clock.idle_turns, state.discard_pile):
            return None
        return Rejection("wrong-step", "MGR-3.3", "the open card is not available")

    def transition(self, state: State, action: TakeOpenFreight, chance: Chance, log: Log) -> State:
        player = state.clock.turn_player
        place = state.places[player]
        pile = state.discard_pile[:-1]
        card = state.discard_pile[-1]
        if log is not None:
            log.append(OpenFreightTaken(player, card, len(pile)))
        hand, known = tuple(sorted((*place.hand, card))), tuple(sorted((*place.known, card)))
        return State(
            state.config,
            state.clock,
            state.draw_pile,
            pile,
            replaced(state.places, player, Place(hand, known, place.row)),
            state.holders,
            _ACTS[player][card],
            state.standings,
        )


class DiscardFreightRule(ActionRule[State, DiscardFreight]):
    """MGR-4.1 to 4.8: end the turn by putting one hand card on the discard pile."""

    action = DiscardFreight

    def __init__(self, content: Content, flow: Flow) -> None:
        self._codes = content.codes
        self._flow = flow

    def candidates(self, state: State) -> Iterable[DiscardFreight]:
        return [DISCARDS[card] for card in dict.fromkeys(state.places[state.clock.turn_player].hand)]

    def reject(self, state: State, action: DiscardFreight) -> Rejection | None:
        card = action.card
        if not 0 <= card < CARD_TYPES:
            return unknown_card(card)
        if card not in state.places[state.clock.turn_player].hand:
            return Rejection.of("card-not-in-hand", "MGR-4.1", "{card} is not in the hand", card=self._codes[card])
        if self._is_barred(state, card):
            text = "{card} was just taken and may not be discarded at once"
            return Rejection.of("just-taken-card", "MGR-4.6", text, card=self._codes[card])
        return None

    def _is_barred(self, state: State, card: int) -> bool:
        """MGR-4.6, with the exemptions of 4.7: a twin was held already, or the hand is this single card."""
        if state.config.options.discard_taken_card:
            return False
        hand = state.places[state.clock.turn_player].hand
        pending = state.pending
        assert isinstance(pending, ActPending)  # as below
        return card == pending.taken and hand.count(card) == 1 and len(hand) > 1

    def legal(self, state: State) -> tuple[DiscardFreight, ...]:
        if state.config.options.discard_taken_card:
            return tuple(map(_discard_of, dict.fromkeys(state.places[state.clock.turn_player].hand)))
        return super().legal(state)

    def transition(self, state: State, action: DiscardFreight, chance: Chance, log: Log) -> State:
        card = action.card
        clock = state.clock
        player = clock.turn_player
        place = state.places[player]
        pile = (*state.discard_pile, card)
        if log is not None:
            log.append(FreightDiscarded(player, card, len(pile), len(place.hand) == 1))
        known = known_without(place.known, (card,)) if place.known else ()
        place = Place(without(place.hand, card), known, place.row)
        pending = state.pending
        assert isinstance(pending, ActPending)  # the book opens DiscardFreight at no other decision
        idle = pending.taken is not None  # MGR-10.1
        return self._flow.next_turn(
            state,
            clock.idle_turns + idle,
            pile,
            replaced(state.places, player, place),
            state.holders,
            chance,
            log,
        )


class FulfilOrderRule(ActionRule[State, FulfilOrder]):
    """MGR-6.1, 6.2, 6.9, 6.11: name the Order Card to fulfil, wherever it lies. Private until the set is full (MGR-6.5)."""

    action = FulfilOrder

    def __init__(self, content: Content) -> None:
        self._content = content
        self._matcher = Matcher(content.orders.item)

    def candidates(self, state: State) -> tuple[FulfilOrder, ...]:
        hand = state.places[state.clock.turn_player].hand
        return self._matcher.orders(hand, four_alike=state.config.options.green_four_alike)

    def reject(self, state: State, action: FulfilOrder) -> Rejection | None:
        index = self._content.order_index.get(action.order)
        if index is None:
            known = ", ".join(self._content.order_index)
            text = "there is no Order Card {order}; expected one of: {known}"
            return Rejection.of("unknown-order", "MGR-1.4", text, order=action.order, known=known)
        player = state.clock.turn_player
        if state.holders[index] == player and not state.config.options.own_refulfil:
            text = "the Order Card {order} is held already"
            return Rejection.of("own-order", "MGR-6.9", text, order=action.order)
        if action not in self.candidates(state):
            text = "no cards of the hand fulfil {order}"
            return Rejection.of("order-not-matched", "MGR-5.1", text, order=action.order)
        return None

    def legal(self, state: State) -> tuple[FulfilOrder, ...]:
        found = self.candidates(state)
        if state.config.options.own_refulfil:
            return found
        index, holders, player = self._content.order_index, state.holders, state.clock.turn_player
        return tuple([action for action in found if holders[index[action.order]] != player])  # MGR-6.9

    def transition(self, state: State, action: FulfilOrder, chance: Chance, log: Log) -> State:
        player = state.clock.turn_player
        if log is not None:
            log.append(OrderNamed(player, action.order))
        pending = state.pending
        assert isinstance(pending, ActPending)  # the book opens FulfilOrder at no other decision
        return with_pending(state, LayPending(player, action.order, (), pending.taken))


def with_pending(state: State, pending: LayPending) -> State:
    """Return `state` at another decision of the same turn."""
    return State(
        state.config,
        state.clock,
        state.draw_pile,
        state.discard_pile,
        state.places,
        state.holders,
        pending,
        state.standings,
    )


class LayFreightRule(ActionRule[State, LayFreight]):
    """MGR-6.3, 6.4, 6.6: choose the next card of the set, in ascending order; the last one lays the set."""

    action = LayFreight

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def _order(self, pending: LayPending) -> Order:
        return self._content.orders.item[self._content.order_index[pending.order]]

    def _next(self, state: State, pending: LayPending) -> tuple[int, ...]:
        hand = state.places[pending.player].hand
        four_alike = state.config.options.green_four_alike
        return next_cards(self._order(pending), pending.staged, hand, four_alike=four_alike)

    def candidates(self, state: State) -> list[LayFreight]:
        return [LAYS[card] for card in self._next(state, _laying(state))]

    def iter_legal(self, state: State) -> Iterator[LayFreight]:
        return iter(self.candidates(state))  # they are exact

    def reject(self, state: State, action: LayFreight) -> Rejection | None:
        return self.check(state, _laying(state), action)

    def check(self, state: State, pending: LayPending, action: LayFreight) -> Rejection | None:
        """As `reject`, as if `pending` were the decision: for who plans a whole set before laying its first card."""
        card = action.card
        if not 0 <= card < CARD_TYPES:
            return unknown_card(card)
        code = self._content.codes[card]
        if state.places[pending.player].hand.count(card) <= pending.staged.count(card):
            text = "no {card} is left in the hand"
            return Rejection.of("card-not-in-hand", "MGR-5.9", text, card=code)
        if pending.staged and card < pending.staged[-1]:
            text = "{card} comes before {last}; cards are chosen in ascending order"
            last = self._content.codes[pending.staged[-1]]
            return Rejection.of("card-out-of-order", "MGR-6.3", text, card=code, last=last)
        if card not in self._next(state, pending):
            text = "no full set for {order} begins with the cards chosen and {card}"
            return Rejection.of("card-breaks-order", "MGR-6.4", text, order=pending.order, card=code)
        return None

    def transition(self, state: State, action: LayFreight, chance: Chance, log: Log) -> State:
        pending = _laying(state)
        player, order_id = pending.player, pending.order
        if log is not None:
            # The engine takes a single choice by itself, so whoever chose had two.
            log.append(FreightStaged(player, action.card, len(self._next(state, pending)) == 1))
        staged = (*pending.staged, action.card)
        if len(staged) < self._order(pending).size:
            return with_pending(state, LayPending(player, order_id, staged, pending.taken))
        place = state.places[player]
        hand = place.hand
        for card in staged:
            hand = without(hand, card)
        row = place.row + staged
        if log is not None:
            log.append(FreightLaid(player, order_id, staged, len(row)))
        laid = State(
            state.config,
            state.clock,
            state.draw_pile,
            state.discard_pile,
            replaced(state.places, player, Place(hand, known_without(place.known, staged), row)),
            state.holders,
            PilePending(player, order_id),
            state.standings,
        )
        if laid.discard_pile:
            return laid
        return self._flow.take_order(laid, player, order_id, chance, log)  # MGR-6.8: no claim step on an empty pile


def _laying(state: State) -> LayPending:
    pending = state.pending
    assert isinstance(pending, LayPending)  # the book opens LayFreight at no other decision
    return pending


class ClaimPileRule(ActionRule[State, ClaimPile]):
    """MGR-6.7, 6.8, 6.12: add the whole discard pile to the row or leave it; then the Order Card is taken."""

    action = ClaimPile

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[ClaimPile]:
        return CLAIMS

    def reject(self, state: State, action: ClaimPile) -> Rejection | None:
        if action.claim or state.config.options.pile_claim == "optional":
            return None
        return Rejection("wrong-step", "MGR-6.8", "the discard pile is always claimed")

    def transition(self, state: State, action: ClaimPile, chance: Chance, log: Log) -> State:
        pending = state.pending
        assert isinstance(pending, PilePending)  # the book opens ClaimPile at no other decision
        player, pile = pending.player, state.discard_pile
        if action.claim:
            place = state.places[player]
            row = place.row + pile
            if log is not None:
                log.append(PileClaimed(player, pile, len(row)))
            state = State(
                state.config,
                state.clock,
                state.draw_pile,
                (),
                replaced(state.places, player, Place(place.hand, place.known, row)),
                state.holders,
                pending,
                state.standings,
            )
        elif log is not None:
            log.append(PileLeft(player, len(pile)))
        return self._flow.take_order(state, player, pending.order, chance, log)
