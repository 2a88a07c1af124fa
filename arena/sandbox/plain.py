"""Plain processes: limits where the system has them, and otherwise the bot can do what you can.

For an author's own bots on an author's own machine.
"""

import os
import sys
from pathlib import Path

from arena.child import Child
from arena.limits import Limits
from arena.sandbox.limiting import arguments
from arena.sandbox.namespaces import ENVIRONMENT
from arena.sandbox.root import OURS
from arena.sandbox.starting import abandon, await_ready, deadline, spawn


def start_plain(folder: Path, entry: str, limits: Limits) -> Child:
    """Start a bot with this interpreter and its packages; raises InfrastructureFailure."""
    until = deadline()
    # Linux ends it with us; elsewhere, should we be killed while it is paused, the system wakes
    # and hangs up on the stopped members of a group that has lost its parent, but not of our own.
    parent = [f"parent={os.getpid()}"] if sys.platform == "linux" else []
    popen = spawn(
        [sys.executable, "-P", "-s", "-B", str(Path(__file__).with_name("boot.py")),
         str(folder / entry), *parent, *arguments(limits, processes=False)],
        environment=ENVIRONMENT | {"PATH": os.defpath, "PYTHONPATH": str(OURS)},
        new_group=True,
    )  # fmt: skip
    try:
        await_ready(popen, until)
        return Child(popen, popen.pid, {str(folder): "/bot"})
    except BaseException:
        abandon(popen)
        raise
