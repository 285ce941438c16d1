"""The rule book: what is open when. Every choice of one is taken by the engine (R6)."""

from typing import Any

import attrs

from railrules import OVER, Decision, FrameRules, Rejection, RuleBook
from railrules.games.railroad_operations.codec import all_actions, layout
from railrules.games.railroad_operations.content import Content
from railrules.games.railroad_operations.rules import cards, freight, mainline, newtrain, phases, switching
from railrules.games.railroad_operations.rules.placing import Placing
from railrules.games.railroad_operations.state import (
    AttachPending,
    ClearancePending,
    DivertPending,
    DrawPending,
    ExtendPending,
    FreightPending,
    ImprovePending,
    MakeUpPending,
    NamePending,
    OptionPending,
    PlacePending,
    RollPending,
    SectionPending,
    SortPending,
    StartPending,
    State,
    SwitchPending,
    TelegraphPending,
    WorkPending,
)

_CLOSED = {
    OptionPending: "OPS-4.1",
    DrawPending: "OPS-4.1",
    PlacePending: "OPS-4.1",
    AttachPending: "OPS-4.1",
    SectionPending: "OPS-4.1",
    ImprovePending: "OPS-4.1",
    SwitchPending: "OPS-6.1",
    SortPending: "OPS-6.1",
    RollPending: "OPS-6.1",
    FreightPending: "OPS-7.1",
    WorkPending: "OPS-7.12",
    StartPending: "OPS-8.5",
    MakeUpPending: "OPS-8.2",
    TelegraphPending: "OPS-8.8",
    ClearancePending: "OPS-8.8",
    DivertPending: "OPS-8.10",
    ExtendPending: "OPS-10.3",
}
"""The rule behind what is not open, by the decision that is (section C)."""


class Book(RuleBook[State]):
    """The rules of Railroad Operations with one content."""

    frame = FrameRules(over="OPS-10.1", malformed="OPS-4.1", closed="OPS-4.1", player="OPS-3.2", turn="OPS-3.2", closed_code="not-open-now")

    def __init__(self, content: Content) -> None:
        run = phases.run
        yard, placing = switching.Yardmaster(content), Placing(content)
        discard = cards.DiscardCardRule(content, run)
        name = freight.NameLoadRule(content, run)
        super().__init__(
            {
                OptionPending: (
                    cards.DrawHomeOfficeRule(content, run),
                    cards.DrawNothingRule(content, run),
                    freight.CallFreightAgentRule(content, run),
                    cards.DrawDepartmentRule(content, run),
                    switching.BeginSwitchRule(content, run, yard),
                    discard,
                ),
                DrawPending: (cards.EndDrawRule(content, run), cards.PlayCardRule(content, run, placing), discard),
                PlacePending: (cards.PlaceCardRule(content, run, placing),),
                AttachPending: (cards.AttachToRule(content, run, placing),),
                SectionPending: (cards.OrderSectionRule(content, run),),
                ImprovePending: (cards.ImproveLineRule(content, run),),
                SwitchPending: (
                    switching.EndSwitchRule(content, run),
                    switching.BeginSortRule(content, run, yard),
                    switching.SetOutRule(content, run, yard),
                    switching.FlyingSwitchRule(content, run, yard),
                    switching.MoveTrainRule(content, run, yard),
                ),
                SortPending: (switching.SortNextRule(content, run, yard),),
                RollPending: (switching.RollToRule(content, run, yard),),
                FreightPending: (
                    freight.EndFreightRule(content, run),
                    freight.StockBoxRule(content, run),
                    freight.ClearBoxRule(content, run),
                    freight.UnjamLoadRule(content, run),
                ),
                WorkPending: (
                    freight.EndWorkRule(content, run),
                    freight.BoardCoachRule(content, run),
                    freight.DetrainCoachRule(content, run),
                    freight.WorkFacilityRule(content, run),
                ),
                NamePending: (name,),
                StartPending: (newtrain.StartExtraRule(content, run),),
                MakeUpPending: (newtrain.CloseConsistRule(content, run), newtrain.AddCarRule(content, run)),
                TelegraphPending: (mainline.LetRunRule(content, run), mainline.TelegraphHoldRule(content, run)),
                ClearancePending: (mainline.ClearTrainRule(content, run), mainline.HoldTrainRule(content, run)),
                DivertPending: (mainline.TakeOfficeRule(content, run), mainline.DivertTrainRule(content, run)),
                ExtendPending: (phases.RunAnotherDayRule(content, run), phases.CloseBooksRule(content, run)),
            }
        )
        self._actions = all_actions()
        self._domains: dict[type, tuple[range, ...]] = {kind: tuple(domains) for kind, *domains in layout()}
        self._looked_at: tuple[State | None, tuple[Any, ...]] = (None, ())

    def decision(self, state: State) -> Decision:
        """The kind of the pending record."""
        return OVER if state.pending is None else type(state.pending)

    def forced(self, state: State) -> bool:
        """R6: every decision with one legal action is taken."""
        return state.pending is not None

    # The engine looks at every decision (R6), and the next to ask about the same position is the one who decides: the list is kept for them.

    def legal(self, state: State) -> tuple[Any, ...]:
        """See `RuleBook.legal`."""
        seen, legal = self._looked_at
        return legal if seen is state else super().legal(state)

    def only_action(self, state: State) -> Any:
        """See `RuleBook.only_action`."""
        legal = self._legal[type(state.pending)](state)
        self._looked_at = state, legal
        return legal[0] if len(legal) == 1 else None

    def value_fault(self, action: object) -> str:
        """Section C: a value outside its domain is no action."""
        if action in self._actions:
            return ""
        kind: Any = type(action)
        for field, domain in zip(attrs.fields(kind), self._domains[kind], strict=True):
            found = getattr(action, field.name)
            if found not in domain:
                # Python does not even write out an int of thousands of digits.
                number = str(found) if abs(found) < 10**18 else "an int of more than 18 digits"
                return f"{kind.__name__}.{field.name} is {number}; expected an int in {domain.start}..{domain.stop - 1}"
        raise AssertionError(f"{kind.__name__} has no number, though all its fields are fine")

    def refuse_closed(self, state: State, action: object) -> Rejection:
        """Section C: the rule that is named depends on the decision."""
        pending = state.pending
        kind = type(pending)
        if isinstance(pending, NamePending):
            kind = type(pending.back)
        text = "{kind} is not open now; expected {takes}"
        takes = " or ".join(rule.action.__name__ for rule in self.openings[type(pending)])
        return Rejection.of("not-open-now", _CLOSED[kind], text, kind=type(action).__name__, takes=takes)
