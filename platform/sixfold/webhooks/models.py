"""Webhooks, what is delivered to them, and up to when has been looked for what happened."""

from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Submission
from sixfold.leases import Leased, LeasedQuerySet, Progress, ready_index

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager


ADDRESS_LENGTH = 500
EXCERPT_LENGTH = 500
"""Characters of an answer that are kept for the owner to read."""
OLD_SECRET_FOR = timedelta(hours=24)
"""How long after a new secret was made the one before signs as well."""


class Happening(models.TextChoices):
    """What a webhook can be told of; `test` is sent when its owner asks for one."""

    CHECKED = "submission.checked", _("A version of your bots has been checked")
    FINISHED = "match.finished", _("A match of your bots is finished")
    ROUND = "tournament.round", _("A round of a tournament with your bots is over")
    TEST = "test", _("A test")


TOLD = [happening for happening in Happening if happening is not Happening.TEST]
"""What a webhook may ask for."""


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def enabled(self) -> Self:
        return self.filter(disabled_at__isnull=True, owner__is_active=True)


class Webhook(models.Model):
    """An address that is told what happens to the bots somebody manages."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=ADDRESS_LENGTH)
    happenings = models.JSONField(_("is told of"), default=list)
    """Of `Happening`."""
    site = models.CharField(max_length=200)
    """How this site is reached, as its owner did when the webhook was made."""
    secret = models.CharField(max_length=100)
    """Whole, since it signs what is sent; shown to its owner once."""
    old_secret = models.CharField(max_length=100, blank=True)
    secret_made_at = models.DateTimeField(db_default=Now())
    created_at = models.DateTimeField(_("created"), db_default=Now())
    told_since = models.DateTimeField(db_default=Now())
    """It hears of nothing that was before: when it was made, or let go on."""
    failing_since = models.DateTimeField(null=True, blank=True)
    """When the first delivery after the last success failed."""
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_because = models.CharField(max_length=300, blank=True)

    if TYPE_CHECKING:
        owner_id: int
        deliveries: RelatedManager["Delivery"]

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "url"], name="webhook_address_once"),
        ]

    def __str__(self) -> str:
        return self.url

    def get_absolute_url(self) -> str:
        return reverse("webhook", kwargs={"pk": self.pk})

    @property
    def secrets(self) -> list[str]:
        """Those that sign what is sent now."""
        fresh = timezone.now() - self.secret_made_at < OLD_SECRET_FOR
        return [self.secret, *([self.old_secret] if self.old_secret and fresh else [])]

    @property
    def words(self) -> list[str]:
        """What it is told of, for people."""
        return [str(one.label) for one in TOLD if one in self.happenings]


class DeliveryQuerySet(LeasedQuerySet["Delivery"]):
    def next(self) -> "Delivery | None":
        """Claim what is due; of each owner one at a time, so that no slow address delays others."""
        busy = self.running().values("webhook__owner")
        free = self.select_related("webhook__owner").filter(webhook__disabled_at=None)
        return free.exclude(webhook__owner__in=busy).claim()

    def waiting(self) -> Self:
        return self.filter(progress__in=(Progress.QUEUED, Progress.RUNNING))


class Delivery(Leased):
    """One message to a webhook. Quarantined it is given up, finished it has been taken."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=60)
    """What it tells of, so that it is told once; part of the message's id."""
    happening = models.CharField(max_length=20, choices=Happening)
    body = models.TextField()
    """As it is sent: the signature is over these characters."""
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of the last answer; None where there was none."""
    answer = models.CharField(max_length=EXCERPT_LENGTH, blank=True)
    """How the last answer began, or why there was none."""
    created_at = models.DateTimeField(db_default=Now())
    attempted_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        webhook_id: int

    objects = DeliveryQuerySet.as_manager()

    class Meta(Leased.Meta):
        verbose_name_plural = _("deliveries")
        constraints: ClassVar = [
            *Leased.Meta.constraints,
            models.UniqueConstraint(fields=["webhook", "key"], name="delivery_once"),
        ]
        indexes: ClassVar = [
            *Leased.Meta.indexes,
            ready_index(),
            models.Index(fields=["created_at"], name="delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.happening} to {self.webhook}"

    @property
    def message_id(self) -> str:
        """The same for every attempt, so that a receiver can tell a repetition."""
        return f"msg_{self.webhook_id}_{self.key}"

    @property
    def was_taken(self) -> bool:
        return self.progress == Progress.FINISHED

    @property
    def was_given_up(self) -> bool:
        return self.progress == Progress.QUARANTINED


class FailureNotice(models.Model):
    """The owner of a version was told that it fails again and again."""

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="failure_notice"
    )
    sent_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"notice of failures of {self.submission}"


class Mark(models.Model):
    """Up to when has been looked for what happened; one row for each kind."""

    happening = models.CharField(primary_key=True, max_length=20, choices=Happening)
    upto = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.happening} up to {self.upto}"
