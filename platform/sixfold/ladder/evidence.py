"""What was measured of ratings and of bags, for the page on ratings, by commands that repeat it.

python -m tests.benchmarks.ratings accuracy
python -m tests.benchmarks.bags
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Accuracy:
    """200 simulated bots whose strengths are known, with the luck of the game; means of 8 runs."""

    tables: str | Promise
    games: int
    """Of each bot."""
    tau: float
    """Kendall's rank correlation with the true order."""
    error: float
    """Root mean square, in Elo."""
    covered: float
    """Percent of all differences whose 95 % interval holds the true one."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The variance of a cluster's mean beside that of as many independent games."""

    bots: str | Promise
    """The first is the one that is measured."""
    results: tuple[float, float, float]
    """Of the share of points: the ratio, and its 95 % interval."""
    margins: tuple[float, float, float]


_TWO, _FOUR = _("two"), _("four")
_MIXED = _("half at two, a quarter each at four and six")

ACCURACY = (
    Accuracy(_TWO, 30, 0.604, 63.7, 95.8),
    Accuracy(_TWO, 100, 0.772, 36.7, 95.4),
    Accuracy(_TWO, 300, 0.865, 21.8, 94.8),
    Accuracy(_TWO, 1000, 0.922, 11.9, 94.9),
    Accuracy(_FOUR, 100, 0.832, 26.8, 95.6),
    Accuracy(_FOUR, 1000, 0.943, 9.0, 94.5),
    Accuracy(_MIXED, 100, 0.817, 28.9, 96.2),
    Accuracy(_MIXED, 1000, 0.937, 9.8, 94.8),
)
LUCK = (
    # The first over 3,000 clusters, two bots else over 400 and four over 200: hence the intervals.
    Luck(_("greedy, greedy"), (0.88, 0.84, 0.91), (0.80, 0.76, 0.83)),
    Luck(_("careful, greedy"), (0.96, 0.87, 1.06), (0.86, 0.77, 0.95)),
    Luck(_("greedy, greedy with 10 % random moves"), (0.84, 0.76, 0.94), (0.84, 0.75, 0.93)),
    Luck(_("greedy, greedy with 30 % random moves"), (0.89, 0.83, 0.97), (0.90, 0.80, 1.00)),
    Luck(_("four greedy"), (0.93, 0.77, 1.09), (0.83, 0.70, 0.97)),
)
