"""My first bot."""

from bots_sdk import Bot, Move, View


class MyBot(Bot):
    """Plays the move that scores most."""

    def choose(self, game: View) -> Move:
        best = max(game.legal_moves(), key=lambda move: move.points)
        print("turn", game.turn, "best", best.points)
        return best
