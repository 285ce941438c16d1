"""What is compared with what, and the bars to reach. Plain tables; no measuring and no printing here."""

import operator
from collections.abc import Mapping
from typing import Literal

import attrs

_TESTS = {">=": operator.ge, "<=": operator.le, "<": operator.lt}


@attrs.frozen
class Bar:
    """A bar to reach: the measured number must be `sense` `value`."""

    sense: Literal[">=", "<=", "<"]
    value: float

    def __str__(self) -> str:
        return f"{self.sense} {self.value:,g}"

    def met_by(self, measured: float) -> bool:
        """Return whether `measured` reaches the bar."""
        return bool(_TESTS[self.sense](measured, self.value))


@attrs.frozen
class Ratio:
    """One comparison of every game: the speed of the case `over` divided by that of the case `under`.

    ``{}`` in a case stands for the game and its number of players. Where a cost is told rather than a speed, the cheaper thing is `under`.
    """

    name: str
    over: str
    under: str


_DECISIONS = "decisions:{}"

RATIOS: tuple[Ratio, ...] = (
    Ratio("decisions per OpenSpiel gin_rummy decision", _DECISIONS, "openspiel:gin_rummy"),
    Ratio("decisions per OpenSpiel hanabi decision", _DECISIONS, "openspiel:hanabi"),
    Ratio("decisions per RLCard gin-rummy decision", _DECISIONS, "rlcard:gin-rummy"),
    Ratio("decisions per Catanatron decision", _DECISIONS, "catanatron"),
    Ratio("decisions per python-chess ply", _DECISIONS, "python-chess"),
    Ratio("cost of a view, in decisions", _DECISIONS, "view:{}"),
    Ratio("cost of a vector for learning, in decisions", _DECISIONS, "observe:{}"),
    Ratio("ismcts simulations per simulation of OpenSpiel's ISMCTS in C++", "ismcts:{}", "openspiel-ismcts:gin_rummy"),
    Ratio("ismcts simulations per simulation of OpenSpiel's MCTS in Python", "ismcts:{}", "openspiel-mcts:gin_rummy"),
    Ratio("PettingZoo decisions per decision of PettingZoo's hanabi_v5", "pettingzoo:{}", "pettingzoo-hanabi"),
    Ratio("cost of a checked decision with events, in decisions", _DECISIONS, "apply:{}"),
    Ratio("records verified per game simulated and recorded", "verify:{}", "simulate:{}"),
    Ratio("cost of save and load, in Catanatron pickles", "catanatron-pickle", "save-load:{}"),
)

UNITS: Mapping[str, str] = {
    "decisions": "decisions",
    "apply": "decisions",
    "view": "views",
    "observe": "vectors",
    "ismcts": "simulations",
    "pettingzoo": "decisions",
    "save-load": "states",
    "simulate": "games",
    "verify": "games",
    "openspiel": "decisions",
    "openspiel-ismcts": "simulations",
    "openspiel-mcts": "simulations",
    "pettingzoo-hanabi": "decisions",
    "rlcard": "decisions",
    "catanatron": "decisions",
    "catanatron-pickle": "games pickled",
    "python-chess": "plies",
}
"""By kind of case: what it counts."""

PLAYERS: Mapping[str, int] = {"station-manager": 3, "station-master": 3, "station-to-station": 4, "railroad-operations": 1}
"""By game id: with how many players it is measured, where that is not left to the game's default."""

STATE_BYTES = "bytes of memory of a mid-game state"
STATE_JSON = "bytes of JSON of a mid-game state"
GAME_SECONDS = "seconds of a whole random game"
ARENA = "games in two processes per game in one"
IMPORT = "time of `import railrules`, in `import attrs, cattrs`"

BARS: Mapping[str, Bar] = {
    "cost of a view, in decisions": Bar("<=", 1.5),
    "cost of a vector for learning, in decisions": Bar("<=", 1.5),
    "records verified per game simulated and recorded": Bar(">=", 0.5),
}
"""The bars of every game, by name."""

GAME_BARS: Mapping[str, Mapping[str, Bar]] = {
    "station-manager": {
        "decisions per OpenSpiel gin_rummy decision": Bar(">=", 1.0),
        "decisions per RLCard gin-rummy decision": Bar(">=", 5.0),
        "decisions per Catanatron decision": Bar(">=", 4.0),
        "cost of save and load, in Catanatron pickles": Bar("<=", 0.1),
        "ismcts simulations per simulation of OpenSpiel's ISMCTS in C++": Bar(">=", 0.7),
        "ismcts simulations per simulation of OpenSpiel's MCTS in Python": Bar(">=", 2.0),
        "PettingZoo decisions per decision of PettingZoo's hanabi_v5": Bar(">=", 3.0),
        ARENA: Bar(">=", 1.7),
        STATE_BYTES: Bar("<", 4096),
    },
    "station-master": {
        "decisions per Catanatron decision": Bar(">=", 3.0),
        STATE_JSON: Bar("<", 6144),
    },
    "station-to-station": {
        "decisions per Catanatron decision": Bar(">=", 2.0),
        STATE_BYTES: Bar("<", 12_288),
        STATE_JSON: Bar("<", 12_288),
        GAME_SECONDS: Bar("<", 0.06),
    },
    "railroad-operations": {
        "decisions per Catanatron decision": Bar(">=", 1.0),
        STATE_BYTES: Bar("<", 30_720),
        STATE_JSON: Bar("<", 30_720),
        GAME_SECONDS: Bar("<", 1.0),
    },
}
"""The bars of one game, by game id and name."""

IMPORT_BAR = Bar("<=", 1.5)


def bar_of(game: str, name: str) -> Bar | None:
    """Return the bar of this game under this name, None if it has none."""
    return GAME_BARS.get(game, {}).get(name) or BARS.get(name)
