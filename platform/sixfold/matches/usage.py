"""What a version has used of the time that a bot has, over its newest matches."""

from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Subquery

from arena.player import Ending
from sixfold.bots.models import Submission
from sixfold.matches.models import Seat, TimeRule

LAST = 100
"""Of a version's matches, so many tell how much time it takes."""


@dataclass(frozen=True, slots=True)
class Usage:
    """CPU time in ms, beside what the rules allow."""

    matches: int
    """How many this is about."""
    mean_ms: float
    """Of a turn, on average."""
    slowest_ms: float
    """Of its slowest turn."""
    most_percent: float
    """Of the time that it had in a match, at the most."""
    failed: int
    """In how many it was out by its own fault."""


def usage(version: Submission) -> Usage | None:
    """How much time a version takes; None before its first match was over. One query."""
    others = Seat.objects.filter(match=OuterRef("match")).order_by().values("match")
    table = Subquery(others.annotate(seats=Count("pk")).values("seats"))
    played = Seat.objects.filter(submission=version, cpu_ms__isnull=False).order_by("-match")
    rows = played.annotate(table=table, rule=F("match__cluster__time_rule"))[:LAST].values_list(
        "cpu_ms", "slowest_ms", "ending", "match__turns", "table", "rule"
    )
    if not rows:
        return None
    used, slowest, endings, turns, tables, rules = zip(*rows, strict=True)
    own = [(count or 0) / seats for count, seats in zip(turns, tables, strict=True)]
    allowed = map(_allowed_ms, rules, own)
    return Usage(
        matches=len(rows),
        mean_ms=sum(used) / max(1.0, sum(own)),
        slowest_ms=max(slowest),
        most_percent=max(100 * ms / most for ms, most in zip(used, allowed, strict=True)),
        failed=sum(ending != Ending.FINISHED for ending in endings),
    )


def _allowed_ms(time_rule: str, turns: float) -> float:
    """For so many turns of one seat."""
    limits = TimeRule(time_rule).limits
    return limits.bank_ms + limits.increment_ms * turns
