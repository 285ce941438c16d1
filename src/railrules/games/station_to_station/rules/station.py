"""The Station phase (STS-7): the token in hand is used, or given up for Work."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from railrules import Rejection
from railrules.games.station_to_station.abilities import Counts, Region
from railrules.games.station_to_station.actions import ChooseReward, ChooseWork, CompleteOrder, SaveCargo, TakeRailcar, TakeSupply
from railrules.games.station_to_station.actions import Work as WorkAction
from railrules.games.station_to_station.content import MOST_OPTIONS, REGIONS, WORK_OPTIONS, Content
from railrules.games.station_to_station.events import (
    DiscountUsed,
    OrderCompleted,
    RailcarTaken,
    RewardChosen,
    SupplyTaken,
    TokenWorked,
)
from railrules.games.station_to_station.rules.effects import UseCrewRule, rearm
from railrules.games.station_to_station.rules.gains import gain
from railrules.games.station_to_station.rules.work import PhaseRule, Work, WorkRule, active, added, in_words, plus, taken
from railrules.games.station_to_station.state import (
    Armed,
    Discount,
    DueReward,
    DueTicket,
    DueToken,
    DueTriggers,
    PendingCrew,
    PendingDiscount,
    PendingReward,
    Player,
    State,
    Token,
)

CREW = PendingCrew()
COMPLETE_ORDER = CompleteOrder()
TAKE_SUPPLY = TakeSupply()
TAKE_RAILCAR = TakeRailcar()
WORKS = tuple(WorkAction(option) for option in range(WORK_OPTIONS))
WORK_CHOICES = tuple(ChooseWork(option) for option in range(WORK_OPTIONS))
REWARDS = tuple(ChooseReward(option) for option in range(MOST_OPTIONS))
WORKED = DueTriggers("work")


# ---- discounts -------------------------------------------------------------------------------------------------------------------------


def discounts_of(content: Content, player: Player, armed: Armed, *, cumulative: bool) -> tuple[Discount, ...]:
    """STS-7.9 to 7.11: the discounts of a player on an order, in the order in which they are used."""
    railcars = [Discount(token.id, side(content, token)) for token in player.train.railcars]
    if not cumulative and railcars:
        shown = [cargo for cargo in content.cargo_ids if any(cargo in railcar.types for railcar in railcars)]
        railcars = [Discount("railcars", tuple(shown))]
    single = [railcar for railcar in railcars if len(railcar.types) == 1]
    several = [railcar for railcar in railcars if len(railcar.types) > 1]
    return (*single, *several, *armed.order_discounts)


def side(content: Content, token: Token) -> tuple[str, ...]:
    """Return the types of cargo that the side of a railcar shows that is up."""
    railcar = content.railcar[token.id]
    return railcar.improved if token.improved else railcar.base


_SUBSETS = tuple(product((False, True), repeat=4))


def payable(content: Content, cost: Counts, cargo: Counts, discounts: Sequence[Discount]) -> bool:
    """STS-7.4, 7.10: whether a cost can be paid with this cargo and these discounts.

    Each discount covers one missing cargo of a type that it shows, so by Hall's theorem it is enough that no set of types misses more cargo than
    there are discounts that show one of them.
    """
    missing = [wanted - held if wanted > held else 0 for wanted, held in zip(cost, cargo, strict=True)]
    if sum(missing) > len(discounts):
        return False
    if not any(missing):
        return True
    shown = [[cargo_id in discount.types for cargo_id in content.cargo_ids] for discount in discounts]
    return all(
        sum(count for count, inside in zip(missing, subset, strict=True) if inside)
        <= sum(any(shows and inside for shows, inside in zip(types, subset, strict=True)) for types in shown)
        for subset in _SUBSETS
    )


def discount_stands(work: Work, pending: PendingDiscount) -> bool:
    """STS-7.10: use the discounts that leave no choice; when none is left, pay."""
    cost, discounts = pending.cost_left, pending.discounts
    while discounts:
        first = discounts[0]
        useful = [cargo for cargo, left in zip(work.content.cargo_ids, cost, strict=True) if left and cargo in first.types]
        if len(useful) > 1:
            work.pending[-1] = PendingDiscount(cost, discounts)
            return True
        if useful:
            cost = save(work, cost, first, useful[0])
        discounts = discounts[1:]
    work.pending.pop()
    _pay(work, cost)
    return False


def save(work: Work, cost: Counts, discount: Discount, cargo: str) -> Counts:
    """Return the cost after a discount was used for a type of cargo."""
    if work.log is not None:
        work.log.append(DiscountUsed(work.seat, discount.source, cargo))
    return plus(cost, work.content.cargo_index[cargo], -1)


def _pay(work: Work, cost: Counts) -> None:
    """STS-7.4, 7.6, 9.14: the cargo goes to the supply; a reward is chosen, or all are gained."""
    token, content, turn = work.token, work.content, work.turn
    assert token is not None  # it is being paid for
    order = content.order[token.id]
    work.cargo = taken(work.cargo, cost)
    if work.limited:
        work.cargo_supply = added(work.cargo_supply, cost)
    if work.log is not None:
        work.log.append(OrderCompleted(work.seat, order.id, work.city, region_of(content, work.city), cost, taken(order.cost, cost)))
    work.pending.append(DueTicket())
    if turn.armed.all_options:
        work.pending += [DueReward(order.id, option) for option in reversed(range(len(order.rewards)))]
        rearm(work, all_options=False)
    else:
        work.pending.append(PendingReward(order.id))


def region_of(content: Content, city: str) -> Region:
    """Return the region of a city."""
    return REGIONS[content.region_index[city]]


def reward(work: Work, due: DueReward) -> None:
    """STS-9.14: one of all the rewards of an order."""
    gain(work, work.content.order[due.order].rewards[due.option], due.order)


def file_ticket(work: Work, due: DueTicket) -> None:
    """STS-7.7: the order lies on top of the stack of its city's region."""
    token = work.token
    assert token is not None  # it was completed
    region = work.content.region_index[work.city]
    stacks = list(work.tickets)
    stacks[region] = (token.id, *stacks[region])
    north, east, south, west = stacks
    work.tickets = north, east, south, west
    work.token = None
    work.expect(DueTriggers("complete_order", token.id))


def _in_hand(content: Content, player: Player) -> str:
    """The token in hand for a sentence, such as ``the railcar SR-1``."""
    if player.token is None:
        return "none"
    kind = content.token_kind[player.token.id]
    return f"the {'Supply token' if kind == 'supply' else kind} {player.token.id}"


# ---- actions ---------------------------------------------------------------------------------------------------------------------------


class CompleteOrderRule(WorkRule[CompleteOrder]):
    """STS-7.4, 7.5, 7.9 to 7.11: deliver what the order asks for."""

    action = CompleteOrder

    def candidates(self, state: State) -> Iterable[CompleteOrder]:
        return (COMPLETE_ORDER,)

    def legal(self, state: State) -> tuple[CompleteOrder, ...]:
        player = state.players[state.clock.active]
        if player.token is None:
            return ()
        order = self.content.order.get(player.token.id)
        if order is None or not payable(self.content, order.cost, player.train.cargo, self._discounts(state, player)):
            return ()
        return (COMPLETE_ORDER,)

    def reject(self, state: State, action: CompleteOrder) -> Rejection | None:
        player = state.players[state.clock.active]
        if player.token is None or player.token.id not in self.content.order:
            return Rejection.of("not-an-order", "STS-7.4", "the token in hand is no order; found {token}", token=_in_hand(self.content, player))
        order, discounts = self.content.order[player.token.id], self._discounts(state, player)
        if payable(self.content, order.cost, player.train.cargo, discounts):
            return None
        cost, held = in_words(self.content, order.cost), in_words(self.content, player.train.cargo)
        sources = ", ".join(discount.source for discount in discounts)
        text = "{order} asks for {cost}; found {held}{saved}"
        saved = f" and discounts of {sources}" if sources else ""
        return Rejection.of("cargo-missing", "STS-7.5", text, order=order.id, cost=cost, held=held or "no cargo", saved=saved)

    def _discounts(self, state: State, player: Player) -> tuple[Discount, ...]:
        armed, cumulative = state.turn.armed, state.config.options.railcars_cumulative
        return discounts_of(self.content, player, armed, cumulative=cumulative) if player.train.railcars else armed.order_discounts

    def perform(self, work: Work, action: CompleteOrder) -> None:
        token, armed = work.token, work.turn.armed
        assert token is not None  # reject has looked
        cumulative = work.config.options.railcars_cumulative
        discounts = discounts_of(self.content, work.player(), armed, cumulative=cumulative)
        if armed.order_discounts:
            rearm(work, order_discounts=())
        work.pending[-1] = CREW
        work.pending.append(PendingDiscount(self.content.order[token.id].cost, discounts))


class TakeSupplyRule(WorkRule[TakeSupply]):
    """STS-7.12, 7.16: use a Supply token."""

    action = TakeSupply

    def candidates(self, state: State) -> Iterable[TakeSupply]:
        return (TAKE_SUPPLY,)

    def reject(self, state: State, action: TakeSupply) -> Rejection | None:
        token = state.players[state.clock.active].token
        if token is None or token.id not in self.content.supply_token:
            text = "the token in hand is no Supply token; found {token}"
            return Rejection.of("not-a-supply", "STS-7.12", text, token=_in_hand(self.content, state.players[state.clock.active]))
        return None

    def perform(self, work: Work, action: TakeSupply) -> None:
        work.pending[-1] = CREW
        work.pending.append(DueToken())
        work.expect(DueTriggers("take_supply"))


class TakeRailcarRule(WorkRule[TakeRailcar]):
    """STS-7.13, 7.16: hitch a railcar."""

    action = TakeRailcar

    def candidates(self, state: State) -> Iterable[TakeRailcar]:
        return (TAKE_RAILCAR,)

    def reject(self, state: State, action: TakeRailcar) -> Rejection | None:
        token = state.players[state.clock.active].token
        if token is None or token.id not in self.content.railcar:
            text = "the token in hand is no railcar; found {token}"
            return Rejection.of("not-a-railcar", "STS-7.13", text, token=_in_hand(self.content, state.players[state.clock.active]))
        return None

    def perform(self, work: Work, action: TakeRailcar) -> None:
        work.pending[-1] = CREW
        work.pending.append(DueToken())
        work.expect(DueTriggers("take_railcar"))


def resolve_token(work: Work, due: DueToken) -> None:
    """STS-7.12, 7.13: after what answers to it, the token does what the side that is up says."""
    token, content = work.token, work.content
    assert token is not None  # it was taken
    work.token = None
    if token.id in content.railcar:
        work.railcars = (*work.railcars, token)
        if work.log is not None:
            work.log.append(RailcarTaken(work.seat, token.id, token.improved))
        return
    work.put_in_box(token.id)
    if work.log is not None:
        work.log.append(SupplyTaken(work.seat, token.id, token.improved))
    supply = content.supply_token[token.id]
    gain(work, supply.improved if token.improved else supply.base, token.id)


class DoWorkRule(WorkRule[WorkAction]):
    """STS-7.3, 7.14: give the token up for a Work reward."""

    action = WorkAction

    def candidates(self, state: State) -> Iterable[WorkAction]:
        return WORKS

    def reject(self, state: State, action: WorkAction) -> Rejection | None:
        return None

    def perform(self, work: Work, action: WorkAction) -> None:
        work.pending[-1] = CREW
        token = work.token
        if token is not None:
            work.token = None
            work.put_in_box(token.id)
            if work.log is not None:
                work.log.append(TokenWorked(work.seat, token.id, action.option))
        work.expect(WORKED)
        gain(work, self.content.economy.work[action.option], "work")


class StationRule(PhaseRule):
    """The token in hand, by its kind, and Work."""

    def __init__(self, content: Content, settle: Callable[[Work], None], use: UseCrewRule) -> None:
        order, supply, railcar = CompleteOrderRule(content, settle), TakeSupplyRule(content, settle), TakeRailcarRule(content, settle)
        super().__init__(order, supply, railcar, DoWorkRule(content, settle), use)
        self._content, self._use = content, use
        self._by_kind: dict[str, WorkRule[Any]] = {"order": order, "supply": supply, "railcar": railcar}

    def legal(self, state: State) -> tuple[Any, ...]:
        player = state.players[state.clock.active]
        token = player.token
        listed: tuple[Any, ...] = WORKS
        if token is not None:
            listed = self._by_kind[self._content.token_kind[token.id]].legal(state) + WORKS
        return listed + self._use.legal(state) if any(player.crew) else listed


class ChooseWorkRule(WorkRule[ChooseWork]):
    """STS-9.15: a Work reward that is not the Work action."""

    action = ChooseWork

    def candidates(self, state: State) -> Iterable[ChooseWork]:
        return WORK_CHOICES

    def reject(self, state: State, action: ChooseWork) -> Rejection | None:
        return None

    def perform(self, work: Work, action: ChooseWork) -> None:
        work.pending.pop()
        gain(work, self.content.economy.work[action.option], "work_reward")


class SaveCargoRule(WorkRule[SaveCargo]):
    """STS-7.9, 7.10: which cargo the next discount saves; the order must stay payable."""

    action = SaveCargo

    def candidates(self, state: State) -> Iterable[SaveCargo]:
        return [SaveCargo(cargo) for cargo in self.content.cargo_ids]

    def reject(self, state: State, action: SaveCargo) -> Rejection | None:
        pending, cargo = state.pending[-1], action.cargo
        assert isinstance(pending, PendingDiscount)  # the book opens it at no other decision
        first, index = pending.discounts[0], self.content.cargo_index[cargo]
        if cargo not in first.types:
            text = "{source} does not show {cargo}; expected one of: {types}"
            return Rejection.of("discount-wrong-type", "STS-7.9", text, source=first.source, cargo=cargo, types=", ".join(first.types))
        if not pending.cost_left[index]:
            text = "no {cargo} is left to pay; found {left}"
            return Rejection.of("cargo-not-in-order", "STS-7.10", text, cargo=cargo, left=in_words(self.content, pending.cost_left))
        if not payable(self.content, plus(pending.cost_left, index, -1), active(state).train.cargo, pending.discounts[1:]):
            return Rejection.of("order-unpayable", "STS-7.10", "without another discount the order could not be paid")
        return None

    def perform(self, work: Work, action: SaveCargo) -> None:
        pending = work.pending[-1]
        assert isinstance(pending, PendingDiscount)  # as above
        cost = save(work, pending.cost_left, pending.discounts[0], action.cargo)
        work.pending[-1] = PendingDiscount(cost, pending.discounts[1:])


class ChooseRewardRule(WorkRule[ChooseReward]):
    """STS-7.6: one of the rewards of the order."""

    action = ChooseReward

    def candidates(self, state: State) -> Iterable[ChooseReward]:
        return REWARDS[: self._count(state)]

    def _count(self, state: State) -> int:
        pending = state.pending[-1]
        assert isinstance(pending, PendingReward)  # the book opens it at no other decision
        return len(self.content.order[pending.order].rewards)

    def reject(self, state: State, action: ChooseReward) -> Rejection | None:
        count = self._count(state)
        if action.option >= count:
            text = "there is no reward {option}; expected 0..{last}"
            return Rejection.of("no-such-option", "STS-7.6", text, option=action.option, last=count - 1)
        return None

    def perform(self, work: Work, action: ChooseReward) -> None:
        pending = work.pending.pop()
        assert isinstance(pending, PendingReward)  # as above
        if work.log is not None:
            work.log.append(RewardChosen(work.seat, pending.order, action.option))
        gain(work, self.content.order[pending.order].rewards[action.option], pending.order)
