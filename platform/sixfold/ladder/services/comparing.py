"""Comparing what owners' bots have done to each other with what the ratings promise."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple

from django.db.models import F

from sixfold.ladder import ratings, residuals
from sixfold.ladder.models import Comparison, Ladder, PairCount, Standing
from sixfold.ladder.residuals import Meeting, Residual

KEPT = 50
"""Of the pairs, and of the rings."""


def compare(ladder: Ladder) -> Comparison | None:
    """Keep what stands out by the newest ratings; None where that is done, or there are none.

    Not when somebody asks, since it goes over every pair of versions that has ever met: half a
    second for a thousand bots. A ladder over all sizes has no games of its own to compare.
    """
    newest = ladder.snapshots.order_by("pk").last()
    if newest is None or ladder.seats is None:
        return None
    if Comparison.objects.filter(snapshot=newest).exists():
        return None
    pairs = residuals.pairs(_meetings(ladder))
    comparison, _made = Comparison.objects.update_or_create(
        ladder=ladder,
        defaults={
            "snapshot": newest,
            "compared": len(pairs),
            "striking": sum(pair.striking for pair in pairs),
            "pairs": _rows(pairs),
            "rings": _rows(residuals.rings(pairs)),
        },
    )
    return comparison


def _rows(found: Sequence[Residual]) -> list[tuple[object, ...]]:
    return [astuple(one) for one in found[:KEPT]]


def _meetings(ladder: Ladder) -> Iterator[Meeting]:
    """What bots of different owners have done to each other, the house's left out. Two queries."""
    rated = dict(Standing.objects.current(ladder).values_list("submission", "rating"))
    counts = PairCount.objects.filter(
        ladder=ladder, first__bot__house=False, second__bot__house=False
    ).exclude(first__bot__owner=F("second__bot__owner"))
    columns = (
        "first", "second", "first__bot__owner", "second__bot__owner",
        "first_wins", "draws", "second_wins",
    )  # fmt: skip
    rows = counts.values_list(*columns)
    for first, second, owner, other, wins, draws, losses in rows.iterator(chunk_size=10_000):
        if first in rated and second in rated:
            ahead = rated[first] - rated[second]
            games, points = wins + draws + losses, wins + draws / 2
            yield Meeting(owner, other, games, points, ratings.expected_share(ahead))
