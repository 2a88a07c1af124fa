import copy
import pickle
from collections.abc import Mapping
from dataclasses import replace

import pytest

from arena.board import Board, Reason
from arena.generation import placements
from arena.legality import legal_moves, trades
from arena.lines import ALL_TILES, BROKEN, GROUPS, Line, lines
from arena.moves import Pass, Placement, Trade, parse_move
from arena.opening import opening_size, openings
from arena.tiles import TILES, mask, parse_tiles


def judge(board: str, move: str) -> int | Reason:
    return Board.parse(board).judge(Placement.parse(move))


def test_there_are_721_sets_that_can_lie_in_one_line() -> None:
    table = lines(6)
    assert len(table) == 721
    assert table.empty.joins == ALL_TILES
    assert all(table[group].joins == 0 for group in GROUPS)
    assert {table[tile.bit].joins.bit_count() for tile in TILES} == {10}


def test_a_line_leads_to_those_with_a_tile_more() -> None:
    table = lines(6)
    for tiles, line in table.items():
        assert line.tiles == tiles
        for tile in TILES:
            longer = table[tiles | tile.bit] if tile.bit & line.joins else BROKEN
            assert line.after[tile.index] is longer
    assert set(BROKEN.after) == {BROKEN}
    assert (BROKEN.joins, BROKEN.points) == (0, 0)
    assert repr(table[TILES[0].bit | TILES[3].bit]) == "<Line of Rc Rk>"


def test_two_parts_make_a_line_where_all_of_both_go_together() -> None:
    table = lines(6)

    def joined(one: str, other: str) -> Line:
        return table.joined(*[table[mask(parse_tiles(part))] for part in (one, other)])

    assert joined("Rc Rk", "Rs") is table[mask(parse_tiles("Rc Rk Rs"))]
    assert joined("Rc Rk", "") is table[mask(parse_tiles("Rc Rk"))]
    assert joined("Rc Rk", "Rk Rs") is joined("Rc Rk", "Ok") is BROKEN
    assert table.joined(BROKEN, table.empty) is BROKEN


def test_a_line_scores_its_tiles_and_six_more_when_it_is_full() -> None:
    sizes = {(line.tiles.bit_count(), line.points) for line in lines(6).values()}
    assert sizes == {(0, 0), (1, 0), (2, 2), (3, 3), (4, 4), (5, 5), (6, 12)}
    assert max(line.points for line in lines(10).values()) == 16


def test_a_board_is_a_mapping_in_the_order_of_placement() -> None:
    board = Board.parse("Rq@1,0 Rc@0,0 Rd@-1,0")
    assert isinstance(board, Mapping)
    assert list(board) == [(1, 0), (0, 0), (-1, 0)]
    assert board[-1, 0] is TILES[2]
    assert (0, 1) not in board
    assert (4_000_003, -1) not in board, "the neighbour of no tile in the engine's own numbering"
    with pytest.raises(KeyError, match=r"\(4000003, -1\)"):
        board[4_000_003, -1]
    assert board.words() == ["Rq@1,0", "Rc@0,0", "Rd@-1,0"]
    assert eval(repr(board)) == board


def test_a_board_survives_a_copy_and_a_pickle() -> None:
    board = Board(qwirkle_bonus=9).place(Placement.parse("Rq@1,0")).place(Placement.parse("Rc@0,0"))
    for same in (copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert same.qwirkle_bonus == 9
        assert (same, list(same)) == (board, list(board))
        assert (same.spots, same.table) == (board.spots, board.table)


def test_boards_are_equal_whatever_the_order() -> None:
    one, other = Board.parse("Rc@0,0 Rq@1,0"), Board.parse("Rq@1,0 Rc@0,0")
    assert one == other
    assert hash(one) == hash(other)
    assert one != (turned := Board.parse("Rc@0,0 Rq@0,1"))
    assert hash(one) != hash(turned)


def test_placing_leaves_the_board_before_as_it_was() -> None:
    before = Board.parse("Rc@0,0")
    spots = dict(before.spots)
    after = before.place(Placement.parse("Rq@1,0 Rd@2,0"))
    assert before.words() == ["Rc@0,0"]
    assert before.spots == spots
    assert after == Board.parse("Rc@0,0 Rq@1,0 Rd@2,0")


def test_a_board_holds_one_tile_a_cell_within_reach() -> None:
    with pytest.raises(ValueError, match=r"^Rq@2,-3: the cell is taken\.$"):
        Board.parse("Rc@2,-3 Rq@2,-3")
    with pytest.raises(ValueError, match=r"^Cell 0,1000001 is too far out: .* end at 1000000\.$"):
        Board([((0, 1_000_001), parse_tiles("Rc")[0])])


def test_placing_on_a_taken_cell_is_refused() -> None:
    with pytest.raises(ValueError, match="the cell is taken"):
        Board.parse("Rc@0,0").place(Placement.parse("Rq@0,0"))


@pytest.mark.parametrize(
    ("board", "move", "verdict"),
    [
        ("Rc@0,0", "Rq@0,0", Reason.OCCUPIED),
        ("Rc@0,0", "Rq@1,0 Rd@1,0", Reason.SAME_CELL_TWICE),
        ("Rc@0,0", "Rq@1,0 Rd@0,1", Reason.NOT_ONE_LINE),
        ("Rc@0,0", "Rq@1,0 Rd@3,0", Reason.GAP),
        ("Rc@0,0", "Rq@1,0 Rd@1000000,0", Reason.GAP),
        ("Rc@0,0", "Rq@1,1", Reason.NOT_CONNECTED),
        ("Rc@0,0", "Bq@1,0", Reason.BAD_LINE),
        ("Rc@0,0 Rq@1,0", "Rc@2,0", Reason.BAD_LINE),
        ("Rc@0,0 Rq@1,0", "Oq@2,0", Reason.BAD_LINE),
        # Joining two lines: all of both counts, not the neighbours.
        ("Rc@0,0 Rq@1,0 Rs@3,0", "Rd@2,0", 4),
        ("Rc@0,0 Rq@1,0 Rc@3,0", "Rd@2,0", Reason.BAD_LINE),
        # Both ends of a line in one turn.
        ("Rc@0,0 Rq@1,0", "Rd@-1,0 Rk@2,0", 4),
        # A crossing line that does not fit.
        ("Rc@0,0 Rq@1,0 Gd@2,1", "Rd@2,0", 5),
        ("Rc@0,0 Rq@1,0 Gk@2,1", "Rd@2,0", Reason.BAD_LINE),
        # A line that already breaks the rules takes nothing, and does no harm elsewhere.
        ("Rc@0,0 Rc@1,0", "Rq@2,0", Reason.BAD_LINE),
        ("Rc@0,0 Rc@1,0", "Rq@0,1", 2),
        ("Rc@0,0 Rc@1,0 Rs@3,0 Rs@4,0", "Rd@2,0", Reason.BAD_LINE),
        ("", "Rc@5,7", 1),
        ("", "Rc@0,0 Rq@0,1 Rd@0,2 Rk@0,3 Rx@0,4 Rs@0,5", 12),
        ("", "Rc@0,0 Rc@0,1", Reason.BAD_LINE),
    ],
)
def test_verdicts(board: str, move: str, verdict: int | Reason) -> None:
    assert judge(board, move) == verdict


def test_a_found_move_is_taken_at_its_word_on_its_own_board_alone() -> None:
    board = Board.parse("Rc@0,0")
    move = placements(board, parse_tiles("Rq")).build(0)
    assert move.stamp is board.stamp, "it is not judged again"
    assert board.judge(move) == move.points == 2
    for same in (Board.parse("Rc@0,0"), copy.deepcopy(board)):
        assert same.judge(move) == 2
    assert board.place(move).judge(move) is Reason.OCCUPIED
    assert Board.parse("Bc@0,0").judge(move) is Reason.BAD_LINE
    invented = replace(move, points=99)
    assert (invented.stamp, board.judge(invented)) == (None, 2)
    assert pickle.loads(pickle.dumps(move)) == move


def test_the_dearest_move_scores_84() -> None:
    # Six red tiles complete a Qwirkle, and each completes one of its shape below.
    shapes, colors = "cqdkxs", "OYGBP"
    board = " ".join(
        f"{color}{shape}@{x},{-y}"
        for x, shape in enumerate(shapes)
        for y, color in enumerate(colors, start=1)
    )
    move = " ".join(f"R{shape}@{x},0" for x, shape in enumerate(shapes))
    assert judge(board, move) == 84


def test_the_lines_of_a_placement_are_those_of_two_or_more() -> None:
    board = Board.parse("Rc@0,0 Rq@1,0 Gd@2,1")
    move = Placement.parse("Rd@2,0")
    assert board.lines(move) == (((0, 0), (1, 0), (2, 0)), ((2, 0), (2, 1)))
    assert Board().lines(move) == ()


def test_the_main_line_of_several_tiles_comes_once() -> None:
    lines = Board.parse("Rc@0,0").lines(Placement.parse("Rq@1,0 Rd@2,0"))
    assert lines == (((0, 0), (1, 0), (2, 0)),)


def test_a_placement_reads_back_from_its_own_text_in_one_order() -> None:
    placement = Placement.parse("Rd@0,1 Rc@0,-1 Rq@0,0")
    assert str(placement) == "Rc@0,-1 Rq@0,0 Rd@0,1"
    assert parse_move(str(placement)) == placement
    assert Placement(placement.tiles[::-1], placement.cells[::-1]) == placement


def test_points_do_not_tell_placements_apart() -> None:
    plain = Placement.parse("Rc@0,0")
    assert Placement(plain.tiles, plain.cells, points=9) == plain


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("Rc", "not a tile on a cell"),
        ("Rc@0", "not a tile on a cell"),
        ("Rc@0,0,0", "not a tile on a cell"),
        ("Rc@1e3,0", "not a tile on a cell"),
        ("Rc@٣,0", "not a tile on a cell"),
        ("Rc@99999999999999,0", "not a tile on a cell"),
        ("Rc@9999999,0", "too far out"),
        ("Zz@0,0", "not a tile"),
        ("trade", "at least one"),
        ("trade Rc@0,0", "not a tile"),
        ("pass Rc", "not a tile on a cell"),
        ("Rc@0,0 " * 1000, "too long"),
        (None, "is a text"),
    ],
)
def test_a_text_that_is_no_move_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as error:
        parse_move(text)
    said = str(error.value)
    assert len(said) < 200
    assert said[0].isupper() or said[0] == "'"
    assert said.endswith(".")


def test_a_placement_says_what_it_lacks() -> None:
    with pytest.raises(
        ValueError, match=r"^A placement has one cell for each of its tiles, and at least one\.$"
    ):
        Placement(parse_tiles("Rc Rq"), ((0, 0),))
    with pytest.raises(
        ValueError, match=r"^A placement puts tiles on cells of two whole numbers\.$"
    ):
        Placement(parse_tiles("Rc"), ((0, True),))


def test_a_text_of_a_thousand_characters_can_be_a_move() -> None:
    assert parse_move("pass".ljust(1000)) == Pass()
    with pytest.raises(ValueError, match="1001 characters"):
        parse_move("pass".ljust(1001))


@pytest.mark.parametrize(
    ("tiles", "cells"),
    [
        ("", ()),
        ("Rc", ((0, 0), (1, 0))),
        ("Rc", ((0.5, 0),)),
        ("Rc", ((True, 0),)),
        ("Rc", ((10**30, 0),)),
    ],
)
def test_a_placement_of_anything_else_is_refused(tiles: str, cells: tuple[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"\."):
        Placement(parse_tiles(tiles), cells)


def test_trades_are_all_different_and_no_larger_than_the_bag() -> None:
    hand = parse_tiles("Rc Rc Rq")
    assert [str(trade) for trade in trades(hand, bag_count=2)] == [
        "trade Rc Rc",
        "trade Rc Rq",
        "trade Rc",
        "trade Rq",
    ]
    assert len(trades(hand, bag_count=50)) == 5
    assert trades(hand, bag_count=0) == ()
    assert parse_move("trade Rq Rc") == Trade(parse_tiles("Rc Rq"))


def test_who_can_place_is_offered_placements_then_trades_then_the_pass() -> None:
    board = Board.parse("Rc@0,0")
    assert {type(move) for move in legal_moves(board, parse_tiles("Rq Bd"), 9)} == {Placement}
    assert {type(move) for move in legal_moves(board, parse_tiles("Bd"), 9)} == {Trade}
    assert list(legal_moves(board, parse_tiles("Bd"), 0)) == [Pass()]


def test_moves_are_a_sequence() -> None:
    moves = legal_moves(Board.parse("Rc@0,0"), parse_tiles("Rq Rd"), 9)
    everything = list(moves)
    assert moves[0] == everything[0]
    assert moves[-1] == everything[-1]
    assert moves[2:5] == everything[2:5]
    assert everything[3] in moves
    assert Pass() not in moves
    assert moves.points == [move.points for move in everything]
    assert moves.best == max(everything, key=lambda move: move.points)
    with pytest.raises(IndexError):
        moves[len(moves)]


@pytest.mark.parametrize("count", [0, 1, 5, 1000])
def test_the_top_moves_are_the_first_of_the_moves_by_points(count: int) -> None:
    moves = legal_moves(Board.parse("Rc@0,0 Rq@1,0 Gq@1,1"), parse_tiles("Rd Gc Bq Bc"), 9)
    assert moves.top(count) == sorted(moves, key=lambda move: -move.points)[:count]
    assert moves.top(1) == [moves.best]


def test_openings_go_right_and_up_from_the_origin_each_once() -> None:
    hand = parse_tiles("Rc Rq Rd Bd Gs Yk")
    found = openings(hand)
    built = [found.build(index) for index in range(len(found.points))]
    assert opening_size(hand) == 3
    assert len(built) == len(set(built)) == 2 * 6
    assert {move.cells[0] for move in built} == {(0, 0)}
    assert set(found.points) == {3}


def test_openings_of_a_game_lie_anywhere_over_the_origin() -> None:
    found = openings(parse_tiles("Rc Rq Rd Bd Gs Yk"), shifted=True)
    built = [found.build(index) for index in range(len(found.points))]
    assert len(built) == len(set(built)) == 2 * 6 * 3
    assert all((0, 0) in move.cells for move in built)


def test_an_opening_of_one_tile_is_one_of_each_kind_and_scores_one() -> None:
    found = openings(parse_tiles("Rc Rc Bq"), shifted=True)
    assert sorted(str(found.build(index)) for index in range(2)) == ["Bq@0,0", "Rc@0,0"]
    assert found.points == [1, 1]


def test_an_empty_hand_opens_with_nothing() -> None:
    assert opening_size([]) == 0
    assert len(openings([])) == len(openings([], shifted=True)) == 0


def test_two_groups_of_the_full_size_are_both_offered() -> None:
    found = openings(parse_tiles("Rc Rq Bd Bk"))
    assert len(found.points) == 2 * 2 * 2


def test_an_opening_of_six_is_a_qwirkle() -> None:
    hand = parse_tiles("Rc Rq Rd Rk Rx Rs")
    assert set(openings(hand).points) == set(openings(hand, shifted=True).points) == {12}
    assert set(openings(hand, 10).points) == {16}
    assert set(legal_moves(Board(qwirkle_bonus=10), hand, 96, opening=6).points) == {16}
    assert Board().judge(openings(hand).build(0)) == 12


@pytest.mark.parametrize("cell", ["1000000,1000000", "-1000000,-1000000"])
def test_the_outermost_cells_can_be_written(cell: str) -> None:
    placement = Placement.parse(f"Rc@{cell}")
    assert Board().place(placement).words() == [str(placement)] == [f"Rc@{cell}"]
    assert Board.parse([f"Rc@{cell}"])[placement.cells[0]] is TILES[0]


def test_the_bonus_for_a_full_line_is_the_boards() -> None:
    board = Board.parse("Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0 Rx@4,0", qwirkle_bonus=10)
    move = Placement.parse("Rs@5,0")
    assert board.judge(move) == 16
    assert max(placements(board, move.tiles).points) == 16
    assert max(placements(board.place(Placement.parse("Bc@0,1")), move.tiles).points) == 16
