"""The viewer's JSON: everything the rules had to say about each turn, so that it computes none.

Turn ``n`` is the position after ``n`` moves, and 0 the start: links to a turn never change meaning.
"""

from typing import Any

from arena.moves import Placement, Trade
from arena.record import Frame, Record, SeatRecord, frames

FORMAT = 1


def replay(record: Record) -> dict[str, Any]:
    """Derive the replay of a record, as JSON-ready values; raises RecordError.

    ``points`` include the end bonus; ``best`` is what the best placement would have scored.
    """
    shown = list(frames(record))
    return {
        "format": FORMAT,
        "rules": record.ruleset.name,
        "seed": record.seed.hex(),
        "players": [
            {"name": seat.name, "ending": seat.ending, "detail": seat.detail}
            for seat in record.seats
        ],
        "hands": [[str(tile) for tile in hand] for hand in shown[0].before.hands],
        "moves": [move(frame, record.seats) for frame in shown],
        "scores": record.outcome.scores,
        "places": record.outcome.places,
        "end": record.outcome.end,
    }


def move(frame: Frame, seats: tuple[SeatRecord, ...]) -> dict[str, Any]:
    """One of the replay's ``moves``; `seats` say why a seat is out."""
    turn = frame.turn
    common = {
        "p": turn.seat,
        "pts": turn.points,
        # As it is rounded in a record first, so that a match under way and its replay say the same.
        "ms": round(round(turn.cpu_ms, 3), 1),
        "drew": [str(tile) for tile in turn.drew],
        "bag": frame.after.bag_count,
    }
    if turn.move is None:
        seat = seats[turn.seat]
        return common | {"type": "forfeit", "cause": seat.ending, "detail": seat.detail}
    common["best"] = max(frame.before.legal_moves().points)
    if isinstance(turn.move, Placement):
        return common | {"type": "place"} | _placement(frame, turn.move)
    if isinstance(turn.move, Trade):
        return common | {"type": "trade", "give": [str(tile) for tile in turn.move.tiles]}
    return common | {"type": "pass"}


def _placement(frame: Frame, move: Placement) -> dict[str, Any]:
    ruleset = frame.before.ruleset
    lines = frame.before.board.lines(move)
    points = [len(line) + ruleset.qwirkle_bonus * (len(line) == 6) for line in lines]
    return {
        "tiles": [[x, y, str(tile)] for (x, y), tile in zip(move.cells, move.tiles, strict=True)],
        "lines": [{"cells": line, "pts": value} for line, value in zip(lines, points, strict=True)],
        "bonus": frame.turn.points - frame.before.judge(move),
    }
