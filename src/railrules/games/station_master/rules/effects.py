"""What an action card could do now: whether there is anything to choose from (MST-17.1)."""

from collections.abc import Callable

from railrules.games.station_master.content import REASSIGN, REPAIR, TRANSFER, UNCOUPLE, Content
from railrules.games.station_master.rules.trains import free_railcars
from railrules.games.station_master.state import (
    Pending,
    ReassignSourcePending,
    RepairCardPending,
    State,
    TransferTrainPending,
    UncouplePending,
)

LOOKED_AT = 3
"""How many cards of the discard pile a Repair looks at (MST-12.1)."""


def _reassign(_: Content, state: State) -> bool:
    trains = [train for train in state.station.slots if train is not None]
    return len(trains) > 1 and any(free_railcars(train) for train in trains)


def _repair(content: Content, state: State) -> bool:
    return any(card in content.railcars for card in state.cards.discard[-LOOKED_AT:])


def _uncouple(_: Content, state: State) -> bool:
    return any(train is not None and free_railcars(train) for train in state.station.slots)


def _transfer(_: Content, state: State) -> bool:
    return any(train is not None and train.passengers for train in state.station.slots)


EFFECTS: dict[str, tuple[Callable[[Content, State], bool], Pending]] = {
    REASSIGN: (_reassign, ReassignSourcePending()),
    REPAIR: (_repair, RepairCardPending()),
    UNCOUPLE: (_uncouple, UncouplePending()),
    TRANSFER: (_transfer, TransferTrainPending()),
}
"""By card: whether it has anything to choose from, and the decision that it opens."""


def has_effect(content: Content, state: State, card: str) -> bool:
    """Return whether an action card has anything to choose from."""
    return EFFECTS[card][0](content, state)
