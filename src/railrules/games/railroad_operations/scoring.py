"""What a game was worth (OPS-10.1 to 10.4, R31, W6)."""

from railrules import Outcome
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.state import Books


def outcome_of(options: Options, books: Books) -> Outcome:
    """Return the result of a game that is over: the official one."""
    result = books.official
    assert result is not None  # play ends with a result
    players = len(result.revenues)
    lost = result.ending != "timetable-complete"
    if lost or options.mode != "competitive":
        everybody = (1,) * players
        returns = (0.0 if lost else 1.0,) * players
        return Outcome((result.ending,), result.revenues, ((0,),) * players, lost=lost, ranking=everybody, returns=returns)
    return Outcome((result.ending,), result.revenues, tuple((revenue,) for revenue in result.revenues))
