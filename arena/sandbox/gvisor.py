"""Tier S: gVisor's ``runsc`` gives each bot a kernel of its own, written in Go and itself confined.

The bot's system calls never reach the machine's kernel. Inside, boot.py puts on the same filter and
the same limits as in the other tiers.
"""

import ctypes
import json
import os
import select
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import Popen

from arena.child import Child, clock_ns
from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.sandbox.limiting import arguments
from arena.sandbox.namespaces import ENVIRONMENT, INTERPRETER_OPTIONS, NOBODY
from arena.sandbox.root import BOOT, PYTHON
from arena.sandbox.starting import abandon, await_ready, deadline, failure, give, spawn
from arena.sandbox.workplace import Workplace

NAMESPACES = ("pid", "network", "ipc", "uts", "mount")
PR_SET_CHILD_SUBREAPER = 36
LOOKS = 1000
"""How often a process is looked at that was told to stop; what runs on is charged."""
NOT_SETTABLE = ("RLIMIT_MSGQUEUE", "RLIMIT_SIGPENDING")
"""The limits that gVisor lets no process set, not even boot.py."""
HIDDEN = ("/proc", "/sys", "/tmp")
"""What runsc mounts by itself unless something else lies there."""


class NoGvisor(Exception):  # noqa: N818 - named for what is the matter
    """There is no gVisor; the text says how to get it."""


def find() -> tuple[Path, Path]:
    """The paths of setpriv and runsc; raises NoGvisor."""
    setpriv, runsc = shutil.which("setpriv"), shutil.which("runsc")
    if runsc is None:
        raise NoGvisor(
            "there is no runsc: install gVisor, by its own packages (gvisor.dev/docs/user_guide/"
            "install) or your system's package runsc, so that runsc is on the PATH of the worker"
        )
    if setpriv is None:
        raise NoGvisor("there is no setpriv: install your system's package util-linux")
    return Path(setpriv), Path(runsc)


@dataclass(frozen=True, slots=True)
class Gvisor:
    """Starts bots in tier S."""

    setpriv: Path
    runsc: Path
    workplace: Workplace
    root: Path
    filter: bytes
    """The program that filters system calls, inside gVisor as well."""
    user: int | None = None
    """Whom runsc runs as where we are root."""

    def __call__(self, folder: Path, entry: str, limits: Limits) -> Child:
        """Start a bot; raises InfrastructureFailure."""
        until = deadline()
        with ExitStack() as undo:
            bundle = self.workplace.stage({
                "config.json": json.dumps(self._bundle(folder, entry, limits)).encode()
            })  # fmt: skip
            undo.callback(self.workplace.clear, bundle)
            if self.user is not None:
                os.chown(bundle, self.user, self.user)  # Where runsc keeps its state.
            adopt_orphans()
            popen = spawn(self._command(bundle), environment={}, user=self.user)
            undo.callback(abandon, popen)
            kernel = _kernel(popen, bundle, until)
            guest = Guest(popen, kernel, partial(self.workplace.clear, bundle))
            undo.pop_all()  # It does all that by itself.
            undo.callback(guest.close)
            give(popen, self.filter)
            await_ready(popen, until)
            undo.pop_all()
        return guest

    def _command(self, bundle: Path) -> list[str]:
        return [
            # Nothing of runsc's own ends it when a worker is killed.
            *(str(self.setpriv), "--pdeathsig", "KILL", str(self.runsc)),
            *("--root", str(bundle), "--rootless", "--network", "none", "--ignore-cgroups"),
            *("run", "--bundle", str(bundle), "--pid-file", str(bundle / "pid"), bundle.name),
        ]

    def _bundle(self, folder: Path, entry: str, limits: Limits) -> dict[str, object]:
        """The container, in the notation of the Open Container Initiative's runtime-spec."""
        nowhere = ["ro", "nosuid", "nodev", "noexec"]
        return {
            "ociVersion": "1.0.2",
            "hostname": "bot",
            "root": {"path": str(self.root), "readonly": True},
            "mounts": [
                {
                    "destination": "/bot",
                    "type": "bind",
                    "source": str(folder),
                    "options": ["rbind", *nowhere],
                },
                *({"destination": path, "type": "tmpfs", "options": nowhere} for path in HIDDEN),
            ],
            "process": {
                "user": {"uid": int(NOBODY), "gid": int(NOBODY)},
                "cwd": "/",
                "args": [
                    *(PYTHON, *INTERPRETER_OPTIONS, BOOT, f"/bot/{entry}"),
                    f"filter={len(self.filter)}",
                    # To its own kernel a bot runs while it waits for a processor, or is paused.
                    *arguments(limits, processes=True, time=False),
                ],
                "env": [f"{name}={value}" for name, value in ENVIRONMENT.items()],
                "capabilities": {},
                "noNewPrivileges": True,
                "rlimits": [{"type": name, "soft": 0, "hard": 0} for name in NOT_SETTABLE],
            },
            "linux": {"namespaces": [{"type": name} for name in NAMESPACES]},
        }


class Guest(Child):
    """A bot in a kernel of its own: several processes of the machine, which act as one.

    Its clock is theirs together: what the kernel does for a bot is charged to it, as it is in the
    other tiers.
    """

    def __init__(self, popen: "Popen[bytes]", pid: int, closed: Callable[[], None]) -> None:
        super().__init__(popen, pid)
        self._closed = closed
        self._members: dict[int, int] = {}
        """The pidfd of each process, the kernel's first."""
        self._clocks: dict[int, int] = {}
        """Its last reading in ns; that of a dead one stays in the sum."""
        self._lives = select.poll()
        self._gather()
        self._helpers = list(_opened({*family(popen.pid)} - {popen.pid, *self._members}))
        """The pidfds of what runsc has started beside the kernel."""
        self._used_ns = 0

    def begin(self) -> None:
        # It has threads by now that it had not when it was started.
        self._gather()
        super().begin()

    @property
    def pids(self) -> list[int]:
        return list(self._members)

    def cpu_ms(self) -> float:
        if not self.dead():
            self._used_ns = max(self._used_ns, self._read_clocks())
        return self._used_ns / 1e6

    def pause(self) -> None:
        if self.dead():
            return
        _halt(self.pid)
        # While the kernel stands still it starts no process, and sets none going.
        self._gather()
        for pid in self._members:
            _halt(pid)

    def resume(self) -> None:
        for pid, pidfd in reversed(self._members.items()):
            # The kernel itself sets going what it traces; from us, SIGCONT could take away the
            # SIGSTOP by which it is just laying hold of a new thread, and it would crash.
            if not _is_traced(pid):
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(pidfd, signal.SIGCONT)

    def close(self) -> None:
        super().close()
        # A busy machine's runsc is not waited for without end; its helpers are ours then as well.
        for pidfd in (*self._helpers, *self._members.values()):
            with suppress(ProcessLookupError, ChildProcessError):
                signal.pidfd_send_signal(pidfd, signal.SIGKILL)
                os.waitid(os.P_PIDFD, pidfd, os.WEXITED)
            os.close(pidfd)
        self._helpers.clear()
        self._members.clear()
        self._closed()
        self._closed = lambda: None

    def _gather(self) -> None:
        """Find processes that are new."""
        for pid in family(self.pid):
            if pid not in self._members:
                with suppress(ProcessLookupError):
                    self._members[pid] = os.pidfd_open(pid)
                    self._lives.register(self._members[pid], select.POLLIN)

    def _read_clocks(self) -> int:
        readings = {pid: clock_ns(pid) for pid in self._members}
        # A number counts only if its owner lived on: it could be another process by now.
        dead = {pidfd for pidfd, _ in self._lives.poll(0)}
        for pid, reading in readings.items():
            if reading is not None and self._members[pid] not in dead:
                self._clocks[pid] = reading
        return sum(self._clocks.values())


def adopt_orphans() -> None:
    """Become the parent of the processes that a killed kernel leaves behind, to collect them: the
    first process of a container often does not.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _opened(pids: Iterable[int]) -> Iterator[int]:
    """The pidfds of those that still are."""
    for pid in pids:
        with suppress(ProcessLookupError):
            yield os.pidfd_open(pid)


def _halt(pid: int) -> None:
    """Stop a process and wait until it stands still.

    Thread by thread, since gVisor traces the processes that the bot runs in, and a signal to a
    process that is traced stops only one of its threads.
    """
    libc = ctypes.CDLL(None)
    for _ in range(LOOKS):
        going = list(_going(pid))
        if not going:
            return
        for thread in going:
            libc.tgkill(pid, thread, signal.SIGSTOP)


def _is_traced(pid: int) -> bool:
    """Whether another process decides when this one runs."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return False
    return any(line.startswith("TracerPid:") and line.split()[1] != "0" for line in lines)


def _going(pid: int) -> Iterator[int]:
    """The threads of a process that have not stopped."""
    for thread in _threads(pid):
        with suppress(OSError):
            _, _, rest = (thread / "stat").read_text().rpartition(") ")
            if rest[0] not in "tTZX":
                yield int(thread.name)


def family(pid: int) -> Iterator[int]:
    """A process and all that descend from it, dead ones included that nobody has collected."""
    yield pid
    for thread in _threads(pid):
        with suppress(OSError):
            for child in (thread / "children").read_text().split():
                yield from family(int(child))


def _threads(pid: int) -> list[Path]:
    """The folders of a process' threads; none where it has gone."""
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def _kernel(popen: "Popen[bytes]", bundle: Path, until: float) -> int:
    """The process that is the bot's kernel, as runsc notes before it starts the bot."""
    note = bundle / "pid"
    while not (text := note.read_text() if note.exists() else ""):
        if popen.poll() is not None or time.monotonic() > until:
            raise failure(popen)
        time.sleep(0.002)
    pid = int(text)
    if pid not in family(popen.pid):
        raise InfrastructureFailure("gVisor named a process that is not its own.")
    return pid
