"""Counting: every finished match of a ladder once, and what was voided back again."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef

from sixfold.ladder.models import Event, Ladder, PairCount, Pairing, Tally
from sixfold.ladder.results import Counts, Finisher
from sixfold.ladder.services.ladders import locked
from sixfold.leases import Progress
from sixfold.matches.models import Match, MatchQuerySet

BATCH = 200
"""Matches counted in one transaction, so that none is long."""

Row = TypeVar("Row", PairCount, Tally)
Key = TypeVar("Key", int, tuple[int, int])


def count(ladder: Ladder) -> int:
    """Count what has finished and take back what was voided since; the number of changes.

    Whoever calls it, and how often, a match changes the counts once for each kind of event:
    event and counts are written together, and each ladder's changes come one by one.
    """
    total = 0
    while changes := _count_batch(ladder):
        total += changes
    return total


def finishers(match: Match) -> list[Finisher]:
    """How each seat of a match that was finished fared."""
    return [
        Finisher(seat.submission_id, seat.place or 0, seat.score or 0, seat.failed)
        for seat in match.seats.all()
    ]


def add(ladder: Ladder, changes: Counts) -> None:
    """Add to the stored counts, under the ladder's lock; rows without games are removed."""
    members = {*changes.tallies, *chain.from_iterable(changes.pairs)}
    pairs = PairCount.objects.filter(ladder=ladder, first__in=members, second__in=members)
    _store(
        {(row.first_id, row.second_id): row for row in pairs},
        changes.pairs,
        lambda key: PairCount(ladder=ladder, first_id=key[0], second_id=key[1]),
    )
    tallies = Tally.objects.filter(ladder=ladder, submission__in=members)
    _store(
        {row.submission_id: row for row in tallies},
        changes.tallies,
        lambda key: Tally(ladder=ladder, submission_id=key),
    )


@transaction.atomic
def _count_batch(ladder: Ladder) -> int:
    ladder = locked(ladder)
    finished, voided = _next(_uncounted(ladder)), _next(_to_take_back(ladder))
    changes = Counts()
    for match in finished:
        changes.add(finishers(match))
    for match in voided:
        changes.add(finishers(match), times=-1)
    _append(ladder, finished, Event.Kind.FINAL)
    _append(ladder, voided, Event.Kind.VOID)
    add(ladder, changes)
    _close_pairings(ladder)
    return len(finished) + len(voided)


def _next(matches: MatchQuerySet) -> list[Match]:
    return list(matches.prefetch_related("seats").order_by("pk")[:BATCH])


def _uncounted(ladder: Ladder) -> MatchQuerySet:
    waiting = Pairing.objects.filter(ladder=ladder, open=True)
    events = Event.objects.filter(ladder=ladder, match=OuterRef("pk"))
    return Match.objects.finished().filter(~Exists(events), cluster__in=waiting.values("cluster"))


def _to_take_back(ladder: Ladder) -> MatchQuerySet:
    events = Event.objects.filter(ladder=ladder, match=OuterRef("pk"))
    return Match.objects.filter(
        Exists(events.filter(kind=Event.Kind.FINAL)),
        ~Exists(events.filter(kind=Event.Kind.VOID)),
        progress=Progress.VOID,
    )


def _append(ladder: Ladder, matches: Iterable[Match], kind: Event.Kind) -> None:
    events = Event.objects.bulk_create(
        Event(ladder=ladder, seq=seq, match=match, kind=kind)
        for seq, match in enumerate(matches, ladder.last_seq + 1)
    )
    ladder.last_seq += len(events)
    ladder.save(update_fields=["last_seq"])


def _store(
    rows: dict[Key, Row], changes: Mapping[Key, Counter[str]], new: Callable[[Key], Row]
) -> None:
    for key, counters in sorted(changes.items()):
        row = rows.get(key) or new(key)
        for name, change in counters.items():
            setattr(row, name, getattr(row, name) + change)
        if row.games:
            row.save()
        elif row.pk:
            row.delete()


def _close_pairings(ladder: Ladder) -> None:
    """Look no more at clusters that are counted or void to the last match."""
    events = Event.objects.filter(ladder=ladder, match=OuterRef("pk"))
    unsettled = Match.objects.filter(~Exists(events), cluster=OuterRef("cluster"))
    unsettled = unsettled.exclude(progress=Progress.VOID)
    Pairing.objects.filter(~Exists(unsettled), ladder=ladder, open=True).update(open=False)
