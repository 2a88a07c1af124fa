"""Looks one move ahead: guesses the next hand many times, and what it would answer to each move."""

from bots_sdk import Bot, Move, Placement, View, legal_moves

MOVES = 8
"""Only the moves that score most now are looked at ..."""
GUESSES = 20
"""... each with the same guesses of the next hand, so that luck helps no move."""


class Expectation(Bot):
    """The move that scores most, less what the next seat can be expected to score after it."""

    def choose(self, game: View) -> Move:
        found = game.legal_moves()
        if game.opening or not isinstance(found[0], Placement):
            return found[0]  # All openings score the same, and the first trade is the largest.
        moves = [move for move in found if isinstance(move, Placement)]
        moves = sorted(moves, key=lambda move: -move.points)[:MOVES]
        boards = [game.board.place(move) for move in moves]
        answers = [0.0] * len(moves)
        hidden = list(game.unseen().elements())
        for _ in range(GUESSES):
            hand = game.rng.sample(hidden, game.hand_counts[next_seat(game)])
            for number, board in enumerate(boards):
                answers[number] += legal_moves(board, hand, game.bag_count).best.points
        worth = [
            move.points - answer / GUESSES for move, answer in zip(moves, answers, strict=True)
        ]
        return moves[worth.index(max(worth))]


def next_seat(game: View) -> int:
    """The seat that is on move after this one: the next that is still in."""
    following = [(game.me + step) % game.players for step in range(1, game.players)]
    return next(seat for seat in following if game.playing[seat])
