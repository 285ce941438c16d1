"""Station to Station keeps all that the conformance kit asks of a game."""

from pathlib import Path

import pytest

import railrules.testing
from railrules.games.station_to_station import StationToStation
from railrules.testing import PROFILES, PROPERTIES, check

GOLDEN = Path(__file__).parents[2] / "golden" / "station-to-station"

test_conformance = railrules.testing.conformance("station-to-station", golden=GOLDEN)


@pytest.mark.slow
@pytest.mark.parametrize("name", [kind.name for kind in PROPERTIES])
def test_thorough_conformance(name: str) -> None:
    """Five thousand playouts for each property."""
    (result,) = check(StationToStation, PROFILES["thorough"], only=[name])
    assert result.failure is None, result.failure.text
    assert result.playouts == 5000
