"""Readiness and figures, for monitoring; the status page, for staff."""

from hmac import compare_digest
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from sixfold.accounts.gates import is_staff, only
from sixfold.children import valkey_answers
from sixfold.operations.figures import figures


@login_not_required
@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Say "ready" where everything that this process needs is there; otherwise what is not.

    A database that does not answer is the server's own 503.
    """
    missing = []
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        missing.append("The database lacks migrations: run `manage.py migrate`.")
    if not valkey_answers():
        missing.append("The queue's server does not answer; matches wait until it does.")
    return HttpResponse(
        "\n".join(missing or ["ready"]) + "\n",
        content_type="text/plain",
        status=HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK,
    )


@login_not_required
@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures for Prometheus, for staff and for who sends METRICS_TOKEN as bearer token."""
    if not (_bears_the_token(request) or is_staff(request.user)):
        return HttpResponse(
            "Send METRICS_TOKEN as a bearer token, or log in as staff.\n",
            content_type="text/plain",
            status=HTTPStatus.UNAUTHORIZED,
            headers={"WWW-Authenticate": "Bearer"},
        )
    registry = CollectorRegistry()
    registry.register(_Figures())
    with override("en"):
        return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


@require_safe
@never_cache
@only(is_staff)
def status(request: HttpRequest) -> HttpResponse:
    """The same figures as a page, for staff."""
    return render(request, "operations/status.html", {"figures": list(figures())})


class _Figures(Collector):
    """Asks the database when it is asked: any process may answer, and none keeps counts."""

    def collect(self) -> list[GaugeMetricFamily]:
        return list(figures())


def _bears_the_token(request: HttpRequest) -> bool:
    sent = request.headers.get("Authorization", "").encode()
    token: str = settings.METRICS_TOKEN
    return bool(token) and compare_digest(sent, f"Bearer {token}".encode())
