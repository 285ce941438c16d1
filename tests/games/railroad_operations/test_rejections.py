"""Every rejection code of section C, in the order of the page; each refusal cites the rule that stands there."""

from collections.abc import Callable

import pytest

from railrules import GameOverError, IllegalActionError
from railrules.games.railroad_operations.state import NamePending, RollPending, SortPending, SwitchPending, WorkPending
from tests.games.railroad_operations.given import CODES, GAME, KINDS, NO_CHANCE, Table, given, read_action, square, tokens

Case = tuple[Callable[[], Table], str]

NO_PILES = {0: "", 1: "", 2: ""}
S13 = "A0 WP -1..5: (1,0) tWN; (1,-1) cES; (2,-1) tWN; (2,-2) cES; (3,-2) st; (3,-1) Coal Tipple; (4,-2) Meat Packer"
LOCKED = "Branch; (2,-1) [h] pipe - H -; (3,-1) st"
ROLLING = (
    "A0 -3..5: (1,0) tWN; (1,-1) cES; (2,-1) tWN; (2,-2) cES; (3,-2) Stock Pens; (3,-1) Coal Tipple [h]; (4,-1) Oil Loading Rack;"
    "(2,0) tWS; (2,1) cEN; (3,1) Foundry [hhh]"
)
SHUTTLE = ("MoveTrain(W, (0,0))", "MoveTrain(E, (2,0))") * 3
YARD = "A0 WP -2..2: (-1,0) tWN; (-1,-1) cES; (0,-1) yo"


def drawing(name: str, *, slots: str = "", line: str = "", area: str = "") -> Table:
    """A Draw turn with a card in hand that was drawn."""
    return given(area, hands=("tWN",), slots=slots, line=line).do("DrawHomeOffice", f"draws {name}")


def switching(area: str, *trains: str) -> Table:
    return given(area, *trains).do(f"BeginSwitch({trains[0].split(' ', maxsplit=1)[0].rstrip('<>')})")


def out_of_moves(area: str, train: str) -> Table:
    return switching(area, train).do(*SHUTTLE)


def freight(area: str, *trains: str, classification: str = "") -> Table:
    return given(area, *trains, classification=classification).do("CallFreightAgent")


def porters(area: str, *trains: str, classification: str = "") -> Table:
    return given(area, *trains, work=0, classification=classification)


def extra(*, line: str = "", area: str = "", train: str = "", allowed: bool = True) -> Table:
    trains = (train,) if train else ()
    if allowed:
        return given(area, *trains, queue="X22 (0)", line=line, extra_start="anywhere").do("pass")
    return given(area, *trains, queue="X22 (0)", line=line).do("pass")


def sorting(row: str, picked: str) -> Table:
    table = switching("Loop", f"T16 {row} 0(0,-1)")
    return table.with_pending(SortPending(0, SwitchPending(0, 0, 5), tokens(picked)))


FULL_TIMETABLE = ", ".join(f"{stage}: T{stage}" for stage in range(1, 13))

CASES: dict[str, dict[str, Case]] = {
    "DiscardCard": {"card-not-in-hand": (lambda: given(hands=("tWN",)), "DiscardCard(Depot, 0)")},
    "BeginSwitch": {
        "no-such-train": (given, "BeginSwitch(tray 3)"),
        "train-not-in-area": (lambda: given("", "T16 @ Line 0 1/1"), "BeginSwitch(T16)"),
        "train-may-not-switch": (lambda: given("Branch", "T1 @C Office 0"), "BeginSwitch(T1)"),
        "train-cannot-move": (lambda: given("", "T16 kb@ Office 0"), "BeginSwitch(T16)"),
    },
    "DrawHomeOffice": {"deck-empty": (lambda: given(deck_none=True), "DrawHomeOffice")},
    "DrawDepartment": {"pile-empty": (lambda: given(deck_none=True, piles={1: ""}), "DrawDepartment(1)")},
    "DrawNothing": {
        "card-can-be-drawn": (lambda: given(hands=("tWN",)), "DrawNothing"),
        "hand-empty": (lambda: given("Branch", "T16 kb@ Office 0", deck_none=True, piles=NO_PILES), "DrawNothing"),
    },
    "PlayCard": {
        "card-attacks-excluded": (lambda: drawing("Depot").holding("Derail"), "PlayCard(Derail)"),
        "card-not-in-hand": (lambda: drawing("Depot"), "PlayCard(Station)"),
        "no-square-for-card": (lambda: drawing("Coal Tipple"), "PlayCard(Coal Tipple)"),
        "office-step-wrong": (lambda: drawing("Depot", area="ST"), "PlayCard(Depot)"),
        "enhancement-present": (lambda: drawing("Interlocking", area="il"), "PlayCard(Interlocking)"),
        "timetable-full": (lambda: drawing("Train 13", slots=FULL_TIMETABLE), "PlayCard(Train 13)"),
        "no-train-to-follow": (lambda: drawing("Second Section"), "PlayCard(Second Section)"),
        "no-line-card-free": (lambda: drawing("Depot", line="1+ps / 1+ps").holding("Passing Siding"), "PlayCard(Passing Siding)"),
    },
    "EndDraw": {"hand-over-limit": (lambda: given(hands=("tWN, tWS, tEN",)).do("DrawHomeOffice", "draws Depot"), "EndDraw")},
    "PlaceCard": {
        "limits-at-edge": (lambda: given("A0 WP -6..1").placing("tWN"), "PlaceCard((-6,0))"),
        "running-track-broken": (lambda: given("Branch").placing("cES"), "PlaceCard((2,0))"),
        "square-in-use": (lambda: given("A0 WP -2..2: (1,0) st [b]").placing("tWN"), "PlaceCard((1,0))"),
        "square-occupied": (lambda: given("Branch").placing("Coal Tipple"), "PlaceCard((2,-1))"),
        "outside-limits": (lambda: given("Branch").placing("Small Yard"), "PlaceCard((4,0))"),
        "facility-on-running-track": (lambda: given("Branch").placing("Coal Tipple"), "PlaceCard((3,0))"),
        "not-connected": (lambda: given("Branch").placing("Coal Tipple"), "PlaceCard((0,-1))"),
        "no-facility-beside": (lambda: given("Branch").placing("Loading Dock"), "PlaceCard((-1,-1))"),
    },
    "AttachTo": {"no-facility-beside": (lambda: given(S13).placing("Loading Dock").do("PlaceCard((4,-1))"), "AttachTo(S)")},
    "OrderSection": {
        "slot-empty": (lambda: drawing("Second Section", slots="1: T1, 2: T2").do("PlayCard(Second Section)"), "OrderSection(3)"),
        "section-already-ordered": (
            lambda: drawing("Second Section", slots="1: T1, 2: T2, 3: T3+").do("PlayCard(Second Section)"),
            "OrderSection(3)",
        ),
    },
    "ImproveLine": {
        "no-line-card": (lambda: drawing("Block Signals").do("PlayCard(Block Signals)"), "ImproveLine(2, 0)"),
        "modifier-present": (
            lambda: given(players=2, hands=("", "tWN"), line="1+bs / 1 / 1").do("DrawHomeOffice", "draws Block Signals", "PlayCard(Block Signals)"),
            "ImproveLine(0, 0)",
        ),
    },
    "MoveTrain": {
        "no-moves-left": (lambda: out_of_moves("Branch", "T16 kb@ 0(2,0)"), "MoveTrain(W, (0,0))"),
        "coupling-forbidden": (lambda: switching("Branch; (2,-1) [H]", "X22> k@ Office 0"), "MoveTrain(E, (2,-1))"),
        "consist-too-long": (lambda: switching("Branch; (2,-1) [hhh]", "T16 kb@ Office 0"), "MoveTrain(E, (2,-1))"),
        "cars-must-couple-first": (lambda: switching("Branch", "T16 kb@ 0(2,0)").do("SetOut(W, 1)"), "MoveTrain(W, (0,0))"),
        "blocked-by-train": (lambda: switching("Branch", "T16 kb@ Office 0", "T7 @ 0(2,0)"), "MoveTrain(E, (2,0))"),
        "track-locked": (lambda: switching(LOCKED, "T16 kb@ Office 0"), "MoveTrain(E, (2,-1))"),
        "leaves-by-limits": (lambda: switching("Branch", "T16 kb@ Office 0"), "MoveTrain(E, (3,0))"),
        "not-operational-rail": (lambda: switching("Branch", "T16 kb@ Office 0"), "MoveTrain(E, (1,0))"),
        "stands-behind-cars": (lambda: switching("Branch; (-1,0) st [b]", "T16 kb@ Office 0"), "MoveTrain(W, (-2,0))"),
        "not-connected": (lambda: switching("Branch", "T16 kb@ 0(2,0)"), "MoveTrain(W, (2,-1))"),
    },
    "SetOut": {
        "nothing-to-cut": (lambda: switching("Branch", "T16 kb@ 0(2,0)"), "SetOut(W, 3)"),
        "not-on-office": (lambda: switching("Branch", "T16 kb@ Office 0"), "SetOut(W, 1)"),
        "track-locked": (lambda: switching(LOCKED, "T16 kb@ 0(2,-1)"), "SetOut(W, 1)"),
        "square-full": (lambda: switching("Branch; (2,0) st [bbb]", "T16 kb@ 0(2,0)"), "SetOut(W, 2)"),
        "setout-forbidden": (lambda: switching("Branch", "T8 cb@ 0(2,0)"), "SetOut(W, 1)"),
    },
    "FlyingSwitch": {
        "no-moves-left": (
            lambda: switching("Branch", "T16 k@h Office 0").with_pending(SwitchPending(0, 0, 0)),
            "FlyingSwitch(E, 1)",
        ),
        "nothing-to-cut": (lambda: switching("Branch", "T16 k@h Office 0"), "FlyingSwitch(E, 2)"),
        "setout-forbidden": (lambda: switching("Branch", "T8 b@c Office 0"), "FlyingSwitch(E, 1)"),
        "no-facility-in-reach": (lambda: switching("Branch", "T16 k@h Office 0"), "FlyingSwitch(W, 1)"),
    },
    "RollTo": {
        "not-a-facility": (lambda: switching(ROLLING, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)"), "RollTo((2,0))"),
        "path-blocked": (lambda: switching(ROLLING, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)"), "RollTo((4,-1))"),
        "square-full": (lambda: switching(ROLLING, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)"), "RollTo((3,1))"),
    },
    "BeginSort": {
        "no-moves-left": (lambda: switching("Loop", "T16 b@k 0(0,-1)").with_pending(SwitchPending(0, 0, 0)), "BeginSort"),
        "not-on-small-yard": (lambda: switching("Loop", "T16 b@k 0(2,0)"), "BeginSort"),
        "only-one-order": (lambda: switching("Loop", "T16 @ 0(0,-1)"), "BeginSort"),
    },
    "SortNext": {
        "token-not-left": (lambda: switching("Loop", "T16 b@k 0(0,-1)").do("BeginSort"), "SortNext(h)"),
        "same-order": (lambda: sorting("bb@", "b"), "SortNext(b)"),
    },
    "StockBox": {
        "no-box": (lambda: freight("Branch Fuel Dealer; (2,-1) red H"), "StockBox((2,-1))"),
        "box-full": (lambda: freight("Branch; (2,-1) [hh] green H"), "StockBox((2,-1))"),
        "yard-has-none": (lambda: freight("DE Branch; (2,-1) [h]", classification="H4"), "StockBox((2,-1))"),
        "no-unclaimed-car": (lambda: freight("DE Branch"), "StockBox((2,-1))"),
    },
    "ClearBox": {
        "no-box": (lambda: freight("Branch; (2,-1) green H"), "ClearBox((2,-1))"),
        "box-empty": (lambda: freight("DE Branch Fuel Dealer"), "ClearBox((2,-1))"),
    },
    "UnjamLoad": {
        "no-box": (lambda: freight("DE Branch"), "UnjamLoad((2,0))"),
        "nothing-to-unjam": (lambda: freight("DE Branch"), "UnjamLoad((2,-1))"),
    },
    "WorkFacility": {
        "no-facility": (lambda: porters("DE green 1 Branch", "T5 @c Office 0"), "WorkFacility((2,0))"),
        "laborers-used": (
            lambda: porters("DE Branch; (2,-1) [h] pipe H - -", "T5 @C Office 0").do("WorkFacility((2,-1))"),
            "WorkFacility((2,-1))",
        ),
        "no-step": (lambda: porters("DE Branch", "T5 @C Office 0"), "WorkFacility((2,-1))"),
    },
    "NameLoad": {
        "no-such-load": (lambda: freight("A0 DE green 1 red 1").do("UnjamLoad((0,0))"), "NameLoad(men)"),
    },
    "BoardCoach": {
        "no-porter": (
            lambda: porters("DE green 1 Branch; (2,-1) [h] pipe H - -", "T5 @cC Office 0").do("DetrainCoach(T5)"),
            "BoardCoach(T5)",
        ),
        "train-not-at-office": (lambda: porters("A0 DE -2..2 green 1", "T5 @cC Office 0", "T7 @c 0(1,0)"), "BoardCoach(T7)"),
        "no-passenger-work": (lambda: porters("A0 DE green 1", "T5 @cC Office 0", "X11< @c Office 0"), "BoardCoach(X11)"),
        "box-empty": (lambda: porters("A0 DE", "T5 @cC Office 0"), "BoardCoach(T5)"),
        "no-coach": (lambda: porters("A0 DE green 1", "T5 @CC Office 0"), "BoardCoach(T5)"),
    },
    "DetrainCoach": {
        "no-porter": (
            lambda: porters("DE green 1 Branch; (2,-1) [h] pipe H - -", "T5 @cC Office 0").do("BoardCoach(T5)"),
            "DetrainCoach(T5)",
        ),
        "train-not-at-office": (lambda: porters("A0 DE -2..2 green 1", "T5 @cC Office 0", "T7 @C 0(1,0)"), "DetrainCoach(T7)"),
        "no-passenger-work": (lambda: porters("A0 DE green 1", "T5 @cC Office 0", "T1 @C Office 0"), "DetrainCoach(T1)"),
        "no-coach": (lambda: porters("A0 DE green 1", "T5 @cc Office 0"), "DetrainCoach(T5)"),
        "box-full": (lambda: porters("A0 DE green 1 red 1", "T5 @cC Office 0"), "DetrainCoach(T5)"),
        "yard-has-none": (lambda: porters("A0 DE green 1", "T5 @cC Office 0", classification="c7"), "DetrainCoach(T5)"),
    },
    "StartExtra": {
        "start-not-allowed": (lambda: extra(allowed=False), "StartExtra(Office, W)"),
        "no-interchange": (extra, "StartExtra(Interchange (0,0), W)"),
        "office-full": (lambda: extra(train="T6 c@c Office 0"), "StartExtra(Office, E)"),
    },
    "AddCar": {
        "car-not-taken": (lambda: given(slots="4: T6").do("pass"), "AddCar(b)"),
        "yard-has-none": (lambda: given(slots="4: T4", classification="c8").do("pass"), "AddCar(c)"),
    },
    "CloseConsist": {"car-must-be-added": (lambda: given(slots="4: T6").do("pass"), "CloseConsist")},
    "TelegraphHold": {
        "train-not-ready": (lambda: given("A0 DE tg", "T16 kb@ Office 0", "T7 @ Line 1 1/1").do("pass"), "TelegraphHold(T7)"),
    },
    "DivertTrain": {"no-yard-office-there": (lambda: given(YARD, "T10 kR@ Line 0 1/1").do("pass"), "DivertTrain((-1,-1))")},
}
"""For each code a position and an action that is refused with it."""

ALL = [(kind, code) for kind, codes in CODES.items() for code in codes]


def test_the_table_is_that_of_the_page() -> None:
    """All codes, in their order, and no others."""
    assert [(kind, code) for kind, codes in CASES.items() for code in codes] == ALL
    assert set(CODES) <= set(KINDS)


@pytest.mark.rule(
    *("OPS-4.3", "OPS-4.4", "OPS-4.6", "OPS-4.7", "OPS-4.8", "OPS-5.6", "OPS-5.7", "OPS-5.8", "OPS-5.10", "OPS-5.11", "OPS-5.12", "OPS-5.13"),
    *("OPS-5.14", "OPS-6.1", "OPS-6.3", "OPS-6.4", "OPS-6.5", "OPS-6.8", "OPS-6.9", "OPS-6.10", "OPS-6.14", "OPS-7.2", "OPS-7.3", "OPS-7.4"),
    *("OPS-7.5", "OPS-7.6", "OPS-7.10", "OPS-7.11", "OPS-7.12", "OPS-8.1", "OPS-8.2", "OPS-8.4", "OPS-8.5", "OPS-8.10", "OPS-8.13", "OPS-2.4"),
    *("OPS-W11", "OPS-R25", "OPS-R27"),
)
@pytest.mark.parametrize(("kind", "code"), ALL)
def test_each_code(kind: str, code: str) -> None:
    """The action is refused with this code, which cites the rule of section C."""
    make, action = CASES[kind][code]
    table = make()
    assert action.startswith(kind)
    assert table.code(action) == code


@pytest.mark.rule("OPS-7.4", "OPS-7.6")
def test_no_such_load_cites_the_decision_behind_it() -> None:
    """7.4 from the Freight Agent, 7.6 from the workers."""
    unjamming = freight("A0 DE green 1 red 1").do("UnjamLoad((0,0))")
    assert unjamming.refusal("NameLoad(work)").rule == "OPS-7.4"
    working = given("Branch Meat Packer; (2,-1) [rS] green R").do("pass", "WorkFacility((2,-1))")
    assert working.refusal("NameLoad(red-0)").rule == "OPS-7.6"
    assert working.code("NameLoad(men)") == "no-such-load"


# ---- what a refusal says -----------------------------------------------------------------------------------------------------------------

SAID: list[tuple[Callable[[], Table], str, str]] = [
    (lambda: switching("Branch", "T16 kb@ 0(2,0)", "T7 @ Office 0"), "MoveTrain(W, (-1,0))", "a train on 0,0 is in the way"),
    (lambda: switching("Branch; (2,-1) [hh]; (3,-1) st", "T16 kbb@ Office 0"), "MoveTrain(E, (3,-1))", "standing cars on +2,-1 are in the way"),
    (
        lambda: switching("Branch; (2,-1) [hh]; (3,-1) st", "T16 kbb@ Office 0"),
        "MoveTrain(E, (2,-1))",
        "with the cars on +2,-1 the train would have more than four",
    ),
    (lambda: switching("Branch; (2,-1) [h]", "X13> k@g Office 0"), "MoveTrain(E, (2,-1))", "this train may not couple the cars on +2,-1"),
    (lambda: switching(LOCKED, "T16 kb@ Office 0"), "MoveTrain(E, (3,-1))", "a load locks the track of the facility on +2,-1"),
    (lambda: switching("Branch", "T16 kb@ 0(2,0)"), "MoveTrain(E, (3,0))", "a Move does not leave by the Limit on +3,0"),
    (lambda: switching("Branch", "T16 kb@ 0(2,0)"), "MoveTrain(W, (1,0))", "a Move does not end on +1,0, which is no Operational Rail"),
    (lambda: switching("Branch", "T16 kb@ 0(2,0)"), "MoveTrain(W, (2,-1))", "no track leads west to +2,-1"),
    (
        lambda: switching("Branch; (2,0) st [h]", "T16 kb@ 0(2,0)"),
        "MoveTrain(E, (3,0))",
        "the cars beside the train on +2,0 must be coupled first",
    ),
    (
        lambda: switching("Branch", "T16 kb@ 0(2,0)"),
        "SetOut(W, 3)",
        "asked to cut 3 from the west end; expected at most 2, what stands before the engine",
    ),
    (
        lambda: switching("Branch", "T16 kb@ 0(2,0)"),
        "FlyingSwitch(E, 1)",
        "asked to cut 1 from the east end; expected at most 0, what stands before the engine",
    ),
    (
        lambda: switching("Branch; (2,0) st [rr]", "T16 kbh@ 0(2,0)"),
        "SetOut(W, 3)",
        "no room for 3 more on +2,0, where four fit; found 2",
    ),
    (
        lambda: switching(ROLLING, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)"),
        "RollTo((3,1))",
        "no room for 2 more on +3,+1, where four fit; found 3",
    ),
    (lambda: switching(ROLLING, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)"), "RollTo((4,-1))", "the cars cannot roll to +4,-1"),
    (
        lambda: switching("Branch", "T16 kb@ 0(2,0)"),
        "EndDraw",
        "EndDraw is not open now; expected EndSwitch or BeginSort or SetOut or FlyingSwitch or MoveTrain",
    ),
    (lambda: freight("A0 DE green 1 red 1").do("UnjamLoad((0,0))"), "EndFreight", "EndFreight is not open now; expected NameLoad"),
    (lambda: given(slots="4: T6").do("pass"), "AddCar(b)", "the train takes no empty Boxcar"),
    (lambda: given(slots="4: T4", classification="C8").do("pass"), "AddCar(C)", "the Division Yard has no loaded Coach"),
    (lambda: extra(allowed=False), "StartExtra(Office, W)", "the option extra_start lets no Extra start at an Office"),
]
"""Positions, actions, and what a person reads of why they are refused."""


@pytest.mark.rule("OPS-6.4", "OPS-6.5", "OPS-6.8", "OPS-6.10", "OPS-8.2", "OPS-8.5", "OPS-W4")
@pytest.mark.parametrize(("make", "action", "message"), SAID, ids=[message for _, _, message in SAID])
def test_a_refusal_says_where_and_how_many(make: Callable[[], Table], action: str, message: str) -> None:
    """A refused step names the square of the obstacle, or the numbers that were too large."""
    assert make().refusal(action).message == message


# ---- the first failure wins ----------------------------------------------------------------------------------------------------------------

ORDER: dict[str, Case] = {
    "no-such-train": (lambda: given("Branch", "T1 @C Line 0 1/1"), "BeginSwitch(tray 1)"),
    "train-not-in-area": (lambda: given("Branch", "T1 @C Line 0 1/1"), "BeginSwitch(T1)"),
    "train-may-not-switch": (lambda: given("", "T1 @C Office 0"), "BeginSwitch(T1)"),
    "card-can-be-drawn": (given, "DrawNothing"),
    "card-attacks-excluded": (lambda: drawing("Depot"), "PlayCard(Derail)"),
    "card-not-in-hand": (lambda: drawing("Depot"), "PlayCard(Coal Tipple)"),
    "no-moves-left": (lambda: switching("Branch; (2,0) st [H]", "X22> k@ Office 0").with_pending(SwitchPending(0, 0, 0)), "MoveTrain(E, (2,0))"),
    "coupling-forbidden": (lambda: switching("Branch; (2,0) st [HHHH]", "X22> k@ Office 0"), "MoveTrain(E, (2,0))"),
    "nothing-to-cut": (lambda: switching("Branch", "T16 kb@ Office 0"), "SetOut(E, 1)"),
    "not-on-office": (lambda: switching("Branch", "T8 cb@ Office 0"), "SetOut(W, 1)"),
    "square-full": (lambda: switching("Branch; (2,0) st [bbbb]", "T8 cb@ 0(2,0)"), "SetOut(W, 1)"),
    "setout-forbidden": (lambda: switching("Branch", "T8 c@ Office 0"), "FlyingSwitch(W, 1)"),
    "not-on-small-yard": (lambda: switching("Branch", "T16 @ Office 0"), "BeginSort"),
    "box-full": (lambda: freight("Branch; (2,-1) green H", classification="H3"), "StockBox((2,-1))"),
    "yard-has-none": (lambda: freight("DE Branch", classification="H4"), "StockBox((2,-1))"),
    "laborers-used": (
        lambda: porters("DE Branch", "T5 @C Office 0").with_pending(WorkPending(0, ((square("(2,-1)"), 1),))),
        "WorkFacility((2,-1))",
    ),
    "no-porter": (lambda: porters("A0 DE", "T5 @C Office 0").with_pending(WorkPending(0, (), 1)), "BoardCoach(tray 3)"),
    "train-not-at-office": (lambda: porters("A0 DE", "T5 @C Office 0", "X11< @c Line 1 1/1"), "BoardCoach(X11)"),
    "no-passenger-work": (lambda: porters("A0 DE", "T5 @C Office 0", "X11< @ Office 0"), "BoardCoach(X11)"),
    "box-empty": (lambda: porters("A0 DE", "T5 @C Office 0"), "BoardCoach(T5)"),
    "no-coach": (lambda: porters("A0 ST red 2 green 1", "T5 @c Office 0", "T7 @C Office 0"), "DetrainCoach(T5)"),
    "start-not-allowed": (lambda: extra(allowed=False), "StartExtra(Interchange (0,0), E)"),
    "car-not-taken": (lambda: given(slots="4: T6", classification="b4").do("pass"), "AddCar(b)"),
}


@pytest.mark.rule("OPS-4.3", "OPS-6.14", "OPS-6.8", "OPS-7.2", "OPS-7.10")
@pytest.mark.parametrize("code", ORDER)
def test_the_first_failure_wins(code: str) -> None:
    """Where two codes fit, the one that stands further left."""
    make, action = ORDER[code]
    assert make().code(action) == code


# ---- not open, over --------------------------------------------------------------------------------------------------------------------------

OPEN: dict[str, tuple[Callable[[], Table], list[str], str]] = {
    "Option": (
        lambda: given("Branch", "T16 kb@ Office 0", hands=("tWN",)),
        ["DrawHomeOffice", "DrawNothing", "CallFreightAgent", "DrawDepartment", "BeginSwitch", "DiscardCard"],
        "OPS-4.1",
    ),
    "Draw": (lambda: drawing("Depot"), ["EndDraw", "PlayCard", "DiscardCard"], "OPS-4.1"),
    "Place": (lambda: drawing("Straight Track").do("PlayCard(Straight Track)"), ["PlaceCard"], "OPS-4.1"),
    "Attach": (lambda: given(S13).placing("Loading Dock").do("PlaceCard((4,-1))"), ["AttachTo"], "OPS-4.1"),
    "Section": (lambda: drawing("Second Section", slots="1: T1, 2: T2").do("PlayCard(Second Section)"), ["OrderSection"], "OPS-4.1"),
    "Improve": (lambda: drawing("Block Signals").do("PlayCard(Block Signals)"), ["ImproveLine"], "OPS-4.1"),
    "Switch": (lambda: switching("Branch", "T16 kb@ Office 0"), ["EndSwitch", "BeginSort", "SetOut", "FlyingSwitch", "MoveTrain"], "OPS-6.1"),
    "Sort": (lambda: switching("Loop", "T16 b@k 0(0,-1)").do("BeginSort"), ["SortNext"], "OPS-6.1"),
    "Roll": (lambda: switching(ROLLING, "T16 k@hh Office 0").do("FlyingSwitch(E, 2)"), ["RollTo"], "OPS-6.1"),
    "Freight": (lambda: freight("A0 DE"), ["EndFreight", "StockBox", "ClearBox", "UnjamLoad"], "OPS-7.1"),
    "Name": (lambda: freight("A0 DE green 1 red 1").do("UnjamLoad((0,0))"), ["NameLoad"], "OPS-7.1"),
    "Work": (lambda: porters("A0 DE green 1", "T5 @cC Office 0"), ["EndWork", "BoardCoach", "DetrainCoach", "WorkFacility"], "OPS-7.12"),
    "Start": (extra, ["StartExtra"], "OPS-8.5"),
    "MakeUp": (lambda: given(slots="4: T6").do("pass"), ["CloseConsist", "AddCar"], "OPS-8.2"),
    "Telegraph": (lambda: given("A0 DE tg", "T16 kb@ Office 0").do("pass"), ["LetRun", "TelegraphHold"], "OPS-8.8"),
    "Clearance": (lambda: given("", "T4 @ Point W", "T8 @ Office 0").do("pass"), ["ClearTrain", "HoldTrain"], "OPS-8.8"),
    "Divert": (lambda: given(YARD, "T10 kR@ Line 0 1/1").do("pass"), ["TakeOffice", "DivertTrain"], "OPS-8.10"),
    "Extend": (lambda: given(extra_days=1, day=5, stage=12).do("pass"), ["RunAnotherDay", "CloseBooks"], "OPS-10.3"),
}
"""For each decision a position, the kinds that are open there, and the rule that is cited for the others."""

ANY = {
    "DrawDepartment": "DrawDepartment(0)",
    "BeginSwitch": "BeginSwitch(tray 0)",
    "TelegraphHold": "TelegraphHold(tray 0)",
    "BoardCoach": "BoardCoach(tray 0)",
    "DetrainCoach": "DetrainCoach(tray 0)",
    "SetOut": "SetOut(W, 1)",
    "FlyingSwitch": "FlyingSwitch(W, 1)",
    "SortNext": "SortNext(b)",
    "AddCar": "AddCar(b)",
    "AttachTo": "AttachTo(N)",
    "NameLoad": "NameLoad(men)",
    "OrderSection": "OrderSection(1)",
    "ImproveLine": "ImproveLine(0, 0)",
    "StartExtra": "StartExtra(Point W)",
    "PlaceCard": "PlaceCard((0,0))",
    "MoveTrain": "MoveTrain(W, (0,0))",
    "RollTo": "RollTo((0,0))",
    "DivertTrain": "DivertTrain((0,0))",
    "StockBox": "StockBox((0,0))",
    "ClearBox": "ClearBox((0,0))",
    "UnjamLoad": "UnjamLoad((0,0))",
    "WorkFacility": "WorkFacility((0,0))",
    "PlayCard": "PlayCard(Derail)",
    "DiscardCard": "DiscardCard(Derail, 0)",
}


@pytest.mark.rule("OPS-4.1", "OPS-6.1", "OPS-7.1", "OPS-7.12", "OPS-8.2", "OPS-8.5", "OPS-8.8", "OPS-8.10", "OPS-10.3")
@pytest.mark.parametrize("decision", OPEN)
def test_what_is_not_open(decision: str) -> None:
    """Every kind that B.3 does not list is `not-open-now`, before all other codes; the rule is that of the decision."""
    make, kinds, rule = OPEN[decision]
    table = make()
    assert table.asks.split()[-1] == decision
    for kind in KINDS:
        found = GAME.validate(table.state, read_action(table.state, ANY.get(kind, kind)))
        if kind in kinds:
            assert found is None or found.code != "not-open-now"
        else:
            assert found is not None
            assert (found.code, found.rule) == ("not-open-now", rule), kind
            assert table.code(ANY.get(kind, kind)) == "not-open-now"


@pytest.mark.rule("OPS-7.12", "OPS-7.6")
def test_what_is_not_open_while_a_step_is_named() -> None:
    """A `Name` from the workers cites their rule."""
    table = given("Branch Meat Packer; (2,-1) [rS] green R").do("pass", "WorkFacility((2,-1))")
    pending = table.pending
    assert isinstance(pending, NamePending)
    assert isinstance(pending.back, WorkPending)
    assert table.refusal("EndWork").rule == "OPS-7.12"
    assert table.code("EndFreight") == "not-open-now"


@pytest.mark.rule("OPS-10.1")
def test_after_the_end() -> None:
    """Whatever it is, the game is over."""
    table = given(day=5, stage=12).do("pass")
    assert table.asks == "over"
    assert table.legal == []
    for kind in KINDS:
        assert table.code(ANY.get(kind, kind)) == "game-over"
    with pytest.raises(GameOverError):
        GAME.apply(table.state, read_action(table.state, "CloseBooks"), NO_CHANCE)
    with pytest.raises(IllegalActionError):
        GAME.apply(table.state, object(), NO_CHANCE)


@pytest.mark.rule("OPS-W11", "OPS-6.9", "OPS-8.13", "OPS-5.11")
def test_w11_codes_of_positions_made_by_hand() -> None:
    """`same-order`, `no-line-card-free` and `square-full` of a set-out stay for positions that play does not bring."""
    same = sorting("bb@", "b")
    assert same.among("SortNext") == ["@"]
    assert isinstance(same.pending, SortPending)
    assert sorting("b@k", "b@").code("SortNext(k)") == "same-order"
    line = drawing("Depot", line="1+dt / 1+dt").holding("Double Track")
    assert line.code("PlayCard(Double Track)") == "no-line-card-free"


@pytest.mark.rule("OPS-W9", "OPS-6.10", "OPS-R24")
def test_w9_a_roll_made_by_hand() -> None:
    """With one target the engine rolls by itself; asked, it says why another square is none."""
    table = switching("Branch; (2,-1) [h]; (3,-1) Foundry", "T16 k@h Office 0")
    rolling = table.with_pending(RollPending(0, SwitchPending(0, 0, 5), 1, 1))
    assert rolling.targets("RollTo") == "(2,-1)"
    assert rolling.code("RollTo((3,-1))") == "path-blocked"
    locked = switching("Branch; (2,-1) [h] pipe - H -; (3,-1) Foundry", "T16 k@h Office 0")
    assert locked.with_pending(RollPending(0, SwitchPending(0, 0, 5), 1, 1)).code("RollTo((2,-1))") == "path-blocked"
