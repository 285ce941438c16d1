"""railrules: railway tabletop games as pure rules.

Immutable states, validated actions, legal-action generation, pure apply functions, seeded chance, per-player views, records that replay and
verify. Each game is a plugin found through entry points::

    import railrules

    match = railrules.new_match("station-manager", players=3, seed=7)
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    print(match.outcome.ranking)

The public face is what this package, `railrules.parts`, `railrules.serialize`, `railrules.agents`, `railrules.arena` and `railrules.testing` export.
Modules whose name begins with an underscore are not part of it.
"""

from typing import TYPE_CHECKING, Any

from railrules._chance import (
    Chance,
    ChanceNeeded,
    Pick,
    RecordingChance,
    ScriptedChance,
    SeededChance,
    SuspendingChance,
    chance_outcomes,
    enumerate_chance,
    roll,
    shuffle,
)
from railrules._codec import ActionCodec, Feature, Observer, one_hot, zeros
from railrules._content import ContentFile
from railrules._errors import (
    ConfigError,
    ContentError,
    DivergenceError,
    GameOverError,
    IllegalActionError,
    InvalidActionError,
    MissingExtraError,
    PluginError,
    RailrulesError,
    RecordError,
    TooManyOutcomesError,
    UnknownGameError,
    VersionError,
)
from railrules._game import AnyGame, Config, Game, GameInfo, Limits, OpenView, Playouts, Step, check_viewer
from railrules._options import Bounds, NoOptions, Option, a_player, int_range, on_off, one_of, option, options_of
from railrules._outcome import Outcome
from railrules._registry import PluginFault, available_games, load, plugin_errors
from railrules._rules import MAIN, OVER, ActionRule, Decision, FrameRules, ListRule, Rejection, RuleBook
from railrules._text import check_text
from railrules._values import value

if TYPE_CHECKING:
    from railrules._match import MAX_SEED, Intent, Match, Move, Seat, Setup, Transcript, new_match
    from railrules._record import Divergence, Record, RecordedMove, Report, replay, resume, verify
    from railrules.serialize import digest

__version__ = "0.1.0"

__all__ = [
    "MAIN",
    "MAX_SEED",
    "OVER",
    "ActionCodec",
    "ActionRule",
    "AnyGame",
    "Bounds",
    "Chance",
    "ChanceNeeded",
    "Config",
    "ConfigError",
    "ContentError",
    "ContentFile",
    "Decision",
    "Divergence",
    "DivergenceError",
    "Feature",
    "FrameRules",
    "Game",
    "GameInfo",
    "GameOverError",
    "IllegalActionError",
    "Intent",
    "InvalidActionError",
    "Limits",
    "ListRule",
    "Match",
    "MissingExtraError",
    "Move",
    "NoOptions",
    "Observer",
    "OpenView",
    "Option",
    "Outcome",
    "Pick",
    "Playouts",
    "PluginError",
    "PluginFault",
    "RailrulesError",
    "Record",
    "RecordError",
    "RecordedMove",
    "RecordingChance",
    "Rejection",
    "Report",
    "RuleBook",
    "ScriptedChance",
    "Seat",
    "SeededChance",
    "Setup",
    "Step",
    "SuspendingChance",
    "TooManyOutcomesError",
    "Transcript",
    "UnknownGameError",
    "VersionError",
    "a_player",
    "available_games",
    "chance_outcomes",
    "check_text",
    "check_viewer",
    "digest",
    "enumerate_chance",
    "int_range",
    "load",
    "new_match",
    "on_off",
    "one_hot",
    "one_of",
    "option",
    "options_of",
    "plugin_errors",
    "replay",
    "resume",
    "roll",
    "shuffle",
    "value",
    "verify",
    "zeros",
]

# Fetched at first use: saving and digests need cattrs, json and hashlib, and who writes or only loads a game needs no match.
_LAZY = {
    "MAX_SEED": "railrules._match",
    "Intent": "railrules._match",
    "Match": "railrules._match",
    "Move": "railrules._match",
    "Seat": "railrules._match",
    "Setup": "railrules._match",
    "Transcript": "railrules._match",
    "new_match": "railrules._match",
    "Divergence": "railrules._record",
    "Record": "railrules._record",
    "RecordedMove": "railrules._record",
    "Report": "railrules._record",
    "digest": "railrules.serialize",
    "replay": "railrules._record",
    "resume": "railrules._record",
    "verify": "railrules._record",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_LAZY[name]), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
