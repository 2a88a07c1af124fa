"""Publishing: a fit over all counts, as an immutable snapshot with a standing for everybody."""

from dataclasses import dataclass
from datetime import timedelta
from time import process_time

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from sixfold.bots.models import Bot, Submission
from sixfold.ladder import ratings
from sixfold.ladder.models import Ladder, Snapshot, Standing, Tally
from sixfold.ladder.services.ladders import locked

IDLE_FACTOR = 20
"""Times its own cost that a fit rests before the next: ratings take a twentieth of a core."""
GROWTH = 1.1
"""From one milestone of a rating's history to the next, the games grow by so much."""
ANCHOR_SLUG = "greedy"
"""The house bot whose first version is every ladder's anchor."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything that a fit depends on, read in one transaction."""

    ladder: Ladder
    pairs: list[ratings.Pair]
    tallies: dict[int, Tally]
    competing: frozenset[int]
    newest: Snapshot | None


def rest(newest: Snapshot | None) -> timedelta:
    """How long a snapshot stands before the next: the longer, the more its fit cost."""
    return timedelta(milliseconds=IDLE_FACTOR * newest.cost_ms if newest else 0)


def is_due(ladder: Ladder) -> bool:
    """Whether the newest snapshot has stood for long enough to be replaced."""
    newest = ladder.snapshots.order_by("pk").last()
    return newest is None or timezone.now() - newest.published_at >= rest(newest)


def publish(ladder: Ladder) -> Snapshot | None:
    """Fit all counts and publish the result; None where the newest snapshot already says it.

    Raises ratings.ConvergenceError, and the newest snapshot then stands.
    """
    if _is_published(ladder):
        return None
    counted = read(ladder)
    began = process_time()
    standings = rate(counted)
    return write(counted, standings, 1000 * (process_time() - began))


def _is_published(ladder: Ladder) -> bool:
    """Whether the newest snapshot has every event and the field as it is; reads no counts."""
    newest = ladder.snapshots.order_by("pk").last()
    last_seq = Ladder.objects.values_list("last_seq", flat=True).get(pk=ladder.pk)
    if newest is None or newest.watermark != last_seq:
        return last_seq == 0
    known = newest.standings.filter(competing=True).values_list("submission", flat=True)
    competing = ladder.tallies.filter(submission__in=Submission.objects.competing())
    return set(known) == set(competing.values_list("submission", flat=True))


@transaction.atomic
def read(ladder: Ladder) -> Counted:
    """Counts, watermark and field of one moment; the first time, the anchor is chosen."""
    ladder = locked(ladder)
    if ladder.anchor_id is None and (anchor := _find_anchor()):
        ladder.anchor = anchor
        ladder.save(update_fields=["anchor"])
    pairs = ladder.pair_counts.order_by("first", "second").values_list(
        "first", "second", "first_wins", "draws", "second_wins"
    )
    return Counted(
        ladder,
        [ratings.Pair(*row, seats=ladder.seats) for row in pairs],
        {tally.submission_id: tally for tally in ladder.tallies.all()},
        frozenset(Bot.objects.competing().values_list("active", flat=True)),
        ladder.snapshots.order_by("pk").last(),
    )


def _find_anchor() -> Submission | None:
    house = Submission.objects.passed().filter(bot__house=True, bot__slug=ANCHOR_SLUG)
    return house.order_by("number").first()


def rate(counted: Counted) -> list[Standing]:
    """The standings that follow from what was read, and from nothing else; not saved yet."""
    if not counted.pairs:
        return []
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
            **counted.tallies[submission].counts(),
        )
        for submission, rating, bar, anchor_bar in zip(
            fit.ids, fit.ratings(anchor).tolist(), bars.tolist(), against.tolist(), strict=True
        )
        if submission in counted.tallies
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
    return list(standings.values())


@transaction.atomic
def write(counted: Counted, standings: list[Standing], cost_ms: float) -> Snapshot | None:
    """Publish, unless somebody else has meanwhile; of the snapshot before, milestones stay."""
    ladder = locked(counted.ladder)
    if ladder.snapshots.order_by("pk").last() != counted.newest:
        return None
    snapshot = Snapshot.objects.create(
        ladder=ladder,
        watermark=counted.ladder.last_seq,
        digest=ratings.digest(counted.pairs),
        anchor=counted.ladder.anchor,
        cost_ms=cost_ms,
    )
    last = _last_milestones(ladder)
    for standing in standings:
        standing.snapshot = snapshot
        games = last.get(standing.submission_id, 0)
        standing.milestone = standing.games >= max(GROWTH * games, games + 1)
    Standing.objects.bulk_create(standings)
    if counted.newest:
        counted.newest.standings.filter(milestone=False).delete()
    return snapshot


def _last_milestones(ladder: Ladder) -> dict[int, int]:
    """The games that each submission had at its newest milestone."""
    milestones = Standing.objects.milestones().filter(snapshot__ladder=ladder)
    games = Max(F("wins") + F("draws") + F("losses"))
    return dict(milestones.values_list("submission").annotate(most=games))
