"""``sixfold convert``: a record as JSON or as text that people can read."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from arena import notation, record
from bots_sdk.cli.records import RecordFile, is_json, read


class Form(StrEnum):
    """How a game may be written."""

    TEXT = "text"
    JSON = "json"


def convert(
    file: RecordFile,
    to: Annotated[
        Form | None, typer.Option(help="What to write; by default the other than the file is.")
    ] = None,
) -> None:
    """Write a game as text that people can read, or that as JSON again, to standard output."""
    data, game, _ = read(file)
    form = to or (Form.TEXT if is_json(data) else Form.JSON)
    written = notation.dumps(game).encode() if form is Form.TEXT else record.dumps(game) + b"\n"
    # Bytes, as both forms are UTF-8 whatever the locale says.
    sys.stdout.buffer.write(written)
    sys.stdout.flush()
