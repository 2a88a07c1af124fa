"""Reports what it can see: descriptors, environment, identity, names, programs."""

import os
import shutil
import socket

from tests.arena.sandbox.attempts import ROOT, answer, told


def is_open(descriptor: int) -> bool:
    """Whether a descriptor exists."""
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


told()
answer(
    {
        "descriptors": [number for number in range(3, 1024) if is_open(number)],
        "environment": sorted(os.environ),
        "ids": [os.getuid(), os.geteuid(), os.getgid(), os.getegid(), *os.getgroups()],
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "programs": [name for name in ("su", "mount", "sh", "bwrap") if shutil.which(name)],
        "bin": sorted(os.listdir(f"{ROOT}/usr/bin")),
        "hash": hash("abc"),
    }
)
