"""Whole random games against the rules' own invariants and against the oracle."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.board import Board
from arena.game import Game, IllegalMoveError, deal
from arena.generation import placements
from arena.legality import legal_moves
from arena.moves import Move, Placement
from arena.opening import opening_size
from arena.ruleset import EXTENDED
from arena.tiles import TILES, Tile
from tests.arena import oracle

Play = dict[oracle.Cell, str]


def table(board: Board) -> Play:
    return {cell: str(tile) for cell, tile in board.items()}


def as_play(move: Placement) -> frozenset[tuple[oracle.Cell, str]]:
    return frozenset(zip(move.cells, map(str, move.tiles), strict=True))


def choose(game: Game, rng: random.Random) -> Move:
    """Greedy or random by turns, and now and then a trade that nobody needs."""
    if game.trades() and rng.random() < 0.05:
        return rng.choice(game.trades())
    moves = game.legal_moves()
    return moves.best if rng.random() < 0.5 else moves[rng.randrange(len(moves))]


def accounted_for(game: Game) -> None:
    numbers = [*game.bag, *(number for held in game.held for number in held)]
    tiles = Counter(TILES[number // 3] for number in numbers) + Counter(game.board.values())
    assert len(numbers) == len(set(numbers))
    assert tiles == dict.fromkeys(TILES, 3)
    assert sum(turn.points for turn in game.history) == sum(game.scores)


def agrees_with_oracle(board: Board, hand: tuple[Tile, ...]) -> None:
    """The same placements, each once, with the same points; and each judged like that."""
    found = placements(board, hand)
    moves = [found.build(index) for index in range(len(found.points))]
    expected = oracle.placements(table(board), map(str, hand))
    assert len(moves) == len(set(moves))
    assert {as_play(move): move.points for move in moves} == expected
    assert [board.judge(move) for move in moves] == found.points
    assert board.can_take(sum({tile.bit for tile in hand})) == bool(expected)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_whole_game_keeps_its_tiles_and_its_rules(seats: int) -> None:
    for number in range(6):
        rng = random.Random(100 * seats + number)
        game = deal(rng.randbytes(32), seats, EXTENDED)
        while game.outcome is None:
            accounted_for(game)
            assert game.to_move is not None
            if game.board and rng.random() < 0.08:
                agrees_with_oracle(game.board, game.hands[game.to_move])
            if seats > 3 and rng.random() < 0.01:
                game = game.forfeit(rng.choice([s for s in range(seats) if game.playing[s]]))
            else:
                game = game.play(choose(game, rng))
        accounted_for(game)
        assert min(game.outcome.places) == 1


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_openings_are_what_the_oracle_lets_open(seats: int) -> None:
    for number in range(10):
        game = deal(number.to_bytes(32, "big"), seats, EXTENDED)
        assert game.to_move is not None
        hand = list(map(str, game.hands[game.to_move]))
        size = oracle.opening_size(hand)
        assert size == game.opening == max(map(opening_size, game.hands))
        moves = list(game.legal_moves())
        assert len(moves) == len(set(moves))
        assert list(game.view(game.to_move).legal_moves()) == moves
        for move in moves:
            assert isinstance(move, Placement)
            assert oracle.points({}, dict(as_play(move))) == move.points == game.judge(move)
        if size < 4:
            assert {as_play(move) for move in moves if isinstance(move, Placement)} == {
                frozenset(tiles.items())
                for tiles in over_the_origin(hand, size)
                if oracle.points({}, tiles) is not None
            }


def over_the_origin(hand: list[str], size: int) -> Iterator[Play]:
    """Every way to lay so many tiles of the hand side by side, one of them on 0,0."""
    for tiles in permutations(sorted(set(hand)), size):
        for first in range(1 - size, 1):
            yield {(first + place, 0): tile for place, tile in enumerate(tiles)}
            yield {(0, first + place): tile for place, tile in enumerate(tiles)}


CELLS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
FEW = st.sampled_from([tile for tile in TILES if tile.color in "ROY" and tile.shape in "cqd"])
SCATTERED = st.dictionaries(CELLS, FEW, min_size=1, max_size=14)


@settings(max_examples=150, deadline=None)
@given(SCATTERED, st.lists(FEW, min_size=1, max_size=4))
def test_any_arrangement_is_judged_by_the_lines_that_a_move_touches(
    tiles: Play, hand: list[Tile]
) -> None:
    agrees_with_oracle(Board(tiles.items()), tuple(hand))  # type: ignore[arg-type]


@settings(max_examples=150, deadline=None)
@given(SCATTERED, st.dictionaries(CELLS, FEW, min_size=1, max_size=4))
def test_any_move_gets_the_verdict_of_the_oracle(tiles: Play, move: Play) -> None:
    board = Board(tiles.items())  # type: ignore[arg-type]
    verdict = board.judge(Placement(tuple(move.values()), tuple(move)))  # type: ignore[arg-type]
    expected = oracle.points(table(board), {cell: str(tile) for cell, tile in move.items()})
    assert (verdict if isinstance(verdict, int) else None) == expected


@settings(max_examples=100, deadline=None)
@given(SCATTERED)
def test_a_board_read_at_once_is_the_board_played_tile_by_tile(
    tiles: dict[oracle.Cell, Tile],
) -> None:
    played = Board()
    for cell, tile in tiles.items():
        played = played.place(Placement((tile,), (cell,)))
    read = Board.parse(played.words())
    assert list(read.tiles.items()) == list(played.tiles.items())
    assert list(read.spots.items()) == list(played.spots.items())


@settings(max_examples=30, deadline=None)
@given(SCATTERED)
def test_the_order_of_the_tiles_leaves_the_same_board(tiles: dict[oracle.Cell, Tile]) -> None:
    one, other = Board(tiles.items()), Board(reversed(tiles.items()))
    assert one == other
    assert one.spots == other.spots


def test_the_oracle_itself_misses_nothing() -> None:
    """On a small board, against every way to put up to three tiles on any cells around."""
    board = {(0, 0): "Rc", (1, 0): "Rq", (1, 1): "Oq", (3, 0): "Rd"}
    hand = ["Rd", "Od", "Oc"]
    free = [(x, y) for x in range(-3, 7) for y in range(-3, 5) if (x, y) not in board]
    tried: dict[frozenset[tuple[oracle.Cell, str]], int] = {}

    def try_all(move: Play, left: list[str]) -> None:
        score = oracle.points(board, move) if move else None
        if score is not None:
            tried[frozenset(move.items())] = score
        for tile in left:
            for cell in free:
                in_line = all(cell[0] == x or cell[1] == y for x, y in move)
                if cell not in move and in_line:
                    try_all({**move, cell: tile}, [other for other in left if other != tile])

    try_all({}, hand)
    assert tried == oracle.placements(board, hand)


@pytest.mark.parametrize("number", range(20))
def test_a_move_that_is_not_listed_is_refused_and_one_listed_is_taken(number: int) -> None:
    rng = random.Random(number)
    game = deal(rng.randbytes(32), 2)
    for _ in range(rng.randrange(1, 40)):
        if game.outcome is None:
            game = game.play(choose(game, rng))
    if game.to_move is None:
        return
    listed = set(legal_moves(game.board, game.hands[game.to_move], game.bag_count))
    cells = list({cell for move in listed for cell in getattr(move, "cells", [])})
    for _ in range(200):
        size = min(rng.choice([1, 1, 2, 3]), len(cells))
        if size == 0:
            continue
        tiles = tuple(
            rng.sample(game.hands[game.to_move], min(size, len(game.hands[game.to_move])))
        )
        move = Placement(tiles, tuple(rng.sample(cells, len(tiles))))
        if move in listed:
            assert game.play(move).turn == game.turn + 1
        else:
            with pytest.raises(IllegalMoveError):
                game.play(move)
