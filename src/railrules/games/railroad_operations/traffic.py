"""The next Mainline phases, played in thought: where trains will collide if nothing is done about it."""

from typing import TYPE_CHECKING

from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.consist import is_made_up
from railrules.games.railroad_operations.track import EAST, WEST

if TYPE_CHECKING:
    from railrules.games.railroad_operations.outlook import Look


class Traffic:
    """The next Mainline phases, played in thought."""

    def __init__(self, look: "Look") -> None:
        self.look = look
        self.phases: dict[int, int] = {}
        self.coming: list[st.Train] = []
        self.going: list[st.Train] = []
        running = [train for train in look.view.division.trays if train is not None]
        for train in running:
            eta = look.eta(train)
            if eta is not None and not isinstance(train.place, st.AtLimits):
                self.phases[train.serial] = eta
                self.coming.append(train)
            elif isinstance(train.place, st.OnLine):
                line = look.content.line[look.view.division.gaps[train.place.gap][train.place.index].card]
                self.phases[train.serial] = line.regions - train.place.region + 1
                self.going.append(train)
        self.tracks = look.content.grades[look.level].ad_tracks
        self.interlocked = look.content.by_effect.get("hold_at_limits") in look.area.enhancements
        self.limits: set[int] = {end for end, _ in look.area.held}
        here = [train for train in running if look.at_office(train)]
        self.standing = len([train for train in here if not is_made_up(train.consist) or look.fouled(train.heading)])
        ready = [train for train in here if is_made_up(train.consist) and not look.fouled(train.heading)]
        later = look.view.clock.phase not in ("local", "new-train", "load-unload")
        pending = look.view.pending
        trays = pending.stopped if isinstance(pending, (st.TelegraphPending, st.ClearancePending, st.DivertPending)) else ()
        stopped = [look.view.division.trays[tray] for tray in trays]
        self.fresh = [train for train in ready if (later and train.arrived) or train in stopped]
        self.ready = [train for train in ready if train not in self.fresh]

    def phase(self) -> int:
        """Play one phase; returns how many collisions it had."""
        self.now: list[st.Train] = []
        collisions = 0
        for train in sorted([*self.coming, *self.going, *self.ready], key=self.look.order):
            if train in self.ready:
                self._depart(train)
            elif train in self.coming or train in self.going:  # else it has collided meanwhile
                collisions += self._advance(train)
        self.ready += [*self.fresh, *self.now]
        self.fresh = []
        return collisions

    def _free(self) -> bool:
        return self.standing + len(self.ready) + len(self.fresh) + len(self.now) < self.tracks

    def _depart(self, train: st.Train) -> None:
        if not self.look.meets(train, self.coming):
            self.ready.remove(train)
            if self.limits and self._free():
                self.limits.pop()
                self.now.append(train)

    def _advance(self, train: st.Train) -> bool:
        """A train on the line runs on; returns whether it collides."""
        self.phases[train.serial] -= 1
        if self.phases[train.serial]:
            other = next((other for other in (*self.coming, *self.going) if self.look.same_place(train, other, self.phases)), None)
            for gone in () if other is None else (train, other):
                (self.coming if gone in self.coming else self.going).remove(gone)
            return other is not None
        if train in self.going:
            self.going.remove(train)
            return False
        self.coming.remove(train)
        end = WEST if train.heading == EAST else EAST
        if self.look.fouled(end):
            return True
        if self._free():
            self.now.append(train)
        elif self.interlocked and end not in self.limits:
            self.limits.add(end)
        else:
            return True
        return False
