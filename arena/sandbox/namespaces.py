"""Tiers A and A': bubblewrap puts each bot into namespaces of its own, over the staged root."""

import json
import os
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arena.child import Child
from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.sandbox.limiting import arguments
from arena.sandbox.root import BOOT, PYTHON
from arena.sandbox.starting import abandon, await_ready, deadline, failure, give, read_by, spawn

NOBODY = "65534"

CONFINED = (
    "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--unshare-net", "--uid", NOBODY, "--gid", NOBODY, "--hostname", "bot", "--cap-drop", "ALL",
    "--new-session", "--die-with-parent", "--clearenv",
    # Pid 1 is Python itself, which the clock and the pause need; its death ends the namespace.
    "--as-pid-1",
)  # fmt: skip
NO_MORE_NAMESPACES = "--disable-userns"
"""It writes to /proc/sys, which is read-only in most containers."""

# Not -I, which would ignore PYTHONHASHSEED.
INTERPRETER_OPTIONS = ("-P", "-s", "-S", "-B")
ENVIRONMENT = {
    "PATH": "/usr/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    # Without these, memory is reserved for every core of the machine, beyond any limit.
    "MALLOC_ARENA_MAX": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True)
class Namespaces:
    """Starts bots in tier A, or ``nested`` in another container in tier A'."""

    bwrap: Path
    root: Path
    filter: bytes
    """The program that filters system calls."""
    user: int | None = None
    """Whom bubblewrap runs as where we are root."""
    nested: bool = False

    def __call__(self, folder: Path, entry: str, limits: Limits) -> Child:
        """Start a bot; raises InfrastructureFailure."""
        until = deadline()
        with ExitStack() as pipes, ExitStack() as undo:
            telling, tell_end = _pipe(pipes)
            holding, hold_end = _pipe(pipes)
            theirs = (tell_end, holding)
            popen = spawn(
                self._command(folder, entry, limits, *(end.fileno() for end in theirs)),
                environment={},
                user=self.user,
                descriptors=[end.fileno() for end in theirs],
            )
            undo.callback(abandon, popen)
            for end in theirs:
                end.close()
            child = _child(popen, telling.fileno(), until)
            undo.callback(child.close)
            # It goes on only now, so that its number cannot be another's before we have its pidfd.
            hold_end.close()
            give(popen, self.filter)
            await_ready(popen, until)
            child.retire_launcher()
            undo.pop_all()
        return child

    def _command(
        self, folder: Path, entry: str, limits: Limits, telling: int, holding: int
    ) -> list[str]:
        variables = (("--setenv", name, value) for name, value in ENVIRONMENT.items())
        return [
            str(self.bwrap),
            *CONFINED,
            *(() if self.nested else (NO_MORE_NAMESPACES,)),
            *("--ro-bind", str(self.root), "/", "--ro-bind", str(folder), "/bot", "--chdir", "/"),
            *(part for variable in variables for part in variable),
            *("--info-fd", str(telling), "--block-fd", str(holding), "--"),
            *(PYTHON, *INTERPRETER_OPTIONS, BOOT, f"/bot/{entry}", f"filter={len(self.filter)}"),
            *arguments(limits, processes=True),
        ]


def _child(popen: "subprocess.Popen[bytes]", telling: int, until: float) -> Child:
    """The bot's process, which bubblewrap tells us of."""
    told = b""
    while b"}" not in told:
        part = read_by(telling, until, 4096)
        if not part:
            raise failure(popen)
        told += part
    pid = json.loads(told)["child-pid"]
    try:
        child = Child(popen, pid)
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (ProcessLookupError, FileNotFoundError):
        raise failure(popen) from None
    if parent != popen.pid:
        raise InfrastructureFailure("The sandbox named a process that is not its own.")
    return child


def _pipe(stack: ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    """A pipe's two ends, closed with the stack at the latest."""
    reading, writing = os.pipe()
    return (
        stack.enter_context(os.fdopen(reading, "rb", buffering=0)),
        stack.enter_context(os.fdopen(writing, "wb", buffering=0)),
    )
