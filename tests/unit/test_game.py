"""`Game`: setup, what follows from book and types, text, data and content."""

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Literal

import attrs
import jsonschema
import pytest

import railrules
from railrules import (
    MAIN,
    ConfigError,
    ContentError,
    Game,
    GameOverError,
    IllegalActionError,
    Intent,
    InvalidActionError,
    Limits,
    OpenView,
    Option,
    RecordError,
    Rejection,
    RuleBook,
    ScriptedChance,
    SeededChance,
    check_viewer,
    new_match,
    value,
)
from railrules._text import action_to_str, event_to_str, kebab_case, parse_action
from railrules.parts import Pool
from tests.unit.toy import (
    CONTENT_TEXT,
    Chosen,
    Confirm,
    Dealt,
    Draw,
    Drawn,
    Heap,
    HeapBook,
    HeapState,
    Keep,
    Kept,
    Laid,
    Lay,
    Mark,
    Marked,
    Parcels,
    ParcelView,
    Pass,
    Passed,
    Patience,
    Take,
    Taken,
    TakeRule,
    Turn,
)

GAME = Parcels()
HEAP = Heap()


# ---- setup -------------------------------------------------------------------------------------------------------------------------------


def test_config_by_default() -> None:
    """Without arguments: the game's own player count, default options, and the digest of its content."""
    config = GAME.config()
    assert config.players == 2
    assert config.options == GAME.options_type()
    assert config.content == GAME.content_digest
    assert hash(config) == hash(GAME.config(2))


def test_config_takes_options() -> None:
    """Options are keywords; who names the player count so is told that it goes first."""
    config = GAME.config(3, hand=1, first=2)
    assert (config.players, config.options.hand, config.options.first) == (3, 1, 2)
    for game, known in ((GAME, "hand, first, finish, dice"), (HEAP, "none (this game has no options)")):
        with pytest.raises(ConfigError) as caught:
            game.config(players=2)
        assert str(caught.value) == (
            f"unknown-option: no option 'players' (given 2); expected one of: {known}; the number of players is no option, it goes first: config(3)"
        )


@pytest.mark.parametrize("players", [0, 4, -1, True, 2.0, "2"])
def test_config_refuses_a_player_count(players: Any) -> None:
    """The count is an int within the game's range, and a bool is none."""
    with pytest.raises(ConfigError) as caught:
        GAME.config(players)
    error = caught.value
    assert (error.code, error.option, error.value, error.bounds) == ("bad-player-count", "players", players, "an int in 1..3")


def test_config_errors_come_in_order() -> None:
    """The player count first, then unknown names, then options in declared order, type before value."""

    def code_of(players: int, **options: Any) -> tuple[str, str]:
        with pytest.raises(ConfigError) as caught:
            GAME.config(players, **options)
        return caught.value.code, caught.value.option

    assert code_of(9, speed=1, hand="x") == ("bad-player-count", "players")
    assert code_of(2, hand="x", speed=1) == ("unknown-option", "speed")
    assert code_of(2, dice=3, hand=9) == ("bad-option-value", "hand")
    assert code_of(2, dice=3, hand="x") == ("bad-option-type", "hand")
    assert code_of(2, dice=3, finish="some") == ("bad-option-value", "finish")
    assert code_of(2, dice=3) == ("bad-option-type", "dice")
    assert code_of(2, first=2) == ("bad-option-value", "first")


def test_a_game_without_options_says_so() -> None:
    """Its config takes none."""
    assert HEAP.config(4).players == 4
    with pytest.raises(ConfigError, match=r"no option 'hand' \(given 1\); expected one of: none \(this game has no options\)$"):
        HEAP.config(2, hand=1)


def test_limits() -> None:
    """A game may promise bounds; by default none, and questions to chance of at most 31 bits."""
    assert GAME.limits(GAME.config()) == Limits(actions=None, chance_outcomes=6)
    assert HEAP.limits(HEAP.config()) == Limits(actions=None, chance_outcomes=2**31 - 1)


def test_info_is_readable_without_an_object() -> None:
    """What a game declares stands on its class, as a value with defaults."""
    assert Heap.info.id == "heap"
    assert (Heap.info.options, Heap.info.returns_range, Heap.info.stage) == ((), (0.0, 1.0), "stable")
    assert isinstance(Parcels.info.options[0], Option)
    assert hash(Parcels.info) == hash(attrs.evolve(Parcels.info))


def test_at_most_eight_members_are_abstract() -> None:
    """The contract: four abstract methods, which the class page names, the rest has defaults."""
    assert Game.__abstractmethods__ == {"initial_state", "current_player", "outcome", "codec"}
    for name in Game.__abstractmethods__:
        assert f"`{name}`" in (Game.__doc__ or "")


def test_a_game_lacking_a_member_cannot_be_made() -> None:
    """The missing one is named."""

    class Half(Heap):
        outcome = Game.outcome

    make: Callable[[], Any] = Half
    with pytest.raises(TypeError, match="outcome"):
        make()


# ---- play ----------------------------------------------------------------------------------------------------------------------------------


def test_apply_gives_the_checked_step() -> None:
    """State, events and picks; the old state is untouched."""
    state = HEAP.initial_state(HEAP.config(), SeededChance(0))
    step = HEAP.apply(state, Take(3), SeededChance(0))
    assert (step.state, step.events, step.picks) == (HeapState(4, 1, 2), (Taken(0, 3),), ())
    assert state == HeapState(7, 0, 2)


def test_apply_records_what_chance_answered() -> None:
    """Ints for picks, items for draws."""
    match = new_match(GAME, 2, seed=1, options={"first": 0})
    card = match.state.shelves[0].hand[0]
    marked = GAME.transition(match.state, Mark(card), SeededChance(0))
    assert GAME.apply(marked, Confirm(True), ScriptedChance([5])).picks == (5,)
    kind = match.state.pool.items[-1]
    assert GAME.apply(match.state, Draw(), ScriptedChance([(kind,)])).picks == ((kind,),)


def test_apply_refuses_with_the_rejection() -> None:
    """An illegal action raises and carries the rejection that `validate` gives."""
    state = HeapState(2, 0, 2)
    with pytest.raises(IllegalActionError) as caught:
        HEAP.apply(state, Take(3), SeededChance(0))
    assert caught.value.rejection == HEAP.validate(state, Take(3))
    assert not isinstance(caught.value, GameOverError)
    with pytest.raises(IllegalActionError, match="no-such-thing: str is no kind of action here"):
        HEAP.apply(state, "take", SeededChance(0))


def test_apply_after_the_end_is_its_own_error() -> None:
    """After the end the error is `GameOverError`."""
    with pytest.raises(GameOverError, match=r"^game-over: the game is over \[HEAP-2\]$"):
        HEAP.apply(HeapState(0, 0, 2), Take(1), SeededChance(0))


# ---- perfect information by default ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1, None])
def test_views_of_a_game_that_hides_nothing(player: int | None) -> None:
    """View, events, unseen facts and determinization follow from the state itself."""
    state = HeapState(5, 1, 2)
    view = HEAP.view(state, player)
    assert view == OpenView(player, 1, state)
    assert hash(view) == hash(OpenView(player, 1, state))
    assert HEAP.view_event(Taken(0, 2), player) == Taken(0, 2)
    assert HEAP.unseen(view) == ()
    assert HEAP.determinize(view, SeededChance(0)) is state
    assert HEAP.evaluate(view) == 0.0


def test_view_after_the_end() -> None:
    """Nobody is to act."""
    assert HEAP.view(HeapState(0, 1, 2), 0).to_act is None


def test_legal_at_takes_states_and_views() -> None:
    """The legal actions of a position, hidden information or not."""
    assert HEAP.legal_at(HeapState(2, 0, 2)) == (Take(1), Take(2))
    assert HEAP.legal_at(HEAP.view(HeapState(2, 0, 2), 0)) == (Take(1), Take(2))
    match = new_match(GAME, 2, seed=3)
    assert GAME.legal_at(match.state) == match.legal_actions
    assert GAME.legal_at(GAME.view(match.state, match.to_act)) == match.legal_actions


def test_a_view_lists_actions_for_its_own_player_only() -> None:
    """Who looks and does not act, a spectator, and anybody after the end has nothing to choose from, whatever the state behind the view."""
    match = new_match(GAME, 2, seed=3, options={"first": 0})
    views = [GAME.view(match.state, player) for player in (0, 1, None)]
    assert [GAME.legal_at(view) for view in views] == [match.legal_actions, (), ()]
    marked = match.play(Mark(match.state.shelves[0].hand[0]))
    assert [GAME.legal_at(GAME.view(marked.state, player)) for player in (0, 1, None)] == [marked.legal_actions, (), ()]
    assert [HEAP.legal_at(HEAP.view(HeapState(3, 1, 2), player)) for player in (0, 1, None)] == [(), (Take(1), Take(2), Take(3)), ()]
    assert [HEAP.legal_at(HEAP.view(HeapState(0, 1, 2), player)) for player in (0, 1, None)] == [(), (), ()]
    codec = GAME.codec(match.config)
    assert codec.mask(views[1]) == bytes(codec.num_actions)


@pytest.mark.parametrize("player", [-1, 2, True, False, 0.0, "0"])
def test_a_viewer_who_is_nobody(player: Any) -> None:
    """A player that the table does not have is refused: the index -1 would show the last hand."""
    message = rf"^no player {player!r}; expected 0\.\.1, or None for a spectator$"
    with pytest.raises(ValueError, match=message):
        check_viewer(player, 2)
    with pytest.raises(ValueError, match=message):
        GAME.view(new_match(GAME, 2).state, player)


def test_viewers_of_a_table() -> None:
    """Each of its players, and a spectator."""
    state = new_match(GAME, 3).state
    assert [GAME.view(state, player).player for player in (0, 1, 2, None)] == [0, 1, 2, None]


def test_a_game_that_hides_something() -> None:
    """Views hide hands and secret choices, events are redacted, a determinization looks the same to its player."""
    match = new_match(GAME, 2, seed=3, options={"first": 0})
    match = match.play(Mark(match.state.shelves[0].hand[0]))
    own, other = GAME.view(match.state, 0), GAME.view(match.state, 1)
    assert isinstance(own.pending, Marked)
    assert other.pending == Turn(0)
    assert other.hand == match.state.shelves[1].hand
    assert [GAME.view_event(event, 1) for event in match.moves[0].events] == [None]
    assert GAME.view(GAME.determinize(other, SeededChance(8)), 1) == other
    assert len(GAME.unseen(GAME.view(match.state, None))) == 6


# ---- text --------------------------------------------------------------------------------------------------------------------------------


@value
class MoveTrain:
    """An action with a field of each type that text can hold."""

    train: int
    way: Literal["west", "east"]
    fast: bool
    via: int | None
    note: str
    start: int | Literal["random"]


@value
class AskABCQuestion:
    """A name with capitals in a row."""

    word: str | None


@value
class Load:
    """Fields of tuples: any number of items, a fixed one, texts."""

    cars: tuple[int, ...]
    place: tuple[int, Literal["east", "west"] | None]
    notes: tuple[str, ...]


@value
class Stack:
    """A field that text cannot hold."""

    pile: Pool[int]


KINDS = (MoveTrain, AskABCQuestion, Load, Draw, Stack)


@pytest.mark.parametrize(
    ("name", "kebab"), [("MoveTrain", "move-train"), ("Draw", "draw"), ("AskABCQuestion", "ask-abc-question"), ("Take2Cars", "take2-cars")]
)
def test_kebab_case(name: str, kebab: str) -> None:
    """Words are told apart by their capitals."""
    assert kebab_case(name) == kebab


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (MoveTrain(2, "west", True, None, "x", "random"), "move-train 2 west True None x random"),
        (MoveTrain(-7, "east", False, 3, "5", 0), "move-train -7 east False 3 5 0"),
        (AskABCQuestion("why"), "ask-abc-question why"),
        (AskABCQuestion(None), "ask-abc-question None"),
        (MoveTrain(10**12, "east", False, 10**9, "a", 2**53), f"move-train {10**12} east False {10**9} a {2**53}"),
        (AskABCQuestion("why not"), "ask-abc-question 'why not'"),
        (AskABCQuestion(""), "ask-abc-question ''"),
        (AskABCQuestion('it\'s #1\\ "so"'), "ask-abc-question 'it'\"'\"'s #1\\ \"so\"'"),
        (AskABCQuestion("two\nlines"), "ask-abc-question 'two\nlines'"),
        (Load((3,), (1, "east"), ("a",)), "load 3 1,east a"),
        (Load((), (-1, None), ()), "load () -1,None ()"),
        (Load((1, 2, 30), (0, "west"), ("a b", "c")), "load 1,2,30 0,west 'a b',c"),
        (Load((0,), (0, "west"), ("",)), "load 0 0,west ''"),
        (Draw(), "draw"),
    ],
)
def test_text_of_actions_both_ways(action: Any, text: str) -> None:
    """By default an action is its kind in kebab case and its values, and is read back as the same."""
    assert action_to_str(action) == text
    again = parse_action(KINDS, text)
    assert again == action
    assert [type(item) for item in attrs.astuple(again)] == [type(item) for item in attrs.astuple(action)]


def test_text_is_read_with_some_tolerance() -> None:
    """Case of the kind and of true, false and none does not matter, nor do spaces."""
    assert parse_action(KINDS, "  MOVE-TRAIN  2 west TRUE none x 1 ") == MoveTrain(2, "west", True, None, "x", 1)
    assert parse_action(KINDS, "Load 1,2 \"0,EAST\" 'a b',c") == Load((1, 2), (0, "east"), ("a b", "c"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no action; expected one of: move-train, ask-abc-question, load, draw, stack"),
        ("jump 2", "'jump 2' is no action; expected one of: move-train, ask-abc-question, load, draw, stack"),
        ("draw 2", "'draw 2' has 1 value; expected: draw"),
        ("ask-abc-question", "'ask-abc-question' has 0 values; expected: ask-abc-question <word>"),
        ("move-train two west true none x 1", "'two' is no value for train; expected int"),
        ("move-train 2.0 west true none x 1", "'2.0' is no value for train; expected int"),
        ("move-train none west true none x 1", "'none' is no value for train; expected int"),
        ("move-train true west true none x 1", "'true' is no value for train; expected int"),
        ("move-train 2 west 1 none x 1", "'1' is no value for fast; expected True or False"),
        ("move-train 2 west none none x 1", "'none' is no value for fast; expected True or False"),
        ("draw 2 3", "'draw 2 3' has 2 values; expected: draw"),
        ("ask-abc-question 'why", '"ask-abc-question \'why" is no action: No closing quotation'),
        ('ask-abc-question "', "'ask-abc-question \"' is no action: No closing quotation"),
        ("draw \\", "'draw \\\\' is no action: No escaped character"),
        ("load 1,x 0,east a", "'x' is no value for cars; expected int"),
        ("load (5,) 0,east a", "'(5' is no value for cars; expected int"),
        ("load 1,,2 0,east a", "'' is no value for cars; expected int"),
        ("load '' 0,east a", "'' is no value for cars; expected int"),
        ("load 1 0 a", "'0' is no value for place; expected 2 values joined by commas"),
        ("load 1 () a", "'()' is no value for place; expected 2 values joined by commas"),
        ("load 1 0,east,west a", "'0,east,west' is no value for place; expected 2 values joined by commas"),
        (f"load {'9' * 4001} 0,east a", f"{'9' * 4001!r} is no value for cars; expected int"),
    ],
    ids=lambda text: text[:40],
)
def test_text_that_is_no_action(text: str, message: str) -> None:
    """What cannot be read is refused, saying what was wanted."""
    with pytest.raises(InvalidActionError) as caught:
        parse_action(KINDS, text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "start", "choices"),
    [
        ("move-train 2 south true none x 1", "'south' is no value for way; expected ", ["'west'", "'east'"]),
        ("move-train 2 west true no x 1", "'no' is no value for via; expected ", ["int", "None"]),
        ("move-train 2 west true none x any", "'any' is no value for start; expected ", ["int", "'random'"]),
    ],
)
def test_text_outside_the_choices_names_the_choices(text: str, start: str, choices: list[str]) -> None:
    """Of a field with several forms all are told, words and None included."""
    with pytest.raises(InvalidActionError) as caught:
        parse_action(KINDS, text)
    assert str(caught.value).startswith(start)
    for choice in choices:
        assert choice in str(caught.value)


@pytest.mark.parametrize("text", ["stack 5", "stack (5,)", "stack 1,2"])
def test_a_field_that_text_cannot_hold_is_not_read_as_something_else(text: str) -> None:
    """A pool has no default notation: reading must not give an action with an int or a tuple in its place."""
    with pytest.raises(InvalidActionError, match=r" is no value for pile; expected nothing that text can hold$"):
        parse_action(KINDS, text)


# ---- events in words ---------------------------------------------------------------------------------------------------------------------


@value
class TrainMoved:
    """An event with a field of each sort."""

    player: int | None
    cars: tuple[int, ...]
    note: str
    to: int | None


@value
class GameBegan:
    """An event without fields."""


@value
class SignalSet:
    """An event whose player is named by a word."""

    player: str
    up: bool


@pytest.mark.parametrize(
    ("event", "plain", "named"),
    [
        (TrainMoved(1, (3, 4), "x", 7), "train moved: player 1, cars 3,4, note x, to 7", "train moved: Bob, cars 3,4, note x, to 7"),
        (TrainMoved(0, (), "a b", None), "train moved: player 0, cars (), note 'a b'", "train moved: Ann, cars (), note 'a b'"),
        (TrainMoved(None, (1,), "x", 0), "train moved: cars 1, note x, to 0", "train moved: cars 1, note x, to 0"),
        (SignalSet("all", True), "signal set: player all, up True", "signal set: player all, up True"),
        (GameBegan(), "game began", "game began"),
        (Drawn(1, None), "drawn: player 1", "drawn: Bob"),
    ],
)
def test_events_in_words(event: Any, plain: str, named: str) -> None:
    """By default an event is its kind in words and what its fields hold, without those that are None; players go by their names."""
    view = GAME.view(new_match(GAME, 2, seed=3).state, 0)
    assert GAME.event_to_str(view, event) == event_to_str(event, None) == plain
    assert GAME.event_to_str(view, event, ["Ann", "Bob"]) == event_to_str(event, ["Ann", "Bob"]) == named


def test_a_view_has_no_summary_unless_the_game_gives_one() -> None:
    """By default there is no line on how things stand, and no law of conservation is known."""
    match = new_match(GAME, 2, seed=3)
    assert GAME.summary(GAME.view(match.state, 0)) == ""
    assert tuple(GAME.invariant_faults(match.state)) == ()

    class Counted(Heap):
        def summary(self, view: Any) -> str:
            return f"{view.state.left} left"

        def invariant_faults(self, state: HeapState) -> list[str]:
            return [] if state.left <= self.size else [f"{state.left} matches of {self.size}"]

    game = Counted()
    assert game.summary(game.view(HeapState(5, 0, 2), None)) == "5 left"
    assert game.invariant_faults(HeapState(9, 0, 2)) == ["9 matches of 7"]


def test_a_game_reads_and_writes_its_actions() -> None:
    """The defaults of `Game` are these forms; an action that is read may still be illegal."""
    view = HEAP.view(HeapState(2, 0, 2), 0)
    assert HEAP.action_to_str(view, Take(2)) == "take 2"
    assert HEAP.parse_action(view, "take 3") == Take(3)
    assert HEAP.validate(HeapState(2, 0, 2), HEAP.parse_action(view, "take 3")) is not None


def test_description_by_default() -> None:
    """A view is shown field by field, nested values indented, names first."""
    assert (
        HEAP.describe(HEAP.view(HeapState(5, 1, 2), None))
        == "OpenView\n  player: None\n  to_act: 1\n  state: HeapState\n    left: 5\n    player: 1\n    players: 2"
    )
    match = new_match(GAME, 2, seed=3, options={"first": 0})
    view = GAME.view(match.state, 0)
    lines = GAME.describe(view, ["Ann", "Bob"]).splitlines()
    assert lines[:3] == ["Player 0: Ann", "Player 1: Bob", "ParcelView"]
    assert "  shelves: 2 items" in lines
    assert "    1: PublicShelf" in lines
    assert "      hand_size: 2" in lines
    assert f"  hand: {' '.join(map(str, view.hand))}" in lines


# ---- data ----------------------------------------------------------------------------------------------------------------------------------

ACTIONS: list[Any] = [Draw(), Lay(1), Keep(0), Mark(2), Confirm(False), Pass()]
EVENTS: list[Any] = [Dealt(0, (1, 2)), Dealt(1, None), Drawn(0, 1), Drawn(1, None), Laid(0, 2, 6), Kept(0, None), Chosen(0, 1), Passed(1, True)]


def through_json(data: Any) -> Any:
    """As another process would get it."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("action", ACTIONS)
def test_actions_through_json(action: Any) -> None:
    """An action carries its kind, comes back equal, and meets the schema."""
    data = GAME.dump(action)
    assert data["kind"] == type(action).__name__
    assert GAME.load_action(through_json(data)) == action
    jsonschema.validate(through_json(data), GAME.schema("action"))


@pytest.mark.parametrize("event", EVENTS)
def test_events_through_json(event: Any) -> None:
    """So does an event, redacted or not."""
    data = GAME.dump(event)
    assert data["kind"] == type(event).__name__
    assert GAME.load_event(through_json(data)) == event
    jsonschema.validate(through_json(data), GAME.schema("event"))


@pytest.mark.parametrize("marked", [False, True])
def test_states_views_and_options_through_json(marked: bool) -> None:
    """So do states with their pending decision, every player's view, and options."""
    match = new_match(GAME, 3, seed=6, options={"first": 0, "hand": 1})
    if marked:
        match = match.play(Mark(match.state.shelves[0].hand[0]))
    assert GAME.load_state(through_json(GAME.dump(match.state))) == match.state
    jsonschema.validate(through_json(GAME.dump(match.state)), GAME.schema("state"))
    for player in (0, 1, 2, None):
        view = GAME.view(match.state, player)
        assert GAME.load_view(through_json(GAME.dump(view))) == view
        jsonschema.validate(through_json(GAME.dump(view)), GAME.schema("view"))
    options = match.config.options
    assert GAME.dump(options) == {"hand": 1, "first": 0, "finish": "all", "dice": True}
    assert GAME.load_options(through_json(GAME.dump(options))) == options
    jsonschema.validate(GAME.dump(options), GAME.schema("options"))


def test_pending_decisions_carry_their_kind() -> None:
    """The members of a union inside a state are told apart by the tag."""
    match = new_match(GAME, 2, seed=6, options={"first": 1})
    assert GAME.dump(match.state)["pending"] == {"kind": "Turn", "player": 1}


def test_open_views_through_json() -> None:
    """The default view of a game of perfect information has a JSON form and a schema too."""
    view = HEAP.view(HeapState(5, 1, 2), 1)
    data = through_json(HEAP.dump(view))
    assert data == {"player": 1, "to_act": 1, "state": {"left": 5, "player": 1, "players": 2}}
    assert HEAP.load_view(data) == view
    jsonschema.validate(data, HEAP.schema("view"))


def test_loading_an_action_that_is_none() -> None:
    """Unreadable JSON is an invalid action, with the place."""
    for data, message in [
        (None, "not an action: top level: expected an object (action), found null (None)"),
        ([1], "not an action: top level: expected an object (action), found an array of 1"),
        ({"card": 1}, "not an action: kind: expected Draw or Lay or Keep or Mark or Confirm or Cancel or Pass, found nothing (the key is missing)"),
        ({"kind": "Jump"}, "not an action: kind: expected Draw or Lay or Keep or Mark or Confirm or Cancel or Pass, found a string ('Jump')"),
        ({"kind": "Lay", "card": True}, "not an action: card: expected an integer, found a boolean (True)"),
        ({"kind": "Lay"}, "not an action: card: expected a value, found nothing (the key is missing)"),
    ]:
        with pytest.raises(InvalidActionError) as caught:
            GAME.load_action(data)
        assert str(caught.value) == message


@pytest.mark.parametrize("what", ["event", "state", "view", "options"])
def test_loading_other_things_that_are_none(what: str) -> None:
    """Other unreadable JSON is a record error that names game and kind of thing."""
    load = getattr(GAME, f"load_{what}")
    with pytest.raises(RecordError, match=rf"^not a parcels {what}: top level: expected an object \(.*\), found an integer \(5\)$"):
        load(5)


def test_loading_options_does_not_check_bounds() -> None:
    """Types are checked here, bounds by `config`."""
    data = {"hand": 99, "first": "random", "finish": "all", "dice": True}
    assert GAME.load_options(data).hand == 99
    with pytest.raises(RecordError, match="finish: expected 'all' or 'one', found a string"):
        GAME.load_options({**data, "finish": "some"})
    with pytest.raises(RecordError, match="dice: expected a value, found nothing"):
        GAME.load_options({key: item for key, item in data.items() if key != "dice"})


@pytest.mark.parametrize(
    "thing",
    [
        5,
        None,
        "draw",
        (),
        [Draw()],
        {"kind": "Draw"},
        Draw,
        Take(1),
        Taken(0, 1),
        HeapState(3, 0, 2),
        SeededChance(1),
        GAME,
        GAME.config(),
        GAME.content,
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_what_is_no_value_of_the_game_is_not_dumped(thing: Any) -> None:
    """Another game's values and things of any other kind are refused by the name of their class, with those that would do."""
    with pytest.raises(TypeError) as caught:
        GAME.dump(thing)
    known = ["ParcelState", "ParcelView", "ParcelOptions", *(kind.__name__ for kind in (*GAME.action_types, *GAME.event_types))]
    assert str(caught.value) == f"{type(thing).__name__} is no value of this game; expected one of: {', '.join(known)}"


def test_what_a_game_of_perfect_information_dumps() -> None:
    """The view that comes by itself is one of its values, and so are no options."""
    with pytest.raises(TypeError, match=r"^Draw is no value of this game; expected one of: HeapState, OpenView, NoOptions, Take, Taken$"):
        HEAP.dump(Draw())
    assert HEAP.dump(HEAP.config().options) == {}


def test_intents_through_json() -> None:
    """What a client sends is an object with player, action and version, and comes back equal."""
    for intent in (Intent(0, Draw(), 7), Intent(1, Lay(2), 0), Intent(-1, Mark(99), -5)):
        data = GAME.dump(intent)
        assert data == {"player": intent.player, "action": GAME.dump(intent.action), "version": intent.version}
        assert GAME.load_intent(through_json(data)) == intent
    with pytest.raises(TypeError, match=r"^Take is no value of this game"):
        GAME.dump(Intent(0, Take(1), 0))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "not an intent: expected an object with player, action and version, found None"),
        ([0, "draw", 0], "not an intent: expected an object with player, action and version, found [0, 'draw', 0]"),
        ({}, "not an intent: expected an object with player, action and version, found an object with "),
        (
            {"player": 0, "action": {"kind": "Draw"}},
            "not an intent: expected an object with player, action and version, found an object with 'player', 'action'",
        ),
        (
            {"player": 0, "action": {"kind": "Draw"}, "version": 0, "note": 1},
            "not an intent: expected an object with player, action and version, found an object with 'player', 'action', 'version', 'note'",
        ),
        ({"player": True, "action": {"kind": "Draw"}, "version": 0}, "not an intent: player: expected an integer, found True"),
        ({"player": None, "action": {"kind": "Draw"}, "version": 0}, "not an intent: player: expected an integer, found None"),
        ({"player": "0", "action": {"kind": "Draw"}, "version": 0}, "not an intent: player: expected an integer, found '0'"),
        ({"player": 0, "action": {"kind": "Draw"}, "version": 1.0}, "not an intent: version: expected an integer, found 1.0"),
        ({"player": 0, "action": {"kind": "Lay"}, "version": 0}, "not an action: card: expected a value, found nothing (the key is missing)"),
        ({"player": 0, "action": None, "version": 0}, "not an action: top level: expected an object (action), found null (None)"),
    ],
)
def test_loading_an_intent_that_is_none(data: Any, message: str) -> None:
    """Whatever else a client sends is an invalid action, saying where."""
    with pytest.raises(InvalidActionError) as caught:
        GAME.load_intent(data)
    assert str(caught.value) == message


@pytest.mark.parametrize("player", [0, 1, None])
def test_seats_as_json(player: int | None) -> None:
    """What a client gets: its view and its legal actions in their own forms, and who acts."""
    match = new_match(GAME, 2, seed=3, options={"first": 0})
    seat = match.seat(player)
    data = through_json(GAME.dump(seat))
    assert list(data) == ["player", "version", "view", "legal_actions", "to_act"]
    assert (data["player"], data["version"], data["to_act"]) == (player, 0, 0)
    assert GAME.load_view(data["view"]) == seat.view
    assert tuple(map(GAME.load_action, data["legal_actions"])) == seat.legal_actions
    assert (data["legal_actions"] != []) == (player == 0)


def test_rejections_as_json() -> None:
    """Code and rule for programs, the message for people, and the facts."""
    rejection = GAME.validate(new_match(GAME, 2, seed=3).state, Lay(9))
    assert rejection is not None
    assert through_json(GAME.dump(rejection)) == {
        "code": "unknown-card",
        "rule": "PAR-1",
        "message": "there is no card 9; expected 0..2",
        "params": {"card": 9, "last": 2},
    }
    assert HEAP.dump(Rejection("x", "R-1", "so it is")) == {"code": "x", "rule": "R-1", "message": "so it is", "params": {}}


@pytest.mark.parametrize("player", [0, 1, None])
def test_transcripts_as_json(player: int | None) -> None:
    """A play as one player saw it, finished or not; nothing of it was hidden from that player."""
    match = new_match(GAME, 2, seed=3, options={"hand": 1}, names=["Ann", "Bob"])
    running = through_json(GAME.dump(match.transcript(player)))
    assert running["outcome"] is None
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    data = through_json(GAME.dump(match.transcript(player)))
    events = data.pop("events")
    assert tuple(map(GAME.load_event, events)) == match.events(player)
    assert [event["cards"] is None for event in events[:2]] == [player != 0, player != 1]
    assert data == {
        "game": "parcels",
        "rules_version": 3,
        "players": 2,
        "options": {"hand": 1, "first": "random", "finish": "all", "dice": True},
        "names": ["Ann", "Bob"],
        "player": player,
        "outcome": {
            "terminations": list(match.outcome.terminations),
            "scores": list(match.outcome.scores),
            "ranking": list(match.outcome.ranking),
            "winners": list(match.outcome.winners),
        },
    }


class QuietTake(TakeRule):
    """Taking without a word."""

    def transition(self, state: HeapState, action: Take, chance: Any, log: Any) -> HeapState:
        return super().transition(state, action, chance, None)


class QuietBook(HeapBook):
    """The rules of Heap without a word."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {MAIN: (QuietTake(),)})


class Quiet(Heap):
    """Heap without events."""

    info = attrs.evolve(Heap.info, id="quiet")
    event_types: ClassVar[Any] = ()

    def __init__(self) -> None:
        Game.__init__(self, QuietBook())


def test_a_game_without_events() -> None:
    """Nothing is an event of it: the schema refuses everything, and reading says that there are none."""
    game = Quiet()
    schema = game.schema("event")
    jsonschema.Draft202012Validator.check_schema(schema)
    for data in ({}, {"kind": "Taken"}, None, 5):
        assert not jsonschema.Draft202012Validator(schema).is_valid(data)
    with pytest.raises(RecordError, match=r"^not a quiet event: kind: expected nothing \(the game has no such values\), found a string \('Taken'\)$"):
        game.load_event({"kind": "Taken"})
    assert len(game.event_schema) == 12
    match = new_match(game).play(Take(1))
    assert (match.moves[0].events, match.version(None)) == ((), 1)
    assert game.dump(match.transcript(None))["events"] == []


@pytest.mark.parametrize("kind", ["action", "event", "state", "view", "options"])
def test_schemas_are_schemas(kind: str) -> None:
    """Each schema is valid JSON Schema and is itself JSON."""
    for game in (GAME, HEAP):
        schema = game.schema(kind)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema


def test_schema_of_something_else_is_refused() -> None:
    """The kinds there are stand in the text."""
    with pytest.raises(ValueError, match=r"^no schema of 'record'; expected action, event, state, view or options$"):
        GAME.schema("record")


@pytest.mark.parametrize("name", ["state_schema", "event_schema"])
def test_schemas_in_short_are_digests_of_the_layout(name: str) -> None:
    """Games with the same layout of states, or of events, share it, others do not."""
    found = [getattr(game, name) for game in (GAME, Parcels(), Patience(), HEAP, Quiet())]
    assert found[0] == found[1] == found[2]
    assert found[0] != found[3]
    assert (found[3] == found[4]) == (name == "state_schema")
    assert all(re.fullmatch("[0-9a-f]{12}", digest) for digest in found)
    assert GAME.state_schema != GAME.event_schema


# ---- from process to process -------------------------------------------------------------------------------------------------------------


def pickled(thing: Any) -> Any:
    """As a worker would get it."""
    return pickle.loads(pickle.dumps(thing))


OWN_CONTENT = attrs.evolve(GAME.content, copies=5)


@pytest.mark.parametrize("game", [GAME, HEAP, Patience(), Quiet(), GAME.with_content(OWN_CONTENT)], ids=lambda game: f"{game.info.id}")
def test_games_travel_between_processes(game: Any) -> None:
    """A pickled game is one of the same class with equal content, and plays alike."""
    copy = pickled(game)
    assert type(copy) is type(game)
    assert copy is not game
    assert (copy.content, copy.content_digest) == (game.content, game.content_digest)
    assert new_match(copy, 2, seed=5) == new_match(game, 2, seed=5)


def test_the_bundled_game_travels_with_its_content(tmp_path: Path) -> None:
    """So does Station Manager, with the content it was given."""
    station = railrules.load("station-manager")
    path = tmp_path / "my.toml"
    path.write_text((station.content_text() or "").replace("bonus = 8", "bonus = 9"), encoding="utf-8")
    other = station.with_content(path)
    path.unlink()
    for game in (station, other):
        copy = pickled(game)
        assert copy.content == game.content
        assert copy.content_digest == game.content_digest
        assert new_match(copy, 3, seed=1) == new_match(game, 3, seed=1)
    assert pickled(other).content != station.content


@pytest.mark.parametrize("game", [GAME, HEAP, railrules.load("station-manager")], ids=lambda game: f"{game.info.id}")
def test_matches_travel_between_processes(game: Any) -> None:
    """A pickled match is an equal one, its history and undos included, and goes on alike."""
    match = new_match(game, 2, seed=8)
    for _ in range(6):
        match = match.play(match.legal_actions[0])
    asked = match.version(0)
    copy = pickled(match)
    assert copy == match
    assert hash(copy) == hash(match)
    assert copy.version(0) == asked
    assert copy.play(copy.legal_actions[-1]) == match.play(match.legal_actions[-1])
    assert copy.record() == match.record()


def test_an_undo_travels_too() -> None:
    """Versions stay as high as they rose."""
    match = new_match(GAME, 2, seed=3, options={"first": 0})
    undone = match.play(Keep(match.state.shelves[0].hand[0])).undo(0)
    assert [pickled(undone).version(player) for player in (0, 1, None)] == [2, 2, 2]


# ---- content -------------------------------------------------------------------------------------------------------------------------------


def test_content_digest_leaves_out_names() -> None:
    """What rules read counts, names do not."""
    item = GAME.content.item
    renamed = GAME.with_content(attrs.evolve(GAME.content, item=(attrs.evolve(item[0], name="Postcard"), *item[1:])))
    dearer = GAME.with_content(attrs.evolve(GAME.content, item=(attrs.evolve(item[0], worth=9), *item[1:])))
    assert renamed.content != GAME.content
    assert renamed.content_digest == GAME.content_digest
    assert dearer.content_digest != GAME.content_digest
    assert GAME.config().content != dearer.config().content


@pytest.mark.parametrize("form", [str, Path])
def test_with_content_of_a_file(tmp_path: Path, form: Callable[[Path], Any]) -> None:
    """A path, as text or not, gives a new game with the file's content; the old game stays as it is."""
    path = tmp_path / "my.toml"
    path.write_text(CONTENT_TEXT.replace("copies = 2", "copies = 3"), encoding="utf-8")
    other = GAME.with_content(form(path))
    assert isinstance(other, Parcels)
    assert other.content.copies == 3
    assert GAME.content.copies == 2


def test_with_content_reports_the_file(tmp_path: Path) -> None:
    """What is wrong with a file is told with its name."""
    path = tmp_path / "my.toml"
    path.write_text(CONTENT_TEXT.replace("copies = 2", "copies = 0"), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        GAME.with_content(path)
    assert (caught.value.file, caught.value.path, caught.value.check) == (str(path), "copies", "PAR-C3")


@pytest.mark.parametrize("content", [5, {"copies": 2}, b"my.toml", Parcels])
def test_with_content_refuses_other_objects(content: Any) -> None:
    """Content is a path or an object of the game's own content class."""
    with pytest.raises(ContentError) as caught:
        GAME.with_content(content)
    assert (caught.value.file, caught.value.check) == ("parcels", "content")
    assert caught.value.expected == "a path or a ParcelContent object"
    assert caught.value.found == type(content).__name__


def test_a_game_without_content_refuses_a_file() -> None:
    """There is nothing to replace, and the text says so."""
    assert HEAP.content_text() is None
    with pytest.raises(ContentError) as caught:
        HEAP.with_content("my.toml")
    assert (caught.value.file, caught.value.check) == ("my.toml", "content")
    assert "Heap has no content to replace" in str(caught.value)


def test_a_game_without_content_refuses_an_object() -> None:
    """Neither is there for an object: the text must not ask for a NoneType."""
    with pytest.raises(ContentError, match="no content to replace"):
        HEAP.with_content(GAME.content)


def test_texts_of_a_game() -> None:
    """A game may ship its content file and its rules page; by default it has neither."""
    assert GAME.content_text() == CONTENT_TEXT
    assert (HEAP.content_text(), HEAP.rules_text()) == (None, None)
    station = railrules.load("station-manager")
    assert "MGR-4.1" in (station.rules_text() or "")
    assert "[meta]" in (station.content_text() or "")


def test_content_of_a_game_in_a_view() -> None:
    """A class that holds content in its view still gets it back from JSON."""
    view = GAME.view(new_match(GAME).state, None)
    assert isinstance(view, ParcelView)
    assert GAME.load_view(through_json(GAME.dump(view))).content == GAME.content
