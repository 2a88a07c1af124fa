"""Takes the points: the measure of every other bot, at 1000 Elo on the ladder."""

from bots_sdk import Bot, Move, Placement, View


class Greedy(Bot):
    """The move that scores most now; of equal ones, any."""

    def choose(self, game: View) -> Move:
        moves = game.legal_moves()
        if not isinstance(moves[0], Placement):
            return moves[0]  # Nothing fits: the first of the trades gives back the most tiles.
        best = max(move.points for move in moves)
        return game.rng.choice([move for move in moves if move.points == best])
