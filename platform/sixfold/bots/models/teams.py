"""Who manages a bot beside its owner, who is asked to, and where a bot was found before."""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models.entrants import Bot

if TYPE_CHECKING:
    from sixfold.accounts.models import User

INVITED_FOR = timedelta(days=14)
"""How long an invitation waits for its answer."""


def people_of(bots: Iterable[int]) -> dict[int, frozenset[int]]:
    """By their ids, who manages each of these bots; of the house's nobody. Two queries."""
    ids = list(bots)
    owners = Bot.objects.filter(pk__in=ids, house=False).values_list("pk", "owner")
    found: dict[int, set[int]] = {pk: set() for pk in ids}
    for bot, user in (*owners, *Membership.objects.filter(bot__in=ids).values_list("bot", "user")):
        found[bot].add(user)
    return {bot: frozenset(people) for bot, people in found.items()}


class Membership(models.Model):
    """Somebody who manages a bot together with its owner."""

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField(_("joined"), db_default=Now())

    if TYPE_CHECKING:
        bot_id: int
        user_id: int

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bot", "user"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} of {self.bot}"


class InvitationQuerySet(QuerySet["Invitation"]):
    def open(self) -> Self:
        return self.filter(made_at__gt=timezone.now() - INVITED_FOR)

    def to(self, user: "User") -> Self:
        return self.open().filter(user=user).select_related("bot__owner")


class Invitation(models.Model):
    """Asks somebody to manage a bot, or a member of its team to own it."""

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="invitations")
    name = models.CharField(_("user name"), max_length=30)
    """As it was typed. Nobody learns from it whether there is such an account."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations"
    )
    """Who had this name at the time: who takes it later is not invited."""
    to_own = models.BooleanField(_("as owner"), default=False)
    made_at = models.DateTimeField(_("made"), db_default=Now())

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bot", "name"], name="invitation_once"),
            models.CheckConstraint(
                condition=Q(to_own=False) | Q(user__isnull=False),
                name="invitation_to_own_is_for_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} to {self.bot}"


class FormerAddress(models.Model):
    """Where a bot was found before it was handed over: links to it last."""

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="former_addresses")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="former_addresses"
    )
    slug = models.SlugField(max_length=40)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "slug"], name="former_address_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.owner}/{self.slug}"
