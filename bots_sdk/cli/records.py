"""The record of a game that an author names: a file, as JSON or as text, or a server's match."""

from pathlib import Path
from typing import Annotated

import typer

from arena import notation, record
from arena.record import Frame, Record, RecordError
from bots_sdk.cli.remote import place
from bots_sdk.cli.remote.connection import connected
from bots_sdk.cli.remote.place import Place
from bots_sdk.cli.terminal import fail

RecordFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A file, JSON or text as convert writes it; or a match on a server, by its number or"
        " the address of its page.",
    ),
]


def is_json(data: bytes) -> bool:
    """Whether a file holds a record as JSON and not as text."""
    return data.lstrip()[:1] == b"{"


def read(file: str) -> tuple[bytes, Record, list[Frame]]:
    """The game's bytes, its record, and that replayed; ends the command where there is none."""
    try:
        data = _bytes(file)
        found = record.loads(data) if is_json(data) else notation.loads(data.decode("utf-8-sig"))
        return data, found, list(record.frames(found))
    except IsADirectoryError:
        fail(f"{file} is a folder; name one game in it, such as {Path(file) / '1.json'}.")
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        fail(f"{file} is neither a record in JSON nor a text in UTF-8.")
    except RecordError as error:
        fail(f"{file}: {error}")


def on_server(file: str) -> Place | None:
    """The match on a server that is meant; None where there is a file of this name."""
    return None if Path(file).exists() else place.found(file)


def _bytes(file: str) -> bytes:
    at = on_server(file)
    if at is None:
        return Path(file).read_bytes()
    with connected(at.server) as site:
        return site.download(f"/matches/{at.match}/record")
