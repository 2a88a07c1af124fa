"""The record of a game that an author names on the command line, as JSON or as text."""

from pathlib import Path
from typing import Annotated

import typer

from arena import notation, record
from arena.record import Frame, Record, RecordError
from bots_sdk.cli.terminal import fail

RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A game: JSON, or text as convert writes it.")
]


def is_json(data: bytes) -> bool:
    """Whether a file holds a record as JSON and not as text."""
    return data.lstrip()[:1] == b"{"


def read(file: Path) -> tuple[bytes, Record, list[Frame]]:
    """The file, its record, and that replayed; ends the command where one of them cannot be."""
    try:
        data = file.read_bytes()
        found = record.loads(data) if is_json(data) else notation.loads(data.decode("utf-8-sig"))
        return data, found, list(record.frames(found))
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        fail(f"{file} is neither a record in JSON nor a text in UTF-8.")
    except RecordError as error:
        fail(f"{file}: {error}")
