"""What an action card could do now, whether there is anything to choose from, and what may be declined (MST-17.1)."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from railrules.games.station_master.content import REASSIGN, REPAIR, STANDING_ROOM, TRANSFER, UNCOUPLE, Content
from railrules.games.station_master.options import Options
from railrules.games.station_master.rules.trains import TrainLike, free_railcars
from railrules.games.station_master.state import (
    BoardPending,
    Pending,
    ReassignSourcePending,
    RepairCardPending,
    TransferTrainPending,
    UncouplePending,
)

LOOKED_AT = 3
"""How many cards of the discard pile a Repair looks at (MST-12.1)."""

Slots: TypeAlias = Sequence[TrainLike | None]
Pile: TypeAlias = tuple[str, ...]


def repairable(content: Content, discard: Pile) -> tuple[int, ...]:
    """Return the depths at which a Repair finds railcars (MST-12.2)."""
    return tuple(depth for depth, card in enumerate(discard[: -LOOKED_AT - 1 : -1]) if card in content.railcars)


def _reassign(_: Content, slots: Slots, discard: Pile) -> bool:
    trains = [train for train in slots if train is not None]
    return len(trains) > 1 and any(free_railcars(train) for train in trains)


def _repair(content: Content, slots: Slots, discard: Pile) -> bool:
    return bool(repairable(content, discard))


def _uncouple(_: Content, slots: Slots, discard: Pile) -> bool:
    return any(train is not None and free_railcars(train) for train in slots)


def _transfer(_: Content, slots: Slots, discard: Pile) -> bool:
    return any(train is not None and train.passengers for train in slots)


EFFECTS: dict[str, tuple[Callable[[Content, Slots, Pile], bool], Pending]] = {
    REASSIGN: (_reassign, ReassignSourcePending()),
    REPAIR: (_repair, RepairCardPending()),
    UNCOUPLE: (_uncouple, UncouplePending()),
    TRANSFER: (_transfer, TransferTrainPending()),
}
"""By card: whether it has anything to choose from, and the decision that it opens."""
FIRST_DECISIONS = tuple(type(decision) for _, decision in EFFECTS.values())


def has_effect(content: Content, slots: Slots, discard: Pile, card: str) -> bool:
    """Return whether an action card has anything to choose from."""
    return EFFECTS[card][0](content, slots, discard)


def may_decline(options: Options, pending: Pending) -> bool:
    """Return whether the player who is asked may leave out what the card allows (MST-10.3, 11.5, 12.5, 17.1)."""
    if isinstance(pending, BoardPending):
        return pending.source == STANDING_ROOM
    return options.idle_actions and type(pending) in FIRST_DECISIONS
