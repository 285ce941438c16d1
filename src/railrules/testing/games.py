"""`RightOfWay`: a tiny game of hidden information, small enough to be searched whole.

Two trains want the same single track. It has what makes games hard for tools - a hidden deal, secret choices, a bluff, chance in play, steps that
the engine takes by itself, redacted events - in some hundred histories. The conformance kit is tried on it and on broken copies of it; solvers can
be tried on it as on Kuhn poker, of which its bidding is a relative.

It is written against the public face of railrules alone, in one file.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, TypeAlias

from railrules import (
    OVER,
    ActionCodec,
    ActionRule,
    Chance,
    Config,
    Decision,
    FrameRules,
    Game,
    GameInfo,
    Limits,
    Observer,
    Outcome,
    Rejection,
    RuleBook,
    check_viewer,
    int_range,
    on_off,
    option,
    options_of,
    value,
)
from railrules.parts import Pool

RULES = """\
# Right of Way

Two trains approach a single track from both ends. Every driver holds a warrant, sets a route in secret, and bluffs.

- **ROW-1** Two players. The warrants are 1, 1, 2, 2 and 3. A round begins with one for each player, drawn face down; the others stay hidden.
- **ROW-2** The leader, player 0 in the first round and the other one in the next, sets a route, north or south, in secret; then the other does.
- **ROW-3** Then the leader speaks: hold or claim. After a hold the other one may hold or claim too. With the option `claims` off all hold, at once.
- **ROW-4** A claim is answered: yield or insist. Who yields loses 1 point to the other, and nothing is shown.
- **ROW-5** After two holds or when the claim was insisted on, warrants and routes are shown. On different routes both trains pass, without points.
- **ROW-6** On the same route the higher warrant passes first and wins 1 point from the other, 2 after a claim. Equal warrants: a token is tossed.
- **ROW-7** After the last round more points win.
"""

Log = list[Any] | None
Route = Literal["north", "south"]

DECK = (1, 1, 2, 2, 3)
ROUTES: tuple[Route, ...] = ("north", "south")


@value
class Options:
    """How Right of Way is played."""

    rounds: int = option(1, int_range(1, 3), help="rounds", rule="ROW-7")
    claims: bool = option(True, on_off(), help="whether anybody may claim", rule="ROW-3")


# ---- positions -------------------------------------------------------------------------------------------------------------------------


@value
class Routing:
    """`player` sets a route."""

    player: int


@value
class Speaking:
    """`player` holds or claims; `second` if the leader held."""

    player: int
    second: bool


@value
class Answering:
    """`player` yields to the claim of the other one, or insists."""

    player: int


Pending: TypeAlias = Routing | Speaking | Answering


@value
class State:
    """A full position: scores, the warrants in hand, the routes set, and the pool of those left over."""

    config: Config[Options]
    round: int
    scores: tuple[int, ...]
    pool: Pool[int]
    warrants: tuple[int, ...]
    routes: tuple[Route | None, ...]
    shown: bool
    pending: Pending | None


# ---- actions ---------------------------------------------------------------------------------------------------------------------------


@value
class SetRoute:
    """Choose the own route in secret (ROW-2)."""

    route: Route


@value
class Hold:
    """Claim nothing (ROW-3)."""


@value
class Claim:
    """Claim the right of way (ROW-3)."""


@value
class Yield:
    """Let the other train pass (ROW-4)."""


@value
class Insist:
    """Do not yield (ROW-4)."""


Action: TypeAlias = SetRoute | Hold | Claim | Yield | Insist


# ---- events ----------------------------------------------------------------------------------------------------------------------------


@value
class WarrantDealt:
    """`player` got a warrant, which is None for everybody else."""

    player: int
    warrant: int | None


@value
class RouteWasSet:
    """`player` set a route, which is None for everybody else."""

    player: int
    route: Route | None


@value
class Spoke:
    """`player` held or claimed, by themselves or by rule."""

    player: int
    claimed: bool
    forced: bool


@value
class Answered:
    """`player` yielded or insisted."""

    player: int
    yielded: bool


@value
class Shown:
    """All warrants and routes, by player."""

    warrants: tuple[int, ...]
    routes: tuple[Route | None, ...]


@value
class RoundScored:
    """`winner` won `points` from the other one; None if nobody did."""

    winner: int | None
    points: int


Event: TypeAlias = WarrantDealt | RouteWasSet | Spoke | Answered | Shown | RoundScored


# ---- laws ------------------------------------------------------------------------------------------------------------------------------


class SetRouteRule(ActionRule[State, SetRoute]):
    """ROW-2."""

    action = SetRoute

    def candidates(self, state: State) -> Iterable[SetRoute]:
        """Both routes."""
        return (SetRoute("north"), SetRoute("south"))

    def reject(self, state: State, action: SetRoute) -> Rejection | None:
        """Refuse nothing: both are free."""
        return None

    def transition(self, state: State, action: SetRoute, chance: Chance, log: Log) -> State:
        """Note the route; the other one follows, or the leader speaks."""
        player = acting(state)
        if log is not None:
            log.append(RouteWasSet(player, action.route))
        routes = (action.route, state.routes[1]) if player == 0 else (state.routes[0], action.route)
        pending: Pending = Speaking(1 - player, second=False) if None not in routes else Routing(1 - player)
        return State(state.config, state.round, state.scores, state.pool, state.warrants, routes, False, pending)


class HoldRule(ActionRule[State, Hold]):
    """ROW-3, 5."""

    action = Hold

    def candidates(self, state: State) -> Iterable[Hold]:
        """The one there is."""
        return (Hold(),)

    def reject(self, state: State, action: Hold) -> Rejection | None:
        """Refuse nothing."""
        return None

    def transition(self, state: State, action: Hold, chance: Chance, log: Log) -> State:
        """Let the other one speak, or show after the second hold."""
        pending = state.pending
        assert isinstance(pending, Speaking)  # the book opens Hold at no other decision
        if log is not None:
            log.append(Spoke(pending.player, claimed=False, forced=not state.config.options.claims))
        if pending.second:
            return show(state, 1, chance, log)
        return waiting(state, Speaking(1 - pending.player, second=True))


class ClaimRule(ActionRule[State, Claim]):
    """ROW-3."""

    action = Claim

    def candidates(self, state: State) -> Iterable[Claim]:
        """The one there is."""
        return (Claim(),)

    def reject(self, state: State, action: Claim) -> Rejection | None:
        """Refuse what the option has switched off."""
        return None if state.config.options.claims else Rejection("no-claims", "ROW-3", "claims are switched off")

    def transition(self, state: State, action: Claim, chance: Chance, log: Log) -> State:
        """Ask the other one for an answer."""
        player = acting(state)
        if log is not None:
            log.append(Spoke(player, claimed=True, forced=False))
        return waiting(state, Answering(1 - player))


class YieldRule(ActionRule[State, Yield]):
    """ROW-4."""

    action = Yield

    def candidates(self, state: State) -> Iterable[Yield]:
        """The one there is."""
        return (Yield(),)

    def reject(self, state: State, action: Yield) -> Rejection | None:
        """Refuse nothing."""
        return None

    def transition(self, state: State, action: Yield, chance: Chance, log: Log) -> State:
        """Lose a point; nothing is shown."""
        player = acting(state)
        if log is not None:
            log.append(Answered(player, yielded=True))
        return score(state, 1 - player, 1, False, chance, log)


class InsistRule(ActionRule[State, Insist]):
    """ROW-4, 5."""

    action = Insist

    def candidates(self, state: State) -> Iterable[Insist]:
        """The one there is."""
        return (Insist(),)

    def reject(self, state: State, action: Insist) -> Rejection | None:
        """Refuse nothing."""
        return None

    def transition(self, state: State, action: Insist, chance: Chance, log: Log) -> State:
        """Show, for two points."""
        if log is not None:
            log.append(Answered(acting(state), yielded=False))
        return show(state, 2, chance, log)


class Book(RuleBook[State]):
    """What is open when."""

    frame = FrameRules(over="ROW-7", malformed="ROW-2", closed="ROW-3", player="ROW-1", turn="ROW-2")

    def __init__(self) -> None:
        super().__init__({Routing: (SetRouteRule(),), Speaking: (HoldRule(), ClaimRule()), Answering: (YieldRule(), InsistRule())})

    def decision(self, state: State) -> Decision:
        """The kind of the pending decision."""
        return OVER if state.pending is None else type(state.pending)

    def forced(self, state: State) -> bool:
        """ROW-3: with claims switched off all hold at once."""
        return type(state.pending) is Speaking


def acting(state: State) -> int:
    """Return the player who decides."""
    assert state.pending is not None  # nobody acts after the end
    return state.pending.player


def waiting(state: State, pending: Pending) -> State:
    """Return `state` at another decision of the same round."""
    return State(state.config, state.round, state.scores, state.pool, state.warrants, state.routes, state.shown, pending)


def deal(config: Config[Options], number: int, scores: tuple[int, ...], chance: Chance, log: Log) -> State:
    """ROW-1: begin a round."""
    warrants, pool = chance.draw(Pool(DECK), 2)
    if log is not None:
        log.extend(WarrantDealt(player, warrant) for player, warrant in enumerate(warrants))
    return State(config, number, scores, pool, warrants, (None, None), False, Routing(number % 2))


def show(state: State, points: int, chance: Chance, log: Log) -> State:
    """ROW-5, 6: show warrants and routes and find the winner."""
    if log is not None:
        log.append(Shown(state.warrants, state.routes))
    first, second = state.warrants
    winner: int | None = None
    if state.routes[0] == state.routes[1]:
        winner = chance.pick(2) if first == second else int(second > first)
    return score(state, winner, points, True, chance, log)


def score(state: State, winner: int | None, points: int, shown: bool, chance: Chance, log: Log) -> State:
    """ROW-4 to 7: move the points, then begin the next round or end the game."""
    if winner is None:
        points = 0
    if log is not None:
        log.append(RoundScored(winner, points))
    gain = points if winner == 0 else -points
    scores = (state.scores[0] + gain, state.scores[1] - gain)
    if state.round + 1 < state.config.options.rounds:
        return deal(state.config, state.round + 1, scores, chance, log)
    return State(state.config, state.round, scores, state.pool, state.warrants, state.routes, shown, None)


# ---- what each player sees -------------------------------------------------------------------------------------------------------------


@value
class View:
    """What `player` (None: a spectator) sees; a hidden warrant or route is None, and `set` says whose route was set."""

    player: int | None
    to_act: int | None
    config: Config[Options]
    round: int
    scores: tuple[int, ...]
    warrants: tuple[int | None, ...]
    routes: tuple[Route | None, ...]
    set: tuple[bool, ...]
    shown: bool
    pending: Pending | None


class RightOfWay(Game[State, Action, View]):
    """The game, to be built without arguments; it is not among the installed games."""

    info: ClassVar[GameInfo] = GameInfo(
        id="right-of-way",
        title="Right of Way",
        rules_version=1,
        package="railrules",
        min_players=2,
        max_players=2,
        default_players=2,
        designer="The railrules authors",
        year=2026,
        information="imperfect",
        chance="play",
        undo="information",
        terminations=("last-round",),
        options=options_of(Options),
        returns_range=(-1.0, 1.0),
    )
    state_type = State
    action_types = (SetRoute, Hold, Claim, Yield, Insist)
    event_types = (WarrantDealt, RouteWasSet, Spoke, Answered, Shown, RoundScored)
    view_type = View
    options_type = Options

    def __init__(self) -> None:
        super().__init__(Book())

    def limits(self, config: Config[Any]) -> Limits:
        """Five decisions a round; the deal and the toss have few outcomes."""
        return Limits(actions=5 * config.options.rounds, chance_outcomes=3)

    def initial_state(self, config: Config[Any], chance: Chance, log: Log = None) -> State:
        """Deal the first round."""
        return self.book.advance(deal(config, 0, (0, 0), chance, log), chance, log)

    def current_player(self, state: State) -> int | None:
        """The player of the pending decision."""
        return None if state.pending is None else state.pending.player

    def outcome(self, state: State) -> Outcome | None:
        """ROW-7; returns are the points won as a share of all that could be."""
        if state.pending is not None:
            return None
        most = 2 * state.config.options.rounds
        keys = tuple((points,) for points in state.scores)
        return Outcome(("last-round",), state.scores, keys, returns=tuple(points / most for points in state.scores))

    def view(self, state: State, player: int | None) -> View:
        """Own warrant and route, and all that was shown."""
        check_viewer(player, len(state.scores))
        return View(
            player,
            self.current_player(state),
            state.config,
            state.round,
            state.scores,
            tuple(warrant if state.shown or owner == player else None for owner, warrant in enumerate(state.warrants)),
            tuple(route if state.shown or owner == player else None for owner, route in enumerate(state.routes)),
            tuple(route is not None for route in state.routes),
            state.shown,
            state.pending,
        )

    def view_event(self, event: Any, player: int | None) -> Any:
        """Warrants dealt and routes set are for their owner."""
        if isinstance(event, WarrantDealt) and event.player != player:
            return WarrantDealt(event.player, None)
        if isinstance(event, RouteWasSet) and event.player != player:
            return RouteWasSet(event.player, None)
        return event

    def unseen(self, view: View) -> Any:
        """The warrants that lie who knows where, and what is seen of the routes of others."""
        hidden = Pool(DECK).remove(warrant for warrant in view.warrants if warrant is not None)
        return hidden, tuple(route for owner, route in enumerate(view.routes) if owner != view.player)

    def determinize(self, view: View, chance: Chance) -> State:
        """Draw the hidden warrants and routes."""
        known = [warrant for warrant in view.warrants if warrant is not None]
        drawn, pool = chance.draw(Pool(DECK).remove(known), len(view.warrants) - len(known))
        rest = iter(drawn)
        warrants = tuple(next(rest) if warrant is None else warrant for warrant in view.warrants)
        routes: tuple[Route | None, ...] = tuple([self._guess(route, is_set, chance) for route, is_set in zip(view.routes, view.set, strict=True)])
        return State(view.config, view.round, view.scores, pool, warrants, routes, view.shown, view.pending)

    def _guess(self, route: Route | None, is_set: bool, chance: Chance) -> Route | None:
        if is_set and route is None:
            return ROUTES[chance.pick(2)]
        return route

    def invariant_faults(self, state: State) -> Iterable[str]:
        """Five warrants; points are won from each other; routes are set in turn."""
        if sorted((*state.warrants, *state.pool.items)) != list(DECK):
            yield f"ROW-1: the warrants are {state.warrants} and {state.pool.items}; expected {DECK} together"
        if sum(state.scores):
            yield f"ROW-6: the scores {state.scores} do not sum to 0"
        if None in state.routes and not isinstance(state.pending, Routing):
            yield "ROW-2: a route is missing"

    def summary(self, view: View) -> str:
        """The scores."""
        return f"scores {view.scores[0]} {view.scores[1]}"

    def codec(self, config: Config[Any]) -> ActionCodec[Action]:
        """Six ids: north, south, hold, claim, yield, insist."""
        return ActionCodec.table([(SetRoute, ROUTES), (Hold,), (Claim,), (Yield,), (Insist,)], self.legal_at)

    def observer(self, config: Config[Any]) -> Observer[View]:
        """What is seen of warrants and routes, one flag each, whose turn it is, and the stage of the round."""
        return Observer(
            [
                ("warrants", 6, "for player 0, then 1: is it known to be 1, 2, 3", (0.0, 1.0), _warrant_flags),
                ("routes", 4, "for player 0, then 1: is it known to be north, south", (0.0, 1.0), _route_flags),
                ("set", 2, "by player: was a route set", (0.0, 1.0), lambda view: map(float, view.set)),
                ("me", 2, "by player: is it the one who looks", (0.0, 1.0), lambda view: (float(view.player == 0), float(view.player == 1))),
                ("stage", 4, "first to speak, second to speak, answering, over", (0.0, 1.0), _stage_flags),
                ("scores", 2, "points by player, as a share of 6", (-1.0, 1.0), lambda view: (points / 6 for points in view.scores)),
            ]
        )

    def evaluate(self, view: View) -> float:
        """The own points, and before they are settled the strength of the own warrant."""
        if view.player is None:
            return 0.0
        warrant = view.warrants[view.player]
        return float(view.scores[view.player]) + (0.25 * (warrant - 2) if warrant is not None and view.pending is not None else 0.0)

    def rules_text(self) -> str:
        """The rules page."""
        return RULES


def _warrant_flags(view: View) -> list[float]:
    return [float(warrant == number) for warrant in view.warrants for number in (1, 2, 3)]


def _route_flags(view: View) -> list[float]:
    return [float(route == name) for route in view.routes for name in ROUTES]


def _stage_flags(view: View) -> tuple[float, ...]:
    pending = view.pending
    speaking = isinstance(pending, Speaking)
    second = isinstance(pending, Speaking) and pending.second
    return (float(speaking and not second), float(second), float(isinstance(pending, Answering)), float(pending is None))
