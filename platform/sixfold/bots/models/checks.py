"""What the check of a submission has found, step by step."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from bots_sdk.check import StepKind
from sixfold.bots.models.entrants import Submission
from sixfold.leases import Progress


class CheckStep(models.Model):
    """One line of a submission's checklist."""

    class Kind(models.TextChoices):
        RECEIVED = StepKind.RECEIVED.value, _("Received")
        SCANNED = StepKind.SCANNED.value, _("Scanned")
        STARTS = StepKind.STARTS.value, _("Starts in the sandbox")
        PLAYS = StepKind.PLAYS.value, _("Plays two games against the house")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        OK = "ok", _("ok")
        FAILED = "failed", _("failed")

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=8, choices=Kind)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    message = models.TextField(blank=True)
    ms = models.FloatField(null=True)
    traceback = models.TextField(blank=True)
    position = models.TextField(blank=True)
    command = models.CharField(max_length=200, blank=True)
    log = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["submission", "kind"], name="check_step_once"),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.kind} {self.state}"

    @property
    def shown_state(self) -> "CheckStep.State":
        """A step of an attempt that was lost waits for the next one, whatever the row says."""
        lost = self.state == self.State.RUNNING and self.submission.progress != Progress.RUNNING
        return self.State.WAITING if lost else self.State(self.state)
