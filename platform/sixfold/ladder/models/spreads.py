"""How far results move a ladder's ratings, and how sure their differences are, as of its newest."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Submission
from sixfold.ladder.models.ladders import Ladder
from sixfold.ladder.models.standings import Snapshot
from sixfold.ladder.ratings import spread


class Spread(models.Model):
    """The order in which the rows beside a ladder's newest snapshot name whoever is rated."""

    ladder = models.OneToOneField(Ladder, models.PROTECT, related_name="spread")
    snapshot = models.OneToOneField(Snapshot, models.PROTECT, related_name="spread")
    members = models.JSONField(help_text=_("The rated submissions, in ascending order."))

    def __str__(self) -> str:
        return f"spread of {self.snapshot}"


class LeveragesQuerySet(QuerySet["Leverages"]):
    def of(
        self, ladders: Iterable[Ladder | int], submissions: Iterable[int]
    ) -> dict[tuple[int, int], dict[int, float]]:
        """By the keys of ladder and submission, and then by opponent, how much a result moves it.

        As `ratings.spread` has it, in squared Elo; nothing of what is not rated. One query.
        """
        rows = self.filter(snapshot__spread__ladder__in=ladders, submission__in=submissions)
        return {
            (row.snapshot.ladder_id, row.submission_id): row.by_opponent()
            for row in rows.select_related("snapshot__spread")
        }

    def variance(self, ladder: Ladder, one: int, other: int) -> float | None:
        """Of the difference between two submissions' current ratings, in squared Elo.

        None where one of them is not rated. One query.
        """
        found = self.of([ladder], [one, other])
        if len(found) < 2:
            return None
        return found[ladder.pk, one][other] + found[ladder.pk, other][one]


class Leverages(models.Model):
    """How much a result against each of the others moves one submission's rating.

    A row each, since a database reads the whole of a value to give a part of it.
    """

    snapshot = models.ForeignKey(Snapshot, models.PROTECT, related_name="+", db_index=False)
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    packed = models.BinaryField(help_text=_("In the order of the members, by ratings/spread.py."))

    if TYPE_CHECKING:
        submission_id: int

    objects = LeveragesQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["snapshot", "submission"], name="leverages_once"),
        ]

    def __str__(self) -> str:
        return f"leverages of {self.submission_id}"

    def by_opponent(self) -> dict[int, float]:
        """In squared Elo."""
        return dict(
            zip(self.snapshot.spread.members, spread.unpack(bytes(self.packed)), strict=True)
        )
