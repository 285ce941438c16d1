"""Station Master (the 2020 card game by Chris Baylis): the `Game` that ties rules, views, text and numbers together."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from railrules import Chance, Config, Game, GameInfo, Limits, Observer, Outcome, options_of
from railrules.games.station_master import actions as acts
from railrules.games.station_master import events as ev
from railrules.games.station_master import invariants, notation, numbers
from railrules.games.station_master import view as views
from railrules.games.station_master.actions import Action
from railrules.games.station_master.beliefs import beliefs
from railrules.games.station_master.codec import Codec
from railrules.games.station_master.content import PAWNS, RUSH_HOUR, Content, read, shipped_content
from railrules.games.station_master.events import Event
from railrules.games.station_master.options import Options
from railrules.games.station_master.rules.book import Book
from railrules.games.station_master.rules.flow import LAST_TRAIN, STALLED, outcome_of
from railrules.games.station_master.state import State
from railrules.games.station_master.text import Text
from railrules.games.station_master.view import View


class StationMaster(Game[State, Action, View]):
    """The rules of Station Master with one content."""

    info: ClassVar[GameInfo] = GameInfo(
        id="station-master",
        title="Station Master",
        rules_version=1,
        package="railrules",
        min_players=2,
        max_players=6,
        default_players=3,
        designer="Chris Baylis",
        year=2020,
        information="imperfect",
        chance="play",
        undo="information",
        terminations=(LAST_TRAIN, STALLED),
        options=options_of(Options),
    )
    state_type = State
    view_type = View
    options_type = Options
    action_types = (
        acts.AssignPassenger,
        acts.AddRailcar,
        acts.PlayStandingRoom,
        acts.PlayAction,
        acts.PlaceDepot,
        acts.BoardPassenger,
        acts.DeclineEffect,
        acts.ChooseReassignSource,
        acts.ChooseReassignTarget,
        acts.ChooseRepairCard,
        acts.ChooseRepairTrain,
        acts.UncoupleRailcars,
        acts.ChooseTransferTrain,
        acts.ChooseTransferPassenger,
        acts.ChooseTransferTarget,
        acts.EndTransfer,
    )
    event_types = (
        ev.GameStarted,
        ev.CardDrawn,
        ev.RushHourDrawn,
        ev.NothingToDraw,
        ev.TurnStarted,
        ev.TurnPassed,
        ev.PassengerAssigned,
        ev.CardPlayed,
        ev.RailcarAdded,
        ev.StandingRoomAdded,
        ev.DepotPlaced,
        ev.TrainScored,
        ev.PassengersReturned,
        ev.TrainDeparted,
        ev.LocomotiveArrived,
        ev.SlotClosed,
        ev.RailcarsUncoupled,
        ev.PassengerMoved,
        ev.PassengerSentHome,
        ev.EffectDeclined,
        ev.ActionWasted,
        ev.ActionDiscarded,
        ev.ChoiceForced,
        ev.GameEnded,
    )
    content: Content

    def __init__(self, content: Content | None = None) -> None:
        """Build the rules with `content`, by default the content that comes with the game."""
        used = shipped_content() if content is None else content
        self.rules = Book(used)
        super().__init__(self.rules, used)
        self.text = Text(used)

    # ---- the contract ------------------------------------------------------------------------------------------------------------------

    def limits(self, config: Config[Any]) -> Limits:
        """See `Game.limits`: MST-20.1 to 20.4, counted from the content."""
        content, players = self.content, config.players
        counts = content.counts
        most_riding = min(len(PAWNS) * players, max(content.capacity.values()) + counts["standing-room"])
        sent_home = 3 * counts["transfer"]
        playable = len(content.deck(players)) - content.deck(players).count(RUSH_HOUR)
        turns = playable + players + len(PAWNS) * players
        turns += most_riding * (len(content.locomotives.items) + players) + sent_home
        more = 7 * counts["transfer"] + 2 * counts["reassign"] + 2 * counts["repair"] + counts["uncouple"] + counts["standing-room"] + players
        return Limits(turns + more, len(counts))

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        """See `Game.initial_state`: MST-2.1 to 2.10."""
        return self.rules.flow.start_game(config, chance, log)

    def current_player(self, state: State) -> int | None:
        """See `Game.current_player`."""
        return None if state.turn.over else state.turn.active

    def outcome(self, state: State) -> Outcome | None:
        """See `Game.outcome`: MST-18.3 to 18.6."""
        return None if state.turn.over is None else outcome_of(state.pad, state.turn.over)

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

    def beliefs(self, view: View, player: int) -> tuple[tuple[int, ...], frozenset[tuple[int, ...]]]:
        """Return the tokens of `player` that are out, ascending, and all value tuples that fit what is public (rules page, Guessing the rest).

        Raises `TypeError` for what is no view, `ValueError` for what is no player.
        """
        if not isinstance(view, View):
            raise TypeError(f"{type(view).__name__} is no view; expected what Game.view returns")
        players = view.config.players
        if type(player) is not int or not 0 <= player < players:
            raise ValueError(f"no player {player!r}; expected 0..{players - 1}")
        return beliefs(views.public_memory(view.people.boardings[player]))

    def codec(self, config: Config[Any]) -> Codec:
        """See `Game.codec`."""
        return Codec(self.content, config.players, self.legal_at)

    def observer(self, config: Config[Any]) -> Observer[View]:
        """See `Game.observer`."""
        return numbers.observer(self.content, config)

    def evaluate(self, view: View) -> float:
        """See `Game.evaluate`: about how many points ahead."""
        return numbers.evaluate(self.content, view)

    def invariant_faults(self, state: State) -> Iterable[str]:
        """See `Game.invariant_faults`: MST-I1 to I8, I10, I11, I19, I20."""
        return invariants.faults(self.content, state)

    def action_to_str(self, view: View, action: Action) -> str:
        """See `Game.action_to_str`: ``board 2 on 1``, ``play coach-3 on 2``, ``transfer pawn 0``."""
        return notation.action_to_str(action)

    def parse_action(self, view: View, text: str) -> Action:
        """Return the action of a notation in any case; raises `InvalidActionError`."""
        return notation.parse_action(self.content, text)

    def event_to_str(self, view: View, event: Event, names: Sequence[str] | None = None) -> str:
        """See `Game.event_to_str`."""
        return self.text.event_to_str(event, self.text.people(view, names))

    def describe(self, view: View, names: Sequence[str] | None = None) -> str:
        """See `Game.describe`."""
        return self.text.describe(view, names)

    def summary(self, view: View) -> str:
        """See `Game.summary`."""
        return self.text.summary(view)

    def read_content(self, path: Path) -> Content:
        """See `Game.read_content`: MST-C1 to C10."""
        return read(path)
