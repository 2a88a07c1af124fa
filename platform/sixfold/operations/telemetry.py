"""Faults to Sentry and traces to an OpenTelemetry collector, where the operator has named them.

What leaves the site says where it happened, and in an error's own words what: never who asked or
what with. No cookies, headers, bodies, addresses with what fills them, values of variables, lines
of the log that are no errors, or secrets of ours.
"""

from importlib.metadata import version
from typing import Any

from django.conf import settings

from sixfold.operations.discretion import clean

KEPT_HERE = {"breadcrumbs", "extra", "request", "user"}
"""Parts of an event that are not sent."""


def start() -> None:
    """Begin to report, in any process; without an address of either kind nothing is imported."""
    if settings.SENTRY_DSN:
        import sentry_sdk

        sentry_sdk.init(settings.SENTRY_DSN, **sentry_options())
    if settings.OTLP_ENDPOINT:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        from sixfold.operations import tracing

        tracing.start(OTLPSpanExporter())


def sentry_options() -> dict[str, Any]:
    """How Sentry is told to keep to what the module says; by itself it sends nothing personal."""
    return {
        "release": version("sixfold"),
        "include_local_variables": False,
        "max_request_body_size": "never",
        "max_breadcrumbs": 0,
        "before_send": _to_be_sent,
    }


def _to_be_sent(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Nothing of the request or the command line: the route or the task is the transaction."""
    return {key: clean(value) for key, value in event.items() if key not in KEPT_HERE}
