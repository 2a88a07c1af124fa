"""What a ladder has counted: every change of its counts, and the counts themselves."""

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Submission
from sixfold.ladder.models.ladders import Ladder
from sixfold.matches.models import Match


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

    if TYPE_CHECKING:
        ladder_id: int
        match_id: int

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
