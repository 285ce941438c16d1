"""Railroad Operations keeps all that the conformance kit asks of a game."""

from pathlib import Path

import pytest

import railrules.testing
from railrules import Record
from railrules.games.railroad_operations import RailroadOperations
from railrules.testing import PROFILES, PROPERTIES, Profile, check

GOLDEN = Path(__file__).parents[2] / "golden" / "railroad-operations"

test_conformance = railrules.testing.conformance("railroad-operations", profile=Profile("short", 10), golden=GOLDEN)
"""With half the playouts of the profile ``quick``: a game is long, and twenty of each property take more than a minute."""


@pytest.mark.rule("OPS-10.1")
def test_golden_records_of_every_mode() -> None:
    """The golden records show a game alone, one against each other and one together, and one to four players."""
    records = [Record.read(path) for path in sorted(GOLDEN.glob("*.json"))]
    assert {record.setup.options["mode"] for record in records} == {"solitaire", "competitive", "coop"}
    assert {record.setup.players for record in records} == {1, 2, 3, 4}


@pytest.mark.slow
@pytest.mark.parametrize("name", [kind.name for kind in PROPERTIES])
def test_thorough_conformance(name: str) -> None:
    """Five thousand playouts for each property."""
    (result,) = check(RailroadOperations, PROFILES["thorough"], only=[name])
    assert result.failure is None, result.failure.text
    assert result.playouts == 5000
