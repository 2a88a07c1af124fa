"""Tables over the 721 sets of tiles that can lie in one line: what may join, and the points."""

from functools import cache

from arena.tiles import TILES, Color, Shape, mask

ALL_TILES = mask(TILES)

GROUPS: tuple[int, ...] = tuple(
    mask(tile for tile in TILES if trait in (tile.color, tile.shape)) for trait in (*Color, *Shape)
)
"""The twelve full lines: six shapes in one colour or six colours in one shape."""

BROKEN = 1 << len(TILES)
"""Marks a line on the table that breaks the rules: it is in no table, and nothing may join it."""


def _subsets(group: int) -> list[int]:
    subsets, subset = [0], group
    while subset:
        subsets.append(subset)
        subset = (subset - 1) & group
    return subsets


def _joins() -> dict[int, int]:
    joins: dict[int, int] = {}
    for group in GROUPS:
        for line in _subsets(group):
            joins[line] = joins.get(line, 0) | group & ~line
    return joins


JOINS: dict[int, int] = _joins()
"""For each valid set of tiles in one line, the tiles that may still join it."""


@cache
def line_points(qwirkle_bonus: int) -> dict[int, int]:
    """For each valid set what its line scores: a tile alone is no line and scores nothing."""
    points = {line: line.bit_count() for line in JOINS}
    for line, size in points.items():
        points[line] = 0 if size < 2 else size + qwirkle_bonus * (size == 6)
    return points


class _Bits(dict[int, tuple[int, ...]]):
    """A set of tiles -> the bit of each; sets are taken apart once and remembered."""

    def __missing__(self, tiles: int) -> tuple[int, ...]:
        bits = tuple(tile.bit for tile in TILES if tile.bit & tiles)
        self[tiles] = bits
        return bits


# Only sets that may join one line are asked for, so it holds at most some 30,000 entries.
BITS = _Bits()
