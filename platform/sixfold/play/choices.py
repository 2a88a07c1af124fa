"""Where tiles of a hand may go beside those that are already laid out for a move."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.cells import Cell
from arena.moves import Placement
from arena.tiles import Tile
from arena.view import View

LONGEST = 200
"""Characters of a move."""
Laid = Mapping[Cell, Tile]
"""The tiles of a move that is being made, by cell."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How a move that is being made may go on."""

    points: int | None
    """Of what is laid out, the bonus for going out included; None where it is no move yet."""
    cells: Mapping[Tile, list[Cell]]
    """For each kind of tile in hand that may be added, the cells from which a move can follow."""


def laid_out(text: str) -> Laid:
    """What is written as "Rc@0,0 Rq@1,0", or nothing; ValueError where these are no such tiles."""
    if not text.strip():
        return {}
    placed = Placement.parse(text)
    return dict(zip(placed.cells, placed.tiles, strict=True))


def choice(view: View, laid: Laid) -> Choice:
    """What the seat on move may do next; nothing where no move begins like this.

    A tile may leave a gap for a later one: a cell counts if some legal move has all of these tiles.
    """
    placed = set(laid.items())
    points = None
    cells: dict[Tile, set[Cell]] = {}
    for move in view.legal_moves():
        if not isinstance(move, Placement):
            break
        pairs = set(zip(move.cells, move.tiles, strict=True))
        if not placed <= pairs:
            continue
        for cell, tile in pairs - placed:
            cells.setdefault(tile, set()).add(cell)
        if pairs == placed:
            points = move.points + bonus(view, move)
    return Choice(points, {tile: sorted(found) for tile, found in cells.items()})


def bonus(view: View, move: Placement) -> int:
    """What the placement gets for ending the game."""
    goes_out = not view.bag_count and len(move.tiles) == len(view.hand)
    return view.ruleset.end_bonus if goes_out else 0
