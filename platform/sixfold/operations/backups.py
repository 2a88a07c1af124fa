"""A backup: every row and every stored file in one archive, whatever database they came from."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.files.base import ContentFile
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from sixfold.accounts.models import User
from sixfold.matches.models import Match, Seat
from sixfold.matches.storage import store

FORMAT = 1
LEFT_OUT = {"sessions.session"}
"""Who is logged in is not worth keeping, and a stolen backup should log nobody in."""
MANIFEST = "manifest.json"

Report = Callable[[str], None]


class BackupError(Exception):
    """Why a backup cannot be written or restored; a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds, to be compared with what a restored system has."""

    format: int
    sixfold: str
    made_at: str
    migrations: list[str]
    """Those applied to the database, as app.name, sorted."""
    rows: dict[str, int]
    """By model, in the order in which they are stored."""
    files: int
    missing: list[str] = field(default_factory=list)
    """Files that a row names and the store does not have."""


class Exact(DjangoJSONEncoder):
    """As Django's own, which cuts times to milliseconds."""

    def default(self, o: object) -> object:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def write(target: Path, report: Report) -> Manifest:
    """Write everything to a new archive while the platform runs; appears whole or not at all.

    Rows are of one moment. Files never change and are written before their rows, so those that
    the rows name are there. Raises BackupError where `target` exists.
    """
    if target.exists():
        raise BackupError(f"{target} exists already. Name another file, or move that one away.")
    part = target.with_name(target.name + ".part")
    with part.open("wb") as stream:
        with ZipFile(stream, "w", ZIP_DEFLATED) as archive, one_moment():
            rows = {_label(model): _write_rows(archive, model, report) for model in _models()}
            files, missing = _write_files(archive, report)
            manifest = Manifest(
                format=FORMAT,
                sixfold=version("sixfold"),
                made_at=datetime.now(UTC).isoformat(timespec="seconds"),
                migrations=_applied(),
                rows=rows,
                files=files,
                missing=missing,
            )
            archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
        stream.flush()
        os.fsync(stream.fileno())
    part.rename(target)
    return manifest


def restore(source: Path, report: Report) -> Manifest:
    """Fill an empty system with an archive's rows and files, all of them or none.

    Raises BackupError for a file that is no backup or is damaged, for one of another version, and
    where the system is in use.
    """
    try:
        with ZipFile(source) as archive:
            manifest = _manifest(archive, source)
            _refuse_other_version(manifest)
            if User.objects.exists() or Match.objects.exists():
                raise BackupError("This system has users or matches. Restore into an empty one.")
            with transaction.atomic():
                # Rows that the migrations made; the backup has its own.
                Permission.objects.all().delete()
                ContentType.objects.all().delete()
                for label, count in manifest.rows.items():
                    _read_rows(archive, label, count, report)
                _read_files(archive, manifest.files, report)
                _restart_keys()
    except (OSError, BadZipFile, KeyError, DeserializationError) as error:
        raise BackupError(f"{source} cannot be restored: {error}") from error
    ContentType.objects.clear_cache()
    return manifest


@contextmanager
def one_moment() -> Iterator[None]:
    """Read the database as it is now, whatever is committed meanwhile, and hold nobody back."""
    # Django's own transactions would take SQLite's write lock, and PostgreSQL's see every commit.
    begin = (
        "BEGIN DEFERRED"
        if connection.vendor == "sqlite"
        else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    )
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _models() -> list[type[Model]]:
    """Every model with a table of its own; its many-to-many tables go with its rows."""
    ours = (model for model in apps.get_models() if not model._meta.proxy and model._meta.managed)
    return [model for model in ours if _label(model) not in LEFT_OUT]


def _label(model: type[Model]) -> str:
    return model._meta.label_lower


def _applied() -> list[str]:
    return sorted(map(".".join, MigrationRecorder(connection).applied_migrations()))


def _write_rows(archive: ZipFile, model: type[Model], report: Report) -> int:
    with archive.open(f"rows/{_label(model)}.jsonl", "w", force_zip64=True) as binary:
        text = TextIOWrapper(binary, encoding="utf-8", write_through=True)
        rows = model._base_manager.order_by("pk")
        # One by one: a table may be larger than the memory.
        serializers.serialize("jsonl", rows.iterator(chunk_size=2_000), stream=text, cls=Exact)
        text.detach()
    count = rows.count()
    report(f"{_label(model)}: {count} rows")
    return count


def _write_files(archive: ZipFile, report: Report) -> tuple[int, list[str]]:
    written, missing = 0, []
    for key in _keys():
        try:
            with store().open(key) as file:
                archive.writestr(f"files/{key}", file.read(), ZIP_STORED)
        except OSError:
            missing.append(key)
        else:
            written += 1
    report(f"{written} files, {len(missing)} missing")
    return written, missing


def _keys() -> Iterator[str]:
    records = Match.objects.exclude(record_key="").order_by("pk")
    yield from records.values_list("record_key", flat=True).iterator()
    logs = Seat.objects.exclude(log_key="").order_by("pk")
    yield from logs.values_list("log_key", flat=True).iterator()


def _manifest(archive: ZipFile, source: Path) -> Manifest:
    try:
        fields = json.loads(archive.read(MANIFEST))
        if fields["format"] != FORMAT:
            raise BackupError(
                f"{source} has format {fields['format']}; this Sixfold reads {FORMAT}."
            )
        return Manifest(**fields)
    except (KeyError, TypeError, ValueError) as error:
        raise BackupError(f"{source} is not a backup of Sixfold.") from error


def _refuse_other_version(manifest: Manifest) -> None:
    if manifest.migrations != _applied():
        raise BackupError(
            f"The backup was made by Sixfold {manifest.sixfold} with other tables than this"
            " database has. Check that version out, run `manage.py migrate` on an empty database,"
            " restore there, and then update."
        )


def _read_rows(archive: ZipFile, label: str, count: int, report: Report) -> None:
    model = apps.get_model(label)
    with archive.open(f"rows/{label}.jsonl") as binary:
        for row in serializers.deserialize("jsonl", TextIOWrapper(binary, encoding="utf-8")):
            # As it was: no default, no time of now.
            row.save(force_insert=True)
    found = model._base_manager.count()
    if found != count:
        raise BackupError(f"The backup has {found} rows of {label} and should have {count}.")
    report(f"{label}: {count} rows")


def _read_files(archive: ZipFile, expected: int, report: Report) -> None:
    names = [name for name in archive.namelist() if name.startswith("files/")]
    if len(names) != expected:
        raise BackupError(f"The backup has {len(names)} files and should have {expected}.")
    for name in names:
        key = name.removeprefix("files/")
        if store().exists(key):
            if store().open(key).read() == archive.read(name):
                continue
            raise BackupError(f"The store holds another file {key}. Restore into an empty one.")
        store().save(key, ContentFile(archive.read(name)))
    report(f"{expected} files")


def _restart_keys() -> None:
    """Let the database number new rows after those that came with their keys."""
    models = apps.get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
