"""Where the tiles that a seat traded away can be now: a walk back through what it saw."""

from dataclasses import dataclass
from random import Random

from arena.moves import Placement, Trade, UnseenTrade
from arena.tiles import Tile
from arena.view import Turn, View


def locate_trades(view: View, rng: Random, latest: int) -> list[list[Tile]] | None:
    """By seat, and last for the bag, own traded tiles that are there by one possible history.

    Whatever a seat drew, any of the tiles that it held afterwards, was in the bag before. Once back
    at one of the ``latest`` own trades, the tiles given are in the bag: seen by now, or hidden
    somewhere. None where a history came out that cannot be.
    """
    located: list[list[Tile]] = [[] for _ in range(view.players + 1)]
    own = own_trades(view)[-latest:] if latest else []
    if not own:
        return located
    walk = _Walk(view, rng)
    for turn in reversed(view.history[own[0] :]):
        if not walk.undo(turn):
            return None
    for piece in walk.hidden:
        if piece.tile is not None:
            located[piece.holder].append(piece.tile)
    return located


def own_trades(view: View) -> list[int]:
    """The turns at which the seat itself traded."""
    return [number for number, turn in enumerate(view.history) if isinstance(turn.move, Trade)]


@dataclass(eq=False, slots=True)
class _Piece:
    """One tile of the set, in somebody's hand or in the bag."""

    holder: int
    """Who has it at the end: a seat, or the bag as the last of all."""
    tile: Tile | None = None
    """None as long as nobody knows what it is."""


class _Walk:
    """Hands and bag as they may have been, turn by turn back from the position of a view."""

    def __init__(self, view: View, rng: Random) -> None:
        counts = (*view.hand_counts, view.bag_count)
        pieces = [[_Piece(holder) for _ in range(count)] for holder, count in enumerate(counts)]
        for piece, tile in zip(pieces[view.me], view.hand, strict=True):
            piece.tile = tile
        *self.hands, self.bag = pieces
        self.hidden = [piece for held in pieces for piece in held if piece.tile is None]
        self.hand_size = view.ruleset.hand_size
        self.rng = rng

    def undo(self, turn: Turn) -> bool:
        """Goes back before the turn; False where that cannot have been."""
        hand, move = self.hands[turn.seat], turn.move
        given: list[_Piece] = []
        if isinstance(move, Placement):
            given = [_Piece(turn.seat, tile) for tile in move.tiles]
            drawn = max(0, len(hand) + len(given) - self.hand_size)
        elif isinstance(move, UnseenTrade):
            given, drawn = self._take(self.bag, move.count), move.count
        elif isinstance(move, Trade):
            for tile in move.tiles:
                if (piece := self._find(tile)) is None:
                    return False
                given.append(piece)
            drawn = len(given)
        else:
            return True
        self.bag += self._take(hand, drawn)
        hand += given
        return True

    def _take(self, pieces: list[_Piece], count: int) -> list[_Piece]:
        """Takes so many away, any."""
        self.rng.shuffle(pieces)
        taken, pieces[:] = pieces[:count], pieces[count:]
        return taken

    def _find(self, tile: Tile) -> _Piece | None:
        """Takes this tile out of the bag: one that was seen since, or a hidden one, named so."""
        seen = [piece for piece in self.bag if piece.tile is tile]
        found = seen or [piece for piece in self.bag if piece.tile is None]
        if not found:
            return None
        piece = self.rng.choice(found)
        piece.tile = tile
        self.bag.remove(piece)
        return piece
