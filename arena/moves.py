"""A move, to place, to trade or to pass, and its notation."""

from dataclasses import dataclass
from typing import ClassVar

from arena.placement import Placement
from arena.tiles import Tile, in_order, parse_tiles

__all__ = ["Move", "Pass", "Placement", "Trade", "UnseenTrade", "parse_move"]

_LONGEST = 1000
"""Characters of a move's text; the longest honest one has about 120."""


@dataclass(frozen=True, slots=True)
class Trade:
    """Tiles given back to the bag for as many others, sorted; equal when the tiles are.

    >>> str(Trade.parse("Bq Rc"))
    'trade Rc Bq'
    """

    tiles: tuple[Tile, ...]
    points: ClassVar[int] = 0

    def __post_init__(self) -> None:
        if not self.tiles or not all(isinstance(tile, Tile) for tile in self.tiles):
            raise ValueError("A trade gives back at least one tile.")
        object.__setattr__(self, "tiles", tuple(in_order(self.tiles)))

    @classmethod
    def parse(cls, text: str) -> "Trade":
        return cls(parse_tiles(text))

    def __str__(self) -> str:
        return f"trade {' '.join(map(str, self.tiles))}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No move: allowed only to a seat that can neither place nor trade."""

    tiles: ClassVar[tuple[Tile, ...]] = ()
    points: ClassVar[int] = 0

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class UnseenTrade:
    """A trade as the other seats see it: how many tiles, but not which. Nobody can play it."""

    count: int
    tiles: ClassVar[tuple[Tile, ...]] = ()
    points: ClassVar[int] = 0

    def __str__(self) -> str:
        return f"trade {self.count}"


Move = Placement | Trade | Pass


def parse_move(text: str) -> Move:
    """The move written as ``text``; ValueError says in a sentence what is wrong with it.

    >>> parse_move("trade Bq Rc") == Trade.parse("Rc Bq"), parse_move("pass")
    (True, Pass())
    """
    if not isinstance(text, str):
        raise ValueError("A move is a text such as 'Rc@0,0 Rq@1,0', 'trade Rc' or 'pass'.")
    if len(text) > _LONGEST:
        raise ValueError(f"A move of {len(text)} characters is too long.")
    words = text.split()
    if not words:
        raise ValueError("The move is empty: place, trade or pass.")
    if words == ["pass"]:
        return Pass()
    if words[0] == "trade":
        return Trade.parse(" ".join(words[1:]))
    return Placement.parse(" ".join(words))
