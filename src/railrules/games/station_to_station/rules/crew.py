"""The Crew phase (STS-8): tickets are traded for crew cards and cabooses."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import attrs

from railrules import Rejection
from railrules.games.station_to_station.abilities import Row
from railrules.games.station_to_station.actions import GainCaboose, HireCrew, KeepCrew, PayTicket
from railrules.games.station_to_station.content import REGIONS, ROWS, Content
from railrules.games.station_to_station.events import (
    CabooseGained,
    CrewDeckReshuffled,
    CrewDismissed,
    CrewHired,
    CrewMarketFilled,
    TicketPaid,
)
from railrules.games.station_to_station.rules.effects import UseCrewRule, rearm
from railrules.games.station_to_station.rules.gains import spill
from railrules.games.station_to_station.rules.turns import ENDS, EndTurnRule
from railrules.games.station_to_station.rules.work import PhaseRule, Work, WorkRule, active, replaced
from railrules.games.station_to_station.state import (
    Armed,
    Board,
    CrewMember,
    CrewRow,
    DueRefill,
    DueTriggers,
    PendingKeepCrew,
    PendingPayment,
    Player,
    RoutePiles,
    State,
)

HIRES = tuple(HireCrew(row, region) for row in ROWS for region in REGIONS)
_HIRE_SPACES = tuple((action, ROWS.index(action.row), REGIONS.index(action.region)) for action in HIRES)
GAIN_CABOOSE = GainCaboose()
PAYS = (*(PayTicket("order", region) for region in REGIONS), *(PayTicket("crew", region) for region in REGIONS), PayTicket("wild", None))
KEEPS = (KeepCrew("old"), KeepCrew("new"))
PRICES = {"basic": (1, 2), "skilled": (2, 3)}
"""How many tickets a card costs with a matching one among them, and without (STS-8.5, 8.6)."""
CABOOSE_TICKETS = len(REGIONS)
CountsAs: TypeAlias = Literal["match", "other", "region", "wild"]


# ---- what tickets there are ------------------------------------------------------------------------------------------------------------


def tickets_by_region(content: Content, player: Player) -> tuple[list[int], int]:
    """STS-8.2, 8.4: how many tickets of each region a player has, and how many wild ones."""
    wild = int(player.wild_route is not None)
    plain = [len(stack) for stack in player.tickets]
    for slot, member in enumerate(player.crew):
        if member is not None:
            if is_wild(content, member):
                wild += 1
            else:
                plain[slot] += 1
    return plain, wild


def _listed(plain: list[int], wild: int) -> str:
    """Tickets for a sentence, such as ``2 of N, 1 wild``."""
    told = [f"{count} of {region}" for region, count in zip(REGIONS, plain, strict=True) if count]
    return ", ".join([*told, *([f"{wild} wild"] if wild else [])]) or "none"


def has_tickets(player: Player) -> bool:
    """Return whether a player has any ticket; most have none for many turns."""
    return any(player.tickets) or any(player.crew) or player.wild_route is not None


def is_wild(content: Content, member: CrewMember) -> bool:
    """STS-9.2, 9.4: a crew card that is a wild ticket, if it is not fresh."""
    return not member.fresh and member.card in content.wild_crew


def is_paid(pending: PendingPayment, armed: Armed) -> bool:
    """STS-8.7, 8.13: whether the payment is complete."""
    if pending.purpose == "caboose":
        return pending.paid >= CABOOSE_TICKETS
    matching, others = price(pending.row or "basic", armed)
    return (pending.matched > 0 and pending.paid >= matching) or pending.paid >= others


def price(row: Row, armed: Armed) -> tuple[int, int]:
    """STS-8.5 to 8.7: how many tickets a card costs in this turn with a matching one among them, and without."""
    matching, others = PRICES[row]
    return max(1, matching - armed.hire_discount), max(1, others - armed.hire_discount)


# ---- hiring ----------------------------------------------------------------------------------------------------------------------------


class HireCrewRule(WorkRule[HireCrew]):
    """STS-8.1, 8.5 to 8.8, 8.11, 8.15: choose the card to hire; it is paid next."""

    action = HireCrew

    def candidates(self, state: State) -> Iterable[HireCrew]:
        return HIRES

    def legal(self, state: State) -> tuple[HireCrew, ...]:
        player = state.players[state.clock.active]
        if state.turn.crew_action_done:
            return ()
        held = tickets_by_region(self.content, player)
        return tuple(
            [
                action
                for action, row, slot in _HIRE_SPACES
                if state.crew[row].market.spaces[slot] is not None and self._affordable(state, held, row, slot)
            ]
        )

    def _affordable(self, state: State, held: tuple[list[int], int], row: int, slot: int) -> bool:
        """STS-8.7, 8.8: whether a complete payment exists."""
        (plain, wild), armed = held, state.turn.armed
        total = sum(plain) + wild
        matching, others = price(ROWS[row], armed)
        return total >= (matching if plain[slot] or wild or (total and armed.ticket_wilds) else others)

    def reject(self, state: State, action: HireCrew) -> Rejection | None:
        turn = state.turn
        if turn.crew_action_done:
            return Rejection("crew-action-done", "STS-8.1", "there was a crew action in this turn")
        slot = REGIONS.index(action.region)
        if state.crew[ROWS.index(action.row)].market.spaces[slot] is None:
            return Rejection.of("no-crew-on-offer", "STS-8.11", "there is no {row} crew in {region}", row=action.row, region=action.region)
        if not self._affordable(state, tickets_by_region(self.content, active(state)), ROWS.index(action.row), slot):
            return self._too_few(state, action)
        return None

    def _too_few(self, state: State, action: HireCrew) -> Rejection:
        """STS-8.8: tell what the card costs now, and what is there."""
        plain, wild = tickets_by_region(self.content, active(state))
        matching, others = price(action.row, state.turn.armed)
        text = "the tickets are not enough for a {row} crew of {region}; expected {matching} with one of {region}, or {others}; found {held}"
        return Rejection.of(
            "not-enough-tickets",
            "STS-8.8",
            text,
            row=action.row,
            region=action.region,
            matching=matching,
            others=others,
            held=_listed(plain, wild),
        )

    def perform(self, work: Work, action: HireCrew) -> None:
        work.turn = attrs.evolve(work.turn, crew_action_done=True)
        work.pending.append(PendingPayment("hire", action.row, action.region))


class GainCabooseRule(WorkRule[GainCaboose]):
    """STS-8.1, 8.12 to 8.14: a caboose for a ticket of each region."""

    action = GainCaboose

    def candidates(self, state: State) -> Iterable[GainCaboose]:
        return (GAIN_CABOOSE,)

    def legal(self, state: State) -> tuple[GainCaboose, ...]:
        player = state.players[state.clock.active]
        held = sum(map(len, player.tickets)) + sum([member is not None for member in player.crew]) + (player.wild_route is not None)
        return super().legal(state) if held >= CABOOSE_TICKETS else ()

    def reject(self, state: State, action: GainCaboose) -> Rejection | None:
        player = state.players[state.clock.active]
        if state.turn.crew_action_done:
            return Rejection("crew-action-done", "STS-8.1", "there was a crew action in this turn")
        if player.train.caboose is not None:
            return Rejection("caboose-owned", "STS-8.14", "the train has a caboose")
        if not state.board.cabooses:
            return Rejection("no-caboose-left", "STS-8.14", "all cabooses are taken")
        plain, wild = tickets_by_region(self.content, player)
        regions = sum(count > 0 for count in plain)
        spare = sum(plain) - regions
        if regions + wild + min(state.turn.armed.ticket_wilds, spare) < CABOOSE_TICKETS:
            text = "a caboose costs a ticket of each region; found {held}"
            return Rejection.of("not-enough-tickets", "STS-8.12", text, held=_listed(plain, wild))
        return None

    def perform(self, work: Work, action: GainCaboose) -> None:
        work.turn = attrs.evolve(work.turn, crew_action_done=True)
        work.pending.append(PendingPayment("caboose", None, None))


class CrewRule(PhaseRule):
    """All that a player can do about crew, or else the end of the turn: few have a ticket or a card to use."""

    def __init__(self, content: Content, settle: Callable[[Work], None], use: UseCrewRule) -> None:
        super().__init__(use, HireCrewRule(content, settle), GainCabooseRule(content, settle), EndTurnRule(content, settle))

    def legal(self, state: State) -> tuple[Any, ...]:
        return super().legal(state) if has_tickets(state.players[state.clock.active]) else ENDS


class PayTicketRule(WorkRule[PayTicket]):
    """STS-8.3, 8.4, 8.7, 8.13, 8.17, 9.16: one ticket."""

    action = PayTicket

    def candidates(self, state: State) -> Iterable[PayTicket]:
        return PAYS

    def legal(self, state: State) -> tuple[PayTicket, ...]:
        player = state.players[state.clock.active]
        there = (*player.tickets, *player.crew, player.wild_route)
        return tuple([action for action, item in zip(PAYS, there, strict=True) if item and self.reject(state, action) is None])

    def reject(self, state: State, action: PayTicket) -> Rejection | None:
        player, pending = active(state), self._pending(state.pending[-1])
        slot = 0 if action.region is None else REGIONS.index(action.region)
        wild = False
        if action.ticket == "wild":
            wild = there = player.wild_route is not None
        elif action.ticket == "order":
            there = bool(player.tickets[slot])
        else:
            member = player.crew[slot]
            there = member is not None
            wild = member is not None and is_wild(self.content, member)
        if not there:
            where = "" if action.region is None else f" in {action.region}"
            return Rejection.of("no-such-ticket", "STS-8.3", "there is no {ticket} ticket{where}", ticket=action.ticket, where=where)
        if not wild and action.region in pending.covered and not state.turn.armed.ticket_wilds:
            missing = ", ".join(region for region in REGIONS if region not in pending.covered)
            text = "a ticket of {region} was paid; expected one of: {missing}"
            return Rejection.of("region-already-covered", "STS-8.13", text, region=action.region, missing=missing)
        return None

    def _pending(self, pending: object) -> PendingPayment:
        assert isinstance(pending, PendingPayment)  # the book opens it at no other decision
        return pending

    def perform(self, work: Work, action: PayTicket) -> None:
        pending = self._pending(work.pending[-1])
        item, wild = self._hand_over(work, action)
        counts_as: CountsAs
        if pending.purpose == "hire":
            counts_as = "wild" if wild else "match" if action.region == pending.region else self._lazily(work, "other")
            matched = pending.matched + (counts_as != "other")
            paid = PendingPayment("hire", pending.row, pending.region, pending.paid + 1, matched)
        else:
            counts_as = "wild" if wild else "region" if action.region not in pending.covered else self._lazily(work, "region")
            covered = pending.covered
            if counts_as == "region" and action.region is not None:
                covered = tuple(sorted((*covered, action.region), key=REGIONS.index))
            paid = PendingPayment("caboose", None, None, pending.paid + 1, 0, covered)
        work.pending[-1] = paid
        if work.log is not None:
            work.log.append(TicketPaid(work.seat, action.ticket, action.region, item, counts_as))
        if action.ticket == "crew":
            spill(work)

    def _lazily(self, work: Work, otherwise: CountsAs) -> CountsAs:
        """STS-9.16: a ticket that would not fit counts as wild while there are any such left."""
        left = work.turn.armed.ticket_wilds
        if not left:
            return otherwise
        rearm(work, ticket_wilds=left - 1)
        return "wild"

    def _hand_over(self, work: Work, action: PayTicket) -> tuple[str, bool]:
        """STS-8.3: what is paid leaves the player; returns what it was, and whether it is wild."""
        if action.region is None:
            route = work.wild_route
            assert route is not None  # reject has looked
            work.wild_route = None
            piles = work.route_piles
            work.route_piles = RoutePiles(piles.display, piles.deck, piles.dealt, tuple(sorted((*piles.out, route))))
            return route, True
        slot = REGIONS.index(action.region)
        if action.ticket == "order":
            top, *rest = work.tickets[slot]
            north, east, south, west = replaced(work.tickets, slot, tuple(rest))
            work.tickets = north, east, south, west
            work.put_in_box(top)
            return top, False
        member = work.crew[slot]
        assert member is not None  # reject has looked
        wild = is_wild(self.content, member)
        dismiss(work, slot)
        return member.card, wild


def dismiss(work: Work, slot: int) -> None:
    """A crew card leaves its slot for the discard pile of its row."""
    member = work.crew[slot]
    assert member is not None  # whoever dismisses has looked
    work.set_crew(slot, None)
    discard_crew(work, member.card)


def discard_crew(work: Work, card: str) -> None:
    """Put a crew card on the discard pile of its row."""
    row = ROWS.index(work.content.crew_kind[card].row)
    old = work.crew_rows[row]
    set_row(work, row, CrewRow(old.market, old.deck.discarded(card)))


def set_row(work: Work, row: int, changed: CrewRow) -> None:
    """Change a row of the crew market."""
    basic, skilled = replaced(work.crew_rows, row, changed)
    work.crew_rows = basic, skilled


def payment_stands(work: Work, pending: PendingPayment) -> bool:
    """STS-8.7, 8.9, 8.12: a complete payment brings what was paid for."""
    if not is_paid(pending, work.turn.armed):
        return True
    work.pending.pop()
    if pending.purpose == "caboose":
        _couple_caboose(work)
    else:
        _hire(work, pending)
    return False


def _couple_caboose(work: Work) -> None:
    board = work.board
    caboose, *left = board.cabooses
    work.board = Board(board.tokens, board.bag, board.box, tuple(left))
    work.caboose = caboose
    points = work.content.caboose_points[caboose]
    work.points += points
    if work.log is not None:
        work.log.append(CabooseGained(work.seat, caboose, points))
    work.expect(DueTriggers("caboose"))


def _hire(work: Work, pending: PendingPayment) -> None:
    """STS-8.9: the card leaves the market for its slot, the row is refilled, triggers answer."""
    row, region = pending.row, pending.region
    assert row is not None  # a card is hired
    assert region is not None  # as above
    slot, row_index = REGIONS.index(region), ROWS.index(row)
    old = work.crew_rows[row_index]
    card, market = old.market.take(slot)
    set_row(work, row_index, CrewRow(market, old.deck))
    if work.log is not None:
        work.log.append(CrewHired(work.seat, card, row, region))
    work.pending += (DueTriggers("hire", row), DueRefill(row))
    if work.crew[slot] is None:
        work.set_crew(slot, CrewMember(card, True, False))
    else:
        work.pending.append(PendingKeepCrew(region, row, card))


class KeepCrewRule(WorkRule[KeepCrew]):
    """STS-8.10, 8.17: which of two cards keeps the slot."""

    action = KeepCrew

    def candidates(self, state: State) -> Iterable[KeepCrew]:
        return KEEPS

    def reject(self, state: State, action: KeepCrew) -> Rejection | None:
        return None

    def perform(self, work: Work, action: KeepCrew) -> None:
        pending = work.pending.pop()
        assert isinstance(pending, PendingKeepCrew)  # the book opens it at no other decision
        slot = REGIONS.index(pending.region)
        if action.which == "old":
            gone = pending.new_card
            discard_crew(work, gone)
        else:
            member = work.crew[slot]
            assert member is not None  # there were two
            gone = member.card
            dismiss(work, slot)
            work.set_crew(slot, CrewMember(pending.new_card, True, False))
        if work.log is not None:
            work.log.append(CrewDismissed(work.seat, gone, pending.region))
        spill(work)


def refill(work: Work, due: DueRefill) -> None:
    """STS-8.9 (3), 8.11: the empty spaces of a row are filled."""
    row = ROWS.index(due.row)
    old = work.crew_rows[row]
    market, deck, filled = old.market.refill(old.deck, work.chance)
    set_row(work, row, CrewRow(market, deck))
    if work.log is not None:
        for space, card, shuffled in filled:
            if shuffled:
                work.log.append(CrewDeckReshuffled(due.row, shuffled))
            work.log.append(CrewMarketFilled(due.row, REGIONS[space], card))
