"""`Work`: a position while one transition works on it.

A turn of Station to Station is a cascade: a stop marks a route, a card answers with coal, the route is completed, its reward overfills the train.
Procedures therefore work on an unfrozen copy of what they change, made from a state at the beginning of a transition and frozen into the next one
at its end. No `Work` outlives a transition, and none of it is shared with a state.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from railrules import ActionRule, Chance, ListRule
from railrules.games.station_to_station.abilities import Counts
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.state import (
    Board,
    CrewMember,
    CrewSlots,
    DueTriggers,
    HeldRoute,
    Pending,
    Player,
    RoutePiles,
    State,
    Supply,
    Token,
    Train,
    Turn,
)

A = TypeVar("A")
T = TypeVar("T")
Log = list[Any] | None


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return `items` with the one at `index` replaced."""
    return items[:index] + (item,) + items[index + 1 :]  # noqa: RUF005 - a third faster than unpacking, in every transition


def plus(counts: Counts, index: int, by: int) -> Counts:
    """Return `counts` with so many more of the type at `index`."""
    changed = list(counts)
    changed[index] += by
    steel, oil, grain, timber = changed
    return steel, oil, grain, timber


def added(counts: Counts, more: Counts) -> Counts:
    """Return the sum of two counts."""
    return counts[0] + more[0], counts[1] + more[1], counts[2] + more[2], counts[3] + more[3]


def taken(counts: Counts, less: Counts) -> Counts:
    """Return the difference of two counts."""
    return counts[0] - less[0], counts[1] - less[1], counts[2] - less[2], counts[3] - less[3]


def in_words(content: Content, counts: Counts) -> str:
    """Return numbers of cargo in words, such as ``2 steel, 1 oil``."""
    return ", ".join(f"{count} {cargo}" for cargo, count in zip(content.cargo_ids, counts, strict=True) if count)


def cargo_spaces(content: Content, crew: CrewSlots) -> int:
    """Return how much cargo a train may carry (STS-1.14, 9.4)."""
    return content.economy.cargo_capacity + _more_spaces(content, crew, 0)


def coal_spaces(content: Content, crew: CrewSlots) -> int:
    """Return how much coal a player may hold (STS-1.14, 9.4)."""
    return content.economy.coal_capacity + _more_spaces(content, crew, 1)


def _more_spaces(content: Content, crew: CrewSlots, which: int) -> int:
    """The spaces that crew cards add; a fresh one adds none (STS-9.2)."""
    if not any(crew):
        return 0
    spaces = content.spaces
    return sum([spaces[held.card][which] for held in crew if held is not None and not held.fresh and held.card in spaces])


class Work:
    """The parts of a position that a transition may change; those of the active player lie open, one attribute each."""

    __slots__ = (
        "board",
        "caboose",
        "cargo",
        "cargo_supply",
        "cash",
        "chance",
        "city",
        "clock",
        "coal",
        "coal_supply",
        "config",
        "content",
        "crew",
        "crew_rows",
        "limited",
        "log",
        "pending",
        "players",
        "points",
        "railcars",
        "route_piles",
        "routes",
        "seat",
        "supply",
        "tickets",
        "token",
        "turn",
        "wild_route",
    )

    def __init__(self, content: Content, state: State, chance: Chance, log: Log) -> None:
        self.content = content
        self.chance = chance
        self.log = log
        self.config = state.config
        self.limited = state.config.options.cargo_supply == "limited"
        self.clock = state.clock
        self.players = state.players
        self.board = state.board
        self.supply = state.supply
        self.coal_supply = state.supply.coal
        self.cargo_supply = state.supply.cargo
        self.crew_rows = state.crew
        self.route_piles = state.routes
        self.turn = state.turn
        self.pending: list[Pending] = list(state.pending)
        self.sit(state.clock.active)

    def sit(self, seat: int) -> None:
        """Lay open what belongs to the player who acts now."""
        player = self.players[seat]
        train = player.train
        self.seat = seat
        self.cash = player.cash
        self.coal = player.coal
        self.points = player.points
        self.city = train.city
        self.cargo = train.cargo
        self.railcars = train.railcars
        self.caboose = train.caboose
        self.routes = player.routes
        self.wild_route = player.wild_route
        self.tickets = player.tickets
        self.crew: CrewSlots = player.crew
        self.token = player.token

    def stand(self) -> None:
        """Put what belongs to the acting player back among the players."""
        player = self.players[self.seat]
        train = player.train
        if self.city is not train.city or self.cargo is not train.cargo or self.railcars is not train.railcars or self.caboose is not train.caboose:
            train = Train(self.city, self.cargo, self.railcars, self.caboose)
        elif (  # a third of all transitions leave the player as before
            self.coal == player.coal
            and self.cash == player.cash
            and self.token is player.token
            and self.crew is player.crew
            and self.tickets is player.tickets
            and self.routes is player.routes
            and self.points == player.points
            and self.wild_route is player.wild_route
        ):
            return
        player = Player(self.cash, self.coal, self.points, train, self.routes, self.wild_route, self.tickets, self.crew, self.token)
        self.players = replaced(self.players, self.seat, player)

    def player(self) -> Player:
        """Return what belongs to the acting player, as it is now."""
        self.stand()
        return self.players[self.seat]

    def state(self) -> State:
        """Return the position as a state."""
        self.stand()
        supply = self.supply
        if self.coal_supply != supply.coal or self.cargo_supply is not supply.cargo:
            supply = Supply(self.coal_supply, self.cargo_supply)
        return State(self.config, self.clock, self.players, self.board, supply, self.crew_rows, self.route_piles, self.turn, tuple(self.pending))

    # ---- what several procedures do ----------------------------------------------------------------------------------------------------

    def shared(self) -> bool:
        """Return whether another train is in the city."""
        return any(player.train.city == self.city for seat, player in enumerate(self.players) if seat != self.seat)

    def expect(self, due: DueTriggers) -> None:
        """Push the triggers of an occasion, if the player has any crew that could answer."""
        if any(self.crew):
            self.pending.append(due)

    def take_coal(self, amount: int) -> int:
        """Take coal from the supply as far as there are spaces and supply; return how much came (STS-1.7, 3.3)."""
        came = max(0, min(amount, coal_spaces(self.content, self.crew) - self.coal, self.coal_supply))
        self.coal += came
        self.coal_supply -= came
        return came

    def pay_coal(self, amount: int) -> None:
        """Put coal back to the supply."""
        self.coal -= amount
        self.coal_supply += amount

    def load_cargo(self, index: int, amount: int) -> int:
        """Load cargo of one type as far as the supply goes; return how much came (STS-1.6)."""
        if self.limited:
            amount = min(amount, self.cargo_supply[index])
            self.cargo_supply = plus(self.cargo_supply, index, -amount)
        if amount:
            self.cargo = plus(self.cargo, index, amount)
        return amount

    def unload_cargo(self, index: int) -> None:
        """Put a cargo token back to the supply."""
        self.cargo = plus(self.cargo, index, -1)
        if self.limited:
            self.cargo_supply = plus(self.cargo_supply, index, 1)

    def has_cargo(self, index: int) -> bool:
        """Return whether the supply has cargo of a type."""
        return not self.limited or self.cargo_supply[index] > 0

    def put_in_box(self, *tokens: str) -> None:
        """Take tokens out of the game."""
        board = self.board
        self.board = Board(board.tokens, board.bag, (*board.box, *tokens), board.cabooses)

    def lay_token(self, city: str, token: Token | None) -> None:
        """Lay a token on a city, or take it away."""
        board = self.board
        tokens = replaced(board.tokens, self.content.city_index[city], token)
        self.board = Board(tokens, board.bag, board.box, board.cabooses)

    def set_crew(self, slot: int, member: CrewMember | None) -> None:
        """Change what lies in a crew slot."""
        north, east, south, west = replaced(self.crew, slot, member)
        self.crew = north, east, south, west

    def set_route(self, slot: int, route: HeldRoute | None) -> None:
        """Change what lies in a route slot."""
        first, second = self.routes
        self.routes = (route, second) if slot == 0 else (first, route)

    def discard_route(self, card: str) -> None:
        """Put a route card on the discard pile."""
        piles = self.route_piles
        self.route_piles = RoutePiles(piles.display, piles.deck.discarded(card), piles.dealt, piles.out)

    def travel(self, turn: Turn, base_steps: int, extra_steps: int, steps_taken: int) -> None:
        """Change how far the present Travel is."""
        self.turn = Turn(turn.start_city, base_steps, extra_steps, steps_taken, turn.stopped, turn.crew_action_done, turn.allowances, turn.armed)


class WorkRule(ActionRule[State, A]):
    """A rule that does its work on a `Work`: `perform` is what the action does, and what is due after it is settled."""

    def __init__(self, content: Content, settle: Callable[[Work], None]) -> None:
        self.content = content
        self._settle = settle

    def legal(self, state: State) -> tuple[A, ...]:
        return tuple([action for action in self.candidates(state) if self.reject(state, action) is None])

    def iter_legal(self, state: State) -> Iterator[A]:
        return iter(self.legal(state))

    @abstractmethod
    def perform(self, work: Work, action: A) -> None:
        """Do what `action`, which is legal, does; what follows by itself is pushed on `work.pending`."""

    def transition(self, state: State, action: A, chance: Chance, log: Log) -> State:
        work = Work(self.content, state, chance, log)
        self.perform(work, action)
        self._settle(work)
        return work.state()


class PhaseRule(ListRule[State]):
    """The kinds of action of a phase, one after the other; a subclass lists them in fewer looks at the position."""

    def candidates(self, state: State) -> Iterable[Any]:
        return [action for rule in self.rules for action in rule.candidates(state)]

    def legal(self, state: State) -> tuple[Any, ...]:
        return tuple([action for rule in self.rules for action in rule.legal(state)])


def active(state: State) -> Player:
    """Return the player who decides."""
    return state.players[state.clock.active]
