"""The board on the first page: how the newest match ended."""

from dataclasses import dataclass

from django.core.cache import caches

from arena.moves import Placement
from arena.record import RecordError
from sixfold.matches.models import Match
from sixfold.matches.storage import read_record

CACHED_SECONDS = 600

Board = tuple[tuple[int, int, str], ...]
"""Placed tiles as the `board` tag draws them."""

EXAMPLE: Board = (
    *((x, 0, f"G{shape}") for x, shape in enumerate("cqdkxs")),
    *((1, y, f"{color}q") for y, color in ((2, "B"), (1, "Y"), (-1, "P"))),
    *((4, y, f"{color}x") for y, color in ((1, "R"), (-1, "O"), (-2, "B"))),
)
"""What a visitor sees before there is any match: green in all six shapes, a Qwirkle."""


@dataclass(frozen=True, slots=True)
class Showcase:
    """A board, and the match that it comes from where it is a real one."""

    board: Board
    match: Match | None = None


def newest() -> Showcase:
    """The final board of the newest match, or else the example. Two queries."""
    match = Match.objects.finished().with_seats().order_by("-pk").first()
    if match is None:
        return Showcase(EXAMPLE)
    key = f"showcase:{match.pk}"
    board: Board | None = caches["local"].get(key)
    if board is None:
        try:
            board = _final_board(match)
        except RecordError:
            return Showcase(EXAMPLE)
        caches["local"].set(key, board, CACHED_SECONDS)
    return Showcase(board, match)


def _final_board(match: Match) -> Board:
    placements = [turn.move for turn in read_record(match).turns]
    return tuple(
        (x, y, str(tile))
        for move in placements
        if isinstance(move, Placement)
        for tile, (x, y) in zip(move.tiles, move.cells, strict=True)
    )
