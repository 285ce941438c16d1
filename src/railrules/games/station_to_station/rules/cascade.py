"""`settle`: what is due happens, until a decision is open."""

from collections.abc import Callable
from typing import Any

from railrules.games.station_to_station.rules import crew, effects, gains, routes, station, travel
from railrules.games.station_to_station.rules.turns import TurnEnd
from railrules.games.station_to_station.rules.work import Work
from railrules.games.station_to_station.state import (
    DueCleanUp,
    DueEffect,
    DueRefill,
    DueReward,
    DueRoute,
    DueRouteChange,
    DueStopCheck,
    DueTicket,
    DueToken,
    DueTriggers,
    PendingAnyCargo,
    PendingDiscount,
    PendingPayment,
    PendingTrim,
)


class Cascade:
    """The steps that the rules take by themselves, one class of pending record each."""

    def __init__(self, ending: TurnEnd) -> None:
        self._due: dict[type, Callable[[Work, Any], None]] = {
            DueTriggers: effects.answers,
            DueEffect: effects.effect,
            DueRoute: routes.complete,
            DueRouteChange: routes.change,
            DueStopCheck: travel.check_stop,
            DueReward: station.reward,
            DueTicket: station.file_ticket,
            DueToken: station.resolve_token,
            DueRefill: crew.refill,
            DueCleanUp: ending.clean_up,
        }
        self._stands: dict[type, Callable[[Work, Any], bool]] = {
            PendingTrim: gains.trim_stands,
            PendingAnyCargo: gains.any_cargo_stands,
            PendingDiscount: station.discount_stands,
            PendingPayment: crew.payment_stands,
        }

    def settle(self, work: Work) -> None:
        """Take what is due off the top, one by one and depth first (STS-3.7), until a decision stands there or nothing is left."""
        pending, due, stands = work.pending, self._due, self._stands
        while pending:
            top = pending[-1]
            kind = type(top)
            happens = due.get(kind)
            if happens is not None:
                pending.pop()
                happens(work, top)
            elif kind not in stands or stands[kind](work, top):
                return
