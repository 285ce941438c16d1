"""Games between agents: a series at one table, or a tournament, seeded so that each game can be played again alone."""

from railrules.arena._backends import BACKENDS, Backend, BackendError, Processes, Ray, Serial, backend
from railrules.arena._play import Forfeit, GameResult, Table, play_game
from railrules.arena._plots import check_plot, plot
from railrules.arena._ratings import Rating, rate
from railrules.arena._series import play_games
from railrules.arena._summary import PlayerSummary, Summary, summarize, wilson_interval
from railrules.arena._tournament import DEFAULT_LIMIT, ResultsError, Tournament, play_tournament, save_record

__all__ = [
    "BACKENDS",
    "DEFAULT_LIMIT",
    "Backend",
    "BackendError",
    "Forfeit",
    "GameResult",
    "PlayerSummary",
    "Processes",
    "Rating",
    "Ray",
    "ResultsError",
    "Serial",
    "Summary",
    "Table",
    "Tournament",
    "backend",
    "check_plot",
    "play_game",
    "play_games",
    "play_tournament",
    "plot",
    "rate",
    "save_record",
    "summarize",
    "wilson_interval",
]
