"""The log of what moderators have ruled: appended, never altered."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Bot, Submission
from sixfold.matches.models import Match

REASON_LENGTH = 300


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Rows can be added and read, and nothing else."""

    def update(self, **_values: Any) -> NoReturn:
        raise TypeError("A ruling is never altered: make another one.")

    def delete(self) -> NoReturn:
        raise TypeError("A ruling stays in the log: make another one that lifts it.")


class Ruling(models.Model):
    """One decision of a moderator: what about, and why, for everybody to read."""

    class Kind(models.TextChoices):
        VOID = "void", _("matches declared void")
        DISABLE = "disable", _("bot disabled")
        LIFT = "lift", _("bot allowed again")

    kind = models.CharField(max_length=7, choices=Kind)
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rulings")
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    made_at = models.DateTimeField(db_default=Now())
    bot = models.ForeignKey(Bot, models.PROTECT, null=True, related_name="rulings")
    """Whose permission to play was changed."""
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="+")
    """All of whose matches were declared void."""
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="+")
    """The only one that was declared void."""
    matches = models.PositiveIntegerField(default=0)
    """How many became void by it."""

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"ruling {self.pk}: {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("A ruling is never altered: make another one.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("A ruling stays in the log: make another one that lifts it.")

    @property
    def subject(self) -> Bot | Submission | Match | None:
        """What it is about, where that is one thing."""
        return self.bot or self.submission or self.match
