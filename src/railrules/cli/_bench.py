"""``railrules bench``: the options of the command; the measuring is in `railrules.cli.bench`."""

import click

from railrules.cli._common import cli, out, print_json, reports_errors


@cli.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--pieces", type=click.IntRange(2), default=24, metavar="N", help="Pairs of pieces per ratio.")
@click.option("--seconds", type=click.FloatRange(0.01, 10), default=0.25, metavar="T", help="Processor seconds per piece.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@reports_errors
def bench(games: tuple[str, ...], pieces: int, seconds: float, as_json: bool) -> None:
    """Measure speed and size, as ratios to other libraries in the same run; a peer that is not installed is reported missing."""
    from railrules.cli.bench import render, run  # no other command needs it

    report = run(games, pieces, seconds, lambda text: click.echo(f"{text} ...", err=True))
    if as_json:
        print_json(report.to_data())
    else:
        render(report, out)
