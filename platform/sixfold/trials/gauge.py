"""The state of a sequential test as a small picture: where it stands between its two bounds."""

from dataclasses import dataclass

from arena.sprt import SequentialTest

WIDTH = 320
MARGIN = 8


@dataclass(frozen=True, slots=True)
class Gauge:
    """Positions across the picture, and the figures that they stand for."""

    llr: float
    low: float
    high: float
    width: int = WIDTH
    left: int = MARGIN
    right: int = WIDTH - MARGIN

    @property
    def zero(self) -> float:
        """Where the test began."""
        return self._x(0)

    @property
    def x(self) -> float:
        """Where it stands; a test that has passed a bound is drawn at it."""
        return self._x(self.llr)

    @property
    def start(self) -> float:
        """Where the bar from the beginning to the present begins."""
        return min(self.zero, self.x)

    @property
    def length(self) -> float:
        return round(abs(self.x - self.zero), 1)

    def _x(self, llr: float) -> float:
        inside = min(max(llr, self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return round(self.left + share * (self.right - self.left), 1)


def gauge(test: SequentialTest, llr: float) -> Gauge:
    """The picture of a test at this log-likelihood ratio."""
    low, high = test.bounds
    return Gauge(llr, low, high)
