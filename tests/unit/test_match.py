"""`Match`: one play as a value, what each seat notices of it, and what may be undone."""

import copy
import random
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import attrs
import pytest

from railrules import (
    MAIN,
    Chance,
    ChanceNeeded,
    ConfigError,
    ContentError,
    Game,
    GameOverError,
    IllegalActionError,
    Intent,
    Match,
    Rejection,
    RuleBook,
    ScriptedChance,
    Seat,
    SeededChance,
    SuspendingChance,
    UnknownGameError,
    new_match,
    roll,
)
from railrules._match import _NoChance
from railrules.games.station_manager import DiscardFreight, DrawFreight
from railrules.parts import Pool
from tests.unit.toy import (
    CONTENT_TEXT,
    Cancel,
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
    ParcelBook,
    Parcels,
    Passed,
    Patience,
    Take,
    Taken,
    TakeRule,
    Turn,
)

GAME = Parcels()


def start(players: int = 2, seed: int = 3, **options: Any) -> Match:
    """A match of Parcels in which player 0 begins."""
    return new_match(GAME, players, seed=seed, options={"first": 0, **options})


def card_of(match: Match, player: int = 0) -> int:
    """The first card in a hand."""
    card: int = match.state.shelves[player].hand[0]
    return card


def refused(match: Match, intent: Intent) -> tuple[str, str]:
    """Code and message of a refused intent; `check` and `submit` agree."""
    rejection = match.check(intent)
    assert rejection is not None
    with pytest.raises(IllegalActionError) as caught:
        match.submit(intent)
    assert caught.value.rejection == rejection
    return rejection.code, rejection.message


def versions(match: Match) -> tuple[int, ...]:
    """The versions of all players and then the spectator."""
    return tuple(match.version(player) for player in (*range(match.config.players), None))


# ---- a value -----------------------------------------------------------------------------------------------------------------------------


def test_new_match_by_default() -> None:
    """The game's own player count, default options and names, seed 0, and a first decision."""
    match = new_match(GAME)
    assert match == new_match(GAME, 2, 0, {}, None, names=["Player 0", "Player 1"])
    assert (match.config, match.names, match.seed, match.moves) == (GAME.config(2), ("Player 0", "Player 1"), 0, ())
    assert match.outcome is None
    assert match.to_act == match.setup.picks[0]
    assert len(match.setup.picks) == 3
    assert [type(event) for event in match.setup.events] == [Dealt, Dealt]


def test_playing_gives_a_new_match_and_leaves_the_old_one() -> None:
    """Any earlier position is a variable away."""
    first = start()
    second = first.play(Draw())
    third = second.play(Keep(card_of(second, 1)))
    assert [len(match.moves) for match in (first, second, third)] == [0, 1, 2]
    assert first == start()
    assert third.moves[:1] == second.moves
    assert third.state_after(0) == first.state == third.setup.state
    assert third.state_after(1) == second.state
    assert third.state_after(2) == third.state


def test_the_same_seed_gives_the_same_match() -> None:
    """Equal setup, seed and actions make equal matches with equal hashes, another seed another one."""

    def play(seed: int) -> Match:
        match = start(3, seed)
        while match.outcome is None:
            match = match.play(match.legal_actions[-1 if len(match.moves) % 4 else 0])
            if len(match.moves) == 20:
                break
        return match

    assert play(5) == play(5)
    assert hash(play(5)) == hash(play(5))
    assert play(5) != play(6)


def test_a_match_is_equal_whoever_asked_about_it() -> None:
    """Looking up versions leaves no trace in the value."""
    asked, silent = start().play(Draw()), start().play(Draw())
    assert versions(asked) == (1, 1, 1)
    assert asked == silent
    assert hash(asked) == hash(silent)
    assert repr(asked) == repr(silent)
    assert copy.deepcopy(asked) == silent


def test_matches_of_different_games_differ() -> None:
    """The class of the game and the digest of its content belong to the value, the object does not."""
    other = GAME.with_content(attrs.evolve(GAME.content, copies=3))
    assert new_match(Parcels(), 2, seed=1) == new_match(GAME, 2, seed=1)
    assert new_match(other, 2, seed=1) != new_match(GAME, 2, seed=1)
    assert attrs.evolve(new_match(GAME, 2, seed=1), game=Patience()) != new_match(GAME, 2, seed=1)


def test_a_match_is_frozen_and_short_to_print() -> None:
    """Fields cannot be assigned; the text shows id and number of moves, nothing hidden."""
    match: Any = start().play(Draw())
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.seed = 4
    text = repr(match)
    assert "game=parcels" in text
    assert "moves=<1 moves>" in text
    assert "Shelf" not in text


# ---- setup -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**53 - 1])
def test_seeds_that_json_takes_exactly(seed: int) -> None:
    """Every int up to 2**53-1 is a seed."""
    assert new_match(GAME, seed=seed).seed == seed


@pytest.mark.parametrize("seed", [-1, 2**53, True, 1.0, "7"])
def test_other_seeds_are_refused(seed: Any) -> None:
    """A seed that JSON would not keep, or of another type, is a fault of the setup."""
    with pytest.raises(ConfigError) as caught:
        new_match(GAME, seed=seed)
    assert (caught.value.code, caught.value.option, caught.value.value) == ("bad-seed", "seed", seed)
    assert caught.value.bounds == "an int in 0..9007199254740991, or None where chance comes from outside"


def test_a_seed_or_a_chance_but_not_both() -> None:
    """Without a seed somebody has to deal; with one nobody else may."""
    for seed, chance in ((None, None), (7, SeededChance(1))):
        with pytest.raises(ConfigError) as caught:
            new_match(GAME, seed=seed, chance=chance)
        assert str(caught.value) == f"bad-seed: seed = {seed}; expected either a seed or, with seed=None, a chance that deals"


@pytest.mark.parametrize(
    "names",
    [["Ann"], ("Ann", "Bob", "Cem"), ["Ann", ""], ["Ann", 3], [], {"Ann", "Bob"}, {"Ann": 0, "Bob": 1}, iter(["Ann", "Bob"]), 5, ["Ann\n", "Bob"]],
)
def test_wrong_names_are_refused(names: Any) -> None:
    """A tuple or list with one name for each player, none empty; nothing is counted or used up on the way."""
    with pytest.raises(ConfigError) as caught:
        new_match(GAME, 2, names=names)
    assert (caught.value.code, caught.value.option, caught.value.value) == ("bad-names", "names", names)
    assert caught.value.bounds == "a list of 2 names, printable and not empty"


def test_one_text_is_no_list_of_names() -> None:
    """A single name given for two players must not be taken letter by letter."""
    with pytest.raises(ConfigError, match="bad-names"):
        new_match(GAME, 2, names="Al")


def test_names_are_taken_as_tuple_or_list() -> None:
    """Either is kept as a tuple, whatever is done to the list later."""
    names = ["Ann", "Bob"]
    match = new_match(GAME, 2, names=names)
    names.clear()
    assert match.names == new_match(GAME, 2, names=("Ann", "Bob")).names == ("Ann", "Bob")


@pytest.mark.parametrize("game", [None, 5, Parcels, {"id": "parcels"}, b"station-manager", ["station-manager"]])
def test_what_is_no_game(game: Any) -> None:
    """A match is of a game, or of the id of one; a class is neither."""
    with pytest.raises(TypeError) as caught:
        new_match(game)
    assert str(caught.value) == f"new_match takes the id of a game or a Game, found {game!r}"


@pytest.mark.parametrize("options", [5, "first=0", [("first", 0)], {"first"}, {1: 0}, {"hand": 1, None: 2}, GAME.config().options])
def test_what_are_no_options(options: Any) -> None:
    """Options are a mapping from names to values; an object that was checked before is none."""
    with pytest.raises(TypeError) as caught:
        new_match(GAME, 2, options=options)
    assert str(caught.value) == f"options are {options!r}; expected a mapping from names to values"


def test_options_are_any_mapping() -> None:
    """None, no options and a read-only mapping are fine."""
    assert new_match(GAME, options=None) == new_match(GAME, options={}) == new_match(GAME, options=MappingProxyType({}))
    assert new_match(GAME, options=MappingProxyType({"hand": 1})).config.options.hand == 1


def test_names_and_options_are_kept() -> None:
    """What was asked for stands in the match."""
    match = new_match(GAME, 3, seed=1, options={"hand": 1}, names=["Ann", "Bob", "Cem"])
    assert match.names == ("Ann", "Bob", "Cem")
    assert match.config == GAME.config(3, hand=1)
    with pytest.raises(ConfigError, match="unknown-option"):
        new_match(GAME, options={"speed": 1})
    with pytest.raises(ConfigError, match="bad-player-count"):
        new_match(GAME, 4)


def test_a_match_by_id_and_with_content(tmp_path: Path) -> None:
    """A game is named by id or given as an object; either takes other content."""
    assert new_match("station-manager", seed=1).game.info.id == "station-manager"
    with pytest.raises(UnknownGameError, match=r"no game 'no-such-game'; installed: .*station-manager"):
        new_match("no-such-game")
    path = tmp_path / "my.toml"
    path.write_text(CONTENT_TEXT.replace("copies = 2", "copies = 4"), encoding="utf-8")
    assert len(new_match(GAME, 2, content=path).state.pool) == 8
    with pytest.raises(ContentError, match="expected a path or a Content object, found int"):
        new_match("station-manager", content=5)


# ---- play --------------------------------------------------------------------------------------------------------------------------------


def test_play_keeps_what_happened() -> None:
    """A move holds player, action, picks, state, events and the generator's position."""
    before = start()
    match = before.play(Draw())
    (move,) = match.moves
    ((drawn,),) = move.picks  # type: ignore[misc]  # a draw of one
    assert isinstance(drawn, int)
    assert (move.player, move.action, move.state) == (0, Draw(), match.state)
    assert move.events == (Drawn(0, drawn),)
    assert (before.position, match.position) == (before.setup.position, before.setup.position + 1)
    assert match.to_act == 1


def test_play_refuses_what_the_rules_refuse() -> None:
    """The rejection is the game's; after the end it is `GameOverError`."""
    match = start()
    with pytest.raises(IllegalActionError) as caught:
        match.play(Lay(9))
    assert caught.value.rejection == GAME.validate(match.state, Lay(9))
    heap = new_match(Heap()).play(Take(3)).play(Take(3)).play(Take(1))
    assert heap.outcome is not None
    assert (heap.to_act, heap.legal_actions, heap.outcome.winners) == (None, (), (0,))
    with pytest.raises(GameOverError):
        heap.play(Take(1))


def test_forced_steps_belong_to_the_move_before_them() -> None:
    """What the engine does by itself is part of the move that led to it."""
    match = new_match(GAME, 2, seed=1, options={"hand": 3, "first": 0})
    while match.outcome is None:
        match = match.play(Keep(card_of(match, match.to_act or 0)))
    assert len(match.moves) == 6
    assert match.moves[-1].events[-2:] == (Passed(0, True), Passed(1, True))


@pytest.mark.parametrize("game", ["station-manager"])
def test_a_whole_game_of_the_first_bundled_game(game: str) -> None:
    """The example of the package docstring runs."""
    match = new_match(game, players=3, seed=7)
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    assert sorted(match.outcome.ranking)[0] == 1
    assert set(match.outcome.terminations) <= set(match.game.info.terminations)


@pytest.mark.parametrize("moves", [-1, 3, True, False, 1.0, "1", None])
def test_a_state_that_is_not_there(moves: Any) -> None:
    """Only the states after 0, 1, ... moves can be had; -1 is not the last."""
    match = start().play(Draw()).play(Draw())
    with pytest.raises(ValueError, match=rf"^no state after {moves!r} moves; expected 0\.\.2$"):
        match.state_after(moves)


@pytest.mark.parametrize("stopped", [3, True, b"tired", ["tired"]])
def test_the_reason_to_stop_is_a_text(stopped: Any) -> None:
    """A record says in words why it ended early."""
    with pytest.raises(TypeError) as caught:
        start().record(stopped)
    assert str(caught.value) == f"stopped is {stopped!r}; expected a text or None"
    assert start().record("tired").stopped == "tired"
    assert start().record(None).stopped == "unfinished"


def test_the_public_part_of_a_record() -> None:
    """What a spectator saw may leave the table at any time: no seed, no answers of chance, nothing that somebody hides."""
    match = start().play(Draw()).play(Draw())
    assert match.record(full=False) == match.transcript(None)
    assert match.record(full=True) == match.record()
    with pytest.raises(TypeError):
        match.record(3, full=False)  # type: ignore[call-overload]  # the faulty reason is the test


def test_what_the_file_of_a_record_is_called() -> None:
    """By game, players and seed; luck from outside has no seed."""
    assert start().file_name == f"{start().game.info.id}-{start().config.players}p-seed{start().seed}.json"
    match = attrs.evolve(start(), seed=None)
    assert match.file_name == f"{match.game.info.id}-{match.config.players}p-seedless.json"


def test_how_players_are_called() -> None:
    """By their names, one for each, else by number."""
    config = start().config
    assert config.people() == config.people([]) == [f"Player {player}" for player in range(config.players)]
    names = [f"P{player}" for player in range(config.players)]
    assert config.people(names) == names
    with pytest.raises(ValueError, match=rf"^names are \['Ann'\]; expected one for each of the {config.players} players$"):
        config.people(["Ann"])


# ---- check and submit --------------------------------------------------------------------------------------------------------------------


def test_submit_plays_what_was_meant() -> None:
    """An intent of the right player for the present version is played like the action itself."""
    match = start()
    intent = Intent(0, Draw(), match.version(0))
    assert match.check(intent) is None
    assert match.submit(intent) == match.play(Draw())


def test_refusals_come_in_order() -> None:
    """Over, unknown player, not your turn, stale version, then the rules: each is told before the next."""
    match = start().play(Keep(card_of(start())))
    assert match.to_act == 1
    version = match.version(1)
    assert refused(match, Intent(7, Lay(9), 99)) == ("unknown-player", "there is no player 7; expected 0..1")
    assert refused(match, Intent(0, Lay(9), 99)) == ("not-your-turn", "it is player 1's decision, not player 0's")
    assert refused(match, Intent(1, Lay(9), 99)) == ("stale-version", f"meant for version 99, but the match is at version {version}")
    assert refused(match, Intent(1, Lay(9), version)) == ("unknown-card", "there is no card 9; expected 0..2")
    assert refused(match, Intent(1, "lay", version))[0] == "bad-parameter"
    over = new_match(Heap()).play(Take(3)).play(Take(3)).play(Take(1))
    assert refused(over, Intent(7, Take(9), 99))[0] == "game-over"
    with pytest.raises(GameOverError):
        over.submit(Intent(0, Take(1), 3))


def test_refusals_name_a_rule() -> None:
    """Each refusal points into the rules page."""
    match = start()
    intents = [Intent(7, Draw(), 0), Intent(1, Draw(), 0), Intent(0, Draw(), 9), Intent(0, Confirm(True), 0)]
    found = [(rejection.code, rejection.rule) for intent in intents if (rejection := match.check(intent))]
    assert found == [("unknown-player", "PAR-1"), ("not-your-turn", "PAR-2"), ("stale-version", "PAR-2"), ("wrong-step", "PAR-2")]


@pytest.mark.parametrize("player", [True, -1, 2, None, "0", 0.0])
def test_intents_of_nobody(player: Any) -> None:
    """Only an int of this table is a player; a spectator sends no intents."""
    assert refused(start(), Intent(player, Draw(), 0)) == ("unknown-player", f"there is no player {player!r}; expected 0..1")


@pytest.mark.parametrize("version", [True, -1, 1, None, "0", 0.0, False])
def test_intents_of_no_version(version: Any) -> None:
    """Only the int that is the present version will do."""
    assert refused(start(), Intent(0, Draw(), version)) == ("stale-version", f"meant for version {version!r}, but the match is at version 0")


@pytest.mark.parametrize("intent", [None, 5, Draw(), (0, Draw(), 0), {"player": 0, "action": {"kind": "Draw"}, "version": 0}, Intent])
def test_what_is_no_intent(intent: Any) -> None:
    """Anything a server passes on is refused as malformed, never raised."""
    match = start()
    expected = f"{intent!r} is no intent; expected railrules.Intent(player, action, version)"
    assert refused(match, intent) == ("bad-parameter", expected)
    assert match == start()


HUGE = 10**5000


def test_numbers_without_a_readable_form_are_refused() -> None:
    """A player, a version or a card of 5000 digits is refused like any other, in words."""
    match = start()
    odd = "(int without a readable form)"
    assert refused(match, Intent(HUGE, Draw(), 0)) == ("unknown-player", f"there is no player {odd}; expected 0..1")
    assert refused(match, Intent(0, Draw(), HUGE)) == ("stale-version", f"meant for version {odd}, but the match is at version 0")
    assert refused(match, Intent(0, Lay(HUGE), 0)) == ("unknown-card", f"there is no card {odd}; expected 0..2")
    rejection = match.check_undo(HUGE)
    assert rejection is not None
    assert rejection.message == f"there is no player {odd}"
    with pytest.raises(ConfigError, match=r"^bad-seed: seed = \(int without a readable form\); expected an int in 0"):
        new_match(GAME, seed=HUGE)


def test_a_stale_intent_is_not_played() -> None:
    """What was sent for an older position is refused even if it would still be legal, and nothing changes."""
    match = start(hand=1)
    old = Intent(0, Draw(), match.version(0))
    later = match.play(Draw()).play(Draw())
    assert refused(later, old)[0] == "stale-version"
    assert GAME.validate(later.state, Draw()) is None
    assert later == match.play(Draw()).play(Draw())


# ---- what each seat gets -----------------------------------------------------------------------------------------------------------------


def test_seat_is_the_bundle_of_a_client() -> None:
    """View, version and who acts for everybody; legal actions for the one who acts only."""
    match = start().play(Draw())
    assert match.seat(0) == Seat(0, 1, GAME.view(match.state, 0), (), 1)
    assert match.seat(1) == Seat(1, 1, GAME.view(match.state, 1), match.legal_actions, 1)
    assert match.seat(None) == Seat(None, 1, GAME.view(match.state, None), (), 1)


def test_seats_after_the_end() -> None:
    """Nobody acts."""
    over = new_match(Heap()).play(Take(3)).play(Take(3)).play(Take(1))
    assert [(seat.legal_actions, seat.to_act) for seat in map(over.seat, (0, 1, None))] == [((), None)] * 3


@pytest.mark.parametrize("player", [2, -1, True, "0", 0.0])
@pytest.mark.parametrize("ask", ["seat", "version", "events", "transcript"])
def test_questions_of_nobody(ask: str, player: Any) -> None:
    """Asking for a player who does not sit here is a mistake of the caller."""
    with pytest.raises(ValueError, match=rf"^no player {player!r}; expected 0\.\.1, or None for a spectator$"):
        getattr(start(), ask)(player)


def test_version_counts_what_a_player_could_notice() -> None:
    """A step counts for everybody who saw something of it."""
    match = start()
    assert versions(match) == (0, 0, 0)
    match = match.play(Draw())
    assert versions(match) == (1, 1, 1)
    match = match.play(Draw())
    assert versions(match) == (2, 2, 2)


def test_a_private_sub_step_moves_only_its_own_version() -> None:
    """Choosing in secret, and taking it back, changes nothing at all for anybody else: seat, version and events."""
    match = start()
    others = [match.seat(player) for player in (1, None)]
    marked = match.play(Mark(card_of(match)))
    assert versions(marked) == (1, 0, 0)
    assert [marked.seat(player) for player in (1, None)] == others
    assert marked.events(1, since=0) == marked.events(None, since=0) == ()
    assert marked.events(0, since=0) == (Chosen(0, card_of(match)),)
    cancelled = marked.play(Cancel())
    assert versions(cancelled) == (2, 0, 0)
    assert [cancelled.seat(player) for player in (1, None)] == others


def test_a_private_sub_step_of_the_bundled_game() -> None:
    """Choosing cards for an order in Station Manager shows nothing to the others before the cards lie."""
    for seed in range(40):
        match = new_match("station-manager", 2, seed=seed)
        for _ in range(60):
            if match.outcome is not None:
                break
            before = match
            match = match.play(match.legal_actions[-1])
            mover = before.to_act or 0
            if type(match.state.pending).__name__ == "LayPending":
                assert match.version(mover) == before.version(mover) + 1
                assert match.seat(1 - mover) == before.seat(1 - mover)
                assert match.seat(None) == before.seat(None)
                return
    pytest.fail("no order with a choice of cards in 40 games")


class Chatty(Parcels):
    """Parcels where all hear that somebody chose a card, without seeing anything else."""

    def view_event(self, event: Any, player: int | None) -> Any:
        return Passed(event.player, False) if isinstance(event, Chosen) else super().view_event(event, player)


def test_an_event_alone_is_noticed() -> None:
    """A step of which an event was shown counts, even if the view is as before."""
    match = new_match(Chatty(), 2, seed=3, options={"first": 0})
    marked = match.play(Mark(card_of(match)))
    assert marked.seat(1).view == match.seat(1).view
    assert versions(marked) == (1, 1, 1)
    assert marked.events(1, since=0) == (Passed(0, False),)
    assert versions(marked.undo(0)) == (2, 1, 1)


class Whispering(Parcels):
    """Parcels where only player 1 hears that a card was chosen."""

    def view_event(self, event: Any, player: int | None) -> Any:
        if isinstance(event, Chosen):
            return Passed(event.player, False) if player == 1 else None
        return super().view_event(event, player)

    def view(self, state: Any, player: int | None) -> Any:
        return super().view(state, None if player == 0 else player)


def test_an_event_for_one_is_noticed_by_that_one() -> None:
    """What a player hears moves that player's version, whatever a spectator hears."""
    match = new_match(Whispering(), 2, seed=3, options={"first": 0})
    assert versions(match.play(Mark(card_of(match)))) == (0, 1, 0)


class TellingBook(ParcelBook):
    """Says in its refusals what it was asked about."""

    def refuse_over(self, state: Any, action: object) -> Rejection:
        return Rejection("game-over", "PAR-10", f"{action!r} after {len(state.shelves)} shelves")

    def refuse_malformed(self, state: Any, fault: str) -> Rejection:
        return Rejection("bad-parameter", "PAR-0", f"{fault} beside {len(state.shelves)} shelves")


def test_the_book_is_asked_about_the_position_and_the_action() -> None:
    """Refusals that a match passes on are the book's, and it is told what about."""
    game = Parcels()
    game.book = TellingBook(3)
    match = new_match(game, 2, seed=3, options={"first": 0})
    assert "beside 2 shelves" in str(match.check(cast("Intent", "nonsense")))
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    assert match.check(Intent(0, Draw(), match.version(0))) == Rejection("game-over", "PAR-10", f"{Draw()!r} after 2 shelves")


def test_the_version_that_counts_is_the_player_s() -> None:
    """After a private step the player acts on the version of that step, which nobody else has reached."""
    match = start()
    marked = match.play(Mark(card_of(match)))
    assert (marked.version(0), marked.version(None)) == (1, 0)
    assert marked.check(Intent(0, Cancel(), 1)) is None
    assert marked.seat(0).version == 1
    assert refused(marked, Intent(0, Cancel(), 0))[0] == "stale-version"


def test_events_since_a_version() -> None:
    """The events of the steps after that version, redacted; by default those of the setup too."""
    match = start()
    first = match.play(Draw())
    card = card_of(first, 1)
    second = first.play(Keep(card))
    drawn = first.state.shelves[0].hand
    drawn_event = first.moves[0].events[0]
    assert second.events(0, since=0) == (drawn_event, Kept(1, None))
    assert second.events(1, since=0) == (Drawn(0, None), Kept(1, card))
    assert second.events(1, since=1) == (Kept(1, card),)
    assert second.events(1, since=2) == second.events(1, since=99) == ()
    assert second.events(None) == (Dealt(0, None), Dealt(1, None), Drawn(0, None), Kept(1, None))
    assert second.events(0)[0] == Dealt(0, tuple(match.setup.picks[0]))  # type: ignore[arg-type]
    assert len(drawn) == 3


def test_versions_are_the_same_however_often_asked() -> None:
    """Counting once or along the way gives the same numbers."""
    along, once = start(3), start(3)
    for _ in range(12):
        action = along.legal_actions[-1]
        versions(along)
        along, once = along.play(action), once.play(action)
    assert versions(along) == versions(once)


def test_transcript_is_redacted() -> None:
    """What one player saw, with the result; a spectator's holds nothing private."""
    match = start()
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    transcript = match.transcript(1)
    assert (transcript.game, transcript.rules_version, transcript.player) == ("parcels", 3, 1)
    assert (transcript.config, transcript.names, transcript.outcome) == (match.config, match.names, match.outcome)
    assert transcript.events == match.events(1)
    for event in match.transcript(None).events:
        assert not isinstance(event, Chosen)
        assert isinstance(event, (Laid, Passed)) or None in attrs.astuple(event)
    assert start().transcript(0).outcome is None


# ---- undo --------------------------------------------------------------------------------------------------------------------------------


def undo_code(match: Match, player: Any) -> str:
    """The code of a refused undo; `check_undo` and `undo` agree."""
    rejection = match.check_undo(player)
    assert rejection is not None
    with pytest.raises(IllegalActionError) as caught:
        match.undo(player)
    assert caught.value.rejection == rejection
    return rejection.code


def test_reversible_steps_tell_nobody_anything() -> None:
    """No pick, and nobody's unseen facts changed: keeping and choosing are reversible, laying and drawing are not."""
    match = start()
    card = card_of(match)
    for actions, expected in (
        ((Keep(card),), [True]),
        ((Mark(card), Cancel()), [True, True]),
        ((Mark(card), Confirm(False)), [True, False]),
        ((Mark(card), Confirm(True)), [True, False]),
        ((Lay(card),), [False]),
        ((Draw(),), [False]),
    ):
        played = match
        for action in actions:
            played = played.play(action)
        assert [played.reversible(move) for move in played.moves] == expected


class LuckyTake(TakeRule):
    """HEAP-1 with a die that means nothing."""

    def transition(self, state: HeapState, action: Take, chance: Chance, log: list[Any] | None) -> HeapState:
        roll(6, chance)
        return super().transition(state, action, chance, log)


class LuckyBook(HeapBook):
    """The rules of Heap, with the die."""

    def __init__(self) -> None:
        RuleBook.__init__(self, {MAIN: (LuckyTake(),)})


class LuckyHeap(Heap):
    """Heap, with the die."""

    def __init__(self) -> None:
        Game.__init__(self, LuckyBook())


def test_luck_alone_makes_a_step_irreversible() -> None:
    """A step that asked chance cannot be taken back, even if it revealed nothing."""
    match = new_match(LuckyHeap(), 2, seed=1).play(Take(1))
    assert len(match.moves[0].picks) == 1
    assert not match.reversible(match.moves[0])
    assert undo_code(match, 0) == "undo-irreversible"


def test_reversible_knows_only_its_own_moves() -> None:
    """A move of another match, equal or not, cannot be judged."""
    match, other = start().play(Draw()), start().play(Draw())
    with pytest.raises(ValueError, match=r"^not a move of this match$"):
        match.reversible(other.moves[0])
    with pytest.raises(ValueError, match="not a move of this match"):
        start().reversible(other.moves[0])
    assert match.play(Draw()).reversible(match.moves[0]) is False


def test_undo_takes_back_the_own_latest_moves() -> None:
    """One move at a time, as long as the moves are the asker's and reversible."""
    match = start()
    marked = match.play(Mark(card_of(match)))
    cancelled = marked.play(Cancel())
    once = cancelled.undo(0)
    assert (once.state, once.moves) == (marked.state, marked.moves)
    twice = once.undo(0)
    assert (twice.state, twice.moves) == (match.state, ())
    assert undo_code(twice, 0) == "nothing-to-undo"


def test_undo_refusals_come_in_order() -> None:
    """Unknown player, nothing to undo, not allowed, not yours, irreversible."""
    match = start()
    assert [undo_code(match, player) for player in (2, -1, True, None, "0")] == ["unknown-player"] * 5
    assert undo_code(match, 1) == "nothing-to-undo"
    drawn = match.play(Draw())
    assert undo_code(drawn, 1) == "undo-not-yours"
    assert undo_code(drawn, 0) == "undo-irreversible"
    assert undo_code(match.play(Lay(card_of(match))), 0) == "undo-irreversible"
    kept = match.play(Keep(card_of(match)))
    assert kept.check_undo(0) is None
    assert undo_code(kept.play(Keep(card_of(kept, 1))), 0) == "undo-not-yours"
    patience = new_match(Patience(), 2, seed=3, options={"first": 0})
    assert undo_code(patience, 0) == "nothing-to-undo"
    assert [undo_code(patience.play(Keep(card_of(patience))), player) for player in (0, 1)] == ["undo-not-allowed"] * 2


def test_undo_refusals_are_readable() -> None:
    """Each says why, and names a rule."""
    drawn = start().play(Draw())
    texts = [str(drawn.check_undo(7)), str(start().check_undo(0)), str(drawn.check_undo(1)), str(drawn.check_undo(0))]
    assert texts == [
        "unknown-player: there is no player 7 [PAR-1]",
        "nothing-to-undo: no move was made yet [PAR-2]",
        "undo-not-yours: the last move was player 0's, not player 1's [PAR-2]",
        "undo-irreversible: the last move drew by chance or revealed something [PAR-2]",
    ]
    patience = new_match(Patience(), 2, seed=3, options={"first": 0})
    refusal = patience.play(Keep(card_of(patience))).check_undo(0)
    assert str(refusal) == "undo-not-allowed: this game allows undo to a single player only [PAR-2]"


def test_undo_stops_at_the_last_irreversible_step() -> None:
    """A choice after a draw can be taken back, the draw cannot."""
    match = start().play(Draw()).play(Draw())
    marked = match.play(Mark(card_of(match)))
    undone = marked.undo(0)
    assert undone.moves == match.moves
    assert undo_code(undone, 0) == "undo-not-yours"


@pytest.mark.parametrize("game", [Parcels(), Patience()], ids=["information", "solitaire"])
def test_undo_is_free_with_one_player(game: Parcels) -> None:
    """Alone, every move can be taken back, to the beginning and after the end too."""
    match = first = new_match(game, 1, seed=8)
    history = [match]
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
        history.append(match)
    for earlier in reversed(history[:-1]):
        match = match.undo(0)
        assert (match.state, match.moves, match.position) == (earlier.state, earlier.moves, earlier.position)
    assert match.state == first.state
    assert undo_code(match, 0) == "nothing-to-undo"


def test_undo_gives_no_new_luck() -> None:
    """The generator goes back with the move: drawn again, the same card comes, and so do all after it."""
    match = new_match(GAME, 1, seed=8)
    first = match.play(Draw())
    again = first.undo(0).play(Draw())
    assert again.moves == first.moves
    assert first.undo(0).position == match.position
    rolled = match.play(Mark(card_of(match))).play(Confirm(True))
    assert rolled.undo(0).play(Confirm(True)).moves == rolled.moves
    assert rolled.undo(0).play(Confirm(False)).position == match.position


def test_undo_raises_versions_and_never_lowers_them() -> None:
    """The undo is a step that can be noticed: versions go on from where they were."""
    match = start()
    kept = match.play(Keep(card_of(match)))
    assert versions(kept) == (1, 1, 1)
    undone = kept.undo(0)
    assert versions(undone) == (2, 2, 2)
    assert versions(undone.play(Keep(card_of(match)))) == (3, 3, 3)
    again = undone.play(Keep(card_of(match))).undo(0)
    assert versions(again) == (4, 4, 4)
    third = again.play(Keep(card_of(match))).undo(0)
    assert versions(third) == (6, 6, 6)
    assert versions(third.play(Keep(card_of(match)))) == (7, 7, 7)


def test_undo_of_a_private_sub_step_is_private() -> None:
    """Who saw nothing of the step sees nothing of its undo."""
    match = start()
    undone = match.play(Mark(card_of(match))).undo(0)
    assert versions(undone) == (2, 0, 0)
    assert undone.seat(1) == match.seat(1)


def test_undo_below_an_earlier_undo_keeps_the_version() -> None:
    """Versions go on rising when an undo goes further back than one before it."""
    match = start()
    marked = match.play(Mark(card_of(match)))
    up = marked.play(Cancel()).undo(0)
    assert versions(up) == (3, 0, 0)
    down = up.undo(0)
    assert versions(down) == (4, 0, 0)
    assert versions(down.play(Mark(card_of(match)))) == (5, 0, 0)


def test_an_intent_from_before_an_undo_is_stale() -> None:
    """What was sent for the position that was taken back is refused."""
    match = start()
    kept = match.play(Keep(card_of(match)))
    late = Intent(1, Draw(), kept.version(1))
    undone = kept.undo(0).play(Keep(card_of(match)))
    assert refused(undone, late)[0] == "stale-version"


def test_events_after_an_undo_are_not_told_twice() -> None:
    """Who had seen the earlier steps gets no event of theirs again, whichever version they had reached when the undo came."""
    match = start().play(Draw()).play(Draw())
    kept = match.play(Keep(card_of(match)))
    undone = kept.undo(0)
    assert (match.version(1), kept.version(1), undone.version(1)) == (2, 3, 4)
    assert undone.events(1, since=4) == ()
    assert undone.events(1, since=3) == ()
    assert undone.events(1, since=2) == ()
    assert undone.events(1, since=1) == match.events(1, since=1)
    replayed = undone.play(Keep(card_of(match)))
    assert [replayed.events(1, since=since) for since in (4, 3, 2)] == [(Kept(0, None),)] * 3
    assert undone.events(1) == match.events(1)


@pytest.mark.parametrize("seed", range(12))
def test_versions_and_events_follow_the_steps(seed: int) -> None:
    """Against a plain model: each step raises the version of those who noticed it; events since a version are those of later steps."""
    rng = random.Random(seed)
    players = 1 + seed % 3
    match = new_match(GAME, players, seed=seed)
    viewers = (*range(players), None)
    version = dict.fromkeys(viewers, 0)
    told: dict[Any, list[list[tuple[int, Any]]]] = {viewer: [] for viewer in viewers}
    for _ in range(60):
        undoer = rng.randrange(players)
        if rng.random() < 0.4 and match.check_undo(undoer) is None:
            after = match.undo(undoer)
            for viewer in viewers:
                told[viewer].pop()
                version[viewer] += GAME.view(match.state, viewer) != GAME.view(after.state, viewer)
        elif match.outcome is None:
            after = match.play(rng.choice(match.legal_actions))
            for viewer in viewers:
                shown = [seen for event in after.moves[-1].events if (seen := GAME.view_event(event, viewer)) is not None]
                version[viewer] += bool(shown) or GAME.view(match.state, viewer) != GAME.view(after.state, viewer)
                told[viewer].append([(version[viewer], seen) for seen in shown])
        else:
            break
        match = after
        for viewer in viewers:
            assert match.version(viewer) == version[viewer]
            steps = [entry for step in told[viewer] for entry in step]
            for since in range(version[viewer] + 1):
                assert match.events(viewer, since) == tuple(event for at, event in steps if at > since)


# ---- chance from outside -----------------------------------------------------------------------------------------------------------------


def table() -> Match:
    """A match dealt by hand."""
    return new_match(GAME, 2, seed=None, options={"first": 0}, chance=ScriptedChance([(0, 2), (1, 1)]))


def test_a_match_without_a_seed_asks_from_outside() -> None:
    """The deal and each draw are answered by the chance that is handed in; no generator runs."""
    match = table()
    assert (match.seed, match.position, match.setup.picks) == (None, 0, ((0, 2), (1, 1)))
    drawn = match.play(Draw(), ScriptedChance([(2,)]))
    assert drawn.moves[-1].picks == ((2,),)
    assert drawn.position == 0
    submitted = match.submit(Intent(0, Draw(), 0), ScriptedChance([(2,)]))
    assert submitted == drawn


def test_steps_without_luck_need_no_chance() -> None:
    """Where nothing is drawn, nothing has to be handed in."""
    match = table().play(Keep(0))
    assert match.state.shelves[0].kept == (0,)
    assert match.undo(0).state == table().state


def test_a_missing_chance_is_told() -> None:
    """Where something is drawn, the error says that this match needs a chance."""
    with pytest.raises(ValueError, match="chance"):
        table().play(Draw())


def test_questions_with_one_answer_need_no_chance() -> None:
    """What is no question is answered without anybody: one possibility, no cards."""
    nobody = _NoChance()
    pool = Pool.of([1, 2])
    assert nobody.pick(1) == 0
    assert nobody.draw(pool, 0) == ((), pool)
    wanted = r"^this step asks chance, and the match has no seed: play\(action, chance=\.\.\.\) must say who answers$"
    for ask in (lambda: nobody.draw(pool), lambda: nobody.pick(2)):
        with pytest.raises(ValueError, match=wanted):
            ask()


def test_a_seeded_match_takes_no_other_chance() -> None:
    """Its luck is its seed's; handing in another is a mistake of the caller, told before anything happens."""
    match = start()
    message = r"^this match draws from its seed 3; only a match with seed=None takes a chance$"
    with pytest.raises(ValueError, match=message):
        match.play(Draw(), SeededChance(1))
    with pytest.raises(ValueError, match=message):
        match.submit(Intent(0, Draw(), 0), SeededChance(1))
    with pytest.raises(IllegalActionError):
        match.play(Lay(9), SeededChance(1))


def test_a_suspended_step_leaves_the_match() -> None:
    """The signal for a missing answer passes through; with the answer the step goes on."""
    match = table()
    with pytest.raises(ChanceNeeded) as caught:
        match.play(Draw(), SuspendingChance())
    assert caught.value.labels == (0, 2)
    assert match == table()
    assert match.play(Draw(), SuspendingChance([1])).moves[-1].picks == ((2,),)


def test_undo_without_a_seed() -> None:
    """What was drawn at the table stays drawn, also where the match has no generator."""
    assert undo_code(table().play(Draw(), ScriptedChance([(2,)])), 0) == "undo-irreversible"
    alone = new_match(GAME, 1, seed=None, options={"first": 0}, chance=ScriptedChance([(0, 2)]))
    assert alone.play(Draw(), ScriptedChance([(1,)])).undo(0).state == alone.state


# ---- other games -------------------------------------------------------------------------------------------------------------------------


def test_a_game_of_perfect_information() -> None:
    """Everybody sees everything, every move can be undone until somebody else moves."""
    match = new_match(Heap(), 3, seed=1)
    taken = match.play(Take(2))
    assert taken.events(None, since=0) == (Taken(0, 2),)
    assert taken.reversible(taken.moves[0])
    assert taken.undo(0).state == HeapState(7, 0, 3)
    assert taken.seat(1).legal_actions == (Take(1), Take(2), Take(3))


def test_moves_of_the_bundled_game_by_intent() -> None:
    """A client of Station Manager needs its seat and nothing else."""
    match = new_match("station-manager", 2, seed=1)
    for expected in (DrawFreight, DiscardFreight):
        seat = match.seat(match.to_act)
        assert isinstance(seat.legal_actions[0], expected)
        assert seat.player is not None
        match = match.submit(Intent(seat.player, seat.legal_actions[0], seat.version))
    assert [type(move.action) for move in match.moves] == [DrawFreight, DiscardFreight]


def test_turn_order() -> None:
    """The pending decision tells who acts."""
    match = start(3, hand=1)
    assert match.state.pending == Turn(0)
    assert [match.play(Draw()).to_act, match.to_act] == [1, 0]
