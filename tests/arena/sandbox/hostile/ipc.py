"""Shares memory, queues, keys and locks."""

import fcntl
import os

from tests.arena.sandbox.attempts import BOT, answer, attempted, call, told

told()
own = os.open(__file__, os.O_RDONLY)
library = os.open(os.__file__, os.O_RDONLY)
F_SETLEASE, F_NOTIFY, F_OFD_SETLK = 1024, 1026, 37
answer(
    attempted(
        shmget=lambda: call("shmget", 7, 4096, 0o1666),
        msgget=lambda: call("msgget", 7, 0o1666),
        semget=lambda: call("semget", 7, 1, 0o1666),
        mq_open=lambda: call("mq_open", b"queue", 0o102, 0o666, 0),
        add_key=lambda: call("add_key", b"user", b"name", b"value", 5, -3),
        request_key=lambda: call("request_key", b"user", b"name", 0, 0),
        keyctl=lambda: call("keyctl", 0, -4, 1),
        flock=lambda: fcntl.flock(library, fcntl.LOCK_SH | fcntl.LOCK_NB),
        flock_own=lambda: fcntl.flock(own, fcntl.LOCK_EX | fcntl.LOCK_NB),
        posix_lock=lambda: fcntl.lockf(library, fcntl.LOCK_SH | fcntl.LOCK_NB),
        lease=lambda: fcntl.fcntl(library, F_SETLEASE, fcntl.F_RDLCK),
        notify=lambda: fcntl.fcntl(os.open(BOT, os.O_RDONLY), F_NOTIFY, 1),
        owner=lambda: fcntl.fcntl(0, fcntl.F_SETOWN, 1),
        pipe_size=lambda: fcntl.fcntl(1, 1031, 1 << 20),
    )
)
