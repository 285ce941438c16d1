"""Broken copies of `RightOfWay`, each with one fault that the kit must find, and the property that finds it first.

They stand at the top level of a module, so that a child process can build them too.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import attrs

from railrules import (
    ActionCodec,
    Chance,
    Config,
    GameInfo,
    InvalidActionError,
    Limits,
    Observer,
    Outcome,
    RecordingChance,
    Rejection,
    SeededChance,
    Step,
)
from railrules.parts import Pool
from railrules.testing.games import (
    Answering,
    Book,
    Claim,
    Hold,
    Insist,
    RightOfWay,
    RouteWasSet,
    SetRoute,
    Shown,
    Speaking,
    State,
    View,
    WarrantDealt,
    Yield,
)

SABOTEURS: dict[type[RightOfWay], str] = {}


def caught_by(name: str) -> Callable[[type[RightOfWay]], type[RightOfWay]]:
    """Enter a broken game under the property that must find it first."""

    def enter(kind: type[RightOfWay]) -> type[RightOfWay]:
        SABOTEURS[kind] = name
        return kind

    return enter


def info(**changes: Any) -> GameInfo:
    """What Right of Way declares, but for `changes`."""
    return attrs.evolve(RightOfWay.info, **changes)


# ---- determinism -----------------------------------------------------------------------------------------------------------------------


@caught_by("determinism")
class HashSeed(RightOfWay):
    """The loser's order of warrants depends on the order of a set of texts."""

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        state = super().initial_state(config, chance, log)
        first = next(iter({"north", "south", "east", "west"}))
        return attrs.evolve(state, scores=(1, -1) if first in ("north", "east") else (0, 0))


@caught_by("determinism")
class OwnLuck(RightOfWay):
    """The toss comes from the system's own luck."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        return super().transition(state, action, SeededChance(int.from_bytes(os.urandom(4), "big")), log)


@caught_by("determinism")
class LogMatters(RightOfWay):
    """Insisting costs a point, but only where somebody listens."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        after = super().transition(state, action, chance, log)
        return attrs.evolve(after, scores=(5, -5)) if log is not None and isinstance(action, Insist) else after


@caught_by("determinism")
class ApplyDiffers(RightOfWay):
    """`apply` forgets the last event."""

    def apply(self, state: State, action: object, chance: Chance) -> Step[State]:
        step = super().apply(state, action, chance)
        return Step(step.state, step.events[:-1], step.picks)


# ---- values ----------------------------------------------------------------------------------------------------------------------------


@caught_by("values")
class ListInside(RightOfWay):
    """The scores are a list."""

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        scores: Any = [0, 0]
        return attrs.evolve(super().initial_state(config, chance, log), scores=scores)


@caught_by("values")
class FloatInside(RightOfWay):
    """The round is a float."""

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        number: Any = 0.0
        return attrs.evolve(super().initial_state(config, chance, log), round=number)


@caught_by("values")
class ChangesBehind(RightOfWay):
    """A route set is written into the old position too."""

    def view(self, state: State, player: int | None) -> View:
        object.__setattr__(state, "round", min(state.round + 1, 7))
        return super().view(state, player)


@caught_by("values")
class ForeignEvent(RightOfWay):
    """An event of no declared kind."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        if log is not None:
            log.append("something happened")
        return super().transition(state, action, chance, log)


# ---- legality --------------------------------------------------------------------------------------------------------------------------


@caught_by("legality")
class ListsTooMuch(RightOfWay):
    """Holding is listed after a claim, and refused."""

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        legal = super().legal_actions(state)
        return (Hold(), *legal) if legal[:1] == (Yield(),) else legal

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        if isinstance(action, Hold) and isinstance(state.pending, Answering):
            action = Yield()
        return super().transition(state, action, chance, log)


@caught_by("legality")
class AcceptsTooMuch(RightOfWay):
    """A claim may be yielded to before it is made."""

    def validate(self, state: State, action: object) -> Rejection | None:
        if isinstance(action, Yield) and isinstance(state.pending, Speaking):
            return None
        return super().validate(state, action)


@caught_by("legality")
class OrderOfIds(RightOfWay):
    """The legal actions come from the last to the first."""

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        return super().legal_actions(state)[::-1]


@caught_by("legality")
class NoRule(RightOfWay):
    """A refusal names a rule that the page does not have."""

    def validate(self, state: State, action: object) -> Rejection | None:
        found = super().validate(state, action)
        return None if found is None else attrs.evolve(found, rule="ROW-99")


@caught_by("legality")
class Unfilled(RightOfWay):
    """A refusal has a blank that nothing fills."""

    def validate(self, state: State, action: object) -> Rejection | None:
        found = super().validate(state, action)
        return None if found is None else attrs.evolve(found, template="not with {weight}", params=())


@caught_by("legality")
class TakesAnything(RightOfWay):
    """Objects that are no actions are accepted."""

    def validate(self, state: State, action: object) -> Rejection | None:
        return super().validate(state, action) if type(action) in self.action_types else None


# ---- progress --------------------------------------------------------------------------------------------------------------------------


@caught_by("progress")
class NeverEnds(RightOfWay):
    """Yielding opens the bidding again."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        after = super().transition(state, action, chance, log)
        return attrs.evolve(after, pending=Speaking(0, second=False)) if after.pending is None else after


@caught_by("progress")
class Stuck(RightOfWay):
    """After a claim nothing is legal."""

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        legal = super().legal_actions(state)
        return () if legal[:1] == (Yield(),) else legal

    def validate(self, state: State, action: object) -> Rejection | None:
        found = super().validate(state, action)
        return Rejection("too-late", "ROW-4", "it is too late") if found is None and isinstance(action, (Yield, Insist)) else found


@caught_by("progress")
class NothingHappens(RightOfWay):
    """A second hold changes nothing."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        if isinstance(action, Hold) and isinstance(state.pending, Speaking) and state.pending.second:
            return state
        return super().transition(state, action, chance, log)


# ---- chance ----------------------------------------------------------------------------------------------------------------------------


@caught_by("chance")
class Swallows(RightOfWay):
    """Where chance is suspended, the first player wins the toss."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        try:
            return super().transition(state, action, chance, log)
        except BaseException:
            return super().transition(state, action, SeededChance(0), log)


@caught_by("chance")
class SaysSetup(RightOfWay):
    """Declares that only the setup asks chance; equal warrants are tossed for all the same."""

    info = info(chance="setup")


@caught_by("chance")
class TooManyOutcomes(RightOfWay):
    """Declares fewer outcomes than the deal has."""

    def limits(self, config: Config[Any]) -> Limits:
        return attrs.evolve(super().limits(config), chance_outcomes=2)


# ---- secrecy ---------------------------------------------------------------------------------------------------------------------------


@attrs.frozen
class LeakyView:
    """A view with one thing too many."""

    player: int | None
    to_act: int | None
    honest: View
    leak: int


@caught_by("secrecy")
class LeaksInView(RightOfWay):
    """The view tells the sum of all warrants."""

    view_type: ClassVar[Any] = LeakyView

    def view(self, state: State, player: int | None) -> Any:
        return LeakyView(player, self.current_player(state), super().view(state, player), sum(state.warrants))

    def unseen(self, view: Any) -> Any:
        return super().unseen(view.honest)

    def determinize(self, view: Any, chance: Chance) -> State:
        return super().determinize(view.honest, chance)

    def summary(self, view: Any) -> str:
        return super().summary(view.honest)

    def evaluate(self, view: Any) -> float:
        return super().evaluate(view.honest)

    def observer(self, config: Config[Any]) -> Observer[Any]:
        return Observer(())


class _HastyBook(Book):
    """With a 3 the engine insists by itself."""

    def forced(self, state: State) -> bool:
        return super().forced(state) or (isinstance(state.pending, Answering) and state.warrants[state.pending.player] == 3)

    def only_action(self, state: State) -> Any:
        return Insist() if isinstance(state.pending, Answering) else super().only_action(state)


@caught_by("secrecy")
class HiddenForce(RightOfWay):
    """The engine answers a claim by itself, and so shows that somebody has a 3."""

    def __init__(self) -> None:
        super().__init__()
        self.book = _HastyBook()


@caught_by("secrecy")
class ShowsTheLastOne(RightOfWay):
    """To this view, player -1 is the last player."""

    def view(self, state: State, player: int | None) -> View:
        if player is None or player in range(2):
            return super().view(state, player)
        return super().view(state, range(2)[player])


@caught_by("secrecy")
class LeaksInRefusal(RightOfWay):
    """A refusal tells the warrant of the other one."""

    def validate(self, state: State, action: object) -> Rejection | None:
        found = super().validate(state, action)
        player = self.current_player(state)
        if found is None or player is None:
            return found
        return Rejection.of(found.code, found.rule, "not now, against a {warrant}", warrant=state.warrants[1 - player])


@caught_by("secrecy")
class LeaksInList(RightOfWay):
    """Claiming is not offered against a 3."""

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        legal = super().legal_actions(state)
        return tuple(action for action in legal if self._fits(state, action))

    def validate(self, state: State, action: object) -> Rejection | None:
        found = super().validate(state, action)
        return Rejection("hopeless", "ROW-3", "that is hopeless") if found is None and not self._fits(state, action) else found

    def _fits(self, state: State, action: object) -> bool:
        player = self.current_player(state)
        return player is None or not (isinstance(action, Claim) and state.warrants[1 - player] == 3)


@caught_by("secrecy")
class LeaksTheChoice(RightOfWay):
    """When a route is set in secret, everybody is told which."""

    def view_event(self, event: Any, player: int | None) -> Any:
        return event if isinstance(event, RouteWasSet) else super().view_event(event, player)


@caught_by("secrecy")
class LeaksTheDeal(RightOfWay):
    """Everybody is told which warrants are dealt."""

    def view_event(self, event: Any, player: int | None) -> Any:
        return event if isinstance(event, WarrantDealt) else super().view_event(event, player)


@caught_by("secrecy")
class LeaksLater(RightOfWay):
    """When somebody speaks, everybody is told the warrants."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        after = super().transition(state, action, chance, log)
        if log is not None and isinstance(action, (Hold, Claim)) and after.pending is not None:
            log.append(Shown(state.warrants, (None, None)))
        return after


@caught_by("secrecy")
class ForgetsAFact(RightOfWay):
    """Warrants that are shown count as unseen still, so showing them could be undone."""

    def unseen(self, view: View) -> Any:
        return ()


# ---- determinization -------------------------------------------------------------------------------------------------------------------


@caught_by("determinization")
class GuessesNonsense(RightOfWay):
    """A guess gives the player who looks another warrant than the view shows."""

    def determinize(self, view: View, chance: Chance) -> State:
        state = super().determinize(view, chance)
        return attrs.evolve(state, warrants=(2, 2), pool=Pool((1, 1, 3))) if not view.shown else state


@caught_by("determinization")
class GuessesTheTruth(RightOfWay):
    """`determinize` remembers the position that the view was made from."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[View, State] = {}

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        self._made[view] = state
        return view

    def determinize(self, view: View, chance: Chance) -> State:
        return self._made[view]


@caught_by("determinization")
class GuessesTooMuch(RightOfWay):
    """A guess loses a warrant."""

    def determinize(self, view: View, chance: Chance) -> State:
        return attrs.evolve(super().determinize(view, chance), pool=Pool(()))


@caught_by("determinization")
class GuessesAlike(RightOfWay):
    """A guess does not listen to its chance."""

    def determinize(self, view: View, chance: Chance) -> State:
        return super().determinize(view, SeededChance(5))


@caught_by("determinization")
class SaysPerfect(RightOfWay):
    """Declares that nothing is hidden."""

    info = info(information="perfect")


# ---- serialization ---------------------------------------------------------------------------------------------------------------------


@caught_by("serialization")
class LosesInJson(RightOfWay):
    """Saving loses the scores."""

    def dump(self, value: Any) -> dict[str, Any]:
        data = super().dump(value)
        return data | {"scores": [0, 0]} if isinstance(value, State) else data


@caught_by("serialization")
class ReadsAnything(RightOfWay):
    """A reader that puts right what is wrong."""

    def load_action(self, data: object) -> Any:
        try:
            return super().load_action(data)
        except InvalidActionError:
            return Hold()


# ---- records ---------------------------------------------------------------------------------------------------------------------------


@caught_by("serialization")
class FillsIn(RightOfWay):
    """A state without scores is read with none."""

    def load_state(self, data: object) -> State:
        if isinstance(data, dict):
            data = {"scores": [0, 0]} | data
        return super().load_state(data)


@caught_by("records")
class ReplaysOtherwise(RightOfWay):
    """A setup that is replayed tells one thing more."""

    def initial_state(self, config: Config[Any], chance: Chance, log: list[Any] | None = None) -> State:
        state = super().initial_state(config, chance, log)
        if log is not None and isinstance(chance, RecordingChance) and not isinstance(chance._source, SeededChance):
            log.append(WarrantDealt(0, None))
        return state


@caught_by("records")
class ReadsOtherwise(RightOfWay):
    """Once a record was opened, every route read from it is north."""

    _opened = False

    def config(self, players: int | None = None, /, **options: Any) -> Config[Any]:
        type(self)._opened |= options == {"rounds": 1, "claims": True}  # a record names all options
        return super().config(players, **options)

    def load_action(self, data: object) -> Any:
        action = super().load_action(data)
        return SetRoute("north") if isinstance(action, SetRoute) and self._opened else action


# ---- outcomes --------------------------------------------------------------------------------------------------------------------------


@caught_by("outcomes")
class WrongRanking(RightOfWay):
    """The loser ranks first."""

    def outcome(self, state: State) -> Outcome | None:
        found = super().outcome(state)
        return None if found is None else attrs.evolve(found, ranking=found.ranking[::-1])


@caught_by("outcomes")
class UnknownEnd(RightOfWay):
    """The game ends for a reason that it did not declare."""

    def outcome(self, state: State) -> Outcome | None:
        found = super().outcome(state)
        return None if found is None else attrs.evolve(found, terminations=("bell",))


@caught_by("outcomes")
class KeysAreNumbers(RightOfWay):
    """The key of a player is a number and not a tuple of what decides."""

    def outcome(self, state: State) -> Outcome | None:
        found = super().outcome(state)
        return None if found is None else attrs.evolve(found, keys=tuple(key for (key, *_) in found.keys))  # type: ignore[misc]  # the fault


@caught_by("outcomes")
class ReturnsOutOfRange(RightOfWay):
    """Returns are points and not shares."""

    def outcome(self, state: State) -> Outcome | None:
        found = super().outcome(state)
        return None if found is None else attrs.evolve(found, returns=tuple(3.0 * points for points in found.scores))


# ---- invariants ------------------------------------------------------------------------------------------------------------------------


@caught_by("invariants")
class ForgetsAComponent(RightOfWay):
    """Setting a route throws a warrant of the pool away."""

    def transition(self, state: State, action: Any, chance: Chance, log: list[Any] | None = None) -> State:
        after = super().transition(state, action, chance, log)
        return attrs.evolve(after, pool=Pool(after.pool.items[1:])) if isinstance(action, SetRoute) else after

    def invariant_faults(self, state: State) -> Iterable[str]:
        if len(state.warrants) + len(state.pool) != 5:
            yield "ROW-1: a warrant is lost"


# ---- codec -----------------------------------------------------------------------------------------------------------------------------


class _Collision(ActionCodec[Any]):
    """Yield has the id of hold."""

    def __init__(self, honest: ActionCodec[Any]) -> None:
        super().__init__(honest.num_actions, honest._legal)
        self._honest = honest

    def encode(self, position: Any, action: Any) -> int:
        return self._honest.encode(position, Hold() if isinstance(action, Yield) else action)

    def decode(self, position: Any, action_id: int) -> Any:
        return self._honest.decode(position, action_id)


@caught_by("codec")
class Collides(RightOfWay):
    """Two actions share an id."""

    def codec(self, config: Config[Any]) -> ActionCodec[Any]:
        return _Collision(super().codec(config))


class _Blind(ActionCodec[Any]):
    """The mask leaves out the last id."""

    def __init__(self, honest: ActionCodec[Any]) -> None:
        super().__init__(honest.num_actions, honest._legal)
        self.encode = honest.encode  # type: ignore[method-assign]
        self.decode = honest.decode  # type: ignore[method-assign]

    def encode(self, position: Any, action: Any) -> int:  # pragma: no cover - replaced
        raise NotImplementedError

    def decode(self, position: Any, action_id: int) -> Any:  # pragma: no cover - replaced
        raise NotImplementedError

    def mask(self, position: Any) -> bytes:
        return super().mask(position)[:-1] + b"\0"


@caught_by("codec")
class MaskIsBlind(RightOfWay):
    """The mask does not know the last action."""

    def codec(self, config: Config[Any]) -> ActionCodec[Any]:
        return _Blind(super().codec(config))


@caught_by("codec")
class MasksForAll(RightOfWay):
    """The mask of a view has the actions of whoever is to act, whoever looks."""

    def codec(self, config: Config[Any]) -> ActionCodec[Any]:
        honest = super().codec(config)
        honest._legal = lambda position: self.legal_actions(position if isinstance(position, State) else self.determinize(position, SeededChance(0)))
        return honest


@caught_by("codec")
class OutOfBounds(RightOfWay):
    """A feature leaves its range."""

    def observer(self, config: Config[Any]) -> Observer[View]:
        return Observer([("scores", 2, "points", (0.0, 0.5), lambda view: map(float, view.scores))])


# ---- notation --------------------------------------------------------------------------------------------------------------------------


@caught_by("notation")
class SameText(RightOfWay):
    """Yield and insist read alike."""

    def action_to_str(self, view: View, action: Any) -> str:
        return "answer" if isinstance(action, (Yield, Insist)) else super().action_to_str(view, action)


@caught_by("notation")
class Stumbles(RightOfWay):
    """A text that is no action is a surprise."""

    def parse_action(self, view: View, text: str) -> Any:
        if text.split()[-1:] == ["foo"]:
            raise KeyError(text)
        return super().parse_action(view, text)


@caught_by("notation")
class TwoLines(RightOfWay):
    """An event is told in two lines."""

    def event_to_str(self, view: View, event: Any, names: Any = None) -> str:
        return "one\ntwo" if isinstance(event, RouteWasSet) else super().event_to_str(view, event, names)


@caught_by("notation")
class ReadsNothing(RightOfWay):
    """Texts are understood in capitals only."""

    def parse_action(self, view: View, text: str) -> Any:
        if text != text.upper():
            raise InvalidActionError("shout")
        return super().parse_action(view, text)
