"""Looks ahead: guesses the hidden tiles many times and plays out the best answers to each move.

With an empty bag nothing is hidden between two: it then searches the end of the game.
"""

from collections.abc import Sequence
from itertools import cycle, islice
from math import inf

from bots_sdk import Board, Bot, Move, Placement, Tile, View, legal_moves

MOVES = 8
"""Only the moves that score most now are looked at."""
TRIES = 96
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
        if game.opening or not isinstance(found[0], Placement):
            return found[0]  # All openings score the same, and the first trade is the largest.
        moves = most_points(found, MOVES)
        if game.players == 2 and not game.bag_count:
            return Endgame(game).best(moves)
        return leading(game, moves)


def most_points(found: Sequence[Move], count: int) -> list[Placement]:
    """The placements that score most, in that order."""
    placements = [move for move in found if isinstance(move, Placement)]
    return sorted(placements, key=lambda move: -move.points)[:count]


def leading(game: View, moves: list[Placement]) -> Placement:
    """The move that leads on average over many guesses of the hidden tiles.

    All moves left get the same guesses, so that luck helps none, and the better half goes on.
    """
    hidden = list(game.unseen().elements())
    leads = dict.fromkeys(moves, 0.0)
    tries = TRIES if game.time_left_ms > HASTE_MS else HASTY_TRIES
    while len(moves) > 1:
        for _ in range(max(1, tries // len(moves))):
            game.rng.shuffle(hidden)
            for move in moves:
                leads[move] += lead(game, move, hidden)
        moves = sorted(moves, key=lambda move: -leads[move])[: (len(moves) + 1) // 2]
    return moves[0]


def lead(game: View, move: Move, hidden: list[Tile]) -> float:
    """Points ahead after this move, the others' answers and the next own move, all of them greedy.

    ``hidden`` guesses where the tiles are: first those in the bag, then those in the other hands.
    With an empty bag it is played to the end, which is then near.
    """
    bag, elsewhere = hidden[: game.bag_count], hidden[game.bag_count :]
    hands = [[elsewhere.pop() for _ in range(size)] for size in hidden_counts(game)]
    hands[game.me] = list(game.hand)
    seats = [seat for seat in around(game) if game.playing[seat]]
    board, points = game.board, 0.0
    for turn, seat in enumerate(islice(cycle(seats), len(seats) + 1 if bag else ENDGAME_TURNS)):
        hand = hands[seat]
        if turn:
            move = legal_moves(board, hand, len(bag)).best
        if not isinstance(move, Placement):
            continue
        board = board.place(move)
        gained = move.points
        for tile in move.tiles:
            hand.remove(tile)
        while bag and len(hand) < game.ruleset.hand_size:
            hand.append(bag.pop())
        if not hand:
            gained += game.ruleset.end_bonus
        points += gained if seat == game.me else -gained / (len(seats) - 1)
        if not hand:
            break
    return points


def around(game: View) -> list[int]:
    """The seats in the order of their turns, from the own one on."""
    return [seat % game.players for seat in range(game.me, game.me + game.players)]


def hidden_counts(game: View) -> list[int]:
    """By seat the number of tiles that cannot be seen: none of the own."""
    return [0 if seat == game.me else size for seat, size in enumerate(game.hand_counts)]


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
        found = legal_moves(board, hand, bag_count=0)
        if not isinstance(found[0], Placement):
            return 0 if passed else -self.gain(board, other, hand, depth, -high, -low, passed=True)
        best = -inf
        for move in most_points(found, WIDTH if depth else 1):
            after = self.after(move, board, hand, other, depth, max(low, best), high)
            best = max(best, after)
            if best >= high:
                break
        return best
