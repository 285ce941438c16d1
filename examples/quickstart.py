"""Play a game by random choices, save it, verify the record, and look at one position as a player sees it."""

import tempfile
from pathlib import Path

import railrules


def main() -> None:
    """Play, save, verify, show."""
    game = railrules.load("station-manager")
    match = railrules.new_match(game, players=3, seed=7, names=["Ann", "Bob", "Cy"])
    luck = railrules.SeededChance(1)
    while (player := match.to_act) is not None:
        seat = match.seat(player)
        match = match.play(seat.legal_actions[luck.pick(len(seat.legal_actions))])
    outcome = match.outcome
    assert outcome is not None
    winners = " and ".join(match.names[player] for player in outcome.winners)
    print(f"{winners} won after {len(match.moves)} moves with {max(outcome.scores)} points.")

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        match.record().save(path)
        report = railrules.verify(railrules.Record.read(path))
        print(f"The record of {path.stat().st_size} bytes verifies: {report.ok}.")

    middle = railrules.resume(match.record(), to=len(match.moves) // 2)
    print("\nHalf way, as Bob saw it:\n")
    print(game.describe(middle.seat(1).view, middle.names))


if __name__ == "__main__":
    main()
