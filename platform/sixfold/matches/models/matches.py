"""Matches, and the clusters on whose seeds they are played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from arena.commitment import commitment
from arena.ruleset import RULESETS
from sixfold.bots.models import Bot
from sixfold.leases import Leased, LeasedQuerySet, Progress, ready_index
from sixfold.matches.models.kinds import Kind, TimeRule
from sixfold.matches.models.seats import Seat

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

    from sixfold.accounts.models import User
    from sixfold.matches.gains import Gain
    from sixfold.matches.models.attempts import Attempt


class ClusterQuerySet(models.QuerySet["Cluster"]):
    def over(self) -> Self:
        """Those of which each match is finished or void, so that no result is to come."""
        return self.exclude(Exists(Match.objects.unsettled().filter(cluster=OuterRef("pk"))))


class Cluster(models.Model):
    """One set of submissions on one seed, a match for each of its balanced seat orders."""

    seed = models.BinaryField(max_length=32)
    ruleset = models.CharField(max_length=20, choices={name: name for name in RULESETS})
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.LADDER)
    time_rule = models.CharField(max_length=8, choices=TimeRule, default=TimeRule.STANDARD)
    created_at = models.DateTimeField(db_default=Now())

    if TYPE_CHECKING:
        matches: RelatedManager["Match"]

    objects = ClusterQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.kind} cluster {self.pk}"

    @property
    def commitment(self) -> str:
        """The hash of the seed, which is public from the start."""
        return commitment(self.pk, bytes(self.seed))

    @cached_property
    def seed_is_public(self) -> bool:
        """Whether all its matches are over: until then the seed would give draws away."""
        return not Match.objects.unsettled().filter(cluster=self).exists()


class MatchQuerySet(LeasedQuerySet["Match"]):
    """Beside the states of any leased row: by who played, and with what a page shows."""

    def with_seats(self) -> Self:
        """With cluster, seats, submissions, bots and owners, in two queries for any number."""
        seats = Seat.objects.select_related("submission__bot__owner").order_by("number")
        return self.select_related("cluster").prefetch_related(Prefetch("seats", queryset=seats))

    def of_bot(self, bot: Bot) -> Self:
        seats = Seat.objects.filter(submission__bot=bot)
        return self.filter(pk__in=seats.values("match"))

    def tagged(self, user: "User", word: str) -> Self:
        """Those that somebody has given this word."""
        return self.filter(pk__in=user.tags.filter(word=word).order_by().values("match"))

    def unsettled(self) -> Self:
        """Those that may still bring a result: neither finished nor void."""
        return self.exclude(progress__in=(Progress.FINISHED, Progress.VOID))

    def of_kind(self, kind: str) -> Self:
        return self.filter(kind=kind)

    def begun(self) -> Self:
        """All but those that wait for a worker."""
        return self.exclude(progress=Progress.QUEUED)

    def watchable(self) -> Self:
        """With a record to replay, whether or not it still counts."""
        return self.exclude(record_key="")

    def ahead_of(self, match: "Match") -> Self:
        """Those of its kind that will be claimed before this queued one."""
        same = Q(priority=match.priority, pk__lt=match.pk)
        return self.queued().of_kind(match.kind).filter(Q(priority__gt=match.priority) | same)


class Match(Leased):
    """One game: queued with its seats and a seed, and once finished with a stored record."""

    cluster = models.ForeignKey(Cluster, models.PROTECT, related_name="matches")
    kind = models.CharField(
        max_length=10, choices=Kind, default=Kind.LADDER, db_default=Kind.LADDER
    )
    """Its cluster's: here as well, since a claim finds the oldest of a kind by an index."""
    order = models.PositiveSmallIntegerField()
    """Which of the cluster's seat orders this is, from 0."""
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)
    turns = models.PositiveSmallIntegerField(null=True, blank=True)
    end = models.CharField(max_length=20, blank=True)
    """Why the game was over, an `arena.game.End`."""
    void_reason = models.CharField(max_length=300, blank=True, default="", db_default="")
    """Why a moderator declared it void, for everybody to read."""
    record_key = models.CharField(max_length=100, blank=True)
    record_size = models.PositiveIntegerField(null=True, blank=True)
    """Bytes as stored, compressed."""
    record_sha256 = models.CharField(max_length=64, blank=True)
    """Of the bytes as stored."""

    if TYPE_CHECKING:
        cluster_id: int
        seats: RelatedManager["Seat"]
        attempts: RelatedManager["Attempt"]

    own_tags: Sequence[str] = ()
    """The visitor's own words for it, as `tagging.tell` has found."""
    gain: "Gain | None" = None
    """What it did to the rating of the bot whose matches are listed, as `gains.tell` has found."""

    objects = MatchQuerySet.as_manager()

    class Meta(Leased.Meta):
        verbose_name_plural = _("matches")
        constraints: ClassVar = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(fields=["cluster", "order"], name="match_order_unique"),
            models.CheckConstraint(
                name="match_finished_with_its_record",
                condition=~Q(progress=Progress.FINISHED)
                | (Q(finished_at__isnull=False) & ~Q(record_key="") & ~Q(record_sha256="")),
            ),
        ]
        indexes: ClassVar = [
            *Leased.Meta.indexes,
            ready_index("kind"),
            # Lists of what there is little of would go through all matches to fill a page.
            models.Index(fields=["kind", "-id"], name="match_of_kind"),
            models.Index(
                fields=["progress", "-id"],
                name="match_in_rare_state",
                condition=Q(progress=Progress.QUEUED)
                | Q(progress=Progress.RUNNING)
                | Q(progress=Progress.QUARANTINED)
                | Q(progress=Progress.VOID),
            ),
            # For those who look every few seconds for what is new.
            models.Index(fields=["finished_at"], name="match_finished"),
            # Few among millions, and looked for at every tick. SQLite would not use it with an IN.
            models.Index(
                fields=["progress", "ready_at"],
                name="match_set_aside",
                condition=Q(progress=Progress.QUARANTINED) | Q(progress=Progress.VOID),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", kwargs={"pk": self.pk})

    @property
    def winners(self) -> list["Seat"]:
        """The seats in first place, several where they tie; none before the end."""
        return [seat for seat in self.seats.all() if seat.place == 1]

    @property
    def winning_bots(self) -> list[Bot]:
        return [seat.submission.bot for seat in self.winners]
