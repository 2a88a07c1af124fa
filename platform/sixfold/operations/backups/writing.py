"""Writes a backup while the platform runs."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.apps import apps
from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.models import Model

from sixfold.matches.models import Match, Seat
from sixfold.matches.storage import store
from sixfold.operations.backups.manifest import (
    FORMAT,
    MANIFEST,
    BackupError,
    Manifest,
    Report,
    applied_migrations,
)

LEFT_OUT = {"sessions.session", "matches.storedfile"}
"""Who is logged in is not worth keeping, and a stolen backup should log nobody in. What the
database keeps of records goes with the files, so that it can be restored into any store."""


def write(target: Path, report: Report) -> Manifest:
    """Write everything to a new archive while the platform runs; appears whole or not at all.

    Rows are of one moment. Files never change and are written before their rows, so those that
    the rows name are there. Raises BackupError where `target` exists or the store does not answer.
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
                migrations=applied_migrations(),
                rows=rows,
                files=files,
                missing=missing,
            )
            archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
        stream.flush()
        os.fsync(stream.fileno())
    part.rename(target)
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


class Exact(DjangoJSONEncoder):
    """As Django's own, which cuts times to milliseconds."""

    def default(self, o: object) -> object:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _models() -> list[type[Model]]:
    """Every model with a table of its own; its many-to-many tables go with its rows."""
    ours = (model for model in apps.get_models() if not model._meta.proxy and model._meta.managed)
    return [model for model in ours if _label(model) not in LEFT_OUT]


def _label(model: type[Model]) -> str:
    return model._meta.label_lower


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
        except FileNotFoundError:
            missing.append(key)
        except OSError as error:
            raise BackupError(f"The store of records cannot be read: {error}") from error
        else:
            written += 1
    report(f"{written} files, {len(missing)} missing")
    return written, missing


def _keys() -> Iterator[str]:
    records = Match.objects.exclude(record_key="").order_by("pk")
    yield from records.values_list("record_key", flat=True).iterator()
    logs = Seat.objects.exclude(log_key="").order_by("pk")
    yield from logs.values_list("log_key", flat=True).iterator()
