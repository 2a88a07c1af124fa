"""A control group of a bot's own (version 2): memory and processes counted by the kernel, and who
is to blame where it kills.
"""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

EMPTY_SECONDS = 5
"""How long the kernel may take to let go of a group whose processes are dead."""


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """A directory of the kernel's; made with `make`, removed with `remove`."""

    path: Path

    @classmethod
    def make(cls, path: Path, *, memory_bytes: int, processes: int) -> "ControlGroup":
        """A new group with limits; raises OSError."""
        path.mkdir()
        group = cls(path)
        try:
            (path / "memory.max").write_text(str(memory_bytes))
            (path / "pids.max").write_text(str(processes))
            with suppress(FileNotFoundError):  # Where there is no swap.
                (path / "memory.swap.max").write_text("0")
            # Threads of a killed process must not go on.
            (path / "memory.oom.group").write_text("1")
        except BaseException:
            group.remove()
            raise
        return group

    def admit(self, pids: Iterable[int]) -> None:
        """Move processes in, with all their threads; raises OSError."""
        for pid in pids:
            (self.path / "cgroup.procs").write_text(str(pid))

    def killed(self) -> bool:
        """Whether the kernel has killed a process of the group for want of memory."""
        return self._events("oom_kill") > 0

    def killed_at_its_limit(self) -> bool:
        """Whether it did so because the group itself had reached its limit."""
        return self.killed() and self._events("oom") > 0

    def remove(self) -> None:
        """Let go of it; it must be empty, or become so at once."""
        deadline = time.monotonic() + EMPTY_SECONDS
        while True:
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                if time.monotonic() > deadline:
                    return  # The next worker's survey removes it.
                time.sleep(0.001)
            else:
                return

    def _events(self, name: str) -> int:
        # An ancestor's limit counts there, not here; a kill counts where the victim was.
        try:
            lines = (self.path / "memory.events").read_text().splitlines()
        except OSError:
            return 0
        return sum(int(line.split()[1]) for line in lines if line.split()[0] == name)


def is_writable(path: Path) -> bool:
    """Whether this process may make groups in a group, and move its own processes there."""
    names = ("cgroup.procs", "cgroup.subtree_control")
    return os.access(path, os.W_OK) and all(os.access(path / name, os.W_OK) for name in names)
