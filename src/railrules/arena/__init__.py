"""Games between agents: one after the other or in several processes, seeded so that each can be played again alone."""

from railrules.arena._play import GameResult, Table, play_game, play_games
from railrules.arena._summary import PlayerSummary, Summary, summarize, wilson_interval

__all__ = ["GameResult", "PlayerSummary", "Summary", "Table", "play_game", "play_games", "summarize", "wilson_interval"]
