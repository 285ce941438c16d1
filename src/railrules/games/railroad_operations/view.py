"""What each player sees of Railroad Operations (section 9): views, redacted events, and guesses at what is hidden."""

from railrules import Chance, Config, check_viewer, value
from railrules.games.railroad_operations.content import Content
from railrules.games.railroad_operations.events import CardDrawn, Event, HandDealt
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.state import (
    Area,
    AttachPending,
    Books,
    Cards,
    Clock,
    Division,
    ImprovePending,
    LineCard,
    Pending,
    People,
    PlacePending,
    Player,
    SectionPending,
    State,
)
from railrules.parts import Pool


@value
class SeenPlayer:
    """A player as all see it: how many cards are in hand, and those of them that are known."""

    revenue: int
    hand_size: int
    known: tuple[int, ...]
    red_flags: bool


@value
class SeenPeople:
    """Who sits where, who has the Fedora, and the players; `hand` is the own one, None for a spectator."""

    seats: tuple[int, ...]
    fedora: int
    players: tuple[SeenPlayer, ...]
    hand: tuple[int, ...] | None


@value
class SeenCards:
    """The cards as all see them: the deck by number."""

    deck_size: int
    piles: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    gone: Pool[int]


@value
class View:
    """All that `player` (None: a spectator) sees."""

    player: int | None
    config: Config[Options]
    clock: Clock
    people: SeenPeople
    areas: tuple[Area, ...]
    division: Division
    cards: SeenCards
    pending: Pending | None
    books: Books

    @property
    def to_act(self) -> int | None:
        """The player who decides, None when the game is over."""
        return None if self.pending is None else self.pending.player


def view_of(state: State, player: int | None) -> View:
    """Return what `player` sees of `state`."""
    check_viewer(player, state.config.players)
    people, cards = state.people, state.cards
    players = tuple([SeenPlayer(there.revenue, len(there.hand), there.known, there.red_flags) for there in people.players])
    return View(
        player,
        state.config,
        state.clock,
        SeenPeople(people.seats, people.fedora, players, None if player is None else people.players[player].hand),
        state.areas,
        state.division,
        SeenCards(len(cards.deck.items), cards.piles, cards.gone),
        state.pending,
        state.books,
    )


def view_event(event: Event, player: int | None) -> Event:
    """Return `event` as `player` learns of it."""
    if isinstance(event, CardDrawn) and event.player != player:
        return CardDrawn(event.player, None, event.deck_size)
    if isinstance(event, HandDealt) and event.player != player:
        return HandDealt(event.player, event.count, None)
    return event


def open_cards(content: Content, division: Division, areas: tuple[Area, ...], pending: Pending | None) -> list[int]:
    """Return the Home Office cards that lie open on the table, but for the Department piles and those out of the game."""
    cards = [square.card for area in areas for square in area.squares if square.card >= 0]
    cards += [card for area in areas for card in area.enhancements]
    cards += [slot.card for slot in division.timetable if slot is not None]
    cards += [card for card, _ in division.extras]
    cards += [train.card for train in division.trays if train is not None and content.trains[train.card].extra]
    cards += [card for gap in division.gaps for line in gap for card in line.modifiers]
    if isinstance(pending, (PlacePending, AttachPending, SectionPending, ImprovePending)):
        cards.append(pending.card)
    return cards


def unseen_cards(content: Content, view: View) -> Pool[int]:
    """Return the Home Office cards that a view cannot place: in the deck, or in the hand of somebody who did not take them from a pile."""
    seen = open_cards(content, view.division, view.areas, view.pending)
    seen += [card for pile in view.cards.piles for card in pile]
    seen += view.cards.gone.items
    for player, there in enumerate(view.people.players):
        own = view.people.hand if player == view.player and view.people.hand is not None else there.known
        seen += own
    return Pool.of(content.deck).remove(seen)


def unseen_line(content: Content, gaps: tuple[tuple[LineCard, ...], ...]) -> Pool[int]:
    """Return the Mainline cards that lie nowhere on the line; they are never drawn again."""
    return Pool.of(content.line_deck).remove(line.card for gap in gaps for line in gap)


def unseen(content: Content, view: View) -> tuple[object, ...]:
    """Return all that a view cannot place."""
    return unseen_cards(content, view), unseen_line(content, view.division.gaps)


def determinize(content: Content, view: View, chance: Chance) -> State:
    """Return a full position that looks like `view` to its player: hands get unseen cards beside those that are known (section F)."""
    deck = unseen_cards(content, view)
    players = []
    for player, there in enumerate(view.people.players):
        if player == view.player and view.people.hand is not None:
            hand = view.people.hand
        else:
            drawn, deck = chance.draw(deck, there.hand_size - len(there.known))
            hand = tuple(sorted((*there.known, *drawn)))
        players.append(Player(there.revenue, hand, there.known, there.red_flags))
    return State(
        view.config,
        view.clock,
        People(view.people.seats, view.people.fedora, tuple(players)),
        view.areas,
        view.division,
        Cards(deck, view.cards.piles, view.cards.gone),
        view.pending,
        view.books,
    )
