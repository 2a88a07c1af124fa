"""The last ratings of each row of a leaderboard as a line that is drawn beside it."""

from collections.abc import Iterable, Sequence

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from sixfold.ladder.models import Ladder, Standing

WIDTH, HEIGHT = 64, 18
POINTS = 20
"""Milestones, each about a tenth more games than the one before."""
LEAST_ELO = 40
"""So much is the whole height at least: noise is not to look like a climb."""


def beside(ladder: Ladder, standings: Iterable[Standing]) -> list[tuple[Standing, str]]:
    """These standings, each with the corners of its line; none after fewer than two. One query."""
    rows = list(standings)
    kept = Standing.objects.milestones().filter(
        snapshot__ladder=ladder, submission__in=[standing.submission_id for standing in rows]
    )
    newest = Window(RowNumber(), partition_by="submission", order_by=F("snapshot").desc())
    found: dict[int, list[float]] = {}
    last = kept.annotate(age=newest).filter(age__lte=POINTS).order_by("snapshot")
    for submission, rating in last.values_list("submission", "rating"):
        found.setdefault(submission, []).append(rating)
    return [(standing, line(found.get(standing.submission_id, ()))) for standing in rows]


def line(ratings: Sequence[float]) -> str:
    """The corners of a line through these ratings, the newest at the right; rating upwards.

    >>> line([1000, 1040, 1020])
    '0.0,18.0 32.0,0.0 64.0,9.0'
    """
    if len(ratings) < 2:
        return ""
    height = max(LEAST_ELO, max(ratings) - min(ratings))
    top = (max(ratings) + min(ratings) + height) / 2
    step = WIDTH / (len(ratings) - 1)
    return " ".join(
        f"{step * n:.1f},{HEIGHT * (top - rating) / height:.1f}" for n, rating in enumerate(ratings)
    )
