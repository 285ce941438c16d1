"""The invariants MST-I1 to I20 (section 7 of the rules page) and the bounds MST-20, as something that watches a game being played.

Nothing here asks the library how it counts: values, limits, scores and bounds are worked out from the cards and the events.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from railrules import Config, InvalidActionError, ScriptedChance, SeededChance, Step
from railrules.games.station_master import events as ev
from railrules.games.station_master.actions import Action
from railrules.games.station_master.options import Options
from railrules.games.station_master.state import Boardings, BoardPending, Scoring, State, Train
from railrules.serialize import digest
from tests.games.station_master.given import CAPACITY, GAME, SHORT, SLOTS, all_there

SIZES = {2: 73, 3: 88, 4: 103, 5: 118, 6: 133}
Choose = Callable[[State, Sequence[Action], SeededChance], Action]


def car_value(loco: str, face: str) -> int | None:
    """MST-6.1: what a railcar counts behind a locomotive."""
    kind, short = loco[:3], SHORT[face]
    if short[0] == "X":
        green, red = short[1:].split("/")
        return int(green) if kind == "exe" else -int(red)
    if short in ("RC", "CB"):
        return None
    value = int(short[1:]) if short[0] == "C" else -int(short[1:])
    return -value if kind == "frt" else value


def section_values(loco: str, cars: Sequence[str], *, departing: bool, stacking: bool) -> tuple[int | None, ...]:
    """MST-6.3 and 9: what the railcars of a section count."""
    values = [car_value(loco, face) for face in cars]
    royals = sum(SHORT[face] == "RC" for face in cars)
    if departing and royals:
        valued = [place for place, value in enumerate(values) if value is not None]
        for place in valued[-2:]:
            values[place] = (values[place] or 0) * (2**royals if stacking else 2)
    return tuple(values)


def limit(train: Train, options: Options) -> int:
    """MST-4.3: how many pawns a train takes."""
    counted = options.depot_standing_room or train.depot is None
    return CAPACITY[train.loco] + (train.standing_room if counted else 0)


@attrs.define
class Watch:
    """Checks every position and every step of one game; `seen` counts what came by."""

    config: Config[Options]
    thorough: int
    intents: int = 0
    cards_left: int = 200
    departures: int = 0
    depots: int = 0
    seen: Counter[str] = attrs.field(factory=Counter)

    # ---- a step ------------------------------------------------------------------------------------------------------------------------

    def step(self, before: State, action: Action, step: Step[State]) -> None:
        self.intents += 1
        state, n, options = step.state, self.config.players, self.config.options
        self.seen[type(action).__name__] += 1
        self._scorings(before, state, step.events)
        # I13
        left = len(state.cards.draw_pile) + sum(map(len, state.cards.hands))
        assert left <= self.cards_left
        self.cards_left = left
        assert state.turn.number <= 260 + 19 * n
        assert self.intents <= 313 + 20 * n
        # I20
        scorings = state.pad.scorings
        assert len(scorings) == self.departures + self.depots
        assert len(scorings) <= 13 + n
        assert self.departures == len(state.station.loco_discard)
        if not (options.stalled_trains == "scored" and state.turn.over == "stalled"):
            assert sum(isinstance(event, ev.TrainDeparted) for event in step.events) <= 1  # MST-6.15
        # I17, I18: the picks that were used give the same step again, and nothing else decides
        assert all(isinstance(pick, tuple) for pick in step.picks)
        again = GAME.apply(before, action, ScriptedChance(step.picks))
        assert (again.state, again.events, again.picks) == (step.state, step.events, step.picks)
        assert GAME.transition(before, action, ScriptedChance(step.picks)) == state

    def _scorings(self, before: State, state: State, events: Sequence[Any]) -> None:
        """MST-6.4, 6.11, 6.12, I20: the trains are followed event by event, and what is scored and thrown away is compared with them."""
        cars = {slot: list(train.cars) for slot, train in enumerate(before.station.slots) if train is not None}
        behind = {slot: train.locked for slot, train in enumerate(before.station.slots) if train is not None}
        rooms = {slot: train.standing_room for slot, train in enumerate(before.station.slots) if train is not None}
        new = list(state.pad.scorings[len(before.pad.scorings) :])
        assert state.pad.scorings[: len(before.pad.scorings)] == before.pad.scorings
        due = ""
        for event in events:
            match event:
                case ev.RailcarAdded(_, slot, card, _, source, _):
                    if source is not None:
                        assert cars[source].pop() == card
                        assert len(cars[source]) >= behind[source]
                    cars[slot].append(card)
                case ev.RailcarsUncoupled(_, slot, removed):
                    assert [cars[slot].pop() for _ in removed] == list(removed)
                    assert len(cars[slot]) >= behind[slot]
                case ev.StandingRoomAdded(_, slot, _):
                    rooms[slot] += 1
                case ev.DepotPlaced(_, slot, count):
                    assert (behind[slot], count, due) == (0, len(cars[slot]), "")
                    due = "depot"
                    self.depots += 1
                case ev.TrainScored(_, slot, loco, reason):
                    scoring = new.pop(0)
                    assert (scoring.loco, scoring.turn, scoring.slot, scoring.reason) == (loco, before.turn.number, slot, reason)
                    assert reason == (due or "departure")
                    due = ""
                    assert scoring.cars == event.cars == tuple(cars[slot][0 if reason == "depot" else behind[slot] :])
                    self._scoring(scoring, event)
                    self.seen[reason] += 1
                    behind[slot] = len(cars[slot]) if reason == "depot" else behind[slot]
                case ev.TrainDeparted(slot, loco, thrown, _):
                    self.departures += 1
                    assert thrown == (*cars[slot], *("standing-room",) * rooms[slot])
                    assert "caboose" in thrown or len(cars[slot]) == CAPACITY[loco] or state.turn.over == "stalled"
                    assert state.station.loco_discard.count(loco) == 1
        assert (new, due) == ([], "")

    def _scoring(self, scoring: Scoring, event: ev.TrainScored) -> None:
        stacking = self.config.options.royal_stacking
        values = section_values(scoring.loco, scoring.cars, departing=scoring.reason == "departure", stacking=stacking)
        worth = sum(value for value in values if value is not None)
        assert scoring.car_values == event.car_values == values
        assert scoring.train_value == event.train_value == worth
        totals: Counter[int] = Counter()
        for pawn in scoring.passengers:
            totals[pawn.seat] += pawn.value
        aboard = sorted({pawn.seat for pawn in scoring.passengers})
        assert scoring.totals == event.totals == tuple((seat, totals[seat]) for seat in aboard)
        assert scoring.deltas == event.deltas == tuple((seat, totals[seat] * worth) for seat in aboard)
        most = 114 if stacking else 54
        assert abs(worth) <= most  # I9
        assert all(-1 <= totals[seat] <= 9 and abs(totals[seat] * worth) <= 9 * most for seat in aboard)

    # ---- a position --------------------------------------------------------------------------------------------------------------------

    def position(self, state: State, index: int) -> None:
        faults = [*GAME.invariant_faults(state)]
        assert not faults, faults
        all_there(state)  # I1 to I4
        n, options, station = self.config.players, self.config.options, state.station
        for train in station.slots:  # I5
            if train is not None:
                assert len(train.cars) < CAPACITY[train.loco]
                assert "caboose" not in train.cars
                assert len(train.passengers) <= (limit(train, options) if train.depot is None else limit(train, Options()))
                assert train.depot is None or 2 <= train.depot.behind <= len(train.cars)
        over = state.turn.over is not None
        for hand in state.cards.hands:  # I6
            assert "rush-hour" not in hand
            assert len(hand) <= 3
            assert len(hand) == 3 or state.pending is not None or over or not len(state.cards.draw_pile)
        if not over and len(station.loco_deck):  # I7
            assert None not in station.slots
        assert len(station.slots) in ((3,) if n == 2 else (SLOTS[n], SLOTS[n] + 1))
        assert (len(station.slots) == SLOTS[n] + 1) <= (
            "rush-hour" in state.cards.discard or any(_has(train, "rush-hour") for train in station.slots)
        )
        scores, best = [0] * n, [0] * n  # I8
        for scoring in state.pad.scorings:
            for seat, delta in scoring.deltas:
                scores[seat] = max(0, scores[seat] + delta)
                best[seat] = max(best[seat], delta)
        assert (tuple(scores), tuple(best)) == (state.pad.scores, state.pad.best)
        self._decision(state)
        for memory in state.people.boardings:  # I19
            self._memory(memory, state.people.tick)
        if index % self.thorough == 0:
            self._exhaustive(state, index)

    def _decision(self, state: State) -> None:
        legal = GAME.legal_actions(state)
        assert (len(legal) == 0) == (state.turn.over is not None)  # I10
        assert len(set(legal)) == len(legal)
        if state.pending is not None and len(legal) < 2:  # I11
            assert isinstance(state.pending, BoardPending)
            assert state.pending.source == "depot"
            supply = state.people.supply[state.turn.active]
            assert sum(supply) >= 2
            assert sum(map(bool, supply)) == 1
            self.seen["one choice left open"] += 1

    def _memory(self, memory: Boardings, tick: int) -> None:
        at: dict[int, set[bool]] = {}
        for on, off in zip(memory.on, memory.off, strict=True):
            at.setdefault(on, set()).add(False)
            assert 1 <= on <= tick
            if off is not None:
                assert on < off <= tick
                at.setdefault(off, set()).add(True)
        assert all(len(kinds) == 1 for kinds in at.values())
        assert list(memory.on) == sorted(set(memory.on))

    def _exhaustive(self, state: State, index: int) -> None:
        n = self.config.players
        codec = GAME.codec(self.config)  # I12
        legal = GAME.legal_actions(state)
        assert codec.num_actions == SIZES[n]
        ids = [codec.encode(state, action) for action in legal]
        assert ids == sorted(set(ids))
        assert all(0 <= number < SIZES[n] for number in ids)
        for number in range(SIZES[n]) if legal else ():
            try:
                action = codec.decode(state, number)
            except InvalidActionError:
                continue
            assert codec.encode(state, action) == number
            assert (GAME.validate(state, action) is None) == (action in legal) == (number in ids)
        for viewer in (*range(n), None):  # I10, I14 to I16
            view = GAME.view(state, viewer)
            assert GAME.legal_at(view) == (legal if viewer == state.turn.active else ())
            guess = GAME.determinize(view, SeededChance(index))
            all_there(guess)
            assert not [*GAME.invariant_faults(guess)]
            assert GAME.view(guess, viewer) == view
            assert GAME.unseen(GAME.view(guess, viewer)) == GAME.unseen(view)
            for seat in range(n):
                tokens, guesses = GAME.beliefs(view, seat)
                memory = state.people.boardings[seat]
                assert tuple(memory.values[token] for token in tokens) in guesses
                assert len(guesses) <= 180
            data = json.loads(json.dumps(GAME.dump(view)))  # I17
            assert GAME.load_view(data) == view
        assert GAME.load_state(json.loads(json.dumps(GAME.dump(state)))) == state
        for action in legal:
            assert GAME.load_action(json.loads(json.dumps(GAME.dump(action)))) == action


def _has(train: Train | None, face: str) -> bool:
    return train is not None and face in train.cars


def anyhow(_: State, legal: Sequence[Action], chance: SeededChance) -> Action:
    """Any legal action, kinds balanced: pawns are played as often as cards."""
    kinds = sorted({type(action).__name__ for action in legal})
    kind = kinds[chance.pick(len(kinds))]
    actions = [action for action in legal if type(action).__name__ == kind]
    return actions[chance.pick(len(actions))]


def uniform(_: State, legal: Sequence[Action], chance: SeededChance) -> Action:
    """Any legal action."""
    return legal[chance.pick(len(legal))]


def stalling(state: State, legal: Sequence[Action], chance: SeededChance) -> Action:
    """Play that aims at a standstill: railcars are taken off two at a time, Cabooses are wasted on trains that they fill, Repairs are declined."""

    def fills(action: Any) -> bool:
        train = state.station.slots[action.slot]
        assert train is not None
        return len(train.cars) == CAPACITY[train.loco] - 1

    def rank(action: Any) -> float:
        match type(action).__name__:
            case "PlayAction":
                two = any(train is not None and len(train.cars) - (train.depot.behind if train.depot else 0) > 1 for train in state.station.slots)
                return {"uncouple": 9.0 if two else 0.0, "repair": 8.0, "transfer": 8.0, "reassign": 8.0}[action.card]
            case "UncoupleRailcars":
                return float(action.count)
            case "DeclineEffect" if type(state.pending).__name__ in ("RepairCardPending", "ReassignSourcePending"):
                return 9.0
            case "AddRailcar":
                if action.card == "caboose":
                    return 8.0 if fills(action) else 0.1
                return 4.0 if fills(action) else 5.0
            case "AssignPassenger":
                return 2.0
            case "PlayStandingRoom":
                return 1.0
        return 0.5

    best = max(map(rank, legal))
    actions = [action for action in legal if rank(action) == best]
    return actions[chance.pick(len(actions))]


def play_out(config: Config[Options], seed: int, choose: Choose, thorough: int = 9) -> tuple[State, Watch]:
    """The end of a game in which all choose alike, watched from the deal on."""
    chance = SeededChance(seed)
    chooser = chance.spawn("choice")
    watch = Watch(config, thorough)
    state = GAME.initial_state(config, chance)
    start = digest(GAME.dump(state))
    first = state
    watch.position(state, 0)
    while GAME.outcome(state) is None:
        action = choose(state, GAME.legal_actions(state), chooser)
        step = GAME.apply(state, action, chance)
        watch.step(state, action, step)
        state = step.state
        watch.position(state, watch.intents)
    assert digest(GAME.dump(first)) == start  # earlier states never change
    outcome = GAME.outcome(state)
    assert outcome is not None
    watch.seen[outcome.terminations[0]] += 1
    _ranks(state, outcome)
    return state, watch


def _ranks(state: State, outcome: Any) -> None:
    """MST-18.3 to 18.6, worked out anew."""
    keys = list(zip(state.pad.scores, state.pad.best, strict=True))
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    assert outcome.ranking == ranks
    assert outcome.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    over = state.turn.over
    if over == "last-train":
        assert not any(state.station.slots)
        assert not len(state.station.loco_deck)
    else:
        assert over == "stalled"
        assert not any(state.cards.hands) or not state.config.options.idle_actions
