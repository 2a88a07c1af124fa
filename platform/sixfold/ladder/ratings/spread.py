"""How far a result moves every rating, and how sure every difference of two is, packed row by row.

A bot's row has one number for each rated bot, four bytes each (little-endian floats): its leverage
against that one, in squared Elo. It is the covariance of its distance to the anchor with its
distance to the opponent: one moves up, the other down, and the anchor stays at its 1000. What two
bots have against each other sums to the variance of the difference between them, so that neither
question needs more than two rows. They keep the precision which the covariances of the strengths
would lose: those contain the free offset of the whole scale.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import numpy as np

from sixfold.ladder.ratings.fitting import Fit


def pack(fit: Fit, submissions: Sequence[int], anchor: int | None) -> list[bytes]:
    """A row for each of these submissions, with their leverages in the same order.

    Without an anchor the pool's mean stays where it is, and two bots move equally far.
    """
    columns = [fit.position(submission) for submission in submissions]
    covariance = fit.covariance[np.ix_(columns, columns)]
    own = np.diag(covariance)
    if anchor is None:
        leverages = (own[:, None] + own) / 2 - covariance
    else:
        shared = fit.covariance[columns, fit.position(anchor)]
        leverages = own[:, None] - covariance - shared[:, None] + shared
    return [row.tobytes() for row in leverages.astype("<f4")]


def unpack(row: bytes) -> list[float]:
    """The leverages in squared Elo, in the order in which they were packed."""
    leverages: list[float] = np.frombuffer(row, "<f4").tolist()
    return leverages


def superiority(difference: float, variance: float) -> float:
    """The likelihood (0 to 1) that a bot which is rated so much higher is the stronger one."""
    return NormalDist().cdf(difference / sqrt(variance))
