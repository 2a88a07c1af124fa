"""The site's processes: started again whenever they are found dead."""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from django.conf import settings

from sixfold import children
from sixfold.processes import Child

PR_SET_CHILD_SUBREAPER = 36
WORKERS = ("worker-1", "worker-2")


class Site:
    """A queue's server where none is named, two workers, a clerk and a beat."""

    def __init__(self, folder: Path, *, persistent: bool) -> None:
        self.folder = folder
        self.children = {child.name: child for child in _children(persistent)}
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        self.keep()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        for name in reversed(self.running):
            process = self.running[name]
            process.send_signal(signal.SIGCONT)
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(self.children[name].grace)
            process.kill()
            process.wait()

    def keep(self) -> None:
        """Start what is not running."""
        for name, child in self.children.items():
            if name not in self.running or self.running[name].poll() is not None:
                self.running[name] = self._start(child)

    def kill(self, name: str) -> None:
        self.running[name].kill()
        self.running[name].wait()

    def pool(self, name: str) -> list[int]:
        """The processes of a worker that play."""
        return list(children_of(self.running[name].pid))

    def _start(self, child: Child) -> subprocess.Popen[bytes]:
        with (self.folder / f"{child.name}.log").open("ab") as log:
            process = subprocess.Popen(
                child.command,
                stdout=log,
                stderr=log,
                env={**os.environ, **child.environment},
                start_new_session=True,
            )
        deadline = time.monotonic() + 60
        # A worker is not waited for: its queue's server may be the next to die.
        while child.name == "valkey" and not child.ready():
            if time.monotonic() > deadline:
                raise TimeoutError("The queue's server did not start.")
            time.sleep(0.05)
        return process


def _children(persistent: bool) -> Iterator[Child]:
    for valkey in children.valkey():
        kept = ("--appendonly", "yes", "--appendfsync", "always")
        yield replace(valkey, command=[*valkey.command, *kept]) if persistent else valkey
    worker = children.worker()
    for name in WORKERS:
        own = ("--hostname", f"{name}@%h", "--concurrency", str(max(1, settings.WORKERS // 2)))
        yield replace(worker, name=name, command=[*worker.command, *own])
    yield children.clerk()
    yield children.beat()


def children_of(pid: int) -> Iterator[int]:
    """The direct children of a process; none of one that is gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (task / "children").read_text().split())


def adopt_orphans() -> None:
    """Have what outlives its parents, below this process, become this process's children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def orphans(patience: float = 10.0) -> list[str]:
    """What still runs below this process once it had time to end, by command line."""
    deadline = time.monotonic() + patience
    while True:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        left = list(children_of(os.getpid()))
        if not left or time.monotonic() > deadline:
            return [_command(pid) for pid in left]
        time.sleep(0.1)


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return str(pid)
