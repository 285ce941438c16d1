"""The kit as its users meet it: reports, the test function, the pytest option, the command."""

import json
import re
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest
from click.testing import CliRunner, Result

from railrules import Chance, Config, Game, Observer, SeededChance, UnknownGameError
from railrules.cli._main import cli
from railrules.testing import DECLARATION, PROFILES, PROPERTIES, Playout, Profile, check, conformance, names, speed
from railrules.testing._ids import IdSampler
from railrules.testing.games import Claim, Hold, RightOfWay, SetRouteRule, State
from tests.testing.saboteurs import ListInside, NeverEnds, SameText, Swallows, WrongRanking

pytest_plugins = ["pytester"]

ROW = "railrules.testing.games:RightOfWay"
SABOTEURS = "tests.testing.saboteurs"
FEW = Profile("few", 10)


def failure(game: Any, *only: str, profile: Profile = FEW) -> str:
    """The text of the first failure."""
    for result in check(game, profile, only=only):
        if result.failure is not None:
            return result.failure.text
    return ""


# ---- what is told ----------------------------------------------------------------------------------------------------------------------


def test_names() -> None:
    """The declaration comes first, then the thirteen properties in the order of the kit."""
    assert names() == (
        "declaration",
        "determinism",
        "values",
        "legality",
        "progress",
        "chance",
        "secrecy",
        "determinization",
        "serialization",
        "records",
        "outcomes",
        "invariants",
        "codec",
        "notation",
    )


@pytest.mark.parametrize("kind", PROPERTIES, ids=lambda kind: kind.name)
def test_every_property_says_what_it_promises_and_why(kind: Any) -> None:
    """A docstring of a promise in one line, and a paragraph on why an author should care."""
    promise, _, why = kind.__doc__.partition("\n\n")
    assert promise.endswith((".", ":"))
    assert len(why.split()) > 15


def test_a_failure_shows_the_shortest_game() -> None:
    """What differed, the moves that lead there and no more, and how to see it again."""
    text = failure(SameText, "notation")
    assert text.startswith("right-of-way breaks notation: Yield() and Insist() have the same text 'answer'\n")
    moves = [line for line in text.splitlines() if line.startswith("  move")]
    assert len(moves) == 3
    assert moves[2].endswith("claim")
    assert f"Again: railrules check {SABOTEURS}:SameText --only notation --playout '" in text


def test_a_failure_can_be_played_again() -> None:
    """The playout that a failure names shows the same fault at once."""
    (result,) = check(WrongRanking, FEW, only=["outcomes"])
    assert result.failure is not None
    assert result.failure.playout is not None
    (again,) = check(WrongRanking, FEW, only=["outcomes"], playout=Playout.from_json(result.failure.playout.to_json()))
    assert again.failure is not None
    assert again.failure.what == result.failure.what
    assert again.playouts == 1


def test_an_exception_is_told_with_its_place() -> None:
    """A game that raises breaks a promise, and the text says where in the author's code."""

    class Raises(RightOfWay):
        def current_player(self, state: State) -> int | None:
            raise KeyError("who")

    text = failure(Raises, "progress")
    assert "KeyError: 'who' (in current_player, " in text
    assert "test_kit.py:" in text


def test_a_game_that_is_not_the_same_twice() -> None:
    """A fault that does not come again is told as such."""

    class Moody(RightOfWay):
        calls = 0

        def describe(self, view: Any, names: Any = None) -> str:
            Moody.calls += 1
            return "" if Moody.calls == 40 else "table"

    assert "not every time" in failure(Moody, "notation")


def test_an_unknown_game() -> None:
    """A game that is not installed is no broken game."""
    with pytest.raises(UnknownGameError, match="no game 'nope'"):
        list(check("nope", FEW))
    for reference in ("no.such:thing", "railrules:NoSuchGame"):
        with pytest.raises(UnknownGameError, match=rf"^{reference} leads nowhere: "):
            list(check(reference, FEW))


def missing_type() -> RightOfWay:
    class Unfinished(RightOfWay):
        state_type: ClassVar[Any] = None

    return Unfinished()


def no_codec() -> RightOfWay:
    class Unfinished(RightOfWay):
        codec = None  # type: ignore[assignment]

    return Unfinished()


def no_game() -> Any:
    return 42


class OnePlayer(RightOfWay):
    """Takes any number of players."""

    def config(self, players: int | None = None, /, **options: Any) -> Config[Any]:
        return super().config(2, **options)


class NoLimits(RightOfWay):
    """Says what it likes about its limits."""

    def limits(self, config: Config[Any]) -> Any:
        return 5


class Refuses(RightOfWay):
    """Does not take its own default options."""

    def config(self, players: int | None = None, /, **options: Any) -> Config[Any]:
        return super().config(players, **options, extra=1)


class TellsATuple(RightOfWay):
    """Forgets that a state is an object."""

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> Any:
        return config, 0


class _Nothing(SetRouteRule):
    """Forgets to return its list."""

    def candidates(self, state: State) -> Any:
        return None


class ListsNothing(RightOfWay):
    """Has such a rule."""

    def __init__(self) -> None:
        super().__init__()
        self.book.openings = {decision: (_Nothing(),) for decision in self.book.openings}


class LosesTheState(RightOfWay):
    """A transition that returns nothing."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> Any:
        return None


class SaysYes(RightOfWay):
    """Answers a question about faults with a bool."""

    def invariant_faults(self, state: State) -> Any:
        return True


class RefusesShortly(RightOfWay):
    """Says only that it refuses."""

    def validate(self, state: State, action: object) -> Any:
        return super().validate(state, action) is not None or None


class EndsInATuple(RightOfWay):
    """Gives the scores for an outcome."""

    def outcome(self, state: State) -> Any:
        found = super().outcome(state)
        return found and found.scores


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (missing_type, "missing_type breaks declaration: missing_type cannot be built: PluginError: Unfinished.state_type: None is no attrs class"),
        (no_codec, "right-of-way breaks declaration: TypeError: 'NoneType' object is not callable"),
        (no_game, "no_game breaks declaration: no_game returned 42; expected a railrules.Game"),
        (OnePlayer, "right-of-way breaks declaration: OnePlayer.config(1) is accepted; expected a ConfigError outside 2..2"),
        (NoLimits, "right-of-way breaks declaration: NoLimits.limits is 5; expected a railrules.Limits of ints >= 1"),
        (Refuses, "right-of-way breaks declaration: Refuses.config(2) with default options raises ConfigError: unknown-option: no option 'extra'"),
        (ListInside, "right-of-way breaks values: state.scores is a list, [0, 0]; expected a tuple"),
        (TellsATuple, "right-of-way breaks declaration: TellsATuple.initial_state returns (Config(players=2, "),
        (ListsNothing, "right-of-way breaks declaration: _Nothing.candidates returns None; expected actions: yield them, or return a tuple"),
        (LosesTheState, "right-of-way breaks determinism: the transition of SetRoute returns None; expected an object of State, the state_type"),
        (RefusesShortly, "right-of-way breaks legality: validate("),
        (EndsInATuple, "right-of-way breaks progress: the outcome is ("),
    ],
)
def test_the_first_failure_speaks_the_author_s_words(game: Any, text: str) -> None:
    """Wrong declarations come first and name class, attribute, expected and found."""
    assert failure(game).startswith(text)


def test_laws_are_told_in_sentences() -> None:
    """A bool is no list of faults."""
    text = "right-of-way breaks determinization: invariant_faults returns True; expected sentences, one for each law that is broken"
    assert failure(SaysYes).startswith(text)


def test_the_same_crash_is_told_at_length_once() -> None:
    """What goes wrong in every property alike has one long text."""
    long, *short = [result.failure.text for result in check(LosesTheState, FEW) if result.failure is not None]
    assert "The shortest game found that shows it:" in long
    assert short[0] == f"right-of-way breaks values as it breaks determinism: {long.splitlines()[0].partition(': ')[2]}"
    assert "\n" not in short[0]


def test_what_a_game_leaves_unchecked_is_said() -> None:
    """A game without laws and without numbers keeps these promises because it makes none."""

    class Bare(RightOfWay):
        invariant_faults = Game.invariant_faults

        def observer(self, config: Config[Any]) -> Observer[Any]:
            return Observer(())

    remarks = {result.name: result.remark for result in check(Bare, Profile("few", 2)) if result.remark}
    assert remarks == {"invariants": "no laws declared", "codec": "no features for learning"}
    assert not any(result.remark for result in check(RightOfWay, Profile("few", 2)))


def test_after_a_failed_declaration_nothing_is_played() -> None:
    """There is one result, whichever properties were asked for."""
    results = list(check(OnePlayer, FEW, only=["codec"]))
    assert [(result.name, result.ok) for result in results] == [(DECLARATION, False)]


def test_games_come_in_three_ways() -> None:
    """An object, a class and a reference are checked alike."""
    for game in (RightOfWay(), RightOfWay, ROW):
        (result,) = check(game, FEW, only=["determinism"])
        assert result.ok
        assert result.playouts == 10


def test_a_game_without_a_reference_is_not_sent_to_a_child() -> None:
    """A class inside a function cannot be built by another process; the rest of the property is checked all the same."""

    class Local(RightOfWay):
        pass

    (result,) = check(Local, FEW, only=["determinism"])
    assert result.ok


def test_a_child_that_fails() -> None:
    """What goes wrong in the other process is told."""

    class Sometimes(RightOfWay):
        pass

    assert failure("tests.testing.test_kit:ChildFails", "determinism").startswith(
        "right-of-way breaks determinism: in another process with PYTHONHASHSEED=1 the same games fail: RuntimeError: not here"
    )


class ChildFails(RightOfWay):
    """Cannot be played where the hash seed is 1."""

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        import os

        if os.environ.get("PYTHONHASHSEED") == "1":
            raise RuntimeError("not here")
        return super().initial_state(config, chance, log)


def test_speed() -> None:
    """Decisions a second in random play, a number above 0; a game that never ends is measured too."""
    assert speed(RightOfWay(), 0.02) > 100
    assert speed(NeverEnds(), 0.02) > 100


# ---- playouts --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"players":"2"}',
        '{"players":2,"seed":-1}',
        '{"players":2,"extra":0}',
        '{"players":2,"edits":[[1]]}',
        '{"players":true}',
        "[" * 5000,
    ],
)
def test_what_is_no_playout(text: str) -> None:
    """Text that is no playout is refused in one line."""
    with pytest.raises(ValueError, match="is no playout: "):
        Playout.from_json(text)


def test_playouts_come_back_from_their_text() -> None:
    """What a failure prints is what can be played again."""
    playout = Playout(2, (("rounds", 3),), 7, 4, ((0, 1), (2, 5)))
    assert Playout.from_json(playout.to_json()) == playout
    assert Playout.from_json('{"players":2}') == Playout(2)


# ---- in pytest -------------------------------------------------------------------------------------------------------------------------

test_right_of_way = conformance(RightOfWay, profile=FEW)


def test_an_unknown_profile() -> None:
    """A profile that there is not is told at once."""
    with pytest.raises(ValueError, match="no profile 'lazy'; expected one of: quick, thorough"):
        conformance(RightOfWay, profile="lazy")
    assert PROFILES["quick"].playouts < PROFILES["thorough"].playouts == 5000


def run_pytest(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)


def test_a_test_file_of_one_line(pytester: pytest.Pytester) -> None:
    """A healthy game passes 14 cases; a broken one fails those that it breaks, with the text and no traceback."""
    pytester.makepyfile(
        """
        import railrules.testing
        from railrules.testing.games import RightOfWay

        class Silent(RightOfWay):
            def describe(self, view, names=None):
                return ""

        test_healthy = railrules.testing.conformance(RightOfWay, profile=railrules.testing.Profile("few", 5))
        test_broken = railrules.testing.conformance(Silent, profile=railrules.testing.Profile("few", 5))
        """
    )
    result = run_pytest(pytester)
    result.assert_outcomes(passed=27, failed=1)
    result.stdout.fnmatch_lines(["*test_broken?notation?*", "right-of-way breaks notation: the description is ''; expected a text"])
    assert "Traceback" not in result.stdout.str()


def test_the_pytest_option(pytester: pytest.Pytester) -> None:
    """``--railrules-game`` needs no test file; ``--railrules-golden`` adds the golden records."""
    result = run_pytest(pytester, "--railrules-game", ROW, "--railrules-golden", "nowhere")
    result.assert_outcomes(passed=14, failed=1)
    result.stdout.fnmatch_lines(["*right-of-way breaks golden: nowhere holds no records; write them with: railrules golden *"])


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--railrules-game", "nope"), "*--railrules-game: no game 'nope'; installed: *"),
        (("--railrules-game", ROW, "--railrules-profile", "lazy"), "*--railrules-profile: no profile 'lazy'*"),
    ],
)
def test_wrong_options_of_pytest(pytester: pytest.Pytester, arguments: tuple[str, ...], text: str) -> None:
    """A wrong option is a usage error and no list of failed tests."""
    result = run_pytest(pytester, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([text])


def test_the_profile_option_goes_first(pytester: pytest.Pytester) -> None:
    """``--railrules-profile`` replaces the profile that a test file names."""
    pytester.makepyfile(
        """
        import railrules.testing
        from railrules.testing import _pytest
        from railrules.testing.games import RightOfWay

        def test_profile(monkeypatch, request):
            seen = []
            monkeypatch.setattr(_pytest, "run", lambda game, promise, profile, golden: seen.append(profile.name))
            railrules.testing.conformance(RightOfWay)("codec", request)
            assert seen == ["thorough"]
        """
    )
    run_pytest(pytester, "--railrules-profile", "thorough").assert_outcomes(passed=1)


# ---- in the terminal -------------------------------------------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_check_prints_a_table() -> None:
    """One line per property, and how fast the game is."""
    result = run("check", "station-manager", "--playouts", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("holds") >= 14
    assert "decisions a second in random play" in result.stdout
    assert re.fullmatch(r"([a-z]+: holds \([02] playouts, [0-9]+ s\)\n){14}", result.stderr)  # what is done, where no bar can be seen


def test_check_tells_failures() -> None:
    """A broken game gives exit code 1, the table and the text."""
    result = run("check", f"{SABOTEURS}:Swallows", "--playouts", "30", "--only", "chance")
    assert result.exit_code == 1
    assert "BROKEN" in result.stdout
    assert result.stderr.startswith("chance: BROKEN (")
    assert "right-of-way breaks chance: ChanceNeeded does not come through" in result.stdout
    assert Swallows.__doc__


def test_check_as_json() -> None:
    """``--json`` prints one document."""
    result = run("check", ROW, "--playouts", "3", "--json", "--seed", "5")
    data = json.loads(result.stdout)
    assert [entry["name"] for entry in data["results"]] == list(names())
    assert all(entry["ok"] and entry["failure"] is None for entry in data["results"])


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("check", "nope"), "no game 'nope'"),
        (("check", ROW, "--profile", "lazy"), "--profile lazy: expected one of: quick, thorough"),
        (("check", ROW, "--only", "luck"), "--only luck: expected one of: declaration, determinism, "),
        (("check", ROW, "--playout", "x"), "--playout: 'x' is no playout: "),
        (("check", ROW, "--playouts", "0"), "--playouts"),
        (("golden", "nope", "x"), "no game 'nope'"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], text: str) -> None:
    """One line and exit code 2."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert text in result.stderr
    assert len(result.stderr.splitlines()) == 1


# ---- ids that change their meaning -----------------------------------------------------------------------------------------------------


class OneId:
    """A codec whose only id means `Hold` or `Claim`, whichever the position says: a meaning may depend on what is being asked."""

    num_actions = 1

    def decode(self, state: Any, action_id: int) -> Any:
        """Return the action."""
        return {"hold": Hold, "claim": Claim}[state]()


def test_an_id_that_means_another_kind_of_action_later() -> None:
    """A kind first met through an id of another kind is noted, and does not disturb the search for more."""
    book = SimpleNamespace(decision=lambda _: "the same", open_kinds=lambda _: ())
    game = SimpleNamespace(book=book, codec=lambda _: OneId())
    ids = IdSampler(cast("Any", SimpleNamespace(game=game, config=None, luck=SeededChance(1).spawn)))
    assert [list(ids.actions(state)) for state in ("hold", "claim", "claim")] == [[Hold()], [Claim()], [Claim(), Claim()]]
