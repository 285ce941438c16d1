# %% [markdown]
# # Which agent plays best?
#
# A tournament of Station Manager: all agents meet in pairs, change seats from game to game, and are rated. Run it as a script, or cell by cell where
# an editor shows `# %%` as a notebook.
#
#     pip install 'railrules[cli,arena]'
#     python examples/compare_agents.py

# %%
"""Compare agents in a tournament, with plots."""

import os
from pathlib import Path

from railrules.arena import Processes, Tournament, play_tournament, plot, rate, summarize

GAMES = int(os.environ.get("GAMES", "100"))
FOLDER = Path(os.environ.get("FOLDER", "compared"))
FOLDER.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# Who meets whom is a value. Every game has its number and its seed, so any of them can be played again alone.

# %%
tournament = Tournament.of(
    "station-manager",
    ["random", "greedy", "flat-mc:simulations=50", "ismcts:simulations=50"],
    players=2,
    games=GAMES,
    seed=2026,
)
print(f"{len(tournament.meetings)} pairs, {len(tournament)} games")

# %% [markdown]
# Play on all cores. The results go to a file line by line; if this is interrupted and run again, it goes on where it was.


# %%
def main() -> None:
    """Play, print a table and draw the pictures."""
    results = play_tournament(tournament, backend=Processes(os.cpu_count() or 1), results=FOLDER / "results.jsonl")
    ratings = rate(results)
    print(f"{'agent':28}{'rating':>8}{'wins':>8}{'95% interval':>18}{'score':>8}")
    for player in sorted(summarize(results).players, key=lambda player: -ratings[player.agent].mu):
        interval = f"{player.low:.0%} to {player.high:.0%}"
        print(f"{player.agent:28}{ratings[player.agent].mu:8.1f}{player.win_share:8.0%}{interval:>18}{player.mean_score or 0:8.1f}")
    plot(results, FOLDER / "compared.png", "Station Manager, two players")
    print(f"the picture is {FOLDER / 'compared.png'}")


# %%
if __name__ == "__main__":  # the processes that play read this file too
    main()
