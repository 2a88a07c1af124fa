"""A placement: tiles of the hand and the cells they go to, written ``Rc@0,0 Rq@1,0``."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter

from arena.cells import Cell, check_limit
from arena.tiles import Tile

_TILE_ON_CELL = re.compile(r"([A-Za-z]{2})@(-?[0-9]{1,7}),(-?[0-9]{1,7})")


@dataclass(frozen=True, slots=True)
class Placement:
    """Tiles put down in one turn, sorted by cell; equal when the same tiles go to the same cells.

    >>> placement = Placement.parse("Rq@1,0 Rc@0,0")
    >>> str(placement)
    'Rc@0,0 Rq@1,0'
    >>> placement.cells
    ((0, 0), (1, 0))
    """

    tiles: tuple[Tile, ...]
    cells: tuple[Cell, ...]
    points: int = field(default=0, compare=False)
    """What it scores, without the bonus for ending the game; 0 until the engine has judged it."""
    stamp: object = field(default=None, init=False, repr=False, compare=False)
    """That of the board whose moves it is one of; there its points are known to be right."""

    def __post_init__(self) -> None:
        if not self.tiles or len(self.tiles) != len(self.cells):
            raise ValueError("A placement has one cell for each of its tiles, and at least one.")
        pairs = sorted(zip(self.cells, self.tiles, strict=True), key=itemgetter(0))
        for (x, y), tile in pairs:
            if not isinstance(tile, Tile) or type(x) is not int or type(y) is not int:
                raise ValueError("A placement puts tiles on cells of two whole numbers.")
            check_limit((x, y))
        object.__setattr__(self, "tiles", tuple(tile for _, tile in pairs))
        object.__setattr__(self, "cells", tuple((x, y) for (x, y), _ in pairs))

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> "Placement":
        """Reads ``"Rc@0,0 Rq@1,0"`` or its words; ValueError says which word is wrong."""
        pairs = [parse_word(word) for word in (text.split() if isinstance(text, str) else text)]
        return cls(tuple(tile for tile, _ in pairs), tuple(cell for _, cell in pairs))

    @classmethod
    def trusted(
        cls, tiles: tuple[Tile, ...], cells: tuple[Cell, ...], points: int, stamp: object = None
    ) -> "Placement":
        """Skips every check: for the generator, whose tiles are sorted and legal already."""
        placement, put = object.__new__(cls), object.__setattr__
        put(placement, "tiles", tiles)
        put(placement, "cells", cells)
        put(placement, "points", points)
        put(placement, "stamp", stamp)
        return placement

    def __str__(self) -> str:
        return " ".join(
            f"{tile}@{x},{y}" for tile, (x, y) in zip(self.tiles, self.cells, strict=True)
        )


# Judges read the same words over and over.
@lru_cache(maxsize=4096)
def parse_word(word: str) -> tuple[Tile, Cell]:
    """The tile and cell of one word such as ``Rc@0,0``; ValueError where it is none."""
    match = _TILE_ON_CELL.fullmatch(word) if isinstance(word, str) else None
    if match is None:
        raise ValueError(
            f"{str(word)[:40]!r} is not a tile on a cell: write tile, @, x and y, as in Rc@0,-1."
        )
    cell = int(match[2]), int(match[3])
    check_limit(cell)
    return Tile.parse(match[1]), cell
