"""Station Master in words: what happens as sentences, and the Station as a person sees it."""

from collections import Counter
from collections.abc import Sequence

from railrules.games.station_master.actions import AddRailcar, AssignPassenger, PlaceDepot, PlayAction
from railrules.games.station_master.content import DEPOT_RAILCARS, TARGETED, Content
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
from railrules.games.station_master.notation import FORMS, answers, either
from railrules.games.station_master.rules.choices import acting_card
from railrules.games.station_master.rules.effects import has_effect, may_decline, repairable
from railrules.games.station_master.rules.flow import LAST_TRAIN, STALLED, outcome_of
from railrules.games.station_master.rules.trains import limit, section_values, takes_depot
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

ENDS = {LAST_TRAIN: "the last train has left", STALLED: "nobody has a legal play"}
"""Why a game is over, in words."""
TOP_SHOWN = 6


class Text:
    """The words of Station Master with one content."""

    def __init__(self, content: Content) -> None:
        self.content = content

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
                return f"{people[seat]} adds Standing Room to the train in slot {slot}, which takes {_counted(limit, 'pawn')}."
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
            case PassengerMoved(seat, source, position, target, owner, _):
                return f"{people[seat]} moves #{position} of slot {source}, a pawn of {people[owner]}, to the end of slot {target}."
            case PassengerSentHome(seat, source, position, owner, _):
                return f"{people[seat]} sends #{position} of slot {source}, a pawn of {people[owner]}, home."
            case EffectDeclined(seat, card):
                return f"{people[seat]} declines the effect of {card}."
            case ActionWasted(seat, card):
                return f"The {card} of {people[seat]} has nothing to act on."
            case GameEnded(reason, scores, _, _, winners):
                verb = "wins" if len(winners) == 1 else "win"
                points = ", ".join(f"{name} {score}" for name, score in zip(people, scores, strict=True))
                return f"Over, as {ENDS[reason]}: {' and '.join(people[seat] for seat in winners)} {verb}. Points: {points}."
            case _:
                return ""

    def _scored(self, event: TrainScored, people: Sequence[str]) -> str:
        """The railcars that count with their values, and for each player the sum that the pawns make (MST-6.9)."""
        cars = [card if worth is None else f"{card} {worth:+d}" for card, worth in zip(event.cars, event.car_values, strict=True)]
        told = [
            f"{people[seat]} {event.train_value} x {_sum([pawn.value for pawn in event.passengers if pawn.seat == seat])} = {delta:+d}, "
            f"now {event.scores_after[seat]}"
            for seat, delta in event.deltas
        ]
        return f"{event.loco} scores {event.train_value} ({', '.join(cars) or 'no railcar counts'}): {'; '.join(told) or 'nobody rides'}."

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
        if view.turn.over is None:
            lines = [head, f"{people[view.turn.active]} {self._question(view, people)}"]
        else:
            outcome = outcome_of(view.pad, view.turn.over)
            winners = " and ".join(people[seat] for seat in outcome.winners)
            points = ", ".join(f"{name} {score}" for name, score in zip(people, view.pad.scores, strict=True))
            lines = [f"{head}: over, as {ENDS[view.turn.over]}", f"{winners} won. Points: {points}"]
        return "\n".join([*lines, *self._house_rules(view, people)])

    def _house_rules(self, view: View, people: list[str]) -> list[str]:
        """The options that are not as usual."""
        options = view.config.options
        first = options.first_seat
        rules = [
            ("the first turn was drawn" if first == "random" else f"{people[first]} had the first turn", first != 0),
            ("each Royal Carriage doubles again", options.royal_stacking),
            ("Standing Room does not count on a train with a Depot", not options.depot_standing_room),
            ("action cards need an effect and cannot be declined", not options.idle_actions),
            ("trains score at a standstill", options.stalled_trains == "scored"),
        ]
        said = [rule for rule, applies in rules if applies]
        return [f"House rules: {'; '.join(said)}."] if said else []

    def _question(self, view: View, people: list[str]) -> str:
        """What the active player is asked, and how it is answered."""
        pending, options, slots = view.pending, view.config.options, view.station.slots
        if pending is None:
            return self._plays(view)
        asked = f"({', '.join(answers(options, pending))})"
        declinable = may_decline(options, pending)
        takes, puts = ("may take", "may put") if declinable else ("takes", "puts")
        match pending:
            case BoardPending(slot, _):
                return f"{puts} a pawn on the train in slot {slot} {asked}"
            case ReassignSourcePending():
                return f"{takes} the tail railcar of a train {asked}"
            case ReassignTargetPending(source):
                return f"couples the railcar of slot {source} to another train {asked}"
            case RepairCardPending():
                discard = view.cards.discard
                found = ", ".join(f"{depth} {discard[-1 - depth]}" for depth in repairable(self.content, discard))
                return f"{takes} a railcar from the discard pile {asked}: {found}"
            case RepairTrainPending(depth):
                return f"couples {view.cards.discard[-1 - depth]} to a train {asked}"
            case UncouplePending():
                return f"{takes} railcars off a train {asked}"
            case TransferTrainPending():
                return f"{takes} pawns off a train {asked}"
            case TransferPassengerPending(source, moved):
                return f"takes a pawn off slot {source} {asked}; {moved} taken"
            case TransferTargetPending(source, position, _):
                train = slots[source]
                assert train is not None  # the pawn stands there
                owner = people[train.passengers[position].seat]
                return f"puts #{position} of slot {source}, a pawn of {owner}, on another train {asked}"

    def _plays(self, view: View) -> str:
        """What a turn can be, as far as the one who looks knows (MST-3.1)."""
        seat, options = view.turn.active, view.config.options
        trains = [train for train in view.station.slots if train is not None]
        plays = []
        if view.people.supply_sizes[seat] and any(len(train.passengers) < limit(self.content, options, train) for train in trains):
            plays.append(f"puts a pawn on a train ({FORMS[AssignPassenger]})")
        cards = self._card_plays(view)
        if cards:
            plays.append(f"plays a card ({', '.join(cards)})")
        if view.people.depot_unused[seat] and any(takes_depot(train, DEPOT_RAILCARS) for train in trains):
            plays.append(f"plays the Depot ({FORMS[PlaceDepot]})")
        return either(plays) or "has no legal play"

    def _card_plays(self, view: View) -> list[str]:
        """How the cards of the player whose turn it is can be played."""
        if view.player != view.turn.active:
            return [FORMS[AddRailcar], FORMS[PlayAction]] if view.cards.hand_sizes[view.turn.active] else []
        hand, slots, discard = view.cards.hand, view.station.slots, view.cards.discard
        acting = [card for card in hand if card in TARGETED]
        plays = [FORMS[AddRailcar]] if len(acting) < len(hand) else []
        if any(view.config.options.idle_actions or has_effect(self.content, slots, discard, card) for card in acting):
            plays.append(FORMS[PlayAction])
        return plays

    def _station(self, view: View, people: list[str]) -> str:
        lines = ["slot  locomotive        railcars, from the locomotive to the tail, with what counts at a departure"]
        for slot, train in enumerate(view.station.slots):
            lines += [f"{slot:>4}  closed"] if train is None else self._train(view, slot, train, people)
        return "\n".join(lines)

    def _train(self, view: View, slot: int, train: SeenTrain, people: list[str]) -> list[str]:
        engine, options = self.content.locomotive[train.loco], view.config.options
        section, values = section_values(self.content, options, train, departing=True)
        cars = [*train.cars[: train.locked], *(self._car(engine.kind, card, value) for card, value in zip(section, values, strict=True))]
        if train.depot is not None:
            cars.insert(train.locked, f"[Depot of {people[train.depot.owner]}]")
        load = f"{len(train.cars)} of {engine.capacity} railcars, worth {sum(filter(None, values))} now"
        most = limit(self.content, options, train)
        room = _counted(train.standing_room, "Standing Room")
        extra = "" if not train.standing_room else f" with {room}" if most > engine.capacity else f", {room} not counted"
        riding = ", ".join(
            f"#{position} {people[pawn.seat]}:{'?' if pawn.value is None else pawn.value}" for position, pawn in enumerate(train.passengers)
        )
        return [
            f"{slot:>4}  {train.loco:<7}{engine.kind:<10} {' '.join(cars) or '-'}",
            f"{'':>24}{load}; {len(train.passengers)} of {most} pawns{extra}: {riding or '-'}",
        ]

    def _car(self, kind: str, card: str, value: int | None) -> str:
        """A railcar with its value, and the factor if a Royal Carriage acts on it: ``coach-5(+5x2)``."""
        if value is None:
            return card
        worth = self.content.car_values[kind][card]
        return f"{card}({worth:+d})" if value == worth else f"{card}({worth:+d}x{value // worth})"

    def _piles(self, view: View) -> str:
        cards, station = view.cards, view.station
        lines = [f"Draw pile     {_counted(cards.draw_pile_size, 'card')}", *self._discard_pile(cards.discard)]
        lines.append(f"Locomotives   {station.loco_deck_size} left; departed: {', '.join(station.loco_discard) or 'none'}")
        if view.pending is not None and not isinstance(view.pending, BoardPending):
            lines.append(f"In play       {acting_card(view.pending)}")
        return "\n".join(lines)

    def _discard_pile(self, discard: tuple[str, ...]) -> list[str]:
        """The top in its order, and the whole pile by face (MST-16.5)."""
        if not discard:
            return ["Discard pile  empty"]
        more = ", ..." if len(discard) > TOP_SHOWN else ""
        counts = Counter(discard)
        faces = ", ".join(f"{counts[face]} {face}" for face in self.content.faces if counts[face])
        return [
            f"Discard pile  {_counted(len(discard), 'card')}, the top first: {', '.join(discard[: -TOP_SHOWN - 1 : -1])}{more}",
            *([f"{'':>14}in all: {faces}"] if more else []),
        ]

    def _players(self, view: View, people: list[str]) -> str:
        width = max(map(len, people)) + 6
        lines = []
        for seat, name in enumerate(people):
            own = " (you)" if seat == view.player else ""
            facts = [
                _counted(view.cards.hand_sizes[seat], "card"),
                f"{_counted(view.people.supply_sizes[seat], 'pawn')} at home",
                f"Depot {'unused' if view.people.depot_unused[seat] else 'used'}",
            ]
            points = f"{_counted(view.pad.scores[seat], 'point', 4)}, best train {view.pad.best[seat]}"
            lines.append(f"{name + own:<{width}} {points}; {', '.join(facts)}")
        return "\n".join(lines)

    def _own(self, view: View) -> str:
        if view.people.supply is None:
            return ""
        hand = "  ".join(view.cards.hand) or "empty"
        return f"Your hand: {hand}\nYour pawns at home: {' '.join(map(str, pawns(view.people.supply))) or 'none'}"


def _counted(count: int, word: str, width: int = 0) -> str:
    return f"{count:>{width}} {word}{'' if count == 1 else 's'}"


def _sum(values: Sequence[int]) -> str:
    """The values of pawns as a factor: ``3``, ``(3+1)``."""
    return str(values[0]) if len(values) == 1 else f"({''.join(f'{value:+d}' for value in values).removeprefix('+')})"
