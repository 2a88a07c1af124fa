"""Matchmaking: a few clusters at a time, so that a new bot never waits behind many others."""

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from math import ceil
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena.seating import orders
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import pairing
from sixfold.ladder.models import Ladder, PairCount, Pairing, Standing
from sixfold.ladder.services.ladders import ladders, locked
from sixfold.matches.models import Kind, Match
from sixfold.matches.services import schedule

WAITING_PER_WORKER = 8
"""Matches of a ladder that may wait: enough for the time until the next tick, and no more."""
IDLE_PAUSE = timedelta(minutes=1)
"""Between two tables of a ladder on which every rating is settled."""
REMEMBERED_TABLES = 2_000
"""At most so many tables are looked through for repetitions; more matter to small fields only."""


def pair() -> list[Pairing]:
    """Ask for the next clusters of every ladder, as far as few matches wait.

    Does nothing where too few bots compete, or where all of them belong to one owner. The caller
    sends `sixfold.celery.wake` once its transaction has committed.
    """
    return [pairing for ladder in ladders() for pairing in _pair(ladder)]


@transaction.atomic
def _pair(ladder: Ladder) -> list[Pairing]:
    ladder = locked(ladder)
    slots = _free_slots(ladder)
    if not slots:
        return []
    seatings = pairing.tables(
        _field(ladder),
        seats=ladder.seats,
        slots=slots,
        first_slot=ladder.tables_made,
        rng=Random(f"{bytes(ladder.draw_seed).hex()} {ladder.tables_made}"),
        met=lambda submission: _games_together(ladder, submission),
        recent=_recent_tables(ladder),
        idle=not ladder.pairings.filter(made_at__gt=timezone.now() - IDLE_PAUSE).exists(),
    )
    return [_schedule(ladder, seating) for seating in seatings]


def _free_slots(ladder: Ladder) -> int:
    waiting = Match.objects.queued().filter(cluster__pairing__ladder=ladder).count()
    missing = WAITING_PER_WORKER * settings.WORKERS - waiting
    return max(0, ceil(missing / len(orders(ladder.seats))))


def _field(ladder: Ladder) -> list[pairing.Entrant]:
    pending = Counter[int]()
    for members in ladder.pairings.filter(open=True).values_list("members", flat=True):
        pending.update(dict.fromkeys(members, len(orders(ladder.seats))))
    standings = {one.submission_id: one for one in Standing.objects.current(ladder)}
    competing = Bot.objects.competing().values_list("active", "owner", "house")
    return [
        _entrant(standings.get(submission), submission, owner, house, pending[submission])
        for submission, owner, house in competing
    ]


def _entrant(
    standing: Standing | None, submission: int, owner: int, house: bool, pending: int
) -> pairing.Entrant:
    new = pairing.Entrant(submission, owner, house, pending=pending)
    if standing is None:
        return new
    return replace(new, rating=standing.rating, bar=standing.bar, games=standing.games)


def _games_together(ladder: Ladder, submission: int) -> Mapping[int, int]:
    met = Q(first=submission) | Q(second=submission)
    return {
        row.second_id if row.first_id == submission else row.first_id: row.games
        for row in PairCount.objects.filter(met, ladder=ladder)
    }


def _recent_tables(ladder: Ladder) -> list[pairing.Table]:
    newest = ladder.pairings.order_by("-slot").values_list("members", flat=True)
    return [frozenset(members) for members in reversed(newest[:REMEMBERED_TABLES])]


def _schedule(ladder: Ladder, seating: pairing.Seating) -> Pairing:
    found = Submission.objects.in_bulk(seating.submissions)
    cluster = schedule(
        submissions=[found[submission] for submission in seating.submissions],
        seed=secrets.token_bytes(32),
        kind=Kind.LADDER,
        ruleset=ladder.ruleset,
        hurried=seating.why is pairing.Why.FIRST,
    )
    made = Pairing.objects.create(
        ladder=ladder,
        cluster=cluster,
        slot=ladder.tables_made,
        why=seating.why,
        members=sorted(seating.submissions),
    )
    ladder.tables_made += 1
    ladder.save(update_fields=["tables_made"])
    return made
