"""``sixfold open``: a page of the site in the browser."""

import webbrowser
from typing import Annotated

import typer

from bots_sdk.cli.remote.connection import ServerOption, address
from bots_sdk.cli.remote.place import found
from bots_sdk.cli.terminal import Exit, fail, out


def open_page(
    what: Annotated[
        str | None,
        typer.Argument(metavar="[MATCH|BOT]", help="A match's number, or owner/name of a bot."),
    ] = None,
    only_print: Annotated[
        bool, typer.Option("--print", help="Print the address and open nothing.")
    ] = False,
    server: ServerOption = None,
) -> None:
    """Open a match, a bot or the start page in the browser."""
    page = _address(what, server)
    if only_print:
        out.print(page, markup=False)
    elif not webbrowser.open(page):
        fail(f"There is no browser to open {page} in; --print prints the address.", Exit.MACHINE)


def _address(what: str | None, server: str | None) -> str:
    if what is None:
        return f"{address(server)}/"
    if at := found(what):
        turn = "" if at.turn is None else f"#t{at.turn}"
        return f"{address(at.server or server)}/matches/{at.match}/{turn}"
    owner, _slash, name = what.strip("/").partition("/")
    if not (owner and name) or "/" in name:
        fail(f"{what} is neither a match's number nor a bot's owner/name.")
    return f"{address(server)}/bots/{owner}/{name}/"
