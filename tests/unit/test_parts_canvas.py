"""`Canvas`: a drawing kept as SVG, which names the extra to install where it cannot be made."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

import railrules.parts
from railrules import MissingExtraError, RailrulesError
from railrules.parts import Canvas


def blank() -> Canvas:
    return Canvas(200, 100, paper="white", ink="black")


def elements(canvas: Canvas) -> list[tuple[str, dict[str, str], str]]:
    """Tag, attributes and text of all that is drawn, in order; raises if the drawing is no XML."""
    nodes = list(ElementTree.fromstring(canvas.svg()))
    return [(node.tag.rpartition("}")[2], dict(node.attrib), (node.text or "").strip()) for node in nodes if not node.tag.endswith("defs")]


def last(canvas: Canvas) -> tuple[str, dict[str, str], str]:
    return elements(canvas)[-1]


def test_a_canvas_is_public() -> None:
    """It comes with the other parts."""
    assert "Canvas" in railrules.parts.__all__
    assert "drawsvg" not in vars(railrules.parts)


def test_an_empty_canvas_is_paper() -> None:
    """Of the width and height that were asked for, coloured all over."""
    canvas = blank()
    root = ElementTree.fromstring(canvas.svg())
    assert (root.tag, root.attrib["width"], root.attrib["height"], root.attrib["viewBox"]) == (
        "{http://www.w3.org/2000/svg}svg",
        "200",
        "100",
        "0 0 200 100",
    )
    assert elements(canvas) == [("rect", {"x": "0", "y": "0", "width": "200", "height": "100", "fill": "white"}, "")]
    assert (canvas.paper, canvas.ink) == ("white", "black")


def test_shapes() -> None:
    """Rectangles from a corner, circles around a middle, lines through points and, if asked, back to the first; in the order of drawing."""
    canvas = blank()
    canvas.rectangle(1, 2, 30, 40.5, fill="red", rx=3)
    canvas.circle(50, 60, 7)
    canvas.lines(iter([(0, 0), (10, 20), (30.5, 5)]), stroke="black")
    canvas.lines([(0, 0), (10, 20)], close=True)
    assert elements(canvas)[1:] == [
        ("rect", {"x": "1", "y": "2", "width": "30", "height": "40.5", "fill": "red", "rx": "3"}, ""),
        ("circle", {"cx": "50", "cy": "60", "r": "7"}, ""),
        ("path", {"d": "M0,0 L10,20 L30.5,5", "stroke": "black"}, ""),
        ("path", {"d": "M0,0 L10,20 Z"}, ""),
    ]


def test_styles_have_hyphens() -> None:
    """Underscores of keywords become the hyphens of SVG."""
    canvas = blank()
    canvas.lines([(0, 0), (1, 1)], stroke_width=2, stroke_dasharray="4 3", fill="none")
    assert last(canvas)[1] == {"d": "M0,0 L1,1", "stroke-width": "2", "stroke-dasharray": "4 3", "fill": "none"}


def test_words() -> None:
    """They are written in ink unless another colour is asked for, and where and how they are asked for."""
    canvas = blank()
    canvas.text("Chicago", 12, 5, 6)
    tag, attributes, text = last(canvas)
    assert (tag, text) == ("text", "Chicago")
    assert attributes == {"x": "5", "y": "6", "font-size": "12", "font-family": "Georgia, serif", "fill": "black"}
    canvas.text("Omaha", 12, 5, 6, fill="red", text_anchor="middle", font_weight="bold")
    assert last(canvas)[1].items() >= {"fill": "red", "text-anchor": "middle", "font-weight": "bold"}.items()


@pytest.mark.parametrize("words", ["<b>bold</b>", "Ann & Bob", 'the "train"', "]]>", "Dée", "&lt;"])
def test_words_are_escaped(words: str) -> None:
    """Whatever is written is read back as it was, and is no part of the drawing's markup."""
    canvas = blank()
    canvas.text(words, 12, 5, 6)
    assert last(canvas)[2] == words


def test_a_halo() -> None:
    """The words are written twice: first with a broad edge of paper, then as they are; without one they are written once."""
    canvas = blank()
    canvas.text("Omaha", 12, 5, 6, halo=True, fill="red")
    (_, below, first), (_, above, second) = elements(canvas)[1:]
    assert first == second == "Omaha"
    assert below.items() >= {"stroke": "white", "stroke-width": "4", "fill": "red"}.items()
    assert "stroke" not in above
    assert above["fill"] == "red"
    assert len(elements(canvas)) == 3


def test_the_same_drawing_is_the_same_text() -> None:
    """Byte for byte, however many were made before."""

    def drawing() -> str:
        canvas = blank()
        canvas.circle(50, 60, 7, fill="red")
        canvas.text("Omaha", 12, 5, 6, halo=True)
        return canvas.svg()

    assert drawing() == drawing()
    canvas = blank()
    assert canvas.svg() == canvas.svg()


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be drawn, and the error says what to install."""
    monkeypatch.setitem(sys.modules, "drawsvg", None)
    with pytest.raises(MissingExtraError) as raised:
        blank()
    assert isinstance(raised.value, RailrulesError)
    assert (raised.value.library, raised.value.extra) == ("drawsvg", "map")
    assert str(raised.value) == "drawing a map needs drawsvg, which is not installed; pip install 'railrules[map]'"
    assert raised.value.__cause__ is None


def test_the_library_is_loaded_when_it_is_needed() -> None:
    """Not with the parts: who draws nothing needs no drawsvg."""
    code = "import sys, railrules.parts, railrules.games.railroad_operations as game; game.RailroadOperations(); print('drawsvg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "False"
