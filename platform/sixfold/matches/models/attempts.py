"""What became of every attempt of a worker to play a match."""

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from sixfold.matches.models.matches import Match


class Attempt(models.Model):
    """One try of a worker at a match, kept for those who look after the machines."""

    class Outcome(models.TextChoices):
        FINISHED = "finished", _("finished")
        LOST = "lost", _("lost: the worker stopped renewing its lease")
        GIVEN_BACK = "given back", _("given back by a worker that shut down")
        FAILED = "failed", _("failed by a fault of the platform")

    match = models.ForeignKey(Match, models.CASCADE, related_name="attempts")
    token = models.UUIDField(unique=True)
    """The lease under which it plays."""
    worker = models.CharField(max_length=100)
    tier = models.CharField(max_length=10, blank=True)
    """Of the sandbox."""
    started_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    reason = models.TextField(blank=True)

    if TYPE_CHECKING:
        match_id: int

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(outcome="finished"), name="match_finishes_once"
            ),
        ]

    def __str__(self) -> str:
        return f"attempt at match {self.match_id}"
