"""The Given of a worked scenario: a position built as section 8 of the rules page says, and a table to play on from there.

A card is written by its short name (``C3``, ``X5/3``, ``UN``), trains as on the page: ``"0: std-5a [C6 F1] {0:1 1:2} D1@2 SR1; 1: std-4 []"``,
with ``{1:all}`` for all six pawns of seat 1.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import attrs
import pytest

from railrules import Chance, Config, IllegalActionError, Intent, Match, Rejection, SeededChance, Setup
from railrules.games.station_master import StationMaster
from railrules.games.station_master.actions import Action
from railrules.games.station_master.events import Event
from railrules.games.station_master.options import Options
from railrules.games.station_master.state import (
    Boardings,
    BoardPending,
    Cards,
    Depot,
    Passenger,
    Pending,
    People,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    ScorePad,
    Scoring,
    State,
    Station,
    Train,
    Turn,
    UncouplePending,
)
from railrules.games.station_master.view import View
from railrules.parts import Pool

Item = TypeVar("Item", bound=int | str)


class HouseRules(TypedDict, total=False):
    """The options of section 5 as keyword arguments."""

    first_seat: int | Literal["random"]
    royal_stacking: bool
    depot_standing_room: bool
    idle_actions: bool
    stalled_trains: Literal["unscored", "scored"]


GAME = StationMaster()
PAWNS: tuple[int, ...] = (3, 2, 2, 1, 1, -1)
SLOTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6}
CAPACITY = {
    "std-3": 3,
    "std-4": 4,
    "std-5a": 5,
    "std-5b": 5,
    "std-6": 6,
    "std-7": 7,
    "std-8": 8,
    "exe-4": 4,
    "exe-5": 5,
    "exe-7": 7,
    "frt-3": 3,
    "frt-4": 4,
    "frt-6": 6,
}
"""The locomotives in file order, with their capacities (MST-1.3)."""

COUNTS = {
    "C1": 4,
    "C2": 6,
    "C3": 7,
    "C4": 7,
    "C5": 6,
    "C6": 3,
    "F1": 4,
    "F2": 5,
    "F3": 5,
    "F4": 4,
    "F5": 2,
    "F6": 2,
    "X4/2": 3,
    "X5/3": 3,
    "X6/4": 2,
    "CB": 5,
    "RC": 3,
    "RA": 4,
    "RP": 4,
    "RH": 1,
    "SR": 4,
    "TR": 4,
    "UN": 5,
}
"""The cards by short name in content order, with their counts (section 6)."""

_ACTIONS = {
    "CB": "caboose",
    "RC": "royal-carriage",
    "RA": "reassign",
    "RP": "repair",
    "RH": "rush-hour",
    "SR": "standing-room",
    "TR": "transfer",
    "UN": "uncouple",
}


def _face_of(short: str) -> str:
    if short in _ACTIONS:
        return _ACTIONS[short]
    kind = {"C": "coach", "F": "freight", "X": "exec"}[short[0]]
    return f"{kind}-{short[1:].replace('/', '-')}"


FACE = {short: _face_of(short) for short in COUNTS}
SHORT = {face: short for short, face in FACE.items()}


def faces(text: str) -> tuple[str, ...]:
    """``"C3 UN"`` as faces."""
    return tuple(FACE[word] for word in text.split())


def shorts(cards: Iterable[str]) -> str:
    """Faces as ``"C3 UN"``."""
    return " ".join(SHORT[face] for face in cards)


def shortened(text: str) -> str:
    """The notation of an action with a short name for its card."""
    return re.sub(r"^play (\S+)", lambda match: f"play {SHORT[match[1]]}", text)


class TopDown:
    """Chance that deals the piles of a Given from the top, in the order of section 8.

    It keeps no position - the size of a pool tells how much was dealt - so lines of play that part from one table do not disturb each other.
    """

    def __init__(self, *piles: Sequence[str]) -> None:
        self._piles = tuple(map(tuple, piles))

    def pick(self, n: int) -> int:
        if n == 1:
            return 0
        raise AssertionError(f"no scenario that begins with a Given asks for pick({n})")

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        for pile in self._piles:
            left = pile[len(pile) - len(pool) :]
            if tuple(sorted(left)) == pool.items:
                drawn = tuple(pool.items[pool.items.index(item)] for item in left[:count])
                return drawn, pool.remove(drawn)
        raise AssertionError(f"{pool} is no pile of this Given")


class _NoChance:
    """Chance that nobody may ask."""

    def pick(self, n: int) -> int:
        raise AssertionError(f"asked for pick({n})")

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        raise AssertionError(f"asked to draw {count}")


NO_CHANCE = _NoChance()


@attrs.frozen
class Table:
    """A position, who deals, and all events since the Given."""

    state: State
    chance: Chance
    events: tuple[Event, ...] = ()
    game: StationMaster = GAME

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def do(self, *actions: str | Action) -> "Table":
        """The table after these actions, each of which must be legal; this one stays as it was."""
        table = self
        for action in actions:
            played = table.read(action)
            assert played in table.game.legal_actions(table.state), f"{played} is not listed; legal: {table.legal}"
            step = self.game.apply(table.state, played, self.chance)
            all_there(step.state)
            table = attrs.evolve(table, state=step.state, events=table.events + step.events)
        return table

    def log(self, *actions: str | Action) -> tuple[Event, ...]:
        """The events of these actions."""
        return self.do(*actions).events[len(self.events) :]

    def kinds(self, *actions: str | Action) -> list[str]:
        """The names of the events of these actions."""
        return [type(event).__name__ for event in self.log(*actions)]

    def read(self, action: str | Action) -> Action:
        """An action of the notation, with short names for cards, through ``game.parse_action``."""
        if not isinstance(action, str):
            return action
        return self.game.parse_action(self.view(self.acts), " ".join(FACE.get(word, word) for word in action.split()))

    def refusal(self, action: object) -> Rejection:
        """Why `action` is refused, the same from validate and apply; a refused action changes nothing and emits nothing."""
        wanted = self.read(action) if isinstance(action, str) else action
        found = self.game.validate(self.state, wanted)
        assert found is not None, f"{wanted} is accepted"
        assert not any(type(wanted) is type(legal) and wanted == legal for legal in self.game.legal_actions(self.state)) or _untyped(wanted)
        with pytest.raises(IllegalActionError) as raised:
            self.game.apply(self.state, wanted, NO_CHANCE)
        assert raised.value.rejection == found
        assert found.message
        return found

    def code(self, action: object) -> str:
        """The code with which `action` is refused."""
        return self.refusal(action).code

    def intent(self, seat: int, action: object) -> Rejection | None:
        """Why a match at this position refuses `action` from `seat`, None if it does not."""
        names = tuple(f"Player {player}" for player in range(self.n))
        match = Match(self.game, self.state.config, names, 1, Setup((), self.state, (), 0))
        wanted = self.read(action) if isinstance(action, str) else action
        return match.check(Intent(seat, wanted, match.version(seat)))

    # ---- looking -----------------------------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        return self.state.config.players

    @property
    def acts(self) -> int | None:
        return self.game.current_player(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions in their notation with short names, in the order of their ids."""
        view = self.view(self.acts)
        return [shortened(self.game.action_to_str(view, action)) for action in self.game.legal_actions(self.state)]

    def view(self, seat: int | None) -> View:
        return self.game.view(self.state, seat)

    def seen(self, seat: int | None) -> list[Event]:
        """The events as `seat` learns of them."""
        return [self.game.view_event(event, seat) for event in self.events]

    def train(self, slot: int) -> str:
        """A train as it is written on the page; ``-`` for an empty slot."""
        train = self.state.station.slots[slot]
        return "-" if train is None else written(train)

    @property
    def slots(self) -> int:
        return len(self.state.station.slots)

    def hand(self, seat: int) -> str:
        return shorts(self.state.cards.hands[seat])

    def supply(self, seat: int) -> tuple[int, ...]:
        """The pawns at home, falling."""
        return tuple(value for value, count in zip((3, 2, 1, -1), self.state.people.supply[seat], strict=True) for _ in range(count))

    def limit(self, slot: int) -> int:
        """How many pawns a train takes, as the table that people see says it."""
        found = re.findall(r"(\d+) of (\d+) pawns", self.game.describe(self.view(None)))
        trains = [number for number, train in enumerate(self.state.station.slots) if train is not None]
        return int(found[trains.index(slot)][1])

    @property
    def discard(self) -> str:
        return shorts(self.state.cards.discard)

    @property
    def draw_left(self) -> int:
        return len(self.state.cards.draw_pile)

    @property
    def deck_left(self) -> int:
        return len(self.state.station.loco_deck)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.pad.scores

    @property
    def best(self) -> tuple[int, ...]:
        return self.state.pad.best

    @property
    def scoring(self) -> Scoring:
        """The last scoring."""
        return self.state.pad.scorings[-1]

    @property
    def pending(self) -> Pending | None:
        return self.state.pending

    @property
    def turn(self) -> int:
        return self.state.turn.number

    @property
    def over(self) -> str | None:
        """Why the game is over."""
        outcome = self.game.outcome(self.state)
        return None if outcome is None else outcome.terminations[0]


def _untyped(action: object) -> bool:
    """Whether a field is of a type that equals the right one without being it, as True equals 1."""
    return any(type(field) is bool for field in attrs.astuple(action))  # type: ignore[arg-type]


def written(train: Train) -> str:
    """A train in the notation of section 8."""
    text = f"{train.loco} [{shorts(train.cars)}]"
    if train.passengers:
        text += f" {{{' '.join(f'{pawn.seat}:{pawn.value}' for pawn in train.passengers)}}}"
    if train.depot is not None:
        text += f" D{train.depot.owner}@{train.depot.behind}"
    return text + (f" SR{train.standing_room}" if train.standing_room else "")


_TRAIN = re.compile(r"(\d+): (\S+) \[([^\]]*)\](?: \{([^}]*)\})?(?: D(\d)@(\d+))?(?: SR(\d+))?")


@attrs.define
class _Crowd:
    """The pawns handed out so far, in reading order."""

    supply: list[list[int]]
    boardings: list[Boardings]
    tick: int = 0

    def board(self, seat: int, value: int) -> Passenger:
        self.supply[seat].remove(value)
        self.tick += 1
        memory = self.boardings[seat]
        self.boardings[seat] = Boardings((*memory.on, self.tick), (*memory.off, None), (*memory.values, value))
        return Passenger(seat, len(memory.on), value)


def _pawns(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for word in text.split():
        seat, value = word.split(":")
        found += [(int(seat), worth) for worth in (PAWNS if value == "all" else (int(value),))]
    return found


def _trains(text: str, crowd: _Crowd) -> dict[int, Train]:
    found: dict[int, Train] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        match = _TRAIN.fullmatch(part)
        assert match is not None, f"{part!r} is no train"
        slot, loco, cars, pawns, owner, behind, rooms = match.groups()
        riding = tuple(crowd.board(seat, value) for seat, value in _pawns(pawns or ""))
        depot = None if owner is None else Depot(int(owner), int(behind))
        found[int(slot)] = Train(loco, faces(cars), depot, int(rooms or 0), riding)
    assert list(found) == sorted(found), "trains stand in slot order, so that tokens can be read off"
    return found


def given(
    trains: str = "",
    *,
    n: int = 3,
    hands: Sequence[str] = (),
    draw: str | None = "",
    discard: str = "",
    deck: str | None = "",
    sole: bool = False,
    dry: bool = False,
    active: int = 0,
    turn: int = 1,
    scores: Sequence[int] = (),
    best: Sequence[int] = (),
    used: Sequence[int] = (),
    no_depots: bool = False,
    **options: Unpack[HouseRules],
) -> Table:
    """The position of a Given.

    A `draw` or `deck` of None is an empty pile; with ``dry`` the draw pile holds what `draw` names and no more, the unnamed cards lie at the bottom
    of the discard pile, and hands are not filled. The Depots of the seats in `used` have left the game.
    """
    config = GAME.config(n, **options)
    crowd = _Crowd([list(PAWNS) for _ in range(n)], [Boardings()] * n)
    named = _trains(trains, crowd)
    station = _station(named, n, deck, sole=sole, used=used, no_depots=no_depots)

    hand_cards = [list(faces(text)) for text in (*hands, *[""] * (n - len(hands)))]
    on_trains = [card for train in named.values() for card in (*train.cars, *(FACE["SR"],) * train.standing_room)]
    left = Counter({FACE[short]: count for short, count in COUNTS.items() if n > 2 or short != "RH"})
    left.subtract([*on_trains, *(card for hand in hand_cards for card in hand), *faces(discard), *faces(draw or "")])
    assert min(left.values()) >= 0, "the Given names a card more often than it exists"
    unnamed = [face for face in left for _ in range(left[face])]  # content order
    if not dry:
        for hand in hand_cards:
            while len(hand) < 3:
                place = max(index for index, face in enumerate(unnamed) if face != FACE["RH"])
                hand.append(unnamed.pop(place))
    empty = dry or draw is None
    pile = faces(draw or "") + (() if empty else tuple(unnamed))
    thrown = (tuple(unnamed) if empty else ()) + faces(discard)

    on_train = [train.depot.owner for train in named.values() if train.depot is not None]
    unused = tuple(not no_depots and seat not in on_train and seat not in used for seat in range(n))
    zeros = (0,) * n
    state = State(
        config,
        Turn(turn, active),
        attrs.evolve(station, loco_deck=Pool.of(station.loco_deck)),
        Cards(Pool.of(pile), tuple(map(tuple, hand_cards)), thrown),
        People(tuple(_counts(supply) for supply in crowd.supply), tuple(crowd.boardings), crowd.tick, unused),
        ScorePad(tuple(scores) or zeros, tuple(best) or zeros),
        None,
    )
    all_there(state)
    return Table(state, TopDown(pile, station.loco_deck.items))


def _station(named: dict[int, Train], n: int, deck: str | None, *, sole: bool, used: Sequence[int], no_depots: bool) -> Station:
    """The station; its deck holds the locomotives from the top down, not as a pool should."""
    top = tuple((deck or "").split())
    free = [loco for loco in CAPACITY if loco not in top and loco not in [train.loco for train in named.values()]]
    count = max([SLOTS[n], *(slot + 1 for slot in named)])
    slots = [named[slot] if slot in named else None if sole else Train(free.pop(0)) for slot in range(count)]
    gone = sole or deck is None
    on_train = [train.depot.owner for train in named.values() if train.depot is not None]
    removed = tuple(seat for seat in range(n) if (no_depots or seat in used) and seat not in on_train)
    return Station(tuple(slots), Pool(top if gone else (*top, *free)), tuple(free) if gone else (), removed)


def _counts(pawns: Sequence[int]) -> tuple[int, int, int, int]:
    return pawns.count(3), pawns.count(2), pawns.count(1), pawns.count(-1)


def _acting(pending: Pending | None) -> tuple[str, ...]:
    """The card that is in no pile (section 3.2)."""
    match pending:
        case None | BoardPending():
            return ()
        case ReassignSourcePending() | ReassignTargetPending():
            return (FACE["RA"],)
        case RepairCardPending() | RepairTrainPending():
            return (FACE["RP"],)
        case UncouplePending():
            return (FACE["UN"],)
    return (FACE["TR"],)


def all_there(state: State) -> None:
    """MST-I1 to I4, counted by hand: all cards, locomotives, pawns and Depots are somewhere, each once."""
    n, cards, station, people = state.config.players, state.cards, state.station, state.people
    trains = [train for train in station.slots if train is not None]
    found = Counter([*cards.draw_pile.items, *cards.discard, *_acting(state.pending)])
    for hand in cards.hands:
        found.update(hand)
    for train in trains:
        found.update((*train.cars, *(FACE["SR"],) * train.standing_room))
    if n == 2:
        found[FACE["RH"]] += 1  # in the box
    assert found == Counter({FACE[short]: count for short, count in COUNTS.items()})
    assert sorted([*station.loco_deck.items, *station.loco_discard, *(train.loco for train in trains)]) == sorted(CAPACITY)
    for seat in range(n):
        home = [value for value, count in zip((3, 2, 1, -1), people.supply[seat], strict=True) for _ in range(count)]
        riding = [pawn for train in trains for pawn in train.passengers if pawn.seat == seat]
        assert sorted([*home, *(pawn.value for pawn in riding)]) == sorted(PAWNS)
        memory = people.boardings[seat]
        out = {token: memory.values[token] for token, off in enumerate(memory.off) if off is None}
        assert out == {pawn.token: pawn.value for pawn in riding}
    placed = [train.depot.owner for train in trains if train.depot is not None]
    unused = [seat for seat in range(n) if people.depot_unused[seat]]
    assert sorted([*placed, *unused, *station.depots_removed]) == list(range(n))


def new_game(n: int = 3, seed: int = 1, chance: Chance | None = None, **options: Unpack[HouseRules]) -> Table:
    """A fresh game with its events."""
    dealer = SeededChance(seed) if chance is None else chance
    log: list[Any] = []
    state = GAME.initial_state(GAME.config(n, **options), dealer, log)
    all_there(state)
    return Table(state, dealer, tuple(log))


def random_states(n: int, seed: int, taste: Callable[[Action], int] = lambda _: 1, **options: Unpack[HouseRules]) -> list[State]:
    """Every position of a random game; `taste` weighs the actions."""
    chance = SeededChance(seed)
    states = [GAME.initial_state(GAME.config(n, **options), chance)]
    while GAME.outcome(states[-1]) is None:
        actions = [action for action in GAME.legal_actions(states[-1]) for _ in range(taste(action))]
        states.append(GAME.transition(states[-1], actions[chance.pick(len(actions))], chance))
    return states


def options_of(state: State) -> Options:
    """The options of a position, typed."""
    config: Config[Options] = state.config
    return config.options
