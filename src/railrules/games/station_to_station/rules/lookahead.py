"""The look-ahead that keeps a train from being stranded (STS-5.10)."""

from collections.abc import Collection

from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.state import Turn


def can_finish(content: Content, turn: Turn, occupied: Collection[str], city: str, free: int, budget: int, stopped: tuple[str, ...]) -> bool:
    """STS-5.10: whether a train that has just entered `city` can still end its Travel by the rules.

    It has `free` base steps left in this Travel, and `budget` further steps that it can pay with extra steps and coal.
    """
    neighbours, closed = content.map.neighbours, (turn.start_city, *occupied)
    if city not in closed:
        return True
    if (free or budget) and any(beside not in closed for beside in neighbours[city]):  # what nearly always ends it
        return True
    waiting = [(city, free, budget, frozenset(stopped))]
    met = set(waiting)
    while waiting:
        city, free, budget, left = waiting.pop()
        if city not in closed:
            return True
        onward = []
        if free:
            onward.append((free - 1, budget, left))
        elif budget:
            onward.append((free, budget - 1, left))
        if city != turn.start_city and city not in left:  # a shared city to stop in and go on from
            onward.append((content.economy.free_steps - 1, budget, left | {city}))
        for then in onward:
            for beside in neighbours[city]:
                place = (beside, *then)
                if place not in met:
                    met.add(place)
                    waiting.append(place)
    return False
