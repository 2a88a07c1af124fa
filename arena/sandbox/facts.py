"""What an operator wants to know of the machine that bots run on."""

import hashlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

from arena.sandbox import bubblewrap, gvisor, landlock, seccomp
from arena.sandbox.packages import Packages
from arena.sandbox.tiers import Grounds

CGROUPS = Path("/sys/fs/cgroup")


def facts(ground: Grounds) -> Iterator[tuple[str, str]]:
    """Names and texts, for a table."""
    yield "kernel", f"{platform.system()} {platform.release()} on {platform.machine()}"
    yield "user namespaces", _user_namespaces()
    yield "Landlock", _landlock()
    yield "bubblewrap", _bubblewrap(ground.home)
    yield "gVisor", _gvisor()
    yield "system calls", _filter()
    yield "interpreter", f"Python {platform.python_version()}, staged in {ground.root}"
    yield "packages", ", ".join(Packages.of(ground.root).names) or "none but Python's own"
    yield "bots run as", _user(ground.user)
    yield "control groups", _control_groups()


def _user_namespaces() -> str:
    refusals = {
        "kernel/apparmor_restrict_unprivileged_userns": "1",
        "kernel/unprivileged_userns_clone": "0",
        "user/max_user_namespaces": "0",
    }
    for name, refusing in refusals.items():
        try:
            if Path("/proc/sys", name).read_text().strip() == refusing:
                return f"refused: {name.replace('/', '.')} is {refusing}"
        except OSError:
            continue
    return "not refused by the system's settings"


def _landlock() -> str:
    try:
        return f"version {landlock.abi()} of its interface"
    except landlock.NoLandlock as error:
        return str(error)


def _bubblewrap(home: Path) -> str:
    try:
        path = bubblewrap.find(home)
    except bubblewrap.NoBubblewrap as error:
        return str(error)
    return f"{'.'.join(map(str, bubblewrap.version(path)))}, {path}"


def _gvisor() -> str:
    try:
        return str(gvisor.find()[1])
    except gvisor.NoGvisor:
        return "not installed; tier S would take it"


def _filter() -> str:
    try:
        program = seccomp.program()
    except seccomp.UnsupportedMachine as error:
        return str(error)
    digest = hashlib.sha256(program).hexdigest()[:16]
    return f"filtered by {len(program) // 8} instructions ({digest})"


def _user(user: int | None) -> str:
    return f"user {os.getuid()}, as we do" if user is None else f"user {user}, while we are root"


def _control_groups() -> str:
    if not (CGROUPS / "cgroup.controllers").exists():
        return "version 1: limit the worker as a whole by its service or container"
    return "version 2: limit the worker as a whole with MemoryMax and TasksMax"
