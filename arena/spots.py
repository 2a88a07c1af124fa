"""The open cells beside the tiles: which lines meet there, and so which tiles they let in."""

from collections.abc import Mapping

from arena.cells import STRIDE
from arena.lines import ALL_TILES, BROKEN, JOINS
from arena.tiles import Tile

Spot = tuple[int, int, int, int, int, int, int]
"""What the engine knows of an empty cell beside a tile. Lines are masks of the tiles in them.

``(fits, row, column, west, east, south, north)``: the tiles that the lines through the cell let in;
the lines that a tile here would join, BROKEN when none can; and the part of them on each side, 0
for nothing. A plain tuple, because taking a named one apart is several times slower.
"""

FITS, ROW, COLUMN, WEST, EAST, SOUTH, NORTH = range(7)

NOWHERE: Spot = (ALL_TILES, 0, 0, 0, 0, 0, 0)
"""What there is to know of a cell that no tile lies beside."""


def lay(tiles: dict[int, Tile], spots: dict[int, Spot], key: int, tile: Tile) -> None:
    """Puts the tile down and brings the spots at the ends of its two lines up to date."""
    bit = tile.bit
    _, row, column, *_ = spots.pop(key, NOWHERE)
    tiles[key] = tile
    line = row | bit if JOINS.get(row, 0) & bit else BROKEN
    end = end_of(tiles, key, 1)
    _, _, _, _, east, south, north = spots.get(end, NOWHERE)
    spots[end] = _spot(line, east, south, north)
    end = end_of(tiles, key, -1)
    _, _, _, west, _, south, north = spots.get(end, NOWHERE)
    spots[end] = _spot(west, line, south, north)
    line = column | bit if JOINS.get(column, 0) & bit else BROKEN
    end = end_of(tiles, key, STRIDE)
    _, _, _, west, east, _, north = spots.get(end, NOWHERE)
    spots[end] = _spot(west, east, line, north)
    end = end_of(tiles, key, -STRIDE)
    _, _, _, west, east, south, _ = spots.get(end, NOWHERE)
    spots[end] = _spot(west, east, south, line)


def survey(tiles: Mapping[int, Tile]) -> dict[int, Spot]:
    """The spots of a whole board, to the order the same as if its tiles had been laid one by one.

    So a board that was sent as text lists its moves in the order of the board that was played on.
    """
    west, east = _lines(tiles, 1)
    south, north = _lines(tiles, STRIDE)
    sides = (side for key in tiles for side in (key + 1, key - 1, key + STRIDE, key - STRIDE))
    return {
        key: _spot(west.get(key, 0), east.get(key, 0), south.get(key, 0), north.get(key, 0))
        for key in dict.fromkeys(sides)
        if key not in tiles
    }


def _lines(tiles: Mapping[int, Tile], step: int) -> tuple[dict[int, int], dict[int, int]]:
    """The lines along one axis: by the open cell behind each, and by the one before it."""
    behind: dict[int, int] = {}
    before: dict[int, int] = {}
    for start in tiles:
        if start - step in tiles:
            continue
        line, key = 0, start
        while tile := tiles.get(key):
            line = line | tile.bit if JOINS.get(line, 0) & tile.bit else BROKEN
            key += step
        behind[key] = before[start - step] = line
    return behind, before


def end_of(tiles: Mapping[int, Tile], key: int, step: int) -> int:
    """The first empty cell from ``key`` on in the direction of ``step``."""
    while key in tiles:
        key += step
    return key


def _spot(west: int, east: int, south: int, north: int) -> Spot:
    row = BROKEN if west & east else west | east
    column = BROKEN if south & north else south | north
    fits = JOINS.get(row, 0) & JOINS.get(column, 0)
    return fits, row, column, west, east, south, north
