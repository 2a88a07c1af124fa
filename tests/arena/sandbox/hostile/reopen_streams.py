"""Opens its own three streams again, the other way round, and those of other processes."""

import os
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, told

baits = told()
answer(
    attempted(
        **{
            f"{folder}/{number}_{flag}": partial(os.open, f"{folder}/{number}", flag)
            for folder in ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")
            for number in range(3)
            for flag in (os.O_WRONLY, os.O_RDWR)
        },
        **{
            f"{pid}_{number}": partial(os.open, f"/proc/{pid}/fd/{number}", os.O_RDONLY)
            for pid in (baits["worker"], baits["opponent_pid"], os.getppid())
            for number in range(16)
        },
    )
)
