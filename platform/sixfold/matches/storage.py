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
from django.utils.translation import gettext

from arena import record
from arena.record import Record, RecordError
from sixfold.health import Unavailable
from sixfold.matches.models import Match, Seat

logger = logging.getLogger(__name__)

Log = tuple[tuple[int, str], ...]
"""What a bot printed: the turn it was to move, -1 before its first, and the text."""


class NotStored(Exception):  # noqa: N818 - no fault of the match whose file it was
    """The store takes no file: it is full, or away."""


class NotRead(Unavailable):
    """The store does not answer; what it keeps is not lost, and can be read later."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "The store that keeps the records of matches does not answer. Their results stand, "
                "and nothing is lost: try again in a minute."
            )
        )


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
    """The stored record as it is, compressed.

    Raises RecordError where it is missing or damaged, NotRead where the store does not answer.
    """
    try:
        packed = _get(match.record_key)
    except FileNotFoundError as error:
        raise RecordError(f"The record of {match} cannot be read: {error}") from error
    if hashlib.sha256(packed).hexdigest() != match.record_sha256:
        raise RecordError(f"The record of {match} is not the one that was stored.")
    return packed


def read_record(match: Match) -> Record:
    """The record of a finished match; raises as `packed_record`."""
    return record.loads(gzip.decompress(packed_record(match)))


def read_log(seat: Seat) -> Log:
    """What the bot at this seat printed; nothing where the file is gone, which is logged.

    Raises NotRead where the store does not answer.
    """
    if not seat.log_key:
        return ()
    try:
        lines = json.loads(gzip.decompress(_get(seat.log_key)))
    except (FileNotFoundError, gzip.BadGzipFile) as error:
        logger.error("%s", error)
        return ()
    return tuple((turn, text) for turn, text in lines)


def _get(key: str) -> bytes:
    try:
        with store().open(key) as file:
            content: bytes = file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise NotRead from error
    return content


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
