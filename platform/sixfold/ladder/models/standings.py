"""The ratings that a ladder has published."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Self
from urllib.parse import urlencode

from django.db import models
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Submission
from sixfold.ladder import ratings
from sixfold.ladder.models.counts import Results
from sixfold.ladder.models.ladders import Ladder

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager


class Snapshot(models.Model):
    """One published fit over the events 1 to `watermark`; never altered."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="snapshots")
    watermark = models.PositiveBigIntegerField(help_text=_("Events counted, over all parts."))
    marks = models.JSONField(default=dict, help_text=_("The same by the key of each part."))
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the sorted pair counts."))
    anchor = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="+")
    mean = models.FloatField(
        default=ratings.ANCHOR,
        help_text=_("In Elo: the pool's mean, and what a newcomer is taken for."),
    )
    published_at = models.DateTimeField(auto_now_add=True)
    cost_ms = models.FloatField(default=0, help_text=_("CPU time of the fit."))

    if TYPE_CHECKING:
        standings: RelatedManager["Standing"]
        ladder_id: int
        anchor_id: int | None

    class Meta:
        get_latest_by = "pk"

    def __str__(self) -> str:
        return f"{self.ladder} at {self.watermark}"

    def mark(self, part: Ladder) -> int:
        """The last event of this part that it counted."""
        known: int = self.marks.get(str(part.pk), self.watermark if part == self.ladder else 0)
        return known


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index of a leaderboard knows of a row."""

    pk: int
    owner: str
    slug: str

    def __str__(self) -> str:
        return f"{self.owner}/{self.slug}"


class StandingQuerySet(QuerySet["Standing"]):
    def current(self, ladder: Ladder) -> Self:
        """Those of the ladder's newest snapshot."""
        newest = Snapshot.objects.filter(ladder=ladder).order_by("-pk").values("pk")[:1]
        return self.filter(snapshot=newest)

    def leaderboard(self, ladder: Ladder) -> Self:
        """The current standings of what competes now, in their order."""
        competing = Submission.objects.competing()
        return self.current(ladder).filter(submission__in=competing).in_order()

    def in_order(self) -> Self:
        """Ranked first, then the provisional, with all that a row of a leaderboard names."""
        return self.select_related("submission__bot__owner", "snapshot__ladder").order_by(
            F("rank").asc(nulls_last=True), "-rating", "submission"
        )

    def with_change(self, ladder: Ladder) -> Self:
        """With `change`, the Elo gained since the newest milestone that is a day old, and its
        time as `changed_since`; both None for what has been rated for less than a day.
        """
        old = self.model._default_manager.filter(
            milestone=True,
            submission=OuterRef("submission"),
            snapshot__ladder=ladder,
            snapshot__published_at__lte=timezone.now() - timedelta(days=1),
        ).order_by("-snapshot")
        return self.annotate(
            change=F("rating") - Subquery(old.values("rating")[:1]),
            changed_since=Subquery(old.values("snapshot__published_at")[:1]),
        )

    def index(self) -> list[Entry]:
        """All rows in their order, by as little as it takes to find one."""
        owner, slug = "submission__bot__owner__username", "submission__bot__slug"
        return [Entry(*row) for row in self.values_list("pk", owner, slug)]

    def milestones(self) -> Self:
        """Those that stay as history after their snapshot is replaced."""
        return self.filter(milestone=True)

    def last_milestones(self, ladder: Ladder) -> Self:
        """The newest milestone of each submission rated now: one look into an index for each."""
        own = self.model._default_manager.filter(
            milestone=True, submission=OuterRef("submission"), snapshot__ladder=ladder
        )
        newest = self.current(ladder).annotate(last=own.order_by("-snapshot").values("pk")[:1])
        return self.filter(pk__in=newest.values("last")).select_related("snapshot")


class Standing(Results):
    """A submission's rating, error bar and rank in one snapshot.

    Every submission has one in the newest snapshot; of older ones only milestones are kept.
    """

    snapshot = models.ForeignKey(Snapshot, models.PROTECT, related_name="standings")
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="standings")
    rating = models.FloatField(help_text=_("Elo; the anchor has 1000."))
    bar = models.FloatField(help_text=_("Half the 95 % interval in Elo, against the pool's mean."))
    anchor_bar = models.FloatField(help_text=_("The same against the anchor."))
    # The rest is of ranked standings only: competing, and with a bar that is small enough.
    rank = models.PositiveIntegerField(null=True)
    rank_low = models.PositiveIntegerField(null=True)
    rank_high = models.PositiveIntegerField(null=True)
    best = models.FloatField(null=True, help_text=_("The probability that it is the strongest."))
    competing = models.BooleanField(default=True)
    milestone = models.BooleanField(default=False)

    if TYPE_CHECKING:
        snapshot_id: int
        submission_id: int

    objects = StandingQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["snapshot", "submission"], name="standing_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                "submission", "snapshot", name="standing_history", condition=Q(milestone=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id}: {self.rating:.0f} ± {self.bar:.0f}"

    def get_absolute_url(self) -> str:
        """What changed it; of its submission, bot, owner and ladder it needs the names."""
        bot = self.submission.bot
        where = {"owner": bot.owner.username, "slug": bot.slug, "number": self.submission.number}
        query = urlencode({"ladder": self.snapshot.ladder.slug, "to": self.snapshot_id})
        return f"{reverse('rating_change', kwargs=where)}?{query}"

    @property
    def provisional(self) -> bool:
        return self.rank is None

    @property
    def games_missing(self) -> int:
        """About how many more games give it a rank."""
        seats = self.snapshot.ladder.seats
        return ratings.games_until(ratings.PROVISIONAL, self.bar, self.games, seats or 2)
