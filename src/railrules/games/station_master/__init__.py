"""Station Master, the 2020 card game by Chris Baylis, for 2 to 6 players (plugin ``station-master``)."""

from railrules.games.station_master.game import StationMaster

__all__ = ["StationMaster"]
