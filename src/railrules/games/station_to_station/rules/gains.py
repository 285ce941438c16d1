"""GAIN and TRIM (STS-3.3, 3.4), and the choices of cargo that they ask for."""

from collections.abc import Callable, Iterable

from railrules import Rejection
from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.actions import ChooseCargo, DiscardCargo
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.events import CargoChosen, CargoDiscarded, CoalSpilled, Gained
from railrules.games.station_to_station.rules.work import Work, WorkRule, active, added, cargo_spaces, coal_spaces, taken
from railrules.games.station_to_station.state import NO_CARGO, PendingAnyCargo, PendingGetCargo, PendingTrim, State

TRIM = PendingTrim()


def gain(work: Work, reward: Reward, cause: str) -> None:
    """STS-3.3: points, cash, coal and fixed cargo at once; cargo of choice and the trim are pushed."""
    work.points += reward.points
    work.cash += reward.cash
    coal = work.take_coal(reward.coal) if reward.coal else 0
    came = NO_CARGO
    if reward.cargo != NO_CARGO:
        came = reward.cargo
        if work.limited:
            there = work.cargo_supply
            came = min(came[0], there[0]), min(came[1], there[1]), min(came[2], there[2]), min(came[3], there[3])
            work.cargo_supply = taken(there, came)
        work.cargo = added(work.cargo, came)
    if reward.any_cargo:
        work.pending += (TRIM, PendingAnyCargo(reward.any_cargo, cause))
    elif came is not NO_CARGO:
        work.pending.append(TRIM)
    if work.log is not None:
        missing = taken(reward.cargo, came)
        work.log.append(Gained(work.seat, reward.points, reward.cash, coal, reward.coal - coal, came, missing, cause))


def trim_stands(work: Work, pending: PendingTrim) -> bool:
    """STS-3.4: the trim goes on while there is too much cargo."""
    if sum(work.cargo) > cargo_spaces(work.content, work.crew):
        return True
    work.pending.pop()
    return False


def any_cargo_stands(work: Work, pending: PendingAnyCargo) -> bool:
    """STS-3.3 (5): the choice goes on while there is something to choose."""
    if pending.left and any(work.has_cargo(index) for index in range(4)):
        return True
    work.pending.pop()
    return False


def spill(work: Work) -> None:
    """STS-8.17: coal over the limit goes back, and cargo is trimmed."""
    over = work.coal - coal_spaces(work.content, work.crew)
    if over > 0:
        work.pay_coal(over)
        if work.log is not None:
            work.log.append(CoalSpilled(work.seat, over))
    work.pending.append(TRIM)


def in_supply(state: State, index: int) -> bool:
    """Return whether the supply has cargo of a type (STS-1.6)."""
    return state.config.options.cargo_supply == "unlimited" or state.supply.cargo[index] > 0


class ChooseCargoRule(WorkRule[ChooseCargo]):
    """STS-3.3 (5), 9.10: one cargo of a chosen type; after an exchange another one than was given."""

    action = ChooseCargo

    def __init__(self, content: Content, settle: Callable[[Work], None]) -> None:
        super().__init__(content, settle)
        self._choices = tuple(ChooseCargo(cargo) for cargo in content.cargo_ids)

    def candidates(self, state: State) -> Iterable[ChooseCargo]:
        return self._choices

    def reject(self, state: State, action: ChooseCargo) -> Rejection | None:
        pending = state.pending[-1]
        if isinstance(pending, PendingGetCargo) and pending.given == action.cargo:
            return Rejection.of("same-cargo", "STS-9.10", "{cargo} was given; expected another type", cargo=action.cargo)
        if not in_supply(state, self.content.cargo_index[action.cargo]):
            return Rejection.of("cargo-supply-empty", "STS-3.3", "there is no {cargo} in the supply", cargo=action.cargo)
        return None

    def perform(self, work: Work, action: ChooseCargo) -> None:
        pending = work.pending.pop()
        if isinstance(pending, PendingAnyCargo):
            work.pending.append(PendingAnyCargo(pending.left - 1, pending.cause))
            cause = pending.cause
        else:
            cause = "exchange"
        work.load_cargo(self.content.cargo_index[action.cargo], 1)
        if work.log is not None:
            work.log.append(CargoChosen(work.seat, action.cargo, cause))


class DiscardCargoRule(WorkRule[DiscardCargo]):
    """STS-3.4: one cargo too many goes back to the supply."""

    action = DiscardCargo

    def __init__(self, content: Content, settle: Callable[[Work], None]) -> None:
        super().__init__(content, settle)
        self._discards = tuple(DiscardCargo(cargo) for cargo in content.cargo_ids)

    def candidates(self, state: State) -> Iterable[DiscardCargo]:
        return self._discards

    def legal(self, state: State) -> tuple[DiscardCargo, ...]:
        return tuple([action for action, held in zip(self._discards, active(state).train.cargo, strict=True) if held])

    def reject(self, state: State, action: DiscardCargo) -> Rejection | None:
        if not active(state).train.cargo[self.content.cargo_index[action.cargo]]:
            return Rejection.of("cargo-not-held", "STS-3.4", "there is no {cargo} on the train", cargo=action.cargo)
        return None

    def perform(self, work: Work, action: DiscardCargo) -> None:
        work.unload_cargo(self.content.cargo_index[action.cargo])
        if work.log is not None:
            work.log.append(CargoDiscarded(work.seat, action.cargo, "trim"))
