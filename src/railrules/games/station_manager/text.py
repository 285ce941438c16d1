"""Station Manager in words: short codes of cards, the notation of actions, and the table as a person sees it."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from railrules import InvalidActionError, check_text
from railrules.games.station_manager.actions import (
    CLAIMS,
    DISCARDS,
    DRAW,
    LAYS,
    TAKE_OPEN,
    Action,
    ClaimPile,
    DiscardFreight,
    FulfilOrder,
    LayFreight,
    TakeOpenFreight,
)
from railrules.games.station_manager.content import Content, Order
from railrules.games.station_manager.events import (
    Event,
    FreightDealt,
    FreightDiscarded,
    FreightDrawn,
    FreightLaid,
    FreightStaged,
    GameEnded,
    OpenFreightTaken,
    OpenFreightTurned,
    OrderNamed,
    OrderTaken,
    PileClaimed,
    PileLeft,
    RoundEnded,
    RoundScored,
    RoundStarted,
)
from railrules.games.station_manager.options import Options
from railrules.games.station_manager.rules.flow import outcome_of
from railrules.games.station_manager.rules.patterns import merchandise_of
from railrules.games.station_manager.state import ActPending, IntakePending, LayPending, PilePending
from railrules.games.station_manager.view import View

GROUP = 5
_WHY_FORCED = {None: "", "discard-pile-empty": ", as there is no open card", "idle-limit-reached": ", as the open card is barred"}
NOTATION = "draw, open, discard CARD, fulfil ORDER, lay CARD, claim, leave"


class Text:
    """The words of Station Manager with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content

    # ---- cards and actions -------------------------------------------------------------------------------------------------------------

    def cards(self, cards: Iterable[int]) -> str:
        """Return the short codes of `cards`."""
        return " ".join(self.content.codes[card] for card in cards)

    def parse_card(self, text: str) -> int:
        """Return the card type of a short code in any case; raises `InvalidActionError`."""
        card = self.content.card_by_code.get(text.lower())
        if card is None:
            example = self.content.codes[0]
            raise InvalidActionError(f"{text!r} is no card; expected a symbol and a colour letter such as {example}")
        return card

    def action_to_str(self, action: Action) -> str:
        """Return the notation of `action`."""
        match action:
            case TakeOpenFreight():
                return "open"
            case DiscardFreight(card):
                return f"discard {self.content.codes[card]}"
            case FulfilOrder(order):
                return f"fulfil {order}"
            case LayFreight(card):
                return f"lay {self.content.codes[card]}"
            case ClaimPile(claim):
                return "claim" if claim else "leave"
            case _:
                return "draw"

    def parse_action(self, text: str) -> Action:
        """Return the action that `text` denotes; raises `InvalidActionError`."""
        word, *rest = check_text(text, f"one of: {NOTATION}").lower().split() or [""]
        plain: dict[str, Action] = {"draw": DRAW, "open": TAKE_OPEN, "claim": CLAIMS[True], "leave": CLAIMS[False]}
        if word in plain and not rest:
            return plain[word]
        if len(rest) == 1:
            if word == "discard":
                return DISCARDS[self.parse_card(rest[0])]
            if word == "lay":
                return LAYS[self.parse_card(rest[0])]
            if word in ("fulfil", "fulfill"):
                for order in self.content.order_index:
                    if order.lower() == rest[0]:
                        return FulfilOrder(order)
                orders = ", ".join(self.content.order_index)
                raise InvalidActionError(f"{rest[0]!r} is no Order Card; expected one of: {orders}")
        raise InvalidActionError(f"{text.strip()!r} is no action; expected one of: {NOTATION}")

    # ---- events ------------------------------------------------------------------------------------------------------------------------

    def event_to_str(self, event: Event, people: Sequence[str]) -> str:
        """Return what the table says when `event` happens; empty for what the next sentence says anyway."""
        match event:
            case RoundStarted(index, start):
                return f"Round {index + 1} begins; {people[start]} starts."
            case FreightDealt(player, _, cards) if cards is not None:
                return f"{people[player]} is dealt {self.cards(cards)}."
            case OpenFreightTurned(card, _):
                return f"The open card is {self.cards((card,))}."
            case FreightDrawn(player, count, cards, _, forced):
                what = self.cards(cards) if cards is not None else "a card" if count == 1 else f"{count} cards"
                return f"{people[player]} draws {what}{_WHY_FORCED[forced]}."
            case OpenFreightTaken(player, card, _):
                return f"{people[player]} takes the open card {self.cards((card,))}."
            case FreightDiscarded(player, card, _, forced):
                return f"{people[player]} discards {self.cards((card,))}{', the only card' * forced}."
            case OrderNamed(player, order):
                return f"{people[player]} chooses cards for {order}."
            case FreightStaged(player, card, forced):
                return f"{people[player]} chooses {self.cards((card,))}{', the only choice' * forced}."
            case FreightLaid(player, order, cards, _):
                return f"{people[player]} fulfils {order} with {self.cards(cards)}."
            case PileClaimed(player, cards, size):
                return f"{people[player]} claims the discard pile, {self.cards(cards)}: {size} cards laid."
            case PileLeft(player, count):
                return f"{people[player]} leaves the discard pile of {count}."
            case OrderTaken(player, order, before, colours):
                source = "from the middle" if before is None else f"from {people[before]}"
                held = f"{colours} {'colour' if colours == 1 else 'colours'} held"
                return f"{people[player]} {f'keeps {order}' if before == player else f'takes {order} {source}'}: {held}."
            case RoundEnded(index, _, reasons, _):
                return f"Round {index + 1} is over by {' and '.join(reasons)}."
            case RoundScored(result, scores, _):
                rows = zip(people, result.laid, result.bonus, result.points, scores, strict=True)
                total = result.index > 0
                told = [f"{name} {laid} + {bonus} = {points}" + f" ({score} in all)" * total for name, laid, bonus, points, score in rows]
                return f"Points, laid and bonus: {', '.join(told)}."
            case GameEnded(_, _, _, winners):
                verb = "wins" if len(winners) == 1 else "win"
                return f"{' and '.join(people[player] for player in winners)} {verb}."
            case _:
                return ""

    # ---- the table ---------------------------------------------------------------------------------------------------------------------

    def row(self, cards: Sequence[int]) -> str:
        """Return a row in groups of five and its total (MGR-1.9): ``CLr CLo CLw CLk BAr | BAo (6)``."""
        groups = [self.cards(cards[start : start + GROUP]) for start in range(0, len(cards), GROUP)]
        return f"{' | '.join(groups)} ({len(cards)})".strip()

    def pattern(self, order: Order, *, four_alike: bool) -> str:
        """Return what an Order Card asks for; `four_alike` is the option ``green_four_alike``."""
        words = {2: "a pair", 3: "three alike", 4: "four alike", 5: "five alike"}
        if order.groups is None:
            return f"{words[order.size].partition(' ')[0]} of one colour"
        if order.groups == (2, 2):
            return "two different pairs" + " or four alike" * four_alike
        return " and ".join(words[size] for size in order.groups)

    def people(self, view: View, names: Sequence[str] | None) -> list[str]:
        """Return how the players are called."""
        return view.config.people(names)

    def describe(self, view: View, names: Sequence[str] | None) -> str:
        """Return the table as `view` shows it."""
        people = self.people(view, names)
        sections = [
            self._headline(view, people),
            self._piles(view),
            self._order_cards(view, people),
            self._players(view, people),
            self._hand(view),
        ]
        return "\n\n".join(section for section in sections if section)

    def summary(self, view: View) -> str:
        """Return how things stand, in a line: ``hands 3 4 3; rows 0 4 0; green-b 1; pile 2, open CLr; draw pile 60``."""
        hands = " ".join(str(place.hand_size) for place in view.places)
        rows = " ".join(str(len(place.row)) for place in view.places)
        held = [f"{order.id} {holder}" for order, holder in zip(self.content.orders.item, view.holders, strict=True) if holder is not None]
        pile = f"pile {len(view.discard_pile)}, open {self.cards(view.discard_pile[-1:])}" if view.discard_pile else "no pile"
        return "; ".join([f"hands {hands}", f"rows {rows}", *([", ".join(held)] if held else []), pile, f"draw pile {view.draw_pile_size}"])

    def _headline(self, view: View, people: list[str]) -> str:
        clock, options = view.clock, view.config.options
        head = f"Station Manager, round {clock.round_index + 1} of {options.rounds}, turn {clock.turn_number}"
        pending = view.pending
        if pending is None:
            outcome = outcome_of(view.standings)
            winners = " and ".join(people[player] for player in outcome.winners)
            scores = ", ".join(f"{people[player]} {score}" for player, score in enumerate(outcome.scores))
            return f"{head}: over by {' and '.join(outcome.terminations)}\n{winners} won. Points: {scores}"
        return f"{head}\n{people[pending.player]} {self._question(view)}"

    def _question(self, view: View) -> str:
        pending = view.pending
        if isinstance(pending, IntakePending):
            drawing = {0: "draws from the empty pile, which ends the round", 1: "draws the last card"}.get(view.draw_pile_size, "draws two cards")
            return f"{drawing} (draw) or takes the open card {self.cards(view.discard_pile[-1:])} (open)"
        if isinstance(pending, LayPending):
            staged = self.cards(pending.staged) or "none yet"
            return f"chooses cards for {pending.order} in ascending order (lay CARD); chosen: {staged}"
        if isinstance(pending, PilePending):
            pile = f"the whole discard pile of {len(view.discard_pile)}"
            return f"has laid {pending.order} and adds {pile} to the row (claim) or leaves it (leave)"
        assert isinstance(pending, ActPending)  # the one that is left
        taken = "" if pending.taken is None else f", the open card taken being {self.cards((pending.taken,))}"
        return f"discards a card (discard CARD) or fulfils an order (fulfil ORDER){taken}"

    def _piles(self, view: View) -> str:
        pile = view.discard_pile
        open_card = self.content.codes[pile[-1]] if pile else "none"
        lines = [
            f"Draw pile     {view.draw_pile_size} cards",
            f"Discard pile  {self.row(pile)}; open card: {open_card}" if pile else "Discard pile  empty; no open card",
        ]
        limit = view.config.options.idle_rounds * view.config.players
        if limit:
            lines.append(f"Idle turns    {view.clock.idle_turns} of {limit}; at {limit} the open card cannot be taken")
        return "\n".join(lines)

    def _order_cards(self, view: View, people: list[str]) -> str:
        options = view.config.options
        width = 36 if options.green_four_alike else 25
        lines = [f"Order Card    bonus  {'asks for':<{width}}held by"]
        for order, holder in zip(self.content.orders.item, view.holders, strict=True):
            owner = "-" if holder is None else people[holder]
            lines.append(f"  {order.id:<13}{order.bonus:>3}  {self.pattern(order, four_alike=options.green_four_alike):<{width}}{owner}")
        limits = f"The round ends at {options.colour_limit} colours held or {options.laid_limit} cards laid."
        return "\n".join([*lines, limits, *self._house_rules(options)])

    def _house_rules(self, options: Options) -> list[str]:
        """The options that change what one may do, where they are not as usual."""
        rules = [
            ("the open card just taken may not be discarded", not options.discard_taken_card),
            ("own Order Cards cannot be fulfilled again", not options.own_refulfil),
            ("four alike fulfil green too", options.green_four_alike),
            ("the discard pile is always claimed", options.pile_claim == "always"),
            ("the round ends when the draw pile is empty", options.empty_draw_pile == "end"),
        ]
        said = [rule for rule, applies in rules if applies]
        return [f"House rules: {'; '.join(said)}."] if said else []

    def _players(self, view: View, people: list[str]) -> str:
        width = max(map(len, people)) + 6
        lines = []
        for player, place in enumerate(view.places):
            name = people[player] + (" (you)" if player == view.player else "")
            held = [order for order, holder in zip(self.content.orders.item, view.holders, strict=True) if holder == player]
            now = len(place.row) + sum(order.bonus for order in held)
            score = view.standings.scores[player]
            if view.pending is None:
                total = f", {score} in all" if view.config.options.rounds > 1 else ""
            else:
                total = f", {score} from earlier rounds" if view.standings.round_results else ""
            known = f", known to hold {self.cards(place.known)}" if place.known else ""
            lines.append(f"{name:<{width}}  {place.hand_size} in hand{known}")
            lines.append(f"{'':<{width}}  row    {self.row(place.row)}")
            lines.append(f"{'':<{width}}  orders {', '.join(order.id for order in held) or '-'}; {now} points now{total}")
        return "\n".join(lines)

    def _hand(self, view: View) -> str:
        if view.player is None:
            return ""
        hand = "  ".join(self.cards(cards) for _, cards in groupby(view.hand, merchandise_of))
        lines = [f"Your hand: {hand or 'empty'}"]
        kinds = sorted({merchandise_of(card) for card in (*view.hand, *view.discard_pile[-1:])})
        merchandise = [self.content.merchandise.item[kind] for kind in kinds]
        named = [f"{kind.symbol} {kind.name}" for kind in merchandise]
        colours = [f"{colour.letter} {colour.name}" for colour in self.content.colours.item]
        lines.append(f"({', '.join([*named, *colours])})")
        return "\n".join(lines)
