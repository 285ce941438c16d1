"""Two small games, written against the public face only, as a stranger would write them.

`Parcels` hides things: players hold cards, lay them face up or keep them face down, mark one in secret before they confirm it, and pass when
nothing is left, which the engine does for them. `Heap` hides nothing and leaves everything to the defaults of `Game`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import attrs

from railrules import (
    MAIN,
    OVER,
    ActionCodec,
    ActionRule,
    Chance,
    Config,
    ContentFile,
    FrameRules,
    Game,
    GameInfo,
    Limits,
    ListRule,
    Observer,
    Outcome,
    Rejection,
    RuleBook,
    a_player,
    check_viewer,
    int_range,
    on_off,
    one_of,
    option,
    options_of,
    roll,
    value,
)
from railrules.parts import Pool
from railrules.serialize import label, optional_key

Log = list[Any] | None

# ---- Parcels: content and options ------------------------------------------------------------------------------------------------------


@attrs.frozen
class Parcel:
    """A kind of parcel: its worth when it lies face up."""

    worth: int
    name: str = label()
    bonus: int | None = optional_key()


@attrs.frozen
class ParcelContent:
    """The kinds of parcel, and how many of each there are."""

    game: str
    copies: int
    item: tuple[Parcel, ...]


CONTENT_TEXT = """\
game = "parcels"
copies = 2

[[item]]
worth = 1
name = "Letter"

[[item]]
worth = 2
name = "Box"

[[item]]
worth = 4
name = "Crate"
bonus = 1
"""


def parse_content(source: ContentFile) -> ParcelContent:
    """Read and check a content file."""
    content = source.structure(source.data, ParcelContent, check=lambda _: "PAR-C2", keys="PAR-C1")
    if content.copies < 1:
        source.fail("copies", "PAR-C3", "an integer >= 1", content.copies)
    return content


@value
class ParcelOptions:
    """How Parcels is played."""

    hand: int = option(2, int_range(1, 3), help="cards dealt to each player", rule="PAR-1")
    first: int | Literal["random"] = option("random", a_player("random"), help="who begins", rule="PAR-2")
    finish: Literal["all", "one"] = option("all", one_of("all", "one"), help="who must be out of cards at the end", rule="PAR-9")
    dice: bool = option(True, on_off(), help="whether a confirmed card may be thrown for", rule="PAR-7")


# ---- Parcels: state, actions, events ---------------------------------------------------------------------------------------------------


@value
class Turn:
    """`player` begins a turn."""

    player: int


@value
class Marked:
    """`player` chose `card` in secret and confirms it or not."""

    player: int
    card: int


@value
class Shelf:
    """What belongs to one player: hand ascending (hidden), kept cards ascending (hidden), row and points thrown (public)."""

    hand: tuple[int, ...]
    kept: tuple[int, ...]
    row: tuple[int, ...]
    thrown: int


@value
class ParcelState:
    """A full position of Parcels."""

    config: Config[ParcelOptions]
    pool: Pool[int]
    shelves: tuple[Shelf, ...]
    passes: int
    pending: Turn | Marked | None


@value
class Draw:
    """Draw one card."""


@value
class Lay:
    """Lay a card face up."""

    card: int


@value
class Keep:
    """Put a card aside, face down."""

    card: int


@value
class Mark:
    """Choose a card in secret."""

    card: int


@value
class Confirm:
    """Lay the marked card, and throw a die for it or not."""

    throw: bool


@value
class Cancel:
    """Take the choice back."""


@value
class Pass:
    """Do nothing; only with an empty hand."""


@value
class Dealt:
    """The deal; nobody else sees the cards."""

    player: int
    cards: tuple[int, ...] | None


@value
class Drawn:
    """A card was drawn; nobody else sees it."""

    player: int
    card: int | None


@value
class Laid:
    """A card was laid face up, and this was thrown for it."""

    player: int
    card: int
    thrown: int


@value
class Kept:
    """A card was put aside; nobody else sees it."""

    player: int
    card: int | None


@value
class Chosen:
    """A card was marked; nobody else learns of it at all."""

    player: int
    card: int


@value
class Passed:
    """A player passed; the engine did it if `forced`."""

    player: int
    forced: bool


ParcelAction: TypeAlias = Draw | Lay | Keep | Mark | Confirm | Cancel | Pass
ParcelEvent: TypeAlias = Dealt | Drawn | Laid | Kept | Chosen | Passed


def with_shelf(state: ParcelState, player: int, shelf: Shelf) -> tuple[Shelf, ...]:
    return (*state.shelves[:player], shelf, *state.shelves[player + 1 :])


def next_turn(state: ParcelState, pool: Pool[int], shelves: tuple[Shelf, ...], passes: int = 0) -> ParcelState:
    """The turn passes on, or the game ends: everybody passed, or as the option says."""
    mover = state.pending
    assert mover is not None
    out = [not shelf.hand for shelf in shelves]
    done = passes == len(shelves) or (state.config.options.finish == "one" and any(out))
    pending = None if done else Turn((mover.player + 1) % len(shelves))
    return ParcelState(state.config, pool, shelves, passes, pending)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def mover_of(state: ParcelState) -> int:
    assert state.pending is not None
    return state.pending.player


# ---- Parcels: rules --------------------------------------------------------------------------------------------------------------------


class DrawRule(ActionRule[ParcelState, Draw]):
    """PAR-3: draw one card."""

    action = Draw

    def candidates(self, state: ParcelState) -> Iterable[Draw]:
        return (Draw(),)

    def reject(self, state: ParcelState, action: Draw) -> Rejection | None:
        return None if len(state.pool) else Rejection("pile-empty", "PAR-3", "the pile is empty")

    def transition(self, state: ParcelState, action: Draw, chance: Chance, log: Log) -> ParcelState:
        player = mover_of(state)
        shelf = state.shelves[player]
        drawn, pool = chance.draw(state.pool)
        if log is not None:
            log.append(Drawn(player, drawn[0]))
        hand = tuple(sorted(shelf.hand + drawn))
        return next_turn(state, pool, with_shelf(state, player, Shelf(hand, shelf.kept, shelf.row, shelf.thrown)))


def reject_card(kinds: int, state: ParcelState, card: int) -> Rejection | None:
    if not 0 <= card < kinds:
        return Rejection.of("unknown-card", "PAR-1", "there is no card {card}; expected 0..{last}", card=card, last=kinds - 1)
    if card not in state.shelves[mover_of(state)].hand:
        return Rejection.of("card-not-in-hand", "PAR-4", "{card} is not in the hand", card=card)
    return None


class LayRule(ActionRule[ParcelState, Lay]):
    """PAR-4: lay a card face up."""

    action = Lay

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds

    def candidates(self, state: ParcelState) -> Iterable[Lay]:
        return map(Lay, range(self.kinds))

    def reject(self, state: ParcelState, action: Lay) -> Rejection | None:
        return reject_card(self.kinds, state, action.card)

    def transition(self, state: ParcelState, action: Lay, chance: Chance, log: Log) -> ParcelState:
        return lay(state, action.card, 0, log)


def lay(state: ParcelState, card: int, thrown: int, log: Log) -> ParcelState:
    player = mover_of(state)
    shelf = state.shelves[player]
    if log is not None:
        log.append(Laid(player, card, thrown))
    after = Shelf(without(shelf.hand, card), shelf.kept, (*shelf.row, card), shelf.thrown + thrown)
    return next_turn(state, state.pool, with_shelf(state, player, after))


class KeepRule(ActionRule[ParcelState, Keep]):
    """PAR-5: put a card aside."""

    action = Keep

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds

    def candidates(self, state: ParcelState) -> Iterable[Keep]:
        return map(Keep, range(self.kinds))

    def reject(self, state: ParcelState, action: Keep) -> Rejection | None:
        return reject_card(self.kinds, state, action.card)

    def transition(self, state: ParcelState, action: Keep, chance: Chance, log: Log) -> ParcelState:
        player = mover_of(state)
        shelf = state.shelves[player]
        if log is not None:
            log.append(Kept(player, action.card))
        kept = tuple(sorted((*shelf.kept, action.card)))
        after = Shelf(without(shelf.hand, action.card), kept, shelf.row, shelf.thrown)
        return next_turn(state, state.pool, with_shelf(state, player, after))


class CardList(ListRule[ParcelState]):
    """Lay and keep, whose ids interleave: both of card 0, then both of card 1, and so on."""

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds
        super().__init__(LayRule(kinds), KeepRule(kinds))

    def candidates(self, state: ParcelState) -> Iterable[Lay | Keep]:
        for card in range(self.kinds):
            yield Lay(card)
            yield Keep(card)


class MarkRule(ActionRule[ParcelState, Mark]):
    """PAR-6: choose a card in secret."""

    action = Mark

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds

    def candidates(self, state: ParcelState) -> Iterable[Mark]:
        return map(Mark, range(self.kinds))

    def reject(self, state: ParcelState, action: Mark) -> Rejection | None:
        return reject_card(self.kinds, state, action.card)

    def transition(self, state: ParcelState, action: Mark, chance: Chance, log: Log) -> ParcelState:
        player = mover_of(state)
        if log is not None:
            log.append(Chosen(player, action.card))
        return ParcelState(state.config, state.pool, state.shelves, state.passes, Marked(player, action.card))


class ConfirmRule(ActionRule[ParcelState, Confirm]):
    """PAR-7: lay the marked card, with a die if wanted and allowed."""

    action = Confirm

    def candidates(self, state: ParcelState) -> Iterable[Confirm]:
        return (Confirm(False), Confirm(True))

    def reject(self, state: ParcelState, action: Confirm) -> Rejection | None:
        if action.throw and not state.config.options.dice:
            return Rejection("no-dice", "PAR-7", "this game is played without a die")
        return None

    def transition(self, state: ParcelState, action: Confirm, chance: Chance, log: Log) -> ParcelState:
        pending = state.pending
        assert isinstance(pending, Marked)
        return lay(state, pending.card, roll(6, chance) if action.throw else 0, log)


class CancelRule(ActionRule[ParcelState, Cancel]):
    """PAR-8: take the choice back."""

    action = Cancel

    def candidates(self, state: ParcelState) -> Iterable[Cancel]:
        return (Cancel(),)

    def reject(self, state: ParcelState, action: Cancel) -> Rejection | None:
        return None

    def transition(self, state: ParcelState, action: Cancel, chance: Chance, log: Log) -> ParcelState:
        return ParcelState(state.config, state.pool, state.shelves, state.passes, Turn(mover_of(state)))


class PassRule(ActionRule[ParcelState, Pass]):
    """PAR-9: pass with an empty hand."""

    action = Pass

    def candidates(self, state: ParcelState) -> Iterable[Pass]:
        return (Pass(),)

    def reject(self, state: ParcelState, action: Pass) -> Rejection | None:
        hand = state.shelves[mover_of(state)].hand
        return Rejection("hand-not-empty", "PAR-9", "only an empty hand may pass") if hand else None

    def transition(self, state: ParcelState, action: Pass, chance: Chance, log: Log) -> ParcelState:
        return next_turn(state, state.pool, state.shelves, state.passes + 1)


class ParcelBook(RuleBook[ParcelState]):
    """The rules of Parcels."""

    frame = FrameRules(over="PAR-10", malformed="PAR-0", closed="PAR-2", player="PAR-1", turn="PAR-2")

    def __init__(self, kinds: int) -> None:
        super().__init__(
            {
                Turn: (DrawRule(), CardList(kinds), MarkRule(kinds), PassRule()),
                Marked: (ConfirmRule(), CancelRule()),
            }
        )

    def decision(self, state: ParcelState) -> type | str:
        return OVER if state.pending is None else type(state.pending)

    def forced(self, state: ParcelState) -> bool:
        """An empty hand is public, and so is what its player can do."""
        return type(state.pending) is Turn and not state.shelves[state.pending.player].hand

    def announce(self, state: ParcelState, action: Any, log: Log) -> None:
        if log is not None:
            log.append(Passed(mover_of(state), True))


# ---- Parcels: views --------------------------------------------------------------------------------------------------------------------


@value
class PublicShelf:
    """What all see of a shelf."""

    hand_size: int
    kept_size: int
    row: tuple[int, ...]
    thrown: int


@value
class ParcelView:
    """What `player` sees; others see a secret choice as the turn before it."""

    player: int | None
    config: Config[ParcelOptions]
    content: ParcelContent
    pool_size: int
    shelves: tuple[PublicShelf, ...]
    hand: tuple[int, ...]
    kept: tuple[int, ...]
    passes: int
    pending: Turn | Marked | None

    @property
    def to_act(self) -> int | None:
        return None if self.pending is None else self.pending.player

    @property
    def unseen(self) -> tuple[int, ...]:
        left = Pool.of([kind for kind in range(len(self.content.item)) for _ in range(self.content.copies)])
        for shelf in self.shelves:
            left = left.remove(shelf.row)
        return left.remove((*self.hand, *self.kept)).items


class Parcels(Game[ParcelState, ParcelAction, ParcelView]):
    """Parcels, for 1 to 3 players."""

    info = GameInfo(
        id="parcels",
        title="Parcels",
        rules_version=3,
        package="tests",
        min_players=1,
        max_players=3,
        default_players=2,
        designer="nobody",
        year=None,
        information="imperfect",
        chance="play",
        undo="information",
        terminations=("passed", "one-out"),
        options=options_of(ParcelOptions),
    )
    state_type = ParcelState
    view_type = ParcelView
    options_type = ParcelOptions
    action_types = (Draw, Lay, Keep, Mark, Confirm, Cancel, Pass)
    event_types = (Dealt, Drawn, Laid, Kept, Chosen, Passed)
    content: ParcelContent

    def __init__(self, content: ParcelContent | None = None) -> None:
        used = parse_content(ContentFile("parcels.toml", CONTENT_TEXT)) if content is None else content
        self.kinds = len(used.item)
        super().__init__(ParcelBook(self.kinds), used)

    def limits(self, config: Config[Any]) -> Limits:
        return Limits(None, max(6, self.kinds))

    def initial_state(self, config: Config[Any], chance: Chance, log: Log = None) -> ParcelState:
        options = config.options
        first = chance.pick(config.players) if options.first == "random" else options.first
        pool: Pool[int] = Pool.of([kind for kind in range(self.kinds) for _ in range(self.content.copies)])
        shelves = []
        for player in range(config.players):
            cards, pool = chance.draw(pool, options.hand)
            if log is not None:
                log.append(Dealt(player, cards))
            shelves.append(Shelf(tuple(sorted(cards)), (), (), 0))
        return ParcelState(config, pool, tuple(shelves), 0, Turn(first))

    def current_player(self, state: ParcelState) -> int | None:
        return None if state.pending is None else state.pending.player

    def outcome(self, state: ParcelState) -> Outcome | None:
        if state.pending is not None:
            return None
        scores = tuple(sum(self.content.item[card].worth for card in shelf.row) + shelf.thrown for shelf in state.shelves)
        keys = tuple((score, len(shelf.kept)) for score, shelf in zip(scores, state.shelves, strict=True))
        return Outcome(("passed" if state.passes == len(state.shelves) else "one-out",), scores, keys)

    def view(self, state: ParcelState, player: int | None) -> ParcelView:
        check_viewer(player, len(state.shelves))
        own = None if player is None else state.shelves[player]
        pending = state.pending
        if isinstance(pending, Marked) and pending.player != player:
            pending = Turn(pending.player)
        return ParcelView(
            player,
            state.config,
            self.content,
            len(state.pool),
            tuple(PublicShelf(len(shelf.hand), len(shelf.kept), shelf.row, shelf.thrown) for shelf in state.shelves),
            () if own is None else own.hand,
            () if own is None else own.kept,
            state.passes,
            pending,
        )

    def view_event(self, event: Any, player: int | None) -> Any:
        if event.player == player:
            return event
        if isinstance(event, Dealt):
            return Dealt(event.player, None)
        if isinstance(event, (Drawn, Kept)):
            return type(event)(event.player, None)
        return None if isinstance(event, Chosen) else event

    def unseen(self, view: ParcelView) -> tuple[int, ...]:
        return view.unseen

    def determinize(self, view: ParcelView, chance: Chance) -> ParcelState:
        pool = Pool(view.unseen)
        shelves = []
        for player, public in enumerate(view.shelves):
            if player == view.player:
                hand, kept = view.hand, view.kept
            else:
                hand, pool = chance.draw(pool, public.hand_size)
                kept, pool = chance.draw(pool, public.kept_size)
            shelves.append(Shelf(tuple(sorted(hand)), tuple(sorted(kept)), public.row, public.thrown))
        return ParcelState(view.config, pool, tuple(shelves), view.passes, view.pending)

    def codec(self, config: Config[Any]) -> ActionCodec[ParcelAction]:
        return ParcelCodec(self.kinds, self.legal_at)

    def observer(self, config: Config[Any]) -> Observer[ParcelView]:
        return Observer(
            [
                (
                    "hand",
                    self.kinds,
                    "copies of each kind in the own hand",
                    (0.0, 2.0),
                    lambda view: [view.hand.count(kind) for kind in range(self.kinds)],
                ),
                ("pile", 1, "cards in the pile", (0.0, 6.0), lambda view: [view.pool_size]),
            ]
        )

    def evaluate(self, view: ParcelView) -> float:
        return float(sum(view.shelves[view.player].row)) if view.player is not None else 0.0

    def read_content(self, path: Path) -> ParcelContent:
        return parse_content(ContentFile.read(path))

    def content_text(self) -> str:
        return CONTENT_TEXT


class ParcelCodec(ActionCodec[Any]):
    """Draw; lay and keep of each kind in turn; mark of each kind; then the rest."""

    def __init__(self, kinds: int, legal: Any) -> None:
        cards = [kind(card) for card in range(kinds) for kind in (Lay, Keep)]
        marks = [Mark(card) for card in range(kinds)]
        self._actions = [Draw(), *cards, *marks, Pass(), Confirm(False), Confirm(True), Cancel()]
        super().__init__(len(self._actions), legal)

    def encode(self, position: Any, action: Any) -> int:
        return self._actions.index(action)

    def decode(self, position: Any, action_id: int) -> Any:
        self.check_id(action_id)
        return self._actions[action_id]


class Patience(Parcels):
    """Parcels that lets only a single player undo."""

    info = attrs.evolve(Parcels.info, id="patience", undo="solitaire")


# ---- Heap: everything by default -------------------------------------------------------------------------------------------------------


@value
class HeapState:
    """So many matches are left, and `player` takes next."""

    left: int
    player: int
    players: int


@value
class Take:
    """Take so many matches."""

    count: int


@value
class Taken:
    """Matches were taken."""

    player: int
    count: int


class TakeRule(ActionRule[HeapState, Take]):
    """HEAP-1: take one to three matches."""

    action = Take

    def candidates(self, state: HeapState) -> Iterable[Take]:
        return (Take(1), Take(2), Take(3))

    def reject(self, state: HeapState, action: Take) -> Rejection | None:
        if 1 <= action.count <= min(3, state.left):
            return None
        return Rejection.of("bad-count", "HEAP-1", "{count} matches cannot be taken from {left}", count=action.count, left=state.left)

    def transition(self, state: HeapState, action: Take, chance: Chance, log: Log) -> HeapState:
        if log is not None:
            log.append(Taken(state.player, action.count))
        return HeapState(state.left - action.count, (state.player + 1) % state.players, state.players)


class HeapBook(RuleBook[HeapState]):
    """The rules of Heap."""

    frame = FrameRules(
        over="HEAP-2",
        malformed="HEAP-0",
        closed="HEAP-1",
        player="HEAP-0",
        turn="HEAP-1",
        malformed_code="no-such-thing",
        closed_code="not-now",
    )

    def __init__(self) -> None:
        super().__init__({MAIN: (TakeRule(),)})

    def decision(self, state: HeapState) -> type | str:
        return MAIN if state.left else OVER


class Heap(Game[HeapState, Take, Any]):
    """Who takes the last match wins."""

    info = GameInfo(
        id="heap",
        title="Heap",
        rules_version=1,
        package="tests",
        min_players=1,
        max_players=4,
        default_players=2,
        designer="everybody",
        year=1900,
        information="perfect",
        chance="none",
        undo="free",
        terminations=("empty",),
    )
    state_type = HeapState
    action_types = (Take,)
    event_types = (Taken,)
    size = 7

    def __init__(self, content: None = None) -> None:
        super().__init__(HeapBook(), content)

    def initial_state(self, config: Config[Any], chance: Chance, log: Log = None) -> HeapState:
        return HeapState(self.size, 0, config.players)

    def current_player(self, state: HeapState) -> int | None:
        return state.player if state.left else None

    def outcome(self, state: HeapState) -> Outcome | None:
        if state.left:
            return None
        winner = (state.player - 1) % state.players
        scores = tuple(int(player == winner) for player in range(state.players))
        return Outcome(("empty",), scores, tuple((score,) for score in scores))

    def codec(self, config: Config[Any]) -> ActionCodec[Take]:
        return ActionCodec.table([(Take, (1, 2, 3))], self.legal_at)
