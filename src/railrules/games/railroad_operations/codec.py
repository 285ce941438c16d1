"""The numbering of actions (section D): 1497 ids, the same for 1 to 4 players, all options and all contents."""

from collections.abc import Callable, Sequence
from typing import Any

from railrules import ActionCodec
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.consist import CABOOSE, ENGINE, MOST_CARS
from railrules.games.railroad_operations.content import DEPARTMENT_PILES, MOST_CARDS, MOST_PLAYERS, STAGES
from railrules.games.railroad_operations.rules.freight import LOADS
from railrules.games.railroad_operations.rules.newtrain import MOST_LINE_CARDS, START_PLACES
from railrules.games.railroad_operations.track import SIDES, SQUARES

MOST_TRAYS = MOST_PLAYERS + 3
ENDS = range(2)


def layout() -> list[tuple[Any, ...]]:
    """Return the kinds of actions in id order, each with the domains of its fields."""
    trays, squares = range(MOST_TRAYS), range(SQUARES)
    counts = range(1, MOST_CARS + 1)
    return [
        (acts.DrawHomeOffice,),
        (acts.DrawNothing,),
        (acts.CallFreightAgent,),
        (acts.EndDraw,),
        (acts.EndSwitch,),
        (acts.BeginSort,),
        (acts.EndFreight,),
        (acts.CloseConsist,),
        (acts.LetRun,),
        (acts.ClearTrain,),
        (acts.HoldTrain,),
        (acts.TakeOffice,),
        (acts.EndWork,),
        (acts.RunAnotherDay,),
        (acts.CloseBooks,),
        (acts.DrawDepartment, range(DEPARTMENT_PILES)),
        (acts.BeginSwitch, trays),
        (acts.TelegraphHold, trays),
        (acts.BoardCoach, trays),
        (acts.DetrainCoach, trays),
        (acts.SetOut, ENDS, counts),
        (acts.FlyingSwitch, ENDS, counts),
        (acts.SortNext, range(ENGINE + 1)),
        (acts.AddCar, range(CABOOSE)),
        (acts.AttachTo, range(len(SIDES))),
        (acts.NameLoad, range(LOADS)),
        (acts.OrderSection, range(1, STAGES + 1)),
        (acts.ImproveLine, range(MOST_PLAYERS + 1), range(MOST_LINE_CARDS)),
        (acts.StartExtra, range(START_PLACES)),
        (acts.PlaceCard, squares),
        (acts.MoveTrain, ENDS, squares),
        (acts.RollTo, squares),
        (acts.DivertTrain, squares),
        (acts.StockBox, squares),
        (acts.ClearBox, squares),
        (acts.UnjamLoad, squares),
        (acts.WorkFacility, squares),
        (acts.PlayCard, range(MOST_CARDS)),
        (acts.DiscardCard, range(MOST_CARDS), range(DEPARTMENT_PILES)),
    ]


def codec(legal: Callable[[Any], Sequence[Action]]) -> ActionCodec[Action]:
    """Return the codec."""
    return ActionCodec.table(layout(), legal)


def all_actions() -> frozenset[Action]:
    """Return every action that there is, legal somewhere or not."""
    table = codec(lambda _: ())
    return frozenset(table.decode(None, action_id) for action_id in range(table.num_actions))
