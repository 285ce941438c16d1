"""The house rules of Station Manager."""

from typing import Literal

from railrules import a_player, int_range, on_off, one_of, option, value


@value
class Options:
    """The options of one game. All are public."""

    rounds: int = option(1, int_range(1, 20), help="rounds per game", rule="MGR-8.4")
    first_seat: int | Literal["random"] = option(
        "random", a_player("random"), help="player who starts round 0; a number asks no chance", rule="MGR-2.2"
    )
    discard_taken_card: bool = option(True, on_off(), help="the open card just taken may be discarded", rule="MGR-4.5")
    own_refulfil: bool = option(True, on_off(), help="an own Order Card may be fulfilled again", rule="MGR-6.9")
    green_four_alike: bool = option(False, on_off(), help="four alike also fulfils green", rule="MGR-5.4")
    pile_claim: Literal["optional", "always"] = option(
        "optional", one_of("optional", "always"), help="claim of the discard pile after an order", rule="MGR-6.8"
    )
    empty_draw_pile: Literal["open-card", "end"] = option(
        "open-card",
        one_of("open-card", "end"),
        help='"end": an empty draw pile at the beginning of a turn ends the round',
        rule="MGR-7.5",
    )
    idle_rounds: int = option(3, int_range(0, 20), help="how often round the table the open card may be swapped; 0 = no limit", rule="MGR-10.2")
    laid_limit: int = option(25, int_range(10, 104), help="cards in a row that end the round", rule="MGR-7.2")
    colour_limit: int = option(3, int_range(2, 6), help="different Order Card colours that end the round", rule="MGR-7.1")


DEFAULTS = Options()
