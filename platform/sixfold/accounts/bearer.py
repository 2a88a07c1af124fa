"""Who calls the API: a token in the Authorization header, or anybody; and how often they may."""

import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.errors import AuthenticationError, AuthorizationError, Throttled
from ninja.security import HttpBearer

from sixfold.accounts import services
from sixfold.accounts.models import Scope, Token, User

WINDOW_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Caller:
    """Who has sent a request to the API."""

    user: User | AnonymousUser
    token: Token | None = None

    @property
    def member(self) -> User:
        """The user, in an operation that takes a token."""
        assert isinstance(self.user, User), "only a public operation lets anybody in"
        return self.user


class ApiRequest(HttpRequest):
    """A request to the API. Its `auth` says who calls; its session is never asked."""

    auth: Caller


class Bearer(HttpBearer):
    """Asks for a token of this scope; where it is optional, visitors without one are let in too.

    Every call counts against the token's rate, or its address's where there is none, refused ones
    included. Cookies are not looked at, so no other site can act through a browser.
    """

    def __init__(self, scope: Scope, *, optional: bool = False) -> None:
        super().__init__()
        self.scope = scope
        self.optional = optional

    def __call__(self, request: HttpRequest) -> Caller:
        header = request.headers.get("Authorization")
        token = self.authenticate(request, _secret(header)) if header else None
        _count(f"token:{token.pk}" if token else f"address:{request.META.get('REMOTE_ADDR')}")
        if token is None and self.optional and not header:
            return Caller(AnonymousUser())
        if token is None:
            raise AuthenticationError(
                message=_("This token is unknown, revoked or expired. Make a new one.")
                if header
                else _("This takes a token. Make one on your account page.")
            )
        if not token.allows(self.scope):
            raise AuthorizationError(
                message=_("This token may not %(scope)s. Make one that may.")
                % {"scope": self.scope.value}
            )
        return Caller(token.user, token)

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        return services.use(token) if token else None


PUBLIC: dict[str, Any] = {
    "auth": Bearer(Scope.READ, optional=True),
    # An empty requirement beside that of the token makes it optional.
    "openapi_extra": {"security": [{}]},
}
"""For an operation that anybody may call; with a token it shows what its owner may see."""

READS: dict[str, Any] = {"auth": Bearer(Scope.READ)}
SUBMITS: dict[str, Any] = {"auth": Bearer(Scope.SUBMIT)}


def _secret(header: str) -> str:
    scheme, _space, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def _count(caller: str) -> None:
    """Count a call; raises Throttled for one more than a minute has room for."""
    now = time.time()
    key = f"api:{caller}:{now // WINDOW_SECONDS:.0f}"
    cache.add(key, 0, 2 * WINDOW_SECONDS)
    try:
        calls = cache.incr(key)
    except ValueError:  # the cache has thrown it away since
        return
    if calls > settings.API_PER_MINUTE:
        raise Throttled(wait=int(WINDOW_SECONDS - now % WINDOW_SECONDS) + 1)
