"""Records and logs that the database keeps itself."""

from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from arena import record
from arena.record import RecordError, frames
from sixfold.matches import services, storage
from sixfold.matches.models import Match, StoredFile
from sixfold.matches.playing import Played
from sixfold.matches.rows import DatabaseStorage
from sixfold.settings import store_of
from tests.platform.matches.conftest import finish


@pytest.fixture(autouse=True)
def rows(settings: Settings) -> None:
    settings.STORAGES = settings.STORAGES | {"records": store_of("database:", Path())}


@pytest.fixture
def finished(match: Match, played: Played) -> Match:
    return finish(played)


def test_a_record_and_its_logs_are_written_and_read_back(
    finished: Match, played: Played, client: Client
) -> None:
    log = finished.seats.get(number=0)
    assert {row.key for row in StoredFile.objects.all()} == {finished.record_key, log.log_key}
    assert record.dumps(storage.read_record(finished)) == record.dumps(played.record)
    assert storage.read_log(log) == ((-1, "hello"), (3, "thinking"))
    assert client.get(finished.get_absolute_url()).status_code == 200


def test_what_is_gone_is_missed(finished: Match) -> None:
    storage.store().delete(finished.record_key)
    assert not storage.store().exists(finished.record_key)
    with pytest.raises(RecordError, match="keeps no file"):
        storage.read_record(finished)


def test_a_database_that_does_not_answer_is_asked_again(
    match: Match, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, refusals = DatabaseStorage._save, [OperationalError("gone"), OperationalError("gone")]

    def at_last(store: DatabaseStorage, name: str, content: object) -> str:
        if refusals:
            raise refusals.pop()
        return save(store, name, content)  # type: ignore[arg-type]

    monkeypatch.setattr(DatabaseStorage, "_save", at_last)
    monkeypatch.setattr(services, "FINISH_PAUSES", (0.0, 0.0))
    monkeypatch.setattr(connection, "close", lambda: None)
    attempt = services.claim()
    assert attempt is not None
    assert services.finish(attempt, played)
    match.refresh_from_db()
    assert list(frames(storage.read_record(match)))
