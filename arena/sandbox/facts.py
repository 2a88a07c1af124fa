"""What an operator wants to know of the machine that bots run on."""

import hashlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

from arena.sandbox import bubblewrap, groups, gvisor, landlock, seccomp
from arena.sandbox.packages import Packages
from arena.sandbox.tiers import Grounds


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
    yield "control groups", _control_groups(ground.home)


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


def _control_groups(home: Path) -> str:
    """Whether each bot has a group of its own, and what to do where it has none."""
    try:
        parent = groups.find(home).parent
    except groups.NotDelegated as why:
        return (
            f"none for each bot: {why}. Systemd: Delegate=memory pids in the worker's service. "
            "In any case limit the worker as a whole: MemoryMax and TasksMax, or mem_limit and "
            "pids_limit of its container"
        )
    return f"memory.max and pids.max for each bot, in {parent}"
