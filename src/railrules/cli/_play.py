"""``railrules play``: a person against agents, in the terminal."""

import re
import secrets
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import click

from railrules import (
    MAX_SEED,
    AnyGame,
    Config,
    ConfigError,
    IllegalActionError,
    InvalidActionError,
    Match,
    Record,
    RecordError,
    SeededChance,
    load,
    new_match,
    resume,
)
from railrules._text import kebab_case
from railrules.agents import Agent, UnknownAgentError, make_agent
from railrules.cli._common import cli, content_option, fail, option_option, players_option, reports_errors, seated_agents, small_int
from railrules.cli._pages import rule_items
from railrules.cli._told import told, told_of_setup

HELP = (
    "Type the number of an action or its notation. ? explains the last refusal, ?TEXT what is wrong with an action; "
    "u takes back your last action, t shows the table, help shows this, q or Ctrl-C saves and ends."
)
LEGEND_HINT = "help also says what the signs on the table mean."
NEW_SEEDS = 2**32


@cli.command()
@click.argument("game_id", metavar="GAME")
@players_option
@click.option("--human", "human_text", default="0", show_default=True, metavar="SEATS", help="Seats of people, such as 0 or 0,2.")
@click.option("--agents", default=None, metavar="NAMES", help="Agents of the other seats in order; one name serves them all (default: greedy).")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), default=None, metavar="S", help="Seed of the luck (default: a new one).")
@option_option
@content_option
@click.option("--resume", "saved", default=None, metavar="FILE", help="Go on with a saved game.")
@click.option("--out", "folder", default=".", show_default=True, metavar="DIR", help="Where the record is written.")
@reports_errors
def play(
    game_id: str,
    players: int | None,
    human_text: str,
    agents: str | None,
    seed: int | None,
    options: dict[str, Any],
    content: str | None,
    saved: str | None,
    folder: str,
) -> None:
    """Play a game in the terminal."""
    if sys.stdin is None:
        fail("play reads from the terminal, and its input is closed")
    game = load(game_id, content)
    if saved is None:
        match = None
        config = game.config(players, **options)
    else:
        if (players, seed, options) != (None, None, {}):
            fail("--resume takes players, seed and options from the record; leave out --players, --seed and --option")
        match = _saved_match(game, saved)
        config = match.config
    humans = _humans(human_text, config.players)
    bots = _bots(game, config, humans, agents)
    if match is None:
        names = [f"{bots[player][0]} {player}" if player in bots else f"Player {player}" for player in range(config.players)]
        match = new_match(game, config.players, secrets.randbelow(NEW_SEEDS) if seed is None else seed, options, names=names)
    target = _writable_folder(folder)
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(signal, "SIGHUP"):  # not on every platform
        signal.signal(signal.SIGHUP, _leave)
    Table(match, humans, {player: agent for player, (_, agent) in bots.items()}, target).run()


def _leave(_number: int, _frame: FrameType | None) -> None:
    """A terminal that is closed ends the game as Ctrl-C does."""
    raise KeyboardInterrupt


def _saved_match(game: AnyGame, file: str) -> Match:
    record = Record.read(file)
    try:
        match = resume(record, game=game)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None
    if match.seed is None:
        raise RecordError(f"{file}: its chance came from outside; expected a record with a seed")
    if match.outcome is not None:
        raise RecordError(f"{file}: the game is over; see it with railrules replay")
    return match


def _humans(text: str, players: int) -> tuple[int, ...]:
    seats = [-1 if (seat := small_int(part)) is None else seat for part in text.split(",")]
    if not all(0 <= seat < players for seat in seats) or len(set(seats)) < len(seats):
        raise ConfigError("bad-option-value", "--human", text, f"different seats in 0..{players - 1}, separated by commas")
    return tuple(sorted(seats))


def _bots(game: AnyGame, config: Config[Any], humans: tuple[int, ...], agents: str | None) -> dict[int, tuple[str, Agent]]:
    """Name and agent of each seat without a person."""
    others = [player for player in range(config.players) if player not in humans]
    if agents is None:
        try:
            make_agent("greedy", game, config)
            agents = "greedy"
        except UnknownAgentError:  # the game evaluates nothing
            agents = "random"
    names = seated_agents(agents, len(others))
    return {player: (name, make_agent(name, game, config)) for player, name in zip(others, names, strict=True)}


def _writable_folder(folder: str) -> Path:
    """The folder for the record, tried before the first move."""
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=target):
            pass
    except OSError as error:
        fail(f"--out {folder}: records cannot be written there: {error.strerror or error}")
    return target


class Table:
    """One game in the terminal."""

    def __init__(self, match: Match, humans: tuple[int, ...], bots: dict[int, Agent], folder: Path) -> None:
        self.match = match
        self.humans = humans
        self.bots = bots
        self.folder = folder
        self.refusal = ""
        self.looking: int | None = None  # whose table is on the screen as it is now
        self.seated: int | None = None  # who sits at the terminal
        self.told = dict.fromkeys(humans, 0 if not match.moves else len(match.moves))  # moves told of
        base = SeededChance(match.seed or 0)
        self.luck = {player: base.spawn(f"agent {player}") for player in bots}

    def run(self) -> None:
        """Play until the end, or until the person leaves; whatever happens, the record is written."""
        hint = f"\n{LEGEND_HINT}" if self.match.game.legend() else ""
        click.echo(f"{HELP}{hint}\nSeed {self.match.seed}.")
        if not self.match.moves:
            for line in told_of_setup(self.match, self.humans[0] if len(self.humans) == 1 else None):
                click.echo(line)
        try:
            while (player := self.match.to_act) is not None:
                if player in self.bots:
                    self._bot(player)
                elif not self._human(player):
                    break
            if self.match.outcome is not None:
                self._news(self.humans[0])
                click.echo(f"\n{self.match.game.describe(self.match.game.view(self.match.state, self.humans[0]), self.match.names)}")
        except (KeyboardInterrupt, EOFError):
            click.echo()
        finally:
            self._save()

    def _bot(self, player: int) -> None:
        match = self.match
        view = match.game.view(match.state, player)
        self.match = match.play(self.bots[player].act(view, match.legal_actions, self.luck[player]))

    def _news(self, player: int) -> None:
        """Tell what `player` noticed since they were told last."""
        for index in range(self.told[player], len(self.match.moves)):
            for line in told(self.match, index, player):
                click.echo(line)
        self.told[player] = len(self.match.moves)

    def _human(self, player: int) -> bool:
        """Ask once; False: the person leaves."""
        match = self.match
        view = match.game.view(match.state, player)
        if self.looking != player:
            self._hand_over(player)
            self.seated = player
            self._news(player)
            click.echo(f"\n{match.game.describe(view, match.names)}\n")
            for number, action in enumerate(match.legal_actions, start=1):
                click.echo(f"{number:>3}  {match.game.action_to_str(view, action)}")
            self.looking = player
        text = input(f"{match.names[player]}> ").strip()  # click.prompt asks for ever where some versions meet the end of the input
        match text.lower():
            case "q" | "quit" | "exit":
                return False
            case "h" | "help":
                click.echo("\n\n".join(text for text in (HELP, match.game.legend()) if text))
            case "?":
                click.echo(self.refusal or HELP)
            case "t":
                self.looking = None
            case "u":
                self._undo(player)
            case "":
                pass
            case _ if text.startswith("?"):
                self._explain(view, text[1:])
            case _:
                self._try(view, text)
        return True

    def _hand_over(self, player: int) -> None:
        """With several people at one terminal, hide the hand of the last one before the next one looks."""
        if len(self.humans) > 1 and self.seated != player and sys.stdin.isatty():
            click.clear()
            input(f"{self.match.names[player]}, press Enter to see your table. ")

    def _read(self, view: Any, text: str) -> Any:
        legal = self.match.legal_actions
        number = small_int(text)
        if number is None:
            return self.match.game.parse_action(view, text)
        if not 1 <= number <= len(legal):
            raise InvalidActionError(f"no action {number}; expected a number in 1..{len(legal)} or a notation")
        return legal[number - 1]

    def _try(self, view: Any, text: str) -> None:
        try:
            self.match = self.match.play(self._read(view, text))
            self.refusal = ""
            self.looking = None
        except InvalidActionError as error:
            self.refusal = str(error)
            click.echo(self.refusal)
        except IllegalActionError as error:
            self.refusal = self._with_rule(error)
            click.echo(f"Refused: {self._as_typed(error.rejection.message)}. (? shows the rule)")

    def _explain(self, view: Any, text: str) -> None:
        try:
            rejection = self.match.game.validate(self.match.state, self._read(view, text.strip()))
        except InvalidActionError as error:
            click.echo(str(error))
            return
        click.echo("That is legal." if rejection is None else self._with_rule(IllegalActionError(rejection)))

    def _with_rule(self, error: IllegalActionError) -> str:
        rule = rule_items(self.match.game.rules_text() or "").get(error.rejection.rule)
        text = self._as_typed(str(error))
        return f"{text}\n{rule}" if rule else text

    def _as_typed(self, text: str) -> str:
        """`text` with the names of kinds of action in words, ``end turn`` for `EndTurn`: nobody at the terminal ever meets the classes."""
        for kind in sorted(self.match.game.action_types, key=lambda kind: len(kind.__name__), reverse=True):
            text = re.sub(rf"\b{kind.__name__}\b", kebab_case(kind.__name__).replace("-", " "), text)
        return text

    def _undo(self, player: int) -> None:
        rejection = self.match.check_undo(player)
        if rejection is None:
            self.match = self.match.undo(player)
            self.told = {human: min(count, len(self.match.moves)) for human, count in self.told.items()}
            self.looking = None
        else:
            self.refusal = str(rejection)
            last = self.match.names[self.match.moves[-1].player] if self.match.moves else ""
            why = f"the last move was that of {last}" if rejection.code == "undo-not-yours" else rejection.message
            click.echo(f"Not undone: {why}.")

    def _save(self) -> None:
        match = self.match
        record = match.record(None if match.outcome else "left by the player")
        name = match.file_name
        try:
            path = free_path(self.folder / name)
            record.save(path)
        except OSError as error:  # the folder was there when the game began; a whole game is not to be lost
            click.echo(f"railrules: {self.folder}: {error.strerror}; the record goes elsewhere", err=True)
            path = free_path(Path(tempfile.mkdtemp(prefix="railrules-")) / name)
            record.save(path)
        click.echo(f"Record saved: {path}")


def free_path(path: Path) -> Path:
    """Return `path`, or one with a number added where a file of that name exists: nothing is written over."""
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return candidate
