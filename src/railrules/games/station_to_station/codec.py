"""The numbering of actions (section on integer encoding): 76 and the number of cities, so 100 with the default content."""

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from railrules import ActionCodec
from railrules.games.station_to_station import actions as acts
from railrules.games.station_to_station.actions import Action
from railrules.games.station_to_station.content import (
    MOST_DISPLAYED,
    MOST_DRAWN,
    MOST_OPTIONS,
    REGIONS,
    ROUTE_SLOTS,
    ROUTES_DEALT,
    ROWS,
    WORK_OPTIONS,
    Content,
)


def layout(content: Content) -> list[tuple[Any, ...]]:
    """Return the kinds of actions in id order, each with the domains of its fields."""
    cargo, cities = content.cargo_ids, tuple(content.city)
    return [
        (acts.KeepRoute, range(ROUTES_DEALT)),
        (acts.BuyCoal,),
        (acts.BuyCargo, cargo),
        (acts.EndMarket,),
        (acts.StepTo, cities),
        (acts.StopHere,),
        (acts.TakeRoute, (*range(MOST_DISPLAYED), "deck")),
        (acts.CompleteOrder,),
        (acts.TakeSupply,),
        (acts.TakeRailcar,),
        (acts.Work, range(WORK_OPTIONS)),
        (acts.ChooseWork, range(WORK_OPTIONS)),
        (acts.SaveCargo, cargo),
        (acts.ChooseReward, range(MOST_OPTIONS)),
        (acts.ChooseCargo, cargo),
        (acts.GiveCargo, cargo),
        (acts.DiscardCargo, cargo),
        (acts.UseCrew, REGIONS),
        (acts.HireCrew, ROWS, REGIONS),
        (acts.GainCaboose,),
        (acts.PayTicket, ("order", "crew"), REGIONS),
        (acts.PayTicket, ("wild",), (None,)),
        (acts.KeepCrew, ("old", "new")),
        (acts.EndTurn,),
        (acts.DropRoute, range(ROUTE_SLOTS)),
        (acts.PlaceToken, range(MOST_DRAWN)),
    ]


def value_fault(content: Content, action: Any) -> str:
    """Return which field of an action, all of the right types, has a value outside its domain, and what it may be; empty if none has."""
    kinds = [domains for kind, *domains in layout(content) if kind is type(action)]
    for place, field in enumerate(attrs.fields(type(action))):
        given = getattr(action, field.name)
        expected = [item for domains in kinds for item in domains[place]]
        if given not in expected:
            return f"{type(action).__name__}.{field.name} is {_shown(given)}; expected {_listed(expected)}"
        kinds = [domains for domains in kinds if given in domains[place]]  # of a ticket the region depends on which it is
    return ""


def _shown(given: int | str | None) -> str:
    """A value for a sentence, cut where it is long; Python does not even write out an int of thousands of digits."""
    if isinstance(given, int) and abs(given) >= 10**18:
        return "an int of more than 18 digits"
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:60]}..."


def _listed(domain: Sequence[int | str | None]) -> str:
    numbers = [item for item in domain if isinstance(item, int)]
    told = [f"an int in {numbers[0]}..{numbers[-1]}"] if numbers else []
    return " or ".join([*told, *(repr(item) for item in domain if not isinstance(item, int))])


def codec(content: Content, legal: Callable[[Any], Sequence[Action]]) -> ActionCodec[Action]:
    """Return the codec of a content; it is the same for every player count."""
    return ActionCodec.table(layout(content), legal)


def all_actions(content: Content) -> frozenset[Action]:
    """Return every action that there is with a content, legal somewhere or not."""
    table = codec(content, lambda _: ())
    return frozenset(table.decode(None, action_id) for action_id in range(table.num_actions))
