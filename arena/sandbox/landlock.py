"""Tier B: no namespaces; the bot's process gives up its rights by itself before it is a bot."""

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from errno import ENOSYS, EOPNOTSUPP
from pathlib import Path

from arena.child import Child
from arena.limits import Limits
from arena.sandbox.limiting import PROCESSES, arguments
from arena.sandbox.namespaces import ENVIRONMENT, INTERPRETER_OPTIONS
from arena.sandbox.root import BOOT, LIBRARIES, PYTHON
from arena.sandbox.seccomp import own
from arena.sandbox.starting import abandon, await_ready, deadline, give, spawn

# Numbered alike on all architectures (linux/landlock.h).
CREATE_RULESET, ADD_RULE = 444, 445
ABI_VERSION, PATH_BENEATH = 1, 1
READ_FILE, READ_DIR = 1 << 2, 1 << 3
# Whatever a kernel knows is handled, which means refused unless a rule grants it.
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights on files there are, by the ABI that brought the last of them."""
NETWORK_RIGHTS, NETWORK_ABI = 0b11, 4
SCOPES, SCOPES_ABI = 0b11, 6
"""Abstract sockets and signals."""


class NoLandlock(Exception):  # noqa: N818 - named for what is the matter
    """The kernel has no Landlock, or it is switched off."""


@dataclass(frozen=True, slots=True)
class Landlock:
    """Starts bots in tier B."""

    root: Path
    filter: bytes
    """The program that filters system calls, not yet made a bot's own."""
    user: int | None = None
    """Whom bots run as where we are root."""

    def __call__(self, folder: Path, entry: str, limits: Limits) -> Child:
        """Start a bot; raises InfrastructureFailure."""
        until = deadline()
        with ExitStack() as undo, ruleset(self.root, folder) as rules:
            popen = spawn(
                [
                    *(f"{self.root}{PYTHON}", *INTERPRETER_OPTIONS),
                    *(f"{self.root}{BOOT}", f"{folder}/{entry}"),
                    *(f"ruleset={rules}", f"parent={os.getpid()}", f"filter={len(self.filter)}"),
                    *arguments(limits, processes=False),
                ],
                environment=ENVIRONMENT | {"LD_LIBRARY_PATH": f"{self.root}{LIBRARIES}"},
                user=self.user,
                descriptors=[rules],
            )
            undo.callback(abandon, popen)
            give(popen, own(self.filter, popen.pid))
            await_ready(popen, until)
            child = Child(popen, popen.pid, {str(folder): "/bot", str(self.root): ""})
            # The kernel's limit would count all processes of our user.
            child.most_threads = PROCESSES
            undo.pop_all()
        return child


def abi() -> int:
    """The version of Landlock in this kernel; raises NoLandlock."""
    try:
        return _call(CREATE_RULESET, None, 0, ABI_VERSION)
    except OSError as error:
        why = {ENOSYS: "this kernel is built without it", EOPNOTSUPP: "it is switched off"}
        reason = why.get(error.errno or 0, str(error))
        raise NoLandlock(f"Landlock is not to be had: {reason}.") from None


@contextmanager
def ruleset(*readable: Path) -> Iterator[int]:
    """A descriptor of the rules by which only what lies in these folders can be read."""
    version = abi()
    rights = max(count for since, count in FILE_RIGHTS.items() if since <= version)
    handled = struct.pack("=Q", (1 << rights) - 1)
    if version >= NETWORK_ABI:
        handled += struct.pack("=Q", NETWORK_RIGHTS)
    if version >= SCOPES_ABI:
        handled += struct.pack("=Q", SCOPES)
    rules = _call(CREATE_RULESET, handled, len(handled), 0)
    try:
        for folder in readable:
            beneath = os.open(folder, os.O_PATH | os.O_DIRECTORY)
            try:
                rule = struct.pack("=Qi", READ_FILE | READ_DIR, beneath)
                _call(ADD_RULE, rules, PATH_BENEATH, rule, 0)
            finally:
                os.close(beneath)
        yield rules
    finally:
        os.close(rules)


def _call(number: int, *arguments: object) -> int:
    """A system call for which Python has no function."""
    result: int = _libc().syscall(number, *arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
