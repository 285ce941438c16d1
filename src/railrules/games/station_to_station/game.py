"""Station to Station: the `Game` that ties rules, views, text and numbers together."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from railrules import ActionCodec, Chance, Config, ConfigError, Game, GameInfo, Limits, Observer, Outcome, options_of
from railrules.games.station_to_station import actions as acts
from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station import invariants, notation, numbers, reading
from railrules.games.station_to_station import view as views
from railrules.games.station_to_station.actions import Action
from railrules.games.station_to_station.checks import most_starting_coal
from railrules.games.station_to_station.codec import all_actions, codec
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.events import Event
from railrules.games.station_to_station.options import Options
from railrules.games.station_to_station.picture import draw
from railrules.games.station_to_station.rules.book import Book
from railrules.games.station_to_station.rules.scoring import COUNTDOWN, outcome_of
from railrules.games.station_to_station.state import State
from railrules.games.station_to_station.text import Text
from railrules.games.station_to_station.view import View

MOST_INTENTS = 10_000
"""How many actions a player decides in a game at most, by a generous count (section 7 of the rules page)."""


class StationToStation(Game[State, Action, View]):
    """The rules of Station to Station with one content."""

    info: ClassVar[GameInfo] = GameInfo(
        id="station-to-station",
        title="Station to Station",
        rules_version=1,
        package="railrules",
        min_players=2,
        max_players=4,
        default_players=3,
        designer="unknown",
        year=None,
        information="imperfect",
        chance="play",
        undo="information",
        terminations=(COUNTDOWN,),
        options=options_of(Options),
    )
    state_type = State
    view_type = View
    options_type = Options
    action_types = (
        acts.KeepRoute,
        acts.BuyCoal,
        acts.BuyCargo,
        acts.EndMarket,
        acts.StepTo,
        acts.StopHere,
        acts.TakeRoute,
        acts.CompleteOrder,
        acts.TakeSupply,
        acts.TakeRailcar,
        acts.Work,
        acts.ChooseWork,
        acts.SaveCargo,
        acts.ChooseReward,
        acts.ChooseCargo,
        acts.GiveCargo,
        acts.DiscardCargo,
        acts.UseCrew,
        acts.HireCrew,
        acts.GainCaboose,
        acts.PayTicket,
        acts.KeepCrew,
        acts.EndTurn,
        acts.DropRoute,
        acts.PlaceToken,
    )
    event_types = (
        ev.GameStarted,
        ev.TokensRemoved,
        ev.CrewMarketFilled,
        ev.StartingRouteDealt,
        ev.RoutesDealt,
        ev.RouteDisplayFilled,
        ev.TokenPlaced,
        ev.RouteKept,
        ev.TurnStarted,
        ev.CoalBought,
        ev.CargoBought,
        ev.MarketEnded,
        ev.CrewUsed,
        ev.EffectArmed,
        ev.Gained,
        ev.CargoChosen,
        ev.CargoDiscarded,
        ev.CoalSpilled,
        ev.TrainMoved,
        ev.TrainStopped,
        ev.RouteMarked,
        ev.RouteCompleted,
        ev.RouteDropped,
        ev.WildTicketGained,
        ev.RouteTaken,
        ev.RouteDeckReshuffled,
        ev.TravelRepeated,
        ev.TokenPickedUp,
        ev.TokenImproved,
        ev.DiscountUsed,
        ev.OrderCompleted,
        ev.RewardChosen,
        ev.SupplyTaken,
        ev.RailcarTaken,
        ev.TokenWorked,
        ev.TicketPaid,
        ev.CrewHired,
        ev.CrewDismissed,
        ev.CrewDeckReshuffled,
        ev.CabooseGained,
        ev.TokensDrawn,
        ev.TokenReturned,
        ev.SeasonEnded,
        ev.TurnEnded,
        ev.AutoResolved,
        ev.GameEnded,
    )
    content: Content

    def __init__(self, content: Content | None = None) -> None:
        """Build the rules with `content`, by default the content that comes with the game."""
        used = reading.shipped_content() if content is None else content
        self.rules = Book(used, all_actions(used))
        self.text = Text(used)
        super().__init__(self.rules, used)

    # ---- the contract ------------------------------------------------------------------------------------------------------------------

    def config(self, players: int | None = None, /, **options: Any) -> Config[Any]:
        """See `Game.config`. Cash, coal and display that are not given are what the content says; the codes are those of the rules page."""
        content = self.content
        named: dict[str, Any] = {
            "route_display_size": content.route_display_size,
            "starting_cash": content.economy.starting_cash,
            "starting_coal": content.economy.starting_coal,
        }
        try:
            config = super().config(players, **{**named, **options})
        except ConfigError as error:
            code = "invalid-option" if error.code in ("bad-option-type", "bad-option-value") else error.code
            raise ConfigError(code, error.option, error.value, error.bounds) from None
        coal, most = config.options.starting_coal, most_starting_coal(content, config.players)
        if coal > most:
            raise ConfigError("invalid-option", "starting_coal", coal, f"an int in 0..{most}, as there are coal spaces and coal in this content")
        return config

    def limits(self, config: Config[Any]) -> Limits:
        """See `Game.limits`: the termination bound of the rules page, for the content that comes with the game, and the largest pile."""
        content = self.content
        piles = [len(tokens) for tokens in content.tokens.values()]
        piles += [len(content.routes), *(len(content.crew_cards(row)) for row in ("basic", "skilled"))]
        bounded = self.content == reading.shipped_content()  # the count is made with its prices and rewards
        return Limits(MOST_INTENTS * config.players if bounded else None, max(piles))

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        """See `Game.initial_state`: STS-2."""
        return self.rules.setup.start(config, chance, log)

    def current_player(self, state: State) -> int | None:
        """See `Game.current_player`."""
        return state.clock.active if state.pending else None

    def outcome(self, state: State) -> Outcome | None:
        """See `Game.outcome`: STS-11.4 to 11.9."""
        return None if state.pending else outcome_of(self.content, state.players)

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
        return codec(self.content, self.legal_at)

    def observer(self, config: Config[Any]) -> Observer[View]:
        """See `Game.observer`."""
        return numbers.observer(self.content, config)

    def evaluate(self, view: View) -> float:
        """See `Game.evaluate`: about how many points ahead."""
        return numbers.evaluate(self.content, view)

    def invariant_faults(self, state: State) -> Iterable[str]:
        """See `Game.invariant_faults`: P-1 to P-11."""
        return invariants.faults(self.content, state)

    def action_to_str(self, view: View, action: Action) -> str:
        """See `Game.action_to_str`: ``step houston``, ``buy oil``, ``hire basic N``."""
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

    def picture(self, view: View, names: Sequence[str] | None = None) -> str:
        """See `Game.picture`: the map with tokens and trains."""
        return draw(self.content, view, self.text.people(view, names))

    def summary(self, view: View) -> str:
        """See `Game.summary`."""
        return self.text.summary(view)

    def read_content(self, path: Path) -> Content:
        """See `Game.read_content`: INV-1 to 13."""
        return reading.read(path)
