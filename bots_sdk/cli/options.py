"""The options that commands which play have in common."""

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from arena.ruleset import RULESETS, Ruleset
from bots_sdk.cli.terminal import fail

Seed = Annotated[int | None, typer.Option(help="The same number deals the same tiles again.")]
Jobs = Annotated[
    int, typer.Option(min=1, help="Games at a time; by default one for each processor.")
]
Rules = Annotated[str, typer.Option(help=f"One of {', '.join(RULESETS)}.")]
Save = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Keep the record of every game in a folder.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]

JOBS = os.cpu_count() or 1
RULES = "classic"


def ruleset(name: str) -> Ruleset:
    """The rules of that name; ends the command where there are none."""
    if name not in RULESETS:
        fail(f"There are no rules called {name}; there are {', '.join(RULESETS)}.")
    return RULESETS[name]


def any_seed() -> int:
    """A seed for who asked for none; it is shown with the results."""
    return secrets.randbelow(1_000_000)
