"""The notation of Station Master: ``board 2 on 1``, ``play coach-3 on 2``, ``transfer pawn 0``; and which of it is expected when."""

from collections.abc import Iterable

from railrules import InvalidActionError, check_text
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
from railrules.games.station_master.content import STANDING_ROOM, TARGETED, Content
from railrules.games.station_master.options import Options
from railrules.games.station_master.rules.effects import may_decline
from railrules.games.station_master.state import (
    BoardPending,
    Pending,
    ReassignSourcePending,
    ReassignTargetPending,
    RepairCardPending,
    RepairTrainPending,
    TransferPassengerPending,
    TransferTargetPending,
    TransferTrainPending,
    UncouplePending,
)

FORMS: dict[type, str] = {
    AssignPassenger: "board VALUE on SLOT",
    AddRailcar: "play CARD on SLOT",
    PlayStandingRoom: "play CARD on SLOT",
    PlayAction: "play CARD",
    PlaceDepot: "depot on SLOT",
    BoardPassenger: "board VALUE",
    DeclineEffect: "decline",
    ChooseReassignSource: "reassign from SLOT",
    ChooseReassignTarget: "reassign to SLOT",
    ChooseRepairCard: "repair DEPTH",
    ChooseRepairTrain: "repair on SLOT",
    UncoupleRailcars: "uncouple COUNT from SLOT",
    ChooseTransferTrain: "transfer from SLOT",
    ChooseTransferPassenger: "transfer pawn POSITION",
    ChooseTransferTarget: "transfer to SLOT",
    EndTransfer: "end transfer",
}
"""How each kind of action is written."""
PLAYS = (FORMS[AssignPassenger], FORMS[AddRailcar], FORMS[PlayAction], FORMS[PlaceDepot])
"""What a turn begins with."""
ANSWERS: dict[type, str] = {
    BoardPending: FORMS[BoardPassenger],
    ReassignSourcePending: FORMS[ChooseReassignSource],
    ReassignTargetPending: FORMS[ChooseReassignTarget],
    RepairCardPending: FORMS[ChooseRepairCard],
    RepairTrainPending: FORMS[ChooseRepairTrain],
    UncouplePending: FORMS[UncoupleRailcars],
    TransferTrainPending: FORMS[ChooseTransferTrain],
    TransferPassengerPending: FORMS[ChooseTransferPassenger],
    TransferTargetPending: FORMS[ChooseTransferTarget],
}
"""What answers each pending decision, beside declining and ending."""
MOST_DIGITS = 9


# ---- what is expected ------------------------------------------------------------------------------------------------------------------


def answers(options: Options, pending: Pending) -> list[str]:
    """Return the forms of what answers a pending decision."""
    forms = [ANSWERS[type(pending)]]
    if may_decline(options, pending):
        forms.append(FORMS[DeclineEffect])
    if isinstance(pending, TransferPassengerPending) and pending.moved:
        forms.append(FORMS[EndTransfer])
    return forms


def expected(options: Options, pending: Pending | None) -> str:
    """Return what a refusal expects instead: ``transfer from SLOT or decline``."""
    return either(PLAYS if pending is None else answers(options, pending))


def either(texts: Iterable[str]) -> str:
    """Return ``one, two or three``, empty for none."""
    parts = list(texts)
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def form_of(card: str) -> str:
    """Return how a card is played."""
    return f"play {card}" if card in TARGETED else f"play {card} on SLOT"


# ---- actions ---------------------------------------------------------------------------------------------------------------------------


def action_to_str(action: Action) -> str:
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
        case _:
            raise TypeError(f"{action!r} is no action of Station Master")


def parse_action(content: Content, text: str) -> Action:
    """Return the action that `text` denotes, in any case; raises `InvalidActionError`."""
    match [word for word in check_text(text, _forms(), "unknown-intent").lower().split() if word != "slot"]:
        case ["board", worth, "on", slot]:
            return AssignPassenger(_number(slot, "slot"), _number(worth, "value"))
        case ["board", worth]:
            return BoardPassenger(_number(worth, "value"))
        case ["play", *name, "on", slot] if name:
            card = _card(content, "-".join(name))
            return PlayStandingRoom(_number(slot, "slot")) if card == STANDING_ROOM else AddRailcar(card, _number(slot, "slot"))
        case ["play", *name] if name and "on" not in name:
            return PlayAction(_card(content, "-".join(name)))
        case ["depot", "on", slot]:
            return PlaceDepot(_number(slot, "slot"))
        case ["decline"]:
            return DeclineEffect()
        case ["reassign", "from", slot]:
            return ChooseReassignSource(_number(slot, "slot"))
        case ["reassign", "to", slot]:
            return ChooseReassignTarget(_number(slot, "slot"))
        case ["repair", "on", slot]:
            return ChooseRepairTrain(_number(slot, "slot"))
        case ["repair", depth]:
            return ChooseRepairCard(_number(depth, "depth"))
        case ["uncouple", count, "from", slot]:
            return UncoupleRailcars(_number(slot, "slot"), _number(count, "count"))
        case ["transfer", "from", slot]:
            return ChooseTransferTrain(_number(slot, "slot"))
        case ["transfer", "pawn", position]:
            return ChooseTransferPassenger(_number(position, "position"))
        case ["transfer", "to", slot]:
            return ChooseTransferTarget(_number(slot, "slot"))
        case ["end", "transfer"]:
            return EndTransfer()
        case words:
            raise InvalidActionError(f"{text.strip()!r} is no action; expected {_forms(*words[:1])}", "unknown-intent")


def _forms(word: str = "") -> str:
    """The forms that begin with `word`, all if there is none."""
    near = [form for form in FORMS.values() if form.split()[0] == word]
    return either(dict.fromkeys(near or FORMS.values()))


def _card(content: Content, text: str) -> str:
    if text not in content.counts:
        raise InvalidActionError(f"{text!r} is no card; expected one of: {', '.join(content.counts)}")
    return text


def _number(text: str, what: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidActionError(f"{text!r} is no {what}; expected a number")
    if len(digits) > MOST_DIGITS:
        raise InvalidActionError(f"the {what} has {len(digits)} digits; expected at most {MOST_DIGITS}")
    return int(text)
