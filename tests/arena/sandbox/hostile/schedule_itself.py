"""Chooses its core, and a kinder schedule for itself: where it sits, others could feel it."""

import os
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
answer(
    attempted(
        core=lambda: os.sched_setaffinity(0, {0}),
        idle=lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)),
        batch=lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
        nicer=lambda: os.nice(5),
        disk_idle=partial(call, "ioprio_set", 1, 0, 3 << 13),
    )
)
