"""The plays of a turn: a pawn, a railcar, a Standing Room, an action card, the Depot (MST-3.1)."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from railrules import ActionRule, Chance, ListRule, Rejection
from railrules.games.station_master.actions import AddRailcar, AssignPassenger, PlaceDepot, PlayAction, PlayStandingRoom
from railrules.games.station_master.content import DEPOT_RAILCARS, PAWN_VALUES, STANDING_ROOM, TARGETED, Content
from railrules.games.station_master.events import ActionWasted, CardPlayed, DepotPlaced, StandingRoomAdded
from railrules.games.station_master.notation import form_of
from railrules.games.station_master.rules.effects import EFFECTS, has_effect
from railrules.games.station_master.rules.flow import PLACE, Counts, Flow, Log, parts_of, replaced, with_train, without
from railrules.games.station_master.rules.trains import limit
from railrules.games.station_master.state import BoardPending, Cards, Depot, People, State, Train, pawns

MOST_SLOTS = 7
HANDS_KEPT = 20_000
ASSIGNS = tuple(tuple(AssignPassenger(slot, value) for value in PAWN_VALUES) for slot in range(MOST_SLOTS))
DEPOTS = tuple(PlaceDepot(slot) for slot in range(MOST_SLOTS))
STANDING_ROOMS = tuple(PlayStandingRoom(slot) for slot in range(MOST_SLOTS))
PLAYS = {card: PlayAction(card) for card in TARGETED}


@cache
def assigns_of(supply: Counts, slots: int) -> tuple[AssignPassenger, ...]:
    """Return the actions that assign a pawn of a supply to one of `slots`, a set of bits; there are few of both, so each list is built once."""
    return tuple(action for slot, actions in enumerate(ASSIGNS) if slots >> slot & 1 for action, count in zip(actions, supply, strict=True) if count)


@cache
def railcars(card: str) -> tuple[AddRailcar, ...]:
    """Return the actions that couple a railcar, by slot: one object each, handed out again and again."""
    return tuple(AddRailcar(card, slot) for slot in range(MOST_SLOTS))


@cache
def depots_of(slots: int) -> tuple[PlaceDepot, ...]:
    """Return the actions that place a Depot in one of `slots`, a set of bits."""
    return tuple(action for slot, action in enumerate(DEPOTS) if slots >> slot & 1)


def reject_slot(state: State, slot: int) -> Rejection | None:
    """MST-2.5, 6.13: a number that is no slot, or an empty slot."""
    count = len(state.station.slots)
    if not 0 <= slot < count:
        return Rejection.of("no-such-slot", "MST-2.5", "there is no slot {slot}; expected 0..{last}", slot=slot, last=count - 1)
    if state.station.slots[slot] is None:
        return Rejection.of("empty-slot", "MST-6.13", "slot {slot} is empty", slot=slot)
    return None


def reject_pawn(state: State, pawn_value: int) -> Rejection | None:
    """MST-1.7, 4.1: a value that no pawn has, or none left in the supply."""
    if pawn_value not in PLACE:
        return Rejection.of("bad-value", "MST-1.7", "no pawn has the value {value}; expected 3, 2, 1 or -1", value=pawn_value)
    supply = state.people.supply[state.turn.active]
    if not supply[PLACE[pawn_value]]:
        text = "there is no pawn of value {value} in the supply, which has {there}"
        there = ", ".join(map(str, pawns(supply))) or "none"
        return Rejection.of("passenger-not-in-supply", "MST-4.1", text, value=pawn_value, there=there)
    return None


def reject_full(content: Content, state: State, slot: int) -> Rejection | None:
    """MST-4.2: a train that holds as many pawns as it may."""
    train = train_in(state, slot)
    most = limit(content, state.config.options, train)
    if len(train.passengers) >= most:
        return Rejection.of(
            "train-at-passenger-limit", "MST-4.2", "the train in slot {slot} takes {most} pawns and holds as many", slot=slot, most=most
        )
    return None


def train_in(state: State, slot: int) -> Train:
    """Return the train in a slot that is known to have one."""
    train = state.station.slots[slot]
    assert train is not None  # reject_slot was asked before
    return train


def reject_hand(content: Content, state: State, card: str) -> Rejection | None:
    """MST-1.4, 3.1: a face that there is not, or that is not in the hand."""
    if card not in content.counts:
        text = "there is no card {card!r}; expected one of: {known}"
        return Rejection.of("unknown-card", "MST-1.4", text, card=card, known=", ".join(content.counts))
    hand = state.cards.hands[state.turn.active]
    if card not in hand:
        text = "{card} is not in the hand, which has {there}"
        return Rejection.of("card-not-in-hand", "MST-3.1", text, card=card, there=", ".join(hand) or "no cards")
    return None


def played(state: State, card: str) -> Cards:
    """Return the cards after the active seat has played the first copy of `card`."""
    cards, seat = state.cards, state.turn.active
    hand = cards.hands[seat]
    return Cards(cards.draw_pile, replaced(cards.hands, seat, without(hand, hand.index(card))), cards.discard)


class AssignPassengerRule(ActionRule[State, AssignPassenger]):
    """MST-4.1 to 4.9: a pawn as the whole turn."""

    action = AssignPassenger

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def candidates(self, state: State) -> Iterable[AssignPassenger]:
        return [action for actions in ASSIGNS[: len(state.station.slots)] for action in actions]

    def reject(self, state: State, action: AssignPassenger) -> Rejection | None:
        return reject_slot(state, action.slot) or reject_pawn(state, action.value) or reject_full(self._content, state, action.slot)

    def transition(self, state: State, action: AssignPassenger, chance: Chance, log: Log) -> State:
        return self._flow.end_turn(state, self._flow.board(state, action.slot, action.value, "turn", log), chance, log)


class AddRailcarRule(ActionRule[State, AddRailcar]):
    """MST-5.1 to 5.6, 8.1, 8.2, 9.1: a railcar of the hand, Royal Carriage and Caboose included."""

    action = AddRailcar

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def candidates(self, state: State) -> Iterable[AddRailcar]:
        slots = range(len(state.station.slots))
        return [AddRailcar(card, slot) for card in dict.fromkeys(state.cards.hands[state.turn.active]) for slot in slots]

    def reject(self, state: State, action: AddRailcar) -> Rejection | None:
        unfit = reject_hand(self._content, state, action.card)
        if unfit is None and action.card not in self._content.railcars:
            text = "{card} is no railcar; expected {form}"
            unfit = Rejection.of("not-a-railcar", "MST-1.9", text, card=action.card, form=form_of(action.card))
        return unfit or reject_slot(state, action.slot)

    def transition(self, state: State, action: AddRailcar, chance: Chance, log: Log) -> State:
        card, slot = action.card, action.slot
        if log is not None:
            log.append(CardPlayed(state.turn.active, card, slot))
        parts = self._flow.couple(state, state.station, played(state, card), slot, card, "hand", None, None, chance, log)
        return self._flow.end_card(state, parts, None, chance, log)


class PlayStandingRoomRule(ActionRule[State, PlayStandingRoom]):
    """MST-10.1 to 10.4: a place more on a train, and a pawn for it if one likes."""

    action = PlayStandingRoom

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def candidates(self, state: State) -> Iterable[PlayStandingRoom]:
        return STANDING_ROOMS[: len(state.station.slots)]

    def reject(self, state: State, action: PlayStandingRoom) -> Rejection | None:
        return reject_hand(self._content, state, STANDING_ROOM) or reject_slot(state, action.slot)

    def transition(self, state: State, action: PlayStandingRoom, chance: Chance, log: Log) -> State:
        seat, slot = state.turn.active, action.slot
        train = train_in(state, slot)
        roomier = Train(train.loco, train.cars, train.depot, train.standing_room + 1, train.passengers)
        most = limit(self._content, state.config.options, roomier)
        if log is not None:
            log.append(CardPlayed(seat, STANDING_ROOM, slot))
            log.append(StandingRoomAdded(seat, slot, most))
        may_board = any(state.people.supply[seat]) and len(train.passengers) < most  # MST-10.4
        parts = with_train(state.station, slot, roomier), played(state, STANDING_ROOM), state.people, state.pad
        if may_board:
            return State(state.config, state.turn, *parts, BoardPending(slot, "standing-room"))
        return self._flow.end_card(state, parts, None, chance, log)


class PlayActionRule(ActionRule[State, PlayAction]):
    """MST-3.8, 11.1, 12.1, 13.1, 14.1, 17.1: an action card; what it does is chosen next, if there is anything to choose."""

    action = PlayAction

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._flow = flow

    def candidates(self, state: State) -> Iterable[PlayAction]:
        return [PLAYS[card] for card in dict.fromkeys(state.cards.hands[state.turn.active]) if card in PLAYS]

    def reject(self, state: State, action: PlayAction) -> Rejection | None:
        card = action.card
        unfit = reject_hand(self._content, state, card)
        if unfit is not None:
            return unfit
        if card not in PLAYS:
            text = "{card} goes on a train; expected {form}"
            return Rejection.of("not-a-targeted-action", "MST-3.8", text, card=card, form=form_of(card))
        if not state.config.options.idle_actions and not self._has_effect(state, card):
            return Rejection.of("no-effect", "MST-17.1", "{card} has nothing to act on", card=card)
        return None

    def transition(self, state: State, action: PlayAction, chance: Chance, log: Log) -> State:
        card = action.card
        if log is not None:
            log.append(CardPlayed(state.turn.active, card, None))
        parts = state.station, played(state, card), state.people, state.pad
        if self._has_effect(state, card):
            return State(state.config, state.turn, *parts, EFFECTS[card][1])
        if log is not None:
            log.append(ActionWasted(state.turn.active, card))
        return self._flow.end_card(state, parts, card, chance, log)

    def _has_effect(self, state: State, card: str) -> bool:
        return has_effect(self._content, state.station.slots, state.cards.discard, card)


class PlaceDepotRule(ActionRule[State, PlaceDepot]):
    """MST-7.1 to 7.8, 7.14: the own Depot as the whole turn; the train is settled and gets a pawn."""

    action = PlaceDepot

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def candidates(self, state: State) -> Iterable[PlaceDepot]:
        return DEPOTS[: len(state.station.slots)]

    def reject(self, state: State, action: PlaceDepot) -> Rejection | None:
        if not state.people.depot_unused[state.turn.active]:
            return Rejection("depot-already-used", "MST-7.1", "the own Depot was played before; expected a pawn or a card")
        unfit = reject_slot(state, action.slot)
        if unfit is not None:
            return unfit
        train = train_in(state, action.slot)
        if train.depot is not None:
            return Rejection.of("depot-already-there", "MST-7.3", "the train in slot {slot} has a Depot", slot=action.slot)
        if len(train.cars) < DEPOT_RAILCARS:
            text = "the train in slot {slot} has {there} railcars; a Depot needs {needed}"
            return Rejection.of("too-few-railcars", "MST-7.2", text, slot=action.slot, there=len(train.cars), needed=DEPOT_RAILCARS)
        return None

    def transition(self, state: State, action: PlaceDepot, chance: Chance, log: Log) -> State:
        seat, slot = state.turn.active, action.slot
        train = train_in(state, slot)
        if log is not None:
            log.append(DepotPlaced(seat, slot, len(train.cars)))
        station, cards, people, pad = self._flow.score(state.config, state.turn, parts_of(state), slot, "depot", log)
        station = with_train(station, slot, Train(train.loco, train.cars, Depot(seat, len(train.cars)), train.standing_room))
        people = People(people.supply, people.boardings, people.tick, replaced(people.depot_unused, seat, False))
        parts = station, cards, people, pad
        if any(people.supply[seat]):  # MST-7.7
            return State(state.config, state.turn, *parts, BoardPending(slot, "depot"))
        return self._flow.end_turn(state, parts, chance, log)


class TurnRule(ListRule[State]):
    """All plays of a turn: pawns, then the cards of the hand in its order, then action cards, then the Depot (rules page, Actions and refusals).

    Most decisions are this one, so its list is put together from pieces that are built once, after one look at each train.
    """

    def __init__(self, content: Content, flow: Flow) -> None:
        self._content = content
        self._assign, self._play, self._depot = AssignPassengerRule(content, flow), PlayActionRule(content, flow), PlaceDepotRule(flow)
        super().__init__(self._assign, AddRailcarRule(content, flow), PlayStandingRoomRule(content, flow), self._play, self._depot)
        self._by_card: dict[str, tuple[AddRailcar | PlayStandingRoom, ...]] = {card: railcars(card) for card in content.railcars}
        self._by_card[STANDING_ROOM] = STANDING_ROOMS
        self._cards = lru_cache(HANDS_KEPT)(self._all_cards)  # the same hands come again and again

    def candidates(self, state: State) -> Iterable[Any]:
        count = len(state.station.slots)
        yield from self._assign.candidates(state)
        for card in dict.fromkeys(state.cards.hands[state.turn.active]):
            yield from self._by_card.get(card, ())[:count]
        yield from self._play.candidates(state)
        yield from self._depot.candidates(state)

    def legal(self, state: State) -> tuple[Any, ...]:
        options = state.config.options
        if not options.idle_actions:  # MST-17.1: which action cards can be played is another question for each
            return super().legal(state)
        capacity, counted, seat = self._content.capacity, options.depot_standing_room, state.turn.active
        people = state.people
        unused = people.depot_unused[seat]
        trains = with_room = depots = 0
        bit = 1
        for train in state.station.slots:
            if train is not None:
                trains |= bit
                bare = train.depot is None
                most = capacity[train.loco] + train.standing_room if counted or bare else capacity[train.loco]  # `limit`, written out
                if len(train.passengers) < most:
                    with_room |= bit
                if bare and unused and len(train.cars) >= DEPOT_RAILCARS:  # `takes_depot`, written out
                    depots |= bit
            bit <<= 1
        listed = assigns_of(people.supply[seat], with_room) + self._cards(state.cards.hands[seat], trains)
        return listed + depots_of(depots) if depots else listed

    def _all_cards(self, hand: tuple[str, ...], trains: int) -> tuple[Any, ...]:
        """Return the actions with the cards of a hand, `trains` being the slots that have one, as bits."""
        kinds = dict.fromkeys(hand)
        coupled = [action for card in kinds for action in self._by_card.get(card, ()) if trains >> action.slot & 1]
        return (*coupled, *(PLAYS[card] for card in kinds if card in PLAYS))
