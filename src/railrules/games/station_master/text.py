"""Station Master in words: the notation of actions, what happens as sentences, and the Station as a person sees it."""

from collections.abc import Sequence

from railrules import InvalidActionError
from railrules.games.station_master.actions import (
    Action,
    AddRailcar,
    AssignPassenger,
    BoardPassenger,
    ChooseReassignSource,
    ChooseReassignTarget,
    ChooseRepairCard,
    ChooseRepairTrain,
    ChooseTransferPassenger,
    ChooseTransferTarget,
    ChooseTransferTrain,
    DeclineEffect,
    EndTransfer,
    PlaceDepot,
    PlayAction,
    PlayStandingRoom,
    UncoupleRailcars,
)
from railrules.games.station_master.content import STANDING_ROOM, Content
from railrules.games.station_master.events import (
    ActionWasted,
    CardDrawn,
    CardPlayed,
    DepotPlaced,
    EffectDeclined,
    Event,
    GameEnded,
    GameStarted,
    LocomotiveArrived,
    NothingToDraw,
    PassengerAssigned,
    PassengerMoved,
    PassengerSentHome,
    RailcarAdded,
    RailcarsUncoupled,
    RushHourDrawn,
    SlotClosed,
    StandingRoomAdded,
    TrainDeparted,
    TrainScored,
    TurnPassed,
)
from railrules.games.station_master.rules.choices import acting_card
from railrules.games.station_master.rules.flow import outcome_of
from railrules.games.station_master.rules.trains import limit, section_values
from railrules.games.station_master.state import (
    BoardPending,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    TransferPassengerPending,
    TransferTargetPending,
    TransferTrainPending,
    UncouplePending,
    pawns,
)
from railrules.games.station_master.view import SeenTrain, View

NOTATION = (
    "board VALUE on SLOT, play CARD on SLOT, play CARD, depot on SLOT, board VALUE, decline, reassign from SLOT, reassign to SLOT, "
    "repair DEPTH, repair on SLOT, uncouple COUNT from SLOT, transfer from SLOT, transfer pawn POSITION, transfer to SLOT, end transfer"
)


class Text:
    """The words of Station Master with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content

    # ---- actions -----------------------------------------------------------------------------------------------------------------------

    def action_to_str(self, action: Action) -> str:
        """Return the notation of `action`."""
        match action:
            case AssignPassenger(slot, worth):
                return f"board {worth} on {slot}"
            case AddRailcar(card, slot):
                return f"play {card} on {slot}"
            case PlayStandingRoom(slot):
                return f"play {STANDING_ROOM} on {slot}"
            case PlayAction(card):
                return f"play {card}"
            case PlaceDepot(slot):
                return f"depot on {slot}"
            case BoardPassenger(worth):
                return f"board {worth}"
            case ChooseReassignSource(slot):
                return f"reassign from {slot}"
            case ChooseReassignTarget(slot):
                return f"reassign to {slot}"
            case ChooseRepairCard(depth):
                return f"repair {depth}"
            case ChooseRepairTrain(slot):
                return f"repair on {slot}"
            case UncoupleRailcars(slot, count):
                return f"uncouple {count} from {slot}"
            case ChooseTransferTrain(slot):
                return f"transfer from {slot}"
            case ChooseTransferPassenger(position):
                return f"transfer pawn {position}"
            case ChooseTransferTarget(slot):
                return f"transfer to {slot}"
            case DeclineEffect():
                return "decline"
            case EndTransfer():
                return "end transfer"

    def parse_action(self, text: str) -> Action:
        """Return the action that `text` denotes, in any case; raises `InvalidActionError`."""
        match text.lower().split():
            case ["board", worth, "on", slot]:
                return AssignPassenger(_number(slot), _number(worth))
            case ["board", worth]:
                return BoardPassenger(_number(worth))
            case ["play", card, "on", slot]:
                return PlayStandingRoom(_number(slot)) if card == STANDING_ROOM else AddRailcar(self._card(card), _number(slot))
            case ["play", card]:
                return PlayAction(self._card(card))
            case ["depot", "on", slot]:
                return PlaceDepot(_number(slot))
            case ["decline"]:
                return DeclineEffect()
            case ["reassign", "from", slot]:
                return ChooseReassignSource(_number(slot))
            case ["reassign", "to", slot]:
                return ChooseReassignTarget(_number(slot))
            case ["repair", "on", slot]:
                return ChooseRepairTrain(_number(slot))
            case ["repair", depth]:
                return ChooseRepairCard(_number(depth))
            case ["uncouple", count, "from", slot]:
                return UncoupleRailcars(_number(slot), _number(count))
            case ["transfer", "from", slot]:
                return ChooseTransferTrain(_number(slot))
            case ["transfer", "pawn", position]:
                return ChooseTransferPassenger(_number(position))
            case ["transfer", "to", slot]:
                return ChooseTransferTarget(_number(slot))
            case ["end", "transfer"] | ["end"]:
                return EndTransfer()
        raise InvalidActionError(f"{text.strip()!r} is no action; expected one of: {NOTATION}", "unknown-intent")

    def _card(self, text: str) -> str:
        if text not in self.content.counts:
            raise InvalidActionError(f"{text!r} is no card; expected one of: {', '.join(self.content.counts)}")
        return text

    # ---- events ------------------------------------------------------------------------------------------------------------------------

    def event_to_str(self, event: Event, people: Sequence[str]) -> str:
        """Return what the table says when `event` happens; empty for what another sentence says anyway."""
        match event:
            case GameStarted(_, _, first, slots, _, _):
                return f"The Station opens with {', '.join(slots)}; {people[first]} begins."
            case CardDrawn(seat, card, _):
                return f"{people[seat]} draws {card}." if card is not None else ""
            case RushHourDrawn(seat, slot, loco, _):
                arrived = "no locomotive is left" if slot is None else f"{loco} opens slot {slot}"
                return f"{people[seat]} draws the Rush Hour: {arrived}."
            case NothingToDraw(seat):
                return f"{people[seat]} finds the draw pile empty."
            case TurnPassed(seat):
                return f"{people[seat]} has no legal play."
            case PassengerAssigned(seat, slot, _, worth, _):
                return f"{people[seat]} puts a pawn{'' if worth is None else f' of value {worth}'} on the train in slot {slot}."
            case CardPlayed(seat, card, None):
                return f"{people[seat]} plays {card}."
            case RailcarAdded(seat, slot, card, origin, from_slot, _):
                source = {"hand": "", "discard": " from the discard pile", "train": f" from slot {from_slot}"}[origin]
                return f"{people[seat]} couples {card}{source} to the train in slot {slot}."
            case StandingRoomAdded(seat, slot, limit):
                return f"{people[seat]} makes standing room in slot {slot}, for {limit} pawns."
            case DepotPlaced(seat, slot, behind):
                return f"{people[seat]} puts the Depot behind the {behind} railcars in slot {slot}."
            case TrainScored():
                return self._scored(event, people)
            case TrainDeparted(slot, loco, _, _):
                return f"{loco} leaves slot {slot}."
            case LocomotiveArrived(slot, loco, _):
                return f"{loco} comes into slot {slot}."
            case SlotClosed(slot):
                return f"Slot {slot} is closed."
            case RailcarsUncoupled(seat, slot, cards):
                return f"{people[seat]} uncouples {' and '.join(cards)} from the train in slot {slot}."
            case PassengerMoved(seat, source, _, target, owner, _):
                return f"{people[seat]} moves a pawn of {people[owner]} from slot {source} to slot {target}."
            case PassengerSentHome(seat, source, _, owner, _):
                return f"{people[seat]} sends a pawn of {people[owner]} home from slot {source}."
            case EffectDeclined(seat, card):
                return f"{people[seat]} leaves the {card} at that."
            case ActionWasted(seat, card):
                return f"The {card} of {people[seat]} has nothing to act on."
            case GameEnded(reason, scores, _, _, winners):
                verb = "wins" if len(winners) == 1 else "win"
                points = ", ".join(f"{name} {score}" for name, score in zip(people, scores, strict=True))
                return f"Over by {reason}: {' and '.join(people[seat] for seat in winners)} {verb}. Points: {points}."
            case _:
                return ""

    def _scored(self, event: TrainScored, people: Sequence[str]) -> str:
        values = " ".join("." if worth is None else f"{worth:+d}" for worth in event.car_values) or "no railcars"
        totals = dict(event.totals)
        told = [f"{people[seat]} {event.train_value} x {totals[seat]} = {delta:+d}, now {event.scores_after[seat]}" for seat, delta in event.deltas]
        return f"{event.loco} scores {values}, {event.train_value} in all: {'; '.join(told) or 'nobody rides'}."

    # ---- the table ---------------------------------------------------------------------------------------------------------------------

    def people(self, view: View, names: Sequence[str] | None) -> list[str]:
        """Return how the players are called."""
        return view.config.people(names)

    def describe(self, view: View, names: Sequence[str] | None) -> str:
        """Return the table as `view` shows it."""
        people = self.people(view, names)
        sections = [self._headline(view, people), self._station(view, people), self._piles(view), self._players(view, people), self._own(view)]
        return "\n\n".join(section for section in sections if section)

    def summary(self, view: View) -> str:
        """Return how things stand, in a line."""
        trains = " | ".join(
            "closed" if train is None else f"{train.loco} {len(train.cars)}c {len(train.passengers)}p" for train in view.station.slots
        )
        return f"{trains}; draw pile {view.cards.draw_pile_size}; scores {' '.join(map(str, view.pad.scores))}"

    def _headline(self, view: View, people: list[str]) -> str:
        head = f"Station Master, turn {view.turn.number}"
        if view.turn.over is not None:
            outcome = outcome_of(view.pad, view.turn.over)
            winners = " and ".join(people[seat] for seat in outcome.winners)
            points = ", ".join(f"{name} {score}" for name, score in zip(people, view.pad.scores, strict=True))
            return f"{head}: over by {view.turn.over}\n{winners} won. Points: {points}"
        return f"{head}\n{people[view.turn.active]} {self._question(view)}"

    def _question(self, view: View) -> str:
        match view.pending:
            case None:
                return "puts a pawn on a train (board VALUE on SLOT), plays a card (play CARD on SLOT, play CARD) or the Depot (depot on SLOT)"
            case BoardPending(slot, source):
                what = "may put a pawn" if source == STANDING_ROOM else "puts a pawn"
                return f"{what} on the train in slot {slot} (board VALUE{', decline' if source == STANDING_ROOM else ''})"
            case ReassignSourcePending():
                return "takes the tail railcar of a train (reassign from SLOT) or declines (decline)"
            case ReassignTargetPending(source):
                return f"couples the railcar of slot {source} to another train (reassign to SLOT)"
            case RepairCardPending():
                top = ", ".join(f"{depth} {card}" for depth, card in enumerate(view.cards.discard[:-4:-1]))
                return f"takes a railcar from the discard pile (repair DEPTH of {top}) or declines (decline)"
            case RepairTrainPending(depth):
                return f"couples {view.cards.discard[-1 - depth]} to a train (repair on SLOT)"
            case UncouplePending():
                return "takes railcars off a train (uncouple COUNT from SLOT) or declines (decline)"
            case TransferTrainPending():
                return "takes pawns off a train (transfer from SLOT) or declines (decline)"
            case TransferPassengerPending(source, moved):
                return f"takes a pawn off slot {source} (transfer pawn POSITION{', end transfer' if moved else ''}); {moved} taken"
            case TransferTargetPending(source, position, _):
                return f"puts pawn {position} of slot {source} on another train (transfer to SLOT)"

    def _station(self, view: View, people: list[str]) -> str:
        lines = ["slot  locomotive        railcars, from the locomotive to the tail"]
        for slot, train in enumerate(view.station.slots):
            lines += [f"{slot:>4}  closed"] if train is None else self._train(view, slot, train, people)
        return "\n".join(lines)

    def _train(self, view: View, slot: int, train: SeenTrain, people: list[str]) -> list[str]:
        engine = self.content.locomotive[train.loco]
        worth = self.content.car_values[engine.kind]
        cars = [f"{card}({worth[card]:+d})" if card in worth else card for card in train.cars]
        if train.depot is not None:
            cars.insert(train.depot.behind, f"[Depot of {people[train.depot.owner]}]")
        _, values = section_values(self.content, view.config.options, train, departing=True)
        value_now = sum(filter(None, values))
        lines = [f"{slot:>4}  {train.loco:<7}{engine.kind:<10} {' '.join(cars) or '-'}"]
        room = f" with {train.standing_room} Standing Room" if train.standing_room else ""
        riding = " ".join(f"{people[pawn.seat]}:{'?' if pawn.value is None else pawn.value}" for pawn in train.passengers) or "-"
        most = limit(self.content, view.config.options, train)
        load = f"{len(train.cars)} of {engine.capacity} railcars, worth {value_now} now"
        lines.append(f"{'':>24}{load}; {len(train.passengers)} of {most} pawns{room}: {riding}")
        return lines

    def _piles(self, view: View) -> str:
        cards, station = view.cards, view.station
        top = " ".join(cards.discard[-6:]) or "empty"
        acting = acting_card(view.pending) if view.pending is not None and not isinstance(view.pending, BoardPending) else None
        lines = [
            f"Draw pile     {cards.draw_pile_size} cards; locomotives left: {station.loco_deck_size}",
            f"Discard pile  {'... ' if len(cards.discard) > 6 else ''}{top}{' (top)' if cards.discard else ''}",
        ]
        return "\n".join([*lines, *([f"In play       {acting}"] if acting else [])])

    def _players(self, view: View, people: list[str]) -> str:
        width = max(map(len, people)) + 6
        lines = []
        for seat, name in enumerate(people):
            own = " (you)" if seat == view.player else ""
            depot = "Depot unused" if view.people.depot_unused[seat] else "Depot used"
            facts = f"{view.pad.scores[seat]:>4} points, best train {view.pad.best[seat]}"
            facts += f"; {view.cards.hand_sizes[seat]} cards, {view.people.supply_sizes[seat]} pawns at home, {depot}"
            lines.append(f"{name + own:<{width}} {facts}")
        return "\n".join(lines)

    def _own(self, view: View) -> str:
        if view.people.supply is None:
            return ""
        hand = "  ".join(view.cards.hand) or "empty"
        return f"Your hand: {hand}\nYour pawns at home: {' '.join(map(str, pawns(view.people.supply))) or 'none'}"


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise InvalidActionError(f"{text!r} is no number")
    return int(text)
