"""Property 1: the same inputs give the same play."""

import json
import os
import subprocess
import sys
from typing import Any

from railrules import IllegalActionError, ScriptedChance
from railrules.serialize import digest
from railrules.testing._breach import Breach, demand_equal
from railrules.testing._playout import Play, Playout
from railrules.testing._property import Property

CHILD_SEEDS = ("1", "2")
CHILD_PLAYOUTS = 6


class Determinism(Property):
    """The same setup, actions and answers of chance give the same states and events, everywhere.

    Records replay, servers agree with their clients and experiments can be repeated only if nothing else has a say: no log, no clock, no order of
    a set, no number that the process was started with. Two child processes with other hash seeds play the same games again.
    """

    name = "determinism"

    def check(self, play: Play) -> None:
        """Repeat setup and every step: with the recorded answers, without a log, with the check."""
        game, config = play.game, play.config
        again: list[Any] = []
        demand_equal("two setups with the same answers of chance", play.initial, game.initial_state(config, ScriptedChance(play.setup_picks)))
        game.initial_state(config, ScriptedChance(play.setup_picks), again)
        demand_equal("the events of two equal setups", play.setup_events, tuple(again))
        for step in play:
            demand_equal("two lists of legal actions", step.legal, game.legal_actions(step.before))
            log: list[Any] = []
            chance = ScriptedChance(step.picks)
            demand_equal("the state after the same action again", step.after, game.transition(step.before, step.action, chance, log))
            demand_equal("the events of the same action again", step.events, tuple(log))
            _demand_used(chance)
            chance = ScriptedChance(step.picks)
            demand_equal("the state with a log and without", step.after, game.transition(step.before, step.action, chance))
            _demand_used(chance)
            try:
                checked = game.apply(step.before, step.action, ScriptedChance(step.picks))
            except IllegalActionError:
                continue  # listed and refused: that is a matter of legality
            demand_equal("the state of transition and of apply", step.after, checked.state)
            demand_equal("the events of transition and of apply", step.events, checked.events)
            demand_equal("the answers of chance in transition and in apply", step.picks, checked.picks)

    def finish(self) -> None:
        """Play some games in child processes with other hash seeds; last, since a game that fails is told better by the playout that fails."""
        reference, game = self.subject.reference, self.subject.game
        if reference is None:
            return
        info = game.info
        span = info.max_players - info.min_players + 1
        playouts = [Playout(info.min_players + seed % span, seed=seed) for seed in range(CHILD_PLAYOUTS)]
        here = [fingerprints(Play(game, playout, self.longest)) for playout in playouts]
        for hash_seed in CHILD_SEEDS:
            there = _in_child(reference, playouts, hash_seed, self.longest)
            for playout, mine, theirs in zip(playouts, here, there, strict=True):
                for moves, (own, other) in enumerate(zip(mine, theirs, strict=False)):
                    for what in own:
                        if own[what] != other[what]:
                            found = f"{what} differs in another process with PYTHONHASHSEED={hash_seed}: {own[what]} and {other[what]}"
                            raise PlayoutBreach(found, moves, playout)
                if len(mine) != len(theirs):
                    found = f"in another process with PYTHONHASHSEED={hash_seed} the game has {len(theirs) - 1} moves and not {len(mine) - 1}"
                    raise PlayoutBreach(found, min(len(mine), len(theirs)) - 1, playout)


class PlayoutBreach(Breach):
    """A breach that was not found in the playout under way but in its own."""

    def __init__(self, what: str, moves: int, playout: Playout) -> None:
        super().__init__(what, moves)
        self.playout = playout


def _demand_used(chance: ScriptedChance) -> None:
    if chance.left:
        raise Breach(f"the same step asked chance {chance.left} times less than before")


def fingerprints(play: Play) -> list[dict[str, str]]:
    """Return for the setup and each step what must be the same in every process, as digests and texts."""
    game = play.game
    observer = game.observer(play.config)
    found = []
    for moves, state in enumerate(play.states()):
        events = play.steps[moves - 1].events if moves else play.setup_events
        player = game.current_player(state)
        view = game.view(state, player)
        found.append(
            {
                "the state": _print(state),
                "the list of events": _print(events),
                "the list of legal actions": "; ".join(game.action_to_str(view, action) for action in game.legal_actions(state)),
                "the view": _print(view),
                "the description": _print((game.describe(view), game.summary(view))),
                "the evaluation": repr(game.evaluate(view)),
                "the observation": observer.encode(view).tobytes().hex(),
            }
        )
    return found


def _print(value: Any) -> str:
    try:
        return digest(value, 8)
    except (TypeError, ValueError):
        return "(no digest)"  # the next property says why


def _in_child(reference: str, playouts: list[Playout], hash_seed: str, longest: int | None) -> list[list[dict[str, str]]]:
    request = {"game": reference, "playouts": [playout.to_json() for playout in playouts], "longest": longest, "path": sys.path}
    done = subprocess.run(
        [sys.executable, "-m", "railrules.testing._child"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONUTF8": "1"},
        check=False,
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise Breach(f"in another process with PYTHONHASHSEED={hash_seed} the same games fail: {last[0]}", 0)
    found: list[list[dict[str, str]]] = json.loads(done.stdout)
    return found
