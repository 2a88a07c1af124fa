"""The site's processes: started again whenever they are found dead."""

import os
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from signal import SIGCONT
from types import TracebackType
from typing import Self

from django.conf import settings

from sixfold import children
from sixfold.processes import Child

START_SECONDS = 60


class Site:
    """Servers, which are up while this is entered, and players, who begin with the first `keep`.

    Where something is found dead it is started again.
    """

    def __init__(
        self,
        logs: Path,
        servers: Iterable[Child],
        players: Iterable[Child],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.logs = logs
        self.servers = {child.name: child for child in servers}
        self.players = {child.name: child for child in players}
        self.environment = environment or {}
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def workers(self) -> list[str]:
        """The names of those that play."""
        return [name for name in self.players if name.startswith("worker")]

    def __enter__(self) -> Self:
        try:
            self._keep(self.servers)
        except BaseException:
            self._stop(self.servers)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.rest()
        self._stop(self.servers)

    def keep(self) -> None:
        """Start what does not run."""
        self._keep(self.servers)
        self._keep(self.players)

    def rest(self) -> None:
        """Stop the players, as an operator would; the servers stay."""
        self._stop(self.players)

    def kill(self, name: str) -> None:
        """By SIGKILL."""
        self.running[name].kill()
        self.running[name].wait()

    def pool(self, name: str) -> list[int]:
        """The processes of a worker that play."""
        return list(children_of(self.running[name].pid))

    def _keep(self, children: Mapping[str, Child]) -> None:
        for name, child in children.items():
            if name not in self.running or self.running[name].poll() is not None:
                self.running[name] = self._start(child)
            # A worker is not waited for: its queue's server may be the next to die.
            if name in self.servers:
                self._await(child)

    def _start(self, child: Child) -> subprocess.Popen[bytes]:
        with (self.logs / f"{child.name}.log").open("ab") as log:
            return subprocess.Popen(
                child.command,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment, **child.environment},
                start_new_session=True,
            )

    def _await(self, child: Child) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not child.ready():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{child.name} did not start.")
            if self.running[child.name].poll() is not None:
                # PostgreSQL refuses to start while processes of one that was killed still end.
                self.running[child.name] = self._start(child)
            time.sleep(0.05)

    def _stop(self, children: Mapping[str, Child]) -> None:
        for name in reversed([name for name in children if name in self.running]):
            process = self.running.pop(name)
            process.send_signal(SIGCONT)
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(children[name].grace)
            process.kill()
            process.wait()


def players(workers: int) -> Iterator[Child]:
    """So many workers, which share the machine's cores, a clerk and a beat."""
    worker = children.worker()
    for name in (f"worker-{number}" for number in range(1, workers + 1)):
        share = max(1, settings.WORKERS // workers)
        own = ("--hostname", f"{name}@%h", "--concurrency", str(share))
        yield replace(worker, name=name, command=[*worker.command, *own])
    yield children.clerk()
    yield children.beat()


def children_of(pid: int) -> Iterator[int]:
    """The direct children of a process; none of one that is gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (task / "children").read_text().split())
