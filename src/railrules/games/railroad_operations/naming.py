"""What trains are called, on the screen, in what a person types, and in events: ``T6``, ``T6b`` for a second section, ``X22`` for an Extra."""

from collections.abc import Sequence

from railrules.games.railroad_operations.content import Content
from railrules.games.railroad_operations.state import Train


def card_name(content: Content, card: int, section: int = 0) -> str:
    """Return the name of a train by its card: ``T6``, ``T6b``, ``X22``."""
    train = content.trains[card]
    return f"{'X' if train.extra else 'T'}{train.number}{'b' if section else ''}"


def train_name(content: Content, trays: Sequence[Train | None], tray: int) -> str:
    """Return the name of the train on a tray, with the tray where two have one name, or none is there."""
    train = trays[tray] if tray < len(trays) else None
    if train is None:
        return f"tray-{tray}"
    name = card_name(content, train.card, train.section)
    same = [other for other in trays if other is not None and (other.card, other.section) == (train.card, train.section)]
    return name if len(same) == 1 else f"{name}@{tray}"
