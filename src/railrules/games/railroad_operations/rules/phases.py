"""What goes on by itself from decision to decision: the set-up (OPS-2), the order of phases (OPS-3), Shift Change and the end (OPS-10)."""

from typing import Any

from railrules import Chance, Config, Rejection, roll, shuffle
from railrules.games.railroad_operations.actions import CloseBooks, RunAnotherDay
from railrules.games.railroad_operations.content import DEPARTMENT_PILES, LIMIT_CARD, OFFICE_CARD, STAGES, Content
from railrules.games.railroad_operations.events import (
    DayAdded,
    DayEnded,
    DiceRolled,
    FedoraPassed,
    GameEnded,
    GameStarted,
    HandDealt,
    LineLaid,
    OfficialResult,
    PlayersRotated,
    SeatsTaken,
    SectionLapsed,
    StageStarted,
)
from railrules.games.railroad_operations.options import Options
from railrules.games.railroad_operations.rules.cards import fill
from railrules.games.railroad_operations.rules.freight import has_work
from railrules.games.railroad_operations.rules.mainline import begin_mainline, in_order, sweep
from railrules.games.railroad_operations.rules.newtrain import begin_new_train
from railrules.games.railroad_operations.rules.work import Log, Work, WorkRule
from railrules.games.railroad_operations.state import (
    Area,
    Books,
    Cards,
    Clock,
    Division,
    Ending,
    ExtendPending,
    InArea,
    LineCard,
    Office,
    OptionPending,
    People,
    Player,
    Square,
    State,
    WorkPending,
    Yards,
)
from railrules.games.railroad_operations.track import EAST, OFFICE, WEST, square_at
from railrules.parts import Pool

TRAYS_BESIDE_PLAYERS = 3
MOST_REROLLS = 3
FEDORA_STAGES = (3, 6, 9, 12)
"""The Stages after which the Fedora passes on (OPS-3.3 d)."""
FLOOR = 3
"""The Revenue that a player and Day must bring (OPS-10.1)."""
HAND = 3
BIG_HAND = 6


# ---- set-up ----------------------------------------------------------------------------------------------------------------------------


def start(content: Content, config: Config[Options], chance: Chance, log: Log) -> State:
    """OPS-2, section B.1: dice, line, hands, piles; then Day 1, Stage 1."""
    options, players = config.options, config.players
    if log is not None:
        log.append(GameStarted(players, options, config.content))
    seats, fedora = _dice(players, chance, log)
    gaps = _lay_line(content, players, options.mainline_cards_per_gap, chance)
    if log is not None:
        log += [SeatsTaken(seats, fedora), LineLaid(gaps)]
    hands: list[tuple[int, ...]] = [()] * players
    deck = Pool.of(content.deck)
    first = seats.index(fedora)
    for player in (*seats[first:], *seats[:first]):
        hands[player], deck = _deal(content, options.starting_hand, deck, chance)
        if log is not None:
            log.append(HandDealt(player, len(hands[player]), hands[player]))
    limits = (Square(square_at(-1, 0), LIMIT_CARD), Square(OFFICE, OFFICE_CARD), Square(square_at(1, 0), LIMIT_CARD))
    state = State(
        config,
        Clock(1, 1, "local", 0),
        People(seats, fedora, tuple(Player(0, hand, (), options.emergency_toolbox) for hand in hands)),
        (Area(Office(), (-1, 1), limits),) * players,
        Division(
            gaps,
            (None,) * (players + TRAYS_BESIDE_PLAYERS),
            (None,) * STAGES,
            (),
            (),
            Yards(content.supply, (0,) * len(content.supply)),
            0,
        ),
        Cards(deck, ((), (), ()), Pool(())),
        None,
        Books(),
    )
    work = Work(content, state, chance, log)
    for pile in range(DEPARTMENT_PILES):
        fill(work, pile)
    if log is not None:
        log.append(StageStarted(1, 1))
    work.enter("local")
    run(work)
    return work.state()


def _dice(players: int, chance: Chance, log: Log) -> tuple[tuple[int, ...], int]:
    """OPS-2.2, R5, W1: who sits where, and who has the Fedora."""
    if players == 1:
        return (0,), 0
    rolls: list[list[int]] = [[] for _ in range(players)]
    seats = _ranked(list(range(players)), rolls, chance, every=True)
    if log is not None:
        log += [DiceRolled("seat", player, tuple(rolled)) for player, rolled in enumerate(rolls)]
    rolls = [[] for _ in range(players)]
    order = _ranked(list(range(players)), rolls, chance, every=False)
    if log is not None:
        log += [DiceRolled("fedora", player, tuple(rolled)) for player, rolled in enumerate(rolls)]
    return tuple(seats), order[0]


def _ranked(players: list[int], rolls: list[list[int]], chance: Chance, *, every: bool, rerolls: int = 0) -> list[int]:
    """Return players from the highest roll down. Tied ones roll again, the highest first, three times at most; then lots are drawn.

    Unless `every` place matters, only the players tied for the highest roll do so.
    """
    for player in players:
        rolls[player].append(roll(STAGES, chance))
    groups: dict[int, list[int]] = {}  # before anybody rolls again
    for player in players:
        groups.setdefault(rolls[player][-1], []).append(player)
    found: list[int] = []
    for number in sorted(groups, reverse=True):
        tied = groups[number]
        if len(tied) > 1 and (every or not found):
            again = rerolls < MOST_REROLLS
            tied = _ranked(tied, rolls, chance, every=every, rerolls=rerolls + 1) if again else list(shuffle(tied, chance))
        found += tied
    return found


def _lay_line(content: Content, players: int, per_gap: int, chance: Chance) -> tuple[tuple[LineCard, ...], ...]:
    """OPS-2.4, 2.5: Mainline cards from west to east; chance turns a Heavy Grade."""
    deck = Pool.of(content.line_deck)
    gaps = []
    for _ in range(players + 1):
        cards = []
        for _ in range(per_gap):
            (card,), deck = chance.draw(deck, 1)
            top = chance.pick(2) if content.line[card].kind == "heavy-grade" else None
            cards.append(LineCard(card, None if top is None else EAST if top else WEST))
        gaps.append(tuple(cards))
    return tuple(gaps)


def _deal(content: Content, how: str, deck: Pool[int], chance: Chance) -> tuple[tuple[int, ...], Pool[int]]:
    """OPS-2.7, R35: a hand, ascending, and the deck without it."""
    if how != "three_and_three":
        hand, deck = chance.draw(deck, BIG_HAND if how == "six_random" else HAND)
        return tuple(sorted(hand)), deck
    track = Pool(tuple(card for card in deck.items if card in content.track_cards))
    others = Pool(tuple(card for card in deck.items if card not in content.track_cards))
    first, track = chance.draw(track, HAND)
    second, others = chance.draw(others, HAND)
    return tuple(sorted((*first, *second))), track.add(others.items)


# ---- the phases ------------------------------------------------------------------------------------------------------------------------


def run(work: Work) -> None:
    """Go on through phases, Stages and Days until somebody decides, or play is over."""
    while work.pending is None and work.books.ended is None:
        _PHASES[work.phase](work)


def _local(work: Work) -> None:
    """OPS-3.2: one player after another."""
    order = work.order()
    if work.turn < len(order):
        work.pending = OptionPending(order[work.turn])
        return
    work.enter("new-train")


def _load_unload(work: Work) -> None:
    """OPS-3.2, 7.12, R6: one player after another, those with something to do."""
    order = work.order()
    while work.turn < len(order):
        player = order[work.turn]
        if has_work(work.content, work, work.seat_of(player)):
            work.pending = WorkPending(player)
            return
        work.turn += 1
    work.enter("shift-change")


def _shift_change(work: Work) -> None:
    """OPS-3.3, section B.10: (a), (b); the rest follows when the expedited trains have moved. `turn` tells the two parts apart."""
    if work.turn == 0:
        if _judge(work):
            return
        work.turn = 1
        if work.config.options.expedite == "depart":
            queue = [tray for tray, _ in work.running() if _is_expedited_arrival(work, tray)]
            sweep(work, in_order(work, queue), ())
            return
    if work.config.options.expedite == "depart" and _judge(work):
        return
    if work.stage in FEDORA_STAGES:
        seats = work.seats
        work.fedora = seats[(seats.index(work.fedora) + 1) % len(seats)]
        if work.log is not None:
            work.log.append(FedoraPassed(work.fedora))
    if work.stage < STAGES:
        _begin_stage(work, work.day, work.stage + 1)
    else:
        _end_day(work)


def _is_expedited_arrival(work: Work, tray: int) -> bool:
    train = work.train(tray)
    place = train.place
    return work.content.trains[train.card].expedited and train.arrived and isinstance(place, InArea) and place.square == OFFICE


def _begin_stage(work: Work, day: int, stage: int) -> None:
    """OPS-3.1, 3.5: the next Stage."""
    work.day, work.stage = day, stage
    work.set_books(stage_collisions=0)
    if work.log is not None:
        work.log.append(StageStarted(day, stage))
    work.enter("local")


def _end_day(work: Work) -> None:
    """OPS-3.4, 8.4, 10.1, 10.3: resets, rotation, the next Day or the end."""
    if work.log is not None:
        work.log.append(DayEnded(work.day))
    for seat in range(len(work.seats)):
        if work.area_telegraph_used(seat):
            work.area(seat).telegraph_used = False
    work.set_books(stage_collisions=0, day_collisions=0)
    if work.log is not None:
        work.log += [SectionLapsed(stage) for stage in work.sections]
    work.sections = []
    if work.config.options.employee_rotation and len(work.seats) > 1:
        work.seats = (work.seats[-1], *work.seats[:-1])
        if work.log is not None:
            work.log.append(PlayersRotated(work.seats))
    options, books = work.config.options, work.books
    if work.day < options.days + books.extra_days_run:
        _begin_stage(work, work.day + 1, 1)
        return
    if books.official is None:
        _make_official(work, _ending(work))
    if work.books.extra_days_run < options.extra_days:
        work.pending = ExtendPending(work.fedora)
    else:
        _close(work, _ending_of_play(work))


def _ending(work: Work) -> Ending:
    """OPS-10.1: whether the Revenue of all meets the floor."""
    total = sum(player.revenue for player in work.players)
    return "timetable-complete" if total >= FLOOR * len(work.players) * work.config.options.days else "short-of-floor"


def _ending_of_play(work: Work) -> Ending:
    """W6: play that ends with a Day ends as the official result says."""
    official = work.books.official
    assert official is not None  # it was made before
    return official.ending


def _make_official(work: Work, ending: Ending) -> None:
    result = work.result(ending)
    work.set_books(official=result)
    if work.log is not None:
        work.log.append(OfficialResult(result))


def _judge(work: Work) -> bool:
    """OPS-10.2: too many collisions end play at once; returns whether they do."""
    options, books = work.config.options, work.books
    if books.stage_collisions < options.collisions_per_stage and books.day_collisions < options.collisions_per_day:
        return False
    if books.official is None:
        _make_official(work, "unsafe")
    _close(work, "unsafe")
    return True


def _close(work: Work, ending: Ending) -> None:
    work.set_books(ended=ending)
    work.pending = None
    if work.log is not None:
        official = work.books.official
        assert official is not None  # it was made before
        work.log.append(GameEnded(ending, official))


_PHASES: dict[str, Any] = {
    "local": _local,
    "new-train": begin_new_train,
    "mainline": begin_mainline,
    "load-unload": _load_unload,
    "shift-change": _shift_change,
}


# ---- another Day? ----------------------------------------------------------------------------------------------------------------------


class RunAnotherDayRule(WorkRule[RunAnotherDay]):
    """OPS-10.3: the Superintendent adds a Day."""

    action = RunAnotherDay

    def candidates(self, state: State) -> tuple[RunAnotherDay, ...]:
        return (RunAnotherDay(),)

    def reject(self, state: State, action: RunAnotherDay) -> Rejection | None:
        return None

    def perform(self, work: Work, action: RunAnotherDay) -> None:
        work.pending = None
        work.set_books(extra_days_run=work.books.extra_days_run + 1)
        if work.log is not None:
            work.log.append(DayAdded(work.day + 1))
        _begin_stage(work, work.day + 1, 1)


class CloseBooksRule(WorkRule[CloseBooks]):
    """OPS-10.3: the books are closed."""

    action = CloseBooks

    def candidates(self, state: State) -> tuple[CloseBooks, ...]:
        return (CloseBooks(),)

    def reject(self, state: State, action: CloseBooks) -> Rejection | None:
        return None

    def perform(self, work: Work, action: CloseBooks) -> None:
        _close(work, _ending_of_play(work))
