"""Which action ids are tried in a position."""

from collections.abc import Iterator, Sequence
from typing import Any

from railrules import Chance, InvalidActionError
from railrules.testing._playout import Play

WHOLE = 256
DRAWN = 64


class IdSampler:
    """Chooses ids along one playout.

    Where a decision is met for the first time every id is tried. Later all ids of the kinds that are open there, or `DRAWN` of them where there are
    more than `WHOLE`, and one id of each closed kind.
    """

    def __init__(self, play: Play) -> None:
        self._book = play.game.book
        self.codec = play.game.codec(play.config)
        self._chance: Chance = play.luck("ids")
        self._met: set[Any] = set()
        self._kinds: dict[type, dict[int, None]] = {}

    def actions(self, state: Any) -> Iterator[Any]:
        """Yield the actions to try in `state`; ids that name nothing there are passed over."""
        decision = self._book.decision(state)
        if decision not in self._met:
            self._met.add(decision)
            yield from self._decoded(state, range(self.codec.num_actions))
            return
        is_open = self._book.open_kinds(state)
        for kind in is_open:
            yield from self._decoded(state, self.some(list(self._kinds.get(kind, ())), WHOLE, DRAWN))
        for kind, ids in list(self._kinds.items()):  # an id may name an action of another kind here, which is noted as met
            if kind not in is_open:
                yield from self._decoded(state, self.some(list(ids), 0, 1))

    def some(self, ids: Sequence[int], whole: int, drawn: int) -> Sequence[int]:
        """Return all `ids` if there are at most `whole`, else `drawn` of them."""
        if len(ids) <= whole:
            return ids
        return [ids[self._chance.pick(len(ids))] for _ in range(min(drawn, len(ids)))]

    def _decoded(self, state: Any, ids: Sequence[int]) -> Iterator[Any]:
        for action_id in ids:
            try:
                action = self.codec.decode(state, action_id)
            except InvalidActionError:
                continue
            self._kinds.setdefault(type(action), {})[action_id] = None
            yield action
