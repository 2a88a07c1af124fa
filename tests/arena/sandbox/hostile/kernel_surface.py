"""Reaches for the parts of the kernel where bugs are found."""

import os
import socket
import time

from tests.arena.sandbox.attempts import NUMBERS, answer, attempted, call, told

told()
names = ["io_uring_setup", "bpf", "perf_event_open", "userfaultfd", "fanotify_init", "kcmp",
         "lookup_dcookie", "init_module", "finit_module", "kexec_load", "swapon", "acct", "iopl",
         "syslog", "adjtimex", "reboot"]  # fmt: skip
answer(
    attempted(
        **{name: lambda name=name: call(name, 0, 0, 0, 0, 0) for name in names if name in NUMBERS}
    )
    | attempted(
        clock=lambda: time.clock_settime(time.CLOCK_REALTIME, 0),
        hostname=lambda: socket.sethostname("other"),
        eventfd=lambda: os.eventfd(0),
        not_yet_invented=lambda: call(2000),
    )
)
