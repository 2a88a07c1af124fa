"""Records and logs as compressed files: written once, read back as they are."""

import gzip
import hashlib
import json
import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages

from arena import record
from arena.record import Record, RecordError
from sixfold.matches.models import Match, Seat

logger = logging.getLogger(__name__)

Log = tuple[tuple[int, str], ...]
"""What a bot printed: the turn it was to move, -1 before its first, and the text."""


class NotStored(Exception):  # noqa: N818 - no fault of the match whose file it was
    """The store takes no file: it is full, or away."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file in the store, by what its row has to know."""

    key: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Files:
    """What one attempt has written; it is nobody else's, so it may also remove it."""

    record: Stored
    logs: tuple[Stored | None, ...]

    def remove(self) -> None:
        for file in (self.record, *self.logs):
            if file is not None:
                store().delete(file.key)


def store() -> Storage:
    """Where records and logs are kept: files, or an object store."""
    return storages["records"]


def write(match: Match, token: uuid.UUID, played: Record, logs: Iterable[Log]) -> Files:
    """Store what an attempt has brought about.

    The day comes first, so that old records can be removed by the folder; the token is in the name,
    so that an attempt which lost its lease never writes over the one that counts. Raises NotStored.
    """
    name = f"{datetime.now(UTC):%Y/%m/%d}/{match.pk}-{token.hex}"
    return Files(
        record=_put(f"{name}.json.gz", record.dumps(played)),
        logs=tuple(
            _put(f"{name}.log{number}.json.gz", json.dumps(log).encode()) if log else None
            for number, log in enumerate(logs)
        ),
    )


def packed_record(match: Match) -> bytes:
    """The stored record as it is, compressed; raises RecordError where it is missing or damaged."""
    try:
        with store().open(match.record_key) as file:
            packed: bytes = file.read()
    except OSError as error:
        raise RecordError(f"The record of {match} cannot be read: {error}") from error
    if hashlib.sha256(packed).hexdigest() != match.record_sha256:
        raise RecordError(f"The record of {match} is not the one that was stored.")
    return packed


def read_record(match: Match) -> Record:
    """The record of a finished match; raises RecordError."""
    return record.loads(gzip.decompress(packed_record(match)))


def read_log(seat: Seat) -> Log:
    """What the bot at this seat printed; nothing where the file is gone, which is logged."""
    if not seat.log_key:
        return ()
    try:
        with store().open(seat.log_key) as file:
            lines = json.loads(gzip.decompress(file.read()))
    except OSError as error:
        logger.error("%s", error)
        return ()
    return tuple((turn, text) for turn, text in lines)


def _put(key: str, data: bytes) -> Stored:
    # Without the time of day: equal content, equal bytes.
    packed = gzip.compress(data, compresslevel=6, mtime=0)
    try:
        stored = store().save(key, ContentFile(packed))
    except OSError as error:
        raise NotStored(f"{key}: {error}") from error
    return Stored(
        key=stored,
        size=len(packed),
        sha256=hashlib.sha256(packed).hexdigest(),
    )
