"""The fit: the strengths under which all results together were most likely, and how sure they are.

Found by Newton's method with a normal prior (maximum a posteriori).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist

import numpy as np

# What is used of it is loaded then: most processes never fit, and would start 0.2 s later.
import scipy

from sixfold.ladder.ratings.meetings import Floats, Pair, meetings
from sixfold.ladder.ratings.scale import ANCHOR, ELO, PRIOR_SD, Z

DRAWS = 2_000
"""Random strengths from which ranks are estimated."""

_MAX_STEPS = 50
_TOLERANCE = 1e-9


class ConvergenceError(ArithmeticError):
    """Newton's method did not come to rest; the ratings published before still stand."""


class UnratedError(KeyError):
    """A submission without a counted match was asked for; it has no rating."""


@dataclass(frozen=True)
class Fit:
    """The strengths of `ids` around the prior mean, and how sure they are."""

    ids: tuple[int, ...]
    """Submissions, ascending; every array follows this order."""
    logits: Floats
    """Strengths; they sum to zero."""
    games: Floats
    """Weighted results of each, in two-player games."""
    factor: Floats
    """Lower Cholesky factor of the objective's curvature; its inverse is the covariance."""
    steps: int
    """How many Newton steps it took."""

    @cached_property
    def covariance(self) -> Floats:
        """In squared Elo."""
        inverse: Floats = scipy.linalg.cho_solve((self.factor, True), np.eye(len(self.ids)))
        return ELO**2 * inverse

    def position(self, submission: int) -> int:
        """Its place in the arrays; raises UnratedError."""
        try:
            return self._positions[submission]
        except KeyError:
            raise UnratedError(submission) from None

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {submission: position for position, submission in enumerate(self.ids)}

    def ratings(self, anchor: int | None = None) -> Floats:
        """In Elo, with the anchor at 1000; without one, the prior's mean is 1000."""
        zero = self.logits[self.position(anchor)] if anchor is not None else 0.0
        return ANCHOR + ELO * (self.logits - zero)

    def mean(self, anchor: int | None = None) -> float:
        """In Elo, where strengths sum to zero and the prior expects a newcomer."""
        ahead = self.logits[self.position(anchor)] if anchor is not None else 0.0
        return float(ANCHOR - ELO * ahead)

    def bars(self) -> Floats:
        """Half the 95 % intervals in Elo, relative to the pool's mean.

        The variances alone would hold the free offset of the whole scale as well, which no
        comparison of two bots contains. The mean weighs everybody by games: otherwise a newcomer,
        who may be anywhere, would make all others uncertain.
        """
        total = self.games.sum()
        share = self.games / total if total else np.full(len(self.ids), 1 / len(self.ids))
        covariance = self.covariance
        shared = covariance @ share
        return _bars(np.diag(covariance) - 2 * shared + share @ shared)

    def bars_against(self, submission: int) -> Floats:
        """Half the 95 % intervals in Elo of the differences to one submission."""
        position, covariance = self.position(submission), self.covariance
        variance = np.diag(covariance)
        relative = variance + variance[position] - 2 * covariance[:, position]
        return _bars(relative)

    def superiority(self, one: int, other: int) -> float:
        """The likelihood (0 to 1) that `one` is stronger than `other`."""
        i, j, covariance = self.position(one), self.position(other), self.covariance
        variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        return NormalDist().cdf(ELO * float(self.logits[i] - self.logits[j]) / sqrt(variance))

    def ranks(self, submissions: Sequence[int]) -> list["Rank"]:
        """The ranks of these submissions among themselves, best first.

        Intervals come from random strengths with a fixed seed: the same fit, the same ranks.
        """
        if not submissions:
            return []
        ordered = sorted(submissions, key=lambda one: (-self.logits[self.position(one)], one))
        columns = [self.position(one) for one in ordered]
        noise = np.random.default_rng(0).standard_normal((len(self.ids), DRAWS))
        spread = scipy.linalg.solve_triangular(self.factor, noise, lower=True, trans="T")
        drawn = self.logits[:, None] + spread
        places = 1 + np.argsort(np.argsort(-drawn[columns], axis=0), axis=0)
        low = np.quantile(places, 0.025, axis=1, method="lower")
        high = np.quantile(places, 0.975, axis=1, method="higher")
        best = (places == 1).mean(axis=1)
        return [
            Rank(one, rank, int(low[row]), int(high[row]), float(best[row]))
            for row, (rank, one) in enumerate(enumerate(ordered, 1))
        ]


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a submission stands, and where it may truly stand."""

    submission: int
    rank: int
    low: int
    """The best rank of the 95 % interval."""
    high: int
    """The worst rank of the 95 % interval."""
    best: float
    """The probability (0 to 1) that it is the strongest."""


def fit(pairs: Iterable[Pair], others: Iterable[int] = (), prior_sd: float = PRIOR_SD) -> Fit:
    """The most likely strengths of all who have met, and of `others` even if they met nobody.

    Raises ConvergenceError, and ValueError where there is nobody at all.
    """
    met = meetings(list(pairs), others)
    prior = (ELO / prior_sd) ** 2
    logits = np.zeros(len(met.ids))
    value = met.likelihood(logits) - prior / 2 * (logits @ logits)
    for number in range(1, _MAX_STEPS + 1):
        gradient, information = met.derivatives(logits)
        factor: Floats = scipy.linalg.cholesky(
            information + prior * np.eye(len(logits)), lower=True
        )
        step: Floats = scipy.linalg.cho_solve((factor, True), gradient - prior * logits)
        # Overshooting is halved away; what rounding alone can lose is no overshoot.
        slack = 1e-12 * abs(value)
        while True:
            moved = logits + step
            improved = met.likelihood(moved) - prior / 2 * (moved @ moved)
            if improved >= value - slack:
                break
            step /= 2
        logits, value = moved, improved
        if np.abs(step).max() < _TOLERANCE:
            return Fit(met.ids, logits, met.games_of_each, factor, number)
    raise ConvergenceError(f"{len(met.ids)} ratings did not settle in {_MAX_STEPS} Newton steps.")


def _bars(variances: Floats) -> Floats:
    # Rounding may leave a variance of nothing just below zero.
    bars: Floats = Z * np.sqrt(np.maximum(variances, 0))
    return bars
