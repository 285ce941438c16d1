"""What crew abilities do (STS-9): triggers that answer, effects, activations. The only module that knows the vocabulary at work."""

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from railrules import Rejection
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station.abilities import Activate, Effect, Where, Window
from railrules.games.station_to_station.actions import DropRoute, GiveCargo, UseCrew
from railrules.games.station_to_station.content import REGIONS, Content
from railrules.games.station_to_station.events import CargoDiscarded, CrewUsed, EffectArmed, RouteDropped, TokenImproved
from railrules.games.station_to_station.rules.gains import TRIM, gain, in_supply
from railrules.games.station_to_station.rules.lookahead import can_finish
from railrules.games.station_to_station.rules.work import Work, WorkRule, active
from railrules.games.station_to_station.state import (
    CrewMember,
    Discount,
    DueEffect,
    DueTriggers,
    PendingCrew,
    PendingDropRoute,
    PendingGetCargo,
    PendingGiveCargo,
    PendingMarket,
    PendingStation,
    PendingTakeRoute,
    PendingTravel,
    PendingWorkReward,
    Player,
    State,
    Token,
)

WINDOWS: dict[type, Window] = {PendingMarket: "market", PendingTravel: "travel", PendingStation: "station", PendingCrew: "crew"}
"""The windows in which crew cards are used, by the main decision that is open (STS-9.7)."""


# ---- conditions ------------------------------------------------------------------------------------------------------------------------


def holds(content: Content, where: Where, player: Player, *, token: str | None = None, order: str | None = None, row: str | None = None) -> bool:
    """Return whether all conditions of `where` hold; one whose context is missing does not.

    The context is the `token` in hand that is about to be used, the `order` just completed, the `row` just hired from.
    """
    if where is ab.ALWAYS:
        return True
    if where.token is not None and (token is None or content.token_kind[token] not in where.token):
        return False
    if where.options_min is not None and (token not in content.order or len(content.order[token].rewards) < where.options_min):
        return False
    if where.cost_min is not None and (order is None or sum(content.order[order].cost) < where.cost_min):
        return False
    if where.season is not None and (order is None or content.order[order].season not in where.season):
        return False
    if where.row is not None and row not in where.row:
        return False
    if where.has_cargo and not any(player.train.cargo):
        return False
    held = [route.card for route in player.routes if route is not None]
    if where.has_route and not held:
        return False
    return not where.has_standard_route or any(content.route[card].start is None for card in held)


# ---- triggers --------------------------------------------------------------------------------------------------------------------------


def answers(work: Work, due: DueTriggers) -> None:
    """STS-9.6: all cards that answer are marked used; then their effects run in slot order. Of a card the first ability that fits answers."""
    by_card = work.content.triggers.get(due.occasion)
    if by_card is None:
        return
    order = due.subject if due.occasion == "complete_order" else None
    row = due.subject if due.occasion == "hire" else None
    token = work.token.id if due.occasion in ("take_supply", "take_railcar") and work.token is not None else None
    effects: list[DueEffect] = []
    for slot, member in enumerate(work.crew):
        if member is None or member.fresh or member.used or member.card not in by_card:
            continue
        for place, trigger in by_card[member.card]:
            if holds(work.content, trigger.where, work.player(), token=token, order=order, row=row):
                use(work, slot, "trigger", due.occasion)
                effects += [DueEffect(member.card, place, step, due.subject) for step in range(len(trigger.effects))]
                break
    work.pending += reversed(effects)


def use(work: Work, slot: int, how: Any, cause: str) -> None:
    """STS-9.1: the card in a slot is used."""
    member = work.crew[slot]
    assert member is not None  # whoever uses a card has looked
    work.set_crew(slot, CrewMember(member.card, member.fresh, True))
    if work.log is not None:
        work.log.append(CrewUsed(work.seat, member.card, REGIONS[slot], how, cause))


# ---- effects ---------------------------------------------------------------------------------------------------------------------------


def effect(work: Work, due: DueEffect) -> None:
    """Run one effect of an ability."""
    ability = work.content.crew_kind[due.card].abilities[due.ability]
    assert isinstance(ability, (ab.Trigger, ab.Activate))  # only these have effects
    what = ability.effects[due.effect]
    _EFFECTS[type(what)](work, what, due)


def _gain(work: Work, what: ab.Gain, due: DueEffect) -> None:
    before = len(work.pending)
    gain(work, what.reward, due.card)
    if len(work.pending) == before:  # it brought no cargo, but the purchase that it answers to may have brought too much (STS-3.3, 4.10)
        work.pending.append(TRIM)


def _exchange(work: Work, what: ab.Exchange, due: DueEffect) -> None:
    if can_exchange(work.cargo, [work.has_cargo(index) for index in range(4)]):
        work.pending.append(PendingGiveCargo())


def can_exchange(cargo: ab.Counts, supply: list[bool]) -> bool:
    """STS-9.10: there is cargo on the train, and another type in the supply."""
    return any(held and any(there for other, there in enumerate(supply) if other != index) for index, held in enumerate(cargo))


def _replace_route(work: Work, what: ab.ReplaceRoute, due: DueEffect) -> None:
    if any(route is not None and work.content.route[route.card].start is None for route in work.routes):
        work.pending.append(PendingDropRoute())


def _free_steps(work: Work, what: ab.FreeSteps, due: DueEffect) -> None:
    turn = work.turn
    work.travel(turn, turn.base_steps, turn.extra_steps + what.n, turn.steps_taken)
    _told(work, "free_steps", what.n)


def _arm(work: Work, op: str, amount: int, **changed: Any) -> None:
    """STS-9.8: something waits for its use in this turn."""
    rearm(work, **changed)
    _told(work, op, amount)


def rearm(work: Work, **changed: Any) -> None:
    """Change what is armed, by the names of `Armed`."""
    turn = work.turn
    work.turn = attrs.evolve(turn, armed=attrs.evolve(turn.armed, **changed))  # rare, so the slow way will do


def _told(work: Work, op: str, amount: int) -> None:
    if work.log is not None:
        work.log.append(EffectArmed(work.seat, op, amount))


def _sea_step(work: Work, what: ab.SeaStep, due: DueEffect) -> None:
    _arm(work, "sea_step", what.n, sea_steps=work.turn.armed.sea_steps + what.n)


def _check_on_pass(work: Work, what: ab.CheckOnPass, due: DueEffect) -> None:
    cards = tuple(route.card for route in work.routes if route is not None)
    _arm(work, "check_on_pass", len(cards), pass_cards=cards)


def _order_discount(work: Work, what: ab.OrderDiscount, due: DueEffect) -> None:
    more = (Discount(due.card, what.types),) * what.n
    _arm(work, "order_discount", what.n, order_discounts=work.turn.armed.order_discounts + more)


def _all_options(work: Work, what: ab.AllOptions, due: DueEffect) -> None:
    _arm(work, "all_options", 1, all_options=True)


def _improve_token(work: Work, what: ab.ImproveToken, due: DueEffect) -> None:
    token = work.token
    if token is not None and not token.improved:
        work.token = Token(token.id, True)
        if work.log is not None:
            work.log.append(TokenImproved(work.seat, token.id))


def _bonus_cargo(work: Work, what: ab.BonusCargo, due: DueEffect) -> None:
    counts = [0, 0, 0, 0]
    counts[work.content.cargo_index[due.subject or ""]] = what.n
    steel, oil, grain, timber = counts
    gain(work, ab.Reward(cargo=(steel, oil, grain, timber)), due.card)


def _work_reward(work: Work, what: ab.WorkReward, due: DueEffect) -> None:
    work.pending.append(PendingWorkReward(due.card))


def _hire_discount(work: Work, what: ab.HireDiscount, due: DueEffect) -> None:
    _arm(work, "hire_discount", what.n, hire_discount=work.turn.armed.hire_discount + what.n)


def _ticket_wild(work: Work, what: ab.TicketWild, due: DueEffect) -> None:
    _arm(work, "ticket_wild", what.n, ticket_wilds=work.turn.armed.ticket_wilds + what.n)


def _bag_choice(work: Work, what: ab.BagChoice, due: DueEffect) -> None:
    _arm(work, "bag_choice", what.n, bag_choice=max(work.turn.armed.bag_choice, what.n))


_EFFECTS: dict[type, Callable[[Work, Any, DueEffect], None]] = {
    ab.Gain: _gain,
    ab.Exchange: _exchange,
    ab.ReplaceRoute: _replace_route,
    ab.FreeSteps: _free_steps,
    ab.SeaStep: _sea_step,
    ab.CheckOnPass: _check_on_pass,
    ab.OrderDiscount: _order_discount,
    ab.AllOptions: _all_options,
    ab.ImproveToken: _improve_token,
    ab.BonusCargo: _bonus_cargo,
    ab.WorkReward: _work_reward,
    ab.HireDiscount: _hire_discount,
    ab.TicketWild: _ticket_wild,
    ab.BagChoice: _bag_choice,
}


# ---- activations -----------------------------------------------------------------------------------------------------------------------


def can_go_on(content: Content, state: State, coal: int) -> bool:
    """STS-5.10: whether a train that is travelling could still end its Travel with so much coal; of one that is not, nothing is asked."""
    if not isinstance(state.pending[-1], PendingTravel):
        return True
    turn, acting = state.turn, state.clock.active
    occupied = [player.train.city for seat, player in enumerate(state.players) if seat != acting]
    city = state.players[acting].train.city
    return can_finish(content, turn, occupied, city, turn.base_steps, turn.extra_steps + coal, turn.stopped)


class UseCrewRule(WorkRule[UseCrew]):
    """STS-9.1, 9.2, 9.7: use the card in a slot. Of several abilities for one window the first that can be used is meant."""

    action = UseCrew

    def candidates(self, state: State) -> Iterable[UseCrew]:
        return USES

    def legal(self, state: State) -> tuple[UseCrew, ...]:
        crew, activations = state.players[state.clock.active].crew, self.content.activations
        if not any(crew):
            return ()
        return tuple(
            [
                USES[slot]
                for slot, member in enumerate(crew)
                if member is not None and member.card in activations and self.reject(state, USES[slot]) is None
            ]
        )

    def reject(self, state: State, action: UseCrew) -> Rejection | None:
        region = action.region
        member = active(state).crew[REGIONS.index(region)]
        if member is None:
            return Rejection.of("empty-crew-slot", "STS-9.7", "there is no crew card in {region}", region=region)
        card = member.card
        if member.fresh:
            return Rejection.of("crew-just-hired", "STS-9.2", "{card} was hired in this turn", card=card)
        numbered = self.content.activations.get(card)
        if not numbered:
            return Rejection.of("crew-not-activated", "STS-9.7", "{card} has no ability to use by hand", card=card)
        if member.used:
            return Rejection.of("crew-already-used", "STS-9.1", "{card} was used in this turn", card=card)
        faults = [self._fault(state, card, ability) for _, ability in numbered if self._window(state) in ability.windows]
        if not faults:
            windows = ", ".join(dict.fromkeys(window for _, ability in numbered for window in ability.windows))
            return Rejection.of("wrong-window", "STS-9.7", "{card} can be used in: {windows}", card=card, windows=windows)
        return None if None in faults else faults[0]

    def _window(self, state: State) -> Window:
        return WINDOWS[type(state.pending[-1])]

    def _fault(self, state: State, card: str, ability: Activate) -> Rejection | None:
        """Why one ability cannot be used: its condition, or its cost."""
        player = state.players[state.clock.active]
        token = None if player.token is None else player.token.id
        possible = holds(self.content, ability.where, player, token=token)
        possible = possible and all(self._possible(state, player, what) for what in ability.effects)
        if not possible:
            return Rejection.of("condition-not-met", "STS-9.7", "the condition of {card} does not hold", card=card)
        if player.cash < ability.cost.cash:
            return Rejection.of(
                "not-enough-cash", "STS-9.7", "{card} costs ${cost}; found ${cash}", card=card, cost=ability.cost.cash, cash=player.cash
            )
        if player.coal < ability.cost.coal or (ability.cost.coal and not can_go_on(self.content, state, player.coal - ability.cost.coal)):
            text = "{card} costs {cost} coal, and the train must still be able to end its travel; found {coal}"
            return Rejection.of("not-enough-coal", "STS-9.7", text, card=card, cost=ability.cost.coal, coal=player.coal)
        return None

    def _possible(self, state: State, player: Player, what: Effect) -> bool:
        """STS-9.10, 9.11: a swap, or a card to drop, must exist."""
        if isinstance(what, ab.Exchange):
            return can_exchange(player.train.cargo, [in_supply(state, index) for index in range(4)])
        if isinstance(what, ab.ReplaceRoute):
            return any(route is not None and self.content.route[route.card].start is None for route in player.routes)
        return True

    def perform(self, work: Work, action: UseCrew) -> None:
        slot = REGIONS.index(action.region)
        member = work.crew[slot]
        assert member is not None  # reject has looked
        state, window = work.state(), WINDOWS[type(work.pending[-1])]
        numbered = self.content.activations[member.card]
        place, ability = next(
            (place, ability) for place, ability in numbered if window in ability.windows and self._fault(state, member.card, ability) is None
        )
        use(work, slot, "activate", window)
        work.cash -= ability.cost.cash
        work.pay_coal(ability.cost.coal)
        work.pending += [DueEffect(member.card, place, step) for step in reversed(range(len(ability.effects)))]


USES = tuple(UseCrew(region) for region in REGIONS)


def leave_slot(work: Work, slot: int, card: str) -> None:
    """A route card leaves its slot; if it was noted (STS-9.13), it is so no more."""
    work.set_route(slot, None)
    noted = work.turn.armed.pass_cards
    if card in noted:
        rearm(work, pass_cards=tuple(other for other in noted if other != card))


class GiveCargoRule(WorkRule[GiveCargo]):
    """STS-9.10: the cargo that is given back for another one."""

    action = GiveCargo

    def candidates(self, state: State) -> Iterable[GiveCargo]:
        return [GiveCargo(cargo) for cargo in self.content.cargo_ids]

    def reject(self, state: State, action: GiveCargo) -> Rejection | None:
        index = self.content.cargo_index[action.cargo]
        if not active(state).train.cargo[index]:
            return Rejection.of("cargo-not-held", "STS-9.10", "there is no {cargo} on the train", cargo=action.cargo)
        if not any(in_supply(state, other) for other in range(4) if other != index):
            return Rejection.of("nothing-to-get", "STS-9.10", "there is nothing but {cargo} in the supply", cargo=action.cargo)
        return None

    def perform(self, work: Work, action: GiveCargo) -> None:
        work.pending[-1] = PendingGetCargo(action.cargo)
        work.unload_cargo(self.content.cargo_index[action.cargo])
        if work.log is not None:
            work.log.append(CargoDiscarded(work.seat, action.cargo, "exchange"))


class DropRouteRule(WorkRule[DropRoute]):
    """STS-9.11: the standard route that is discarded for a new one."""

    action = DropRoute

    def candidates(self, state: State) -> Iterable[DropRoute]:
        return [DropRoute(0), DropRoute(1)]

    def reject(self, state: State, action: DropRoute) -> Rejection | None:
        route = active(state).routes[action.slot]
        if route is None:
            return Rejection.of("no-route-in-slot", "STS-9.11", "there is no route in slot {slot}", slot=action.slot)
        if self.content.route[route.card].start is not None:
            return Rejection.of("starting-route", "STS-9.11", "{card} is a starting route", card=route.card)
        return None

    def perform(self, work: Work, action: DropRoute) -> None:
        route = work.routes[action.slot]
        assert route is not None  # reject has looked
        work.pending[-1] = PendingTakeRoute(action.slot)
        leave_slot(work, action.slot, route.card)
        work.discard_route(route.card)
        if work.log is not None:
            work.log.append(RouteDropped(work.seat, route.card, route.marker))
