"""Matchmaking: a few clusters at a time, so that a new bot never waits behind many others."""

import secrets
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from random import Random

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from arena.seating import orders
from sixfold.bots.models import Bot, Membership, Submission
from sixfold.ladder import pairing
from sixfold.ladder.models import Ladder, PairCount, Pairing, Standing, Tally
from sixfold.ladder.services.ladders import ladders, locked
from sixfold.ladder.shares import Part, divide
from sixfold.matches.models import Kind, Match
from sixfold.matches.services import schedule
from sixfold.workers.models import processes

WAITING_PER_WORKER = 8
"""Matches of all ladders that may wait: enough for the time until the next tick, and no more."""
TWO_TICKS = timedelta(seconds=4)
"""As many as were finished in this time may wait, too: a worker plays quick bots ten times a
second, and doubles what it has done until it is never without work."""
IDLE_PAUSE = timedelta(minutes=1)
"""Between two tables of a ladder on which every rating is settled."""
RECENT_TABLES = 60
"""The newest tables of all ladders, by which their shares are kept."""
REMEMBERED_TABLES = 2_000
"""At most so many tables are looked through for repetitions; more matter to small fields only."""
PROVEN_AFTER = 30
"""Games on the first ladder after which a version comes to the tables of the others."""

Competing = list[tuple[int, int, bool]]
"""Submissions with their owners, and whether these are the house."""


def pair() -> list[Pairing]:
    """Ask for the next clusters of every ladder, as far as few matches wait.

    Does nothing where too few bots compete, or where somebody manages them all. The caller
    sends `sixfold.celery.wake` once its transaction has committed.
    """
    fields = _fields([ladder for ladder in ladders() if ladder.seats and ladder.share])
    parts = {one: Part(one.share, len(orders(one.seats or 0))) for one in fields}
    missing = _wanted() - _waiting()
    made: list[Pairing] = []
    while tables := divide(missing, parts, _made_of_late()):
        for ladder, slots in tables.items():
            found = _pair(ladder, fields[ladder], slots)
            missing -= len(found) * parts[ladder].cluster
            if len(found) < slots:
                # It wants no more, so the others may have what is left.
                del parts[ladder]
            made += found
    return made


def _wanted() -> int:
    """How many matches may wait."""
    finished = Match.objects.finished().filter(finished_at__gte=Now() - TWO_TICKS)
    return max(WAITING_PER_WORKER * processes(), finished.count())


def _waiting() -> int:
    return Match.objects.queued().filter(cluster__pairing__isnull=False).count()


def _made_of_late() -> Counter[Ladder]:
    """The matches that each ladder made with the newest tables."""
    newest = Pairing.objects.order_by("-pk").select_related("ladder")[:RECENT_TABLES]
    late: Counter[Ladder] = Counter()
    for one in newest:
        late[one.ladder] += len(orders(len(one.members)))
    return late


def _fields(every: list[Ladder]) -> dict[Ladder, Competing]:
    """Who competes on the ladders that can fill a table; the workers are divided among these.

    The first ladder takes everybody. It is also where a version proves that it can play, before it
    takes part in the more costly matches of the others.
    """
    competing = list(Bot.objects.competing().values_list("active", "owner", "house"))
    proven = set(
        Tally.objects.filter(ladder__in=every[:1])
        .annotate(played=F("wins") + F("draws") + F("losses"))
        .filter(played__gte=PROVEN_AFTER)
        .values_list("submission", flat=True)
    )
    fields = {
        ladder: [one for one in competing if not number or one[0] in proven]
        for number, ladder in enumerate(every)
    }
    return {
        ladder: field
        for ladder, field in fields.items()
        if ladder.seats and pairing.is_enough(field, ladder.seats)
    }


@transaction.atomic
def _pair(ladder: Ladder, competing: Competing, slots: int) -> list[Pairing]:
    ladder = locked(ladder)
    seats = ladder.seats or 0
    seatings = pairing.tables(
        _field(ladder, seats, competing),
        seats=seats,
        slots=slots,
        first_slot=ladder.tables_made,
        rng=Random(f"{bytes(ladder.draw_seed).hex()} {ladder.tables_made}"),
        met=lambda submission: _games_together(ladder, submission),
        recent=_recent_tables(ladder),
        idle=not ladder.pairings.filter(made_at__gt=timezone.now() - IDLE_PAUSE).exists(),
    )
    return [_schedule(ladder, seating) for seating in seatings]


def _field(ladder: Ladder, seats: int, competing: Competing) -> list[pairing.Entrant]:
    pending = Counter[int]()
    for members in ladder.pairings.filter(open=True).values_list("members", flat=True):
        pending.update(dict.fromkeys(members, len(orders(seats))))
    standings = {one.submission_id: one for one in Standing.objects.current(ladder)}
    teams = _teams()
    return [
        _rated(
            pairing.Entrant(
                submission, owner, house, frozenset(teams[submission]), pending=pending[submission]
            ),
            standings.get(submission),
        )
        for submission, owner, house in competing
    ]


def _teams() -> dict[int, set[int]]:
    """Who manages a submission that competes, beside its owner."""
    found = defaultdict[int, set[int]](set)
    members = Membership.objects.filter(bot__active__isnull=False)
    for submission, user in members.values_list("bot__active", "user"):
        found[submission].add(user)
    return found


def _rated(new: pairing.Entrant, standing: Standing | None) -> pairing.Entrant:
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
