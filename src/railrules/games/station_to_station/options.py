"""The house rules of Station to Station."""

from typing import Literal

from railrules import a_player, int_range, on_off, one_of, option, value
from railrules.games.station_to_station.checks import MOST_STARTING_CASH, MOST_STARTING_COAL
from railrules.games.station_to_station.content import MOST_DISPLAYED


@value
class Options:
    """How Station to Station is played. Where the content says another number, that is the default of cash, coal and the display."""

    first_player: int | Literal["random"] = option("random", a_player("random"), help="player who has the first turn", rule="STS-2.9")
    route_display_size: int = option(3, int_range(0, MOST_DISPLAYED), help="route cards on offer; 0: the deck alone", rule="STS-2.12")
    mark_new_routes: bool = option(False, on_off(), help="a route card is marked at once in the city where it is taken", rule="STS-6.9")
    railcars_cumulative: bool = option(True, on_off(), help="each railcar gives a discount; off: all together give one", rule="STS-7.11")
    cargo_supply: Literal["limited", "unlimited"] = option(
        "limited", one_of("limited", "unlimited"), help="whether cargo can run out", rule="STS-1.6"
    )
    starting_cash: int = option(8, int_range(0, MOST_STARTING_CASH), help="dollars of each player at the start", rule="STS-2.6")
    starting_coal: int = option(2, int_range(0, MOST_STARTING_COAL), help="coal of each player at the start", rule="STS-2.6")
