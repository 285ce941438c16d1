"""``railrules simulate``: agents play whole games."""

from pathlib import Path
from typing import Any

import attrs
import click
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from railrules import MAX_SEED, AnyGame, Config, Record, load
from railrules.agents import make_agent
from railrules.arena import GameResult, PlayerSummary, Summary, Table, play_games, summarize
from railrules.cli._common import (
    SEED,
    cli,
    content_option,
    counted,
    fail,
    option_option,
    others_on_stderr,
    out,
    players_option,
    print_json,
    progress_bar,
    reports_errors,
    seated_agents,
)

MAX_GAMES = 10_000_000


@cli.command()
@click.argument("game_id", metavar="GAME")
@players_option
@click.option(
    "--agents", default="random", show_default=True, metavar="NAMES", help="Agents by seat, such as random,greedy; one name serves every seat."
)
@click.option("--games", "count", type=click.IntRange(1, MAX_GAMES), default=1, show_default=True, metavar="K", help="How many games.")
@click.option("--seed", type=SEED, default=0, show_default=True, metavar="S", help="Seed of the first game; the others follow.")
@option_option
@content_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="J", help="Processes.")
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
    with others_on_stderr():
        table = Table(game_id, config.players, seated_agents(agents, config.players), tuple(options.items()), content)
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
    with progress_bar(*columns) as progress, others_on_stderr():
        task = progress.add_task(game.info.title, total=count)
        played = play_games(table, seeds, rotate=not fixed_seats, keep_records=target is not None, jobs=jobs, done=lambda: progress.advance(task))
        for result in played:
            if target is not None and result.record is not None:
                _save_new(result.record, target / record_name(game_id, config, result.seed))
            results.append(attrs.evolve(result, record=None))  # written: no need to keep it in memory
    summary = summarize(results)
    if as_json:
        print_json(_simulation_data(table, results, summary))
        return
    _print_summary(game, table, summary)
    if target is not None:
        out.print(f"{counted(count, 'record')} in {target}", highlight=False)


def _save_new(text: str, path: Path) -> None:
    """Write a record; a file of that name stays as it is, and is a fault unless it holds the same."""
    if path.exists():
        try:
            same = path.read_bytes() == text.encode()
        except OSError:
            same = False
        if not same:
            fail(f"{path} exists already with another content and is left as it is; choose another --out or --seed")
    else:
        Record.from_json(text).save(path)


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
        "games": [game_data(result) for result in results],
    }


def game_data(result: GameResult) -> dict[str, Any]:
    """Return what JSON says of a game."""
    return {
        "game": result.number,
        "seed": result.seed,
        "agents": list(result.agents),
        "scores": list(result.outcome.scores),
        "ranking": list(result.outcome.ranking),
        "terminations": list(result.outcome.terminations),
        "turns": result.turns,
        "decisions": result.decisions,
        "forfeit": None if result.forfeit is None else attrs.asdict(result.forfeit),
        "timed": result.timed,
    }


def mean_score(player: PlayerSummary) -> str:
    """Return the mean score, to be read."""
    return "-" if player.mean_score is None else f"{player.mean_score:.1f}"


def _print_summary(game: AnyGame, table: Table, summary: Summary) -> None:
    rows = RichTable(title=f"{game.info.title}, {counted(table.players, 'player')}, {counted(summary.games, 'game')}", title_justify="left")
    rows.add_column("agent", overflow="fold")
    for heading in ("seats", "mean score", "win share", "95% interval"):
        rows.add_column(heading, justify="right")
    for player in summary.players:
        interval = f"{player.low:.1%} to {player.high:.1%}"
        rows.add_row(player.agent, str(player.seats), mean_score(player), f"{player.win_share:.1%}", interval)
    out.print(rows)
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.terminations)
    text = f"turns {summary.mean_turns:.1f}, decisions {summary.mean_decisions:.1f} a game; {summary.decisions_per_second:,.0f} decisions a second"
    out.print(text, highlight=False)
    out.print(f"ends: {ends}", highlight=False)
