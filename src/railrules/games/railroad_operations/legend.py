"""The signs of the table and what they mean (G.2 to G.4), and what a card is, in a few words, for those who do not have it before their eyes."""

from collections.abc import Iterable
from typing import TypeAlias

from railrules.games.railroad_operations.content import Card, Content, Industry, Trackage, TrainCard, Upgrade
from railrules.games.railroad_operations.naming import card_name
from railrules.games.railroad_operations.notation import Notation

GRADE_SIGNS = ("WP", "DE", "ST", "TE")
CURVES = {("W", "N/"): "--/  ", ("W", "S\\"): "--\\  ", ("E", "N\\"): "  \\--", ("E", "S/"): "  /--"}
TURNOUTS = {("W", "N/"): "-<^--", ("W", "S\\"): "-<v--", ("E", "N\\"): "--^>-", ("E", "S/"): "--v>-"}
"""Turnouts by the route of their branch."""
TRACK_SIGNS = {"straight": "-----", "small-yard": "-sy--", "yard-office": "-yo--"}
MODIFIER_SIGNS = {"green_box": " ld  ", "red_box": " wh  ", "laborer": " sg  "}
EFFECTS = {
    "green_box": "beside a facility that sends out, one more green box",
    "red_box": "beside a facility that takes in, one more red box",
    "laborer": "beside a facility, one more Laborer",
    "hold_at_limits": "a train that finds no free A/D track is held at the Limits, one at each end",
    "hold_departure": "once a Day it holds a train at the Office",
    "hand_limit": "4 cards may stay in hand",
    "none": "no effect",
    "two_trains": "on a Mainline card, two trains can be in one region",
    "opposing_trains": "on a Mainline card, trains that oppose each other can pass",
    "follow_safely": "on a Mainline card, a train waits behind one that heads the same way",
}
"""What enhancements and modifiers do."""

Rows: TypeAlias = Iterable[tuple[str, str]]


def initials(name: str) -> str:
    """Return the two letters of a facility (W12)."""
    words = name.split()
    return (words[0][0] + words[1][0] if len(words) > 1 else name[:2]).upper()


def track_sign(trackage: Trackage) -> str:
    """Return the five characters of a piece of track."""
    if trackage.shape == "curve":
        return CURVES[trackage.piece.routes[0]]
    return TURNOUTS[trackage.piece.routes[1]] if trackage.shape == "turnout" else TRACK_SIGNS[trackage.shape]


def facility_sign(name: str, *, locked: bool) -> str:
    """Return the five characters of a facility."""
    return f"-{initials(name):-<2}{'!' if locked else '-'}-"


def traffic(notation: Notation, industry: Industry) -> str:
    """Return the kinds that go out of a facility and come in."""
    ways = (("out", industry.outbound), ("in", industry.inbound))
    return ", ".join(f"{way} {''.join(notation.letters[kind] for kind in kinds)}" for way, kinds in ways if kinds)


def asked(notation: Notation, train: TrainCard) -> str:
    """Return how many cars a train takes, and which."""
    return f"{train.maximum} of {notation.row(train.takes)}{', caboose' * train.caboose}"


def in_columns(rows: Rows, indent: str = "  ") -> list[str]:
    """Return lines of two columns."""
    listed = list(rows)
    width = max((len(left) for left, _ in listed), default=0)
    return [f"{indent}{left:<{width}}  {right}" for left, right in listed]


# ---- cards -----------------------------------------------------------------------------------------------------------------------------


def card_note(content: Content, notation: Notation, card: int) -> str:
    """Return the name of a card and what it is."""
    there = content.cards[card]
    return f"{there.name}: {_what_it_is(content, notation, card, there)}"


def _what_it_is(content: Content, notation: Notation, card: int, there: Card) -> str:
    match there.detail:
        case Trackage(_, piece):
            routes = " and ".join(f"{one} to {other}" for one, other in piece.routes)
            return f"{track_sign(there.detail).strip()} from {routes}"
        case Industry(outbound, inbound, green, red, laborers):
            boxes = [f"{name} {count}" for name, kinds, count in (("green", outbound, green), ("red", inbound, red)) if kinds]
            return ", ".join([traffic(notation, there.detail), *boxes, f"Laborers {laborers}"])
        case Upgrade(start, end):
            grade = content.grades[end]
            room = f"{grade.ad_tracks} A/D tracks, green {grade.green}, red {grade.red}, Porters {grade.porters}"
            return f"lifts a {content.grades[start].name} to a {grade.name} with {room}"
        case TrainCard():
            return _train_note(content, notation, card, there.detail)
        case None:
            return (
                "a train of the timetable runs once more, behind itself" if there.kind == "second-section" else "directed at opponents, never played"
            )
        case effect:
            return EFFECTS[effect.word]


def _train_note(content: Content, notation: Notation, card: int, train: TrainCard) -> str:
    way = "east or west" if train.heading is None else "east" if train.heading else "west"
    flags = [restriction.replace("_", " ") for restriction in train.restrictions] + ["expedited"] * train.expedited + ["work Extra"] * train.work
    return ", ".join([card_name(content, card), way, "fast" if train.fast else "slow", asked(notation, train), *flags])


# ---- the legend ------------------------------------------------------------------------------------------------------------------------


def legend(content: Content, notation: Notation) -> str:
    """Return what the signs on the table mean."""
    sections = (("Cars", _of_cars(content, notation)), ("Trains", _of_trains()), ("Line", _of_the_line(content)), ("Map", _of_the_map(content)))
    facts = [(heading, list(rows)) for heading, rows in (*sections, ("Facilities", _of_facilities()))]
    width = max(len(sign) for _, rows in facts for sign, _ in rows)
    lines = ["Everything is shown as it lies, from west to east. A dash stands for none."]
    for heading, rows in facts:
        lines += [heading, *in_columns([(f"{sign:<{width}}", meaning) for sign, meaning in rows])]
    return "\n".join(lines)


def _of_cars(content: Content, notation: Notation) -> Rows:
    coach, *others = [(notation.letters[kind], stock.name.lower()) for kind, stock in enumerate(content.stock[:-1])]
    letter, name = coach
    yield f"{letter} {letter.upper()}", f"{name}, empty and loaded; likewise {', '.join(f'{sign} {kind}' for sign, kind in others)}"
    yield "k @", f"{content.stock[-1].name.lower()}, engine"
    yield f"@{letter}{letter.upper()}k", "a row: here the engine is the west end of the train"
    yield f"{letter}8 {letter.upper()}7", f"in a yard: 8 of the token {letter}, 7 of {letter.upper()}"
    yield f"3 of {letter}{letter.upper()}, caboose", "what a train takes: up to 3 cars, its caboose counted, of these tokens"


def _of_trains() -> Rows:
    yield "T6 T6b X22", "train 6 of the timetable, its second section, Extra 22"
    yield "T6@2", "of two trains with one name the one on tray 2"
    yield "T6> <T7", "a train that heads east, one that heads west"
    yield "made up", "its engine is at one end and its caboose, if it has one, at the other: it may leave"
    yield "expedited", "a fine each Stage in which it stands in an Office Area but not at the Office"


def _of_the_line(content: Content) -> Rows:
    normal = next(line for line in content.line if line.kind == "normal" and line.regions > 1)
    hilly, grade = (next(line for line in content.line if line.kind == kind) for kind in ("hilly", "heavy-grade"))
    yield f"1.0 {normal.name} {normal.regions}", f"GAP.INDEX, both from 0; {normal.regions} regions, one a Stage"
    yield f"{hilly.name} {hilly.fast}/{hilly.slow}", f"a fast train needs {hilly.fast} Stages, a slow one {hilly.slow}"
    yield f"{grade.name} {grade.up}/{grade.down} top E", f"uphill it takes {grade.up}, downhill {grade.down}; the top is the east end"
    yield "T6> 1/3", "the train is in region 1 of 3, counted as it heads"
    yield "A/D 1 of 2", "of the 2 arrival and departure tracks of the Office 1 is taken"
    yield "Limits: W holds T6>", "the train waits at the west Limit for a track"


def _of_the_map(content: Content) -> Rows:
    facility = content.cards[next(iter(content.industries))].name
    modifiers = [(MODIFIER_SIGNS[word].strip(), content.cards[content.by_effect[word]].name) for word in MODIFIER_SIGNS]
    yield "+2,-1", "COLUMN,ROW: 2 squares east of the Office, 1 north of it"
    yield " ".join(f"-{sign}--" for sign in GRADE_SIGNS), f"Office: {', '.join(grade.name for grade in content.grades)}"
    yield "|---- ----|", "the Limits"
    yield "-----", "straight track from the west side, W, to the east side, E"
    yield " ".join(sign.strip() for sign in CURVES.values()), f"curves: {', '.join(f'{side} to {edge}' for side, edge in CURVES)}"
    for end in ("W", "E"):
        found = {leg: sign for (side, leg), sign in TURNOUTS.items() if side == end}
        yield " ".join(found.values()), f"turnouts, common end {end}: straight on, or to {', to '.join(found)}"
    yield "N/ S\\ N\\ S/", "a side and how track runs there: N/ meets S/ of the square above, N\\ meets S\\ of it"
    yield "-sy-- -yo--", "Small Yard, Yard Office"
    yield (
        f"{facility_sign(facility, locked=False)} {facility_sign(facility, locked=True)}",
        f"a facility, {facility}; ! locked, there are loads on its pipeline",
    )
    yield " ".join(sign for sign, _ in modifiers), f"{', '.join(name for _, name in modifiers)}, beside the facility that it serves"
    yield "b|k", "below a square: its trains, then its standing cars; the stroke is the train between them"


def _of_facilities() -> Rows:
    yield "(out g, in h)", "loads of the kind g go out, of the kind h come in"
    yield "MEN -, AT G, WORK -", "its pipeline: outbound from MEN by AT to WORK, inbound the other way"
    yield "green 1/2 G, red 0/1", "boxes for outbound and for inbound loads: how many are taken, of how many, by what"
    yield "green-0, green-1", "in load NAME: the first and the second kind that goes out; likewise red and car, of those that come in"
