"""The strongest sandbox that this machine offers; without one, plain processes and a warning."""

import os
from pathlib import Path

from rich.markup import escape

from arena import sandbox
from arena.sandbox import Launcher, SandboxUnavailable
from bots_sdk.cli.terminal import err


def strongest() -> Launcher:
    """Where bots run on an author's own machine, where a plain process will do as well."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sixfold"
    try:
        return sandbox.find(cache)
    except SandboxUnavailable as error:
        err.print(
            f"[yellow]Without a sandbox, so for your own bots only:[/] [dim]{escape(str(error))}[/]"
        )
        return sandbox.plain()
