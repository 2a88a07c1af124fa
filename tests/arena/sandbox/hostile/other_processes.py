"""Traces, reads, signals and reschedules the victim, the worker and its own parent."""

import os
import signal
from collections.abc import Callable
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, call, told

baits = told()
attempts: dict[str, Callable[[], object]] = {}
for pid in (baits["victim"], baits["worker"], baits["opponent_pid"], os.getppid() or 1):
    attempts |= {
        f"attach_{pid}": partial(call, "ptrace", 16, pid, 0, 0),
        f"seize_{pid}": partial(call, "ptrace", 0x4206, pid, 0, 0),
        f"read_{pid}": partial(call, "process_vm_readv", pid, 0, 0, 0, 0, 0),
        f"affinity_{pid}": partial(call, "sched_setaffinity", pid, 8, b"\1" + bytes(7)),
        f"limits_{pid}": partial(call, "prlimit64", pid, 7, 0, 0),
        f"priority_{pid}": partial(call, "setpriority", os.PRIO_PROCESS, pid, 19),
        f"disk_priority_{pid}": partial(call, "ioprio_set", 1, pid, 0),
        f"migrate_{pid}": partial(call, "migrate_pages", pid, 0, 0, 0),
        f"robust_list_{pid}": partial(call, "get_robust_list", pid, bytes(8), bytes(8)),
    }
more: dict[str, Callable[[], object]] = {}
for pid in (baits["victim"], baits["worker"], baits["opponent_pid"]):
    # Even that there is such a process.
    more[f"group_of_{pid}"] = partial(os.getpgid, pid)
    more[f"session_of_{pid}"] = partial(os.getsid, pid)
    more[f"cores_of_{pid}"] = partial(os.sched_getaffinity, pid)
    more[f"schedule_of_{pid}"] = partial(os.sched_getparam, pid)
    more[f"priority_of_{pid}"] = partial(os.getpriority, os.PRIO_PROCESS, pid)
    more[f"signal_{pid}"] = partial(os.kill, pid, 0)
    more[f"group_{pid}"] = partial(os.killpg, pid, signal.SIGKILL)
answer(attempted(**attempts, **more))
