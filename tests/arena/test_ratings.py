"""Ratings, plots, and what is said where their libraries are missing."""

import sys
from pathlib import Path

import pytest

from railrules import ConfigError, MissingExtraError, Outcome
from railrules.arena import Forfeit, GameResult, Processes, Ray, check_plot, plot, rate


def won(*agents: str) -> GameResult:
    """A game in which the first agent came first, and so on."""
    keys = tuple((-place,) for place in range(len(agents)))
    return GameResult(0, agents, Outcome(("end",), tuple(range(len(agents), 0, -1)), keys), 10, 5, 1.0, None)


def test_who_wins_rises() -> None:
    """Ratings order agents by what they won, and get surer with every game."""
    few, many = rate([won("a", "b", "c")] * 2), rate([won("a", "b", "c")] * 20)
    for ratings in (few, many):
        assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu
    assert many["a"].mu > few["a"].mu > 25
    assert all(many[name].sigma < few[name].sigma < 25 / 3 for name in "abc")
    assert many["a"].ordinal == many["a"].mu - 3 * many["a"].sigma


def test_sharing_changes_little() -> None:
    """Equal ranks leave equals equal."""
    outcome = Outcome(("end",), (3, 3), ((3,), (3,)))
    ratings = rate([GameResult(0, ("a", "b"), outcome, 10, 5, 1.0, None)])
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu)


def test_an_agent_in_two_seats() -> None:
    """It moves by the mean of both; a game of one player says nothing."""
    ratings = rate([won("a", "b", "a"), won("a")])
    assert abs(ratings["a"].mu - 25) < abs(rate([won("a", "b", "c")])["a"].mu - 25)
    assert rate([won("a")])["a"].mu == 25


@pytest.mark.parametrize("name", ["p.png", "p.svg"])
def test_plots(tmp_path: Path, name: str) -> None:
    """Pictures of both kinds; the same results give the same file, and games that were given away have no score."""
    outcome = Outcome(("forfeit",), (0, 0), ((0,), (1,)))
    results = [won("a", "b"), won("b", "a"), won("b", "a"), GameResult(0, ("c", "a"), outcome, 3, 1, 1.0, None, Forfeit(0, 4, "raised X"))]
    plot(results, tmp_path / name, "A tournament")
    plot(results, tmp_path / f"again-{name}", "A tournament")
    data = (tmp_path / name).read_bytes()
    assert data == (tmp_path / f"again-{name}").read_bytes()
    if name.endswith(".svg"):
        for text in (b"A tournament", b"rating", b"share of wins", b"score"):
            assert text in data
    else:
        assert data.startswith(b"\x89PNG")


def test_no_other_pictures(tmp_path: Path) -> None:
    """The kinds that there are are named."""
    with pytest.raises(ConfigError, match=r"plot = '.*p\.pdf'; expected a file name that ends in \.png or \.svg"):
        check_plot(tmp_path / "p.pdf")


def test_long_names_leave_room(tmp_path: Path) -> None:
    """An agent with a long name, such as the path of a model, is called by beginning and end."""
    pytest.importorskip("openskill")
    pytest.importorskip("matplotlib")
    plot([won("random", f"bots.Policy:model={'/'.join(['folder'] * 40)}/best.zip")], tmp_path / "new" / "p.svg")
    text = (tmp_path / "new" / "p.svg").read_text(encoding="utf-8")
    assert "<!-- bots.Policy:model=fo...r/folder/best.zip -->" in text


def test_missing_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each says which extra brings it."""
    for name in ("openskill", "openskill.models", "ray", "loky", "matplotlib"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"^rating needs openskill, which is not installed; pip install 'railrules\[arena\]'$"):
        rate([won("a", "b")])
    with pytest.raises(MissingExtraError, match=r"^the back end ray needs ray, which is not installed; pip install 'railrules\[ray\]'$"):
        list(Ray(2).run(abs, [1]))
    with pytest.raises(MissingExtraError, match=r"^playing in several processes needs loky, which is not installed; pip install 'railrules\[cli\]'$"):
        list(Processes(2).run(abs, [1]))
    with pytest.raises(MissingExtraError, match=r"^a plot needs matplotlib, which is not installed; pip install 'railrules\[arena\]'$"):
        check_plot("p.png")
