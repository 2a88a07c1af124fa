"""Two submissions against each other: pairs of games on one seed, with the seats swapped."""

import secrets
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sixfold.bots.models import Submission
from sixfold.leases import Progress
from sixfold.matches.models import Cluster, Kind, Seat
from sixfold.matches.services import schedule

BATCH = 8
"""Pairs of one series that may wait at once, so that many series take turns."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Both games on one seed, as one of the two submissions fared in them."""

    halves: int
    """Its points in half points: 0 to 4."""
    forfeits: int
    """The games that it forfeited."""


def schedule_pairs(
    number: int, first: Submission, second: Submission, *, kind: Kind, ruleset: str = "classic"
) -> list[Cluster]:
    """Queue so many pairs, each on a fresh seed; the caller wakes workers after its commit."""
    return [
        schedule(
            submissions=[first, second],
            seed=secrets.token_bytes(32),
            kind=kind,
            ruleset=ruleset,
        )
        for _ in range(number)
    ]


def played(clusters: Iterable[Cluster], first: Submission) -> list[Pair]:
    """The pairs of which both games have counted results, in order. One query."""
    seats = Seat.objects.filter(match__cluster__in=clusters, match__progress=Progress.FINISHED)
    tables: dict[int, dict[int, list[Seat]]] = defaultdict(lambda: defaultdict(list))
    for seat in seats.select_related("match").order_by("match__cluster", "match"):
        tables[seat.match.cluster_id][seat.match_id].append(seat)
    return [
        Pair(
            halves=sum(_halves(table, first) for table in games.values()),
            forfeits=sum(
                seat.failed
                for table in games.values()
                for seat in table
                if seat.submission_id == first.pk
            ),
        )
        for games in tables.values()
        if len(games) == 2
    ]


def counts(pairs: Iterable[Pair]) -> list[int]:
    """Pairs by their points, 0, a half, 1, one and a half and 2, as `arena.sprt` takes them."""
    found = [0] * 5
    for pair in pairs:
        found[pair.halves] += 1
    return found


def _halves(table: list[Seat], first: Submission) -> int:
    best = [seat.submission_id for seat in table if seat.place == 1]
    if first.pk not in best:
        return 0
    return 2 if len(best) == 1 else 1
