"""``railrules arena``: agents meet in a tournament."""

from typing import Any

import attrs
import click
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from railrules import MissingExtraError, load
from railrules.arena import (
    BACKENDS,
    DEFAULT_LIMIT,
    GameResult,
    PlayerSummary,
    Rating,
    Summary,
    Tournament,
    backend,
    check_plot,
    play_game,
    play_tournament,
    plot,
    rate,
    save_record,
    summarize,
)
from railrules.cli._common import (
    SEED,
    agent_specs,
    cli,
    content_option,
    counted,
    fail,
    option_option,
    others_on_stderr,
    out,
    print_json,
    progress_bar,
    reports_errors,
)
from railrules.cli._simulate import game_data, mean_score

INTERRUPTED = 130
"""The exit code that shells expect."""


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.option("--agents", required=True, metavar="NAMES", help="Who plays, such as random,greedy,ismcts:simulations=100.")
@click.option("--players", type=int, default=None, metavar="N", help="Players at a table (default: what the game likes, at most one per agent).")
@click.option("--fixed", is_flag=True, help="The agents are one table; by default all choices of agents meet in turn.")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, metavar="K", help="How many games each table plays.")
@click.option("--seed", type=SEED, default=0, show_default=True, metavar="S", help="Seed of the first game; the others follow.")
@option_option
@content_option
@click.option("--limit", type=float, default=DEFAULT_LIMIT, show_default=True, metavar="SECONDS", help="Time for a decision; 0 for no limit.")
@click.option("--backend", "where", type=click.Choice(BACKENDS), default=None, help="Where the games are played (default: processes if J > 1).")
@click.option("--jobs", type=click.IntRange(1, 4096), default=1, show_default=True, metavar="J", help="How many at a time.")
@click.option("--address", default=None, metavar="ADDRESS", help="Of a Ray cluster; without it ray starts one on this machine.")
@click.option("--results", default=None, metavar="FILE", help="JSON Lines, a line for each game; a file that is there already is gone on with.")
@click.option("--records", default=None, metavar="DIR", help="Write one record per game into this folder.")
@click.option("--plot", "picture", default=None, metavar="FILE", help="Draw ratings, wins and scores as PNG or SVG.")
@click.option(
    "--only", type=click.IntRange(0), default=None, metavar="NUMBER", help="Play just this game of the tournament, and show it; no results or plot."
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@reports_errors
def arena(
    game_id: str,
    agents: str,
    players: int | None,
    fixed: bool,
    games: int,
    seed: int,
    options: dict[str, Any],
    content: str | None,
    limit: float,
    where: str | None,
    jobs: int,
    address: str | None,
    results: str | None,
    records: str | None,
    picture: str | None,
    only: int | None,
    as_json: bool,
) -> None:
    """Let agents meet in a tournament and rate them.

    Agents change seats from game to game. One that raises, takes too long or returns no legal action gives the game away.
    """
    with others_on_stderr():
        tournament = Tournament.of(
            game_id,
            agent_specs(agents),
            players=players,
            games=games,
            seed=seed,
            fixed=fixed,
            options=options,
            content=content,
            limit=limit or None,
        )
    where = where or ("processes" if jobs > 1 else "serial")
    engine = backend(where, jobs, address)
    if picture is not None:
        check_plot(picture)  # what cannot be drawn is told before anything is played
    if only is not None:
        _play_one(tournament, only, records, as_json)
        return
    found: list[GameResult] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    stopped = False
    with progress_bar(*columns) as progress, others_on_stderr():
        task = progress.add_task(load(game_id).info.title, total=len(tournament))

        def done(result: GameResult) -> None:
            found.append(result)
            progress.advance(task)

        try:
            play_tournament(tournament, backend=engine, results=results, records=records, done=done)
        except KeyboardInterrupt:
            stopped = True
    found.sort(key=lambda result: result.number)
    if stopped and (results is None or not found):
        hint = "" if results else "; with --results the next run would go on from there"
        fail(f"interrupted after {counted(len(found), 'game')}{hint}", INTERRUPTED)
    _show(tournament, found, as_json)
    if picture is not None:
        plot(found, picture, _title(tournament))
    if stopped:
        fail(f"interrupted after {len(found)} of {counted(len(tournament), 'game')}; the same command goes on from {results}", INTERRUPTED)


def _play_one(tournament: Tournament, number: int, records: str | None, as_json: bool) -> None:
    if number >= len(tournament):
        fail(f"--only {number}: expected 0..{len(tournament) - 1}, as there are {counted(len(tournament), 'game')}")
    with others_on_stderr():
        result = play_game(tournament.table(number), tournament.seed_of(number), keep_record=records is not None, number=number)
    if records is not None:
        save_record(tournament, result, records)
    if as_json:
        print_json(game_data(result))
        return
    rows = RichTable(title=f"Game {number}, seed {result.seed}", title_justify="left")
    for heading in ("seat", "agent", "score", "rank"):
        rows.add_column(heading)
    for seat, agent in enumerate(result.agents):
        rows.add_row(str(seat), agent, str(result.outcome.scores[seat]), str(result.outcome.ranking[seat]))
    out.print(rows)
    _print_forfeits([result])


def _show(tournament: Tournament, results: list[GameResult], as_json: bool) -> None:
    summary = summarize(results)
    ratings: dict[str, Rating] = {}
    if tournament.players > 1:
        try:
            ratings = rate(results)
        except MissingExtraError as error:
            click.echo(f"railrules: no ratings: {error}", err=True)
    if as_json:
        print_json(_tournament_data(tournament, results, summary, ratings))
        return
    rows = RichTable(title=_title(tournament), title_justify="left")
    rows.add_column("agent", overflow="fold")
    for heading in (*(("rating", "±") if ratings else ()), "seats", "mean score", "win share", "95% interval", "forfeits"):
        rows.add_column(heading, justify="right")

    def strength(player: PlayerSummary) -> tuple[float, ...]:
        return (ratings[player.agent].mu if ratings else 0.0, player.win_share, player.mean_score or 0.0)

    for player in sorted(summary.players, key=strength, reverse=True):
        rating = (f"{ratings[player.agent].mu:.1f}", f"{ratings[player.agent].sigma:.1f}") if ratings else ()
        interval = f"{player.low:.1%} to {player.high:.1%}"
        rows.add_row(player.agent, *rating, str(player.seats), mean_score(player), f"{player.win_share:.1%}", interval, str(player.forfeits))
    out.print(rows)
    _print_forfeits(results)
    if any(result.timed for result in results):
        out.print("timed: an agent looked at the clock, so other runs may come out otherwise", highlight=False)


def _print_forfeits(results: list[GameResult]) -> None:
    """Say of each agent how it first gave a game away."""
    told: set[str] = set()
    for result in results:
        if result.forfeit is not None and (agent := result.agents[result.forfeit.player]) not in told:
            told.add(agent)
            out.print(f"{agent} gave game {result.number} away at move {result.forfeit.move}: {result.forfeit.reason}", highlight=False, markup=False)


def _title(tournament: Tournament) -> str:
    title = load(tournament.game).info.title
    return f"{title}, {counted(tournament.players, 'player')}, {counted(len(tournament.meetings), 'table')} of {counted(tournament.games, 'game')}"


def _tournament_data(tournament: Tournament, results: list[GameResult], summary: Summary, ratings: dict[str, Rating]) -> dict[str, Any]:
    return {
        **tournament.header(),
        "agents": [
            {**attrs.asdict(player), "rating": attrs.asdict(ratings[player.agent]) if player.agent in ratings else None} for player in summary.players
        ],
        "games": [game_data(result) for result in results],
    }
