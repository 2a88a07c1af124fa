"""Where the commands write: results to standard output, all else to standard error."""

import sys
from enum import IntEnum
from io import TextIOWrapper
from typing import NoReturn

import typer
from rich.console import Console
from rich.markup import escape

WIDE = 120
"""Columns of output that goes into a file or a pipe."""

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)
if not out.is_terminal:
    out.width = WIDE


class Exit(IntEnum):
    """The exit statuses of every command."""

    OK = 0
    BOT_FAILED = 1
    USAGE = 2
    MACHINE = 3
    """The machine, a server or the network failed: nobody's bot is to blame."""


def show_what_can_be_shown() -> None:
    """Write ``?`` for a character that the terminal's encoding lacks, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def fail(sentence: str, status: Exit = Exit.USAGE) -> NoReturn:
    """End the command with a sentence that says what was wrong and what to do."""
    err.print(f"[red]✖[/] {escape(sentence)}")
    raise typer.Exit(status)
