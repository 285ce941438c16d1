"""``railrules games``: what is installed."""

from typing import Any

import click
from rich.table import Table as RichTable

from railrules import AnyGame, GameInfo, PluginError, available_games, load, plugin_errors
from railrules.agents import UnknownAgentError, available_agents, make_agent
from railrules.cli._common import cli, out, print_json, reports_errors


@cli.command()
@click.argument("game_id", required=False, metavar="[GAME]")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@reports_errors
def games(game_id: str | None, as_json: bool) -> None:
    """List the installed games, or show one: its options and the agents that play it."""
    infos = available_games() if game_id is None else (load(game_id).info,)
    if as_json:
        print_json([_game_data(info) for info in infos])
    elif game_id is not None:
        _print_game(infos[0])
    else:
        table = RichTable()
        for heading in ("id", "title", "players", "designer", "rules", "package"):
            table.add_column(heading, overflow="fold")
        for info in infos:
            table.add_row(info.id, info.title, _players(info), info.designer, str(info.rules_version), info.package)
        out.print(table)
    for fault in plugin_errors() if game_id is None else ():
        click.echo(f"railrules: left out: {' '.join(fault.message.split())}", err=True)


def _players(info: GameInfo) -> str:
    return f"{info.min_players}-{info.max_players}" if info.max_players > info.min_players else str(info.min_players)


def _game_data(info: GameInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "title": info.title,
        "players": [info.min_players, info.max_players],
        "designer": info.designer,
        "rules_version": info.rules_version,
        "package": info.package,
        "options": [
            {"name": option.name, "default": option.default, "bounds": option.bounds.describe(), "help": option.help, "rule": option.rule}
            for option in info.options
        ],
    }


def _print_game(info: GameInfo) -> None:
    origin = [*([info.designer] if info.designer != "unknown" else []), *([str(info.year)] if info.year is not None else [])]
    by = f" ({', '.join(origin)})" if origin else ""
    out.print(f"{info.title}{by}: {_players(info)} players, {info.default_players} by default", highlight=False)
    table = RichTable(title="Options, as --option name=value", title_justify="left")
    for heading in ("option", "default", "takes", "meaning", "rule"):
        table.add_column(heading, overflow="fold")
    for option in info.options:
        table.add_row(option.name, str(option.default), option.bounds.describe(), option.help, option.rule)
    if info.options:
        out.print(table)
    game = load(info.id)
    out.print(f"Agents: {', '.join(name for name in available_agents() if _can_play(name, game))}", highlight=False)


def _can_play(name: str, game: AnyGame) -> bool:
    try:
        make_agent(name, game, game.config())
    except (UnknownAgentError, PluginError):
        return False
    return True
