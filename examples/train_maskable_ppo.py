"""Train a policy to play Station Manager, watch it learn, and let it play in the arena.

    pip install 'railrules[cli,arena,gymnasium]' sb3-contrib
    python examples/train_maskable_ppo.py --minutes 5

MaskablePPO of sb3-contrib learns through the Gymnasium adapter: two players, the other one at random. Afterwards the folder ``trained`` holds the
policy, and the learning curve as CSV and PNG. `PolicyAgent` plays in the arena.
"""

import argparse
import csv
import functools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from matplotlib.figure import Figure
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import railrules
from railrules.adapters.gymnasium import make_env

GAME = "station-manager"
PLAYERS = 2


@functools.cache
def load_policy(path: str) -> MaskablePPO:
    """Read a saved policy, once."""
    return MaskablePPO.load(path, device="cpu")


class PolicyAgent:
    """An agent of railrules that plays as a saved policy does.

    Where this file is on the path, an arena finds it by module and class: ``PYTHONPATH=examples railrules arena station-manager --agents
    random,greedy,train_maskable_ppo.PolicyAgent:model=trained/policy.zip``. An entry point of the group ``railrules.agents`` would give it a name.
    """

    def __init__(self, game: railrules.AnyGame, config: railrules.Config[Any], model: str = "trained/policy.zip") -> None:
        self.codec, self.observer = game.codec(config), game.observer(config)
        self.policy = load_policy(model)

    def act(self, view: Any, legal_actions: Sequence[Any], chance: railrules.Chance) -> Any:
        """Return the action that the policy likes best."""
        seen = np.frombuffer(self.observer.encode(view), dtype=np.float32)
        mask = np.frombuffer(self.codec.mask(view), dtype=np.int8).astype(bool)
        number, _ = self.policy.predict(seen, action_masks=mask, deterministic=True)
        return self.codec.decode(view, int(number))


def win_share(make: Callable[..., Any], games: int, seed: int = 1_000_000) -> float:
    """Return the share of two-player games that an agent wins against random play, each seat in half of them."""
    game = railrules.load(GAME)
    config = game.config(PLAYERS)
    agent = make(game, config)
    wins = 0.0
    for number in range(games):
        match = railrules.new_match(game, PLAYERS, seed=seed + number)
        luck = railrules.SeededChance(seed + number).spawn("players")
        while (player := match.to_act) is not None:
            seat = match.seat(player)
            if player == number % PLAYERS:
                match = match.play(agent.act(seat.view, seat.legal_actions, luck))
            else:
                match = match.play(seat.legal_actions[luck.pick(len(seat.legal_actions))])
        outcome = match.outcome
        assert outcome is not None
        wins += outcome.returns[number % PLAYERS]
    return wins / games


class Watch(BaseCallback):  # type: ignore[misc,unused-ignore]  # where its library is not there it has no type
    """Measures the policy now and then, and ends the training in time."""

    def __init__(self, folder: Path, seconds: float, every: float, games: int) -> None:
        super().__init__()
        self.folder, self.seconds, self.every, self.games = folder, seconds, every, games
        self.started = self.measured = time.monotonic()
        self.curve: list[tuple[int, float, float]] = []

    def measure(self) -> float:
        """Save the policy, let it play, and note how it fared."""
        path = self.folder / "policy.zip"
        self.model.save(path)
        load_policy.cache_clear()
        share = win_share(functools.partial(PolicyAgent, model=str(path)), self.games)
        self.curve.append((self.num_timesteps, time.monotonic() - self.started, share))
        print(f"{self.num_timesteps:>8} steps, {self.curve[-1][1]:4.0f} s: wins {share:.0%} of {self.games} games against random", flush=True)
        return share

    def _on_step(self) -> bool:
        return time.monotonic() - self.started < self.seconds

    def _on_rollout_end(self) -> None:
        if time.monotonic() - self.measured >= self.every:
            self.measure()
            self.measured = time.monotonic()


def draw(curve: Sequence[tuple[int, float, float]], path: Path) -> None:
    """Draw the learning curve."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot([steps for steps, _, _ in curve], [share for _, _, share in curve], marker="o")
    axes.axhline(0.8, linestyle=":", color="grey")
    axes.set(xlabel="decisions learned from", ylabel="share of wins against random", ylim=(0, 1), title="MaskablePPO on Station Manager, two players")
    figure.savefig(path)


def main(arguments: Sequence[str] | None = None) -> float:
    """Train, and return the share of wins at the end."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to train")
    parser.add_argument("--games", type=int, default=200, help="how many games decide how good the policy is")
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder of what comes out")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)

    torch.set_num_threads(1)  # small networks are quicker so
    env = DummyVecEnv([functools.partial(make_env, GAME, opponents=["random"], seat="random") for _ in range(8)])
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=256,
        batch_size=512,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.9,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        device="cpu",
        seed=given.seed,
    )
    watch = Watch(given.out, 60 * given.minutes, 60 * given.minutes / 8, max(20, given.games // 4))
    model.learn(10**9, callback=watch)
    watch.games = given.games
    share = watch.measure()
    with (given.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("steps", "seconds", "win_share"), *watch.curve])
    draw(watch.curve, given.out / "curve.png")
    print(f"policy, curve.csv and curve.png are in {given.out}")
    return share


if __name__ == "__main__":
    main()
