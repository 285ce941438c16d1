"""Parts that several games share and that an author can use alone.

`Pool` is a face-down deck whose order nobody knows, `Deck` such a one with its discard pile, `Display` cards on offer beside it, `Bag` pieces
drawn blindly, `Graph` places and the links between them, `Canvas` a drawing. Nothing here knows a game, an action or a state.

Only `Pool` is loaded with the library, which needs it; the others at first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from railrules.parts._pool import Item, Pool

if TYPE_CHECKING:
    from railrules.parts._bag import Bag
    from railrules.parts._canvas import Canvas
    from railrules.parts._deck import Deck, Display
    from railrules.parts._graph import Graph, Node

__all__ = ["Bag", "Canvas", "Deck", "Display", "Graph", "Item", "Node", "Pool"]

_HOMES = {"Bag": "_bag", "Canvas": "_canvas", "Deck": "_deck", "Display": "_deck", "Graph": "_graph", "Node": "_graph"}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"railrules.parts.{_HOMES[name]}"), name)
    globals()[name] = found  # the next time it is found without this function
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
