"""Traces, reads, signals and reschedules the victim, the worker and its own parent."""

import os
import signal

from tests.arena.sandbox.attempts import answer, attempted, call, told

baits = told()
attempts = {}
for pid in (baits["victim"], baits["worker"], os.getppid() or 1):
    attempts |= {
        f"attach_{pid}": lambda pid=pid: call("ptrace", 16, pid, 0, 0),
        f"seize_{pid}": lambda pid=pid: call("ptrace", 0x4206, pid, 0, 0),
        f"read_{pid}": lambda pid=pid: call("process_vm_readv", pid, 0, 0, 0, 0, 0),
        f"affinity_{pid}": lambda pid=pid: os.sched_setaffinity(pid, {0}),
        f"limits_{pid}": lambda pid=pid: call("prlimit64", pid, 7, 0, 0),
        f"priority_{pid}": lambda pid=pid: os.setpriority(os.PRIO_PROCESS, pid, 19),
    }
for pid in (baits["victim"], baits["worker"]):
    attempts[f"signal_{pid}"] = lambda pid=pid: os.kill(pid, 0)
    attempts[f"group_{pid}"] = lambda pid=pid: os.killpg(pid, signal.SIGKILL)
answer(attempted(**attempts))
