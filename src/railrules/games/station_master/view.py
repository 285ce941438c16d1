"""What each player sees of Station Master (rules page, Information): views, redacted events, and guesses at what is hidden."""

from bisect import bisect_right

from railrules import Chance, Config, check_viewer, value
from railrules.games.station_master.beliefs import weighted
from railrules.games.station_master.content import PAWN_COUNTS, PAWN_VALUES, RUSH_HOUR, STANDING_ROOM, Content
from railrules.games.station_master.events import CardDrawn, Event, PassengerAssigned
from railrules.games.station_master.options import Options
from railrules.games.station_master.rules.choices import acting_card
from railrules.games.station_master.state import (
    Boardings,
    BoardPending,
    Cards,
    Depot,
    Passenger,
    Pending,
    People,
    ScorePad,
    State,
    Station,
    Train,
    Turn,
)
from railrules.parts import Pool


@value
class SeenPassenger:
    """A pawn on a train as somebody sees it: `value` is None where it is hidden."""

    seat: int
    token: int
    value: int | None


@value
class SeenTrain:
    """A train as somebody sees it."""

    loco: str
    cars: tuple[str, ...]
    depot: Depot | None
    standing_room: int
    passengers: tuple[SeenPassenger, ...]

    @property
    def locked(self) -> int:
        """How many railcars stand in front of the Depot."""
        return 0 if self.depot is None else self.depot.behind


@value
class SeenStation:
    """The Station as all see it, but for the values of pawns."""

    slots: tuple[SeenTrain | None, ...]
    loco_deck_size: int
    loco_discard: tuple[str, ...]
    depots_removed: tuple[int, ...]


@value
class SeenCards:
    """The cards that all see, and the own hand, empty for a spectator."""

    draw_pile_size: int
    hand_sizes: tuple[int, ...]
    discard: tuple[str, ...]
    hand: tuple[str, ...]


@value
class SeenPeople:
    """The pawns at home by number, the own ones by value (None for a spectator), and the memory of boardings without hidden values."""

    supply_sizes: tuple[int, ...]
    supply: tuple[int, int, int, int] | None
    boardings: tuple[Boardings, ...]
    tick: int
    depot_unused: tuple[bool, ...]


@value
class View:
    """All that `player` (None: a spectator) sees."""

    player: int | None
    config: Config[Options]
    turn: Turn
    station: SeenStation
    cards: SeenCards
    people: SeenPeople
    pad: ScorePad
    pending: Pending | None

    @property
    def to_act(self) -> int | None:
        """The player who decides, None when the game is over."""
        return None if self.turn.over else self.turn.active


def view_of(state: State, player: int | None) -> View:
    """Return what `player` sees of `state` (MST-19.1 to 19.7)."""
    check_viewer(player, state.config.players)
    station, cards, people = state.station, state.cards, state.people
    return View(
        player,
        state.config,
        state.turn,
        SeenStation(
            tuple([None if train is None else _seen_train(train, player) for train in station.slots]),
            len(station.loco_deck.items),
            station.loco_discard,
            station.depots_removed,
        ),
        SeenCards(
            len(cards.draw_pile.items),
            tuple([len(hand) for hand in cards.hands]),
            cards.discard,
            () if player is None else cards.hands[player],
        ),
        SeenPeople(
            tuple([sum(counts) for counts in people.supply]),
            None if player is None else people.supply[player],
            tuple([memory if seat == player else public_memory(memory) for seat, memory in enumerate(people.boardings)]),
            people.tick,
            people.depot_unused,
        ),
        state.pad,
        state.pending,
    )


def _seen_train(train: Train, player: int | None) -> SeenTrain:
    pawns = tuple([SeenPassenger(pawn.seat, pawn.token, pawn.value if pawn.seat == player else None) for pawn in train.passengers])
    return SeenTrain(train.loco, train.cars, train.depot, train.standing_room, pawns)


def public_memory(memory: Boardings) -> Boardings:
    """The memory without the values of pawns that are out (MST-19.3)."""
    if None not in memory.off:
        return memory
    values = tuple([None if off is None else shown for off, shown in zip(memory.off, memory.values, strict=True)])
    return Boardings(memory.on, memory.off, values)


def view_event(event: Event, player: int | None) -> Event:
    """Return `event` as `player` learns of it (MST-19.1, 19.6)."""
    match event:
        case CardDrawn(seat, _, draw_left) if seat != player:
            return CardDrawn(seat, None, draw_left)
        case PassengerAssigned(seat, slot, token, _, via) if seat != player:
            return PassengerAssigned(seat, slot, token, None, via)
    return event


def unseen_cards(content: Content, view: View) -> Pool[str]:
    """Return the cards that a view cannot place (D1): all in the game but the own hand, the discard pile, those on trains, and the one acting."""
    seen = [*view.cards.hand, *view.cards.discard]
    for train in view.station.slots:
        if train is not None:
            seen += train.cars
            seen += (STANDING_ROOM,) * train.standing_room
    if view.pending is not None and not isinstance(view.pending, BoardPending):
        seen.append(acting_card(view.pending))
    return Pool.of(content.deck(view.config.players)).remove(seen)


def unseen_locomotives(content: Content, view: View) -> Pool[str]:
    """Return the locomotives that a view cannot place (D4)."""
    there = [train.loco for train in view.station.slots if train is not None]
    return Pool.of(content.locomotive).remove([*there, *view.station.loco_discard])


def unseen(content: Content, view: View) -> tuple[object, ...]:
    """Return what a view cannot place: cards, locomotives, and the values of others' pawns, told by those that were shown.

    With `idle_actions` off whose turn it is says something of hands: who is skipped with cards can use none of them (MST-17.2).
    """
    others = [memory for seat, memory in enumerate(view.people.boardings) if seat != view.player]
    known = tuple([tuple([worth for worth in memory.values if worth is not None]) for memory in others])
    told = None if view.config.options.idle_actions else view.turn
    return unseen_cards(content, view), unseen_locomotives(content, view), known, told


def determinize(content: Content, view: View, chance: Chance) -> State:
    """Return a full position that looks like `view` to its player (D1 to D5)."""
    players, me = view.config.players, view.player
    pool = unseen_cards(content, view)
    rush_hour: tuple[str, ...] = ()
    if pool.count(RUSH_HOUR):
        pool, rush_hour = pool.remove((RUSH_HOUR,)), (RUSH_HOUR,)  # D2: never in a hand
    hands: list[tuple[str, ...]] = []
    for seat, size in enumerate(view.cards.hand_sizes):
        if seat == me:
            hands.append(view.cards.hand)
        else:
            hand, pool = chance.draw(pool, size)
            hands.append(hand)
    guessed = {seat: _guess(view.people.boardings[seat], chance) for seat in range(players) if seat != me}
    boardings = [
        memory if seat == me else Boardings(memory.on, memory.off, _filled(memory, guessed[seat]))
        for seat, memory in enumerate(view.people.boardings)
    ]
    own = view.people.supply
    supply = [own if seat == me and own is not None else _rest(tuple(guessed[seat].values())) for seat in range(players)]
    slots = tuple([None if train is None else _full_train(train, guessed) for train in view.station.slots])
    return State(
        view.config,
        view.turn,
        Station(slots, unseen_locomotives(content, view), view.station.loco_discard, view.station.depots_removed),
        Cards(pool.add(rush_hour), tuple(hands), view.cards.discard),
        People(tuple(supply), tuple(boardings), view.people.tick, view.people.depot_unused),
        view.pad,
        view.pending,
    )


def _guess(memory: Boardings, chance: Chance) -> dict[int, int]:
    """D5: a value for each token that is out, weighted by the ways to hand out distinct pawns."""
    tokens, guesses, cumulative = weighted(memory)
    guess = guesses[bisect_right(cumulative, chance.pick(cumulative[-1]))]
    return dict(zip(tokens, guess, strict=True))


def _filled(memory: Boardings, guessed: dict[int, int]) -> tuple[int | None, ...]:
    return tuple([guessed.get(token, shown) for token, shown in enumerate(memory.values)])


def _rest(out: tuple[int, ...]) -> tuple[int, int, int, int]:
    threes, twos, ones, minus = (count - out.count(worth) for worth, count in zip(PAWN_VALUES, PAWN_COUNTS, strict=True))
    return threes, twos, ones, minus


def _full_train(train: SeenTrain, guessed: dict[int, dict[int, int]]) -> Train:
    pawns = []
    for pawn in train.passengers:
        worth = guessed[pawn.seat][pawn.token] if pawn.value is None else pawn.value
        pawns.append(Passenger(pawn.seat, pawn.token, worth))
    return Train(train.loco, train.cars, train.depot, train.standing_room, tuple(pawns))
