"""The Elo scale: what a match is worth, and how bars shrink."""

from math import ceil, log, sqrt

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


def expected_share(ahead: float) -> float:
    """The share of the points (0 to 1) that falls to a bot which is so much Elo ahead."""
    return 1 / (1 + 10 ** (-ahead / 400))


def lesson(surplus: float, leverage: float, seats: int = 2) -> float:
    """By about how much Elo so many points more than expected moved a rating.

    One step of Newton's method, with a leverage of `spread.pack`. What the fit makes of one
    match is neither stored nor exact, since it looks at all matches together.
    """
    return leverage / ELO * 3 / (seats + 1) * surplus
