"""`Canvas`: a drawing of a table, kept as SVG."""

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from railrules._errors import MissingExtraError

FONT = "Georgia, serif"


class Canvas:
    """A drawing of `width` by `height` pixels, x to the right and y down.

    Styles are attributes of SVG with underscores for hyphens: ``stroke_width=2``, ``fill="none"``. What is drawn later lies on top. Needs drawsvg,
    the extra ``railrules[map]``; raises `MissingExtraError` without it.
    """

    def __init__(self, width: float, height: float, *, paper: str, ink: str) -> None:
        try:
            import drawsvg
        except ImportError:
            raise MissingExtraError("drawing a map", "drawsvg", "map") from None
        self._svg: Any = drawsvg
        self._drawing: Any = drawsvg.Drawing(width, height, id_prefix="railrules")  # a fixed prefix: the same table gives the same text
        self.paper = paper
        self.ink = ink
        self.rectangle(0, 0, width, height, fill=paper)

    def rectangle(self, x: float, y: float, width: float, height: float, **style: Any) -> None:
        """Draw a rectangle from its upper left corner."""
        self._drawing.append(self._svg.Rectangle(x, y, width, height, **_safe(style)))

    def circle(self, x: float, y: float, radius: float, **style: Any) -> None:
        """Draw a circle around its centre."""
        self._drawing.append(self._svg.Circle(x, y, radius, **_safe(style)))

    def lines(self, points: Iterable[tuple[float, float]], *, close: bool = False, **style: Any) -> None:
        """Draw a line through points, with `close` back to the first one."""
        numbers = [number for point in points for number in point]
        self._drawing.append(self._svg.Lines(*numbers, close=close, **_safe(style)))

    def text(self, words: str, size: float, x: float, y: float, *, halo: bool = False, **style: Any) -> None:
        """Write words from their lower left corner on (``text_anchor`` says otherwise); `halo` keeps lines beneath from crossing letters."""
        ways = ({"stroke": self.paper, "stroke_width": 4}, {}) if halo else ({},)
        for way in ways:
            self._drawing.append(self._svg.Text(words, size, x, y, font_family=FONT, **_safe({"fill": self.ink} | style | way)))

    def svg(self) -> str:
        """Return the drawing as SVG text."""
        return str(self._drawing.as_svg())


def _safe(style: dict[str, Any]) -> dict[str, Any]:
    """Styles as they may stand in the document: drawsvg escapes texts and not these, and colours come from content files."""
    return {name: escape(value, {'"': "&quot;"}) if isinstance(value, str) else value for name, value in style.items()}
