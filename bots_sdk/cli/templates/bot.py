"""My first bot."""

from bots_sdk import Bot, Move, View


class MyBot(Bot):
    """Plays the move that scores most."""

    def choose(self, game: View) -> Move:
        moves = game.legal_moves()
        best = max(moves, key=lambda move: move.points)
        print(len(moves), "moves, the best scores", best.points)
        return best
