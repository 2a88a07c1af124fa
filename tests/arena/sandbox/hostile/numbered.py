"""Makes what the kernel numbers for the whole machine: two bots could read each other's numbers."""

import os
import socket
from functools import partial

from tests.arena.sandbox.attempts import answer, attempted, call, told

told()
answer(
    attempted(
        pipe=lambda: os.fstat(os.pipe()[0]).st_ino,
        pair=socket.socketpair,
        event=lambda: os.eventfd(0),
        memory=lambda: os.memfd_create("numbered"),
        namespace=partial(call, "unshare", 0x0400_0000),
        queue=partial(call, "msgget", 0, 0o1600),
        ring=partial(call, "io_uring_setup", 1, bytes(256)),
    )
)
