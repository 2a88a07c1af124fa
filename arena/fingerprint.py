"""One number for a position, the same in every process: a key for what a search has worked out.

Zobrist (1970), "A new hashing method with application for game playing": every single fact has a
random number, and a position is the exclusive or of its facts. So the order in which tiles came
does not matter, and a placement changes the number by that of its own tiles.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b

from arena.board import Board
from arena.cells import Cell
from arena.placement import Placement
from arena.tiles import Tile


def of_board(board: Board) -> int:
    """64 bits for the tiles on their cells, 0 for the empty board.

    >>> before, placement = Board.parse("Rc@0,0"), Placement.parse("Rq@1,0")
    >>> of_board(before.place(placement)) == of_board(before) ^ of_placement(placement)
    True
    >>> f"{of_board(before):016x}"
    'b102f48bb160846a'
    """
    return _placed(board.items())


def of_placement(placement: Placement) -> int:
    """What the placement changes in the number of its board."""
    return _placed(zip(placement.cells, placement.tiles, strict=True))


def of_position(board: Board, hands: Sequence[Iterable[Tile]], to_move: int | None) -> int:
    """64 bits for a board with these hands by seat, each in any order, and a seat on move.

    What lies in the bag follows from these; scores make no part of it.
    """
    number = of_board(board) ^ _random(f"move {to_move}")
    for seat, hand in enumerate(hands):
        for tile, count in Counter(hand).items():
            number ^= _held(seat, tile, count)
    return number


def _placed(pairs: Iterable[tuple[Cell, Tile]]) -> int:
    number = 0
    for cell, tile in pairs:
        number ^= _lying(cell, tile)
    return number


@lru_cache(maxsize=1 << 16)
def _lying(cell: Cell, tile: Tile) -> int:
    return _random(f"{tile}@{cell[0]},{cell[1]}")


@cache
def _held(seat: int, tile: Tile, count: int) -> int:
    return _random(f"{seat} holds {count} {tile}")


def _random(fact: str) -> int:
    digest = blake2b(fact.encode(), digest_size=8, person=b"sixfold-hash-v1")
    return int.from_bytes(digest.digest(), "big")
