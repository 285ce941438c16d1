"""Station to Station: pick up and deliver by rail, over three seasons and a countdown. `StationToStation` is the game."""

from railrules.games.station_to_station.game import StationToStation

__all__ = ["StationToStation"]
