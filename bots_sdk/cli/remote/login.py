"""``sixfold login``: keeps a token of the account page for all other commands."""

import sys
from typing import Annotated

import typer
from rich.markup import escape

from bots_sdk.cli.remote.connection import (
    JsonOption,
    ServerOption,
    address,
    connected,
    warn_of_differences,
)
from bots_sdk.cli.terminal import Exit, err, fail, out
from bots_sdk.client import tokens


def login(
    server: ServerOption = None,
    json: JsonOption = False,
    forget: Annotated[
        bool, typer.Option("--forget", help="Throw away the token of this server instead.")
    ] = False,
) -> None:
    """Keep a token of your account page; pasted, or on standard input."""
    where = address(server)
    try:
        if forget:
            known = tokens.forget(where)
            out.print(f"[green]✔[/] {'Forgotten' if known else 'There was none'}: {escape(where)}")
            return
        secret = _ask(where)
        with connected(where, secret=secret) as site:
            me = site.get("/me")
            warn_of_differences(site)
        tokens.keep(where, secret)
    except OSError as error:
        fail(f"{tokens.file()} cannot be used: {error.strerror}.", Exit.MACHINE)
    if json:
        out.print_json(data={"server": where, **me})
        return
    name, may = me["token"]["name"], " and ".join(me["token"]["scopes"])
    out.print(f"[green]✔[/] Logged in to {escape(where)} as [bold]{escape(me['username'])}[/].")
    out.print(
        f"  The token “{escape(name)}” may {may}; it is kept in {escape(str(tokens.file()))}."
    )


def _ask(where: str) -> str:
    if sys.stdin.isatty():
        err.print(f"Make a token at {escape(where)}/account/tokens/ and paste it here.")
        secret = typer.prompt("Token", hide_input=True, err=True)
    else:
        secret = sys.stdin.readline()
    secret = secret.strip()
    if not secret or len(secret.split()) != 1:
        fail(f"That is no token. Make one at {where}/account/tokens/ and paste it.")
    return str(secret)
