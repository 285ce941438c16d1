"""Station to Station in words: what happens as sentences, and the table as a person sees it."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from railrules.games.station_to_station import events as ev
from railrules.games.station_to_station import state as st
from railrules.games.station_to_station.abilities import Counts, ImportCoal, Reward
from railrules.games.station_to_station.content import REGIONS, ROWS, SEASONS, Content
from railrules.games.station_to_station.events import Event
from railrules.games.station_to_station.rules.crew import price
from railrules.games.station_to_station.rules.market import Applied, cargo_price, coal_price
from railrules.games.station_to_station.rules.scoring import bonus_points, final_scores
from railrules.games.station_to_station.rules.station import discounts_of, payable, side
from railrules.games.station_to_station.rules.work import cargo_spaces, coal_spaces, in_words
from railrules.games.station_to_station.view import View


class Text:
    """The words of Station to Station with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content
        # The same few dozen things lie on the table in every position.
        self.token = cache(self._token)
        self.route = cache(self._route)

    # ---- small things ------------------------------------------------------------------------------------------------------------------

    def people(self, view: View, names: Sequence[str] | None) -> list[str]:
        """Return how the players are called."""
        return view.config.people(names)

    def city(self, city: str) -> str:
        """Return the name of a city."""
        return self.content.city[city].name

    def cargo(self, counts: Counts) -> str:
        """Return numbers of cargo in words, such as ``2 steel, 1 oil``."""
        return in_words(self.content, counts)

    def reward(self, reward: Reward) -> str:
        """Return a reward in words, such as ``5 points, $8, 1 coal``."""
        parts = [_counted(reward.points, "point")] if reward.points else []
        parts += [f"${reward.cash}"] if reward.cash else []
        parts += [f"{reward.coal} coal"] if reward.coal else []
        parts += [self.cargo(reward.cargo)] if any(reward.cargo) else []
        parts += [f"{reward.any_cargo} of any cargo"] if reward.any_cargo else []
        return ", ".join(parts)

    def _token(self, token: st.Token) -> str:
        """Return what a station token offers."""
        content = self.content
        if token.id in content.order:
            order = content.order[token.id]
            return f"{token.id} order {self.cargo(order.cost)} -> {' or '.join(map(self.reward, order.rewards))}"
        if token.id in content.railcar:
            return f"{token.id} railcar {'/'.join(side(content, token))}"
        supply = content.supply_token[token.id]
        return f"{token.id} supply {self.reward(supply.improved if token.improved else supply.base)}"

    def _route(self, card: str, marker: str | None) -> str:
        """Return a route card with a star at the city that is marked."""
        route = self.content.route[card]
        cities = " - ".join(f"{self.city(city)}{'*' if city == marker else ''}" for city in route.cities)
        return f"{card} {cities} ({self.reward(route.reward)})"

    def crew(self, card: str) -> str:
        """Return a crew card by name, with what it does."""
        kind = self.content.crew_kind[card]
        return f"{card}: {kind.text}"

    # ---- events ------------------------------------------------------------------------------------------------------------------------

    def event_to_str(self, event: Event, people: Sequence[str]) -> str:
        """Return what the table says when `event` happens; empty for what another sentence says anyway."""
        sentence, seat = self._sentence(event, people), getattr(event, "seat", None)
        return sentence if seat is None or not sentence else f"{people[seat]} {sentence}"

    def _sentence(self, event: Event, people: Sequence[str]) -> str:
        match event:
            case ev.GameStarted(players, first, _, _):
                return f"{players} players set out; {people[first]} begins."
            case ev.StartingRouteDealt(_, card, city):
                return f"starts in {self.city(city)} with {self.route(card, city)}."
            case ev.RoutesDealt(_, None, count):
                return f"gets {count} routes to choose from."
            case ev.RoutesDealt(_, cards, _):
                return f"chooses between {' and '.join(self.route(card, None) for card in cards or ())}."
            case ev.RouteKept(_, kept, discarded, marker):
                return f"keeps {self.route(kept, marker)} and discards {discarded}."
            case ev.TurnStarted(_, number, city, _):
                return f"begins turn {number} in {self.city(city)}."
            case ev.CoalBought(_, price):
                return f"buys coal for ${price}."
            case ev.CargoBought(_, cargo, count, price, coal, imported):
                return f"{'imports' if imported else 'buys'} {count} {cargo} for ${price}{f' and {coal} coal' if coal else ''}."
            case ev.MarketEnded():
                return "leaves the market."
            case ev.CrewUsed(_, card, _, _, _):
                return f"uses {card}."
            case ev.Gained():
                return self._gained(event)
            case ev.CargoChosen(_, cargo, _):
                return f"takes 1 {cargo}."
            case ev.CargoDiscarded(_, cargo, cause):
                return f"{'gives back' if cause == 'exchange' else 'discards'} 1 {cargo}."
            case ev.CoalSpilled(_, amount):
                return f"loses {amount} coal for want of space."
            case ev.TrainMoved(_, _, target, paid, sea):
                return f"{'sails' if sea else 'moves'} to {self.city(target)}{' for 1 coal' if paid == 'coal' else ''}."
            case ev.TrainStopped(_, city, shared):
                return f"stops in {self.city(city)}{', which is occupied, and travels on' if shared else ''}."
            case ev.RouteMarked(_, card, city):
                return f"marks {self.city(city)} on {card}."
            case ev.RouteCompleted(_, card, _):
                return f"completes {self.route(card, None)}."
            case ev.RouteDropped(_, card, _):
                return f"discards {card}."
            case ev.RouteTaken(_, _, card, source):
                return f"takes {self.route(card, None)} {'from the deck' if source == 'deck' else 'from the display'}."
            case ev.TokenPickedUp(_, _, token, improved):
                return f"picks up {self.token(st.Token(token, improved))}."
            case ev.TokenImproved(_, token):
                return f"turns {token} to its improved side."
            case ev.DiscountUsed(_, source, cargo):
                return f"saves 1 {cargo} thanks to {source}."
            case ev.OrderCompleted(_, token, city, region, paid, _):
                return f"delivers {self.cargo(paid) or 'nothing'} for {token} in {self.city(city)}, a ticket of {region}."
            case ev.SupplyTaken(_, token, _):
                return f"uses {token}."
            case ev.RailcarTaken(_, token, improved):
                return f"hitches the railcar {token} ({'/'.join(side(self.content, st.Token(token, improved)))})."
            case ev.TokenWorked(_, token, _):
                return f"gives up {token} and works."
            case ev.TicketPaid(_, _, _, item, counts_as):
                return f"pays the ticket {item}{' as a wild one' if counts_as == 'wild' else ''}."
            case ev.CrewHired(_, card, _, region):
                return f"hires {card} for {region}."
            case ev.CrewDismissed(_, card, _):
                return f"dismisses {card}."
            case ev.CabooseGained(_, caboose, points):
                return f"couples the caboose {caboose} for {_counted(points, 'point')}."
            case ev.TokensDrawn(_, tokens):
                return f"draws {' and '.join(tokens)} to choose from."
            case _:
                return self._of_the_table(event, people)

    def _of_the_table(self, event: Event, people: Sequence[str]) -> str:
        """What happens to the table, not to a player."""
        match event:
            case ev.TokenPlaced(city, token, improved, _):
                return f"{self.city(city)} gets {self.token(st.Token(token, improved))}."
            case ev.RouteDeckReshuffled(count):
                return f"The {count} discarded routes become a new deck."
            case ev.CrewDeckReshuffled(row, count):
                return f"The {count} discarded {row} crew cards become a new deck."
            case ev.CrewMarketFilled(row, region, card):
                return f"The {row} crew of {region} is now {card}."
            case ev.RouteDisplayFilled(_, card):
                return f"On offer: {self.route(card, None)}."
            case ev.SeasonEnded(season, following, flipped, count):
                turns = "turns to its improved side" if len(flipped) == 1 else "turn to their improved sides"
                turned = f"; {', '.join(flipped)} {turns}" if flipped else ""
                return f"{season.capitalize()} is over{turned}. {following.capitalize()} begins with {count} tokens in the bag."
            case ev.GameEnded(scores, winners):
                points = ", ".join(f"{name} {score.total}" for name, score in zip(people, scores, strict=True))
                verb = "wins" if len(winners) == 1 else "win"
                return f"The journey is over: {' and '.join(people[seat] for seat in winners)} {verb}. Points: {points}."
            case _:
                return ""

    def _gained(self, event: ev.Gained) -> str:
        came = self.reward(Reward(event.points, event.cash, event.coal, event.cargo))
        lost = [f"{event.coal_lost} coal"] if event.coal_lost else []
        lost += [self.cargo(event.cargo_missing)] if any(event.cargo_missing) else []
        if not came and not lost:
            return ""
        missed = f" (lost: {', '.join(lost)})" if lost else ""
        return f"gains {came or 'nothing'}{missed}."

    # ---- the table ---------------------------------------------------------------------------------------------------------------------

    def summary(self, view: View) -> str:
        """Return how things stand, in a line."""
        players = "; ".join(
            f"{player.points}p ${player.cash} {player.coal}c {sum(player.train.cargo)} cargo {player.train.city}" for player in view.players
        )
        return f"turn {view.clock.turn_number} {view.clock.season} bag {view.board.bag_count}: {players}"

    def describe(self, view: View, names: Sequence[str] | None) -> str:
        """Return the table as `view` shows it."""
        people = self.people(view, names)
        sections = [
            self._headline(view, people),
            self._in_effect(view),
            self._map(view, people),
            self._market(view),
            self._reach(view),
            self._offers(view),
            self._players(view, people),
        ]
        return "\n\n".join(section for section in sections if section)

    def _headline(self, view: View, people: list[str]) -> str:
        clock, players = view.clock, view.config.players
        last = sum(self.content.in_play(season, players) for season in SEASONS) - len(self.content.cities) + players
        known = view.board.bag_known.items
        among = f", {', '.join(known)} among them" if known else ""
        head = f"Station to Station, turn {clock.turn_number} of {last}, {clock.season}, {_counted(view.board.bag_count, 'token')} in the bag{among}"
        if not view.pending:
            scores = final_scores(self.content, view.players)
            winners = " and ".join(name for name, score in zip(people, scores, strict=True) if score.place == 1)
            lines = []
            for name, score in zip(people, scores, strict=True):
                parts = f"{score.points} in play, {score.coal_points} for coal, {score.cash_points} for cash"
                lines.append(f"{name:<{_width(people)}} {score.total:>4} points: {parts}")
            return "\n".join([f"{head}: over", f"{winners} won.", *lines])
        return f"{head}\n{people[clock.active]} {self._question(view)}"

    def _question(self, view: View) -> str:
        content, player, top = self.content, view.players[view.clock.active], view.pending[-1]
        match top:
            case st.PendingKeepRoute(seat):
                pair = view.routes.dealt if seat == view.player else ()
                shown = "; ".join(f"{index}: {self.route(card, None)}" for index, card in enumerate(pair))
                return f"keeps one of two routes (keep route INDEX){': ' + shown if shown else ''}"
            case st.PendingMarket():
                return "buys in the market (buy coal, buy CARGO, use REGION, end market)"
            case st.PendingTravel():
                free = view.turn.base_steps + view.turn.extra_steps
                return f"travels from {self.city(player.train.city)}: {_counted(free, 'free step')} (step CITY, stop, use REGION)"
            case st.PendingStation():
                if player.token is None:
                    return f"is at the station with no token ({self._works('work')}, use REGION)"
                use = {"order": "deliver"}.get(kind := content.token_kind[player.token.id], kind)
                return f"is at the station with {self.token(player.token)} ({use}, {self._works('work')}, use REGION)"
            case st.PendingCrew() if view.turn.crew_action_done:
                return "may use crew (use REGION), and ends the turn (end turn)"
            case st.PendingCrew():
                return "may hire (hire ROW REGION), gain a caboose (caboose) or use crew (use REGION), and ends the turn (end turn)"
            case st.PendingTrim():
                spaces = cargo_spaces(content, player.crew)
                return f"has {self.cargo(player.train.cargo)} on a train of {spaces} and discards one (discard CARGO)"
            case st.PendingTakeRoute(slot):
                return f"takes a route for slot {slot} (take SPACE, take deck)"
            case st.PendingDiscount(cost, discounts):
                return f"still pays {self.cargo(cost)}; {discounts[0].source} saves one of {'/'.join(discounts[0].types)} (save CARGO)"
            case st.PendingReward(order):
                options = "; ".join(f"{index}: {self.reward(reward)}" for index, reward in enumerate(content.order[order].rewards))
                return f"chooses the reward of {order} (reward OPTION): {options}"
            case st.PendingWorkReward(card):
                return f"gets a Work reward from {card} ({self._works('bonus')})"
            case st.PendingAnyCargo(left, _):
                return f"chooses {left} cargo (choose CARGO)"
            case st.PendingGiveCargo():
                return "gives back a cargo for another one (give CARGO)"
            case st.PendingGetCargo(given):
                return f"takes another cargo than {given} (choose CARGO)"
            case st.PendingDropRoute():
                return "discards a standard route for a new one (drop SLOT)"
            case st.PendingPayment():
                return f"{self._payment(view, top)} (pay order REGION, pay crew REGION, pay wild)"
            case st.PendingKeepCrew(region, _, new_card):
                member = player.crew[REGIONS.index(region)]
                old = "nothing" if member is None else member.card
                return f"keeps {old} or {new_card} in {region} (keep old, keep new)"
            case _:
                assert isinstance(top, st.PendingPlaceToken)  # steps that are due are never open
                shown = "; ".join(f"{index}: {self.token(st.Token(token))}" for index, token in enumerate(top.tokens))
                return f"places one of the tokens (place INDEX): {shown}"

    def _in_effect(self, view: View) -> str:
        """What used crew cards left for later in the turn; a card may be gone by then."""
        armed = view.turn.armed
        parts = [f"may sail {_counted(armed.sea_steps, 'step')}"] if armed.sea_steps else []
        parts += [f"{' and '.join(armed.pass_cards)} can be marked in passing"] if armed.pass_cards else []
        parts += [f"{discount.source} saves one of {'/'.join(discount.types)} on an order" for discount in armed.order_discounts]
        parts += ["an order brings all its rewards"] if armed.all_options else []
        parts += [f"hiring costs {_counted(armed.hire_discount, 'ticket')} less"] if armed.hire_discount else []
        parts += [f"{_counted(armed.ticket_wilds, 'ticket')} may count as wild"] if armed.ticket_wilds else []
        parts += [f"the next token is chosen of {armed.bag_choice}"] if armed.bag_choice else []
        return f"In effect: {'; '.join(parts)}" if parts else ""

    def _works(self, word: str) -> str:
        return ", ".join(f"{word} {index}: {self.reward(reward)}" for index, reward in enumerate(self.content.economy.work))

    def _payment(self, view: View, pending: st.PendingPayment) -> str:
        if pending.purpose == "caboose":
            return f"pays for a caboose, {pending.paid} of 4 tickets so far, regions covered: {' '.join(pending.covered) or 'none'}"
        row, region = pending.row or ROWS[0], pending.region or REGIONS[0]
        card = view.crew[ROWS.index(row)].market.spaces[REGIONS.index(region)]
        matching, others = (left - pending.paid for left in price(row, view.turn.armed))
        if pending.matched or matching == others:
            still = f"{matching} more"
        else:
            still = f"{matching} more with one that matches {region} among them, else {others}"
        return f"pays for {card} ({row}, {region}): {_counted(pending.paid, 'ticket')} so far, still {still}"

    # ---- map and market ----------------------------------------------------------------------------------------------------------------

    def _centre(self, view: View) -> str:
        """The city that the map is drawn around: where the player who looks stands."""
        return view.players[view.clock.active if view.player is None else view.player].train.city

    def _map(self, view: View, people: list[str]) -> str:
        content, centre = self.content, self._centre(view)
        far = content.map.distances[centre]
        trains: dict[str, list[str]] = {}
        for name, player in zip(people, view.players, strict=True):
            trains.setdefault(player.train.city, []).append(name)
        names = {city: f"{content.city[city].name}{' ~' if content.city[city].coal else ''}" for city in content.city}
        width = _width(names.values())
        lines = [f"{'steps':>5}  {'city':<{width}}  region  market         token or train; links (~ bonus coal)"]
        for city in sorted(content.city, key=lambda city: (far[city], content.city_index[city])):
            info, token = content.city[city], view.board.tokens[content.city_index[city]]
            here = [f"[{name}]" for name in trains.get(city, ())] + ([self.token(token)] if token is not None else [])
            links = ", ".join(content.map.neighbours[city])
            market = "/".join(info.market) or "-"
            lines.append(f"{far[city]:>5}  {names[city]:<{width}}  {info.region:<6}  {market:<13}  {' '.join(here) or '-'}")
            lines.append(f"{'':>5}  {'':<{width}}  {'':<6}  {'':<13}  to {links}")
        return "\n".join(lines)

    def _market(self, view: View) -> str:
        """What everything costs where the active player stands, and why."""
        if not view.pending or view.clock.turn_number == 0:
            return ""
        content, player, allowances = self.content, view.players[view.clock.active], view.turn.allowances
        city = player.train.city
        price, applied = coal_price(content, player.crew, allowances)
        coal_offer = f"coal ${price} each ({view.supply.coal} left){self._why(player, applied)}"
        offers = []
        for index, cargo in enumerate(content.cargo):
            price, coal, applied = cargo_price(content, player.crew, allowances, city, index)
            kind = "local" if cargo.id in content.city[city].market else "imported"
            left = "" if view.config.options.cargo_supply == "unlimited" else f", {view.supply.cargo[index]} left"
            offers.append(f"{cargo.id} ${price}{f' + {coal} coal' if coal else ''} ({kind}{left}){self._why(player, applied)}")
        return f"Market in {self.city(city)}: {coal_offer}; per pair {'; '.join(offers)}"

    def _why(self, player: st.Player, applied: list[Applied]) -> str:
        reasons = []
        for slot, _, ability in applied:
            member = player.crew[slot]
            unit = " coal" if isinstance(ability, ImportCoal) else ""
            reasons.append(f"{'' if member is None else member.card} {ability.delta}{unit}")
        return f" [{', '.join(reasons)}]" if reasons else ""

    def _reach(self, view: View) -> str:
        """The orders that the player who looks can get to with the coal in hand, and what is missing for them."""
        if view.player is None or not view.pending or view.clock.turn_number == 0:
            return ""
        content, player = self.content, view.players[view.player]
        city, free = player.train.city, content.economy.free_steps
        if view.player == view.clock.active and isinstance(view.pending[0], st.PendingTravel):  # under way; else the next Travel is meant
            free = view.turn.base_steps + view.turn.extra_steps
        steps = free + player.coal
        railcars = discounts_of(content, player, st.NOT_ARMED, cumulative=view.config.options.railcars_cumulative)
        lines = []
        for other in sorted(content.city, key=lambda name: (content.map.distances[city][name], content.city_index[name])):
            far, token = content.map.distances[city][other], view.board.tokens[content.city_index[other]]
            if far <= steps and token is not None and token.id in content.order:
                cost = content.order[token.id].cost
                first, second, third, fourth = (max(0, wanted - held) for wanted, held in zip(cost, player.train.cargo, strict=True))
                missing = self.cargo((first, second, third, fourth))
                if not payable(content, cost, player.train.cargo, railcars):
                    told = f"missing {missing}"
                else:
                    told = f"ready to deliver, as railcars save {missing}" if missing else "ready to deliver"
                lines.append(f"  {far} to {self.city(other)}: {token.id}, {told}")
        return "\n".join([f"Orders within {_counted(steps, 'step')}:", *lines]) if lines else ""

    # ---- cards and players -------------------------------------------------------------------------------------------------------------

    def _offers(self, view: View) -> str:
        routes = [f"  {space}: {self.route(card, None)}" for space, card in view.routes.display.cards()]
        lines = [f"Routes on offer ({_pile(view.routes.deck_size, view.routes.discard)}):", *(routes or ["  none"])]
        for row, name in zip(view.crew, ROWS, strict=True):
            lines.append(f"{name.capitalize()} crew ({_pile(row.deck_size, row.discard)}):")
            lines += [f"  {REGIONS[space]}: {self.crew(card)}" for space, card in row.market.cards()]
        if view.board.cabooses:
            top = view.board.cabooses[0]
            lines.append(f"Next caboose: {top}, {_counted(self.content.caboose_points[top], 'point')} for a ticket of each region")
        return "\n".join(lines)

    def _players(self, view: View, people: list[str]) -> str:
        lines = []
        for seat, (name, player) in enumerate(zip(people, view.players, strict=True)):
            own = " (you)" if seat == view.player else ""
            coal, cash = bonus_points(self.content, player)
            coal_max, cargo_max = coal_spaces(self.content, player.crew), cargo_spaces(self.content, player.crew)
            lines.append(
                f"{name}{own} in {self.city(player.train.city)}: {_counted(player.points, 'point')} (+{coal + cash} for coal and cash), "
                f"${player.cash}, {player.coal} of {coal_max} coal"
            )
            lines.append(f"  cargo    {self.cargo(player.train.cargo) or 'none'} ({sum(player.train.cargo)} of {cargo_max})")
            lines += self._possessions(player)
        return "\n".join(lines)

    def _possessions(self, player: st.Player) -> Iterable[str]:
        for slot, route in enumerate(player.routes):
            yield f"  route {slot}  {'none' if route is None else self.route(route.card, route.marker)}"
        if player.train.railcars:
            yield f"  railcars {'; '.join(self.token(token) for token in player.train.railcars)}"
        if player.train.caboose is not None:
            yield f"  caboose  {player.train.caboose}"
        tickets = [f"{region} {', '.join(stack)}" for region, stack in zip(REGIONS, player.tickets, strict=True) if stack]
        tickets += [f"wild {player.wild_route}"] if player.wild_route is not None else []
        if tickets:
            yield f"  tickets  {'; '.join(tickets)}"
        for region, member in zip(REGIONS, player.crew, strict=True):
            if member is not None:
                state = " (just hired)" if member.fresh else " (used)" if member.used else ""
                yield f"  crew {region}   {self.crew(member.card)}{state}"
        if player.token is not None:
            yield f"  in hand  {self.token(player.token)}"


def _pile(left: int, discard: tuple[str, ...]) -> str:
    """A deck by its number, and the cards of its discard pile, which come back when it is used up."""
    return f"deck {left}{', discarded ' if discard else ''}{', '.join(discard)}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _width(texts: Iterable[Any]) -> int:
    return max(len(str(text)) for text in texts)
