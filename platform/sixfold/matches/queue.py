"""How much is played and waits, of each kind, and how long the last of it is likely to wait."""

from dataclasses import dataclass

from django.db.models import Avg, Count, F

from sixfold.leases import Progress
from sixfold.matches.models import Attempt, Kind, Match, MatchQuerySet
from sixfold.matches.shares import WEIGHTS

LAST = 50
"""Matches whose length tells that of the next."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The matches of one kind, or of all, that are being played, and that wait."""

    running: int
    queued: int
    wait_s: float | None
    """Seconds until a match that is asked for now begins; None before any was played."""


@dataclass(frozen=True, slots=True)
class Queue(Lane):
    """All matches, and those of each kind."""

    kinds: dict[Kind, Lane]


def queue() -> Queue:
    """The queue as it is. Three queries."""
    running, queued = _by_kind(Match.objects.running()), _by_kind(Match.objects.queued())
    playing = sum(running.values())
    pace = _pace(playing)
    waiting = sum(WEIGHTS[kind] for kind in Kind if queued[kind])
    return Queue(
        playing,
        sum(queued.values()),
        _wait(sum(queued.values()), pace),
        kinds={
            # While others wait as well, a kind has its share of the workers.
            kind: Lane(
                running[kind],
                queued[kind],
                _wait(queued[kind], pace and pace * WEIGHTS[kind] / max(waiting, WEIGHTS[kind])),
            )
            for kind in Kind
        },
    )


def lengths() -> dict[str, int]:
    """How many matches of all kinds are `running` and `queued`. One query."""
    running, queued = (
        matches.order_by().values_list("progress").annotate(Count("pk"))
        for matches in (Match.objects.running(), Match.objects.queued())
    )
    # Not grouped in one, which would look at every match instead of at an index.
    found: dict[str, int] = dict(running.union(queued))
    return {name: found.get(name, 0) for name in (Progress.RUNNING, Progress.QUEUED)}


def _by_kind(matches: MatchQuerySet) -> dict[Kind, int]:
    counted = matches.order_by().values_list("kind").annotate(Count("pk"))
    found: dict[str, int] = dict(counted)
    return {kind: found.get(kind, 0) for kind in Kind}


def _pace(playing: int) -> float | None:
    """Matches a second, when as many are played at once as now; None before any was played."""
    last = Attempt.objects.filter(outcome=Attempt.Outcome.FINISHED).order_by("-pk")[:LAST]
    lasted = Avg(F("ended_at") - F("started_at"))
    mean = Attempt.objects.filter(pk__in=last.values("pk")).aggregate(mean=lasted)["mean"]
    return max(playing, 1) / max(mean.total_seconds(), 0.001) if mean is not None else None


def _wait(queued: int, pace: float | None) -> float | None:
    if not queued:
        return 0.0
    return queued / pace if pace else None
