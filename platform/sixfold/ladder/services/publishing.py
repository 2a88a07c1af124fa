"""Publishing: a fit over all counts, as an immutable snapshot with a standing for everybody."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import process_time

from django.db import transaction
from django.utils import timezone

from sixfold.bots.models import Bot, Submission
from sixfold.ladder import ratings
from sixfold.ladder.models import Ladder, Leverages, PairCount, Snapshot, Spread, Standing, Tally
from sixfold.ladder.ratings import spread
from sixfold.ladder.services.ladders import locked

IDLE_FACTOR = 20
"""Times its own cost that a fit rests before the next: ratings take a twentieth of a core."""
GROWTH = 1.1
"""From one milestone of a rating's history to the next, the games grow by so much."""
MILESTONE_AFTER = timedelta(days=1)
"""After so long a rating whose games have changed has its next milestone, however few they are."""
ANCHOR_SLUG = "greedy"
"""The house bot whose first version is every ladder's anchor."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything that a fit depends on, read in one transaction."""

    ladder: Ladder
    marks: dict[int, int]
    """By part of the ladder the last event that is counted here."""
    pairs: list[ratings.Pair]
    results: dict[int, Counter[str]]
    """By submission, as the columns of `Results`."""
    competing: frozenset[int]
    newest: Snapshot | None


@dataclass(frozen=True, slots=True)
class Rated:
    """What a fit says, not saved yet."""

    standings: list[Standing]
    mean: float = ratings.ANCHOR
    """Of the pool, in Elo."""
    leverages: Sequence[bytes] = ()
    """A row for each standing, in their order, as `ratings.spread` packs them."""


def rest(newest: Snapshot | None) -> timedelta:
    """How long a snapshot stands before the next: the longer, the more its fit cost."""
    return timedelta(milliseconds=IDLE_FACTOR * newest.cost_ms if newest else 0)


def is_due(ladder: Ladder) -> bool:
    """Whether the newest snapshot has stood for long enough to be replaced."""
    newest = ladder.snapshots.order_by("pk").last()
    if newest is None:
        return True
    # Of the future where the clock was set back, which must not keep ratings waiting for it.
    age = timezone.now() - newest.published_at
    return not timedelta() <= age < rest(newest)


def publish(ladder: Ladder) -> Snapshot | None:
    """Fit all counts and publish the result; None where the newest snapshot already says it.

    Raises ratings.ConvergenceError, and the newest snapshot then stands.
    """
    if _is_published(ladder):
        return None
    counted = read(ladder)
    began = process_time()
    rated = rate(counted)
    return write(counted, rated, 1000 * (process_time() - began))


def _is_published(ladder: Ladder) -> bool:
    """Whether the newest snapshot has every event and the field as it is; reads no counts."""
    newest = ladder.snapshots.order_by("pk").last()
    counted = sum(ladder.parts().values_list("last_seq", flat=True))
    if newest is None or newest.watermark != counted:
        return counted == 0
    known = newest.standings.filter(competing=True).values_list("submission", flat=True)
    competing = Tally.objects.filter(
        ladder__in=ladder.parts(), submission__in=Submission.objects.competing()
    )
    return set(known) == set(competing.values_list("submission", flat=True))


@transaction.atomic
def read(ladder: Ladder) -> Counted:
    """Counts, watermark and field of one moment; the first time, the anchor is chosen."""
    ladder = locked(ladder)
    if ladder.anchor_id is None and (anchor := _find_anchor()):
        ladder.anchor = anchor
        ladder.save(update_fields=["anchor"])
    marks = dict(ladder.parts().order_by("pk").select_for_update().values_list("pk", "last_seq"))
    pairs = PairCount.objects.filter(ladder__in=marks).order_by("ladder", "first", "second")
    columns = ("first", "second", "first_wins", "draws", "second_wins", "ladder__seats")
    results: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for tally in Tally.objects.filter(ladder__in=marks):
        results[tally.submission_id].update(tally.counts())
    return Counted(
        ladder,
        marks,
        [ratings.Pair(*row) for row in pairs.values_list(*columns)],
        dict(results),
        frozenset(Bot.objects.competing().values_list("active", flat=True)),
        ladder.snapshots.order_by("pk").last(),
    )


def _find_anchor() -> Submission | None:
    house = Submission.objects.passed().filter(bot__house=True, bot__slug=ANCHOR_SLUG)
    return house.order_by("number").first()


def rate(counted: Counted) -> Rated:
    """What follows from what was read, and from nothing else."""
    if not counted.pairs:
        return Rated([])
    anchor = counted.ladder.anchor_id
    fit = ratings.fit(counted.pairs, others=[anchor] if anchor else [])
    bars = fit.bars()
    against = fit.bars_against(anchor) if anchor else bars
    standings = {
        submission: Standing(
            submission_id=submission,
            rating=rating,
            bar=bar,
            anchor_bar=anchor_bar,
            competing=submission in counted.competing,
            **counted.results[submission],
        )
        for submission, rating, bar, anchor_bar in zip(
            fit.ids, fit.ratings(anchor).tolist(), bars.tolist(), against.tolist(), strict=True
        )
        if submission in counted.results
    }
    ranked = [
        submission
        for submission, standing in standings.items()
        if standing.competing and standing.bar <= ratings.PROVISIONAL
    ]
    for rank in fit.ranks(ranked):
        standing = standings[rank.submission]
        standing.rank, standing.best = rank.rank, rank.best
        standing.rank_low, standing.rank_high = rank.low, rank.high
    return Rated(
        list(standings.values()), fit.mean(anchor), spread.pack(fit, list(standings), anchor)
    )


@transaction.atomic
def write(counted: Counted, rated: Rated, cost_ms: float) -> Snapshot | None:
    """Publish, unless somebody else has meanwhile; of the snapshot before, milestones stay."""
    ladder = locked(counted.ladder)
    if ladder.snapshots.order_by("pk").last() != counted.newest:
        return None
    _mark_milestones(rated.standings, ladder)
    snapshot = Snapshot.objects.create(
        ladder=ladder,
        watermark=sum(counted.marks.values()),
        marks={str(part): seq for part, seq in counted.marks.items()},
        mean=rated.mean,
        digest=ratings.digest(counted.pairs),
        anchor=counted.ladder.anchor,
        cost_ms=cost_ms,
    )
    for standing in rated.standings:
        standing.snapshot = snapshot
    Standing.objects.bulk_create(rated.standings)
    if counted.newest:
        counted.newest.standings.filter(milestone=False).delete()
    _replace_spread(snapshot, rated)
    return snapshot


def _replace_spread(snapshot: Snapshot, rated: Rated) -> None:
    """Of a ladder's newest snapshot alone, since it grows with the square of what is rated."""
    members = [standing.submission_id for standing in rated.standings]
    Spread.objects.filter(ladder=snapshot.ladder).delete()
    Leverages.objects.filter(snapshot__ladder=snapshot.ladder).delete()
    Spread.objects.create(ladder=snapshot.ladder, snapshot=snapshot, members=members)
    Leverages.objects.bulk_create(
        Leverages(snapshot=snapshot, submission_id=submission, packed=row)
        for submission, row in zip(members, rated.leverages, strict=True)
    )


def _mark_milestones(standings: list[Standing], ladder: Ladder) -> None:
    """Keep what has a tenth more games than the milestone before it, or follows a day later."""
    before = {one.submission_id: one for one in Standing.objects.last_milestones(ladder)}
    yesterday = timezone.now() - MILESTONE_AFTER
    for standing in standings:
        last = before.get(standing.submission_id)
        games = last.games if last else 0
        standing.milestone = standing.games >= max(GROWTH * games, games + 1) or (
            last is not None and standing.games != games and last.snapshot.published_at <= yesterday
        )
