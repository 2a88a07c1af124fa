"""The geometry of a rating's history."""

from collections.abc import Sequence

from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from sixfold.ladder.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Point, chart


def point(rating: float, bar: float = 50, version: int = 1, games: int = 10) -> Point:
    return Point(version, games, rating, bar, provisional=bar > 60, published_at=timezone.now())


def test_without_ratings_there_is_no_chart() -> None:
    assert chart([]) is None


def test_one_rating_is_one_dot_with_its_interval() -> None:
    drawn = chart([point(1000)])
    assert drawn is not None
    ((dot,),) = (curve.dots for curve in drawn.curves)
    assert dot.x == LEFT
    assert dot.y_high < dot.y < dot.y_low


def test_points_stand_side_by_side_and_higher_ratings_higher() -> None:
    drawn = chart([point(1000), point(1100), point(1050)])
    assert drawn is not None
    (curve,) = drawn.curves
    assert [dot.x for dot in curve.dots] == [LEFT, (LEFT + WIDTH - RIGHT) / 2, WIDTH - RIGHT]
    low, high, middle = (dot.y for dot in curve.dots)
    assert high < middle < low


def test_each_version_has_a_curve_of_its_own() -> None:
    drawn = chart([point(1000), point(1010), point(900, version=2)])
    assert drawn is not None
    assert [(curve.version, len(curve.dots)) for curve in drawn.curves] == [(1, 2), (2, 1)]


def test_a_first_huge_interval_does_not_flatten_the_rest() -> None:
    drawn = chart([point(1000, bar=390), point(1010, bar=40)])
    assert drawn is not None
    ratings = [line.rating for line in drawn.grid]
    assert ratings[-1] - ratings[0] <= 300


@given(st.lists(st.tuples(st.floats(-500, 3000), st.floats(0.5, 392)), min_size=1, max_size=60))
def test_everything_stays_inside_the_frame(ratings: Sequence[tuple[float, float]]) -> None:
    drawn = chart([point(rating, bar) for rating, bar in ratings])
    assert drawn is not None
    assert 2 <= len(drawn.grid) <= 7 or drawn.grid[-1].rating - drawn.grid[0].rating > 5_000
    for curve in drawn.curves:
        for dot in curve.dots:
            assert LEFT <= dot.x <= WIDTH - RIGHT
            for y in (dot.y, dot.y_low, dot.y_high):
                assert TOP <= y <= HEIGHT - BOTTOM
