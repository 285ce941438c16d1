"""Choices of one (STS-3.5): made together in one `Work`, or one at a time as in any book, they come to the same."""

from typing import Any

import pytest

from railrules import SeededChance
from railrules.games.station_to_station import StationToStation
from railrules.games.station_to_station.rules import book

GAME = StationToStation()


def played(seed: int) -> tuple[list[Any], list[Any]]:
    """All positions and events of a random game."""
    config, chance = GAME.config(2 + seed % 3), SeededChance(seed)
    luck, events = chance.spawn("actions"), list[Any]()
    states = [GAME.initial_state(config, chance, events)]
    while legal := GAME.legal_actions(states[-1]):
        states.append(GAME.transition(states[-1], legal[luck.pick(len(legal))], chance, events))
    return states, events


@pytest.mark.rule("STS-3.5")
@pytest.mark.parametrize("together", [0, 1, 2])
def test_choices_of_one_come_to_the_same_however_they_are_made(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain that is longer than what is made together goes on by itself, with the same events in the same order."""
    expected = [played(seed) for seed in range(4)]
    monkeypatch.setattr(book, "MADE_TOGETHER", together)
    assert [played(seed) for seed in range(4)] == expected
