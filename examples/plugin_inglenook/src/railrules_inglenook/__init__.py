"""Inglenook Sidings, a classic shunting puzzle for one person, as a plugin for railrules. The rules are in ``rules.md``."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeAlias

from railrules import (
    MAIN,
    OVER,
    ActionCodec,
    ActionRule,
    Chance,
    Config,
    Decision,
    FrameRules,
    Game,
    GameInfo,
    InvalidActionError,
    Limits,
    OpenView,
    Outcome,
    Rejection,
    RuleBook,
    int_range,
    option,
    options_of,
    value,
)
from railrules.parts import Pool

WAGONS = Pool((1, 2, 3, 4, 5, 6, 7, 8))
SIDINGS = (1, 2, 3)
LENGTHS = (5, 3, 3)
HEADSHUNT = 3
COUNTS = (1, 2, 3)
WANTED = 5

Log = list[Any] | None


@value
class Options:
    """How the puzzle is set."""

    moves: int = option(200, int_range(1, 1000), help="moves until the puzzle is lost", rule="ING-7")


@value
class Yard:
    """Where the wagons stand: on the headshunt from the loco to the points, on each siding from the points to the buffers."""

    headshunt: tuple[int, ...]
    sidings: tuple[tuple[int, ...], ...]


@value
class State:
    """A position: the yard, the wanted train, and the moves made."""

    config: Config[Options]
    yard: Yard
    wanted: tuple[int, ...]
    moves: int


@value
class Pull:
    """Take `count` wagons off `siding` (ING-4)."""

    siding: int
    count: int


@value
class Push:
    """Put `count` wagons onto `siding` (ING-5)."""

    siding: int
    count: int


Action: TypeAlias = Pull | Push
View: TypeAlias = OpenView[State]


def is_solved(state: State) -> bool:
    """ING-7."""
    return state.yard.sidings[0] == state.wanted


def shunted(state: State, siding: int, headshunt: tuple[int, ...], wagons: tuple[int, ...]) -> State:
    """Return the position after a move that leaves `wagons` on `siding`."""
    sidings = tuple(wagons if number == siding else track for number, track in zip(SIDINGS, state.yard.sidings, strict=True))
    return State(state.config, Yard(headshunt, sidings), state.wanted, state.moves + 1)


class PullRule(ActionRule[State, Pull]):
    """ING-4, ING-6: take wagons off a siding."""

    action = Pull

    def candidates(self, state: State) -> Iterable[Pull]:
        """All pulls there can be."""
        return [Pull(siding, count) for siding in SIDINGS for count in COUNTS]

    def reject(self, state: State, action: Pull) -> Rejection | None:
        """Refuse to take more than is there, or more than the headshunt holds."""
        if action.siding not in SIDINGS or action.count not in COUNTS:
            return Rejection.of("no-such-move", "ING-1", "there is no move of {count} on siding {siding}", siding=action.siding, count=action.count)
        there = len(state.yard.sidings[action.siding - 1])
        if action.count > there:
            return Rejection.of("too-few-wagons", "ING-6", "siding {siding} has only {there} wagons", siding=action.siding, there=there)
        room = HEADSHUNT - len(state.yard.headshunt)
        if action.count > room:
            return Rejection.of("no-room", "ING-6", "the headshunt has room for {room} more", room=room)
        return None

    def transition(self, state: State, action: Pull, chance: Chance, log: Log) -> State:
        """The wagons nearest to the points come off, in front of those on the headshunt."""
        track = state.yard.sidings[action.siding - 1]
        return shunted(state, action.siding, state.yard.headshunt + track[: action.count], track[action.count :])


class PushRule(ActionRule[State, Push]):
    """ING-5, ING-6: put wagons onto a siding."""

    action = Push

    def candidates(self, state: State) -> Iterable[Push]:
        """All pushes there can be."""
        return [Push(siding, count) for siding in SIDINGS for count in COUNTS]

    def reject(self, state: State, action: Push) -> Rejection | None:
        """Refuse to put more than the loco has, or more than the siding holds."""
        if action.siding not in SIDINGS or action.count not in COUNTS:
            return Rejection.of("no-such-move", "ING-1", "there is no move of {count} on siding {siding}", siding=action.siding, count=action.count)
        there = len(state.yard.headshunt)
        if action.count > there:
            return Rejection.of("too-few-wagons", "ING-6", "the headshunt has only {there} wagons", there=there)
        room = LENGTHS[action.siding - 1] - len(state.yard.sidings[action.siding - 1])
        if action.count > room:
            return Rejection.of("no-room", "ING-6", "siding {siding} has room for {room} more", siding=action.siding, room=room)
        return None

    def transition(self, state: State, action: Push, chance: Chance, log: Log) -> State:
        """The wagons farthest from the loco go on, before those that are there."""
        headshunt = state.yard.headshunt
        cut = len(headshunt) - action.count
        return shunted(state, action.siding, headshunt[:cut], headshunt[cut:] + state.yard.sidings[action.siding - 1])


class Book(RuleBook[State]):
    """Pull or push, until the puzzle is solved or lost."""

    frame = FrameRules(over="ING-7", malformed="ING-4", closed="ING-4", player="ING-1", turn="ING-1")

    def __init__(self) -> None:
        super().__init__({MAIN: (PullRule(), PushRule())})

    def decision(self, state: State) -> Decision:
        """There is only one."""
        return OVER if is_solved(state) or state.moves >= state.config.options.moves else MAIN


class Inglenook(Game[State, Action, View]):
    """The puzzle. Nothing is hidden, so views are positions."""

    info: ClassVar[GameInfo] = GameInfo(
        id="inglenook",
        title="Inglenook Sidings",
        rules_version=1,
        package="railrules-inglenook",
        min_players=1,
        max_players=1,
        default_players=1,
        designer="Alan Wright",
        year=1978,
        information="perfect",
        chance="setup",
        undo="free",
        terminations=("solved", "out-of-moves"),
        options=options_of(Options),
    )
    state_type = State
    action_types = (Pull, Push)
    options_type = Options

    def __init__(self) -> None:
        super().__init__(Book())

    def limits(self, config: Config[Any]) -> Limits:
        """As many moves as the option says; the first wagon is one of eight."""
        return Limits(actions=config.options.moves, chance_outcomes=8)

    def initial_state(self, config: Config[Any], chance: Chance, log: Log = None) -> State:
        """ING-2, ING-3."""
        wagons, _ = chance.draw(WAGONS, 8)
        wanted, _ = chance.draw(WAGONS, WANTED)
        return State(config, Yard((), (wagons[:5], wagons[5:], ())), wanted, 0)

    def current_player(self, state: State) -> int | None:
        """The one player, until it is over."""
        return None if self.book.decision(state) == OVER else 0

    def outcome(self, state: State) -> Outcome | None:
        """Solved with so many moves left, or lost (ING-7)."""
        left = state.config.options.moves - state.moves
        if is_solved(state):
            return Outcome(("solved",), (left,), ((left,),))
        return None if left > 0 else Outcome(("out-of-moves",), (0,), ((0,),), lost=True)

    def codec(self, config: Config[Any]) -> ActionCodec[Action]:
        """Eighteen ids: pulls by siding and count, then pushes."""
        return ActionCodec.table([(Pull, SIDINGS, COUNTS), (Push, SIDINGS, COUNTS)], self.legal_at)

    def evaluate(self, view: View) -> float:
        """How many wagons of the wanted train stand where they shall, counted from the buffers."""
        state = view.state
        train, wanted = state.yard.sidings[0][::-1], state.wanted[::-1]
        right = next((index for index, (wagon, wish) in enumerate(zip(train, wanted, strict=False)) if wagon != wish), min(len(train), WANTED))
        return float(right)

    def invariant_faults(self, state: State) -> Iterable[str]:
        """Every wagon stands somewhere, and no track is too full (ING-1, ING-6)."""
        tracks = (state.yard.headshunt, *state.yard.sidings)
        if sorted(wagon for track in tracks for wagon in track) != list(WAGONS):
            yield f"ING-2: the wagons are {tracks}"
        for track, length in zip(tracks, (HEADSHUNT, *LENGTHS), strict=True):
            if len(track) > length:
                yield f"ING-6: {track} is longer than {length}"

    def action_to_str(self, view: View, action: Action) -> str:
        """Return ``pull 2 from 1`` or ``push 1 to 3``."""
        verb, word = ("pull", "from") if isinstance(action, Pull) else ("push", "to")
        return f"{verb} {action.count} {word} {action.siding}"

    def parse_action(self, view: View, text: str) -> Action:
        """Return the action of such a text."""
        match text.lower().split():
            case ["pull", count, "from", siding] if count.isdecimal() and siding.isdecimal():
                return Pull(int(siding[:3]), int(count[:3]))
            case ["push", count, "to", siding] if count.isdecimal() and siding.isdecimal():
                return Push(int(siding[:3]), int(count[:3]))
        raise InvalidActionError(f"{text!r} is no move; expected: pull COUNT from SIDING, or push COUNT to SIDING")

    def describe(self, view: View, names: Sequence[str] | None = None) -> str:
        """Return the yard, drawn from the loco to the buffers."""
        state = view.state
        head, *tracks = (
            _drawn(track, length) for track, length in zip((state.yard.headshunt, *state.yard.sidings), (HEADSHUNT, *LENGTHS), strict=True)
        )
        lines = [f"Wanted on siding 1: {_drawn(state.wanted, WANTED)}   ({state.moves} of {state.config.options.moves} moves made)", ""]
        lines += [f"loco {head} --+-- 1: {tracks[0]}", f"{'':>13}+-- 2: {tracks[1]}", f"{'':>13}+-- 3: {tracks[2]}"]
        outcome = self.outcome(state)
        return "\n".join([*lines, "", f"Over: {outcome.terminations[0]}."] if outcome else lines)

    def summary(self, view: View) -> str:
        """The tracks in one line."""
        return " | ".join(_drawn(track, 0) for track in (view.state.yard.headshunt, *view.state.yard.sidings))


def _drawn(track: tuple[int, ...], length: int) -> str:
    return " ".join([*map(str, track), *["."] * (length - len(track))])
