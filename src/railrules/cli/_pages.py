"""``railrules rules`` and ``railrules content``: what a game is made of, to read and to change."""

import re
from difflib import get_close_matches
from pathlib import Path

import click
from rich.markdown import Markdown

from railrules import load
from railrules.cli._common import cli, fail, out, reports_errors


@cli.command()
@click.argument("game_id", metavar="GAME")
@click.argument("rule_id", required=False, metavar="[RULE-ID]")
@reports_errors
def rules(game_id: str, rule_id: str | None) -> None:
    """Show the rules page of a game, one rule of it (MGR-4.1), or one chapter (MGR-4)."""
    text = load(game_id).rules_text()
    if text is None:
        fail(f"{game_id} has no rules page")
    if rule_id is None:
        if out.is_terminal:
            out.print(Markdown(text))
        else:
            click.echo(text)
        return
    items = rule_items(text)
    wanted = rule_id.lower().removesuffix("*").removesuffix(".")
    found = [item for key, item in items.items() if key.lower() == wanted] or [
        item for key, item in items.items() if key.lower().startswith(f"{wanted}.") or re.fullmatch(rf"{re.escape(wanted)}-?[0-9]+", key.lower())
    ]
    if not found:
        families = ", ".join(dict.fromkeys(re.sub(r"[.-]?[0-9]+$", "", key) for key in items))
        near = ", ".join(get_close_matches(rule_id.upper(), items, 3)) or next(iter(items), "")
        fail(f"{game_id} has no rule {rule_id!r}; expected the id of a rule, such as {near}, or of a chapter: {families}")
    click.echo("\n".join(found))


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
    if game.content is None:
        fail(f"{game_id} has no content file")
    click.echo(f"{file or 'shipped content'}: ok for {game.info.title}, digest {game.content_digest}")
