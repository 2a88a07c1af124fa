"""Places at matches, and how bots fared there."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models import Q

from arena.player import Ending
from sixfold.bots.models import Submission

BOTS_END = [ending.value for ending in Ending if ending is not Ending.RESIGNED]
"""How a seat at a match can end: bots do not resign."""


class SeatQuerySet(models.QuerySet["Seat"]):
    def failed(self) -> Self:
        """Those that forfeited by their own fault, as `Seat.failed`."""
        return self.exclude(ending="").exclude(ending=Ending.FINISHED)


class Seat(models.Model):
    """A submission's place at a match and, once finished, how it fared there."""

    # The unique numbers of a match, and the index of submissions, serve for these as well.
    match = models.ForeignKey("Match", models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="seats", db_index=False)
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
            # Whom a submission met is found in it alone, without the rows of a thousand seats.
            models.Index(fields=["submission", "match"], name="seat_of_submission"),
            # Errors are rare, and lists of them are asked for again and again. How it ended makes
            # it tell more than the one above, which SQLite would take instead.
            models.Index(
                fields=["submission", "match", "ending"],
                name="seat_forfeited",
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
