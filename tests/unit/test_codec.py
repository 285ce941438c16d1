"""`ActionCodec` and `Observer`: actions as ids, views as vectors."""

import pickle
from array import array
from typing import Any

import pytest

from railrules import ActionCodec, Feature, InvalidActionError, Observer, new_match, one_hot, value, zeros
from tests.unit.toy import Cancel, Confirm, Draw, Heap, HeapState, Keep, Lay, Mark, Parcels, Pass, Take


@value
class Move:
    """Two fields, for the order of domains."""

    train: int
    way: str


@value
class Wait:
    """No field."""


@value
class Hold:
    """A field whose domain is booleans."""

    long: bool


ROWS = [(Wait,), (Move, (3, 5), ("east", "west")), (Hold, (False, True))]
LAYOUT = [Wait(), Move(3, "east"), Move(3, "west"), Move(5, "east"), Move(5, "west"), Hold(False), Hold(True)]
CODEC = ActionCodec.table(ROWS, lambda position: [LAYOUT[action_id] for action_id in position])


# ---- tables ------------------------------------------------------------------------------------------------------------------------------


def test_table_lays_out_kind_after_kind() -> None:
    """Rows follow each other; within one the last field changes fastest."""
    assert CODEC.num_actions == 7
    assert [CODEC.decode(None, action_id) for action_id in range(7)] == LAYOUT


def test_table_encodes_what_it_decodes() -> None:
    """Every id comes back from its action, also from an equal one built anew."""
    assert [CODEC.encode(None, action) for action in LAYOUT] == list(range(7))
    assert CODEC.encode(None, Move(5, "east")) == 3


def test_table_takes_generators() -> None:
    """Rows may come from a generator and domains may be ranges."""
    codec = ActionCodec.table(((kind, *domains) for kind, *domains in [(Take, range(1, 4))]), lambda _: ())
    assert [codec.decode(None, action_id) for action_id in range(codec.num_actions)] == [Take(1), Take(2), Take(3)]


def test_table_masks_the_legal_actions() -> None:
    """One byte per id, 1 where the action is legal."""
    assert CODEC.mask([0, 3, 6]) == b"\1\0\0\1\0\0\1"
    assert CODEC.mask([]) == bytes(7)


@pytest.mark.parametrize(
    "action",
    [Move(4, "east"), Move(3, "north"), Take(1), None, "wait", 3, Wait, Move([3], "east"), Move(3, ["east"])],  # type: ignore[arg-type]
)
def test_what_has_no_id_is_refused(action: object) -> None:
    """Other values, other kinds and things that do not even hash have no id."""
    with pytest.raises(InvalidActionError) as caught:
        CODEC.encode(None, action)
    assert str(caught.value) == f"{action!r} has no action id"
    assert caught.value.code == "bad-parameter"


@pytest.mark.parametrize("action", [Hold(1), Hold(0), Move(3.0, "east")])  # type: ignore[arg-type]
def test_an_equal_action_of_another_shape_has_no_id(action: object) -> None:
    """1 equals True and 3.0 equals 3, but neither is what the layout holds."""
    with pytest.raises(InvalidActionError, match="has no action id"):
        CODEC.encode(None, action)


def test_numbers_without_a_readable_form_have_no_id() -> None:
    """An int of 5000 digits is refused like any other, though Python will not write it."""
    with pytest.raises(InvalidActionError, match=r"^\(Move without a readable form\) has no action id$"):
        CODEC.encode(None, Move(10**5000, "east"))
    with pytest.raises(InvalidActionError, match=r"^action id \(int without a readable form\); expected an int in 0\.\.6$"):
        CODEC.decode(None, 10**5000)


@pytest.mark.parametrize("game", [Heap(), Parcels()])
def test_codecs_travel_between_processes(game: Any) -> None:
    """A pickled codec means the same, legal actions included."""
    codec = game.codec(game.config(2))
    copy = pickle.loads(pickle.dumps(codec))
    match = new_match(game, 2, seed=5)
    assert copy.num_actions == codec.num_actions
    assert copy.mask(match.state) == codec.mask(match.state)
    assert [copy.decode(None, action_id) for action_id in range(copy.num_actions)] == [codec.decode(None, n) for n in range(codec.num_actions)]


@pytest.mark.parametrize("action_id", [7, -1, True, 1.0, "1", None])
def test_an_id_outside_is_refused(action_id: Any) -> None:
    """An id is an int within the layout; the text says which."""
    with pytest.raises(InvalidActionError) as caught:
        CODEC.decode(None, action_id)
    assert str(caught.value) == f"action id {action_id!r}; expected an int in 0..6"


def test_a_table_with_two_equal_rows_is_refused() -> None:
    """One action cannot have two ids."""
    with pytest.raises(ValueError, match=r"^two rows of the action table make the same action$"):
        ActionCodec.table([(Wait,), (Take, (1, 1))], lambda _: ())


class Turned(ActionCodec[Take]):
    """Ids that count from a place that the position names."""

    def encode(self, position: int, action: Take) -> int:
        return (action.count - position) % self.num_actions

    def decode(self, position: int, action_id: int) -> Take:
        return Take((action_id + position) % self.num_actions)


def test_masks_by_the_position() -> None:
    """Where ids mean something else in each position the mask is the position's."""
    codec = Turned(5, lambda position: (Take(position), Take(2)))
    assert codec.mask(2) == b"\1\0\0\0\0"
    assert codec.mask(4) == b"\1\0\0\1\0"


# ---- of a game ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", range(8))
def test_mask_of_a_state_and_of_a_view(left: int) -> None:
    """A position is a state or the acting player's view; after the end nothing is legal."""
    game = Heap()
    codec = game.codec(game.config())
    state = HeapState(left, 1, 2)
    expected = bytes(int(count <= left) for count in (1, 2, 3))
    assert codec.mask(state) == expected
    assert codec.mask(game.view(state, 1)) == expected


def test_own_codec_with_hidden_information() -> None:
    """Along a game, state and acting view give the same mask, and ids ascend as the legal actions do."""
    game = Parcels()
    match = new_match(game, 2, seed=5)
    codec = game.codec(match.config)
    assert [codec.decode(None, action_id) for action_id in range(codec.num_actions)] == [
        *(Draw(), Lay(0), Keep(0), Lay(1), Keep(1), Lay(2), Keep(2)),
        *(Mark(0), Mark(1), Mark(2), Pass(), Confirm(False), Confirm(True), Cancel()),
    ]
    steps = 0
    while match.outcome is None:
        view = game.view(match.state, match.to_act)
        ids = [codec.encode(view, action) for action in match.legal_actions]
        assert ids == sorted(set(ids))
        assert [action_id for action_id, legal in enumerate(codec.mask(match.state)) if legal] == ids
        assert codec.mask(view) == codec.mask(match.state)
        match = match.play(match.legal_actions[-1 if steps % 3 else 0])
        steps += 1
    assert codec.mask(match.state) == bytes(codec.num_actions)
    with pytest.raises(InvalidActionError, match=r"expected an int in 0\.\.13"):
        codec.decode(match.state, 14)


def test_codec_is_abstract() -> None:
    """A codec says how to encode and to decode."""
    assert ActionCodec.__abstractmethods__ == {"encode", "decode"}


# ---- observers ---------------------------------------------------------------------------------------------------------------------------


def test_observer_lays_out_its_parts() -> None:
    """Features follow each other without gap; the vector is a flat array of 32-bit floats."""
    observer: Observer[tuple[int, int]] = Observer(
        [
            ("first", 1, "the first number", (0.0, 9.0), lambda view: [view[0]]),
            ("both", 2, "both numbers, halved", (-1.0, 1.0), lambda view: (number / 2 for number in view)),
        ]
    )
    assert observer.size == 3
    assert observer.features == (
        Feature("first", 0, 1, "the first number", 0.0, 9.0),
        Feature("both", 1, 3, "both numbers, halved", -1.0, 1.0),
    )
    vector = observer.encode((3, 1))
    assert vector == array("f", [3.0, 1.5, 0.5])
    assert (vector.typecode, len(vector), memoryview(vector).format) == ("f", observer.size, "f")


@pytest.mark.parametrize(("gave", "wanted"), [([], 2), ([1.0], 2), ([1.0, 2.0, 3.0], 2), ([1.0], 0)])
def test_a_feature_of_a_wrong_size_is_named(gave: list[float], wanted: int) -> None:
    """A part that gives more or fewer numbers than it said would move all after it: it is named instead."""
    parts: list[Any] = [
        ("first", 3, "a part of the right size", (0.0, 9.0), lambda _: [1.0, 2.0, 3.0]),
        ("odd", wanted, "another one", (0.0, 9.0), lambda _: gave),
        ("last", 1, "never reached", (0.0, 9.0), lambda _: pytest.fail("read after a fault")),
    ]
    observer: Observer[None] = Observer(parts)
    with pytest.raises(ValueError, match=rf"^feature odd gave {len(gave)} numbers; expected {wanted}$"):
        observer.encode(None)


def test_observer_of_a_game() -> None:
    """A game's observer reads a view and stays within the declared range."""
    game = Parcels()
    match = new_match(game, 2, seed=5, options={"first": 0})
    observer = game.observer(match.config)
    vector = observer.encode(game.view(match.state, 0))
    hand = match.state.shelves[0].hand
    assert list(vector) == [*(hand.count(kind) for kind in range(3)), len(match.state.pool)]
    for feature in observer.features:
        assert all(feature.low <= entry <= feature.high for entry in vector[feature.start : feature.stop])


def test_default_observer_has_no_features() -> None:
    """A game that declares none gives an empty vector."""
    game = Heap()
    observer = game.observer(game.config())
    assert (observer.features, observer.size) == ((), 0)
    assert observer.encode(game.view(HeapState(3, 0, 2), 0)) == array("f")


def test_pieces_of_a_vector() -> None:
    """All 0, or 1 at one place; each a new array of 32-bit floats."""
    assert zeros(3) == array("f", [0.0, 0.0, 0.0])
    assert one_hot(1, 3) == array("f", [0.0, 1.0, 0.0])
    assert zeros(0) == array("f")
    assert zeros(2) is not zeros(2)
    with pytest.raises(IndexError):
        one_hot(3, 3)
