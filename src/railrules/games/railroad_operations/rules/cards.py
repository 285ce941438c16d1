"""Cards (OPS-4): drawing, discarding and playing, and the questions that a played card asks."""

from collections.abc import Callable, Iterable

from railrules import Rejection, roll
from railrules.games.railroad_operations.actions import (
    AttachTo,
    DiscardCard,
    DrawDepartment,
    DrawHomeOffice,
    DrawNothing,
    EndDraw,
    ImproveLine,
    OrderSection,
    PlaceCard,
    PlayCard,
)
from railrules.games.railroad_operations.content import DEPARTMENT_PILES, LIMIT_CARD, STAGES, Content, Effect, Upgrade
from railrules.games.railroad_operations.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DepartmentDrawn,
    DepartmentFilled,
    EnhancementPlaced,
    ExtraQueued,
    LimitsMoved,
    LineImproved,
    ModifierLaid,
    OfficeUpgraded,
    SectionOrdered,
    TrackLaid,
    TrainTimetabled,
)
from railrules.games.railroad_operations.rules.ground import occupied_squares
from railrules.games.railroad_operations.rules.placing import Placing
from railrules.games.railroad_operations.rules.work import Work, WorkRule, own_area, with_item, without
from railrules.games.railroad_operations.state import (
    AttachPending,
    DrawPending,
    Facility,
    ImprovePending,
    LineCard,
    Office,
    OptionPending,
    PlacePending,
    Player,
    SectionPending,
    Slot,
    Square,
    State,
)
from railrules.games.railroad_operations.track import SIDES, SQUARES, beside, column_of, square_at

HAND_LIMIT = 3
DRAW_HOME_OFFICE = DrawHomeOffice()
DRAW_NOTHING = DrawNothing()
END_DRAW = EndDraw()
DRAWS = tuple(DrawDepartment(pile) for pile in range(DEPARTMENT_PILES))
PLACES = tuple(PlaceCard(square) for square in range(SQUARES))
ATTACHES = tuple(AttachTo(side) for side in range(len(SIDES)))
SECTIONS = tuple(OrderSection(stage) for stage in range(1, STAGES + 1))


def deciding(state: State) -> Player:
    """Return the player who decides."""
    assert state.pending is not None  # somebody decides
    return state.people.players[state.pending.player]


def fill(work: Work, pile: int) -> None:
    """OPS-2.8, 4.5: an empty Department pile gets a card from the deck, if there is one."""
    if work.deck.items:
        (card,), work.deck = work.chance.draw(work.deck, 1)
        work.piles[pile] = (card,)
        if work.log is not None:
            work.log.append(DepartmentFilled(pile, card, len(work.deck)))


# ---- drawing ---------------------------------------------------------------------------------------------------------------------------


class DrawHomeOfficeRule(WorkRule[DrawHomeOffice]):
    """OPS-4.3, 4.4: the next card of the deck, unseen."""

    action = DrawHomeOffice

    def candidates(self, state: State) -> Iterable[DrawHomeOffice]:
        return (DRAW_HOME_OFFICE,)

    def reject(self, state: State, action: DrawHomeOffice) -> Rejection | None:
        return None if state.cards.deck.items else Rejection("deck-empty", "OPS-4.3", "the Home Office deck is empty")

    def perform(self, work: Work, action: DrawHomeOffice) -> None:
        player = open_draw(work)
        (card,), work.deck = work.chance.draw(work.deck, 1)
        old = work.players[player]
        work.hand(player, with_item(old.hand, card), old.known)
        if work.log is not None:
            work.log.append(CardDrawn(player, card, len(work.deck)))


def open_draw(work: Work) -> int:
    """Open the Draw turn; return whose it is."""
    pending = work.pending
    assert isinstance(pending, OptionPending)  # the book opens the three ways to draw at no other decision
    work.pending = DrawPending(pending.player)
    return pending.player


class DrawDepartmentRule(WorkRule[DrawDepartment]):
    """OPS-4.4, 4.5: the top card of a Department pile, which all see."""

    action = DrawDepartment

    def candidates(self, state: State) -> Iterable[DrawDepartment]:
        return DRAWS

    def reject(self, state: State, action: DrawDepartment) -> Rejection | None:
        if state.cards.piles[action.pile]:
            return None
        return Rejection.of("pile-empty", "OPS-4.4", "Department pile {pile} is empty", pile=action.pile)

    def perform(self, work: Work, action: DrawDepartment) -> None:
        player = open_draw(work)
        *rest, card = work.piles[action.pile]
        work.piles[action.pile] = tuple(rest)
        old = work.players[player]
        work.hand(player, with_item(old.hand, card), with_item(old.known, card))
        if work.log is not None:
            work.log.append(DepartmentDrawn(player, action.pile, card))
        if not rest:
            fill(work, action.pile)


class DrawNothingRule(WorkRule[DrawNothing]):
    """OPS-4.3: a Draw turn without a card to draw."""

    action = DrawNothing

    def candidates(self, state: State) -> Iterable[DrawNothing]:
        return (DRAW_NOTHING,)

    def reject(self, state: State, action: DrawNothing) -> Rejection | None:
        if state.cards.deck.items or any(state.cards.piles):
            return Rejection("card-can-be-drawn", "OPS-4.3", "there is a card to draw")
        return None if deciding(state).hand else Rejection("hand-empty", "OPS-4.3", "the hand is empty")

    def perform(self, work: Work, action: DrawNothing) -> None:
        open_draw(work)


class EndDrawRule(WorkRule[EndDraw]):
    """OPS-4.6, 5.14: the Draw turn ends with three cards at most, four with Red Flags."""

    action = EndDraw

    def candidates(self, state: State) -> Iterable[EndDraw]:
        return (END_DRAW,)

    def reject(self, state: State, action: EndDraw) -> Rejection | None:
        player = deciding(state)
        limit = HAND_LIMIT + player.red_flags
        if len(player.hand) > limit:
            return Rejection.of("hand-over-limit", "OPS-4.6", "{count} cards in hand; expected {limit} at most", count=len(player.hand), limit=limit)
        return None

    def perform(self, work: Work, action: EndDraw) -> None:
        work.end_turn()


class DiscardCardRule(WorkRule[DiscardCard]):
    """OPS-4.2, 4.6, 4.7: a hand card on top of a Department pile."""

    action = DiscardCard

    def candidates(self, state: State) -> Iterable[DiscardCard]:
        return [DiscardCard(card, pile) for card in dict.fromkeys(deciding(state).hand) for pile in range(DEPARTMENT_PILES)]

    def legal(self, state: State) -> tuple[DiscardCard, ...]:
        return tuple(self.candidates(state))

    def reject(self, state: State, action: DiscardCard) -> Rejection | None:
        return None if action.card in deciding(state).hand else self._not_in_hand(action.card)

    def _not_in_hand(self, card: int) -> Rejection:
        return Rejection.of("card-not-in-hand", "OPS-4.7", "{card} is not in the hand", card=self.content.card_id(card))

    def perform(self, work: Work, action: DiscardCard) -> None:
        pending = work.pending
        assert isinstance(pending, (OptionPending, DrawPending))  # the book opens it at no other decision
        lose(work, pending.player, action.card)
        work.piles[action.pile] = (*work.piles[action.pile], action.card)
        if work.log is not None:
            work.log.append(CardDiscarded(pending.player, action.card, action.pile))


def lose(work: Work, player: int, card: int) -> None:
    """A card leaves a hand; if one of its type was known to be there, it is known no more."""
    old = work.players[player]
    work.hand(player, without(old.hand, card), without(old.known, card))


# ---- playing ---------------------------------------------------------------------------------------------------------------------------

_NO_SQUARE = ("track", "facility", "modifier")


class PlayCardRule(WorkRule[PlayCard]):
    """OPS-4.6 to 4.9, 5.7, 5.12, 5.14, 8.1, 8.4, 8.5, 8.13: play a card that has somewhere to go."""

    action = PlayCard

    def __init__(self, content: Content, run: Callable[[Work], None], placing: Placing) -> None:
        super().__init__(content, run)
        self._placing = placing
        self._plays = tuple(PlayCard(card) for card in range(len(content.cards)))

    def candidates(self, state: State) -> Iterable[PlayCard]:
        return [self._plays[card] for card in dict.fromkeys(deciding(state).hand)]

    def reject(self, state: State, action: PlayCard) -> Rejection | None:
        if action.card in self.content.excluded:
            text = "{card} is directed at opponents and never played"
            return Rejection.of("card-attacks-excluded", "OPS-4.8", text, card=self.content.card_id(action.card))
        if action.card not in deciding(state).hand:
            return Rejection.of("card-not-in-hand", "OPS-4.6", "{card} is not in the hand", card=self.content.card_id(action.card))
        card = self.content.cards[action.card]
        if card.kind in _NO_SQUARE:
            seat, area = own_area(state)
            occupied = frozenset(occupied_squares(seat, state.division.trays))
            if not self._placing.squares(area, action.card, occupied):
                return Rejection.of("no-square-for-card", "OPS-5.7", "there is no square for {card}", card=card.id)
            return None
        return self._reject_effect(state, action.card)

    def _reject_effect(self, state: State, number: int) -> Rejection | None:
        """What takes effect at once, or asks a question that is not about a square."""
        card, detail = self.content.cards[number], self.content.cards[number].detail
        _, area = own_area(state)
        if isinstance(detail, Upgrade) and detail.start != area.office.level:
            return Rejection.of("office-step-wrong", "OPS-5.12", "the Office is not ready for {card}", card=card.id)
        if card.kind == "enhancement" and isinstance(detail, Effect):
            there = deciding(state).red_flags if detail.holder == "player" else number in area.enhancements
            if there:
                return Rejection.of("enhancement-present", "OPS-5.14", "{card} is there already", card=card.id)
        if card.kind == "timetabled" and None not in state.division.timetable:
            return Rejection("timetable-full", "OPS-8.1", "all twelve Stages of the timetable are taken")
        if card.kind == "second-section" and not any(slot is not None and not slot.second for slot in state.division.timetable):
            return Rejection("no-train-to-follow", "OPS-8.4", "there is no timetabled train without a section")
        if card.kind == "line-modifier" and all(number in line.modifiers for gap in state.division.gaps for line in gap):
            return Rejection.of("no-line-card-free", "OPS-8.13", "every Mainline card has {card}", card=card.id)
        return None

    def perform(self, work: Work, action: PlayCard) -> None:
        pending = work.pending
        assert isinstance(pending, DrawPending)  # the book opens it at no other decision
        player, number = pending.player, action.card
        card = self.content.cards[number]
        lose(work, player, number)
        if work.log is not None:
            work.log.append(CardPlayed(player, number))
        if card.kind in _NO_SQUARE:
            work.pending = PlacePending(player, number)
        elif card.kind == "second-section":
            work.pending = SectionPending(player, number)
        elif card.kind == "line-modifier":
            work.pending = ImprovePending(player, number)
        elif card.kind == "timetabled":
            self._timetable(work, number)
        elif card.kind == "extra":
            work.extras.append((number, player))
            if work.log is not None:
                work.log.append(ExtraQueued(player, number))
        elif card.kind == "upgrade":
            self._upgrade(work, player, number)
        else:
            self._enhance(work, player, number)

    def _timetable(self, work: Work, number: int) -> None:
        """OPS-8.1: a roll gives the Stage; a slot that is taken gives it to the next free one."""
        rolled = roll(STAGES, work.chance)
        stages = [(rolled - 1 + offset) % STAGES + 1 for offset in range(STAGES)]
        stage = next(stage for stage in stages if work.timetable[stage - 1] is None)
        work.timetable[stage - 1] = Slot(number)
        if work.log is not None:
            work.log.append(TrainTimetabled(number, rolled, stage))

    def _upgrade(self, work: Work, player: int, number: int) -> None:
        """OPS-5.12: the next grade of the own Office."""
        seat = work.seat_of(player)
        area = work.area(seat)
        area.office = Office(area.office.level + 1, area.office.green, area.office.red)
        work.out_of_game(number)
        if work.log is not None:
            work.log.append(OfficeUpgraded(seat, area.office.level))

    def _enhance(self, work: Work, player: int, number: int) -> None:
        """OPS-5.14, R34: Red Flags is a status of the player; all others lie in the area."""
        seat = work.seat_of(player)
        detail = self.content.cards[number].detail
        if isinstance(detail, Effect) and detail.holder == "player":
            old = work.players[player]
            work.players[player] = Player(old.revenue, old.hand, old.known, True)
            work.out_of_game(number)
        else:
            area = work.area(seat)
            area.enhancements = with_item(area.enhancements, number)
        if work.log is not None:
            work.log.append(EnhancementPlaced(seat, player, number))


# ---- the questions of a card -----------------------------------------------------------------------------------------------------------

_PLACE_RULES = {
    "limits-at-edge": ("OPS-5.7", "the Limits are at the edge of the grid"),
    "running-track-broken": ("OPS-5.6", "that card does not belong on the Running Track"),
    "square-in-use": ("OPS-5.7", "a train or cars stand on that straight"),
    "square-occupied": ("OPS-5.8", "a card lies on that square"),
    "outside-limits": ("OPS-5.8", "the square is outside the Limits"),
    "facility-on-running-track": ("OPS-5.10", "a facility does not lie on the Running Track"),
    "not-connected": ("OPS-5.8", "the card would meet no track there"),
    "no-facility-beside": ("OPS-5.13", "there is no facility beside that square that it could serve"),
}


class PlaceCardRule(WorkRule[PlaceCard]):
    """OPS-5.6 to 5.10, 5.13, 5.15, W3: on which square the card is put."""

    action = PlaceCard

    def __init__(self, content: Content, run: Callable[[Work], None], placing: Placing) -> None:
        super().__init__(content, run)
        self._placing = placing

    def candidates(self, state: State) -> Iterable[PlaceCard]:
        return PLACES

    def _pending(self, state: State) -> PlacePending:
        pending = state.pending
        assert isinstance(pending, PlacePending)  # the book opens it at no other decision
        return pending

    def legal(self, state: State) -> tuple[PlaceCard, ...]:
        seat, area = own_area(state)
        occupied = frozenset(occupied_squares(seat, state.division.trays))
        return tuple([PLACES[square] for square in self._placing.squares(area, self._pending(state).card, occupied)])

    def reject(self, state: State, action: PlaceCard) -> Rejection | None:
        seat, area = own_area(state)
        occupied = frozenset(occupied_squares(seat, state.division.trays))
        fault = self._placing.fault(area, self._pending(state).card, action.square, occupied)
        if fault is None:
            return None
        rule, text = _PLACE_RULES[fault]
        on_running_track = fault == "outside-limits" and SQUARES // 2 - 6 <= action.square <= SQUARES // 2 + 6
        return Rejection(fault, "OPS-5.7" if on_running_track else rule, text)

    def perform(self, work: Work, action: PlaceCard) -> None:
        pending = work.pending
        assert isinstance(pending, PlacePending)  # as above
        seat, card, number = work.seat_of(pending.player), pending.card, action.square
        area = work.area(seat)
        work.pending = DrawPending(pending.player)
        if self.content.cards[card].kind == "modifier":
            sides = self._placing.sides(area.area(), card, number)
            if len(sides) > 1:
                work.pending = AttachPending(pending.player, card, number)
            else:
                attach(work, seat, card, number, sides[0])
            return
        old = area.squares.get(number)
        replaced = None if old is None or old.card == LIMIT_CARD else old.card
        facility = Facility() if card in self.content.industries else None
        area.squares[number] = Square(number, card, facility=facility)
        if replaced is not None:
            work.out_of_game(replaced)
        if work.log is not None:
            work.log.append(TrackLaid(seat, number, card, replaced))
        if old is not None and old.card == LIMIT_CARD:
            west, east = area.limits
            if column_of(number) == west:
                area.limits, end, column = (west - 1, east), 0, west - 1
            else:
                area.limits, end, column = (west, east + 1), 1, east + 1
            limit = square_at(column, 0)
            area.squares[limit] = Square(limit, LIMIT_CARD)
            if work.log is not None:
                work.log.append(LimitsMoved(seat, 1 if end else 0, column))


def attach(work: Work, seat: int, card: int, number: int, side: int) -> None:
    """OPS-5.13: a modifier lies on its square and serves the facility on a side of it."""
    area = work.area(seat)
    place = beside(number, side)
    assert place is not None  # a facility lies there
    served = area.squares[place]
    old = served.facility
    assert old is not None  # as above
    effect = work.content.effects[card]
    facility = Facility(
        old.green,
        old.red,
        old.pipeline,
        old.outbound,
        old.docks + (effect == "green_box"),
        old.warehouses + (effect == "red_box"),
        old.gangs + (effect == "laborer"),
    )
    area.squares[place] = Square(place, served.card, served.standing, served.split, facility)
    area.squares[number] = Square(number, card, beside=place)
    if work.log is not None:
        work.log.append(ModifierLaid(seat, number, card, place))


class AttachToRule(WorkRule[AttachTo]):
    """OPS-5.13: which of several facilities the modifier serves."""

    action = AttachTo

    def __init__(self, content: Content, run: Callable[[Work], None], placing: Placing) -> None:
        super().__init__(content, run)
        self._placing = placing

    def candidates(self, state: State) -> Iterable[AttachTo]:
        return ATTACHES

    def reject(self, state: State, action: AttachTo) -> Rejection | None:
        pending = state.pending
        assert isinstance(pending, AttachPending)  # the book opens it at no other decision
        _, area = own_area(state)
        if action.side in self._placing.sides(area, pending.card, pending.square):
            return None
        return Rejection("no-facility-beside", "OPS-5.13", "there is no facility on that side that it could serve")

    def perform(self, work: Work, action: AttachTo) -> None:
        pending = work.pending
        assert isinstance(pending, AttachPending)  # as above
        work.pending = DrawPending(pending.player)
        attach(work, work.seat_of(pending.player), pending.card, pending.square, action.side)


class OrderSectionRule(WorkRule[OrderSection]):
    """OPS-8.4, R8: of which timetabled train a second section is run."""

    action = OrderSection

    def candidates(self, state: State) -> Iterable[OrderSection]:
        return SECTIONS

    def reject(self, state: State, action: OrderSection) -> Rejection | None:
        slot = state.division.timetable[action.stage - 1]
        if slot is None:
            return Rejection.of("slot-empty", "OPS-8.4", "no train is due at Stage {stage}", stage=action.stage)
        if slot.second:
            return Rejection.of("section-already-ordered", "OPS-8.4", "the train of Stage {stage} has a section", stage=action.stage)
        return None

    def perform(self, work: Work, action: OrderSection) -> None:
        pending = work.pending
        assert isinstance(pending, SectionPending)  # the book opens it at no other decision
        slot = work.timetable[action.stage - 1]
        assert slot is not None  # reject has looked
        work.timetable[action.stage - 1] = Slot(slot.card, True)
        work.out_of_game(pending.card)
        work.pending = DrawPending(pending.player)
        if work.log is not None:
            work.log.append(SectionOrdered(action.stage))


class ImproveLineRule(WorkRule[ImproveLine]):
    """OPS-8.13: which Mainline card gets the modifier."""

    action = ImproveLine

    def candidates(self, state: State) -> Iterable[ImproveLine]:
        return [ImproveLine(gap, index) for gap, cards in enumerate(state.division.gaps) for index in range(len(cards))]

    def reject(self, state: State, action: ImproveLine) -> Rejection | None:
        pending = state.pending
        assert isinstance(pending, ImprovePending)  # the book opens it at no other decision
        gaps = state.division.gaps
        if action.gap >= len(gaps) or action.index >= len(gaps[action.gap]):
            return Rejection("no-line-card", "OPS-2.4", "there is no Mainline card there")
        if pending.card in gaps[action.gap][action.index].modifiers:
            return Rejection("modifier-present", "OPS-8.13", "that Mainline card has this modifier")
        return None

    def perform(self, work: Work, action: ImproveLine) -> None:
        pending = work.pending
        assert isinstance(pending, ImprovePending)  # as above
        cards = list(work.gaps[action.gap])
        old = cards[action.index]
        cards[action.index] = LineCard(old.card, old.top, with_item(old.modifiers, pending.card))
        work.gaps[action.gap] = tuple(cards)
        work.pending = DrawPending(pending.player)
        if work.log is not None:
            work.log.append(LineImproved(action.gap, action.index, pending.card))
