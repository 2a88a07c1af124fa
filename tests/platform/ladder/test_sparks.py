"""The lines beside the rows of a leaderboard."""

import pytest

from sixfold.bots.models import Submission
from sixfold.ladder import sparks
from sixfold.ladder.models import Ladder, Snapshot, Standing
from sixfold.ladder.sparks import line


@pytest.mark.parametrize(
    ("ratings", "points"),
    [
        ([], ""),
        ([1000], ""),
        ([1000, 1040, 1020], "0.0,18.0 32.0,0.0 64.0,9.0"),
        ([1000, 1010], "0.0,11.2 64.0,6.8"),
        ([900, 1100], "0.0,18.0 64.0,0.0"),
    ],
)
def test_a_line_fills_its_height_unless_little_has_changed(
    ratings: list[float], points: str
) -> None:
    assert line(ratings) == points


def test_a_row_has_the_newest_milestones_of_its_version(
    trio: list[Submission], ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparks, "POINTS", 2)
    for rating in (1000, 1300, 1100, 1180):
        snapshot = Snapshot.objects.create(ladder=ladder, watermark=rating, digest="")
        for one, shift in ((trio[1], 0), (trio[2], 500)):
            Standing.objects.create(
                snapshot=snapshot,
                submission=one,
                rating=rating + shift,
                bar=50,
                anchor_bar=50,
                milestone=rating != 1300 or shift == 0,
            )
    rows = Standing.objects.filter(snapshot=snapshot).order_by("submission")
    assert sparks.beside(ladder, rows) == [
        (rows[0], line([1100, 1180])),
        (rows[1], line([1600, 1680])),
    ]
