"""What a train can take, and what it is worth (MST-4.3, 5, 6.1 to 6.4, 9)."""

from collections.abc import Sequence
from typing import Protocol

from railrules.games.station_master.content import ROYAL_CARRIAGE, Content
from railrules.games.station_master.options import Options
from railrules.games.station_master.state import Depot, State


class TrainLike(Protocol):
    """What the laws about trains ask of a train; a train as somebody sees it will do."""

    @property
    def loco(self) -> str:
        """The locomotive."""
        ...

    @property
    def cars(self) -> tuple[str, ...]:
        """The railcars, front to tail."""
        ...

    @property
    def depot(self) -> Depot | None:
        """The Depot."""
        ...

    @property
    def locked(self) -> int:
        """How many railcars stand in front of the Depot."""
        ...

    @property
    def standing_room(self) -> int:
        """The Standing Room cards."""
        ...

    @property
    def passengers(self) -> Sequence[object]:
        """The pawns, in the order of arrival."""
        ...


def limit(content: Content, options: Options, train: TrainLike) -> int:
    """Return how many pawns a train may hold (MST-4.3)."""
    capacity = content.capacity[train.loco]
    if train.depot is not None and not options.depot_standing_room:
        return capacity
    return capacity + train.standing_room


def free_railcars(train: TrainLike) -> int:
    """Return how many railcars stand behind the Depot, or in all (MST-7.8)."""
    return len(train.cars) - train.locked


def section_values(content: Content, options: Options, train: TrainLike, *, departing: bool) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
    """Return the railcars that count (MST-6.4) and what each is worth (MST-6.1, 6.2), None if it has no value.

    At a departure a Royal Carriage among them doubles the last two that have a value (MST-9.2 to 9.6); at a Depot nothing is doubled (MST-7.5).
    """
    cars = train.cars[train.depot.behind :] if departing and train.depot is not None else train.cars
    worth = content.car_values[content.locomotive[train.loco].kind]
    values = [worth.get(card) for card in cars]
    royals = cars.count(ROYAL_CARRIAGE) if departing else 0
    if royals:
        factor = 2**royals if options.royal_stacking else 2  # MST-9.5
        doubled = 0
        for place in range(len(values) - 1, -1, -1):
            car_value = values[place]
            if car_value is not None:
                values[place] = car_value * factor
                doubled += 1
                if doubled == 2:
                    break
    return cars, tuple(values)


def can_assign(content: Content, state: State, seat: int) -> bool:
    """Return whether a seat has a pawn and a train with room for it."""
    options = state.config.options
    return any(state.people.supply[seat]) and any(
        train is not None and len(train.passengers) < limit(content, options, train) for train in state.station.slots
    )


def takes_depot(train: TrainLike | None, min_railcars: int) -> bool:
    """Return whether a Depot may be put on a train (MST-7.2, 7.3)."""
    return train is not None and train.depot is None and len(train.cars) >= min_railcars
