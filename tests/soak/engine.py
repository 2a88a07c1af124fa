"""The engine against a generator that shares nothing with it, over as many positions as you like.

    python -m tests.soak.engine --positions 100000

The positions are those of whole games of 2 to 6 seats, greedy and random by turns, each with the
hand that is to move; and after every tenth, the same board with a tile taken out where three or
four lines meet, and given to that hand. The set of moves and the points of each must be equal.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from arena.board import Board
from arena.cells import Cell
from arena.game import Game, deal
from arena.legality import Moves, legal_moves
from arena.moves import Move, Placement
from arena.ruleset import EXTENDED
from arena.tiles import Tile
from tests.soak import windows

SEATS = range(2, 7)
ROUNDS_PER_HOLE = 10


class Position(NamedTuple):
    """What is compared, and the words that it is counted under."""

    board: Board
    hand: tuple[Tile, ...]
    bag_count: int
    words: tuple[str, ...]


class DisagreementError(AssertionError):
    """The engine and the other generator do not list the same moves for the same points."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--positions", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    start, tally = time.process_time(), Counter[str]()
    for number, position in enumerate(positions(asked.seed), 1):
        tally.update(compare(position))
        if number % 1000 == 0 and sys.stderr.isatty():
            print(f"\r{number:,} positions", end="", file=sys.stderr, flush=True)
        if number >= asked.positions:
            break
    seconds = time.process_time() - start
    print(f"{asked.positions:,} positions of seed {asked.seed} agree, in {seconds:,.0f} s of CPU.")
    for word, count in sorted(tally.items()):
        print(f"  {word:<40}{count:>12,}")


def positions(seed: int) -> Iterator[Position]:
    """Positions of one game after another, without end."""
    number = 0
    while True:
        rng = random.Random(f"{seed}/{number}")
        seats = SEATS[number % len(SEATS)]
        policy = "random" if number // len(SEATS) % 2 else "greedy"
        yield from positions_of(deal(rng.randbytes(32), seats, EXTENDED), policy, rng)
        number += 1


def positions_of(game: Game, policy: str, rng: random.Random) -> Iterator[Position]:
    """The positions of one game, now and then with a hole where lines meet."""
    words = f"games of {len(game.hands)}", f"games, {policy}"
    while game.to_move is not None:
        hand = game.hands[game.to_move]
        yield Position(game.board, hand, game.bag_count, words)
        if game.turn % ROUNDS_PER_HOLE == ROUNDS_PER_HOLE - 1:
            for meeting in (3, 4):
                if cells := inner(game.board, meeting):
                    board, tile = punched(game.board, rng.choice(cells))
                    known = (f"taken out where {meeting} tiles lie around",)
                    yield Position(board, (*hand[1:], tile), game.bag_count, known)
        if game.trades() and rng.random() < 0.03:
            game = game.play(rng.choice(game.trades()))
        else:
            game = game.play(POLICIES[policy](game.legal_moves(), rng))


POLICIES: dict[str, Callable[[Moves[Move], random.Random], Move]] = {
    "greedy": lambda moves, rng: moves.best,
    "random": lambda moves, rng: moves[rng.randrange(len(moves))],
}


def inner(board: Board, meeting: int) -> list[Cell]:
    """The tiles with so many others around them."""
    return [cell for cell in board if around(board, cell) == meeting]


def around(board: Board, cell: Cell) -> int:
    x, y = cell
    return sum(side in board for side in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))


def punched(board: Board, cell: Cell) -> tuple[Board, Tile]:
    return Board((each, tile) for each, tile in board.items() if each != cell), board[cell]


def compare(position: Position) -> list[str]:
    """The words to count the position under; raises DisagreementError."""
    board, hand, bag_count, words = position
    plain = list(map(str, hand))
    table = {cell: str(tile) for cell, tile in board.items()}
    expected = windows.placements(table, plain) if table else windows.openings(plain)
    opening = 0 if table else max(map(len, expected))
    moves = legal_moves(board, hand, bag_count, opening)
    listed = [move for move in moves if isinstance(move, Placement)]
    found = {frozenset(zip(m.cells, map(str, m.tiles), strict=True)): m.points for m in listed}
    if found != expected or len(found) != len(listed):
        different = [str(dict(move)) for move, _ in found.items() ^ expected.items()]
        raise DisagreementError(
            f"On {' '.join(board.words())!r} with {' '.join(plain)!r}: {len(listed)} listed,"
            f" {len(found)} different, {len(expected)} expected; not in both: {different[:9]}."
        )
    met = max((around(board, cell) for move in listed for cell in move.cells), default=0)
    return [
        *words,
        *["openings"] * (not table),
        *["at an empty bag"] * (not bag_count),
        *["nothing to place"] * (not listed),
        *[f"a move where {met} lines meet"] * (met > 2),
        *["placements compared"] * len(listed),
    ]


if __name__ == "__main__":
    main()
