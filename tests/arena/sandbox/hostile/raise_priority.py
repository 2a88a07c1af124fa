"""Gives itself priority and room."""

import os
import resource

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
answer(
    attempted(
        nice=lambda: os.nice(-20),
        fifo=lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        files=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)),
        space=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40)),
        time=lambda: resource.setrlimit(resource.RLIMIT_CPU, (-1, -1)),
        outlive=lambda: call("prctl", 1, 0, 0, 0, 0),
    )
)
