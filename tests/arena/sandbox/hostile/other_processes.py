"""Traces, reads, signals and reschedules the victim, the worker and its own parent."""

import os
import signal
from collections.abc import Callable
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, call, told

baits = told()
attempts: dict[str, Callable[[], object]] = {}
for pid in (baits["victim"], baits["worker"], os.getppid() or 1):
    attempts |= {
        f"attach_{pid}": partial(call, "ptrace", 16, pid, 0, 0),
        f"seize_{pid}": partial(call, "ptrace", 0x4206, pid, 0, 0),
        f"read_{pid}": partial(call, "process_vm_readv", pid, 0, 0, 0, 0, 0),
        f"affinity_{pid}": partial(call, "sched_setaffinity", pid, 8, b"\1" + bytes(7)),
        f"limits_{pid}": partial(call, "prlimit64", pid, 7, 0, 0),
        f"priority_{pid}": partial(call, "setpriority", os.PRIO_PROCESS, pid, 19),
    }
more = {}
for pid in (baits["victim"], baits["worker"]):
    more[f"signal_{pid}"] = partial(os.kill, pid, 0)
    more[f"group_{pid}"] = partial(os.killpg, pid, signal.SIGKILL)
answer(attempted(**attempts, **more))
