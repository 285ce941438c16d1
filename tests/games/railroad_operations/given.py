"""The Given of a worked scenario: a position built as section 1 of the scenario page says, and a table to play on from there.

Everything is written as on the page::

    given("DE Branch; (2,-1) [hH]", "T16 kB@ Office 0", "T7 @ 0(2,0)", stage=2)
    table.do("BeginSwitch(T16)", "MoveTrain(E, (2,-1))").row("T16") == "kB@hH"

The first text is the area of seat 0, those of other seats are `a1`, `a2`; then come the trains. What `do` takes are the actions of the decisions
page, ``pass`` and, behind the action that asks for them, the answers of chance: ``draws Train 5``, ``D12 7``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar, Unpack, get_args

import attrs
import pytest

from railrules import Config, IllegalActionError, Outcome, Rejection, ScriptedChance, SeededChance
from railrules.games.railroad_operations import RailroadOperations
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.codec import codec
from railrules.games.railroad_operations.consist import CABOOSE, COACH, ENGINE, Row, kind_of
from railrules.games.railroad_operations.content import LIMIT_CARD, OFFICE_CARD
from railrules.games.railroad_operations.events import Event, RevenueChanged
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.rules.ground import Ground
from railrules.games.railroad_operations.state import (
    Area,
    AtInterchange,
    AtLimits,
    AtPoint,
    Books,
    Cards,
    Clock,
    Division,
    End,
    Facility,
    FreightPending,
    InArea,
    LineCard,
    MakeUpPending,
    NamePending,
    Office,
    OnLine,
    OptionPending,
    Pending,
    People,
    Place,
    PlacePending,
    Player,
    Slot,
    Square,
    State,
    SwitchPending,
    Train,
    WorkPending,
    Yards,
)
from railrules.games.railroad_operations.track import OFFICE, column_of, row_of, square_at
from railrules.games.railroad_operations.view import View
from railrules.parts import Item, Pool

E = TypeVar("E")
Answer: TypeAlias = int | tuple[int, ...]


class HouseRules(TypedDict, total=False):
    """The options of section 11 as keyword arguments."""

    mode: Literal["solitaire", "competitive", "coop"]
    days: int
    extra_days: int
    starting_hand: Literal["three_random", "six_random", "three_and_three"]
    passenger_revenue: float
    freight_revenue: float
    transit_revenue: float
    extra_start: Literal["division_point", "interchange", "office", "anywhere"]
    reduced_visibility: bool
    employee_rotation: bool
    emergency_toolbox: bool
    mainline_cards_per_gap: int
    collisions_per_stage: int
    collisions_per_day: int
    expedite: Literal["fine", "depart"]


GAME = RailroadOperations()
CONTENT = GAME.content
CODEC = codec(GAME.legal_at)

# ---- words -----------------------------------------------------------------------------------------------------------------------------

LETTERS = "cCbBrRgGhHtTsSk@"
"""The letters of G.3 in the order of their tokens."""
TOKENS = {letter: token for token, letter in enumerate(LETTERS)}
ENDS = "WE"
SIDES = "NESW"
GRADES = ("WP", "DE", "ST", "TE")
LOADS = ("green-0", "green-1", "red-0", "red-1", "car-0", "car-1", "men", "at", "work")
SHORT = {
    "st": "straight",
    "cWN": "curve-w-north",
    "cWS": "curve-w-south",
    "cEN": "curve-e-north",
    "cES": "curve-e-south",
    "tWN": "turnout-w-north",
    "tWS": "turnout-w-south",
    "tEN": "turnout-e-north",
    "tES": "turnout-e-south",
    "sy": "small-yard",
    "yo": "yard-office",
    "ld": "loading-dock",
    "wh": "warehouse",
    "sg": "section-gang",
}
"""The short names of cards that lie in an area."""
LINE_MODIFIERS = {"ps": "passing-siding", "dt": "double-track", "bs": "block-signals"}


def _names() -> dict[str, int]:
    """Every way to name a card."""
    found: dict[str, int] = {short: CONTENT.card_places[name] for short, name in SHORT.items()}
    for place, card in enumerate(CONTENT.cards):
        found[card.name] = place
        train = CONTENT.trains.get(place)
        if train is not None:
            for word in (f"Extra {train.number}", f"X{train.number}") if train.extra else (f"Train {train.number}", f"T{train.number}"):
                found[word] = place
    return found


NAMES = _names()


def card(name: str) -> int:
    """The place of a card by any of its names."""
    return NAMES[name]


def card_name(place: int) -> str:
    """A card as the page writes it in hands and actions."""
    train = CONTENT.trains.get(place)
    if train is not None:
        return f"{'Extra' if train.extra else 'Train'} {train.number}"
    for short, name in SHORT.items():
        if CONTENT.cards[place].id == name and short[0] in "ct":
            return short
    return CONTENT.cards[place].name


def cards(text: str) -> tuple[int, ...]:
    """``"Straight Track, tWN"`` as cards."""
    return tuple(card(name.strip()) for name in text.split(",") if name.strip())


def card_names(places: Iterable[int]) -> str:
    """Cards as ``"Straight Track, tWN"``."""
    return ", ".join(map(card_name, places))


def tokens(text: str) -> Row:
    """``"kB@"`` as a row."""
    return tuple(TOKENS[letter] for letter in text)


def letters(row: Iterable[int]) -> str:
    """A row as ``"kB@"``."""
    return "".join(LETTERS[token] for token in row)


def counts(text: str) -> Counter[int]:
    """``"c8 C7 k"`` as the tokens of a yard."""
    return Counter({TOKENS[word[0]]: int(word[1:] or 1) for word in text.split()})


def yard_text(yard: Sequence[int]) -> str:
    """The tokens of a yard as ``"c8 C7"``, without those that it does not have."""
    return " ".join(f"{LETTERS[token]}{count}" for token, count in enumerate(yard) if count)


_AT = re.compile(r"\((-?\d+),(-?\d+)\)")


def square(text: str) -> int:
    """``"(2,-1)"`` as a square."""
    match = _AT.fullmatch(text)
    assert match is not None, f"{text!r} is no square"
    return square_at(int(match[1]), int(match[2]))


def square_text(number: int) -> str:
    """A square as ``"(2,-1)"``."""
    return f"({column_of(number)},{row_of(number)})"


def squares(numbers: Iterable[int]) -> str:
    """Squares as ``"(2,0) (1,-1)"``."""
    return " ".join(map(square_text, numbers))


# ---- the line --------------------------------------------------------------------------------------------------------------------------


def line_cards(text: str) -> tuple[tuple[LineCard, ...], ...]:
    """``"2+bs, 1 / H / Ge"`` as the gaps."""
    left = Counter(CONTENT.line_deck)
    return tuple(tuple(_line_card(word.strip(), left) for word in gap.split(",")) for gap in text.split("/"))


def _line_card(word: str, left: Counter[int]) -> LineCard:
    kind, *modifiers = word.split("+")
    top: End | None = None
    if kind in ("Gw", "Ge"):
        top = 1 if kind == "Ge" else 0
    wanted = {"H": "hilly", "I": "interchange", "Gw": "heavy-grade", "Ge": "heavy-grade"}.get(kind, "normal")
    for place, line in enumerate(CONTENT.line):
        if line.kind == wanted and (wanted != "normal" or line.regions == int(kind)) and left[place]:
            left[place] -= 1
            return LineCard(place, top, tuple(sorted(CONTENT.card_places[LINE_MODIFIERS[word]] for word in modifiers)))
    raise AssertionError(f"no Mainline card {word!r} is left")


# ---- areas -----------------------------------------------------------------------------------------------------------------------------

BRANCH = "(1,0) tWN; (1,-1) cES"
LOOP = "(-2,0) tWN; (-2,-1) cES; (-1,-1) st; (0,-1) sy; (1,-1) cWS; (1,0) tEN"
_SQUARE = re.compile(
    r"(?P<at>\(-?\d+,-?\d+\))\s*(?P<card>[^\[]*?)(?:\s*\[(?P<row>\w*)\])?(?:\s*green (?P<green>\w+))?(?:\s*red (?P<red>\w+))?"
    r"(?:\s*pipe (?P<men>\S) (?P<at_>\S) (?P<work>\S))?"
)


def _area(text: str, held: tuple[tuple[End, int], ...], *, telegraph_used: bool) -> Area:
    """``"DE -3..3 il tg green 1 red 1: (1,0) tWN; (1,-1) cES; (2,-1) Coal Tipple [hH]"`` as an area; also with ``Branch Fuel Dealer``, ``Loop``."""
    head, *rest = [part.strip() for part in text.split(";")]
    head, _, first = head.partition(":")
    words = head.split()
    level, limits, boxes, enhancements = 0, (-1, 1), {"green": 0, "red": 0}, []
    parts = [first.strip()] if first.strip() else []
    while words:
        word = words.pop(0)
        if word in GRADES:
            level = GRADES.index(word)
        elif ".." in word:
            columns = word.split("..")
            limits = int(columns[0]), int(columns[1])
        elif word in boxes:
            boxes[word] = int(words.pop(0))
        elif word in ("il", "tg"):
            enhancements.append(card("Interlocking" if word == "il" else "Telegraph"))
        elif word == "Branch":
            limits, parts = (-3, 3), [*BRANCH.split("; "), f"(2,-1) {' '.join(words) or 'Coal Tipple'}"]
            words = []
        else:
            assert word == "Loop", f"{word!r} means nothing in an area"
            limits, parts = (-4, 3), LOOP.split("; ")
    west, east = limits
    found = {square_at(column, 0): Square(square_at(column, 0), card("st")) for column in range(west, east + 1)}
    for column in limits:
        found[square_at(column, 0)] = Square(square_at(column, 0), LIMIT_CARD)
    found[OFFICE] = Square(OFFICE, OFFICE_CARD)
    serving: list[tuple[str, int]] = []
    for part in (*parts, *rest):
        there = _square(part, found, serving)
        found[there.square] = there
    for effect, number in serving:
        old = found[number]
        assert old.facility is not None, f"no facility lies on {square_text(number)}"
        raised = {effect: getattr(old.facility, effect) + 1}
        found[number] = attrs.evolve(old, facility=attrs.evolve(old.facility, **raised))
    office = Office(level, boxes["green"], boxes["red"])
    return Area(office, limits, tuple(found[number] for number in sorted(found)), tuple(sorted(enhancements)), held, telegraph_used)


def _square(part: str, found: Mapping[int, Square], serving: list[tuple[str, int]]) -> Square:
    match = _SQUARE.fullmatch(part)
    assert match is not None, f"{part!r} is no square of an area"
    number, name = square(match["at"]), match["card"].strip()
    old = found.get(number)
    if ">" in name:
        name, at = name.split(">")
        serving.append(({"ld": "docks", "wh": "warehouses", "sg": "gangs"}[name], square(at)))
        return Square(number, card(name), beside=square(at))
    if name:
        place = card(name)
    else:
        assert old is not None, f"no card lies on {match['at']}"
        place = old.card
    row = tokens(match["row"] or "")
    industry = CONTENT.industries.get(place)
    if industry is None:
        return Square(number, place, row)
    pipeline = tuple(None if (match[name] or "-") == "-" else TOKENS[match[name]] for name in ("men", "at_", "work"))
    men, at_, work = pipeline
    loads = [token for token in pipeline if token is not None]
    outbound = kind_of(loads[0]) in industry.outbound if loads else None
    facility = Facility(tuple(sorted(tokens(match["green"] or ""))), tuple(sorted(tokens(match["red"] or ""))), (men, at_, work), outbound)
    return Square(number, place, row, 0, facility)


# ---- trains ----------------------------------------------------------------------------------------------------------------------------

_TRAIN = re.compile(
    r"(?P<kind>[TX])(?P<number>\d+)(?P<section>b?)(?P<heading>[<>]?) (?P<row>[\w@]+) (?P<place>.+?)(?P<arrived> \*)?(?: !(?P<by>\d))?"
)


def _train(text: str, serial: int, gaps: tuple[tuple[LineCard, ...], ...]) -> Train:
    """``"T16 kb@ Office 0"`` as a train."""
    match = _TRAIN.fullmatch(text)
    assert match is not None, f"{text!r} is no train"
    place = card(match["kind"] + match["number"])
    heading: End | None = CONTENT.trains[place].heading
    if match["heading"]:
        heading = 1 if match["heading"] == ">" else 0
    assert heading is not None, f"{text!r} has no heading"
    by = None if match["by"] is None else int(match["by"])
    where = _place(match["place"], gaps)
    return Train(place, int(match["section"] == "b"), serial, heading, where, tokens(match["row"]), by, match["arrived"] is not None)


def _end(letter: str) -> End:
    return 1 if letter == "E" else 0


def _place(text: str, gaps: tuple[tuple[LineCard, ...], ...]) -> Place:
    word, _, rest = text.partition(" ")
    if word == "Office":
        return InArea(int(rest), OFFICE)
    if word == "Point":
        return AtPoint(_end(rest))
    if word == "Limits":
        return AtLimits(int(rest[:-1]), _end(rest[-1]))
    if word in ("Line", "Beside"):
        where, _, regions = rest.partition(" ")
        gap, _, index = where.partition(".")
        if word == "Beside":
            return AtInterchange(int(gap), int(index or 0))
        region, whole = regions.split("/")
        assert CONTENT.line[gaps[int(gap)][int(index or 0)].card].regions == int(whole), f"{text!r} is not on such a card"
        return OnLine(int(gap), int(index or 0), int(region))
    seat, _, at = text.partition("(")
    return InArea(int(seat), square("(" + at))


def _place_text(place: Place, gaps: tuple[tuple[LineCard, ...], ...]) -> str:
    match place:
        case InArea(seat, number):
            return f"Office {seat}" if number == OFFICE else f"{seat}{square_text(number)}"
        case AtPoint(end):
            return f"Point {ENDS[end]}"
        case AtLimits(seat, end):
            return f"Limits {seat}{ENDS[end]}"
        case AtInterchange(gap, index):
            return f"Beside {_card_text(gap, index)}"
        case OnLine(gap, index, region):
            return f"Line {_card_text(gap, index)} {region}/{CONTENT.line[gaps[gap][index].card].regions}"


def _card_text(gap: int, index: int) -> str:
    return f"{gap}.{index}" if index else f"{gap}"


# ---- actions ---------------------------------------------------------------------------------------------------------------------------

KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Action)}
_ACTION = re.compile(r"(\w+)(?:\((.*)\))?")
_COMMA = re.compile(r",\s*(?![^()]*\))")
FREIGHT = ("StockBox", "ClearBox", "UnjamLoad")
WORKERS = ("WorkFacility", "BoardCoach", "DetrainCoach")


def action_text(state: State, action: Action) -> str:
    """An action as on the decisions page: squares (c,r), ends and headings W / E, tokens by letter, trains for trays, names for cards."""
    written = [_written(state, field.name, getattr(action, field.name)) for field in attrs.fields(type(action))]
    kind = type(action).__name__
    return f"{kind}({', '.join(written)})" if written else kind


def _written(state: State, name: str, found: int) -> str:
    match name:
        case "square":
            return square_text(found)
        case "heading" | "end":
            return ENDS[found]
        case "token":
            return LETTERS[found]
        case "tray":
            train = state.division.trays[found]
            return f"tray {found}" if train is None else train_text(train)
        case "card":
            return card_name(found)
        case "load":
            return LOADS[found]
        case "side":
            return SIDES[found]
        case "place":
            return _start_text(found)
    return str(found)


def _start_text(found: int) -> str:
    if found < 2:
        return f"Point {ENDS[found]}"
    if found < 4:
        return f"Office, {ENDS[found - 2]}"
    line, heading = divmod(found - 4, 2)
    return f"Interchange ({line // 3},{line % 3}), {ENDS[heading]}"


def train_text(train: Train) -> str:
    """A train by its number, ``T6b`` for a second section."""
    there = CONTENT.trains[train.card]
    return f"{'X' if there.extra else 'T'}{there.number}{'b' * train.section}"


def read_action(state: State, text: str) -> Action:
    """The action that a text means; `action_text` writes it."""
    match = _ACTION.fullmatch(text)
    assert match is not None, f"{text!r} is no action"
    kind = KINDS[match[1]]
    given_words = _COMMA.split(match[2]) if match[2] else []
    if kind is acts.StartExtra:
        return acts.StartExtra(_start(given_words))
    fields = attrs.fields(kind)
    assert len(given_words) == len(fields), f"{text!r}; expected {[field.name for field in fields]}"
    made: Action = kind(*[_read(state, field.name, word) for field, word in zip(fields, given_words, strict=True)])
    return made


def _read(state: State, name: str, word: str) -> int:
    match name:
        case "square":
            return square(word)
        case "heading" | "end":
            return ENDS.index(word)
        case "token":
            return TOKENS[word]
        case "tray":
            return int(word.removeprefix("tray ")) if word.startswith("tray ") else _tray(state, word)
        case "card":
            return card(word)
        case "load":
            return LOADS.index(word)
        case "side":
            return SIDES.index(word)
    return int(word)


def _start(words: list[str]) -> int:
    if words[0].startswith("Point "):
        return ENDS.index(words[0].removeprefix("Point "))
    if words[0] == "Office":
        return 2 + ENDS.index(words[1])
    gap, index = words[0].removeprefix("Interchange (").removesuffix(")").split(",")
    return 4 + 2 * (3 * int(gap) + int(index)) + ENDS.index(words[1])


def _tray(state: State, train: str) -> int:
    for tray, there in enumerate(state.division.trays):
        if there is not None and train_text(there) == train:
            return tray
    raise AssertionError(f"{train} is on no tray")


# ---- refusals --------------------------------------------------------------------------------------------------------------------------

_CODES = """
DiscardCard card-not-in-hand 4.7
BeginSwitch no-such-train 6.1, train-not-in-area 4.3, train-may-not-switch 6.14, train-cannot-move 4.3
DrawHomeOffice deck-empty 4.3
DrawDepartment pile-empty 4.4
DrawNothing card-can-be-drawn 4.3, hand-empty 4.3
PlayCard card-attacks-excluded 4.8, card-not-in-hand 4.6, no-square-for-card 5.7, office-step-wrong 5.12, enhancement-present 5.14, \
timetable-full 8.1, no-train-to-follow 8.4, no-line-card-free 8.13
EndDraw hand-over-limit 4.6
PlaceCard limits-at-edge 5.7, running-track-broken 5.6, square-in-use 5.7, square-occupied 5.8, outside-limits 5.7, \
facility-on-running-track 5.10, not-connected 5.8, no-facility-beside 5.13
AttachTo no-facility-beside 5.13
OrderSection slot-empty 8.4, section-already-ordered 8.4
ImproveLine no-line-card 2.4, modifier-present 8.13
MoveTrain no-moves-left 6.1, coupling-forbidden 6.14, consist-too-long 6.5, cars-must-couple-first 6.5, blocked-by-train 6.4, track-locked 6.4, \
leaves-by-limits 6.4, not-operational-rail 6.3, stands-behind-cars 6.5, not-connected 6.3
SetOut nothing-to-cut 6.8, not-on-office 6.8, track-locked 6.8, square-full 5.11, setout-forbidden 6.14
FlyingSwitch no-moves-left 6.1, nothing-to-cut 6.10, setout-forbidden 6.14, no-facility-in-reach 6.10
RollTo not-a-facility 6.10, path-blocked 6.10, square-full 5.11
BeginSort no-moves-left 6.1, not-on-small-yard 6.9, only-one-order 6.9
SortNext token-not-left 6.9, same-order 6.9
StockBox no-box 7.2, box-full 7.2, yard-has-none 7.2, no-unclaimed-car 7.2
ClearBox no-box 7.3, box-empty 7.3
UnjamLoad no-box 7.4, nothing-to-unjam 7.4
WorkFacility no-facility 7.5, laborers-used 7.12, no-step 7.6
NameLoad no-such-load 7.4
BoardCoach no-porter 7.10, train-not-at-office 7.12, no-passenger-work 7.11, box-empty 7.10, no-coach 7.10
DetrainCoach no-porter 7.10, train-not-at-office 7.12, no-passenger-work 7.11, no-coach 7.10, box-full 7.10, yard-has-none 7.10
StartExtra start-not-allowed 8.5, no-interchange 8.5, office-full 8.5
AddCar car-not-taken 8.2, yard-has-none 8.2
CloseConsist car-must-be-added 8.2
TelegraphHold train-not-ready 5.14
DivertTrain no-yard-office-there 8.10
"""
CODES: dict[str, dict[str, str]] = {
    line.split(" ", 1)[0]: {word.split()[0]: f"OPS-{word.split()[1]}" for word in line.split(" ", 1)[1].split(", ")}
    for line in _CODES.strip().splitlines()
}
"""The codes of section C by kind of action in the order of the page, each with the rule that it cites."""
CLOSED = {
    "Option": "4.1",
    "Draw": "4.1",
    "Place": "4.1",
    "Attach": "4.1",
    "Section": "4.1",
    "Improve": "4.1",
    "Switch": "6.1",
    "Sort": "6.1",
    "Roll": "6.1",
    "Freight": "7.1",
    "Work": "7.12",
    "MakeUp": "8.2",
    "Start": "8.5",
    "Telegraph": "8.8",
    "Clearance": "8.8",
    "Divert": "8.10",
    "Extend": "10.3",
}
"""The rule that `not-open-now` cites at each decision; at a `Name` it is that of the decision behind it."""


def cited(state: State, action: Action, code: str) -> str:
    """The rule that section C says is cited with a code."""
    if code == "game-over":
        return "OPS-10.1"
    pending = state.pending
    if isinstance(pending, NamePending):
        if code == "no-such-load":
            return "OPS-7.6" if isinstance(pending.back, WorkPending) else "OPS-7.4"
        pending = pending.back
    if code == "not-open-now":
        return f"OPS-{CLOSED[type(pending).__name__.removesuffix('Pending')]}"
    if code == "outside-limits" and isinstance(action, acts.PlaceCard) and row_of(action.square):
        return "OPS-5.8"  # OPS-W3
    return CODES[type(action).__name__][code]


class _NoChance:
    """Chance that nobody may ask."""

    def pick(self, n: int) -> int:
        raise AssertionError(f"asked for pick({n})")

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        raise AssertionError(f"asked to draw {count}")


NO_CHANCE = _NoChance()


def answer(text: str) -> list[Answer]:
    """``"draws Train 5, tWN"`` (one card at a time) or ``"D12 7"`` as answers of chance."""
    word, _, rest = text.partition(" ")
    if word == "D12":
        return [int(number) - 1 for number in rest.split(", ")]
    assert word == "draws", f"{text!r} is no answer of chance"
    return [(place,) for place in cards(rest)]


# ---- the table -------------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Table:
    """A position, and all events since the Given."""

    state: State
    events: tuple[Event, ...] = ()
    game: RailroadOperations = GAME

    # ---- playing -----------------------------------------------------------------------------------------------------------------------

    def do(self, *steps: str) -> "Table":
        """The table after these actions, each of which must be legal, with all that is automatic; this one stays as it was.

        ``pass`` is ``CallFreightAgent``, and ``EndFreight`` if that is asked. At an `Option` the Freight Agent's operations stand for
        ``CallFreightAgent`` and the operation, what workers do for ``pass`` and that.
        """
        table = self
        at = 0
        while at < len(steps):
            text = steps[at]
            at += 1
            answers: list[Answer] = []
            while at < len(steps) and steps[at].startswith(("draws ", "D12 ")):
                answers += answer(steps[at])
                at += 1
            table = table._take(text, answers)
        return table

    def _take(self, text: str, answers: list[Answer]) -> "Table":
        kind = text.split("(", maxsplit=1)[0]
        if text == "pass":
            table = self._play("CallFreightAgent", answers)
            return table._play("EndFreight", []) if isinstance(table.state.pending, FreightPending) else table
        if isinstance(self.state.pending, OptionPending):
            if kind in FREIGHT:
                return self._play("CallFreightAgent", [])._play(text, answers)
            if kind in WORKERS:
                return self._take("pass", [])._play(text, answers)
        return self._play(text, answers)

    def _play(self, text: str, answers: list[Answer]) -> "Table":
        action = read_action(self.state, text)
        assert action in self.game.legal_actions(self.state), f"{text} is not listed; legal: {self.legal}"
        chance = ScriptedChance(answers)
        step = self.game.apply(self.state, action, chance)
        assert not chance.left, f"{chance.left} answers of chance were not asked for"
        assert self.game.transition(self.state, action, ScriptedChance(answers)) == step.state, "the log of events changes the play"
        after = attrs.evolve(self, state=step.state, events=self.events + step.events)
        _check_revenue(self, after)
        return lawful(after)

    def log(self, *steps: str) -> tuple[Event, ...]:
        """The events of these actions."""
        return self.do(*steps).events[len(self.events) :]

    def refusal(self, text: str) -> Rejection:
        """Why an action is refused, the same from validate and apply; a refused action changes nothing and asks no chance."""
        action = read_action(self.state, text)
        found = self.game.validate(self.state, action)
        assert found is not None, f"{text} is accepted"
        assert action not in self.game.legal_actions(self.state)
        with pytest.raises(IllegalActionError) as raised:
            self.game.apply(self.state, action, NO_CHANCE)
        assert raised.value.rejection == found
        assert found.message
        return found

    def code(self, text: str) -> str:
        """The code with which an action is refused; it cites the rule that the page names."""
        found = self.refusal(text)
        assert found.rule == cited(self.state, read_action(self.state, text), found.code), f"{text}: {found.code} cites {found.rule}"
        return found.code

    # ---- who decides what --------------------------------------------------------------------------------------------------------------

    @property
    def asks(self) -> str:
        """The decision that is open, ``Option``, with the player in front if there are several: ``1 Clearance``; ``over`` after the end."""
        pending = self.state.pending
        if pending is None:
            return "over"
        name = type(pending).__name__.removesuffix("Pending")
        return name if self.state.config.players == 1 else f"{pending.player} {name}"

    @property
    def pending(self) -> Pending | None:
        return self.state.pending

    @property
    def acts(self) -> int | None:
        return self.game.current_player(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions in the order of their ids."""
        return [action_text(self.state, action) for action in self.game.legal_actions(self.state)]

    def among(self, kind: str) -> list[str]:
        """What is between the brackets of the legal actions of a kind."""
        return [text.removeprefix(f"{kind}(").removesuffix(")") for text in self.legal if text.startswith(f"{kind}(")]

    def targets(self, kind: str) -> str:
        """The squares of the legal actions of a kind."""
        return " ".join(self.among(kind))

    @property
    def cars(self) -> str:
        """The tokens that may be added to the train that is made up."""
        assert isinstance(self.state.pending, MakeUpPending)
        return "".join(self.among("AddCar"))

    def stops(self, heading: str) -> str:
        """Where the train that is switched may end a Move, in the order of the walk; the legal Moves are the same."""
        pending = self.state.pending
        assert isinstance(pending, SwitchPending)
        train = self.state.division.trays[pending.tray]
        assert train is not None
        ground = Ground.in_state(CONTENT, self.state, self.state.people.seats.index(pending.player))
        found = list(ground.stops(train, CONTENT.trains[train.card], _end(heading), pending.worked))
        listed = [
            action.square for action in self.game.legal_actions(self.state) if isinstance(action, acts.MoveTrain) and ENDS[action.heading] == heading
        ]
        assert sorted(found) == listed
        return squares(found)

    @property
    def moves(self) -> int:
        """The Moves that are left."""
        assert isinstance(self.state.pending, SwitchPending)
        return self.state.pending.moves

    @property
    def worked(self) -> str:
        """The squares where the one-car budget is spent."""
        assert isinstance(self.state.pending, SwitchPending)
        return squares(self.state.pending.worked)

    @property
    def when(self) -> tuple[int, int]:
        """Day and Stage."""
        return self.state.clock.day, self.state.clock.stage

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def view(self, player: int | None) -> View:
        return self.game.view(self.state, player)

    # ---- positions made by hand --------------------------------------------------------------------------------------------------------

    def placing(self, name: str) -> "Table":
        """This table with a card of the deck on its way to a square: the player whose turn it is has just played it.

        The engine places a card that has one square by itself (R6), so the list may have less than two here.
        """
        player = self.acts
        assert player is not None
        old = self.state
        left = attrs.evolve(old.cards, deck=old.cards.deck.remove([card(name)]))
        return attrs.evolve(self, state=attrs.evolve(old, cards=left, pending=PlacePending(player, card(name))))

    def holding(self, name: str, player: int = 0) -> "Table":
        """This table with one more card in a hand, wherever that comes from: never dealt, or a copy too many."""
        people = self.state.people
        old = people.players[player]
        players = list(people.players)
        players[player] = attrs.evolve(old, hand=tuple(sorted((*old.hand, card(name)))))
        return attrs.evolve(self, state=attrs.evolve(self.state, people=attrs.evolve(people, players=tuple(players))))

    def with_pending(self, pending: Pending) -> "Table":
        """This table at another decision."""
        return attrs.evolve(self, state=attrs.evolve(self.state, pending=pending))

    # ---- events ------------------------------------------------------------------------------------------------------------------------

    def told(self, kind: type[E]) -> list[E]:
        """The events of a kind since the Given."""
        return [event for event in self.events if isinstance(event, kind)]

    def seen(self, player: int | None) -> list[Event]:
        """The events as a player learns of them."""
        return [self.game.view_event(event, player) for event in self.events]

    # ---- people and cards --------------------------------------------------------------------------------------------------------------

    @property
    def revenue(self) -> tuple[int, ...]:
        return tuple(player.revenue for player in self.state.people.players)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.state.people.seats

    @property
    def fedora(self) -> int:
        return self.state.people.fedora

    def hand(self, player: int = 0) -> str:
        return card_names(self.state.people.players[player].hand)

    def known(self, player: int = 0) -> str:
        return card_names(self.state.people.players[player].known)

    def pile(self, number: int) -> str:
        """A Department pile, the top last."""
        return card_names(self.state.cards.piles[number])

    @property
    def deck(self) -> int:
        """How many cards the Home Office deck has."""
        return len(self.state.cards.deck)

    def gone(self, name: str) -> int:
        """How many cards of a type are out of the game."""
        return self.state.cards.gone.count(card(name))

    # ---- areas -------------------------------------------------------------------------------------------------------------------------

    def area(self, seat: int = 0) -> Area:
        return self.state.areas[seat]

    def limits(self, seat: int = 0) -> tuple[int, int]:
        return self.area(seat).limits

    def office(self, seat: int = 0) -> tuple[int, int, int]:
        """Level, green and red boxes."""
        office = self.area(seat).office
        return office.level, office.green, office.red

    def enhancements(self, seat: int = 0) -> str:
        return card_names(self.area(seat).enhancements)

    def held(self, seat: int = 0) -> list[str]:
        """The trains held at the Limits, oldest first: ``T14 W``."""
        found = []
        for end, tray in self.area(seat).held:
            train = self.state.division.trays[tray]
            assert train is not None
            found.append(f"{train_text(train)} {ENDS[end]}")
        return found

    def at(self, where: str, seat: int = 0) -> Square | None:
        """What lies on a square."""
        number = square(where)
        return next((there for there in self.area(seat).squares if there.square == number), None)

    def lies(self, where: str, seat: int = 0) -> str | None:
        """The card on a square."""
        there = self.at(where, seat)
        return None if there is None else card_name(there.card)

    def standing(self, where: str, seat: int = 0) -> str:
        """The standing cars of a square."""
        there = self.at(where, seat)
        assert there is not None
        return letters(there.standing)

    def split(self, where: str, seat: int = 0) -> int:
        there = self.at(where, seat)
        assert there is not None
        return there.split

    def facility(self, where: str = "(2,-1)", seat: int = 0) -> Facility:
        there = self.at(where, seat)
        assert there is not None
        assert there.facility is not None
        return there.facility

    def green(self, where: str = "(2,-1)") -> str:
        return letters(self.facility(where).green)

    def red(self, where: str = "(2,-1)") -> str:
        return letters(self.facility(where).red)

    def pipe(self, where: str = "(2,-1)") -> str:
        """MEN, AT, WORK."""
        return " ".join("-" if token is None else LETTERS[token] for token in self.facility(where).pipeline)

    # ---- trains ------------------------------------------------------------------------------------------------------------------------

    def tray(self, train: str) -> int:
        return _tray(self.state, train)

    @property
    def running(self) -> list[str]:
        """The trains on the Division, by tray."""
        return [train_text(train) for train in self.state.division.trays if train is not None]

    def train(self, name: str) -> Train:
        there = self.state.division.trays[self.tray(name)]
        assert there is not None
        return there

    def row(self, train: str) -> str:
        return letters(self.train(train).consist)

    def place(self, train: str) -> str:
        return _place_text(self.train(train).place, self.state.division.gaps)

    # ---- Division ----------------------------------------------------------------------------------------------------------------------

    def slot(self, stage: int) -> str:
        """A slot of the timetable: ``T6``, ``T6+`` with a section ordered, ``-``."""
        slot = self.state.division.timetable[stage - 1]
        return "-" if slot is None else f"T{CONTENT.trains[slot.card].number}{'+' * slot.second}"

    @property
    def queue(self) -> list[str]:
        """The Extras that wait: ``X22 (0)``."""
        return [f"X{CONTENT.trains[place].number} ({player})" for place, player in self.state.division.extras]

    @property
    def sections(self) -> tuple[int, ...]:
        return self.state.division.sections

    @property
    def division(self) -> Counter[str]:
        """The Division Yard by letter."""
        return Counter({LETTERS[token]: count for token, count in enumerate(self.state.division.yards.division)})

    @property
    def division_total(self) -> int:
        return sum(self.state.division.yards.division)

    @property
    def classification(self) -> str:
        return yard_text(self.state.division.yards.classification)

    def has(self, text: str) -> bool:
        """Whether the Division Yard has just so many of the tokens named, ``"c8 C7"``."""
        yard = self.state.division.yards.division
        return all(yard[TOKENS[word[0]]] == int(word[1:]) for word in text.split())

    @property
    def collisions(self) -> tuple[int, int]:
        """Of the Stage and of the Day."""
        return self.state.books.stage_collisions, self.state.books.day_collisions


def lawful(table: Table) -> Table:
    """The table itself, after a look at all laws: invariants, and lists of two or more, ascending (OPS-I17, R6)."""
    faults = [*table.game.invariant_faults(table.state)]
    assert not faults, faults
    legal = table.game.legal_actions(table.state)
    ids = [CODEC.encode(table.state, action) for action in legal]
    assert ids == sorted(set(ids))
    if table.state.pending is None:
        assert not legal
    else:
        assert 2 <= len(legal) <= 124, f"{table.legal} is the list of {table.asks}"
    return table


def _check_revenue(before: Table, after: Table) -> None:
    """OPS-I15: Revenue changes with its event, and by its amount."""
    changes = [0] * len(before.revenue)
    for event in after.events[len(before.events) :]:
        if isinstance(event, RevenueChanged):
            changes[event.player] += event.amount
            assert event.amount
    assert [new - old for old, new in zip(before.revenue, after.revenue, strict=True)] == changes


# ---- the Given -------------------------------------------------------------------------------------------------------------------------

PILES = {0: "Facing Point Locks", 1: "Water Column", 2: "Overpass"}


def _timetable(text: str, trains: Sequence[Train]) -> tuple[Slot | None, ...]:
    """``"4: T6+, 11: T1"`` as slots, and one for each timetabled train that is out, Stage 12 for the lowest number."""
    slots: list[Slot | None] = [None] * 12
    for part in filter(None, text.split(", ")):
        stage, train = part.split(": ")
        slots[int(stage) - 1] = Slot(card(train.removesuffix("+")), train.endswith("+"))
    named = {slot.card for slot in slots if slot is not None}
    out = {CONTENT.trains[train.card].number: train.card for train in trains if not CONTENT.trains[train.card].extra}
    for number in sorted(out):
        if out[number] not in named:
            slots[max(stage for stage in range(12) if slots[stage] is None)] = Slot(out[number])
    return tuple(slots)


def _yards(named: Counter[int], division: str | None, classification: str) -> Yards:
    """The yards, with all tokens that are named nowhere in one of them."""
    there = counts(classification) if division is None else counts(division)
    named = named + there
    rest: Counter[int] = Counter()
    for kind, stock in enumerate(CONTENT.stock):
        if stock.role == "caboose":
            rest[CABOOSE] = stock.empty - named[CABOOSE]
            continue
        empty, loaded = 2 * kind, 2 * kind + 1
        left = stock.loaded + stock.empty - named[empty] - named[loaded]
        rest[loaded] = min(left, max(0, stock.loaded - named[loaded]))
        rest[empty] = left - rest[loaded]
    assert min(rest.values()) >= 0, f"a token is named more often than it exists: {rest}"
    one, other = (tuple(yard[token] for token in range(CABOOSE + 1)) for yard in (rest, there))
    return Yards(one, other) if division is None else Yards(other, one)


def _named_tokens(areas: Sequence[Area], trains: Sequence[Train]) -> Counter[int]:
    found: Counter[int] = Counter()
    for train in trains:
        found.update(token for token in train.consist if token != ENGINE)
    for area in areas:
        found[2 * COACH + 1] += area.office.green + area.office.red
        for there in area.squares:
            found.update(there.standing)
            if there.facility is not None:
                facility = there.facility
                found.update(token for token in (*facility.green, *facility.red, *facility.pipeline) if token is not None)
    return found


def given(
    area: str = "",
    *trains: str,
    players: int = 1,
    a1: str = "",
    a2: str = "",
    a3: str = "",
    line: str = "",
    day: int = 1,
    stage: int = 4,
    acts: int | None = None,
    work: int | None = None,
    fedora: int = 0,
    revenue: Sequence[int] = (),
    hands: Sequence[str] = (),
    red_flags: Sequence[int] = (),
    slots: str = "",
    sections: Sequence[int] = (),
    queue: str = "",
    division: str | None = None,
    classification: str = "",
    deck_none: bool = False,
    piles: Mapping[int, str] | None = None,
    collisions: str = "0/0",
    telegraph_used: Sequence[int] = (),
    **options: Unpack[HouseRules],
) -> Table:
    """The position of a Given. `acts` is the seat that has its turn, `work` the one whose `Work` is open."""
    config: Config[Options] = GAME.config(players, **options)
    gaps = line_cards(line or " / ".join("1" * (players + 1)))
    assert len(gaps) == players + 1
    running = tuple(_train(text, serial, gaps) for serial, text in enumerate(trains))
    assert len(running) <= players + 3
    held: list[tuple[tuple[End, int], ...]] = [()] * players
    for tray, train in enumerate(running):
        if isinstance(train.place, AtLimits):
            held[train.place.seat] = (*held[train.place.seat], (train.place.end, tray))
    areas = tuple(
        _area(text.removeprefix(f"A{seat} "), held[seat], telegraph_used=seat in telegraph_used)
        for seat, text in enumerate((area, a1, a2, a3)[:players])
    )
    seats = tuple(range(players))
    timetable = _timetable(slots, running)
    waiting = tuple((card(word.split()[0]), int(word.split()[1].strip("()"))) for word in queue.split(", ") if word)
    flags = [player in red_flags or config.options.emergency_toolbox for player in seats]
    hand = [tuple(sorted(cards(text))) for text in (*hands, *[""] * (players - len(hands)))]
    revenues = (*revenue, *[0] * (players - len(revenue)))
    people = People(seats, fedora, tuple(Player(revenues[player], hand[player], (), flags[player]) for player in seats))

    seat = (fedora - 1) % players if acts is None and work is None else acts if work is None else work
    assert seat is not None
    pending: Pending = OptionPending(seat) if work is None else WorkPending(seat)
    clock = Clock(day, stage, "local" if work is None else "load-unload", (seat - fedora) % players)
    of_stage, of_day = map(int, collisions.split("/"))

    lying = [cards((piles or {}).get(pile, PILES[pile])) for pile in range(3)]
    upgrades = [card(name) for there in areas for name in ("Depot", "Station", "Terminal")[: there.office.level]]
    gone = upgrades + [card("Red Flags")] * len(red_flags)
    open_cards = [there.card for area in areas for there in area.squares if there.card >= 0]
    open_cards += [place for there in areas for place in there.enhancements]
    open_cards += [slot.card for slot in timetable if slot is not None] + [place for place, _ in waiting]
    open_cards += [train.card for train in running if CONTENT.trains[train.card].extra]
    open_cards += [place for gap in gaps for there in gap for place in there.modifiers]
    open_cards += [place for there in (*hand, *lying) for place in there]
    deck = Pool.of(CONTENT.deck).remove([*open_cards, *gone])
    if deck_none:
        gone, deck = [*gone, *deck], Pool()

    trays = (*running, *[None] * (players + 3 - len(running)))
    yards = _yards(_named_tokens(areas, running), division, classification)
    first, second, third = lying
    state = State(
        config,
        clock,
        people,
        areas,
        Division(gaps, trays, timetable, tuple(sections), waiting, yards, len(running)),
        Cards(deck, (first, second, third), Pool.of(gone)),
        pending,
        Books(of_stage, of_day),
    )
    return lawful(Table(state))


class Opening:
    """Chance of a set-up: the dice are written down, then the answers, the rest is left to a seed."""

    def __init__(self, dice: Iterable[int], answers: Iterable[Answer] = (), seed: int = 1) -> None:
        self.dice = list(dice)
        self.answers = list(answers)
        self._rest = SeededChance(seed)

    def pick(self, n: int) -> int:
        if n == 1:
            return 0
        if n == 12 and self.dice:
            return self.dice.pop(0) - 1
        if self.answers:
            return ScriptedChance([self.answers.pop(0)]).pick(n)
        return self._rest.pick(n)

    def draw(self, pool: Pool[Item], count: int = 1) -> tuple[tuple[Item, ...], Pool[Item]]:
        assert not self.dice, f"{self.dice} were not thrown"
        if self.answers:
            return ScriptedChance([self.answers.pop(0)]).draw(pool, count)
        return self._rest.draw(pool, count)


def opened(players: int = 1, *, dice: Iterable[int] = (), answers: Iterable[Answer] = (), seed: int = 1, **options: Unpack[HouseRules]) -> Table:
    """A new game."""
    chance = Opening(dice or (), answers, seed)
    if not chance.dice and players > 1:
        chance = Opening([*range(players, 0, -1), *range(players, 0, -1)], answers, seed)
    log: list[Event] = []
    state = GAME.initial_state(GAME.config(players, **options), chance, log)
    assert not chance.dice
    assert not chance.answers
    return lawful(Table(state, tuple(log)))
