"""Station Manager, a card game by Michael Schacht: the game class and its values, for typed users.

Rules page: ``docs/rules/station_manager.md``, or ``railrules rules station-manager``.
"""

from railrules.games.station_manager.actions import (
    Action,
    ClaimPile,
    DiscardFreight,
    DrawFreight,
    FulfilOrder,
    LayFreight,
    TakeOpenFreight,
)
from railrules.games.station_manager.content import Content
from railrules.games.station_manager.events import Event
from railrules.games.station_manager.game import StationManager
from railrules.games.station_manager.options import Options
from railrules.games.station_manager.state import (
    ActPending,
    Clock,
    IntakePending,
    LayPending,
    Pending,
    PilePending,
    Place,
    RoundResult,
    Standings,
    State,
)
from railrules.games.station_manager.view import PublicPlace, View

__all__ = [
    "ActPending",
    "Action",
    "ClaimPile",
    "Clock",
    "Content",
    "DiscardFreight",
    "DrawFreight",
    "Event",
    "FulfilOrder",
    "IntakePending",
    "LayFreight",
    "LayPending",
    "Options",
    "Pending",
    "PilePending",
    "Place",
    "PublicPlace",
    "RoundResult",
    "Standings",
    "State",
    "StationManager",
    "TakeOpenFreight",
    "View",
]
