"""What the tests of the adapters are played on."""

from typing import Any

from railrules import AnyGame, Chance, Game, available_games, load
from railrules.testing.games import RightOfWay

BUNDLED = [info.id for info in available_games() if info.package == "railrules"]
"""The ids of the games of this library; others that happen to be installed are tested where they come from."""

GAMES: list[AnyGame] = [RightOfWay(), *map(load, BUNDLED)]
NAMES = [game.info.id for game in GAMES]
TABLES = [(game, players) for game in GAMES for players in sorted({game.info.min_players, game.info.max_players})]
TABLE_NAMES = [f"{game.info.id}-{players}" for game, players in TABLES]


class Unseen(RightOfWay):
    """A game that describes no features."""

    observer = Game.observer


class Agent:
    """Chooses by its own luck, and counts how often it was asked."""

    def __init__(self, game: Any, config: Any) -> None:
        self.asked = 0

    def act(self, view: Any, legal_actions: Any, chance: Chance) -> Any:
        self.asked += 1
        return legal_actions[chance.pick(len(legal_actions))]


BAD_GAMES: list[tuple[dict[str, Any], str]] = [
    ({"game": "station-mangler"}, "no game 'station-mangler'; installed: "),
    ({"game": "station-manager", "players": 9}, "bad-player-count: players = 9; expected an int in 2..4"),
    ({"game": "station-manager", "options": {"rounds": 99}}, "bad-option-value: rounds = 99; expected an int in 1..20"),
    ({"game": "station-manager", "options": {"round": 1}}, "unknown-option: no option 'round' "),
]
"""Arguments that name no game or no setup of it, and how the complaint about them begins."""
