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
    """Judge placements: a JSON question a line in, a JSON verdict with its id a line out.

    \b
    A placement; with "hand", of tiles in it:
      {"id": 1, "board": ["Rc@0,0"], "move": ["Rq@1,0"]}
      {"id": 1, "legal": true, "score": 2, "reason": null}

    \b
    All placements of a hand:
      {"id": 2, "board": ["Rc@0,0"], "hand": ["Bc"], "list": true}
      {"id": 2, "count": 4, "by_size": {"1": 4}, "best_score": 2, "best_moves": [...]}

    \b
    The number of tiles that a hand would open with:
      {"id": 3, "hand": ["Rq", "Rd", "Bx"], "opening": true}
      {"id": 3, "size": 2}

    An answer to anything else has an "error", a sentence.
    """
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
