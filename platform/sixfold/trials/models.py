"""Trials of new versions against those that play, and how each came to its end."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.sprt import Estimate, SequentialTest, estimate
from sixfold.bots.models import Bot, Submission
from sixfold.matches.models import Cluster

TEST = SequentialTest()
"""Logistic [0, 20] Elo: 5 % of the versions that are no stronger pass, 5 % of those that are 20 Elo
stronger do not."""


class State(models.TextChoices):
    """A trial runs, and ends in one of the other states."""

    RUNNING = "running", _("being tested")
    PROMOTED = "promoted", _("promoted")
    KEPT = "kept", _("not stronger")
    GIVEN_UP = "given up", _("given up")


class Reason(models.TextChoices):
    """Why a trial ended without a decision of the test."""

    CAP = "cap", _("So many games have not shown which version is stronger.")
    NEWER = "newer", _("A newer version has passed its check and is tested instead.")
    CHANGED = "changed", _("Another version was chosen to play in the meantime.")
    LEFT = "left", _("The bot no longer competes, so there is nothing to replace.")
    CALLED_OFF = "called off", _("The owner has called it off.")
    FORFEITS = "forfeits", _("It forfeited most of its games. Its matches say why.")
    REFUSED = "refused", _("It proved to be stronger, but may not play for its bot now.")


class TrialQuerySet(models.QuerySet["Trial"]):
    def running(self) -> Self:
        return self.filter(state=State.RUNNING)

    def of(self, submission: Submission) -> Self:
        """Those in which a version took part on either side, the newest first."""
        sides = Q(candidate=submission) | Q(incumbent=submission)
        return self.filter(sides).order_by("-pk")


class Trial(models.Model):
    """One sequential test of a version, the candidate, against the one that plays."""

    bot = models.ForeignKey(Bot, models.PROTECT, related_name="trials")
    candidate = models.ForeignKey(Submission, models.PROTECT, related_name="trials")
    incumbent = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    counts = models.JSONField(default=list)
    """Pairs by the points of the candidate: 0, a half, 1, one and a half, 2."""
    forfeits = models.PositiveIntegerField(default=0)
    """Games that the candidate forfeited."""
    clusters = models.ManyToManyField(Cluster, related_name="trials")
    counted_to = models.PositiveBigIntegerField(default=0)
    """The last cluster in `counts`; those after it are the batch that is being played."""
    created_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        candidate_id: int
        incumbent_id: int

    objects = TrialQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["bot"], condition=Q(state="running"), name="trial_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(state="running", ended_at__isnull=True)
                | (~Q(state="running") & Q(ended_at__isnull=False)),
                name="trial_ended_with_its_state",
            ),
        ]

    def __str__(self) -> str:
        return f"v{self.candidate.number} against v{self.incumbent.number} of {self.bot}"

    def get_absolute_url(self) -> str:
        return reverse("trial", kwargs={"pk": self.pk})

    @property
    def is_running(self) -> bool:
        return self.state == State.RUNNING

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of the test: between its bounds nothing is decided."""
        return TEST.llr(self.counts)

    @property
    def estimate(self) -> Estimate | None:
        """The difference in strength so far, None before the first pair."""
        return estimate(self.counts) if self.pairs else None
