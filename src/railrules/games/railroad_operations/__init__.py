"""Station Master: Railroad Operations: a division under timetable and train order. `RailroadOperations` is the game."""

from railrules.games.railroad_operations.game import RailroadOperations

__all__ = ["RailroadOperations"]
