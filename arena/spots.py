"""The open cells beside the tiles: which lines meet there, and so which tiles they let in."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from arena.cells import STRIDE, unpack
from arena.lines import ALL_TILES, Line, Lines
from arena.tiles import Tile

Spot = tuple[int, Line, Line, Line, Line, Line, Line]
"""What the engine knows of an empty cell beside a tile.

``(fits, row, column, west, east, south, north)``: the mask of the tiles that the lines through the
cell let in; the lines that a tile here would join, BROKEN when none can; and the part of them on
each side, the empty line for nothing. A plain tuple, because taking a named one apart is several
times slower.
"""

FITS: Final = 0
ROW: Final = 1
COLUMN: Final = 2
WEST: Final = 3
EAST: Final = 4
SOUTH: Final = 5
NORTH: Final = 6

Through = Literal[1, 2]
"""Where a spot keeps the whole of a line, and where it keeps a part of one."""
Part = Literal[3, 4, 5, 6]

THROUGH: tuple[Through, Through] = (ROW, COLUMN)


def nowhere(lines: Lines) -> Spot:
    """What there is to know of a cell that no tile lies beside."""
    empty = lines.empty
    return ALL_TILES, empty, empty, empty, empty, empty, empty


def lay(
    tiles: dict[int, Tile], spots: dict[int, Spot], lines: Lines, placed: Iterable[tuple[int, Tile]]
) -> None:
    """Puts the tiles down one by one and brings the spots at the ends of their lines up to date.

    A line is new to such a spot on one side; what crosses it there stays. ValueError when a tile
    lies where one is to go.
    """
    empty, unknown = lines.empty, nowhere(lines)
    for key, tile in placed:
        if key in tiles:
            x, y = unpack(key)
            raise ValueError(f"{tile}@{x},{y}: the cell is taken.")
        _, row, column, west, east, south, north = spots.pop(key, unknown)
        tiles[key] = tile

        line = row.after[tile.index]
        end = key + 1 if east is empty else end_of(tiles, key, 1)
        _, _, crossing, _, beyond, below, above = spots.get(end, unknown)
        whole = line if beyond is empty else lines.joined(line, beyond)
        spots[end] = whole.joins & crossing.joins, whole, crossing, line, beyond, below, above
        end = key - 1 if west is empty else end_of(tiles, key, -1)
        _, _, crossing, beyond, _, below, above = spots.get(end, unknown)
        whole = line if beyond is empty else lines.joined(line, beyond)
        spots[end] = whole.joins & crossing.joins, whole, crossing, beyond, line, below, above

        line = column.after[tile.index]
        end = key + STRIDE if north is empty else end_of(tiles, key, STRIDE)
        _, crossing, _, left, right, _, beyond = spots.get(end, unknown)
        whole = line if beyond is empty else lines.joined(line, beyond)
        spots[end] = whole.joins & crossing.joins, crossing, whole, left, right, line, beyond
        end = key - STRIDE if south is empty else end_of(tiles, key, -STRIDE)
        _, crossing, _, left, right, beyond, _ = spots.get(end, unknown)
        whole = line if beyond is empty else lines.joined(line, beyond)
        spots[end] = whole.joins & crossing.joins, crossing, whole, left, right, beyond, line


def survey(tiles: Mapping[int, Tile], lines: Lines) -> dict[int, Spot]:
    """The spots of a whole board, to the order the same as if its tiles had been laid one by one.

    So a board that was sent as text lists its moves in the order of the board that was played on.
    """
    parts = (*_parts(tiles, 1, lines), *_parts(tiles, STRIDE, lines))
    sides = (side for key in tiles for side in (key + 1, key - 1, key + STRIDE, key - STRIDE))
    spots: dict[int, Spot] = {}
    for key in dict.fromkeys(sides):
        if key not in tiles:
            west, east, south, north = [part.get(key, lines.empty) for part in parts]
            row, column = lines.joined(west, east), lines.joined(south, north)
            spots[key] = row.joins & column.joins, row, column, west, east, south, north
    return spots


def _parts(
    tiles: Mapping[int, Tile], step: int, lines: Lines
) -> tuple[dict[int, Line], dict[int, Line]]:
    """The lines along one axis: by the open cell behind each, and by the one before it."""
    behind: dict[int, Line] = {}
    before: dict[int, Line] = {}
    for start in tiles:
        if start - step in tiles:
            continue
        line, key = lines.empty, start
        while tile := tiles.get(key):
            line = line.after[tile.index]
            key += step
        behind[key] = before[start - step] = line
    return behind, before


def end_of(tiles: Mapping[int, Tile], key: int, step: int) -> int:
    """The first empty cell from ``key`` on in the direction of ``step``."""
    while key in tiles:
        key += step
    return key
