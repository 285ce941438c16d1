"""Agents that search: flat Monte Carlo, and Monte Carlo tree search over information sets."""

from collections.abc import Iterator, Sequence
from math import exp, inf, log, sqrt, tanh
from time import perf_counter
from typing import Any, Literal

import attrs

from railrules import AnyGame, Chance, Config, ConfigError, SeededChance
from railrules.agents._agents import bounded, evaluates

DEFAULT_SIMULATIONS = 200
DEFAULT_EXPLORATION = 0.5
DEFAULT_DEPTH = 10
SAMPLES = 8
"""With how many guesses at what is hidden the evaluation looks at the legal actions before a search begins."""
TRUST = 2.0
"""How much the search follows the evaluation where it has seen little."""
SHARPNESS = 10.0
"""How clearly the evaluation prefers one action to another: the odds change by e^1 for a tenth of the range of worths."""


@attrs.frozen
class Budget:
    """How long a search may think about one decision: so many simulations, or so many milliseconds; by default `DEFAULT_SIMULATIONS`.

    Only simulations give the same choices everywhere; what milliseconds find depends on the machine. Raises `ConfigError` for both at once and for a
    number out of bounds.
    """

    simulations: int | None = None
    milliseconds: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.simulations is not None:
            bounded("simulations", self.simulations, 1, 10_000_000)
        if self.milliseconds is not None:
            bounded("milliseconds", self.milliseconds, 1, 86_400_000)
            if self.simulations is not None:
                raise ConfigError("bad-option-value", "milliseconds", self.milliseconds, "no milliseconds beside simulations: one budget")

    @property
    def timed(self) -> bool:
        """Whether the clock decides."""
        return self.milliseconds is not None

    def rounds(self) -> Iterator[int]:
        """Yield 0, 1, 2, ... as long as there is something left; once at least."""
        if self.milliseconds is None:
            yield from range(self.simulations or DEFAULT_SIMULATIONS)
            return
        end = perf_counter() + self.milliseconds / 1000
        done = 0
        while not done or perf_counter() < end:
            yield done
            done += 1


@attrs.frozen
class Considered:
    """What a search thinks of a legal action: how often it was tried, and the mean worth, 0 to 1, of what came of it for the player who decides."""

    action: Any
    visits: int
    value: float


@attrs.frozen
class Search:
    """What a search found: the legal actions in their order, how many simulations it made, and its choice."""

    considered: tuple[Considered, ...]
    simulations: int
    best: Any


class Judge:
    """Says what positions are worth to each player, from 0 to 1, in one search.

    A position is worth what comes of it in some playouts: after `depth` more actions at random, the outcome if the game is over by then, else what
    the game's evaluation says. An evaluation has no bounds, so it is set in relation to those of the positions after the legal actions, which lie
    around 0.5. A game without an evaluation is always played to its end.

    An outcome counts half by its return and half by how far a player is ahead, so that a close defeat differs from a rout.

    `evaluates`: the game has an evaluation; `at_once`: it is asked without any playout.
    """

    def __init__(self, game: AnyGame, config: Config[Any], depth: int | None, playouts: int) -> None:
        self.evaluates = evaluates(game)
        self._game = game
        self._depth = depth if self.evaluates and depth is not None else -1
        self.at_once = self._depth == 0
        self._playouts = 1 if self.at_once else playouts
        self._players = range(config.players)
        self._low, high = game.info.returns_range
        self._span = (high - self._low) or 1.0
        self._centres = [0.0 for _ in self._players]
        self._spreads = [1.0 for _ in self._players]
        self._leads = 0.0
        self._ends = 0

    def calibrate(self, positions: Sequence[Any]) -> None:
        """Take the measure of the evaluations of some positions."""
        game = self._game
        for player in self._players:
            found = [game.evaluate(game.view(state, player)) for state in positions if game.current_player(state) is not None]
            if found:
                low, high = min(found), max(found)
                self._centres[player] = (low + high) / 2
                self._spreads[player] = (high - low) or 1.0

    def worth(self, state: Any, player: int) -> float:
        """Return what `state` is worth to `player` as it stands."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return float(outcome.returns[player] - self._low) / self._span
        value = self._game.evaluate(self._game.view(state, player))
        return 0.5 + 0.5 * tanh((value - self._centres[player]) / self._spreads[player])

    def values(self, state: Any, players: Sequence[int], chance: Chance) -> list[float]:
        """Return what `state` is worth to each of `players`, on average of the playouts."""
        totals = self._played_out(state, players, chance)
        for _ in range(self._playouts - 1):
            totals = [total + value for total, value in zip(totals, self._played_out(state, players, chance), strict=True)]
        return [total / self._playouts for total in totals]

    def _played_out(self, state: Any, players: Sequence[int], chance: Chance) -> list[float]:
        game, left = self._game, self._depth
        legal_actions, transition, pick = game.legal_actions, game.transition, chance.pick
        while left and (legal := legal_actions(state)):
            state = transition(state, legal[pick(len(legal))], chance)
            left -= 1
        outcome = game.outcome(state)
        if outcome is None:
            return [self.worth(state, player) for player in players]
        leads = [
            sum(keys[:1]) - max((sum(other[:1]) for seat, other in enumerate(outcome.keys) if seat != player), default=0)
            for player, keys in enumerate(outcome.keys)
        ]
        self._ends += 1
        self._leads += max(map(abs, leads))
        usual = 1.5 * self._leads / self._ends or 1.0
        return [(float(outcome.returns[player] - self._low) / self._span + 0.5 + 0.5 * tanh(leads[player] / usual)) / 2 for player in players]


class _Node:
    """What followed a sequence of actions; `total` is the worth of that for the player whose action led here, over so many `visits`.

    `available` counts the simulations in which the action could be taken; `odds` tell how much the evaluation liked it when it was met.
    """

    __slots__ = ("available", "children", "odds", "total", "visits")

    def __init__(self, promise: float = 0.0) -> None:
        self.children: dict[Any, _Node] = {}
        self.visits = self.available = 0
        self.total = 0.0
        self.odds = exp(SHARPNESS * promise)


def tree_search(game: AnyGame, judge: Judge, view: Any, legal_actions: Sequence[Any], budget: Budget, exploration: float, chance: Chance) -> Search:
    """Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse: "Information Set Monte Carlo Tree Search", 2012).

    Each simulation draws a full position that looks like the view and goes down one tree that all of them share. An action is chosen among those
    that are legal in this position, by UCB1 with the number of simulations in which it was available. Chance is drawn anew each time.

    Where the game has an evaluation, the actions to decide about are chosen by PUCT instead, which tries first and most what the evaluation likes
    (Rosin: "Multi-armed bandits with episode context", 2011), and so are all others if there are no playouts to say more than the evaluation.
    """
    tree = _Tree(game, judge, exploration)
    guesses: list[tuple[Any, int]] = []
    if judge.evaluates:
        worths = _look_ahead(game, judge, view, legal_actions, chance)
        tree.root.children = {action: _Node(worth) for action, worth in zip(legal_actions, worths, strict=True)}
    for _ in budget.rounds():
        if not judge.evaluates:
            tree.simulate(tree.root, [], game.determinize(view, chance), chance)
            continue
        node, action = _by_odds(tree.root, legal_actions)
        # The first try of each action meets the same position and the same luck, so does the second, and so on: what differs is the action.
        if node.visits == len(guesses):
            guesses.append((game.determinize(view, chance), chance.pick(2**53)))
        state, seed = guesses[node.visits]
        luck = SeededChance(seed)
        tree.simulate(node, [(view.player, node)], game.transition(state, action, luck), luck)
    return _told(legal_actions, [tree.root.children.get(action) for action in legal_actions])


def _look_ahead(game: AnyGame, judge: Judge, view: Any, legal: Sequence[Any], chance: Chance) -> list[float]:
    """Return what the positions after each action are worth to the player who looks, on average of some guesses."""
    positions = []
    for _ in range(SAMPLES):
        state = game.determinize(view, chance)
        positions += [game.transition(state, action, chance) for action in legal]
    judge.calibrate(positions)
    worths = [judge.worth(state, view.player) for state in positions]
    return [sum(worths[index :: len(legal)]) / SAMPLES for index in range(len(legal))]


class _Tree:
    """The tree of one search."""

    def __init__(self, game: AnyGame, judge: Judge, exploration: float) -> None:
        self.root = _Node()
        self._game = game
        self._judge = judge
        self._exploration = exploration

    def simulate(self, node: _Node, path: list[tuple[Any, _Node]], state: Any, chance: Chance) -> None:
        """Go down from `node`, one step at least, to a node that was not visited yet; see what comes of it, and tell all nodes on the way."""
        game, judge = self._game, self._judge
        legal_actions, transition, current_player = game.legal_actions, game.transition, game.current_player
        while legal := legal_actions(state):
            player = current_player(state)
            assert player is not None  # somebody has legal actions
            if judge.at_once:
                for action in legal:
                    if action not in node.children:
                        node.children[action] = _Node(judge.worth(transition(state, action, chance), player))
                node, action = _by_odds(node, legal)
            else:
                node, action = self._by_bound(node, legal, chance)
            path.append((player, node))
            state = transition(state, action, chance)
            if not node.visits:
                break
        players = sorted({player for player, _ in path})
        values = dict(zip(players, judge.values(state, players, chance), strict=True))
        for player, child in path:
            child.visits += 1
            child.total += values[player]

    def _by_bound(self, node: _Node, legal: Sequence[Any], chance: Chance) -> tuple[_Node, Any]:
        """UCB1 with availability: an action that was not tried yet, or the one with the best upper bound."""
        children = node.children
        untried = [action for action in legal if action not in children]
        if untried:
            action = untried[chance.pick(len(untried))]
            new = children[action] = _Node()
            new.available = 1
            return new, action
        best, best_score, best_action = node, -inf, None
        for action in legal:
            child = children[action]
            child.available += 1
            score = child.total / child.visits + self._exploration * sqrt(log(child.available) / child.visits)
            if score > best_score:
                best, best_score, best_action = child, score, action
        return best, best_action


def _by_odds(node: _Node, legal: Sequence[Any]) -> tuple[_Node, Any]:
    """PUCT with availability: the best sum of the mean and of the share of the odds, which counts for less with every visit.

    What was not tried yet counts as the others do on average.
    """
    children = [node.children[action] for action in legal]
    tries = sum([child.visits for child in children])
    usual = sum([child.total for child in children]) / tries if tries else 0.5
    trust = TRUST / sum([child.odds for child in children])
    best, best_score, best_action = node, -inf, None
    for child, action in zip(children, legal, strict=True):
        visits = child.visits
        child.available += 1
        score = (child.total / visits if visits else usual) + trust * child.odds * sqrt(child.available) / (1 + visits)
        if score > best_score:
            best, best_score, best_action = child, score, action
    return best, best_action


def flat_search(game: AnyGame, judge: Judge, view: Any, legal_actions: Sequence[Any], budget: Budget, chance: Chance) -> Search:
    """Flat Monte Carlo: try the legal actions in turn, each time in a new position that looks like the view, and keep the best mean."""
    if judge.evaluates:
        _look_ahead(game, judge, view, legal_actions, chance)
    nodes = [_Node() for _ in legal_actions]
    for done in budget.rounds():
        index = done % len(legal_actions)
        state = game.transition(game.determinize(view, chance), legal_actions[index], chance)
        nodes[index].visits += 1
        nodes[index].total += judge.values(state, (view.player,), chance)[0]
    found = _told(legal_actions, nodes)
    return attrs.evolve(found, best=max((entry for entry in found.considered if entry.visits), key=lambda entry: entry.value).action)


def _told(legal_actions: Sequence[Any], nodes: Sequence[_Node | None]) -> Search:
    considered = tuple(
        Considered(action, node.visits, node.total / node.visits) if node is not None and node.visits else Considered(action, 0, 0.0)
        for action, node in zip(legal_actions, nodes, strict=True)
    )
    simulations = sum(entry.visits for entry in considered)  # each tried one of them
    return Search(considered, simulations, max(considered, key=lambda entry: (entry.visits, entry.value)).action)


class _Searcher:
    """What the agents that search have in common: their parameters, and what they found."""

    def __init__(
        self,
        game: AnyGame,
        config: Config[Any],
        simulations: int | None,
        milliseconds: int | None,
        depth: int | Literal["game"] | None,
        playouts: int | Literal["game"],
    ) -> None:
        self._game = game
        self._config = config
        self._budget = Budget(simulations, milliseconds)
        self._depth = game.playouts.depth if depth == "game" else depth
        self._playouts = game.playouts.count if playouts == "game" else playouts
        if self._depth is not None:
            bounded("depth", self._depth, 0, 1_000_000)
        bounded("playouts", self._playouts, 1, 10_000)
        self.timed = self._budget.timed
        self.last: Search | None = None

    def act(self, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Any:
        """See `Agent.act`; `last` tells what was found."""
        if len(legal_actions) == 1:
            self.last = Search((Considered(legal_actions[0], 0, 0.0),), 0, legal_actions[0])
        else:
            self.last = self._search(Judge(self._game, self._config, self._depth, self._playouts), view, legal_actions, chance)
        return self.last.best

    def _search(self, judge: Judge, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Search:
        raise NotImplementedError


class FlatMonteCarloAgent(_Searcher):
    """Tries the legal actions in turn, each time in a new position that looks like its view, and takes the one with the best mean.

    `simulations` or `milliseconds`: what it may spend on a decision. `depth`: after so many actions at random the game's evaluation says what came of
    a playout; None plays to the end, as it is done in a game without an evaluation. `playouts`: how many a simulation makes. Both may be "game": as
    the game advises. `last` holds what the last decision was founded on.
    """

    def __init__(
        self,
        game: AnyGame,
        config: Config[Any],
        simulations: int | None = None,
        milliseconds: int | None = None,
        depth: int | Literal["game"] | None = DEFAULT_DEPTH,
        playouts: int | Literal["game"] = 1,
    ) -> None:
        super().__init__(game, config, simulations, milliseconds, depth, playouts)

    def _search(self, judge: Judge, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Search:
        return flat_search(self._game, judge, view, legal_actions, self._budget, chance)


class InformationSetTreeAgent(_Searcher):
    """Grows a tree of what may follow over positions that look like its view, and takes the action that it tried most: `tree_search`.

    `depth` and `playouts` are by default those that the game advises (`Game.playouts`). With a depth of 0 the evaluation says at once what came of a
    simulation, and leads through the whole tree. `exploration`: the constant of UCB1, how much a search with playouts tries what looks worse (worths
    go from 0 to 1). The rest is as for `FlatMonteCarloAgent`.
    """

    def __init__(
        self,
        game: AnyGame,
        config: Config[Any],
        simulations: int | None = None,
        milliseconds: int | None = None,
        depth: int | Literal["game"] | None = "game",
        playouts: int | Literal["game"] = "game",
        exploration: float = DEFAULT_EXPLORATION,
    ) -> None:
        super().__init__(game, config, simulations, milliseconds, depth, playouts)
        if type(exploration) not in (int, float) or not 0 <= exploration <= 100:
            raise ConfigError("bad-option-value", "exploration", exploration, "a number in 0..100")
        self._exploration = float(exploration)

    def _search(self, judge: Judge, view: Any, legal_actions: Sequence[Any], chance: Chance) -> Search:
        return tree_search(self._game, judge, view, legal_actions, self._budget, self._exploration, chance)
