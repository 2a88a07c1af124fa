"""Makes any legal move: the first opponent to beat."""

from bots_sdk import Bot, Move, View


class Random(Bot):
    """Every legal move is as likely as every other."""

    def choose(self, game: View) -> Move:
        return game.rng.choice(game.legal_moves())
