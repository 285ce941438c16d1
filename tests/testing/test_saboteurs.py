"""The kit can fail: every broken game is caught, first of all by the property that it breaks, and the healthy one passes."""

import pytest

from railrules.testing import PROPERTIES, Profile, check
from railrules.testing.games import RightOfWay
from tests.testing.saboteurs import SABOTEURS

PROFILE = Profile("test", 60)


def first_failure(kind: type[RightOfWay]) -> tuple[str, str]:
    for result in check(kind, PROFILE):
        if result.failure is not None:
            return result.name, result.failure.text
    return "", ""


@pytest.mark.parametrize("kind", SABOTEURS, ids=lambda kind: kind.__name__)
def test_saboteurs_are_caught(kind: type[RightOfWay]) -> None:
    """A broken game is caught by its property before any other."""
    name, text = first_failure(kind)
    assert (name, text != "") == (SABOTEURS[kind], True), text


def test_every_property_has_a_saboteur() -> None:
    """There is no property that was never seen to fail."""
    assert {kind.name for kind in PROPERTIES} == set(SABOTEURS.values())


def test_the_healthy_game_passes() -> None:
    """Right of Way itself breaks nothing."""
    results = list(check(RightOfWay, PROFILE))
    assert [result.name for result in results if not result.ok] == []
    assert len(results) == 14
