"""The commands. Each prints a result for a person, or one JSON document with ``--json``; every error is one line on stderr and exit code 2."""

import json
import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeVar

import attrs
import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from railrules import (
    MAX_SEED,
    AnyGame,
    Config,
    Match,
    RailrulesError,
    Record,
    __version__,
    available_games,
    load,
    plugin_errors,
    replay,
    verify,
)
from railrules.agents import AGENTS, UnknownAgentError, make_agent
from railrules.arena import GameResult, Summary, Table, play_games, summarize

P = ParamSpec("P")
R = TypeVar("R")

out = Console(width=None if sys.stdout.isatty() else 160)  # a pipe or file has no width to fit
SEED = click.IntRange(0, MAX_SEED)


def fail(message: str) -> NoReturn:
    """End with one line on stderr and exit code 2."""
    click.echo(f"railrules: {' '.join(message.split())}", err=True)
    sys.exit(2)


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn the errors of the library, and files that cannot be written, into one line."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except RailrulesError as error:
            fail(str(error))
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))

    return run


def print_json(data: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


class OneLineGroup(click.Group):
    """A group whose usage errors are one line too."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and end with click's exit codes but in our words."""
        kwargs["standalone_mode"] = False
        try:
            result = super().main(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(0)
        except click.UsageError as error:
            hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            fail(error.format_message() + hint)
        except click.ClickException as error:
            fail(error.format_message())
        except click.Abort:
            sys.exit(130)
        sys.exit(result if isinstance(result, int) else 0)


@click.group(cls=OneLineGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="railrules")
def cli() -> None:
    """Railway tabletop games as pure rules: play, simulate, replay and verify them."""


# ---- parameters that several commands share ---------------------------------------------------------------------------------------------


def parse_option(text: str) -> tuple[str, Any]:
    """Return name and value of ``name=value``: an int where it looks like one, true or false, else text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r}; expected name=value")
    if re.fullmatch(r"-?[0-9]+", value):
        return name, int(value)
    return name, {"true": True, "false": False}.get(value.lower(), value)


def _parse_options(_ctx: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in values:
        name, value = parse_option(text)
        if name in options:
            raise click.BadParameter(f"{name} is given twice")
        options[name] = value
    return options


option_option = click.option(
    "--option", "options", multiple=True, callback=_parse_options, metavar="NAME=VALUE", help="A house rule; may be given several times."
)
players_option = click.option("--players", type=int, default=None, metavar="N", help="Number of players (default: the game's own).")
content_option = click.option("--content", default=None, metavar="FILE", help="A content file instead of the one that comes with the game.")


def agent_names(text: str, seats: int) -> tuple[str, ...]:
    """Return the agent names for so many seats; a single name serves them all."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) == 1:
        names *= seats
    for name in names:
        if name not in AGENTS:
            raise UnknownAgentError(f"--agents: no agent {name!r}; expected one of: {', '.join(AGENTS)}")
    if len(names) != seats:
        raise UnknownAgentError(f"--agents: {len(names)} names; expected 1 or {seats}, one per seat")
    return names


# ---- games ------------------------------------------------------------------------------------------------------------------------------


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@reports_errors
def games(as_json: bool) -> None:
    """List the installed games."""
    infos = available_games()
    if as_json:
        print_json(
            [
                {
                    "id": info.id,
                    "title": info.title,
                    "players": [info.min_players, info.max_players],
                    "rules_version": info.rules_version,
                    "package": info.package,
                }
                for info in infos
            ]
        )
    else:
        table = RichTable()
        for heading in ("id", "title", "players", "designer", "rules", "package"):
            table.add_column(heading, no_wrap=heading == "id")
        for info in infos:
            players = f"{info.min_players}-{info.max_players}" if info.max_players > info.min_players else str(info.min_players)
            table.add_row(info.id, info.title, players, info.designer, str(info.rules_version), info.package)
        out.print(table)
    for fault in plugin_errors():
        click.echo(f"railrules: left out: {fault.message}", err=True)


# ---- simulate ---------------------------------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("game_id", metavar="GAME")
@players_option
@click.option("--agents", default="random", metavar="NAMES", help="Agents by seat, such as random,greedy; one name serves every seat.")
@click.option("--games", "count", type=click.IntRange(1), default=1, metavar="K", help="How many games.")
@click.option("--seed", type=SEED, default=0, metavar="S", help="Seed of the first game; the others follow.")
@option_option
@content_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="J", help="Processes.")
@click.option("--fixed-seats", is_flag=True, help="Agents keep their seats; by default they move on from game to game.")
@click.option("--out", "folder", default=None, metavar="DIR", help="Write one record per game into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@reports_errors
def simulate(
    game_id: str,
    players: int | None,
    agents: str,
    count: int,
    seed: int,
    options: dict[str, Any],
    content: str | None,
    jobs: int,
    fixed_seats: bool,
    folder: str | None,
    as_json: bool,
) -> None:
    """Let agents play whole games and show how they fared."""
    game = load(game_id, content)
    config = game.config(players, **options)
    table = Table(game_id, config.players, agent_names(agents, config.players), tuple(options.items()), content)
    for name in dict.fromkeys(table.agents):
        make_agent(name, game, config)  # what cannot play is told before anything is written
    seeds = range(seed, seed + count)
    if seeds[-1] > MAX_SEED:
        fail(f"--seed {seed} --games {count}: the last seed is {seeds[-1]}; expected at most {MAX_SEED}")
    target = Path(folder) if folder is not None else None
    if target is not None:
        target.mkdir(parents=True, exist_ok=True)
    results = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(game.info.title, total=count)
        played = play_games(table, seeds, rotate=not fixed_seats, keep_records=target is not None, jobs=jobs, done=lambda: progress.advance(task))
        for result in played:
            if target is not None and result.record is not None:
                Record.from_json(result.record).save(target / record_name(game_id, config, result.seed))
            results.append(result)
    summary = summarize(results)
    if as_json:
        print_json(_simulation_data(table, results, summary))
        return
    _print_summary(game, table, summary)
    if target is not None:
        out.print(f"{count} records in {target}", highlight=False)


def record_name(game_id: str, config: Config[Any], seed: int) -> str:
    """Return the file name of a record."""
    return f"{game_id}-{config.players}p-seed{seed}.json"


def _simulation_data(table: Table, results: list[GameResult], summary: Summary) -> dict[str, Any]:
    return {
        "game": table.game,
        "players": table.players,
        "options": dict(table.options),
        "summary": {
            **attrs.asdict(summary),
            "terminations": dict(summary.terminations),
            "players": [attrs.asdict(player) for player in summary.players],
        },
        "games": [
            {
                "seed": result.seed,
                "agents": list(result.agents),
                "scores": list(result.outcome.scores),
                "ranking": list(result.outcome.ranking),
                "terminations": list(result.outcome.terminations),
                "turns": result.turns,
                "decisions": result.decisions,
            }
            for result in results
        ],
    }


def _print_summary(game: AnyGame, table: Table, summary: Summary) -> None:
    rows = RichTable(title=f"{game.info.title}, {table.players} players, {summary.games} games", title_justify="left")
    rows.add_column("agent")
    for heading in ("seats", "mean score", "win share", "95% interval"):
        rows.add_column(heading, justify="right")
    for player in summary.players:
        interval = f"{player.low:.1%} to {player.high:.1%}"
        rows.add_row(player.agent, str(player.seats), f"{player.mean_score:.1f}", f"{player.win_share:.1%}", interval)
    out.print(rows)
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.terminations)
    text = f"turns {summary.mean_turns:.1f}, decisions {summary.mean_decisions:.1f} a game; {summary.decisions_per_second:,.0f} decisions a second"
    out.print(text, highlight=False)
    out.print(f"ends: {ends}", highlight=False)


# ---- records ----------------------------------------------------------------------------------------------------------------------------


def _record_game(record: Record, content: str | None) -> AnyGame:
    return load(record.game.id, content)


def parse_viewer(text: str | None, match: Match) -> int | None:
    """Return the player of ``--as``, given by number or by name; None is a spectator."""
    if text is None:
        return None
    if text in match.names:
        return match.names.index(text)
    if text.isascii() and text.isdigit() and int(text) < match.config.players:
        return int(text)
    fail(f"--as {text}: expected a player in 0..{match.config.players - 1} or a name: {', '.join(match.names)}")


@cli.command("replay")
@click.argument("file")
@click.option("--to", type=int, default=None, metavar="MOVE", help="Stop after so many moves (default: all).")
@click.option("--as", "viewer", default=None, metavar="PLAYER", help="See it as this player; default: a spectator.")
@content_option
@reports_errors
def replay_command(file: str, to: int | None, viewer: str | None, content: str | None) -> None:
    """Show a saved play: every move, and the table after the last one."""
    record = Record.read(file)
    match = replay(record, to, _record_game(record, content))
    game = match.game
    player = parse_viewer(viewer, match)
    for index, move in enumerate(match.moves):
        shown = [event for event in move.events if game.view_event(event, player) is not None]
        if player is not None and move.player != player and not shown:
            continue  # a private step of somebody else
        view = game.view(match.state_after(index), move.player)
        text = game.action_to_str(view, move.action) if shown or move.player == player else "..."
        click.echo(f"{index + 1:>4}  {match.names[move.player]}: {text}")
    click.echo()
    click.echo(game.describe(game.view(match.state, player), match.names))


@cli.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@content_option
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@reports_errors
def verify_command(files: tuple[str, ...], content: str | None, as_json: bool) -> None:
    """Replay records from their seeds and compare everything; exit code 1 if one diverges."""
    reports = []
    for file in files:
        record = Record.read(file)
        report = verify(record, _record_game(record, content))
        reports.append({"file": file, "ok": report.ok, "moves": report.moves, "divergence": str(report.divergence) if report.divergence else None})
        if not as_json:
            note = "" if report.states_compared else " (states have another layout here and were not compared)"
            end = "finished" if record.stopped is None else f"stopped: {record.stopped}"
            click.echo(f"{file}: ok, {report.moves} moves, {end}{note}" if report.ok else f"{file}: DIVERGES at {report.divergence}")
    if as_json:
        print_json(reports)
    if not all(report["ok"] for report in reports):
        sys.exit(1)


# ---- rules and content ------------------------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.argument("rule_id", required=False, metavar="[RULE-ID]")
@reports_errors
def rules(game_id: str, rule_id: str | None) -> None:
    """Show the rules page of a game, or one rule of it."""
    text = load(game_id).rules_text()
    if text is None:
        fail(f"{game_id} has no rules page")
    if rule_id is None:
        click.echo(text)
        return
    items = rule_items(text)
    found = {key.lower(): item for key, item in items.items()}.get(rule_id.lower())
    if found is None:
        families = ", ".join(dict.fromkeys(re.sub(r"[0-9]+$", "", key) + "*" for key in items))
        fail(f"{game_id} has no rule {rule_id!r}; expected one of {families}")
    click.echo(found)


def rule_items(text: str) -> dict[str, str]:
    """Return the rules of a rules page by id: list items that begin with an id in bold."""
    items = re.findall(r"^- \*\*([A-Z][A-Z0-9]*-[A-Z0-9.]+)\*\*(.*(?:\n  .*)*)", text, flags=re.MULTILINE)
    return {key: f"{key} {' '.join(body.split())}" for key, body in items}


@cli.group()
def content() -> None:
    """Export the content of a game, or check a file of your own."""


@content.command("export")
@click.argument("game_id", metavar="GAME")
@click.argument("file", required=False)
@reports_errors
def content_export(game_id: str, file: str | None) -> None:
    """Write the content file that comes with a game to FILE, or print it."""
    text = load(game_id).content_text()
    if text is None:
        fail(f"{game_id} has no content file")
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        fail(f"{file} exists already and is left as it is; expected a new file")
    click.echo(f"wrote {file}")


@content.command("check")
@click.argument("game_id", metavar="GAME")
@click.argument("file", required=False)
@reports_errors
def content_check(game_id: str, file: str | None) -> None:
    """Check a content file (default: the one that comes with the game)."""
    game = load(game_id, file)
    click.echo(f"{file or 'shipped content'}: ok for {game.info.title}, digest {game.content_digest}")


# ---- commands in modules of their own ---------------------------------------------------------------------------------------------------

from railrules.cli import _bench, _play  # noqa: E402 - they register themselves on `cli`

__all__ = ["_bench", "_play", "cli"]
