"""What a run of the benchmark found, as frozen values that go into JSON. Nothing is measured here and nothing printed."""

from typing import Any

import attrs

from railrules.cli.bench._bars import GAME_SECONDS, IMPORT, IMPORT_BAR, STATE_BYTES, STATE_JSON, bar_of


@attrs.frozen
class Speed:
    """How many `unit` a case did per processor second: the median over all its pieces in this run. Absolute, so it belongs to this machine."""

    case: str
    unit: str
    per_second: float
    version: str
    """The version of the peer; empty for a case of ours."""


@attrs.frozen
class Missing:
    """A case that could not be measured, and why."""

    case: str
    why: str


@attrs.frozen
class Comparison:
    """One ratio of two cases of one game: the median of the paired ratios with their quartiles, None where `missing` says why."""

    game: str
    name: str
    over: str
    under: str
    median: float | None
    low: float | None
    high: float | None
    missing: str = ""


@attrs.frozen
class Size:
    """The bytes of memory and of JSON of a mid-game state of a game, the decisions of a game, and with how many players it was measured."""

    game: str
    players: int
    bytes: int
    json: int
    decisions: float


@attrs.frozen
class ImportTime:
    """Processor seconds of two imports, each the best of several child processes that took turns."""

    railrules: float
    attrs_cattrs: float

    @property
    def ratio(self) -> float:
        """Return the one as a share of the other."""
        return self.railrules / self.attrs_cattrs


@attrs.frozen
class BarResult:
    """One bar: whose, what was wanted and what was measured; `met` is None where nothing could be measured."""

    game: str
    name: str
    wanted: str
    measured: float | None
    met: bool | None


@attrs.frozen
class BenchReport:
    """All that one run found."""

    python: str
    machine: str
    pieces: int
    seconds: float
    comparisons: tuple[Comparison, ...]
    speeds: tuple[Speed, ...]
    missing: tuple[Missing, ...]
    sizes: tuple[Size, ...]
    imports: ImportTime

    @property
    def bars(self) -> tuple[BarResult, ...]:
        """Return the bars of the games that were measured, and how each came out."""
        measured: list[tuple[str, str, float | None]] = [(ratio.game, ratio.name, ratio.median) for ratio in self.comparisons]
        measured += [(size.game, STATE_BYTES, size.bytes) for size in self.sizes]
        measured += [(size.game, STATE_JSON, size.json) for size in self.sizes]
        speeds = {speed.case: speed.per_second for speed in self.speeds}
        for size in self.sizes:
            speed = speeds.get(f"decisions:{size.game}:{size.players}")
            measured.append((size.game, GAME_SECONDS, size.decisions / speed if speed else None))
        results = []
        for game, name, value in measured:
            bar = bar_of(game, name)
            if bar is not None:
                results.append(BarResult(game, name, str(bar), value, None if value is None else bar.met_by(value)))
        ratio = self.imports.ratio
        return (*results, BarResult("railrules", IMPORT, str(IMPORT_BAR), ratio, IMPORT_BAR.met_by(ratio)))

    def to_data(self) -> dict[str, Any]:
        """Return the report as JSON data: the fields under their names, the bars, and the ratio of the imports."""
        data = attrs.asdict(self)
        data["imports"]["ratio"] = self.imports.ratio
        data["look_ahead_copy"] = LOOK_AHEAD_COPY
        data["bars"] = [attrs.asdict(bar) for bar in self.bars]
        return data


LOOK_AHEAD_COPY = "nothing to copy: a state is a value, so the one at hand can be played from again and again"
