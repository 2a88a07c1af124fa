"""The life of a match: scheduled, claimed, played, finished; each verb a short transaction."""

import logging
import os
import socket
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from typing import TypeVar

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import Subquery
from django.db.models.functions import Now

from arena.player import InfrastructureFailure
from arena.record import Record
from arena.referee import Stopped
from arena.ruleset import RULESETS
from arena.seating import orders
from sixfold.bots.models import Submission
from sixfold.health import is_away
from sixfold.jail import distrust
from sixfold.leases import Progress, renewing
from sixfold.matches import playing, shares, storage
from sixfold.matches.live import reporting
from sixfold.matches.live.pace import reported
from sixfold.matches.models import Attempt, Cluster, Kind, Match, Seat, TimeRule
from sixfold.matches.playing import Played

logger = logging.getLogger(__name__)

Stored = TypeVar("Stored")

GIVEN_UP_AFTER = timedelta(days=1)
"""A match that nobody takes out of quarantine for so long becomes void, so that others go on."""
FINISH_PAUSES = (0.1, 0.5, 2.0, 5.0)
"""Seconds between the tries to store a result while the database does not answer."""


def schedule(
    *,
    submissions: Sequence[Submission],
    seed: bytes,
    kind: Kind = Kind.LADDER,
    ruleset: str = "classic",
    time_rule: TimeRule = TimeRule.STANDARD,
    hurried: bool = False,
) -> Cluster:
    """Queue one match for each balanced seat order of these submissions, all on one seed.

    Hurried ones are claimed before the others of their kind. The caller sends
    `sixfold.celery.wake` once its transaction has committed. Raises ValueError for a seed that is
    not 32 bytes, and where the ruleset has no game for so many.
    """
    rules = RULESETS[ruleset]
    if len(seed) != 32:
        raise ValueError(f"A seed has 32 bytes, not {len(seed)}.")
    if not rules.min_seats <= len(submissions) <= rules.max_seats:
        raise ValueError(f"{len(submissions)} bots cannot play {ruleset!r}.")
    with transaction.atomic():
        cluster = Cluster.objects.create(seed=seed, kind=kind, ruleset=ruleset, time_rule=time_rule)
        rows = orders(len(submissions))
        matches = Match.objects.bulk_create(
            Match(cluster=cluster, kind=kind, order=order, priority=int(hurried))
            for order in range(len(rows))
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, submission=submissions[who])
            for match, row in zip(matches, rows, strict=True)
            for number, who in enumerate(row)
        )
    return cluster


def claim() -> Attempt | None:
    """Lease the most urgent ready match of the kind whose turn it is for this process, or None."""
    with transaction.atomic():
        for kind in _fairest_first():
            match = Match.objects.of_kind(kind).select_related("cluster").claim()
            if match is not None:
                assert match.token is not None, "a claimed row has a token"
                worker = f"{socket.gethostname()}:{os.getpid()}"
                return Attempt.objects.create(match=match, token=match.token, worker=worker)
    return None


def _fairest_first() -> list[Kind]:
    with connection.cursor() as cursor:
        cursor.execute(*_heads())
        heads = cursor.fetchone() or ()
    waiting = [kind for kind, head in zip(Kind, heads, strict=False) if head is not None]
    if len(waiting) < 2:
        return waiting
    started = Attempt.objects.order_by("-pk").values_list("match__kind", flat=True)
    return shares.fairest_first(waiting, list(started[: shares.WINDOW]))


@cache
def _heads() -> tuple[str, tuple[str | int | None, ...]]:
    """A query for the first ready match of each kind, or null: one row, a look at an index each.

    Kept as SQL, because to build it costs several times what it costs to run. Ordered, because
    without that PostgreSQL may look through the whole table for a kind that has none.
    """
    heads = (
        Subquery(Match.objects.ready().of_kind(kind).order_by("-priority", "pk").values("pk")[:1])
        for kind in Kind
    )
    return Match.objects.order_by("pk").values_list(*heads)[:1].query.sql_with_params()


def carry_out(attempt: Attempt) -> bool:
    """Play a claimed match and see to its end, whatever happens; True for a result that counts.

    A fault of ours puts the match back in the queue and counts against its budget, never against
    a bot. A worker that is being stopped gives the match back, uncounted, and stops; so does one
    whose result cannot be stored, which would otherwise set match after match aside (NotStored).
    """
    try:
        return finish(attempt, play(attempt))
    except Stopped:
        give_back(attempt)
    except storage.NotStored:
        give_back(attempt)
        raise
    except InfrastructureFailure as failure:
        distrust(str(failure))
        fail(attempt, str(failure))
    except Exception as error:
        logger.exception("%s failed", attempt)
        fail(attempt, repr(error))
    except BaseException:
        give_back(attempt)
        raise
    return False


def play(attempt: Attempt) -> Played:
    """Play a claimed match in the sandbox while its lease is renewed, and report it live.

    Holds nothing in the database meanwhile, so it refuses to run in a transaction (RuntimeError).
    Otherwise raises as `playing.play`; Stopped says that the lease was lost.
    """
    if connection.in_atomic_block:
        raise RuntimeError("A match is not played inside a transaction.")
    with (
        renewing(attempt.match) as lost,
        reported(attempt.match_id, attempt.pk) as observe,
    ):
        return playing.play(attempt.match, stop=lost, observe=observe)


def finish(attempt: Attempt, played: Played) -> bool:
    """Store a result, once: False where the lease was lost, and then nothing of it is kept.

    Tries again with growing pauses while the database does not answer, and raises its error in
    the end.
    """
    files = _insist(
        lambda: storage.write(attempt.match, attempt.token, played.record, played.logs), attempt
    )
    # Should this fail, the files stay: it may have been done, and only the answer been lost.
    counted = _insist(lambda: _finish(attempt, played, files), attempt)
    if counted:
        reporting.over(attempt.match, attempt.pk, turns=len(played.record.turns))
    else:
        logger.warning("%s came too late: its lease was lost", attempt)
        files.remove()
    return counted


def _insist(store: Callable[[], Stored], attempt: Attempt) -> Stored:
    """Carry out, tried again while the database does not answer."""
    for pause in FINISH_PAUSES:
        try:
            return store()
        except (DatabaseError, InterfaceError) as error:
            if not is_away(error):
                raise
            logger.warning("the result of %s was not stored, trying again", attempt.match)
            connection.close()
            time.sleep(pause)
    return store()


def _finish(attempt: Attempt, played: Played, files: storage.Files) -> bool:
    record = played.record
    with transaction.atomic():
        finished = Match.objects.finish(
            attempt.token,
            finished_at=Now(),
            turns=len(record.turns),
            end=record.outcome.end,
            record_key=files.record.key,
            record_size=files.record.size,
            record_sha256=files.record.sha256,
        )
        if not finished:
            # Taken over, or our own commit of a moment ago whose answer was lost.
            mine = Attempt.objects.filter(token=attempt.token, outcome=Attempt.Outcome.FINISHED)
            return mine.exists()
        for number, log in enumerate(files.logs):
            Seat.objects.filter(match=attempt.match_id, number=number).update(
                log_key=log.key if log else "", **_fared(record, number)
            )
        _end(attempt, Attempt.Outcome.FINISHED, tier=played.tier)
    return True


def _fared(record: Record, number: int) -> dict[str, object]:
    seat = record.seats[number]
    times = [turn.cpu_ms for turn in record.turns if turn.seat == number]
    return {
        "score": record.outcome.scores[number],
        "place": record.outcome.places[number],
        "ending": seat.ending,
        "detail": seat.detail,
        "cpu_ms": sum(times),
        "slowest_ms": max(times, default=0.0),
    }


def give_back(attempt: Attempt) -> None:
    """Queue an unfinished match again at once, without counting the attempt."""
    with transaction.atomic():
        if Match.objects.release(attempt.token):
            _end(attempt, Attempt.Outcome.GIVEN_BACK)


def fail(attempt: Attempt, reason: str) -> None:
    """Count an attempt that failed by a fault of ours; the match is tried again, or set aside."""
    with transaction.atomic():
        if Match.objects.held(attempt.token).lose():
            _end(attempt, Attempt.Outcome.FAILED, reason=reason)


def reclaim() -> int:
    """Queue again, or set aside, what dead workers held; the number of attempts so lost.

    Also gives up on what has been in quarantine for a day.
    """
    with transaction.atomic():
        expired = Match.objects.expired().select_for_update(skip_locked=True)
        tokens = [match.token for match in expired.only("token") if match.token]
        if tokens:
            Match.objects.filter(token__in=tokens).lose()
            Attempt.objects.filter(token__in=tokens).update(
                outcome=Attempt.Outcome.LOST, ended_at=Now()
            )
    Match.objects.filter(progress=Progress.QUARANTINED, ready_at__lt=Now() - GIVEN_UP_AFTER).void()
    return len(tokens)


def _end(attempt: Attempt, outcome: Attempt.Outcome, **values: str) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(outcome=outcome, ended_at=Now(), **values)
