"""Asks who is not logged in to be, and leads back to where that was needed."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh


class LoginMiddleware(LoginRequiredMiddleware):
    """Django's own, for forms and parts of pages too: a session may end while they are open."""

    def handle_no_permission(  # type: ignore[override]  # not only redirections
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseBase:
        # What htmx would put into the page is the page to log in.
        if request.headers.get("HX-Request") == "true":
            return HttpResponseClientRefresh()
        if request.method != "POST":
            return super().handle_no_permission(request, view_func)
        messages.warning(
            request,
            _("You are not logged in any more, so nothing was changed. Log in and send it again."),
        )
        return redirect_to_login(page_of(request), self.get_login_url(view_func))


def page_of(request: HttpRequest) -> str:
    """The page that a form was sent from, whose address may be another than the form's own."""
    referer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referer, {request.get_host()}):
        return request.get_full_path()
    parts = urlsplit(referer)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
