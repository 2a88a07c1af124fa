"""Faults to Sentry and traces to an OpenTelemetry collector, where the operator has named them.

What leaves the site says where it happened, and in an error's own words what: never who asked or
what with. No cookies, headers, bodies, addresses with what fills them, values of variables, lines
of the log that are no errors, or secrets of ours.
"""

import re
from importlib.metadata import version
from typing import Any

from django.conf import settings

from sixfold.accounts.services import PREFIX

REMOVED = "[removed]"
LONGEST = 500
"""Characters of one text: an error may quote what somebody has sent."""

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


def clean(value: Any) -> Any:
    """A value with every text in it shortened and without our secrets."""
    if isinstance(value, str):
        return _secrets().sub(REMOVED, value)[:LONGEST]
    if isinstance(value, dict):
        return {key: clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [clean(one) for one in value]
    return value


def _to_be_sent(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Nothing of the request or the command line: the route or the task is the transaction."""
    return {key: clean(value) for key, value in event.items() if key not in KEPT_HERE}


def _secrets() -> re.Pattern[str]:
    """Tokens, passwords within addresses, and those of our own secrets that have a setting."""
    known = (
        settings.SECRET_KEY,
        settings.METRICS_TOKEN,
        settings.EMAIL_HOST_PASSWORD,
        settings.GITHUB_CLIENT_SECRET,
    )
    literal = [re.escape(secret) for secret in known if secret]
    return re.compile("|".join([rf"{PREFIX}[\w-]+", r"(?<=://)[^\s/@]+(?=@)", *literal]))
