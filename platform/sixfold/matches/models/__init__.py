"""Matches with their seats, every attempt to play one, and what was found out about them."""

from sixfold.matches.models.attempts import Attempt
from sixfold.matches.models.files import StoredFile
from sixfold.matches.models.hindsight import Hindsight
from sixfold.matches.models.kinds import Kind, TimeRule
from sixfold.matches.models.matches import Cluster, ClusterQuerySet, Match, MatchQuerySet
from sixfold.matches.models.seats import BOTS_END, Seat, SeatQuerySet

__all__ = [
    "BOTS_END",
    "Attempt",
    "Cluster",
    "ClusterQuerySet",
    "Hindsight",
    "Kind",
    "Match",
    "MatchQuerySet",
    "Seat",
    "SeatQuerySet",
    "StoredFile",
    "TimeRule",
]
