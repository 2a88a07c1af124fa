"""Ladders: what they have counted, who was paired on them, and the ratings they published."""

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.ruleset import CLASSIC
from sixfold.bots.models import Submission
from sixfold.ladder import pairing, ratings
from sixfold.matches.models import Cluster, Match

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager


def new_draw_seed() -> bytes:
    """What a ladder's random pairings start from, so that nobody can tell them in advance."""
    return secrets.token_bytes(16)


class Ladder(models.Model):
    """A field being rated, for one number of seats under one ruleset."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField(default=2)
    ruleset = models.CharField(max_length=20, default=CLASSIC.name)
    # The scale's fixed point: rated 1000, whoever else comes and goes.
    anchor = models.ForeignKey(Submission, models.PROTECT, null=True, blank=True, related_name="+")
    last_seq = models.PositiveBigIntegerField(default=0, editable=False)
    tables_made = models.PositiveBigIntegerField(default=0, editable=False)
    draw_seed = models.BinaryField(default=new_draw_seed, editable=False)

    if TYPE_CHECKING:
        events: RelatedManager["Event"]
        pair_counts: RelatedManager["PairCount"]
        pairings: RelatedManager["Pairing"]
        snapshots: RelatedManager["Snapshot"]
        tallies: RelatedManager["Tally"]
        anchor_id: int | None

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seats__range=(2, 6)), name="ladder_seats"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"{reverse('leaderboard')}?ladder={self.slug}"


class Pairing(models.Model):
    """A cluster that a ladder has asked for; only these are rated."""

    class Why(models.TextChoices):
        FIRST = pairing.Why.FIRST.value, _("first matches")
        BURST = pairing.Why.BURST.value, _("new version")
        UNCERTAIN = pairing.Why.UNCERTAIN.value, _("least certain")
        IDLE = pairing.Why.IDLE.value, _("idle refresh")

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="pairings")
    cluster = models.OneToOneField(Cluster, models.PROTECT, related_name="pairing")
    slot = models.PositiveBigIntegerField(help_text=_("Counts the ladder's tables from 0."))
    why = models.CharField(max_length=9, choices=Why)
    members = models.JSONField(help_text=_("The submissions at the table, in ascending order."))
    # Whether a match of the cluster may still have to be counted.
    open = models.BooleanField(default=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "slot"], name="pairing_once"),
        ]
        indexes: ClassVar = [
            models.Index("ladder", name="pairing_open", condition=Q(open=True)),
        ]

    def __str__(self) -> str:
        return f"{self.ladder}: {self.members}"


class Event(models.Model):
    """One change of a ladder's counts; appended, never altered, numbered without gaps."""

    class Kind(models.TextChoices):
        FINAL = "final", _("counted")
        VOID = "void", _("taken back")

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField()
    match = models.ForeignKey(Match, models.PROTECT, related_name="events")
    kind = models.CharField(max_length=5, choices=Kind)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "seq"], name="event_seq_unique"),
            models.UniqueConstraint(fields=["ladder", "match", "kind"], name="event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} #{self.seq}: {self.match_id} {self.kind}"


class PairCount(models.Model):
    """How often two submissions were placed before, beside and behind each other."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="pair_counts")
    first = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    second = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    first_wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    second_wins = models.PositiveIntegerField(default=0)

    if TYPE_CHECKING:
        first_id: int
        second_id: int

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "first", "second"], name="pair_count_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_count_ordered"),
        ]

    def __str__(self) -> str:
        counts = f"{self.first_wins}-{self.draws}-{self.second_wins}"
        return f"{self.first_id}:{self.second_id} {counts}"

    @property
    def games(self) -> int:
        return self.first_wins + self.draws + self.second_wins

    def counts(self) -> dict[str, int]:
        """By column, as in `results.Counts`."""
        return {name: getattr(self, name) for name in ("first_wins", "draws", "second_wins")}


class Results(models.Model):
    """What a submission has reached in its counted matches."""

    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    points = models.PositiveBigIntegerField(default=0, help_text=_("The sum of all scores."))
    errors = models.PositiveIntegerField(default=0, help_text=_("Matches that were forfeited."))

    class Meta:
        abstract = True

    def counts(self) -> dict[str, int]:
        """By column, as in `results.Counts`."""
        columns = ("wins", "draws", "losses", "points", "errors")
        return {name: getattr(self, name) for name in columns}

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def win_percent(self) -> float:
        """A draw is half a win; 0 without games."""
        return 50 * (2 * self.wins + self.draws) / self.games if self.games else 0.0

    @property
    def points_per_game(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def error_percent(self) -> float:
        return 100 * self.errors / self.games if self.games else 0.0


class Tally(Results):
    """The running results of a submission on a ladder."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="tallies")
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="+")

    if TYPE_CHECKING:
        submission_id: int

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "submission"], name="tally_once"),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id}: {self.wins}-{self.draws}-{self.losses}"


class Snapshot(models.Model):
    """One published fit over the events 1 to `watermark`; never altered."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="snapshots")
    watermark = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the sorted pair counts."))
    anchor = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="+")
    published_at = models.DateTimeField(auto_now_add=True)
    cost_ms = models.FloatField(default=0, help_text=_("CPU time of the fit."))

    if TYPE_CHECKING:
        standings: RelatedManager["Standing"]

    class Meta:
        get_latest_by = "pk"

    def __str__(self) -> str:
        return f"{self.ladder} at {self.watermark}"


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
        """The current standings of what competes now: ranked first, then the provisional."""
        return (
            self.current(ladder)
            .filter(submission__in=Submission.objects.competing())
            .select_related("submission__bot__owner", "snapshot__ladder")
            .order_by(F("rank").asc(nulls_last=True), "-rating", "submission")
        )

    def index(self) -> list[Entry]:
        """All rows in their order, by as little as it takes to find one."""
        owner, slug = "submission__bot__owner__username", "submission__bot__slug"
        return [Entry(*row) for row in self.values_list("pk", owner, slug)]

    def milestones(self) -> Self:
        """Those that stay as history after their snapshot is replaced."""
        return self.filter(milestone=True)


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

    @property
    def provisional(self) -> bool:
        return self.rank is None

    @property
    def games_missing(self) -> int:
        """About how many more games give it a rank."""
        seats = self.snapshot.ladder.seats
        return ratings.games_until(ratings.PROVISIONAL, self.bar, self.games, seats)
