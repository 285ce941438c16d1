"""The rule book: what is open when, and what the engine does by itself."""

from typing import Any

from railrules import MAIN, OVER, Decision, FrameRules, Rejection, RuleBook
from railrules.games.station_master.actions import DeclineEffect
from railrules.games.station_master.content import Content
from railrules.games.station_master.events import ChoiceForced
from railrules.games.station_master.notation import FORMS, expected
from railrules.games.station_master.rules.choices import (
    BoardPassengerRule,
    ChooseReassignSourceRule,
    ChooseReassignTargetRule,
    ChooseRepairCardRule,
    ChooseRepairTrainRule,
    ChooseTransferPassengerRule,
    ChooseTransferTargetRule,
    ChooseTransferTrainRule,
    DeclineEffectRule,
    EndTransferRule,
    UncoupleRailcarsRule,
    refuse_decline,
)
from railrules.games.station_master.rules.effects import may_decline
from railrules.games.station_master.rules.flow import Flow
from railrules.games.station_master.rules.plays import TurnRule
from railrules.games.station_master.state import (
    BoardPending,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    State,
    TransferPassengerPending,
    TransferTargetPending,
    TransferTrainPending,
    UncouplePending,
)


class Book(RuleBook[State]):
    """The rules of Station Master with one content."""

    frame = FrameRules(
        over="MST-18.1",
        malformed="MST-3.1",
        closed="MST-3.6",
        player="MST-3.5",
        turn="MST-3.5",
        unknown_code="unknown-intent",
        types_last=True,
    )

    def __init__(self, content: Content) -> None:
        self.flow = flow = Flow(content)
        decline = DeclineEffectRule(flow)
        super().__init__(
            {
                MAIN: (TurnRule(content, flow),),
                BoardPending: (BoardPassengerRule(flow), decline),
                ReassignSourcePending: (decline, ChooseReassignSourceRule()),
                ReassignTargetPending: (ChooseReassignTargetRule(flow),),
                RepairCardPending: (decline, ChooseRepairCardRule(content)),
                RepairTrainPending: (ChooseRepairTrainRule(flow),),
                UncouplePending: (decline, UncoupleRailcarsRule(flow)),
                TransferTrainPending: (decline, ChooseTransferTrainRule()),
                TransferPassengerPending: (ChooseTransferPassengerRule(content, flow), EndTransferRule(flow)),
                TransferTargetPending: (ChooseTransferTargetRule(content, flow),),
            }
        )

    def decision(self, state: State) -> Decision:
        """The kind of the pending decision, or the play of a turn."""
        if state.pending is not None:
            return type(state.pending)
        return MAIN if state.turn.over is None else OVER

    def forced(self, state: State) -> bool:
        """MST-3.7: a pending decision with one choice is taken, unless that would tell the others about a supply.

        What can be declined has a second choice, so it is not looked at.
        """
        pending = state.pending
        if pending is None:
            return False
        if isinstance(pending, BoardPending):
            return pending.source == "depot" and sum(state.people.supply[state.turn.active]) == 1
        return not may_decline(state.config.options, pending)

    def announce(self, state: State, action: Any, log: list[Any] | None) -> None:
        """MST-3.7: `ChoiceForced` stands before the events of the step."""
        if log is not None:
            log.append(ChoiceForced(state.turn.active, type(state.pending).__name__))

    def refuse_closed(self, state: State, action: object) -> Rejection:
        """MST-3.6: plays wait for the pending decision, and choices for their own."""
        pending = state.pending
        if pending is not None and type(action) is DeclineEffect:
            return refuse_decline(state)
        wanted = expected(state.config.options, pending)
        if type(action) in self._plays:
            return Rejection.of("decision-pending", "MST-3.6", "a pending decision comes first; expected {wanted}", wanted=wanted)
        text = "nothing is pending that {form!r} answers; expected {wanted}"
        return Rejection.of("no-such-decision", "MST-3.6", text, form=FORMS[type(action)], wanted=wanted)

    @property
    def _plays(self) -> frozenset[type]:
        return frozenset(self._open[MAIN])
