"""Turns its pipes into what the referee does not expect: packets, larger, with signals."""

import fcntl
import os

from tests.arena.sandbox.attempts import O_DIRECT, answer, attempted, told

SET_SIZE = 1031
told()
# What Python itself does with pipes.
os.set_blocking(0, False)
os.set_blocking(0, True)
answer(
    attempted(
        **{
            f"packets_{stream}": lambda stream=stream: fcntl.fcntl(
                stream, fcntl.F_SETFL, fcntl.fcntl(stream, fcntl.F_GETFL) | O_DIRECT
            )
            for stream in range(3)
        },
        signals=lambda: fcntl.fcntl(1, fcntl.F_SETFL, os.O_WRONLY | os.O_ASYNC),
        larger=lambda: fcntl.fcntl(1, SET_SIZE, 1 << 20),
        owner=lambda: fcntl.fcntl(1, fcntl.F_SETOWN, os.getppid()),
        signal=lambda: fcntl.fcntl(1, fcntl.F_SETSIG, 9),
        lease=lambda: fcntl.fcntl(1, fcntl.F_SETLEASE, fcntl.F_WRLCK),
    )
)
