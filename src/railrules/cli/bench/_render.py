"""The report as tables for a person; `BenchReport.to_data` is for programs. No number is computed here."""

from typing import TYPE_CHECKING

from railrules.cli.bench._report import LOOK_AHEAD_COPY, BenchReport

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_VERDICTS = {True: "met", False: "MISSED", None: "not measured"}


def render(report: BenchReport, console: "Console") -> None:
    """Print `report`: ratios, speeds, and the bars last, where the eye ends."""
    for table in (_ratios(report), _speeds(report), _bars(report)):
        console.print(table)
        console.print()


def _new_table(title: str, *headings: str) -> "Table":
    """A table; a heading that begins with ``>`` stands over numbers."""
    from rich.table import Table  # not needed by the child processes, which import this package

    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading.lstrip(">"), justify="right" if heading.startswith(">") else "left")
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def _ratios(report: BenchReport) -> "Table":
    title = f"Ratios: median of {report.pieces} pairs of pieces of {report.seconds:g} processor seconds"
    table = _new_table(title, "game", "what", ">median", ">quartiles", "")
    for ratio in report.comparisons:
        if ratio.median is None or ratio.low is None or ratio.high is None:
            table.add_row(ratio.game, ratio.name, "-", "", f"missing: {ratio.missing}")
        else:
            table.add_row(ratio.game, ratio.name, _number(ratio.median), f"{_number(ratio.low)} to {_number(ratio.high)}", "")
    for size in report.sizes:
        table.add_row(size.game, "cost of a copy to look ahead, in decisions", "0", "", LOOK_AHEAD_COPY)
    return table


def _speeds(report: BenchReport) -> "Table":
    table = _new_table(f"Speeds on this machine: {report.python}, {report.machine}", "case", "version", ">per processor second", "unit")
    for speed in report.speeds:
        table.add_row(speed.case, speed.version, _number(speed.per_second), speed.unit)
    for missing in report.missing:
        table.add_row(missing.case, "missing", "-", missing.why)
    return table


def _bars(report: BenchReport) -> "Table":
    table = _new_table("Bars", "game", "name", ">wanted", ">measured", "met?")
    for bar in report.bars:
        table.add_row(bar.game, bar.name, bar.wanted, "-" if bar.measured is None else _number(bar.measured), _VERDICTS[bar.met])
    return table
