"""The speed of the rules: generating, judging, playing and searching, beside the tests' oracle.

    python -m tests.benchmarks.engine

All figures are per second of CPU time on one core. A generation is every placement of one hand on
one board with its points; the 200 positions are the middle of games (53 tiles, 65 placements).
"""

import json
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from arena import fingerprint
from arena.board import Board
from arena.game import Game, deal
from arena.legality import Moves, legal_moves
from arena.moves import Move, Placement
from arena.playout import playout
from arena.tiles import Tile
from arena.worlds import world_of, worlds
from tests.arena import oracle

POSITIONS = json.loads((Path(__file__).parents[1] / "arena/cases/positions.json").read_text())

Position = tuple[Board, tuple[Tile, ...]]


def main() -> None:
    positions = [(Board.parse(p["board"]), tuple(map(Tile.parse, p["hand"]))) for p in POSITIONS]
    for position, known in zip(positions, POSITIONS, strict=True):
        assert len(moves(position)) == known["n"], "the engine is wrong, not slow"
    measure_generation(positions)
    measure_judging(positions[::10])
    measure_games()
    measure_search()


def measure_generation(positions: list[Position]) -> None:
    print("Generations, beside the oracle over the same positions")
    slow = rate([partial(oracle_moves, position) for position in positions], seconds=3)
    show("oracle", slow, slow)
    for name, look in LOOKS.items():
        show(name, rate([partial(look, position) for position in positions], seconds=3), slow)


def measure_judging(positions: list[Position]) -> None:
    print("Moves, beside the oracle judging the same")
    asked, answered, placed = [], [], []
    for board, hand in positions:
        table = plain(board)
        for move in moves((board, hand)):
            assert isinstance(move, Placement)
            asked.append(partial(oracle.points, table, words(move)))
            answered.append(partial(board.judge, move))
            placed.append(partial(board.place, move))
    slow = rate(asked, seconds=2)
    show("oracle", slow, slow)
    show("board.judge", rate(answered, seconds=2), slow)
    show("board.place", rate(placed, seconds=2), slow)


def measure_games() -> None:
    print("Games of two, in process")
    rng = random.Random(1)
    seeds = [rng.randbytes(32) for _ in range(50)]
    greedy = rate([partial(whole, seed, best) for seed in seeds], seconds=4)
    show("greedy", greedy, greedy)
    by_views = rate([partial(whole, seed, best, by_views=True) for seed in seeds], seconds=4)
    show("greedy, by views", by_views, greedy)
    show("random", rate([partial(whole, seed, rng.choice) for seed in seeds], seconds=4), greedy)


def measure_search() -> None:
    print("Search, beside a whole greedy game")
    rng, games = random.Random(1), []
    for _ in range(10):
        game = deal(rng.randbytes(32), seats=2)
        while game.to_move is not None:
            games.append(game)
            game = game.play(game.legal_moves().best)
    seeds = [rng.randbytes(32) for _ in range(20)]
    whole_games = rate([partial(whole, seed, best) for seed in seeds], seconds=2)
    show("greedy game", whole_games, whole_games)
    starts = [world_of(deal(seed, seats=2), rng) for seed in seeds]
    show("playout", rate([partial(playout, start) for start in starts], seconds=2), whole_games)
    guessed = [worlds(game.view(each), rng) for game in games if (each := game.to_move) is not None]
    show("world", rate([partial(next, guess) for guess in guessed], seconds=2), whole_games)
    hashed = [
        partial(fingerprint.of_position, game.board, game.hands, game.to_move) for game in games
    ]
    show("fingerprint", rate(hashed, seconds=1), whole_games)


def moves(position: Position) -> Moves[Move]:
    board, hand = position
    return legal_moves(board, hand, bag_count=50)


LOOKS: dict[str, Callable[[Position], object]] = {
    "legal_moves": moves,
    "legal_moves, best": lambda position: moves(position).best,
    "legal_moves, top(8)": lambda position: moves(position).top(8),
    "legal_moves, each built": lambda position: list(moves(position)),
}


def plain(board: Board) -> dict[oracle.Cell, str]:
    return {cell: str(tile) for cell, tile in board.items()}


def words(move: Placement) -> dict[oracle.Cell, str]:
    return dict(zip(move.cells, map(str, move.tiles), strict=True))


def oracle_moves(position: Position) -> object:
    board, hand = position
    return oracle.placements(plain(board), map(str, hand))


def best(moves: Moves[Move]) -> Move:
    return moves.best


def whole(seed: bytes, choose: Callable[[Moves[Move]], Move], *, by_views: bool = False) -> Game:
    game = deal(seed, seats=2)
    while game.to_move is not None:
        seen = game.view(game.to_move) if by_views else game
        game = game.play(choose(seen.legal_moves()))
    return game


def rate(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """Calls per CPU second, the best of whole rounds over all of them: what the code can do, less
    what else the machine had to do.
    """
    fastest, until = 0.0, time.process_time() + seconds
    while time.process_time() < until:
        start = time.process_time()
        for call in calls:
            call()
        fastest = max(fastest, len(calls) / (time.process_time() - start))
    return fastest


def show(name: str, per_second: float, baseline: float) -> None:
    print(f"  {name:<26}{per_second:>12,.0f} /s {per_second / baseline:>10,.1f}x")


if __name__ == "__main__":
    main()
