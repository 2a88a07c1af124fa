"""Turns its pipes into what the referee does not expect: packets, larger, without waiting."""

import fcntl
import os

from tests.arena.sandbox.attempts import answer, attempted, told

PACKETS, SET_SIZE, ASYNC = 0o40000, 1031, 0o20000
told()
for stream in range(3):
    fcntl.fcntl(stream, fcntl.F_SETFL, fcntl.fcntl(stream, fcntl.F_GETFL) | PACKETS | ASYNC)
os.set_blocking(0, False)
os.set_blocking(0, True)
answer(
    attempted(
        larger=lambda: fcntl.fcntl(1, SET_SIZE, 1 << 20),
        owner=lambda: fcntl.fcntl(1, fcntl.F_SETOWN, os.getppid()),
        signal=lambda: fcntl.fcntl(1, fcntl.F_SETSIG, 9),
        lease=lambda: fcntl.fcntl(1, fcntl.F_SETLEASE, fcntl.F_WRLCK),
    )
)
