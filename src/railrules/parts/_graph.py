"""`Graph`: places joined by two-way links, such as the cities and tracks of a map.

It answers what games and their authors ask of a map: who is next to whom, how far is it, does it hang together, does it still do so without one
place. It carries no weights and draws nothing.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

import attrs

Node = TypeVar("Node", bound=int | str)
"""What stands for a place: an int or a string."""


@attrs.frozen(slots=False)  # unslotted, so that what follows from the links is worked out once
class Graph(Generic[Node]):
    """Places and the links between them; equal graphs have the same places and links in the same order.

    Make one with `of`, which checks it. All answers come in the order of `nodes`, so they are the same on every machine.
    """

    nodes: tuple[Node, ...]
    links: tuple[tuple[Node, Node], ...]

    @classmethod
    def of(cls, nodes: Iterable[Node], links: Iterable[tuple[Node, Node]]) -> "Graph[Node]":
        """Return the graph of `nodes` and two-way `links`.

        Raises `ValueError` naming the first place that is there twice, link to a place that is not there, link of a place to itself, or link
        that is there twice, in either direction.
        """
        places, tracks = tuple(nodes), tuple((one, other) for one, other in links)
        for index, node in enumerate(places):
            if node in places[:index]:
                raise ValueError(f"the place {node!r} is there twice")
        met: set[frozenset[Node]] = set()
        for one, other in tracks:
            for node in (one, other):
                if node not in places:
                    raise ValueError(f"the link {one!r} - {other!r} leads to {node!r}, which is no place")
            if one == other:
                raise ValueError(f"the link {one!r} - {other!r} leads from a place to itself")
            if frozenset((one, other)) in met:
                raise ValueError(f"the link {one!r} - {other!r} is there twice")
            met.add(frozenset((one, other)))
        return cls(places, tracks)

    @cached_property
    def neighbours(self) -> dict[Node, tuple[Node, ...]]:
        """For each place the ones it is linked to."""
        joined: dict[Node, set[Node]] = {node: set() for node in self.nodes}
        for one, other in self.links:
            joined[one].add(other)
            joined[other].add(one)
        return {node: tuple(other for other in self.nodes if other in joined[node]) for node in self.nodes}

    @cached_property
    def distances(self) -> dict[Node, dict[Node, int]]:
        """For each place the number of links on a shortest way to each place that can be reached, itself (0) included."""
        return {node: self._spread(node, ()) for node in self.nodes}

    def distance(self, one: Node, other: Node) -> int | None:
        """Return the number of links on a shortest way, None if there is no way; raises `ValueError` for what is no place."""
        for node in (one, other):
            if node not in self.neighbours:
                raise ValueError(f"{node!r} is no place")
        return self.distances[one].get(other)

    def is_connected(self, without: Collection[Node] = ()) -> bool:
        """Return whether every place can be reached from every other one, the places in `without` being closed."""
        left = [node for node in self.nodes if node not in without]
        return not left or len(self._spread(left[0], without)) == len(left)

    @cached_property
    def cut_nodes(self) -> tuple[Node, ...]:
        """The places without which the rest does not hang together; none if the graph is 2-connected.

        In a graph that is not connected these are nearly all places: only one that stands alone beside a single connected rest is not among them.
        """
        return tuple(node for node in self.nodes if not self.is_connected((node,)))

    def path(self, one: Node, other: Node) -> Sequence[Node]:
        """Return a shortest way from `one` to `other`, both included; empty if there is none. Raises `ValueError` for what is no place."""
        if self.distance(one, other) is None:
            return ()
        to = self.distances[other]
        way = [one]
        while way[-1] != other:
            way.append(next(node for node in self.neighbours[way[-1]] if to[node] == to[way[-1]] - 1))
        return tuple(way)

    def _spread(self, start: Node, closed: Collection[Node]) -> dict[Node, int]:
        """Breadth first from `start`: the places reached and how far they are."""
        far = {start: 0}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for other in self.neighbours[node]:
                if other not in far and other not in closed:
                    far[other] = far[node] + 1
                    waiting.append(other)
        return far
