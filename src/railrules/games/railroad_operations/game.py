"""Station Master: Railroad Operations: the `Game` that ties rules, views, text and numbers together."""

from collections.abc import Iterable, Sequence
from math import floor, isfinite
from pathlib import Path
from typing import Any, ClassVar, get_args

from railrules import ActionCodec, Chance, Config, ConfigError, Game, GameInfo, InvalidActionError, Limits, Observer, Outcome, options_of
from railrules.games.railroad_operations import invariants, numbers, reading
from railrules.games.railroad_operations import view as views
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.codec import codec
from railrules.games.railroad_operations.content import STAGES, Content
from railrules.games.railroad_operations.events import Event
from railrules.games.railroad_operations.options import MOST_REVENUE, Options
from railrules.games.railroad_operations.outlook import Outlook
from railrules.games.railroad_operations.picture import draw
from railrules.games.railroad_operations.rules import phases
from railrules.games.railroad_operations.rules.book import Book
from railrules.games.railroad_operations.scoring import outcome_of
from railrules.games.railroad_operations.state import Ending, State
from railrules.games.railroad_operations.text import Text
from railrules.games.railroad_operations.view import View

REVENUES = ("passenger_revenue", "freight_revenue", "transit_revenue")
"""The options that take any number, which is rounded and clamped (section 11)."""


class RailroadOperations(Game[State, Action, View]):
    """The rules of Railroad Operations with one content."""

    info: ClassVar[GameInfo] = GameInfo(
        id="railroad-operations",
        title="Station Master: Railroad Operations",
        rules_version=1,
        package="railrules",
        min_players=1,
        max_players=4,
        default_players=1,
        designer="unknown",
        year=None,
        information="imperfect",
        chance="play",
        undo="solitaire",
        terminations=get_args(Ending),
        options=options_of(Options),
    )
    state_type = State
    view_type = View
    options_type = Options
    action_types = get_args(Action)
    event_types = get_args(Event)
    content: Content

    def __init__(self, content: Content | None = None) -> None:
        """Build the rules with `content`, by default the content that comes with the game."""
        used = reading.shipped_content() if content is None else content
        super().__init__(Book(used), used)
        self.text = Text(used)
        self._outlook = Outlook(used)

    # ---- the contract ------------------------------------------------------------------------------------------------------------------

    def config(self, players: int | None = None, /, **options: Any) -> Config[Any]:
        """See `Game.config`. Revenue options take any number: it is rounded half up and clamped to 0..5 (section 11)."""
        count = self.info.default_players if players is None else players
        given = {name: _revenue(name, value) if name in REVENUES else value for name, value in options.items()}
        alone = count == 1
        given.setdefault("mode", "solitaire" if alone else "competitive")
        config = super().config(players, **given)
        if (config.options.mode == "solitaire") != alone:
            expected = "'solitaire' for one player" if alone else "'competitive' or 'coop' for more than one player"
            raise ConfigError("bad-option-value", "mode", config.options.mode, expected)
        return config

    def limits(self, config: Config[Any]) -> Limits:
        """See `Game.limits`: OPS-I18."""
        options = config.options
        per_stage = 79 * config.players + 105
        return Limits(per_stage * STAGES * (options.days + options.extra_days), max(len(self.content.deck), STAGES))

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        """See `Game.initial_state`: OPS-2."""
        state = phases.start(self.content, config, chance, log)
        return self.book.advance(state, chance, log)

    def current_player(self, state: State) -> int | None:
        """See `Game.current_player`."""
        return None if state.pending is None else state.pending.player

    def outcome(self, state: State) -> Outcome | None:
        """See `Game.outcome`: OPS-10.1 to 10.4."""
        return None if state.pending is not None else outcome_of(state.config.options, state.books)

    def view(self, state: State, player: int | None) -> View:
        """See `Game.view`."""
        return views.view_of(state, player)

    def view_event(self, event: Event, player: int | None) -> Event:
        """See `Game.view_event`."""
        return views.view_event(event, player)

    def unseen(self, view: View) -> tuple[object, ...]:
        """See `Game.unseen`."""
        return views.unseen(self.content, view)

    def determinize(self, view: View, chance: Chance) -> State:
        """See `Game.determinize`."""
        return views.determinize(self.content, view, chance)

    def codec(self, config: Config[Any]) -> ActionCodec[Action]:
        """See `Game.codec`."""
        return codec(self.legal_at)

    def observer(self, config: Config[Any]) -> Observer[View]:
        """See `Game.observer`."""
        return numbers.observer(self.content, config)

    def evaluate(self, view: View) -> float:
        """See `Game.evaluate`: about how much Revenue there will be."""
        return self._outlook.evaluate(view)

    def invariant_faults(self, state: State) -> Iterable[str]:
        """See `Game.invariant_faults`: OPS-I1 to I14."""
        return invariants.faults(self.content, state)

    def action_to_str(self, view: View, action: Action) -> str:
        """See `Game.action_to_str`: ``switch T6``, ``move east +2,0``, ``play straight``."""
        return self.text.notation.action_to_str(view.division.trays, action)

    def parse_action(self, view: View, text: str) -> Action:
        """Return the action of a notation, in any case but for tokens; raises `InvalidActionError`."""
        return self.text.notation.parse_action(view.division.trays, text, view.people.hand)

    def load_action(self, data: object) -> Action:
        """See `Game.load_action`; a value outside its domain is no action (section C)."""
        action = super().load_action(data)
        fault = self.book.value_fault(action)
        if fault:
            raise InvalidActionError(f"not an action: {fault}")
        return action

    def event_to_str(self, view: View, event: Event, names: Sequence[str] | None = None) -> str:
        """See `Game.event_to_str`."""
        return self.text.event_to_str(view, event, self.text.people(view, names))

    def describe(self, view: View, names: Sequence[str] | None = None) -> str:
        """See `Game.describe`: section G."""
        return self.text.describe(view, names)

    def legend(self) -> str:
        """See `Game.legend`: the signs of section G."""
        return self.text.legend()

    def picture(self, view: View, names: Sequence[str] | None = None) -> str:
        """See `Game.picture`: the Division with its trains, yards and Office Areas."""
        return draw(self.text, view, self.text.people(view, names))

    def summary(self, view: View) -> str:
        """See `Game.summary`."""
        return self.text.summary(view)

    def file_name(self, config: Config[Any], state: State, seed: int | None) -> str:
        """See `Game.file_name`: OPS-10.5 asks for the seed and the Day."""
        return f"{self.info.id}-{'seedless' if seed is None else f'seed{seed}'}-day{state.clock.day}.json"

    def read_content(self, path: Path) -> Content:
        """See `Game.read_content`: OPS-C1 to C14."""
        return reading.read(path)


def _revenue(name: str, value: object) -> int:
    """Return a payment: any number, rounded half up and clamped."""
    if type(value) is int:
        return max(0, min(MOST_REVENUE, value))
    if type(value) is not float or not isfinite(value):
        raise ConfigError("bad-option-type", name, value, f"a number; it is rounded and clamped to 0..{MOST_REVENUE}")
    clamped = max(0.0, min(float(MOST_REVENUE), value))
    return floor(clamped) + (clamped % 1 >= 0.5)  # adding a half first would round 0.49999999999999994 up
