"""How a game ended, and who stands where."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.bag import Bag
from arena.board import Board
from arena.tiles import Tile, mask

_PATIENCE = 3
"""Rounds without a placement after which a game is stalled."""


class End(StrEnum):
    OUT = "out"
    """A seat placed its last tile at an empty bag, for the end bonus."""
    BLOCKED = "blocked"
    """At an empty bag no seat can place."""
    DEAD = "dead board"
    """No tile in the hands or in the bag fits anywhere."""
    STALLED = "stalled"
    """Every seat has had three turns since the last placement."""
    ALONE = "last seat in"
    """All other seats have forfeited."""


@dataclass(frozen=True, slots=True)
class Outcome:
    end: End
    scores: tuple[int, ...]
    """By seat, as they stood; those of a seat that forfeited do not count for its place."""
    places: tuple[int, ...]
    """By seat, from 1; equal totals share the better place (1, 2, 2, 4)."""


def find_end(board: Board, hands: Sequence[Sequence[Tile]], bag: Bag, idle: int) -> End | None:
    """Why a game is over although nobody has gone out, from the hands of the seats still in and
    the turns that each of them has had since the last placement, at least.
    """
    if len(hands) == 1:
        return End.ALONE
    if not board.tiles:
        return None
    # Mostly the first hand fits somewhere; the bag is looked through next to never.
    for hand in hands:
        if board.can_take(mask(hand)):
            break
    else:
        if not len(bag):
            return End.BLOCKED
        if not board.can_take(mask(bag.tiles())):
            return End.DEAD
    return End.STALLED if idle >= _PATIENCE else None


def places(scores: Sequence[int], forfeited: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat: by score, but whoever forfeited below all who did not, and the
    later above the earlier. ``forfeited`` holds those seats in the order in which they left.

    >>> places([50, 70, 50, 90], forfeited=[3])
    (2, 1, 2, 4)
    """
    merits = [
        (0, forfeited.index(seat)) if seat in forfeited else (1, score)
        for seat, score in enumerate(scores)
    ]
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)
