"""Ratings of a field in which all have met: one Bradley-Terry fit, as on the site, in plain Python.

For the handful of bots of a tournament; the site's own fit, over hundreds, has the same values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

PER_LOGIT = 400 / log(10)
"""Elo in one unit of the logistic scale."""

PRIOR_SD = 200.0
"""Before its first game a bot is this many Elo from the field's mean: no sweep is infinite."""

STEPS = 50
"""Newton needs five to eight; more would mean that the sums are wrong."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo against the mean of the field, and the half width of its 95 % interval."""

    elo: float
    bar: float


def fit(points: Sequence[Sequence[float]]) -> list[Rating]:
    """The rating of each bot, where ``points[i][j]`` are what i won from j, a draw being a half.

    The strengths are those likeliest under the prior, and the covariance is the inverse of the
    curvature there. The games of a pair count as independent, which changes bars by a few percent.
    """
    field = range(len(points))
    prior = (PER_LOGIT / PRIOR_SD) ** 2
    games = [[points[i][j] + points[j][i] for j in field] for i in field]
    strengths = [0.0] * len(points)
    for _ in range(STEPS):
        expected = [[1 / (1 + exp(strengths[j] - strengths[i])) for j in field] for i in field]
        slope = [
            sum(points[i][j] - games[i][j] * expected[i][j] for j in field if j != i)
            - prior * strengths[i]
            for i in field
        ]
        curvature = [[-games[i][j] * expected[i][j] * expected[j][i] for j in field] for i in field]
        for i in field:
            curvature[i][i] = prior - sum(curvature[i][j] for j in field if j != i)
        covariance = _inverse(curvature)
        steps = [sum(covariance[i][j] * slope[j] for j in field) for i in field]
        furthest = max(map(abs, steps))
        # No further than one logit at a time: a lopsided field would overshoot for ever.
        strengths = [
            one + step / max(1, furthest) for one, step in zip(strengths, steps, strict=True)
        ]
        if furthest < 1e-9:
            return [
                Rating(PER_LOGIT * strengths[i], 1.96 * PER_LOGIT * sqrt(variance))
                for i, variance in enumerate(_about_the_mean(covariance))
            ]
    raise ArithmeticError("The ratings did not settle.")


def _about_the_mean(covariance: list[list[float]]) -> list[float]:
    """The variance of each strength less the mean of all: the scale's own offset is nobody's."""
    count = len(covariance)
    means = [sum(row) / count for row in covariance]
    mean = sum(means) / count
    return [covariance[i][i] - 2 * means[i] + mean for i in range(count)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan; the matrix is positive definite, so no pivot is 0."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for pivot in range(count):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for other in range(count):
            if other != pivot and (factor := rows[other][pivot]):
                rows[other] = [
                    value - factor * lead
                    for value, lead in zip(rows[other], rows[pivot], strict=True)
                ]
    return [row[count:] for row in rows]
