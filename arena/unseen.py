"""Counts of tiles as a table: six rows of a colour, six columns of a shape."""

from collections.abc import Mapping

from arena.tiles import Color, Shape, Tile


def matrix(counts: Mapping[Tile, int]) -> tuple[tuple[int, ...], ...]:
    """By colour and shape, in the order of their enums, how many of that kind are counted.

    >>> from arena.game import deal
    >>> for row in matrix(deal(bytes(32), seats=2).view(0).unseen()):
    ...     print(*row)
    3 3 3 1 3 3
    3 3 3 3 3 3
    3 3 3 3 3 3
    3 3 3 2 2 3
    3 3 3 3 3 3
    2 2 3 3 3 3
    """
    return tuple(tuple(counts.get(Tile(color, shape), 0) for shape in Shape) for color in Color)
