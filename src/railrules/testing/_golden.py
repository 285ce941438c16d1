"""Golden records: plays kept in a folder, that must replay for ever after.

A folder holds one record per way of ending and one long game per player count, each with a text beside it that a person can read. The records
show at once what a change of the rules does to real games; a record that an older rules version wrote shows that its migration still works.
"""

import difflib
from collections.abc import Iterator
from pathlib import Path

import attrs

from railrules import (
    AnyGame,
    ConfigError,
    IllegalActionError,
    InvalidActionError,
    Match,
    Record,
    RecordError,
    SeededChance,
    new_match,
    verify,
)
from railrules.testing._breach import Breach
from railrules.testing._draw import drawn_options
from railrules.testing._playout import Play, Playout

SEARCHED = 3000
LONG_GAMES = 24
LONGEST = 1000


@attrs.frozen
class Golden:
    """A golden record by name, as it is or as it would be: its JSON and its text."""

    name: str
    record: str
    text: str


# ---- holding a game to its records -----------------------------------------------------------------------------------------------------


def check_golden(game: AnyGame, folder: Path) -> int:
    """Hold `game` to the records in `folder` and return how many there are; raises `Breach` for the first that fails, or that is missing."""
    records = _records(folder)
    if not records:
        raise Breach(f"{folder} holds no records; write them with: railrules golden {game.info.id} {folder} --write")
    ended: set[str] = set()
    long_games: set[int] = set()
    for path, record in records:
        match = _held(game, path, record)
        if match is None:
            continue
        if match.outcome is not None:
            ended.update(match.outcome.terminations)
        if path.stem.startswith("long-"):
            long_games.add(match.config.players)
    for reason in game.info.terminations:
        if reason not in ended:
            raise Breach(f"{folder} holds no game that ends by {reason!r}")
    for players in range(game.info.min_players, game.info.max_players + 1):
        if players not in long_games:
            raise Breach(f"{folder} holds no long-{players}p.json")
    return len(records)


def _records(folder: Path) -> list[tuple[Path, Record]]:
    found = []
    for path in sorted(folder.rglob("*.json")):
        try:
            found.append((path, Record.read(path)))
        except RecordError as error:
            raise Breach(f"a golden record cannot be read: {error}") from None
    return found


def _held(game: AnyGame, path: Path, record: Record) -> Match | None:
    """The play of a record that holds; None for one that a stated break has given up."""
    written, current = record.game.rules_version, game.info.rules_version
    if written < current and written in game.breaks:
        return None
    try:
        report = verify(record, game)
    except (RecordError, ConfigError) as error:
        more = "" if written == current else "; give the game a migration, or state the break in Game.breaks"
        raise Breach(f"{path} does not hold: {error}{more}") from None
    if report.divergence is not None:
        hint = f"; if that is meant, rules_version must rise (see railrules golden {game.info.id} {path.parent})" if written == current else ""
        raise Breach(f"{path} does not hold: it diverges at {report.divergence}{hint}")
    match = _again(game, record)
    if written == current:
        text = path.with_suffix(".txt")
        if not text.is_file():
            raise Breach(f"{path} has no {text.name} beside it")
        there = text.read_text(encoding="utf-8")
        here = written_down(match)
        if there != here:
            both = zip([*there.splitlines(), ""], [*here.splitlines(), ""], strict=False)
            line = next(number for number, (old, new) in enumerate(both, 1) if old != new)
            raise Breach(f"{text} reads differently now, from line {line}; see railrules golden {game.info.id} {path.parent}")
    return match


def _again(game: AnyGame, record: Record) -> Match:
    """The play of the recorded actions from the recorded seed by the present rules; raises `RecordError` if they do not take them."""
    from railrules import resume  # by its own name beside `_again`

    try:
        return resume(record, game=game)
    except (IllegalActionError, InvalidActionError) as error:
        raise RecordError(str(error)) from None


# ---- writing it down -------------------------------------------------------------------------------------------------------------------


def written_down(match: Match) -> str:
    """Return the play as a person would write it down: the setup, a line per turn with the state of things after it, and the end."""
    game, config = match.game, match.config
    options = game.dump(config.options)
    defaults = {option.name: option.default for option in game.info.options}
    changed = ", ".join(f"{name}={options[name]}" for name in options if options[name] != defaults.get(name)) or "default options"
    lines = [f"{game.info.title}, rules version {game.info.rules_version}: {', '.join(match.names)}; {changed}; seed {match.seed}", ""]
    lines += [text for event in match.setup.events if (text := _told(match, 0, event))]
    for turn, (first, last) in enumerate(_turns(match), 1):
        player = match.moves[first].player
        actions = [game.action_to_str(game.view(match.state_after(index), player), match.moves[index].action) for index in range(first, last + 1)]
        summary = game.summary(game.view(match.moves[last].state, None))
        lines.append(f"{turn:>4}  {match.names[player]}: {'; '.join(actions)}" + (f"   [{summary}]" if summary else ""))
    outcome = match.outcome
    if outcome is None:
        lines += ["", f"Left after {len(match.moves)} moves."]
    else:
        scores = ", ".join(f"{name} {score} (rank {rank})" for name, score, rank in zip(match.names, outcome.scores, outcome.ranking, strict=True))
        lines += ["", f"Over by {' and '.join(outcome.terminations)} after {len(match.moves)} moves: {scores}."]
    return "\n".join(lines) + "\n"


def _told(match: Match, moves: int, event: object) -> str:
    game = match.game
    seen = game.view_event(event, None)
    return "" if seen is None else game.event_to_str(game.view(match.state_after(moves), None), seen, match.names)


def _turns(match: Match) -> Iterator[tuple[int, int]]:
    """First and last move of each run of moves by one player."""
    first = 0
    for index, move in enumerate(match.moves):
        if index + 1 == len(match.moves) or match.moves[index + 1].player != move.player:
            yield first, index
            first = index + 1


# ---- finding games to keep -------------------------------------------------------------------------------------------------------------


def refreshed(game: AnyGame, folder: Path) -> list[Golden]:
    """Return the golden records of `game` as they should be: those of `folder` played again, and new ones for what it lacks.

    A record whose actions the rules no longer take is replaced. Records of older rules versions stay as they are and are not returned.
    """
    info = game.info
    wanted = _wanted(game)
    found: dict[str, Match] = {}
    for path, record in _records(folder) if folder.is_dir() else []:
        if record.game.rules_version == info.rules_version and path.parent == folder:
            try:
                found[path.stem] = _again(game, record)
            except RecordError:
                continue
    for name in [name for name in wanted if name not in found or not _shows(found[name], name)]:
        match = _search(game, name)
        if match is not None:
            found[name] = match
    return [Golden(name, found[name].record().to_json(), written_down(found[name])) for name in sorted(found)]


def _wanted(game: AnyGame) -> list[str]:
    """The names of the records that every folder has."""
    info = game.info
    ends = [f"ends-{_file_name(reason)}" for reason in info.terminations]
    return ends + [f"long-{players}p" for players in range(info.min_players, info.max_players + 1)]


def missing(game: AnyGame, golden: list[Golden]) -> list[str]:
    """Return the names of the records that a folder should have and no search has found."""
    there = {kept.name for kept in golden}
    return [name for name in _wanted(game) if name not in there]


def _file_name(reason: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in reason.lower())


def _shows(match: Match, name: str) -> bool:
    if name.startswith("long-"):
        return match.outcome is not None
    return match.outcome is not None and any(f"ends-{_file_name(reason)}" == name for reason in match.outcome.terminations)


def _search(game: AnyGame, name: str) -> Match | None:
    """A game that shows what `name` says; a long one is the longest of some, by default options."""
    info = game.info
    if name.startswith("long-"):
        players = int(name.removeprefix("long-").removesuffix("p"))
        games = [_played(game, Playout(players, seed=seed)) for seed in range(LONG_GAMES)]
        over = [match for match in games if match.outcome is not None]
        return max(over, key=lambda match: len(match.moves), default=None)
    chance = SeededChance(0).spawn("golden")
    for seed in range(SEARCHED):
        players = info.min_players + seed % (info.max_players - info.min_players + 1)
        options = drawn_options(game, players, chance) if seed % 4 == 3 else ()
        match = _played(game, Playout(players, options, seed))
        if _shows(match, name):
            return match
    return None


def _played(game: AnyGame, playout: Playout) -> Match:
    play = Play(game, playout, LONGEST).finish()
    match = new_match(game, playout.players, playout.seed, dict(playout.options))
    for step in play:
        match = match.play(step.action)
    return match


def changes(folder: Path, golden: list[Golden]) -> Iterator[tuple[Golden, str]]:
    """Yield each golden record that is not in `folder` as it should be, with the difference of its text in unified form."""
    for kept in golden:
        text, record = folder / f"{kept.name}.txt", folder / f"{kept.name}.json"
        old = text.read_text(encoding="utf-8") if text.is_file() else ""
        same_record = record.is_file() and record.read_text(encoding="utf-8") == kept.record
        if old != kept.text or not same_record:
            lines = difflib.unified_diff(old.splitlines(True), kept.text.splitlines(True), str(text), str(text), n=1)
            yield kept, "".join(lines) or f"{record}: the text is the same, the record is not\n"


def write(folder: Path, golden: list[Golden]) -> None:
    """Write golden records into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for kept in golden:
        Record.from_json(kept.record).save(folder / f"{kept.name}.json")
        (folder / f"{kept.name}.txt").write_text(kept.text, encoding="utf-8", newline="\n")
