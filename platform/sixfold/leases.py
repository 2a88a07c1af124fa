"""The life of a row that one worker at a time may work on: queued, leased, finished once."""

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, models, transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)

LOST_BUDGET = 5
"""Attempts a row may lose to dead workers and faults of ours before it is quarantined."""
PAUSE = timedelta(seconds=2)
"""How long a lost row rests before its next attempt."""


class Progress(models.TextChoices):
    """Where a leased row stands; `sources` has every transition there is."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    QUARANTINED = "quarantined", _("in quarantine")
    VOID = "void", _("void")

    @property
    def sources(self) -> tuple["Progress", ...]:
        """The states from which a row may come into this one."""
        return _SOURCES[self]


_SOURCES = {
    Progress.QUEUED: (Progress.RUNNING, Progress.QUARANTINED),
    Progress.RUNNING: (Progress.QUEUED,),
    Progress.FINISHED: (Progress.RUNNING,),
    Progress.QUARANTINED: (Progress.RUNNING,),
    Progress.VOID: (Progress.QUEUED, Progress.QUARANTINED, Progress.FINISHED),
}

Row = TypeVar("Row", bound="Leased")


class LeasedQuerySet(models.QuerySet[Row]):
    """Reads are adjectives and lazy; verbs change rows at once and answer what they changed.

    Every time is the database's: the clocks of workers may differ, and only one may decide.
    """

    def queued(self) -> Self:
        return self.filter(progress=Progress.QUEUED)

    def running(self) -> Self:
        return self.filter(progress=Progress.RUNNING)

    def finished(self) -> Self:
        return self.filter(progress=Progress.FINISHED)

    def ready(self) -> Self:
        """Queued, and not resting after a lost attempt."""
        return self.queued().filter(ready_at__lte=Now())

    def expired(self) -> Self:
        """Running, by the row, but the worker has not renewed its lease in time."""
        return self.running().filter(leased_until__lt=Now())

    def held(self, token: uuid.UUID | None) -> Self:
        """The row that this lease still holds: one, or none once it was taken over."""
        return self.running().filter(token=token)

    def claim(self) -> Row | None:
        """Lease the most urgent ready row, the oldest first; None where nothing is ready."""
        # Without a savepoint where the caller has a transaction: nothing here is rolled back alone.
        with transaction.atomic(savepoint=False):
            # SQLite has no row locks and needs none: its transactions begin IMMEDIATE.
            ready = self.ready().select_for_update(skip_locked=True, of=("self",))
            row = ready.order_by("-priority", "pk").first()
            if row is None:
                return None
            row.progress, row.token = Progress.RUNNING, uuid.uuid4()
            self._same(row).move(
                Progress.RUNNING, token=row.token, leased_until=Now() + lease_length()
            )
            # The database's clock has written it; who wants to know asks.
            del row.leased_until
        return row

    def extend(self, token: uuid.UUID) -> bool:
        """Renew a lease; False says that the row now belongs to someone else."""
        return bool(self.held(token).update(leased_until=Now() + lease_length()))

    def finish(self, token: uuid.UUID, **values: Any) -> bool:
        """Close the row, once: compare and swap on the lease, with `values` for other columns.

        False says that the lease was lost and nothing was changed. Call it first in the
        transaction that writes the result, and write no result where it answers False.
        """
        return bool(self.held(token).move(Progress.FINISHED, **values))

    def release(self, token: uuid.UUID) -> bool:
        """Give an unfinished row back at once, uncounted: its worker is shutting down."""
        return bool(self.held(token).move(Progress.QUEUED, ready_at=Now()))

    def lose(self, **values: Any) -> int:
        """Take running rows from their workers; each such attempt counts against the budget.

        `values` are for other columns, such as the reason.
        """
        spent = When(lost__gte=LOST_BUDGET - 1, then=Value(Progress.QUARANTINED))
        return self.running().update(
            progress=Case(spent, default=Value(Progress.QUEUED)),
            lost=F("lost") + 1,
            ready_at=Now() + PAUSE,
            token=None,
            leased_until=None,
            **values,
        )

    def requeue(self) -> int:
        """Let quarantined rows try again, with a fresh budget: a moderator's decision."""
        return self.filter(progress=Progress.QUARANTINED).move(
            Progress.QUEUED, lost=0, ready_at=Now()
        )

    def void(self) -> int:
        """Declare rows without effect; one that is running has to end first."""
        return self.move(Progress.VOID)

    def move(self, to: Progress, **values: Any) -> int:
        """Move those rows that may come into a state; a lease ends unless `values` has one."""
        lease = {"token": None, "leased_until": None}
        return self.filter(progress__in=to.sources).update(progress=to, **{**lease, **values})

    def _same(self, row: Row) -> Self:
        return self.model._default_manager.filter(pk=row.pk)  # type: ignore[return-value]


def ready_index(*groups: str) -> models.Index:
    """Finds the row to claim next; of one group, where rows are claimed by groups."""
    fields = [*groups, "-priority", "id"]
    return models.Index(fields=fields, name="%(class)s_ready", condition=Q(progress="queued"))


class Leased(models.Model):
    """A row that workers claim; subclasses build their Meta on `Leased.Meta`.

    Indexes and constraints of their own go beside those here: `[*Leased.Meta.indexes, ...]`.
    """

    progress = models.CharField(max_length=12, choices=Progress, default=Progress.QUEUED)
    priority = models.SmallIntegerField(default=0, help_text=_("Higher is claimed earlier."))
    ready_at = models.DateTimeField(db_default=Now())
    token = models.UUIDField(null=True, editable=False, unique=True)
    leased_until = models.DateTimeField(null=True, editable=False)
    lost = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="%(class)s_leased_iff_running",
                condition=Q(progress="running", token__isnull=False, leased_until__isnull=False)
                | (~Q(progress="running") & Q(token__isnull=True, leased_until__isnull=True)),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["leased_until"],
                name="%(class)s_leased",
                condition=Q(progress="running"),
            ),
        ]


def lease_length() -> timedelta:
    """How long a claim holds without being renewed."""
    return timedelta(seconds=settings.LEASE_SECONDS)


def rows_like(row: Leased) -> LeasedQuerySet[Leased]:
    """All rows of its kind, with the verbs by which their leases change."""
    return type(row)._default_manager.all()  # type: ignore[return-value]


@contextmanager
def renewing(row: Leased) -> Iterator[Callable[[], bool]]:
    """Keep a claimed row's lease alive; yields a function that tells whether it was lost.

    A thread renews every third of the lease. While the database does not answer it tries on,
    until the lease would be over. Work that finds its lease lost has to stop: another worker may
    be at it already.
    """
    renewal = _Renewal(row)
    thread = threading.Thread(target=renewal.run, name=f"renewal of {row}", daemon=True)
    thread.start()
    try:
        yield renewal.lost
    finally:
        renewal.ended.set()
        thread.join()


class _Renewal:
    def __init__(self, row: Leased) -> None:
        assert row.token is not None, "only a claimed row can be renewed"
        self.token = row.token
        self.rows = rows_like(row)
        self.length = lease_length().total_seconds()
        self.until = time.monotonic() + self.length
        self.ended = threading.Event()
        self.taken = threading.Event()

    def lost(self) -> bool:
        # The clock as well: after a long freeze this is asked before the thread has woken up.
        return self.taken.is_set() or time.monotonic() > self.until

    def run(self) -> None:
        pause = self.length / 3
        try:
            while not self.ended.wait(pause) and not self.lost():
                pause = self.renew()
        finally:
            # Django closes connections at the end of a request or a task, in its own thread only.
            connection.close()

    def renew(self) -> float:
        """Try once; the seconds until the next try."""
        asked = time.monotonic()
        try:
            held = self.rows.extend(self.token)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("a lease could not be renewed, trying again: %s", error)
            connection.close()
            return min(1.0, self.length / 10)
        if held:
            self.until = asked + self.length
        else:
            self.taken.set()
        return self.length / 3
