"""What happens between decisions: the deal, the frame of a turn, the end of a round. Nothing here is a choice."""

from collections.abc import Sequence
from typing import Any

from railrules import Chance, Config, Outcome
from railrules.games.station_manager.content import Content
from railrules.games.station_manager.events import (
    FreightDealt,
    GameEnded,
    GameStarted,
    OpenFreightTurned,
    OrderTaken,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from railrules.games.station_manager.options import Options
from railrules.games.station_manager.state import Clock, IntakePending, Place, RoundResult, Standings, State
from railrules.parts import Pool

OPENING_HAND = 3
COLOUR_LIMIT = "colour-limit"
LAID_LIMIT = "laid-limit"
DRAW_PILE_EXHAUSTED = "draw-pile-exhausted"

_INTAKES = tuple(IntakePending(player) for player in range(4))

Log = list[Any] | None


def open_available(config: Config[Options], idle_turns: int, discard_pile: tuple[int, ...]) -> bool:
    """Return whether the open card may be taken (MGR-3.3): there is one, and the idle limit (MGR-10.2) is not reached."""
    if not discard_pile:
        return False
    limit = config.options.idle_rounds * config.players
    return not limit or idle_turns < limit


def replaced(places: tuple[Place, ...], player: int, place: Place) -> tuple[Place, ...]:
    """Return `places` with the one of `player` replaced."""
    return places[:player] + (place,) + places[player + 1 :]  # noqa: RUF005 - a third faster than unpacking, in every transition


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return `cards` without one copy of `card`, which is there."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def known_without(known: tuple[int, ...], cards: Sequence[int]) -> tuple[int, ...]:
    """Return what all can still prove of a hand that `cards` have left (MGR-9.4)."""
    for card in cards:
        if card in known:
            known = without(known, card)
    return known


def colours_held(content: Content, holders: tuple[int | None, ...], player: int) -> int:
    """Return the number of different colours among the Order Cards of `player` (MGR-7.1)."""
    return len({order.colour for order, holder in zip(content.orders.item, holders, strict=True) if holder == player})


class Flow:
    """The procedures of Station Manager with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._deck = Pool(content.deck)

    # ---- beginnings --------------------------------------------------------------------------------------------------------------------

    def start_game(self, config: Config[Options], chance: Chance, log: Log) -> State:
        """MGR-2.1 to 2.11: choose the start player and deal round 0."""
        if log is not None:
            log.append(GameStarted(config.players, config.options, self.content.meta.content_id))
        first = config.options.first_seat
        start = chance.pick(config.players) if first == "random" else first
        zeros = (0,) * config.players
        return self._start_round(config, 0, start, Standings(zeros, zeros), chance, log)

    def _start_round(self, config: Config[Options], index: int, start: int, standings: Standings, chance: Chance, log: Log) -> State:
        """MGR-2.4 to 2.11: deal one card at a time, clockwise from the start player, three times round; then turn one up."""
        players = config.players
        cards, draw_pile = chance.draw(self._deck, OPENING_HAND * players + 1)
        hands = [tuple(sorted(cards[(player - start) % players : -1 : players])) for player in range(players)]
        if log is not None:
            log.append(RoundStarted(index, start))
            for offset in range(players):
                player = (start + offset) % players
                log.append(FreightDealt(player, OPENING_HAND, hands[player]))
            log.append(OpenFreightTurned(cards[-1], len(draw_pile)))
        return self.start_turn(
            config,
            Clock(index, start, 1, start, 0),
            draw_pile,
            (cards[-1],),
            tuple([Place(hand, (), ()) for hand in hands]),
            (None,) * len(self.content.orders.item),
            standings,
            chance,
            log,
        )

    def next_turn(
        self,
        state: State,
        idle_turns: int,
        discard_pile: tuple[int, ...],
        places: tuple[Place, ...],
        holders: tuple[int | None, ...],
        chance: Chance,
        log: Log,
    ) -> State:
        """MGR-3.1, 2.11: the turn passes clockwise."""
        clock = state.clock
        player = (clock.turn_player + 1) % len(places)
        following = Clock(clock.round_index, clock.start_player, clock.turn_number + 1, player, idle_turns)
        return self.start_turn(state.config, following, state.draw_pile, discard_pile, places, holders, state.standings, chance, log)

    def start_turn(
        self,
        config: Config[Options],
        clock: Clock,
        draw_pile: Pool[int],
        discard_pile: tuple[int, ...],
        places: tuple[Place, ...],
        holders: tuple[int | None, ...],
        standings: Standings,
        chance: Chance,
        log: Log,
    ) -> State:
        """MGR-3.2: the turn that `clock` names begins. Where its draw is forced, the book draws (MGR-10.4)."""
        if log is not None:
            log.append(TurnStarted(clock.turn_player, clock.turn_number))
        state = State(config, clock, draw_pile, discard_pile, places, holders, _INTAKES[clock.turn_player], standings)
        if not draw_pile.items and (config.options.empty_draw_pile == "end" or not open_available(config, clock.idle_turns, discard_pile)):
            return self.end_round(state, (DRAW_PILE_EXHAUSTED,), chance, log)  # MGR-7.5
        return state

    # ---- endings -----------------------------------------------------------------------------------------------------------------------

    def take_order(self, state: State, player: int, order_id: str, chance: Chance, log: Log) -> State:
        """MGR-6.10, 7.3: the Order Card changes hands, then the end of the round is tested, else the next turn begins (MGR-6.13)."""
        index = self.content.order_index[order_id]
        before = state.holders[index]
        holders = (*state.holders[:index], player, *state.holders[index + 1 :])
        colours = colours_held(self.content, holders, player)
        if log is not None:
            log.append(OrderTaken(player, order_id, before, colours))
        options = state.config.options
        reasons = (COLOUR_LIMIT,) * (colours >= options.colour_limit)
        reasons += (LAID_LIMIT,) * (len(state.places[player].row) >= options.laid_limit)  # both: MGR-7.4
        if not reasons:
            return self.next_turn(state, 0, state.discard_pile, state.places, holders, chance, log)
        clock = state.clock
        ended = State(
            state.config,
            Clock(clock.round_index, clock.start_player, clock.turn_number, player, 0),
            state.draw_pile,
            state.discard_pile,
            state.places,
            holders,
            None,
            state.standings,
        )
        return self.end_round(ended, reasons, chance, log)

    def end_round(self, state: State, reasons: tuple[str, ...], chance: Chance, log: Log) -> State:
        """MGR-7.9, 7.10, 8.1 to 8.5: score the round that ended on `state`, and deal the next one or end the game."""
        result = self._result(state, reasons)
        standings = state.standings
        scores = tuple(map(sum, zip(standings.scores, result.points, strict=True)))
        totals = tuple(total + len(orders) for total, orders in zip(standings.order_totals, result.orders, strict=True))
        standings = Standings(scores, totals, (*standings.round_results, result))
        if log is not None:
            log.append(RoundEnded(result.index, result.end_player, reasons, result.turns))
            log.append(RoundScored(result, scores, totals))
        config, clock = state.config, state.clock
        if clock.round_index + 1 < config.options.rounds:
            start = (clock.start_player + 1) % config.players  # MGR-2.3
            return self._start_round(config, clock.round_index + 1, start, standings, chance, log)
        if log is not None:
            outcome = outcome_of(standings)
            log.append(GameEnded(scores, totals, outcome.ranking, outcome.winners))
        return State(config, clock, state.draw_pile, state.discard_pile, state.places, state.holders, None, standings)

    def _result(self, state: State, reasons: tuple[str, ...]) -> RoundResult:
        clock = state.clock
        players = range(state.config.players)
        orders = tuple(
            tuple(order.id for order, holder in zip(self.content.orders.item, state.holders, strict=True) if holder == player) for player in players
        )
        laid = tuple(len(place.row) for place in state.places)
        bonus = tuple(self.bonus(state.holders, player) for player in players)
        points = tuple(map(sum, zip(laid, bonus, strict=True)))
        return RoundResult(clock.round_index, clock.start_player, clock.turn_player, reasons, clock.turn_number, laid, orders, bonus, points)

    def bonus(self, holders: tuple[int | None, ...], player: int) -> int:
        """Return the sum of the bonuses of the Order Cards of `player` (MGR-8.1)."""
        return sum(order.bonus for order, holder in zip(self.content.orders.item, holders, strict=True) if holder == player)


def outcome_of(standings: Standings) -> Outcome:
    """MGR-8.6, 8.7: most points, then most orders held; equal in both share a rank."""
    keys = tuple(zip(standings.scores, standings.order_totals, strict=True))
    return Outcome(standings.round_results[-1].reasons, standings.scores, keys)
