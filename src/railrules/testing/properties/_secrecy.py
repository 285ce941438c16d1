"""Property 6: nobody learns more than their seat shows."""

from typing import Any

from railrules import AnyGame, Chance, InvalidActionError, RecordingChance, Rejection, ScriptedChance, SeededChance, Step
from railrules.testing._breach import Breach, demand_equal, difference, who
from railrules.testing._playout import Play
from railrules.testing._property import Property

DRAWN_IDS = 16
SETUPS = 40

Who = int | None


class Secrecy(Property):
    """What looks alike to a player is alike to that player: in what may be done, what is refused, and what is told.

    A hidden card leaks through more than the view: through the text of a refusal, the order of a list, an event, a step that the engine takes or
    does not take, an undo that is offered or not. Whoever finds such a leak plays with open cards.

    Tested on twins, two full positions drawn for the view of one player by `determinize`, and on two ways to go on from there that lead to equal
    views again: the twins after the same action, one twin after another action or with other luck. What anybody was told must be seen in their view
    afterwards, unless it is gone from the position; and the kit believes the view: that it shows too much to everybody only your own test can tell.
    """

    name = "secrecy"

    def begin(self) -> None:
        """Compare what is told of setups that look alike."""
        game = self.subject.game
        if game.info.information == "perfect":
            return
        config = game.config()
        initial = game.initial_state(config, SeededChance(0))
        wrong: tuple[Any, ...] = (-1, config.players, True)
        for nobody in wrong:
            try:
                game.view(initial, nobody)
            except ValueError:
                continue
            raise Breach(f"view(state, {nobody!r}) shows something; expected a ValueError: begin it with railrules.check_viewer", 0)
        told: dict[Any, tuple[int, tuple[Any, ...]]] = {}
        for seed in range(SETUPS):
            log: list[Any] = []
            state = game.initial_state(config, SeededChance(seed), log)
            for viewer in (*range(config.players), None):
                shown = _shown(game, tuple(log), viewer)
                other, first = told.setdefault(game.view(state, viewer), (seed, shown))
                if first != shown:
                    raise Breach(
                        f"{who(viewer)} is told different things of the setups of the seeds {other} and {seed}, which look alike:"
                        f" {difference(first, shown)}; whatever is told must stand in the view, in the same order",
                        0,
                    )

    def check(self, play: Play) -> None:
        """Draw twins for every viewer at every position and compare all that reaches the viewer."""
        game = play.game
        if game.info.information == "perfect":
            return
        chance = play.luck("twins")
        for step_number, state in enumerate(play.states()):
            for viewer in play.viewers:
                view = game.view(state, viewer)
                twins = (game.determinize(view, chance), game.determinize(view, chance))
                for twin in twins:
                    if game.book.advance(twin, SeededChance(0), None) != twin:
                        raise Breach(
                            f"in a position that looks alike to {who(viewer)} the engine would go on by itself, and here it waits:"
                            " that shows something hidden; let `forced` look at public facts where its steps are seen"
                        )
                if twins[0] != twins[1]:
                    self._check_alike(play, viewer, twins, chance)
                played = play.steps[step_number].action if step_number < len(play.steps) else None
                self._check_after(play, viewer, twins, played, chance)

    # ---- (a) the position itself -------------------------------------------------------------------------------------------------------

    def _check_alike(self, play: Play, viewer: Who, twins: tuple[Any, Any], chance: Chance) -> None:
        game = play.game
        first, second = twins
        name = who(viewer)
        demand_equal(f"the views of {name} of two positions that look alike", game.view(first, viewer), game.view(second, viewer))
        demand_equal(f"what a spectator sees of two positions that {name} cannot tell apart", game.view(first, None), game.view(second, None))
        if game.current_player(first) != viewer or viewer is None:
            return
        legal = game.legal_actions(first), game.legal_actions(second)
        demand_equal(f"the legal actions of {name} in two positions that look alike", *legal)
        codec = game.codec(play.config)
        for _ in range(DRAWN_IDS):
            action_id = chance.pick(codec.num_actions)
            actions = _decoded(codec, first, action_id), _decoded(codec, second, action_id)
            demand_equal(f"what action id {action_id} means to {name} in two positions that look alike", *actions)
            if actions[0] is not None:
                refusals = _refusal(game.validate(first, actions[0])), _refusal(game.validate(second, actions[1]))
                demand_equal(f"the answers to {actions[0]!r} of {name} in two positions that look alike", *refusals)

    # ---- (b), (c) one step on ----------------------------------------------------------------------------------------------------------

    def _check_after(self, play: Play, viewer: Who, twins: tuple[Any, Any], played: Any, chance: Chance) -> None:
        game = play.game
        legal = game.legal_actions(twins[0])
        if not legal:
            return
        both = [action for action in legal if game.validate(twins[1], action) is None]
        for action in dict.fromkeys([played, legal[chance.pick(len(legal))]]):
            if action not in legal:
                continue
            seed = chance.pick(2**32)
            first = _step(game, twins[0], action, SeededChance(seed))
            if action in both and twins[0] != twins[1]:
                second = _same_step(game, twins[1], action, first.picks)
                if second is not None:
                    self._compare_told(game, viewer, first, second, f"{action!r} in two positions that look alike")
                    self._check_unseen(play, viewer, twins, first, second, action)
            if first.picks and game.current_player(twins[0]) != viewer:
                other_luck = _step(game, twins[0], action, SeededChance(seed + 1))
                self._compare_told(game, viewer, first, other_luck, f"{action!r} with different luck")
            if game.current_player(twins[0]) != viewer:
                other = legal[chance.pick(len(legal))]
                other_action = _step(game, twins[0], other, SeededChance(seed))
                self._compare_told(game, viewer, first, other_action, f"{action!r} and of {other!r}")

    def _compare_told(self, game: AnyGame, viewer: Who, first: Step[Any], second: Step[Any], what: str) -> None:
        if first.state == second.state:
            return  # what differed is gone, with a new deal perhaps, and may have been shown by all means
        if game.view(first.state, viewer) == game.view(second.state, viewer):
            told = _shown(game, first.events, viewer), _shown(game, second.events, viewer)
            demand_equal(f"what {who(viewer)} is told of {what}, which look alike afterwards,", *told)

    def _check_unseen(self, play: Play, viewer: Who, twins: tuple[Any, Any], first: Step[Any], second: Step[Any], action: Any) -> None:
        game = play.game
        views = game.view(first.state, viewer), game.view(second.state, viewer)
        if views[0] == views[1] or first.picks:
            return
        if [*map(type, first.events)] != [*map(type, second.events)]:
            return  # the engine went on by itself in one of them only; that shows something about a hand, but places no card
        if _seems_reversible(play, twins[0], first.state) and _seems_reversible(play, twins[1], second.state):
            raise Breach(
                f"{action!r} shows {who(viewer)} something that was hidden, {difference(*views)}, and could be undone:"
                " no player's `unseen` changed; it must stand for every fact that a view cannot place"
            )


def _seems_reversible(play: Play, before: Any, after: Any) -> bool:
    """Whether a match would let a step without picks be undone."""
    game = play.game
    return all(game.unseen(game.view(before, viewer)) == game.unseen(game.view(after, viewer)) for viewer in play.viewers)


def _decoded(codec: Any, state: Any, action_id: int) -> Any:
    try:
        return codec.decode(state, action_id)
    except InvalidActionError:
        return None


def _refusal(rejection: Rejection | None) -> tuple[str, str, str] | None:
    return None if rejection is None else (rejection.code, rejection.rule, rejection.message)


def _shown(game: AnyGame, events: tuple[Any, ...], viewer: Who) -> tuple[Any, ...]:
    return tuple(seen for event in events if (seen := game.view_event(event, viewer)) is not None)


def _same_step(game: AnyGame, state: Any, action: Any, picks: tuple[Any, ...]) -> Step[Any] | None:
    """The step with the same drawn values; None where there are no such cards left, or others are asked for."""
    script = ScriptedChance(picks)
    try:
        step = _step(game, state, action, script)
    except ValueError:
        return None
    return None if script.left else step


def _step(game: AnyGame, state: Any, action: Any, chance: Chance) -> Step[Any]:
    recording, log = RecordingChance(chance), list[Any]()
    after = game.transition(state, action, recording, log)
    return Step(after, tuple(log), tuple(recording.picks))
