"""Who takes part in a tournament."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Bot, Submission
from sixfold.tournaments.models.tournaments import Tournament


class EntryQuerySet(QuerySet["Entry"]):
    def with_bots(self) -> Self:
        return self.select_related("bot__owner", "submission__bot__owner")

    def seeded_in(self, tournament: Tournament) -> Self:
        """Those that have taken part since the start, the strongest first."""
        return self.filter(tournament=tournament, seed__isnull=False).order_by("seed")


class Entry(models.Model):
    """A bot's place in a tournament; its version is frozen when that begins."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, models.PROTECT, related_name="entries")
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True)
    """From 1, the strongest by the ladder; given at the start."""
    rating = models.FloatField(null=True, help_text=_("On the ladder at the start, in Elo."))
    missed = models.BooleanField(default=False)
    """Whether it had no version that could play when the tournament began."""
    left_after = models.PositiveSmallIntegerField(null=True)
    """The last round that it was paired in, once it has withdrawn or was taken out."""
    left_why = models.CharField(max_length=200, blank=True)
    rank = models.PositiveSmallIntegerField(null=True)
    """In the final standings."""
    entered_at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:
        bot_id: int
        submission_id: int | None

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="entry_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_unique"),
            models.CheckConstraint(
                name="entry_seeded_with_its_version",
                condition=Q(seed__isnull=True) | Q(submission__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.submission or self.bot)
