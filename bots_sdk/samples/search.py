"""Looks ahead: guesses the hidden tiles many times and plays out the best answers to each move.

With an empty bag nothing is hidden between two: it then searches the end of the game.
"""

from itertools import islice
from math import inf

from arena.playout import playout
from arena.worlds import World, worlds
from bots_sdk import Board, Bot, Move, Placement, Tile, View, legal_moves

MOVES = 16
"""Only the moves that score most now are looked at."""
TRIES = 160
"""Moves played out in one round; after it the worse half of them is given up."""
HASTE_MS, HASTY_TRIES = 1_000, 16
"""With less time than this left for the whole match, a few tries have to do."""
ENDGAME_TURNS = 20
"""More turns than are ever played once the bag is empty."""
NODES = 400
"""Positions of an endgame that are looked at for one move."""
WIDTH = 6
"""Moves that are tried in each of them."""


class Search(Bot):
    """The move that leads by most points when it is this seat's turn again."""

    def choose(self, game: View) -> Move:
        found = game.legal_moves()
        moves = placements(found.top(MOVES))
        if game.opening or not moves:
            return found[0]  # All openings score the same, and the first trade is the largest.
        if game.players == 2 and not game.bag_count:
            return Endgame(game).best(moves)
        return leading(game, moves)


def placements(moves: list[Move]) -> list[Placement]:
    """The moves without trades and passes."""
    return [move for move in moves if isinstance(move, Placement)]


def leading(game: View, moves: list[Placement]) -> Placement:
    """The move that leads on average over many guesses of the hidden tiles.

    All moves left get the same guesses, so that luck helps none, and the better half goes on.
    """
    guesses = worlds(game)
    leads = dict.fromkeys(moves, 0.0)
    tries = TRIES if game.time_left_ms > HASTE_MS else HASTY_TRIES
    while len(moves) > 1:
        for world in islice(guesses, max(1, tries // len(moves))):
            for move in moves:
                leads[move] += lead(world, move)
        moves = sorted(moves, key=lambda move: -leads[move])[: (len(moves) + 1) // 2]
    return moves[0]


def lead(world: World, move: Move) -> float:
    """Points ahead after this move, the others' answers and the next own move, all of them greedy.

    With an empty bag it is played to the end, which is then near.
    """
    seats = sum(world.playing)
    points = playout(world, first=move, plies=seats + 1 if world.bag else None)
    mine = points[world.to_move]
    return mine - (sum(points) - mine) / (seats - 1)


class OutOfNodesError(Exception):
    """As many positions as one move may cost have been looked at."""


class Endgame:
    """The end of a game of two: the bag is empty, so what is not seen is the other hand.

    A search with alpha-beta bounds, one move deeper each time; below its depth both play greedily.
    """

    def __init__(self, game: View) -> None:
        self.board, self.mine = game.board, list(game.hand)
        self.theirs = list(game.unseen().elements())
        self.bonus = game.ruleset.end_bonus
        self.nodes = 0

    def best(self, moves: list[Placement]) -> Placement:
        """The best of the moves as far as could be seen; they come in a likely order."""
        for depth in range(1, ENDGAME_TURNS):
            gains: dict[Placement, float] = {}
            try:
                for move in moves:
                    floor = max(gains.values(), default=-inf)
                    gains[move] = self.after(
                        move, self.board, self.mine, self.theirs, depth, floor, inf
                    )
            except OutOfNodesError:
                break
            moves = sorted(moves, key=lambda move: -gains[move])
        return moves[0]

    def after(
        self,
        move: Placement,
        board: Board,
        hand: list[Tile],
        other: list[Tile],
        depth: int,
        low: float,
        high: float,
    ) -> float:
        """What the seat with ``hand`` gains on the other by this move and until the end."""
        left = list(hand)
        for tile in move.tiles:
            left.remove(tile)
        if not left:
            return move.points + self.bonus
        bounds = move.points - high, move.points - low
        return move.points - self.gain(board.place(move), other, left, max(depth - 1, 0), *bounds)

    def gain(
        self,
        board: Board,
        hand: list[Tile],
        other: list[Tile],
        depth: int,
        low: float,
        high: float,
        passed: bool = False,
    ) -> float:
        """The same before its move; exact only where it lies between ``low`` and ``high``."""
        self.nodes += 1
        if self.nodes > NODES:
            raise OutOfNodesError
        moves = placements(legal_moves(board, hand, bag_count=0).top(WIDTH if depth else 1))
        if not moves:
            return 0 if passed else -self.gain(board, other, hand, depth, -high, -low, passed=True)
        best = -inf
        for move in moves:
            after = self.after(move, board, hand, other, depth, max(low, best), high)
            best = max(best, after)
            if best >= high:
                break
        return best
