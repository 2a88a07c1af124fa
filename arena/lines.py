"""The 721 sets of tiles that can lie in one line: what may join each, and what each scores."""

from functools import cache

from arena.tiles import TILES, Color, Shape, mask

ALL_TILES = mask(TILES)

GROUPS: tuple[int, ...] = tuple(
    mask(tile for tile in TILES if trait in (tile.color, tile.shape)) for trait in (*Color, *Shape)
)
"""The twelve full lines: six shapes in one colour or six colours in one shape."""


class Line:
    """A set of tiles in one line; lines are equal when they are the same object.

    To add a tile is to look up the line after it. Masks alone would say the same, but every step
    would make new numbers of 36 bits and hash them, which takes half as long again.
    """

    __slots__ = ("after", "joins", "points", "tiles")

    tiles: int
    """The mask of its tiles."""
    joins: int
    """The mask of the tiles that may still join it."""
    points: int
    """What it scores: a tile alone is no line and scores nothing."""
    after: list["Line"]
    """By the index of a tile the line with it; BROKEN where it may not join."""

    def __init__(self, tiles: int, joins: int = 0, points: int = 0) -> None:
        self.tiles = tiles
        self.joins = joins
        self.points = points
        self.after = [self] * len(TILES)

    def __repr__(self) -> str:
        return f"<Line of {' '.join(str(tile) for tile in TILES if tile.bit & self.tiles)}>"


BROKEN = Line(1 << len(TILES))
"""Any line on the table that breaks the rules: nothing may join it, and it stays what it is."""


class Lines(dict[int, Line]):
    """Every line that the rules allow by its mask, the empty one of nothing included, with the
    points that it scores at one bonus for a line of six.
    """

    __slots__ = ("empty",)

    def __init__(self, qwirkle_bonus: int) -> None:
        joins: dict[int, int] = {}
        for group in GROUPS:
            for tiles in _subsets(group):
                joins[tiles] = joins.get(tiles, 0) | group & ~tiles
        for tiles, others in joins.items():
            size = tiles.bit_count()
            points = 0 if size < 2 else size + qwirkle_bonus * (size == 6)
            self[tiles] = Line(tiles, others, points)
        self.empty = self[0]
        for line in self.values():
            line.after = [
                self[line.tiles | tile.bit] if line.joins & tile.bit else BROKEN for tile in TILES
            ]

    def joined(self, one: Line, other: Line) -> Line:
        """The line that two parts make; BROKEN when they do not go together."""
        return BROKEN if one.tiles & other.tiles else self.get(one.tiles | other.tiles, BROKEN)


def _subsets(group: int) -> list[int]:
    subsets, subset = [0], group
    while subset:
        subsets.append(subset)
        subset = (subset - 1) & group
    return subsets


@cache
def lines(qwirkle_bonus: int) -> Lines:
    """The one table of all lines for a bonus."""
    return Lines(qwirkle_bonus)


class _Indices(dict[int, tuple[int, ...]]):
    """A set of tiles -> the index of each; sets are taken apart once and remembered."""

    def __missing__(self, tiles: int) -> tuple[int, ...]:
        indices = tuple(tile.index for tile in TILES if tile.bit & tiles)
        self[tiles] = indices
        return indices


# Only sets that may join one line are asked for, so it holds at most some 30,000 entries.
INDICES = _Indices()
