"""What outlives the processes that started it."""

import ctypes
import os
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from tests.soak.chaos.site import children_of

PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 10.0
"""Seconds that a process may take to end with the one it belongs to."""


def adopt(*, wanted: bool = True) -> None:
    """Make what outlives its parents, below this process, this process's children; or no more."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(wanted))


def left(known: Collection[int]) -> list[str]:
    """The command lines of what runs below this process, beside its `known` children.

    What is about to end is waited for.
    """
    deadline = time.monotonic() + PATIENCE
    while unknown := set(children_of(os.getpid())) - set(known):
        for pid in unknown:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if time.monotonic() > deadline:
            return [_command(pid) for pid in unknown]
        time.sleep(0.1)
    return []


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return str(pid)
