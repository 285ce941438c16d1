"""The Market phase (STS-4): coal and cargo, and what crew cards do to prices."""

from collections.abc import Callable, Iterable
from typing import Any

from railrules import Rejection
from railrules.games.station_to_station import abilities as ab
from railrules.games.station_to_station.abilities import Price
from railrules.games.station_to_station.actions import BuyCargo, BuyCoal, EndMarket
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.events import CargoBought, CoalBought, MarketEnded
from railrules.games.station_to_station.rules.effects import UseCrewRule, use
from railrules.games.station_to_station.rules.gains import TRIM, in_supply
from railrules.games.station_to_station.rules.work import PhaseRule, Work, WorkRule, active, coal_spaces
from railrules.games.station_to_station.state import NO_CREW, Allowance, CrewSlots, DueTriggers, PendingTravel, State, Turn

Applied = tuple[int, int, Price]
"""A price ability that applies: the slot of its card, its place on the card, and itself."""


def applying(content: Content, crew: CrewSlots, allowances: tuple[Allowance, ...], fits: Callable[[Price], bool]) -> list[Applied]:
    """STS-9.5: the price abilities that apply to a purchase now, in slot order; of a card one at most."""
    found: list[Applied] = []
    for slot, member in enumerate(crew):
        if member is None or member.fresh or member.card not in content.prices:
            continue
        for place, ability in content.prices[member.card]:
            open_now = not member.used or any(there.slot == slot and there.ability == place for there in allowances)
            if open_now and fits(ability):
                found.append((slot, place, ability))
                break
    return found


def priced(content: Content, crew: CrewSlots) -> bool:
    """Return whether any crew card, usable or not, changes prices."""
    return any(crew) and any(member is not None and member.card in content.prices for member in crew)


def coal_price(content: Content, crew: CrewSlots, allowances: tuple[Allowance, ...]) -> tuple[int, list[Applied]]:
    """STS-4.3, 4.9: what a coal costs now, and the abilities that say so."""
    applied = applying(content, crew, allowances, lambda ability: isinstance(ability, ab.CoalPrice)) if priced(content, crew) else []
    economy = content.economy
    return max(economy.min_price, economy.coal_price + sum([ability.delta for _, _, ability in applied])), applied


def cargo_price(content: Content, crew: CrewSlots, allowances: tuple[Allowance, ...], city: str, index: int) -> tuple[int, int, list[Applied]]:
    """STS-4.4, 4.5, 4.9: what a pair of a type of cargo costs in a city now, in dollars and coal, and the abilities that say so."""
    base, coal = content.offers[city][index]
    if not priced(content, crew):
        return max(content.economy.min_price, base), coal, []
    cargo, imported = content.cargo_ids[index], content.cargo_ids[index] not in content.city[city].market

    def fits(ability: Price) -> bool:
        return imported if isinstance(ability, ab.ImportCoal) else isinstance(ability, ab.PairPrice) and cargo in ability.types

    applied = applying(content, crew, allowances, fits)
    price = base + sum([ability.delta for _, _, ability in applied if isinstance(ability, ab.PairPrice)])
    coal += sum([ability.delta for _, _, ability in applied if isinstance(ability, ab.ImportCoal)])
    return max(content.economy.min_price, price), max(0, coal), applied


def count_applied(work: Work, applied: list[Applied], occasion: str) -> None:
    """STS-9.5: the first application uses the card and opens an allowance; the others use that up."""
    for slot, place, ability in applied:
        member, turn = work.crew[slot], work.turn
        assert member is not None  # its ability applies
        allowances = tuple(there for there in turn.allowances if there.slot != slot)
        left = next((there.left for there in turn.allowances if there.slot == slot), ability.uses) - 1
        if not member.used:
            use(work, slot, "price", occasion)
        if left:
            allowances = tuple(sorted((*allowances, Allowance(slot, place, left)), key=lambda there: there.slot))
        work.turn = Turn(
            turn.start_city, turn.base_steps, turn.extra_steps, turn.steps_taken, turn.stopped, turn.crew_action_done, allowances, turn.armed
        )


BUY_COAL = BuyCoal()
ENDS = (EndMarket(),)
COAL_BOUGHT = DueTriggers("buy_coal")


class BuyCoalRule(WorkRule[BuyCoal]):
    """STS-4.1, 4.3, 4.11: one coal."""

    action = BuyCoal

    def candidates(self, state: State) -> Iterable[BuyCoal]:
        return (BUY_COAL,)

    def reject(self, state: State, action: BuyCoal) -> Rejection | None:
        player = state.players[state.clock.active]
        if player.coal >= coal_spaces(self.content, player.crew):
            return Rejection.of("coal-full", "STS-4.3", "all {spaces} coal spaces are taken", spaces=coal_spaces(self.content, player.crew))
        if not state.supply.coal:
            return Rejection("coal-supply-empty", "STS-1.7", "there is no coal in the supply")
        price, _ = coal_price(self.content, player.crew, state.turn.allowances)
        if player.cash < price:
            return Rejection.of("not-enough-cash", "STS-4.3", "coal costs ${price}; found ${cash}", price=price, cash=player.cash)
        return None

    def perform(self, work: Work, action: BuyCoal) -> None:
        price, applied = coal_price(self.content, work.crew, work.turn.allowances)
        work.cash -= price
        work.take_coal(1)
        if work.log is not None:
            work.log.append(CoalBought(work.seat, price))
        count_applied(work, applied, "buy_coal")
        work.expect(COAL_BOUGHT)


class BuyCargoRule(WorkRule[BuyCargo]):
    """STS-4.1, 4.4 to 4.10: a pair of cargo."""

    action = BuyCargo

    def __init__(self, content: Content, settle: Callable[[Work], None]) -> None:
        super().__init__(content, settle)
        self.purchases = tuple(BuyCargo(cargo) for cargo in content.cargo_ids)

    def candidates(self, state: State) -> Iterable[BuyCargo]:
        return self.purchases

    def reject(self, state: State, action: BuyCargo) -> Rejection | None:
        player, cargo = active(state), action.cargo
        index = self.content.cargo_index[cargo]
        if not in_supply(state, index):
            return Rejection.of("cargo-supply-empty", "STS-4.7", "there is no {cargo} in the supply", cargo=cargo)
        price, coal, _ = cargo_price(self.content, player.crew, state.turn.allowances, player.train.city, index)
        if player.cash < price:
            return Rejection.of(
                "not-enough-cash", "STS-4.4", "a pair of {cargo} costs ${price}; found ${cash}", cargo=cargo, price=price, cash=player.cash
            )
        if player.coal < coal:
            text = "a pair of {cargo} is imported here and costs {coal} coal; found {held}"
            return Rejection.of("not-enough-coal", "STS-4.5", text, cargo=cargo, coal=coal, held=player.coal)
        return None

    def perform(self, work: Work, action: BuyCargo) -> None:
        index = self.content.cargo_index[action.cargo]
        price, coal, applied = cargo_price(self.content, work.crew, work.turn.allowances, work.city, index)
        work.cash -= price
        work.pay_coal(coal)
        count = work.load_cargo(index, self.content.economy.pair_size)
        if work.log is not None:
            imported = action.cargo not in self.content.city[work.city].market
            work.log.append(CargoBought(work.seat, action.cargo, count, price, coal, imported))
        count_applied(work, applied, "buy_cargo")
        work.pending.append(TRIM)
        work.expect(DueTriggers("buy_cargo", action.cargo))


class EndMarketRule(WorkRule[EndMarket]):
    """STS-4.2, 4.12: no more purchases; the train gets under way."""

    action = EndMarket

    def candidates(self, state: State) -> Iterable[EndMarket]:
        return ENDS

    def reject(self, state: State, action: EndMarket) -> Rejection | None:
        return None

    def perform(self, work: Work, action: EndMarket) -> None:
        turn = work.turn
        if work.log is not None:
            work.log.append(MarketEnded(work.seat))
        work.turn = Turn(turn.start_city, self.content.economy.free_steps, turn.extra_steps, 0, turn.stopped, turn.crew_action_done, (), turn.armed)
        work.pending[-1] = PendingTravel()


class MarketRule(PhaseRule):
    """All purchases, and the end of the phase: while no crew card changes prices they are listed after one look at money, coal and supply."""

    def __init__(self, content: Content, settle: Callable[[Work], None], use: UseCrewRule) -> None:
        cargo = BuyCargoRule(content, settle)
        super().__init__(BuyCoalRule(content, settle), cargo, EndMarketRule(content, settle), use)
        self._content, self._use = content, use
        self._coal_price, _ = coal_price(content, NO_CREW, ())
        floor = content.economy.min_price
        self._offers = {
            city: tuple((cargo.purchases[index], max(floor, price), coal, index) for index, (price, coal) in enumerate(offers))
            for city, offers in content.offers.items()
        }

    def legal(self, state: State) -> tuple[Any, ...]:
        player = state.players[state.clock.active]
        crew = player.crew
        if priced(self._content, crew):
            return super().legal(state)
        cash, coal, supply, offers = player.cash, player.coal, state.supply, self._offers[player.train.city]
        if state.config.options.cargo_supply == "limited":
            offers = tuple([offer for offer in offers if supply.cargo[offer[3]]])
        listed: list[Any] = [action for action, price, imported, _ in offers if price <= cash and imported <= coal]
        if cash >= self._coal_price and supply.coal and coal < coal_spaces(self._content, crew):
            listed.insert(0, BUY_COAL)
        return (*listed, *ENDS, *self._use.legal(state)) if any(crew) else (*listed, *ENDS)
