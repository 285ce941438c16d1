"""``railrules replay`` and ``railrules verify``: saved plays."""

import sys
from typing import Any

import click

from railrules import AnyGame, Match, RailrulesError, Record, load, replay, verify
from railrules.cli._common import cli, content_option, counted, fail, in_words, print_json, reports_errors, small_int, wants_traceback
from railrules.cli._told import told, told_of_setup


def _record_game(record: Record, content: str | None) -> AnyGame:
    return load(record.game.id, content)


def parse_viewer(text: str | None, match: Match) -> int | None:
    """Return the player of ``--as``, given by number or by name; None is a spectator."""
    if text is None:
        return None
    if text in match.names:
        return match.names.index(text)
    number = small_int(text)
    if number is None or number >= match.config.players:
        fail(f"--as {text}: expected a player in 0..{match.config.players - 1} or a name: {', '.join(match.names)}")
    return number


@cli.command("replay")
@click.argument("file")
@click.option("--to", type=click.IntRange(0), default=None, metavar="MOVE", help="Stop after so many moves (default: all).")
@click.option("--as", "viewer", default=None, metavar="PLAYER", help="See it as this player; default: a spectator.")
@content_option
@reports_errors
def replay_command(file: str, to: int | None, viewer: str | None, content: str | None) -> None:
    """Show a saved play: every move, and the table after the last one."""
    record = Record.read(file)
    match = replay(record, to, _record_game(record, content))
    game = match.game
    player = parse_viewer(viewer, match)
    for line in told_of_setup(match, player):
        click.echo(f"      {line}")
    for index in range(len(match.moves)):
        for number, line in enumerate(told(match, index, player)):
            click.echo(f"{index + 1:>4}  {line}" if number == 0 else f"      {line}")
    click.echo()
    click.echo(game.describe(game.view(match.state, player), match.names))


@cli.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@content_option
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@reports_errors
def verify_command(files: tuple[str, ...], content: str | None, as_json: bool) -> None:
    """Replay records from their seeds and compare everything; exit code 1 if one diverges, 2 if one cannot be read."""
    reports = [_verified(file, content) for file in files]
    if as_json:
        print_json(reports)
    else:
        for report in reports:
            click.echo(_verdict(report), err=report["error"] is not None)
    if any(report["error"] for report in reports):
        sys.exit(2)
    if not all(report["ok"] for report in reports):
        sys.exit(1)


def _verified(file: str, content: str | None) -> dict[str, Any]:
    """What `verify` says of one file; a file that cannot be read does not keep the others from being verified."""
    told: dict[str, Any] = {"file": file, "ok": False, "moves": 0, "stopped": None, "compared": [], "divergence": None, "error": None}
    try:
        record = Record.read(file)
        report = verify(record, _record_game(record, content))
    except RailrulesError as error:
        text = str(error)
        return told | {"error": text if text.startswith(file) else f"{file}: {text}"}
    except Exception as error:
        if wants_traceback():
            raise
        return told | {"error": f"{file}: unexpected {in_words(error)}"}
    compared = [what for what, done in (("states", report.states_compared), ("events", report.events_compared)) if done]
    divergence = str(report.divergence) if report.divergence else None
    return told | {"ok": report.ok, "moves": report.moves, "stopped": record.stopped, "compared": compared, "divergence": divergence}


def _verdict(report: dict[str, Any]) -> str:
    file = report["file"]
    if report["error"]:
        return f"railrules: {' '.join(report['error'].split())}"
    if not report["ok"]:
        return f"{file}: DIVERGES at {report['divergence']}"
    end = "finished" if report["stopped"] is None else f"stopped: {report['stopped']}"
    left_out = [what for what in ("states", "events") if what not in report["compared"]]
    note = f" ({' and '.join(left_out)} have another layout here and were not compared)" if left_out else ""
    return f"{file}: ok, {counted(report['moves'], 'move')}, {end}{note}"
