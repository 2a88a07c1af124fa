"""A move, to place, to trade or to pass: its notation, and all the moves of a position."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, TypeVar, overload

from arena.board import Board
from arena.generation import opening_size, openings, placements
from arena.placement import Placement
from arena.tiles import Tile, parse_tiles

__all__ = [
    "Move",
    "Moves",
    "Pass",
    "Placement",
    "Trade",
    "UnseenTrade",
    "legal_moves",
    "opening_size",
    "parse_move",
    "trades",
]

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
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))

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

M_co = TypeVar("M_co", bound=Move, covariant=True)


class Moves(Sequence[M_co]):
    """Moves with their points, each built when it is looked at; searching for one is the slow way.

    >>> moves = legal_moves(Board.parse("Rc@0,0 Rq@1,0"), parse_tiles("Gc Gd"), bag_count=96)
    >>> [f"{move} for {move.points}" for move in moves][:2]
    ['Gc@0,1 for 2', 'Gd@-1,1 Gc@0,1 for 4']
    >>> len(moves), str(moves.best)
    (4, 'Gd@-1,1 Gc@0,1')
    """

    __slots__ = ("_build", "points")

    def __init__(self, points: list[int], build: Callable[[int], M_co]) -> None:
        self.points = points
        self._build = build

    def __len__(self) -> int:
        return len(self.points)

    @overload
    def __getitem__(self, index: int) -> M_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[M_co]: ...
    def __getitem__(self, index: int | slice) -> M_co | list[M_co]:
        if isinstance(index, slice):
            return [self._build(each) for each in range(len(self))[index]]
        return self._build(range(len(self))[index])

    def __iter__(self) -> Iterator[M_co]:
        return map(self._build, range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} moves, up to {max(self.points, default=0)} points>"

    @property
    def best(self) -> M_co:
        """The move with the most points, the first of several."""
        return self._build(self.points.index(max(self.points)))


def legal_moves(
    board: Board, hand: Sequence[Tile], bag_count: int, opening: int = 0
) -> Moves[Move]:
    """Every placement, each once; where nothing can be placed every trade; else only the pass.

    While ``opening`` is not 0, every placement of exactly that many tiles that covers 0,0.
    """
    found = (
        openings(hand, board.qwirkle_bonus, shifted=True) if opening else placements(board, hand)
    )
    if found.points:
        return Moves(found.points, found.build)
    others: Sequence[Move] = trades(hand, bag_count) or (Pass(),)
    return Moves([0] * len(others), others.__getitem__)


def trades(hand: Sequence[Tile], bag_count: int) -> tuple[Trade, ...]:
    """Every different trade the hand and the bag allow, small ones first; none at an empty bag."""
    sizes = range(1, min(len(hand), bag_count) + 1)
    tiles = sorted(hand)
    return tuple(
        Trade(given) for size in sizes for given in dict.fromkeys(combinations(tiles, size))
    )


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
