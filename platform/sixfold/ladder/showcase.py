"""The board on the first page: the most interesting match under way, or how the newest ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import caches

from arena.moves import Placement
from arena.record import RecordError
from sixfold.ladder.models import Ladder, Standing
from sixfold.matches.live.log import Mark
from sixfold.matches.live.reading import so_far, unfinished_replay
from sixfold.matches.models import Kind, Match
from sixfold.matches.storage import NotRead, read_record

CACHED_SECONDS = 600
LOOKED_AT = 50
"""Of the matches under way, so many of the newest."""

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
    scores: tuple[int, ...] = ()
    """By seat."""
    mark: Mark | None = None
    """From where on a match under way is followed."""
    replay: dict[str, Any] = field(default_factory=dict)
    """Of a match under way, as far as it goes."""


def chosen(ladder: Ladder | None) -> Showcase:
    """What to show now: a match under way, the newest that is over, or the example.

    At most seven queries. While bots still start, and without Redis, there is nothing to see of a
    match under way: then another one is better to look at.
    """
    running = list(Match.objects.running().with_seats().order_by("-pk")[:LOOKED_AT])
    if not running:
        return newest()
    ratings = _ratings(ladder, running)
    followed = _under_way(max(running, key=lambda match: interest(match, ratings)))
    if followed.board:
        return followed
    over = newest()
    return over if over.match else followed


def interest(match: Match, ratings: Mapping[int, float]) -> tuple[bool, float, int]:
    """How much a match promises to watch: the greater, the more.

    A tournament's before any other, since something hangs on it; then the one whose weakest player
    is the strongest, so that good bots are seen against good ones; then the youngest, of which
    most is still to come. `ratings` are by submission; who has none yet comes last.
    """
    seats = [ratings.get(seat.submission_id, float("-inf")) for seat in match.seats.all()]
    return match.kind == Kind.TOURNAMENT, min(seats), match.pk


def _ratings(ladder: Ladder | None, matches: list[Match]) -> dict[int, float]:
    if ladder is None:
        return {}
    playing = {seat.submission_id for match in matches for seat in match.seats.all()}
    rated = Standing.objects.current(ladder).filter(submission__in=playing)
    return dict(rated.values_list("submission", "rating"))


def _under_way(match: Match) -> Showcase:
    known = so_far(match)
    scores = [0] * len(match.seats.all())
    for move in known.moves:
        scores[move["p"]] += move["pts"]
    tiles = (tile for move in known.moves for tile in move.get("tiles", ()))
    board = tuple((x, y, tile) for x, y, tile in tiles)
    return Showcase(board, match, tuple(scores), known.mark, unfinished_replay(match, known))


def newest() -> Showcase:
    """The final board of the newest match, or else the example. Two queries."""
    match = Match.objects.finished().with_seats().order_by("-finished_at").first()
    if match is None:
        return Showcase(EXAMPLE)
    key = f"showcase:{match.pk}"
    board: Board | None = caches["local"].get(key)
    if board is None:
        try:
            board = _final_board(match)
        except (RecordError, NotRead):
            return Showcase(EXAMPLE)
        caches["local"].set(key, board, CACHED_SECONDS)
    return Showcase(board, match, tuple(seat.score or 0 for seat in match.seats.all()))


def _final_board(match: Match) -> Board:
    placements = [turn.move for turn in read_record(match).turns]
    return tuple(
        (x, y, str(tile))
        for move in placements
        if isinstance(move, Placement)
        for tile, (x, y) in zip(move.tiles, move.cells, strict=True)
    )
