"""What the games between owners' bots say beside the ratings, kept for moderators."""

from django.db import models

from sixfold.ladder.models.ladders import Ladder
from sixfold.ladder.models.standings import Snapshot
from sixfold.ladder.residuals import Residual


class Comparison(models.Model):
    """How far owners' games are from what a ladder's newest ratings promise."""

    ladder = models.OneToOneField(Ladder, models.PROTECT, related_name="comparison")
    snapshot = models.OneToOneField(Snapshot, models.PROTECT, related_name="comparison")
    compared = models.PositiveIntegerField()
    """Pairs of owners that have met often enough."""
    striking = models.PositiveIntegerField()
    """Those of them that stand out."""
    pairs = models.JSONField()
    """The most striking ones, each as a `Residual`."""
    rings = models.JSONField()
    """The same of groups."""

    def __str__(self) -> str:
        return f"comparison at {self.snapshot}"

    def residuals(self) -> tuple[list[Residual], list[Residual]]:
        """The pairs and the rings."""
        pairs, rings = (
            [Residual(tuple(owners), *rest) for owners, *rest in kept]
            for kept in (self.pairs, self.rings)
        )
        return pairs, rings
