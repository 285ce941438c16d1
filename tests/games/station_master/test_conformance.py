"""Station Master keeps all that the conformance kit asks of a game."""

from pathlib import Path

import pytest

import railrules.testing
from railrules.games.station_master import StationMaster
from railrules.testing import PROFILES, PROPERTIES, check

GOLDEN = Path(__file__).parents[2] / "golden" / "station-master"

test_conformance = railrules.testing.conformance("station-master", golden=GOLDEN)


@pytest.mark.slow
@pytest.mark.parametrize("name", [kind.name for kind in PROPERTIES])
def test_thorough_conformance(name: str) -> None:
    """Five thousand playouts for each property."""
    (result,) = check(StationMaster, PROFILES["thorough"], only=[name])
    assert result.failure is None, result.failure.text
    assert result.playouts == 5000
