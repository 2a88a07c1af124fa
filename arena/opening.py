"""The opening: how large a group each hand must open with, whose is the largest, how it may lie."""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from arena.cells import STRIDE
from arena.generation import Found, Path
from arena.lines import GROUPS
from arena.ruleset import Opener
from arena.tiles import TILE_OF_BIT, Tile, mask


def opening_size(hand: Iterable[Tile]) -> int:
    """How many tiles of the hand could lie in one line: what its opening must place.

    >>> from arena.tiles import parse_tiles
    >>> opening_size(parse_tiles("Rc Rc Rq Rd Bq Yd"))
    3
    """
    tiles = mask(hand)
    return max((group & tiles).bit_count() for group in GROUPS)


def opener(hands: Sequence[Sequence[Tile]], still_in: Iterable[int], tie: Opener) -> int:
    """Of the seats still in the one with the largest group; among equals, as the edition says."""
    seats = sorted(still_in, reverse=tie is Opener.YOUNGEST)
    return max(seats, key=lambda seat: opening_size(hands[seat]))


def openings(hand: Iterable[Tile], qwirkle_bonus: int = 6, *, shifted: bool = False) -> Found:
    """The openings from 0,0 to the right and upwards, each once; with ``shifted`` every opening
    that covers 0,0, as a game allows it.
    """
    tiles = mask(hand)
    size = opening_size(TILE_OF_BIT[bit] for bit in _bits(tiles))
    points = size + qwirkle_bonus * (size == 6)
    groups = {
        group_bits for group in GROUPS for group_bits in combinations(_bits(group & tiles), size)
    }
    found = Found()
    for bits in sorted(groups):
        for order in permutations(bits):
            for step in (1, STRIDE) if size > 1 else (1,):
                for shift in range(size if shifted else 1):
                    keys = range(-shift * step, (size - shift) * step, step)
                    found.points.append(points)
                    path: Path = ()
                    for key, bit in zip(keys, order, strict=True):
                        path = (path, key, bit)
                    found.paths.append(path)
    return found


def _bits(tiles: int) -> list[int]:
    return [bit for bit in TILE_OF_BIT if bit & tiles]
