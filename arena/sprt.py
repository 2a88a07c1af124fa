"""Is the new version stronger? The sequential test over pairs of games, and Elo from its counts.

A generalised sequential probability ratio test: the results so far are made as likely as each of
two hypotheses allows, and the log of the ratio (LLR) walks until it crosses a bound. A pair of
games on one seed with the seats swapped is one observation of five kinds, because its games depend
on each other; a game alone is one of three. Elo is logistic, or normalised by the spread of a game
(nElo), which makes the length of a test independent of how often games are drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import erf, exp, inf, log, log10, sqrt

RARE = 1e-3
"""Stands for a count of nothing: a result that was never seen is not impossible."""

SPREAD_PER_NELO = log(10) / 800
"""Standard deviations of one game's score in one normalised Elo."""


class Model(StrEnum):
    """What an Elo difference of a hypothesis means."""

    LOGISTIC = "logistic"
    NORMALISED = "normalised"


class Decision(StrEnum):
    """What the results so far say."""

    ACCEPTED = "accepted"
    """The difference is taken to be the second hypothesis or more."""
    REJECTED = "rejected"
    """It is taken to be the first hypothesis or less."""
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Two hypotheses in Elo, and the chances of error that are accepted."""

    elo0: float = 0
    elo1: float = 20
    model: Model = Model.LOGISTIC
    alpha: float = 0.05
    """The chance of accepting a bot that is no more than ``elo0`` stronger ..."""
    beta: float = 0.05
    """... and of rejecting one that is ``elo1`` stronger."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"The first Elo has to be the lower: {self.elo0} and {self.elo1}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("The chances of error lie between 0 and a half.")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which the test rejects, and that at which it accepts (Wald 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """How much likelier the counts are under ``elo1`` than under ``elo0``, as a logarithm.

        ``counts`` are of pairs by their points, ``[0, ½, 1, 1½, 2]``, or of games, ``[lost, drawn,
        won]``.
        """
        if not any(counts):
            return 0.0
        scores, shares, total = _distribution(counts)
        fit = _fit_logistic if self.model is Model.LOGISTIC else _fit_normalised
        fit0, fit1 = (fit(scores, shares, elo) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * log(one / zero) for share, zero, one in zip(shares, fit0, fit1, strict=True)
        )

    def decide(self, counts: Sequence[int]) -> Decision:
        """What the counts say. To ask after every pair errs a little more often than promised."""
        low, high = self.bounds
        llr = self.llr(counts)
        if llr >= high:
            return Decision.ACCEPTED
        return Decision.REJECTED if llr <= low else Decision.OPEN


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the counts say about the difference in strength.

    After a test that stopped by itself it leans towards the side on which it stopped.
    """

    score: float
    """The share of the points, from 0 to 1."""
    elo: float
    half_width: float
    """Of the 95 % interval, in Elo."""
    nelo: float
    los: float
    """The likelihood of superiority: the chance that the first bot is the stronger."""


def estimate(counts: Sequence[int]) -> Estimate:
    """The difference in strength after at least one game; the counts are those of an LLR."""
    total = sum(counts)
    if total == 0:
        raise ValueError("Nothing was played.")
    most = len(counts) - 1
    mean = sum(index / most * count for index, count in enumerate(counts)) / total
    variance = sum((index / most - mean) ** 2 * count for index, count in enumerate(counts)) / total
    error = sqrt(variance / total)
    if variance == 0:
        sign = (mean > 0.5) - (mean < 0.5)
        half = 0.0 if 0 < mean < 1 else inf
        return Estimate(mean, elo_of(mean), half, sign * inf if sign else 0.0, (1 + sign) / 2)
    return Estimate(
        score=mean,
        elo=elo_of(mean),
        half_width=(elo_of(mean + 1.96 * error) - elo_of(mean - 1.96 * error)) / 2,
        nelo=(mean - 0.5) / (sqrt(variance) * _games_root(counts)) / SPREAD_PER_NELO,
        los=(1 + erf((mean - 0.5) / error / sqrt(2))) / 2,
    )


def score_of(elo: float) -> float:
    """The share of the points that a difference in Elo promises."""
    return 1 / (1 + exp(-elo * log(10) / 400))


def elo_of(score: float) -> float:
    """The difference in Elo that promises a share of the points; infinite from 0 and from 1 on."""
    if score <= 0:
        return -inf
    return 400 * log10(score / (1 - score)) if score < 1 else inf


def _games_root(counts: Sequence[int]) -> float:
    """Root of the number of games in one observation: a pair's mean varies that much less."""
    return sqrt((len(counts) - 1) / 2)


def _distribution(counts: Sequence[int]) -> tuple[list[float], list[float], float]:
    """The scores, the share of each, and how many observations there are."""
    regular = [count or RARE for count in counts]
    total = sum(regular)
    scores = [index / (len(counts) - 1) for index in range(len(counts))]
    return scores, [count / total for count in regular], total


def _fit_logistic(scores: list[float], shares: list[float], elo: float) -> list[float]:
    """The likeliest distribution whose mean is that of the Elo difference."""
    target = score_of(elo)
    return _tilt(shares, [score - target for score in scores])


def _fit_normalised(scores: list[float], shares: list[float], nelo: float) -> list[float]:
    """The likeliest distribution whose mean is ``nelo`` from a half in units of its own spread.

    The spread depends on the distribution, so the condition is made linear around the last one.
    """
    wanted = nelo * SPREAD_PER_NELO * sqrt((len(scores) - 1) / 2)
    fitted = [1 / len(scores)] * len(scores)
    while True:
        mean = sum(score * part for score, part in zip(scores, fitted, strict=True))
        spread = sqrt(
            sum((score - mean) ** 2 * part for score, part in zip(scores, fitted, strict=True))
        )
        excess = [
            score - 0.5 - wanted * spread * (1 + ((mean - score) / spread) ** 2) / 2
            for score in scores
        ]
        before, fitted = fitted, _tilt(shares, excess)
        if max(abs(one - two) for one, two in zip(before, fitted, strict=True)) < 1e-10:
            return fitted


def _tilt(shares: list[float], values: list[float]) -> list[float]:
    """The distribution likeliest to give the shares under which the values have the mean 0.

    It is ``share / (1 + x value)`` (Owen, Empirical Likelihood, 2001), with the one x that does.
    """
    pairs = list(zip(shares, values, strict=True))
    x = _root(
        lambda x: sum(share * value / (1 + x * value) for share, value in pairs),
        -1 / max(values),
        -1 / min(values),
    )
    return [share / (1 + x * value) for share, value in pairs]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is 0 between two poles, by halving the interval."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
