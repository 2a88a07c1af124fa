"""The bot that tries a sandbox out from inside: it attempts what no bot may do.

It reads one line, a JSON object with ``canary`` (a path outside), ``secret`` (a variable of the
worker's environment) and ``pid`` (the worker), and answers with the list of what succeeded.
"""

import ctypes
import json
import os
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path


def attempts(told: dict[str, str]) -> Iterator[tuple[str, Callable[[], object]]]:
    """What must fail: its name, and a function that raises or returns something false."""
    yield "read a file outside", lambda: os.open(told["canary"], os.O_RDONLY)
    yield "read /etc/passwd", lambda: os.open("/etc/passwd", os.O_RDONLY)
    yield "list a folder outside", partial(first_in, "/tmp")
    yield "see processes", partial(first_in, "/proc")
    for folder in ("/", "/tmp", "/bot", "/dev/shm", Path(os.__file__).parent):
        yield f"write to {folder}", partial(write, Path(folder, "written-by-the-probe"))
    yield "fork", fork
    yield "run /bin/sh", lambda: os.posix_spawn("/bin/sh", ["sh", "-c", "exit"], {}) > 0
    for family in (socket.AF_INET, socket.AF_UNIX, socket.AF_VSOCK, socket.AF_NETLINK):
        yield f"open a socket of {family.name}", partial(socket.socket, family)
    yield "signal the worker", partial(os.kill, int(told["pid"]), 0)
    # Not by tracing the worker: where that worked, it would stop the one who waits for the answer.
    yield "make a file in memory", lambda: os.memfd_create("probe")
    yield "make a user namespace", lambda: syscall_works(ctypes.CDLL(None).unshare, 0x10000000)
    yield "allocate 2 GB", lambda: bytearray(2 << 30)
    yield "be root", lambda: 0 in (os.getuid(), os.geteuid())
    yield "see the worker's environment", lambda: told["secret"] in os.environ
    yield "inherit a descriptor", inherited
    yield "raise its limits", partial(resource.setrlimit, resource.RLIMIT_AS, (-1, -1))


def first_in(folder: str) -> Path:
    """Something that lies in a folder."""
    return next(Path(folder).iterdir())


def write(path: Path) -> None:
    """Make a file, and take it away again."""
    path.touch(exist_ok=False)
    path.unlink()


def fork() -> bool:
    """A second process; it ends at once."""
    if os.fork() == 0:
        os._exit(0)
    return True


def syscall_works(function: Callable[..., int], *arguments: int) -> bool:
    """Whether a C function reported success."""
    return function(*arguments, 0, 0) != -1


def inherited() -> bool:
    """Whether a descriptor beyond the three streams is open."""
    return any(_open(descriptor) for descriptor in range(3, 256))


def _open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def succeeded(attempt: Callable[[], object]) -> bool:
    """Make an attempt; any error is a refusal."""
    try:
        # A descriptor is a success, 0 too.
        return attempt() is not False
    except Exception:
        return False


if __name__ == "__main__":
    told = json.loads(sys.stdin.readline())
    print(json.dumps([what for what, attempt in attempts(told) if succeeded(attempt)]), flush=True)
