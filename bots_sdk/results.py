"""What a series of games says about strength: a share of the points with its interval, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from math import ceil, sqrt
from statistics import fmean

from bots_sdk.series import Played

Z95 = 1.96
"""Standard deviations on either side of a 95 % interval."""

Z80 = 0.84
"""And those that give an experiment 80 % power."""

PRIOR = 4
"""Clusters of independent games that are mixed into the measured spread."""

MOST_GAMES = 100_000
"""Beyond this a difference is too small to be worth deciding."""


class Verdict(StrEnum):
    """How a bot stands against the field that it met."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Share:
    """The share of table mates that a bot placed above, ties half, with its 95 % interval.

    Between two bots that is the win rate, with a drawn game as half a win. All three lie in 0 to 1.
    """

    value: float
    low: float
    high: float
    dispersion: float
    """Variance of one cluster's share over that of a single all-or-nothing game."""

    @property
    def verdict(self) -> Verdict:
        """Decided where the whole interval lies on one side of a half."""
        if self.low > 0.5:
            return Verdict.STRONGER
        return Verdict.WEAKER if self.high < 0.5 else Verdict.UNDECIDED

    def deciding(self, games: int) -> int | None:
        """The number of games that would decide with 80 % power if the strengths are as they seem.

        ``games`` is the size of a cluster. None where no affordable number would.
        """
        # The middle of the interval: a first few games that were all lost prove no such strength.
        seeming = (self.low + self.high) / 2
        distance = abs(seeming - 0.5)
        if distance == 0:
            return None
        variance = self.dispersion * seeming * (1 - seeming)
        needed = games * ceil(((Z95 + Z80) / distance) ** 2 * variance)
        return needed if needed <= MOST_GAMES else None


def share(clusters: Sequence[float], games: int, seats: int) -> Share:
    """The share of a bot from its mean share in each cluster of ``games`` games at ``seats`` seats.

    The games of a cluster have their bag in common, so the cluster is the unit that varies. The
    interval is Wilson's score interval (1927), which stays within 0 and 1, for the number of
    independent games that the measured spread between clusters is worth. Few clusters measure that
    spread badly (two equal ones would give an interval of no width), hence ``PRIOR``.
    """
    count, mean = len(clusters), fmean(clusters)
    # Places are a random order among equals; for two seats this is 1, that of a coin.
    independent = (seats + 1) / (3 * (seats - 1)) / games
    dispersion = independent
    if 0 < mean < 1:
        spread = sum((one - mean) ** 2 for one in clusters) / (mean * (1 - mean))
        dispersion = (PRIOR * independent + spread) / (PRIOR + count - 1)
    return Share(mean, *wilson(mean, count / dispersion), dispersion)


def wilson(mean: float, games: float) -> tuple[float, float]:
    """The 95 % score interval of a share of points in so many independent all-or-nothing games."""
    pull = Z95**2 / games
    centre = (mean + pull / 2) / (1 + pull)
    half = sqrt(pull * mean * (1 - mean) + pull**2 / 4) / (1 + pull)
    # An end of 1 but for its last digit would be some thousand Elo away instead of infinitely many.
    return max(0.0, round(centre - half, 12)), min(1.0, round(centre + half, 12))


def quantile(values: Sequence[float], part: float) -> float:
    """The smallest value that ``part`` of the values do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(part * len(ordered)) - 1)] if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """One bot's results in a series of whole clusters; times are CPU time in ms."""

    games: int
    won: int
    drawn: int
    lost: int
    share: Share
    points: float
    """Mean points a game."""
    margin: float
    """Mean points above the best other."""
    errors: int
    ms_p50: float
    ms_p99: float
    worst: Played | None
    """The game lost by most points without a forfeit of the bot, if it lost any."""
    slowest: tuple[float, int, int]
    """The slowest move: ms, number of the game, turn."""


def tally(games: Sequence[Played], entrant: int) -> Tally:
    """Add up one bot's games, which are in their order and make whole clusters."""
    seats = len(games[0].seats)
    clusters = [
        [game.share(entrant) for game in cluster]
        for _, cluster in groupby(games, key=lambda game: game.fixture.cluster)
    ]
    firsts = [game.first(entrant) for game in games]
    times = [(ms, game.fixture.number, turn) for game in games for ms, turn in game.times(entrant)]
    milliseconds = [ms for ms, _, _ in times]
    lost = [game for game in games if game.margin(entrant) < 0 and game.failure(entrant) is None]
    return Tally(
        games=len(games),
        won=sum(first == 1 for first in firsts),
        drawn=sum(0 < first < 1 for first in firsts),
        lost=sum(first == 0 for first in firsts),
        share=share([fmean(cluster) for cluster in clusters], len(clusters[0]), seats),
        points=fmean(game.score(entrant) for game in games),
        margin=fmean(game.margin(entrant) for game in games),
        errors=sum(game.failure(entrant) is not None for game in games),
        ms_p50=quantile(milliseconds, 0.5),
        ms_p99=quantile(milliseconds, 0.99),
        worst=min(lost, key=lambda game: game.margin(entrant), default=None),
        slowest=max(times, default=(0.0, games[0].fixture.number, 0)),
    )
