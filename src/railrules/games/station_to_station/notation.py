"""The notation of actions: ``step houston``, ``buy oil``, ``hire basic N``. Ids are read in any case, cities with spaces or hyphens."""

from collections.abc import Iterable
from typing import TypeVar

from railrules import InvalidActionError, check_text
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

T = TypeVar("T")

NOTATION = (
    "keep route INDEX, buy coal, buy CARGO, end market, step CITY, stop, take SPACE, take deck, deliver, supply, railcar, work OPTION, "
    "bonus OPTION, save CARGO, reward OPTION, choose CARGO, give CARGO, discard CARGO, use REGION, hire ROW REGION, caboose, "
    "pay order REGION, pay crew REGION, pay wild, keep old, keep new, end turn, drop SLOT, place INDEX"
)


def action_to_str(action: Action) -> str:
    """Return the notation of `action`."""
    match action:
        case acts.KeepRoute(index):
            return f"keep route {index}"
        case acts.BuyCoal():
            return "buy coal"
        case acts.BuyCargo(cargo):
            return f"buy {cargo}"
        case acts.EndMarket():
            return "end market"
        case acts.StepTo(city):
            return f"step {city}"
        case acts.StopHere():
            return "stop"
        case acts.TakeRoute(source):
            return f"take {source}"
        case acts.CompleteOrder():
            return "deliver"
        case acts.TakeSupply():
            return "supply"
        case acts.TakeRailcar():
            return "railcar"
        case acts.Work(option):
            return f"work {option}"
        case acts.ChooseWork(option):
            return f"bonus {option}"
        case acts.SaveCargo(cargo):
            return f"save {cargo}"
        case acts.ChooseReward(option):
            return f"reward {option}"
        case acts.ChooseCargo(cargo):
            return f"choose {cargo}"
        case acts.GiveCargo(cargo):
            return f"give {cargo}"
        case acts.DiscardCargo(cargo):
            return f"discard {cargo}"
        case acts.UseCrew(region):
            return f"use {region}"
        case acts.HireCrew(row, region):
            return f"hire {row} {region}"
        case acts.GainCaboose():
            return "caboose"
        case acts.PayTicket(ticket, region):
            return f"pay {ticket}" if region is None else f"pay {ticket} {region}"
        case acts.KeepCrew(which):
            return f"keep {which}"
        case acts.EndTurn():
            return "end turn"
        case acts.DropRoute(slot):
            return f"drop {slot}"
        case acts.PlaceToken(index):
            return f"place {index}"
        case _:
            raise TypeError(f"{action!r} is no action of Station to Station")


def parse_action(content: Content, text: str) -> Action:
    """Return the action that `text` denotes; raises `InvalidActionError`."""
    cargo, regions = content.cargo_ids, REGIONS
    match check_text(text, f"one of: {NOTATION}", "unknown-value").lower().split():
        case ["keep", "route", index]:
            return acts.KeepRoute(_number(index, "index", ROUTES_DEALT))
        case ["keep", "old"]:
            return acts.KeepCrew("old")
        case ["keep", "new"]:
            return acts.KeepCrew("new")
        case ["buy", "coal"]:
            return acts.BuyCoal()
        case ["buy", name]:
            return acts.BuyCargo(_one(name, cargo, "cargo"))
        case ["end", "market"]:
            return acts.EndMarket()
        case ["step", *words] if words:
            return acts.StepTo(_city(content, " ".join(words)))
        case ["stop"]:
            return acts.StopHere()
        case ["take", "deck"]:
            return acts.TakeRoute("deck")
        case ["take", space]:
            return acts.TakeRoute(_number(space, "space", MOST_DISPLAYED, " or deck"))
        case ["deliver"]:
            return acts.CompleteOrder()
        case ["supply"]:
            return acts.TakeSupply()
        case ["railcar"]:
            return acts.TakeRailcar()
        case ["work", option]:
            return acts.Work(_number(option, "option", WORK_OPTIONS))
        case ["bonus", option]:
            return acts.ChooseWork(_number(option, "option", WORK_OPTIONS))
        case ["save", name]:
            return acts.SaveCargo(_one(name, cargo, "cargo"))
        case ["reward", option]:
            return acts.ChooseReward(_number(option, "option", MOST_OPTIONS))
        case ["choose", name]:
            return acts.ChooseCargo(_one(name, cargo, "cargo"))
        case ["give", name]:
            return acts.GiveCargo(_one(name, cargo, "cargo"))
        case ["discard", name]:
            return acts.DiscardCargo(_one(name, cargo, "cargo"))
        case ["use", region]:
            return acts.UseCrew(_one(region, regions, "region"))
        case ["hire", row, region]:
            return acts.HireCrew(_one(row, ROWS, "row"), _one(region, regions, "region"))
        case ["caboose"]:
            return acts.GainCaboose()
        case ["pay", "order", region]:
            return acts.PayTicket("order", _one(region, regions, "region"))
        case ["pay", "crew", region]:
            return acts.PayTicket("crew", _one(region, regions, "region"))
        case ["pay", "wild"]:
            return acts.PayTicket("wild", None)
        case ["end", "turn"]:
            return acts.EndTurn()
        case ["drop", slot]:
            return acts.DropRoute(_number(slot, "slot", ROUTE_SLOTS))
        case ["place", index]:
            return acts.PlaceToken(_number(index, "index", MOST_DRAWN))
    raise InvalidActionError(f"{text.strip()!r} is no action; expected one of: {NOTATION}", "unknown-value")


def _city(content: Content, text: str) -> str:
    """The city that `text` names by its id, or as it stands on the map, ``St. Louis``."""
    for city in content.cities:
        if text in (city.id.lower(), city.id.lower().replace("-", " "), city.name.lower()):
            return city.id
    return _one(text, content.city, "city")


def _one(text: str, known: Iterable[T], what: str) -> T:
    """The one of `known` that `text` names in any case."""
    names = tuple(known)
    for name in names:
        if str(name).lower() == text:
            return name
    raise InvalidActionError(f"{text!r} is no {what}; expected one of: {', '.join(map(str, names))}", "unknown-value")


def _number(text: str, what: str, count: int, other: str = "") -> int:
    """The number that `text` writes, one of `count` from 0 on."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) < count):
        raise InvalidActionError(f"{text!r} is no {what}; expected 0..{count - 1}{other}", "unknown-value")
    return int(text)
