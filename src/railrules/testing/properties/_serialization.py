"""Property 8: values to JSON and back."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from railrules import Chance, InvalidActionError, RecordError
from railrules.serialize import canonical_json
from railrules.testing._breach import Breach, demand_equal, shorten
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Serialization(Property):
    """Every state, action, event and view comes back from JSON as it was, in the same bytes; JSON that is not quite right is refused.

    Saved games, front-ends and other languages live on this. A reader that guesses - 1.0 for 1, a missing key for its default - turns a fault in
    somebody's program into a game that goes wrong much later.
    """

    name = "serialization"

    def check(self, play: Play) -> None:
        """Write and read all values; spoil a few."""
        game = play.game
        chance = play.luck("spoilers")
        met: set[Any] = set()  # actions and events come again and again

        def is_new(value: Any) -> bool:
            known = value in met
            met.add(value)
            return not known

        self._check(game.dump, game.load_options, play.config.options, "options", chance)
        self._check_every_key(game.dump(play.initial), game.load_state, "state")
        self._check_every_key(game.dump(game.view(play.initial, 0)), game.load_view, "view")
        for number, state in enumerate(play.states()):
            spoil = chance if number % 8 == 0 else None
            self._check(game.dump, game.load_state, state, "state", spoil)
            viewer = play.viewers[number % len(play.viewers)]  # in turns: their views of one position have most in common
            self._check(game.dump, game.load_view, game.view(state, viewer), "view", spoil)
            for action in filter(is_new, game.legal_actions(state)):
                self._check(game.dump, game.load_action, action, "action", spoil)
        for moves, events in enumerate([play.setup_events, *(step.events for step in play.steps)]):
            play.at = moves
            for event in events:
                for seen in (event, *(game.view_event(event, viewer) for viewer in play.viewers)):
                    if seen is not None and is_new(seen):
                        self._check(game.dump, game.load_event, seen, "event", chance if moves % 8 == 0 else None)

    def _check_every_key(self, data: Any, load: Callable[[Any], Any], what: str) -> None:
        """Leave out every key there is, one at a time."""
        for path, old, rebuilt in list(_places("", data, lambda new: new)):
            for gone in sorted(old) if isinstance(old, dict) else ():
                try:
                    load(rebuilt({key: item for key, item in old.items() if key != gone}))
                except (InvalidActionError, RecordError):
                    continue
                raise Breach(f"a {what} whose JSON was spoiled is read all the same: {path or 'top level'} lacks the key {gone}", 0)

    def _check(self, dump: Callable[[Any], Any], load: Callable[[Any], Any], value: Any, what: str, chance: Chance | None) -> None:
        data = dump(value)
        text = canonical_json(data)
        try:
            back = load(json.loads(text))
        except (InvalidActionError, RecordError) as error:
            raise Breach(f"the JSON of the {what} {shorten(value)} is refused by its own reader: {error}") from None
        demand_equal(f"the {what} and what its JSON gives", value, back)
        if type(back) is not type(value) or hash(back) != hash(value):
            raise Breach(f"the {what} that JSON gives hashes differently: {shorten(value)}")
        if canonical_json(dump(back)) != text:
            raise Breach(f"the JSON of the {what} {shorten(value)} is not the same when written again")
        if chance is not None:
            for path, spoiled in _spoiled(data, chance):
                try:
                    accepted = load(spoiled)
                except (InvalidActionError, RecordError):
                    continue
                raise Breach(f"a {what} whose JSON was spoiled is read all the same: {path}; it became {shorten(accepted)}")


def _spoiled(data: Any, chance: Chance) -> Iterator[tuple[str, Any]]:
    """Some copies of `data`, each with one fault somewhere: a key missing, a key too many, a value of another type."""
    yield "it is a list with the object in it", [data]
    places = list(_places("", data, lambda new: new))
    for _ in range(3):
        path, old, rebuilt = places[chance.pick(len(places))]
        for how, new in _faults(old, chance):
            yield f"{path or 'top level'} {how}", rebuilt(new)


def _places(path: str, data: Any, rebuild: Callable[[Any], Any]) -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
    """Every place in `data`: its path, what stands there, and how to build the whole with something else there."""
    yield path, data, rebuild
    if isinstance(data, dict):
        for key in sorted(data):
            yield from _places(f"{path}.{key}".removeprefix("."), data[key], partial(_with_key, rebuild, data, key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _places(f"{path}[{index}]", item, partial(_with_item, rebuild, data, index))


def _with_key(rebuild: Callable[[Any], Any], data: dict[str, Any], key: str, new: Any) -> Any:
    return rebuild({**data, key: new})


def _with_item(rebuild: Callable[[Any], Any], data: list[Any], index: int, new: Any) -> Any:
    return rebuild([*data[:index], new, *data[index + 1 :]])


def _faults(old: Any, chance: Chance) -> Iterator[tuple[str, Any]]:
    if isinstance(old, dict):
        yield "has a key too many", {**old, "surplus": 0}
        if old:
            gone = sorted(old)[chance.pick(len(old))]
            yield f"lacks the key {gone}", {key: item for key, item in old.items() if key != gone}
    elif isinstance(old, list):
        yield "is an object and not a list", dict(enumerate(map(str, old)))
        yield "is a text and not a list", "x" * len(old)
    elif isinstance(old, bool):
        yield f"is {int(old)} and not {json.dumps(old)}", int(old)
    elif isinstance(old, int):
        yield f"is {old}.0 and not {old}", float(old)
        yield f'is "{old}" and not {old}', str(old)
    elif isinstance(old, str):
        yield f"is a list and not {old!r}", [old]
    elif old is None:
        yield "is 0.5 and not null", 0.5
