"""The opening: how large a group each hand must open with, whose is the largest, how it may lie."""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product

from arena.cells import STRIDE
from arena.generation import Found, Trail
from arena.lines import GROUPS, INDICES
from arena.ruleset import Opener
from arena.tiles import Tile, mask


def opening_size(hand: Iterable[Tile]) -> int:
    """How many tiles of the hand could lie in one line: what its opening must place.

    >>> from arena.tiles import parse_tiles
    >>> opening_size(parse_tiles("Rc Rc Rq Rd Bq Yd"))
    3
    """
    return _size(mask(hand))


def _size(tiles: int) -> int:
    return max((group & tiles).bit_count() for group in GROUPS)


def opener(hands: Sequence[Sequence[Tile]], still_in: Iterable[int], tie: Opener) -> int:
    """Of the seats still in the one with the largest group; among equals, as the edition says."""
    seats = sorted(still_in, reverse=tie is Opener.YOUNGEST)
    return max(seats, key=lambda seat: opening_size(hands[seat]))


def openings(hand: Iterable[Tile], qwirkle_bonus: int = 6, *, shifted: bool = False) -> Found:
    """The openings from 0,0 to the right and upwards, each once; with ``shifted`` every opening
    that covers 0,0, as a game allows it.
    """
    found = Found()
    tiles = mask(hand)
    size = _size(tiles)
    if size == 0:
        return found
    # A tile alone is in the group of its colour and in that of its shape: hence a set.
    groups = {chosen for group in GROUPS for chosen in combinations(INDICES[group & tiles], size)}
    shifts = range(size) if shifted else range(1)
    steps = (1, STRIDE) if size > 1 else (1,)
    for group, step, shift in product(sorted(groups), steps, shifts):
        for order in permutations(group):
            trail: Trail = ()
            for place, index in enumerate(order):
                trail = (trail, (place - shift) * step, index)
            found.trails.append(trail)
    found.points = [size + qwirkle_bonus * (size == 6)] * len(found.trails)
    return found
