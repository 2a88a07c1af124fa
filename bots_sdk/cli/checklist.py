"""The checklist of an upload, as it is taken on the author's machine."""

from collections.abc import Mapping
from textwrap import indent

from rich.console import Console
from rich.markup import escape

from arena.player import InfrastructureFailure
from bots_sdk.check import Step, StepKind
from bots_sdk.check import check as steps
from bots_sdk.cli.bots import at_home
from bots_sdk.cli.launcher import FIND, strongest
from bots_sdk.cli.terminal import Exit, err, fail

WORDS = {
    StepKind.RECEIVED: "received",
    StepKind.SCANNED: "scanned",
    StepKind.STARTS: "starts in the sandbox",
    StepKind.PLAYS: "plays two games",
}


def take(files: Mapping[str, bytes], typed: str, console: Console) -> list[Step]:
    """Take the steps and print each as it ends; the command ends where the machine fails.

    ``typed`` is how the author named the bot.
    """
    launcher = FIND[strongest()]()
    taken = []
    try:
        with err.status("checking") as status:
            for step in steps(files, launcher):
                show(WORDS[step.kind], step.ok, step.message, step.ms, console)
                show_failure(at_home(step.traceback, typed), step.position, console)
                taken.append(step)
                status.update("checking")
    except InfrastructureFailure as failure:
        fail(f"The check could not be made: {failure}", Exit.MACHINE)
    return taken


def show(title: str, ok: bool, message: str, ms: float, console: Console) -> None:
    """Print one step that is over."""
    mark = "[green]✔[/]" if ok else "[bold red]✖[/]"
    console.print(f"{mark} [bold]{escape(title)}[/]  {escape(message)} [dim]{ms:.0f} ms[/]")


def show_failure(traceback: str, position: str, console: Console) -> None:
    """Print what an author needs where a step has failed."""
    for text in (traceback, position):
        if text:
            console.print(f"\n{indent(escape(text), '    ')}")
