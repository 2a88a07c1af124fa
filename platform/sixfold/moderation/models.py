"""The log of what moderators have ruled, and what is laid before them: bots that play alike."""

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from sixfold.accounts.gates import is_staff
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.leases import Leased, LeasedQuerySet, ready_index
from sixfold.matches.models import Match

PERMISSION = "moderation.add_ruling"
"""Makes a moderator of a member of the staff."""
REASON_LENGTH = 300


def is_moderator(user: User | AnonymousUser) -> bool:
    """Whether somebody may make rulings."""
    return is_staff(user) and user.has_perm(PERMISSION)


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Rows can be added and read, and nothing else."""

    def with_subjects(self) -> Self:
        """With who has ruled, and with all that is named of what about."""
        return self.select_related(
            "moderator", "user", "bot__owner", "submission__bot__owner", "match"
        )

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
        BAR = "bar", _("account barred")
        ADMIT = "admit", _("account let in again")

    kind = models.CharField(max_length=7, choices=Kind)
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rulings")
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    made_at = models.DateTimeField(db_default=Now())
    bot = models.ForeignKey(Bot, models.PROTECT, null=True, related_name="rulings")
    """Whose permission to play was changed."""
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="+")
    """All of whose matches were declared void."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="rulings_about"
    )
    """Whose account was barred or let in again."""
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


class BehaviourQuerySet(LeasedQuerySet["Behaviour"]):
    """The states of any leased row."""


class Behaviour(Leased):
    """How a version, or one of the kit's samples, has answered on the fixed positions."""

    submission = models.OneToOneField(
        Submission, models.CASCADE, null=True, related_name="behaviour"
    )
    sample = models.CharField(max_length=20, blank=True)
    """The name of a sample, which everybody may start from."""
    answers = models.BinaryField(default=b"")
    """As `moderation.behaviour` packs them; empty until they were given."""

    if TYPE_CHECKING:
        submission_id: int | None

    objects = BehaviourQuerySet.as_manager()

    class Meta(Leased.Meta):
        constraints: ClassVar = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(
                fields=["sample"], condition=~models.Q(sample=""), name="behaviour_of_sample"
            ),
            models.CheckConstraint(
                condition=models.Q(submission__isnull=False, sample="")
                | (models.Q(submission__isnull=True) & ~models.Q(sample="")),
                name="behaviour_of_a_version_or_a_sample",
            ),
        ]
        indexes: ClassVar = [*Leased.Meta.indexes, ready_index()]

    def __str__(self) -> str:
        return f"behaviour of {self.submission or self.sample}"


class Stretch(models.Model):
    """A run of positions that a bot has answered from end to end, by which its like are found."""

    behaviour = models.ForeignKey(Behaviour, models.CASCADE, related_name="stretches")
    number = models.PositiveSmallIntegerField()
    digest = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["behaviour", "number"], name="stretch_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["digest", "number"], name="stretch_alike")]

    def __str__(self) -> str:
        return f"stretch {self.number} of behaviour {self.behaviour_id}"


class LikenessQuerySet(models.QuerySet["Likeness"]):
    def undecided(self) -> Self:
        return self.filter(opinion=Likeness.Opinion.NONE)


class Likeness(models.Model):
    """Two versions of different owners that play alike; what it means is for a moderator to say."""

    class Opinion(models.TextChoices):
        NONE = "none", _("to be looked at")
        CHANCE = "chance", _("no copy")
        COPY = "copy", _("a copy")

    first = models.ForeignKey(Submission, models.CASCADE, related_name="+")
    second = models.ForeignKey(Submission, models.CASCADE, related_name="+")
    """The one that came later."""
    equal = models.PositiveSmallIntegerField()
    """Positions with the same answer."""
    opinion = models.CharField(max_length=6, choices=Opinion, default=Opinion.NONE)
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    found_at = models.DateTimeField(db_default=Now())

    objects = LikenessQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name_plural = _("likenesses")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second"], name="likeness_once"),
        ]
        indexes: ClassVar = [
            models.Index("id", name="likeness_undecided", condition=models.Q(opinion="none")),
        ]

    def __str__(self) -> str:
        return f"{self.second} plays like {self.first}"
