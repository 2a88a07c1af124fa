"""``sixfold judge``: the rules engine's verdicts on JSON lines."""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from bots_sdk.cli.terminal import Exit, fail
from bots_sdk.judge import judge as verdicts


def judge(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.jsonl]", help="Standard input if left out.")
    ] = None,
) -> None:
    """Judge placements: a JSON question a line in, a JSON verdict a line out."""
    bad = False
    with ExitStack() as stack:
        try:
            # Bytes, as JSON lines are UTF-8 whatever the locale says.
            lines = stack.enter_context(file.open("rb")) if file else sys.stdin.buffer
        except OSError as error:
            fail(f"{file} cannot be read: {error.strerror}.")
        for verdict in verdicts(lines):
            bad |= "error" in verdict
            # At once: whoever asks may wait for one verdict before the next question.
            print(json.dumps(verdict), flush=True)
    if bad:
        raise typer.Exit(Exit.BOT_FAILED)
