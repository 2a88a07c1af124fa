"""The shared cases: placements and states with their verdicts, each with its source."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arena.board import Board, Reason
from arena.game import IllegalMoveError
from arena.legality import legal_moves
from arena.moves import Pass, Placement, Trade
from arena.opening import opening_size
from arena.position import arrange
from arena.ruleset import CLASSIC, SCHMIDT
from arena.tiles import Tile, parse_tiles
from tests.arena import oracle

FOLDER = Path(__file__).parent / "cases"
CASES = json.loads((FOLDER / "qwirkle_cases.json").read_text())
POSITIONS = json.loads((FOLDER / "positions.json").read_text())

Case = dict[str, Any]


def states(kind: str) -> pytest.MarkDecorator:
    cases = [case for case in CASES["states"] if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


def tiles(texts: list[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


def cells(words: list[str]) -> dict[oracle.Cell, str]:
    placed = Placement.parse(words)
    return dict(zip(placed.cells, map(str, placed.tiles), strict=True))


def test_no_case_is_left_out() -> None:
    kinds = Counter(case["kind"] for case in CASES["states"])
    assert len(CASES["placements"]) == 215
    assert kinds == {
        "movegen": 13, "opening-size": 12, "exchange": 3, "pass": 3, "end": 2,
        "opening-forced": 1, "opening-tie": 1, "refill": 1,
    }  # fmt: skip


@pytest.mark.parametrize("case", CASES["placements"], ids=lambda case: case["id"])
def test_a_placement_gets_its_verdict(case: Case) -> None:
    board = Board.parse(case["board"])
    verdict = board.judge(Placement.parse(case["move"]))
    if case["legal"]:
        assert verdict == case["score"]
    else:
        assert isinstance(verdict, Reason)
        assert case["illegal_reason"] in set(Reason)
    if len(cells(case["move"])) == len(case["move"]):
        assert (
            oracle.points(cells(case["board"]) if case["board"] else {}, cells(case["move"]))
            == (case["score"])
        )


def test_the_reason_is_the_one_that_the_case_names_wherever_only_one_applies() -> None:
    named = [case for case in CASES["placements"] if not case["legal"]]
    verdicts = [Board.parse(case["board"]).judge(Placement.parse(case["move"])) for case in named]
    assert verdicts == [case["illegal_reason"] for case in named]


@states("movegen")
def test_every_placement_is_found_once(case: Case) -> None:
    board, hand = Board.parse(case["given"]["board"]), tiles(case["given"]["hand"])
    found = [move for move in legal_moves(board, hand, bag_count=50) if isinstance(move, Placement)]
    expect = case["expect"]
    best = [move for move in found if move.points == expect["best_score"]]
    assert len(found) == len(set(found)) == expect["count"]
    assert Counter(str(len(move.tiles)) for move in found) == expect["by_size"]
    assert max((move.points for move in found), default=0) == expect["best_score"]
    assert set(best) == set(map(Placement.parse, expect["best_moves"]))


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_a_position_has_its_number_of_placements(number: int) -> None:
    position = POSITIONS[number]
    moves = legal_moves(Board.parse(position["board"]), tiles(position["hand"]), bag_count=50)
    assert (len(moves), moves.best.points) == (position["n"], position["best"])
    assert sum(len(move.tiles) == 1 for move in moves) == position["singles"]


@states("opening-size")
def test_a_hand_opens_with_its_largest_group(case: Case) -> None:
    assert opening_size(tiles(case["given"]["hand"])) == case["expect"]["size"]


@states("opening-forced")
def test_an_opening_smaller_than_possible_is_refused(case: Case) -> None:
    game = arrange(Board(), [tiles(case["given"]["hand"]), parse_tiles("Rc")])
    with pytest.raises(IllegalMoveError) as error:
        game.play(Placement.parse(case["given"]["move"]))
    assert error.value.reason is Reason.OPENING


@states("opening-tie")
def test_a_tie_goes_to_the_oldest_or_youngest(case: Case) -> None:
    hands = [tiles(hand) for hand in case["given"]["hands"]]
    assert arrange(Board(), hands, ruleset=CLASSIC).to_move == case["expect"]["starter"]
    assert arrange(Board(), hands, ruleset=SCHMIDT).to_move == len(hands) - 1


@states("exchange")
def test_a_trade(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    if "hand" in given:
        bag, hand, give = tiles(given["bag"]), tiles(given["hand"]), tiles(given["give"])
    else:
        bag, hand = parse_tiles("Gk Gc Gd")[: given["bag"]], parse_tiles("Rc Rq Rd")
        give = hand[: given["count"]]
    game = arrange(Board.parse("Rs@0,0"), [hand, parse_tiles("Rx")], bag)
    if not expect["legal"]:
        with pytest.raises(ValueError, match="trade"):
            game.play(Trade(give))
        return
    after = game.play(Trade(give))
    assert after.hands[0] == tiles(expect["hand"])
    assert after.bag_tiles() == Counter(tiles(expect["bag"]))
    assert after.scores[0] == expect["score"]


@states("pass")
def test_a_pass(case: Case) -> None:
    given = case["given"]
    hand = parse_tiles("Rc" if given["legal_placements"] else "Gc")
    bag = parse_tiles("Gk Gd Gx")[: given["bag"]]
    game = arrange(Board.parse("Rs@0,0"), [hand, parse_tiles("Rx")], bag)
    assert any(isinstance(move, Placement) for move in game.legal_moves()) == bool(
        given["legal_placements"]
    )
    if case["expect"]["legal"]:
        assert list(game.legal_moves()) == [Pass()]
        assert game.play(Pass()).scores == (0, 0)
    else:
        assert Pass() not in game.legal_moves()
        with pytest.raises(IllegalMoveError) as error:
            game.play(Pass())
        assert error.value.reason is Reason.CAN_MOVE


@states("refill")
def test_a_hand_is_refilled_as_far_as_the_bag_goes(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    hands = [tiles(given["hand"]), parse_tiles("Rx")]
    game = arrange(Board.parse(given["board"]), hands, tiles(given["bag"]))
    after = game.play(Placement.parse(given["move"]))
    assert after.scores[0] == expect["score"]
    assert (after.outcome is not None) == expect["over"]
    assert after.hands[0] == tiles(expect["hand_after"])
    assert after.bag_count == 0


@states("end")
def test_the_end_bonus(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    board = Board.parse(given.get("board", ["Rd@0,0"]))
    hand, move = given.get("hand", ["Rk"]), given.get("move", ["Rk@0,1"])
    # One case only says what the seat has after its last tile, so its two points come off first.
    before = given.get("scores_before", given.get("score", 0) - 2)
    game = arrange(board, [tiles(hand), parse_tiles("Bx")], bag=(), scores=(before, 0))
    after = game.play(Placement.parse(move))
    assert after.outcome is not None
    assert after.scores[0] == expect.get("score_after", expect.get("score"))
