"""A match on a server, as an author names it: its number, or the address of its page."""

import re
from dataclasses import dataclass
from typing import Annotated

import typer

from bots_sdk.cli.terminal import fail
from bots_sdk.client import address_of

MatchArgument = Annotated[
    str | None, typer.Argument(metavar="[MATCH]", help="Its number, or the address of its page.")
]
_NUMBER = re.compile(r"#?(\d{1,18})")
_ADDRESS = re.compile(r"(https?://[^/]+)/matches/(\d{1,18})(?:/[^#]*)?(?:#t(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Place:
    """A match, and where to ask for it."""

    match: int
    server: str | None = None
    """None: the one that is used without saying so."""
    turn: int | None = None
    """The position that the address leads to."""


def found(text: str) -> Place | None:
    """The place that a text names, or None where it names something else."""
    if number := _NUMBER.fullmatch(text):
        return Place(int(number[1]))
    if parts := _ADDRESS.fullmatch(text):
        return Place(int(parts[2]), address_of(parts[1]), int(parts[3]) if parts[3] else None)
    return None


def place(text: str) -> Place:
    """The place that a text names; ends the command where it names none."""
    at = found(text)
    if at is None:
        fail(f"{text} is no match: name its number, or the address of its page.")
    return at
