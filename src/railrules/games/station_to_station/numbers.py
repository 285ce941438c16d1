"""Station to Station in numbers: the feature vector of a view, and how good it is."""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from railrules import Config, Observer, one_hot, zeros
from railrules.games.station_to_station import state as st
from railrules.games.station_to_station.abilities import Counts, Reward
from railrules.games.station_to_station.content import MOST_DISPLAYED, REGIONS, SEASONS, Content
from railrules.games.station_to_station.rules.scoring import bonus_points, rates
from railrules.games.station_to_station.rules.station import side
from railrules.games.station_to_station.state import Player
from railrules.games.station_to_station.view import View

DECISIONS: tuple[type, ...] = (
    st.PendingKeepRoute,
    st.PendingMarket,
    st.PendingTravel,
    st.PendingStation,
    st.PendingCrew,
    st.PendingTrim,
    st.PendingTakeRoute,
    st.PendingDiscount,
    st.PendingReward,
    st.PendingWorkReward,
    st.PendingAnyCargo,
    st.PendingGiveCargo,
    st.PendingGetCargo,
    st.PendingDropRoute,
    st.PendingPayment,
    st.PendingKeepCrew,
    st.PendingPlaceToken,
)


# ---- features --------------------------------------------------------------------------------------------------------------------------


class _Features:
    """Reads features off views of one content. What stands for a token, a route or a city is worked out once, and copied whole."""

    def __init__(self, content: Content) -> None:
        self.content = content
        places = {kind.id: place for place, kind in enumerate(content.crew)}
        self._kinds = len(places)
        self._kind = {card: places[kind.id] for card, kind in content.crew_kind.items()}
        self._decisions = {decision: one_hot(place, len(DECISIONS)) for place, decision in enumerate(DECISIONS)}
        self._city = {city: one_hot(place, len(content.city)) for place, city in enumerate(content.city)}
        self._token = cache(self._measured_token)
        self._route = cache(self._marked_route)

    def order(self, view: View) -> list[Player]:
        """The players from the one who looks on; a spectator looks from seat 0."""
        first = view.player or 0
        return [*view.players[first:], *view.players[:first]]

    def phase(self, view: View) -> Iterable[float]:
        return self._decisions[type(view.pending[-1])] if view.pending else zeros(len(DECISIONS))

    def clock(self, view: View) -> Iterable[float]:
        clock = view.clock
        return (
            min(1.0, clock.turn_number / 48),
            *[clock.season == season for season in SEASONS],
            min(1.0, view.board.bag_count / 36),
            view.to_act is not None and view.to_act == view.player,
        )

    def turn(self, view: View) -> Iterable[float]:
        turn = view.turn
        armed = turn.armed
        return (
            *[count / 8 if count < 8 else 1.0 for count in (turn.base_steps, turn.extra_steps, turn.steps_taken)],
            turn.crew_action_done,
            *[count / 4 if count < 4 else 1.0 for count in (armed.sea_steps, len(armed.pass_cards), len(armed.order_discounts))],
            armed.all_options,
            *[count / 4 if count < 4 else 1.0 for count in (armed.hire_discount, armed.ticket_wilds, armed.bag_choice)],
        )

    def map(self, view: View) -> Iterable[float]:
        found = array("f")
        for token in view.board.tokens:
            found += _NO_TOKEN if token is None else self._token(token.id, token.improved)
        return found

    def _measured_token(self, token_id: str, improved: bool) -> "array[float]":
        content = self.content
        kind = content.token_kind[token_id]
        rewards: Sequence[Reward] = ()
        cost: Counts = st.NO_CARGO
        shown: Sequence[str] = ()
        if kind == "order":
            cost, rewards = content.order[token_id].cost, content.order[token_id].rewards
        elif kind == "supply":
            supply = content.supply_token[token_id]
            rewards = (supply.improved if improved else supply.base,)
        else:
            shown = side(content, st.Token(token_id, improved))
        needs = [count / 6 + (cargo in shown) for cargo, count in zip(content.cargo_ids, cost, strict=True)]
        return array(
            "f",
            (
                kind == "order",
                kind == "supply",
                kind == "railcar",
                improved,
                *(min(1.0, need) for need in needs),
                min(1.0, max((reward.points for reward in rewards), default=0) / 25),
                min(1.0, max((reward.cash + 2 * reward.coal for reward in rewards), default=0) / 25),
            ),
        )

    def hand(self, view: View) -> Iterable[float]:
        token = view.players[view.clock.active].token
        return _NO_TOKEN if token is None else self._token(token.id, token.improved)

    def players(self, view: View) -> Iterable[float]:
        found: list[float] = []
        acting = None if view.to_act is None else view.players[view.to_act]
        for player in self.order(view):
            train = player.train
            found += (
                min(1.0, player.cash / 100),
                min(1.0, player.coal / 20),
                min(1.0, player.points / 200),
                *[count / 15 if count < 15 else 1.0 for count in train.cargo],
                train.caboose is not None,
                player.wild_route is not None,
                *[len(stack) / 10 if len(stack) < 10 else 1.0 for stack in player.tickets],
                player is acting,
                *(self._railcars(train) if train.railcars else _NO_RAILCARS),
            )
        return found

    def _railcars(self, train: st.Train) -> Iterable[float]:
        shown = [cargo for token in train.railcars for cargo in side(self.content, token)]
        return [min(1.0, shown.count(cargo) / 8) for cargo in self.content.cargo_ids]

    def trains(self, view: View) -> Iterable[float]:
        found = array("f")
        for player in self.order(view):
            found += self._city[player.train.city]
        return found

    def held(self, view: View) -> Iterable[float]:
        found = array("f")
        for player in self.order(view):
            for route in player.routes:
                found += self._route(None, None) if route is None else self._route(route.card, route.marker)
        return found

    def _marked_route(self, card: str | None, marker: str | None) -> "array[float]":
        route = None if card is None else self.content.route[card]
        cities = () if route is None else route.cities
        points = 0.0 if route is None else min(1.0, route.reward.points / 25)
        return array("f", (points, *(1.0 if city == marker else 0.5 * (city in cities) for city in self.content.city)))

    def offers(self, view: View) -> Iterable[float]:
        spaces = view.routes.display.spaces
        found = array("f")
        for card in (*spaces, *(None,) * (MOST_DISPLAYED - len(spaces)), *(view.routes.dealt or (None, None))):
            found += self._route(card, None)
        return found

    def crew(self, view: View) -> Iterable[float]:
        start, kinds = 0, self._kinds
        found = zeros(len(view.players) * kinds)
        for player in self.order(view):
            for member in player.crew:
                if member is not None:
                    found[start + self._kind[member.card]] = 0.5 if member.fresh or member.used else 1.0
            start += kinds
        return found

    def market(self, view: View) -> Iterable[float]:
        start, kinds = 0, self._kinds
        found = zeros(2 * len(REGIONS) * kinds)
        for row in view.crew:
            for card in row.market.spaces:
                if card is not None:
                    found[start + self._kind[card]] = 1.0
                start += kinds
        return found


_NO_TOKEN = zeros(10)
_NO_RAILCARS = (0.0,) * 4


def observer(content: Content, config: Config[Any]) -> Observer[View]:
    """Return the reader of feature vectors; players come from the own seat on, cities and crew kinds in the order of the content file."""
    read = _Features(content)
    players, cities, kinds = config.players, len(content.cities), len(content.crew)
    routes = 1 + cities
    spaces = 2 * len(REGIONS)
    return Observer(
        [
            ("decision", len(DECISIONS), "which decision is open, in the order of the rules page", (0.0, 1.0), read.phase),
            ("clock", 7, "turn of 48, season (4 flags), tokens in the bag of 36, to act", (0.0, 1.0), read.clock),
            ("turn", 11, "base, extra and taken steps, crew action done, what is armed", (0.0, 1.0), read.turn),
            ("tokens", cities * 10, "per city: kind (3 flags), improved, cargo (4), most points, most cash and coal", (0.0, 1.0), read.map),
            ("hand", 10, "the token in hand of the active player, as above", (0.0, 1.0), read.hand),
            (
                "players",
                players * 18,
                "cash, coal, points, cargo (4), caboose, wild ticket, tickets (4), to act, railcars (4)",
                (0.0, 1.0),
                read.players,
            ),
            ("trains", players * cities, "where each train stands", (0.0, 1.0), read.trains),
            ("routes", players * 2 * routes, "per slot: points, then each city: 1 marked, 0.5 listed", (0.0, 1.0), read.held),
            ("offers", (MOST_DISPLAYED + 2) * routes, "the display and the own dealt routes, as above", (0.0, 1.0), read.offers),
            ("crew", players * kinds, "per kind held: 1 ready, 0.5 fresh or used", (0.0, 1.0), read.crew),
            ("market", spaces * kinds, "the kind in each space of the crew market, basic N E S W, skilled N E S W", (0.0, 1.0), read.market),
        ]
    )


# ---- how good ------------------------------------------------------------------------------------------------------------------------

CASH_WORTH = 0.36
COAL_WORTH = 0.6
"""What a dollar and a coal are worth in points while there is time to use them."""
READY = 0.92
"""The share of an order's worth that counts while its cargo is on the train and the order still lies on the map."""
MISSING = 0.3
"""How much of it each missing cargo takes away."""
LATER_TARGETS = (1.0, 0.35, 0.15)
"""How much the best targets count, the best one first: not all of them will be reached."""


def evaluate(content: Content, view: View) -> float:
    """Return about how many points the player who looks is ahead of the best other one: points, goods, and what is within reach."""
    if view.player is None:
        return 0.0
    scores = [player.points + sum(bonus_points(content, player)) for player in view.players]
    best_other = max(score for seat, score in enumerate(scores) if seat != view.player)
    if not view.pending:
        return float(scores[view.player] - best_other)
    return _worth(content, view, view.players[view.player]) - best_other


def _turns_left(content: Content, view: View) -> int:
    """How many more turns the player who looks begins; all players have equally many (STS-11.2)."""
    players, seat = view.config.players, view.player or 0
    turns = sum(content.in_play(season, players) for season in SEASONS) - len(content.cities) + players
    place = (seat - view.clock.first) % players
    return turns // players - (view.clock.turn_number + players - 1 - place) // players


def _worth(content: Content, view: View, player: Player) -> float:
    left = _turns_left(content, view)
    coal_rate, cash_rate = rates(content, player)
    cash, coal = (CASH_WORTH, COAL_WORTH) if left > 1 else (1 / cash_rate, 1 / coal_rate)
    worth = player.points + cash * player.cash + coal * player.coal
    worth += 0.3 * left * len(player.train.railcars)
    worth += sum(0.25 + 0.12 * left for member in player.crew if member is not None)
    worth += min(4, left) * 0.2 * sum(map(len, player.tickets)) + (0.3 * left if player.wild_route is not None else 0.0)
    worth += _hopes(content, view, player, left, cash, coal)
    return worth + _route_hopes(content, player, left)


def _reward(reward: Reward, cash: float, coal: float) -> float:
    return reward.points + cash * reward.cash + coal * reward.coal + 0.9 * (sum(reward.cargo) + reward.any_cargo)


def _hopes(content: Content, view: View, player: Player, left: int, cash: float, coal: float) -> float:
    """What the tokens on the map promise, and the one in hand."""
    mine = view.clock.active == view.player
    top = view.pending[0] if mine else None
    at_station = isinstance(top, st.PendingStation) or (mine and player.token is not None)
    turns = left + (mine and not at_station and not isinstance(top, st.PendingCrew))
    hopes = []
    if turns:
        distances = content.map.distances[player.train.city]
        closed = {other.train.city for seat, other in enumerate(view.players) if seat != view.player}
        closed.add(view.turn.start_city if mine else player.train.city)
        for city, token in zip(content.city, view.board.tokens, strict=True):
            if token is not None and city not in closed:
                far = max(0, distances[city] - 1)
                hope = _promise(content, player, token, cash, coal) - coal * far
                hopes.append(hope if far <= player.coal + 1 else 0.5 * hope)
    if mine and player.token is not None:
        hopes.append(_promise(content, player, player.token, cash, coal) / READY)
    hopes.sort(reverse=True)
    return sum(share * max(0.0, hope) for share, hope in zip(LATER_TARGETS[: max(1, turns)], hopes, strict=False))


def _promise(content: Content, player: Player, token: st.Token, cash: float, coal: float) -> float:
    """What one token promises a player with this train."""
    if token.id in content.order:
        order = content.order[token.id]
        missing = sum(max(0, wanted - held) for wanted, held in zip(order.cost, player.train.cargo, strict=True))
        missing = max(0, missing - len(player.train.railcars))
        best = max(_reward(reward, cash, coal) for reward in order.rewards)
        return READY * best * max(0.0, 1.0 - MISSING * missing)
    if token.id in content.supply_token:
        supply = content.supply_token[token.id]
        return READY * _reward(supply.improved if token.improved else supply.base, cash, coal)
    return 2.0


def _route_hopes(content: Content, player: Player, left: int) -> float:
    """What the routes in the slots promise, by how far their cities are."""
    distances = content.map.distances[player.train.city]
    hope = 0.0
    for route in player.routes:
        if route is None or not left:
            continue
        card = content.route[route.card]
        gain = _reward(card.reward, CASH_WORTH, COAL_WORTH)
        if route.marker is None:
            first, second = card.cities
            way = min(distances[first], distances[second]) + content.map.distances[first][second]
        else:
            way = next(distances[city] for city in card.cities if city != route.marker)
        hope += gain * max(0.0, 1.0 - way / (2.2 * left + 1)) * (0.9 if route.marker is not None else 0.7) * 0.97**way
    return hope
