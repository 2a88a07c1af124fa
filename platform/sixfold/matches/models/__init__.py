"""Matches with their seats and attempts, what was found out, and what users call them."""

from sixfold.matches.models.attempts import Attempt
from sixfold.matches.models.files import StoredFile
from sixfold.matches.models.hindsight import Hindsight
from sixfold.matches.models.kinds import Kind, TimeRule
from sixfold.matches.models.matches import Cluster, ClusterQuerySet, Match, MatchQuerySet
from sixfold.matches.models.seats import BOTS_END, Seat, SeatQuerySet
from sixfold.matches.models.tags import LONGEST_TAG, TAG, Tag

__all__ = [
    "BOTS_END",
    "LONGEST_TAG",
    "TAG",
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
    "Tag",
    "TimeRule",
]
