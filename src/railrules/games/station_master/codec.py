"""The numbering of actions (rules page, Actions and refusals): 15 S + 28 ids, S being the slots there can be."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import attrs

from railrules import ActionCodec, InvalidActionError
from railrules.games.station_master.actions import Action, AddRailcar, PlayAction, PlayStandingRoom
from railrules.games.station_master.content import HAND, SLOTS, STANDING_ROOM, Content
from railrules.games.station_master.rules import choices, plays
from railrules.games.station_master.state import State
from railrules.games.station_master.view import View


class Codec(ActionCodec[Action]):
    """Ids of one player count. What stands for a card is its place in the hand of the player who acts, the first copy of its face."""

    def __init__(self, content: Content, players: int, legal: Callable[[Any], Sequence[Action]]) -> None:
        self._content = content
        self._slots = slots = SLOTS[players] + (players > 2)
        super().__init__(15 * slots + 28, legal)
        fixed: list[Action | None] = [*chain(*plays.ASSIGNS[:slots])]
        fixed += [None] * (HAND * slots + HAND)  # these depend on the hand
        fixed += [*plays.DEPOTS[:slots], *choices.BOARDS, choices.DECLINE]
        fixed += [*choices.SOURCES[:slots], *choices.TARGETS[:slots]]
        fixed += [*choices.DEPTHS, *choices.REPAIRED[:slots], *chain(*choices.UNCOUPLINGS[:slots])]
        fixed += [*choices.TRANSFERRED[:slots], *choices.POSITIONS, *choices.TRANSFER_TARGETS[:slots], choices.END_TRANSFER]
        self._fixed = tuple(fixed)
        self._ids = {action: action_id for action_id, action in enumerate(fixed) if action is not None}
        self._hand_ids = 4 * slots
        self._play_ids = 7 * slots

    def encode(self, position: State | View, action: Action) -> int:
        """See `ActionCodec.encode`."""
        hand = _hand(position)
        match action:
            case AddRailcar(card, slot) if card in hand and card in self._content.railcars and self._is_slot(slot):
                return self._hand_ids + self._slots * hand.index(card) + slot
            case PlayStandingRoom(slot) if STANDING_ROOM in hand and self._is_slot(slot):
                return self._hand_ids + self._slots * hand.index(STANDING_ROOM) + slot
            case PlayAction(card) if card in hand and card not in self._content.railcars and card != STANDING_ROOM:
                return self._play_ids + hand.index(card)
        try:
            action_id = self._ids.get(action)
        except TypeError:  # a field holds something unhashable
            action_id = None
        # True == 1 and hash(True) == hash(1): an equal action is not yet of the right shape. The rules hand out the actions of the table.
        if action_id is None or (self._fixed[action_id] is not action and not _all_ints(action)):
            raise InvalidActionError(f"{action!r} has no action id here")
        return action_id

    def _is_slot(self, slot: object) -> bool:
        return type(slot) is int and 0 <= slot < self._slots

    def decode(self, position: State | View, action_id: int) -> Action:
        """See `ActionCodec.decode`. A place in the hand that is empty, or holds a second copy, names nothing."""
        self.check_id(action_id)
        action = self._fixed[action_id]
        if action is not None:
            return action
        hand = _hand(position)
        is_play = action_id >= self._play_ids
        place, slot = (action_id - self._play_ids, 0) if is_play else divmod(action_id - self._hand_ids, self._slots)
        if place >= len(hand) or hand.index(hand[place]) != place:
            raise InvalidActionError(f"action id {action_id} stands for card {place} of the hand, which is not there or a second copy")
        card = hand[place]
        if is_play and card not in self._content.railcars and card != STANDING_ROOM:
            return PlayAction(card)
        if not is_play and card in self._content.railcars:
            return AddRailcar(card, slot)
        if not is_play and card == STANDING_ROOM:
            return PlayStandingRoom(slot)
        raise InvalidActionError(f"action id {action_id} stands for {card}, which cannot be played so")


def _all_ints(action: Action) -> bool:
    return all(type(field) is int for field in attrs.astuple(action, recurse=False))


def _hand(position: State | View) -> tuple[str, ...]:
    return position.cards.hand if isinstance(position, View) else position.cards.hands[position.turn.active]
