"""The notation of Railroad Operations (section G): squares, trains, tokens, cards and actions as people write them.

Squares are ``column,row`` with signs, trains ``T6``, ``T6b`` for a second section and ``X22`` for an Extra, tokens a letter each, a capital one
when loaded.
"""

import re
from collections.abc import Iterable, Sequence

from railrules import InvalidActionError, check_text
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.codec import MOST_TRAYS
from railrules.games.railroad_operations.consist import CABOOSE, ENGINE, MOST_CARS, Token
from railrules.games.railroad_operations.content import DEPARTMENT_PILES, MOST_CARDS, MOST_PLAYERS, STAGES, Content
from railrules.games.railroad_operations.naming import card_name, train_name
from railrules.games.railroad_operations.rules.newtrain import MOST_LINE_CARDS
from railrules.games.railroad_operations.state import Train
from railrules.games.railroad_operations.track import COLUMNS, END_NAMES, ROWS, SIDES, square_at, square_name

WORDS: dict[type, str] = {
    acts.DrawHomeOffice: "draw deck",
    acts.DrawNothing: "draw nothing",
    acts.CallFreightAgent: "agent",
    acts.EndDraw: "end draw",
    acts.EndSwitch: "end switch",
    acts.BeginSort: "sort",
    acts.EndFreight: "dismiss",
    acts.CloseConsist: "close",
    acts.LetRun: "let run",
    acts.ClearTrain: "clear train",
    acts.HoldTrain: "hold train",
    acts.TakeOffice: "take office",
    acts.EndWork: "end work",
    acts.RunAnotherDay: "another day",
    acts.CloseBooks: "close books",
}
"""The actions without parameters."""
TRAYS: dict[type, str] = {acts.BeginSwitch: "switch", acts.TelegraphHold: "telegraph", acts.BoardCoach: "board", acts.DetrainCoach: "detrain"}
"""The actions that name a train."""
SQUARES: dict[type, str] = {
    acts.PlaceCard: "place",
    acts.RollTo: "roll",
    acts.DivertTrain: "divert",
    acts.StockBox: "stock",
    acts.ClearBox: "clear",
    acts.UnjamLoad: "unjam",
    acts.WorkFacility: "work",
}
"""The actions that name a square."""
PILES = range(DEPARTMENT_PILES)
COUNTS = range(1, MOST_CARS + 1)
LOADS = ("green-0", "green-1", "red-0", "red-1", "car-0", "car-1", "men", "at", "work")

NOTATION = (
    f"{', '.join(WORDS.values())}, draw pile PILE, switch TRAIN, move END SQUARE, set out COUNT END, fly COUNT END, roll SQUARE, next TOKEN, "
    "play CARD, discard CARD on PILE, place SQUARE, attach SIDE, section STAGE, improve GAP.INDEX, stock SQUARE, clear SQUARE, unjam SQUARE, "
    "load NAME, start point END, start office END, start interchange GAP.INDEX END, add TOKEN, telegraph TRAIN, divert SQUARE, work SQUARE, "
    "board TRAIN, detrain TRAIN"
)
MOST_SHOWN = 60
"""How much of what somebody typed is repeated when it is refused."""


class Notation:
    """Reads and writes the notation with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        kinds = [stock.id for stock in content.stock[:-1]]
        self.letters = _letters([*kinds, *[""] * (CABOOSE // 2 - len(kinds))])

    # ---- things ------------------------------------------------------------------------------------------------------------------------

    def token(self, token: Token) -> str:
        """Return the letter of a token."""
        if token >= CABOOSE:
            return "@" if token == ENGINE else "k"
        letter = self.letters[token // 2]
        return letter.upper() if token % 2 else letter

    def row(self, row: Iterable[Token]) -> str:
        """Return tokens as letters, a dash for none."""
        return "".join(map(self.token, row)) or "-"

    def card(self, card: int) -> str:
        """Return the id of a card."""
        return self.content.card_id(card)

    def train_card(self, card: int, section: int = 0) -> str:
        """Return the name of a train by its card."""
        return card_name(self.content, card, section)

    def train(self, trays: Sequence[Train | None], tray: int) -> str:
        """Return the name of the train on a tray."""
        return train_name(self.content, trays, tray)

    # ---- actions -----------------------------------------------------------------------------------------------------------------------

    def action_to_str(self, trays: Sequence[Train | None], action: Action) -> str:
        """Return the notation of `action`, with these trains on the trays."""
        kind = type(action)
        if kind in WORDS:
            return WORDS[kind]
        match action:
            case acts.BeginSwitch(tray) | acts.TelegraphHold(tray) | acts.BoardCoach(tray) | acts.DetrainCoach(tray):
                return f"{TRAYS[kind]} {self.train(trays, tray)}"
            case (
                acts.PlaceCard(square)
                | acts.RollTo(square)
                | acts.DivertTrain(square)
                | acts.StockBox(square)
                | acts.ClearBox(square)
                | acts.UnjamLoad(square)
                | acts.WorkFacility(square)
            ):
                return f"{SQUARES[kind]} {square_name(square)}"
            case acts.DrawDepartment(pile):
                return f"draw pile {pile}"
            case acts.MoveTrain(heading, square):
                return f"move {END_NAMES[heading]} {square_name(square)}"
            case acts.SetOut(end, count):
                return f"set out {count} {END_NAMES[end]}"
            case acts.FlyingSwitch(end, count):
                return f"fly {count} {END_NAMES[end]}"
            case acts.SortNext(token):
                return f"next {self.token(token)}"
            case acts.AddCar(token):
                return f"add {self.token(token)}"
            case acts.AttachTo(side):
                return f"attach {SIDES[side]}"
            case acts.NameLoad(load):
                return f"load {LOADS[load]}"
            case acts.OrderSection(stage):
                return f"section {stage}"
            case acts.ImproveLine(gap, index):
                return f"improve {gap}.{index}"
            case acts.StartExtra(place):
                return f"start {start_name(place)}"
            case acts.PlayCard(card):
                return f"play {self.card(card)}"
            case acts.DiscardCard(card, pile):
                return f"discard {self.card(card)} on {pile}"
            case _:
                raise TypeError(f"{action!r} is no action of Railroad Operations")

    def parse_action(self, trays: Sequence[Train | None], text: object, hand: Sequence[int] | None = None) -> Action:
        """Return the action that `text` denotes; raises `InvalidActionError`, also for a value outside its domain. Case matters for tokens alone.

        The cards in `hand`, if it is known, decide between cards of one name, and are named where a card is none.
        """
        words = check_text(text, f"one of: {NOTATION}").split()
        lower = [word.lower() for word in words]
        for kind, phrase in WORDS.items():
            if lower == phrase.split():
                return kind()  # type: ignore[no-any-return]  # one of the kinds without parameters
        match lower:
            case [word, _] if word in TRAYS.values():
                return _kind(TRAYS, word)(self._tray(trays, words[1]))  # type: ignore[no-any-return]  # as above, with a tray
            case [word, name] if word in SQUARES.values():
                return _kind(SQUARES, word)(_square(name))  # type: ignore[no-any-return]  # as above, with a square
            case ["draw", "pile", pile]:
                return acts.DrawDepartment(_number(pile, PILES, "pile"))
            case ["move", end, name]:
                return acts.MoveTrain(_end(end), _square(name))
            case ["set", "out", count, end]:
                return acts.SetOut(_end(end), _number(count, COUNTS, "count of cars"))
            case ["fly", count, end]:
                return acts.FlyingSwitch(_end(end), _number(count, COUNTS, "count of cars"))
            case ["next", _]:
                return acts.SortNext(self._token(words[1], range(ENGINE + 1), "token"))
            case ["add", _]:
                return acts.AddCar(self._token(words[1], range(CABOOSE), "car that can be added"))
            case ["attach", _]:
                return acts.AttachTo(_one_of(words[1], SIDES, "side"))
            case ["load", _]:
                return acts.NameLoad(_one_of(words[1], LOADS, "load"))
            case ["section", stage]:
                return acts.OrderSection(_number(stage, range(1, STAGES + 1), "Stage"))
            case ["improve", name]:
                return acts.ImproveLine(*_line_card(name))
            case ["start", *rest]:
                return acts.StartExtra(_start(rest))
            case ["play", _, *_]:
                return acts.PlayCard(self._card(" ".join(words[1:]), hand))
            case ["discard", _, *_, "on", pile]:
                return acts.DiscardCard(self._card(" ".join(words[1:-2]), hand), _number(pile, PILES, "pile"))
        alike = [form for form in NOTATION.split(", ") if lower and form.split()[0] == lower[0]]
        raise InvalidActionError(f"{_echo(' '.join(words))} is no action; expected {' or '.join(alike) or f'one of: {NOTATION}'}")

    def _tray(self, trays: Sequence[Train | None], name: str) -> int:
        unnamed = [f"tray-{tray}" for tray in range(MOST_TRAYS)]
        if name.lower() in unnamed:
            return unnamed.index(name.lower())
        there = [tray for tray, train in enumerate(trays) if train is not None]
        if not there:
            raise InvalidActionError(f"{_echo(name)} is no train; there is none on the Division")
        return there[_one_of(name, [self.train(trays, tray) for tray in there], "train")]

    def _card(self, name: str, hand: Sequence[int] | None) -> int:
        """The card with an id, or with a name: that of the card, or that of the train on it."""
        beyond = {self.content.card_id(card): card for card in range(len(self.content.cards), MOST_CARDS)}
        by_id = (beyond | self.content.card_places).get(name.lower())
        if by_id is not None:
            return by_id
        found = [card for card in range(len(self.content.cards)) if _plain(name) in self._card_names(card)]
        if len(found) > 1 and hand is not None:
            found = [card for card in found if card in hand] or found
        if len(found) > 1:
            raise InvalidActionError(f"{_echo(name)} is the name of several cards; expected one of: {', '.join(map(self.card, found))}")
        if not found:
            raise InvalidActionError(f"{_echo(name)} is no card; {self._known_cards(hand)}")
        return found[0]

    def _card_names(self, card: int) -> list[str]:
        trains = [self.train_card(card)] if card in self.content.trains else []
        return list(map(_plain, (self.content.cards[card].name, *trains)))

    def _known_cards(self, hand: Sequence[int] | None) -> str:
        if hand is None:
            return "the rules page and `railrules content export` list them"
        return f"your hand has {'; '.join(f'{self.card(card)} ({self.content.cards[card].name})' for card in dict.fromkeys(hand)) or 'none'}"

    def _token(self, text: str, known: range, what: str) -> Token:
        letters: dict[str, Token] = {self.token(token): token for token in known}
        if text not in letters:
            raise InvalidActionError(f"{_echo(text)} is no {what}; expected one of: {' '.join(letters)}")
        return letters[text]


def _letters(ids: Sequence[str]) -> tuple[str, ...]:
    """A letter for each kind: the first one of its id that no kind before has, and no caboose; without an id any letter that is free."""
    found: list[str] = []
    for name in ids:
        free = [letter for letter in (*name, *"abcdefghijlmnopqrstuvwxyz") if letter.isalpha() and letter not in (*found, "k")]
        found.append(free[0])
    return tuple(found)


def start_name(place: int) -> str:
    """Return where an Extra starts, and which way it heads."""
    if place < 2:
        return f"point {END_NAMES[place]}"
    if place < 4:
        return f"office {END_NAMES[place % 2]}"
    gap, index = divmod((place - 4) // 2, MOST_LINE_CARDS)
    return f"interchange {gap}.{index} {END_NAMES[place % 2]}"


def _start(words: list[str]) -> int:
    match words:
        case ["point", end]:
            return _end(end)
        case ["office", end]:
            return 2 + _end(end)
        case ["interchange", name, end]:
            gap, index = _line_card(name)
            return 4 + 2 * (MOST_LINE_CARDS * gap + index) + _end(end)
    raise InvalidActionError(f"{_echo(' '.join(words))} is no start; expected point END, office END or interchange GAP.INDEX END")


def _line_card(name: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9])\.([0-9])", name)
    if found is None or int(found[1]) > MOST_PLAYERS or int(found[2]) >= MOST_LINE_CARDS:
        raise InvalidActionError(f"{_echo(name)} is no Mainline card; expected GAP.INDEX, both from 0")
    return int(found[1]), int(found[2])


def _square(name: str) -> int:
    found = re.fullmatch(r"([+-]?[0-9]),([+-]?[0-9])", name)
    if found is None or int(found[1]) not in COLUMNS or int(found[2]) not in ROWS:
        raise InvalidActionError(f"{_echo(name)} is no square; expected COLUMN,ROW with columns -6..6 and rows -3..3")
    return square_at(int(found[1]), int(found[2]))


def _end(word: str) -> int:
    return 0 if word in ("w", "<") else 1 if word in ("e", ">") else _one_of(word, END_NAMES, "direction")


def _one_of(word: str, known: Sequence[str], what: str) -> int:
    """The place of `word` among the known ones, in any case."""
    for place, name in enumerate(known):
        if name.lower() == word.lower():
            return place
    raise InvalidActionError(f"{_echo(word)} is no {what}; expected one of: {', '.join(known)}")


def _plain(name: str) -> str:
    """A name as people type it: in any case, without commas and their like."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in name.casefold()).split())


def _echo(text: str) -> str:
    """What somebody typed, cut where it is long."""
    return repr(text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} ...")


def _kind(words: dict[type, str], word: str) -> type:
    return next(kind for kind, name in words.items() if name == word)


def _number(text: str, known: range, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) in known):
        raise InvalidActionError(f"{_echo(text)} is no {what}; expected a number in {known.start}..{known.stop - 1}")
    return int(text)
