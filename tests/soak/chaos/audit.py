"""What must be true afterwards, counted."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Count, Q

from arena.record import RecordError, frames
from sixfold.ladder import services
from sixfold.ladder.models import Event
from sixfold.leases import Progress
from sixfold.matches import storage
from sixfold.matches.models import Attempt, Match
from tests.soak.chaos import orphans


@dataclass(frozen=True, slots=True)
class Finding:
    """A number that has to be zero."""

    text: str
    count: int


def report(findings: list[Finding]) -> int:
    """Print the counts; 1 where one that has to be zero is not."""
    for progress in Progress:
        print(f"{Match.objects.filter(progress=progress).count():>7} matches {progress.label}")
    for outcome in Attempt.Outcome:
        print(f"{Attempt.objects.filter(outcome=outcome).count():>7} attempts {outcome.label}")
    for finding in findings:
        print(f"{finding.count:>7} {finding.text}{'' if not finding.count else '   <-- WRONG'}")
    return int(any(finding.count for finding in findings))


def findings(known: Collection[int]) -> Iterator[Finding]:
    """What has to be zero once nobody plays any more; `known` processes may go on."""
    finished = Match.objects.finished()
    yield Finding("matches lost: neither finished nor set aside", _unsettled())
    yield Finding(
        "matches set aside without a reason",
        Match.objects.filter(progress=Progress.QUARANTINED)
        .exclude(attempts__outcome__in=[Attempt.Outcome.LOST, Attempt.Outcome.FAILED])
        .count(),
    )
    twice = Q(attempts__outcome=Attempt.Outcome.FINISHED)
    counted = finished.annotate(results=Count("attempts", filter=twice))
    yield Finding("finished matches without exactly one result", counted.exclude(results=1).count())
    yield Finding("finished matches whose record is not their game", sum(map(_wrong, finished)))
    yield from _ratings()
    yield Finding("attempts that never ended", Attempt.objects.filter(outcome="").count())
    left = orphans.left(known)
    yield Finding(f"processes left over{': ' if left else ''}{'; '.join(left)}", len(left))


def _unsettled() -> int:
    return Match.objects.queued().count() + Match.objects.running().count()


def _wrong(match: Match) -> bool:
    try:
        record = storage.read_record(match)
        *_before, last = frames(record)
    except (RecordError, ValueError):
        return True
    scores = [seat.score for seat in match.seats.order_by("number")]
    return list(record.outcome.scores) != scores or list(last.after.scores) != scores


def _ratings() -> Iterator[Finding]:
    services.settle()
    for ladder in services.ladders():
        rated = Match.objects.finished().filter(cluster__pairing__ladder=ladder)
        events = Event.objects.filter(ladder=ladder, kind=Event.Kind.FINAL)
        missing = abs(rated.count() - events.count())
        yield Finding(f"matches that {ladder} counted wrongly", missing)
        again = services.rebuild(ladder)
        changed = again.changed_counts + again.changed_standings
        yield Finding(f"figures of {ladder} that a rebuild corrects", changed)
