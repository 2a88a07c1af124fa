"""The history of ratings as the geometry of a picture; templates/ladder/_chart.html draws it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import ceil, floor

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 14, 20, 26
STEPS = (10, 20, 50, 100, 200, 500, 1000)
"""Elo between two lines of the grid: the finest that gives no more than six."""


@dataclass(frozen=True, slots=True)
class Point:
    """A rating that was published: of which version, after how many games."""

    version: int
    games: int
    rating: float
    bar: float
    provisional: bool
    published_at: datetime
    snapshot: int = 0
    """That it was published in."""
    url: str = ""
    """The page of what changed it."""

    @property
    def low(self) -> float:
        return self.rating - self.bar

    @property
    def high(self) -> float:
        return self.rating + self.bar


@dataclass(frozen=True, slots=True)
class Dot:
    """A point where it is drawn, with the ends of its interval."""

    point: Point
    x: float
    y: float
    y_low: float
    y_high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One version: its line, and the band of its 95 % intervals."""

    version: int
    dots: tuple[Dot, ...]

    @property
    def x(self) -> float:
        """Where the version begins."""
        return self.dots[0].x

    @property
    def line(self) -> str:
        """The corners of an SVG polyline."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def band(self) -> str:
        """The corners of an SVG polygon."""
        above = [f"{dot.x},{dot.y_high}" for dot in self.dots]
        below = [f"{dot.x},{dot.y_low}" for dot in reversed(self.dots)]
        return " ".join(above + below)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the grid."""

    rating: int
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over a grid. Points stand side by side, so each step is about a tenth more games."""

    curves: tuple[Curve, ...]
    grid: tuple[Line, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def chart(points: Sequence[Point]) -> Chart | None:
    """A picture of these points, in order of version and games; None where there is none."""
    if not points:
        return None
    # A first bar reaches over hundreds of Elo and would flatten all that follows.
    limit = 2.5 * max(min(point.bar for point in points), 20)
    low = min(max(point.low, point.rating - limit) for point in points)
    high = max(min(point.high, point.rating + limit) for point in points)
    step = next((step for step in STEPS if (high - low) / step <= 5), STEPS[-1])
    low, high = step * floor(low / step), step * ceil(high / step)

    def y(rating: float) -> float:
        inside = min(max(rating, low), high)
        return round(TOP + (high - inside) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    pitch = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)
    dots = [
        Dot(point, round(LEFT + pitch * number, 1), y(point.rating), y(point.low), y(point.high))
        for number, point in enumerate(points)
    ]
    versions = groupby(dots, lambda dot: dot.point.version)
    return Chart(
        curves=tuple(Curve(version, tuple(group)) for version, group in versions),
        grid=tuple(Line(rating, y(rating)) for rating in range(int(low), int(high) + 1, step)),
    )
