from datetime import timedelta
from http import HTTPStatus
from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from sixfold.accounts.models import User
from sixfold.matches.models import Attempt, Match
from sixfold.workers.models import SILENT_AFTER, Worker

Samples = dict[str, dict[str, float]]


@pytest.fixture
def staff(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("operator", is_staff=True))
    return client


def read(client: Client, **headers: str) -> Samples:
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == HTTPStatus.OK
    return {
        family.name: {" ".join(one.labels.values()): one.value for one in family.samples}
        for family in text_string_to_metric_families(answer.text)
    }


def test_metrics_tell_what_waits_what_was_played_and_how_long_it_took(
    site: Match, staff: Client
) -> None:
    found = read(staff)
    assert found["sixfold_queued"] == {"ladder": Match.objects.queued().count(), "check": 0}
    assert found["sixfold_longest_wait_seconds"]["ladder"] >= 0
    assert found["sixfold_running"] == {"check": 0}
    assert found["sixfold_attempts"]["finished"] == 1
    assert found["sixfold_attempts"]["lost"] == 0
    assert found["sixfold_play_seconds"]["0.5"] == found["sixfold_play_seconds"]["1"] > 0
    assert set(found["sixfold_verdict_seconds"]) == {"0.5", "0.95", "1"}
    assert found["sixfold_quarantined"] == {"": 0}


def test_metrics_tell_who_plays_in_which_sandbox_and_why_play_failed(
    site: Match, staff: Client
) -> None:
    for pid, tier, age in ((1, "A", 0), (2, "A", 0), (3, "", 0), (4, "B", 1)):
        seen = timezone.now() - age * SILENT_AFTER - timedelta(seconds=1)
        Worker.objects.create(host="one", pid=pid, slots=2, tier=tier, seen_at=seen)
    Attempt.objects.bulk_create(
        Attempt(match=site, token=uuid4(), worker="one:1", outcome="failed", reason=reason)
        for reason in ("OSError(28, 'No space left')", "OSError(5, 'I/O')", "No READY within 5 s.")
    )
    found = read(staff)
    assert found["sixfold_workers"] == {"A": 2, "none": 1}
    assert found["sixfold_failures"] == {"OSError": 2, "No READY within": 1}


def test_metrics_of_an_empty_site_are_there_too(staff: Client) -> None:
    found = read(staff)
    assert found["sixfold_queued"] == {"check": 0}
    assert found["sixfold_play_seconds"] == {}


def test_metrics_take_a_bounded_number_of_queries(site: Match, staff: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        read(staff)
    assert len(queries) <= 16


def test_metrics_are_for_staff_and_for_who_has_the_token(db: None, settings: Settings) -> None:
    client = Client()
    assert client.get("/metrics").status_code == HTTPStatus.UNAUTHORIZED
    # No token is set, so an empty one opens nothing.
    empty = client.get("/metrics", headers={"Authorization": "Bearer "})
    assert empty.status_code == HTTPStatus.UNAUTHORIZED
    settings.METRICS_TOKEN = "s3cret"
    assert read(client, Authorization="Bearer s3cret")
    wrong = client.get("/metrics", headers={"Authorization": "Bearer s3cre"})
    assert wrong.status_code == HTTPStatus.UNAUTHORIZED
    client.force_login(User.objects.create_user("ada"))
    assert client.get("/metrics").status_code == HTTPStatus.UNAUTHORIZED


def test_the_status_page_shows_what_monitoring_reads(site: Match, staff: Client) -> None:
    page = staff.get("/staff/status/")
    assert page.status_code == HTTPStatus.OK
    for name in read(staff):
        assert f'id="{name}"' in page.text


def test_the_status_page_is_for_staff(user: User) -> None:
    client = Client()
    assert client.get("/staff/status/").status_code == HTTPStatus.FOUND
    client.force_login(user)
    assert client.get("/staff/status/").status_code == HTTPStatus.NOT_FOUND


def test_a_process_is_ready_while_database_and_queue_are(db: None, valkey: None) -> None:
    answer = Client().get("/health/ready/")
    assert (answer.status_code, answer.text) == (HTTPStatus.OK, "ready\n")


def test_what_is_not_ready_is_named(db: None, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("sessions", "0001_initial")
    answer = Client().get("/health/ready/")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert "manage.py migrate" in answer.text
    assert "The queue's server does not answer" in answer.text
