"""``railrules map``: the table as a picture."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from railrules import Match, Record, load, new_match, replay
from railrules.cli._common import SEED, cli, content_option, counted, fail, option_option, players_option, reports_errors
from railrules.cli._records import parse_viewer


@cli.command("map")
@click.argument("game_id", metavar="GAME")
@click.option("--record", "file", default=None, metavar="FILE", help="Draw a saved play; by default a new game is drawn.")
@click.option("--move", type=click.IntRange(0), default=None, metavar="N", help="After so many moves of the record (default: all).")
@players_option
@click.option("--seed", type=SEED, default=None, metavar="S", help="Seed of a new game (default: 0).")
@option_option
@content_option
@click.option("--as", "viewer", default=None, metavar="PLAYER", help="See it as this player; default: a spectator.")
@click.option("--out", "target", required=True, metavar="FILE", help="Where to write the picture, a new file whose name ends with .svg.")
@reports_errors
def map_command(
    game_id: str,
    file: str | None,
    move: int | None,
    players: int | None,
    seed: int | None,
    options: dict[str, Any],
    content: str | None,
    viewer: str | None,
    target: str,
) -> None:
    """Draw the map of a game as SVG; needs the extra railrules[map]."""
    if Path(target).suffix.lower() != ".svg":
        fail(f"--out {target}: expected a name that ends with .svg")
    if file is None:
        if move is not None:
            fail(f"--move {move}: a new game has no moves; expected --record FILE with it")
        match: Match = new_match(game_id, players=players, seed=seed or 0, options=options, content=content)
    else:
        record = Record.read(file)
        if record.game.id != game_id:
            fail(f"{file} is a record of {record.game.id}; expected one of {game_id}")
        if players is not None or seed is not None or options:
            fail("--players, --seed and --option are for a new game; the record has its own")
        match = replay(record, move, load(game_id, content))
    game = match.game
    picture = game.picture(game.view(match.state, parse_viewer(viewer, match)), match.names)
    if picture is None:
        fail(f"{game_id} draws no map")
    _write_new(picture, Path(target))
    click.echo(f"{game.info.title} after {counted(len(match.moves), 'move')}, drawn in {target}")


def _write_new(text: str, path: Path) -> None:
    """Write a file, whole or not at all; one of that name stays as it is."""
    try:
        file = path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        fail(f"{path} exists already and is left as it is; expected a new file")
    try:
        with file:
            file.write(text)
    except OSError as error:
        with suppress(OSError):  # where nothing can be written perhaps nothing can be removed
            path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None
