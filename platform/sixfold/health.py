"""Whether this process can serve: the page for probes and load balancers, and what visitors get."""

import sys

from django.contrib.auth.decorators import login_not_required
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Say "ok" once the database has answered; its error is the server's 500."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def fault(_request: HttpRequest) -> HttpResponse:
    """The page after an exception: 503 while the database does not answer, otherwise 500."""
    if isinstance(sys.exc_info()[1], (OperationalError, InterfaceError)):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "30"})
    return HttpResponse(render_to_string("500.html"), status=500)
