"""The processes that play, as they report themselves."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

REPORT_SECONDS = 30
"""How often a worker reports."""
SILENT_AFTER = timedelta(seconds=4 * REPORT_SECONDS)
"""A worker that has not reported for so long is not there any more, or is in trouble."""
FORGOTTEN_AFTER = timedelta(days=1)


class WorkerQuerySet(models.QuerySet["Worker"]):
    """By whether they still report."""

    def with_silence(self) -> Self:
        """With ``silent``: whether one has not reported for long, by the database's clock."""
        late = models.Q(seen_at__lt=Now() - SILENT_AFTER)
        return self.annotate(silent=models.ExpressionWrapper(late, models.BooleanField()))

    def reporting(self) -> Self:
        """Those that are there."""
        return self.filter(seen_at__gte=Now() - SILENT_AFTER)

    def forgotten(self) -> Self:
        """Those that have been silent for a day."""
        return self.filter(seen_at__lt=Now() - FORGOTTEN_AFTER)


class Worker(models.Model):
    """One process of a worker's pool: its sandbox, its machine, and how it fares."""

    host = models.CharField(max_length=64)
    pid = models.PositiveIntegerField()
    started_at = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField(db_default=Now(), db_index=True)
    slots = models.PositiveSmallIntegerField()
    """How many such processes play beside each other on its machine."""
    tier = models.CharField(max_length=10, blank=True)
    """Of the sandbox that it uses; blank before it has looked for one, and where none holds."""
    refusal = models.TextField(blank=True)
    """Why it plays nothing."""
    probed_at = models.DateTimeField(null=True, blank=True)
    probe_ms = models.FloatField(null=True, blank=True)
    trials = models.JSONField(default=list)
    """The tiers that do not hold, the strongest first: ``tier``, ``reason`` and ``advice``."""
    facts = models.JSONField(default=list)
    """Pairs of a name and a text, as of `arena.sandbox.facts`."""
    packages = models.JSONField(default=list)
    """What its bots may import beside Python's own, such as numpy==2.3.5."""
    failures = models.PositiveIntegerField(default=0)
    """How often its machine has failed a bot."""
    last_failure = models.TextField(blank=True)

    objects = WorkerQuerySet.as_manager()

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")
        constraints = (
            models.UniqueConstraint(fields=["host", "pid"], name="worker_process_unique"),
        )

    def __str__(self) -> str:
        return f"{self.host}:{self.pid}"


def packages() -> list[str]:
    """What bots may import, by the worker that has looked for its sandbox last."""
    newest = Worker.objects.exclude(tier="").order_by("-probed_at").first()
    return newest.packages if newest else []


def processes() -> int:
    """How many play at once, on all machines; before they report, those of this one."""
    return max(settings.WORKERS, Worker.objects.reporting().exclude(tier="").count())
