"""`Game`: the contract between a game and everything that plays, serves, saves, shows or checks it.

A `Game` is the rules of one game with one content, immutable and without any play in it. Four of its methods are abstract:
`initial_state`, `current_player`, `outcome` and `codec`. Everything else has a default that follows from these, from the `RuleBook` and from the
declared types; a game of hidden information overrides the four methods about views too.
"""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar

from railrules import _text
from railrules._chance import Chance, Pick, RecordingChance, SeededChance
from railrules._codec import ActionCodec, Observer
from railrules._errors import ConfigError, ContentError, InvalidActionError, PluginError, RecordError, refusal, shown
from railrules._options import NoOptions, Option, check_options
from railrules._outcome import Outcome
from railrules._rules import Rejection, RuleBook
from railrules._values import value

if TYPE_CHECKING:
    from railrules._match import Intent
    from railrules.serialize import Serializer

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741 - the options class, beside S, A and V


@value
class GameInfo:
    """What a game declares about itself, without any content being read."""

    id: str
    """The id under which `load` finds it: lower-case words joined by hyphens."""
    title: str
    """What people call it."""
    rules_version: int
    """Rises when an old record could replay differently."""
    package: str
    """The distribution that provides the game."""
    min_players: int
    max_players: int
    default_players: int
    """How many play if nobody says."""
    designer: str
    year: int | None
    """Of the first publication; None if it is not known."""
    information: Literal["perfect", "imperfect"]
    """`imperfect`: a view shows less than the state, so the game overrides `view`, `view_event`, `unseen` and `determinize`."""
    chance: Literal["none", "setup", "play"]
    """Where chance is asked: nowhere, for the deal alone, or in play too."""
    undo: Literal["free", "information", "solitaire"]
    """`free`: of steps that told nobody anything; `information` the same, said by games that hide something; `solitaire`: with one player only."""
    terminations: tuple[str, ...]
    """The reasons for which a game can end, as `Outcome.terminations` names them."""
    options: tuple[Option, ...] = ()
    """The house rules: ``options_of(Options)``."""
    returns_range: tuple[float, float] = (0.0, 1.0)
    """The least and the most that `Outcome.returns` gives a player."""
    stage: Literal["experimental", "beta", "stable"] = "stable"
    """How much the author promises."""


@value
class Config(Generic[O]):
    """One setup of a game: how many play, by which options, with which content. Made by `Game.config`, which checks it."""

    players: int
    options: O
    content: str
    """Digest of the content that the rules read."""

    def people(self, names: Sequence[str] | None = None) -> list[str]:
        """Return how the players are called: by `names`, or "Player 0" and so on. Raises `ValueError` for another number of names."""
        if not names:
            return [f"Player {player}" for player in range(self.players)]
        if len(names) != self.players:
            raise ValueError(f"names are {shown(names)}; expected one for each of the {self.players} players")
        return list(names)


@value
class Limits:
    """Bounds of a configuration: most actions in one game (None: no bound is promised), most outcomes of one question to chance."""

    actions: int | None
    chance_outcomes: int


@value
class Playouts:
    """How a search should find out what a position is worth: go on `depth` actions at random, then ask `Game.evaluate`; `count` times, on average.

    With a depth of 0 it asks at once, and once.
    """

    depth: int
    count: int = 1


@value
class Step(Generic[S]):
    """What `Game.apply` returns: the state after the action and all automatic steps, what happened, and what chance answered."""

    state: S
    events: tuple[Any, ...]
    picks: tuple[Pick, ...]


@value
class OpenView(Generic[S]):
    """The view of a game of perfect information: the state itself. `to_act` is the player who decides, None when the game is over."""

    player: int | None
    to_act: int | None
    state: S


class Game(ABC, Generic[S, A, V]):
    """The rules of one game with one content.

    A subclass sets the class attributes `info`, `state_type`, `action_types`, and as needed `event_types`, `view_type`, `options_type`; its
    constructor passes a `RuleBook` to this one's, which checks the declarations; and it implements four methods:

    ==================  ==================================================================================================
    abstract            `initial_state`, `current_player`, `outcome`, `codec`
    from the book       `legal_actions`, `validate`, `transition`, `apply`
    perfect by default  `view`, `view_event`, `unseen`, `determinize`: override all four if anything is hidden
    text, by default    `action_to_str`, `parse_action`, `event_to_str`, `describe`
    optional            `evaluate`, `playouts`, `observer`, `limits`, `invariant_faults`, `summary`, `legend`, `picture`,
                        `read_content`, `content_text`, `rules_text`, `migrations`, `breaks`
    ==================  ==================================================================================================

    A game holds nothing of a play and is never changed after construction, so one object serves any number of plays and threads.
    """

    info: ClassVar[GameInfo]
    """What the game declares about itself."""
    state_type: ClassVar[Any]
    """The attrs class of states."""
    action_types: ClassVar[tuple[type, ...]]
    """The attrs classes of all kinds of action."""
    event_types: ClassVar[tuple[type, ...]] = ()
    """The attrs classes of all kinds of event."""
    view_type: ClassVar[Any] = OpenView
    """The attrs class of views; leave it for games of perfect information."""
    options_type: ClassVar[type] = NoOptions
    """The attrs class of the options, its fields made with `option`."""
    migrations: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """For each old rules version the function that lifts the JSON of a record to the next version."""

    breaks: ClassVar[Mapping[int, str]] = {}
    """For each old rules version whose records are given up the reason in a sentence: a stated break."""
    playouts: ClassVar[Playouts] = Playouts(0)
    """A hint for bots that search, beside `evaluate`: what an evaluation that looks ahead by itself does without, and one of the moment needs."""

    content: Any
    """What the content file says, as frozen attrs classes; None for a game without content."""
    book: RuleBook[S]
    """The rules."""

    def __init__(self, book: RuleBook[S], content: Any = None) -> None:
        """Keep the rules, and the content they were built with.

        A game with content takes it as the one argument of its own constructor, by default its own: ``def __init__(self, content=None)``. A game
        without takes none. So games can be rebuilt, with other content and in other processes.

        Raises `PluginError` for the first thing that the class declares wrongly.
        """
        from railrules._declaration import declaration_fault  # not needed to import the library

        self.book = book
        self.content = content
        fault = declaration_fault(self)
        if fault:
            raise PluginError(fault)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as class and content."""
        return type(self), () if self.content is None else (self.content,)

    # ---- setup -------------------------------------------------------------------------------------------------------------------------

    def config(self, players: int | None = None, /, **options: Any) -> Config[Any]:
        """Return the checked setup for so many players (None: the game's default) and these options; defaults fill the rest.

        Raises `ConfigError` naming option, value and bounds for the first fault: the player count, unknown names, then the options in
        declared order.
        """
        info = self.info
        count = info.default_players if players is None else players
        if type(count) is not int or not info.min_players <= count <= info.max_players:
            raise ConfigError("bad-player-count", "players", count, f"an int in {info.min_players}..{info.max_players}")
        checked: Any = check_options(info.options, self.options_type, count, options)
        return Config(count, checked, self.content_digest)

    def limits(self, config: Config[Any]) -> Limits:
        """Return the bounds of one game; the default promises none and allows 2**31-1 outcomes of one question to chance."""
        return Limits(actions=None, chance_outcomes=2**31 - 1)

    @abstractmethod
    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> S:
        """Return the state at the first decision. The deal is chance; events go to `log` if it is not None."""

    # ---- play --------------------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def current_player(self, state: S) -> int | None:
        """Return the player who decides, None when the game is over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result, None while the game runs."""

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return the legal actions in ascending order of their ids, each once; empty when the game is over."""
        return self.book.legal(state)

    def validate(self, state: S, action: object) -> Rejection | None:
        """Return why `action`, which may be any object, is refused, or None if it is legal."""
        return self.book.validate(state, action)

    def transition(self, state: S, action: A, chance: Chance, log: list[Any] | None = None) -> S:
        """Return the state after an action that is known to be legal, all automatic steps included.

        Fast: nothing is checked, and no event is built unless `log` is a list to append to.
        """
        return self.book.transition(state, action, chance, log)

    def apply(self, state: S, action: object, chance: Chance) -> Step[S]:
        """Return the checked step: new state, events and the answers of chance.

        Raises `IllegalActionError` with the rejection, `GameOverError` after the end. `state` is not changed.
        """
        rejection = self.validate(state, action)
        if rejection is not None:
            raise refusal(rejection)
        recording = RecordingChance(chance)
        log: list[Any] = []
        after = self.transition(state, action, recording, log)  # type: ignore[arg-type]  # it was found legal
        return Step(after, tuple(log), tuple(recording.picks))

    def invariant_faults(self, state: S) -> Iterable[str]:
        """Yield a sentence for each law of conservation that `state` breaks: a card too many, a sum that is off.

        The conformance kit asks after every step. It is no check of input: play never calls it. The default knows of none.
        """
        return ()

    # ---- who sees what -----------------------------------------------------------------------------------------------------------------

    def view(self, state: S, player: int | None) -> V:
        """Return all that `player` sees (None: a spectator), a frozen hashable value with `player` and `to_act`."""
        view: Any = OpenView(player, self.current_player(state), state)
        return view  # type: ignore[no-any-return]  # V is OpenView unless view_type says otherwise

    def view_event(self, event: Any, player: int | None) -> Any:
        """Return the event as `player` learns of it, None if not at all."""
        return event

    def unseen(self, view: V) -> Any:
        """Return a hashable that stands for all the facts this view cannot place; it changes when something is revealed."""
        return ()

    def determinize(self, view: V, chance: Chance) -> S:
        """Return a full state that looks like `view` to its player, drawn by `chance`; reads nothing but the view."""
        state: S = view.state  # type: ignore[attr-defined]  # as above
        return state

    def legal_at(self, position: S | V) -> tuple[A, ...]:
        """Return the legal actions of a state, or of a view: what its player may do, which the view tells wholly; none if somebody else acts."""
        if not isinstance(position, self.view_type):
            state: Any = position
            return self.legal_actions(state)
        view: Any = position
        if view.player is None or view.player != view.to_act:
            return ()
        return self.legal_actions(self.determinize(view, SeededChance(0)))

    # ---- text --------------------------------------------------------------------------------------------------------------------------

    def action_to_str(self, view: V, action: A) -> str:
        """Return the notation of `action`; by default its kind in kebab case and its fields: ``move-train 2 west``."""
        return _text.action_to_str(action)

    def parse_action(self, view: V, text: str) -> A:
        """Return the action that a person means by `text`; raises `InvalidActionError` if it is no notation. It may still be illegal."""
        action: A = _text.parse_action(self.action_types, text)
        return action

    def event_to_str(self, view: V, event: Any, names: Sequence[str] | None = None) -> str:
        """Return what a person should read of an event shown to the player of `view`, one line; empty for what need not be told.

        By default the kind and the fields that are not None; `names` as in `describe`.
        """
        return _text.event_to_str(event, names)

    def describe(self, view: V, names: Sequence[str] | None = None) -> str:
        """Return the table as `view` shows it, for a person to play from; `names` replaces "Player 0" and so on."""
        return _text.describe(view, names)

    def legend(self) -> str:
        """Return what the signs and abbreviations mean that `describe` uses, for a person at a terminal; by default empty: nothing needs it."""
        return ""

    def picture(self, view: V, names: Sequence[str] | None = None) -> str | None:
        """Return the table as an SVG drawing, None for a game that draws none; raises `MissingExtraError` without the library for it."""
        return None

    def summary(self, view: V) -> str:
        """Return one line on how things stand, such as the score; golden records show it after each turn. By default empty."""
        return ""

    def file_name(self, config: Config[Any], state: S, seed: int | None) -> str:
        """Return what a file with the record of a play is called that stands at `state`; by default by game, players and seed."""
        return f"{self.info.id}-{config.players}p-{'seedless' if seed is None else f'seed{seed}'}.json"

    # ---- numbers -----------------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def codec(self, config: Config[Any]) -> ActionCodec[A]:
        """Return the numbering of actions; most games return ``ActionCodec.table([...], self.legal_at)``."""

    def observer(self, config: Config[Any]) -> Observer[V]:
        """Return the reader of feature vectors; by default one without features."""
        return Observer(())

    def evaluate(self, view: V) -> float:
        """Return how good the position is for ``view.player``, larger is better: a hint for simple bots, by default none."""
        return 0.0

    # ---- data --------------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _serializer(self) -> "Serializer":
        from railrules.serialize import Serializer  # imports cattrs, which plain play does without

        open_view: Any = OpenView  # subscripted with a class that is known only now
        view_type = open_view[self.state_type] if self.view_type is OpenView else self.view_type
        return Serializer(self.action_types, self.event_types, self.state_type, view_type, self.options_type)

    def dump(self, value: Any) -> dict[str, Any]:
        """Return the JSON form of an action, event, state, view or options object; actions and events carry their ``kind``.

        `Intent`, `Seat`, `Transcript` and `Rejection`, which carry such values between a server and its clients, have one too. Raises
        `TypeError` for anything else.
        """
        from railrules._match import dump_envelope  # imports this module

        envelope = dump_envelope(self, value)
        data: dict[str, Any] = self._serializer.dump(value) if envelope is None else envelope
        return data

    def load_intent(self, data: object) -> "Intent":
        """Return the intent that `data` describes, an object with player, action and version; raises `InvalidActionError`."""
        from railrules._match import load_intent  # imports this module

        return load_intent(self, data)

    def load_action(self, data: object) -> A:
        """Return the action that `data` (parsed JSON) describes; raises `InvalidActionError` saying where it fails."""
        from railrules.serialize import ShapeError

        try:
            action: A = self._serializer.load("action", data)
        except ShapeError as error:
            frame = self.book.frame
            code = frame.unknown_code if error.path == "kind" and frame.unknown_code else frame.malformed_code
            raise InvalidActionError(f"not an action: {error}", code) from None
        return action

    def load_event(self, data: object) -> Any:
        """Return the event that `data` describes; raises `RecordError` saying where it fails."""
        return self._load("event", data)

    def load_state(self, data: object) -> S:
        """Return the state that `data` describes; raises `RecordError` saying where it fails."""
        state: S = self._load("state", data)
        return state

    def load_view(self, data: object) -> V:
        """Return the view that `data` describes; raises `RecordError` saying where it fails."""
        view: V = self._load("view", data)
        return view

    def load_options(self, data: object) -> Any:
        """Return the options object that `data` describes; raises `RecordError` saying where it fails. Bounds are not checked here."""
        return self._load("options", data)

    def _load(self, what: str, data: object) -> Any:
        from railrules.serialize import ShapeError

        try:
            return self._serializer.load(what, data)
        except ShapeError as error:
            raise RecordError(f"not a {self.info.id} {what}: {error}") from None

    def schema(self, kind: str) -> dict[str, Any]:
        """Return the JSON Schema of ``action``, ``event``, ``state``, ``view`` or ``options``; raises `ValueError` for another kind."""
        if kind not in ("action", "event", "state", "view", "options"):
            raise ValueError(f"no schema of {kind!r}; expected action, event, state, view or options")
        return self._serializer.schema(kind)

    @cached_property
    def state_schema(self) -> str:
        """A short digest of the layout of states: records whose state digests belong to another layout are told apart by it."""
        return self._layout("state")

    @cached_property
    def event_schema(self) -> str:
        """As `state_schema`, of events."""
        return self._layout("event")

    def _layout(self, kind: str) -> str:
        from railrules.serialize import canonical_json, digest

        return digest(canonical_json(self.schema(kind)).decode(), size=6)

    # ---- content -----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def content_digest(self) -> str:
        """Digest of what the rules read of the content; names and provenance do not count."""
        from railrules.serialize import digest

        return digest(self.content)

    def with_content(self, content: Any) -> Self:
        """Return this game with other content: a content object, or the path of a file. Raises `ContentError`."""
        if isinstance(content, (str, os.PathLike)):
            content = self.read_content(Path(content))
        elif self.content is None:
            raise ContentError(self.info.id, "", "content", f"nothing: {self.info.title} has no content to replace", type(content).__name__)
        elif type(content) is not type(self.content):
            expected = f"a path or a {type(self.content).__name__} object"
            raise ContentError(self.info.id, "", "content", expected, type(content).__name__)
        return type(self)(content)

    def read_content(self, path: Path) -> Any:
        """Return the checked content of a file; raises `ContentError` with file, place, expected and found."""
        raise ContentError(str(path), "", "content", f"no file: {self.info.title} has no content to replace", "a file")

    def content_text(self) -> str | None:
        """Return the text of the shipped content file, None for a game without one; by default ``content.toml`` in the package of the class."""
        return None if self.content is None else self._beside("content.toml")

    def rules_text(self) -> str | None:
        """Return the rules page in Markdown, each rule a list item that begins with its id in bold; by default ``rules.md`` in the package."""
        return self._beside("rules.md")

    def _beside(self, name: str) -> str | None:
        """The text of a file in the package of the game's class, or of a class it derives from; None if there is none."""
        from importlib.resources import files  # not needed to import the library

        for kind in type(self).__mro__[: type(self).__mro__.index(Game)]:
            package = getattr(sys.modules.get(kind.__module__), "__package__", None)
            if package and (file := files(package).joinpath(name)).is_file():
                return file.read_text(encoding="utf-8")
        return None


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types are known only at run time."""


def check_viewer(player: object, players: int) -> None:
    """Raise `ValueError` unless `player` is one of so many players, or None: a spectator.

    Every `Game.view` that hides something begins with it: to Python the index -1 is the last one, and a slip in a server must not show a hand.
    """
    if player is not None and not (type(player) is int and 0 <= player < players):
        raise ValueError(f"no player {shown(player)}; expected 0..{players - 1}, or None for a spectator")
