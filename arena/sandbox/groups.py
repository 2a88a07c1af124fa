"""Limits on top of every tier: a control group for each bot, where the worker was given one."""

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.cgroup import ControlGroup, is_writable
from arena.limits import MEGABYTE, Limits
from arena.sandbox.limiting import PROCESSES
from arena.sandbox.workplace import locked

MOUNTED = (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified"))
OWN = Path("/proc/self/cgroup")
WORKERS = "sixfold-workers"
"""Where the workers themselves move, since a group with groups may hold no process."""
BOTS = "sixfold-bot-"
CONTROLLERS = {"memory", "pids"}
SPARE_BYTES = 64 * MEGABYTE
"""What the kernel holds for a bot beyond its address space; never what stops an honest one."""


class NotDelegated(Exception):  # noqa: N818 - named for what is the matter
    """No control group is ours to divide; the text says why."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Makes a control group for each bot in one that is ours."""

    parent: Path
    spare_processes: int = 0
    """What a bot's own kernel needs (tier S)."""
    spare_bytes: int = SPARE_BYTES

    def admit(self, pids: Iterable[int], limits: Limits) -> ControlGroup:
        """A new group with a bot's processes in it; raises OSError."""
        group = ControlGroup.make(
            self.parent / f"{BOTS}{os.getpid()}-{secrets.token_hex(4)}",
            memory_bytes=limits.memory_bytes + self.spare_bytes,
            processes=PROCESSES + self.spare_processes,
        )
        try:
            group.admit(pids)
        except BaseException:
            group.remove()
            raise
        return group


def find(home: Path) -> Groups:
    """The groups of this worker, tried out; raises NotDelegated."""
    parent = _ours()
    with locked(home):
        try:
            _divide(parent)
            for left in parent.glob(f"{BOTS}*"):
                if not _alive(left.name.removeprefix(BOTS).partition("-")[0]):
                    with suppress(OSError):
                        left.rmdir()
            trial = ControlGroup.make(
                parent / f"{BOTS}{os.getpid()}-trial", memory_bytes=SPARE_BYTES, processes=1
            )
        except OSError as error:
            raise NotDelegated(f"{parent} cannot be divided: {error}") from error
        trial.remove()
    return Groups(parent)


def _ours() -> Path:
    """The group that we are in, if we may divide it."""
    mounts = [path for path in MOUNTED if (path / "cgroup.controllers").exists()]
    if not mounts:
        raise NotDelegated("the machine has no control groups of version 2")
    lines = OWN.read_text().splitlines()
    own = next((line.removeprefix("0::") for line in lines if line.startswith("0::")), "/")
    path = mounts[0] / own.strip("/")
    if path.name == WORKERS:
        path = path.parent
    try:
        offered = set((path / "cgroup.controllers").read_text().split())
    except OSError as error:
        raise NotDelegated(f"{path} cannot be read: {error}") from error
    if not offered >= CONTROLLERS:
        lacking = " and ".join(sorted(CONTROLLERS - offered))
        raise NotDelegated(f"{path} does not offer the controllers {lacking}")
    if not is_writable(path) or not _delegated(path):
        raise NotDelegated(f"{path} is not delegated to user {os.geteuid()}")
    return path


def _delegated(path: Path) -> bool:
    """Whether a group that root can write to is root's to divide: systemd divides its own."""
    if os.geteuid() != 0 or path in MOUNTED:
        return True
    for name in ("trusted.delegate", "user.delegate"):
        with suppress(OSError):
            if os.getxattr(path, name) == b"1":
                return True
    return False


def _divide(parent: Path) -> None:
    """Let the groups in ``parent`` have limits; our processes move into one of them."""
    control = parent / "cgroup.subtree_control"
    if set(control.read_text().split()) >= CONTROLLERS:
        return
    # Only the root of all groups may keep processes beside groups with limits.
    if (parent / "cgroup.type").exists():
        workers = parent / WORKERS
        workers.mkdir(exist_ok=True)
        for pid in (parent / "cgroup.procs").read_text().split():
            with suppress(ProcessLookupError):
                (workers / "cgroup.procs").write_text(pid)
    control.write_text(" ".join(f"+{name}" for name in sorted(CONTROLLERS)))


def _alive(pid: str) -> bool:
    return Path("/proc", pid).exists()
