"""Whether this process can serve: the page for probes and load balancers, and what visitors get."""

import sys

from django.contrib.auth.decorators import login_not_required
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

READ_ONLY = "25006"
"""PostgreSQL's code for a statement that it may not carry out, since it follows another server."""


class Unavailable(Exception):  # noqa: N818 - nothing is wrong with what was asked for
    """What an answer needs cannot be had just now; its text says so to whoever asked."""


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Say "ok" once the database has answered; its error is the server's 500."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def fault(request: HttpRequest) -> HttpResponse:
    """The page after an exception: 503 while something does not answer, otherwise 500."""
    error = sys.exc_info()[1]
    # Not as the template's request: what else is known of it is asked of the database.
    context = {"request": request}
    if isinstance(error, Unavailable) or is_away(error):
        told = {"unavailable": error} if isinstance(error, Unavailable) else {}
        page = render_to_string("503.html", context | told)
        return HttpResponse(page, status=503, headers={"Retry-After": "30"})
    return HttpResponse(render_to_string("500.html", context), status=500)


def is_away(error: BaseException | None) -> bool:
    """Whether this says that the database does not answer, or may not write for now."""
    if isinstance(error, (OperationalError, InterfaceError)):
        return True
    return getattr(error.__cause__ if error else None, "sqlstate", "") == READ_ONLY
