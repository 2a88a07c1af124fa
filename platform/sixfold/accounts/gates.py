"""Who is let in where not everybody is; for the others the address does not exist."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse

from sixfold.accounts.models import User

View = Callable[..., HttpResponse]


def is_staff(user: User | AnonymousUser) -> bool:
    """Whether somebody looks after the site."""
    return user.is_active and user.is_staff


def only(may: Callable[[User | AnonymousUser], bool]) -> Callable[[View], View]:
    """Keep a view for some users; a visitor who is not logged in is asked to be, by middleware."""

    def gate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(request.user):
                raise Http404
            return view(request, *args, **kwargs)

        return checked

    return gate
