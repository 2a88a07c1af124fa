"""Which server a command talks to, as whom, and how it fails."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Annotated, Any

import typer
from rich.markup import escape

from arena import protocol, record
from arena.ruleset import RULESETS
from bots_sdk.cli.terminal import Exit, err, fail
from bots_sdk.client import Refused, Server, ServerError, address_of, tokens

ServerOption = Annotated[
    str | None,
    typer.Option("--server", help="Its address; else SIXFOLD_SERVER, or where you logged in last."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]


def address(server: str | None) -> str:
    """The address of the server that is meant; ends the command where none is."""
    named = server or os.environ.get("SIXFOLD_SERVER") or next(iter(tokens.saved()), None)
    if not named:
        fail("Which server? Say --server ADDRESS once, with login, or set SIXFOLD_SERVER.")
    try:
        return address_of(named)
    except ValueError as error:
        fail(str(error))


def token(server: str) -> str:
    """The token for a server; empty where there is none."""
    return os.environ.get("SIXFOLD_TOKEN") or tokens.saved().get(server, "")


@contextmanager
def connected(server: str | None, *, member: bool = False, secret: str = "") -> Iterator[Server]:
    """The server, until the command is done; ends it with a sentence where a call fails.

    A member has to be logged in. The secret is that of a token which is not kept yet.
    """
    where = address(server)
    mine = secret or token(where)
    if member and not mine:
        fail(
            f"You are not logged in to {where}. Make a token at {where}/account/tokens/, then:"
            f" sixfold login --server {where}"
        )
    try:
        with Server(where, mine) as site:
            yield site
    except Refused as refusal:
        # Too many requests are no mistake in any of them.
        fail(str(refusal), Exit.MACHINE if refusal.status == 429 else Exit.USAGE)
    except ServerError as error:
        fail(str(error), Exit.MACHINE)


def warn_of_differences(site: Server) -> None:
    """Say where this kit and the server are not of one version, or play by other rules."""
    for difference in differences(site.get("/server")):
        err.print(f"[yellow]●[/] {escape(difference)}")


def differences(server: dict[str, Any]) -> list[str]:
    """What the server says of itself that this kit would not say."""
    ours = {
        "version": version("sixfold"),
        "protocol": protocol.VERSION,
        "record_format": record.FORMAT,
    }
    words = {
        "version": "Sixfold {theirs} runs there, and this kit is of {mine}: its quick start has the"
        " line to install that one.",
        "protocol": "Bots speak protocol {theirs} there, and {mine} here.",
        "record_format": "Records have format {theirs} there, and {mine} here.",
    }
    found = [
        words[name].format(theirs=server[name], mine=mine)
        for name, mine in ours.items()
        if server[name] != mine
    ]
    unknown = {edition["name"] for edition in server["rulesets"]} - RULESETS.keys()
    if unknown:
        found.append(f"It plays by rules that this kit has not: {', '.join(sorted(unknown))}.")
    return found
