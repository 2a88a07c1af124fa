"""Looks through /proc and /sys."""

import os
from pathlib import Path

from tests.arena.sandbox.attempts import answer, attempted, told

baits = told()
files = ["/proc/self/maps", "/proc/cpuinfo", "/proc/mounts", "/proc/loadavg", "/proc/version"]
files += [f"/proc/{pid}/environ" for pid in ("1", "self", os.getppid(), baits["victim"])]
folders = ["/proc", "/proc/1/root", "/proc/self/root", "/proc/self/fd", "/sys", "/sys/class"]
links = [
    f"/proc/{pid}/{link}"
    for pid in (baits["victim"], baits["worker"], baits["opponent_pid"])
    for link in ("exe", "cwd", "root", "ns/pid", "fd/0")
]
answer(
    attempted(**{path: Path(path).read_bytes for path in files})
    | attempted(**{path: lambda path=path: os.listdir(path) for path in folders})
    | attempted(**{path: lambda path=path: os.readlink(path) for path in links})
)
