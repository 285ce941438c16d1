"""The coach shortage, ids, records and undo (section 9 of the scenarios): OPS-S49 and OPS-S50."""

from pathlib import Path
from typing import Any

import attrs
import pytest

import railrules
from railrules import DivergenceError, IllegalActionError, InvalidActionError, Match, Record, SeededChance
from railrules.games.railroad_operations import actions as acts
from railrules.games.railroad_operations.events import CardDrawn, DivisionYardRefilled, HandDealt, TrainMadeUp, TrainShort
from railrules.games.railroad_operations.state import DrawPending, FreightPending, OptionPending, State, WorkPending
from tests.games.railroad_operations.given import CODEC, CONTENT, GAME, HouseRules, Table, action_text, card, given, letters, read_action, tokens

# ---- OPS-S49: the coach shortage ---------------------------------------------------------------------------------------------------------------


def s49() -> list[Table]:
    """The whole game, a table for each decision: every turn passes, every `AddCar` is the lowest legal id."""
    tables = [given(stage=1, slots="4: T6, 8: T5")]
    while tables[-1].asks != "over":
        table = tables[-1]
        tables.append(table.do("pass" if table.asks == "Option" else table.legal[0]))
    return tables


@pytest.mark.rule("OPS-1.4", "OPS-1.7", "OPS-8.3", "OPS-1.6", "OPS-10.1")
def test_s49_coaches_travel_one_way() -> None:
    """From Day 3 on all sixteen wait in the Classification Yard, and no refill ever comes."""
    tables = s49()
    last = tables[-1]
    assert [letters(event.consist) for event in last.told(TrainMadeUp)] == [
        *("ccc@", "@ccc"),
        *("Ccc@", "@CCC"),
        *("CCC@", "@C"),
        *("@", "@"),
        *("@", "@"),
    ]
    wanted = tokens("cC")
    short = last.told(TrainShort)
    assert [(event.card, event.cars, event.maximum) for event in short] == [
        (card("T5"), 1, 3),
        *((card("T6"), 0, 3), (card("T5"), 0, 3)) * 2,
    ]
    assert [sum(loaded + empty for _, loaded, empty in event.waiting) for event in short] == [15, 16, 16, 16, 16]
    for event in short:
        assert (event.wanted, event.caboose_missing, event.division_total) == (wanted, False, 56)
    assert last.told(DivisionYardRefilled) == []
    for table in tables:
        if table.when > (3, 11):  # the last coach leaves in the Mainline phase of Stage 11
            assert (table.classification, table.division_total) == ("c8 C8", 56)
        elif table.when == (3, 11):
            assert (table.classification, table.running) == ("c8 C7", ["T5"])
    assert last.outcome is not None
    assert last.outcome.terminations == ("short-of-floor",)
    assert last.revenue == (0,)


@pytest.mark.rule("OPS-8.3", "OPS-1.4")
def test_s49_the_shortage_is_told() -> None:
    """`describe` says that 16 of 16 coaches wait and come back only when the Division Yard is bare."""
    for table in s49():
        text = GAME.describe(table.view(0))
        told = "\ncoaches: 16 of 16 in the Classification Yard, back only when the Division Yard is bare" in text
        assert told == (table.when > (3, 11))


@pytest.mark.rule("OPS-8.3", "OPS-7.10", "OPS-7.2", "OPS-R6")
def test_s49_nothing_for_porters() -> None:
    """Without a coach in the Division Yard nothing is stocked, trains run empty, and no Porter can detrain."""
    table = given("A0 DE", "T5 b@C Office 0", slots="4: T6", classification="c8 C7")
    assert table.with_pending(FreightPending(0)).code("StockBox((0,0))") == "yard-has-none"
    assert table.with_pending(WorkPending(0)).code("DetrainCoach(T5)") == "yard-has-none"
    table = table.do("pass")
    (short,) = table.told(TrainShort)
    assert (short.card, short.cars, short.waiting, short.division_total) == (card("T6"), 0, ((0, 7, 8),), 55)
    assert (table.asks, table.when) == ("Option", (1, 5))
    assert table.row("T5") == "b@C"


@pytest.mark.rule("OPS-1.4", "OPS-1.7", "OPS-8.2", "OPS-R6")
def test_s49_a_refill_after_all() -> None:
    """The bare yard is refilled while a train is made up, and making up goes on."""
    table = given(slots="4: T12", division="k B").do("pass")
    assert table.division_total == 70
    assert table.has("c8 C8 b4 B3 k7 r4 R4 g4 G4 h4 H4 t4 T4 s4 S4")
    assert (table.asks, table.cars) == ("MakeUp", "bBrRgGtT")
    assert table.row("T12") == "kB@"


# ---- OPS-S50: ids ------------------------------------------------------------------------------------------------------------------------------

IDS = {
    "DrawHomeOffice": 0,
    "CallFreightAgent": 2,
    "CloseBooks": 14,
    "DrawDepartment(1)": 16,
    "BeginSwitch(tray 2)": 20,
    "TelegraphHold(tray 1)": 26,
    "SetOut(E, 1)": 50,
    "AddCar(C)": 79,
    "NameLoad(men)": 102,
    "OrderSection(4)": 108,
    "ImproveLine(2, 0)": 123,
    "StartExtra(Interchange (1,0), W)": 142,
    "PlaceCard((1,0))": 212,
    "MoveTrain(W, (-1,0))": 301,
    "MoveTrain(E, (2,-1))": 382,
    "RollTo((3,-1))": 474,
    "StockBox((0,0))": 666,
    "PlayCard(Train 5)": 1026,
    "DiscardCard(Coal Tipple, 1)": 1150,
}


@pytest.mark.rule("OPS-10.5")
def test_s50_ids() -> None:
    """Actions have the ids of section D, the last of which is 1496."""
    state = given().state
    for text, number in IDS.items():
        action = read_action(state, text)
        assert CODEC.encode(state, action) == number
        assert CODEC.decode(state, number) == action
        assert action_text(state, action) == text
    assert CODEC.num_actions == 1497
    assert CODEC.decode(state, 1496) == acts.DiscardCard(127, 2)
    with pytest.raises(InvalidActionError):
        CODEC.decode(state, 1497)


@pytest.mark.rule("OPS-10.5")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_s50_the_same_ids_for_all(players: int) -> None:
    """For one to four players and all options."""
    codec = GAME.codec(GAME.config(players, extra_start="anywhere", mainline_cards_per_gap=3))
    assert codec.num_actions == 1497
    state = given().state
    for number in range(0, 1497, 7):
        assert codec.decode(state, number) == CODEC.decode(state, number)


@pytest.mark.rule("OPS-10.5")
def test_every_id_decodes_and_is_refused_like_any_other() -> None:
    """Also those that a small table never uses: trays and gaps beyond it, card types beyond the content."""
    positions = [
        given("Branch; (2,-1) [h]", "T16 kb@ Office 0", hands=("Straight Track, tWN",)),
        given(hands=("Straight Track, tWN",)).do("DrawHomeOffice", "draws Coal Tipple"),
        given(slots="4: T6").do("pass"),
        given(queue="X22 (0)", extra_start="anywhere").do("pass"),
        given("A0 DE tg", "T16 kb@ Office 0").do("pass"),
        given("A0 DE green 1", "T5 @cC Office 0 *", work=0),
        given(hands=("tWN",)).do("DrawHomeOffice", "draws Block Signals", "PlayCard(Block Signals)"),
    ]
    for table in positions:
        legal = set(GAME.legal_actions(table.state))
        for number in range(CODEC.num_actions):
            action = CODEC.decode(table.state, number)
            assert (GAME.validate(table.state, action) is None) == (action in legal), action


OUTSIDE: list[Any] = [
    acts.DrawDepartment(3),
    acts.DrawDepartment(-1),
    acts.BeginSwitch(7),
    acts.BeginSwitch(-1),
    acts.SetOut(2, 1),
    acts.SetOut(0, 0),
    acts.SetOut(0, -1),
    acts.FlyingSwitch(0, 0),
    acts.MoveTrain(2, 45),
    acts.MoveTrain(1, 91),
    acts.AddCar(14),
    acts.AddCar(-1),
    acts.NameLoad(9),
    acts.OrderSection(0),
    acts.OrderSection(13),
    acts.ImproveLine(-1, 0),
    acts.ImproveLine(0, -1),
    acts.StartExtra(34),
    acts.StartExtra(-1),
    acts.PlaceCard(91),
    acts.PlaceCard(-1),
    acts.PlayCard(128),
    acts.PlayCard(-1),
    acts.DiscardCard(128, 0),
    acts.DiscardCard(0, 3),
    acts.DiscardCard(0, -1),
    acts.BoardCoach(-1),
    acts.TelegraphHold(-1),
    acts.AttachTo(4),
    acts.RollTo(91),
    acts.SortNext(16),
    acts.StockBox(91),
]


@pytest.mark.rule("OPS-10.5")
@pytest.mark.parametrize("action", OUTSIDE, ids=repr)
def test_what_is_outside_its_domain_is_no_action(action: Any) -> None:
    """Section C: it has no id, and no position accepts it or fails at it."""
    with pytest.raises(InvalidActionError):
        CODEC.encode(None, action)
    switching = given("Branch; (2,-1) [hh] pipe - - -", "T16 kb@hh 0(2,0)")
    tables = [
        given(hands=("Straight Track, tWN",)),
        switching,
        switching.do("BeginSwitch(T16)"),
        given("Loop", "T16 b@k 0(0,-1)").do("BeginSwitch(T16)", "BeginSort"),
        given("Branch; (3,-1) Foundry [h]", "T16 k@hh Office 0").do("BeginSwitch(T16)", "FlyingSwitch(E, 1)"),
        given(hands=("Straight Track, tWN",)).do("DrawHomeOffice", "draws Coal Tipple"),
        given(hands=("Straight Track, tWN",)).do("DrawHomeOffice", "draws Coal Tipple", "PlayCard(Straight Track)"),
        given(slots="4: T6").do("pass"),
        given(slots="11: T6, 12: T1", hands=("tWN",)).do("DrawHomeOffice", "draws Second Section", "PlayCard(Second Section)"),
        given(hands=("tWN",)).do("DrawHomeOffice", "draws Block Signals", "PlayCard(Block Signals)"),
        given(queue="X22 (0)", extra_start="anywhere").do("pass"),
        given("A0 DE tg", "T16 kb@ Office 0").do("pass"),
        given("A0 DE green 1", "T5 @cC Office 0 *", work=0),
        given("DE red 1").do("CallFreightAgent"),
        given("A0 DE green 1 red 1").do("UnjamLoad((0,0))"),
    ]
    for table in tables:
        assert GAME.validate(table.state, action) is not None, table.asks


# ---- OPS-S50: records --------------------------------------------------------------------------------------------------------------------------

MOVES = (acts.CallFreightAgent(), acts.CallFreightAgent(), acts.DrawHomeOffice())


def play() -> Match:
    match = railrules.new_match(GAME, 1, 7)
    for move in MOVES:
        match = match.play(move)
    return match


def altered(match: Match, index: int, action: Any) -> Record:
    """The record with another action in place of one."""
    record = match.record()
    moves = list(record.moves)
    moves[index] = attrs.evolve(moves[index], action=GAME.dump(action))
    return attrs.evolve(record, moves=tuple(moves))


@pytest.mark.rule("OPS-10.5")
def test_s50_a_record_replays() -> None:
    """To Stage 3, `Draw`, four cards; it verifies, resumes, and goes on."""
    match = play()
    record = match.record()
    assert record.setup.seed == 7
    assert record.setup.players == 1
    for found in (railrules.replay(record, game=GAME), railrules.resume(record, game=GAME)):
        state: State = found.state
        assert state == match.state
        assert state.clock.stage == 3
        assert isinstance(state.pending, DrawPending)
        assert len(state.people.players[0].hand) == 4
    assert railrules.verify(record, game=GAME).ok
    assert railrules.resume(record, game=GAME) == match
    again = Record.from_json(record.to_json())
    assert railrules.verify(again, game=GAME).ok


@pytest.mark.rule("OPS-10.5", "OPS-W8")
@pytest.mark.parametrize(
    ("index", "action", "code", "rule", "stage"),
    [
        (1, acts.EndSwitch(), "not-open-now", "OPS-4.1", 2),
        (2, acts.DrawNothing(), "card-can-be-drawn", "OPS-4.3", 3),
    ],
)
def test_s50_a_replay_stops_at_the_first_illegal_action(tmp_path: Path, index: int, action: Any, code: str, rule: str, stage: int) -> None:
    """It names number, action, code and rule, gives the position before it, and does not touch the file."""
    record = altered(play(), index, action)
    path = tmp_path / "play.json"
    record.save(path)
    before = path.read_bytes()
    with pytest.raises(DivergenceError) as raised:
        railrules.replay(Record.read(path), game=GAME)
    assert raised.value.move == index
    text = str(raised.value)
    for part in (f"move {index + 1}", type(action).__name__, code, rule):
        assert part in text
    report = railrules.verify(Record.read(path), game=GAME)
    assert report.divergence is not None
    assert report.divergence.move == index
    found = railrules.replay(Record.read(path), to=index, game=GAME)
    state: State = found.state
    assert (state.clock.day, state.clock.stage) == (1, stage)
    assert isinstance(state.pending, OptionPending)
    assert path.read_bytes() == before


@pytest.mark.rule("OPS-10.5", "OPS-10.6")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_whole_game_is_recorded(players: int) -> None:
    """A random game ends within its bound, keeps the laws, and verifies from its seed."""
    config: HouseRules = {"days": 1, "extra_days": 1, "mainline_cards_per_gap": 2, "extra_start": "anywhere"}
    match = railrules.new_match(GAME, players, 5, dict(config))
    chance = SeededChance(11)
    bound = GAME.limits(match.config).actions
    assert bound is not None
    while match.outcome is None:
        legal = match.legal_actions
        match = match.play(legal[chance.pick(len(legal))])
        assert not [*GAME.invariant_faults(match.state)]
        assert len(match.moves) <= bound
    record = match.record()
    assert railrules.verify(record, game=GAME).ok
    assert record.outcome is not None


@pytest.mark.rule("OPS-10.5", "OPS-W7")
def test_s50_undo() -> None:
    """Free with one player, and the same card comes again; with more it is refused in every mode."""
    match = play()
    back = match.undo(0)
    state: State = back.state
    assert state.clock.stage == 3
    assert isinstance(state.pending, OptionPending)
    again = back.play(acts.DrawHomeOffice())
    assert again.state == match.state
    for mode in ("competitive", "coop"):
        table = railrules.new_match(GAME, 2, 3, {"mode": mode})
        player = table.to_act
        assert player is not None
        moved = table.play(acts.CallFreightAgent())
        for asking in range(2):
            refused = moved.check_undo(asking)
            assert refused is not None
            assert refused.code == "undo-not-allowed"
        with pytest.raises(IllegalActionError):
            moved.undo(player)


@pytest.mark.rule("OPS-10.5")
def test_s50_the_public_part_of_a_record() -> None:
    """Before the end `record(full=False)` has neither seed nor hidden cards; after it, and in Co-op always, there is the full one."""
    match = railrules.new_match(GAME, 2, 3, {"mode": "competitive", "days": 1})
    first = match.to_act
    match = match.play(acts.DrawHomeOffice())
    public = match.record(full=False)
    assert not hasattr(public, "seed")
    told = public.events
    assert [event.cards for event in told if isinstance(event, HandDealt)] == [None, None]
    assert [(event.player, event.card) for event in told if isinstance(event, CardDrawn)] == [(first, None)]
    assert "seed" not in GAME.dump(public)
    while match.outcome is None:
        match = match.play(match.legal_actions[0])
    assert railrules.verify(match.record(), game=GAME).ok
    coop = railrules.new_match(GAME, 2, 3, {"mode": "coop"})
    assert coop.record().setup.seed == 3
    assert railrules.resume(coop.record(), game=GAME) == coop


@pytest.mark.rule("OPS-W12")
def test_w12_letters_of_facilities() -> None:
    """Two letters: the initials of the first two words of the name, of a one-word name its first two; the map shows them."""
    found = {}
    for place in CONTENT.industries:
        words = CONTENT.cards[place].name.split()
        found[place] = (words[0][:2] if len(words) == 1 else words[0][0] + words[1][0]).upper()
        table = given(f"Branch {CONTENT.cards[place].name}")
        assert f"-{found[place]}--" in GAME.describe(table.view(0))
    assert len(set(found.values())) == len(found)
    assert found[card("Foundry")] == "FO"
    names = ("Ashby", "Borden")
    assert "Ashby" in GAME.describe(given(players=2).view(0), names)
