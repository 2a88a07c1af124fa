"""My first bot: greedy, and four steps that lead beyond it.

Each step is a term of ``worth``. Fill one in, then let the games say what it is worth:

    sixfold play . greedy --games 200
"""

from bots_sdk import Bot, Move, Placement, Tile, View

CANDIDATES = 12
"""Only the moves that score most now are worth a closer look."""


class MyBot(Bot):
    """The move that scores most, if one adds what it promises and takes off what it gives away."""

    def choose(self, game: View) -> Move:
        found = game.legal_moves()
        if game.opening or not isinstance(found[0], Placement):
            return found[0]  # All openings score the same, and the first trade is the largest.
        placements = [move for move in found.top(CANDIDATES) if isinstance(move, Placement)]
        return max(placements, key=lambda move: worth(game, move))


def worth(game: View, move: Placement) -> float:
    """The points of the move and what is to be expected after it, in points."""
    left = kept(game, move)
    return (
        move.points - doubles(left) - tiles(game, left) - gift(game, move) + again(game, move, left)
    )


def kept(game: View, move: Placement) -> list[Tile]:
    """The tiles that stay in the hand."""
    left = list(game.hand)
    for tile in move.tiles:
        left.remove(tile)
    return left


def doubles(left: list[Tile]) -> float:
    """Step 1: two equal tiles never lie in one line, so a double in the hand is a tile wasted.

    TODO: half a point for each; ``set(left)`` has every kind once. By itself this step won 53.8 %
    of 10,000 games against greedy.
    """
    return 0


def tiles(game: View, left: list[Tile]) -> float:
    """Step 2: what is kept is not replaced by a new tile, which may fit better.

    TODO: 0.7 points for each tile. At an empty bag, ``game.bag_count`` of 0, nothing is drawn any
    more: then it costs nothing.
    """
    return 0


def gift(game: View, move: Placement) -> float:
    """Step 3: whoever holds the sixth tile of a line of five gets 12 points for it.

    TODO: where one of ``game.lines(move)`` has five tiles, take off some 7 points times the chance
    that another hand holds the sixth. ``game.unseen()`` counts what lies on no table. The source of
    the careful bot does so: ``sixfold new other --template careful``.
    """
    return 0


def again(game: View, move: Placement, left: list[Tile]) -> float:
    """Step 4: the next turn comes, and what the kept tiles could score then is worth something.

    TODO: two thirds of ``legal_moves(board, left, bag_count=0).best.points``, the function from
    bots_sdk, on the ``board`` after the move: ``game.board.place(move)``. Then take off what the
    next seat probably scores there; the expectation bot guesses its hand twenty times.
    """
    return 0
