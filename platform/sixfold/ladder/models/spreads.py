"""How sure the differences between a ladder's ratings are, kept beside its newest snapshot."""

from django.db import models
from django.db.models import QuerySet
from django.db.models.functions import Substr
from django.utils.translation import gettext_lazy as _

from sixfold.ladder.models.ladders import Ladder
from sixfold.ladder.models.standings import Snapshot
from sixfold.ladder.ratings import spread


class SpreadQuerySet(QuerySet["Spread"]):
    def variance(self, ladder: Ladder, one: int, other: int) -> float | None:
        """Of the difference between two submissions' current ratings, in squared Elo.

        None where one of them is not rated. The database reads the few bytes out of the whole.
        """
        members = self.filter(ladder=ladder).values_list("members", flat=True).first() or []
        if one == other or one not in members or other not in members:
            return None
        start = spread.offset(members.index(one), members.index(other))
        entry = self.filter(ladder=ladder).values_list(
            Substr("variances", start + 1, spread.ENTRY, output_field=models.BinaryField())
        )
        return spread.unpack(bytes(entry[0][0]))

    def leverages(self, ladder: Ladder, submission: int) -> dict[int, float]:
        """By opponent, how much a result moves this one's rating, as `spread.leverages` has it."""
        one = self.filter(ladder=ladder).select_related("snapshot").first()
        if one is None or submission not in one.members:
            return {}
        places = {member: place for place, member in enumerate(one.members)}
        found = spread.leverages(
            bytes(one.variances),
            places[submission],
            places.get(one.snapshot.anchor_id),
            len(places),
        )
        return dict(zip(one.members, found, strict=True))


class Spread(models.Model):
    """How sure the differences between all ratings of a ladder's newest snapshot are."""

    ladder = models.OneToOneField(Ladder, models.PROTECT, related_name="spread")
    snapshot = models.OneToOneField(Snapshot, models.PROTECT, related_name="spread")
    members = models.JSONField(help_text=_("The rated submissions, in ascending order."))
    variances = models.BinaryField(help_text=_("Of all differences, as ratings/spread.py packs."))

    objects = SpreadQuerySet.as_manager()

    def __str__(self) -> str:
        return f"spread of {self.snapshot}"
