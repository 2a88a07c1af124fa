"""Looks one move ahead: guesses the next hand many times, and what it would answer to each move."""

from collections.abc import Sequence
from itertools import islice

from arena.worlds import worlds
from bots_sdk import Board, Bot, Move, Placement, Tile, View, legal_moves

MOVES = 12
"""Only the moves that score most now are looked at ..."""
GUESSES = 20
"""... each with the same guesses of the next hand, so that luck helps no move."""
KEPT, AGAIN = -0.72, 0.67
"""What the next own turn makes more for each tile that is kept, and not replaced by a new one, and
for each point that the kept ones could score at once: as ``tests.benchmarks.leaves`` fits it.
"""


class Expectation(Bot):
    """The move that scores most, counting what is kept, less the next seat's probable answer."""

    def choose(self, game: View) -> Move:
        found = game.legal_moves()
        moves = [move for move in found.top(MOVES) if isinstance(move, Placement)]
        if game.opening or not moves:
            return found[0]  # All openings score the same, and the first trade is the largest.
        boards = [game.board.place(move) for move in moves]
        worth = [
            move.points + prospects(game, move, board)
            for move, board in zip(moves, boards, strict=True)
        ]
        following = next_seat(game)
        for world in islice(worlds(game), GUESSES):
            for number, board in enumerate(boards):
                worth[number] -= best_points(board, world.hands[following]) / GUESSES
        return moves[worth.index(max(worth))]


def prospects(game: View, move: Move, board: Board) -> float:
    """What the tiles that the move leaves in the hand promise, or cost, on the board after it."""
    kept = list(game.hand)
    for tile in move.tiles:
        kept.remove(tile)
    return AGAIN * best_points(board, kept) + (KEPT * len(kept) if game.bag_count else 0)


def best_points(board: Board, hand: Sequence[Tile]) -> int:
    """The most that a hand can score on a board: 0 where nothing fits."""
    return legal_moves(board, hand, bag_count=0).best.points


def next_seat(game: View) -> int:
    """The seat that is on move after this one: the next that is still in."""
    following = [(game.me + step) % game.players for step in range(1, game.players)]
    return next(seat for seat in following if game.playing[seat])
