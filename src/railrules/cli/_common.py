"""What all commands share: the group they belong to, how errors are told, and the parameters that several of them have."""

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

import click
from rich.console import Console
from rich.progress import Progress, ProgressColumn

from railrules import MAX_SEED, RailrulesError, __version__
from railrules.agents import UnknownAgentError, agent_factory, parse_spec, split_specs

P = ParamSpec("P")
R = TypeVar("R")

out = Console(width=None if sys.stdout.isatty() else 160)  # a pipe or file has no width to fit
SEED = click.IntRange(0, MAX_SEED)
TRACEBACK = "RAILRULES_TRACEBACK"


def fail(message: str, code: int = 2) -> NoReturn:
    """End with one line on stderr and an exit code."""
    click.echo(f"railrules: {' '.join(message.split())}", err=True)
    sys.exit(code)


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn the errors of the library, and files that cannot be written, into one line."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except RailrulesError as error:
            fail(str(error))
        except BrokenPipeError:
            # Whoever read us has seen enough. What is still buffered would fail again when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(141)
        except OSError as error:
            fail(_of_the_system(error))

    return run


def _of_the_system(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else f"the output cannot be written: {error.strerror or error}"


@contextmanager
def others_on_stderr() -> Iterator[None]:
    """What agents and libraries print goes to stderr, as stdout is for what the command was asked for."""
    with redirect_stdout(sys.stderr):
        yield


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
        except OSError as error:  # of what click itself prints; it ends by itself where a pipe is closed
            fail(_of_the_system(error))
        except Exception as error:
            if wants_traceback():
                raise
            fail(f"unexpected {in_words(error)}; with {TRACEBACK}=1 Python tells all it knows")
        sys.exit(result if isinstance(result, int) else 0)


def in_words(error: Exception) -> str:
    """Return what there is to say of a fault of a program, ours or a plugin's: what it says, and where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} in {last.name}, {last.filename}:{last.lineno}"


@click.group(cls=OneLineGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="railrules")
def cli() -> None:
    """Railway tabletop games as pure rules: play, simulate, replay and verify them."""


# ---- parameters ------------------------------------------------------------------------------------------------------------------------


def parse_option(text: str) -> tuple[str, Any]:
    """Return name and value of ``name=value``: a number where it looks like one, true or false, else text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r}; expected name=value")
    number = small_int(value.removeprefix("-"))
    if number is not None:
        return name, -number if value.startswith("-") else number
    if re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,15}", value, flags=re.ASCII):
        return name, float(value)
    return name, {"true": True, "false": False}.get(value.lower(), value)


def small_int(text: str) -> int | None:
    """Return the number that `text` writes in up to 18 digits, None for any other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text.strip(), flags=re.ASCII) else None


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


def agent_specs(text: str) -> tuple[str, ...]:
    """Return the agents of a list, each known by name."""
    specs = split_specs(text)
    for spec in specs:
        try:
            agent_factory(parse_spec(spec)[0])
        except UnknownAgentError as error:
            raise UnknownAgentError(f"--agents: {error}") from None
    return specs


def seated_agents(text: str, seats: int) -> tuple[str, ...]:
    """Return the agents for so many seats; a single one serves them all."""
    specs = agent_specs(text)
    if len(specs) == 1:
        specs *= seats
    if len(specs) != seats:
        raise UnknownAgentError(f"--agents: {len(specs)} names; expected {f'1, or {seats} in the order of the seats' if seats > 1 else '1'}")
    return specs


def wants_traceback() -> bool:
    """Return whether the environment asks for the traceback of an unexpected error."""
    return os.environ.get(TRACEBACK, "") not in ("", "0")


def counted(count: int, noun: str) -> str:
    """Return ``1 game``, ``2 games``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


@contextmanager
def progress_bar(*columns: ProgressColumn, transient: bool = False) -> Iterator[Progress]:
    """Yield a progress bar for stderr that is shown on a terminal only.

    Elsewhere it is never started, as older versions of rich end even a bar that they do not show with a line break.
    """
    console = Console(stderr=True)
    progress = Progress(*columns, console=console, transient=transient)
    with progress if console.is_terminal else nullcontext():
        yield progress
