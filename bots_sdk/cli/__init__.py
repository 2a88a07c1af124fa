"""The command line of the kit: ``sixfold``, a module a command."""

from importlib.metadata import version
from typing import Annotated

import typer

from bots_sdk.cli.check import check
from bots_sdk.cli.compare import compare
from bots_sdk.cli.convert import convert
from bots_sdk.cli.debug import debug
from bots_sdk.cli.docs import docs
from bots_sdk.cli.judge import judge
from bots_sdk.cli.new import new
from bots_sdk.cli.play import play
from bots_sdk.cli.remote.leaderboard import leaderboard
from bots_sdk.cli.remote.login import login
from bots_sdk.cli.remote.logs import logs
from bots_sdk.cli.remote.matches import matches
from bots_sdk.cli.remote.open import open_page
from bots_sdk.cli.remote.status import status
from bots_sdk.cli.remote.submit import submit
from bots_sdk.cli.replay import replay
from bots_sdk.cli.terminal import out, show_what_can_be_shown
from bots_sdk.cli.tournament import tournament
from bots_sdk.cli.verify import verify

ON_A_SERVER = "On a server"


def show_version(wanted: bool) -> None:
    """Print the kit's version and end."""
    if wanted:
        out.print("sixfold", version("sixfold"))
        raise typer.Exit


def begin(
    _: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=show_version, help="Show the version."),
    ] = False,
) -> None:
    """Write Qwirkle bots and measure them."""
    show_what_can_be_shown()


app = typer.Typer(
    callback=begin,
    no_args_is_help=True,
    add_completion=False,
    # A traceback of ours should be an ordinary one; the user's mistakes never show any.
    pretty_exceptions_enable=False,
)
for command in (
    *(new, play, compare, tournament, replay, debug),
    *(check, convert, verify, judge, docs),
):
    app.command()(command)
for call in (login, submit, status, logs, matches, leaderboard):
    app.command(rich_help_panel=ON_A_SERVER)(call)
app.command("open", rich_help_panel=ON_A_SERVER)(open_page)
