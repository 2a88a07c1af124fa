import threading
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.files.storage import Storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from sixfold.accounts.models import User
from sixfold.matches import storage
from sixfold.matches.models import Match, Seat
from sixfold.operations import backups
from sixfold.operations.backups import BackupError

Rows = dict[str, list[tuple[object, ...]]]


def rows() -> Rows:
    """All that the database holds, many-to-many tables and all."""
    models = apps.get_models(include_auto_created=True)
    return {
        model._meta.label: [
            tuple(bytes(one) if isinstance(one, memoryview) else one for one in row)
            for row in model._base_manager.order_by("pk").values_list()
        ]
        for model in models
        if model._meta.label_lower not in backups.LEFT_OUT
    }


def silence(_line: str) -> None:
    pass


def empty(records: Storage, *files: str) -> None:
    """As a fresh system after its migrations."""
    call_command("flush", interactive=False, verbosity=0)
    for key in files:
        records.delete(key)


@pytest.fixture
def files(site: Match) -> list[str]:
    logs = Seat.objects.exclude(log_key="").values_list("log_key", flat=True)
    return [site.record_key, *logs]


@pytest.fixture
def backup(site: Match, tmp_path: Path) -> Path:
    backups.write(tmp_path / "backup.zip", silence)
    return tmp_path / "backup.zip"


def test_a_restored_system_is_the_one_that_was_backed_up(
    site: Match, files: list[str], backup: Path, records: Storage
) -> None:
    before, played = rows(), storage.read_record(site)
    assert len(before["matches.Match"]) > 1
    assert len(files) == 2
    empty(records, *files)

    call_command("restore", backup)

    assert rows() == before
    assert storage.read_record(Match.objects.get(pk=site.pk)) == played
    assert records.exists(files[1])


def test_a_restored_system_goes_on_counting_its_keys(
    site: Match, backup: Path, files: list[str], records: Storage
) -> None:
    empty(records, *files)
    backups.restore(backup, silence)
    newcomer = User.objects.create_user("eve")
    assert newcomer.pk > User.objects.get(username="bob").pk


def test_a_backup_is_of_one_moment(site: Match, tmp_path: Path) -> None:
    with backups.one_moment():
        before = Match.objects.count()
        changed_by_another(lambda: Match.objects.filter(progress="queued").delete())
        assert Match.objects.count() == before
    assert Match.objects.count() == 1 < before


def test_a_system_in_use_is_not_filled(backup: Path) -> None:
    with pytest.raises(CommandError, match="Restore into an empty one"):
        call_command("restore", backup)


def test_a_backup_of_other_tables_is_refused_before_anything_changes(
    site: Match, backup: Path, files: list[str], records: Storage
) -> None:
    empty(records, *files)
    before = rows()
    recorder = MigrationRecorder(connection)
    recorder.record_applied("matches", "9999_of_tomorrow")
    try:
        with pytest.raises(BackupError, match="other tables than this database has"):
            backups.restore(backup, silence)
    finally:
        recorder.record_unapplied("matches", "9999_of_tomorrow")
    assert rows() == before


def test_a_damaged_backup_leaves_nothing_behind(
    site: Match, backup: Path, files: list[str], records: Storage, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.zip"
    with ZipFile(backup) as source, ZipFile(damaged, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            seats = name == "rows/matches.seat.jsonl"
            target.writestr(name, data.splitlines()[0] if seats else data)
    empty(records, *files)
    before = rows()
    with pytest.raises(BackupError, match=r"has 1 rows of matches\.seat and should have"):
        backups.restore(damaged, silence)
    assert rows() == before


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_backup_is_named_as_such(db: None, tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "other.zip"
    source.write_bytes(content)
    with pytest.raises(BackupError, match=r"other\.zip (cannot be restored|is not a backup)"):
        backups.restore(source, silence)


def test_no_file_is_written_over(backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", backup)
    assert backup.read_bytes() == before


def test_a_file_that_is_gone_is_told_and_the_rest_is_kept(
    site: Match, records: Storage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records.delete(site.record_key)
    with pytest.raises(CommandError, match="complete but for 1 file"):
        call_command("backup", tmp_path / "partial.zip")
    with ZipFile(tmp_path / "partial.zip") as archive:
        assert "rows/matches.match.jsonl" in archive.namelist()
    assert "rows and 1 files" in capsys.readouterr().out


def test_a_store_that_does_not_answer_leaves_no_backup_without_records(
    site: Match, records: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OSError("nobody answers")

    monkeypatch.setattr(records, "_open", away)
    with pytest.raises(BackupError, match="The store of records cannot be read: nobody answers"):
        backups.write(tmp_path / "backup.zip", silence)
    assert not (tmp_path / "backup.zip").exists()


def changed_by_another(change: Callable[[], object]) -> None:
    """Commit a change over a connection of its own, as another process does."""

    def run() -> None:
        change()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
