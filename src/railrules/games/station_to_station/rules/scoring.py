"""What a game is worth at its end (STS-11.4 to 11.9)."""

from railrules import Outcome
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.events import FinalScore
from railrules.games.station_to_station.state import Player

COUNTDOWN = "countdown"
"""The one way in which a game ends: the last token of the countdown is placed (STS-11.1)."""


def rates(content: Content, player: Player) -> tuple[int, int]:
    """STS-11.4, 11.5: how much coal and how many dollars make a point for a player."""
    coal, cash = content.economy.final_coal_per_point, content.economy.final_cash_per_point
    for member in player.crew:
        if member is not None and not member.fresh:
            for rate in content.final_rates.get(member.card, ()):
                if rate.resource == "coal":
                    coal = min(coal, rate.per)
                else:
                    cash = min(cash, rate.per)
    return coal, cash


def bonus_points(content: Content, player: Player) -> tuple[int, int]:
    """STS-11.4: the points for coal and for cash, if the game ended now."""
    coal_rate, cash_rate = rates(content, player)
    return player.coal // coal_rate, player.cash // cash_rate


def final_scores(content: Content, players: tuple[Player, ...]) -> tuple[FinalScore, ...]:
    """Return the final score of each player (STS-11.4, 11.8, 11.9)."""
    outcome = outcome_of(content, players)
    return tuple(
        FinalScore(player.points, *bonus_points(content, player), total, place)
        for player, total, place in zip(players, outcome.scores, outcome.ranking, strict=True)
    )


def outcome_of(content: Content, players: tuple[Player, ...]) -> Outcome:
    """Return the result of a game that is over: the total, then cash, then coal (STS-11.8)."""
    totals = tuple(player.points + sum(bonus_points(content, player)) for player in players)
    keys = tuple((total, player.cash, player.coal) for player, total in zip(players, totals, strict=True))
    return Outcome((COUNTDOWN,), totals, keys)
