"""How much is waiting to be played, and for how long the last of it is likely to wait."""

from dataclasses import dataclass

from django.db.models import Avg, F

from sixfold.matches.models import Attempt, Match

LAST = 50
"""Matches whose length tells that of the next."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Matches that are being played, and that wait."""

    running: int
    queued: int
    wait_s: float | None
    """Seconds until a match that is asked for now begins; None before any was played."""


def queue() -> Queue:
    """The queue as it is, over all kinds of matches. Three queries."""
    running, queued = Match.objects.running().count(), Match.objects.queued().count()
    lasted = F("ended_at") - F("started_at")
    last = Attempt.objects.filter(outcome=Attempt.Outcome.FINISHED).order_by("-pk")[:LAST]
    mean = Attempt.objects.filter(pk__in=last.values("pk")).aggregate(mean=Avg(lasted))["mean"]
    # As many play at once as do now.
    wait = mean.total_seconds() * queued / max(running, 1) if mean else None
    return Queue(running, queued, 0.0 if not queued else wait)
