"""A tournament as its pages show it; reads only."""

from sixfold.tournaments.showing.brackets import brackets
from sixfold.tournaments.showing.crosstables import cross_tables
from sixfold.tournaments.showing.pulse import pulse
from sixfold.tournaments.showing.seating import seated
from sixfold.tournaments.showing.sheet import Sheet

__all__ = ["Sheet", "brackets", "cross_tables", "pulse", "seated"]
