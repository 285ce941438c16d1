"""The rule book: what is open when. Every choice of one is taken by the engine (STS-3.5)."""

from typing import Any

from railrules import OVER, Chance, Decision, FrameRules, Rejection, RuleBook
from railrules.games.station_to_station.codec import value_fault
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.events import AutoResolved
from railrules.games.station_to_station.rules import crew, effects, gains, market, routes, station, travel, turns
from railrules.games.station_to_station.rules.cascade import Cascade
from railrules.games.station_to_station.rules.work import Log, Work, WorkRule
from railrules.games.station_to_station.state import (
    PendingAnyCargo,
    PendingCrew,
    PendingDiscount,
    PendingDropRoute,
    PendingGetCargo,
    PendingGiveCargo,
    PendingKeepCrew,
    PendingKeepRoute,
    PendingMarket,
    PendingPayment,
    PendingPlaceToken,
    PendingReward,
    PendingStation,
    PendingTakeRoute,
    PendingTravel,
    PendingTrim,
    PendingWorkReward,
    State,
)

MADE_TOGETHER = 8
"""How many choices of one in a row are made in one `Work`; a longer chain goes on as in any book."""


class Book(RuleBook[State]):
    """The rules of Station to Station with one content."""

    frame = FrameRules(
        over="STS-11.1",
        malformed="STS-3.8",
        closed="STS-3.1",
        player="STS-3.8",
        turn="STS-3.8",
        malformed_code="unknown-value",
        closed_code="wrong-decision",
    )

    def __init__(self, content: Content, actions: frozenset[Any]) -> None:
        self.setup = turns.Setup(content)
        self._content = content
        self._actions = actions
        self._looked_at: tuple[State | None, tuple[Any, ...]] = (None, ())
        ending = turns.TurnEnd(content, self.setup)
        self._settle = settle = Cascade(ending).settle
        use = effects.UseCrewRule(content, settle)
        choose = gains.ChooseCargoRule(content, settle)
        super().__init__(
            {
                PendingKeepRoute: (turns.KeepRouteRule(content, settle),),
                PendingMarket: (market.MarketRule(content, settle, use),),
                PendingTravel: (travel.TravelRule(content, settle, use),),
                PendingStation: (station.StationRule(content, settle, use),),
                PendingCrew: (crew.CrewRule(content, settle, use),),
                PendingTrim: (gains.DiscardCargoRule(content, settle),),
                PendingTakeRoute: (routes.TakeRouteRule(content, settle),),
                PendingDiscount: (station.SaveCargoRule(content, settle),),
                PendingReward: (station.ChooseRewardRule(content, settle),),
                PendingWorkReward: (station.ChooseWorkRule(content, settle),),
                PendingAnyCargo: (choose,),
                PendingGiveCargo: (effects.GiveCargoRule(content, settle),),
                PendingGetCargo: (choose,),
                PendingDropRoute: (effects.DropRouteRule(content, settle),),
                PendingPayment: (crew.PayTicketRule(content, settle),),
                PendingKeepCrew: (crew.KeepCrewRule(content, settle),),
                PendingPlaceToken: (turns.PlaceTokenRule(content, settle, ending),),
            }
        )
        self._performs = {kind: rule.perform for kind, rule in self._rules.items() if isinstance(rule, WorkRule)}

    # The engine looks at every decision (STS-3.5), and the next to ask about the same position is the one who decides: the list is kept for them.

    def legal(self, state: State) -> tuple[Any, ...]:
        """See `RuleBook.legal`."""
        seen, legal = self._looked_at
        return legal if seen is state else super().legal(state)

    def only_action(self, state: State) -> Any:
        """See `RuleBook.only_action`."""
        legal = self._legal[type(state.pending[-1])](state)
        self._looked_at = state, legal
        return legal[0] if len(legal) == 1 else None

    def transition(self, state: State, action: Any, chance: Chance, log: Log) -> State:
        """See `RuleBook.transition`: the first few choices of one that follow are made in the same `Work`."""
        work, after = Work(self._content, state, chance, log), state
        for _ in range(MADE_TOGETHER):
            self._performs[type(action)](work, action)
            self._settle(work)
            after = work.state()
            only = self.only_action(after) if after.pending else None
            if only is None:
                return after
            self.announce(after, only, log)
            action = only
        return super().transition(after, action, chance, log)

    def decision(self, state: State) -> Decision:
        """The kind of the record on top."""
        return type(state.pending[-1]) if state.pending else OVER

    def forced(self, state: State) -> bool:
        """STS-3.5: every decision with one legal action is taken."""
        return bool(state.pending)

    def announce(self, state: State, action: Any, log: list[Any] | None) -> None:
        """STS-3.5: `AutoResolved` stands before the events of the step."""
        if log is not None:
            log.append(AutoResolved(state.clock.active, action))

    def value_fault(self, action: object) -> str:
        """Values outside their domains are told before whether the kind is open (rules page, section on rejection codes)."""
        return "" if action in self._actions else value_fault(self._content, action)

    def refuse_closed(self, state: State, action: object) -> Rejection:
        """STS-3.1: tell also which kinds the open decision takes."""
        kinds = " or ".join(kind.__name__ for kind in self.open_kinds(state))
        text = "{kind} is not possible now; expected {kinds}"
        return Rejection.of(self.frame.closed_code, self.frame.closed, text, kind=type(action).__name__, kinds=kinds)
