"""``railrules check`` and ``railrules golden``: the conformance kit in the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.table import Table as RichTable

from railrules import MAX_SEED, load
from railrules.cli._common import cli, counted, fail, out, print_json, progress_bar, reports_errors

if TYPE_CHECKING:
    from railrules.testing import Result


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.option("--profile", "profile_name", default="quick", show_default=True, metavar="NAME", help="How hard to look: quick or thorough.")
@click.option("--playouts", type=click.IntRange(1), default=None, metavar="N", help="Playouts per property, instead of the profile's.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), default=0, show_default=True, metavar="S", help="Seed of the search.")
@click.option("--only", multiple=True, metavar="NAME", help="One property; may be given several times.")
@click.option("--playout", "playout_text", default=None, metavar="JSON", help="Play just this one, as a failure tells it.")
@click.option("--golden", "golden", default=None, metavar="DIR", help="Folder of golden records to check too.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@reports_errors
def check(
    game_id: str,
    profile_name: str,
    playouts: int | None,
    seed: int,
    only: tuple[str, ...],
    playout_text: str | None,
    golden: str | None,
    as_json: bool,
) -> None:
    """Hold a game to the conformance kit; exit code 1 if it breaks a property.

    GAME is the id of an installed game, or module:name of a class or function that makes one.
    """
    from railrules import testing  # no other command needs it

    if profile_name not in testing.PROFILES:
        fail(f"--profile {profile_name}: expected one of: {', '.join(testing.PROFILES)}")
    known = [*testing.names(), *([testing.GOLDEN] if golden is not None else [])]
    for name in only:
        if name not in known:
            fail(f"--only {name}: expected one of: {', '.join(known)}")
    if ":" in game_id:
        sys.path.insert(0, "")  # as python -m does, so that a module in the present folder is found
    profile = testing.Profile(profile_name, playouts or testing.PROFILES[profile_name].playouts, seed)
    try:
        playout = None if playout_text is None else testing.Playout.from_json(playout_text)
    except ValueError as error:
        fail(f"--playout: {error}")
    if playout is not None and ":" not in game_id:
        load(game_id).config(playout.players, **dict(playout.options))  # what it cannot play is no fault of the game
    columns = (TextColumn("{task.description:<16}"), BarColumn(), MofNCompleteColumn())
    with progress_bar(*columns, transient=True) as progress:
        task = progress.add_task("", total=profile.playouts)

        def show(name: str, done: int) -> None:
            progress.update(task, description=name, completed=done)

        folder = None if golden is None else Path(golden)
        results: list[Result] = []
        for result in testing.check(game_id, profile, only=only, playout=playout, golden=folder, progress=show):
            results.append(result)
            if not progress.console.is_terminal:  # where no bar can be seen, as in the log of a nightly run
                verdict = "holds" if result.ok else "BROKEN"
                click.echo(f"{result.name}: {verdict} ({result.playouts:,} playouts, {result.seconds:,.0f} s)", err=True)
    failures = [result for result in results if result.failure is not None]
    pace = testing.speed(load(game_id)) if not failures and ":" not in game_id else None
    if as_json:
        print_json({"game": game_id, "profile": profile.name, "speed": pace, "results": [_result_data(result) for result in results]})
    else:
        _print_results(game_id, results)
        for result in failures:
            assert result.failure is not None  # chosen by it
            click.echo(f"\n{result.failure.text}")
        if pace is not None:
            click.echo(f"speed: {pace:,.0f} decisions a second in random play")
    if failures:
        sys.exit(1)


def _result_data(result: "Result") -> dict[str, Any]:
    failure = result.failure
    return {
        "name": result.name,
        "ok": result.ok,
        "playouts": result.playouts,
        "moves": result.moves,
        "seconds": round(result.seconds, 3),
        "remark": result.remark,
        "failure": None if failure is None else failure.text,
    }


def _print_results(game_id: str, results: "list[Result]") -> None:
    table = RichTable(title=f"Conformance of {game_id}", title_justify="left")
    table.add_column("property", no_wrap=True)
    table.add_column("result", no_wrap=True)
    table.add_column("playouts", justify="right")
    table.add_column("moves", justify="right")
    table.add_column("promise", overflow="fold")
    for result in results:
        verdict = "[red]BROKEN[/]" if not result.ok else f"[green]holds[/] ({result.remark})" if result.remark else "[green]holds[/]"
        table.add_row(result.name, verdict, str(result.playouts), str(result.moves), result.promise)
    out.print(table)


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.argument("folder", metavar="DIR")
@click.option("--write", is_flag=True, help="Write what is shown; without it nothing is touched.")
@reports_errors
def golden(game_id: str, folder: str, write: bool) -> None:
    """Show how the golden records of a game would change, and change them with --write.

    There is one record per way of ending and one long game per player count. Exit code 1 if something differs and is not written.
    """
    from railrules.testing import _golden as kit

    game = load(game_id)
    target = Path(folder)
    kept = kit.refreshed(game, target)
    differing = list(kit.changes(target, kept))
    missing = kit.missing(game, kept)
    if missing:
        click.echo(f"no game was found for {', '.join(missing)}; play one and put its record there", err=True)
    for _, text in differing:
        click.echo(text)
    if not differing:
        click.echo(f"{counted(len(kept), 'golden record')} in {folder}{', all as they should be' if not missing else ''}")
        sys.exit(1 if missing else 0)
    if write:
        kit.write(target, [record for record, _ in differing])
        click.echo(f"wrote {counted(len(differing), 'golden record')} to {folder}")
    else:
        click.echo(f"{counted(len(differing), 'golden record')} would change; --write changes them")
        sys.exit(1)
