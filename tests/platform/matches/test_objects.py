"""Records in a store that speaks S3: a real server of it, on a socket."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.core.cache import caches
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, storages
from django.test import Client
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from arena import record
from arena.record import RecordError
from sixfold.matches import services, storage, tasks
from sixfold.matches.models import Attempt, Match
from sixfold.matches.playing import Played
from sixfold.matches.storage import NotRead
from sixfold.objects import ObjectStorage
from sixfold.settings import store_of
from tests.platform.matches.conftest import finish

URL = "s3://records/of-a-site"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a store with a bucket."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(server: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The bucket as another program sees it; records go there."""
    for name, value in {
        "AWS_ENDPOINT_URL_S3": server,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "eu-central-1",
    }.items():
        monkeypatch.setenv(name, value)
    settings.STORAGES = settings.STORAGES | {"records": store_of(URL, Path())}
    monkeypatch.setattr(ObjectStorage, "_left_alone_until", 0.0)
    bucket = boto3.resource("s3").Bucket("records")
    bucket.create(CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
    yield bucket
    bucket.objects.delete()
    bucket.delete()


@pytest.fixture
def finished(bucket: Any, match: Match, played: Played) -> Match:
    """A match whose record is in the bucket."""
    return finish(played)


def test_a_record_and_its_logs_are_written_and_read_back(
    bucket: Any, finished: Match, played: Played
) -> None:
    keys = {one.key for one in bucket.objects.all()}
    log = finished.seats.get(number=0)
    assert keys == {f"of-a-site/{finished.record_key}", f"of-a-site/{log.log_key}"}
    assert record.dumps(storage.read_record(finished)) == record.dumps(played.record)
    assert storage.read_log(log) == ((-1, "hello"), (3, "thinking"))


def test_the_page_of_a_match_shows_it_from_there(finished: Match, client: Client) -> None:
    caches["local"].clear()
    assert client.get(finished.get_absolute_url()).status_code == 200


def test_what_was_changed_in_the_store_is_refused(bucket: Any, finished: Match) -> None:
    bucket.Object(f"of-a-site/{finished.record_key}").put(Body=b"another game")
    with pytest.raises(RecordError, match="is not the one that was stored"):
        storage.read_record(finished)


def test_what_is_gone_from_the_store_is_missed(bucket: Any, finished: Match) -> None:
    bucket.objects.delete()
    with pytest.raises(RecordError, match="cannot be read"):
        storage.read_record(finished)
    assert not storage.store().exists(finished.record_key)
    assert storage.read_log(finished.seats.get(number=0)) == ()


def test_what_an_attempt_has_written_it_can_take_back(
    bucket: Any, match: Match, played: Played
) -> None:
    attempt = services.claim()
    assert attempt is not None
    storage.write(match, attempt.token, played.record, played.logs).remove()
    assert not list(bucket.objects.all())


def test_a_store_that_is_away_is_not_asked_again_at_once_and_loses_nothing(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as meanwhile:
        meanwhile.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
        storages._storages.clear()  # type: ignore[attr-defined] # the store that it was connected to
        with pytest.raises(NotRead) as first:
            storage.read_record(finished)
        with pytest.raises(NotRead) as second:
            storage.read_log(finished.seats.get(number=0))
    assert "Could not connect" in str(first.value.__cause__)
    assert "could not be reached a moment ago" in str(second.value.__cause__)
    monkeypatch.setattr(ObjectStorage, "_left_alone_until", 0.0)
    storages._storages.clear()  # type: ignore[attr-defined]
    assert storage.read_record(finished)


def test_without_a_store_nothing_is_played_and_no_match_is_set_aside(
    bucket: Any,
    match: Match,
    played: Played,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
    monkeypatch.setattr(services, "play", lambda _attempt: played)
    monkeypatch.setattr(tasks, "sandboxed", lambda: True)
    caches["local"].clear()
    storages._storages.clear()  # type: ignore[attr-defined] # the store that it was connected to
    for _ in range(7):
        tasks.work()
    caches["local"].clear()
    match.refresh_from_db()
    assert (match.progress, match.lost) == ("queued", 0)
    assert [one.outcome for one in Attempt.objects.all()] == [Attempt.Outcome.GIVEN_BACK]
    assert "The store of records takes nothing" in caplog.text


def test_without_an_address_records_are_files(tmp_path: Path, settings: Settings) -> None:
    settings.STORAGES = settings.STORAGES | {"records": store_of("", tmp_path)}
    store = storage.store()
    assert isinstance(store, FileSystemStorage)
    store.save("2026/a.json.gz", ContentFile(b"{}"))
    assert (tmp_path / "2026/a.json.gz").read_bytes() == b"{}"
