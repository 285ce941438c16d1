"""The pytest plugin of railrules: ``pytest --railrules-game my-game`` runs the conformance kit on an installed game.

pytest imports this module in every run of every project that has railrules installed, so it imports nothing until it is asked for something.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("railrules", "conformance of railway games")
    group.addoption("--railrules-game", action="append", default=[], metavar="ID", help="run the conformance kit on this game")
    group.addoption("--railrules-profile", default=None, metavar="NAME", help="how hard the kit looks: quick or thorough")
    group.addoption("--railrules-golden", default=None, metavar="DIR", help="folder of the game's golden records")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of the games asked for."""
    games = config.getoption("railrules_game")
    if games:
        from railrules.testing._pytest import items_of

        for game in games:
            items.extend(items_of(session, game, config.getoption("railrules_profile") or "quick", config.getoption("railrules_golden")))
