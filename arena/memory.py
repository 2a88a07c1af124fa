"""Whether the machine has killed a process of ours for want of memory, as the kernel counts it."""

from collections.abc import Iterator
from pathlib import Path

GROUPS = Path("/proc/self/cgroup")
MOUNTED = Path("/sys/fs/cgroup")


def kills() -> int:
    """How often it happened in this process' control group; 0 where nobody counts.

    It counts for the worker and all its bots, and no bot can make it rise: its own limits are far
    below what a worker should have.
    """
    for counter in _counters():
        try:
            lines = counter.read_text().splitlines()
        except OSError:
            continue
        return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))
    return 0


def _counters() -> Iterator[Path]:
    """Where the counter may be: version 2, then 1; a container sees its own group at the top."""
    try:
        groups = [line.split(":", 2) for line in GROUPS.read_text().splitlines()]
    except OSError:
        return
    for _, controllers, path in groups:
        if not controllers:
            yield MOUNTED / path[1:] / "memory.events"
            yield MOUNTED / "memory.events"
        elif "memory" in controllers.split(","):
            yield MOUNTED / "memory" / path[1:] / "memory.oom_control"
            yield MOUNTED / "memory/memory.oom_control"
