"""``railrules play``: a person against agents, in the terminal."""

from pathlib import Path
from typing import Any

import click

from railrules import MAX_SEED, ConfigError, IllegalActionError, InvalidActionError, Match, SeededChance, load, new_match
from railrules.agents import Agent, make_agent
from railrules.cli._main import agent_names, cli, content_option, option_option, players_option, reports_errors

HELP = (
    "Type the number of an action or its notation. ? explains the last refusal, ?TEXT what is wrong with an action; "
    "u takes back your last action, t shows the table, q or Ctrl-C saves and ends."
)


@cli.command()
@click.argument("game_id", metavar="GAME")
@players_option
@click.option("--human", "human_text", default="0", metavar="SEATS", help="Seats of people, such as 0 or 0,2.")
@click.option("--agents", default="random", metavar="NAMES", help="Agents of the other seats in order; one name serves them all.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), default=0, metavar="S", help="Seed of the luck.")
@option_option
@content_option
@click.option("--out", "folder", default=".", metavar="DIR", help="Where the record is written.")
@reports_errors
def play(
    game_id: str,
    players: int | None,
    human_text: str,
    agents: str,
    seed: int,
    options: dict[str, Any],
    content: str | None,
    folder: str,
) -> None:
    """Play a game in the terminal."""
    game = load(game_id, content)
    count = game.config(players, **options).players
    humans = _humans(human_text, count)
    others = [player for player in range(count) if player not in humans]
    names_by_seat = dict(zip(others, agent_names(agents, len(others)), strict=True)) if others else {}
    names = [f"{names_by_seat[player]} {player}" if player in names_by_seat else f"You {player}" for player in range(count)]
    match = new_match(game, count, seed, options, names=names)
    bots = {player: make_agent(name, game, match.config) for player, name in names_by_seat.items()}
    Table(match, humans, bots, Path(folder)).run()


def _humans(text: str, players: int) -> tuple[int, ...]:
    seats = [int(part) if part.strip().isdigit() else -1 for part in text.split(",")]
    if not all(0 <= seat < players for seat in seats):
        raise ConfigError("bad-option-value", "--human", text, f"seats in 0..{players - 1}, separated by commas")
    return tuple(sorted(set(seats)))


class Table:
    """One game in the terminal."""

    def __init__(self, match: Match, humans: tuple[int, ...], bots: dict[int, Agent], folder: Path) -> None:
        self.match = match
        self.humans = humans
        self.bots = bots
        self.folder = folder
        self.refusal = ""
        self.shown = dict.fromkeys(humans, -1)
        base = SeededChance(match.seed or 0)
        self.luck = {player: base.spawn(f"agent {player}") for player in bots}

    def run(self) -> None:
        """Play until the end, or until the person leaves; either way the record is written."""
        click.echo(HELP)
        try:
            while (player := self.match.to_act) is not None:
                if player in self.bots:
                    self._bot(player)
                elif not self._human(player):
                    break
        except (KeyboardInterrupt, EOFError):
            click.echo()
        if self.match.outcome is not None:
            click.echo(self.match.game.describe(self.match.game.view(self.match.state, self.humans[0]), self.match.names))
        self._save()

    def _bot(self, player: int) -> None:
        match = self.match
        seat_view = match.game.view(match.state, player)
        action = self.bots[player].act(seat_view, match.legal_actions, self.luck[player])
        self.match = match.play(action)
        spectator = [event for event in self.match.moves[-1].events if match.game.view_event(event, self.humans[0]) is not None]
        if spectator:
            click.echo(f"{match.names[player]}: {match.game.action_to_str(seat_view, action)}")

    def _human(self, player: int) -> bool:
        """Ask once; False: the person leaves."""
        match = self.match
        game = match.game
        view = game.view(match.state, player)
        if self.shown[player] != len(match.moves):
            click.echo(f"\n{game.describe(view, match.names)}\n")
            self._menu(view)
            self.shown[player] = len(match.moves)
        text = input(f"{match.names[player]}> ").strip()  # click.prompt asks for ever where some versions meet the end of the input
        if text == "q":
            return False
        if text in ("", "?"):
            click.echo(self.refusal or HELP)
        elif text == "t":
            self.shown[player] = -1
        elif text == "u":
            self._undo(player)
        elif text.startswith("?"):
            self._explain(view, text[1:])
        else:
            self._try(view, text)
        return True

    def _menu(self, view: Any) -> None:
        for number, action in enumerate(self.match.legal_actions, start=1):
            click.echo(f"{number:>3}  {self.match.game.action_to_str(view, action)}")

    def _read(self, view: Any, text: str) -> Any:
        legal = self.match.legal_actions
        if text.isascii() and text.isdigit():
            if not 1 <= int(text) <= len(legal):
                raise InvalidActionError(f"no action {text}; expected a number in 1..{len(legal)} or a notation")
            return legal[int(text) - 1]
        return self.match.game.parse_action(view, text)

    def _try(self, view: Any, text: str) -> None:
        try:
            self.match = self.match.play(self._read(view, text))
            self.refusal = ""
        except InvalidActionError as error:
            self.refusal = str(error)
            click.echo(self.refusal)
        except IllegalActionError as error:
            self.refusal = self._with_rule(error)
            click.echo(f"Refused: {error.rejection.message}. (? shows the rule)")

    def _explain(self, view: Any, text: str) -> None:
        try:
            rejection = self.match.game.validate(self.match.state, self._read(view, text.strip()))
        except InvalidActionError as error:
            click.echo(str(error))
            return
        click.echo("That is legal." if rejection is None else self._with_rule(IllegalActionError(rejection)))

    def _with_rule(self, error: IllegalActionError) -> str:
        from railrules.cli._main import rule_items

        rule = rule_items(self.match.game.rules_text() or "").get(error.rejection.rule)
        return f"{error}\n{rule}" if rule else str(error)

    def _undo(self, player: int) -> None:
        rejection = self.match.check_undo(player)
        if rejection is None:
            self.match = self.match.undo(player)
            self.shown[player] = -1
        else:
            self.refusal = str(rejection)
            click.echo(f"Not undone: {rejection.message}.")

    def _save(self) -> None:
        match = self.match
        self.folder.mkdir(parents=True, exist_ok=True)
        path = free_path(self.folder / f"{match.game.info.id}-{match.config.players}p-seed{match.seed}-play.json")
        match.record(None if match.outcome else "left by the player").save(path)
        click.echo(f"Record saved: {path}")


def free_path(path: Path) -> Path:
    """Return `path`, or one with a number added where a file of that name exists: nothing is written over."""
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return candidate
