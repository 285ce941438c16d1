"""The numbering of actions (section D of the decisions page): 1497 ids that never change, and values outside their domain, which are no actions."""

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from railrules import InvalidActionError, SeededChance
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations.actions import Action
from railrules.games.railroad_operations.codec import MOST_TRAYS, all_actions, layout
from railrules.games.railroad_operations.state import State
from tests.games.railroad_operations.given import CODEC, CONTENT, GAME, Table, card, given

PLAIN: tuple[Action, ...] = (
    acts.DrawHomeOffice(),
    acts.DrawNothing(),
    acts.CallFreightAgent(),
    acts.EndDraw(),
    acts.EndSwitch(),
    acts.BeginSort(),
    acts.EndFreight(),
    acts.CloseConsist(),
    acts.LetRun(),
    acts.ClearTrain(),
    acts.HoldTrain(),
    acts.TakeOffice(),
    acts.EndWork(),
    acts.RunAnotherDay(),
    acts.CloseBooks(),
)
ENDS = range(2)
SQUARES = range(91)
LAYOUT: dict[int, tuple[Action, ...]] = {
    0: PLAIN,
    15: tuple(acts.DrawDepartment(pile) for pile in range(3)),
    18: tuple(acts.BeginSwitch(tray) for tray in range(7)),
    25: tuple(acts.TelegraphHold(tray) for tray in range(7)),
    32: tuple(acts.BoardCoach(tray) for tray in range(7)),
    39: tuple(acts.DetrainCoach(tray) for tray in range(7)),
    46: tuple(acts.SetOut(end, count) for end in ENDS for count in (1, 2, 3, 4)),
    54: tuple(acts.FlyingSwitch(end, count) for end in ENDS for count in (1, 2, 3, 4)),
    62: tuple(acts.SortNext(token) for token in range(16)),
    78: tuple(acts.AddCar(token) for token in range(14)),
    92: tuple(acts.AttachTo(side) for side in range(4)),
    96: tuple(acts.NameLoad(load) for load in range(9)),
    105: tuple(acts.OrderSection(stage) for stage in range(1, 13)),
    117: tuple(acts.ImproveLine(gap, index) for gap in range(5) for index in range(3)),
    132: tuple(acts.StartExtra(place) for place in range(34)),
    166: tuple(acts.PlaceCard(square) for square in SQUARES),
    257: tuple(acts.MoveTrain(heading, square) for heading in ENDS for square in SQUARES),
    439: tuple(acts.RollTo(square) for square in SQUARES),
    530: tuple(acts.DivertTrain(square) for square in SQUARES),
    621: tuple(acts.StockBox(square) for square in SQUARES),
    712: tuple(acts.ClearBox(square) for square in SQUARES),
    803: tuple(acts.UnjamLoad(square) for square in SQUARES),
    894: tuple(acts.WorkFacility(square) for square in SQUARES),
    985: tuple(acts.PlayCard(number) for number in range(128)),
    1113: tuple(acts.DiscardCard(number, pile) for number in range(128) for pile in range(3)),
}
"""The table of section D, written out; records and trained agents hold these numbers, so they never change."""

OPTIONS: dict[str, Any] = {"extra_start": "anywhere", "mainline_cards_per_gap": 3, "days": 2}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_whole_table(players: int) -> None:
    """The 1497 ids are these actions, for every number of players and with any options, from a state and from a view, both ways."""
    for options in ({}, OPTIONS):
        config = GAME.config(players, **options)
        codec = GAME.codec(config)
        state = GAME.initial_state(config, SeededChance(3))
        assert codec.num_actions == 1497 == sum(map(len, LAYOUT.values()))
        assert [number + len(actions) for number, actions in LAYOUT.items()] == [*list(LAYOUT)[1:], 1497]
        for position in (state, GAME.view(state, 0), None):
            for start, actions in LAYOUT.items():
                for number, action in enumerate(actions, start):
                    assert codec.encode(position, action) == number
                    assert codec.decode(position, number) == action


def test_every_kind_of_action_has_its_place() -> None:
    """Each of the 39 kinds once, and the set of all actions is the table."""
    kinds = [row[0] for row in layout()]
    assert sorted(kind.__name__ for kind in kinds) == sorted(kind.__name__ for kind in GAME.action_types)
    assert all_actions() == frozenset(action for actions in LAYOUT.values() for action in actions)
    assert MOST_TRAYS == 7


@pytest.mark.parametrize("number", [-1, 1497, 10**6, True, 3.0, "3", None])
def test_what_is_no_id(number: Any) -> None:
    """Only the ints from 0 to 1496 are."""
    with pytest.raises(InvalidActionError, match=r"expected an int in 0\.\.1496") as raised:
        CODEC.decode(None, number)
    assert raised.value.code == "bad-parameter"


def test_another_content_has_the_same_ids() -> None:
    """Ids are places among the types of the content, and there is room for 128 whatever it has."""
    fewer = attrs.evolve(CONTENT, cards=CONTENT.cards[:40])
    codec = type(GAME)(fewer).codec(GAME.config(1))
    assert codec.num_actions == 1497
    assert codec.decode(None, 985 + 127) == acts.PlayCard(127)


# ---- legal actions -----------------------------------------------------------------------------------------------------------------------


def random_states(players: int, seed: int, **options: Any) -> Iterator[State]:
    """The positions of a random game, cards rather played than not."""
    chance = SeededChance(seed)
    state = GAME.initial_state(GAME.config(players, **options), chance)
    while state.pending is not None:
        yield state
        legal = GAME.legal_actions(state)
        liked = [action for action in legal if isinstance(action, (acts.PlayCard, acts.BeginSwitch, acts.WorkFacility, acts.StockBox))]
        among = liked if liked and chance.pick(3) else legal
        state = GAME.transition(state, among[chance.pick(len(among))], chance)
    yield state


def check_ascending(state: State) -> int:
    """The legal actions of a position ascend by id, and the mask says the same; returns how many there are."""
    legal = GAME.legal_actions(state)
    numbers = [CODEC.encode(state, action) for action in legal]
    assert numbers == sorted(set(numbers))
    assert tuple(CODEC.decode(state, number) for number in numbers) == legal
    mask = CODEC.mask(state)
    assert len(mask) == 1497
    assert set(mask) <= {0, 1}
    assert [number for number, there in enumerate(mask) if there] == numbers
    if state.pending is not None:
        view = GAME.view(state, state.pending.player)
        assert GAME.codec(state.config).mask(view) == mask
    return len(numbers)


@pytest.mark.rule("OPS-I17", "OPS-R6")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_legal_actions_ascend(players: int) -> None:
    """In random games they are listed by ascending id, each once, and the mask has just these; two at least, none after the end."""
    seen = set()
    for seed in range(2):
        *states, last = random_states(players, seed, **OPTIONS)
        for state in states:
            assert check_ascending(state) >= 2
            seen.add(type(state.pending))
        assert check_ascending(last) == 0
        assert CODEC.mask(last) == bytes(1497)
    assert len(seen) >= 7


LONG = [
    given("TE -3..4: (1,0) tWN; (1,-1) cES; (2,-1) Coal Tipple; (3,-1) Foundry [h]", "T16 kbbr@ Office 0").do("BeginSwitch(T16)"),
    given(queue="X22 (0)", extra_start="anywhere", line="1, I, 1 / I, 1, 1", mainline_cards_per_gap=3).do("pass"),
    given(hands=("Straight Track, tWN, Depot, Coal Tipple, T6, X22",)).do("DrawHomeOffice", "draws Telegraph"),
    given("Loop", "T16 bRg@k 0(0,-1)").do("BeginSwitch(T16)", "BeginSort"),
    given(slots="4: T16").do("pass"),
    given("A0 DE green 1", "T5 @cC Office 0 *", work=0),
]


@pytest.mark.rule("OPS-I17")
@pytest.mark.parametrize("table", LONG, ids=lambda table: str(table.asks))
def test_long_lists_ascend(table: Table) -> None:
    """Also where many things are possible."""
    assert check_ascending(table.state) > 2


def test_a_guess_has_the_ids_of_the_view() -> None:
    """Which actions there are follows from what the acting player sees."""
    for state in [*random_states(2, 8)][:-1:9]:
        assert state.pending is not None
        view = GAME.view(state, state.pending.player)
        guess = GAME.determinize(view, SeededChance(1))
        assert CODEC.mask(guess) == CODEC.mask(state)


# ---- values outside their domains --------------------------------------------------------------------------------------------------------

OUTSIDE: list[Action] = [
    acts.DrawDepartment(3),
    acts.DrawDepartment(-1),
    acts.BeginSwitch(7),
    acts.BeginSwitch(-1),
    acts.TelegraphHold(7),
    acts.BoardCoach(7),
    acts.DetrainCoach(-1),
    acts.SetOut(2, 1),
    acts.SetOut(0, 0),
    acts.SetOut(1, 5),
    acts.FlyingSwitch(-1, 1),
    acts.FlyingSwitch(1, 5),
    acts.SortNext(16),
    acts.SortNext(-1),
    acts.AddCar(14),
    acts.AddCar(15),
    acts.AttachTo(4),
    acts.AttachTo(-1),
    acts.NameLoad(9),
    acts.NameLoad(-1),
    acts.OrderSection(0),
    acts.OrderSection(13),
    acts.ImproveLine(5, 0),
    acts.ImproveLine(0, 3),
    acts.ImproveLine(-1, 2),
    acts.StartExtra(34),
    acts.StartExtra(-1),
    acts.PlaceCard(91),
    acts.PlaceCard(-1),
    acts.MoveTrain(2, 45),
    acts.MoveTrain(1, 91),
    acts.MoveTrain(-1, 45),
    acts.RollTo(91),
    acts.DivertTrain(91),
    acts.StockBox(91),
    acts.ClearBox(91),
    acts.UnjamLoad(91),
    acts.WorkFacility(-1),
    acts.PlayCard(128),
    acts.PlayCard(-1),
    acts.DiscardCard(128, 0),
    acts.DiscardCard(0, 3),
    acts.DiscardCard(0, -1),
    acts.BeginSwitch(10**30),
]


def test_every_field_is_tried() -> None:
    """The list above has each kind of action with fields, each field below and above its domain in some."""
    assert {type(action) for action in OUTSIDE} == {kind for kind in GAME.action_types if attrs.fields(kind)}


@pytest.mark.parametrize("action", OUTSIDE, ids=repr)
def test_what_is_outside_its_domain_is_no_action(action: Action) -> None:
    """It has no id, cannot be loaded from JSON, and as an object it is refused at every decision, with a code that says so."""
    with pytest.raises(InvalidActionError, match="has no action id"):
        CODEC.encode(None, action)
    data = {"kind": type(action).__name__, **attrs.asdict(action)}
    with pytest.raises(
        InvalidActionError, match=r"not an action: \w+\.\w+ is (-?\d+|an int of more than 18 digits); expected an int in \d+\.\.\d+$"
    ) as raised:
        GAME.load_action(data)
    assert raised.value.code == "bad-parameter"
    for table in (given(), *LONG):
        found = GAME.validate(table.state, action)
        assert found is not None
        assert found.code == "bad-parameter"
    over = given(day=5, stage=12).do("pass")
    found = GAME.validate(over.state, action)
    assert found is not None


def test_actions_are_loaded_as_they_were_dumped() -> None:
    """Every action with an id comes back from its data."""
    for actions in LAYOUT.values():
        for action in (actions[0], actions[-1]):
            data: Any = GAME.dump(action)
            assert GAME.load_action(data) == action
            assert data["kind"] == type(action).__name__


@pytest.mark.parametrize(
    "data",
    [
        None,
        "DrawHomeOffice",
        {},
        {"kind": "Pass"},
        {"kind": "PlayCard"},
        {"kind": "PlayCard", "card": "straight"},
        {"kind": "PlayCard", "card": True},
        {"kind": "PlayCard", "card": 1.0},
        {"kind": "PlayCard", "card": 1, "pile": 0},
    ],
)
def test_what_is_no_action(data: object) -> None:
    """Unknown kinds, missing and superfluous fields and values of another type are told."""
    with pytest.raises(InvalidActionError) as raised:
        GAME.load_action(data)
    assert raised.value.code == "bad-parameter"


@pytest.mark.rule("OPS-4.6", "OPS-4.7")
@pytest.mark.parametrize("number", [len(CONTENT.cards), 100, 127])
def test_cards_beyond_the_content(number: int) -> None:
    """The numbers 80 to 127 stand for no card of the shipped content: they are actions with a notation, and in nobody's hand."""
    assert len(CONTENT.cards) == 80
    table = given(hands=("Straight Track",)).do("DrawHomeOffice", "draws Coal Tipple")
    for action, text in ((acts.PlayCard(number), f"play card-{number}"), (acts.DiscardCard(number, 1), f"discard card-{number} on 1")):
        found = GAME.validate(table.state, action)
        assert found is not None
        assert found.code == "card-not-in-hand"
        assert f"card-{number} is not in the hand" in found.message
        assert GAME.action_to_str(table.view(0), action) == text
        assert GAME.parse_action(table.view(0), text) == action
        assert GAME.load_action(GAME.dump(action)) == action


@pytest.mark.rule("OPS-4.8")
def test_ids_of_cards() -> None:
    """The number of a card is its place in the content file, those directed at opponents last."""
    assert CODEC.encode(None, acts.PlayCard(card("Straight Track"))) == 985
    assert CODEC.encode(None, acts.DiscardCard(card("T1"), 2)) == 1113 + 3 * 37 + 2
    assert [CONTENT.cards[place].id for place in (0, 11, 25, 37, 53, 61, 64, 65, 79)] == [
        "straight",
        "grain-elevator",
        "upgrade-depot",
        "train-1",
        "extra-11",
        "second-section",
        "block-signals",
        "duck-pond",
        "rate-inquiry",
    ]
    assert set(CONTENT.excluded) == set(range(65, 80))
