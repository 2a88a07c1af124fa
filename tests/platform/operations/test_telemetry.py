"""What leaves the site when something fails: where it happened, and nothing of who or what with."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from django.test import Client
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pytest_django import Settings
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from sixfold.accounts.models import User
from sixfold.operations import discretion, telemetry, tracing
from sixfold.operations import views as operations

TOKEN = "sixfold_" + 43 * "x"
HOSTILE = f"unheard of: {TOKEN} postgres://sixfold:hush-hush@db/x a-key-of-ours"
SECRETS = (
    "sixfold_xxx", "hush-hush", "a-key-of-ours", "a-cookie", "10.9.8.7", "typed-by-ada", "ada@",
)  # fmt: skip


class Captured(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.events += [item.payload.json for item in envelope.items]


@pytest.fixture
def failing(user: User, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Ada's browser at a site on which the status page fails."""
    settings.SECRET_KEY = "a-key-of-ours"
    user.is_staff = True
    user.save()
    client = Client(raise_request_exception=False)
    client.force_login(user)
    client.cookies["more"] = "a-cookie"

    def fail() -> None:
        typed = "typed-by-ada"
        raise ValueError(HOSTILE + 1_000 * "!", len(typed))

    monkeypatch.setattr(operations, "figures", fail)
    return client


def ask(client: Client) -> None:
    asked = client.get("/staff/status/?q=typed-by-ada", REMOTE_ADDR="10.9.8.7")
    assert asked.status_code == 500


@pytest.fixture
def captured() -> Iterator[Captured]:
    transport = Captured()
    options = telemetry.sentry_options()
    sentry_sdk.init("https://public@sentry.example/1", transport=transport, **options)
    yield transport
    sentry_sdk.get_global_scope().set_client(None)


def test_sentry_is_told_where_it_failed_and_no_more(failing: Client, captured: Captured) -> None:
    ask(failing)
    (event,) = captured.events
    assert event["transaction"] == "/staff/status/"
    assert not event.keys() & telemetry.KEPT_HERE
    (error,) = event["exception"]["values"]
    assert error["type"] == "ValueError"
    assert error["value"].startswith("('unheard of: [removed] postgres://[removed]@db/x [removed]")
    assert len(error["value"]) <= discretion.LONGEST
    assert error["stacktrace"]["frames"][-1]["function"] == "fail"
    for frame in error["stacktrace"]["frames"]:
        for source in ("pre_context", "context_line", "post_context"):
            frame.pop(source)  # lines of code, of which some are these
    told = json.dumps(event)
    assert not [secret for secret in SECRETS if secret in told]


def test_what_is_logged_as_an_error_reaches_sentry_without_secrets(
    captured: Captured, settings: Settings
) -> None:
    settings.METRICS_TOKEN = "a-key-of-ours"
    logging.getLogger("sixfold").error("%s failed", HOSTILE)
    (event,) = captured.events
    assert not [secret for secret in SECRETS if secret in json.dumps(event)]


def test_a_trace_tells_the_route_and_the_outcome(failing: Client) -> None:
    kept = InMemorySpanExporter()
    provider = tracing.start(kept)
    try:
        ask(failing)
        provider.force_flush()
        (span,) = kept.get_finished_spans()
    finally:
        tracing.stop(provider)
    assert span.name == "GET staff/status/"
    assert dict(span.attributes or {}) == {
        "http.method": "GET", "http.route": "staff/status/", "http.status_code": 500,
    }  # fmt: skip
    assert not [secret for secret in SECRETS if secret in span.to_json()]


def test_a_site_that_names_neither_reports_nowhere() -> None:
    telemetry.start()
    assert not sentry_sdk.get_client().is_active()
