"""The 36 kinds of tile, six colours by six shapes, and their two-letter notation."""

from collections.abc import Iterable
from enum import StrEnum
from operator import attrgetter
from typing import NoReturn, Self


class Color(StrEnum):
    RED = "R"
    ORANGE = "O"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    PURPLE = "P"


class Shape(StrEnum):
    CIRCLE = "c"
    SQUARE = "q"
    DIAMOND = "d"
    CLOVER = "k"
    CROSS = "x"
    STAR = "s"


class Tile:
    """A kind of tile; there is one object of each, so that tiles compare by identity.

    >>> tile = Tile(Color.RED, Shape.CIRCLE)
    >>> str(tile), tile.index, tile is Tile.parse("Rc")
    ('Rc', 0, True)
    """

    __slots__ = ("_text", "bit", "color", "index", "shape")

    color: Color
    shape: Shape
    index: int
    """6 * colour + shape, each in the order of its enum: 0 to 35."""
    bit: int
    """1 << index: a set of tiles is a sum of bits, its *mask*."""
    _text: str

    def __new__(cls, color: Color, shape: Shape) -> "Tile":
        return _BY_TEXT[color + shape]

    @classmethod
    def _make(cls, color: Color, shape: Shape, index: int) -> Self:
        tile = object.__new__(cls)
        fields = {"color": color, "shape": shape, "index": index, "bit": 1 << index}
        for name, value in {**fields, "_text": color + shape}.items():
            object.__setattr__(tile, name, value)
        return tile

    @staticmethod
    def parse(text: str) -> "Tile":
        """The tile written as ``text``; ValueError when there is none such."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise ValueError(
                f"{str(text)[:20]!r} is not a tile: write a colour of {''.join(Color)} "
                f"and a shape of {''.join(Shape)}, as in Rc."
            ) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A tile cannot change: {name}.")

    # No order by ``<``: with a method for it in Python, each comparison of two different tiles for
    # equality takes fifty times as long, and hands are searched all the time.

    # By index, not by address: a set of tiles has the same order in every process, and a bot that
    # walks one stays reproducible.
    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Tile.parse({self._text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Tile.parse, (self._text,)


TILES: tuple[Tile, ...] = tuple(
    Tile._make(color, shape, 6 * row + column)
    for row, color in enumerate(Color)
    for column, shape in enumerate(Shape)
)
"""Every kind, by index."""

_BY_TEXT = {str(tile): tile for tile in TILES}


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text such as ``"Rc Bq"``, in its order."""
    return tuple(Tile.parse(word) for word in text.split())


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles by index: by colour, then by shape.

    >>> [str(tile) for tile in in_order(parse_tiles("Ps Rq Rc Gd"))]
    ['Rc', 'Rq', 'Gd', 'Ps']
    """
    return sorted(tiles, key=attrgetter("index"))


def mask(tiles: Iterable[Tile]) -> int:
    """The set of these kinds as a number: the sum of their bits, each once."""
    bits = 0
    for tile in tiles:
        bits |= tile.bit
    return bits
