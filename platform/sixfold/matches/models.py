"""Matches with their seats, and every attempt of a worker to play one."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from arena.commitment import commitment
from arena.limits import Limits
from arena.player import Ending
from arena.ruleset import RULESETS
from sixfold.bots.models import Bot, Submission
from sixfold.leases import Leased, LeasedQuerySet, Progress, ready_index

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

    from sixfold.matches.gains import Gain


class Kind(models.TextChoices):
    """Why a match is played; only the ladder's matches are rated."""

    LADDER = "ladder", _("ladder")
    TRIAL = "trial", _("trial of a version")
    CHALLENGE = "challenge", _("challenge")
    TOURNAMENT = "tournament", _("tournament")


class TimeRule(models.TextChoices):
    """How much time a bot has; what else it may spend is always the same."""

    STANDARD = "standard", _("standard: 5 s for all moves, and 0.1 s more for each")
    FAST = "fast", _("fast: 1 s for all moves, and 0.02 s more for each")
    LONG = "long", _("long: 15 s for all moves, and 0.3 s more for each")

    @property
    def limits(self) -> Limits:
        return _LIMITS[self]


_LIMITS = {
    TimeRule.STANDARD: Limits(),
    TimeRule.FAST: Limits(bank_ms=1_000, increment_ms=20),
    # A bot that sleeps may make no match longer than the standard does: see CELERY_TASK_TIME_LIMIT.
    TimeRule.LONG: Limits(bank_ms=15_000, increment_ms=300, wall_factor=20 / 3),
}


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

    def unsettled(self) -> Self:
        """Those that may still bring a result: neither finished nor void."""
        return self.exclude(progress__in=(Progress.FINISHED, Progress.VOID))

    def of_kind(self, kind: str) -> Self:
        return self.filter(kind=kind)

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


BOTS_END = [ending.value for ending in Ending if ending is not Ending.RESIGNED]
"""How a seat at a match can end: bots do not resign."""


class SeatQuerySet(models.QuerySet["Seat"]):
    def failed(self) -> Self:
        """Those that forfeited by their own fault, as `Seat.failed`."""
        return self.exclude(ending="").exclude(ending=Ending.FINISHED)


class Seat(models.Model):
    """A submission's place at a match and, once finished, how it fared there."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="seats")
    score = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    """From 1; ties share a place."""
    ending = models.CharField(
        max_length=20, blank=True, choices={ending: ending for ending in BOTS_END}
    )
    detail = models.TextField(blank=True)
    """For its author: a sentence about how this seat ended."""
    cpu_ms = models.FloatField(null=True, blank=True)
    """CPU time of all its turns."""
    slowest_ms = models.FloatField(null=True, blank=True)
    """CPU time of its slowest turn."""
    log_key = models.CharField(max_length=100, blank=True)
    """Where its printed output is stored; blank where it printed nothing."""

    if TYPE_CHECKING:
        match_id: int
        submission_id: int

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_unique"),
        ]
        indexes: ClassVar = [
            # Errors are rare, and lists of them are asked for again and again.
            models.Index(
                fields=["submission", "match"],
                name="seat_failed",
                condition=~Q(ending="") & ~Q(ending=Ending.FINISHED.value),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of match {self.match_id}"

    @property
    def failed(self) -> bool:
        """Whether the bot forfeited by its own fault."""
        return self.ending not in ("", Ending.FINISHED)

    @property
    def mean_ms(self) -> float | None:
        """CPU time of a turn, on average, where everybody had as many; None before the end."""
        if self.cpu_ms is None or not self.match.turns:
            return None
        return self.cpu_ms * len(self.match.seats.all()) / self.match.turns


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


class Hindsight(models.Model):
    """How a bot played a match, as `arena.analysis` saw it afterwards; computed once."""

    seat = models.OneToOneField(Seat, models.CASCADE)
    bot = models.ForeignKey(Bot, models.CASCADE, db_index=False)
    """The seat's: here as well, since a bot's page sums up its newest rows."""
    moves = models.PositiveSmallIntegerField()
    """How many it made; a forfeit is none."""
    missed = models.PositiveIntegerField()
    """Points that it left on the table, in all its moves."""
    set_up = models.PositiveSmallIntegerField()
    """Qwirkles that its moves set up for whoever came next."""
    luck = models.FloatField()
    """Points that its draws were worth above the average."""
    insights = models.JSONField()
    """Each move as [turn, best, missed, set_up, held, luck], from `arena.analysis.Insight`."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["bot", "id"], name="hindsight_newest")]

    def __str__(self) -> str:
        return f"hindsight of {self.seat}"


class StoredFile(models.Model):
    """A record or a log, where RECORDS_URL has the database keep them."""

    key = models.CharField(max_length=200, primary_key=True)
    """Begins with the day."""
    data = models.BinaryField()
    """Compressed."""

    def __str__(self) -> str:
        return self.key
