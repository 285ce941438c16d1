"""Laws of conservation that every position of Station Manager keeps (MGR-I1 to I3, I5, I8), for tests and for who edits positions."""

from collections import Counter
from collections.abc import Iterator

from railrules.games.station_manager.content import Content
from railrules.games.station_manager.state import LayPending, PilePending, State


def faults(content: Content, state: State) -> Iterator[str]:
    """Yield a sentence for each law that `state` breaks, beginning with its id."""
    yield from _card_faults(content, state)
    for player in range(len(state.places)):
        yield from _player_faults(content, state, player)
    limit = state.config.options.idle_rounds * state.config.players
    if limit and state.clock.idle_turns > limit:
        yield f"MGR-I8: {state.clock.idle_turns} idle turns; the limit is {limit}"


def _card_faults(content: Content, state: State) -> Iterator[str]:
    found = Counter([*state.draw_pile, *state.discard_pile])
    for place in state.places:
        found.update(place.hand)
        found.update(place.row)
    wanted = Counter(content.deck)
    for card in sorted(found.keys() | wanted.keys()):
        if found[card] != wanted[card]:
            name = content.codes[card] if 0 <= card < len(content.codes) else card
            yield f"MGR-I1: {found[card]} cards of the type {name} are there; expected {wanted[card]}"
    size = len(state.draw_pile)
    if size % 2 == (1 if state.config.players == 3 else 0) and size:
        yield f"MGR-I5: the draw pile has {size} cards with {state.config.players} players"


def _player_faults(content: Content, state: State, player: int) -> Iterator[str]:
    place, options = state.places[player], state.config.options
    pending = state.pending
    if list(place.hand) != sorted(place.hand) or list(place.known) != sorted(place.known):
        yield f"MGR-I2: hand or known cards of player {player} do not ascend"
    if Counter(place.known) - Counter(place.hand):
        yield f"MGR-I2: player {player} is known to hold cards that are not in the hand"
    if isinstance(pending, LayPending) and pending.player == player and Counter(pending.staged) - Counter(place.hand):
        yield f"MGR-I2: player {player} has chosen cards that are not in the hand"
    if pending is None:
        return
    colours = {order.colour for order, holder in zip(content.orders.item, state.holders, strict=True) if holder == player}
    if len(colours) >= options.colour_limit:
        yield f"MGR-I3: player {player} holds {len(colours)} colours and the round goes on; the limit is {options.colour_limit}"
    laying = isinstance(pending, PilePending) and pending.player == player
    if len(place.row) >= options.laid_limit and not laying:
        yield f"MGR-I3: player {player} has laid {len(place.row)} cards and the round goes on; the limit is {options.laid_limit}"
