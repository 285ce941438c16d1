"""The laws of conservation of section F, which hold in all positions."""

from collections import Counter
from collections.abc import Iterator

from railrules.games.railroad_operations.consist import COACH, ENGINE, MOST_CARS, is_loaded, kind_of
from railrules.games.railroad_operations.content import DEPARTMENT_PILES, LIMIT_CARD, OFFICE_CARD, Content
from railrules.games.railroad_operations.rules.freight import outbound_loads
from railrules.games.railroad_operations.rules.ground import occupied_squares
from railrules.games.railroad_operations.rules.mainline import has_effect
from railrules.games.railroad_operations.rules.switching import MOVES
from railrules.games.railroad_operations.state import (
    Area,
    AtLimits,
    DrawPending,
    InArea,
    OnLine,
    OptionPending,
    RollPending,
    SortPending,
    Square,
    State,
    SwitchPending,
)
from railrules.games.railroad_operations.track import OFFICE, Piece, row_of, square_at
from railrules.games.railroad_operations.view import open_cards

MOST_IN_HAND = 7


def faults(content: Content, state: State) -> Iterator[str]:
    """Yield a sentence for each law that `state` breaks, beginning with its id."""
    yield from _token_faults(content, state)
    yield from _train_faults(content, state)
    yield from _card_faults(content, state)
    for seat, area in enumerate(state.areas):
        yield from _area_faults(content, state, seat, area)
    yield from _book_faults(content, state)


def _token_faults(content: Content, state: State) -> Iterator[str]:
    """OPS-I1, I11: tokens per kind, and a bare yard."""
    yards = state.division.yards
    kinds: Counter[int] = Counter()
    for yard in (yards.division, yards.classification):
        for token, count in enumerate(yard):
            kinds[kind_of(token)] += count
    for train in state.division.trays:
        if train is not None:
            kinds.update(kind_of(token) for token in train.consist if token != ENGINE)
    for area in state.areas:
        kinds[COACH] += area.office.green + area.office.red
        for square in area.squares:
            kinds.update(map(kind_of, square.standing))
            if square.facility is not None:
                facility = square.facility
                kinds.update(kind_of(token) for token in (*facility.green, *facility.red, *facility.pipeline) if token is not None)
    wanted: Counter[int] = Counter()
    for token, count in enumerate(content.supply):
        wanted[kind_of(token)] += count
    for kind in sorted(wanted | kinds):
        if kinds[kind] != wanted[kind]:
            yield f"OPS-I1: {kinds[kind]} tokens of kind {kind} are there; expected {wanted[kind]}"
    if min((*yards.division, *yards.classification)) < 0:
        yield f"OPS-I1: a yard holds less than nothing: {yards}"
    if not any(yards.division) and any(yards.classification):
        yield "OPS-I11: the Division Yard is bare and was not refilled"


def _train_faults(content: Content, state: State) -> Iterator[str]:
    """OPS-I2 to I5: consists, serials, and who stands where."""
    trays = state.division.trays
    if len(trays) != state.config.players + 3:
        yield f"OPS-I3: {len(trays)} trays"
    serials = [train.serial for train in trays if train is not None]
    if len(set(serials)) < len(serials) or any(serial >= state.division.serial for serial in serials):
        yield f"OPS-I3: serials {serials} with {state.division.serial} given"
    held = {(seat, end, tray) for seat, area in enumerate(state.areas) for end, tray in area.held}
    at_limits = set()
    for tray, train in enumerate(trays):
        if train is None:
            continue
        if train.consist.count(ENGINE) != 1 or len(train.consist) - 1 > MOST_CARS:
            yield f"OPS-I2: the train on tray {tray} is {train.consist}"
        place = train.place
        if isinstance(place, AtLimits):
            at_limits.add((place.seat, place.end, tray))
        elif isinstance(place, OnLine):
            line = content.line[state.division.gaps[place.gap][place.index].card]
            if not 1 <= place.region <= line.regions:
                yield f"OPS-I5: the train on tray {tray} is in region {place.region} of {line.regions}"
        elif isinstance(place, InArea):
            square = next((there for there in state.areas[place.seat].squares if there.square == place.square), None)
            if square is None or square.card not in content.pieces or not content.pieces[square.card].operational:
                yield f"OPS-I3: the train on tray {tray} stands on {place}, which is no Operational Rail"
    if at_limits != held:
        yield f"OPS-I4: held are {sorted(held)}, at the Limits stand {sorted(at_limits)}"
    for seat, area in enumerate(state.areas):
        ends = [end for end, _ in area.held]
        if len(set(ends)) < len(ends) or (ends and content.by_effect.get("hold_at_limits") not in area.enhancements):
            yield f"OPS-I4: trains held at seat {seat}: {area.held}"
        for number, count in occupied_squares(seat, trays).items():
            most = content.grades[area.office.level].ad_tracks if number == OFFICE else 1
            if count > most:
                yield f"OPS-I4: {count} trains on square {number} of seat {seat}"
    yield from _line_faults(content, state)


def _line_faults(content: Content, state: State) -> Iterator[str]:
    """OPS-I5: two trains in one place of a card."""
    met: dict[tuple[int, int, int], list[int]] = {}
    for train in state.division.trays:
        if train is not None and isinstance(train.place, OnLine):
            place = train.place
            regions = content.line[state.division.gaps[place.gap][place.index].card].regions
            region = place.region if train.heading else regions + 1 - place.region
            met.setdefault((place.gap, place.index, region), []).append(train.heading)
    for (gap, index, region), headings in met.items():
        card = state.division.gaps[gap][index]
        fine = has_effect(content, card, "two_trains") or (has_effect(content, card, "opposing_trains") and len(set(headings)) == len(headings))
        if len(headings) > 1 and not fine:
            yield f"OPS-I5: {len(headings)} trains in place {region} of card {index} of gap {gap}"


def _card_faults(content: Content, state: State) -> Iterator[str]:
    """OPS-I6 to I8, I12: hands, piles, and all cards."""
    cards = state.cards
    found = Counter(open_cards(content, state.division, state.areas, state.pending))
    found.update([*cards.deck, *cards.gone, *(card for pile in cards.piles for card in pile)])
    for player, there in enumerate(state.people.players):
        found.update(there.hand)
        if len(there.hand) > MOST_IN_HAND or list(there.hand) != sorted(there.hand) or list(there.known) != sorted(there.known):
            yield f"OPS-I6: player {player} has the hand {there.hand}, known {there.known}"
        if Counter(there.known) - Counter(there.hand):
            yield f"OPS-I6: player {player} is known to hold {there.known} and holds {there.hand}"
    wanted = Counter(content.deck)
    if found != wanted:
        yield f"OPS-I8: cards too many {found - wanted}, too few {wanted - found}"
    if cards.deck.items and () in cards.piles:
        yield f"OPS-I7: the piles are {cards.piles} with {len(cards.deck)} cards in the deck"
    if len(cards.piles) != DEPARTMENT_PILES:
        yield f"OPS-I7: there are {len(cards.piles)} piles"
    slots = [slot.card for slot in state.division.timetable if slot is not None]
    if len(set(slots)) < len(slots) or any(state.division.timetable[stage - 1] is None for stage in state.division.sections):
        yield f"OPS-I12: the timetable is {state.division.timetable}, sections {state.division.sections}"


def _area_faults(content: Content, state: State, seat: int, area: Area) -> Iterator[str]:
    """OPS-I2, I9, I10: squares, the Running Track, facilities."""
    squares = {square.square: square for square in area.squares}
    if list(squares) != sorted(squares) or len(squares) < len(area.squares):
        yield f"OPS-I9: the squares of seat {seat} are {list(squares)}"
    west, east = area.limits
    running = {square_at(column, 0) for column in range(west, east + 1)}
    if {number for number in squares if row_of(number) == 0} != running or squares[OFFICE].card != OFFICE_CARD:
        yield f"OPS-I9: the Running Track of seat {seat} from {west} to {east} is {[number for number in squares if row_of(number) == 0]}"
    for column in (west, east):
        if squares.get(square_at(column, 0), Square(0, 0)).card != LIMIT_CARD:
            yield f"OPS-I9: no Limit in column {column} of seat {seat}"
    for number in running:
        square = squares.get(number)
        piece = content.pieces.get(square.card) if square is not None else None
        if square is not None and (square.facility is not None or square.beside is not None or piece is None or not _runs_through(piece)):
            yield f"OPS-I9: card {square.card} lies on the Running Track of seat {seat}"
    occupied = occupied_squares(seat, state.division.trays)
    for square in area.squares:
        operational = square.card in content.pieces and content.pieces[square.card].operational and square.square != OFFICE
        if len(square.standing) > MOST_CARS or (square.standing and not operational):
            yield f"OPS-I2: {square.standing} stand on square {square.square} of seat {seat}"
        if not 0 <= square.split <= len(square.standing) or (square.split and square.square not in occupied):
            yield f"OPS-I2: the split of square {square.square} of seat {seat} is {square.split}"
        yield from _facility_faults(content, seat, square)
    grade = content.grades[area.office.level]
    if not (0 <= area.office.green <= grade.green and 0 <= area.office.red <= grade.red):
        yield f"OPS-I10: the Office of seat {seat} has {area.office}"


def _runs_through(piece: Piece) -> bool:
    return any(set(route) == {"W", "E"} for route in piece.routes)


def _facility_faults(content: Content, seat: int, square: Square) -> Iterator[str]:
    facility = square.facility
    if facility is None:
        return
    industry = content.industries[square.card]
    green = industry.green + facility.docks if industry.outbound else 0
    red = industry.red + facility.warehouses if industry.inbound else 0
    if len(facility.green) > green or len(facility.red) > red:
        yield f"OPS-I10: square {square.square} of seat {seat} has {facility}"
    for name, box, kinds in (("green", facility.green, industry.outbound), ("red", facility.red, industry.inbound)):
        if any(not is_loaded(token) or kind_of(token) not in kinds for token in box):
            yield f"OPS-I10: the {name} boxes of square {square.square} of seat {seat} hold {box}"
    loads = [token for token in facility.pipeline if token is not None]
    if (facility.outbound is None) != (not loads):
        yield f"OPS-I10: the pipeline of square {square.square} of seat {seat} is {facility.pipeline}, outbound {facility.outbound}"
    kinds = industry.outbound if facility.outbound else industry.inbound
    if any(not is_loaded(token) or kind_of(token) not in kinds for token in loads):
        yield f"OPS-I10: the pipeline of square {square.square} of seat {seat} carries {loads}"
    for kind in industry.outbound:
        if square.standing.count(2 * kind) < outbound_loads(facility, kind):
            yield f"OPS-I10: too few empty cars of kind {kind} on square {square.square} of seat {seat}"


def _book_faults(content: Content, state: State) -> Iterator[str]:
    """OPS-I13, I14: what the books and the decisions may say."""
    books, pending = state.books, state.pending
    if (books.ended is None) != (pending is not None):
        yield f"OPS-I14: ended {books.ended}, pending {pending}"
    if isinstance(pending, OptionPending) and books.stage_collisions:
        yield f"OPS-I14: {books.stage_collisions} collisions at an Option"
    if isinstance(pending, OptionPending) and books.official is None and books.day_collisions >= state.config.options.collisions_per_day:
        yield f"OPS-I14: {books.day_collisions} collisions of the Day at an Option"
    switch = pending.switch if isinstance(pending, (SortPending, RollPending)) else pending
    if isinstance(switch, SwitchPending):
        if not 0 <= switch.moves <= MOVES:
            yield f"OPS-I13: {switch.moves} Moves left"
        train = state.division.trays[switch.tray]
        if switch.worked and train is not None and "one_freight_per_square" not in content.trains[train.card].restrictions:
            yield f"OPS-I13: the train on tray {switch.tray} has spent a budget that it does not have: {switch.worked}"
    if isinstance(pending, DrawPending) and state.clock.phase != "local":
        yield f"OPS-I13: a Draw turn in the phase {state.clock.phase}"
