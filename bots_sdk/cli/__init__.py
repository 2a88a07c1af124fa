"""The command line of the kit: ``sixfold``, a module a command."""

import typer

from bots_sdk.cli.check import check
from bots_sdk.cli.compare import compare
from bots_sdk.cli.convert import convert
from bots_sdk.cli.debug import debug
from bots_sdk.cli.docs import docs
from bots_sdk.cli.judge import judge
from bots_sdk.cli.new import new
from bots_sdk.cli.play import play
from bots_sdk.cli.replay import replay
from bots_sdk.cli.terminal import show_what_can_be_shown
from bots_sdk.cli.tournament import tournament
from bots_sdk.cli.verify import verify

app = typer.Typer(
    callback=show_what_can_be_shown,
    help="Write Qwirkle bots and measure them.",
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
