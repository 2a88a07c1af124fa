"""Rebuilding: counts from the events, ratings from the counts, to see that nothing changes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import isclose

from django.db import transaction

from sixfold.ladder.models import Event, Ladder, Standing
from sixfold.ladder.results import Counts
from sixfold.ladder.services import publishing
from sixfold.ladder.services.counting import add, finishers
from sixfold.ladder.services.ladders import locked

SAME = 1e-6
"""Elo by which ratings may differ between two builds of the numerical libraries."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was counted and rated again, and how much of it had to be changed."""

    events: int
    counts: int
    standings: int
    changed_counts: int
    changed_standings: int

    def __str__(self) -> str:
        changed = self.changed_counts or self.changed_standings
        outcome = (
            f"{self.changed_counts} counts and {self.changed_standings} ratings were corrected"
            if changed
            else "nothing has changed"
        )
        again = f"{self.counts} counts and {self.standings} ratings"
        return f"{again} made again from {self.events} events: {outcome}."


def rebuild(ladder: Ladder) -> Rebuilt:
    """Count all events again and rate the result; what differs from the stored is replaced.

    Raises ratings.ConvergenceError.
    """
    counts, changed_counts = _recount(ladder)
    counted = publishing.read(ladder)
    rated = publishing.rate(counted)
    published = {one.submission_id: one for one in Standing.objects.current(ladder)}
    changed = sum(
        not _alike(one, published.pop(one.submission_id, None)) for one in rated.standings
    )
    changed += len(published)
    if changed or changed_counts:
        publishing.write(counted, rated, 0)
    events = sum(counted.marks.values())
    return Rebuilt(events, counts, len(rated.standings), changed_counts, changed)


@transaction.atomic
def _recount(ladder: Ladder) -> tuple[int, int]:
    """The rows of counts that follow from the ladder's events, and how many rows were wrong."""
    ladder = locked(ladder)
    missing = Counts()
    events = ladder.events.select_related("match").prefetch_related("match__seats")
    for event in events.order_by("seq").iterator(chunk_size=2_000):
        missing.add(finishers(event.match), times=1 if event.kind == Event.Kind.FINAL else -1)
    rows = sum(any(counts.values()) for counts in _every(missing))
    for pair in ladder.pair_counts.iterator():
        missing.pairs[pair.first_id, pair.second_id].subtract(pair.counts())
    for tally in ladder.tallies.iterator():
        missing.tallies[tally.submission_id].subtract(tally.counts())
    wrong = sum(any(counts.values()) for counts in _every(missing))
    if wrong:
        add(ladder, missing)
    return rows, wrong


def _every(counts: Counts) -> Iterator[Counter[str]]:
    return chain(counts.pairs.values(), counts.tallies.values())


def _alike(one: Standing, other: Standing | None) -> bool:
    return (
        other is not None
        and one.counts() == other.counts()
        and (one.competing, one.rank) == (other.competing, other.rank)
        and all(
            isclose(getattr(one, column), getattr(other, column), abs_tol=SAME)
            for column in ("rating", "bar", "anchor_bar")
        )
    )
