"""Every placement of a hand on a board, each exactly once, with its points."""

from collections.abc import Iterable
from typing import Any

from arena.board import Board
from arena.cells import STRIDE, unpack
from arena.lines import INDICES, Line
from arena.placement import Placement
from arena.spots import COLUMN, EAST, FITS, NORTH, ROW, Part, Through
from arena.tiles import TILES, Tile, mask

Trail = tuple[Any, ...]
"""A placement while it is found: ``(trail before, packed cell, index of tile)``, at first ``()``.

Most of the work is to make these: a link of three is the cheapest thing to make.
"""


class Found:
    """Placements as they were found: their points, and their trails to build them from."""

    __slots__ = ("points", "stamp", "trails")

    def __init__(self, stamp: object = None) -> None:
        self.stamp = stamp
        self.points: list[int] = []
        self.trails: list[Trail] = []

    def __len__(self) -> int:
        return len(self.points)

    def sizes(self) -> list[int]:
        """For each placement the number of its tiles."""
        return [len(_links(trail)) for trail in self.trails]

    def build(self, index: int) -> Placement:
        pairs = sorted(_links(self.trails[index]))
        return Placement.trusted(
            tuple([TILES[index] for _, index in pairs]),
            tuple([unpack(key) for key, _ in pairs]),
            self.points[index],
            self.stamp,
        )


def _links(trail: Trail) -> list[tuple[int, int]]:
    """The cells and tiles of a trail, the last found first."""
    links = []
    while trail:
        trail, key, index = trail
        links.append((key, index))
    return links


Axis = tuple[int, Through, Part]
"""The step to the next cell, and where a spot keeps the crossing line and the part beyond."""

IN_ROW: Axis = (1, COLUMN, EAST)
IN_COLUMN: Axis = (STRIDE, ROW, NORTH)

Ahead = tuple[int, Line, int, int, Trail, int | None, Axis]
"""A trail that may go on to the right: its last cell, the main line so far, the tiles in hand that
may join it, the points of the other lines, the trail, the free cell on its left if any, the axis.
"""

Back = tuple[int, Line, int, int, Trail, int]
"""A trail that may go on to the left: the next cell, the same up to the trail, and the step."""


def placements(board: Board, hand: Iterable[Tile]) -> Found:
    """Every legal placement of tiles of the hand on a board that is not empty.

    A placement grows from its first spot (the leftmost or lowest of its cells that had a neighbour)
    to the right, then to the left through cells without neighbours. So each is met once, and
    nothing has to be compared with what was found before. "Right" and "left" of a column are up
    and down.
    """
    found = Found(board.stamp)
    tiles = mask(hand)
    ahead = _put_first(board, tiles, found)
    back = _grow_ahead(board, tiles, found, ahead)
    _grow_back(board, found, back)
    return found


def _put_first(board: Board, hand: int, found: Found) -> list[Ahead]:
    """Finds all placements of one tile; returns what they can grow from, row and column apart."""
    spots, empty = board.spots, board.table.empty
    points, trails = found.points, found.trails
    ahead: list[Ahead] = []
    for key, spot in spots.items():
        fitting = spot[FITS] & hand
        if not fitting:
            continue
        _, row, column, west, _, south, _ = spot
        for index in INDICES[fitting]:
            in_row, in_column = row.after[index], column.after[index]
            trail = ((), key, index)
            points.append(in_row.points + in_column.points)
            trails.append(trail)
            if rest := in_row.joins & hand:
                free = None if west is not empty or key - 1 in spots else key - 1
                ahead.append((key, in_row, rest, in_column.points, trail, free, IN_ROW))
            if rest := in_column.joins & hand:
                free = None if south is not empty or key - STRIDE in spots else key - STRIDE
                ahead.append((key, in_column, rest, in_row.points, trail, free, IN_COLUMN))
    return ahead


def _grow_ahead(board: Board, hand: int, found: Found, ahead: list[Ahead]) -> list[Back]:
    """Adds tiles on the right as long as any fit; returns what can still grow to the left."""
    tiles, spots, lines = board.tiles, board.spots, board.table
    empty = lines.empty
    points, trails = found.points, found.trails
    back: list[Back] = []
    while ahead:
        key, line, rest, crossing, trail, free, axis = ahead.pop()
        step, cross, beyond = axis
        if free is not None:
            back.append((free, line, rest, crossing, trail, step))
        key += step
        while key in tiles:
            key += step
        crossed = None
        if spot := spots.get(key):
            # Most of the lines that run into other tiles end here.
            if not spot[FITS] & rest:
                continue
            if spot[beyond] is not empty:
                line = lines.joined(line, spot[beyond])
            crossed = spot[cross]
            rest = line.joins & crossed.joins & hand
        for index in INDICES[rest]:
            longer = line.after[index]
            longer_trail = (trail, key, index)
            gained = crossing + crossed.after[index].points if crossed else crossing
            points.append(gained + longer.points)
            trails.append(longer_trail)
            if others := longer.joins & hand:
                ahead.append((key, longer, others, gained, longer_trail, free, axis))
    return back


def _grow_back(board: Board, found: Found, back: list[Back]) -> None:
    """Adds tiles on the left, where no cell has a neighbour and so nothing is crossed."""
    spots = board.spots
    points, trails = found.points, found.trails
    while back:
        key, line, rest, crossing, trail, step = back.pop()
        for index in INDICES[rest]:
            longer = line.after[index]
            longer_trail = (trail, key, index)
            points.append(crossing + longer.points)
            trails.append(longer_trail)
            if (others := longer.joins & rest) and key - step not in spots:
                back.append((key - step, longer, others, crossing, longer_trail, step))
