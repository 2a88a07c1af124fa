"""Taking along what the site holds of oneself, and ending one's account."""

from collections.abc import AsyncIterator, Iterator
from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth import logout
from django.core.cache import cache
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sixfold.accounts.models import User
from sixfold.privacy import export, services
from sixfold.privacy.forms import LeaveForm

PAUSE_S = 60
"""Between two exports of one user: each reads a good deal."""


@require_POST
@never_cache
def take_along(request: HttpRequest) -> HttpResponseBase:
    """Everything that is one's own, as one zip."""
    user = cast(User, request.user)
    if not cache.add(f"privacy:export:{user.pk}", True, PAUSE_S):
        messages.error(request, _("You have just taken it along. Try again in a minute."))
        return redirect("profile")
    pieces = export.archive(user)
    # A server of the other kind would make the whole of it before it sends anything.
    streamed = _one_by_one(pieces) if isinstance(request, ASGIRequest) else pieces
    name = f"sixfold-{user.get_username()}.zip"
    return StreamingHttpResponse(
        streamed,
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _has_something_to_say_again(request: HttpRequest) -> bool:
    """Whether somebody has a password or the like: who came by GitHub alone may have none."""
    return bool(get_adapter().get_reauthentication_methods(request.user))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required(enabled=_has_something_to_say_again)  # type: ignore[untyped-decorator]
def leave(request: HttpRequest) -> HttpResponse:
    """End one's account, once its name is typed; what happens then stands on the page."""
    user = cast(User, request.user)
    form, status = LeaveForm(user=user), 200
    if request.method == "POST":
        form = LeaveForm(request.POST, user=user)
        if form.is_valid():
            try:
                services.leave(user)
            except services.Refused as refusal:
                messages.error(request, str(refusal))
                return redirect("profile")
            logout(request)
            messages.success(request, _("Your account is deleted. Farewell."))
            return redirect("home")
        status = 422
    shared = user.bots.filter(members__isnull=False).select_related("owner").distinct()
    return render(request, "privacy/leave.html", {"form": form, "shared": shared}, status=status)


async def _one_by_one(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    following = sync_to_async(lambda: next(pieces, None))
    while (piece := await following()) is not None:
        yield piece
