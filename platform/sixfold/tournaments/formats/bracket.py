"""Knockout brackets as lists of nodes that are fed by seeds, winners and losers; no results yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

NOBODY = 0
"""Where a seed is missing: whoever meets nobody goes on without playing."""


class Side(StrEnum):
    """The part of the bracket in which a node stands."""

    WINNERS = "W"
    LOSERS = "L"
    FINAL = "F"


@dataclass(frozen=True, slots=True)
class Feed:
    """The winner of a node, or its loser."""

    node: str
    winner: bool = True


Source = int | Feed
"""A seed, NOBODY, or whoever comes out of another node."""


@dataclass(frozen=True, slots=True)
class Node:
    """A meeting of the bracket."""

    side: Side
    depth: int
    """How far in: 1 for the first meetings of its side."""
    place: int
    """From the top: 1 for the first."""
    sources: tuple[Source, Source]

    @property
    def name(self) -> str:
        return f"{self.side}{self.depth}.{self.place}"

    @property
    def resets(self) -> bool:
        """Whether it is played only if the final's winner has come from the losers."""
        return self.side is Side.FINAL and self.depth == 2

    def won(self) -> Feed:
        return Feed(self.name)

    def lost(self) -> Feed:
        return Feed(self.name, winner=False)


Outcomes = Mapping[str, tuple[int, int]]
"""Winner and loser of each played node, by its name."""


def bracket(entrants: int) -> list[tuple[int, int]]:
    """The first meetings, from the top: seeds 1 and 2 can meet in the final only.

    >>> bracket(5)
    [(1, 0), (4, 5), (2, 0), (3, 0)]
    """
    order = [1]
    while len(order) < entrants:
        whole = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, whole - upper)]
    there = [seed if seed <= entrants else NOBODY for seed in order]
    return list(zip(there[::2], there[1::2], strict=True))


def single(entrants: int) -> list[Node]:
    """Single elimination: every node after those that feed it, the final last."""
    level: list[Node] = [
        Node(Side.WINNERS, 1, place, seeds) for place, seeds in enumerate(bracket(entrants), 1)
    ]
    nodes = [*level]
    while len(level) > 1:
        level = _joined(Side.WINNERS, level[0].depth + 1, [node.won() for node in level])
        nodes += level
    return nodes


def double(entrants: int) -> list[Node]:
    """Double elimination: out after two losses, so that a loser has to win the final twice."""
    winners = single(entrants)
    by_depth: dict[int, list[Node]] = {}
    for node in winners:
        by_depth.setdefault(node.depth, []).append(node)
    losers: list[Node] = []
    waiting: list[Source] = [node.lost() for node in by_depth[1]]
    depth = 0
    for fallen in range(2, len(by_depth) + 1):
        level = _joined(Side.LOSERS, depth + 1, waiting)
        # From the other end by turns, so that those who have met do so again as late as possible.
        dropped = [node.lost() for node in by_depth[fallen]]
        dropped = dropped[::-1] if fallen % 2 == 0 else _halves_swapped(dropped)
        met = [
            Node(Side.LOSERS, depth + 2, place, (above, below.won()))
            for place, (above, below) in enumerate(zip(dropped, level, strict=True), 1)
        ]
        losers += [*level, *met]
        waiting = [node.won() for node in met]
        depth += 2
    (from_below,) = waiting
    final = Node(Side.FINAL, 1, 1, (winners[-1].won(), from_below))
    again = Node(Side.FINAL, 2, 1, (final.won(), final.lost()))
    return [*winners, *losers, final, again]


def _joined(side: Side, depth: int, sources: list[Source]) -> list[Node]:
    pairs = zip(sources[::2], sources[1::2], strict=True)
    return [Node(side, depth, place, pair) for place, pair in enumerate(pairs, 1)]


def _halves_swapped(feeds: list[Feed]) -> list[Feed]:
    half = len(feeds) // 2
    return [*feeds[half:], *feeds[:half]]


@dataclass(frozen=True, slots=True)
class Filled:
    """A node with those who have come to it; None where that is not known yet."""

    node: Node
    pair: tuple[int | None, int | None]
    outcome: tuple[int, int] | None = None

    @property
    def ready(self) -> bool:
        """Whether two have come to it and have not met yet."""
        return self.outcome is None and all(self.pair)


def fill(nodes: Iterable[Node], outcomes: Outcomes) -> list[Filled]:
    """Every node that is played, as far as the outcomes tell who comes to it."""
    known: dict[Feed, int] = {}
    filled: list[Filled] = []
    for node in nodes:
        first, second = (
            known.get(source) if isinstance(source, Feed) else source for source in node.sources
        )
        if node.resets and not _lost_from_above(filled[-1]):
            continue
        outcome = outcomes.get(node.name)
        if NOBODY in (first, second) and first is not None and second is not None:
            outcome = max(first, second), NOBODY
        if outcome:
            known[node.won()], known[node.lost()] = outcome
        filled.append(Filled(node, (first, second), outcome))
    return filled


def _lost_from_above(final: Filled) -> bool:
    return final.outcome is not None and final.outcome[1] == final.pair[0]
