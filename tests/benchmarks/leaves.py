"""What kept tiles are worth: the weights of the sample ``expectation``, fitted to greedy games.

    python -m tests.benchmarks.leaves

After each turn: how many tiles were kept, how many of them twice, and what they could score at once
on the board that was left. From these, by least squares, the most points that the seat could make
when it was on move again, with 95 % intervals.
"""

import numpy as np

from arena.game import Game, deal
from arena.legality import legal_moves

GAMES = 2_000
NAMES = ("a new hand alone", "each tile kept", "each double", "each point at once")


def main() -> None:
    rows, points = samples(GAMES)
    weights, *_ = np.linalg.lstsq(rows, points, rcond=None)
    spread = np.var(points - rows @ weights)
    errors = np.sqrt(np.diag(np.linalg.inv(rows.T @ rows)) * spread)
    print(f"Points of the next turn, from {len(points)} turns of {GAMES} greedy games:")
    for name, weight, error in zip(NAMES, weights, errors, strict=True):
        print(f"  {name:20}{weight:+7.2f} ± {1.96 * error:.2f}")


def samples(games: int) -> tuple[np.ndarray, np.ndarray]:
    """A row for each turn, as the names of the weights say, and the points that followed."""
    rows: list[list[float]] = []
    points: list[int] = []
    for number in range(games):
        game = deal(number.to_bytes(32, "big"), seats=2)
        left: dict[int, list[float]] = {}
        while game.outcome is None and game.bag_count:
            seat = game.to_move
            assert seat is not None
            best = game.legal_moves().best
            if seat in left:
                rows.append(left[seat])
                points.append(best.points)
            left[seat] = [1.0, *leave(game, seat)]
            game = game.play(best)
    return np.array(rows), np.array(points)


def leave(game: Game, seat: int) -> tuple[int, int, int]:
    """Tiles kept by the greedy move, those of them held twice, and their points at once."""
    move = game.legal_moves().best
    kept = list(game.hands[seat])
    for tile in move.tiles:
        kept.remove(tile)
    board = game.play(move).board
    again = legal_moves(board, kept, bag_count=0).best.points
    return len(kept), len(kept) - len(set(kept)), again


if __name__ == "__main__":
    main()
