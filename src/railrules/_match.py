"""`Match`: one play of a game as a value, with what a server or a front-end needs around the bare rules.

A match knows its players' names, its history, who may see which part of it and what may be undone. Every method that changes something returns
a new match; the old one stays as it was, so any earlier position is a variable away.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import attrs

from railrules._chance import Chance, Pick, RecordingChance, SeededChance
from railrules._errors import ConfigError, InvalidActionError, refusal, shown
from railrules._game import AnyGame, Config, Game, check_viewer
from railrules._outcome import Outcome
from railrules._rules import Rejection
from railrules._values import value
from railrules.parts._pool import Item, Pool

if TYPE_CHECKING:
    from railrules._record import Record

MAX_SEED = 2**53 - 1
"""The largest seed of a match: the largest int that every JSON reader takes exactly."""

Who = int | None
"""A player, or None for a spectator."""


@value
class Setup:
    """How a match began: what chance answered, the first state, the events, and the generator's position afterwards."""

    picks: tuple[Pick, ...]
    state: Any
    events: tuple[Any, ...]
    position: int


@value
class Move:
    """One accepted action, with the state and the events that it and the automatic steps after it led to."""

    player: int
    action: Any
    picks: tuple[Pick, ...]
    state: Any
    events: tuple[Any, ...]
    position: int


@value
class Intent:
    """What a front-end sends: `player` wants `action`, having seen `version` of the match (see `Match.version`)."""

    player: int
    action: Any
    version: int


@value
class Seat:
    """All that a client of one player gets, and all it needs: `legal_actions` is empty unless that player acts."""

    player: int | None
    version: int
    view: Any
    legal_actions: tuple[Any, ...]
    to_act: int | None


@value
class Transcript:
    """A play as one player saw it (None: a spectator): `events` are redacted, and nothing in it can be replayed."""

    game: str
    rules_version: int
    config: Config[Any]
    names: tuple[str, ...]
    player: int | None
    events: tuple[Any, ...]
    outcome: Outcome | None


@value
class _Mark:
    """An undo in the past: when the history had `length` moves left, the versions rose by `rises` (players, then spectator)."""

    length: int
    rises: tuple[int, ...]


@attrs.frozen
class Match:
    """One play: configuration, names, and one flat tuple of moves. Made by `new_match` and `resume`.

    `seed` is None where the answers of chance come from outside (a physical table): then `play` takes the chance to ask.
    """

    game: AnyGame = attrs.field(eq=lambda game: (type(game), game.content_digest), repr=lambda game: game.info.id)
    config: Config[Any]
    names: tuple[str, ...]
    seed: int | None
    setup: Setup = attrs.field(repr=False)
    moves: tuple[Move, ...] = attrs.field(default=(), repr=lambda moves: f"<{len(moves)} moves>")
    _marks: tuple[_Mark, ...] = attrs.field(default=(), repr=False)
    # How many visible steps each viewer had after how many moves, as far as anybody asked; no part of the value.
    _counted: dict[Who, tuple[int, int]] = attrs.field(factory=dict, eq=False, hash=False, repr=False)

    # ---- where it stands ---------------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The present state, with everything hidden in it; clients get `seat` instead."""
        return self.moves[-1].state if self.moves else self.setup.state

    @property
    def to_act(self) -> int | None:
        """The player who decides, None when the game is over."""
        return self.game.current_player(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game runs."""
        return self.game.outcome(self.state)

    @property
    def legal_actions(self) -> tuple[Any, ...]:
        """The legal actions of the player who decides, in ascending order of their ids."""
        return self.game.legal_actions(self.state)

    @property
    def position(self) -> int:
        """How far the generator of the seed has run."""
        return self.moves[-1].position if self.moves else self.setup.position

    def state_after(self, moves: int) -> Any:
        """Return the state after so many moves; 0 is the setup. Raises `ValueError` for a number that the match does not have."""
        if type(moves) is not int or not 0 <= moves <= len(self.moves):
            raise ValueError(f"no state after {shown(moves)} moves; expected 0..{len(self.moves)}")
        return self.moves[moves - 1].state if moves else self.setup.state

    def seat(self, player: Who) -> Seat:
        """Return the bundle for the client of `player` (None: a spectator). Raises `ValueError` if there is no such player."""
        version = self.version(player)
        to_act = self.to_act
        legal = self.legal_actions if player is not None and player == to_act else ()
        return Seat(player, version, self.game.view(self.state, player), legal, to_act)

    def _is_player(self, player: object) -> bool:
        return type(player) is int and 0 <= player < self.config.players

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def play(self, action: Any, chance: Chance | None = None) -> "Match":
        """Return the match after `action` of the player who decides; raises `IllegalActionError` if it is refused.

        `chance` answers in a match without a seed and must be left out in a seeded one (`ValueError`).
        """
        rejection = self.game.validate(self.state, action)
        if rejection is not None:
            raise refusal(rejection)
        return self._advance(action, chance)

    def _advance(self, action: Any, chance: Chance | None = None) -> "Match":
        """Play an action that was checked."""
        player = self.to_act
        assert player is not None  # a finished game refuses every action
        if self.seed is None:
            seeded = None
            recording = RecordingChance(_NoChance() if chance is None else chance)
        elif chance is None:
            seeded = SeededChance(self.seed, self.position)
            recording = RecordingChance(seeded)
        else:
            raise ValueError(f"this match draws from its seed {self.seed}; only a match with seed=None takes a chance")
        log: list[Any] = []
        state = self.game.transition(self.state, action, recording, log)
        position = self.position if seeded is None else seeded.position
        move = Move(player, action, tuple(recording.picks), state, tuple(log), position)
        return Match(
            self.game,
            self.config,
            self.names,
            self.seed,
            self.setup,
            (*self.moves, move),
            self._marks,
            dict(self._counted) if self._counted else {},
        )

    def check(self, intent: Intent) -> Rejection | None:
        """Return why `submit` would refuse `intent`, or None: over, player, turn, version, then the rules."""
        state = self.state
        book = self.game.book
        if not isinstance(intent, Intent):
            return book.refuse_malformed(state, f"{shown(intent)} is no intent; expected railrules.Intent(player, action, version)")
        to_act = self.game.current_player(state)
        if to_act is None:
            return book.refuse_over(state, intent.action)
        frame = book.frame
        if not self._is_player(intent.player):
            last = self.config.players - 1
            text = "there is no player {player}; expected 0..{last}"
            return Rejection.of("unknown-player", frame.player, text, player=shown(intent.player), last=last)
        if intent.player != to_act:
            text = "it is player {to_act}'s decision, not player {player}'s"
            return Rejection.of("not-your-turn", frame.turn, text, player=intent.player, to_act=to_act)
        version = self.version(intent.player)
        if type(intent.version) is not int or intent.version != version:
            text = "meant for version {given}, but the match is at version {version}"
            return Rejection.of("stale-version", frame.turn, text, given=shown(intent.version), version=version)
        return self.game.validate(state, intent.action)

    def submit(self, intent: Intent, chance: Chance | None = None) -> "Match":
        """Return the match after `intent`; raises `IllegalActionError` with the rejection that `check` gives."""
        rejection = self.check(intent)
        if rejection is not None:
            raise refusal(rejection)
        return self._advance(intent.action, chance)

    # ---- what each player noticed ------------------------------------------------------------------------------------------------------

    def version(self, player: Who) -> int:
        """Return how many steps so far, undos included, `player` (None: a spectator) could notice.

        A step counts if that player's view differed afterwards or an event of it was shown to them. The number never falls, and a private
        sub-step of somebody else does not move it.
        """
        check_viewer(player, self.config.players)
        done, count = self._counted.get(player, (0, 0))
        for index in range(done, len(self.moves)):
            count += self._noticed(index, player)
        self._counted[player] = (len(self.moves), count)
        return count + self._risen(len(self.moves), player)

    def _risen(self, length: int, player: Who) -> int:
        slot = self.config.players if player is None else player
        return sum(mark.rises[slot] for mark in self._marks if mark.length <= length)

    def _noticed(self, index: int, player: Who) -> bool:
        move = self.moves[index]
        game = self.game
        if any(game.view_event(event, player) is not None for event in move.events):
            return True
        return bool(game.view(self.state_after(index), player) != game.view(move.state, player))

    def events(self, player: Who, since: int = -1) -> tuple[Any, ...]:
        """Return the events shown to `player` after `since`, a version of theirs; the default includes those of the setup."""
        length = len(self.moves)
        count = self.version(player) - self._risen(length, player)
        steps = []
        # From the end: a client that is nearly up to date costs nearly nothing.
        for index in range(length - 1, -1, -1):
            if count + self._risen(index, player) <= since:
                break
            steps.append(self.moves[index].events)
            count -= self._noticed(index, player)
        else:
            if since < 0:
                steps.append(self.setup.events)
        view_event = self.game.view_event
        return tuple([seen for step in reversed(steps) for event in step if (seen := view_event(event, player)) is not None])

    def transcript(self, player: Who) -> Transcript:
        """Return the play as `player` saw it."""
        info = self.game.info
        events = self.events(player)
        return Transcript(info.id, info.rules_version, self.config, self.names, player, events, self.outcome)

    # ---- undo --------------------------------------------------------------------------------------------------------------------------

    def reversible(self, move: Move) -> bool:
        """Return whether `move`, one of `moves`, told nobody anything: chance was not asked and nobody's unseen facts changed.

        Raises `ValueError` if it is no move of this match.
        """
        for index in range(len(self.moves) - 1, -1, -1):
            if self.moves[index] is move:
                break
        else:
            raise ValueError("not a move of this match")
        if move.picks:
            return False
        game = self.game
        before = self.state_after(index)
        return all(game.unseen(game.view(before, player)) == game.unseen(game.view(move.state, player)) for player in self._viewers)

    @property
    def _viewers(self) -> tuple[Who, ...]:
        return (*range(self.config.players), None)

    def check_undo(self, player: int) -> Rejection | None:
        """Return why `undo` would refuse, or None."""
        frame = self.game.book.frame
        if not self._is_player(player):
            text = "there is no player {player}"
            return Rejection.of("unknown-player", frame.player, text, player=shown(player))
        if not self.moves:
            return Rejection("nothing-to-undo", frame.turn, "no move was made yet")
        if self.config.players == 1:
            return None
        if self.game.info.undo == "solitaire":
            return Rejection("undo-not-allowed", frame.turn, "this game allows undo to a single player only")
        last = self.moves[-1]
        if last.player != player:
            text = "the last move was player {last}'s, not player {player}'s"
            return Rejection.of("undo-not-yours", frame.turn, text, player=player, last=last.player)
        if not self.reversible(last):
            return Rejection("undo-irreversible", frame.turn, "the last move drew by chance or revealed something")
        return None

    def undo(self, player: int) -> "Match":
        """Return the match without the last move; raises `IllegalActionError` if `check_undo` refuses.

        One move is taken back at a time. With one player every move can be; with more only the asker's own, back to the last irreversible
        step or somebody else's move. The generator goes back too, so nobody draws again by undoing.
        """
        rejection = self.check_undo(player)
        if rejection is not None:
            raise refusal(rejection)
        length = len(self.moves) - 1
        kept = tuple(mark for mark in self._marks if mark.length <= length)
        shorter = attrs.evolve(self, moves=self.moves[:-1], counted={})
        game = self.game
        rises = []
        for viewer in self._viewers:
            differs = game.view(self.state, viewer) != game.view(shorter.state, viewer)
            rises.append(self.version(viewer) + differs - shorter.version(viewer))
        return attrs.evolve(shorter, marks=(*kept, _Mark(length, tuple(rises))))

    # ---- saving ------------------------------------------------------------------------------------------------------------------------

    @property
    def file_name(self) -> str:
        """What a file with the record of this match is called unless somebody says otherwise; see `Game.file_name`."""
        return self.game.file_name(self.config, self.state, self.seed)

    @overload
    def record(self, stopped: str | None = None, *, full: Literal[True] = True) -> "Record": ...

    @overload
    def record(self, stopped: str | None = None, *, full: Literal[False]) -> Transcript: ...

    def record(self, stopped: str | None = None, *, full: bool = True) -> "Record | Transcript":
        """Return the play to be saved. `stopped` says why it ended early; by default ``unfinished`` unless the game is over.

        A record tells what is hidden (the seed alone tells all luck to come), so a server keeps it to itself until the game is over.
        ``full=False`` gives the part that everybody may have at any time: what a spectator saw. That part cannot be replayed.
        """
        from railrules._record import record_of

        if stopped is not None and type(stopped) is not str:
            raise TypeError(f"stopped is {shown(stopped)}; expected a text or None")
        if stopped is not None and not stopped.isprintable():
            raise ValueError(f"stopped is {shown(stopped)}; expected printable characters, on one line")
        return record_of(self, stopped) if full else self.transcript(None)


class _NoChance:
    """The chance of a step in a seedless match that was given none: fine as long as nothing is left to luck."""

    def pick(self, n: int) -> int:
        """Answer what is no question."""
        if n != 1:
            raise ValueError("this step asks chance, and the match has no seed: play(action, chance=...) must say who answers")
        return 0

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        """Answer what is no question."""
        if count:
            self.pick(0)
        return (), pool


def new_match(
    game: str | AnyGame,
    players: int | None = None,
    seed: int | None = 0,
    options: Mapping[str, Any] | None = None,
    content: Any = None,
    *,
    names: Sequence[str] | None = None,
    chance: Chance | None = None,
) -> Match:
    """Return a match at its first decision.

    `game` is an id, or a `Game`; `players` is by default the game's own choice; the same `seed` (0 .. 2**53-1) gives the same luck for ever.
    With ``seed=None`` chance comes from outside: `chance` answers for the deal. `content` replaces the game's content as in `load`.

    Raises `UnknownGameError`, `PluginError`, `ContentError`, and `ConfigError` for a wrong player count, option, seed or number of names.
    """
    if isinstance(game, str):
        from railrules._registry import load

        game = load(game, content)
    elif not isinstance(game, Game):
        raise TypeError(f"new_match takes the id of a game or a Game, found {shown(game)}")
    elif content is not None:
        game = game.with_content(content)
    given: object = options
    if given is not None and not (isinstance(given, Mapping) and all(type(name) is str for name in given)):
        raise TypeError(f"options are {shown(options)}; expected a mapping from names to values")
    config = game.config(players, **(options or {}))
    if seed is not None and (type(seed) is not int or not 0 <= seed <= MAX_SEED):
        raise ConfigError("bad-seed", "seed", seed, f"an int in 0..{MAX_SEED}, or None where chance comes from outside")
    if (seed is None) == (chance is None):
        raise ConfigError("bad-seed", "seed", seed, "either a seed or, with seed=None, a chance that deals")
    if names is None:
        names = config.people()
    if not isinstance(names, (tuple, list)) or len(names) != config.players or not all(is_name(name) for name in names):
        raise ConfigError("bad-names", "names", names, f"a list of {config.players} names, printable and not empty")
    return begin(game, config, tuple(names), seed, chance)


def is_name(name: object) -> bool:
    """Return whether `name` can stand for a player: a text that is printable and not empty."""
    return type(name) is str and name != "" and name.isprintable()


def begin(game: AnyGame, config: Config[Any], names: tuple[str, ...], seed: int | None, chance: Chance | None) -> Match:
    """Deal and return the match at its first decision; everything was checked."""
    seeded = None if seed is None else SeededChance(seed)
    source: Chance | None = seeded or chance
    assert source is not None
    recording = RecordingChance(source)
    log: list[Any] = []
    state = game.initial_state(config, recording, log)
    position = 0 if seeded is None else seeded.position
    return Match(game, config, names, seed, Setup(tuple(recording.picks), state, tuple(log), position))


# ---- what goes over the wire -------------------------------------------------------------------------------------------------------------


def dump_envelope(game: AnyGame, value: object) -> dict[str, Any] | None:
    """Return the JSON form of what a server and its clients send each other, None for another value; see `Game.dump`."""
    match value:
        case Intent(player, action, version):
            return {"player": player, "action": game.dump(action), "version": version}
        case Seat(player, version, view, legal, to_act):
            actions = [game.dump(action) for action in legal]
            return {"player": player, "version": version, "view": game.dump(view), "legal_actions": actions, "to_act": to_act}
        case Rejection(code, rule):
            return {"code": code, "rule": rule, "message": value.message, "params": dict(value.params)}
        case Transcript(game_id, rules_version, config, names, player, events, outcome):
            return {
                "game": game_id,
                "rules_version": rules_version,
                "players": config.players,
                "options": game.dump(config.options),
                "names": list(names),
                "player": player,
                "events": [game.dump(event) for event in events],
                "outcome": None if outcome is None else _outcome_data(outcome),
            }
    return None


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    return {
        "terminations": list(outcome.terminations),
        "scores": list(outcome.scores),
        "ranking": list(outcome.ranking),
        "winners": list(outcome.winners),
    }


def load_intent(game: AnyGame, data: object) -> Intent:
    """Return the intent that `data` describes; see `Game.load_intent`."""
    if type(data) is not dict or data.keys() != {"player", "action", "version"}:
        found = f"an object with {', '.join(map(repr, data))}" if type(data) is dict else shown(data)
        raise InvalidActionError(f"not an intent: expected an object with player, action and version, found {found}")
    for key in ("player", "version"):
        if type(data[key]) is not int:
            raise InvalidActionError(f"not an intent: {key}: expected an integer, found {shown(data[key])}")
    return Intent(data["player"], game.load_action(data["action"]), data["version"])
