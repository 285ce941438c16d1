"""The laws OPS-I1 to I18 (section F of the decisions page): broken positions are noticed, random games keep them."""

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
import pytest

from railrules import Config, SeededChance
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations import events as ev
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.consist import COACH
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.state import (
    Area,
    AtLimits,
    AttachPending,
    DrawPending,
    Facility,
    FreightPending,
    ImprovePending,
    InArea,
    MakeUpPending,
    NamePending,
    Office,
    OnLine,
    OptionPending,
    PlacePending,
    Result,
    RollPending,
    SectionPending,
    Slot,
    SortPending,
    Square,
    State,
    SwitchPending,
    WorkPending,
)
from railrules.games.railroad_operations.track import OFFICE, square_at
from railrules.parts import Pool
from tests.games.railroad_operations.given import CONTENT, GAME, card, cards, given, square, tokens

# ---- a sound position, and what can be broken in it --------------------------------------------------------------------------------------

SOUND = given(
    "DE -3..4 il tg green 1: (1,0) tWN; (1,-1) cES; (2,-1) Foundry [gg] pipe - G -; (3,-1) sy [bB]; (2,-2) ld>(2,-1); (-1,0) tWS; "
    "(-1,1) cEN; (0,1) Fuel Dealer red T pipe - H -",
    "T16 kb@ Office 0",
    "T9 @rk Office 0",
    "T14 kG@ Limits 0W",
    "T4 cB@ Line 1 1/3",
    "X22> k@ 0(3,-1)",
    a1="WP -1..2: (1,0) tWN; (1,-1) cES; (2,-1) Freight House [b] green B",
    players=2,
    line="1 / 3 / 2",
    hands=("Straight Track, Depot, Warehouse", "Coal Tipple, T1"),
    slots="3: T5+",
    sections=(3,),
    queue="X20 (1)",
    classification="c2 C2 k",
    piles={1: "Water Column, Station"},
).state
"""Two players, five trains in every sort of place, two facilities at work, a modifier, a section and an Extra that wait."""


def laws(state: State) -> set[str]:
    """The ids of the laws that a position breaks."""
    return {fault.partition(":")[0] for fault in GAME.invariant_faults(state)}


def division(state: State, **changed: Any) -> State:
    return attrs.evolve(state, division=attrs.evolve(state.division, **changed))


def yard(state: State, which: str, **changed: int) -> State:
    """A yard with so many more of some tokens, named by letter."""
    counts = list(getattr(state.division.yards, which))
    for letter, number in changed.items():
        counts[tokens(letter)[0]] += number
    return division(state, yards=attrs.evolve(state.division.yards, **{which: tuple(counts)}))


def train(state: State, tray: int, **changed: Any) -> State:
    trays = list(state.division.trays)
    there = trays[tray]
    assert there is not None
    trays[tray] = attrs.evolve(there, **changed)
    return division(state, trays=tuple(trays))


def area(state: State, seat: int = 0, **changed: Any) -> State:
    areas = list(state.areas)
    areas[seat] = attrs.evolve(areas[seat], **changed)
    return attrs.evolve(state, areas=tuple(areas))


def squares_of(there: Area) -> dict[int, Square]:
    return {found.square: found for found in there.squares}


def lay(state: State, place: str, seat: int = 0, **changed: Any) -> State:
    """A square of an area is changed, made, or with ``card=None`` taken away."""
    number = square(place)
    squares = squares_of(state.areas[seat])
    if changed.get("card", 0) is None:
        del squares[number]
    else:
        squares[number] = attrs.evolve(squares.get(number, Square(number, 0)), **changed)
    return area(state, seat, squares=tuple(squares[number] for number in sorted(squares)))


def works(state: State, place: str = "(2,-1)", seat: int = 0, **changed: Any) -> State:
    """A facility is changed."""
    facility = squares_of(state.areas[seat])[square(place)].facility
    assert facility is not None
    return lay(state, place, seat, facility=attrs.evolve(facility, **changed))


def swapped(state: State, place: str, old: str, new: str, seat: int = 0, **boxes: str) -> State:
    """A facility with other boxes; what came and went is made up for in the Division Yard, so that all tokens are there."""
    changed = works(state, place, seat, **{key: tuple(sorted(tokens(row))) for key, row in boxes.items()})
    for letter in old:
        changed = yard(changed, "division", **{letter: 1})
    for letter in new:
        changed = yard(changed, "division", **{letter: -1})
    return changed


def player(state: State, who: int, **changed: Any) -> State:
    players = list(state.people.players)
    players[who] = attrs.evolve(players[who], **changed)
    return attrs.evolve(state, people=attrs.evolve(state.people, players=tuple(players)))


def of_cards(state: State, **changed: Any) -> State:
    return attrs.evolve(state, cards=attrs.evolve(state.cards, **changed))


def drawn(state: State, *names: str) -> State:
    """The deck without some cards."""
    return of_cards(state, deck=state.cards.deck.remove(map(card, names)))


def asks(state: State, pending: Any, **books: Any) -> State:
    return attrs.evolve(state, pending=pending, books=attrs.evolve(state.books, **books))


def modified(state: State, *names: str, gap: int = 1) -> State:
    """A Mainline card with modifiers out of the deck."""
    gaps = list(state.division.gaps)
    (line,) = gaps[gap]
    gaps[gap] = (attrs.evolve(line, modifiers=tuple(sorted(map(card, names)))),)
    return division(drawn(state, *names), gaps=tuple(gaps))


def on_line(state: State, tray: int, heading: int, region: int) -> State:
    """A train of the area is out on the card of gap 1; nothing holds its place at the Limits."""
    changed = train(state, tray, place=OnLine(1, 0, region), heading=heading)
    return area(changed, held=tuple(held for held in state.areas[0].held if held[1] != tray))


def bare(state: State) -> State:
    """Every token of the Division Yard lies in the Classification Yard."""
    yards = state.division.yards
    both = tuple(one + other for one, other in zip(yards.division, yards.classification, strict=True))
    return division(state, yards=attrs.evolve(yards, division=(0,) * 15, classification=both))


def nowhere(state: State) -> State:
    """All tokens of both yards stand in the areas: as many squares of straight track as it takes."""
    left = [
        token
        for counts in (state.division.yards.division, state.division.yards.classification)
        for token, count in enumerate(counts)
        for _ in range(count)
    ]
    places = [square_at(column, row) for row in (-3, 2, 3) for column in range(-3, 5)]
    rows = [tuple(left[start : start + 4]) for start in range(0, len(left), 4)]
    assert len(rows) <= len(places)
    squares = squares_of(state.areas[0])
    for place, row in zip(places, rows, strict=False):
        squares[place] = Square(place, card("st"), row)
    changed = area(state, squares=tuple(squares[number] for number in sorted(squares)))
    return division(changed, yards=attrs.evolve(state.division.yards, division=(0,) * 15, classification=(0,) * 15))


def dry(state: State) -> State:
    """Deck and piles are out of the game."""
    rest = [*state.cards.deck, *(there for pile in state.cards.piles for there in pile)]
    return of_cards(state, deck=Pool(()), piles=((), (), ()), gone=state.cards.gone.add(rest))


BROKEN: list[tuple[str, str, Callable[[State], State]]] = [
    ("OPS-I1", "a loaded coach too many", lambda state: yard(state, "division", C=1)),
    ("OPS-I1", "a hopper lost", lambda state: yard(state, "division", h=-1)),
    ("OPS-I1", "a caboose too many", lambda state: yard(state, "classification", k=1)),
    ("OPS-I1", "a car lost from a train", lambda state: train(state, 0, consist=tokens("k@"))),
    ("OPS-I1", "a car from nowhere", lambda state: lay(state, "(3,-1)", standing=tokens("bBs"))),
    ("OPS-I1", "passengers from nowhere", lambda state: area(state, 1, office=Office(0, 0, 1))),
    ("OPS-I1", "a load lost", lambda state: works(state, "(0,1)", red=())),
    ("OPS-I1", "a load in a green box from nowhere", lambda state: works(state, green=tokens("G"))),
    ("OPS-I1", "a load lost from a pipeline", lambda state: works(state, pipeline=(None, None, None), outbound=None)),
    ("OPS-I1", "a yard below nothing", lambda state: yard(yard(state, "classification", s=-1), "division", s=1)),
    ("OPS-I1", "a boxcar turned into a reefer", lambda state: yard(state, "division", b=-1, r=1)),
    ("OPS-I2", "two engines", lambda state: train(state, 0, consist=tokens("k@b@"))),
    ("OPS-I2", "no engine", lambda state: train(state, 0, consist=tokens("kb"))),
    ("OPS-I2", "five cars", lambda state: train(state, 0, consist=tokens("kbbbb@"))),
    ("OPS-I2", "five cars on a square", lambda state: lay(state, "(3,-1)", standing=tokens("bBtts"))),
    ("OPS-I2", "cars on the Office", lambda state: lay(state, "(0,0)", standing=tokens("b"))),
    ("OPS-I2", "cars on a turnout", lambda state: lay(state, "(1,0)", standing=tokens("b"))),
    ("OPS-I2", "cars on a Limit", lambda state: lay(state, "(-3,0)", standing=tokens("b"))),
    ("OPS-I2", "cars on a modifier", lambda state: lay(state, "(2,-2)", standing=tokens("b"))),
    ("OPS-I2", "more cars west of a train than there are", lambda state: lay(state, "(3,-1)", split=3)),
    ("OPS-I2", "cars west of a train that is not there", lambda state: lay(state, "(2,-1)", split=1)),
    ("OPS-I2", "fewer than no cars west of a train", lambda state: lay(state, "(3,-1)", split=-1)),
    ("OPS-I3", "a tray too many", lambda state: division(state, trays=(*state.division.trays, None))),
    ("OPS-I3", "a tray lost", lambda state: division(state, trays=state.division.trays[:4])),
    ("OPS-I3", "two trains of one serial", lambda state: train(state, 1, serial=0)),
    ("OPS-I3", "a serial that was not given", lambda state: train(state, 1, serial=5)),
    ("OPS-I3", "a train on a turnout", lambda state: train(state, 4, place=InArea(0, square("(1,0)")))),
    ("OPS-I3", "a train on a Limit", lambda state: train(state, 4, place=InArea(0, square("(4,0)")))),
    ("OPS-I3", "a train on a modifier", lambda state: train(state, 4, place=InArea(0, square("(2,-2)")))),
    ("OPS-I3", "a train where nothing lies", lambda state: train(state, 4, place=InArea(0, square("(2,2)")))),
    ("OPS-I4", "two trains on a square", lambda state: train(state, 1, place=InArea(0, square("(3,-1)")))),
    ("OPS-I4", "three trains at a Depot", lambda state: train(state, 4, place=InArea(0, OFFICE))),
    ("OPS-I4", "two trains at a Whistle Post", lambda state: train(train(state, 0, place=InArea(1, OFFICE)), 1, place=InArea(1, OFFICE))),
    ("OPS-I4", "two trains at one end", lambda state: area(train(state, 3, place=AtLimits(0, 0)), held=((0, 2), (0, 3)))),
    ("OPS-I4", "a train at the Limits that is not held", lambda state: train(state, 3, place=AtLimits(0, 1))),
    ("OPS-I4", "a train held that is not there", lambda state: area(state, held=((0, 2), (1, 3)))),
    ("OPS-I4", "a train held at the other end", lambda state: area(state, held=((1, 2),))),
    ("OPS-I4", "a train held without Interlocking", lambda state: area(state, enhancements=(card("Telegraph"),))),
    ("OPS-I5", "region 0", lambda state: train(state, 3, place=OnLine(1, 0, 0))),
    ("OPS-I5", "a region behind the last", lambda state: train(state, 3, place=OnLine(1, 0, 4))),
    ("OPS-I5", "two trains in one region", lambda state: on_line(state, 2, 1, 1)),
    ("OPS-I5", "two trains head on in one place", lambda state: on_line(state, 2, 0, 3)),
    ("OPS-I5", "Double Track for two of one way", lambda state: on_line(modified(state, "Double Track"), 2, 1, 1)),
    ("OPS-I5", "Block Signals are no second track", lambda state: on_line(modified(state, "Block Signals"), 2, 1, 1)),
    ("OPS-I6", "a hand of eight", lambda state: player(state, 0, hand=tuple(range(8)))),
    ("OPS-I6", "a hand out of order", lambda state: player(state, 0, hand=state.people.players[0].hand[::-1])),
    ("OPS-I6", "known cards that are not in the hand", lambda state: player(state, 0, known=cards("Straight Track, Straight Track"))),
    ("OPS-I6", "a known card of somebody else", lambda state: player(state, 0, known=cards("Coal Tipple"))),
    ("OPS-I6", "known cards out of order", lambda state: player(state, 0, known=(*cards("Warehouse"), *cards("Straight Track")))),
    ("OPS-I7", "an empty pile", lambda state: of_cards(state, piles=((), *state.cards.piles[1:]), gone=state.cards.gone.add(state.cards.piles[0]))),
    ("OPS-I7", "two piles", lambda state: of_cards(state, piles=state.cards.piles[1:], gone=state.cards.gone.add(state.cards.piles[0]))),
    ("OPS-I7", "a fourth pile", lambda state: of_cards(drawn(state, "Small Yard"), piles=(*state.cards.piles, cards("Small Yard")))),
    ("OPS-I8", "a card lost", lambda state: drawn(state, "Small Yard")),
    ("OPS-I8", "a card twice", lambda state: player(state, 0, hand=cards("Straight Track, Depot, T5"))),
    ("OPS-I8", "a card in the deck that lies in an area", lambda state: of_cards(state, deck=state.cards.deck.add(cards("Foundry")))),
    ("OPS-I8", "a card directed at opponents in the deck", lambda state: of_cards(state, deck=state.cards.deck.add(cards("Duck Pond")))),
    ("OPS-I8", "one in a hand", lambda state: player(state, 1, hand=(*state.people.players[1].hand, card("Hotbox")))),
    ("OPS-I8", "an upgrade that was forgotten", lambda state: of_cards(state, gone=state.cards.gone.remove(cards("Depot")))),
    ("OPS-I8", "a running Extra in the queue too", lambda state: division(state, extras=(*state.division.extras, (card("X22"), 0)))),
    ("OPS-I8", "a train in the timetable and in a hand", lambda state: division(state, timetable=(Slot(card("T1")), *state.division.timetable[1:]))),
    ("OPS-I8", "a modifier of the line from nowhere", lambda state: division(state, gaps=modified(state, "Double Track").division.gaps)),
    ("OPS-I8", "a pending card from nowhere", lambda state: asks(state, PlacePending(0, card("yo")))),
    ("OPS-I9", "a hole in the Running Track", lambda state: lay(state, "(2,0)", card=None)),
    ("OPS-I9", "track outside the Limits", lambda state: lay(state, "(5,0)", card=card("st"))),
    ("OPS-I9", "a Limit lost", lambda state: lay(state, "(4,0)", card=card("st"))),
    ("OPS-I9", "Limits elsewhere", lambda state: area(state, limits=(-2, 4))),
    ("OPS-I9", "an Office elsewhere", lambda state: lay(lay(state, "(2,0)", card=-1), "(0,0)", card=card("st"))),
    ("OPS-I9", "a facility on the Running Track", lambda state: lay(state, "(2,0)", card=card("Saw Mill"), facility=Facility())),
    ("OPS-I9", "a modifier on the Running Track", lambda state: lay(state, "(2,0)", card=card("Warehouse"), beside=square("(2,-1)"))),
    ("OPS-I9", "a curve on the Running Track", lambda state: lay(state, "(2,0)", card=card("cWN"))),
    ("OPS-I9", "squares out of order", lambda state: area(state, squares=state.areas[0].squares[::-1])),
    ("OPS-I9", "a square twice", lambda state: area(state, squares=(state.areas[0].squares[0], *state.areas[0].squares))),
    ("OPS-I10", "three loads in two green boxes", lambda state: swapped(state, "(2,-1)", "", "GGG", green="GGG")),
    ("OPS-I10", "two loads in one red box", lambda state: swapped(state, "(0,1)", "T", "TT", red="TT")),
    ("OPS-I10", "a green box without outbound kinds", lambda state: swapped(state, "(0,1)", "", "T", green="T")),
    ("OPS-I10", "two loads in the green box of a Depot", lambda state: yard(area(state, office=Office(1, 2, 0)), "division", C=-1)),
    ("OPS-I10", "passengers at a Whistle Post", lambda state: yard(area(state, 1, office=Office(0, 0, 1)), "division", C=-1)),
    ("OPS-I10", "fewer than no passengers", lambda state: yard(area(state, office=Office(1, -1, 0)), "division", C=2)),
    ("OPS-I10", "a way for no load", lambda state: works(state, "(2,-1)", 1, outbound=True)),
    ("OPS-I10", "a load that goes no way", lambda state: works(state, outbound=None)),
    ("OPS-I10", "a load that goes the wrong way", lambda state: works(state, outbound=False)),
    ("OPS-I10", "loads of both ways", lambda state: yard(works(state, pipeline=(*tokens("G"), None, *tokens("H"))), "division", H=-1)),
    ("OPS-I10", "an empty car on the pipeline", lambda state: yard(works(state, pipeline=(None, *tokens("g"), None)), "division", G=1, g=-1)),
    ("OPS-I10", "no car for a load", lambda state: yard(lay(state, "(2,-1)", standing=tokens("b")), "division", g=2, b=-1)),
    ("OPS-I10", "a loaded car for a load", lambda state: yard(lay(state, "(2,-1)", standing=tokens("G")), "division", g=2, G=-1)),
    ("OPS-I10", "an empty car in a green box", lambda state: swapped(state, "(2,-1)", "B", "b", 1, green="b")),
    ("OPS-I10", "an inbound kind in a green box", lambda state: swapped(state, "(2,-1)", "B", "R", 1, green="R")),
    ("OPS-I10", "a strange kind in a green box", lambda state: swapped(state, "(2,-1)", "B", "S", 1, green="S")),
    ("OPS-I10", "an outbound kind in a red box", lambda state: swapped(state, "(2,-1)", "", "B", 1, red="B")),
    ("OPS-I10", "an empty car in a red box", lambda state: swapped(state, "(0,1)", "T", "t", red="t")),
    ("OPS-I11", "a bare Division Yard", bare),
    ("OPS-I12", "a train due twice", lambda state: division(state, timetable=(state.division.timetable[2], *state.division.timetable[1:]))),
    ("OPS-I12", "a section of no train", lambda state: division(state, sections=(4,))),
    ("OPS-I13", "seven Moves", lambda state: asks(state, SwitchPending(0, 0, 7))),
    ("OPS-I13", "fewer than no Moves", lambda state: asks(state, SwitchPending(0, 0, -1))),
    ("OPS-I13", "seven Moves left after a Flying Switch", lambda state: asks(state, RollPending(0, SwitchPending(0, 0, 7), 0, 1))),
    ("OPS-I13", "a budget spent by a train without one", lambda state: asks(state, SwitchPending(0, 0, 3, (OFFICE,)))),
    (
        "OPS-I13",
        "a Draw turn in the Mainline phase",
        lambda state: asks(attrs.evolve(state, clock=attrs.evolve(state.clock, phase="mainline")), DrawPending(1)),
    ),
    ("OPS-I14", "a collision at an Option", lambda state: asks(state, OptionPending(1), stage_collisions=1, day_collisions=1)),
    ("OPS-I14", "as many collisions as end the game", lambda state: asks(state, OptionPending(1), day_collisions=3)),
    ("OPS-I14", "an end with a decision", lambda state: asks(state, OptionPending(1), ended="unsafe", official=Result("unsafe", (0, 0)))),
    ("OPS-I14", "no decision and no end", lambda state: asks(state, None)),
]


def test_the_sound_position_breaks_no_law() -> None:
    """So what is noticed below is what was broken."""
    assert laws(SOUND) == set()
    assert isinstance(SOUND.pending, OptionPending)
    assert {type(train.place) for train in SOUND.division.trays if train is not None} == {InArea, AtLimits, OnLine}


@pytest.mark.rule("OPS-I1", "OPS-I2", "OPS-I3", "OPS-I4", "OPS-I5", "OPS-I6", "OPS-I7", "OPS-I8", "OPS-I9", "OPS-I10", "OPS-I11", "OPS-I12")
@pytest.mark.rule("OPS-I13", "OPS-I14")
@pytest.mark.parametrize(("law", "case", "breaks"), BROKEN, ids=[f"{law}: {case}" for law, case, _ in BROKEN])
def test_broken_positions_are_noticed(law: str, case: str, breaks: Callable[[State], State]) -> None:
    """A position that breaks a law is told with the id of the law, and a sentence."""
    state = breaks(SOUND)
    assert state != SOUND, case
    faults = [*GAME.invariant_faults(state)]
    assert law in {fault.partition(":")[0] for fault in faults}
    assert all(fault.startswith("OPS-I") and len(fault.partition(": ")[2]) > 5 for fault in faults)


FINE: list[tuple[str, Callable[[State], State]]] = [
    ("a Passing Siding holds two of one way", lambda state: on_line(modified(state, "Passing Siding"), 2, 1, 1)),
    ("a Passing Siding holds two head on", lambda state: on_line(modified(state, "Passing Siding"), 2, 0, 3)),
    ("Double Track holds two head on", lambda state: on_line(modified(state, "Double Track"), 2, 0, 3)),
    ("two trains in different regions", lambda state: on_line(state, 2, 1, 2)),
    ("a bare Division Yard beside a bare Classification Yard", nowhere),
    ("an empty pile beside an empty deck", dry),
    ("a budget spent by a train that has one", lambda state: asks(train(state, 3, place=InArea(1, OFFICE)), SwitchPending(1, 3, 0, (OFFICE,)))),
    ("two collisions of the Day", lambda state: asks(state, OptionPending(1), day_collisions=2)),
    ("collisions at a Clearance", lambda state: asks(state, WorkPending(1), stage_collisions=1, day_collisions=3)),
]


@pytest.mark.rule("OPS-I5", "OPS-I7", "OPS-I11", "OPS-I13", "OPS-I14")
@pytest.mark.parametrize(("case", "changes"), FINE, ids=[case for case, _ in FINE])
def test_what_no_law_forbids_is_not_told(case: str, changes: Callable[[State], State]) -> None:
    """The exceptions of the laws are exceptions."""
    state = changes(SOUND)
    assert state != SOUND, case
    assert laws(state) - {"OPS-I8"} == set()  # the straights of one case are not those of the content


# ---- random games ------------------------------------------------------------------------------------------------------------------------

DEEP = {
    acts.PlayCard: 14,
    acts.BeginSwitch: 12,
    acts.StockBox: 16,
    acts.ClearBox: 12,
    acts.WorkFacility: 12,
    acts.BoardCoach: 12,
    acts.DetrainCoach: 12,
    acts.DrawHomeOffice: 4,
    acts.MoveTrain: 3,
    acts.SetOut: 3,
    acts.FlyingSwitch: 8,
    acts.BeginSort: 4,
    acts.AddCar: 4,
    acts.CallFreightAgent: 2,
    acts.DivertTrain: 4,
    acts.TelegraphHold: 1,
    acts.HoldTrain: 2,
    acts.RunAnotherDay: 3,
}
"""What leads deep into the rules, each so many times as likely as a discard."""


def choose(state: State, legal: tuple[Action, ...], chance: SeededChance) -> Action:
    """A random action: first a kind, those of `DEEP` before others; Moves and cards rather to facilities, set-outs rather there."""
    squares = squares_of(state.areas[state.people.seats.index(state.pending.player)]) if state.pending is not None else {}
    industries = [number for number, there in squares.items() if there.facility is not None]
    weights = dict(DEEP)
    if isinstance(state.pending, SwitchPending):
        switched = state.division.trays[state.pending.tray]
        if switched is not None and isinstance(switched.place, InArea) and switched.place.square in industries:
            weights[acts.SetOut] = 20
    kinds = Counter(map(type, legal))
    weighted = [kind for kind in kinds for _ in range(weights.get(kind, 1))]
    kind = weighted[chance.pick(len(weighted))]
    among = [action for action in legal if type(action) is kind]
    liked = [action for action in among if is_liked(action, industries)]
    if liked and chance.pick(4):
        among = liked
    return among[chance.pick(len(among))]


def is_liked(action: Action, industries: list[int]) -> bool:
    match action:
        case acts.MoveTrain() | acts.RollTo():
            return action.square in industries
        case acts.PlayCard():
            return CONTENT.cards[action.card].kind in ("facility", "timetabled", "upgrade")
        case acts.PlaceCard():
            return not 39 <= action.square <= 51  # row 0
        case _:
            return False


def uniform(_: State, legal: tuple[Action, ...], chance: SeededChance) -> Action:
    return legal[chance.pick(len(legal))]


Style: TypeAlias = Callable[[State, tuple[Action, ...], SeededChance], Action]


def varied(seed: int) -> Config[Options]:
    """A setup determined by the seed: one to four players, every fourth one with the default options."""
    chance = SeededChance(seed).spawn("options")
    players = 1 + seed % 4
    options: dict[str, Any] = {}
    if seed % 40 == 7:  # long enough for the Division Yard to run empty
        options = {"days": 30, "collisions_per_stage": 9, "collisions_per_day": 9, "extra_start": "anywhere", "starting_hand": "six_random"}
    elif seed // 4 % 4:
        options = {
            "days": 1 + chance.pick(7),
            "extra_days": chance.pick(3),
            "starting_hand": ("three_random", "six_random", "three_and_three")[chance.pick(3)],
            "passenger_revenue": chance.pick(6),
            "freight_revenue": chance.pick(6),
            "transit_revenue": chance.pick(3),
            "extra_start": ("division_point", "interchange", "office", "anywhere")[chance.pick(4)],
            "reduced_visibility": bool(chance.pick(2)),
            "employee_rotation": bool(chance.pick(2)),
            "emergency_toolbox": bool(chance.pick(2)),
            "mainline_cards_per_gap": 1 + chance.pick(3),
            "collisions_per_stage": 1 + chance.pick(9),
            "collisions_per_day": 1 + chance.pick(9),
            "expedite": ("fine", "depart")[chance.pick(2)],
        }
        if players > 1:
            options["mode"] = ("competitive", "coop")[chance.pick(2)]
    return GAME.config(players, **options)


def bound_of(phase: str, players: int) -> int:
    """OPS-I18: how many decisions a phase of a Stage has at most."""
    return {
        "local": 66 * players,
        "new-train": 6 * (players + 3),
        "mainline": 2 * players + 3,
        "load-unload": 80 + 4 * players,
        "shift-change": players + 4,
    }[phase]


def unseen_by_hand(state: State, viewer: int | None) -> tuple[Counter[int], Counter[int]]:
    """OPS-I16: content - all public cards - own hand - what is known of other hands; and the Mainline cards that do not lie on the line."""
    seen: Counter[int] = Counter()
    for there in state.areas:
        seen.update(found.card for found in there.squares if found.card >= 0)
        seen.update(there.enhancements)
    seen.update(slot.card for slot in state.division.timetable if slot is not None)
    seen.update(waiting for waiting, _ in state.division.extras)
    seen.update(running.card for running in state.division.trays if running is not None and CONTENT.trains[running.card].extra)
    seen.update(modifier for gap in state.division.gaps for line in gap for modifier in line.modifiers)
    if isinstance(state.pending, (PlacePending, AttachPending, SectionPending, ImprovePending)):
        seen[state.pending.card] += 1
    seen.update(found for pile in state.cards.piles for found in pile)
    seen.update(state.cards.gone)
    for number, someone in enumerate(state.people.players):
        seen.update(someone.hand if number == viewer else someone.known)
    cards_left, line_left = Counter(CONTENT.deck), Counter(CONTENT.line_deck)
    cards_left.subtract(seen)
    line_left.subtract(line.card for gap in state.division.gaps for line in gap)
    assert min(*cards_left.values(), *line_left.values()) >= 0
    return +cards_left, +line_left


@attrs.define
class Watch:
    """What one game showed."""

    told: Counter[str] = attrs.field(factory=Counter)
    steps: int = 0
    widest: int = 0
    most_in_stage: int = 0


def play(config: Config[Options], seed: int, style: Style, *, thorough: int = 5) -> tuple[State, Watch]:
    """A random game to its end with all laws looked after at every step, and views at every few."""
    chance, taste, guess = SeededChance(seed), SeededChance(seed).spawn("taste"), SeededChance(seed).spawn("guess")
    log: list[Any] = []
    state = GAME.initial_state(config, chance, log)
    watch = Watch(Counter(type(event).__name__ for event in log))
    assert all(type(event) is not ev.RevenueChanged for event in log)
    in_phase: Counter[tuple[int, int, str]] = Counter()
    in_stage: Counter[tuple[int, int]] = Counter()
    while state.pending is not None:
        assert not [*GAME.invariant_faults(state)]
        legal = GAME.legal_actions(state)
        assert 2 <= len(legal) <= 124
        watch.widest = max(watch.widest, len(legal))
        if watch.steps % thorough == 0:
            look_around(state, guess)
        clock = state.clock
        in_phase[clock.day, clock.stage, clock.phase] += 1
        in_stage[clock.day, clock.stage] += 1
        assert in_phase[clock.day, clock.stage, clock.phase] <= bound_of(clock.phase, config.players)
        action = style(state, legal, taste)
        log = []
        after = GAME.transition(state, action, chance, log)
        check_step(state, action, after, log)
        watch.told.update(type(event).__name__ for event in log)
        watch.steps += 1
        state = after
    assert not [*GAME.invariant_faults(state)]
    assert GAME.legal_actions(state) == ()
    assert GAME.outcome(state) is not None
    look_around(state, guess)
    watch.most_in_stage = max(in_stage.values())
    assert watch.most_in_stage <= 79 * config.players + 105
    assert len(in_stage) <= 12 * (config.options.days + config.options.extra_days)
    assert watch.steps <= (GAME.limits(config).actions or 0)
    return state, watch


def look_around(state: State, guess: SeededChance) -> None:
    """OPS-I16: for every player and a spectator."""
    for viewer in (*range(state.config.players), None):
        view = GAME.view(state, viewer)
        assert GAME.view(GAME.determinize(view, guess), viewer) == view
        cards_left, line_left = unseen_by_hand(state, viewer)
        unseen: Any = GAME.unseen(view)
        assert (Counter(unseen[0].items), Counter(unseen[1].items)) == (cards_left, line_left)
        hidden = [found for number, there in enumerate(state.people.players) if number != viewer for found in there.hand]
        known = [found for number, there in enumerate(state.people.players) if number != viewer for found in there.known]
        assert cards_left == Counter(state.cards.deck) + Counter(hidden) - Counter(known)


def check_step(before: State, action: Action, after: State, log: list[Any]) -> None:
    """The laws about steps: OPS-I6, I13, I14, I15."""
    check_revenue(before, after, log)
    check_hands(before, action, after)
    pending = before.pending
    assert pending is not None
    pipelines = [{found.square: found.facility.pipeline for found in there.squares if found.facility is not None} for there in before.areas]
    for seat, there in enumerate(after.areas):
        now = squares_of(there)
        for number, pipeline in pipelines[seat].items():
            facility = now[number].facility
            assert facility is not None
            if facility.pipeline != pipeline:
                assert isinstance(pending, (WorkPending, FreightPending, NamePending))
                assert seat == before.people.seats.index(pending.player)
        for found in before.areas[seat].squares:
            if found.facility is not None and found.facility.locked:  # kinds stay, loaded or empty may change
                assert [token // 2 for token in now[found.square].standing] == [token // 2 for token in found.standing]
    check_consists(before, after)
    assert before.books.official is None or after.books.official == before.books.official
    if isinstance(pending, OptionPending) and before.books.official is None:
        assert before.books.stage_collisions == 0
        assert before.books.day_collisions < before.config.options.collisions_per_day


def check_consists(before: State, after: State) -> None:
    """OPS-I13: the row of a train changes at the decisions of B.3 only."""
    pending = before.pending
    rows = {there.serial: (tray, there) for tray, there in enumerate(before.division.trays) if there is not None}
    for there in after.division.trays:
        if there is None or there.serial not in rows or rows[there.serial][1].consist == there.consist:
            continue
        tray, was = rows[there.serial]
        match pending:
            case SwitchPending() | MakeUpPending():
                assert pending.tray == tray
            case SortPending() | RollPending():
                assert pending.switch.tray == tray
            case _:
                assert isinstance(pending, WorkPending)
                assert was.place == InArea(before.people.seats.index(pending.player), OFFICE)
                changed = [(old, new) for old, new in zip(was.consist, there.consist, strict=True) if old != new]
                assert len(changed) == 1
                assert {token // 2 for token in changed[0]} == {COACH}


def check_hands(before: State, action: Action, after: State) -> None:
    """OPS-I6: a hand grows by drawing only, and is at or under the limit when the Draw turn ends."""
    assert before.pending is not None
    actor = before.pending.player
    for number, (old, new) in enumerate(zip(before.people.players, after.people.players, strict=True)):
        grown = len(new.hand) - len(old.hand)
        drew = number == actor and isinstance(action, (acts.DrawHomeOffice, acts.DrawDepartment))
        assert grown <= int(drew)
        assert set(new.known) <= set(new.hand)
        assert isinstance(action, acts.DrawDepartment) or not Counter(new.known) - Counter(old.known)
    if isinstance(action, acts.EndDraw):
        assert len(before.people.players[actor].hand) <= 3 + before.people.players[actor].red_flags


def check_revenue(before: State, after: State, log: list[Any]) -> None:
    """OPS-I15: Revenue is the sum of what was told, each amount of its sort."""
    options = before.config.options
    amounts = {
        "passenger": options.passenger_revenue,
        "freight": options.freight_revenue,
        "transit": options.transit_revenue,
        "collision": -5,
        "expedite": -1,
    }
    revenue = [there.revenue for there in before.people.players]
    for event in log:
        if isinstance(event, ev.RevenueChanged):
            assert event.amount == amounts[event.reason] != 0
            revenue[event.player] += event.amount
            assert event.revenue == revenue[event.player]
    assert revenue == [there.revenue for there in after.people.players]


@pytest.mark.rule("OPS-I15", "OPS-I16", "OPS-I17", "OPS-I18", "OPS-R6", "OPS-10.6")
@pytest.mark.parametrize("seed", range(12, 24))
def test_random_games_keep_the_laws(seed: int) -> None:
    """Revenue, views, the width of decisions and the bounds of Stages in a dozen games, uniform and deep; all other laws too."""
    play(varied(seed), seed, choose if seed % 3 else uniform)


@pytest.mark.rule("OPS-I16")
def test_views_are_looked_at_in_every_position_of_a_game() -> None:
    """With three players who take cards from piles, so that some are known."""
    state, watch = play(GAME.config(3, starting_hand="six_random", collisions_per_day=9, collisions_per_stage=9, days=2), 4, uniform, thorough=1)
    assert watch.told["DepartmentDrawn"] > 3
    assert state.books.ended == "short-of-floor"


@pytest.mark.rule("OPS-I18", "OPS-10.6")
@pytest.mark.parametrize(("players", "stage", "game"), [(1, 184, 11040), (2, 263, 15780), (3, 342, 20520), (4, 421, 25260)])
def test_the_bounds_of_the_page(players: int, stage: int, game: int) -> None:
    """What the parts of a Stage add up to, and sixty Stages of it."""
    phases = ("local", "new-train", "mainline", "load-unload", "shift-change")
    assert sum(bound_of(phase, players) for phase in phases) == 79 * players + 105 == stage
    assert GAME.limits(GAME.config(players)).actions == stage * 60 == game
    assert GAME.limits(GAME.config(players, days=1, extra_days=2)).actions == stage * 36


EVERYTHING = {event.__name__ for event in GAME.event_types}
"""All that can happen."""


@pytest.mark.slow
@pytest.mark.rule("OPS-I1", "OPS-I2", "OPS-I3", "OPS-I4", "OPS-I5", "OPS-I6", "OPS-I7", "OPS-I8", "OPS-I9", "OPS-I10", "OPS-I11", "OPS-I12")
@pytest.mark.rule("OPS-I13", "OPS-I14", "OPS-I15", "OPS-I16", "OPS-I17", "OPS-I18")
def test_two_hundred_random_games_keep_the_laws() -> None:
    """One to four players, all options drawn, an agent that goes deep: everything that can happen happens, and no law is broken."""
    told: Counter[str] = Counter()
    ends: Counter[str | None] = Counter()
    for seed in range(1000, 1200):
        state, watch = play(varied(seed), seed, choose, thorough=11)
        told += watch.told
        ends[state.books.ended] += 1
    assert set(told) == EVERYTHING
    assert set(ends) >= {"short-of-floor", "unsafe"}
