"""Ratings without Django: the Bradley-Terry fit on the Elo scale, its error bars and ranks.

The strengths are those under which the whole history was most likely, with a normal prior: they
depend on the counted results alone, not on their order. A difference of 400 Elo is odds of ten to
one.
"""

from sixfold.ladder.ratings.fitting import (
    DRAWS,
    ConvergenceError,
    Fit,
    Rank,
    UnratedError,
    fit,
)
from sixfold.ladder.ratings.meetings import Pair, digest
from sixfold.ladder.ratings.scale import (
    ANCHOR,
    ELO,
    PRIOR_SD,
    PROVISIONAL,
    Z,
    expected_bar,
    expected_share,
    games_until,
    lesson,
    weight,
)

__all__ = [
    "ANCHOR",
    "DRAWS",
    "ELO",
    "PRIOR_SD",
    "PROVISIONAL",
    "ConvergenceError",
    "Fit",
    "Pair",
    "Rank",
    "UnratedError",
    "Z",
    "digest",
    "expected_bar",
    "expected_share",
    "fit",
    "games_until",
    "lesson",
    "weight",
]
