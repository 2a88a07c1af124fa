"""Tournaments with their entries, rounds and tables, and the clusters that each table plays."""

from sixfold.tournaments.models.entries import Entry, EntryQuerySet
from sixfold.tournaments.models.rounds import Bout, Round, Table, event, history
from sixfold.tournaments.models.tournaments import Format, State, Tournament, may_organise

__all__ = [
    "Bout",
    "Entry",
    "EntryQuerySet",
    "Format",
    "Round",
    "State",
    "Table",
    "Tournament",
    "event",
    "history",
    "may_organise",
]
