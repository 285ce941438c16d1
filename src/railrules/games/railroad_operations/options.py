"""The options of Railroad Operations."""

from typing import Literal, TypeAlias

from railrules import int_range, on_off, one_of, option, value

Mode: TypeAlias = Literal["solitaire", "competitive", "coop"]

MOST_REVENUE = 5


@value
class Options:
    """How Railroad Operations is played. `mode` is ``solitaire`` for one player, and ``competitive`` for more, where nobody says otherwise."""

    mode: Mode = option("solitaire", one_of("solitaire", "competitive", "coop"), help="who wins: solitaire with one player only", rule="OPS-10.1")
    days: int = option(5, int_range(1, 30), help="how many Days are run", rule="OPS-10.1")
    extra_days: int = option(0, int_range(0, 30), help="how many Days may be added", rule="OPS-10.3")
    starting_hand: Literal["three_random", "six_random", "three_and_three"] = option(
        "three_random", one_of("three_random", "six_random", "three_and_three"), help="the cards of the opening deal", rule="OPS-2.7"
    )
    passenger_revenue: int = option(
        1, int_range(0, MOST_REVENUE), help="for each coach boarded or detrained; any number, rounded and clamped", rule="OPS-7.10"
    )
    freight_revenue: int = option(
        1, int_range(0, MOST_REVENUE), help="for each car loaded or unloaded; any number, rounded and clamped", rule="OPS-7.6"
    )
    transit_revenue: int = option(
        0, int_range(0, MOST_REVENUE), help="for each train that leaves the Division; any number, rounded and clamped", rule="OPS-8.15"
    )
    extra_start: Literal["division_point", "interchange", "office", "anywhere"] = option(
        "division_point", one_of("division_point", "interchange", "office", "anywhere"), help="where Extras may start", rule="OPS-8.5"
    )
    reduced_visibility: bool = option(False, on_off(), help="five Moves in the Stages 1, 2, 3, 11 and 12", rule="OPS-6.1")
    employee_rotation: bool = option(False, on_off(), help="players move one seat east at Day end", rule="OPS-3.4")
    emergency_toolbox: bool = option(False, on_off(), help="every player starts with Red Flags", rule="OPS-2.9")
    mainline_cards_per_gap: int = option(1, int_range(1, 3), help="Mainline cards between two Offices", rule="OPS-2.4")
    collisions_per_stage: int = option(2, int_range(1, 9), help="collisions in a Stage that end the game", rule="OPS-10.2")
    collisions_per_day: int = option(3, int_range(1, 9), help="collisions in a Day that end the game", rule="OPS-10.2")
    expedite: Literal["fine", "depart"] = option("fine", one_of("fine", "depart"), help="what expedited trains do", rule="OPS-8.16")
