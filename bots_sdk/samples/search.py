"""Looks ahead: guesses the hidden tiles many times and plays out the best answers to each move."""

from itertools import cycle, islice

from bots_sdk import Bot, Move, Placement, Tile, View, legal_moves

MOVES = 8
"""Only the moves that score most now are looked at ..."""
GUESSES = 12
"""... each with the same guesses of the hidden tiles, so that luck helps no move."""
HASTE_MS = 1_000
"""With less time than this left for the whole match, a few guesses have to do."""
ENDGAME_TURNS = 20
"""More turns than are ever played once the bag is empty."""


class Search(Bot):
    """The move that leads by most points when it is this seat's turn again."""

    def choose(self, game: View) -> Move:
        found = game.legal_moves()
        if game.opening or not isinstance(found[0], Placement):
            return found[0]  # All openings score the same, and the first trade is the largest.
        moves = sorted(found, key=lambda move: -move.points)[:MOVES]
        hidden = list(game.unseen().elements())
        leads = [0.0] * len(moves)
        for _ in range(GUESSES if game.time_left_ms > HASTE_MS else 2):
            game.rng.shuffle(hidden)
            for number, move in enumerate(moves):
                leads[number] += lead(game, move, hidden)
        return moves[leads.index(max(leads))]


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
