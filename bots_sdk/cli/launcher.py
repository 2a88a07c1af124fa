"""The strongest sandbox that this machine offers; without one, plain processes and a warning."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.markup import escape

from arena import sandbox
from arena.sandbox import Launcher, SandboxUnavailable, Tier
from bots_sdk.cli.terminal import err


def confined() -> Launcher:
    """The site's own sandbox, its files kept in the user's cache. Raises SandboxUnavailable.

    BOT_REQUIREMENTS names a file of the packages that bots may import, as for the site's workers.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sixfold"
    named = os.environ.get("BOT_REQUIREMENTS")
    return sandbox.find(cache, requirements=Path(named) if named else None)


FIND: Mapping[Tier, Callable[[], Launcher]] = {
    **dict.fromkeys(Tier, confined),
    Tier.PLAIN: sandbox.plain,
}


def strongest() -> Tier:
    """What holds on an author's own machine, where a plain process will do as well."""
    try:
        return confined().tier
    except SandboxUnavailable as error:
        reason = escape(str(error))
        err.print(f"[yellow]No sandbox here, so run your own bots only.[/] [dim]{reason}[/]")
        return Tier.PLAIN
