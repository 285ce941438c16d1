"""The Travel phase (STS-5): steps, stops, and the look-ahead that keeps a train from being stranded."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

from railrules import Rejection
from railrules.games.station_to_station.abilities import Reward
from railrules.games.station_to_station.actions import StepTo, StopHere
from railrules.games.station_to_station.content import Content
from railrules.games.station_to_station.events import TokenPickedUp, TrainMoved, TrainStopped, TravelRepeated
from railrules.games.station_to_station.rules.effects import UseCrewRule, rearm
from railrules.games.station_to_station.rules.gains import gain
from railrules.games.station_to_station.rules.lookahead import can_finish
from railrules.games.station_to_station.rules.routes import check_routes
from railrules.games.station_to_station.rules.work import PhaseRule, Work, WorkRule, active
from railrules.games.station_to_station.state import DueStopCheck, DueTriggers, PendingStation, State, Turn

STOPS = (StopHere(),)
STATION = PendingStation()
SHARED_STOP = DueTriggers("shared_stop")
BONUS_COAL = DueTriggers("bonus_coal")


class StepToRule(WorkRule[StepTo]):
    """STS-5.1 to 5.4, 5.10, 9.12, 9.13: one step along a link, or by sea."""

    action = StepTo

    def __init__(self, content: Content, settle: Callable[[Work], None]) -> None:
        super().__init__(content, settle)
        steps = {city: StepTo(city) for city in content.city}
        self.by_land = {city: tuple(steps[beside] for beside in content.map.neighbours[city]) for city in steps}
        ports = content.coal_cities
        # By sea and by land, for those cities from which there is a way by sea.
        self._by_sea = {
            city: tuple(steps[other] for other in steps if other != city and other in (*ports, *content.map.neighbours[city])) for city in ports
        }

    def candidates(self, state: State) -> Iterable[StepTo]:
        city = active(state).train.city
        return self._by_sea.get(city, self.by_land[city]) if state.turn.armed.sea_steps else self.by_land[city]

    def reject(self, state: State, action: StepTo) -> Rejection | None:
        player, turn, target = active(state), state.turn, action.city
        city = player.train.city
        if target not in self.content.map.neighbours[city] and not (turn.armed.sea_steps and self._is_sea(city, target)):
            linked = ", ".join(step.city for step in self.candidates(state))
            text = "there is no track from {city} to {target}; expected one of: {linked}"
            return Rejection.of("no-track", "STS-5.1", text, city=city, target=target, linked=linked)
        free, budget = turn.base_steps, turn.extra_steps + player.coal
        if not free and not budget:
            return Rejection("no-step-left", "STS-5.2", "there is no free step and no coal left")
        free, budget = (free - 1, budget) if free else (free, budget - 1)
        occupied = [other.train.city for seat, other in enumerate(state.players) if seat != state.clock.active]
        if not can_finish(self.content, turn, occupied, target, free, budget, turn.stopped):
            return Rejection.of("cannot-finish-travel", "STS-5.10", "from {target} the train could not end its travel", target=target)
        return None

    def _is_sea(self, city: str, target: str) -> bool:
        ports = self.content.coal_cities
        return city in ports and target in ports and city != target

    def perform(self, work: Work, action: StepTo) -> None:
        turn, city, target = work.turn, work.city, action.city
        sea = target not in self.content.map.neighbours[city]
        paid: Literal["base", "extra", "coal"]
        if turn.base_steps:
            paid = "base"
            work.travel(turn, turn.base_steps - 1, turn.extra_steps, turn.steps_taken + 1)
        elif turn.extra_steps:
            paid = "extra"
            work.travel(turn, 0, turn.extra_steps - 1, turn.steps_taken + 1)
        else:
            paid = "coal"
            work.pay_coal(1)
            work.travel(turn, 0, 0, turn.steps_taken + 1)
        if sea:
            rearm(work, sea_steps=turn.armed.sea_steps - 1)
        work.city = target
        if work.log is not None:
            work.log.append(TrainMoved(work.seat, city, target, paid, sea))
        if turn.armed.pass_cards:
            check_routes(work, turn.armed.pass_cards)


class StopHereRule(WorkRule[StopHere]):
    """STS-5.5 to 5.10: the end of a movement; the routes are checked, then whether the city is shared."""

    action = StopHere

    def candidates(self, state: State) -> Iterable[StopHere]:
        return STOPS

    def reject(self, state: State, action: StopHere) -> Rejection | None:
        acting, turn = state.clock.active, state.turn
        player = state.players[acting]
        city = player.train.city
        if not turn.steps_taken:
            return Rejection("must-move-first", "STS-5.5", "the train must make a step first")
        if city == turn.start_city:
            return Rejection.of("stop-at-start-city", "STS-5.6", "the turn began in {city}", city=city)
        if city in turn.stopped:
            return Rejection.of("already-stopped-there", "STS-5.7", "the train has stopped in {city} before", city=city)
        occupied = [other.train.city for seat, other in enumerate(state.players) if seat != acting]
        if city in occupied and not self.can_repeat(turn, occupied, city, turn.extra_steps + player.coal):
            return Rejection.of("cannot-finish-travel", "STS-5.10", "{city} is shared, and the train could not go on", city=city)
        return None

    def can_repeat(self, turn: Turn, occupied: Collection[str], city: str, budget: int) -> bool:
        """STS-5.10: whether a train that stops in a shared city can end the Travel that begins there."""
        closed, free = (*turn.stopped, city), self.content.economy.free_steps - 1
        return any(can_finish(self.content, turn, occupied, beside, free, budget, closed) for beside in self.content.map.neighbours[city])

    def perform(self, work: Work, action: StopHere) -> None:
        if work.log is not None:
            work.log.append(TrainStopped(work.seat, work.city, work.shared()))
        work.pending.append(DueStopCheck())
        check_routes(work)


class TravelRule(PhaseRule):
    """All that a train can do on its way, after one look at where the others are."""

    def __init__(self, content: Content, settle: Callable[[Work], None], use: UseCrewRule) -> None:
        self._step, self._stop, self._use = StepToRule(content, settle), StopHereRule(content, settle), use
        super().__init__(self._step, self._stop, use)
        self._content = content
        self._beside = {city: frozenset(beside) for city, beside in content.map.neighbours.items()}

    def legal(self, state: State) -> tuple[Any, ...]:
        turn, acting = state.turn, state.clock.active
        player = state.players[acting]
        city, start, stopped = player.train.city, turn.start_city, turn.stopped
        free, budget = turn.base_steps, turn.extra_steps + player.coal
        occupied = [other.train.city for seat, other in enumerate(state.players) if seat != acting]
        listed: tuple[Any, ...] = ()
        if free or budget:
            listed = self._step.by_land[city]
            if turn.armed.sea_steps or not self._beside[city].isdisjoint((start, *occupied)):  # else every step leads where the train may stop
                left = (free - 1, budget) if free else (free, budget - 1)
                steps = self._step.candidates(state)
                listed = tuple([step for step in steps if can_finish(self._content, turn, occupied, step.city, *left, stopped)])
        may_stop = turn.steps_taken and city != start and city not in stopped
        if may_stop and (city not in occupied or self._stop.can_repeat(turn, occupied, city, budget)):
            listed += STOPS
        return listed + self._use.legal(state) if any(player.crew) else listed


def check_stop(work: Work, due: DueStopCheck) -> None:
    """STS-5.9, 7.1, 7.2: in a shared city Travel begins again; else the token is picked up, with the bonus coal of the city."""
    turn, city, content = work.turn, work.city, work.content
    if work.shared():
        stopped = tuple(sorted((*turn.stopped, city), key=content.city_index.__getitem__))
        work.turn = Turn(
            turn.start_city, content.economy.free_steps, turn.extra_steps, 0, stopped, turn.crew_action_done, turn.allowances, turn.armed
        )
        if work.log is not None:
            work.log.append(TravelRepeated(work.seat, city))
        work.expect(SHARED_STOP)
        return
    work.pending[-1] = STATION
    token = work.board.tokens[content.city_index[city]]
    if token is not None:
        work.token = token
        work.lay_token(city, None)
        if work.log is not None:
            work.log.append(TokenPickedUp(work.seat, city, token.id, token.improved))
    if content.city[city].coal:
        work.expect(BONUS_COAL)
        gain(work, Reward(coal=content.economy.bonus_coal), "bonus_coal")
