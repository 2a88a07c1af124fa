"""What the viewer draws, derived from a record."""

import json

from arena import notation
from arena.board import Board
from arena.moves import parse_move
from arena.position import arrange
from arena.record import Frame, SeatRecord, TurnRecord
from arena.replay import move, replay
from arena.tiles import parse_tiles
from tests.arena.test_notation import EXAMPLE

SEATS = (SeatRecord("ada"), SeatRecord("bob"))
GAME = notation.loads(EXAMPLE)


def framed(board: str, mine: str, said: str, cpu_ms: float = 0) -> Frame:
    """A move of the first seat, at an empty bag."""
    before = arrange(Board.parse(board), [parse_tiles(mine), parse_tiles("Bs Rd")], ())
    after = before.play(parse_move(said))
    points = after.history[-1].points
    return Frame(before, TurnRecord(0, parse_move(said), points, after.drew, cpu_ms, 0), after)


def test_a_replay_says_who_played_what_and_how_it_ended() -> None:
    shown = json.loads(json.dumps(replay(GAME)))
    moves = shown.pop("moves")
    assert shown == {
        "format": 1,
        "rules": "classic",
        "seed": b"golden".hex() + 52 * "0",
        "players": [
            {"name": "ada/greedy", "ending": "finished", "detail": ""},
            {
                "name": "bob/café",
                "ending": "cpu time",
                "detail": "The move took 5104 ms of CPU time; 5087 ms were left.",
            },
        ],
        "hands": [["Bq", "Rk", "Os", "Rs", "Gs", "Pd"], ["Yc", "Pc", "Ox", "Od", "Bc", "Od"]],
        "scores": [16, 3],
        "places": [1, 2],
        "end": "last seat in",
    }
    assert [one["type"] for one in moves] == ["place"] * 3 + ["trade", "place", "forfeit"]
    assert moves[3] == {
        "p": 1,
        "pts": 0,
        "ms": 9.0,
        "drew": ["Px", "Bk", "Rq"],
        "bag": 88,
        "best": 7,
        "type": "trade",
        "give": ["Ok", "Bc", "Pc"],
    }
    assert moves[4] == {
        "p": 0,
        "pts": 7,
        "ms": 9.3,
        "drew": ["Rk", "Oq"],
        "bag": 86,
        "best": 7,
        "type": "place",
        "tiles": [[2, 2, "Gx"], [3, 2, "Px"]],
        "bonus": 0,
        "lines": [
            {"cells": [[2, 2], [3, 2]], "pts": 2},
            {"cells": [[2, 0], [2, 1], [2, 2]], "pts": 3},
            {"cells": [[3, 1], [3, 2]], "pts": 2},
        ],
    }
    assert moves[5] == {
        "p": 1,
        "pts": 0,
        "ms": 5104.0,
        "drew": [],
        "bag": 86,
        "type": "forfeit",
        "cause": "cpu time",
        "detail": GAME.seats[1].detail,
    }


def test_the_points_of_a_move_are_those_of_its_lines_and_the_bonus_for_the_last_tile() -> None:
    five = "Rc@0,0 Rq@1,0 Rd@2,0 Rk@3,0 Rx@4,0 Gs@5,1"
    shown = move(framed(five, "Rs", "Rs@5,0"), SEATS)
    assert [line["pts"] for line in shown["lines"]] == [12, 2]
    assert (shown["pts"], shown["bonus"], shown["best"]) == (20, 6, 14)


def test_a_pass_has_a_type_and_nothing_more() -> None:
    shown = move(framed("Rc@0,0", "Gx Gs", "pass"), SEATS)
    assert shown == {"p": 0, "pts": 0, "ms": 0, "drew": [], "bag": 0, "best": 0, "type": "pass"}


def test_times_are_rounded_as_in_a_record_first() -> None:
    # In a record it is 0.45, and 0.5 from there; at once it would be 0.4.
    assert move(framed("Rc@0,0", "Rq Gs", "Rq@1,0", cpu_ms=0.4496), SEATS)["ms"] == 0.5
