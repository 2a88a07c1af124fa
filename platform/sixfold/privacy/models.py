"""Accounts that were deleted, and whether everything of theirs is erased yet."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class Departure(models.Model):
    """Somebody has left. What takes time to erase is erased afterwards, by the clerk."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    left_at = models.DateTimeField(db_default=Now())
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index("left_at", name="departure_open", condition=Q(erased_at=None)),
        ]

    def __str__(self) -> str:
        return f"departure of {self.user}"
