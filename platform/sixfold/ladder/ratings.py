"""Ratings without Django: the Bradley-Terry fit on the Elo scale, its error bars and ranks.

The strengths are those under which the whole history was most likely, with a normal prior
(maximum a posteriori, found by Newton's method): they depend on the counted results alone, not on
their order. A difference of 400 Elo is odds of ten to one.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve, cholesky, solve_triangular
from scipy.special import expit, ndtr

ELO = 400 / log(10)
"""Elo points to a logit."""
ANCHOR = 1000
"""What the anchor is rated, in Elo."""
PRIOR_SD = 200.0
"""Standard deviation in Elo of the strengths that are expected before any match."""
Z = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""
PROVISIONAL = 60.0
"""A bar in Elo above which a rating has no rank yet."""
DRAWS = 2_000
"""Random strengths from which ranks are estimated."""

_UNITS = 420
_MAX_STEPS = 50
_TOLERANCE = 1e-9

Floats = NDArray[np.float64]


class ConvergenceError(ArithmeticError):
    """Newton's method did not come to rest; the ratings published before still stand."""


class UnratedError(KeyError):
    """A submission without a counted match was asked for; it has no rating."""


class Pair(NamedTuple):
    """The counted meetings of two submissions at tables of `seats` seats."""

    first: int
    second: int
    first_wins: int
    draws: int
    second_wins: int
    seats: int = 2

    def __str__(self) -> str:
        counts = f"{self.first_wins} {self.draws} {self.second_wins}"
        return f"{self.seats} {self.first} {self.second} {counts}"

    @property
    def games(self) -> int:
        return self.first_wins + self.draws + self.second_wins


def weight(seats: int) -> float:
    """Two-player games that one match is worth to each bot at a table of `seats` seats.

    It has seats - 1 results, but results against table mates correlate by one third.
    """
    return 3 * (seats - 1) / (seats + 1)


def expected_bar(bar: float, games: int, seats: int = 2) -> float:
    """The bar in Elo after so many more matches against bots of about the same strength."""
    return 1 / sqrt(1 / bar**2 + games * weight(seats) / (2 * Z * ELO) ** 2)


def games_until(target: float, bar: float, games: int = 0, seats: int = 2) -> int:
    """About how many more matches bring a bar down to `target` Elo, if they tell as much each as
    those `games` that have brought it here; before the first, as matches among equals do.
    """
    told = 1 / bar**2 - 1 / (Z * PRIOR_SD) ** 2
    each = told / games if games and told > 0 else weight(seats) / (2 * Z * ELO) ** 2
    return max(0, ceil((1 / target**2 - 1 / bar**2) / each))


def digest(pairs: Iterable[Pair]) -> str:
    """SHA-256 of the sorted counts: equal counts, equal ratings."""
    lines = sorted(pairs, key=lambda pair: (pair.seats, pair.first, pair.second))
    return hashlib.sha256("".join(f"{pair}\n" for pair in lines).encode()).hexdigest()


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
        inverse: Floats = cho_solve((self.factor, True), np.eye(len(self.ids)))
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
        return float(ndtr(ELO * (self.logits[i] - self.logits[j]) / sqrt(variance)))

    def ranks(self, submissions: Sequence[int]) -> list["Rank"]:
        """The ranks of these submissions among themselves, best first.

        Intervals come from random strengths with a fixed seed: the same fit, the same ranks.
        """
        if not submissions:
            return []
        ordered = sorted(submissions, key=lambda one: (-self.logits[self.position(one)], one))
        columns = [self.position(one) for one in ordered]
        noise = np.random.default_rng(0).standard_normal((len(self.ids), DRAWS))
        drawn = self.logits[:, None] + solve_triangular(self.factor, noise, lower=True, trans="T")
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
    met = _meetings(list(pairs), others)
    prior = (ELO / prior_sd) ** 2
    logits = np.zeros(len(met.ids))
    value = met.likelihood(logits) - prior / 2 * (logits @ logits)
    for number in range(1, _MAX_STEPS + 1):
        gradient, information = met.derivatives(logits)
        factor: Floats = cholesky(information + prior * np.eye(len(logits)), lower=True)
        step: Floats = cho_solve((factor, True), gradient - prior * logits)
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


@dataclass(frozen=True, slots=True)
class _Meetings:
    """Each pair that has met once, by positions in `ids`, in one order whatever came first."""

    ids: tuple[int, ...]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    won: Floats
    """Weighted points of the first."""
    games: Floats
    """Weighted points of both."""

    def likelihood(self, logits: Floats) -> float:
        """The logarithm of the results' probability."""
        ahead = logits[self.first] - logits[self.second]
        # ln(1 - p) is ln p - ahead, for p the first's chance to win.
        return float(
            -(self.games * np.logaddexp(0, -ahead) + (self.games - self.won) * ahead).sum()
        )

    def derivatives(self, logits: Floats) -> tuple[Floats, Floats]:
        """The likelihood's gradient and the negative of its second derivative."""
        expected = expit(logits[self.first] - logits[self.second])
        gradient = self._sum(self.won - self.games * expected, -1)
        pull = self.games * expected * (1 - expected)
        information = np.diag(self._sum(pull, 1))
        information[self.first, self.second] = information[self.second, self.first] = -pull
        return gradient, information

    @property
    def games_of_each(self) -> Floats:
        return self._sum(self.games, 1)

    def _sum(self, values: Floats, sign: int) -> Floats:
        """What falls to each: a pair's value to its first, and with this sign to its second."""
        sums: Floats = np.bincount(self.first, values, len(self.ids)).astype(np.float64)
        return sums + sign * np.bincount(self.second, values, len(self.ids))


def _meetings(pairs: list[Pair], others: Iterable[int]) -> _Meetings:
    """Weighted points of all pairs.

    A win is two half points and a draw one. Half points are weighted by 3 / (seats + 1) in
    integers, so that their sum cannot depend on its order, and divided once.
    """
    rows = np.array(pairs, dtype=np.int64).reshape(-1, len(Pair._fields))
    first, second, wins, draws, losses, seats = rows.T
    ids = np.union1d(rows[:, :2], np.fromiter(others, dtype=np.int64))
    if not ids.size:
        raise ValueError("No match has been counted, so there is nothing to rate.")
    positions = np.searchsorted(ids, first), np.searchsorted(ids, second)
    unit = _UNITS // (seats + 1)
    points = np.zeros((ids.size, ids.size), dtype=np.int64)
    np.add.at(points, positions, unit * (2 * wins + draws))
    np.add.at(points, positions[::-1], unit * (2 * losses + draws))
    met_first, met_second = np.nonzero(np.triu(points + points.T))
    won, lost = points[met_first, met_second], points[met_second, met_first]
    # A two-player win is one point: two half points of 140 units each.
    one = 2 * _UNITS // 3
    return _Meetings(tuple(ids.tolist()), met_first, met_second, won / one, (won + lost) / one)


def _bars(variances: Floats) -> Floats:
    # Rounding may leave a variance of nothing just below zero.
    bars: Floats = Z * np.sqrt(np.maximum(variances, 0))
    return bars
