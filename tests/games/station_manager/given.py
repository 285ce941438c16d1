"""The Given of a worked scenario: a position built as section 8.1 of the rules page says, and a table to play on from there.

A card is written by its short code (``CLw``), a bare number stands for so many *filler* cards: the cards named nowhere in the Given, ascending,
handed out to rows by player, hands by player, then to the bottom of the discard pile.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict, TypeVar, Unpack

import attrs
import pytest

from railrules import Chance, Config, IllegalActionError, Intent, Match, Rejection, Setup
from railrules.games.station_manager import (
    Action,
    ActPending,
    Clock,
    Event,
    IntakePending,
    LayPending,
    Options,
    PilePending,
    Place,
    RoundResult,
    Standings,
    State,
    StationManager,
    View,
)
from railrules.parts import Pool

Item = TypeVar("Item", bound=int | str)
Cards: TypeAlias = str | int
"""Short codes and numbers of filler cards, ``"2 + WIr"``; an int is a number of filler cards."""


class HouseRules(TypedDict, total=False):
    """The options of section 5 as keyword arguments."""

    rounds: int
    first_seat: int | Literal["random"]
    discard_taken_card: bool
    own_refulfil: bool
    green_four_alike: bool
    pile_claim: Literal["optional", "always"]
    empty_draw_pile: Literal["open-card", "end"]
    idle_rounds: int
    laid_limit: int
    colour_limit: int


GAME = StationManager()
DECK = tuple(card for card in range(52) for _ in range(2))


def cards(text: str) -> tuple[int, ...]:
    """``"CLr CLw"`` as card types."""
    return tuple(GAME.parse_card(code) for code in text.split())


def codes(types: Iterable[int]) -> str:
    """Card types as ``"CLr CLw"``."""
    return " ".join(GAME.card_code(card) for card in types)


class TopDown:
    """Chance that deals the draw pile of a Given from its top, in the order of section 8.1; a pool of other cards in ascending order.

    It keeps no position - the size of the pool tells how much was dealt - so lines of play that part from one table do not disturb each other.
    """

    def __init__(self, pile: Sequence[int]) -> None:
        self._pile = tuple(pile)

    def pick(self, n: int) -> int:
        if n == 1:
            return 0
        raise AssertionError(f"no scenario that begins with a Given asks for pick({n})")

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        left = self._pile[len(self._pile) - len(pool) :]
        top: tuple[int | str, ...] = left if tuple(sorted(left)) == pool.items else pool.items
        drawn = tuple(pool.items[pool.items.index(item)] for item in top[:count])
        return drawn, pool.remove(drawn)


@attrs.frozen
class Table:
    """A position, who deals, and all events since the Given."""

    state: State
    chance: Chance
    events: tuple[Event, ...] = ()
    game: StationManager = GAME

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def do(self, *actions: str | Action) -> "Table":
        """The table after these actions, each of which must be legal; this one stays as it was."""
        table = self
        for action in actions:
            step = self.game.apply(table.state, table.read(action), self.chance)
            all_cards_present(step.state)
            table = attrs.evolve(table, state=step.state, events=table.events + step.events)
        return table

    def read(self, action: str | Action) -> Action:
        """An action of the notation, through ``game.parse_action``."""
        return self.game.parse_action(self.view(self.acts), action) if isinstance(action, str) else action

    def refusal(self, action: object) -> Rejection:
        """Why `action` is refused, the same from validate and apply; a refused action changes nothing and emits nothing."""
        action = self.game.parse_action(self.view(self.acts), action) if isinstance(action, str) else action
        found = self.game.validate(self.state, action)
        assert found is not None, f"{action} is accepted"
        assert action not in self.game.legal_actions(self.state) or not isinstance(action, Action)
        with pytest.raises(IllegalActionError) as raised:
            self.game.apply(self.state, action, NO_CHANCE)
        assert raised.value.rejection == found
        return found

    def code(self, action: object) -> str:
        """The code with which `action` is refused."""
        return self.refusal(action).code

    def match(self, chance_seed: int | None = 1) -> Match:
        """This position as the setup of a match."""
        names = tuple(f"Player {player}" for player in range(self.state.config.players))
        return Match(self.game, self.state.config, names, chance_seed, Setup((), self.state, (), 0))

    def intent(self, player: int, action: object) -> str | None:
        """The code with which a match at this position refuses `action` from `player`, None if it does not."""
        match = self.match()
        version = match.version(player) if player in range(self.state.config.players) else 0
        refused = match.check(Intent(player, action, version))
        return None if refused is None else refused.code

    # ---- looking -----------------------------------------------------------------------------------------------------------------------

    @property
    def acts(self) -> int | None:
        return self.game.current_player(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions in their notation, in the order of their ids."""
        view = self.view(self.acts)
        return [self.game.action_to_str(view, action) for action in self.game.legal_actions(self.state)]

    def legal_of(self, word: str) -> str:
        """What may follow `word` (discard, fulfil, lay) at this decision: ``"CLr CLo"``."""
        return " ".join(text.removeprefix(word).strip() for text in self.legal if text.startswith(word))

    def view(self, player: int | None) -> View:
        return self.game.view(self.state, player)

    def seen(self, player: int | None) -> list[Event]:
        """The events as `player` learns of them."""
        return [shown for event in self.events if (shown := self.game.view_event(event, player)) is not None]

    def hand(self, player: int) -> str:
        return codes(self.state.places[player].hand)

    def known(self, player: int) -> str:
        return codes(self.state.places[player].known)

    def row(self, player: int) -> str:
        return codes(self.state.places[player].row)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple(len(place.hand) for place in self.state.places)

    @property
    def row_sizes(self) -> tuple[int, ...]:
        return tuple(len(place.row) for place in self.state.places)

    @property
    def pile(self) -> str:
        return codes(self.state.discard_pile)

    @property
    def draw_size(self) -> int:
        return len(self.state.draw_pile)

    @property
    def turn(self) -> int:
        return self.state.clock.turn_number

    @property
    def idle(self) -> int:
        return self.state.clock.idle_turns

    def holder(self, order: str) -> int | None:
        return self.state.holders[self.game.content.order_index[order]]

    def held(self, player: int) -> list[str]:
        """The ids of the Order Cards of `player`."""
        return [order.id for order in self.game.content.orders.item if self.holder(order.id) == player]

    @property
    def at_intake(self) -> int | None:
        """The player whose intake is pending."""
        return self.state.pending.player if isinstance(self.state.pending, IntakePending) else None

    @property
    def at_act(self) -> int | None:
        """The player who is to discard or to fulfil."""
        return self.state.pending.player if isinstance(self.state.pending, ActPending) else None

    @property
    def at_lay(self) -> int | None:
        """The player who is choosing cards."""
        return self.state.pending.player if isinstance(self.state.pending, LayPending) else None

    @property
    def at_pile(self) -> int | None:
        """The player who may claim."""
        return self.state.pending.player if isinstance(self.state.pending, PilePending) else None

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state) is not None

    @property
    def result(self) -> RoundResult:
        """The last round that ended."""
        return self.state.standings.round_results[-1]


class _NoChance:
    """Chance that nobody may ask."""

    def pick(self, n: int) -> int:
        raise AssertionError(f"asked for pick({n})")

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        raise AssertionError(f"asked to draw {count}")


NO_CHANCE = _NoChance()


def given(
    players: int = 2,
    *,
    hands: Sequence[Cards],
    pile: Cards = "",
    draw: str = "",
    rows: Sequence[Cards] = (),
    holders: Mapping[str, int] | None = None,
    known: Mapping[int, str] | None = None,
    acts: int = 0,
    start: int = 0,
    turn: int = 1,
    idle: int = 0,
    scores: Sequence[int] = (),
    order_totals: Sequence[int] = (),
    round_index: int | None = None,
    round_results: tuple[RoundResult, ...] = (),
    rest_to_hand: int | None = None,
    game: StationManager = GAME,
    **options: Unpack[HouseRules],
) -> Table:
    """The table at the beginning of the turn of `acts` (MGR-3.2): tests and automatic steps of that beginning are run."""
    assert len(hands) == players, f"{len(hands)} hands for {players} players"
    config = game.config(players, **options)
    row_specs = [*rows, *[""] * (players - len(rows))]
    named = [card for spec in (*row_specs, *hands, pile, draw) for card in _named(spec)]
    left = Counter(DECK)
    left.subtract(named)
    assert min(left.values()) >= 0, "the Given names a card more often than it exists"
    fillers = iter(sorted(left.elements()))

    def fill(spec: Cards) -> tuple[int, ...]:
        return (*[next(fillers) for _ in range(_number(spec))], *_named(spec))

    row_cards = [fill(spec) for spec in row_specs]
    hand_cards = [fill(spec) for spec in hands]
    pile_cards = fill(pile)
    rest = tuple(fillers)
    draw_cards = _named(draw)
    if rest_to_hand is None:
        draw_cards += rest
    else:
        hand_cards[rest_to_hand] += rest
    known_cards = {player: cards(text) for player, text in (known or {}).items()}
    places = tuple(Place(tuple(sorted(hand_cards[player])), known_cards.get(player, ()), row_cards[player]) for player in range(players))
    holding = holders or {}
    zeros = (0,) * players
    chance = TopDown(draw_cards)
    log: list[Event] = []
    begun = game.rules.flow.start_turn(
        config,
        Clock(len(round_results) if round_index is None else round_index, start, turn, acts, idle),
        Pool.of(draw_cards),
        pile_cards,
        places,
        tuple(holding.get(order.id) for order in game.content.orders.item),
        Standings(tuple(scores) or zeros, tuple(order_totals) or zeros, round_results),
        chance,
        log,
    )
    state = game.book.advance(begun, chance, log)
    all_cards_present(state)
    return Table(state, chance, tuple(log), game)


def _number(spec: Cards) -> int:
    """How many filler cards a description asks for."""
    return spec if isinstance(spec, int) else sum(int(word) for word in spec.replace("+", " ").split() if word.isdigit())


def _named(spec: Cards) -> tuple[int, ...]:
    """The cards that a description names, in its order."""
    return () if isinstance(spec, int) else cards(" ".join(word for word in spec.replace("+", " ").split() if not word.isdigit()))


def act_with(hand: str, **options: Unpack[HouseRules]) -> Table:
    """Player 0 of two at the step after the intake with exactly this hand; the last of its cards was the open card."""
    *held, last = hand.split()
    table = given(hands=(" ".join(held), 3), pile=last, **options).do("open")
    assert table.at_act == 0
    return table


def all_cards_present(state: State) -> None:
    """MGR-1.2, 2.10: all 104 cards are somewhere."""
    zones = [*state.draw_pile.items, *state.discard_pile]
    for place in state.places:
        zones += [*place.hand, *place.row]
    assert tuple(sorted(zones)) == DECK


def options_of(state: State) -> Options:
    """The options of a position, typed."""
    config: Config[Options] = state.config
    return config.options
