"""The house rules of Station Master."""

from typing import Literal

from railrules import a_player, on_off, one_of, option, value


@value
class Options:
    """How Station Master is played."""

    first_seat: int | Literal["random"] = option(0, a_player("random"), help="player who has the first turn", rule="MST-2.10")
    royal_stacking: bool = option(False, on_off(), help="each Royal Carriage doubles again", rule="MST-9.5")
    depot_standing_room: bool = option(True, on_off(), help="Standing Room counts on a train with a Depot too", rule="MST-4.3")
    idle_actions: bool = option(True, on_off(), help="action cards may be played without effect, and declined", rule="MST-17.1")
    stalled_trains: Literal["unscored", "scored"] = option(
        "unscored", one_of("unscored", "scored"), help="whether trains score at a standstill", rule="MST-17.5"
    )
