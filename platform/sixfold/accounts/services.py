"""What users do with their tokens: issue, use, revoke."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from sixfold.accounts.models import Scope, Token, User

PREFIX = "sixfold_"
"""Tells scanners of leaked secrets, and people, what they have found."""
SECRET_BYTES = 32
HINT_LENGTH = len(PREFIX) + 4
TOKENS_PER_USER = 20
USE_NOTED_EVERY = timedelta(minutes=1)
"""How exact the time of the last use is: a read is not worth a write each time."""


class TokenRefused(ValueError):  # noqa: N818 - a request is refused, nothing went wrong
    """The token cannot be issued; the text says why and what to do."""


def issue(
    *, user: User, name: str, scopes: Collection[Scope], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """A new token and its secret, which nobody can read again; raises TokenRefused."""
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if user.tokens.filter(name=name).exists():
            raise TokenRefused(_("You have a token of this name. Choose another, or revoke it."))
        if user.tokens.count() >= TOKENS_PER_USER:
            raise TokenRefused(
                _("You have %(count)d tokens, which is the limit. Revoke one that is not used.")
                % {"count": TOKENS_PER_USER}
            )
        token = Token.objects.create(
            user=user,
            name=name,
            digest=_digest(secret),
            hint=secret[:HINT_LENGTH],
            scopes=sorted(scopes),
            expires_at=expires_at,
        )
    return token, secret


def use(secret: str) -> Token | None:
    """The token with this secret, its use noted; None where there is none, or it has expired."""
    token = Token.objects.usable().select_related("user").filter(digest=_digest(secret)).first()
    if token and (not token.last_used_at or _is_stale(token.last_used_at)):
        Token.objects.filter(pk=token.pk).update(last_used_at=Now())
    return token


def revoke(token: Token) -> None:
    """Let a token be used no more."""
    token.delete()


def _digest(secret: str) -> str:
    # Unsalted and quick: 32 random bytes can be neither guessed nor looked up.
    return sha256(secret.encode()).hexdigest()


def _is_stale(last_used_at: datetime) -> bool:
    return timezone.now() - last_used_at > USE_NOTED_EVERY
