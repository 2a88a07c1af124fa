"""``sixfold check``: the checklist of an upload, on the author's machine."""

from typing import Annotated

import typer
from rich.markup import escape

from bots_sdk.check import Step
from bots_sdk.cli.bots import entrant
from bots_sdk.cli.checklist import take
from bots_sdk.cli.options import Json
from bots_sdk.cli.terminal import Exit, err, out


def check(
    bot: Annotated[str, typer.Argument(help="A Python file, a zip, a folder or a sample.")],
    json: Json = False,
) -> None:
    """Check a bot as the site does: what passes here is accepted there."""
    taken = take(entrant(bot).files, bot, err if json else out)
    passed = taken[-1].ok
    if json:
        out.print_json(data={"passed": passed, "steps": [_as_json(step) for step in taken]})
    if not passed:
        raise typer.Exit(Exit.BOT_FAILED)
    if not json:
        out.print(f"[bold green]{escape(bot)} passes.[/]")


def _as_json(step: Step) -> dict[str, object]:
    return {
        "kind": step.kind,
        "ok": step.ok,
        "message": step.message,
        "ms": step.ms,
        "traceback": step.traceback,
        "position": step.position,
    }
