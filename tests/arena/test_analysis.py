import random
from math import sqrt
from statistics import mean, stdev

import pytest

from arena.analysis import analyse, insight, open_fives
from arena.board import Board
from arena.cells import pack
from arena.game import Game
from arena.moves import Move, Placement, Trade
from arena.player import Ending, Forfeit, InProcess
from arena.position import arrange
from arena.record import Frame, Record, TurnRecord
from arena.referee import Deal, play
from arena.spots import COLUMN, ROW
from arena.tiles import Tile, mask, parse_tiles
from arena.view import View

SEED = bytes(32)
FIVE = "Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0 Rx@4,0"


def greedy(view: View) -> Move:
    return view.legal_moves().best


def wandering(view: View) -> Move:
    chance = random.Random(view.turn)
    if view.turn == 30:
        raise Forfeit(Ending.EXITED, "It had enough.")
    trades = view.trades()
    return chance.choice(trades if trades and view.turn % 9 == 5 else view.legal_moves())


def match(seed: int) -> Record:
    players = [InProcess(greedy), InProcess(wandering), InProcess(greedy)]
    return play(players, Deal(seed.to_bytes(32, "big"), ("ada", "bob", "cy")))


@pytest.fixture(scope="module")
def record() -> Record:
    return match(3)


def framed(game: Game, move: Move) -> Frame:
    assert game.to_move is not None
    after = game.play(move)
    return Frame(
        game, TurnRecord(game.to_move, move, after.history[-1].points, after.drew, 0, 0), after
    )


def table(board: str, mine: str, other: str = "Bq Bd", bag: str | None = None) -> Game:
    hands = parse_tiles(mine), parse_tiles(other)
    return arrange(Board.parse(board), hands, None if bag is None else parse_tiles(bag))


def test_every_move_has_an_insight_and_no_forfeit_has(record: Record) -> None:
    insights = analyse(record)
    moves = [number for number, turn in enumerate(record.turns, 1) if turn.move is not None]
    assert [one.turn for one in insights] == moves
    assert len(moves) < len(record.turns)
    assert [one.seat for one in insights] == [record.turns[n - 1].seat for n in moves]


def test_an_analysis_repeats_itself(record: Record) -> None:
    assert analyse(record) == analyse(record)


def test_greedy_leaves_nothing_on_the_table_and_a_trade_leaves_everything(record: Record) -> None:
    for one in analyse(record):
        turn = record.turns[one.turn - 1]
        assert one.best - one.missed == turn.points
        assert one.missed >= 0
        if one.seat != 1:
            assert one.missed == 0
        if isinstance(turn.move, Trade):
            assert one.missed == one.best > 0


def test_the_best_counts_the_bonus_for_going_out() -> None:
    game = table("Rc@0,0 Rq@1,0", "Rd Gc", bag="")
    best = insight(framed(game, Placement.parse("Rd@2,0")), 1, SEED)
    assert (best.best, best.missed) == (3, 0)
    # Both tiles go out, in a row of two beside the red circle: 2 + 2 points.
    game = table("Rc@0,0 Rq@1,0", "Gc Bc", bag="")
    lazy = insight(framed(game, Placement.parse("Gc@0,1")), 1, SEED)
    assert (lazy.best, lazy.missed) == (4 + 6, 4 + 6 - 2)


def test_nobody_goes_out_while_the_bag_has_tiles() -> None:
    game = table("Rc@0,0 Rq@1,0", "Gc Bc", bag="Yd")
    early = insight(framed(game, Placement.parse("Gc@0,1")), 1, SEED)
    assert (early.best, early.missed) == (4, 4 - 2)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (FIVE, {(5, 0): ROW, (-1, 0): ROW}),
        # Two parts of a line count together.
        ("Rc@0,0 Rq@1,0 Gk@2,1 Rd@3,0 Rk@4,0 Rx@5,0", {}),
        ("Rc@0,0 Rq@1,0 Rd@3,0 Rk@4,0 Rx@5,0", {(2, 0): ROW}),
        # Four are too few, six are done, five that break the rules can never be six.
        ("Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0", {}),
        (FIVE + " Rs@5,0", {}),
        ("Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0 Rc@4,0", {}),
        # The crossing line lets the red star in on one side only.
        (FIVE + " Gc@5,1", {(-1, 0): ROW}),
        ("Rc@0,0 Oc@0,1 Yc@0,2 Gc@0,3 Bc@0,4", {(0, 5): COLUMN, (0, -1): COLUMN}),
    ],
)
def test_an_open_five_is_a_cell_where_one_tile_makes_six(
    board: str, expected: dict[tuple[int, int], int]
) -> None:
    found = open_fives(Board.parse(board))
    assert found.keys() == {(pack(cell), axis) for cell, axis in expected.items()}
    assert all(tiles.bit_count() == 1 for tiles in found.values())
    if ROW in expected.values():
        assert set(found.values()) == {mask([Tile.parse("Rs")])}


def test_a_move_to_five_sets_up_two_qwirkles() -> None:
    four, move = "Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0", Placement.parse("Rx@4,0")
    made = insight(framed(table(four, "Rx Gs", "Rs Bd"), move), 1, SEED)
    assert (made.set_up, made.left_open, made.held) == (2, 2, 2)
    unlucky = insight(framed(table(four, "Rx Gs", "Bs Bd"), move), 1, SEED)
    assert (unlucky.set_up, unlucky.left_open, unlucky.held) == (2, 2, 0)


def test_a_five_that_was_there_is_left_open_and_not_set_up() -> None:
    game = table(FIVE, "Gc Bd", "Rs Bq")
    left = insight(framed(game, Placement.parse("Gc@0,1")), 1, SEED)
    assert (left.set_up, left.left_open, left.held) == (0, 2, 2)


def test_a_five_that_only_the_mover_can_complete_is_no_gift() -> None:
    four = "Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0"
    safe = insight(framed(table(four, "Rx Rs Rs Rs", "Bs Bd"), Placement.parse("Rx@4,0")), 1, SEED)
    assert (safe.set_up, safe.left_open) == (0, 0)


def test_after_the_last_move_nothing_is_set_up() -> None:
    game = table("Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0", "Rx", "Rs", bag="")
    last = insight(framed(game, Placement.parse("Rx@4,0")), 1, SEED)
    assert (last.best, last.missed, last.set_up, last.left_open, last.held) == (11, 0, 0, 0, 0)


def test_the_one_good_tile_of_a_bag_is_luck_and_a_bag_of_one_kind_is_none() -> None:
    move = Placement.parse("Gc@0,1")
    lucky = table(FIVE, "Gc Pc Pc Oc Oc Yc", "Bq Bd", bag="Rs Bk")
    luck = insight(framed(lucky, move), 1, SEED).luck
    # The red star takes the Qwirkle; with the clover there are only circles to place.
    assert luck > 2 if lucky.play(move).drew == parse_tiles("Rs") else luck < -2
    alike = table(FIVE, "Gc Pc Pc Oc Oc Yc", "Bq Bd", bag="Rs Rs")
    assert insight(framed(alike, move), 1, SEED).luck == 0


def test_a_hand_that_fits_nowhere_is_worth_nothing_and_the_samples_follow_from_the_seed() -> None:
    game = table("Rc@0,0", "Rq Gd Bd Yd Od Pd", bag="Rk Gx")
    drew = framed(game, Placement.parse("Rq@1,0"))
    assert drew.turn.drew == parse_tiles("Rk")
    # 3 points for the red clover beside the two, and it came in 26 of the 50 samples of this seed.
    assert insight(drew, 1, SEED).luck == 3 - 3 * 26 / 50


def test_without_a_draw_there_is_no_luck() -> None:
    game = table("Rc@0,0", "Rq Rd", bag="")
    assert insight(framed(game, Placement.parse("Rq@1,0")), 1, SEED).luck == 0


def test_luck_averages_zero() -> None:
    drawn = [one.luck for seed in range(3) for one in analyse(match(seed)) if one.luck]
    assert len(drawn) > 80
    assert abs(mean(drawn)) < 3 * stdev(drawn) / sqrt(len(drawn))
