"""The rule book: what is open when, and what the engine does by itself."""

from railrules import OVER, Decision, FrameRules, Rejection, RuleBook
from railrules.games.station_manager.actions import DiscardFreight, DrawFreight, FulfilOrder, TakeOpenFreight
from railrules.games.station_manager.content import Content
from railrules.games.station_manager.rules.flow import Flow, open_available
from railrules.games.station_manager.rules.turn import (
    ClaimPileRule,
    DiscardFreightRule,
    DrawFreightRule,
    FulfilOrderRule,
    LayFreightRule,
    TakeOpenFreightRule,
)
from railrules.games.station_manager.state import ActPending, IntakePending, LayPending, PilePending, State


class Book(RuleBook[State]):
    """The rules of Station Manager with one content."""

    frame = FrameRules(over="MGR-8.5", malformed="MGR-3.1", closed="MGR-3.1", player="MGR-2.1", turn="MGR-3.1")

    def __init__(self, content: Content) -> None:
        self.flow = flow = Flow(content)
        self.lay = LayFreightRule(content, flow)
        super().__init__(
            {
                IntakePending: (DrawFreightRule(flow), TakeOpenFreightRule()),
                ActPending: (DiscardFreightRule(content, flow), FulfilOrderRule(content)),
                LayPending: (self.lay,),
                PilePending: (ClaimPileRule(flow),),
            }
        )

    def decision(self, state: State) -> Decision:
        """The kind of the pending decision."""
        return OVER if state.pending is None else type(state.pending)

    def forced(self, state: State) -> bool:
        """MGR-10.4, 10.5, 10.6: what others can see is automatic by public facts only; choosing cards is private.

        Not automatic is a discard from a hand of two or more, even if all are of one type.
        """
        pending = state.pending
        kind = type(pending)
        if kind is ActPending:
            return len(state.places[state.clock.turn_player].hand) == 1  # MGR-4.8
        if kind is IntakePending:
            return not open_available(state.config, state.clock.idle_turns, state.discard_pile)  # MGR-3.2
        if kind is LayPending:
            return True
        return kind is PilePending and state.config.options.pile_claim == "always"  # MGR-6.8

    def refuse_closed(self, state: State, action: object) -> Rejection:
        """MGR-3.1, 3.4, 6.1, 6.4: the steps of a turn come in their order."""
        kind = type(action)
        pending = type(state.pending)
        if pending is IntakePending:
            return Rejection("wrong-step", "MGR-3.1", "a turn begins with drawing or taking the open card")
        if kind in (DrawFreight, TakeOpenFreight):
            return Rejection("wrong-step", "MGR-3.4", "there is one intake per turn, and it was made")
        if pending is ActPending:
            return Rejection("wrong-step", "MGR-6.1", "no order was named yet")
        if kind in (DiscardFreight, FulfilOrder):
            return Rejection("wrong-step", "MGR-6.1", "an order was named; a turn has one order or one discard")
        return Rejection("wrong-step", "MGR-6.4", "this step of the order is over or has not come yet")
