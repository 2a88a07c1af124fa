"""Fills an empty system from a backup."""

import json
from io import TextIOWrapper
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.files.base import ContentFile
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import connection, transaction

from sixfold.accounts.models import User
from sixfold.matches.models import Match
from sixfold.matches.storage import store
from sixfold.operations.backups.manifest import (
    FORMAT,
    MANIFEST,
    BackupError,
    Manifest,
    Report,
    applied_migrations,
)


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
    if manifest.migrations != applied_migrations():
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
