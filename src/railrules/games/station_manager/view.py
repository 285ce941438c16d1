"""Who sees what in Station Manager: views, redacted events, what cannot be placed, and full positions guessed from a view.

The four stand together because they are one promise (MGR-9.1 to 9.7, MGR-D1 to D8): a view holds the public facts and the own hand, and nothing
else can be learnt from the other three.
"""

from functools import lru_cache

from railrules import Chance, Config, check_viewer, value
from railrules.games.station_manager.actions import CARD_TYPES
from railrules.games.station_manager.content import COPIES
from railrules.games.station_manager.events import Event, FreightDealt, FreightDrawn, FreightStaged, OrderNamed
from railrules.games.station_manager.options import Options
from railrules.games.station_manager.rules.flow import open_available
from railrules.games.station_manager.state import ActPending, Clock, LayPending, Pending, Place, Standings, State
from railrules.parts import Pool

ROWS_KEPT = 2_000
"""For how many sets of rows it is kept what lies in none of them."""


@value
class PublicPlace:
    """What all see of one player: size of the hand, the cards all can prove to be in it (MGR-9.3), and the row."""

    hand_size: int
    known: tuple[int, ...]
    row: tuple[int, ...]


@lru_cache(ROWS_KEPT)
def not_laid(rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return how many cards of each type lie in no row; rows stay for many turns."""
    left = [COPIES] * CARD_TYPES
    for row in rows:
        for card in row:
            left[card] -= 1
    return tuple(left)


@value
class View:
    """All that `player` (None: a spectator) sees. `hand` is the own hand, ascending; a spectator has none.

    `pending` shows somebody else's choice of cards as the `ActPending` before it (MGR-6.5).
    """

    player: int | None
    config: Config[Options]
    clock: Clock
    draw_pile_size: int
    discard_pile: tuple[int, ...]
    places: tuple[PublicPlace, ...]
    holders: tuple[int | None, ...]
    pending: Pending | None
    standings: Standings
    hand: tuple[int, ...]

    @property
    def to_act(self) -> int | None:
        """The player who decides, None when the game is over."""
        return None if self.pending is None else self.pending.player

    @property
    def open_card(self) -> int | None:
        """The open card, if the discard pile has one."""
        return self.discard_pile[-1] if self.discard_pile else None

    @property
    def open_available(self) -> bool:
        """Whether a turn that begins now may take the open card (MGR-3.3)."""
        return open_available(self.config, self.clock.idle_turns, self.discard_pile)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of hand cards of each player."""
        return tuple([place.hand_size for place in self.places])

    @property
    def known(self) -> tuple[tuple[int, ...], ...]:
        """The cards that all can prove each player to hold."""
        return tuple([place.known for place in self.places])

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The row of each player in laying order."""
        return tuple([place.row for place in self.places])

    @property
    def in_sight(self) -> tuple[int, ...]:
        """The cards that this player can place, beside those in rows."""
        cards = self.discard_pile
        for player, place in enumerate(self.places):
            cards += self.hand if player == self.player else place.known
        return cards

    @property
    def unseen(self) -> tuple[int, ...]:
        """For each of the 52 card types how many this player cannot place (MGR-D2)."""
        left = list(not_laid(self.rows))
        for card in self.in_sight:
            left[card] -= 1
        return tuple(left)


def view_of(state: State, player: int | None) -> View:
    """Return what `player` sees of `state` (MGR-9.1 to 9.7)."""
    check_viewer(player, len(state.places))
    pending = state.pending
    if type(pending) is LayPending and pending.player != player:
        pending = ActPending(pending.player, pending.taken)
    return View(
        player,
        state.config,
        state.clock,
        len(state.draw_pile.items),
        state.discard_pile,
        tuple([PublicPlace(len(place.hand), place.known, place.row) for place in state.places]),
        state.holders,
        pending,
        state.standings,
        () if player is None else state.places[player].hand,
    )


def view_event(event: Event, player: int | None) -> Event | None:
    """Return `event` as `player` learns of it, None if not at all (MGR-9.1, 9.2)."""
    match event:
        case FreightDealt(seen_by, count, _) if seen_by != player:
            return FreightDealt(seen_by, count, None)
        case FreightDrawn(seen_by, count, _, size, forced) if seen_by != player:
            return FreightDrawn(seen_by, count, None, size, forced)
        case OrderNamed(seen_by, _) | FreightStaged(seen_by, _, _) if seen_by != player:
            return None
    return event


def determinize(view: View, chance: Chance) -> State:
    """Return a full position that looks like `view` to its player, each equally likely (MGR-D1 to D8)."""
    pool = Pool(tuple([card for card, count in enumerate(view.unseen) for _ in range(count)]))
    players = view.config.players
    me = view.player
    places = [Place(view.hand, place.known, place.row) for place in view.places]
    for offset in range(players if me is None else players - 1):
        player = offset if me is None else (me + 1 + offset) % players
        place = view.places[player]
        dealt, pool = chance.draw(pool, place.hand_size - len(place.known))
        places[player] = Place(tuple(sorted(place.known + dealt)), place.known, place.row)
    return State(
        view.config,
        view.clock,
        pool,
        view.discard_pile,
        tuple(places),
        view.holders,
        view.pending,
        view.standings,
    )
