"""`Graph`: places joined by two-way links; and how `railrules.parts` loads what it offers."""

import pickle
from collections import deque
from collections.abc import Collection
from itertools import combinations, pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railrules import parts
from railrules.parts import Graph
from tests.unit.test_import import run

LINE = Graph.of("abcd", [("a", "b"), ("c", "b"), ("c", "d")])
RING = Graph.of(range(5), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
BOW = Graph.of("abcde", [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "c")])
"""Two triangles with one corner in common."""


# ---- making one --------------------------------------------------------------------------------------------------------------------------


def test_a_graph_is_a_value() -> None:
    """Equal places and links in the same order make equal graphs with equal hashes; what was worked out is no part of that."""
    again = Graph.of(iter("abcd"), iter([("a", "b"), ("c", "b"), ("c", "d")]))
    assert again.nodes == ("a", "b", "c", "d")
    assert again.links == (("a", "b"), ("c", "b"), ("c", "d"))
    assert LINE.distance("a", "d") == 3
    assert again == LINE
    assert hash(again) == hash(LINE)
    assert again != Graph.of("abcd", [("a", "b"), ("c", "d"), ("c", "b")])
    assert again != Graph.of("abdc", [("a", "b"), ("c", "b"), ("c", "d")])
    frozen: Any = again
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        frozen.links = ()


def test_a_graph_pickles() -> None:
    """A graph travels between processes, with its answers or without."""
    for graph in (Graph.of("ab", [("a", "b")]), LINE):
        again = pickle.loads(pickle.dumps(graph))
        assert again == graph
        assert again.distances == graph.distances


@pytest.mark.parametrize(
    ("nodes", "links", "text"),
    [
        (["a", "b", "a"], [], "the place 'a' is there twice"),
        (["a", "b"], [("a", "x")], "the link 'a' - 'x' leads to 'x', which is no place"),
        (["a", "b"], [("y", "a")], "the link 'y' - 'a' leads to 'y', which is no place"),
        (["a", "b"], [("a", "b"), ("b", "b")], "the link 'b' - 'b' leads from a place to itself"),
        (["a", "b"], [("a", "b"), ("a", "b")], "the link 'a' - 'b' is there twice"),
        (["a", "b"], [("a", "b"), ("b", "a")], "the link 'b' - 'a' is there twice"),
        ([3, 4, 4], [], "the place 4 is there twice"),
    ],
)
def test_what_is_no_graph(nodes: list[Any], links: list[tuple[Any, Any]], text: str) -> None:
    """A place twice, a link that leads nowhere, to its own place, or is there already: the first such thing is named."""
    with pytest.raises(ValueError, match=f"^{text}$"):
        Graph.of(nodes, links)


# ---- asking one --------------------------------------------------------------------------------------------------------------------------


def test_neighbours_come_in_the_order_of_the_places() -> None:
    """Whatever the order and the direction of the links, the answer is that of the places."""
    graph = Graph.of("dbca", [("a", "d"), ("c", "d"), ("d", "b")])
    assert graph.neighbours == {"d": ("b", "c", "a"), "b": ("d",), "c": ("d",), "a": ("d",)}
    assert list(graph.neighbours) == ["d", "b", "c", "a"]
    assert LINE.neighbours["b"] == ("a", "c")


def test_distances() -> None:
    """The number of links on a shortest way, 0 to the place itself, None without a way."""
    assert [LINE.distance("b", node) for node in LINE.nodes] == [1, 0, 1, 2]
    assert [RING.distance(0, node) for node in RING.nodes] == [0, 1, 2, 2, 1]
    assert BOW.distances["a"] == {"a": 0, "b": 1, "c": 1, "d": 2, "e": 2}
    parted = Graph.of("abc", [("a", "b")])
    assert parted.distance("a", "c") is None
    assert parted.distances["c"] == {"c": 0}


def test_what_is_no_place_is_named() -> None:
    """Distances and ways of what is not there are no answer but a mistake, on either side."""
    for one, other in (("x", "a"), ("a", "x"), ("x", "x")):
        with pytest.raises(ValueError, match=r"^'x' is no place$"):
            LINE.distance(one, other)
        with pytest.raises(ValueError, match=r"^'x' is no place$"):
            LINE.path(one, other)


def test_whether_it_hangs_together() -> None:
    """Every place reaches every other one, without those that are closed."""
    assert LINE.is_connected()
    assert not LINE.is_connected(("b",))
    assert LINE.is_connected(("a",))
    assert LINE.is_connected({"a", "b"})
    assert RING.is_connected([3])
    assert not RING.is_connected([1, 3])
    assert not Graph.of("ab", []).is_connected()


def test_what_is_empty_hangs_together() -> None:
    """No place at all, one place, and a graph whose places are all closed."""
    empty: Graph[str] = Graph.of([], [])
    assert empty.is_connected()
    assert empty.cut_nodes == ()
    assert empty.neighbours == {}
    assert empty.distances == {}
    assert Graph.of(["a"], []).is_connected()
    assert Graph.of(["a"], []).cut_nodes == ()
    assert LINE.is_connected(("a", "b", "c", "d"))


def test_cut_nodes() -> None:
    """The places on which others hang, in the order of the places; a ring has none."""
    assert LINE.cut_nodes == ("b", "c")
    assert RING.cut_nodes == ()
    assert BOW.cut_nodes == ("c",)
    assert Graph.of("dcba", LINE.links).cut_nodes == ("c", "b")


def test_paths() -> None:
    """A shortest way with both ends; of several the one that comes first in the order of the places; none where there is no way."""
    assert LINE.path("a", "d") == ("a", "b", "c", "d")
    assert LINE.path("d", "b") == ("d", "c", "b")
    assert LINE.path("c", "c") == ("c",)
    assert RING.path(0, 3) == (0, 4, 3)
    square = Graph.of("pqrs", [("p", "s"), ("s", "r"), ("r", "q"), ("q", "p")])
    assert square.path("p", "r") == ("p", "q", "r")
    assert Graph.of("prsq", square.links).path("p", "r") == ("p", "s", "r")
    assert Graph.of("ab", []).path("a", "b") == ()


# ---- any graph ---------------------------------------------------------------------------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> Graph[int]:
    nodes = draw(st.lists(st.integers(0, 50), max_size=8, unique=True))
    pairs = [*combinations(nodes, 2)]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=14, unique=True)) if pairs else []
    return Graph.of(nodes, [(other, one) if draw(st.booleans()) else (one, other) for one, other in chosen])


def reached(graph: Graph[int], start: int, closed: Collection[int] = ()) -> dict[int, int]:
    """How far all places are, worked out from the links alone."""
    far, waiting = {start: 0}, deque([start])
    while waiting:
        node = waiting.popleft()
        for link in graph.links:
            if node in link:
                other = sum(link) - node
                if other not in far and other not in closed:
                    far[other] = far[node] + 1
                    waiting.append(other)
    return far


@settings(deadline=None)
@given(graphs())
def test_distances_are_distances(graph: Graph[int]) -> None:
    """They are what a walk over the links finds: symmetric, 0 at home alone, 1 along links, and no detour is shorter."""
    for one in graph.nodes:
        assert graph.distances[one] == reached(graph, one)
        for other in graph.nodes:
            far = graph.distance(one, other)
            assert far == graph.distance(other, one)
            assert (far == 0) == (one == other)
            assert (far == 1) == (other in graph.neighbours[one])
            for third in graph.nodes:
                first, second = graph.distance(one, third), graph.distance(third, other)
                if first is not None and second is not None:
                    assert far is not None
                    assert far <= first + second


@settings(deadline=None)
@given(graphs())
def test_paths_are_as_long_as_the_distance(graph: Graph[int]) -> None:
    """A way goes along links from end to end, and is as long as the distance; without a way there is none."""
    for one in graph.nodes:
        for other in graph.nodes:
            way, far = graph.path(one, other), graph.distance(one, other)
            if far is None:
                assert way == ()
                continue
            assert len(way) == far + 1
            assert (way[0], way[-1]) == (one, other)
            assert all(after in graph.neighbours[before] for before, after in pairwise(way))


@settings(deadline=None)
@given(graphs())
def test_cut_nodes_are_what_closing_each_place_shows(graph: Graph[int]) -> None:
    """A place is one exactly when without it some two of the others do not reach each other."""

    def parts_others(node: int) -> bool:
        others = [other for other in graph.nodes if other != node]
        return any(other not in reached(graph, one, {node}) for one, other in combinations(others, 2))

    assert graph.cut_nodes == tuple(node for node in graph.nodes if parts_others(node))
    assert graph.is_connected() == (len(graph.nodes) < 2 or len(reached(graph, graph.nodes[0])) == len(graph.nodes))


@settings(deadline=None)
@given(graphs(), st.data())
def test_answers_come_in_the_order_of_the_places(graph: Graph[int], data: st.DataObject) -> None:
    """Links in another order and direction change nothing but the links; places in another order change the order of the answers alone."""
    turned = Graph.of(graph.nodes, [(other, one) for one, other in reversed(graph.links)])
    assert (turned.neighbours, turned.distances, turned.cut_nodes) == (graph.neighbours, graph.distances, graph.cut_nodes)
    assert all(turned.path(one, other) == graph.path(one, other) for one in graph.nodes for other in graph.nodes)
    moved = Graph.of(data.draw(st.permutations(graph.nodes)), graph.links)
    assert moved.distances == graph.distances
    assert moved.cut_nodes == tuple(node for node in moved.nodes if node in graph.cut_nodes)
    for node in moved.nodes:
        assert moved.neighbours[node] == tuple(other for other in moved.nodes if other in graph.neighbours[node])


# ---- the package -------------------------------------------------------------------------------------------------------------------------


def test_only_the_pool_is_loaded_with_the_library() -> None:
    """`import railrules` needs pools; the other parts, and the modules only they need, come at first use and stay."""
    code = """
import sys
import railrules
from railrules import parts
homes = [name for name in ("_pool", "_graph", "_deck", "_bag") if "railrules.parts." + name in sys.modules]
print(homes, "Pool" in vars(parts), "Graph" in vars(parts))
graph = parts.Graph
print("Graph" in vars(parts), graph is parts.Graph, graph.__module__, "railrules.parts._deck" in sys.modules)
from railrules.parts import Bag, Deck, Display
print(Bag.__module__, Deck.__module__, Display.__module__, vars(parts)["Bag"] is Bag)
"""
    assert run(code).splitlines() == [
        "['_pool'] True False",
        "True True railrules.parts._graph False",
        "railrules.parts._bag railrules.parts._deck railrules.parts._deck True",
    ]


def test_every_part_is_there() -> None:
    """All of ``__all__`` comes with a star import in a fresh interpreter, and can be fetched here."""
    code = """
from railrules.parts import *
from railrules import parts
print([name for name in parts.__all__ if name not in globals() or getattr(parts, name) is not globals()[name]])
"""
    assert run(code) == "[]"
    for name in parts.__all__:
        assert getattr(parts, name) is not None


def test_an_unknown_part_is_told() -> None:
    """What is not there raises as usual, private homes of the parts included."""
    for name in ("Board", "_HOME", "graph"):
        with pytest.raises(AttributeError, match=rf"^module 'railrules\.parts' has no attribute '{name}'$"):
            getattr(parts, name)


def test_dir_lists_the_parts() -> None:
    """dir() shows lazy names before they were fetched, sorted."""
    assert run("from railrules import parts; print(sorted(set(parts.__all__) - set(dir(parts))), dir(parts) == sorted(dir(parts)))") == "[] True"
    names = dir(parts)
    assert names == sorted(names)
    assert {"Bag", "Deck", "Display", "Graph", "Item", "Node", "Pool"} <= set(names)
