"""The options (section 11): names, types, defaults, bounds, the rounding of payments, the rules of `mode`; and what each of them changes."""

import math
from typing import Any

import pytest

from railrules import ConfigError, SeededChance
from railrules.games.railroad_operations.events import RevenueChanged, StageStarted
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.state import OptionPending
from tests.games.railroad_operations.given import CONTENT, GAME, given, opened

WORDS: dict[str, tuple[str, ...]] = {
    "mode": ("solitaire", "competitive", "coop"),
    "starting_hand": ("three_random", "six_random", "three_and_three"),
    "extra_start": ("division_point", "interchange", "office", "anywhere"),
    "expedite": ("fine", "depart"),
}
INTS = {
    "days": (1, 30),
    "extra_days": (0, 30),
    "mainline_cards_per_gap": (1, 3),
    "collisions_per_stage": (1, 9),
    "collisions_per_day": (1, 9),
}
BOOLS = ("reduced_visibility", "employee_rotation", "emergency_toolbox")
REVENUES = ("passenger_revenue", "freight_revenue", "transit_revenue")


def fault(players: Any = 2, /, **options: Any) -> ConfigError:
    """The error with which a setup is refused; its text names option, value and what is allowed."""
    with pytest.raises(ConfigError) as raised:
        GAME.config(players, **options)
    error = raised.value
    assert error.option in str(error)
    assert error.bounds
    assert error.bounds in str(error)
    return error


def found(name: str, value: object, players: int = 2) -> object:
    """The value that an option has in the end."""
    return getattr(GAME.config(players, **{name: value}).options, name)


# ---- declared ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-2.1", "OPS-11")
def test_options_are_declared_as_the_page_lists_them() -> None:
    """Names in the order of section 11, with their defaults, types, bounds and a rule of the page."""
    declared = GAME.info.options
    assert [option.name for option in declared] == [
        "mode",
        "days",
        "extra_days",
        "starting_hand",
        "passenger_revenue",
        "freight_revenue",
        "transit_revenue",
        "extra_start",
        "reduced_visibility",
        "employee_rotation",
        "emergency_toolbox",
        "mainline_cards_per_gap",
        "collisions_per_stage",
        "collisions_per_day",
        "expedite",
    ]
    for option in declared:
        if option.name in WORDS:
            assert (option.type, option.bounds.words) == ("str", WORDS[option.name])
        elif option.name in BOOLS:
            assert (option.type, option.bounds.flag) == ("bool", True)
        else:
            assert option.type == "int"
            assert (option.bounds.low, option.bounds.high) == INTS.get(option.name, (0, 5))
        assert option.rule.startswith("OPS-")
        assert option.help


@pytest.mark.rule("OPS-2.1", "OPS-11", "OPS-10.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_defaults(players: int) -> None:
    """Those of the page for every number of players; `mode` is solitaire for one and competitive for more."""
    mode: Any = "solitaire" if players == 1 else "competitive"
    options = GAME.config(players).options
    assert options == Options(
        mode=mode,
        days=5,
        extra_days=0,
        starting_hand="three_random",
        passenger_revenue=1,
        freight_revenue=1,
        transit_revenue=0,
        extra_start="division_point",
        reduced_visibility=False,
        employee_rotation=False,
        emergency_toolbox=False,
        mainline_cards_per_gap=1,
        collisions_per_stage=2,
        collisions_per_day=3,
        expedite="fine",
    )
    assert GAME.config(players, mode=mode) == GAME.config(players)
    assert GAME.config() == GAME.config(1)


@pytest.mark.rule("OPS-2.1", "OPS-11")
@pytest.mark.parametrize("players", [0, -1, 5, 100, True, 2.0, "2", [1]])
def test_one_to_four_players(players: Any) -> None:
    """Other numbers, and what is no number, are refused whatever the options are."""
    for options in ({}, {"mode": "competitive"}, {"mode": "solitaire"}, {"days": 99}):
        error = fault(players, **options)
        assert (error.code, error.option, error.value) == ("bad-player-count", "players", players)


# ---- numbers, words, switches ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-11", "OPS-10.1", "OPS-10.2", "OPS-10.3", "OPS-2.4")
@pytest.mark.parametrize("name", INTS)
def test_ints(name: str) -> None:
    """All within the bounds, none beyond, and nothing but ints."""
    low, high = INTS[name]
    for value in range(low, high + 1):
        assert found(name, value) == value
    for wrong in (low - 1, high + 1, -(10**30), 10**30):
        error = fault(**{name: wrong})
        assert (error.code, error.option, error.value) == ("bad-option-value", name, wrong)
        assert f"{low}..{high}" in error.bounds
    for untyped in (True, float(low), str(low), None, [low], math.nan):
        error = fault(**{name: untyped})
        assert (error.code, error.option) == ("bad-option-type", name)
        assert f"{low}..{high}" in error.bounds


@pytest.mark.rule("OPS-11", "OPS-2.7", "OPS-8.5", "OPS-8.16", "OPS-10.1")
@pytest.mark.parametrize("name", WORDS)
def test_words(name: str) -> None:
    """The words of the page and no others, letter by letter."""
    for word in WORDS[name]:
        assert found(name, word, 1 if word == "solitaire" else 2) == word
    for wrong in ("", WORDS[name][0].upper(), f" {WORDS[name][0]}", "both"):
        error = fault(**{name: wrong})
        assert (error.code, error.option, error.value) == ("bad-option-value", name, wrong)
        assert all(repr(word) in error.bounds for word in WORDS[name])
    for untyped in (0, True, None, 1.0, [WORDS[name][0]]):
        assert (fault(**{name: untyped}).code, fault(**{name: untyped}).option) == ("bad-option-type", name)


@pytest.mark.rule("OPS-6.1", "OPS-3.4", "OPS-2.9")
@pytest.mark.parametrize("name", BOOLS)
def test_switches(name: str) -> None:
    """True and False; 1 is not a bool, and neither is a word."""
    for value in (True, False):
        assert found(name, value) is value
    for wrong in (0, 1, "true", None, 1.0):
        error = fault(**{name: wrong})
        assert (error.code, error.option, error.value) == ("bad-option-type", name, wrong)


# ---- payments ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-11", "OPS-7.6", "OPS-7.10", "OPS-8.15")
@pytest.mark.parametrize("name", REVENUES)
@pytest.mark.parametrize(
    ("value", "paid"),
    [
        *((number, number) for number in range(6)),
        (2.5, 3),
        (-2, 0),
        (0.5, 1),
        (0.49, 0),
        (1.4999999, 1),
        (1.5, 2),
        (2.4, 2),
        (2.6, 3),
        (4.5, 5),
        (4.49, 4),
        (5.4, 5),
        (5.5, 5),
        (6, 5),
        (1000, 5),
        (-0.4, 0),
        (-0.5, 0),
        (-0.6, 0),
        (-0.0, 0),
        (-7.5, 0),
        (1e300, 5),
        (-1e300, 0),
        (0.49999999999999994, 0),
        (10**400, 5),
        (-(10**400), 0),
    ],
    ids=lambda value: str(value) if abs(value) < 10**30 else "huge" if value > 0 else "-huge",
)
def test_payments_are_rounded_half_up_and_clamped(name: str, value: float, paid: int) -> None:
    """Any number is taken: 2.5 pays 3, -2 pays nothing, 1000 pays 5; what is kept is an int."""
    for players in (1, 3):
        kept = found(name, value, players)
        assert (kept, type(kept)) == (paid, int)


@pytest.mark.rule("OPS-11", "OPS-7.6", "OPS-7.10", "OPS-8.15")
@pytest.mark.parametrize("name", REVENUES)
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "3", "", None, True, False, [1], (1,), {}, 1j])
def test_payments_are_numbers(name: str, value: Any) -> None:
    """What is none is refused, and told with the bounds: a bool is no number, and neither is what is not finite."""
    error = fault(**{name: value})
    assert (error.code, error.option) == ("bad-option-type", name)
    assert error.value is value
    assert "0..5" in error.bounds


@pytest.mark.rule("OPS-7.6")
def test_payments_rounded_alike_make_one_setup() -> None:
    """2.5, 3 and 3.4 are the same game, also in its record."""
    assert GAME.config(2, freight_revenue=2.5) == GAME.config(2, freight_revenue=3) == GAME.config(2, freight_revenue=3.4)
    assert GAME.dump(GAME.config(2, freight_revenue=2.5).options)["freight_revenue"] == 3


# ---- mode --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-10.1", "OPS-2.1", "OPS-11")
def test_solitaire_is_for_one_player() -> None:
    """And for one player there is nothing else."""
    assert found("mode", "solitaire", 1) == "solitaire"
    for players in (2, 3, 4):
        error = fault(players, mode="solitaire")
        assert (error.code, error.option, error.value) == ("bad-option-value", "mode", "solitaire")
        assert "competitive" in error.bounds
        assert "coop" in error.bounds
        for mode in ("competitive", "coop"):
            assert found("mode", mode, players) == mode
    for mode in ("competitive", "coop"):
        error = fault(1, mode=mode)
        assert (error.code, error.option, error.value) == ("bad-option-value", "mode", mode)
        assert "solitaire" in error.bounds


# ---- which fault is told -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-2.1", "OPS-11")
def test_unknown_options() -> None:
    """A name that there is not is told with all that there are, before any value."""
    error = fault(speed=3)
    assert (error.code, error.option, error.value) == ("unknown-option", "speed", 3)
    assert "mainline_cards_per_gap" in error.bounds
    assert fault(players=2).code == "unknown-option"
    assert fault(days=99, Days=3).code == "unknown-option"


@pytest.mark.rule("OPS-2.1", "OPS-11")
@pytest.mark.parametrize(
    ("players", "options", "code", "option"),
    [
        (7, {"speed": 2}, "bad-player-count", "players"),
        (7, {"days": 99}, "bad-player-count", "players"),
        (7, {"freight_revenue": "much"}, "bad-option-type", "freight_revenue"),
        (2, {"days": 99, "speed": 2}, "unknown-option", "speed"),
        (2, {"freight_revenue": "much", "speed": 2}, "bad-option-type", "freight_revenue"),
        (2, {"expedite": "no", "days": 99}, "bad-option-value", "days"),
        (2, {"expedite": "no", "days": "many"}, "bad-option-type", "days"),
        (2, {"transit_revenue": "much", "days": 99}, "bad-option-type", "transit_revenue"),
        (2, {"mode": "solitaire", "expedite": "no"}, "bad-option-value", "expedite"),
        (1, {"mode": "coop", "days": 99}, "bad-option-value", "days"),
        (1, {"mode": "best"}, "bad-option-value", "mode"),
    ],
)
def test_which_fault_is_told(players: int, options: dict[str, Any], code: str, option: str) -> None:
    """Payments that are no numbers, then the number of players, unknown names, the options in their order, and last a `mode` for other players."""
    error = fault(players, **options)
    assert (error.code, error.option) == (code, option)


@pytest.mark.rule("OPS-2.1", "OPS-11")
def test_options_are_public_and_part_of_the_state() -> None:
    """They stand in every state and view, and come back from a saved state."""
    config = GAME.config(3, mode="coop", days=2, expedite="depart", transit_revenue=2.5, mainline_cards_per_gap=3)
    state = GAME.initial_state(config, SeededChance(3))
    assert GAME.load_state(GAME.dump(state)) == state
    for viewer in (0, 1, 2, None):
        assert GAME.view(state, viewer).config == config


# ---- what they change --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-10.1", "OPS-3.1", "OPS-10.6")
@pytest.mark.parametrize("days", [1, 2, 7])
def test_days(days: int) -> None:
    """So many Days of twelve Stages; who does nothing meets no floor."""
    table = opened(days=days).do(*["pass"] * 12 * days)
    assert table.outcome is not None
    assert table.outcome.terminations == ("short-of-floor",)
    stages = [(event.day, event.stage) for event in table.told(StageStarted)]
    assert stages == [(day, stage) for day in range(1, days + 1) for stage in range(1, 13)]


@pytest.mark.rule("OPS-10.3")
def test_extra_days() -> None:
    """Up to two Days more, if the Superintendent wants them; without the option the books close by themselves."""
    over = given(day=5, stage=12).do("pass")
    assert over.asks == "over"
    asked = given(day=5, stage=12, extra_days=2).do("pass")
    assert asked.legal == ["RunAnotherDay", "CloseBooks"]
    assert asked.do("CloseBooks").outcome == over.outcome
    again = asked.do("RunAnotherDay", *["pass"] * 12)
    assert (again.asks, again.when) == ("Extend", (6, 12))
    last = again.do("RunAnotherDay", *["pass"] * 12)
    assert (last.asks, last.when, last.outcome) == ("over", (7, 12), over.outcome)


@pytest.mark.rule("OPS-2.7", "OPS-R35")
@pytest.mark.parametrize("players", [1, 4])
def test_starting_hand(players: int) -> None:
    """Three cards, six, or three track cards and three others; the deck has all others but those of the piles."""
    for how, size in (("three_random", 3), ("six_random", 6), ("three_and_three", 6)):
        for seed in range(8):
            state = GAME.initial_state(GAME.config(players, starting_hand=how), SeededChance(seed))
            hands = [there.hand for there in state.people.players]
            assert [len(hand) for hand in hands] == [size] * players
            assert len(state.cards.deck) == 120 - size * players - 3
            if how == "three_and_three":
                assert all(sum(card in CONTENT.track_cards for card in hand) == 3 for hand in hands)


@pytest.mark.rule("OPS-7.6", "OPS-7.13")
@pytest.mark.parametrize("pays", [0, 1, 2.5, 5])
def test_freight_revenue(pays: float) -> None:
    """For the load that comes to its car; the load comes there without pay too."""
    table = given("Branch; (2,-1) [h] pipe - - H", work=0, freight_revenue=pays).do("WorkFacility((2,-1))")
    amount = math.floor(pays + 0.5)
    assert table.revenue == (amount,)
    assert table.standing("(2,-1)") == "H"
    assert [(event.amount, event.reason) for event in table.told(RevenueChanged)] == [(amount, "freight")] * bool(amount)


@pytest.mark.rule("OPS-7.10", "OPS-7.13")
@pytest.mark.parametrize("pays", [0, 1, 2.5, 5])
def test_passenger_revenue(pays: float) -> None:
    """For each coach boarded and detrained."""
    amount = math.floor(pays + 0.5)
    board = given("DE green 1", "T5 @c Office 0", work=0, passenger_revenue=pays).do("BoardCoach(T5)")
    assert (board.revenue, board.row("T5")) == ((amount,), "@C")
    detrain = given("DE", "T5 @C Office 0", work=0, passenger_revenue=pays).do("DetrainCoach(T5)")
    assert (detrain.revenue, detrain.row("T5")) == ((amount,), "@c")
    assert [(event.amount, event.reason) for event in detrain.told(RevenueChanged)] == [(amount, "passenger")] * bool(amount)


@pytest.mark.rule("OPS-8.15", "OPS-7.13")
@pytest.mark.parametrize("pays", [0, 2, 4.5])
def test_transit_revenue(pays: float) -> None:
    """For every player when a train leaves the Division."""
    amount = math.floor(pays + 0.5)
    table = given("", "T5 @c Line 0 1/1", players=2, transit_revenue=pays).do("pass")
    assert table.running == []
    assert table.revenue == (amount, amount)
    assert [(event.player, event.amount, event.reason) for event in table.told(RevenueChanged)] == [
        (player, amount, "transit") for player in (0, 1) if amount
    ]


@pytest.mark.rule("OPS-8.5", "OPS-R33")
def test_extra_start() -> None:
    """Division Points always; Interchanges and the own Office as the option says."""
    points = ["Point W", "Point E"]
    office = ["Office, W", "Office, E"]
    interchange = ["Interchange (1,0), W", "Interchange (1,0), E"]
    for how, expected in (
        ("division_point", points),
        ("interchange", points + interchange),
        ("office", points + office),
        ("anywhere", points + office + interchange),
    ):
        options: Any = {"extra_start": how}
        table = given(players=2, line="1 / I / 1", queue="X20 (0)", **options).do("pass")
        assert table.asks == "0 Start"
        assert table.among("StartExtra") == expected


@pytest.mark.rule("OPS-6.1")
@pytest.mark.parametrize("stage", range(1, 13))
def test_reduced_visibility(stage: int) -> None:
    """Five Moves in five Stages, six in all others and without the option."""
    for reduced in (True, False):
        table = given("Branch", "T16 kb@ Office 0", stage=stage, reduced_visibility=reduced).do("BeginSwitch(T16)")
        assert table.moves == (5 if reduced and stage in (1, 2, 3, 11, 12) else 6)


@pytest.mark.rule("OPS-3.4")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_employee_rotation(players: int) -> None:
    """At Day end every player moves one seat east, the last to seat 0."""
    seats = tuple(range(players))
    assert given(players=players, stage=12).do("pass").seats == seats
    assert given(players=players, stage=12, employee_rotation=True).do("pass").seats == (seats[-1], *seats[:-1])
    assert given(players=players, stage=6, employee_rotation=True).do("pass").seats == seats


@pytest.mark.rule("OPS-2.9", "OPS-4.6")
def test_emergency_toolbox() -> None:
    """Everybody has Red Flags from the beginning: a Draw turn may end with four cards."""
    for toolbox in (False, True):
        table = opened(2, emergency_toolbox=toolbox).do("DrawHomeOffice", "draws Straight Track")
        assert [there.red_flags for there in table.state.people.players] == [toolbox] * 2
        assert ("EndDraw" in table.legal) == toolbox


@pytest.mark.rule("OPS-2.4")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_mainline_cards_per_gap(players: int, cards: int) -> None:
    """So many in each of players + 1 gaps."""
    assert [len(gap) for gap in opened(players, mainline_cards_per_gap=cards).state.division.gaps] == [cards] * (players + 1)


CRASH = ("", "T16 b@k Office 0", "T14 kG@ Line 0 1/1")
"""T14 comes to a Whistle Post whose one track is taken."""


@pytest.mark.rule("OPS-10.2", "OPS-3.3", "OPS-8.10")
@pytest.mark.parametrize(
    ("before", "options", "unsafe"),
    [
        ("0/0", {}, False),
        ("0/1", {}, False),
        ("0/2", {}, True),
        ("0/0", {"collisions_per_stage": 1}, True),
        ("0/0", {"collisions_per_day": 1}, True),
        ("0/1", {"collisions_per_day": 2}, True),
        ("0/2", {"collisions_per_day": 4}, False),
        ("0/8", {"collisions_per_day": 9, "collisions_per_stage": 9}, True),
    ],
)
def test_collision_limits(before: str, options: Any, *, unsafe: bool) -> None:
    """One collision in this Stage, with those of the Day before it: play ends at Shift Change if a limit is reached."""
    table = given(*CRASH, collisions=before, **options).do("pass")
    assert (table.asks == "over") == unsafe
    if unsafe:
        assert table.outcome is not None
        assert table.outcome.terminations == ("unsafe",)
    else:
        assert table.collisions == (0, int(before[-1]) + 1)


@pytest.mark.rule("OPS-8.16", "OPS-3.3")
def test_expedite() -> None:
    """With `depart` an expedited train leaves in the Shift Change of the Stage in which it arrived; with `fine` it stands. Others stand anyway."""
    for expedite, train, place in (
        ("fine", "T10 kR@", "Office 0"),
        ("depart", "T10 kR@", "Line 1 1/1"),
        ("depart", "T14 kG@", "Office 0"),
    ):
        options: Any = {"expedite": expedite}
        table = given("", f"{train} Line 0 1/1", **options).do("pass")
        assert table.place(train.split(maxsplit=1)[0]) == place
    for expedite in ("fine", "depart"):
        options = {"expedite": expedite}
        table = given("Branch", "T10 kR@ 0(2,-1)", **options).do("pass")
        assert table.revenue == (-1,)


@pytest.mark.rule("OPS-10.1", "OPS-10.4", "OPS-R31")
def test_mode() -> None:
    """With the floor met all win in Solitaire and Co-op, the best in Competitive; below it everybody loses."""
    for mode, revenue, returns, ranking in (
        ("competitive", (20, 10), (1.0, 0.0), (1, 2)),
        ("competitive", (15, 15), (0.5, 0.5), (1, 1)),
        ("coop", (20, 10), (1.0, 1.0), (1, 1)),
        ("competitive", (20, 9), (0.0, 0.0), (1, 1)),
        ("coop", (29, 0), (0.0, 0.0), (1, 1)),
    ):
        options: Any = {"mode": mode}
        table = given(players=2, day=5, stage=12, revenue=revenue, **options).do("pass")
        outcome = table.outcome
        assert outcome is not None
        assert (outcome.scores, outcome.returns, outcome.ranking) == (revenue, returns, ranking)
        assert outcome.terminations == (("timetable-complete",) if sum(revenue) >= 30 else ("short-of-floor",))
    for earned, share in ((15, 1.0), (14, 0.0)):
        alone = given(day=5, stage=12, revenue=(earned,)).do("pass").outcome
        assert alone is not None
        assert alone.returns == (share,)


@pytest.mark.rule("OPS-2.1", "OPS-11")
def test_a_game_with_all_options_changed() -> None:
    """Begins, and asks the Superintendent."""
    table = opened(
        4,
        mode="coop",
        days=30,
        extra_days=30,
        starting_hand="six_random",
        passenger_revenue=9,
        freight_revenue=0.5,
        transit_revenue=-1,
        extra_start="anywhere",
        reduced_visibility=True,
        employee_rotation=True,
        emergency_toolbox=True,
        mainline_cards_per_gap=3,
        collisions_per_stage=9,
        collisions_per_day=9,
        expedite="depart",
    )
    assert table.state.pending == OptionPending(table.fedora)
    assert GAME.limits(table.state.config).actions == 421 * 12 * 60
