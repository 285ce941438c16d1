"""`StationManager`: the rules of Station Manager as a `railrules.Game`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from railrules import ActionCodec, Chance, Config, Game, GameInfo, Limits, Observer, Outcome, Playouts, Rejection, options_of
from railrules.games.station_manager import invariants, numbers
from railrules.games.station_manager.actions import (
    CARD_TYPES,
    Action,
    ClaimPile,
    DiscardFreight,
    DrawFreight,
    FulfilOrder,
    LayFreight,
    TakeOpenFreight,
)
from railrules.games.station_manager.content import Content, read, shipped_content
from railrules.games.station_manager.events import (
    Event,
    FreightDealt,
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    GameEnded,
    GameStarted,
    OpenFreightTaken,
    OpenFreightTurned,
    OrderNamed,
    OrderTaken,
    PileClaimed,
    PileLeft,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from railrules.games.station_manager.options import DEFAULTS, Options
from railrules.games.station_manager.rules.book import Book
from railrules.games.station_manager.rules.flow import (
    COLOUR_LIMIT,
    DRAW_PILE_EXHAUSTED,
    LAID_LIMIT,
    OPENING_HAND,
    outcome_of,
)
from railrules.games.station_manager.rules.patterns import complete_sets, next_cards
from railrules.games.station_manager.state import LayPending, State
from railrules.games.station_manager.text import Text
from railrules.games.station_manager.view import View, determinize, view_event, view_of


class StationManager(Game[State, Action, View]):
    """Station Manager by Michael Schacht, for 2 to 4 players: collect freight, fulfil orders, and snatch them from each other."""

    info = GameInfo(
        id="station-manager",
        title="Station Manager",
        rules_version=1,
        package="railrules",
        min_players=2,
        max_players=4,
        default_players=3,
        designer="Michael Schacht",
        year=None,
        information="imperfect",
        chance="play",
        undo="information",
        terminations=(COLOUR_LIMIT, LAID_LIMIT, DRAW_PILE_EXHAUSTED),
        options=options_of(Options),
    )
    state_type = State
    view_type = View
    options_type = Options
    action_types = (DrawFreight, TakeOpenFreight, DiscardFreight, FulfilOrder, LayFreight, ClaimPile)
    event_types = (
        GameStarted,
        RoundStarted,
        FreightDealt,
        OpenFreightTurned,
        TurnStarted,
        FreightDrawn,
        OpenFreightTaken,
        FreightDiscarded,
        OrderNamed,
        FreightStaged,
        FreightLaid,
        PileClaimed,
        PileLeft,
        OrderTaken,
        RoundEnded,
        RoundScored,
        GameEnded,
    )
    playouts = Playouts(depth=10, count=5)  # a hand is worth what is drawn to it: `evaluate` sees only what it is
    content: Content

    def __init__(self, content: Content | None = None) -> None:
        """Build the rules with `content`, by default the content that comes with the game."""
        used = shipped_content() if content is None else content
        self.rules = Book(used)
        super().__init__(self.rules, used)
        self.text = Text(used)

    # ---- the contract ------------------------------------------------------------------------------------------------------------------

    def limits(self, config: Config[Any]) -> Limits:
        """See `Game.limits`: bounds counted from draw pile, orders and idle turns, None without an idle limit (MGR-10.8)."""
        options = config.options
        if not options.idle_rounds:
            return Limits(None, CARD_TYPES)
        pile = self.content.freight.total - OPENING_HAND * config.players - 1
        fulfilments = min(34, config.players * ((options.laid_limit - 1) // 3) + 1)
        drawing_turns = (pile + 1) // 2
        busy = drawing_turns + fulfilments
        turns = busy + (busy + 1) * options.idle_rounds * config.players
        return Limits((2 * turns + 6 * fulfilments + 1) * options.rounds, CARD_TYPES)

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        """See `Game.initial_state`: MGR-2.1 to 2.11."""
        return self.book.advance(self.rules.flow.start_game(config, chance, log), chance, log)

    def current_player(self, state: State) -> int | None:
        """See `Game.current_player`."""
        return None if state.pending is None else state.pending.player

    def outcome(self, state: State) -> Outcome | None:
        """See `Game.outcome`: MGR-8.6, 8.7."""
        return outcome_of(state.standings) if state.pending is None else None

    def view(self, state: State, player: int | None) -> View:
        """See `Game.view`."""
        return view_of(state, player)

    def view_event(self, event: Event, player: int | None) -> Any:
        """See `Game.view_event`."""
        return view_event(event, player)

    def unseen(self, view: View) -> tuple[int, ...]:
        """Return for each card type how many copies `view` cannot place (MGR-D2)."""
        return view.unseen

    def determinize(self, view: View, chance: Chance) -> State:
        """See `Game.determinize`: uniform over all deals that fit (MGR-D8)."""
        return determinize(view, chance)

    def invariant_faults(self, state: State) -> Iterable[str]:
        """See `Game.invariant_faults`: MGR-I1 to I3, I5 and I8."""
        return invariants.faults(self.content, state)

    def codec(self, config: Config[Any]) -> ActionCodec[Action]:
        """Return the 116 ids: draw, open, 52 discards, 8 orders, 52 cards to lay, leave, claim."""
        cards = range(CARD_TYPES)
        rows = [
            (DrawFreight,),
            (TakeOpenFreight,),
            (DiscardFreight, cards),
            (FulfilOrder, tuple(self.content.order_index)),
            (LayFreight, cards),
            (ClaimPile, (False, True)),
        ]
        return ActionCodec.table(rows, self.legal_at)

    def observer(self, config: Config[Any]) -> Observer[View]:
        """See `Game.observer`."""
        return numbers.observer(self.content)

    def evaluate(self, view: View) -> float:
        """See `Game.evaluate`: about how many points ahead."""
        return numbers.evaluate(self.content, view)

    def action_to_str(self, view: View, action: Action) -> str:
        """Return ``draw``, ``open``, ``discard CLw``, ``fulfil blue-a``, ``lay CLw``, ``claim`` or ``leave``."""
        return self.text.action_to_str(action)

    def parse_action(self, view: View, text: str) -> Action:
        """Return the action of a notation in any case; raises `InvalidActionError`."""
        return self.text.parse_action(text)

    def event_to_str(self, view: View, event: Event, names: Sequence[str] | None = None) -> str:
        """See `Game.event_to_str`: what the table would say."""
        return self.text.event_to_str(event, self.text.people(view, names))

    def describe(self, view: View, names: Sequence[str] | None = None) -> str:
        """See `Game.describe`."""
        return self.text.describe(view, names)

    def summary(self, view: View) -> str:
        """Return hands, rows, Order Cards held and the discard pile in one line."""
        return self.text.summary(view)

    def read_content(self, path: Path) -> Content:
        """See `Game.read_content`: MGR-C1 to C10."""
        return read(path)

    # ---- helpers for front-ends --------------------------------------------------------------------------------------------------------

    def complete_sets(self, hand: Sequence[int], order: str, options: Options = DEFAULTS) -> tuple[tuple[int, ...], ...]:
        """Return all full sets of `order` within `hand`, each an ascending tuple, ascending. Raises `KeyError` for an unknown order."""
        card = self.content.orders.item[self.content.order_index[order]]
        return complete_sets(card, tuple(sorted(hand)), four_alike=options.green_four_alike)

    def intents_for_set(self, state: State, order: str, cards: Sequence[int]) -> tuple[Action, ...] | Rejection:
        """Return the shortest list of actions that lays exactly `cards` for `order`, or the rejection that applies.

        For front-ends that collect clicks in any order. Cards that the engine will choose by itself are not in the list. `state` is before
        the order is named, or after it with nothing staged that is not in `cards`.
        """
        if state.pending is None:
            return self.book.refuse_over(state, None)
        for card in cards:
            if type(card) is not int:
                return self.book.refuse_malformed(state, f"a card is {card!r}; expected int")
        actions: list[Action] = []
        pending = state.pending
        if not (isinstance(pending, LayPending) and pending.order == order):
            naming = FulfilOrder(order)
            rejection = self.validate(state, naming)
            if rejection is not None:
                return rejection
            actions.append(naming)
            player = state.clock.turn_player
            pending = LayPending(player, order, (), None)
        wanted = self.content.orders.item[self.content.order_index[order]]
        hand = state.places[pending.player].hand
        four_alike = state.config.options.green_four_alike
        staged: tuple[int, ...] = pending.staged
        chosen = sorted(cards)
        for card in staged:
            if card not in chosen:
                text = "{card} was chosen already and cannot be left out"
                return Rejection.of("card-breaks-order", "MGR-6.4", text, card=self.content.codes[card])
            chosen.remove(card)
        for card in chosen:
            action = LayFreight(card)
            rejection = self.rules.lay.check(state, LayPending(pending.player, order, staged, None), action)
            if rejection is not None:
                return rejection
            if len(next_cards(wanted, staged, hand, four_alike=four_alike)) > 1:
                actions.append(action)
            staged = (*staged, card)
        if len(staged) != wanted.size:
            text = "{order} takes exactly {size} cards, not {count}"
            return Rejection.of("order-not-matched", "MGR-5.3", text, order=order, size=wanted.size, count=len(staged))
        return tuple(actions)

    def colours_held(self, state: State, player: int) -> tuple[str, ...]:
        """Return the different colours of the Order Cards that `player` holds, in order of the content file."""
        held = [order.colour for order, holder in zip(self.content.orders.item, state.holders, strict=True) if holder == player]
        return tuple(dict.fromkeys(held))

    def standing(self, state: State, player: int) -> int:
        """Return the round points of `player` if the round ended now: row and bonuses (MGR-8.1)."""
        return len(state.places[player].row) + self.rules.flow.bonus(state.holders, player)

    def card_code(self, card: int) -> str:
        """Return the short code of a card type, such as ``CLw``. Raises `IndexError` outside 0..51."""
        if not 0 <= card < CARD_TYPES:
            raise IndexError(f"there is no card {card}; expected 0..{CARD_TYPES - 1}")
        return self.content.codes[card]

    def parse_card(self, text: str) -> int:
        """Return the card type of a short code; raises `InvalidActionError`."""
        return self.text.parse_card(text)
