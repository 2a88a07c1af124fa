"""Every placement of a hand on a board, each exactly once, with its points."""

from collections.abc import Iterable
from typing import Any

from arena.board import COLUMN, EAST, FITS, NORTH, ROW, Board
from arena.cells import STRIDE, unpack
from arena.lines import BITS, JOINS
from arena.placement import Placement
from arena.tiles import TILE_OF_BIT, Tile, mask

Path = tuple[Any, ...]
"""A placement while it is found: ``(path before, packed cell, bit of the tile)``, at first ``()``.

Most of the work is to make these: a link of three is the cheapest thing to make.
"""


class Found:
    """Placements as they were found: their points, and their paths to build them from."""

    __slots__ = ("paths", "points")

    def __init__(self) -> None:
        self.points: list[int] = []
        self.paths: list[Path] = []

    def __len__(self) -> int:
        return len(self.points)

    def sizes(self) -> list[int]:
        """For each placement the number of its tiles."""
        return [len(_links(path)) for path in self.paths]

    def build(self, index: int) -> Placement:
        pairs = _links(self.paths[index])
        pairs.sort()
        return Placement.trusted(
            tuple([TILE_OF_BIT[bit] for _, bit in pairs]),
            tuple([unpack(key) for key, _ in pairs]),
            self.points[index],
        )


def _links(path: Path) -> list[tuple[int, int]]:
    """The cells and bits of a path, the last found first."""
    links = []
    while path:
        path, key, bit = path
        links.append((key, bit))
    return links


def placements(board: Board, hand: Iterable[Tile]) -> Found:
    """Every legal placement of tiles of the hand on a board that is not empty.

    A placement grows from its first spot (the leftmost or lowest of its cells that had a neighbour)
    to the right, then to the left through cells without neighbours. So each is met once, and
    nothing has to be compared with what was found before.
    """
    tiles, spots, points_of = board.tiles, board.spots, board.points_of
    tiles_in_hand = mask(hand)
    found = Found()
    add_points, add_path = found.points.append, found.paths.append

    def grow(
        key: int, line: int, rest: int, crossing: int, path: Path, first: int | None, axis: Axis
    ) -> None:
        """Adds all that begins with this path: ``line`` holds the main line so far, ``rest`` the
        tiles that may still join it, ``crossing`` the points of the other lines, ``first`` the
        free cell to the left of the path, None where nothing may go.
        """
        step, cross, beyond = axis
        if first is not None:
            grow_back(first, line, rest, crossing, path, step)
        key += step
        while key in tiles:
            key += step
        spot = spots.get(key)
        if spot is None:
            for bit in BITS[rest]:
                longer = line | bit
                longer_path = (path, key, bit)
                add_points(crossing + points_of[longer])
                add_path(longer_path)
                if others := JOINS[longer] & tiles_in_hand:
                    grow(key, longer, others, crossing, longer_path, first, axis)
            return
        if part := spot[beyond]:
            if part & line:
                return
            line |= part
            rest = JOINS.get(line, 0) & tiles_in_hand
        crossed = spot[cross]
        for bit in BITS[rest & JOINS.get(crossed, 0)]:
            longer = line | bit
            longer_path = (path, key, bit)
            gained = crossing + points_of[crossed | bit]
            add_points(gained + points_of[longer])
            add_path(longer_path)
            if others := JOINS[longer] & tiles_in_hand:
                grow(key, longer, others, gained, longer_path, first, axis)

    def grow_back(key: int, line: int, rest: int, crossing: int, path: Path, step: int) -> None:
        before = key - step
        for bit in BITS[rest]:
            longer = line | bit
            longer_path = (path, key, bit)
            add_points(crossing + points_of[longer])
            add_path(longer_path)
            if before not in spots and (others := JOINS[longer] & tiles_in_hand):
                grow_back(before, longer, others, crossing, longer_path, step)

    for key, spot in spots.items():
        fitting = spot[FITS] & tiles_in_hand
        if not fitting:
            continue
        _, row, column, west, _, south, _ = spot
        for bit in BITS[fitting]:
            in_row, in_column = row | bit, column | bit
            row_points, column_points = points_of[in_row], points_of[in_column]
            path = ((), key, bit)
            add_points(row_points + column_points)
            add_path(path)
            if rest := JOINS[in_row] & tiles_in_hand:
                free = None if west or key - 1 in spots else key - 1
                grow(key, in_row, rest, column_points, path, free, IN_ROW)
            if rest := JOINS[in_column] & tiles_in_hand:
                free = None if south or key - STRIDE in spots else key - STRIDE
                grow(key, in_column, rest, row_points, path, free, IN_COLUMN)
    return found


Axis = tuple[int, int, int]
"""The step to the next cell, and where a spot keeps the crossing line and the part beyond."""

IN_ROW: Axis = (1, COLUMN, EAST)
IN_COLUMN: Axis = (STRIDE, ROW, NORTH)
