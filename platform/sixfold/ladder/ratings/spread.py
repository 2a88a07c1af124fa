"""How sure every difference of two ratings is: one number a pair, packed so that one can be read.

The numbers are variances in squared Elo, four bytes each (little-endian floats), row by row below
the diagonal: (1, 0), (2, 0), (2, 1), (3, 0), ... Differences keep their precision where the
covariances that they come from would lose it: those contain the free offset of the whole scale.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from scipy.special import ndtr

from sixfold.ladder.ratings.fitting import Fit

ENTRY = 4
"""Bytes of one variance."""


def pack(fit: Fit, submissions: Sequence[int]) -> bytes:
    """The variances of all differences between these submissions, in their order."""
    columns = [fit.position(submission) for submission in submissions]
    covariance = fit.covariance[np.ix_(columns, columns)]
    own = np.diag(covariance)
    variances = own[:, None] + own - 2 * covariance
    packed: bytes = variances[np.tril_indices(len(columns), -1)].astype("<f4").tobytes()
    return packed


def offset(one: int, other: int) -> int:
    """The byte at which the variance of these two, by their places from 0, begins."""
    low, high = sorted((one, other))
    return ENTRY * (high * (high - 1) // 2 + low)


def unpack(entry: bytes) -> float:
    """One variance in squared Elo."""
    return float(np.frombuffer(entry, "<f4")[0])


def leverages(packed: bytes, me: int, anchor: int | None, count: int) -> list[float]:
    """How much a result against each of `count` moves `me`, all by their places; in squared Elo.

    It is the covariance of my distance to the anchor with my distance to the opponent: one moves
    up, the other down, and the anchor stays at its 1000. An anchor itself is moved by nothing.
    """
    variances = np.frombuffer(packed, "<f4")

    def variance(one: int, other: int) -> float:
        return 0.0 if one == other else float(variances[offset(one, other) // ENTRY])

    if anchor is None:
        return [variance(me, other) / 2 for other in range(count)]
    return [
        (variance(me, other) + variance(me, anchor) - variance(other, anchor)) / 2
        for other in range(count)
    ]


def superiority(difference: float, variance: float) -> float:
    """The likelihood (0 to 1) that a bot which is rated so much higher is the stronger one."""
    return float(ndtr(difference / sqrt(variance)))
