"""Property 12: actions and views as numbers."""

import math
from array import array
from typing import Any

from railrules import InvalidActionError
from railrules.testing._breach import Breach, demand_equal, who
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Codec(Property):
    """Ids and actions stand for each other, masks and lists say the same, and observations have a fixed layout within their bounds.

    A network learns what id 17 does. If that moves, or two actions share it, training goes wrong without an error.
    """

    name = "codec"

    def check(self, play: Play) -> None:
        """Encode, decode, mask and observe at every position."""
        game, config = play.game, play.config
        codec, other, observer = game.codec(config), game.codec(config), game.observer(config)
        for wrong in (-1, codec.num_actions, True, 1.0, "0", None):
            try:
                action = codec.decode(play.initial, wrong)  # type: ignore[arg-type]
            except InvalidActionError:
                continue
            raise Breach(f"id {wrong!r} is decoded to {action!r}; expected an InvalidActionError outside 0..{codec.num_actions - 1}")
        _check_features(observer)
        for state in play.states():
            player = game.current_player(state)
            legal = game.legal_actions(state)
            view = game.view(state, player)
            ids: dict[int, Any] = {}
            for action in legal:
                for position in (state, view):
                    action_id = codec.encode(position, action)
                    if type(action_id) is not int or not 0 <= action_id < codec.num_actions:
                        raise Breach(f"{action!r} has the id {action_id!r}; expected 0..{codec.num_actions - 1}")
                    if ids.setdefault(action_id, action) != action:
                        raise Breach(f"{ids[action_id]!r} and {action!r} have the same id {action_id}")
                    if other.encode(position, action) != action_id:
                        raise Breach(f"two codecs of one configuration number {action!r} differently")
                    demand_equal(f"an action and what its id {action_id} stands for", action, codec.decode(position, action_id))
            expected = bytes(action_id in ids for action_id in range(codec.num_actions))
            for name, position in (("state", state), ("view", view)):
                mask = codec.mask(position)
                if mask != expected:
                    wrong_ids = [index for index in range(codec.num_actions) if mask[index : index + 1] != expected[index : index + 1]]
                    raise Breach(f"the mask of the {name} and the legal actions differ at id {wrong_ids[0] if wrong_ids else len(mask)}")
            for viewer in play.viewers:
                seen = game.view(state, viewer)
                self._check_numbers(game, observer, seen)
                if viewer != player and any(codec.mask(seen)):
                    raise Breach(f"the mask of the view of {who(viewer)}, who is not to act, has ones; let the codec list with Game.legal_at")

    def _check_numbers(self, game: Any, observer: Any, view: Any) -> None:
        vector = observer.encode(view)
        if not isinstance(vector, array) or vector.typecode != "f" or len(vector) != observer.size:
            raise Breach(f"an observation is {type(vector).__name__} of {len(vector)}; expected array('f') of {observer.size}")
        for feature in observer.features:
            for number in vector[feature.start : feature.stop]:
                if not feature.low <= number <= feature.high:
                    raise Breach(f"the feature {feature.name} has the value {number}, outside {feature.low} to {feature.high}")
        if vector != observer.encode(view):
            raise Breach("two observations of one view differ")
        worth = game.evaluate(view)
        if not isinstance(worth, (int, float)) or not math.isfinite(worth):
            raise Breach(f"evaluate returns {worth!r}; expected a finite number")

    @property
    def remark(self) -> str:
        """Say so where there is nothing to check."""
        game = self.subject.game
        return "" if game.observer(game.config()).features else "no features for learning"


def _check_features(observer: Any) -> None:
    start = 0
    names = [feature.name for feature in observer.features]
    for feature in observer.features:
        if feature.start != start or feature.stop <= start:
            raise Breach(f"the feature {feature.name} takes entries {feature.start} to {feature.stop}; expected it to begin at {start}")
        if names.count(feature.name) > 1:
            raise Breach(f"two features are named {feature.name}")
        start = feature.stop
