"""Whether this process can serve: the page for probes and load balancers."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse


@login_not_required
def health(request: HttpRequest) -> HttpResponse:
    """Say "ok" once the database has answered; its error is the server's 500."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
