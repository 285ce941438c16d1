"""The components of Railroad Operations as the rules read them, and the lookups that follow. `reading` makes them from a content file."""

from functools import cached_property
from typing import Literal, TypeAlias

import attrs

from railrules.games.railroad_operations.consist import CABOOSE, Token
from railrules.games.railroad_operations.track import STRAIGHT, Piece
from railrules.serialize import label

OFFICE_CARD = -1
"""What lies on the square of the Office."""
LIMIT_CARD = -2
"""What lies on the squares of the Limits."""
DEPARTMENT_PILES = 3
STAGES = 12
MOST_PLAYERS = 4
MOST_CARDS = 128
"""The most Home Office card types (section on action encoding)."""

Restriction: TypeAlias = Literal[
    "no_switching",
    "one_freight_per_square",
    "no_coach_set_out",
    "no_coupling",
    "empty_coupling_only",
    "terminal_passengers_only",
    "no_passenger_work",
]
CardKind: TypeAlias = Literal[
    "track", "facility", "upgrade", "modifier", "enhancement", "timetabled", "extra", "second-section", "line-modifier", "excluded"
]


@attrs.frozen
class Stock:
    """A kind of rolling stock: how many loaded and empty tokens there are."""

    id: str
    code: str
    role: Literal["passenger", "freight", "caboose"]
    loaded: int
    empty: int
    name: str = label()


@attrs.frozen
class Grade:
    """A grade of Office: A/D tracks, Porters, boxes, whether it is a Control Point."""

    id: str
    ad_tracks: int
    control_point: bool
    porters: int
    green: int
    red: int
    name: str = label()


@attrs.frozen
class Trackage:
    """What a track card is: straight, curve, turnout, Small Yard or Yard Office, with its piece of track."""

    shape: Literal["straight", "curve", "turnout", "small-yard", "yard-office"]
    piece: Piece


@attrs.frozen
class Industry:
    """A facility: the kinds that go out and come in, as places among the kinds of rolling stock; boxes and Laborers without modifiers."""

    outbound: tuple[int, ...]
    inbound: tuple[int, ...]
    green: int
    red: int
    laborers: int


@attrs.frozen
class Upgrade:
    """An office upgrade: from one grade to the next, as places among the grades."""

    start: int
    end: int


@attrs.frozen
class Effect:
    """What a modifier, an enhancement or a Mainline modifier does, by its word, and who holds it."""

    word: str
    holder: Literal["area", "player", "square", "line"]


@attrs.frozen
class TrainCard:
    """A train: its number, whether it is an Extra, what it takes and how it may be used. Heading 0 is west, 1 east, None as its player says."""

    number: int
    extra: bool
    heading: Literal[0, 1] | None
    fast: bool
    takes: tuple[Token, ...]
    maximum: int
    caboose: bool
    expedited: bool
    restrictions: tuple[Restriction, ...]
    work: bool


Detail: TypeAlias = Trackage | Industry | Upgrade | Effect | TrainCard | None


@attrs.frozen
class Card:
    """A type of Home Office card, and how many there are of it."""

    id: str
    kind: CardKind
    count: int
    detail: Detail
    name: str = label()


@attrs.frozen
class LineType:
    """A type of Mainline card: how many regions it has, and how many Stages a train needs for it.

    `fast`, `slow`, `up` and `down` say it for those who differ; on a Heavy Grade the first two are the same as `up`.
    """

    id: str
    kind: Literal["normal", "hilly", "heavy-grade", "interchange"]
    count: int
    regions: int
    fast: int
    slow: int
    up: int
    down: int
    name: str = label()


@attrs.frozen(slots=False)  # unslotted, so that the lookups below are computed once
class Content:
    """All components. Equal contents are equal values; the lookups are no part of that."""

    stock: tuple[Stock, ...]
    """Coaches first, cabooses last, freight cars between."""
    grades: tuple[Grade, ...]
    cards: tuple[Card, ...]
    line: tuple[LineType, ...]
    content_id: str

    @cached_property
    def kinds(self) -> int:
        """How many kinds of cars there are that can be loaded: the coach and the freight kinds."""
        return len(self.stock) - 1

    @cached_property
    def supply(self) -> tuple[int, ...]:
        """How many tokens there are of each, 15 counts: the supply of a whole Division Yard."""
        counts = [0] * (CABOOSE + 1)
        for kind, stock in enumerate(self.stock):
            if stock.role == "caboose":
                counts[CABOOSE] = stock.empty
            else:
                counts[2 * kind], counts[2 * kind + 1] = stock.empty, stock.loaded
        return tuple(counts)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The cards that are dealt, by place among the types: all but those directed at opponents (OPS-2.6)."""
        return tuple(place for place, card in enumerate(self.cards) if card.kind != "excluded" for _ in range(card.count))

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        """The piece of track on each card that has any, Office and Limits included."""
        found = {place: trackage.piece for place, trackage in self.trackage.items()}
        found |= dict.fromkeys(self.industries, STRAIGHT)
        return found | {OFFICE_CARD: STRAIGHT, LIMIT_CARD: Piece(STRAIGHT.routes, operational=False)}

    @cached_property
    def track_cards(self) -> frozenset[int]:
        """The places of the track cards (OPS-R35)."""
        return frozenset(place for place, card in enumerate(self.cards) if card.kind == "track")

    @cached_property
    def excluded(self) -> frozenset[int]:
        """The places of the cards directed at opponents (OPS-2.6)."""
        return frozenset(place for place, card in enumerate(self.cards) if card.kind == "excluded")

    @cached_property
    def line_deck(self) -> tuple[int, ...]:
        """The Mainline deck, by place among its types."""
        return tuple(place for place, line in enumerate(self.line) for _ in range(line.count))

    @cached_property
    def trains(self) -> dict[int, TrainCard]:
        """The train cards by place among the card types."""
        return {place: card.detail for place, card in enumerate(self.cards) if isinstance(card.detail, TrainCard)}

    @cached_property
    def industries(self) -> dict[int, Industry]:
        """The facilities by place among the card types."""
        return {place: card.detail for place, card in enumerate(self.cards) if isinstance(card.detail, Industry)}

    @cached_property
    def trackage(self) -> dict[int, Trackage]:
        """The track cards by place among the card types."""
        return {place: card.detail for place, card in enumerate(self.cards) if isinstance(card.detail, Trackage)}

    @cached_property
    def effects(self) -> dict[int, str]:
        """The words of modifiers, enhancements and Mainline modifiers by place among the card types."""
        return {place: card.detail.word for place, card in enumerate(self.cards) if isinstance(card.detail, Effect)}

    @cached_property
    def by_effect(self) -> dict[str, int]:
        """The place of the one card type with an effect; `none` is left out."""
        return {word: place for place, word in self.effects.items() if word != "none"}

    def card_id(self, card: int) -> str:
        """Return the id of a card type; the encoding has room for more types than a content need have, and their numbers are names too."""
        return self.cards[card].id if card < len(self.cards) else f"card-{card}"

    @cached_property
    def card_places(self) -> dict[str, int]:
        """The place of each card type by id."""
        return {card.id: place for place, card in enumerate(self.cards)}
