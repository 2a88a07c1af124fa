"""How bots played, as it looked afterwards."""

from typing import ClassVar

from django.db import models

from sixfold.bots.models import Bot
from sixfold.matches.models.seats import Seat


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
