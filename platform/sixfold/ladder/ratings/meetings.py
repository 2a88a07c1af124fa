"""Who met whom and how it went, as integers whose order cannot matter, and as a likelihood."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

_UNITS = 420
"""Divisible by each number of seats and one, so that every weight is an integer."""

Floats = NDArray[np.float64]


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


def digest(pairs: Iterable[Pair]) -> str:
    """SHA-256 of the sorted counts: equal counts, equal ratings."""
    lines = sorted(pairs, key=lambda pair: (pair.seats, pair.first, pair.second))
    return hashlib.sha256("".join(f"{pair}\n" for pair in lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Meetings:
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
        expected = scipy.special.expit(logits[self.first] - logits[self.second])
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


def meetings(pairs: list[Pair], others: Iterable[int]) -> Meetings:
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
    return Meetings(tuple(ids.tolist()), met_first, met_second, won / one, (won + lost) / one)
