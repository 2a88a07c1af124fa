"""Challenges: who asked for how many pairs of games between which versions, and their score."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.ruleset import CLASSIC
from bots_sdk.results import Share, share
from sixfold.bots.models import Bot, Submission
from sixfold.matches.models import LONGEST_TAG, Cluster

if TYPE_CHECKING:
    from sixfold.accounts.models import User


class State(models.TextChoices):
    """A challenge is open until all its games are over, or its owner wants no more."""

    OPEN = "open", _("being played")
    OVER = "over", _("over")
    CALLED_OFF = "called off", _("called off")


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    def open(self) -> Self:
        return self.filter(state=State.OPEN)

    def of(self, owner: "User") -> Self:
        """Those that count on this owner."""
        return self.filter(owner=owner)

    def managed_by(self, user: "User") -> Self:
        """Those of the bots that somebody owns, or belongs to the team of."""
        return self.filter(first__bot__in=Bot.objects.of(user))

    def with_sides(self) -> Self:
        """With both versions, their bots and owners, and who asked."""
        return self.select_related("owner", "first__bot__owner", "second__bot__owner")


class Challenge(models.Model):
    """So many unrated pairs of games between two versions, the first one the challenger's."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="challenges")
    """Who owned the first bot then, and whose limits it counts on."""
    first = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    second = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    pairs = models.PositiveSmallIntegerField(_("pairs of games"))
    ruleset = models.CharField(max_length=20, default=CLASSIC.name)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    counts = models.JSONField(default=list)
    """Pairs by the points of the first: 0, a half, 1, one and a half, 2."""
    tag = models.CharField(max_length=LONGEST_TAG, blank=True, default="", db_default="")
    """A word that all of its matches get from whoever asked for it, as `matches.Tag`."""
    tagger = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    clusters = models.ManyToManyField(Cluster, related_name="challenges")
    created_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        owner_id: int

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(first=F("second")), name="challenge_between_two_versions"
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at__isnull=True)
                | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="challenge_ended_with_its_state",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["owner", "created_at"], name="challenge_of_owner"),
            models.Index("id", name="challenge_open", condition=Q(state="open")),
        ]

    def __str__(self) -> str:
        return f"{self.first} against {self.second}"

    def get_absolute_url(self) -> str:
        return reverse("challenge", kwargs={"pk": self.pk})

    @property
    def is_open(self) -> bool:
        return self.state == State.OPEN

    @property
    def played(self) -> int:
        """Pairs of which both games count."""
        return sum(self.counts)

    @property
    def points(self) -> tuple[float, float]:
        """Of the first and of the second, a draw half a point each."""
        mine = sum(halves * count for halves, count in enumerate(self.counts)) / 2
        return mine, 2 * self.played - mine

    @property
    def share(self) -> Share | None:
        """The first one's share of the points with its 95 % interval; None before any pair."""
        clusters = [halves / 4 for halves, count in enumerate(self.counts) for _ in range(count)]
        return share(clusters, games=2, seats=2) if clusters else None

    @property
    def percents(self) -> tuple[float, float, float] | None:
        """That share and the ends of its interval, in percent."""
        found = self.share
        return (100 * found.value, 100 * found.low, 100 * found.high) if found else None
