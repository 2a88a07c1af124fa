"""Users, and the tokens that their programs show instead of a password."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

USERNAME_LENGTH = 30
USERNAME = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9_-]*\Z",
    _("Use letters a to z, digits, - and _, starting with a letter or digit."),
)


class User(AbstractUser):
    """Someone who signs in; owns bots. The name is part of their addresses and never changes."""

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        help_text=_("Up to 30 letters a to z, digits, - and _. It is part of your bots' names."),
        validators=[USERNAME],
        error_messages={"unique": _("This user name is taken.")},
    )

    failures_mailed = models.BooleanField(
        _("mail me when a bot of mine fails again and again"), default=False, db_default=False
    )
    site = models.CharField(max_length=200, blank=True, default="", db_default="")
    """How they reach this site, for the links in mails."""
    language = models.CharField(
        max_length=10, choices=settings.LANGUAGES, blank=True, default="", db_default=""
    )
    """That they have chosen: mails are in it, and so are pages wherever they log in."""

    if TYPE_CHECKING:
        tokens: RelatedManager["Token"]

    @cached_property
    def team_bots(self) -> frozenset[int]:
        """The ids of others' bots whose team they belong to; asked for once in a request."""
        return frozenset(self.memberships.values_list("bot", flat=True))


class FormerNameQuerySet(models.QuerySet["FormerName"]):
    def taken(self, name: str) -> Self:
        """The row that keeps others from this name, if there is one."""
        return self.filter(digest=FormerName.digest_of(name))


class FormerName(models.Model):
    """The name of a deleted account, which nobody else is given: links to its bots last.

    Only a digest under the site's key is kept, from which the name cannot be read.
    """

    digest = models.CharField(max_length=64, primary_key=True)

    objects = FormerNameQuerySet.as_manager()

    def __str__(self) -> str:
        return self.digest[:12]

    @staticmethod
    def digest_of(name: str) -> str:
        return salted_hmac(
            "sixfold.accounts.FormerName", name.lower(), algorithm="sha256"
        ).hexdigest()


class Scope(models.TextChoices):
    """What a token may be used for."""

    READ = "read", _("read what you may see")
    SUBMIT = "submit", _("submit versions, and choose which of them plays")


class TokenQuerySet(models.QuerySet["Token"]):
    def usable(self) -> Self:
        """Those that have not expired and whose user is not barred."""
        lasting = Q(expires_at__isnull=True) | Q(expires_at__gt=Now())
        return self.filter(lasting, user__is_active=True)


class Token(models.Model):
    """Lets a program act for a user; of its secret only the SHA-256 is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=20, editable=False)
    """How the secret begins, so that its owner can tell one from another."""
    scopes = models.JSONField(_("scopes"), default=list)
    """Of `Scope`."""
    created_at = models.DateTimeField(_("created"), db_default=Now())
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)
    """To the minute."""
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "name"], name="token_name_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def allows(self, scope: Scope) -> bool:
        return scope in self.scopes
