"""The tree of errors and the text of each."""

import pickle
from typing import Any

import pytest

import railrules
from railrules import (
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
    Rejection,
    TooManyOutcomesError,
    UnknownGameError,
    VersionError,
)
from railrules._errors import place_of, shown

REJECTION = Rejection.of("card-not-in-hand", "PAR-4", "{card} is not in the hand", card=3)

ERRORS: list[Any] = [
    (ConfigError("bad-player-count", "players", 9, "an int in 2..4"), "bad-player-count: players = 9; expected an int in 2..4"),
    (ConfigError("bad-option-value", "pile", "x", "'a' or 'b'"), "bad-option-value: pile = 'x'; expected 'a' or 'b'"),
    (ConfigError("unknown-option", "speed", 3, "hand, first"), "unknown-option: no option 'speed' (given 3); expected one of: hand, first"),
    (
        ContentError("my.toml", "orders.item[3].bonus", "MGR-C9", "an integer in 1..20", "99"),
        "bad-content: my.toml: orders.item[3].bonus: expected an integer in 1..20, found 99 [MGR-C9]",
    ),
    (ContentError("my.toml", "", "syntax", "a TOML file", "line 1", "no-toml"), "no-toml: my.toml: expected a TOML file, found line 1 [syntax]"),
    (UnknownGameError("no game 'x'; installed: y"), "no game 'x'; installed: y"),
    (MissingExtraError("drawing", "drawsvg", "map"), "drawing needs drawsvg, which is not installed; pip install 'railrules[map]'"),
    (PluginError("game 'x' of package p cannot be loaded: ImportError: q"), "game 'x' of package p cannot be loaded: ImportError: q"),
    (InvalidActionError("'x' is no action"), "'x' is no action"),
    (InvalidActionError("'x' is no card", "unknown-value"), "'x' is no card"),
    (IllegalActionError(REJECTION), "card-not-in-hand: 3 is not in the hand [PAR-4]"),
    (GameOverError(Rejection("game-over", "PAR-10", "the game is over")), "game-over: the game is over [PAR-10]"),
    (TooManyOutcomesError("more than 5 outcomes"), "more than 5 outcomes"),
    (RecordError("game.rulez: unknown"), "game.rulez: unknown"),
    (VersionError("a newer release is needed"), "a newer release is needed"),
    (DivergenceError(7, "picks: other"), "moves[7] (move 8): picks: other"),
    (DivergenceError(0, "picks: other"), "moves[0] (move 1): picks: other"),
    (DivergenceError(-1, "picks: other"), "setup: picks: other"),
]


@pytest.mark.parametrize(("error", "text"), ERRORS, ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "")
def test_text(error: RailrulesError, text: str) -> None:
    """Each error is one line for a person."""
    assert str(error) == text
    assert "\n" not in text


@pytest.mark.parametrize(("error", "text"), ERRORS, ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "")
def test_errors_travel_between_processes(error: RailrulesError, text: str) -> None:
    """An error pickled in a worker arrives with its class, text and fields."""
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == text
    assert vars(copy) == vars(error)


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("RailrulesError", Exception),
        ("ConfigError", RailrulesError),
        ("ContentError", RailrulesError),
        ("UnknownGameError", RailrulesError),
        ("MissingExtraError", RailrulesError),
        ("PluginError", RailrulesError),
        ("InvalidActionError", RailrulesError),
        ("IllegalActionError", RailrulesError),
        ("GameOverError", IllegalActionError),
        ("TooManyOutcomesError", RailrulesError),
        ("RecordError", RailrulesError),
        ("VersionError", RecordError),
        ("DivergenceError", RecordError),
    ],
)
def test_tree(name: str, base: type) -> None:
    """The tree is the documented one, and the docstring that shows it names every error."""
    assert getattr(railrules, name).__bases__ == (base,)
    assert name in (railrules._errors.__doc__ or "")


def test_every_error_of_the_face_is_in_the_tree() -> None:
    """No public error stands outside."""
    public = [getattr(railrules, name) for name in railrules.__all__ if name.endswith("Error")]
    assert set(public) == {RailrulesError, *(type(error) for error, _ in ERRORS)}, "an error without a text above"
    assert all(issubclass(error, RailrulesError) for error in public)


class Secretive:
    """An object that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("not for you")


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (3, "3"),
        ("a", "'a'"),
        (None, "None"),
        ("x" * 198, repr("x" * 198)),
        ("x" * 199, f"'{'x' * 119} ... {'x' * 39}'"),
        (10**5000, "(int without a readable form)"),
        ((1, 10**5000), "(tuple without a readable form)"),
        (Secretive(), "(Secretive without a readable form)"),
    ],
    ids=lambda item: type(item).__name__,
)
def test_anything_can_be_shown(thing: object, text: str) -> None:
    """Whatever a caller hands in stands in the text in some form: whole, cut in the middle, or by its type."""
    assert shown(thing) == text
    assert str(ConfigError("bad-option-value", "hand", thing, "less")) == f"bad-option-value: hand = {text}; expected less"
    assert str(ConfigError("unknown-option", "arm", thing, "hand")) == f"unknown-option: no option 'arm' (given {text}); expected one of: hand"


@pytest.mark.parametrize(("move", "place"), [(-1, "setup"), (0, "moves[0] (move 1)"), (7, "moves[7] (move 8)")])
def test_places_in_a_record(move: int, place: str) -> None:
    """The index of the JSON stands beside the number that people count."""
    assert place_of(move) == place


def test_fields() -> None:
    """What a program needs is in fields, not only in the text."""
    config = ConfigError("bad-option-value", "hand", 9, "an int in 1..3")
    assert (config.code, config.option, config.value, config.bounds) == ("bad-option-value", "hand", 9, "an int in 1..3")
    content = ContentError("f", "p", "c", "e", "x")
    assert (content.file, content.path, content.check, content.expected, content.found, content.code) == ("f", "p", "c", "e", "x", "bad-content")
    assert InvalidActionError("text").code == "bad-parameter"
    assert InvalidActionError("text", "unknown-value").code == "unknown-value"
    assert IllegalActionError(REJECTION).rejection is REJECTION
    divergence = DivergenceError(3, "why")
    assert (divergence.move, divergence.why) == (3, "why")
