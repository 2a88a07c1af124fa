"""Ladders: what they have counted, who was paired on them, and the ratings they published."""

from sixfold.ladder.models.comparisons import Comparison
from sixfold.ladder.models.counts import Event, PairCount, Results, Tally
from sixfold.ladder.models.ladders import Ladder, Pairing, new_draw_seed
from sixfold.ladder.models.spreads import Leverages, Spread
from sixfold.ladder.models.standings import Entry, Snapshot, Standing, StandingQuerySet

__all__ = [
    "Comparison",
    "Entry",
    "Event",
    "Ladder",
    "Leverages",
    "PairCount",
    "Pairing",
    "Results",
    "Snapshot",
    "Spread",
    "Standing",
    "StandingQuerySet",
    "Tally",
    "new_draw_seed",
]
