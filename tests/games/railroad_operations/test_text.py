"""Railroad Operations in words (section G): the notation of actions both ways, what happens as sentences, and the Division as people read it."""

import re
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from railrules import InvalidActionError, SeededChance
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations import events as ev
from railrules.games.railroad_operations import state as st
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.legend import GRADE_SIGNS, MODIFIER_SIGNS, card_note, initials, track_sign
from railrules.games.railroad_operations.notation import NOTATION as WRITTEN
from railrules.games.railroad_operations.notation import Notation
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.text import Text, next_tokens, plural
from railrules.games.railroad_operations.view import View
from railrules.parts import Pool
from tests.games.railroad_operations.given import CODEC, CONTENT, GAME, Table, card, given, square, tokens

NAMES = ["Ann", "Bob", "Cid", "Dot"]
TRAINS = ("T16 kb@ Office 0", "T6b c@ Point W", "X22> k@ Point W")
VIEW = given("Branch", *TRAINS, hands=("Straight Track, Straight Track, Depot",)).view(0)
"""T16, T6b and X22 on the trays 0 to 2; tray 3 is empty."""


def board(table: Table, viewer: int | None = 0, names: Sequence[str] | None = None) -> str:
    return GAME.describe(table.view(viewer), names)


def part(table: Table, head: str, viewer: int | None = 0) -> list[str]:
    """The lines of the part of the description that begins so."""
    found = [text.splitlines() for text in board(table, viewer).split("\n\n") if text.startswith(head)]
    assert len(found) == 1, f"{len(found)} parts begin with {head!r}"
    return found[0]


# ---- actions -----------------------------------------------------------------------------------------------------------------------------

NOTATION: list[tuple[Action, str]] = [
    (acts.DrawHomeOffice(), "draw deck"),
    (acts.DrawNothing(), "draw nothing"),
    (acts.CallFreightAgent(), "agent"),
    (acts.EndDraw(), "end draw"),
    (acts.EndSwitch(), "end switch"),
    (acts.BeginSort(), "sort"),
    (acts.EndFreight(), "dismiss"),
    (acts.CloseConsist(), "close"),
    (acts.LetRun(), "let run"),
    (acts.ClearTrain(), "clear train"),
    (acts.HoldTrain(), "hold train"),
    (acts.TakeOffice(), "take office"),
    (acts.EndWork(), "end work"),
    (acts.RunAnotherDay(), "another day"),
    (acts.CloseBooks(), "close books"),
    (acts.DrawDepartment(2), "draw pile 2"),
    (acts.BeginSwitch(0), "switch T16"),
    (acts.BeginSwitch(3), "switch tray-3"),
    (acts.TelegraphHold(1), "telegraph T6b"),
    (acts.BoardCoach(2), "board X22"),
    (acts.DetrainCoach(6), "detrain tray-6"),
    (acts.SetOut(0, 2), "set out 2 west"),
    (acts.FlyingSwitch(1, 4), "fly 4 east"),
    (acts.SortNext(15), "next @"),
    (acts.SortNext(14), "next k"),
    (acts.AddCar(3), "add B"),
    (acts.AddCar(2), "add b"),
    (acts.AttachTo(0), "attach N"),
    (acts.AttachTo(3), "attach W"),
    (acts.NameLoad(0), "load green-0"),
    (acts.NameLoad(8), "load work"),
    (acts.OrderSection(12), "section 12"),
    (acts.ImproveLine(4, 2), "improve 4.2"),
    (acts.StartExtra(0), "start point west"),
    (acts.StartExtra(3), "start office east"),
    (acts.StartExtra(33), "start interchange 4.2 east"),
    (acts.PlaceCard(square("(2,-1)")), "place +2,-1"),
    (acts.MoveTrain(1, square("(0,3)")), "move east 0,+3"),
    (acts.RollTo(square("(-6,-3)")), "roll -6,-3"),
    (acts.DivertTrain(square("(6,3)")), "divert +6,+3"),
    (acts.StockBox(45), "stock 0,0"),
    (acts.ClearBox(45), "clear 0,0"),
    (acts.UnjamLoad(45), "unjam 0,0"),
    (acts.WorkFacility(square("(1,1)")), "work +1,+1"),
    (acts.PlayCard(0), "play straight"),
    (acts.PlayCard(card("T6")), "play train-6"),
    (acts.PlayCard(127), "play card-127"),
    (acts.DiscardCard(card("Second Section"), 1), "discard second-section on 1"),
    (acts.DiscardCard(80, 0), "discard card-80 on 0"),
]


def test_every_kind_of_action_has_its_words() -> None:
    """The list below has all of them, and what an unknown text is answered with names each first word."""
    assert {type(action) for action, _ in NOTATION} == set(GAME.action_types)
    for _, text in NOTATION:
        assert re.search(rf"\b{text.split()[0]}\b", WRITTEN)


@pytest.mark.parametrize(("action", "text"), NOTATION)
def test_notation(action: Action, text: str) -> None:
    """Each kind of action has its words, read back in any spacing and, but for tokens, in any case."""
    assert GAME.action_to_str(VIEW, action) == text
    word, _, rest = text.partition(" ")
    shouted = f"{word.upper()} {rest}" if isinstance(action, (acts.SortNext, acts.AddCar)) else text.upper()
    for written in (text, shouted, f"  {text.replace(' ', '   ')}\n", text.replace(" ", "\t")):
        assert GAME.parse_action(VIEW, written) == action


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("move w 2,-1", acts.MoveTrain(0, square("(2,-1)"))),
        ("move < +2,-1", acts.MoveTrain(0, square("(2,-1)"))),
        ("move E -0,+0", acts.MoveTrain(1, 45)),
        ("set out 1 >", acts.SetOut(1, 1)),
        ("switch TRAY-0", acts.BeginSwitch(0)),
        ("section 01", acts.OrderSection(1)),
        ("play Depot", acts.PlayCard(card("Depot"))),
        ("play  Curve,  EAST to North", acts.PlayCard(card("cEN"))),
        ("play curve east to north", acts.PlayCard(card("cEN"))),
        ("play squatter's shack", acts.PlayCard(card("Squatter's Shack"))),
        ("play x17", acts.PlayCard(card("X17"))),
        ("play Way Freight, westbound", acts.PlayCard(card("T15"))),
        ("discard coal tipple on 0", acts.DiscardCard(card("Coal Tipple"), 0)),
        ("discard Turnout, East to North on 2", acts.DiscardCard(card("tEN"), 2)),
        ("discard T6 on 1", acts.DiscardCard(card("T6"), 1)),
    ],
)
def test_other_ways_to_write(written: str, action: Action) -> None:
    """Ends also by letter or arrow, squares without signs, any train by its tray, and cards by their names."""
    assert GAME.parse_action(VIEW, written) == action


def test_cards_of_one_name() -> None:
    """The one in hand is meant; where both are, or none, or the hand is not known, the ids tell them apart."""
    same = ("straight", "small-yard")
    notation = Notation(
        attrs.evolve(CONTENT, cards=tuple(attrs.evolve(there, name="Rail") if there.id in same else there for there in CONTENT.cards))
    )
    straight, yard = (CONTENT.card_places[name] for name in same)
    for one in (straight, yard):
        assert notation.parse_action((), "play rail", (one, card("Depot"))) == acts.PlayCard(one)
    for hand in (None, (), (straight, yard)):
        with pytest.raises(InvalidActionError, match="'rail' is the name of several cards; expected one of: straight, small-yard"):
            notation.parse_action((), "play rail", hand)


def test_what_is_no_card() -> None:
    """The own hand is listed; who does not know it is told where cards are."""
    with pytest.raises(InvalidActionError, match="'tower' is no card; your hand has none"):
        GAME.parse_action(given().view(0), "play tower")
    with pytest.raises(InvalidActionError, match="'signal tower' is no card; the rules page and `railrules content export` list them"):
        GAME.parse_action(given().view(None), "discard signal tower on 1")


def test_no_train_at_all() -> None:
    """Where no train runs none is offered; a tray can be named all the same, as rules refuse it."""
    with pytest.raises(InvalidActionError, match=r"'T6' is no train; there is none on the Division$"):
        GAME.parse_action(given().view(0), "switch T6")
    assert GAME.parse_action(given().view(0), "switch tray-0") == acts.BeginSwitch(0)


@pytest.mark.parametrize(("value", "kind"), [(None, "NoneType"), (5, "int"), (b"agent", "bytes"), (["agent"], "list")])
def test_what_is_no_text(value: Any, kind: str) -> None:
    """A client can send anything; what is no text is refused as text that cannot be read."""
    with pytest.raises(InvalidActionError, match=f"^{kind} is no text; expected one of: draw deck, draw nothing") as raised:
        GAME.parse_action(VIEW, value)
    assert raised.value.code == "bad-parameter"


POSITIONS = [
    given("Branch", *TRAINS),
    given("TE", "T6 c@ Office 0", "T7 @c Point E", "T6 @ Point W", "T6b @ Line 1 1/1", "T6b c@ Office 1", "X22< @k Office 0", a1="DE", players=4),
]


@pytest.mark.parametrize("table", POSITIONS)
def test_all_actions_have_different_texts(table: Table) -> None:
    """All 1497 ids are actions with a text of their own, one line, that is read back as the same action, for each player and a spectator."""
    actions = [CODEC.decode(table.state, number) for number in range(CODEC.num_actions)]
    for viewer in (*range(table.state.config.players), None):
        view = table.view(viewer)
        texts = [GAME.action_to_str(view, action) for action in actions]
        assert len(set(texts)) == len(actions) == 1497
        assert all(text.isprintable() and text == text.strip() for text in texts)
        assert [GAME.parse_action(view, text) for text in texts] == actions


def test_two_trains_with_one_name() -> None:
    """They are told apart by their trays, a second section has a b, and the bare name is nobody's."""
    view = POSITIONS[1].view(0)
    texts = [GAME.action_to_str(view, acts.BeginSwitch(tray)) for tray in range(7)]
    assert texts == [f"switch {name}" for name in ("T6@0", "T7", "T6@2", "T6b@3", "T6b@4", "X22", "tray-6")]
    assert GAME.parse_action(view, "switch t6B@4") == acts.BeginSwitch(4)
    with pytest.raises(InvalidActionError, match=r"'T6' is no train; expected one of: T6@0, T7, T6@2, T6b@3, T6b@4, X22$"):
        GAME.parse_action(view, "switch T6")


FAULTS = [
    ("", "'' is no action; expected one of: draw deck, draw nothing"),
    ("pass", "'pass' is no action; expected one of: draw deck, draw nothing"),
    ("draw", "'draw' is no action; expected draw deck or draw nothing or draw pile PILE$"),
    ("draw deck now", "is no action; expected draw deck or draw nothing or draw pile PILE$"),
    ("SWITCH", "'SWITCH' is no action; expected switch TRAIN$"),
    ("x" * 99, f"'{'x' * 60} ...' is no action"),
    ("move east", "is no action"),
    ("move east +1, 0", "is no action"),
    ("set 1 east", "is no action"),
    ("discard straight", "is no action"),
    ("clear train now", "is no action"),
    ("draw pile x", "'x' is no pile; expected a number in 0..2"),
    ("draw pile 3", "'3' is no pile; expected a number in 0..2"),
    ("draw pile -1", "'-1' is no pile"),
    ("draw pile ²", "'²' is no pile"),
    ("draw pile ٣", "is no pile"),
    ("draw pile 99999999999999", "is no pile"),
    ("discard straight on 3", "'3' is no pile"),
    ("set out 0 east", "'0' is no count of cars; expected a number in 1..4"),
    ("set out 1.5 east", "is no count of cars"),
    ("fly 5 east", "'5' is no count of cars"),
    ("section 0", "'0' is no Stage; expected a number in 1..12"),
    ("section 13", "'13' is no Stage"),
    ("move north 0,0", "'north' is no direction; expected one of: west, east"),
    ("fly 1 up", "'up' is no direction"),
    ("place 7,0", r"'7,0' is no square; expected COLUMN,ROW with columns -6\.\.6 and rows -3\.\.3"),
    ("place 0,-4", "is no square"),
    ("place 45", "is no square"),
    ("place (1,0)", "is no square"),
    ("place --1,0", "is no square"),
    ("roll +10,0", "is no square"),
    ("play caboose", r"'caboose' is no card; your hand has straight \(Straight Track\); upgrade-depot \(Depot\)$"),
    ("play T99", "'T99' is no card"),
    ("play card-79", "'card-79' is no card"),
    ("play card-128", "'card-128' is no card"),
    ("discard coal tipple", "is no action; expected discard CARD on PILE$"),
    ("discard on 0", "is no action"),
    ("play ,", "',' is no card"),
    ("next x", "'x' is no token; expected one of: c C b B r R g G h H t T s S k @"),
    ("next K", "'K' is no token"),
    ("add k", "'k' is no car that can be added; expected one of: c C b B r R g G h H t T s S$"),
    ("add @", "'@' is no car that can be added"),
    ("add boxcar", "is no car that can be added"),
    ("switch T7", "'T7' is no train; expected one of: T16, T6b, X22$"),
    ("switch tray-7", "'tray-7' is no train"),
    ("board T6", "'T6' is no train"),
    ("attach NE", "'NE' is no side; expected one of: N, E, S, W"),
    ("load green", "'green' is no load; expected one of: green-0, green-1"),
    ("load car-2", "'car-2' is no load"),
    ("improve 5.0", "'5.0' is no Mainline card; expected GAP.INDEX, both from 0"),
    ("improve 0.3", "is no Mainline card"),
    ("improve 1", "is no Mainline card"),
    ("improve 1,1", "is no Mainline card"),
    ("start", "'' is no start; expected point END, office END or interchange GAP.INDEX END"),
    ("start point", "'point' is no start"),
    ("start depot east", "'depot east' is no start"),
    ("start point north", "'north' is no direction"),
    ("start interchange 5.0 east", "'5.0' is no Mainline card"),
]


@pytest.mark.parametrize(("text", "told"), FAULTS)
def test_what_is_no_action(text: str, told: str) -> None:
    """What is no notation, or names a value outside its domain, is told with what could stand there."""
    with pytest.raises(InvalidActionError, match=told) as raised:
        GAME.parse_action(VIEW, text)
    assert raised.value.code == "bad-parameter"


def test_only_actions_have_a_notation() -> None:
    """Anything else is a fault of the caller."""
    with pytest.raises(TypeError, match="is no action of Railroad Operations"):
        Notation(CONTENT).action_to_str(VIEW.division.trays, "draw deck")  # type: ignore[arg-type]  # on purpose


def test_letters_of_another_content() -> None:
    """Each kind has the first letter of its id that is free, never the k of cabooses; tokens of kinds that there are not have letters too."""
    ids = ("kk-coach", "cattle", "cement", "c")
    kinds = [attrs.evolve(CONTENT.stock[place], id=name) for place, name in enumerate(ids)]
    notation = Notation(attrs.evolve(CONTENT, stock=(*kinds, CONTENT.stock[-1])))
    assert notation.letters == ("c", "a", "e", "b", "d", "f", "g")
    texts = [notation.token(token) for token in range(16)]
    assert "".join(texts) == "cCaAeEbBdDfFgGk@"
    for token in range(16):
        assert notation.parse_action((), f"next {texts[token]}") == acts.SortNext(token)
    assert notation.row((15, 1, 14)) == "@Ck"
    assert notation.row(()) == "-"


# ---- events ------------------------------------------------------------------------------------------------------------------------------

SENTENCES: list[tuple[ev.Event, str]] = [
    (ev.GameStarted(2, Options("competitive", 3), "x"), "2 players, competitive, 3 Days."),
    (ev.DiceRolled("seat", 1, (9, 9, 12)), "Bob rolls 9, 9, 12 for the seat."),
    (ev.DiceRolled("fedora", 0, (3,)), "Ann rolls 3 for the Fedora."),
    (ev.SeatsTaken((1, 0), 0), "Seats from west to east: Bob, Ann; Ann is Superintendent."),
    (ev.LineLaid(()), ""),
    (ev.HandDealt(0, 2, (0, card("Depot"))), "Ann gets 2 cards: Straight Track; Depot."),
    (ev.HandDealt(1, 3, None), "Bob gets 3 cards."),
    (ev.DepartmentFilled(1, card("Telegraph"), 90), "Department pile 1 shows Telegraph."),
    (ev.StageStarted(2, 5), "Day 2, Stage 5."),
    (ev.PhaseStarted("mainline"), ""),
    (ev.DivisionYardRefilled((1,) * 15), "The Division Yard was bare and has 15 tokens again."),
    (ev.RevenueChanged(0, 2, "freight", 7), "Ann earns 2 (freight), Revenue 7."),
    (ev.RevenueChanged(1, -5, "collision", -5), "Bob loses 5 (collision), Revenue -5."),
    (ev.CardDrawn(0, 0, 80), "Ann draws Straight Track."),
    (ev.CardDrawn(1, None, 80), "Bob draws a card."),
    (ev.DepartmentDrawn(1, 2, card("T6")), "Bob takes Lowland Night Express from pile 2."),
    (ev.CardDiscarded(0, 0, 1), "Ann discards Straight Track on pile 1."),
    (ev.CardPlayed(0, card("Depot")), "Ann plays Depot."),
    (ev.TrackLaid(1, square("(2,-1)"), card("Foundry"), None), "Foundry lies on +2,-1 of Office 1."),
    (ev.TrackLaid(0, square("(1,0)"), card("tWN"), 0), "Turnout, West to North lies on +1,0 of Office 0."),
    (ev.LimitsMoved(0, 0, -2), "The west Limit of Office 0 moves to column -2."),
    (ev.ModifierLaid(0, square("(2,-2)"), card("ld"), square("(2,-1)")), "Loading Dock on +2,-2 of Office 0 serves +2,-1."),
    (ev.OfficeUpgraded(1, 2), "Office 1 is a Station now."),
    (ev.EnhancementPlaced(0, 0, card("Telegraph")), ""),
    (ev.TrainTimetabled(card("T6"), 11, 12), "A 11 is rolled: T6 is due at Stage 12."),
    (ev.ExtraQueued(0, card("X22")), ""),
    (ev.SectionOrdered(4), "The train of Stage 4 gets a second section."),
    (ev.LineImproved(1, 0, card("Passing Siding")), "Passing Siding improves Mainline card 1.0."),
    (ev.SwitchBegun(0, 0, 6, "X17"), "Ann switches X17, 6 Moves."),
    (ev.TrainMoved(0, 45, square("(2,-1)"), 1, "X17"), "X17 moves from 0,0 to +2,-1."),
    (ev.TrainMoved(0, 45, 45, 1, "X17"), ""),
    (ev.CarsCoupled(0, 45, (2, 3), "X17"), "X17 couples bB."),
    (ev.CarsSetOut(0, square("(1,0)"), 0, (14,), "X17"), "X17 sets out k on +1,0."),
    (ev.CarsRolled(0, square("(1,0)"), 1, (8, 9), "X17"), "X17 lets hH roll to +1,0."),
    (ev.TrainSorted(0, (2, 15), (15, 2), "X17"), "X17 is re-ordered from b@ to @b."),
    (ev.SwitchEnded(0, "X17"), ""),
    (ev.BoxStocked(0, 45, 1), "C is stocked on 0,0 of Office 0."),
    (ev.BoxCleared(0, 45, 0), "A red box on 0,0 of Office 0 is cleared."),
    (ev.LoadUnjammed(0, square("(2,-1)"), 6, 9), "H is taken from MEN on +2,-1 of Office 0."),
    (ev.FreightEnded(1), "Bob sends the Freight Agent away."),
    (ev.TrainStarted(1, card("T6"), 1, st.AtPoint(0), 1, "T6b"), "T6b Lowland Night Express is made up at West Point."),
    (ev.TrainStarted(2, card("X22"), 0, st.AtInterchange(1, 0), 1, "X22"), "X22 Empty Car Extra is made up beside Interchange 1.0."),
    (ev.CarAdded(1, 0, 3, "X17"), "Bob adds B to X17."),
    (ev.TrainMadeUp(0, (14, 2, 15), "X17"), "X17 is made up: kb@."),
    (ev.TrainAnnulled(card("T6"), 4), "T6 is annulled: no tray is free."),
    (ev.SectionLapsed(4), "The second section of Stage 4 lapses."),
    (ev.ExpediteFined(0, 0, "X17"), "Ann is fined for X17, which stands about."),
    (ev.TelegraphUsed(1, 0, "X17"), "Bob holds X17 by Telegraph."),
    (ev.TrainStayed(0, "engine-between-cars", "X17"), "X17 stays: engine between cars."),
    (ev.TrainStayed(0, "caboose-not-at-end", "X17"), "X17 stays: caboose not at the far end."),
    (ev.TrainStayed(0, "running-track-fouled", "X17"), "X17 stays: Running Track fouled."),
    (ev.TrainHeld(0, (1,), None, "X17", ("T8", "T6b")), "X17 is held; ahead: T8, T6b."),
    (ev.TrainHeld(0, (1,), 1, "X17", ("T8", "T6b")), "X17 is held by Bob; ahead: T8, T6b."),
    (ev.TrainCleared(0, 1, "X17"), "Bob clears X17."),
    (ev.TrainAdvanced(0, st.OnLine(0, 0, 1), "X17"), "X17 runs to Prairie Tangent 0.0, region 1/1."),
    (ev.TrainWaited(0, 1, "X17", "T8"), "X17 waits behind T8."),
    (ev.TrainArrived(0, 1, "X17"), "X17 arrives at Office 1."),
    (ev.TrainDiverted(0, 0, square("(0,-1)"), "X17"), "X17 is diverted to the Yard Office on 0,-1 of Office 0."),
    (ev.TrainHeldAtLimits(0, 0, 1, "X17"), "X17 waits at the east Limits of Office 0."),
    (ev.TrainAdmitted(0, 0, "X17"), "X17 arrives at Office 0."),
    (ev.LineCollision(0, 1, 1, 0, (), "X17", "T8"), "Collision on Mainline card 1.0: X17 runs into T8!"),
    (ev.LineCollision(0, 1, 1, 0, (0, 1), "X17", "T8"), "Collision on Mainline card 1.0: X17 runs into T8; cleared by Ann and Bob!"),
    (ev.OfficeCollision(0, 1, "fouled", "X17"), "Collision of X17 at Office 1: the Running Track is fouled!"),
    (ev.OfficeCollision(0, 1, "office-full", "X17"), "Collision of X17 at Office 1: no A/D track is free!"),
    (
        ev.OfficeCollision(0, 1, "limits-occupied", "X17"),
        "Collision of X17 at Office 1: no A/D track is free, and a train is held at the Limits already!",
    ),
    (ev.TrainWrecked(0, (14, 2), "X17"), "X17 is wrecked, kb come to the Classification Yard."),
    (ev.TrainLeft(3, 1, (), "X17"), "X17 leaves by the East Point with no cars."),
    (ev.TrainWrecked(0, (2,), "X17"), "X17 is wrecked, b comes to the Classification Yard."),
    (ev.TrainWrecked(0, (), "X17"), "X17 is wrecked."),
    (ev.LaborerWorked(0, square("(2,-1)"), 0, 9, False), "A Laborer on +2,-1 of Office 0 moves H from a green box to MEN."),
    (ev.LaborerWorked(0, square("(2,-1)"), 4, 9, False), "A Laborer on +2,-1 of Office 0 moves H from a car to WORK."),
    (ev.LaborerWorked(0, square("(2,-1)"), 6, 9, False), "A Laborer on +2,-1 of Office 0 moves H from MEN to AT."),
    (ev.LaborerWorked(0, square("(2,-1)"), 6, 9, True), "A Laborer on +2,-1 of Office 0 moves H from MEN into a red box and earns."),
    (ev.LaborerWorked(0, square("(2,-1)"), 7, 9, False), "A Laborer on +2,-1 of Office 0 moves H from AT."),
    (ev.LaborerWorked(0, square("(2,-1)"), 8, 9, True), "A Laborer on +2,-1 of Office 0 moves H from WORK onto a car and earns."),
    (ev.PassengersBoarded(0, 0, "X17"), "Passengers board X17 at Office 0."),
    (ev.PassengersDetrained(0, 3, "X17"), "Passengers leave X17 at Office 0."),
    (ev.FedoraPassed(1), "Bob is Superintendent now."),
    (ev.PlayersRotated((1, 0)), "Seats from west to east: Bob, Ann."),
    (ev.DayEnded(3), "Day 3 is over."),
    (ev.OfficialResult(st.Result("short-of-floor", (3, 4))), "The last Day is over, and the Revenue is too low: the result is official."),
    (ev.OfficialResult(st.Result("timetable-complete", (30, 4))), "The last Day is over, and the Revenue is enough: the result is official."),
    (ev.OfficialResult(st.Result("unsafe", (3, 4))), "Too many collisions make the railroad unsafe: the result is official."),
    (ev.DayAdded(6), "Day 6 is run as well."),
    (ev.GameEnded("short-of-floor", st.Result("short-of-floor", (3, 4))), "The books are closed."),
    (
        ev.GameEnded("unsafe", st.Result("timetable-complete", (3, 40))),
        "Too many collisions make the railroad unsafe. The books are closed.",
    ),
]
SHORT = ev.TrainShort(0, card("T5"), 1, 3, tokens("cC"), False, ((0, 8, 7),), 46, "T5")


@pytest.mark.parametrize(("event", "text"), SENTENCES)
def test_events_in_words(event: ev.Event, text: str) -> None:
    """Each kind of event is a sentence, or nothing where another one, or the picture of the Division, says it."""
    assert Text(CONTENT).event_to_str(VIEW, event, NAMES) == text


def test_every_kind_of_event_is_told() -> None:
    """The list above has all of them; those without a sentence are these."""
    assert {type(event) for event, _ in SENTENCES} | {ev.TrainShort} == set(GAME.event_types)
    silent = {type(event) for event, text in SENTENCES if not text} - {ev.TrainMoved}
    assert silent == {ev.LineLaid, ev.PhaseStarted, ev.EnhancementPlaced, ev.ExtraQueued, ev.SwitchEnded}


@pytest.mark.rule("OPS-8.3", "OPS-R36")
def test_a_shortage_in_words() -> None:
    """G.5, word for word but for the maximum of this content: what the train wanted, how much of it waits, and when that comes back."""
    assert GAME.event_to_str(VIEW, SHORT) == (
        "T5 made up short, 1 of 3 cars. It wants coaches (any); 15 wait in the Classification Yard. "
        "The Division Yard holds 46 tokens and is refilled only when bare."
    )


@pytest.mark.rule("OPS-8.3", "OPS-R36")
@pytest.mark.parametrize(("waiting", "told"), [((0, 0, 0), "none wait"), ((0, 1, 0), "1 waits"), ((0, 1, 1), "2 wait")])
def test_how_many_wait(waiting: tuple[int, int, int], told: str) -> None:
    """Of a single kind the number alone, both states together."""
    assert f"It wants coaches (any); {told} in the Classification Yard." in GAME.event_to_str(VIEW, attrs.evolve(SHORT, waiting=(waiting,)))


@pytest.mark.rule("OPS-8.3", "OPS-R36", "OPS-W5")
def test_a_shortage_of_several_kinds() -> None:
    """Each kind wanted with its state, each that waits by name, the caboose too, which is told of before."""
    freight = ev.TrainShort(0, card("T14"), 0, 4, tokens("GHb"), True, ((3, 0, 0), (4, 1, 0), (1, 1, 1), (7, 0, 8)), 1, "T14")
    assert GAME.event_to_str(VIEW, freight) == (
        "T14 made up short, 0 of 4 cars. It lacks its caboose. It wants gondolas (loaded), hoppers (loaded), boxcars (empty); "
        "1 hopper, 2 boxcars, 8 cabooses wait in the Classification Yard. The Division Yard holds 1 token and is refilled only when bare."
    )
    none = attrs.evolve(freight, waiting=((3, 0, 0), (4, 0, 0), (1, 0, 0), (7, 0, 0)))
    assert "(empty); none wait in the Classification Yard." in GAME.event_to_str(VIEW, none)
    one = attrs.evolve(freight, waiting=((3, 0, 0), (4, 0, 1), (7, 0, 0)))
    assert "(empty); 1 hopper waits in the Classification Yard." in GAME.event_to_str(VIEW, one)


@pytest.mark.rule("OPS-W5")
def test_cabooses_of_a_content_with_few_kinds() -> None:
    """The caboose is the last kind of the content, whatever number its tokens have."""
    text = Text(attrs.evolve(CONTENT, stock=(*CONTENT.stock[:2], CONTENT.stock[-1])))
    event = attrs.evolve(SHORT, caboose_missing=True, waiting=((0, 0, 0), (7, 0, 8)))
    assert "; 8 cabooses wait in" in text.event_to_str(VIEW, event, NAMES)
    shown = text.describe(given("", "T6 c@ Point W", classification="k8", division=None).view(0), None)
    lines = next(part for part in shown.split("\n\n") if part.startswith("Yards:")).splitlines()
    assert [line.split(":")[1] for line in lines[1:3]] == [" c7 C8 b4 B4 k0", " c0 C0 b0 B0 k8"]
    assert lines[3:] == ["cabooses: 8 of 8 in the Classification Yard, back only when the Division Yard is bare"]


def test_plurals() -> None:
    """Words of other contents too."""
    assert [plural(word) for word in ("coach", "tank car", "bus", "box", "bush", "waltz")] == [
        "coaches",
        "tank cars",
        "buses",
        "boxes",
        "bushes",
        "waltzes",
    ]


def told(table: Table, viewer: int | None = 0) -> list[str]:
    """What a player is told since the Given, without what is not said."""
    view = table.view(viewer)
    return [text for event in table.seen(viewer) if (text := GAME.event_to_str(view, event, NAMES[: table.state.config.players]))]


def test_a_stage_in_words() -> None:
    """A train is made up, runs, and the next Stage begins."""
    table = given(slots="4: T6", players=2, fedora=1, acts=1).do("pass", "pass", "AddCar(c)", "AddCar(C)", "AddCar(c)")
    assert told(table) == [
        "Bob sends the Freight Agent away.",
        "Ann sends the Freight Agent away.",
        "T6 Lowland Night Express is made up at West Point.",
        "Bob adds c to T6.",
        "Ann adds C to T6.",
        "Bob adds c to T6.",
        "T6 is made up: cCc@.",
        "T6 runs to Prairie Tangent 0.0, region 1/1.",
        "Day 1, Stage 5.",
    ]


@pytest.mark.rule("OPS-8.12", "OPS-8.14", "OPS-8.15")
def test_trains_that_are_gone_have_names() -> None:
    """What a train did is told with its name, though by the end of the step it is not on the Division any more."""
    wrecked = given("A0 DE", "T4 bb@ Point W", "T8 c@ Line 0 1/2", players=2, fedora=1, a1="DE", line="2 / 1 / 1").do("pass", "ClearTrain")
    assert told(wrecked)[-6:-1] == [
        "Bob clears T4.",
        "Collision on Mainline card 0.0: T4 runs into T8; cleared by Bob!",
        "Bob loses 5 (collision), Revenue -5.",
        "T4 is wrecked, bb come to the Classification Yard.",
        "T8 is wrecked, c comes to the Classification Yard.",
    ]
    gone = given("", "X17> kg@ Line 1 1/1").do("pass")
    assert told(gone) == ["Ann sends the Freight Agent away.", "X17 leaves by the East Point with kg.", "Day 1, Stage 5."]


def test_events_of_trains_name_them() -> None:
    """Each event with a tray has the name of the train there, each with more trays the names of those."""
    for kind in GAME.event_types:
        fields = {field.name for field in attrs.fields(kind)}
        assert ("tray" in fields) == ("train" in fields)
        assert {f"{name}_train" for name in fields & {"other", "behind"}} | {f"{name}_trains" for name in fields & {"found"}} == {
            name for name in fields if name.endswith(("_train", "_trains"))
        }


def test_the_rules_page_has_the_fields_of_all_events() -> None:
    """Each event is in its table, with its fields in order."""
    page = GAME.rules_text() or ""
    table = page.split("\n## Events\n")[1].split("\nIn the next table")[0]
    listed = {name: re.sub(r" \([^)]*\)|\*", "", fields).split(", ") for name, fields in re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)}
    assert listed == {kind.__name__: [field.name for field in attrs.fields(kind)] for kind in GAME.event_types}


@pytest.mark.rule("OPS-9")
def test_nobody_is_told_a_hidden_card() -> None:
    """What comes from the deck is named to its player alone; what is taken from a pile, played or discarded is named to all."""
    table = given(players=2, acts=0, hands=("Straight Track", "tWN")).do("DrawHomeOffice", "draws Coal Tipple")
    assert told(table, 0) == ["Ann draws Coal Tipple."]
    for viewer in (1, None):
        assert told(table, viewer) == ["Ann draws a card."]
    table = table.do("DiscardCard(Coal Tipple, 0)", "EndDraw", "DrawDepartment(0)")
    assert table.asks == "1 Draw"
    for viewer in (0, 1, None):
        assert told(table, viewer)[1:3] == ["Ann discards Coal Tipple on pile 0.", "Bob takes Coal Tipple from pile 0."]


@pytest.mark.rule("OPS-9", "OPS-2.7")
def test_nobody_is_told_a_hand() -> None:
    """The cards of the opening deal are named to their player alone."""
    text = Text(CONTENT)
    for event in (ev.HandDealt(1, 2, (0, 1)), ev.CardDrawn(1, 0, 5)):
        assert "Straight Track" in text.event_to_str(VIEW, GAME.view_event(event, 1), NAMES)
        for viewer in (0, None):
            assert "Straight Track" not in text.event_to_str(VIEW, GAME.view_event(event, viewer), NAMES)


# ---- the Division ------------------------------------------------------------------------------------------------------------------------

WHOLE = given(
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
    revenue=(4, -1),
    collisions="0/2",
)
DESCRIBED = """\
Railroad Operations, Day 1 of 5, Stage 4, Local Operations
Bob decides which option to take

seat 0  Ann (you): Revenue 4, 3 cards, Fedora
seat 1  Bob: Revenue -1, 2 cards
Revenue 3 of the 30 that 5 Days must bring; collisions: 0 of 2 this Stage, 2 of 3 this Day

West Point             waiting: -
0.0 Prairie Tangent 1
Office 0               Depot, A/D 2 of 2: T16> <T9 | Limits: W holds T14>
1.0 River Gorge 3      T4> 1/3
Office 1               Whistle Post, A/D 0 of 1: - | Limits: -
2.0 Farm Country 2
East Point             waiting: -

Office 0   -3    -2    -1     0    +1    +2    +3    +4
     -2                                  ld
     -1                             /-- -FO!- -sy--         +2,-1 Foundry (out g, in h), locked: MEN -, AT G, WORK -; green 0/2; red 0/1; Laborers 1
                                         gg    X22
                                               |bB
      0   |---- ----- -<v-- -DE-- -<^-- ----- ----- ----|   Depot: green 1/1, red 0/1, Porters 1; Interlocking, Telegraph
                             T16
                             T9
     +1                 \\-- -FD!-                           0,+1 Fuel Dealer (in th), locked: MEN -, AT H, WORK -; red 1/1 T; Laborers 1

Office 1   -1     0    +1    +2
     -1                 /-- -FH--   +2,-1 Freight House (out b, in r); green 1/1 B; red 0/1; Laborers 1
                              b
      0   |---- -WP-- -<^-- ----|   Whistle Post

Trains:
T16 east>, Office 0, row kb@ (west to east), made up [tray 0, slow]
T9 <west, Office 0, row @rk (west to east), made up [tray 1, fast]
T14 east>, held at the west Limits of Office 0, row kG@ (west to east), made up [tray 2, slow]
T4 east>, River Gorge 1.0, region 1/3, row cB@ (west to east), made up [tray 3, fast, one freight per square]
X22 east>, Office 0, square +3,-1, row k@ (west to east), beside it bB to the east, made up [tray 4, slow, empty coupling only]
0 of 5 trays free

Timetable:
  Stage  3: T5 Highland Day Express, 3 of cC, second section ordered
  Stage  9: T16 Way Freight, eastbound, 3 of bBrRgGhHtTsS, caboose
  Stage 10: T14 Coal Drag, 4 of GH, caboose
  Stage 11: T9 Returning Empties, 4 of rs, caboose
  Stage 12: T4 Morning Mail, 4 of cCbBrR
  second section of Stage 3 waits for a tray
  X20 Excursion Extra of Bob waits for a tray

Yards:
Division 48: c5 C5 b1 B1 r3 R4 g2 G2 h4 H3 t4 T3 s4 S4 k3
Classification 5: c2 C2 b0 B0 r0 R0 g0 G0 h0 H0 t0 T0 s0 S0 k1

pile 0 (1 card)   facing-point-locks  Facing Point Locks: no effect
pile 1 (2 cards)  upgrade-station  Station: lifts a Depot to a Station with 3 A/D tracks, green 2, red 2, Porters 2
pile 2 (1 card)   overpass  Overpass: no effect
Home Office deck 87
Your hand:
  straight       Straight Track: ----- from W to E
  upgrade-depot  Depot: lifts a Whistle Post to a Depot with 2 A/D tracks, green 1, red 1, Porters 1
  warehouse      Warehouse: beside a facility that takes in, one more red box

Bob switches (switch TRAIN), draws (draw deck, draw pile PILE), calls the Freight Agent (agent), or discards first"""


@pytest.mark.rule("OPS-9", "OPS-W12")
def test_the_whole_division_in_words() -> None:
    """G.1: headline, players, line, a map for each area, trains, timetable, yards, cards and the question, in this order and without loose blanks."""
    text = board(WHOLE, 0, NAMES[:2])
    assert text == DESCRIBED
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.rule("OPS-9")
def test_who_sees_which_hand() -> None:
    """The own hand, and of others its size and what is known of it; a spectator sees no hand, and nobody is called you."""
    table = given(players=2, fedora=1, hands=("Straight Track", "tWN, Depot"), red_flags=(1,)).do("DrawDepartment(2)", "draws Coal Tipple", "EndDraw")
    seen = {viewer: board(table, viewer) for viewer in (0, 1, None)}
    lines = ["seat 0  Player 0{}: Revenue 0, 2 cards, known: overpass", "seat 1  Player 1{}: Revenue 0, 2 cards, Red Flags, Fedora"]
    for viewer, text in seen.items():
        for player, line in enumerate(lines):
            assert line.format(" (you)" * (viewer == player)) in text.splitlines()
    assert "Your hand:\n  straight  Straight Track: ----- from W to E\n  overpass  Overpass: no effect\n" in seen[0]
    assert re.findall(r"^  ([a-z-]+)  +[A-Z]", seen[1], re.MULTILINE)[-2:] == ["turnout-w-north", "upgrade-depot"]
    for secret in ("Your hand", "(you)", "straight", "turnout-w-north", "upgrade-depot"):
        assert secret not in seen[None]
    assert "turnout-w-north" not in seen[0]
    assert "straight" not in seen[1]
    assert "Your hand: empty" in board(given())


@pytest.mark.rule("OPS-9", "OPS-R35")
def test_what_nobody_tells_can_be_counted() -> None:
    """What a player cannot place is the deck and what is not known of the other hands; of the Mainline deck what does not lie on the line."""
    table = given(players=2, fedora=1, hands=("Straight Track", "tWN, Depot")).do("DrawDepartment(2)", "draws Coal Tipple", "EndDraw")
    deck, hands = table.state.cards.deck, [there.hand for there in table.state.people.players]
    for viewer, hidden in ((0, hands[1]), (1, (card("Straight Track"),)), (None, (card("Straight Track"), *hands[1]))):
        cards, line = GAME.unseen(table.view(viewer))
        assert cards == deck.add(hidden)
        laid = [there.card for gap in table.state.division.gaps for there in gap]
        assert line == Pool.of(CONTENT.line_deck).remove(laid)


def test_looking_alike_reads_alike() -> None:
    """A guess at what is hidden is described in the same words."""
    for viewer in (0, 1, None):
        view = WHOLE.view(viewer)
        for seed in range(5):
            assert GAME.describe(GAME.view(GAME.determinize(view, SeededChance(seed)), viewer)) == GAME.describe(view)


@pytest.mark.rule("OPS-3.4")
def test_seats_and_players_are_two_things() -> None:
    """After a rotation players are listed by seat, and an area is named by its seat, whoever sits there (W12)."""
    table = given(players=3, stage=12, employee_rotation=True, fedora=2).do("pass", "pass", "pass")
    assert table.seats == (2, 0, 1)
    text = board(table, 1, NAMES[:3])
    assert [line.split(":")[0] for line in text.splitlines() if line.startswith("seat ")] == ["seat 0  Cid", "seat 1  Ann", "seat 2  Bob (you)"]
    assert [found[1] for found in re.finditer(r"^(Office \d) +-1 +0", text, re.MULTILINE)] == ["Office 0", "Office 1", "Office 2"]


def test_names_are_one_for_each_player() -> None:
    """Any other number is refused."""
    with pytest.raises(ValueError, match="expected one for each of the 2 players"):
        GAME.describe(WHOLE.view(0), ["Ann"])


# ---- the line ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.7", "OPS-8.13", "OPS-8.5")
def test_the_line_in_words() -> None:
    """G.2: > heads east, < west, r/R is the region in the train's direction; waiting, beside an Interchange, held, with modifiers."""
    table = given(
        "DE il",
        "T6 c@ Point W",
        "T4 @ Point W",
        "T7 @c Line 0 2/3",
        "X22< @ Line 0.2 1/3",
        "X17> k@ Beside 1.1",
        "T1 @C Limits 0E",
        a1="TE",
        players=3,
        line="H+dt, 1, Ge / 2+ps+bs, I, Gw / 3, 1, 2 / 1, 2, H",
        mainline_cards_per_gap=3,
    )
    assert part(table, "West Point") == [
        "West Point                 waiting: T6> T4>",
        "0.0 Hilly 2/3              Double Track | <T7 2/3",
        "0.1 Prairie Tangent 1",
        "0.2 Heavy Grade 3/1 top E  <X22 1/3",
        "Office 0                   Depot, A/D 0 of 2: - | Limits: E holds <T1",
        "1.0 Farm Country 2         Passing Siding, Block Signals",
        "1.1 Interchange 1          beside: X17>",
        "1.2 Heavy Grade 3/1 top W",
        "Office 1                   Terminal, A/D 0 of 4: - | Limits: -",
        "2.0 River Gorge 3",
        "2.1 Prairie Tangent 1",
        "2.2 Farm Country 2",
        "Office 2                   Whistle Post, A/D 0 of 1: - | Limits: -",
        "3.0 Prairie Tangent 1",
        "3.1 Farm Country 2",
        "3.2 Hilly 2/3",
        "East Point                 waiting: -",
    ]


def test_two_trains_on_one_card() -> None:
    """Both stand there, each with its region."""
    table = given("DE", "T6 @ Line 0 1/3", "T7 @ Line 0 2/3", line="3+dt / 1")
    assert part(table, "West Point")[1] == "0.0 River Gorge 3      Double Track | T6> 1/3  <T7 2/3"


# ---- maps --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-W12", "OPS-5.3", "OPS-7.5", "OPS-5.13")
def test_the_signs_of_a_map() -> None:
    """G.3: straight, curves, turnouts, Small Yard, Yard Office, facility, locked facility, modifiers, Limits, Office."""
    table = given(
        "WP -5..6: (-4,0) tWN; (-3,0) tWS; (-2,0) tEN; (-1,0) tES; (1,0) st; (2,0) sy; (-3,-1) cWN; (-2,-1) cWS; (-1,-1) cEN; (0,-1) cES; "
        "(1,-1) st; (2,-1) sy; (3,-1) yo; (4,-1) Coal Tipple [h] green H; (5,-1) Oil Loading Rack [tt] pipe T - -; (4,-2) ld>(4,-1); "
        "(5,-2) wh>(5,-1); (3,-2) sg>(4,-1)"
    )
    lines = part(table, "Office 0 ")
    assert [re.split(r" {3,}\+4,-1 ", line)[0] for line in lines] == [
        "Office 0   -5    -4    -3    -2    -1     0    +1    +2    +3    +4    +5    +6",
        "     -2                                                    sg    ld    wh",
        "     -1               --/   --\\     \\--   /-- ----- -sy-- -yo-- -CT-- -OL!-",
        "                                                                  h    tt",
        "      0   |---- -<^-- -<v-- --^>- --v>- -WP-- ----- -sy-- ----- ----- ----- ----|   Whistle Post",
    ]
    for line in lines[1:]:
        cells = [line[10 + 6 * column : 16 + 6 * column] for column in range(12)]
        assert all(len(cell.rstrip()) <= 5 for cell in cells)


@pytest.mark.rule("OPS-5.12")
@pytest.mark.parametrize(
    ("grade", "sign", "note"),
    [
        ("WP", "-WP--", "Whistle Post"),
        ("DE green 1", "-DE--", "Depot: green 1/1, red 0/1, Porters 1"),
        ("ST green 1 red 2", "-ST--", "Station: green 1/2, red 2/2, Porters 2"),
        ("TE green 3", "-TE--", "Terminal: green 3/3, red 0/3, Porters 3"),
        ("WP il", "-WP--", "Whistle Post; Interlocking"),
        ("DE il tg", "-DE--", "Depot: green 0/1, red 0/1, Porters 1; Interlocking, Telegraph"),
    ],
)
def test_the_signs_of_offices(grade: str, sign: str, note: str) -> None:
    """Each grade has its two letters, those with Porters tell their boxes, and the enhancements of the area follow."""
    assert part(given(grade), "Office 0 ")[1] == f"      0   |---- {sign} ----|   {note}"


@pytest.mark.rule("OPS-7.5", "OPS-5.13")
def test_what_is_said_of_a_facility() -> None:
    """G.3: its name, what is on its pipeline, its boxes and Laborers with all modifiers; besides where it is, and what goes out and comes in."""
    area = (
        "WP -1..4: (1,0) tWN; (1,-1) cES; (2,-1) Foundry [gggh] green G pipe G - G; (2,-2) ld>(2,-1); (3,-1) wh>(2,-1); "
        "(1,1) Coal Tipple; (3,1) Fuel Dealer; (3,2) sg>(3,1); (4,1) sg>(3,1)"
    )
    lines = part(given(area), "Office 0 ")
    assert [re.split(" {3,}", line)[-1] for line in lines if "Laborers" in line] == [
        "+2,-1 Foundry (out g, in h), locked: MEN G, AT -, WORK G; green 1/2 G; red 0/2; Laborers 1",
        "+1,+1 Coal Tipple (out h); green 0/1; Laborers 1 | +3,+1 Fuel Dealer (in th); red 0/1; Laborers 3",
    ]


def test_what_stands_on_the_squares() -> None:
    """Trains and below them standing cars, each under its square, however many there are; a used Telegraph is told with the Office."""
    trains = ("T16 kb@ Office 0", "T9 @rk Office 0", "T6 c@ Office 0", "T6b c@ Office 0")
    table = given("TE -2..2 tg: (1,0) st [bB]; (-1,0) st [cccc]", *trains, telegraph_used=(0,), players=2)
    assert part(table, "Office 0 ")[1:] == [
        "      0   |---- ----- -TE-- ----- ----|   Terminal: green 0/3, red 0/3, Porters 3; Telegraph, Telegraph used today",
        "                cccc   T16   bB",
        "                       T9",
        "                       T6",
        "                       T6b",
    ]


@pytest.mark.rule("OPS-6.2", "OPS-6.5")
def test_on_which_side_of_a_train_cars_stand() -> None:
    """A stroke among the standing cars is the train; its own line says it in words, as the cars on the side of a Move are coupled first."""
    table = given("Branch", "T16 bh@gk 0(2,0)").do("BeginSwitch(T16)", "SetOut(W, 1)", "SetOut(E, 1)")
    lines = part(table, "Office 0 ")
    assert lines[-2].split()[-1] == "T16"
    assert lines[-1].split() == ["b|k"]
    assert part(table, "Trains:")[1].startswith("T16 east>, Office 0, square +2,0, row h@g (west to east), beside it b to the west, k to the east, ")


@pytest.mark.rule("OPS-7.6", "OPS-7.7")
@pytest.mark.parametrize(("area", "place"), [("Branch; (2,-1) [h] pipe - - H", "WORK"), ("Branch Fuel Dealer; (2,-1) [h] pipe H - -", "MEN")])
def test_where_a_load_goes_from_at(area: str, place: str) -> None:
    """Outbound to WORK, inbound to MEN: the pipeline tells which."""
    event = ev.LaborerWorked(0, square("(2,-1)"), 7, tokens("H")[0], False)
    assert GAME.event_to_str(given(area).view(0), event) == f"A Laborer on +2,-1 of Office 0 moves H from AT to {place}."


def test_two_letters_of_a_name() -> None:
    """Of two words the first letters, of one the first two; a name of one letter is filled up on the map."""
    assert [initials(name) for name in ("Coal Tipple", "Oil Loading Rack", "Foundry", "saw mill", "X")] == ["CT", "OL", "FO", "SM", "X"]
    content = attrs.evolve(CONTENT, cards=tuple(attrs.evolve(there, name="X") if there.id == "foundry" else there for there in CONTENT.cards))
    assert "-X---" in Text(content).describe(given("Branch Foundry").view(0), None)


# ---- trains, timetable, yards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OPS-8.9", "OPS-R39")
@pytest.mark.parametrize(
    ("train", "told"),
    [
        ("T16 kb@ Office 0 *", "T16 east>, Office 0, row kb@ (west to east), made up, arrived now [tray 0, slow]"),
        ("T16 @bk Office 0", "T16 east>, Office 0, row @bk (west to east), made up [tray 0, slow]"),
        ("T16 b@ Office 0", "T16 east>, Office 0, row b@ (west to east), made up [tray 0, slow]"),
        ("T16 b@k Office 0", "T16 east>, Office 0, row b@k (west to east), engine between cars [tray 0, slow]"),
        ("T16 bk@ Office 0", "T16 east>, Office 0, row bk@ (west to east), caboose not at the far end [tray 0, slow]"),
        ("T9 @rk Office 0", "T9 <west, Office 0, row @rk (west to east), Running Track fouled [tray 0, fast]"),
        ("T9 @kr Office 0 *", "T9 <west, Office 0, row @kr (west to east), caboose not at the far end, arrived now [tray 0, fast]"),
        (
            "T16 k@ Line 1 1/1 !0",
            "T16 east>, Prairie Tangent 1.0, region 1/1, row k@ (west to east), made up, on the clearance of Player 0 [tray 0, slow]",
        ),
        ("T16 k@ 0(-2,0)", "T16 east>, Office 0, square -2,0, row k@ (west to east), beside it h to the east, made up [tray 0, slow]"),
        ("T9 @rk 0(-1,0)", "T9 <west, Office 0, square -1,0, row @rk (west to east), made up [tray 0, fast]"),
        ("T9 @ Point E", "T9 <west, East Point, row @ (west to east), made up [tray 0, fast]"),
        ("T4 @ Line 1 1/1", "T4 east>, Prairie Tangent 1.0, region 1/1, row @ (west to east), made up [tray 0, fast, one freight per square]"),
        ("X17> k@ Beside 0", "X17 east>, beside Interchange 0.0, row k@ (west to east), made up [tray 0, slow]"),
        ("X15> @ Point W", "X15 east>, West Point, row @ (west to east), made up [tray 0, fast, no passenger work, no switching, expedited]"),
        ("T7 @ Limits 0E", "T7 <west, held at the east Limits of Office 0, row @ (west to east), made up [tray 0, slow, no coach set out]"),
    ],
)
def test_a_train_in_words(train: str, told: str) -> None:
    """G.4: which way it heads, where it is, its row, that it is made up or why it would not leave; besides what its card says."""
    table = given("WP -3..3 il: (-2,0) st [h]", train, line="I / 1")
    lines = part(table, "Trains:")
    assert lines[1] == told
    assert lines[2] == "3 of 4 trays free"


def test_no_trains() -> None:
    """Then it says so."""
    assert part(given(players=3), "Trains:") == ["Trains:", "none", "6 of 6 trays free"]


def test_the_timetable_in_words() -> None:
    """Each slot with what its train takes, then sections and Extras that wait."""
    assert part(given(), "Timetable:") == ["Timetable:", "  empty"]


@pytest.mark.rule("OPS-1.4", "OPS-8.3")
def test_the_yards_in_words() -> None:
    """G.4: every token with its number, and each kind that the Division Yard has run out of, also one that is all in use."""
    table = given("", "T6 c@ Point W", classification="c7 C8 k8 b4 B3 r4 R4", division=None)
    assert part(table, "Yards:") == [
        "Yards:",
        "Division 33: c0 C0 b0 B1 r0 R0 g4 G4 h4 H4 t4 T4 s4 S4 k0",
        "Classification 38: c7 C8 b4 B3 r4 R4 g0 G0 h0 H0 t0 T0 s0 S0 k8",
        "coaches: 15 of 16 in the Classification Yard, back only when the Division Yard is bare",
        "reefers: 8 of 8 in the Classification Yard, back only when the Division Yard is bare",
        "cabooses: 8 of 8 in the Classification Yard, back only when the Division Yard is bare",
    ]
    used = given("WP -2..4: (1,0) st [rrrr]; (2,0) st [RRRR]; (3,0) st [ssss]; (-1,0) st [SSSS]")
    assert part(used, "Yards:")[3:] == [
        "reefers: 0 of 8 in the Classification Yard, back only when the Division Yard is bare",
        "stock cars: 0 of 8 in the Classification Yard, back only when the Division Yard is bare",
    ]


def test_piles_in_words() -> None:
    """Of each pile the top and how many cards it has, an empty one says so; then the deck by number."""
    table = given(deck_none=True, piles={0: "", 1: "Water Column, Station"})
    assert part(table, "pile 0")[:4] == [
        "pile 0 (0 cards)  empty",
        "pile 1 (2 cards)  upgrade-station  Station: lifts a Depot to a Station with 3 A/D tracks, green 2, red 2, Porters 2",
        "pile 2 (1 card)   overpass  Overpass: no effect",
        "Home Office deck 0",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cEN", "Curve, East to North: \\-- from E to N\\"),
        ("tES", "Turnout, East to South: --v>- from E to W and E to S/"),
        ("yo", "Yard Office: -yo-- from W to E"),
        ("Foundry", "Foundry: out g, in h, green 1, red 1, Laborers 1"),
        ("Fuel Dealer", "Fuel Dealer: in th, red 1, Laborers 1"),
        ("Terminal", "Terminal: lifts a Station to a Terminal with 4 A/D tracks, green 3, red 3, Porters 3"),
        ("ld", "Loading Dock: beside a facility that sends out, one more green box"),
        ("Red Flags", "Red Flags: 4 cards may stay in hand"),
        ("Second Section", "Second Section: a train of the timetable runs once more, behind itself"),
        ("Double Track", "Double Track: on a Mainline card, trains that oppose each other can pass"),
        ("T10", "Perishable Fast Freight: T10, east, fast, 4 of RS, caboose, expedited"),
        ("T7", "Upland Mixed: T7, west, slow, 4 of cCbBtTsS, no coach set out"),
        ("X17", "Work Extra, Ballast Gang: X17, east or west, slow, 3 of gGhH, caboose, work Extra"),
        ("Duck Pond", "Duck Pond: directed at opponents, never played"),
    ],
)
def test_cards_in_a_few_words(name: str, told: str) -> None:
    """Each card with what one must know to play it: ports, kinds and boxes, cars, speed and direction."""
    assert card_note(CONTENT, Notation(CONTENT), card(name)) == told


def test_every_card_is_explained() -> None:
    """Each type has a note of its own, on one line."""
    notes = [card_note(CONTENT, Notation(CONTENT), place) for place in range(len(CONTENT.cards))]
    assert len(set(notes)) == len(notes)
    for there, note in zip(CONTENT.cards, notes, strict=True):
        assert note.startswith(f"{there.name}: ")
        assert note.isprintable()
        assert len(note) < 120


def test_the_legend_is_on_the_rules_page() -> None:
    """The signs of the shipped content are explained there in the words of the terminal."""
    assert f"```text\n{GAME.legend()}\n```" in (GAME.rules_text() or "")


def test_the_legend_has_all_signs() -> None:
    """Each sign of a map is explained, and each letter of a car."""
    text = GAME.legend()
    explained = {word for line in text.splitlines() for word in line[2:26].split()}
    assert {f"-{sign}--" for sign in GRADE_SIGNS} | {sign.strip() for sign in MODIFIER_SIGNS.values()} <= explained
    assert {track_sign(trackage).strip() for trackage in CONTENT.trackage.values()} <= explained
    for letter, stock in zip(Notation(CONTENT).letters, CONTENT.stock[:-1], strict=True):
        assert re.search(rf"\b{letter}\b.* {stock.name.lower()}\b", text)
    assert all(len(line) < 130 for line in text.splitlines())


def test_the_summary() -> None:
    """One line with Day, Stage, phase, Revenues, trains and the deck."""
    assert GAME.summary(WHOLE.view(None)) == "day 1 stage 4 local: revenue 4 -1; trains T16> <T9 T14> T4> X22>; deck 87"
    assert GAME.summary(given().view(0)).endswith("revenue 0; trains none; deck 117")


# ---- questions ---------------------------------------------------------------------------------------------------------------------------

HAND = ("Straight Track, tWN",)


def _asked() -> dict[str, tuple[Table, list[str]]]:
    drawn = given(hands=HAND).do("DrawHomeOffice", "draws Coal Tipple")
    switching = given("Branch; (2,-1) [h]", "T16 kb@ Office 0").do("BeginSwitch(T16)")
    sorting = given("Loop", "T16 b@k 0(0,-1)").do("BeginSwitch(T16)", "BeginSort")
    extra = given(queue="X22 (0)", extra_start="anywhere").do("pass")
    s13 = "WP -1..5: (1,0) tWN; (1,-1) cES; (2,-1) st; (3,-1) Coal Tipple; (3,-2) st; (4,-2) Foundry"
    steps = "move END SQUARE, set out COUNT END, fly COUNT END, sort, end switch"
    return {
        "Option": (given(), ["Ann switches (switch TRAIN), draws (draw deck, draw pile PILE), calls the Freight Agent (agent), or discards first"]),
        "Draw": (drawn, ["Ann plays (play CARD), discards (discard CARD on PILE) and ends the Draw turn (end draw)"]),
        "Place": (drawn.do("PlayCard(Straight Track)"), ["Ann puts Straight Track on a square (place SQUARE)"]),
        "Attach": (
            given(s13).placing("Loading Dock").do("PlaceCard((4,-1))"),
            ["Ann says which facility Loading Dock on +4,-1 serves (attach SIDE)"],
        ),
        "Section": (
            given(slots="11: T6, 12: T1", hands=HAND).do("DrawHomeOffice", "draws Second Section", "PlayCard(Second Section)"),
            ["Ann says which train gets a second section (section STAGE)"],
        ),
        "Improve": (
            given(hands=HAND).do("DrawHomeOffice", "draws Block Signals", "PlayCard(Block Signals)"),
            ["Ann puts Block Signals on a Mainline card (improve GAP.INDEX)"],
        ),
        "Switch": (
            switching,
            [
                f"Ann switches T16: 6 Moves left ({steps})",
                "  move west -1,0: kb@, made up",
                "  move west -2,0: kb@, made up",
                "  move east +2,0: kb@, made up",
                "  move east +1,-1: kb@, made up",
                "  move east +2,-1: kb@h, not made up: engine between cars",
            ],
        ),
        "Sort": (
            sorting,
            [
                "Ann re-orders b@k; so far from the west: - (next TOKEN)",
                "  next b: bk@, not made up: caboose not at the far end",
                "  next k: k",
                "  next @: @",
            ],
        ),
        "Sort again": (
            sorting.do("SortNext(k)"),
            [
                "Ann re-orders b@k; so far from the west: k (next TOKEN)",
                "  next b: kb@, made up",
                "  next @: k@b, not made up: engine between cars",
            ],
        ),
        "Roll": (
            given("Branch; (3,-1) Foundry [h]", "T16 k@hh Office 0").do("BeginSwitch(T16)", "FlyingSwitch(E, 1)"),
            ["Ann lets 1 car of the east end of T16 roll to a facility (roll SQUARE)"],
        ),
        "Freight": (
            given("DE red 1").do("CallFreightAgent"),
            ["Ann has the Freight Agent stock (stock SQUARE), clear (clear SQUARE), unjam (unjam SQUARE) or do nothing (dismiss)"],
        ),
        "Work": (
            given("A0 DE green 1", "T5 @cC Office 0 *", work=0),
            ["Ann works (work SQUARE, board TRAIN, detrain TRAIN, end work); Laborers used: none; Porters used: 0"],
        ),
        "Name": (
            given("A0 DE green 1 red 1").do("UnjamLoad((0,0))"),
            ["Ann says which load at 0,0 to unjam (load NAME of green-0, red-0)"],
        ),
        "Start": (extra, ["Ann starts X22 Empty Car Extra (start point END, office END, interchange GAP.INDEX END)"]),
        "MakeUp": (given(slots="4: T6").do("pass"), ["Ann adds a car to T6, now @, 0 of 3 cars (add TOKEN)"]),
        "MakeUp of an Extra": (
            extra.do("StartExtra(Point W)", "AddCar(b)"),
            ["Ann adds a car to X22, now kb@, 2 of 3 cars (add TOKEN), or closes it (close)"],
        ),
        "Telegraph": (given("A0 DE tg", "T16 kb@ Office 0").do("pass"), ["Ann may hold a train by Telegraph (telegraph TRAIN, let run)"]),
        "Clearance": (
            given("A0 WP il", "T4 @ Point W", "T7 @ Limits 0E", "T5 b@b Office 0").do("pass"),
            [
                (
                    "Ann clears T4 into an occupied Subdivision or holds it (clear train, hold train); "
                    "it would come to Prairie Tangent 0.0, region 1/1; "
                    "ahead: <T5 Office 0; <T7 held at the east Limits of Office 0"
                )
            ],
        ),
        "Divert": (
            given("A0 WP -2..2: (-1,0) tWN; (-1,-1) cES; (0,-1) yo", "T10 kR@ Line 0 1/1").do("pass"),
            ["Ann diverts T10 to a Yard Office or lets it take the Office (divert SQUARE, take office)"],
        ),
        "Extend": (
            given(extra_days=2, revenue=(14,), day=5, stage=12).do("pass"),
            ["Ann runs another Day or closes the books (another day, close books)"],
        ),
    }


ASKED = _asked()


def test_every_kind_of_decision_is_asked() -> None:
    """The list above has all of them."""
    assert {table.asks for table, _ in ASKED.values()} == {name.split()[0] for name in ASKED}
    assert len({table.asks for table, _ in ASKED.values()}) == 18


HEADLINES = {
    "Option": "which option to take",
    "Draw": "what to play and discard",
    "Place": "where the card lies",
    "Attach": "which facility the modifier serves",
    "Section": "which train gets a second section",
    "Improve": "which Mainline card is improved",
    "Switch": "how to switch",
    "Sort": "the new order of the train",
    "Roll": "where the cars roll",
    "Freight": "what the Freight Agent does",
    "Work": "what the workers do",
    "Name": "which load is meant",
    "Start": "where the Extra starts",
    "MakeUp": "which car is added",
    "Telegraph": "whether a train is held by Telegraph",
    "Clearance": "whether the train is cleared",
    "Divert": "whether the train is diverted",
    "Extend": "whether another Day is run",
}


@pytest.mark.parametrize("name", ASKED)
def test_the_question_in_words(name: str) -> None:
    """Every decision says who is asked what, how it is answered, and its facts, at the end and to everybody; the headline names both in short."""
    table, lines = ASKED[name]
    for viewer in (0, None):
        text = board(table, viewer, ["Ann"])
        assert text.split("\n\n")[-1].splitlines() == lines
        assert text.splitlines()[1] == f"Ann decides {HEADLINES[name.split(maxsplit=1)[0]]}"


@pytest.mark.rule("OPS-6.14", "OPS-R3")
def test_where_a_train_may_touch_no_more_freight_cars() -> None:
    """Trains 3 and 4: the squares whose one car was picked up or set out are among the facts of the question."""
    table = given("Branch Fruit Shed", "T4 b@r Office 0").do("BeginSwitch(T4)", "MoveTrain(E, (2,-1))", "SetOut(E, 1)")
    question = board(table, 0, ["Ann"]).split("\n\n")[-1]
    assert question.startswith("Ann switches T4: 5 Moves left, no more freight cars at +2,-1 (")


@pytest.mark.parametrize("name", ASKED)
def test_the_question_shows_all_moves(name: str) -> None:
    """The Moves and the tokens that are listed with their rows (G.4) are just those that are legal."""
    table, lines = ASKED[name]
    listed = [GAME.parse_action(table.view(0), line.partition(":")[0]) for line in lines[1:]]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {action for action in GAME.legal_actions(table.state) if isinstance(action, (acts.MoveTrain, acts.SortNext))}


def test_no_move_left_lists_none() -> None:
    """When the Moves are used up no Move is shown, though cars can be set out."""
    table = given("Branch", "T16 kb@ 0(2,-1)").do("BeginSwitch(T16)")
    pending = table.state.pending
    assert isinstance(pending, st.SwitchPending)
    last = table.with_pending(attrs.evolve(pending, moves=0))
    assert board(last).splitlines()[-1].startswith("Player 0 switches T16: 0 Moves left")


def test_used_workers_are_told() -> None:
    """Laborers by their square, Porters by number."""
    table = given("DE -1..3 green 1: (1,0) tWN; (1,-1) cES; (2,-1) Coal Tipple [h] green H", "T5 @cC Office 0 *", work=0)
    pending = st.WorkPending(0, ((square("(2,-1)"), 1),), 1)
    assert board(table.with_pending(pending)).endswith("Laborers used: +2,-1 1; Porters used: 1")


@pytest.mark.rule("OPS-6.9", "OPS-R25")
@pytest.mark.parametrize("row", ["b@k", "k@bb", "@bB", "bb@", "kk@b", "bBrR@"])
def test_the_tokens_that_may_come_next(row: str) -> None:
    """What the description offers while a train is re-ordered is what the rules allow, in every position of every order."""
    table = given("Loop", f"T16 {row} 0(0,-1)").do("BeginSwitch(T16)", "BeginSort")
    seen = 0
    waiting = [table]
    while waiting:
        now = waiting.pop()
        pending = now.state.pending
        if not isinstance(pending, st.SortPending):
            continue
        seen += 1
        offered = next_tokens(tokens(row), pending.picked)
        assert [acts.SortNext(token) for token in offered] == list(GAME.legal_actions(now.state))
        waiting += [now.do(text) for text in now.legal]
    assert seen


# ---- the end -----------------------------------------------------------------------------------------------------------------------------


def over(*revenue: int, **options: Any) -> Table:
    return given(players=len(revenue), revenue=revenue, day=5, stage=12, **options).do("pass")


@pytest.mark.rule("OPS-10.1", "OPS-10.2", "OPS-10.4")
@pytest.mark.parametrize(
    ("table", "told"),
    [
        (over(15), "Ann has won: Revenue 15 of the 15 that 5 Days must bring."),
        (over(14), "Ann has lost, 1 short of the floor: Revenue 14 of the 15 that 5 Days must bring."),
        (over(20, 10), "Ann has won: Revenue 20 of Ann and 10 of Bob, together 30 of the 30 that 5 Days must bring."),
        (over(10, 20, 20), "Bob and Cid have won: Revenue 10 of Ann, 20 of Bob and 20 of Cid, together 50 of the 45 that 5 Days must bring."),
        (over(20, 10, mode="coop"), "Ann and Bob have won: Revenue 20 of Ann and 10 of Bob, together 30 of the 30 that 5 Days must bring."),
        (
            over(8, -14),
            "Everybody has lost, 36 short of the floor: Revenue 8 of Ann and -14 of Bob, together -6 of the 30 that 5 Days must bring.",
        ),
        (
            given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1", collisions="0/2", day=5, stage=12, revenue=(9,), slots="1: T5, 2: T16").do("pass"),
            "Ann has lost, as too many collisions made the railroad unsafe: Revenue 4 of the 15 that 5 Days must bring.",
        ),
    ],
)
def test_the_end_in_words(table: Table, told: str) -> None:
    """After the end a sentence says who won or lost, by which Revenue, and what was missed; it stands once, and nothing is asked."""
    people = NAMES[: table.state.config.players]
    for viewer in (0, None):
        text = board(table, viewer, people)
        assert text.startswith(f"Railroad Operations, Day 5 of 5, Stage 12, Shift Change: over\n{told}\n\nseat 0")
        assert "decides" not in text
        assert text.split("\n\n")[-1].startswith("pile 0")
        assert text.count("must bring") == 1
        assert "official" not in text
        assert re.search(r"^Collisions: \d of 2 this Stage, \d of 3 this Day$", text, re.MULTILINE)


def test_a_single_day() -> None:
    """One Day is no Days."""
    assert "Revenue 0 of the 3 that 1 Day must bring;" in board(given(days=1))


@pytest.mark.rule("OPS-10.3", "OPS-W6")
def test_extended_play_in_words() -> None:
    """A Day that is added counts, the official result stays as it was, and an unsafe end of play is told beside it."""
    table = given(extra_days=2, revenue=(14,), day=5, stage=12, transit_revenue=5)
    assert "official" not in board(table)
    table = table.do("pass", "RunAnotherDay")
    text = board(table)
    assert text.startswith("Railroad Operations, Day 6 of 6, Stage 1, Local Operations\nPlayer 0 decides which option to take")
    assert "The result is official. Player 0 has lost, 1 short of the floor: Revenue 14 of the 15 that 5 Days must bring.\n" in text
    assert text.count("must bring") == 1
    closed = given(extra_days=2, revenue=(20,), day=5, stage=12).do("pass", "CloseBooks")
    won = "Player 0 has won: Revenue 20 of the 15 that 5 Days must bring."
    assert board(closed).startswith(f"Railroad Operations, Day 5 of 5, Stage 12, Shift Change: over\n{won}\n\n")
    start = given("", "T5 b@b Office 0", "T16 kb@ Line 0 1/1", day=6, stage=4, extra_days=2, collisions="0/2", revenue=(20,))
    official = st.Result("timetable-complete", (20,))
    crashed = attrs.evolve(start, state=attrs.evolve(start.state, books=st.Books(0, 2, official, 1))).do("pass")
    text = board(crashed)
    assert f"Stage 4, Shift Change: over\n{won} The Day that was added was unsafe.\n" in text
    assert "Player 0 (you): Revenue 15" in text


@pytest.mark.rule("OPS-3.3")
def test_seat_and_fedora_of_a_single_player() -> None:
    """There is one seat, and the Fedora passes on to the same player, of which nothing is said."""
    for event in (ev.SeatsTaken((0,), 0), ev.FedoraPassed(0)):
        assert Text(CONTENT).event_to_str(given().view(0), event, ["Ann"]) == ""


def test_a_view_without_a_player_is_described() -> None:
    """The words follow from the view alone: a view read back from JSON is described alike."""
    view: View = WHOLE.view(None)
    assert GAME.describe(GAME.load_view(GAME.dump(view))) == GAME.describe(view)
