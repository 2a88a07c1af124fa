"""Looks ahead: guesses the hidden tiles many times and plays out the best answers to each move."""

from collections.abc import Sequence

from bots_sdk import Bot, Move, Placement, Tile, View, legal_moves

MOVES = 8
"""Only the moves that score most are looked at ..."""
DEALS = 16
"""... each with the same guesses of the hidden tiles, so that luck hits all moves alike ..."""
PLIES = 2
"""... over this many turns that follow: in a game of two the answer, and the next move."""
HASTE_MS = 1_000
"""With less time than this left, a few guesses have to do."""


class Search(Bot):
    """The move that leads by most points after the turns to come."""

    def choose(self, game: View) -> Move:
        moves = sorted(game.legal_moves(), key=lambda move: -move.points)[:MOVES]
        if not game.board or not isinstance(moves[0], Placement) or len(moves) == 1:
            return moves[0]
        hidden = list(game.unseen().elements())
        leads = [0.0] * len(moves)
        for _ in range(DEALS if game.time_left_ms > HASTE_MS else 2):
            game.rng.shuffle(hidden)
            for number, move in enumerate(moves):
                leads[number] += lead(game, move, hidden)
        return moves[leads.index(max(leads))]


def lead(game: View, move: Move, hidden: Sequence[Tile]) -> float:
    """Points ahead of the others, from this move to some turns later, if everybody is greedy.

    ``hidden`` guesses where the tiles are: first those in the bag, then the other hands.
    """
    bag, rest = list(hidden[: game.bag_count]), list(hidden[game.bag_count :])
    hands = [
        list(game.hand) if seat == game.me else [rest.pop() for _ in range(size)]
        for seat, size in enumerate(game.hand_counts)
    ]
    # With an empty bag the end is near enough to see.
    turns = PLIES if bag else 10 * game.players
    board, points, seat = game.board, 0.0, game.me
    for turn in range(turns + 1):
        if turn:
            move = legal_moves(board, hands[seat], len(bag)).best
        if isinstance(move, Placement):
            board = board.place(move)
            for tile in move.tiles:
                hands[seat].remove(tile)
            gained = move.points
            while bag and len(hands[seat]) < game.ruleset.hand_size:
                hands[seat].append(bag.pop())
            if not hands[seat]:
                gained += game.ruleset.end_bonus
            points += gained if seat == game.me else -gained / (game.players - 1)
            if not hands[seat]:
                break
        seat = (seat + 1) % game.players
    return points
