"""``sixfold check``: the checklist of an upload, on the author's machine."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.padding import Padding

from arena.player import InfrastructureFailure
from bots_sdk.check import Step, StepKind
from bots_sdk.check import check as steps
from bots_sdk.cli.bots import entrant
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.terminal import Exit, err, fail, out

WORDS = {
    StepKind.RECEIVED: "received",
    StepKind.SCANNED: "scanned",
    StepKind.STARTS: "starts in the sandbox",
    StepKind.PLAYS: "plays two games",
}


def check(
    bot: Annotated[str, typer.Argument(help="A Python file, a zip, a folder or a sample.")],
) -> None:
    """Check a bot as the site does: what passes here is accepted there."""
    files = entrant(bot).files
    launcher = FIND[strongest()]()
    passed = True
    try:
        with err.status("checking") as status:
            for step in steps(files, launcher):
                _show(step)
                passed = step.ok
                status.update("checking")
    except InfrastructureFailure as failure:
        fail(f"The check could not be made: {failure}", Exit.MACHINE)
    if not passed:
        raise typer.Exit(Exit.BOT_FAILED)
    out.print(f"[bold green]{escape(bot)} passes.[/]")


def _show(step: Step) -> None:
    mark = "[green]✔[/]" if step.ok else "[bold red]✖[/]"
    out.print(
        f"{mark} [bold]{WORDS[step.kind]}[/]  {escape(step.message)} [dim]{step.ms:.0f} ms[/]"
    )
    for text in (step.traceback, step.position):
        if text:
            out.print(Padding(escape(text), (1, 0, 0, 4), expand=False))
