"""Parts that several games share and that an author can use alone.

`Pool` is a face-down deck whose order nobody knows. Nothing here knows a game, an action or a state.
"""

from railrules.parts._pool import Item, Pool

__all__ = ["Item", "Pool"]
